// @ts-check
// Keyboard shortcuts, in a dialog.

import { el, fill } from "./dom.js";

/** @type {[string, string][]} */
const KEYS = [
  ["?", "show this list"],
  ["b", "focus the board"],
  ["← ↑ → ↓", "move between squares"],
  ["n, N", "next or previous selectable square"],
  ["Enter, Escape", "select; cancel the move"],
  ["r, 1 to 6", "roll; enter a roll"],
  ["u", "take back a move"],
  ["[, ]", "previous or next turn, without changing the game"],
  ["a, h, s", "analysis; heat map; the engine's own scores"],
  ["f", "turn the board"],
  ["i, m", "hint; sound on or off"],
  ["+, −, 0", "zoom in, zoom out, fit"],
  ["← →, [ ]", "analysis board: back and forward along the line"],
  ["↑ ↓", "analysis board: other variations"],
  ["p, P", "analysis board: promote the variation; make it the main line"],
  ["Delete, c, t", "analysis board: delete; comment; to the moves"],
  ["e, x, v, Space", "analysis board: engine; threats; compare; play the best move"],
  ["Space", "X-ray: play, pause"],
  ["←, →, Home, End", "X-ray: back, step, to the start, to the end"],
  ["o, u, c", "X-ray: step over, step out, to the next cut-off"],
];

/** @type {HTMLDialogElement | null} */
let dialog = null;

export function showKeys() {
  if (!dialog) {
    dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "card", "aria-label": "Keyboard shortcuts" }));
    const close = el("button", { type: "button", onclick: () => dialog?.close() }, "Close");
    fill(dialog, el("h2", {}, "Keyboard shortcuts"), el("table", {}, el("tbody", {}, KEYS.map(([key, what]) => el("tr", {}, el("td", {}, key.split(", ").map((one) => [el("kbd", {}, one), " "]).flat()), el("td", {}, what))))), el("p"), close);
    document.body.append(dialog);
  }
  if (!dialog.open) dialog.showModal();
}
