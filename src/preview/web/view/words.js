// The words of the interface in the reader's language. A text in the code is its English form, in the syntax
// of ICU messages; `words/*.json` has the other languages, and the build fails if one lacks a text.

import { IntlMessageFormat } from 'intl-messageformat';

import de from '../words/de.json';
import es from '../words/es.json';
import fr from '../words/fr.json';
import ja from '../words/ja.json';
import zh from '../words/zh.json';

/** @type {Record<string, {texts: Record<string, string>, names: Record<string, string>}>} */
const ALL = { de, es, fr, ja, zh };

/** The language of the interface: the first that the reader wants and that there is. */
export const language = navigator.languages.map((tag) => tag.split('-')[0]).find((code) => code === 'en' || ALL[code]) ?? 'en';

const words = ALL[language];
/** @type {Map<string, IntlMessageFormat>} */
const messages = new Map();

/**
 * Returns a text in the reader's language.
 * @param {string} english
 * @param {Record<string, string | number>} [values]
 */
export function t(english, values) {
  const text = words?.texts[english] ?? english;
  if (!values) return text;
  let message = messages.get(text);
  if (!message) {
    message = new IntlMessageFormat(text, language);
    messages.set(text, message);
  }
  return String(message.format(values));
}

/** Returns the name of a field or of a kind of sections, such as `employment-type`. */
export function named(name) {
  const plain = name.replaceAll('-', ' ');
  return words?.names[name] ?? plain[0].toUpperCase() + plain.slice(1);
}
