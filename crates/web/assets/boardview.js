// @ts-check
// The board of the current node: from the recorded changes, or asked for where they end.

import { Board } from "./board.js";
import { el } from "./dom.js";
import { changedCells, sceneAt } from "./recording.js";
import { t } from "./translate.js";

/** @typedef {import("./recording.js").Scene} Scene */
/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./recording.js").BoardChanges} BoardChanges */

const WAIT = 140; // milliseconds without a change before a board is asked for

export class BoardView {
  /** @param {Recording} recording @param {BoardChanges | null | undefined} boards @param {((moves: string[]) => Promise<Scene>) | undefined} ask */
  constructor(recording, boards, ask) {
    this.recording = recording;
    this.boards = boards;
    this.ask = ask;
    this.key = "not shown yet";
    /** @type {number | undefined} */ this.timer = undefined;
    this.board = new Board();
    this.caption = el("p", { class: "small soft" });
    this.element = el("div", { class: "smallboard", hidden: !recording.scene }, this.board.element, this.caption);
  }

  /** @param {number[]} path  recorded nodes from the root @param {string[]} line  the same as move texts @param {string} words */
  show(path, line, words) {
    const { scene } = this.recording;
    const key = line.join(" ");
    this.caption.textContent = words;
    if (!scene || key === this.key) return;
    this.key = key;
    clearTimeout(this.timer);
    const known = sceneAt(scene, this.boards, path);
    if (known) return this.draw(known, changedCells(this.boards, path));
    const { ask } = this;
    this.element.classList.add("waiting");
    if (!ask) {
      this.caption.textContent = t("{words} (the board of this node is not in the file)", { words });
      return;
    }
    this.timer = setTimeout(async () => {
      try {
        const found = await ask(line);
        if (this.key === key) this.draw(found, []);
      } catch (error) {
        if (this.key === key) this.caption.textContent = error instanceof Error ? error.message : String(error);
      }
    }, WAIT);
  }

  /** @param {Scene} scene @param {number[]} changed */
  draw(scene, changed) {
    this.element.classList.remove("waiting");
    this.board.show(scene);
    this.board.marks.replaceChildren();
    for (const cell of changed) this.board.mark(cell, "rect", "last");
    this.board.drawing.setAttribute("aria-label", this.key ? t("Board after {moves}", { moves: this.key }) : t("Board at the root"));
  }
}
