// Keeps text that is not saved in the browser, so that a reload, a crash or a closed tab does not lose it,
// and knows of other tabs with the same file.

import { button, element } from '../view/dom.js';
import { transport } from '../view/server.js';
import { t } from '../view/words.js';

/** The pause after the last key before the text is kept, in milliseconds. */
const PAUSE = 250;

export class KeptText {
  /** @param {import('./editor.js').Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.offer = null;
    this.channel = 'BroadcastChannel' in window ? new BroadcastChannel('cvpress') : null;
    this.channel?.addEventListener('message', ({ data }) => this.hear(data));
  }

  /** Whether the text has no other home than the browser until the reader saves it in a file. */
  get isOnlyHome() {
    return transport.write !== undefined;
  }

  /** Whether the page can be left without a loss. */
  get isSafe() {
    return this.isOnlyHome && this.isKept === true;
  }

  get memory() {
    return this.editor.app.fileMemory;
  }

  /** Keeps the text soon, or nothing if it is saved. An offer that is not answered stays kept. */
  keep(isChanged) {
    if (!this.isOpen || this.offer) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { history, view, file } = this.editor;
      this.isKept = this.memory.set('unsaved', isChanged ? { text: history.fileText(view.state.doc), etag: file.etag } : null);
    }, PAUSE);
  }

  /** Offers the text that was kept, if it is another one than that of the file. */
  open(text) {
    this.isOpen = true;
    this.tell('open');
    const kept = this.memory.get('unsaved', null);
    if (!kept || kept.text === text) return false;
    if (this.isOnlyHome) {
      this.editor.setText(this.editor.history.editorText(kept.text), 'restore');
      return true;
    }
    const answer = (run) => () => {
      this.offer.remove();
      this.editor.dom.classList.remove('comparing');
      this.offer = null;
      run();
      this.keep(this.editor.file.isChanged());
      this.editor.focus();
    };
    this.offer = element('div', { class: 'compare-bar', role: 'group', 'aria-label': t('Text that was not saved') },
      element('span', { text: t('There is text that was not saved.') }),
      button(t('Restore'), answer(() => this.editor.setText(this.editor.history.editorText(kept.text), 'restore')), { class: 'main' }),
      button(t('Discard'), answer(() => this.memory.set('unsaved', null)), { class: 'fix' }));
    this.editor.dom.prepend(this.offer);
    this.editor.dom.classList.add('comparing');
    return true;
  }

  tell(what) {
    this.channel?.postMessage({ what, file: this.editor.app.state.file });
  }

  /** Another tab says that it has the file. */
  hear({ what, file }) {
    if (!this.isOpen || file !== this.editor.app.state.file) return;
    if (what === 'open') this.tell('open too');
    if (this.isTold) return;
    this.isTold = true;
    this.editor.say(t('This profile is open in another tab, too. Both show the pages of the text that was typed last.'), true);
  }
}
