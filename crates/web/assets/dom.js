// @ts-check
// Small helpers to make elements. Text always goes in as text, never as markup.

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * Makes an HTML element. Keys that begin with `on` are listeners, `class` and the rest are attributes; `true` sets an
 * empty attribute, `false`, `null` and `undefined` leave it out.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes, children);
  return element;
}

/**
 * Makes an SVG element in the same way.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, attributes, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {(Child | Child[])[]} children
 */
function dress(element, attributes, children) {
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
 * Replaces everything inside an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, ...children);
}

/**
 * Tells people who do not see the page what happened.
 * @param {string} text
 */
export function announce(text) {
  const place = document.getElementById("announce");
  if (place) place.textContent = text;
}

/**
 * A labelled form field with room for a complaint below it.
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [hint]
 */
export function field(label, input, hint) {
  const id = input.id || `field-${Math.random().toString(36).slice(2)}`;
  input.id = id;
  const complaint = el("p", { class: "complaint", id: `${id}-complaint`, role: "alert" });
  input.setAttribute("aria-describedby", `${id}-complaint`);
  return el("div", { class: "field" }, el("label", { for: id }, label), input, hint ? el("p", { class: "hint" }, hint) : null, complaint);
}

/**
 * Writes a complaint beside a field made by {@link field}, or takes it away.
 * @param {HTMLElement} input
 * @param {string} text
 */
export function complain(input, text) {
  const place = document.getElementById(`${input.id}-complaint`);
  if (place) place.textContent = text;
  input.setAttribute("aria-invalid", text ? "true" : "false");
}
