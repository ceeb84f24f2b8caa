// The outline: sections, entries and bullets, to go to, move, add and remove. They are moved with the
// pointer or with Alt and the arrow keys.

import { button, element } from '../view/dom.js';
import { menu } from '../view/bar.js';
import { send } from '../view/server.js';
import { named, t } from '../view/words.js';

/** @typedef {{title: string, kind: string, path: (string | number)[], start: number, end: number, children: Node[]}} Node */

/** The pause after the last key before the outline is read again, in milliseconds. */
const PAUSE = 250;

export class Outline {
  /**
   * @param {HTMLElement} body
   * @param {import('./editor.js').Editor} editor
   */
  constructor(body, editor) {
    this.body = body;
    this.editor = editor;
    const { box, list } = menu(t('Add a section'));
    this.kinds = list;
    this.list = element('div');
    body.append(element('div', { class: 'outline-head' }, element('h2', { text: t('Sections') }), box), this.list);
    editor.listeners.push(() => this.schedule());
  }

  schedule() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.update(), PAUSE);
  }

  /** Reads the outline of the text of now. */
  async update() {
    if (this.body.hidden) return;
    const { history, view } = this.editor;
    const at = history.now;
    const { ok, answer } = await send('POST', '/outline', { text: history.fileText(view.state.doc) });
    // A text with errors keeps the outline of the last one without.
    if (!ok || history.now !== at) return;
    this.at = at;
    this.doc = view.state.doc;
    const key = JSON.stringify(answer);
    if (key === this.key) return;
    this.key = key;
    const focused = this.focused ?? document.activeElement?.closest('.outline-item')?.dataset.path;
    this.focused = null;
    const { kinds, sections } = answer;
    if (!this.kinds.hasChildNodes()) this.kinds.append(...kinds.map((kind) => this.kindButton(kind)));
    this.list.replaceChildren(sections.length > 0 ? this.branch(sections) : element('p', { class: 'quiet', text: t('There are no sections yet.') }));
    if (focused) this.list.querySelector(`[data-path='${CSS.escape(focused)}'] > .outline-row .title`)?.focus();
  }

  /** Makes the button that adds a section of a kind. @param {string} kind */
  kindButton(kind) {
    return button(named(kind), () => this.change({ kind: 'add', what: 'section', at: ['section'], template: kind }));
  }

  /** @param {Node[]} nodes */
  branch(nodes) {
    return element('ul', { class: 'outline-list' }, ...nodes.map((node) => this.item(node, nodes)));
  }

  item(node, siblings) {
    const same = siblings.filter((other) => listOf(other) === listOf(node));
    const index = node.path.at(-1);
    const move = (to) => (to >= 0 && to < same.length && to !== index ? this.move(node, to) : null);
    const name = node.title || node.kind;
    const title = button(name, () => this.go(node), { class: `title ${node.kind}`, title: t('{name} (Alt+↑ and Alt+↓ move it)', { name }) });
    const handle = element('span', { class: 'handle', 'aria-hidden': 'true', text: '⠿' });
    const row = element('div', { class: 'outline-row' }, handle, title,
      ...this.adders(node),
      button('×', () => this.remove(node), { class: 'act', title: t('Remove'), 'aria-label': t('Remove {name}', { name }) }));
    const item = element('li', { class: 'outline-item', 'data-path': pathKey(node.path), 'data-list': listOf(node), 'data-index': index }, row,
      node.children.length > 0 ? this.branch(node.children) : null);
    row.addEventListener('keydown', (event) => this.press(event, title, index, move));
    handle.addEventListener('pointerdown', (event) => this.drag(event, item, move));
    return item;
  }

  /** Makes the buttons that add to a section or an entry. */
  adders(node) {
    const label = (what) => (what === 'entry' ? t('Add an entry') : t('Add a bullet'));
    const add = (what, list) => button(what === 'bullet' ? '•+' : '+', () => this.change({ kind: 'add', what, at: [...node.path, list] }),
      { class: 'act', title: label(what), 'aria-label': `${label(what)}: ${node.title}` });
    if (node.kind === 'section') return [add('entry', 'entry')];
    if (node.kind === 'entry') return [add('bullet', 'highlights')];
    return [];
  }

  press(event, title, index, move) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    if (event.altKey) {
      move(index + step);
      return;
    }
    const titles = [...this.list.querySelectorAll('.title')];
    titles[titles.indexOf(title) + step]?.focus();
  }

  /** Moves an item with the pointer, within its list. */
  drag(start, item, move) {
    start.preventDefault();
    const others = [...item.parentElement.children].filter((other) => other.dataset.list === item.dataset.list);
    let target = null;
    const clear = () => others.forEach((other) => other.classList.remove('before', 'after'));
    const over = (event) => {
      clear();
      target = others.findLast((other) => event.clientY >= other.getBoundingClientRect().top) ?? others[0];
      const from = others.indexOf(item);
      const to = others.indexOf(target);
      if (to !== from) target.classList.add(to < from ? 'before' : 'after');
    };
    const end = (event) => {
      removeEventListener('pointermove', over);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      clear();
      item.classList.remove('dragged');
      if (event.type === 'pointerup' && target && target !== item) move(Number(target.dataset.index));
    };
    item.classList.add('dragged');
    addEventListener('pointermove', over);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  move(node, to) {
    this.focused = pathKey([...node.path.slice(0, -1), to]);
    return this.change({ kind: 'move', path: node.path, to });
  }

  async remove(node) {
    if (await this.change({ kind: 'remove', path: node.path })) this.editor.say(t('Removed: {name}', { name: node.title || node.kind }), false, { canUndo: true });
  }

  async change(edit) {
    const isDone = await this.editor.edit(edit);
    if (!isDone) this.focused = null;
    clearTimeout(this.timer);
    await this.update();
    return isDone;
  }

  /** Goes to an item in the text. */
  go(node) {
    const { history, view } = this.editor;
    const place = history.since(this.at).reduce((found, changes) => changes.mapPos(found, 1), history.fromFile(node.start, this.doc));
    view.dispatch({ selection: { anchor: place }, scrollIntoView: true });
    this.editor.follow();
  }
}

function pathKey(path) {
  return path.join('/');
}

/** Returns the list that an item is in; items move within it. */
function listOf(node) {
  return pathKey(node.path.slice(0, -1));
}
