// @ts-check
// A search in plain words: numbers, reasons and what happens at a moment. No drawing here.

import { NULL_WINDOW, PROBE, REDUCED, RESEARCH, ROOT } from "./recording.js";
import { running, windowAt } from "./known.js";

/** @typedef {import("./recording.js").Trace} Trace */
/** @typedef {import("./recording.js").Bound} Bound */
/** @typedef {import("./recording.js").Role} Role */

/** Why visits end: name, title, explanation. In the order of the legend. @type {[string, string, string][]} */
export const ENDINGS = [
  ["complete", "complete", "all moves were searched"],
  ["alpha", "alpha cut-off", "the opponent can hold this below what the searching player has elsewhere, so the rest does not matter"],
  ["beta", "beta cut-off", "this is too good: the opponent will not allow it, so the rest does not matter"],
  ["star", "Star cut-off", "no roll that is left can bring the value back into the window"],
  ["probe", "Star2 probe", "one move was searched to bound what the roll is worth"],
  ["table", "table", "the transposition table knew the position"],
  ["known", "known", "known exactly, for example from a database"],
  ["depth", "horizon", "the depth was used up: the evaluation answered"],
  ["terminal", "end of the game", "the game was over"],
  ["beam", "beam", "left out because other moves looked better"],
  ["stopped", "stopped", "the search was stopped here by its limit"],
];

/** Values at or beyond this are proven results, `WON` minus the number of plies (crates/search/src/score.rs). */
const DECIDED = 5e6;
const WON = 1e7;

/** @param {number} value */
export function num(value) {
  if (Number.isNaN(value)) return "?";
  if (Math.abs(value) === Infinity) return value > 0 ? "∞" : "−∞";
  if (Math.abs(value) >= DECIDED) return `${value > 0 ? "win" : "loss"} in ${Math.max(0, Math.round(WON - Math.abs(value)))}`;
  const text = Number.isInteger(value) ? String(value) : Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : String(+value.toFixed(3));
  return text.replace("-", "−");
}

/** @param {number} value @param {Bound} bound */
export function bounded(value, bound) {
  return `${bound === "lower" ? "≥ " : bound === "upper" ? "≤ " : ""}${num(value)}`;
}

/** A value for a small place, such as a node of the tree. @param {number} value @param {Bound} bound */
export function brief(value, bound) {
  const sign = bound === "lower" ? "≥" : bound === "upper" ? "≤" : "";
  const size = Math.abs(value);
  if (size >= DECIDED && size < Infinity) return `${sign}${num(value).replace(" in ", " ")}`;
  return sign + (size >= 1e5 && size < Infinity ? `${num(Math.round(value / 1000))}k` : size >= 1e4 && size < Infinity ? `${num(+(value / 1000).toFixed(1))}k` : num(value));
}

