// @ts-check
// The unified operator: every move is rated once before the roll, and every face of the die takes the best of its moves.

import { el } from "./dom.js";
import { facesAt } from "./known.js";
import { t } from "./translate.js";
import { num } from "./words.js";

/** @typedef {import("./recording.js").Trace} Trace */

/** @param {Trace} trace @param {number} root @param {number} visit @param {number} moment */
export function facesChart(trace, root, visit, moment) {
  const done = trace.children(visit, root).filter((child) => trace.leaveMoment(child) <= moment && !Number.isNaN(trace.value[child]));
  const faces = facesAt(trace, visit, done);
  const known = faces.filter((face) => !Number.isNaN(face.best));
  const rated = new Map(done.map((child) => [trace.move[child], trace.value[child]]));
  const values = [...rated.values()];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const rank = (/** @type {number} */ value) => (most > least ? (value - least) / (most - least) : 1);
  const sum = known.reduce((total, face) => total + face.chance * face.best, 0);
  const weight = known.reduce((total, face) => total + face.chance, 0);
  const column = (/** @type {typeof faces[number]} */ face) => el("li", {}, el("div", { class: "face-moves" },
    [...face.moves].sort((a, b) => (rated.get(b) ?? -Infinity) - (rated.get(a) ?? -Infinity)).map((move) => {
      const value = rated.get(move);
      const chosen = face.from >= 0 && trace.move[face.from] === move;
      const chip = el("div", { class: `face-move ${value === undefined ? "waiting" : ""} ${chosen ? "chosen" : ""}` }, el("span", {}, trace.search.moves[move]), el("span", { class: "number" }, value === undefined ? "" : num(value)));
      if (value !== undefined) chip.style.setProperty("--rank", String(Math.round(20 + rank(value) * 80)));
      return chip;
    })),
  el("div", { class: "face-foot small" }, el("strong", {}, t("face {face}", { face: face.face })), el("span", { class: "soft" }, ` ${num(face.chance)}`), el("div", {}, Number.isNaN(face.best) ? "…" : `${num(face.chance)} × ${num(face.best)}`)));
  return el("section", { class: "card faces-card" }, el("h3", {}, t("Rated once, before the roll")),
    el("ol", { class: "facelist plainlist" }, faces.map(column)),
    el("p", { class: "small" }, weight === 0 ? t("No move is rated yet.") : weight > 0.999 ? t("Sum so far: {sum}, the value of the roll.", { sum: num(sum) }) : t("Sum so far: {sum}, with {weight} of the probability.", { sum: num(sum), weight: num(weight) })));
}
