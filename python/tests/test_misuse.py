"""What goes wrong is told."""

import os
import signal
import threading
import time

import outplay
import pytest


@pytest.mark.parametrize(
    "asked, told",
    [
        (("kayls", "heaps:3"), "did you mean kayles"),
        (("cram", "grd:3x3"), "grid"),
        (("cram", "ttt:3"), "is played on"),
        (("cram", "grid:3x"), "grid:3x"),
        (("cram", "@no-such-file.g6"), "there is no such file"),
        (("cram", 7), "int is not a board"),
        (("cram", [[1, 2], [3]]), "is not a board"),
        (("cram", "grid:9999999x9999999"), "vert"),
    ],
)
def test_wrong_questions(asked, told):
    with pytest.raises(outplay.InputError, match=told) as error:
        outplay.solve(*asked)
    assert isinstance(error.value, ValueError)


def test_wrong_options():
    with pytest.raises(outplay.InputError, match="did you mean misere"):
        outplay.solve("cram", "grid:2x2", miser=True)
    with pytest.raises(outplay.InputError, match="not an option of cram"):
        outplay.solve("cram", "grid:2x2", bias="1:2")
    with pytest.raises(outplay.InputError):
        outplay.solve("maker-breaker", "ttt:3", bias="one to two")
    with pytest.raises(outplay.InputError, match="seconds"):
        outplay.solve("cram", "grid:2x2", time=-1)
    with pytest.raises(outplay.InputError, match="500M"):
        outplay.solve("cram", "grid:2x2", memory="much")
    with pytest.raises(outplay.InputError, match="thread"):
        outplay.solve("cram", "grid:2x2", threads=0)
    with pytest.raises(outplay.InputError):
        outplay.solve("cram", "grid:2x2", after="1,9")


def test_a_huge_board_with_limits():
    with pytest.raises(outplay.LimitReached, match="time") as stopped:
        outplay.solve("unshackle", "grid:6x6", time=0.2)
    known = stopped.value.known
    assert known.winner is None and known.margin_at_least <= known.margin_at_most
    with pytest.raises(outplay.LimitReached, match="memory"):
        outplay.solve("unshackle", "grid:6x6", memory="1M", threads=1, plain=True)
    with pytest.raises(outplay.LimitReached):
        outplay.Game("unshackle", "grid:6x6").position().value(time=0.1)


def test_a_table_that_is_stopped_gives_its_rows():
    with pytest.raises(outplay.LimitReached) as stopped:
        outplay.table("unshackle", "grid:5x1..9", time=0.5, frame="rows")
    rows = stopped.value.known
    assert 0 < len(rows) < 9 and rows[0]["board"] == "grid:5x1"


@pytest.fixture(autouse=True)
def interrupts_are_heard():
    """A process that was started in the background may ignore interrupts; the interpreter then has no handler of its own."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt_after(seconds):
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()


def test_an_interrupt_in_the_middle():
    began = time.monotonic()
    interrupt_after(0.3)
    with pytest.raises(KeyboardInterrupt) as interrupted:
        outplay.solve("unshackle", "grid:6x6")
    assert time.monotonic() - began < 10
    assert isinstance(interrupted.value, outplay.Interrupted)
    known = interrupted.value.known
    assert known.winner is None and "interrupted" in known.stopped
    # And then everything goes on.
    assert outplay.solve("cram", "grid:2x3").winner == "first"


def test_an_interrupt_of_a_sequence_keeps_the_values():
    interrupt_after(0.4)
    with pytest.raises(KeyboardInterrupt) as interrupted:
        outplay.sequence("0.007", 2_000_000_000, memory="30G")
    assert interrupted.value.known[:8].tolist() == [0, 0, 0, 1, 1, 1, 2, 2]


def test_a_handler_that_raises_something_else():
    class Enough(Exception):
        pass

    def enough(*_):
        raise Enough

    before = signal.signal(signal.SIGINT, enough)
    try:
        interrupt_after(0.2)
        with pytest.raises(Enough):
            outplay.solve("unshackle", "grid:6x6")
    finally:
        signal.signal(signal.SIGINT, before)


def test_progress_is_heard_and_may_end_the_work():
    heard = []
    with pytest.raises(outplay.LimitReached):
        outplay.solve("unshackle", "grid:6x6", time=1.6, progress=lambda *news: heard.append(news))
    assert heard and heard[-1][0] > 0 and heard[-1][2] >= 1

    def fails(*_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        outplay.solve("unshackle", "grid:6x6", progress=fails)


def test_a_bar_where_it_is_wanted(capsys):
    with pytest.raises(outplay.LimitReached):
        outplay.solve("unshackle", "grid:6x6", time=1.6, progress=True)
    assert "positions" in capsys.readouterr().err
    with pytest.raises(outplay.LimitReached):
        outplay.solve("unshackle", "grid:6x6", time=1.6)
    assert capsys.readouterr().err == ""


def test_an_interrupt_of_a_position_and_of_a_game_of_ones_own():
    interrupt_after(0.3)
    with pytest.raises(outplay.Interrupted):
        outplay.Game("unshackle", "grid:6x6").position().value()
    endless = outplay.define(0, lambda n: time.sleep(0.001) or [1, 2], lambda n, move: n + move)
    interrupt_after(0.3)
    with pytest.raises(outplay.Interrupted) as interrupted:
        endless.solve()
    assert interrupted.value.known["positions"] > 0


def test_an_interrupt_of_a_strategy():
    def slow(position):
        time.sleep(0.01)
        return position.moves()

    interrupt_after(0.3)
    with pytest.raises(outplay.Interrupted) as interrupted:
        outplay.verify("cram", "grid:4x4", slow, "second", some=True)
    assert interrupted.value.known.holds is None
