// Shows the pages: a picture each, its text over it, and marks between them. A new picture replaces
// the old one after it has been decoded, so that nothing flickers and the scroll position stays.

import { boxesOver, fillTextLayer, letterAt } from './boxes.js';
import { element, isCalm } from './dom.js';
import { severities } from './findings.js';
import { send, transport } from './server.js';
import { t } from './words.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Page} Page */
/** @typedef {import('./types.js').Box} Box */

export class Pages {
  /**
   * @param {HTMLElement} list
   * @param {(box: Box, letter: number | null) => void} onpick a text was clicked
   * @param {() => void} onshown pages have changed
   */
  constructor(list, onpick, onshown) {
    this.list = list;
    this.onpick = onpick;
    this.onshown = onshown;
    /** @type {Sheet[]} */
    this.sheets = [];
    /** @type {State | null} */
    this.wanted = null;
    this.isBusy = false;
  }

  /** Shows the pages of a state. Of the states that arrive meanwhile, only the latest is shown. */
  async show(state) {
    this.wanted = state;
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.wanted) {
      const current = this.wanted;
      this.wanted = null;
      await this.load(current);
    }
    this.isBusy = false;
  }

  async load(state) {
    const { pages } = state;
    if (pages.length > 0) this.list.querySelector('.waiting')?.remove();
    while (this.sheets.length < pages.length) {
      const sheet = new Sheet(this.onpick);
      this.sheets.push(sheet);
      this.list.append(sheet.article);
    }
    await Promise.all(pages.map((page, index) => this.sheets[index].show(page)));
    for (const sheet of this.sheets.splice(pages.length)) sheet.article.remove();
    this.sheets.forEach((sheet, index) => sheet.number(index + 1, this.sheets.length));
    this.version = state.version;
    // The pages of a text with errors are those of the last text without.
    if (!state.stale) this.source = state.source;
    this.onshown();
  }

  /** Returns the runs over a range of the text, with their sheets. */
  over(start, end) {
    const boxes = this.sheets.flatMap((sheet) => sheet.boxes);
    const found = new Set(boxesOver(boxes, start, end));
    return this.sheets.flatMap((sheet) => sheet.boxes.filter((box) => found.has(box)).map((box) => ({ sheet, box })));
  }

  /** Highlights the runs over a range and scrolls to the first one unless it can be seen. */
  reveal(start, end, { scroll = true } = {}) {
    const found = this.over(start, end);
    for (const sheet of this.sheets) {
      sheet.highlight(found.filter((place) => place.sheet === sheet).map((place) => place.box));
    }
    if (scroll && found.length > 0) found[0].sheet.scrollTo(found[0].box);
    return found.length > 0;
  }
}

/** One page. */
class Sheet {
  constructor(onpick) {
    this.hash = '';
    this.textHash = '';
    /** @type {Box[]} */
    this.boxes = [];
    this.image = element('img', { alt: '', draggable: 'false' });
    this.marks = element('div', { class: 'marks', 'aria-hidden': 'true' });
    this.places = element('div', { class: 'marks', 'aria-hidden': 'true' });
    this.text = element('div', { class: 'text', tabindex: '0', role: 'group' });
    this.flags = element('div', { class: 'flags' });
    this.sheet = element('div', { class: 'sheet' }, this.image, this.marks, this.places, this.text, this.flags);
    this.label = element('span');
    this.bar = element('span', { class: 'fill-bar' }, element('span'));
    this.fill = element('span', { class: 'fill' });
    const foot = element('p', { class: 'page-foot' }, this.label, this.bar, this.fill);
    this.article = element('article', { class: 'page' }, this.sheet, foot);
    this.listen(onpick);
  }

  listen(onpick) {
    this.text.addEventListener('click', (event) => {
      const run = /** @type {HTMLElement} */ (event.target).closest('.run');
      // A selection that was made by dragging stays a selection.
      if (!run || !getSelection()?.isCollapsed) return;
      onpick(run.box, letterAt(event.clientX, event.clientY));
    });
    this.text.addEventListener('keydown', (event) => {
      const run = document.activeElement?.closest('.run');
      if (event.key === 'Enter' && run) onpick(run.box, null);
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const runs = [...this.text.querySelectorAll('.linked')];
      const at = run ? runs.indexOf(run) + step : 0;
      if (runs[at]) {
        event.preventDefault();
        runs[at].focus();
      }
    });
  }

