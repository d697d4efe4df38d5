"""Recomputed proofs of margins: the table of all quiet positions of a small board. Every position is played out by the rules, with no theorem on captures."""

import hashlib
import itertools
import math

import steps
from recomputed import stated_digests
from rules import Unknown, need

MOST = 100_000  # positions: larger tables are for the other checker


class RecomputedMargins:
    def __init__(self, game, uses, symmetries, words, position):
        need(game.kind == "scoring" and game.keeps_turn and not game.normal_rules and set(game.weights) <= {1}, "no game for this proof")
        need(uses == {"captures"} and len(symmetries) <= 7, "theories or symmetries that are not used here")
        need(words[0] == "margin", "no statement for a table")
        need(sum(position) <= 64 and len(game.labels) <= 64, "a board too large for this proof")
        self.game, self.start = game, position
        self.images = [self.symmetry(images) for images in symmetries]
        same = list(range(len(position)))
        need(all([b[k] for k in a] in [same, *self.images] for a in self.images for b in self.images), "symmetries that are no group")

    def symmetry(self, images):
        """The image of each edge."""
        need(sorted(images) == list(range(len(self.game.labels))), "no map of the vertices")
        found = [self.game.number.get(tuple(sorted((images[a], images[b])))) for a, b in self.game.ends]
        for copies in (self.game.copies, self.start):
            need(None not in found and all(copies[k] == c for k, c in zip(found, copies)), "no symmetry")
        return found

    def check(self, reader, levels):
        left = [k for k, c in enumerate(self.start) if c]
        reader.fact()
        length, lead, order = reader.number(), reader.number(), [reader.number() for _ in left]
        reader.end()
        need(sorted(order) == left and lead <= len(left), "no order of the edges left")
        need(all(self.start[k] <= 16 for k in left) and sum(self.start[k] for k in order[:lead]) <= 16, "too many copies of an edge, or that lead")
        need(length and length % 8 == 0, "no length of levels")
        need(all(images[k] in order[:lead] for images in self.images for k in order[:lead]), "a symmetry that does not keep the edges that lead")
        digests = stated_digests(reader, levels)
        if math.prod(c + 1 for c in self.start) > MOST:
            raise Unknown("a table of so many positions")
        margins = self.margins()
        table = bytearray()
        for word in itertools.product(*(range(self.start[k] + 1) for k in order)):
            position = [0] * len(self.start)
            for k, c in zip(order, word):
                position[k] = c
            if 1 in self.game.degrees(position):
                continue
            alike = [tuple(position[k] for k in order)]
            for images in self.images:
                image = [0] * len(position)
                for k, c in enumerate(position):
                    image[images[k]] = c
                alike.append(tuple(image[k] for k in order))
            if min(alike)[:lead] == word[:lead]:
                table.append(128 + margins[tuple(position)] if min(alike) == word else 0)
        need(levels == -(-len(table) // length), "not as many levels as the positions make")
        for level, stated in enumerate(digests):
            found = hashlib.sha256(table[level * length:(level + 1) * length].ljust(length, b"\0")).hexdigest()
            need(stated == [int(found[k:k + 16], 16) for k in range(0, 64, 16)], f"level {level} has another digest")
        self.margin = margins[self.start]

    def margins(self):
        """{position: its margin}, those with fewer edges first."""
        margins = {}
        for position in sorted(itertools.product(*(range(c + 1) for c in self.start)), key=sum):
            found = [earned + margins[after] if earned else -margins[after] for _, earned, after in self.game.removals(position)]
            margins[position] = max(found, default=0)
        return margins

    def concludes(self, words, position, mover, score):
        return steps.margin_shown(words, (self.margin, self.margin), mover, score)
