"""Connection games: Hex and the Shannon switching game.

The players take one free point a turn.  The first player wins as soon as his points connect what he
wants to connect; the second wins when every point is taken without that.  `plies` counts points
taken; the winner hurries and the loser delays, so a win of the second comes with the last point.

`hex` on `hex:MxN`: the points are cells in M rows of N, numbered in reading order.  Cell (r, c) is
next to (r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c), (r - 1, c + 1) and (r + 1, c - 1).  The first
player connects the left column with the right one.

`shannon-switching` on a graph with `--terminals A,B`, A and B different: the points are the edges,
a parallel edge once per copy.  The first player (Short) wants a path of own edges from A to B, so a
loop connects nothing.
"""

from itertools import combinations

from boards import parse_graph, size
from families import numbered
from oracle import parse_options, result_fields, text_of
from positional import Placement
from randoms import Source

NOTES = ["Hex and the Shannon switching game.  The first player connects; the second wins on a full board.",
         "Hex: m rows of n cells, the first player connects the left column with the right one.",
         "Lines with --after tell a Hex board from its mirror image.",
         "Shannon switching: every copy of a parallel edge and every loop is a point of its own."]


def reaches(sources, targets, joined):
    """Whether a target is reached from the sources over the given pairs."""
    reached, waiting = set(sources), list(sources)
    while waiting:
        here = waiting.pop()
        for a, b in joined:
            for there in ([b] if a == here else []) + ([a] if b == here else []):
                if there not in reached:
                    reached.add(there)
                    waiting.append(there)
    return bool(reached & set(targets))


class Hex:
    def __init__(self, board):
        name, _, shape = board.partition(":")
        assert name == "hex"
        self.rows, self.columns = size(shape)
        self.cells = [(r, c) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)]
        self.count = len(self.cells)
        self.adjacent = [(a, b) for a, b in combinations(range(self.count), 2)
                         if self.next_to(self.cells[a], self.cells[b])]

    def next_to(self, cell, other):
        (r, c), (y, x) = cell, other
        return (y - r, x - c) in [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)]

    def connects(self, own):
        """Whether a set of cells connects the left column with the right one."""
        left = [k for k in own if self.cells[k][1] == 1]
        right = [k for k in own if self.cells[k][1] == self.columns]
        return reaches(left, right, [(a, b) for a, b in self.adjacent if a in own and b in own])


class ShannonSwitching:
    def __init__(self, board, terminals):
        graph = parse_graph(board)
        self.vertices, self.edges = graph.vertices, graph.edge_list()
        self.count = len(self.edges)
        self.a, self.b = map(int, terminals.split(","))
        assert self.a != self.b and {self.a, self.b} <= set(self.vertices)

    def connects(self, own):
        """Whether a set of edges contains a path between the terminals."""
        return reaches([self.a], [self.b], [self.edges[k] for k in own])


def game_on(game, board, options):
    if game == "hex":
        return Hex(board)
    return ShannonSwitching(board, parse_options(options)["terminals"])


def solve(rules, taken=()):
    """(1 or -1 as the first or the second player wins, points taken until then), by best play.

    `taken` are points taken already, in turn.
    """
    known = {}

    def plies_to_connect(own, theirs, mine):
        """How many more points are taken until the first player connects; None if never."""
        if (own, theirs) not in known:
            known[own, theirs] = search(own, theirs, mine)
        return known[own, theirs]

    def search(own, theirs, mine):
        free = [k for k in range(rules.count) if k not in own and k not in theirs]
        if mine:
            found = []
            for k in free:
                now = own | {k}
                found.append(0 if rules.connects(now) else plies_to_connect(now, theirs, False))
            return min((1 + plies for plies in found if plies is not None), default=None)
        found = [plies_to_connect(own, theirs | {k}, True) for k in free]
        return None if not found or None in found else 1 + max(found)

    own, theirs = frozenset(taken[::2]), frozenset(taken[1::2])
    assert len(own) == len(theirs) and not rules.connects(own)
    plies = plies_to_connect(own, theirs, True)
    return (-1, rules.count) if plies is None else (1, len(taken) + plies)


