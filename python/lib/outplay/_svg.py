"""Boards, positions and game graphs as SVG: the pictures of the page, standing still."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Any

from ._layout import Point, extent, layout

# The colours of the page: vermilion for the first player, blue for the second, gold for a best move.
INK, SOFT, FAINT, PAPER, CARD, GOLD = "#1f2430", "#6a6f7d", "#d9d3c4", "#f7f3ea", "#fffdf8", "#e2a400"
OWNER = {"first": "#d9482b", "second": "#2f74c0", "none": "#7d7f86", None: SOFT}
OWNER_SOFT = {"first": "#fbe0d6", "second": "#dbe8f7", "none": "#e9e6dd", None: CARD}
TINTS = ["#d9482b", "#2f74c0", "#3c9a5f", "#b0439b", "#d29a00", "#3aa6a6"]
FONT = "ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

#: More lines than this are not drawn.
MOST_LINES = 64
#: What is drawn, and the left, top, width and height of it.
Drawing = tuple[list[str], tuple[float, float, float, float]]


def tag(kind: str, text: object = None, **attributes: object) -> str:
    """An element."""
    written = "".join(
        f' {name.replace("_", "-")}="{escape(_number(value))}"' for name, value in attributes.items() if value is not None
    )
    return f"<{kind}{written}/>" if text is None else f"<{kind}{written}>{text}</{kind}>"


def _number(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def label(x: float, y: float, text: str, fill: str = INK, size: int = 13, weight: int = 600) -> str:
    """Text with its middle at a point."""
    short = text if len(text) <= 4 else text[:3] + "…"
    return tag("text", escape(short), x=float(x), y=float(y), fill=fill, font_size=size, font_weight=weight)


def svg(drawings: Sequence[Drawing], title: str) -> str:
    """Drawings below each other as one picture."""
    width = max((box[2] for _, box in drawings), default=200)
    height = sum(box[3] for _, box in drawings)
    top = 0.0
    parts = []
    for elements, (left, up, wide, high) in drawings:
        shift = f"translate({_number(float((width - wide) / 2 - left))} {_number(float(top - up))})"
        parts.append(tag("g", "".join(elements), transform=shift))
        top += high
    scale = min(1.0, 640 / max(width, 1), 520 / max(height, 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width * scale:.0f}" height="{height * scale:.0f}" font-family="{escape(FONT)}" text-anchor="middle" role="img">'
        f'<title>{escape(title)}</title><rect width="100%" height="100%" fill="{CARD}"/>{"".join(parts)}</svg>'
    )


def board_svg(picture: dict[str, Any]) -> str:
    """A board or position."""
    title = f"{picture['title']} on {picture['board']}"
    if picture["kind"] == "points":
        return svg([points(picture)], title)
    if picture["kind"] == "edges" and picture["layout"]["kind"] in ("polygons", "hexagons"):
        return svg([polygons(picture)], title)
    drawings = []
    if picture.get("heaps_at_start"):
        drawings.append(heaps(picture))
    if picture["places"]:
        drawings.append(graph(picture))
    if not drawings:
        drawings.append(([label(0, 0, "an empty board")], (-100, -30, 200, 50)))
    return svg(drawings, title)


def box_of(points: Sequence[Point], margin: float) -> tuple[float, float, float, float]:
    """A box around points."""
    left, top, right, bottom = extent(points)
    return left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin


# Graphs.

UNIT = 74


def graph(picture: dict[str, Any]) -> Drawing:
    """Vertices and edges; what is gone is faint, in the colour of who took it."""
    at = [(x * UNIT, y * UNIT) for x, y in layout(picture)[0]]
    cells = "dominoes" in picture["look"] and picture["layout"]["kind"] == "grid"
    edges = [one for index, edge in enumerate(picture["edges"]) for one in edge_of(picture, edge, index, at, cells)]
    vertices = [vertex(picture, place, at[place], cells) for place in range(len(at))]
    loops = any(u == v for u, v, _ in picture["edges"])
    return (vertices + edges if cells else edges + vertices), box_of(at, 78 if loops else 46)


def edge_of(
    picture: dict[str, Any], edge: Sequence[int], index: int, at: list[Point], cells: bool
) -> list[str]:
    """The copies of an edge, those cut drawn faintly; a domino where one lies."""
    u, v, copies = edge
    paths = [
        loop(picture, at, u, copy, copies) if u == v else arc(at[u], at[v], copy, copies) for copy in range(copies)
    ]
    if picture["kind"] == "edges":
        left = picture["copies"][index]
    else:
        pair = [u] if u == v else [u, v]
        if "edges" in picture["look"] and u != v:
            for entry in picture["log"]:
                if entry.get("places") == pair:
                    width = 54 if cells else 40
                    return [line(paths[0], OWNER[entry["by"]], width, opacity=0.85)]
        left = copies if u in picture["left"] and v in picture["left"] else 0
        if cells:
            return []
    whole, gone = (SOFT, 4) if picture["kind"] == "edges" else (FAINT, 5), (FAINT, 1.4)
    return [
        line(path, *(whole if copy < left else gone), stroke_dasharray=None if copy < left else "1 7")
        for copy, path in enumerate(paths)
    ]


def line(path: str, colour: str, width: float, **more: object) -> str:
    """A path without a filling."""
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", **more)


def arc(a: Point, b: Point, copy: int, copies: int) -> str:
    """One of several parallel edges, bent aside from the others."""
    (x1, y1), (x2, y2) = a, b
    offset = (copy - (copies - 1) / 2) * (90 / copies if copies > 6 else 22)
    if offset == 0:
        return f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    length = math.dist(a, b) or 1
    bend = ((x1 + x2) / 2 - 2 * offset * (y2 - y1) / length, (y1 + y2) / 2 + 2 * offset * (x2 - x1) / length)
    return f"M{x1:.1f} {y1:.1f}Q{bend[0]:.1f} {bend[1]:.1f} {x2:.1f} {y2:.1f}"


def loop(picture: dict[str, Any], at: list[Point], place: int, copy: int, copies: int) -> str:
    """One of the loops at a vertex: petals, where no edge leaves."""
    x, y = at[place]
    ends = [v if u == place else u for u, v, _ in picture["edges"] if u != v and place in (u, v)]
    angles = sorted(math.atan2(at[end][1] - y, at[end][0] - x) for end in ends)
    centre, width = -math.pi / 2, 2 * math.pi
    if angles:
        turns = [*angles[1:], angles[0] + 2 * math.pi]
        gaps = [((a + b) / 2, (b - a) * 0.86) for a, b in zip(angles, turns)]
        centre, width = max(gaps, key=lambda gap: round(gap[1], 6))
    angle = centre + width * ((copy + 0.5) / copies - 0.5)
    spread = min(0.42, width / copies / 2) * 1.5
    reach = 62 if copies > 4 else 54
    (ax, ay), (bx, by) = (
        (x + reach * math.cos(angle + turn), y + reach * math.sin(angle + turn)) for turn in (-spread, spread)
    )
    return f"M{x:.1f} {y:.1f}C{ax:.1f} {ay:.1f} {bx:.1f} {by:.1f} {x:.1f} {y:.1f}"


def vertex(picture: dict[str, Any], place: int, at: Point, cells: bool) -> str:
    """A vertex: there, or taken by somebody, or gone with another."""
    x, y = at
    name, fill, stroke, text, width = picture["places"][place], CARD, INK, INK, 2.5
    if picture["kind"] == "edges":
        owner = picture["freed"][place]
        if owner:
            name, fill, stroke, text = "★", OWNER[owner], OWNER[owner], CARD
        elif "prisoners" in picture["look"]:
            fill, text = INK, CARD
    elif place not in picture["left"]:
        taken = place in picture["marked"] if "marked" in picture else True
        owner = OWNER[picture["gone"][place]]
        fill, stroke, text, width = (owner, owner, CARD, 2.5) if taken else ("none", FAINT, FAINT, 1.5)
    if cells:
        gone = place not in picture["left"]
        body = tag("rect", x=x - 34, y=y - 34, width=68, height=68, rx=8, fill="none" if gone else PAPER, stroke=FAINT)
        return body + label(x, y + 4.5, name, FAINT if gone else INK)
    radius = 11 if len(picture["places"]) > 60 else 17
    body = tag("circle", cx=float(x), cy=float(y), r=radius, fill=fill, stroke=stroke, stroke_width=width)
    return body + label(x, y + 4.5, name, text)


# Heaps.


def heaps(picture: dict[str, Any]) -> Drawing:
    """Heaps as rows of dots, with the heaps that are left below each other."""
    step, height, most = 30, 58, 30
    elements: list[str] = []
    top = 0.0
    left = picture["heaps"] or [0]
    wide = min(most, max(1, *left))
    for size in left:
        elements.append(tag("text", size, x=-9, y=top - 17, fill=SOFT, font_size=12, text_anchor="start"))
        for start in range(0, size, wide):
            end, y = min(size, start + wide), top + start // wide * height
            elements.append(tag("line", x1=0, y1=y, x2=(end - start - 1) * step, y2=y, stroke=FAINT, stroke_width=3))
            elements += [tag("circle", cx=(dot - start) * step, cy=y, r=9, fill=INK) for dot in range(start, end)]
        top += max(1, -(-size // wide)) * height + 14
    return elements, (-24, -34, wide * step + 18, max(top + 6, 80))


# Winning sets.

POINT_UNIT = 78


def points(picture: dict[str, Any]) -> Drawing:
    """Points with their owners, the winning sets as lines, those completed in the colour of their owner."""
    raw, islands = layout(picture)
    at = [(x * POINT_UNIT, y * POINT_UNIT) for x, y in raw]
    cells = bool(picture["layout"].get("cells"))
    elements = []
    for x, y, radius, name in islands:
        x, y, radius = x * POINT_UNIT, y * POINT_UNIT, radius * POINT_UNIT
        elements.append(tag("circle", cx=x, cy=y, r=radius, fill=PAPER, stroke=FAINT, stroke_width=2))
        elements.append(label(x - 0.72 * radius, y - 0.72 * radius, name, SOFT, 22))
    lines = [] if cells else lines_of(picture)
    faint = 0.15 if len(lines) > 20 and not islands else 0.26
    for number, one in enumerate(lines):
        elements.append(curve(picture, one, at, TINTS[number % 6], 3 if faint < 0.2 else 4, faint))
    elements += [point(picture, place, at[place], cells) for place in range(len(at))]
    for owned in picture["owned_sets"]:
        elements.append(curve(picture, owned["points"], at, OWNER[owned["by"]], 12, 0.35))
    if picture["log"] and "hop" in picture["log"][-1]:
        elements.append(hop_arrow(at, picture["log"][-1]))
    return elements, box_of(at, 0.8 * POINT_UNIT + 20 if islands else 58)


def lines_of(picture: dict[str, Any]) -> list[list[int]]:
    """The winning sets, or those within each island."""
    shape, sets = picture["layout"], picture.get("sets")
    if shape["kind"] != "nested":
        return sets if sets and len(sets) <= MOST_LINES else []
    within = shape.get("inner_sets") or []
    return [[p + i * shape["island"] for p in one] for i in range(shape["islands"]) for one in within]


def curve(
    picture: dict[str, Any], members: Sequence[int], at: list[Point], colour: str, width: float, opacity: float
) -> str:
    """A winning set as a smooth curve through its points; three points of the Fano plane may need a circle."""
    on = [at[place] for place in members]
    shape = picture["layout"].get("inner") or picture["layout"]
    look = {"fill": "none", "stroke": colour, "stroke_width": width, "opacity": opacity, "stroke_linecap": "round"}

    def bent(a: Point, b: Point, c: Point) -> bool:
        return abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) > 1

    if shape["kind"] == "pg" and shape.get("order") == 2 and len(on) == 3 and bent(on[0], on[1], on[2]):
        cx, cy = sum(x for x, _ in on) / 3, sum(y for _, y in on) / 3
        return tag("circle", cx=cx, cy=cy, r=math.dist(on[0], (cx, cy)), **look)
    on = sorted(on)
    if len(on) == 1:
        return tag("circle", cx=on[0][0], cy=on[0][1], r=34, **look)
    if len(on) == 2 or not any(bent(on[0], on[1], one) for one in on[2:]):
        return tag("path", d=f"M{on[0][0]:.1f} {on[0][1]:.1f}L{on[-1][0]:.1f} {on[-1][1]:.1f}", **look)
    d = f"M{on[0][0]:.1f} {on[0][1]:.1f}"
    for i in range(len(on) - 1):
        p0, p1, p2, p3 = on[max(0, i - 1)], on[i], on[i + 1], on[min(len(on) - 1, i + 2)]
        c1 = (p1[0] + (p2[0] - p0[0]) / 5, p1[1] + (p2[1] - p0[1]) / 5)
        c2 = (p2[0] - (p3[0] - p1[0]) / 5, p2[1] - (p3[1] - p1[1]) / 5)
        d += f"C{c1[0]:.1f} {c1[1]:.1f} {c2[0]:.1f} {c2[1]:.1f} {p2[0]:.1f} {p2[1]:.1f}"
    return tag("path", d=d, **look)


def point(picture: dict[str, Any], place: int, at: Point, cells: bool) -> str:
    """A point: free, offered, or owned."""
    x, y = at
    stone = picture["stones"][place]
    owner = {"X": "first", "O": "second"}.get(stone)
    offered = place in (picture.get("offered") or [])
    fill, stroke = (OWNER_SOFT[owner], OWNER[owner]) if owner else (GOLD, GOLD) if offered else (CARD, FAINT)
    look = {"fill": fill, "stroke": stroke, "stroke_width": 2.5}
    if cells:
        body = tag("rect", x=x - 36, y=y - 36, width=72, height=72, rx=10, **look)
    else:
        body = tag("circle", cx=float(x), cy=float(y), r=24, **look)
    if stone == "X":
        cross = f"M{x - 11:.1f} {y - 11:.1f}l22 22m0 -22l-22 22"
        return body + line(cross, OWNER[owner], 6)
    if stone == "O":
        return body + tag("circle", cx=float(x), cy=float(y), r=12.5, fill="none", stroke=OWNER[owner], stroke_width=6)
    return body + label(x, y + 4.5, "?" if offered else picture["places"][place], SOFT, weight=400)


def hop_arrow(at: list[Point], entry: dict[str, Any]) -> str:
    """The last hop as an arrow from where the piece stood."""
    a, b = (at[place] for place in entry["hop"])
    length = math.dist(a, b) or 1
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    sx, sy, ex, ey = a[0] + 28 * ux, a[1] + 28 * uy, b[0] - 32 * ux, b[1] - 32 * uy
    head = (
        f"M{ex - 9 * ux - 6 * uy:.1f} {ey - 9 * uy + 6 * ux:.1f}L{ex:.1f} {ey:.1f}"
        f"L{ex - 9 * ux + 6 * uy:.1f} {ey - 9 * uy - 6 * ux:.1f}"
    )
    return line(f"M{sx:.1f} {sy:.1f}L{ex:.1f} {ey:.1f}{head}", OWNER[entry["by"]], 3, opacity=0.65)


# Polygons.

SIDE = 124
#: A side: from where, to where, and the polygon beyond it, if there is one.
Side = tuple[Point, Point, "int | None"]


def polygon(shape: dict[str, Any], r: int, c: int) -> tuple[Point, list[Side]]:
    """A polygon of an array: its centre and its sides."""
    rows, columns = shape["rows"], shape["columns"]

    def beyond(row: int, column: int) -> int | None:
        return row * columns + column if 0 <= row < rows and 0 <= column < columns else None

    if shape["kind"] == "hexagons":
        radius = SIDE / 2 / math.cos(math.pi / 6)
        x, y = (c + (r % 2) / 2) * SIDE, r * 1.5 * radius
        left, right = (c, c + 1) if r % 2 else (c - 1, c)
        beside = [(r - 1, right), (r, c + 1), (r + 1, right), (r + 1, left), (r, c - 1), (r - 1, left)]
        angles = [math.pi / 3 * i - math.pi / 2 for i in range(7)]
        corners = [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]
        return (x, y), [(corners[i], corners[i + 1], beyond(*beside[i])) for i in range(6)]
    x, y, half = c * SIDE, r * SIDE, SIDE / 2
    # Sides beyond the four are shared out among the corners: top right, bottom right, bottom left, top left.
    extra = [(shape["sides"] - 4 + 3 - i) // 4 for i in range(4)]
    cut = [half * (2 - math.sqrt(2)) if count else 0 for count in extra]
    ends = [
        ((x - half + cut[3], y - half), (x + half - cut[0], y - half), (r - 1, c)),
        ((x + half, y - half + cut[0]), (x + half, y + half - cut[1]), (r, c + 1)),
        ((x + half - cut[1], y + half), (x - half + cut[2], y + half), (r + 1, c)),
        ((x - half, y + half - cut[2]), (x - half, y - half + cut[3]), (r, c - 1)),
    ]
    sides: list[Side] = []
    for i, (start, end, other) in enumerate(ends):
        sides.append((start, end, beyond(*other)))
        after = ends[(i + 1) % 4][0]
        steps = [
            (end[0] + (after[0] - end[0]) * k / max(extra[i], 1), end[1] + (after[1] - end[1]) * k / max(extra[i], 1))
            for k in range(extra[i] + 1)
        ]
        sides += [(a, b, None) for a, b in zip(steps, steps[1:])]
    return (x, y), sides


def drawn_sides(picture: dict[str, Any], shapes: list[tuple[Point, list[Side]]]) -> dict[tuple[int, int], str]:
    """The sides already drawn, with who drew them. Loops are alike: the first is taken."""
    done: dict[tuple[int, int], str] = {}
    for entry in picture["log"]:
        if "edge" not in entry:
            continue
        u, v = entry["edge"]
        for number, side in enumerate(shapes[u][1]):
            fits = side[2] is None if u == v else side[2] == v
            if fits and (u, number) not in done:
                done[u, number] = entry["by"]
                break
    return done


def polygons(picture: dict[str, Any]) -> Drawing:
    """Polygons, the sides drawn so far, and who closed which."""
    shape = picture["layout"]
    shapes = [polygon(shape, r, c) for r in range(shape["rows"]) for c in range(shape["columns"])]
    done = drawn_sides(picture, shapes)
    elements, later = [], []
    for place, ((x, y), sides) in enumerate(shapes):
        owner = picture["freed"][place]
        corners = " ".join(f"{start[0]:.1f},{start[1]:.1f}" for start, _, _ in sides)
        elements.append(tag("polygon", points=corners, fill=OWNER_SOFT[owner] if owner else PAPER))
        mark = {"first": "1", "second": "2"}.get(owner, picture["places"][place])
        elements.append(label(x, y + (13 if owner else 5), mark, INK if owner else SOFT, 40 if owner else 15))
    for place, (_, sides) in enumerate(shapes):
        for number, ((x1, y1), (x2, y2), other) in enumerate(sides):
            if other is not None and other < place:
                continue
            path, by = f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}", done.get((place, number))
            if by:
                later.append(line(path, OWNER[by], 6))
            else:
                elements.append(line(path, "#9d9a94", 4, stroke_dasharray="1 9"))
    starts = [start for _, sides in shapes for start, _, _ in sides]
    return elements + later, box_of(starts, 26)


# The game graph.

WIDE, HIGH, SIZE = 74, 118, 54


def game_graph_svg(picture: dict[str, Any], nodes: list[dict[str, Any]], edges: list[list[Any]]) -> str:
    """Every position that play can reach, one row per move, with its value; P-positions stand out."""
    places = arranged(nodes, edges)
    elements = []
    for start, end in dict.fromkeys((edge[0], edge[1]) for edge in edges):
        (x1, y1), (x2, y2) = places[start], places[end]
        good = nodes[end]["value"].get("winner") == nodes[start]["to_move"]
        path = f"M{x1:.1f} {y1 + 38:.1f}C{x1:.1f} {y1 + 70:.1f} {x2:.1f} {y2 - 62:.1f} {x2:.1f} {y2 - 30:.1f}"
        elements.append(line(path, GOLD if good else FAINT, 2.4 if good else 1.3))
    small = scaled(layout(picture)[0]) if picture["places"] else []
    elements += [node_of(picture, node, at, small) for node, at in zip(nodes, places)]
    left, _, right, bottom = extent(places)
    box = (left - SIZE, -SIZE * 1.0, right - left + 2 * SIZE, bottom + HIGH + 10)
    return svg([(elements, box)], f"Game graph of {len(nodes)} positions")


def arranged(nodes: list[dict[str, Any]], edges: list[list[Any]]) -> list[Point]:
    """Rows by the number of moves; within a row, near to where the moves come from."""
    rows: dict[int, list[int]] = {}
    for index, node in enumerate(nodes):
        rows.setdefault(node["depth"], []).append(index)
    parents: list[list[int]] = [[] for _ in nodes]
    for start, end, *_ in edges:
        parents[end].append(start)
    x = [0.0] * len(nodes)
    for depth in sorted(rows):
        wish = {i: sum(x[p] for p in parents[i]) / len(parents[i]) if parents[i] and depth else 0.0 for i in rows[depth]}
        for number, index in enumerate(sorted(rows[depth], key=lambda i: wish[i])):
            x[index] = (number - (len(rows[depth]) - 1) / 2) * WIDE
    return [(x[index], node["depth"] * HIGH * 1.0) for index, node in enumerate(nodes)]


def scaled(points: list[Point]) -> list[Point]:
    """Points brought into a small square."""
    left, top, right, bottom = extent(points)
    size, mx, my = max(right - left, bottom - top, 1), (left + right) / 2, (top + bottom) / 2
    return [((x - mx) / size * 38, (y - my) / size * 38) for x, y in points]


def node_of(picture: dict[str, Any], node: dict[str, Any], at: Point, small: list[Point]) -> str:
    """A position in miniature, with its value below."""
    value, now = node["value"], node["position"]
    outcome = value.get("outcome")
    winner = value.get("winner")
    fill, stroke, width = CARD, FAINT, 2
    if outcome == "P":
        fill, stroke, width = OWNER_SOFT["second"], OWNER["second"], 3
    elif outcome == "N":
        stroke = OWNER["first"]
    elif winner in ("first", "second"):
        fill, stroke = OWNER_SOFT[winner], OWNER[winner]
    side = SIZE + 6
    parts = [tag("title", escape(node["words"]))]
    parts.append(
        tag("rect", x=-side / 2, y=-side / 2, width=side, height=side, rx=10, fill=fill, stroke=stroke, stroke_width=width)
    )
    parts += miniature(picture, now, small)
    if now.get("heaps") or not small:
        text = " ".join(map(str, now.get("heaps") or ["∅"]))
        parts.append(tag("text", text, y=24 if small else 5, font_size=13, fill=INK))
    grundy = value.get("grundy")
    told = f"{outcome}{'' if grundy is None else f' {grundy}'}" if outcome else node["cell"].replace("-", "−")
    parts.append(tag("text", escape(told), y=SIZE / 2 + 18, font_size=13, font_weight=700, fill=INK))
    return tag("g", "".join(parts), transform=f"translate({at[0]:.1f} {at[1]:.1f})")


def miniature(picture: dict[str, Any], now: dict[str, Any], small: list[Point]) -> list[str]:
    """What is left, as dots and lines."""
    found = []
    left = now.get("left")
    for index, (u, v, *_) in enumerate(picture.get("edges") or []):
        there = now["copies"][index] > 0 if "copies" in now else left is not None and u in left and v in left
        if not there or not small:
            continue
        (x1, y1), (x2, y2) = small[u], small[v]
        if u == v:
            found.append(tag("circle", cx=x1, cy=y1 - 4, r=4, fill="none", stroke=SOFT))
        else:
            found.append(tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=SOFT))
    for place, (x, y) in enumerate(small):
        stone = now["stones"][place] if "stones" in now else None
        there = "stones" in now or left is None or place in left
        owner = {"X": "first", "O": "second"}.get(stone or "")
        colour = OWNER[owner] if owner else INK if there else FAINT
        found.append(tag("circle", cx=x, cy=y, r=3.6 if there else 1.6, fill=colour))
    return found
