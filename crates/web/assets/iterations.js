// @ts-check
// The searches of the root one after the other: iterations, aspiration failures and their repetitions, proofs of MTD(f).

import { el, fill } from "./dom.js";
import { num, plural, time } from "./words.js";
import { timeChart } from "./windowbar.js";

/** @typedef {import("./recording.js").Trace} Trace */

const CHIPS = 48; // more searches of the root have only the slider
const ORDER = 8; // moves shown of the order

export class IterationPanel {
  /** @param {Trace} trace @param {(root: number) => void} choose */
  constructor(trace, choose) {
    this.trace = trace;
    this.shown = -1;
    this.slider = /** @type {HTMLInputElement} */ (el("input", { type: "range", min: 0, max: trace.roots.length - 1, step: 1, "aria-label": "Search of the root" }));
    this.slider.addEventListener("input", () => choose(Number(this.slider.value)));
    this.chips = trace.roots.length > CHIPS ? [] : trace.roots.map((root, at) => el("button", { type: "button", class: `chip outcome-${root.outcome}`, title: outcome(trace, at), onclick: () => choose(at) }, `${root.depth}${{ fail_low: "↓", fail_high: "↑", stopped: "…" }[root.outcome] ?? ""}`));
    this.words = el("p", { class: "iteration-words", role: "status" });
    this.order = el("p", { class: "small order" });
    this.chart = el("div", {});
    this.element = el("section", { class: "card iterations-card", hidden: trace.roots.length < 2, "aria-label": "Iterations" },
      el("div", { class: "row" }, el("h3", {}, "Iterations"), el("div", { class: "row chips" }, this.chips)), this.slider, this.words, this.order,
      el("details", {}, el("summary", {}, "All iterations: windows, failures, real and predicted time"), el("div", { class: "iteration-details" }, this.chart, this.table())));
  }

  table() {
    const heads = ["depth", "best", "value", "nodes", "time", "predicted", "window", "failures"];
    const cell = (/** @type {string | number} */ text) => el("td", { class: "number" }, text);
    const rows = this.trace.search.iterations.map((one) => el("tr", {}, cell(one.depth), el("td", {}, one.best ?? "–"), cell(num(one.value)), cell(one.nodes.toLocaleString("en-US")), cell(time(one.seconds)),
      cell(one.predicted == null ? "–" : time(one.predicted)), el("td", {}, one.window ? `${num(one.window[0])} … ${num(one.window[1])}` : "open"), el("td", {}, [one.fail_low ? `${one.fail_low} low` : "", one.fail_high ? `${one.fail_high} high` : ""].filter(Boolean).join(", ") || "–")));
    return el("div", { class: "scroll" }, el("table", { class: "iterations" }, el("thead", {}, el("tr", {}, heads.map((name) => el("th", { class: ["best", "window", "failures"].includes(name) ? "" : "number" }, name)))), el("tbody", {}, rows)));
  }

  /** @param {number} root */
  update(root) {
    if (root === this.shown) return;
    this.shown = root;
    this.slider.value = String(root);
    this.slider.setAttribute("aria-valuetext", outcome(this.trace, root));
    this.chips.forEach((chip, at) => (at === root ? chip.setAttribute("aria-current", "true") : chip.removeAttribute("aria-current")));
    this.words.textContent = `${root + 1} of ${this.trace.roots.length}: ${outcome(this.trace, root)}`;
    const { depth } = this.trace.roots[root];
    const list = this.trace.search.iterations;
    const at = list.findIndex((one) => one.depth === depth);
    fill(this.order, at < 0 ? null : this.orderWords(list[at].order ?? [], list[at - 1]?.order ?? [], list[at].best, list[at - 1]?.best ?? null));
    fill(this.chart, timeChart(list, depth));
  }

  /** @param {string[]} now @param {string[]} before @param {string | null} best @param {string | null} was */
  orderWords(now, before, best, was) {
    if (now.length === 0) return null;
    const chips = now.slice(0, ORDER).map((text, at) => {
      const old = before.indexOf(text);
      const shift = old < 0 || old === at ? "" : old > at ? ` ↑${old - at}` : ` ↓${at - old}`;
      return el("span", { class: `order-chip ${text === best ? "best" : ""}` }, `${text}${shift}`);
    });
    const change = best && was && best !== was ? el("strong", {}, ` The best move changed from ${was} to ${best}.`) : null;
    return el("span", {}, "Order of trying: ", ...chips, now.length > ORDER ? ` … ${now.length - ORDER} more` : "", change);
  }
}

/** @param {Trace} trace @param {number} at */
function outcome(trace, at) {
  const root = trace.roots[at];
  const [low, high] = root.window;
  const window = low === null && high === null ? "open window" : `window ${num(low ?? -Infinity)} … ${num(high ?? Infinity)}`;
  const result = { exact: "value inside it", fail_low: "failed low", fail_high: "failed high", stopped: "stopped" }[root.outcome] ?? root.outcome;
  const again = trace.roots[at - 1]?.depth === root.depth ? ", again" : "";
  return `depth ${root.depth}${again}, ${window}, ${root.outcome === "exact" && low === null && high === null ? "" : `${result}, `}${root.value == null ? "" : `value ${num(root.value)}, `}${plural(root.count, "visit")}`;
}
