//! Numbers for all quiet positions of a board without gaps, as a table with one byte for each position needs them.
//!
//! A position is *quiet* if no vertex has weight 1. The classes of edges are read one after the other, and what matters of
//! those read so far is the weight of each vertex that is still to get edges: none, one, or more. So quiet positions
//! are the words that a small automaton accepts, and the number of a position is the number of accepted words before
//! its own, a sum over the steps of the automaton.
//!
//! One position stands for all its images under symmetries of the board. Some classes that symmetries permute among
//! themselves, such as the loops at the four corners, are read first, and a word is not accepted if some image of its
//! beginning is smaller. This leaves out most positions that have a smaller image, if not all.

use std::collections::HashMap;
use std::ops::Range;

use outplay_rules::graph::Graph;
use outplay_rules::symmetry::Structure;

use super::host::EdgeHost;
use crate::kit::bits::Words;
use crate::kit::symmetry::{self, Automorphisms, BytewiseMap, SIDE_BY_SIDE};

/// The bits that one step reads. More steps take longer, longer ones take more memory than is near.
const STEP_BITS: usize = 8;

/// The most bits that are read first for the sake of the symmetries.
const MOST_LEADING: usize = 10;

/// Automata with more arcs are not built.
const MOST_ARCS: usize = 1 << 22;

/// The bits of an arc that name the state it leads to; the others tell how many words come before.
const STATE_BITS: u32 = 22;

/// No word goes on here.
const NO_ARC: u64 = u64::MAX;

/// A position in the order of bits in which it is read, the first bit the highest.
pub type Word = u64;

/// The words of a position and all that are alike.
pub type Images = symmetry::Images<Word>;

/// The automaton of a board's quiet positions.
#[derive(Debug)]
pub struct Ranking {
    /// From a position to its words under the symmetries.
    images: Automorphisms<Word>,
    /// From a word to the position on the board.
    places: BytewiseMap<Word>,
    steps: Vec<Step>,
    count: u64,
}

/// Some bits that are read together.
#[derive(Debug)]
struct Step {
    shift: u32,
    bits: u32,
    /// For each state and what is read there: how many words come before those that go on so, and the next state.
    arcs: Vec<u64>,
    /// How many words go on from each state.
    counts: Vec<u64>,
}

impl Step {
    #[inline]
    fn arc(&self, state: u64, word: Word) -> u64 {
        self.arcs[(state << self.bits | word >> self.shift & ((1 << self.bits) - 1)) as usize]
    }
}

impl Ranking {
    /// The numbers of a board's quiet positions, or none if the board is too large or too much of a tangle.
    pub fn new(graph: &Graph, host: &EdgeHost<1>) -> Option<Self> {
        if graph.vertex_count() > 64 {
            return None;
        }
        let structure = Structure::of_graph(graph);
        let mut group = structure.generated(SIDE_BY_SIDE + 1);
        group.truncate(if group.len() > SIDE_BY_SIDE { 1 } else { SIDE_BY_SIDE });
        let group: Vec<Vec<usize>> = group.iter().map(|to| on_classes(graph, host, to)).collect();
        let leads = std::iter::once(Vec::new()).chain(orbits(host, &group));
        let rankings = leads.filter_map(|lead| Self::reading(host, &group, &lead));
        rankings.min_by_key(|ranking| ranking.count)
    }

    /// The numbers when some classes are read first.
    fn reading(host: &EdgeHost<1>, group: &[Vec<usize>], lead: &[usize]) -> Option<Self> {
        let others = (0..host.class_count()).rev().filter(|class| !lead.contains(class));
        let order: Vec<usize> = lead.iter().copied().chain(others).collect();
        let bits = Bits::new(host, &order);
        let images: Vec<_> = group.iter().map(|to| bits.images(host, to)).collect();
        let mut ranking = Ranking {
            images: Automorphisms::new(&images),
            places: bits.places(host),
            steps: Vec::new(),
            count: 0,
        };
        let plan = plan(host, &order, lead.len());
        ranking.build(host, &bits, &plan, !lead.is_empty())?;
        Some(ranking)
    }