HEX = ["1x1", "1x2", "1x3", "1x4", "2x1", "3x1", "5x1", "2x2", "2x3", "3x2", "2x4", "4x2", "2x5",
       "5x2", "3x3", "3x4", "4x3"]
# The board and its mirror image have the same value; positions tell which way the rows are shifted.
HEX_AFTER = [("2x2", "1 2"), ("2x2", "2 1"), ("2x3", "3 2"), ("3x2", "1 4"), ("3x2", "2 5"),
             ("3x3", "1 5"), ("3x3", "3 5"), ("3x3", "1 7"), ("3x3", "3 4"), ("3x3", "1 4"),
             ("3x3", "4 5 3 8"), ("3x3", "7 5 3 4"), ("3x3", "1 5 6 7"), ("3x4", "3 6"),
             ("3x4", "2 7"), ("4x3", "1 5"), ("4x3", "3 5")]
BRIDGE = "edges:1-2,1-3,2-3,2-4,3-4"
SWITCHING = [
    ("path:2", "1,2"), ("path:3", "1,3"), ("path:3", "1,2"), ("path:3", "3,2"), ("cycle:2", "1,2"),
    ("cycle:3", "1,2"), ("cycle:4", "1,3"), ("cycle:4", "1,2"), ("cycle:5", "1,3"),
    ("complete:3", "1,3"), ("complete:4", "1,4"), ("complete:4", "3,2"), ("grid:2x2", "1,4"),
    ("grid:2x3", "1,6"), ("grid:2x3", "2,5"), ("grid:2x3", "1,2"), ("boxes:1x2", "1,2"),
    ("edges:1-2,1-2,2-3,2-3", "1,3"), ("edges:1-2,1-2,2-3", "1,3"), ("edges:1-1,1-2,2-2", "1,2"),
    ("edges:1-1,2-3,2-2", "1,3"), ("edges:1-2,3-4", "1,4"), ("edges:1,2", "1,2"),
    ("edges:1-1,2", "1,2"), (BRIDGE, "1,4"), (BRIDGE, "2,3"), (BRIDGE + ",1-4", "1,4"),
    (BRIDGE + ",1-1,4-4,4-4", "1,4"), ("edges:1-2,1-2,1-2,2-3,2-3,3-4,3-4", "1,4"),
    ("edges:1-2,1-3,1-4,2-5,3-5,4-5", "1,5"), ("edges:1-2,1-3,1-4,2-5,3-5,4-5,2-3,3-4", "1,5"),
    ("edges:1-2,2-3,3-4,4-5,1-3,3-5,2-4", "1,5"), ("edges:1-2,1-2,2-3,3-4,3-4,4-1,2-4", "1,3"),
]


def random_switching(seed):
    """Random multigraphs of up to 9 edges, with terminals that no edge joins where there are such."""
    source = Source(seed)
    sizes = [(3, 4), (3, 6), (4, 5), (4, 7), (4, 8), (4, 9), (5, 8), (5, 9), (5, 9), (5, 9), (6, 9),
             (6, 9)]
    for n, m in sizes:
        board = source.multigraph(n, m)
        graph = parse_graph(board)
        pairs = list(combinations(graph.vertices, 2))
        apart = [pair for pair in pairs if pair not in graph.edge_list()] or pairs
        a, b = apart[source.below(len(apart))]
        yield board, f"{a},{b}"


def lines():
    cases = [("hex", f"hex:{shape}", "") for shape in HEX]
    cases += [("shannon-switching", board, f"--terminals {pair}")
              for board, pair in SWITCHING + list(random_switching(251))]
    for game, board, options in cases:
        score, plies = solve(game_on(game, board, options))
        yield game, board, options, text_of(result_fields(score, plies))
    for shape, moves in HEX_AFTER:
        fields = result_fields(*solve(Hex(f"hex:{shape}"), points(moves)))
        yield "hex", f"hex:{shape}", f'--after "{moves}"', text_of(fields[:2])


def points(moves):
    return [int(move) - 1 for move in moves.split()]


def subsets(count):
    for much in range(count + 1):
        yield from map(frozenset, combinations(range(count), much))


