// @ts-check
// The start page: the games with a picture each, and one click to play.

import { ask, deleteGame, getCatalog } from "./api.js";
import { go } from "./app.js";
import { Board } from "./board.js";
import { boardsOf } from "./boards.js";
import { complain, el, field, fill } from "./dom.js";
import { blame } from "./form.js";
import { token } from "./token.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */
/** @typedef {import("./messages.js").GameSummary} GameSummary */

/** What engines may use: text for the server, text for people. @type {[string, string][]} */
const TIMES = [["time:100ms", "0.1 seconds a move"], ["time:1s", "1 second a move"], ["time:5s", "5 seconds a move"], ["time:20s", "20 seconds a move"],
  ["clock:1m+1s", "1 minute each + 1 second a move"], ["clock:5m+3s", "5 minutes each + 3 seconds a move"], ["clock:15m+5s", "15 minutes each + 5 seconds a move"]];

/** Games that the page lists at first, and at most. */
const FEW = 12;
const MANY = 499;

/** @param {HTMLElement} place */
export async function page(place) {
  const recent = el("section", { class: "recent", hidden: true });
  const catalog = await getCatalog();
  fill(place,
    el("h1", {}, "What shall we play?"),
    el("div", { class: "games" }, catalog.games.map(card)),
    recent,
    importForm(catalog.games));
  await showRecent(recent, FEW);
}

/** The newest games, and a button for more of them. @param {HTMLElement} place @param {number} count */
async function showRecent(place, count) {
  // One more than is shown tells whether there are more.
  const games = /** @type {GameSummary[]} */ (await ask(`/api/games?count=${count + 1}`).catch(() => []));
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
  const map = /** @type {HTMLInputElement} */ (el("input", { type: "file", "aria-label": "A map file" }));
  const deal = choice([["random", "drawn by lot"], ["usual", "the usual one"], ...(arranges ? [/** @type {[string, string]} */ (["own", "your own: drag the stones"])] : [])]);
  const die = choice([["rolled", "rolled by the computer"], ["real", "on your desk, you enter it"]]);
  const complaint = el("p", { class: "complaint", role: "alert" });
  const fields = /** @type {Record<string, HTMLElement>} */ ({ variant: own, position, board, map: board, time, clock: time });

  const wish = async () => {
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
  const refuse = (/** @type {unknown} */ error) => blame(error, (name) => fields[name] ?? seats.field(name), complaint);
  const calm = () => {
    complaint.textContent = "";
    [...Object.values(fields), ...seats.fields()].forEach((field) => complain(field, ""));
  };
  const preview = async () => {
    calm();
    try {
      const scene = await ask("/api/scene", { ...(await wish()), seats: [] });
      picture.show(scene, [], []);
      seats.show(scene.seats);
    } catch (error) {
      refuse(error);
    }
  };
  /** Swaps two stones of one player in the first position, and says so in the variant. @param {number} from @param {number} to */
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
      calm();
      try {
        go(`/game/${(await ask("/api/games", await wish())).id}`);
      } catch (error) {
        refuse(error);
      }
    },
  },
    game.boards.length + game.variants.length > 1 && field(game.boards.length ? "Board" : "Variant", board),
    seats.element,
    el("details", {}, el("summary", {}, "More choices"),
      field("Time", time),
      game.deals && field("Set-up", deal, arranges ? "or drag the stones of the picture" : ""),
      game.chance && field("Die", die),
      game.boards.length > 0 && field("A map of your own", map, "a map file; it takes the place of the board above"),
      field("A variant of your own", own, game.parameters.map((parameter) => parameter.name).join(", ")),
      field("Position to begin with", position, "in the game's notation; empty for the usual one")),
    complaint,
    el("button", { type: "submit", class: "wide" }, "Play"));
  return el("article", { class: "card gamecard", "data-game": game.name },
    el("div", { class: "picture" }, picture.element),
    el("div", {}, el("h2", {}, game.title), el("p", { class: "soft" }, game.summary)), form);
}

/** Who sits where. */
class SeatFields {
  /** @param {CatalogGame} game */
  constructor(game) {
    /** @type {[string, string][]} */
    const options = [["human", "you"], ...game.opponents.map((opponent) => /** @type {[string, string]} */ ([opponent.spec, opponent.name])), ["own", "another engine …"]];
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

  /** The field that a refusal is about. @param {string} name */
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
  const complaint = el("p", { class: "complaint", role: "alert" });
  const remove = async (/** @type {GameSummary} */ game) => {
    try {
      if (await deleteGame(game.id)) changed();
    } catch (error) {
      complaint.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const when = (/** @type {GameSummary} */ game) => new Date(game.changed * 1000).toLocaleDateString();
  return el("div", {}, el("ul", { class: "plainlist" }, games.map((game) => el("li", {},
    el("a", { href: `/game/${game.id}`, "data-link": true }, game.title), ` ${game.variant}`,
    el("span", { class: "soft" }, ` · ${game.seats.map((seat) => (seat === "human" ? "you" : seat)).join(" – ")} · ${game.plies} moves${game.over ? ", over" : ""} · ${when(game)}`),
    el("button", { type: "button", class: "quiet remove", "aria-label": `Delete this game of ${game.title}, ${game.plies} moves`, onclick: () => remove(game) }, "Delete")))),
    complaint);
}

/** @param {CatalogGame[]} games */
function importForm(games) {
  const game = choice([["", "as the text says"], ...games.map((game) => /** @type {[string, string]} */ ([game.name, game.title]))]);
  const text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 4, spellcheck: "false", placeholder: "a Plyground record or a contest record (WTN)" }));
  const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", "aria-label": "A file" }));
  file.addEventListener("change", async () => {
    if (file.files?.[0]) text.value = await file.files[0].text();
  });
  const form = el("form", {
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      complain(text, "");
      try {
        go(`/game/${(await ask("/api/import", { game: game.value || null, text: text.value })).id}`);
      } catch (error) {
        complain(text, error instanceof Error ? error.message : String(error));
      }
    },
  }, field("Record", text), file, field("Game", game), el("button", { type: "submit", class: "quiet" }, "Open"));
  return el("details", { class: "card narrow" }, el("summary", {}, "Open a recorded game"), form);
}
