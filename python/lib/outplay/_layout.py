"""Where the places of a board are drawn. The page lays boards out in the same way (`layout.js`), and a test holds the
two together. Coordinates are in units of about one edge."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

Point = tuple[float, float]
#: x, y, radius and name of an island of a nested board.
Island = tuple[float, float, float, str]

TURN = 2 * math.pi


def layout(picture: dict[str, Any]) -> tuple[list[Point], list[Island]]:
    """A point for every place, and the islands of a nested board."""
    count = len(picture["places"])
    if picture.get("drawing"):
        return spread([(x, y) for x, y in picture["drawing"]]), []
    edges, sets = picture.get("edges") or [], picture.get("sets") or []
    points, islands = family(picture["layout"], count, edges, sets)
    if len(points) != count:
        # The places are not those of the board: in Shannon switching they are its edges.
        return flat("free", {}, count, edges, sets), []
    return points, islands


def family(
    shape: dict[str, Any], count: int, edges: Sequence[Sequence[int]], sets: Sequence[Sequence[int]]
) -> tuple[list[Point], list[Island]]:
    """One picture per family, forces for the rest."""
    kind = shape["kind"]
    if kind == "nested":
        return nested(shape)
    return flat(kind, shape, count, edges, sets), []


def flat(
    kind: str, shape: dict[str, Any], count: int, edges: Sequence[Sequence[int]], sets: Sequence[Sequence[int]]
) -> list[Point]:
    """The points of a board that is not nested."""
    if kind == "path":
        return path(count)
    if kind == "grid":
        return grid(shape["rows"], shape["columns"])
    if kind == "polygons":
        return [(1.5 * x, 1.5 * y) for x, y in grid(shape["rows"], shape["columns"])]
    if kind == "hexagons":
        return [(1.7 * (x + (y % 2) / 2), 1.47 * y) for x, y in grid(shape["rows"], shape["columns"])]
    if kind == "hex":
        return [(x + y / 2, 0.87 * y) for x, y in grid(shape["rows"], shape["columns"])]
    if kind == "lattice":
        return lattice(shape["side"], shape["dimension"])
    if kind == "circle":
        return circle(count)
    if kind == "wheel":
        return [(0, 0), *circle(count - 1, 1.4)]
    if kind == "bipartite":
        return bipartite(shape["sides"])
    if kind == "petersen":
        return [*ring(5, 2.3), *ring(5, 1.15)]
    if kind == "pode":
        return [(0, 0), *chains((0, 0), shape["chains"], -TURN / 4, TURN)]
    if kind == "bipode":
        return bipode(shape)
    if kind == "hypercube" and shape["dimension"] <= 4:
        return cube(shape["dimension"])
    if kind == "ag":
        return lattice(shape["order"], shape["dimension"]) if shape["dimension"] >= 2 else path(count)
    if kind == "pg":
        return projective(shape["dimension"], shape["order"], count)
    if kind == "sum":
        return sum_of(shape["terms"], edges)
    if edges or kind == "hypercube":
        return components(count, edges)
    if sets:
        return components(count, [(a, b) for one in sets for a, b in zip(one, one[1:])])
    return circle(count)


def path(count: int) -> list[Point]:
    """Long paths run to and fro, row by row."""
    most = 20
    if count <= most:
        return [(i, 0) for i in range(count)]
    wide = math.ceil(count / math.ceil(count / most))
    return [((wide - 1 - i % wide) if (i // wide) % 2 else i % wide, i // wide) for i in range(count)]


def grid(rows: int, columns: int) -> list[Point]:
    """Reading order."""
    return [(i % columns, i // columns) for i in range(rows * columns)]


def lattice(side: int, dimension: int) -> list[Point]:
    """Coordinates in turn across and down, blocks within blocks."""
    points = []
    for index in range(side**dimension):
        rest = index
        at, step = [0.0, 0.0], [1.0, 1.0]
        for d in range(dimension):
            axis = d % 2
            at[axis] += (rest % side) * step[axis]
            step[axis] = step[axis] * side + (0.8 if d < 2 else 1.4)
            rest //= side
        points.append((at[0], at[1]))
    return points


def ring(count: int, radius: float) -> list[Point]:
    """A circle from the top, clockwise."""
    angles = [TURN * i / count - TURN / 4 for i in range(count)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def circle(count: int, least: float = 1.1) -> list[Point]:
    """A circle as large as its points need."""
    if count == 1:
        return [(0, 0)]
    if count == 2:
        return [(0, 0), (1.8, 0)]
    return ring(count, max(least, count / TURN * 1.05))


def bipartite(sides: Sequence[int]) -> list[Point]:
    """Two rows."""
    return [((i - (n - 1) / 2) * 1.2, y) for n, y in zip(sides, (0, 2)) for i in range(n)]


def chains(centre: Point, lengths: Sequence[int], start: float, angle: float) -> list[Point]:
    """Chains that leave a centre, evenly within an angle."""
    shown = [length for length in lengths if length > 0]
    points = []
    for index, length in enumerate(shown):
        share = index / len(shown) if angle == TURN else (index + 0.5) / len(shown)
        direction = start + angle * share
        for i in range(1, length + 1):
            points.append((centre[0] + i * math.cos(direction), centre[1] + i * math.sin(direction)))
    return points


def bipode(shape: dict[str, Any]) -> list[Point]:
    """Two centres with their chains, joined by a path."""
    between, half = shape["between"], 0.8 * TURN / 2
    return [
        (0, 0),
        *chains((0, 0), shape["left"], TURN / 2 - half / 2, half),
        *((i + 1, 0) for i in range(between)),
        *chains((between, 0), shape["right"], -half / 2, half),
    ]


def cube(dimension: int) -> list[Point]:
    """A cube in perspective; the tesseract as two rings of eight."""
    steps = [(2.0, 0.0), (0.0, 2.0), (0.85, -0.75)]
    if dimension == 4:
        steps = [(1.5 * math.cos(i * TURN / 8), 1.5 * math.sin(i * TURN / 8)) for i in range(4)]
    steps = steps[:dimension]
    ups = [[step for i, step in enumerate(steps) if v >> i & 1] for v in range(2**dimension)]
    return [(sum(x for x, _ in up), sum(y for _, y in up)) for up in ups]


def projective(dimension: int, order: int, count: int) -> list[Point]:
    """The Fano plane as it is known; other planes as a square below the line at infinity."""
    if dimension != 2:
        return circle(count)
    if order == 2:
        z, y, x = ring(3, 2.3)
        return [z, y, middle(z, y), x, middle(z, x), middle(y, x), (0, 0)]
    centre, radius = (order - 1) / 2, order * 0.62 + 1
    angles = [math.pi * (1.12 - 1.24 * (i + 0.5) / (order + 1)) for i in range(order + 1)]
    far = [(centre + 1.15 * radius * math.cos(a), centre - radius * math.sin(a)) for a in angles]
    return [*far, *grid(order, order)]


def middle(a: Point, b: Point) -> Point:
    """The point between two."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def extent(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom."""
    if not points:
        return 0, 0, 0, 0
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def nearest(points: Sequence[Point]) -> float:
    """The smallest distance between two points."""
    distances = (math.dist(a, b) for i, a in enumerate(points) for b in points[i + 1 :])
    return min(distances, default=1)


