// A control for an option of the layout, by its kind.

import { button, element } from './dom.js';
import { code } from './findings.js';
import { t } from './words.js';

/** @typedef {import('./types.js').Setting} Setting */

let count = 0;

/**
 * Makes a control.
 * @param {Setting} setting
 * @param {(name: string, value: unknown) => void} onchange null sets the option back
 */
export function control(setting, onchange) {
  const id = `setting-${count += 1}`;
  const change = (value) => onchange(setting.name, value);
  const make = { boolean, number, integer: number, color, choice, list }[setting.kind] ?? text;
  const { fields, read } = make(setting, id, change);
  const label = element('label', { for: id, text: setting.name });
  const reset = button(t('Reset'), () => change(null), { class: 'reset', 'aria-label': t('Reset {name}', { name: setting.name }) });
  const row = element('div', { class: `setting ${setting.kind}` }, label, element('span', { class: 'fields' }, ...fields), reset,
    element('p', { class: 'about', id: `${id}-about` }, ...code(setting.description ?? '')));
  fields.forEach((field) => field.setAttribute('aria-describedby', `${id}-about`));
  /** @param {Setting} newer */
  const update = (newer, isChanged) => {
    reset.hidden = !isChanged;
    row.classList.toggle('changed', isChanged);
    if (!fields.includes(document.activeElement)) read(newer.value);
  };
  return { row, update };
}

function boolean(setting, id, change) {
  const box = element('input', { type: 'checkbox', id, onchange: () => change(box.checked) });
  return { fields: [box], read: (value) => { box.checked = value === true; } };
}

function number(setting, id, change) {
  const limits = { min: setting.min, max: setting.max, step: setting.kind === 'integer' ? '1' : 'any' };
  const field = element('input', { type: 'number', id, ...limits, onchange: () => send(field) });
  const fields = [field];
  const send = (from) => {
    if (from.value !== '' && from.checkValidity()) change(Number(from.value));
  };
  let slider = null;
  if (typeof setting.min === 'number' && typeof setting.max === 'number') {
    const step = setting.kind === 'integer' ? 1 : (setting.max - setting.min) / 100;
    slider = element('input', { type: 'range', ...limits, step, 'aria-label': setting.name, oninput: () => { field.value = slider.value; }, onchange: () => send(slider) });
    fields.unshift(slider);
  }
  const read = (value) => {
    field.value = value ?? '';
    if (slider) slider.value = value ?? setting.default ?? setting.min;
  };
  return { fields, read };
}

function color(setting, id, change) {
  const field = element('input', { type: 'text', id, spellcheck: 'false', onchange: () => change(field.value.trim() || null) });
  const well = element('input', { type: 'color', 'aria-label': `${setting.name}, as a color`, onchange: () => change(well.value) });
  const read = (value) => {
    field.value = value ?? '';
    const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(String(value ?? ''));
    well.classList.toggle('unset', !hex);
    if (hex) well.value = hex[1].length === 3 ? `#${[...hex[1]].map((digit) => digit + digit).join('')}` : hex[0];
  };
  return { fields: [well, field], read };
}

function choice(setting, id, change) {
  // `auto` may be a default without being one of the choices.
  const others = [setting.default, setting.value].filter((name) => typeof name === 'string');
  const options = [...new Set([...(setting.choices ?? []), ...others])].map((name) => element('option', { value: name, text: name }));
  const field = element('select', { id, onchange: () => change(field.value) }, ...options);
  return { fields: [field], read: (value) => { field.value = value ?? ''; } };
}

function list(setting, id, change) {
  const field = element('input', { type: 'text', id, placeholder: t('separated by commas'), spellcheck: 'false', onchange: () => change(items(field.value)) });
  return { fields: [field], read: (value) => { field.value = Array.isArray(value) ? value.join(', ') : value ?? ''; } };
}

/** Returns the items of a list that is typed with commas. */
function items(value) {
  return value.split(',').map((item) => item.trim()).filter((item) => item !== '');
}

function text(setting, id, change) {
  const field = element('input', { type: 'text', id, spellcheck: 'false', onchange: () => change(field.value.trim() || null) });
  const range = setting.kind === 'length' && setting.min && setting.max ? `${setting.min} to ${setting.max}` : null;
  if (range) field.placeholder = range;
  return { fields: [field], read: (value) => { field.value = value ?? ''; } };
}
