// The tab of the source, for the viewer: the lines of the profile around a text that was clicked.

import { element } from './dom.js';
import { send } from './server.js';
import { t } from './words.js';

/** Lines shown before and after the place. */
const AROUND = 4;

export class Source {
  /** @param {HTMLElement} body */
  constructor(body) {
    this.body = body;
    body.append(element('p', { class: 'quiet', text: t('Click a text on a page to see where it comes from.') }));
    /** The text that the pages show, and the newest one. */
    this.shown = '';
    this.newest = '';
  }

  /**
   * Reads the profile when it has changed.
   * @param {import('./types.js').State} state
   */
  async update(state) {
    if (state.etag === this.etag && state.stale === this.isStale) return;
    this.etag = state.etag;
    this.isStale = state.stale;
    const { ok, answer } = await send('GET', '/profile');
    if (!ok) return;
    this.newest = answer.text;
    if (!state.stale) this.shown = answer.text;
  }

  /** Returns where a place of the text that the pages show is in the newest text. */
  current(offset) {
    return moved(this.shown, this.newest, offset);
  }

  /** Shows the lines around a place of the text that the pages show. */
  show(start, end, file) {
    const from = this.current(start);
    const to = Math.max(from, this.current(end));
    const lines = this.newest.split('\n');
    const line = this.newest.slice(0, from).split('\n').length;
    const last = this.newest.slice(0, to).split('\n').length;
    const first = Math.max(1, line - AROUND);
    const rows = lines.slice(first - 1, Math.min(last + AROUND, first + 40)).map((text, index) => {
      const number = first + index;
      const isPlace = number >= line && number <= last;
      const begin = lines.slice(0, number - 1).reduce((sum, each) => sum + each.length + 1, 0);
      const left = isPlace ? Math.max(0, from - begin) : 0;
      const right = isPlace ? Math.min(text.length, to - begin) : 0;
      return element('li', { class: isPlace ? 'place' : '', value: number }, text.slice(0, left), right > left ? element('mark', { text: text.slice(left, right) }) : null, text.slice(Math.max(left, right)) || ' ');
    });
    this.body.replaceChildren(
      element('p', { class: 'where', role: 'status', text: `${file ?? t('text')}, ${t('line {line}', { line: String(line) })}` }),
      element('ol', { class: 'source-lines', tabindex: '0', 'aria-label': t('Source') }, ...rows),
    );
    return line;
  }
}

/** Returns where an offset of one text is in another, which differs in one stretch. */
export function moved(before, after, offset) {
  let start = 0;
  const shortest = Math.min(before.length, after.length);
  while (start < shortest && before[start] === after[start]) start += 1;
  if (offset <= start) return offset;
  let tail = 0;
  while (tail < shortest - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  if (offset >= before.length - tail) return offset + after.length - before.length;
  return start;
}
