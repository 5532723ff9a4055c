// @ts-check
// A search in plain words: numbers, reasons and what happens at a moment. No drawing here.

import { decimal } from "./format.js";
import { running, windowAt } from "./known.js";
import { NULL_WINDOW, PROBE, REDUCED, RESEARCH, ROOT } from "./recording.js";
import { t, tn } from "./translate.js";

/** @typedef {import("./recording.js").Trace} Trace */
/** @typedef {import("./recording.js").Bound} Bound */
/** @typedef {import("./recording.js").Role} Role */

/** Why visits end: name, title, explanation. In the order of the legend. @type {[string, string, string][]} */
export const ENDINGS = [
  ["complete", t("complete"), t("all moves were searched")],
  ["alpha", t("alpha cut-off"), t("the opponent can hold this below what the searching player has elsewhere, so the rest does not matter")],
  ["beta", t("beta cut-off"), t("this is too good: the opponent will not allow it, so the rest does not matter")],
  ["star", t("Star cut-off"), t("no roll that is left can bring the value back into the window")],
  ["probe", t("Star2 probe"), t("one move was searched to bound what the roll is worth")],
  ["table", t("table"), t("the transposition table knew the position")],
  ["known", t("known"), t("known exactly, for example from a database")],
  ["depth", t("horizon"), t("the depth was used up: the evaluation answered")],
  ["terminal", t("end of the game"), t("the game was over")],
  ["beam", t("beam"), t("left out because other moves looked better")],
  ["stopped", t("stopped"), t("the search was stopped here by its limit")],
];

/** Values at or beyond this are proven results, `WON` minus the number of plies (crates/search/src/score.rs). */
const DECIDED = 5e6;
const WON = 1e7;

/** @param {number} value */
export function num(value) {
  if (Number.isNaN(value)) return "?";
  if (Math.abs(value) === Infinity) return value > 0 ? "∞" : "−∞";
  if (Math.abs(value) >= DECIDED) return value > 0 ? t("win in {plies}", { plies: pliesTo(value) }) : t("loss in {plies}", { plies: pliesTo(value) });
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  const text = Number.isInteger(value) ? String(value) : decimal(value, digits, digits === 3 ? 0 : digits);
  return text.replace("-", "−");
}

