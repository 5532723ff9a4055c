"""Tournaments from plans, and archives of their games."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Union

from . import _native
from ._progress import Progress, ProgressOption
from .tables import Table

Plan = Union[str, "os.PathLike[str]", Mapping[str, Any]]
"""A plan: its file, its text, or a dictionary of the same form."""


@dataclass(frozen=True)
class Standing:
    """One player of an event."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    score: float
    ci95: tuple[float, float]
    elo: float | None
    rating: float | None
    moves: int
    nodes: int
    seconds: float
    placements: list[int]
    terminations: dict[str, int]
    against: dict[str, float]
    """The score against each opponent."""


@dataclass(frozen=True)
class EventStandings:
    """The standings of one event, the best first."""

    label: str
    planned: int
    played: int
    seat_scores: list[float]
    rows: list[Standing]

    @property
    def table(self) -> Table:
        """One row per player."""
        hidden = ("ci95", "placements", "terminations", "against")
        rows = []
        for row in self.rows:
            fields = {name: value for name, value in asdict(row).items() if name not in hidden}
            rows.append({**fields, "low": row.ci95[0], "high": row.ci95[1]})
        return Table(rows, self.label)

    @property
    def cross_table(self) -> Table:
        """The score of every player against every other."""
        return Table([{"name": row.name, **row.against} for row in self.rows], self.label)


@dataclass(frozen=True)
class ArchivedGame:
    """A game of a tournament."""

    number: int
    event: str
    game: str
    variant: str
    players: list[str]
    start: str
    moves: str
    payoffs: list[float]
    turns: int
    termination: str
    seed: int


@dataclass(frozen=True)
class TournamentResult:
    """Standings and games of a tournament."""

    name: str
    planned: int
    played: int
    players: list[dict[str, str]]
    events: list[EventStandings]
    overall: EventStandings | None
    interrupted: bool
    games: list[ArchivedGame]

    @property
    def table(self) -> Table:
        """One row per player, over all events."""
        return (self.overall or self.events[0]).table

    @property
    def games_table(self) -> Table:
        """One row per game."""
        return _games_table(self.games, self.name)

    def _repr_html_(self) -> str:
        return self.table._repr_html_()

    def __str__(self) -> str:
        return str(self.table)


def _games_table(games: list[ArchivedGame], caption: str) -> Table:
    rows = []
    for game in games:
        row = {name: value for name, value in asdict(game).items() if name not in ("players", "payoffs")}
        row |= {f"player{seat}": name for seat, name in enumerate(game.players, 1)}
        row |= {f"payoff{seat}": payoff for seat, payoff in enumerate(game.payoffs, 1)}
        rows.append(row)
    return Table(rows, caption)


def _event(document: dict[str, Any]) -> EventStandings:
    rows = [Standing(**{**row, "ci95": tuple(row["ci95"])}) for row in document["rows"]]
    return EventStandings(**{**document, "rows": rows})


def _result(document: dict[str, Any], games: list[dict[str, Any]]) -> TournamentResult:
    overall = document["overall"]
    return TournamentResult(
        **{
            **document,
            "events": [_event(event) for event in document["events"]],
            "overall": None if overall is None else _event(overall),
            "games": [ArchivedGame(**game) for game in games],
        }
    )


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        return f'"{escaped}"'
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    raise TypeError(f"a plan holds texts, numbers and lists, not {type(value).__name__}")


def _plan_text(plan: Mapping[str, Any]) -> str:
    """A plan as TOML: plain values first, then tables and lists of them."""
    lines: list[str] = []
    tables: list[tuple[str, Sequence[Mapping[str, Any]]]] = []
    for key, value in plan.items():
        if isinstance(value, Mapping):
            tables.append((f"[{key}]", [value]))
        elif isinstance(value, (list, tuple)) and value and all(isinstance(item, Mapping) for item in value):
            tables.append((f"[[{key}]]", value))
        else:
            lines.append(f"{key} = {_toml(value)}")
    for head, items in tables:
        for item in items:
            lines.append(head)
            lines += [f"{name} = {_toml(value)}" for name, value in item.items()]
    return "\n".join(lines) + "\n"


def tournament(
    plan: Plan,
    *,
    archive: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    progress: ProgressOption = None,
) -> TournamentResult:
    """Plays the tournament of a plan, going on where an earlier run into the same archive stopped.

    Without an archive the games are kept in memory only. Ctrl-C ends the call; what is in an archive stays there.

    >>> import plyground
    >>> plan = {
    ...     "name": "tiny",
    ...     "seed": 7,
    ...     "players": [{"name": "Greedy", "spec": "greedy"}, {"name": "Random", "spec": "random"}],
    ...     "games": [{"game": "einstein", "repeats": 10}],
    ... }
    >>> plyground.tournament(plan, progress=False).played
    20
    """
    text: str | None = None
    if isinstance(plan, Mapping):
        file, text = Path("plan.toml"), _plan_text(plan)
    elif isinstance(plan, str) and "\n" in plan:
        file, text = Path("plan.toml"), plan
    else:
        file = Path(plan)
    with tempfile.TemporaryDirectory(prefix="plyground-") as folder, Progress(progress, "tournament") as shown:
        kept = Path(folder) / "archive.sqlite" if archive is None else Path(archive)
        document = _native.run_tournament(file, text, kept, jobs=jobs, progress=shown.callback)
        games = _native.archive_games(kept, document["name"])
    return _result(document, games)


@dataclass(frozen=True)
class ArchivedTournament:
    """A tournament in an archive."""

    name: str
    plan: str
    """The text of its plan."""
    games: int
    finished: int


class Archive:
    """An archive of tournaments: a file that `tournament` or the program wrote. Reading does not change it."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.tournaments()  # a file that is no archive is refused at once

    def tournaments(self) -> list[ArchivedTournament]:
        """Its tournaments."""
        return [ArchivedTournament(**entry) for entry in _native.archive_tournaments(self.path)]

    def tournament(self, name: str | None = None) -> TournamentResult:
        """Standings and games of a tournament; the name may be left out where there is only one."""
        return _result(_native.archive_standings(self.path, name), list(_native.archive_games(self.path, name)))

    def games(self, name: str | None = None, *, chunk: int = 1000) -> Iterator[ArchivedGame]:
        """The games of a tournament one after another, for archives that do not fit into memory."""
        first = 0
        planned = {entry.name: entry.games for entry in self.tournaments()}
        last = planned[name] if name in planned else max(planned.values(), default=0)
        while first < last:
            for game in _native.archive_games(self.path, name, first, first + chunk):
                yield ArchivedGame(**game)
            first += chunk

    def __repr__(self) -> str:
        return f"Archive({os.fspath(self.path)!r})"
