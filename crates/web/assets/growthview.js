// @ts-check
// A tree that grows by play-outs, iteration by iteration: visits, means and upper confidence bounds.

import { BoardView } from "./boardview.js";
import { el, fill, scrollable, svg } from "./dom.js";
import { decimal, grouped } from "./format.js";
import { Growth } from "./growth.js";
import { serverText, t, tn } from "./translate.js";
import { Transport } from "./transport.js";
import { num, time } from "./words.js";

/** @typedef {import("./recording.js").Recording} Recording */

const WIDTH = 900;
const ROW = 62;
const NARROW = 20; // narrower nodes are folded
const LEVELS = 7;
const ROWS = 12; // children before the table is folded

export class GrowthView {
  /** @param {Recording} recording @param {number} number @param {import("./searchview.js").ViewOptions} options */
  constructor(recording, number, options) {
    this.recording = recording;
    this.options = options;
    this.growth = new Growth(recording, number);
    this.search = recording.searches[number];
    /** The node that fills the width. */
    this.node = 0;
    this.step = 0;
    this.pending = 0;
    this.allRows = false;
    this.board = new BoardView(recording, this.search.boards, options.board);
    this.transport = new Transport({
      length: () => this.growth.steps + 1, now: () => this.step, seek: (step) => this.goTo(step), words: (step) => t("after {count} iterations", { count: step }),
      steps: [["x", "+10", t("Ten iterations further"), () => this.goTo(this.step + 10)], ["d", "× 2", t("Twice as many iterations"), () => this.goTo(Math.max(1, this.step * 2))], ["n", t("New best"), t("To the next change of the best move"), () => this.toNewBest()]],
    });
    this.transport.speed.value = "20";
    this.tell = el("p", { class: "tell", "aria-live": "polite" });
    this.crumbs = el("nav", { class: "row crumbs", "aria-label": t("Shown node") });
    this.drawing = svg("svg", { class: "growth", viewBox: `0 0 ${WIDTH} ${LEVELS * ROW}`, role: "group", "aria-label": t("Tree by visits") });
    this.note = el("p", { class: "small soft", role: "status" });
    this.table = scrollable(t("Which move is tried next?"));
    const { search } = this;
    this.element = el("div", { class: "searchview growthview" },
      el("p", { class: "summary" }, ...(search.best ? [t("Best move "), el("strong", {}, search.best), ", "] : []), t("value {value} {unit}, {iterations} in {time}. ", { value: num(search.value), unit: serverText(search.unit), iterations: tn("1 iteration", "{n} iterations", this.growth.steps), time: time(search.seconds) }), el("code", {}, search.player)),
      search.omitted > 0 ? el("p", { class: "notice small" }, tn("1 further node is not recorded.", "{n} further nodes are not recorded.", search.omitted)) : null,
      el("div", { class: "viewer-grid" },
        el("div", { class: "viewer-main" },
          el("section", { class: "card picture-card" }, this.crumbs, el("div", { class: "scroll" }, this.drawing), this.note, el("p", { class: "small soft" }, t("Every node is as wide as its share of the visits. Green is good for "), recording.seats[recording.root_player - 1], t(", red is bad. Click a node to look inside."))),
          el("section", { class: "card time-card", "aria-label": t("Time") }, this.tell, this.transport.element)),
        el("aside", { class: "viewer-side" }, el("section", { class: "card", hidden: !recording.scene }, this.board.element),
          el("section", { class: "card" }, el("h3", {}, t("Which move is tried next?")), this.table))));
    this.goTo(this.growth.steps);
  }

  /** @param {number} step */
  goTo(step) {
    this.step = Math.max(0, Math.min(this.growth.steps, step));
    if (!this.pending) this.pending = requestAnimationFrame(() => this.update());
  }

  toNewBest() {
    const { growth } = this;
    growth.seek(this.step);
    const now = growth.best();
    for (let step = this.step + 1; step <= growth.steps; step++) {
      growth.seek(step);
      if (growth.best() !== now) return this.goTo(step);
    }
    this.goTo(growth.steps);
  }

