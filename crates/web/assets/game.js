// @ts-check
// The page of a game: board, seats, die, moves and controls.

import { AnalysisPanel, percent } from "./analysis.js";
import { deleteGame } from "./api.js";
import { Board } from "./board.js";
import { go } from "./app.js";
import { announce, el, fill, icon, svg } from "./dom.js";
import { token } from "./token.js";
import { Socket } from "./socket.js";

/** @typedef {import("./messages.js").GameState} State */
/** @typedef {import("./messages.js").PastPosition} PastPosition */

/** Speeds of engine games: name, minimum milliseconds between two moves. @type {[string, number][]} */
const PACES = [["maximum speed", 0], ["fast", 350], ["medium", 1000], ["slow", 2500]];
/** The server's reason for closing the socket of a deleted game. */
const DELETED = "this game has been deleted";
/** The pips of each face, in a square of 30. */
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
    /** @type {PastPosition | null} */ this.past = null;
    /** The ply that is shown; `null` for the current one. @type {number | null} */
    this.viewing = ply !== null && /^\d+$/.test(ply) ? Number(ply) : null;
    this.received = performance.now();
    /** What the analysis says of every seat. @type {number[]} */ this.chances = [];
    this.place = place;
    this.board = new Board({
      play: (move) => this.command({ do: "move", text: move }),
      preview: async (move) => {
        const response = await this.socket.request({ do: "preview", text: move });
        return response.type === "effects" ? response : null;
      },
    });
    this.title = el("h1");
    this.status = el("p", { class: "status", role: "status" });
    this.seats = el("div", { class: "card seats", role: "list", "aria-label": "Players" });
    this.die = el("div", { class: "die" });
    this.result = el("div", { class: "card result", hidden: true });
    this.error = el("p", { class: "error", role: "alert" });
    this.unsaved = el("p", { class: "unsaved", role: "alert", hidden: true });
    this.controls = el("div", { class: "row controls", role: "toolbar", "aria-label": "Game" });
    this.moves = el("section", { class: "card moves", "aria-label": "Moves" });
    this.share = el("details", { class: "card" });
    this.analysis = new AnalysisPanel((command) => this.socket.request(command), this.board, (ply) => this.viewPly(ply), (chances) => this.tellChances(chances));
    this.layOut();
    this.socket = new Socket(`/ws/game/${encodeURIComponent(id)}`, (message) => this.receive(message));
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    this.clockTimer = setInterval(() => this.drawClocks(), 200);
  }

  layOut() {
    fill(this.place, this.unsaved, el("div", { class: "game-layout" },
      el("div", { class: "middle" }, el("div", { class: "row spread" }, el("div", {}, this.title, this.status), this.die), this.analysis.bar, this.board.element, this.controls, this.error),
      el("div", { class: "side" }, this.result, this.seats, this.analysis.element, this.moves, this.share)));
  }

  close() {
    clearInterval(this.clockTimer);
    document.removeEventListener("keydown", this.onkey);
    this.socket.close();
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === "state") this.update(message.state);
    else if (message.type === "analysis") this.analysis.show(message.report);
    else if (message.type === "review") this.analysis.addReview(message.review);
    else if (message.type === "gone") {
      this.close();
      fill(this.place, el("h1", {}, message.reason === DELETED ? "This game has been deleted" : "Game not found"), el("p", {}, el("a", { href: "/", "data-link": true }, "Back to the games")));
    }
  }

  /** @param {Record<string, any>} command */
  async command(command) {
    this.error.textContent = "";
    const response = await this.socket.request(command);
    if (response.type === "error") {
      this.error.textContent = response.reason;
      if (this.state) this.show(this.state);
    }
    return response;
  }

  /** @param {State} state */
  update(state) {
    const before = this.state;
    this.state = state;
    this.received = performance.now();
    if (before && state.plies < (this.viewing ?? 0)) this.viewing = null;
    this.show(state);
    if (before && state.plies > before.plies) announce(`${state.moves[state.plies - 1].text}. ${this.turnText(state)}`);
    else if (before && state.scene.die !== before.scene.die) announce(this.turnText(state));
  }

  /** @param {State} state */
  async show(state) {
    document.title = `${state.title} – Plyground`;
    this.unsaved.hidden = state.unsaved === null;
    // Written only when it changes, or screen readers would read it after every attempt.
    if (this.unsaved.textContent !== (state.unsaved ?? "")) this.unsaved.textContent = state.unsaved ?? "";
    fill(this.title, state.title, " ", el("span", { class: "soft" }, state.variant));
    this.drawStatus(state);
    this.drawSeats(state);
    this.drawDie(state);
    this.drawResult(state);
    this.drawControls(state);
    this.drawMoves(state);
    if (this.viewing !== null && this.viewing < state.plies) await this.showPast(this.viewing);
    else {
      this.viewing = null;
      this.board.show(state.scene, state.yours ? state.legal : [], state.last);
    }
    this.drawShare(state);
    this.analysis.follow(state, this.viewing);
  }

  /** @param {State} state */
  turnText(state) {
    if (state.result) return resultText(state);
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
    if (this.viewing !== null && this.viewing < state.plies) text = `Viewing turn ${this.viewing} of ${state.plies}`;
    else if (state.result) text = `${resultText(state)}: ${state.result.reason}`;
    else if (state.paused) text = "Paused";
    else if (state.yours && seat && !seat.spec) text = `Your turn: ${text}${phase}`;
    else if (seat?.thinking) text = `${seat.name} is thinking …${phase}`;
    this.status.textContent = text;
  }

  /** Shows an earlier ply without changing the game. @param {number} ply */
  async viewPly(ply) {
    const state = this.state;
    if (!state) return;
    this.viewing = ply >= state.plies ? null : Math.max(0, ply);
    history.replaceState(null, "", this.viewing === null ? `/game/${this.id}` : `/game/${this.id}?ply=${this.viewing}`);
    await this.show(state);
  }

  /** @param {number} ply */
  async showPast(ply) {
    const response = await this.socket.request({ do: "at", ply });
    if (response.type === "position" && this.viewing === ply) {
      this.board.show(response.scene, [], response.last);
      this.past = response;
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
        el("span", { class: "chance", title: "Chance by the analysis" }),
        el("span", { class: "clock" }),
        el("span", { class: "holdings" }, [holdings, seat.eliminated ? "out" : "", place].filter(Boolean).join(" · ")));
    }));
    this.tellChances(this.chances);
    this.drawClocks();
  }

  /** Writes every seat's chance beside its name. @param {number[]} chances  empty for none */
  tellChances(chances) {
    this.chances = chances;
    [...this.seats.querySelectorAll(".chance")].forEach((place, seat) => {
      place.textContent = chances.length > 0 ? percent(chances[seat]) : "";
    });
  }

  /** Clocks keep running between two messages. */
  drawClocks() {
    const state = this.state;
    if (!state) return;
    const since = performance.now() - this.received;
    [...this.seats.querySelectorAll(".clock")].forEach((place, index) => {
      const seat = state.seats[index];
      const { clock } = seat;
      const runs = clock?.running && !state.result;
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
    } else if (state.scene.die && this.viewing === null) {
      fill(this.die, el("span", { class: `face owner-${state.turn.player ?? 0}`, role: "img", "aria-label": `The die shows ${state.scene.die}` }, face(state.scene.die)));
    } else fill(this.die);
  }

  /** @param {State} state */
  drawResult(state) {
    this.result.hidden = !state.result;
    if (!state.result) return;
    fill(this.result, el("h2", {}, resultText(state)), el("p", { class: "soft" }, state.result.reason),
      el("div", { class: "row" }, el("button", { type: "button", onclick: () => this.rematch() }, "Rematch"),
        el("a", { class: "button quiet", href: "/", "data-link": true }, "New game")));
  }

  async rematch() {
    const response = await this.command({ do: "rematch" });
    if (response.type === "game") go(`/game/${response.id}`);
  }

  /** @param {State} state */
  drawControls(state) {
    const ply = this.viewing ?? state.plies;
    /** @param {string} picture @param {string} label @param {() => void} act @param {boolean} [off] @param {string} [text] */
    const button = (picture, label, act, off = false, text = "") =>
      el("button", { type: "button", class: "quiet", title: label, "aria-label": text ? null : label, disabled: off, onclick: act }, icon(picture), text && el("span", {}, text));
    const pace = el("select", { "aria-label": "Engine speed", title: "Engine speed", onchange: () => this.command({ do: "pace", ms: Number(/** @type {HTMLSelectElement} */ (pace).value) }) },
      PACES.map(([name, ms]) => el("option", { value: ms, selected: ms === state.pace_ms }, name)));
    const people = state.seats.some((seat) => !seat.spec);
    fill(this.controls,
      el("span", { class: "group" },
        button("first", "First move", () => this.viewPly(0), ply === 0),
        button("back", "Previous move", () => this.viewPly(ply - 1), ply === 0),
        button("next", "Next move", () => this.viewPly(ply + 1), ply >= state.plies),
        button("last", "Latest move", () => this.viewPly(state.plies), ply >= state.plies)),
      people && button("undo", "Take back your last move", () => this.command({ do: "undo" }), !state.can.undo, "Take back"),
      people && button("redo", "Redo the move that was taken back", () => this.command({ do: "redo" }), !state.can.redo),
      (state.engines || state.seats.some((seat) => seat.clock)) && button(state.paused ? "play" : "pause", "Pause or resume engines and clocks", () => this.command({ do: "pause", on: !state.paused }), !!state.result, state.paused ? "Resume" : "Pause"),
      state.engines && !people && pace,
      people && button("flag", "Resign the game", () => this.resign(), !state.can.resign, "Resign"),
      button("flip", "Flip the board", () => this.board.flip()));
  }

  /** Asks for confirmation in place of the controls. */
  resign() {
    const done = () => this.state && this.drawControls(this.state);
    fill(this.controls, el("span", {}, "Resign this game?"),
      el("button", { type: "button", onclick: () => this.command({ do: "resign" }).then(done) }, "Resign"),
      el("button", { type: "button", class: "quiet", onclick: done }, "Cancel"));
    /** @type {HTMLElement} */ (this.controls.querySelector("button")).focus();
  }

  /** @param {State} state */
  drawMoves(state) {
    const at = this.viewing ?? state.plies;
    const list = el("ol", {}, state.moves.map((move, index) => el("li", {},
      el("button", { type: "button", class: "plain", "aria-current": index + 1 === at ? "true" : null, onclick: () => this.viewPly(index + 1) },
        el("span", { class: "number" }, `${index + 1}`), move.player && token(move.player), el("span", {}, move.text)))));
    fill(this.moves, el("h2", {}, "Moves"), state.moves.length === 0 ? el("p", { class: "soft" }, "No moves yet.") : list);
    const current = this.moves.querySelector("[aria-current]");
    if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  /** @param {State} state */
  drawShare(state) {
    const position = this.viewing === null ? state.position : this.past?.position ?? "";
    const base = `/api/games/${this.id}`;
    const ply = this.viewing ?? state.plies;
    const copy = (/** @type {string} */ what, /** @type {string} */ text) => async (/** @type {Event} */ event) => {
      await navigator.clipboard?.writeText(text);
      const button = /** @type {HTMLElement} */ (event.currentTarget ?? event.target);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = what), 1200);
    };
    fill(this.share, el("summary", {}, "Share and export"),
      el("p", { class: "position" }, el("code", {}, position)),
      el("div", { class: "row" },
        el("button", { type: "button", class: "quiet", onclick: copy("Copy position", position) }, "Copy position"),
        el("button", { type: "button", class: "quiet", onclick: copy("Copy link", `${location.origin}/game/${this.id}${this.viewing === null ? "" : `?ply=${ply}`}`) }, "Copy link"),
        el("a", { class: "button quiet", href: `${base}/record`, download: `${state.game}.json` }, "Record"),
        state.formats.map((format) => el("a", { class: "button quiet", href: `${base}/export/${format}`, download: `${state.game}.${format}` }, format.toUpperCase())),
        el("a", { class: "button quiet", href: `/xray?id=${this.id}${this.viewing === null ? "" : `&ply=${ply}`}&game=${state.game}`, "data-link": true }, "X-ray"),
        el("a", { class: "button quiet", href: `${base}/picture?ply=${ply}`, download: `${state.game}-${ply}.svg` }, "Picture"),
        el("button", { type: "button", class: "quiet", onclick: () => this.remove() }, "Delete game")));
  }

  async remove() {
    try {
      if (await deleteGame(this.id)) go("/");
    } catch (error) {
      this.error.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
    const state = this.state;
    if (typing || !state || event.ctrlKey || event.metaKey || event.altKey) return;
    const ply = this.viewing ?? state.plies;
    const face = Number(event.key);
    if (event.key === "[") this.viewPly(ply - 1);
    else if (event.key === "]") this.viewPly(ply + 1);
    else if (event.key === "u" && state.can.undo) this.command({ do: "undo" });
    else if (event.key === "f") this.board.flip();
    else if (event.key === "a") this.analysis.toggle();
    else if (event.key === "h") this.analysis.toggleHeat();
    else if (event.key === "s") this.analysis.toggleScores();
    else if (event.key === "r" && state.faces.length > 0) this.command({ do: "roll", face: null });
    else if (state.faces.length > 0 && face >= 1 && state.faces[face - 1] > 0) this.command({ do: "roll", face });
    else if (event.key === "b") this.board.focus(this.board.cursor);
    else return;
    event.preventDefault();
  }
}

/** The result from the point of view of the only person in the game, if there is only one. @param {State} state */
function resultText(state) {
  if (!state.result) return "";
  const { places, text } = state.result;
  const people = state.seats.flatMap((seat, index) => (seat.spec ? [] : [index]));
  const winners = places.filter((place) => place === 1).length;
  if (people.length !== 1 || winners !== 1) return text;
  if (places[people[0]] === 1) return "You won";
  return places.length === 2 ? "You lost" : text;
}

/** @param {number} ms */
function minutes(ms) {
  const left = Math.max(0, ms);
  const seconds = Math.floor(left / 1000);
  if (left < 10000) return `0:0${(left / 1000).toFixed(1)}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
