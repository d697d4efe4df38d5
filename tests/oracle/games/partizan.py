"""Partizan games: Domineering, Col, Snort, partizan octal games.  Who cannot move loses.

Left begins, with --right-first Right.  The outcome is L or R if that player wins whoever begins, N if
whoever begins wins, P if whoever begins loses.

* Domineering, on cells of squared paper: Left lays dominoes on two free cells of one column, Right on
  two of one row.  A position is the set of free cells.
* Col and Snort, on a graph: colour a vertex, Left blue and Right red; neighbours must not have the
  same colour in Col, different colours in Snort.  A position is what colour each vertex has.
* Partizan octal games: Left takes by one code, Right by another, as `impartial.py` takes from heaps
  and from graphs.

A position is played out as a whole, once for each player to move: no sums, no values.
"""

from functools import lru_cache

from boards import parse_graph, parse_heaps, size
from impartial import HeapGame, OctalOnGraph, digit_function
from oracle import text_of
from randoms import Source

NOTES = ["Domineering, Col, Snort and partizan octal games: who wins, and the outcome class.",
         "best: every winning move of the player to move."]

LEFT, RIGHT = 0, 1


class Domineering:
    def __init__(self, board):
        self.start, self.number, shift = frozenset(), {}, 0
        for part in board.split(" + "):
            name, _, rest = part.strip().partition(":")
            if name == "grid":
                rows, columns = size(rest)
                cells = [(r, c) for r in range(rows) for c in range(columns)]
            else:
                assert name == "cells"
                cells = [(r, c) for r, row in enumerate(rest.split("/"))
                         for c, mark in enumerate(row) if mark == "#"]
            for r, c in cells:
                self.number[r, c + shift] = len(self.number) + 1
            # The next board lies to the right, a column apart.
            shift += max((c for _, c in cells), default=0) + 2
        self.start = frozenset(self.number)

    def moves(self, free, player):
        for r, c in sorted(free, key=self.number.get):
            other = (r + 1, c) if player == LEFT else (r, c + 1)
            if other in free:
                yield f"{self.number[r, c]},{self.number[other]}", free - {(r, c), other}


class Colouring:
    """A position is a tuple: for each vertex its colour, or None."""

    def __init__(self, board, clash):
        graph = parse_graph(board)
        self.labels, self.clash = graph.vertices, clash
        index = {v: k for k, v in enumerate(graph.vertices)}
        self.near = [set() for _ in graph.vertices]
        for u, v in graph.edge_list():
            if u != v:
                self.near[index[u]].add(index[v])
                self.near[index[v]].add(index[u])
        self.start = (None,) * len(self.labels)

    def moves(self, colours, player):
        for k, colour in enumerate(colours):
            forbidden = any(colours[n] is not None and self.clash(colours[n], player)
                            for n in self.near[k])
            if colour is None and not forbidden:
                yield str(self.labels[k]), colours[:k] + (player,) + colours[k + 1:]


class Octal:
    def __init__(self, codes, board):
        digits = [digit_function("octal:" + code) for code in codes.split(",")]
        if board.startswith("heaps"):
            self.games = [HeapGame(digit, parse_heaps(board)) for digit in digits]
        else:
            self.games = [OctalOnGraph(digit, parse_graph(board)) for digit in digits]
        self.start = self.games[0].start

    def moves(self, position, player):
        return self.games[player].moves(position)


def rules_of(game, board):
    if game == "domineering":
        return Domineering(board)
    if game == "col":
        return Colouring(board, lambda a, b: a == b)
    if game == "snort":
        return Colouring(board, lambda a, b: a != b)
    name, _, codes = game.partition(":")
    assert name == "partizan-octal"
    return Octal(codes, board)


class Play:
    def __init__(self, game, board):
        self.rules, self.known = rules_of(game, board), {}

    def mover_wins(self, position, player):
        key = position, player
        if key not in self.known:
            self.known[key] = any(not self.mover_wins(after, 1 - player)
                                  for _, after in self.rules.moves(position, player))
        return self.known[key]

    def outcome(self):
        left, right = (self.mover_wins(self.rules.start, player) for player in (LEFT, RIGHT))
        return {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}[left, right]

    def best(self, player):
        return [name for name, after in self.rules.moves(self.rules.start, player)
                if not self.mover_wins(after, 1 - player)]


CELLS = [
    "cells:#", "cells:##/#.", "cells:##.#/####", "cells:#.#/.#./#.#", "cells:###/#.#/###",
    "cells:.##/###/##.", "cells:#.../####/...#", "cells:####/.##./####", "cells:##../.##./..##",
    "grid:2x2 + grid:1x2", "grid:2x3 + grid:3x2", "grid:2x2 + grid:2x2", "cells:##/#. + grid:3x1",
]
GRIDS = [f"grid:{rows}x{columns}" for rows in range(1, 6) for columns in range(1, 6)
         if rows * columns <= 16]
