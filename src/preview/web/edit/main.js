// Edit mode: the editor, the outline and their commands beside the pages of the viewer.

import { redo, undo } from '@codemirror/commands';

import { button, part } from '../view/dom.js';
import { Editor } from './editor.js';
import { Form } from './form.js';
import { showGallery } from './gallery.js';
import { Opener } from './open.js';
import { Outline } from './outline.js';
import { t } from '../view/words.js';

/** Starts the editor beside the viewer. @param {any} app */
export async function start(app) {
  const writing = part('writing');
  writing.hidden = false;
  const editor = new Editor(app, writing);
  const outline = new Outline(app.panel.add('outline', t('Outline')), editor);
  editor.onpanel = (name) => {
    if (name === 'outline') outline.update();
  };
  const opener = new Opener(editor);
  editor.form = new Form(editor);
  editor.formButton = button(t('Form'), () => showForm(!editor.form.isOpen), { class: 'tool', title: t('Fields in place of the text') });
  /** Shows the form with the outline beside it, or the text. */
  function showForm(isForm) {
    if (isForm && app.panel.isOpen('design')) app.panel.open('outline');
    editor.showText(!isForm);
  }
  const step = (sign, label, run) => button(sign, () => run(editor.view), { class: 'tool', title: label, 'aria-label': label });
  editor.saveButton = button(t('Save'), () => editor.file.save(), { class: 'main', title: t('Save (Ctrl+S)') });
  const another = button(t('New'), () => showGallery(app, editor, opener), { class: 'tool', title: t('Another CV, from a sample') });
  const format = button(t('Format'), () => editor.format(), { class: 'tool for-text', title: t('Format the text (Shift+Alt+F)') });
  const steps = [step('↶', t('Undo (Ctrl+Z)'), undo), step('↷', t('Redo (Ctrl+Y)'), redo)];
  app.bar.right.prepend(...(editor.kept.isOnlyHome ? [another] : []), ...steps, editor.formButton, opener.button('tool'), format, editor.saveButton);
  addEventListener('keydown', (event) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
    event.preventDefault();
    editor.file.save();
  });
  app.keys.listed.push(
    { keys: ['Ctrl+S'], label: t('Save') },
    { keys: ['Ctrl+Z', 'Ctrl+Y'], label: t('Undo, redo') },
    { keys: ['Ctrl+F'], label: t('Search in the text') },
    { keys: ['Ctrl+Space'], label: t('Complete') },
    { keys: ['F8'], label: t('In the text: next finding') },
    { keys: ['Shift+Alt+F'], label: t('Format the text') },
    { keys: ['Alt+↑', 'Alt+↓'], label: t('In the outline: move a section, entry or bullet') },
  );
  const contents = await editor.file.read();
  if (contents) editor.open(contents);
  const hasKept = contents ? editor.kept.open(contents.text) : false;
  editor.showText(!app.fileMemory.get('form', editor.kept.isOnlyHome));
  if (app.state.etag === null && !contents?.text && !hasKept) await showGallery(app, editor, opener);
  return editor;
}
