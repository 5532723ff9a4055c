// @ts-check
// A search chosen from menus, or typed as a spec; each shows what the other says.

import { el, field, fill } from "./dom.js";

/** @typedef {import("./messages.js").PlayerKind} PlayerKind */

/** An option of a search: parameter, title, values with titles; the first value is the default and not written. @typedef {[string, string, [string, string][]]} MenuOption */

/** What fits a position. @typedef {{chance: boolean, many: boolean, tree: boolean}} Fit */

/** @type {MenuOption} */ const TABLE = ["table", "Table", [["", "on"], ["off", "off"]]];
/** @type {MenuOption} */ const DEEPENING = ["deepening", "Iterative deepening", [["", "on"], ["off", "off"]]];

/** The kinds that can be chosen: name, title, whether they fit, their options. @type {[string, string, (fit: Fit) => boolean, MenuOption[]][]} */
const KINDS = [
  ["search", "Alpha-beta and relatives", (fit) => !fit.chance, [
    ["algorithm", "Algorithm", [["", "PVS"], ["alphabeta", "alpha-beta"], ["mtdf", "MTD(f)"], ["minimax", "minimax, no cut-offs"]]],
    ["ordering", "Move ordering", [["", "all"], ["none", "off"], ["root", "root only"], ["sorted", "root sorted"]]],
    TABLE,
    ["aspiration", "Aspiration window", [["", "off"], ["15", "15"], ["50", "50"], ["growing:15", "growing from 15"]]],
    ["reductions", "Late move reductions", [["", "off"], ["on", "on"]]],
    ["beam", "Beam", [["", "off"], ["3", "3 moves"], ["5", "5 moves"]]],
    DEEPENING,
    ["early-results", "Early results", [["", "off"], ["on", "on"]]],
    ["opponents", "Several opponents", [["", "paranoid: all against one"], ["maxn", "max^n: each for themselves"], ["brs", "BRS+: one best reply"]]],
  ]],
  ["expectimax", "Expectimax (dice)", (fit) => fit.chance || fit.tree, [
    ["pruning", "Chance nodes", [["", "unified with cut-offs"], ["star2", "Star2"], ["star1", "Star1"], ["unified", "unified operator"], ["none", "no cut-offs"]]],
    TABLE,
  ]],
  ["mcts", "Monte Carlo tree search", (fit) => !fit.tree, [
    ["iterations", "Iterations", [["1000", "1,000"], ["100", "100"], ["5000", "5,000"]]],
    ["exploration", "Exploration", [["", "0.7"], ["0.1", "0.1: greedy"], ["1.4", "1.4: curious"]]],
    ["leaf", "Leaves", [["", "play-outs"], ["value", "the evaluation"]]],
  ]],
  ["montecarlo", "Play-outs without a tree", (fit) => !fit.tree, [
    ["iterations", "Play-outs", [["1000", "1,000"], ["100", "100"], ["5000", "5,000"]]],
    ["allocation", "Who gets the next", [["", "all in turn"], ["ucb", "upper confidence bound"], ["halving", "sequential halving"]]],
  ]],
  ["best", "The strongest engine", (fit) => !fit.tree, []],
];

/** What only alpha-beta has; max^n and BRS+ refuse it. */
const ALPHA_BETA_ONLY = ["algorithm", "ordering", "table", "aspiration", "reductions", "early-results", "deepening"];

/** Always written, because the program's default is not what the menu shows first. */
const WRITTEN = ["iterations"];

export class SpecMenu {
  /**
   * @param {string} title
   * @param {PlayerKind[]} known  the kinds of the program; menus offer nothing else
   * @param {boolean} optional  whether there may be no search at all
   */
  constructor(title, known, optional) {
    this.title = title;
    this.known = known;
    this.optional = optional;
    /** @type {Fit} */ this.fit = { chance: false, many: false, tree: false };
    this.input = /** @type {HTMLInputElement} */ (el("input", { class: "spec-text", autocomplete: "off", spellcheck: "false" }));
    this.kind = /** @type {HTMLSelectElement} */ (el("select", { class: "spec-kind", "aria-label": `${title}: kind` }));
    this.options = el("div", { class: "spec-options" });
    this.kind.addEventListener("change", () => {
      this.input.value = this.kind.value === "" ? "" : this.defaultSpec(this.kind.value);
      this.read();
    });
    this.input.addEventListener("change", () => this.read());
    this.element = el("fieldset", { class: "spec-menu" }, el("legend", {}, title), this.kind, this.options, field("Spec", this.input, "chosen above, or typed"));
  }

