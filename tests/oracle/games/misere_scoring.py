"""Misere scoring: `unshackle`, `strings-and-coins` and `closing-octagons` with `--misere`.

The moves, the points and the turns are those of the normal games: a player removes an edge and
scores a point for every vertex whose last edge it was; a score keeps the turn in Strings and Coins
and Closing Octagons, but not in Unshackle.  Each player now wants fewer points.  `margin` is still
the first player's points minus the second's, and `winner` is who has fewer.
"""

from boards import parse_graph
from oracle import SCORING, by_score, sign, text_of
from randoms import Source
from scoring import EdgeGame

NOTES = ["Misere scoring: fewer points win.  margin is still first minus second under best play, so a",
         "positive margin means that the second player wins."]


class MisereScoring(EdgeGame):
    def __init__(self, game, board):
        super().__init__(parse_graph(board))
        self.again, self.known = SCORING[game], {}

    def margin(self, position):
        """Points of the player to move minus points of the other, who both want few."""
        if position not in self.known:
            found = []
            for _, freed, after in self.moves(position):
                rest = self.margin(after)
                found.append(freed + rest if self.again and freed else freed - rest)
            self.known[position] = min(found, default=0)
        return self.known[position]


def margin(game, board):
    rules = MisereScoring(game, board)
    return rules.margin(rules.start)


BOTH = [
    "path:1", "path:2", "path:3", "path:4", "path:7", "path:10", "cycle:1", "cycle:2", "cycle:3",
    "cycle:6", "cycle:9", "star:4", "star:5", "complete:4", "complete:5", "bipartite:2,3",
    "bipartite:3,3", "wheel:4", "wheel:5", "hypercube:3", "grid:2x3", "grid:2x4", "grid:3x3",
    "grid:3x4", "pode:1,1,2,4", "bipode:1,1,2;1,1,2;3", "edges:1-1", "edges:1-1,1-1",
    "edges:1-2,1-2,1-2", "edges:1-1,1-2,2-2", "edges:1-2,2-3,3", "edges:1-1,1-1,1-2,2-2,2-2",
    "edges:1-2,2-3,3-1,3-4,4-5,5-3", "path:3 + path:4", "cycle:4 + cycle:5",
    "cycle:3 + star:3 + path:2", "boxes:1x2", "boxes:1x3", "boxes:2x2", "polygons:5,1x3",
    "octagons:1x2", "hexagons:1x3",
]


def random_boards(seed):
    source = Source(seed)
    boards = [source.multigraph(n, m) for n, m in [(3, 5), (4, 7), (5, 9), (6, 9), (7, 11), (8, 12)]]
    return boards + [source.graph(7, .4), source.tree(10), source.graph6(7, .5)]


def lines():
    cases = [(game, board) for game, seed in [("unshackle", 221), ("strings-and-coins", 222)]
             for board in BOTH + random_boards(seed)]
    cases += [("closing-octagons", f"octagons:{shape}") for shape in ("1x1", "1x2", "1x3", "2x2")]
    for game, board in cases:
        found = margin(game, board)
        yield game, board, "--misere", text_of([("margin", found), ("winner", by_score(-sign(found)))])


def played_out(edges, again, points, player):
    """The margin by every line of play, on a shrinking list of edges, counting both players' points."""
    if not edges:
        return points[0] - points[1]
    ends = []
    for k, edge in enumerate(edges):
        rest = edges[:k] + edges[k + 1:]
        freed = len(set(edge) - {v for e in rest for v in e})
        counted = list(points)
        counted[player] += freed
        ends.append(played_out(rest, again, counted, player if again and freed else 1 - player))
    return min(ends) if player == 0 else max(ends)


def selftest():
    for board, unshackle, strings in [
            # the first player must take the one edge
            ("path:2", 2, 2), ("cycle:1", 1, 1),
            # either edge frees an end; the last edge frees two vertices
            ("path:3", -1, 3),
            # all but the last edge free nothing
            ("cycle:2", -2, -2), ("edges:1-2,1-2,1-2", 2, 2), ("edges:1-1,1-1", -1, -1),
            # Strings and Coins: the middle edge leaves two single edges, all four points in one turn
            ("path:4", 0, -4), ("path:1", 0, 0), ("edges:1,2", 0, 0)]:
        assert margin("unshackle", board) == unshackle, board
        assert margin("strings-and-coins", board) == strings, board
    source = Source(223)
    for _ in range(40):
        board = source.multigraph(1 + source.below(5), 1 + source.below(6))
        for game in ("unshackle", "strings-and-coins"):
            edges = parse_graph(board).edge_list()
            assert margin(game, board) == played_out(edges, SCORING[game], [0, 0], 0), (game, board)
