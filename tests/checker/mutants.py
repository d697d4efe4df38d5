"""Certificates taken apart, changed in one place and put together again with a right checksum."""

import hashlib
import zlib

import check

ROOM = "10000000"  # bytes and positions that a changed certificate may take: the other checker alone counts them
TIME = "1000000"


class Certificate:
    """A header, the steps (or facts) as lines of words, and the form in which they are to be written."""

    def __init__(self, data):
        self.version = 2 if data.startswith(b"outplay-certificate 2") else 1
        head, found, body = data[:-26 if self.version == 1 else -72].partition(b"\nbody text\n")
        self.heaps = not found
        if self.heaps:
            head = head[:-1]
        self.header = [line.decode().partition(" ")[::2] for line in head.split(b"\n")]
        self.steps = [line.decode().split(" ") for line in body.split(b"\n") if line]
        self.form = "text"

    def copied(self):
        other = object.__new__(Certificate)
        other.version, other.heaps, other.form = self.version, self.heaps, self.form
        other.header, other.steps = list(self.header), [list(s) for s in self.steps]
        return other

    def get(self, key):
        return next((v for k, v in self.header if k == key), None)

    def put(self, key, value):
        self.header = [(k, value if k == key else v) for k, v in self.header]

    def recount(self):
        """The header's numbers of steps or facts, and room and time enough for a few more of them."""
        self.put("memory", ROOM)
        self.put("steps", str(len(self.steps)))
        self.put("facts", str(len(self.steps)))
        self.put("levels", str(len(self.steps) - 1))
        self.put("cost", str(len(self.steps)) if self.get("proof") == "ordered" else TIME)

    def question(self):
        return tuple((k, v) for k, v in self.header if k in ("code", "family", "period", "saltus", "last-exception", "rows", "p-portion", "heaps", "statement", "game", "board", "option", "after"))

    def data(self):
        head = "\n".join(f"{k} {v}" if v else k for k, v in self.header).encode()
        if self.heaps:
            return head + b"\nchecksum %016x\n" % check.fnv(head)
        body = head + b"\nbody " + self.form.encode() + b"\n" + self.body()
        if self.version == 2:
            return body + b"digest " + hashlib.sha256(body).hexdigest().encode() + b"\n"
        return body + b"checksum %016x\n" % check.fnv(body)

    def body(self):
        if self.form == "text":
            return "".join(" ".join(step) + "\n" for step in self.steps).encode()
        found = bytearray()
        for word, *numbers in self.steps:
            if word != "fact":
                found.append(check.KEYWORDS.index(word))
            for number in map(int, numbers):
                while number > 127:
                    found.append(number & 127 | 128)
                    number >>= 7
                found.append(number)
        if self.form == "binary":
            return bytes(found)
        packed = zlib.compressobj(9, zlib.DEFLATED, -15)
        return packed.compress(bytes(found)) + packed.flush()


def any_step(rng, c):
    return rng.choice(c.steps)


def another_number(rng, c):
    step = any_step(rng, c)
    at = rng.randrange(1, len(step))
    number = int(step[at])
    step[at] = str(rng.choice([number + 1, max(0, number - 1), number + 2, number ^ 1 << rng.randrange(6), rng.randrange(8)]))


def one_better(rng, c):
    """A bound, value or fact one better: one of the last numbers of a step."""
    step = any_step(rng, c)
    at = max(1, len(step) - 1 - rng.randrange(3))
    step[at] = str(max(0, int(step[at]) + rng.choice((-2, -1, 1, 2))))


def left_out(rng, c):
    c.steps.pop(rng.randrange(len(c.steps)))
    c.recount()


def swapped(rng, c):
    a = rng.randrange(len(c.steps))
    b = min(len(c.steps) - 1, a + 1) if rng.random() < 0.5 else rng.randrange(len(c.steps))
    c.steps[a], c.steps[b] = c.steps[b], c.steps[a]


def moved_up(rng, c):
    """A step earlier than it stood: what it rests on may come later."""
    at = rng.randrange(len(c.steps))
    c.steps.insert(rng.randrange(at + 1), c.steps.pop(at))


