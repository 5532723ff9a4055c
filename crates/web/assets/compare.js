// @ts-check
// Two searches on one common tree: what each visited, with which values and for which reasons it left.

import { BoardView } from "./boardview.js";
import { el, fill, scrollable } from "./dom.js";
import { decimal, grouped } from "./format.js";
import { countEndings } from "./known.js";
import { countShared, PathTree, whereTheyPart } from "./paths.js";
import { Trace } from "./recording.js";
import { Strip } from "./strip.js";
import { t, tn } from "./translate.js";
import { TreePicture } from "./treepicture.js";
import { bounded, brief, ENDINGS, endingTitle, num, tellReason, time } from "./words.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./recording.js").SearchRecord} SearchRecord */
/** @typedef {import("./paths.js").PathNode} PathNode */

const SMALL = 160; // nodes; larger trees begin as a strip

export class CompareView {
  /** @param {Recording} recording @param {import("./searchview.js").ViewOptions} options */
  constructor(recording, options) {
    this.recording = recording;
    this.options = options;
    this.traces = [0, 1].map((number) => new Trace(recording, number));
    this.sources = this.traces.map((trace) => ({ trace, root: trace.roots.length - 1 }));
    this.paths = new PathTree(recording, this.sources);
    this.node = 0;
    this.part = whereTheyPart(this.paths);
    this.board = new BoardView(recording, null, options.board);
    this.strip = new Strip({ pick: (at) => this.select(at < 0 ? 0 : this.order[at]), hover: () => {} });
    this.tree = new TreePicture({ look: (node) => this.look(node), pick: (index) => this.select(index), levels: (role, player) => `${role.toUpperCase()}${recording.tree || player < 1 ? "" : ` ${recording.seats[player - 1]}`}`, words: (node) => node.text });
    /** Nodes in the order of the strip, the root left out. @type {number[]} */ this.order = this.paths.walk().slice(1);
    /** @type {"tree" | "strip"} */ this.mode = this.paths.nodes.length <= SMALL ? "tree" : "strip";
    this.crumbs = el("nav", { class: "row crumbs", "aria-label": t("Chosen node") });
    this.about = scrollable(t("Side by side"));
    this.about.setAttribute("aria-live", "polite");
    this.build();
    this.setMode(this.mode);
    this.select(this.part?.node ?? 0);
  }

  build() {
    const toggle = (/** @type {"tree" | "strip"} */ mode, /** @type {string} */ text) => el("button", { type: "button", class: "quiet", "data-mode": mode, onclick: () => this.setMode(mode) }, text);
    this.modes = el("div", { class: "group", role: "group", "aria-label": t("Picture") }, toggle("tree", t("Tree")), toggle("strip", t("Strip")));
    const part = el("button", { type: "button", class: "quiet part", disabled: !this.part, onclick: () => this.part && this.select(this.part.node, true) }, t("Where they part"));
    const words = el("p", { class: "small" }, this.part ? t("They part at {moves}: {reason}.", { moves: this.paths.line(this.part.node).join(" "), reason: this.part.why }) : t("They visited the same nodes with the same results."));
    this.element = el("div", { class: "searchview compareview" }, this.totals(),
      el("div", { class: "viewer-grid" },
        el("div", { class: "viewer-main" }, el("section", { class: "card picture-card" },
          el("div", { class: "row spread picture-tools" }, this.modes, part), words, this.key(), this.crumbs, el("div", { class: "picture-box" }, this.tree.element, this.strip.element))),
        el("aside", { class: "viewer-side" }, el("section", { class: "card", hidden: !this.recording.scene }, this.board.element), el("section", { class: "card" }, el("h2", {}, t("Side by side")), this.about))));
  }

  key() {
    const shared = countShared(this.paths);
    const item = (/** @type {string} */ kind, /** @type {number} */ count, /** @type {string} */ text) => el("li", {}, el("span", { class: `swatch visited-${kind}` }), `${text}: ${grouped(count)}`);
    return el("ul", { class: "row plainlist small keylist" }, item("both", shared.both, t("visited by both")), item("first", shared.first, t("only A")), item("second", shared.second, t("only B")));
  }

