// The form: the fields of the part of the profile that the cursor is in, for who does not want to write
// TOML. What is typed in a field changes the text at once, and the text stays as it is elsewhere.

import { button, element } from '../view/dom.js';
import { send } from '../view/server.js';
import { addImage } from './image.js';
import { named, t } from '../view/words.js';

/** @typedef {{name: string, label: string, about: string, input: string, choices: string[], value: unknown, isUsual: boolean, isAt: boolean}} Field */
/** @typedef {{path: (string | number)[], value: string | null, isAt: boolean}} Bullet */
/** @typedef {{kind: string, title: string, path: (string | number)[], fields: Field[], bullets: Bullet[] | null, previous: number | null, next: number | null}} Part */

/** The pause after the last key or move of the cursor before the text or the form follows, in milliseconds. */
const PAUSE = 120;

/** Returns a date that shows how dates are written. */
function example(name) {
  return name === 'end' ? t('{date}, or present', { date: '2025-06' }) : '2025-06';
}

export class Form {
  /** @param {import('./editor.js').Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.dom = element('div', { class: 'form', role: 'form', 'aria-label': t('Fields') });
    editor.dom.append(this.dom);
    /** What waits to be written, by path: the last value of each. @type {Map<string, {path: (string | number)[], value: unknown}>} */
    this.waiting = new Map();
    /** @type {Part | null} */
    this.part = null;
    editor.listeners.push(() => this.schedule());
    editor.onplace = () => this.schedule();
  }

  get isOpen() {
    return this.editor.dom.classList.contains('as-form');
  }

  schedule() {
    if (!this.isOpen) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.update(), PAUSE);
  }

  /** Shows the part that the cursor is in; with `focus`, the field there gets the focus. */
  async update({ focus = false } = {}) {
    clearTimeout(this.timer);
    if (!this.isOpen) return;
    const { history, view } = this.editor;
    const { doc, selection } = view.state;
    const { ok, answer } = await send('POST', '/form', { text: history.fileText(doc), offset: history.toFile(selection.main.head, doc) });
    if (!ok) {
      this.note(t('The text has an error, so that there is no form. The findings say where it is.'));
      return;
    }
    if (this.waiting.size > 0 || !view.state.doc.eq(doc)) {
      this.schedule();
      return;
    }
    if (answer) this.show(answer, focus);
    else if (!this.part) this.note(t('Click on a text of the page, or on a part in the outline, to change it here.'));
  }

  note(text) {
    this.part = null;
    this.shape = '';
    this.dom.replaceChildren(element('p', { class: 'quiet', text }));
  }

  /** @param {Part} part */
  show(part, focus) {
    const isSame = JSON.stringify(part.path) === JSON.stringify(this.part?.path);
    if (isSame) this.keepOrder(part);
    this.part = part;
    const shape = JSON.stringify([part.path, part.fields.map(({ name, input }) => [name, input]), part.bullets?.map(({ path }) => path)]);
    if (shape !== this.shape) this.build(part, isSame);
    this.shape = shape;
    this.fill(part);
    const at = [...part.fields, ...(part.bullets ?? [])].find(({ isAt }) => isAt);
    if (focus) this.focusOn(at ? keyOf(at) : null);
    else if (this.wanted) this.focusOn(this.wanted, { select: true });
    this.wanted = null;
  }

  /** A field that gets its first value stays where it is as long as the part is shown. */
  keepOrder(part) {
    const order = this.part.fields.map(({ name }) => name);
    part.fields.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
    for (const field of part.fields) field.isUsual = this.part.fields.find(({ name }) => name === field.name)?.isUsual ?? field.isUsual;
  }

  build(part, isSame) {
    const focused = isSame ? document.activeElement?.closest('[data-field]')?.dataset.field : null;
    const isOpen = isSame && this.dom.querySelector('details')?.open;
    /** @type {Map<string, {show: (value: unknown) => void, field: HTMLElement}>} */
    this.inputs = new Map();
    const rows = (fields) => fields.map((field) => this.row(part, field));
    const others = part.fields.filter(({ isUsual }) => !isUsual);
    this.title = element('h2');
    const go = (sign, label, place) => button(sign, () => this.go(this.part[place]), { class: 'act', title: label, 'aria-label': label, 'data-place': place });
    this.dom.replaceChildren(
      element('div', { class: 'form-head' }, go('‹', t('Previous part'), 'previous'), this.title, ...this.actions(part), go('›', t('Next part'), 'next')),
      ...rows(part.fields.filter(({ isUsual }) => isUsual)),
      ...(part.bullets ? [this.bullets(part)] : []),
      ...(others.length > 0 ? [element('details', { open: isOpen }, element('summary', { text: t('More fields') }), ...rows(others))] : []));
    if (focused) this.focusOn(focused);
    else this.dom.scrollTop = 0;
  }

  /** Makes the buttons for a part as a whole. */
  actions(part) {
    const index = part.path.at(-1);
    if (part.kind === 'person' || typeof index !== 'number') return [];
    const isEntry = part.kind === 'entry';
    const act = (text, label, edit) => button(text, () => this.change(edit), { class: 'act', title: label, 'aria-label': label });
    const move = (to) => ({ kind: 'move', path: part.path, to });
    const remove = async () => {
      if (await this.change({ kind: 'remove', path: part.path })) this.editor.say(t('Removed: {name}', { name: part.title }), false, { canUndo: true });
    };
    return [
      isEntry ? act('+', t('Add an entry after this one'), { kind: 'add', what: 'entry', at: [...part.path.slice(0, -1), index + 1] }) : null,
      index > 0 ? act('↑', t('Move up'), move(index - 1)) : null,
      act('↓', t('Move down'), move(index + 1)),
      button('×', remove, { class: 'act', title: t('Remove'), 'aria-label': t('Remove {name}', { name: part.title }) }),
    ].filter((action) => action !== null);
  }

  /** @param {Field} field */
  row(part, field) {
    const id = `field-${field.name}`;
    const write = (value) => this.write([...part.path, field.name], value);
    const make = { paragraphs, choice, number, switch: toggle, list, image: (f, w, i) => this.image(f, w, i), text: (f) => this.elsewhere(f) }[field.input] ?? line;
    const { field: input, show, extra = [] } = make(field, write, id);
    input.id = id;
    input.dataset.field = field.name;
    input.setAttribute('aria-describedby', `${id}-about`);
    this.inputs.set(field.name, { show, field: input });
    return element('div', { class: `form-row ${field.input}` }, element('label', { for: id, text: named(field.name), title: field.about }),
      element('span', { class: 'fields' }, input, ...extra), element('span', { class: 'unseen', id: `${id}-about`, text: field.about }));
  }

  /** A value that only the text can show. */
  elsewhere(field) {
    const input = button(t('In the text'), () => this.editor.showText(), { class: 'fix', title: field.about });
    return { field: input, show: () => {} };
  }

  /** A picture in a file, which is chosen. */
  image(field, write, id) {
    const { field: input, show } = line(field, write, id);
    const chooser = element('input', { type: 'file', accept: 'image/*,.svg', hidden: true, onchange: async () => {
      const [file] = chooser.files;
      chooser.value = '';
      if (!file) return;
      const name = await addImage(this.editor, file);
      if (!name) return;
      show(name);
      write(name);
    } });
    return { field: input, show, extra: [chooser, button(t('Choose a file'), () => chooser.click(), { class: 'fix' })] };
  }

  bullets(part) {
    const rows = part.bullets.map((bullet, index) => this.bullet(part, bullet, index));
    const add = button(t('Add a bullet'), () => this.addBullet(part, part.bullets.length), { class: 'fix' });
    return element('div', { class: 'form-row' }, element('span', { class: 'label', text: t('Bullets') }), element('div', { class: 'form-bullets' }, ...rows), add);
  }

  /** @param {Bullet} bullet */
  bullet(part, bullet, index) {
    const remove = () => this.change({ kind: 'remove', path: bullet.path });
    const { field, show } = bullet.value === null ? this.elsewhere({ about: '' }) : paragraphs({}, (value) => {
      if (value !== '') this.write(bullet.path, value);
    });
    field.dataset.field = keyOf(bullet);
    field.setAttribute('aria-label', t('Bullet {number}', { number: index + 1 }));
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        this.addBullet(part, index + 1);
      }
      if (event.key === 'Backspace' && field.value === '' && index > 0) {
        event.preventDefault();
        this.wanted = keyOf(part.bullets[index - 1]);
        remove();
      }
    });
    field.addEventListener('blur', () => {
      if (field.value === '') remove();
    });
    this.inputs.set(keyOf(bullet), { show, field });
    const move = (to, label, sign) => button(sign, () => this.change({ kind: 'move', path: bullet.path, to }),
      { class: 'act', title: label, 'aria-label': `${label}: ${t('Bullet {number}', { number: index + 1 })}`, disabled: to < 0 || to >= part.bullets.length });
    return element('div', { class: 'form-bullet' }, field, move(index - 1, t('Move up'), '↑'), move(index + 1, t('Move down'), '↓'),
      button('×', remove, { class: 'act', title: t('Remove'), 'aria-label': t('Remove {name}', { name: t('Bullet {number}', { number: index + 1 }) }) }));
  }

  addBullet(part, index) {
    const at = [...part.path, 'highlights', index];
    this.wanted = at.join('/');
    this.change({ kind: 'add', what: 'bullet', at });
  }

  /** Goes to another part, by its place in the file. */
  go(place) {
    const { history, view } = this.editor;
    view.dispatch({ selection: { anchor: history.fromFile(place, view.state.doc) }, scrollIntoView: true });
    this.editor.follow();
  }

  /** Sets the values of all fields but the one that is typed in. */
  fill(part) {
    for (const step of this.dom.querySelectorAll('[data-place]')) step.disabled = part[step.dataset.place] === null;
    this.title.textContent = part.kind === 'person' || part.kind === 'letter' ? named(part.kind) : part.title;
    for (const item of [...part.fields, ...(part.bullets ?? [])]) {
      const { show, field } = this.inputs.get(keyOf(item)) ?? {};
      if (show && field !== document.activeElement) show(item.value);
    }
  }

  focusOn(key, { select = false } = {}) {
    const input = this.inputs.get(key)?.field ?? this.dom.querySelector('input, textarea, select');
    input?.closest('details')?.setAttribute('open', '');
    input?.focus();
    if (select) input?.select?.();
  }

  /** Shows the field that the cursor is in, and gives it the focus. */
  focus() {
    return this.update({ focus: true });
  }

  /** Writes the value of a field into the text, soon. */
  write(path, value) {
    this.waiting.set(path.join('/'), { path, value });
    clearTimeout(this.writeTimer);
    this.writeTimer = setTimeout(() => this.flush(), PAUSE);
  }

  /** Writes what waits, one value after the other. */
  async flush() {
    clearTimeout(this.writeTimer);
    while (this.waiting.size > 0 && !this.isWriting) {
      const [[key, { path, value }]] = this.waiting;
      this.waiting.delete(key);
      this.isWriting = true;
      await this.editor.edit({ kind: 'set-field', path, value });
      this.isWriting = false;
    }
  }

  /** Makes an edit of the part as a whole, after what was typed. */
  async change(edit) {
    await this.flush();
    const isDone = await this.editor.edit(edit);
    await this.update();
    return isDone;
  }
}

