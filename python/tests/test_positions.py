"""Positions and games as values."""

import copy
import multiprocessing
import pickle
import threading

import outplay
import pytest

GAMES = [
    ("nim", "heaps:2,3", {}),
    ("cram", "grid:2x3", {}),
    ("kayles", "heaps:4 + path:3", {"misere": True}),
    ("unshackle", "grid:2x3", {}),
    ("strings-and-coins", "boxes:1x2", {}),
    ("nimstring", "boxes:1x2", {}),
    ("positional", "sets:1-2-3,3-4-5", {}),
    ("maker-breaker", "ttt:3", {"bias": (1, 2)}),
    ("hop", "ttt:3", {"start": 5}),
    ("chooser-picker", "sets:1-2-3,3-4-5", {}),
    ("domineering", "cells:###/###", {"right_first": True}),
    ("snort", "path:4", {}),
    ("three-players", "sets:1-2-3,3-4-5", {}),
]


@pytest.mark.parametrize("name, board, options", GAMES)
def test_every_kind_of_game_conforms(name, board, options):
    from outplay.testing import conforms

    assert conforms(outplay.Game(name, board, **options), 150) > 5


def examples():
    """The first example of every game there is, with a start where one is needed."""
    from outplay.openspiel import read_options

    for game in outplay.games():
        question, _, rest = game["examples"][0].partition(" --")
        name, _, board = question.partition(" ")
        options = read_options("--" + rest if rest else "")
        if "start" in game["options"]:
            options.setdefault("start", outplay.Board(board).places[0])
        yield pytest.param(name, board, options, id=game["name"])


@pytest.mark.parametrize("name, board, options", list(examples()))
def test_every_game_of_the_registry_conforms(name, board, options):
    from outplay.testing import conforms

    game = outplay.Game(name, board, **options)
    assert conforms(game, 40) > 1 and game.position()._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("name, board, options", GAMES)
def test_vectors_and_actions_are_fixed(name, board, options):
    game = outplay.Game(name, board, **options)
    actions, length = game.actions(), len(game.position().vector())
    assert len(set(actions)) == len(actions)
    seen, waiting = {}, [game.position()]
    while waiting and len(seen) < 300:
        position = waiting.pop()
        assert len(position.vector()) == length and set(position.moves()) <= set(actions)
        key = (tuple(position.vector()), position.to_move, position.score)
        assert seen.setdefault(key, position) == position, "one vector, two positions"
        waiting += position.children()


def test_positions_are_values():
    position = outplay.Game("cram", "grid:2x3").position()
    one, other = position.play("1,2").play("3,6"), position.play("3,6", "1,2")
    assert one == other and hash(one) == hash(other) and one.played != other.played
    assert one != position and len({one, other, position}) == 2
    assert position.moves() == outplay.Game("cram", "grid:2x3").position().moves()
    # Who moves and the score belong to the position.
    coins = outplay.Game("unshackle", "path:3").position()
    assert coins.play("1-2").score == (1, 0) and coins.play("1-2").to_move == "second"
    # Positions of other games are others, whatever they look like.
    assert outplay.Game("cram", "grid:2x3", misere=True).position() != position
    assert position != "cram"


def test_lists_of_moves_are_ones_own():
    position = outplay.Game("cram", "grid:2x3").position()
    position.moves().clear()
    assert len(position.moves()) == 7


def test_pickles_and_copies():
    game = outplay.Game("maker-breaker", "ttt:3", bias=(1, 2))
    position = game.position("5", "1")
    for again in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position), copy.copy(position)):
        assert again == position and again.moves() == position.moves() and again.played == ("5", "1")
    assert pickle.loads(pickle.dumps(game)) == game and hash(pickle.loads(pickle.dumps(game))) == hash(game)
    solved = outplay.solve("cram", "grid:2x3")
    assert pickle.loads(pickle.dumps(solved)) == solved
    board = outplay.Board.from_edges([("a", "b")])
    assert pickle.loads(pickle.dumps(board)) == board and board.labels == ("a", "b")


def test_a_position_without_a_past_pickles_too():
    met = []

    def first(position):
        met.append(pickle.loads(pickle.dumps(position)))
        assert met[-1] == position and met[-1].played is None
        return position.moves()[0]

    outplay.verify("cram", "grid:2x3", first, "first")
    assert met


def test_illegal_moves_say_why():
    position = outplay.Game("cram", "grid:2x3").position("1,2")
    for wrong in ["1,2", "3,4", "9,9", "x", ""]:
        assert not position.is_legal(wrong)
        with pytest.raises(outplay.InputError):
            position.play(wrong)
    with pytest.raises(outplay.InputError, match="start="):
        outplay.Game("hop", "ttt:3")


def test_the_end_of_a_game():
    position = outplay.Game("positional", "ttt:3").position("1 4 2 5 3")
    assert position.is_over and position.winner == "first" and position.moves() == []
    stuck = outplay.Game("cram", "grid:1x2").position("1,2")
    assert stuck.winner == "first"
    assert outplay.Game("cram", "grid:1x2", misere=True).position("1,2").winner == "second"
    assert outplay.Game("cram", "grid:1x2").position().winner is None


def test_many_threads_ask_at_once():
    expected = {n: outplay.solve("node-kayles", f"path:{n}").grundy for n in range(1, 25)}
    found, errors = {}, []

    def work(n):
        try:
            found[n] = outplay.solve("node-kayles", f"path:{n}").grundy
            assert outplay.Game("node-kayles", f"path:{n}").position().value().grundy == expected[n]
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in expected for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and found == expected


def test_the_interpreter_is_free_while_a_solver_works():
    counted = 0
    stop = threading.Event()

    def count():
        nonlocal counted
        while not stop.wait(0.005):
            counted += 1

    counter = threading.Thread(target=count)
    counter.start()
    with pytest.raises(outplay.LimitReached):
        outplay.solve("unshackle", "grid:5x6", time=0.6)
    stop.set()
    counter.join()
    assert counted > 20


def grundy(n):
    return outplay.solve("node-kayles", f"path:{n}").grundy


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_processes_that_were_forked_off(method):
    outplay.solve("cram", "grid:2x2")  # a thread of this process waits for work
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(grundy, range(1, 9)).get(timeout=60) == [grundy(n) for n in range(1, 9)]
