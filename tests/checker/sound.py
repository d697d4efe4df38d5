#!/usr/bin/env python3
"""The theories of theories.py against games played out: what a position comes to, and bounds on what is left.

    sound.py [SECONDS]      all positions of a few small boards, then of random ones
"""

import itertools
import random
import sys
import time

import theories
from rules import Edges, Multigraph
from truth import Truth

BOARDS = {  # name: edges with their copies
    "two vertices with loops": {(1, 1): 4, (1, 2): 2, (2, 2): 4},
    "chains and a junction": {(1, 1): 2, (1, 2): 1, (2, 3): 1, (2, 4): 1, (3, 3): 2, (4, 4): 1, (3, 4): 1},
    "a path of five and a cycle": {(1, 2): 1, (2, 3): 1, (3, 4): 1, (4, 5): 1, (6, 7): 2, (7, 8): 1, (6, 8): 1},
    "single vertices": {(1, 1): 5, (2, 2): 4, (3, 3): 3, (4, 5): 2},
    "a star of chains": {(1, 2): 1, (2, 3): 1, (1, 4): 1, (4, 5): 1, (1, 6): 1, (6, 6): 1, (1, 1): 1},
    "rich in loops": {(1, 1): 5, (1, 2): 1, (2, 2): 4, (2, 3): 1, (3, 3): 4},
}


def random_board(rng):
    vertices = range(1, rng.randrange(3, 7))
    edges, positions = {}, 1
    while positions < 400:
        edge = tuple(sorted(rng.choices(vertices, k=2)))
        edges[edge] = edges.get(edge, 0) + 1
        positions = 1
        for c in edges.values():
            positions *= c + 1
    return edges


def check_board(edges):
    """All positions of a board, in both games; how many there are."""
    listed = [edge for edge, copies in edges.items() for _ in range(copies)]
    vertices = sorted({v for edge in edges for v in edge})
    for game, used in (("strings-and-coins", ({"captures"}, {"captures", "rich"})), ("unshackle", ({"cores"},))):
        rules = Edges(game, Multigraph(vertices, listed))
        played = Truth(rules, {})
        for position in itertools.product(*(range(c + 1) for c in rules.copies)):
            margin = played.remembered("margin", position)
            for uses in used:
                bounds, rest = theories.comes_to(rules, position, uses)
                value = played.remembered("margin", rest)
                assert bounds(value, value) == (margin, margin), (game, uses, listed, position, rest)
                low, high = theories.known(rules, rest, uses)
                assert low <= value <= high, (game, uses, listed, rest, low, high, value)
    return len(played.known)


def main():
    seconds, rng = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0, random.Random(24)
    end, positions = time.monotonic() + seconds, sum(map(check_board, BOARDS.values()))
    while time.monotonic() < end:
        positions += check_board(random_board(rng))
    print(f"the theories hold on {positions} positions")


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    main()
