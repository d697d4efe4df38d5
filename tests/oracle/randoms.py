"""Random boards with a fixed seed, as board names.

Only `random()` of the generator is used, because it is the one method whose
output is the same in every version of Python.
"""

import random

from boards import to_graph6


class Source:
    def __init__(self, seed):
        self.draw = random.Random(seed).random

    def below(self, n):
        return int(self.draw() * n)

    def pairs(self, n, density):
        """A random simple graph on 1..n as a list of edges."""
        return [(i, j) for i in range(1, n + 1) for j in range(i + 1, n + 1)
                if self.draw() < density]

    def graph(self, n, density):
        """A random simple graph as `edges:...`; isolated vertices stand alone."""
        edges = self.pairs(n, density)
        touched = {v for e in edges for v in e}
        alone = [str(v) for v in range(1, n + 1) if v not in touched]
        return "edges:" + ",".join([f"{i}-{j}" for i, j in edges] + alone)

    def graph6(self, n, density):
        return "graph6:" + to_graph6(n, self.pairs(n, density))

    def tree(self, n):
        """A random tree as `edges:...`: each vertex hangs on an earlier one."""
        return "edges:" + ",".join(f"{1 + self.below(v - 1)}-{v}" for v in range(2, n + 1))

    def multigraph(self, n, count):
        """`count` random edges on 1..n, loops and parallel edges allowed."""
        edges = []
        for _ in range(count):
            u, v = 1 + self.below(n), 1 + self.below(n)
            edges.append((min(u, v), max(u, v)))
        return "edges:" + ",".join(f"{u}-{v}" for u, v in sorted(edges))

    def subset(self, n, k):
        chosen = set()
        while len(chosen) < k:
            chosen.add(1 + self.below(n))
        return tuple(sorted(chosen))

    def family(self, n, count, sizes):
        """`count` random winning sets that together touch all of 1..n."""
        while True:
            sets = set()
            while len(sets) < count:
                sets.add(self.subset(n, sizes[self.below(len(sizes))]))
            if {p for s in sets for p in s} == set(range(1, n + 1)):
                return "sets:" + ",".join("-".join(map(str, s)) for s in sorted(sets))


def questions(text):
    """(game, board, "") for lines `game: board | board | ...`; what is indented belongs to the line above."""
    found = []
    for line in text.strip().splitlines():
        named, _, rest = line.strip().rpartition(": ")
        game = named or game
        found += [(game, board.strip(), "") for board in rest.split("|") if board.strip()]
    return found
