// @ts-check
// A board drawn from scene data, for any game and without rules.

import { BoardLinks } from "./boardlinks.js";
import { el, svg } from "./dom.js";
import { t } from "./translate.js";
import { View } from "./view.js";

/** @typedef {import("./messages.js").Scene} Scene */
/** @typedef {import("./messages.js").Cell} Cell */
/** @typedef {import("./messages.js").SceneChange} SceneChange */

export const SIZE = 10; // a cell, in units of the drawing
export const MARGIN = 5; // space for captions
const LARGE = 200; // cells; larger boards zoom by wheel and buttons

export class Board {
  /** @param {((from: number, to: number) => void) | null} [arrange]  called after a drag from cell to cell */
  constructor(arrange = null) {
    this.arrange = arrange;
    /** @type {Scene | null} */ this.scene = null;
    /** The elements of the cells; large boards have only some. @type {SVGElement[]} */ this.cells = [];
    /** What every cell shows. @type {Cell[]} */ this.shown = [];
    /** @type {SVGElement[]} */ this.rows = [];
    /** The cells of the last move. @type {number[]} */ this.last = [];
    /** What the last move changed. @type {SceneChange[]} */ this.changes = [];
    this.flipped = false;
    this.grounds = svg("g");
    this.marks = svg("g", { class: "marks" });
    this.links = new BoardLinks((cell) => this.place(cell), () => this.flipped);
    this.traces = svg("g", { class: "traces" });
    this.captions = svg("g", { class: "captions", "aria-hidden": "true" });
    this.drawing = /** @type {SVGSVGElement} */ (svg("svg", { class: "board", role: "img", "aria-label": t("Board") }, this.captions, this.grounds, this.links.element, this.marks, this.traces));
    this.view = new View(this.drawing, () => this.isLarge());
    this.pane = el("div", { class: "pane" }, this.drawing);
    this.element = el("div", { class: "boardbox" }, this.pane);
    if (arrange) this.listenToDrags(arrange);
  }

  /** Whether the board needs zooming to be played. */
  isLarge() {
    return (this.scene?.cells.length ?? 0) > LARGE;
  }

  /** Shows a position. @param {Scene} scene */
  show(scene) {
    const before = this.scene;
    const fresh = !before || before.cols !== scene.cols || before.rows !== scene.rows;
    this.scene = scene;
    if (fresh) this.build();
    else {
      scene.cells.forEach((cell, index) => {
        if (!same(before.cells[index], cell)) this.paint(index, cell);
      });
    }
    this.links.draw(scene);
  }

  /** What the element of a row is besides a group. @param {number} row @returns {Record<string, any>} */
  rowAttributes(row) {
    return {};
  }

  /** What the element of a cell is besides a picture. @param {number} index @returns {Record<string, any>} */
  cellAttributes(index) {
    return this.arrange ? { "data-cell": index } : {};
  }

  build() {
    const scene = /** @type {Scene} */ (this.scene);
    this.rows = Array.from({ length: scene.rows }, (_, row) => svg("g", this.rowAttributes(row)));
    this.cells = [];
    this.shown = [...scene.cells];
    this.grounds.replaceChildren();
    this.view.enclose(scene.cols * SIZE + 2 * MARGIN, scene.rows * SIZE + 2 * MARGIN, SIZE);
    this.createCells();
  }

  /** Creates the elements of a new board. */
  createCells() {
    this.shown.forEach((_, index) => this.create(index));
  }

  /** Creates and draws the element of a cell, in the order of the board. @param {number} index */
  create(index) {
    const { cols } = /** @type {Scene} */ (this.scene);
    const [x, y] = this.place(index);
    const row = Math.floor(index / cols);
    const cell = svg("g", { ...this.cellAttributes(index), transform: `translate(${x} ${y})` });
    let next = index + 1;
    while (next < (row + 1) * cols && !this.cells[next]) next++;
    if (!this.rows[row].parentNode) this.grounds.insertBefore(this.rows[row], this.rows.slice(row + 1).find((other) => other.parentNode) ?? null);
    this.rows[row].insertBefore(cell, next < (row + 1) * cols ? this.cells[next] : null);
    this.cells[index] = cell;
    this.draw(index);
  }

  /** Removes the element of a cell. @param {number} index */
  drop(index) {
    const row = this.cells[index].parentElement;
    this.cells[index].remove();
    delete this.cells[index];
    if (row?.childElementCount === 0) row.remove();
  }

  flip() {
    this.flipped = !this.flipped;
    if (!this.scene) return;
    this.build();
    this.links.draw(this.scene);
  }

  /** @param {(from: number, to: number) => void} arrange */
  listenToDrags(arrange) {
    /** @type {number | null} */ let from = null;
    this.drawing.addEventListener("pointerdown", (event) => {
      from = cellOf(event.target);
      if (from !== null && this.scene?.cells[from].piece) event.preventDefault();
    });
    this.drawing.addEventListener("pointerup", (event) => {
      const to = cellOf(document.elementFromPoint(event.clientX, event.clientY));
      if (from !== null && to !== null && from !== to) arrange(from, to);
      from = null;
    });
  }

  /** The cell at a pointer. @param {{target: EventTarget | null, clientX: number, clientY: number}} pointer @returns {number | null} */
  cellAt({ target }) {
    return cellOf(target);
  }

