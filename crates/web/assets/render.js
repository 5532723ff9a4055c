// @ts-check
// A small renderer: descriptions of elements in, the fewest changes of the page out. What stays the same keeps its element, and
// with it the focus, the place of its scroll bar and its running animations.

/**
 * The description of an element. Keys of attributes that begin with `on` are listeners; `key` names the element among its siblings.
 * @typedef {{tag: string, attributes: Record<string, any>, children: (Described | string)[]}} Described
 */
/** @typedef {Described | string | number | null | undefined | false} DescribedChild */

const SVG = "http://www.w3.org/2000/svg";

/** What was last drawn into an element. @type {WeakMap<Node, {key: any, attributes: Record<string, any>, listeners: Map<string, (event: Event) => void>}>} */
const drawn = new WeakMap();

/**
 * @param {string} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...(DescribedChild | DescribedChild[])} children
 * @returns {Described}
 */
export function h(tag, attributes, ...children) {
  return { tag, attributes: attributes ?? {}, children: known(children) };
}

/** @param {(DescribedChild | DescribedChild[])[]} children @returns {(Described | string)[]} */
function known(children) {
  return children.flat().flatMap((child) => (child === null || child === undefined || child === false || child === "" ? [] : [typeof child === "number" ? String(child) : child]));
}

/**
 * Makes the content of an element equal to these descriptions.
 * @param {Element} parent
 * @param {...(DescribedChild | DescribedChild[])} children
 */
export function render(parent, ...children) {
  place(parent, known(children));
}

/** @param {Element} parent @param {(Described | string)[]} children */
function place(parent, children) {
  const old = new Set(parent.childNodes);
  /** @type {Map<any, ChildNode>} */ const keyed = new Map();
  for (const node of old) {
    const key = drawn.get(node)?.key;
    if (key !== undefined) keyed.set(key, node);
  }
  const unkeyed = [...old].filter((node) => drawn.get(node)?.key === undefined);
  const wanted = children.map((child) => {
    const node = find(child, keyed, unkeyed);
    if (node) old.delete(node);
    return typeof child === "string" ? text(node, child) : element(node, child, parent);
  });
  // First, so that what stays need not move.
  for (const node of old) {
    release(node);
    node.remove();
  }
  wanted.forEach((node, at) => {
    if (parent.childNodes[at] !== node) parent.insertBefore(node, parent.childNodes[at] ?? null);
  });
}

/**
 * The node of the last drawing that can become this child.
 * @param {Described | string} child
 * @param {Map<any, ChildNode>} keyed
 * @param {ChildNode[]} unkeyed  in order; what is taken is removed
 * @returns {ChildNode | undefined}
 */
function find(child, keyed, unkeyed) {
  const fits = (/** @type {ChildNode | undefined} */ node) => !!node && (typeof child === "string" ? node instanceof Text : node instanceof Element && drawn.has(node) && node.localName === child.tag);
  if (typeof child !== "string" && child.attributes.key !== undefined) {
    const node = keyed.get(child.attributes.key);
    keyed.delete(child.attributes.key); // a key that is used twice gets two elements
    return fits(node) ? node : undefined;
  }
  const at = unkeyed.findIndex(fits);
  return at < 0 ? undefined : unkeyed.splice(at, 1)[0];
}

/** Silences what is about to be removed: an element that loses the focus by it must not draw again in between. @param {Node} node */
function release(node) {
  drawn.get(node)?.listeners.clear();
  node.childNodes.forEach(release);
}

/** @param {ChildNode | undefined} node @param {string} value */
function text(node, value) {
  if (!node) return document.createTextNode(value);
  if (node.nodeValue !== value) node.nodeValue = value;
  return node;
}

/** @param {ChildNode | undefined} node @param {Described} child @param {Element} parent */
function element(node, child, parent) {
  const space = child.tag === "svg" ? SVG : parent.namespaceURI;
  const target = node instanceof Element ? node : document.createElementNS(space, child.tag);
  let before = drawn.get(target);
  if (!before) drawn.set(target, (before = { key: child.attributes.key, attributes: {}, listeners: new Map() }));
  for (const name of Object.keys(before.attributes)) if (!(name in child.attributes)) set(target, name, null, before.listeners);
  for (const [name, value] of Object.entries(child.attributes)) {
    if (name !== "key" && (before.attributes[name] !== value || name === "value" || name === "checked")) set(target, name, value, before.listeners);
  }
  before.attributes = child.attributes;
  place(target, child.children);
  // An option is chosen by its parent's value only once it is there.
  if (child.tag === "select" && "value" in child.attributes) /** @type {HTMLSelectElement} */ (target).value = String(child.attributes.value);
  return /** @type {ChildNode} */ (/** @type {unknown} */ (target));
}

/** @param {Element} target @param {string} name @param {any} value @param {Map<string, (event: Event) => void>} listeners */
function set(target, name, value, listeners) {
  if (name.startsWith("on")) {
    const kind = name.slice(2);
    // One listener for good, which calls the latest function: replacing it must not change the order of listeners.
    if (!listeners.has(kind)) target.addEventListener(kind, (event) => listeners.get(kind)?.(event));
    if (value) listeners.set(kind, value);
    else listeners.delete(kind);
  } else if ((name === "value" || name === "checked") && !(target instanceof HTMLProgressElement)) {
    const field = /** @type {any} */ (target);
    if (field[name] !== value) field[name] = value ?? "";
  } else if (value === true) target.setAttribute(name, "");
  else if (value === false || value === null || value === undefined) target.removeAttribute(name);
  else target.setAttribute(name, String(value));
}
