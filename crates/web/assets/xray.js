// @ts-check
// A small search seen from inside, alone or beside another one.

import { ask, getCatalog } from "./api.js";
import { short } from "./analysis.js";
import { Board } from "./board.js";
import { complain, el, field, fill } from "./dom.js";
import { blame } from "./form.js";
import { Icicle, ENDINGS } from "./icicle.js";

/** @typedef {import("./messages.js").XrayAnswer} XrayAnswer */
/** @typedef {import("./messages.js").Xray} Xray */
/** @typedef {import("./messages.js").CatalogGame} CatalogGame */

/** Searches worth looking at, for games without and with dice. @type {Record<string, [string, string][]>} */
const PRESETS = {
  plain: [["search", "all techniques"], ["search(algorithm=alphabeta, ordering=none, table=off)", "bare alpha-beta"], ["search(algorithm=minimax, table=off)", "minimax: no cuts at all"],
    ["search(ordering=none)", "without sorting"], ["search(table=off)", "without the table"], ["search(aspiration=15)", "aspiration window of 15"], ["search(algorithm=mtdf)", "MTD(f)"], ["best", "the strongest"]],
  dice: [["expectimax", "all techniques"], ["expectimax(pruning=none, table=off)", "no cuts at all"], ["expectimax(pruning=star1)", "Star1"], ["expectimax(pruning=star2)", "Star2"], ["expectimax(pruning=unified)", "the unified operator"], ["best", "the strongest"]],
};

/** @param {HTMLElement} place @param {string[]} path @param {URLSearchParams} query */
export async function page(place, path, query) {
  const catalog = await getCatalog();
  const id = query.get("id");
  const ply = query.get("ply");
  const game = select(catalog.games.map((game) => [game.name, game.title]), query.get("game") ?? "isola");
  const position = /** @type {HTMLInputElement} */ (el("input", { value: query.get("position") ?? "", autocomplete: "off", spellcheck: "false" }));
  const depth = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: 1, max: 12, value: query.get("depth") ?? 3 }));
  const first = spec(query.get("a") ?? "");
  const second = spec(query.get("b") ?? "");
  const presets = el("datalist", { id: "presets" });
  const results = el("div", { class: "searches" });
  const complaint = el("p", { class: "complaint", role: "alert" });
  const button = el("button", { type: "submit" }, "Look inside");
  const fields = /** @type {Record<string, HTMLElement>} */ ({ game, position, depth, "player 1": first, "player 2": second });
  const refill = () => {
    const chance = catalog.games.find((/** @type {CatalogGame} */ one) => one.name === game.value)?.chance;
    const list = PRESETS[chance ? "dice" : "plain"];
    fill(presets, list.map(([spec, name]) => el("option", { value: spec }, name)));
    if (!first.value || Object.values(PRESETS).flat().some(([spec]) => spec === first.value)) first.value = query.get("a") ?? list[0][0];
    if (second.value && Object.values(PRESETS).flat().some(([spec]) => spec === second.value)) second.value = query.get("b") ?? "";
  };
  game.addEventListener("change", refill);
  refill();
  const run = async () => {
    complaint.textContent = "";
    Object.values(fields).forEach((field) => complain(field, ""));
    button.setAttribute("disabled", "");
    try {
      const wish = { players: [first.value, second.value].filter((text) => text.trim()), depth: Number(depth.value) };
      const where = id ? { id, ply: ply === null ? null : Number(ply) } : { game: game.value, position: position.value.trim() || null };
      draw(results, await ask("/api/xray", { ...wish, ...where }));
    } catch (error) {
      blame(error, (name) => fields[name], complaint);
    } finally {
      button.removeAttribute("disabled");
    }
  };
  fill(place, el("h1", {}, "Search X-ray"),
    el("p", { class: "soft lead" }, "A search visits positions, gives them values, and leaves a branch as soon as it cannot matter any more. Here is every visit of a small one, and why it ended. Name a second search to see both side by side."),
    el("form", { class: "card xrayform", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); run(); } },
      presets,
      id ? el("p", {}, "The position of ", el("a", { href: `/game/${id}`, "data-link": true }, "your game"), ply === null ? "" : ` after turn ${ply}`) : [field("Game", game), field("Position", position, "empty for the usual one")],
      field("Search", first), field("Beside it", second, "empty for none"), field("Depth", depth),
      el("div", {}, complaint, button)),
    results);
  await run();
}

/** @param {string} value */
function spec(value) {
  return /** @type {HTMLInputElement} */ (el("input", { value, list: "presets", autocomplete: "off", spellcheck: "false" }));
}

