// @ts-check
// A board on which moves are entered by clicks, keys and drags, for any game and without its rules: after each click the moves remain
// whose clicks begin that way, and their next clicks are offered.

import { Board, SIZE, cellOf } from "./board.js";
import { drawCaptions, drawEdges } from "./boardcaptions.js";
import { BoardWindow } from "./boardwindow.js";
import { announce, el, fill, icon, svg } from "./dom.js";
import { serverText, t } from "./translate.js";

/** @typedef {import("./messages.js").Scene} Scene */
/** @typedef {import("./messages.js").Cell} Cell */
/** @typedef {import("./messages.js").LegalMove} LegalMove */
/** @typedef {import("./messages.js").Effects} Effects */
/** @typedef {import("./messages.js").SceneChange} SceneChange */

const TIP_TIME = 5000; // milliseconds that an explanation stays

/**
 * @typedef {object} BoardHandlers
 * @property {(move: string) => void} play  a complete move was entered
 * @property {(move: string) => Promise<Effects | null>} [preview]  what a move would do
 * @property {(clicks: (number | string)[]) => Promise<string | null>} [explain]  why the last of these clicks is not possible
 * @property {() => void} [refused]  a click was refused, with its reason
 * @property {(clicks: number, notice: string | null) => void} [progress]  how many clicks of a move were made, and what to know about the one under the pointer
 */

