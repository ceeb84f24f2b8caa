// The start without a profile: samples, languages and layouts to choose from. The pages show each
// choice at once.

import { languageName } from '../view/design.js';
import { button, element } from '../view/dom.js';
import { send, transport } from '../view/server.js';
import { language, named, t } from '../view/words.js';

/**
 * Shows the gallery in place of the editor until one is chosen. A text that there is can be kept.
 * @param {any} app
 * @param {import('./editor.js').Editor} editor
 * @param {import('./open.js').Opener} opener
 */
export async function showGallery(app, editor, opener) {
  const { ok, answer: samples } = await send('GET', '/samples');
  if (!ok || samples.length === 0 || editor.dom.classList.contains('choosing')) return;
  const before = editor.view.state.doc;
  const first = samples.find(({ locale }) => locale.split('-')[0] === language) ?? samples[0];
  const chosen = { like: first.like, locale: first.locale, layout: app.state.layout ?? app.state.layouts[0]?.name };
  let text = null;
  const start = button(t('Start with this'), () => finish(), { class: 'main', disabled: true });
  const languages = cards('gallery-language');
  const layouts = cards('gallery-layout');
  const kinds = [...new Map(samples.toReversed().map((sample) => [sample.like, sample])).values()].toReversed();
  const gallery = element('div', { class: 'gallery' },
    element('h2', { text: t('A new CV') }),
    element('p', { class: 'quiet' }, t('Choose what is nearest, and everything can be changed later; or bring a CV that you have.'), ' ', opener.button('fix')),
    element('h3', { id: 'gallery-kind', text: t('Profession') }),
    cards('gallery-kind', kinds.map((sample) => card('like', sample.like, named(sample.like), sample.like === chosen.like, choose, sample.about))),
    element('h3', { id: 'gallery-language', text: t('Language') }), languages,
    element('h3', { id: 'gallery-layout', text: t('Layout') }),
    layouts,
    element('div', { class: 'choices' }, ...(before.length > 0 ? [button(t('Cancel'), () => cancel(), { class: 'fix' })] : []), button(t('Start empty'), () => { text = ''; finish(); }, { class: 'fix' }), start));

  async function choose(value, name = 'like') {
    chosen[name] = value;
    const offered = samples.filter(({ like }) => like === chosen.like).map(({ locale }) => locale);
    if (!offered.includes(chosen.locale)) [chosen.locale] = offered;
    showLanguages(offered);
    const wanted = JSON.stringify(chosen);
    const made = await send('POST', '/new', chosen);
    if (!made.ok || JSON.stringify(chosen) !== wanted) return;
    text = made.answer.text;
    start.disabled = false;
    editor.setText(editor.history.editorText(text), 'sample');
  }

  function showLanguages(offered) {
    const focused = document.activeElement?.name === 'gallery-locale';
    languages.replaceChildren(...offered.map((locale) => card('gallery-locale', locale, languageName(locale), locale === chosen.locale, (value) => choose(value, 'locale'))));
    if (focused) languages.querySelector('input:checked')?.focus();
  }

  /** Shows the layouts, which are known with the first pages. */
  function showLayouts(state) {
    if (layouts.children.length > 0) return;
    layouts.replaceChildren(...state.layouts.map(({ name, purpose }) =>
      card('gallery-layout', name, name, name === chosen.layout, (value) => choose(value, 'layout'), purpose)));
  }

  function close() {
    editor.onstate = null;
    opener.onopened = () => {};
    gallery.remove();
    editor.dom.classList.remove('choosing');
  }

  function cancel() {
    close();
    editor.setText(before, 'sample');
    editor.focus();
  }

  function finish() {
    close();
    transport.forgetFile?.();
    editor.setText(editor.history.editorText(text ?? ''), 'sample');
    // With a sample, the fields are there to be filled.
    editor.showText(!text);
  }

  editor.dom.classList.add('choosing');
  opener.onopened = close;
  editor.dom.append(gallery);
  editor.onstate = showLayouts;
  showLayouts(app.state);
  await choose(chosen.like);
}

function cards(label, all = []) {
  return element('div', { class: 'cards', role: 'group', 'aria-labelledby': label }, ...all);
}

function card(name, value, title, isChosen, onchoose, about) {
  const radio = element('input', { type: 'radio', name, value, checked: isChosen, onchange: () => onchoose(value) });
  return element('label', { class: 'card', title: about }, radio, title, about ? element('small', { text: about }) : null);
}
