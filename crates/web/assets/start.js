// @ts-check
// The start page: the games with a picture each, and one click to play.

import { deleteGame, getCatalog, request } from "./api.js";
import { go } from "./app.js";
import { Board } from "./board.js";
import { boardsOf } from "./boards.js";
import { el, field, fill, setFieldError } from "./dom.js";
import { showError } from "./form.js";
import { opponentLabel } from "./format.js";
import { token } from "./token.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */
/** @typedef {import("./messages.js").GameSummary} GameSummary */

/** Time controls: value for the server, text. @type {[string, string][]} */
const TIMES = [["time:100ms", "0.1 seconds per move"], ["time:1s", "1 second per move"], ["time:5s", "5 seconds per move"], ["time:20s", "20 seconds per move"],
  ["clock:1m+1s", "1 minute + 1 second per move"], ["clock:5m+3s", "5 minutes + 3 seconds per move"], ["clock:15m+5s", "15 minutes + 5 seconds per move"]];

/** The number of games listed at first, and at most. */
const FEW = 12;
const MANY = 499;

/** @param {HTMLElement} place */
export async function page(place) {
  const recent = el("section", { class: "recent", hidden: true });
  const catalog = await getCatalog();
  fill(place,
    el("h1", {}, "Choose a game"),
    el("div", { class: "games" }, catalog.games.map(card)),
    recent,
    importForm(catalog.games));
  await showRecent(recent, FEW);
}

/** The latest games, and a button for more. @param {HTMLElement} place @param {number} count */
async function showRecent(place, count) {
  // One more than is shown, to know whether there are more.
  const games = /** @type {GameSummary[]} */ (await request(`/api/games?count=${count + 1}`).catch(() => []));
  place.hidden = games.length === 0;
  fill(place, el("h2", {}, "Your games"), recentList(games.slice(0, count), () => showRecent(place, count)),
    games.length > count && count < MANY && el("button", { type: "button", class: "quiet", onclick: () => showRecent(place, Math.min(MANY, 4 * count)) }, "Show more"));
}

/** @param {CatalogGame} game */
function card(game) {
  const arranges = game.parameters.some((parameter) => parameter.name === "setup");
  const picture = new Board(null, arranges ? (from, to) => arrange(from, to) : null);
  picture.drawing.setAttribute("aria-label", `A position of ${game.title}`);
  picture.show(game.picture, [], []);
  const board = choice(boardsOf(game));
  const own = input("key=value,…");
  const seats = new SeatFields(game);
  const time = choice(TIMES, "time:1s");
  const position = input("");
  const map = /** @type {HTMLInputElement} */ (el("input", { type: "file", "aria-label": "Map file" }));
  const deal = choice([["random", "Random set-up"], ["standard", "Standard set-up"], ...(arranges ? [/** @type {[string, string]} */ (["own", "Custom: drag the stones"])] : [])]);
  const die = choice([["rolled", "rolled by the server"], ["real", "real die: you enter the rolls"]]);
  const error = el("p", { class: "error", role: "alert" });
  const fields = /** @type {Record<string, HTMLElement>} */ ({ variant: own, position, board, map: board, time, clock: time });

  const newGame = async () => {
    const [kind, name] = split(board.value);
    const [limit, amount] = split(time.value);
    const text = game.boards.length && map.files?.[0] ? await map.files[0].text() : null;
    return {
      game: game.name,
      variant: own.value.trim() || (kind === "variant" && !text ? name : null),
      map: text ? map.files?.[0].name.replace(/\.map$/, "") : kind === "map" && !own.value.trim() ? name : null,
      map_text: text,
      position: position.value.trim() || null,
      seats: seats.values(),
      [limit]: amount,
      deal: game.deals && deal.value === "random",
      real_die: game.chance && die.value === "real",
    };
  };
  const fail = (/** @type {unknown} */ failure) => showError(failure, (name) => fields[name] ?? seats.field(name), error);
  const clearErrors = () => {
    error.textContent = "";
    [...Object.values(fields), ...seats.fields()].forEach((field) => setFieldError(field, ""));
  };
  const preview = async () => {
    clearErrors();
    try {
      const scene = await request("/api/scene", { ...(await newGame()), seats: [] });
      picture.show(scene, [], []);
      seats.show(scene.seats);
    } catch (failure) {
      fail(failure);
    }
  };
  /** Swaps two stones of a player in the start position by changing the variant. @param {number} from @param {number} to */
  const arrange = async (from, to) => {
    if (deal.value !== "own") {
      deal.value = "own";
      await preview();
    }
    const { cells } = /** @type {import("./messages.js").Scene} */ (picture.scene);
    const [one, other] = [cells[from].piece, cells[to].piece];
    if (!one || !other || one.owner !== other.owner) return;
    [cells[from].piece, cells[to].piece] = [other, one];
    const labels = (/** @type {number} */ player, /** @type {boolean} */ back) => {
      const list = cells.flatMap((cell) => (cell.piece?.owner === player ? [cell.piece.label] : []));
      return (back ? list.reverse() : list).join("");
    };
    own.value = `${split(board.value)[1]},setup=${labels(1, false)}:${labels(2, true)}`;
    preview();
  };
  deal.addEventListener("change", () => {
    own.value = own.value.includes("setup=") ? "" : own.value;
    preview();
  });
  for (const changed of [board, own, position, map]) changed.addEventListener("change", preview);
  seats.show(game.picture.seats);
  const form = el("form", {
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      clearErrors();
      try {
        go(`/game/${(await request("/api/games", await newGame())).id}`);
      } catch (failure) {
        fail(failure);
      }
    },
  },
    game.boards.length + game.variants.length > 1 && field(game.boards.length ? "Board" : "Variant", board),
    seats.element,
    el("details", {}, el("summary", {}, "More options"),
      field("Time", time),
      game.deals && field("Set-up", deal, arranges ? "or drag the stones in the picture" : ""),
      game.chance && field("Die", die),
      game.boards.length > 0 && field("Custom map", map, "a map file; replaces the board above"),
      field("Custom variant", own, game.parameters.map((parameter) => parameter.name).join(", ")),
      field("Start position", position, "in the game's notation; empty for the standard one")),
    error,
    el("button", { type: "submit", class: "wide" }, "Play"));
  return el("article", { class: "card gamecard", "data-game": game.name },
    el("div", { class: "picture" }, picture.element),
    el("div", {}, el("h2", {}, game.title), el("p", { class: "soft" }, game.summary)), form);
}