def twice(rng, c):
    c.steps.insert(rng.randrange(len(c.steps) + 1), list(any_step(rng, c)))
    c.recount()


def another_word(rng, c):
    if c.get("proof") in ("closed", "recompute"):
        return another_number(rng, c)  # facts and levels have no words
    any_step(rng, c)[0] = rng.choice(check.KEYWORDS)


def another_length(rng, c):
    step = any_step(rng, c)
    if rng.random() < 0.5 and len(step) > 1:
        step.pop(rng.randrange(1, len(step)))
    else:
        step.insert(rng.randrange(1, len(step) + 1), str(rng.randrange(4)))


def another_image(rng, c):
    copies = [s for s in c.steps if s[0] == "copy" and len(s) > 3]
    if not copies:
        return another_number(rng, c)
    step = rng.choice(copies)
    a, b = rng.sample(range(2, len(step)), 2)
    step[a], step[b] = step[b], step[a]


def another_statement(rng, c):
    words = c.get("statement").split(" ")
    if words[0] == "forces":
        at = rng.randrange(1, len(words))
        fact, _, said = words[at].partition("=")
        words[at] = f"{fact}={'no' if said == 'yes' else 'yes'}"
    elif words[0] == "outcome":
        words[1] = "NP"[words[1] == "N"]
    elif words[0] == "class":
        words[1] = rng.choice("NPLR")
    elif words[0] == "promise":
        at = rng.choice((1, 2))
        words[at] = {"first": "second", "second": "first", "win": "draw", "draw": "win", "margin": "win"}[words[at]]
        words = words[:3] if words[2] != "margin" else words
    elif words[0] == "margin" and rng.random() < 0.5:
        m = int(words[-1]) + rng.choice((-2, -1, 0, 1, 2))
        words = rng.choice((f"margin at-least {m}", f"margin at-most {m}", f"margin at-least {m - 1} at-most {m}")).split(" ")
    else:
        words[-1] = str(int(words[-1]) + rng.choice((-2, -1, 1, 2))) if words[-1].lstrip("-").isdigit() else words[-1]
    c.put("statement", " ".join(words))


def another_board(rng, c):
    board = c.get("board")
    places = [k for k, letter in enumerate(board) if letter.isdigit() or letter in "#."]
    at = rng.choice(places)
    if board[at] in "#.":
        return c.put("board", board[:at] + "#."[board[at] == "#"] + board[at + 1:])
    c.put("board", board[:at] + str(max(1, int(board[at]) + rng.choice((-1, 1)))) + board[at + 1:])


def another_option(rng, c):
    options = ["right-first", "gravity", "misere", "normal-rules", "breaker-first", "enforcer-first", "bias 1:2", "bias 2:1", "bias 2:2", "start 1", "start 2", "weights 1=2"]
    if rng.random() < 0.3:
        c.header = [(k, v) for k, v in c.header if k not in ("option", "after")]
    else:
        at = [k for k, _ in c.header].index("board")
        c.header.insert(at + 1, ("option", rng.choice(options)))


def another_header(rng, c):
    """A line left out, twice or with another number; not `memory` and `cost`, which the other checker counts."""
    at = rng.choice([k for k, (key, _) in enumerate(c.header) if key not in ("memory", "cost")])
    key, value = c.header[at]
    what = rng.randrange(3)
    if what == 0:
        c.header.pop(at)
    elif what == 1:
        c.header.insert(at, c.header[at])
    elif value.lstrip("-").isdigit():
        c.header[at] = (key, str(max(-1, int(value) + rng.choice((-2, -1, 1, 2)))))


def another_game(rng, c):
    relatives = [("unshackle", "strings-and-coins", "closing-octagons", "nimstring"), ("node-kayles", "cram", "arc-kayles", "grim"),
                 ("octal:0.33", "octal:0.137", "kayles", "octal:0.07", "nim", "subtraction:1,2"), ("positional", "maker-breaker", "avoider-enforcer"),
                 ("hop", "maker-breaker-hop"), ("col", "snort"), ("partizan-octal:0.3,0.03", "partizan-octal:0.03,0.3", "partizan-octal:0.7,0.33"), ("chooser-picker", "picker-chooser")]
    for family in relatives:
        if c.get("game") in family:
            return c.put("game", rng.choice(family))
    return another_header(rng, c)


