"""What those who learn to play need: a fixed list of actions, and what a finished game is worth."""

from __future__ import annotations

from typing import Any

from ._errors import InputError
from ._outplay import Game, Position


class Actions:
    """Every move that any position of a game may have, numbered. Copies are the same object: it never changes."""

    def __init__(self, game: Game) -> None:
        moves = game.actions()
        if moves is None:
            raise InputError(f"{game} has too many moves for a list of actions\n  choose a smaller board")
        self.moves: list[str] = moves
        self.numbers = {move: number for number, move in enumerate(moves)}

    def __len__(self) -> int:
        return len(self.moves)

    def legal(self, position: Position) -> list[int]:
        """The numbers of the legal moves, ascending."""
        return sorted(self.numbers[move] for move in position.moves())

    def __deepcopy__(self, memo: Any) -> Actions:
        return self


def payoff(position: Position) -> float:
    """What the first player gets of a game that is over: the margin of a scoring game, else 1, 0 or -1."""
    if position.game.theory == "scoring":
        first, second = position.score
        return float(second - first if position.game.misere else first - second)
    return {"first": 1.0, "second": -1.0}.get(position.winner or "", 0.0)
