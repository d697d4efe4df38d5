"""Holds the oracle against itself and against published values.

    python3 selftest.py

Each check is a function; all of them run, and the first failure stops.
"""

import sys
import time
from itertools import combinations

import crosscheck
import games
from boards import from_graph6, from_sparse6, parse_graph, to_graph6
from families import parse_family
from impartial import Grundy, HeapGame, Wins, digit_function
from oracle import evaluate, impartial_game
from randoms import Source
from scoring import EdgeGame, NormalOctagons, Scoring

PUBLISHED = {  # first terms, from heap 1 on
    "kayles": [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5,
               4, 7, 2, 1, 8, 6, 7, 4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1,
               4, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 6, 7],                         # A002186
    "dawsons-kayles": [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3,
                       0, 2, 1, 1, 0, 4, 5, 2, 7, 4, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4,
                       4, 5, 5, 2],                                                  # A002187
    "octal:0.1377": [1, 1, 2, 2, 3, 3, 1, 1, 4, 4, 3, 3, 2, 2, 1, 1, 4, 4, 2, 2, 6, 6],  # A071434
    "octal:0.177": [1, 1, 2, 2, 3, 1, 1, 4, 4, 3, 2, 2, 1, 1, 4, 2, 2, 6, 4, 4],     # A071435
    "octal:0.56": [1, 0, 2, 2, 4, 1, 1, 3, 2, 4, 4, 6, 6, 2, 1, 1, 7, 6, 8, 4],      # A071436
    "octal:0.113377": [1, 1, 1, 2, 2, 2, 3, 3, 3, 1, 1, 1, 4, 4, 4, 3, 3, 3, 2, 2],  # A071451
    "octal:0.7777": [1, 2, 3, 4, 5, 6, 7, 3, 2, 8, 9, 7, 6, 5, 4, 3, 2, 8, 9, 4],    # A071074
    "octal:0.176": [1, 1, 0, 2, 2, 3, 4, 4, 1, 1, 6, 2, 2, 3, 4, 4, 1, 1, 6, 6],     # A125920
}


def grundy_of(game, board):
    rules = impartial_game(game, board)
    return Grundy(rules).value(rules.start)


def field(game, board, key, options=""):
    pairs = dict(item.split("=") for item in evaluate(game, board, options).split())
    return pairs[key]


def margin(game, board, options=""):
    return int(field(game, board, "margin", options))


def formats():
    """The examples of the graph6 and sparse6 description, and a round trip."""
    assert from_graph6("DQc").edge_list() == [(1, 3), (1, 5), (2, 4), (4, 5)]
    assert from_sparse6(":Fa@x^").edge_list() == [(1, 2), (1, 3), (2, 3), (6, 7)]
    source = Source(5)
    for n in range(1, 12):
        edges = source.pairs(n, .4)
        assert from_graph6(to_graph6(n, edges)).edge_list() == sorted(edges)


def graph_counts():
    for board, vertices, edges in [
            ("petersen", 10, 15), ("hypercube:3", 8, 12), ("wheel:5", 6, 10), ("cycle:1", 1, 1),
            ("cycle:2", 2, 2), ("star:4", 5, 4), ("path:0", 0, 0), ("pode:0", 1, 0),
            ("pode:1,1,2,4", 9, 8), ("bipode:1,1,2;1,1,2;3", 12, 11), ("bipode:1,1;2;0", 5, 4),
            ("edges:2-2,5-5,5-9,7", 4, 3), ("path:3 + cycle:4", 7, 6)]:
        graph = parse_graph(board)
        assert (len(graph.vertices), len(graph.edge_list())) == (vertices, edges), board
    for m in range(1, 5):
        for n in range(1, 5):  # Theorem 3.22, and every polygon has all its sides
            assert len(parse_graph(f"octagons:{m}x{n}").edge_list()) == 6 * m * n + m + n
            assert len(parse_graph(f"boxes:{m}x{n}").edge_list()) == 2 * m * n + m + n
            for board, sides in [(f"hexagons:{m}x{n}", 6), (f"polygons:5,{m}x{n}", 5)]:
                game = EdgeGame(parse_graph(board))
                assert all(game.degree(game.start, v) == sides for v in game.at)
    inner = sum(1 for (u, v), _ in parse_graph("hexagons:3x3").edges if u != v)
    assert inner == 16  # 6 beside each other, 5 between each two rows


