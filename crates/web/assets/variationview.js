// @ts-check
// The tree of variations on the page. Elements belong to nodes and stay theirs: a change moves, adds or removes only what it must.

import { el } from "./dom.js";
import { t } from "./translate.js";
import { isRoll } from "./variations.js";

/** @typedef {import("./variations.js").VariationNode} VariationNode */
/** @typedef {import("./variations.js").Variations} Variations */

export class VariationView {
  /** @param {(node: VariationNode) => void} choose */
  constructor(choose) {
    this.choose = choose;
    /** @type {Map<string, Element>} */ this.elements = new Map();
    /** @type {Element | null} */ this.current = null;
    this.element = el("div", { class: "tree", role: "tree", "aria-label": t("Moves and variations"), tabindex: 0 });
    this.empty = el("p", { class: "soft" }, t("No moves yet. Play one on the board."));
    /** @type {Variations | null} */ this.tree = null;
    this.element.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-node]") : null;
      const node = button && this.tree?.nodes.get(button.getAttribute("data-node") ?? "");
      if (node) this.choose(node);
    });
  }

  /** @param {Variations} tree @param {VariationNode} current */
  show(tree, current) {
    this.tree = tree;
    const used = new Set();
    const content = this.line(tree.root, used);
    this.element.setAttribute("role", content.length > 0 ? "tree" : "group"); // a tree without moves is none
    reconcile(this.element, [...this.comment(tree.root, used), ...(content.length > 0 ? content : [this.empty])]);
    for (const key of this.elements.keys()) if (!used.has(key)) this.elements.delete(key);
    this.select(current);
  }

  /** @param {VariationNode} node */
  select(node) {
    this.current?.removeAttribute("aria-current");
    this.current?.setAttribute("aria-selected", "false");
    this.current = this.elements.get(`move ${node.key}`) ?? null;
    this.current?.setAttribute("aria-current", "true");
    this.current?.setAttribute("aria-selected", "true");
    if (this.current instanceof HTMLElement) {
      const { offsetTop, offsetHeight } = this.current;
      const { scrollTop, clientHeight } = this.element;
      if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) this.element.scrollTop = offsetTop - clientHeight / 2;
    } else this.element.scrollTop = 0;
  }

  /** What follows a node: its main continuation, and after each move of it the other variations. @param {VariationNode} node @param {Set<string>} used @returns {Element[]} */
  line(node, used) {
    const content = [];
    for (let at = node; at.children.length > 0; at = at.children[0]) {
      const [main, ...others] = at.children;
      content.push(this.move(main, used), ...this.comment(main, used));
      for (const other of others) content.push(this.variation(other, used));
    }
    return content;
  }

  /** @param {VariationNode} node @param {Set<string>} used */
  variation(node, used) {
    const block = this.keep(`variation ${node.key}`, used, () => el("div", { class: "variation", role: "group" }));
    reconcile(block, [this.move(node, used), ...this.comment(node, used), ...this.line(node, used)]);
    return block;
  }

  /** @param {VariationNode} node @param {Set<string>} used */
  move(node, used) {
    const roll = isRoll(node.word);
    const button = this.keep(`move ${node.key}`, used, () =>
      el("button", { type: "button", class: `node plain${roll ? " roll" : ""}`, role: "treeitem", "aria-selected": "false", tabindex: -1, "data-node": node.key },
        !roll && el("span", { class: "number" }, node.turns), " ", el("span", { class: `dot owner-${node.player ?? 0}` }), el("span", {}, roll ? t("rolls {face}", { face: node.word.slice(0, -1) }) : node.word)));
    button.classList.toggle("played", node.ply !== null);
    button.querySelector(".dot")?.setAttribute("class", `dot owner-${node.player ?? 0}`);
    return button;
  }

  /** @param {VariationNode} node @param {Set<string>} used */
  comment(node, used) {
    if (!node.comment) return [];
    const text = this.keep(`comment ${node.key}`, used, () => el("span", { class: "comment" }));
    if (text.textContent !== node.comment) text.textContent = node.comment;
    return [text];
  }

  /** @param {string} key @param {Set<string>} used @param {() => Element} make */
  keep(key, used, make) {
    used.add(key);
    let element = this.elements.get(key);
    if (!element) this.elements.set(key, (element = make()));
    return element;
  }
}

/** Makes these the children of an element, touching only what differs. @param {Element} parent @param {Element[]} wanted */
export function reconcile(parent, wanted) {
  let at = parent.firstChild;
  for (const child of wanted) {
    if (child === at) at = at.nextSibling;
    else parent.insertBefore(child, at);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}
