// @ts-check
// A position of the analysis board in words.

import { serverText, t } from "./translate.js";

/**
 * Who does what in it, and where it is.
 * @param {import("./messages.js").NodeView} view
 * @param {string} name  of the player to move
 * @param {import("./variations.js").VariationNode} node
 */
export function nodeText(view, name, node) {
  const { die } = view.scene;
  const phase = view.phase === "play" ? "" : ` · ${serverText(view.phase)}`;
  const what = view.turn.kind === "chance" ? t("{name} rolls", { name }) : die ? t("{name} to move with a {die}", { name, die }) : t("{name} to move", { name });
  const words = view.result ? serverText(view.result) : name ? `${what}${phase}` : "";
  const where = node.ply === null ? t("variation") : node.parent ? t("turn {turn} of the game", { turn: node.ply }) : t("start of the game");
  return { words, where };
}
