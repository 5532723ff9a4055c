// @ts-check
// A game at the table: board, seats, die, moves and what can be done with them.

import { AnalysisPanel } from "./analysis.js";
import { deleteGame } from "./api.js";
import { Board } from "./board.js";
import { go } from "./app.js";
import { announce, el, fill, icon, svg } from "./dom.js";
import { token } from "./token.js";
import { Socket } from "./socket.js";

/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./messages.js").Glance} Glance */

/** Speeds of engines among themselves: name, least milliseconds between two moves. @type {[string, number][]} */
const PACES = [["as fast as they can", 0], ["quick", 350], ["calm", 1000], ["slow", 2500]];
/** What the server says when a game is deleted while it is shown. */
const DELETED = "this game has been deleted";
/** Where the pips of a die are, in a square of 30. */
const PIPS = [[], [[15, 15]], [[8, 8], [22, 22]], [[8, 8], [15, 15], [22, 22]], [[8, 8], [22, 8], [8, 22], [22, 22]],
  [[8, 8], [22, 8], [15, 15], [8, 22], [22, 22]], [[8, 8], [22, 8], [8, 15], [22, 15], [8, 22], [22, 22]]];

/** @param {HTMLElement} place @param {string[]} path @param {URLSearchParams} query */
export function page(place, [id], query) {
  const game = new GamePage(place, id ?? "", query.get("ply"));
  return () => game.close();
}

class GamePage {
  /** @param {HTMLElement} place @param {string} id @param {string | null} ply */
  constructor(place, id, ply) {
    this.id = id;
    /** @type {State | null} */ this.state = null;
    /** @type {Glance | null} */ this.glanced = null;
    /** The ply that is looked at; `null` means: wherever the game stands. @type {number | null} */
    this.looking = ply !== null && /^\d+$/.test(ply) ? Number(ply) : null;
    this.received = performance.now();
    this.place = place;
    this.board = new Board({
      play: (move) => this.command({ do: "move", text: move }),
      preview: async (move) => {
        const answer = await this.socket.ask({ do: "preview", text: move });
        return answer.type === "effects" ? answer : null;
      },
    });
    this.title = el("h1");
    this.status = el("p", { class: "status", role: "status" });
    this.seats = el("div", { class: "card seats", role: "list", "aria-label": "Players" });
    this.die = el("div", { class: "die" });
    this.result = el("div", { class: "card result", hidden: true });
    this.complaint = el("p", { class: "complaint", role: "alert" });
    this.unsaved = el("p", { class: "unsaved", role: "alert", hidden: true });
    this.controls = el("div", { class: "row controls", role: "toolbar", "aria-label": "Game" });
    this.moves = el("section", { class: "card moves", "aria-label": "Moves" });
    this.share = el("details", { class: "card" });
    this.analysis = new AnalysisPanel((command) => this.socket.ask(command), this.board, (ply) => this.look(ply));
    this.lay();
    this.socket = new Socket(`/ws/game/${encodeURIComponent(id)}`, (message) => this.hear(message));
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    this.ticking = setInterval(() => this.drawClocks(), 200);
  }

  lay() {
    fill(this.place, this.unsaved, el("div", { class: "table" },
      el("div", { class: "middle" }, el("div", { class: "row spread" }, el("div", {}, this.title, this.status), this.die), this.analysis.bar, this.board.element, this.controls, this.complaint),
      el("div", { class: "side" }, this.result, this.seats, this.analysis.element, this.moves, this.share)));
  }

