// @ts-check
// The rules of every game.

import { request, getCatalog } from "./api.js";
import { Board } from "./board.js";
import { el, fill } from "./dom.js";
import { decimal } from "./format.js";
import { t } from "./translate.js";

/** @param {HTMLElement} place */
export async function page(place) {
  document.title = t("Help · Plyground");
  const catalog = await getCatalog();
  fill(place, el("h1", {}, t("Rules")),
    el("p", { class: "soft" }, t("Click the highlighted squares, or move across the board with the arrow keys. "), el("kbd", {}, "?"), t(" shows all keyboard shortcuts.")),
    el("div", { class: "rules" }, catalog.games.map((game) => rulesOf(game))));
}

/** @param {import("./messages.js").CatalogGame} game */
function rulesOf(game) {
  const first = picture(t("{game}: start position", { game: game.title }));
  const later = picture(t("{game}: a few turns later", { game: game.title }));
  later.show(game.picture);
  request("/api/scene", { game: game.name }).then((scene) => first.show(scene), () => first.element.remove());
  return el("article", { class: "card rules-card", id: game.name }, el("h2", {}, game.title), el("p", { class: "soft" }, game.summary),
    el("div", { class: "pictures" }, first.element, later.element),
    el("dl", {}, game.rules.map((rule) => [el("dt", {}, rule.name), el("dd", {}, rule.summary)]).flat()),
    factsOf(game),
    el("p", {}, game.introduced && el("a", { href: `/learn/${encodeURIComponent(game.name)}`, "data-link": true }, t("Learn it by playing")), game.introduced && " · ",
      el("a", { href: `/?game=${encodeURIComponent(game.name)}`, "data-link": true }, t("Play"))));
}

/** A button that has the game measured, and shows what was found. @param {import("./messages.js").CatalogGame} game */
function factsOf(game) {
  const place = el("div", { class: "facts" });
  const measure = async () => {
    fill(place, el("p", { class: "soft", role: "status" }, t("Playing random games …")));
    try {
      fill(place, factsTable(await request("/api/facts", { game: game.name })));
    } catch (error) {
      fill(place, el("p", { class: "error", role: "alert" }, error instanceof Error ? error.message : String(error)), button(t("Try again")));
    }
  };
  const button = (/** @type {string} */ text) => el("button", { type: "button", class: "quiet", onclick: measure }, text);
  fill(place, button(t("Game facts")));
  return place;
}

/** @param {import("./messages.js").FactsReport} facts */
function factsTable(facts) {
  const row = (/** @type {string} */ name, /** @type {string} */ value, interval = "") => el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "number" }, value), el("td", { class: "number soft" }, interval));
  /** @param {import("./messages.js").MeanValue} value @param {number} factor @param {string} unit @returns {[string, string]} */
  const mean = (value, factor, unit) => [`${decimal(factor * value.mean, 1)}${unit}`, t("{low} to {high}", { low: decimal(factor * value.low, 1), high: `${decimal(factor * value.high, 1)}${unit}` })];
  const number = (/** @type {import("./messages.js").MeanValue} */ value) => mean(value, 1, "");
  const percent = (/** @type {import("./messages.js").MeanValue} */ value) => mean(value, 100, " %");
  return el("table", {}, el("caption", {}, t("The usual board, {games} random games; with 95 % intervals", { games: facts.games })), el("tbody", {},
    row(t("Players, squares"), `${facts.players}, ${facts.squares}`),
    row(t("Moves to choose from"), ...number(facts.branching)),
    row(t("Turns"), ...number(facts.length)),
    row(t("Draws"), ...percent(facts.draws)),
    row(t("Advantage of the first player"), ...percent(facts.advantage)),
    row(t("Sequences of 1, 2, … turns"), facts.perft.join(", ")),
    row(t("Random games per second"), decimal(facts.playouts_per_second, 0))));
}

/** @param {string} label */
function picture(label) {
  const board = new Board();
  board.drawing.setAttribute("aria-label", label);
  return board;
}
