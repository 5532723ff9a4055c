"""What searches find out, as plain objects, and the functions that ask them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Union

from . import _native
from ._progress import Progress, ProgressOption

if TYPE_CHECKING:
    from collections.abc import Callable

    Evaluation = Callable[["_native.Position", int], float]
    """Rates a position for a player (from 1): the more the better, between -1,000,000 and 1,000,000."""

Time = Union[str, float, timedelta]
"""A time as text (`"250ms"`, `"2s"`), in seconds, or as a `timedelta`."""


@dataclass(frozen=True)
class MoveValue:
    """A move and what a search thinks of it."""

    move: str
    value: float | None
    """For the player to move; `None` for a move that was never looked at."""
    exact: bool = True
    """Whether the value is exact within the searched depth, or only a bound."""
    effort: int = 0
    """Nodes or play-outs spent on it."""


@dataclass(frozen=True)
class Iteration:
    """One completed iteration of iterative deepening."""

    depth: int
    value: float | None
    best: str | None
    moves: list[MoveValue]
    nodes: int
    """Of this iteration alone, as its time."""
    seconds: float
    predicted_seconds: float | None
    window: tuple[float | None, float | None] | None
    """The first aspiration window, if one was used."""
    fail_low: int
    fail_high: int


@dataclass(frozen=True)
class TraceNode:
    """One visit of a position by a search."""

    index: int
    parent: int | None
    """The visit that it belongs to; `None` directly below the root."""
    kind: str
    """`"move"` or `"roll"`."""
    text: str
    """The move, or the face."""
    ply: int
    window: tuple[float | None, float | None]
    """As the root player counts; `None` for an end without bound."""
    player: int | None
    value: float | None
    """As the root player counts; `None` where the search was stopped."""
    ending: str
    """Why it ended: complete, alpha, beta, table, depth, terminal, …"""


@dataclass(frozen=True)
class Trace:
    """The tree of the last iteration, parents before children."""

    depth: int
    nodes: list[TraceNode]
    omitted: int
    """Visits that did not fit."""

    def children(self, node: TraceNode | None = None) -> list[TraceNode]:
        """The visits below a node; without one those below the root."""
        parent = None if node is None else node.index
        return [child for child in self.nodes if child.parent == parent]

    def line(self, node: TraceNode) -> list[str]:
        """Moves and rolls from the root to a node."""
        texts = [node.text]
        while node.parent is not None:
            node = self.nodes[node.parent]
            texts.append(node.text)
        return texts[::-1]

    def endings(self) -> dict[str, int]:
        """How often visits ended in which way."""
        counts: dict[str, int] = {}
        for node in self.nodes:
            counts[node.ending] = counts.get(node.ending, 0) + 1
        return counts


@dataclass(frozen=True)
class TableUse:
    """How a transposition table was used."""

    bytes: int
    probes: int
    hits: int
    stores: int


@dataclass(frozen=True)
class Analysis:
    """The result of a search."""

    position: str
    player: str
    best: str | None
    """The chosen move; `None` where a roll is due or the game is over."""
    best_by_face: dict[int, str | None] | None
    """Where a roll is due: the chosen move for each face."""
    value: float | None
    """For the player to move, or about to roll."""
    unit: str
    """What values measure: points, win probability, …"""
    values: list[float]
    """For each player, from searches that keep them apart."""
    exact: bool
    """Whether the value is proven."""
    plies_to_end: int | None
    line: list[str]
    """The expected line of play."""
    moves: list[MoveValue]
    """All moves, best first."""
    depth: int
    nodes: int
    seconds: float
    stopped: str
    """Why it ended: depth, nodes, time, iterations, solved, forced or asked."""
    iterations: list[Iteration]
    table: TableUse | None
    trace: Trace | None = field(default=None, repr=False)

    @property
    def nodes_per_second(self) -> float:
        """The speed of the search."""
        return self.nodes / self.seconds if self.seconds else 0.0


def _move_values(moves: Sequence[dict[str, Any]]) -> list[MoveValue]:
    return [MoveValue(**move) for move in moves]


def _iteration(document: dict[str, Any]) -> Iteration:
    window = document["window"]
    return Iteration(
        **{**document, "moves": _move_values(document["moves"]), "window": None if window is None else tuple(window)}
    )


def _trace(document: dict[str, Any]) -> Trace:
    nodes = [
        TraceNode(index=index, **{**node, "window": tuple(node["window"])})
        for index, node in enumerate(document["nodes"])
    ]
    return Trace(depth=document["depth"], nodes=nodes, omitted=document["omitted"])


def _analysis(document: dict[str, Any]) -> Analysis:
    faces = document["best_by_face"]
    table = document["table"]
    trace = document.get("trace")
    return Analysis(
        **{
            **document,
            "best_by_face": None if faces is None else {int(face): move for face, move in faces.items()},
            "moves": _move_values(document["moves"]),
            "iterations": [_iteration(iteration) for iteration in document["iterations"]],
            "table": None if table is None else TableUse(**table),
            "trace": None if trace is None else _trace(trace),
        }
    )


def player(
    spec: str = "best",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: Time | None = None,
    iterations: int | None = None,
    seed: int = 1,
    evaluation: Evaluation | None = None,
) -> _native.Player:
    """A player of any game: `player(position)` is its move.

    The limits hold for every move; the first reached ends the thinking. `evaluation` is a function of a position and a player's
    number that rates unfinished positions instead of the game's own evaluation.

    >>> import plyground
    >>> first = plyground.player("first")
    >>> pos = plyground.game("isola", variant="cols=3,rows=3,mover=king,mode=trail").start()
    >>> first(pos) == pos.legal_moves()[0]
    True
    """
    return _native.Player(
        spec, depth=depth, nodes=nodes, time=time, iterations=iterations, seed=seed, evaluation=evaluation
    )


def _as_player(spec: str | _native.Player, seed: int, evaluation: Evaluation | None) -> _native.Player:
    if isinstance(spec, _native.Player):
        if evaluation is not None:
            raise ValueError("evaluation: give it to plyground.player(…), since the player is made already")
        return spec
    return _native.Player(spec, seed=seed, evaluation=evaluation)


def analyze(
    position: _native.Position,
    player: str | _native.Player = "best",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: Time | None = None,
    iterations: int | None = None,
    lines: int = 1,
    seed: int = 1,
    trace: bool | tuple[int, int] = False,
    evaluation: Evaluation | None = None,
    progress: ProgressOption = None,
) -> Analysis:
    """Thinks about a position.

    `lines` asks for exact values of that many best moves. `trace=True` keeps the tree of the last iteration (up to 10,000 visits and
    20 plies; a pair of numbers sets other bounds). `progress` is called with every finished iteration.

    >>> import plyground
    >>> pos = plyground.game("isola", variant="cols=3,rows=3,mover=king,mode=trail").start()
    >>> plyground.analyze(pos, "search", depth=20).exact
    True
    """
    if lines < 1 or lines > 1000:
        raise ValueError(f"lines: 1 to 1000 are expected, not {lines}")
    if isinstance(player, str) and lines > 1:
        player = _native.with_lines(player, lines)
    thinker = _as_player(player, seed, evaluation)
    bounds = (10_000, 20) if trace is True else trace or None
    with Progress(progress, "analyze") as shown:
        document = thinker.think(
            position,
            depth=depth,
            nodes=nodes,
            time=time,
            iterations=iterations,
            trace=bounds,
            progress=shown.callback,
        )
    return _analysis(document)


def xray(
    position: _native.Position,
    player: str | _native.Player = "best",
    *,
    depth: int | None = 3,
    nodes: int | None = None,
    time: Time | None = None,
    seed: int = 1,
    most_nodes: int = 10_000,
    most_plies: int = 20,
    evaluation: Evaluation | None = None,
) -> Trace:
    """The tree of a search, visit by visit.

    >>> import plyground
    >>> pos = plyground.game("isola", variant="cols=3,rows=3,mover=king,mode=trail").start()
    >>> tree = plyground.xray(pos, "search(algorithm=minimax,table=off)", depth=2)
    >>> len(tree.children()) == len(pos.legal_moves())
    True
    """
    bounds = (most_nodes, most_plies)
    result = analyze(
        position,
        player,
        depth=depth,
        nodes=nodes,
        time=time,
        seed=seed,
        trace=bounds,
        evaluation=evaluation,
        progress=False,
    )
    return result.trace or Trace(depth=0, nodes=[], omitted=0)


@dataclass(frozen=True)
class SolvedMove:
    """A move with its exact value."""

    move: str
    value: float
    winner: int | None = None
    plies: int | None = None


@dataclass(frozen=True)
class SolvedFace:
    """What a face is worth, and its moves."""

    value: float
    moves: list[SolvedMove]


@dataclass(frozen=True)
class Solution:
    """The exact value of a position."""

    position: str
    value: float
    """For the player to move, or about to roll."""
    unit: str
    winner: int | None
    """Who wins with best play; with dice, who wins whatever is rolled."""
    plies: int | None
    moves: list[SolvedMove]
    complete: bool
    """Whether all moves were solved."""
    nodes: int
    seconds: float
    faces: dict[int, SolvedFace] = field(default_factory=dict)


class TooLarge(Exception):
    """A position that could not be solved within the limits."""


def solve(
    position: _native.Position,
    *,
    score: str = "outcome",
    nodes: int = 2_000_000_000,
    table: str | int = "256MB",
    threads: int = 1,
    moves: bool = True,
    progress: ProgressOption = None,
) -> Solution:
    """The exact value of a position and of its moves; raises `TooLarge` where `nodes` positions do not suffice.

    >>> import plyground
    >>> pos = plyground.game("isola", variant="cols=4,rows=4,mover=king,mode=trail").start()
    >>> plyground.solve(pos).winner in (1, 2)
    True
    """
    with Progress(progress, "solve") as shown:
        document = _native.solve(
            position, score=score, nodes=nodes, table=table, threads=threads, moves=moves, progress=shown.callback
        )
    if not document.pop("solved"):
        advice = "allow more with nodes=…, or give more memory with table=…"
        raise TooLarge(f"too large: not solved after {document['nodes']} positions; {advice}")
    faces = {
        int(face): SolvedFace(rolled["value"], [SolvedMove(**move) for move in rolled["moves"]])
        for face, rolled in document.pop("faces", {}).items()
    }
    return Solution(**{**document, "moves": [SolvedMove(**move) for move in document["moves"]]}, faces=faces)


@dataclass(frozen=True)
class Perft:
    """Numbers of different sequences of turns."""

    counts: list[int]
    """`counts[k - 1]` sequences of exactly k turns."""
    seconds: float
    divide: dict[str, int] | None = None
    """The last count below each first turn."""


def perft(
    position: _native.Position, depth: int, *, divide: bool = False, progress: ProgressOption = None
) -> Perft:
    """Counts the sequences of up to `depth` turns.

    >>> import plyground
    >>> plyground.perft(plyground.game("reversixt").start(), 5).counts
    [4, 12, 56, 244, 1396]
    """
    with Progress(progress, "perft") as shown:
        return Perft(**_native.perft(position, depth, divide=divide, progress=shown.callback))


def probe(position: _native.Position) -> float | None:
    """The chance of winning of the player about to roll, from EinStein's endgame databases; `None` where they do not know.

    >>> import plyground
    >>> pos = plyground.game("einstein").position("r1..../...../...../...../....b1 r -")
    >>> plyground.probe(pos) is not None
    True
    """
    return _native.probe(position)


@dataclass(frozen=True)
class LuckTurn:
    """The values of one turn for the player who made it."""

    text: str
    player: int
    before: float
    """Chance of winning before the roll."""
    after_roll: float
    """After the roll, with the best move."""
    after_move: float
    luck: float
    """What the roll brought."""
    error: float
    """What the move lost."""
    best: str | None
    exact: bool


@dataclass(frozen=True)
class Luck:
    """How much of a game was luck, and how much was skill."""

    turns: list[LuckTurn]
    luck: tuple[float, float]
    error: tuple[float, float]
    start: float
    """The first player's chance of winning at the start."""
    end: float
    drift: float
    """What is left over where values are estimates."""


def luck(
    position: _native.Position,
    player: str | None = None,
    *,
    seed: int = 1,
    exact_nodes: int = 200_000,
    progress: ProgressOption = None,
) -> Luck:
    """Luck and errors of every turn that led to a position of a game of two players with dice.

    >>> import plyground
    >>> game = plyground.game("einstein", variant="tiny")
    >>> pos = game.start()
    >>> for _ in range(2):
    ...     face = pos.roll(1)
    ...     pos.play(pos.legal_moves()[0])
    >>> abs(plyground.luck(pos).drift) < 1e-9
    True
    """
    with Progress(progress, "luck") as shown:
        document = _native.luck_of(
            position, player=player, seed=seed, exact_nodes=exact_nodes, progress=shown.callback
        )
    turns = [LuckTurn(**turn) for turn in document["turns"]]
    sums = {name: tuple(document[name]) for name in ("luck", "error")}
    return Luck(**{**document, "turns": turns, **sums})