def nested(shape: dict[str, Any]) -> tuple[list[Point], list[Island]]:
    """Islands where the points of the outer board are, with the inner board on each."""
    outside, _ = family(shape["outer"], shape["islands"], [], [])
    within, inside = family(shape["inner"], shape["island"], [], [])
    if not inside:
        # On an island points stand as near to each other as they can.
        scale = 0.74 / nearest(within)
        within = [(x * scale, y * scale) for x, y in within]
    left, top, right, bottom = extent(within)
    mx, my = (left + right) / 2, (top + bottom) / 2
    radius = max(math.hypot(x - mx, y - my) for x, y in within) + 0.55
    scale = (2 * radius + 0.3) / nearest(outside)
    centres = [(x * scale, y * scale) for x, y in outside]
    points = [(a - mx + x, b - my + y) for x, y in centres for a, b in within]
    islands: list[Island] = []
    for number, (x, y) in enumerate(centres, 1):
        islands.append((x, y, radius, str(number)))
        islands += [(a - mx + x, b - my + y, r, name) for a, b, r, name in inside]
    return points, islands


def sum_of(terms: Sequence[dict[str, Any]], edges: Sequence[Sequence[int]]) -> list[Point]:
    """Boards side by side."""
    points: list[Point] = []
    right = 0.0
    for term in terms:
        first, places = len(points), term["places"]
        own = [(u - first, v - first) for u, v, *_ in edges if first <= u < first + places]
        part, _ = family(term["layout"], places, own, [])
        if not part:
            continue
        left, top, end, bottom = extent(part)
        points += [(x - left + right, y - (top + bottom) / 2) for x, y in part]
        right += end - left + 1.6
    return points


