// @ts-check
// The rules, one screen for each game.

import { ask, getCatalog } from "./api.js";
import { Board } from "./board.js";
import { el, fill } from "./dom.js";

/** Rules in short: what one wants, what a turn is, how it ends. @type {Record<string, [string, string][]>} */
const RULES = {
  reversixt: [
    ["You want", "the most stones at the end. Places count, not margins: with more players a second place is worth having."],
    ["Your turn", "Put a stone so that a straight line of other players' stones lies between it and another stone of yours; they all become yours, in all eight directions at once. Whoever cannot move is skipped."],
    ["Joined sides", "Coloured tabs at the edge of tiles are joined: a line that leaves through one comes in through the other, and goes on in the direction in which it enters."],
    ["Special tiles", "c: choose somebody to swap stones with. i: everybody's stones go to the next player. b: take a bomb or an override stone. x: a stone of nobody, which can be captured and covered."],
    ["Override stones", "may be put on stones as well, also your own; on x even without capturing anything."],
    ["Bombs", "When nobody can put a stone any more, bombs are thrown: they make holes of everything within their strength, counted in steps, also through joined sides."],
    ["The end", "is when all bombs are gone, or nobody can move and nobody has one."],
  ],
  einstein: [
    ["You want", "to bring one of your stones into the far corner, or to capture all stones of the other player."],
    ["Your turn", "Roll the die and move the stone with that number. If it is gone, you may choose: the stone with the next higher number that is left, or the next lower one."],
    ["Moves", "go one square towards the other corner: straight or diagonally. Red goes right and down, blue left and up."],
    ["Captures", "Whatever stands on the square is taken from the board, your own stones too. That can be a good thing: few stones move more often."],
    ["Set-up", "Each player puts his six stones on the squares of his corner as he likes; drag them before the first roll."],
  ],
  isola: [
    ["You want", "to be the last who can move. Whoever cannot move when it is his turn has lost."],
    ["Your turn", "Move your piece, in the usual game like a queen of chess: any distance along a free line. Squares that are closed or taken cannot be passed."],
    ["The board shrinks", "In games with a trail the square you leave is closed. In others you close any free square after your step; click the step first, then the square."],
    ["Separated", "Once a wall stands between the pieces, everybody walks alone, and the longer way wins. The engine counts it."],
    ["Variants", "decide size, pieces (king, queen, knight), where one begins, and how the board shrinks."],
  ],
};

/** @param {HTMLElement} place */
export async function page(place) {
  document.title = "Help · Plyground";
  const catalog = await getCatalog();
  fill(place, el("h1", {}, "The rules"),
    el("p", { class: "soft" }, "Click what glows, or go over the board with the arrow keys. ", el("kbd", {}, "?"), " shows all keys on every page."),
    el("div", { class: "rulebooks" }, catalog.games.map((game) => rulebook(game))));
}

/** @param {import("./messages.js").CatalogGame} game */
function rulebook(game) {
  const first = picture(`${game.title}: the first position`);
  const later = picture(`${game.title}: some turns later`);
  later.show(game.picture, [], []);
  ask("/api/scene", { game: game.name }).then((scene) => first.show(scene, [], []), () => first.element.remove());
  return el("article", { class: "card rulebook", id: game.name }, el("h2", {}, game.title), el("p", { class: "soft" }, game.summary),
    el("div", { class: "pictures" }, first.element, later.element),
    el("dl", {}, (RULES[game.name] ?? []).map(([name, words]) => [el("dt", {}, name), el("dd", {}, words)]).flat()),
    el("p", {}, el("a", { href: "/", "data-link": true }, "Play")));
}

/** @param {string} label */
function picture(label) {
  const board = new Board(null);
  board.drawing.setAttribute("aria-label", label);
  return board;
}
