"""Outplay: a laboratory for two-player games on graphs and boards.

>>> import outplay
>>> outplay.solve("unshackle", "grid:2x4").winner
'second'
>>> position = outplay.Game("cram", "grid:2x3").position()
>>> position.moves()
['1,2', '1,4', '2,3', '2,5', '3,6', '4,5', '5,6']
>>> position.play("2,5").value().winner
'first'

Name a game and a board and get the exact answer, with evidence: `solve`, `moves`, `table`, `sequence`, `period`, `positions`,
`verify`, `certify`, `check`, `claims`, `sweep`. `Game` and `Position` play, `Board` makes boards of graphs, `define` makes a
game of two functions.
"""

from __future__ import annotations

from . import _outplay
from ._answers import Answer, Certificate, Checked, Claim, Moves, Period, Solved, Sweep, Value, Verified
from ._api import (
    certify,
    check,
    check_claim,
    claims,
    games,
    moves,
    period,
    positions,
    sequence,
    solve,
    strategies,
    sweep,
    table,
    tables,
    verify,
)
from ._boards import Board, boards
from ._define import DefinedGame, DefinedPosition, Step, define
from ._errors import InputError, Interrupted, LimitReached
from ._graph import GameGraph
from ._outplay import Game, Position
from . import _methods as _methods

__version__: str = _outplay.VERSION

__all__ = [
    "Answer",
    "Board",
    "Certificate",
    "Checked",
    "Claim",
    "DefinedGame",
    "DefinedPosition",
    "Game",
    "GameGraph",
    "InputError",
    "Interrupted",
    "LimitReached",
    "Moves",
    "Period",
    "Position",
    "Solved",
    "Step",
    "Sweep",
    "Value",
    "Verified",
    "boards",
    "certify",
    "check",
    "check_claim",
    "claims",
    "define",
    "games",
    "moves",
    "period",
    "positions",
    "sequence",
    "solve",
    "strategies",
    "sweep",
    "table",
    "tables",
    "verify",
]
