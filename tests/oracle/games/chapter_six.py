"""Variations of the last chapter of the thesis on hops: a bias in hop games, gravity, mixed nested boards.

`hop` and `maker-breaker-hop` with `--bias P:Q`: the first player (Maker) makes P hops in a row, the other
Q.  The game ends after any hop.
`--gravity` on `ttt:` and `lattice:`: the first coordinate counts layers from the top; a point is open if
the point of the next layer exists and is free no longer, or does not exist.  The first X of a hop game
stands in the last layer.
`[A : B | C]`: the first point of A is replaced by B, every other one by C, and so on; a winning set is a
winning set of A with a winning set on each of its islands.

A position is a string with an X, an O or a dot for every point; a turn also tells how many moves are left.
"""

from itertools import product

from families import Family, parse_family, split_nested
from oracle import evaluate, parse_options, result_fields, text_of
from positional import DRAW, DRAWN, FORCES, LOSS, TIE, WIN, later, rank
from randoms import Source

NOTES = ["--bias in hop games (hops a turn), --gravity, and mixed nested boards.  plies counts hops or points."]

SIDES = {"X": 0, "O": 1}


def mixed(text):
    """`[A : B | C]`; the last inner board stands on all points that remain."""
    outer, inner = split_nested(text)
    outer, inner = parse_family(outer), [parse_family(part.strip()) for part in inner.split("|")]
    islands = [inner[min(k, len(inner) - 1)] for k in range(len(outer.names))]
    names = [f"{a}.{b}" for a, island in zip(outer.names, islands) for b in island.names]
    sets = []
    for chosen in outer.members():
        for choice in product(*[islands[k].members() for k in chosen]):
            sets.append([names.index(f"{outer.names[k]}.{islands[k].names[p]}")
                         for k, points in zip(chosen, choice) for p in points])
    return Family(names, sets)


def family_of(board):
    return mixed(board) if "|" in board else parse_family(board)


def layer_of(board):
    """The number of points of a layer."""
    name, _, rest = board.partition(":")
    if name == "lattice":
        return int(rest.split(",")[0].split("x")[1])
    side, _, dimension = rest.partition("^")
    return int(side) ** (int(dimension or 2) - 1)


class Variation:
    """Strong or Maker-Breaker, hops or points, with what a turn is and what lies below a point."""

    def __init__(self, game, board, options):
        family, settings = family_of(board), parse_options(options)
        self.names, self.sets = family.names, family.members()
        self.hops = game.endswith("hop")
        self.maker = None
        if game.startswith("maker-breaker"):
            self.maker = "O" if "breaker-first" in settings else "X"
        p, q = (int(k) for k in settings.get("bias", "1:1").split(":"))
        self.bias = {"X": q, "O": p} if self.maker == "O" else {"X": p, "O": q}
        self.layer = layer_of(board) if "gravity" in settings else None
        self.lengths, self.forced = {}, {}

    def opens(self, position, point):
        below = point + self.layer if self.layer else len(position)
        return position[point] == "." and (below >= len(position) or position[below] != ".")

    def options(self, position, player):
        other = "O" if player == "X" else "X"
        open_points = [k for k in range(len(position)) if self.opens(position, k)]
        pieces = [k for k, piece in enumerate(position) if piece == player]
        for origin in pieces if self.hops else [None]:
            for k in open_points:
                after = list(position)
                after[k] = player
                if origin is not None:
                    after[origin] = other
                yield "".join(after)

    def owners(self, position):
        return {piece for piece in "XO"
                if any(all(position[p] == piece for p in points) for points in self.sets)}

    def ending(self, position, player):
        """win, loss, tie or draw for the first player, None if the game goes on."""
        owners = self.owners(position)
        if self.maker:
            made, missed = (WIN, LOSS) if self.maker == "X" else (LOSS, WIN)
            if self.maker in owners:
                return made
            return None if any(True for _ in self.options(position, player)) else missed
        if owners:
            return {"X": WIN, "O": LOSS, "OX": TIE}["".join(sorted(owners))]
        return None if any(True for _ in self.options(position, player)) else DRAW

    def turn_after(self, player, left):
        other = "O" if player == "X" else "X"
        return (player, left - 1) if left > 1 else (other, self.bias[other])

    def forces(self, wanted, position, player, left):
        key = wanted, position, player, left
        if key not in self.forced:
            ending = self.ending(position, player)
            if ending:
                self.forced[key] = ending in FORCES[wanted]
            else:
                answers = (self.forces(wanted, after, *self.turn_after(player, left))
                           for after in self.options(position, player))
                self.forced[key] = any(answers) if player == "X" else all(answers)
        return self.forced[key]

    def value(self, position, player, left):
        """(score for the first player, plies); ties and draws are the same here."""
        key = position, player, left
        if key not in self.lengths:
            ending = self.ending(position, player)
            if ending:
                self.lengths[key] = {WIN: (1, 0), LOSS: (-1, 0)}.get(ending, DRAWN)
            else:
                found = [later(self.value(after, *self.turn_after(player, left)), 1)
                         for after in self.options(position, player)]
                self.lengths[key] = (max if player == "X" else min)(found, key=rank)
        return self.lengths[key]


