//! Where the bits of a recomputed table are.

use std::collections::HashMap;

use super::mirror::Mirror;
use crate::Refused;
use crate::allowance::Allowance;
use crate::closed::connected::Connected;
use crate::closed::grid_key::bits;

/// The order in which the vertices of the position are taken, how many of the first of them tails are made of, and by which symmetry heads
/// are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// How many vertices a tail may have.
    pub tail: usize,
    /// The vertices; none twice.
    pub vertices: Vec<usize>,
    /// The images of all vertices of the board under a symmetry.
    pub mirror: Option<Vec<u16>>,
}

/// Tails have no more vertices than this.
const MOST_TAIL: usize = 21;
/// Heads have no more vertices than this.
const MOST_HEAD: usize = 30;

/// The kinds of heads, and where the bits of each head are.
pub struct Layout {
    /// How many vertices tails are made of.
    pub tail: usize,
    head: usize,
    mirror: Option<Mirror>,
    /// For each kind of head the tails that make it connected, ascending. Those of kind 0 nothing makes connected, or they are left out.
    kinds: Vec<Vec<u32>>,
    kind: Vec<u16>,
    /// The word of its level in which the bits of each head begin.
    pub start: Vec<u32>,
    /// The words of each level, in one plane.
    pub level_words: Vec<u64>,
    /// How many connected sets there are with heads that are kept.
    pub sets: u64,
    /// What it took to find that out: a look at each head, and for each kind one at every tail.
    pub cost: u64,
    /// The bytes that all this takes.
    pub bytes: u64,
}

impl Layout {
    /// The layout for a game whose vertices are in order.
    pub fn new(
        game: &Connected,
        order: &Order,
        (memory, cost): (u64, u64),
        allowance: &Allowance,
    ) -> Result<Self, Refused> {
        let (vertices, tail) = (game.vertex_count(), order.tail);
        if tail > vertices.min(MOST_TAIL) || vertices - tail > MOST_HEAD {
            return Err(Refused::Step("tails or heads have too many vertices".into()));
        }
        let head = vertices - tail;
        let mut layout = Layout {
            tail,
            head,
            mirror: Mirror::new(game, order)?,
            kinds: vec![Vec::new()],
            kind: Vec::new(),
            start: Vec::new(),
            level_words: vec![0; head + 1],
            sets: 0,
            cost: 1 << head,
            bytes: ((size_of::<u16>() + size_of::<u32>()) as u64) << head,
        };
        layout.bytes += 3 * (1u64 << tail) / 8 + (1 << 10);
        layout.afford(memory, cost)?;
        layout.kind = vec![0; 1 << head];
        layout.start = vec![0; 1 << head];
        layout.find_kinds(game, (memory, cost), allowance)?;
        Ok(layout)
    }

    fn afford(&self, memory: u64, cost: u64) -> Result<(), Refused> {
        if self.bytes > memory {
            return Err(Refused::Memory { needed: self.bytes, allowed: memory });
        }
        match self.cost <= cost {
            true => Ok(()),
            false => Err(Refused::Step("it costs more than the header states".into())),
        }
    }

    /// The head by which one is looked up: itself, or its image, with the mirror that takes the tails of either to those of the other.
    pub fn kept(&self, head: usize) -> (usize, Option<&Mirror>) {
        let mirrored = self.mirror.as_ref().map(|mirror| (mirror.head(head), mirror));
        match mirrored.filter(|(image, _)| *image < head) {
            Some((image, mirror)) => (image, Some(mirror)),
            None => (head, None),
        }
    }

