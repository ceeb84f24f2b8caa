// The editor of the profile's text, and what connects it with the pages.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history as undoHistory, historyKeymap, undo } from '@codemirror/commands';
import { StreamLanguage, bracketMatching } from '@codemirror/language';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { unifiedMergeView } from '@codemirror/merge';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';

import { button, element } from '../view/dom.js';
import { send } from '../view/server.js';
import { changesBetween } from './changes.js';
import { Drafts } from './drafts.js';
import { KeptText } from './kept.js';
import { ProfileFile } from './file.js';
import { History } from './history.js';
import { languageAnswers } from './language.js';
import { theme } from './theme.js';
import { t } from '../view/words.js';

/** The pause before the place of the cursor is shown on the page, in milliseconds. */
const FOLLOW = 80;

/** Shows a range that a click on the page led to, or none. */
const setShown = StateEffect.define();
const shown = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setShown)) next = effect.value ? Decoration.set([Decoration.mark({ class: 'cm-shown' }).range(effect.value.from, effect.value.to)]) : Decoration.none;
    }
    return transaction.selection && !transaction.effects.some((effect) => effect.is(setShown)) ? Decoration.none : next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  /** @param {any} app the viewer */
  constructor(app, place) {
    this.app = app;
    this.dom = place;
    this.history = new History();
    this.file = new ProfileFile(this);
    this.drafts = new Drafts(this.history, () => this.view.state.doc);
    this.kept = new KeptText(this);
    this.compare = new Compartment();
    this.compareBar = null;
    this.listeners = [];
    const host = element('div', { class: 'editor' });
    place.append(host);
    const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
    this.view = new EditorView({ root, parent: root, state: this.freshState('') });
  }

  freshState(text) {
    return EditorState.create({ doc: text, extensions: this.extensions() });
  }

  extensions() {
    const keys = [
      { key: 'Mod-s', run: () => (this.file.save(), true), preventDefault: true },
      { key: 'Shift-Alt-f', run: () => (this.format(), true) },
    ];
    return [
      lineNumbers(), lintGutter(), highlightActiveLine(), highlightActiveLineGutter(), highlightSpecialChars(), drawSelection(),
      undoHistory(), bracketMatching(), closeBrackets(), highlightSelectionMatches(), EditorView.lineWrapping,
      StreamLanguage.define(toml), theme, languageAnswers(this.history), shown, this.compare.of([]),
      keymap.of([...keys, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': t('Text of the profile'), spellcheck: 'false', tabindex: '0' }),
      EditorView.updateListener.of((update) => this.updated(update)),
    ];
  }

  /** Starts with a text of the disk. */
  open(contents) {
    this.file.take(contents);
    this.view.setState(this.freshState(this.file.saved));
    this.history.send(this.file.saved, contents.etag);
    // The server may have a text of a page that was closed, or one with other line ends.
    if (this.app.state.hasDraft || this.file.hasOtherLineEnds) this.drafts.schedule();
    this.showSaved();
  }

  updated(update) {
    if (update.docChanged) {
      this.history.record(update.changes);
      this.drafts.schedule();
      this.showSaved();
      this.listeners.forEach((listener) => listener());
    }
    const isFromPage = update.transactions.some((transaction) => transaction.isUserEvent('select.page'));
    if (update.selectionSet) this.onplace?.();
    if ((update.selectionSet || update.docChanged) && !isFromPage) this.follow();
  }

  /** Shows the place of the cursor on the pages. */
  follow() {
    clearTimeout(this.followTimer);
    this.followTimer = setTimeout(() => this.showCursor(true), FOLLOW);
  }

  showCursor(scroll) {
    const { pages } = this.app;
    if (!pages.source) return;
    const { from, to } = this.view.state.selection.main;
    pages.reveal(this.history.there(from, pages.source), this.history.there(to, pages.source), { scroll });
  }

  /** Shows the place of a text of the page. */
  pick(box, letter) {
    const { source } = this.app.pages;
    const from = this.history.here(box.start, source, 1);
    const to = Math.max(from, this.history.here(box.end, source));
    // The run is often a part of its place, such as a line of a bullet.
    const at = this.view.state.sliceDoc(from, to).indexOf(box.text.trim());
    const cursor = at < 0 ? from : from + at + Math.min(letter ?? 0, box.text.length);
    this.view.dispatch({
      selection: { anchor: Math.min(cursor, to) },
      effects: [EditorView.scrollIntoView(cursor, { y: 'center' }), setShown.of(from < to ? { from, to } : null)],
      userEvent: 'select.page',
    });
    this.focus();
  }

  /** Shows the text in place of the form, or the form. */
  showText(isText = true) {
    this.dom.classList.toggle('as-form', !isText);
    this.app.fileMemory.set('form', !isText);
    this.formButton?.setAttribute('aria-pressed', String(!isText));
    this.view.requestMeasure();
    this.focus();
  }

  /** Goes to the place of a finding. */
  go({ start, end, file, source }, { focus = true } = {}) {
    if (start === null || file) return;
    const from = this.history.here(start, source, 1);
    const to = Math.max(from, this.history.here(end ?? start, source));
    this.view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    if (focus) this.focus();
  }

  /** Shows findings in the gutter. @param {import('../view/types.js').Finding[]} findings */
  showFindings(findings) {
    const severities = { error: 'error', warning: 'warning', note: 'info' };
    const { length } = this.view.state.doc;
    const diagnostics = findings.filter((finding) => finding.start !== null && !finding.file).map((finding) => {
      const from = Math.min(this.history.here(finding.start, finding.source, 1), length);
      return {
        from,
        to: Math.max(from, Math.min(this.history.here(finding.end, finding.source), length)),
        severity: severities[finding.severity],
        message: [finding.message, ...finding.hints].join('\n'),
        source: finding.rule,
        actions: finding.fixes.map((fix) => ({ name: fix.title, apply: () => this.fix(fix, finding.source) })),
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Makes the edits of a quick fix. */
  fix(fix, source) {
    this.fixAll([{ fix, finding: { source } }]);
  }

  /** Makes the edits of several quick fixes, but for those that touch the same text. */
  fixAll(fixes) {
    const made = [];
    for (const { fix, finding: { source } } of fixes) {
      const changes = fix.edits.map(({ start, end, text }) => ({
        from: this.history.here(start, source, 1),
        to: this.history.here(end, source),
        insert: this.history.editorText(text),
      }));
      const meets = ({ from, to }) => made.some((other) => from <= other.to && other.from <= to);
      if (changes.every(({ from, to }) => from <= to) && !changes.some(meets)) made.push(...changes);
    }
    this.view.dispatch({ changes: made, userEvent: 'input.fix' });
    this.focus();
  }

  /** Replaces the text, with the smallest changes. */
  setText(text, event) {
    this.view.dispatch({ changes: changesBetween(this.view.state.doc, text), userEvent: `input.${event}` });
  }

  /** Lets the program edit the text; what was typed meanwhile stays. */
  async edit(edit) {
    const { doc } = this.view.state;
    const at = this.history.now;
    const { ok, answer } = await send('POST', '/edit', { text: this.history.fileText(doc), edit });
    if (!ok) {
      this.say(answer?.findings?.[0]?.message ?? answer?.error ?? t('This could not be changed'), true);
      return false;
    }
    const edited = this.history.editorText(answer.text);
    let changes = changesBetween(doc, edited);
    const meanwhile = this.history.since(at);
    for (const other of meanwhile) changes = changes.map(other);
    const selection = meanwhile.length === 0 && edit.kind !== 'set-option' && edit.kind !== 'set-layout'
      ? { anchor: this.history.fromFile(answer.start, edited), head: this.history.fromFile(answer.end, edited) } : undefined;
    this.view.dispatch({ changes, selection, scrollIntoView: selection !== undefined, userEvent: 'input.design' });
    return true;
  }

  /** Adds a letter, and shows it in place of the CV. */
  async addLetter() {
    if (!await this.edit({ kind: 'add-letter' })) return;
    await this.drafts.flush();
    await this.app.view({ letter: true });
    this.focus();
  }

  setLayout(layout) {
    return this.edit({ kind: 'set-layout', layout, variant: this.app.state.variant });
  }

  setOption(layout, name, value) {
    return this.edit({ kind: 'set-option', layout, variant: this.app.state.variant, name, value });
  }

  async format() {
    const { doc } = this.view.state;
    const { ok, answer } = await send('POST', '/format', { text: this.history.fileText(doc) });
    if (!ok) this.say(answer?.error ?? t('A text with errors is not formatted'), true);
    else if (this.view.state.doc.eq(doc)) this.setText(this.history.editorText(answer.text), 'format');
  }

  /** Shows the changes to another text, each with a choice. @param {import('@codemirror/state').Text} original */
  openCompare(original) {
    const control = (kind, onclick) => button(kind === 'accept' ? t('Keep mine') : t('Take theirs'), null, { onmousedown: onclick, onclick });
    this.view.dispatch({ effects: this.compare.reconfigure(unifiedMergeView({ original, mergeControls: control })) });
    this.compareBar?.remove();
    this.compareBar = element('div', { class: 'compare-bar', role: 'group', 'aria-label': t('Comparison') },
      element('span', { text: t('Red is the file on the disk, green is yours.') }),
      button(t('Save this'), () => this.file.save(), { class: 'main' }));
    this.dom.prepend(this.compareBar);
    this.dom.classList.add('comparing');
  }

  closeCompare() {
    if (!this.compareBar) return;
    this.compareBar.remove();
    this.compareBar = null;
    this.dom.classList.remove('comparing');
    this.view.dispatch({ effects: this.compare.reconfigure([]) });
  }

  showSaved() {
    const isChanged = this.file.isChanged();
    document.body.classList.toggle('unsaved', isChanged);
    if (this.saveButton) this.saveButton.disabled = !isChanged;
    this.kept.keep(isChanged);
    document.title = `${isChanged ? '• ' : ''}${this.app.bar.title ?? 'cvpress'} – cvpress`;
  }

  /** Says something for a moment. */
  say(text, isError = false, { canUndo = false } = {}) {
    const takeBack = () => {
      undo(this.view);
      this.focus();
    };
    this.app.say(text, { isError, undo: canUndo ? takeBack : null });
  }

  focus() {
    if (this.form?.isOpen) this.form.focus();
    else this.view.focus();
  }

  /** A new state has arrived. */
  receive(state) {
    this.drafts.resume();
    if (this.file.saved) this.file.notice(state.etag);
    this.onstate?.(state);
    this.showSaved();
  }

  pagesShown() {
    this.showCursor(false);
  }

  panelOpened(name) {
    this.onpanel?.(name);
  }
}
