"""One door: the expected values of a game on a board, from their names.

`evaluate("octal:0.33", "path:5", "")` is `"outcome=N grundy=2"`;
`best_moves` lists the winning or margin-optimal moves.
"""

import shlex

from boards import parse_graph, parse_heaps
from families import parse_family
from impartial import (ArcKayles, Grundy, HeapGame, NodeKayles, OctalOnGraph, Wins,
                       digit_function)
from positional import ChooserPicker, Hop, Placement
from scoring import NormalOctagons, Nimstring, Scoring

SCORING = {"unshackle": False, "strings-and-coins": True, "closing-octagons": True}
PLACEMENT = ("positional", "maker-breaker", "avoider-enforcer")


def parse_options(text):
    """`--misere --bias 2:1` as a dictionary; an option without a value holds True."""
    words, options = shlex.split(text), {}
    while words:
        name = words.pop(0)
        assert name.startswith("--"), text
        options[name[2:]] = words.pop(0) if words and not words[0].startswith("--") else True
    return options


def impartial_game(game, board):
    """The rules object of an impartial game on vertices or heaps, or None."""
    if game in ("node-kayles", "monochrome"):
        return NodeKayles(parse_graph(board))
    if game in ("arc-kayles", "cram"):
        return ArcKayles(parse_graph(board))
    digit = digit_function(game)
    if digit is None:
        return None
    if board.startswith("heaps:"):
        return HeapGame(digit, parse_heaps(board))
    return OctalOnGraph(digit, parse_graph(board))


def text_of(fields):
    plain = {True: "true", False: "false", None: "null"}
    return " ".join(f"{key}={plain[v] if v is None or v is True or v is False else v}"
                    for key, v in fields)


def sign(number):
    return (number > 0) - (number < 0)


def by_score(score):
    return {1: "first", -1: "second", 0: "none"}[score]


def result_fields(score, plies):
    result = {1: "first-win", -1: "second-win", 0: "draw"}[score]
    return [("result", result), ("winner", by_score(score)), ("plies", plies)]


def evaluate(game, board, options=""):
    """The fields `key=value ...` of one table line."""
    return text_of(fields_of(game, board, parse_options(options)))


def fields_of(game, board, options):
    misere = "misere" in options
    rules = impartial_game(game, board)
    if rules:
        if misere:
            won = Wins(rules, misere=True).mover_wins(rules.start)
            return [("outcome", "N" if won else "P")]
        grundy = Grundy(rules).value(rules.start)
        return [("outcome", "N" if grundy else "P"), ("grundy", grundy)]
    if game == "nimstring":
        strings = Nimstring(parse_graph(board), misere)
        won = [("outcome", "N" if strings.mover_wins(strings.start) else "P")]
        return won if misere else won + [("grundy", strings.value(strings.start))]
    if game in SCORING:
        if "normal-rules" in options:
            edges = NormalOctagons(parse_graph(board))
        else:
            edges = Scoring(parse_graph(board), SCORING[game])
        margin = edges.margin(edges.start)
        return [("margin", margin), ("winner", by_score(sign(margin)))]
    return positional_fields(game, parse_family(board), options)


def positional_fields(game, family, options):
    if game in PLACEMENT:
        second = "breaker-first" in options or "enforcer-first" in options
        # The bias names the role first: Maker (or Avoider) takes P points a turn, whoever begins.
        p, q = map(int, options.get("bias", "1:1").split(":"))
        if second:
            p, q = q, p
        return result_fields(*Placement(family, game, int(second), (p, q)).value())
    if game in ("chooser-picker", "picker-chooser"):
        return result_fields(*ChooserPicker(family, game == "picker-chooser").value())
    if game in ("hop", "fire-and-ice"):
        start = family.names.index(options["start"])
        forces, result, winner, plies = Hop(family, game == "fire-and-ice").solve(start)
        return [("result", result), ("winner", winner), *forces.items(), ("plies", plies)]
    raise ValueError(f"unknown game: {game}")


def order_of_move(name):
    """Sorts moves by the numbers in them."""
    for mark in ">-,":
        name = name.replace(mark, " ")
    return [int(part) for part in name.split()]


def best_moves(game, board, options=""):
    """Every winning (impartial) or margin-optimal (scoring) move, after `--after`."""
    settings = parse_options(options)
    made = settings.get("after", "").replace(";", " ").split()
    rules = impartial_game(game, board)
    if rules:
        position = rules.start
        for name in made:
            position = dict(rules.moves(position))[name]
        found = Wins(rules, "misere" in settings).winning_moves(position)
    else:
        if game == "nimstring":
            rules = Nimstring(parse_graph(board), "misere" in settings)
        else:
            rules = Scoring(parse_graph(board), SCORING[game])
        position = rules.start
        for name in made:
            position = {rules.name(k): after for k, _, after in rules.moves(position)}[name]
        found = (rules.winning_moves if game == "nimstring" else rules.best_moves)(position)
    return ";".join(sorted(set(found), key=order_of_move))