/** The fields for the players of all seats. */
class SeatFields {
  /** @param {CatalogGame} game */
  constructor(game) {
    /** @type {[string, string][]} */
    const options = [["human", "you"], ...game.opponents.map((opponent) => /** @type {[string, string]} */ ([opponent.spec, opponentLabel(opponent)])), ["own", "other engine …"]];
    this.seats = Array.from({ length: game.players[1] }, (_, seat) => {
      const who = choice(options, seat === 0 ? "human" : game.opponents[Math.min(1, game.opponents.length - 1)].spec);
      const own = input("search(depth=6)");
      own.hidden = true;
      own.setAttribute("aria-label", `Engine of seat ${seat + 1}`);
      who.addEventListener("change", () => {
        own.hidden = who.value !== "own";
        if (!own.hidden) own.focus();
      });
      const row = field(`Seat ${seat + 1}`, who);
      who.after(own);
      row.classList.add("seatfield");
      return { who, own, row };
    });
    this.element = el("div", { class: "seatfields" }, this.seats.map((seat) => seat.row));
  }

  /** @param {{name: string, symbol: string}[]} names */
  show(names) {
    this.seats.forEach(({ row }, index) => {
      row.hidden = index >= names.length;
      const label = row.querySelector("label");
      if (label && names[index]) fill(label, token(index + 1, names[index].symbol), names[index].name);
    });
  }

  values() {
    return this.seats.filter(({ row }) => !row.hidden).map(({ who, own }) => (who.value === "own" ? own.value : who.value));
  }

  /** The field that an error is about. @param {string} name */
  field(name) {
    const seat = this.seats[Number(name.replace("seat ", "")) - 1];
    return seat?.who;
  }

  fields() {
    return this.seats.map((seat) => seat.who);
  }
}

/** @param {string} text @returns {[string, string]} */
function split(text) {
  const at = text.indexOf(":");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** @param {[string, string][]} options @param {string} [chosen] */
function choice(options, chosen) {
  return /** @type {HTMLSelectElement} */ (el("select", {}, options.map(([name, text]) => el("option", { value: name, selected: name === chosen }, text))));
}

/** @param {string} placeholder */
function input(placeholder) {
  return /** @type {HTMLInputElement} */ (el("input", { placeholder, autocomplete: "off", spellcheck: "false" }));
}

/** @param {GameSummary[]} games @param {() => void} changed */
function recentList(games, changed) {
  const error = el("p", { class: "error", role: "alert" });
  const remove = async (/** @type {GameSummary} */ game) => {
    try {
      if (await deleteGame(game.id)) changed();
    } catch (failure) {
      error.textContent = failure instanceof Error ? failure.message : String(failure);
    }
  };
  const when = (/** @type {GameSummary} */ game) => new Date(game.changed * 1000).toLocaleDateString();
  return el("div", {}, el("ul", { class: "plainlist" }, games.map((game) => el("li", {},
    el("a", { href: `/game/${game.id}`, "data-link": true }, game.title), ` ${game.variant}`,
    el("span", { class: "soft" }, ` · ${game.seats.map((seat) => (seat === "human" ? "you" : seat)).join(" – ")} · ${game.plies} moves${game.over ? ", over" : ""} · ${when(game)}`),
    el("button", { type: "button", class: "quiet remove", "aria-label": `Delete this game of ${game.title}, ${game.plies} moves`, onclick: () => remove(game) }, "Delete")))),
    error);
}

/** @param {CatalogGame[]} games */
function importForm(games) {
  const game = choice([["", "detect from the record"], ...games.map((game) => /** @type {[string, string]} */ ([game.name, game.title]))]);
  const text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 4, spellcheck: "false", placeholder: ["a Plyground record", ...games.flatMap((game) => game.record_formats.map((format) => format.summary))].join(" or ") }));
  const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", "aria-label": "Record file" }));
  file.addEventListener("change", async () => {
    if (file.files?.[0]) text.value = await file.files[0].text();
  });
  const form = el("form", {
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      setFieldError(text, "");
      try {
        go(`/game/${(await request("/api/import", { game: game.value || null, text: text.value })).id}`);
      } catch (error) {
        setFieldError(text, error instanceof Error ? error.message : String(error));
      }
    },
  }, field("Record", text), file, field("Game", game), el("button", { type: "submit", class: "quiet" }, "Open"));
  return el("details", { class: "card narrow" }, el("summary", {}, "Open a recorded game"), form);
}