  /** @param {number} index @returns {[number, number]} */
  centre(index) {
    const [x, y] = this.place(index);
    return [x + SIZE / 2, y + SIZE / 2];
  }

  /** @param {boolean} flipped */
  turn(flipped) {
    if (flipped !== this.flipped) this.flip();
  }

  /** Column and row in which a cell is shown. @param {number} index @returns {[number, number]} */
  position(index) {
    const { cols, rows } = /** @type {Scene} */ (this.scene);
    const [x, y] = [index % cols, Math.floor(index / cols)];
    return this.flipped ? [cols - 1 - x, rows - 1 - y] : [x, y];
  }

  /** Where a cell is drawn. @param {number} index @returns {[number, number]} */
  place(index) {
    const [x, y] = this.position(index);
    return [MARGIN + x * SIZE, MARGIN + y * SIZE];
  }

  /** The column, or row, at a place of the drawing, as a fraction. @param {number} at */
  columnAt(at) {
    return (at - MARGIN) / SIZE;
  }

  /** Lets a cell show something else. @param {number} index @param {Cell} cell */
  paint(index, cell) {
    this.shown[index] = cell;
    this.draw(index);
  }

  /** Draws a square and its piece. @param {number} index */
  draw(index) {
    const cell = this.shown[index];
    const place = this.cells[index];
    if (!place) return;
    place.replaceChildren();
    if (cell.ground === "hole") {
      place.setAttribute("class", "hole");
      return;
    }
    place.setAttribute("class", `cell ground-${cell.ground}`);
    const tint = cell.of ? ` tint-${cell.of}` : "";
    place.append(svg("rect", { x: 0.25, y: 0.25, width: SIZE - 0.5, height: SIZE - 0.5, rx: 0.9, class: `square${tint}` }));
    if (cell.ground === "special") place.append(svg("text", { x: SIZE / 2, y: SIZE / 2, class: "special" }, cell.letter ?? ""));
    if (cell.ground === "goal") place.append(svg("path", { d: "M3.6 8V2.4l3.6 1.5-3.6 1.5", class: `flag tint-${cell.of}` }));
    if (cell.ground === "permanent") place.append(svg("circle", { cx: SIZE / 2, cy: SIZE / 2, r: 1.2, class: "stud" }));
    if (cell.piece) place.append(this.piece(cell.piece));
  }

  /** @param {NonNullable<Cell["piece"]>} piece */
  piece(piece) {
    const owner = piece.owner ?? 0;
    const symbol = piece.label || (this.scene?.seats[owner - 1]?.symbol ?? "");
    return svg("g", { class: `piece owner-${owner}` },
      svg("circle", { cx: SIZE / 2, cy: SIZE / 2 + 0.35, r: SIZE * 0.4, class: "shade" }),
      svg("circle", { cx: SIZE / 2, cy: SIZE / 2, r: SIZE * 0.4, class: "disc" }),
      svg("circle", { cx: SIZE / 2, cy: SIZE / 2, r: SIZE * 0.33, class: "ring" }),
      svg("path", { d: notches(owner), class: "notches" }),
      svg("text", { x: SIZE / 2, y: SIZE / 2 }, symbol));
  }

  /** The last move: where it began, where it ended, and everything it changed. */
  markLast() {
    const target = new Set(this.last);
    for (const { kind, cell, from } of this.changes) {
      if (typeof from === "number") {
        target.delete(from);
        this.mark(from, "rect", "last origin");
      }
      if (kind !== "slide" && kind !== "place" && !target.has(cell)) this.mark(cell, "rect", "last changed");
    }
    for (const cell of target) this.mark(cell, "rect", "last");
  }

  /** @param {number} cell @param {"rect" | "circle"} shape @param {string} kind */
  mark(cell, shape, kind) {
    const [x, y] = this.place(cell);
    this.marks.append(shape === "rect"
      ? svg("rect", { x: x + 0.6, y: y + 0.6, width: SIZE - 1.2, height: SIZE - 1.2, rx: 0.9, class: kind })
      : svg("circle", { cx: x + SIZE / 2, cy: y + SIZE / 2, r: kind === "offer" ? 1.5 : kind === "offer-special" ? SIZE * 0.34 : SIZE * 0.44, class: kind }));
  }
}

/** As many notches on the rim as the player's number, so that stones differ in more than colour. @param {number} owner */
function notches(owner) {
  const at = (/** @type {number} */ turn, /** @type {number} */ radius) => `${(SIZE / 2 + radius * Math.sin(turn)).toFixed(2)} ${(SIZE / 2 - radius * Math.cos(turn)).toFixed(2)}`;
  return Array.from({ length: owner }, (_, number) => (number * 2 * Math.PI) / owner).map((turn) => `M${at(turn, SIZE * 0.28)}L${at(turn, SIZE * 0.4)}`).join("");
}

/** @param {EventTarget | null} target */
export function cellOf(target) {
  const cell = target instanceof Element ? target.closest("[data-cell]") : null;
  return cell ? Number(cell.getAttribute("data-cell")) : null;
}

/** @param {Cell} a @param {Cell} b */
function same(a, b) {
  return a.ground === b.ground && a.of === b.of && a.letter === b.letter && a.piece?.owner === b.piece?.owner && a.piece?.label === b.piece?.label;
}