STEP_MUTANTS = [another_number, another_number, one_better, left_out, swapped, moved_up, twice, another_word, another_length, another_image]
HEADER_MUTANTS = [another_statement, another_statement, another_board, another_option, another_header, another_game]


def mutant(rng, certificate):
    c = certificate.copied()
    c.recount()
    kinds = HEADER_MUTANTS if not c.steps or rng.random() < 0.25 else STEP_MUTANTS
    if c.version == 2 and kinds is HEADER_MUTANTS:
        kinds = kinds + [another_theory] * 3
    if c.heaps:
        kinds = [another_header, heap_numbers]
    if c.get("statement") in ("misere-quotient", "misere-quotient-of-board"):
        kinds = [another_header, heap_numbers] + [kind for kind in QUOTIENT_MUTANTS if c.get("period") or kind is not another_period]
    kind = rng.choice(kinds)
    kind(rng, c)
    if kind in (another_board, another_game):
        right_digest(c)
    if not c.heaps:
        c.form = rng.choice(("text", "text", "binary", "deflate"))
    return kind.__name__, c


def right_digest(c):
    """The digest of the board that the header names now, as far as it can be told."""
    try:
        header, options, _ = check.opened(c.data())
        c.put("board-digest", check.board_digest(check.game_of(header, options)))
    except (check.Refused, check.Unknown):
        pass


def another_theory(rng, c):
    """A theory more or less, or another symmetry."""
    theories = sorted(set((c.get("uses") or "").split()) ^ {rng.choice(sorted(check.THEORIES))})
    if c.get("symmetry") and rng.random() < 0.5:
        at = rng.choice([k for k, (key, _) in enumerate(c.header) if key == "symmetry"])
        images = c.header[at][1].split(" ")
        a, b = rng.sample(range(len(images)), 2)
        images[a], images[b] = images[b], images[a]
        c.header[at] = ("symmetry", " ".join(images))
        return
    c.header = [(k, v) for k, v in c.header if k != "uses"]
    if theories:
        c.header.insert([k for k, _ in c.header].index("proof"), ("uses", " ".join(theories)))


