// The page without a server, which `packaging/site` has written to the folder that SITE names: at a path of
// its own, as a web server for files has it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';

import { browserTest, closeBrowser, editorText, program, shows, waitForText } from './support.mjs';

const { SITE } = process.env;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
const options = { skip: SITE ? false : 'SITE names no folder' };

after(closeBrowser);

/** Serves the folder below `/cv/`, opens it, and records what the page asks for. */
async function openSite(bench, { waitForPages = true, ...context } = {}) {
  const server = createServer(async (request, response) => {
    const name = request.url.replace(/^\/cv\//, '') || 'index.html';
    try {
      const bytes = await readFile(join(SITE, name));
      response.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  bench.ended.push(() => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); }));
  const address = `http://127.0.0.1:${server.address().port}/cv/`;
  const page = await bench.open(address, { waitForPages, context });
  const asked = [];
  page.context().on('request', (request) => asked.push(request.url()));
  return { page, address, asked };
}

async function download(page, label) {
  await page.click('button:has-text("Download")');
  const [made] = await Promise.all([page.waitForEvent('download'), page.click(`a:text-is("${label}")`)]);
  return { name: made.suggestedFilename(), bytes: await readFile(await made.path()) };
}

/** Writes the text to a file, renders it on the command line, and compares the downloads with it. */
async function hasBytesOfCommandLine(bench, page) {
  await writeFile(bench.path('cv.toml'), await editorText(page));
  await promisify(execFile)(program, ['render', 'cv.toml', '--format', 'pdf,docx,html,md,txt,json', '--output', 'made'], { cwd: bench.folder });
  const names = await readdir(bench.path('made'));
  for (const [label, ending] of [['PDF', '.pdf'], ['Word', '.docx'], ['HTML', '.html'], ['Markdown', '.md'], ['Plain text', '.txt'], ['JSON Resume', '.json']]) {
    const made = await download(page, label);
    const expected = await readFile(join(bench.path('made'), names.find((name) => name.endsWith(ending))));
    assert.ok(made.bytes.equals(expected), `${label} has other bytes than that of the command line`);
  }
}

browserTest('a CV is started, written in the form, and downloaded without a server', async (bench) => {
  const { page, address, asked } = await openSite(bench);
  await page.click('button:has-text("Start with this")');
  await page.waitForSelector('[data-field=name]');
  await shows(page, () => page.fill('[data-field=name]', 'Zora Example'));
  await waitForText(page, 'Zora Example');
  await hasBytesOfCommandLine(bench, page);
  assert.deepEqual(asked.filter((url) => !url.startsWith(address) && !url.startsWith('blob:')), []);
}, options);

browserTest('Chinese gets its fonts when the text needs them, and the same bytes', async (bench) => {
  const { page, asked } = await openSite(bench);
  assert.ok(!asked.some((url) => url.includes('/fonts/sc/')));
  await page.check('input[name=like][value=engineer]', { force: true });
  await page.check('input[name=gallery-locale][value=zh-Hans]', { force: true });
  await page.waitForFunction(() => [...document.querySelectorAll('.text')].some((layer) => /\p{Script=Han}/u.test(layer.textContent)));
  await page.click('button:has-text("Start with this")');
  await page.waitForSelector('[data-field=name]');
  assert.ok(asked.some((url) => url.includes('/fonts/sc/')));
  await hasBytesOfCommandLine(bench, page);
}, options);

browserTest('the text and its picture are there again without a network', async (bench) => {
  const { page, address } = await openSite(bench);
  await page.click('button:has-text("Start with this")');
  await page.waitForSelector('[data-field=name]');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.fill('[data-field=name]', 'Zora Example');
  await page.setInputFiles('.form-row.image input[type=file]', { name: 'me.svg', mimeType: 'image/svg+xml', buffer: await readFile(bench.path('signature.svg')) });
  await page.waitForFunction(() => document.querySelector('[data-field=photo]').value === 'me.svg');
  await waitForText(page, 'Zora Example');
  await page.waitForFunction(() => Object.values(localStorage).some((value) => value.includes('me.svg')));
  await page.context().setOffline(true);
  await page.goto(address);
  await waitForText(page, 'Zora Example');
  await page.waitForFunction(() => document.querySelector('[data-field=photo]')?.value === 'me.svg');
  assert.equal(await page.locator('.notice-box').count(), 0);
}, options);

browserTest('a CV of another tool is opened without a server', async (bench) => {
  const { page } = await openSite(bench);
  const resume = JSON.stringify({ basics: { name: 'Ada Lovelace' }, work: [{ name: 'Example Mills', position: 'Analyst' }] });
  await page.setInputFiles('body > input[type=file]', { name: 'resume.json', mimeType: 'application/json', buffer: Buffer.from(resume) });
  await waitForText(page, 'Example Mills');
  assert.match(await editorText(page), /Ada Lovelace/);
}, options);