  get value() {
    return this.input.value.trim();
  }

  /** @param {string} spec */
  set value(spec) {
    this.input.value = spec;
    this.read();
  }

  /** @param {Fit} fit */
  setFit(fit) {
    this.fit = fit;
    const kinds = KINDS.filter(([name, , fits]) => fits(fit) && this.known.some((kind) => kind.name === name));
    fill(this.kind, this.optional ? el("option", { value: "" }, "none") : null, kinds.map(([name, title]) => el("option", { value: name }, title)), el("option", { value: "typed", hidden: true }, "as typed"));
    const chosen = parseSpec(this.value)?.name;
    if (this.value !== "" && chosen && KINDS.some(([name]) => name === chosen) && !kinds.some(([name]) => name === chosen)) this.input.value = "";
    if (this.value === "" && !this.optional) this.input.value = this.defaultSpec(kinds[0][0]);
    this.read();
  }

  /** @param {string} kind */
  defaultSpec(kind) {
    if (this.fit.tree) return kind === "expectimax" ? "expectimax(pruning=star1, table=off)" : "search(algorithm=alphabeta, ordering=none, table=off, deepening=off)";
    return writeSpec(kind, new Map(), KINDS.find(([name]) => name === kind)?.[3] ?? []);
  }

  /** Shows in the menus what the text says. */
  read() {
    const spec = parseSpec(this.value);
    const entry = KINDS.find(([name]) => name === spec?.name);
    this.kind.value = this.value === "" ? "" : entry && [...this.kind.options].some((option) => option.value === entry[0]) ? entry[0] : "typed";
    if (!spec || !entry) return fill(this.options);
    const params = this.known.find((kind) => kind.name === entry[0])?.params.map((param) => param.name) ?? [];
    const other = ["maxn", "brs"].includes(spec.params.get("opponents") ?? "");
    const offered = entry[3].filter(([name]) => !(other && ALPHA_BETA_ONLY.includes(name)) && params.includes(name) && (name !== "opponents" || this.fit.many) && (!this.fit.tree || ["algorithm", "ordering", "table", "aspiration", "deepening", "pruning"].includes(name)));
    fill(this.options, offered.map(([name, title, values]) => {
      const now = spec.params.get(name) ?? "";
      const listed = values.some(([value]) => value === now) || (now === "" && WRITTEN.includes(name));
      const select = /** @type {HTMLSelectElement} */ (el("select", { "data-option": name }, values.map(([value, text]) => el("option", { value, selected: value === now }, text)), listed ? null : el("option", { value: now, selected: true }, now)));
      select.addEventListener("change", () => {
        spec.params.set(name, select.value);
        if (name === "opponents" && select.value !== "") ALPHA_BETA_ONLY.forEach((one) => spec.params.delete(one));
        this.input.value = writeSpec(entry[0], spec.params, entry[3]);
        this.read();
        /** @type {HTMLElement | null} */ (this.options.querySelector(`[data-option="${name}"]`))?.focus();
      });
      return el("label", {}, el("span", {}, title), select);
    }));
  }
}

/** The name and the parameters of a spec; `null` if it is not of the simple form. @param {string} text */
export function parseSpec(text) {
  const match = /^([A-Za-z][\w-]*)\s*(?:\((.*)\))?$/s.exec(text.trim());
  if (!match) return null;
  /** @type {Map<string, string>} */ const params = new Map();
  let depth = 0;
  let part = "";
  for (const letter of `${match[2] ?? ""},`) {
    if (letter === "," && depth === 0) {
      const [name, ...rest] = part.split("=");
      if (name.trim()) params.set(name.trim(), rest.join("=").trim());
      part = "";
      continue;
    }
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    part += letter;
  }
  return { name: match[1], params };
}

/** @param {string} name @param {Map<string, string>} params @param {MenuOption[]} options */
function writeSpec(name, params, options) {
  const all = new Map(params);
  for (const [option, , values] of options) if (WRITTEN.includes(option) && !all.get(option)) all.set(option, values[0][0]);
  const parts = [...all].filter(([, value]) => value !== "").map(([key, value]) => `${key}=${value}`);
  return parts.length > 0 ? `${name}(${parts.join(", ")})` : name;
}
