#!/usr/bin/env python3
"""Holds the two checkers against each other.

    agree.py PROGRAM [--mutants N] [--steps N] [--thefts N] [--nests N] [--shapes N] [--sums N] [--seed S] [--only WORD] [--keep DIR]

PROGRAM is `outplay`. It answers each question of questions.txt with a certificate, which both checkers must accept. Then

- N mutants are made: the verdicts must be the same, and what both accept must be true by playing the game out;
- N random steps are put on top of each proof: both checkers accept a step or neither does, and all that is shown is true;
- N times strategy stealing is claimed on a random board: both accept it or neither does, and what is accepted is true;
- N times a win is claimed on a random nested board, with most of the facts that show it: the same;
- N random games are played on sums of partizan games, where what the parts tell of who wins must be true;
- N times the value of a random graph is claimed by its shape, or by a mirror: the same.

`--keep` writes down the certificates on which the checkers differ.
"""

import argparse
import collections
import os
import random
import shlex
import subprocess
import sys
import tempfile

import check
import every_game
import growing
import islands
import mutants
import steps
import truth

HERE = os.path.dirname(os.path.abspath(__file__))
BATCH = 50  # certificates that outplay-check is given at a time
LARGEST = 4000  # bytes: certificates beyond this are checked, but not changed
SAMPLE = 4  # refused steps of each proof that the program is asked about


class Both:
    """The program, its checker, and the second checker."""

    def __init__(self, program, keep, checker):
        self.checker = [checker] if checker else [program, "check", "--quiet"]
        self.batch = BATCH if checker else 1
        self.program, self.keep, self.bad, self.said = program, keep, 0, collections.Counter()
        self.folder = tempfile.TemporaryDirectory(prefix="outplay-agree-")

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run(self, *words):
        return subprocess.run(list(words), capture_output=True, text=True, check=False)

    def make(self, question):
        """The certificate that answers a question, in the form text."""
        words = shlex.split(question)
        if words[0] not in ("period", "quotient"):
            words += ["--certificate-form", "text"]
        done = self.run(self.program, *words, "--certificate", self.path("made"), "--quiet")
        if done.returncode != 0:
            raise SystemExit(f"no certificate: {question}\n{done.stdout}{done.stderr}")
        with open(self.path("made"), "rb") as file:
            return file.read()

    def first(self, data):
        with open(self.path("asked"), "wb") as file:
            file.write(data)
        done = self.run(*self.checker, self.path("asked"), "--time", "20")
        return {0: "valid", 3: "unknown: "}.get(done.returncode, "refused: ") + (done.stdout + done.stderr).strip()

    def firsts(self, many):
        """What the first checker says of several certificates: outplay-check takes them all at once, and says a line of each."""
        if len(many) == 1:
            return [self.first(many[0])]
        paths = [self.path(f"asked{k}") for k in range(len(many))]
        for path, data in zip(paths, many):
            with open(path, "wb") as file:
                file.write(data)
        lines = self.run(*self.checker, *paths, "--time", "20").stdout.splitlines()
        found = {}
        for line in lines:
            path, _, said = line.partition(": ")
            found[path] = said if said.startswith("valid") else ("unknown: " if said.startswith("not checked") else "refused: ") + said
        # A check that ended without a verdict, for whatever reason, is told by itself.
        return [found.get(path) or self.first(data) for path, data in zip(paths, many)]

    def compare(self, name, data, first=None):
        """What both say: `v`alid, `r`efused or `u`nknown, the first checker first."""
        first, second = first or self.first(data), check.verdict(data)
        said = first[0] + second[0]
        self.said[said] += 1
        if said in ("vr", "rv"):
            self.complain(f"the checkers differ: {name}\n  first  {first}\n  second {second}", data)
        return said

    def complain(self, text, data=b""):
        self.bad += 1
        if self.keep and data:
            os.makedirs(self.keep, exist_ok=True)
            path = os.path.join(self.keep, f"{len(os.listdir(self.keep)):04}.cert")
            with open(path, "wb") as file:
                file.write(data)
            text += f"\n  kept as {path}"
        print(text)


