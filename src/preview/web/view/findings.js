// What the program found: problems of the file, and what `check` says of the pages. They are listed in
// the panel and marked on the pages, with links both ways.

import { button, element } from './dom.js';
import { t } from './words.js';

/** @typedef {import('./types.js').Finding} Finding */

const ORDER = ['error', 'warning', 'note'];

/** The names of the severities. */
export const severities = () => ({ error: t('error'), warning: t('warning'), note: t('note') });

function keyOf({ rule, start, end, message }) {
  return JSON.stringify([rule, start, end, message]);
}

function isSame(one, other) {
  return keyOf(one) === keyOf(other);
}

/** Returns findings without repetitions, errors first. */
export function merge(...lists) {
  const known = new Map(lists.flat().map((finding) => [keyOf(finding), finding]));
  return [...known.values()].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

export class FindingList {
  /**
   * @param {HTMLElement} body
   * @param {(finding: Finding) => void} onpick
   * @param {(fixes: {finding: Finding, fix: Finding['fixes'][number]}[]) => void} onfix
   */
  constructor(body, onpick, onfix) {
    this.body = body;
    this.onpick = onpick;
    this.onfix = onfix;
    this.items = [];
    this.at = -1;
  }

  /**
   * @param {Finding[]} findings
   * @param {boolean} canFix whether there is an editor
   */
  show(findings, canFix) {
    const key = JSON.stringify([canFix, findings], (name, value) => (name === 'source' ? undefined : value));
    if (key === this.key) return;
    this.key = key;
    this.at = -1;
    this.findings = findings;
    const hadFocus = this.body.contains(document.activeElement);
    this.items = findings.map((finding) => this.item(finding, canFix));
    // What has one right answer.
    const clear = canFix ? findings.filter(({ fixes }) => fixes.length === 1).map((finding) => ({ finding, fix: finding.fixes[0] })) : [];
    this.body.replaceChildren(...(findings.length === 0
      ? [element('p', { class: 'quiet', text: t('Nothing to correct.') })]
      : [clear.length > 1 ? button(t('Fix all {count}', { count: clear.length }), () => this.onfix(clear), { class: 'fix', title: t('Makes every correction that has one right answer') }) : null,
        element('ul', { class: 'finding-list' }, ...this.items)].filter((part) => part)));
    if (hadFocus) this.body.focus();
  }

  item(finding, canFix) {
    const line = finding.line ? t('line {line}', { line: String(finding.line) }) : null;
    const where = [finding.file, line].filter((place) => place).join(', ');
    const head = element('button', { type: 'button', class: 'finding-head', onclick: () => this.onpick(finding) },
      element('span', { class: `severity ${finding.severity}`, text: severities()[finding.severity] }),
      element('span', { class: 'where', text: where }),
      element('span', { class: 'what' }, ...code(finding.message)));
    return element('li', { class: `finding-item ${finding.severity}` }, head,
      finding.excerpt && !canFix ? element('pre', { text: finding.excerpt, tabindex: '0', role: 'group', 'aria-label': t('Source') }) : null,
      ...finding.hints.map((hint) => element('p', { class: 'hint' }, ...code(hint))),
      ...(canFix ? finding.fixes : []).map((fix) => element('button', { type: 'button', class: 'fix', onclick: () => this.onfix([{ finding, fix }]) }, ...code(fix.title))));
  }

  /** Opens the item of a finding. */
  focus(finding) {
    this.at = this.findings.findIndex((other) => isSame(other, finding));
    const item = this.items[this.at];
    item?.scrollIntoView({ block: 'nearest' });
    item?.querySelector('button').focus();
  }

  /** Goes to the next finding, or back. */
  step(direction) {
    if (this.items.length === 0) return;
    this.at = (this.at + direction + this.items.length) % this.items.length;
    this.focus(this.findings[this.at]);
    this.onpick(this.findings[this.at]);
  }
}

/** Marks findings on the pages. */
export function markFindings(pages, findings, onpick) {
  const found = findings.filter((finding) => finding.start !== null && !finding.file).map((finding) => {
    const places = pages.over(finding.start, finding.end);
    return { finding, places };
  });
  for (const sheet of pages.sheets) {
    sheet.showFindings(found.flatMap(({ finding, places }) => {
      const boxes = places.filter((place) => place.sheet === sheet).map((place) => place.box);
      // A finding about a whole entry is marked at its first text.
      const shown = boxes.length > 6 ? boxes.slice(0, 1) : boxes;
      return boxes.length === 0 ? [] : [{ finding, boxes: shown, isFirst: places[0].sheet === sheet, onclick: () => onpick(finding) }];
    }));
  }
}

/** Returns a message with the words in backticks as code. */
export function code(message) {
  return message.split('`').map((words, index) => (index % 2 ? element('code', { text: words }) : words));
}
