// @ts-check
// Curves and bars as drawings.

import { el, svg } from "./dom.js";

const WIDTH = 560;
const HEIGHT = 240;
const LEFT = 52;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 34;

/** @typedef {import("./messages.js").Duel} Duel */

/** A value's place between the axes. @param {[number, number]} range @param {[number, number]} space */
function scale([low, high], [from, to]) {
  const span = high - low || 1;
  return (/** @type {number} */ value) => from + ((value - low) / span) * (to - from);
}

/** Round numbers that cut a range into about so many parts. @param {number} low @param {number} high @param {number} parts */
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
 * @param {string} below  what the lower axis counts
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
  return Math.abs(value) >= 1000 ? `${+(value / 1000).toFixed(1)}k` : String(+value.toFixed(2));
}

/** @param {[number, number][]} points */
function path(points) {
  return points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** @param {string} title @param {SVGElement} drawing @param {string} [words] */
function figure(title, drawing, words) {
  return el("figure", { class: "card" }, el("h2", {}, title), drawing, words ? el("figcaption", { class: "hint" }, words) : null);
}

/** The Elo difference with its interval, as games went by. @param {Duel} duel */
export function eloCurve(duel) {
  const known = duel.points.filter((point) => point.elo !== null && point.low !== null && point.high !== null);
  const last = duel.points[duel.points.length - 1].games;
  // The first few games say nothing and would squeeze everything else.
  const calm = known.slice(Math.floor(known.length / 10));
  const reach = Math.max(20, ...calm.map((point) => Math.max(Math.abs(point.low ?? 0), Math.abs(point.high ?? 0))));
  const { drawing, x, y } = frame("Elo difference", [0, last], [-reach, reach], "games");
  const clip = (/** @type {number | null} */ value) => y(Math.max(-reach, Math.min(reach, value ?? 0)));
  const upper = known.map((point) => /** @type {[number, number]} */ ([x(point.games), clip(point.high)]));
  const lower = known.map((point) => /** @type {[number, number]} */ ([x(point.games), clip(point.low)])).reverse();
  if (known.length) {
    drawing.append(svg("path", { d: `${path([...upper, ...lower])}Z`, class: "band" }),
      svg("path", { d: path(known.map((point) => [x(point.games), clip(point.elo)])), class: "line" }));
  }
  return figure("Elo difference", drawing, `How much stronger ${duel.first} is than ${duel.second}, with its 95 % interval.`);
}

/** The sequential test on its way between its bounds. @param {Duel} duel */
export function llrCurve(duel) {
  const last = duel.points[duel.points.length - 1].games;
  const values = duel.points.map((point) => point.llr);
  const low = Math.min(duel.lower - 0.5, ...values);
  const high = Math.max(duel.upper + 0.5, ...values);
  const { drawing, x, y } = frame("Sequential test", [0, last], [low, high], "games");
  for (const [bound, words] of /** @type {[number, string][]} */ ([[duel.lower, `at most ${duel.elo0} Elo`], [duel.upper, `at least ${duel.elo1} Elo`]])) {
    drawing.append(svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(bound), y2: y(bound), class: "bound" }),
      svg("text", { x: WIDTH - RIGHT - 4, y: y(bound) - 5, class: "mark end" }, words));
  }
  drawing.append(svg("path", { d: path(duel.points.map((point) => [x(point.games), y(point.llr)])), class: "line" }));
  return figure("Sequential test", drawing, "The log-likelihood ratio of pairs of games; beyond a bound the question is answered with 95 % confidence.");
}

/** Scores with their intervals. @param {import("./messages.js").ScoreTable} table */
export function scoreBars(table) {
  const height = 26 * table.rows.length + 40;
  const left = 170;
  const x = scale([0, 1], [left, WIDTH - RIGHT]);
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "curve", role: "img", "aria-label": "Scores with their intervals" },
    [0, 0.25, 0.5, 0.75, 1].map((share) => [
      svg("line", { x1: x(share), x2: x(share), y1: 6, y2: height - 26, class: share === 0.5 ? "axis" : "grid" }),
      svg("text", { x: x(share), y: height - 10, class: "mark middle" }, 100 * share)]).flat(),
    table.rows.map((row, index) => {
      const y = 20 + 26 * index;
      return [svg("text", { x: left - 10, y: y + 4, class: "mark end" }, row.name.length > 24 ? `${row.name.slice(0, 23)}…` : row.name),
        svg("line", { x1: x(row.low), x2: x(row.high), y1: y, y2: y, class: "whisker" }),
        svg("circle", { cx: x(row.score), cy: y, r: 5, class: "dot" })];
    }).flat());
  return figure("Scores", drawing, "Per cent of the first places, with 95 % intervals.");
}
