// Opens a file of the reader's, by a button or dropped on the page: a profile, or a CV of another tool,
// which becomes one.

import { button, element } from '../view/dom.js';
import { send, transport } from '../view/server.js';
import { addImage, base64 } from './image.js';
import { t } from '../view/words.js';

/** The largest file to send, in bytes: in Base64, it is below what the program takes. */
const MOST = 14_000_000;

export class Opener {
  /** @param {import('./editor.js').Editor} editor */
  constructor(editor) {
    this.editor = editor;
    /** What follows after a file was opened; the gallery closes. */
    this.onopened = () => {};
    this.input = element('input', { type: 'file', hidden: true, onchange: () => this.chosen() });
    document.body.append(this.input);
    addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    });
    addEventListener('drop', (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      // The editor would insert the text of the file as well.
      event.preventDefault();
      event.stopPropagation();
      this.open(file);
    }, { capture: true });
  }

  /** Returns a button that lets the reader choose a file. */
  button(look) {
    return button(t('Open'), () => this.input.click(), { class: look, title: t('A profile, or a CV of Word, LinkedIn, Europass, Reactive Resume, RenderCV, ORCID, JSON Resume, or a PDF of cvpress') });
  }

  chosen() {
    const [file] = this.input.files;
    this.input.value = '';
    if (file) this.open(file);
  }

  /** @param {File} file */
  async open(file) {
    const { editor } = this;
    if (file.size > MOST) {
      editor.say(t('{name} is too large', { name: file.name }), true);
      return;
    }
    if (file.type.startsWith('image/')) {
      await this.addPhoto(file);
      return;
    }
    const content = await base64(file);
    const { ok, answer } = await send('POST', '/import', { name: file.name, content });
    if (!ok) {
      editor.say(t('Not opened: {why}', { why: answer?.error ?? t('there is no connection') }), true);
      return;
    }
    const text = await withPhoto(answer);
    editor.setText(editor.history.editorText(text), 'import');
    this.onopened();
    transport.forgetFile?.();
    if (answer.origin) editor.say(said(answer));
    editor.focus();
  }

  /** A picture is the photo of the person. */
  async addPhoto(file) {
    const { editor } = this;
    const name = await addImage(editor, file);
    if (name && await editor.edit({ kind: 'set-field', path: ['person', 'photo'], value: name })) editor.focus();
  }
}

/** Puts the photo of a document beside the profile, and returns the text with the name that it has there. */
async function withPhoto({ text, photo }) {
  if (!photo) return text;
  const { ok, answer } = await send('POST', '/image', photo);
  return text.replace(/^photo\s*=.*$/m, (line) => (ok ? line.replace(photo.name, answer.name) : `# ${line}`));
}

function said({ origin, notes }) {
  if (notes.length === 0) return t('Read as {origin}.', { origin });
  return t('Read as {origin}. What has no field of its own is in comments of the text: {count, plural, one {# note} other {# notes}}.', { origin, count: notes.length });
}
