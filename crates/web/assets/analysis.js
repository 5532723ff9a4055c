// @ts-check
// The analysis of the position by an engine, and the review of the whole game.

import { el, fill, svg } from "./dom.js";
import { decimal, sentence } from "./format.js";
import { people } from "./guidance.js";
import { MOST_MISTAKES } from "./practice.js";
import { token } from "./token.js";
import { serverText, serverTexts, t, tn } from "./translate.js";

/** @typedef {import("./messages.js").GameState} State */
/** @typedef {import("./messages.js").AnalysisReport} AnalysisReport */
/** @typedef {import("./messages.js").Review} Review */

const HEAT_LINES = 200; // moves with exact values for the heat map
const WORST = 5; // mistakes to list
const TURNING = 3; // turning points to list
const GRAVE = 3; // mistakes this many times as large as a notable one are marked, and turn a game
const WIDTH = 320; // of the graph, in its own units
const HEIGHT = 90;

export class AnalysisPanel {
  /**
   * @param {(command: Record<string, any>) => Promise<any>} command
   * @param {import("./playboard.js").PlayBoard} board
   * @param {(ply: number) => void} jump
   * @param {(chances: number[]) => void} tellChances  what every seat may expect; empty when nothing is known
   * @param {string} id  of the game
   */
  constructor(command, board, jump, tellChances, id) {
    this.command = command;
    this.board = board;
    this.jump = jump;
    this.tellChances = tellChances;
    this.on = false;
    this.scores = false;
    /** @type {AnalysisReport | null} */ this.last = null;
    this.heat = false;
    this.lines = 3;
    this.requested = "";
    /** Which position the panel is about. */ this.place = "";
    /** @type {State | null} */ this.state = null;
    this.ply = 0;
    /** @type {Review[]} */ this.reviews = [];
    this.reviewed = -1;
    /** Lets the person look for better moves than these. @type {((mistakes: Review[]) => void) | null} */ this.practise = null;
    this.switch = el("button", { type: "button", class: "quiet", "aria-pressed": "false", title: t("Analyse the position (a)"), onclick: () => this.toggle() }, t("Analyse"));
    this.heater = el("button", { type: "button", class: "quiet", "aria-pressed": "false", title: t("Colour the squares by the value of a move there (h)"), onclick: () => this.toggleHeat() }, t("Heat map"));
    this.scorer = el("button", { type: "button", class: "quiet", "aria-pressed": "false", title: t("Also show the engine's own scores (s)"), onclick: () => this.toggleScores() }, t("Scores"));
    const count = el("select", { "aria-label": t("Lines"), title: t("Lines"), onchange: () => this.setLines(Number(/** @type {HTMLSelectElement} */ (count).value)) },
      [1, 2, 3, 4, 5].map((lines) => el("option", { value: lines, selected: lines === this.lines }, tn("1 line", "{n} lines", lines))));
    this.reviewer = el("button", { type: "button", class: "quiet", title: t("Analyse every turn of the game"), onclick: () => this.review() }, t("Review game"));
    this.opener = el("a", { class: "button quiet", href: `/analyse/${id}`, title: t("Try variations, with engines"), "data-link": true }, t("Analysis board"));
    this.report = el("div", { class: "analysis-report" });
    this.graph = el("div", { class: "graph" });
    this.summary = el("div", { class: "review" });
    this.bar = el("div", { class: "evalbar", role: "img", hidden: true });
    this.element = el("section", { class: "card analysis", "aria-label": t("Analysis") },
      el("div", { class: "row" }, this.switch, count, this.heater, this.scorer, this.reviewer, this.opener), this.report, this.graph, this.summary);
  }

  /** Shows the analysis of this ply of this state. @param {State} state @param {number | null} viewing */
  follow(state, viewing) {
    this.state = state;
    this.ply = viewing ?? state.plies;
    this.opener.setAttribute("href", (this.opener.getAttribute("href") ?? "").replace(/\?.*/, "") + (viewing === null ? "" : `?ply=${viewing}`));
    this.update(viewing);
    this.drawGraph();
  }

  toggle() {
    this.on = !this.on;
    this.switch.setAttribute("aria-pressed", String(this.on));
    this.update(this.viewing ?? null);
  }

  toggleHeat() {
    this.heat = !this.heat;
    this.heater.setAttribute("aria-pressed", String(this.heat));
    if (!this.heat) this.board.showHeat([]);
    if (this.heat && !this.on) this.toggle();
    else this.update(this.viewing ?? null);
  }

