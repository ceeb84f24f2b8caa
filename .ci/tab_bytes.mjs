// Compares what the editor in a browser tab exports with what the command line writes, byte by byte:
//
//     node .ci/tab_bytes.mjs PAGE PROGRAM PROFILES
//
// PAGE is the folder that `packaging/site` has written, PROGRAM the command line, PROFILES a folder. A
// profile that names other files than pictures is left out: only they can be given to a tab.

import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [page, program, profiles] = process.argv.slice(2);
const FORMATS = ['docx', 'html', 'md', 'txt', 'json'];
const assets = join(page, 'assets');
const { initSync, Tab } = await import(pathToFileURL(join(assets, 'cvpress_tab.js')).href);
globalThis.cvpressFont = (path) => new Uint8Array(readFileSync(join(assets, 'fonts', path)));
initSync({ module: readFileSync(join(assets, 'cvpress_tab_bg.wasm')) });
const now = new Date();
const differing = [];
let count = 0;

for (const name of readdirSync(profiles).filter((file) => file.endsWith('.toml')).sort()) {
  const text = readFileSync(join(profiles, name), 'utf8');
  if (/\.bib"/.test(text)) continue;
  const tab = Tab.open(now.getFullYear(), now.getMonth() + 1, now.getDate());
  for (const [, picture] of text.matchAll(/"([\w-]+\.(?:svg|png|jpg|webp))"/g)) {
    ask(tab, 'POST', '/image', { name: picture, content: readFileSync(join(profiles, picture)).toString('base64') });
  }
  ask(tab, 'POST', '/draft', { text });
  while (tab.step());
  // The identifier of a PDF depends on the name of its profile, which is this one in a tab.
  const made = mkdtempSync(join(tmpdir(), 'cvpress-tab-'));
  cpSync(profiles, made, { recursive: true });
  copyFileSync(join(profiles, name), join(made, 'cv.toml'));
  execFileSync(program, ['render', '-q', 'cv.toml', '--layout', 'all', '--output', 'made'], { cwd: made });
  execFileSync(program, ['render', '-q', 'cv.toml', '--format', FORMATS.join(','), '--output', 'made'], { cwd: made });
  const files = readdirSync(join(made, 'made'));
  for (const format of FORMATS) compare(files.find((file) => file.endsWith(`.${format}`)), format, '');
  for (const { name: layout } of state(tab).layouts) {
    ask(tab, 'POST', '/view', { layout });
    while (tab.step());
    compare(files.find((file) => file.endsWith(`-${layout}.pdf`)), 'pdf', ` in ${layout}`);
  }

  /** Compares an export with the file of the command line. */
  function compare(file, format, where) {
    count += 1;
    const own = ask(tab, 'GET', `/export?format=${format}`);
    if (!own.equals(readFileSync(join(made, 'made', file)))) differing.push(`${name}${where} as ${format}`);
  }
  rmSync(made, { recursive: true });
  tab.free();
}
console.log(`${count} files, ${differing.length} of them differ`);
if (differing.length > 0 || count === 0) throw new Error(differing.join('\n'));

function ask(tab, method, target, body) {
  const answer = tab.answer(method, target, '{}', Buffer.from(body ? JSON.stringify(body) : ''));
  const bytes = Buffer.from(answer.body());
  if (answer.status() >= 300) throw new Error(`${method} ${target}: ${bytes}`);
  answer.free();
  return bytes;
}

/** Returns the last state. */
function state(tab) {
  const events = JSON.parse(tab.events());
  return events.findLast(([name]) => name === 'state')[1];
}
