// @ts-check
// A small picture of a large board that shows which part is in view, and moves it.

import { SIZE } from "./board.js";
import { el } from "./dom.js";

/** @typedef {import("./playboard.js").PlayBoard} Board */

const WIDEST = 130; // pixels of the longer side
const MARGIN = 5; // of the board's drawing, in its units

export class MiniMap {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.canvas = /** @type {HTMLCanvasElement} */ (el("canvas", { class: "minimap-board" }));
    this.frame = el("div", { class: "minimap-frame" });
    this.element = el("div", { class: "minimap", hidden: true, "aria-hidden": "true" }, this.canvas, this.frame);
    board.element.append(this.element);
    /** @type {import("./messages.js").Scene | null} */ this.drawn = null;
    this.turned = false;
    const point = (/** @type {PointerEvent} */ event) => {
      if (event.buttons !== 1) return;
      const box = this.element.getBoundingClientRect();
      const { whole } = board.view;
      board.view.centre(((event.clientX - box.left) / box.width) * whole.width, ((event.clientY - box.top) / box.height) * whole.height);
      event.preventDefault();
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      point(event);
    });
    this.element.addEventListener("pointermove", point);
    board.view.listeners.push(() => this.update());
  }

  /** Follows the view, and draws the board again if it has changed. */
  update() {
    const { scene, view } = this.board;
    this.element.hidden = !scene || !view.isZoomed();
    if (!scene || this.element.hidden) return;
    const { box, whole } = view;
    const scale = WIDEST / Math.max(whole.width, whole.height);
    const [width, height] = [whole.width * scale, whole.height * scale];
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
    Object.assign(this.frame.style, { left: `${box.x * scale}px`, top: `${box.y * scale}px`, width: `${box.width * scale}px`, height: `${box.height * scale}px` });
    if (scene === this.drawn && this.turned === this.board.flipped) return;
    this.drawn = scene;
    this.turned = this.board.flipped;
    this.draw(scene, Math.round(width), Math.round(height));
  }

  /** @param {import("./messages.js").Scene} scene @param {number} width @param {number} height */
  draw(scene, width, height) {
    const { board, canvas } = this;
    canvas.width = width * 2;
    canvas.height = height * 2;
    const context = canvas.getContext("2d");
    if (!context) return;
    const unit = canvas.width / (scene.cols * SIZE + 2 * MARGIN);
    const style = getComputedStyle(document.documentElement);
    const colours = new Map();
    const colourOf = (/** @type {number} */ owner) => {
      if (!colours.has(owner)) {
        const sample = board.flights.appendChild(board.piece({ owner, label: "" }));
        colours.set(owner, getComputedStyle(/** @type {Element} */ (sample.querySelector(".disc"))).fill);
        sample.remove();
      }
      return colours.get(owner);
    };
    scene.cells.forEach((cell, index) => {
      if (cell.ground === "hole") return;
      const [x, y] = board.place(index);
      context.fillStyle = cell.piece ? colourOf(cell.piece.owner ?? 0) : style.getPropertyValue(cell.ground === "blocked" ? "--blocked" : "--square-line");
      context.fillRect(x * unit, y * unit, SIZE * unit * 0.92, SIZE * unit * 0.92);
    });
  }
}
