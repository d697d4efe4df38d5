"""Misère quotients of all that can be left of a board: the parts by the rules, then theorem 9 as for heaps."""

import quotients
from rules import Edges, Unknown, Vertices, bits, need, words

KEYS = {"statement", "game", "board", "elements", "generators", "rows", "p-portion", "parts", "element"}
PARTS = 20_000  # parts that are listed: what takes longer is left to the other checker
MOVES = 500_000


def check(header, game_of):
    need(set(header) == KEYS, "a key is missing or not known")
    rows, images, size = quotients.opened(header, "parts")
    product, in_p = quotients.monoid(header, rows, images, size)
    parts = Parts(game_of(header, {}))
    start = parts.of(parts.game.start)
    closed = parts.closed(start)
    live = sorted((part for part, left in closed.items() if left), key=parts.key)
    need(len(live) == len(images), "not an element for each part")
    element = dict(zip(live, images))
    lefts = [{times(product, element, left) for left in closed[part]} for part in live]
    need([times(product, element, start)] == quotients.numbers(header["element"], size), "the board is another element")
    quotients.every_sum(product, in_p, images, lefts)


def times(product, element, left):
    found = 0
    for part in left:
        found = product[found][element.get(part, 0)]
    return found


class Parts:
    """A part is ("heap", n) or ("piece", what the rules take a position to be)."""

    def __init__(self, game):
        need(isinstance(game, (Vertices, Edges)) and game.kind == "impartial", "not an impartial game")
        need(not getattr(game, "keeps_turn", False), "a move keeps the turn")
        self.game = game

    def of(self, position):
        if isinstance(self.game, Edges):
            return [("piece", piece) for piece in self.game.parts(position)]
        return [("heap", n) for n in position[0]] + [("piece", mask) for mask in self.game.parts(position)]

    def alone(self, part):
        """The position of a part alone."""
        kind, what = part
        if isinstance(self.game, Edges):
            return what
        return ((what,), 0) if kind == "heap" else ((), what)

    def left(self, part):
        """What each move leaves of a part."""
        return [self.of(after) for _, _, after in self.game.moves(self.alone(part))]

    def closed(self, start):
        found, waiting, listed = {}, list(start), 0
        while waiting:
            part = waiting.pop()
            if part in found:
                continue
            if part[0] == "heap" and part[1] > PARTS:
                raise Unknown("a heap too large for this checker")
            found[part] = self.left(part)
            listed += len(found[part])
            if len(found) > PARTS or listed > MOVES:
                raise Unknown("too many parts for this checker")
            waiting += [other for left in found[part] for other in left]
        return found

    def key(self, part):
        """Heaps by their size, then pieces by the numbers that a proof writes them with."""
        kind, what = part
        if kind == "heap":
            return 0, [what]
        if isinstance(self.game, Vertices):
            return 1, [what >> 64 * k & (1 << 64) - 1 for k in range(words(len(self.game.labels)))]
        numbers, base = [0], 1
        for copies, left in zip(self.game.copies, what):
            if base * (copies + 1) >= 1 << 64:
                numbers.append(0)
                base = 1
            numbers[-1] += base * left
            base *= copies + 1
        return 1, numbers

    def weight(self, part):
        kind, what = part
        if kind == "heap":
            return what
        return len(bits(what)) if isinstance(what, int) else sum(what)
