"""Methods of games and positions that are written in Python: attached to the classes of the extension module."""

from __future__ import annotations

import webbrowser
from typing import Any
from urllib.parse import quote

from ._api import (
    game_solve,
    picture,
    position_best_moves,
    position_solve,
    position_value,
    position_values,
)
from ._graph import position_graph
from ._outplay import Game, Position

#: Where `outplay serve` shows the page.
PAGE = "http://localhost:8137"


def position_link(self: Position, page: str = PAGE) -> str:
    """The address of the position on the page that `outplay serve` shows.

    >>> Game("cram", "grid:2x3").position("1,2").link()
    'http://localhost:8137/#/play?game=cram&board=grid:2x3&after=1,2'
    """
    game = self.game
    asked: dict[str, Any] = {"game": game.name, "board": game.board}
    if self.played:
        asked["after"] = " ".join(self.played)
    asked.update(game.options)
    parts = [
        name if value is True else f"{name}={quote(str(value), safe=':,>^').replace('%20', '+')}"
        for name, value in asked.items()
    ]
    return f"{page}/#/play?{'&'.join(parts)}"


class Widget:
    """The page in a frame of the notebook, or a link where there is none."""

    def __init__(self, address: str, height: int) -> None:
        self.address = address
        self.height = height

    def _repr_html_(self) -> str:
        return (
            f'<iframe src="{self.address}" width="100%" height="{self.height}" style="border:0"></iframe>'
            f'<p><a href="{self.address}" target="_blank">{self.address}</a> (shown by <code>outplay serve</code>)</p>'
        )

    def __repr__(self) -> str:
        return f"{self.address} (shown by `outplay serve`)"

    def open(self) -> bool:
        """Opens the page in a browser."""
        return webbrowser.open(self.address)


def position_play_widget(self: Position, page: str = PAGE, height: int = 640) -> Widget:
    """The position to play on: the page that `outplay serve` shows, in a frame of the notebook."""
    return Widget(position_link(self, page), height)


def position_svg(self: Position) -> str | None:
    """The position as a picture; None if the moves that led to it are not known."""
    if self.played is None:
        return None
    from ._svg import board_svg

    return board_svg(picture(self))


def game_svg(self: Game) -> str | None:
    """The start of the game as a picture."""
    return position_svg(self.position())


for _kind, _methods in {
    Position: {
        "value": position_value,
        "values": position_values,
        "best_moves": position_best_moves,
        "solve": position_solve,
        "graph": position_graph,
        "link": position_link,
        "play_widget": position_play_widget,
        "_repr_svg_": position_svg,
    },
    Game: {"solve": game_solve, "_repr_svg_": game_svg},
}.items():
    for _name, _method in _methods.items():
        setattr(_kind, _name, _method)
