// @ts-check
// A board to draw on: strokes with the mouse, a finger or the keys, and joins from side to side.

import { Board, MARGIN, SIZE, cellOf } from "./board.js";
import { svg } from "./dom.js";
import { STEPS } from "./mapfile.js";
import { t } from "./translate.js";

/** @typedef {import("./mapfile.js").End} End */
/** @typedef {import("./mapfile.js").MapFile} MapFile */

/** The tool that joins sides. */
export const LINK = "link";
const TILE_KEYS = "012345678-xcib";
const SIDES = 8;

/**
 * @typedef {object} DrawingHandlers
 * @property {() => MapFile} map  the map that is drawn
 * @property {() => string} tool  the chosen tool
 * @property {(tool: string) => void} choose  another tool was chosen by its key
 * @property {() => void} begin  a stroke or a join begins
 * @property {(x: number, y: number, tile: string) => void} paint
 * @property {(a: End, b: End) => void} join
 * @property {(cell: number) => string} describe  a cell in words
 */

export class DrawingBoard extends Board {
  /** @param {DrawingHandlers} handlers */
  constructor(handlers) {
    super();
    this.handlers = handlers;
    this.cursor = 0;
    /** The side at which keys would join. */ this.side = 0;
    /** Where a join by keys began. @type {End | null} */ this.from = null;
    this.links.all = true;
    this.drawing.classList.add("canvas");
    this.element.classList.add("map-editor");
    this.drawing.setAttribute("role", "grid");
    this.drawing.setAttribute("aria-label", t("The map; arrow keys move, Enter draws, letters and digits put their tile, Delete empties"));
    this.listen();
    this.drawing.addEventListener("keydown", (event) => this.key(event));
    this.drawing.addEventListener("focusin", (event) => this.setCursor(cellOf(event.target) ?? this.cursor));
    this.drawing.addEventListener("focusout", () => this.drawSide());
  }

  /** @param {number} index @returns {Record<string, any>} */
  cellAttributes(index) {
    return { "data-cell": index, role: "gridcell", tabindex: index === this.cursor ? 0 : -1 };
  }

  build() {
    const cells = /** @type {import("./messages.js").Scene} */ (this.scene).cells.length;
    this.cursor = Math.min(this.cursor, cells - 1);
    this.from = null;
    super.build();
  }

  rowAttributes() {
    return { role: "row" };
  }

  /** @param {number} index */
  draw(index) {
    super.draw(index);
    this.cells[index].setAttribute("aria-label", this.handlers.describe(index));
  }

  /** @param {number} cell */
  setCursor(cell) {
    this.cells[this.cursor]?.setAttribute("tabindex", "-1");
    this.cursor = cell;
    this.cells[cell].setAttribute("tabindex", "0");
    this.turnSide(0);
  }

  /** The focused cell with the side that keys join. @returns {End} */
  here() {
    const { width } = this.handlers.map();
    return { x: this.cursor % width, y: Math.floor(this.cursor / width), side: this.side };
  }

  /** Chooses the next side that can be joined. @param {number} way  1 clockwise, -1 the other way, 0 the same if it can be joined */
  turnSide(way) {
    const map = this.handlers.map();
    for (let step = way === 0 ? 0 : 1; step < SIDES; step++) {
      const side = (this.side + (way || 1) * step + SIDES * SIDES) % SIDES;
      if (!map.isLoose({ ...this.here(), side })) continue;
      this.side = side;
      break;
    }
    this.drawSide();
  }

