// @ts-check
// One search of a recording, moment by moment.

import { BoardView } from "./boardview.js";
import { el, fill, icon } from "./dom.js";
import { facesChart } from "./faces.js";
import { IterationPanel } from "./iterations.js";
import { nextCutoff, rootMoves, running, searchVisits, stepOut, stepOver, windowAt } from "./known.js";
import { PathTree } from "./paths.js";
import { ROOT, Trace } from "./recording.js";
import { Strip } from "./strip.js";
import { serverText, t, tn } from "./translate.js";
import { Transport } from "./transport.js";
import { TreePicture } from "./treepicture.js";
import { ValueScale, WindowBar } from "./windowbar.js";
import { bounded, brief, endingTitle, num, ROLE_WORDS, searchedDepth, seatName, tell, tellReason, time } from "./words.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./recording.js").Scene} Scene */
/** @typedef {import("./paths.js").PathNode} PathNode */
/** @typedef {import("./treepicture.js").Look} Look */

/**
 * @typedef {object} ViewOptions
 * @property {(moves: string[]) => Promise<Scene>} [board]  asks for a board that is not recorded
 * @property {() => void} [changed]  time or place changed
 * @property {(line: string[]) => boolean} [pick]  a node was clicked; true if that was all
 */

const SMALL = 160; // visits; larger searches begin as a strip
const ROWS = 10; // root moves before the table is folded

export class SearchView {
  /** @param {Recording} recording @param {number} number @param {ViewOptions} options */
  constructor(recording, number, options) {
    this.recording = recording;
    this.options = options;
    this.trace = new Trace(recording, number);
    this.root = this.trace.roots.length - 1;
    this.moment = 0;
    this.pending = 0;
    this.allRows = false;
    this.rootKey = "";
    /** @type {PathTree | null} */ this.paths = null;
    /** @type {Map<number, number>} */ this.bests = new Map();
    /** @type {"tree" | "strip"} */ this.mode = this.trace.roots[this.root].count <= SMALL ? "tree" : "strip";
    this.iterations = new IterationPanel(this.trace, (root) => this.goTo(root, 0));
    this.board = new BoardView(recording, this.trace.search.boards, options.board);
    this.bar = new WindowBar();
    this.strip = new Strip({ pick: (visit) => this.pick(visit), hover: (visit) => this.hover(visit) });
    this.tree = new TreePicture({ look: (node) => this.look(node), pick: (index) => this.pickNode(index), levels: (role, player) => this.levelName(role, player), words: (node) => edgeWords(node) });
    this.tell = el("p", { class: "tell", "aria-live": "polite" });
    this.crumbs = el("nav", { class: "row crumbs", "aria-label": t("Current path") });
    this.rootTable = el("div", { class: "scroll rootmoves" });
    this.facts = el("dl", { class: "facts small" });
    this.faces = el("div", { class: "faces" });
    this.hoverLine = el("p", { class: "small soft hover-line" });
    this.build();
    this.enterRoot();
    this.update();
  }

