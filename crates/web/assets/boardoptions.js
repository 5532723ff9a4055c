// @ts-check
// How boards look for this person; kept by the browser.

import { h } from "./render.js";
import { t } from "./translate.js";

/** @typedef {{coordinates: boolean, links: boolean, notches: boolean, motion: boolean}} BoardOptions */

const KEY = "board-options";
/** @type {BoardOptions} */
const DEFAULTS = { coordinates: true, links: false, notches: false, motion: true };

/** Name, what it is called, and when it makes sense. @type {[keyof BoardOptions, string, (scene: import("./messages.js").Scene) => boolean][]} */
const CHOICES = [
  ["coordinates", t("Coordinates"), () => true],
  ["notches", t("Notches on stones, besides colours"), () => true],
  ["links", t("All joined sides"), (scene) => scene.links.length > 0],
  ["motion", t("Motion"), () => true],
];

/** @returns {BoardOptions} */
export function loadOptions() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return /** @type {BoardOptions} */ (Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, typeof kept[name] === "boolean" ? kept[name] : value])));
  } catch {
    return { ...DEFAULTS };
  }
}

/** @param {BoardOptions} options */
export function saveOptions(options) {
  localStorage.setItem(KEY, JSON.stringify(options));
}

/** Whether the person turned the boards of this game around. @param {string} game */
export function isTurned(game) {
  return localStorage.getItem(`turned-${game}`) === "yes";
}

/** @param {string} game @param {boolean} turned */
export function keepTurned(game, turned) {
  localStorage.setItem(`turned-${game}`, turned ? "yes" : "no");
}

/**
 * Whether a player sits at the far side, by where their pieces and homes are when the game begins.
 * @param {import("./messages.js").Scene} start
 * @param {number} player  from 1
 */
export function sitsAtTop(start, player) {
  const rows = start.cells.flatMap((cell, index) => (cell.piece?.owner === player || (cell.ground === "home" && cell.of === player) ? [Math.floor(index / start.cols)] : []));
  if (rows.length === 0) return false;
  const mean = rows.reduce((sum, row) => sum + row, 0) / rows.length;
  return mean < (start.rows - 1) / 2 - 0.5;
}

/** @param {BoardOptions} options @param {import("./messages.js").Scene} scene @param {(options: BoardOptions) => void} change */
export function optionsView(options, scene, change) {
  return CHOICES.filter(([, , fits]) => fits(scene)).map(([name, label]) => h("label", { key: name, class: "option" },
    h("input", { type: "checkbox", checked: options[name], onchange: (/** @type {Event} */ event) => change({ ...options, [name]: /** @type {HTMLInputElement} */ (event.target).checked }) }), label));
}
