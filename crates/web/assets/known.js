// @ts-check
// What a search knows at a moment: the best so far, the window, the root moves. No drawing here.

import { ROOT, RESEARCH } from "./recording.js";

/** @typedef {import("./recording.js").Trace} Trace */
/** @typedef {import("./recording.js").Bound} Bound */

/**
 * The best of what has returned to an open position; at a chance node the sum of the outcomes that are known.
 * @typedef {object} Running
 * @property {number} value  `NaN` if nothing is known yet
 * @property {Bound} bound
 * @property {number} from  the child it comes from, -1 if none
 * @property {number} weight  at a chance node the probability of the outcomes that are known
 */

/**
 * @param {Trace} trace
 * @param {number} root
 * @param {number} visit  or `ROOT`
 * @param {number} moment
 * @returns {Running}
 */
export function running(trace, root, visit, moment) {
  const role = trace.role(visit);
  const done = trace.children(visit, root).filter((child) => trace.leaveMoment(child) <= moment && !Number.isNaN(trace.value[child]));
  /** @type {Running} */ const found = { value: NaN, bound: "none", from: -1, weight: 0 };
  if (role === "chance") return trace.groups.has(visit) ? runningGroups(trace, visit, done, found) : runningRolls(trace, done, found);
  for (const child of done) {
    const value = trace.value[child];
    const again = found.from >= 0 && trace.move[found.from] === trace.move[child] && trace.kind[child] === RESEARCH;
    if (role === "own" || Number.isNaN(found.value) || again || (role === "max" ? value > found.value : value < found.value)) {
      found.value = value;
      found.bound = trace.bound(child);
      found.from = child;
    }
  }
  // With one opponent's own interest unknown, the best so far cannot be told from the root player's values.
  if (role === "own") return { value: NaN, bound: "none", from: -1, weight: 0 };
  return found;
}

/** @param {Trace} trace @param {number[]} done @param {Running} found */
function runningRolls(trace, done, found) {
  /** The last visit of every outcome; a probe does not count. @type {Map<number, number>} */ const last = new Map();
  for (const child of done) if (trace.endingName(child) !== "probe") last.set(trace.move[child], child);
  for (const child of last.values()) {
    const chance = trace.chance[child];
    if (Number.isNaN(chance)) continue;
    found.value = (Number.isNaN(found.value) ? 0 : found.value) + chance * trace.value[child];
    found.weight += chance;
    found.from = child;
  }
  if (found.weight > 0) found.bound = found.weight > 0.999 ? "exact" : "none";
  return found;
}

/** @param {Trace} trace @param {number} visit @param {number[]} done @param {Running} found */
function runningGroups(trace, visit, done, found) {
  for (const face of facesAt(trace, visit, done)) {
    if (Number.isNaN(face.best)) continue;
    found.value = (Number.isNaN(found.value) ? 0 : found.value) + face.chance * face.best;
    found.weight += face.chance;
  }
  return found;
}

/**
 * The unified operator: the best rated move of every face so far.
 * @param {Trace} trace
 * @param {number} visit
 * @param {number[]} done  the children that are rated
 */
export function facesAt(trace, visit, done) {
  const mover = done.length > 0 ? moverAt(trace, visit) : trace.recording.root_player;
  const sign = mover === trace.recording.root_player ? 1 : -1;
  return (trace.groups.get(visit) ?? []).map(([chance, moves], index) => {
    let [best, from] = [NaN, -1];
    for (const child of done) {
      if (!moves.includes(trace.move[child])) continue;
      if (Number.isNaN(best) || sign * trace.value[child] > sign * best) [best, from] = [trace.value[child], child];
    }
    return { face: index + 1, chance, moves, best, from };
  });
}

/** Who rolls at a chance node: the one who did not move before it. @param {Trace} trace @param {number} visit */
function moverAt(trace, visit) {
  const { seats, root_player: first } = trace.recording;
  // Every second level rolls for the root player: moves are the only edges where groups are rated.
  const level = visit === ROOT ? 0 : trace.ply[visit] + 1;
  return ((first - 1 + level) % Math.max(1, seats.length)) + 1;
}

/**
 * The window of an open position at a moment: what it was entered with, narrowed by what has returned.
 * @param {Trace} trace
 * @param {number} root
 * @param {number} visit
 * @param {number} moment
 */
export function windowAt(trace, root, visit, moment) {
  const [rootLow, rootHigh] = trace.roots[root].window;
  let low = visit === ROOT ? rootLow ?? -Infinity : trace.low[visit];
  let high = visit === ROOT ? rootHigh ?? Infinity : trace.high[visit];
  const best = running(trace, root, visit, moment);
  if (trace.windowed && !Number.isNaN(best.value)) {
    if (trace.role(visit) === "max") low = Math.max(low, best.value);
    if (trace.role(visit) === "min") high = Math.min(high, best.value);
  }
  return { low, high, best };
}

