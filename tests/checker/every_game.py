#!/usr/bin/env python3
"""Every game of `outplay games` with each of its options: whether its answers have certificates, and what both checkers say of them.

    every_game.py PROGRAM        prints a table

The questions are the examples of the games' definitions, and for each option that no example uses, the first example with that option. What has no
certificate, or one that the second checker does not know, must be listed in UNKNOWN with its reason: a new game that is forgotten fails the test.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile

import check

VALUES = {"bias": "1:2", "weights": "1=2", "start": "1", "alone": "2", "terminals": "1,2"}  # of options that no example uses
TIME = "60"  # seconds for an answer with its certificate
UNKNOWN = {  # question or game: why there is no certificate that both checkers accept
    "three-players": "the second checker does not know games of three players",
}
SKIPPED = {  # examples of large boards: why they are not asked here
    "fire-and-ice [pg:2,2 : pg:2,2] --start 1.1": "it is not solved in an hour",
}


def questions(program):
    """(question, names of its options) for each game and option."""
    said = subprocess.run([program, "games", "--json"], capture_output=True, text=True, check=True)
    for game in json.loads(said.stdout)["games"]:
        found = [(text, options_of(text)) for text in game["examples"]]
        yield from (question for question in found if question[0] not in SKIPPED)
        first = found[0][0].partition(" --")[0]
        for option in game["options"]:
            name = option["name"] if isinstance(option, dict) else option
            name = name.lstrip("-").partition(" ")[0]
            if not any(name in options for _, options in found):
                text = f"{first} --{name} {VALUES.get(name, '')}".strip()
                yield text, options_of(text)


def options_of(text):
    return [word[2:] for word in text.split(" ") if word.startswith("--")]


def words_of(text):
    """An example as words: a board may have blanks in it."""
    names, _, options = text.partition(" --")
    game, _, board = names.partition(" ")
    return [game, board] + (shlex.split("--" + options) if options else [])


def asked(program, text, path):
    """(bytes of the certificate or None, what the first checker says, what the second one says)."""
    words = [*words_of(text), "--certificate", path, "--time", TIME, "--quiet"]
    done = subprocess.run([program, "solve", *words], capture_output=True, text=True, check=False)
    if done.returncode != 0 or not os.path.exists(path):
        return None, "none", (done.stdout + done.stderr).strip().rpartition("\n")[2]
    first = subprocess.run([program, "check", path, "--quiet"], capture_output=True, text=True, check=False)
    with open(path, "rb") as file:
        data = file.read()
    os.remove(path)
    return data, {0: "valid", 3: "limit"}.get(first.returncode, "refused"), check.verdict(data)


def table(program):
    """(question, length of the certificate, first checker, second checker, excused or None) for every game."""
    with tempfile.TemporaryDirectory(prefix="outplay-games-") as folder:
        for text, _ in questions(program):
            data, first, second = asked(program, text, os.path.join(folder, "made"))
            excuse = UNKNOWN.get(text, UNKNOWN.get(text.partition(" ")[0].partition(":")[0]))
            yield text, len(data or b""), first, second, excuse


def main():
    print("| question | bytes | first checker | second checker |\n| --- | --- | --- | --- |")
    for text, length, first, second, _ in table(sys.argv[1]):
        print(f"| `{text}` | {length:,} | {first} | {second.partition(':')[0]} |", flush=True)


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    main()
