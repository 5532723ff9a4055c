// @ts-check
// What was played in the current position before: in all finished games of the server, and in quick games of an engine against itself.

import { percent } from "./analysis.js";
import { request } from "./api.js";
import { el, fill } from "./dom.js";
import { reasonOf, retry } from "./form.js";
import { t } from "./translate.js";
import { isRoll } from "./variations.js";

/** @typedef {import("./messages.js").ExploredPosition} ExploredPosition */
/** @typedef {import("./messages.js").NodePath} NodePath */

const WAIT = 150; // milliseconds without a change before the server is asked
const KEPT = 300;

export class ExplorerPanel {
  /** @param {string} id @param {(words: string[]) => void} play */
  constructor(id, play) {
    this.address = `/api/games/${encodeURIComponent(id)}/explore`;
    this.play = play;
    /** The node that is shown. */
    this.key = "";
    /** @type {NodePath | null} */ this.path = null;
    /** @type {Map<string, ExploredPosition>} */ this.known = new Map();
    /** @type {number | undefined} */ this.timer = undefined;
    this.button = el("button");
    this.content = el("div", { class: "explorer" });
    this.element = /** @type {HTMLDetailsElement} */ (el("details", { class: "card", ontoggle: () => this.update() }, el("summary", {}, t("Explorer: what was played here")), this.content));
    this.content.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-word]") : null;
      if (button) this.play([button.getAttribute("data-word") ?? ""]);
    });
  }

  /** @param {string} key @param {NodePath} path */
  show(key, path) {
    this.key = key;
    this.path = path;
    this.update();
  }

  update() {
    clearTimeout(this.timer);
    if (!this.element.open || !this.path) return;
    const known = this.known.get(this.key);
    if (known) return this.draw(known);
    fill(this.content, el("p", { class: "soft" }, "…"));
    this.timer = setTimeout(() => this.ask(this.key, /** @type {NodePath} */ (this.path)), WAIT);
  }

  /** @param {string} key @param {NodePath} path @param {boolean} [play]  whether an engine plays some games first */
  async ask(key, path, play = false) {
    try {
      const found = await request(play ? `${this.address}/play` : this.address, path);
      if (this.known.size >= KEPT) this.known.clear();
      this.known.set(key, found);
      if (this.key === key) this.draw(found);
    } catch (error) {
      if (this.key === key) fill(this.content, retry(reasonOf(error), () => this.update()));
    }
  }

  /** Lets an engine play from the position that is shown. */
  async playOut() {
    const { key, path } = this;
    if (!path) return;
    fill(this.button, t("Playing …"));
    this.button.setAttribute("disabled", "");
    // What was played from here changes what was played in the positions after it.
    this.known.clear();
    await this.ask(key, path, true);
    if (this.key !== key) this.update();
  }

  /** @param {ExploredPosition} found */
  draw(found) {
    this.button = el("button", { type: "button", class: "quiet", title: t("An engine plays quick games against itself from here"), onclick: () => this.playOut() }, t("Play quick games from here"));
    fill(this.content,
      found.moves.length === 0 ? el("p", { class: "soft" }, t("No finished game of this server came here.")) : table(found.moves),
      found.self_play.length > 0 && el("h3", {}, t("Engine against itself")),
      found.self_play.length > 0 && table(found.self_play),
      el("div", { class: "row" }, this.button));
  }
}

/** @param {import("./messages.js").ExploredMove[]} moves */
function table(moves) {
  const valued = moves.some((move) => move.value !== null);
  return el("table", {},
    el("thead", {}, el("tr", {}, el("th", {}, isRoll(moves[0].word) ? t("roll") : t("move")), el("th", { class: "number" }, t("games")),
      valued && el("th", { class: "number", title: t("The average chance of the player to move, as the engine judged it") }, t("value")), el("th", {}, t("results")))),
    el("tbody", {}, moves.map((move) => el("tr", {},
      el("td", {}, el("button", { type: "button", class: "plain", "data-word": move.word }, move.word)),
      el("td", { class: "number" }, move.games),
      valued && el("td", { class: "number" }, move.value === null ? "–" : percent(move.value)),
      el("td", {}, results(move.scores))))));
}

/** One part per player, as wide as their average score. @param {number[]} scores */
function results(scores) {
  const label = scores.map((score, seat) => t("player {number}: {score}", { number: seat + 1, score: percent(score) })).join(", ");
  return el("div", { class: "evalbar", role: "img", "aria-label": label, title: label }, scores.map((score, seat) => {
    const part = el("div", { class: `evalpart owner-${seat + 1}` });
    part.style.width = `${(score * 100).toFixed(1)}%`;
    return part;
  }));
}
