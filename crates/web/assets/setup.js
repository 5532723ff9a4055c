// @ts-check
// Putting a position together by hand: choose what to put, click cells. The game says at once whether the position is legal.

import { fetchResponse, request } from "./api.js";
import { go } from "./app.js";
import { Board, SIZE, cellOf } from "./board.js";
import { announce, el, field, fill, setFieldError, svg } from "./dom.js";
import { thumbnail } from "./thumbnail.js";
import { serverText, t } from "./translate.js";

/** @typedef {import("./messages.js").SetupState} SetupState */
/** @typedef {import("./messages.js").SetupWords} SetupWords */
/** @typedef {import("./messages.js").SetupContent} SetupContent */
/** @typedef {{ game: string, variant: string | null, map: string | null, position: string | null }} Where */

/** @param {HTMLElement} place @param {string[]} path @param {URLSearchParams} query */
export async function page(place, [game = ""], query) {
  document.title = `${t("Set up a position")} – Plyground`;
  const editor = new PositionEditor({ game, variant: query.get("variant"), map: query.get("map"), position: query.get("position") });
  fill(place, el("h1", {}, t("Set up a position")), editor.element);
  await editor.open();
  if (!editor.state) fill(place, el("h1", {}, t("Set up a position")), editor.problem, el("p", {}, el("a", { href: "/", "data-link": true }, t("Back to the games"))));
}

class PositionEditor {
  /** @param {Where} where */
  constructor(where) {
    this.where = where;
    this.turn = 0; // of requests, to ignore late answers
    /** @type {SetupState | null} */ this.state = null;
    this.chosen = 1; // what a click puts; 0 is nothing
    this.board = new Board((from, to) => this.move(from, to));
    this.palette = el("div", { class: "palette", role: "radiogroup", "aria-label": t("What to put on the board") });
    this.fields = el("div", { class: "setup-fields" });
    this.verdict = el("p", { class: "verdict", role: "status" });
    this.text = /** @type {HTMLInputElement} */ (el("input", { type: "text", spellcheck: "false", autocomplete: "off" }));
    this.text.addEventListener("change", () => this.readText());
    this.play = el("button", { type: "button", class: "play", onclick: () => this.playOn() }, t("Play from here"));
    this.analyse = el("button", { type: "button", class: "quiet", onclick: () => this.analyseIt() }, t("Analyse"));
    this.problem = el("p", { class: "error", role: "alert" });
    const { drawing } = this.board;
    drawing.classList.add("editable");
    drawing.addEventListener("click", (event) => this.put(this.board.cellAt(event), this.chosen));
    drawing.addEventListener("contextmenu", (event) => {
      const cell = this.board.cellAt(event);
      if (cell === null) return;
      event.preventDefault();
      this.put(cell, 0);
    });
    drawing.addEventListener("keydown", (event) => this.key(event));
    this.element = el("div", { class: "setup columns" },
      el("div", { class: "card" }, this.board.element),
      el("div", { class: "aside" }, this.palette, this.fields, this.verdict,
        field(t("Position"), this.text, t("the same in the game's notation; paste one to load it")),
        el("div", { class: "row" },
          el("button", { type: "button", class: "quiet", onclick: () => this.load(null) }, t("Start position")),
          el("button", { type: "button", class: "quiet", onclick: () => this.clear() }, t("Empty board")),
          el("button", { type: "button", class: "quiet", onclick: () => this.picture() }, t("Picture (SVG)"))),
        el("div", { class: "row" }, this.play, this.analyse), this.problem));
  }

  /** Shows the position of the address, or the start position where that cannot be shown. */
  async open() {
    const { position } = this.where;
    this.where = { ...this.where, position: null };
    await this.load(null);
    if (!position || !this.state) return;
    this.text.value = position;
    await this.readText();
  }

