// @ts-check
// A game at the table: board, seats, die, moves and what can be done with them.

import { Board } from "./board.js";
import { go } from "./app.js";
import { announce, el, fill, svg } from "./dom.js";
import { Socket } from "./socket.js";
import { AnalysisPanel } from "./analysis.js";

/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./messages.js").Glance} Glance */

/** @param {HTMLElement} place @param {string[]} path @param {URLSearchParams} query */
export function page(place, [id], query) {
  const game = new GamePage(place, id, query.get("ply"));
  return () => game.close();
}

class GamePage {
  /** @param {HTMLElement} place @param {string} id @param {string | null} ply */
  constructor(place, id, ply) {
    this.id = id;
    /** @type {State | null} */ this.state = null;
    /** The ply that is looked at; `null` means: wherever the game stands. @type {number | null} */
    this.looking = ply === null ? null : Number(ply);
    this.socket = new Socket(`/ws/game/${encodeURIComponent(id)}`, (message) => this.hear(message));
    this.board = new Board({
      play: (move) => this.command({ do: "move", text: move }),
      preview: async (move) => {
        const answer = await this.socket.ask({ do: "preview", text: move });
        return answer.type === "effects" ? answer : null;
      },
    });
    this.title = el("h1");
    this.seats = el("div", { class: "card", role: "list", "aria-label": "Players" });
    this.die = el("div", { class: "card die", hidden: true });
    this.result = el("div", { class: "card result", role: "status", hidden: true });
    this.complaint = el("p", { class: "complaint", role: "alert" });
    this.controls = el("div", { class: "row", role: "toolbar", "aria-label": "Game" });
    this.moves = el("div", { class: "card moves", "aria-label": "Moves" });
    this.share = el("details", { class: "card" });
    this.analysis = new AnalysisPanel(this.socket, this.board, (ply) => this.look(ply));
    fill(place, this.title, el("div", { class: "table" },
      el("div", {}, this.board.element, this.controls, this.complaint),
      el("div", { class: "side" }, this.result, this.seats, this.die, this.analysis.element, this.moves, this.share)));
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
  }

  close() {
    document.removeEventListener("keydown", this.onkey);
    this.analysis.close();
    this.socket.close();
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "state") this.show(message.state);
    else if (message.type === "analysis") this.analysis.show(message, this.state);
    else if (message.type === "gone") fill(this.title, "There is no such game");
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
  async show(state) {
    const moved = this.state && state.plies > this.state.plies;
    this.state = state;
    document.title = `${state.title} – Plyground`;
    fill(this.title, state.title, el("span", { class: "soft" }, ` ${state.variant}`));
    this.drawSeats(state);
    this.drawDie(state);
    this.drawResult(state);
    this.drawControls(state);
    this.drawMoves(state);
    this.drawShare(state);
    if (this.looking !== null && this.looking < state.plies) await this.glance(this.looking);
    else {
      this.looking = null;
      this.board.show(state.scene, state.yours ? state.legal : [], state.last);
    }
    this.analysis.follow(state, this.looking ?? state.plies);
    if (moved) announce(`${state.moves[state.plies - 1].text}. ${this.turnText(state)}`);
  }

