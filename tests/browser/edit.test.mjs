// `cvpress edit` in a browser.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after } from 'node:test';

import { browserTest, closeBrowser, cursor, editorText, putCursor, shows, waitForPlace, waitForText } from './support.mjs';

after(closeBrowser);

const PROFILE = 'sidebar-consultant.toml';

browserTest('typing shows new pages, and saving writes the file', async (bench) => {
  const page = await bench.show('edit', PROFILE);
  await putCursor(page, 'name = "Ines');
  await page.keyboard.type('ita');
  await waitForText(page, 'Inesita');
  assert.doesNotMatch(await readFile(bench.path(PROFILE), 'utf8'), /Inesita/);
  assert.ok(await page.evaluate(() => document.body.classList.contains('unsaved')));
  await page.keyboard.press('Control+s');
  await page.waitForFunction(() => !document.body.classList.contains('unsaved'));
  assert.equal(await readFile(bench.path(PROFILE), 'utf8'), await editorText(page));
});

browserTest('a page that is opened again shows the text of the file', async (bench) => {
  const { address } = await bench.start('edit', PROFILE);
  const first = await bench.open(address);
  await putCursor(first, 'name = "Ines');
  await first.keyboard.type('ita" ');
  await first.waitForSelector('.notice-box');
  await first.close({ runBeforeUnload: false });
  const second = await bench.open(address);
  await second.waitForSelector('.canvas:not(.stale)');
  await waitForText(second, 'Ines Falkenrath');
  await second.waitForFunction(() => !document.querySelector('.notice-box') && !document.body.classList.contains('unsaved'));
});

browserTest('text that was not saved is offered again', async (bench) => {
  const { address } = await bench.start('edit', PROFILE);
  const first = await bench.open(address);
  await putCursor(first, 'name = "Ines');
  await first.keyboard.type('ita');
  await waitForText(first, 'Inesita');
  await first.waitForFunction(() => Object.values(localStorage).some((value) => value.includes('Inesita')));
  const context = first.context();
  await first.close({ runBeforeUnload: false });
  const second = await context.newPage();
  await second.goto(address);
  await second.click('button:has-text("Restore")');
  await waitForText(second, 'Inesita');
  await second.keyboard.press('Control+s');
  await second.waitForFunction(() => !document.body.classList.contains('unsaved'));
  assert.match(await readFile(bench.path(PROFILE), 'utf8'), /Inesita/);
  await second.waitForFunction(() => !Object.values(localStorage).some((value) => value.includes('unsaved":{')));
});

browserTest('a download of a text with an error reports the place of the error', async (bench) => {
  const page = await bench.show('edit', PROFILE);
  await putCursor(page, 'name = "Ines Falkenrath"');
  await page.keyboard.press('Backspace');
  await page.waitForSelector('.notice-box');
  await page.evaluate(() => { [...document.querySelectorAll('.bar .menu-list a')][0].click(); });
  await page.waitForSelector('.toast[role=alert]:has-text("Not downloaded"):has-text("line ")');
});

browserTest('two tabs know of each other', async (bench) => {
  const { address } = await bench.start('edit', PROFILE);
  const first = await bench.open(address);
  const second = await first.context().newPage();
  await second.goto(address);
  await first.waitForSelector('.toast:has-text("another tab")');
  await second.waitForSelector('.toast:has-text("another tab")');
});

browserTest('line ends of Windows stay', async (bench) => {
  const text = (await readFile(bench.path(PROFILE), 'utf8')).replaceAll('\n', '\r\n');
  await writeFile(bench.path(PROFILE), text);
  const page = await bench.show('edit', PROFILE);
  await page.click('.run.linked:has-text("Accessibility Core")');
  assert.match((await cursor(page)).line, /Accessibility Core/);
  await putCursor(page, 'name = "Ines');
  await page.keyboard.type('ita');
  await waitForText(page, 'Inesita');
  await page.click('.run.linked:has-text("Accessibility Core")');
  assert.match((await cursor(page)).line, /Accessibility Core/);
  await putCursor(page, 'Public Service of');
  await waitForPlace(page, 'Public Service of');
  await page.keyboard.press('Control+s');
  await page.waitForFunction(() => !document.body.classList.contains('unsaved'));
  assert.equal(await readFile(bench.path(PROFILE), 'utf8'), text.replace('Ines', 'Inesita'));
});

