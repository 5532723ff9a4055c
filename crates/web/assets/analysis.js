// @ts-check
// What an engine thinks of the position, and of the whole game afterwards.

import { el, fill, svg } from "./dom.js";
import { token } from "./token.js";

/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./messages.js").Insight} Insight */
/** @typedef {import("./messages.js").Review} Review */

const HEAT_LINES = 200; // moves that get exact values for the heat map
const WORST = 5; // mistakes that are listed
const NOTABLE = 0.03; // smaller errors are none
const WIDTH = 320; // of the graph, in its own units
const HEIGHT = 90;

export class AnalysisPanel {
  /**
   * @param {(command: Record<string, any>) => Promise<any>} command
   * @param {import("./board.js").Board} board
   * @param {(ply: number) => void} jump
   */
  constructor(command, board, jump) {
    this.command = command;
    this.board = board;
    this.jump = jump;
    this.on = false;
    this.heat = false;
    this.lines = 3;
    this.asked = "";
    /** @type {State | null} */ this.state = null;
    this.ply = 0;
    /** @type {Review[]} */ this.reviews = [];
    this.reviewed = -1;
    this.switch = el("button", { type: "button", class: "quiet", "aria-pressed": "false", title: "Think about the position (a)", onclick: () => this.toggle() }, "Analyse");
    this.heater = el("button", { type: "button", class: "quiet", "aria-pressed": "false", title: "Colour the squares by what a move there is worth (h)", onclick: () => this.toggleHeat() }, "Heat map");
    const count = el("select", { "aria-label": "Lines", title: "Lines", onchange: () => this.setLines(Number(/** @type {HTMLSelectElement} */ (count).value)) },
      [1, 2, 3, 4, 5].map((lines) => el("option", { value: lines, selected: lines === this.lines }, `${lines} ${lines === 1 ? "line" : "lines"}`)));
    this.reviewer = el("button", { type: "button", class: "quiet", title: "Look at every turn of the game", onclick: () => this.review() }, "Review game");
    this.insight = el("div", { class: "insight" });
    this.graph = el("div", { class: "graph" });
    this.verdict = el("div", { class: "verdict" });
    this.bar = el("div", { class: "evalbar", role: "img", hidden: true }, el("div", { class: "evalfill" }));
    this.element = el("section", { class: "card analysis", "aria-label": "Analysis" },
      el("div", { class: "row" }, this.switch, count, this.heater, this.reviewer), this.insight, this.graph, this.verdict);
  }

  /** The page shows this ply of this state. @param {State} state @param {number | null} looking */
  follow(state, looking) {
    this.state = state;
    this.ply = looking ?? state.plies;
    this.ask(looking);
    this.drawGraph();
  }

  toggle() {
    this.on = !this.on;
    this.switch.setAttribute("aria-pressed", String(this.on));
    this.ask(this.looking ?? null);
  }

  toggleHeat() {
    this.heat = !this.heat;
    this.heater.setAttribute("aria-pressed", String(this.heat));
    if (!this.heat) this.board.showHeat([]);
    if (this.heat && !this.on) this.toggle();
    else this.ask(this.looking ?? null);
  }

  /** @param {number} lines */
  setLines(lines) {
    this.lines = lines;
    this.ask(this.looking ?? null);
  }

  /** Sees to it that the server thinks about what is shown, or about nothing. @param {number | null} looking */
  async ask(looking) {
    this.looking = looking;
    const { state } = this;
    const over = !!state?.result && this.ply >= state.plies;
    const wanted = this.on && !!state && !over;
    const key = wanted ? `${state.version} ${looking} ${this.lines} ${this.heat}` : "";
    if (key === this.asked) return;
    this.asked = key;
    this.board.showHeat([]);
    this.bar.hidden = !wanted;
    if (!wanted) {
      fill(this.insight);
      await this.command({ do: "rest" });
      return;
    }
    const answer = await this.command({ do: "study", ply: looking, lines: this.heat ? HEAT_LINES : this.lines, player: null });
    if (answer.type === "refused" && this.asked === key) fill(this.insight, el("p", { class: "complaint" }, answer.reason));
  }

  /** @param {Insight} insight */
  show(insight) {
    if (!this.on || !this.state || insight.version !== this.state.version || insight.ply !== this.ply) return;
    const name = this.state.seats[insight.view - 1]?.name ?? "";
    const proof = insight.plies_to_end !== null ? ` in ${insight.plies_to_end} turns` : "";
    const best = insight.moves.filter((move) => move.exact).slice(0, this.lines);
    const shown = best.length > 0 ? best : insight.moves.slice(0, 1);
    fill(this.insight,
      el("p", { class: "value" }, el("strong", {}, amount(insight.value, insight.unit)), ` ${insight.unit === "win probability" ? "chance" : insight.unit} for ${name}${proof}`,
        insight.exact && el("span", { class: "badge", title: "Not an opinion: proven by search or database" }, "exact")),
      el("ol", { class: "lines" }, shown.map((move, at) => el("li", {}, el("span", { class: "number" }, amount(move.value, insight.unit)),
        el("span", {}, at === 0 && insight.line[0] === move.text ? insight.line.join(" ") : move.text)))),
      insight.faces.length > 0 && faces(insight),
      el("p", { class: "soft small" }, [`depth ${insight.depth}`, `${short(insight.nodes)} nodes`, `${short(insight.speed)}/s`,
        insight.table_hits === null ? "" : `table answers ${Math.round(insight.table_hits * 100)} %`, insight.finished ? "finished" : ""].filter(Boolean).join(" · ")),
      el("p", { class: "soft small" }, insight.player));
    this.showBar(insight.share, name);
    if (this.heat) this.board.showHeat(insight.moves.map((move) => ({ clicks: move.clicks, value: move.value * (insight.view === this.mover() ? 1 : -1), text: amount(move.value, insight.unit) })));
  }

