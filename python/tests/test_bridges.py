"""The bridges, each against the real package."""

import outplay
import pytest

BOARDS = [
    ("cram", "grid:2x3", ""),
    ("cram", "grid:2x3", "--misere"),
    ("node-kayles", "path:6", ""),
    ("kayles", "heaps:4", ""),
    ("unshackle", "grid:2x2", ""),
    ("strings-and-coins", "boxes:1x2", ""),
    ("maker-breaker", "sets:1-2,2-3,3-4", "--breaker-first"),
    ("hop", "sets:1-2,2-3,3-4", "--start 1"),
]


@pytest.mark.parametrize("game, board, options", BOARDS)
def test_values_of_openspiel(game, board, options):
    import outplay.openspiel
    import pyspiel
    from open_spiel.python.algorithms import minimax

    loaded = pyspiel.load_game("python_outplay", {"game": game, "board": board, "options": options})
    value, best = minimax.alpha_beta_search(loaded)
    position = outplay.Game(game, board, **outplay.openspiel.read_options(options)).position()
    worth = position.value()
    expected = worth.margin if worth.margin is not None else {"first": 1, "second": -1, "none": 0}[worth.winner]
    assert value == expected
    state = loaded.new_initial_state()
    if position.best_moves():
        assert state.action_to_string(best) in position.moves()


def test_openspiel_plays_with_its_own_algorithms():
    import numpy
    import outplay.openspiel  # noqa: F401
    import pyspiel
    from open_spiel.python.algorithms import get_all_states, mcts

    game = pyspiel.load_game("python_outplay", {"game": "positional", "board": "sets:1-2,2-3,1-3"})
    # OpenSpiel tells states apart by their histories: so many orders of none, one, two and three points.
    assert len(get_all_states.get_all_states(game, depth_limit=-1, include_terminals=True)) == 1 + 3 + 6 + 6
    kayles = pyspiel.load_game("python_outplay", {"game": "cram", "board": "grid:2x3"})
    rollouts = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
    bot = mcts.MCTSBot(kayles, 2, 400, rollouts, solve=True, random_state=numpy.random.RandomState(2))
    chosen = kayles.new_initial_state().action_to_string(bot.step(kayles.new_initial_state()))
    assert chosen in outplay.solve("cram", "grid:2x3").best_moves
    for seed in range(3):
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    state = game.new_initial_state()
    copied = state.clone()
    state.apply_action(state.legal_actions()[0])
    assert len(copied.legal_actions()) == 3 and len(state.legal_actions()) == 2
    observation = game.make_py_observer()
    observation.set_from(state, 0)
    assert observation.tensor.tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game, board, options", BOARDS)
def test_pettingzoo(game, board, options):
    import outplay.pettingzoo
    from outplay.openspiel import read_options
    from pettingzoo.test import api_test

    api_test(outplay.pettingzoo.env(game, board, **read_options(options)), num_cycles=200)


def test_pettingzoo_rewards_who_wins():
    import outplay.pettingzoo

    environment = outplay.pettingzoo.raw_env("cram", "grid:1x2", render_mode="ansi")
    environment.reset()
    assert environment.observe("first")["action_mask"].tolist() == [1]
    assert environment.observe("second")["action_mask"].tolist() == [0]
    environment.step(0)
    assert environment.rewards == {"first": 1.0, "second": -1.0} and all(environment.terminations.values())
    assert isinstance(environment.render(), str)


def test_too_many_moves_for_a_list():
    from outplay._learning import Actions

    class Large:
        """A game whose moves are more than anybody lists, without waiting until that is known."""

        def actions(self):
            return outplay.Game("octal:0.33", "grid:6x6").actions(most=500)

    with pytest.raises(outplay.InputError, match="smaller board"):
        Actions(Large())
