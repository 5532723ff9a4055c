// @ts-check
// The button that pauses long work of the server and goes on with it.

import { ask } from "./api.js";
import { el } from "./dom.js";

export class Switch {
  /** @param {string} address  of the work; what it is told ends in `/start` or `/pause` @param {HTMLElement} status  where a refusal is said */
  constructor(address, status) {
    this.running = false;
    this.button = /** @type {HTMLButtonElement} */ (el("button", { type: "button", id: "switch", disabled: true }, "Pause"));
    this.button.addEventListener("click", async () => {
      this.button.disabled = true;
      try {
        await ask(`${address}/${this.running ? "pause" : "start"}`, {});
      } catch (error) {
        status.textContent = error instanceof Error ? error.message : String(error);
        this.button.disabled = false;
      }
    });
  }

  /** @param {{running: boolean, pausing: boolean}} state @param {boolean} over  there is nothing to go on with */
  show(state, over) {
    this.running = state.running;
    this.button.hidden = over;
    this.button.disabled = false;
    this.button.textContent = state.running ? (state.pausing ? "Stop at once" : "Pause") : "Go on";
  }
}
