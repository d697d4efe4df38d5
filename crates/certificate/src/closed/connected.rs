//! Closed proofs of Grundy values in games that take connected sets of vertices and never break a component: 0.33, 0.03,
//! every code whose digits are at most 3. A game that begins with one component always has one, so positions are
//! connected sets of vertices, written as the number whose bits they are.
//!
//! A fact says that a set has the value g. It holds if facts show an option of each smaller value, and show that no
//! option has the value g: a fact gives the option another value, or one of its own options has the value g by a fact.
//! So a proof that a position is lost needs only lost positions: the checker finds the winner's replies itself.
//!
//! The moves are listed here independently, from the code and the neighbours of each vertex.

use std::ops::ControlFlow::{self, Break, Continue};

use outplay_rules::graph::Graph;
use outplay_rules::octal_code::OctalCode;

use super::grid_key::{GridKey, bits};
use super::{Below, Closed};
use crate::Refused;
use crate::body::Reader;
use crate::header::Statement;

/// A game of taking connected sets.
pub struct Connected {
    neighbours: Vec<u64>,
    /// For each number of vertices, what may be left: bit 0 nothing, bit 1 one component.
    digits: Vec<u8>,
    grid: Option<GridKey>,
}

fn wrong(message: impl Into<String>) -> Refused {
    Refused::Step(message.into())
}

impl Connected {
    /// The game of a code on a graph of at most 64 vertices; none if a move may break a component. `by_grid` says whether
    /// sets are told apart only up to the symmetries of a grid.
    pub fn new(graph: &Graph, code: &OctalCode, by_grid: bool) -> Option<Self> {
        let vertices = graph.vertex_count();
        if vertices > 64 || code.most_heaps() > 1 || code.digit(0) != 0 {
            return None;
        }
        let set = |vertex: usize| graph.neighbours(vertex).iter().fold(0, |set, v| set | 1 << v);
        let neighbours = (0..vertices).map(|vertex| set(vertex) & !(1 << vertex)).collect();
        let digits: Vec<u8> = (0..=vertices).map(|taken| code.digit(taken)).collect();
        let most = digits.iter().rposition(|&digit| digit != 0).unwrap_or(0);
        let grid = if by_grid { Some(GridKey::of(graph)?) } else { None };
        Some(Connected { neighbours, digits: digits[..=most].to_vec(), grid })
    }

    /// The same game on some of the vertices, each called by its place in the list.
    pub fn renumbered(&self, vertices: &[usize]) -> Self {
        let among = |set: u64| {
            let places = vertices.iter().enumerate().filter(|(_, v)| set >> **v & 1 == 1);
            places.fold(0, |among, (place, _)| among | 1 << place)
        };
        let neighbours = vertices.iter().map(|&vertex| among(self.neighbours[vertex])).collect();
        Connected { neighbours, digits: self.digits.clone(), grid: None }
    }

    /// How many vertices the board has.
    pub fn vertex_count(&self) -> usize {
        self.neighbours.len()
    }

    /// The neighbours of a vertex.
    pub fn neighbours(&self, vertex: usize) -> u64 {
        self.neighbours[vertex]
    }

    /// What taking this many vertices may leave: bit 0 nothing, bit 1 one component.
    pub fn digit(&self, taken: u32) -> u8 {
        self.digits.get(taken as usize).copied().unwrap_or(0)
    }

    /// All connected sets that a move might take, if they are no more than this many.
    pub fn takeable(&self, most: usize) -> Option<Vec<u64>> {
        let mut all = Vec::new();
        let mut sets: Vec<u64> = (0..self.vertex_count()).map(|vertex| 1 << vertex).collect();
        for _ in 1..self.digits.len() {
            if all.len() + sets.len() > most {
                return None;
            }
            let larger = |set: &u64| {
                let set = *set;
                bits(self.near(set) & !set).map(move |vertex| set | 1 << vertex).collect::<Vec<_>>()
            };
            let mut next: Vec<u64> = sets.iter().flat_map(larger).collect();
            next.sort_unstable();
            next.dedup();
            all.append(&mut sets);
            sets = next;
        }
        Some(all)
    }

    /// The vertices next to a set.
    fn near(&self, set: u64) -> u64 {
        bits(set).fold(0, |near, vertex| near | self.neighbours[vertex])
    }

    /// Whether a set is connected; the empty set is.
    pub fn is_connected(&self, set: u64) -> bool {
        self.first_component(set) == set
    }

    /// The component of the first vertex of a set.
    pub fn first_component(&self, set: u64) -> u64 {
        let mut reached = set & set.wrapping_neg();
        let mut edge = reached;
        while edge != 0 {
            edge = self.near(edge) & set & !reached;
            reached |= edge;
        }
        reached
    }

