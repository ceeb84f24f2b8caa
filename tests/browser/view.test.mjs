// `cvpress preview` in a browser.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after } from 'node:test';

import { browserTest, closeBrowser, shows, waitForText } from './support.mjs';

after(closeBrowser);

const PROFILE = 'sidebar-consultant.toml';

browserTest('a save shows new pages and keeps the scroll position', async (bench) => {
  const page = await bench.show('preview', PROFILE);
  await page.keyboard.press('w');
  await page.evaluate(() => { document.getElementById('canvas').scrollTop = 300; });
  const text = await readFile(bench.path(PROFILE), 'utf8');
  await shows(page, () => writeFile(bench.path(PROFILE), text.replace('Ines', 'Inesita')));
  await waitForText(page, 'Inesita');
  assert.equal(await page.evaluate(() => document.getElementById('canvas').scrollTop), 300);
});

browserTest('a text with errors keeps the old pages and shows the place', async (bench) => {
  const page = await bench.show('preview', PROFILE);
  const hash = await page.getAttribute('.page', 'data-hash');
  const text = await readFile(bench.path(PROFILE), 'utf8');
  const lines = text.split('\n');
  const line = lines.findIndex((each) => each.startsWith('name =')) + 1;
  lines[line - 1] = 'name = "Ines';
  await writeFile(bench.path(PROFILE), lines.join('\n'));
  await page.waitForSelector('.notice-box');
  assert.equal(await page.getAttribute('.page', 'data-hash'), hash);
  assert.match(await page.textContent('.notice-box .where'), new RegExp(`${PROFILE}, line ${line}$`));
  assert.match(await page.textContent('.notice-box pre'), /name = "Ines\n[^]*\^/);
  assert.match(await page.textContent('.finding-item.error .where'), new RegExp(`line ${line}`));
  await writeFile(bench.path(PROFILE), text);
  await page.waitForSelector('.notice-box', { state: 'detached' });
});

browserTest('a click shows the place in the source and opens the editor', async (bench) => {
  const page = await bench.show('preview', PROFILE, '--editor', 'sh -c "echo $0 > opened" {line}');
  const text = await readFile(bench.path(PROFILE), 'utf8');
  const line = text.split('\n').findIndex((each) => each.includes('Ines')) + 1;
  await page.click('.run.linked:has-text("Ines")');
  await page.waitForSelector('.source-lines .place');
  assert.match(await page.textContent('.part.source .where'), new RegExp(`line ${line}$`));
  assert.match(await page.textContent('.source-lines mark'), /Ines/);
  assert.match(await page.textContent('.marks .place, .mark.place') ?? '', /^$/);
  await page.waitForFunction(() => document.querySelectorAll('.mark.place').length > 0);
  for (;;) {
    const opened = await readFile(bench.path('opened'), 'utf8').catch(() => '');
    if (opened !== '') {
      assert.equal(opened.trim(), String(line));
      break;
    }
    await page.waitForTimeout(50);
  }
});

browserTest('layout, paper and options change on the page and not in the file', async (bench) => {
  const page = await bench.show('preview', PROFILE);
  const text = await readFile(bench.path(PROFILE), 'utf8');
  await shows(page, () => page.click('.layout:has-text("compact")'));
  await page.waitForSelector('h2:has-text("Options of compact")');
  const width = () => page.evaluate(() => document.querySelector('.sheet').style.getPropertyValue('--width'));
  const before = await width();
  await shows(page, () => page.selectOption('.select:has-text("Paper") select', 'us-letter'));
  assert.notEqual(await width(), before);
  const row = page.locator('.setting', { has: page.getByText('mono', { exact: true }) });
  await shows(page, () => row.locator('input').check());
  await row.locator('.reset').waitFor();
  await shows(page, () => row.locator('.reset').click());
  assert.equal(await row.locator('input').isChecked(), false);
  assert.equal(await readFile(bench.path(PROFILE), 'utf8'), text);
});

browserTest('layouts have pictures', async (bench) => {
  const page = await bench.show('preview', PROFILE);
  const layouts = await page.locator('.layout').count();
  assert.ok(layouts >= 12);
  await page.waitForFunction((count) => [...document.querySelectorAll('.picture img')].filter((image) => image.naturalWidth > 0).length === count, layouts);
});

browserTest('what check finds is marked on the page, with links both ways', async (bench) => {
  const text = await readFile(bench.path(PROFILE), 'utf8');
  await writeFile(bench.path(PROFILE), text.replace('Ines Falkenrath', 'Ines  Falkenrath').replace(/highlights = \[/, 'highlights = [\n  "teh **bold bullet",'));
  const page = await bench.show('preview', PROFILE);
  await page.waitForSelector('.flag');
  const message = await page.getAttribute('.flag', 'title');
  await page.click('.flag');
  assert.equal(await page.evaluate(() => document.activeElement.querySelector('.what').textContent), message.replaceAll('`', ''));
  await page.evaluate(() => document.activeElement.blur());
  await page.click('.finding-item:has-text("several spaces") .finding-head');
  await page.waitForSelector('.mark.place');
});

browserTest('the keyboard does everything', async (bench) => {
  const page = await bench.show('preview', PROFILE);
  const percent = () => page.textContent('.percent');
  await page.keyboard.press('0');
  assert.equal(await percent(), '100 %');
  await page.keyboard.press('+');
  assert.equal(await percent(), '110 %');
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  assert.equal(await percent(), '90 %');
  await page.keyboard.press('p');
  const fits = await page.evaluate(() => document.querySelector('.sheet').getBoundingClientRect().height < document.getElementById('canvas').clientHeight);
  assert.ok(fits);
  await page.keyboard.press('?');
  assert.equal(await page.evaluate(() => document.querySelector('dialog.help').open), true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('d');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'light');
  await page.keyboard.press('s');
  assert.equal(await page.isVisible('#panel'), false);
  // To the first page, to its first and second text, and to its place.
  await page.keyboard.press('F6');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'text');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const picked = await page.evaluate(() => document.activeElement.textContent);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.source-lines .place');
  assert.ok(picked.length > 0);
  // A layout by its arrow keys.
  await page.keyboard.press('l');
  const layout = await page.evaluate(() => document.activeElement.value);
  await shows(page, () => page.keyboard.press('ArrowLeft'));
  assert.notEqual(await page.evaluate(() => document.activeElement.value), layout);
});

browserTest('zoom and scroll position are kept over a reload', async (bench) => {
  const page = await bench.show('preview', PROFILE);
  await page.keyboard.press('0');
  await page.keyboard.press('+');
  await page.evaluate(() => { document.getElementById('canvas').scrollTop = 222; });
  await page.waitForFunction(() => Object.values(localStorage).some((value) => JSON.parse(value).scroll === 222));
  await page.reload();
  await page.waitForSelector('body[data-version] .page[data-hash]');
  assert.equal(await page.textContent('.percent'), '110 %');
  assert.equal(await page.evaluate(() => document.getElementById('canvas').scrollTop), 222);
});

browserTest('the end of the server is shown', async (bench) => {
  const { address, child } = await bench.start('preview', PROFILE);
  const page = await bench.open(address);
  child.kill('SIGKILL');
  await page.waitForSelector('body.lost');
  assert.match(await page.textContent('.status'), /No connection/);
});

browserTest('pages are downloaded in every format, page by page', async (bench) => {
  const profile = 'narrative-engineer.toml';
  const page = await bench.show('preview', profile);
  const pages = await page.locator('.page').count();
  assert.ok(pages > 1);
  const formats = await page.locator('.bar .menu-list a').count();
  // One PDF, two pictures of each page, and five formats without pages.
  assert.equal(formats, 1 + 2 * pages + 5);
  const names = new Set();
  for (let index = 0; index < formats; index += 1) {
    await page.click('.bar .menu .tool');
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.bar .menu-list a').nth(index).click()]);
    assert.match(download.suggestedFilename(), /^Résumé Shen Yuhe/);
    names.add(download.suggestedFilename());
    assert.ok((await readFile(await download.path())).length > 1000);
  }
  assert.equal(names.size, formats);
});

browserTest('a script in an SVG photo stays inert', async (bench) => {
  const photo = await readFile(bench.path('sidebar-consultant.svg'), 'utf8');
  await writeFile(bench.path('sidebar-consultant.svg'), photo.replace('</svg>', '<script>document.documentElement.setAttribute("fill", "red"); fetch("/hacked"); parent.document.title = "hacked"</script><rect width="9" height="9" onload="fetch(\'/hacked\')"/></svg>'));
  const { address } = await bench.start('preview', PROFILE);
  const page = await bench.open(address, { waitForPages: false });
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  // The program may refuse the photo; what it shows runs nothing.
  await page.waitForSelector('.page[data-hash], .notice-box');
  const hash = await page.evaluate(() => document.querySelector('.page[data-hash]')?.dataset.hash);
  if (hash) {
    // The picture as a document of its own runs nothing either.
    await page.goto(new URL(`/page/${hash}.svg`, address).href);
    await page.waitForLoadState();
  }
  assert.deepEqual(requests.filter((url) => url.includes('hacked')), []);
  bench.errors = bench.errors.filter((error) => !/Content.Security.Policy/i.test(error));
});
