// @ts-check
// The arena: tournaments created from a form, watched, paused and continued.

import { request, getCatalog } from "./api.js";
import { go } from "./app.js";
import { Board } from "./board.js";
import { boardsOf } from "./boards.js";
import { eloCurve, llrCurve, scoreBars } from "./curve.js";
import { announce, append, el, field, fill, scrollable, setFieldError } from "./dom.js";
import { subscribe } from "./events.js";
import { reasonOf, retry, showError } from "./form.js";
import { decimal, duration, grouped, opponentLabel } from "./format.js";
import { LazyPictures, gameCard } from "./gamecards.js";
import { PauseButton } from "./pause-button.js";
import { serverText, t } from "./translate.js";

/** @typedef {import("./messages.js").TournamentState} TournamentState */
/** @typedef {import("./messages.js").ScoreTable} ScoreTable */
/** @typedef {import("./messages.js").CatalogGame} CatalogGame */

/** Limits per move: key of the request, value, text. @type {[string, string | number, string][]} */
const LIMITS = [["time", "20ms", t("20 ms per move")], ["time", "100ms", t("0.1 seconds per move")], ["time", "1s", t("1 second per move")],
  ["nodes", 1000, t("1,000 nodes per move")], ["nodes", 20000, t("20,000 nodes per move")], ["depth", 3, t("depth 3")], ["depth", 5, t("depth 5")]];

/** The number of finished games on the page of a tournament, and milliseconds between two lists. */
const LATEST = 6;
const LIST_PAUSE = 4000;

/**
 * @param {HTMLElement} place
 * @param {string[]} path
 */
export function page(place, path) {
  document.title = t("Arena · Plyground");
  if (path.length > 1) return import("./broadcast.js").then(({ broadcast }) => broadcast(place, path[0], Number(path[1])));
  return path.length ? tournament(place, path[0]) : overview(place);
}

/** The list of tournaments and the form. @param {HTMLElement} place */
async function overview(place) {
  const catalog = await getCatalog();
  fill(place,
    el("h1", {}, t("Arena")),
    el("p", { class: "soft" }, t("Engines against engines: every opening is played from all seats with the same dice, and every finished game is saved.")),
    el("div", { class: "arena" }, form(catalog.games), el("section", { class: "card" }, el("h2", {}, t("Tournaments")), list())));
}

/** The tournaments, once they are known. */
function list() {
  const place = el("div");
  const load = async () => {
    try {
      fill(place, rowsOf(await request("/api/tournaments")));
    } catch (error) {
      fill(place, retry(t("The tournaments could not be listed: {reason}", { reason: reasonOf(error) }), load));
    }
  };
  load();
  return place;
}

/** @param {import("./messages.js").TournamentSummary[]} tournaments */
function rowsOf(tournaments) {
  const rows = tournaments.map((one) => el("li", {},
    el("a", { href: `/arena/${encodeURIComponent(one.name)}`, "data-link": true }, one.name),
    el("span", { class: "soft" }, ` · ${t("{played} of {planned} games", { played: grouped(one.played), planned: grouped(one.planned) })}${one.running ? t(", running") : one.played < one.planned ? t(", paused") : ""}`)));
  return rows.length ? el("ul", { class: "plainlist", id: "tournaments" }, rows) : el("p", { class: "soft" }, t("No tournaments yet."));
}