  build() {
    const { trace } = this;
    const { search } = trace;
    this.transport = new Transport({
      length: () => trace.momentsOf(this.root), now: () => this.moment, seek: (moment) => this.goTo(this.root, moment),
      ended: () => this.root < trace.roots.length - 1 && (this.goTo(this.root + 1, 0), true),
      words: (moment) => tell(trace, this.root, moment),
      steps: [
        ["o", t("Over"), t("Step over: to the value of this node"), () => this.goTo(this.root, stepOver(trace, this.root, this.moment))],
        ["u", t("Out"), t("Step out: to the value of the node above"), () => this.goTo(this.root, stepOut(trace, this.root, this.moment))],
        ["c", t("Next cut-off"), t("To the next cut-off"), () => this.toCutoff()],
      ],
    });
    const toggle = (/** @type {"tree" | "strip"} */ mode, /** @type {string} */ text) => el("button", { type: "button", class: "quiet", "data-mode": mode, onclick: () => this.setMode(mode) }, text);
    this.modes = el("div", { class: "group", role: "group", "aria-label": t("Picture") }, toggle("tree", t("Tree")), toggle("strip", t("Strip")));
    this.zooms = el("div", { class: "group" }, [["plus", t("Zoom in (+)"), () => this.zoom(0.6)], ["minus", t("Zoom out (−)"), () => this.zoom(1.6)], ["fit", t("Show all"), () => this.zoom(0)]].map(([name, label, act]) =>
      el("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: act }, icon(/** @type {string} */ (name)))));
    this.pictureBox = el("div", { class: "picture-box" }, this.tree.element, el("div", { class: "strip-box" }, this.strip.element, this.hoverLine));
    const omitted = search.omitted > 0 ? el("p", { class: "notice small" }, tn("1 further visit was not recorded: the search was larger than the recording may be.", "{n} further visits were not recorded: the search was larger than the recording may be.", search.omitted)) : null;
    const stopped = ["depth", "solved", "forced", "complete"].includes(search.stopped) || !search.stopped ? null : el("p", { class: "notice small" }, t("The search was stopped by its limit ({limit}).", { limit: serverText(search.stopped) }));
    this.element = el("div", { class: "searchview" },
      el("p", { class: "summary" }, search.best ? [t("Best move "), el("strong", {}, search.best), ", "] : [], t("value {value} {unit}, depth {depth}, {nodes} in {time}. ", { value: num(search.value), unit: serverText(search.unit), depth: search.depth, nodes: tn("1 node", "{n} nodes", search.nodes), time: time(search.seconds) }), el("code", {}, search.player)),
      omitted, stopped, this.iterations.element,
      el("div", { class: "viewer-grid" },
        el("div", { class: "viewer-main" },
          el("section", { class: "card picture-card" }, el("div", { class: "row spread picture-tools" }, this.modes, this.searchField(), this.zooms), this.crumbs, this.pictureBox),
          el("section", { class: "card time-card", "aria-label": t("Time") }, this.tell, this.transport.element)),
        el("aside", { class: "viewer-side" },
          el("section", { class: "card", hidden: !this.recording.scene }, this.board.element),
          el("section", { class: "card window-card", hidden: !trace.windowed }, el("h2", {}, t("Window")), this.bar.element),
          this.faces, el("section", { class: "card" }, el("h2", {}, t("Here")), this.facts),
          el("section", { class: "card" }, el("h2", {}, this.recording.root_chance && !trace.groups.has(ROOT) ? t("Rolls at the root") : t("Moves at the root")), this.rootTable))));
  }

  searchField() {
    const input = /** @type {HTMLInputElement} */ (el("input", { type: "search", placeholder: t("find: d4 e5, beta, > 5"), "aria-label": t("Find visits by line of moves, reason or value"), spellcheck: "false", autocomplete: "off" }));
    const count = el("span", { class: "small soft hits", role: "status" });
    /** @type {number[]} */ let hits = [];
    const step = (/** @type {1 | -1} */ way) => {
      const here = this.trace.eventAt(this.root, this.moment).visit;
      const next = way > 0 ? hits.find((visit) => visit > here) ?? hits[0] : [...hits].reverse().find((visit) => visit < here) ?? hits[hits.length - 1];
      if (next !== undefined) this.goTo(this.root, this.trace.enterMoment(next));
    };
    const find = () => {
      hits = searchVisits(this.trace, this.root, input.value);
      count.textContent = input.value.trim() ? tn("1 visit", "{n} visits", hits.length) : "";
      this.strip.setHits(hits);
      this.found = new Set(hits);
      this.update();
    };
    input.addEventListener("input", find);
    input.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), step(event.shiftKey ? -1 : 1)));
    this.findAgain = () => input.value.trim() !== "" && find();
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {1 | -1} */ way) => el("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: () => step(way) }, icon(name));
    return el("div", { class: "row finder" }, input, button("back", t("Previous hit"), -1), button("next", t("Next hit"), 1), count);
  }

  /** @param {"tree" | "strip"} mode */
  setMode(mode) {
    this.mode = mode;
    this.enterRoot();
    this.update();
  }