def heap_numbers(rng, c):
    at = rng.randrange(2, len(c.header))
    key, value = c.header[at]
    if key == "code":
        k = rng.randrange(2, len(value))
        c.header[at] = (key, value[:k] + rng.choice("01234567") + value[k + 1:])
    elif value.lstrip("-").isdigit():
        c.header[at] = (key, str(rng.choice((int(value) * 2, int(value) + 1, int(value) - 1, max(0, int(value)) // 2))))


class Monoid:
    """The lists of a certificate of a quotient, taken apart: rows of generators, P-portion, heaps."""

    def __init__(self, c):
        def listed(key):
            return [] if c.get(key) == "none" else [int(n) for n in c.get(key).split(" ")]
        self.size, rows = int(c.get("elements")), listed("rows")
        self.rows = [rows[k:k + self.size] for k in range(0, len(rows), self.size)]
        self.key = "parts" if c.get("parts") else "heaps"
        self.p, self.heaps = set(listed("p-portion")), listed(self.key)
        self.element = int(c.get("element") or 0)

    def put(self, c):
        def written(found):
            return " ".join(map(str, found)) or "none"
        c.put("elements", str(self.size))
        c.put("generators", str(len(self.rows)))
        c.put("rows", written([n for row in self.rows for n in row]))
        c.put("p-portion", written(sorted(self.p)))
        c.put(self.key, written(self.heaps))
        if self.key == "parts":
            c.put("element", str(self.element))

    def renamed(self, name):
        """Elements by other names, of which several may be the same."""
        images = [name(e) for e in range(self.size)]
        names = sorted(set(images), key=lambda image: (image != images[0], image))
        number = [names.index(image) for image in images]
        first = [number.index(k) for k in range(len(names))]
        self.rows = [[number[row[e]] for e in first] for row in self.rows]
        self.p, self.heaps, self.size = {number[e] for e in self.p}, [number[e] for e in self.heaps], len(names)
        self.element = number[self.element]


def changed(change):
    """A mutant made by changing the lists."""
    def kind(rng, c):
        monoid = Monoid(c)
        change(rng, monoid)
        monoid.put(c)
    kind.__name__ = change.__name__
    return kind


@changed
def another_p_portion(rng, m):
    m.p ^= {rng.randrange(m.size)}


@changed
def another_image_of_a_heap(rng, m):
    m.heaps[rng.randrange(len(m.heaps))] = rng.randrange(m.size)


@changed
def two_heaps_swapped(rng, m):
    a, b = rng.randrange(len(m.heaps)), rng.randrange(len(m.heaps))
    m.heaps[a], m.heaps[b] = m.heaps[b], m.heaps[a]


@changed
def another_product(rng, m):
    rng.choice(m.rows)[rng.randrange(m.size)] = rng.randrange(m.size)


@changed
def fewer_heaps(rng, m):
    del m.heaps[rng.randrange(len(m.heaps)):]


@changed
def one_heap_more(rng, m):
    m.heaps.append(rng.choice((m.heaps[-1], rng.randrange(m.size))))


@changed
def other_numbers(rng, m):
    """The same monoid with its elements in another order: as true as before."""
    order = [0] + rng.sample(range(1, m.size), m.size - 1)
    m.renamed(lambda e: order[e])


@changed
def a_smaller_order(rng, m):
    """A true monoid that is too coarse: what no multiple by some generators tells from one another is one."""
    a, b = rng.randrange(m.size), rng.randrange(m.size)
    parent = list(range(m.size))

    def root(e):
        while parent[e] != e:
            e = parent[e]
        return e

    waiting = [(a, b)]
    while waiting:
        a, b = map(root, waiting.pop())
        if a != b:
            parent[max(a, b)] = min(a, b)
            waiting += [(row[x], row[y]) for row in m.rows for x in range(m.size) for y in range(x) if root(x) == root(y)]
    m.renamed(root)


@changed
def a_larger_order(rng, m):
    """A true monoid that is too fine: times a group of two, which a generator more, or an old one and its heaps, goes round."""
    size, rows = m.size, m.rows
    odd = rng.choice([None] + list(range(len(rows))))
    m.size = 2 * size
    m.rows = [[row[e % size] + size * ((e >= size) ^ (k == odd)) for e in range(m.size)] for k, row in enumerate(rows)]
    if odd is None:
        m.rows.append([(e + size) % m.size for e in range(m.size)])
    else:
        generator = rows[odd][0]
        m.heaps = [h + size if h == generator else h for h in m.heaps]
    # What no sum of heaps has may tell apart all that is there.
    beyond = m.p if odd is not None else rng.sample(range(size), rng.randrange(size))
    m.p = m.p | {e + size for e in beyond}


@changed
def an_element_without_a_sum(rng, m):
    """An absorbing element more, which a generator of its own leads to."""
    top = m.size
    m.size += 1
    m.rows = [row + [top] for row in m.rows] + [[top] * m.size]
    m.p |= {top} if rng.random() < 0.5 else set()


def another_period(rng, c):
    monoid, said = Monoid(c), c.get("period")
    period, _, start = ("0", "", "1") if said == "none" else said.partition(" from ")
    period, start = int(period), int(start)
    c.put("period", rng.choice(("none", f"{2 * period} from {start}", f"{period} from {start + 1}", f"{period} from {max(0, start - 1)}",
                                f"{period + 1} from {start}", f"{rng.randrange(1, 7)} from {rng.randrange(1, len(monoid.heaps) + 1)}")))


QUOTIENT_MUTANTS = [another_p_portion, another_image_of_a_heap, two_heaps_swapped, another_product, fewer_heaps, one_heap_more, other_numbers,
                    a_smaller_order, a_larger_order, an_element_without_a_sum, another_period, another_period]
