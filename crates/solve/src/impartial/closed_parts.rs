//! The closed set of a position: all parts that play can leave of it, and which of them are the same game.
//!
//! Two parts are the same game if the same sums of parts can be left of both. That is coarser than isomorphism, needs no theorem, and holds for every
//! impartial game. The parts are numbered so that a part comes after all that can be left of it; a part weighs as much as its longest game has moves.

use std::collections::{BTreeSet, HashMap};

use outplay_rules::rules::{Impartial, Part};
use outplay_rules::spaces::Space;

use crate::heaps::quotient::{Left, Parts, heap_options};
use crate::limits::{Budget, Stopped};

/// The parts that can be left of a position.
pub struct ClosedParts<P> {
    /// Every part that was found, and the number of its game.
    numbers: HashMap<Part<P>, usize>,
    /// The games, as heaps of which misère quotients are made. Game 0 is the one without a move.
    parts: Parts,
    /// For each game the first part that was found of it.
    examples: Vec<Option<Part<P>>>,
}

/// A part while its game is not known: what is left by each of its moves, as numbers of parts.
type Raw = Vec<Vec<usize>>;

impl<P: Clone + Eq + std::hash::Hash> ClosedParts<P> {
    /// All that can be left of a position; none if these are more parts than this many, or if a move may keep the turn.
    pub fn of<R: Impartial<Position = P> + ?Sized>(
        rules: &R,
        position: &P,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Stopped> {
        let mut found = PartsFound { numbers: HashMap::new(), list: Vec::new() };
        found.number_all(rules.parts(position));
        let mut moves: Vec<Raw> = Vec::new();
        while moves.len() < found.list.len() {
            if found.list.len() > most {
                return Ok(None);
            }
            let part = found.list[moves.len()].clone();
            let Some(raw) = found.moves(rules, &part, most, budget)? else { return Ok(None) };
            moves.push(raw);
        }
        Ok(Some(found.games(&moves)))
    }

    /// The games of the parts of a position, those without a move left out; none if a part is not of the set.
    pub fn games<R: Impartial<Position = P> + ?Sized>(
        &self,
        rules: &R,
        position: &P,
    ) -> Option<Vec<usize>> {
        rules.parts(position).iter().map(|part| self.numbers.get(part).copied()).collect()
    }

    /// The games with their options.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The first part that was found of a game, in words: `heap 3`, or the places that are left, `{1, 2, 5}`.
    pub fn name<R: Impartial<Position = P> + ?Sized>(&self, rules: &R, game: usize) -> String
    where
        R::Space: Space<Position = P>,
    {
        match &self.examples[game] {
            None => "nothing".into(),
            Some(Part::Heap(size)) => format!("heap {size}"),
            Some(Part::Component(position)) => {
                let places = rules.space().places();
                let left = rules.space().named(position);
                let left: Vec<String> =
                    left.into_iter().map(|place| places.name(usize::from(place))).collect();
                format!("{{{}}}", left.join(", "))
            }
        }
    }

    /// Every part that was found, with the number of its game; those without a move are game 0.
    pub fn numbered(&self) -> impl Iterator<Item = (&Part<P>, usize)> {
        self.numbers.iter().map(|(part, &game)| (part, game))
    }

    /// How many parts were found.
    pub fn positions(&self) -> usize {
        self.numbers.len()
    }
}

/// The parts found so far.
struct PartsFound<P> {
    numbers: HashMap<Part<P>, usize>,
    list: Vec<Part<P>>,
}

impl<P: Clone + Eq + std::hash::Hash> PartsFound<P> {
    fn number_all(&mut self, parts: Vec<Part<P>>) -> Vec<usize> {
        let number = |part: Part<P>| {
            let next = self.list.len();
            let number = *self.numbers.entry(part.clone()).or_insert(next);
            if number == next {
                self.list.push(part);
            }
            number
        };
        parts.into_iter().map(number).collect()
    }

