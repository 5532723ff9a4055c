// @ts-check
// The viewer of recorded searches; also the entry point of exported files.

import { CompareView } from "./compare.js";
import { el, fill } from "./dom.js";
import { GrowthView } from "./growthview.js";
import { SearchView } from "./searchview.js";
import { serverText, t } from "./translate.js";
import { ENDINGS } from "./words.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./recording.js").Scene} Scene */
/** @typedef {SearchView | GrowthView | CompareView | null} AnyView */

/**
 * @typedef {object} MountOptions
 * @property {(moves: string[]) => Promise<Scene>} [board]  asks for boards that are not in the recording
 * @property {boolean} [link]  keep the moment in the address of the page
 * @property {(line: string[]) => boolean} [pick]  a node was clicked; true if that was all
 */

const LINK_DELAY = 250; // milliseconds without a change before the address is written

export class Viewer {
  /** @param {HTMLElement} place @param {Recording} recording @param {MountOptions} options */
  constructor(place, recording, options) {
    this.recording = recording;
    recording.seats = recording.seats.map(serverText);
    this.options = options;
    /** @type {AnyView} */ this.view = null;
    /** Which search is shown; 2 for both. */
    this.chosen = -1;
    /** @type {number | undefined} */ this.timer = undefined;
    const names = recording.searches.length === 2 ? ["A", "B"] : [""];
    const trees = recording.searches.every((search) => search.visits.parent.length > 0);
    const tab = (/** @type {number} */ number, /** @type {string} */ text) => el("button", { type: "button", class: "quiet", role: "tab", "data-search": number, onclick: () => this.choose(number) }, text);
    this.tabs = el("div", { class: "group tabs", role: "tablist", "aria-label": t("Searches"), hidden: names.length < 2 }, names.map((name, number) => tab(number, `${name}: ${recording.searches[number].label || recording.searches[number].player}`)), names.length === 2 && trees ? tab(2, t("Both on one tree")) : null);
    this.body = el("div", { class: "viewer-body" });
    this.element = el("div", { class: "viewer" }, this.tabs, this.body, legend(recording));
    fill(place, this.element);
    const hash = new URLSearchParams(location.hash.slice(1));
    const asked = options.link ? Number(hash.get("search") ?? NaN) : NaN;
    this.choose(Number.isInteger(asked) && asked >= 0 && asked <= 2 ? asked : names.length === 2 && trees ? 2 : 0);
    if (options.link && hash.size > 0) /** @type {AnyView} */ (this.view)?.restore(hash);
  }

  /** @param {number} number  a search, or 2 for both */
  choose(number) {
    const { recording } = this;
    const last = number === 2 && (recording.searches.length < 2 || recording.searches.some((search) => search.visits.parent.length === 0)) ? 0 : Math.min(number, recording.searches.length === 2 ? 2 : 0);
    if (last === this.chosen) return;
    this.view?.destroy();
    this.view = null;
    this.chosen = last;
    for (const tab of this.tabs.children) tab.setAttribute("aria-selected", String(tab.getAttribute("data-search") === String(last)));
    const options = { board: this.options.board, changed: () => this.changed(), pick: (/** @type {string[]} */ line) => this.options.pick?.(line) ?? false };
    const search = recording.searches[last === 2 ? 0 : last];
    if (last === 2) this.view = new CompareView(recording, options);
    else if (search.visits.parent.length > 0) this.view = new SearchView(recording, last, options);
    else if (search.growth && search.growth.parent.length > 0) this.view = new GrowthView(recording, last, options);
    fill(this.body, this.view ? this.view.element : el("p", { class: "card" }, search.best ? t("Best move {move}. ", { move: search.best }) : "", search.reason ? serverText(search.reason) : t("This search has no tree.")));
    // Drawings measure their place, which they have only now.
    if (this.view instanceof SearchView) this.view.update();
  }

  changed() {
    if (!this.options.link) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.view || !this.element.isConnected) return;
      const place = new URLSearchParams({ search: String(this.chosen), .../** @type {Record<string, string>} */ (this.view.place()) });
      history.replaceState(history.state, "", `${location.pathname}${location.search}#${place}`);
    }, LINK_DELAY);
  }

  destroy() {
    clearTimeout(this.timer);
    this.view?.destroy();
  }
}

/** Shows a recording in an element. @param {HTMLElement} place @param {Recording} recording @param {MountOptions} [options] */
export function mountRecording(place, recording, options = {}) {
  return new Viewer(place, recording, options);
}

/** @param {Recording} recording */
function legend(recording) {
  const used = new Set(recording.searches.flatMap((search) => [...new Set(search.visits.ending)].map((ending) => search.endings[ending])));
  const shapes = /** @type {[string, string][]} */ ([["▲", t("max: the searching player, who wants the highest value")], ["▼", t("min: an opponent, who wants the lowest")], ["●", t("chance: the dice; the value is the mean")], ["⬡", t("own: an opponent who plays for themselves (max^n)")]]);
  return el("details", { class: "card legend-card" }, el("summary", {}, t("Legend and keys")),
    el("div", { class: "legend-grid" },
      el("ul", { class: "plainlist legend" }, ENDINGS.filter(([name]) => used.has(name)).map(([name, title, text]) => el("li", {}, el("span", { class: `swatch ends-${name}` }), el("strong", {}, title), `: ${text}`))),
      el("ul", { class: "plainlist legend" }, shapes.map(([sign, text]) => el("li", {}, el("span", { class: "sign", "aria-hidden": "true" }, sign), text)),
        el("li", {}, el("strong", {}, "≥, ≤"), t(" only a bound: the search stopped as soon as that was enough")), el("li", {}, el("strong", {}, "x … y"), t(" the window: alpha and beta, only values between them matter"))),
      el("ul", { class: "plainlist legend" }, [[t("space"), t("play, pause")], ["← →", t("step")], ["o", t("step over")], ["u", t("step out")], ["c", t("next cut-off")], [t("Home End"), t("start, end")]].map(([key, text]) => el("li", {}, ...key.split(" ").map((one) => el("kbd", {}, one)), ` ${text}`)))));
}
