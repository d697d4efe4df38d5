"""Writes the tables of expected values, or checks the committed ones.

    python3 make_tables.py            writes every table
    python3 make_tables.py --check    exits 1 if a committed table differs
    python3 make_tables.py hop.txt    the named tables only
"""

import sys
import time
from pathlib import Path

import cases_impartial
import cases_moves
import cases_positional
import cases_scoring
import games
from oracle import best_moves, evaluate

TABLES = Path(__file__).resolve().parent.parent / "tables"

WINNING_WAYS = "Winning Ways (Berlekamp, Conway, Guy), chapter 4"
NOTES = {
    "heaps.txt": [
        "Octal and hexadecimal games on heaps: outcome and Grundy value.",
        f"Published sequences that selftest.py holds against the oracle: {WINNING_WAYS};",
        "Kayles OEIS A002186, Dawson's chess and Dawson's Kayles A002187, 0.1377 A071434, 0.177 A071435,",
        "0.56 A071436, 0.113377 A071451, 0.7777 A071074, 0.176 A125920."],
    "heaps_misere.txt": ["The same under the misere convention: outcome only."],
    "octal_graphs.txt": [
        "Octal games on graphs, Definition 22 of `Octal Games on Graphs`."],
    "vertex_games.txt": [
        "Node Kayles, Arc Kayles and Cram.  A loop of Arc Kayles takes its one end.",
        "Cram on 1xn is Dawson's Kayles; even x even is 0 (" + WINNING_WAYS.split(",")[0] + ")."],
    "unshackle.txt": [
        "Unshackle: margin, first minus second.  The turn always passes."],
    "strings_and_coins.txt": [
        "Strings and Coins (Dots and Boxes on the arrays): a scoring move keeps the turn."],
    "octagons_normal.txt": [
        "Closing Octagons under rules (3') and (4') of Definition 3.17, turn by turn.",
        "Theorems 4.12 to 4.19 of the thesis hold for the octagon boards here."],
    "nimstring.txt": [
        "Nimstring (Winning Ways, chapter 16): whoever cannot move when she must loses.",
        "grundy is the g with position + *g lost for the mover, or loony if there is none."],
    "positional.txt": [
        "The strong positional game.  plies counts points taken; null for a draw."],
    "maker_breaker.txt": ["Maker-Breaker, Maker first unless --breaker-first."],
    "avoider_enforcer.txt": ["Avoider-Enforcer, Avoider first unless --enforcer-first."],
    "chooser_picker.txt": [
        "Chooser-Picker (Chooser is Maker) and Picker-Chooser (Picker is Maker); Picker is first.",
        "An offer, a choice and the last single point are one ply each."],
    "biased.txt": [
        "--bias P:Q: Maker (Avoider, the first player of positional) takes P points a turn, the",
        "other Q; plies counts points."],
    "hop.txt": ["Hop games: what the first player can force, each on its own."],
    "fire_and_ice.txt": [
        "Hops within an island, or to the same inner place of another island."],
    "nested.txt": ["Strong, Maker-Breaker and hop games on small nested boards."],
    "larger.txt": [
        "A few boards of more than 200,000 positions.  PG(2,3) is a draw in the strong game (Carroll and",
        "Dougherty) and in the hop game (Theorem 3.3.4 of the hop thesis)."],
    "moves.txt": [
        "best: every winning move (impartial games, empty if the position is P), or every move of",
        "the best margin, one for each class of parallel edges.  A heap taken whole is written `3>0`;",
        "a move of Arc Kayles or Cram is written as the vertices it takes, `3,4`."],
}

CASES = {
    "heaps.txt": cases_impartial.heaps,
    "heaps_misere.txt": cases_impartial.heaps_misere,
    "octal_graphs.txt": cases_impartial.octal_graphs,
    "vertex_games.txt": cases_impartial.vertex_games,
    "unshackle.txt": cases_scoring.unshackle,
    "strings_and_coins.txt": cases_scoring.strings_and_coins,
    "octagons_normal.txt": cases_scoring.octagons_normal,
    "nimstring.txt": cases_scoring.nimstring,
    "positional.txt": cases_positional.positional,
    "maker_breaker.txt": cases_positional.maker_breaker,
    "avoider_enforcer.txt": cases_positional.avoider_enforcer,
    "chooser_picker.txt": cases_positional.chooser_picker,
    "biased.txt": cases_positional.biased,
    "hop.txt": cases_positional.hop,
    "fire_and_ice.txt": cases_positional.fire_and_ice,
    "nested.txt": cases_positional.nested,
    "larger.txt": cases_positional.larger,
    "moves.txt": cases_moves.moves,
}

GAMES = {f"{name}.txt": module for name, module in games.modules().items()}
assert not GAMES.keys() & CASES.keys()


def case_lines(name):
    """(game, board, options, fields) for every line of a table in CASES."""
    for game, board, options in dict.fromkeys(CASES[name]()):
        if name == "moves.txt":
            yield game, board, options, "best=" + best_moves(game, board, options)
        else:
            yield game, board, options, evaluate(game, board, options)


def table_text(name):
    """The whole text of one table."""
    if name in GAMES:
        notes, found = GAMES[name].NOTES, dict.fromkeys(GAMES[name].lines())
    else:
        notes, found = NOTES[name], case_lines(name)
    lines = [f"# {note}" for note in notes]
    lines += ["# Computed by tests/oracle (make_tables.py).",
              "# GAME | BOARD | OPTIONS | key=value ..."]
    lines += [" | ".join(line) for line in found]
    return "\n".join(lines) + "\n"


def main(arguments):
    sys.setrecursionlimit(20_000)
    check = "--check" in arguments
    names = [a for a in arguments if a != "--check"] or [*CASES, *GAMES]
    differing = []
    for name in names:
        began = time.monotonic()
        text, file = table_text(name), TABLES / name
        if not check:
            TABLES.mkdir(exist_ok=True)
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            differing.append(name)
        print(f"{name}: {text.count(chr(10))} lines, {time.monotonic() - began:.1f} s",
              file=sys.stderr)
    for name in differing:
        print(f"{name} differs from what the oracle computes")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
