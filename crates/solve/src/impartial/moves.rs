//! The moves on a component: what is taken and the parts left.
//!
//! The parts are found by floods from the vertices next to those taken. Where a move must not break a component, the
//! cells around what it takes show for most moves on a grid whether it does ([`super::rings`]).

use super::host::{Host, Taking};
use crate::kit::bits::Mask;
use crate::limits::{Budget, Stopped};

/// Moves that are listed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Those that take one vertex, of a game by its code.
    One,
    /// Those that take two.
    Two,
    /// Those that take three or more.
    More,
    /// All moves of another game.
    Any,
}

impl MoveKind {
    /// How many vertices such a move takes, at least.
    pub fn takes(self) -> usize {
        match self {
            MoveKind::One | MoveKind::Any => 1,
            MoveKind::Two => 2,
            MoveKind::More => 3,
        }
    }
}

/// When a listing of moves looks at the clock. A component may have millions of moves, and on a large board the parts that
/// one of them leaves take a millisecond to find.
pub struct Pace {
    left: u32,
    every: u32,
}

impl Pace {
    /// For a board of this many vertices.
    pub fn new(vertices: usize) -> Self {
        let every = if vertices <= 128 { 1024 } else { 16 };
        Pace { left: every, every }
    }

    /// Whether it is time to look; asked once for each set that might be taken.
    #[inline(always)]
    pub fn is_due(&mut self) -> bool {
        self.left -= 1;
        let due = self.left == 0;
        if due {
            self.left = self.every;
        }
        due
    }
}

impl<M: Mask> Host<M> {
    /// Every move on a component: the vertices taken and the parts left. Stops when told to; says whether it was.
    #[inline(always)]
    pub fn moves(&self, component: M, mut look: impl FnMut(M, &[M]) -> bool) -> bool {
        let mut look = |taken: M, parts: Option<&[M]>| parts.is_none_or(|parts| look(taken, parts));
        self.kinds().iter().any(|&kind| self.moves_of(kind, component, &mut look))
    }

    /// The same within a budget: there may be more moves than there is time for.
    pub fn moves_within(
        &self,
        component: M,
        budget: &mut Budget,
        mut look: impl FnMut(M, &[M]) -> bool,
    ) -> Result<bool, Stopped> {
        let (mut pace, mut limit) = (Pace::new(self.len()), Ok(()));
        let mut look = |taken: M, parts: Option<&[M]>| {
            if pace.is_due() {
                limit = budget.check();
            }
            limit.is_ok() && parts.is_none_or(|parts| look(taken, parts))
        };
        let stopped = self.kinds().iter().any(|&kind| self.moves_of(kind, component, &mut look));
        limit.map(|()| stopped)
    }

    /// The moves of one kind. Sets that must not be taken are shown as well, without parts: on some boards most are such.
    #[inline(always)]
    pub fn moves_of(
        &self,
        kind: MoveKind,
        component: M,
        mut look: impl FnMut(M, Option<&[M]>) -> bool,
    ) -> bool {
        let mut parts = Vec::with_capacity(4);
        match (self.taking(), kind) {
            (Taking::Neighbourhood, _) => component.members().any(|vertex| {
                let near = self.neighbours(vertex).and(component);
                let border =
                    near.members().fold(M::EMPTY, |border, next| border.or(self.neighbours(next)));
                let taken = near.or(M::bit(vertex));
                let rest = component.minus(taken);
                self.split(rest, border.and(rest), &mut parts);
                !look(taken, Some(&parts))
            }),
            (Taking::EdgeEnds, _) => {
                let looped = self.marked().and(component);
                self.vertex_moves(component, looped, None, &mut look, &mut parts)
                    || self.pair_moves(component, None, &mut look, &mut parts)
            }
            (Taking::Connected(digits), MoveKind::One) => {
                self.vertex_moves(component, component, Some(digits[1]), &mut look, &mut parts)
            }
            (Taking::Connected(digits), MoveKind::Two) => {
                self.pair_moves(component, Some(digits[2]), &mut look, &mut parts)
            }
            (Taking::Connected(digits), MoveKind::More) => {
                let growing = Growing { host: self, component, digits };
                growing.moves(&mut look, &mut parts)
            }
            (Taking::Connected(_), MoveKind::Any) => false,
        }
    }

    /// The moves that take one of some vertices.
    #[inline(always)]
    fn vertex_moves(
        &self,
        component: M,
        vertices: M,
        digit: Option<u8>,
        look: &mut impl FnMut(M, Option<&[M]>) -> bool,
        parts: &mut Vec<M>,
    ) -> bool {
        let rings = self.rings().filter(|_| !may_break(digit));
        let whole = rings.map_or(M::EMPTY, |rings| rings.cells(component));
        let all = rings.is_some_and(|rings| rings.holes(component) == 0);
        let vertices = if all { vertices.and(whole) } else { vertices };
        vertices.members().any(|vertex| {
            let taken = M::bit(vertex);
            let border = self.neighbours(vertex).and(component);
            self.left(component.minus(taken), border, whole.contains(vertex), parts);
            !look(taken, allowed(digit, parts.len()).then_some(parts))
        })
    }

