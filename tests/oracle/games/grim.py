"""Grim: on a graph, delete a vertex that is not isolated, with the edges at it.

Vertices that become isolated vanish.  The player who makes the last move wins, in misere play
loses.  A vertex is isolated if it has no neighbour other than itself, so loops and parallel edges
change nothing.

A position is the set of vertices left, none of them isolated.
"""

from functools import lru_cache

from boards import parse_graph
from crosscheck import WithNimHeap
from impartial import Grundy, HeapGame, VertexGame, Wins, digit_function, on_graphs
from oracle import text_of
from randoms import Source

NOTES = ["Grim: delete a vertex that is not isolated; isolated vertices vanish.",
         "On paths it is Officers (0.6)."]


class Grim(VertexGame):
    """Masks of vertices; `near` of VertexGame leaves out loops."""

    def __init__(self, graph):
        super().__init__(graph)
        self.start = self.without_isolated(self.start)

    def without_isolated(self, position):
        return sum(1 << k for k in self.members(position) if self.near[k] & position)

    def moves(self, position):
        for k in self.members(position):
            yield str(self.labels[k]), self.without_isolated(position & ~(1 << k))


value, first_wins = on_graphs(Grim)


BOARDS = [
    "path:1", "path:2", "path:3", "path:4", "path:5", "path:8", "path:11", "path:13", "cycle:1",
    "cycle:2", "cycle:3", "cycle:4", "cycle:7", "cycle:9", "cycle:12", "grid:2x2", "grid:2x3",
    "grid:3x3", "grid:2x5", "grid:3x4", "complete:3", "complete:6", "complete:7", "star:1",
    "star:4", "star:5", "bipartite:2,4", "bipartite:3,3", "wheel:5", "wheel:6", "hypercube:3",
    "petersen", "pode:0", "pode:1,2,3", "pode:1,1,2,4", "bipode:1,1,2;1,2;2", "edges:1-1",
    "edges:1-1,1-2", "edges:1-2,1-2,2-3,3-3,4", "edges:1,2,3-3", "boxes:2x3", "octagons:1x3",
    "path:4 + cycle:5", "path:3 + path:3", "star:3 + complete:3 + path:2", "path:1 + grid:2x3",
]
MISERE = [
    "path:1", "path:2", "path:3", "path:6", "path:10", "cycle:1", "cycle:2", "cycle:5", "cycle:8",
    "grid:2x3", "grid:3x3", "complete:5", "complete:6", "star:4", "petersen", "pode:1,2,3",
    "edges:1-1,1-2", "path:2 + path:2", "path:3 + cycle:4", "star:3 + star:3",
]


def random_boards(seed):
    source = Source(seed)
    boards = [source.multigraph(n, m) for n, m in
              [(4, 5), (5, 7), (6, 8), (7, 9), (8, 10), (9, 12), (10, 12)]]
    boards += [source.graph(n, p) for n, p in [(7, .4), (9, .3), (10, .35)]]
    return boards + [source.tree(9), source.tree(12), source.graph6(8, .4)]


def lines():
    for board in BOARDS + random_boards(201):
        grundy = value(board)
        yield "grim", board, "", text_of([("outcome", "N" if grundy else "P"), ("grundy", grundy)])
    for board in MISERE + random_boards(202)[::2]:
        outcome = "N" if first_wins(board, misere=True) else "P"
        yield "grim", board, "--misere", text_of([("outcome", outcome)])


def mex(values):
    return next(g for g in range(len(values) + 1) if g not in values)


def on_edge_sets(edges, misere):
    """Whether the mover wins, on the set of edges alone: a vertex that is left has an edge."""
    ends = {v for edge in edges for v in edge}
    if not ends:
        return misere
    return any(not on_edge_sets(frozenset(e for e in edges if v not in e), misere) for v in ends)


def selftest():
    # Paths: deleting a vertex leaves two paths, and a path of one vertex has no move.
    officers = Grundy(HeapGame(digit_function("officers"), []))
    for n in range(1, 14):
        assert value(f"path:{n}") == officers.value((n,))
        assert value(f"cycle:{n + 2}") == mex({officers.value((n + 1,))})
        assert value(f"complete:{n}") == (n - 1) % 2
        assert value(f"star:{n}") == 2 - n % 2

    @lru_cache(maxsize=None)
    def bipartite(a, b):
        return mex({bipartite(a - 1, b), bipartite(a, b - 1)}) if a and b else 0

    for a, b in [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4)]:
        assert value(f"bipartite:{a},{b}") == bipartite(a, b)

    # By hand.  Path 2: the one move ends the game.  Path 3: the centre ends it, an end leaves path 2.
    assert [value(f"path:{n}") for n in (0, 1, 2, 3, 4)] == [0, 0, 1, 2, 0]
    assert [first_wins(f"path:{n}", misere=True) for n in (1, 2, 3, 4)] == [True, False, True, True]
    assert value("edges:1-1,2-2,1-2,1-2") == 1 and value("edges:1-1,1-1") == 0

    # Without bit masks, memory or Grundy theory; then with a nim heap beside the graph.
    source = Source(203)
    for _ in range(60):
        board = source.multigraph(2 + source.below(6), 1 + source.below(8))
        rules, grundy = Grim(parse_graph(board)), value(board)
        edges = frozenset(e for e in parse_graph(board).edge_list() if e[0] != e[1])
        assert first_wins(board, misere=True) == on_edge_sets(edges, misere=True), board
        assert (grundy != 0) == on_edge_sets(edges, misere=False), board
        plain = Wins(WithNimHeap(rules))
        lost = [n for n in range(grundy + 2) if not plain.mover_wins((rules.start, n))]
        assert lost == [grundy], board
