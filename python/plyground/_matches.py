"""Matches between players, with error bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Union

from . import _native
from ._games import game as open_game
from ._progress import Progress, ProgressOption
from ._thinking import Time
from .tables import Table

MatchPlayer = Union[str, _native.Player, Callable[[_native.Position], object]]
"""A spec, a player, or a function from positions to moves."""


@dataclass(frozen=True)
class PlayerScore:
    """The score of one player of a match."""

    player: str
    wins: int
    draws: int
    losses: int
    points: float
    score: float
    """Points per game, from 0 to 1."""
    ci95: tuple[float, float]
    """Between these the score lies with 95 % confidence; pairs of games count, not games."""
    elo: float | None
    elo_ci95: tuple[float, float] | None
    superiority: float | None
    """The probability that this player is the better one of two."""
    moves: int
    nodes: int
    seconds: float
    terminations: dict[str, int]
    placements: list[int]


@dataclass(frozen=True)
class Fault:
    """What a player did wrong."""

    player: int
    """The seat, from 1."""
    kind: str
    turn: int
    detail: str


@dataclass(frozen=True)
class PlayedGame:
    """One game of a match."""

    number: int
    players: list[str]
    """In the order of the seats."""
    start: str | None
    moves: str | None
    payoffs: list[float]
    turns: int
    termination: str
    """`normal`, or what went wrong; `error` where rules written in Python raised an exception."""
    faults: list[Fault]
    error: str | None
    """The traceback of that exception. Such a game does not count."""
    seed: int


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two hypotheses about the difference in Elo."""

    elo0: float
    elo1: float
    llr: float
    lower: float
    upper: float
    decision: str


@dataclass(frozen=True)
class MatchResult:
    """The result of a match."""

    game: str
    variant: str
    played: int
    seed: int
    players: list[PlayerScore]
    seat_scores: list[float]
    pairs: list[int] | None
    """Pairs of games in which the first player got 0, ½, 1, 1½ and 2 points."""
    normalized_elo: float | None
    sprt: Sprt | None
    interrupted: bool
    games: list[PlayedGame]

    @property
    def table(self) -> Table:
        """One row per player."""
        names = ("player", "wins", "draws", "losses", "score")
        rows = []
        for player in self.players:
            row = {name: getattr(player, name) for name in names}
            row |= {"low": player.ci95[0], "high": player.ci95[1], "elo": player.elo}
            row |= {"nodes": player.nodes, "seconds": player.seconds}
            rows.append(row)
        return Table(rows, f"{self.played} games of {self.game}")

    @property
    def games_table(self) -> Table:
        """One row per game."""
        rows = []
        for game in self.games:
            row = {name: value for name, value in asdict(game).items() if name not in ("players", "payoffs", "faults")}
            row |= {f"player{seat}": name for seat, name in enumerate(game.players, 1)}
            row |= {f"payoff{seat}": payoff for seat, payoff in enumerate(game.payoffs, 1)}
            rows.append(row)
        return Table(rows, f"{self.played} games of {self.game}")

    def _repr_html_(self) -> str:
        return self.table._repr_html_()

    def __str__(self) -> str:
        return str(self.table)


def _result(document: dict[str, Any]) -> MatchResult:
    players = [
        PlayerScore(
            **{
                **player,
                "ci95": tuple(player["ci95"]),
                "elo_ci95": None if player["elo_ci95"] is None else tuple(player["elo_ci95"]),
            }
        )
        for player in document["players"]
    ]
    games = [
        PlayedGame(**{**game, "faults": [Fault(**fault) for fault in game["faults"]]}) for game in document["games"]
    ]
    sprt = document["sprt"]
    return MatchResult(
        **{**document, "players": players, "games": games, "sprt": None if sprt is None else Sprt(**sprt)}
    )


def match(
    game: str | _native.Game,
    players: Sequence[MatchPlayer],
    *,
    games: int = 100,
    depth: int | None = None,
    nodes: int | None = None,
    time: Time | None = None,
    iterations: int | None = None,
    clock: str | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    openings: str = "auto",
    sprt: tuple[float, float] | None = None,
    moves: bool = True,
    longest: int | None = None,
    progress: ProgressOption = None,
) -> MatchResult:
    """Plays a match: pairs of games with the same opening and dice and swapped seats.

    Players are specs, players or Python functions from positions to moves. Matches without Python code play `jobs` games at a time (as
    many as there are cores); with it one after another. An exception in a player loses the game for that player, and the traceback is in
    the faults of the game. `moves=False` keeps no moves, for very long matches. `sprt=(elo0, elo1)` stops as soon as the test is decided.

    >>> import plyground
    >>> result = plyground.match("einstein", ["greedy", "random"], games=200, seed=1, progress=False)
    >>> result.players[0].score > 0.6
    True
    """
    opened = open_game(game) if isinstance(game, str) else game
    with Progress(progress, "match") as shown:
        document = _native.play_match(
            opened,
            list(players),
            games=games,
            depth=depth,
            nodes=nodes,
            time=time,
            iterations=iterations,
            clock=clock,
            seed=seed,
            jobs=jobs,
            openings=openings,
            sprt=sprt,
            moves=moves,
            longest=longest,
            progress=shown.callback,
        )
    return _result(document)