/** @param {CatalogGame[]} games */
function form(games) {
  const name = /** @type {HTMLInputElement} */ (el("input", { value: `${t("tournament")} ${new Date().toISOString().slice(0, 16).replace("T", " ")}`, maxlength: 80, id: "tournament-name" }));
  const game = select(games.map((one) => [one.name, one.title]), "tournament-game");
  const board = select([], "tournament-board");
  const limit = select(LIMITS.map(([, , label], index) => [String(index), label]), "tournament-limit", "1");
  const repeats = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: 1, max: 1000000, value: 20, id: "tournament-repeats" }));
  const openings = /** @type {HTMLInputElement} */ (el("input", { placeholder: t("auto"), id: "tournament-openings", spellcheck: "false", autocomplete: "off" }));
  const gauntlet = select([["", t("round robin")], ["yes", t("gauntlet: the first player meets all others")]], "tournament-format");
  const formError = el("p", { class: "error", role: "alert" });
  const players = new PlayerFields();
  const chosen = () => /** @type {CatalogGame} */ (games.find((one) => one.name === game.value));
  const update = () => {
    fill(board, boardsOf(chosen()).map(([value, label]) => el("option", { value }, label)));
    players.update(chosen());
  };
  game.addEventListener("change", update);
  update();
  /** @type {Record<string, HTMLElement>} */
  const fields = { name, board, limits: limit, repeats, openings };
  const clearErrors = () => {
    formError.textContent = "";
    [...Object.values(fields), ...players.fields()].forEach((one) => setFieldError(one, ""));
  };
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    clearErrors();
    const [kind, choice] = board.value.split(/:(.*)/s);
    const [key, amount] = LIMITS[Number(limit.value)];
    try {
      const created = await request("/api/tournaments", {
        name: name.value, game: game.value, variant: kind === "variant" ? choice : null, map: kind === "map" ? choice : null,
        players: players.values(), gauntlet: gauntlet.value !== "", repeats: Number(repeats.value) || 0,
        openings: openings.value.trim() || null, time: null, nodes: null, depth: null, seed: null, [key]: amount,
      });
      go(`/arena/${encodeURIComponent(created.id)}`);
    } catch (error) {
      showError(error, (name) => fields[name] ?? players.field(name), formError);
    }
  };
  return el("form", { class: "card", onsubmit: send }, el("h2", {}, t("New tournament")),
    field(t("Name"), name), field(t("Game"), game), field(t("Board"), board), players.element,
    field(t("Limit"), limit), field(t("Openings per pairing"), repeats, t("each opening is played once from every seat")),
    el("details", {}, el("summary", {}, t("More options")), field(t("Format"), gauntlet),
      field(t("Openings"), openings, t("auto, start, deal, random:4, or an opening collection of the game"))),
    formError, el("button", { type: "submit", class: "wide" }, t("Start tournament")));
}

/** The player fields of the form. */
class PlayerFields {
  constructor() {
    this.rows = /** @type {{row: HTMLElement, who: HTMLSelectElement, own: HTMLInputElement}[]} */ ([]);
    this.list = el("div", { class: "player-fields" });
    this.more = el("button", { type: "button", class: "quiet", onclick: () => this.add("own") }, t("Add player"));
    this.element = el("fieldset", { class: "plainset" }, el("legend", {}, t("Players")), this.list, this.more);
    this.game = /** @type {CatalogGame | null} */ (null);
  }

  /** @param {CatalogGame} game */
  update(game) {
    this.game = game;
    this.rows = [];
    fill(this.list);
    const levels = game.opponents.filter((one) => one.spec === "best" || one.spec.startsWith("level("));
    for (const opponent of (levels.length > 1 ? levels : game.opponents).slice(-2).reverse()) this.add(opponent.spec);
  }

  /** @param {string} chosen */
  add(chosen) {
    const known = this.game?.opponents ?? [];
    const number = this.rows.length + 1;
    const who = select([...known.map((one) => /** @type {[string, string]} */ ([one.spec, opponentLabel(one)])), ["own", t("other engine …")]], "", chosen);
    const own = /** @type {HTMLInputElement} */ (el("input", { placeholder: "search(depth=6)", spellcheck: "false", autocomplete: "off", "aria-label": t("Engine of player {number}", { number }) }));
    own.hidden = chosen !== "own";
    who.addEventListener("change", () => {
      own.hidden = who.value !== "own";
      if (!own.hidden) own.focus();
    });
    const row = field(t("Player {number}", { number }), who);
    who.after(own);
    this.rows.push({ row, who, own });
    append(this.list, row);
  }

  values() {
    return this.rows.map(({ who, own }) => {
      const known = this.game?.opponents.find((one) => one.spec === who.value);
      return known ? { name: known.name, spec: known.spec } : { name: "", spec: own.value.trim() };
    }).filter((player) => player.spec !== "");
  }

  fields() {
    return this.rows.map((row) => row.who);
  }

  /** The field of an error; empty rows are not sent, so they do not count. @param {string} name */
  field(name) {
    const sent = this.rows.filter(({ who, own }) => who.value !== "own" || own.value.trim() !== "");
    if (name === "players") return this.rows[0]?.who;
    return sent[Number(name.replace("player ", "")) - 1]?.who;
  }
}

