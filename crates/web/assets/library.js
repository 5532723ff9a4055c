// @ts-check
// The library: all games in one list, searched, filtered and counted by the server. What is shown is in the address of the page.

import { getCatalog, request } from "./api.js";
import { choice } from "./choice.js";
import { announce, el, field, fill } from "./dom.js";
import { grouped } from "./format.js";
import { LazyPictures, SOURCES, gameCard, removeGame } from "./gamecards.js";
import { t } from "./translate.js";

/** @typedef {import("./messages.js").GameSummary} GameSummary */
/** @typedef {import("./messages.js").LibraryPage} LibraryPage */

/** Games on a page. */
const COUNT = 24;
/** Milliseconds without a key before a search begins. */
const PAUSE = 250;
/** How games ended: value of the request, text. @type {[string, string][]} */
const RESULTS = [["", t("any result")], ["won", t("you won")], ["lost", t("you lost")], ["decided", t("one winner")], ["drawn", t("draw")], ["unfinished", t("not finished")], ["failed", t("a player failed")]];
/** The parts of the address. */
const KEYS = ["text", "game", "source", "result", "tournament"];

/** @param {HTMLElement} place @param {string[]} _path @param {URLSearchParams} query */
export async function page(place, _path, query) {
  document.title = t("Library · Plyground");
  const { games } = await getCatalog();
  const library = new Library(place, games, query);
  library.load();
  return () => library.close();
}

class Library {
  /** @param {HTMLElement} place @param {import("./messages.js").CatalogGame[]} catalog @param {URLSearchParams} query */
  constructor(place, catalog, query) {
    this.catalog = catalog;
    this.pictures = new LazyPictures();
    this.asked = 0;
    this.skip = Math.max(0, (Number(query.get("page")) || 1) - 1) * COUNT;
    this.tournament = query.get("tournament") ?? "";
    this.text = /** @type {HTMLInputElement} */ (el("input", { type: "search", id: "library-text", value: query.get("text") ?? "", placeholder: t("player, board, tournament …"), autocomplete: "off", maxlength: 200 }));
    this.game = choice([["", t("all games")], ...catalog.map((one) => /** @type {[string, string]} */ ([one.name, one.title]))], query.get("game") ?? "");
    this.source = choice([["", t("all sources")], ...Object.entries(SOURCES)], query.get("source") ?? "");
    this.result = choice(RESULTS, query.get("result") ?? "");
    [this.game.id, this.source.id, this.result.id] = ["library-game", "library-source", "library-result"];
    this.error = el("p", { class: "error", role: "alert" });
    this.total = el("p", { class: "soft", role: "status" });
    this.list = el("ul", { class: "plainlist savedgames library-games" });
    this.pages = el("nav", { class: "row pages", "aria-label": t("Pages") });
    this.only = el("p", { hidden: this.tournament === "" }, t("Only games of the tournament “{name}”. ", { name: this.tournament }), el("button", { type: "button", class: "quiet", onclick: () => this.allTournaments() }, t("Show all games")));
    this.timer = 0;
    this.text.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.search(), PAUSE);
    });
    for (const filter of [this.game, this.source, this.result]) filter.addEventListener("change", () => this.search());
    const form = el("form", { class: "library-filters", role: "search", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.search();
    } }, field(t("Search"), this.text), field(t("Game"), this.game), field(t("Source"), this.source), field(t("Result"), this.result));
    fill(place, el("h1", {}, t("Library")), form, this.only, this.error, this.total, this.list, this.pages);
  }

  close() {
    clearTimeout(this.timer);
    this.asked++;
    this.pictures.close();
  }

  /** What is asked for, without empty parts. */
  query() {
    const values = [this.text.value.trim(), this.game.value, this.source.value, this.result.value, this.tournament];
    return new URLSearchParams(KEYS.map((key, at) => [key, values[at]]).filter(([, value]) => value !== ""));
  }

  search() {
    clearTimeout(this.timer);
    this.skip = 0;
    this.load();
  }

  allTournaments() {
    this.tournament = "";
    this.only.hidden = true;
    this.search();
  }

  /** @param {number} skip */
  turn(skip) {
    this.skip = skip;
    this.load().then(() => this.total.scrollIntoView({ block: "nearest" }));
  }

  async load() {
    const mine = ++this.asked;
    const query = this.query();
    const address = new URLSearchParams(query);
    if (this.skip > 0) address.set("page", String(this.skip / COUNT + 1));
    history.replaceState(null, "", `/library${address.size ? `?${address}` : ""}`);
    query.set("skip", String(this.skip));
    query.set("count", String(COUNT));
    /** @type {LibraryPage} */ let found;
    try {
      found = await request(`/api/library?${query}`);
    } catch (failure) {
      if (mine !== this.asked) return;
      fill(this.error, `${failure instanceof Error ? failure.message : failure} `, el("button", { type: "button", class: "quiet", onclick: () => this.load() }, t("Try again")));
      return;
    }
    if (mine !== this.asked) return; // something else was asked for in the meantime
    // The last game of a page was deleted, or the address names a page beyond the last.
    if (found.games.length === 0 && found.total > 0 && this.skip > 0) return this.turn(Math.floor((found.total - 1) / COUNT) * COUNT);
    this.show(found);
  }

  /** @param {LibraryPage} found */
  show({ games, total, complete }) {
    this.error.textContent = "";
    const all = complete ? grouped(total) : t("more than {count}", { count: grouped(total) });
    const filtered = this.query().size > 0;
    this.total.textContent = total === 0 ? (filtered ? t("No game fits. Try fewer words or other filters.") : t("No games yet. Every game you play, import, host or have played in the arena will be here."))
      : total === 1 ? t("1 game") : games.length === total ? t("{count} games", { count: all }) : t("Games {first} to {last} of {all}", { first: grouped(this.skip + 1), last: grouped(this.skip + games.length), all });
    announce(this.total.textContent);
    const remove = (/** @type {GameSummary} */ game) => removeGame(game, this.error, () => this.load());
    fill(this.list, games.map((game) => gameCard(game, this.catalog, { detailed: true, remove })));
    this.pictures.observe(this.list);
    const more = this.skip + games.length < total || !complete;
    fill(this.pages, (this.skip > 0 || more) && [
      el("button", { type: "button", class: "quiet", disabled: this.skip === 0, onclick: () => this.turn(Math.max(0, this.skip - COUNT)) }, t("Newer games")),
      el("button", { type: "button", class: "quiet", disabled: !more, onclick: () => this.turn(this.skip + COUNT) }, t("Older games"))]);
  }
}
