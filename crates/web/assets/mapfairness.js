// @ts-check
// Whether a map favours a seat: the server plays quick games and tells the share of first places of every seat.

import { request } from "./api.js";
import { announce, el, fill } from "./dom.js";
import { decimal } from "./format.js";
import { token } from "./token.js";
import { t } from "./translate.js";

/** @typedef {import("./messages.js").MapFairness} MapFairness */

export class FairnessPanel {
  /** @param {() => string} map  the text of the current map */
  constructor(map) {
    this.map = map;
    /** The map that is judged. */ this.judged = "";
    this.result = el("div", { class: "fairness", role: "status" });
    this.button = el("button", { type: "button", class: "quiet", id: "fairness", onclick: () => this.measure() }, t("Measure fairness"));
    this.element = el("section", { "aria-label": t("Fairness") }, this.button, this.result);
  }

  /** Forgets what was said about another map. @param {string} map */
  follow(map) {
    if (map === this.judged) return;
    this.judged = "";
    fill(this.result);
  }

  async measure() {
    const map = this.map();
    this.judged = map;
    this.button.toggleAttribute("disabled", true);
    fill(this.result, el("p", { class: "soft" }, t("Playing quick games …")));
    try {
      const found = /** @type {MapFairness} */ (await request("/api/maps/fairness", { text: map }));
      if (this.judged === map) this.show(found);
    } catch (error) {
      if (this.judged === map) fill(this.result, el("p", { class: "error" }, error instanceof Error ? error.message : String(error)));
    }
    this.button.toggleAttribute("disabled", false);
  }

  /** @param {MapFairness} found */
  show(found) {
    const points = (/** @type {number} */ share) => decimal(share * 100, 0);
    const row = (/** @type {MapFairness["seats"][number]} */ seat, /** @type {number} */ index) => {
      const bar = el("span", { class: `evalpart share owner-${index + 1}` });
      bar.style.width = `${Math.max(1, seat.share * 100).toFixed(1)}%`;
      return el("tr", {}, el("th", { scope: "row" }, token(index + 1, String(index + 1))), el("td", { class: "number" }, `${points(seat.share)} %`),
        el("td", { class: "number soft small" }, t("{low} to {high}", { low: points(seat.low), high: points(seat.high) })), el("td", { class: "bar" }, bar));
    };
    const verdict = found.gap > 0
      ? t("Some seats are clearly better: at least {points} points apart after {games} quick games.", { points: decimal(found.gap * 100, 0), games: found.games })
      : t("No seat is clearly better after {games} quick games.", { games: found.games });
    fill(this.result, el("p", { class: found.gap > 0 ? "error" : "success" }, verdict),
      el("table", { class: "shares" }, el("caption", { class: "hint" }, t("Share of first places, with 95 % intervals; every seat is played by {player}.", { player: found.player })), el("tbody", {}, found.seats.map(row))));
    announce(verdict);
  }
}
