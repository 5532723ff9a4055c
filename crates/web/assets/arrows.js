// @ts-check
// Arrows and rings for moves on a board. The server says between which cells a piece moves; nothing here knows a rule.

import { SIZE } from "./board.js";
import { svg } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */

/** A move to draw; the first is the best. @typedef {{clicks: (number | string)[], arrow: [number, number] | null}} DrawnMove */

const HEAD = 2.6; // the length of an arrow's head, in units of the board
const SHORTER = 2.2; // an arrow ends this far before the centre of its cell

export class Arrows {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.layer = svg("g", { class: "arrows", "aria-hidden": "true" });
    board.drawing.append(this.layer);
  }

  /** @param {DrawnMove[]} moves @param {string} kind  a class for all of them */
  show(moves, kind) {
    this.layer.setAttribute("class", `arrows ${kind}`);
    if (!this.board.scene) return;
    // The best is drawn last, above the others.
    this.layer.replaceChildren(...moves.flatMap((move, rank) => this.draw(move, rank)).reverse());
  }

  /** @param {DrawnMove} move @param {number} rank */
  draw({ clicks, arrow }, rank) {
    const style = `rank-${Math.min(rank, 4)}`;
    const cells = clicks.filter((click) => typeof click === "number" && !arrow?.includes(click));
    const rings = cells.map((cell) => {
      const [x, y] = this.centre(Number(cell));
      return svg("circle", { cx: x, cy: y, r: SIZE * (arrow ? 0.22 : 0.46), class: style });
    });
    return arrow ? [this.arrow(arrow, style), ...rings] : rings;
  }

  /** @param {[number, number]} ends @param {string} style */
  arrow([from, to], style) {
    const [x1, y1] = this.centre(from);
    const [x2, y2] = this.centre(to);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [tx, ty] = [x2 - dx * SHORTER, y2 - dy * SHORTER];
    const [hx, hy] = [tx - dx * HEAD, ty - dy * HEAD];
    const side = HEAD * 0.75;
    return svg("g", { class: style }, svg("line", { x1, y1, x2: hx, y2: hy }),
      svg("polygon", { points: `${tx},${ty} ${hx - dy * side},${hy + dx * side} ${hx + dy * side},${hy - dx * side}` }));
  }

  /** @param {number} cell @returns {[number, number]} */
  centre(cell) {
    const [x, y] = this.board.place(cell);
    return [x + SIZE / 2, y + SIZE / 2];
  }
}
