// The text of a page: real, selectable text over its picture, run by run, each as wide as on the page.

import { element } from './dom.js';

/** @typedef {import('./types.js').Box} Box */

const ruler = document.createElement('canvas').getContext('2d');

/**
 * Fills a layer with the runs of a page.
 * @param {HTMLElement} layer
 * @param {Box[]} boxes in reading order
 */
export function fillTextLayer(layer, boxes) {
  const runs = document.createDocumentFragment();
  let previous = null;
  for (const box of boxes) {
    if (previous) runs.append(gap(previous, box));
    runs.append(run(box));
    previous = box;
  }
  layer.replaceChildren(runs);
}

/** Returns what separates two runs for search, copies and screen readers: nothing, a space, or a line. */
function gap(before, after) {
  const sameLine = Math.abs(after.y + after.height / 2 - before.y - before.height / 2) < before.height / 2;
  if (!sameLine) return element('br', { role: 'presentation' });
  if (/\s$/.test(before.text) || /^\s/.test(after.text)) return '';
  const distance = Math.max(after.x - before.x - before.width, before.x - after.x - after.width);
  return distance > before.height * 0.1 ? ' ' : '';
}

function run(box) {
  // Spaces and soft hyphens have no width of their own here, and nothing to click.
  const leads = box.start !== null && /[^\s\u00ad]/.test(box.text);
  const span = element('span', { text: box.text, dir: 'auto', tabindex: '-1', class: leads ? 'run linked' : 'run' });
  span.box = box;
  const size = box.height || 1;
  span.style.left = `${box.x}px`;
  span.style.top = `${box.y}px`;
  span.style.height = `${box.height}px`;
  span.style.lineHeight = `${box.height}px`;
  span.style.fontSize = `${size}px`;
  ruler.font = `${size}px sans-serif`;
  const natural = ruler.measureText(box.text).width;
  if (natural > 0) span.style.transform = `scaleX(${box.width / natural})`;
  span.style.width = `${natural}px`;
  return span;
}

/** Returns the letter of a run at a point of the window, or null. */
export function letterAt(x, y) {
  if (document.caretPositionFromPoint) return document.caretPositionFromPoint(x, y)?.offset ?? null;
  return document.caretRangeFromPoint?.(x, y)?.startOffset ?? null;
}

/** Returns the boxes whose places overlap a range, those of the smallest places alone. */
export function boxesOver(boxes, start, end) {
  const over = boxes.filter((box) => box.start !== null && box.start <= end && start <= box.end);
  if (start !== end) return over;
  const least = Math.min(...over.map((box) => box.end - box.start));
  return over.filter((box) => box.end - box.start === least);
}
