"""Closed proofs: a set of facts, each of which follows from facts about strictly smaller positions."""

import steps
import theories
from rules import bits, need


def read(reader, count, numbers):
    """{code: the numbers of its fact}."""
    facts, code = {}, 0
    for k in range(count):
        reader.fact()
        gap = reader.number()
        need(gap or not k, "facts out of order")
        code += gap
        need(code < 1 << 64, "a code beyond 64 bits")
        facts[code] = [reader.number() for _ in range(numbers)]
        reader.end()
    need(reader.over(), "more facts than stated")
    return facts


def grid_shape(game):
    """(rows, columns) of the grid that a board is, with as few rows as can be; None if it is none."""
    cells = len(game.labels)
    found = sorted(zip(game.ends, game.copies))
    for rows in (m for m in range(1, cells + 1) if cells % m == 0):
        columns = cells // rows
        right = [(k, k + 1) for k in range(cells) if (k + 1) % columns]
        down = [(k, k + columns) for k in range(cells - columns)]
        if found == [(edge, 1) for edge in sorted(right + down)]:
            return rows, columns
    return None


class ClosedValues:
    """Grundy values of connected sets, for codes whose digits are 0 to 3."""

    def __init__(self, game, uses, board, symmetries):
        need(game.kind == "impartial" and getattr(game, "digit", None) and not game.start[0], "no game for this proof")
        need(len(game.labels) <= 64 and all(game.digit(i) < 4 for i in range(65)), "no code for this proof")
        need(not symmetries and uses <= {"grid-key"}, "a theory that is not used here")
        self.game, self.shape = game, None
        if "grid-key" in uses:
            self.shape = grid_shape(game)
            need(self.shape, "the board is no grid")

    def check(self, reader, count):
        self.facts = {code: g for code, (g,) in read(reader, count, 1).items()}
        for code in self.facts:
            need(code >> len(self.game.labels) == 0 and code == self.key(code), "a position that is not its own key")
            need(len(self.game.parts(((), code))) == 1, "a set that is not connected")
        self.known = {0: 0}
        for code, g in self.facts.items():
            self.known.update(self.everywhere(code, g))
        self.takeable = [(m, self.game.digit(m.bit_count())) for m in self.connected_sets()]
        for code, g in self.facts.items():
            shown = {self.known[after] for after in self.lookups(code)}
            need(g <= len(self.takeable) and all(smaller in shown for smaller in range(g)), "a smaller value is missing")
            need(all(self.is_answered(after, g) for after in self.rests(code)), "an option may have this value")

    def everywhere(self, code, g):
        """A fact under all names by which it is looked up: moved and turned to wherever there is room."""
        if self.shape is None:
            return {(code, g)}
        rows, columns = self.shape
        found = set()
        for image in self.images([divmod(k, columns) for k in bits(code)], rows, columns):
            top, left = min(r for r, _ in image), min(c for _, c in image)
            down, right = rows - max(r for r, _ in image), columns - max(c for _, c in image)
            for r0 in range(-top, down):
                for c0 in range(-left, right):
                    found.add((sum(1 << (r + r0) * columns + c + c0 for r, c in image), g))
        return found

    def connected_sets(self):
        """The connected sets that a move may take."""
        most = max((k for k in range(len(self.game.labels) + 1) if self.game.digit(k)), default=0)
        sets, found = {1 << k for k in range(len(self.game.labels))}, []
        for _ in range(most):
            found += sorted(sets)
            sets = {s | 1 << k for s in sets for v in bits(s) for k in bits(self.game.near[v] & ~s)}
        return [s for s in found if self.game.digit(s.bit_count())]

    def rests(self, mask):
        """What moves leave, as far as their sizes go: whether something is connected is not looked at. 0 comes if all can be taken."""
        for taken, digit in self.takeable:
            if taken & mask == taken and digit & (1 if taken == mask else 2):
                yield mask ^ taken

    def lookups(self, mask):
        """The options about which there is a fact, all of them connected; and 0."""
        return (after for after in self.rests(mask) if after in self.known)

    def is_answered(self, mask, g):
        """Whether a set is no option, as it is not connected, or is shown not to be worth g."""
        if mask in self.known:
            return self.known[mask] != g
        return any(self.known[after] == g for after in self.lookups(mask)) or len(self.game.parts(((), mask))) != 1

    def key(self, mask):
        if self.shape is None:
            return mask
        rows, columns = self.shape
        cells = [divmod(k, columns) for k in bits(mask)]
        found = []
        for image in self.images(cells, rows, columns):
            top, left = min((r for r, _ in image), default=0), min((c for _, c in image), default=0)
            found.append(sum(1 << (r - top) * columns + c - left for r, c in image))
        return min(found)

    def images(self, cells, rows, columns):
        for turned in ([cells, [(c, r) for r, c in cells]] if rows == columns else [cells]):
            for flip_rows in (0, 1):
                for flip_columns in (0, 1):
                    yield [(rows - 1 - r if flip_rows else r, columns - 1 - c if flip_columns else c) for r, c in turned]

    def value(self, mask):
        return self.known.get(mask)

    def is_not(self, mask, g):
        return self.is_answered(mask, g)

    def concludes(self, words, position, mover, score):
        _, mask = position
        if mask and len(self.game.parts(position)) != 1:
            return False
        if words[0] == "grundy" and len(words) == 2:
            return str(self.value(mask)) == words[1]
        return self.value(mask) == 0 if words == ["outcome", "P"] else words == ["outcome", "N"] and self.is_not(mask, 0)


