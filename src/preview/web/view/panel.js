// The panel at the side, with tabs.

import { element } from './dom.js';
import { t } from './words.js';

export class Panel {
  /**
   * @param {HTMLElement} panel
   * @param {(name: string) => void} onopen
   */
  constructor(panel, onopen) {
    this.panel = panel;
    this.onopen = onopen;
    this.tabs = element('div', { class: 'tabs', role: 'tablist', 'aria-label': t('Panel') });
    panel.append(this.tabs);
    /** @type {Map<string, {tab: HTMLElement, body: HTMLElement}>} */
    this.parts = new Map();
    this.tabs.addEventListener('keydown', (event) => this.move(event));
  }

  /** Adds a tab and returns its body. */
  add(name, label) {
    const tab = element('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `part-${name}`, text: label, onclick: () => this.open(name) });
    const body = element('div', { class: `part ${name}`, role: 'tabpanel', id: `part-${name}`, 'aria-labelledby': `tab-${name}`, tabindex: '-1', hidden: true });
    this.tabs.append(tab);
    this.panel.append(body);
    this.parts.set(name, { tab, body });
    return body;
  }

  rename(name, label) {
    this.parts.get(name).tab.textContent = label;
  }

  open(name, { focus = false } = {}) {
    const wanted = this.parts.has(name) ? name : [...this.parts.keys()][0];
    for (const [key, { tab, body }] of this.parts) {
      const isOpen = key === wanted;
      body.hidden = !isOpen;
      tab.setAttribute('aria-selected', String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
    }
    this.current = wanted;
    this.onopen(wanted);
    if (focus) this.parts.get(wanted).tab.focus();
  }

  isOpen(name) {
    return this.current === name;
  }

  move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = [...this.parts.keys()];
    this.open(names[(names.indexOf(this.current) + step + names.length) % names.length], { focus: true });
    event.preventDefault();
  }
}
