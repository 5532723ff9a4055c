// @ts-check
// The panels beside the board as descriptions for the renderer: state in, elements out.

import { ICONS } from "./dom.js";
import { capitalised, outcome, reasonText, resultText, rolledText, you } from "./guidance.js";
import { h } from "./render.js";
import { tokenView } from "./token.js";
import { serverText, t } from "./translate.js";

/** @typedef {import("./messages.js").GameState} State */

/** Speeds of engine games: name, minimum milliseconds between two moves. @type {[string, number][]} */
const PACES = [[t("maximum speed"), 0], [t("fast"), 350], [t("medium"), 1000], [t("slow"), 2500]];
/** The pips of each face, in a square of 30. */
const PIPS = [[], [[15, 15]], [[8, 8], [22, 22]], [[8, 8], [15, 15], [22, 22]], [[8, 8], [22, 8], [8, 22], [22, 22]],
  [[8, 8], [22, 8], [15, 15], [8, 22], [22, 22]], [[8, 8], [22, 8], [8, 15], [22, 15], [8, 22], [22, 22]]];

/** @param {string} name */
export function iconView(name) {
  return h("svg", { viewBox: "0 0 16 16", class: `icon icon-${name}`, "aria-hidden": "true" }, h("path", { d: ICONS[name] }));
}

/** @param {string} picture @param {string} label @param {() => void} act @param {boolean} [off] @param {string} [text] @param {boolean} [pressed] */
export function buttonView(picture, label, act, off = false, text = "", pressed = undefined) {
  return h("button", { key: label, type: "button", class: "quiet", title: label, "aria-label": text ? null : label, "aria-pressed": pressed === undefined ? null : String(pressed), disabled: off, onclick: act }, iconView(picture), text && h("span", {}, text));
}

/**
 * The choice of another player for a seat in the middle of the game.
 * @typedef {object} SeatChange
 * @property {number | null} open  the seat, from 0, whose choice is open
 * @property {import("./messages.js").Opponent[]} opponents
 * @property {(seat: number | null) => void} choose  opens the choice of a seat
 * @property {(seat: number, who: string) => void} pick
 */

/** @param {State} state @param {number} index @param {SeatChange} change */
function playerView(state, index, change) {
  const seat = state.seats[index];
  const kind = seat.person ? "you" : "spec";
  if (!state.can.change) return h("span", { key: "name", class: kind, title: seat.spec }, seat.label);
  if (change.open !== index) return h("button", { key: "change", type: "button", class: `plain ${kind}`, title: t("Change who plays {name}", { name: seat.name }), onclick: () => change.choose(index) }, seat.label);
  const others = seat.spec && !change.opponents.some(({ spec }) => spec === seat.spec) ? [h("option", { key: "same", value: seat.spec }, seat.label)] : [];
  return h("select", { key: "choice", "aria-label": t("Who plays {name}", { name: seat.name }), value: seat.spec ?? "human",
    onchange: (/** @type {Event} */ event) => change.pick(index, /** @type {HTMLSelectElement} */ (event.target).value), onblur: () => change.choose(null) },
    h("option", { key: "human", value: "human" }, t("you")), others, change.opponents.map(({ name, spec }) => h("option", { key: spec, value: spec }, name)));
}

/** How many of something a player has. @param {string} what @param {number} count */
function holding(what, count) {
  const one = what.replace(/s$/, "");
  return `${count} ${serverText(count === 1 ? one : what)}`;
}

/** What a player has, of the things that any player has: the others are no news. @param {[string, number][]} own @param {[string, number][][]} all */
export function holdingsText(own, all) {
  const counted = new Set(all.flatMap((holdings) => holdings.filter(([, count]) => count !== 0).map(([what]) => what)));
  return own.filter(([what]) => counted.has(what)).map(([what, count]) => holding(what, count)).join(" · ");
}

