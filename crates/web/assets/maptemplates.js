// @ts-check
// Maps to begin with: shapes of boards, and start stones that treat all players alike.

import { MapFile, STEPS } from "./mapfile.js";
import { t } from "./translate.js";

const CAMPS = 0.345; // how far camps are from the middle, as a share of the board
const HOLE = 0.38; // of a ring, as a share of its half width

/** Shapes: name, text, whether a square is part of it, given its place between -1 and 1. @type {[string, string, (x: number, y: number) => boolean][]} */
export const SHAPES = [
  ["rectangle", t("rectangle"), () => true],
  ["round", t("round"), (x, y) => Math.hypot(x, y) <= 1],
  ["ring", t("ring"), (x, y) => Math.hypot(x, y) <= 1 && Math.hypot(x, y) > HOLE],
  ["cross", t("cross"), (x, y) => Math.abs(x) < 0.4 || Math.abs(y) < 0.4],
  ["diamond", t("diamond"), (x, y) => Math.abs(x) + Math.abs(y) <= 1.1],
  ["torus", t("torus: opposite edges joined"), () => true],
];

/** Start stones: name, text. @type {[string, string][]} */
export const STARTS = [["centre", t("in the middle")], ["camps", t("in camps around the middle")], ["none", t("no stones")]];

/**
 * A new map with the size and the numbers of another.
 * @param {MapFile} like @param {string} shape @param {string} start
 */
export function newMap(like, shape, start) {
  const map = new MapFile(like.width, like.height);
  Object.assign(map, { players: like.players, overrides: like.overrides, bombs: like.bombs, strength: like.strength });
  const inside = SHAPES.find(([name]) => name === shape)?.[2] ?? (() => true);
  const place = (/** @type {number} */ at, /** @type {number} */ size) => (size === 1 ? 0 : ((at + 0.5) / size) * 2 - 1);
  map.tiles = map.tiles.map((tile, index) => (inside(place(index % map.width, map.width), place(Math.floor(index / map.width), map.height)) ? tile : "-"));
  if (shape === "torus") joinEdges(map);
  placeStones(map, start);
  return map;
}

/** Joins every side at the edge with the one opposite, also diagonally. @param {MapFile} map */
function joinEdges(map) {
  if (map.width < 3 || map.height < 3) return; // both ends of a line would be the same square
  for (let y = 0; y < map.height; y++) {
    for (let x = 0; x < map.width; x++) {
      for (let side = 0; side < 4; side++) {
        const [nx, ny] = [x + STEPS[side][0], y + STEPS[side][1]];
        if (map.inside(nx, ny)) continue;
        map.links.push([{ x, y, side }, { x: (nx + map.width) % map.width, y: (ny + map.height) % map.height, side: side + 4 }]);
      }
    }
  }
}

/**
 * Takes all stones away and sets up symmetric ones.
 * @param {MapFile} map @param {string} start
 */
export function placeStones(map, start) {
  map.tiles = map.tiles.map((tile) => (tile >= "1" && tile <= "8" ? "0" : tile));
  if (start === "none") return;
  if (start === "camps" || !placeInMiddle(map)) placeCamps(map);
}

/** A square block in which every player has one stone in every row and column; whether there is room for it. @param {MapFile} map */
function placeInMiddle(map) {
  const { players } = map;
  const [left, top] = [Math.floor((map.width - players) / 2), Math.floor((map.height - players) / 2)];
  const cells = Array.from({ length: players * players }, (_, at) => ({ x: left + (at % players), y: top + Math.floor(at / players), owner: (at + Math.floor(at / players)) % players }));
  if (left < 0 || top < 0 || cells.some(({ x, y }) => map.tiles[y * map.width + x] !== "0")) return false;
  for (const { x, y, owner } of cells) map.tiles[y * map.width + x] = String(owner + 1);
  return true;
}

/** A camp for every player, evenly around the middle: two stones of theirs crossed with two of the next player. @param {MapFile} map */
function placeCamps(map) {
  for (let player = 0; player < map.players; player++) {
    const angle = (2 * Math.PI * player) / map.players - Math.PI / 2;
    const wanted = [map.width / 2 - 1 + CAMPS * map.width * Math.cos(angle), map.height / 2 - 1 + CAMPS * map.height * Math.sin(angle)];
    const corner = nearestCamp(map, wanted[0], wanted[1]);
    if (!corner) return;
    const next = ((player + 1) % map.players) + 1;
    [[0, 0], [1, 1], [1, 0], [0, 1]].forEach(([dx, dy], at) => (map.tiles[(corner.y + dy) * map.width + corner.x + dx] = String(at < 2 ? player + 1 : next)));
  }
}

/** The corner of the free block of 2x2 squares that is nearest to a place. @param {MapFile} map @param {number} wantedX @param {number} wantedY */
function nearestCamp(map, wantedX, wantedY) {
  /** @type {{x: number, y: number, far: number} | null} */ let best = null;
  for (let y = 0; y + 1 < map.height; y++) {
    for (let x = 0; x + 1 < map.width; x++) {
      const free = [0, 1, map.width, map.width + 1].every((step) => map.tiles[y * map.width + x + step] === "0");
      const far = Math.hypot(x - wantedX, y - wantedY);
      if (free && (!best || far < best.far - 1e-9)) best = { x, y, far };
    }
  }
  return best;
}
