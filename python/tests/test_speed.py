"""Nothing is slower by an order of magnitude; `benches/speed.py` measures."""

import time

import outplay


def seconds(work, repeat):
    began = time.perf_counter()
    for _ in range(repeat):
        work()
    return time.perf_counter() - began


def test_moves_a_million_times_in_seconds():
    position = outplay.Game("cram", "grid:5x5").position()
    assert seconds(position.moves, 1_000_000) < 10


def test_a_call_waits_for_no_clock():
    # Waiting by looking every so often would take twenty milliseconds a call.
    over = outplay.Game("positional", "sets:1-2").position("1", "2")
    assert over.is_over
    assert min(seconds(over.value, 100) for _ in range(5)) / 100 < 0.002
