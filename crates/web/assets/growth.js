// @ts-check
// The growth of a Monte Carlo tree: visits and means after any number of iterations. No drawing here.

import { roleOf } from "./recording.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./recording.js").Role} Role */

/** Replays the iterations of a search that grows a tree by play-outs. */
export class Growth {
  /** @param {Recording} recording @param {number} number  which search */
  constructor(recording, number) {
    const search = recording.searches[number];
    const columns = /** @type {import("./recording.js").GrowthColumns} */ (search.growth);
    this.recording = recording;
    this.search = search;
    this.parent = Int32Array.from(columns.parent);
    this.length = this.parent.length;
    this.player = Int8Array.from(columns.player);
    this.chance = columns.chance ?? [];
    this.exploration = columns.exploration;
    this.texts = columns.move.map((move) => (move < 0 ? "root" : search.moves[move]));
    const { steps } = columns;
    const rows = Array.isArray(steps);
    this.stepNode = Int32Array.from(rows ? steps.map((step) => step[0]) : steps.node);
    this.stepReward = Float64Array.from(rows ? steps.map((step) => step[1]) : steps.reward);
    this.stepLength = Int32Array.from(rows ? steps.map((step) => step[2]) : steps.length);
    this.steps = this.stepNode.length;
    /** @type {number[][]} */ this.children = Array.from({ length: this.length }, () => []);
    for (let node = 1; node < this.length; node++) this.children[this.parent[node]].push(node);
    /** Visits and the sum of rewards at the current step. */
    this.visits = new Int32Array(this.length);
    this.rewards = new Float64Array(this.length);
    this.step = 0;
  }

  /** Goes to the state after this many iterations. @param {number} step */
  seek(step) {
    const target = Math.max(0, Math.min(this.steps, step));
    for (; this.step < target; this.step++) this.back(this.step, 1);
    for (; this.step > target; this.step--) this.back(this.step - 1, -1);
  }

  /** @param {number} step @param {1 | -1} sign */
  back(step, sign) {
    const reward = this.stepReward[step] * sign;
    for (let node = this.stepNode[step]; node >= 0; node = this.parent[node]) {
      this.visits[node] += sign;
      this.rewards[node] += reward;
    }
  }

  /** The mean result for the player at the root; `NaN` without a visit. @param {number} node */
  mean(node) {
    return this.visits[node] > 0 ? this.rewards[node] / this.visits[node] : NaN;
  }

  /** @param {number} node @returns {Role} */
  role(node) {
    return roleOf(this.player[node], this.recording.root_player, this.recording.seats.length > 2 ? "maxn" : "");
  }

  /**
   * The upper confidence bound by which the player at the parent chooses: their mean and a bonus for what was rarely tried.
   * `null` where the parent rolls dice or the rewards of its player are not recorded.
   * @param {number} node
   */
  bound(node) {
    const parent = this.parent[node];
    if (parent < 0) return null;
    const role = this.role(parent);
    if (role !== "max" && role !== "min") return null;
    if (this.visits[node] === 0) return { mean: NaN, bonus: Infinity, total: Infinity };
    const mean = role === "max" ? this.mean(node) : 1 - this.mean(node);
    const bonus = this.exploration * Math.sqrt(Math.log(Math.max(1, this.visits[parent])) / this.visits[node]);
    return { mean, bonus, total: mean + bonus };
  }

  /** From the root to a node. @param {number} node @returns {number[]} */
  path(node) {
    const found = [];
    for (let at = node; at > 0; at = this.parent[at]) found.unshift(at);
    return found;
  }

  /** @param {number} node */
  line(node) {
    return this.path(node).map((at) => this.texts[at]);
  }

  /** The root move that would be played now: the most visited one. */
  best() {
    let best = -1;
    for (const child of this.children[0] ?? []) if (this.visits[child] > 0 && (best < 0 || this.visits[child] > this.visits[best])) best = child;
    return best;
  }

  /** Nodes that exist at the current step. */
  grown() {
    let count = 0;
    for (let node = 0; node < this.length; node++) if (this.visits[node] > 0) count += 1;
    return count;
  }
}
