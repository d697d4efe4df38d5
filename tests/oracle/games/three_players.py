"""Three players: `three-players` on winning sets, with `--alone P`.

Players 1, 2 and 3 take one free point each in turn.  Who first has a whole winning set of his own wins.
Player P (1 unless it is said) is alone, the other two want each other to win.  `first` is the side of
player 1.  A full board without an owner of a set is a draw.  `plies` counts points; the winning side
hurries, the losing one delays.

A position is a string with 1, 2, 3 or a dot for every point.
"""

from itertools import permutations

from families import parse_family
from oracle import parse_options, result_fields, text_of
from positional import DRAWN, later, rank
from randoms import Source

NOTES = ["Three players take points in turn; one is alone, the other two play together.  first is the side of",
         "player 1.  plies counts points, null for a draw."]


class ThreePlayers:
    def __init__(self, board, alone):
        self.sets, self.known = parse_family(board).members(), {}
        self.points = len(parse_family(board).names)
        self.score = {str(p): 1 if (p == alone) == (alone == 1) else -1 for p in (1, 2, 3)}

    def value(self, position):
        if position not in self.known:
            self.known[position] = self.search(position)
        return self.known[position]

    def search(self, position):
        for player in "123":
            if any(all(position[p] == player for p in points) for points in self.sets):
                return self.score[player], 0
        if "." not in position:
            return DRAWN
        mover = "123"[(self.points - position.count(".")) % 3]
        found = [later(self.value(position[:k] + mover + position[k + 1:]), 1)
                 for k, place in enumerate(position) if place == "."]
        return (max if self.score[mover] == 1 else min)(found, key=rank)


def value(board, options=""):
    rules = ThreePlayers(board, int(parse_options(options).get("alone", 1)))
    return rules.value("." * rules.points)


BOARDS = ["ttt:2", "ttt:3", "ttt:3^1", "ttt:2^3", "lattice:1x4,2", "lattice:2x3,3", "lattice:2x4,2", "lattice:2x4,3",
          "lattice:3x3,2", "ag:1,3", "ag:2,2", "ag:2,3", "pg:1,2", "pg:2,2", "sets:1", "sets:1,2", "sets:1-2", "sets:1-2,3",
          "sets:1-2,1-3,2-3", "sets:1-2,3-4,5-6", "sets:1-2-3,3-4-5,5-6-1"]


def random_boards(seed):
    source = Source(seed)
    return [source.family(n, m, sizes) for n, m, sizes in
            [(4, 3, [2]), (5, 5, [2]), (6, 5, [2]), (6, 6, [2, 3]), (7, 7, [2, 3]), (7, 9, [2, 3]), (8, 9, [3]),
             (8, 6, [2, 3])]]


def lines():
    for board in BOARDS + random_boards(301):
        for options in ("", "--alone 2", "--alone 3"):
            yield "three-players", board, options, text_of(result_fields(*value(board, options)))


def played(sets, order, alone):
    """The end of one game whose points are taken in an order: who wins, and when."""
    own = {1: set(), 2: set(), 3: set()}
    for ply, point in enumerate(order):
        own[1 + ply % 3].add(point)
        if any(set(points) <= own[1 + ply % 3] for points in sets):
            return 1 if (1 + ply % 3 == alone) == (alone == 1) else -1
    return 0


def selftest():
    # By hand: a set of one point is owned by who moves first; two points in a row are never owned on a row of three.
    assert value("sets:1") == (1, 1) and value("sets:1", "--alone 2") == (1, 1)
    assert value("sets:1-2") == DRAWN
    # Two neighbours of a point are taken at once; but player 1 has three on a square of four points.
    assert value("lattice:1x4,2") == DRAWN and value("sets:1-2,1-3,1-4,2-3,2-4,3-4") == (1, 4)
    # Both members take a point apart from each other: nobody of them has two.
    assert value("sets:1-2,3-4,5-6", "--alone 1")[0] == 0
    # No value that no game has, and if all games end alike, that is the value.
    for board in ["sets:1-2,3", "sets:1-2,1-3,2-3", "ttt:2", "ag:1,3"] + random_boards(302)[:2]:
        family = parse_family(board)
        for alone in (1, 2, 3):
            ends = {played(family.members(), order, alone)
                    for order in permutations(range(len(family.names)))}
            found = value(board, f"--alone {alone}")[0]
            assert found in ends
    # Whoever wins alone against two who may mix their marks (bias 1:2) wins against two who may not.
    from oracle import evaluate
    for board in BOARDS + random_boards(303):
        if "winner=first" in evaluate("positional", board, "--bias 1:2"):
            assert value(board)[0] == 1, board
