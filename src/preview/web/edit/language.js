// Completion and hover, which the program answers from the schema.

import { autocompletion } from '@codemirror/autocomplete';
import { hoverTooltip } from '@codemirror/view';

import { element } from '../view/dom.js';
import { send } from '../view/server.js';

/** Marks of completions, by their kind. */
const ICONS = { header: 'namespace', field: 'property', key: 'property', option: 'option', value: 'constant' };

/** @param {import('./history.js').History} history */
export function languageAnswers(history) {
  return [autocompletion({ override: [(context) => complete(history, context)], icons: true }), hoverTooltip((view, place) => hover(history, view, place))];
}

async function complete(history, context) {
  const { state, pos } = context;
  const word = context.matchBefore(/[\w-]+/);
  const opensOne = context.matchBefore(/[["'.=] ?$/);
  if (!context.explicit && !word && !opensOne) return null;
  const { ok, answer } = await send('POST', '/complete', { text: history.fileText(state.doc), offset: history.toFile(pos, state.doc) });
  if (!ok || context.aborted || answer.items.length === 0) return null;
  return {
    from: history.fromFile(answer.from, state.doc),
    to: history.fromFile(answer.to, state.doc),
    options: answer.items.map((item, index) => ({
      label: item.word ?? item.label,
      displayLabel: item.label,
      detail: item.detail || undefined,
      type: ICONS[item.kind],
      boost: -Math.min(index, 99),
      info: item.documentation ? () => about(item.documentation) : undefined,
      apply: (view, completion, from, to) => insert(view, item, from, to),
    })),
    validFor: /^[\w-]*$/,
  };
}

function insert(view, item, from, to) {
  const text = item.insert ?? item.label;
  const quotes = text.indexOf('""');
  const cursor = item.cursor ?? (quotes >= 0 ? quotes + 1 : text.length);
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + cursor },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
}

async function hover(history, view, place) {
  const { doc } = view.state;
  const { ok, answer } = await send('POST', '/hover', { text: history.fileText(doc), offset: history.toFile(place, doc) });
  if (!ok || !answer) return null;
  return {
    pos: history.fromFile(answer.start, doc),
    end: history.fromFile(answer.end, doc),
    create: () => ({ dom: about(answer.markdown) }),
  };
}

/** Shows a text with paragraphs, lists, code and bold words. */
export function about(markdown) {
  const blocks = markdown.split(/\n{2,}/).map((block) => element('p', {}, ...block.split('\n').flatMap((line, index) => {
    const words = inline(line.replace(/^[-*] /, '• '));
    return index > 0 ? [element('br'), ...words] : words;
  })));
  return element('div', { class: 'cm-about' }, ...blocks);
}

function inline(line) {
  return line.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/).map((part) => {
    if (/^`.+`$/.test(part)) return element('code', { text: part.slice(1, -1) });
    if (/^\*\*.+\*\*$/.test(part)) return element('strong', { text: part.slice(2, -2) });
    if (/^\*.+\*$/.test(part)) return element('em', { text: part.slice(1, -1) });
    return part;
  });
}
