// The size of the pages: a number of percent, the width of the canvas, or a whole page.

/** CSS pixels per point at 100 %. */
const ACTUAL = 96 / 72;
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
/** Space around a page, and below it for its label, in pixels. */
const MARGIN = 48;
const FOOT = 40;

export class Zoom {
  /**
   * @param {HTMLElement} canvas
   * @param {import('./pages.js').Pages} pages
   * @param {(zoom: Zoom) => void} onchange
   */
  constructor(canvas, pages, onchange) {
    this.canvas = canvas;
    this.pages = pages;
    this.onchange = onchange;
    /** @type {'width' | 'page' | number} */
    this.mode = 'width';
    this.factor = 0;
    new ResizeObserver(() => this.apply()).observe(canvas);
  }

  /** @param {'width' | 'page' | number} mode */
  set(mode) {
    this.mode = mode;
    this.apply();
    this.onchange(this);
  }

  /** Goes to the next step, up or down. */
  step(direction) {
    const next = direction > 0 ? STEPS.find((step) => step > this.factor + 0.005) : STEPS.findLast((step) => step < this.factor - 0.005);
    if (next) this.set(next);
  }

  /** Sets the scale of the pages; what was in the middle stays there. */
  apply() {
    const factor = this.wanted();
    if (!factor || Math.abs(factor - this.factor) < 0.0005) return;
    const { scrollTop, scrollHeight, clientHeight, scrollLeft, scrollWidth, clientWidth } = this.canvas;
    const middle = (scrollTop + clientHeight / 2) / scrollHeight;
    const center = (scrollLeft + clientWidth / 2) / scrollWidth;
    const isFirst = this.factor === 0;
    this.factor = factor;
    this.canvas.style.setProperty('--scale', String(factor * ACTUAL));
    if (!isFirst) {
      this.canvas.scrollTop = scrollTop === 0 ? 0 : middle * this.canvas.scrollHeight - clientHeight / 2;
      this.canvas.scrollLeft = center * this.canvas.scrollWidth - clientWidth / 2;
    }
    this.onchange(this);
  }

  wanted() {
    if (typeof this.mode === 'number') return this.mode;
    const sheets = this.pages.sheets.filter((sheet) => sheet.width);
    if (sheets.length === 0) return null;
    const width = Math.max(...sheets.map((sheet) => sheet.width));
    const height = Math.max(...sheets.map((sheet) => sheet.height));
    const across = (this.canvas.clientWidth - MARGIN) / width;
    const down = (this.canvas.clientHeight - MARGIN - FOOT) / height;
    const scale = this.mode === 'width' ? Math.min(across, 2 * ACTUAL) : Math.min(across, down);
    return Math.max(scale / ACTUAL, 0.1);
  }
}
