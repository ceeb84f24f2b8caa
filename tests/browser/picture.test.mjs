// Writes the picture of README: `PICTURE=1 npm test picture`.

import { test } from 'node:test';
import { join } from 'node:path';

import { browserTest, closeBrowser, putCursor, root } from './support.mjs';

if (process.env.PICTURE) {
  test.after(closeBrowser);
  browserTest('picture', async (bench) => {
    const { address } = await bench.start('edit', 'sidebar-consultant.toml');
    const page = await bench.open(address, { context: { viewport: { width: 1440, height: 900 } } });
    await page.waitForFunction(() => [...document.querySelectorAll('.picture img')].every((image) => image.naturalWidth > 0));
    await putCursor(page, 'Cut the median stay');
    await page.waitForSelector('.mark.place');
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(root, 'docs/pages/preview.png') });
  });
}
