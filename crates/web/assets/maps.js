// @ts-check
// The map editor. Tiles and transitions are those of the game that the catalog names.

import { request, getCatalog } from "./api.js";
import { go } from "./app.js";
import { Board, SIZE } from "./board.js";
import { announce, el, field, fill, setFieldError, svg } from "./dom.js";
import { images, loadDraft, MapFile, MAX_SIDE, saveDraft, SYMMETRIES, turned } from "./mapfile.js";
import { token } from "./token.js";

/** Tile, text. @type {[string, string][]} */
const TILES = [["0", "empty"], ["-", "hole"], ["1", "player 1"], ["2", "player 2"], ["3", "player 3"], ["4", "player 4"], ["5", "player 5"], ["6", "player 6"],
  ["7", "player 7"], ["8", "player 8"], ["x", "expansion"], ["c", "choice"], ["i", "inversion"], ["b", "bonus"], ["link", "join two sides"]];
const CHECK_DELAY = 250; // milliseconds after the last stroke before the map is checked

/** @param {HTMLElement} place */
export async function page(place) {
  document.title = "Maps · Plyground";
  const catalog = await getCatalog();
  const game = catalog.map_editor_game;
  const names = catalog.games.find((one) => one.name === game)?.boards.map((board) => board.name) ?? [];
  const editor = new Editor(game, names);
  fill(place, el("h1", {}, "Map editor"), editor.element);
  editor.show(loadDraft()?.map ?? start());
}

/** The standard start position on an 8x8 board. */
function start() {
  const map = new MapFile(8, 8);
  for (const [x, y, tile] of /** @type {[number, number, string][]} */ ([[3, 3, "1"], [4, 4, "1"], [4, 3, "2"], [3, 4, "2"]])) map.tiles[y * 8 + x] = tile;
  return map;
}

