"""Answers: objects whose attributes are the fields of the command's `--json`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any, Generic, TypeVar, overload

from . import _outplay

T = TypeVar("T")


class Field(Generic[T]):
    """An attribute that reads a field of an answer; None where the answer has no such field."""

    def __init__(self, doc: str, name: str | None = None, default: Any = None) -> None:
        self.__doc__ = doc
        self.name = name or ""
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.name or name

    @overload
    def __get__(self, answer: None, owner: type) -> Field[T]: ...
    @overload
    def __get__(self, answer: Answer, owner: type) -> T: ...
    def __get__(self, answer: Answer | None, owner: type) -> Field[T] | T:
        if answer is None:
            return self
        value: T = answer.fields.get(self.name, self.default)
        return value


class Answer:
    """An answer: attributes, `to_dict()`, and its sentences as `str()`."""

    __module__ = "outplay"
    #: Fields that tell how an answer was found, not what it is.
    _incidental = ("seconds", "positions")

    def __init__(self, told: _outplay.Answer | dict[str, Any], words: str | None = None) -> None:
        self._told = told
        self._fields: dict[str, Any] | None = told if isinstance(told, dict) else None
        self._words = words

    @property
    def fields(self) -> dict[str, Any]:
        """The fields, read-only."""
        if self._fields is None:
            self._fields = self._told.to_dict()  # type: ignore[union-attr]
        return self._fields

    def to_dict(self) -> dict[str, Any]:
        """The fields as the command's `--json` prints them."""
        return dict(self.fields)

    def __str__(self) -> str:
        return self._words if self._words is not None else str(self._told)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {str(self).splitlines()[0]}>"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and type(self) is type(other) and self._said() == other._said()

    def __hash__(self) -> int:
        return hash(json.dumps(self._said(), sort_keys=True, default=str))

    def _said(self) -> dict[str, Any]:
        return {key: value for key, value in self.fields.items() if key not in self._incidental}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.fields, str(self))


class _Worth(Answer):
    """What is said of a position's worth."""

    outcome = Field["str | None"]("`N` or `P`, for the player to move (impartial games).")
    grundy = Field["int | None"]("The Grundy value (impartial games).")
    margin = Field["int | None"]("The first player's points less the second's (scoring games).")
    result = Field["str | None"]("`first-win`, `second-win`, `draw`, `tie` or `draw-or-tie` (positional games).")
    forces = Field["dict[str, bool | None] | None"]("What the first player can force (positional games).")
    plies = Field["int | None"]("The length of a won game (positional games).")


class Value(_Worth):
    """What a position is worth."""

    winner = Field[str]("`first`, `second` or `none`, by who began the game.")
    loony = Field[bool]("Whether it is won whatever stands beside it (nimstring).", default=False)

    def __init__(self, told: dict[str, Any], words: str | None = None) -> None:
        fields = dict(told)
        super().__init__(fields, words if words is not None else fields.pop("words", None))


class Solved(_Worth):
    """The exact value of a position, the best moves, a line of best play."""

    game = Field[str]("The game.")
    board = Field[str]("The board.")
    winner = Field["str | None"]("`first`, `second` or `none`, by who began the game; None if it is not known.")
    winner_role = Field["str | None"]("What the winner is called, where roles differ.")
    best_moves = Field["list[str] | None"]("The best moves; in a lost impartial position there are none.")
    best_moves_complete = Field[bool]("Whether these are all of them.", default=True)
    line = Field["list[str] | None"]("A line of best play.")
    line_complete = Field[bool]("Whether the game is over after it.", default=True)
    settled_by = Field["str | None"]("The argument that settled it, where search alone did not.")
    to_move = Field["str | None"]("Whose turn it is.")
    score = Field["list[int] | None"]("The points so far (scoring games).")
    positions = Field[int]("How many positions were looked at.")
    seconds = Field[float]("How long it took.")
    stopped = Field["str | None"]("The limit that was reached, if one was.")
    grundy_at_least = Field["int | None"]("If it is not solved: a lower bound of the Grundy value.")
    margin_at_least = Field["int | None"]("If it is not solved: a lower bound of the margin.")
    margin_at_most = Field["int | None"]("If it is not solved: an upper bound of the margin.")

    @property
    def starts(self) -> list[Solved]:
        """The answers for each start, if a hop game was solved for every start."""
        shared = {key: self.fields[key] for key in ("game", "board")}
        return [Solved({**shared, **start}, start["start"]) for start in self.fields.get("starts", [])]


