"""Strategies that are Python functions, played against every opponent."""

import outplay
import pytest


def mirror(position, last):
    """Takes the middle of a path of 7, then answers every move by its mirror image."""
    return "4" if last is None else str(8 - int(last))


def test_a_strategy_that_wins():
    verified = outplay.verify("node-kayles", "path:7", mirror, "first", "win")
    assert verified and verified.holds is True and verified.counterexample is None
    assert verified.sees == "the position and the opponent's last move"
    assert "mirror" in str(verified)


def test_a_strategy_that_does_not():
    verified = outplay.verify("node-kayles", "path:7", lambda position: position.moves()[0], "first")
    assert verified.holds is False
    # The line is one of play: it ends with the strategy stuck, and its own moves are what it says.
    position = outplay.Game("node-kayles", "path:7").position()
    for number, move in enumerate(verified.counterexample):
        if number % 2 == 0:
            assert move == position.moves()[0]
        position = position.play(move)
    assert position.is_over and position.winner == "second"


def test_what_functions_see():
    seen = []

    def look(position):
        seen.append(position)
        assert position.to_move == "second" and position.score == (0, 0)
        assert position.game == outplay.Game("cram", "grid:2x3")
        return position.best_moves() or position.moves()

    assert not outplay.verify("cram", "grid:2x3", look, "second")
    assert seen and all(not position.is_over for position in seen)


def test_the_best_moves_are_a_strategy():
    for game, board, winner in [("cram", "grid:2x3", "first"), ("node-kayles", "path:8", "second")]:
        verified = outplay.verify(game, board, lambda position: position.best_moves(), winner)
        assert verified.holds, (game, board)
    margin = outplay.solve("unshackle", "grid:2x3").margin
    best = lambda position: position.best_moves()  # noqa: E731
    assert outplay.verify("unshackle", "grid:2x3", best, "first", f"margin:{margin}").holds
    assert not outplay.verify("unshackle", "grid:2x3", best, "first", f"margin:{margin + 1}").holds


def test_some_choice_or_every_choice():
    anything = lambda position: position.moves()  # noqa: E731
    assert outplay.verify("cram", "grid:2x3", anything, "first", some=True).holds
    assert not outplay.verify("cram", "grid:2x3", anything, "first").holds


def test_a_strategy_that_knows_nothing():
    verified = outplay.verify("cram", "grid:2x3", lambda position: None, "first")
    assert verified.holds is False and "names no move" in verified.reason


def test_a_strategy_that_raises():
    def raises(position):
        raise ZeroDivisionError("in the strategy")

    with pytest.raises(ZeroDivisionError, match="in the strategy") as error:
        outplay.verify("cram", "grid:2x3", raises, "first")
    assert any(entry.name == "raises" for entry in error.traceback)


def test_strategies_that_say_nonsense():
    with pytest.raises(outplay.InputError, match="not a move"):
        outplay.verify("cram", "grid:2x3", lambda position: "nonsense", "first")
    with pytest.raises(outplay.InputError, match="a strategy gives"):
        outplay.verify("cram", "grid:2x3", lambda position: 7, "first")
    illegal = outplay.verify("cram", "grid:2x3", lambda position: "1,2", "first")
    assert illegal.holds is False and "not legal" in illegal.reason
    with pytest.raises(outplay.InputError, match="function of the position"):
        outplay.verify("cram", "grid:2x3", lambda: "1,2", "first")
    with pytest.raises(outplay.InputError, match="player"):
        outplay.verify("cram", "grid:2x3", lambda position: "1,2", "third")
    with pytest.raises(outplay.InputError, match="margin"):
        outplay.verify("cram", "grid:2x3", lambda position: "1,2", "first", "margin:1")


def test_a_slow_strategy_with_a_limit():
    import time

    def slow(position):
        time.sleep(0.01)
        return position.moves()

    with pytest.raises(outplay.LimitReached) as stopped:
        outplay.verify("cram", "grid:4x4", slow, "second", some=True, time=0.3)
    assert stopped.value.known.holds is None


def test_named_strategies():
    assert outplay.verify("unshackle", "grid:3x3", "shadow-point", "second").holds
    assert "shadow-point" in outplay.strategies()
    with pytest.raises(outplay.InputError):
        outplay.verify("unshackle", "grid:3x3", "shadow-pint", "second")