class Editor {
  /**
   * @param {string} game  the game that the maps are for
   * @param {string[]} names  maps that come with the program
   */
  constructor(game, names) {
    this.game = game;
    this.map = start();
    this.tool = "1";
    /** @type {string[]} */ this.past = [];
    this.board = new Board(() => {});
    this.board.links.all = true;
    this.status = el("p", { id: "map-status", role: "status" });
    this.text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 10, spellcheck: "false", id: "map-text", "aria-label": "The map as text" }));
    this.symmetry = /** @type {HTMLSelectElement} */ (el("select", { id: "symmetry" }, SYMMETRIES.map(([value, label]) => el("option", { value }, label))));
    this.numbers = this.makeNumbers();
    this.tools = el("div", { class: "tools", role: "radiogroup", "aria-label": "Tile" }, TILES.map(([tile, label]) => this.tile(tile, label)));
    this.timer = 0;
    this.board.drawing.classList.add("canvas");
    this.board.element.classList.add("map-editor");
    this.listen();
    this.text.addEventListener("change", () => this.readText());
    this.element = el("div", { class: "game-layout" }, this.board.element, this.panel(names));
  }

  /** @param {string[]} names */
  panel(names) {
    const open = /** @type {HTMLSelectElement} */ (el("select", { id: "open-map" }, el("option", { value: "" }, "built-in map …"), names.map((name) => el("option", {}, name))));
    open.addEventListener("change", async () => {
      if (open.value) this.open((await request(`/api/maps/named/${encodeURIComponent(open.value)}`)).text);
      open.value = "";
    });
    const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", "aria-label": "Map file", id: "map-file" }));
    file.addEventListener("change", async () => {
      if (file.files?.[0]) this.open(await file.files[0].text());
    });
    const random = async () => this.open((await request(`/api/maps/random?players=${this.map.players}&cols=${this.map.width}&rows=${this.map.height}`)).text);
    return el("aside", { class: "card" },
      this.status, this.tools, field("Symmetry", this.symmetry), el("div", { class: "numbers" }, Object.values(this.numbers).map((one) => one.row)),
      el("div", { class: "row" },
        el("button", { type: "button", onclick: () => this.play() }, "Play this map"),
        el("button", { type: "button", class: "quiet", onclick: () => go("/host") }, "Host this map"),
        el("button", { type: "button", class: "quiet", id: "save-map", onclick: () => this.save() }, "Save"),
        el("button", { type: "button", class: "quiet", id: "undo-stroke", onclick: () => this.undo() }, "Undo")),
      el("details", {}, el("summary", {}, "Open"), field("Map", open), file, el("button", { type: "button", class: "quiet", onclick: random }, "Random map")),
      el("details", {}, el("summary", {}, "As text"), this.text));
  }

  /** @param {string} tile @param {string} label */
  tile(tile, label) {
    const face = tile >= "1" && tile <= "8" ? token(Number(tile), tile) : tile === "link" ? "↝" : tile === "0" ? "·" : tile;
    return el("button", { type: "button", class: "quiet tool", role: "radio", "aria-checked": tile === this.tool, "aria-label": label, title: label, "data-tile": tile,
      onclick: () => this.choose(tile) }, face);
  }

  /** @param {string} tile */
  choose(tile) {
    this.tool = tile;
    for (const one of this.tools.children) one.setAttribute("aria-checked", String(one.getAttribute("data-tile") === tile));
    announce(TILES.find(([name]) => name === tile)?.[1] ?? tile);
  }

  makeNumbers() {
    /** @type {[string, string, number, number][]} */
    const wanted = [["players", "Players", 2, 8], ["width", "Width", 1, MAX_SIDE], ["height", "Height", 1, MAX_SIDE], ["overrides", "Override stones", 0, 255], ["bombs", "Bombs", 0, 255], ["strength", "Bomb strength", 0, 255]];
    return Object.fromEntries(wanted.map(([name, label, least, most]) => {
      const input = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: least, max: most, id: `map-${name}` }));
      input.addEventListener("change", () => {
        const value = Number(input.value);
        const fits = Number.isInteger(value) && value >= least && value <= most;
        setFieldError(input, fits ? "" : `between ${least} and ${most}`);
        if (!fits) return;
        this.remember();
        if (name === "width") this.map = this.map.resized(value, this.map.height);
        else if (name === "height") this.map = this.map.resized(this.map.width, value);
        else /** @type {any} */ (this.map)[name] = value;
        this.show(this.map);
      });
      return [name, { input, row: field(label, input) }];
    }));
  }

  /** @param {MapFile} map */
  show(map) {
    this.map = map;
    this.board.show(map.scene());
    for (const [name, { input }] of Object.entries(this.numbers)) input.value = String(/** @type {any} */ (map)[name]);
    this.text.value = map.write();
    saveDraft(map);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.check(), CHECK_DELAY);
  }

  async check() {
    const text = this.map.write();
    const result = await request("/api/maps/check", { text }).catch(() => null);
    if (!result || text !== this.map.write()) return;
    this.status.className = result.problem ? "error" : "success";
    this.status.textContent = result.problem ? `Invalid map: ${result.problem}`
      : `Valid map: ${result.tiles} tiles, ${result.stones} stones, ${result.specials} special tiles, ${result.transitions} transitions.`;
  }

  remember() {
    this.past.push(this.map.write());
    if (this.past.length > 200) this.past.shift();
  }

  undo() {
    const last = this.past.pop();
    const map = last === undefined ? null : MapFile.read(last);
    if (map) this.show(map);
  }

  /** @param {string} text */
  open(text) {
    const map = MapFile.read(text);
    if (!map) {
      this.status.className = "error";
      this.status.textContent = "This is not a valid map file.";
      return;
    }
    this.remember();
    this.show(map);
  }

  readText() {
    const map = MapFile.read(this.text.value);
    if (map) {
      this.remember();
      this.show(map);
    } else {
      this.status.className = "error";
      this.status.textContent = "This is not a valid map. Expected: players, override stones, bombs and strength, height and width, rows of tiles, transitions.";
    }
  }

  save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.map.write()], { type: "text/plain" }));
    link.download = "plyground.map";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async play() {
    try {
      const seats = ["human", ...Array(this.map.players - 1).fill("best")];
      go(`/game/${(await request("/api/games", { game: this.game, map: "custom map", map_text: this.map.write(), seats })).id}`);
    } catch (error) {
      this.status.className = "error";
      this.status.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** The cell under the pointer and its nearest side. @param {PointerEvent} event */
  under(event) {
    const [x, y] = this.board.view.pointOf(event.clientX, event.clientY);
    const corner = this.board.place(0);
    const [col, row] = [(x - corner[0]) / SIZE, (y - corner[1]) / SIZE];
    if (!this.map.inside(Math.floor(col), Math.floor(row))) return null;
    const angle = Math.atan2((row % 1) - 0.5, (col % 1) - 0.5);
    return { x: Math.floor(col), y: Math.floor(row), side: (Math.round(angle / (Math.PI / 4)) + 10) % 8 };
  }

  listen() {
    /** @type {{x: number, y: number, side: number} | null} */ let from = null;
    const drawing = this.board.drawing;
    drawing.addEventListener("pointerdown", (event) => {
      from = this.under(event);
      if (!from || event.button !== 0) return;
      event.preventDefault();
      this.remember();
      if (this.tool !== "link") this.stroke(from.x, from.y);
    });
    drawing.addEventListener("pointermove", (event) => {
      const here = this.under(event);
      if (!from || !here || event.buttons === 0) return;
      if (this.tool === "link") this.drawRubberBand(from, here);
      else this.stroke(here.x, here.y);
    });
    drawing.addEventListener("pointerup", (event) => {
      const here = this.under(event);
      this.board.traces.replaceChildren();
      if (from && here && this.tool === "link" && (here.x !== from.x || here.y !== from.y || here.side !== from.side)) this.link(from, here);
      from = null;
    });
  }

  /** @param {number} x @param {number} y */
  stroke(x, y) {
    const { map } = this;
    for (const [ix, iy, turns] of images(map, this.symmetry.value, x, y)) {
      map.tiles[iy * map.width + ix] = turned(map, this.tool, turns);
    }
    map.links = map.links.filter((link) => link.every((end) => map.isLoose(end)));
    this.show(map);
  }

  /** @param {{x: number, y: number, side: number}} a @param {{x: number, y: number, side: number}} b */
  link(a, b) {
    if (!this.map.isLoose(a) || !this.map.isLoose(b)) {
      this.status.className = "error";
      this.status.textContent = "Only sides without a neighbouring tile can be joined: drag between sides at the edge of the board or next to a hole.";
      return;
    }
    this.map.join(a, b);
    this.show(this.map);
  }

  /** @param {{x: number, y: number, side: number}} a @param {{x: number, y: number, side: number}} b */
  drawRubberBand(a, b) {
    const at = (/** @type {{x: number, y: number}} */ end) => this.board.place(end.y * this.map.width + end.x).map((edge) => edge + SIZE / 2);
    const [from, to] = [at(a), at(b)];
    this.board.traces.replaceChildren(svg("path", { d: `M${from.join(" ")}L${to.join(" ")}`, class: this.map.isLoose(a) && this.map.isLoose(b) ? "path" : "effect" }));
  }
}
