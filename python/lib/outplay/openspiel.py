"""Games for OpenSpiel: `pyspiel.load_game("python_outplay", {"game": "cram", "board": "grid:3x3"})`.

>>> import pyspiel
>>> import outplay.openspiel
>>> game = pyspiel.load_game("python_outplay", {"game": "cram", "board": "grid:2x2"})
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['1,2', '1,3', '2,4', '3,4']

Importing this module registers the game. Options go into the parameter `options`, written as in the command: `"--misere"`. An
action is the number of a move in the list of all moves that any position may have, so it means the same in every position.

OpenSpiel's algorithms that are written in Python play these games; its bots in C++ cannot.
"""

from __future__ import annotations

from typing import Any

import numpy
import pyspiel

from ._learning import Actions, payoff
from ._outplay import Game, Position

_TYPE = pyspiel.GameType(
    short_name="python_outplay",
    long_name="A game of Outplay",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "cram", "board": "grid:3x3", "options": ""},
)


def read_options(text: str) -> dict[str, Any]:
    """Options as they are typed: `--misere --bias 1:2`."""
    options: dict[str, Any] = {}
    for part in (" " + text).split(" --")[1:]:
        name, _, value = part.strip().partition(" ")
        options[name.replace("-", "_")] = value.strip() or True
    return options


class OutplayGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Outplay as OpenSpiel knows games."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = {"game": "cram", "board": "grid:3x3", "options": "", **(params or {})}
        self.rules = Game(asked["game"], asked["board"], **read_options(asked["options"]))
        self.actions = Actions(self.rules)
        start = self.rules.position()
        most = float(max(1, _most_points(start)))
        info = pyspiel.GameInfo(
            num_distinct_actions=max(1, len(self.actions)),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=max(1, self.rules.longest_game()),
        )
        super().__init__(_TYPE, info, asked)
        self.vector_length = len(start.vector()) + 3

    def new_initial_state(self) -> OutplayState:
        """The start of the game."""
        return OutplayState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OutplayObserver:
        """What a player sees: everything."""
        return OutplayObserver(self)


def _most_points(start: Position) -> int:
    """The most that a game can be won by."""
    if start.game.theory != "scoring":
        return 1
    return len({end for move in start.moves() for end in move.split("-")})


class OutplayState(pyspiel.State):  # type: ignore[misc]
    """A position as OpenSpiel knows states."""

    def __init__(self, game: OutplayGame) -> None:
        super().__init__(game)
        self.actions = game.actions
        self.position = game.rules.position()

    def current_player(self) -> int:
        """Who moves, or that nobody does."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.position.to_move == "first" else 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.actions.legal(self.position)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self.actions.moves[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self.actions.moves[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """What both players get."""
        if not self.position.is_over:
            return [0.0, 0.0]
        first = payoff(self.position)
        return [first, -first]

    def __str__(self) -> str:
        return f"{self.position}\n{self.position.to_move} to move, {self.position.score[0]}:{self.position.score[1]}"


class OutplayObserver:
    """Sees the whole position: its vector, who moves, the score."""

    def __init__(self, game: OutplayGame) -> None:
        self.tensor = numpy.zeros(game.vector_length, numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OutplayState, player: int) -> None:
        """Looks at a state."""
        position = state.position
        self.tensor[:] = [*position.vector(), float(position.to_move == "first"), *position.score]

    def string_from(self, state: OutplayState, player: int) -> str:
        """The state in words."""
        return str(state)


pyspiel.register_game(_TYPE, OutplayGame)
