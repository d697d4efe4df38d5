"""The steps of a proof, replayed: each must follow by the rules from those before it."""

import closed
import islands
import partizan
import quiet
import recomputed
import shapes
import stealing
import theories
from rules import Points, Unknown, need, whole

FACTS = ("win", "win-or-tie", "win-or-draw", "not-lose")
MIRRORED = ("node-kayles", "monochrome", "arc-kayles", "cram")
GOOD = ({"win"}, {"win", "tie"}, {"win", "draw"}, {"win", "tie", "draw"})


def check(header, game, options, reader, uses=None):
    position, mover, score = play(game, header.get("after", ""), options)
    words = header["statement"].split(" ")
    need(min(whole(header.get(key, "0")) for key in ("memory", "steps", "heaps")) >= 0, "numbers out of range")
    need("strategy" not in header or words[0] == "promise", "a strategy without a promise")
    if header.get("proof") == "recompute":
        need("misere" not in options, "no statement for a table")
        kind = quiet.RecomputedMargins if game.kind == "scoring" else recomputed.RecomputedValues
        proof = kind(game, uses, header["symmetry"], words, position)
        proof.check(reader, whole(header["levels"]))
    elif header.get("proof") == "closed":
        kind = {"scoring": closed.ClosedMargins, "facts": islands.ClosedIslands}.get(game.kind, closed.ClosedValues)
        need("misere" not in options and words[0] != "promise", "no statement for a closed proof")
        proof = kind(game, uses, header["board"], header["symmetry"])
        proof.check(reader, whole(header["facts"]))
    else:
        need(uses is None or uses <= serving(game, options), "a theory that is not of this game")
        proof = proof_of(header, game, options, uses)
        for _ in range(whole(header["steps"])):
            proof.step(reader.keyword(), reader)
            reader.end()
        need(reader.over(), "more steps than stated")
    starts = [position]
    if position is None:
        starts = [(1 << s, 0, ()) for s in range(game.count) if game.under(s) is None]
    for start in starts:
        need(proof.concludes(words, start, mover, score), "the statement was not shown")


def serving(game, options):
    """The theories that are of a game."""
    if getattr(game, "game", "") in MIRRORED:
        return {"mirror"} | shapes.serving(game)
    if game.kind == "impartial":
        return shapes.serving(game)
    if game.kind != "scoring" or game.normal_rules or "weights" in options or "misere" in options:
        return set()
    return {"cores"} if game.game == "unshackle" else {"captures", "rich"}


def proof_of(header, game, options, uses=None):
    words = header["statement"].split(" ")
    if words[0] == "promise":
        return Promises(game, options, words[1] if len(words) > 1 else "")
    if game.kind == "partizan":
        return Sides(game)
    if game.kind == "scoring":
        return Margins(game, uses, "misere" in options)
    if game.kind == "facts":
        return Facts(game)
    return Misere(game) if "misere" in options else Values(game, whole(header.get("heaps", "0")), uses or set())


def play(game, after, options):
    """The position asked about (None: every start of a hop game), who moves there, and the first player's points less the second's."""
    if isinstance(game, Points):
        position = (0, 0, ())
        if game.hopping:
            if "start" not in options:
                need(not after, "moves without a start")
                return None, 0, 0
            need(options["start"] in game.labels, "no such start")
            start = game.labels.index(options["start"])
            need(game.under(start) is None, "with gravity play begins at the bottom")
            position = (1 << start, 0, ())
    else:
        position = game.start
    mover = score = 0
    for name in after.replace(";", " ").split():
        if isinstance(game, Points):
            mover = game.mover(position)
        if "(" in name:
            raise Unknown(f"the place {name}")
        asked = name if isinstance(game, Points) else name.partition("#")[0]
        found = [(earned, next_) for n, earned, next_ in game.moves(position) if n == asked]
        need(found, f"{name} is no legal move")
        earned, position = found[0]
        score += earned if mover == 0 else -earned
        if not (earned and getattr(game, "keeps_turn", False)):
            mover = 1 - mover
    if isinstance(game, Points):
        mover = game.mover(position)
    return position, mover, score