  /** Shows the side that keys join, and where a join began. */
  drawSide() {
    const shown = this.handlers.tool() === LINK && this.drawing.contains(document.activeElement);
    const dot = (/** @type {End} */ end, /** @type {string} */ kind) => {
      const [x, y] = this.centre(end.y * this.handlers.map().width + end.x);
      return svg("circle", { cx: x + STEPS[end.side][0] * SIZE * 0.4, cy: y + STEPS[end.side][1] * SIZE * 0.4, r: 1.5, class: kind });
    };
    this.marks.replaceChildren(...(shown && this.scene ? [...(this.from ? [dot(this.from, "joint begun")] : []), dot(this.here(), "joint")] : []));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.scene) return;
    const { cols } = this.scene;
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -cols, ArrowDown: cols });
    const tool = this.handlers.tool();
    if (event.key in steps) this.walk(steps[event.key], event.shiftKey && tool !== LINK);
    else if (event.key === "Enter" || event.key === " ") tool === LINK ? this.joinHere() : this.drawHere(tool);
    else if (event.key === "Delete" || event.key === "Backspace") this.drawHere("0");
    else if (event.key === "Escape" && this.from) this.from = null;
    else if (event.key === "[" || event.key === "]") this.turnSide(event.key === "]" ? 1 : -1);
    else if (event.key === "l") this.handlers.choose(LINK);
    else if (event.key.length === 1 && TILE_KEYS.includes(event.key)) {
      this.handlers.choose(event.key);
      this.drawHere(event.key);
    } else return;
    this.drawSide();
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} step @param {boolean} draws  whether the way is drawn */
  walk(step, draws) {
    const { cols, cells } = /** @type {import("./messages.js").Scene} */ (this.scene);
    const next = this.cursor + step;
    const wraps = Math.abs(step) === 1 && Math.floor(next / cols) !== Math.floor(this.cursor / cols);
    if (next < 0 || next >= cells.length || wraps) return;
    const [x, y] = this.place(next);
    this.view.reveal(x, y);
    this.cells[next].focus();
    if (draws) this.drawHere(this.handlers.tool());
  }

  /** @param {string} tile */
  drawHere(tile) {
    const { x, y } = this.here();
    this.handlers.begin();
    this.handlers.paint(x, y, tile);
  }

  joinHere() {
    const here = this.here();
    if (!this.from) {
      this.from = here;
      return;
    }
    this.handlers.begin();
    this.handlers.join(this.from, here);
    this.from = null;
  }

  /** The cell under the pointer and its nearest side. @param {PointerEvent} event @returns {End | null} */
  under(event) {
    const [x, y] = this.view.pointOf(event.clientX, event.clientY);
    const [col, row] = [(x - MARGIN) / SIZE, (y - MARGIN) / SIZE];
    if (!this.handlers.map().inside(Math.floor(col), Math.floor(row))) return null;
    const angle = Math.atan2((row % 1) - 0.5, (col % 1) - 0.5);
    return { x: Math.floor(col), y: Math.floor(row), side: (Math.round(angle / (Math.PI / 4)) + 10) % SIDES };
  }

  listen() {
    /** @type {End | null} */ let from = null;
    const { handlers, drawing } = this;
    drawing.addEventListener("pointerdown", (event) => {
      from = this.under(event);
      if (!from || event.button !== 0) return;
      event.preventDefault();
      handlers.begin();
      if (handlers.tool() !== LINK) handlers.paint(from.x, from.y, handlers.tool());
    });
    drawing.addEventListener("pointermove", (event) => {
      const here = this.under(event);
      if (!from || !here || event.buttons === 0) return;
      if (handlers.tool() === LINK) this.drawRubberBand(from, here);
      else handlers.paint(here.x, here.y, handlers.tool());
    });
    drawing.addEventListener("pointerup", (event) => {
      const here = this.under(event);
      this.traces.replaceChildren();
      if (from && here && handlers.tool() === LINK && (here.x !== from.x || here.y !== from.y || here.side !== from.side)) handlers.join(from, here);
      from = null;
    });
  }

  /** @param {End} a @param {End} b */
  drawRubberBand(a, b) {
    const map = this.handlers.map();
    const at = (/** @type {End} */ end) => this.centre(end.y * map.width + end.x);
    const [from, to] = [at(a), at(b)];
    this.traces.replaceChildren(svg("path", { d: `M${from.join(" ")}L${to.join(" ")}`, class: map.isLoose(a) && map.isLoose(b) ? "path" : "effect" }));
  }
}