  /** Prepares the pictures for the search of the root that is shown. */
  enterRoot() {
    const { trace, root, mode } = this;
    this.paths = null;
    for (const button of this.modes?.children ?? []) button.setAttribute("aria-pressed", String(button.getAttribute("data-mode") === mode));
    this.tree.element.hidden = mode !== "tree";
    /** @type {HTMLElement} */ (this.strip.element.parentElement).hidden = mode !== "strip";
    this.bar.setScale(new ValueScale(trace, root));
    if (mode === "tree") {
      this.paths = new PathTree(this.recording, [{ trace, root }]);
      this.tree.show(this.paths);
    } else {
      const { first, count } = trace.roots[root];
      this.strip.show({ first, count, end: trace.end, ply: trace.ply, parent: trace.parent, tone: (visit) => `--end-${trace.endingName(visit)}`, text: (visit) => trace.moveText(visit).replace(/^rolls /, "⚄ "), detail: (visit) => bounded(trace.value[visit], trace.bound(visit)) },
        t("Strip of {count} visits; time runs from left to right", { count }));
    }
    this.findAgain?.();
  }

  /** @param {number} root @param {number} moment */
  goTo(root, moment) {
    const other = root !== this.root;
    this.root = root;
    this.moment = Math.max(0, Math.min(this.trace.momentsOf(root) - 1, moment));
    if (other) this.enterRoot();
    if (!this.pending) this.pending = requestAnimationFrame(() => this.update());
  }

  /** Goes to the moment when a line of moves was entered or left. @param {string[]} line @param {"enter" | "leave"} when @param {number} [root] */
  goToLine(line, when, root = this.root) {
    const visit = this.trace.find(root, line);
    if (visit === null) return false;
    if (visit === ROOT) this.goTo(root, when === "enter" ? 0 : Infinity);
    else this.goTo(root, when === "enter" ? this.trace.enterMoment(visit) : this.trace.leaveMoment(visit));
    return true;
  }

  /** Goes to the moment when the first visit with this ending was left. @param {string} name @param {number} root */
  goToEnding(name, root) {
    const { first, count } = this.trace.roots[root];
    for (let visit = first; visit < first + count; visit++) if (this.trace.endingName(visit) === name) return this.goTo(root, this.trace.leaveMoment(visit));
  }

  /** @param {number} factor  below 1 zooms in, 0 shows all */
  zoom(factor) {
    if (this.mode === "tree") this.tree.zoom(factor);
    else if (factor === 0) this.strip.fit();
    else this.strip.zoom(factor);
  }

  toCutoff() {
    const next = nextCutoff(this.trace, this.root, this.moment);
    if (next !== null) return this.goTo(this.root, next);
    for (let root = this.root + 1; root < this.trace.roots.length; root++) {
      const later = nextCutoff(this.trace, root, 0);
      if (later !== null) return this.goTo(root, later);
    }
    this.tell.textContent = t("There is no further cut-off.");
  }

  /** @param {number} visit */
  pick(visit) {
    this.transport?.pause();
    if (this.options.pick?.(this.trace.line(visit))) return;
    if (visit === ROOT) return this.goTo(this.root, this.moment === 0 ? Infinity : 0);
    const enter = this.trace.enterMoment(visit);
    this.goTo(this.root, this.moment === enter ? this.trace.leaveMoment(visit) : enter);
  }

  /** @param {number} index */
  pickNode(index) {
    const node = /** @type {PathTree} */ (this.paths).nodes[index];
    const visits = node.visits[0];
    if (index === 0) return this.pick(ROOT);
    if (visits.length > 0) return this.pick(visits[visits.length - 1]);
    this.transport?.pause();
    if (this.options.pick?.(/** @type {PathTree} */ (this.paths).line(index))) return;
    this.tell.textContent = t("The search never came here.");
  }

  /** @param {number | null} visit */
  hover(visit) {
    const { trace, root } = this;
    this.hoverLine.textContent = visit === null || visit === ROOT ? "" : `${trace.line(visit).join(" ")}: ${bounded(trace.value[visit], trace.bound(visit))}, ${t("window {low} … {high}", { low: num(trace.low[visit]), high: num(trace.high[visit]) })}, ${endingTitle(trace.endingName(visit))}. ${tellReason(trace, root, visit)}`;
  }

