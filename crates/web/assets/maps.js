// @ts-check
// The map editor. Tiles and transitions are those of the game that the catalog names.

import { request, getCatalog } from "./api.js";
import { go } from "./app.js";
import { announce, el, field, fill, setFieldError } from "./dom.js";
import { sentence } from "./format.js";
import { DrawingBoard, LINK } from "./mapdrawing.js";
import { FairnessPanel } from "./mapfairness.js";
import { images, loadDraft, MapFile, MAX_SIDE, saveDraft, SYMMETRIES, turned } from "./mapfile.js";
import { MapHistory } from "./maphistory.js";
import { newMap, placeStones, SHAPES, STARTS } from "./maptemplates.js";
import { token } from "./token.js";
import { serverText, t } from "./translate.js";

/** Tile, text. @type {[string, string][]} */
const TILES = [["0", t("empty")], ["-", t("hole")], ...Array.from({ length: 8 }, (_, at) => /** @type {[string, string]} */ ([String(at + 1), t("player {number}", { number: at + 1 })])),
  ["x", t("expansion")], ["c", t("choice")], ["i", t("inversion")], ["b", t("bonus")], [LINK, t("join two sides")]];
const CHECK_DELAY = 250; // milliseconds after the last stroke before the map is checked

/** @param {HTMLElement} place */
export async function page(place) {
  document.title = t("Maps · Plyground");
  const catalog = await getCatalog();
  const game = catalog.map_editor_game;
  const names = catalog.games.find((one) => one.name === game)?.boards.map((board) => board.name) ?? [];
  const editor = new Editor(game, names);
  fill(place, el("h1", {}, t("Map editor")), editor.element);
  editor.show(loadDraft()?.map ?? newMap(new MapFile(8, 8), "rectangle", "centre"));
  const onkey = (/** @type {KeyboardEvent} */ event) => editor.key(event);
  document.addEventListener("keydown", onkey);
  return () => document.removeEventListener("keydown", onkey);
}