  toggleScores() {
    this.scores = !this.scores;
    this.scorer.setAttribute("aria-pressed", String(this.scores));
    if (this.last) this.show(this.last);
  }

  /** Forgets what was said about another position, so that it is never shown beside this one. */
  forget() {
    this.last = null;
    this.board.showHeat([]);
    fill(this.bar);
    this.bar.setAttribute("aria-label", t("Chances of the players"));
    this.tellChances([]);
  }

  /** @param {number} lines */
  setLines(lines) {
    this.lines = lines;
    this.update(this.viewing ?? null);
  }

  /** Makes the server analyse what is shown, or nothing. @param {number | null} viewing */
  async update(viewing) {
    this.viewing = viewing;
    const { state } = this;
    const over = !!state?.result && this.ply >= state.plies;
    const wanted = this.on && !!state && !over;
    const key = wanted ? `${state.version} ${viewing} ${this.lines} ${this.heat}` : "";
    if (key === this.requested) return;
    this.requested = key;
    /** @type {string} */
    const place = `${state?.version} ${viewing}`;
    if (place !== this.place || !wanted) this.forget();
    this.place = place;
    this.bar.hidden = !wanted;
    if (wanted && !this.last) fill(this.report, el("p", { class: "soft" }, t("Analysing …")));
    if (!wanted) {
      fill(this.report);
      await this.command({ do: "stop" });
      return;
    }
    const answer = await this.command({ do: "analyse", ply: viewing, lines: this.heat ? HEAT_LINES : this.lines, player: null });
    if (answer.type === "error" && this.requested === key) fill(this.report, el("p", { class: "error" }, sentence(serverText(answer.reason))));
  }

  /** @param {AnalysisReport} report */
  show(report) {
    if (!this.on || !this.state || report.version !== this.state.version || report.ply !== this.ply) return;
    this.last = report;
    const best = report.moves.filter((move) => move.exact).slice(0, this.lines);
    const shown = best.length > 0 ? best : report.moves.slice(0, 1);
    const score = (/** @type {number} */ value) => this.scores && el("span", { class: "soft score" }, ` ${amount(value, report.unit)}`);
    fill(this.report,
      el("p", { class: "value" }, el("strong", {}, serverTexts(report.words, ", ")), this.scores && el("span", { class: "soft score" }, ` ${amount(report.value, report.unit)} ${serverText(report.unit)}`),
        report.exact && el("span", { class: "badge", title: t("Proven by search or database") }, t("exact"))),
      el("ol", { class: "lines" }, shown.map((move, at) => el("li", {}, el("span", { class: "number" }, percent(this.ofMover(move.share, report))),
        el("span", {}, at === 0 && report.line[0] === move.text ? report.line.join(" ") : move.text, score(move.value))))),
      report.rolls.length > 0 && this.rolls(report),
      el("p", { class: "soft small" }, [t("depth {depth}", { depth: report.depth }), t("{count} nodes", { count: short(report.nodes) }), `${short(report.speed)}/s`,
        report.table_hits === null ? "" : t("table hits {percent} %", { percent: Math.round(report.table_hits * 100) }), report.finished ? t("finished") : ""].filter(Boolean).join(" · ")),
      el("p", { class: "soft small" }, report.player));
    this.showBar(report);
    this.tellChances(report.chances);
    if (this.heat) {
      this.board.showHeat(report.moves.map((move) => {
        const chance = this.ofMover(move.share, report);
        return { clicks: move.clicks, value: chance, text: this.scores ? amount(move.value, report.unit) : percent(chance) };
      }));
    }
  }

  /** A chance from the mover's point of view; two players share one that need not be theirs. @param {number} share @param {AnalysisReport} report */
  ofMover(share, report) {
    return report.view === this.mover() ? share : 1 - share;
  }

  /** @param {AnalysisReport} report */
  rolls(report) {
    return el("table", { class: "faces" }, el("thead", {}, el("tr", {}, el("th", {}, t("roll")), el("th", {}, t("best")), el("th", { class: "number" }, t("chance")))),
      el("tbody", {}, report.rolls.map((face) => el("tr", {}, el("td", {}, face.face), el("td", {}, face.best ?? "–"),
        el("td", { class: "number" }, face.share === null ? "" : percent(this.ofMover(face.share, report)), this.scores && face.value !== null && el("span", { class: "soft score" }, ` ${amount(face.value, report.unit)}`))))));
  }

