"""The Maker-Breaker hop game: `maker-breaker-hop` on winning sets, with `--start P`.

The first player begins with one X at the start and has the first turn.  A turn is a hop: a piece of
the player moves to a free point, and a piece of the opponent appears where it stood.  Maker is the
first player, with `--breaker-first` the second.  Maker wins as soon as he owns a whole winning set,
after a hop of either player or at the start; Breaker wins when the player to move has no hop and
Maker owns no set.  `plies` counts hops; the winner hurries and the loser delays.

A position is a string with an X, an O or a dot for every point.
"""

from families import parse_family
from oracle import parse_options, result_fields, text_of
from positional import Hop, later, rank
from randoms import Source

NOTES = ["Maker-Breaker hop: Maker is the first player, with --breaker-first the second; the first player",
         "begins with one X.  plies counts hops, 0 if the start decides the game.  With free hops a",
         "win of Breaker always comes with the full board."]


class MakerBreakerHop:
    def __init__(self, board, breaker_first):
        family = parse_family(board)
        self.names, self.sets = family.names, family.members()
        self.maker = "O" if breaker_first else "X"
        self.known = {}

    def start(self, name):
        return "".join("X" if point == name else "." for point in self.names)

    def hops(self, position, player):
        other = "O" if player == "X" else "X"
        for a, piece in enumerate(position):
            for b, place in enumerate(position):
                if piece == player and place == ".":
                    after = list(position)
                    after[a], after[b] = other, player
                    yield "".join(after)

    def maker_owns_a_set(self, position):
        return any(all(position[p] == self.maker for p in points) for points in self.sets)

    def value(self, position, player="X"):
        """(1 or -1 as the first or the second player wins, hops to the end)."""
        if (position, player) not in self.known:
            self.known[position, player] = self.search(position, player)
        return self.known[position, player]

    def search(self, position, player):
        maker_wins = 1 if self.maker == "X" else -1
        if self.maker_owns_a_set(position):
            return maker_wins, 0
        other = "O" if player == "X" else "X"
        found = [later(self.value(after, other), 1) for after in self.hops(position, player)]
        if not found:
            return -maker_wins, 0
        return (max if player == "X" else min)(found, key=rank)


def value(board, options):
    settings = parse_options(options)
    rules = MakerBreakerHop(board, "breaker-first" in settings)
    return rules.value(rules.start(settings["start"]))


CASES = [
    ("ttt:3", [1, 2, 5]), ("ttt:2", [1]), ("ttt:3^1", [1]), ("ttt:2^3", [1]),
    ("lattice:1x4,2", [1, 2]), ("lattice:1x6,3", [1, 3]), ("lattice:2x3,3", [1]),
    ("lattice:2x4,3", [1, 2]), ("lattice:3x3,2", [1, 5]), ("lattice:2x5,3", [1, 3]),
    ("ag:1,3", [1]), ("ag:2,2", [1]), ("ag:2,3", [1]), ("pg:1,2", [2]), ("pg:2,2", [1]),
    ("sets:1", [1]), ("sets:1,2", [2]), ("sets:1-2", [1]), ("sets:1-2,3", [1, 3]),
    ("sets:1-2,1-3,2-3", [1]), ("sets:1-2,3-4", [1]), ("sets:1-2-3,3-4-5,5-6-1", [1, 2]),
    ("sets:1-4-5,2-5-7,2-6-7,3-4-5", [2]), ("[ag:2,2 : sets:1-2]", ["1.1"]),
]


def random_boards(seed):
    source = Source(seed)
    boards = [source.family(n, m, [3]) for n, m in [(5, 4), (6, 5), (7, 7), (8, 8), (8, 12)]]
    return boards + [source.family(n, m, [2, 3, 4]) for n, m in [(5, 3), (6, 4), (7, 6), (8, 7)]]


def lines():
    cases = [(board, start) for board, starts in CASES for start in starts]
    cases += [(board, 1 + k % 5) for k, board in enumerate(random_boards(241))]
    for board, start in cases:
        for options in (f"--start {start}", f"--start {start} --breaker-first"):
            yield "maker-breaker-hop", board, options, text_of(result_fields(*value(board, options)))


def played_out(sets, free, own, player, maker, plies):
    """Every line of play, on sets of points: 100 - plies if Maker wins, plies - 100 if Breaker does."""
    if any(set(points) <= own[maker] for points in sets):
        return 100 - plies
    ends = []
    for a in own[player]:
        for b in free:
            after = {player: own[player] - {a} | {b}, 1 - player: own[1 - player] | {a}}
            ends.append(played_out(sets, free - {b}, after, 1 - player, maker, plies + 1))
    if not ends:
        return plies - 100
    return max(ends) if player == maker else min(ends)


def selftest():
    # By hand.  One point: it is a set of Maker's, or Breaker stands on it and nobody can hop.
    assert value("sets:1", "--start 1") == (1, 0)
    assert value("sets:1", "--start 1 --breaker-first") == (1, 0)
    # Two points, one set: X and O end on one point each.
    assert value("sets:1-2", "--start 1") == (-1, 1)
    assert value("sets:1-2", "--start 1 --breaker-first") == (1, 1)
    # The first hop leaves an O where X stood.
    assert value("sets:1,2-3", "--start 1 --breaker-first") == (-1, 1)
    # X hops to 2 and O from 1 to 3, which leaves X on 1 and 2.
    assert value("sets:1-2,1-3,2-3", "--start 1") == (1, 2)

    source = Source(242)
    boards = [source.family(n, m, sizes) for n, m, sizes in
              [(3, 2, [2]), (4, 3, [2]), (4, 3, [2, 3]), (5, 3, [3]), (5, 4, [2, 3]), (6, 4, [3]),
               (6, 3, [2, 3]), (6, 7, [3])]]
    for board in boards:
        family = parse_family(board)
        points = frozenset(range(len(family.names)))
        for start in points:
            for maker, first in [(0, ""), (1, " --breaker-first")]:
                score, plies = value(board, f"--start {start + 1}{first}")
                score = score if maker == 0 else -score
                own = {0: frozenset({start}), 1: frozenset()}
                expected = played_out(family.members(), points - {start}, own, 0, maker, 0)
                assert score * (100 - plies) == expected, (board, start)

    # Whoever forces a win or a tie in the hop game owns a set, so wins as Maker, and no later.
    for board in [board for board, _ in CASES if "[" not in board] + random_boards(243):
        hop = Hop(parse_family(board))
        for start in range(min(3, hop.n)):
            forces, result, _, plies = hop.solve(start)
            as_first, as_second = (value(board, f"--start {start + 1}{first}")
                                   for first in ("", " --breaker-first"))
            if forces["win-or-tie"]:
                assert as_first[0] == 1
            if not forces["win-or-draw"]:
                assert as_second[0] == -1
            if result == "first-win":
                assert as_first[1] <= plies
            if result == "second-win":
                assert as_second[1] <= plies