def spread(points: list[Point]) -> list[Point]:
    """A drawing of any scale, brought to edges of about 1."""
    left, top, right, bottom = extent(points)
    size = max(right - left, bottom - top) or 1
    scale = max(2, math.sqrt(len(points)) * 1.3) / size
    return [(x * scale, -y * scale) for x, y in points]


def components(count: int, edges: Sequence[Sequence[int]]) -> list[Point]:
    """Each component on its own, side by side in rows: a chain straight, a cycle round, anything else by forces."""
    part = list(range(count))

    def root(v: int) -> int:
        while part[v] != v:
            v = part[v]
        return v

    for u, v, *_ in edges:
        part[root(u)] = root(v)
    groups: dict[int, list[int]] = {}
    for v in range(count):
        groups.setdefault(root(v), []).append(v)
    if len(groups) == 1:
        return forces(count, edges)
    points: list[Point] = [(0, 0)] * count
    wide = max(8, 2.2 * math.sqrt(count))
    left = top = high = 0.0
    for own in groups.values():
        index = {v: i for i, v in enumerate(own)}
        drawn = alone(len(own), [(index[u], index[v]) for u, v, *_ in edges if u in index])
        start, up, end, down = extent(drawn)
        if left > 0 and left + end - start > wide:
            left, top, high = 0.0, top + high + 1.5, 0.0
        for v, (x, y) in zip(own, drawn):
            points[v] = (x - start + left, y - up + top)
        left += end - start + 1.5
        high = max(high, down - up)
    return points


def alone(count: int, edges: Sequence[Sequence[int]]) -> list[Point]:
    """A connected graph: a chain, a cycle, or anything else."""
    beside: list[dict[int, None]] = [{} for _ in range(count)]
    for u, v, *_ in edges:
        if u != v:
            beside[u][v] = beside[v][u] = None
    if any(len(own) > 2 for own in beside):
        return forces(count, edges)
    order = [next((v for v in range(count) if len(beside[v]) < 2), 0)]
    while (after := next((v for v in beside[order[-1]] if v not in order), None)) is not None:
        order.append(after)
    is_round = count > 2 and all(len(own) == 2 for own in beside)
    places = circle(count) if is_round else path(count)
    points: list[Point] = [(0, 0)] * count
    for v, at in zip(order, places):
        points[v] = at
    return points


def forces(count: int, edges: Sequence[Sequence[int]]) -> list[Point]:
    """Fruchterman and Reingold: vertices repel, edges pull; the same every time."""
    at = [[x + 0.01 * math.sin(7 * i), y + 0.01 * math.cos(5 * i)] for i, (x, y) in enumerate(circle(count, 1.2))]
    heat = max(0.6, math.sqrt(count) / 4)
    for _ in range(80 if count > 150 else 320):
        push = [[-0.03 * x, -0.03 * y] for x, y in at]
        for i in range(count):
            for j in range(i):
                dx, dy = at[i][0] - at[j][0], at[i][1] - at[j][1]
                squared = max(0.01, dx * dx + dy * dy)
                push[i][0] += dx / squared
                push[i][1] += dy / squared
                push[j][0] -= dx / squared
                push[j][1] -= dy / squared
        for u, v, *_ in edges:
            if u == v:
                continue
            dx, dy = at[u][0] - at[v][0], at[u][1] - at[v][1]
            pull = math.hypot(dx, dy) * 0.9
            push[u][0] -= dx * pull
            push[u][1] -= dy * pull
            push[v][0] += dx * pull
            push[v][1] += dy * pull
        for i in range(count):
            length = math.hypot(*push[i]) or 1
            step = min(length, heat) / length
            at[i][0] += push[i][0] * step
            at[i][1] += push[i][1] * step
        heat *= 0.985
    return [(x, y) for x, y in at]
