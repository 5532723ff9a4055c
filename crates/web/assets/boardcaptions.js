// @ts-check
// The names of columns and rows: around the board, and at the edges of what is in view while those are not.

import { MARGIN, SIZE } from "./board.js";
import { el, svg } from "./dom.js";

/** @typedef {import("./playboard.js").PlayBoard} PlayBoard */
/** @typedef {import("./messages.js").Scene} Scene */

const MOST_CAPTIONS = 30; // columns or rows of a board with captions around it; more could not be read

/** Writes the captions around a new board. @param {PlayBoard} board */
export function drawCaptions(board) {
  const scene = /** @type {Scene} */ (board.scene);
  const caption = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => board.captions.append(svg("text", { x, y }, text));
  board.captions.replaceChildren();
  if (Math.max(scene.cols, scene.rows) > MOST_CAPTIONS) return;
  for (let col = 0; col < scene.cols; col++) {
    const text = scene.col_names[col] ?? String(col);
    const x = board.place(col)[0] + SIZE / 2;
    caption(x, MARGIN / 2, text);
    caption(x, MARGIN * 1.5 + scene.rows * SIZE, text);
  }
  for (let row = 0; row < scene.rows; row++) {
    const text = scene.row_names[row] ?? String(row);
    const y = board.place(row * scene.cols)[1] + SIZE / 2;
    caption(MARGIN / 2, y, text);
    caption(MARGIN * 1.5 + scene.cols * SIZE, y, text);
  }
}

/** Draws captions at the edges of the pane while those of the board are out of view. @param {PlayBoard} board */
export function drawEdges(board) {
  const { scene, view } = board;
  const zoomed = !!scene && view.isZoomed() && !board.element.classList.contains("no-coordinates");
  board.edges.hidden = !zoomed;
  if (!zoomed) return;
  const { width, height } = board.drawing.parentElement?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const at = (/** @type {number} */ index, /** @type {0 | 1} */ way) => view.pixelOf(...board.centre(index))[way];
  const spans = [];
  for (let col = 0; col < scene.cols; col++) {
    const x = at(col, 0);
    if (x > 12 && x < width) spans.push({ text: scene.col_names[col] ?? String(col), left: x, top: 8 });
  }
  for (let row = 0; row < scene.rows; row++) {
    const y = at(row * scene.cols, 1);
    if (y > 16 && y < height) spans.push({ text: scene.row_names[row] ?? String(row), left: 8, top: y });
  }
  while (board.edges.childElementCount > spans.length) board.edges.lastElementChild?.remove();
  while (board.edges.childElementCount < spans.length) board.edges.append(el("span"));
  spans.forEach(({ text, left, top }, index) => {
    const span = /** @type {HTMLElement} */ (board.edges.children[index]);
    if (span.textContent !== text) span.textContent = text;
    span.style.transform = `translate(${left}px, ${top}px) translate(-50%, -50%)`;
  });
}
