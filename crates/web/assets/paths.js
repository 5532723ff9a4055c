// @ts-check
// Visits merged by their lines of moves: one node per position in the tree, however often and by whichever search it was visited. No drawing here.

import { ROOT, roleOf } from "./recording.js";
import { t } from "./translate.js";

/** @typedef {import("./recording.js").Trace} Trace */
/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./recording.js").Role} Role */
/** @typedef {import("./recording.js").LiteralTree} LiteralTree */

/** @typedef {{trace: Trace, root: number}} Source */

/**
 * A node of the common tree.
 * @typedef {object} PathNode
 * @property {number} index
 * @property {number} parent  -1 for the root
 * @property {string} text  the move that leads here
 * @property {number[]} children
 * @property {number[][]} visits  by source, in the order of time
 * @property {Role} role
 * @property {number} player  who is to move; 0 for dice, -1 for nobody or if that is not known
 * @property {number} leaf  the value of a leaf of a literal tree, else `NaN`
 * @property {number} chance  `NaN` for moves
 * @property {number} weight  nodes of the subtree
 * @property {boolean} pruned  a legal move that no search visited, as far as the recording says
 */

/** The tree of all lines that one or two searches visited, and of those that they left out as far as that is recorded. */
export class PathTree {
  /** @param {Recording} recording @param {Source[]} sources */
  constructor(recording, sources) {
    this.sources = sources;
    /** @type {PathNode[]} */ this.nodes = [];
    /** The node of each visit, by source. @type {Map<number, number>[]} */
    this.nodeOf = sources.map(() => new Map());
    /** Children by move text, which is unique among siblings. @type {Map<string, number>[]} */
    this.named = [];
    this.add(-1, "root", sources[0]?.trace.role(ROOT) ?? "max");
    if (recording.seats && !recording.root_chance) this.nodes[0].player = recording.root_player;
    if (recording.tree) this.addLiteral(recording.tree, recording.root_player);
    sources.forEach((source, number) => this.addVisits(source, number));
    for (let at = this.nodes.length - 1; at > 0; at--) this.nodes[this.nodes[at].parent].weight += this.nodes[at].weight;
  }

  /** @param {number} parent @param {string} text @param {Role} role */
  add(parent, text, role) {
    const index = this.nodes.length;
    this.nodes.push({ index, parent, text, children: [], visits: this.sources.map(() => []), role, player: -1, leaf: NaN, chance: NaN, weight: 1, pruned: false });
    this.named.push(new Map());
    if (parent >= 0) {
      this.nodes[parent].children.push(index);
      this.named[parent].set(text, index);
    }
    return index;
  }

  /** @param {LiteralTree} tree @param {number} root */
  addLiteral(tree, root) {
    const made = [0];
    this.nodes[0].leaf = tree.value[0] ?? NaN;
    for (let at = 1; at < tree.parent.length; at++) {
      const parent = made[tree.parent[at]];
      const role = roleOf(tree.player[at], root, "");
      const number = this.nodes[parent].children.length + 1;
      made[at] = this.add(parent, this.nodes[parent].role === "chance" ? `rolls ${number}` : String(number), role);
      this.nodes[made[at]].leaf = tree.value[at] ?? NaN;
      this.nodes[made[at]].pruned = true;
    }
  }

  /** @param {Source} source @param {number} number */
  addVisits({ trace, root }, number) {
    const { first, count } = trace.roots[root];
    const map = this.nodeOf[number];
    const child = (/** @type {number} */ parent, /** @type {string} */ text, /** @type {Role} */ role) => this.named[parent].get(text) ?? this.add(parent, text, role);
    for (let visit = first; visit < first + count; visit++) {
      const parent = trace.parent[visit] < 0 ? 0 : /** @type {number} */ (map.get(trace.parent[visit]));
      const index = child(parent, trace.moveText(visit), trace.role(visit));
      const node = this.nodes[index];
      map.set(visit, index);
      node.visits[number].push(visit);
      node.pruned = false;
      if (!Number.isNaN(trace.chance[visit])) node.chance = trace.chance[visit];
      // A visit answered by the table or a probe does not always know who is to move.
      if (node.role === "over" && trace.role(visit) !== "over") node.role = trace.role(visit);
      if (trace.player[visit] >= 0) node.player = trace.player[visit];
    }
    for (const [visit, moves] of trace.pruned) {
      const parent = visit === ROOT ? 0 : map.get(visit);
      if (parent === undefined) continue;
      for (const move of moves) {
        const text = trace.search.moves[move];
        if (this.named[parent].has(text)) continue;
        this.nodes[child(parent, text, "over")].pruned = true;
      }
    }
  }

  /** The node of a visit; the root's for `ROOT`. @param {number} source @param {number} visit */
  of(source, visit) {
    return visit === ROOT ? 0 : this.nodeOf[source].get(visit) ?? 0;
  }

  /** Texts from the root to a node. @param {number} index @returns {string[]} */
  line(index) {
    const found = [];
    for (let at = index; at > 0; at = this.nodes[at].parent) found.unshift(this.nodes[at].text);
    return found;
  }

  /** @param {string[]} line */
  find(line) {
    let at = 0;
    for (const text of line) {
      const next = this.named[at].get(text);
      if (next === undefined) return null;
      at = next;
    }
    return at;
  }

  /** Nodes in the order of a walk that visits parents first. @returns {number[]} */
  walk() {
    const found = [];
    const waiting = [0];
    while (waiting.length > 0) {
      const at = /** @type {number} */ (waiting.pop());
      found.push(at);
      const { children } = this.nodes[at];
      for (let child = children.length - 1; child >= 0; child--) waiting.push(children[child]);
    }
    return found;
  }
}

/**
 * The first node where two searches part: one visited it and the other did not, or both ended there for other reasons or with other values.
 * @param {PathTree} tree
 * @returns {{node: number, why: string} | null}
 */
export function whereTheyPart(tree) {
  const [a, b] = tree.sources.map((source) => source.trace);
  for (const index of tree.walk()) {
    if (index === 0) continue;
    const [first, second] = tree.nodes[index].visits;
    if (first.length === 0 && second.length === 0) continue;
    if (second.length === 0) return { node: index, why: t("only the first search came here") };
    if (first.length === 0) return { node: index, why: t("only the second search came here") };
    const [x, y] = [first[first.length - 1], second[second.length - 1]];
    if (a.endingName(x) !== b.endingName(y)) return { node: index, why: t("both came here, but left for different reasons") };
    if (a.value[x] !== b.value[y] && !(Number.isNaN(a.value[x]) && Number.isNaN(b.value[y]))) return { node: index, why: t("both came here, but returned different values") };
  }
  return null;
}

/** How many nodes both searches visited, and how many only one of them. @param {PathTree} tree */
export function countShared(tree) {
  const counts = { both: 0, first: 0, second: 0 };
  for (const node of tree.nodes.slice(1)) {
    const [a, b] = node.visits.map((visits) => visits.length > 0);
    if (a && b) counts.both += 1;
    else if (a) counts.first += 1;
    else if (b) counts.second += 1;
  }
  return counts;
}