  /** @param {string} role @param {number} player */
  levelName(role, player) {
    const word = ROLE_WORDS[/** @type {keyof typeof ROLE_WORDS} */ (role)].toUpperCase();
    return this.recording.tree || player < 1 ? word : `${word} ${seatName(this.trace, player)}`;
  }

  update() {
    this.pending = 0;
    const { trace, root, moment } = this;
    const event = trace.eventAt(root, moment);
    const path = event.visit === ROOT ? [] : trace.path(event.visit);
    this.bests.clear();
    this.transport?.update();
    this.iterations.update(root);
    this.tell.setAttribute("aria-live", this.transport?.playing ? "off" : "polite");
    this.tell.textContent = tell(trace, root, moment);
    this.showCrumbs(path, event.what);
    this.showWindow(event);
    this.showFacts(event);
    this.showRootMoves();
    this.board.show(path, path.map((visit) => trace.moveText(visit)), path.length === 0 ? t("The position at the root") : t("After {moves}", { moves: trace.line(event.visit).join(" ") }));
    if (this.mode === "tree" && this.paths) {
      const { paths } = this;
      this.tree.update([0, ...path.map((visit) => paths.of(0, visit))]);
    } else this.strip.setTime(event.what === "start" ? trace.roots[root].first : event.what === "end" ? Infinity : event.what === "enter" ? event.visit + Math.min(0.5, 1) : trace.end[event.visit], path);
    this.options.changed?.();
  }

  /** @param {number[]} path @param {string} what */
  showCrumbs(path, what) {
    const { trace } = this;
    const button = (/** @type {number} */ visit, /** @type {string} */ text, /** @type {boolean} */ here) =>
      el("button", { type: "button", class: "plain", "aria-current": here ? "step" : null, onclick: () => this.pick(visit) }, text);
    fill(this.crumbs, button(ROOT, t("root"), path.length === 0), path.map((visit, at) => [el("span", { class: "soft", "aria-hidden": "true" }, "›"), button(visit, trace.moveText(visit), at === path.length - 1)]).flat(),
      el("span", { class: `badge what-${what}` }, { enter: t("going down"), leave: t("coming back"), start: t("start"), end: t("end") }[what] ?? what));
  }

  /** @param {{what: string, visit: number}} event */
  showWindow(event) {
    const { trace, root, moment } = this;
    const node = event.what === "leave" ? trace.parent[event.visit] : event.visit;
    const { low, high, best } = windowAt(trace, root, node, moment);
    const marks = [{ value: best.value, text: Number.isNaN(best.value) ? "" : t("best {value}", { value: bounded(best.value, best.bound) }), kind: "minor" }];
    if (event.what === "leave") marks.push({ value: trace.value[event.visit], text: `${trace.moveText(event.visit)}: ${bounded(trace.value[event.visit], trace.bound(event.visit))}`, kind: "returned" });
    const where = node === ROOT ? t("at the root") : t("after {move}", { move: trace.moveText(node) });
    this.bar.show(low, high, marks, high <= low ? t("Empty {where}: nothing here can matter any more.", { where }) : t("Values that still matter {where}: between {low} and {high}.", { where, low: num(low), high: num(high) }));
  }

  /** @param {{what: string, visit: number}} event */
  showFacts(event) {
    const { trace, root, moment } = this;
    const { visit } = event;
    const rows = /** @type {[string, string][]} */ ([[t("to decide"), visit === ROOT ? (this.recording.root_chance ? t("the dice") : seatName(trace, this.recording.root_player)) : trace.role(visit) === "over" ? t("nobody") : seatName(trace, trace.player[visit])]]);
    if (visit !== ROOT) {
      rows.push([t("depth left"), String(trace.depth[visit])]);
      const kind = ["", t("null window"), t("reduced depth"), t("searched again"), t("probe")][trace.kind[visit]];
      if (kind) rows.push([t("kind"), kind]);
      if (!Number.isNaN(trace.chance[visit])) rows.push([t("probability"), num(trace.chance[visit])]);
      if (event.what === "leave") rows.push([t("ended"), this.recording.tree && trace.role(visit) === "over" ? t("leaf") : endingTitle(trace.endingName(visit))], [t("value"), bounded(trace.value[visit], trace.bound(visit))]);
      const entry = trace.table.get(visit);
      if (entry) rows.push([t("in the table"), `${bounded(entry.value, /** @type {any} */ (entry.bound))}, ${searchedDepth(entry)}`]);
    }
    if (event.what !== "leave") {
      const best = running(trace, root, visit, moment);
      if (!Number.isNaN(best.value)) rows.push([t("best so far"), bounded(best.value, best.bound)]);
    }
    fill(this.facts, rows.map(([name, text]) => [el("dt", {}, name), el("dd", {}, text)]).flat());
    const group = trace.groups.has(visit) ? visit : visit !== ROOT && trace.groups.has(trace.parent[visit]) ? trace.parent[visit] : null;
    fill(this.faces, group === null ? null : facesChart(trace, root, group, moment));
  }

