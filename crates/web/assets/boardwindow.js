// @ts-check
// Which cells of a large board have an element. Near by, those in view and a margin around them; from afar only those with something to see
// or to do, and the other squares of a row are one shape. What is panned into view is drawn before the frame that shows it.

import { svg } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./messages.js").Cell} Cell */

const MANY = 1000; // cells; smaller boards are drawn whole
const MOST = 500; // cells in view that all have elements
const STEP = 2; // the window moves by this many cells, and is this much larger than the view

export class BoardWindow {
  /** @param {Board} board @param {(cell: number) => boolean} wanted  whether a cell needs an element although it is only a square @param {() => number} kept  the cell that always has one */
  constructor(board, wanted, kept) {
    this.board = board;
    this.wanted = wanted;
    this.kept = kept;
    /** Identifies the part that is drawn. */ this.key = "";
    /** The shapes of quiet squares, row by row. @type {{element: SVGElement, d: string}[]} */ this.rows = [];
    /** Whether cells have changed since those shapes were drawn. */ this.stale = true;
    this.quiet = svg("g", { class: "quiet-cells", "aria-hidden": "true" });
    board.drawing.insertBefore(this.quiet, board.grounds);
    board.view.listeners.push(() => this.update());
  }

  /** Whether this board is drawn in parts. */
  get active() {
    return (this.board.scene?.cells.length ?? 0) > MANY;
  }

  /** Forgets what is drawn; a new board or a turned one follows. */
  clear() {
    this.key = "";
    this.rows = [];
    this.stale = true;
    this.quiet.replaceChildren();
  }

  /** The part to draw, in columns and rows as they are shown. @returns {{left: number, top: number, right: number, bottom: number}} */
  bounds() {
    const { cols, rows } = /** @type {import("./messages.js").Scene} */ (this.board.scene);
    const { left, top, right, bottom } = this.board.view.visible();
    const [low, high] = [(/** @type {number} */ at) => Math.floor(at / STEP - 1) * STEP, (/** @type {number} */ at) => Math.ceil(at / STEP + 1) * STEP];
    const column = (/** @type {number} */ x) => this.board.columnAt(x);
    return { left: Math.max(0, low(column(left))), top: Math.max(0, low(column(top))), right: Math.min(cols, high(column(right))), bottom: Math.min(rows, high(column(bottom))) };
  }

  /** Draws what has come into view and removes what has left it. @param {boolean} [again]  although the view is the same */
  update(again = false) {
    const { board } = this;
    const { scene } = board;
    if (!scene || !this.active) return;
    const part = this.bounds();
    const key = Object.values(part).join();
    if (key === this.key && !again) return;
    this.key = key;
    const near = (part.right - part.left) * (part.bottom - part.top) <= MOST;
    const kept = this.kept();
    for (let index = 0; index < scene.cells.length; index++) {
      const [col, row] = board.position(index);
      const inside = col >= part.left && col < part.right && row >= part.top && row < part.bottom;
      const here = index === kept || (inside && (near || !isQuiet(board.shown[index]) || this.wanted(index)));
      if (here === (board.cells[index] !== undefined)) continue;
      if (here) board.create(index);
      else board.drop(index);
    }
    this.quiet.toggleAttribute("hidden", near);
    if (!near && this.stale) this.drawQuiet(scene);
  }

  /** Draws the squares that have no element. @param {import("./messages.js").Scene} scene */
  drawQuiet(scene) {
    this.stale = false;
    for (let row = 0; row < scene.rows; row++) {
      let d = "";
      for (let index = row * scene.cols; index < (row + 1) * scene.cols; index++) {
        if (isQuiet(this.board.shown[index]) && this.board.shown[index].ground === "plain") d += square(...this.board.place(index));
      }
      this.rows[row] ??= { element: this.quiet.appendChild(svg("path", { class: "square" })), d: "" };
      if (this.rows[row].d !== d) this.rows[row].element.setAttribute("d", (this.rows[row].d = d));
    }
  }
}

/** Whether there is nothing to see but a square, or nothing at all. @param {Cell} cell */
function isQuiet(cell) {
  return !cell.piece && !cell.of && (cell.ground === "plain" || cell.ground === "hole");
}

/** The outline of a square at this corner, as that of a cell of its own. @param {number} x @param {number} y */
function square(x, y) {
  return `M${x + 0.25} ${y + 1.15}a.9.9 0 0 1 .9-.9h7.7a.9.9 0 0 1 .9.9v7.7a.9.9 0 0 1-.9.9h-7.7a.9.9 0 0 1-.9-.9z`;
}
