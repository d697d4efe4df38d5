"""Impartial games: octal games on heaps and on graphs, Node Kayles, Arc Kayles, Cram.

Every game is two functions, `parts(position)` and `moves(position)`, where a
move is `(name, next position)`.  Two plain solvers work on any of them:

* `Grundy`: the least value that no option has; a position that falls into
  parts has the xor of their values;
* `Wins`: who wins, on whole positions, with no theory at all, for normal play
  and for misere play.
"""

from boards import parse_graph

NAMED = {
    "nim": None,
    "kayles": "0.77",
    "dawsons-kayles": "0.07",
    "dawsons-chess": "0.137",
    "robs-dots": "0.137",
    "officers": "0.6",
    "treblecross": "0.007",
}


def digit_function(game):
    """The code digit of a heap game as a function of the number taken, or None."""
    name, _, rest = game.partition(":")
    if game == "nim":
        return lambda i: 3 if i >= 1 else 0
    if name == "subtraction":
        listed = {int(part) for part in rest.split(",")}
        return lambda i: 3 if i in listed else 0
    if name in NAMED:
        rest = NAMED[name]
    elif name not in ("octal", "hexadecimal"):
        return None
    whole, _, fraction = rest.partition(".")
    digits = [int(c, 16) for c in whole + fraction]
    assert len(whole) == 1 and digits[0] in (0, 4, 8, 12)
    letters = any(c in "ABCDEF" for c in rest)
    assert name == "hexadecimal" or letters or max(digits) <= 7
    return lambda i: digits[i] if i < len(digits) else 0


def divisions(total, parts, least=1):
    """The ways to write `total` as that many non-empty heaps, ascending."""
    if parts == 0:
        return [()] if total == 0 else []
    return [(first,) + rest for first in range(least, total + 1)
            for rest in divisions(total - first, parts - 1, first)]


class HeapGame:
    """Taking and breaking.  A position is an ascending tuple of non-empty heaps.

    Bit j of digit i: take i counters from a heap and leave exactly j heaps of it.
    """

    def __init__(self, digit, heaps):
        self.digit = digit
        self.start = tuple(sorted(h for h in heaps if h))

    def parts(self, position):
        return [(heap,) for heap in position]

    def moves(self, position):
        for k, heap in enumerate(position):
            if heap in position[:k]:
                continue  # an equal heap gives the same moves
            others = position[:k] + position[k + 1:]
            for taken in range(heap + 1):
                for left in range(4):
                    if self.digit(taken) >> left & 1:
                        for heaps in divisions(heap - taken, left):
                            name = f"{heap}>" + (",".join(map(str, heaps)) or "0")
                            yield name, tuple(sorted(others + heaps))


class VertexGame:
    """A game that removes vertices.  A position is the mask of vertices left."""

    def __init__(self, graph):
        self.labels = graph.vertices
        index = {v: k for k, v in enumerate(graph.vertices)}
        self.near = [0] * len(graph.vertices)
        self.pairs = []
        for (u, v), _ in graph.edges:
            a, b = index[u], index[v]
            self.pairs.append((a, b))
            if a != b:
                self.near[a] |= 1 << b
                self.near[b] |= 1 << a
        self.start = (1 << len(graph.vertices)) - 1

    def members(self, mask):
        return [k for k in range(len(self.labels)) if mask >> k & 1]

    def name(self, mask):
        return ",".join(str(self.labels[k]) for k in self.members(mask))

    def around(self, mask):
        """The vertices adjacent to some vertex of the mask."""
        near = 0
        for k in self.members(mask):
            near |= self.near[k]
        return near

    def parts(self, position):
        """The connected components."""
        found = []
        while position:
            part, grown = 0, position & -position
            while grown != part:
                part = grown
                grown |= self.around(part) & position
            found.append(part)
            position &= ~part
        return found


class OctalOnGraph(VertexGame):
    """Definition 22: take i connected vertices of a component, leave j components of it."""

    def __init__(self, digit, graph):
        super().__init__(graph)
        self.digit = digit

    def moves(self, position):
        for part in self.parts(position):
            chosen = {1 << k for k in self.members(part)}
            taken = 1
            while chosen:
                if self.digit(taken):
                    for mask in sorted(chosen):
                        left = len(self.parts(part & ~mask))
                        if left <= 3 and self.digit(taken) >> left & 1:
                            yield self.name(mask), position & ~mask
                if not any(map(self.digit, range(taken + 1, len(self.labels) + 1))):
                    break
                chosen = {mask | 1 << k for mask in chosen
                          for k in self.members(self.around(mask) & part & ~mask)}
                taken += 1


class NodeKayles(VertexGame):
    """Pick a vertex: it goes, and so do its neighbours."""

    def moves(self, position):
        for k in self.members(position):
            yield str(self.labels[k]), position & ~(1 << k | self.near[k])


class ArcKayles(VertexGame):
    """Pick an edge: its two ends go (the one end of a loop)."""

    def moves(self, position):
        for a, b in self.pairs:
            if position >> a & 1 and position >> b & 1:
                yield self.name(1 << a | 1 << b), position & ~(1 << a | 1 << b)


class Grundy:
    """Grundy values by the least excluded value of the options."""

    def __init__(self, game):
        self.game, self.known = game, {}

    def value(self, position):
        total = 0
        for part in self.game.parts(position):
            total ^= self.of_part(part)
        return total

    def of_part(self, part):
        if part not in self.known:
            reached = {self.value(after) for _, after in self.game.moves(part)}
            self.known[part] = next(g for g in range(len(reached) + 1) if g not in reached)
        return self.known[part]


class Wins:
    """Win or loss for the player to move, on whole positions."""

    def __init__(self, game, misere=False):
        self.game, self.misere, self.known = game, misere, {}

    def mover_wins(self, position):
        if position not in self.known:
            moves = list(self.game.moves(position))
            if not moves:
                self.known[position] = self.misere
            else:
                self.known[position] = any(not self.mover_wins(after) for _, after in moves)
        return self.known[position]

    def winning_moves(self, position):
        return [name for name, after in self.game.moves(position)
                if not self.mover_wins(after)]


def start_value(game):
    """The Grundy value of a game's start."""
    return Grundy(game).value(game.start)


def start_won(game, misere=False):
    """Whether the first player wins a game from its start."""
    return Wins(game, misere).mover_wins(game.start)


def on_graphs(game):
    """The Grundy value of a board, and whether the first player wins on it, for a game that is made of a graph."""
    return (lambda board: start_value(game(parse_graph(board))),
            lambda board, misere: start_won(game(parse_graph(board)), misere))
