// @ts-check
// Hosting and watching network games.

import { ApiError, getCatalog, request } from "./api.js";
import { go } from "./app.js";
import { Board } from "./board.js";
import { boardText } from "./boards.js";
import { el, field, fill, setFieldError } from "./dom.js";
import { showError } from "./form.js";
import { opponentLabel } from "./format.js";
import { loadDraft } from "./mapfile.js";
import { token } from "./token.js";
import { serverText, t } from "./translate.js";

/** @typedef {import("./messages.js").HostingState} HostingState */

/** Key of the request, value, text. @type {[string, string | number, string][]} */
const CLOCKS = [["time", "500ms", t("0.5 seconds per move")], ["time", "1s", t("1 second per move")], ["time", "2s", t("2 seconds per move")], ["time", "10s", t("10 seconds per move")],
  ["depth", 3, t("no clock, depth 3")], ["depth", 5, t("no clock, depth 5")], ["time", "60s", t("1 minute per move")]];
const MAX_PLAYERS = 8;

/**
 * @param {HTMLElement} place
 * @param {string[]} path
 */
export function page(place, path) {
  document.title = t("Host · Plyground");
  return path.length ? watch(place, path[0]) : form(place);
}

/** @param {HTMLElement} place */
async function form(place) {
  const catalog = await getCatalog();
  const game = catalog.games.find((one) => one.name === catalog.network_game);
  if (!game) throw new Error(t("{game} is not included in this build", { game: catalog.network_game }));
  const own = loadDraft();
  const map = select([...(own ? [["own", t("the map in the editor")]] : []), ...game.boards.map((one) => [one.name, boardText(one)])], "host-map");
  const clock = select(CLOCKS.map(([, , label], index) => [String(index), label]), "host-clock", "2");
  const games = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: 1, max: 100, value: 1, id: "host-games" }));
  const error = el("p", { class: "error", role: "alert" });
  const seats = Array.from({ length: MAX_PLAYERS }, (_, index) => {
    const who = select([["client", t("network client")], ...game.opponents.map((one) => [one.spec, opponentLabel(one)])], `host-seat-${index + 1}`, index === 0 ? "client" : "best");
    const row = field(t("Seat {number}", { number: index + 1 }), who);
    const label = row.querySelector("label");
    if (label) fill(label, token(index + 1, String(index + 1)), t("Seat {number}", { number: index + 1 }));
    row.classList.add("seatfield");
    return { who, row };
  });
  const players = () => (map.value === "own" ? own?.players ?? 2 : game.boards.find((one) => one.name === map.value)?.players ?? 2);
  const update = () => seats.forEach(({ row }, index) => (row.hidden = index >= players()));
  map.addEventListener("change", update);
  update();
  /** @type {Record<string, HTMLElement>} */
  const fields = { map, clock, games };
  seats.forEach(({ who }, index) => (fields[`seat ${index + 1}`] = who));
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    error.textContent = "";
    Object.values(fields).forEach((one) => setFieldError(one, ""));
    const [key, amount] = CLOCKS[Number(clock.value)];
    try {
      const created = await request("/api/hostings", {
        map: map.value === "own" ? "custom map" : map.value, map_text: map.value === "own" ? own?.text : null,
        seats: seats.slice(0, players()).map(({ who }) => who.value), time: null, depth: null, games: Number(games.value) || 0, [key]: amount,
      });
      go(`/host/${created.id}`);
    } catch (failure) {
      showError(failure, (name) => fields[name], error);
    }
  };
  fill(place, el("h1", {}, t("Host a network game")),
    el("p", { class: "soft" }, t("Host a game of {game} for network clients. They connect to a port of this machine, and built-in players can take the other seats.", { game: game.title })),
    el("form", { class: "card narrow", onsubmit: send },
      field(t("Map"), map), el("p", {}, el("a", { href: "/maps", "data-link": true }, t("Draw your own map"))),
      el("div", { class: "seatfields" }, seats.map(({ row }) => row)), field(t("Clock"), clock), field(t("Number of games"), games, t("players move on by one seat after each game")),
      error, el("button", { type: "submit", class: "wide" }, t("Start hosting"))));
}