def is_true(certificate):
    """Whether what a certificate states is true: None if the game is too large to be played out."""
    if certificate.get("statement") == "misere-quotient":
        return truth.quotient_is_true(dict(certificate.header))
    if certificate.get("statement") == "misere-quotient-of-board":
        return truth.board_quotient_is_true(dict(certificate.header), check.game_of(dict(certificate.header), {}))
    if certificate.heaps:
        return None  # the second checker computes the values itself
    header, options, _ = check.opened(certificate.data())
    game = check.game_of(header, options)
    position, mover, score = steps.play(game, header.get("after", ""), options)
    starts = [position] if position is not None else [(1 << s, 0, ()) for s in range(game.count) if game.under(s) is None]
    played = truth.Truth(game, options)
    try:
        return all(played.states(header["statement"], start, mover, score) for start in starts)
    except truth.TooLarge:
        return None


def change(both, rng, originals, count):
    """Mutants, one after another of each certificate."""
    for begin in range(0, count, both.batch):
        made = []
        for k in range(begin, min(begin + both.batch, count)):
            question, original = originals[k % len(originals)]
            made.append((question, original, *mutants.mutant(rng, original)))
        firsts = both.firsts([mutant.data() for *_, mutant in made])
        for (question, original, kind, mutant), first in zip(made, firsts):
            judge(both, f"{kind} of {question}", original, mutant, first)


def judge(both, name, original, mutant, first):
    """Compares the verdicts on a mutant. What both accept must be true."""
    if both.compare(name, mutant.data(), first) == "vv" and mutant.question() != original.question():
        said = is_true(mutant)
        both.said[{True: "true", False: "FALSE", None: "not played out"}[said]] += 1
        if said is False:
            both.complain(f"both accept what is false: {name}", mutant.data())


def grow(both, rng, originals, count):
    """Random steps on top of each proof."""
    shown = 0
    for question, original in originals:
        if original.heaps or original.get("statement").startswith("promise") or original.get("proof") in ("closed", "recompute"):
            continue
        grown, refused, proof = growing.grow(rng, original, count)
        both.compare(f"steps on top of {question}", grown.data())
        for why, bad in rng.sample(refused, min(SAMPLE, len(refused))):
            both.compare(f"{why} on top of {question}", bad.data())
        shown += growing.facts_are_true(both, question, proof)
    return shown


def random_sets(rng, most):
    points = rng.randint(2, most)
    sets = {tuple(sorted(rng.sample(range(1, points + 1), rng.randint(1, min(3, points))))) for _ in range(rng.randint(1, 7))}
    return "sets:" + ",".join("-".join(map(str, s)) for s in sorted(sets))


def covering_sets(rng, points):
    """Random sets on so many points, each of them in a set."""
    while True:
        found = random_sets(rng, points)
        if {int(p) for p in found[5:].replace(",", "-").split("-")} == set(range(1, points + 1)):
            return found


def steal(both, rng, count):
    """Strategy stealing on random boards, at the start and elsewhere: what both checkers accept is true."""
    accepted = 0
    for _ in range(count):
        nested = rng.random() < 0.4
        board = f"[{random_sets(rng, 3)} : {random_sets(rng, 2)}]" if nested else random_sets(rng, 6)
        start, fact = "1.1" if nested else "1", rng.randrange(4)
        game, options, position = rng.choice([
            ("hop", f"option start {start}\n", "1 0"), ("hop", f"option start {start}\n", "1 0"), ("hop", f"option start {start}\n", "1 0"),
            ("hop", f"option start {start}\n", "2 1"), ("hop", f"option start {start}\n", "3 0"), ("positional", "", "0 0"), ("positional", "", "1 0"),
            ("positional", "option bias 1:2\n", "0 0"), ("maker-breaker-hop", f"option start {start}\n", "1 0"), ("maker-breaker", "", "0 0")])
        head = f"outplay-certificate 1\nstatement forces {steps.FACTS[fact]}=yes\ngame {game}\nboard {board}\n{options}"
        certificate = mutants.Certificate(f"{head}steps 1\nmemory 100000\nbody text\nstealing {position} {fact}\n".encode() + bytes(26))
        if both.compare(f"stealing in {game} on {board}", certificate.data()) == "vv":
            accepted += 1
            if is_true(certificate) is not True:
                both.complain(f"stolen, but not true or not played out: {game} on {board}", certificate.data())
    return accepted


