// @ts-check
// Who plays: one opponent chosen by a card, or a player for every seat.

import { choice, defaultOpponent, input, pick } from "./choice.js";
import { el, field, fill } from "./dom.js";
import { grouped, opponentLabel } from "./format.js";
import { token } from "./token.js";
import { t, tn } from "./translate.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */
/** @typedef {import("./messages.js").Opponent} Opponent */

/** Times per move: value for the server, text. @type {[string, string][]} */
const TIMES = [["", t("the game's time")], ["100ms", t("0.1 seconds per move")], ["1s", t("1 second per move")], ["5s", t("5 seconds per move")], ["20s", t("20 seconds per move")]];

export class Players {
  /** @param {CatalogGame} game @param {() => void} changed */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    /** @type {{name: string, symbol: string}[]} */ this.names = [];
    // Opponents come weakest first; where some are measured, the others have no place in that order.
    const measured = game.opponents.filter((opponent) => opponent.elo);
    const ranked = measured.length > 0 ? measured : game.opponents;
    const scaled = measured.some((opponent) => (opponent.elo?.[0] ?? 0) > 0); // a ladder of zeros has not been measured yet
    const cards = game.opponents.map((opponent) => card(opponent, ranked.indexOf(opponent) + 1, ranked.length, scaled));
    const friend = pick("opponent", "human", "opponentcard", el("strong", {}, t("a friend")), el("span", { class: "small sentence" }, t("you take turns at this screen")));
    /** @type {HTMLInputElement[]} */
    this.radios = [...cards, friend].map((one) => one.radio);
    for (const radio of this.radios) radio.addEventListener("change", () => this.assign(radio.value));
    this.you = choice([]);
    this.you.addEventListener("change", () => this.assign(this.opponent ?? defaultOpponent(game).spec));
    this.seats = Array.from({ length: game.players[1] }, (_, seat) => this.seat(seat));
    this.youField = field(t("You play"), this.you);
    this.element = el("fieldset", { class: "plainset" }, el("legend", {}, el("h2", {}, t("Opponent"))),
      el("div", { class: "opponents" }, cards.map((one) => one.card), friend.card),
      scaled && el("p", { class: "hint" }, t("Elo points are counted from the weakest level.")),
      this.youField,
      el("details", { class: "everyseat" }, el("summary", {}, t("Choose every player")), el("div", { class: "seatfields" }, this.seats.map((seat) => seat.row))));
    this.show(game.picture.seats);
    this.assign(defaultOpponent(game).spec);
  }

  /** @param {number} seat */
  seat(seat) {
    const engines = this.game.opponents.map((opponent) => /** @type {[string, string]} */ ([opponent.spec, opponentLabel(opponent)]));
    const who = choice([["human", t("you")], ...engines, ["own", t("other engine …")]]);
    const own = input("search(depth=6)");
    own.hidden = true;
    own.setAttribute("aria-label", t("Engine of seat {number}", { number: seat + 1 }));
    const row = field(t("Seat {number}", { number: seat + 1 }), who);
    own.setAttribute("aria-describedby", `${who.id}-error`);
    const time = choice(TIMES, "");
    time.setAttribute("aria-label", t("Time of seat {number}", { number: seat + 1 }));
    time.classList.add("seat-time");
    who.after(own, time);
    row.classList.add("seatfield");
    who.addEventListener("change", () => {
      own.hidden = who.value !== "own";
      if (!own.hidden) own.focus();
      this.reflect();
    });
    return { who, own, time, row };
  }

  /** Shows the choice of a time where it matters: levels and people take what they take. */
  reflectTimes() {
    for (const { who, time } of this.seats) time.hidden = who.value === "human" || who.value.startsWith("level(");
  }

  /** Time per move of every seat; empty for the game's own. */
  times() {
    return this.used.map(({ time }) => (time.hidden ? "" : time.value));
  }

  /** The seats that the board has. */
  get used() {
    return this.seats.slice(0, this.names.length);
  }

  /** What all other seats play, if it is the same. @returns {string | undefined} */
  get opponent() {
    return this.radios.find((radio) => radio.checked)?.value;
  }

  /** You at your seat, and this player at all others. @param {string} spec */
  assign(spec) {
    this.seats.forEach(({ who, own }, seat) => {
      who.value = String(seat) === this.you.value ? "human" : spec;
      own.hidden = true;
    });
    this.reflect();
  }

  /** @param {string | undefined} spec @param {string} you  a seat, from 0, or `watch` */
  choose(spec, you) {
    if ([...this.you.options].some((option) => option.value === you)) this.you.value = you;
    if (this.radios.some((radio) => radio.value === spec)) this.assign(/** @type {string} */ (spec));
  }

  /** Marks the card that says the same as the seats, if one does. */
  reflect() {
    this.reflectTimes();
    const specs = this.used.map(({ who }) => who.value);
    const mine = specs.indexOf("human");
    const others = new Set(specs.filter((_, seat) => seat !== mine));
    const only = others.size === 1 ? [...others][0] : undefined;
    for (const radio of this.radios) radio.checked = radio.value === only;
    if (!(only === "human" && this.you.value !== "")) this.you.value = mine < 0 ? "watch" : String(mine);
    this.changed();
  }

  /** Shows the seats of a board. @param {{name: string, symbol: string}[]} names */
  show(names) {
    if (JSON.stringify(names) === JSON.stringify(this.names)) return;
    const spec = this.opponent;
    const before = this.you.value;
    this.names = names;
    this.seats.forEach(({ row }, index) => {
      row.hidden = index >= names.length;
      const label = row.querySelector("label");
      if (label && names[index]) fill(label, token(index + 1, names[index].symbol), names[index].name);
    });
    fill(this.you, names.map((seat, index) => el("option", { value: index }, index === 0 ? t("{name}, who moves first", { name: seat.name }) : seat.name)), el("option", { value: "watch" }, t("nobody: watch the engines")));
    this.you.value = before === "watch" || Number(before) < names.length ? before || "0" : "0";
    if (spec !== undefined) this.assign(spec);
  }

  /** One spec per seat. */
  values() {
    return this.used.map(({ who, own }) => (who.value === "own" ? own.value : who.value));
  }

  /** In words: who plays. */
  summary() {
    const people = this.values().filter((spec) => spec === "human").length;
    const known = this.game.opponents.find((one) => one.spec === this.opponent);
    const others = this.names.length - people;
    if (others === 0) return t("{count} people at this screen", { count: people });
    const engines = !known ? tn("an engine", "{n} engines", others) : others === 1 ? known.name : `${others} × ${known.name}`;
    return people === 0 ? t("{engines}, you watch", { engines }) : tn("you against {engines}", "{n} people against {engines}", people, { engines });
  }

  /** The field that an error is about. @param {string} name */
  field(name) {
    const seat = this.seats[Number(name.replace("seat ", "")) - 1];
    return seat?.who;
  }

  fields() {
    return this.seats.map((seat) => seat.who);
  }
}

/** @param {Opponent} opponent @param {number} rank  from 1; 0 for none @param {number} most @param {boolean} scaled  whether Elo points say something */
function card(opponent, rank, most, scaled) {
  const pips = el("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: most }, (_, at) => el("i", { class: at < rank ? "on" : "" })));
  const strength = el("span", { class: "soft small elo" }, scaled && opponent.elo ? `${grouped(opponent.elo[0])} Elo` : t("{rank} of {most}", { rank, most }));
  if (opponent.elo?.[1]) strength.title = t("± {points}, with 95 % confidence", { points: opponent.elo[1] });
  return pick("opponent", opponent.spec, "opponentcard", el("strong", {}, opponent.name), rank > 0 && [pips, strength], el("span", { class: "small sentence" }, opponent.summary));
}
