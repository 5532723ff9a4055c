// @ts-check
// The saved games on the start page: those to continue, and those that are over.

import { request } from "./api.js";
import { el, fill } from "./dom.js";
import { reasonOf, retry } from "./form.js";
import { LazyPictures, gameCard, removeGame } from "./gamecards.js";
import { t } from "./translate.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */
/** @typedef {import("./messages.js").GameSummary} GameSummary */

/** The number of games listed; the library has all of them. */
const FEW = 12;

/** @param {CatalogGame[]} catalog */
export function savedGames(catalog) {
  const place = el("div", { class: "recent" });
  const pictures = new LazyPictures();
  const show = async () => {
    /** @type {GameSummary[]} */ let games;
    try {
      games = await request(`/api/games?count=${FEW + 1}`); // one more than is shown, to know whether there are more
    } catch (failure) {
      fill(place, retry(t("Your games could not be listed: {reason} ", { reason: reasonOf(failure) }), show));
      return;
    }
    const listed = games.slice(0, FEW);
    const open = listed.filter((game) => !game.over);
    const over = listed.filter((game) => game.over);
    fill(place,
      open.length > 0 && group(t("Continue"), open, catalog, show),
      over.length > 0 && group(t("Finished games"), over, catalog, show),
      listed.length > 0 && el("p", {}, el("a", { class: "button quiet", href: "/library", "data-link": true }, games.length > FEW ? t("Show all games") : t("Open the library"))));
    pictures.observe(place);
  };
  show();
  return { element: place, leave: () => pictures.close() };
}

/** @param {string} heading @param {GameSummary[]} games @param {CatalogGame[]} catalog @param {() => void} changed */
function group(heading, games, catalog, changed) {
  const error = el("p", { class: "error", role: "alert" });
  const remove = (/** @type {GameSummary} */ game) => removeGame(game, error, changed);
  return el("section", {}, el("h2", {}, heading), el("ul", { class: "plainlist savedgames" }, games.map((game) => gameCard(game, catalog, { remove }))), error);
}
