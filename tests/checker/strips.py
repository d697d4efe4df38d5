"""Strips: copies of one graph in a row. Theorem 14 of docs/theory-graphs.md, on sets of cells.

A cell is (column, row). A state is (cells beyond the whole columns on the left, on the right), both as frozensets of (how far beyond, row)
with 1 for the column next to the whole ones.
"""

from functools import lru_cache

import stretches
from rules import Unknown, mex, need

STATES = 400


class Strip(stretches.World):
    """A game on the strips of a column: `inside` are pairs of joined rows, `across` the rows joined to the next column."""

    def __init__(self, game, inside, across):
        super().__init__(game, None)
        self.inside, self.across = {frozenset(pair) for pair in inside}, frozenset(across)
        self.rows = range(1 + max([0] + [row for pair in inside for row in pair]))
        self.start = frozenset(), frozenset()

    def is_by_parity(self):
        """Whether theorem 15 tells all values: Arc Kayles or Node Kayles on two rows, or one vertex at a time and nothing else."""
        if self.digit is None:
            return len(self.rows) == 2 == len(self.across)
        return self.reach == 1 and self.digit(1) & 3 == 3

    def by_parity(self, n):
        return n % 2 if self.digit is None else n * len(self.rows) % 2

    def joined(self, a, b):
        if a[0] == b[0]:
            return frozenset((a[1], b[1])) in self.inside
        return abs(a[0] - b[0]) == 1 and a[1] == b[1] and a[1] in self.across

    @lru_cache(maxsize=None)
    def graph(self, cells):
        """The cells in order, and the neighbours of each as a set of bits."""
        order = sorted(cells)
        return order, tuple(sum(1 << k for k, b in enumerate(order) if self.joined(a, b)) for a in order)

    def whole(self, first, last):
        return frozenset((column, row) for column in range(first, last + 1) for row in self.rows)

    @lru_cache(maxsize=None)
    def taken(self, cells):
        """(cells taken, components left) of every move on these cells."""
        order, near = self.graph(cells)
        found, every = [], (1 << len(order)) - 1
        for mask in stretches.takes(self, near, every):
            rest = stretches.components(near, every & ~mask)
            if self.allows(mask.bit_count(), len(rest)):
                def named(mask):
                    return frozenset(cell for k, cell in enumerate(order) if mask >> k & 1)
                found.append((named(mask), [named(part) for part in rest]))
        return found

    @lru_cache(maxsize=None)
    def played(self, cells):
        """The value of some cells, by playing."""
        _, near = self.graph(cells)
        return stretches.grundy(self, near, (1 << len(near)) - 1)

    def pieces(self, parts):
        value = 0
        for part in parts:
            first = min(column for column, _ in part)
            value ^= self.played(frozenset((column - first, row) for column, row in part))
        return value

    @lru_cache(maxsize=None)
    def at_left(self, left):
        """Moves that take something no further than the first whole column: (the new left end, columns lost, value of the rest)."""
        beyond = self.reach + 1
        cells = frozenset((1 - far, row) for far, row in left) | self.whole(1, beyond)
        found = set()
        for taken, parts in self.taken(cells):
            columns = [column for column, _ in taken]
            if min(columns) > 1 or max(columns) >= beyond:
                continue
            lost = max(0, max(columns))
            long = next(part for part in parts if (beyond, 0) in part)
            end = frozenset((lost + 1 - column, row) for column, row in long if column <= lost)
            found.add((end, lost, self.pieces(part for part in parts if part != long)))
        return found

    @lru_cache(maxsize=None)
    def within(self):
        """Moves in the midst: (the new right end of the left piece, the new left end of the right piece, columns gone, value of the rest)."""
        found = set()
        for last in range(1, self.reach + 1):
            for taken, parts in self.taken(self.whole(0, last + 1)):
                columns = {column for column, _ in taken}
                if min(columns) != 1 or max(columns) != last:
                    continue
                left, right = (next(part for part in parts if (column, 0) in part) for column in (0, last + 1))
                need(left != right, "a move that does not cut the strip")
                ends = frozenset(c for c in left if c[0] > 0), frozenset((last + 1 - c, row) for c, row in right if c <= last)
                found.add((*ends, last, self.pieces(part for part in parts if part not in (left, right))))
        return found

    def states(self):
        found, open_ = [], [self.start]
        while open_:
            left, right = state = open_.pop()
            if state in found:
                continue
            found.append(state)
            if len(found) > STATES:
                raise Unknown("too many ends of a strip for this checker")
            open_ += [(end, right) for end, _, _ in self.at_left(left)] + [(left, end) for end, _, _ in self.at_left(right)]
            open_ += [(left, new) for new, _, _, _ in self.within()] + [(new, right) for _, new, _, _ in self.within()]
        return found

    def splits(self, state):
        return bool(self.within())

    def value(self, state, m):
        key = state, m
        if key not in self.known:
            left, right = state
            if m <= self.reach:
                cells = frozenset((1 - far, row) for far, row in left) | self.whole(1, m) | frozenset((m + far, row) for far, row in right)
                self.known[key] = self.played(cells)
                return self.known[key]
            reached = {self.value((end, right), m - lost) ^ rest for end, lost, rest in self.at_left(left)}
            reached |= {self.value((left, end), m - lost) ^ rest for end, lost, rest in self.at_left(right)}
            for ends, begins, gone, rest in self.within():
                for a in range(1, m - gone):
                    reached.add(self.value((left, ends), a) ^ self.value((begins, right), m - gone - a) ^ rest)
            self.known[key] = mex(reached)
        return self.known[key]


def column(before, after):
    """The column of a family of strips (`inside`, `across`), or None."""
    kind, _, rest = before.partition(":")
    sides = [side for side in (rest + "*" + after).split("x") if side != "*"]
    if kind == "ladder" and not rest + after:
        sides, kind = ["2"], "grid"
    if kind == "grid" and len(sides) == 1 and int(sides[0]) > 1:
        rows = int(sides[0])
        return [(row, row + 1) for row in range(rows - 1)], range(rows)
    if kind == "caterpillar" and not after and rest.endswith("*") and rest[:-1].isdigit() and int(rest[:-1]) > 0:
        return [(0, leaf) for leaf in range(1, int(rest[:-1]) + 1)], [0]
    return None