class Proof:
    """Entries are numbered in the order in which their positions first appear; a copy shares the facts of what it copies."""

    def __init__(self, game):
        self.game, self.entries, self.number = game, [], {}

    def step(self, word, reader):
        handler = getattr(self, "step_" + word, None)
        need(handler, f"{word} is no step of this proof")
        handler(reader)

    def nothing(self):
        return {}

    def entry(self, position):
        """The facts of a position, a new entry if it has none."""
        if position not in self.number:
            self.number[position] = len(self.entries)
            self.entries.append((position, self.nothing()))
        return self.entries[self.number[position]][1]

    def facts(self, position):
        at = self.number.get(position)
        return self.nothing() if at is None else self.entries[at][1]

    def step_copy(self, reader):
        position, facts, mapping = self.read_copy(reader)
        image = self.game.renamed(position, mapping)
        if image not in self.number:
            self.number[image] = len(self.entries)
            self.entries.append((image, facts))

    def read_copy(self, reader):
        at = reader.number()
        need(at < len(self.entries), "a copy of nothing")
        position, facts = self.entries[at]
        return position, facts, {place: reader.number() for place in self.game.names(position)}

    def move(self, reader, position):
        moves = self.game.moves(position)
        at = reader.number()
        need(at < len(moves), "no such move")
        return moves[at]


class Values(Proof):
    """Grundy values of components. Facts: `is` a value or "loony", `not` a set of values."""

    def __init__(self, game, heaps, uses=frozenset()):
        super().__init__(game)
        need(0 <= heaps <= 1 << 20, "heaps too large")
        self.heaps, self.uses = heaps, uses

    def step_mirror(self, reader):
        need("mirror" in self.uses, "no mirror serves here")
        position = self.game.read(reader)
        image = {v: reader.number() for v in self.game.names(position)}
        need(all(image.get(image[v]) == v != image[v] and (v, image[v]) not in self.game.edges for v in image), "no mirror")
        need(self.game.renamed(position, image) == position, "the map keeps something else")
        self.entry(position)["is"] = 0

    def step_shape(self, reader):
        position = self.game.read(reader)
        told = reader.number()
        need(hasattr(self.game, "near") and shapes.value(self.game, position, self.uses & shapes.serving(self.game)) == told, "another value")
        self.entry(position)["is"] = told

    def nothing(self):
        return {"is": None, "not": set()}

    def split(self, position):
        """The nim-sum of the heaps (None if one is larger than the header says), and the other components as positions."""
        if not hasattr(self.game, "heap_value"):
            return 0, self.game.parts(position)
        total = None if any(heap > self.heaps for heap in position[0]) else 0
        for heap in position[0] if total == 0 else ():
            total ^= self.game.heap_value(heap)
        return total, [((), part) for part in self.game.parts(position)]

    def value(self, position):
        """The value shown, "loony", or None."""
        total, parts = self.split(position)
        values = [self.facts(part)["is"] for part in parts]
        if "loony" in values:
            return "loony"
        if None in values or total is None:
            return None
        for value in values:
            total ^= value
        return total

    def is_not(self, position, g):
        total, parts = self.split(position)
        if total is None:
            return False
        total ^= g
        open_parts = []
        for part in parts:
            value = self.facts(part)["is"]
            if value == "loony":
                return True
            if value is None:
                open_parts.append(part)
            else:
                total ^= value
        if not open_parts:
            return total != 0
        return len(open_parts) == 1 and total in self.facts(open_parts[0])["not"]

    def shows_not(self, move, g):
        """Whether the move wins beside a heap of g."""
        _, earned, after = move
        return self.is_not(after, g) if earned else self.value(after) == g

    def step_is(self, reader):
        position, g = self.game.read(reader), reader.number()
        moves = self.game.moves(position)
        need(g <= len(moves), "more than there are moves")
        for smaller in range(0 if any(earned for _, earned, _ in moves) else g):
            need(self.shows_not(self.move(reader, position), smaller), "the move does not lead to the smaller value")
        for _, earned, after in moves:
            need(self.value(after) == g if earned else self.is_not(after, g), "a move may lead to this value")
        self.set_value(position, g)

    def set_value(self, position, g):
        facts = self.entry(position)
        need(facts["is"] in (None, g), "two values")
        facts["is"] = g

    def step_not(self, reader):
        position, g = self.game.read(reader), reader.number()
        need(self.shows_not(self.move(reader, position), g), "the move does not lead to this value")
        self.entry(position)["not"].add(g)

    def step_loony(self, reader):
        need(self.game.kind == "impartial" and getattr(self.game, "keeps_turn", False), "loony is for nimstring")
        position = self.game.read(reader)
        first, second = self.move(reader, position), self.move(reader, position)
        need(self.wins_beside_all(first, second), "some heap is not won")
        self.set_value(position, "loony")

    def wins_beside_all(self, first, second):
        """A capture that leaves h wins beside every heap but h; the other move must win beside h."""
        _, earned, after = first
        if not earned:
            return False
        value = self.value(after)
        return value == "loony" or (value is not None and self.shows_not(second, value))

    def concludes(self, words, position, mover, score):
        value = self.value(position)
        if words == ["loony"]:
            return value == "loony"
        if words[0] == "grundy" and len(words) == 2:
            return value != "loony" and str(value) == words[1]
        if words == ["outcome", "P"]:
            return value == 0
        return words == ["outcome", "N"] and self.is_not(position, 0)


