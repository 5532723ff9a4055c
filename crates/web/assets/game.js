// @ts-check
// The page of a game: board, seats, die, moves and controls.

import { AnalysisPanel, percent } from "./analysis.js";
import { deleteGame, getCatalog, request } from "./api.js";
import { go } from "./app.js";
import { PieceDrag } from "./boarddrag.js";
import { isTurned, keepTurned, loadOptions, optionsView, saveOptions, sitsAtTop } from "./boardoptions.js";
import { drawClocks } from "./clocks.js";
import { announce, el, fill } from "./dom.js";
import { sentence } from "./format.js";
import { controlsView, dieView, movesView, resultView, seatsView, shareView, sinceYourMove } from "./gamepanels.js";
import { GoalCard } from "./goalcard.js";
import { outcome, reasonText, resultText, statusText, you } from "./guidance.js";
import { Hint } from "./hint.js";
import { MiniMap } from "./minimap.js";
import { Motion, timesOf } from "./motion.js";
import { PlayBoard } from "./playboard.js";
import { Practice } from "./practice.js";
import { h, render } from "./render.js";
import { Socket } from "./socket.js";
import { Sounds } from "./sound.js";
import { chanceBarView, lastThoughts, latestChances, thoughtsView } from "./thoughts.js";
import { serverText, t, translateState } from "./translate.js";

/** @typedef {import("./messages.js").GameState} State */
/** @typedef {import("./messages.js").PastPosition} PastPosition */

/** The server's reason for closing the socket of a deleted game. */
const DELETED = "this game has been deleted";
/** Where games come from that were not played here. @type {Record<string, string>} */
const ORIGINS = { imported: t("An imported record."), tournament: t("A game of a tournament."), hosted: t("A network game. ") };
const ROLLING = 450; // milliseconds that a die rolls
const REPLAY_PAUSE = 500; // milliseconds between two moves of a replay, after their motion