  /** Who moves where the page looks. */
  mover() {
    const { state } = this;
    return this.ply >= (state?.plies ?? 0) ? state?.turn.player : state?.moves[this.ply].player;
  }

  /** @param {number} share @param {string} name */
  showBar(share, name) {
    /** @type {HTMLElement} */ (this.bar.firstElementChild).style.width = `${(share * 100).toFixed(1)}%`;
    this.bar.setAttribute("aria-label", `${Math.round(share * 100)} % for ${name}`);
  }

  async review() {
    this.reviews = [];
    this.reviewed = this.state?.version ?? -1;
    const answer = await this.command({ do: "review" });
    fill(this.verdict, el("p", answer.type === "refused" ? { class: "complaint" } : { class: "soft" }, answer.type === "refused" ? answer.reason : "Looking at every turn …"));
  }

  /** @param {Review} review */
  hear(review) {
    if (review.version !== this.reviewed) return;
    this.reviews[review.ply] = review;
    this.drawGraph();
    if (review.ply >= review.plies) this.drawVerdict();
  }

  drawGraph() {
    const reviews = this.reviews.filter(Boolean);
    if (reviews.length < 2 || !this.state) return fill(this.graph);
    const plies = Math.max(1, reviews[0].plies);
    const x = (/** @type {number} */ ply) => (ply / plies) * WIDTH;
    const y = (/** @type {number} */ share) => (1 - share) * HEIGHT;
    const points = (/** @type {Review[]} */ some) => some.map((review) => `${x(review.ply).toFixed(1)},${y(review.share).toFixed(1)}`).join(" ");
    const bad = reviews.filter((review) => review.error >= NOTABLE * 3);
    const two = this.state.seats.length === 2;
    const own = this.state.seats.map((_, seat) => reviews.filter((review) => review.view === seat + 1));
    const label = two ? `Chances of ${this.state.seats[0].name} over the game` : "Everybody's chances over the game";
    const drawing = svg("svg", { viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, role: "img", "aria-label": label },
      svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: two ? "sky" : "plainsky" }),
      two && svg("polygon", { points: `0,${HEIGHT} ${points(reviews)} ${x(reviews[reviews.length - 1].ply)},${HEIGHT}`, class: "area" }),
      svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "even" }),
      two ? svg("polyline", { points: points(reviews), class: "curve" })
        : own.map((some, seat) => svg("g", { class: `owner-${seat + 1}` }, svg("polyline", { points: points(some), class: "disc thread" }))),
      bad.map((review) => svg("g", { class: `owner-${review.player}` }, svg("circle", { cx: x(review.ply), cy: y(review.share), r: 3.2, class: "disc" }))),
      svg("line", { x1: x(this.ply), x2: x(this.ply), y1: 0, y2: HEIGHT, class: "here" }));
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      this.jump(Math.round((((event.clientX - box.left) / box.width) * (WIDTH + 8) - 4) / WIDTH * plies));
    });
    fill(this.graph, drawing);
  }

  drawVerdict() {
    const { state } = this;
    if (!state) return;
    const turns = this.reviews.filter((review) => review?.player);
    const worst = turns.filter((review) => review.error >= NOTABLE).sort((a, b) => b.error - a.error).slice(0, WORST);
    const sum = (/** @type {number} */ player, /** @type {(review: Review) => number} */ of) => turns.filter((review) => review.player === player).reduce((all, review) => all + of(review), 0);
    const dice = turns.some((review) => review.luck !== null);
    const row = (/** @type {number} */ player) => el("tr", {}, el("th", { scope: "row" }, token(player), " ", state.seats[player - 1].name),
      dice && el("td", { class: "number" }, signed(sum(player, (review) => review.luck ?? 0))), el("td", { class: "number" }, signed(-sum(player, (review) => review.error))));
    fill(this.verdict,
      el("table", {}, el("thead", {}, el("tr", {}, el("th"), dice && el("th", { class: "number" }, "luck"), el("th", { class: "number" }, "given away"))), el("tbody", {}, state.seats.map((_, seat) => row(seat + 1)))),
      el("h3", {}, worst.length ? "Biggest mistakes" : "No mistakes worth a word"),
      el("ol", { class: "plainlist mistakes" }, worst.map((review) => el("li", {}, el("button", { type: "button", class: "plain", onclick: () => this.jump(review.ply) },
        token(review.player ?? 0), `${review.ply + 1}. ${review.played} ${signed(-review.error)}`, review.best && el("span", { class: "soft" }, ` better: ${review.best}`))))));
  }
}

/** @param {Insight} insight */
function faces(insight) {
  return el("table", { class: "faces" }, el("thead", {}, el("tr", {}, el("th", {}, "roll"), el("th", {}, "best"), el("th", { class: "number" }, "value"))),
    el("tbody", {}, insight.faces.map((face) => el("tr", {}, el("td", {}, face.face), el("td", {}, face.best ?? "–"), el("td", { class: "number" }, face.value === null ? "" : amount(face.value, insight.unit))))));
}

/** @param {number} value @param {string} unit */
function amount(value, unit) {
  if (unit === "win probability") return `${(value * 100).toFixed(1)} %`;
  const text = Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(2);
  return value > 0 ? `+${text}` : text;
}

/** @param {number} share */
function signed(share) {
  const text = (share * 100).toFixed(1);
  return `${share > 0 ? "+" : ""}${text === "-0.0" ? "0.0" : text} %`;
}

/** @param {number} count */
export function short(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 1e4 ? `${(count / 1e3).toFixed(0)} k` : count.toFixed(0);
}
