// @ts-check
// One engine at work on the position of the analysis board: what it thinks, how far it has looked, and its lines as moves.

import { percent, short } from "./analysis.js";
import { el, fill } from "./dom.js";
import { decimal } from "./format.js";
import { serverText, serverTexts, t, tn } from "./translate.js";
import { reconcile } from "./variationview.js";

/** @typedef {import("./messages.js").AnalysisReport} AnalysisReport */
/** @typedef {import("./messages.js").AnalysisLimit} AnalysisLimit */
/** @typedef {import("./messages.js").Opponent} Opponent */

/** How long an engine searches: title, limit. @type {[string, AnalysisLimit | null][]} */
const LIMITS = [
  [t("no limit"), null],
  [t("1 second"), { depth: null, nodes: null, time_ms: 1000 }],
  [t("5 seconds"), { depth: null, nodes: null, time_ms: 5000 }],
  [t("30 seconds"), { depth: null, nodes: null, time_ms: 30000 }],
  [t("depth {depth}", { depth: 6 }), { depth: 6, nodes: null, time_ms: null }],
  [t("depth {depth}", { depth: 10 }), { depth: 10, nodes: null, time_ms: null }],
  [t("100 k nodes"), { depth: null, nodes: 100000, time_ms: null }],
];
const MOST_LINES = 5;
const OTHER = "other";

/**
 * @typedef {object} PanelHandlers
 * @property {() => void} change  engine, lines or limit were changed
 * @property {(words: string[] | null) => void} preview  show the position after these words; `null` for the current one
 * @property {(words: string[]) => void} play  add these words to the tree
 */

export class EnginePanel {
  /** @param {number} slot @param {string} title @param {Opponent[]} opponents @param {PanelHandlers} handlers */
  constructor(slot, title, opponents, handlers) {
    this.slot = slot;
    this.handlers = handlers;
    /** @type {AnalysisReport | null} */ this.report = null;
    this.scores = false;
    /** The move of a line under the pointer or with the focus: line, place. @type {[number, number] | null} */ this.pointed = null;
    this.engine = select(t("{title}: engine", { title }), [], () => this.chooseEngine());
    this.offer(opponents);
    this.spec = /** @type {HTMLInputElement} */ (el("input", { "aria-label": t("{title}: spec", { title }), placeholder: "search(depth=6)", spellcheck: "false", hidden: true, onchange: () => handlers.change() }));
    this.count = select(t("{title}: lines", { title }), Array.from({ length: MOST_LINES }, (_, at) => [String(at + 1), tn("1 line", "{n} lines", at + 1)]), () => handlers.change());
    this.count.value = "3";
    this.limit = select(t("{title}: limit", { title }), LIMITS.map(([name], at) => [String(at), name]), () => handlers.change());
    this.value = el("strong", {}, "");
    this.score = el("span", { class: "soft score" });
    this.badge = el("span", { class: "badge", title: t("Proven by search or database"), hidden: true }, t("exact"));
    this.lines = el("ol", { class: "enginelines" });
    /** @type {HTMLElement[]} */ this.rows = [];
    this.rolls = el("table", { class: "faces", hidden: true });
    this.progress = el("p", { class: "soft small progress" });
    this.error = el("p", { class: "error", role: "alert" });
    this.element = el("section", { class: "engine", "aria-label": title },
      el("div", { class: "row settings" }, this.engine, this.count, this.limit), this.spec,
      el("p", { class: "value" }, this.value, this.score, this.badge), this.lines, this.rolls, this.progress, this.error);
    this.listen();
  }

