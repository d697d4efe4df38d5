"""What positions of strings-and-coins come to: captures are played, pairs of short components left out.

Theorems K1 to K4, K7 and K8 of docs/theory-scoring.md.
"""


def settle(game, position, rich=False):
    """(points taken, points of the structure left or None, what is left): v is taken + v(left) or taken + |points + v(left)|."""
    position, taken = list(position), 0
    while True:
        captured = forced(game, position)
        if captured is None:
            break
        taken += remove(game, position, captured)
    found = structures(game, position)
    if not found:
        return taken, None, reduced(game, tuple(position), rich)
    # All but one are taken whole, a path of four first; taking one can force more captures.
    if len(found) == 1:
        points, edges = found[0]
        for k in edges:
            remove(game, position, k)
        return taken, points, reduced(game, tuple(position), rich)
    # Then those in trees: a tree comes down to a path of four in the end, all else to a structure of two.
    _, edges = max(found, key=lambda s: (s[0], in_tree(game, tuple(position), s[1][0])))
    taken += sum(remove(game, position, k) for k in edges)
    more, points, left = settle(game, position, rich)
    return taken + more, points, left


def in_tree(game, position, k):
    """Whether an edge lies in a component that is a tree."""
    part = next(part for part in game.parts(position) if part[k])
    return sum(part) + 1 == sum(1 for degree in game.degrees(part) if degree)


def remove(game, position, k):
    """Takes an edge away and tells what it earns."""
    before = game.degrees(position)
    position[k] -= 1
    return sum(1 for v in set(game.ends[k]) if before[v] == 1)


def others(game, position, v, without):
    """The edges at v but one copy of `without`."""
    found = []
    for k, c in enumerate(position):
        if v in game.ends[k]:
            found += [k] * (c - (k == without))
    return found


def other_end(game, k, v):
    a, b = game.ends[k]
    return b if a == v else a


def leaves(game, position, degree):
    """(w, the edge e at w, its other end u) for every vertex w of weight 1."""
    for k, c in enumerate(position):
        if c:
            for w in sorted(set(game.ends[k])):
                if degree[w] == 1:
                    yield w, k, other_end(game, k, w)


def forced(game, position):
    """An edge whose capture is best by Theorem K1 or K2."""
    degree = game.degrees(position)
    for w, e, u in leaves(game, position, degree):
        if u == w or degree[u] != 2:
            return e
        g = others(game, position, u, e)[0]
        y = other_end(game, g, u)
        if y == u:
            continue
        if degree[y] == 1:
            return e
        if degree[y] == 2:
            h = others(game, position, y, g)[0]
            z = other_end(game, h, y)
            if z == y or degree[z] >= 2:
                return e
    return None


def structures(game, position):
    """(points, the edges that capture it whole) when no capture is forced."""
    degree, found, seen = game.degrees(position), [], set()
    for w, e, u in leaves(game, position, degree):
        if e in seen:
            continue
        g = others(game, position, u, e)[0]
        y = other_end(game, g, u)
        if y != u and degree[y] == 2:
            h = others(game, position, y, g)[0]
            found.append((4, [e, g, h]))
            seen.update((e, h))
        else:
            found.append((2, [e, g]))
    return found


def replaced(game, part):
    """Theorem K11: loops in place of a component rich in them, or the component itself."""
    loops, others = {}, {}
    for k, c in enumerate(part):
        for v in set(game.ends[k]) if c else ():
            kind = loops if game.ends[k] == (v, v) else others
            kind[v] = kind.get(v, 0) + c
    vertices = sorted(set(loops) | set(others))
    if len(vertices) < 2 or any(loops.get(v, 0) < others.get(v, 0) + 2 for v in vertices):
        return part
    n, odd, after = len(vertices), sum(part) % 2, [0] * len(part)
    if n % 2:
        after[game.number[vertices[0], vertices[0]]] = 3 if odd else 2
    elif odd:
        after[game.number[vertices[0], vertices[0]]] = 2
        after[game.number[vertices[1], vertices[1]]] = 3
    return tuple(after)


def reduced(game, position, rich=False):
    """Rich components to loops, bouquets to two or three loops, then pairs of equal short components left out."""
    if rich:
        position = tuple(map(sum, zip([0] * len(position), *(replaced(game, part) for part in game.parts(position)))))
    position, odd = list(position), {}
    for part in game.parts(position):
        used = [k for k, c in enumerate(part) if c]
        if len(used) == 1 and len(set(game.ends[used[0]])) == 1:
            while part[used[0]] >= 4:
                part = tuple(c - 2 if k == used[0] else c for k, c in enumerate(part))
            position[used[0]] = part[used[0]]
        kind = short(game, part)
        if kind is None:
            continue
        if kind in odd:
            for k, c in enumerate(odd.pop(kind)):
                position[k] -= c
            for k, c in enumerate(part):
                position[k] -= c
        else:
            odd[kind] = part
    return tuple(position)


def short(game, part):
    """The number of vertices of a chain of 1 or 2 or a cycle of 2 or 3, `B3` for three loops, None for all others."""
    degree = game.degrees(part)
    vertices = [v for v in degree if v]
    if len(vertices) == 1 and vertices[0] == 3:
        return "B3"
    if any(v != 2 for v in vertices):
        return None
    loops = sum(c for k, c in enumerate(part) if game.ends[k][0] == game.ends[k][1])
    n = len(vertices)
    return n if n <= (2 if loops else 3) else None
