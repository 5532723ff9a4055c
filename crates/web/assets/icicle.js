// @ts-check
// The tree of a search as an icicle plot: the root on top, every visit as wide as its subtree.

import { el, fill, svg } from "./dom.js";

/** @typedef {import("./messages.js").XraySearch} XraySearch */
/** @typedef {import("./messages.js").XrayNode} XrayNode */

/** Why visits end, in the order of the legend. @type {[string, string][]} */
export const ENDINGS = [
  ["complete", "all moves were searched"],
  ["alpha", "alpha cutoff: the searching player has a better move elsewhere"],
  ["beta", "beta cutoff: the opponents will avoid this position"],
  ["star", "Star cutoff: no roll can bring the value back into the window"],
  ["probe", "Star2 probe: one move was searched for a lower bound of the roll"],
  ["table", "found in the transposition table"],
  ["known", "known exactly, for example from a database"],
  ["depth", "horizon: static evaluation"],
  ["terminal", "the game was over"],
  ["beam", "skipped by the beam: other moves looked better"],
  ["stopped", "the search was stopped here"],
];

const ROW = 34;
const LABEL = 44; // narrower boxes have no label
const NARROWEST = 0.8; // narrower boxes are not drawn

export class Icicle {
  /** @param {XraySearch} search @param {XraySearch | null} other  the search it is compared with */
  constructor(search, other) {
    this.nodes = search.tree;
    this.width = other ? 560 : 1150; // in pixels or less, so that labels can be read
    /** @type {number[][]} */ this.children = this.nodes.map(() => []);
    /** @type {number[]} */ this.roots = [];
    this.nodes.forEach((node, index) => (node.parent === null ? this.roots : this.children[node.parent]).push(index));
    /** The size of the subtree of a node. */
    this.weight = this.nodes.map(() => 1);
    for (let index = this.nodes.length - 1; index >= 0; index--) {
      const { parent } = this.nodes[index];
      if (parent !== null) this.weight[parent] += this.weight[index];
    }
    this.unmatched = other && other.tree.length > 0 ? unmatched(this.nodes, other.tree) : new Set();
    /** The visit that fills the width; `null` for the root. @type {number | null} */
    this.top = null;
    this.drawing = svg("svg", { class: "icicle", role: "img", "aria-label": "Search tree" });
    this.about = el("div", { class: "about", "aria-live": "polite" });
    this.path = el("nav", { class: "row path", "aria-label": "Path in the tree" });
    this.element = el("div", {}, this.path, el("div", { class: "scroll" }, this.drawing), this.about);
    this.draw();
  }

  draw() {
    this.drawing.replaceChildren();
    const shown = this.top === null ? this.roots : this.children[this.top];
    let deepest = 0;
    /** @param {number[]} list @param {number} left @param {number} width @param {number} row */
    const lay = (list, left, width, row) => {
      const all = list.reduce((sum, index) => sum + this.weight[index], 0);
      let at = left;
      for (const index of list) {
        const wide = (this.weight[index] / all) * width;
        if (wide >= NARROWEST) {
          deepest = Math.max(deepest, row);
          this.box(index, at, wide, row);
          lay(this.children[index], at, wide, row + 1);
        }
        at += wide;
      }
    };
    if (shown.length > 0) lay(shown, 0, this.width, 0);
    this.drawing.setAttribute("viewBox", `0 0 ${this.width} ${(deepest + 1) * ROW}`);
    this.drawPath();
    this.describe(this.top);
  }

  /** @param {number} index @param {number} left @param {number} width @param {number} row */
  box(index, left, width, row) {
    const node = this.nodes[index];
    const box = svg("g", { class: `box ending-${node.ending}${this.unmatched.has(index) ? " unmatched" : ""}`, tabindex: width >= LABEL ? 0 : null, role: "button", "aria-label": this.text(node) },
      svg("rect", { x: left + 0.4, y: row * ROW + 0.5, width: Math.max(0.4, width - 0.8), height: ROW - 2, rx: width > 8 ? 3 : 0 }),
      width >= LABEL && svg("text", { x: left + 5, y: row * ROW + 13 }, node.text.slice(0, Math.floor(width / 8))),
      width >= LABEL && node.value !== null && svg("text", { x: left + 5, y: row * ROW + 26, class: "small" }, round(node.value).slice(0, Math.floor(width / 7))));
    const open = () => {
      this.top = this.children[index].length > 0 ? index : node.parent;
      this.draw();
      this.describe(index);
    };
    box.addEventListener("click", open);
    box.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), open()));
    box.addEventListener("pointerenter", () => this.describe(index));
    box.addEventListener("focus", () => this.describe(index));
    this.drawing.append(box);
  }

  drawPath() {
    const steps = [];
    for (let at = this.top; at !== null; at = this.nodes[at].parent) steps.unshift(at);
    const button = (/** @type {number | null} */ index, /** @type {string} */ text) => el("button", { type: "button", class: "plain", disabled: index === this.top, onclick: () => ((this.top = index), this.draw()) }, text);
    fill(this.path, button(null, "root"), steps.map((index) => [el("span", { class: "soft" }, "›"), button(index, this.nodes[index].text)]).flat());
  }

  /** @param {number | null} index */
  describe(index) {
    if (index === null) return fill(this.about, el("p", { class: "soft" }, `${this.nodes.length} visits. Hover to see details, click to zoom in.`));
    fill(this.about, el("p", {}, this.text(this.nodes[index]), this.weight[index] > 1 ? ` ${this.weight[index] - 1} visits below.` : ""));
  }

  /** @param {XrayNode} node */
  text(node) {
    const why = ENDINGS.find(([name]) => name === node.ending)?.[1] ?? "";
    const window = `window ${node.low === null ? "−∞" : round(node.low)} … ${node.high === null ? "∞" : round(node.high)}`;
    return `${node.text}: ${node.value === null ? "no value" : `value ${round(node.value)}`}, ${window}, ${node.ending}: ${why}.`;
  }
}

/** Visits that the other search did not make. @param {XrayNode[]} nodes @param {XrayNode[]} others */
function unmatched(nodes, others) {
  const paths = (/** @type {XrayNode[]} */ list) => {
    /** @type {string[]} */ const texts = [];
    for (const node of list) texts.push(`${node.parent === null ? "" : texts[node.parent]} ${node.text}`);
    return texts;
  };
  const known = new Set(paths(others));
  return new Set(paths(nodes).flatMap((path, index) => (known.has(path) ? [] : [index])));
}

/** @param {number} value */
function round(value) {
  return Number.isInteger(value) || Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}
