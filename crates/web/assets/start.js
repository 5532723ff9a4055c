// @ts-check
// The start page: a large picture of every game, one click to play it, and the saved games. `/?game=NAME` shows the boards and
// opponents of one game.

import { ApiError, getCatalog, request } from "./api.js";
import { go } from "./app.js";
import { Board } from "./board.js";
import { choice, defaultOpponent } from "./choice.js";
import { el, field, fill, setFieldError } from "./dom.js";
import { savedGames } from "./saved.js";
import { t } from "./translate.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */

/** @param {HTMLElement} place @param {string[]} _path @param {URLSearchParams} query */
export async function page(place, _path, query) {
  const { games } = await getCatalog();
  const wanted = query.get("game");
  const game = games.find((one) => one.name === wanted);
  if (game) return (await import("./newgame.js")).newGamePage(place, game, query);
  const saved = savedGames(games);
  fill(place,
    el("h1", {}, t("Choose a game")),
    wanted !== null && el("p", { class: "error", role: "alert" }, t("There is no game called “{name}”; these are the games.", { name: wanted })),
    el("div", { class: "games" }, games.map(card)),
    saved.element,
    importForm(games));
  return saved.leave;
}

/** @param {CatalogGame} game */
function card(game) {
  const picture = new Board();
  picture.drawing.setAttribute("aria-hidden", "true"); // the link above it says where it leads
  picture.show(game.picture);
  const opponent = defaultOpponent(game);
  const error = el("p", { class: "error", role: "alert" });
  const play = el("button", { type: "button", class: "play", "aria-label": t("Play {game} now", { game: game.title }) }, t("Play"));
  play.addEventListener("click", async () => {
    error.textContent = "";
    try {
      const seats = game.picture.seats.map((_, seat) => (seat === 0 ? "human" : opponent.spec));
      go(`/game/${(await request("/api/games", { game: game.name, seats, deal: game.deals })).id}`);
    } catch (failure) {
      error.textContent = failure instanceof Error ? failure.message : String(failure);
    }
  });
  const more = `/?game=${encodeURIComponent(game.name)}`;
  return el("article", { class: "card gamecard", "data-game": game.name },
    el("div", { class: "picture" }, picture.element, el("a", { class: "cover", href: more, "data-link": true, "aria-label": t("{game}: boards and opponents", { game: game.title }) })),
    el("div", { class: "words" },
      el("h2", {}, game.title),
      el("p", { class: "soft" }, game.summary),
      el("p", { class: "facts soft small" }, facts(game)),
      el("div", { class: "row" }, play, el("a", { class: "button quiet", href: more, "data-link": true, "aria-label": t("Options for {game}", { game: game.title }) }, t("Options")),
        game.introduced && el("a", { class: "button quiet learn", href: `/learn/${encodeURIComponent(game.name)}`, "data-link": true, "aria-label": t("Learn {game} in a minute", { game: game.title }) }, t("Learn"))),
      el("p", { class: "soft small against" }, t("Starts at once. Opponent: {name}.", { name: opponent.name })),
      error));
}

/** @param {CatalogGame} game */
function facts(game) {
  const [fewest, most] = game.players;
  const boards = new Set([...game.variants, ...game.boards].map((one) => one.name)).size;
  return [
    fewest === most ? t("{count} players", { count: most }) : t("{fewest} to {most} players", { fewest, most }),
    boards > 1 && (game.boards.length ? t("{count} boards", { count: boards }) : t("{count} variants", { count: boards })),
    game.opponents.length > 1 && t("{count} opponents", { count: game.opponents.length }),
    game.chance && t("with dice"),
  ].filter(Boolean).join(" · ");
}

/** @param {CatalogGame[]} games */
function importForm(games) {
  const game = choice([["", t("detect from the record")], ...games.map((game) => /** @type {[string, string]} */ ([game.name, game.title]))]);
  const text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 4, spellcheck: "false", placeholder: [t("a Plyground record"), ...games.flatMap((game) => game.record_formats.map((format) => format.summary))].join(t(" or ")) }));
  const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", "aria-label": t("Record file") }));
  file.addEventListener("change", async () => {
    if (file.files?.[0]) text.value = await file.files[0].text();
  });
  const part = el("button", { type: "button", class: "quiet", hidden: true, onclick: () => open(true) }, t("Open up to the error"));
  const open = async (/** @type {boolean} */ legalPart) => {
    setFieldError(text, "");
    part.hidden = true;
    try {
      go(`/game/${(await request("/api/import", { game: game.value || null, text: text.value, legal_part: legalPart })).id}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setFieldError(text, reason);
      part.hidden = !(error instanceof ApiError && /^move \d/i.test(error.reason));
    }
  };
  const form = el("form", {
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      await open(false);
    },
  }, field(t("Record"), text), part, file, field(t("Game"), game), el("button", { type: "submit", class: "quiet" }, t("Open")));
  return el("details", { class: "card narrow" }, el("summary", {}, t("Open a recorded game")), form);
}
