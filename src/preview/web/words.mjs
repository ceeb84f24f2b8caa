// Whether the files of words have all texts of the scripts, and the names of all fields, kinds and samples.

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The definitions of the schema whose fields the form shows. */
const TABLES = ['Person', 'Letter', 'Entry'];

/** Fails unless each language has exactly the texts of the scripts, with the same values in them. */
export async function checkWords(here, folders) {
  const texts = await textsOf(here, folders);
  const names = await namesOf(join(here, '../../..'));
  const problems = [];
  for (const file of (await readdir(join(here, 'words'))).sort()) {
    const words = JSON.parse(await readFile(join(here, 'words', file), 'utf8'));
    for (const text of texts) {
      if (!words.texts[text]) problems.push(`${file} lacks the text “${text}”`);
      else if (values(text) !== values(words.texts[text])) problems.push(`${file} has other values in “${text}”`);
    }
    for (const text of Object.keys(words.texts)) if (!texts.has(text)) problems.push(`${file} has “${text}”, which no script has`);
    for (const name of names) if (!words.names[name]) problems.push(`${file} lacks the name of “${name}”`);
    for (const name of Object.keys(words.names)) if (!names.has(name)) problems.push(`${file} has the name of “${name}”, which there is not`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Returns the English texts of the scripts in the folders. */
async function textsOf(here, folders) {
  const found = new Set();
  for (const folder of folders) {
    for (const name of (await readdir(join(here, folder))).filter((file) => file.endsWith('.js')).sort()) {
      const script = await readFile(join(here, folder, name), 'utf8');
      for (const [, text] of script.matchAll(/(?<![\w.])t\('((?:[^'\\]|\\.)*)'/g)) found.add(text);
    }
  }
  return found;
}

/** Returns the names of the parts of a profile, of the fields and kinds of the schema, and of the samples. */
async function namesOf(root) {
  const schema = JSON.parse(await readFile(join(root, 'schema/profile.schema.json'), 'utf8'));
  const { definitions } = schema;
  const fields = TABLES.flatMap((table) => Object.keys(definitions[table].properties));
  const kinds = Object.keys(definitions).map((name) => /^SectionOf(\w+)$/.exec(name)?.[1].toLowerCase());
  const samples = (await readdir(join(root, 'src/ide/samples/en'))).map((name) => name.replace('.toml', ''));
  const all = ['person', 'letter', 'title', 'body', ...fields, ...kinds.filter((kind) => kind && !/^no|level$/.test(kind)), ...samples];
  return new Set(all);
}

/** Returns the names of the values in a message. */
function values(text) {
  return [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort().join(' ');
}
