// Places in texts that were sent, found again in the text of now: the server answers about the text
// that it had, while the user types on. Also line ends: the editor counts one for each, a file with
// CRLF has two.

import { ChangeSet, Text } from '@codemirror/state';

/** Changes that are kept. Places of older texts are looked up in the oldest kept one. */
const KEPT = 4000;

export class History {
  constructor() {
    /** @type {ChangeSet[]} the changes since `first` */
    this.changes = [];
    this.first = 0;
    /** @type {{source: string | null, at: number, doc: Text}[]} the texts that the server has, with their hashes */
    this.sent = [];
    this.hasCarriageReturns = false;
  }

  /** The number of changes until now. */
  get now() {
    return this.first + this.changes.length;
  }

  /** @param {ChangeSet} changes */
  record(changes) {
    this.changes.push(changes);
    if (this.changes.length <= KEPT) return;
    this.changes.splice(0, KEPT / 2);
    this.first += KEPT / 2;
  }

  /** Notes a text that is sent. Its hash is known with the answer. */
  send(doc, source = null) {
    const sent = { source, at: this.now, doc };
    this.sent.push(sent);
    if (this.sent.length > KEPT) this.sent.splice(0, KEPT / 2);
    return sent;
  }

  /** Forgets a text that has not arrived. */
  forget(sent) {
    this.sent.splice(this.sent.indexOf(sent), 1);
  }

  /** Returns the text with a hash. One that is not known yet is the one on its way, or else the newest. */
  textOf(source) {
    return this.sent.findLast((sent) => sent.source === source) ?? this.sent.at(-1);
  }

  since(at) {
    return this.changes.slice(Math.max(0, at - this.first));
  }

  /** Returns where a place of a text of the server is now. */
  here(offset, source, side = -1) {
    const { doc, at } = this.textOf(source);
    return this.since(at).reduce((place, changes) => changes.mapPos(place, side), this.fromFile(offset, doc));
  }

  /** Returns where a place of now was in a text of the server. */
  there(place, source) {
    const { doc, at } = this.textOf(source);
    const older = this.since(at).reduceRight((found, changes) => changes.invertedDesc.mapPos(found, -1), place);
    return this.toFile(Math.min(older, doc.length), doc);
  }

  /** Returns an offset of the editor as one of the file. @param {Text} doc */
  toFile(place, doc) {
    return this.hasCarriageReturns ? place + doc.lineAt(place).number - 1 : place;
  }

  /** Returns an offset of the file as one of the editor. @param {Text} doc */
  fromFile(offset, doc) {
    if (!this.hasCarriageReturns) return Math.min(offset, doc.length);
    let low = 1;
    let high = doc.lines;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (doc.line(middle).from + middle - 1 <= offset) low = middle;
      else high = middle - 1;
    }
    const line = doc.line(low);
    return Math.min(offset - low + 1, line.to);
  }

  /** Returns a text of the editor as it is in the file. @param {Text} doc */
  fileText(doc) {
    return doc.sliceString(0, doc.length, this.hasCarriageReturns ? '\r\n' : '\n');
  }

  /** Returns a text of the file as the editor has it. */
  editorText(text) {
    return Text.of(text.split(/\r?\n/));
  }
}