def nest(both, rng, count):
    """Wins on random nested boards by their islands, with most of the true facts and now and then a false one: what both checkers accept is true."""
    accepted = 0
    for _ in range(count):
        outer, inner = rng.choice(((3, 2), (2, 3), (2, 2)))
        board = f"[{covering_sets(rng, outer)} : {covering_sets(rng, inner)}]"
        head = f"outplay-certificate 2\nstatement forces win=yes\ngame hop\nboard {board}\nboard-digest 0\noption start 1.1\n"
        rest = "uses islands\nproof closed\nfacts 0\nmemory 1\ncost 1\nbody text\n"
        certificate = mutants.Certificate((head + rest).encode() + bytes(72))
        mutants.right_digest(certificate)
        header, options, _ = check.opened(certificate.data())
        game = check.game_of(header, options)
        proof, played = islands.ClosedIslands(game, {"islands"}, board, []), truth.Truth(game, options)
        by_truth = {True: [], False: []}
        for t in proof.tuples():
            position = proof.position(t)
            if game.mover(position) == 1 and not game.ending(position):
                by_truth[played.remembered("forces", position, 0)].append(proof.code(t))
        facts = [code for code in by_truth[True] if rng.random() < 0.98]
        if rng.random() < 0.3:
            facts += rng.sample(by_truth[False], min(1, len(by_truth[False])))
        facts.sort()
        certificate.steps = [["fact", str(code - before)] for before, code in zip([0] + facts, facts)]
        certificate.recount()
        if both.compare(f"a win on {board}", certificate.data()) == "vv":
            accepted += 1
            if is_true(certificate) is not True:
                both.complain(f"accepted, but not true: a win on {board}", certificate.data())
    return accepted


SUMS = [("domineering", "grid:2x2 + grid:2x3"), ("domineering", "grid:2x2 + grid:2x2 + grid:1x2"), ("domineering", "cells:##/#. + grid:3x2"), ("col", "path:7"),
        ("snort", "path:7"), ("snort", "path:3 + cycle:4"), ("partizan-octal:0.3,0.03", "heaps:5,3"), ("partizan-octal:0.7,0.33", "heaps:3,2,2")]


def sums(both, rng, count):
    """Partizan positions on the way through random games, of whose parts some truths are shown: what the second checker finds is true."""
    told = 0
    for k in range(count):
        name, board = SUMS[k % len(SUMS)]
        game = check.game_of({"game": name, "board": board}, {})
        played, position = truth.Truth(game, {}), game.start
        while game.moves(position):
            proof = steps.Sides(game)
            for part in game.parts(position):
                for shown in (part, steps.partizan.passed(part)):
                    if rng.random() < 0.7 and part != position:
                        proof.entry(shown)["wins"] = played.remembered("moves_and_wins", shown)
            found = proof.wins(position)
            told += found is not None
            if found not in (None, played.remembered("moves_and_wins", position)):
                both.complain(f"parts tell of {position} what is not true: {name} {board}")
            position = rng.choice(game.moves(position))[2]
    return told


SHAPED = {"node-kayles": "mirror paths", "arc-kayles": "mirror paths", "cram": "mirror paths", "octal:0.33": "paths podes", "octal:0.03": "paths trees",
          "octal:0.77": "paths", "octal:0.137": "paths", "octal:0.7F": "paths", "octal:0.333": "paths", "grim": "paths"}


def random_tree(rng, most):
    """The edges of a tree, mostly without or with few branches."""
    n, reach = rng.randint(1, most), rng.choice((1, 1, 2, most))
    return n, [(max(0, v - rng.randint(1, reach)), v) for v in range(1, n)]