    /// Follows all ways through the steps, and counts the words from the end.
    fn build(
        &mut self,
        host: &EdgeHost<1>,
        bits: &Bits,
        plan: &[Vec<usize>],
        leads: bool,
    ) -> Option<()> {
        let mut states = vec![vec![0u8; host.vertex_count()]];
        let mut left = vec![0usize; host.vertex_count()];
        plan.iter().flatten().flat_map(|&class| ends(host, class)).for_each(|v| left[v] += 1);
        let mut room = MOST_ARCS;
        for (at, classes) in plan.iter().enumerate() {
            let mut step = bits.step(host, classes);
            room = room.checked_sub(states.len() << step.bits)?;
            classes.iter().flat_map(|&class| ends(host, class)).for_each(|v| left[v] -= 1);
            let mut numbers: HashMap<Vec<u8>, u64> = HashMap::new();
            let mut next_states = Vec::new();
            for state in &states {
                for choice in 0..1u64 << step.bits {
                    let place = self.place(choice << step.shift);
                    let stands =
                        at > 0 || !leads || self.images(&place).least() == choice << step.shift;
                    let next = if stands && host.is_packed(&place) {
                        add(host, state, classes, &place, &left)
                    } else {
                        None
                    };
                    step.arcs.push(next.map_or(NO_ARC, |next| {
                        *numbers.entry(next).or_insert_with_key(|next| {
                            next_states.push(next.clone());
                            next_states.len() as u64 - 1
                        })
                    }));
                }
            }
            self.steps.push(step);
            states = next_states;
        }
        let mut counts = vec![1u64; states.len()];
        for step in self.steps.iter_mut().rev() {
            let mut before = Vec::new();
            for arcs in step.arcs.chunks_mut(1 << step.bits) {
                let mut words = 0u64;
                for arc in arcs.iter_mut().filter(|arc| **arc != NO_ARC) {
                    let state = *arc;
                    *arc = words << STATE_BITS | state;
                    words = words.checked_add(counts[state as usize])?;
                    // An arc has this many bits for words.
                    (words >> (63 - STATE_BITS) == 0).then_some(())?;
                }
                before.push(words);
            }
            counts = before.clone();
            step.counts = before;
        }
        self.count = counts[0];
        Some(())
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The words of a position, not always a quiet one, and all that are alike.
    #[inline]
    pub fn images(&self, place: &Words<1>) -> Images {
        self.images.images(place.0[0])
    }

    /// The images of one bit of a place.
    #[inline]
    pub fn bit_images(&self, bit: usize) -> &Images {
        self.images.bit_images(bit)
    }

    /// The position of a word.
    #[inline]
    pub fn place(&self, word: Word) -> Words<1> {
        Words([self.places.image(word)])
    }

    /// The number of a quiet position's least word.
    #[inline]
    pub fn number(&self, word: Word) -> u64 {
        let (mut number, mut state) = (0, 0);
        for step in &self.steps {
            let arc = step.arc(state, word);
            number += arc >> STATE_BITS;
            state = arc & ((1 << STATE_BITS) - 1);
        }
        number
    }

    /// Calls for the word of each number in a range, in ascending order, until a call fails.
    pub fn each<E>(
        &self,
        range: Range<u64>,
        call: &mut impl FnMut(Word, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        if range.is_empty() {
            return Ok(());
        }
        self.each_from(0, 0, (0, 0), &range, call)
    }

    fn each_from<E>(
        &self,
        at: usize,
        state: u64,
        (word, number): (Word, u64),
        range: &Range<u64>,
        call: &mut impl FnMut(Word, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(step) = self.steps.get(at) else { return call(word, number) };
        for choice in 0..1u64 << step.bits {
            let word = word | choice << step.shift;
            let arc = step.arc(state, word);
            if arc == NO_ARC {
                continue;
            }
            let (number, state) = (number + (arc >> STATE_BITS), arc & ((1 << STATE_BITS) - 1));
            let words = self.steps.get(at + 1).map_or(1, |next| next.counts[state as usize]);
            if number >= range.end {
                return Ok(());
            }
            if number + words > range.start {
                self.each_from(at + 1, state, (word, number), range, call)?;
            }
        }
        Ok(())
    }
}

fn ends(host: &EdgeHost<1>, class: usize) -> impl Iterator<Item = usize> {
    let (u, v) = host.ends(class);
    std::iter::once(u).chain((u != v).then_some(v))
}

/// The state after some classes are read, or none if a vertex has all its edges now and there is just one.
fn add(
    host: &EdgeHost<1>,
    state: &[u8],
    classes: &[usize],
    place: &Words<1>,
    left: &[usize],
) -> Option<Vec<u8>> {
    let mut next = state.to_vec();
    for &class in classes {
        let copies = host.copies(place, class) as u8;
        ends(host, class).for_each(|v| next[v] = (next[v] + copies.min(2)).min(2));
    }
    for (weight, &left) in next.iter_mut().zip(left) {
        if left == 0 {
            if *weight == 1 {
                return None;
            }
            *weight = 0;
        }
    }
    Some(next)
}

/// What is read in each step.
fn plan(host: &EdgeHost<1>, order: &[usize], leading: usize) -> Vec<Vec<usize>> {
    let mut plan = vec![order[..leading].to_vec()];
    let mut width = STEP_BITS;
    for &class in &order[leading..] {
        let bits = host.bits(class).count();
        if width + bits > STEP_BITS {
            plan.push(Vec::new());
            width = 0;
        }
        width += bits;
        if let Some(last) = plan.last_mut() {
            last.push(class);
        }
    }
    plan.retain(|classes| !classes.is_empty());
    plan
}

/// Where a symmetry of the vertices takes the classes.
fn on_classes(graph: &Graph, host: &EdgeHost<1>, to: &[usize]) -> Vec<usize> {
    let image = |class: usize| {
        let (u, v) = host.ends(class);
        // A symmetry takes classes to classes.
        graph.edge_index(to[u], to[v]).unwrap_or(class)
    };
    (0..host.class_count()).map(image).collect()
}

/// The sets of classes that symmetries take to each other, as far as they have few bits.
fn orbits(host: &EdgeHost<1>, group: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let orbit = |class: usize| {
        let mut orbit: Vec<usize> = group.iter().map(|to| to[class]).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    };
    let mut orbits: Vec<Vec<usize>> = (0..host.class_count()).map(orbit).collect();
    orbits.sort_unstable();
    orbits.dedup();
    let bits = |orbit: &[usize]| orbit.iter().map(|&class| host.bits(class).count()).sum::<usize>();
    orbits.retain(|orbit| orbit.len() > 1 && bits(orbit) <= MOST_LEADING);
    orbits
}

/// Where the bits of a place stand in a word.
struct Bits {
    /// The lowest bit of each class.
    lowest: Vec<usize>,
}

impl Bits {
    fn new(host: &EdgeHost<1>, order: &[usize]) -> Self {
        let mut lowest = vec![0; order.len()];
        let mut top = host.bit_count();
        for &class in order {
            top -= host.bits(class).count();
            lowest[class] = top;
        }
        Bits { lowest }
    }

    /// Where the bits of a place go in a word when classes change places.
    fn images(&self, host: &EdgeHost<1>, to: &[usize]) -> Vec<usize> {
        let mut bit_to = vec![usize::MAX; host.bit_count()];
        for (class, &onto) in to.iter().enumerate() {
            for (copy, bit) in host.bits(class).enumerate() {
                bit_to[bit] = self.lowest[onto] + copy;
            }
        }
        bit_to
    }

    /// What a word is on the board.
    fn places(&self, host: &EdgeHost<1>) -> BytewiseMap<Word> {
        let mut bit_to = vec![usize::MAX; host.bit_count()];
        for (class, lowest) in self.lowest.iter().enumerate() {
            for (copy, bit) in host.bits(class).enumerate() {
                bit_to[lowest + copy] = bit;
            }
        }
        BytewiseMap::new(&bit_to)
    }

    /// The step that reads some classes that follow each other.
    fn step(&self, host: &EdgeHost<1>, classes: &[usize]) -> Step {
        let bits = classes.iter().map(|&class| host.bits(class).count() as u32).sum();
        let shift = classes.last().map_or(0, |&class| self.lowest[class] as u32);
        Step { shift, bits, arcs: Vec::new(), counts: Vec::new() }
    }
}
