// @ts-check
// The boards of a game as options of a form.

import { t } from "./translate.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */
/** @typedef {import("./messages.js").BoardChoice} BoardChoice */

/** Longer summaries do not fit into a list. */
const SHORT = 48;

/** @param {BoardChoice} board */
export function boardText(board) {
  return t("{name}: {players} players, {cols}×{rows}", { name: board.name, players: board.players, cols: board.cols, rows: board.rows });
}

/**
 * Variants and maps, each as a value for a request and a text. A map that is also a variant is listed once.
 * @param {CatalogGame} game
 * @returns {[string, string][]}
 */
export function boardsOf(game) {
  const variants = game.variants.map((one) => /** @type {[string, string]} */ ([`variant:${one.name}`, one.summary.length < SHORT ? `${one.name}: ${one.summary}` : one.name]));
  const others = game.boards.filter((board) => !game.variants.some((one) => one.name === board.name));
  return [...variants, ...others.map((board) => /** @type {[string, string]} */ ([`map:${board.name}`, boardText(board)]))];
}
