// @ts-check
// Entering a literal tree: typed, from an example, or drawn by clicking its nodes.

import { el, field, fill, setFieldError } from "./dom.js";
import { EXAMPLES, parseTree, treeColumns, treeText } from "./literal.js";
import { PathTree } from "./paths.js";
import { t } from "./translate.js";
import { TreePicture } from "./treepicture.js";
import { num } from "./words.js";

/** @typedef {import("./literal.js").LiteralNode} LiteralNode */

export class TreeEditor {
  /** @param {string} text */
  constructor(text) {
    this.input = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 2, spellcheck: "false", autocomplete: "off" }));
    this.input.value = text || EXAMPLES[0][1];
    /** @type {LiteralNode | null} */ this.tree = null;
    /** @type {PathTree | null} */ this.paths = null;
    this.chosen = 0;
    const examples = /** @type {HTMLSelectElement} */ (el("select", {}, el("option", { value: "" }, t("choose …")), EXAMPLES.map(([title, tree]) => el("option", { value: tree }, title))));
    examples.addEventListener("change", () => examples.value && this.setText(examples.value));
    this.picture = new TreePicture({ look: (node) => this.look(node), pick: (index) => this.choose(index), levels: (role) => role.toUpperCase(), words: (node) => node.text });
    this.tools = el("div", { class: "row tree-tools" });
    this.input.addEventListener("input", () => this.read());
    this.element = el("div", { class: "tree-editor" }, field(t("Tree"), this.input, t("numbers are leaves, brackets are branches; the root maximises, levels alternate")), field(t("Examples"), examples), el("div", { class: "tree-preview" }, this.picture.element, this.tools));
    this.read();
  }

  get value() {
    return this.input.value.trim();
  }

  /** @param {string} text */
  setText(text) {
    this.input.value = text;
    this.read();
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Draws the tree as far as it can be read. */
  read() {
    const { tree, error } = parseTree(this.value);
    setFieldError(this.input, error ?? "");
    this.picture.element.classList.toggle("stale", tree === null);
    if (tree === null) return fill(this.tools, error === null ? el("span", { class: "small soft" }, t("Trees with chance nodes have no preview; press the button to watch them.")) : null);
    this.tree = tree;
    const columns = treeColumns(tree);
    this.paths = new PathTree(/** @type {any} */ ({ tree: columns, root_player: 1, searches: [] }), []);
    this.chosen = Math.min(this.chosen, this.paths.nodes.length - 1);
    this.picture.show(this.paths);
    this.choose(this.chosen);
  }

  /** @param {import("./paths.js").PathNode} node @returns {import("./treepicture.js").Look} */
  look(node) {
    const text = Number.isNaN(node.leaf) ? "" : num(node.leaf);
    return { state: "done", lines: text ? [text] : [], ending: "", current: node.index === this.chosen, flowing: false, best: false, window: "", about: text ? t("leaf {value}", { value: text }) : t("{role} node", { role: node.role }) };
  }

  /** Offers what can be done with a node. @param {number} index */
  choose(index) {
    const paths = /** @type {PathTree} */ (this.paths);
    this.chosen = index;
    this.picture.update([index]);
    const node = paths.nodes[index];
    const leaf = !Number.isNaN(node.leaf);
    const button = (/** @type {string} */ text, /** @type {() => void} */ act) => el("button", { type: "button", class: "quiet", onclick: act }, text);
    const value = /** @type {HTMLInputElement} */ (el("input", { type: "number", class: "leaf-value", step: "any", value: leaf ? node.leaf : 0, "aria-label": t("Value of the leaf") }));
    value.addEventListener("change", () => this.change(index, () => Number(value.value) || 0));
    fill(this.tools, el("span", { class: "small soft" }, leaf ? t("This leaf:") : t("This node:")), leaf ? value : null,
      button(leaf ? t("Make it a branch") : t("Add a leaf"), () => this.change(index, (old) => (typeof old === "number" ? [old, 0] : [...old, 0]))),
      index > 0 ? button(t("Add a neighbour"), () => this.change(node.parent, (old) => (typeof old === "number" ? old : [...old, 0]))) : null,
      index > 0 && paths.nodes[node.parent].children.length > 1 ? button(t("Remove"), () => this.remove(index)) : null);
  }

  /** @param {number} index @param {(old: LiteralNode) => LiteralNode} make */
  change(index, make) {
    const path = /** @type {PathTree} */ (this.paths).line(index).map((text) => Number(text) - 1);
    /** @type {(node: LiteralNode, at: number) => LiteralNode} */
    const replace = (node, at) => (at === path.length || typeof node === "number" ? make(node) : node.map((child, place) => (place === path[at] ? replace(child, at + 1) : child)));
    this.setText(treeText(replace(/** @type {LiteralNode} */ (this.tree), 0)));
  }

  /** @param {number} index */
  remove(index) {
    const paths = /** @type {PathTree} */ (this.paths);
    const place = Number(paths.nodes[index].text) - 1;
    this.chosen = paths.nodes[index].parent;
    this.change(this.chosen, (old) => (typeof old === "number" ? old : old.filter((_, at) => at !== place)));
  }
}
