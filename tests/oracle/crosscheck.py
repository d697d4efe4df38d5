"""Second opinions: each solver against a differently written, slower one."""

from functools import lru_cache

import cases_impartial
import cases_positional
from boards import parse_graph
from families import parse_family
from impartial import Grundy, HeapGame, VertexGame, Wins
from oracle import impartial_game
from positional import DRAW, LOSS, TIE, WIN, ChooserPicker, Hop, Placement
from randoms import Source
from scoring import Nimstring, Scoring


class WithNimHeap:
    """A game with a nim heap beside it, to measure a Grundy value without theory."""

    def __init__(self, game):
        self.game = game

    def moves(self, pair):
        position, heap = pair
        for name, after in self.game.moves(position):
            yield name, (after, heap)
        for less in range(heap):
            yield f"*{less}", (position, less)


def is_small(rules):
    if isinstance(rules, HeapGame):
        return sum(rules.start) <= 18
    return isinstance(rules, VertexGame) and len(rules.labels) <= 9


def grundy_against_plain_play():
    """Position + *n is lost for the mover for n = the Grundy value and no smaller n."""
    tables = [cases_impartial.heaps, cases_impartial.octal_graphs, cases_impartial.vertex_games]
    for game, board, options in dict.fromkeys(c for table in tables for c in table()):
        rules = impartial_game(game, board)
        if "misere" in options or not is_small(rules):
            continue
        value = Grundy(rules).value(rules.start)
        assert Wins(rules).mover_wins(rules.start) == (value != 0)
        plain = Wins(WithNimHeap(rules))
        lost = [n for n in range(value + 2) if not plain.mover_wins((rules.start, n))]
        assert lost == [value], (game, board)


def grundy_outcomes_on_random_graphs():
    source = Source(1001)
    for _ in range(150):
        board = source.graph(3 + source.below(6), .15 + source.draw() / 2)
        for game in ("octal:0.33", "octal:0.77", "octal:0.137", "octal:0.6", "octal:0.F",
                     "node-kayles", "arc-kayles"):
            rules = impartial_game(game, board)
            won = Wins(rules).mover_wins(rules.start)
            assert won == (Grundy(rules).value(rules.start) != 0), (game, board)


def dots_and_boxes(rows, columns):
    """The margin of Dots and Boxes on drawn sides, with no graph in sight."""
    sides = {}
    for r in range(rows):
        for c in range(columns):
            for side in [("h", r, c), ("h", r + 1, c), ("v", r, c), ("v", r, c + 1)]:
                sides.setdefault(side, []).append((r, c))
    every = frozenset(sides)
    boxes = {box: {s for s in sides if box in sides[s]} for s in sides for box in sides[s]}

    @lru_cache(maxsize=None)
    def best(drawn):
        values = []
        for side in every - drawn:
            after = drawn | {side}
            gained = sum(1 for box in sides[side] if boxes[box] <= after)
            values.append(gained + best(after) if gained else -best(after))
        return max(values, default=0)

    return best(frozenset())


def scoring_on_edge_lists():
    """Margins again, with the edges as a plain list that shrinks and nothing remembered."""
    def best(edges, again):
        values = []
        for k in range(len(edges)):
            rest = edges[:k] + edges[k + 1:]
            freed = len(set(edges[k]) - {v for e in rest for v in e})
            follow = best(rest, again)
            values.append(freed + follow if again and freed else freed - follow)
        return max(values, default=0)

    source = Source(77)
    for _ in range(40):
        graph = parse_graph(source.multigraph(1 + source.below(5), 1 + source.below(6)))
        for again in (False, True):
            rules = Scoring(graph, again)
            assert rules.margin(rules.start) == best(graph.edge_list(), again)


def nimstring_by_mex():
    """Nimstring values by the rule of complimenting moves, against literal play.

    Let R be the values of moves that pass the turn and C those of moves that
    do not.  C empty: the least value not in R.  C one number not in R: that
    number.  Otherwise loony.
    """
    source = Source(16)
    for _ in range(120):
        rules = Nimstring(parse_graph(source.multigraph(1 + source.below(5), 1 + source.below(8))))

        @lru_cache(maxsize=None)
        def value(position):
            passing, keeping = set(), set()
            for _, freed, after in rules.moves(position):
                (keeping if freed else passing).add(value(after))
            if not any(position):
                return 0
            if not keeping:
                return next(g for g in range(len(passing) + 1) if g not in passing)
            if len(keeping) == 1 and "loony" not in keeping and not keeping & passing:
                return keeping.pop()
            return "loony"

        assert value(rules.start) == rules.value(rules.start)


