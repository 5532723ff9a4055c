// @ts-check
// The changes of a move as motion. The board already shows the position after the move; copies of the cells as they were lie on top and
// leave one after another. Nothing waits for a motion: it ends at once when the next move comes or a person clicks.

import { SIZE } from "./board.js";
import { svg } from "./dom.js";

/** @typedef {import("./messages.js").SceneChange} SceneChange */
/** @typedef {import("./playboard.js").PlayBoard} Board */

/** All times in milliseconds. */
const SLIDE = { base: 120, perCell: 45, most: 450 };
const FLIP = { each: 220, between: 75, most: 900 }; // `most`: from the first to the last one to begin
const PLACE = 170;
const FALL = 380;
const BLAST = { each: 420, between: 90 };
/** Motions of more cells than this are not followed by an eye. */
const MOST = 400;

const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");

/** How long a piece takes for a way of this many cells. @param {number} cells */
export function slideTime(cells) {
  return Math.min(SLIDE.most, SLIDE.base + SLIDE.perCell * cells);
}

/**
 * When every change begins and how long it takes.
 * @param {SceneChange[]} changes
 * @param {(from: number, to: number) => number} distance  in cells
 * @returns {{change: SceneChange, delay: number, duration: number}[]}
 */
export function schedule(changes, distance) {
  const slides = changes.filter((change) => typeof change.from === "number");
  const arrival = new Map(slides.map((change) => [change.cell, slideTime(distance(/** @type {number} */ (change.from), change.cell))]));
  const arrived = Math.max(0, ...arrival.values());
  const steps = Math.max(1, ...changes.map((change) => change.step));
  const between = Math.min(FLIP.between, FLIP.most / steps);
  return changes.map((change) => {
    switch (change.kind) {
      case "slide": return { change, delay: 0, duration: arrival.get(change.cell) ?? 0 };
      case "capture": return { change, delay: (arrival.get(change.cell) ?? PLACE) * 0.7, duration: PLACE };
      case "flip": return { change, delay: change.step * between, duration: FLIP.each };
      case "close": return { change, delay: arrived, duration: FALL };
      case "blast": return { change, delay: change.step * BLAST.between, duration: BLAST.each };
      default: return { change, delay: 0, duration: PLACE };
    }
  });
}

export class Motion {
  constructor() {
    /** @type {Animation[]} */ this.running = [];
    /** @type {Element | null} */ this.layer = null;
    /** Resolved when the latest motion has ended. @type {Promise<void>} */ this.ended = Promise.resolve();
    this.enabled = true;
  }

  /** Whether moves are shown as motion. */
  get on() {
    return this.enabled && !reduced.matches && document.visibilityState === "visible";
  }

