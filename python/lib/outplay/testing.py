"""Conformance tests, for games of your own and for those of the registry.

>>> import outplay, outplay.testing
>>> outplay.testing.conforms(outplay.Game("cram", "grid:2x3")) > 10
True
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Hashable
from typing import Any, Union

from ._answers import Value
from ._define import DefinedGame, DefinedPosition
from ._outplay import Game, Position

AnyPosition = Union[Position, "DefinedPosition[Any, Any]"]


class NotConforming(AssertionError):
    """A game that is not consistent."""


def conforms(game: Game | DefinedGame[Any, Any], positions: int = 400) -> int:
    """Visits positions of a game, up to a limit, and raises `NotConforming` if something is wrong. Returns the number of
    positions looked at.

    That moves are listed once each, the same every time, and can be played; that positions are values: equal if nothing is
    different, with equal hashes, unchanged by being played on, pickled and back; that the end is the end; and that the
    solver's values are those of plain recursion over the rules, which is written here and knows nothing of the solver. In a
    game that names parts, that these are worth what the whole is worth.
    """
    start = game.position()
    seen: dict[Hashable, AnyPosition] = {}
    waiting: list[AnyPosition] = [start]
    while waiting and len(seen) < positions:
        position = waiting.pop(0)
        if position in seen:
            continue
        seen[position] = position
        moves = list(position.moves())
        _rules(position, moves)
        waiting += [_played(position, move) for move in moves]
    if not waiting:
        _values(game, list(seen.values()))
    return len(seen)


def _played(position: AnyPosition, move: Any) -> AnyPosition:
    return position.play(move)


def _rules(position: AnyPosition, moves: list[Any]) -> None:
    _hold(list(position.moves()) == moves, position, "lists other moves when it is asked again")
    for number, move in enumerate(moves):
        _hold(move not in moves[:number], position, f"lists the move {move!r} twice")
    if isinstance(position, DefinedPosition):
        _state(position, moves)
    else:
        again: AnyPosition = pickle.loads(pickle.dumps(position))
        _hold(again == position and hash(again) == hash(position), position, "is another after being pickled")
        _hold(position.is_over == (not moves), position, "is over, or not, but its moves say otherwise")
        _hold(position.game.position(*(position.played or ())) == position, position, "is not where its moves lead")
    for move in moves:
        once, twice = _played(position, move), _played(position, move)
        _hold(once == twice, position, f"leads to two positions by {move!r}")
        _hold(hash(once) == hash(twice), position, f"leads by {move!r} to equal positions with different hashes")


def _state(position: DefinedPosition[Any, Any], moves: list[Any]) -> None:
    game, state = position.game, position.state
    before = copy.deepcopy(state)
    for move in moves:
        game.apply(state, move)
        _hold(state == before and hash(state) == hash(before), position, f"is changed by {move!r} instead of copied")
    if game.list_parts is not None:
        _hold(list(game.list_parts(state)) == list(game.list_parts(state)), position, "has other parts when asked again")


def _values(game: Game | DefinedGame[Any, Any], positions: list[AnyPosition]) -> None:
    """Every position was seen: the solver against plain recursion."""
    plain = _Plain(game)
    for position, value in zip(positions, _solved(game, positions)):
        expected = plain.value(position)
        found = value.outcome if expected in ("N", "P") else _brief(value)
        _hold(found == expected, position, f"is worth {expected} by the rules, but the solver says {found}")


def _solved(game: Game | DefinedGame[Any, Any], positions: list[AnyPosition]) -> list[Value]:
    if isinstance(game, Game):
        return [position.value() for position in positions]
    return game._explored.values([one for one in positions if isinstance(one, DefinedPosition)], None, None, False)


def _brief(value: Value) -> Any:
    """What plain recursion finds, too."""
    if value.margin is not None:
        return value.margin
    return value.winner if value.grundy is None else value.grundy


class _Plain:
    """Values by nothing but the moves: Grundy values, margins, winners."""

    def __init__(self, game: Game | DefinedGame[Any, Any]) -> None:
        self.theory, self.misere = game.theory, game.misere
        self.known: dict[Hashable, Any] = {}

    def value(self, position: AnyPosition) -> Any:
        if position not in self.known:
            self.known[position] = self._value(position)
        return self.known[position]

    def _value(self, position: AnyPosition) -> Any:
        after = [_played(position, move) for move in position.moves()]
        mover = position.to_move
        if self.theory == "scoring":
            margins = [self.value(one) for one in after]
            if not margins:
                return position.score[0] - position.score[1]
            return max(margins) if (mover == "first") != self.misere else min(margins)
        if self.theory == "positional":
            return self._winner(position, after)
        if self.theory == "partizan":
            other = "second" if mover == "first" else "first"
            return mover if mover in (self.value(one) for one in after) else other
        if any(one.to_move == mover for one in after) or self.misere:
            return self._outcome(position, after)
        values = {self.value(one) for one in after}
        if values & {"N", "P"}:
            return self._outcome(position, after)
        return next(value for value in range(len(values) + 1) if value not in values)

    def _outcome(self, position: AnyPosition, after: list[AnyPosition]) -> str:
        if not after:
            return "N" if self.misere else "P"
        mover = position.to_move
        wins = any(
            (self.value(one) not in ("P", 0)) if one.to_move == mover else (self.value(one) in ("P", 0)) for one in after
        )
        return "N" if wins else "P"

    def _winner(self, position: AnyPosition, after: list[AnyPosition]) -> str:
        if not after:
            if isinstance(position, DefinedPosition):
                end = position.game.end(position.state) if position.game.end else None
                return end if end in ("first", "second") else "none"
            return position.winner or "none"
        mover = position.to_move
        other = "second" if mover == "first" else "first"
        found = {self.value(one) for one in after}
        return mover if mover in found else "none" if "none" in found else other


def _hold(kept: bool, position: AnyPosition, what: str) -> None:
    if not kept:
        raise NotConforming(f"{position!r} {what}")


__all__ = ["NotConforming", "conforms"]
