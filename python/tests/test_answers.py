"""Answers against computations that share nothing with the program: brute force written here, and the oracle."""

import unittest.mock
from functools import lru_cache
from itertools import combinations
from random import Random

import networkx
import numpy
import oracle
import outplay
import pandas
import polars
import pytest


def mex(values):
    return next(value for value in range(len(values) + 1) if value not in values)


def node_kayles(graph):
    @lru_cache(None)
    def grundy(left):
        return mex({grundy(left - {v} - set(graph[v])) for v in left})

    return grundy(frozenset(graph))


def arc_kayles(graph):
    @lru_cache(None)
    def grundy(left):
        pairs = [pair for pair in combinations(sorted(left), 2) if graph.has_edge(*pair)]
        return mex({grundy(left - set(pair)) for pair in pairs})

    return grundy(frozenset(graph))


def unshackle_margin(graph):
    """A vertex scores for whoever removes its last edge, and every move passes the turn."""
    edges = tuple(sorted(graph.edges()))

    @lru_cache(None)
    def margin(left):
        best = None
        for edge in left:
            rest = left - {edge}
            freed = sum(not any(end in other for other in rest) for end in edge)
            value = freed - margin(rest)
            best = value if best is None else max(best, value)
        return best or 0

    return margin(frozenset(edges))


def random_graphs(count, vertices, seed):
    chance = Random(seed)
    for _ in range(count):
        yield networkx.gnp_random_graph(vertices, chance.uniform(0.2, 0.7), seed=chance.randrange(10**9))


def test_node_kayles_and_arc_kayles_on_random_graphs():
    for graph in random_graphs(12, 7, 1):
        assert outplay.solve("node-kayles", graph).grundy == node_kayles(graph)
        assert outplay.solve("arc-kayles", graph).grundy == arc_kayles(graph)


def test_unshackle_on_random_graphs():
    for graph in random_graphs(8, 6, 2):
        if 0 < graph.number_of_edges() <= 11:
            solved = outplay.solve("unshackle", graph)
            assert solved.margin == unshackle_margin(graph)
            assert solved.winner == ["none", "first", "second"][(solved.margin > 0) - (solved.margin < 0)]


@pytest.mark.parametrize(
    "question",
    [
        "cram grid:3x3",
        "octal:0.33 pode:1,1,3",
        "kayles heaps:7,3",
        "unshackle grid:2x3",
        "strings-and-coins boxes:1x2",
        "hop ttt:3 --start 5",
        "maker-breaker pg:2,2",
        "avoider-enforcer sets:1-2-3,3-4-5,1-5",
        "chooser-picker sets:1-2,2-3,3-4",
        "kayles heaps:4,3 --misere",
    ],
)
def test_the_oracle_agrees(question):
    game, board, *rest = question.split()
    options = {"misere": True} if "--misere" in rest else {"start": rest[1]} if rest else {}
    expected = dict(field.split("=", 1) for field in oracle.evaluate(game, board, " ".join(rest)).split())
    told = outplay.solve(game, board, **options).to_dict()
    told |= {name.replace("_", "-"): value for name, value in told.items()}
    written = {None: "null", True: "true", False: "false"}
    compared = [field for field in expected if field in told]
    assert compared, expected
    for field in compared:
        value = told[field]
        assert (written[value] if value is None or isinstance(value, bool) else str(value)) == expected[field], field


def test_best_moves_and_the_line_keep_the_value():
    position = outplay.Game("unshackle", "grid:2x3").position()
    value = position.value().margin
    for move in position.best_moves():
        assert position.play(move).value().margin == value
    assert position.solve().best_moves == position.best_moves()
    end = position.play(*position.solve().line)
    assert end.is_over and end.score[0] - end.score[1] == value
    best = outplay.moves("unshackle", "grid:2x3").best
    assert best == position.best_moves() == [move for move, v in position.values().items() if v.margin == value]


def test_a_table_is_a_frame_of_pandas_or_polars():
    paths = [node_kayles(networkx.path_graph(n)) for n in range(1, 8)]
    table = outplay.table("node-kayles", "path:1..7")
    assert isinstance(table, pandas.DataFrame) and table["grundy"].tolist() == paths
    other = outplay.table("node-kayles", "path:1..7", frame="polars")
    assert isinstance(other, polars.DataFrame) and other["grundy"].to_list() == paths
    rows = outplay.table("node-kayles", "path:1..7", frame="rows")
    assert [row["grundy"] for row in rows] == paths and rows[0]["board"] == "path:1"
    with unittest.mock.patch("outplay._api.find_spec", lambda name: None):
        assert outplay.table("node-kayles", "path:1..7") == rows
    with pytest.raises(outplay.InputError, match="polars"):
        outplay.table("node-kayles", "path:1..7", frame="excel")


