"""Boards: by name, from graphs of other packages, and from families of sets."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _outplay
from ._errors import InputError

if TYPE_CHECKING:
    import networkx


class Board:
    """A board by its name, or made from a graph or from winning sets.

    >>> Board("grid:2x3").edges
    [(1, 2), (1, 4), (2, 3), (2, 5), (3, 6), (4, 5), (5, 6)]
    >>> Board.from_edges([("a", "b"), ("b", "c")]).labels
    ('a', 'b', 'c')

    Vertices and points are numbered from 1, and moves are written with these numbers. `labels` gives the original label of each
    where the board comes from.
    """

    __module__ = "outplay"

    def __init__(self, name: str, labels: Sequence[Hashable] | None = None) -> None:
        self._about: dict[str, Any] = _outplay.board(name)
        self.name: str = self._about["name"]
        places = len(self._about["places"])
        if labels is not None and len(labels) != places:
            raise InputError(f"{len(labels)} labels for {places} places")
        self.labels: tuple[Hashable, ...] | None = None if labels is None else tuple(labels)

    # Where boards come from.

    @classmethod
    def of(cls, board: object) -> Board:
        """A board from anything that can be one: a name, a graph of networkx, igraph or Sage, an adjacency matrix of numpy,
        sets (winning sets) or pairs (edges)."""
        if isinstance(board, Board):
            return board
        if isinstance(board, str):
            return cls(board)
        kind = type(board)
        home = (kind.__module__ or "").partition(".")[0]
        if home == "networkx" or hasattr(board, "adjacency") and hasattr(board, "is_multigraph"):
            return cls.from_networkx(board)
        if home == "igraph" or hasattr(board, "get_edgelist") and hasattr(board, "vcount"):
            return cls.from_igraph(board)
        if home == "sage" or hasattr(board, "edge_iterator") and hasattr(board, "allows_loops"):
            return cls.from_sage(board)
        if hasattr(board, "shape") and len(getattr(board, "shape")) == 2:
            return cls.from_adjacency(board)
        if isinstance(board, Collection) and board:
            items = list(board)
            if all(isinstance(item, (set, frozenset)) for item in items):
                return cls.from_sets(items)
            if all(isinstance(item, tuple) and len(item) == 2 for item in items):
                return cls.from_edges(items)
        raise InputError(
            f"{kind.__name__} is not a board\n  give a name such as grid:3x4, a graph of networkx, igraph or Sage, "
            "a matrix, a list of sets (winning sets), or a list of pairs (edges)"
        )

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[tuple[Hashable, Hashable]],
        vertices: Iterable[Hashable] | None = None,
    ) -> Board:
        """The graph with these edges. Repeated pairs are parallel edges; a pair of equal ends is a loop."""
        pairs = [(u, v) for u, v in edges]
        labels = _labels(vertices, (end for pair in pairs for end in pair))
        number = {label: place for place, label in enumerate(labels)}
        try:
            numbered = [(number[u], number[v]) for u, v in pairs]
        except KeyError as error:
            raise InputError(f"the edges name {error.args[0]!r}, which is not among the vertices") from None
        return cls(_outplay.graph_name(len(labels), numbered), labels)

    @classmethod
    def from_networkx(cls, graph: Any) -> Board:
        """A graph of networkx, with its parallel edges and loops. Directions are ignored."""
        return cls.from_edges([(u, v) for u, v in graph.edges()], graph.nodes())

    @classmethod
    def from_igraph(cls, graph: Any) -> Board:
        """A graph of igraph. Its vertices keep their names, if they have any."""
        names = graph.vs["name"] if "name" in graph.vs.attributes() else range(graph.vcount())
        board = cls.from_edges(graph.get_edgelist(), range(graph.vcount()))
        return cls(board.name, list(names))

    @classmethod
    def from_sage(cls, graph: Any) -> Board:
        """A graph of SageMath."""
        return cls.from_edges([(u, v) for u, v, _ in graph.edge_iterator()], graph.vertex_iterator())

    @classmethod
    def from_adjacency(cls, matrix: Any) -> Board:
        """A graph by its symmetric adjacency matrix; entries count parallel edges, the diagonal counts loops.

        >>> import numpy
        >>> Board.from_adjacency(numpy.array([[0, 2], [2, 1]])).edges
        [(1, 2), (1, 2), (2, 2)]
        """
        rows = [[int(entry) for entry in row] for row in matrix]
        size = len(rows)
        if any(len(row) != size for row in rows):
            raise InputError("an adjacency matrix is square")
        if any(entry < 0 for row in rows for entry in row):
            raise InputError("an adjacency matrix counts edges: no entry is negative")
        if any(rows[u][v] != rows[v][u] for u in range(size) for v in range(u)):
            raise InputError("an adjacency matrix is symmetric: games are played on undirected graphs")
        pairs = [(u, v) for u in range(size) for v in range(u, size) for _ in range(rows[u][v])]
        return cls(_outplay.graph_name(size, pairs))

    @classmethod
    def from_graph6(cls, text: str) -> Board:
        """A graph by its graph6 or sparse6 string.

        >>> Board.from_graph6("DQc").edges
        [(1, 3), (1, 5), (2, 4), (4, 5)]
        """
        text = text.strip()
        return cls(f"sparse6:{text}" if text.startswith(":") else f"graph6:{text}")

    @classmethod
    def from_sets(cls, sets: Iterable[Iterable[Hashable]], points: Iterable[Hashable] | None = None) -> Board:
        """A board by its winning sets.

        >>> Board.from_sets([{"a", "b"}, {"b", "c"}]).sets
        [(1, 2), (2, 3)]
        """
        families = [list(one) for one in sets]
        if not families or not all(families):
            raise InputError("a board needs winning sets, and none of them empty")
        labels = _labels(points, (point for one in families for point in one))
        number = {label: place for place, label in enumerate(labels, 1)}
        try:
            numbered = [sorted({number[point] for point in one}) for one in families]
        except KeyError as error:
            raise InputError(f"the sets name {error.args[0]!r}, which is not among the points") from None
        name = "sets:" + ",".join("-".join(map(str, one)) for one in numbered)
        if max(one[-1] for one in numbered) < len(labels):
            # The last points are in no set: they come before the others, which changes nothing but their numbers.
            used = {point for one in families for point in one}
            labels = [label for label in labels if label not in used] + [label for label in labels if label in used]
            return cls.from_sets(families, labels)
        return cls(name, labels)

    # What is on them.

    @property
    def kind(self) -> str:
        """`graph`, `heaps` or `sets`."""
        return str(self._about["kind"])

    @property
    def places(self) -> list[str]:
        """What the vertices or points are called in moves."""
        return list(self._about["places"])

    @property
    def heaps(self) -> list[int]:
        """The heaps."""
        return list(self._about["heaps"])

    @property
    def edges(self) -> list[tuple[int, int]]:
        """The edges by the numbers of their ends; parallel edges are listed separately."""
        return [(u + 1, v + 1) for u, v, copies in self._about["edges"] for _ in range(copies)]

    @property
    def sets(self) -> list[tuple[int, ...]] | None:
        """The winning sets by the numbers of their points; None if there are none, or too many to list."""
        sets = self._about["sets"]
        return None if sets is None else [tuple(point + 1 for point in one) for one in sets]

    def place(self, label: Hashable) -> str:
        """What a vertex or point is called in moves.

        >>> Board.from_edges([("a", "b"), ("b", "c")]).place("c")
        '3'
        """
        labels = self.labels or tuple(self.places)
        try:
            return self.places[labels.index(label)]
        except ValueError:
            raise InputError(f"there is no place {label!r} on this board") from None

    def label(self, place: str) -> Hashable:
        """What a place was called where the board comes from."""
        number = self.places.index(place)
        return self.labels[number] if self.labels else place

    def to_networkx(self) -> networkx.Graph[Hashable]:
        """The graph as networkx has it, with the labels it came with."""
        import networkx

        simple = len(set(self.edges)) == len(self.edges)
        graph: networkx.Graph[Hashable] = networkx.Graph() if simple else networkx.MultiGraph()
        labels = self.labels or tuple(range(1, len(self._about["places"]) + 1))
        graph.add_nodes_from(labels)
        graph.add_edges_from((labels[u - 1], labels[v - 1]) for u, v in self.edges)
        return graph

    @cached_property
    def _picture(self) -> dict[str, Any]:
        edges = self._about["edges"]
        plain = all(u != v and copies == 1 for u, v, copies in edges)
        if self.kind == "sets":
            game = "hex" if self._about["layout"]["kind"] == "hex" else "maker-breaker"
        elif self.heaps or plain:
            game = "octal:0.7" if self.heaps else "node-kayles"
        else:
            game = "strings-and-coins"
        return _outplay.picture(game, self.name, None, "")

    def _repr_svg_(self) -> str:
        from ._svg import board_svg

        return board_svg(self._picture)

    def __add__(self, other: object) -> Board:
        second = Board.of(other)
        return Board(f"{self.name} + {second.name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.name, self.labels) == (other.name, other.labels)

    def __hash__(self) -> int:
        return hash((self.name, self.labels))

    def __repr__(self) -> str:
        return f"Board({self.name!r})"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return Board, (self.name, self.labels)


def _labels(given: Iterable[Hashable] | None, used: Iterable[Hashable]) -> list[Hashable]:
    """Labels in a fixed order: as given, else sorted if they can be, else as they come."""
    if given is not None:
        return list(dict.fromkeys(given))
    labels = list(dict.fromkeys(used))
    try:
        return sorted(labels)  # type: ignore[type-var]
    except TypeError:
        return labels


def boards() -> list[str]:
    """A board of each kind there is, by name.

    >>> "grid:3x4" in boards()
    True
    """
    return _outplay.board_examples()
