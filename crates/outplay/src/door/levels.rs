//! Fallible opponents: a beginner who errs, and players with a fixed search depth. Their moves depend only on the game so
//! far, so a game can be shared and replayed.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::door::reply::Replied;
use crate::{Asked, Error, Player, Question, Run};
use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::option::MISERE;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::{End, Rules};
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::Space;
use outplay_solve::oracle::after;

/// How well an opponent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Half of the moves are made at random.
    Beginner,
    /// Looks this many moves ahead.
    Sees(u32),
}

/// An opponent that looks further would take too long.
const FARTHEST: u32 = 8;
/// A search that has looked at this many positions goes no deeper.
const MOST_POSITIONS: usize = 60_000;

impl Level {
    /// The level that a name means: `beginner`, `sees-3`.
    pub fn named(name: &str) -> Option<Self> {
        match name.strip_prefix("sees-") {
            Some(depth) => {
                let depth = depth.parse().ok().filter(|depth| (1..=FARTHEST).contains(depth));
                depth.map(Level::Sees)
            }
            None => (name == "beginner").then_some(Level::Beginner),
        }
    }
}

/// The move of a player of this level.
pub fn reply(question: &Question, level: Level, run: &Run) -> Result<Replied, Error> {
    let asked = Asked::new(question, run)?;
    if asked.cases.has_starts() {
        return Err(InputError::plain("choose the point of the first X")
            .help("give `start`")
            .into());
    }
    run.work(|_| {
        let misere = asked.question.options.has(&MISERE);
        let mut dice = Dice::new(&asked.question.to_string());
        Ok(in_space!(asked.cases.first(), |game| {
            let record = Record::after(game, &asked.question.after)?;
            let mv = choose(game, record.now(), level, misere, &mut dice);
            let name = mv.map(|mv| game.write_move(&mv));
            Replied { name, by: Some("level"), ..Replied::default() }
        }))
    })
}

fn choose<S: Space>(
    game: &Game<S>,
    now: &Moment<S::Position>,
    level: Level,
    misere: bool,
    dice: &mut Dice,
) -> Option<Move> {
    let depth = match level {
        Level::Beginner if dice.below(2) == 0 => {
            let mut moves = game.moves(&now.position);
            return (!moves.is_empty()).then(|| moves.swap_remove(dice.below(moves.len())));
        }
        Level::Beginner => 1,
        Level::Sees(depth) => depth,
    };
    let mut found = Ahead::new(game, misere).best(now, depth);
    (!found.is_empty()).then(|| found.swap_remove(dice.below(found.len())))
}

/// A depth-limited alpha-beta search that counts positions beyond its horizon as even.
pub struct Ahead<'a, S: Space> {
    game: &'a Game<S>,
    misere: bool,
    looked: usize,
}

/// More than any score.
const WON: i64 = 1 << 40;

impl<'a, S: Space> Ahead<'a, S> {
    pub(super) fn new(game: &'a Game<S>, misere: bool) -> Self {
        Ahead { game, misere, looked: 0 }
    }

    /// The best moves by a search of `depth` plies; shallower where the limit on positions is reached.
    pub fn best(&mut self, now: &Moment<S::Position>, depth: u32) -> Vec<Move> {
        let mut best = self.game.moves(&now.position);
        for depth in 1..=depth {
            self.looked = 0;
            match self.best_at(now, depth) {
                Some(found) => best = found,
                None => break,
            }
        }
        best
    }

    /// The moves that look best at exactly this depth; none if that is too much to look at.
    pub fn best_at(&mut self, now: &Moment<S::Position>, depth: u32) -> Option<Vec<Move>> {
        let mut best = (i64::MIN, Vec::new());
        for mv in self.game.moves(&now.position) {
            let next = after(self.game, now, &mv);
            let value = sign(now.to_move) * self.value(&next, depth - 1, -i64::MAX, i64::MAX)?;
            if value > best.0 {
                best = (value, vec![mv]);
            } else if value == best.0 {
                best.1.push(mv);
            }
        }
        Some(best.1)
    }

    /// A score for the first player's position; faster wins count more.
    fn value(
        &mut self,
        now: &Moment<S::Position>,
        depth: u32,
        mut low: i64,
        mut high: i64,
    ) -> Option<i64> {
        self.looked += 1;
        if self.looked > MOST_POSITIONS {
            return None;
        }
        let lead = i64::from(now.score[0]) - i64::from(now.score[1]);
        let lead = if self.misere { -lead } else { lead };
        let moves = self.game.moves(&now.position);
        if moves.is_empty() {
            return Some(match self.game.ended(now, self.misere) {
                Some(End::Win(winner)) => sign(winner) * (WON + i64::from(depth)) + lead,
                _ => lead,
            });
        }
        if depth == 0 {
            return Some(lead);
        }
        let first = now.to_move == Player::First;
        let mut best = if first { i64::MIN } else { i64::MAX };
        for mv in moves {
            let value = self.value(&after(self.game, now, &mv), depth - 1, low, high)?;
            if first {
                best = best.max(value);
                low = low.max(best);
            } else {
                best = best.min(value);
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        Some(best)
    }
}

fn sign(player: Player) -> i64 {
    match player {
        Player::First => 1,
        Player::Second => -1,
    }
}

/// Numbers that look random and are the same for the same text.
pub struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        Dice(hasher.finish())
    }

    /// A number below `count`, which is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        // The generator splitmix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count as u64) as usize
    }
}