/** @param {number} count @param {string} one @param {string} [many] */
export function plural(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** @param {number} seconds */
export function time(seconds) {
  if (seconds < 0.001) return `${(seconds * 1e6).toFixed(0)} µs`;
  return seconds < 1 ? `${(seconds * 1000).toFixed(1)} ms` : `${seconds.toFixed(2)} s`;
}

/** The name of a reason. @param {string} ending */
export function endingTitle(ending) {
  return ENDINGS.find(([name]) => name === ending)?.[1] ?? ending;
}

/** @type {Record<Role, string>} */
export const ROLE_WORDS = { max: "max", min: "min", own: "own", chance: "chance", over: "" };

/** The name of a player. @param {Trace} trace @param {number} player */
export function seatName(trace, player) {
  return trace.recording.seats[player - 1] ?? (player === 0 ? "the dice" : "nobody");
}

/** Who decides at a visit, by name. @param {Trace} trace @param {number} visit */
function who(trace, visit) {
  return seatName(trace, visit === ROOT ? (trace.recording.root_chance ? 0 : trace.recording.root_player) : trace.player[visit]);
}

/** The player at the root. @param {Trace} trace */
function rootName(trace) {
  return seatName(trace, trace.recording.root_player);
}

/** Someone who plays against the root player. @param {Trace} trace */
function rivalName(trace) {
  const { seats, root_player: own } = trace.recording;
  return seats.length === 2 ? seats[own === 1 ? 1 : 0] : "an opponent";
}

/**
 * What happens at a moment, in one to three sentences.
 * @param {Trace} trace
 * @param {number} root
 * @param {number} moment
 * @returns {string}
 */
export function tell(trace, root, moment) {
  const event = trace.eventAt(root, moment);
  if (event.what === "start") return tellStart(trace, root);
  if (event.what === "end") return tellEnd(trace, root);
  return event.what === "enter" ? tellEnter(trace, root, event.visit, moment) : tellLeave(trace, root, event.visit, moment);
}

/** @param {Trace} trace @param {number} root */
function tellStart(trace, root) {
  const { depth, window } = trace.roots[root];
  const [low, high] = [window[0] ?? -Infinity, window[1] ?? Infinity];
  const before = trace.roots[root - 1];
  const again = before && before.depth === depth
    ? before.outcome === "fail_high" ? "The value was at or above the window, so the same depth is searched again with another one. "
      : before.outcome === "fail_low" ? "The value was at or below the window, so the same depth is searched again with another one. " : ""
    : "";
  const about = low === -Infinity && high === Infinity ? "every value is possible" : `only values between ${num(low)} and ${num(high)} are looked for`;
  return `${again}The search begins: ${plural(depth, "ply", "plies")} deep, and ${about}. ${rootName(trace)} wants the highest value.`;
}

/** @param {Trace} trace @param {number} root */
function tellEnd(trace, root) {
  const { outcome, value } = trace.roots[root];
  const end = trace.momentsOf(root) - 1;
  const best = running(trace, root, ROOT, end);
  const last = root === trace.roots.length - 1;
  const shown = value ?? best.value;
  const visits = plural(trace.roots[root].count, "visit");
  if (outcome === "stopped") return `The limit stopped this search after ${visits}; what it found so far counts.${last ? "" : " "}`;
  if (outcome === "fail_low") return `Fail low: no move reaches the window. The value is at most ${num(shown)}, which is all that this search can say.`;
  if (outcome === "fail_high") return `Fail high: the value is at least ${num(shown)}, above the window. That is all this search can say.`;
  if (trace.recording.root_chance) return `Done after ${visits}: the mean over all rolls is ${num(shown)}.`;
  const move = (last ? trace.search.best : null) ?? (best.from >= 0 ? trace.moveText(best.from) : null);
  return `Done after ${visits}: ${rootName(trace)} plays ${move ?? "nothing"}, which is worth ${num(shown)}.`;
}

/** @param {Trace} trace @param {number} root @param {number} visit @param {number} moment */
function tellEnter(trace, root, visit, moment) {
  const parent = trace.parent[visit];
  const move = trace.moveText(visit);
  const chance = trace.chance[visit];
  const kind = trace.kind[visit];
  const [low, high] = [trace.low[visit], trace.high[visit]];
  const actor = trace.role(parent) === "chance" ? (Number.isNaN(chance) ? `The unified operator rates ${move} before the roll.` : `The die: ${move}, with probability ${num(chance)}.`) : `${who(trace, parent)} tries ${move}.`;
  const why = kind === RESEARCH ? " It looked better than expected, so it is searched again, in full."
    : kind === REDUCED ? " A late move, so it gets a shallower look first."
      : kind === PROBE ? " A probe: one move, to bound what this roll is worth." : "";
  return `${actor}${why}${tellWindow(trace, kind, low, high)}${tellBest(trace, root, parent, moment)}`;
}

/** @param {Trace} trace @param {number} kind @param {number} low @param {number} high */
function tellWindow(trace, kind, low, high) {
  if (!trace.windowed || (low === -Infinity && high === Infinity)) return "";
  if (kind === NULL_WINDOW && low > -Infinity && high < Infinity) return ` The window is as narrow as possible, so only one question is asked: is this more than ${num(low)} or not?`;
  if (low === -Infinity) return ` Values of ${num(high)} or more will not help: ${rivalName(trace)} can already hold ${rootName(trace)} to ${num(high)}.`;
  if (high === Infinity) return ` Only values above ${num(low)} help: ${rootName(trace)} has ${num(low)} already.`;
  return ` Only values between ${num(low)} and ${num(high)} matter.`;
}

/** @param {Trace} trace @param {number} root @param {number} parent @param {number} moment */
function tellBest(trace, root, parent, moment) {
  const best = running(trace, root, parent, moment);
  if (Number.isNaN(best.value) || best.from < 0) return "";
  if (trace.role(parent) === "chance") return ` So far the rolls add up to ${num(best.value)}.`;
  return ` So far the best here is ${bounded(best.value, best.bound)} by ${trace.moveText(best.from)}.`;
}

/** @param {Trace} trace @param {number} root @param {number} visit @param {number} moment */
function tellLeave(trace, root, visit, moment) {
  return `${tellReason(trace, root, visit)}${tellEffect(trace, root, visit, moment)}`;
}

/** The moves that a cut-off left out. @param {Trace} trace @param {number} visit */
function tellRest(trace, visit) {
  const rest = trace.pruned.get(visit) ?? [];
  if (rest.length === 0) return "the rest is cut off";
  const texts = rest.slice(0, 4).map((move) => trace.search.moves[move]);
  return `${rest.length === 1 ? "the last move" : `the other ${rest.length} moves`} (${texts.join(", ")}${rest.length > 4 ? ", …" : ""}) ${rest.length === 1 ? "is" : "are"} cut off`;
}

/** Why a visit ended. @param {Trace} trace @param {number} root @param {number} visit @returns {string} */
export function tellReason(trace, root, visit) {
  const value = num(trace.value[visit]);
  const name = trace.endingName(visit);
  const [low, high] = [num(trace.low[visit]), num(trace.high[visit])];
  const children = trace.children(visit, root);
  const refuter = children.length > 0 ? trace.moveText(children[children.length - 1]) : null;
  const by = refuter ? ` by ${refuter}` : "";
  switch (name) {
    case "terminal": return trace.recording.tree ? `A leaf: its value is ${value}.` : `The game is over here: ${value}.`;
    case "depth": return trace.recording.tree ? `A leaf: its value is ${value}.` : `The search looks no further; the evaluation says ${value}.`;
    case "known": return `This position is known exactly: ${value}.`;
    case "table": return tellTable(trace, visit);
    case "alpha": return `${who(trace, visit)} has ${value} here${by}; ${rootName(trace)} already has ${low} elsewhere and will not come here. So ${tellRest(trace, visit)}${refuter ? `; refuted by ${refuter}` : ""}.`;
    case "beta": return `${who(trace, visit)} has ${value} here${by}, but ${rivalName(trace)} can already hold it to ${high} elsewhere and will not allow this. So ${tellRest(trace, visit)}${refuter ? `; refuted by ${refuter}` : ""}.`;
    case "star": return `The rolls that are left cannot bring the mean back into ${low} … ${high}: it is ${bounded(trace.value[visit], trace.bound(visit))}, and they are cut off.`;
    case "probe": return `The probe found ${value}${by}; the other moves of this roll wait.`;
    case "beam": return `Left out by the beam: other moves looked better (guess ${value}).`;
    case "stopped": return "The limit was reached: the search stops here without a value.";
    default: return tellComplete(trace, root, visit);
  }
}

/** How deep an entry of the table was searched. @param {import("./recording.js").TableEntry} entry */
export function searchedDepth(entry) {
  return entry.depth === null ? "searched to the end" : `searched ${plural(entry.depth, "ply", "plies")} deep`;
}

/** @param {Trace} trace @param {number} visit */
function tellTable(trace, visit) {
  const entry = trace.table.get(visit);
  if (!entry) return `Seen before: the table answers ${num(trace.value[visit])}.`;
  const bound = entry.bound === "lower" ? "at least " : entry.bound === "upper" ? "at most " : "";
  return `Seen before, by another order of moves: the table says ${bound}${num(entry.value)}, ${searchedDepth(entry)}. No need to look again.`;
}

/** @param {Trace} trace @param {number} root @param {number} visit */
function tellComplete(trace, root, visit) {
  const value = trace.value[visit];
  const best = running(trace, root, visit, trace.leaveMoment(visit));
  const by = best.from >= 0 && best.value === value ? ` by ${trace.moveText(best.from)}` : "";
  const role = trace.role(visit);
  const name = who(trace, visit);
  if (role === "chance") return `All outcomes are known: the mean is ${num(value)}.`;
  if (role === "own") return `${name} takes what is best for themselves; for ${rootName(trace)} that is worth ${num(value)}.`;
  const bound = trace.bound(visit);
  const all = trace.pruned.has(visit) ? "the moves inside the beam" : "every move";
  if (bound === "upper") return `${name} has tried ${all} here and gets at most ${num(value)}: not more than the ${num(trace.low[visit])} that ${rootName(trace)} has already.`;
  if (bound === "lower") return `${name} has tried ${all} here: at least ${num(value)}, no less than the ${num(trace.high[visit])} that ${rivalName(trace)} can hold it to.`;
  return `${name} has tried ${all} here: the ${role === "max" ? "highest" : "lowest"} value is ${num(value)}${by}.`;
}

/** What the returned value changes one level up. @param {Trace} trace @param {number} root @param {number} visit @param {number} moment */
function tellEffect(trace, root, visit, moment) {
  const parent = trace.parent[visit];
  const role = trace.role(parent);
  const value = trace.value[visit];
  if (Number.isNaN(value) || role === "own" || role === "over") return "";
  if (role === "chance") {
    const chance = trace.chance[visit];
    return Number.isNaN(chance) || trace.endingName(visit) === "probe" ? "" : ` It adds ${num(chance)} × ${num(value)} to the mean.`;
  }
  const before = running(trace, root, parent, moment - 1);
  const after = running(trace, root, parent, moment);
  const name = who(trace, parent);
  if (after.from !== visit) return ` No change above: ${name} keeps ${bounded(before.value, before.bound)} by ${trace.moveText(before.from)}.`;
  if (Number.isNaN(before.value)) return ` ${name} now has ${bounded(value, trace.bound(visit))}.`;
  return ` Better for ${name}: ${bounded(value, trace.bound(visit))} instead of ${bounded(before.value, before.bound)}.`;
}

/** The window in words. @param {Trace} trace @param {number} root @param {number} visit @param {number} moment */
export function windowWords(trace, root, visit, moment) {
  const { low, high } = windowAt(trace, root, visit, moment);
  return `alpha ${num(low)}, beta ${num(high)}`;
}
