"""Connected subtraction games: `connected-subtraction:S` for a set S of numbers, on a graph.

A move takes k vertices, k in S, that induce a connected subgraph of one component; what is left of
that component must be connected or empty.  The player who makes the last move wins, in misere play
loses.  Loops and parallel edges change nothing.

A position is the frozenset of vertices left.  The moves try every set of k vertices.
"""

from itertools import combinations

from boards import numbers, parse_graph
from crosscheck import WithNimHeap
from impartial import Grundy, HeapGame, OctalOnGraph, Wins, digit_function, start_value, start_won
from oracle import text_of
from randoms import Source

NOTES = ["Connected subtraction games on graphs: take a connected set whose size is listed and leave its",
         "component connected or empty.  On a path it is the subtraction game on a heap."]


class ConnectedSubtraction:
    def __init__(self, game, board):
        name, _, listed = game.partition(":")
        assert name == "connected-subtraction"
        self.sizes = sorted(set(numbers(listed)))
        graph = parse_graph(board)
        self.near = {v: set() for v in graph.vertices}
        for u, v in graph.edge_list():
            self.near[u].add(v)
            self.near[v].add(u)
        self.start = frozenset(graph.vertices)

    def parts(self, position):
        """The connected components."""
        left, found = set(position), []
        while left:
            part, border = set(), {min(left)}
            while border:
                part |= border
                border = {w for v in border for w in self.near[v] if w in left} - part
            found.append(frozenset(part))
            left -= part
        return found

    def moves(self, position):
        for part in self.parts(position):
            for size in self.sizes:
                for chosen in map(frozenset, combinations(sorted(part), size)):
                    if len(self.parts(chosen)) == 1 and len(self.parts(part - chosen)) <= 1:
                        yield ",".join(map(str, sorted(chosen))), position - chosen


def value(game, board):
    return start_value(ConnectedSubtraction(game, board))


def first_wins(game, board, misere):
    return start_won(ConnectedSubtraction(game, board), misere)


SETS = ["1,3", "1,2", "1", "2", "1,2,3", "2,3", "1,4", "3", "1,2,4"]
BOARDS = [
    "path:1", "path:2", "path:5", "path:8", "path:11", "cycle:1", "cycle:2", "cycle:3", "cycle:6",
    "cycle:9", "grid:2x2", "grid:2x3", "grid:3x3", "grid:2x5", "complete:4", "complete:6",
    "star:3", "star:6", "bipartite:2,3", "bipartite:3,3", "wheel:5", "hypercube:3", "petersen",
    "pode:1,1,1", "pode:1,2,3", "pode:2,2,3,1", "bipode:1,1;1,2;2", "edges:1-1",
    "edges:1-2,1-2,2-3,3-3,4", "edges:1-2,2-3,3-1,3-4,4-5,5-6,6-4", "path:4 + cycle:5",
    "path:3 + star:3", "star:4 + star:4", "complete:3 + path:1 + path:2",
]
MISERE = ["path:1", "path:6", "cycle:5", "grid:2x3", "star:4", "complete:5", "pode:1,2,3",
          "path:3 + cycle:4", "edges:1-1,1-2,2-2"]


def random_boards(seed):
    source = Source(seed)
    boards = [source.multigraph(n, m) for n, m in [(5, 7), (6, 8), (8, 10)]]
    boards += [source.graph(n, p) for n, p in [(7, .4), (8, .3), (9, .3)]]
    return boards + [source.tree(9), source.tree(11), source.graph6(8, .4)]


def in_turn(boards, step):
    """Every board with that many sets, which take turns."""
    turn = 0
    for board in boards:
        for _ in range(step):
            yield f"connected-subtraction:{SETS[turn % len(SETS)]}", board
            turn += 1


def lines():
    for game, board in in_turn(BOARDS + random_boards(211), 2):
        grundy = value(game, board)
        yield game, board, "", text_of([("outcome", "N" if grundy else "P"), ("grundy", grundy)])
    for game, board in in_turn(MISERE + random_boards(212)[::4], 1):
        outcome = "N" if first_wins(game, board, misere=True) else "P"
        yield game, board, "--misere", text_of([("outcome", outcome)])


def selftest():
    for listed in SETS:
        game = f"connected-subtraction:{listed}"
        digit = digit_function(f"subtraction:{listed}")
        heap = Grundy(HeapGame(digit, []))
        for n in range(10):  # a connected set of a path that leaves it connected is at an end
            assert value(game, f"path:{n}") == heap.value((n,))
        for n in range(8):  # every set is connected and leaves a complete graph
            assert value(game, f"complete:{n}") == heap.value((n,))
        # The octal game on the graph whose digits are 3 at the numbers of the set.
        for board in BOARDS + random_boards(213):
            if len(parse_graph(board).vertices) <= 9:
                octal = OctalOnGraph(digit, parse_graph(board))
                assert value(game, board) == Grundy(octal).value(octal.start), (game, board)

    # By hand.  A star of three leaves: {1} takes leaves only, the centre when at most one leaf is
    # left.  {3} takes the centre and two leaves; {2} finds no connected pair that leaves it connected.
    assert value("connected-subtraction:1", "star:3") == 0
    assert value("connected-subtraction:3", "star:3") == 1
    assert value("connected-subtraction:2", "star:3") == 0
    assert value("connected-subtraction:2", "star:2") == 1
    assert not first_wins("connected-subtraction:3", "star:3", misere=True)

    source = Source(214)
    for _ in range(25):  # whole positions, with a nim heap beside the graph
        board = source.multigraph(2 + source.below(5), 1 + source.below(8))
        for game in ("connected-subtraction:1,2", "connected-subtraction:1,3"):
            rules, grundy = ConnectedSubtraction(game, board), value(game, board)
            plain = Wins(WithNimHeap(rules))
            lost = [n for n in range(grundy + 2) if not plain.mover_wins((rules.start, n))]
            assert lost == [grundy], (game, board)