/** One tournament, live. @param {HTMLElement} place @param {string} name */
function tournament(place, name) {
  const address = `/api/tournaments/${encodeURIComponent(name)}`;
  const status = el("p", { id: "status", role: "status" });
  const bar = /** @type {HTMLProgressElement} */ (el("progress", { max: 1, value: 0, "aria-label": t("Games played") }));
  const toggle = new PauseButton(address, status);
  const boards = new Thumbnails(name);
  const tables = el("div", { class: "stack" });
  const curves = el("div", { class: "curves" });
  const failed = el("section", { hidden: true });
  const finished = new FinishedGames(name);
  let over = false;
  fill(place,
    el("p", {}, el("a", { href: "/arena", "data-link": true }, t("Arena"))),
    // Next to the heading, so that the button never moves while the page changes.
    el("div", { class: "row spread" }, el("h1", {}, name), el("div", { class: "row" }, toggle.button, reportMenu(address, name, status))), status, bar, boards.element, tables, curves, finished.element, failed);
  const leave = subscribe(`${address}/events`, (/** @type {TournamentState} */ state) => {
    bar.max = state.planned;
    bar.value = state.played;
    status.textContent = sentence(state);
    const ended = !state.running && state.played >= state.planned;
    toggle.show(state, ended);
    boards.show(state.boards);
    fill(tables, state.tables.map((table) => tableOf(table, state.tables.length > 1)));
    fill(curves, state.head_to_head && state.head_to_head.points.length > 1 ? [eloCurve(state.head_to_head), llrCurve(state.head_to_head)] : state.tables.slice(0, 1).map(scoreBars));
    finished.update(state.played);
    showFailed(failed, state, name);
    if (ended && !over) announce(t("The tournament is over."));
    over = ended;
  }, (reason) => {
    status.textContent = reason;
    toggle.button.hidden = true;
  });
  return () => {
    leave();
    finished.close();
  };
}

