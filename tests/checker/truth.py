"""What is true of a position, by playing every game from it: no theorem, no certificate."""

import random

import board_quotients
import partizan
import quotients
from steps import FACTS, GOOD

LIMIT = 20_000  # positions; larger games are not played out


class TooLarge(Exception):
    """More positions than this is for."""


class Truth:
    def __init__(self, game, options):
        self.game, self.misere, self.known = game, "misere" in options, {}
        self.keeps_turn = getattr(game, "keeps_turn", False)

    def remembered(self, *key):
        if key not in self.known:
            if len(self.known) > LIMIT:
                raise TooLarge
            self.known[key] = getattr(self, key[0])(*key[1:])
        return self.known[key]

    def moves_and_wins(self, position):
        """Whether the player to move wins a partizan game."""
        return any(not self.remembered("moves_and_wins", after) for _, _, after in self.game.moves(position))

    def wins(self, position, heap):
        """Whether who moves wins beside a heap of Nim (0 under the misère convention)."""
        moves = self.game.moves(position)
        if not moves and not heap:
            return self.misere
        if any(not self.remembered("wins", position, less) for less in range(heap)):
            return True
        return any(self.remembered("wins", after, heap) == bool(earned and self.keeps_turn) for _, earned, after in moves)

    def margin(self, position):
        """What the player to move gets, less what the other gets; under the misère convention a point counts -1."""
        found = []
        for _, earned, after in self.game.moves(position):
            rest = self.remembered("margin", after)
            found.append((-earned if self.misere else earned) + (rest if earned and self.keeps_turn else -rest))
        return max(found, default=0)

    def forces(self, position, fact, game=None):
        """Whether the first player can force the fact, in this game or in a Maker-Breaker game on the board."""
        game = game or self.game
        ending = game.ending(position)
        if ending:
            return ending in GOOD[fact]
        choose = all if game.mover(position) else any
        return choose(self.remembered("forces", after, fact, game) for _, _, after in game.moves(position))

    def agrees(self, position, facts, game):
        """Whether the facts of an entry of a proof are true."""
        if game.kind == "scoring":
            margin = self.remembered("margin", position)
            return facts.get("least", margin) <= margin <= facts.get("most", margin)
        if game.kind == "partizan":
            return facts["wins"] == self.remembered("moves_and_wins", position)
        if game.kind == "facts":
            return all(self.remembered("forces", position, fact, game) == truth for truth in facts for fact in facts[truth])
        if self.misere:
            return facts["wins"] == self.remembered("wins", position, 0)
        if facts["is"] == "loony":
            return all(self.remembered("wins", position, n) for n in range(len(self.game.moves(position)) + 3))
        if facts["is"] is not None and self.remembered("wins", position, facts["is"]):
            return False
        return all(self.remembered("wins", position, g) for g in facts["not"])

    def states(self, statement, position, mover, score):
        """Whether a statement is true. Of a promise, only that it can be kept."""
        kind, *words = statement.split(" ")
        if kind == "loony":
            return self.agrees(position, {"is": "loony"}, self.game)
        if kind == "grundy":
            return self.agrees(position, {"is": int(words[0]), "not": ()}, self.game)
        if kind == "outcome":
            return self.remembered("wins", position, 0) == (words[0] == "N")
        if kind == "class":
            here, there = (self.remembered("moves_and_wins", p) for p in (position, partizan.passed(position)))
            return partizan.outcome_class(*((there, here) if position[2] else (here, there))) == words[0]
        if kind == "margin":
            margin = score + (-1 if bool(mover) != self.misere else 1) * self.remembered("margin", position)
            if len(words) == 1:
                return margin == int(words[0])
            return all(margin >= int(m) if side == "at-least" else margin <= int(m) for side, m in zip(words[::2], words[1::2]))
        if kind == "forces":
            said = [word.split("=") for word in words]
            return all(self.remembered("forces", position, FACTS.index(f), self.game) == (yes == "yes") for f, yes in said)
        return self.can_promise(words, position, mover, score)

    def can_promise(self, words, position, mover, score):
        second = words[0] == "second"
        if self.game.kind == "scoring":
            margin = (-score if self.misere else score) + (-1 if mover else 1) * self.remembered("margin", position)
            wanted = int(words[2]) if words[1] == "margin" else int(words[1] == "win")
            return (-margin if second else margin) >= wanted
        if self.game.kind == "facts":
            fact = {"win": 3 if second else 0, "draw": 0 if second else 3}[words[1]]
            return self.remembered("forces", position, fact, self.game) != second
        if self.game.kind == "partizan":
            return self.remembered("moves_and_wins", position) == (mover == int(second))
        return self.remembered("wins", position, 0) == (mover == int(second))


COUNTERS = 16  # of the sums that a quotient is asked about
SUMS = 100


def quotient_is_true(header):
    """Whether a misère quotient tells who wins random sums of small heaps. (That nothing smaller would do is not seen from play.)"""
    rows, heaps, size = quotients.opened(header, "heaps")
    product, in_p = quotients.multiplied_out(rows, size), set(quotients.numbers(header["p-portion"], size))
    digits, known = quotients.digits_of(header["code"], len(heaps)), {}

    def is_p(heaps):
        """A P-position has a move, and none to a P-position."""
        if heaps not in known:
            reached = [tuple(sorted(heaps[:k] + heaps[k + 1:] + left)) for k, heap in enumerate(heaps) for left in quotients.options(digits, heap)]
            known[heaps] = bool(reached) and not any(map(is_p, reached))
        return known[heaps]

    rng = random.Random(1)
    for _ in range(SUMS if heaps else 0):
        found = []
        while sum(found) < COUNTERS and rng.random() < 0.9:
            found.append(rng.randint(1, min(len(heaps), COUNTERS)))
        if sum(found) <= COUNTERS and is_p(tuple(sorted(found))) != (quotients.multiply(product, [0] + heaps, found) in in_p):
            return False
    return True


def board_quotient_is_true(header, game):
    """The same of random sums of small parts that can be left of a board, and of the board if it is small."""
    rows, images, size = quotients.opened(header, "parts")
    product, in_p = quotients.multiplied_out(rows, size), set(quotients.numbers(header["p-portion"], size))
    parts, known = board_quotients.Parts(game), {}
    start = parts.of(parts.game.start)
    closed = parts.closed(start)
    live = sorted((part for part, left in closed.items() if left), key=parts.key)
    element = dict(zip(live, images))

    def is_p(sum_):
        if sum_ not in known:
            if len(known) > LIMIT:
                raise TooLarge
            reached = [tuple(sorted(sum_[:k] + sum_[k + 1:] + tuple(p for p in left if p in element)))
                       for k, part in enumerate(sum_) for left in closed[part]]
            known[sum_] = bool(reached) and not any(map(is_p, reached))
        return known[sum_]

    rng, sums = random.Random(1), [tuple(part for part in start if part in element)]
    for _ in range(SUMS if live else 0):
        found = []
        while sum(map(parts.weight, found)) < COUNTERS and rng.random() < 0.8:
            found.append(rng.choice(live))
        if sum(map(parts.weight, found)) <= COUNTERS:
            sums.append(tuple(found))
    for found in sums:
        try:
            if is_p(tuple(sorted(found))) != (board_quotients.times(product, element, found) in in_p):
                return False
        except TooLarge:
            known.clear()
    return True
