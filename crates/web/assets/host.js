// @ts-check
// Hosting a network game of ReversiXT, and watching it.

import { ask, getCatalog, Refusal } from "./api.js";
import { go } from "./app.js";
import { Board } from "./board.js";
import { boardWords } from "./boards.js";
import { complain, el, field, fill } from "./dom.js";
import { blame } from "./form.js";
import { token } from "./token.js";
import { kept } from "./mapfile.js";

/** @typedef {import("./messages.js").HostingState} HostingState */

/** Key of the wish, value, words. @type {[string, string | number, string][]} */
const CLOCKS = [["time", "500ms", "0.5 seconds a move"], ["time", "1s", "1 second a move"], ["time", "2s", "2 seconds a move"], ["time", "10s", "10 seconds a move"],
  ["depth", 3, "no clock, depth 3"], ["depth", 5, "no clock, depth 5"]];
const MOST_PLAYERS = 8;

/**
 * @param {HTMLElement} place
 * @param {string[]} path
 */
export function page(place, path) {
  document.title = "Host · Plyground";
  return path.length ? watch(place, path[0]) : form(place);
}

/** @param {HTMLElement} place */
async function form(place) {
  const catalog = await getCatalog();
  const game = catalog.games.find((one) => one.name === "reversixt");
  if (!game) throw new Error("ReversiXT is not part of this program");
  const own = kept();
  const map = select([...(own ? [["own", "the map on the drawing board"]] : []), ...game.boards.map((one) => [one.name, boardWords(one)])], "host-map");
  const clock = select(CLOCKS.map(([, , words], index) => [String(index), words]), "host-clock", "2");
  const games = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: 1, max: 100, value: 1, id: "host-games" }));
  const complaint = el("p", { class: "complaint", role: "alert" });
  const seats = Array.from({ length: MOST_PLAYERS }, (_, index) => {
    const who = select([["client", "a client"], ...game.opponents.map((one) => [one.spec, one.name])], `host-seat-${index + 1}`, index === 0 ? "client" : "best");
    const row = field(`Seat ${index + 1}`, who);
    const label = row.querySelector("label");
    if (label) fill(label, token(index + 1, String(index + 1)), `Seat ${index + 1}`);
    row.classList.add("seatfield");
    return { who, row };
  });
  const players = () => (map.value === "own" ? own?.players ?? 2 : game.boards.find((one) => one.name === map.value)?.players ?? 2);
  const furnish = () => seats.forEach(({ row }, index) => (row.hidden = index >= players()));
  map.addEventListener("change", furnish);
  furnish();
  /** @type {Record<string, HTMLElement>} */
  const fields = { map, clock, games };
  seats.forEach(({ who }, index) => (fields[`seat ${index + 1}`] = who));
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    complaint.textContent = "";
    Object.values(fields).forEach((one) => complain(one, ""));
    const [key, amount] = CLOCKS[Number(clock.value)];
    try {
      const made = await ask("/api/hostings", {
        map: map.value === "own" ? "drawing board" : map.value, map_text: map.value === "own" ? own?.text : null,
        seats: seats.slice(0, players()).map(({ who }) => who.value), time: null, depth: null, games: Number(games.value) || 0, [key]: amount,
      });
      go(`/host/${made.id}`);
    } catch (error) {
      blame(error, (name) => fields[name], complaint);
    }
  };
  fill(place, el("h1", {}, "Host a network game"),
    el("p", { class: "soft" }, "ReversiXT for other people's clients: they connect to a port of this machine, and built-in players take the other seats."),
    el("form", { class: "card narrow", onsubmit: send },
      field("Map", map), el("p", { class: "hint" }, el("a", { href: "/maps", "data-link": true }, "Draw a map of your own")),
      seats.map(({ row }) => row), field("Clock", clock), field("Games in a row", games, "everybody moves on by one seat from game to game"),
      complaint, el("button", { type: "submit", class: "wide" }, "Open the door")));
}

/** @param {HTMLElement} place @param {string} id */
function watch(place, id) {
  const board = new Board(null);
  const status = el("p", { id: "status", role: "status" });
  const stop = el("button", { type: "button", class: "quiet", onclick: () => ask(`/api/hostings/${id}/stop`, {}) }, "Stop waiting");
  const invitation = el("p");
  const standing = el("ul", { class: "plainlist" });
  const results = el("section");
  const log = el("ol", { class: "plainlist log" });
  fill(place, el("div", { class: "row spread" }, el("h1", {}, "Network game"), stop), status, invitation,
    el("div", { class: "table" }, board.element, el("aside", { class: "card" }, el("h2", {}, "Stones"), standing, results, el("h2", {}, "What happened"), log)));
  const source = new EventSource(`/api/hostings/${id}/events`);
  source.addEventListener("message", (event) => {
    const state = /** @type {HostingState} */ (JSON.parse(event.data));
    status.textContent = `${state.map}: ${state.words}`;
    stop.hidden = state.phase !== "waiting";
    fill(invitation, state.phase === "waiting" ? ["Clients join with ", el("code", { id: "invitation" }, `plyground reversixt connect ${state.address}`)] : []);
    if (state.scene) board.show(state.scene, [], []);
    fill(standing, state.standing.map((stones, index) => el("li", { class: stones < 0 ? "soft" : "" }, token(index + 1, String(index + 1)), ` ${stones < 0 ? "out" : stones}`)));
    fill(results, state.results.map((game, number) => [el("h2", {}, `Game ${number + 1}`), el("table", {}, el("tbody", {}, game.seats.map((seat, index) => el("tr", {},
      el("td", {}, token(index + 1, String(index + 1))), el("td", {}, seat.name), el("td", { class: "number" }, seat.stones),
      el("td", { class: "number" }, `${seat.place}.`), el("td", {}, seat.out ?? "")))))]).flat());
    fill(log, state.log.slice(-12).map((line) => el("li", {}, line)));
    if (state.phase === "over" || state.phase === "failed") source.close();
  });
  source.addEventListener("error", async () => {
    try {
      await ask(`/api/hostings/${id}`);
    } catch (error) {
      if (!(error instanceof Refusal)) return; // the browser tries again by itself
      source.close();
      status.textContent = error.message;
      stop.hidden = true;
    }
  });
  return () => source.close();
}

/** @param {string[][]} options @param {string} id @param {string} [chosen] */
function select(options, id, chosen) {
  return /** @type {HTMLSelectElement} */ (el("select", { id }, options.map(([value, words]) => el("option", { value, selected: value === chosen }, words))));
}
