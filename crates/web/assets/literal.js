// @ts-check
// Literal trees as text: "(3 (12 8) (2 4 6))". No drawing here.

import { t, tn } from "./translate.js";

/** A tree: a leaf's value, or its branches. @typedef {number | LiteralBranch} LiteralNode */
/** @typedef {LiteralNode[]} LiteralBranch */

const MOST_NODES = 500;
const MOST_LEVELS = 16;
const LARGEST = 100_000;

/** Examples: title and tree. @type {[string, string][]} */
export const EXAMPLES = [
  [t("Three branches of three"), "((3 12 8) (2 4 6) (14 5 2))"],
  [t("The same, best branch last"), "((14 5 2) (2 4 6) (3 12 8))"],
  [t("The same, best order"), "((3 8 12) (2 4 6) (2 5 14))"],
  [t("Leaves at different depths"), "(3 (12 8) (2 4 6))"],
  [t("Three levels"), "(((3 17) (2 12)) ((15 1) (25 0)) ((2 5) (3 14)))"],
  [t("Deep cut-off"), "(5 ((8 (4 (9 7))) 6))"],
  [t("Dice: chance nodes"), "([0.5:3 0.5:8] [0.9:2 0.1:20] 4)"],
  [t("Four levels, binary"), "((((8 7) (3 9)) ((9 8) (2 4))) (((1 8) (8 9)) ((9 9) (3 4))))"],
];

/**
 * Reads a tree.
 * @param {string} text
 * @returns {{tree: LiteralNode | null, error: string | null}}  neither, where only the server can tell
 */
export function parseTree(text) {
  const tokens = [...text.matchAll(/[()]|[^\s()]+/g)].map((match) => ({ text: match[0], at: (match.index ?? 0) + 1 }));
  const fail = (/** @type {string} */ error) => ({ tree: null, error });
  if (tokens.length === 0) return fail(t("type a tree, such as (3 (12 8) (2 4 6))"));
  // Chance nodes, such as [0.5:3 0.5:8], are judged by the server; the preview knows only max and min.
  if (text.includes("[")) return { tree: null, error: null };
  /** @type {LiteralBranch[]} */ const open = [];
  /** @type {LiteralNode | null} */ let whole = null;
  let nodes = 0;
  for (const token of tokens) {
    if (whole !== null) return fail(t("the tree has ended before character {at}; put everything into one pair of brackets", { at: token.at }));
    if (token.text === ")") {
      const done = open.pop();
      if (!done) return fail(t("there is no open bracket for the \")\" at character {at}", { at: token.at }));
      if (done.length === 0) return fail(t("the brackets before character {at} are empty; give them values or branches", { at: token.at }));
      if (open.length === 0) whole = done;
      else open[open.length - 1].push(done);
      continue;
    }
    nodes += 1;
    if (nodes > MOST_NODES) return fail(t("a tree may have at most {count} nodes", { count: MOST_NODES }));
    if (token.text === "(") {
      if (open.length >= MOST_LEVELS) return fail(t("a tree may have at most {count} levels", { count: MOST_LEVELS }));
      open.push([]);
      continue;
    }
    if (!/^[-−+]?\d+$/.test(token.text) || Math.abs(Number(token.text.replace("−", "-"))) > LARGEST) return fail(t("\"{text}\" at character {at} is not a whole number between -{most} and {most}", { text: token.text.slice(0, 20), at: token.at, most: LARGEST }));
    const value = Number(token.text.replace("−", "-"));
    if (open.length === 0) whole = value;
    else open[open.length - 1].push(value);
  }
  if (whole === null) return fail(tn("a bracket is not closed", "{n} brackets are not closed", open.length));
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
