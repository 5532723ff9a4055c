// @ts-check
// X-ray: a search of a position or of a literal tree, recorded and shown moment by moment, alone or compared with another.

import { fetchResponse, getCatalog, request } from "./api.js";
import { go } from "./app.js";
import { Board } from "./board.js";
import { boardsOf } from "./boards.js";
import { el, field, fill, setFieldError } from "./dom.js";
import { showError } from "./form.js";
import { SpecMenu } from "./specmenu.js";
import { serverText, t } from "./translate.js";
import { TreeEditor } from "./treeeditor.js";
import { mountRecording } from "./viewer.js";
import { xrayTabs } from "./xraytabs.js";

/** @typedef {import("./messages.js").CatalogGame} CatalogGame */
/** @typedef {import("./messages.js").Catalog} Catalog */
/** @typedef {{game: string, variant?: string | null, map?: string | null, position?: string | null, title: string, why: string}} Instructive */

const SAVED = 30; // games in the list

/** A game whose tree is easy to read: without dice and maps, if there is one. @param {CatalogGame[]} games */
const plainest = (games) => (games.find((one) => !one.chance && !one.boards.length) ?? games[0]).name;

/** Adds the styles of the viewer, which other pages do not need. */
function useViewerStyles() {
  if (!document.querySelector("link[href='/viewer.css']")) document.head.append(el("link", { rel: "stylesheet", href: "/viewer.css" }));
}

/** @param {HTMLElement} place @param {string[]} path @param {URLSearchParams} query */
export async function page(place, path, query) {
  useViewerStyles();
  document.title = t("X-ray · Plyground");
  if (path[0] === "lessons") return (await import("./lessons.js")).page(place, path.slice(1));
  const catalog = await getCatalog();
  const form = new XrayForm(place, catalog, query);
  if (form.wanted) await form.run(true);
  return () => form.viewer?.destroy();
}

