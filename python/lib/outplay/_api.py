"""The verbs: what can be asked."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from typing import Any, Literal, TypeVar, Union

import numpy
from numpy.typing import NDArray

from . import _outplay
from ._answers import Answer, Certificate, Checked, Claim, Moves, Period, Solved, Sweep, Value, Verified
from ._boards import Board
from ._errors import InputError, Interrupted, LimitReached
from ._outplay import Game, Position
from ._progress import Bar, Progress

#: An option of a game: `misere=True`, `bias=(1, 2)`, `start=5`.
Option = Union[bool, str, int, "tuple[int, int]", None]
#: Seconds, bytes or a text such as "2G", threads.
Memory = Union[int, str, None]
#: What a strategy gives: a move, several moves of which each must do, or None.
Advice = Union[str, Iterable[str], None]
#: A strategy: a function of the position, or of the position and the opponent's last move.
Strategy = Union[Callable[[Position], Advice], Callable[[Position, "str | None"], Advice]]

A = TypeVar("A", bound=Answer)


def _bytes(memory: Memory) -> int | None:
    if memory is None or isinstance(memory, int):
        return memory
    read = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kKmMgGtT]?)(?:i?[bB])?\s*", memory)
    if read is None:
        raise InputError(f"memory={memory!r} is not a size\n  write bytes, or 500M, 2G")
    return int(float(read[1]) * 1024 ** " kmgt".index(read[2].lower() or " "))


def _ask(
    kind: Callable[..., A],
    function: Callable[..., _outplay.Answer],
    *args: Any,
    time: float | None,
    memory: Memory,
    threads: int | None,
    progress: Progress,
    **how: bool,
) -> A:
    """Asks, and turns what a limit left into an exception."""
    bar = None if progress is False else Bar(progress)
    run = _outplay.Run(time, _bytes(memory), threads, bar, **how)
    try:
        told = function(*args, run)
    except Interrupted as interrupted:
        if interrupted.known is not None:
            interrupted.known = kind(interrupted.known)
        raise
    finally:
        if bar is not None:
            bar.close()
    answer = kind(told)
    if told.ended == "limit":
        stopped = answer.fields.get("stopped") or answer.fields.get("reason")
        if stopped is not None:
            raise LimitReached(stopped, answer)
    return answer


def _run(
    time: float | None, memory: Memory, threads: int | None, progress: Progress = False, **how: bool
) -> _outplay.Run:
    return _outplay.Run(time, _bytes(memory), threads, None if progress is False else Bar(progress), **how)


def _moves_text(after: str | Iterable[str]) -> str:
    return after if isinstance(after, str) else " ".join(after)


def solve(
    game: str,
    board: object,
    *,
    after: str | Iterable[str] = "",
    outcome_only: bool = False,
    plain: bool = False,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
    **options: Option,
) -> Solved:
    """The exact value of a position, the best moves, a line of best play.

    >>> solved = solve("unshackle", "grid:2x4")
    >>> solved.winner, solved.margin
    ('second', -2)
    >>> solve("kayles", "heaps:7,3", misere=True).outcome
    'N'
    >>> solve("hop", "ttt:3", start=5).result
    'first-win'

    `after` starts from the position that these moves reach, `outcome_only` only decides who wins, `plain` uses the
    reference solver. If a limit is reached first, `LimitReached` says what is known.
    """
    return _ask(
        Solved, _outplay.solve, game, board, options or None, _moves_text(after),
        time=time, memory=memory, threads=threads, progress=progress, outcome_only=outcome_only, plain=plain,
    )  # fmt: skip


def moves(
    game: str,
    board: object,
    *,
    after: str | Iterable[str] = "",
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
    **options: Option,
) -> Moves:
    """Every legal move with the value it leads to.

    >>> [(move["move"], move["grundy"]) for move in moves("nim", "heaps:1,2")]
    [('1>0', 2), ('2>0', 1), ('2>1', 0)]
    >>> moves("nim", "heaps:1,2").best
    ['2>1']
    """
    return _ask(
        Moves, _outplay.moves, game, board, options or None, _moves_text(after),
        time=time, memory=memory, threads=threads, progress=progress,
    )  # fmt: skip


class _Table(Answer):
    def frame(self, kind: str) -> Any:
        return _frame(self.fields["columns"], self.fields["rows"], kind)


def _frame(columns: list[str], rows: list[list[Any]], kind: str) -> Any:
    if kind == "pandas":
        import pandas

        frame = pandas.DataFrame(rows, columns=columns)
        # Whole numbers stay whole where a cell is empty.
        return frame.convert_dtypes()
    if kind == "polars":
        import polars

        return polars.DataFrame(rows, schema=columns, orient="row", infer_schema_length=None)
    return [dict(zip(columns, row)) for row in rows]


def _usual_frame() -> str:
    installed = (name for name in ("pandas", "polars") if find_spec(name) is not None)
    return next(installed, "rows")


def table(
    game: str,
    family: str | None = None,
    *,
    frame: Literal["pandas", "polars", "rows"] | None = None,
    outcome_only: bool = False,
    deep: bool = False,
    on: Any = None,
    store: str | os.PathLike[str] | None = None,
    units: int | None = None,
    unit_seconds: float = 60.0,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
    **options: Option,
) -> Any:
    """A family of boards solved, one row per board, as a pandas or Polars frame; or a table of a paper by its name. Without
    `frame` it is pandas if that is installed, else Polars, else `rows`: a list of dicts.

    >>> table("cram", "grid:1..2x1..3", frame="rows")[-1]
    {'board': 'grid:2x3', 'winner': 'first', 'outcome': 'N', 'grundy': 1}
    >>> table("node-kayles", "path:1..4")["grundy"].tolist()
    [1, 1, 2, 0]

    If a limit is reached first, `LimitReached.known` is the frame of the boards solved so far.

    With `store` the table is a run in that folder (see `outplay.cluster`), which any number of calls continue until it is done;
    with `on`, a client of Dask, its cluster computes it.
    """
    kind = _usual_frame() if frame is None else frame
    if kind not in ("pandas", "polars", "rows"):
        raise InputError(f"frame={kind!r}\n  a frame is 'pandas', 'polars' or 'rows' (a list of dicts)")
    if family is not None and (on is not None or store is not None):
        return _frame(
            *_stored(game, family, options, None, outcome_only, on, store, units, unit_seconds, _run(time, memory, threads)),
            kind,
        )
    asked: tuple[Any, ...] = (_outplay.table, game, family, options or None)
    if family is None:
        asked = (_outplay.named_table, game, deep)
    try:
        return _ask(
            _Table, *asked, time=time, memory=memory, threads=threads, progress=progress, outcome_only=outcome_only
        ).frame(kind)
    except (LimitReached, Interrupted) as stopped:
        if stopped.known is not None:
            stopped.known = stopped.known.frame(kind)
        raise


def _stored(
    game: str,
    family: str,
    options: dict[str, Option],
    test: str | None,
    outcome_only: bool,
    on: Any,
    store: str | os.PathLike[str] | None,
    units: int | None,
    unit_seconds: float,
    run: _outplay.Run,
) -> tuple[list[str], list[list[Any]]]:
    """The columns and rows of a run in a folder, computed here or by the cluster of a client."""
    if store is None:
        raise InputError("on= needs store=: the folder of the run, which all workers see")
    folder = os.path.abspath(store)
    _outplay.run_start(folder, game, family, options or None, test, outcome_only, units, unit_seconds, run)
    if on is not None:
        from .cluster import work

        work(folder, on)
    else:
        stopped = _outplay.run_work(folder, run)
        if stopped is not None:
            raise LimitReached(stopped, None)
    return _outplay.run_rows(folder)


def tables() -> dict[str, str]:
    """The tables of papers that `table` recomputes, with what they show.

    >>> "dailly/4" in tables()
    True
    """
    return dict(_outplay.named_tables())


def sweep(
    game: str,
    *,
    over: str,
    test: str | Callable[[Value], bool],
    on: Any = None,
    store: str | os.PathLike[str] | None = None,
    units: int | None = None,
    unit_seconds: float = 60.0,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
    **options: Option,
) -> Sweep:
    """A statement tested on every board of a family: a text such as `grundy<=1`, or a function of the value.

    >>> sweep("octal:0.03", over="trees:6", test="options-alike").held
    6
    >>> sweep("node-kayles", over="path:1..9", test=lambda value: value.grundy > 0).failures
    ['path:4', 'path:8']

    With `store` the sweep is a run in that folder, continued by each call until it is done, and with `on`, a client of Dask, its cluster
    computes it: `sweep("octal:0.33", over="connected:9", test="grundy<=3", on=Client(...), store="run/")`.
    """
    if on is not None or store is not None:
        if not isinstance(test, str):
            raise InputError("a run tests a text such as 'grundy<=3', not a function")
        columns, found = _stored(
            game, over, options, test, False, on, store, units, unit_seconds, _run(time, memory, threads)
        )
        return _swept(game, over, test, [dict(zip(columns, row)) for row in found])
    if isinstance(test, str):
        return _ask(
            Sweep, _outplay.sweep, game, over, test, options or None,
            time=time, memory=memory, threads=threads, progress=progress,
        )  # fmt: skip
    rows: list[dict[str, Any]] = _ask(
        _Table, _outplay.table, game, over, options or None,
        time=time, memory=memory, threads=threads, progress=progress,
    ).frame("rows")  # fmt: skip
    failures = [row["board"] for row in rows if not test(Value(row))]
    name = getattr(test, "__name__", "a function")
    told = {"game": game, "family": over, "test": name, "tested": len(rows), "held": len(rows) - len(failures)}
    words = f"{game} on {over}: {name} holds on {len(rows) - len(failures)} of {len(rows)} boards"
    return Sweep({**told, "failures": failures}, words)


def _swept(game: str, over: str, test: str, rows: list[dict[str, Any]]) -> Sweep:
    """What the rows of a run say."""
    wrong = next((row["error"] for row in rows if row["error"] is not None), None)
    if wrong is not None:
        raise InputError(wrong)
    tested = [row for row in rows if row["holds"] is not None]
    failures = [row["board"] for row in tested if not row["holds"]]
    held = len(tested) - len(failures)
    told = {"game": game, "family": over, "test": test, "tested": len(tested), "held": held, "failures": failures}
    stopped = next((row["stopped"] for row in rows if row["stopped"] is not None), None)
    words = f"{game} on {over}: {test} holds on {held} of {len(tested)} boards"
    if stopped is not None:
        raise LimitReached(stopped, Sweep({**told, "stopped": stopped}, words))
    return Sweep(told, words)


def sequence(
    code: str,
    to: int,
    *,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
) -> NDArray[numpy.uint32]:
    """The Grundy values of the heaps 0 to `to` of a game by its code or name, as an array of numpy.

    >>> sequence("kayles", 11)
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint32)
    """
    values, stopped, interrupted = _outplay.sequence(code, to, _run(time, memory, threads, progress))
    found = numpy.frombuffer(values, dtype=numpy.uint32).copy()
    if stopped is not None or interrupted:
        raise (Interrupted if interrupted else LimitReached)(stopped or "", found)
    return found


def period(
    code: str,
    limit: int = 10_000_000,
    *,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Period:
    """The period of a nim-sequence, found among the heaps up to `limit` and proved.

    >>> kayles = period("kayles")
    >>> kayles.proved, kayles.period, kayles.last_exception
    (True, 12, 70)
    """
    return _ask(
        Period, _outplay.period, code, limit, time=time, memory=memory, threads=threads, progress=progress
    )


class _Positions(Answer):
    pass


def positions(
    code: str,
    heaps: int,
    total: int,
    *,
    irreducible: bool = False,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
) -> list[tuple[int, ...]]:
    """The P-positions with this number of heaps and at most `total` counters.

    >>> positions("nim", 3, 6)
    [(1, 2, 3)]
    """
    try:
        found = _ask(
            _Positions, _outplay.positions, code, heaps, total, irreducible,
            time=time, memory=memory, threads=threads, progress=progress,
        )  # fmt: skip
    except (LimitReached, Interrupted) as stopped:
        if stopped.known is not None:
            stopped.known = [tuple(one) for one in stopped.known.fields["positions"]]
        raise
    return [tuple(one) for one in found.fields["positions"]]


def _sees_last(strategy: Callable[..., Advice]) -> bool:
    """Whether a strategy takes the opponent's last move as a second argument."""
    try:
        parameters = inspect.signature(strategy).parameters.values()
    except (TypeError, ValueError):
        return False
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [one for one in parameters if one.kind in kinds and one.default is inspect.Parameter.empty]
    if len(needed) not in (1, 2):
        raise InputError("a strategy is a function of the position, or of the position and the opponent's last move")
    return len(needed) == 2


