// @ts-check
// The searches of the root one after the other: iterations, aspiration failures and their repetitions, proofs of MTD(f).

import { el, fill, scrollable } from "./dom.js";
import { grouped } from "./format.js";
import { t, tn } from "./translate.js";
import { timeChart } from "./windowbar.js";
import { num, time } from "./words.js";

/** @typedef {import("./recording.js").Trace} Trace */

const CHIPS = 48; // more searches of the root have only the slider
const ORDER = 8; // moves shown of the order
const WORDY = [1, 6, 7]; // columns of the table that are not numbers

export class IterationPanel {
  /** @param {Trace} trace @param {(root: number) => void} choose */
  constructor(trace, choose) {
    this.trace = trace;
    this.shown = -1;
    this.slider = /** @type {HTMLInputElement} */ (el("input", { type: "range", min: 0, max: trace.roots.length - 1, step: 1, "aria-label": t("Search of the root") }));
    this.slider.addEventListener("input", () => choose(Number(this.slider.value)));
    this.chips = trace.roots.length > CHIPS ? [] : trace.roots.map((root, at) => el("button", { type: "button", class: `chip outcome-${root.outcome}`, title: outcome(trace, at), onclick: () => choose(at) }, `${root.depth}${{ fail_low: "↓", fail_high: "↑", stopped: "…" }[root.outcome] ?? ""}`));
    this.words = el("p", { class: "iteration-words", role: "status" });
    this.order = el("p", { class: "small order" });
    this.chart = el("div", {});
    this.element = el("section", { class: "card iterations-card", hidden: trace.roots.length < 2, "aria-label": t("Iterations") },
      el("div", { class: "row" }, el("h2", {}, t("Iterations")), el("div", { class: "row chips" }, this.chips)), this.slider, this.words, this.order,
      el("details", {}, el("summary", {}, t("All iterations: windows, failures, real and predicted time")), el("div", { class: "iteration-details" }, this.chart, this.table())));
  }

  table() {
    const heads = [t("depth"), t("best"), t("value"), t("nodes"), t("time"), t("predicted"), t("window"), t("failures")];
    const cell = (/** @type {string | number} */ text) => el("td", { class: "number" }, text);
    const rows = this.trace.search.iterations.map((one) => el("tr", {}, cell(one.depth), el("td", {}, one.best ?? "–"), cell(num(one.value)), cell(grouped(one.nodes)), cell(time(one.seconds)),
      cell(one.predicted == null ? "–" : time(one.predicted)), el("td", {}, one.window ? `${num(one.window[0])} … ${num(one.window[1])}` : t("open")), el("td", {}, [one.fail_low ? t("{count} low", { count: one.fail_low }) : "", one.fail_high ? t("{count} high", { count: one.fail_high }) : ""].filter(Boolean).join(", ") || "–")));
    return scrollable(t("Iterations"), el("table", { class: "iterations" }, el("thead", {}, el("tr", {}, heads.map((name, at) => el("th", { class: WORDY.includes(at) ? "" : "number" }, name)))), el("tbody", {}, rows)));
  }

  /** @param {number} root */
  update(root) {
    if (root === this.shown) return;
    this.shown = root;
    this.slider.value = String(root);
    this.slider.setAttribute("aria-valuetext", outcome(this.trace, root));
    this.chips.forEach((chip, at) => (at === root ? chip.setAttribute("aria-current", "true") : chip.removeAttribute("aria-current")));
    this.words.textContent = t("{number} of {count}: {what}", { number: root + 1, count: this.trace.roots.length, what: outcome(this.trace, root) });
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
    const change = best && was && best !== was ? el("strong", {}, t(" The best move changed from {old} to {new}.", { old: was, new: best })) : null;
    return el("span", {}, t("Order of trying: "), ...chips, now.length > ORDER ? ` ${t("… {count} more", { count: now.length - ORDER })}` : "", change);
  }
}

/** @param {Trace} trace @param {number} at */
function outcome(trace, at) {
  const root = trace.roots[at];
  const [low, high] = root.window;
  const window = low === null && high === null ? t("open window") : t("window {low} … {high}", { low: num(low ?? -Infinity), high: num(high ?? Infinity) });
  const result = { exact: t("value inside it"), fail_low: t("failed low"), fail_high: t("failed high"), stopped: t("stopped") }[root.outcome] ?? root.outcome;
  const again = trace.roots[at - 1]?.depth === root.depth ? t(", again") : "";
  return `${t("depth {depth}", { depth: root.depth })}${again}, ${window}, ${root.outcome === "exact" && low === null && high === null ? "" : `${result}, `}${root.value == null ? "" : `${t("value {value}", { value: num(root.value) })}, `}${tn("1 visit", "{n} visits", root.count)}`;
}