    /// The moves that take two neighbours.
    #[inline(always)]
    fn pair_moves(
        &self,
        component: M,
        digit: Option<u8>,
        look: &mut impl FnMut(M, Option<&[M]>) -> bool,
        parts: &mut Vec<M>,
    ) -> bool {
        let rings = self.rings().filter(|_| !may_break(digit));
        let [right, below] = rings.map_or([M::EMPTY; 2], |rings| rings.pairs(component));
        let all = rings.is_some_and(|rings| rings.holes(component) == 0);
        (if all { right.or(below) } else { component }).members().any(|u| {
            self.neighbours(u).and(component).members().filter(|&v| v > u).any(|v| {
                let whole = if v == u + 1 { right.contains(u) } else { below.contains(u) };
                if all && !whole {
                    return false;
                }
                let taken = M::bit(u).or(M::bit(v));
                let rest = component.minus(taken);
                let border = self.neighbours(u).or(self.neighbours(v)).and(rest);
                self.left(rest, border, whole, parts);
                !look(taken, allowed(digit, parts.len()).then_some(parts))
            })
        })
    }

    /// The parts that are left of a component, `rest` of it being left and `border` of that next to what was taken; if it
    /// is `whole`, there is one at most.
    #[inline(always)]
    fn left(&self, rest: M, border: M, whole: bool, parts: &mut Vec<M>) {
        if !whole {
            return self.split(rest, border, parts);
        }
        parts.clear();
        if !rest.is_empty() {
            parts.push(rest);
        }
    }
}

/// Whether more parts than one may be left; then floods find them as fast as rings tell that there is one.
#[inline(always)]
fn may_break(digit: Option<u8>) -> bool {
    digit.is_none_or(|digit| digit >> 2 != 0)
}

/// Whether this many parts may be left; without a digit any number may.
#[inline(always)]
fn allowed(digit: Option<u8>, parts: usize) -> bool {
    digit.is_none_or(|digit| parts < 8 && digit >> parts & 1 == 1)
}

/// The moves that take three vertices or more.
struct Growing<'h, M> {
    host: &'h Host<M>,
    component: M,
    digits: &'h [u8],
}

