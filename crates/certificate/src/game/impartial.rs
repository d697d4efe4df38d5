//! Grundy values: steps `is`, `not`, `loony`, `mirror` and `shape`.
//!
//! `is X g` says that X + *g is lost for the player to move, `not X g` that it is won. With the nim-sum s of the other
//! parts of a sum, a sum is g exactly if its last part is g xor s; so one part of a sum may be known only by what it is
//! not. In nimstring a move may keep the turn. Then X + *g is lost if every such move leads to a position of value g
//! (where the same player must go on and loses), every other move to one that is not g, and every move in the heap
//! loses too: to a smaller h it does if some option of the first kind exists, for that has value g and not h.

use std::io::BufRead;

use outplay_rules::moves::Move;
use outplay_rules::record::Record;
use outplay_rules::rules::{Impartial, Part, Step};
use outplay_rules::spaces::Space;

use super::book::{Account, Book, options};
use super::mirror::is_mirror;
use super::shapes::Shapes;
use super::strand;
use crate::Refused;
use crate::allowance::Allowance;
use crate::body::{Keyword, Reader};
use crate::header::Statement;
use crate::theory::{Theory, Used};

/// What is known of a component.
#[derive(Default)]
pub struct Facts {
    is: Option<u32>,
    loony: bool,
    not: Vec<u32>,
}

/// What has been shown of Grundy values.
pub struct Impartially<'r, R: Impartial + ?Sized> {
    book: Book<'r, R, Facts>,
    /// The values of single heaps, computed here.
    heaps: Vec<u16>,
    theories: Used,
    shapes: Option<Shapes>,
    allowance: Allowance<'r>,
}

/// The value of a sum as far as it is known.
enum Sum<'a> {
    Loony,
    Is(u32),
    /// The nim-sum of all parts but one, and what is known of that.
    ButOne(u32, &'a Facts),
    Unknown,
}

fn wrong(message: impl Into<String>) -> Refused {
    Refused::Step(message.into())
}

impl<'r, R: Impartial + ?Sized> Impartially<'r, R> {
    /// Nothing shown yet.
    pub fn new(
        rules: &'r R,
        heaps: Vec<u16>,
        account: Account,
        theories: Used,
        allowance: Allowance<'r>,
    ) -> Self {
        let shapes = rules.taking().map(Shapes::new);
        Impartially { book: Book::new(rules, account), heaps, theories, shapes, allowance }
    }

    /// Whether images that a step lists are a mirror of a position.
    fn is_mirrored(
        &self,
        position: &R::Position,
        reader: &mut Reader<impl BufRead>,
    ) -> Result<bool, Refused> {
        let space = self.book.rules.space();
        let graph = space.graph().filter(|_| self.theories.has(Theory::Mirror));
        let Some((graph, vertices)) = graph.zip(space.vertices(position)) else {
            return Err(wrong("proofs of this kind have no mirrors"));
        };
        let vertices: Vec<usize> = vertices.iter().collect();
        let images = vertices.iter().map(|_| reader.index());
        let images = images.collect::<Result<Vec<usize>, Refused>>()?;
        self.theories.count(Theory::Mirror, 1);
        Ok(is_mirror(graph, &vertices, &images))
    }

    /// The value of a component that its shape tells, by a theory that may be used.
    fn by_shape(&mut self, position: &R::Position) -> Result<u32, Refused> {
        let none = || wrong("in this proof no value follows from its shape");
        let rules = self.book.rules;
        let [Part::Component(_)] = rules.parts(position)[..] else { return Err(none()) };
        let graph = rules.space().graph().zip(rules.space().vertices(position));
        let (graph, vertices) = graph.ok_or_else(none)?;
        let vertices: Vec<usize> = vertices.iter().collect();
        let shapes = self.shapes.as_mut().ok_or_else(none)?;
        let told = shapes.value(graph, &vertices, &self.allowance)?;
        let (value, theory) = told.filter(|told| self.theories.has(told.1)).ok_or_else(none)?;
        self.theories.count(theory, 1);
        Ok(value)
    }

