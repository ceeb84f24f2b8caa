// The tab of the design: layout, variant, language, paper, letter, and the options of the layout.

import { button, element } from './dom.js';
import { transport } from './server.js';
import { control } from './setting.js';
import { t } from './words.js';

/** @typedef {import('./types.js').State} State */

/** Options in the order of their use: those that begin with a word are in its place, all others before the last. */
const ORDER = ['accent', 'mono', 'font', 'heading-font', 'cjk-font', 'density', 'size', 'leading', 'margin', 'spacing', 'fit', 'heading', 'header', 'photo', 'icons', 'links', 'dates', 'date', 'durations', 'group'];
/** Options for print shops. */
const PRINT = ['bleed', 'marks', 'crop', 'ink', 'overprint', 'envelope'];

/** The pause before the pictures of the layouts are loaded again, in milliseconds. */
const PICTURES = 2500;

export class Design {
  /**
   * @param {HTMLElement} body
   * @param {{view: (change: object) => void, layout: (name: string) => void, option: (layout: string, name: string, value: unknown) => void, addLetter: () => void}} actions
   */
  constructor(body, actions) {
    this.actions = actions;
    this.layouts = element('div', { class: 'layouts' });
    const choices = element('fieldset', { class: 'layout-field' }, element('legend', { text: t('Layout') }), this.layouts);
    this.variant = select(t('Variant'), (value) => actions.view({ variant: value || null }));
    this.locale = select(t('Language'), (value) => actions.view({ locale: value || null }));
    this.paper = select(t('Paper'), (value) => actions.view({ paper: value || null }));
    this.letter = select(t('Document'), (value) => actions.view({ letter: value === 'letter' }));
    this.newLetter = button(t('Write a letter'), () => actions.addLetter(), { class: 'fix', hidden: true });
    this.options = element('div', { class: 'settings' });
    this.resetAll = button(t('Reset all'), () => actions.view({ overrides: null }), { class: 'reset' });
    this.heading = element('h2', { text: t('Options') });
    body.append(
      element('div', { class: 'selects' }, this.letter.row, this.newLetter, this.variant.row, this.locale.row, this.paper.row),
      choices,
      element('section', { class: 'options', 'aria-label': t('Options of the layout') }, element('div', { class: 'head' }, this.heading, this.resetAll), this.options),
    );
    this.controls = new Map();
    this.body = body;
  }

  /** @param {State} state */
  show(state) {
    this.variant.show(['', ...state.variants].map((name) => ({ value: name, text: name || t('none') })), state.variant ?? '');
    this.locale.show(state.locales.map((code) => ({ value: code, text: languageName(code) })), state.locale);
    this.paper.show(state.papers.map((name) => ({ value: name, text: name })), state.paper);
    this.letter.show([{ value: 'cv', text: t('CV') }, { value: 'letter', text: t('Letter') }], state.letter ? 'letter' : 'cv');
    this.variant.row.hidden = state.variants.length === 0;
    this.locale.row.hidden = state.locales.length < 2;
    this.letter.row.hidden = !state.hasLetter;
    this.newLetter.hidden = state.hasLetter || state.mode !== 'edit';
    this.showLayouts(state);
    this.showOptions(state);
  }

  showLayouts(state) {
    const names = state.layouts.map(({ name }) => name).join(' ');
    if (names !== this.names) {
      this.names = names;
      this.layouts.replaceChildren(...state.layouts.map((layout) => this.layout(layout)));
    }
    for (const radio of this.layouts.querySelectorAll('input')) radio.checked = radio.value === state.layout;
    if (this.version === state.version || state.stale) return;
    this.version = state.version;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.showPictures(), this.hasPictures ? PICTURES : 200);
  }

  layout({ name, purpose }) {
    const radio = element('input', { type: 'radio', name: 'layout', value: name, onchange: () => this.actions.layout(name) });
    const picture = element('span', { class: 'picture', 'aria-hidden': 'true' }, element('img', { alt: '', hidden: true, 'data-layout': name }));
    return element('label', { class: 'layout', title: purpose }, radio, picture, element('span', { class: 'layout-name', text: name }));
  }

  /** Loads the pictures of the layouts for the latest state; one that does not exist yet is tried again. */
  async showPictures() {
    if (this.body.hidden) return;
    const { version } = this;
    let isComplete = true;
    for (const old of this.layouts.querySelectorAll('img')) {
      const { layout } = old.dataset;
      const address = await transport.picture(`/thumbnail/${encodeURIComponent(layout)}.png?version=${version}`);
      const picture = element('img', { alt: '', 'data-layout': layout, src: address });
      const isLoaded = await picture.decode().then(() => true, () => false);
      if (this.version !== version) return;
      if (isLoaded) old.replaceWith(picture);
      isComplete &&= isLoaded;
    }
    this.hasPictures = true;
    if (!isComplete) this.timer = setTimeout(() => this.showPictures(), PICTURES);
  }

  showOptions(state) {
    this.heading.textContent = t('Options of {layout}', { layout: state.layout });
    const shape = JSON.stringify([state.layout, state.settings.map(({ name, kind, choices }) => [name, kind, choices])]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.controls = new Map(state.settings.map((setting) =>
        [setting.name, control(setting, (name, value) => this.actions.option(this.state.layout, name, value))]));
      const isPrint = ({ name }) => PRINT.some((start) => name.startsWith(start));
      const rows = (settings) => settings.toSorted((a, b) => rank(a.name) - rank(b.name)).map(({ name }) => this.controls.get(name).row);
      const print = rows(state.settings.filter(isPrint));
      this.options.replaceChildren(...rows(state.settings.filter((setting) => !isPrint(setting))),
        print.length > 0 ? element('details', {}, element('summary', { text: t('Print') }), ...print) : '');
    }
    this.state = state;
    let hasOverrides = false;
    for (const setting of state.settings) {
      const isOverridden = Object.hasOwn(state.overrides ?? {}, setting.name);
      hasOverrides ||= isOverridden;
      this.controls.get(setting.name).update(setting, isOverridden || (state.mode === 'edit' && setting.fromProfile));
    }
    this.resetAll.hidden = !hasOverrides;
  }
}

function rank(name) {
  const at = ORDER.findIndex((start) => name.startsWith(start));
  return at < 0 ? ORDER.length : at;
}

/** Returns the name of a language in itself. */
export function languageName(code) {
  return new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code);
}

/** Makes a labeled select. */
function select(label, onchange) {
  const field = element('select', { onchange: () => onchange(field.value) });
  const row = element('label', { class: 'select' }, element('span', { text: label }), field);
  let key = '';
  const show = (options, value) => {
    if (key !== JSON.stringify(options)) {
      key = JSON.stringify(options);
      field.replaceChildren(...options.map((option) => element('option', option)));
    }
    if (document.activeElement !== field || field.value !== value) field.value = value;
  };
  return { row, show };
}
