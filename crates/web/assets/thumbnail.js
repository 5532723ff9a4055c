// @ts-check
// A small picture of a board. All squares of a kind are one path, so that a gallery of maps with thousands of squares stays light.

import { svg } from "./dom.js";

/** @typedef {import("./messages.js").Scene} Scene */

const SIZE = 10; // a cell, in units of the drawing
const DETAILED = 150; // cells; letters and digits would be too small on larger boards
const SEPARATE = 500; // cells; on larger boards the squares touch
const SIDES = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

/**
 * A picture without a text alternative, for places that say in words what it shows.
 * @param {Scene} scene
 * @param {number[]} [offers]  squares that can be chosen next; shown where they are not taken for special tiles
 */
export function thumbnail(scene, offers = []) {
  const detailed = scene.cells.length <= DETAILED;
  const gap = scene.cells.length <= SEPARATE ? 0.3 : 0;
  /** Path data by class, in the order of drawing. @type {Map<string, string>} */ const paths = new Map();
  /** @type {SVGElement[]} */ const texts = [];
  const add = (/** @type {string} */ kind, /** @type {string} */ data) => paths.set(kind, (paths.get(kind) ?? "") + data);
  const write = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ kind, /** @type {string} */ text) =>
    detailed && text && texts.push(svg("g", { class: kind }, svg("text", { x: x + SIZE / 2, y: y + SIZE / 2 }, text)));
  const corner = (/** @type {number} */ cell) => [(cell % scene.cols) * SIZE, Math.floor(cell / scene.cols) * SIZE];
  const side = SIZE - 2 * gap;
  scene.cells.forEach((cell, index) => {
    if (cell.ground === "hole") return;
    const [x, y] = corner(index);
    add(`square on-${cell.ground}${cell.of ? ` tint-${cell.of}` : ""}`, `M${x + gap} ${y + gap}h${side}v${side}h${-side}z`);
  });
  for (const { from, to } of scene.links) {
    for (const [cell, way] of [from, to]) {
      const [x, y] = corner(cell);
      add("tabs", disc(x + SIZE / 2 + SIDES[way][0] * SIZE * 0.42, y + SIZE / 2 + SIDES[way][1] * SIZE * 0.42, detailed ? 0.9 : 1.6));
    }
  }
  scene.cells.forEach((cell, index) => {
    const [x, y] = corner(index);
    if (cell.ground === "permanent") add("stud", disc(x + SIZE / 2, y + SIZE / 2, 1.2));
    if (cell.ground === "goal" && !cell.piece) add(`flag tint-${cell.of}`, `M${x + 3.6} ${y + 8}v-5.6l3.6 1.5-3.6 1.5`);
    if (cell.ground === "special" && !cell.piece) detailed ? write(x, y, "special", (cell.letter ?? "").toUpperCase()) : add("special", disc(x + SIZE / 2, y + SIZE / 2, 2.2));
    if (!cell.piece) return;
    const owner = cell.piece.owner ?? 0;
    add(`disc of-${owner}`, disc(x + SIZE / 2, y + SIZE / 2, SIZE * (gap ? 0.4 : 0.5)));
    write(x, y, `owner-${owner}`, cell.piece.label || (scene.seats[owner - 1]?.symbol ?? ""));
  });
  for (const cell of offers) {
    const [x, y] = corner(cell);
    if (detailed && !scene.cells[cell].piece) add("offer", disc(x + SIZE / 2, y + SIZE / 2, 1.4));
  }
  const drawn = [...paths].map(([kind, d]) => {
    const owner = /^disc of-(\d)$/.exec(kind)?.[1];
    return svg("g", owner ? { class: `owner-${owner}` } : {}, svg("path", { d, class: owner ? "disc" : kind }));
  });
  return svg("svg", { viewBox: `-1 -1 ${scene.cols * SIZE + 2} ${scene.rows * SIZE + 2}`, class: "thumbnail", "aria-hidden": "true" }, ...drawn, ...texts);
}

/** @param {number} x @param {number} y @param {number} r */
function disc(x, y, r) {
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 100) / 100;
}