def verify(
    game: str,
    board: object,
    strategy: str | Strategy,
    player: Literal["first", "second"],
    claim: str | None = None,
    *,
    some: bool = False,
    after: str | Iterable[str] = "",
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
    **options: Option,
) -> Verified:
    """Plays a strategy against every opponent: one by name, or a Python function.

    >>> verify("unshackle", "grid:3x3", "shadow-point", "second").holds
    True

    A function is given the position, and the opponent's last move (None at the start) if it takes a second argument. It
    gives a move, or several of which each must keep the claim (with `some=True`: of which some choice keeps it), or None
    if it does not know. It must give the same answer whenever it is given the same arguments: each position is visited only once.

    >>> def mirror(position, last):
    ...     return "4" if last is None else str(8 - int(last))
    >>> verify("node-kayles", "path:7", mirror, "first", "win").holds
    True
    >>> verify("node-kayles", "path:7", lambda position: position.moves()[0], "first").counterexample
    ['1', '3', '5', '7']

    The claim is `win` (the default for functions), `draw` (never lose) or `margin:2`.
    """
    if isinstance(strategy, str):
        return _ask(
            Verified, _outplay.verify, game, board, options or None, _moves_text(after), strategy, player, claim, some,
            time=time, memory=memory, threads=threads, progress=progress,
        )  # fmt: skip
    rules = Game(game, board, **options)
    bar = Bar(progress)
    run = _outplay.Run(time, _bytes(memory), threads, bar)
    try:
        told = _outplay.verify_function(
            rules, strategy, player, claim or "win", _sees_last(strategy), some, _moves_text(after), run
        )
    finally:
        bar.close()
    interrupted = told.pop("interrupted")
    name = getattr(strategy, "__name__", "a function")
    fields = {"game": rules.name, "board": rules.board, **rules.options, "strategy": name, **told}
    verdict = {True: "holds", False: "refuted", None: "not decided"}[told["holds"]]
    words = f"{name} as the {player} player of {rules}, claim {told['claim']}: {verdict}: {told['reason']}"
    answer = Verified(fields, words)
    if told["holds"] is None or interrupted:
        raise (Interrupted if interrupted else LimitReached)(told["stopped"] or "", answer)
    return answer


