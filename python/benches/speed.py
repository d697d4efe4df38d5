"""How fast it is, beside others on the same work: `python benches/speed.py`. Packages that are not installed are left out."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache

import outplay
from outplay import _outplay


def best(work: Callable[[], object], repeat: int, of: int = 5) -> float:
    """Seconds for one go, the best of some rounds."""
    rounds = []
    for _ in range(of):
        began = time.perf_counter()
        for _ in range(repeat):
            work()
        rounds.append((time.perf_counter() - began) / repeat)
    return min(rounds)


def tell(what: str, seconds: float) -> None:
    unit, size = ("s", 1.0) if seconds >= 1 else ("ms", 1e-3) if seconds >= 1e-3 else ("µs", 1e-6)
    print(f"{what:<66} {seconds / size:9.2f} {unit}")


def calls() -> None:
    print("\nA call, beyond the solver")
    run = _outplay.Run()
    over = outplay.Game("positional", "sets:1-2").position("1", "2")
    assert over.is_over
    tell("value of a finished game: to the solver's thread and back", best(lambda: over.worth(run), 3000))
    tell("solve('nim', 'heaps:1,2').winner, all of it", best(lambda: outplay.solve("nim", "heaps:1,2").winner, 1000))


def positions() -> None:
    print("\nPositions of Cram on a 5x5 grid")
    start = outplay.Game("cram", "grid:5x5").position()
    tell("position.moves(), a million times", best(start.moves, 1_000_000, 1) * 1_000_000)
    tell("position.play(move).moves(), a new position each time", best(lambda: start.play("1,2").moves(), 20_000))
    tell("hash(position)", best(lambda: hash(start), 100_000))


def tic_tac_toe() -> None:
    print("\nTic-tac-toe, every line of play to the end (alpha-beta of OpenSpiel), and solved")
    tell("outplay.solve('positional', 'ttt:3')", best(lambda: outplay.solve("positional", "ttt:3"), 20))
    try:
        import outplay.openspiel  # noqa: F401
        import pyspiel
        from open_spiel.python.algorithms import minimax
    except ImportError:
        return
    own = pyspiel.load_game("tic_tac_toe")
    tell("OpenSpiel's own game, in C++", best(lambda: minimax.alpha_beta_search(own), 1, 3))
    bridged = pyspiel.load_game("python_outplay", {"game": "positional", "board": "ttt:3"})
    tell("ours through the bridge", best(lambda: minimax.alpha_beta_search(bridged), 1, 3))

    def line_of_play(game: pyspiel.Game) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])

    tell("a game of tic-tac-toe by first moves, OpenSpiel's own", best(lambda: line_of_play(own), 2000))
    tell("the same, ours through the bridge", best(lambda: line_of_play(bridged), 500))

    def plain() -> None:
        position = start
        while not position.is_over:
            position = position.play(position.moves()[0])

    start = outplay.Game("positional", "ttt:3").position()
    tell("the same, without OpenSpiel", best(plain, 2000))


def cram_values() -> None:
    print("\nGrundy value of Cram on a 3x4 grid")
    tell("outplay.solve", best(lambda: outplay.solve("cram", "grid:3x4"), 20))
    tell("the reference solver", best(lambda: outplay.solve("cram", "grid:3x4", plain=True), 5))

    def in_python() -> int:
        @lru_cache(None)
        def value(left: frozenset[int]) -> int:
            reached = {value(left - {v, w}) for v in left for w in (v + 1, v + 10) if w in left}
            return next(g for g in range(len(reached) + 1) if g not in reached)

        return value(frozenset(10 * r + c for r in range(3) for c in range(4)))

    tell("plain recursion in Python", best(in_python, 1, 3))
    try:
        from pycgt.rulesets import cram, grid
    except ImportError:
        return

    def of_pycgt() -> object:
        for cache in (grid.value, grid._component_value):
            getattr(cache, "cache_clear", lambda: None)()
        return cram.rectangle(3, 4)

    tell("pycgt", best(of_pycgt, 1, 3))


if __name__ == "__main__":
    print(f"outplay {outplay.__version__}")
    calls()
    positions()
    tic_tac_toe()
    cram_values()
