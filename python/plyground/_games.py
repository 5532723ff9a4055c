"""Games and what they say about themselves."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from . import _native

State = TypeVar("State")
Move = TypeVar("Move")

_LARGEST_MAP = 64 << 20


@dataclass(frozen=True)
class VariantInfo:
    """A named variant, or a parameter of variants."""

    name: str
    summary: str


@dataclass(frozen=True)
class MapInfo:
    """A map that comes with the library."""

    name: str
    players: int
    cols: int
    rows: int
    summary: str


@dataclass(frozen=True)
class GameInfo:
    """What a game says of itself."""

    name: str
    title: str
    summary: str
    players: tuple[int, int]
    """Fewest and most."""
    has_dice: bool
    example_move: str
    variants: list[VariantInfo]
    """The first is the default."""
    parameters: list[VariantInfo]
    """Of variants such as `"cols=5,rows=5"`."""
    maps: list[MapInfo]
    rules: list[tuple[str, str]]
    """Headings and paragraphs."""


@dataclass(frozen=True)
class ParameterInfo:
    """A parameter of a kind of player."""

    name: str
    values: str
    default: str
    summary: str


@dataclass(frozen=True)
class PlayerInfo:
    """What a kind of player says of itself."""

    name: str
    summary: str
    parameters: list[ParameterInfo]


def _game_info(document: dict[str, Any]) -> GameInfo:
    return GameInfo(
        **{
            **document,
            "players": tuple(document["players"]),
            "variants": [VariantInfo(**variant) for variant in document["variants"]],
            "parameters": [VariantInfo(**parameter) for parameter in document["parameters"]],
            "maps": [MapInfo(**entry) for entry in document["maps"]],
            "rules": [(head, text) for head, text in document["rules"]],
        }
    )


def games() -> list[GameInfo]:
    """All games.

    >>> import plyground
    >>> [game.name for game in plyground.games()]
    ['reversixt', 'einstein', 'isola']
    """
    return [_game_info(document) for document in _native.game_infos()]


def players(game: _native.Game | None = None) -> list[PlayerInfo]:
    """The kinds of players with their parameters; only those that can play a game, if one is given.

    >>> import plyground
    >>> "best" in [kind.name for kind in plyground.players()]
    True
    """
    return [
        PlayerInfo(kind["name"], kind["summary"], [ParameterInfo(**parameter) for parameter in kind["parameters"]])
        for kind in _native.player_infos(game)
    ]


class Rules(ABC, Generic[State, Move]):
    """The rules of a game of your own. Derive from it, or write any class with these methods.

    States are values that never change: `play` returns a new one. A tuple, a string or a frozen dataclass is best; states that can be
    hashed let searches recognise positions. Optional methods, found by their names:

    * `outcomes(state)`: the probabilities of the faces 1, 2, … where `turn` is `"chance"`; with it `roll(state, face)` returns the state
      after the roll, and `roller(state)` the player who rolls;
    * `evaluate(state, player)`: rates an unfinished state, the more the better for the player;
    * `text(state)` and `parse(text)`: the state in a line;
    * `board(state)`: rows of cells to draw, each `"."`, `"#"`, a player's number, or a pair of player and label;
    * `all_moves()`: every move that any state may have, for learning.

    >>> import plyground
    >>> class Stones(plyground.Rules[tuple[int, int], int]):
    ...     '''Take one, two or three stones; who takes the last one wins.'''
    ...     longest = 21
    ...     def start(self): return (21, 1)
    ...     def turn(self, state): return state[1] if state[0] else None
    ...     def moves(self, state): return range(1, min(3, state[0]) + 1)
    ...     def play(self, state, move): return (state[0] - move, 3 - state[1])
    ...     def payoffs(self, state): return (-1, 1) if state[1] == 1 else (1, -1)
    >>> pos = plyground.game(Stones()).start()
    >>> plyground.solve(pos).moves[0].move    # leave a multiple of four
    '1'
    """

    players: int = 2
    """How many play."""
    longest: int = 10_000
    """An upper bound for the number of turns."""

    @abstractmethod
    def start(self) -> State:
        """The first state."""

    @abstractmethod
    def turn(self, state: State) -> int | Literal["chance"] | None:
        """The player to move, from 1; `"chance"` where a roll is due; `None` at the end. Never a player without a move."""

    @abstractmethod
    def moves(self, state: State) -> Iterable[Move]:
        """The legal moves. Their texts, without blanks, must differ."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """The state after a legal move."""

    @abstractmethod
    def payoffs(self, state: State) -> Sequence[float]:
        """One number per player, the more the better."""


def _map_text(map: str | os.PathLike[str]) -> tuple[str, str | None]:
    """The text of a map file with its name, or the name of a built-in map."""
    if isinstance(map, str) and "\n" in map:
        return map, None
    path = Path(map)
    if not path.is_file():
        return str(map), None
    size = path.stat().st_size
    if size > _LARGEST_MAP:
        raise ValueError(f"{path} has {size} bytes; the limit is {_LARGEST_MAP}")
    text = path.read_text(encoding="utf-8", errors="replace")
    return text if "\n" in text else text + "\n", path.stem


def game(
    name: str | Rules[Any, Any] | Any,
    variant: str | Mapping[str, object] | None = None,
    *,
    map: str | os.PathLike[str] | None = None,
    position: str | None = None,
    moves: str | None = None,
    lenient: bool = False,
) -> _native.Game:
    """Opens a game: by its name, or from an object with rules of your own.

    `variant` is a name, `"key=value,…"`, or a dictionary; `map` a file, the text of a map, or the name of a built-in one; `position` where
    play begins instead of the usual start; `lenient` forgives what strict readers of maps refuse.

    >>> import plyground
    >>> plyground.game("isola", variant={"cols": 5, "rows": 5}).start().turn
    1
    >>> plyground.game("reversixt", map="torus").players
    3
    >>> plyground.game("isla")
    Traceback (most recent call last):
    ...
    ValueError: there is no game `isla`; did you mean `isola`?
    """
    if not isinstance(name, str):
        for option, value in (("variant", variant), ("map", map), ("position", position), ("moves", moves)):
            if value is not None:
                raise TypeError(f"{option}: a game with rules of your own does not take it")
        return _native.Game.of_rules(name)
    if isinstance(variant, Mapping):
        variant = ",".join(f"{key}={value}" for key, value in variant.items())
    text, map_name = (None, None) if map is None else _map_text(map)
    opened = _native.Game(name, variant, text, position, lenient, map_name)
    if moves is None:
        return opened
    after = opened.position(position, moves)
    return _native.Game(name, variant, text, after.text, lenient, map_name)
