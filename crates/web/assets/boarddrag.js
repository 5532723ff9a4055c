// @ts-check
// Pieces that are dragged to where they go. A drag is worth the clicks it stands for: piece and target, or the target alone where the
// game asks only for that.

import { SIZE } from "./board.js";
import { svg } from "./dom.js";

/** @typedef {import("./playboard.js").PlayBoard} Board */

const THRESHOLD = 6; // pixels before a press becomes a drag

export class PieceDrag {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{cell: number, x: number, y: number, pointer: number, copy: SVGElement | null} | null} */ this.held = null;
    const { drawing } = board;
    drawing.addEventListener("pointerdown", (event) => this.press(event));
    drawing.addEventListener("pointermove", (event) => this.move(event));
    drawing.addEventListener("pointerup", (event) => this.drop(event));
    drawing.addEventListener("pointercancel", () => {
      if (this.held?.copy) board.cancel();
      this.end();
    });
    // A finger on a piece moves the piece, not the page.
    drawing.addEventListener("touchmove", (event) => this.held && event.preventDefault(), { passive: false });
  }

  /** Whether the piece of a cell may be the one that moves. @param {number} cell */
  mayMove(cell) {
    const { board } = this;
    const owner = board.scene?.cells[cell].piece?.owner;
    return !!owner && board.legal.length > 0 && board.tentative === null && (owner === board.mover || board.legal.some((move) => move.clicks[0] === cell));
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.end();
    const cell = this.board.cellAt(event);
    if (!event.isPrimary || event.button !== 0 || cell === null || !this.mayMove(cell)) return;
    this.held = { cell, x: event.clientX, y: event.clientY, pointer: event.pointerId, copy: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held, board } = this;
    if (!held || held.pointer !== event.pointerId) return;
    if (!held.copy) {
      if (Math.abs(event.clientX - held.x) + Math.abs(event.clientY - held.y) < THRESHOLD) return;
      const piece = board.cells[held.cell]?.querySelector(".piece");
      if (!piece) return this.end();
      held.copy = svg("g", { class: "dragged" }, /** @type {Node} */ (piece.cloneNode(true)));
      board.flights.append(held.copy);
      board.drawing.setPointerCapture(event.pointerId);
      board.drawing.classList.add("dragging");
      board.cells[held.cell].classList.add("lifted");
      board.view.held = true;
      // The game may ask for the piece first; then its targets are marked from now on.
      if (!board.chosen.includes(held.cell) && board.offers().has(held.cell)) board.choose(held.cell);
    }
    const [x, y] = board.view.pointOf(event.clientX, event.clientY);
    held.copy.setAttribute("transform", `translate(${x - SIZE / 2} ${y - SIZE / 2})`);
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  async drop(event) {
    const { held, board } = this;
    if (!held?.copy) return this.end();
    this.end();
    // The click that follows belongs to the drag.
    board.view.dragged = true;
    setTimeout(() => (board.view.dragged = false), 0);
    const to = board.cellAt({ target: document.elementFromPoint(event.clientX, event.clientY), clientX: event.clientX, clientY: event.clientY });
    if (to === null || to === held.cell) return board.chosen.length > 0 ? board.cancel() : undefined;
    if (board.chosen.includes(held.cell)) {
      if (board.offers().has(to)) return board.choose(to);
      await board.refuse(to);
      return board.cancel();
    }
    // Only the target is asked for: right, if this piece is the one that goes there.
    if (board.offers().has(to) && (await board.comesFrom(to)) === held.cell) return board.choose(to);
    return board.refuse(to);
  }

  end() {
    if (!this.held) return;
    const { copy, cell } = this.held;
    this.held = null;
    copy?.remove();
    this.board.view.held = false;
    this.board.drawing.classList.remove("dragging");
    this.board.cells[cell]?.classList.remove("lifted");
  }
}
