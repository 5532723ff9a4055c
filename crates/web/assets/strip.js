// @ts-check
// A large tree as a strip (an icicle plot): time runs from left to right, every visit is as wide as its subtree and lies below its parent.
// The boxes are painted once per zoom; a frame of a running search only copies them and paints the cursor.

import { el } from "./dom.js";
import { grouped } from "./format.js";
import { t, tn } from "./translate.js";

/**
 * What is drawn: visits in the order of a walk that enters parents first.
 * @typedef {object} Forest
 * @property {number} first
 * @property {number} count
 * @property {ArrayLike<number>} end  one past the last of the subtree
 * @property {ArrayLike<number>} ply  the level, from 0
 * @property {ArrayLike<number>} parent
 * @property {(index: number) => string} tone  the name of a custom property with the colour
 * @property {((index: number) => string | null) | null} [second]  the colour of the lower half, where two searches are compared
 * @property {(index: number) => string} text
 * @property {(index: number) => string} detail  a second line
 */

/** @typedef {{pick: (index: number) => void, hover: (index: number | null) => void}} StripHandlers */

const ROW = 30;
const NARROW = 3; // pixels; narrower siblings are folded
const LABEL = 30; // pixels; narrower boxes have no label
const CLOSEST = 8; // visits across the strip when zoomed in completely
const DRAG = 4; // pixels that the pointer may move during a click