def small_families():
    source = Source(404)
    return [parse_family(source.family(n, m, sizes)) for n, m, sizes in
            [(3, 2, [2]), (4, 3, [2]), (4, 3, [2, 3]), (5, 3, [3]), (5, 4, [2, 3]), (5, 4, [3, 4]),
             (6, 4, [3]), (6, 3, [2, 3])]]


def placement_without_memory():
    """Every line of play, on sets, in the order of points taken."""
    def best(family, kind, special, bias, taken):
        order = []  # who takes the k-th point
        while len(order) <= len(family.names):
            order += [0] * bias[0] + [1] * bias[1]
        n = len(family.names)
        if taken:
            player = order[len(taken) - 1]
            own = {p for k, p in enumerate(taken) if order[k] == player}
            if any(set(m) <= own for m in family.members()):
                sign = 1 if player == 0 else -1
                if kind == "positional":
                    return sign * (100 - len(taken))
                if player == special:
                    return sign * (100 - len(taken)) * (1 if kind == "maker-breaker" else -1)
        if len(taken) == n:
            if kind == "positional":
                return 0
            for_special = -1 if kind == "maker-breaker" else 1
            return (100 - n) * for_special * (1 if special == 0 else -1)
        choose = max if order[len(taken)] == 0 else min
        return choose(best(family, kind, special, bias, taken + [p])
                      for p in range(n) if p not in taken)

    for family in small_families():
        for kind in ("positional", "maker-breaker", "avoider-enforcer"):
            for special in (0, 1):
                for bias in ((1, 1), (2, 1), (1, 2)):
                    score, plies = Placement(family, kind, special, bias).value()
                    expected = score * (100 - plies) if score else 0
                    assert best(family, kind, special, bias, []) == expected


def hop_by_orders():
    """What can be forced, from minimax under two strict orders of the four endings."""
    def minimax(hop, order, owned, player):
        ending = hop.ending(owned)
        options = [] if ending else list(hop.hops(owned, player))
        if not options:
            return order.index(ending or DRAW)
        return (max, min)[player](minimax(hop, order, o, 1 - player) for o in options)

    def hurried(hop, owned, player, plies):
        ending = hop.ending(owned)
        options = [] if ending else list(hop.hops(owned, player))
        if not options:
            return 100 - plies if ending == WIN else 0
        return (max, min)[player](hurried(hop, o, 1 - player, plies + 1) for o in options)

    for family in small_families():
        if len(family.names) > 5:
            continue
        hop = Hop(family)
        for start in range(len(family.names)):
            forces = hop.solve(start)[0]
            tie_first = minimax(hop, [LOSS, DRAW, TIE, WIN], (1 << start, 0), 0)
            draw_first = minimax(hop, [LOSS, TIE, DRAW, WIN], (1 << start, 0), 0)
            assert forces == {"win": tie_first == 3, "win-or-tie": tie_first >= 2,
                              "win-or-draw": draw_first >= 2, "not-lose": tie_first >= 1}
            if forces["win"]:
                fastest = hurried(hop, (1 << start, 0), 0, 0)
                assert hop.solve(start)[3] == 100 - fastest


def positional_laws():
    """Laws that hold on every board: strategy stealing, Erdos-Selfridge, an extra move helps."""
    for board in cases_positional.BOARDS + cases_positional.families(900, wide=False):
        family = parse_family(board)
        assert Placement(family, "positional").value()[0] >= 0
        maker_first = Placement(family, "maker-breaker", 0).value()[0]
        maker_second = -Placement(family, "maker-breaker", 1).value()[0]
        assert maker_first >= maker_second
        weight = sum(.5 ** len(m) for m in family.members())
        assert weight >= .5 or maker_first == -1
        assert weight >= 1 or maker_second == -1


def chooser_picker_without_memory():
    def best(family, picker_makes, picker, chooser, plies):
        own = picker if picker_makes else chooser
        maker = 1 if picker_makes else -1
        if any(set(m) <= own for m in family.members()):
            return maker * (100 - plies)
        free = [p for p in range(len(family.names)) if p not in picker | chooser]
        if not free:
            return -maker * (100 - plies)
        if len(free) == 1:
            return best(family, picker_makes, picker, chooser | set(free), plies + 1)
        return max(min(best(family, picker_makes, picker | {a}, chooser | {b}, plies + 2),
                       best(family, picker_makes, picker | {b}, chooser | {a}, plies + 2))
                   for a in free for b in free if a < b)

    for family in small_families():
        for picker_makes in (False, True):
            score, plies = ChooserPicker(family, picker_makes).value()
            assert best(family, picker_makes, set(), set(), 0) == score * (100 - plies)


CHECKS = [grundy_against_plain_play, grundy_outcomes_on_random_graphs, scoring_on_edge_lists,
          nimstring_by_mex, placement_without_memory, chooser_picker_without_memory, hop_by_orders,
          positional_laws]
