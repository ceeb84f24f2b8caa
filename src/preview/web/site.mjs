// Writes the page without a server: `node site.mjs PROGRAM FOLDER`, where PROGRAM is the folder that
// `wasm-bindgen --target web` has written. Any web server that serves files can serve FOLDER, at any path.

import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const fonts = join(here, '../../../fonts');
const [program, folder] = process.argv.slice(2);
const assets = join(folder, 'assets');

/** What the page may do: load its own files, and nothing else. Its program is WebAssembly. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
  + "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";

await rm(folder, { recursive: true, force: true });
await mkdir(assets, { recursive: true });
await cp(join(here, 'bundle'), assets, { recursive: true });
await rm(join(assets, 'index.html'));
await cp(fonts, join(assets, 'fonts'), { recursive: true, filter: (path) => /(\.(otf|ttf|txt)|\/[^.]*)$/.test(path) });
for (const name of ['cvpress_tab.js', 'cvpress_tab_bg.wasm']) await cp(join(program, name), join(assets, name));
const shared = { absWorkingDir: here, minify: true, charset: 'utf8', target: ['es2022', 'chrome123', 'firefox128', 'safari17.5'], logLevel: 'warning' };
await build({ ...shared, outdir: assets, bundle: true, external: ['./cvpress_tab.js'], format: 'esm', entryPoints: { start: 'tab/start.js', worker: 'tab/worker.js' } });
const index = await readFile(join(here, 'index.html'), 'utf8');
await writeFile(join(folder, 'index.html'), index
  .replace('<meta charset="utf-8">', `<meta charset="utf-8">\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">`)
  .replaceAll('"/assets/', '"assets/')
  .replace('assets/preview.js', 'assets/start.js'));

// All but the fonts is kept from the first visit on, under a name that changes with the files.
const kept = ['index.html', ...(await readdir(assets)).filter((name) => name !== 'fonts' && name !== 'LICENSES').sort().map((name) => `assets/${name}`)];
const hash = createHash('sha256');
for (const name of kept) hash.update(await readFile(join(folder, name)));
const define = { KEPT: JSON.stringify(kept), VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)) };
await build({ ...shared, outdir: folder, format: 'iife', define, entryPoints: { 'service-worker': 'tab/service-worker.js' } });
