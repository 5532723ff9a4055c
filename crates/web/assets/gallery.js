// @ts-check
// The boards of a game as pictures: its variants and maps, filtered by players and size.

import { request } from "./api.js";
import { pick } from "./choice.js";
import { el, fill } from "./dom.js";
import { thumbnail } from "./thumbnail.js";
import { t } from "./translate.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */
/** @typedef {import("./messages.js").BoardPicture} BoardPicture */

/** Names and the most squares of the sizes. @type {[string, number][]} */
const SIZES = [["Small", 100], ["Medium", 400], ["Large", Infinity]];
/** @type {Record<string, string>} */
const SIZE_NAMES = { Small: t("small"), Medium: t("medium"), Large: t("large") };

/** On narrow screens this many boards are shown until more are asked for. */
const FEW = 8;
const NARROW = window.matchMedia("(max-width: 900px)");

/**
 * @typedef {object} Entry
 * @property {string} value  `variant:NAME` or `map:NAME`
 * @property {string} name
 * @property {number} players  0 until known
 * @property {number} squares
 * @property {HTMLInputElement} radio
 * @property {HTMLElement} card
 * @property {HTMLElement} picture
 * @property {HTMLElement} facts
 * @property {BoardPicture} [drawn]
 */

export class Gallery {
  /** @param {CatalogGame} game @param {() => void} changed  another board was chosen, or its picture has arrived */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    this.all = !NARROW.matches;
    this.wanted = { players: 0, size: "" };
    this.offered = ""; // the filters that are shown
    const maps = game.boards.filter((board) => !game.variants.some((one) => one.name === board.name));
    /** @type {Entry[]} */
    this.entries = [...game.variants.map((one) => this.entry(`variant:${one.name}`, one.name, one.summary)),
      ...maps.map((board) => this.entry(`map:${board.name}`, board.name, board.summary))];
    for (const board of game.boards) this.setFacts(this.entries.find((entry) => entry.name === board.name), board.players, board.cols, board.rows);
    this.entries[0].radio.checked = true;
    const word = game.boards.length ? t("Board") : t("Variant");
    this.hasBoards = game.boards.length > 0;
    this.filters = el("div", { class: "filters" });
    this.count = el("p", { class: "soft small", role: "status" });
    this.failed = el("p", { class: "error", role: "alert" });
    this.more = el("button", { type: "button", class: "quiet", onclick: () => this.showAll() });
    this.cards = el("div", { class: "gallery" }, this.entries.map((entry) => entry.card));
    this.element = el("fieldset", { class: "plainset boards", hidden: this.entries.length < 2 },
      el("legend", {}, el("h2", {}, word)), this.filters, this.failed, this.cards, this.more, this.count);
    this.showFilters();
    this.filter();
  }

  /** @param {string} value @param {string} name @param {string} summary @returns {Entry} */
  entry(value, name, summary) {
    const picture = el("span", { class: "picture" });
    const facts = el("span", { class: "soft small" });
    const { radio, card } = pick("board", value, "boardcard", picture, el("strong", {}, name), facts, el("span", { class: "small sentence" }, summary));
    radio.addEventListener("change", () => this.changed());
    return { value, name, players: 0, squares: 0, radio, card, picture, facts };
  }

  /** @param {Entry | undefined} entry @param {number} players @param {number} cols @param {number} rows */
  setFacts(entry, players, cols, rows) {
    if (!entry) return;
    [entry.players, entry.squares] = [players, cols * rows];
    entry.facts.textContent = t("{players} players · {cols}×{rows}", { players, cols, rows });
  }

  /** Loads and draws the pictures. */
  async load() {
    fill(this.failed);
    try {
      const pictures = /** @type {BoardPicture[]} */ (await request(`/api/catalog/${encodeURIComponent(this.game.name)}/boards`));
      for (const drawn of pictures) {
        const entry = this.entries.find((entry) => entry.value === (drawn.map === null ? `variant:${drawn.variant}` : `map:${drawn.map}`));
        if (!entry) continue;
        entry.drawn = drawn;
        this.setFacts(entry, drawn.scene.seats.length, drawn.scene.cols, drawn.scene.rows);
        fill(entry.picture, thumbnail(drawn.scene, drawn.offers));
      }
    } catch (error) {
      fill(this.failed, t("The pictures could not be loaded: {reason} ", { reason: error instanceof Error ? error.message : String(error) }),
        el("button", { type: "button", class: "quiet", onclick: () => this.load() }, t("Try again")));
    }
    this.showFilters();
    this.filter();
    this.changed();
  }

  /** Offers only filters that make a difference. */
  showFilters() {
    const players = [...new Set(this.entries.map((entry) => entry.players))].filter((number) => number > 0).sort((a, b) => a - b);
    const sizes = SIZES.filter(([name]) => this.entries.some((entry) => entry.squares > 0 && sizeOf(entry.squares) === name));
    const key = JSON.stringify([players, sizes]);
    if (key === this.offered) return;
    this.offered = key;
    fill(this.filters,
      players.length > 1 && this.chips(t("Players"), [["0", t("any")], ...players.map((number) => /** @type {[string, string]} */ ([`${number}`, `${number}`]))], `${this.wanted.players}`, (value) => (this.wanted.players = Number(value))),
      sizes.length > 1 && this.chips(t("Size"), [["", t("any")], ...sizes.map(([name]) => /** @type {[string, string]} */ ([name, SIZE_NAMES[name] ?? name]))], this.wanted.size, (value) => (this.wanted.size = value)));
    this.filters.hidden = players.length < 2 && sizes.length < 2;
  }

  /** @param {string} name @param {[string, string][]} values @param {string} chosen @param {(value: string) => void} set */
  chips(name, values, chosen, set) {
    return el("div", { class: "chips", role: "radiogroup", "aria-label": name }, el("span", { class: "soft small", "aria-hidden": "true" }, name),
      values.map(([value, text]) => {
        const { radio, card } = pick(`filter-${name}`, value, "chip", text);
        radio.checked = value === chosen;
        radio.addEventListener("change", () => {
          set(value);
          this.all = true;
          this.filter();
        });
        return card;
      }));
  }

  showAll() {
    this.all = true;
    const first = this.entries.find((entry) => entry.card.hidden);
    this.filter();
    first?.radio.scrollIntoView({ block: "center" });
  }

  /** Hides the boards that do not match. If the chosen one does not, the first match is chosen: what is chosen stays visible. */
  filter() {
    const { players, size } = this.wanted;
    const matches = this.entries.filter((entry) => (players === 0 || entry.players === players) && (size === "" || sizeOf(entry.squares) === size));
    const lost = matches.length > 0 && !matches.includes(this.chosen);
    if (lost) matches[0].radio.checked = true;
    const shown = this.all ? matches : matches.filter((entry, index) => index < FEW || entry.radio.checked);
    for (const entry of this.entries) entry.card.hidden = !shown.includes(entry);
    this.more.hidden = shown.length === matches.length;
    this.more.textContent = this.hasBoards ? t("Show all {count} boards", { count: matches.length }) : t("Show all {count} variants", { count: matches.length });
    this.count.textContent = matches.length === this.entries.length ? "" : matches.length === 0 ? (this.hasBoards ? t("None of the boards matches.") : t("None of the variants matches.")) : (this.hasBoards ? t("{count} of {all} boards", { count: matches.length, all: this.entries.length }) : t("{count} of {all} variants", { count: matches.length, all: this.entries.length }));
    if (lost) this.changed();
  }

  /** @param {string} value */
  choose(value) {
    for (const { radio } of this.entries) radio.checked ||= radio.value === value;
    this.filter();
  }

  /** The chosen board. */
  get chosen() {
    return this.entries.find((entry) => entry.radio.checked) ?? this.entries[0];
  }
}

/** @param {number} squares */
function sizeOf(squares) {
  return SIZES.find(([, most]) => squares <= most)?.[0];
}