  totals() {
    const [a, b] = this.recording.searches;
    const cell = (/** @type {string} */ text) => el("td", { class: "number" }, text);
    const row = (/** @type {string} */ name, /** @type {(search: SearchRecord) => number} */ of, /** @type {(value: number) => string} */ show) => {
      const [x, y] = [of(a), of(b)];
      return el("tr", {}, el("th", { scope: "row" }, name), cell(show(x)), cell(show(y)), cell(x > 0 && y > 0 ? `${decimal(y / x, 2)} ×` : ""));
    };
    const count = grouped;
    const counts = this.sources.map(({ trace, root }) => countEndings(trace, root));
    const reasons = ENDINGS.filter(([name]) => counts.some((one) => one.has(name)));
    const agree = a.best === b.best ? (a.best ? t("Both choose {move}.", { move: a.best }) : "") : t("They choose differently: {a} and {b}.", { a: a.best ?? "–", b: b.best ?? "–" });
    return el("section", { class: "card totals" }, el("p", {}, el("strong", {}, agree), t(" Values: {a} and {b}. The trees are those of the last search of the root.", { a: num(a.value), b: num(b.value) })),
      scrollable(t("Both searches in numbers"), el("table", {}, el("thead", {}, el("tr", {}, el("th", {}), el("th", { class: "number" }, "A ", el("code", {}, a.player)), el("th", { class: "number" }, "B ", el("code", {}, b.player)), el("th", { class: "number" }, "B / A"))),
        el("tbody", {}, row(t("nodes in all"), (search) => search.nodes, count), row(t("time"), (search) => search.seconds, time), row(t("visits in the tree"), (search) => search.roots[search.roots.length - 1]?.count ?? search.visits.parent.length, count),
          reasons.map(([name, title]) => el("tr", {}, el("th", { scope: "row" }, el("span", { class: `swatch ends-${name}` }), title), ...counts.map((one) => cell(count(one.get(name) ?? 0))), el("td", {})))))));
  }

  /** @param {"tree" | "strip"} mode */
  setMode(mode) {
    this.mode = mode;
    for (const button of this.modes?.children ?? []) button.setAttribute("aria-pressed", String(button.getAttribute("data-mode") === mode));
    this.tree.element.hidden = mode !== "tree";
    this.strip.element.hidden = mode !== "strip";
    if (mode === "tree") this.tree.show(this.paths);
    else this.showStrip();
    this.select(this.node);
  }

  showStrip() {
    const { nodes } = this.paths;
    const count = this.order.length;
    const place = new Map(this.order.map((index, at) => [index, at]));
    this.placeOf = place;
    const [end, ply, parent] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
    this.order.forEach((index, at) => {
      parent[at] = place.get(nodes[index].parent) ?? -1;
      ply[at] = parent[at] < 0 ? 0 : ply[parent[at]] + 1;
      end[at] = at + nodes[index].weight;
    });
    const tone = (/** @type {number} */ at, /** @type {number} */ source) => {
      const visits = nodes[this.order[at]].visits[source];
      return visits.length === 0 ? "--strip-none" : `--end-${this.traces[source].endingName(visits[visits.length - 1])}`;
    };
    this.strip.show({ first: 0, count, end, ply, parent, tone: (at) => tone(at, 0), second: (at) => tone(at, 1), text: (at) => `${nodes[this.order[at]].text} ${this.value(nodes[this.order[at]], 0)}`, detail: (at) => this.value(nodes[this.order[at]], 1) }, t("Common tree of {count} nodes; the upper half of a box is A, the lower half B", { count }));
  }

  /** @param {PathNode} node @param {number} source */
  value(node, source) {
    const visits = node.visits[source];
    if (visits.length === 0) return "–";
    const [trace, visit] = [this.traces[source], visits[visits.length - 1]];
    return brief(trace.value[visit], trace.bound(visit));
  }

