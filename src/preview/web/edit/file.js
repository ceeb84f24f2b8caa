// The file: reads and saves it, and notices changes made elsewhere. Nothing is saved over them without
// a choice.

import { button, element } from '../view/dom.js';
import { send, transport } from '../view/server.js';
import { t } from '../view/words.js';

export class ProfileFile {
  /** @param {import('./editor.js').Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.etag = null;
    /** @type {import('@codemirror/state').Text | null} the text on the disk, as far as it is known */
    this.saved = null;
    this.dialog = element('dialog', { class: 'conflict', 'aria-label': t('The file has changed') });
    document.body.append(this.dialog);
    addEventListener('beforeunload', (event) => {
      if (this.isChanged() && !editor.kept.isSafe) event.preventDefault();
    });
  }

  async read() {
    const { ok, answer } = await send('GET', '/profile');
    return ok ? answer : null;
  }

  /** Takes over a text of the disk as the one that is edited. */
  take({ text, etag }) {
    const { history } = this.editor;
    this.etag = etag;
    this.saved = history.editorText(text);
    history.hasCarriageReturns = /\r\n/.test(text);
    // Mixed line ends become those of the most lines at the next save; until then the text is a changed one.
    if (history.fileText(this.saved) !== text) this.hasOtherLineEnds = true;
  }

  isChanged() {
    if (!this.saved) return this.editor.view.state.doc.length > 0;
    return this.hasOtherLineEnds === true || !this.editor.view.state.doc.eq(this.saved);
  }

  async save() {
    if (this.isSaving) return;
    this.isSaving = true;
    const { editor } = this;
    await editor.drafts.flush();
    const { doc } = editor.view.state;
    const isWritten = await transport.write?.(editor.app.state.file, editor.history.fileText(doc)) ?? true;
    if (!isWritten) {
      this.isSaving = false;
      return;
    }
    const condition = this.etag === null ? { 'If-None-Match': '*' } : { 'If-Match': `"${this.etag}"` };
    const { ok, status, answer } = await send('PUT', '/profile', { text: editor.history.fileText(doc) }, condition);
    this.isSaving = false;
    if (ok) {
      this.etag = answer.etag;
      this.saved = doc;
      this.hasOtherLineEnds = false;
      editor.closeCompare();
      editor.say(t('Saved'));
    } else if (status === 409) this.ask(answer);
    else editor.say(answer?.error ?? t('Not saved: {why}', { why: t('there is no connection') }), true);
    editor.showSaved();
  }

  /** Notices that the file on the disk is another one. */
  async notice(etag) {
    if (etag === this.etag || this.isSaving || this.isReading) return;
    this.isReading = true;
    const theirs = await this.read();
    this.isReading = false;
    if (!theirs || theirs.etag === this.etag || this.isSaving || theirs.etag === null) return;
    if (this.isChanged()) this.ask(theirs);
    else this.replaceBy(theirs);
  }

  replaceBy(theirs) {
    this.take(theirs);
    this.editor.setText(this.saved, 'disk');
    this.editor.showSaved();
  }

  /** Asks what to do with a file that was changed elsewhere. */
  ask(theirs) {
    if (this.asked === theirs.etag && this.dialog.open) return;
    this.asked = theirs.etag;
    const choose = (run) => () => {
      this.dialog.close();
      run();
      this.editor.focus();
    };
    this.dialog.replaceChildren(
      element('h2', { text: t('The file has changed on the disk') }),
      element('p', { text: t('Another tab or another program has written it since you opened it here, and you have changes that are not saved.') }),
      element('div', { class: 'choices' },
        button(t('Take theirs'), choose(() => this.replaceBy(theirs)), { class: 'fix', title: t('Replaces your text; undo brings it back') }),
        button(t('Keep mine'), choose(() => this.overwrite(theirs)), { class: 'fix', title: t('Saves your text over the file') }),
        button(t('Compare'), choose(() => this.compare(theirs)), { class: 'main', autofocus: true, title: t('Shows both; you choose change by change') })),
    );
    if (!this.dialog.open) this.dialog.showModal();
  }

  overwrite(theirs) {
    this.etag = theirs.etag;
    this.save();
  }

  compare(theirs) {
    this.etag = theirs.etag;
    this.saved = this.editor.history.editorText(theirs.text);
    this.editor.openCompare(this.saved);
    this.editor.showSaved();
  }
}