/** @param {HTMLElement} place @param {string} id */
function watch(place, id) {
  const board = new Board();
  const status = el("p", { id: "status", role: "status" });
  const error = el("p", { class: "error", role: "alert" });
  const stop = el("button", { type: "button", class: "quiet", onclick: () => request(`/api/hostings/${id}/stop`, {}).catch((error) => (status.textContent = error.message)) }, t("Stop waiting"));
  /** Whether this page has taken a seat, so that it follows its game. */ let seated = false;
  const join = /** @type {HTMLButtonElement} */ (el("button", { type: "button", id: "take-seat" }, t("Take a seat")));
  join.addEventListener("click", async () => {
    error.textContent = "";
    join.disabled = true;
    try {
      seated = true;
      await request(`/api/hostings/${id}/join`, {});
    } catch (failure) {
      seated = false;
      error.textContent = failure instanceof Error ? failure.message : String(failure);
    }
    join.disabled = false;
  });
  const invitation = el("p");
  const live = el("p");
  const standing = el("ul", { class: "plainlist" });
  const results = el("section");
  const log = el("ol", { class: "plainlist log" });
  const stones = el("h2", {}, t("Stones"));
  const panel = el("aside", { class: "card", hidden: true }, stones, standing, results, el("h2", {}, t("Events")), log);
  fill(place, el("div", { class: "row spread" }, el("h1", {}, t("Network game")), el("div", { class: "row" }, join, stop)), el("section", { class: "card host-status" }, status, error, invitation, live),
    el("div", { class: "game-layout" }, board.element, panel));
  board.element.hidden = true;
  const source = new EventSource(`/api/hostings/${id}/events`);
  source.addEventListener("message", (event) => {
    const state = /** @type {HostingState} */ (JSON.parse(event.data));
    if (seated && state.game) {
      source.close();
      return go(`/game/${state.game}`);
    }
    status.textContent = `${serverText(state.map)}: ${serverText(state.status)}`;
    const waiting = state.phase === "waiting";
    stop.hidden = join.hidden = !waiting;
    fill(invitation, waiting ? [seated ? t("You have a seat; the game begins when all clients are there. Other clients join with ") : t("Take a seat to play here yourself. Clients join with "), el("code", { id: "invitation" }, state.join_command)] : []);
    fill(live, state.game ? el("a", { class: "button", href: `/game/${state.game}`, "data-link": true }, t("Watch with the engines' thinking")) : []);
    // Nothing is shown before there is something to see.
    board.element.hidden = !state.scene;
    panel.hidden = state.log.length === 0;
    stones.hidden = state.standing.length === 0;
    if (state.scene) board.show(state.scene);
    fill(standing, state.standing.map((stones, index) => el("li", { class: stones < 0 ? "soft" : "" }, token(index + 1, String(index + 1)), ` ${stones < 0 ? t("out") : stones}`)));
    fill(results, state.results.map(resultOf).flat());
    fill(log, state.log.slice(-12).map((line) => el("li", {}, serverText(line))));
    if (state.phase === "over" || state.phase === "failed") source.close();
  });
  source.addEventListener("error", async () => {
    try {
      await request(`/api/hostings/${id}`);
    } catch (failure) {
      if (!(failure instanceof ApiError)) return; // the browser reconnects automatically
      source.close();
      fill(status, failure.message, " ", el("a", { href: "/library?source=hosted", "data-link": true }, t("Library")));
      stop.hidden = join.hidden = true;
    }
  });
  return () => source.close();
}

/** A finished game with its record. @param {import("./messages.js").HostedGame} game @param {number} number */
function resultOf(game, number) {
  const again = async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    try {
      go(`/host/${(await request(`/api/games/${game.id}/host`, {})).id}`);
    } catch (error) {
      button.after(el("p", { class: "error", role: "alert" }, error instanceof Error ? error.message : String(error)));
    }
  };
  return [el("h2", {}, t("Game {number}", { number: number + 1 })), el("table", {}, el("tbody", {}, game.seats.map((seat, index) => el("tr", {},
    el("td", {}, token(index + 1, String(index + 1))), el("td", {}, seat.name), el("td", { class: "number" }, seat.stones),
    el("td", { class: "number" }, `${seat.place}.`), el("td", {}, serverText(seat.disqualified ?? "")))))),
  game.id ? el("div", { class: "row" }, el("a", { class: "button quiet", href: `/game/${game.id}?ply=0`, "data-link": true }, t("Replay")), el("button", { type: "button", class: "quiet", onclick: again }, t("Host again"))) : null];
}

/** @param {string[][]} options @param {string} id @param {string} [chosen] */
function select(options, id, chosen) {
  return /** @type {HTMLSelectElement} */ (el("select", { id }, options.map(([value, label]) => el("option", { value, selected: value === chosen }, label))));
}
