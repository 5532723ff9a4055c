// @ts-check
// The analysis board: play on from any turn of a game, with variations, comments and engines. Everything about the game comes from
// the server: positions, legal moves as clicks, and what engines say. Every answer names the node that it is about, and is dropped
// if another node is shown by then.

import { percent } from "./analysis.js";
import { getCatalog } from "./api.js";
import { go } from "./app.js";
import { Arrows } from "./arrows.js";
import { announce, el, fill, icon } from "./dom.js";
import { EnginePanel } from "./enginepanel.js";
import { ExplorerPanel } from "./explorer.js";
import { sentence } from "./format.js";
import { holdingsText } from "./gamepanels.js";
import { capitalised } from "./guidance.js";
import { nodeText } from "./nodewords.js";
import { PlayBoard } from "./playboard.js";
import { Socket } from "./socket.js";
import { token } from "./token.js";
import { serverText, t, tn, translatePosition, translateState } from "./translate.js";
import { TreeStore } from "./treestore.js";
import { TreeText } from "./treetext.js";
import { isRoll, Variations } from "./variations.js";
import { VariationView } from "./variationview.js";

/** @typedef {import("./messages.js").GameState} State */
/** @typedef {import("./messages.js").NodeView} NodeView */
/** @typedef {import("./messages.js").AnalysisReport} AnalysisReport */
/** @typedef {import("./variations.js").VariationNode} VariationNode */

const KEPT_VIEWS = 400; // positions that are remembered
const LONGEST_PATH = 60000; // characters that the server accepts in one message

/** @param {HTMLElement} place @param {string[]} path @param {URLSearchParams} query */
export async function page(place, [id], query) {
  if (!id) return void go("/library"); // a position of a game is analysed
  if (!document.querySelector("link[href='/analysisboard.css']")) document.head.append(el("link", { rel: "stylesheet", href: "/analysisboard.css" }));
  const board = new AnalysisBoard(place, id, query);
  return () => board.close();
}

