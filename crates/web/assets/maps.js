// @ts-check
// The drawing board for maps of ReversiXT.

import { ask, getCatalog } from "./api.js";
import { go } from "./app.js";
import { Board, SIZE } from "./board.js";
import { announce, complain, el, field, fill, svg } from "./dom.js";
import { images, keep, kept, MapFile, MOST_SIDE, SYMMETRIES, turned } from "./mapfile.js";
import { token } from "./token.js";

/** Tile, words. @type {[string, string][]} */
const TILES = [["0", "empty"], ["-", "hole"], ["1", "player 1"], ["2", "player 2"], ["3", "player 3"], ["4", "player 4"], ["5", "player 5"], ["6", "player 6"],
  ["7", "player 7"], ["8", "player 8"], ["x", "expansion"], ["c", "choice"], ["i", "inversion"], ["b", "bonus"], ["link", "join two sides"]];
const SETTLE = 250; // milliseconds without a stroke before the server is asked

/** @param {HTMLElement} place */
export async function page(place) {
  document.title = "Maps · Plyground";
  const catalog = await getCatalog();
  const names = catalog.games.find((one) => one.name === "reversixt")?.boards.map((board) => board.name) ?? [];
  const editor = new Editor(names);
  fill(place, el("h1", {}, "Map drawing board"), editor.element);
  editor.show(kept()?.map ?? start());
}

/** The usual first position on an empty board. */
function start() {
  const map = new MapFile(8, 8);
  for (const [x, y, tile] of /** @type {[number, number, string][]} */ ([[3, 3, "1"], [4, 4, "1"], [4, 3, "2"], [3, 4, "2"]])) map.tiles[y * 8 + x] = tile;
  return map;
}