/**
 * @typedef {object} RootMove
 * @property {string} text
 * @property {"waiting" | "searching" | "done" | "skipped"} status
 * @property {number} value
 * @property {Bound} bound
 * @property {number} visit  the latest, -1 if none
 * @property {number} visits  how many times it was searched
 * @property {boolean} best
 * @property {number} chance  `NaN` for moves
 */

/**
 * What is known of every move of the root.
 * @param {Trace} trace
 * @param {number} root
 * @param {number} moment
 * @returns {RootMove[]}
 */
export function rootMoves(trace, root, moment) {
  const tops = trace.children(ROOT, root);
  const iteration = trace.search.iterations.find((one) => one.depth === trace.roots[root].depth);
  const texts = new Set([...(iteration?.order ?? []), ...tops.map((visit) => trace.moveText(visit))]);
  const skipped = new Set((trace.pruned.get(ROOT) ?? []).map((move) => trace.search.moves[move]));
  for (const text of skipped) texts.add(text);
  const best = running(trace, root, ROOT, moment).from;
  const ended = moment >= trace.momentsOf(root) - 1;
  /** @type {Map<string, RootMove>} */
  const found = new Map([...texts].map((text) => [text, { text, status: "waiting", value: NaN, bound: "none", visit: -1, visits: 0, best: false, chance: NaN }]));
  for (const visit of tops) {
    const state = trace.state(visit, moment);
    const move = /** @type {RootMove} */ (found.get(trace.moveText(visit)));
    move.chance = trace.chance[visit];
    if (state === "unseen") continue;
    move.visits += 1;
    move.visit = visit;
    move.status = state === "open" ? "searching" : "done";
    if (state === "done" && !Number.isNaN(trace.value[visit])) [move.value, move.bound] = [trace.value[visit], trace.bound(visit)];
  }
  if (best >= 0 && trace.role(ROOT) === "max") {
    const move = found.get(trace.moveText(best));
    if (move) move.best = true;
  }
  if (ended) for (const move of found.values()) if (move.status === "waiting") move.status = "skipped";
  return [...found.values()];
}

/** How often visits of a search of the root ended for each reason. @param {Trace} trace @param {number} root @returns {Map<string, number>} */
export function countEndings(trace, root) {
  const { first, count } = trace.roots[root];
  /** @type {Map<string, number>} */ const counts = new Map();
  for (let visit = first; visit < first + count; visit++) {
    const name = trace.endingName(visit);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** The next moment at which something is cut off; `null` if there is none. @param {Trace} trace @param {number} root @param {number} moment */
export function nextCutoff(trace, root, moment) {
  const order = trace.order(root);
  for (let at = moment + 1; at < order.length - 1; at++) {
    const code = order[at];
    if (code < 0 && ["alpha", "beta", "star"].includes(trace.endingName(~code))) return at;
  }
  return null;
}

/** @param {Trace} trace @param {number} root @param {number} moment @returns {number} */
export function stepOver(trace, root, moment) {
  const event = trace.eventAt(root, moment);
  if (event.what === "enter") return trace.leaveMoment(event.visit);
  return Math.min(moment + 1, trace.momentsOf(root) - 1);
}

/** @param {Trace} trace @param {number} root @param {number} moment @returns {number} */
export function stepOut(trace, root, moment) {
  const event = trace.eventAt(root, moment);
  const parent = event.visit === ROOT ? ROOT : trace.parent[event.visit];
  return parent === ROOT ? trace.momentsOf(root) - 1 : trace.leaveMoment(parent);
}

/**
 * Visits that fit a question: a line of moves ("d4 e5", anywhere in the tree), a reason ("beta"), or a comparison of values ("> 5").
 * @param {Trace} trace
 * @param {number} root
 * @param {string} text
 * @returns {number[]}
 */
export function searchVisits(trace, root, text) {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const { first, count } = trace.roots[root];
  const endings = trace.search.endings.map((name) => name.toLowerCase());
  const compared = /^([<>=])\s*(-?\d+(?:\.\d+)?)$/.exec(words.join(""));
  const found = [];
  for (let visit = first; visit < first + count; visit++) {
    if (fits(visit)) found.push(visit);
  }
  return found;

  /** @param {number} visit */
  function fits(visit) {
    const value = trace.value[visit];
    if (compared) return compared[1] === "<" ? value < Number(compared[2]) : compared[1] === ">" ? value > Number(compared[2]) : value === Number(compared[2]);
    if (words.length === 1 && endings.includes(words[0])) return endings[trace.ending[visit]] === words[0];
    if (words.length === 1 && trace.moveText(visit).toLowerCase().startsWith(words[0])) return true;
    // Texts of rolls contain a space, so the end of the line is compared as a whole.
    let left = words.join(" ");
    for (let at = visit; at >= 0 && left; at = trace.parent[at]) {
      const text = trace.moveText(at).toLowerCase();
      if (left !== text && !left.endsWith(` ${text}`)) return false;
      left = left.slice(0, -text.length).trimEnd();
    }
    return left === "";
  }
}
