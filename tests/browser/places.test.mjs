// Every text on a page leads to its place in the profile, in all layouts, and in other ways of writing
// in a third of them each: a click on it, and the text that the editor then shows has the word that was
// clicked.

import assert from 'node:assert/strict';
import { after } from 'node:test';

import { browserTest, closeBrowser, shows } from './support.mjs';

after(closeBrowser);

const PROFILES = [
  { name: 'compact-engineer.toml', language: 'English' },
  { name: 'bilingual-researcher.toml', language: 'Chinese', locale: 'zh', third: 2 },
  { name: 'japanese-designer.toml', language: 'Japanese', third: 0 },
  { name: 'arabic-engineer.toml', language: 'Arabic', third: 1 },
];

for (const { name, language, locale, third } of PROFILES) {
  browserTest(`every text leads to its place: ${language}`, async (bench) => {
    const page = await bench.show('edit', name, ...(locale ? ['--locale', locale] : []));
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('p');
    const layouts = await page.locator('.layout input').evaluateAll((radios) => radios.map((radio) => radio.value));
    assert.ok(layouts.length >= 12);
    for (const layout of layouts.filter((_, index) => third === undefined || index % 3 === third)) {
      await shows(page, () => page.evaluate((wanted) => fetch('/view', {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ layout: wanted }),
      }), layout));
      const { clicks, unlinked } = await page.evaluate(clickEverything);
      const wrong = clicks.filter((click) => !isRight(click));
      assert.deepEqual(wrong, [], `${layout}: ${wrong.length} of ${clicks.length} texts lead elsewhere`);
      // Bullets, separators, numbers and labels of the layout are not in the profile.
      // The words of the form of `rirekisho` are its own, in Japanese.
      const own = layout === 'rirekisho' ? /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|^mm$/u : /^$/;
      const words = unlinked.filter((text) => /\p{L}/u.test(text) && !own.test(text));
      assert.ok(words.length < clicks.length * 0.15, `${layout}: of ${clicks.length + unlinked.length} texts, these lead nowhere: ${words.join(' | ')}`);
    }
  });
}

/** Clicks each text that leads to the profile, at its middle, and returns what the editor shows. */
async function clickEverything() {
  const view = document.querySelector('.editor').shadowRoot.querySelector('.cm-content').cmTile.root.view;
  const clicks = [];
  for (const sheet of document.querySelectorAll('.sheet')) {
    sheet.scrollIntoView({ block: 'center', behavior: 'instant' });
    for (const run of sheet.querySelectorAll('.run.linked')) {
      const { left, top, width, height } = run.getBoundingClientRect();
      const at = { clientX: left + width / 2, clientY: top + height / 2 };
      // Boxes of neighbors may overlap: the one on top is clicked, as by a mouse.
      const target = document.elementFromPoint(at.clientX, at.clientY);
      if (!target?.classList.contains('linked')) {
        clicks.push({ text: run.textContent, shown: null, target: target?.className });
        continue;
      }
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, ...at }));
      const { from, to } = target.box.start === null ? {} : shownRange();
      clicks.push({ text: target.textContent, shown: view.state.sliceDoc(from, to), line: view.state.doc.lineAt(from).text });
    }
  }
  return { clicks, unlinked: [...document.querySelectorAll('.run:not(.linked)')].map((run) => run.textContent) };

  function shownRange() {
    for (const source of view.state.facet(view.constructor.decorations)) {
      const set = typeof source === 'function' ? source(view) : source;
      const cursor = set.iter();
      while (cursor.value) {
        if (cursor.value.spec.class === 'cm-shown') return { from: cursor.from, to: cursor.to };
        cursor.next();
      }
    }
    return { from: view.state.selection.main.head, to: view.state.selection.main.head };
  }
}

/** Returns whether a text of the profile is that of a click. */
function isRight({ text, shown, line }) {
  if (shown === null) return false;
  const words = text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return true;
  const source = plain(shown);
  if (words.some((word) => source.includes(plain(word)))) return true;
  // Labels lead to what they name.
  if (/[:：]\s*$/.test(text) && /=/.test(line)) return true;
  // Headings of the language lead to their section, levels, dates and networks to their value.
  return /^\s*\[/.test(line) || /=/.test(line) && (/\d{4}/.test(shown) || !/\s/.test(shown.trim()));
}

function plain(text) {
  return text.normalize('NFKC').replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCodePoint(parseInt(code, 16))).replace(/[*_`\\]/g, '').toLowerCase();
}