WIDE = ["grid:1x9", "grid:9x1", "grid:2x6", "grid:2x7", "grid:2x8", "grid:3x6", "grid:6x3"]
GRAPHS = [
    "path:0", "path:1", "path:2", "path:3", "path:5", "path:6", "path:7", "path:9", "cycle:1",
    "cycle:2", "cycle:3", "cycle:4", "cycle:6", "cycle:7", "complete:3", "complete:4", "star:4",
    "bipartite:2,3", "wheel:5", "grid:2x3", "grid:2x4", "grid:3x3", "hypercube:3", "petersen",
    "pode:1,2,3", "bipode:1,1;1,2;1", "edges:1-1", "edges:1-2,2-3,3-1,1-1,3-4,3-4",
    "path:3 + path:3", "path:3 + cycle:4", "star:3 + path:2", "path:1 + path:1 + path:2",
]
HEAPS = ["heaps:0", "heaps:1", "heaps:4", "heaps:7", "heaps:10", "heaps:3,5", "heaps:2,2,4", "heaps:6,6"]
CODES = ["0.3,0.03", "0.03,0.3", "0.7,0.33", "0.07,0.37", "0.137,0.07", "0.77,0.77", "0.1,0.7", "0.34,0.043"]


def questions():
    for board in GRIDS + WIDE + CELLS:
        yield "domineering", board
    source = Source(401)
    random = [source.multigraph(n, m) for n, m in
              [(4, 5), (5, 6), (5, 8), (6, 7), (6, 9), (7, 8), (7, 10), (8, 9)]]
    random += [source.tree(7), source.tree(8), source.graph6(7, .4), source.graph6(8, .3)]
    for game in ("col", "snort"):
        for board in GRAPHS + random:
            yield game, board
    for codes in CODES:
        for board in HEAPS + ["path:8", "grid:2x3", "cycle:6", "star:4"]:
            yield "partizan-octal:" + codes, board


def lines():
    for index, (game, board) in enumerate(questions()):
        play = Play(game, board)
        for player, options in ((LEFT, ""), (RIGHT, "--right-first")):
            wins = play.mover_wins(play.rules.start, player)
            fields = [("winner", "first" if wins else "second"), ("outcome", play.outcome())]
            yield game, board, options, text_of(fields)
            # Moves of heaps are named by the rows they are taken from.
            if index % 3 == 0 and "heaps" not in board:
                yield game, board, options, "best=" + ";".join(play.best(player))


def selftest():
    def outcome(game, board):
        return Play(game, board).outcome()

    # By hand: a row is Right's alone, a column Left's, and a square goes to who begins.
    for n in range(2, 9):
        assert outcome("domineering", f"grid:1x{n}") == "R"
        assert outcome("domineering", f"grid:{n}x1") == "L"
    assert outcome("domineering", "grid:1x1") == "P" and outcome("domineering", "grid:2x2") == "N"
    # Turned by a quarter, Left and Right change places.
    turned = {"L": "R", "R": "L", "N": "N", "P": "P"}
    for rows in range(1, 5):
        for columns in range(1, 5):
            there = outcome("domineering", f"grid:{rows}x{columns}")
            assert outcome("domineering", f"grid:{columns}x{rows}") == turned[there]
    # A position beside its negative is lost by who begins.
    for cells, other in [("##/#.", "##/#."), ("###/#.#", "##/#./##"), ("###", "#/#/#")]:
        assert outcome("domineering", f"cells:{cells} + cells:{other}") == "P"
    # Col and Snort are their own negatives before the first move: neither player is better off, and a
    # board beside its copy is 0.  In Snort the first player takes a vertex that all others are joined to.
    for board in GRAPHS:
        assert outcome("col", board) in "NP" and outcome("snort", board) in "NP", board
        if "+" not in board:
            assert outcome("col", f"{board} + {board}") == "P", board
    for n in range(1, 6):
        assert outcome("snort", f"star:{n}") == "N" and outcome("snort", f"complete:{n}") == "N"
        assert outcome("col", f"complete:{n}") == ("N" if n == 1 else "P")
    # With the same code for both it is an impartial game, and a heap is a path.
    for code in ("0.77", "0.07", "0.137"):
        for n in range(1, 9):
            same = f"partizan-octal:{code},{code}"
            assert outcome(same, f"heaps:{n}") == outcome(same, f"path:{n}")
    for codes in CODES:
        for n in range(8):
            here = outcome("partizan-octal:" + codes, f"heaps:{n}")
            assert here == outcome("partizan-octal:" + codes, f"path:{n}")
            back = ",".join(reversed(codes.split(",")))
            assert outcome("partizan-octal:" + back, f"heaps:{n}") == turned[here]

    # Without a table, on lists of dominoes.
    @lru_cache(maxsize=None)
    def laid(dominoes, player):
        return any(not laid(frozenset(d for d in dominoes if not set(d[1:]) & set(mine[1:])), 1 - player)
                   for mine in dominoes if mine[0] == player)

    for board in CELLS + GRIDS[:14]:
        rules = Domineering(board)
        dominoes = frozenset(
            (player, cell, other) for cell in rules.start
            for player, other in ((LEFT, (cell[0] + 1, cell[1])), (RIGHT, (cell[0], cell[1] + 1)))
            if other in rules.start)
        plays = Play("domineering", board)
        for player in (LEFT, RIGHT):
            assert plays.mover_wins(rules.start, player) == laid(dominoes, player), board