  /** Ends what is moving. */
  finish() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    this.layer?.replaceChildren();
  }

  /**
   * Plays the changes of a board that already shows their result.
   * @param {Board} board
   * @param {Map<number, Element>} old  copies of the cells as they were
   * @param {ReadonlySet<number>} [moved]  cells whose piece has moved there already
   */
  play(board, old, moved = new Set()) {
    this.finish();
    const { changes } = board;
    if (!this.on || changes.length === 0 || changes.length > MOST) return;
    this.layer = board.flights;
    for (const { change, delay, duration } of timesOf(changes, board.scene?.cols ?? 1, true)) {
      if (change.kind === "slide" && moved.has(change.cell)) continue;
      this.begin(board, old, change, delay, duration);
    }
    this.follow();
  }

  /** Shows the first step of a move that is not complete yet. @param {Board} board @param {number} cell @param {number} from */
  step(board, cell, from) {
    this.finish();
    if (!this.on) return;
    this.layer = board.flights;
    const cols = board.scene?.cols ?? 1;
    this.begin(board, new Map(), { kind: "slide", cell, from, step: 0 }, 0, slideTime(distanceOn(cols)(from, cell)));
    this.follow();
  }

  /** Tidies up once everything has arrived. */
  follow() {
    const mine = this.running;
    this.ended = Promise.allSettled(mine.map((animation) => animation.finished)).then(() => {
      if (this.running === mine) this.finish();
    });
  }

  /** @param {Board} board @param {Map<number, Element>} old @param {SceneChange} change @param {number} delay @param {number} duration */
  begin(board, old, change, delay, duration) {
    if (!board.cells[change.cell]) return; // out of view
    const piece = board.cells[change.cell].querySelector(".piece");
    const before = old.get(change.cell);
    const [x, y] = board.place(change.cell);
    switch (change.kind) {
      case "slide": {
        if (!piece) return;
        const [fromX, fromY] = board.place(/** @type {number} */ (change.from));
        const flying = this.lift(piece.cloneNode(true), x, y);
        this.run(flying, [{ transform: `translate(${fromX - x}px, ${fromY - y}px)` }, { transform: "none" }], delay, duration, "ease-in-out");
        this.run(piece, [{ opacity: 0 }, { opacity: 0 }], delay, duration);
        return;
      }
      case "capture": {
        const taken = before?.querySelector(".piece");
        if (taken) this.run(this.lift(taken, x, y, true), [{ opacity: 1, transform: "none" }, { opacity: 0, transform: "scale(.4)" }], delay, duration);
        return;
      }
      case "flip": {
        const turned = before?.querySelector(".piece");
        if (turned) this.run(this.lift(turned, x, y), [{ transform: "none" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(0)" }], delay, duration);
        if (piece) this.run(piece, [{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "none" }], delay, duration);
        return;
      }
      case "close":
        if (before) this.run(this.lift(without(before), x, y), [{ transform: "none", opacity: 1 }, { transform: "translateY(6px) rotate(14deg) scale(.2)", opacity: 0 }], delay, duration, "ease-in");
        return;
      case "blast":
        if (before) this.run(this.lift(before, x, y), [{ transform: "none", opacity: 1 }, { transform: "scale(1.35)", opacity: 0.9, offset: 0.25 }, { transform: "scale(.1) rotate(40deg)", opacity: 0 }], delay, duration, "ease-out");
        this.run(this.lift(svg("circle", { cx: SIZE / 2, cy: SIZE / 2, r: SIZE * 0.5, class: "flash" }), x, y), [{ transform: "scale(.2)", opacity: 0 }, { transform: "scale(1)", opacity: 0.9, offset: 0.3 }, { transform: "scale(1.5)", opacity: 0 }], delay, duration);
        return;
      default:
        if (piece) this.run(piece, [{ transform: "scale(1.3)", opacity: 0.2 }, { transform: "none", opacity: 1 }], delay, duration, "ease-out");
    }
  }

  /** Lays a copy on top of the board. @param {Node} copy @param {number} x @param {number} y @param {boolean} [below]  under the others */
  lift(copy, x, y, below = false) {
    const flying = /** @type {Element} */ (copy);
    for (const name of ["transform", "data-cell", "tabindex", "role", "aria-label"]) flying.removeAttribute(name);
    flying.classList.add("flying");
    const place = svg("g", { transform: `translate(${x} ${y})` }, flying);
    below ? this.layer?.prepend(place) : this.layer?.append(place);
    return flying;
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {number} delay @param {number} duration @param {string} [easing] */
  run(element, frames, delay, duration, easing = "linear") {
    const own = element.classList.contains("flying");
    this.running.push(element.animate(frames, { delay, duration, easing, fill: own ? "both" : "backwards" }));
  }
}

/** The changes of a move on this board with their times; all at once without motion. @param {SceneChange[]} changes @param {number} cols @param {boolean} on */
export function timesOf(changes, cols, on) {
  return schedule(changes, distanceOn(cols)).map((one) => (on ? one : { ...one, delay: 0, duration: 0 }));
}

/** Cells between two cells of a board with this many columns. @param {number} cols @returns {(from: number, to: number) => number} */
function distanceOn(cols) {
  return (from, to) => Math.max(Math.abs((from % cols) - (to % cols)), Math.abs(Math.floor(from / cols) - Math.floor(to / cols)));
}

/** A cell without its piece. @param {Element} cell */
function without(cell) {
  cell.querySelector(".piece")?.remove();
  return cell;
}