  /** @param {SetupWords | null} parts */
  async load(parts) {
    const mine = ++this.turn;
    try {
      const state = translateSetup(await request("/api/setup", { board: this.where, parts }));
      if (mine !== this.turn) return;
      fill(this.problem);
      this.show(state);
    } catch (error) {
      if (mine === this.turn) fill(this.problem, error instanceof Error ? error.message : String(error));
    }
  }

  /** Loads the position that was typed; one that cannot be read stays where it is, with the reason beside it. */
  async readText() {
    const mine = ++this.turn;
    const position = this.text.value.trim();
    setFieldError(this.text, "");
    try {
      const state = translateSetup(await request("/api/setup", { board: { ...this.where, position: position || null }, parts: null }));
      if (mine === this.turn) this.show(state);
    } catch (error) {
      if (mine === this.turn) setFieldError(this.text, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {SetupState} state */
  show(state) {
    const isNew = this.state === null;
    this.state = state;
    if (isNew) {
      this.drawPalette(state.contents);
      this.drawFields(state);
    }
    state.fields.forEach((_, index) => {
      const input = /** @type {HTMLInputElement} */ (this.fields.querySelectorAll("select, input")[index]);
      if (input !== document.activeElement) input.value = state.parts.fields[index];
    });
    this.board.show(state.scene);
    this.board.drawing.setAttribute("role", "grid");
    for (const row of this.board.grounds.children) row.setAttribute("role", "row");
    this.board.drawing.setAttribute("aria-label", t("The position; arrow keys move, Enter puts, Delete removes"));
    this.board.cells.forEach((cell, index) => {
      // A hole can be closed again, so it must be there to be clicked.
      if (state.scene.cells[index].ground === "hole") cell.replaceChildren(svg("rect", { width: SIZE, height: SIZE, class: "gap" }));
      cell.classList.toggle("fault", index === state.cell);
      cell.setAttribute("role", "gridcell");
      cell.setAttribute("tabindex", index === (this.focused ?? 0) ? "0" : "-1");
      const content = state.contents.find(({ word }) => word === state.parts.cells[index]);
      cell.setAttribute("aria-label", `${this.name(index)}: ${content?.name ?? ""}`);
    });
    const legal = state.fault === null;
    this.verdict.classList.toggle("wrong", !legal);
    const at = state.cell === null ? "" : t(" (look at {square})", { square: this.name(state.cell) });
    fill(this.verdict, legal ? t("This position is legal.") : `${sentence(serverText(state.fault ?? ""))}${at}`);
    if (this.text !== document.activeElement) this.text.value = state.position;
    setFieldError(this.text, "");
    for (const button of [this.play, this.analyse]) button.toggleAttribute("disabled", !legal);
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ variant: this.where.variant, map: this.where.map, position: state.position })) if (value) query.set(name, value);
    history.replaceState(null, "", `/setup/${encodeURIComponent(this.where.game)}?${query}`);
  }

  /** The name of a cell. @param {number} cell */
  name(cell) {
    const { cols, col_names: across, row_names: down } = /** @type {SetupState} */ (this.state).scene;
    const [x, y] = [cell % cols, Math.floor(cell / cols)];
    return across.length && down.length ? `${across[x]}${down[y]}` : `${x},${y}`;
  }

  /** @param {SetupContent[]} contents */
  drawPalette(contents) {
    const { scene } = /** @type {SetupState} */ (this.state);
    fill(this.palette, contents.map((content, index) => {
      const look = thumbnail({ ...scene, cols: 1, rows: 1, cells: [content.look], links: [] });
      return el("button", { type: "button", role: "radio", "aria-checked": String(index === this.chosen), "aria-label": content.name, title: content.name, onclick: () => this.choose(index) }, look);
    }));
  }

  /** @param {SetupState} state */
  drawFields(state) {
    fill(this.fields, state.fields.map((info, index) => {
      const changed = (/** @type {Event} */ event) => this.change(index, /** @type {HTMLInputElement} */ (event.target).value);
      const input = info.words.length
        ? el("select", { onchange: changed }, info.words.map(([word, meaning]) => el("option", { value: word }, meaning)))
        : el("input", { type: "number", min: 0, max: info.most ?? 255, onchange: changed });
      return field(info.name, /** @type {HTMLInputElement} */ (input));
    }));
  }