export class PlayBoard extends Board {
  /** @param {BoardHandlers} handlers */
  constructor(handlers) {
    super();
    this.handlers = handlers;
    /** @type {LegalMove[]} */ this.legal = [];
    /** @type {(number | string)[]} */ this.chosen = [];
    /** @type {string[]} */ this.labels = [];
    /** Values of moves for the player to move. @type {{clicks: (number | string)[], value: number, text: string}[]} */ this.heat = [];
    /** A move that is recommended, as clicks. @type {(number | string)[]} */ this.hint = [];
    /** A piece that has moved although its move is not complete. @type {{cell: number, from: number | null} | null} */ this.tentative = null;
    /** The player whose pieces are moved now, from 1. @type {number | null} */ this.mover = null;
    /** Shows the first step of a move as motion. @type {((cell: number, from: number) => void) | null} */ this.step = null;
    /** @type {number | undefined} */ this.tipTimer = undefined;
    /** @type {number | null} */ this.hovered = null;
    /** The cell whose move waits for a second tap. @type {number | null} */ this.warned = null;
    /** The letters of special squares with their meaning. @type {[string, string][]} */ this.legend = [];
    this.cursor = 0;
    /** The clicks that are marked as possible. @type {Set<number | string>} */ this.marked = new Set();
    this.window = new BoardWindow(this, (cell) => this.marked.has(cell) || this.chosen.includes(cell), () => this.cursor);
    this.flights = svg("g", { class: "flights", "aria-hidden": "true" });
    this.drawing.insertBefore(this.flights, this.marks);
    this.drawing.setAttribute("role", "grid");
    this.tip = el("p", { class: "tip", role: "status", hidden: true });
    this.question = el("div", { class: "question", role: "group", "aria-label": t("Choose"), hidden: true });
    this.zooms = el("div", { class: "zooms", hidden: true },
      [["plus", t("Zoom in"), () => this.view.zoom(0.7)], ["minus", t("Zoom out"), () => this.view.zoom(1.4)], ["fit", t("Fit"), () => this.view.fit()]].map(([name, label, act]) =>
        el("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: act }, icon(/** @type {string} */ (name)))));
    this.edges = el("div", { class: "edges", hidden: true, "aria-hidden": "true" });
    this.view.listeners.push(() => drawEdges(this));
    this.pane.append(this.edges);
    this.element.append(this.zooms, this.question, this.tip);
    this.listen();
  }

  /**
   * Shows a position in which moves can be entered.
   * @param {Scene} scene
   * @param {LegalMove[]} legal  what can be entered now; empty if it is not a person's turn
   * @param {number[]} last  the cells of the last move
   * @param {SceneChange[]} [changes]  what the last move changed
   * @param {((board: PlayBoard, cells: Map<number, Element>, moved: ReadonlySet<number>) => void) | null} [animate]  shows the changes as
   *   motion, given the cells as they were and those whose piece had moved there already
   */
  showPosition(scene, legal, last, changes = [], animate = null) {
    const moved = new Set(this.tentative ? [this.tentative.cell] : []);
    this.settle();
    this.legal = legal;
    this.last = last;
    this.changes = changes;
    this.chosen = [];
    this.heat = [];
    this.hint = [];
    this.hovered = null;
    this.showTip("");
    this.traces.replaceChildren();
    /** @type {Map<number, Element>} */ const old = new Map();
    const followed = !!animate && this.scene?.cells.length === scene.cells.length;
    if (followed) for (const { cell, from } of changes) for (const at of typeof from === "number" ? [cell, from] : [cell]) if (!old.has(at) && this.cells[at]) old.set(at, /** @type {Element} */ (this.cells[at].cloneNode(true)));
    this.show(scene);
    this.refresh();
    if (followed) animate(this, old, moved);
  }

  /** A cell that can be clicked and focused. @param {number} index @returns {Record<string, any>} */
  cellAttributes(index) {
    const column = this.window.active ? (index % /** @type {Scene} */ (this.scene).cols) + 1 : null;
    return { "data-cell": index, role: "gridcell", tabindex: index === this.cursor ? 0 : -1, "aria-colindex": column };
  }

  /** @param {number} row @returns {Record<string, any>} */
  rowAttributes(row) {
    return { role: "row", "aria-rowindex": this.window.active ? row + 1 : null };
  }

  build() {
    const scene = /** @type {Scene} */ (this.scene);
    this.cursor = Math.min(this.cursor, scene.cells.length - 1);
    this.labels = [];
    this.window.clear();
    // Where some cells have no element, their number and place are told.
    for (const [name, count] of Object.entries({ "aria-rowcount": scene.rows, "aria-colcount": scene.cols })) this.window.active ? this.drawing.setAttribute(name, String(count)) : this.drawing.removeAttribute(name);
    super.build();
    this.zooms.hidden = !this.isLarge();
    drawCaptions(this);
  }

  createCells() {
    if (this.window.active) this.window.update(true);
    else super.createCells();
  }

  /** @param {number} index @param {Cell} cell */
  paint(index, cell) {
    super.paint(index, cell);
    this.window.stale = true;
  }

  /** @param {number} index */
  create(index) {
    super.create(index);
    this.label(index);
  }

  /** @param {number} index */
  drop(index) {
    super.drop(index);
    delete this.labels[index];
  }

  flip() {
    this.settle();
    this.chosen = [];
    super.flip();
    if (this.scene) this.refresh();
  }

  listen() {
    this.drawing.addEventListener("click", (event) => {
      const cell = this.cellAt(event);
      if (cell === null || this.view.dragged) return;
      if (cellOf(event.target) === null) this.focus(cell); // keys go on from here, as after a click on a cell with an element
      this.click(cell, /** @type {PointerEvent} */ (event).pointerType === "touch");
    });
    this.drawing.addEventListener("pointerover", (event) => this.hover(this.cellAt(event)));
    this.drawing.addEventListener("pointermove", (event) => {
      if (this.window.active && event.buttons === 0) this.hover(this.cellAt(event)); // squares without elements have no borders to pass
    });
    this.drawing.addEventListener("pointerleave", () => this.hover(null));
    this.drawing.addEventListener("keydown", (event) => this.key(event));
    this.drawing.addEventListener("focusin", (event) => {
      const cell = cellOf(event.target);
      if (cell === null || cell === this.cursor) return;
      this.cells[this.cursor]?.setAttribute("tabindex", "-1");
      this.cells[cell].setAttribute("tabindex", "0");
      this.cursor = cell;
    });
  }

  /** The cell at a pointer, whether or not it has an element. @param {{target: EventTarget | null, clientX: number, clientY: number}} pointer @returns {number | null} */
  cellAt({ target, clientX, clientY }) {
    const known = cellOf(target);
    const { scene } = this;
    if (known !== null || !scene || !this.window.active || !(target instanceof Node) || !this.drawing.contains(target)) return known;
    const [col, row] = this.view.pointOf(clientX, clientY).map((at) => Math.floor(this.columnAt(at)));
    if (col < 0 || row < 0 || col >= scene.cols || row >= scene.rows) return null;
    const index = this.flipped ? (scene.rows - 1 - row) * scene.cols + (scene.cols - 1 - col) : row * scene.cols + col;
    return scene.cells[index].ground === "hole" ? null : index;
  }

  /** Colours the cells that can be clicked next by the best move through them. @param {typeof this.heat} heat  empty for none */
  showHeat(heat) {
    if (heat.length === 0 && this.heat.length === 0) return;
    this.heat = heat;
    if (this.scene) this.refresh();
  }

  /** Points out the next click of a move. @param {(number | string)[]} clicks  empty for none */
  showHint(clicks) {
    this.hint = clicks;
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

  /** Shows or hides coordinates, joined sides and notches. @param {{coordinates: boolean, links: boolean, notches: boolean}} options */
  setOptions(options) {
    this.element.classList.toggle("no-coordinates", !options.coordinates);
    this.element.classList.toggle("with-notches", options.notches);
    this.links.all = options.links;
    this.links.light([]);
    drawEdges(this);
  }

  /** The possible next clicks. @returns {Set<number | string>} */
  offers() {
    const depth = this.chosen.length;
    const fits = this.legal.filter((move) => this.chosen.every((click, at) => move.clicks[at] === click));
    return new Set(fits.map((move) => move.clicks[depth]).filter((click) => click !== undefined));
  }

  /** Updates marks, labels and the question; cheap, and run after every click. */
  refresh() {
    const offers = (this.marked = this.offers());
    this.marks.replaceChildren();
    this.markLast();
    const heats = this.heatCells();
    const values = [...heats.values()].map((heat) => heat.value);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    for (const [cell, heat] of heats) {
      const rank = most > least ? (heat.value - least) / (most - least) : 1;
      this.mark(cell, "rect", `heat heat-${Math.min(4, Math.floor(rank * 5))}`);
      const [x, y] = this.place(cell);
      this.marks.append(svg("text", { x: x + SIZE / 2, y: y + SIZE - 1.6, class: "heat-text" }, heat.text));
    }
    this.window.update(true);
    for (const offer of offers) {
      if (typeof offer !== "number") continue;
      const { piece, ground } = this.shown[offer];
      this.mark(offer, "circle", piece ? "offer-piece" : ground === "special" ? "offer-special" : "offer");
    }
    this.cells.forEach((_, index) => this.label(index));
    const hinted = this.hint[this.chosen.length];
    if (typeof hinted === "number" && this.chosen.every((click, at) => this.hint[at] === click)) this.mark(hinted, "circle", "hint");
    this.ask([...offers].filter((click) => typeof click === "string").map(String));
  }

  /** Says by class and label what a cell is now. @param {number} index */
  label(index) {
    const scene = /** @type {Scene} */ (this.scene);
    const cell = this.cells[index];
    const offered = this.marked.has(index);
    cell.classList.toggle("offered", offered);
    cell.classList.toggle("chosen", this.chosen.includes(index));
    cell.classList.toggle("movable", this.legal.length > 0 && scene.cells[index].piece?.owner === this.mover && this.mover !== null);
    const label = this.describe(index, scene.cells[index], offered);
    if (label !== this.labels[index]) cell.setAttribute("aria-label", (this.labels[index] = label));
  }

  /** Asks a question next to the chosen cell. @param {string[]} answers */
  ask(answers) {
    this.question.hidden = answers.length === 0;
    if (answers.length === 0) return;
    fill(this.question, answers.map((answer) => el("button", { type: "button", onclick: () => this.choose(answer) }, serverText(answer))),
      el("button", { type: "button", class: "quiet", onclick: () => this.cancel() }, t("Cancel")));
    const cell = this.chosen.filter((click) => typeof click === "number").pop();
    this.putNear(this.question, typeof cell === "number" ? cell : null);
    /** @type {HTMLElement} */ (this.question.firstElementChild).focus();
  }

  /** Puts a small box next to a cell. @param {HTMLElement} element @param {number | null} cell */
  putNear(element, cell) {
    const box = this.element.getBoundingClientRect();
    const near = cell === null ? box : this.rectangleOf(cell);
    const own = element.getBoundingClientRect();
    const left = Math.min(Math.max(0, near.left - box.left + near.width / 2 - own.width / 2), Math.max(0, box.width - own.width));
    const below = near.bottom - box.top + 8;
    element.style.left = `${left}px`;
    element.style.top = `${below + own.height > box.height ? Math.max(0, near.top - box.top - own.height - 8) : below}px`;
  }

  /** Where a cell is on the page. @param {number} cell */
  rectangleOf(cell) {
    const pane = this.pane.getBoundingClientRect();
    const [x, y] = this.place(cell);
    const [[left, top], [right, bottom]] = [this.view.pixelOf(x, y), this.view.pixelOf(x + SIZE, y + SIZE)];
    return new DOMRect(pane.left + left, pane.top + top, right - left, bottom - top);
  }

  /** Shows a sentence next to a cell for a while. @param {string} text  empty for none @param {number} [cell] */
  showTip(text, cell) {
    clearTimeout(this.tipTimer);
    if (this.tip.textContent !== text) this.tip.textContent = text;
    this.tip.hidden = text === "";
    if (text === "" || cell === undefined) return;
    this.putNear(this.tip, cell);
    this.tipTimer = setTimeout(() => this.showTip(""), TIP_TIME);
  }

  /** Tells why a cell cannot be clicked. @param {number} cell */
  async refuse(cell) {
    const clicks = [...this.chosen, cell];
    const { scene } = this;
    const reason = await this.handlers.explain?.(clicks);
    if (!reason || this.scene !== scene) return;
    this.handlers.refused?.();
    this.showTip(reason, cell);
    announce(reason);
    this.cells[cell]?.classList.add("refused");
    setTimeout(() => this.cells[cell]?.classList.remove("refused"), 400);
  }

  /** @param {number} index @param {Cell} cell @param {boolean} offered */
  describe(index, cell, offered) {
    const scene = /** @type {Scene} */ (this.scene);
    const [col, row] = [index % scene.cols, Math.floor(index / scene.cols)];
    const parts = [scene.col_names.length ? `${scene.col_names[col]}${scene.row_names[row]}` : t("column {col}, row {row}", { col, row })];
    if (cell.piece) {
      const owner = cell.piece.owner ? scene.seats[cell.piece.owner - 1]?.name : t("neutral stone");
      parts.push(cell.piece.label && cell.piece.label !== owner ? `${owner} ${cell.piece.label}` : `${owner}`);
    } else if (cell.ground === "special") parts.push(this.legend.find(([letter]) => letter === cell.letter)?.[1] ?? t("special {letter}", { letter: cell.letter }));
    else parts.push({ plain: t("empty"), hole: t("hole"), blocked: t("closed"), permanent: t("stays open"), home: t("empty"), goal: t("goal") }[cell.ground] ?? cell.ground);
    if (this.chosen.includes(index)) parts.push(t("selected"));
    if (offered) parts.push(t("selectable"));
    return parts.join(", ");
  }

  /** @param {number} cell @param {boolean} [touch]  without a pointer that could show beforehand what a move costs */
  click(cell, touch = false) {
    const warned = this.warned === cell;
    this.warned = null;
    this.showTip("");
    if (this.offers().has(cell)) {
      const move = this.begun([...this.chosen, cell]);
      if (!touch || warned || !move?.notice) return this.choose(cell);
      this.warned = cell;
      return this.showTip(t("{notice} Tap again to play it.", { notice: move.notice }), cell);
    }
    if (this.chosen.includes(cell)) return this.cancel();
    // Another first click begins the move anew.
    if (this.chosen.length > 0 && this.legal.some((move) => move.clicks[0] === cell)) {
      this.cancel();
      return this.choose(cell);
    }
    this.refuse(cell);
  }

  /** @param {number | string} click */
  choose(click) {
    this.chosen = [...this.chosen, click];
    this.traces.replaceChildren();
    const complete = this.legal.find((move) => move.clicks.length === this.chosen.length && move.clicks.every((wanted, at) => wanted === this.chosen[at]));
    if (complete) {
      this.legal = [];
      this.chosen = [];
      this.links.wanted(null);
      this.refresh();
      this.cells[this.cursor]?.focus({ preventScroll: true });
      this.handlers.play(complete.text);
      return;
    }
    this.refresh();
    this.tellProgress();
    this.tryStep(click);
    announce(typeof click === "number" ? t("{square}; choose the next step", { square: this.labels[click] }) : click);
  }

  /** The move that these clicks begin. @param {(number | string)[]} clicks */
  begun(clicks) {
    return this.legal.find((move) => clicks.every((click, at) => move.clicks[at] === click));
  }

  /** What the chosen clicks and this one will do, whatever is clicked after them. @param {number | string | null} click */
  async effects(click) {
    const move = this.begun(click === null ? this.chosen : [...this.chosen, click]);
    return move ? (await this.handlers.preview?.(move.text)) ?? null : null;
  }

  /** The cell from which a piece would come to this one. @param {number} cell @returns {Promise<number | null>} */
  async comesFrom(cell) {
    const effects = await this.effects(cell);
    return effects?.changes.find((change) => change.kind === "slide" && change.cell === cell)?.from ?? null;
  }

  /** Moves the piece, or sets it, as soon as its cell is known, before the rest of the move is entered. @param {number | string} click */
  async tryStep(click) {
    const { scene, chosen } = this;
    const effects = await this.effects(null);
    if (!effects || this.scene !== scene || this.chosen !== chosen || !scene) return;
    const change = effects.changes.find(({ kind, cell }) => cell === click && (kind === "slide" || kind === "place"));
    if (!change) return;
    const from = change.from ?? null;
    const piece = from === null ? this.mover && { owner: this.mover, label: "" } : scene.cells[from].piece;
    if (!piece) return;
    this.tentative = { cell: change.cell, from };
    if (from !== null) this.paint(from, { ...scene.cells[from], piece: null });
    this.paint(change.cell, { ...scene.cells[change.cell], piece });
    this.refresh();
    if (from !== null) this.step?.(change.cell, from);
  }

  /** Puts a piece back that had moved before its move was complete. */
  settle() {
    const { tentative, scene } = this;
    this.tentative = null;
    if (!tentative || !scene) return;
    for (const cell of [tentative.cell, tentative.from]) if (cell !== null) this.paint(cell, scene.cells[cell]);
  }

  /** Tells how much of a move is entered, and what to know about the move under the pointer. */
  tellProgress() {
    const clicks = typeof this.hovered === "number" ? [...this.chosen, this.hovered] : this.chosen;
    const move = clicks.length > 0 ? this.begun(clicks) : undefined;
    this.handlers.progress?.(this.chosen.length, move?.notice ?? null);
  }

  cancel() {
    this.settle();
    this.chosen = [];
    this.traces.replaceChildren();
    this.refresh();
    this.tellProgress();
    this.cells[this.cursor]?.focus({ preventScroll: true });
  }

  /** Previews the move whose next click is under the pointer. @param {number | null} cell */
  async hover(cell) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.traces.replaceChildren();
    this.links.wanted(cell);
    this.tellProgress();
    if (cell === null || !this.handlers.preview || !this.offers().has(cell)) return;
    const clicks = [...this.chosen, cell];
    const move = this.begun(clicks);
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
    if (effects.paths.length > 0) this.links.passed(effects.paths);
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
    this.view.reveal(...this.place(cell));
    this.window.update(true);
    this.cells[cell].setAttribute("tabindex", "0");
    this.cells[cell].focus({ preventScroll: true });
    this.hover(cell);
  }
}
