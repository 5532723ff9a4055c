// @ts-check
// A small stone of a player, shown next to the name.

import { svg } from "./dom.js";
import { h } from "./render.js";

/** @param {number} player  from 1; 0 for neutral @param {string} [symbol] */
export function token(player, symbol = "") {
  return svg("svg", { viewBox: "0 0 10 10", class: "token", "aria-hidden": "true" }, svg("g", { class: `piece owner-${player}` },
    svg("circle", { cx: 5, cy: 5, r: 4.5, class: "disc" }), svg("text", { x: 5, y: 5 }, symbol)));
}

/** The same stone as a description for the renderer. @param {number} player @param {string} [symbol] */
export function tokenView(player, symbol = "") {
  return h("svg", { viewBox: "0 0 10 10", class: "token", "aria-hidden": "true" }, h("g", { class: `piece owner-${player}` },
    h("circle", { cx: 5, cy: 5, r: 4.5, class: "disc" }), h("text", { x: 5, y: 5 }, symbol)));
}
