"""What the extension module asks of Python."""

from __future__ import annotations

from typing import Any

from ._boards import Board
from ._outplay import Game, Position, restored

__all__ = ["Position", "board_name", "rebuilt", "restored"]


def board_name(board: object) -> str:
    """The name of whatever can be made a board."""
    return Board.of(board).name


def rebuilt(game: str, board: str, options: dict[str, Any]) -> Game:
    """A game that was pickled."""
    return Game(game, board, **options)