  /** @param {State} state */
  turnText(state) {
    if (state.result) return state.result.text;
    const name = state.turn.player === null ? "" : state.seats[state.turn.player - 1].name;
    return state.turn.kind === "chance" ? `${name} rolls` : `${name} to move`;
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
      const holdings = seat.holdings.map(([what, count]) => `${count} ${what}`).join(", ");
      return el("div", { class: `seat${turn ? " turn" : ""}${seat.eliminated ? " out" : ""}`, role: "listitem" },
        svg("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("g", { class: `piece owner-${index + 1}` },
          svg("circle", { cx: 5, cy: 5, r: 4.4 }), svg("text", { x: 5, y: 5 }, seat.symbol))),
        el("span", {}, el("strong", {}, seat.name), ` ${seat.label}`, seat.thinking && el("span", { class: "soft" }, " thinks …")),
        el("span", { class: "clock" }, seat.used_ms > 0 ? seconds(seat.used_ms) : ""),
        el("span", { class: "holdings" }, holdings, seat.eliminated && " – out"));
    }));
  }

  /** @param {State} state */
  drawDie(state) {
    const wanted = state.turn.kind === "chance" && state.yours && !state.result;
    this.die.hidden = !(wanted || state.scene.die);
    if (wanted) {
      fill(this.die, el("button", { type: "button", onclick: () => this.command({ do: "roll", face: null }) }, "Roll"),
        el("span", { class: "soft" }, "or enter a real die:"),
        state.faces.map((chance, face) => chance > 0 && el("button", { type: "button", class: "face", "aria-label": `rolled ${face + 1}`, onclick: () => this.command({ do: "roll", face: face + 1 }) }, face + 1)));
    } else if (state.scene.die) fill(this.die, el("span", { class: "face" }, state.scene.die), el("span", { class: "soft" }, "was rolled"));
  }

  /** @param {State} state */
  drawResult(state) {
    this.result.hidden = !state.result;
    if (!state.result) return;
    fill(this.result, el("h2", {}, state.result.text), el("p", { class: "soft" }, state.result.reason),
      el("div", { class: "row" }, el("button", { type: "button", onclick: () => this.again("rematch") }, "Rematch with seats swapped"),
        el("a", { class: "button quiet", href: "/", "data-link": true }, "Another game")));
  }

  /** @param {string} what */
  async again(what) {
    const answer = await this.command({ do: what });
    if (answer.type === "game") go(`/game/${answer.id}`);
  }

  /** @param {State} state */
  drawControls(state) {
    const ply = this.looking ?? state.plies;
    /** @param {string} text @param {string} label @param {() => void} act @param {boolean} [off] @param {boolean | null} [pressed] */
    const button = (text, label, act, off = false, pressed = null) =>
      el("button", { type: "button", class: "quiet", title: label, "aria-label": label, disabled: off, "aria-pressed": pressed === null ? null : String(pressed), onclick: act }, text);
    fill(this.controls,
      button("⏮", "To the start", () => this.look(0), ply === 0),
      button("◀", "One turn back", () => this.look(ply - 1), ply === 0),
      button("▶", "One turn on", () => this.look(ply + 1), ply >= state.plies),
      button("⏭", "To the end", () => this.look(state.plies), this.looking === null),
      button("Take back", "Take your last move back", () => this.command({ do: "undo" }), !state.can.undo),
      button("Redo", "Play what was taken back", () => this.command({ do: "redo" }), !state.can.redo),
      state.machines && button(state.paused ? "Go on" : "Pause", "Stop or start the engines", () => this.command({ do: "pause", on: !state.paused }), !!state.result, state.paused),
      button("Resign", "Give up", () => confirm("Give this game up?") && this.command({ do: "resign" }), !state.can.resign),
      button("Flip", "Turn the board around", () => this.board.flip(), false, this.board.flipped));
  }

  /** @param {State} state */
  drawMoves(state) {
    const at = this.looking ?? state.plies;
    fill(this.moves, el("h2", {}, "Moves"), el("ol", {}, state.moves.map((move, index) => el("li", {},
      el("button", { type: "button", class: "quiet", "aria-current": String(index + 1 === at), onclick: () => this.look(index + 1) },
        `${index + 1}. ${move.text}`)))));
    this.moves.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {State} state */
  drawShare(state) {
    const glance = this.looking === null ? state.position : this.glanced?.position ?? "";
    const position = el("input", { readonly: true, value: glance, "aria-label": "Position", onclick: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() });
    const base = `/api/games/${this.id}`;
    const ply = this.looking ?? state.plies;
    fill(this.share, el("summary", {}, "Copy, save and export"), position,
      el("div", { class: "row" },
        el("a", { class: "button quiet", href: `${base}/record`, download: `${state.game}.json` }, "Record"),
        state.formats.map((format) => el("a", { class: "button quiet", href: `${base}/${format}`, download: true }, format.toUpperCase())),
        el("a", { class: "button quiet", href: `${base}/picture.svg?ply=${ply}`, download: `${state.game}-${ply}.svg` }, "Picture"),
        el("a", { class: "button quiet", href: `/xray?game=${state.game}&variant=${encodeURIComponent(state.variant)}&position=${encodeURIComponent(glance)}`, "data-link": true }, "X-ray"),
        el("button", { type: "button", class: "quiet", onclick: () => navigator.clipboard?.writeText(location.href) }, "Copy link")));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
    const state = this.state;
    if (typing || !state || event.ctrlKey || event.metaKey || event.altKey) return;
    const ply = this.looking ?? state.plies;
    if (event.key === "[") this.look(ply - 1);
    else if (event.key === "]") this.look(ply + 1);
    else if (event.key === "u" && state.can.undo) this.command({ do: "undo" });
    else if (event.key === "f") this.board.flip();
    else if (event.key === "a") this.analysis.toggle();
    else if (event.key === "r" && state.turn.kind === "chance" && state.yours) this.command({ do: "roll", face: null });
    else if (event.key === "b") this.board.focus(this.board.cursor);
    else return;
    event.preventDefault();
  }
}

/** @param {number} ms */
function seconds(ms) {
  return ms < 60000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
}