    /// Whether a connected set stays connected when a connected part is taken: whether the part's neighbours in the
    /// rest are connected within the rest.
    fn stays_connected(&self, rest: u64, taken: u64) -> bool {
        let border = self.near(taken) & rest;
        let mut reached = border & border.wrapping_neg();
        let mut edge = reached;
        while edge != 0 && border & !reached != 0 {
            edge = self.near(edge) & rest & !reached;
            reached |= edge;
        }
        border & !reached == 0
    }

    /// Shows every option of a connected set until told to stop. The same option may come twice.
    pub fn options<B>(
        &self,
        set: u64,
        look: &mut impl FnMut(u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut banned = 0;
        for root in bits(set) {
            banned |= 1 << root;
            self.taking(set, 1 << root, banned, look)?;
        }
        Continue(())
    }

    /// The options that take a connected set, any supersets of it, but nothing banned: each set is reached once.
    fn taking<B>(
        &self,
        set: u64,
        taken: u64,
        mut banned: u64,
        look: &mut impl FnMut(u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let count = taken.count_ones() as usize;
        let digit = self.digits.get(count).copied().unwrap_or(0);
        let rest = set & !taken;
        let legal = match rest {
            0 => digit & 1 != 0,
            _ => digit & 2 != 0 && self.stays_connected(rest, taken),
        };
        if legal {
            look(rest)?;
        }
        if count + 1 < self.digits.len() {
            for more in bits(self.near(taken) & set & !banned) {
                banned |= 1 << more;
                self.taking(set, taken | 1 << more, banned, look)?;
            }
        }
        Continue(())
    }

    /// The value of a set by a fact. The empty set has value 0.
    fn value(&self, set: u64, below: &Below<Self>) -> Option<u8> {
        if set == 0 { Some(0) } else { below.fact(set) }
    }

    /// Whether an option of a set has a value by a fact.
    fn has_option(&self, set: u64, value: u8, below: &Below<Self>) -> Result<bool, Refused> {
        below.list()?;
        let mut look = |option: u64| match self.value(option, below) == Some(value) {
            true => Break(()),
            false => Continue(()),
        };
        Ok(self.options(set, &mut look).is_break())
    }

    /// Whether facts show that a set does not have a value.
    fn is_not(&self, set: u64, value: u8, below: &Below<Self>) -> Result<bool, Refused> {
        match self.value(set, below) {
            Some(known) => Ok(known != value),
            None => self.has_option(set, value, below),
        }
    }
}

impl Closed for Connected {
    type Fact = u8;

    fn size(&self, code: u64) -> Option<u32> {
        let vertices = self.neighbours.len();
        let on_board = vertices == 64 || code >> vertices == 0;
        on_board.then(|| code.count_ones())
    }

    fn key(&self, code: u64) -> u64 {
        self.grid.map_or(code, |grid| grid.key(code))
    }

    fn read(&self, _: u64, reader: &mut Reader<impl std::io::BufRead>) -> Result<u8, Refused> {
        u8::try_from(reader.number()?).map_err(|_| wrong("no value here can be that large"))
    }

    fn holds(&self, set: u64, value: u8, below: &Below<Self>) -> Result<(), Refused> {
        if set == 0 || !self.is_connected(set) {
            return Err(wrong("it is not one component"));
        }
        for smaller in 0..value {
            if !self.has_option(set, smaller, below)? {
                return Err(wrong(format!("no option is shown to be worth {smaller}")));
            }
        }
        below.list()?;
        let mut look = |option: u64| match self.is_not(option, value, below) {
            Ok(true) => Continue(()),
            Ok(false) => Break(wrong(format!("the option {option} is not answered"))),
            Err(refused) => Break(refused),
        };
        match self.options(set, &mut look) {
            Continue(()) => Ok(()),
            Break(refused) => Err(refused),
        }
    }

    fn worth(&self, _: u64, to: u64, facts: &Below<Self>) -> Option<i32> {
        (self.value(to, facts) == Some(0)).then_some(0)
    }

    /// The position must be one component, or nothing.
    fn concludes(&self, set: u64, statement: &Statement, facts: &Below<Self>) -> bool {
        if !self.is_connected(set) {
            return false;
        }
        let known = self.value(set, facts);
        match *statement {
            Statement::Grundy(value) => known.map(u32::from) == Some(value),
            Statement::Outcome(false) => known == Some(0),
            Statement::Outcome(true) => self.is_not(set, 0, facts).unwrap_or(false),
            _ => false,
        }
    }
}
