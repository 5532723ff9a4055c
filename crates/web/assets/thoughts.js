// @ts-check
// What engines think while they play: chances, depth and the line they expect, for people who watch.

import { percent } from "./analysis.js";
import { grouped } from "./format.js";
import { h } from "./render.js";
import { tokenView } from "./token.js";
import { serverTexts, t } from "./translate.js";

/** @typedef {import("./messages.js").SeatThought} SeatThought */

/** Moves of a line that are shown. */
const LINE = 8;

/**
 * The last thought of every player up to a ply.
 * @param {SeatThought[]} thoughts
 * @param {number} ply  the number of turns that are shown
 * @returns {Map<number, SeatThought>} by player, from 1
 */
export function lastThoughts(thoughts, ply) {
  /** @type {Map<number, SeatThought>} */ const last = new Map();
  for (const thought of thoughts) if (thought.ply < ply) last.set(thought.player, thought);
  return last;
}

/** The latest chances that anyone told. @param {Map<number, SeatThought>} thoughts */
export function latestChances(thoughts) {
  return [...thoughts.values()].sort((a, b) => b.ply - a.ply)[0]?.chances ?? [];
}

/**
 * What every player thought before their last move.
 * @param {Map<number, SeatThought>} thoughts  by player, from 1
 * @param {{name: string, symbol?: string}[]} players
 */
export function thoughtsView(thoughts, players) {
  return players.map(({ name, symbol }, index) => {
    const thought = thoughts.get(index + 1);
    return h("div", { key: index, class: "thought", role: "listitem" },
      h("div", { class: "row spread" }, h("span", { class: "row who" }, tokenView(index + 1, symbol ?? ""), h("strong", {}, name)),
        h("span", { class: "own-chance", title: t("The player's own chance of winning, as this player sees it") }, thought ? percent(thought.chances[index] ?? 0) : "")),
      thought ? [
        h("p", { key: "words", class: "small" }, t("{words} · move {number}", { words: serverTexts(thought.words, ", "), number: thought.ply + 1 })),
        h("p", { key: "depth", class: "soft small" }, [thought.depth > 0 && t("depth {depth}", { depth: thought.depth }), thought.nodes > 0 && t("{count} positions", { count: grouped(thought.nodes) })].filter(Boolean).join(" · ") || t("no search")),
        thought.line.length > 0 && h("p", { key: "line", class: "line small" }, `${thought.line.slice(0, LINE).join(" ")}${thought.line.length > LINE ? " …" : ""}`),
      ] : h("p", { key: "none", class: "soft small" }, t("Nothing is known of what this player thinks.")));
  });
}

/** The chances of all players as one bar. @param {number[]} chances @param {string[]} names */
export function chanceBarView(chances, names) {
  if (chances.length === 0) return [];
  const label = chances.map((chance, seat) => t("{chance} for {name}", { chance: percent(chance), name: names[seat] })).join(", ");
  return [h("div", { key: "bar", class: "evalbar", role: "img", "aria-label": label, title: label },
    h("svg", { viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" }, chances.map((chance, seat) => {
      const before = chances.slice(0, seat).reduce((sum, one) => sum + one, 0);
      return h("g", { key: seat, class: `owner-${seat + 1}` }, h("rect", { class: "disc", x: (before * 100).toFixed(2), y: 0, width: (chance * 100).toFixed(2), height: 4 }));
    })))];
}
