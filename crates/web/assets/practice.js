// @ts-check
// Learning from mistakes: the positions of a reviewed game in which something was given away, one after another, and the person looks for a
// better move. Any move that keeps nearly as much as the best one counts.

import { percent } from "./analysis.js";
import { announce, el, fill } from "./dom.js";
import { sentence } from "./format.js";
import { serverText, serverTexts, t } from "./translate.js";

/** @typedef {import("./messages.js").Review} Review */
/** @typedef {import("./messages.js").AnalysisReport} AnalysisReport */
/** @typedef {import("./messages.js").NodeView} NodeView */

export const MOST_MISTAKES = 8; // positions of one round
const EVERY_MOVE = 200; // moves with values of their own
const SEARCH_TIME = 3000; // milliseconds of search per position

export class Practice {
  /**
   * @param {(command: Record<string, any>) => Promise<any>} request
   * @param {import("./playboard.js").PlayBoard} board
   * @param {() => void} leave  shows the game again
   */
  constructor(request, board, leave) {
    this.request = request;
    this.board = board;
    this.leave = leave;
    /** @type {Review[]} */ this.mistakes = [];
    this.at = 0;
    /** Mistakes for which a better move was found. @type {Set<number>} */ this.found = new Set();
    /** Whether the move of the current mistake is known by now. */ this.known = false;
    /** @type {AnalysisReport | null} */ this.report = null;
    /** A move that waits for its value. @type {string | null} */ this.waiting = null;
    /** Counts positions, so that what arrives late is not taken for this one. */ this.opened = 0;
    /** What a move may give away and still count. */ this.notable = 0;
    this.active = false;
    this.element = el("section", { class: "card practice", "aria-label": t("Learn from mistakes"), hidden: true });
  }

  get mistake() {
    return this.mistakes[this.at];
  }

  /** @param {Review[]} mistakes @param {number} notable  what a move has to give away to be a mistake */
  start(mistakes, notable) {
    this.mistakes = mistakes;
    this.notable = notable;
    this.found.clear();
    this.active = true;
    this.element.hidden = false;
    this.open(0);
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** Ends the round; the page shows the game again. */
  stop() {
    if (!this.active) return;
    this.active = false;
    this.element.hidden = true;
    this.opened++;
    this.request({ do: "stop" });
    this.leave();
  }

  /** @param {number} at */
  async open(at) {
    this.at = at;
    this.known = false;
    this.report = null;
    this.waiting = null;
    const mine = ++this.opened;
    const path = pathOf(this.mistake);
    const answer = await this.request({ do: "node", ...path });
    if (mine !== this.opened) return;
    if (answer.type === "error") return this.draw(sentence(serverText(answer.reason)), "error");
    this.show(answer);
    this.draw(t("Find a better move than the one that was played."));
    const started = await this.request({ do: "analyse", at: path, ply: null, lines: EVERY_MOVE, player: null, node: String(mine), limit: { time_ms: SEARCH_TIME } });
    if (started.type === "error" && mine === this.opened) this.draw(sentence(serverText(started.reason)), "error");
  }

  /** @param {NodeView} view */
  show(view) {
    this.view = view;
    this.board.mover = view.turn.player;
    this.board.showPosition(view.scene, this.known ? [] : view.legal, view.last);
  }

  /** @param {AnalysisReport} report */
  note(report) {
    if (!this.active || report.node !== String(this.opened)) return;
    this.report = report;
    if (this.waiting !== null) this.attempt(this.waiting);
  }

  /** A move was tried. @param {string} move */
  attempt(move) {
    const { best, played, error } = this.mistake;
    this.waiting = null;
    if (move === best) return this.solve(t("Right: {move} is the best move.", { move }));
    if (move === moveOf(played)) return this.again(t("{move} was played: it gave away {chance}.", { move, chance: percent(error) }));
    const lost = this.loss(move);
    if (lost === null) {
      this.waiting = move;
      return this.draw(t("Looking at {move} …", { move }));
    }
    if (lost < this.notable) return this.solve(t("{move} is good as well; the best move is {best}.", { move, best }));
    this.again(t("{move} gives away {chance}.", { move, chance: percent(lost) }));
  }

  /** What a move gives away, as far as the search knows it. @param {string} move @returns {number | null} */
  loss(move) {
    const { report } = this;
    if (!report) return null;
    const ofMover = (/** @type {number} */ share) => (report.view === report.mover ? share : 1 - share);
    const tried = report.moves.find((rated) => rated.text === move);
    return tried ? Math.max(0, ...report.moves.map((rated) => ofMover(rated.share))) - ofMover(tried.share) : null;
  }

  /** @param {string} text */
  solve(text) {
    this.found.add(this.at);
    this.reveal(text, "good");
  }

  /** Shows the position without offering moves any more. @param {string} text @param {string} [kind] */
  reveal(text, kind = "") {
    this.known = true;
    if (this.view) this.show(this.view);
    const clicks = this.report?.moves.find((rated) => rated.text === this.mistake.best)?.clicks;
    if (clicks) this.board.showHint(clicks);
    this.draw(text, kind);
  }

  /** @param {string} text */
  again(text) {
    if (this.view) this.show(this.view);
    this.draw(`${text} ${t("Try again.")}`, "bad");
  }

  /** @param {string} text @param {string} [kind] */
  draw(text, kind = "") {
    const { mistake, at, mistakes } = this;
    const last = at + 1 === mistakes.length;
    const next = el("button", { type: "button", onclick: () => (last ? this.finish() : this.open(at + 1)) }, last ? t("Finish") : t("Next mistake"));
    fill(this.element, el("h2", {}, t("Mistake {number} of {count}", { number: at + 1, count: mistakes.length })),
      el("p", {}, t("Turn {turn}: {move} gave away {chance}.", { turn: mistake.ply + 1, move: moveOf(mistake.played), chance: percent(mistake.error) })),
      el("p", { class: `verdict ${kind}`, role: "status" }, text),
      this.known && mistake.reason && el("p", { class: "soft" }, t("The move that was played {reason}.", { reason: serverTexts(mistake.reason, "; ") })),
      el("div", { class: "row" },
        !this.known && el("button", { type: "button", class: "quiet", onclick: () => this.reveal(t("The best move is {move}.", { move: mistake.best })) }, t("Show the move")),
        next, el("button", { type: "button", class: "quiet", onclick: () => this.stop() }, t("Close"))));
    if (this.known) next.focus();
  }

  finish() {
    const text = t("You found a better move in {found} of {count} positions.", { found: this.found.size, count: this.mistakes.length });
    fill(this.element, el("h2", {}, t("Learn from mistakes")), el("p", { class: "verdict", role: "status" }, text),
      el("div", { class: "row" }, el("button", { type: "button", onclick: () => this.start(this.mistakes, this.notable) }, t("Once more")),
        el("button", { type: "button", class: "quiet", onclick: () => this.stop() }, t("Close"))));
    announce(text);
  }
}

/** The position before the mistake, after its roll. @param {Review} mistake */
function pathOf({ ply, played }) {
  return { ply, words: /^\d+:/.exec(played ?? "")?.[0] ?? "" };
}

/** A recorded move without its roll. @param {string | null} text */
function moveOf(text) {
  return (text ?? "").replace(/^\d+:/, "");
}
