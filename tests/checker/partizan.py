"""Partizan games: positions and moves of Domineering, Col, Snort and partizan octal games.

A position is (what Left may use, what Right may use, who is to move: 0 for Left, 1 for Right).
"""

from rules import Multigraph, Unknown, Vertices, bits, injective, need, parse_graph, read_mask

LEFT, RIGHT = 0, 1
GAMES = ("domineering", "col", "snort", "partizan-octal")


class Tints:
    """A board whose vertices two players use differently."""

    kind = "partizan"

    def __init__(self, game, board, beginner):
        self.game, _, codes = game.partition(":")
        self.beginner = beginner
        if self.game == "domineering":
            self.cells = cells_of(board)
            near = [(a, b) for b, (r, c) in enumerate(self.cells) for a in range(b) if self.cells[a] in ((r - 1, c), (r, c - 1))]
            graph = Multigraph(range(1, len(self.cells) + 1), [(a + 1, b + 1) for a, b in near])
        elif self.game == "partizan-octal":
            graph = parse_graph(as_paths(board))
            self.games = [Vertices("octal:" + code, graph, []) for code in codes.split(",")]
            need(len(self.games) == 2 and all(g.digit(0) == 0 for g in self.games), "codes that are not played here")
        else:
            graph = parse_graph(board)
        self.labels, self.index = graph.vertices, {v: k for k, v in enumerate(graph.vertices)}
        pairs = [(self.index[u], self.index[v]) for (u, v), _ in graph.edges]
        self.ends, self.copies = pairs, [c for _, c in graph.edges]
        self.pairs = [(a, b) for a, b in pairs if a != b]
        every = (1 << len(self.labels)) - 1
        self.start = self.covered(every, beginner) if self.game == "domineering" else (every, every, beginner)

    def mover(self, position):
        """0 for the player who began the game."""
        return int(position[2] != self.beginner)

    def read(self, reader):
        left, right = read_mask(reader, len(self.labels)), read_mask(reader, len(self.labels))
        return left, right, reader.flag()

    def side(self, a, b):
        """Whose domino covers two neighbouring cells."""
        return LEFT if self.cells[a][1] == self.cells[b][1] else RIGHT

    def covered(self, free, mover):
        """The cells that dominoes of each player can still cover."""
        sets = [0, 0]
        for a, b in self.pairs:
            if free >> a & 1 and free >> b & 1:
                sets[self.side(a, b)] |= 1 << a | 1 << b
        return sets[LEFT], sets[RIGHT], mover

    def moves(self, position):
        """(name, 0, what it leads to)."""
        left, right, mover = position
        found = {}
        if self.game == "domineering":
            free = left | right
            for a, b in self.pairs:
                if free >> a & 1 and free >> b & 1 and self.side(a, b) == mover:
                    found[a, b] = self.covered(free & ~(1 << a | 1 << b), 1 - mover)
        elif self.game == "partizan-octal":
            for chosen, after in self.games[mover].octal(left):
                found[tuple(bits(chosen))] = (after, after, 1 - mover)
        else:
            for k in bits(position[mover]):
                after = [left & ~(1 << k), right & ~(1 << k)]
                barred = mover if self.game == "col" else 1 - mover
                for a, b in self.pairs:
                    if k in (a, b):
                        after[barred] &= ~(1 << (b if k == a else a))
                found[(k,)] = (after[LEFT], after[RIGHT], 1 - mover)
        return [(",".join(str(self.labels[k]) for k in chosen), 0, found[chosen]) for chosen in sorted(found)]

    def joined(self, position):
        """The pairs of neighbours where a move at one may still change the moves at the other."""
        tint = [(position[LEFT] >> k & 1) + 2 * (position[RIGHT] >> k & 1) for k in range(len(self.labels))]
        matters = {"col": lambda a, b: a & b, "snort": lambda a, b: a & 1 and b & 2 or a & 2 and b & 1}.get(self.game, lambda a, b: a and b)
        return [(a, b) for a, b in self.pairs if matters(tint[a], tint[b])]

    def names(self, position):
        return bits(position[LEFT] | position[RIGHT])

    def parts(self, position):
        edges, left, found = self.joined(position), position[LEFT] | position[RIGHT], []
        while left:
            part, grown = 0, left & -left
            while grown != part:
                part = grown
                for a, b in edges:
                    if (part >> a | part >> b) & 1:
                        grown |= 1 << a | 1 << b
            found.append((position[LEFT] & part, position[RIGHT] & part, position[2]))
            left &= ~part
        return found

    def kind_of(self, a, b):
        return self.side(a, b) if self.game == "domineering" else None

    def renamed(self, position, mapping):
        injective(mapping)
        need(all(image < len(self.labels) for image in mapping.values()), "no such vertex")
        left, right = (sum(1 << mapping[k] for k in bits(side)) for side in position[:2])
        image = left, right, position[2]
        there = {frozenset(pair): self.kind_of(*pair) for pair in self.joined(image)}
        here = self.joined(position)
        for a, b in here:
            to = frozenset((mapping[a], mapping[b]))
            need(to in {frozenset(pair) for pair in self.pairs}, "an edge is not kept")
            need(self.kind_of(*sorted(to)) == self.kind_of(a, b), "the direction of an edge is not kept")
        need(len(there) == len(here), "an edge more")
        return image


def as_paths(board):
    """Heaps as paths of their size, before the graphs."""
    heaps, graphs = [], []
    for part in board.split(" + "):
        if part.startswith("heaps:"):
            heaps += [int(h) for h in part[6:].split(",")]
        else:
            graphs.append(part)
    return " + ".join([f"path:{h}" for h in heaps if h] + graphs) or "path:0"


def cells_of(board):
    """Rows and columns of the cells; boards of a sum lie side by side, a column apart."""
    found, shift = [], 0
    for part in board.split(" + "):
        name, _, rest = part.partition(":")
        if name == "grid":
            rows, columns = map(int, rest.split("x"))
            cells = [(r, c) for r in range(rows) for c in range(columns)]
        elif name == "cells":
            cells = [(r, c) for r, row in enumerate(rest.split("/")) for c, mark in enumerate(row) if mark == "#"]
        else:
            raise Unknown(f"cells of {part}")
        found += [(r, c + shift) for r, c in cells]
        shift = max((c for _, c in found), default=shift - 2) + 2
    return found


def together(parts):
    """Parts of a position side by side."""
    left = right = 0
    for part in parts:
        left, right = left | part[LEFT], right | part[RIGHT]
    return left, right, parts[0][2] if parts else LEFT


def passed(position):
    return position[0], position[1], 1 - position[2]


def outcome_class(left_begins, right_begins):
    """Of whether who begins wins, if Left begins and if Right does."""
    return {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}[left_begins, right_begins]
