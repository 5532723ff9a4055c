// @ts-check
// Fields and cards to choose from.

import { el } from "./dom.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */

/** The opponent of a first game: not the weakest, which plays anything. @param {CatalogGame} game */
export function defaultOpponent(game) {
  return game.opponents[Math.min(1, game.opponents.length - 1)];
}

/** @param {[string, string][]} options  value and text @param {string} [chosen] */
export function choice(options, chosen) {
  return /** @type {HTMLSelectElement} */ (el("select", {}, options.map(([name, text]) => el("option", { value: name, selected: name === chosen }, text))));
}

/** @param {string} placeholder */
export function input(placeholder) {
  return /** @type {HTMLInputElement} */ (el("input", { placeholder, autocomplete: "off", spellcheck: "false" }));
}

/**
 * A card of a group of which one is chosen.
 * @param {string} group  the name of the group
 * @param {string} value
 * @param {string} kind  class of the card
 * @param {...(import("./dom.js").Child | import("./dom.js").Child[])} content
 */
export function pick(group, value, kind, ...content) {
  const radio = /** @type {HTMLInputElement} */ (el("input", { type: "radio", name: group, value, class: "visually-hidden" }));
  return { radio, card: el("label", { class: `pick ${kind}` }, radio, ...content) };
}
