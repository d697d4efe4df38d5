"""What a program of yours may look like: mypy --strict has nothing to say against it."""

from __future__ import annotations

import outplay


def first_wins(board: outplay.Board) -> bool:
    return outplay.solve("node-kayles", board).winner == "first"


def mirror(position: outplay.Position, last: str | None) -> str:
    return "4" if last is None else str(8 - int(last))


def take(heap: int, left: int) -> int:
    return left


nim: outplay.DefinedGame[int, int] = outplay.define(5, range, take)
verified: outplay.Verified = outplay.verify("node-kayles", "path:7", mirror, "first", "win")
position: outplay.Position = outplay.Game("cram", "grid:2x3").position("1,2")
grundy: int | None = position.value().grundy
best: list[str] = position.best_moves()
margin: int | None = outplay.solve("unshackle", "grid:2x4", time=10).margin
values: list[int] = outplay.sequence("kayles", 20).tolist()
wins: list[bool] = [first_wins(outplay.Board(name)) for name in ("path:4", "petersen")]

try:
    outplay.solve("unshackle", "grid:6x6", time=0.1)
except outplay.LimitReached as limit:
    known: outplay.Solved = limit.known

if __name__ == "__main__":
    print(nim.solve(), verified, grundy, best, margin, values, wins, sep="\n")
