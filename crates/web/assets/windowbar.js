// @ts-check
// The window [alpha, beta] as a bar on a scale of values, and small charts of a search.

import { el, fill, svg } from "./dom.js";
import { t } from "./translate.js";
import { num, time } from "./words.js";

/** @typedef {import("./recording.js").Trace} Trace */
/** @typedef {import("./recording.js").IterationRecord} IterationRecord */

const WIDTH = 360;
const EDGE = 26; // room for infinite ends
const DECIDED = 5e6;
const SPREAD = 40; // beyond this many times the typical value the scale is compressed

/** A scale for all values of a search of the root. Proven results lie at its ends. */
export class ValueScale {
  /** @param {Trace} trace @param {number} root */
  constructor(trace, root) {
    const { first, count } = trace.roots[root];
    const values = [];
    const step = Math.max(1, Math.floor(count / 4000));
    for (let at = first; at < first + count; at += step) {
      for (const value of [trace.value[at], trace.low[at], trace.high[at]]) if (Math.abs(value) < DECIDED) values.push(value);
    }
    values.sort((a, b) => a - b);
    this.low = values[0] ?? 0;
    this.high = values[values.length - 1] ?? 1;
    if (this.low === this.high) [this.low, this.high] = [this.low - 1, this.high + 1];
    const typical = values.map(Math.abs).sort((a, b) => a - b)[Math.floor(values.length / 2)] || 1;
    this.unit = Math.max(Math.abs(this.low), Math.abs(this.high)) > SPREAD * typical ? typical : 0;
  }

  /** Between 0 and 1. @param {number} value */
  at(value) {
    if (value >= DECIDED) return 1;
    if (value <= -DECIDED) return 0;
    const place = this.unit ? Math.asinh : (/** @type {number} */ x) => x;
    const scaled = (/** @type {number} */ x) => place(this.unit ? x / this.unit : x);
    const [low, high] = [scaled(this.low), scaled(this.high)];
    return Math.max(0, Math.min(1, 0.04 + (0.92 * (scaled(value) - low)) / (high - low)));
  }
}

export class WindowBar {
  constructor() {
    /** @type {ValueScale | null} */ this.scale = null;
    this.bar = svg("rect", { class: "window-open", y: 22, height: 18, rx: 4 });
    this.ends = svg("g", {});
    this.marks = svg("g", {});
    this.drawing = svg("svg", { class: "windowbar", viewBox: `0 0 ${WIDTH} 72`, role: "img" },
      svg("rect", { class: "window-all", x: 4, y: 22, width: WIDTH - 8, height: 18, rx: 4 }), this.bar, this.marks, this.ends);
    this.words = el("p", { class: "small soft window-words" });
    this.element = el("div", {}, this.drawing, this.words);
  }

  /** @param {ValueScale} scale */
  setScale(scale) {
    this.scale = scale;
  }

  /** @param {number} value */
  x(value) {
    if (value === Infinity) return WIDTH - 4;
    if (value === -Infinity) return 4;
    return EDGE + /** @type {ValueScale} */ (this.scale).at(value) * (WIDTH - 2 * EDGE);
  }

  /**
   * @param {number} low
   * @param {number} high
   * @param {{value: number, text: string, kind: string}[]} marks
   * @param {string} words
   */
  show(low, high, marks, words) {
    if (!this.scale) return;
    const [left, right] = [this.x(low), this.x(high)];
    const closed = high <= low;
    this.bar.setAttribute("x", String(Math.min(left, right)));
    this.bar.setAttribute("width", String(Math.max(closed ? 3 : 2, right - left)));
    this.bar.setAttribute("class", closed ? "window-open closed" : "window-open");
    // The names stand outside of the bar, so that they do not meet where it is narrow.
    const end = (/** @type {number} */ x, /** @type {string} */ text, /** @type {boolean} */ left) => {
      const room = 9 * text.length;
      const before = left ? x > room : x > WIDTH - room;
      return [svg("line", { class: "window-end", x1: x, x2: x, y1: 17, y2: 45 }), svg("text", { class: before ? "window-name to" : "window-name from", x: left && before ? x - 1 : !left && !before ? x + 1 : x, y: 12 }, text)];
    };
    const crossed = high < low;
    fill(this.ends, ...end(left, `α ${num(low)}`, !crossed), ...end(right, `β ${num(high)}`, crossed));
    fill(this.marks, ...marks.filter((mark) => !Number.isNaN(mark.value)).map((mark) => {
      const x = this.x(mark.value);
      return svg("g", { class: `value-mark ${mark.kind}` }, svg("title", {}, mark.text), svg("path", { d: `M${x} 34l6 -7l-6 -7l-6 7z`, transform: "translate(0 4)" }),
        mark.kind === "minor" ? null : svg("text", { x: Math.max(14, Math.min(WIDTH - 14, x)), y: 61 }, mark.text));
    }));
    this.words.textContent = words;
    this.drawing.setAttribute("aria-label", `${t("Window: alpha {low}, beta {high}.", { low: num(low), high: num(high) })} ${marks.map((mark) => mark.text).join(", ")}`);
  }
}

/** Real and predicted time of every iteration, as bars on a logarithmic scale. @param {IterationRecord[]} iterations @param {number} depth  the one that is shown */
export function timeChart(iterations, depth) {
  const times = iterations.flatMap((one) => [one.seconds, one.predicted ?? one.seconds]).filter((seconds) => seconds > 0);
  if (times.length === 0) return null;
  const [least, most] = [Math.log(Math.min(...times) / 2), Math.log(Math.max(...times))];
  const tall = (/** @type {number} */ seconds) => 4 + (52 * (Math.log(Math.max(seconds, 1e-9)) - least)) / (most - least || 1);
  const step = Math.min(46, 320 / iterations.length);
  const bars = iterations.map((one, at) => {
    const x = 6 + at * step;
    const about = `${t("depth {depth}", { depth: one.depth })}: ${time(one.seconds)}${one.predicted ? t(", predicted {time}", { time: time(one.predicted) }) : ""}`;
    return svg("g", { class: one.depth === depth ? "now" : "" }, svg("title", {}, about),
      svg("rect", { class: "real", x, y: 64 - tall(one.seconds), width: step * 0.42, height: tall(one.seconds) }),
      one.predicted ? svg("rect", { class: "predicted", x: x + step * 0.45, y: 64 - tall(one.predicted), width: step * 0.3, height: tall(one.predicted) }) : null,
      svg("text", { x: x + step * 0.35, y: 77 }, String(one.depth)));
  });
  return el("figure", { class: "timechart" }, svg("svg", { viewBox: `0 0 ${Math.max(200, 12 + step * iterations.length)} 82`, role: "img", "aria-label": t("Time of every iteration, real and predicted") }, ...bars),
    el("figcaption", { class: "small soft" }, el("span", { class: "swatch real" }), t("time by depth (logarithmic) "), ...(iterations.some((one) => one.predicted) ? [el("span", { class: "swatch predicted" }), t("predicted")] : [])));
}
