// @ts-check
// The saved games on the start page: those to continue, and those that are over.

import { deleteGame, request } from "./api.js";
import { el, fill } from "./dom.js";
import { thumbnail } from "./thumbnail.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */
/** @typedef {import("./messages.js").GameSummary} GameSummary */

/** The number of games listed at first, and at most. */
const FEW = 12;
const MANY = 499;

/** @param {CatalogGame[]} catalog */
export function savedGames(catalog) {
  const place = el("div", { class: "recent" });
  // A picture is asked for when its card comes into view: a folder may hold hundreds of games.
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((entry) => entry.isIntersecting)) {
      seen.unobserve(entry.target);
      const id = encodeURIComponent(entry.target.getAttribute("data-picture") ?? "");
      request(`/api/games/${id}/scene`).then((scene) => fill(entry.target, thumbnail(scene)), () => {}); // the card says the same without a picture
    }
  }, { rootMargin: "200px" });
  const show = async (/** @type {number} */ count) => {
    /** @type {GameSummary[]} */ let games;
    try {
      games = await request(`/api/games?count=${count + 1}`); // one more than is shown, to know whether there are more
    } catch (failure) {
      fill(place, el("p", { class: "error", role: "alert" }, `Your games could not be listed: ${failure instanceof Error ? failure.message : failure} `,
        el("button", { type: "button", class: "quiet", onclick: () => show(count) }, "Try again")));
      return;
    }
    const more = games.length > count && count < MANY;
    const listed = games.slice(0, count);
    const open = listed.filter((game) => !game.over);
    const over = listed.filter((game) => game.over);
    const again = () => show(count);
    fill(place,
      open.length > 0 && group("Continue", open, catalog, again),
      over.length > 0 && group("Finished games", over, catalog, again),
      more && el("button", { type: "button", class: "quiet", onclick: () => show(Math.min(MANY, 4 * count)) }, "Show more games"));
    for (const picture of place.querySelectorAll("[data-picture]")) seen.observe(picture);
  };
  show(FEW);
  return { element: place, leave: () => seen.disconnect() };
}

/** @param {string} heading @param {GameSummary[]} games @param {CatalogGame[]} catalog @param {() => void} changed */
function group(heading, games, catalog, changed) {
  const error = el("p", { class: "error", role: "alert" });
  const remove = async (/** @type {GameSummary} */ game) => {
    error.textContent = "";
    try {
      if (await deleteGame(game.id)) changed();
    } catch (failure) {
      error.textContent = failure instanceof Error ? failure.message : String(failure);
    }
  };
  const card = (/** @type {GameSummary} */ game) => el("li", { class: "card savedgame" },
    el("a", { href: `/game/${game.id}`, "data-link": true },
      el("span", { class: "picture", "data-picture": game.id }),
      el("span", { class: "words" },
        el("strong", {}, game.title),
        el("span", { class: "small" }, `${game.variant.includes("=") ? "custom" : game.variant} · ${["new", "1 move"][game.plies] ?? `${game.plies} moves`}`),
        el("span", { class: "soft small" }, playersOf(game, catalog)),
        el("span", { class: "soft small" }, when(game.changed)))),
    el("button", { type: "button", class: "plain remove", title: "Delete this game", "aria-label": `Delete this game of ${game.title}, ${game.plies} moves`, onclick: () => remove(game) }, "×"));
  return el("section", {}, el("h2", {}, heading), el("ul", { class: "plainlist savedgames" }, games.map(card)), error);
}

/** @param {GameSummary} game @param {CatalogGame[]} catalog */
function playersOf(game, catalog) {
  const known = catalog.find((one) => one.title === game.title)?.opponents ?? [];
  /** @type {Map<string, number>} */ const counts = new Map();
  for (const seat of game.seats) {
    const name = seat === "human" ? "you" : known.find((one) => one.spec === seat)?.name ?? seat;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 1 && counts.has("you")) return `${game.seats.length} people`;
  return [...counts].sort(([name]) => (name === "you" ? -1 : 0)).map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(" – ");
}

/** @param {number} seconds  since 1970 */
function when(seconds) {
  const date = new Date(seconds * 1000);
  const today = date.toDateString() === new Date().toDateString();
  const text = today ? `today, ${date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}` : date.toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });
  return el("time", { datetime: date.toISOString() }, text);
}
