// @ts-check
// The rules of every game.

import { request, getCatalog } from "./api.js";
import { Board } from "./board.js";
import { el, fill } from "./dom.js";

/** @param {HTMLElement} place */
export async function page(place) {
  document.title = "Help · Plyground";
  const catalog = await getCatalog();
  fill(place, el("h1", {}, "Rules"),
    el("p", { class: "soft" }, "Click the highlighted squares, or move across the board with the arrow keys. ", el("kbd", {}, "?"), " shows all keyboard shortcuts."),
    el("div", { class: "rules" }, catalog.games.map((game) => rulesOf(game))));
}

/** @param {import("./messages.js").CatalogGame} game */
function rulesOf(game) {
  const first = picture(`${game.title}: start position`);
  const later = picture(`${game.title}: a few turns later`);
  later.show(game.picture, [], []);
  request("/api/scene", { game: game.name }).then((scene) => first.show(scene, [], []), () => first.element.remove());
  return el("article", { class: "card rules-card", id: game.name }, el("h2", {}, game.title), el("p", { class: "soft" }, game.summary),
    el("div", { class: "pictures" }, first.element, later.element),
    el("dl", {}, game.rules.map((rule) => [el("dt", {}, rule.name), el("dd", {}, rule.summary)]).flat()),
    el("p", {}, el("a", { href: "/", "data-link": true }, "Play")));
}

/** @param {string} label */
function picture(label) {
  const board = new Board(null);
  board.drawing.setAttribute("aria-label", label);
  return board;
}
