// @ts-check
// The rules of every game.

import { request, getCatalog } from "./api.js";
import { Board } from "./board.js";
import { el, fill } from "./dom.js";

/** Short rules: goal, turn, end. @type {Record<string, [string, string][]>} */
const RULES = {
  reversixt: [
    ["Goal", "Have the most stones at the end. Places count, not margins: with more than two players a second place is worth something."],
    ["Your turn", "Place a stone so that a straight line of other players' stones lies between it and another stone of yours; all of them become yours, in all eight directions at once. Players who cannot move are skipped."],
    ["Joined sides", "Sides with tabs of the same colour are joined: a line that leaves through one enters through the other and continues in the direction in which it enters."],
    ["Special tiles", "c (choice): swap stones with a player of your choice. i (inversion): all stones pass to the next player. b (bonus): take a bomb or an override stone. x (expansion): a neutral stone that can be captured and overridden."],
    ["Override stones", "An override stone may be placed on any stone, even your own; on x even without a capture."],
    ["Bombs", "When no player can place a stone, players throw bombs. A bomb turns every tile within its strength into a hole, counted in steps, also through joined sides."],
    ["The end", "The game ends when no player can move and all bombs are used."],
  ],
  einstein: [
    ["Goal", "Move one of your stones to the far corner, or capture all stones of your opponent."],
    ["Your turn", "Roll the die and move the stone with that number. If it has been captured, choose between your stones with the next higher and the next lower number."],
    ["Moves", "A stone moves one square towards the opposite corner, straight or diagonally: red right and down, blue left and up."],
    ["Captures", "Any stone on the target square is captured, even your own. That can be useful: with fewer stones each one moves more often."],
    ["Set-up", "Each player places six stones in their corner in any order; drag them before the first roll."],
  ],
  isola: [
    ["Goal", "Be the last player who can move. A player who cannot move on their turn loses."],
    ["Your turn", "Move your piece; in the standard game it moves like a chess queen, any distance along a free line. It cannot pass closed or occupied squares."],
    ["The board shrinks", "In games with a trail the square you leave is closed. In others you close any free square after your move: click the move first, then the square."],
    ["Separated", "Once the pieces are separated, the player with more moves left wins. The engine counts them."],
    ["Variants", "Variants differ in board size, pieces (king, queen, knight), start squares, and how the board shrinks."],
  ],
};

/** @param {HTMLElement} place */
export async function page(place) {
  document.title = "Help · Plyground";
  const catalog = await getCatalog();
  fill(place, el("h1", {}, "Rules"),
    el("p", { class: "soft" }, "Click the highlighted squares, or move across the board with the arrow keys. ", el("kbd", {}, "?"), " shows all keyboard shortcuts."),
    el("div", { class: "rules" }, catalog.games.map((game) => rulesOf(game))));
}

/** @param {import("./messages.js").CatalogGame} game */
function rulesOf(game) {
  const first = picture(`${game.title}: start position`);
  const later = picture(`${game.title}: a few turns later`);
  later.show(game.picture, [], []);
  request("/api/scene", { game: game.name }).then((scene) => first.show(scene, [], []), () => first.element.remove());
  return el("article", { class: "card rules-card", id: game.name }, el("h2", {}, game.title), el("p", { class: "soft" }, game.summary),
    el("div", { class: "pictures" }, first.element, later.element),
    el("dl", {}, (RULES[game.name] ?? []).map(([name, text]) => [el("dt", {}, name), el("dd", {}, text)]).flat()),
    el("p", {}, el("a", { href: "/", "data-link": true }, "Play")));
}

/** @param {string} label */
function picture(label) {
  const board = new Board(null);
  board.drawing.setAttribute("aria-label", label);
  return board;
}