class Editor {
  /** @param {string[]} names  maps that come with the program */
  constructor(names) {
    this.map = start();
    this.tool = "1";
    /** @type {string[]} */ this.past = [];
    this.board = new Board(null, () => {});
    this.verdict = el("p", { id: "verdict", role: "status" });
    this.text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 10, spellcheck: "false", id: "map-text", "aria-label": "The map as a file" }));
    this.symmetry = /** @type {HTMLSelectElement} */ (el("select", { id: "symmetry" }, SYMMETRIES.map(([value, words]) => el("option", { value }, words))));
    this.numbers = this.makeNumbers();
    this.tools = el("div", { class: "tools", role: "radiogroup", "aria-label": "Tile" }, TILES.map(([tile, words]) => this.tile(tile, words)));
    this.timer = 0;
    this.board.drawing.classList.add("canvas");
    this.board.element.classList.add("drawingboard");
    this.listen();
    this.text.addEventListener("change", () => this.readText());
    this.element = el("div", { class: "table" }, this.board.element, this.panel(names));
  }

  /** @param {string[]} names */
  panel(names) {
    const open = /** @type {HTMLSelectElement} */ (el("select", { id: "open-map" }, el("option", { value: "" }, "one of the program …"), names.map((name) => el("option", {}, name))));
    open.addEventListener("change", async () => {
      if (open.value) this.open((await ask(`/api/maps/named/${encodeURIComponent(open.value)}`)).text);
      open.value = "";
    });
    const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", "aria-label": "A map file", id: "map-file" }));
    file.addEventListener("change", async () => {
      if (file.files?.[0]) this.open(await file.files[0].text());
    });
    const lot = async () => this.open((await ask(`/api/maps/random?players=${this.map.players}&cols=${this.map.width}&rows=${this.map.height}`)).text);
    return el("aside", { class: "card" },
      this.verdict, this.tools, field("Draw", this.symmetry), el("div", { class: "numbers" }, Object.values(this.numbers).map((one) => one.row)),
      el("div", { class: "row" },
        el("button", { type: "button", onclick: () => this.play() }, "Play on it"),
        el("button", { type: "button", class: "quiet", onclick: () => go("/host") }, "Host on it"),
        el("button", { type: "button", class: "quiet", id: "save-map", onclick: () => this.save() }, "Save"),
        el("button", { type: "button", class: "quiet", id: "undo-stroke", onclick: () => this.undo() }, "Undo")),
      el("details", {}, el("summary", {}, "Open"), field("Map", open), file, el("button", { type: "button", class: "quiet", onclick: lot }, "A map by lot")),
      el("details", {}, el("summary", {}, "As text"), this.text));
  }

  /** @param {string} tile @param {string} words */
  tile(tile, words) {
    const face = tile >= "1" && tile <= "8" ? token(Number(tile), tile) : tile === "link" ? "↝" : tile === "0" ? "·" : tile;
    return el("button", { type: "button", class: "quiet tool", role: "radio", "aria-checked": tile === this.tool, "aria-label": words, title: words, "data-tile": tile,
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
    const wanted = [["players", "Players", 2, 8], ["width", "Width", 1, MOST_SIDE], ["height", "Height", 1, MOST_SIDE], ["overrides", "Override stones", 0, 255], ["bombs", "Bombs", 0, 255], ["strength", "Bomb strength", 0, 255]];
    return Object.fromEntries(wanted.map(([name, words, least, most]) => {
      const input = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: least, max: most, id: `map-${name}` }));
      input.addEventListener("change", () => {
        const value = Number(input.value);
        const fits = Number.isInteger(value) && value >= least && value <= most;
        complain(input, fits ? "" : `${least} to ${most}`);
        if (!fits) return;
        this.remember();
        if (name === "width") this.map = this.map.resized(value, this.map.height);
        else if (name === "height") this.map = this.map.resized(this.map.width, value);
        else /** @type {any} */ (this.map)[name] = value;
        this.show(this.map);
      });
      return [name, { input, row: field(words, input) }];
    }));
  }

  /** @param {MapFile} map */
  show(map) {
    this.map = map;
    this.board.show(map.scene(), [], []);
    for (const [name, { input }] of Object.entries(this.numbers)) input.value = String(/** @type {any} */ (map)[name]);
    this.text.value = map.write();
    keep(map);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.judge(), SETTLE);
  }

  async judge() {
    const text = this.map.write();
    const verdict = await ask("/api/maps/check", { text }).catch(() => null);
    if (!verdict || text !== this.map.write()) return;
    this.verdict.className = verdict.problem ? "complaint" : "praise";
    this.verdict.textContent = verdict.problem ? `Not playable: ${verdict.problem}`
      : `A valid map: ${verdict.tiles} tiles, ${verdict.stones} stones, ${verdict.specials} special, ${verdict.transitions} transitions.`;
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
      this.verdict.className = "complaint";
      this.verdict.textContent = "This is no map file that could be drawn.";
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
      this.verdict.className = "complaint";
      this.verdict.textContent = "This text cannot be drawn: players, override stones, bombs and strength, height and width, rows of tiles, transitions.";
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
      go(`/game/${(await ask("/api/games", { game: "reversixt", map: "drawing board", map_text: this.map.write(), seats })).id}`);
    } catch (error) {
      this.verdict.className = "complaint";
      this.verdict.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Where the pointer is: the cell, and the side of it that is nearest. @param {PointerEvent} event */
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
      if (this.tool === "link") this.rubber(from, here);
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
      this.verdict.className = "complaint";
      this.verdict.textContent = "Only sides without a neighbour can be joined: drag from an outer edge of a tile, or from beside a hole, to another.";
      return;
    }
    this.map.join(a, b);
    this.show(this.map);
  }

  /** @param {{x: number, y: number, side: number}} a @param {{x: number, y: number, side: number}} b */
  rubber(a, b) {
    const at = (/** @type {{x: number, y: number}} */ end) => this.board.place(end.y * this.map.width + end.x).map((edge) => edge + SIZE / 2);
    const [from, to] = [at(a), at(b)];
    this.board.traces.replaceChildren(svg("path", { d: `M${from.join(" ")}L${to.join(" ")}`, class: this.map.isLoose(a) && this.map.isLoose(b) ? "path" : "effect" }));
  }
}