  update() {
    this.pending = 0;
    this.growth.seek(this.step);
    this.transport.update();
    this.tell.setAttribute("aria-live", this.transport.playing ? "off" : "polite");
    this.tell.textContent = this.words();
    this.drawCrumbs();
    this.draw();
    this.drawTable();
    const path = this.growth.path(this.node);
    this.board.show(path, this.growth.line(this.node), this.node === 0 ? t("The position at the root") : t("After {moves}", { moves: this.growth.line(this.node).join(" ") }));
    this.options.changed?.();
  }

  words() {
    const { growth, step } = this;
    if (step === 0) return t("Nothing is known yet. Every iteration walks down the tree, adds a node, plays a random game from there and writes the result on the whole way back.");
    const reached = growth.stepNode[step - 1];
    const reward = growth.stepReward[step - 1];
    const line = growth.line(reached);
    const first = growth.visits[reached] === 1 ? t("a new node") : t("an old node");
    const own = this.recording.seats[this.recording.root_player - 1];
    const result = reward === 1 ? t("{name} won", { name: own }) : reward === 0 ? t("{name} lost", { name: own }) : t("worth {value} for {name}", { value: num(reward), name: own });
    const length = growth.stepLength[step - 1];
    const best = growth.best();
    const way = t("Iteration {number} went {moves} to {node};", { number: grouped(step), moves: line.length > 0 ? line.join(" ") : t("no further than the root"), node: first });
    const played = length > 0 ? t(" the play-out of {moves}: {result}.", { moves: tn("1 move", "{n} moves", length), result }) : t(" the play-out: {result}.", { result });
    return `${way}${played}${best >= 0 ? t(" Most visited: {move} ({visits}, mean {mean}).", { move: growth.texts[best], visits: tn("1 visit", "{n} visits", growth.visits[best]), mean: num(growth.mean(best)) }) : ""}`;
  }

  drawCrumbs() {
    const button = (/** @type {number} */ node, /** @type {string} */ text) => el("button", { type: "button", class: "plain", "aria-current": node === this.node ? "step" : null, onclick: () => this.pick(node) }, text);
    fill(this.crumbs, button(0, "root"), this.growth.path(this.node).map((node) => [el("span", { class: "soft" }, "›"), button(node, this.growth.texts[node])]).flat());
  }

  /** @param {number} node */
  pick(node) {
    if (this.options.pick?.(this.growth.line(node))) return;
    this.node = node;
    this.goTo(this.step);
  }

  /** Nodes as boxes below their parents, as wide as their share of the visits. */
  draw() {
    const { growth } = this;
    const reached = this.step > 0 ? new Set([0, ...growth.path(growth.stepNode[this.step - 1])]) : new Set();
    /** @type {SVGElement[]} */ const boxes = [];
    let folded = 0;
    const lay = (/** @type {number} */ node, /** @type {number} */ x, /** @type {number} */ width, /** @type {number} */ level) => {
      boxes.push(this.box(node, x, width, level, reached.has(node)));
      if (level + 1 >= LEVELS) {
        folded += growth.children[node].filter((child) => growth.visits[child] > 0).length;
        return;
      }
      let at = x;
      let rest = 0;
      let restWidth = 0;
      const all = Math.max(1, growth.visits[node]);
      for (const child of growth.children[node].filter((one) => growth.visits[one] > 0).sort((a, b) => growth.visits[b] - growth.visits[a])) {
        const wide = (width * growth.visits[child]) / all;
        if (wide < NARROW) {
          rest += 1;
          restWidth += wide;
          continue;
        }
        lay(child, at, wide, level + 1);
        at += wide;
      }
      if (rest > 0) {
        folded += rest;
        boxes.push(svg("g", { class: "growth-fold" }, svg("title", {}, t("{count} more with few visits; click the parent to look inside", { count: rest })), svg("rect", { x: at + 1, y: (level + 1) * ROW + 2, width: Math.max(1, restWidth - 2), height: ROW / 2, rx: 3 }), restWidth > 66 ? svg("text", { x: at + 5, y: (level + 1) * ROW + 20 }, t("… {count} more", { count: rest })) : null));
      }
    };
    if (growth.visits[this.node] > 0) lay(this.node, 0, WIDTH, 0);
    this.drawing.replaceChildren(...boxes);
    this.note.textContent = folded > 0 ? t("{nodes} in the tree, {count} folded in this picture.", { nodes: tn("1 node", "{n} nodes", growth.grown()), count: grouped(folded) }) : t("{nodes} in the tree.", { nodes: tn("1 node", "{n} nodes", growth.grown()) });
  }

