// @ts-check
// The tree of a search as an icicle: the root on top, every visit as wide as what was visited below it.

import { el, fill, svg } from "./dom.js";

/** @typedef {import("./messages.js").Xray} Xray */
/** @typedef {import("./messages.js").XrayNode} XrayNode */

/** Why visits end, in the order of the legend. @type {[string, string][]} */
export const ENDINGS = [
  ["complete", "every move was searched"],
  ["alpha", "left: the searching player has something better elsewhere"],
  ["beta", "left: the others will not let it come to this"],
  ["star", "left: the dice cannot bring it back into the window"],
  ["probe", "one move was tried, to learn what the roll is worth at least"],
  ["table", "known from the transposition table"],
  ["known", "known for certain, from a database for example"],
  ["depth", "the horizon: the evaluation answered"],
  ["terminal", "the game was over"],
  ["beam", "left out: others looked better"],
  ["stopped", "the search was stopped here"],
];

const ROW = 34;
const LABEL = 44; // narrower boxes have no text
const NARROWEST = 0.8; // narrower boxes are not drawn

export class Icicle {
  /** @param {Xray} search @param {Xray | null} other  the search it is compared with */
  constructor(search, other) {
    this.nodes = search.nodes_seen;
    this.width = other ? 560 : 1150; // in pixels or less, so that labels can be read
    /** @type {number[][]} */ this.children = this.nodes.map(() => []);
    /** @type {number[]} */ this.roots = [];
    this.nodes.forEach((node, index) => (node.parent === null ? this.roots : this.children[node.parent]).push(index));
    /** Visits below a node, itself included. */
    this.weight = this.nodes.map(() => 1);
    for (let index = this.nodes.length - 1; index >= 0; index--) {
      const { parent } = this.nodes[index];
      if (parent !== null) this.weight[parent] += this.weight[index];
    }
    this.alone = other && other.nodes_seen.length > 0 ? lonely(this.nodes, other.nodes_seen) : new Set();
    /** The visit that fills the width; `null` is the root. @type {number | null} */
    this.top = null;
    this.drawing = svg("svg", { class: "icicle", role: "img", "aria-label": "The tree of the search" });
    this.about = el("div", { class: "about", "aria-live": "polite" });
    this.path = el("nav", { class: "row path", "aria-label": "Where in the tree" });
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
    this.tell(this.top);
  }

  /** @param {number} index @param {number} left @param {number} width @param {number} row */
  box(index, left, width, row) {
    const node = this.nodes[index];
    const box = svg("g", { class: `box ending-${node.ending}${this.alone.has(index) ? " lonely" : ""}`, tabindex: width >= LABEL ? 0 : null, role: "button", "aria-label": this.words(node) },
      svg("rect", { x: left + 0.4, y: row * ROW + 0.5, width: Math.max(0.4, width - 0.8), height: ROW - 2, rx: width > 8 ? 3 : 0 }),
      width >= LABEL && svg("text", { x: left + 5, y: row * ROW + 13 }, node.text.slice(0, Math.floor(width / 8))),
      width >= LABEL && node.value !== null && svg("text", { x: left + 5, y: row * ROW + 26, class: "small" }, round(node.value).slice(0, Math.floor(width / 7))));
    const open = () => {
      this.top = this.children[index].length > 0 ? index : node.parent;
      this.draw();
      this.tell(index);
    };
    box.addEventListener("click", open);
    box.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), open()));
    box.addEventListener("pointerenter", () => this.tell(index));
    box.addEventListener("focus", () => this.tell(index));
    this.drawing.append(box);
  }

  drawPath() {
    const steps = [];
    for (let at = this.top; at !== null; at = this.nodes[at].parent) steps.unshift(at);
    const button = (/** @type {number | null} */ index, /** @type {string} */ text) => el("button", { type: "button", class: "plain", disabled: index === this.top, onclick: () => ((this.top = index), this.draw()) }, text);
    fill(this.path, button(null, "root"), steps.map((index) => [el("span", { class: "soft" }, "›"), button(index, this.nodes[index].text)]).flat());
  }

  /** @param {number | null} index */
  tell(index) {
    if (index === null) return fill(this.about, el("p", { class: "soft" }, `${this.nodes.length} visits. Touch one to read it, click to go in.`));
    fill(this.about, el("p", {}, this.words(this.nodes[index]), this.weight[index] > 1 ? ` ${this.weight[index] - 1} visits below.` : ""));
  }

  /** @param {XrayNode} node */
  words(node) {
    const why = ENDINGS.find(([name]) => name === node.ending)?.[1] ?? "";
    const window = `window ${node.low === null ? "−∞" : round(node.low)} … ${node.high === null ? "∞" : round(node.high)}`;
    return `${node.text}: ${node.value === null ? "no value" : `value ${round(node.value)}`}, ${window}, ${node.ending}: ${why}.`;
  }
}

/** Visits of moves that the other search did not make in the same place. @param {XrayNode[]} nodes @param {XrayNode[]} others */
function lonely(nodes, others) {
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
