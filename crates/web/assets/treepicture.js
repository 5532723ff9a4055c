// @ts-check
// A small tree as nodes and edges. Max points up, min points down, dice are round; what was never visited is grey.

import { el, fill, svg } from "./dom.js";
import { grouped } from "./format.js";
import { t } from "./translate.js";

/** @typedef {import("./paths.js").PathTree} PathTree */
/** @typedef {import("./paths.js").PathNode} PathNode */

/**
 * How a node looks at a moment.
 * @typedef {object} Look
 * @property {string} state  `unseen`, `open`, `done` or `never`
 * @property {string[]} lines  the texts inside
 * @property {string} ending  why it ended, empty while it did not
 * @property {boolean} current
 * @property {boolean} flowing  its value has just gone up
 * @property {boolean} best  the parent's best so far
 * @property {string} window  shown below it
 * @property {string} about  for screen readers and as a hint
 * @property {string} [mark]  a further class
 * @property {string} [edge]  written on the edge in place of the move, such as a probability
 */

/** @typedef {{look: (node: PathNode) => Look, pick: (index: number) => void, levels: (role: string, player: number) => string, words: (node: PathNode) => string}} TreeHandlers */

const SLOT = 58; // least width of a leaf
const WIDEST = 118; // greatest width of a leaf
const LETTER = 7.4; // room for a letter of a move
const LEVEL = 92; // height of a level
const HALF = 24; // half the width of a node
const TOP = 34;
const LEFT = 92; // room for the names of the levels
const WHOLE = 170; // larger trees are folded
const FIRST = 90; // nodes that a folded tree shows
const SIBLINGS = 8; // of a folded tree
const SMALLEST = 0.72; // scale at which texts can still be read
const MORE = 40; // siblings that one click opens