def as_maker_breaker(rules):
    """The same game as Maker-Breaker, every connecting set a winning set."""
    winning = [own for own in subsets(rules.count) if rules.connects(own)]
    return Placement(numbered(rules.count, winning), "maker-breaker").value()


def partitions(items):
    """Every way to divide a list into non-empty blocks."""
    if not items:
        yield []
        return
    for rest in partitions(items[1:]):
        yield [[items[0]]] + rest
        for k in range(len(rest)):
            yield rest[:k] + [[items[0]] + rest[k]] + rest[k + 1:]


def has_two_trees(vertices, edges):
    """Two edge-disjoint spanning trees, by the theorem of Nash-Williams and Tutte.

    They exist if and only if every partition of the vertices is crossed by at least twice as many
    edges as it has blocks less one.
    """
    for blocks in partitions(vertices):
        block_of = {v: k for k, block in enumerate(blocks) for v in block}
        crossing = sum(1 for u, v in edges if block_of[u] != block_of[v])
        if crossing < 2 * (len(blocks) - 1):
            return False
    return True


def short_wins_by_lehman(rules):
    """Lehman's theorem, for Short to move: with an edge between the terminals added, two
    edge-disjoint trees span the same set of vertices, the terminals among them."""
    others = [v for v in rules.vertices if v not in (rules.a, rules.b)]
    edges = rules.edges + [(rules.a, rules.b)]
    for chosen in subsets(len(others)):
        kept = [rules.a, rules.b] + [others[k] for k in chosen]
        if has_two_trees(kept, [(u, v) for u, v in edges if u in kept and v in kept]):
            return True
    return False


def selftest():
    # On a full board exactly one player connects: the first left and right, or the second top and
    # bottom.
    for shape in ("1x1", "1x3", "3x1", "2x3", "3x2", "3x3", "2x4", "3x4"):
        rules = Hex(f"hex:{shape}")
        turned = Hex(f"hex:{rules.columns}x{rules.rows}")  # rows and columns exchanged
        flip = {k: turned.cells.index((c, r)) for k, (r, c) in enumerate(rules.cells)}
        for own in subsets(rules.count):
            others = {flip[k] for k in range(rules.count) if k not in own}
            assert rules.connects(own) != turned.connects(others)
    # The first player wins if his way is no longer than the other's, and only then.
    for shape in HEX:
        rules = Hex(f"hex:{shape}")
        score, plies = solve(rules)
        assert (score == 1) == (rules.columns <= rules.rows), shape
        if rules.count <= 10:
            assert (score, plies) == as_maker_breaker(rules), shape
    # By hand: the acute corners of 2x2 are 1 and 4; 2 or 3 and then one of two cells connects.
    assert solve(Hex("hex:1x1")) == (1, 1) and solve(Hex("hex:2x2")) == (1, 3)
    assert solve(Hex("hex:1x2")) == (-1, 2) and solve(Hex("hex:4x1")) == (1, 1)

    # Cells 2 and 3 of 2x2 are next to each other, 1 and 4 are not.
    assert solve(Hex("hex:2x2"), points("1 2")) == (-1, 4)
    assert solve(Hex("hex:2x2"), points("2 1")) == (1, 3)
    near = {a if b == 4 else b for a, b in Hex("hex:3x3").adjacent if 4 in (a, b)}
    assert near == {1, 2, 3, 5, 6, 7}

    for board, pair, expected in [("path:2", "1,2", (1, 1)), ("path:3", "1,3", (-1, 2)),
                                  ("cycle:2", "1,2", (1, 1)), ("edges:1,2", "1,2", (-1, 0)),
                                  ("edges:1-2,1-2,2-3,2-3", "1,3", (1, 3)), ("cycle:4", "1,3", (-1, 4)),
                                  (BRIDGE, "1,4", (1, 5))]:
        assert solve(ShannonSwitching(board, pair)) == expected, board
    for board, pair in SWITCHING + list(random_switching(251)) + list(random_switching(252)):
        rules = ShannonSwitching(board, pair)
        assert solve(rules) == as_maker_breaker(rules), (board, pair)
        assert (solve(rules)[0] == 1) == short_wins_by_lehman(rules), (board, pair)