class Editor {
  /**
   * @param {string} game  the game that the maps are for
   * @param {string[]} names  maps that come with the program
   */
  constructor(game, names) {
    this.game = game;
    this.map = new MapFile(1, 1);
    this.tool = "1";
    this.history = new MapHistory();
    this.board = new DrawingBoard({
      map: () => this.map, tool: () => this.tool, choose: (tool) => this.choose(tool), begin: () => this.remember(),
      paint: (x, y, tile) => this.stroke(x, y, tile), join: (a, b) => this.link(a, b), describe: (cell) => this.describe(cell),
    });
    this.status = el("p", { id: "map-status", role: "status" });
    this.chosen = el("p", { class: "chosen-tool" });
    this.text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 10, spellcheck: "false", id: "map-text", "aria-label": t("The map as text") }));
    this.symmetry = select("symmetry", SYMMETRIES);
    this.numbers = this.makeNumbers();
    this.tools = el("div", { class: "tools", role: "radiogroup", "aria-label": t("Tile") }, TILES.map(([tile, label]) => this.tile(tile, label)));
    this.undoButton = el("button", { type: "button", class: "quiet", id: "undo-stroke", title: t("Undo (Ctrl+Z)"), onclick: () => this.travel("undo") }, t("Undo"));
    this.redoButton = el("button", { type: "button", class: "quiet", id: "redo-stroke", title: t("Redo (Ctrl+Y)"), onclick: () => this.travel("redo") }, t("Redo"));
    this.fairness = new FairnessPanel(() => this.map.write());
    this.timer = 0;
    this.text.addEventListener("change", () => this.readText());
    this.element = el("div", { class: "game-layout" }, this.board.element, this.panel(names));
    this.choose(this.tool);
  }

  /** @param {string[]} names */
  panel(names) {
    return el("aside", { class: "card" },
      this.status, this.tools, this.chosen, field(t("Symmetry"), this.symmetry), el("div", { class: "numbers" }, Object.values(this.numbers).map((one) => one.row)),
      el("div", { class: "row" },
        el("button", { type: "button", onclick: () => this.play() }, t("Play this map")),
        el("button", { type: "button", class: "quiet", onclick: () => go("/host") }, t("Host this map")),
        el("button", { type: "button", class: "quiet", id: "save-map", onclick: () => this.save() }, t("Save"))),
      el("div", { class: "row" }, this.undoButton, this.redoButton),
      this.fairness.element, this.templates(), this.openers(names),
      el("details", {}, el("summary", {}, t("As text")), this.text));
  }

  /** New maps of a shape, and start stones. */
  templates() {
    const shape = select("map-shape", SHAPES.map(([name, text]) => [name, text]));
    const start = select("map-start", STARTS);
    const stones = () => {
      this.remember();
      placeStones(this.map, start.value);
      this.show(this.map);
    };
    const create = () => {
      this.remember();
      this.show(newMap(this.map, shape.value, start.value));
    };
    return el("details", {}, el("summary", {}, t("Templates")), field(t("Shape"), shape, t("of the width and height above")), field(t("Start stones"), start, t("the same for all players")),
      el("div", { class: "row" }, el("button", { type: "button", class: "quiet", id: "new-map", onclick: create }, t("New map")), el("button", { type: "button", class: "quiet", id: "place-stones", onclick: stones }, t("Only place the stones"))));
  }

  /** @param {string[]} names */
  openers(names) {
    const open = select("open-map", [["", t("built-in map …")], ...names.map((name) => /** @type {[string, string]} */ ([name, name]))]);
    open.addEventListener("change", async () => {
      const name = open.value;
      open.value = "";
      if (name) await this.load(`/api/maps/named/${encodeURIComponent(name)}`);
    });
    const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", "aria-label": t("Map file"), id: "map-file" }));
    file.addEventListener("change", async () => {
      if (file.files?.[0]) this.open(await file.files[0].text());
    });
    const random = () => this.load(`/api/maps/random?players=${this.map.players}&cols=${this.map.width}&rows=${this.map.height}`);
    return el("details", {}, el("summary", {}, t("Open")), field(t("Map"), open), file, el("button", { type: "button", class: "quiet", onclick: random }, t("Random map")));
  }

  /** @param {string} tile @param {string} label */
  tile(tile, label) {
    const face = tile >= "1" && tile <= "8" ? token(Number(tile), tile) : tile === LINK ? "↝" : tile === "0" ? "·" : tile;
    return el("button", { type: "button", class: "quiet tool", role: "radio", "aria-checked": tile === this.tool, "aria-label": label, title: `${label} (${tile === LINK ? "l" : tile})`, "data-tile": tile,
      onclick: () => this.choose(tile) }, face);
  }

  /** @param {string} tile */
  choose(tile) {
    this.tool = tile;
    for (const one of this.tools.children) one.setAttribute("aria-checked", String(one.getAttribute("data-tile") === tile));
    const label = nameOf(tile);
    fill(this.chosen, t("You draw: "), el("strong", {}, label), el("span", { class: "hint" }, tile === LINK
      ? t(" Drag from side to side. By keys: [ and ] turn to a side, Enter begins and ends.")
      : t(" By keys: arrows and Enter; with Shift the arrows draw.")));
    this.board.from = null;
    this.board.drawSide();
    announce(label);
  }

  makeNumbers() {
    /** @type {[string, string, number, number][]} */
    const wanted = [["players", t("Players"), 2, 8], ["width", t("Width"), 1, MAX_SIDE], ["height", t("Height"), 1, MAX_SIDE], ["overrides", t("Override stones"), 0, 255], ["bombs", t("Bombs"), 0, 255], ["strength", t("Bomb strength"), 0, 255]];
    return Object.fromEntries(wanted.map(([name, label, least, most]) => {
      const input = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: least, max: most, id: `map-${name}` }));
      input.addEventListener("change", () => {
        const value = Number(input.value);
        const fits = input.value.trim() !== "" && Number.isInteger(value) && value >= least && value <= most;
        setFieldError(input, fits ? "" : t("A whole number between {least} and {most} is needed.", { least, most }));
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
    for (const [name, { input }] of Object.entries(this.numbers)) {
      input.value = String(/** @type {any} */ (map)[name]);
      setFieldError(input, "");
    }
    this.text.value = map.write();
    this.fairness.follow(this.text.value);
    this.undoButton.toggleAttribute("disabled", this.history.past.length === 0);
    this.redoButton.toggleAttribute("disabled", this.history.future.length === 0);
    saveDraft(map);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.check(), CHECK_DELAY);
  }

  async check() {
    const text = this.map.write();
    try {
      const result = await request("/api/maps/check", { text });
      if (text !== this.map.write()) return;
      if (result.problem) this.fail(t("Invalid map: {problem}", { problem: serverText(result.problem) }));
      else this.say(t("Valid map: {tiles} tiles, {stones} stones, {specials} special tiles, {transitions} transitions.", result));
    } catch (error) {
      const again = el("button", { type: "button", class: "plain link", onclick: () => this.check() }, t("Try again"));
      this.fail(error instanceof Error ? error.message : String(error), " ", again);
    }
  }

  /** @param {string} text */
  say(text) {
    this.status.className = "success";
    this.status.textContent = text;
  }

  /** @param {...(string | HTMLElement)} words */
  fail(...words) {
    this.status.className = "error";
    fill(this.status, ...words);
  }

  remember() {
    this.history.push(this.map.write());
  }

  /** @param {"undo" | "redo"} way */
  travel(way) {
    const text = this.history[way](this.map.write());
    const map = text === null ? null : MapFile.read(text);
    if (map) this.show(map);
    announce(map ? (way === "undo" ? t("Undone") : t("Redone")) : t("There is nothing more to undo or redo"));
  }

  /** Undo and redo by keys, except where a text is typed. @param {KeyboardEvent} event */
  key(event) {
    const typing = event.target instanceof Element && event.target.closest("input, textarea");
    const key = event.key.toLowerCase();
    if (typing || !(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
    event.preventDefault();
    this.travel(key === "y" || event.shiftKey ? "redo" : "undo");
  }

  /** Opens a map that the server has. @param {string} address */
  async load(address) {
    try {
      this.open((await request(address)).text);
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} text */
  open(text) {
    const map = MapFile.read(text);
    if (!map) return this.fail(t("This is not a valid map file."));
    this.remember();
    this.show(map);
  }

  readText() {
    const map = MapFile.read(this.text.value);
    if (!map) return this.fail(t("This is not a valid map. Expected: players, override stones, bombs and strength, height and width, rows of tiles, transitions."));
    this.remember();
    this.show(map);
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
      const text = this.map.write();
      const { problem } = await request("/api/maps/check", { text });
      if (problem) return this.fail(t("Invalid map: {problem}", { problem: serverText(problem) }));
      const seats = ["human", ...Array(this.map.players - 1).fill("best")];
      go(`/game/${(await request("/api/games", { game: this.game, map: "custom map", map_text: text, seats })).id}`);
    } catch (error) {
      this.fail(sentence(error instanceof Error ? error.message : String(error)));
    }
  }

  /** @param {number} cell */
  describe(cell) {
    return t("column {col}, row {row}", { col: cell % this.map.width, row: Math.floor(cell / this.map.width) }) + `: ${nameOf(this.map.tiles[cell])}`;
  }

  /** @param {number} x @param {number} y @param {string} tile */
  stroke(x, y, tile) {
    const { map } = this;
    for (const [ix, iy, turns] of images(map, this.symmetry.value, x, y)) {
      map.tiles[iy * map.width + ix] = turned(map, tile, turns);
    }
    map.links = map.links.filter((link) => link.every((end) => map.isLoose(end)));
    this.show(map);
  }

  /** @param {import("./mapfile.js").End} a @param {import("./mapfile.js").End} b */
  link(a, b) {
    if (!this.map.isLoose(a) || !this.map.isLoose(b)) {
      return this.fail(t("Only sides without a neighbouring tile can be joined: drag between sides at the edge of the board or next to a hole."));
    }
    this.map.join(a, b);
    this.show(this.map);
  }
}

/** @param {string} tile */
function nameOf(tile) {
  return TILES.find(([name]) => name === tile)?.[1] ?? tile;
}

/** @param {string} id @param {[string, string][]} options */
function select(id, options) {
  return /** @type {HTMLSelectElement} */ (el("select", { id }, options.map(([value, label]) => el("option", { value }, label))));
}
