"""Periods along a family of boards with a path or a strip that grows: Theorems 11 and 14 of docs/theory-graphs.md."""

import strips
from rules import Unknown, need, whole
from stretches import World, shape

LIMIT = 300_000  # states times lengths: what takes longer is left to the other checker
KEYS = {"statement", "game", "family", "period", "last-exception", "system-period", "system-from"}


def check(header):
    need(set(header) == KEYS, "a key is missing or not known")
    period, last = whole(header["period"]), whole(header["last-exception"])
    common, start = whole(header["system-period"]), whole(header["system-from"])
    need(1 <= period <= common and start >= 1 and last >= -1, "numbers out of range")
    before, after = placed(header["family"])
    column = strips.column(before, after)
    if column:
        world, ends, first = strips.Strip(header["game"], *column), (), 0
    else:
        ends, first = shape(before, after)
        world = World(header["game"], ends)
    if column and world.is_by_parity():
        need((common, start) == (2, 1), "these strips repeat with 2 from the first one on")
        compare([None] + [world.by_parity(n) for n in range(1, 9)], period, last, 1)
        return
    states = world.states()
    splits = any(world.splits(state) for state in states)
    bound = max(start * (1 + splits) + common * splits + world.reach, world.reach + 1, 3)
    if len(states) * (bound + 2 * common) > LIMIT:
        raise Unknown("too many values for this checker")
    for m in range(bound + 2 * common):
        for state in states:
            world.value(state, m)
    for state in states:
        for m in range(start, bound):
            need(world.value(state, m) == world.value(state, m + common), "a state does not repeat")
    g = [world.alone(before, after, n) for n in range(first)]
    g += [world.value(world.start, m) for m in range(bound + 2 * common)]
    if ends is None or column or (before, after) == ("caterpillar:0*", ""):
        g[0] = None  # there is no cycle of no vertices, nor a strip of no columns; caterpillar:0*0 is read as a single vertex
    compare(g, period, last, first + start)


def compare(g, period, last, settled):
    """The values have this smallest period after this last exception, given that all are settled from there on."""
    need(last < settled, "the last exception comes too late")

    def same(p, n):
        return g[n] is None or g[n] == g[n + p]

    need(all(same(period, n) for n in range(last + 1, len(g) - period)), "the boards do not repeat so")
    need(last < 0 or not same(period, last), "that is no exception")
    for d in range(1, period):
        if period % d == 0:
            need(not all(same(d, n) for n in range(settled, len(g) - d)), f"{d} is a period too")


def placed(family):
    """What stands before and after the number: the * that follows no digit."""
    stars = [i for i, c in enumerate(family) if c == "*" and not family[i - 1:i].isdigit()]
    need(len(stars) == 1, "not one number")
    return family[:stars[0]], family[stars[0] + 1:]
