// @ts-check
// The start page: a large picture of every game, one click to play it, and the saved games. `/?game=NAME` shows the boards and
// opponents of one game.

import { getCatalog, request } from "./api.js";
import { go } from "./app.js";
import { Board } from "./board.js";
import { el, field, fill, setFieldError } from "./dom.js";
import { choice, defaultOpponent } from "./choice.js";
import { savedGames } from "./saved.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */

/** @param {HTMLElement} place @param {string[]} _path @param {URLSearchParams} query */
export async function page(place, _path, query) {
  const { games } = await getCatalog();
  const wanted = query.get("game");
  const game = games.find((one) => one.name === wanted);
  if (game) return (await import("./newgame.js")).newGamePage(place, game, query);
  const saved = savedGames(games);
  fill(place,
    el("h1", {}, "Choose a game"),
    wanted !== null && el("p", { class: "error", role: "alert" }, `There is no game called “${wanted}”; these are the games.`),
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
  const play = el("button", { type: "button", class: "play", "aria-label": `Play ${game.title} now` }, "Play");
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
    el("div", { class: "picture" }, picture.element, el("a", { class: "cover", href: more, "data-link": true, "aria-label": `${game.title}: boards and opponents` })),
    el("div", { class: "words" },
      el("h2", {}, game.title),
      el("p", { class: "soft" }, game.summary),
      el("p", { class: "facts soft small" }, facts(game)),
      el("div", { class: "row" }, play, el("a", { class: "button quiet", href: more, "data-link": true, "aria-label": `Options for ${game.title}` }, "Options"),
        game.introduced && el("a", { class: "button quiet learn", href: `/learn/${encodeURIComponent(game.name)}`, "data-link": true, "aria-label": `Learn ${game.title} in a minute` }, "Learn")),
      el("p", { class: "soft small against" }, `Starts at once. Opponent: ${opponent.name}.`),
      error));
}

/** @param {CatalogGame} game */
function facts(game) {
  const [fewest, most] = game.players;
  const boards = new Set([...game.variants, ...game.boards].map((one) => one.name)).size;
  return [
    fewest === most ? `${most} players` : `${fewest} to ${most} players`,
    boards > 1 && (game.boards.length ? `${boards} boards` : `${boards} variants`),
    game.opponents.length > 1 && `${game.opponents.length} opponents`,
    game.chance && "with dice",
  ].filter(Boolean).join(" · ");
}

/** @param {CatalogGame[]} games */
function importForm(games) {
  const game = choice([["", "detect from the record"], ...games.map((game) => /** @type {[string, string]} */ ([game.name, game.title]))]);
  const text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 4, spellcheck: "false", placeholder: ["a Plyground record", ...games.flatMap((game) => game.record_formats.map((format) => format.summary))].join(" or ") }));
  const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", "aria-label": "Record file" }));
  file.addEventListener("change", async () => {
    if (file.files?.[0]) text.value = await file.files[0].text();
  });
  const part = el("button", { type: "button", class: "quiet", hidden: true, onclick: () => open(true) }, "Open up to the error");
  const open = async (/** @type {boolean} */ legalPart) => {
    setFieldError(text, "");
    part.hidden = true;
    try {
      go(`/game/${(await request("/api/import", { game: game.value || null, text: text.value, legal_part: legalPart })).id}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setFieldError(text, reason);
      part.hidden = !/^move \d/i.test(reason);
    }
  };
  const form = el("form", {
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      await open(false);
    },
  }, field("Record", text), part, file, field("Game", game), el("button", { type: "submit", class: "quiet" }, "Open"));
  return el("details", { class: "card narrow" }, el("summary", {}, "Open a recorded game"), form);
}
