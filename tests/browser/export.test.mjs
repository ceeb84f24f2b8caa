// The web page of a CV: accessible, readable on narrow screens and without a network.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';

import { browserTest, closeBrowser, program, root } from './support.mjs';

after(closeBrowser);

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PROFILES = (await readdir(join(root, 'profiles'))).filter((name) => name.endsWith('.toml'));

/** Renders a profile as a web page and returns its address. */
function rendered(bench, profile) {
  const file = bench.path(`${profile}.html`);
  execFileSync(program, ['render', join(root, 'profiles', profile), '--format', 'html', '-o', file]);
  return pathToFileURL(file).href;
}

for (const profile of PROFILES) {
  for (const colorScheme of ['light', 'dark']) {
    browserTest(`the web page of ${profile} has no findings of axe, ${colorScheme}`, async (bench) => {
      const page = await bench.open(rendered(bench, profile), {
        context: { colorScheme, viewport: { width: 390, height: 800 } }, waitForPages: false,
      });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, 'wider than the screen');
      await page.evaluate(`${axe}; undefined`);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
      await page.setViewportSize({ width: 1280, height: 800 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1280, 'wider than the screen');
    });
  }
}