/** @param {State} state @param {SeatChange} change */
export function seatsView(state, change) {
  const all = state.seats.map((seat) => seat.holdings);
  return state.seats.map((seat, index) => {
    const turn = state.turn.player === index + 1 && !state.result;
    const holdings = holdingsText(seat.holdings, all);
    const place = state.result && state.result.places.length > 2 ? t("place {place}", { place: state.result.places[index] }) : "";
    return h("div", { key: index, class: `seat${turn ? " turn" : ""}${seat.eliminated ? " out" : ""}`, role: "listitem", "aria-current": turn ? "true" : null },
      tokenView(index + 1, seat.symbol),
      h("span", { class: "who" }, h("strong", {}, capitalised(seat.name)), " ", playerView(state, index, change)),
      h("span", { class: "chance", title: t("Chance by the analysis") }),
      h("span", { class: "clock" }),
      h("span", { class: "holdings" }, [holdings, seat.eliminated ? t("out") : "", place].filter(Boolean).join(" · ")));
  });
}

/** @param {number} number */
function faceView(number) {
  return h("svg", { viewBox: "0 0 30 30", "aria-hidden": "true" }, (PIPS[number] ?? []).map(([cx, cy]) => h("circle", { cx, cy, r: 2.9 })));
}

/**
 * The die, or the faces to enter a roll.
 * @param {State} state
 * @param {{face: number, player: number, rolling: boolean} | null} die  the latest roll
 * @param {(face: number | null) => void} roll
 */
export function dieView(state, die, roll) {
  if (state.faces.length > 0 && !state.result) {
    return [h("button", { key: "roll", type: "button", onclick: () => roll(null) }, t("Roll")),
      ...state.faces.map((chance, at) => chance > 0 && h("button", { key: `face-${at + 1}`, type: "button", class: "face", "aria-label": t("The die shows {face}", { face: at + 1 }), title: t("The die shows {face}", { face: at + 1 }), onclick: () => roll(at + 1) }, faceView(at + 1)))];
  }
  if (!die) return [];
  return [h("span", { key: "die", class: `face owner-${die.player}${die.rolling ? " rolling" : ""}${state.scene.die ? "" : " past"}`, role: "img", "aria-label": rolledText(state, die.player - 1, die.face) }, faceView(die.face))];
}

/** @param {State} state @param {() => void} rematch @param {() => void} host  hosts the same again */
export function resultView(state, rematch, host) {
  if (!state.result) return [];
  const reason = reasonText(state);
  const how = outcome(state);
  return [h("h2", {}, how === "won" && h("span", { class: "trophy", "aria-hidden": "true" }, "★"), resultText(state)), reason && h("p", { class: "soft" }, reason),
    h("div", { class: "row" },
      state.source === "hosted" ? h("button", { key: "host", type: "button", onclick: host }, t("Host again"))
        : h("button", { key: "rematch", type: "button", onclick: rematch }, state.source === "played" ? t("Rematch") : t("Play this again")),
      state.source === "played" ? h("a", { key: "new", class: "button quiet", href: "/", "data-link": true }, t("New game"))
        : h("a", { key: "library", class: "button quiet", href: "/library", "data-link": true }, t("Library")))];
}

/**
 * @typedef {object} ControlHandlers
 * @property {(ply: number) => void} view
 * @property {(command: Record<string, any>) => void} command
 * @property {() => void} resign
 * @property {() => void} flip
 * @property {(() => void) | null} replay  shows what happened since the person's last move
 * @property {() => void} hint
 * @property {(open: boolean) => void} options  opens or closes the settings of the board
 * @property {(on: boolean) => void} sound
 */