class Misere(Proof):
    """Who wins under the misère convention, on whole positions."""

    def wins(self, position):
        if not self.game.moves(position):
            return True
        return self.facts(position).get("wins")

    def after_wins(self, move):
        """Whether who made the move wins, as far as it is known."""
        wins = self.wins(move[2])
        if wins is None or (move[1] and getattr(self.game, "keeps_turn", False)):
            return wins
        return not wins

    def step_won(self, reader):
        position = self.game.read(reader)
        need(self.after_wins(self.move(reader, position)) is True, "the move is not shown to win")
        self.set_winner(position, True)

    def step_lost(self, reader):
        position = self.game.read(reader)
        for move in self.game.moves(position):
            need(self.after_wins(move) is False, "a move may win")
        need(self.game.moves(position), "who cannot move has won")
        self.set_winner(position, False)

    def set_winner(self, position, wins):
        facts = self.entry(position)
        need(facts.get("wins", wins) == wins, "both won and lost")
        facts["wins"] = wins

    def concludes(self, words, position, mover, score):
        return words in (["outcome", "N"], ["outcome", "P"]) and self.wins(position) is (words[1] == "N")


class Sides(Misere):
    """Who wins partizan games, in which a position says whose turn it is: whoever cannot move loses."""

    def by_step(self, position):
        return self.facts(position).get("wins") if self.game.moves(position) else False

    def wins(self, position):
        """By a step about the position or by its parts."""
        known = self.by_step(position)
        if known is not None:
            return known
        parts = self.game.parts(position)
        told = [(self.by_step(part), self.by_step(partizan.passed(part))) for part in parts]
        if all(mover is False for mover, _ in told):
            return False
        risky = [mover for mover, opponent in told if opponent is not False]
        if risky == [True] or (not risky and any(mover for mover, _ in told)):
            return True
        rest = [part for part, said in zip(parts, told) if said != (False, False)]
        return self.by_step(partizan.together(rest)) if len(rest) < len(parts) else None

    def step_lost(self, reader):
        position = self.game.read(reader)
        for move in self.game.moves(position):
            need(self.wins(move[2]) is True, "a move may win")
        self.set_winner(position, False)

    def concludes(self, words, position, mover, score):
        by_mover = {position[2]: self.wins(position), 1 - position[2]: self.wins(partizan.passed(position))}
        return None not in by_mover.values() and words == ["class", partizan.outcome_class(by_mover[0], by_mover[1])]


