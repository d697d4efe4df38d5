"""Games on winning sets, by recursion on whole positions.

A position is the pair of masks of what the first and the second player own.
Values are ranked so that the winner hurries and the loser delays.
"""

DRAWN = (0, None)


def rank(value):
    """Orders values for the first player: fast wins, slow wins, draws, slow losses, fast losses."""
    score, plies = value
    return score * (10_000 - plies) if score else 0


def later(value, plies):
    """The value seen that many plies earlier."""
    score, left = value
    return value if left is None else (score, left + plies)


def owns(mask, sets):
    return any(mask & s == s for s in sets)


class Placement:
    """Games in which the players take points in turn.

    `kind` is `positional` (the first to own a set wins, a full board is a
    draw), `maker-breaker` (Maker wins on owning a set, Breaker on a full board)
    or `avoider-enforcer` (Avoider loses at once on owning a set and wins on a
    full board).  `special` says whether the first (0) or the second (1) player
    is Maker or Avoider.  `bias` is how many points each takes in a turn.
    """

    def __init__(self, family, kind, special=0, bias=(1, 1)):
        self.full = (1 << len(family.names)) - 1
        self.sets, self.kind, self.special, self.bias = family.sets, kind, special, bias
        self.known = {}

    def side(self, player):
        return 1 if player == 0 else -1

    def decided(self, owned, player):
        """The score once `player` has taken a point, or None to play on."""
        if self.kind == "positional":
            return self.side(player) if owns(owned[player], self.sets) else None
        if player == self.special and owns(owned[player], self.sets):
            return self.side(player) * (1 if self.kind == "maker-breaker" else -1)
        return None

    def at_full_board(self):
        if self.kind == "positional":
            return 0
        return self.side(self.special) * (-1 if self.kind == "maker-breaker" else 1)

    def value(self, owned=(0, 0), player=0, left=None):
        """(score for the first player, plies to the end or None for a draw)."""
        left = self.bias[player] if left is None else left
        key = owned, player, left
        if key not in self.known:
            self.known[key] = self.search(owned, player, left)
        return self.known[key]

    def search(self, owned, player, left):
        free = self.full & ~(owned[0] | owned[1])
        if not free:
            score = self.at_full_board()
            return (score, 0) if score else DRAWN
        values = []
        for k in range(self.full.bit_length()):
            if free >> k & 1:
                now = tuple(m | 1 << k if p == player else m for p, m in enumerate(owned))
                score = self.decided(now, player)
                if score is not None:
                    values.append((score, 1))
                elif left > 1:
                    values.append(later(self.value(now, player, left - 1), 1))
                else:
                    values.append(later(self.value(now, 1 - player), 1))
        return (max if player == 0 else min)(values, key=rank)


class ChooserPicker:
    """Picker (the first player) offers two points, Chooser keeps one of them.

    Chooser is Maker, or Picker if `picker_makes`.  A last single point goes to
    Chooser.  Offer, choice and that last point are one ply each.
    """

    def __init__(self, family, picker_makes=False):
        self.n, self.sets, self.picker_makes = len(family.names), family.sets, picker_makes
        self.known = {}

    def value(self, picker=0, chooser=0):
        if (picker, chooser) not in self.known:
            self.known[picker, chooser] = self.search(picker, chooser)
        return self.known[picker, chooser]

    def after_round(self, picker, chooser, plies):
        if owns(picker if self.picker_makes else chooser, self.sets):
            return (1 if self.picker_makes else -1), plies
        return later(self.value(picker, chooser), plies)

    def search(self, picker, chooser):
        free = [k for k in range(self.n) if not (picker | chooser) >> k & 1]
        if not free:
            return (-1 if self.picker_makes else 1), 0
        if len(free) == 1:
            return self.after_round(picker, chooser | 1 << free[0], 1)
        offers = []
        for a in free:
            for b in free:
                if a < b:
                    offers.append(min(
                        self.after_round(picker | 1 << a, chooser | 1 << b, 2),
                        self.after_round(picker | 1 << b, chooser | 1 << a, 2), key=rank))
        return max(offers, key=rank)


WIN, LOSS, TIE, DRAW = "win", "loss", "tie", "draw"
FORCES = {
    "win": {WIN},
    "win-or-tie": {WIN, TIE},
    "win-or-draw": {WIN, DRAW},
    "not-lose": {WIN, TIE, DRAW},
}


class Hop:
    """Hop games: a player moves an own piece to an open point and leaves an opponent's.

    `restricted` keeps hops within an island, or to the same inner place of
    another island (Fire and Ice).
    """

    def __init__(self, family, restricted=False):
        self.n, self.sets = len(family.names), family.sets
        self.inner = family.islands[1] if restricted else None
        self.forced, self.lengths = {}, {}

    def may_hop(self, a, b):
        if self.inner is None:
            return True
        return a // self.inner == b // self.inner or a % self.inner == b % self.inner

    def ending(self, owned):
        """How the game has ended for the first player, or None."""
        first, second = owns(owned[0], self.sets), owns(owned[1], self.sets)
        if first and second:
            return TIE
        return WIN if first else LOSS if second else None

    def hops(self, owned, player):
        for a in range(self.n):
            if owned[player] >> a & 1:
                for b in range(self.n):
                    if not (owned[0] | owned[1]) >> b & 1 and self.may_hop(a, b):
                        mine = owned[player] & ~(1 << a) | 1 << b
                        theirs = owned[1 - player] | 1 << a
                        yield (mine, theirs) if player == 0 else (theirs, mine)

    def first_forces(self, wanted, owned, player=0):
        """Whether the first player can force the end to be among the wanted ones."""
        key = wanted, owned, player
        if key not in self.forced:
            ending = self.ending(owned)
            options = [] if ending else list(self.hops(owned, player))
            if not options:
                answer = (ending or DRAW) in FORCES[wanted]
            elif player == 0:
                answer = any(self.first_forces(wanted, o, 1) for o in options)
            else:
                answer = all(self.first_forces(wanted, o, 0) for o in options)
            self.forced[key] = answer
        return self.forced[key]

    def length(self, winner, owned, player=0):
        """Plies until `winner` (0 or 1) has won under best play; None if not forced."""
        key = winner, owned, player
        if key not in self.lengths:
            ending = self.ending(owned)
            if ending:
                answer = 0 if ending == (WIN, LOSS)[winner] else None
            else:
                options = [self.length(winner, o, 1 - player) for o in self.hops(owned, player)]
                known = [plies for plies in options if plies is not None]
                if player == winner:
                    answer = 1 + min(known) if known else None
                else:
                    answer = 1 + max(known) if known and len(known) == len(options) else None
            self.lengths[key] = answer
        return self.lengths[key]

    def solve(self, start):
        """forces, result, winner and plies from a single X at the start."""
        owned = (1 << start, 0)
        forces = {wanted: self.first_forces(wanted, owned) for wanted in FORCES}
        first, second = self.length(0, owned), self.length(1, owned)
        assert forces["win"] == (first is not None)
        assert forces["not-lose"] == (second is None)
        if forces["win"]:
            return forces, "first-win", "first", first
        if not forces["not-lose"]:
            return forces, "second-win", "second", second
        tie, draw = forces["win-or-tie"], forces["win-or-draw"]
        result = "draw-or-tie" if tie == draw else "tie" if tie else "draw"
        return forces, result, "none", None
