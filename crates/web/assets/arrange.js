// @ts-check
// A picture of a start position whose stones can be exchanged: by dragging one onto another, or by selecting two of them.

import { Board } from "./board.js";
import { announce } from "./dom.js";
import { t } from "./translate.js";

/** @typedef {import("./messages.js").Scene} Scene */

export class StartPicture {
  /** @param {(setup: string) => void} arranged  called with the labels of both players' stones after an exchange */
  constructor(arranged) {
    this.arranged = arranged;
    this.board = new Board((from, to) => this.exchange(from, to));
    this.open = false;
    /** @type {number | null} */ this.picked = null;
    this.element = this.board.element;
    const { drawing } = this.board;
    drawing.addEventListener("click", (event) => this.select(stoneOf(event.target)));
    drawing.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      this.select(stoneOf(event.target));
      event.preventDefault();
    });
  }

  /**
   * @param {Scene} scene
   * @param {string} label
   * @param {boolean} open  whether the stones can be exchanged
   * @param {number[]} [offers]  squares that can be chosen first
   */
  show(scene, label, open, offers = []) {
    const { board } = this;
    board.show(scene);
    board.drawing.setAttribute("role", open ? "group" : "img");
    board.drawing.setAttribute("aria-label", label);
    board.drawing.classList.toggle("arranged", open);
    board.marks.replaceChildren();
    for (const cell of offers) if (!scene.cells[cell].piece) board.mark(cell, "circle", "offer");
    this.open = open;
    this.pick(null);
    board.cells.forEach((cell, index) => {
      const { piece } = scene.cells[index];
      const stone = open && piece?.owner;
      for (const [name, value] of [["role", "button"], ["tabindex", "0"], ["aria-pressed", "false"]]) stone ? cell.setAttribute(name, value) : cell.removeAttribute(name);
      stone ? cell.setAttribute("aria-label", `${scene.seats[stone - 1]?.name} ${piece?.label}`) : cell.removeAttribute("aria-label");
    });
  }

  /** @param {number | null} cell */
  pick(cell) {
    this.picked = cell;
    this.board.cells.forEach((element, index) => {
      element.classList.toggle("chosen", index === cell);
      if (element.hasAttribute("aria-pressed")) element.setAttribute("aria-pressed", String(index === cell));
    });
  }

  /** @param {number | null} cell */
  select(cell) {
    if (!this.open || cell === null || !this.board.scene?.cells[cell].piece) return;
    const { picked } = this;
    if (picked === null || picked === cell) return this.pick(picked === cell ? null : cell);
    this.pick(null);
    this.exchange(picked, cell);
    this.board.cells[cell].focus({ preventScroll: true });
  }

  /** Exchanges two stones of a player. @param {number} from @param {number} to */
  exchange(from, to) {
    const { scene } = this.board;
    const [one, other] = [scene?.cells[from].piece, scene?.cells[to].piece];
    if (!this.open || !scene || !one || !other || one.owner !== other.owner) return;
    const cells = scene.cells.map((cell, index) => (index === from ? { ...cell, piece: other } : index === to ? { ...cell, piece: one } : cell));
    const labels = (/** @type {number} */ player, /** @type {boolean} */ back) => {
      const list = cells.flatMap((cell) => (cell.piece?.owner === player ? [cell.piece.label] : []));
      return (back ? list.reverse() : list).join("");
    };
    announce(t("{one} and {other} exchanged", { one: one.label, other: other.label }));
    this.show({ ...scene, cells }, this.board.drawing.getAttribute("aria-label") ?? "", true);
    this.arranged(`${labels(1, false)}:${labels(2, true)}`);
  }
}

/** @param {EventTarget | null} target */
function stoneOf(target) {
  const cell = target instanceof Element ? target.closest("[data-cell]") : null;
  return cell ? Number(cell.getAttribute("data-cell")) : null;
}
