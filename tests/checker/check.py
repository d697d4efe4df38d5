#!/usr/bin/env python3
"""A second checker of certificates, written from docs/formats.md alone: plain, slow, standard library only.

    check.py FILE...      says of each file `valid`, `refused: why` or `unknown: what`

The exit code is 0 if all are valid, 1 if one is refused, 2 if one is about something that this checker does not know.
"""

import hashlib
import sys
import zlib

import along
import board_quotients
import connection
import partizan
import periods
import quotients
import steps
from rules import (Edges, Points, Refused, Unknown, Vertices, bits, digit_function, need, parse_family, parse_graph, whole)

KEYWORDS = ("copy is not loony won lost least most holds fails keeps maker potential pairing breaker stealing "
            "exchange cancel mirror shape").split()
KEYS = ("statement", "game", "board", "after", "strategy", "heaps", "steps", "memory", "body")


def fnv(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return value


SECOND_KEYS = ("statement", "game", "board", "board-digest", "option", "after", "|", "strategy", "heaps", "uses", "proof", "symmetry", "facts",
               "levels", "steps", "memory", "cost", "body")
COUNTED = ("facts", "levels", "steps")
MADE_OF = {"closed": "facts", "recompute": "levels", "ordered": "steps"}
ABOUT_HEAPS = {b"statement period": periods.check, b"statement arithmetic-period": periods.check, b"statement misere-quotient": quotients.check,
               b"statement family-period": along.check,
               b"statement misere-quotient-of-board": lambda header: board_quotients.check(header, game_of)}
LONGEST = 1 << 16  # bytes of a certificate about heaps
THEORIES = {"captures", "cores", "grid-key", "islands", "mirror", "paths", "podes", "rich", "trees"}


class Reader:
    """The steps one after another, in whichever form they are written."""

    def __init__(self, form, body):
        self.form, self.line = form, []
        if form == "text":
            need(body.endswith(b"\n") or not body, "the last step is cut short")
            self.lines = [line.split() or [""] for line in body.decode("ascii", "replace").split("\n")[:-1]]
            self.lines.reverse()
        else:
            if form == "deflate":
                inflate = zlib.decompressobj(-15)
                try:
                    body = inflate.decompress(body) + inflate.flush()
                except zlib.error as error:
                    raise Refused(str(error)) from error
                need(inflate.eof and not inflate.unused_data, "not a whole deflate stream")
            self.body, self.at = body, 0

    def over(self):
        return not self.lines if self.form == "text" else self.at == len(self.body)

    def keyword(self):
        need(not self.over(), "fewer steps than stated")
        if self.form == "text":
            self.line = self.lines.pop()
            self.line.reverse()
            word = self.line.pop()
            need(word in KEYWORDS, f"no step is called {word}")
            return word
        number = self.body[self.at]
        self.at += 1
        need(number < len(KEYWORDS), f"no step has the number {number}")
        return KEYWORDS[number]

    def fact(self):
        """The beginning of a fact of a closed proof."""
        need(not self.over(), "fewer facts than stated")
        if self.form == "text":
            self.line = self.lines.pop()
            self.line.reverse()
            need(self.line.pop() == "fact", "not a fact")

    def number(self):
        if self.form == "text":
            need(self.line, "a number is missing")
            value = whole(self.line.pop())
        else:
            value = shift = 0
            while True:
                need(self.at < len(self.body) and shift < 70, "a number is missing, or longer than ten bytes")
                byte = self.body[self.at]
                self.at += 1
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
        need(0 <= value < 1 << 64, "a number beyond 64 bits")
        return value

    def count(self):
        """How many numbers follow: no more than there can be."""
        value = self.number()
        need(value <= (len(self.line) if self.form == "text" else len(self.body)), "a number is missing")
        return value

    def flag(self):
        value = self.number()
        need(value <= 1, "neither 0 nor 1")
        return value

    def margin(self):
        """0, 1, 2, 3, ... for 0, -1, 1, -2, ..."""
        value = self.number()
        return -(value + 1) // 2 if value % 2 else value // 2

    def end(self):
        need(self.form != "text" or not self.line, "more numbers than the step has")


def check(data):
    """Returns if the certificate holds; raises Refused or Unknown."""
    if data.startswith(b"outplay-certificate 2\n"):
        return check_second(data)
    body, last = data[:-26], data[-26:]
    need(last[:9] == b"checksum " and last[25:] == b"\n", "no checksum")
    first, _, rest = body.partition(b"\n")
    need(first == b"outplay-certificate 1", "not a certificate of a version known here")
    about_heaps = ABOUT_HEAPS.get(rest.partition(b"\n")[0])
    need(last[9:25] == b"%016x" % fnv(body[:-1] if about_heaps else body), "the checksum is wrong")
    if about_heaps:
        need(len(data) <= LONGEST, "it is too long")
        return about_heaps(dict(pairs(rest.decode("utf-8", "replace").split("\n")[:-1])))
    header, options, body = opened(data)
    return steps.check(header, game_of(header, options), options, Reader(header["body"], body))


def check_second(data):
    """A certificate of version 2."""
    body, last = data[:-72], data[-72:]
    need(last == b"digest " + hashlib.sha256(body).hexdigest().encode() + b"\n", "the digest is wrong")
    header, options, body = opened(data)
    game = game_of(header, options)
    need(header["board-digest"] == board_digest(game), "another board")
    uses = header.get("uses", "").split()
    need(uses == sorted(set(uses)) and set(uses) <= THEORIES, "theories that are not known here")
    need("rich" not in uses or "captures" in uses, "a theory that serves nothing here")
    return steps.check(header, game, options, Reader(header["body"], body), set(uses))


def opened(data):
    """The header's keys, the options and the bytes of the steps; lines of the board's file are not looked at."""
    first, _, rest = data.partition(b"\n")
    if first.endswith(b"2"):
        return opened_second(rest[:-72])
    header, options, rest = {}, [], rest[:-26]
    while "body" not in header:
        line, found, rest = rest.partition(b"\n")
        need(found, "the header has no end")
        key, value = pairs([line.decode("utf-8", "replace")])[0]
        if key == "option":
            options.append(value)
        elif key != "|":
            need(key in KEYS and key not in header, f"{key} is not known, or stands twice")
            header[key] = value
    for key in ("statement", "game", "board", "steps", "memory"):
        need(key in header, f"no {key}")
    need(header["body"] in ("text", "binary", "deflate"), "how are the steps written?")
    return header, read_options(header["game"], options), rest


def opened_second(rest):
    """The same of version 2, whose lines stand in one order."""
    header, options, last, order = {"symmetry": []}, [], 0, []
    while "body" not in header:
        line, found, rest = rest.partition(b"\n")
        need(found, "the header has no end")
        key, _, value = line.decode("utf-8", "replace").partition(" ")
        need(key in SECOND_KEYS, f"{key} is not known")
        at = SECOND_KEYS.index(key)
        need(at >= last and (at > last or key in ("option", "|", "symmetry") or not header.get("statement")), f"{key} out of order")
        last = at
        if key == "option":
            options.append(value)
        elif key == "symmetry":
            header["symmetry"].append([plain_number(image) for image in value.split(" ")])
        elif key != "|":
            header[key] = value
        if key in COUNTED or key in ("memory", "cost", "heaps"):
            plain_number(value)
    wanted = {"statement", "game", "board", "board-digest", "proof", "memory", "cost"}
    need(wanted <= set(header), "a line is missing")
    need(header["proof"] in MADE_OF, "a proof of a kind not known here")
    need([key for key in COUNTED if key in header] == [MADE_OF[header["proof"]]], "how many?")
    need(header["proof"] != "ordered" or not header["symmetry"], "symmetries in an ordered proof")
    need(header["body"] in ("text", "binary", "deflate"), "how are the steps written?")
    known = read_options(header["game"], options)
    order = ["misere", "normal-rules", "breaker-first", "enforcer-first", "bias", "start", "gravity"]
    rank = [(order.index(k) if k in order else len(order), k) for k in known]
    need(rank == sorted(rank), "options out of order")
    return header, known, rest


def plain_number(text):
    need(text.isascii() and text.isdigit() and str(int(text)) == text, f"{text} is no number")
    return int(text)


def board_digest(game):
    """SHA-256 of the board written out."""
    lines = [f"places {len(game.labels)}"]
    if isinstance(game, Points):
        for name, family in zip(("first", "second"), game.sets):
            listed = sorted(bits(s) for s in family)
            lines += [f"{name} {len(listed)} sets"] if len(listed) > 100_000 else [" ".join(map(str, [name, *s])) for s in listed]
        lines += [f"hop {a} {b}" for a, b in sorted(game.hops or ())]
    else:
        lines += [f"edge {a} {b} {c}" for (a, b), c in sorted(zip(game.ends, game.copies))]
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def pairs(lines):
    found = [tuple(line.partition(" ")[::2]) for line in lines]
    need(len(dict(found)) == len(found), "a key twice")
    return found


GRAPH_GAMES = ("unshackle", "strings-and-coins", "closing-octagons", "nimstring", "green-hackenbush")
VERTEX_GAMES = ("node-kayles", "monochrome", "arc-kayles", "cram", "grim")
POINT_GAMES = ("positional", "maker-breaker", "avoider-enforcer", "chooser-picker", "picker-chooser", "hop",
               "fire-and-ice", "maker-breaker-hop")


OPTIONS = {"unshackle": ("misere", "weights"), "strings-and-coins": ("misere", "weights"),
           "closing-octagons": ("misere", "normal-rules", "weights"), "domineering": ("right-first",), "col": ("right-first",),
           "snort": ("right-first",), "partizan-octal": ("right-first",),
           "positional": ("bias", "gravity"), "maker-breaker": ("bias", "breaker-first", "gravity"), "avoider-enforcer": ("bias", "enforcer-first"),
           "hop": ("bias", "start", "gravity"), "fire-and-ice": ("start",), "maker-breaker-hop": ("bias", "breaker-first", "start", "gravity"),
           "chooser-picker": (), "picker-chooser": (), "three-players": ("alone",), "hex": (), "shannon-switching": ("terminals",)}


def read_options(game, lines):
    """Each option once, and only those of the game; of other games it is `misere` alone."""
    known = {}
    for line in lines:
        key, _, value = line.partition(" ")
        need(key in OPTIONS.get(game.partition(":")[0], ("misere",)) and key not in known, f"option {key}")
        known[key] = value
        need(bool(value) == (key in ("weights", "bias", "start", "terminals", "alone")), f"option {line}")
    if "bias" in known:
        p, _, q = known["bias"].partition(":")
        need(p.isdigit() and q.isdigit() and int(p) and int(q), f"bias {known['bias']}")
        known["bias"] = int(p), int(q)
    return known


def game_of(header, options):
    """The rules on the board that the header names."""
    name, board, known = header["game"], header["board"], options
    if board.startswith("@"):
        raise Unknown("a board of a file")
    try:
        if name in POINT_GAMES:
            game = points_on(name, parse_family(board), known)
            game.board = board
            if "gravity" in known:
                game.layer = layer_of(board)
            return game
        if name in ("hex", "shannon-switching"):
            family = connection.hex_board(board) if name == "hex" else connection.switching_board(board, known.get("terminals"))
            return points_on("maker-breaker", family, {})
        if name in GRAPH_GAMES:
            weights = dict(tuple(map(int, w.split("="))) for w in known.get("weights", "").split(",") if w)
            game = Edges(name, parse_graph(board), weights)
            game.normal_rules = "normal-rules" in known
            return game
        if name.partition(":")[0] in partizan.GAMES:
            return partizan.Tints(name, board, int("right-first" in known))
        heaps, graphs = [], []
        for part in board.split(" + "):
            if part.startswith("heaps:"):
                heaps += [int(h) for h in part[6:].split(",")]
            else:
                graphs.append(part)
        graph = parse_graph(" + ".join(graphs)) if graphs else parse_graph("path:0")
        if name in VERTEX_GAMES or digit_function(name.removeprefix("connected-")):
            return Vertices(name, graph, heaps)
    except (ValueError, AssertionError) as error:
        raise Unknown(f"board {board}: {error}") from error
    raise Unknown(f"game {name}")


def layer_of(board):
    """The points of a layer of a board with gravity: of those with the same first coordinate."""
    name, _, rest = board.partition(":")
    need(name in ("ttt", "lattice"), "no layers")
    if name == "lattice":
        return int(rest.partition(",")[0].split("x")[1])
    side, _, dimension = rest.partition("^")
    return int(side) ** (int(dimension or 2) - 1)


def points_on(name, family, options):
    hops = None
    if name == "fire-and-ice":
        if family.islands is None:
            raise Unknown("fire-and-ice on a board that is not nested")
        n = family.islands[1]
        count = len(family.names)
        hops = {(a, b) for b in range(count) for a in range(b) if a // n == b // n or a % n == b % n}
    return Points(name, len(family.names), family.names, family.sets, family.sets, hops, options)


def verdict(data):
    """`valid`, `refused: why` or `unknown: what`."""
    try:
        check(data)
    except Refused as why:
        return f"refused: {why}"
    except Unknown as what:
        return f"unknown: {what}"
    return "valid"


def main():
    worst = 0
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            said = verdict(file.read())
        print(f"{path}: {said}")
        worst = max(worst, {"v": 0, "r": 1, "u": 2}[said[0]])
    return worst


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    sys.exit(main())
