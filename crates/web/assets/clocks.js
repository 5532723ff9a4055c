// @ts-check
// The clocks beside the names of the players.

import { decimal } from "./format.js";

const URGENT = 10_000; // milliseconds; less is told exactly, and marked

/**
 * Writes the time that every player has left, or has used in a game without clocks.
 * @param {Element} place  of the players
 * @param {import("./messages.js").GameState} state
 * @param {number} since  milliseconds since the state was received
 */
export function drawClocks(place, state, since) {
  [...place.querySelectorAll(".clock")].forEach((element, index) => {
    const { clock, used_ms: used } = state.seats[index];
    const left = clock && Math.max(0, clock.left_ms - (clock.running && !state.result ? since : 0));
    const text = left !== null ? minutes(left, left < URGENT) : used >= 1000 ? minutes(used, false) : "";
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("urgent", left !== null && left < URGENT);
  });
}

/** @param {number} ms @param {boolean} exact  with tenths of a second, below ten seconds */
function minutes(ms, exact) {
  if (exact) return `0:0${decimal(ms / 1000, 1)}`;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