def test_sequences_and_periods():
    @lru_cache(None)
    def kayles(n):
        parts = [(a, n - taken - a) for taken in (1, 2) for a in range(n - taken + 1)]
        return mex({kayles(a) ^ kayles(b) for a, b in parts})

    found = outplay.sequence("kayles", 120)
    assert found.dtype == numpy.uint32 and found.tolist() == [kayles(n) for n in range(121)]
    period = outplay.period("0.77")
    assert period.proved and all(kayles(n) == kayles(n + period.period) for n in range(period.last_exception + 1, 200))
    assert kayles(period.last_exception) != kayles(period.last_exception + period.period)


def test_p_positions():
    pairs = [(a, b) for a in range(1, 10) for b in range(a, 10) if a + b <= 10 and a ^ b == 0]
    assert sorted(outplay.positions("nim", 2, 10)) == pairs


def test_sweeps_by_text_and_by_function():
    by_text = outplay.sweep("node-kayles", over="path:1..12", test="outcome=N")
    by_function = outplay.sweep("node-kayles", over="path:1..12", test=lambda value: value.outcome == "N")
    lost = [f"path:{n}" for n in range(1, 13) if node_kayles(networkx.path_graph(n)) == 0]
    assert by_text.failures == by_function.failures == lost and not by_text
    assert by_function.tested == 12


def test_certificates_are_checked_and_falsified():
    proof = outplay.certify("cram", "grid:3x3", text=True)
    checked = outplay.check(proof)
    assert checked and "cram" in checked.statement
    wrong = bytes(proof).replace(b"0", b"1", 3)
    assert outplay.check(wrong).valid is False


def test_certificates_in_files(tmp_path):
    path = tmp_path / "cram.proof"
    outplay.certify("cram", "grid:2x3").save(path)
    assert outplay.check(path).valid and outplay.check(str(path)).valid
    with pytest.raises(FileNotFoundError):
        outplay.check(tmp_path / "nothing")


def test_claims():
    ids = [claim.id for claim in outplay.claims()]
    assert len(ids) == len(set(ids)) > 100
    assert all(claim.statement and claim.status is None for claim in outplay.claims("dots"))
    claim = outplay.check_claim(outplay.claims("dots")[0])
    assert claim.status in ("verified", "refuted", "gap", "open") and claim.evidence
    with pytest.raises(outplay.InputError, match="there is no claim"):
        outplay.check_claim("dots/nonsense")


def test_games_and_boards():
    games = outplay.games()
    assert {"cram", "unshackle", "hop"} <= {game["name"] for game in games}
    for game in games:
        assert game["examples"] and game["theory"] in ("impartial", "partizan", "scoring", "positional")
    assert "cram" in outplay.games("cram")[0]["examples"][0]
    for name in outplay.boards():
        assert outplay.Board(name).places or outplay.Board(name).heaps


def test_hop_games_for_every_start():
    solved = outplay.solve("hop", "ttt:3")
    assert {start.fields["start"] for start in solved.starts} == {"1", "2", "5"}
    for start in solved.starts:
        alone = outplay.solve("hop", "ttt:3", start=start.fields["start"])
        assert (alone.result, alone.plies) == (start.result, start.plies)


def test_answers_are_dicts_and_words():
    solved = outplay.solve("cram", "grid:2x3")
    assert solved.to_dict()["winner"] == solved.winner == "first"
    assert "the first player wins" in str(solved) and "cram on grid:2x3" in repr(solved)
    assert solved == outplay.solve("cram", "grid:2x3") != outplay.solve("cram", "grid:2x2")
    assert hash(solved) == hash(outplay.solve("cram", "grid:2x3"))
    assert "<pre>" in solved._repr_html_()
    # How long an answer took is no part of it.
    slower = outplay.Solved({**solved.to_dict(), "seconds": solved.seconds + 1, "positions": 10**6}, str(solved))
    assert slower == solved and hash(slower) == hash(solved)


def test_the_version_is_that_of_the_workspace():
    from conftest import ROOT

    manifest = (ROOT / "Cargo.toml").read_text()
    assert f'version = "{outplay.__version__}"' in manifest
