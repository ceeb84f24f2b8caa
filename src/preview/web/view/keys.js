// Keyboard commands and the dialog that lists them.

import { button, element, isTyping } from './dom.js';
import { t } from './words.js';

/** @typedef {{keys: string[], label: string, run: () => void}} Command */

export class Keys {
  constructor() {
    /** @type {Command[]} */
    this.commands = [];
    /** Keys that the dialog lists and other parts handle. */
    this.listed = [];
    this.dialog = element('dialog', { class: 'help', 'aria-label': t('Keyboard') });
    document.body.append(this.dialog);
    addEventListener('keydown', (event) => this.press(event));
  }

  /** Adds a command under keys such as `w`, `+` or `F6`. */
  add(keys, label, run) {
    this.commands.push({ keys, label, run });
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isLetter = event.key.length === 1;
    if (isLetter && (isTyping(event) || document.querySelector('dialog[open]'))) return;
    const command = this.commands.find(({ keys }) => keys.includes(event.shiftKey && !isLetter ? `Shift+${event.key}` : event.key));
    if (!command) return;
    event.preventDefault();
    command.run();
  }

  help() {
    const rows = [...this.listed, ...this.commands].map(({ keys, label }) =>
      element('div', {}, element('dt', {}, ...keys.map((key) => element('kbd', { text: key }))), element('dd', { text: label })));
    this.dialog.replaceChildren(
      element('h2', { text: t('Keyboard') }),
      element('dl', {}, ...rows),
      element('form', { method: 'dialog' }, element('button', { class: 'main', text: t('Close') })),
    );
    this.dialog.showModal();
  }
}

/** Makes the button that opens the dialog. */
export function helpButton(keys) {
  return button('?', () => keys.help(), { class: 'tool', title: t('Keyboard (?)'), 'aria-label': t('Keyboard') });
}