/** @param {State} state @param {number} ply  the one that is shown @param {ControlHandlers} on @param {boolean} options  whether the settings are open @param {boolean} sound  whether it is on */
export function controlsView(state, ply, on, options, sound) {
  const people = state.seats.some((seat) => seat.person);
  return [
    h("span", { key: "moves", class: "group" },
      buttonView("first", t("First move"), () => on.view(0), ply === 0),
      buttonView("back", t("Previous move"), () => on.view(ply - 1), ply === 0),
      buttonView("next", t("Next move"), () => on.view(ply + 1), ply >= state.plies),
      buttonView("last", t("Latest move"), () => on.view(state.plies), ply >= state.plies)),
    on.replay && buttonView("replay", t("Show what happened since your last move"), on.replay, false, t("Since your move")),
    people && state.source !== "hosted" && buttonView("undo", t("Take back your last move"), () => on.command({ do: "undo" }), !state.can.undo, t("Take back")),
    people && state.source !== "hosted" && buttonView("redo", t("Redo the move that was taken back"), () => on.command({ do: "redo" }), !state.can.redo),
    people && buttonView("hint", t("Show a good move"), on.hint, !state.yours || state.legal.length === 0 || ply < state.plies, t("Hint")),
    (state.engines || state.seats.some((seat) => seat.clock)) && buttonView(state.paused ? "play" : "pause", t("Pause or resume engines and clocks"), () => on.command({ do: "pause", on: !state.paused }), !!state.result, state.paused ? t("Resume") : t("Pause")),
    state.engines && !people && h("select", { key: "pace", "aria-label": t("Engine speed"), title: t("Engine speed"), value: String(state.pace_ms), onchange: (/** @type {Event} */ event) => on.command({ do: "pace", ms: Number(/** @type {HTMLSelectElement} */ (event.target).value) }) },
      PACES.map(([name, ms]) => h("option", { key: ms, value: String(ms) }, name))),
    people && buttonView("flag", t("Resign the game"), on.resign, !state.can.resign, t("Resign")),
    buttonView("flip", t("Turn the board"), on.flip),
    buttonView(sound ? "sound" : "mute", t("Sound"), () => on.sound(!sound), false, "", sound),
    buttonView("board", t("Board settings"), () => on.options(!options), false, "", options),
  ];
}

/** A turn in the list of moves. @param {string} text  as records have it */
function moveText(text) {
  const out = /^out=(\d+)$/.exec(text);
  return out ? t("player {number} is out", { number: out[1] }) : text;
}

/** @param {State} state @param {number} at  the ply that is shown @param {(ply: number) => void} view */
export function movesView(state, at, view) {
  return [h("h2", {}, t("Moves")), state.moves.length === 0 ? h("p", { class: "soft" }, t("No moves yet.")) : h("ol", {}, state.moves.map((move, index) => h("li", { key: index },
    h("button", { type: "button", class: "plain", "aria-current": index + 1 === at ? "true" : null, onclick: () => view(index + 1) },
      h("span", { class: "number" }, `${index + 1}`), move.player && tokenView(move.player), h("span", {}, moveText(move.text))))))];
}

/** The ply after the person's last move, if others have made at least two since; `null` otherwise. @param {State} state */
export function sinceYourMove(state) {
  const own = you(state);
  if (own === null || state.seats.length < 3) return null;
  const last = state.moves.map((move) => move.player).lastIndexOf(own + 1);
  return last >= 0 && state.plies - last > 2 ? last + 1 : null;
}

/** @param {string} what @param {string} text */
function copy(what, text) {
  return async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget ?? event.target);
    await navigator.clipboard?.writeText(text);
    button.textContent = t("Copied");
    setTimeout(() => (button.textContent = what), 1200);
  };
}

/**
 * Ways to take the game or the position somewhere else.
 * @param {State} state
 * @param {string} id
 * @param {number | null} viewing  the earlier ply that is shown
 * @param {string} position  in text
 * @param {() => void} remove
 */
export function shareView(state, id, viewing, position, remove) {
  const base = `/api/games/${id}`;
  const ply = viewing ?? state.plies;
  return [h("summary", {}, t("Share and export")),
    h("div", { class: "position", role: "group", "aria-label": t("Position"), tabindex: 0 }, h("code", {}, position)),
    h("div", { class: "row" },
      h("button", { key: "position", type: "button", class: "quiet", onclick: copy(t("Copy position"), position) }, t("Copy position")),
      h("button", { key: "link", type: "button", class: "quiet", onclick: copy(t("Copy link"), `${location.origin}/game/${id}${viewing === null ? "" : `?ply=${ply}`}`) }, t("Copy link")),
      h("a", { key: "record", class: "button quiet", href: `${base}/record`, download: `${state.game}.json` }, t("Record")),
      state.formats.map((format) => h("a", { key: format, class: "button quiet", href: `${base}/export/${format}`, download: `${state.game}.${format}` }, format.toUpperCase())),
      h("a", { key: "xray", class: "button quiet", href: `/xray?id=${id}${viewing === null ? "" : `&ply=${ply}`}&game=${state.game}`, "data-link": true }, t("X-ray")),
      h("a", { key: "picture", class: "button quiet", href: `${base}/picture?ply=${ply}`, download: `${state.game}-${ply}.svg` }, t("Picture")),
      h("button", { key: "delete", type: "button", class: "quiet", onclick: remove }, t("Delete game")))];
}
