// @ts-check
// A recorded search: its visits in the order of time, and the moments at which each was entered and left. No drawing here.

/** @typedef {import("./messages.js").Scene} Scene */
/** @typedef {import("./messages.js").Cell} Cell */

/**
 * What a search of a position left behind; the answer of `POST /api/xray` and the content of an exported file.
 * @typedef {object} Recording
 * @property {string} game
 * @property {string} title
 * @property {string | null} [variant]
 * @property {string} position
 * @property {string} [command]  the command line that makes it again
 * @property {Scene | null} scene
 * @property {string[]} seats
 * @property {number} root_player
 * @property {boolean} [root_chance]  the root waits for a roll
 * @property {SearchRecord[]} searches
 * @property {LiteralTree | null} [tree]
 */

/**
 * @typedef {object} SearchRecord
 * @property {string} player
 * @property {string} label
 * @property {string} family
 * @property {string} unit
 * @property {string | null} best
 * @property {number} value
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 * @property {string} stopped
 * @property {IterationRecord[]} iterations
 * @property {RootSearch[]} roots
 * @property {string[]} moves
 * @property {string[]} endings
 * @property {VisitColumns} visits
 * @property {[number, TableEntry][]} [table]
 * @property {[number, number[]][]} [pruned]
 * @property {[number, {faces: [number, number[]][]}][]} [groups]
 * @property {BoardChanges | null} [boards]
 * @property {GrowthColumns | null} [growth]
 * @property {number} omitted
 * @property {string | null} [reason]
 */

/** @typedef {{depth: number, value: number, best: string | null, nodes: number, seconds: number, predicted?: number | null, window?: [number, number] | null, fail_low: number, fail_high: number, order?: string[]}} IterationRecord */
/** @typedef {{depth: number, window: [number | null, number | null], first: number, count: number, outcome: string, value?: number | null}} RootSearch */
/** An entry of the table; `depth` is absent where no depth limits it. @typedef {{value: number, depth: number | null, bound: string}} TableEntry */
/** @typedef {{count: number, changes: [number, Cell][][], die?: (number | null)[]}} BoardChanges */
/** @typedef {{text: string, parent: number[], value: (number | null)[], player: number[], label?: string[]}} LiteralTree */

/**
 * @typedef {object} VisitColumns
 * @property {number[]} parent
 * @property {number[]} move
 * @property {number[]} player
 * @property {(number | null)[]} low
 * @property {(number | null)[]} high
 * @property {(number | null)[]} value
 * @property {number[]} ending
 * @property {number[]} depth
 * @property {number[]} bound  an index into `BOUNDS`
 * @property {number[]} kind
 * @property {(number | null)[]} [chance]
 */

/**
 * @typedef {object} GrowthColumns
 * @property {number[]} parent
 * @property {number[]} move
 * @property {number[]} player
 * @property {(number | null)[]} [chance]
 * @property {[number, number, number][] | {node: number[], reward: number[], length: number[]}} steps
 * @property {number} exploration
 */

/** What a visit was for, as the recording numbers it. */
export const FULL = 0;
export const NULL_WINDOW = 1;
export const REDUCED = 2;
export const RESEARCH = 3;
export const PROBE = 4;

/** The root itself, where a visit is expected. */
export const ROOT = -1;

/** Who decides at a position: the player whose values are shown, an opponent who wants them low, one who plays for themselves, or dice. */
/** @typedef {"max" | "min" | "own" | "chance" | "over"} Role */

/** How a value is to be read: as it is, or as a bound. */
/** @typedef {"exact" | "lower" | "upper" | "none"} Bound */

/** The words of the column of bounds, in this order. @type {Bound[]} */
const BOUNDS = ["none", "exact", "lower", "upper"];

/** @param {(number | null)[] | undefined} column @param {number} absent @param {number} length */
function numbers(column, absent, length) {
  const made = new Float64Array(length).fill(absent);
  if (column) for (let at = 0; at < length; at++) made[at] = column[at] ?? absent;
  return made;
}

/** The visits of one search. */
export class Trace {
  /** @param {Recording} recording @param {number} number  which search */
  constructor(recording, number) {
    const search = recording.searches[number];
    const { visits } = search;
    const length = visits.parent.length;
    this.recording = recording;
    this.search = search;
    this.number = number;
    this.length = length;
    this.parent = Int32Array.from(visits.parent);
    this.move = Int32Array.from(visits.move);
    this.player = Int8Array.from(visits.player);
    this.low = numbers(visits.low, -Infinity, length);
    this.high = numbers(visits.high, Infinity, length);
    this.value = numbers(visits.value, NaN, length);
    this.ending = Uint8Array.from(visits.ending);
    this.depth = Int16Array.from(visits.depth);
    this.kind = Uint8Array.from(visits.kind);
    this.chance = numbers(visits.chance, NaN, length);
    /** One past the last visit below each. */
    this.end = new Int32Array(length);
    /** Visits above each, the root not counted. */
    this.ply = new Int32Array(length);
    for (let at = length - 1; at >= 0; at--) {
      if (this.end[at] === 0) this.end[at] = at + 1;
      const above = this.parent[at];
      if (above >= 0 && this.end[above] < this.end[at]) this.end[above] = this.end[at];
    }
    let deepest = 0;
    for (let at = 0; at < length; at++) {
      this.ply[at] = this.parent[at] < 0 ? 0 : this.ply[this.parent[at]] + 1;
      deepest = Math.max(deepest, this.ply[at]);
    }
    this.deepest = deepest;
    this.windowed = this.low.some((low) => low > -Infinity) || this.high.some((high) => high < Infinity);
    this.roots = search.roots.length > 0 ? search.roots : [{ depth: search.depth, window: /** @type {[null, null]} */ ([null, null]), first: 0, count: length, outcome: "exact" }];
    this.table = new Map(search.table ?? []);
    this.pruned = new Map(search.pruned ?? []);
    this.groups = new Map((search.groups ?? []).map(([visit, group]) => [visit, group.faces]));
    /** The visits of the moments of each search of the root. @type {(Int32Array | undefined)[]} */
    this.orders = [];
  }