  /** @param {number} node @param {number} x @param {number} width @param {number} level @param {boolean} reached */
  box(node, x, width, level, reached) {
    const { growth } = this;
    const mean = growth.mean(node);
    const text = (/** @type {number} */ y, /** @type {string} */ words, /** @type {string} */ kind) => (words.length * 6.6 < width - 6 ? svg("text", { x: x + 5, y: level * ROW + y, class: kind }, words) : null);
    const group = svg("g", { class: `growth-node role-${growth.role(node)} ${reached ? "reached" : ""}`, "data-node": node, tabindex: 0, role: "button", "aria-label": t("{move}: {visits} visits, mean {mean}", { move: growth.texts[node], visits: growth.visits[node], mean: num(mean) }) },
      svg("rect", { x: x + 1, y: level * ROW + 2, width: Math.max(1, width - 2), height: ROW - 4, rx: 4 }),
      text(18, growth.texts[node], "name"), text(34, `${grouped(growth.visits[node])} ×`, "small"), text(49, num(+mean.toFixed(2)), "small"));
    /** @type {SVGElement} */ (group.firstChild).style.fill = `color-mix(in srgb, var(${mean >= 0.5 ? "--mean-good" : "--mean-bad"}) ${Math.round(Math.abs(mean - 0.5) * 200)}%, var(--mean-even))`;
    group.addEventListener("click", () => this.pick(node));
    group.addEventListener("keydown", (event) => event.key === "Enter" && this.pick(node));
    return group;
  }

  drawTable() {
    const { growth, node } = this;
    const rows = growth.children[node].map((child) => ({ child, bound: growth.bound(child) }));
    const role = growth.role(node);
    if (rows.length === 0) return fill(this.table, el("p", { class: "soft" }, t("This node has no children in the tree.")));
    rows.sort((a, b) => growth.visits[b.child] - growth.visits[a.child]);
    const next = rows.reduce((best, row) => ((row.bound?.total ?? -1) > (best?.bound?.total ?? -1) ? row : best), /** @type {typeof rows[number] | null} */ (null));
    const shown = this.allRows ? rows : rows.slice(0, ROWS);
    const own = this.recording.seats[growth.player[node] - 1] ?? "";
    const cell = (/** @type {string} */ text) => el("td", { class: "number" }, text);
    fill(this.table,
      el("p", { class: "small soft" }, role === "max" || role === "min" ? t("{name} takes the highest mean plus bonus; the bonus shrinks with every visit.", { name: own }) : role === "chance" ? t("The dice choose here.") : t("{name} chooses here by their own results.", { name: own })),
      el("table", {}, el("thead", {}, el("tr", {}, [t("move"), t("visits"), t("mean"), t("bonus"), t("bound")].map((name, at) => el("th", { class: at > 0 ? "number" : "" }, name)))),
        el("tbody", {}, shown.map(({ child, bound }) => el("tr", { class: child === next?.child ? "best" : "", "data-move": growth.texts[child], onclick: () => this.pick(child) }, el("td", {}, child === next?.child && bound ? el("strong", {}, `${growth.texts[child]} →`) : growth.texts[child]), cell(grouped(growth.visits[child])),
          cell(bound && Number.isFinite(bound.mean) ? decimal(bound.mean, 3) : num(+growth.mean(child).toFixed(3))), cell(bound ? (bound.bonus === Infinity ? "∞" : decimal(bound.bonus, 3)) : "–"), cell(bound ? (bound.total === Infinity ? "∞" : decimal(bound.total, 3)) : "–"))))),
      shown.length < rows.length ? el("button", { type: "button", class: "quiet small", onclick: () => ((this.allRows = true), this.drawTable()) }, t("… {count} more", { count: rows.length - shown.length })) : null);
  }

  place() {
    return { step: String(this.step), node: String(this.node) };
  }

  /** @param {URLSearchParams} place */
  restore(place) {
    const [step, node] = [Number(place.get("step") ?? NaN), Number(place.get("node") ?? NaN)];
    if (Number.isInteger(node) && node >= 0 && node < this.growth.length) this.node = node;
    if (Number.isInteger(step)) this.goTo(step);
  }

  destroy() {
    cancelAnimationFrame(this.pending);
    this.transport.destroy();
  }
}
