"""What positions of scoring games come to by the theories of docs/formats.md, and bounds on what is left.

`comes_to` returns (bounds, rest): a function that makes bounds on the position of bounds on the rest, and the rest.
"""

import coins


def comes_to(game, position, uses):
    if "captures" in uses:
        taken, deal, left = coins.settle(game, position, "rich" in uses)
        return (lambda low, high: after_captures(game, taken, deal, left, low, high)), left
    if "cores" in uses:
        return core(game, position)
    return (lambda low, high: (low, high)), position


def known(game, rest, uses):
    """Bounds on what is left: by its vertices, and by theorems."""
    most = sum(game.weights[v] for v in game.places(rest))
    low, high = -most, most
    if "rich" in uses:
        low, high = rich_bounds(game, rest, low, high)
    if "cores" in uses and any(rest) and max(rest) == 1 and not any(c and loop(game, k) for k, c in enumerate(rest)):
        return (max(low, 1), high) if sum(rest) % 2 else (low, min(high, -1))
    return low, high


def loop(game, k):
    return game.ends[k][0] == game.ends[k][1]


def after_captures(game, taken, deal, left, low, high):
    if deal is None:
        return taken + low, taken + high
    low, high = low + deal, high + deal
    odd = (deal + len(game.places(left))) % 2  # margins step by two
    return taken + max(odd, low, -high), taken + max(abs(low), abs(high))


def loops_and_others(game, position):
    """For each vertex with an edge: its loops and its other edges."""
    found = {v: [0, 0] for v in game.places(position)}
    for k, c in enumerate(position):
        for v in set(game.ends[k]) if c else ():
            found[v][0 if loop(game, k) else 1] += c
    return found


def rich_bounds(game, rest, low, high):
    """Theorems K11 and K12 and the lemma."""
    counts = loops_and_others(game, rest)
    n, odd = len(counts), sum(rest) % 2
    poor = [v for v, (loops, others) in counts.items() if loops < others + 2]
    if not counts or any(c > 1 and not loop(game, k) and set(game.ends[k]) & set(poor) for k, c in enumerate(rest)):
        return low, high
    if not poor:
        value = (1 if odd else -1) if n % 2 else 0
    elif len(poor) == 1:
        loops, others = counts[poor[0]]
        value = (1 if odd else -1) if n % 2 else 2 if not odd else 0 if loops == others + 1 else -2
    elif len(poor) == 2 and any(counts[y] == [1, 1] and joined(game, rest, x, y) for x, y in (poor, poor[::-1])):
        if n % 2:
            return (max(low, 1), high) if odd else (low, min(high, -1))
        value = -2 if odd else 2
    else:
        return low, high
    return max(low, value), min(high, value)


def joined(game, position, x, y):
    return any(c and set(game.ends[k]) == {x, y} for k, c in enumerate(position))


def core(game, position):
    """Unshackle: leaves come off, one after another, as loops, single edges and gifts."""
    position, loops, singles, gifts = list(position), 0, 0, 0
    while True:
        degree = game.degrees(position)
        leaves = [v for v, d in enumerate(degree) if d == 1]
        if not leaves:
            break
        e = next(k for k, c in enumerate(position) if c and leaves[0] in game.ends[k])
        position[e] -= 1
        u = coins.other_end(game, e, leaves[0])
        rest = [k for k, c in enumerate(position) if c and u in game.ends[k]]
        if loop(game, e):
            loops += 1
        elif degree[u] == 1:
            singles += 1
        elif degree[u] == 2 and not loop(game, rest[0]) and degree[coins.other_end(game, rest[0], u)] == 1:
            position[rest[0]] -= 1
            gifts += 1
        else:
            loops += 1
    for part in game.parts(tuple(position)):
        used = [k for k, c in enumerate(part) if c]
        if len(used) == 1 and not loop(game, used[0]) and part[used[0]] == 2:
            position[used[0]] = 0
            gifts += 2
    odd = (sum(position) + loops) % 2

    def bounds(low, high):
        if loops % 2:
            low, high = 1 - high, 1 - low
        low, high = (low + gifts, high + gifts) if odd else (low - gifts, high - gifts)
        return (2 - high, 2 - low) if singles % 2 else (low, high)

    return bounds, tuple(position)