  /** @param {number} index */
  choose(index) {
    this.chosen = index;
    [...this.palette.children].forEach((button, place) => button.setAttribute("aria-checked", String(place === index)));
  }

  /** Puts something on a cell; what lies there already is taken away. @param {number | null} cell @param {number} chosen */
  put(cell, chosen) {
    const { state } = this;
    if (cell === null || !state) return;
    this.focused = cell;
    const [word, nothing] = [state.contents[chosen].word, state.contents[0].word];
    const put = state.parts.cells[cell] === word ? nothing : word;
    const content = state.contents.find((one) => one.word === put);
    announce(`${this.name(cell)}: ${content?.name ?? ""}`);
    this.change(-1, "", state.parts.cells.map((old, index) => (index === cell ? put : old)));
  }

  /** Moves what lies on a cell. @param {number} from @param {number} to */
  move(from, to) {
    const { state } = this;
    if (!state) return;
    const { cells } = state.parts;
    this.change(-1, "", cells.map((old, index) => (index === from ? state.contents[0].word : index === to ? cells[from] : old)));
  }

  /** @param {number} index @param {string} value @param {string[]} [cells] */
  change(index, value, cells) {
    const { state } = this;
    if (!state) return;
    // A second click must not undo the first one while its answer is under way.
    state.parts = { cells: cells ?? state.parts.cells, fields: state.parts.fields.map((old, place) => (place === index ? value : old)) };
    this.load(state.parts);
  }

  clear() {
    const { state } = this;
    if (!state) return;
    const holes = new Set(state.contents.filter(({ look }) => look.ground === "hole").map(({ word }) => word));
    this.change(-1, "", state.parts.cells.map((word) => (holes.has(word) ? word : state.contents[0].word)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const cell = cellOf(event.target);
    if (cell === null || !this.state) return;
    const { cols } = this.state.scene;
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -cols, ArrowDown: cols });
    if (event.key in steps) this.focus(cell + steps[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.put(cell, this.chosen);
    else if (event.key === "Delete" || event.key === "Backspace") this.put(cell, 0);
    else return;
    event.preventDefault();
  }

  /** @param {number} cell */
  focus(cell) {
    const element = this.board.cells[cell];
    if (!element) return;
    this.board.cells.forEach((other) => other.setAttribute("tabindex", "-1"));
    element.setAttribute("tabindex", "0");
    element.focus();
    this.focused = cell;
  }

  /** What is on the board, as a request for a game. */
  here() {
    return { ...this.where, position: this.state?.position ?? null };
  }

  playOn() {
    const query = new URLSearchParams({ game: this.where.game });
    for (const [name, value] of Object.entries(this.here())) if (value) query.set(name, value);
    go(`/?${query}`);
  }

  async analyseIt() {
    try {
      const seats = this.state?.scene.seats.map(() => "human") ?? [];
      const { id } = await request("/api/games", { ...this.here(), seats });
      go(`/analyse/${id}`);
    } catch (error) {
      fill(this.problem, error instanceof Error ? error.message : String(error));
    }
  }

  async picture() {
    const response = await fetchResponse("/api/setup/picture", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ board: this.where, parts: this.state?.parts ?? null }) }).catch(() => null);
    if (!response?.ok) return fill(this.problem, t("The picture could not be drawn."));
    fill(this.problem);
    const link = /** @type {HTMLAnchorElement} */ (el("a", { href: URL.createObjectURL(await response.blob()), download: `${this.where.game}.svg` }));
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

/** @param {SetupState} state */
function translateSetup(state) {
  for (const named of [...state.contents, ...state.fields]) named.name = serverText(named.name);
  for (const { words } of state.fields) for (const word of words) word[1] = serverText(word[1]);
  return state;
}

/** Beginning with a capital letter and ending with a full stop. @param {string} text */
function sentence(text) {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
