"""A game that is defined in Python: a start, a function that lists moves and one that plays them.

The positions that play can reach are explored here, once each; the reference solver, which is Rust, works on their numbers.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, Literal, NamedTuple, TypeVar, Union

from . import _outplay
from ._answers import Value
from ._api import Memory, _bytes
from ._errors import InputError, Interrupted, LimitReached
from ._progress import Bar, Progress

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")

#: Deeper games than this would need more stack than there is.
DEEPEST = 200_000
#: What a position and a move take in memory, about.
POSITION_BYTES, MOVE_BYTES = 400, 120

Player = Literal["first", "second"]
End = Literal["first", "second", "draw", "tie"]


class Step(NamedTuple):
    """What a move leads to, where that is more than a position: the points it scores, and whether the same player moves
    again."""

    position: Any
    points: int = 0
    again: bool = False


class DefinedGame(Generic[S, M]):
    """A game that is defined in Python. `define` makes one."""

    __module__ = "outplay"

    def __init__(
        self,
        start: S,
        moves: Callable[[S], Iterable[M]],
        apply: Callable[[S, M], Union[S, Step]],
        *,
        name: str,
        theory: Literal["impartial", "scoring", "positional"],
        misere: bool,
        parts: Callable[[S], Iterable[S]] | None,
        end: Callable[[S], End | None] | None,
        to_move: Callable[[S], Player] | None,
    ) -> None:
        if theory not in ("impartial", "scoring", "positional"):
            raise InputError(f"theory={theory!r}\n  a game is impartial, scoring or positional")
        if theory == "positional" and (end is None or to_move is None):
            raise InputError("a positional game needs the functions end(position) and to_move(position)")
        if theory == "positional" and misere:
            raise InputError("a positional game has no misère convention: its end says who wins")
        if parts is not None and theory != "impartial":
            raise InputError("only impartial games fall into parts")
        self.start, self.name, self.theory, self.misere = start, name, theory, misere
        self.list_moves, self.apply, self.list_parts, self.end, self.mover = moves, apply, parts, end, to_move
        self._explored = _Explored(self)

    def position(self, state: S | None = None) -> DefinedPosition[S, M]:
        """The start of the game, or any of its positions, as if it were the start."""
        first = self.start if state is None else state
        return DefinedPosition(self, first, self.mover(first) if self.mover else "first", (0, 0))

    def solve(self, **limits: Any) -> Value:
        """What the start is worth."""
        return self.position().value(**limits)

    def __len__(self) -> int:
        """How many positions were explored."""
        return len(self._explored.states)

    def __repr__(self) -> str:
        return f"<DefinedGame {self.name}, {self.theory}>"


class DefinedPosition(Generic[S, M]):
    """A position of a game that is defined in Python: a state, whose turn it is, the score. Positions are values."""

    __module__ = "outplay"
    __slots__ = ("game", "score", "state", "to_move")

    def __init__(self, game: DefinedGame[S, M], state: S, to_move: str, score: tuple[int, int]) -> None:
        self.game, self.state, self.to_move, self.score = game, state, to_move, score

    def moves(self) -> list[M]:
        """Every legal move; none if the game is over."""
        if self.game.end is not None and self.game.end(self.state) is not None:
            return []
        return list(self.game.list_moves(self.state))

    def play(self, move: M) -> DefinedPosition[S, M]:
        """The position after a move."""
        if move not in self.moves():
            raise InputError(f"{move!r} is not legal here")
        return self._after(move)

    def _after(self, move: M) -> DefinedPosition[S, M]:
        step = _step(self.game.apply(self.state, move))
        first, second = self.score
        score = (first + step.points, second) if self.to_move == "first" else (first, second + step.points)
        if self.game.mover is not None:
            mover: str = self.game.mover(step.position)
        else:
            mover = self.to_move if step.again else _other(self.to_move)
        return DefinedPosition(self.game, step.position, mover, score)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return not self.moves()

    def value(
        self,
        *,
        time: float | None = None,
        memory: Memory = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> Value:
        """What the position is worth, by the reference solver."""
        return self.game._explored.values([self], time, memory, progress)[0]

    def values(
        self,
        *,
        time: float | None = None,
        memory: Memory = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> list[tuple[M, Value]]:
        """Every legal move with what the position after it is worth."""
        moves = self.moves()
        after = [self._after(move) for move in moves]
        return list(zip(moves, self.game._explored.values(after, time, memory, progress)))

    def best_moves(self, **limits: Any) -> list[M]:
        """The best moves; empty in a lost impartial position."""
        valued = self.values(**limits)
        if self.game.theory == "impartial":
            return [move for move, value in valued if value.winner == self.to_move]
        best = max((self._rank(value) for _, value in valued), default=None)
        return [move for move, value in valued if self._rank(value) == best]

    def _rank(self, value: Value) -> tuple[float, float]:
        """How much the player to move likes a value."""
        sign = 1 if self.to_move == "first" else -1
        if value.margin is not None:
            return (sign * value.margin * (-1 if self.game.misere else 1), 0)
        won = {"first": 1, "second": -1}.get(value.winner, 0) * sign
        return (won, -won * (value.plies or 0))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DefinedPosition) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.state, self.to_move, self.score))

    def _key(self) -> tuple[Any, ...]:
        return id(self.game), self.state, self.to_move, self.score

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.state!r}, {self.to_move} to move>"


def _other(player: str) -> str:
    return "second" if player == "first" else "first"


def _step(told: Any) -> Step:
    return told if isinstance(told, Step) else Step(told)


class _Explored:
    """The positions that were reached so far, by number."""

    def __init__(self, game: DefinedGame[Any, Any]) -> None:
        self.game = game
        self.number: dict[Any, int] = {}
        self.states: list[Any] = []
        self.moves: list[list[tuple[int, int, bool]]] = []
        self.parts: list[list[int]] = []
        self.worth: dict[int, dict[str, Any]] = {}

    def values(
        self, positions: list[DefinedPosition[Any, Any]], time: float | None, memory: Memory, progress: Progress
    ) -> list[Value]:
        """What positions are worth."""
        end = None if time is None else clock.monotonic() + time
        most = _bytes(memory)
        numbers = [self.explore(position.state, end, most) for position in positions]
        missing = [number for number in dict.fromkeys(numbers) if number not in self.worth]
        if missing:
            left = None if end is None else max(0.0, end - clock.monotonic())
            self.worth.update(zip(missing, self.solve(missing, left, most, progress)))
        return [_told(self.worth[number], position) for number, position in zip(numbers, positions)]

    def solve(
        self, asked: list[int], time: float | None, memory: int | None, progress: Progress
    ) -> list[dict[str, Any]]:
        """Asks the reference solver."""
        game = self.game
        ends: list[str | None] = [game.end(state) for state in self.states] if game.end else []
        movers = [game.mover(state) == "first" for state in self.states] if game.mover else []
        bar = Bar(progress)
        run = _outplay.Run(time, memory, None, bar)
        try:
            return _outplay.solve_listed(
                game.theory, self.moves, self.parts, ends, movers, game.misere, asked, run
            )
        finally:
            bar.close()

    def explore(self, start: Any, end: float | None, memory: int | None) -> int:
        """Reaches every position from a start, each once, and gives the number of the start."""
        known = self.number.get(start) if _hashable(start) else None
        if known is not None:
            return known
        before = len(self.states)
        try:
            return self.reach(start, end, memory)
        except BaseException as error:
            # What is half explored is forgotten.
            known_states = len(self.states)
            for state in self.states[before:]:
                del self.number[state]
            del self.states[before:], self.moves[before:], self.parts[before:]
            if isinstance(error, KeyboardInterrupt):
                raise Interrupted("it was interrupted", {"positions": known_states}) from None
            raise

    def reach(self, start: Any, end: float | None, memory: int | None) -> int:
        """Depth first, without recursion, so that a position that comes up again on its own path is noticed."""
        first = self.enter(start)
        path = [(first, iter(self.children(first)))]
        open_now, bytes_used = {first}, 0
        while path:
            number, children = path[-1]
            child = next(children, None)
            if child is None:
                path.pop()
                open_now.discard(number)
                continue
            if child in open_now:
                raise InputError(f"the game can repeat a position, so it need not end: {self.states[child]!r}")
            if self.moves[child] is not _UNEXPLORED:
                continue
            open_now.add(child)
            path.append((child, iter(self.children(child))))
            bytes_used += POSITION_BYTES + MOVE_BYTES * len(self.moves[child])
            if len(path) > DEEPEST:
                raise InputError(f"a game of more than {DEEPEST:,} moves is too long for the reference solver")
            if end is not None and clock.monotonic() >= end:
                raise LimitReached("the time limit was reached", {"positions": len(self.states)})
            if memory is not None and bytes_used > memory:
                raise LimitReached("the memory limit was reached", {"positions": len(self.states)})
        return first

    def enter(self, state: Any) -> int:
        """The number of a state."""
        if not _hashable(state):
            raise InputError(f"positions must be hashable: {state!r} is not; use tuples and frozensets")
        number = self.number.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
            self.moves.append(_UNEXPLORED)
            self.parts.append([])
        return number

    def children(self, number: int) -> list[int]:
        """What has to be known before a position is: its parts, or what its moves lead to."""
        game, state = self.game, self.states[number]
        self.moves[number] = []
        if game.end is not None and game.end(state) is not None:
            return []
        if game.list_parts is not None and not game.misere:
            parts = [self.enter(part) for part in game.list_parts(state)]
            if parts != [number]:
                if not parts:
                    # Nothing is left: it has no moves.
                    return []
                self.parts[number] = parts
                return parts
        steps = [_step(game.apply(state, move)) for move in game.list_moves(state)]
        for step in steps:
            if not isinstance(step.points, int) or step.points < 0:
                raise InputError(f"points are whole numbers from 0 on, not {step.points!r}")
        self.moves[number] = [(self.enter(step.position), step.points, bool(step.again)) for step in steps]
        return [to for to, _, _ in self.moves[number]]


#: Stands for the moves of a position that was seen but not looked at.
_UNEXPLORED: list[tuple[int, int, bool]] = []


def _hashable(state: object) -> bool:
    try:
        hash(state)
    except TypeError:
        return False
    return True


def _told(worth: dict[str, Any], position: DefinedPosition[Any, Any]) -> Value:
    """The value of a state, with players named by who began the game and points scored before."""
    if position.game.theory == "positional":
        return Value(worth)
    fields = dict(worth)
    words = fields.pop("words")
    swapped = position.to_move == "second"
    if "margin" in fields:
        first, second = position.score
        margin = first - second + (-fields["margin"] if swapped else fields["margin"])
        fields["margin"] = margin
        ahead = (margin < 0) if position.game.misere else (margin > 0)
        fields["winner"] = "none" if margin == 0 else "first" if ahead else "second"
        words = "a draw (margin 0)" if margin == 0 else (
            f"the {fields['winner']} player wins by {abs(margin)} (margin {margin})"
        )  # fmt: skip
    elif swapped:
        words = words.replace(f"the {fields['winner']} player", f"the {_other(fields['winner'])} player")
        fields["winner"] = _other(fields["winner"])
    return Value(fields, words)


def define(
    start: S,
    moves: Callable[[S], Iterable[M]],
    apply: Callable[[S, M], Union[S, Step]],
    *,
    name: str = "game",
    theory: Literal["impartial", "scoring", "positional"] = "impartial",
    misere: bool = False,
    parts: Callable[[S], Iterable[S]] | None = None,
    end: Callable[[S], End | None] | None = None,
    to_move: Callable[[S], Player] | None = None,
) -> DefinedGame[S, M]:
    """A game of your own: where it starts, which moves there are, and what they lead to.

    >>> def moves(heaps):
    ...     return [(heap, left) for heap in range(len(heaps)) for left in range(heaps[heap])]
    >>> def apply(heaps, move):
    ...     heap, left = move
    ...     return tuple(sorted((*heaps[:heap], left, *heaps[heap + 1 :])))
    >>> nim = define((3, 4, 5), moves, apply, name="nim")
    >>> nim.solve().grundy
    2
    >>> nim.position().best_moves()
    [(0, 1)]

    Positions are hashable values. In an impartial game a player who cannot move loses (wins with `misere=True`); `parts` may give
    the independent parts of a position, which makes solving faster. In a scoring game `apply` gives a `Step` with the
    points a move scores; with `again=True` the same player moves again. In a positional game `end` says how a position has
    ended (`first` or `second` wins, `draw`, `tie`, or None) and `to_move` who moves.

    `outplay.testing.conforms` tests whether the functions define a consistent game.
    """
    return DefinedGame(
        start, moves, apply, name=name, theory=theory, misere=misere, parts=parts, end=end, to_move=to_move
    )