/** Documents of the standings, and the end of the tournament. @param {string} address @param {string} name @param {HTMLElement} status */
function reportMenu(address, name, status) {
  const link = (/** @type {string} */ format, /** @type {string} */ text) => el("a", { class: "button quiet", href: `${address}/report/${format}`, download: `${name}.${format}` }, text);
  const remove = async () => {
    if (!window.confirm(t("Delete the tournament “{name}” with all its games? This cannot be undone.", { name }))) return;
    try {
      await request(address, undefined, { method: "DELETE" });
      go("/arena");
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  return el("details", { class: "menu" }, el("summary", { class: "button quiet" }, t("Report")),
    el("div", { class: "card menu-list" }, link("html", t("Web page")), link("md", t("Markdown")), link("csv", t("Table (CSV)")), link("txt", t("Plain text")),
      el("button", { type: "button", class: "quiet", onclick: remove }, t("Delete tournament …"))));
}

/** The latest finished games. Asked for again when there are more, but not after every single one. */
class FinishedGames {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.pictures = new LazyPictures();
    this.list = el("ul", { class: "plainlist savedgames" });
    this.all = el("a", { href: `/library?tournament=${encodeURIComponent(name)}`, "data-link": true }, t("All games of this tournament"));
    this.element = el("section", { class: "finished", hidden: true }, el("div", { class: "row spread" }, el("h2", {}, t("Finished games")), this.all), this.list);
    this.failed = el("div");
    this.element.append(this.failed);
    this.shown = 0;
    this.wanted = 0;
    this.busy = false;
    this.closed = false;
  }

  /** @param {number} played */
  async update(played) {
    this.wanted = played;
    if (this.busy || played === this.shown) return;
    this.busy = true;
    this.shown = played;
    fill(this.failed);
    try {
      const [catalog, page] = await Promise.all([getCatalog(), request(`/api/library?tournament=${encodeURIComponent(this.name)}&count=${LATEST}`)]);
      this.element.hidden = page.games.length === 0;
      fill(this.list, page.games.map((/** @type {import("./messages.js").GameSummary} */ game) => gameCard(game, catalog.games, { detailed: true })));
      this.pictures.observe(this.list);
    } catch (error) {
      this.element.hidden = false;
      fill(this.failed, retry(t("The games could not be listed: {reason}", { reason: reasonOf(error) }), () => {
        [this.shown, this.busy] = [-1, false];
        this.update(this.wanted);
      }));
    }
    await new Promise((resolve) => setTimeout(resolve, LIST_PAUSE));
    this.busy = false;
    if (!this.closed && this.wanted !== this.shown) this.update(this.wanted);
  }

  close() {
    this.closed = true;
    this.pictures.close();
  }
}

/** @param {TournamentState} state */
function sentence(state) {
  const games = t("{played} of {planned} games", { played: grouped(state.played), planned: grouped(state.planned) });
  if (state.error) return t("{games}; stopped: {reason}", { games, reason: serverText(state.error) });
  if (state.pausing) return t("{games}; finishing running games", { games });
  if (state.running) return state.seconds_left === null ? games : t("{games}, {time} left", { games, time: duration(state.seconds_left) });
  return state.played < state.planned ? t("{games}; paused", { games }) : t("{games}; finished", { games });
}

/** Running games, redrawn only where something has changed. */
class Thumbnails {
  /** @param {string} name  of the tournament */
  constructor(name) {
    this.name = name;
    this.element = el("section", { class: "thumbnails", "aria-label": t("Running games") });
    this.boards = /** @type {{box: HTMLElement, board: Board, caption: HTMLElement, link: HTMLElement}[]} */ ([]);
  }

  /** @param {import("./messages.js").RunningGame[]} games */
  show(games) {
    while (this.boards.length < games.length) {
      const board = new Board();
      const caption = el("figcaption", { class: "soft" });
      board.drawing.setAttribute("aria-hidden", "true"); // the link says what it shows
      const link = el("a", { class: "cover", "data-link": true });
      const box = el("figure", { class: "thumbnail" }, board.element, caption, link);
      this.boards.push({ box, board, caption, link });
      append(this.element, box);
    }
    this.boards.forEach(({ box, board, caption, link }, index) => {
      const game = games[index];
      box.hidden = !game;
      if (!game) return;
      board.show(game.scene);
      const text = t("game {number}: {players}", { number: grouped(game.number + 1), players: game.players.join(" – ") });
      link.setAttribute("href", `/arena/${encodeURIComponent(this.name)}/${game.number + 1}`);
      link.setAttribute("aria-label", t("Watch {what}", { what: text }));
      if (caption.textContent !== text) caption.textContent = text;
    });
  }
}

/** @param {ScoreTable} table @param {boolean} titled */
function tableOf(table, titled) {
  const many = table.rows.length > 2;
  const head = ["#", t("player"), t("games"), "+", "=", "−", t("score"), "95 %", t("Elo"), "⊖", "•", "⊕", ...(many ? table.rows.map((_, index) => String(index + 1)) : [])];
  const rows = table.rows.map((row, index) => el("tr", {},
    el("td", { class: "number" }, index + 1),
    el("th", { scope: "row", title: row.spec }, row.name),
    [grouped(row.games), grouped(row.wins), grouped(row.draws), grouped(row.losses), percent(row.score), `${percent(row.low)} – ${percent(row.high)}`,
      row.elo === null ? "" : signed(row.elo), row.worse_than, row.even_with, row.better_than,
      ...(many ? row.against.map((score, other) => (other === index ? "·" : score === null ? "" : percent(score))) : [])].map((text) => el("td", { class: "number" }, text))));
  const seats = table.seat_scores.map((score, seat) => t("seat {number} {score}", { number: seat + 1, score: percent(score) })).join(", ");
  const title = titled ? table.label : t("Standings");
  return el("section", { class: "card" },
    el("h2", {}, title, titled ? el("span", { class: "soft" }, t(" {played} of {planned}", { played: grouped(table.played), planned: grouped(table.planned) })) : null),
    scrollable(title, el("table", { class: "standings" },
      el("thead", {}, el("tr", {}, head.map((text, index) => el("th", { scope: "col", class: index === 1 ? "" : "number" }, text)))),
      el("tbody", {}, rows))),
    el("p", { class: "hint" }, t("Score: share of first places in per cent; by seat: {seats}. With 95 % confidence: ⊖ stronger opponents, • undecided, ⊕ weaker opponents.", { seats })));
}

/** @param {HTMLElement} place @param {TournamentState} state @param {string} name */
function showFailed(place, state, name) {
  place.hidden = state.failed.length === 0;
  fill(place, el("div", { class: "card" }, el("h2", {}, t("Failed games")), el("ul", { class: "plainlist" }, state.failed.map((game) => el("li", {},
    el("a", { href: `/arena/${encodeURIComponent(name)}/${game.number + 1}`, "data-link": true }, t("Game {number}", { number: game.number + 1 })),
    ` ${game.players.join(" – ")}: ${serverText(game.termination)}`, el("br"), el("code", {}, game.detail))))));
}

/** @param {[string, string][]} options @param {string} id @param {string} [chosen] */
function select(options, id, chosen) {
  return /** @type {HTMLSelectElement} */ (el("select", id ? { id } : {}, options.map(([value, label]) => el("option", { value, selected: value === chosen }, label))));
}

/** @param {number} share */
function percent(share) {
  return decimal(100 * share, 1);
}

/** @param {number} elo */
function signed(elo) {
  return `${elo > 0 ? "+" : elo < 0 ? "−" : ""}${Math.abs(elo).toFixed(0)}`;
}
