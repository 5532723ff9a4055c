// @ts-check
// Plots: curves and bars.

import { el, svg } from "./dom.js";
import { decimal } from "./format.js";
import { t } from "./translate.js";

const WIDTH = 560;
const HEIGHT = 240;
const LEFT = 52;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 34;

/** @typedef {import("./messages.js").HeadToHead} HeadToHead */

/** Maps a range of values to a range of coordinates. @param {[number, number]} range @param {[number, number]} space */
function scale([low, high], [from, to]) {
  const span = high - low || 1;
  return (/** @type {number} */ value) => from + ((value - low) / span) * (to - from);
}

/** Round numbers that divide a range into about this many parts. @param {number} low @param {number} high @param {number} parts */
function ticks(low, high, parts) {
  const rough = (high - low) / parts || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step) found.push(Math.abs(value) < step / 1e6 ? 0 : value);
  return found;
}

/**
 * A frame with both axes.
 * @param {string} title
 * @param {[number, number]} xs
 * @param {[number, number]} ys
 * @param {string} below  label of the x axis
 */
function frame(title, xs, ys, below) {
  const x = scale(xs, [LEFT, WIDTH - RIGHT]);
  const y = scale(ys, [HEIGHT - BOTTOM, TOP]);
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": title },
    ticks(ys[0], ys[1], 5).map((value) => [
      svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value), class: value === 0 ? "axis" : "grid" }),
      svg("text", { x: LEFT - 7, y: y(value) + 4, class: "mark end" }, short(value))]).flat(),
    ticks(xs[0], xs[1], 6).map((value) => svg("text", { x: x(value), y: HEIGHT - BOTTOM + 17, class: "mark middle" }, short(value))),
    svg("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 3, class: "mark middle" }, below));
  return { drawing, x, y };
}

/** @param {number} value */
function short(value) {
  return Math.abs(value) >= 1000 ? `${decimal(value / 1000, 1, 0)}k` : decimal(value, 2, 0);
}

/** @param {[number, number][]} points */
function path(points) {
  return points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** @param {string} title @param {SVGElement} drawing @param {string} [caption] */
function figure(title, drawing, caption) {
  return el("figure", { class: "card" }, el("h2", {}, title), drawing, caption ? el("figcaption", { class: "hint" }, caption) : null);
}

/** The Elo difference with its interval, by number of games. @param {HeadToHead} pair */
export function eloCurve(pair) {
  const known = pair.points.filter((point) => point.elo !== null && point.low !== null && point.high !== null);
  const last = pair.points[pair.points.length - 1].games;
  // The first few games say little and would flatten everything else.
  const later = known.slice(Math.floor(known.length / 10));
  const reach = Math.max(20, ...later.map((point) => Math.max(Math.abs(point.low ?? 0), Math.abs(point.high ?? 0))));
  const { drawing, x, y } = frame(t("Elo difference"), [0, last], [-reach, reach], t("games"));
  const clip = (/** @type {number | null} */ value) => y(Math.max(-reach, Math.min(reach, value ?? 0)));
  const upper = known.map((point) => /** @type {[number, number]} */ ([x(point.games), clip(point.high)]));
  const lower = known.map((point) => /** @type {[number, number]} */ ([x(point.games), clip(point.low)])).reverse();
  if (known.length) {
    drawing.append(svg("path", { d: `${path([...upper, ...lower])}Z`, class: "band" }),
      svg("path", { d: path(known.map((point) => [x(point.games), clip(point.elo)])), class: "line" }));
    const [now] = known.slice(-1); // also where there is no line yet
    drawing.append(svg("line", { x1: x(now.games), x2: x(now.games), y1: clip(now.low), y2: clip(now.high), class: "whisker" }), svg("circle", { cx: x(now.games), cy: clip(now.elo), r: 3.5, class: "dot" }));
  }
  return figure(t("Elo difference"), drawing, t("Elo difference between {first} and {second}, with its 95 % interval.", { first: pair.first, second: pair.second }));
}

/** The log-likelihood ratio of the sequential test between its bounds. @param {HeadToHead} pair */
export function llrCurve(pair) {
  const last = pair.points[pair.points.length - 1].games;
  const values = pair.points.map((point) => point.llr);
  const low = Math.min(pair.lower - 0.5, ...values);
  const high = Math.max(pair.upper + 0.5, ...values);
  const { drawing, x, y } = frame(t("Sequential test"), [0, last], [low, high], t("games"));
  for (const [bound, caption] of /** @type {[number, string][]} */ ([[pair.lower, t("at most {elo} Elo", { elo: pair.elo0 })], [pair.upper, t("at least {elo} Elo", { elo: pair.elo1 })]])) {
    drawing.append(svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(bound), y2: y(bound), class: "bound" }),
      svg("text", { x: WIDTH - RIGHT - 4, y: y(bound) - 5, class: "mark end" }, caption));
  }
  drawing.append(svg("path", { d: path(pair.points.map((point) => [x(point.games), y(point.llr)])), class: "line" }));
  return figure(t("Sequential test"), drawing, t("The log-likelihood ratio of game pairs; at a bound the test ends with 95 % confidence."));
}

/** Scores with their intervals. @param {import("./messages.js").ScoreTable} table */
export function scoreBars(table) {
  const height = 26 * table.rows.length + 40;
  const left = 170;
  const x = scale([0, 1], [left, WIDTH - RIGHT]);
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "curve", role: "img", "aria-label": t("Scores with their intervals") },
    [0, 0.25, 0.5, 0.75, 1].map((share) => [
      svg("line", { x1: x(share), x2: x(share), y1: 6, y2: height - 26, class: share === 0.5 ? "axis" : "grid" }),
      svg("text", { x: x(share), y: height - 10, class: "mark middle" }, 100 * share)]).flat(),
    table.rows.map((row, index) => {
      const y = 20 + 26 * index;
      return [svg("text", { x: left - 10, y: y + 4, class: "mark end" }, row.name.length > 24 ? `${row.name.slice(0, 23)}…` : row.name),
        svg("line", { x1: x(row.low), x2: x(row.high), y1: y, y2: y, class: "whisker" }),
        svg("circle", { cx: x(row.score), cy: y, r: 5, class: "dot" })];
    }).flat());
  return figure(t("Scores"), drawing, t("Share of first places in per cent, with 95 % intervals."));
}