impl<M: Mask> Growing<'_, M> {
    fn moves(&self, look: &mut impl FnMut(M, Option<&[M]>) -> bool, parts: &mut Vec<M>) -> bool {
        let mut banned = M::EMPTY;
        for root in self.component.members() {
            banned = banned.or(M::bit(root));
            let reach = self.host.neighbours(root).and(self.component);
            if self.grow(M::bit(root), 1, reach, banned, &mut *look, parts) {
                return true;
            }
        }
        false
    }

    /// Every connected set that holds `taken` and otherwise no banned vertex, each once: a vertex next to it is
    /// either taken now or banned for the rest.
    fn grow(
        &self,
        taken: M,
        count: usize,
        near: M,
        banned: M,
        look: &mut dyn FnMut(M, Option<&[M]>) -> bool,
        parts: &mut Vec<M>,
    ) -> bool {
        if count >= 3 {
            let digit = self.digits[count];
            if digit != 0 {
                let rest = self.component.minus(taken);
                self.host.split(rest, near.and(rest), parts);
            }
            let legal = digit != 0 && allowed(Some(digit), parts.len());
            if !look(taken, legal.then_some(parts)) {
                return true;
            }
        }
        if count + 1 >= self.digits.len() {
            return false;
        }
        let mut banned = banned;
        for next in near.minus(taken).minus(banned).members() {
            banned = banned.or(M::bit(next));
            let nearer = near.or(self.host.neighbours(next).and(self.component));
            if self.grow(taken.or(M::bit(next)), count + 1, nearer, banned, look, parts) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use outplay_rules::games::octal_code::OctalCode;
    use outplay_rules::graph::{Graph, families};
    use outplay_rules::places::Places;
    use outplay_rules::rules::TakingRule;

    use std::time::Duration;

    use crate::kit::bits::Words;
    use crate::limits::Limits;
    use fastrand::Rng;

    use super::*;

    /// Moves of one vertex and of two neighbours from the definition, the parts of each in order.
    fn defined<M: Mask>(host: &Host<M>, component: M) -> Vec<(M, Vec<M>)> {
        let mut taken: Vec<M> = Vec::new();
        for u in component.members() {
            let near = host.neighbours(u).and(component).members().filter(|&v| v > u);
            taken.push(M::bit(u));
            taken.extend(near.map(|v| M::bit(u).or(M::bit(v))));
        }
        let looped = host.marked();
        let may = |set: M, parts: usize| match host.taking() {
            Taking::EdgeEnds => set.count() == 2 || set.meets(looped),
            Taking::Connected(digits) => {
                digits.get(set.count()).is_some_and(|&digit| allowed(Some(digit), parts))
            }
            Taking::Neighbourhood => false,
        };
        let with_parts = |set: M| (set, host.components(component.minus(set)));
        let mut moves: Vec<_> = taken.into_iter().map(with_parts).collect();
        moves.retain(|(set, parts)| may(*set, parts.len()));
        moves.sort_unstable();
        moves
    }

    fn listed<M: Mask>(host: &Host<M>, component: M) -> Vec<(M, Vec<M>)> {
        let mut moves = Vec::new();
        host.moves(component, |set, parts| {
            let mut parts = parts.to_vec();
            parts.sort_unstable_by_key(|part| part.first());
            moves.push((set, parts));
            true
        });
        moves.sort_unstable();
        moves
    }

    /// Lists the moves on random components of a graph in every game; says how many moves there were, and components.
    fn lists_as_defined<M: Mask>(graph: &Graph, times: usize, random: &mut Rng) -> (usize, usize) {
        let codes = ["0.33", "0.03", "0.3", "0.1", "0.23", "0.13", "0.37", "0.77", "0.5F"]
            .map(|code| OctalCode::read_hexadecimal(code).unwrap());
        let rules = codes.iter().map(TakingRule::Connected).chain([TakingRule::EdgeEnds]);
        let vertices: Vec<usize> = (0..graph.vertex_count()).collect();
        let hosts: Vec<Host<M>> = rules.map(|rule| Host::new(graph, rule, &vertices).0).collect();
        let (mut moves, mut components) = (0, 0);
        for _ in 0..times {
            let mut below = |bound: usize| random.usize(..bound);
            let missing = below(6);
            let there = vertices.iter().filter(|_| below(12) >= missing);
            let set = there.fold(M::EMPTY, |set, &vertex| set.or(M::bit(vertex)));
            for component in hosts[0].components(set) {
                for host in &hosts {
                    let expected = defined(host, component);
                    assert_eq!(listed(host, component), expected, "{:?}", host.taking());
                    moves += expected.len();
                }
                components += 1;
            }
        }
        (moves, components)
    }

    #[test]
    fn moves_on_pieces_of_grids_are_those_of_the_definition() {
        let mut random = Rng::with_seed(3);
        let mut all = (0, 0);
        let mut add = |(moves, components): (usize, usize)| {
            all = (all.0 + moves, all.1 + components);
        };
        for (rows, columns) in [(1, 6), (2, 2), (2, 3), (2, 7), (3, 3), (3, 8), (4, 5), (6, 6)] {
            let graph = families::grid(rows, columns).unwrap();
            add(lists_as_defined::<u64>(&graph, 200, &mut random));
        }
        for (rows, columns) in [(8, 8), (3, 21), (2, 32)] {
            let graph = families::grid(rows, columns).unwrap();
            add(lists_as_defined::<u64>(&graph, 10, &mut random));
            add(lists_as_defined::<u128>(&graph, 10, &mut random));
        }
        add(lists_as_defined::<u128>(&families::grid(8, 16).unwrap(), 3, &mut random));
        add(lists_as_defined::<Words<4>>(&families::grid(9, 11).unwrap(), 3, &mut random));
        assert!(all.0 > 50_000 && all.1 > 1_000, "{all:?}");
    }

    /// Of 2^24 sets, and of a million that leave too many parts to be taken.
    #[test]
    fn a_long_list_of_moves_hears_the_budget() {
        let stopped = |graph: &Graph, code: &str| {
            let code: OctalCode = code.parse().unwrap();
            let vertices: Vec<usize> = (0..graph.vertex_count()).collect();
            let (host, _) = Host::<Words<64>>::new(graph, TakingRule::Connected(&code), &vertices);
            let all = vertices.iter().fold(Words::EMPTY, |all, &v| all.or(Words::bit(v)));
            let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
            let mut seen = 0;
            let listed = host.moves_within(all, &mut Budget::new(limits, &|_| {}), |_, _| {
                seen += 1;
                true
            });
            assert_eq!(listed, Err(Stopped::Time));
            seen
        };
        assert!(stopped(&families::complete(24).unwrap(), "0.3333333333") <= 1024);
        assert_eq!(stopped(&families::star(1500).unwrap(), "0.003"), 0);
    }

    #[test]
    fn moves_on_random_graphs_are_those_of_the_definition() {
        let mut random = Rng::with_seed(4);
        let mut moves = 0;
        for _ in 0..150 {
            let mut below = |bound: usize| random.usize(..bound);
            let n = 1 + below(12);
            let mut edges: Vec<(usize, usize)> = (1..n).map(|v| (below(v), v)).collect();
            (0..below(6)).for_each(|_| edges.push((below(n), below(n))));
            let graph = Graph::new(Places::numbered(n), edges).unwrap();
            moves += lists_as_defined::<u64>(&graph, 5, &mut random).0;
        }
        assert!(moves > 20_000, "{moves}");
    }
}