  /** The search of the root that a visit belongs to. @param {number} visit */
  rootOf(visit) {
    let [from, to] = [0, this.roots.length - 1];
    while (from < to) {
      const middle = (from + to + 1) >> 1;
      if (this.roots[middle].first <= visit) from = middle;
      else to = middle - 1;
    }
    return from;
  }

  /** The first moment is the start, the last the end; between them every visit is entered and left. @param {number} root */
  momentsOf(root) {
    return 2 * this.roots[root].count + 2;
  }

  /** @param {number} visit */
  enterMoment(visit) {
    return 1 + 2 * (visit - this.roots[this.rootOf(visit)].first) - this.ply[visit];
  }

  /** @param {number} visit */
  leaveMoment(visit) {
    return 2 * (this.end[visit] - this.roots[this.rootOf(visit)].first) - this.ply[visit];
  }

  /** The visits by moment: a visit that is entered, or `~visit` for one that is left. @param {number} root */
  order(root) {
    const known = this.orders[root];
    if (known) return known;
    const { first, count } = this.roots[root];
    const order = new Int32Array(2 * count + 2);
    for (let visit = first; visit < first + count; visit++) {
      order[1 + 2 * (visit - first) - this.ply[visit]] = visit;
      order[2 * (this.end[visit] - first) - this.ply[visit]] = ~visit;
    }
    this.orders[root] = order;
    return order;
  }

  /**
   * What happens at a moment.
   * @param {number} root
   * @param {number} moment
   * @returns {{what: "start" | "enter" | "leave" | "end", visit: number}}
   */
  eventAt(root, moment) {
    if (moment <= 0) return { what: "start", visit: ROOT };
    if (moment >= this.momentsOf(root) - 1) return { what: "end", visit: ROOT };
    const code = this.order(root)[moment];
    return code >= 0 ? { what: "enter", visit: code } : { what: "leave", visit: ~code };
  }

  /** The visits one level below another or the root. @param {number} visit @param {number} root @returns {number[]} */
  children(visit, root) {
    const { first, count } = this.roots[root];
    const found = [];
    const end = visit === ROOT ? first + count : this.end[visit];
    for (let child = visit === ROOT ? first : visit + 1; child < end; child = this.end[child]) found.push(child);
    return found;
  }

  /** The visits from the top down to this one. @param {number} visit @returns {number[]} */
  path(visit) {
    const found = [];
    for (let at = visit; at >= 0; at = this.parent[at]) found.unshift(at);
    return found;
  }

  /** @param {number} visit */
  moveText(visit) {
    return visit === ROOT ? "root" : this.search.moves[this.move[visit]];
  }

  /** Move texts from the root to a visit. @param {number} visit */
  line(visit) {
    return this.path(visit).map((at) => this.moveText(at));
  }

  /** @param {number} visit */
  endingName(visit) {
    return this.search.endings[this.ending[visit]];
  }

  /** Who decides there. @param {number} visit @returns {Role} */
  role(visit) {
    if (visit === ROOT) return this.recording.root_chance ? "chance" : "max";
    return roleOf(this.player[visit], this.recording.root_player, this.search.family);
  }

  /** How the value of a finished visit is to be read. @param {number} visit @returns {Bound} */
  bound(visit) {
    return BOUNDS[this.search.visits.bound[visit]];
  }

  /** @param {number} visit @param {number} moment @returns {"unseen" | "open" | "done"} */
  state(visit, moment) {
    if (moment < this.enterMoment(visit)) return "unseen";
    return moment < this.leaveMoment(visit) ? "open" : "done";
  }

  /** The visit at the end of a line of moves in one search of the root; the last if there are several. @param {number} root @param {string[]} line */
  find(root, line) {
    let at = ROOT;
    for (const text of line) {
      const next = this.children(at, root).filter((child) => this.moveText(child) === text).pop();
      if (next === undefined) return null;
      at = next;
    }
    return at;
  }
}

/** @param {number} player @param {number} root  the player at the root @param {string} family @returns {Role} */
export function roleOf(player, root, family) {
  if (player === 0) return "chance";
  if (player < 0) return "over";
  if (player === root) return "max";
  return family === "maxn" ? "own" : "min";
}

/** The board after some visits, from the recorded changes; `null` where they end. @param {Scene} scene @param {BoardChanges | null | undefined} boards @param {number[]} path */
export function sceneAt(scene, boards, path) {
  if (path.length === 0) return scene;
  if (!boards || path.some((visit) => visit >= boards.count)) return null;
  const cells = scene.cells.slice();
  let die = scene.die;
  for (const visit of path) {
    for (const [cell, content] of boards.changes[visit]) cells[cell] = content;
    die = boards.die?.[visit] ?? null;
  }
  return { ...scene, cells, die };
}

/** The cells that the last visit of a path changed. @param {BoardChanges | null | undefined} boards @param {number[]} path @returns {number[]} */
export function changedCells(boards, path) {
  const last = path[path.length - 1];
  return last === undefined || !boards || last >= boards.count ? [] : boards.changes[last].map(([cell]) => cell);
}
