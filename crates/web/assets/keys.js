// @ts-check
// The keys, in a window of their own.

import { el, fill } from "./dom.js";

/** @type {[string, string][]} */
const KEYS = [
  ["?", "these keys"],
  ["b", "to the board"],
  ["← ↑ → ↓", "from cell to cell"],
  ["n, N", "to the next, the last cell that can be chosen"],
  ["Enter, Escape", "choose; begin the move again"],
  ["r, 1 to 6", "roll; enter what the die shows"],
  ["u", "take back"],
  ["[, ]", "one turn back, one turn on, without changing the game"],
  ["a, h", "analyse; heat map"],
  ["f", "turn the board around"],
  ["+, −, 0", "closer, farther, all of it"],
];

/** @type {HTMLDialogElement | null} */
let dialog = null;

export function showKeys() {
  if (!dialog) {
    dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "card", "aria-label": "Keys" }));
    const close = el("button", { type: "button", onclick: () => dialog?.close() }, "Close");
    fill(dialog, el("h2", {}, "Keys"), el("table", {}, el("tbody", {}, KEYS.map(([key, what]) => el("tr", {}, el("td", {}, key.split(", ").map((one) => [el("kbd", {}, one), " "]).flat()), el("td", {}, what))))), el("p"), close);
    document.body.append(dialog);
  }
  if (!dialog.open) dialog.showModal();
}
