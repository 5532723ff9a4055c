"""For programs that learn: positions as planes of numbers, moves as numbers, and many games at a time. Needs numpy.

>>> import plyground
>>> from plyground import learn
>>> batch = learn.playouts(plyground.game("einstein").start(), 1000)
>>> batch.payoffs.shape
(1000, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._games import game as open_game
from ._progress import Progress, ProgressOption
from ._thinking import Time

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]


def observe(position: _native.Position) -> Floats:
    """The planes of a position: an array of planes, rows and columns. `game.planes` says what they show.

    >>> import plyground
    >>> game = plyground.game("einstein")
    >>> plyground.learn.observe(game.start()).shape == game.observation_shape
    True
    """
    planes: Floats = position.observation()
    return planes.reshape(position.game.observation_shape)


def legal_mask(position: _native.Position) -> Bools:
    """For each action whether it is legal.

    >>> import plyground
    >>> pos = plyground.game("reversixt").start()
    >>> plyground.learn.legal_mask(pos).sum()
    np.int64(4)
    """
    mask: Bools = position.legal_mask()
    return mask


@dataclass(frozen=True)
class Playouts:
    """Random games from one position."""

    payoffs: Floats
    """Games times players."""
    turns: npt.NDArray[np.uint32]
    """The length of each game."""

    def means(self) -> npt.NDArray[np.float64]:
        """What the position is worth to each player when all play at random."""
        means: npt.NDArray[np.float64] = self.payoffs.mean(axis=0, dtype=np.float64)
        return means


def playouts(
    position: _native.Position,
    games: int,
    *,
    threads: int | None = None,
    seed: int = 1,
    progress: ProgressOption = None,
) -> Playouts:
    """Plays random games, every move equally likely, on all cores.

    The same seed gives the same games, whatever the number of threads.
    """
    with Progress(progress, "playouts") as shown:
        payoffs, turns = _native.playouts(position, games, threads=threads, seed=seed, progress=shown.callback)
    return Playouts(payoffs.reshape(games, position.game.players), turns)


@dataclass(frozen=True)
class Batch:
    """Positions of many games, one row each."""

    observations: Floats | None
    """Positions times planes, rows and columns."""
    masks: Bools | None
    """Positions times actions: whether each is legal."""
    actions: Ints
    """What was played; -1 for a move without a number."""
    players: Ints
    """Who played it, from 1."""
    games: Ints
    """The game that a position belongs to, from 0."""
    turns: Ints
    """The turn within its game, from 0."""
    payoffs: Floats
    """What the game was worth to each player in the end."""

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def outcomes(self) -> Floats:
        """What the game was worth in the end to the player to move."""
        outcomes: Floats = self.payoffs[np.arange(len(self)), self.players - 1]
        return outcomes


def selfplay(
    game: str | _native.Game | _native.Position,
    games: int,
    players: str | Sequence[str] = "random",
    *,
    threads: int | None = None,
    seed: int = 1,
    random_turns: int = 0,
    epsilon: float = 0.0,
    random_starts: bool = True,
    depth: int | None = None,
    nodes: int | None = None,
    time: Time | None = None,
    iterations: int | None = None,
    observations: bool = True,
    masks: bool = True,
    progress: ProgressOption = None,
) -> Batch:
    """Plays games in Rust threads and returns every position where a player moved.

    `players` is one spec for all seats or one for each. The first `random_turns` turns are random, later ones with probability `epsilon`;
    `random_starts` begins with random set-ups, where the rules provide for them. Nothing is copied: the numbers are written into the memory
    of the arrays. The same seed gives the same games, unless a time limits the players.

    >>> import plyground
    >>> batch = plyground.learn.selfplay("einstein", 20, "greedy", seed=3)
    >>> bool(batch.masks[range(len(batch)), batch.actions].all())
    True
    """
    opened = open_game(game) if isinstance(game, str) else game
    position = opened if isinstance(opened, _native.Position) else opened.start()
    if isinstance(opened, _native.Position):
        random_starts = False
    with Progress(progress, "selfplay") as shown:
        arrays: dict[str, Any] = _native.selfplay(
            position,
            [players] if isinstance(players, str) else list(players),
            games,
            threads=threads,
            seed=seed,
            random_turns=random_turns,
            epsilon=epsilon,
            random_starts=random_starts,
            depth=depth,
            nodes=nodes,
            time=time,
            iterations=iterations,
            observations=observations,
            masks=masks,
            progress=shown.callback,
        )
    count = arrays["count"]
    facts = arrays["facts"].reshape(count, 4)
    planes = arrays.get("observations")
    legal = arrays.get("masks")
    rules = position.game
    return Batch(
        observations=None if planes is None else planes.reshape(count, *rules.observation_shape),
        masks=None if legal is None else legal.reshape(count, rules.num_actions),
        actions=facts[:, 3],
        players=facts[:, 2],
        games=facts[:, 0],
        turns=facts[:, 1],
        payoffs=arrays["payoffs"].reshape(count, rules.players),
    )
