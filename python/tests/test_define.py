"""Games that are defined in Python."""

import time
from functools import reduce
from operator import xor

import outplay
import pytest
from outplay.testing import NotConforming, conforms


def test_nim_in_ten_lines():
    def moves(heaps):
        return [(heap, left) for heap in range(len(heaps)) for left in range(heaps[heap])]

    def apply(heaps, move):
        return tuple(sorted((*heaps[: move[0]], move[1], *heaps[move[0] + 1 :])))

    for heaps in [(1, 2, 3), (3, 4, 5), (2, 2), (), (1, 4, 6)]:
        nim = outplay.define(heaps, moves, apply, name="nim")
        assert nim.solve().grundy == reduce(xor, heaps, 0)
        known = outplay.solve("nim", "heaps:" + ",".join(map(str, heaps or (0,))))
        assert len(nim.position().best_moves()) == len(known.best_moves)
        assert conforms(nim) > 0
    # With parts each heap is solved on its own, and the whole is worth the same.
    split = outplay.define((5, 6, 7), moves, apply, parts=lambda heaps: [(heap,) for heap in heaps])
    whole = outplay.define((5, 6, 7), moves, apply)
    assert split.solve().grundy == whole.solve().grundy == 4 and len(split) < len(whole)
    assert outplay.define((1, 1), moves, apply, misere=True).solve().outcome == "N"
    assert outplay.define((2, 2), moves, apply, misere=True).solve().outcome == "P"


def dots(start=(2, 2)):
    """Take 1 or 2 from a heap; who empties a heap scores a point and moves again."""

    def apply(heaps, move):
        heap, taken = move
        rest = list(heaps)
        rest[heap] -= taken
        emptied = rest[heap] == 0
        return outplay.Step(tuple(rest), int(emptied), emptied)

    def moves(heaps):
        return [(heap, taken) for heap, size in enumerate(heaps) for taken in (1, 2) if taken <= size]

    return outplay.define(start, moves, apply, theory="scoring", name="dots")


def test_scoring_games_with_moves_that_keep_the_turn():
    # One heap of 2 is taken at once and the turn is kept, so the first player takes everything.
    assert dots((2,)).solve().margin == 1 and dots((2, 2)).solve().margin == 2
    # Of a single heap of 3 every move leaves 1 or 2, which the other takes.
    assert dots((3,)).solve().margin == -1
    assert conforms(dots((3, 2, 1))) > 10
    position = dots((3, 3)).position()
    after = position.play((0, 1))
    assert after.to_move == "second" and after.play((0, 2)).score == (0, 1)
    assert after.play((0, 2)).to_move == "second"
    assert {position.play(move).value().margin for move in position.best_moves()} == {position.value().margin}


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def tic_tac_toe():
    def end(board):
        for line in LINES:
            if board[line[0]] != " " and len({board[place] for place in line}) == 1:
                return "first" if board[line[0]] == "X" else "second"
        return "draw" if " " not in board else None

    def to_move(board):
        return "first" if board.count("X") == board.count("O") else "second"

    def apply(board, place):
        return board[:place] + ("X" if to_move(board) == "first" else "O") + board[place + 1 :]

    def moves(board):
        return [place for place, mark in enumerate(board) if mark == " "]

    return outplay.define(" " * 9, moves, apply, theory="positional", end=end, to_move=to_move, name="tic-tac-toe")


def test_positional_games():
    game = tic_tac_toe()
    value, known = game.solve(), outplay.solve("positional", "ttt:3")
    assert (value.result, value.winner) == (known.result, known.winner) == ("draw", "none")
    fork = game.position().play(0).play(1)
    assert fork.value().winner == "first"
    assert fork.value().plies == outplay.solve("positional", "ttt:3", after="1 2").plies
    assert set(fork.best_moves()) == {int(move) - 1 for move in outplay.solve("positional", "ttt:3", after="1 2").best_moves}
    assert conforms(game, 10_000) > 5_000


def test_functions_that_do_not_keep_their_word():
    with pytest.raises(outplay.InputError, match="hashable"):
        outplay.define([1], lambda heap: [1], lambda heap, move: []).solve()
    with pytest.raises(outplay.InputError, match="repeat"):
        outplay.define(0, lambda n: [1, -1], lambda n, move: (n + move) % 3).solve()
    with pytest.raises(outplay.InputError, match="points"):
        outplay.define(1, lambda n: [1] * n, lambda n, _: outplay.Step(n - 1, -2), theory="scoring").solve()
    with pytest.raises(outplay.InputError, match="to_move"):
        outplay.define(1, lambda n: [], lambda n, _: n, theory="positional")
    with pytest.raises(outplay.InputError, match="theory"):
        outplay.define(1, lambda n: [], lambda n, _: n, theory="partizan")
    with pytest.raises(ZeroDivisionError):
        outplay.define(1, lambda n: [1 / 0], lambda n, _: n).solve()
    # A game that raised is explored again from the beginning.
    broken = []

    def moves(n):
        if not broken and n == 2:
            broken.append(n)
            raise KeyError("once")
        return range(n)

    game = outplay.define(4, moves, lambda n, move: move)
    with pytest.raises(KeyError):
        game.solve()
    assert game.solve().grundy == 4


def test_conformance_finds_what_is_wrong():
    import random

    chance = random.Random(1)
    twice = outplay.define(3, lambda n: [0, 0] if n else [], lambda n, move: move)
    with pytest.raises(NotConforming, match="twice"):
        conforms(twice)
    fickle = outplay.define(5, lambda n: chance.sample(range(n), k=n), lambda n, move: move)
    with pytest.raises(NotConforming, match="other moves"):
        conforms(fickle)
    # Parts that are not the parts: moving in the whole is not moving in one of them.
    heaps = outplay.define(
        (2, 3),
        lambda heaps: [(i, left) for i in range(len(heaps)) for left in range(heaps[i])],
        lambda heaps, move: tuple(left if i == move[0] else heaps[i] for i, left in ((j, move[1]) for j in range(len(heaps)))),
        parts=lambda heaps: [(heap,) for heap in heaps[:1]],
    )
    with pytest.raises(NotConforming, match="by the rules"):
        conforms(heaps)


def test_limits():
    endless = outplay.define(0, lambda n: time.sleep(0.0005) or [1, 2], lambda n, move: n + move)
    with pytest.raises(outplay.LimitReached) as stopped:
        endless.solve(time=0.2)
    assert stopped.value.known["positions"] > 0
    with pytest.raises(outplay.LimitReached):
        endless.solve(memory="200K")
    assert len(endless) == 0
    with pytest.raises(outplay.InputError, match="too long"):
        outplay.define(0, lambda n: [1], lambda n, move: n + move).solve()


def test_long_games_do_not_overflow():
    countdown = outplay.define(100_000, lambda n: [1, 2][: min(n, 2)], lambda n, move: n - move)
    assert countdown.solve().grundy == 100_000 % 3
