// @ts-check
// Cards of games: a picture, the players, how it ended and when. Used by the start page, the library and the arena.

import { deleteGame, request } from "./api.js";
import { el, fill } from "./dom.js";
import { sentence } from "./format.js";
import { thumbnail } from "./thumbnail.js";
import { dateLocale, serverText, t } from "./translate.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */
/** @typedef {import("./messages.js").GameSummary} GameSummary */

/** Where games come from, in words. @type {Record<string, string>} */
export const SOURCES = { played: t("Played here"), imported: t("Imported"), hosted: t("Network game"), tournament: t("Tournament") };

/** A menu is closed by a click elsewhere and by Escape. @param {Event} event */
function closeMenus(event) {
  const escape = event instanceof KeyboardEvent && event.key === "Escape";
  if (event instanceof KeyboardEvent && !escape) return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!escape && event.target instanceof Node && menu.contains(event.target)) continue;
    menu.removeAttribute("open");
    if (escape && menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
  }
}
document.addEventListener("click", closeMenus);
document.addEventListener("keydown", closeMenus);

/** Draws pictures when their cards come into view: a folder may hold thousands of games. */
export class LazyPictures {
  constructor() {
    this.seen = new IntersectionObserver((entries) => {
      for (const entry of entries.filter((entry) => entry.isIntersecting)) {
        this.seen.unobserve(entry.target);
        request(entry.target.getAttribute("data-picture") ?? "").then((scene) => fill(entry.target, thumbnail(scene)), () => {}); // the card says the same without a picture
      }
    }, { rootMargin: "200px" });
  }

  /** @param {HTMLElement} place */
  observe(place) {
    for (const picture of place.querySelectorAll("[data-picture]")) this.seen.observe(picture);
  }

  close() {
    this.seen.disconnect();
  }
}

/**
 * @param {GameSummary} game
 * @param {CatalogGame[]} catalog
 * @param {{detailed?: boolean, remove?: (game: GameSummary) => void}} [options]  `detailed` tells source and result as well
 */
export function gameCard(game, catalog, { detailed = false, remove } = {}) {
  const moves = [game.over ? t("no moves") : t("new"), t("1 move")][game.plies] ?? t("{count} moves", { count: game.plies });
  const board = game.variant.includes("=") ? t("custom") : game.variant;
  return el("li", { class: `card savedgame${game.failed ? " failed" : ""}` },
    el("a", { href: game.page, "data-link": true },
      el("span", { class: "picture", "data-picture": `${game.address}/scene` }),
      el("span", { class: "words" },
        el("strong", {}, game.title),
        el("span", { class: "small" }, [board, moves].filter(Boolean).join(" · ")),
        el("span", { class: "soft small" }, playersOf(game, catalog)),
        detailed && el("span", { class: "small outcome" }, resultOf(game, catalog)),
        el("span", { class: "soft small" }, when(game.changed), detailed && ` · ${game.tournament ?? SOURCES[game.source] ?? game.source}`))),
    el("span", { class: "tools" },
      remove && game.id && el("button", { type: "button", class: "plain remove", title: t("Delete this game"), "aria-label": t("Delete this game of {game}, {moves} moves", { game: game.title, moves: game.plies }), onclick: () => remove(game) }, "×"),
      detailed && exportMenu(game)));
}

/** @param {GameSummary} game */
function exportMenu(game) {
  const link = (/** @type {string} */ path, /** @type {string} */ name, /** @type {string} */ ending) => el("a", { class: "button quiet", href: `${game.address}/${path}`, download: `${game.game}.${ending}` }, name);
  return el("details", { class: "menu" }, el("summary", { title: t("Export this game"), "aria-label": t("Export this game of {game}", { game: game.title }) }, "⋯"),
    el("div", { class: "card menu-list" }, game.id && el("a", { class: "button quiet", href: `/analyse/${game.id}`, "data-link": true }, t("Analysis board")),
      link("record", t("Record"), "json"), game.formats.map((format) => link(`export/${format}`, format.toUpperCase(), format))));
}

/** Deletes a game after asking, and tells what went wrong. @param {GameSummary} game @param {HTMLElement} error @param {() => void} changed */
export async function removeGame(game, error, changed) {
  error.textContent = "";
  try {
    if (game.id && (await deleteGame(game.id))) changed();
  } catch (failure) {
    error.textContent = failure instanceof Error ? failure.message : String(failure);
  }
}

/** What people call a player. @param {string} who @param {GameSummary} game @param {CatalogGame[]} catalog */
function nameOf(who, game, catalog) {
  return who === "human" ? t("you") : catalog.find((one) => one.name === game.game)?.opponents.find((one) => one.spec === who)?.name ?? who;
}

/** @param {GameSummary} game @param {CatalogGame[]} catalog */
export function playersOf(game, catalog) {
  /** @type {Map<string, number>} */ const counts = new Map();
  for (const seat of game.seats) {
    const name = nameOf(seat, game, catalog);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 1 && counts.has(t("you"))) return t("{count} people", { count: game.seats.length });
  return [...counts].sort(([name]) => (name === t("you") ? -1 : 0)).map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(" – ");
}

/** How a game ended, in a few words. @param {GameSummary} game @param {CatalogGame[]} catalog */
export function resultOf(game, catalog) {
  if (!game.over) return t("Not finished.");
  const winners = game.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const people = game.seats.flatMap((who, seat) => (who === "human" ? [seat] : []));
  const why = game.ending ? ` ${sentence(serverText(game.ending))}` : "";
  if (winners.length === 0) return `${t("Broken off.")}${why}`;
  if (winners.length > 1) return `${game.places.length === 2 ? t("Draw.") : t("Shared first place.")}${why}`;
  if (people.length === 1 && people[0] === winners[0]) return `${t("You won.")}${why}`;
  if (people.length === 1 && game.seats.length === 2) return `${t("You lost.")}${why}`;
  const name = nameOf(game.seats[winners[0]] ?? "", game, catalog);
  const alike = game.seats.filter((who) => who === game.seats[winners[0]]).length > 1;
  return `${t("{name} won", { name: alike ? t("Player {number}", { number: winners[0] + 1 }) : name.charAt(0).toUpperCase() + name.slice(1) })}.${why}`;
}

/** @param {number} seconds  since 1970 */
export function when(seconds) {
  const date = new Date(seconds * 1000);
  const today = date.toDateString() === new Date().toDateString();
  const text = today ? t("today, {time}", { time: date.toLocaleTimeString(dateLocale(), { hour: "2-digit", minute: "2-digit" }) }) : date.toLocaleDateString(dateLocale(), { day: "numeric", month: "short", year: "numeric" });
  return el("time", { datetime: date.toISOString() }, text);
}
