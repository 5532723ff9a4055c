// @ts-check
// Helpers to create elements. Text is always inserted as text, never as markup.

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * Creates an HTML element. Keys that begin with `on` are listeners, all others are attributes; `true` sets an empty attribute,
 * `false`, `null` and `undefined` omit it.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  initialise(element, attributes, children);
  return element;
}

/**
 * What can be wider than the page, such as a table of numbers: it scrolls, by keys as well.
 * @param {string} label  says what it is
 * @param {...(Child | Child[])} children
 */
export function scrollable(label, ...children) {
  return el("div", { class: "scroll", role: "group", tabindex: "0", "aria-label": label }, ...children);
}

/**
 * Creates an SVG element; for the arguments see {@link el}.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  initialise(element, attributes, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {(Child | Child[])[]} children
 */
function initialise(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  append(element, ...children);
}

/**
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function append(element, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces the content of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, ...children);
}

/** Paths of the button icons, 16 by 16. @type {Record<string, string>} */
export const ICONS = {
  first: "M3 3v10M13 3 6 8l7 5z",
  back: "M11 3 4 8l7 5z",
  next: "M5 3l7 5-7 5z",
  last: "M13 3v10M3 3l7 5-7 5z",
  undo: "M6 3 2.5 6.5 6 10M3 6.5h6a4 4 0 0 1 0 8H6",
  redo: "M10 3l3.5 3.5L10 10M13 6.5H7a4 4 0 0 0 0 8h3",
  pause: "M5 3v10M11 3v10",
  play: "M4 2.5 13 8l-9 5.5z",
  flag: "M4 14V2.5h8l-2 3 2 3H4",
  flip: "M5 2v11M2.5 10.5 5 13l2.5-2.5M11 14V3M8.5 5.5 11 3l2.5 2.5",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  replay: "M3 8a5 5 0 1 1 1.6 3.7M3 13v-2.5h2.5",
  hint: "M6 12h4M6.5 14h3M8 2a4 4 0 0 0-2 7.4V10.5h4V9.4A4 4 0 0 0 8 2z",
  sound: "M3 6v4h2.5L9 13V3L5.5 6zM11 5.5a3.5 3.5 0 0 1 0 5M12.8 3.6a6 6 0 0 1 0 8.8",
  mute: "M3 6v4h2.5L9 13V3L5.5 6zM11.5 6.5l3 3M14.5 6.5l-3 3",
  board: "M2.5 2.5h11v11h-11zM8 2.5v11M2.5 8h11",
  theme: "M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",
};

/**
 * An icon without a text alternative; its button needs a label.
 * @param {string} name
 */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 16 16", class: `icon icon-${name}`, "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const place = document.getElementById("announce");
  if (place) place.textContent = text;
}

/**
 * A labelled form field with space for an error message.
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [hint]
 */
export function field(label, input, hint) {
  const id = input.id || `field-${Math.random().toString(36).slice(2)}`;
  input.id = id;
  const error = el("p", { class: "error", id: `${id}-error`, role: "alert" });
  input.setAttribute("aria-describedby", `${id}-error`);
  return el("div", { class: "field" }, el("label", { for: id }, label), input, hint ? el("p", { class: "hint" }, hint) : null, error);
}

/**
 * Sets or clears the error message of a field created by {@link field}.
 * @param {HTMLElement} input
 * @param {string} text
 */
export function setFieldError(input, text) {
  const place = document.getElementById(`${input.id}-error`);
  if (place) place.textContent = text;
  input.setAttribute("aria-invalid", text ? "true" : "false");
}
