// Sends what is typed, so that the pages follow: soon after the last key, one text at a time.

import { send } from '../view/server.js';

/** The pause after the last key, in milliseconds. */
const PAUSE = 30;

export class Drafts {
  /**
   * @param {import('./history.js').History} history
   * @param {() => import('@codemirror/state').Text} text
   */
  constructor(history, text) {
    this.history = history;
    this.text = text;
    this.sending = null;
    this.isWaiting = false;
  }

  /** Sends the text soon. */
  schedule() {
    this.isWaiting = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  /** Sends the text now, and returns when the newest one has arrived. */
  async flush() {
    clearTimeout(this.timer);
    while (this.isWaiting || this.sending) {
      if (this.sending) await this.sending;
      else {
        this.sending = this.sendText();
        await this.sending;
        this.sending = null;
      }
    }
  }

  async sendText() {
    this.isWaiting = false;
    const sent = this.history.send(this.text());
    const { ok, status, answer } = await send('POST', '/draft', { text: this.history.fileText(sent.doc) });
    if (ok) sent.source = answer.source;
    else this.history.forget(sent);
    this.isLost = status === 0;
  }

  /** Sends the text again after the connection was lost. */
  resume() {
    if (this.isLost) this.schedule();
  }
}
