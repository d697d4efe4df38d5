"""The step `shape`: values of paths, of trees under 0.03 and of podes under 0.33."""

from functools import lru_cache

from rules import bits, mex, need

ON_PATHS = {"node-kayles": (0, 1, 3, 7), "monochrome": (0, 1, 3, 7), "arc-kayles": (0, 0, 7), "cram": (0, 0, 7), "grim": (0, 6)}
ENDLESS = 1_000_000


def serving(game):
    """The theories of shapes that are of a game."""
    name, digit = getattr(game, "game", ""), getattr(game, "digit", None)
    if name in ON_PATHS:
        narrow = all(len(set(bits(near)) - {v}) <= 3 for v, near in enumerate(game.near))
        return {"paths"} if name != "grim" or narrow else set()
    if digit is None or not game.labels:
        return set()
    first, ends = [digit(k) for k in range(4)], all(digit(k) == 0 for k in range(3, 100)) and digit(ENDLESS) == 0
    return {"paths"} | ({"trees"} if ends and first[:3] == [0, 0, 3] else set()) | ({"podes"} if ends and first[:3] == [0, 3, 3] else set())


def value(game, position, uses):
    heaps, mask = position
    need(not heaps and len(game.parts(position)) == 1, "not one component")
    near = {v: set(bits(game.near[v] & mask)) for v in bits(mask)}
    need(all((v, v) not in game.edges for v in near), "a loop")
    need(sum(map(len, near.values())) == 2 * len(near) - 2, "no tree")
    centres = [v for v in near if len(near[v]) > 2]
    if not centres:
        need("paths" in uses, "a path")
        return path(game, len(near))
    if "trees" in uses:
        return games(near) % 2
    need("podes" in uses and len(centres) == 1, "no pode")
    lengths = sorted(chain(near, first, centres[0]) % 3 for first in near[centres[0]])
    ones, twos = lengths.count(1), lengths.count(2)
    need(ones + twos <= 200, "too many chains")
    return pode(ones, twos)


def path(game, length):
    digits = ON_PATHS.get(game.game)
    if digits is None:
        need(game.digit(0) == 0 and game.digit(ENDLESS) == 0, "a code without an end, or with a digit before the point")
        digits = [game.digit(k) & 7 for k in range(length + 1)]
    found = []
    for n in range(length + 1):
        reached = set()
        for taken, digit in enumerate(digits[:n + 1]):
            left = n - taken
            if digit & 1 and not left:
                reached.add(0)
            if digit & 2 and left and taken:
                reached.add(found[left])
            if digit & 4:
                reached.update(found[a] ^ found[left - a] for a in range(1, left))
        found.append(mex(reached))
    return found[length]


def games(near):
    """How many moves a game of 0.03 has."""
    near, count = {v: set(n) for v, n in near.items()}, 0
    while True:
        ends = [(v, w) for v in near for w in near[v] if len(near[v]) == 1 and len(near[w]) <= 2]
        if not ends:
            return count
        for taken in ends[-1]:
            for other in near.pop(taken):
                near.get(other, set()).discard(taken)
        count += 1


def chain(near, first, centre):
    length, before = 1, centre
    while near[first] - {before}:
        before, (first,) = first, near[first] - {before}
        length += 1
    return length


@lru_cache(maxsize=None)
def pode(ones, twos):
    if ones + twos <= 2:
        return (1 + ones + 2 * twos) % 3
    reached = {pode(ones - 1, twos)} if ones else set()
    if twos:
        reached |= {pode(ones + 1, twos - 1), pode(ones, twos - 1)}
    return mex(reached)
