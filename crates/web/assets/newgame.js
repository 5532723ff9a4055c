// @ts-check
// A new game: its boards as a gallery, opponents as cards, options, and one button to play.

import { request } from "./api.js";
import { go } from "./app.js";
import { StartPicture } from "./arrange.js";
import { choice, input, pick } from "./choice.js";
import { el, field, fill, setFieldError } from "./dom.js";
import { showError } from "./form.js";
import { Gallery } from "./gallery.js";
import { Players } from "./opponents.js";
import { thumbnail } from "./thumbnail.js";
import { t, translateScene } from "./translate.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */
/** @typedef {import("./messages.js").Scene} Scene */

/** Time controls: value for the server, text. @type {[string, string][]} */
const TIMES = [["time:100ms", t("0.1 seconds per move")], ["time:1s", t("1 second per move")], ["time:5s", t("5 seconds per move")], ["time:20s", t("20 seconds per move")],
  ["clock:1m+1s", t("1 minute + 1 second per move")], ["clock:5m+3s", t("5 minutes + 3 seconds per move")], ["clock:15m+5s", t("15 minutes + 5 seconds per move")]];

/** @param {HTMLElement} place @param {CatalogGame} game @param {URLSearchParams} query  may name a board and a position */
export function newGamePage(place, game, query) {
  document.title = `${game.title} · Plyground`;
  const form = new NewGameForm(game);
  fill(place,
    el("p", { class: "small" }, el("a", { href: "/", "data-link": true }, t("All games")), " · ", el("a", { href: "/help", "data-link": true }, t("Rules")),
      game.introduced && " · ", game.introduced && el("a", { href: `/learn/${encodeURIComponent(game.name)}`, "data-link": true }, t("Learn it in a minute")),
      game.set_up && " · ", game.set_up && form.editor),
    el("h1", {}, game.title),
    el("p", { class: "soft lead" }, game.summary),
    form.element);
  form.preset(query);
  form.gallery.load();
}

class NewGameForm {
  /** @param {CatalogGame} game */
  constructor(game) {
    this.game = game;
    this.turn = 0; // of previews, to ignore late responses
    this.arranges = game.parameters.some((parameter) => parameter.name === "setup");
    this.picture = new StartPicture((setup) => this.arranged(setup));
    this.caption = el("p", { class: "soft small" });
    this.summary = el("p", { class: "summary" });
    this.error = el("p", { class: "error", role: "alert" });
    this.editor = el("button", { type: "button", class: "plain link", onclick: () => this.setUp() }, t("Set up a position"));
    this.own = input("key=value,…");
    this.position = input("");
    this.map = /** @type {HTMLInputElement} */ (el("input", { type: "file", "aria-label": t("Map file") }));
    this.time = choice(TIMES, "time:1s");
    this.die = choice([["rolled", t("rolled by the server")], ["real", t("real die: you enter the rolls")]]);
    this.setups = new Setups(game.name, this.arranges, () => this.preview());
    this.gallery = new Gallery(game, () => this.preview());
    this.players = new Players(game, () => this.summarise());
    for (const changed of [this.own, this.position, this.map]) changed.addEventListener("change", () => this.preview());
    this.fields = /** @type {Record<string, HTMLElement>} */ ({ variant: this.own, position: this.position, board: this.own, map: game.boards.length ? this.map : this.own, time: this.time, clock: this.time });
    const preview = el("div", { class: "preview card" }, this.picture.element, this.caption);
    const alone = this.gallery.element.hidden && !game.deals; // nothing else to choose
    this.element = el("form", { class: "newgame", "data-game": game.name, novalidate: true, onsubmit: (/** @type {Event} */ event) => this.submit(event) },
      el("div", { class: "columns" },
        el("div", { class: "choices" }, this.gallery.element, game.deals && this.setups.element, alone && preview),
        el("div", { class: "aside" }, !alone && preview, this.players.element, this.options())),
      el("div", { class: "playbar" }, this.error, el("div", { class: "row spread" }, this.summary, el("button", { type: "submit", class: "play" }, t("Play")))));
    this.recall();
  }

