// @ts-check
// The start page: three games, a picture each, and one click to play.

import { ask, getCatalog, Refusal } from "./api.js";
import { go } from "./app.js";
import { complain, el, field, fill } from "./dom.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */

/** @param {HTMLElement} place */
export async function page(place) {
  document.title = "Plyground";
  const catalog = await getCatalog();
  const recent = await ask("/api/games").catch(() => []);
  fill(place,
    el("h1", {}, "Choose a game"),
    el("div", { class: "games" }, catalog.games.map(card)),
    recent.length > 0 && el("section", { class: "recent" }, el("h2", {}, "Go on with"), recentList(recent)),
    el("section", {}, el("h2", {}, "Open a recorded game"), importForm(catalog.games)));
}

/** @param {CatalogGame} game */
function card(game) {
  const board = select(boardsOf(game));
  const seats = seatFields(game);
  const time = select([["100ms", "0.1 s a move"], ["500ms", "half a second a move"], ["1s", "1 s a move"], ["5s", "5 s a move"], ["30s", "30 s a move"]], "1s");
  const variant = el("input", { placeholder: "key=value,…", autocomplete: "off", spellcheck: "false" });
  const position = el("input", { autocomplete: "off", spellcheck: "false" });
  const complaint = el("p", { class: "complaint", role: "alert" });
  const form = el("form", {
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      complaint.textContent = "";
      /** @type {Record<string, HTMLElement>} */ const fields = { variant, position, board };
      Object.values(fields).forEach((input) => complain(input, ""));
      const wish = {
        game: game.name,
        board: value(board),
        variant: value(variant) || null,
        position: value(position) || null,
        seats: seats.inputs.filter((input) => !input.closest("[hidden]")).map((input) => value(input)),
        time: value(time),
        deal: game.deals && value(deal) === "random",
      };
      try {
        go(`/game/${(await ask("/api/games", wish)).id}`);
      } catch (error) {
        const named = error instanceof Refusal && error.field ? fields[error.field] : null;
        if (named) complain(named, /** @type {Error} */ (error).message);
        else complaint.textContent = error instanceof Error ? error.message : String(error);
      }
    },
  });
  const deal = select([["random", "random set-ups"], ["usual", "the usual set-up"]], "random");
  board.addEventListener("change", () => seats.show(playersOf(game, value(board))));
  seats.show(playersOf(game, value(board)));
  fill(form,
    field(game.boards.length ? "Board" : "Variant", board),
    seats.element,
    el("details", {}, el("summary", {}, "More choices"),
      game.deals && field("Set-up", deal),
      field("Time for engines", time),
      field("Own variant", variant, game.parameters.map((parameter) => parameter.name).join(", ")),
      field("Position", position, "in the game's notation; empty for the start")),
    complaint,
    el("div", { class: "row" }, el("button", { type: "submit" }, "Play")));
  return el("article", { class: "card gamecard" },
    el("div", { class: "picture" }, el("img", { src: `/api/picture/${game.name}.svg`, alt: `A position of ${game.title}` })),
    el("h2", {}, game.title), el("p", { class: "soft" }, game.summary), form);
}

/** @param {CatalogGame} game @returns {[string, string][]} */
function boardsOf(game) {
  const variants = game.variants.map((variant) => /** @type {[string, string]} */ ([`variant:${variant.name}`, variant.name]));
  const boards = game.boards.map((board) => /** @type {[string, string]} */ ([`map:${board.name}`, `${board.name} (${board.cols}×${board.rows}, ${board.players} players)`]));
  return [...variants, ...boards];
}

/** @param {CatalogGame} game @param {string} choice */
function playersOf(game, choice) {
  return game.boards.find((board) => `map:${board.name}` === choice)?.players ?? 2;
}

/** @param {CatalogGame} game */
function seatFields(game) {
  /** @type {[string, string][]} */
  const options = [["human", "you"], ...game.opponents.map((opponent) => /** @type {[string, string]} */ ([opponent.spec, opponent.name])), ["own", "another player …"]];
  const inputs = /** @type {HTMLElement[]} */ ([]);
  const rows = Array.from({ length: game.players[1] }, (_, seat) => {
    const choice = select(options, seat === 0 ? "human" : game.opponents[game.opponents.length - 1].spec);
    const own = el("input", { hidden: true, placeholder: "search(depth=6)", "aria-label": `Player ${seat + 1} as a spec`, spellcheck: "false" });
    choice.addEventListener("change", () => {
      own.hidden = value(choice) !== "own";
      if (!own.hidden) own.focus();
    });
    Object.defineProperty(choice, "spec", { get: () => (value(choice) === "own" ? value(own) : value(choice)) });
    inputs.push(choice);
    const row = field(`Player ${seat + 1}`, choice);
    row.append(own);
    return row;
  });
  return {
    inputs,
    element: el("div", {}, rows),
    /** @param {number} count */
    show(count) {
      rows.forEach((row, seat) => (row.hidden = seat >= count));
    },
  };
}

/** @param {[string, string][]} options @param {string} [chosen] */
function select(options, chosen) {
  return el("select", {}, options.map(([name, text]) => el("option", { value: name, selected: name === chosen }, text)));
}

/** @param {HTMLElement} input */
function value(input) {
  const spec = /** @type {any} */ (input).spec;
  return spec ?? /** @type {HTMLInputElement} */ (input).value;
}

/** @param {import("./messages.js").GameSummary[]} games */
function recentList(games) {
  return el("ul", {}, games.map((game) => el("li", {},
    el("a", { href: `/game/${game.id}`, "data-link": true }, `${game.title}, ${game.variant}`), ` – ${game.plies} turns, ${game.status}`)));
}

/** @param {CatalogGame[]} games */
function importForm(games) {
  const game = select(games.map((game) => [game.name, game.title]));
  const text = el("textarea", { rows: 4, spellcheck: "false", placeholder: "a record, a list of moves or a WTN file" });
  const file = el("input", { type: "file", "aria-label": "A file" });
  file.addEventListener("change", async () => {
    const chosen = /** @type {HTMLInputElement} */ (file).files?.[0];
    if (chosen) /** @type {HTMLTextAreaElement} */ (text).value = await chosen.text();
  });
  return el("form", {
    class: "card",
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      complain(text, "");
      try {
        go(`/game/${(await ask("/api/import", { game: value(game), text: value(text) })).id}`);
      } catch (error) {
        complain(text, error instanceof Error ? error.message : String(error));
      }
    },
  }, field("Game", game), field("Record", text), file, el("div", { class: "row" }, el("button", { type: "submit", class: "quiet" }, "Open")));
}
