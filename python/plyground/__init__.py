"""Adversarial search on board games: play, search, measure, learn.

>>> import plyground
>>> pos = plyground.game("isola", variant="cols=4,rows=4,mover=king,mode=trail").start()
>>> pos.play(plyground.player("search", depth=4)(pos))
>>> pos.turn
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import lab, tables
from ._games import GameInfo, MapInfo, ParameterInfo, PlayerInfo, Rules, VariantInfo, game, games, players
from ._matches import Fault, MatchResult, PlayedGame, PlayerScore, Sprt, match
from ._native import Game, Player, Position, __version__, seed
from ._thinking import (
    Analysis,
    Iteration,
    Luck,
    LuckTurn,
    MoveValue,
    Perft,
    Solution,
    SolvedFace,
    SolvedMove,
    TableUse,
    TooLarge,
    Trace,
    TraceNode,
    analyze,
    luck,
    perft,
    player,
    probe,
    solve,
    xray,
)
from ._tournaments import (
    Archive,
    ArchivedGame,
    ArchivedTournament,
    EventStandings,
    Standing,
    TournamentResult,
    tournament,
)

if TYPE_CHECKING:
    from . import learn

__all__ = [
    "Analysis",
    "Archive",
    "ArchivedGame",
    "ArchivedTournament",
    "EventStandings",
    "Fault",
    "Game",
    "GameInfo",
    "Iteration",
    "Luck",
    "LuckTurn",
    "MapInfo",
    "MatchResult",
    "MoveValue",
    "ParameterInfo",
    "Perft",
    "PlayedGame",
    "Player",
    "PlayerInfo",
    "PlayerScore",
    "Position",
    "Rules",
    "Solution",
    "SolvedFace",
    "SolvedMove",
    "Sprt",
    "Standing",
    "TableUse",
    "TooLarge",
    "TournamentResult",
    "Trace",
    "TraceNode",
    "VariantInfo",
    "__version__",
    "analyze",
    "game",
    "games",
    "lab",
    "learn",
    "luck",
    "match",
    "perft",
    "player",
    "players",
    "probe",
    "seed",
    "solve",
    "tables",
    "tournament",
    "xray",
]


def __getattr__(name: str) -> Any:
    # `learn` needs numpy, which is optional, so it is imported when it is first used.
    if name == "learn":
        from importlib import import_module

        return import_module(".learn", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