def mirrored_graph(rng, most):
    """A graph and a map of its vertices that is a mirror, but for an edge or an image now and then."""
    n = rng.randint(1, most // 2)
    edges = set()
    for _ in range(rng.randint(0, 2 * n)):
        u, v = rng.randrange(n), rng.randrange(n)
        if u != v or rng.random() < 0.2:
            edges |= {(u, v), (u + n, v + n)} if u == v or rng.random() < 0.5 else {(u, v + n), (v, u + n)}
    if rng.random() < 0.2:
        edges.add((rng.randrange(n), rng.randrange(2 * n)))
    images = [(v + n) % (2 * n) for v in range(2 * n)]
    if rng.random() < 0.2:
        images[rng.randrange(2 * n)] = rng.randrange(2 * n)
    return 2 * n, edges, images


def claim_shapes(both, rng, count):
    """Values of random graphs by their shape or a mirror: what both checkers accept is true."""
    accepted = 0
    for _ in range(count):
        game = rng.choice(list(SHAPED))
        theories, value = SHAPED[game].split(), rng.randrange(4)
        images = None
        if "mirror" in theories and rng.random() < 0.5:
            n, edges, images = mirrored_graph(rng, 8)
            value = 0
        else:
            n, edges = random_tree(rng, 9)
            if rng.random() < 0.15:
                edges = list(edges) + [(rng.randrange(n), rng.randrange(n))]
            theories = theories[-1:] if theories[0] == "mirror" or rng.random() < 0.5 else theories[:1]
        if images:
            theories = theories[:1]
        if rng.random() < 0.05:
            theories = [rng.choice(sorted(check.THEORIES))]
        # Vertices without an edge are boards of their own, which come after the others.
        order = sorted(range(n), key=lambda v: all(v not in edge for edge in edges))
        number = {v: k + 1 for k, v in enumerate(order)}
        lone = sum(all(v not in edge for edge in edges) for v in range(n))
        parts = ["edges:" + ",".join(f"{number[u]}-{number[v]}" for u, v in edges)] if edges else []
        board = " + ".join(parts + ["path:1"] * lone)
        heaps = "0 " if ":" in game else ""
        step = f"shape {heaps}{(1 << n) - 1} {value}"
        if images:
            step = f"mirror {heaps}{(1 << n) - 1} " + " ".join(str(number[images[v]] - 1) for v in order)
        head = f"outplay-certificate 2\nstatement grundy {value}\ngame {game}\nboard {board}\nboard-digest 0\nuses {theories[0]}\n"
        rest = f"proof ordered\nsteps 1\nmemory 100000\ncost 1\nbody text\n{step}\n"
        certificate = mutants.Certificate((head + rest).encode() + bytes(72))
        mutants.right_digest(certificate)
        if both.compare(f"{step.split()[0]} in {game} on {board}", certificate.data()) == "vv":
            accepted += 1
            if is_true(certificate) is not True:
                both.complain(f"accepted, but not true or not played out: {game} on {board}", certificate.data())
    return accepted


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--mutants", type=int, default=2000)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--thefts", type=int, default=200)
    parser.add_argument("--nests", type=int, default=60)
    parser.add_argument("--shapes", type=int, default=200)
    parser.add_argument("--sums", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep")
    parser.add_argument("--checker", help="outplay-check, which starts sooner than `outplay check`")
    given = parser.parse_args()
    sys.setrecursionlimit(100_000)
    rng, both = random.Random(given.seed), Both(given.program, given.keep, given.checker)
    with open(os.path.join(HERE, "questions.txt"), encoding="utf-8") as file:
        questions = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    questions = [question for question in questions if given.only in question]
    originals = []
    for question in questions:
        data = both.make(question)
        if both.compare(question, data) != "vv":
            both.complain(f"not valid by both: {question}", data)
        original = mutants.Certificate(data)
        if original.data() != data:
            both.complain(f"another header than expected: {question}", data)
        if is_true(original) is False:
            both.complain(f"not true: {question}", data)
        if len(data) <= LARGEST:
            originals.append((question, original))
    print(f"{len(questions)} certificates of questions.txt")
    samples = sorted(os.listdir(os.path.join(HERE, "samples")))
    for name in samples:
        with open(os.path.join(HERE, "samples", name), "rb") as file:
            data = file.read()
        if both.compare(name, data) != "vv":
            both.complain(f"not valid by both: {name}", data)
    print(f"{len(samples)} certificates of samples/")
    games = list(every_game.table(given.program)) if not given.only else []
    for question, _, first, second, excuse in games:
        if (first, second) != ("valid", "valid") and not excuse:
            both.complain(f"no certificate that both checkers accept, and no reason listed: {question}: {first}, {second}")
    print(f"{len(games)} questions about every game and option, {sum(bool(game[4]) for game in games)} of them excused")
    change(both, rng, originals, given.mutants)
    shown = grow(both, rng, originals, given.steps)
    stolen = steal(both, rng, given.thefts)
    nested = nest(both, rng, given.nests)
    shaped = claim_shapes(both, rng, given.shapes)
    summed = sums(both, rng, given.sums)
    print(f"{given.sums} random games on sums of partizan games, {summed} winners told by parts, all true")
    print(f"{given.shapes} values claimed by shapes and mirrors of random graphs, {shaped} of them accepted and true")
    print(f"{given.nests} proofs by islands on random nested boards, {nested} of them accepted and true")
    print(f"{given.thefts} thefts on random boards, {stolen} of them accepted and true")
    print(f"{given.mutants} mutants, {shown} facts played out; verdicts of both: {dict(both.said)}")
    print("the checkers agree" if not both.bad else f"{both.bad} complaints")
    return 1 if both.bad else 0


if __name__ == "__main__":
    sys.exit(main())
