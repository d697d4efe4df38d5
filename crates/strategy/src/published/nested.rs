//! Drawing strategies inherited by nested boards (Proposition 5.2.2 of Riegel's dissertation): whatever island the
//! opponent plays on, answer there by a drawing strategy for the inner board.
//!
//! The text has no answer when the opponent takes the last free point of an island, which he can wherever an island has
//! an odd number of points: there the strategy is silent, or with `/else` takes any free point. On an island that is won
//! within (the inner game is over) it takes any free point of the island.
//!
//! A point taken so is extra: on its island the strategy answers as if it were not there. It does not remember which one
//! that was, but it need not: any of its points may be thought away as long as the inner board is not lost then. If the
//! answer is a point that was thought away, any free point will do, and that one is extra from then on.

use std::sync::Arc;

use outplay_rules::bits::BitSet;
use outplay_rules::error::InputError;
use outplay_rules::games::placing::{Goal, PlacingGame};
use outplay_rules::games::positional::POSITIONAL;
use outplay_rules::moves::Move;
use outplay_rules::places::Places;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{Positional, Rules};
use outplay_rules::ruleset::Game;
use outplay_rules::sets::{SetBoard, SetFamily};
use outplay_rules::spaces::Points;
use outplay_rules::spaces::Stones;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{How, Oracle};
use outplay_solve::positional::PositionalOracle;

use crate::named::{Ask, named};
use crate::strategy::{Advice, Guarantee, Memory, MomentIn, Promise, Sees, Strategy};

/// A strategy for the inner board, played on every island.
pub struct NestedStrategy<'r> {
    rules: &'r PlacingGame,
    inner_rules: Arc<PlacingGame>,
    inner: Box<dyn Strategy<Points>>,
    island: usize,
    or_else: bool,
}

/// More sets than this on an island are not listed.
const MOST_SETS: usize = 100_000;

impl<'r> NestedStrategy<'r> {
    /// The strategy that plays the strategy `ask` names on islands, for the second player.
    pub fn new(rules: &'r PlacingGame, ask: &Ask<'_>) -> Result<Self, InputError> {
        let wrong = |message: &str| {
            InputError::plain(message.to_string())
                .help("for example: positional \"[sets:1-2 : ttt:3]\" --strategy nested:optimal --as second")
        };
        let SetFamily::Nested { inner, island, .. } = rules.board().first_sets() else {
            return Err(wrong("nested: strategies are for nested boards"));
        };
        if rules.goal() != Goal::Strong || ask.player == Player::First {
            return Err(wrong("nested: strategies are for the second player of a positional game"));
        }
        let sets =
            inner.listed(MOST_SETS).ok_or_else(|| wrong("the inner board has too many sets"))?;
        let sets = sets.iter().map(|set| set.iter().collect());
        let board = SetBoard::new(Places::numbered(*island), sets)?;
        let (name, or_else) = match ask.name.strip_suffix("/else") {
            Some(name) => (name, true),
            None => (ask.name, false),
        };
        // The inner strategy borrows the inner game for as long as it lives, and both live in here: the game is kept
        // to the end of the program, which asks for very few.
        let inner_rules = Arc::new(PlacingGame::new(board, Goal::Strong, (1, 1))?);
        let inner_game: &'static Game<Points> =
            Box::leak(Box::new(Game::Positional(inner_rules.clone())));
        let inner = named(inner_game, &(&POSITIONAL).into(), &Ask { name, ..*ask })?;
        Ok(NestedStrategy { rules, inner_rules, inner, island: *island, or_else })
    }

    /// An island's position as the inner game knows it, the opponent having one point more: extra points of the strategy
    /// are thought away, in every way that is not lost.
    fn without_extra(
        &self,
        position: &Stones,
        budget: &mut Budget,
    ) -> Result<Vec<Stones>, Stopped> {
        let extra = (position.second.len() + 1).saturating_sub(position.first.len());
        if extra == 0 {
            return Ok(vec![position.clone()]);
        }
        let mut ways = vec![position.second.clone()];
        for _ in 0..extra {
            let fewer = |way: &BitSet| {
                let points: Vec<usize> = way.iter().collect();
                let without = |gone: usize| {
                    BitSet::of(self.island, points.iter().copied().filter(|&p| p != gone))
                };
                points.iter().map(|&gone| without(gone)).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(fewer).collect();
        }
        let mut oracle = PositionalOracle::new(self.inner_rules.as_ref(), &How::default());
        let mut kept: Vec<Stones> = Vec::new();
        for second in ways {
            let imagined = Stones { first: position.first.clone(), second };
            let moment =
                Moment { position: imagined.clone(), to_move: Player::Second, score: [0, 0] };
            let lost = self.inner_rules.end(&imagined).is_some()
                || oracle.value(&moment, budget)?.winner() == Some(Player::First);
            if !lost && !kept.contains(&imagined) {
                kept.push(imagined);
            }
        }
        Ok(kept)
    }

    /// The island's part of a set.
    fn part(&self, set: &BitSet, index: usize) -> BitSet {
        let start = index * self.island;
        BitSet::of(self.island, (0..self.island).filter(|i| set.contains(start + i)))
    }
}

impl Strategy<Points> for NestedStrategy<'_> {
    fn sees(&self) -> Sees {
        Sees::LastMove
    }

    fn promise(&self) -> Option<Promise> {
        let source = "hop, Proposition 5.2.2, if the inner strategy draws".to_string();
        Some(Promise { claim: Guarantee::Draw, source })
    }

    fn allows(&mut self, now: &MomentIn<Points>, memory: &Memory, budget: &mut Budget) -> Advice {
        let Some(Move::Point(last)) = memory.last else { return Ok(Vec::new()) };
        let index = last as usize / self.island;
        let (first, second) =
            (self.part(&now.position.first, index), self.part(&now.position.second, index));
        let position = Stones { first, second };
        let outward = |point: usize| Move::Point((index * self.island + point) as u16);
        let free: Vec<Move> = position.free(self.island).map(outward).collect();
        if free.is_empty() {
            return Ok(if self.or_else { self.rules.moves(&now.position) } else { Vec::new() });
        }
        if self.inner_rules.end(&position).is_some() {
            return Ok(free);
        }
        let within = Move::Point((last as usize % self.island) as u16);
        let mut moves = Vec::new();
        for imagined in self.without_extra(&position, budget)? {
            let moment = Moment { position: imagined, to_move: now.to_move, score: [0, 0] };
            let remembered = self.inner.remember(&Memory::default(), &moment, &within, false);
            for mv in self.inner.allows(&moment, &remembered, budget)? {
                match mv {
                    Move::Point(point) if position.second.contains(point as usize) => {
                        moves.extend(free.clone());
                    }
                    Move::Point(point) => moves.push(outward(point as usize)),
                    other => moves.push(other),
                }
            }
        }
        Ok(moves)
    }
}
