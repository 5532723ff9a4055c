// @ts-check
// A running game of a tournament, live: its board, and what both players think. A finished game is opened as its record.

import { request } from "./api.js";
import { go } from "./app.js";
import { Board } from "./board.js";
import { el, fill } from "./dom.js";
import { subscribe } from "./events.js";
import { grouped, sentence } from "./format.js";
import { h, render } from "./render.js";
import { chanceBarView, latestChances, thoughtsView } from "./thoughts.js";
import { t } from "./translate.js";

/** @typedef {import("./messages.js").Broadcast} Broadcast */

/** @param {HTMLElement} place @param {string} name  of the tournament @param {number} number  of the game, from 1 */
export function broadcast(place, name, number) {
  document.title = `${t("Game {number}", { number })} · ${name} · Plyground`;
  const tournament = `/arena/${encodeURIComponent(name)}`;
  const address = `/api/tournaments/${encodeURIComponent(name)}/games/${number - 1}`;
  const board = new Board();
  board.drawing.setAttribute("aria-label", t("The board of game {number}", { number }));
  const status = el("p", { class: "status", role: "status" }, t("Waiting for the next move …"));
  const bar = el("div");
  const thinking = el("section", { class: "card thoughts", "aria-label": t("Engines' thinking") });
  const moves = el("section", { class: "card moves", "aria-label": t("Moves") });
  const title = el("h1", {}, t("Game {number}", { number }));
  const again = el("p", { hidden: true });
  let opening = false;
  fill(place, el("p", {}, el("a", { href: "/arena", "data-link": true }, t("Arena")), " · ", el("a", { href: tournament, "data-link": true }, name)),
    el("div", { class: "game-layout broadcast" }, el("div", { class: "middle" }, title, status, again, bar, board.element), el("div", { class: "side" }, thinking, moves)));
  if (!Number.isInteger(number) || number < 1) {
    status.textContent = t("There is no such game.");
    return () => {};
  }
  /** A game that is over has a page of its own. @param {boolean} watched  whether its board was shown */
  const openRecord = async (watched) => {
    opening = true;
    try {
      const page = `/game/${(await request(`${address}/open`, {})).id}`;
      if (!place.isConnected) return;
      if (watched) {
        status.textContent = t("The game is over.");
        again.hidden = false;
        return fill(again, el("a", { class: "button", href: page, "data-link": true }, t("Open the record")));
      }
      history.replaceState(null, "", tournament); // "back" leads to the tournament
      go(page);
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  let watched = false;
  const leave = subscribe(`${address}/events`, (/** @type {Broadcast} */ state) => {
    if (state.phase === "over") {
      if (!opening) openRecord(watched);
      return leave();
    }
    fill(title, `${t("Game {number}", { number: grouped(number) })} `, el("span", { class: "soft" }, state.event));
    if (!state.scene) {
      status.textContent = watched ? status.textContent : t("This game is not being played now. Its board appears with its next move.");
      return;
    }
    watched = true;
    const turns = state.moves.length;
    const text = `${state.players.join(" – ")}, ${turns === 1 ? t("1 move") : t("{count} moves", { count: grouped(turns) })}`;
    if (status.textContent !== text) status.textContent = text;
    board.last = state.last;
    board.show(state.scene);
    board.marks.replaceChildren();
    board.markLast();
    const { seats } = state.scene;
    const players = state.players.map((player, seat) => ({ name: player, symbol: seats[seat]?.symbol }));
    const thoughts = new Map(state.thoughts.map((thought) => [thought.player, thought]));
    render(bar, chanceBarView(latestChances(thoughts), state.players));
    render(thinking, h("h2", {}, t("Engines' thinking")), h("div", { role: "list" }, thoughtsView(thoughts, players)));
    render(moves, h("h2", {}, t("Moves")), h("ol", { class: "plain-moves" }, state.moves.map((move, index) => h("li", { key: index }, h("span", { class: "number" }, index + 1), ` ${move}`))));
    const list = moves.querySelector("ol");
    if (list) list.scrollTop = list.scrollHeight;
  }, (reason) => (status.textContent = sentence(reason)));
  return leave;
}
