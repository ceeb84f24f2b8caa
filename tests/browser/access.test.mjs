// Accessibility, as far as axe-core can test it, in light and in dark surroundings.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after } from 'node:test';

import { browserTest, closeBrowser, putCursor } from './support.mjs';

after(closeBrowser);

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PROFILE = 'sidebar-consultant.toml';

/** Fails if the page has a serious or critical violation. */
async function check(page, name) {
  // The evaluation of the driver is not subject to the content security policy.
  await page.evaluate(`${axe}; undefined`);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${name}: ${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`);
  assert.deepEqual(serious, []);
}

for (const colorScheme of ['light', 'dark']) {
  browserTest(`the viewer has no serious findings of axe, ${colorScheme}`, async (bench) => {
    const { address } = await bench.start('preview', PROFILE);
    const page = await bench.open(address, { context: { colorScheme } });
    await check(page, 'design');
    await page.click('[role=tab]:has-text("Findings")');
    await check(page, 'findings');
    await page.keyboard.press('F6');
    await page.keyboard.press('?');
    await check(page, 'keyboard');
    await page.keyboard.press('Escape');
    const text = await readFile(bench.path(PROFILE), 'utf8');
    await writeFile(bench.path(PROFILE), text.replace('name = "', 'name = '));
    await page.waitForSelector('.notice-box');
    await check(page, 'errors');
  });

  browserTest(`the editor has no serious findings of axe, ${colorScheme}`, async (bench) => {
    const { address } = await bench.start('edit', PROFILE);
    const page = await bench.open(address, { context: { colorScheme } });
    await check(page, 'text');
    await page.click('[role=tab]:has-text("Outline")');
    await page.locator('.outline-row').first().waitFor();
    await check(page, 'outline');
    await page.click('button:text-is("Form")');
    await page.click('.outline-row .title.entry');
    await page.locator('.form-head .act').first().waitFor();
    await check(page, 'form');
    await page.click('button:text-is("Form")');
    await putCursor(page, 'name = "Ines');
    await page.keyboard.type('ita');
    await writeFile(bench.path(PROFILE), `${await readFile(bench.path(PROFILE), 'utf8')}# theirs\n`);
    await page.waitForSelector('dialog.conflict[open]');
    await check(page, 'conflict');
    await page.click('dialog.conflict button:has-text("Compare")');
    await page.locator('.compare-bar').waitFor();
    await check(page, 'comparison');
  });

  browserTest(`the start of a new CV has no serious findings of axe, ${colorScheme}`, async (bench) => {
    const { address } = await bench.start('edit');
    const page = await bench.open(address, { context: { colorScheme }, waitForPages: false });
    await page.waitForSelector('.gallery');
    await page.waitForSelector('.page[data-hash]');
    await check(page, 'gallery');
  });
}
