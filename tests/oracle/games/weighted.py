"""Weighted scoring: `unshackle` and `strings-and-coins` with `--weights 1=3,4=2`.

A player removes an edge and scores, for every vertex whose last edge it was, the weight of that
vertex: 1 where none is given, and 0 is allowed.  In Strings and Coins freeing a vertex keeps the
turn, even if it is worth 0; in Unshackle the turn always passes.  Vertices isolated at the start
never score.  With `--misere` each player wants fewer points.  `margin` is the first player's points
minus the second's; `winner` is who has more, in misere play who has fewer.

A position is the sorted tuple of edges left, a parallel edge once per copy.
"""

from boards import parse_graph
from oracle import SCORING, by_score, parse_options, sign, text_of
from randoms import Source
from scoring import Scoring

from games import misere_scoring

NOTES = ["Weighted scoring: a vertex is worth its weight, 1 where none is given.  In strings-and-coins",
         "freeing a vertex of weight 0 keeps the turn.  Vertices isolated at the start never score."]


class Weighted:
    def __init__(self, game, board, options=""):
        settings = parse_options(options)
        given = settings["weights"].split(",") if "weights" in settings else []
        graph = parse_graph(board)
        self.weights = dict.fromkeys(graph.vertices, 1)
        for item in given:
            vertex, weight = map(int, item.split("="))
            assert vertex in self.weights and weight >= 0
            self.weights[vertex] = weight
        self.again, self.misere = SCORING[game], "misere" in settings
        self.start, self.known = tuple(graph.edge_list()), {}

    def after(self, edges, k):
        """The edges left, and the vertices freed, once the k-th edge is removed."""
        rest = edges[:k] + edges[k + 1:]
        return rest, [v for v in set(edges[k]) if all(v not in edge for edge in rest)]

    def margin(self, edges):
        """Points of the player to move minus points of the other, from here on."""
        if edges not in self.known:
            found = []
            for k in range(len(edges)):
                if k and edges[k] == edges[k - 1]:
                    continue  # another copy
                rest, freed = self.after(edges, k)
                gain, follow = sum(self.weights[v] for v in freed), self.margin(rest)
                found.append(gain + follow if self.again and freed else gain - follow)
            self.known[edges] = (min if self.misere else max)(found, default=0)
        return self.known[edges]


def margin(game, board, options):
    rules = Weighted(game, board, options)
    return rules.margin(rules.start)


# Only boards whose vertices are numbered beyond doubt.
CASES = [
    ("path:1", "1=5"), ("path:2", "1=3"), ("path:2", "1=0,2=0"), ("path:3", "2=4"),
    ("path:3", "1=0,3=2"), ("path:4", "1=3,4=2"), ("path:5", "3=0"), ("path:7", "1=2,4=5,7=3"),
    ("path:8", "2=0,3=0,6=4"), ("cycle:1", "1=3"), ("cycle:2", "1=0,2=5"), ("cycle:3", "1=2"),
    ("cycle:5", "1=3,3=0"), ("cycle:8", "2=10"), ("complete:4", "1=3,4=2"), ("complete:4", "2=0"),
    ("complete:5", "1=5,2=4,3=3,4=2"), ("grid:2x3", "1=3,4=2"), ("grid:2x3", "2=0,5=0"),
    ("grid:2x4", "1=2,8=7"), ("grid:3x3", "5=4"), ("grid:3x3", "1=0,3=0,7=0,9=0"),
    ("grid:3x3", "1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8,9=9"), ("boxes:1x2", "1=3"),
    ("boxes:2x2", "1=0,4=6"), ("boxes:1x3", "2=2"), ("edges:1-1", "1=0"), ("edges:1-1,1-1", "1=9"),
    ("edges:1-1,1-2,2-2", "2=4"), ("edges:1-2,1-2,2-3,2-3", "1=3,3=2"), ("edges:1-2,2-3,4", "4=100"),
    ("edges:1-2,2-3,3-1,3-4,4-5,5-3", "3=6,1=2"), ("edges:1-2,1-3,1-4,1-5", "1=0,5=1000"),
]


def random_cases(seed):
    """Random boards, every vertex of which is mentioned, with a few random weights."""
    source = Source(seed)
    for make, sizes in [(source.multigraph, [(3, 6), (4, 7), (5, 9), (6, 10)]),
                        (source.graph, [(6, .5), (7, .4)])]:
        for n, much in sizes:
            board = make(n, much)
            weights = {v: source.below(6) for v in parse_graph(board).vertices if source.draw() < .6}
            yield board, ",".join(f"{v}={w}" for v, w in weights.items()) or "1=2"


def lines():
    for game, seed in [("unshackle", 231), ("strings-and-coins", 232)]:
        for k, (board, weights) in enumerate(CASES + list(random_cases(seed))):
            yield line(game, board, f"--weights {weights}")
            if k % 3 == 2:
                yield line(game, board, f"--weights {weights} --misere")


def line(game, board, options):
    found = margin(game, board, options)
    score = -sign(found) if "--misere" in options else sign(found)
    return game, board, options, text_of([("margin", found), ("winner", by_score(score))])


def played_out(rules, edges, points, player):
    """The margin by every line of play, counting both players' points."""
    if not edges:
        return points[0] - points[1]
    ends = []
    for k, edge in enumerate(edges):
        rest = edges[:k] + edges[k + 1:]
        before, after = ({v for e in some for v in e} for some in (edges, rest))
        counted = list(points)
        counted[player] += sum(rules.weights[v] for v in before - after)
        next_player = player if rules.again and before != after else 1 - player
        ends.append(played_out(rules, rest, counted, next_player))
    wants_more = (player == 0) != rules.misere
    return max(ends) if wants_more else min(ends)


def selftest():
    # All weights 1: the unweighted games.
    for game in ("unshackle", "strings-and-coins"):
        for board, _ in CASES:
            plain = Scoring(parse_graph(board), SCORING[game])
            assert margin(game, board, "") == plain.margin(plain.start), (game, board)
            assert margin(game, board, "--misere") == misere_scoring.margin(game, board)
            if plain.start:  # all weights 3: three times the margin
                tripled = ",".join(f"{v}=3" for v in parse_graph(board).vertices)
                assert margin(game, board, f"--weights {tripled}") == 3 * plain.margin(plain.start)
    # By hand.  Path 3: the first edge frees an end, the second the other two vertices.
    assert margin("unshackle", "path:3", "--weights 1=9,2=2,3=4") == 9 - 6
    assert margin("unshackle", "path:3", "--weights 1=9,2=2,3=4 --misere") == 4 - 11
    assert margin("strings-and-coins", "path:3", "--weights 1=9,2=2,3=4") == 15
    # An end of weight 0 keeps the turn all the same: the mover takes everything.
    assert margin("strings-and-coins", "path:3", "--weights 1=0,3=0,2=5") == 5
    assert margin("unshackle", "path:3", "--weights 1=0,3=0,2=5") == -5
    # A vertex isolated at the start scores for nobody.
    assert margin("unshackle", "edges:1-2,3", "--weights 3=50") == 2
    source = Source(233)
    for _ in range(30):
        board = source.multigraph(1 + source.below(5), 1 + source.below(6))
        chosen = ",".join(f"{v}={source.below(5)}" for v in parse_graph(board).vertices)
        for game in ("unshackle", "strings-and-coins"):
            for options in (f"--weights {chosen}", f"--weights {chosen} --misere"):
                rules = Weighted(game, board, options)
                assert rules.margin(rules.start) == played_out(rules, rules.start, [0, 0], 0)
