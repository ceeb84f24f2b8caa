// Builds `bundle/`, which the program embeds: `npm ci && npm run build`.
//
// The same sources give the same bytes. CI builds the bundle again and compares it.

import { build } from 'esbuild';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { checkWords } from './words.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const bundle = join(here, process.argv[2] ?? 'bundle');

const shared = {
  absWorkingDir: here,
  outdir: bundle,
  bundle: true,
  minify: true,
  charset: 'utf8',
  format: 'esm',
  target: ['es2022', 'chrome123', 'firefox128', 'safari17.5'],
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

await checkWords(here, ['view', 'edit']);
await rm(bundle, { recursive: true, force: true });
await mkdir(bundle, { recursive: true });

// The viewer imports the editor at run time, in edit mode alone; `shared.js` is what both have.
const scripts = await build({
  ...shared,
  splitting: true,
  chunkNames: 'shared',
  entryPoints: { preview: 'view/main.js', edit: 'edit/main.js' },
});
await build({ ...shared, entryPoints: { style: 'style.css' } });
for (const name of ['index.html', 'favicon.svg']) await cp(join(here, name), join(bundle, name));
await writeFile(join(bundle, 'LICENSES'), await licenses(Object.keys(scripts.metafile.inputs)));

/** Returns the licenses of the packages whose files are in the bundle. */
async function licenses(inputs) {
  const packages = inputs
    .map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
    .filter((name) => name !== undefined);
  const texts = [];
  for (const name of [...new Set(packages)].sort()) {
    const folder = join(here, 'node_modules', name);
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no license file`);
    texts.push(`${name} ${version}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`);
  }
  return `The scripts contain these packages.\n\n${texts.join('\n----\n\n')}`;
}
