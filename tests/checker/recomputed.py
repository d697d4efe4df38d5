"""Recomputed proofs: the table of all connected sets of a small board, filled by going through all subsets."""

import hashlib

from rules import Unknown, bits, need, whole

MOST = 18  # vertices: larger tables are for the other checker


def stated_digests(reader, levels):
    digests = []
    for _ in range(levels):
        reader.fact()
        digests.append([reader.number() for _ in range(4)])
        reader.end()
    need(reader.over(), "more levels than stated")
    return digests


class RecomputedValues:
    def __init__(self, game, uses, symmetries, words, position):
        need(game.kind == "impartial" and getattr(game, "digit", None), "no game for this proof")
        need(len(game.labels) <= 64 and all(game.digit(i) < 4 for i in range(65)), "no code for this proof")
        need(not uses and len(symmetries) <= 1, "a theory that is not used here")
        heaps, mask = position
        need(not heaps and not game.start[0] and mask and len(game.parts(position)) == 1, "not one component")
        need(words[0] == "outcome" or words[0] == "grundy" and len(words) == 2 and whole(words[1]) <= 62, "no statement for a table")
        self.mirror = symmetries[0] if symmetries else list(range(len(game.labels)))
        need(len(self.mirror) == len(game.labels), "a symmetry of other places")
        self.game, self.mask, self.planes = game, mask, 1 if words[0] == "outcome" else whole(words[1]) + 1

    def check(self, reader, levels):
        left = bits(self.mask)
        reader.fact()
        tail, order = reader.number(), [reader.number() for _ in left]
        reader.end()
        need(sorted(order) == left and tail <= len(left), "no order of the vertices left")
        need(levels == len(left) - tail + 1, "not as many levels as heads have sizes")
        digests = stated_digests(reader, levels)
        if len(order) > MOST:
            raise Unknown(f"a table of {len(order)} vertices")
        place = {v: k for k, v in enumerate(order)}
        need(all(self.mirror[v] in place and self.mirror[self.mirror[v]] == v for v in order), "no mirror of the vertices left")
        images = [place[self.mirror[v]] for v in order]
        need(all((k < tail) == (image < tail) for k, image in enumerate(images)), "a mirror that does not keep the tails")
        near = [sum(1 << place[u] for u in order if u != v and self.neighbours(u, v)) for v in order]
        need(all({images[u] for u in bits(near[k])} == set(bits(near[images[k]])) for k in range(len(order))), "no symmetry")
        heads = [h for h in range(1 << len(order) - tail) if h <= sum(1 << images[k + tail] - tail for k in bits(h))]
        values = self.fill(near, len(order))
        for level, stated in enumerate(digests):
            need(stated == self.digest(values, tail, [h for h in heads if h.bit_count() == level]), f"level {level} has another digest")
        self.value = values[(1 << len(order)) - 1]

    def neighbours(self, u, v):
        return (min(u, v), max(u, v)) in self.game.ends

    def fill(self, near, count):
        """{connected set: its value}."""
        values, moves = {}, []
        for s in range(1, 1 << count):
            if not connected(s, near):
                continue
            if self.game.digit(s.bit_count()):
                moves.append((s, self.game.digit(s.bit_count())))
            found = set()
            for taken, digit in moves:
                if taken & s == taken:
                    if taken == s:
                        found |= {0} if digit & 1 else set()
                    elif digit & 2 and s ^ taken in values:
                        found.add(values[s ^ taken])
            values[s] = next(g for g in range(len(found) + 1) if g not in found)
        return values

    def digest(self, values, tail, heads):
        words = []
        for plane in range(self.planes):
            for head in heads:
                sets = [s for s in range(head << tail, head + 1 << tail) if s in values]
                number = sum(1 << k for k, s in enumerate(sets) if values[s] == plane)
                words.append(number.to_bytes(-(-len(sets) // 64) * 8, "little"))
        found = hashlib.sha256(b"".join(words)).hexdigest()
        return [int(found[k:k + 16], 16) for k in range(0, 64, 16)]

    def concludes(self, words, position, mover, score):
        if words[0] == "grundy":
            return str(self.value) == words[1]
        return words in (["outcome", "P"], ["outcome", "N"]) and (self.value == 0) == (words[1] == "P")


def connected(s, near):
    reached = edge = s & -s
    while edge:
        found = 0
        for v in bits(edge):
            found |= near[v]
        edge = found & s & ~reached
        reached |= edge
    return reached == s