function keyOf(item) {
  return item.name ?? item.path.join('/');
}

function line(field, write) {
  const input = element('input', { type: 'text', placeholder: field.input === 'date' ? example(field.name) : null, oninput: () => write(input.value) });
  return { field: input, show: (value) => { input.value = value ?? ''; } };
}

function paragraphs(field, write) {
  const input = element('textarea', { rows: '2', oninput: () => write(input.value) });
  return { field: input, show: (value) => { input.value = value ?? ''; } };
}

function choice(field, write) {
  const options = ['', ...field.choices].map((name) => element('option', { value: name, text: name }));
  const input = element('select', { onchange: () => write(input.value) }, ...options);
  return { field: input, show: (value) => { input.value = value ?? ''; } };
}

function number(field, write) {
  const input = element('input', { type: 'number', step: '1', oninput: () => write(input.value === '' ? null : Number(input.value)) });
  return { field: input, show: (value) => { input.value = value ?? ''; } };
}

function toggle(field, write) {
  const input = element('input', { type: 'checkbox', onchange: () => write(input.checked || null) });
  return { field: input, show: (value) => { input.checked = value === true; } };
}

/** Several texts, one on each line. */
function list(field, write) {
  const items = () => input.value.split('\n').map((item) => item.trim()).filter((item) => item !== '');
  const input = element('textarea', { rows: '3', placeholder: t('one on each line'), oninput: () => write(items()) });
  return { field: input, show: (value) => { input.value = Array.isArray(value) ? value.join('\n') : value ?? ''; } };
}
