// @ts-check
// A map as something to draw on, and as the text of a file.

import { serverText, t } from "./translate.js";

export const MAX_SIDE = 50;
const DRAFT_KEY = "map"; // of the last map in local storage
/** Directions of sides, clockwise from up. */
export const STEPS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

/** @typedef {{x: number, y: number, side: number}} End */

export class MapFile {
  /** An empty board. @param {number} width @param {number} height */
  constructor(width, height) {
    this.players = 2;
    this.overrides = 0;
    this.bombs = 0;
    this.strength = 1;
    this.width = width;
    this.height = height;
    this.tiles = Array(width * height).fill("0");
    /** @type {[End, End][]} */ this.links = [];
  }

  /** The content of the map file. */
  write() {
    const rows = Array.from({ length: this.height }, (_, y) => this.tiles.slice(y * this.width, (y + 1) * this.width).join(" "));
    const links = this.links.map(([a, b]) => `${a.x} ${a.y} ${a.side} <-> ${b.x} ${b.y} ${b.side}`);
    return [this.players, this.overrides, `${this.bombs} ${this.strength}`, `${this.height} ${this.width}`, ...rows, ...links, ""].join("\n");
  }

  /** Parses a map file as far as it can be drawn; the server reports errors. @param {string} text @returns {MapFile | null} */
  static read(text) {
    const words = text.split(/\s+/).filter(Boolean);
    const numbers = words.slice(0, 6).map(Number);
    const [players, overrides, bombs, strength, height, width] = numbers;
    if (numbers.length < 6 || numbers.some((number) => !Number.isInteger(number)) || width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) return null;
    const map = new MapFile(width, height);
    Object.assign(map, { players, overrides, bombs, strength });
    const tiles = words.slice(6, 6 + width * height);
    if (tiles.length < width * height || tiles.some((tile) => tile.length !== 1)) return null;
    map.tiles = tiles;
    const rest = words.slice(6 + width * height).filter((word) => word !== "<->").map(Number);
    for (let at = 0; at + 5 < rest.length; at += 6) {
      const [ax, ay, as, bx, by, bs] = rest.slice(at, at + 6);
      if ([ax, ay, as, bx, by, bs].some((number) => !Number.isInteger(number))) return null;
      if (map.inside(ax, ay) && map.inside(bx, by) && as >= 0 && as < 8 && bs >= 0 && bs < 8) map.links.push([{ x: ax, y: ay, side: as }, { x: bx, y: by, side: bs }]);
    }
    return map;
  }

  /** @param {number} x @param {number} y */
  inside(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  /** The map on a larger or smaller board. @param {number} width @param {number} height */
  resized(width, height) {
    const map = new MapFile(width, height);
    Object.assign(map, { players: this.players, overrides: this.overrides, bombs: this.bombs, strength: this.strength });
    for (let y = 0; y < Math.min(height, this.height); y++) for (let x = 0; x < Math.min(width, this.width); x++) map.tiles[y * width + x] = this.tiles[y * this.width + x];
    map.links = this.links.filter((link) => link.every((end) => map.inside(end.x, end.y)));
    return map;
  }

  /** Whether a transition may start here: the tile is not a hole, and there is no tile or a hole on this side. @param {End} end */
  isLoose({ x, y, side }) {
    const [nx, ny] = [x + STEPS[side][0], y + STEPS[side][1]];
    return this.tiles[y * this.width + x] !== "-" && (!this.inside(nx, ny) || this.tiles[ny * this.width + nx] === "-");
  }

  /** Joins two sides, or separates them if they are joined; other joins of these sides are removed. @param {End} a @param {End} b */
  join(a, b) {
    const equal = (/** @type {End} */ one, /** @type {End} */ other) => one.x === other.x && one.y === other.y && one.side === other.side;
    const joined = this.links.some(([c, d]) => (equal(a, c) && equal(b, d)) || (equal(a, d) && equal(b, c)));
    this.links = this.links.filter((link) => !link.some((end) => equal(end, a) || equal(end, b)));
    if (!joined) this.links.push([a, b]);
  }

  /** The scene for a board. Holes are drawn as closed squares, so that they can be clicked. @returns {import("./messages.js").Scene} */
  scene() {
    const cells = this.tiles.map((tile) => {
      if (tile === "-") return { ground: "blocked" };
      if (tile >= "1" && tile <= "8") return { ground: "plain", piece: { owner: Number(tile), label: "" } };
      if (tile === "x") return { ground: "plain", piece: { label: "x" } };
      return tile === "0" ? { ground: "plain" } : { ground: "special", letter: tile };
    });
    const index = (/** @type {End} */ end) => end.y * this.width + end.x;
    const links = this.links.map(([a, b]) => ({ from: [index(a), a.side], to: [index(b), b.side] }));
    const seats = Array.from({ length: 8 }, (_, seat) => ({ name: serverText(`player ${seat + 1}`), symbol: String(seat + 1) }));
    return /** @type {any} */ ({ cols: this.width, rows: this.height, cells, links, seats, die: null, col_names: [], row_names: [] });
  }
}

/** Symmetries for drawing: name, text. */
export const SYMMETRIES = /** @type {[string, string][]} */ ([["none", t("none")], ["left-right", t("mirror left-right")], ["up-down", t("mirror top-bottom")],
  ["half", t("half-turn rotation")], ["quarter", t("quarter-turn rotation")]]);

/**
 * The squares that a stroke at (x, y) paints, each with the number of places by which players are rotated there.
 * @param {MapFile} map @param {string} symmetry @param {number} x @param {number} y @returns {[number, number, number][]}
 */
export function images(map, symmetry, x, y) {
  const [w, h] = [map.width - 1, map.height - 1];
  if (symmetry === "left-right") return [[x, y, 0], [w - x, y, 1]];
  if (symmetry === "up-down") return [[x, y, 0], [x, h - y, 1]];
  if (symmetry === "half") return [[x, y, 0], [w - x, h - y, 1]];
  if (symmetry === "quarter" && w === h) return [[x, y, 0], [w - y, x, 1], [w - x, h - y, 2], [y, h - x, 3]];
  return [[x, y, 0]];
}

/** The tile on a symmetric square: players rotate, everything else stays. @param {MapFile} map @param {string} tile @param {number} turns */
export function turned(map, tile, turns) {
  const player = Number(tile);
  return player >= 1 && player <= map.players ? String(((player - 1 + turns) % map.players) + 1) : tile;
}

/** Saves a map in the browser for other pages and later visits. @param {MapFile} map */
export function saveDraft(map) {
  localStorage.setItem(DRAFT_KEY, map.write());
}

/** The map that was edited last. @returns {{text: string, players: number, map: MapFile} | null} */
export function loadDraft() {
  const text = localStorage.getItem(DRAFT_KEY);
  const map = text === null ? null : MapFile.read(text);
  return map && text !== null ? { text, players: map.players, map } : null;
}