class Moves(Answer):
    """Every legal move with the value it leads to."""

    stopped = Field["str | None"]("The limit that was reached, if one was.")

    @property
    def moves(self) -> list[dict[str, Any]]:
        """The moves as fields: `move`, what it leads to, and `best`."""
        return list(self.fields["moves"] or [])

    @property
    def best(self) -> list[str]:
        """The best moves."""
        return [move["move"] for move in self.moves if move["best"]]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)


class Period(Answer):
    """The period of a nim-sequence."""

    game = Field[str]("The game.")
    proved = Field[bool]("Whether the period holds for ever.")
    period = Field["int | None"]("The period, if one was found.")
    saltus = Field[int]("What a period adds; 0 for a proper period.")
    last_exception = Field[int]("The last heap that breaks it; -1 if there is none.")
    checked_to = Field[int]("The largest heap whose value was computed.")
    max_grundy = Field[int]("The largest value among those.")
    argument = Field[str]("Why the period holds for ever.")
    seconds = Field[float]("How long it took.")
    stopped = Field["str | None"]("The limit that was reached, if one was.")


class Verified(Answer):
    """Whether a strategy keeps a claim against every opponent. True if it does."""

    game = Field[str]("The game.")
    board = Field[str]("The board.")
    player = Field[str]("Who plays by the strategy.", name="as")
    claim = Field[str]("What is claimed.")
    sees = Field[str]("What the strategy looks at.")
    holds = Field["bool | None"]("Whether the claim holds; None if a limit came first.")
    choices = Field[str]("Which of its choices are to keep the claim: `all` or `some`.")
    positions = Field[int]("How many positions were covered.")
    counterexample = Field["list[str] | None"]("A shortest line that breaks the claim.")
    reason = Field[str]("What is wrong at the end of that line, or what was verified.")
    stopped = Field["str | None"]("The limit that was reached, if one was.")

    def __bool__(self) -> bool:
        return self.holds is True


class Checked(Answer):
    """The verdict of the independent checker on a certificate. True if it is valid."""

    valid = Field["bool | None"]("Whether it is a proof; None if a limit came before that was known.")
    statement = Field["str | None"]("What it proves.")
    reason = Field["str | None"]("Why it is none.")

    def __bool__(self) -> bool:
        return self.valid is True


class Sweep(Answer):
    """On which boards of a family a statement holds. True if on all of them."""

    game = Field[str]("The game.")
    family = Field[str]("The family.")
    test = Field[str]("The statement.")
    tested = Field[int]("How many boards it was tested on.")
    held = Field[int]("On how many of those it holds.")
    failures = Field["list[str]"]("The boards it does not hold on.")
    stopped = Field["str | None"]("The limit that was reached, if one was.")

    def __bool__(self) -> bool:
        return not self.failures


class Claim(Answer):
    """A published statement, with the result if it was checked."""

    id = Field[str]("Its name.")
    source = Field[str]("Where it stands.")
    statement = Field[str]("What it says.")
    status = Field["str | None"]("`verified`, `refuted`, `gap` or `open`; None before it is checked.")
    evidence = Field["str | None"]("What that rests on.")
    checked = Field["str | None"]("How far it was checked.")

    def __str__(self) -> str:
        told = f"{self.id} ({self.source})\n{self.statement}"
        return told if self.status is None else f"{told}\n{self.status}: {self.evidence}"

    def __repr__(self) -> str:
        return f"<Claim {self.id}{'' if self.status is None else ': ' + self.status}>"


class Certificate:
    """The proof of an answer, which anybody can check. `bytes()` gives the content of its file."""

    __module__ = "outplay"

    def __init__(self, fields: dict[str, Any], content: bytes) -> None:
        self.content = content
        #: The steps of the proof.
        self.steps: int = fields["steps"]
        #: The positions that the proof is about.
        self.positions: int = fields["positions"]

    def save(self, path: Any) -> None:
        """Writes it to a file, for `outplay check FILE`."""
        with open(path, "wb") as file:
            file.write(self.content)

    def __bytes__(self) -> bytes:
        return self.content

    def __len__(self) -> int:
        return len(self.content)

    def __repr__(self) -> str:
        return f"<Certificate: {self.steps} steps on {self.positions} positions, {len(self)} bytes>"
