// @ts-check
// Variations as text: copied, downloaded, pasted, read from a file.

import { request } from "./api.js";
import { el } from "./dom.js";
import { t } from "./translate.js";

/** @typedef {import("./messages.js").VariationDocument} VariationDocument */

export class TreeText {
  /**
   * @param {string} id
   * @param {(document: VariationDocument) => string} take  adds variations and says what happened
   * @param {() => Promise<void>} flush  saves what is shown
   */
  constructor(id, take, flush) {
    this.id = id;
    this.take = take;
    this.flush = flush;
    const base = `/api/games/${encodeURIComponent(id)}`;
    this.input = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 4, "aria-label": t("Variations as text"), placeholder: t("Moves, with (variations) and {open}comments{close}, or a record", { open: "{", close: "}" }), spellcheck: "false" }));
    this.file = /** @type {HTMLInputElement} */ (el("input", { type: "file", "aria-label": t("Variations from a file"), onchange: () => this.readFile() }));
    this.message = el("p", { class: "small imported", role: "status" });
    this.element = el("details", { class: "card treetext" }, el("summary", {}, t("Export and import")),
      el("div", { class: "row" },
        el("button", { type: "button", class: "quiet", onclick: () => this.write() }, t("As text")),
        el("button", { type: "button", class: "quiet", onclick: (/** @type {Event} */ event) => this.copyLink(event) }, t("Copy link")),
        el("a", { class: "button quiet", href: `${base}/export/variations`, download: "variations.txt" }, t("Download")),
        el("a", { class: "button quiet", href: `${base}/record`, download: "record.json" }, t("Record"))),
      this.input, el("div", { class: "row" }, el("button", { type: "button", class: "quiet", onclick: () => this.read() }, t("Add")), this.file), this.message);
  }

  /** Shows the saved tree as text. */
  async write() {
    try {
      await this.flush();
      const document = await request(`/api/games/${encodeURIComponent(this.id)}/variations`);
      this.input.value = document.text;
      this.input.select();
      await navigator.clipboard?.writeText(document.text).catch(() => {});
      this.message.textContent = "";
    } catch (error) {
      this.message.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  async read() {
    if (!this.input.value.trim()) return;
    try {
      this.message.textContent = this.take(await request(`/api/games/${encodeURIComponent(this.id)}/variations/read`, { text: this.input.value }));
    } catch (error) {
      this.message.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  async readFile() {
    const file = this.file.files?.[0];
    if (!file) return;
    this.input.value = await file.text();
    await this.read();
  }

  /** @param {Event} event */
  async copyLink(event) {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    await this.flush();
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    button.textContent = t("Copied");
    setTimeout(() => (button.textContent = t("Copy link")), 1200);
  }
}
