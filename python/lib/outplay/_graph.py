"""The game graph of a small position."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _outplay
from ._answers import Value
from ._api import Memory, _past, _run, picture
from ._errors import LimitReached
from ._outplay import Position
from ._progress import Progress

if TYPE_CHECKING:
    import networkx


class GameGraph:
    """Every position that can be reached, once each, with its value, and the moves between them. It draws itself in a notebook."""

    __module__ = "outplay"

    def __init__(self, position: Position, told: dict[str, Any]) -> None:
        self.position = position
        self._nodes: list[dict[str, Any]] = told["nodes"]
        #: The moves: from where, to where, and the move.
        self.edges: list[tuple[int, int, str]] = [(start, end, move) for start, end, move in told["edges"]]

    def __len__(self) -> int:
        return len(self._nodes)

    @cached_property
    def values(self) -> list[Value]:
        """The value of each position, the start first."""
        return [Value(node["value"], node["words"]) for node in self._nodes]

    def to_networkx(self) -> networkx.MultiDiGraph[int]:
        """The graph as networkx has it: nodes with `value` and `depth`, edges with `move`."""
        import networkx

        graph: networkx.MultiDiGraph[int] = networkx.MultiDiGraph()
        for index, (node, value) in enumerate(zip(self._nodes, self.values)):
            graph.add_node(index, value=value, depth=node["depth"], to_move=node["to_move"])
        for start, end, move in self.edges:
            graph.add_edge(start, end, move=move)
        return graph

    def _repr_svg_(self) -> str:
        from ._svg import game_graph_svg

        return game_graph_svg(picture(self.position), self._nodes, [list(edge) for edge in self.edges])

    def __repr__(self) -> str:
        return f"<GameGraph of {self.position!r}: {len(self)} positions>"


def position_graph(
    self: Position,
    *,
    time: float | None = None,
    memory: Memory = None,
    threads: int | None = None,
    progress: Progress = None,
) -> GameGraph:
    """Every position that can be reached from here, with its value. Only for small positions.

    >>> from outplay import Game
    >>> len(Game("cram", "grid:2x3").position().graph())
    18
    """
    game = self.game
    run = _run(time, memory, threads, progress)
    told = _outplay.game_graph(game.name, game.board, game.options or None, _past(self), run)
    if told.get("stopped"):
        raise LimitReached(told["stopped"])
    return GameGraph(self, told)