export class TreePicture {
  /** @param {TreeHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {PathTree | null} */ this.tree = null;
    /** Siblings shown of opened nodes. @type {Map<number, number>} */ this.opened = new Map();
    /** Nodes whose children are shown. @type {Set<number>} */ this.spread = new Set();
    /** @type {Map<number, {group: SVGElement, key: string}>} */ this.drawn = new Map();
    this.layoutKey = "";
    this.literal = false;
    /** Letters of the longest move. */
    this.longest = 0;
    /** Size of the drawing; 0 fits its width. */
    this.scale = 1;
    /** Whether nobody has zoomed yet. */
    this.unzoomed = true;
    /** @type {number[]} */ this.path = [];
    /** @type {Map<number, SVGElement>} */ this.edgeOf = new Map();
    this.edges = svg("g", { class: "edges" });
    this.groups = svg("g", {});
    this.names = svg("g", { class: "levels", "aria-hidden": "true" });
    this.drawing = svg("svg", { class: "treepicture", role: "tree", "aria-label": t("Tree") }, this.edges, this.groups, this.names);
    this.pane = el("div", { class: "tree-pane" }, this.drawing);
    this.note = el("p", { class: "soft small", role: "status" });
    this.element = el("div", {}, this.pane, this.note);
    this.drawing.addEventListener("keydown", (event) => this.key(event));
    this.pane.addEventListener("scroll", () => this.holdNames());
    new ResizeObserver(() => this.autoScale()).observe(this.pane);
  }

  /** @param {PathTree} tree */
  show(tree) {
    this.tree = tree;
    this.literal = tree.nodes.some((node) => !Number.isNaN(node.leaf));
    this.longest = tree.nodes.reduce((most, node) => Math.max(most, this.handlers.words(node).length), 0);
    this.opened.clear();
    this.spread.clear();
    this.layoutKey = "";
    this.path = [];
    if (tree.nodes.length <= WHOLE) tree.nodes.forEach((node) => this.spread.add(node.index));
    else this.spreadFirst(tree);
    this.update([]);
  }

  /** Opens a large tree level by level until enough is shown. @param {PathTree} tree */
  spreadFirst(tree) {
    const waiting = [0];
    for (let shown = 1; waiting.length > 0 && shown < FIRST;) {
      const at = /** @type {number} */ (waiting.shift());
      const { children } = tree.nodes[at];
      if (children.length === 0) continue;
      this.spread.add(at);
      const open = children.slice(0, SIBLINGS);
      shown += open.length;
      waiting.push(...open);
    }
  }

  /** Draws the moment. @param {number[]} path  nodes from the root to the current one */
  update(path) {
    const tree = this.tree;
    if (!tree) return;
    this.path = path;
    const whole = tree.nodes.length <= WHOLE;
    const key = whole ? "whole" : `${path.join(" ")}/${[...this.opened].join(" ")}/${this.spread.size}`;
    if (key !== this.layoutKey) {
      this.layoutKey = key;
      this.lay(tree);
    }
    for (const [index, drawn] of this.drawn) if (index >= 0) this.refresh(tree.nodes[index], drawn);
    for (const [index, drawn] of this.edgeOf) {
      const look = this.handlers.look(tree.nodes[index]);
      const kind = `edge state-${look.state} ${look.best ? "best" : ""} ${look.flowing ? "flowing" : ""} ${look.mark ?? ""}`;
      if (drawn.getAttribute("class") !== kind) drawn.setAttribute("class", kind);
    }
    this.reveal(path[path.length - 1] ?? 0);
  }

  /** The children that are drawn, and how many are not. @param {PathNode} node @returns {{shown: number[], more: number, cut: number}} */
  visibleChildren(node) {
    const { children } = node;
    const tree = /** @type {PathTree} */ (this.tree);
    const onPath = children.find((child) => this.path.includes(child));
    if (!this.spread.has(node.index)) return onPath === undefined ? { shown: [], more: children.length, cut: 0 } : { shown: [onPath], more: children.length - 1, cut: 0 };
    const pruned = this.literal ? [] : children.filter((child) => tree.nodes[child].pruned);
    const foldCut = pruned.length > 3 && !this.opened.has(node.index);
    const list = foldCut ? children.filter((child) => !tree.nodes[child].pruned) : children;
    const limit = this.opened.get(node.index) ?? (tree.nodes.length <= WHOLE ? Infinity : SIBLINGS);
    const shown = list.filter((child, place) => place < limit || child === onPath);
    return { shown, more: list.length - shown.length, cut: foldCut ? pruned.length : 0 };
  }

  /** @param {PathTree} tree */
  lay(tree) {
    const slot = Math.max(SLOT, Math.min(WIDEST, LETTER * this.longest + 8));
    let next = LEFT + slot / 2;
    let hidden = 0;
    /** @type {Map<number, {x: number, y: number}>} */ const places = new Map();
    /** @type {{x: number, y: number, parent: number, count: number, cut: boolean}[]} */ const folds = [];
    /** @type {Map<number, Set<string>>} */ const roles = new Map();
    const take = () => {
      next += slot;
      return next - slot;
    };
    /** @type {(index: number, level: number) => number} */
    const place = (index, level) => {
      const node = tree.nodes[index];
      const { shown, more, cut } = this.visibleChildren(node);
      const y = TOP + level * LEVEL;
      if (!node.pruned && node.role !== "over") roles.set(level, (roles.get(level) ?? new Set()).add(`${node.role}:${node.player}`));
      const below = shown.map((child) => place(child, level + 1));
      for (const [count, isCut] of /** @type {[number, boolean][]} */ ([[more, false], [cut, true]])) {
        if (count === 0) continue;
        if (shown.length === 0 && !isCut) {
          folds.push({ x: -1, y, parent: index, count, cut: false });
          continue;
        }
        const x = take();
        folds.push({ x, y: y + LEVEL, parent: index, count, cut: isCut });
        below.push(x);
      }
      hidden += more + cut;
      const x = below.length > 0 ? (below[0] + below[below.length - 1]) / 2 : take();
      places.set(index, { x, y });
      return x;
    };
    place(0, 0);
    const height = Math.max(...[...places.values()].map(({ y }) => y), ...folds.map(({ y }) => y)) + LEVEL / 2 + 22;
    this.places = places;
    this.size = { width: next + 10, height };
    this.drawing.setAttribute("viewBox", `0 0 ${next + 10} ${height}`);
    this.scaleTo(this.scale);
    this.autoScale();
    this.build(tree, places, folds);
    const names = [...roles].filter(([, set]) => set.size === 1).map(([level, set]) => {
      const [role, player] = [...set][0].split(":");
      return svg("text", { x: 4, y: TOP + level * LEVEL + 4 }, this.handlers.levels(role, Number(player)));
    });
    this.names.replaceChildren(...names);
    this.note.textContent = hidden > 0 ? t("{count} branches are folded; click “… more” or a number to open them.", { count: grouped(hidden) }) : "";
  }

  /** @param {PathTree} tree @param {Map<number, {x: number, y: number}>} places @param {{x: number, y: number, parent: number, count: number, cut: boolean}[]} folds */
  build(tree, places, folds) {
    this.drawn = new Map();
    this.edgeOf = new Map();
    /** @type {SVGElement[]} */ const groups = [];
    /** @type {SVGElement[]} */ const edges = [];
    for (const [index, { x, y }] of places) {
      const node = tree.nodes[index];
      const group = svg("g", { class: "treenode", transform: `translate(${x} ${y})`, tabindex: index === 0 ? 0 : -1, role: "treeitem", "data-node": index });
      group.addEventListener("click", () => this.handlers.pick(index));
      groups.push(group);
      this.drawn.set(index, { group, key: "" });
      const above = places.get(node.parent);
      if (above) {
        const edge = svg("g", { class: "edge" }, this.edge(above, { x, y }), ...this.edgeText(node, above, { x, y }));
        edges.push(edge);
        this.edgeOf.set(index, edge);
      }
    }
    for (const fold of folds) {
      const above = /** @type {{x: number, y: number}} */ (places.get(fold.parent));
      const open = () => this.openFold(fold.parent);
      const x = fold.x < 0 ? above.x : fold.x;
      const y = fold.x < 0 ? above.y + HALF + 16 : fold.y;
      const words = fold.cut ? `✂ ${fold.count}` : fold.x < 0 ? `▾ ${fold.count}` : t("… {count} more", { count: fold.count });
      const about = fold.cut ? t("{count} moves were cut off; open", { count: fold.count }) : t("{count} more branches; open", { count: fold.count });
      const group = svg("g", { class: `fold ${fold.cut ? "cut" : ""}`, transform: `translate(${x} ${y})`, tabindex: -1, role: "treeitem", "aria-label": about }, svg("title", {}, about),
        svg("rect", { x: -26, y: -11, width: 52, height: 22, rx: 11 }), svg("text", { y: 4 }, words));
      group.addEventListener("click", open);
      groups.push(group);
      if (fold.x >= 0) edges.push(svg("g", { class: "edge state-never" }, this.edge(above, { x, y: y + HALF - 11 })));
    }
    this.edges.replaceChildren(...edges);
    this.groups.replaceChildren(...groups);
  }

  /** @param {{x: number, y: number}} above @param {{x: number, y: number}} below */
  edge(above, below) {
    const [from, to] = [above.y + HALF - 4, below.y - HALF + 2];
    return svg("path", { d: `M${above.x} ${from}C${above.x} ${from + 22} ${below.x} ${to - 22} ${below.x} ${to}` });
  }

  /** The move on its edge, and the bars of a cut. @param {PathNode} node @param {{x: number, y: number}} above @param {{x: number, y: number}} below */
  edgeText(node, above, below) {
    const x = above.x + (below.x - above.x) * 0.86;
    const y = above.y + (below.y - above.y) * 0.6;
    return [svg("path", { class: "scissors", d: `M${x - 9} ${y - 12}l14 6m-16 1l14 6` }), svg("text", { class: "move", x, y: y + 2 }, this.handlers.words(node))];
  }

  /** @param {PathNode} node @param {{group: SVGElement, key: string}} drawn */
  refresh(node, drawn) {
    const look = this.handlers.look(node);
    const key = JSON.stringify(look);
    if (key === drawn.key) return;
    drawn.key = key;
    const { group } = drawn;
    group.setAttribute("class", `treenode role-${node.role} state-${look.state} ${look.ending ? `ends-${look.ending}` : ""} ${look.current ? "current" : ""} ${look.best ? "best" : ""} ${look.flowing ? "flowing" : ""} ${look.mark ?? ""}`);
    if (look.current) group.setAttribute("aria-current", "step");
    else group.removeAttribute("aria-current");
    const high = look.lines.length > 1;
    // The title is the name of the node, for those who cannot see what is written in it.
    const lines = look.lines.join(" ");
    fill(group, svg("title", {}, look.about.includes(lines) ? look.about : `${look.about} (${lines})`), shape(node.role, !Number.isNaN(node.leaf)),
      look.lines.map((line, place) => svg("text", { y: (high ? place * 13 - 6 : 0) + (node.role === "max" ? 7 : node.role === "min" ? 2 : 4), class: line.length > (node.role === "chance" ? 4 : 6) ? "value long" : "value" }, line)),
      look.window ? svg("text", { class: "window", y: HALF + 13 }, look.window) : null);
  }

  /** @param {number} index */
  openFold(index) {
    const tree = /** @type {PathTree} */ (this.tree);
    if (!this.spread.has(index)) this.spread.add(index);
    else this.opened.set(index, (this.opened.get(index) ?? SIBLINGS) + MORE);
    for (const child of tree.nodes[index].children.slice(0, SIBLINGS)) if (tree.nodes[child].children.length <= 3) this.spread.add(child);
    this.layoutKey = `opened ${Math.random()}`;
    this.lay(tree);
    this.update(this.path);
  }

  /** @param {number} factor  below 1 zooms in, 0 shows the whole width */
  zoom(factor) {
    const now = this.size ? this.drawing.clientWidth / this.size.width : 1;
    this.unzoomed = false;
    this.scaleTo(factor === 0 ? 0 : Math.max(0.15, Math.min(2, now / factor)));
    this.reveal(this.path[this.path.length - 1] ?? 0);
  }

  /** Shrinks a drawing that is a little too wide, as long as it stays readable. */
  autoScale() {
    const room = this.pane.clientWidth;
    if (!this.unzoomed || !this.size || room === 0) return;
    this.scaleTo(Math.max(SMALLEST, Math.min(1, room / this.size.width)));
    this.reveal(this.path[this.path.length - 1] ?? 0);
  }

  /** The names of the levels stay at the left edge. */
  holdNames() {
    const scale = this.size ? this.drawing.clientWidth / this.size.width : 1;
    this.names.setAttribute("transform", `translate(${this.pane.scrollLeft / (scale || 1)} 0)`);
  }

  /** @param {number} scale */
  scaleTo(scale) {
    this.scale = scale;
    const width = this.size?.width ?? 0;
    this.drawing.style.width = scale === 0 ? `min(100%, ${width}px)` : `${width * scale}px`;
    this.holdNames();
  }

  /** Scrolls a node into view, sideways only. @param {number} index */
  reveal(index) {
    const place = this.places?.get(index);
    if (!place || !this.size || this.pane.scrollWidth <= this.pane.clientWidth) return;
    const x = place.x * (this.drawing.clientWidth / this.size.width);
    const margin = Math.min(LEFT + HALF + 10, this.pane.clientWidth / 3);
    if (x < this.pane.scrollLeft + margin) this.pane.scrollLeft = x - margin;
    else if (x > this.pane.scrollLeft + this.pane.clientWidth - margin) this.pane.scrollLeft = x - this.pane.clientWidth + margin;
  }

  /** Arrow keys move between nodes, Enter picks. @param {KeyboardEvent} event */
  key(event) {
    const at = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    const tree = this.tree;
    if (!at || !tree) return;
    const node = tree.nodes[Number(at.getAttribute("data-node"))];
    const shown = (/** @type {number} */ index) => this.drawn.has(index);
    const siblings = node.parent < 0 ? [0] : tree.nodes[node.parent].children.filter(shown);
    const next = { ArrowUp: node.parent, ArrowDown: node.children.find(shown), ArrowLeft: siblings[siblings.indexOf(node.index) - 1], ArrowRight: siblings[siblings.indexOf(node.index) + 1] }[event.key];
    if (event.key === "Enter" || event.key === " ") this.handlers.pick(node.index);
    else if (next === undefined || next < 0) return;
    else {
      at.setAttribute("tabindex", "-1");
      const group = this.drawn.get(next)?.group;
      group?.setAttribute("tabindex", "0");
      group?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {string} role @param {boolean} leaf */
function shape(role, leaf) {
  if (role === "chance") return svg("circle", { class: "shape", r: 21 });
  if (role === "max") return svg("path", { class: "shape", d: "M0 -25L25 -5V20H-25V-5Z" });
  if (role === "min") return svg("path", { class: "shape", d: "M0 24L25 5V-18H-25V5Z" });
  if (role === "own") return svg("path", { class: "shape", d: "M-14 -20H14L26 0L14 20H-14L-26 0Z" });
  return svg("rect", { class: "shape", x: -22, y: -15, width: 44, height: 30, rx: leaf ? 3 : 12 });
}