class ClosedMargins:
    """Bounds on margins: (at least, at most) of each position."""

    def __init__(self, game, uses, board, symmetries):
        need(game.kind == "scoring" and not game.normal_rules and set(game.weights) <= {1}, "no game for this proof")
        wanted = {"cores"} if game.game == "unshackle" else {"captures", "rich"}
        need(uses <= wanted and ("rich" not in uses or "captures" in uses), "a theory that is not used here")
        self.game, self.uses, self.bases, base = game, uses, [], 1
        for c in game.copies:
            self.bases.append(base)
            base *= c + 1
        need(base < 1 << 64, "a board too large for this proof")
        self.symmetries = [self.symmetry(images) for images in symmetries]

    def symmetry(self, images):
        """The image of each edge."""
        need(sorted(images) == list(range(len(self.game.labels))), "no map of the vertices")
        found = [self.game.number.get(tuple(sorted((images[a], images[b])))) for a, b in self.game.ends]
        need(None not in found and all(self.game.copies[k] == c for k, c in zip(found, self.game.copies)), "no symmetry")
        return found

    def code(self, position):
        return sum(c * base for c, base in zip(position, self.bases))

    def key(self, position):
        codes = [self.code(position)]
        for images in self.symmetries:
            codes.append(sum(c * self.bases[images[k]] for k, c in enumerate(position)))
        return min(codes)

    def bounds(self, position):
        """What is shown of a position by what it comes to."""
        after, rest = theories.comes_to(self.game, position, self.uses)
        low, high = theories.known(self.game, rest, self.uses)
        return after(*self.facts_of(rest, low, high))

    def facts_of(self, position, low=None, high=None):
        least, most = self.facts.get(self.key(position), (0, 0))
        p = len(self.game.places(position))
        if low is None:
            return least - p if least else None, p - most if most else None
        return max(low, least - p) if least else low, min(high, p - most) if most else high

    def check(self, reader, count):
        self.facts = read(reader, count, 2)
        for code in self.facts:
            position = tuple(code // base % (c + 1) for base, c in zip(self.bases, self.game.copies))
            need(self.code(position) == code == self.key(position), "a position that is not its own key")
            least, most = self.facts_of(position)
            moves = [self.gets(move) for move in self.game.moves(position)] or [(0, 0)]
            need(least is None or any(low >= least for low, _ in moves), "no move gets so much")
            need(most is None or all(high <= most for _, high in moves), "a move may get more")

    def gets(self, move):
        _, earned, after = move
        low, high = self.bounds(after)
        return (earned + low, earned + high) if earned and self.game.keeps_turn else (earned - high, earned - low)

    def concludes(self, words, position, mover, score):
        return steps.margin_shown(words, self.bounds(position), mover, score)
