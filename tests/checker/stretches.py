"""Values along a family of boards with a path that grows (section 8 of docs/theory-graphs.md).

A state is what is left of the graphs at the two ends of the path, as sets of their vertices. Short paths are laid out as graphs and moves found
on them; with a longer path the moves that take vertices of the end graphs are those of a short one, and those within the path are counted out.
"""

from functools import lru_cache

from rules import Unknown, bits, digit_function, mex, need, parse_graph


def numbers(text):
    """1,2*3 is 1, 2, 2, 2."""
    out = []
    for part in text.split(",") if text else []:
        number, _, times = part.partition("*")
        out += [int(number)] * int(times or 1)
    return out


def shape(before, after):
    """The graphs at the two ends (neighbours by vertex, root) or None for a ring, and the number of the board with a path of none."""
    kind, _, rest = before.partition(":")
    try:
        if kind == "path" and not rest + after:
            return [([], 0), ([], 0)], 0
        if kind == "cycle" and not rest + after:
            return None, 0
        if kind == "pode":
            return [pode(numbers(rest.rstrip(",")) + numbers(after.lstrip(","))), ([], 0)], 0
        if kind == "bipode" and rest.endswith(";") and not after:
            left, right, _ = rest.split(";")
            return [pode(numbers(left)), pode(numbers(right))], 1
        if kind == "caterpillar" and rest.endswith("0*"):
            left, right = numbers(rest[:-2].rstrip(",")), numbers(after.lstrip(","))
            return [caterpillar(left, len(left) - 1), caterpillar(right, 0)], 0
        if kind == "attach" and not after:
            board, vertex, _ = rest.rsplit(",", 2)
            graph = parse_graph(board)
            index = {v: k for k, v in enumerate(graph.vertices)}
            edges = [(index[u], index[v]) for (u, v), _ in graph.edges]
            need(all(a != b for a, b in edges) and all(c == 1 for _, c in graph.edges), "not a simple graph")
            return [linked(len(index), edges, int(vertex) - 1), ([], 0)], 0
    except (ValueError, KeyError, AssertionError) as error:
        raise Unknown(f"family {before}*{after}") from error
    raise Unknown(f"family {before}*{after}")


def linked(count, edges, root):
    near = [0] * count
    for a, b in edges:
        near[a] |= 1 << b
        near[b] |= 1 << a
    return near, root


def pode(chains):
    edges, count = [], 1
    for chain in chains:
        for step in range(chain):
            edges.append((0 if step == 0 else count - 1, count))
            count += 1
    return linked(count, edges, 0)


def caterpillar(leaves, root):
    edges, count = [(i, i + 1) for i in range(len(leaves) - 1)], len(leaves)
    for vertex, more in enumerate(leaves):
        for _ in range(more):
            edges.append((vertex, count))
            count += 1
    return linked(count, edges, max(root, 0)) if leaves else ([], 0)


def component(near, seed, mask):
    part = seed
    while True:
        grown = part
        for k in bits(part):
            grown |= near[k] & mask
        if grown == part:
            return part
        part = grown


def components(near, mask):
    parts = []
    while mask:
        parts.append(component(near, mask & -mask, mask))
        mask &= ~parts[-1]
    return parts