/** @param {[string, string][]} options @param {string} chosen */
function select(options, chosen) {
  return /** @type {HTMLSelectElement} */ (el("select", {}, options.map(([name, text]) => el("option", { value: name, selected: name === chosen }, text))));
}

/** @param {HTMLElement} place @param {XrayAnswer} answer */
function draw(place, answer) {
  const board = new Board(null);
  board.drawing.setAttribute("aria-label", "The position that is searched");
  board.show(answer.scene, [], []);
  const two = answer.searches.length === 2;
  fill(place, two && compare(answer.searches),
    el("div", { class: two ? "beside" : "alone" }, answer.searches.map((search) => one(search, answer.searches.find((other) => other !== search) ?? null))),
    el("div", { class: "row xrayboard" }, el("div", { class: "smallboard" }, board.element), el("div", {}, legend(), el("p", { class: "position" }, el("code", {}, answer.position)))));
}

/** @param {Xray} search @param {Xray | null} other */
function one(search, other) {
  return el("section", { class: "card xray" }, el("h2", {}, el("code", {}, search.player)),
    el("p", {}, "best ", el("strong", {}, search.best ?? "–"), `, value ${number(search.value)} ${search.unit}, depth ${search.depth}, ${short(search.nodes)} nodes in ${time(search.seconds)}`),
    search.star && el("p", { class: "soft small" }, `chance nodes left early: ${search.star[0]} too bad, ${search.star[1]} too good (${search.star[2]} of them by probing)`),
    search.nodes_seen.length > 0 ? new Icicle(search, other).element : el("p", { class: "soft" }, search.undrawn ?? ""),
    search.omitted > 0 && el("p", { class: "soft small" }, `${short(search.omitted)} further visits did not fit into the picture.`),
    iterations(search));
}

/** @param {Xray} search */
function iterations(search) {
  const rows = search.iterations.map((step) => el("tr", {}, cell(step.depth), el("td", {}, step.best ?? "–"), cell(number(step.value)), cell(short(step.nodes)), cell(time(step.seconds)),
    cell(step.predicted === null ? "–" : time(step.predicted)), el("td", {}, step.window ? `${number(step.window[0])} … ${number(step.window[1])}` : "open"), cell(step.fail_low + step.fail_high || "–")));
  return el("div", { class: "scroll" }, el("table", { class: "iterations" }, el("thead", {}, el("tr", {}, ["depth", "best", "value", "nodes", "time", "predicted", "window", "failures"].map((name) => el("th", { class: ["best", "window"].includes(name) ? "" : "number" }, name)))), el("tbody", {}, rows)));
}

/** @param {Xray[]} searches */
function compare([a, b]) {
  const row = (/** @type {string} */ name, /** @type {(search: Xray) => number} */ of, /** @type {(value: number) => string} */ show) => {
    const [x, y] = [of(a), of(b)];
    const ratio = x > 0 && y > 0 ? `${(y / x).toFixed(2)} ×` : "";
    return el("tr", {}, el("th", { scope: "row" }, name), cell(show(x)), cell(show(y)), cell(ratio));
  };
  const agree = a.best === b.best ? `Both choose ${a.best ?? "nothing"}.` : `They choose differently: ${a.best ?? "–"} and ${b.best ?? "–"}.`;
  return el("section", { class: "card narrow" }, el("h2", {}, "Side by side"), el("p", {}, agree, " Visits that only one of them made are hatched."),
    el("table", {}, el("thead", {}, el("tr", {}, el("th"), el("th", { class: "number" }, el("code", {}, a.player)), el("th", { class: "number" }, el("code", {}, b.player)), el("th", { class: "number" }, "second / first"))),
      el("tbody", {}, row("nodes", (search) => search.nodes, short), row("time", (search) => search.seconds, time), row("depth", (search) => search.depth, String), row("visits in the picture", (search) => search.nodes_seen.length + search.omitted, short))));
}

function legend() {
  return el("ul", { class: "legend plainlist" }, ENDINGS.map(([name, text]) => el("li", {}, el("span", { class: `swatch ending-${name}` }), el("strong", {}, name), ` ${text}`)));
}

/** @param {string | number} text */
function cell(text) {
  return el("td", { class: "number" }, text);
}

/** @param {number} value */
function number(value) {
  return Math.abs(value) >= 10 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(3);
}

/** @param {number} seconds */
function time(seconds) {
  if (seconds < 0.001) return `${(seconds * 1e6).toFixed(0)} µs`;
  return seconds < 1 ? `${(seconds * 1000).toFixed(1)} ms` : `${seconds.toFixed(2)} s`;
}