def solve(game, board, options):
    rules = Variation(game, board, options)
    start = parse_options(options).get("start")
    position = "".join("X" if rules.hops and name == start else "." for name in rules.names)
    turn = "X", rules.bias["X"]
    score, plies = rules.value(position, *turn)
    if not rules.hops or rules.maker:
        return result_fields(score, plies)
    forces = {wanted: rules.forces(wanted, position, *turn) for wanted in FORCES}
    assert forces["win"] == (score == 1) and forces["not-lose"] == (score != -1)
    result = {1: "first-win", -1: "second-win"}.get(score)
    if not result:
        tie, draw = forces["win-or-tie"], forces["win-or-draw"]
        result = "draw-or-tie" if tie == draw else "tie" if tie else "draw"
    winner = {1: "first", -1: "second", 0: "none"}[score]
    return [("result", result), ("winner", winner), *forces.items(), ("plies", plies)]


BIASED = [("ttt:2", [1]), ("ttt:3", [1, 2, 5]), ("lattice:1x5,2", [1, 3]), ("lattice:2x3,3", [1, 2]), ("lattice:2x4,3", [1]),
          ("ag:2,2", [1]), ("pg:2,2", [1]), ("sets:1-2,3", [1, 3]), ("sets:1-2,1-3,2-3", [1]), ("sets:1-2-3,3-4-5,5-6-1", [1, 2]),
          ("sets:1-2-3,4-5-6", [1])]
FALLING = ["ttt:2", "ttt:3", "ttt:2^3", "ttt:3^1", "lattice:2x3,2", "lattice:3x2,2", "lattice:2x4,3", "lattice:4x2,3",
           "lattice:3x4,3", "lattice:2x5,3", "lattice:4x3,3"]
MIXED = ["[sets:1-2 : sets:1 | sets:1-2]", "[sets:1-2,2-3 : sets:1-2 | sets:1-2,2-3]", "[ttt:2 : sets:1 | sets:1,2]",
         "[sets:1-2,1-3,2-3 : sets:1-2,1-3,2-3 | sets:1 | sets:1-2,3]", "[sets:1-2,1-3 : ag:2,2 | sets:1-2]",
         "[sets:1,2 : ag:2,2 | sets:1-2-3]", "[sets:1-2,2-3 : sets:1 | sets:1-2 | sets:1,2]",
         "[sets:1-2-3 : sets:1,2 | sets:1-2 | sets:1-2,2-3]", "[sets:1-2,2-3,3-4 : sets:1-2 | sets:1 | sets:1,2 | sets:1-2]"]


def cases():
    source = Source(311)
    boards = [(source.family(n, m, sizes), [1, 2]) for n, m, sizes in
              [(5, 4, [2]), (6, 5, [2, 3]), (6, 6, [3]), (7, 7, [3])]]
    for board, starts in BIASED + boards:
        for start in starts:
            for bias in ("1:2", "2:1", "2:3"):
                yield "hop", board, f"--bias {bias} --start {start}"
            yield "maker-breaker-hop", board, f"--bias 1:2 --start {start}"
            yield "maker-breaker-hop", board, f"--breaker-first --bias 1:2 --start {start}"
    for board in FALLING:
        yield "positional", board, "--gravity"
        yield "positional", board, "--bias 1:2 --gravity"
        yield "maker-breaker", board, "--gravity"
        yield "maker-breaker", board, "--breaker-first --gravity"
    for board in ["ttt:2", "ttt:3", "ttt:2^3", "lattice:2x3,3", "lattice:2x4,3", "lattice:3x2,3"]:
        count = len(parse_family(board).names)
        for start in range(count - layer_of(board) + 1, count + 1):
            yield "hop", board, f"--start {start} --gravity"
        yield "maker-breaker-hop", board, f"--start {count} --gravity"
        yield "hop", board, f"--bias 1:2 --start {count} --gravity"
    for board in MIXED:
        yield "positional", board, ""
        yield "maker-breaker", board, ""
        for start in family_of(board).names[::2]:
            yield "hop", board, f"--start {start}"


def lines():
    for game, board, options in cases():
        yield game, board, options, text_of(solve(game, board, options))


def selftest():
    # Without a variation it is the game of the other modules.
    for board in ["ttt:3", "lattice:2x4,3", "pg:2,2", "sets:1-2,3", "sets:1-2-3,4-5-6"]:
        for game, options in [("hop", "--start 1"), ("positional", ""), ("maker-breaker", "--breaker-first")]:
            assert text_of(solve(game, board, options)) == evaluate(game, board, options), board
        for bias in ("1:2", "3:2"):
            options = f"--bias {bias}"
            assert text_of(solve("positional", board, options)) == evaluate("positional", board, options)
    assert mixed("[sets:1-2 : sets:1 | sets:1-2]").members() == [[0, 1, 2]]
    assert mixed("[ttt:2 : ag:2,2 | ag:2,2]").sets == parse_family("[ttt:2 : ag:2,2]").sets
    # By hand.  On three points over each other nobody chooses: X, O, X.
    assert solve("positional", "lattice:3x1,2", "--gravity")[0] == ("result", "draw")
    assert solve("positional", "lattice:2x2,2", "--gravity")[2] == ("plies", 3)
    # O hops twice: from 1 to 3 and on, which leaves X on 1 and 3 beside 2.
    assert solve("hop", "sets:1-2-3", "--bias 1:2 --start 1")[1] == ("winner", "none")