export class Strip {
  /** @param {StripHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {Forest | null} */ this.forest = null;
    this.from = 0;
    this.to = 1;
    this.rows = 1;
    this.cursor = Infinity;
    /** @type {number[]} */ this.path = [];
    /** @type {number[]} */ this.hits = [];
    /** @type {{x: number, width: number, row: number, from: number, to: number, count: number}[]} */ this.folds = [];
    this.folded = 0;
    this.canvas = /** @type {HTMLCanvasElement} */ (el("canvas", { class: "strip-canvas", tabindex: 0, role: "img", "aria-label": t("Strip of all visits") }));
    this.base = document.createElement("canvas");
    this.note = el("p", { class: "soft small strip-note", role: "status" });
    this.pane = el("div", { class: "strip-pane" }, this.canvas);
    this.element = el("div", { class: "strip" }, this.pane, this.note);
    /** @type {Record<string, string>} */ this.tones = {};
    new ResizeObserver(() => this.paint()).observe(this.pane);
    this.themes = new MutationObserver(() => this.paint());
    this.themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.listen();
  }

  /** @param {Forest} forest @param {string} about  for screen readers */
  show(forest, about) {
    this.forest = forest;
    this.canvas.setAttribute("aria-label", about);
    let deepest = 0;
    for (let at = forest.first; at < forest.first + forest.count; at++) if (forest.ply[at] > deepest) deepest = forest.ply[at];
    this.rows = deepest + 1;
    this.hits = [];
    this.fit();
  }

  fit() {
    if (!this.forest) return;
    this.from = this.forest.first;
    this.to = this.forest.first + Math.max(1, this.forest.count);
    this.paint();
  }

  /** Time has come to this place; the path is open. @param {number} cursor @param {number[]} path */
  setTime(cursor, path) {
    this.cursor = cursor;
    this.path = path;
    const span = this.to - this.from;
    const forest = this.forest;
    if (forest && span < forest.count && Number.isFinite(cursor) && (cursor < this.from || cursor > this.to)) this.setRange(cursor - span * 0.3, cursor + span * 0.7);
    else this.frame();
  }

  /** @param {number[]} hits */
  setHits(hits) {
    this.hits = hits;
    this.frame();
  }

  /** @param {number} from @param {number} to */
  setRange(from, to) {
    const forest = this.forest;
    if (!forest) return;
    const [first, last] = [forest.first, forest.first + Math.max(1, forest.count)];
    const span = Math.max(Math.min(CLOSEST, last - first), Math.min(last - first, to - from));
    const start = Math.max(first, Math.min(last - span, from));
    [this.from, this.to] = [start, start + span];
    this.paint();
  }

  /** @param {number} factor  below 1 zooms in @param {number} [at]  the place that stays */
  zoom(factor, at = Number.isFinite(this.cursor) && this.cursor >= this.from && this.cursor <= this.to ? this.cursor : (this.from + this.to) / 2) {
    this.setRange(at - (at - this.from) * factor, at + (this.to - at) * factor);
  }

  /** Shows the subtree of a visit in full width. @param {number} index */
  zoomTo(index) {
    if (this.forest) this.setRange(index, this.forest.end[index]);
  }

  /** Paints all boxes of the current range. */
  paint() {
    const forest = this.forest;
    const width = this.pane.clientWidth;
    if (!forest || width === 0) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const height = (this.rows + 1) * ROW;
    for (const canvas of [this.canvas, this.base]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    this.canvas.style.height = `${height}px`;
    const style = getComputedStyle(this.element);
    this.colour = (/** @type {string} */ name) => (this.tones[name] ??= style.getPropertyValue(name).trim() || "#999");
    this.tones = {};
    const context = /** @type {CanvasRenderingContext2D} */ (this.base.getContext("2d"));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = `11px ${style.fontFamily}`;
    context.textBaseline = "middle";
    this.folds = [];
    this.folded = 0;
    this.scale = width / (this.to - this.from);
    this.paintBoxes(context, forest, width);
    this.note.textContent = this.folded > 0 ? tn("1 visit is folded at this size; click a hatched box to open it, or zoom in.", "{n} visits are folded at this size; click a hatched box to open it, or zoom in.", this.folded) : "";
    this.frame();
  }

  /** @param {CanvasRenderingContext2D} context @param {Forest} forest @param {number} width */
  paintBoxes(context, forest, width) {
    const scale = /** @type {number} */ (this.scale);
    const last = forest.first + forest.count;
    context.fillStyle = this.tone("--strip-root");
    context.fillRect(0, 0, width, ROW - 1);
    context.fillStyle = this.tone("--strip-ink");
    context.fillText(t("root"), 6, ROW / 2);
    /** Ranges of siblings that are still to be painted: first, end, row. @type {[number, number, number][]} */
    const waiting = [[forest.first, last, 1]];
    while (waiting.length > 0) {
      const [start, end, row] = /** @type {[number, number, number]} */ (waiting.pop());
      let foldFrom = -1;
      let foldCount = 0;
      const flush = (/** @type {number} */ to) => {
        if (foldFrom >= 0) this.paintFold(context, foldFrom, to, row, foldCount);
        foldFrom = -1;
        foldCount = 0;
      };
      let at = start;
      for (; at < end; at = forest.end[at]) {
        const [x0, x1] = [(at - this.from) * scale, (forest.end[at] - this.from) * scale];
        if (x1 < 0) continue;
        if (x0 > width) break;
        if (x1 - x0 < NARROW) {
          if (foldFrom < 0) foldFrom = at;
          foldCount += 1;
          continue;
        }
        flush(at);
        this.paintBox(context, forest, at, Math.max(-2, x0), Math.min(width + 2, x1), row);
        if (forest.end[at] > at + 1) waiting.push([at + 1, forest.end[at], row + 1]);
      }
      flush(Math.min(at, end));
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Forest} forest @param {number} at @param {number} x0 @param {number} x1 @param {number} row */
  paintBox(context, forest, at, x0, x1, row) {
    const [y, wide] = [row * ROW, Math.max(0.6, x1 - x0 - (x1 - x0 > 6 ? 1 : 0.3))];
    context.fillStyle = this.tone(forest.tone(at));
    if (forest.second) {
      context.fillRect(x0, y, wide, ROW / 2 - 1);
      const lower = forest.second(at);
      context.fillStyle = this.tone(lower ?? "--strip-none");
      context.fillRect(x0, y + ROW / 2 - 1, wide, ROW / 2);
    } else context.fillRect(x0, y, wide, ROW - 1);
    if (wide < LABEL) return;
    const room = Math.floor((wide - 6) / 6.2);
    context.fillStyle = this.tone("--strip-ink");
    context.fillText(clip(forest.text(at), room), Math.max(0, x0) + 4, y + 9);
    context.fillText(clip(forest.detail(at), room), Math.max(0, x0) + 4, y + 21);
  }

  /** Siblings too narrow to be told apart become one hatched box. @param {CanvasRenderingContext2D} context @param {number} from @param {number} to @param {number} row @param {number} count */
  paintFold(context, from, to, row, count) {
    const forest = /** @type {Forest} */ (this.forest);
    const scale = /** @type {number} */ (this.scale);
    const x = (from - this.from) * scale;
    const width = Math.max(0.6, (to - from) * scale - 0.3);
    context.fillStyle = this.tone(forest.tone(from));
    context.fillRect(x, row * ROW, width, ROW - 1);
    context.fillStyle = this.tone("--strip-hatch");
    for (let at = Math.max(0, x); at < Math.min(x + width, this.pane.clientWidth); at += 4) context.fillRect(at, row * ROW, 1, ROW - 1);
    this.paintBelow(context, from, to, row);
    this.folds.push({ x, width, row, from, to, count });
    this.folded += to - from;
    if (width < LABEL + 10) return;
    context.fillStyle = this.tone("--strip-ink");
    context.fillText(clip(t("… {count} more", { count: grouped(count) }), Math.floor(width / 6.2)), x + 4, row * ROW + ROW / 2);
  }

  /** What lies below a fold, one box per pixel and row. @param {CanvasRenderingContext2D} context @param {number} from @param {number} to @param {number} row */
  paintBelow(context, from, to, row) {
    const forest = /** @type {Forest} */ (this.forest);
    const scale = /** @type {number} */ (this.scale);
    /** The last painted pixel of every row. */
    const painted = new Int32Array(this.rows + 2).fill(-1);
    for (let at = Math.max(from, Math.floor(this.from)); at < Math.min(to, Math.ceil(this.to)); at++) {
      const level = forest.ply[at] + 1;
      const x = Math.floor((at - this.from) * scale);
      if (level <= row || painted[level] >= x) continue;
      painted[level] = x;
      const wide = Math.max(1, (forest.end[at] - at) * scale);
      context.fillStyle = this.tone(forest.tone(at));
      context.fillRect(x, level * ROW, wide, forest.second ? ROW / 2 - 1 : ROW - 1);
      if (!forest.second) continue;
      context.fillStyle = this.tone(forest.second(at) ?? "--strip-none");
      context.fillRect(x, level * ROW + ROW / 2 - 1, wide, ROW / 2);
    }
  }

  /** @param {string} name */
  tone(name) {
    return /** @type {(name: string) => string} */ (this.colour)(name);
  }

  /** One frame: the painted boxes, what has not happened yet faded, the open path and the cursor. */
  frame() {
    const context = this.canvas.getContext("2d");
    const forest = this.forest;
    if (!context || !forest || !this.scale || this.base.width === 0) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const [width, height] = [this.canvas.width / ratio, this.canvas.height / ratio];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.base, 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const x = (this.cursor - this.from) * this.scale;
    if (x < width) {
      context.fillStyle = this.tone("--strip-future");
      context.fillRect(Math.max(0, x), 0, width - Math.max(0, x), height);
    }
    context.lineWidth = 2;
    context.strokeStyle = this.tone("--strip-path");
    for (const at of this.path) {
      const [x0, x1] = [(at - this.from) * this.scale, (forest.end[at] - this.from) * this.scale];
      if (x1 >= 0 && x0 <= width) context.strokeRect(Math.max(1, x0), (forest.ply[at] + 1) * ROW + 1, Math.max(2, Math.min(width - 1, x1) - Math.max(1, x0) - 1), ROW - 3);
    }
    context.fillStyle = this.tone("--strip-hit");
    for (const at of this.hits) {
      const hit = (at - this.from) * this.scale;
      if (hit >= -2 && hit <= width) context.fillRect(hit, (forest.ply[at] + 1) * ROW, Math.max(2, Math.min(8, this.scale)), 5);
    }
    if (x >= 0 && x <= width) {
      context.fillStyle = this.tone("--strip-cursor");
      context.fillRect(x - 1, 0, 2, height);
    }
  }

  /** The visit at a place of the canvas; -1 for the root, `null` for nothing. @param {number} x @param {number} y */
  visitAt(x, y) {
    const forest = this.forest;
    if (!forest || !this.scale) return null;
    const row = Math.floor(y / ROW);
    if (row === 0) return -1;
    let at = Math.floor(this.from + x / this.scale);
    if (at < forest.first || at >= forest.first + forest.count || forest.ply[at] < row - 1) return null;
    while (forest.ply[at] > row - 1) at = forest.parent[at];
    return at;
  }

  /** @param {MouseEvent} event */
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {number} x @param {number} y */
  foldAt(x, y) {
    const row = Math.floor(y / ROW);
    return this.folds.find((fold) => fold.row === row && x >= fold.x && x <= fold.x + Math.max(2, fold.width)) ?? null;
  }

  listen() {
    let start = 0;
    /** @type {number | null} */ let held = null;
    let moved = false;
    this.canvas.addEventListener("pointerdown", (event) => {
      [held, start, moved] = [event.clientX, this.from, false];
    });
    this.canvas.addEventListener("pointermove", (event) => {
      const { x, y } = this.place(event);
      if (held !== null && event.buttons > 0 && this.forest && this.to - this.from < this.forest.count) {
        if (Math.abs(event.clientX - held) > DRAG) moved = true;
        if (moved) this.setRange(start - (event.clientX - held) / (this.scale ?? 1), start - (event.clientX - held) / (this.scale ?? 1) + this.to - this.from);
      } else this.handlers.hover(this.foldAt(x, y) ? null : this.visitAt(x, y));
    });
    this.canvas.addEventListener("pointerleave", () => this.handlers.hover(null));
    this.canvas.addEventListener("click", (event) => {
      held = null;
      if (moved) return;
      const { x, y } = this.place(event);
      const fold = this.foldAt(x, y);
      const at = this.visitAt(x, y);
      if (fold) this.setRange(fold.from, fold.to);
      else if (at !== null) this.handlers.pick(at);
    });
    this.canvas.addEventListener("dblclick", (event) => {
      const { x, y } = this.place(event);
      const at = this.visitAt(x, y);
      if (at !== null && at >= 0) this.zoomTo(at);
      else if (at === -1) this.fit();
    });
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.shiftKey) return; // the wheel scrolls the page
      event.preventDefault();
      const delta = event.deltaY || event.deltaX;
      this.zoom(delta > 0 ? 1.25 : 0.8, this.from + this.place(event).x / (this.scale ?? 1));
    }, { passive: false });
    this.canvas.addEventListener("keydown", (event) => {
      if (event.key === "+") this.zoom(0.6);
      else if (event.key === "-") this.zoom(1.6);
      else if (event.key === "0") this.fit();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  destroy() {
    this.themes.disconnect();
  }
}

/** @param {string} text @param {number} room */
function clip(text, room) {
  return text.length <= room ? text : room < 2 ? "" : `${text.slice(0, room - 1)}…`;
}
