"""Green Hackenbush: on a graph whose first vertex is the ground, cut an edge.

Every edge that is no longer joined to the ground by edges falls with it; edges that are not joined
to the ground at the start are no part of the game.  The player who makes the last move wins, in
misere play loses.  Loops and parallel edges are edges like any other.

A position is the set of edges left, by their numbers, all of them joined to the ground.
"""

from functools import lru_cache

from boards import parse_graph
from crosscheck import WithNimHeap
from impartial import Grundy, Wins, on_graphs
from oracle import text_of
from randoms import Source

NOTES = ["Green Hackenbush: cut an edge; what is not joined to the first vertex any more falls."]


class GreenHackenbush:
    """Sets of edge numbers; the ground is the vertex of the least name."""

    def __init__(self, graph):
        self.edges = list(graph.edge_list())
        self.ground = min(graph.vertices, default=None)
        self.start = self.standing(frozenset(range(len(self.edges))))

    def standing(self, position):
        joined, reached = {self.ground}, set()
        while True:
            more = {k for k in position - reached if joined & set(self.edges[k])}
            if not more:
                return frozenset(reached)
            reached |= more
            joined |= {end for k in more for end in self.edges[k]}

    def moves(self, position):
        for k in sorted(position):
            yield str(k), self.standing(position - {k})

    def parts(self, position):
        return [position]


value, first_wins = on_graphs(GreenHackenbush)


BOARDS = [
    "path:1", "path:2", "path:5", "path:9", "cycle:1", "cycle:2", "cycle:3", "cycle:6", "cycle:9",
    "star:1", "star:4", "star:7", "pode:1,2,3", "bipode:1,1;2,1;2", "complete:3", "complete:4",
    "bipartite:2,3", "wheel:4", "grid:2x3", "grid:2x4", "edges:1-1", "edges:1-1,1-1,1-2",
    "edges:1-2,1-2,2-3,3-3,4-5", "edges:2-3,3-4", "edges:1,2-3,3-4",
    "edges:1-2,2-3,3-2,3-4,4-4", "boxes:1x2",
    "path:4 + cycle:5",
]
MISERE = [
    "path:1", "path:2", "path:3", "path:6", "cycle:1", "cycle:2", "cycle:5", "star:3", "star:4",
    "complete:4", "pode:1,2,3", "edges:1-1,1-2,1-3", "edges:1-1,1-1", "edges:1,2-3", "grid:2x3",
]


def random_boards(seed):
    source = Source(seed)
    boards = [source.multigraph(n, m) for n, m in
              [(3, 4), (4, 6), (5, 7), (5, 9), (6, 8), (6, 10), (7, 11)]]
    return boards + [source.tree(8), source.tree(10), source.tree(12)]


def lines():
    for board in BOARDS + random_boards(301):
        grundy = value(board)
        answer = text_of([("outcome", "N" if grundy else "P"), ("grundy", grundy)])
        yield "green-hackenbush", board, "", answer
    for board in MISERE + random_boards(302)[::2]:
        outcome = "N" if first_wins(board, misere=True) else "P"
        yield "green-hackenbush", board, "--misere", text_of([("outcome", outcome)])


def by_fusion(edges, ground):
    """The fusion principle: the vertices of a cycle may be drawn together; then the colon principle.

    Two ends of an edge lie on a common cycle if they stay joined without it.
    """
    def joined(a, b, among):
        reached = {a}
        for _ in among:
            reached |= {w for u, v in among if {u, v} & reached for w in (u, v)}
        return b in reached

    home = {v: v for edge in edges for v in edge} | {ground: ground}
    for k, (u, v) in enumerate(edges):
        if u != v and joined(u, v, edges[:k] + edges[k + 1:]):
            old, new = home[v], home[u]
            home = {w: new if h == old else h for w, h in home.items()}
    drawn = [(home[u], home[v]) for u, v in edges]

    def stalk(vertex, below):
        total = sum(1 for u, v in drawn if u == v == vertex) % 2
        for u, v in drawn:
            if u != v and vertex in (u, v) and (other := v if u == vertex else u) != below:
                total ^= 1 + stalk(other, vertex)
        return total

    return stalk(home[ground], None)


def selftest():
    # By hand: a stalk of n edges is the nim heap n, a cycle is its number of edges modulo 2.
    for n in range(1, 10):
        assert value(f"path:{n}") == n - 1
        assert value(f"cycle:{n}") == n % 2
    assert value("star:5") == 1
    # The ground is the vertex of the least name, wherever edges are.
    assert value("edges:1,2-3") == 0 and value("edges:2-3,3-4") == 2
    assert first_wins("path:2", misere=True) is False and first_wins("path:3", misere=True)

    # The fusion principle is a theorem that this oracle does not use.
    source = Source(303)
    for _ in range(120):
        board = source.multigraph(2 + source.below(5), 1 + source.below(8))
        graph = parse_graph(board)
        rules = GreenHackenbush(graph)
        left = [rules.edges[k] for k in sorted(rules.start)]
        assert value(board) == by_fusion(left, rules.ground), board

    # With a nim heap beside the graph, without Grundy theory.
    for _ in range(20):
        board = source.multigraph(2 + source.below(4), 1 + source.below(6))
        rules, grundy = GreenHackenbush(parse_graph(board)), value(board)
        plain = Wins(WithNimHeap(rules))
        lost = [n for n in range(grundy + 2) if not plain.mover_wins((rules.start, n))]
        assert lost == [grundy], board