def strategies() -> dict[str, str]:
    """The named strategies, with what they do.

    >>> "shadow-point" in strategies()
    True
    """
    return {one["name"]: one["summary"] for one in _outplay.strategies()}


def certify(
    game: str,
    board: object,
    *,
    after: str | Iterable[str] = "",
    text: bool = False,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
    **options: Option,
) -> Certificate:
    """Solves a question and proves the answer.

    >>> proof = certify("cram", "grid:3x3")
    >>> check(proof).valid
    True
    """
    run = _run(time, memory, threads, progress)
    return Certificate(*_outplay.certify(game, board, options or None, _moves_text(after), text, run))


def check(
    certificate: Certificate | bytes | str | os.PathLike[str],
    *,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Checked:
    """Replays a certificate, or a file with one, with the independent checker.

    >>> check(b"nonsense").valid
    False
    """
    if isinstance(certificate, (Certificate, bytes, bytearray)):
        content = bytes(certificate)
    else:
        with open(certificate, "rb") as file:
            content = file.read()
    return _ask(Checked, _outplay.check, content, time=time, memory=memory, threads=threads, progress=progress)


def claims(paper: str | None = None) -> list[Claim]:
    """The catalogue of published statements, or those of one paper (`dailly`).

    >>> len(claims("dailly")) < len(claims())
    True
    """
    all_claims = [Claim(fields) for fields in _outplay.claims()]
    if paper is None:
        return all_claims
    found = [claim for claim in all_claims if claim.id.split("/")[0] == paper]
    if not found:
        papers = sorted({claim.id.split("/")[0] for claim in all_claims})
        raise InputError(f"there is no paper '{paper}'\n  papers: {', '.join(papers)}")
    return found


def check_claim(
    claim: str | Claim,
    *,
    deep: bool = False,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Claim:
    """Checks a published statement and returns the result.

    >>> check_claim("dailly/17").status
    'verified'
    """
    name = claim if isinstance(claim, str) else claim.id
    fields, stopped, interrupted = _outplay.check_claim(name, deep, _run(time, memory, threads, progress))
    checked = Claim(fields)
    if stopped is not None or interrupted:
        raise (Interrupted if interrupted else LimitReached)(stopped or "", checked)
    return checked


def games(name: str | None = None) -> list[dict[str, Any]]:
    """All games, with their options and examples; with a name, that game with its rules.

    >>> "cram" in [game["name"] for game in games()]
    True
    >>> games("cram")[0]["theory"]
    'impartial'
    """
    return list(_outplay.games(name))


# Methods of positions and games that are written in Python; the package attaches them.


def position_value(
    self: Position,
    *,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Value:
    """What the position is worth: who wins, and the Grundy value, margin or result.

    >>> Game("cram", "grid:2x3").position().value().grundy
    1
    """
    return Value(self._worth(_run(time, memory, threads, progress)))


def position_values(
    self: Position,
    *,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
) -> dict[str, Value]:
    """Every legal move with what the position after it is worth.

    >>> {move: value.grundy for move, value in Game("nim", "heaps:1,2").position().values().items()}
    {'1>0': 2, '2>0': 1, '2>1': 0}
    """
    return {move: Value(worth) for move, worth in self._valued(_run(time, memory, threads, progress))}


def position_best_moves(
    self: Position,
    *,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
) -> list[str]:
    """The best moves; empty in a lost impartial position.

    >>> Game("nim", "heaps:1,2").position().best_moves()
    ['2>1']
    """
    return self._best(_run(time, memory, threads, progress))


def _past(position: Position) -> str:
    if position.played is None:
        raise InputError("the moves that led to this position are not known; value() and best_moves() do not need them")
    return " ".join(position.played)


def position_solve(self: Position, **how: Any) -> Solved:
    """The answer of `outplay.solve` for this position, with its keywords.

    >>> Game("unshackle", "grid:2x4").position("1-2").solve().line[0]
    '1-5'
    """
    game = self.game
    return solve(game.name, game.board, after=_past(self), **game.options, **how)


def game_solve(self: Game, **how: Any) -> Solved:
    """The answer of `outplay.solve` for the start of the game, with its keywords."""
    return position_solve(self.position(), **how)


def picture(position: Position) -> dict[str, Any]:
    """The position as the page is told it."""
    game = position.game
    return _outplay.picture(game.name, game.board, game.options or None, _past(position))


__all__ = ["Board", "Game", "Position"]
