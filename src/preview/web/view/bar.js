// The bar at the top: file, status, zoom, surroundings, download.

import { button, element } from './dom.js';
import { transport } from './server.js';
import { t } from './words.js';

/** Formats with one file per page. */
const PICTURES = ['png', 'svg'];

/** Formats without pages. */
const CONTENT = [
  { format: 'docx', label: 'Word' },
  { format: 'html', label: 'HTML' },
  { format: 'md', label: 'Markdown' },
  { format: 'txt', label: t('Plain text') },
  { format: 'json', label: 'JSON Resume' },
];

export class Bar {
  /** @param {HTMLElement} bar */
  constructor(bar) {
    this.name = element('h1', { class: 'name', text: 'cvpress' });
    this.status = element('span', { class: 'status', role: 'status' });
    this.left = element('div', { class: 'left' }, this.name, this.status);
    this.middle = element('div', { class: 'middle' });
    this.right = element('div', { class: 'right' });
    bar.append(this.left, this.middle, this.right);
  }

  /** @param {import('./types.js').State} state */
  show(state) {
    const name = state.file?.split(/[\\/]/).pop() ?? t('New CV');
    this.name.textContent = name;
    this.name.title = state.file ?? '';
    this.title = name;
    document.title = `${name} – cvpress`;
  }

  showStatus(text, kind = '') {
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.className = `status ${kind}`;
  }
}

/** Makes the controls of the zoom. */
export function zoomControls(zoom) {
  const percent = button('', () => zoom.set(1), { class: 'tool percent', title: t('Actual size (0)') });
  const width = button(t('Width'), () => zoom.set('width'), { class: 'tool', title: t('Fit the width (w)') });
  const page = button(t('Page'), () => zoom.set('page'), { class: 'tool', title: t('Fit a page (p)') });
  const group = element('div', { class: 'group', role: 'group', 'aria-label': t('Zoom') },
    button('−', () => zoom.step(-1), { class: 'tool', title: t('Smaller (−)'), 'aria-label': t('Smaller') }),
    percent,
    button('+', () => zoom.step(1), { class: 'tool', title: t('Larger (+)'), 'aria-label': t('Larger') }),
    width, page);
  const show = () => {
    percent.textContent = `${Math.round(zoom.factor * 100)} %`;
    percent.setAttribute('aria-label', t('{number} percent, go to actual size', { number: Math.round(zoom.factor * 100) }));
    width.setAttribute('aria-pressed', String(zoom.mode === 'width'));
    page.setAttribute('aria-pressed', String(zoom.mode === 'page'));
  };
  return { group, show };
}

/** Makes a menu: a button, and a list of links or buttons that it opens. */
export function menu(label, properties = {}) {
  const list = element('div', { class: 'menu-list', hidden: true });
  const opener = button(label, () => toggle(list.hidden), { class: 'tool', 'aria-expanded': 'false', ...properties });
  const box = element('div', { class: 'menu' }, opener, list);
  function toggle(isOpen) {
    list.hidden = !isOpen;
    opener.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) list.querySelector('a, button')?.focus();
  }
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !list.hidden) {
      toggle(false);
      opener.focus();
      event.preventDefault();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !list.hidden) {
      const items = [...list.querySelectorAll('a, button')];
      items[(items.indexOf(document.activeElement) + step + items.length) % items.length]?.focus();
      event.preventDefault();
    }
  });
  box.addEventListener('focusout', (event) => {
    if (event.relatedTarget && !box.contains(event.relatedTarget)) toggle(false);
  });
  addEventListener('pointerdown', (event) => {
    if (!box.contains(/** @type {Node} */ (event.target))) toggle(false);
  });
  list.addEventListener('click', () => toggle(false));
  return { box, list };
}

/** Saves a file of the server, or says why there is none. */
async function download(address, onfailed) {
  try {
    const response = await transport.request(address);
    if (!response.ok) {
      onfailed(await response.json());
      return;
    }
    const name = response.headers.get('Content-Disposition')?.match(/filename\*=UTF-8''(.*)$/)?.[1] ?? 'cv';
    const url = URL.createObjectURL(await response.blob());
    element('a', { href: url, download: decodeURIComponent(name) }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  } catch {
    onfailed(null);
  }
}

/**
 * Makes the menu of files to download.
 * @param {(answer: any) => void} onfailed
 */
export function downloads(onfailed) {
  const { box, list } = menu(t('Download'));
  /** @param {import('./types.js').State} state */
  const show = (state) => {
    const files = [{ label: 'PDF', query: 'format=pdf' }];
    for (const format of PICTURES) {
      state.pages.forEach((page, index) => {
        const number = index + 1;
        const name = format.toUpperCase();
        files.push({ label: state.pages.length > 1 ? t('{name}, page {number}', { name, number }) : name, query: `format=${format}&page=${number}` });
      });
    }
    for (const { format, label } of CONTENT) {
      if (format !== 'json' || !state.letter) files.push({ label, query: `format=${format}` });
    }
    if (list.children.length === files.length) return;
    const save = (event) => {
      event.preventDefault();
      download(event.currentTarget.getAttribute('href'), onfailed);
    };
    list.replaceChildren(...files.map(({ label, query }) => element('a', { href: `/export?${query}`, download: true, text: label, onclick: save })));
  };
  return { box, show };
}

/** The surroundings of the pages: as the system has them, light, or dark. */
export class Surroundings {
  constructor(memory) {
    this.memory = memory;
    this.button = button('', () => this.next(), { class: 'tool' });
    this.apply(memory.get('surroundings', 'system'));
  }

  next() {
    const all = ['system', 'light', 'dark'];
    this.apply(all[(all.indexOf(this.value) + 1) % all.length]);
    this.memory.set('surroundings', this.value);
  }

  apply(value) {
    this.value = value;
    document.documentElement.dataset.theme = value;
    const name = { system: t('Auto'), light: t('Light'), dark: t('Dark') }[value];
    this.button.textContent = name;
    this.button.title = t('Surroundings: as the system, light, dark');
    this.button.setAttribute('aria-label', t('Surroundings: {name}', { name }));
  }
}
