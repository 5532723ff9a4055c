// @ts-check
// X-ray: the tree of a small search, alone or compared with another.

import { getCatalog, request } from "./api.js";
import { short } from "./analysis.js";
import { Board } from "./board.js";
import { el, field, fill, setFieldError } from "./dom.js";
import { showError } from "./form.js";
import { Icicle, ENDINGS } from "./icicle.js";

/** @typedef {import("./messages.js").XrayResponse} XrayResponse */
/** @typedef {import("./messages.js").XraySearch} XraySearch */
/** @typedef {import("./messages.js").CatalogGame} CatalogGame */

/** Suggested searches, for games without and with dice. @type {Record<string, [string, string][]>} */
const PRESETS = {
  plain: [["search", "all techniques"], ["search(algorithm=alphabeta, ordering=none, table=off)", "plain alpha-beta"], ["search(algorithm=minimax, table=off)", "minimax: no cutoffs"],
    ["search(ordering=none)", "no move ordering"], ["search(table=off)", "no transposition table"], ["search(aspiration=15)", "aspiration window of 15"], ["search(algorithm=mtdf)", "MTD(f)"], ["best", "strongest engine"]],
  dice: [["expectimax", "all techniques"], ["expectimax(pruning=none, table=off)", "no cutoffs"], ["expectimax(pruning=star1)", "Star1"], ["expectimax(pruning=star2)", "Star2"], ["expectimax(pruning=unified)", "unified operator"], ["best", "strongest engine"]],
};

/** A game whose tree is easy to read: without dice and maps, if there is one. @param {CatalogGame[]} games */
const plainest = (games) => (games.find((one) => !one.chance && !one.boards.length) ?? games[0]).name;

/** @param {HTMLElement} place @param {string[]} path @param {URLSearchParams} query */
export async function page(place, path, query) {
  const catalog = await getCatalog();
  const id = query.get("id");
  const ply = query.get("ply");
  const game = select(catalog.games.map((game) => [game.name, game.title]), query.get("game") ?? plainest(catalog.games));
  const position = /** @type {HTMLInputElement} */ (el("input", { value: query.get("position") ?? "", autocomplete: "off", spellcheck: "false" }));
  const depth = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: 1, max: 12, value: query.get("depth") ?? 3 }));
  const first = spec(query.get("a") ?? "");
  const second = spec(query.get("b") ?? "");
  const presets = el("datalist", { id: "presets" });
  const results = el("div", { class: "searches" });
  const error = el("p", { class: "error", role: "alert" });
  const button = el("button", { type: "submit" }, "Show the search tree");
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
    error.textContent = "";
    Object.values(fields).forEach((field) => setFieldError(field, ""));
    button.setAttribute("disabled", "");
    try {
      const search = { players: [first.value, second.value].filter((text) => text.trim()), depth: Number(depth.value) };
      const where = id ? { id, ply: ply === null ? null : Number(ply) } : { game: game.value, position: position.value.trim() || null };
      draw(results, await request("/api/xray", { ...search, ...where }));
    } catch (failure) {
      showError(failure, (name) => fields[name], error);
    } finally {
      button.removeAttribute("disabled");
    }
  };
  fill(place, el("h1", {}, "Search X-ray"),
    el("p", { class: "soft lead" }, "A search visits positions, evaluates them, and cuts off branches that cannot affect the result. This page shows every visit of a small search and why it ended. Add a second search to compare them side by side."),
    el("form", { class: "card xrayform", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); run(); } },
      presets,
      id ? el("p", {}, "The position of ", el("a", { href: `/game/${id}`, "data-link": true }, "your game"), ply === null ? "" : ` after turn ${ply}`) : [field("Game", game), field("Position", position, "empty for the start position")],
      field("Search", first), field("Compare with", second, "optional"), field("Depth", depth),
      el("div", {}, error, button)),
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

/** @param {HTMLElement} place @param {XrayResponse} answer */
function draw(place, answer) {
  const board = new Board(null);
  board.drawing.setAttribute("aria-label", "The searched position");
  board.show(answer.scene, [], []);
  const two = answer.searches.length === 2;
  fill(place, two && compare(answer.searches),
    el("div", { class: two ? "side-by-side" : "single" }, answer.searches.map((search) => searchCard(search, answer.searches.find((other) => other !== search) ?? null))),
    el("div", { class: "row xrayboard" }, el("div", { class: "smallboard" }, board.element), el("div", {}, legend(), el("p", { class: "position" }, el("code", {}, answer.position)))));
}

/** @param {XraySearch} search @param {XraySearch | null} other */
function searchCard(search, other) {
  return el("section", { class: "card xray" }, el("h2", {}, el("code", {}, search.player)),
    el("p", {}, "best move ", el("strong", {}, search.best ?? "–"), `, value ${number(search.value)} ${search.unit}, depth ${search.depth}, ${short(search.nodes)} nodes in ${time(search.seconds)}`),
    search.star && el("p", { class: "soft small" }, `chance nodes cut off: ${search.star[0]} below the window, ${search.star[1]} above it (${search.star[2]} of them by probing)`),
    search.tree.length > 0 ? new Icicle(search, other).element : el("p", { class: "soft" }, search.no_tree_reason ?? ""),
    search.omitted > 0 && el("p", { class: "soft small" }, `${short(search.omitted)} more visits are not shown.`),
    iterations(search));
}

/** @param {XraySearch} search */
function iterations(search) {
  const rows = search.iterations.map((step) => el("tr", {}, cell(step.depth), el("td", {}, step.best ?? "–"), cell(number(step.value)), cell(short(step.nodes)), cell(time(step.seconds)),
    cell(step.predicted === null ? "–" : time(step.predicted)), el("td", {}, step.window ? `${number(step.window[0])} … ${number(step.window[1])}` : "open"), cell(step.fail_low + step.fail_high || "–")));
  return el("div", { class: "scroll" }, el("table", { class: "iterations" }, el("thead", {}, el("tr", {}, ["depth", "best", "value", "nodes", "time", "predicted", "window", "failures"].map((name) => el("th", { class: ["best", "window"].includes(name) ? "" : "number" }, name)))), el("tbody", {}, rows)));
}

/** @param {XraySearch[]} searches */
function compare([a, b]) {
  const row = (/** @type {string} */ name, /** @type {(search: XraySearch) => number} */ of, /** @type {(value: number) => string} */ show) => {
    const [x, y] = [of(a), of(b)];
    const ratio = x > 0 && y > 0 ? `${(y / x).toFixed(2)} ×` : "";
    return el("tr", {}, el("th", { scope: "row" }, name), cell(show(x)), cell(show(y)), cell(ratio));
  };
  const agree = a.best === b.best ? `Both choose ${a.best ?? "no move"}.` : `They choose differently: ${a.best ?? "–"} and ${b.best ?? "–"}.`;
  return el("section", { class: "card narrow" }, el("h2", {}, "Side by side"), el("p", {}, agree, " Visits of only one search are dashed."),
    el("table", {}, el("thead", {}, el("tr", {}, el("th"), el("th", { class: "number" }, el("code", {}, a.player)), el("th", { class: "number" }, el("code", {}, b.player)), el("th", { class: "number" }, "second / first"))),
      el("tbody", {}, row("nodes", (search) => search.nodes, short), row("time", (search) => search.seconds, time), row("depth", (search) => search.depth, String), row("visits in the tree", (search) => search.tree.length + search.omitted, short))));
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