browserTest('a text with errors keeps the old pages and shows the place', async (bench) => {
  const page = await bench.show('edit', PROFILE);
  const hash = await page.getAttribute('.page', 'data-hash');
  await putCursor(page, 'name = "Ines Falkenrath"');
  await page.keyboard.press('Backspace');
  await page.waitForSelector('.notice-box');
  assert.equal(await page.getAttribute('.page', 'data-hash'), hash);
  await page.locator('.cm-lint-marker-error').waitFor();
  await page.locator('.cm-content').press('End');
  await page.keyboard.type('"');
  await page.waitForSelector('.notice-box', { state: 'detached' });
});

browserTest('the place of the cursor is shown on the page', async (bench) => {
  const page = await bench.show('edit', PROFILE);
  await putCursor(page, 'Vienna, Aus');
  await waitForPlace(page, 'Vienna, Austria');
});

browserTest('a click on the page follows text that was typed since', async (bench) => {
  const page = await bench.show('edit', PROFILE);
  await page.route('**/draft', (route) => new Promise((resolve) => { setTimeout(() => resolve(route.continue()), 1500); }));
  await putCursor(page, 'layout = "sidebar"');
  await page.keyboard.type('\n# one more line, of which the pages know nothing yet\n');
  await page.click('.run.linked:has-text("Vienna, Austria")');
  assert.match((await cursor(page)).line, /Vienna/);
});

browserTest('a change on the disk is taken over when there are no own changes', async (bench) => {
  const page = await bench.show('edit', PROFILE);
  const text = await readFile(bench.path(PROFILE), 'utf8');
  const changed = text.replace('Ines', 'Inesita');
  await shows(page, () => writeFile(bench.path(PROFILE), changed));
  await waitForText(page, 'Inesita');
  assert.equal(await editorText(page), changed);
  assert.equal(await page.evaluate(() => document.body.classList.contains('unsaved')), false);
});

for (const choice of ['Keep mine', 'Take theirs', 'Compare']) {
  browserTest(`a change on the disk beside own changes: ${choice}`, async (bench) => {
    const page = await bench.show('edit', PROFILE);
    const text = await readFile(bench.path(PROFILE), 'utf8');
    await putCursor(page, 'name = "Ines');
    await page.keyboard.type('ita');
    await waitForText(page, 'Inesita');
    const theirs = text.replace('Vienna, Austria', 'Linz, Austria');
    await writeFile(bench.path(PROFILE), theirs);
    await page.waitForSelector('dialog.conflict[open]');
    assert.equal(await readFile(bench.path(PROFILE), 'utf8'), theirs);
    // The choice that loses nothing is that of the Enter key.
    assert.equal(await page.locator('dialog.conflict button:focus').textContent(), 'Compare');
    await page.click(`dialog.conflict button:has-text("${choice}")`);
    const mine = text.replace('Ines', 'Inesita');
    if (choice === 'Keep mine') {
      await page.waitForFunction(() => !document.body.classList.contains('unsaved'));
      assert.equal(await readFile(bench.path(PROFILE), 'utf8'), mine);
    } else if (choice === 'Take theirs') {
      await page.waitForFunction(() => !document.body.classList.contains('unsaved'));
      assert.equal(await editorText(page), theirs);
      await page.keyboard.press('Control+z');
      assert.equal(await editorText(page), mine);
    } else {
      // Both changes are shown; theirs is taken at the second one.
      await page.locator('.cm-chunkButtons').nth(1).waitFor();
      await page.locator('.cm-chunkButtons').nth(1).getByText('Take theirs').click();
      await page.click('.compare-bar button');
      await page.waitForFunction(() => !document.body.classList.contains('unsaved'));
      assert.equal(await readFile(bench.path(PROFILE), 'utf8'), mine.replace('Vienna, Austria', 'Linz, Austria'));
    }
  });
}

