// @ts-check
// The button that pauses and resumes long work of the server.

import { request } from "./api.js";
import { el } from "./dom.js";
import { t } from "./translate.js";

export class PauseButton {
  /** @param {string} address  of the work; `/start` or `/pause` is appended @param {HTMLElement} status  where errors are shown */
  constructor(address, status) {
    this.running = false;
    this.button = /** @type {HTMLButtonElement} */ (el("button", { type: "button", id: "pause", disabled: true }, t("Pause")));
    this.button.addEventListener("click", async () => {
      this.button.disabled = true;
      try {
        await request(`${address}/${this.running ? "pause" : "start"}`, {});
      } catch (error) {
        status.textContent = error instanceof Error ? error.message : String(error);
        this.button.disabled = false;
      }
    });
  }

  /** @param {{running: boolean, pausing: boolean}} state @param {boolean} over  nothing is left to do */
  show(state, over) {
    this.running = state.running;
    this.button.hidden = over;
    this.button.disabled = false;
    this.button.textContent = state.running ? (state.pausing ? t("Stop now") : t("Pause")) : t("Resume");
  }
}