/** @param {HTMLElement} place @param {string[]} path @param {URLSearchParams} query */
export function page(place, [id], query) {
  if (!id) return void go("/library"); // every address of a game names one
  const game = new GamePage(place, id, query.get("ply"));
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
    this.motion = new Motion();
    this.sounds = new Sounds();
    /** The seat whose player is being changed, from 0. @type {number | null} */ this.changing = null;
    /** @type {import("./messages.js").Opponent[]} */ this.opponents = [];
    /** The latest roll. @type {{face: number, player: number, rolling: boolean} | null} */ this.roll = null;
    /** Counts replays, so that a new one or a click ends the one before. */ this.replays = 0;
    this.asksToResign = false;
    /** How much of a move was entered, and what to know about it. */ this.entered = { clicks: 0, notice: /** @type {string | null} */ (null) };
    this.board = new PlayBoard({
      play: (move) => (this.practice.active ? this.practice.attempt(move) : this.command({ do: "move", text: move })),
      preview: async (move) => {
        if (this.practice.active) return null;
        const response = await this.socket.request({ do: "preview", text: move });
        return response.type === "effects" ? response : null;
      },
      explain: (clicks) => this.explain(clicks),
      refused: () => this.sounds.play("refused"),
      progress: (clicks, notice) => {
        this.entered = { clicks, notice };
        if (this.state) this.drawStatus(this.state);
      },
    });
    this.board.step = (cell, from) => this.motion.step(this.board, cell, from);
    this.options = loadOptions();
    this.optionsOpen = false;
    this.optionsPanel = el("div", { class: "row board-options", role: "group", "aria-label": t("Board settings"), hidden: true });
    /** Whether the player sits at the far side, so that the board is turned. @type {boolean | null} */ this.farSide = null;
    new PieceDrag(this.board);
    new MiniMap(this.board);
    /** Shown once there is something to show. */ this.layout = el("div", { class: "game-layout", hidden: true });
    this.title = el("h1");
    this.status = el("p", { class: "status", role: "status" });
    this.seats = el("div", { class: "card seats", role: "list", "aria-label": t("Players") });
    this.die = el("div", { class: "die" });
    this.result = el("div", { class: "card result", hidden: true });
    this.error = el("p", { class: "error", role: "alert" });
    this.unsaved = el("p", { class: "unsaved", role: "alert", hidden: true });
    this.controls = el("div", { class: "row controls", role: "toolbar", "aria-label": t("Game") });
    this.moves = el("section", { class: "card moves", "aria-label": t("Moves") });
    this.share = el("details", { class: "card" });
    this.thoughts = el("section", { class: "card thoughts", hidden: true, "aria-label": t("Engines' thinking") });
    this.goal = new GoalCard();
    this.origin = el("p", { class: "soft small", hidden: true });
    this.analysis = new AnalysisPanel((command) => this.socket.request(command), this.board, (ply) => this.viewPly(ply), (chances) => this.tellChances(chances), id);
    this.hint = new Hint((command) => this.socket.request(command), this.analysis);
    this.practice = new Practice((command) => this.socket.request(command), this.board, () => this.state && this.show(this.state));
    this.analysis.practise = (mistakes) => {
      if (!this.state) return;
      this.practice.start(mistakes, this.state.notable_loss);
      this.drawStatus(this.state);
    };
    this.layOut();
    this.setOptions(this.options);
    this.socket = new Socket(`/ws/game/${encodeURIComponent(id)}`, (message) => this.receive(message));
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    // Motion is for the eye; it never makes a person wait.
    this.board.element.addEventListener("pointerdown", () => this.motion.finish());
    this.clockTimer = setInterval(() => this.drawClocks(), 200);
  }

  layOut() {
    fill(this.place, this.unsaved, this.layout);
    fill(this.layout,
      el("div", { class: "middle" }, el("div", { class: "row spread" }, el("div", {}, this.title, this.status), this.die), this.analysis.bar, this.board.element, this.controls, this.optionsPanel, this.error),
      el("div", { class: "side" }, this.result, this.origin, this.practice.element, this.goal.element, this.seats, this.thoughts, this.analysis.element, this.moves, this.share));
  }

  close() {
    clearInterval(this.clockTimer);
    this.replays++;
    this.motion.finish();
    this.sounds.close();
    document.removeEventListener("keydown", this.onkey);
    this.socket.close();
  }

  /** @param {import("./boardoptions.js").BoardOptions} options */
  setOptions(options) {
    this.options = options;
    this.motion.enabled = options.motion;
    this.board.setOptions(options);
    if (this.state) this.drawControls(this.state);
  }

  /** Turns the board so that the only person in the game sits at the bottom, unless they turned it. @param {State} state */
  async seatPerson(state) {
    if (this.farSide !== null) return;
    this.farSide = false;
    const own = you(state);
    const start = own === null ? null : await this.socket.request({ do: "at", ply: 0 });
    if (start?.type === "position" && own !== null) this.farSide = sitsAtTop(start.scene, own + 1);
    this.board.turn(this.farSide !== isTurned(state.game));
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === "state") this.update(translateState(message.state));
    else if (message.type === "analysis") this.noteReport(message.report);
    else if (message.type === "review") this.analysis.addReview(message.review);
    else if (message.type === "gone") {
      this.close();
      fill(this.place, el("h1", {}, message.reason === DELETED ? t("This game has been deleted") : t("Game not found")), el("p", {}, el("a", { href: "/", "data-link": true }, t("Back to the games"))));
    }
  }

  /** @param {Record<string, any>} command */
  async command(command) {
    this.error.textContent = "";
    const response = await this.socket.request(command);
    if (response.type === "error") {
      this.error.textContent = sentence(serverText(response.reason));
      if (this.state) this.show(this.state);
    }
    return response;
  }

  /** Why a click does nothing. @param {(number | string)[]} clicks @returns {Promise<string | null>} */
  async explain(clicks) {
    const { state } = this;
    if (!state) return null;
    if (this.practice.active) return null;
    if (this.viewing !== null) return t("This is an earlier position: go to the latest move to play on.");
    const response = await this.socket.request({ do: "explain", clicks });
    return response.type === "explanation" ? serverText(response.text) : null;
  }

  /** @param {State} state */
  update(state) {
    const before = this.state;
    this.state = state;
    this.layout.hidden = false;
    this.received = performance.now();
    this.replays++;
    this.entered = { clicks: 0, notice: null };
    if (before && state.plies < (this.viewing ?? 0)) this.viewing = null;
    if (before && before.version !== state.version) this.practice.stop();
    this.noteRoll(before, state);
    this.seatPerson(state);
    const stepped = !!before && state.plies === before.plies + 1;
    this.show(state, stepped);
    if (stepped && this.viewing === null) this.playSounds(state.changes);
    if (before && !before.result && state.result) this.sounds.play(outcome(state) === "over" ? "drawn" : outcome(state), 0.5);
    if (before && state.plies > before.plies) announce(`${state.moves[state.plies - 1].text}. ${statusText(state)}`);
    else if (before && state.scene.die !== before.scene.die) announce(statusText(state));
  }

  /** Keeps the latest roll in view, and lets a new one roll. @param {State | null} before @param {State} state */
  noteRoll(before, state) {
    const { die } = state.scene;
    const { player } = state.turn;
    if (state.plies === 0 && !die) this.roll = null;
    if (!die || player === null) return;
    const fresh = !!before && (before.plies !== state.plies || before.scene.die !== die);
    const rolling = fresh && this.motion.on;
    this.roll = { face: die, player, rolling };
    if (fresh) this.sounds.play("roll");
    if (!rolling) return;
    const mine = this.roll;
    setTimeout(() => {
      mine.rolling = false;
      if (this.roll === mine && this.state) this.drawDie(this.state);
    }, ROLLING);
  }

  /** @param {State} state @param {boolean} [stepped]  whether it is one move further than what is shown */
  async show(state, stepped = false) {
    document.title = `${state.title} – Plyground`;
    this.unsaved.hidden = state.unsaved === null;
    // Written only when it changes, or screen readers would read it after every attempt.
    const unsaved = sentence(state.unsaved ?? "");
    if (this.unsaved.textContent !== unsaved) this.unsaved.textContent = unsaved;
    render(this.title, state.title, " ", h("span", { class: "soft" }, state.variant));
    this.board.legend = state.legend.map(([letter, meaning]) => [letter, meaning]);
    this.drawStatus(state);
    this.drawSeats(state);
    this.drawDie(state);
    this.result.hidden = !state.result;
    this.result.className = `card result ${outcome(state)}`;
    render(this.result, resultView(state, () => this.rematch(), () => this.hostAgain()));
    this.drawThoughts(state);
    this.drawOrigin(state);
    this.goal.update(state);
    this.drawControls(state);
    this.drawMoves(state);
    if (this.viewing !== null && this.viewing < state.plies) await this.showPast(this.viewing, stepped);
    else {
      this.viewing = null;
      this.board.mover = state.turn.player;
      this.board.showPosition(state.scene, state.yours ? state.legal : [], state.last, state.changes, stepped ? (board, old, moved) => this.motion.play(board, old, moved) : null);
      if (!stepped) this.motion.finish();
    }
    this.drawShare(state);
    this.analysis.follow(state, this.viewing);
  }

  /** @param {State} state */
  drawStatus(state) {
    const past = this.viewing !== null && this.viewing < state.plies;
    const text = this.practice.active ? t("Find a better move.") : past ? t("Viewing turn {turn} of {turns}.", { turn: this.viewing ?? 0, turns: state.plies })
      : state.result ? [sentence(resultText(state)), reasonText(state)].filter(Boolean).join(" ")
        : this.entered.notice ?? statusText(state, this.entered.clicks);
    this.status.classList.toggle("yours", state.yours && !past && !state.result);
    this.status.classList.toggle("notice", !past && this.entered.notice !== null);
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  /** @param {State} state */
  drawSeats(state) {
    render(this.seats, seatsView(state, { open: this.changing, opponents: this.opponents, choose: (seat) => this.chooseSeat(seat), pick: (seat, who) => this.changeSeat(seat, who) }));
    this.tellChances(this.chances);
    this.drawClocks();
  }

  /** Opens the choice of a player for a seat. @param {number | null} seat  from 0; `null` closes it */
  async chooseSeat(seat) {
    const { state } = this;
    if (!state) return;
    if (seat !== null && this.opponents.length === 0) {
      try {
        this.opponents = (await getCatalog()).games.find((game) => game.name === state.game)?.opponents ?? [];
      } catch (error) {
        this.error.textContent = sentence(error instanceof Error ? error.message : String(error));
        return;
      }
    }
    this.changing = seat;
    this.drawSeats(state);
    if (seat !== null) this.seats.querySelector("select")?.focus();
  }

  /** @param {number} seat  from 0 @param {string} who */
  async changeSeat(seat, who) {
    this.changing = null;
    await this.command({ do: "seat", seat: seat + 1, who });
  }

  /** Looks for a good move for a moment and points it out. */
  async showHint() {
    if (!this.state || this.hint.searching) return;
    if (!this.analysis.on) this.status.textContent = t("Looking for a good move …");
    try {
      const good = await this.hint.find();
      if (!good || good.version !== this.state.version) return this.drawStatus(this.state);
      this.board.showHint(good.clicks);
      this.status.textContent = t("A good move: {move}.", { move: good.text });
      announce(this.status.textContent);
    } catch (error) {
      this.drawStatus(this.state);
      this.error.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {import("./messages.js").AnalysisReport} report */
  noteReport(report) {
    this.practice.note(report);
    this.hint.note(report);
    if (this.analysis.on) this.analysis.show(report);
  }

  /** @param {boolean} on */
  setSound(on) {
    this.sounds.begin();
    this.sounds.set(on);
    if (this.state) this.drawControls(this.state);
  }

  /** The sounds of what is shown. @param {import("./messages.js").SceneChange[]} changes */
  playSounds(changes) {
    this.sounds.playChanges(timesOf(changes, this.board.scene?.cols ?? 1, this.motion.on));
  }

  /** @param {State} state */
  drawDie(state) {
    render(this.die, dieView(state, this.viewing === null ? this.roll : null, (face) => this.command({ do: "roll", face })));
  }

  /** Shows the moves since the person's own, one after another, and then the current position. @param {number} from  the ply to begin with */
  async replay(from) {
    const mine = ++this.replays;
    const { state } = this;
    if (!state) return;
    for (let ply = from; ply <= state.plies; ply++) {
      this.viewing = ply === state.plies ? null : ply;
      await this.show(state, ply > from);
      await this.motion.ended;
      await new Promise((resolve) => setTimeout(resolve, REPLAY_PAUSE));
      if (mine !== this.replays) return;
    }
  }

  /** Shows an earlier ply without changing the game. @param {number} ply */
  async viewPly(ply) {
    const state = this.state;
    if (!state) return;
    this.replays++;
    this.practice.stop();
    const shown = this.viewing ?? state.plies;
    this.viewing = ply >= state.plies ? null : Math.max(0, ply);
    history.replaceState(null, "", this.viewing === null ? `/game/${this.id}` : `/game/${this.id}?ply=${this.viewing}`);
    await this.show(state, (this.viewing ?? state.plies) === shown + 1);
  }

  /** @param {number} ply @param {boolean} stepped */
  async showPast(ply, stepped) {
    const response = await this.socket.request({ do: "at", ply });
    if (response.type === "position" && this.viewing === ply) {
      this.board.showPosition(response.scene, [], response.last, response.changes, stepped ? (board, old, moved) => this.motion.play(board, old, moved) : null);
      if (stepped) this.playSounds(response.changes);
      else this.motion.finish();
      this.past = response;
    }
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
    if (this.state) drawClocks(this.seats, this.state, performance.now() - this.received);
  }

  /** Where a game comes from that was not played here. @param {State} state */
  drawOrigin(state) {
    this.origin.hidden = state.source === "played";
    const host = state.host ? h("a", { href: `/host/${state.host}`, "data-link": true }, t("Host")) : "";
    render(this.origin, ORIGINS[state.source] ?? "", !state.result && host);
  }

  /** What the players of a network game thought before the moves that are shown. @param {State} state */
  drawThoughts(state) {
    const thoughts = lastThoughts(state.thoughts, this.viewing ?? state.plies);
    this.thoughts.hidden = state.thoughts.length === 0;
    const players = state.seats.map((seat) => ({ name: seat.label, symbol: seat.symbol }));
    render(this.thoughts, h("h2", {}, t("Engines' thinking")), chanceBarView(latestChances(thoughts), players.map(({ name }) => name)), h("div", { role: "list" }, thoughtsView(thoughts, players)));
  }

  async hostAgain() {
    try {
      go(`/host/${(await request(`/api/games/${this.id}/host`, {})).id}`);
    } catch (error) {
      this.error.textContent = sentence(error instanceof Error ? error.message : String(error));
    }
  }

  async rematch() {
    const response = await this.command({ do: "rematch" });
    if (response.type === "game") go(`/game/${response.id}`);
  }

  /** @param {State} state */
  drawControls(state) {
    if (this.asksToResign && state.can.resign) return this.drawResignation();
    this.asksToResign = false;
    const since = sinceYourMove(state);
    render(this.controls, controlsView(state, this.viewing ?? state.plies, {
      view: (ply) => this.viewPly(ply),
      command: (command) => this.command(command),
      resign: () => {
        this.asksToResign = true;
        this.drawControls(state);
        /** @type {HTMLElement} */ (this.controls.querySelector("button")).focus();
      },
      flip: () => this.flip(),
      replay: since === null ? null : () => this.replay(since),
      hint: () => this.showHint(),
      sound: (on) => this.setSound(on),
      options: (open) => {
        this.optionsOpen = open;
        this.drawControls(state);
      },
    }, this.optionsOpen, this.sounds.on));
    this.optionsPanel.hidden = !this.optionsOpen;
    render(this.optionsPanel, optionsView(this.options, state.scene, (options) => {
      saveOptions(options);
      this.setOptions(options);
    }));
  }

  /** Turns the board around, for this and later games. */
  flip() {
    this.board.flip();
    if (this.state) keepTurned(this.state.game, this.board.flipped !== (this.farSide ?? false));
  }

  /** Asks for confirmation in place of the controls. */
  drawResignation() {
    const close = () => {
      this.asksToResign = false;
      if (this.state) this.drawControls(this.state);
    };
    render(this.controls, h("span", {}, t("Resign this game?")),
      h("button", { key: "yes", type: "button", onclick: () => this.command({ do: "resign" }).then(close) }, t("Resign")),
      h("button", { key: "no", type: "button", class: "quiet", onclick: close }, t("Cancel")));
  }

  /** @param {State} state */
  drawMoves(state) {
    render(this.moves, movesView(state, this.viewing ?? state.plies, (ply) => this.viewPly(ply)));
    const [list, current] = [this.moves.querySelector("ol"), this.moves.querySelector("[aria-current]")];
    if (list && current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  /** @param {State} state */
  drawShare(state) {
    const position = this.viewing === null ? state.position : this.past?.position ?? "";
    render(this.share, shareView(state, this.id, this.viewing, position, () => this.remove()));
  }

  async remove() {
    try {
      if (await deleteGame(this.id)) go("/");
    } catch (error) {
      this.error.textContent = sentence(error instanceof Error ? error.message : String(error));
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
    else if (event.key === "f") this.flip();
    else if (event.key === "i" && state.yours && state.legal.length > 0 && this.viewing === null) this.showHint();
    else if (event.key === "m") this.setSound(!this.sounds.on);
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
