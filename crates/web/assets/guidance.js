// @ts-check
// What a game tells a person: whose turn it is, what to do, how it ended. The sentences about the game itself come from the game.

import { sentence } from "./format.js";
import { language, t } from "./translate.js";

/** @typedef {import("./messages.js").GameState} State */

/** @param {string} text */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The seats of people, from 0. @param {State} state */
export function people(state) {
  return state.seats.flatMap((seat, index) => (seat.person ? [index] : []));
}

/** The seat of the only person in the game, from 0; `null` if there are none or several. @param {State} state */
export function you(state) {
  const seats = people(state);
  return seats.length === 1 ? seats[0] : null;
}

/** What a seat is called in a sentence. @param {State} state @param {number} seat  from 0 */
export function nameOf(state, seat) {
  if (you(state) === seat) return t("you");
  const { name, label, person } = state.seats[seat];
  // One opponent is known by its name; of several, the colour on the board tells them apart.
  return !person && state.seats.length === 2 && you(state) !== null ? label : name;
}

/**
 * The state of the game in a person's words.
 * @param {State} state
 * @param {number} [depth]  the clicks of the move that were made already
 */
export function statusText(state, depth = 0) {
  if (state.result) return resultText(state);
  if (state.paused) return t("Paused.");
  const mover = state.turn.player === null ? null : state.turn.player - 1;
  if (mover === null) return "";
  if (depth > 0) return `${state.prompts[Math.min(depth, state.prompts.length - 1)] ?? t("Choose the next step")}.`;
  const own = you(state) === mover;
  const name = nameOf(state, mover);
  const parts = [passedText(state)];
  if (state.turn.kind === "chance") parts.push(own ? t("Roll the die.") : t("{name} rolls.", { name: capitalised(name) }));
  else if (state.yours) {
    if (state.scene.die) parts.push(`${rolledText(state, mover, state.scene.die)}.`);
    const prompt = state.prompts[0] ? `: ${lowered(state.prompts[0])}` : "";
    parts.push(`${own ? t("Your move") : t("{name} to move", { name: capitalised(name) })}${prompt}.`);
  } else parts.push(t("{name} is thinking …", { name: capitalised(name) }));
  return parts.filter(Boolean).join(" ");
}

/** What a seat rolled. @param {State} state @param {number} seat  from 0 @param {number} face */
export function rolledText(state, seat, face) {
  return you(state) === seat ? t("You rolled a {face}", { face }) : t("{name} rolled a {face}", { name: capitalised(nameOf(state, seat)), face });
}

/** Who had no move. @param {State} state */
function passedText(state) {
  if (state.passed.length === 0) return "";
  if (state.passed.length === 1 && you(state) === state.passed[0] - 1) return t("You had no move: passed.");
  const names = state.passed.map((player) => nameOf(state, player - 1));
  return t("{names} had no move: passed.", { names: capitalised(names.join(t(" and "))) });
}

/** The beginning of a sentence as a part of another. @param {string} text */
function lowered(text) {
  return language() === "en" ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** How a game ended for the only person in it: `won`, `lost` or `drawn`; `over` for everyone else. @param {State} state */
export function outcome(state) {
  const own = you(state);
  if (!state.result || own === null || state.result.places.length === 0) return "over";
  const { places } = state.result;
  const winners = places.filter((place) => place === 1).length;
  if (places[own] === 1) return winners === 1 ? "won" : "drawn";
  return "lost";
}

/** The result in a few words, from the point of view of the only person in the game, if there is only one. @param {State} state */
export function resultText(state) {
  if (!state.result) return "";
  const { places, score, text } = state.result;
  const own = you(state);
  if (own === null || places.length === 0) return [text, score.join(" : ")].filter(Boolean).join(" ");
  // The person's own points first, as in "You won 34 : 30".
  const counted = score.length > 0 ? ` ${[score[own], ...score.filter((_, seat) => seat !== own)].join(" : ")}` : "";
  switch (outcome(state)) {
    case "won": return `${t("You won")}${counted}`;
    case "drawn": return `${places.length === 2 ? t("Draw") : t("You share the first place")}${counted}`;
    default: return `${places.length === 2 ? t("You lost") : t("You came {place} of {count}", { place: ordinal(places[own]), count: places.length })}${counted}`;
  }
}

/** Why the game ended, where the result does not say it already. @param {State} state */
export function reasonText(state) {
  if (!state.result) return "";
  const { score, reason } = state.result;
  return score.length > 0 && reason.startsWith(score.join(" : ")) ? "" : sentence(reason);
}

/** @param {number} place */
export function ordinal(place) {
  return place === 1 ? t("first") : place === 2 ? t("second") : place === 3 ? t("third") : t("{place}th", { place });
}
