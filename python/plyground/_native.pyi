"""The compiled half of the package `plyground`."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from os import PathLike
from typing import Any, final

_Time = str | float | timedelta
_Progress = Callable[[Mapping[str, Any]], object]
_Player = str | Player | Callable[[Position], object]

__version__: str
__all__ = [
    "Game",
    "Player",
    "Position",
    "__version__",
    "archive_games",
    "archive_standings",
    "archive_tournaments",
    "game_infos",
    "luck_of",
    "perft",
    "play_match",
    "player_infos",
    "playouts",
    "probe",
    "run_study",
    "run_tournament",
    "seed",
    "selfplay",
    "solve",
    "study_infos",
    "with_lines",
]

@final
class Game:
    """A game on one board, with its rules. Made by `plyground.game`."""

    def __new__(
        cls,
        name: str,
        variant: str | None = None,
        map: str | None = None,
        position: str | None = None,
        lenient: bool = False,
        map_name: str | None = None,
    ) -> Game: ...
    @staticmethod
    def of_rules(rules: object) -> Game: ...
    @property
    def name(self) -> str: ...
    @property
    def variant(self) -> str: ...
    @property
    def map(self) -> str | None: ...
    @property
    def map_text(self) -> str | None: ...
    @property
    def players(self) -> int: ...
    @property
    def has_dice(self) -> bool: ...
    @property
    def is_zero_sum(self) -> bool: ...
    @property
    def longest(self) -> int: ...
    @property
    def player_names(self) -> list[str]: ...
    @property
    def rules(self) -> Any: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def planes(self) -> list[str]: ...
    @property
    def observation_shape(self) -> tuple[int, int, int]: ...
    def start(self) -> Position: ...
    def random_start(self, seed: int | None = None) -> Position: ...
    def position(self, text: str | None = None, moves: str = "") -> Position: ...
    def position_of(self, state: object) -> Position: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Position:
    """A position and how it came about. `play` and `roll` change it, `undo` takes back, `copy` makes another one."""

    __hash__: None  # type: ignore[assignment]
    @property
    def game(self) -> Game: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def is_chance(self) -> bool: ...
    @property
    def phase(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def hash(self) -> int: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def ply(self) -> int: ...
    @property
    def ending(self) -> str | None: ...
    @property
    def state(self) -> Any: ...
    @property
    def winner(self) -> int | None: ...
    def legal_moves(self) -> list[str]: ...
    def play(self, move: str) -> None: ...
    def undo(self) -> None: ...
    def outcomes(self) -> dict[int, float]: ...
    def roll(self, face: int | None = None) -> int: ...
    def payoffs(self) -> list[float]: ...
    def legal_actions(self) -> list[int]: ...
    def play_action(self, action: int) -> None: ...
    def action_text(self, action: int) -> str: ...
    def action_of(self, move: str) -> int: ...
    def observation(self) -> Any: ...
    def legal_mask(self) -> Any: ...
    def copy(self) -> Position: ...
    def draw(self, colour: bool = False, unicode: bool = True) -> str: ...
    def svg(self, cell: float = 40.0) -> str: ...
    def cells(self) -> list[list[str | None]]: ...
    def _repr_svg_(self) -> str | None: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: object) -> Position: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Player:
    """A player described by a spec, such as `best` or `search(depth=6)`. Made by `plyground.player`."""

    def __new__(
        cls,
        spec: str = "best",
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: _Time | None = None,
        iterations: int | None = None,
        seed: int = 1,
        evaluation: Callable[[Position, int], float] | None = None,
    ) -> Player: ...
    @property
    def spec(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def evaluation(self) -> Callable[[Position, int], float] | None: ...
    @property
    def limits(self) -> dict[str, float]: ...
    def choose(self, position: Position) -> str: ...
    def think(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: _Time | None = None,
        iterations: int | None = None,
        trace: tuple[int, int] | None = None,
        progress: _Progress | None = None,
    ) -> dict[str, Any]: ...
    def new_game(self, seed: int | None = None) -> None: ...
    def __call__(self, position: Position) -> str: ...

def seed(number: int) -> None: ...
def game_infos() -> list[dict[str, Any]]: ...
def player_infos(game: Game | None = None) -> list[dict[str, Any]]: ...
def with_lines(spec: str, lines: int) -> str: ...
def solve(
    position: Position,
    *,
    score: str = "outcome",
    nodes: int,
    table: str | int,
    threads: int = 1,
    moves: bool = True,
    progress: _Progress | None = None,
) -> dict[str, Any]: ...
def perft(
    position: Position, depth: int, *, divide: bool = False, progress: _Progress | None = None
) -> dict[str, Any]: ...
def probe(position: Position) -> float | None: ...
def luck_of(
    position: Position,
    *,
    player: str | None = None,
    seed: int = 1,
    exact_nodes: int = ...,
    progress: _Progress | None = None,
) -> dict[str, Any]: ...
def play_match(
    game: Game,
    players: Sequence[_Player],
    *,
    games: int = 100,
    depth: int | None = None,
    nodes: int | None = None,
    time: _Time | None = None,
    iterations: int | None = None,
    clock: str | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    openings: str = "auto",
    sprt: tuple[float, float] | None = None,
    moves: bool = True,
    longest: int | None = None,
    progress: _Progress | None = None,
) -> dict[str, Any]: ...
def playouts(
    position: Position,
    games: int,
    *,
    threads: int | None = None,
    seed: int = 1,
    progress: _Progress | None = None,
) -> tuple[Any, Any]: ...
def selfplay(
    position: Position,
    players: Sequence[str],
    games: int,
    *,
    threads: int | None = None,
    seed: int = 1,
    random_turns: int = 0,
    epsilon: float = 0.0,
    random_starts: bool = True,
    depth: int | None = None,
    nodes: int | None = None,
    time: _Time | None = None,
    iterations: int | None = None,
    observations: bool = True,
    masks: bool = True,
    progress: _Progress | None = None,
) -> dict[str, Any]: ...
def run_tournament(
    plan_file: str | PathLike[str],
    plan_text: str | None,
    archive: str | PathLike[str],
    *,
    jobs: int | None = None,
    progress: _Progress | None = None,
) -> dict[str, Any]: ...
def archive_tournaments(archive: str | PathLike[str]) -> list[dict[str, Any]]: ...
def archive_standings(archive: str | PathLike[str], name: str | None = None) -> dict[str, Any]: ...
def archive_games(
    archive: str | PathLike[str], name: str | None = None, first: int = 0, last: int | None = None
) -> list[dict[str, Any]]: ...
def study_infos() -> list[dict[str, Any]]: ...
def run_study(
    name: str,
    folder: str | PathLike[str],
    *,
    quick: bool = False,
    games: int | None = None,
    maps: Sequence[str] = ...,
    player: str | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> dict[str, Any]: ...