/** The plies of a proven result. @param {number} value */
function pliesTo(value) {
  return Math.max(0, Math.round(WON - Math.abs(value)));
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

/** @param {number} seconds */
export function time(seconds) {
  if (seconds < 0.001) return `${decimal(seconds * 1e6, 0)} µs`;
  return seconds < 1 ? `${decimal(seconds * 1000, 1)} ms` : `${decimal(seconds, 2)} s`;
}

/** The name of a reason. @param {string} ending */
export function endingTitle(ending) {
  return ENDINGS.find(([name]) => name === ending)?.[1] ?? ending;
}

/** @type {Record<Role, string>} */
export const ROLE_WORDS = { max: "max", min: "min", own: t("own"), chance: t("chance|role"), over: "" };

/** The name of a player. @param {Trace} trace @param {number} player */
export function seatName(trace, player) {
  return trace.recording.seats[player - 1] ?? (player === 0 ? t("the dice") : t("nobody"));
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
  return seats.length === 2 ? seats[own === 1 ? 1 : 0] : t("an opponent");
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
    ? before.outcome === "fail_high" ? t("The value was at or above the window, so the same depth is searched again with another one. ")
      : before.outcome === "fail_low" ? t("The value was at or below the window, so the same depth is searched again with another one. ") : ""
    : "";
  const about = low === -Infinity && high === Infinity ? t("every value is possible") : t("only values between {low} and {high} are looked for", { low: num(low), high: num(high) });
  return `${again}${t("The search begins: {depth} deep, and {about}. {name} wants the highest value.", { depth: tn("1 ply", "{n} plies", depth), about, name: rootName(trace) })}`;
}

/** @param {Trace} trace @param {number} root */
function tellEnd(trace, root) {
  const { outcome, value } = trace.roots[root];
  const end = trace.momentsOf(root) - 1;
  const best = running(trace, root, ROOT, end);
  const last = root === trace.roots.length - 1;
  const shown = value ?? best.value;
  const visits = tn("1 visit", "{n} visits", trace.roots[root].count);
  if (outcome === "stopped") return `${t("The limit stopped this search after {visits}; what it found so far counts.", { visits })}${last ? "" : " "}`;
  if (outcome === "fail_low") return t("Fail low: no move reaches the window. The value is at most {value}, which is all that this search can say.", { value: num(shown) });
  if (outcome === "fail_high") return t("Fail high: the value is at least {value}, above the window. That is all this search can say.", { value: num(shown) });
  if (trace.recording.root_chance) return t("Done after {visits}: the mean over all rolls is {value}.", { visits, value: num(shown) });
  const move = (last ? trace.search.best : null) ?? (best.from >= 0 ? trace.moveText(best.from) : null);
  return t("Done after {visits}: {name} plays {move}, which is worth {value}.", { visits, name: rootName(trace), move: move ?? t("nothing"), value: num(shown) });
}

/** @param {Trace} trace @param {number} root @param {number} visit @param {number} moment */
function tellEnter(trace, root, visit, moment) {
  const parent = trace.parent[visit];
  const move = trace.moveText(visit);
  const chance = trace.chance[visit];
  const kind = trace.kind[visit];
  const [low, high] = [trace.low[visit], trace.high[visit]];
  const actor = trace.role(parent) === "chance" ? (Number.isNaN(chance) ? t("The unified operator rates {move} before the roll.", { move }) : t("The die: {move}, with probability {chance}.", { move, chance: num(chance) })) : t("{name} tries {move}.", { name: who(trace, parent), move });
  const why = kind === RESEARCH ? t(" It looked better than expected, so it is searched again, in full.")
    : kind === REDUCED ? t(" A late move, so it gets a shallower look first.")
      : kind === PROBE ? t(" A probe: one move, to bound what this roll is worth.") : "";
  return `${actor}${why}${tellWindow(trace, kind, low, high)}${tellBest(trace, root, parent, moment)}`;
}

/** @param {Trace} trace @param {number} kind @param {number} low @param {number} high */
function tellWindow(trace, kind, low, high) {
  if (!trace.windowed || (low === -Infinity && high === Infinity)) return "";
  if (kind === NULL_WINDOW && low > -Infinity && high < Infinity) return t(" The window is as narrow as possible, so only one question is asked: is this more than {low} or not?", { low: num(low) });
  if (low === -Infinity) return t(" Values of {high} or more will not help: {rival} can already hold {name} to {high}.", { high: num(high), rival: rivalName(trace), name: rootName(trace) });
  if (high === Infinity) return t(" Only values above {low} help: {name} has {low} already.", { low: num(low), name: rootName(trace) });
  return t(" Only values between {low} and {high} matter.", { low: num(low), high: num(high) });
}

/** @param {Trace} trace @param {number} root @param {number} parent @param {number} moment */
function tellBest(trace, root, parent, moment) {
  const best = running(trace, root, parent, moment);
  if (Number.isNaN(best.value) || best.from < 0) return "";
  if (trace.role(parent) === "chance") return t(" So far the rolls add up to {value}.", { value: num(best.value) });
  return t(" So far the best here is {value} by {move}.", { value: bounded(best.value, best.bound), move: trace.moveText(best.from) });
}

/** @param {Trace} trace @param {number} root @param {number} visit @param {number} moment */
function tellLeave(trace, root, visit, moment) {
  return `${tellReason(trace, root, visit)}${tellEffect(trace, root, visit, moment)}`;
}

/** The moves that a cut-off left out. @param {Trace} trace @param {number} visit */
function tellRest(trace, visit) {
  const rest = trace.pruned.get(visit) ?? [];
  if (rest.length === 0) return t("the rest is cut off");
  const texts = rest.slice(0, 4).map((move) => trace.search.moves[move]);
  return tn("the last move ({moves}) is cut off", "the other {n} moves ({moves}) are cut off", rest.length, { moves: `${texts.join(", ")}${rest.length > 4 ? ", …" : ""}` });
}

/** Why a visit ended. @param {Trace} trace @param {number} root @param {number} visit @returns {string} */
export function tellReason(trace, root, visit) {
  const value = num(trace.value[visit]);
  const name = trace.endingName(visit);
  const [low, high] = [num(trace.low[visit]), num(trace.high[visit])];
  const children = trace.children(visit, root);
  const refuter = children.length > 0 ? trace.moveText(children[children.length - 1]) : null;
  const by = refuter ? t(" by {move}", { move: refuter }) : "";
  const refuted = refuter ? t("; refuted by {move}", { move: refuter }) : "";
  switch (name) {
    case "terminal": return trace.recording.tree ? t("A leaf: its value is {value}.", { value }) : t("The game is over here: {value}.", { value });
    case "depth": return trace.recording.tree ? t("A leaf: its value is {value}.", { value }) : t("The search looks no further; the evaluation says {value}.", { value });
    case "known": return t("This position is known exactly: {value}.", { value });
    case "table": return tellTable(trace, visit);
    case "alpha": return t("{name} has {value} here{by}; {own} already has {low} elsewhere and will not come here. So {rest}{refuted}.", { name: who(trace, visit), value, by, own: rootName(trace), low, rest: tellRest(trace, visit), refuted });
    case "beta": return t("{name} has {value} here{by}, but {rival} can already hold it to {high} elsewhere and will not allow this. So {rest}{refuted}.", { name: who(trace, visit), value, by, rival: rivalName(trace), high, rest: tellRest(trace, visit), refuted });
    case "star": return t("The rolls that are left cannot bring the mean back into {low} … {high}: it is {value}, and they are cut off.", { low, high, value: bounded(trace.value[visit], trace.bound(visit)) });
    case "probe": return t("The probe found {value}{by}; the other moves of this roll wait.", { value, by });
    case "beam": return t("Left out by the beam: other moves looked better (guess {value}).", { value });
    case "stopped": return t("The limit was reached: the search stops here without a value.");
    default: return tellComplete(trace, root, visit);
  }
}

/** How deep an entry of the table was searched. @param {import("./recording.js").TableEntry} entry */
export function searchedDepth(entry) {
  return entry.depth === null ? t("searched to the end") : t("searched {depth} deep", { depth: tn("1 ply", "{n} plies", entry.depth) });
}

/** @param {Trace} trace @param {number} visit */
function tellTable(trace, visit) {
  const entry = trace.table.get(visit);
  if (!entry) return t("Seen before: the table answers {value}.", { value: num(trace.value[visit]) });
  const bound = entry.bound === "lower" ? t("at least ") : entry.bound === "upper" ? t("at most ") : "";
  return t("Seen before, by another order of moves: the table says {value}, {depth}. No need to look again.", { value: `${bound}${num(entry.value)}`, depth: searchedDepth(entry) });
}

/** @param {Trace} trace @param {number} root @param {number} visit */
function tellComplete(trace, root, visit) {
  const value = trace.value[visit];
  const best = running(trace, root, visit, trace.leaveMoment(visit));
  const by = best.from >= 0 && best.value === value ? t(" by {move}", { move: trace.moveText(best.from) }) : "";
  const role = trace.role(visit);
  const name = who(trace, visit);
  if (role === "chance") return t("All outcomes are known: the mean is {value}.", { value: num(value) });
  if (role === "own") return t("{name} takes what is best for themselves; for {own} that is worth {value}.", { name, own: rootName(trace), value: num(value) });
  const bound = trace.bound(visit);
  const all = trace.pruned.has(visit) ? t("the moves inside the beam") : t("every move");
  if (bound === "upper") return t("{name} has tried {all} here and gets at most {value}: not more than the {low} that {own} has already.", { name, all, value: num(value), low: num(trace.low[visit]), own: rootName(trace) });
  if (bound === "lower") return t("{name} has tried {all} here: at least {value}, no less than the {high} that {rival} can hold it to.", { name, all, value: num(value), high: num(trace.high[visit]), rival: rivalName(trace) });
  return (role === "max" ? t("{name} has tried {all} here: the highest value is {value}{by}.", { name, all, value: num(value), by }) : t("{name} has tried {all} here: the lowest value is {value}{by}.", { name, all, value: num(value), by }));
}

/** What the returned value changes one level up. @param {Trace} trace @param {number} root @param {number} visit @param {number} moment */
function tellEffect(trace, root, visit, moment) {
  const parent = trace.parent[visit];
  const role = trace.role(parent);
  const value = trace.value[visit];
  if (Number.isNaN(value) || role === "own" || role === "over") return "";
  if (role === "chance") {
    const chance = trace.chance[visit];
    return Number.isNaN(chance) || trace.endingName(visit) === "probe" ? "" : t(" It adds {chance} × {value} to the mean.", { chance: num(chance), value: num(value) });
  }
  const before = running(trace, root, parent, moment - 1);
  const after = running(trace, root, parent, moment);
  const name = who(trace, parent);
  if (after.from !== visit) return t(" No change above: {name} keeps {value} by {move}.", { name, value: bounded(before.value, before.bound), move: trace.moveText(before.from) });
  if (Number.isNaN(before.value)) return t(" {name} now has {value}.", { name, value: bounded(value, trace.bound(visit)) });
  return t(" Better for {name}: {value} instead of {before}.", { name, value: bounded(value, trace.bound(visit)), before: bounded(before.value, before.bound) });
}

/** The window in words. @param {Trace} trace @param {number} root @param {number} visit @param {number} moment */
export function windowWords(trace, root, visit, moment) {
  const { low, high } = windowAt(trace, root, visit, moment);
  return t("alpha {low}, beta {high}", { low: num(low), high: num(high) });
}