class World:
    """A state is (vertices left of the left graph, of the right graph), or "ring"."""

    def __init__(self, game, ends):
        self.game, self.ends, self.known = game, ends, {}
        self.start = "ring" if ends is None else tuple((1 << len(near)) - 1 for near, _ in ends)
        self.digit = None
        if game in ("node-kayles", "monochrome"):
            self.reach = 3
        elif game in ("arc-kayles", "cram"):
            self.reach = 2
        else:
            need(game.startswith("octal:") and "..." not in game and "…" not in game, "not a taking game with a last digit")
            self.digit = digit_function(game)
            self.reach = max([0] + [k for k in range(len(game)) if self.digit(k)])
            need(not self.digit(0), "splits without taking")

    def allows(self, taken, left):
        return self.digit is None or (left <= 3 and self.digit(taken) >> left & 1 == 1)

    def states(self):
        found, open_ = set(), [self.start]
        while open_:
            state = open_.pop()
            if state not in found:
                found.add(state)
                open_ += [s for parts in self.moves(state, 2 * self.reach + 3) for s, m in parts if m]
        return sorted(found, key=lambda s: (s == "ring", 0 if s == "ring" else sum(x.bit_count() for x in s)))

    def splits(self, state):
        return any(sum(1 for _, m in parts if m and m > 1) > 1 for parts in self.moves(state, 4 * self.reach + 9))

    def value(self, state, m):
        key = state, m
        if key not in self.known:
            reached = set()
            for parts in self.moves(state, m):
                value = 0
                for part in parts:
                    value ^= self.part(part)
                reached.add(value)
            self.known[key] = mex(reached)
        return self.known[key]

    def part(self, part):
        state, m = part
        return self.piece(*state) if m is None else self.value(state, m)

    @lru_cache(maxsize=None)
    def piece(self, side, mask):
        return grundy(self, tuple(self.ends[side][0]), mask)

    def alone(self, before, after, n):
        graph = parse_graph(f"{before}{n}{after}")
        index = {v: k for k, v in enumerate(graph.vertices)}
        near, _ = linked(len(index), [(index[u], index[v]) for (u, v), _ in graph.edges], 0)
        return grundy(self, tuple(near), (1 << len(near)) - 1)

    def moves(self, state, m):
        """Each as what it leaves: (state, length), or ((side, set), None) for a piece without the path."""
        short = 2 * self.reach + 3
        if m <= short:
            return [parts for _, parts in self.short_moves(state, m)]
        longer = [[(s, n + m - short if n else n) for s, n in parts] for at_end, parts in self.short_moves(state, short) if at_end]
        return longer + list(self.within(state, m))

    @lru_cache(maxsize=None)
    def short_moves(self, state, m):
        """(whether it takes vertices of the graphs at the ends, what it leaves)."""
        near, mask, (path, end) = self.laid(state, m)
        row = (1 << m) - 1 << path
        moves = []
        for taken in takes(self, near, mask):
            rest = components(near, mask & ~taken)
            if self.allows(taken.bit_count(), len(rest)):
                moves.append((bool(taken & ~row), [self.named(part, (path, end), m) for part in rest]))
        return moves

    def within(self, state, m):
        """Moves within a long path."""
        if state == "ring":
            yield from ([((0, 0), m - k)] for k in range(1, self.reach + 1) if self.takes_row(k, False) and self.allows(k, 1))
            return
        left, right = state
        for k in range(1, self.reach + 1):
            for a in range(m - k + 1):
                b = m - k - a
                parts = [((left, 0), a)] * bool(left or a) + [((0, right), b)] * bool(right or b)
                if self.takes_row(k, len(parts) < 2) and self.allows(k, len(parts)):
                    yield parts

    def takes_row(self, k, at_free_end):
        """Whether so many vertices in a row are what a move takes."""
        if self.digit is not None:
            return self.digit(k) != 0
        return k == self.reach or (self.reach == 3 and k == 2 and at_free_end)

    @lru_cache(maxsize=None)
    def graph(self, ring, m):
        """Left graph, path and right graph in one; where the path and the right graph begin."""
        if ring:
            return tuple(linked(m, [(i, (i + 1) % m) for i in range(m)] if m > 1 else [], 0)[0]), 0, m
        (left, a), (right, b) = self.ends or [([], 0), ([], 0)]
        near = list(left) + [0] * m + [x << (len(left) + m) for x in right]
        row = [a] * bool(left) + list(range(len(left), len(left) + m)) + [len(left) + m + b] * bool(right)
        for u, v in zip(row, row[1:]):
            near[u] |= 1 << v
            near[v] |= 1 << u
        return tuple(near), len(left), len(left) + m

    def laid(self, state, m):
        near, path, end = self.graph(state == "ring", m)
        if state == "ring":
            return near, (1 << m) - 1, (path, end)
        return near, state[0] | (1 << m) - 1 << path | state[1] << end, (path, end)

    def named(self, part, spots, m):
        path, end = spots
        left, middle, right = part & (1 << path) - 1, part >> path & (1 << m) - 1, part >> end
        if not middle and not (left and right):
            roots = (left and left >> self.ends[0][1] & 1, right and right >> self.ends[1][1] & 1)
            if not any(roots):
                return ((0, left) if left else (1, right)), None
        return (left, right), middle.bit_count()


def takes(world, near, mask):
    """What a move can take of a connected set."""
    if world.digit is None:
        if world.reach == 3:
            return {near[k] & mask | 1 << k for k in bits(mask)}
        return {1 << k | 1 << j for k in bits(mask) for j in bits(near[k] & mask)}
    every, chosen = set(), {1 << k for k in bits(mask)}
    for size in range(1, world.reach + 1):
        if world.digit(size):
            every |= chosen
        grown = set()
        for c in chosen:
            around = 0
            for k in bits(c):
                around |= near[k]
            grown.update(c | 1 << k for k in bits(around & mask & ~c))
        chosen = grown
    return every


@lru_cache(maxsize=None)
def grundy(world, near, mask):
    """The value of what is left of a graph, by playing it out."""
    value = 0
    for part in components(near, mask):
        reached = set()
        for taken in takes(world, near, part):
            rest = components(near, part & ~taken)
            if world.allows(taken.bit_count(), len(rest)):
                reached.add(grundy(world, near, part & ~taken))
        value ^= mex(reached)
    return value