  listen() {
    const place = (/** @type {Event} */ event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-at]") : null;
      return button ? /** @type {[number, number]} */ ([Number(button.parentElement?.getAttribute("data-row")), Number(button.getAttribute("data-at"))]) : null;
    };
    for (const name of ["pointerover", "focusin"]) this.lines.addEventListener(name, (event) => this.point(place(event)));
    this.lines.addEventListener("pointerleave", () => this.point(null));
    this.lines.addEventListener("focusout", () => this.point(null));
    this.lines.addEventListener("click", (event) => {
      const at = place(event);
      const words = at && this.words(at);
      if (words) this.handlers.play(words);
    });
    this.rolls.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-words]") : null;
      if (button) this.handlers.play((button.getAttribute("data-words") ?? "").split(" "));
    });
  }

  /** Lists the engines to choose from. @param {Opponent[]} opponents */
  offer(opponents) {
    const chosen = this.engine.value;
    const known = opponents.filter((one) => one.spec !== "best");
    fill(this.engine, [["", t("Strongest")], ...known.map((one) => [one.spec, one.name]), [OTHER, t("Other …")]].map(([value, name]) => el("option", { value, selected: value === chosen }, name)));
  }

  chooseEngine() {
    this.spec.hidden = this.engine.value !== OTHER;
    if (this.spec.hidden) this.handlers.change();
    else this.spec.focus();
  }

  /** What to ask the server for. */
  request() {
    const player = this.engine.value === OTHER ? this.spec.value.trim() || null : this.engine.value || null;
    return { player, lines: Number(this.count.value), limit: LIMITS[Number(this.limit.value)][1], slot: this.slot };
  }

  /** Forgets what was said about another position. @param {string} text  what to say instead */
  clear(text) {
    this.report = null;
    this.point(null);
    this.value.textContent = text;
    this.score.textContent = "";
    this.badge.hidden = true;
    this.rolls.hidden = true;
    this.progress.textContent = "";
    this.error.textContent = "";
    reconcile(this.lines, []);
  }

  /** @param {string} reason */
  fail(reason) {
    this.clear("");
    this.error.textContent = reason;
  }

  /** The best moves, best first. */
  best() {
    const { report } = this;
    if (!report) return [];
    const exact = report.moves.filter((move) => move.exact).slice(0, Number(this.count.value));
    return exact.length > 0 ? exact : report.moves.slice(0, 1);
  }

  /** @param {AnalysisReport} report */
  show(report) {
    this.report = report;
    setText(this.value, serverTexts(report.words, ", "));
    setText(this.score, this.scores ? ` ${decimal(report.value, 2)} ${serverText(report.unit)}` : "");
    this.badge.hidden = !report.exact;
    const best = this.best();
    best.forEach((move, row) => this.showLine(row, percent(ofMover(move.share, report)) + (this.scores ? ` (${decimal(move.value, 2)})` : ""), move.line.length > 0 ? move.line : [move.text]));
    reconcile(this.lines, this.rows.slice(0, best.length));
    this.showRolls(report);
    setText(this.progress, [t("depth {depth}", { depth: report.depth }), t("{count} nodes", { count: short(report.nodes) }), `${short(report.speed)}/s`, `${decimal(report.time_ms / 1000, 1)} s`, report.finished ? t("finished") : ""].filter(Boolean).join(" · "));
    if (this.pointed) this.point(this.pointed); // its line may have changed
  }

  /** @param {number} row @param {string} chance @param {string[]} words */
  showLine(row, chance, words) {
    this.rows[row] ??= el("li", { "data-row": row }, el("span", { class: "number" }));
    const line = this.rows[row];
    setText(/** @type {Element} */ (line.firstElementChild), chance);
    const buttons = /** @type {HTMLElement[]} */ ([...line.children].slice(1));
    words.forEach((word, at) => {
      buttons[at] ??= el("button", { type: "button", class: "plain", "data-at": at, tabindex: at === 0 ? 0 : -1 });
      setText(buttons[at], word);
    });
    reconcile(line, [/** @type {Element} */ (line.firstElementChild), ...buttons.slice(0, words.length)]);
  }

  /** Before a roll: the best move for every face. @param {AnalysisReport} report */
  showRolls(report) {
    this.rolls.hidden = report.rolls.length === 0;
    if (this.rolls.hidden) return;
    const text = (/** @type {typeof report.rolls[0]} */ roll) => `${roll.face} ${roll.best} ${roll.share === null ? "" : percent(ofMover(roll.share, report))}`;
    const key = report.rolls.map(text).join("\n");
    if (this.rolls.dataset.shown === key) return;
    this.rolls.dataset.shown = key;
    fill(this.rolls, el("thead", {}, el("tr", {}, el("th", {}, t("roll")), el("th", {}, t("best")), el("th", { class: "number" }, t("chance")))),
      el("tbody", {}, report.rolls.map((roll) => el("tr", {},
        el("td", {}, el("button", { type: "button", class: "plain", "data-words": `${roll.face}:` }, roll.face)),
        el("td", {}, roll.best && el("button", { type: "button", class: "plain", "data-words": `${roll.face}: ${roll.best}` }, roll.best)),
        el("td", { class: "number" }, roll.share === null ? "" : percent(ofMover(roll.share, report)))))));
  }

  /** The words of a line up to a move. @param {[number, number]} at */
  words([row, at]) {
    const move = this.best()[row];
    if (!move || this.report?.pass) return null;
    const line = move.line.length > 0 ? move.line : [move.text];
    return at < line.length ? line.slice(0, at + 1) : null;
  }

  /** @param {[number, number] | null} at */
  point(at) {
    if (at === null && this.pointed === null) return;
    this.pointed = at;
    this.handlers.preview(at && this.words(at));
  }
}

/** A chance from the mover's point of view. @param {number} share @param {AnalysisReport} report */
function ofMover(share, report) {
  return report.view === report.mover ? share : 1 - share;
}

/** @param {Element} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {string} label @param {string[][]} options @param {() => void} change */
function select(label, options, change) {
  return /** @type {HTMLSelectElement} */ (el("select", { "aria-label": label, title: label, onchange: change }, options.map(([value, name]) => el("option", { value }, name))));
}
