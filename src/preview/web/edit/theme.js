// The look of the editor. It is in a shadow tree, where its styles are style sheets of the script: the
// content security policy allows no style elements. The variables are those of style.css.

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colors = HighlightStyle.define([
  { tag: tags.comment, color: 'light-dark(#5b6770, #a8b1b7)', fontStyle: 'italic' },
  { tag: tags.string, color: 'light-dark(#28684a, #9fd3b2)' },
  { tag: [tags.number, tags.atom, tags.bool], color: 'light-dark(#8a4300, #f0b27a)' },
  { tag: [tags.propertyName, tags.definition(tags.variableName)], color: 'light-dark(#16607a, #8ccbe2)' },
  { tag: tags.bracket, color: 'light-dark(#74408f, #d3a9ea)', fontWeight: '600' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13.5px', color: 'var(--ink)', backgroundColor: 'var(--raised)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--accent)', paddingBlock: '10px 40vh' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-gutters': { color: 'var(--soft)', backgroundColor: 'var(--raised)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'light-dark(#16607a0f, #7cc3dc14)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'light-dark(#bfdde7, #35525e) !important' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--surface)', borderColor: 'var(--line)' },
  '.cm-panels button, .cm-button': { color: 'var(--ink)', background: 'var(--raised)', border: '1px solid var(--line)', borderRadius: '4px' },
  '.cm-textfield': { color: 'var(--ink)', backgroundColor: 'var(--raised)', border: '1px solid var(--soft)', borderRadius: '4px' },
  '.cm-searchMatch': { backgroundColor: 'light-dark(#ffe08a, #6b5620)' },
  '.cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--raised)', border: '1px solid var(--line)', borderRadius: '6px', boxShadow: '0 8px 28px rgb(0 0 0 / 18%)', fontFamily: 'var(--sans)', overflow: 'hidden' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '16em' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)' },
  '.cm-completionDetail': { color: 'inherit', opacity: '0.85', fontStyle: 'normal' },
  '.cm-completionIcon': { width: '1.1em', opacity: '0.75' },
  '.cm-completionIcon-property:after': { content: "'▪'" },
  '.cm-completionIcon-namespace:after': { content: "'§'" },
  '.cm-completionIcon-constant:after': { content: "'◦'" },
  '.cm-completionIcon-option:after': { content: "'◇'" },
  '.cm-about': { maxWidth: '34em', padding: '8px 11px', lineHeight: '1.45' },
  '.cm-about p': { margin: '0 0 6px' },
  '.cm-about p:last-child': { margin: '0' },
  '.cm-about code': { fontFamily: 'var(--mono)', fontSize: '0.92em' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--sans)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--note)' },
  '.cm-diagnosticAction': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)', borderRadius: '4px', padding: '3px 8px' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)' },
  '.cm-deletedChunk': { paddingLeft: '6px', backgroundColor: 'light-dark(#fbe9e7, #3d2523)' },
  '.cm-changedLine': { backgroundColor: 'light-dark(#e5f3ea, #21352a) !important' },
  '.cm-chunkButtons': { position: 'static', display: 'flex', gap: '6px', padding: '4px 0' },
  '.cm-chunkButtons button': { border: '1px solid var(--line)', borderRadius: '4px', margin: '0', padding: '2px 8px', color: 'var(--ink)', background: 'var(--raised)', fontFamily: 'var(--sans)', cursor: 'pointer' },
  '.cm-content :focus-visible, .cm-panels :focus-visible': { outline: '2px solid var(--accent)' },
  // What a click on the page leads to.
  '.cm-shown': { backgroundColor: 'light-dark(#ffe9a8, #665420)' },
});

export const theme = [look, syntaxHighlighting(colors)];
