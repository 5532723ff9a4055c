// @ts-check
// How to win, beside the board while a game begins. A person who pressed Play without reading a word should not learn it from the result.

import { getCatalog } from "./api.js";
import { el, fill } from "./dom.js";
import { t } from "./translate.js";

/** @typedef {import("./messages.js").GameState} State */

const BEGINNING = 4; // moves of every player

export class GoalCard {
  constructor() {
    this.element = el("section", { class: "card goal", hidden: true });
    /** The game whose goal is shown or asked for. */ this.game = "";
  }

  /** @param {State} state */
  async update(state) {
    const wanted = state.source === "played" && state.seats.some((seat) => seat.person) && !state.result && state.plies < BEGINNING * state.seats.length;
    if (!wanted || state.game === this.game) {
      if (!wanted) this.element.hidden = true;
      return;
    }
    this.game = state.game;
    const game = (await getCatalog().catch(() => null))?.games.find((one) => one.name === state.game);
    // The first of a game's rules is its goal.
    if (!game?.rules[0]) return;
    const { name, summary } = game.rules[0];
    fill(this.element, el("h2", {}, name), el("p", {}, summary), el("p", { class: "small" },
      game.introduced && el("a", { href: `/learn/${encodeURIComponent(game.name)}`, "data-link": true }, t("Learn it by playing")), game.introduced && " · ",
      el("a", { href: "/help", "data-link": true }, t("Rules"))));
    this.element.hidden = false;
  }
}
