"""Our games where OpenSpiel's are expected. Needs `open_spiel`.

Importing this module registers them: `pyspiel.load_game("plyground_einstein")`, with the parameters `variant` and `map`. `game` wraps any game,
also one of your own. Results are those of `plyground`: 1 for the winner and -1 for the loser; with more players the share of opponents beaten
minus the share of opponents lost to.

>>> from plyground import openspiel
>>> state = openspiel.game("isola", variant="cols=4,rows=4").new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player()
1
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import pyspiel  # type: ignore[import-untyped,import-not-found,unused-ignore]

from . import _games, _native, learn
from ._returns import returns

_PREFIX = "plyground_"


def _game_type(name: str, players: tuple[int, int], has_dice: bool, loadable: bool) -> Any:
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=_PREFIX + name,
        long_name=f"{name} of plyground",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if has_dice else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"variant": "", "map": ""} if loadable else {},
    )


class Game(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """A game of plyground as OpenSpiel sees it."""

    def __init__(self, game: _native.Game, params: Mapping[str, Any] | None = None) -> None:
        self.plyground = game
        faces = len(game.start().outcomes())
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=faces,
            num_players=game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.longest,
        )
        players = (game.players, game.players)
        kind = _game_type(game.name, players, game.has_dice, loadable=game.rules is None)
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self, state: object = None) -> State:
        """The first state. Other ones are made with `state_of`."""
        if state is not None:
            raise ValueError("states are made of positions: use state_of(position)")
        return State(self, self.plyground.start())

    def state_of(self, position: _native.Position) -> State:
        """The state of a position."""
        if position.game != self.plyground:
            raise ValueError(f"the position belongs to {position.game!r}, not to {self.plyground!r}")
        return State(self, position.copy())

    def max_chance_nodes_in_history(self) -> int:
        """A roll before every move."""
        return self.plyground.longest if self.plyground.has_dice else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Observes states as planes."""
        if params:
            raise ValueError("the observer takes no parameters")
        return Observer(self.plyground)


class Observer:
    """The planes of a position as OpenSpiel's observers hold them."""

    def __init__(self, game: _native.Game) -> None:
        shape = game.observation_shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        """Writes the planes of a state."""
        self.tensor[:] = learn.observe(state.position).ravel()

    def string_from(self, state: State, player: int) -> str:
        """The state as text."""
        return str(state)


class State(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A position as OpenSpiel sees it."""

    def __init__(self, game: Game, position: _native.Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        """The player to move, from 0; a negative number at chance nodes and at the end."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.position.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return (self.position.turn or 1) - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Faces, from 0, with their probabilities."""
        return [(face - 1, chance) for face, chance in self.position.outcomes().items()]

    def _apply_action(self, action: int) -> None:
        if self.position.is_chance:
            self.position.roll(action + 1)
        else:
            self.position.play_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.position.is_chance:
            return f"die {action + 1}"
        return self.position.action_text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """The result, or zeros before the end."""
        if not self.position.is_over:
            return [0.0] * self.position.game.players
        return returns(self.position.payoffs())

    def __str__(self) -> str:
        return self.position.text


class _Loaded(Game):
    """A game that `pyspiel.load_game` makes from its parameters."""

    name = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        words = {key: value for key, value in (params or {}).items() if value}
        super().__init__(_games.game(self.name, **words), words)


def _register() -> None:
    known = set(pyspiel.registered_names())
    for info in _games.games():
        if _PREFIX + info.name not in known:
            kind = _game_type(info.name, info.players, info.has_dice, loadable=True)
            pyspiel.register_game(kind, type(f"Loaded{info.name.title()}", (_Loaded,), {"name": info.name}))


def game(game: str | _native.Game, variant: str | None = None, *, map: str | None = None) -> Game:
    """A game of plyground for OpenSpiel."""
    if isinstance(game, str):
        return Game(
            _games.game(game, variant, map=map),
            {key: value for key, value in (("variant", variant), ("map", map)) if value},
        )
    return Game(game)


_register()