  /** Keeps what was chosen for the next game. */
  remember() {
    const choices = { board: this.gallery.chosen.value, setup: this.setups.value, opponent: this.players.opponent, you: this.players.you.value };
    localStorage.setItem(`newgame:${this.game.name}`, JSON.stringify(choices));
  }

  /** Chooses what was played last, as far as it is still offered. */
  recall() {
    const choices = JSON.parse(localStorage.getItem(`newgame:${this.game.name}`) ?? "null");
    if (choices === null) return;
    this.gallery.choose(choices.board);
    this.setups.choose(choices.setup);
    this.players.choose(choices.opponent, choices.you);
  }

  /** Takes board and position from the address. @param {URLSearchParams} query */
  preset(query) {
    const [variant, map] = [query.get("variant"), query.get("map")];
    if (map) this.gallery.choose(`map:${map}`);
    if (variant) this.gallery.choose(`variant:${variant}`);
    if (variant && this.gallery.chosen.value !== `variant:${variant}`) this.own.value = variant;
    this.position.value = query.get("position") ?? "";
    const details = this.position.closest("details");
    if (details && this.position.value) details.open = true;
  }

  /** Where the chosen board is set up by hand. */
  async setUp() {
    const { variant, map, position } = await this.newGame();
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ variant, map, position })) if (value) query.set(name, value);
    go(`/setup/${encodeURIComponent(this.game.name)}?${query}`);
  }

  options() {
    const { game } = this;
    const parameters = game.parameters.map((parameter) => parameter.name).join(", ");
    return el("details", {}, el("summary", {}, t("More options")),
      field(t("Time"), this.time),
      game.chance && field(t("Die"), this.die),
      game.boards.length > 0 && field(t("Custom map"), this.map, t("a map file; replaces the board")),
      field(t("Custom variant"), this.own, game.boards.length ? t("{parameters}; replaces the board", { parameters }) : t("{parameters}; replaces the variant", { parameters })),
      field(t("Start position"), this.position, t("in the game's notation; empty for the standard one")));
  }

  /** What is chosen, as a request. */
  async newGame() {
    const { game } = this;
    const [kind, name] = split(this.gallery.chosen.value);
    const [limit, amount] = split(this.time.value);
    const own = this.own.value.trim();
    const file = game.boards.length ? this.map.files?.[0] : undefined;
    const text = file ? await file.text() : null;
    const setup = game.deals && !own && kind === "variant" ? this.setups.arrangement(name) : "";
    return {
      game: game.name,
      variant: own || (kind === "variant" && !text ? name + (setup && `,setup=${setup}`) : null),
      map: file ? file.name.replace(/\.map$/, "") : kind === "map" && !own ? name : null,
      map_text: text,
      position: this.position.value.trim() || null,
      seats: this.players.values(),
      times: this.players.times(),
      [limit]: amount,
      deal: game.deals && this.setups.value === "random" && !this.position.value.trim(),
      real_die: game.chance && this.die.value === "real",
    };
  }

  get custom() {
    return this.own.value.trim() !== "" || this.position.value.trim() !== "" || Boolean(this.map.files?.length);
  }

  /** Shows the start position of what is chosen. */
  async preview() {
    const mine = ++this.turn;
    this.clearErrors();
    const { chosen } = this.gallery;
    const drawn = this.custom ? undefined : chosen.drawn;
    if (drawn) this.draw(drawn.scene, drawn.offers);
    this.summarise();
    if (drawn && !this.game.deals) return;
    if (!this.custom && !drawn) return; // the pictures are on their way
    try {
      const wanted = { ...(await this.newGame()), seats: [] };
      const scene = await request("/api/scene", wanted);
      if (mine !== this.turn) return;
      this.draw(scene, []);
      this.summarise();
      if (!drawn) return;
      const dealt = wanted.deal ? scene : await request("/api/scene", { game: this.game.name, variant: drawn.variant, map: drawn.map, deal: true, seats: [] });
      if (mine === this.turn) this.setups.draw({ random: dealt, standard: drawn.scene, own: this.setups.value === "own" ? scene : drawn.scene });
    } catch (failure) {
      if (mine === this.turn) this.fail(failure);
    }
  }

  /** @param {Scene} scene @param {number[]} offers */
  draw(scene, offers) {
    const open = this.game.deals && this.arranges && this.setups.value === "own" && !this.custom;
    this.picture.show(scene, open ? t("Start position: exchange two stones of a player") : t("The chosen start position"), open, offers);
    this.caption.textContent = open ? t("Drag a stone onto another of the same colour, or select two of them.") : offers.length ? t("The dots show where the first player can move.") : "";
    this.players.show(translateScene(scene).seats);
  }

  /** @param {string} setup */
  arranged(setup) {
    this.setups.keep(this.gallery.chosen.name, setup);
    this.preview();
  }

  /** Says in words what Play starts. */
  summarise() {
    if (!this.players) return; // they report their first choice before the form is complete
    const file = this.map.files?.[0]?.name;
    const board = file ?? (this.own.value.trim() ? t("custom variant") : this.gallery.chosen.name);
    fill(this.summary, el("strong", {}, board), ` · ${this.players.summary()}`);
  }

  clearErrors() {
    this.error.textContent = "";
    for (const field of [...Object.values(this.fields), ...this.players?.fields() ?? []]) setFieldError(field, "");
  }

  /** @param {unknown} failure */
  fail(failure) {
    showError(failure, (name) => this.fields[name] ?? this.players.field(name), this.error);
    this.element.querySelector(".field:has([aria-invalid=true])")?.scrollIntoView({ block: "center" }); // the message too, not only the field
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.clearErrors();
    try {
      const { id } = await request("/api/games", await this.newGame());
      this.remember();
      go(`/game/${id}`);
    } catch (failure) {
      this.fail(failure);
    }
  }
}