class AnalysisBoard {
  /** @param {HTMLElement} place @param {string} id @param {URLSearchParams} query */
  constructor(place, id, query) {
    this.id = id;
    this.place = place;
    this.wanted = query;
    this.tree = new Variations();
    this.node = this.tree.root;
    /** @type {State | null} */ this.state = null;
    /** @type {NodeView | null} */ this.view = null;
    /** Positions by the key of their node. @type {Map<string, NodeView>} */ this.views = new Map();
    this.loaded = false;
    this.on = true;
    this.pass = false;
    /** What each engine was last asked, so that its other answers are dropped. @type {string[]} */ this.asked = [];
    /** The words that are previewed. @type {string | null} */ this.previewing = null;
    /** @type {(() => void) | null} */ this.putBack = null;
    this.board = new PlayBoard({
      play: (move) => this.play([move]),
      preview: async (move) => {
        const answer = await this.socket.request({ do: "preview", text: move, at: this.tree.path(this.node) });
        return answer.type === "effects" ? answer : null;
      },
    });
    this.arrows = new Arrows(this.board);
    this.treeView = new VariationView((node) => this.go(node));
    this.store = new TreeStore(id, (document) => this.adopt(document));
    this.text = new TreeText(id, (document) => this.take(document), () => this.store.flush());
    this.explorer = new ExplorerPanel(id, (words) => this.play(words));
    /** @type {EnginePanel[]} */ this.panels = [];
    /** @type {import("./messages.js").Opponent[]} */ this.opponents = [];
    /** The connection that was asked last. @type {WebSocket | undefined} */ this.connection = undefined;
    this.title = el("h1");
    this.status = el("p", { class: "status", role: "status" });
    this.error = el("p", { class: "error", role: "alert" });
    this.die = el("div", { class: "die", role: "group", "aria-label": t("Roll") });
    this.bar = el("div", { class: "evalbar", role: "img", "aria-label": t("Chances of the players") });
    this.seats = el("div", { class: "seatline", role: "list", "aria-label": t("Players") });
    this.switch = el("button", { type: "button", class: "quiet", "aria-pressed": "true", title: t("Engine on or off (e)"), onclick: () => this.toggle() }, t("Engine"));
    this.threat = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "quiet", "aria-pressed": "false", title: t("What if the player to move passed? (x)"), onclick: () => this.toggleThreat() }, t("Threats")));
    this.compare = el("button", { type: "button", class: "quiet", "aria-pressed": "false", title: t("Compare with another engine (v)"), onclick: () => this.toggleCompare() }, t("Compare"));
    this.scores = el("button", { type: "button", class: "quiet", "aria-pressed": "false", title: t("Also show the engine's own scores (s)"), onclick: () => this.toggleScores() }, t("Scores"));
    this.engines = el("div", { class: "engines" });
    this.notice = el("p", { class: "notice", role: "status", hidden: true });
    this.comment = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 2, maxlength: 2000, "aria-label": t("Comment (c)"), placeholder: t("Comment (c)"), oninput: () => this.setComment() }));
    this.layOut();
    this.addPanel(t("Engine"));
    this.socket = new Socket(`/ws/game/${encodeURIComponent(id)}`, (message) => this.receive(message));
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    this.onhide = () => this.store.flush(true);
    window.addEventListener("pagehide", this.onhide);
  }

  layOut() {
    /** @param {string} picture @param {string} label @param {() => void} act */
    const step = (picture, label, act) => el("button", { type: "button", class: "quiet", title: label, "aria-label": label, onclick: act }, icon(picture));
    /** @param {string} text @param {string} title @param {() => void} act */
    const command = (text, title, act) => el("button", { type: "button", class: "quiet", title, onclick: act }, text);
    fill(this.place, el("div", { class: "game-layout analysis-layout" },
      el("div", { class: "middle" }, el("div", { class: "row spread" }, el("div", {}, this.title, this.status), this.die), this.bar, this.board.element,
        el("div", { class: "row controls", role: "toolbar", "aria-label": t("Navigation") },
          el("span", { class: "group" }, step("first", t("To the start (Home)"), () => this.go(this.tree.root)), step("back", t("Back (←)"), () => this.step(-1)),
            step("next", t("Forward (→)"), () => this.step(1)), step("last", t("To the end of the line (End)"), () => this.toEnd())),
          step("flip", t("Flip the board (f)"), () => this.flip()), el("a", { class: "button quiet", href: `/game/${this.id}`, "data-link": true }, t("To the game"))), this.error, this.seats),
      el("div", { class: "side" },
        el("section", { class: "card", "aria-label": t("Engines") }, el("div", { class: "row" }, this.switch, this.threat, this.compare, this.scores), this.engines),
        el("section", { class: "card treecard", "aria-label": t("Variations") }, this.treeView.element, this.notice, this.comment,
          el("div", { class: "row" }, command(t("Promote"), t("Promote this variation (p)"), () => this.promote(false)), command(t("Delete"), t("Delete from here (Delete)"), () => this.remove()), this.store.status)),
        this.explorer.element, this.text.element)));
  }

  close() {
    this.store.flush(true);
    document.removeEventListener("keydown", this.onkey);
    window.removeEventListener("pagehide", this.onhide);
    this.store.close();
    this.socket.close();
  }

  /** @param {any} message */
  async receive(message) {
    if (message.type === "analysis") return this.showReport(message.report);
    if (message.type === "gone") {
      this.close();
      return fill(this.place, el("h1", {}, t("Game not found")), el("p", {}, el("a", { href: "/", "data-link": true }, t("Back to the games"))));
    }
    if (message.type !== "state") return;
    const before = this.state;
    this.state = /** @type {State} */ (translateState(message.state));
    fill(this.title, t("Analysis: "), this.state.title, " ", el("span", { class: "soft" }, this.state.variant));
    document.title = `${t("Analysis: ")}${this.state.title} – Plyground`;
    if (!before) this.offerEngines();
    const connected = this.socket.socket !== this.connection;
    this.connection = this.socket.socket;
    // After a lost connection the server has forgotten what was asked.
    if (before && connected) this.analyse();
    if (!before || before.version !== this.state.version || !this.store.busy) await this.store.load();
  }

  /** Shows what the server has saved, and what has been played. @param {import("./messages.js").VariationDocument} document */
  adopt(document) {
    const first = !this.loaded;
    this.loaded = true;
    this.tree.merge(document);
    this.tree.markPlayed(document);
    if (document.error) this.tell(t("The saved variations are read up to an error. {error}", { error: serverText(document.error) }));
    if (first) this.node = this.startNode();
    this.treeView.show(this.tree, this.node);
    if (first) this.go(this.node, true);
    else if (this.view) this.drawStatus(this.view);
  }

  /** The node that the address asks for. */
  startNode() {
    const key = this.wanted.get("node");
    const ply = this.wanted.get("ply");
    const found = key ? this.tree.nodes.get(key) : [...this.tree.nodes.values()].find((node) => ply !== null && node.ply === Number(ply));
    if (key && !found) this.tell(t("The variation of this link does not exist any more."));
    return found ?? this.tree.latest ?? this.tree.root;
  }

  /** Adds imported variations. @param {import("./messages.js").VariationDocument} document */
  take(document) {
    const { added, last } = this.tree.merge(document);
    const error = document.error ? t(" Read up to an error. {error}", { error: serverText(document.error) }) : "";
    this.changed();
    this.go(last);
    return `${tn("1 move added.", "{n} moves added.", added)}${error}`;
  }

  /** Adds words after the current node, and goes to the last. @param {string[]} words */
  play(words) {
    let node = this.node;
    let player = this.view?.turn.player ?? null;
    const size = this.tree.nodes.size;
    for (const word of words) {
      node = this.tree.add(node, word, player);
      if (!isRoll(word)) player = null; // only the server knows who is next; the saved tree tells
    }
    if (this.tree.nodes.size !== size) this.changed();
    this.go(node);
  }

  /** The tree was changed by the person. */
  changed() {
    this.treeView.show(this.tree, this.node);
    this.store.save(this.tree);
  }

  /** @param {VariationNode} node @param {boolean} [again]  even if it is shown already */
  async go(node, again = false) {
    if (node === this.node && !again && this.view) return;
    this.node = node;
    this.tree.visit(node);
    this.view = this.views.get(node.key) ?? null;
    this.previewing = null;
    this.error.textContent = "";
    if (this.comment.value !== node.comment) this.comment.value = node.comment;
    this.treeView.select(node);
    const address = node === this.tree.latest ? `/analyse/${this.id}` : `/analyse/${this.id}?node=${node.key}`;
    if (location.pathname + location.search !== address) history.replaceState(null, "", address);
    this.analyse();
    this.explorer.show(node.key, this.tree.path(node));
    if (this.view) this.draw(this.view);
    else {
      const view = await this.load(this.tree.path(node), node.key);
      if (this.node !== node || !view) return;
      this.view = view;
      this.draw(view);
    }
  }

  /** The position at the end of a path. @param {import("./messages.js").NodePath} path @param {string | null} key  to remember it by */
  async load(path, key) {
    if (path.words.length > LONGEST_PATH) return this.fail(t("This line is too long."));
    const answer = await this.socket.request({ do: "node", ...path });
    if (answer.type !== "node") return this.fail(answer.reason);
    translatePosition(answer);
    if (key) {
      if (this.views.size >= KEPT_VIEWS) this.views.clear();
      this.views.set(key, answer);
    }
    return /** @type {NodeView} */ (answer);
  }

  /** @param {string} reason */
  fail(reason) {
    this.error.textContent = sentence(serverText(reason));
    return null;
  }

  /** @param {NodeView} view */
  draw(view) {
    this.board.mover = view.turn.player;
    this.board.showPosition(view.scene, view.legal, view.last);
    this.threat.disabled = !view.can_pass;
    this.drawStatus(view);
    this.drawDie(view);
    this.drawSeats(view);
    this.drawArrows();
    if (view.turn.kind === "over") for (const panel of this.panels) panel.clear(view.result ? serverText(view.result) : t("The game is over"));
  }

  /** @param {NodeView} view */
  drawStatus(view) {
    const { words, where } = nodeText(view, view.turn.player === null ? "" : this.state?.seats[view.turn.player - 1].name ?? "", this.node);
    this.status.textContent = capitalised(words ? `${words} · ${where}` : where);
    if (this.node.parent) announce(`${this.node.turns}. ${this.node.word}. ${words}`);
  }

  /** At a chance node the person chooses the roll. @param {NodeView} view */
  drawDie(view) {
    const key = JSON.stringify(view.faces);
    if (this.die.dataset.faces === key) return;
    this.die.dataset.faces = key;
    fill(this.die, view.faces.map((chance, at) => chance > 0 && el("button", { type: "button", class: "quiet", title: t("The die shows {face}: {chance}", { face: at + 1, chance: percent(chance) }), "aria-label": t("The die shows {face}", { face: at + 1 }), onclick: () => this.roll(at + 1) }, at + 1)));
  }

  /** @param {number} face */
  roll(face) {
    if ((this.view?.faces[face - 1] ?? 0) > 0) this.play([`${face}:`]);
  }

  /** @param {NodeView} view */
  drawSeats(view) {
    fill(this.seats, view.scene.seats.map((seat, at) => el("span", { role: "listitem", class: view.turn.player === at + 1 ? "turn" : "" }, token(at + 1, seat.symbol), " ", capitalised(seat.name), " ",
      el("span", { class: "chance" }), " ", el("span", { class: "soft" }, holdingsText(view.holdings[at], view.holdings)))));
    this.drawChances(this.panels[0].report);
  }

  /** @param {AnalysisReport | null} report */
  drawChances(report) {
    const chances = report && !report.pass ? report.chances : [];
    [...this.seats.querySelectorAll(".chance")].forEach((place, seat) => (place.textContent = chances.length > 0 ? percent(chances[seat]) : ""));
    while (this.bar.children.length > chances.length) this.bar.lastChild?.remove();
    chances.forEach((chance, seat) => {
      const part = this.bar.children[seat] ?? this.bar.appendChild(el("div", { class: `evalpart owner-${seat + 1}` }));
      /** @type {HTMLElement} */ (part).style.width = `${(chance * 100).toFixed(1)}%`;
    });
    this.bar.setAttribute("aria-label", chances.length === 0 ? t("Chances of the players") : chances.map((chance, seat) => t("{chance} for {name}", { chance: percent(chance), name: this.state?.seats[seat]?.name ?? seat + 1 })).join(", "));
  }

  drawArrows() {
    const shown = this.on && this.previewing === null && this.view;
    const best = shown ? this.panels[0].best() : [];
    const pass = this.panels[0].report?.pass ?? false;
    this.arrows.show(best, pass ? "threats" : "");
  }

  // Engines

  /** @param {string} title */
  addPanel(title) {
    const panel = new EnginePanel(this.panels.length, title, this.opponents, {
      change: () => this.analyse(),
      preview: (words) => this.preview(words),
      play: (words) => this.play(words),
    });
    this.panels.push(panel);
    this.engines.append(panel.element);
    return panel;
  }

  /** Named engines of the game for the menus. */
  async offerEngines() {
    const catalog = await getCatalog().catch(() => null);
    this.opponents = catalog?.games.find((game) => game.name === this.state?.game)?.opponents ?? [];
    for (const panel of this.panels) panel.offer(this.opponents);
  }

  /** Asks all engines about the current node. */
  analyse() {
    for (const panel of this.panels) this.ask(panel);
    this.drawChances(null);
    this.drawArrows();
  }

  /** @param {EnginePanel} panel */
  async ask(panel) {
    const over = this.view?.turn.kind === "over";
    const wanted = this.on && this.loaded && !over;
    const { slot } = panel;
    const about = { ...panel.request(), pass: this.pass };
    // Names the request as a whole: an answer to another one is dropped, even if it is about the same node.
    const name = `${this.node.key} ${JSON.stringify(about)}`;
    this.asked[slot] = wanted ? name : "";
    panel.clear(over ? this.view?.result ?? "" : wanted ? "…" : "");
    if (!wanted) return void this.socket.request({ do: "stop", slot });
    const at = this.tree.path(this.node);
    if (at.words.length > LONGEST_PATH) return panel.fail(t("This line is too long."));
    const answer = await this.socket.request({ do: "analyse", ply: null, at, node: name, ...about });
    if (answer.type === "error" && this.asked[slot] === name) {
      // At the end of the game there is nothing to analyse; the board says so.
      if (this.view?.turn.kind === "over" || /^the game is over/i.test(answer.reason)) panel.clear(this.view?.result ? serverText(this.view.result) : t("The game is over"));
      else panel.fail(sentence(serverText(answer.reason)));
    }
  }

  /** @param {AnalysisReport} report */
  showReport(report) {
    const panel = this.panels[report.slot];
    if (!panel || !report.node || report.node !== this.asked[report.slot]) return;
    panel.show(report);
    if (report.slot !== 0) return;
    this.drawChances(report);
    this.drawArrows();
  }

  toggle() {
    this.on = !this.on;
    this.switch.setAttribute("aria-pressed", String(this.on));
    this.analyse();
  }

  toggleThreat() {
    if (this.threat.disabled && !this.pass) return;
    this.pass = !this.pass;
    this.threat.setAttribute("aria-pressed", String(this.pass));
    this.analyse();
  }

  toggleCompare() {
    const on = this.panels.length === 1;
    this.compare.setAttribute("aria-pressed", String(on));
    this.engines.classList.toggle("two", on);
    if (on) this.ask(this.addPanel(t("Other engine")));
    else {
      const panel = this.panels.pop();
      panel?.element.remove();
      this.asked.length = 1;
      this.socket.request({ do: "stop", slot: 1 });
    }
  }

  toggleScores() {
    const on = this.scores.getAttribute("aria-pressed") !== "true";
    this.scores.setAttribute("aria-pressed", String(on));
    for (const panel of this.panels) {
      panel.scores = on;
      if (panel.report) panel.show(panel.report);
    }
  }

  /** Shows the position after some words of a line, or the current one again. @param {string[] | null} words */
  async preview(words) {
    const { node } = this;
    const name = words && words.join(" ");
    if (name === this.previewing) return;
    this.previewing = name;
    if (words === null) {
      if (this.view) this.draw(this.view);
      return;
    }
    const path = this.tree.path(node);
    const view = await this.load({ ply: path.ply, words: `${path.words} ${name}`.trim() }, null);
    if (!view || this.node !== node || this.previewing !== name) return;
    this.board.showPosition(view.scene, [], view.last);
    this.drawArrows();
  }

  // Editing and moving about

  setComment() {
    this.node.comment = this.comment.value;
    this.changed();
  }

  /** @param {number} way */
  step(way) {
    const next = way < 0 ? this.node.parent : this.tree.next(this.node);
    if (next) this.go(next);
  }

  toEnd() {
    let node = this.node;
    for (let next = this.tree.next(node); next; next = this.tree.next(node)) node = next;
    this.go(node);
  }

  /** To the variation above or below. @param {number} way */
  sibling(way) {
    const siblings = this.node.parent?.children ?? [];
    const next = siblings[siblings.indexOf(this.node) + way];
    if (next) this.go(next);
    else announce(t("No other variation here"));
  }

  /** @param {boolean} all */
  promote(all) {
    if (this.tree.promote(this.node, all)) this.changed();
  }

  remove() {
    const { node } = this;
    if (!node.parent) return;
    if (this.tree.isPlayed(node)) return this.tell(t("The moves of the game itself cannot be deleted."));
    const before = this.tree.nodes.size;
    const back = this.tree.remove(node);
    const count = before - this.tree.nodes.size;
    this.go(node.parent);
    this.changed();
    this.tell(tn("1 move deleted.", "{n} moves deleted.", count), [t("Undo"), () => {
      back();
      this.changed();
      this.go(node);
    }]);
  }

  /** @param {string} text @param {[string, () => void]} [action] */
  tell(text, action) {
    this.notice.hidden = false;
    fill(this.notice, text, " ", action && el("button", { type: "button", class: "quiet", onclick: () => {
      this.notice.hidden = true;
      action[1]();
    } }, action[0]));
  }

  flip() {
    this.board.flip();
    this.drawArrows();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.key === "Escape" && target === this.comment) return this.treeView.element.focus();
    if (target?.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = this.actions(event.key, target);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** What a key does. @param {string} key @param {Element | null} target @returns {(() => void) | undefined} */
  actions(key, target) {
    const face = Number(key);
    if (face >= 1 && (this.view?.faces[face - 1] ?? 0) > 0) return () => this.roll(face);
    // On a button the space bar presses it.
    if (key === " ") return target?.closest("button, a, summary") ? undefined : () => this.playBest();
    return {
      ArrowLeft: () => this.step(-1), "[": () => this.step(-1),
      ArrowRight: () => this.step(1), "]": () => this.step(1),
      ArrowUp: () => this.sibling(-1), ArrowDown: () => this.sibling(1),
      Home: () => this.go(this.tree.root), End: () => this.toEnd(),
      p: () => this.promote(false), P: () => this.promote(true),
      Delete: () => this.remove(), Backspace: () => this.remove(),
      c: () => this.comment.focus(), t: () => this.treeView.element.focus(), b: () => this.board.focus(this.board.cursor),
      e: () => this.toggle(), x: () => this.toggleThreat(), v: () => this.toggleCompare(), s: () => this.toggleScores(), f: () => this.flip(),
    }[key];
  }

  /** Plays the first engine's best move. */
  playBest() {
    const [best] = this.panels[0].best();
    if (best && !this.pass) this.play([best.text]);
  }
}
