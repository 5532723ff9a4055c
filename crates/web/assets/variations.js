// @ts-check
// The variations of a game as a tree, without any drawing. A node is a roll or a move; its key follows from the words that lead to
// it, so that a link to it stays valid when other variations come and go.

/** @typedef {import("./messages.js").VariationDocument} VariationDocument */
/** @typedef {import("./messages.js").NodePath} NodePath */

/**
 * @typedef {object} VariationNode
 * @property {string} key
 * @property {VariationNode | null} parent
 * @property {string} word  a roll such as `4:`, or a move; empty at the start
 * @property {number | null} player  who rolled or moved
 * @property {string} comment
 * @property {VariationNode[]} children  the main continuation first
 * @property {number} turns  moves up to here
 * @property {number | null} ply  turns of the played game up to here; `null` outside of it
 */

export class Variations {
  constructor() {
    /** @type {VariationNode} */
    this.root = { key: "start", parent: null, word: "", player: null, comment: "", children: [], turns: 0, ply: 0 };
    /** @type {Map<string, VariationNode>} */ this.nodes = new Map([[this.root.key, this.root]]);
    /** The last node of the played game. */
    this.latest = this.root;
    /** The child that was visited last, by the key of its parent. @type {Map<string, VariationNode>} */ this.visited = new Map();
  }

  /** Adds what a document has and this tree has not. @param {VariationDocument} document @returns {{ added: number, last: VariationNode }} the last node that was read */
  merge(document) {
    /** @type {VariationNode[]} */ const placed = [this.root];
    let added = 0;
    document.nodes.forEach((entry, index) => {
      const known = this.nodes.size;
      const node = index === 0 ? this.root : this.add(placed[entry.parent], entry.word, entry.player);
      added += this.nodes.size - known;
      if (entry.comment && !node.comment.includes(entry.comment)) node.comment = node.comment ? `${node.comment} ${entry.comment}` : entry.comment;
      placed[index] = node;
    });
    return { added, last: placed[placed.length - 1] };
  }

  /** Marks the game as it was played. @param {VariationDocument} document */
  markPlayed(document) {
    for (const node of this.nodes.values()) node.ply = node === this.root ? 0 : null;
    /** @type {VariationNode[]} */ const placed = [this.root];
    document.nodes.forEach((entry, index) => {
      if (index > 0) placed[index] = /** @type {VariationNode} */ (this.nodes.get(keyOf(placed[entry.parent], entry.word)));
    });
    document.played.forEach((index, ply) => (placed[index].ply = ply));
    this.latest = placed[document.played[document.played.length - 1]] ?? this.root;
  }

  /** The child for a word; a new one if there is none. @param {VariationNode} parent @param {string} word @param {number | null} player */
  add(parent, word, player) {
    const key = keyOf(parent, word);
    const known = this.nodes.get(key);
    if (known) {
      known.player ??= player;
      return known;
    }
    /** @type {VariationNode} */
    const node = { key, parent, word, player, comment: "", children: [], turns: parent.turns + (isRoll(word) ? 0 : 1), ply: null };
    parent.children.push(node);
    this.nodes.set(key, node);
    return node;
  }

  /** The way to a node: how far along the played game, and the words after that. @param {VariationNode} node @returns {NodePath} */
  path(node) {
    const words = [];
    /** @type {VariationNode} */ let at = node;
    while (at.ply === null && at.parent) {
      words.unshift(at.word);
      at = at.parent;
    }
    return { ply: at.ply ?? 0, words: words.join(" ") };
  }

  /** @param {VariationNode} node */
  visit(node) {
    for (let at = node; at.parent; at = at.parent) this.visited.set(at.parent.key, at);
  }

  /** Where one step forward leads: along the line that was looked at last. @param {VariationNode} node */
  next(node) {
    const last = this.visited.get(node.key);
    return last && node.children.includes(last) ? last : node.children[0];
  }

  /** Makes the variation of a node the main one at its branch. @param {VariationNode} node @param {boolean} all  at every branch before it, too @returns {boolean} whether anything changed */
  promote(node, all) {
    let changed = false;
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      const place = children.indexOf(at);
      if (place === 0) continue;
      children.splice(place, 1);
      children.splice(all ? 0 : place - 1, 0, at);
      changed = true;
      if (!all) break;
    }
    return changed;
  }

  /** Whether the played game goes through a node or its descendants. @param {VariationNode} node */
  isPlayed(node) {
    return some(node, (one) => one.ply !== null);
  }

  /** Removes a node with everything after it. @param {VariationNode} node @returns {() => void} puts it back */
  remove(node) {
    const parent = /** @type {VariationNode} */ (node.parent);
    const place = parent.children.indexOf(node);
    parent.children.splice(place, 1);
    /** @type {VariationNode[]} */ const removed = [];
    some(node, (one) => {
      removed.push(one);
      this.nodes.delete(one.key);
      return false;
    });
    return () => {
      if (this.nodes.has(node.key) || !this.nodes.has(parent.key)) return; // it was played again, or its branch is gone too
      parent.children.splice(place, 0, node);
      for (const one of removed) this.nodes.set(one.key, one);
    };
  }

  /** All nodes as the server saves them, each after its parent and in the order of its siblings. */
  list() {
    /** @type {{parent: number, word: string, comment: string}[]} */ const list = [];
    /** @type {Map<VariationNode | null, number>} */ const numbers = new Map([[null, 0]]);
    some(this.root, (node) => {
      numbers.set(node, list.length);
      list.push({ parent: numbers.get(node.parent) ?? 0, word: node.word, comment: node.comment });
      return false;
    });
    return list;
  }
}

/** @param {string} word */
export function isRoll(word) {
  return word.endsWith(":");
}

/** Whether a test holds for a node or anything after it; nodes come before their children, and those in order. @param {VariationNode} node @param {(node: VariationNode) => boolean} test */
function some(node, test) {
  const waiting = [node];
  for (;;) {
    const next = waiting.pop();
    if (!next) return false;
    if (test(next)) return true;
    for (let at = next.children.length - 1; at >= 0; at--) waiting.push(next.children[at]);
  }
}

/** A name of 64 bits for a node (two FNV-1a hashes with different beginnings). @param {VariationNode} parent @param {string} word */
function keyOf(parent, word) {
  const text = `${parent.key} ${word}`;
  let [low, high] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + at), 0x01000193);
  }
  return [low, high].map((part) => (part >>> 0).toString(36)).join("-");
}
