// @ts-check
// A search chosen from menus, or typed as a spec; each shows what the other says.

import { el, field, fill } from "./dom.js";
import { decimal, grouped } from "./format.js";
import { t } from "./translate.js";

/** @typedef {import("./messages.js").PlayerKind} PlayerKind */

/** An option of a search: parameter, title, values with titles; the first value is the default and not written. @typedef {[string, string, [string, string][]]} MenuOption */

/** What fits a position. @typedef {{chance: boolean, many: boolean, tree: boolean}} Fit */

/** @type {MenuOption} */ const TABLE = ["table", t("Table"), [["", t("on")], ["off", t("off")]]];
/** @type {MenuOption} */ const DEEPENING = ["deepening", t("Iterative deepening"), [["", t("on")], ["off", t("off")]]];

/** The kinds that can be chosen: name, title, whether they fit, their options. @type {[string, string, (fit: Fit) => boolean, MenuOption[]][]} */
const KINDS = [
  ["search", t("Alpha-beta and relatives"), (fit) => !fit.chance, [
    ["algorithm", t("Algorithm"), [["", "PVS"], ["alphabeta", "alpha-beta"], ["mtdf", "MTD(f)"], ["minimax", t("minimax, no cut-offs")]]],
    ["ordering", t("Move ordering"), [["", t("all")], ["none", t("off")], ["root", t("root only")], ["sorted", t("root sorted")]]],
    TABLE,
    ["aspiration", t("Aspiration window"), [["", t("off")], ["15", "15"], ["50", "50"], ["growing:15", t("growing from 15")]]],
    ["reductions", t("Late move reductions"), [["", t("off")], ["on", t("on")]]],
    ["beam", t("Beam"), [["", t("off")], ["3", t("3 moves")], ["5", t("5 moves")]]],
    DEEPENING,
    ["early-results", t("Early results"), [["", t("off")], ["on", t("on")]]],
    ["opponents", t("Several opponents"), [["", t("paranoid: all against one")], ["maxn", t("max^n: each for themselves")], ["brs", t("BRS+: one best reply")]]],
  ]],
  ["expectimax", t("Expectimax (dice)"), (fit) => fit.chance || fit.tree, [
    ["pruning", t("Chance nodes"), [["", t("unified with cut-offs")], ["star2", "Star2"], ["star1", "Star1"], ["unified", t("unified operator")], ["none", t("no cut-offs")]]],
    TABLE,
  ]],
  ["mcts", t("Monte Carlo tree search"), (fit) => !fit.tree, [
    ["iterations", t("Iterations"), [["1000", grouped(1000)], ["100", "100"], ["5000", grouped(5000)]]],
    ["exploration", t("Exploration"), [["", decimal(0.7, 1)], ["0.1", t("0.1: greedy")], ["1.4", t("1.4: curious")]]],
    ["leaf", t("Leaves"), [["", t("play-outs")], ["value", t("the evaluation")]]],
  ]],
  ["montecarlo", t("Play-outs without a tree"), (fit) => !fit.tree, [
    ["iterations", t("Play-outs"), [["1000", grouped(1000)], ["100", "100"], ["5000", grouped(5000)]]],
    ["allocation", t("Who gets the next"), [["", t("all in turn")], ["ucb", t("upper confidence bound")], ["halving", t("sequential halving")]]],
  ]],
  ["best", t("The strongest engine"), (fit) => !fit.tree, []],
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
    this.kind = /** @type {HTMLSelectElement} */ (el("select", { class: "spec-kind", "aria-label": t("{title}: kind", { title }) }));
    this.options = el("div", { class: "spec-options" });
    this.kind.addEventListener("change", () => {
      this.input.value = this.kind.value === "" ? "" : this.defaultSpec(this.kind.value);
      this.read();
    });
    this.input.addEventListener("change", () => this.read());
    this.element = el("fieldset", { class: "spec-menu" }, el("legend", {}, title), this.kind, this.options, field(t("Spec"), this.input, t("chosen above, or typed")));
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
    fill(this.kind, this.optional ? el("option", { value: "" }, t("none")) : null, kinds.map(([name, title]) => el("option", { value: name }, title)), el("option", { value: "typed", hidden: true }, t("as typed")));
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