browserTest('a save over a change that was not noticed yet asks first', async (bench) => {
  const page = await bench.show('edit', PROFILE);
  const text = await readFile(bench.path(PROFILE), 'utf8');
  // The page does not see that the file changes.
  await page.evaluate(() => { EventSource.prototype.dispatchEvent = () => true; });
  await page.route('**/profile', async (route) => {
    if (route.request().method() === 'PUT') await writeFile(bench.path(PROFILE), `${text}# theirs\n`);
    await route.continue();
  });
  await putCursor(page, 'name = "Ines');
  await page.keyboard.type('ita');
  await page.keyboard.press('Control+s');
  await page.waitForSelector('dialog.conflict[open]');
  assert.equal(await readFile(bench.path(PROFILE), 'utf8'), `${text}# theirs\n`);
});

browserTest('layout and options are written to the text with its comments', async (bench) => {
  const name = 'compact-engineer.toml';
  const page = await bench.show('edit', name);
  const text = await readFile(bench.path(name), 'utf8');
  const comments = text.split('\n').filter((line) => line.startsWith('#'));
  assert.ok(comments.length > 0);
  const row = page.locator('.setting', { has: page.getByText('mono', { exact: true }) });
  await shows(page, () => row.locator('input').check());
  const edited = await editorText(page);
  assert.match(edited, /mono = true/);
  for (const comment of comments) assert.ok(edited.includes(comment), comment);
  await shows(page, () => page.click('.layout:has-text("banner")'));
  assert.match(await editorText(page), /^layout = "banner"$/m);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.equal(await editorText(page), text);
});

browserTest('sections move by keyboard and by drag, entries and bullets are added and removed', async (bench) => {
  const page = await bench.show('edit', PROFILE);
  await page.click('[role=tab]:has-text("Outline")');
  const titles = () => page.locator('.outline-row .title.section').allTextContents();
  await page.locator('.outline-row .title.section').first().waitFor();
  const first = await titles();
  const text = await editorText(page);
  await page.locator('.outline-row .title.section').first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.waitForFunction((title) => document.querySelectorAll('.outline-row .title.section')[1].textContent === title, first[0]);
  // The moved section keeps the focus, so that it moves on with the next key.
  assert.equal(await page.evaluate(() => document.activeElement.textContent), first[0]);
  await page.keyboard.press('Alt+ArrowUp');
  await page.waitForFunction((title) => document.querySelector('.outline-row .title.section').textContent === title, first[0]);
  assert.equal(await editorText(page), text);

  const handle = page.locator('.outline-list').first().locator('> .outline-item > .outline-row .handle');
  const from = await handle.nth(1).boundingBox();
  const to = await handle.nth(0).boundingBox();
  await page.mouse.move(from.x + 5, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, from.y - 10);
  await page.mouse.move(to.x + 5, to.y + 6);
  await page.mouse.up();
  await page.waitForFunction((title) => document.querySelector('.outline-row .title.section').textContent === title, first[1]);
  assert.deepEqual((await titles()).toSorted(), first.toSorted());

  const before = await page.locator('.outline-row .title.entry').count();
  await page.locator('.outline-row', { hasText: first[0] }).first().hover();
  await page.getByRole('button', { name: `Add an entry: ${first[0]}` }).click();
  await page.waitForFunction((count) => document.querySelectorAll('.outline-row .title.entry').length === count + 1, before);
  await page.locator('.outline-row').first().hover();
  await page.locator('.outline-row').first().getByTitle('Remove').click();
  await page.waitForFunction((title) => document.querySelector('.outline-row .title.section').textContent !== title, first[1]);
  await page.click('.toast button');
  await page.waitForFunction((title) => document.querySelector('.outline-row .title.section').textContent === title, first[1]);
});

