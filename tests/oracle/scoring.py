"""Games that remove edges: Unshackle, Strings and Coins, Nimstring.

A position is a tuple: how many copies are left of each class of parallel edges.
The copies of a class are interchangeable.
"""


class EdgeGame:
    """What the edge games share: the moves, and the vertices a move frees."""

    def __init__(self, graph):
        self.ends = [edge for edge, _ in graph.edges]
        self.start = tuple(copies for _, copies in graph.edges)
        self.at = {v: [k for k, edge in enumerate(self.ends) if v in edge]
                   for v in graph.vertices}

    def name(self, k):
        return f"{self.ends[k][0]}-{self.ends[k][1]}"

    def degree(self, position, v):
        """How many edges are left at v; a loop is one edge."""
        return sum(position[k] for k in self.at[v])

    def moves(self, position):
        """(class, vertices freed, next position) for every class with a copy left."""
        for k, copies in enumerate(position):
            if copies:
                freed = sum(1 for v in set(self.ends[k]) if self.degree(position, v) == 1)
                yield k, freed, position[:k] + (copies - 1,) + position[k + 1:]


class Scoring(EdgeGame):
    """Margins by recursion on whole positions.

    `again` says whether a scoring move keeps the turn (Strings and Coins,
    Closing Octagons) or not (Unshackle).
    """

    def __init__(self, graph, again):
        super().__init__(graph)
        self.again, self.known = again, {}

    def after_move(self, freed, after):
        """The mover's margin once the move is made."""
        if self.again and freed:
            return freed + self.margin(after)
        return freed - self.margin(after)

    def margin(self, position):
        """Points of the player to move minus points of the other, from here on."""
        if position not in self.known:
            self.known[position] = max(
                (self.after_move(freed, after) for _, freed, after in self.moves(position)),
                default=0)
        return self.known[position]

    def best_moves(self, position):
        best = self.margin(position)
        return [self.name(k) for k, freed, after in self.moves(position)
                if self.after_move(freed, after) == best]


class Nimstring(EdgeGame):
    """Nimstring, played literally on the position together with a nim heap.

    A player who frees a vertex must move again, anywhere; a player who must
    move and cannot loses (in misere play, wins).
    """

    def __init__(self, graph, misere=False):
        super().__init__(graph)
        self.misere, self.known = misere, {}

    def mover_wins(self, position, heap=0):
        if (position, heap) not in self.known:
            self.known[position, heap] = self.search(position, heap)
        return self.known[position, heap]

    def search(self, position, heap):
        if heap == 0 and not any(position):
            return self.misere
        if any(not self.mover_wins(position, less) for less in range(heap)):
            return True
        return any(self.move_wins(freed, after, heap)
                   for _, freed, after in self.moves(position))

    def move_wins(self, freed, after, heap=0):
        wins_next = self.mover_wins(after, heap)
        return wins_next if freed else not wins_next

    def value(self, position):
        """The g with position + *g lost for the mover, or `loony` if there is none.

        Trying 0 up to the number of edges suffices.  If no move frees a vertex
        the value is the least that is missing among at most that many options.
        If a move frees one and leaves value h, every heap but h is won, so the
        value is h or there is none; if all such moves leave loony positions
        every heap is won.
        """
        lost = [n for n in range(sum(position) + 1) if not self.mover_wins(position, n)]
        assert len(lost) <= 1
        return lost[0] if lost else "loony"

    def winning_moves(self, position):
        return [self.name(k) for k, freed, after in self.moves(position)
                if self.move_wins(freed, after)]


class NormalOctagons(EdgeGame):
    """Closing Octagons under rules (3') and (4') of Definition 3.17, turn by turn.

    A state exists between turns only.  A turn is a list of scoring moves and
    then one move that does not score, or it ends the game.
    """

    def __init__(self, graph):
        super().__init__(graph)
        self.known = {}

    def isolated(self, state):
        return sum(1 for v in self.at if self.degree(state, v) == 0)

    def turns(self, state):
        """The states that a possible turn reaches (rules (1') and (2') only)."""
        reached, waiting, seen = set(), [state], {state}
        while waiting:
            for _, freed, after in self.moves(waiting.pop()):
                if not freed or not any(after):
                    reached.add(after)
                elif after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return reached

    def is_normal(self, state):
        """Definition 3.13: not terminal, and no winning move."""
        return any(state) and all(not freed for _, freed, _ in self.moves(state))

    def components(self, state):
        """The edge classes of each component that has an edge."""
        left, found = {k for k, copies in enumerate(state) if copies}, []
        while left:
            part = {left.pop()}
            while True:
                reached = {v for k in part for v in self.ends[k]}
                more = {k for k in left if reached & set(self.ends[k])}
                if not more:
                    break
                part |= more
                left -= more
            found.append(part)
        return found

    def is_weak(self, part, reached):
        """Definition 3.15: some possible turn removes every edge of the component."""
        return any(all(not after[k] for k in part) for after in reached)

    def allowed_turns(self, state):
        """The turns that rules (3') and (4') leave."""
        reached = self.turns(state)
        to_normal = {after for after in reached if self.is_normal(after)}
        all_weak = all(self.is_weak(part, reached) for part in self.components(state))
        assert not (to_normal and all_weak)
        if to_normal:
            return to_normal
        if all_weak:
            return {after for after in reached if not any(after)}
        return reached

    def margin(self, state):
        if state not in self.known:
            before = self.isolated(state)
            self.known[state] = max(
                (self.isolated(after) - before - self.margin(after)
                 for after in self.allowed_turns(state)), default=0)
        return self.known[state]