class Margins(Proof):
    """Bounds on what the player to move will get, less what the other will. Under the misère convention a point counts -1."""

    def __init__(self, game, uses=None, misere=False):
        super().__init__(game)
        plain = set(game.weights) <= {1} and not misere
        self.exchanges = game.game == "unshackle" and plain
        self.uses, self.misere = uses or set(), misere
        if uses is None:  # version 1
            self.uses = {"captures"} if game.keeps_turn and not game.normal_rules and plain else set()

    def shown(self, position):
        """(at least, at most), by what was shown of the position itself and of what it comes to."""
        low, high = self.told(position, set())  # theorems speak of what is left
        bounds, rest = theories.comes_to(self.game, position, self.uses)
        least, most = bounds(*self.told(rest))
        return max(low, least), min(high, most)

    def told(self, position, uses=None):
        low, high = theories.known(self.game, position, self.uses if uses is None else uses)
        facts = self.facts(position)
        return max(low, facts.get("least", low)), min(high, facts.get("most", high))

    def after(self, move):
        """Bounds on what the move gets."""
        _, points, position = move
        earned = -points if self.misere else points
        low, high = self.shown(position)
        if earned and self.game.keeps_turn:
            return earned + low, earned + high
        return earned - high, earned - low

    def tell(self, position, least=None, most=None):
        facts = self.entry(position)
        if least is not None:
            facts["least"] = max(least, facts.get("least", least))
        if most is not None:
            facts["most"] = min(most, facts.get("most", most))

    def step_least(self, reader):
        position, m = self.game.read(reader), reader.margin()
        need(self.after(self.move(reader, position))[0] >= m, "the move may get less")
        self.tell(position, least=m)

    def step_most(self, reader):
        position, m = self.game.read(reader), reader.margin()
        moves = self.game.moves(position)
        need(moves or m >= 0, "nothing is left")
        for move in moves:
            need(self.after(move)[1] <= m, f"{move[0]} may get more")
        self.tell(position, most=m)

    def step_exchange(self, reader):
        need(self.exchanges, "no moves are exchanged here")
        position, m = self.game.read(reader), reader.margin()
        need(any(position), "nothing is left")
        moves, count = self.game.moves(position), reader.count()
        need(count <= len(moves), "more moves than there are")
        listed = [self.move(reader, position) for _ in range(count)]
        for move in moves:
            bound = min((self.after(e)[1] + self.slack(e, move) for e in listed), default=m + 1)
            need(bound <= m, f"{move[0]} may get more")
        self.tell(position, most=m)

    def slack(self, e, f):
        """Theorem 1: what f can get more than e."""
        if e[0] == f[0]:
            return 0
        a, b = set(e[0].split("-")), set(f[0].split("-"))
        return 2 * max(len(a - b), len(b - a)) - 2 * e[1]

    def step_cancel(self, reader):
        need(self.exchanges, "nothing cancels here")
        position = self.game.read(reader)
        left, edges, loop = list(position), 0, None
        for part in self.game.parts(position):
            if sum(part) != 1:
                continue
            k = part.index(1)
            if len(set(self.game.ends[k])) == 2:
                left[k], edges = 0, edges + 1
            elif loop is None:
                loop = k
            else:
                left[k] = left[loop] = 0
                loop = None
        need(tuple(left) != position, "nothing cancels there")
        low, high = self.shown(tuple(left))
        if edges % 2:
            low, high = 2 - high, 2 - low
        self.tell(position, low, high)

    def concludes(self, words, position, mover, score):
        return margin_shown(words, self.shown(position), bool(mover) != self.misere, score)


def margin_shown(words, bounds, turned, score):
    """Whether bounds on what the player to move will get show a statement about the whole game."""
    low, high = bounds
    low, high = (score - high, score - low) if turned else (score + low, score + high)
    if words[0] == "margin" and len(words) == 2:
        return low == high == whole(words[1])
    if words[0] != "margin" or words[1::2] not in (["at-least"], ["at-most"], ["at-least", "at-most"]) or len(words) % 2 == 0:
        return False
    wanted = dict(zip(words[1::2], map(whole, words[2::2])))
    return low >= wanted.get("at-least", low) and high <= wanted.get("at-most", high)


