"""The lab: studies that come with the library, and measurements of your own.

>>> import plyground
>>> "aspiration" in [study.name for study in plyground.lab.studies()]
True
"""

from __future__ import annotations

import csv
import os
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from . import _native
from ._games import game as open_game
from ._progress import Progress, ProgressOption
from ._thinking import Time, analyze
from .tables import Table


@dataclass(frozen=True)
class StudyInfo:
    """What a study says of itself."""

    name: str
    question: str
    source: str
    timed: bool
    """Whether it measures time, so that nothing else should run beside it."""
    takes_games: bool
    takes_maps: bool
    takes_player: bool


@dataclass(frozen=True)
class Finding:
    """A claim of the source, and whether it holds here."""

    claim: str
    verdict: str
    figures: str


@dataclass(frozen=True)
class Figure:
    """A drawing; notebooks show it."""

    name: str
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Figure({self.name!r})"


@dataclass(frozen=True)
class Study:
    """The report of a study."""

    name: str
    findings: list[Finding]
    tables: dict[str, Table]
    figures: dict[str, Figure]
    report: Path
    """The page with everything, for as long as its folder exists."""

    def _repr_html_(self) -> str:
        claims = "".join(
            f"<li>{escape(finding.claim)} <b>{escape(finding.verdict)}</b> {escape(finding.figures)}</li>"
            for finding in self.findings
        )
        figures = "".join(figure.svg for figure in self.figures.values())
        return f"<h3>{escape(self.name)}</h3><ul>{claims}</ul>{figures}"


def studies() -> list[StudyInfo]:
    """The studies that come with the library."""
    return [StudyInfo(**study) for study in _native.study_infos()]


def _value(text: str) -> str | float | None:
    if text == "":
        return None
    try:
        return float(text)
    except ValueError:
        return text


def _read(path: Path) -> Table:
    with path.open(newline="", encoding="utf-8") as file:
        return Table([{key: _value(text) for key, text in row.items()} for row in csv.DictReader(file)], path.stem)


def run(
    name: str,
    *,
    quick: bool = False,
    games: int | None = None,
    maps: Sequence[str] = (),
    player: str | None = None,
    seed: int = 1,
    threads: int | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: ProgressOption = None,
) -> Study:
    """Runs a study and returns its tables, figures and findings.

    With a folder `out` the report stays there, and an interrupted study goes on where it stopped.
    """
    with tempfile.TemporaryDirectory(prefix="plyground-") as scratch, Progress(progress, name) as shown:
        folder = Path(scratch if out is None else out)
        document = _native.run_study(
            name,
            folder,
            quick=quick,
            games=games,
            maps=list(maps),
            player=player,
            seed=seed,
            threads=threads,
            progress=shown.callback,
        )
        files = [Path(file) for file in document["files"]]
        return Study(
            name=name,
            findings=[Finding(**finding) for finding in document["findings"]],
            tables={path.stem: _read(path) for path in files if path.suffix == ".csv"},
            figures={
                path.stem: Figure(path.stem, path.read_text(encoding="utf-8")) for path in files if path.suffix == ".svg"
            },
            report=Path(document["report"]),
        )


def positions(game: str | _native.Game, count: int, *, turns: int = 6, seed: int = 1) -> list[_native.Position]:
    """Unfinished positions after `turns` random turns, for measurements.

    >>> import plyground
    >>> len(plyground.lab.positions("reversixt", 3, turns=10))
    3
    """
    opened = open_game(game) if isinstance(game, str) else game
    rng = random.Random(seed)
    found: list[_native.Position] = []
    for _ in range(1000 * count):
        pos = opened.start()
        played = 0
        while played < turns and not pos.is_over:
            if pos.is_chance:
                faces = pos.outcomes()
                pos.roll(rng.choices(list(faces), list(faces.values()))[0])
            else:
                pos.play(rng.choice(pos.legal_moves()))
                played += 1
        if not pos.is_over:
            found.append(pos)
        if len(found) == count:
            return found
    raise ValueError(f"turns: random games of {opened.name} end before {turns} turns; ask for fewer")


def measure(
    positions: Sequence[_native.Position],
    players: Sequence[str | _native.Player],
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: Time | None = None,
    iterations: int | None = None,
    seed: int = 1,
    progress: ProgressOption = None,
) -> Table:
    """Lets every player think about every position: one row each with depth, nodes, seconds, value and best move.

    Works for games of your own too. Compare techniques by their nodes at the same depth:

    >>> import plyground
    >>> table = plyground.lab.measure(
    ...     plyground.lab.positions("isola", 2), ["search(ordering=none)", "search"], depth=3, progress=False)
    >>> sorted(set(table.column("player")))
    ['search', 'search(ordering=none)']
    """
    rows = []
    total = len(positions) * len(players)
    with Progress(progress, "measure") as shown:
        for index, position in enumerate(positions):
            for player in players:
                result = analyze(
                    position,
                    player,
                    depth=depth,
                    nodes=nodes,
                    time=time,
                    iterations=iterations,
                    seed=seed,
                    progress=False,
                )
                rows.append(
                    {
                        "position": index,
                        "player": player if isinstance(player, str) else player.spec,
                        "best": result.best,
                        "value": result.value,
                        "depth": result.depth,
                        "nodes": result.nodes,
                        "seconds": result.seconds,
                        "stopped": result.stopped,
                    }
                )
                if shown.callback:
                    shown.callback({"done": len(rows), "of": total})
    return Table(rows, f"{len(positions)} positions")
