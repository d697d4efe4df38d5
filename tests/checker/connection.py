"""Boards of connection games: Hex, and the Shannon switching game. Both are Maker-Breaker on the smallest sets that connect."""

from boards import parse_graph, size
from families import Family

MOST = 100_000  # winning sets


def hex_board(board):
    """Cells in reading order; a winning set is a path of cells from the left column to the right one, and no smaller set connects them."""
    rows, columns = size(board.partition(":")[2])
    near = {}
    for r in range(rows):
        for c in range(columns):
            around = [(r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c), (r - 1, c + 1), (r + 1, c - 1)]
            near[r * columns + c] = {y * columns + x for y, x in around if 0 <= y < rows and 0 <= x < columns}
    found = []

    def grow(path):
        if path[-1] % columns == columns - 1:
            found.append(path)
            assert len(found) <= MOST
            return
        for cell in near[path[-1]]:
            # No shortcut: not a second cell of the left column, nor next to an earlier cell than the last.
            if cell % columns and cell not in path and not any(cell in near[old] for old in path[:-1]):
                grow(path + [cell])

    for r in range(rows):
        grow([r * columns])
    return Family([str(k + 1) for k in range(rows * columns)], found)


def switching_board(board, terminals):
    """Every copy of an edge is a point; a winning set is a path between the terminals."""
    graph = parse_graph(board)
    names, ends = [], []
    for (u, v), copies in graph.edges:
        names += [f"{u}-{v}" + (f"#{k}" if k > 1 else "") for k in range(1, copies + 1)]
        ends += [(u, v)] * copies
    a, b = map(int, terminals.split(",")) if terminals else (graph.vertices[0], graph.vertices[-1])
    assert a != b and {a, b} <= set(graph.vertices)
    found = []

    def grow(at, visited, path):
        if at == b:
            found.append(path)
            assert len(found) <= MOST
            return
        for k, (u, v) in enumerate(ends):
            if at in (u, v):
                there = v if at == u else u
                if there not in visited:
                    grow(there, visited | {there}, path + [k])

    grow(a, {a}, [])
    return Family(names, found)