/** The set-ups of a game whose start positions vary, with a picture each. */
class Setups {
  /** @param {string} game @param {boolean} arranges  whether stones can be arranged by hand @param {() => void} changed */
  constructor(game, arranges, changed) {
    this.game = game;
    const rows = [["random", t("random"), t("new for every game")], ["standard", t("standard"), t("always the same")], ...(arranges ? [["own", t("your own"), t("arrange the stones yourself")]] : [])];
    this.cards = rows.map(([value, name, summary]) => {
      const picture = el("span", { class: "picture" });
      const { radio, card } = pick("setup", value, "boardcard", picture, el("strong", {}, name), el("span", { class: "small sentence" }, summary));
      radio.addEventListener("change", changed);
      return { value, radio, card, picture };
    });
    this.cards[0].radio.checked = true;
    this.element = el("fieldset", { class: "plainset setups" }, el("legend", {}, el("h2", {}, t("Set-up"))), el("div", { class: "gallery" }, this.cards.map((one) => one.card)));
  }

  /** @param {string} value */
  choose(value) {
    for (const { radio } of this.cards) radio.checked ||= radio.value === value;
  }

  get value() {
    return this.cards.find(({ radio }) => radio.checked)?.value ?? "standard";
  }

  /** Where the arrangement of a variant is kept. @param {string} variant */
  key(variant) {
    return `setup:${this.game}:${variant}`;
  }

  /** The stones as arranged for a variant; empty for none. @param {string} variant */
  arrangement(variant) {
    return this.value === "own" ? localStorage.getItem(this.key(variant)) ?? "" : "";
  }

  /** @param {string} variant @param {string} setup */
  keep(variant, setup) {
    localStorage.setItem(this.key(variant), setup);
  }

  /** @param {Record<string, Scene>} scenes */
  draw(scenes) {
    for (const { value, picture } of this.cards) fill(picture, thumbnail(scenes[value]));
  }
}

/** @param {string} text @returns {[string, string]} */
function split(text) {
  const at = text.indexOf(":");
  return [text.slice(0, at), text.slice(at + 1)];
}
