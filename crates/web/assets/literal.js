// @ts-check
// Literal trees as text: "(3 (12 8) (2 4 6))". No drawing here.

/** A tree: a leaf's value, or its branches. @typedef {number | LiteralBranch} LiteralNode */
/** @typedef {LiteralNode[]} LiteralBranch */

const MOST_NODES = 500;
const MOST_LEVELS = 16;
const LARGEST = 100_000;

/** Examples: title and tree. @type {[string, string][]} */
export const EXAMPLES = [
  ["Three branches of three", "((3 12 8) (2 4 6) (14 5 2))"],
  ["The same, best branch last", "((14 5 2) (2 4 6) (3 12 8))"],
  ["The same, best order", "((3 8 12) (2 4 6) (2 5 14))"],
  ["Leaves at different depths", "(3 (12 8) (2 4 6))"],
  ["Three levels", "(((3 17) (2 12)) ((15 1) (25 0)) ((2 5) (3 14)))"],
  ["Deep cut-off", "(5 ((8 (4 (9 7))) 6))"],
  ["Dice: chance nodes", "([0.5:3 0.5:8] [0.9:2 0.1:20] 4)"],
  ["Four levels, binary", "((((8 7) (3 9)) ((9 8) (2 4))) (((1 8) (8 9)) ((9 9) (3 4))))"],
];

/**
 * Reads a tree.
 * @param {string} text
 * @returns {{tree: LiteralNode | null, error: string | null}}  neither, where only the server can tell
 */
export function parseTree(text) {
  const tokens = [...text.matchAll(/[()]|[^\s()]+/g)].map((match) => ({ text: match[0], at: (match.index ?? 0) + 1 }));
  const fail = (/** @type {string} */ error) => ({ tree: null, error });
  if (tokens.length === 0) return fail("type a tree, such as (3 (12 8) (2 4 6))");
  // Chance nodes, such as [0.5:3 0.5:8], are judged by the server; the preview knows only max and min.
  if (text.includes("[")) return { tree: null, error: null };
  /** @type {LiteralBranch[]} */ const open = [];
  /** @type {LiteralNode | null} */ let whole = null;
  let nodes = 0;
  for (const token of tokens) {
    if (whole !== null) return fail(`the tree has ended before character ${token.at}; put everything into one pair of brackets`);
    if (token.text === ")") {
      const done = open.pop();
      if (!done) return fail(`there is no open bracket for the ")" at character ${token.at}`);
      if (done.length === 0) return fail(`the brackets before character ${token.at} are empty; give them values or branches`);
      if (open.length === 0) whole = done;
      else open[open.length - 1].push(done);
      continue;
    }
    nodes += 1;
    if (nodes > MOST_NODES) return fail(`a tree may have at most ${MOST_NODES} nodes`);
    if (token.text === "(") {
      if (open.length >= MOST_LEVELS) return fail(`a tree may have at most ${MOST_LEVELS} levels`);
      open.push([]);
      continue;
    }
    if (!/^[-−+]?\d+$/.test(token.text) || Math.abs(Number(token.text.replace("−", "-"))) > LARGEST) return fail(`"${token.text.slice(0, 20)}" at character ${token.at} is not a whole number between -${LARGEST} and ${LARGEST}`);
    const value = Number(token.text.replace("−", "-"));
    if (open.length === 0) whole = value;
    else open[open.length - 1].push(value);
  }
  if (whole === null) return fail(`${open.length === 1 ? "a bracket is" : `${open.length} brackets are`} not closed`);
  return { tree: whole, error: null };
}

/** @param {LiteralNode} tree @returns {string} */
export function treeText(tree) {
  return typeof tree === "number" ? String(tree) : `(${tree.map(treeText).join(" ")})`;
}

/** The columns of a recording. @param {LiteralNode} tree @returns {import("./recording.js").LiteralTree} */
export function treeColumns(tree) {
  /** @type {import("./recording.js").LiteralTree} */ const made = { text: treeText(tree), parent: [], value: [], player: [], label: [] };
  const add = (/** @type {LiteralNode} */ node, /** @type {number} */ parent, /** @type {number} */ level) => {
    const at = made.parent.length;
    made.parent.push(parent);
    made.value.push(typeof node === "number" ? node : null);
    made.player.push(typeof node === "number" ? -1 : (level % 2) + 1);
    if (typeof node !== "number") node.forEach((child) => add(child, at, level + 1));
  };
  add(tree, -1, 0);
  return made;
}
