"""Random steps on top of a true proof: each is accepted by both checkers or by neither, and what is accepted is true."""

import check
import partizan
import steps
import truth
from rules import Edges, Refused, Vertices, words

WORDS = {"partizan": ["won", "lost", "lost", "copy"], "impartial": ["is", "not", "not", "copy", "is"], "scoring": ["least", "most", "least", "most", "copy", "exchange", "cancel"],
         "facts": ["holds", "fails", "holds", "fails", "copy", "potential", "pairing", "breaker", "stealing", "maker"]}


class Numbers:
    """A reader of numbers that are made up."""

    form = "list"

    def __init__(self, numbers):
        self.numbers = list(reversed(numbers))

    def number(self):
        if not self.numbers:
            raise Refused("a number is missing")
        return self.numbers.pop()

    def count(self):
        return self.number()

    def end(self):
        if self.numbers:
            raise Refused("more numbers than the step has")

    flag, margin = check.Reader.flag, check.Reader.margin


def position(rng, game):
    """The numbers of some position, mostly a small one."""
    if isinstance(game, Vertices):
        heaps = sorted(rng.randrange(1, 5) for _ in range(rng.choice((0, 0, 0, 1, 2)))) if game.digit else []
        mask = sum(1 << k for k in range(len(game.labels)) if rng.random() < 0.5)
        return ([len(heaps)] + heaps if game.digit else []) + masks(mask, len(game.labels))
    if isinstance(game, Edges):
        numbers, group, base = [], 0, 1
        for c in game.copies:
            if base * (c + 1) >= 1 << 64:
                numbers.append(group)
                group, base = 0, 1
            group += base * (rng.randrange(c + 1) if rng.random() < 0.6 else 0)
            base *= c + 1
        return numbers + [group]
    if isinstance(game, partizan.Tints):
        left = sum(1 << k for k in range(len(game.labels)) if rng.random() < 0.4)
        right = left if rng.random() < 0.5 else sum(1 << k for k in range(len(game.labels)) if rng.random() < 0.4)
        return masks(left, len(game.labels)) + masks(right, len(game.labels)) + [rng.randrange(2)]
    first = second = 0
    for k in range(game.count):
        owner = rng.choice((0, 0, 1, 2))
        first, second = first | (owner == 1) << k, second | (owner == 2) << k
    numbers = masks(first, game.count) + masks(second, game.count)
    if game.offering:
        free = [k for k in range(game.count) if not (first | second) >> k & 1]
        numbers += [1] + sorted(rng.sample(free, 2)) if len(free) > 1 and rng.random() < 0.5 else [0]
    return numbers


def masks(mask, count):
    return [mask >> 64 * k & (1 << 64) - 1 for k in range(words(count))]


def random_step(rng, proof):
    """A keyword and numbers that may or may not be a step that follows."""
    game = proof.game
    word = rng.choice(WORDS[game.kind] + (["loony"] if getattr(game, "game", "") == "nimstring" else []))
    if isinstance(proof, steps.Misere) and game.kind == "impartial":
        word = rng.choice(("won", "lost", "lost", "copy"))
    if word == "maker":
        return word, [rng.randrange(3)]
    if word == "copy":
        if not proof.entries:
            return word, [0]
        at = rng.randrange(len(proof.entries))
        places = list(game.names(proof.entries[at][0]))
        everywhere = list(range(len(game.labels)))
        if rng.random() < 0.5 and game.kind != "facts":
            images = rng.sample(everywhere, len(places))
        else:
            images = [places[-1 - k] for k in range(len(places))] if rng.random() < 0.5 else everywhere[:len(places)]
        return word, [at] + images
    numbers = position(rng, game)
    if rng.random() < 0.3 and proof.entries:
        return word, numbers + [rng.randrange(5) for _ in range(rng.randrange(4))]
    small = rng.randrange(4)
    if word == "is":
        return word, numbers + [small] + [rng.randrange(5) for _ in range(small)]
    if word in ("not", "least", "holds", "fails", "breaker"):
        numbers += [small] if word != "least" else [rng.randrange(6)]
        return word, numbers + ([rng.randrange(5)] if rng.random() < (0.6 if game.kind == "facts" else 1) else [])
    if word == "loony":
        return word, numbers + [rng.randrange(4), rng.randrange(4)]
    if word in ("won",):
        return word, numbers + [rng.randrange(4)]
    if word in ("lost", "cancel"):
        return word, numbers
    if word == "most":
        return word, numbers + [rng.randrange(6)]
    if word == "exchange":
        return word, numbers + [rng.randrange(6), small] + [rng.randrange(5) for _ in range(small)]
    if word == "pairing":
        return word, numbers + [small % 3, rng.randrange(3)] + [rng.randrange(9) for _ in range(4)]
    return word, numbers + [small]


def grow(rng, certificate, tries):
    """(certificate with accepted steps, list of certificates each with one refused step at its end, the proof)."""
    header, options, _ = check.opened(certificate.data())
    game = check.game_of(header, options)
    uses = set(header.get("uses", "").split()) if certificate.version == 2 else None
    proof = steps.proof_of(header, game, options, uses)
    for word, *numbers in certificate.steps:
        reader = Numbers(list(map(int, numbers)))
        proof.step(word, reader)
    grown, refused = certificate.copied(), []
    for _ in range(tries):
        word, numbers = random_step(rng, proof)
        line = [word] + list(map(str, numbers))
        reader = Numbers(numbers)
        try:
            proof.step(word, reader)
        except Refused as why:
            bad = grown.copied()
            bad.steps.append(line)
            bad.recount()
            refused.append((" ".join(line) + f" ({why})", bad))
            continue
        # Too many numbers are a matter of reading; the step itself was right.
        line = line[:len(line) - len(reader.numbers)]
        grown.steps.append(line)
    grown.recount()
    return grown, refused, proof


def facts_are_true(both, question, proof):
    """Plays out every entry of a proof; how many there were."""
    books = getattr(proof, "games", [(proof.game, proof.entries, proof.number)])
    misere = isinstance(proof, steps.Misere) or getattr(proof, "misere", False)
    played = truth.Truth(books[0][0], {"misere": ""} if misere else {})
    count = 0
    for game, entries, _ in books:
        for place, facts in entries:
            if game.kind == "facts" and game.hopping and place[0].bit_count() - place[1].bit_count() not in (0, 1):
                continue  # no game gets there, and who moves is not told by the number of points
            try:
                if not played.agrees(place, facts, game):
                    both.complain(f"{facts} is shown of {place}, which is false: {question}")
                count += 1
            except truth.TooLarge:
                continue
    return count