browserTest('completion and hover are answered by the program', async (bench) => {
  const page = await bench.show('edit', PROFILE);
  await putCursor(page, 'name = "Ines Falkenrath"');
  await page.keyboard.type('\nnation');
  // The editor ignores Enter while a list has just opened, so as not to take a line break for a choice.
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'nationality' }).first().click();
  await page.waitForFunction(() => document.querySelector('.editor').shadowRoot.querySelector('.cm-content').textContent.includes('nationality = '));
  await page.keyboard.press('Escape');
  const key = page.locator('.cm-line', { hasText: 'email = ' }).first();
  await key.hover({ position: { x: 12, y: 8 } });
  await page.locator('.cm-about').waitFor();
  assert.ok((await page.locator('.cm-about').textContent()).length > 5);
});

browserTest('the text is formatted as fmt does', async (bench) => {
  const page = await bench.show('edit', PROFILE);
  const text = await editorText(page);
  await putCursor(page, 'name = "Ines Falkenrath"');
  await page.keyboard.type('   ');
  await page.keyboard.press('Shift+Alt+F');
  await page.waitForFunction((wanted) => document.querySelector('.editor').shadowRoot.querySelector('.cm-content').cmTile.root.view.state.doc.toString() === wanted, text);
});

browserTest('the keyboard leads from the text to the pages, the panel and back', async (bench) => {
  const page = await bench.show('edit', PROFILE);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('F6');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'text');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'editor');
  await page.keyboard.press('F6');
  await page.keyboard.press('F6');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'tab');
  await page.keyboard.press('F6');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'editor');
});

browserTest('a new profile starts from a sample', async (bench) => {
  const { address } = await bench.start('edit');
  const page = await bench.open(address, { waitForPages: false });
  await page.waitForSelector('.gallery');
  await page.check('.card input[value="nurse"]', { force: true });
  await page.check('.card input[name="gallery-locale"][value^="de"]', { force: true });
  await page.waitForSelector('.page[data-hash]');
  await page.click('.gallery button.main');
  const text = await editorText(page);
  assert.match(text, /locale = "de/);
  await page.keyboard.press('Control+s');
  await page.waitForFunction(() => !document.body.classList.contains('unsaved'));
  assert.equal(await readFile(bench.path('cv.toml'), 'utf8'), text);
});

browserTest('a CV of another tool is opened in place of the text, and undo brings the text back', async (bench) => {
  const page = await bench.show('edit', PROFILE);
  const before = await editorText(page);
  const resume = JSON.stringify({ basics: { name: 'Ada Lovelace' }, work: [{ name: 'Example Mills' }] });
  const file = { name: 'resume.json', mimeType: 'application/json', buffer: Buffer.from(resume) };
  await page.setInputFiles('input[type=file]', file);
  await waitForText(page, 'Example Mills');
  assert.match(await page.textContent('.toast'), /json-resume/);
  await page.keyboard.press('Control+z');
  await waitForText(page, 'Ines Falkenrath');
  assert.equal(await editorText(page), before);
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['{"basics":{"name":"Grace Hopper"}}'], 'resume.json', { type: 'application/json' }));
    return data;
  });
  const text = await page.evaluateHandle(() => document.querySelector('.editor').shadowRoot.querySelector('.cm-content'));
  await text.asElement().dispatchEvent('drop', { dataTransfer: dropped });
  await waitForText(page, 'Grace Hopper');
  assert.doesNotMatch(await editorText(page), /basics/);
  await page.keyboard.press('Control+z');
  await waitForText(page, 'Ines Falkenrath');
  assert.equal(await editorText(page), before);
  await page.setInputFiles('input[type=file]', { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]) });
  await page.waitForSelector('.toast[role=alert]');
  assert.equal(await editorText(page), before);
});