    /// What each move leaves of a part; none if there are too many, or one keeps the turn.
    fn moves<R: Impartial<Position = P> + ?Sized>(
        &mut self,
        rules: &R,
        part: &Part<P>,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Raw>, Stopped> {
        let mut raw = Vec::new();
        match part {
            Part::Heap(size) => {
                let size = usize::try_from(*size).ok().filter(|&size| size <= most);
                let (Some(code), Some(size)) = (rules.heap_code(), size) else { return Ok(None) };
                for left in heap_options(code, size) {
                    budget.visit()?;
                    let heaps = left.iter().map(|&heap| Part::Heap(heap as u64)).collect();
                    raw.push(self.number_all(heaps));
                }
            }
            Part::Component(position) => {
                let Some(moves) = rules.moves_within(position, most as u64) else {
                    return Ok(None);
                };
                for mv in moves {
                    budget.visit()?;
                    let step = rules.apply(position, &mv);
                    if step.again {
                        return Ok(None);
                    }
                    raw.push(self.number_all(rules.parts(&step.position)));
                    if self.list.len() > most {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(Some(raw))
    }

    /// The parts as games.
    fn games(self, moves: &[Raw]) -> ClosedParts<P> {
        let (game, games) = same_games(moves);
        // The lightest first; those of one weight in the order in which they were found.
        let mut order: Vec<usize> = (0..games.len()).collect();
        order.sort_by_key(|&game| games[game].weight);
        let mut place = vec![0; games.len()];
        order.iter().enumerate().for_each(|(at, &game)| place[game] = at);
        let mut parts = Parts::default();
        for &old in &order[1..] {
            let placed = |left: &Vec<usize>| -> Left {
                let mut left: Left = left.iter().map(|&game| place[game]).collect();
                left.sort_unstable();
                left
            };
            parts.push(games[old].options.iter().map(placed).collect(), games[old].weight);
        }
        let mut examples = vec![None; games.len()];
        for (part, number) in self.list.iter().zip(&game) {
            examples[place[*number]].get_or_insert_with(|| part.clone());
        }
        let numbers = self.numbers.into_iter();
        let numbers = numbers.map(|(part, number)| (part, place[game[number]])).collect();
        ClosedParts { numbers, parts, examples }
    }
}

/// A game by what its moves leave.
struct SameGame {
    options: Vec<Vec<usize>>,
    weight: u32,
}

/// The game of each part, given what each move leaves, and the games; game 0 has no move.
fn same_games(moves: &[Raw]) -> (Vec<usize>, Vec<SameGame>) {
    let mut game: Vec<Option<usize>> = vec![None; moves.len()];
    let mut games = vec![SameGame { options: Vec::new(), weight: 0 }];
    let mut known: HashMap<Vec<Vec<usize>>, usize> = HashMap::from([(Vec::new(), 0)]);
    for root in 0..moves.len() {
        let mut waiting = vec![root];
        while let Some(&part) = waiting.last() {
            let before = waiting.len();
            let open = moves[part].iter().flatten().filter(|&&left| game[left].is_none());
            waiting.extend(open);
            if game[part].is_some() {
                waiting.truncate(before - 1);
            } else if waiting.len() == before {
                let options: BTreeSet<Vec<usize>> = moves[part]
                    .iter()
                    .map(|left| {
                        let live = left.iter().filter_map(|&part| game[part]);
                        let mut live: Vec<usize> = live.filter(|&game| game != 0).collect();
                        live.sort_unstable();
                        live
                    })
                    .collect();
                let weight = |left: &Vec<usize>| left.iter().map(|&g| games[g].weight).sum::<u32>();
                let longest = options.iter().map(|left| weight(left) + 1).max().unwrap_or(0);
                let options: Vec<Vec<usize>> = options.into_iter().collect();
                let number = *known.entry(options.clone()).or_insert(games.len());
                if number == games.len() {
                    games.push(SameGame { options, weight: longest });
                }
                game[part] = Some(number);
                waiting.pop();
            }
        }
    }
    (game.into_iter().map(Option::unwrap_or_default).collect(), games)
}
