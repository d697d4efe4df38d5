"""Closed proofs that the first player wins a hop game with free hops on a nested board: positions by the classes of their islands."""

from itertools import permutations, product
from operator import itemgetter

from rules import Unknown, bits, need, parse_family, split_nested

MOST_POINTS, MOST_SETS, MOST_SYMMETRIES = 9, 1000, 4096
MOST = 20_000_000  # facts times symmetries: larger proofs are for the other checker


def part(text):
    """The number of points and the winning sets, as masks, of one of the two boards of a nested one."""
    family = parse_family(text)
    need(len(family.names) <= MOST_POINTS and len(family.sets) <= MOST_SETS, "a board too large for this proof")
    return len(family.names), sorted(set(family.sets))


def symmetries(count, sets):
    """The permutations of the points that keep the sets."""
    points, kept = [bits(s) for s in sets], set(sets)
    return [p for p in permutations(range(count)) if all(sum(1 << p[k] for k in s) in kept for s in points)]


class Island:
    """The states of an island: for each point 0 (free), 1 (X) or 2 (O); and their classes."""

    def __init__(self, count, sets):
        self.count, self.sets, self.number, self.states = count, sets, {}, []
        images = symmetries(count, sets)
        for code in range(3 ** count):
            state = tuple(code // 3 ** k % 3 for k in range(count))
            if state in self.number:
                continue
            for p in images:
                # The stone of point k goes to p[k].
                image = [0] * count
                for k, stone in enumerate(state):
                    image[p[k]] = stone
                self.number[tuple(image)] = len(self.states)
            self.states.append(state)
        need(len(self.states) <= 256, "an island with too many classes")
        classes = range(len(self.states))
        self.claims = [[self.owns(state, player) for player in (1, 2)] for state in self.states]
        self.stones = [sum(stone > 0 for stone in state) for state in self.states]
        self.leave = [[self.changed(c, own, 3 - own) for c in classes] for own in (1, 2)]
        self.arrive = [[self.changed(c, 0, own) for c in classes] for own in (1, 2)]
        self.within = [[{b for a in self.raw(self.states[c], own, 3 - own) for b in map(self.number.get, self.raw(a, 0, own))}
                        for c in classes] for own in (1, 2)]

    def owns(self, state, player):
        mask = sum(1 << k for k, stone in enumerate(state) if stone == player)
        return any(mask & s == s for s in self.sets)

    @staticmethod
    def raw(state, old, new):
        """The states with one stone replaced by another."""
        return [state[:k] + (new,) + state[k + 1:] for k, stone in enumerate(state) if stone == old]

    def changed(self, c, old, new):
        return {self.number[state] for state in self.raw(self.states[c], old, new)}


def inverse(relation):
    found = [set() for _ in relation]
    for a, after in enumerate(relation):
        for b in after:
            found[b].add(a)
    return found


class ClosedIslands:
    def __init__(self, game, uses, board, symmetries_listed):
        need(game.game == "hop" and game.bias == (1, 1) and uses == {"islands"} and not symmetries_listed, "no game for this proof")
        need(board.strip().startswith("["), "the board is not nested")
        outer, inner = (text.strip() for text in split_nested(board.strip()))
        if inner.startswith("[") or outer.startswith("["):
            raise Unknown("a board of several levels")
        (self.count, outer_sets), (self.points, inner_sets) = part(outer), part(inner)
        images = symmetries(self.count, outer_sets)
        need(len(images) <= MOST_SYMMETRIES and len(symmetries(self.points, inner_sets)) <= MOST_SYMMETRIES, "too many symmetries")
        self.images = [itemgetter(*p) if self.count > 1 else (lambda t: t) for p in images]
        self.outer, self.island, self.keys = outer_sets, Island(self.points, inner_sets), {}
        self.base = len(self.island.states)
        forward = [[relation[player] for relation in (self.island.leave, self.island.arrive, self.island.within)] for player in (0, 1)]
        self.relations = [forward, [[inverse(relation) for relation in by_player] for by_player in forward]]

    def check(self, reader, count):
        if count * len(self.images) > MOST:
            raise Unknown(f"{count} facts about a nested board")
        code, facts = 0, set()
        for k in range(count):
            reader.fact()
            gap = reader.number()
            need(gap or not k, "facts out of order")
            code += gap
            reader.end()
            facts.add(self.decoded(code))
        need(reader.over(), "more facts than stated")
        self.facts = facts
        for t in facts:
            need(self.key(t) == t and self.ending(t) is None and self.pieces(t) % 2 == 0, "not a position of the second player's")
        self.answered = {self.key(before) for t in facts for before in self.hops(t, back=True)}
        for t in facts:
            after = list(self.hops(t, player=1))
            need(after and all(self.is_won(next_) for next_ in after), "a hop is not answered, or there is none")

    def decoded(self, code):
        digits = []
        for _ in range(self.count):
            digits.append(code % self.base)
            code //= self.base
        need(code == 0, "a code of no position")
        return tuple(reversed(digits))

    def code(self, t):
        found = 0
        for c in t:
            found = found * self.base + c
        return found

    def tuples(self):
        """All tuples that are their own keys."""
        return (t for t in product(range(self.base), repeat=self.count) if self.key(t) == t)

    def position(self, t):
        """A position with these classes."""
        stones = [stone for c in t for stone in self.island.states[c]]
        first, second = (sum(1 << k for k, stone in enumerate(stones) if stone == player) for player in (1, 2))
        return first, second, ()

    def key(self, t):
        """The least image; codes are compared as tuples are."""
        found = self.keys.get(t)
        if found is None:
            found = self.keys[t] = min(image(t) for image in self.images)
        return found

    def pieces(self, t):
        return sum(self.island.stones[c] for c in t)

    def ending(self, t):
        claimed = [sum(1 << k for k, c in enumerate(t) if self.island.claims[c][player]) for player in (0, 1)]
        won = [any(mine & s == s for s in self.outer) for mine in claimed]
        return {(False, False): None, (True, False): "win", (False, True): "loss", (True, True): "tie"}[tuple(won)]

    def hops(self, t, player=0, back=False):
        """What hops of a player lead to, or, going back, come from."""
        leave, arrive, within = self.relations[back][player]
        found = set()
        for a in range(self.count):
            found.update(t[:a] + (c,) + t[a + 1:] for c in within[t[a]])
            for b in range(self.count):
                for c in leave[t[a]] if a != b else ():
                    for d in arrive[t[b]]:
                        after = list(t)
                        after[a], after[b] = c, d
                        found.add(tuple(after))
        return found

    def is_won(self, t):
        """Whether the first player is shown to win: he has, or he is to move and has a hop to a win or to a fact."""
        end = self.ending(t)
        if end or self.pieces(t) % 2 == 0:
            return end == "win" or not end and self.key(t) in self.facts
        return self.key(t) in self.answered or any(self.ending(after) == "win" for after in self.hops(t))

    def concludes(self, words, position, mover, score):
        first, second, _ = position
        stones = [1 if first >> k & 1 else 2 if second >> k & 1 else 0 for k in range(self.count * self.points)]
        islands = [tuple(stones[k:k + self.points]) for k in range(0, len(stones), self.points)]
        said = [word.partition("=")[::2] for word in words[1:]]
        need(words[0] == "forces" and said and {truth for _, truth in said} == {"yes"}, "no statement for this proof")
        need({fact for fact, _ in said} <= {"win", "win-or-tie", "win-or-draw", "not-lose"} and len(dict(said)) == len(said), "no such facts")
        return self.is_won(tuple(self.island.number[state] for state in islands))