  showRootMoves() {
    const { trace } = this;
    const moves = rootMoves(trace, this.root, this.moment);
    const key = JSON.stringify([moves, this.allRows]);
    if (key === this.rootKey) return;
    this.rootKey = key;
    const shown = this.allRows ? moves : moves.filter((move, at) => at < ROWS || move.best || move.status === "searching");
    const chances = moves.some((move) => !Number.isNaN(move.chance));
    const row = (/** @type {import("./known.js").RootMove} */ move) => el("tr", { class: `${move.best ? "best" : ""} ${move.status}`, "data-move": move.text, onclick: () => (move.visit >= 0 ? this.pickRootMove(move) : this.options.pick?.([move.text])) },
      el("td", {}, move.best ? el("strong", {}, move.text, " ★") : move.text, move.visits > 1 ? el("span", { class: "soft small" }, ` ×${move.visits}`) : null), chances && el("td", { class: "number" }, num(move.chance)), el("td", { class: "number" }, Number.isNaN(move.value) ? "" : bounded(move.value, move.bound)), el("td", { class: "soft small" }, { waiting: t("waiting"), searching: t("searching"), done: t("done"), skipped: t("skipped") }[move.status] ?? endingTitle(move.status)));
    fill(this.rootTable, el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, chances ? t("roll") : t("move")), chances && el("th", { class: "number" }, t("chance")), el("th", { class: "number" }, t("value")), el("th", {}, t("status")))), el("tbody", {}, shown.map(row))),
      shown.length < moves.length ? el("button", { type: "button", class: "quiet small", onclick: () => ((this.allRows = true), this.showRootMoves()) }, t("… {count} more", { count: moves.length - shown.length })) : null);
  }

  /** @param {import("./known.js").RootMove} move */
  pickRootMove(move) {
    if (this.options.pick?.([move.text])) return;
    this.transport?.pause();
    this.goTo(this.root, move.status === "done" ? this.trace.leaveMoment(move.visit) : this.trace.enterMoment(move.visit));
  }

  /** The best child of a node so far, as a node. @param {number} index */
  bestOf(index) {
    const known = this.bests.get(index);
    if (known !== undefined) return known;
    const paths = /** @type {PathTree} */ (this.paths);
    const node = paths.nodes[index];
    const visit = index === 0 ? ROOT : this.latest(node);
    let best = -1;
    if (visit !== null && node.role !== "chance") {
      const { from } = running(this.trace, this.root, visit, this.moment);
      if (from >= 0) best = paths.of(0, from);
    }
    this.bests.set(index, best);
    return best;
  }

  /** The latest visit of a node that has begun. @param {PathNode} node */
  latest(node) {
    const visits = node.visits[0];
    for (let at = visits.length - 1; at >= 0; at--) if (this.trace.enterMoment(visits[at]) <= this.moment) return visits[at];
    return null;
  }

  /** @param {PathNode} node @returns {Look} */
  look(node) {
    const { trace, root, moment } = this;
    const event = trace.eventAt(root, moment);
    const leaf = Number.isNaN(node.leaf) ? [] : [num(node.leaf)];
    const base = { lines: leaf, ending: "", current: false, flowing: false, best: false, window: "" };
    if (node.index === 0) return this.lookRoot(base, event.visit === ROOT);
    const visit = this.latest(node);
    if (visit === null) {
      const parent = node.parent === 0 ? ROOT : this.latest(/** @type {PathTree} */ (this.paths).nodes[node.parent]);
      const over = parent === ROOT ? moment >= trace.momentsOf(root) - 1 : parent !== null && trace.leaveMoment(parent) <= moment;
      const cut = node.visits[0].length === 0 && over;
      return { ...base, state: cut ? "never" : "unseen", mark: cut && parent !== null ? "cut" : "", about: cut ? t("{move}: cut off, never searched", { move: node.text }) : t("{move}: not searched yet", { move: node.text }) };
    }
    const done = trace.leaveMoment(visit) <= moment;
    const best = this.bestOf(node.parent) === node.index;
    const hit = this.found?.has(visit) ? "hit" : "";
    const current = event.visit === visit;
    if (done) {
      const value = bounded(trace.value[visit], trace.bound(visit));
      return { ...base, state: "done", lines: [brief(trace.value[visit], trace.bound(visit))], ending: trace.endingName(visit), current, flowing: current && event.what === "leave", best, mark: hit, window: this.cutWords(visit), about: `${node.text}: ${value}, ${endingTitle(trace.endingName(visit))}` };
    }
    const now = windowAt(trace, root, visit, moment);
    return { ...base, state: "open", lines: Number.isNaN(now.best.value) ? (leaf.length > 0 ? leaf : ["?"]) : [brief(now.best.value, now.best.bound)], current, best, window: trace.windowed ? `${brief(now.low, "exact")} … ${brief(now.high, "exact")}` : "", mark: hit, about: t("{move}: being searched", { move: node.text }) };
  }

  /** @param {Omit<Look, "state" | "about">} base @param {boolean} current @returns {Look} */
  lookRoot(base, current) {
    const { trace, root, moment } = this;
    const now = windowAt(trace, root, ROOT, moment);
    const ended = moment >= trace.momentsOf(root) - 1;
    const text = Number.isNaN(now.best.value) ? "?" : brief(now.best.value, now.best.bound);
    return { ...base, state: ended ? "done" : "open", lines: [text], ending: ended ? "complete" : "", current, window: trace.windowed && !ended ? `${brief(now.low, "exact")} … ${brief(now.high, "exact")}` : "", about: `${t("root")}: ${text}` };
  }

  /** What cut a visit off, below its node. @param {number} visit */
  cutWords(visit) {
    const name = this.trace.endingName(visit);
    if (name !== "alpha" && name !== "beta" && name !== "star") return "";
    const children = this.trace.children(visit, this.root);
    const sign = { alpha: "α", beta: "β", star: "★" }[name];
    return children.length > 0 ? t("{sign} cut by {move}", { sign, move: this.trace.moveText(children[children.length - 1]) }) : t("{sign} cut", { sign });
  }

  /** The place for a link. */
  place() {
    const event = this.trace.eventAt(this.root, this.moment);
    return event.visit === ROOT ? { root: String(this.root), when: event.what } : { visit: String(event.visit), when: event.what };
  }

  /** Restores a place from a link. @param {URLSearchParams} place */
  restore(place) {
    const visit = Number(place.get("visit") ?? NaN);
    const root = Number(place.get("root") ?? NaN);
    if (Number.isInteger(visit) && visit >= 0 && visit < this.trace.length) this.goTo(this.trace.rootOf(visit), place.get("when") === "leave" ? this.trace.leaveMoment(visit) : this.trace.enterMoment(visit));
    else if (Number.isInteger(root) && root >= 0 && root < this.trace.roots.length) this.goTo(root, place.get("when") === "end" ? Infinity : 0);
  }

  destroy() {
    cancelAnimationFrame(this.pending);
    this.transport?.destroy();
    this.strip.destroy();
  }
}

/** The move on an edge; for a roll its face and probability. @param {PathNode} node */
function edgeWords(node) {
  return Number.isNaN(node.chance) ? node.text : `${node.text.replace(/^rolls /, "")} (${node.chance.toFixed(2).replace(/^0/, "")})`;
}