  /** @param {Page} page */
  async show(page) {
    this.showFill(page.fill);
    const isSamePicture = page.hash === this.hash;
    if (isSamePicture && page.text === this.textHash) return;
    const image = isSamePicture ? this.image : element('img', { alt: '', draggable: 'false', src: await transport.picture(`/page/${page.hash}.svg`) });
    const [text, isLoaded] = await Promise.all([
      send('GET', `/text/${page.text}.json`),
      image.decode().then(() => true, () => false),
    ]);
    // The server has forgotten a page when a later state is on its way.
    if (!isLoaded || !text.ok) return;
    this.hash = page.hash;
    this.textHash = page.text;
    this.boxes = text.answer.boxes;
    if (!isSamePicture) this.replace(image, page);
    fillTextLayer(this.text, this.boxes);
    this.places.replaceChildren();
  }

  replace(image, page) {
    this.sheet.style.setProperty('--width', String(page.width));
    this.sheet.style.setProperty('--height', String(page.height));
    this.width = page.width;
    this.height = page.height;
    this.image.replaceWith(image);
    this.image = image;
    this.article.dataset.hash = page.hash;
  }

  number(number, total) {
    this.article.setAttribute('aria-label', t('Page {number} of {total}', { number, total }));
    this.text.setAttribute('aria-label', t('Text of page {number}: arrow keys go from text to text, Enter shows the place', { number }));
    this.label.textContent = t('Page {number}', { number });
  }

  showFill(fill) {
    const isKnown = typeof fill === 'number';
    this.bar.hidden = !isKnown;
    const percent = isKnown ? Math.round(fill * 100) : 0;
    this.bar.firstElementChild.style.width = `${Math.min(percent, 100)}%`;
    this.bar.classList.toggle('low', percent < 60);
    this.fill.textContent = isKnown ? `${percent} % full` : '';
  }

  highlight(boxes) {
    this.places.replaceChildren(...boxes.map((box) => mark(box, 'place')));
  }

  /** Marks findings: an underline below their runs and a flag beside the first. */
  showFindings(found) {
    this.marks.replaceChildren(...found.flatMap(({ finding, boxes }) => boxes.map((box) => mark(box, `finding ${finding.severity}`))));
    this.flags.replaceChildren(...found.filter(({ isFirst }) => isFirst).map(({ finding, boxes, onclick }) => {
      const flag = element('button', { type: 'button', class: `flag ${finding.severity}`, title: finding.message, onclick, 'aria-label': `${severities()[finding.severity]}: ${finding.message}` });
      flag.style.setProperty('--at', String(boxes[0].y + boxes[0].height / 2));
      return flag;
    }));
  }

  /** Scrolls to a run if it is outside of what can be seen. */
  scrollTo(box) {
    const canvas = this.article.closest('.canvas');
    const view = canvas.getBoundingClientRect();
    const own = this.sheet.getBoundingClientRect();
    const scale = own.height / this.height;
    const top = own.top + box.y * scale;
    const left = own.left + box.x * scale;
    const isVisible = top > view.top + 24 && top + box.height * scale < view.bottom - 24;
    if (isVisible && left > view.left && left < view.right) return;
    canvas.scrollBy({
      top: isVisible ? 0 : top - view.top - view.height / 3,
      left: left > view.left && left < view.right ? 0 : left - view.left - 24,
      behavior: isCalm() ? 'auto' : 'smooth',
    });
  }
}

function mark(box, kind) {
  const made = element('span', { class: `mark ${kind}` });
  made.style.left = `${box.x}px`;
  made.style.top = `${box.y}px`;
  made.style.width = `${box.width}px`;
  made.style.height = `${box.height}px`;
  return made;
}
