"""Boards of winning sets: n in a row, finite geometries, nested boards.

A `Family` has named points and winning sets as bit masks over their indices.
"""

from itertools import product

from boards import size


class Family:
    """Names of the points, winning sets as masks, and the pairs a piece may hop between.

    `islands` is (outer size, inner size) for a nested board and None otherwise:
    point k lies on island k // inner at inner place k % inner.
    """

    def __init__(self, names, sets, islands=None):
        self.names = list(names)
        self.sets = sorted({sum(1 << p for p in set(s)) for s in sets})
        self.islands = islands

    def members(self):
        """The winning sets as lists of point indices."""
        return [[p for p in range(len(self.names)) if s >> p & 1] for s in self.sets]


def numbered(count, sets):
    return Family([str(k + 1) for k in range(count)], sets)


def rows_in_space(sides, length):
    """All straight rows of `length` cells in a box with the given sides."""
    cells = list(product(*map(range, sides)))
    index = {cell: k for k, cell in enumerate(cells)}
    rows = set()
    for cell in cells:
        for step in product((-1, 0, 1), repeat=len(sides)):
            if any(step):
                row = [tuple(c + k * s for c, s in zip(cell, step)) for k in range(length)]
                if all(c in index for c in row):
                    rows.add(frozenset(index[c] for c in row))
    return numbered(len(cells), rows)


class Field:
    """A field of prime order, or the field of four elements."""

    def __init__(self, q):
        if q == 4:  # 0, 1, w, w + 1 as bit pairs, with w * w = w + 1
            self.add = lambda a, b: a ^ b
            self.mul = lambda a, b: 0 if not a or not b else (a + b - 2) % 3 + 1
        else:
            assert q > 1 and all(q % p for p in range(2, q)), "only primes and 4"
            self.add = lambda a, b: (a + b) % q
            self.mul = lambda a, b: a * b % q
        self.elements = range(q)


def affine(d, q):
    """AG(d, q): points are vectors, lines are {point + t * direction}."""
    field = Field(q)
    points = list(product(field.elements, repeat=d))
    index = {p: k for k, p in enumerate(points)}
    lines = set()
    for p in points:
        for direction in points:
            if any(direction):
                lines.add(frozenset(
                    index[tuple(field.add(a, field.mul(t, b)) for a, b in zip(p, direction))]
                    for t in field.elements))
    return numbered(len(points), lines)


def projective(d, q):
    """PG(d, q): points are the lines through 0 of the space of dimension d + 1.

    A point is held as the set of its non-zero vectors; the line through two
    points is every point that holds a combination of their vectors.
    """
    field = Field(q)

    def scaled(vector):
        return frozenset(tuple(field.mul(t, x) for x in vector)
                         for t in field.elements if t)

    vectors = [v for v in product(field.elements, repeat=d + 1) if any(v)]
    points = sorted({scaled(v) for v in vectors}, key=sorted)
    index = {v: k for k, point in enumerate(points) for v in point}
    lines = set()
    for a in points:
        for b in points:
            if a != b:
                u, v = min(a), min(b)
                lines.add(frozenset(
                    index[w] for s in field.elements for t in field.elements
                    for w in [tuple(field.add(field.mul(s, x), field.mul(t, y))
                                    for x, y in zip(u, v))] if any(w)))
    return numbered(len(points), lines)


def nested(outer, inner):
    """[outer : inner]: a copy of inner at every point of outer (section 5.1).

    A winning set takes a winning set of outer and, on each of its islands, any
    winning set of inner.
    """
    n = len(inner.names)
    names = [f"{a}.{b}" for a in outer.names for b in inner.names]
    sets = []
    for islands in outer.members():
        for choice in product(inner.members(), repeat=len(islands)):
            sets.append([i * n + p for i, chosen in zip(islands, choice) for p in chosen])
    return Family(names, sets, islands=(len(outer.names), n))


def split_nested(text):
    """`[A : B]` as the texts A and B, looking only at the outermost brackets."""
    depth, body = 0, text[1:-1]
    for k, c in enumerate(body):
        depth += (c == "[") - (c == "]")
        if depth == 0 and body[k:k + 3] == " : ":
            return body[:k].strip(), body[k + 3:].strip()
    raise ValueError(f"not a nested board: {text}")


def parse_family(text):
    """A board of winning sets from its name."""
    if text.startswith("["):
        outer, inner = split_nested(text)
        return nested(parse_family(outer), parse_family(inner))
    name, _, rest = text.partition(":")
    if name == "ttt":
        side, _, dimension = rest.partition("^")
        return rows_in_space([int(side)] * int(dimension or 2), int(side))
    if name == "lattice":
        shape, length = rest.split(",")
        return rows_in_space(size(shape), int(length))
    if name == "ag":
        return affine(*map(int, rest.split(",")))
    if name == "pg":
        return projective(*map(int, rest.split(",")))
    if name == "sets":
        sets = [[int(p) - 1 for p in item.split("-")] for item in rest.split(",")]
        count = 1 + max(p for s in sets for p in s)
        assert {p for s in sets for p in s} == set(range(count)), "every point in a set"
        return numbered(count, sets)
    raise ValueError(f"not a board of winning sets: {text}")