  /** The player to move at the ply that is shown. */
  mover() {
    const { state } = this;
    return this.ply >= (state?.plies ?? 0) ? state?.turn.player : state?.moves[this.ply].player;
  }

  /** One part for every seat, as wide as its chance. @param {AnalysisReport} report */
  showBar(report) {
    const names = this.state?.seats.map((seat) => seat.name) ?? [];
    fill(this.bar, report.chances.map((chance, seat) => {
      const part = el("div", { class: `evalpart owner-${seat + 1}`, title: `${names[seat]}: ${percent(chance)}` });
      part.style.width = `${(chance * 100).toFixed(1)}%`;
      return part;
    }));
    this.bar.setAttribute("aria-label", report.chances.map((chance, seat) => t("{chance} for {name}", { chance: percent(chance), name: names[seat] })).join(", "));
  }

  async review() {
    this.reviews = [];
    this.reviewed = this.state?.version ?? -1;
    const answer = await this.command({ do: "review" });
    fill(this.summary, el("p", answer.type === "error" ? { class: "error" } : { class: "soft" }, answer.type === "error" ? sentence(serverText(answer.reason)) : t("Analysing every turn …")));
  }

  /** @param {Review} review */
  addReview(review) {
    if (review.version !== this.reviewed) return;
    this.reviews[review.ply] = review;
    this.drawGraph();
    if (review.ply >= review.plies) this.drawSummary();
  }

