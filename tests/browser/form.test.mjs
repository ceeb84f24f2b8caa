// The form of `cvpress edit`: fields in place of the text.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after } from 'node:test';

import { browserTest, closeBrowser, editorText, shows, waitForText } from './support.mjs';

after(closeBrowser);

const PROFILE = 'compact-engineer.toml';

/** Opens the form of a profile. */
async function openForm(bench, name = PROFILE) {
  const page = await bench.show('edit', name);
  await page.click('button:text-is("Form")');
  await page.waitForSelector('.form [data-field]');
  return page;
}

/** Waits until the text of the profile has a text. */
async function waitForWritten(page, text) {
  await page.waitForFunction((wanted) => document.querySelector('.editor').shadowRoot.querySelector('.cm-content').cmTile.root.view.state.doc.toString().includes(wanted), text);
}

/** Returns the key of the field that has the focus. */
function focused(page) {
  return page.evaluate(() => document.activeElement?.dataset.field ?? null);
}

browserTest('a text of the page is changed in its field, and nothing else of the profile', async (bench) => {
  const page = await openForm(bench);
  const before = await readFile(bench.path(PROFILE), 'utf8');
  await page.click('.run.linked:has-text("Firmware Intern")');
  await page.waitForFunction(() => document.activeElement?.dataset.field === 'position');
  await page.keyboard.press('End');
  await page.keyboard.type(' and Lead');
  await waitForText(page, 'and Lead');
  const after = await editorText(page);
  assert.equal(after.replace(' and Lead', ''), before);
});

browserTest('a field that is emptied leaves the profile, and undo brings it back', async (bench) => {
  const page = await openForm(bench);
  const before = await editorText(page);
  await page.fill('[data-field=email]', '');
  await page.waitForFunction(() => document.body.classList.contains('unsaved'));
  assert.doesNotMatch(await editorText(page), /^email/m);
  await page.click('[aria-label^="Undo"]');
  await page.waitForFunction(() => !document.body.classList.contains('unsaved'));
  assert.equal(await editorText(page), before);
  await page.waitForFunction(() => document.querySelector('[data-field=email]').value !== '');
});

browserTest('Enter makes the next bullet, and an empty one goes', async (bench) => {
  const page = await openForm(bench);
  await page.click('.run.linked:has-text("Programmed")');
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  const first = await focused(page);
  assert.match(first, /highlights\/0$/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.dataset.field?.endsWith('highlights/1'));
  await page.keyboard.type('Counted sheep');
  await waitForText(page, 'Counted sheep');
  const text = await editorText(page);
  assert.ok(text.indexOf('Programmed') < text.indexOf('Counted sheep'));
  await page.fill(`[data-field="${first.replace(/0$/, '1')}"]`, '');
  await page.keyboard.press('Backspace');
  await page.waitForFunction((key) => document.activeElement?.dataset.field === key, first);
  assert.doesNotMatch(await editorText(page), /Counted sheep/);
});

browserTest('a picture is kept beside the profile, and no other file is replaced', async (bench) => {
  const page = await openForm(bench);
  const name = 'signature.svg';
  const bytes = await readFile(bench.path(name));
  const other = Buffer.concat([bytes, Buffer.from('\n')]);
  await page.setInputFiles('.form-row.image input[type=file]', { name, mimeType: 'image/svg+xml', buffer: other });
  const added = 'signature-2.svg';
  await waitForWritten(page, `photo = "${added}"`);
  assert.ok((await readFile(bench.path(added))).equals(other));
  assert.ok((await readFile(bench.path(name))).equals(bytes));
});

browserTest('an entry is added, and its first field is that of the new one', async (bench) => {
  const page = await openForm(bench);
  await page.click('.run.linked:has-text("Kestrel Field Systems")');
  await page.waitForFunction(() => document.activeElement?.dataset.field === 'organization');
  await shows(page, () => page.click('[aria-label^="Add an entry"]'));
  await page.waitForFunction(() => document.querySelector('[data-field=organization]')?.value === 'Organization');
  await page.fill('[data-field=organization]', 'Example Docks');
  await waitForText(page, 'Example Docks');
  const text = await editorText(page);
  assert.ok(text.indexOf('Kestrel Field Systems') < text.indexOf('Example Docks') && text.indexOf('Example Docks') < text.indexOf('Meridian Agritech'));
});