  close() {
    clearInterval(this.ticking);
    document.removeEventListener("keydown", this.onkey);
    this.socket.close();
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "state") this.take(message.state);
    else if (message.type === "insight") this.analysis.show(message.insight);
    else if (message.type === "review") this.analysis.hear(message.review);
    else if (message.type === "gone") {
      this.close();
      fill(this.place, el("h1", {}, message.reason === DELETED ? "This game was deleted" : "There is no such game"), el("p", {}, el("a", { href: "/", "data-link": true }, "To the games")));
    }
  }

  /** @param {Record<string, any>} command */
  async command(command) {
    this.complaint.textContent = "";
    const answer = await this.socket.ask(command);
    if (answer.type === "refused") {
      this.complaint.textContent = answer.reason;
      if (this.state) this.show(this.state);
    }
    return answer;
  }

  /** @param {State} state */
  take(state) {
    const before = this.state;
    this.state = state;
    this.received = performance.now();
    if (before && state.plies < (this.looking ?? 0)) this.looking = null;
    this.show(state);
    if (before && state.plies > before.plies) announce(`${state.moves[state.plies - 1].text}. ${this.turnText(state)}`);
    else if (before && state.scene.die !== before.scene.die) announce(this.turnText(state));
  }

  /** @param {State} state */
  async show(state) {
    document.title = `${state.title} – Plyground`;
    this.unsaved.hidden = state.unsaved === null;
    // Written only when it changes, or it would be read aloud with every attempt.
    if (this.unsaved.textContent !== (state.unsaved ?? "")) this.unsaved.textContent = state.unsaved ?? "";
    fill(this.title, state.title, " ", el("span", { class: "soft" }, state.variant));
    this.drawStatus(state);
    this.drawSeats(state);
    this.drawDie(state);
    this.drawResult(state);
    this.drawControls(state);
    this.drawMoves(state);
    if (this.looking !== null && this.looking < state.plies) await this.glance(this.looking);
    else {
      this.looking = null;
      this.board.show(state.scene, state.yours ? state.legal : [], state.last);
    }
    this.drawShare(state);
    this.analysis.follow(state, this.looking);
  }

  /** @param {State} state */
  turnText(state) {
    if (state.result) return state.result.text;
    const seat = state.turn.player === null ? null : state.seats[state.turn.player - 1];
    if (!seat) return "";
    if (state.turn.kind === "chance") return `${seat.name} rolls`;
    const rolled = state.scene.die ? ` with a ${state.scene.die}` : "";
    return `${seat.name} to move${rolled}`;
  }

  /** @param {State} state */
  drawStatus(state) {
    const seat = state.turn.player === null ? null : state.seats[state.turn.player - 1];
    const phase = state.phase === "play" ? "" : ` · ${state.phase}`;
    let text = this.turnText(state);
    if (this.looking !== null && this.looking < state.plies) text = `Looking at turn ${this.looking} of ${state.plies}`;
    else if (state.result) text = `${state.result.text}: ${state.result.reason}`;
    else if (state.paused) text = "Paused";
    else if (state.yours && seat && !seat.spec) text = `Your turn: ${text}${phase}`;
    else if (seat?.thinking) text = `${seat.name} thinks …${phase}`;
    this.status.textContent = text;
  }

  /** Looks at an earlier ply without changing the game. @param {number} ply */
  async look(ply) {
    const state = this.state;
    if (!state) return;
    this.looking = ply >= state.plies ? null : Math.max(0, ply);
    history.replaceState(null, "", this.looking === null ? `/game/${this.id}` : `/game/${this.id}?ply=${this.looking}`);
    await this.show(state);
  }

  /** @param {number} ply */
  async glance(ply) {
    const answer = await this.socket.ask({ do: "at", ply });
    if (answer.type === "glance" && this.looking === ply) {
      this.board.show(answer.scene, [], answer.last);
      this.glanced = answer;
    }
  }

  /** @param {State} state */
  drawSeats(state) {
    fill(this.seats, state.seats.map((seat, index) => {
      const turn = state.turn.player === index + 1 && !state.result;
      const holdings = seat.holdings.map(([what, count]) => `${count} ${count === 1 ? what.replace(/s$/, "") : what}`).join(" · ");
      const place = state.result && state.seats.length > 2 ? `place ${state.result.places[index]}` : "";
      return el("div", { class: `seat${turn ? " turn" : ""}${seat.eliminated ? " out" : ""}`, role: "listitem", "aria-current": turn ? "true" : null },
        token(index + 1, seat.symbol),
        el("span", { class: "who" }, el("strong", {}, seat.name), " ", el("span", { class: seat.spec ? "spec" : "you", title: seat.spec }, seat.label)),
        el("span", { class: "clock" }),
        el("span", { class: "holdings" }, [holdings, seat.eliminated ? "out" : "", place].filter(Boolean).join(" · ")));
    }));
    this.drawClocks();
  }

  /** Clocks run on between two messages. */
  drawClocks() {
    const state = this.state;
    if (!state) return;
    const since = performance.now() - this.received;
    [...this.seats.querySelectorAll(".clock")].forEach((place, index) => {
      const seat = state.seats[index];
      const { clock } = seat;
      const runs = clock?.runs && !state.result;
      const text = clock ? minutes(clock.left_ms - (runs ? since : 0)) : seat.used_ms >= 1000 ? minutes(seat.used_ms) : "";
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle("urgent", !!clock && clock.left_ms - (runs ? since : 0) < 10000);
    });
  }

  /** @param {State} state */
  drawDie(state) {
    const wanted = state.faces.length > 0 && !state.result;
    const face = (/** @type {number} */ number) => svg("svg", { viewBox: "0 0 30 30", "aria-hidden": "true" }, (PIPS[number] ?? []).map(([cx, cy]) => svg("circle", { cx, cy, r: 2.9 })));
    if (wanted) {
      fill(this.die, el("button", { type: "button", onclick: () => this.command({ do: "roll", face: null }) }, "Roll"),
        state.faces.map((chance, at) => chance > 0 && el("button", { type: "button", class: "face", "aria-label": `The die shows ${at + 1}`, title: `The die shows ${at + 1}`, onclick: () => this.command({ do: "roll", face: at + 1 }) }, face(at + 1))));
    } else if (state.scene.die && this.looking === null) {
      fill(this.die, el("span", { class: `face owner-${state.turn.player ?? 0}`, role: "img", "aria-label": `The die shows ${state.scene.die}` }, face(state.scene.die)));
    } else fill(this.die);
  }

  /** @param {State} state */
  drawResult(state) {
    this.result.hidden = !state.result;
    if (!state.result) return;
    fill(this.result, el("h2", {}, state.result.text), el("p", { class: "soft" }, state.result.reason),
      el("div", { class: "row" }, el("button", { type: "button", onclick: () => this.rematch() }, "Rematch, seats swapped"),
        el("a", { class: "button quiet", href: "/", "data-link": true }, "Another game")));
  }

  async rematch() {
    const answer = await this.command({ do: "rematch" });
    if (answer.type === "game") go(`/game/${answer.id}`);
  }

  /** @param {State} state */
  drawControls(state) {
    const ply = this.looking ?? state.plies;
    /** @param {string} picture @param {string} label @param {() => void} act @param {boolean} [off] @param {string} [text] */
    const button = (picture, label, act, off = false, text = "") =>
      el("button", { type: "button", class: "quiet", title: label, "aria-label": text ? null : label, disabled: off, onclick: act }, icon(picture), text && el("span", {}, text));
    const pace = el("select", { "aria-label": "Speed of engines", title: "Speed of engines", onchange: () => this.command({ do: "pace", ms: Number(/** @type {HTMLSelectElement} */ (pace).value) }) },
      PACES.map(([name, ms]) => el("option", { value: ms, selected: ms === state.pace_ms }, name)));
    const people = state.seats.some((seat) => !seat.spec);
    fill(this.controls,
      el("span", { class: "group" },
        button("first", "To the start", () => this.look(0), ply === 0),
        button("back", "One turn back", () => this.look(ply - 1), ply === 0),
        button("next", "One turn on", () => this.look(ply + 1), ply >= state.plies),
        button("last", "To the end", () => this.look(state.plies), ply >= state.plies)),
      people && button("undo", "Take your last move back", () => this.command({ do: "undo" }), !state.can.undo, "Take back"),
      people && button("redo", "Play again what was taken back", () => this.command({ do: "redo" }), !state.can.redo),
      (state.machines || state.seats.some((seat) => seat.clock)) && button(state.paused ? "play" : "pause", "Stop or start engines and clocks", () => this.command({ do: "pause", on: !state.paused }), !!state.result, state.paused ? "Go on" : "Pause"),
      state.machines && !people && pace,
      people && button("flag", "Give up", () => this.resign(), !state.can.resign, "Resign"),
      button("flip", "Turn the board around", () => this.board.flip()));
  }

  /** Asks in place whether somebody is sure. */
  resign() {
    const done = () => this.state && this.drawControls(this.state);
    fill(this.controls, el("span", {}, "Give this game up?"),
      el("button", { type: "button", onclick: () => this.command({ do: "resign" }).then(done) }, "Resign"),
      el("button", { type: "button", class: "quiet", onclick: done }, "Play on"));
    /** @type {HTMLElement} */ (this.controls.querySelector("button")).focus();
  }

  /** @param {State} state */
  drawMoves(state) {
    const at = this.looking ?? state.plies;
    const list = el("ol", {}, state.moves.map((move, index) => el("li", {},
      el("button", { type: "button", class: "plain", "aria-current": index + 1 === at ? "true" : null, onclick: () => this.look(index + 1) },
        el("span", { class: "number" }, `${index + 1}`), move.player && token(move.player), el("span", {}, move.text)))));
    fill(this.moves, el("h2", {}, "Moves"), state.moves.length === 0 ? el("p", { class: "soft" }, "None yet.") : list);
    const current = this.moves.querySelector("[aria-current]");
    if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  /** @param {State} state */
  drawShare(state) {
    const position = this.looking === null ? state.position : this.glanced?.position ?? "";
    const base = `/api/games/${this.id}`;
    const ply = this.looking ?? state.plies;
    const copy = (/** @type {string} */ what, /** @type {string} */ text) => async (/** @type {Event} */ event) => {
      await navigator.clipboard?.writeText(text);
      const button = /** @type {HTMLElement} */ (event.currentTarget ?? event.target);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = what), 1200);
    };
    fill(this.share, el("summary", {}, "Copy, save, export"),
      el("p", { class: "position" }, el("code", {}, position)),
      el("div", { class: "row" },
        el("button", { type: "button", class: "quiet", onclick: copy("Copy position", position) }, "Copy position"),
        el("button", { type: "button", class: "quiet", onclick: copy("Copy link", `${location.origin}/game/${this.id}${this.looking === null ? "" : `?ply=${ply}`}`) }, "Copy link"),
        el("a", { class: "button quiet", href: `${base}/record`, download: `${state.game}.json` }, "Record"),
        state.formats.map((format) => el("a", { class: "button quiet", href: `${base}/export/${format}`, download: `${state.game}.${format}` }, format.toUpperCase())),
        el("a", { class: "button quiet", href: `/xray?id=${this.id}${this.looking === null ? "" : `&ply=${ply}`}&game=${state.game}`, "data-link": true }, "X-ray"),
        el("a", { class: "button quiet", href: `${base}/picture?ply=${ply}`, download: `${state.game}-${ply}.svg` }, "Picture"),
        el("button", { type: "button", class: "quiet", onclick: () => this.remove() }, "Delete game")));
  }

  async remove() {
    try {
      if (await deleteGame(this.id)) go("/");
    } catch (error) {
      this.complaint.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
    const state = this.state;
    if (typing || !state || event.ctrlKey || event.metaKey || event.altKey) return;
    const ply = this.looking ?? state.plies;
    const face = Number(event.key);
    if (event.key === "[") this.look(ply - 1);
    else if (event.key === "]") this.look(ply + 1);
    else if (event.key === "u" && state.can.undo) this.command({ do: "undo" });
    else if (event.key === "f") this.board.flip();
    else if (event.key === "a") this.analysis.toggle();
    else if (event.key === "h") this.analysis.toggleHeat();
    else if (event.key === "r" && state.faces.length > 0) this.command({ do: "roll", face: null });
    else if (state.faces.length > 0 && face >= 1 && state.faces[face - 1] > 0) this.command({ do: "roll", face });
    else if (event.key === "b") this.board.focus(this.board.cursor);
    else return;
    event.preventDefault();
  }
}

/** @param {number} ms */
function minutes(ms) {
  const left = Math.max(0, ms);
  const seconds = Math.floor(left / 1000);
  if (left < 10000) return `0:0${(left / 1000).toFixed(1)}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