  drawGraph() {
    const reviews = this.reviews.filter(Boolean);
    if (reviews.length < 2 || !this.state) return fill(this.graph);
    const plies = Math.max(1, reviews[0].plies);
    const x = (/** @type {number} */ ply) => (ply / plies) * WIDTH;
    const y = (/** @type {number} */ share) => (1 - share) * HEIGHT;
    const grave = GRAVE * this.state.notable_loss;
    const bad = reviews.filter((review) => review.error >= grave);
    const two = this.state.seats.length === 2;
    // The chances of all seats up to this one, from the bottom: the first player's area is the lowest.
    const below = (/** @type {Review} */ review, /** @type {number} */ seats) => review.chances.slice(0, seats).reduce((sum, chance) => sum + chance, 0);
    const edge = (/** @type {number} */ seats) => reviews.map((review) => `${x(review.ply).toFixed(1)},${y(below(review, seats)).toFixed(1)}`);
    const label = two ? t("Chances of {name} over the game", { name: this.state.seats[0].name }) : t("The chances of all players over the game");
    const drawing = svg("svg", { viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, role: "img", "aria-label": label },
      svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: two ? "upper-area" : "plain-area" }),
      two ? svg("polygon", { points: [`0,${HEIGHT}`, ...edge(1), `${x(reviews[reviews.length - 1].ply)},${HEIGHT}`].join(" "), class: "area" })
        : this.state.seats.map((seat, index) => svg("g", { class: `owner-${index + 1}` }, svg("polygon", { points: [...edge(index), ...edge(index + 1).reverse()].join(" "), class: "disc stacked" }, svg("title", {}, seat.name)))),
      svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "even" }),
      two && svg("polyline", { points: edge(1).join(" "), class: "curve" }),
      bad.map((review) => svg("g", { class: `owner-${review.player}` }, svg("circle", { cx: x(review.ply), cy: two ? y(review.share) : y(below(review, review.player ?? 1)), r: 3.2, class: "disc" }))),
      svg("line", { x1: x(this.ply), x2: x(this.ply), y1: 0, y2: HEIGHT, class: "here" }));
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      this.jump(Math.round((((event.clientX - box.left) / box.width) * (WIDTH + 8) - 4) / WIDTH * plies));
    });
    fill(this.graph, drawing);
  }

  /** @param {State} state @param {Review[]} turns */
  practiceButton(state, turns) {
    const persons = people(state).map((seat) => seat + 1);
    const own = turns.filter((review) => review.best && review.error >= state.notable_loss && (persons.length === 0 || persons.includes(review.player ?? 0)));
    const mistakes = own.sort((a, b) => b.error - a.error).slice(0, MOST_MISTAKES).sort((a, b) => a.ply - b.ply);
    if (mistakes.length === 0) return null;
    const start = () => {
      if (this.on) this.toggle();
      this.practise?.(mistakes);
    };
    return el("button", { type: "button", class: "quiet", title: t("Go through them and find better moves"), onclick: start }, persons.length === 1 ? t("Learn from your mistakes") : t("Learn from the mistakes"));
  }

  drawSummary() {
    const { state } = this;
    if (!state) return;
    const turns = this.reviews.filter((review) => review?.player);
    const worst = turns.filter((review) => review.error >= state.notable_loss).sort((a, b) => b.error - a.error).slice(0, WORST);
    const sum = (/** @type {number} */ player, /** @type {(review: Review) => number} */ of) => turns.filter((review) => review.player === player).reduce((all, review) => all + of(review), 0);
    const dice = turns.some((review) => review.luck !== null);
    // The mean of what each move kept of what the best one had.
    const accuracy = (/** @type {number} */ player) => {
      const count = turns.filter((review) => review.player === player).length;
      return count ? percent(1 - sum(player, (review) => review.error) / count) : "–";
    };
    const swing = (/** @type {Review} */ review) => {
      const next = this.reviews[review.ply + 1];
      return next && review.player ? next.chances[review.player - 1] - review.chances[review.player - 1] : 0;
    };
    const turning = turns.filter((review) => Math.abs(swing(review)) >= GRAVE * state.notable_loss).sort((a, b) => Math.abs(swing(b)) - Math.abs(swing(a))).slice(0, TURNING).sort((a, b) => a.ply - b.ply);
    const item = (/** @type {Review} */ review, /** @type {(Node | string | null | false)[]} */ ...words) => el("li", {}, el("button", { type: "button", class: "plain", onclick: () => this.jump(review.ply) }, token(review.player ?? 0), ...words));
    const row = (/** @type {number} */ player) => el("tr", {}, el("th", { scope: "row" }, token(player), " ", state.seats[player - 1].name),
      dice && el("td", { class: "number" }, signed(sum(player, (review) => review.luck ?? 0))), el("td", { class: "number" }, turns.filter((review) => review.player === player && review.error >= state.notable_loss).length), el("td", { class: "number" }, accuracy(player)));
    fill(this.summary,
      el("table", {}, el("thead", {}, el("tr", {}, el("td"), dice && el("th", { class: "number" }, t("luck")), el("th", { class: "number", title: t("Moves that gave away a noticeable chance") }, t("mistakes")), el("th", { class: "number", title: t("What the moves kept of what the best ones had, on average") }, t("accuracy")))), el("tbody", {}, state.seats.map((_, seat) => row(seat + 1)))),
      el("h3", {}, worst.length ? t("Biggest mistakes") : t("No significant mistakes")),
      el("ol", { class: "plainlist mistakes" }, worst.map((review) => item(review, t("{turn}. {move} gave away {chance}", { turn: review.ply + 1, move: review.played, chance: percent(review.error) }),
        review.best && el("span", { class: "soft" }, t(" better: {move}", { move: review.best })), review.reason && el("span", { class: "reason" }, t(" It {reason}.", { reason: serverTexts(review.reason, "; ") }))))),
      this.practiceButton(state, turns),
      turning.length > 0 && el("h3", {}, t("Turning points")),
      turning.length > 0 && el("ol", { class: "plainlist turning" }, turning.map((review) => {
        const before = review.chances[(review.player ?? 1) - 1];
        return item(review, t("{turn}. {move}: from {before} to {after}", { turn: review.ply + 1, move: review.played, before: percent(before), after: percent(before + swing(review)) }));
      })));
  }
}

/** What is not certain is neither 0 nor 100. @param {number} chance */
export function percent(chance) {
  if (chance <= 0 || chance >= 1) return `${decimal(chance * 100, 0)} %`;
  return `${decimal(Math.min(99.9, Math.max(0.1, chance * 100)), 1)} %`;
}

/** @param {number} value @param {string} unit */
function amount(value, unit) {
  if (unit === "win probability") return `${decimal(value * 100, 1)} %`;
  const text = Math.abs(value) >= 100 || Number.isInteger(value) ? decimal(value, 0) : decimal(value, 2);
  return value > 0 ? `+${text}` : text;
}

/** @param {number} share */
function signed(share) {
  const text = decimal(share * 100, 1);
  return `${share > 0 ? "+" : ""}${text.replace(/^-(0.0)$/, "$1")} %`;
}

/** @param {number} count */
export function short(count) {
  if (count >= 1e9) return `${decimal(count / 1e9, 1)} G`;
  if (count >= 1e6) return `${decimal(count / 1e6, 1)} M`;
  return count >= 1e4 ? `${(count / 1e3).toFixed(0)} k` : count.toFixed(0);
}