  /** @param {PathNode} node @returns {import("./treepicture.js").Look} */
  look(node) {
    const [a, b] = node.visits.map((visits) => visits.length > 0);
    const root = node.index === 0;
    const [x, y] = root ? this.recording.searches.map((search) => brief(search.value, "exact")) : [this.value(node, 0), this.value(node, 1)];
    const mark = root || (a && b) ? (root || x === y ? "visited-both" : "visited-both differ") : a ? "visited-first" : b ? "visited-second" : "";
    return { state: root || a || b ? "done" : "never", lines: root || a || b ? [x, y] : Number.isNaN(node.leaf) ? [] : [num(node.leaf)], ending: "", current: node.index === this.node, flowing: false, best: false, window: "", mark, about: `${node.text}: A ${x}, B ${y}` };
  }

  /** @param {number} index @param {boolean} [zoom] */
  select(index, zoom = false) {
    this.node = index;
    const path = [];
    for (let at = index; at >= 0; at = this.paths.nodes[at].parent) path.unshift(at);
    const button = (/** @type {number} */ node) => el("button", { type: "button", class: "plain", "aria-current": node === index ? "step" : null, onclick: () => this.select(node) }, this.paths.nodes[node].text);
    fill(this.crumbs, path.map((node, at) => [at > 0 ? el("span", { class: "soft" }, "›") : null, button(node)]).flat());
    if (this.mode === "tree") this.tree.update(path);
    else {
      const places = path.slice(1).map((node) => this.placeOf?.get(node) ?? 0);
      this.strip.setTime(Infinity, places);
      if (zoom && places.length > 1) this.strip.zoomTo(places[places.length - 2]);
    }
    this.describe(index);
    const line = this.paths.line(index);
    const source = this.paths.nodes[index].visits[0].length > 0 || index === 0 ? 0 : 1;
    const visits = path.slice(1).map((node) => this.paths.nodes[node].visits[source][0]);
    this.board.boards = visits.includes(/** @type {any} */ (undefined)) ? null : this.recording.searches[source].boards;
    this.board.show(visits, line, index === 0 ? t("The position at the root") : t("After {moves}", { moves: line.join(" ") }));
    this.options.changed?.();
  }

  /** @param {number} index */
  describe(index) {
    const node = this.paths.nodes[index];
    if (index === 0) return fill(this.about, el("p", { class: "soft" }, t("Click a node to see what each search found there.")));
    const column = (/** @type {number} */ source) => {
      const visits = node.visits[source];
      if (visits.length === 0) return { value: "not visited", window: "", why: "", times: "0", words: "" };
      const { trace, root } = this.sources[source];
      const visit = visits[visits.length - 1];
      return { value: bounded(trace.value[visit], trace.bound(visit)), window: `${num(trace.low[visit])} … ${num(trace.high[visit])}`, why: endingTitle(trace.endingName(visit)), times: String(visits.length), words: tellReason(trace, root, visit) };
    };
    const [a, b] = [column(0), column(1)];
    const row = (/** @type {string} */ name, /** @type {keyof typeof a} */ key) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, a[key]), el("td", {}, b[key]));
    fill(this.about, el("table", { class: "sidebyside" }, el("thead", {}, el("tr", {}, el("th", {}), el("th", {}, "A"), el("th", {}, "B"))), el("tbody", {}, row(t("value"), "value"), row(t("window"), "window"), row(t("ended"), "why"), row(t("visits"), "times"))),
      a.words ? el("p", { class: "small" }, el("strong", {}, "A: "), a.words) : null, b.words ? el("p", { class: "small" }, el("strong", {}, "B: "), b.words) : null, node.pruned ? el("p", { class: "small soft" }, t("Neither search came here.")) : null, el("p", { class: "small soft" }, tn("1 node below.", "{n} nodes below.", node.weight - 1)));
  }

  place() {
    return { line: this.paths.line(this.node).join("|") };
  }

  /** @param {URLSearchParams} place */
  restore(place) {
    const found = this.paths.find((place.get("line") ?? "").split("|").filter(Boolean));
    if (found !== null) this.select(found, true);
  }

  destroy() {
    this.strip.destroy();
  }
}
