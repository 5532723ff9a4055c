// @ts-check
// A board drawn from scene data: any game, no rules. Moves are entered by their clicks: after every click those moves
// are left whose clicks begin that way, and their next clicks are offered.

import { announce, el, fill, svg } from "./dom.js";

/** @typedef {import("./messages.js").Scene} Scene */
/** @typedef {import("./messages.js").Cell} Cell */
/** @typedef {import("./messages.js").LegalMove} LegalMove */
/** @typedef {import("./messages.js").Effects} Effects */

const SIZE = 10; // a cell, in units of the drawing
const MARGIN = 6; // room for captions
const DIRECTIONS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
const CLOSEST = 4; // fewest cells across the window

/**
 * @typedef {object} Wishes
 * @property {(move: string) => void} play  a complete move was entered
 * @property {(move: string) => Promise<Effects | null>} [preview]  what a move would do
 */

export class Board {
  /** @param {Wishes} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    /** @type {Scene | null} */ this.scene = null;
    /** @type {LegalMove[]} */ this.legal = [];
    /** @type {(number | string)[]} */ this.chosen = [];
    /** @type {SVGElement[]} */ this.cells = [];
    /** @type {Map<number, number>} */ this.heat = new Map();
    /** @type {number[]} */ this.last = [];
    this.flipped = false;
    this.cursor = 0;
    this.grounds = svg("g");
    this.links = svg("g", { class: "links" });
    this.pieces = svg("g");
    this.traces = svg("g", { class: "traces" });
    this.captions = svg("g", { class: "captions", "aria-hidden": "true" });
    this.drawing = svg("svg", { class: "board", role: "grid", "aria-label": "Board" }, this.captions, this.grounds, this.links, this.pieces, this.traces);
    this.question = el("div", { class: "question", role: "group", "aria-label": "Choose", hidden: true });
    this.element = el("div", { class: "boardbox" }, this.drawing, this.question);
    this.view = { x: 0, y: 0, width: 1, height: 1 };
    this.listen();
  }

  listen() {
    this.drawing.addEventListener("click", (event) => {
      const cell = this.cellOf(event.target);
      if (cell !== null && !this.dragged) this.click(cell);
    });
    this.drawing.addEventListener("pointerover", (event) => this.hover(this.cellOf(event.target)));
    this.drawing.addEventListener("pointerleave", () => this.hover(null));
    this.drawing.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
    this.drawing.addEventListener("focusin", (event) => {
      const cell = this.cellOf(event.target);
      if (cell !== null) this.cursor = cell;
    });
    this.drawing.addEventListener("wheel", (event) => this.wheel(/** @type {WheelEvent} */ (event)), { passive: false });
    this.drag();
  }

  /** @param {EventTarget | null} target */
  cellOf(target) {
    const cell = target instanceof Element ? target.closest("[data-cell]") : null;
    return cell ? Number(cell.getAttribute("data-cell")) : null;
  }

  /**
   * Shows a position.
   * @param {Scene} scene
   * @param {LegalMove[]} legal  what may be entered now; empty when it is somebody else's turn
   * @param {number[]} last  the cells of the last move
   */
  show(scene, legal, last) {
    const fresh = !this.scene || this.scene.cols !== scene.cols || this.scene.rows !== scene.rows;
    const before = this.scene;
    this.scene = scene;
    this.legal = legal;
    this.last = last;
    this.chosen = [];
    if (fresh) this.build();
    scene.cells.forEach((cell, index) => {
      const old = !fresh && before ? before.cells[index] : null;
      if (!old || !same(old, cell)) this.paint(index, cell);
    });
    this.drawLinks();
    this.refresh();
  }

  /** @param {Map<number, number>} heat  0 (bad) to 1 (best) for cells; empty for none */
  showHeat(heat) {
    this.heat = heat;
    this.refresh();
  }

  flip() {
    this.flipped = !this.flipped;
    this.build();
    this.scene?.cells.forEach((cell, index) => this.paint(index, cell));
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
    const [width, height] = [scene.cols * SIZE + 2 * MARGIN, scene.rows * SIZE + 2 * MARGIN];
    this.whole = { x: 0, y: 0, width, height };
    this.look({ ...this.whole });
    this.grounds.replaceChildren();
    this.pieces.replaceChildren();
    this.cells = scene.cells.map((_, index) => {
      const [x, y] = this.place(index);
      const cell = svg("g", { "data-cell": index, role: "gridcell", tabindex: -1, transform: `translate(${x} ${y})` });
      this.grounds.append(cell);
      return cell;
    });
    this.cursor = Math.min(this.cursor, scene.cells.length - 1);
    this.cells[this.cursor]?.setAttribute("tabindex", "0");
    this.drawCaptions();
  }

  drawCaptions() {
    const scene = /** @type {Scene} */ (this.scene);
    const caption = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
      this.captions.append(svg("text", { x, y }, text));
    this.captions.replaceChildren();
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

  /** Draws what never moves by itself: the square and its piece. @param {number} index @param {Cell} cell */
  paint(index, cell) {
    const place = this.cells[index];
    place.replaceChildren();
    if (cell.ground === "hole") {
      place.setAttribute("class", "hole");
      return;
    }
    place.setAttribute("class", `cell ground-${cell.ground}`);
    place.append(svg("rect", { width: SIZE, height: SIZE, class: "square" + (cell.of ? ` tint-${cell.of}` : "") }));
    if (cell.ground === "special") place.append(svg("text", { x: SIZE / 2, y: SIZE / 2, class: "special" }, cell.letter));
    if (cell.ground === "goal") place.append(svg("path", { d: "M3 7V3l4 1.4L3.6 6", class: `flag tint-${cell.of}` }));
    if (cell.ground === "permanent") place.append(svg("circle", { cx: SIZE / 2, cy: SIZE / 2, r: 1, class: "stud" }));
    if (cell.piece) place.append(this.piece(cell));
  }

  /** @param {Cell} cell */
  piece(cell) {
    const piece = /** @type {NonNullable<Cell["piece"]>} */ (cell.piece);
    const symbol = piece.label || (piece.owner ? this.scene?.seats[piece.owner - 1]?.symbol ?? "" : "");
    return svg("g", { class: `piece owner-${piece.owner ?? 0}` },
      svg("circle", { cx: SIZE / 2, cy: SIZE / 2, r: SIZE * 0.4 }),
      svg("text", { x: SIZE / 2, y: SIZE / 2 }, symbol));
  }

  /** Joined sides that are no neighbours: a curve from side to side, plain when many, bold on hover. */
  drawLinks() {
    const scene = /** @type {Scene} */ (this.scene);
    const key = JSON.stringify(scene.links) + this.flipped;
    if (key === this.linksKey) return;
    this.linksKey = key;
    this.links.replaceChildren();
    scene.links.forEach((link, number) => {
      const ends = [link.from, link.to].map(([cell, side]) => {
        const [x, y] = this.place(cell);
        const turn = this.flipped ? -1 : 1;
        const [dx, dy] = DIRECTIONS[side].map((step) => step * turn);
        const edge = [x + SIZE / 2 + (dx * SIZE) / 2, y + SIZE / 2 + (dy * SIZE) / 2];
        return { edge, out: [edge[0] + dx * SIZE, edge[1] + dy * SIZE] };
      });
      const [a, b] = ends;
      const d = `M${a.edge.join(" ")}C${a.out.join(" ")} ${b.out.join(" ")} ${b.edge.join(" ")}`;
      this.links.append(svg("path", { d, class: `link hue-${number % 6}` }),
        ...ends.map((end) => svg("circle", { cx: end.edge[0], cy: end.edge[1], r: 0.7, class: `link-end hue-${number % 6}` })));
    });
  }

  /** The clicks that may come next. @returns {Set<number | string>} */
  offers() {
    const depth = this.chosen.length;
    const fits = this.legal.filter((move) => this.chosen.every((click, at) => move.clicks[at] === click));
    return new Set(fits.map((move) => move.clicks[depth]).filter((click) => click !== undefined));
  }

  /** Brings marks, labels and the question up to date; cheap, and run after every click. */
  refresh() {
    const scene = /** @type {Scene} */ (this.scene);
    const offers = this.offers();
    const last = new Set(this.last);
    this.cells.forEach((cell, index) => {
      const marks = cell.classList;
      marks.toggle("offered", offers.has(index));
      marks.toggle("chosen", this.chosen.includes(index));
      marks.toggle("last", last.has(index));
      const heat = this.heat.get(index);
      marks.remove("heat-0", "heat-1", "heat-2", "heat-3", "heat-4");
      if (heat !== undefined) marks.add(`heat-${Math.min(4, Math.floor(heat * 5))}`);
      cell.setAttribute("aria-label", this.describe(index, scene.cells[index], offers.has(index)));
    });
    this.ask([...offers].filter((click) => typeof click === "string").map(String));
  }

  /** @param {string[]} answers */
  ask(answers) {
    this.question.hidden = answers.length === 0;
    fill(this.question, answers.map((answer) => el("button", { type: "button", onclick: () => this.choose(answer) }, answer)),
      answers.length > 0 && el("button", { type: "button", class: "quiet", onclick: () => this.cancel() }, "cancel"));
    if (answers.length > 0) /** @type {HTMLElement} */ (this.question.firstElementChild).focus();
  }

  /** @param {number} index @param {Cell} cell @param {boolean} offered */
  describe(index, cell, offered) {
    const scene = /** @type {Scene} */ (this.scene);
    const [col, row] = [index % scene.cols, Math.floor(index / scene.cols)];
    const name = scene.col_names.length ? `${scene.col_names[col]}${scene.row_names[row]}` : `column ${col}, row ${row}`;
    const words = [name];
    if (cell.piece) {
      const owner = cell.piece.owner ? scene.seats[cell.piece.owner - 1]?.name : "nobody";
      words.push(`${owner}${cell.piece.label ? " " + cell.piece.label : ""}`);
    } else if (cell.ground === "special") words.push(`special ${cell.letter}`);
    else if (cell.ground !== "plain") words.push(cell.ground);
    if (this.chosen.includes(index)) words.push("chosen");
    if (offered) words.push("can be chosen");
    return words.join(", ");
  }

  /** @param {number} cell */
  click(cell) {
    if (this.offers().has(cell)) this.choose(cell);
    else if (this.chosen.length > 0) {
      this.cancel();
      if (this.offers().has(cell)) this.choose(cell);
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
      this.wishes.play(complete.text);
      return;
    }
    this.refresh();
    announce(typeof click === "number" ? "chosen; now the next step" : click);
  }

  cancel() {
    this.chosen = [];
    this.refresh();
    this.cells[this.cursor]?.focus();
  }

  /** Shows what the move would do whose next click is under the pointer. @param {number | null} cell */
  async hover(cell) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.traces.replaceChildren();
    if (cell === null || !this.wishes.preview || !this.offers().has(cell)) return;
    const clicks = [...this.chosen, cell];
    const move = this.legal.find((move) => clicks.every((click, at) => move.clicks[at] === click));
    if (!move) return;
    const effects = await this.wishes.preview(move.text);
    if (!effects || this.hovered !== cell) return;
    for (const changed of effects.cells) {
      const [x, y] = this.place(changed);
      this.traces.append(svg("rect", { x: x + 0.6, y: y + 0.6, width: SIZE - 1.2, height: SIZE - 1.2, rx: 1, class: "effect" }));
    }
    for (const path of effects.paths) this.traces.append(svg("polyline", { points: this.polyline(path), class: "path" }));
  }

  /** @param {number[]} path */
  polyline(path) {
    return path.map((cell) => this.place(cell).map((at) => at + SIZE / 2).join(",")).join(" ");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const scene = this.scene;
    if (!scene || event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = this.flipped ? -1 : 1;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-turn, 0], ArrowRight: [turn, 0], ArrowUp: [0, -turn], ArrowDown: [0, turn] };
    const step = steps[event.key];
    if (step) this.move(step);
    else if (event.key === "Enter" || event.key === " ") this.click(this.cursor);
    else if (event.key === "Escape") this.cancel();
    else if (event.key === "n") this.next();
    else if (event.key === "+") this.zoom(0.8);
    else if (event.key === "-") this.zoom(1.25);
    else if (event.key === "0") this.look({ .../** @type {any} */ (this.whole) });
    else return;
    event.preventDefault();
  }

  /** @param {[number, number]} step */
  move([dx, dy]) {
    const { cols, rows } = /** @type {Scene} */ (this.scene);
    const col = Math.min(cols - 1, Math.max(0, (this.cursor % cols) + dx));
    const row = Math.min(rows - 1, Math.max(0, Math.floor(this.cursor / cols) + dy));
    this.focus(row * cols + col);
  }

  /** To the next cell that can be chosen. */
  next() {
    const cells = [...this.offers()].filter((click) => typeof click === "number").map(Number).sort((a, b) => a - b);
    if (cells.length > 0) this.focus(cells.find((cell) => cell > this.cursor) ?? cells[0]);
  }

  /** @param {number} cell */
  focus(cell) {
    this.cells[this.cursor]?.setAttribute("tabindex", "-1");
    this.cursor = cell;
    this.cells[cell].setAttribute("tabindex", "0");
    this.cells[cell].focus();
    this.hover(cell);
    this.reveal(cell);
  }

  /** @param {{x: number, y: number, width: number, height: number}} view */
  look(view) {
    const whole = this.whole ?? view;
    view.width = Math.min(view.width, whole.width);
    view.height = Math.min(view.height, whole.height);
    view.x = Math.min(Math.max(view.x, 0), whole.width - view.width);
    view.y = Math.min(Math.max(view.y, 0), whole.height - view.height);
    this.view = view;
    this.drawing.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  }

  /** @param {number} cell */
  reveal(cell) {
    const [x, y] = this.place(cell);
    const { view } = this;
    const inside = x >= view.x && y >= view.y && x + SIZE <= view.x + view.width && y + SIZE <= view.y + view.height;
    if (!inside) this.look({ ...view, x: x + SIZE / 2 - view.width / 2, y: y + SIZE / 2 - view.height / 2 });
  }

  /** Zooms around a point of the drawing, the middle by default. @param {number} factor @param {[number, number]} [at] */
  zoom(factor, at) {
    const { view } = this;
    const [x, y] = at ?? [view.x + view.width / 2, view.y + view.height / 2];
    const whole = this.whole ?? view;
    const least = (CLOSEST * SIZE) / Math.min(whole.width, whole.height);
    const scale = Math.max(least, Math.min(1, (view.width / whole.width) * factor)) / (view.width / whole.width);
    this.look({ x: x - (x - view.x) * scale, y: y - (y - view.y) * scale, width: view.width * scale, height: view.height * scale });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    // The page scrolls as usual unless the board is large or somebody insists.
    const large = (this.scene?.cells.length ?? 0) > 200;
    if (!large && !event.ctrlKey) return;
    event.preventDefault();
    this.zoom(event.deltaY > 0 ? 1.15 : 0.87, this.pointOf(event));
  }

  /** @param {MouseEvent} event @returns {[number, number]} */
  pointOf(event) {
    const box = this.drawing.getBoundingClientRect();
    const { view } = this;
    return [view.x + ((event.clientX - box.left) / box.width) * view.width, view.y + ((event.clientY - box.top) / box.height) * view.height];
  }

  /** Drags the board when it is larger than its window. */
  drag() {
    /** @type {{x: number, y: number, view: any} | null} */ let from = null;
    this.dragged = false;
    this.drawing.addEventListener("pointerdown", (event) => {
      const pointer = /** @type {PointerEvent} */ (event);
      this.dragged = false;
      if (this.view.width < (this.whole?.width ?? 0)) from = { x: pointer.clientX, y: pointer.clientY, view: { ...this.view } };
    });
    window.addEventListener("pointermove", (event) => {
      if (!from) return;
      const box = this.drawing.getBoundingClientRect();
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (Math.abs(dx) + Math.abs(dy) > 4) this.dragged = true;
      if (this.dragged) this.look({ ...from.view, x: from.view.x - (dx / box.width) * from.view.width, y: from.view.y - (dy / box.height) * from.view.height });
    });
    window.addEventListener("pointerup", () => (from = null));
  }
}

/** @param {Cell} a @param {Cell} b */
function same(a, b) {
  return a.ground === b.ground && a.of === b.of && a.letter === b.letter && a.piece?.owner === b.piece?.owner && a.piece?.label === b.piece?.label;
}