class Facts(Proof):
    """What the first player can force. Facts: the set of those that hold and of those that fail."""

    def __init__(self, game):
        super().__init__(game)
        self.games = [(game, self.entries, self.number)]
        self.games += [(self.maker_game(k), [], {}) for k in (1, 2)]
        self.at = 0

    def maker_game(self, k):
        """Maker-Breaker with the first (1) or the second player (2) as Maker; in a hop game the second takes the first point."""
        game = self.game
        if game.maker is not None or game.bias != (1, 1) or game.hops is not None or game.layer:
            return None
        maker = k - 1
        first, second = game.sets
        if game.hopping:
            maker, first, second = 1 - maker, second, first
        options = {"breaker-first": ""} if maker else {}
        return Points("maker-breaker", game.count, game.labels, first, second, None, options)

    def nothing(self):
        return {True: set(), False: set()}

    def step_maker(self, reader):
        at = reader.number()
        need(at <= 2 and self.games[at][0], "there is no such game")
        self.at = at
        self.game, self.entries, self.number = self.games[self.at]

    def shown(self, position, fact, truth, at=None):
        """Whether the fact is shown to hold (or to fail)."""
        game, entries, number = self.games[self.at if at is None else at]
        ending = game.ending(position)
        if ending:
            return (ending in GOOD[fact]) == truth
        if position not in number:
            return False
        known = entries[number[position]][1][truth]
        return any(GOOD[f] <= GOOD[fact] if truth else GOOD[f] >= GOOD[fact] for f in known)

    def fact(self, reader):
        position, fact = self.game.read(reader), reader.number()
        need(fact < 4, "no such fact")
        need(not self.game.ending(position), "the game is over")
        return position, fact

    def step_holds(self, reader):
        self.forced(reader, 0)

    def step_fails(self, reader):
        self.forced(reader, 1)

    def forced(self, reader, player):
        position, fact = self.fact(reader)
        need(not self.game.ending(position), "the game is over")
        if self.game.mover(position) == player:
            moves = [self.move(reader, position)]
        else:
            moves = self.game.moves(position)
        for move in moves:
            need(self.shown(move[2], fact, player == 0), f"{move[0]} is not shown")
        self.entry(position)[player == 0].add(fact)

    def argument(self, position, fact):
        """(Maker, whether the fact holds) for an argument that Maker never owns a set."""
        game = self.game
        need(not game.ending(position) and not game.layer, "there is no such argument here")
        if game.maker is not None:
            need(game.game == "maker-breaker", "there is no such argument here")
            return game.maker, game.maker == 1
        return (0, False) if fact < 2 else (1, True)

    def open_sets(self, position, maker):
        return [s & ~position[maker] for s in self.game.sets[maker] if not s & position[1 - maker]]

    def step_potential(self, reader):
        position, fact = self.fact(reader)
        need(not self.game.hopping and self.game.bias == (1, 1), "weights are for points taken one by one")
        maker, truth = self.argument(position, fact)
        missing = self.open_sets(position, maker)
        unit = 1 << self.game.count
        weight = sum(unit >> s.bit_count() for s in missing)
        if self.game.mover(position) == maker:
            weight += max((sum(unit >> s.bit_count() for s in missing if s >> k & 1)
                           for k in range(self.game.count)), default=0)
        need(weight < unit, "the open sets weigh too much")
        self.entry(position)[truth].add(fact)

    def step_pairing(self, reader):
        position, fact = self.fact(reader)
        need(not self.game.hopping and self.game.bias == (1, 1), "pairs are for points taken one by one")
        maker, truth = self.argument(position, fact)
        used, pairs = position[0] | position[1], []
        for _ in range(reader.count()):
            pair = 0
            for point in (reader.number(), reader.number()):
                need(point < self.game.count and not used >> point & 1, "a point that is not free")
                pair |= 1 << point
                used |= 1 << point
            pairs.append(pair)
        for s in self.open_sets(position, maker):
            need(any(s & pair == pair for pair in pairs), "an open set without a pair")
        self.entry(position)[truth].add(fact)

    def step_breaker(self, reader):
        position, fact = self.fact(reader)
        need(self.at == 0 and self.games[1][0], "there is no such argument here")
        maker, truth = self.argument(position, fact)
        first, second, _ = position
        if self.game.hopping:
            need(first.bit_count() - second.bit_count() in (0, 1), "the players have not hopped in turn")
            if self.game.mover(position) != maker:
                point = reader.number()
                need(position[1 - maker] >> point & 1, "no piece of his")
                first, second = first ^ 1 << point, second ^ 1 << point
            first, second = second, first
        breaker_first = maker == (0 if self.game.hopping else 1)
        need(self.shown((first, second, ()), 0, breaker_first, at=maker + 1), "Breaker is not shown to win")
        self.entry(position)[truth].add(fact)

    def step_stealing(self, reader):
        position, fact = self.fact(reader)
        game = self.game
        need(self.at == 0 and game.game in ("positional", "hop") and game.hops is None and not game.layer, "nothing can be stolen")
        need(game.bias == (1, 1) and set(game.sets[0]) == set(game.sets[1]), "the players are not alike")
        if game.game == "hop":
            need(position[0].bit_count() == 1 and not position[1] and stealing.shows(game.board, fact), "that is not stolen")
        else:
            need(fact >= 2 and position == (0, 0, ()), "nothing can be stolen")
        self.entry(position)[True].add(fact)

    def concludes(self, words, position, mover, score):
        if words[0] != "forces" or len(words) < 2:
            return False
        for word in words[1:]:
            fact, _, said = word.partition("=")
            if fact not in FACTS or said not in ("yes", "no"):
                return False
            if not self.shown(position, FACTS.index(fact), said == "yes", at=0):
                return False
        return len({w.partition("=")[0] for w in words[1:]}) == len(words) - 1


