// @ts-check
// Joined sides of cells that are no neighbours. At rest a short bar on each side tells that there is a way out; the number of the pair
// appears at both ends when it is wanted, for the cell under the pointer, a line of captures, or all. Nothing is drawn over stones.

import { svg } from "./dom.js";

/** @typedef {import("./messages.js").Scene} Scene */
/** @typedef {{x: number, y: number, out: [number, number]}} LinkEnd */

const SIZE = 10; // a cell, in units of the drawing
const DIRECTIONS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
const EDGE = 0.47; // of a cell, from its centre: outside every stone
const BADGE = 0.2; // from the edge to the middle of the number, in cells
const BAR = 0.22; // half the length of a bar, in cells

export class BoardLinks {
  /** @param {(cell: number) => [number, number]} place  where a cell is drawn @param {() => boolean} turned */
  constructor(place, turned) {
    this.place = place;
    this.turned = turned;
    this.element = svg("g", { class: "links" });
    this.bars = svg("g");
    this.lit = svg("g", { class: "lit" });
    this.element.append(this.bars, this.lit);
    /** @type {Scene["links"]} */ this.links = [];
    /** Whether all pairs are shown, not only those that are wanted. */ this.all = false;
    /** Identifies what is drawn. */ this.key = "";
  }

  /** @param {Scene} scene */
  draw(scene) {
    const key = JSON.stringify(scene.links) + this.turned() + scene.cols;
    if (key === this.key) return;
    this.key = key;
    this.links = scene.links;
    this.bars.replaceChildren(...scene.links.flatMap((link) => [link.from, link.to].map(([cell, side]) => this.bar(cell, side))));
    this.light([]);
  }

  /** @param {number} cell @param {number} side @returns {LinkEnd} */
  end(cell, side) {
    const [x, y] = this.place(cell);
    const turn = this.turned() ? -1 : 1;
    const [dx, dy] = DIRECTIONS[side].map((step) => step * turn);
    const [edgeX, edgeY] = [x + SIZE / 2 + dx * SIZE * EDGE, y + SIZE / 2 + dy * SIZE * EDGE];
    return { x: edgeX, y: edgeY, out: [edgeX + dx * SIZE * BADGE, edgeY + dy * SIZE * BADGE] };
  }

  /** @param {number} cell @param {number} side */
  bar(cell, side) {
    const { x, y } = this.end(cell, side);
    const turn = this.turned() ? -1 : 1;
    const [dx, dy] = DIRECTIONS[side].map((step) => step * turn);
    const half = SIZE * BAR;
    // Along a side, or around a corner.
    const d = dx !== 0 && dy !== 0 ? `M${x - dx * half} ${y}H${x}V${y - dy * half}` : `M${x - dy * half} ${y - dx * half}L${x + dy * half} ${y + dx * half}`;
    return svg("path", { d, class: "link-bar" });
  }

  /** Lights up the pairs that touch a cell. @param {number | null} cell */
  wanted(cell) {
    this.light(this.links.filter((link) => cell !== null && (link.from[0] === cell || link.to[0] === cell)));
  }

  /** Lights up the pairs that a line of cells passes through. @param {number[][]} paths */
  passed(paths) {
    const joined = (/** @type {number} */ a, /** @type {number} */ b) => this.links.filter((link) => (link.from[0] === a && link.to[0] === b) || (link.from[0] === b && link.to[0] === a));
    this.light(paths.flatMap((path) => path.slice(1).flatMap((cell, at) => joined(path[at], cell))));
  }

  /** @param {Scene["links"]} links */
  light(links) {
    const shown = this.all ? this.links : [...new Set(links)];
    this.lit.replaceChildren(...shown.flatMap((link) => {
      const [a, b] = [this.end(...link.from), this.end(...link.to)];
      const number = String(this.links.indexOf(link) + 1);
      return [
        svg("path", { d: [a, b].map(({ x, y, out }) => `M${x} ${y}L${out.join(" ")}`).join(""), class: "link" }),
        ...[a, b].map(({ out }) => svg("g", { transform: `translate(${out.join(" ")})` }, svg("circle", { r: 1.5, class: "link-end" }), svg("text", { class: "link-number" }, number))),
      ];
    }));
  }
}
