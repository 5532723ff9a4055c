// @ts-check
// A board drawn from scene data, for any game and without rules. Moves are entered by clicks: after each click the moves remain
// whose clicks begin that way, and their next clicks are offered.

import { announce, el, fill, icon, svg } from "./dom.js";
import { View } from "./view.js";

/** @typedef {import("./messages.js").Scene} Scene */
/** @typedef {import("./messages.js").Cell} Cell */
/** @typedef {import("./messages.js").LegalMove} LegalMove */
/** @typedef {import("./messages.js").Effects} Effects */

export const SIZE = 10; // a cell, in units of the drawing
const MARGIN = 5; // space for captions
const DIRECTIONS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
const LARGE = 200; // cells; larger boards zoom by wheel and buttons
const CURVES = 24; // with more joined sides only their tabs are drawn

/**
 * @typedef {object} BoardHandlers
 * @property {(move: string) => void} play  a complete move was entered
 * @property {(move: string) => Promise<Effects | null>} [preview]  what a move would do
 */

export class Board {
  /**
   * @param {BoardHandlers | null} handlers  `null` for a picture
   * @param {((from: number, to: number) => void) | null} [arrange]  called after a drag from cell to cell of a picture
   */
  constructor(handlers, arrange = null) {
    this.handlers = handlers;
    this.arrange = arrange;
    /** @type {Scene | null} */ this.scene = null;
    /** @type {LegalMove[]} */ this.legal = [];
    /** @type {(number | string)[]} */ this.chosen = [];
    /** @type {SVGElement[]} */ this.cells = [];
    /** @type {string[]} */ this.labels = [];
    /** Values of moves for the player to move. @type {{clicks: (number | string)[], value: number, text: string}[]} */ this.heat = [];
    /** @type {number[]} */ this.last = [];
    /** @type {number | null} */ this.hovered = null;
    /** Identifies the transitions that are drawn. */
    this.linksKey = "";
    this.flipped = false;
    this.cursor = 0;
    this.grounds = svg("g");
    this.marks = svg("g", { class: "marks" });
    this.links = svg("g", { class: "links" });
    this.traces = svg("g", { class: "traces" });
    this.captions = svg("g", { class: "captions", "aria-hidden": "true" });
    const role = handlers ? { role: "grid", "aria-label": "Board" } : { role: "img" };
    this.drawing = /** @type {SVGSVGElement} */ (svg("svg", { class: "board", ...role }, this.captions, this.grounds, this.links, this.marks, this.traces));
    this.question = el("div", { class: "question", role: "group", "aria-label": "Choose", hidden: true });
    this.view = new View(this.drawing, () => (this.scene?.cells.length ?? 0) > LARGE);
    this.zooms = el("div", { class: "zooms", hidden: true },
      [["plus", "Zoom in", () => this.view.zoom(0.7)], ["minus", "Zoom out", () => this.view.zoom(1.4)], ["fit", "Fit", () => this.view.fit()]].map(([name, label, act]) =>
        el("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: act }, icon(/** @type {string} */ (name)))));
    this.element = el("div", { class: "boardbox" }, el("div", { class: "pane" }, this.drawing), this.zooms, this.question);
    if (handlers) this.listen();
    if (arrange) this.listenToDrags(arrange);
  }

  listen() {
    this.drawing.addEventListener("click", (event) => {
      const cell = cellOf(event.target);
      if (cell !== null && !this.view.dragged) this.click(cell);
    });
    this.drawing.addEventListener("pointerover", (event) => this.hover(cellOf(event.target)));
    this.drawing.addEventListener("pointerleave", () => this.hover(null));
    this.drawing.addEventListener("keydown", (event) => this.key(event));
    this.drawing.addEventListener("focusin", (event) => {
      const cell = cellOf(event.target);
      if (cell !== null) this.cursor = cell;
    });
  }

  /** @param {(from: number, to: number) => void} arrange */
  listenToDrags(arrange) {
    /** @type {number | null} */ let from = null;
    this.drawing.addEventListener("pointerdown", (event) => {
      from = cellOf(event.target);
      if (from !== null && this.scene?.cells[from].piece) event.preventDefault();
    });
    this.drawing.addEventListener("pointerup", (event) => {
      const to = cellOf(document.elementFromPoint(event.clientX, event.clientY));
      if (from !== null && to !== null && from !== to) arrange(from, to);
      from = null;
    });
  }

  /**
   * Shows a position.
   * @param {Scene} scene
   * @param {LegalMove[]} legal  what can be entered now; empty if it is not a person's turn
   * @param {number[]} last  the cells of the last move
   */
  show(scene, legal, last) {
    const before = this.scene;
    const fresh = !before || before.cols !== scene.cols || before.rows !== scene.rows;
    this.scene = scene;
    this.legal = legal;
    this.last = last;
    this.chosen = [];
    this.heat = [];
    if (fresh) this.build();
    scene.cells.forEach((cell, index) => {
      if (fresh || !same(before.cells[index], cell)) this.paint(index, cell);
    });
    this.drawLinks();
    this.traces.replaceChildren();
    this.hovered = null;
    this.refresh();
  }

  /** Colours the cells that can be clicked next by the best move through them. @param {typeof this.heat} heat  empty for none */
  showHeat(heat) {
    if (heat.length === 0 && this.heat.length === 0) return;
    this.heat = heat;
    if (this.scene) this.refresh();
  }

  /** The best move through every cell that can be clicked next. @returns {Map<number, {value: number, text: string}>} */
  heatCells() {
    /** @type {Map<number, {value: number, text: string}>} */ const cells = new Map();
    for (const move of this.heat) {
      const next = move.clicks[this.chosen.length];
      const fits = this.chosen.every((click, at) => move.clicks[at] === click);
      if (fits && typeof next === "number" && (cells.get(next)?.value ?? -Infinity) < move.value) cells.set(next, move);
    }
    return cells;
  }

  flip() {
    this.flipped = !this.flipped;
    if (!this.scene) return;
    this.build();
    this.scene.cells.forEach((cell, index) => this.paint(index, cell));
    this.drawLinks();
    this.refresh();
  }

  /** Where a cell is drawn. @param {number} index @returns {[number, number]} */
  place(index) {
    const { cols, rows } = /** @type {Scene} */ (this.scene);
    let [x, y] = [index % cols, Math.floor(index / cols)];
    if (this.flipped) [x, y] = [cols - 1 - x, rows - 1 - y];
    return [MARGIN + x * SIZE, MARGIN + y * SIZE];
  }

  build() {
    const scene = /** @type {Scene} */ (this.scene);
    this.view.enclose(scene.cols * SIZE + 2 * MARGIN, scene.rows * SIZE + 2 * MARGIN, SIZE);
    this.zooms.hidden = !this.handlers || scene.cells.length <= LARGE;
    this.grounds.replaceChildren();
    this.labels = [];
    this.linksKey = "";
    const rows = Array.from({ length: scene.rows }, () => svg("g", this.handlers ? { role: "row" } : {}));
    this.cells = scene.cells.map((_, index) => {
      const [x, y] = this.place(index);
      const play = this.handlers ? { "data-cell": index, role: "gridcell", tabindex: -1 } : this.arrange ? { "data-cell": index } : {};
      const cell = svg("g", { ...play, transform: `translate(${x} ${y})` });
      rows[Math.floor(index / scene.cols)].append(cell);
      return cell;
    });
    this.grounds.append(...rows);
    this.cursor = Math.min(this.cursor, scene.cells.length - 1);
    if (this.handlers) this.cells[this.cursor]?.setAttribute("tabindex", "0");
    this.drawCaptions();
  }

  drawCaptions() {
    const scene = /** @type {Scene} */ (this.scene);
    const caption = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => this.captions.append(svg("text", { x, y }, text));
    this.captions.replaceChildren();
    if (!this.handlers) return;
    for (let col = 0; col < scene.cols; col++) {
      const text = scene.col_names[col] ?? String(col);
      const x = this.place(col)[0] + SIZE / 2;
      caption(x, MARGIN / 2, text);
      caption(x, MARGIN * 1.5 + scene.rows * SIZE, text);
    }
    for (let row = 0; row < scene.rows; row++) {
      const text = scene.row_names[row] ?? String(row);
      const y = this.place(row * scene.cols)[1] + SIZE / 2;
      caption(MARGIN / 2, y, text);
      caption(MARGIN * 1.5 + scene.cols * SIZE, y, text);
    }
  }

  /** Draws a square and its piece. @param {number} index @param {Cell} cell */
  paint(index, cell) {
    const place = this.cells[index];
    place.replaceChildren();
    if (cell.ground === "hole") {
      place.setAttribute("class", "hole");
      return;
    }
    place.setAttribute("class", `cell ground-${cell.ground}`);
    const tint = cell.of ? ` tint-${cell.of}` : "";
    place.append(svg("rect", { x: 0.25, y: 0.25, width: SIZE - 0.5, height: SIZE - 0.5, rx: 0.9, class: `square${tint}` }));
    if (cell.ground === "special") place.append(svg("text", { x: SIZE / 2, y: SIZE / 2, class: "special" }, cell.letter ?? ""));
    if (cell.ground === "goal") place.append(svg("path", { d: "M3.6 8V2.4l3.6 1.5-3.6 1.5", class: `flag tint-${cell.of}` }));
    if (cell.ground === "permanent") place.append(svg("circle", { cx: SIZE / 2, cy: SIZE / 2, r: 1.2, class: "stud" }));
    if (cell.piece) place.append(this.piece(cell.piece));
  }

  /** @param {NonNullable<Cell["piece"]>} piece */
  piece(piece) {
    const owner = piece.owner ?? 0;
    const symbol = piece.label || (this.scene?.seats[owner - 1]?.symbol ?? "");
    return svg("g", { class: `piece owner-${owner}` },
      svg("circle", { cx: SIZE / 2, cy: SIZE / 2 + 0.35, r: SIZE * 0.4, class: "shade" }),
      svg("circle", { cx: SIZE / 2, cy: SIZE / 2, r: SIZE * 0.4, class: "disc" }),
      svg("circle", { cx: SIZE / 2, cy: SIZE / 2, r: SIZE * 0.33, class: "ring" }),
      svg("text", { x: SIZE / 2, y: SIZE / 2 }, symbol));
  }

  /** Draws joined sides that are not neighbours: a tab on each side, and a curve between them if there are few. */
  drawLinks() {
    const scene = /** @type {Scene} */ (this.scene);
    const key = JSON.stringify(scene.links) + this.flipped;
    if (key === this.linksKey) return;
    this.linksKey = key;
    this.links.replaceChildren();
    const turn = this.flipped ? -1 : 1;
    scene.links.forEach((link, number) => {
      const hue = `hue-${number % 6}`;
      const ends = [link.from, link.to].map(([cell, side]) => {
        const [x, y] = this.place(cell);
        const [dx, dy] = DIRECTIONS[side].map((step) => step * turn);
        const edge = [x + SIZE / 2 + dx * SIZE * 0.45, y + SIZE / 2 + dy * SIZE * 0.45];
        return { edge, out: [edge[0] + dx * SIZE * 1.6, edge[1] + dy * SIZE * 1.6], cell };
      });
      const [a, b] = ends;
      if (scene.links.length <= CURVES) {
        const d = `M${a.edge.join(" ")}C${a.out.join(" ")} ${b.out.join(" ")} ${b.edge.join(" ")}`;
        this.links.append(svg("path", { d, class: `link ${hue}` }));
      }
      this.links.append(...ends.map((end) => svg("circle", { cx: end.edge[0], cy: end.edge[1], r: 0.75, class: hue })));
    });
  }

  /** The possible next clicks. @returns {Set<number | string>} */
  offers() {
    const depth = this.chosen.length;
    const fits = this.legal.filter((move) => this.chosen.every((click, at) => move.clicks[at] === click));
    return new Set(fits.map((move) => move.clicks[depth]).filter((click) => click !== undefined));
  }

  /** Updates marks, labels and the question; cheap, and run after every click. */
  refresh() {
    const scene = /** @type {Scene} */ (this.scene);
    if (!this.handlers) return;
    const offers = this.offers();
    const chosen = new Set(this.chosen);
    this.marks.replaceChildren();
    for (const cell of this.last) this.mark(cell, "rect", "last");
    const heats = this.heatCells();
    const values = [...heats.values()].map((heat) => heat.value);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    for (const [cell, heat] of heats) {
      const rank = most > least ? (heat.value - least) / (most - least) : 1;
      this.mark(cell, "rect", `heat heat-${Math.min(4, Math.floor(rank * 5))}`);
      const [x, y] = this.place(cell);
      this.marks.append(svg("text", { x: x + SIZE / 2, y: y + SIZE - 1.6, class: "heat-text" }, heat.text));
    }
    this.cells.forEach((cell, index) => {
      const offered = offers.has(index);
      cell.classList.toggle("offered", offered);
      cell.classList.toggle("chosen", chosen.has(index));
      if (offered) this.mark(index, "circle", scene.cells[index].piece ? "offer-piece" : "offer");
      const label = this.describe(index, scene.cells[index], offered);
      if (label !== this.labels[index]) cell.setAttribute("aria-label", (this.labels[index] = label));
    });
    this.ask([...offers].filter((click) => typeof click === "string").map(String));
  }

  /** @param {number} cell @param {"rect" | "circle"} shape @param {string} kind */
  mark(cell, shape, kind) {
    const [x, y] = this.place(cell);
    this.marks.append(shape === "rect"
      ? svg("rect", { x: x + 0.6, y: y + 0.6, width: SIZE - 1.2, height: SIZE - 1.2, rx: 0.9, class: kind })
      : svg("circle", { cx: x + SIZE / 2, cy: y + SIZE / 2, r: kind === "offer" ? 1.5 : SIZE * 0.44, class: kind }));
  }

  /** Asks a question next to the chosen cell. @param {string[]} answers */
  ask(answers) {
    this.question.hidden = answers.length === 0;
    if (answers.length === 0) return;
    fill(this.question, answers.map((answer) => el("button", { type: "button", onclick: () => this.choose(answer) }, answer)),
      el("button", { type: "button", class: "quiet", onclick: () => this.cancel() }, "Cancel"));
    const cell = this.chosen.filter((click) => typeof click === "number").pop();
    const box = this.element.getBoundingClientRect();
    const near = typeof cell === "number" ? this.cells[cell].getBoundingClientRect() : box;
    const own = this.question.getBoundingClientRect();
    const left = Math.min(Math.max(0, near.left - box.left + near.width / 2 - own.width / 2), Math.max(0, box.width - own.width));
    const below = near.bottom - box.top + 8;
    this.question.style.left = `${left}px`;
    this.question.style.top = `${below + own.height > box.height ? Math.max(0, near.top - box.top - own.height - 8) : below}px`;
    /** @type {HTMLElement} */ (this.question.firstElementChild).focus();
  }

  /** @param {number} index @param {Cell} cell @param {boolean} offered */
  describe(index, cell, offered) {
    const scene = /** @type {Scene} */ (this.scene);
    const [col, row] = [index % scene.cols, Math.floor(index / scene.cols)];
    const parts = [scene.col_names.length ? `${scene.col_names[col]}${scene.row_names[row]}` : `column ${col}, row ${row}`];
    if (cell.piece) {
      const owner = cell.piece.owner ? scene.seats[cell.piece.owner - 1]?.name : "neutral stone";
      parts.push(cell.piece.label && cell.piece.label !== owner ? `${owner} ${cell.piece.label}` : `${owner}`);
    } else if (cell.ground === "special") parts.push(`special ${cell.letter}`);
    else parts.push({ plain: "empty", hole: "hole", blocked: "closed", permanent: "stays open", home: "empty", goal: "goal" }[cell.ground] ?? cell.ground);
    if (this.chosen.includes(index)) parts.push("selected");
    if (offered) parts.push("selectable");
    return parts.join(", ");
  }

  /** @param {number} cell */
  click(cell) {
    if (this.offers().has(cell)) this.choose(cell);
    else if (this.chosen.length > 0) {
      const again = this.chosen.includes(cell);
      this.cancel();
      if (!again && this.offers().has(cell)) this.choose(cell);
    }
  }

  /** @param {number | string} click */
  choose(click) {
    this.chosen = [...this.chosen, click];
    this.traces.replaceChildren();
    const complete = this.legal.find((move) => move.clicks.length === this.chosen.length && move.clicks.every((wanted, at) => wanted === this.chosen[at]));
    if (complete) {
      this.legal = [];
      this.chosen = [];
      this.refresh();
      this.cells[this.cursor]?.focus({ preventScroll: true });
      this.handlers?.play(complete.text);
      return;
    }
    this.refresh();
    announce(typeof click === "number" ? `${this.labels[click]}; choose the next step` : click);
  }

  cancel() {
    this.chosen = [];
    this.traces.replaceChildren();
    this.refresh();
    this.cells[this.cursor]?.focus({ preventScroll: true });
  }

  /** Previews the move whose next click is under the pointer. @param {number | null} cell */
  async hover(cell) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.traces.replaceChildren();
    if (cell === null || !this.handlers?.preview || !this.offers().has(cell)) return;
    const clicks = [...this.chosen, cell];
    const move = this.legal.find((move) => clicks.every((click, at) => move.clicks[at] === click));
    // While another cell has to be chosen the move is not known yet; if only an answer is missing, its effects are.
    if (!move || typeof move.clicks[clicks.length] === "number") return;
    const effects = await this.handlers.preview(move.text);
    if (!effects || this.hovered !== cell) return;
    this.traces.replaceChildren();
    for (const changed of effects.cells) {
      const [x, y] = this.place(changed);
      this.traces.append(svg("rect", { x: x + 0.7, y: y + 0.7, width: SIZE - 1.4, height: SIZE - 1.4, rx: 1.2, class: "effect" }));
    }
    for (const path of effects.paths) this.trace(path);
  }

  /** Draws a line through cells, interrupted where it leaves the board through a joined side. @param {number[]} path */
  trace(path) {
    const points = path.map((cell) => this.place(cell).map((at) => at + SIZE / 2));
    const near = (/** @type {number[]} */ a, /** @type {number[]} */ b) => Math.abs(a[0] - b[0]) <= SIZE + 0.1 && Math.abs(a[1] - b[1]) <= SIZE + 0.1;
    let d = "";
    points.forEach((point, at) => (d += `${at === 0 || !near(points[at - 1], point) ? "M" : "L"}${point.join(" ")}`));
    this.traces.append(svg("path", { d, class: "path" }), ...points.map(([cx, cy]) => svg("circle", { cx, cy, r: 1, class: "path-dot" })));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.scene || event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = this.flipped ? -1 : 1;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-turn, 0], ArrowRight: [turn, 0], ArrowUp: [0, -turn], ArrowDown: [0, turn] };
    const step = steps[event.key];
    if (step) this.move(step);
    else if (event.key === "Enter" || event.key === " ") this.click(this.cursor);
    else if (event.key === "Escape") this.cancel();
    else if (event.key === "n") this.next(1);
    else if (event.key === "N") this.next(-1);
    else if (event.key === "+") this.view.zoom(0.8);
    else if (event.key === "-") this.view.zoom(1.25);
    else if (event.key === "0") this.view.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {[number, number]} step */
  move([dx, dy]) {
    const { cols, rows } = /** @type {Scene} */ (this.scene);
    const col = Math.min(cols - 1, Math.max(0, (this.cursor % cols) + dx));
    const row = Math.min(rows - 1, Math.max(0, Math.floor(this.cursor / cols) + dy));
    this.focus(row * cols + col);
  }

  /** Moves to the next or previous cell that can be chosen. @param {number} way */
  next(way) {
    const cells = [...this.offers()].filter((click) => typeof click === "number").map(Number).sort((a, b) => way * (a - b));
    if (cells.length > 0) this.focus(cells.find((cell) => way * (cell - this.cursor) > 0) ?? cells[0]);
  }

  /** @param {number} cell */
  focus(cell) {
    this.cells[this.cursor]?.setAttribute("tabindex", "-1");
    this.cursor = cell;
    this.cells[cell].setAttribute("tabindex", "0");
    this.cells[cell].focus({ preventScroll: true });
    this.view.reveal(...this.place(cell));
    this.hover(cell);
  }
}

/** @param {EventTarget | null} target */
function cellOf(target) {
  const cell = target instanceof Element ? target.closest("[data-cell]") : null;
  return cell ? Number(cell.getAttribute("data-cell")) : null;
}

/** @param {Cell} a @param {Cell} b */
function same(a, b) {
  return a.ground === b.ground && a.of === b.of && a.letter === b.letter && a.piece?.owner === b.piece?.owner && a.piece?.label === b.piece?.label;
}
