"""Our games as environments of PettingZoo (AEC). Needs `pettingzoo`.

Dice are rolled by the environment, with the seed of `reset`. Rewards come at the end: 1 for the winner and -1 for the loser; with more players the
share of opponents beaten minus the share of opponents lost to. Observations are the planes of `plyground.learn`, with the mask of legal actions.

>>> from plyground import pettingzoo
>>> env = pettingzoo.env("isola", variant="cols=4,rows=4")
>>> env.reset(seed=1)
>>> env.agent_selection
'player_1'
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium  # type: ignore[import-not-found,unused-ignore]
import numpy as np
from gymnasium import spaces
from pettingzoo.utils import wrappers  # type: ignore[import-untyped,import-not-found,unused-ignore]

from pettingzoo import AECEnv  # type: ignore[import-untyped,import-not-found,unused-ignore]

from . import _games, _native, learn
from ._returns import returns


def env(game: str | _native.Game, render_mode: str | None = None, **options: Any) -> Any:
    """The environment with PettingZoo's usual wrappers: illegal actions end the game, and calls come in their order."""
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode, **options), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc,unused-ignore]
    """The environment alone. `options` are those of `plyground.game`."""

    metadata = {"render_modes": ["ansi", "human"], "name": "plyground", "is_parallelizable": False, "render_fps": 1}

    def __init__(self, game: str | _native.Game, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.game = _games.game(game, **options) if isinstance(game, str) else game
        self.metadata = {**self.metadata, "name": f"plyground_{self.game.name}"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(1, self.game.players + 1)]
        actions = self.game.num_actions
        planes = spaces.Box(0, np.inf, self.game.observation_shape, np.float32)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._rng = random.Random()
        self.position = self.game.start()

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Planes and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The numbers of all moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game, with a random set-up where the rules provide for one."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.position = self.game.random_start(self._rng.getrandbits(63))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._roll()
        self.agent_selection = self._mover() or self.agents[0]

    def _roll(self) -> None:
        while self.position.is_chance:
            faces = self.position.outcomes()
            self.position.roll(self._rng.choices(list(faces), list(faces.values()))[0])

    def _mover(self) -> str | None:
        turn = self.position.turn
        return None if turn is None else self.possible_agents[turn - 1]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; only the agent to move has legal actions."""
        if self._mover() == agent:
            mask = learn.legal_mask(self.position).astype(np.int8)
        else:
            mask = np.zeros(self.game.num_actions, np.int8)
        return {"observation": learn.observe(self.position), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action of the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that is still in the game has to act")
        self.position.play_action(int(action))
        self._roll()
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        if self.position.is_over:
            for player, reward in zip(self.possible_agents, returns(self.position.payoffs()), strict=True):
                self.rewards[player] = reward
                self.terminations[player] = True
            place = self.agents.index(agent)
            self.agent_selection = self.agents[(place + 1) % len(self.agents)]
        else:
            self.agent_selection = self._mover() or agent
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text."""
        text = str(self.position)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is open."""
