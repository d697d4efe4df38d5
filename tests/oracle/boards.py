"""Graphs and heaps, written straight from the notation of docs/interface.md.

A graph is a `Multigraph`: its vertices are positive integers and its edges are
classes of interchangeable copies, `((u, v), copies)` with `u <= v`; `u == v` is
a loop.  A heap board is a tuple of heap sizes.
"""

from collections import Counter


class Multigraph:
    """Vertices in ascending order and a count of copies for every edge."""

    def __init__(self, vertices, edges):
        self.vertices = tuple(sorted(set(vertices)))
        copies = Counter()
        for u, v in edges:
            copies[min(u, v), max(u, v)] += 1
        self.edges = tuple(sorted(copies.items()))

    def edge_list(self):
        """Every edge once per copy."""
        return [edge for edge, copies in self.edges for _ in range(copies)]


def numbers(text):
    """`1,2,3` as a list of integers; the empty text is the empty list."""
    return [int(part) for part in text.split(",") if part.strip()]


def size(text):
    """`MxN` as a pair of integers."""
    rows, columns = text.split("x")
    return int(rows), int(columns)


def path(n):
    return Multigraph(range(1, n + 1), [(i, i + 1) for i in range(1, n)])


def cycle(n):
    """A cycle; cycle(1) is a loop and cycle(2) a double edge."""
    return Multigraph(range(1, n + 1), [(i, i % n + 1) for i in range(1, n + 1)])


def complete(n):
    return Multigraph(range(1, n + 1),
                      [(i, j) for i in range(1, n + 1) for j in range(i + 1, n + 1)])


def bipartite(a, b):
    return Multigraph(range(1, a + b + 1),
                      [(i, a + j) for i in range(1, a + 1) for j in range(1, b + 1)])


def wheel(n):
    """A hub (vertex 1) joined to every vertex of a rim of n."""
    assert n >= 3
    rim = [(2 + i, 2 + (i + 1) % n) for i in range(n)]
    return Multigraph(range(1, n + 2), rim + [(1, 2 + i) for i in range(n)])


def hypercube(d):
    return Multigraph(range(1, 2 ** d + 1),
                      [(i + 1, (i | 1 << k) + 1) for i in range(2 ** d)
                       for k in range(d) if not i >> k & 1])


def petersen():
    """Outer five-cycle, inner five-pointed star, five spokes."""
    outer = [(1 + i, 1 + (i + 1) % 5) for i in range(5)]
    inner = [(6 + i, 6 + (i + 2) % 5) for i in range(5)]
    return Multigraph(range(1, 11), outer + inner + [(1 + i, 6 + i) for i in range(5)])


def grid(rows, columns):
    def at(r, c):
        return r * columns + c + 1
    across = [(at(r, c), at(r, c + 1)) for r in range(rows) for c in range(columns - 1)]
    down = [(at(r, c), at(r + 1, c)) for r in range(rows - 1) for c in range(columns)]
    return Multigraph(range(1, rows * columns + 1), across + down)


def bipode(first, second, between):
    """Chains hung on two centres that are joined by a chain of `between` edges.

    With no edge between them the two centres are one vertex.
    """
    edges, count = [], 1

    def chain(start, length):
        nonlocal count
        for _ in range(length):
            count += 1
            edges.append((start, count))
            start = count
        return start

    for length in first:
        chain(1, length)
    other = chain(1, between)
    for length in second:
        chain(other, length)
    return Multigraph(range(1, count + 1), edges)


def polygons(sides, rows, columns):
    """An array of polygons: shared sides are edges, all other sides are loops."""
    return with_loops(grid(rows, columns), sides)


def hexagons(rows, columns):
    """A honeycomb; every second row is shifted right by half a hexagon."""
    def at(r, c):
        return r * columns + c + 1
    edges = []
    for r in range(rows):
        for c in range(columns):
            below = (c, c + 1) if r % 2 else (c - 1, c)
            near = [(r, c + 1)] + [(r + 1, b) for b in below]
            edges += [(at(r, c), at(y, x)) for y, x in near
                      if y < rows and 0 <= x < columns]
    return with_loops(Multigraph(range(1, rows * columns + 1), edges), 6)


def with_loops(graph, sides):
    """Adds loops until every vertex lies on `sides` edges."""
    edges = graph.edge_list()
    degree = Counter(v for edge in edges for v in edge)
    loops = [(v, v) for v in graph.vertices for _ in range(sides - degree[v])]
    return Multigraph(graph.vertices, edges + loops)