    fn sum(&self, position: &R::Position) -> Sum<'_> {
        let mut sum = 0;
        let mut open: Option<&Facts> = None;
        let mut unknown = false;
        for part in self.book.rules.parts(position) {
            let facts = match part {
                Part::Heap(size) => match self.known_heap(size) {
                    Some(value) => {
                        sum ^= value;
                        continue;
                    }
                    None => None,
                },
                Part::Component(component) => self.book.facts(&component),
            };
            match facts {
                Some(Facts { loony: true, .. }) => return Sum::Loony,
                Some(Facts { is: Some(value), .. }) => sum ^= value,
                Some(facts) if open.is_none() => open = Some(facts),
                _ => unknown = true,
            }
        }
        match (unknown, open) {
            (true, _) => Sum::Unknown,
            (_, Some(facts)) => Sum::ButOne(sum, facts),
            (_, None) => Sum::Is(sum),
        }
    }

    fn is(&self, position: &R::Position, value: u32) -> bool {
        matches!(self.sum(position), Sum::Is(known) if known == value)
    }

    fn is_not(&self, position: &R::Position, value: u32) -> bool {
        match self.sum(position) {
            Sum::Loony => true,
            Sum::Is(known) => known != value,
            Sum::ButOne(rest, facts) => facts.not.contains(&(value ^ rest)),
            Sum::Unknown => false,
        }
    }

    /// Checks a step.
    pub fn step(
        &mut self,
        keyword: Keyword,
        reader: &mut Reader<impl BufRead>,
    ) -> Result<(), Refused> {
        let Some(position) = self.book.about(keyword, reader)? else { return Ok(()) };
        let options = options(self.book.rules, &position)?;
        match keyword {
            Keyword::Is => {
                let value = read_value(reader)?;
                self.check_is(&options, value, reader)?;
                self.book.facts_mut(position)?.is = Some(value);
            }
            Keyword::Not => {
                let value = read_value(reader)?;
                let option = chosen(&options, reader.number()?)?;
                // The mover wins by a move to a lost position, or by a move that keeps the turn in a won one.
                let wins = if option.again {
                    self.is_not(&option.position, value)
                } else {
                    self.is(&option.position, value)
                };
                if !wins {
                    return Err(wrong(format!(
                        "that move does not show that the value is not {value}"
                    )));
                }
                let facts = self.book.facts_mut(position)?;
                if !facts.not.contains(&value) {
                    facts.not.push(value);
                    self.book.charge(2 * size_of::<u32>() as u64)?;
                }
            }
            Keyword::Mirror => {
                if !self.is_mirrored(&position, reader)? {
                    return Err(wrong("the position has no such mirror"));
                }
                self.book.facts_mut(position)?.is = Some(0);
            }
            Keyword::Shape => {
                let value = read_value(reader)?;
                if self.by_shape(&position)? != value {
                    return Err(wrong("its shape gives another value"));
                }
                self.book.facts_mut(position)?.is = Some(value);
            }
            Keyword::Loony => {
                let (a, b) =
                    (chosen(&options, reader.number()?)?, chosen(&options, reader.number()?)?);
                if !self.shows_loony(a, b) {
                    return Err(wrong("those moves do not show that it is loony"));
                }
                self.book.facts_mut(position)?.loony = true;
            }
            _ => {
                return Err(wrong(format!(
                    "'{}' is not a step of this kind of proof",
                    keyword.name()
                )));
            }
        }
        Ok(())
    }

    fn check_is(
        &self,
        options: &[Step<R::Position>],
        value: u32,
        reader: &mut Reader<impl BufRead>,
    ) -> Result<(), Refused> {
        let keeps_turn = options.iter().any(|option| option.again);
        for smaller in 0..if keeps_turn { 0 } else { value } {
            let option = chosen(options, reader.number()?)?;
            if !self.is(&option.position, smaller) {
                return Err(wrong(format!("the move given does not lead to {smaller}")));
            }
        }
        for (index, option) in options.iter().enumerate() {
            let holds = if option.again {
                self.is(&option.position, value)
            } else {
                self.is_not(&option.position, value)
            };
            if !holds {
                let other = if option.again { "" } else { "not " };
                return Err(wrong(format!("move {index} is not shown {other}to lead to {value}")));
            }
        }
        Ok(())
    }

    /// A position is loony if a move keeps the turn in a loony one, or if a move that keeps the turn leads to a value
    /// and another move to another one (keeping the turn) or to the same (passing it): then one of them wins beside
    /// any heap.
    fn shows_loony(&self, a: &Step<R::Position>, b: &Step<R::Position>) -> bool {
        let value = |step: &Step<R::Position>| match self.sum(&step.position) {
            Sum::Is(value) => Some(value),
            _ => None,
        };
        if a.again && matches!(self.sum(&a.position), Sum::Loony) {
            return true;
        }
        match (value(a), value(b)) {
            (Some(first), Some(second)) if a.again && b.again => first != second,
            (Some(first), Some(second)) if a.again => first == second,
            _ => false,
        }
    }

    /// A move that is shown to win: in some part to the nim-sum of the others.
    pub fn reply(&self, record: &Record<R>) -> Option<Move> {
        let rules = self.book.rules;
        let components = |position: &R::Position| {
            let parts = rules.parts(position).into_iter();
            parts
                .filter_map(|part| match part {
                    Part::Component(component) => Some(component),
                    Part::Heap(_) => None,
                })
                .collect()
        };
        let strands = strand::follow(&self.book, record, components)?;
        let known: Vec<Option<u32>> =
            strands.iter().map(|strand| self.book.facts(&strand.position)?.is).collect();
        let now = &record.now().position;
        let heaps: Vec<u64> = rules
            .parts(now)
            .iter()
            .filter_map(|part| if let Part::Heap(size) = part { Some(*size) } else { None })
            .collect();
        let in_heaps = heaps.iter().fold(0, |sum, &size| sum ^ self.heap(size));
        let sum_without = |index: usize| {
            let others = known.iter().enumerate().filter(|(other, _)| *other != index);
            others.map(|(_, value)| *value).try_fold(in_heaps, |sum, value| Some(sum ^ value?))
        };
        let in_strand = strands.iter().enumerate().find_map(|(index, strand)| {
            let mv = self.move_to(&strand.position, sum_without(index)?)?;
            Some(strand.on_board(&mv))
        });
        in_strand.or_else(|| {
            let all = sum_without(usize::MAX)?;
            heaps.iter().find_map(|&size| self.heap_move(now, size, all ^ self.heap(size)))
        })
    }

    /// The value of a heap, if it was computed. A size that no index holds was not: it must not be cut to fit one.
    fn known_heap(&self, size: u64) -> Option<u32> {
        self.heaps.get(usize::try_from(size).ok()?).map(|&value| value.into())
    }

    fn heap(&self, size: u64) -> u32 {
        self.known_heap(size).unwrap_or(0)
    }

    /// A move of a component that is shown to win beside a heap of this value.
    fn move_to(&self, component: &R::Position, value: u32) -> Option<Move> {
        let rules = self.book.rules;
        rules.moves(component).into_iter().find(|mv| {
            let option = rules.apply(component, mv);
            if option.again {
                self.is_not(&option.position, value)
            } else {
                self.is(&option.position, value)
            }
        })
    }

    /// A move in a heap of this size after which it has this value.
    fn heap_move(&self, position: &R::Position, size: u64, value: u32) -> Option<Move> {
        self.book.rules.moves(position).into_iter().find(|mv| match mv {
            Move::Heap { from, to } => {
                *from == size && to.iter().fold(0, |sum, &heap| sum ^ self.heap(heap)) == value
            }
            _ => false,
        })
    }

    /// Whether the statement about a position has been shown.
    pub fn concludes(&self, position: &R::Position, statement: &Statement) -> bool {
        match *statement {
            Statement::Grundy(value) => self.is(position, value),
            Statement::Loony => matches!(self.sum(position), Sum::Loony),
            Statement::Outcome(true) => self.is_not(position, 0),
            Statement::Outcome(false) => self.is(position, 0),
            _ => false,
        }
    }
}

fn read_value(reader: &mut Reader<impl BufRead>) -> Result<u32, Refused> {
    u32::try_from(reader.number()?).map_err(|_| wrong("no Grundy value here is that large"))
}

/// The option that a step chooses, by the number of its move.
pub fn chosen<P>(options: &[Step<P>], index: u64) -> Result<&Step<P>, Refused> {
    options
        .get(usize::try_from(index).unwrap_or(usize::MAX))
        .ok_or_else(|| wrong(format!("there is no move {index}")))
}