def family_counts():
    """Points and lines, and two points on exactly one line."""
    for board, points, lines, on_line in [
            ("ag:2,2", 4, 6, 2), ("ag:2,3", 9, 12, 3), ("ag:2,4", 16, 20, 4), ("ag:2,5", 25, 30, 5),
            ("ag:3,2", 8, 28, 2), ("ag:3,3", 27, 117, 3), ("pg:2,2", 7, 7, 3), ("pg:2,3", 13, 13, 4),
            ("pg:2,4", 21, 21, 5), ("pg:3,2", 15, 35, 3), ("pg:1,4", 5, 1, 5)]:
        family = parse_family(board)
        members = family.members()
        assert (len(family.names), len(members)) == (points, lines), board
        assert all(len(m) == on_line for m in members)
        pairs = [pair for m in members for pair in combinations(m, 2)]
        assert len(pairs) == len(set(pairs)) == points * (points - 1) // 2
    for n, d in [(2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (4, 3)]:
        assert len(parse_family(f"ttt:{n}^{d}").sets) == ((n + 2) ** d - n ** d) // 2
    island = parse_family("[pg:2,2 : pg:2,2]")
    assert (len(island.names), len(island.sets)) == (49, 2401)
    assert all(bin(s).count("1") == 9 for s in island.sets)


def published_sequences():
    for game, values in PUBLISHED.items():
        rules = HeapGame(digit_function(game), [])
        solver = Grundy(rules)
        assert [solver.value((n,)) for n in range(1, len(values) + 1)] == values, game
    dawson = PUBLISHED["dawsons-kayles"]
    for n in range(1, len(dawson) - 1):  # heap n of 0.137 is heap n + 1 of 0.07
        assert grundy_of("dawsons-chess", f"heaps:{n}") == dawson[n]
    solver = Grundy(HeapGame(digit_function("kayles"), []))
    assert all(solver.value((n,)) == solver.value((n + 12,)) for n in range(71, 90))
    solver = Grundy(HeapGame(digit_function("dawsons-kayles"), []))
    assert all(solver.value((n,)) == solver.value((n + 34,)) for n in range(53, 100))


def heaps_are_paths():
    """On a path an octal game is the heap game; Cram on a strip is Dawson's Kayles."""
    for game in ["octal:0.33", "octal:0.77", "octal:0.137", "octal:0.6", "octal:0.26", "octal:0.007",
                 "nim", "subtraction:2,3"]:
        for n in range(0, 11):
            assert grundy_of(game, f"heaps:{n}") == grundy_of(game, f"path:{n}"), (game, n)
    for n in range(1, 14):
        assert grundy_of("cram", f"grid:1x{n}") == grundy_of("dawsons-kayles", f"heaps:{n}")
        assert grundy_of("node-kayles", f"path:{n}") == grundy_of("dawsons-chess", f"heaps:{n}")
    for m, n in [(2, 2), (2, 4), (2, 6), (4, 4)]:
        assert grundy_of("cram", f"grid:{m}x{n}") == 0
    for n in (3, 5, 7):
        assert grundy_of("cram", f"grid:2x{n}") == 1


def misere_nim():
    for heaps in [(1,), (2,), (1, 1), (1, 2), (2, 2), (1, 2, 3), (1, 1, 1), (3, 4, 5), (2, 4, 6)]:
        rules = HeapGame(digit_function("nim"), heaps)
        total = 0
        for h in heaps:
            total ^= h
        expected = total != 0 if max(heaps) > 1 else total == 0
        assert Wins(rules, misere=True).mover_wins(rules.start) == expected


def podes():
    """Theorem 53: 0.33 on k-podes; chains count modulo 3 (Corollary 51, Lemma 55)."""
    for chains in [c for k in (3, 4) for c in combinations(sorted([1, 2, 3, 4, 5] * 2), k)
                   if sum(c) <= 12]:
        ones, twos = (sum(1 for c in chains if c % 3 == r) for r in (1, 2))
        won = (ones == twos == 0 or twos % 2 == 1 and (ones, twos) != (0, 1)
               or twos == 2 and ones % 2 == 0 or twos != 2 and twos % 2 == 0 and ones % 2 == 1)
        board = "pode:" + ",".join(map(str, chains))
        value = grundy_of("octal:0.33", board)
        assert won == (value != 0), board
        assert value == grundy_of("octal:0.33", "pode:" + ",".join(str(c % 3) for c in chains))
    for between in (1, 2):
        assert (grundy_of("octal:0.33", f"bipode:1,1,2;1,2;{between}")
                == grundy_of("octal:0.33", f"bipode:1,1,2;1,2;{between + 3}"))


def unshackle_theorem():
    """Theorem 3.4 of the Unshackle paper."""
    for m in range(1, 4):
        for n in range(m, 7):
            if (m, n) not in [(1, 1), (1, 2)] and 2 * m * n - m - n <= 17:
                found = margin("unshackle", f"grid:{m}x{n}")
                if (m + n) % 2:
                    assert found >= 0, (m, n)
                else:
                    assert found < 0 if m % 2 else found <= 0, (m, n)


def normal_octagons():
    """Theorems 4.12, 4.13, 4.15 to 4.19, and which components are weak."""
    for board, expected in [("1x1", -1), ("1x2", 0), ("1x3", -1), ("1x4", 0), ("2x2", 0)]:
        found = margin("closing-octagons", f"octagons:{board}", "--normal-rules")
        assert found == expected, board
    source = Source(3)
    for _ in range(300):  # weak: a tree, or a tree and one loop (Theorems 3.28 to 3.33)
        n = 1 + source.below(5)
        game = NormalOctagons(parse_graph(source.multigraph(n, 1 + source.below(6))))
        reached = game.turns(game.start)
        for part in game.components(game.start):
            vertices = {v for k in part for v in game.ends[k]}
            loops = sum(game.start[k] for k in part if game.ends[k][0] == game.ends[k][1])
            edges = sum(game.start[k] for k in part) - loops
            tree = edges == len(vertices) - 1 and loops <= 1
            assert tree == game.is_weak(part, reached)


def dots_and_boxes():
    """The multigraph game is Dots and Boxes, played here on sides and boxes."""
    for m, n in [(1, 1), (1, 2), (1, 3), (2, 2)]:
        rules = Scoring(parse_graph(f"boxes:{m}x{n}"), True)
        assert rules.margin(rules.start) == crosscheck.dots_and_boxes(m, n)


def published_positional():
    """Known results, the hop thesis's among them (Theorem 2.1.1, section 3.1)."""
    for board, expected in [("ttt:3", "draw"), ("ag:2,2", "first-win"), ("ag:2,3", "first-win"),
                            ("pg:2,2", "first-win")]:
        assert field("positional", board, "result") == expected
    for board in ("ttt:3", "ag:2,2", "ag:2,3", "pg:2,2"):
        for start in range(1, len(parse_family(board).names) + 1):
            assert field("hop", board, "result", f"--start {start}") == "first-win"
    assert field("maker-breaker", "ttt:3", "winner") == "first"
    for start in ("1.1", "2.1", "7.1"):  # one inner point: every hop is allowed
        for key in ("result", "plies"):
            assert (field("fire-and-ice", "[pg:2,2 : sets:1]", key, f"--start {start}")
                    == field("hop", "pg:2,2", key, "--start 1"))


CHECKS = [formats, graph_counts, family_counts, published_sequences, heaps_are_paths, misere_nim,
          podes, unshackle_theorem, normal_octagons, dots_and_boxes, published_positional,
          *crosscheck.CHECKS]


def main():
    sys.setrecursionlimit(20_000)
    checks = [(check.__name__, check) for check in CHECKS]
    checks += [(name, module.selftest) for name, module in games.modules().items()]
    for name, check in checks:
        began = time.monotonic()
        check()
        print(f"{name}: holds, {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main()