    /// Gives every head its kind and its place.
    fn find_kinds(
        &mut self,
        game: &Connected,
        (memory, cost): (u64, u64),
        allowance: &Allowance,
    ) -> Result<(), Refused> {
        let mut known: HashMap<Vec<u64>, u16> = HashMap::new();
        for head in 0..1usize << self.head {
            if head.is_multiple_of(1 << 12) {
                allowance.go_on()?;
            }
            if self.kept(head).0 != head {
                continue;
            }
            let Some(joints) = joints(game, head, self.tail) else { continue };
            let kind = match known.get(&joints) {
                Some(&kind) => kind,
                None => {
                    allowance.go_on()?;
                    self.cost = self.cost.saturating_add(1 << self.tail);
                    self.afford(memory, cost)?;
                    let kind = u16::try_from(self.kinds.len())
                        .map_err(|_| Refused::Step("there are too many kinds of heads".into()))?;
                    let tails = self.connecting(game, head);
                    self.bytes += (tails.len() * size_of::<u32>()) as u64;
                    self.afford(memory, cost)?;
                    self.kinds.push(tails);
                    known.insert(joints, kind);
                    kind
                }
            };
            let tails = self.kinds[kind as usize].len() as u64;
            let level = &mut self.level_words[head.count_ones() as usize];
            self.start[head] = u32::try_from(*level)
                .map_err(|_| Refused::Step("a level has too many sets".into()))?;
            self.kind[head] = kind;
            *level += tails.div_ceil(64);
            self.sets += tails;
        }
        Ok(())
    }

    /// The tails that make a head connected, ascending. Nothing at all is no position.
    fn connecting(&self, game: &Connected, head: usize) -> Vec<u32> {
        let head = (head as u64) << self.tail;
        let fits = |tail: &u32| {
            let set = head | u64::from(*tail);
            set != 0 && game.is_connected(set)
        };
        (0..1u32 << self.tail).filter(fits).collect()
    }

    /// Whether two heads have the same tails, because they are of one kind.
    pub fn are_alike(&self, head: usize, other: usize) -> bool {
        self.kind[head] == self.kind[other]
    }

    /// The tails of a head.
    pub fn tails(&self, head: usize) -> &[u32] {
        &self.kinds[self.kind[head] as usize]
    }

    /// The head and the tail of a set.
    pub fn split(&self, set: u64) -> (usize, u32) {
        ((set >> self.tail) as usize, (set & ((1 << self.tail) - 1)) as u32)
    }

    /// The head and the tail of the set of all vertices.
    pub fn everything(&self) -> (usize, u32) {
        ((1 << self.head) - 1, (1 << self.tail) - 1)
    }

    /// The heads with this many vertices that are kept and that some tail makes connected, ascending.
    pub fn heads(&self, level: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = Some((1usize << level) - 1);
        let all = std::iter::from_fn(move || {
            let head = next?;
            next = following(head).filter(|head| head >> self.head == 0);
            Some(head)
        });
        all.filter(|&head| self.kind[head] != 0)
    }
}

/// The next number with as many bits.
fn following(number: usize) -> Option<usize> {
    if number == 0 {
        return None;
    }
    let lowest = number & number.wrapping_neg();
    let ripple = number + lowest;
    Some(ripple | ((number ^ ripple) / lowest) >> 2)
}

/// The neighbours of each component of a head in the tail, sorted; none if no tail makes the head connected.
fn joints(game: &Connected, head: usize, tail: usize) -> Option<Vec<u64>> {
    let mut rest = (head as u64) << tail;
    let mut joints = Vec::new();
    while rest != 0 {
        let component = game.first_component(rest);
        rest &= !component;
        let near = bits(component).fold(0, |near, vertex| near | game.neighbours(vertex));
        joints.push(near & ((1 << tail) - 1));
    }
    joints.sort_unstable();
    // One component without neighbours is complete; beside others it never is.
    (joints.len() < 2 || joints[0] != 0).then_some(joints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_as_many_bits_follow_each_other() {
        for bits in 0..=6u32 {
            let expected: Vec<usize> = (0..64).filter(|n: &usize| n.count_ones() == bits).collect();
            let mut found = vec![(1usize << bits) - 1];
            while let Some(next) = following(found[found.len() - 1]).filter(|next| *next < 64) {
                found.push(next);
            }
            assert_eq!(found, expected);
        }
    }
}
