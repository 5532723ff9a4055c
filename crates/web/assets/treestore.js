// @ts-check
// Keeps the variations of a game on the server: loads them, and saves changes shortly after they are made.

import { ApiError, request } from "./api.js";
import { el, fill } from "./dom.js";
import { t } from "./translate.js";

/** @typedef {import("./messages.js").VariationDocument} VariationDocument */
/** @typedef {import("./variations.js").Variations} Variations */

const DELAY = 400; // milliseconds without a change before it is saved
const RETRY = 3000;

export class TreeStore {
  /** @param {string} id @param {(document: VariationDocument) => void} adopt  called with what the server has */
  constructor(id, adopt) {
    this.address = `/api/games/${encodeURIComponent(id)}/variations`;
    this.adopt = adopt;
    this.revision = 0;
    /** What is not saved yet. @type {Variations | null} */ this.unsaved = null;
    /** @type {number | undefined} */ this.timer = undefined;
    /** @type {Promise<void> | null} */ this.saving = null;
    this.closed = false;
    this.loading = false;
    this.again = false;
    this.status = el("span", { class: "soft small saved", role: "status" });
  }

  /** Loads what the server has, once for any number of calls while it does. */
  async load() {
    if (this.loading) return void (this.again = true);
    this.loading = true;
    do {
      this.again = false;
      if (this.unsaved) await this.flush(); // or what was deleted here would come back
      await this.fetch();
    } while (this.again && !this.closed);
    this.loading = false;
  }

  async fetch() {
    try {
      const document = await request(this.address);
      this.revision = document.revision;
      if (!this.closed) this.adopt(document);
    } catch (error) {
      this.say(t("The variations cannot be loaded: {reason}", { reason: reason(error) }));
    }
  }

  /** Whether something is being saved or loaded. */
  get busy() {
    return !!this.saving || !!this.unsaved || this.loading;
  }

  /** @param {Variations} tree */
  save(tree) {
    this.unsaved = tree;
    this.say(t("Not saved yet"));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), DELAY);
  }

  /** Saves now. @param {boolean} [leaving]  the page is being left */
  async flush(leaving = false) {
    clearTimeout(this.timer);
    if (leaving) return void (this.unsaved && this.put(this.unsaved, true).catch(() => {}));
    // One at a time, or revisions would overtake each other.
    while (this.saving) await this.saving;
    if (!this.unsaved) return;
    this.saving = this.attempt();
    await this.saving;
    this.saving = null;
    if (this.unsaved && !this.closed) this.timer = setTimeout(() => this.flush(), RETRY);
  }

  async attempt() {
    const tree = this.unsaved;
    this.unsaved = null;
    if (!tree) return;
    try {
      this.say(t("Saving …"));
      this.revision = (await this.put(tree, false)).revision;
      this.say(this.unsaved ? t("Not saved yet") : t("Saved"));
    } catch (error) {
      this.unsaved = tree;
      if (error instanceof ApiError && /^another page/i.test(error.message)) return this.conflict();
      this.say(t("Not saved: {reason}", { reason: reason(error) }));
    }
  }

  /** Another page has saved in the meantime: its variations are added to these, and everything is saved again. */
  async conflict() {
    await this.fetch();
    this.say(t("Merged with the changes of another page"));
  }

  /** @param {Variations} tree @param {boolean} keepalive */
  put(tree, keepalive) {
    return request(this.address, { revision: this.revision, nodes: tree.list() }, { method: "PUT", keepalive });
  }

  /** @param {string} text */
  say(text) {
    if (this.status.textContent !== text) fill(this.status, text);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }
}

/** @param {unknown} error */
function reason(error) {
  return error instanceof Error ? error.message : String(error);
}
