"""Games as environments of PettingZoo, for agents that learn.

>>> import outplay.pettingzoo
>>> environment = outplay.pettingzoo.env("cram", "grid:2x2")
>>> environment.reset()
>>> environment.agent_selection
'first'

An action is the number of a move in the list of all moves that any position may have; `action_mask` of an observation says
which are legal. A player who makes an illegal move loses at once.
"""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._learning import Actions, payoff
from ._outplay import Game, Position

AGENTS = ("first", "second")


def env(game: str, board: object, render_mode: str | None = None, **options: Any) -> AECEnv:
    """A game as an environment, wrapped as PettingZoo recommends: an illegal move loses."""
    bare = raw_env(game, board, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1))


def raw_env(game: str, board: object, render_mode: str | None = None, **options: Any) -> OutplayEnv:
    """The same without wrappers."""
    return OutplayEnv(Game(game, board, **options), render_mode)


class OutplayEnv(AECEnv):  # type: ignore[misc]
    """A game of Outplay as PettingZoo knows environments: 1 for a win, -1 for a loss; in scoring games the margin."""

    metadata = {"render_modes": ["human", "ansi"], "name": "outplay_v0", "is_parallelizable": False}

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        self.game, self.actions, self.render_mode = game, Actions(game), render_mode
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        start = game.position()
        most = max([1, *start.vector()])
        size = len(start.vector()) + 3
        seen = spaces.Dict(
            {
                "observation": spaces.Box(low=0, high=float(max(most, 255)), shape=(size,), dtype=numpy.float32),
                "action_mask": spaces.Box(low=0, high=1, shape=(len(self.actions),), dtype=numpy.int8),
            }
        )
        self._observed = dict.fromkeys(AGENTS, seen)
        self._acted = {agent: spaces.Discrete(len(self.actions)) for agent in AGENTS}
        self.position: Position = start

    def observation_space(self, agent: str) -> Any:
        """What an agent sees."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent can do."""
        return self._acted[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        self.agents = list(self.possible_agents)
        self.position = self.game.position()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.position.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.to_move

    def observe(self, agent: str) -> dict[str, Any]:
        """The position, whether it is the agent's turn, the score; and which actions are legal."""
        position = self.position
        mine, theirs = position.score if agent == "first" else position.score[::-1]
        mask = numpy.zeros(len(self.actions), numpy.int8)
        if agent == position.to_move:
            mask[self.actions.legal(position)] = 1
        seen = numpy.array([*position.vector(), position.to_move == agent, mine, theirs], numpy.float32)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.position = self.position.play(self.actions.moves[int(action)])
        self._clear_rewards()
        if self.position.is_over:
            first = payoff(self.position)
            self.rewards = {"first": first, "second": -first}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = "second" if agent == "first" else "first"
        else:
            self.agent_selection = self.position.to_move
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position with letters."""
        if self.render_mode == "human":
            print(self.position)
            return None
        return str(self.position)

    def close(self) -> None:
        """Nothing is open."""