class XrayForm {
  /** @param {HTMLElement} place @param {Catalog} catalog @param {URLSearchParams} query */
  constructor(place, catalog, query) {
    this.catalog = catalog;
    this.query = query;
    this.id = query.get("id");
    this.turn = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: 0, value: query.get("ply") ?? "" }));
    this.saved = /** @type {HTMLSelectElement} */ (el("select", {}, el("option", { value: "" }, t("choose …"))));
    this.isTree = query.has("tree");
    /** @type {import("./viewer.js").Viewer | null} */ this.viewer = null;
    /** @type {any} */ this.asked = null;
    this.wanted = true;
    this.game = /** @type {HTMLSelectElement} */ (el("select", {}, catalog.games.map((game) => el("option", { value: game.name, selected: game.name === (query.get("game") ?? plainest(catalog.games)) }, game.title))));
    this.board = /** @type {HTMLSelectElement} */ (el("select", {}));
    this.position = /** @type {HTMLInputElement} */ (el("input", { value: query.get("position") ?? "", autocomplete: "off", spellcheck: "false" }));
    this.depth = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: 1, max: 12, value: query.get("depth") ?? 3 }));
    this.instructive = /** @type {HTMLSelectElement} */ (el("select", {}, el("option", { value: "" }, t("choose …"))));
    this.why = el("p", { class: "hint" });
    this.editor = this.isTree ? new TreeEditor(query.get("tree") ?? "") : null;
    this.first = new SpecMenu(t("Search"), catalog.players, false);
    this.second = new SpecMenu(t("Compare with"), catalog.players, true);
    this.preview = new Board();
    this.results = el("div", { class: "searches" });
    this.error = el("p", { class: "error", role: "alert" });
    this.button = el("button", { type: "submit" }, this.isTree ? t("Watch the search") : t("Record the search"));
    this.first.value = query.get("a") ?? "";
    this.second.value = query.get("b") ?? "";
    this.refill(query.get("variant") ? `variant:${query.get("variant")}` : query.get("map") ? `map:${query.get("map")}` : "");
    if (this.isTree && !query.has("a")) this.fitTree();
    this.build(place);
    this.listen();
  }

  /** @param {HTMLElement} place */
  build(place) {
    const where = this.id ? this.savedGame(this.id) : this.editor ? this.editor.element
      : el("div", { class: "xray-where" }, el("div", {}, field(t("Game"), this.game), field(t("Board"), this.board), field(t("Position"), this.position, t("empty for the start position")), field(t("Instructive positions"), this.instructive), field(t("Saved games"), this.saved), this.why), el("div", { class: "smallboard" }, this.preview.element));
    const text = this.isTree
      ? t("Type or draw a small tree of values and watch any algorithm walk through it: what it looks at, what it returns, and what it never needs to see.")
      : t("A search visits positions, rates them, and cuts off branches that cannot affect the result. Record one, and play it back moment by moment. Add a second search to compare both on one tree.");
    fill(place, el("div", { class: "row spread" }, el("h1", {}, t("Search X-ray")), xrayTabs(this.isTree ? "/xray?tree=" : "/xray")), el("p", { class: "soft lead" }, text),
      el("details", { class: "card xray-setup", open: !this.query.has("a") }, el("summary", {}, this.isTree ? t("Tree and searches") : t("Position and searches")), el("form", { class: "xray-form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.run(false); } },
        where, el("div", { class: "xray-specs" }, this.first.element, this.second.element),
        el("div", { class: "row xray-run" }, this.isTree ? null : field(t("Depth"), this.depth), this.button, this.error))),
      this.results);
  }

  /** A position of a game on the server, chosen by its turn. @param {string} id */
  savedGame(id) {
    const picture = el("img", { alt: t("The chosen position"), class: "saved-picture" });
    const show = () => picture.setAttribute("src", `/api/games/${encodeURIComponent(id)}/picture${this.turn.value === "" ? "" : `?ply=${Number(this.turn.value)}`}`);
    this.turn.addEventListener("change", show);
    picture.addEventListener("error", () => (picture.hidden = true));
    picture.addEventListener("load", () => (picture.hidden = false));
    show();
    return el("div", { class: "xray-where" }, el("div", {}, el("p", {}, t("A position of "), el("a", { href: `/game/${id}`, "data-link": true }, t("your game")), "."), field(t("After turn"), this.turn, t("0 for the start; empty for the current position"))), picture);
  }

  /** A tree with dice needs another kind of search than one without. */
  fitTree() {
    const dice = this.editor?.value.includes("[") ?? false;
    for (const menu of [this.first, this.second]) if (menu.value && menu.value.startsWith(dice ? "search" : "expectimax")) menu.value = menu.defaultSpec(dice ? "expectimax" : "search");
  }

  listen() {
    for (const event of ["input", "change"]) this.editor?.input.addEventListener(event, () => this.fitTree());
    this.game.addEventListener("change", () => {
      this.position.value = "";
      this.refill("");
      this.showPreview();
    });
    this.board.addEventListener("change", () => this.showPreview());
    this.position.addEventListener("change", () => this.showPreview());
    this.instructive.addEventListener("change", () => this.takeInstructive());
    this.saved.addEventListener("change", () => this.saved.value && go(this.saved.value));
    if (!this.isTree && !this.id) {
      this.showPreview();
      request(`/api/games?count=${SAVED}`).then((/** @type {import("./messages.js").GameSummary[]} */ list) => {
        const address = (/** @type {import("./messages.js").GameSummary} */ one) => `/xray?id=${one.id}&game=${this.catalog.games.find((game) => game.title === one.title)?.name ?? ""}`;
        this.saved.append(...list.filter((one) => !one.over).map((one) => el("option", { value: address(one) }, t("{game}, {variant}: turn {turn}", { game: one.title, variant: one.variant, turn: one.plies }))));
      }, () => {});
      request("/api/xray/positions").then((/** @type {Instructive[]} */ list) => {
        this.list = list;
        this.instructive.append(...list.map((one, at) => el("option", { value: at }, `${serverText(one.title)} (${this.gameNamed(one.game)?.title ?? one.game})`)));
      }, () => this.instructive.closest(".field")?.setAttribute("hidden", ""));
    }
  }

  /** @param {string} name @returns {CatalogGame | undefined} */
  gameNamed(name) {
    return this.catalog.games.find((game) => game.name === name);
  }

  takeInstructive() {
    const one = this.list?.[Number(this.instructive.value)];
    if (!one || this.instructive.value === "") return;
    this.game.value = one.game;
    this.refill(one.variant ? `variant:${one.variant}` : one.map ? `map:${one.map}` : "");
    this.position.value = one.position ?? "";
    this.why.textContent = serverText(one.why);
    this.showPreview();
  }

  /** Fills the lists for the chosen game. @param {string} board  chosen, if there is one of this name */
  refill(board) {
    const game = this.gameNamed(this.game.value);
    if (game) {
      const boards = boardsOf(game);
      const known = board === "" || boards.some(([value]) => value === board);
      fill(this.board, boards.map(([value, text]) => el("option", { value, selected: value === board }, text)), known ? null : el("option", { value: board, selected: true }, board.replace(/^\w+:/, "")));
    }
    const fit = { chance: Boolean(game?.chance) && !this.isTree, many: (game?.players[1] ?? 2) > 2, tree: this.isTree };
    this.first.setFit(fit);
    this.second.setFit(fit);
  }

  /** The chosen position, as a request. */
  where() {
    if (this.editor) return { game: "tree", tree: this.editor.value };
    if (this.id) return { id: this.id, ply: this.turn.value === "" ? null : Number(this.turn.value) };
    const [kind, ...rest] = this.board.value.split(":");
    const name = rest.join(":");
    const first = this.board.selectedIndex === 0; // the default
    return { game: this.game.value, variant: kind === "variant" && !first ? name : null, map: kind === "map" && !first ? name : null, position: this.position.value.trim() || null };
  }

  async showPreview() {
    const asked = this.where();
    try {
      this.preview.show(await request("/api/scene", asked));
      setFieldError(this.position, "");
    } catch (error) {
      if (this.position.value.trim()) setFieldError(this.position, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {boolean} opening  the page was just opened, so its moment stays */
  async run(opening) {
    /** @type {Record<string, HTMLElement>} */
    const fields = { game: this.game, variant: this.board, map: this.board, position: this.position, depth: this.depth, "player 1": this.first.input, "player 2": this.second.input, ...(this.editor ? { tree: this.editor.input } : {}) };
    this.error.textContent = "";
    Object.values(fields).forEach((one) => setFieldError(one, ""));
    this.button.setAttribute("disabled", "");
    try {
      const where = this.where();
      const asked = { ...where, players: [this.first.value, this.second.value].filter(Boolean), depth: Number(this.depth.value) };
      const recording = await request("/api/xray", asked);
      this.asked = asked;
      if (!opening) this.writeAddress(asked);
      this.viewer?.destroy();
      const box = el("div", {});
      fill(this.results, box, this.exports(recording));
      this.viewer = mountRecording(box, recording, { link: true, board: (moves) => request("/api/xray/board", { ...where, moves }) });
      if (!opening) this.results.scrollIntoView({ behavior: "auto", block: "start" });
    } catch (failure) {
      showError(failure, (name) => fields[name], this.error);
    } finally {
      this.button.removeAttribute("disabled");
    }
  }

  /** Everything that was asked for, in the address. @param {any} asked */
  writeAddress(asked) {
    const query = new URLSearchParams();
    if (this.id) query.set("game", this.game.value);
    for (const name of ["id", "ply", "game", "variant", "map", "position", "tree"]) if (asked[name] !== null && asked[name] !== undefined && !(name === "game" && this.isTree)) query.set(name, String(asked[name]));
    query.set("a", this.first.value);
    if (this.second.value) query.set("b", this.second.value);
    if (!this.isTree) query.set("depth", this.depth.value);
    history.replaceState(history.state, "", `/xray?${query}`);
  }

  /** @param {import("./recording.js").Recording} recording */
  exports(recording) {
    const save = (/** @type {string} */ format, /** @type {string} */ text) => el("button", { type: "button", class: "quiet", "data-format": format, onclick: () => this.save(format, recording) }, text);
    const copy = el("button", { type: "button", class: "quiet", onclick: async () => {
      await navigator.clipboard.writeText(location.href);
      copy.textContent = t("Copied");
    } }, t("Copy link to this moment"));
    return el("section", { class: "card export-card" }, el("div", { class: "row" }, copy, save("html", t("Save as a page that plays offline")), save("svg", t("Picture (SVG)")), save("json", t("Data (JSON)"))),
      recording.command ? el("p", { class: "small soft" }, t("The same from the command line: "), el("code", {}, recording.command)) : null);
  }

  /** @param {string} format @param {import("./recording.js").Recording} recording */
  async save(format, recording) {
    try {
      const response = format === "json" ? null : await fetchResponse(`/api/xray/export/${format}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(this.asked) });
      if (response && !response.ok) throw new Error(serverText((await response.json()).reason) ?? t("the server answered {status}", { status: response.status }));
      const blob = response ? await response.blob() : new Blob([JSON.stringify(recording)], { type: "application/json" });
      const link = /** @type {HTMLAnchorElement} */ (el("a", { href: URL.createObjectURL(blob), download: `xray-${recording.game}.${format}` }));
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      this.error.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
