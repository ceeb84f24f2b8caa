// Makes and finds elements. Texts are set as text, never as HTML.

/**
 * Makes an element. `class` and `text` are set; a function under `on…` listens; a boolean makes or
 * leaves out an attribute; everything else is an attribute.
 * @param {string} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElement}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'text') made.textContent = String(value);
    else if (name === 'class') made.className = String(value);
    else if (name.startsWith('on')) made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Makes a button. */
export function button(text, onclick, properties = {}) {
  return element('button', { type: 'button', text, onclick, ...properties });
}

/** Returns an element of `index.html`. */
export function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** Returns whether a key press goes to a field, in this document or in the editor's shadow tree. */
export function isTyping(event) {
  const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
  if (target.isContentEditable) return true;
  if (target.tagName === 'INPUT') return !['checkbox', 'radio', 'range', 'color'].includes(target.type);
  return target.tagName === 'TEXTAREA' || target.tagName === 'SELECT';
}

/** Returns whether the user wants little motion. */
export function isCalm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Writes a number for people: at most one decimal. */
export function short(number) {
  return String(Math.round(number * 10) / 10);
}
