"""Strategy stealing in hop games: what a board admits."""

from rules import parse_family, split_nested

MOST_POINTS, MOST_SETS = 21, 1000


def admits(board):
    """(draws, ties): whether a full board may be without an owner, and whether two sets may have no common point."""
    if board.strip().startswith("["):
        outer, inner = (admits(part) for part in split_nested(board.strip()))
        return outer[0] or inner[0], outer[1] or inner[1]
    family = parse_family(board.strip())
    count, sets = len(family.names), list(family.sets)
    if not 1 <= count <= MOST_POINTS or len(sets) > MOST_SETS:
        return True, True
    everything = (1 << count) - 1
    draws = any(all(s & one and s & (everything ^ one) for s in sets) for one in range(1 << count - 1))
    return draws, any(not a & b for k, a in enumerate(sets) for b in sets[:k])


def shows(board, fact):
    draws, ties = admits(board)
    return (not draws and not ties, not draws, not ties, True)[fact]
