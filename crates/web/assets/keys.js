// @ts-check
// Keyboard shortcuts, in a dialog.

import { el, fill } from "./dom.js";
import { t } from "./translate.js";

/** @type {[string, string][]} */
const KEYS = [
  ["?", t("show this list")],
  ["b", t("focus the board")],
  ["← ↑ → ↓", t("move between squares")],
  ["n, N", t("next or previous selectable square")],
  ["Enter, Escape", t("select; cancel the move")],
  [t("r, 1 to 6"), t("roll; enter a roll")],
  ["u", t("take back a move")],
  ["[, ]", t("previous or next turn, without changing the game")],
  ["a, h, s", t("analysis; heat map; the engine's own scores")],
  ["f", t("turn the board")],
  ["i, m", t("hint; sound on or off")],
  ["+, −, 0", t("zoom in, zoom out, fit")],
  ["← →, [ ]", t("analysis board: back and forward along the line")],
  ["↑ ↓", t("analysis board: other variations")],
  ["p, P", t("analysis board: promote the variation; make it the main line")],
  [t("Delete, c, t"), t("analysis board: delete; comment; to the moves")],
  [t("e, x, v, Space"), t("analysis board: engine; threats; compare; play the best move")],
  [t("Space"), t("X-ray: play, pause")],
  [t("←, →, Home, End"), t("X-ray: back, step, to the start, to the end")],
  ["o, u, c", t("X-ray: step over, step out, to the next cut-off")],
];

/** @type {HTMLDialogElement | null} */
let dialog = null;

export function showKeys() {
  if (!dialog) {
    dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "card", "aria-label": t("Keyboard shortcuts") }));
    const close = el("button", { type: "button", onclick: () => dialog?.close() }, t("Close"));
    // The button comes first, so that the focus leaves the dialog at its top.
    fill(dialog, el("div", { class: "row spread" }, el("h2", {}, t("Keyboard shortcuts")), close), el("table", {}, el("tbody", {}, KEYS.map(([key, what]) => el("tr", {}, el("td", {}, key.split(", ").map((one) => [el("kbd", {}, one), " "]).flat()), el("td", {}, what))))));
    document.body.append(dialog);
  }
  if (!dialog.open) dialog.showModal();
}
