"""Positions and moves of every game, in the order in which certificates number them (docs/formats.md).

Boards come from the names by tests/oracle, which is written from the definitions alone. A position is hashable.
Every game has

    read(reader)              the position that follows in a proof
    start                     where the game begins
    moves(position)           (name, points, position after), in order
    names(position)           its places, which a `copy` maps
    renamed(position, map)    the image, or Refused if the rules are not kept
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle"))
from boards import Multigraph, parse_graph  # noqa: E402
from families import parse_family, split_nested  # noqa: E402,F401
from impartial import digit_function  # noqa: E402


class Refused(Exception):
    """The certificate does not hold."""


class Unknown(Exception):
    """This checker does not know the game, the board or the option."""


def need(condition, why):
    if not condition:
        raise Refused(why)


def whole(text):
    """A number of the header or of a step."""
    need(re.fullmatch("[+-]?[0-9]+", text), f"{text} is no number")
    return int(text)


def bits(mask):
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def words(count):
    return max(1, (count + 63) // 64)


def read_mask(reader, count):
    mask = 0
    for k in range(words(count)):
        mask |= reader.number() << 64 * k
    need(mask >> count == 0, "a place that the board has not")
    return mask


def injective(mapping):
    need(len(set(mapping.values())) == len(mapping), "two places with one image")


# Games on vertices -----------------------------------------------------------------------------------------------


LARGEST_HEAP = 10_000


class Vertices:
    """A position is (heaps, mask of the vertices left)."""

    kind = "impartial"

    def __init__(self, game, graph, heaps):
        self.game, self.graph, self.labels = game, graph, graph.vertices
        index = {v: k for k, v in enumerate(self.labels)}
        self.ends = [(index[u], index[v]) for (u, v), _ in graph.edges]
        self.copies = [c for _, c in graph.edges]
        self.edges = set()
        self.near = [0] * len(self.labels)
        for a, b in self.ends:
            self.edges |= {(a, b), (b, a)}
            if a != b:
                self.near[a] |= 1 << b
                self.near[b] |= 1 << a
        self.rest = None  # connected-subtraction: what must be left is connected
        if game.startswith("connected-subtraction:"):
            self.rest = 1
            self.digit = digit_function(game.removeprefix("connected-"))
        else:
            self.digit = digit_function(game)
        if self.graph.edges or self.labels:
            if game == "robs-dots":  # on a graph this is Node Kayles
                self.game, self.digit = "node-kayles", None
        self.start = self.tidy((tuple(sorted(h for h in heaps if h)), (1 << len(self.labels)) - 1))
        need(not heaps or self.digit, "heaps in a game without")
        self.grundy = []

    def read(self, reader):
        heaps = ()
        if self.digit:
            heaps = tuple(reader.number() for _ in range(reader.count()))
            need(list(heaps) == sorted(heaps) and 0 not in heaps, "heaps out of order")
        return heaps, read_mask(reader, len(self.labels))

    def tidy(self, position):
        """In Grim play leaves no vertices on their own."""
        heaps, mask = position
        if self.game == "grim":
            mask = sum(1 << k for k in bits(mask) if self.near[k] & mask)
        return heaps, mask

    def names(self, position):
        return bits(position[1])

    def renamed(self, position, mapping):
        injective(mapping)
        places = bits(position[1])
        need(all(m < len(self.labels) for m in mapping.values()), "no such vertex")
        for a in places:
            for b in places:
                if a <= b:
                    need(((a, b) in self.edges) == ((mapping[a], mapping[b]) in self.edges), "an edge is not kept")
        return position[0], sum(1 << m for m in mapping.values())

    def parts(self, position):
        """Components as masks, then heaps as numbers below 0."""
        found, mask = [], position[1]
        while mask:
            part, grown = 0, mask & -mask
            while grown != part:
                part = grown
                for k in bits(part):
                    grown |= self.near[k] & mask
            found.append(part)
            mask &= ~part
        return found

    def moves(self, position):
        heaps, mask = position
        found = []
        for k, heap in enumerate(heaps):
            if k and heaps[k - 1] == heap:
                continue
            others = heaps[:k] + heaps[k + 1:]
            for left in sorted(self.divided(heap)):
                name = f"{heap}>" + (",".join(map(str, left)) or "0")
                found.append((name, 0, (tuple(sorted(others + left)), mask)))
        taken = {tuple(bits(chosen)): after for chosen, after in self.taken(mask)}
        for chosen in sorted(taken):
            name = ",".join(str(self.labels[k]) for k in chosen)
            found.append((name, 0, self.tidy((heaps, taken[chosen]))))
        return found

    def divided(self, heap):
        """The heaps that a move can leave of one. A mutant may name a heap of thousands of millions."""
        if heap > LARGEST_HEAP:
            raise Unknown(f"moves in a heap of more than {LARGEST_HEAP} counters are not listed here")
        for k in range(heap + 1):
            digit, left = self.digit(k), heap - k
            if digit & 1 and left == 0:
                yield ()
            if digit & 2 and left and k:
                yield (left,)
            if digit & 4:
                for a in range(1, left // 2 + 1):
                    yield (a, left - a)
            if digit & 8:
                for a in range(1, left // 3 + 1):
                    for b in range(a, (left - a) // 2 + 1):
                        yield (a, b, left - a - b)

    def taken(self, mask):
        """(what names the move, what is left)."""
        if self.game in ("node-kayles", "monochrome"):
            return [(1 << k, mask & ~(1 << k | self.near[k])) for k in bits(mask)]
        if self.game in ("arc-kayles", "cram"):
            ends = {1 << a | 1 << b for a, b in self.edges if mask >> a & 1 and mask >> b & 1}
            return [(e, mask & ~e) for e in ends]
        if self.game == "grim":
            return [(1 << k, mask & ~(1 << k)) for k in bits(mask) if self.near[k] & mask]
        return self.octal(mask)

    def octal(self, mask):
        for part in self.parts(((), mask)):
            sizes = [i for i in range(1, part.bit_count() + 1) if self.digit(i)]
            chosen, size = {1 << k for k in bits(part)}, 1
            while chosen and sizes and size <= sizes[-1]:
                for c in chosen if size in sizes else ():
                    left = len(self.parts(((), part & ~c)))
                    if left <= 3 and self.digit(size) >> left & 1:
                        yield c, mask & ~c
                grown = set()
                for c in chosen:
                    around = 0
                    for k in bits(c):
                        around |= self.near[k]
                    grown.update(c | 1 << k for k in bits(around & part & ~c))
                chosen, size = grown, size + 1

    def heap_value(self, n):
        """Grundy values of heaps by the rule of the mex."""
        while len(self.grundy) <= n:
            reached = set()
            for left in self.divided(len(self.grundy)):
                value = 0
                for heap in left:
                    value ^= self.grundy[heap]
                reached.add(value)
            self.grundy.append(mex(reached))
        return self.grundy[n]


def mex(values):
    return next(g for g in range(len(values) + 1) if g not in values)


# Games on edges --------------------------------------------------------------------------------------------------


class Edges:
    """A position is how many copies of each class of parallel edges are left."""

    def __init__(self, game, graph, weights=None):
        self.game, self.labels = game, graph.vertices
        self.kind = "impartial" if game in ("nimstring", "green-hackenbush") else "scoring"
        index = {v: k for k, v in enumerate(graph.vertices)}
        self.ends = [(index[u], index[v]) for (u, v), _ in graph.edges]
        self.copies = [c for _, c in graph.edges]
        self.number = {e: k for k, e in enumerate(self.ends)}
        self.weights = [(weights or {}).get(v, 1) for v in graph.vertices]
        self.keeps_turn = game in ("strings-and-coins", "closing-octagons", "nimstring")
        self.start = tuple(self.copies)
        self.normal_rules = False
        self.known = {}
        if game == "green-hackenbush":
            self.start = self.grounded(self.start)

    def read(self, reader):
        """Digits, as many to a number as fit 64 bits."""
        position, k = [], 0
        while k < len(self.copies) or not self.copies:
            group, base = k, 1
            while k < len(self.copies) and base * (self.copies[k] + 1) < 1 << 64:
                base *= self.copies[k] + 1
                k += 1
            number = reader.number()
            need(number < base, "more copies than the board has")
            for c in self.copies[group:k]:
                position.append(number % (c + 1))
                number //= c + 1
            if not self.copies:
                break
        return tuple(position)

    def places(self, position):
        return sorted({v for k, c in enumerate(position) if c for v in self.ends[k]})

    names = places

    def renamed(self, position, mapping):
        injective(mapping)
        need(self.game != "green-hackenbush", "the ground has no other name")
        need(all(m < len(self.labels) for m in mapping.values()), "no such vertex")
        if not set(self.weights) <= {1}:
            need(len(mapping) == len(self.labels), "places that are not alike")
            need(all(self.weights[v] == self.weights[m] for v, m in mapping.items()), "a weight is not kept")
        after = [0] * len(position)
        for k, c in enumerate(position):
            if c:
                a, b = (mapping[v] for v in self.ends[k])
                image = self.number.get((min(a, b), max(a, b)))
                need(image is not None and c <= self.copies[image], "an edge is not kept")
                after[image] = c
        return tuple(after)

    def degrees(self, position):
        """Edges at each vertex, a loop counted once."""
        at = [0] * len(self.labels)
        for k, c in enumerate(position):
            if c:
                a, b = self.ends[k]
                at[a] += c
                if a != b:
                    at[b] += c
        return at

    def parts(self, position):
        """The components; in Green Hackenbush the ground joins nothing."""
        ground = {0} if self.game == "green-hackenbush" else set()
        left, found = {k for k, c in enumerate(position) if c}, []
        while left:
            part = {min(left)}
            while True:
                reached = {v for k in part for v in self.ends[k]} - ground
                more = {k for k in left - part if reached & set(self.ends[k])}
                if not more:
                    break
                part |= more
            left -= part
            found.append(tuple(c if k in part else 0 for k, c in enumerate(position)))
        return found

    def grounded(self, position):
        """What still hangs on vertex 1."""
        reached, grown = set(), {0}
        while grown != reached:
            reached = set(grown)
            for k, c in enumerate(position):
                if c and set(self.ends[k]) & reached:
                    grown |= set(self.ends[k])
        return tuple(c if self.ends[k][0] in reached else 0 for k, c in enumerate(position))

    def moves(self, position):
        every = self.removals(position)
        return [m for m in every if self.allowed(position, m)] if self.normal_rules else every

    def removals(self, position):
        degree, found = self.degrees(position), []
        for k, c in enumerate(position):
            if c:
                after = position[:k] + (c - 1,) + position[k + 1:]
                earned = sum(self.weights[v] for v in set(self.ends[k]) if degree[v] == 1)
                if self.game == "green-hackenbush":
                    after, earned = self.grounded(after), 0
                a, b = self.ends[k]
                found.append((f"{self.labels[a]}-{self.labels[b]}", earned, after))
        return found

    def allowed(self, position, move):
        """Rules (3') and (4') of Closing Octagons, for one move of a turn."""
        _, earned, after = move
        if self.can_leave_normal(position):
            return self.can_leave_normal(after) if earned else self.is_normal(after)
        if self.all_weak(position):
            return earned > 0 and self.all_weak(after)
        return True

    def is_normal(self, position):
        """Edges are left and none of them earns."""
        return any(position) and not any(earned for _, earned, _ in self.removals(position))

    def can_leave_normal(self, position):
        """Whether some turn, of captures and a move that earns nothing, leaves a normal position."""
        key = "normal", position
        if key not in self.known:
            self.known[key] = any(self.can_leave_normal(after) if earned else self.is_normal(after)
                                  for _, earned, after in self.removals(position))
        return self.known[key]

    def all_weak(self, position):
        """Whether captures alone can remove everything (components do not hinder each other)."""
        key = "weak", position
        if key not in self.known:
            self.known[key] = not any(position) or any(
                earned and self.all_weak(after) for _, earned, after in self.removals(position))
        return self.known[key]


# Games on points -------------------------------------------------------------------------------------------------


class Points:
    """A position is (first player's set, second player's set, points offered or ())."""

    kind = "facts"

    def __init__(self, game, count, labels, first, second, hops, options):
        self.game, self.count, self.labels = game, count, labels
        self.sets, self.hops = (first, second), hops
        self.hopping = game in ("hop", "fire-and-ice", "maker-breaker-hop")
        self.offering = game in ("chooser-picker", "picker-chooser")
        second_is_maker = "breaker-first" in options or "enforcer-first" in options or game == "chooser-picker"
        # Whose sets count: both players', or one player's.
        self.maker = None if game in ("positional", "hop", "fire-and-ice") else int(second_is_maker)
        self.avoiding = game == "avoider-enforcer"
        self.layer = 0  # with gravity: how many points further a point has the one that it rests on
        p, q = options.get("bias", (1, 1))
        self.bias = (q, p) if second_is_maker and not self.offering else (p, q)

    def read(self, reader):
        first, second = read_mask(reader, self.count), read_mask(reader, self.count)
        need(not first & second, "a point of both")
        offer = ()
        if self.offering and reader.flag():
            offer = (reader.number(), reader.number())
            need(offer[0] < offer[1] < self.count and not (first | second) >> offer[0] & 1
                 and not (first | second) >> offer[1] & 1, "points that cannot be offered")
        return first, second, offer

    def names(self, position):
        return range(self.count)

    def renamed(self, position, mapping):
        injective(mapping)
        need(all(m < self.count for m in mapping.values()), "no such point")

        def image(mask):
            return sum(1 << mapping[k] for k in bits(mask))
        for family in self.sets:
            need({image(s) for s in family} == set(family), "the winning sets are not kept")
        if self.hops is not None:
            need({tuple(sorted((mapping[a], mapping[b]))) for a, b in self.hops} == self.hops, "the hops are not kept")
        if self.layer:
            need(all(self.under(mapping[k]) == mapping.get(self.under(k)) for k in range(self.count)), "what lies under a point is not kept")
        first, second, offer = position
        return image(first), image(second), tuple(sorted(mapping[k] for k in offer))

    def under(self, point):
        return point + self.layer if self.layer and point + self.layer < self.count else None

    def mover(self, position):
        """0 or 1, by the number of points taken."""
        first, second, offer = position
        taken = (first | second).bit_count()
        if self.offering:
            return int(bool(offer) or self.count - taken == 1)
        if self.hopping:
            return int(max(taken - 1, 0) % sum(self.bias) >= self.bias[0])
        return int(taken % sum(self.bias) >= self.bias[0])

    def owns(self, position, player):
        return any(position[player] & s == s for s in self.sets[player])

    def ending(self, position):
        """`win`, `loss`, `tie` or `draw` of the first player, or None if the game goes on."""
        full = (position[0] | position[1]).bit_count() == self.count
        if self.maker is not None:
            if self.owns(position, self.maker):
                return "win" if (self.maker == 0) != self.avoiding else "loss"
            over = full or (self.hopping and not self.options(position))
            return None if not over else "loss" if (self.maker == 0) != self.avoiding else "win"
        first, second = self.owns(position, 0), self.owns(position, 1)
        if first and second:
            return "tie" if self.hopping else "both"
        if first or second:
            return "win" if first else "loss"
        return "draw" if full or (self.hopping and not self.options(position)) else None

    def moves(self, position):
        return [] if self.ending(position) else self.options(position)

    def options(self, position):
        first, second, offer = position
        taken = first | second
        free = [k for k in range(self.count) if not taken >> k & 1 and (self.under(k) is None or taken >> self.under(k) & 1)]
        player, label = self.mover(position), self.labels
        if self.hopping:
            found = []
            for a in bits(position[player]):
                for b in free:
                    if self.hops is None or (min(a, b), max(a, b)) in self.hops:
                        mine, theirs = position[player] & ~(1 << a) | 1 << b, position[1 - player] | 1 << a
                        after = (mine, theirs, ()) if player == 0 else (theirs, mine, ())
                        found.append((f"{label[a]}>{label[b]}", 0, after))
            return found
        if self.offering and offer:
            a, b = offer
            return [(label[a], 0, (first | 1 << b, second | 1 << a, ())), (label[b], 0, (first | 1 << a, second | 1 << b, ()))]
        if self.offering and len(free) > 1:
            return [(f"{label[a]},{label[b]}", 0, (first, second, (a, b))) for a in free for b in free if a < b]
        if player == 0:
            return [(label[k], 0, (first | 1 << k, second, ())) for k in free]
        return [(label[k], 0, (first, second | 1 << k, ())) for k in free]