def from_edge_text(text):
    """`1-2,2-3,3`: exactly the vertices that are mentioned."""
    vertices, edges = [], []
    for item in text.split(","):
        ends = [int(end) for end in item.split("-")]
        vertices += ends
        if len(ends) == 2:
            edges.append(tuple(ends))
    return Multigraph(vertices, edges)


def bits_of(text):
    """The six bits of every graph6 or sparse6 character, highest first."""
    return [ord(c) - 63 >> k & 1 for c in text for k in (5, 4, 3, 2, 1, 0)]


def from_graph6(text):
    """graph6 for up to 62 vertices: the upper triangle, column by column."""
    n, bits = ord(text[0]) - 63, bits_of(text[1:])
    pairs = [(i + 1, j + 1) for j in range(n) for i in range(j)]
    return Multigraph(range(1, n + 1), [p for p, bit in zip(pairs, bits) if bit])


def to_graph6(n, edges):
    """The graph6 text of a simple graph on 1..n, n <= 62."""
    present = {(min(e), max(e)) for e in edges}
    bits = [int((i, j) in present) for j in range(1, n + 1) for i in range(1, j)]
    bits += [0] * (-len(bits) % 6)
    groups = [bits[k:k + 6] for k in range(0, len(bits), 6)]
    return chr(n + 63) + "".join(chr(63 + int("".join(map(str, g)), 2)) for g in groups)


def from_sparse6(text):
    """sparse6 for up to 62 vertices, with loops and parallel edges."""
    assert text[0] == ":"
    n, bits = ord(text[1]) - 63, bits_of(text[2:])
    width = max(1, (n - 1).bit_length())
    edges, v = [], 0
    for k in range(0, len(bits) - width, width + 1):
        x = int("".join(map(str, bits[k + 1:k + 1 + width])), 2)
        v += bits[k]
        if x >= n or v >= n:
            break
        if x > v:
            v = x
        else:
            edges.append((x + 1, v + 1))
    return Multigraph(range(1, n + 1), edges)


def one_graph(text):
    """A graph named without a sum."""
    name, _, rest = text.partition(":")
    if name == "path":
        return path(int(rest))
    if name == "cycle":
        return cycle(int(rest))
    if name == "complete":
        return complete(int(rest))
    if name == "bipartite":
        return bipartite(*numbers(rest))
    if name == "star":
        return bipartite(1, int(rest))
    if name == "wheel":
        return wheel(int(rest))
    if name == "hypercube":
        return hypercube(int(rest))
    if name == "petersen":
        return petersen()
    if name == "grid":
        return grid(*size(rest))
    if name == "pode":
        return bipode(numbers(rest), [], 0)
    if name == "bipode":
        first, second, between = rest.split(";")
        return bipode(numbers(first), numbers(second), int(between))
    if name == "boxes":
        return polygons(4, *size(rest))
    if name == "octagons":
        return polygons(8, *size(rest))
    if name == "polygons":
        sides, shape = rest.split(",")
        return polygons(int(sides), *size(shape))
    if name == "hexagons":
        return hexagons(*size(rest))
    if name == "edges":
        return from_edge_text(rest)
    if name == "graph6":
        return from_graph6(rest)
    if name == "sparse6":
        return from_sparse6(rest)
    raise ValueError(f"not a graph: {text}")


def parse_graph(text):
    """A graph or the disjoint union `A + B + ...` of several.

    The vertices of a union are numbered on, part after part.
    """
    parts = [one_graph(part.strip()) for part in text.split(" + ")]
    if len(parts) == 1:
        return parts[0]
    vertices, edges, shift = [], [], 0
    for part in parts:
        vertices += [v + shift for v in part.vertices]
        edges += [(u + shift, v + shift) for u, v in part.edge_list()]
        shift += max(part.vertices, default=0)
    return Multigraph(vertices, edges)


def parse_heaps(text):
    """`heaps:6,19,19`, or a sum of such boards, as a tuple of heap sizes."""
    heaps = []
    for part in text.split(" + "):
        name, _, rest = part.strip().partition(":")
        if name != "heaps":
            raise ValueError(f"not heaps: {part}")
        heaps += numbers(rest)
    return tuple(heaps)