class Promises(Proof):
    """Situations (position, who moves, what is remembered) and what the strategy gets from there on."""

    def __init__(self, game, options, player):
        super().__init__(game)
        need(player in ("first", "second"), "who keeps the promise?")
        self.strategy, self.misere = int(player == "second"), "misere" in options

    def payoff(self, position, mover):
        """What the strategy gets if the game is over, else None."""
        game = self.game
        if game.kind == "scoring":
            return 0 if not any(position) else None
        if game.kind == "facts":
            ending = game.ending(position)
            value = {"win": 1, "loss": -1, None: None}.get(ending, 0)
        elif game.kind == "partizan":
            value = None if game.moves(position) else 1 if mover else -1
        else:
            value = None if game.moves(position) else (1 if mover == 0 else -1) * (1 if self.misere else -1)
        return value if value is None or self.strategy == 0 else -value

    def result(self, move, mover, memory):
        """What the strategy is shown to get by a move."""
        _, earned, after = move
        game = self.game
        if game.kind == "facts":
            next_ = game.mover(after)
        else:
            next_ = mover if earned and game.keeps_turn else 1 - mover
        worth = self.payoff(after, next_)
        if worth is None:
            worth = self.facts((after, next_, memory)).get("payoff")
            need(worth is not None, f"{move[0]} leads to no line")
        if game.kind != "scoring":
            return worth
        return worth + (earned if (mover == self.strategy) != self.misere else -earned)

    def step_keeps(self, reader):
        position, mover, memory, m = self.game.read(reader), reader.flag(), reader.number(), reader.margin()
        need(self.game.kind not in ("facts", "partizan") or self.game.mover(position) == mover, "another player is to move")
        need((position, mover, memory) not in self.number, "a situation with two lines")
        need(self.payoff(position, mover) is None, "the game is over")
        if mover == self.strategy:
            count = reader.count()
            need(1 <= count <= len(self.game.moves(position)), "no move is listed, or more than there are")
            chosen = [(self.move(reader, position), reader.number()) for _ in range(count)]
        else:
            chosen = [(move, reader.number()) for move in self.game.moves(position)]
        for move, after in chosen:
            need(self.result(move, mover, after) >= m, f"{move[0]} gets less")
        self.entry((position, mover, memory))["payoff"] = m

    def step_copy(self, reader):
        at = reader.number()
        need(at < len(self.entries), "a copy of nothing")
        (position, mover, _), facts = self.entries[at]
        mapping = {place: reader.number() for place in self.game.names(position)}
        situation = self.game.renamed(position, mapping), mover, reader.number()
        need(situation not in self.number, "a situation with two lines")
        self.number[situation] = len(self.entries)
        self.entries.append((situation, facts))

    def concludes(self, words, position, mover, score):
        if words[2:] in (["win"], ["draw"]):
            wanted = 1 if words[2] == "win" else 0
        elif len(words) == 4 and words[2] == "margin" and self.game.kind == "scoring":
            wanted = whole(words[3])
        else:
            return False
        worth = self.payoff(position, mover)
        if worth is None:
            worth = self.facts((position, mover, 0)).get("payoff")
        turned = bool(self.strategy) != self.misere
        return worth is not None and worth + (-score if turned else score) >= wanted
