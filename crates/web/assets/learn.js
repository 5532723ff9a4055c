// @ts-check
// The introduction to a game: a few positions to play in, with words. Everything in it comes from the game.

import { ApiError, getCatalog, request } from "./api.js";
import { go } from "./app.js";
import { sitsAtTop } from "./boardoptions.js";
import { announce, el, fill } from "./dom.js";
import { sentence } from "./format.js";
import { Motion } from "./motion.js";
import { PlayBoard } from "./playboard.js";
import { h, render } from "./render.js";
import { serverText, t, translatePosition } from "./translate.js";

/** @typedef {import("./messages.js").IntroductionPosition} IntroductionPosition */
/** @typedef {import("./messages.js").IntroductionResponse} IntroductionResponse */

/** @param {HTMLElement} place @param {string[]} path */
export async function page(place, [name]) {
  const { games } = await getCatalog();
  const game = games.find((one) => one.name === name);
  if (!game?.introduced) {
    fill(place, el("h1", {}, t("There is no such introduction")), el("p", {}, el("a", { href: "/", "data-link": true }, t("Back to the games"))));
    return;
  }
  document.title = `${t("Learn {game}", { game: game.title })} – Plyground`;
  const steps = /** @type {IntroductionPosition[]} */ (await request(`/api/introduction/${encodeURIComponent(game.name)}`));
  for (const step of steps) translatePosition(step).task = serverText(step.task);
  new Introduction(place, game, steps).show();
}

class Introduction {
  /** @param {HTMLElement} place @param {import("./messages.js").CatalogGame} game @param {IntroductionPosition[]} steps */
  constructor(place, game, steps) {
    this.game = game;
    this.steps = steps;
    this.at = 0;
    /** What was said about the last move. @type {{solved: boolean, words: string} | null} */ this.said = null;
    this.error = "";
    this.motion = new Motion();
    this.board = new PlayBoard({
      play: (text) => this.play(text),
      preview: async (text) => {
        const response = await this.ask({ text });
        return response ? { cells: [], paths: [], changes: response.changes } : null;
      },
      explain: async (clicks) => (this.said?.solved ? null : ((await this.ask({ clicks }))?.words ?? null)),
      progress: (clicks) => this.draw(clicks),
    });
    this.board.step = (cell, from) => this.motion.step(this.board, cell, from);
    this.words = el("div", { class: "card lesson-words", "aria-live": "polite" });
    fill(place, el("h1", {}, t("Learn {game}", { game: game.title })), el("div", { class: "lesson" }, this.board.element, this.words));
  }

  get step() {
    return this.steps[this.at];
  }

  /** @param {Record<string, any>} body @returns {Promise<IntroductionResponse | null>} */
  async ask(body) {
    try {
      this.error = "";
      const response = await request(`/api/introduction/${encodeURIComponent(this.game.name)}`, { step: this.at, ...body });
      return { ...response, words: serverText(response.words) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = sentence(error.message);
      this.draw();
      return null;
    }
  }

  /** Begins the current step. */
  show() {
    const { step, board } = this;
    this.said = null;
    this.motion.finish();
    board.mover = step.player;
    board.legend = step.legend.map(([letter, meaning]) => [letter, meaning]);
    board.showPosition(step.scene, step.legal, []);
    board.turn(sitsAtTop(step.scene, step.player) && step.scene.seats.length === 2 && step.scene.cells.some((cell) => cell.ground === "home"));
    this.draw();
    announce(step.task);
  }

  /** @param {string} text */
  async play(text) {
    const response = await this.ask({ text });
    const { step, board } = this;
    if (!response?.scene) return board.showPosition(step.scene, step.legal, []);
    this.said = { solved: response.solved, words: response.words };
    if (response.solved) board.showPosition(response.scene, [], [], response.changes, (shown, old, moved) => this.motion.play(shown, old, moved));
    else board.showPosition(step.scene, step.legal, []);
    this.draw();
  }

  /** @param {number} [clicks]  of the move that is being entered */
  draw(clicks = 0) {
    const { at, steps, step, said } = this;
    const last = at + 1 === steps.length;
    const prompt = clicks > 0 ? step.prompts[Math.min(clicks, step.prompts.length - 1)] : "";
    render(this.words,
      h("p", { class: "soft small" }, t("Step {step} of {steps}", { step: at + 1, steps: steps.length })),
      h("progress", { max: steps.length, value: at + (said?.solved ? 1 : 0), "aria-label": t("Progress") }),
      h("p", { class: "task" }, said?.solved ? said.words : step.task),
      prompt && !said?.solved && h("p", { class: "small" }, `${prompt}.`),
      said && !said.solved && h("p", { class: "hint-words", role: "status" }, said.words),
      this.error && h("p", { class: "error", role: "alert" }, this.error),
      said?.solved && h("div", { class: "row" },
        last ? h("button", { key: "game", type: "button", onclick: () => this.begin() }, t("Play a game")) : h("button", { key: "next", type: "button", onclick: () => this.next() }, t("Next")),
        h("button", { key: "again", type: "button", class: "quiet", onclick: () => this.show() }, t("Again"))),
      h("p", { key: "skip", class: "small" }, h("a", { href: `/?game=${encodeURIComponent(this.game.name)}`, "data-link": true }, t("Skip the introduction"))));
    if (said?.solved) /** @type {HTMLElement | null} */ (this.words.querySelector("button"))?.focus({ preventScroll: true });
  }

  next() {
    this.at++;
    this.show();
  }

  /** A game against the weakest opponent. */
  async begin() {
    const { game } = this;
    try {
      const seats = game.picture.seats.map((_, seat) => (seat === 0 ? "human" : game.opponents[0].spec));
      go(`/game/${(await request("/api/games", { game: game.name, seats, deal: game.deals })).id}`);
    } catch (error) {
      this.error = sentence(error instanceof Error ? error.message : String(error));
      this.draw();
    }
  }
}
