//! Proofs of margins: a strategy for each side.

use std::collections::HashMap;

use outplay_certificate::body::{Form, Keyword, signed};
use outplay_certificate::closed::images::Images;
use outplay_certificate::closed::margins::Margins;
use outplay_certificate::game::scoring::slack;
use outplay_certificate::header::{ProofKind, Statement};
use outplay_certificate::removing::settled::Settled;
use outplay_certificate::theory::{Theory, Used};
use outplay_rules::error::InputError;
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Step;
use outplay_rules::ruleset::AnyScoring;
use outplay_rules::spaces::{EdgePosition, Space};
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, Known, Oracle};

use crate::closed::margins;
use crate::recompute::quiet;
use crate::scribe::Scribe;
use crate::{NoProof, Proof, Unordered};

/// The bounds shown so far.
#[derive(Default)]
struct Bounds {
    least: Option<i32>,
    most: Option<i32>,
}

struct Prover<'r, 'o, 'b, 'l, S: Space> {
    scribe: Scribe<'r, AnyScoring<S>, Bounds>,
    oracle: &'o mut dyn Oracle<Space = S>,
    budget: &'b mut Budget<'l>,
    /// The margins that the solver told.
    margins: HashMap<S::Position, i32>,
    /// The theories that the proof rests on.
    used: Used,
    /// Whether fewer points win: then a point counts -1, and margins are counted so.
    misere: bool,
}

/// The proof of the exact margin of a moment; of who wins, if that is all that is asked for.
pub fn prove<S: Space>(
    rules: &AnyScoring<S>,
    oracle: &mut dyn Oracle<Space = S>,
    moment: &Moment<S::Position>,
    (winner_only, misere, form): (bool, bool, Form),
    budget: &mut Budget,
) -> Result<Proof, Stopped> {
    if !winner_only
        && !misere
        && let Some(proof) = prove_closed(rules, oracle, moment, form, budget)?
    {
        return Ok(proof);
    }
    let mut prover = Prover {
        scribe: Scribe::by_components(rules, form),
        oracle,
        budget,
        margins: HashMap::new(),
        used: if misere { Used::default() } else { Used::new(&THEORIES) },
        misere,
    };
    let (least, most) = prover.wanted(moment, winner_only)?;
    if let Some(least) = least {
        prover.show_least(&moment.position, least)?;
    }
    if let Some(most) = most {
        prover.show_most(&moment.position, most)?;
    }
    let statement = match misere {
        true => stated(moment, (most.map(|most| -most), least.map(|least| -least))),
        false => stated(moment, (least, most)),
    };
    // Version 1 has captures without saying so.
    let uses = uses(&prover.used);
    let uses = if uses == [Theory::Captures] { Vec::new() } else { uses };
    Ok(Proof { uses, ..Proof::new(statement, prover.scribe.finish(), 0, form) })
}

/// How far the player to move is ahead.
fn lead<P>(moment: &Moment<P>) -> i32 {
    let [first, second] = moment.score.map(|points| points as i32);
    if moment.to_move == Player::First { first - second } else { second - first }
}

/// The theories that serve in games of removing edges.
const THEORIES: [Theory; 3] = [Theory::Captures, Theory::Cores, Theory::Rich];

/// Those of them that were used.
fn uses(used: &Used) -> Vec<Theory> {
    THEORIES.into_iter().filter(|&theory| used.times(theory) > 0).collect()
}

/// The statement that follows from bounds on what the player to move gets from here on.
fn stated<P>(moment: &Moment<P>, (least, most): (Option<i32>, Option<i32>)) -> Statement {
    let whole = |bound: Option<i32>| bound.map(|bound| bound + lead(moment));
    let (least, most) = (whole(least), whole(most));
    match moment.to_move {
        Player::First => Statement::Margin { least, most },
        Player::Second => {
            let turned = |bound: Option<i32>| bound.map(|bound| -bound);
            Statement::Margin { least: turned(most), most: turned(least) }
        }
    }
}

/// Boards with more symmetries than this are better proved by steps, which know positions up to isomorphism.
const MOST_SYMMETRIES: usize = 16;

/// A closed proof, where a score keeps the turn and the board has few symmetries.
fn prove_closed<S: Space>(
    rules: &AnyScoring<S>,
    oracle: &mut dyn Oracle<Space = S>,
    now: &Moment<S::Position>,
    form: Form,
    budget: &mut Budget,
) -> Result<Option<Proof>, Stopped> {
    let game = rules.removing().filter(|game| game.variant() == Variant::StringsAndCoins);
    let Some((game, position)) = game.zip(rules.space().edges(&now.position)) else {
        return Ok(None);
    };
    let symmetries = rules.space().symmetries(MOST_SYMMETRIES + 1);
    let used = Used::new(&THEORIES);
    let images = Images::new(rules, &symmetries).ok();
    let images = images.filter(|_| symmetries.len() <= MOST_SYMMETRIES);
    let margins = images.and_then(|images| Margins::new(game, images, used.clone(), (0, false)));
    let Some(margins) = margins else { return Ok(None) };
    let margin = match oracle.value(&moment(&now.position), budget)? {
        GameValue::Margin(margin) => margin,
        _ => return Ok(None),
    };
    let mut reaches = |position: &EdgePosition, least: i32, budget: &mut Budget| {
        let Some(position) = rules.space().with_edges(position) else { return Ok(false) };
        if let Known::Margin { at_least, at_most } = oracle.known(&moment(&position))
            && (at_least >= least || at_most < least)
        {
            return Ok(at_least >= least);
        }
        oracle.keeps(&moment(&position), &GameValue::Margin(least), Player::First, budget)
    };
    let found = margins::prove(game, &margins, (position, margin), &mut reaches, budget)?;
    let memory = outplay_certificate::closed::table_bytes::<Margins>(found.facts.len() as u64);
    let kind = ProofKind::Closed;
    let closed = Unordered { kind, symmetries, cost: found.cost, memory };
    Ok(Some(Proof::of_facts(
        stated(now, (Some(margin), Some(margin))),
        found,
        closed,
        uses(&used),
        form,
    )))
}

/// A proof by a table of all quiet positions that the checker fills again; none where no score keeps the turn, and on boards too large for
/// its words.
pub fn prove_recomputed<S: Space>(
    rules: &AnyScoring<S>,
    oracle: &mut dyn Oracle<Space = S>,
    now: &Moment<S::Position>,
    form: Form,
    budget: &mut Budget,
) -> Result<Option<Proof>, NoProof> {
    let game = rules.removing().filter(|game| game.variant() == Variant::StringsAndCoins);
    let Some((game, position)) = game.zip(rules.space().edges(&now.position)) else {
        return Ok(None);
    };
    let copies: u32 = position.iter().map(|&copies| u32::from(copies)).sum();
    if copies > quiet::MOST_EDGES {
        return Ok(None);
    }
    let solved = match oracle.value(&moment(&now.position), budget)? {
        GameValue::Margin(margin) => Some(margin),
        _ => None,
    };
    // There need not be room for two tables.
    oracle.forget(budget);
    // One more than are used and the identity, to see whether there are more.
    let symmetries = rules.space().symmetries(quiet::MOST_SYMMETRIES + 2);
    let found = quiet::fill(game.board(), position, symmetries, form, budget)?;
    if solved.is_some_and(|solved| solved != found.margin) {
        return Err(InputError::plain("the recomputed table says something else").into());
    }
    let margin = Some(found.margin);
    let proof = Proof::new(stated(now, (margin, margin)), found.written, 0, form);
    Ok(Some(Proof { uses: vec![Theory::Captures], unordered: Some(found.unordered), ..proof }))
}

/// The game of removing edges, if it is one in which the turn always passes.
fn passing<S: Space>(rules: &AnyScoring<S>) -> Option<&EdgeGame> {
    rules.removing().filter(|game| !game.variant().keeps_turn())
}

/// A position at which nothing has been scored.
fn moment<P: Clone>(position: &P) -> Moment<P> {
    Moment { position: position.clone(), to_move: Player::First, score: [0, 0] }
}

impl<S: Space> Prover<'_, '_, '_, '_, S> {
    /// What a point counts.
    fn sign(&self) -> i32 {
        if self.misere { -1 } else { 1 }
    }

    /// What a move earns.
    fn earned(&self, option: &Step<S::Position>) -> i32 {
        self.sign() * option.earned as i32
    }

    /// The margin for the player to move.
    fn margin(&mut self, position: &S::Position) -> Result<i32, Stopped> {
        if let Some(&known) = self.margins.get(position) {
            return Ok(known);
        }
        self.budget.visit()?;
        let margin = match self.oracle.value(&moment(position), self.budget)? {
            GameValue::Margin(margin) => margin,
            GameValue::MisereMargin(margin) => -margin,
            _ => 0,
        };
        self.margins.insert(position.clone(), margin);
        Ok(margin)
    }

    /// The bounds to show: both equal to the margin, or those that tell who wins.
    fn wanted(
        &mut self,
        now: &Moment<S::Position>,
        winner_only: bool,
    ) -> Result<(Option<i32>, Option<i32>), Stopped> {
        let lead = self.sign() * lead(now);
        if winner_only && self.reaches(&now.position, 1 - lead)? {
            return Ok((Some(1 - lead), None));
        }
        if winner_only && !self.reaches(&now.position, -lead)? {
            return Ok((None, Some(-1 - lead)));
        }
        let margin = if winner_only { -lead } else { self.margin(&now.position)? };
        Ok((Some(margin), Some(margin)))
    }

    /// The bounds shown of a position.
    fn shown(&mut self, position: &S::Position) -> (i32, i32) {
        let points = self.scribe.rules.points_left(position) as i32;
        let facts = self.scribe.facts(position);
        let (least, most) = facts.map_or((None, None), |facts| (facts.least, facts.most));
        (least.unwrap_or(-points).max(-points), most.unwrap_or(points).min(points))
    }

    /// The bounds that the checker will find, by what the position reduces to.
    fn bounds(&mut self, position: &S::Position) -> (i32, i32) {
        match self.settled_or_same(position) {
            Some((settled, rest)) => settled.bounds(self.shown(&rest)),
            None => self.shown(position),
        }
    }

    fn knows_least(&mut self, position: &S::Position, margin: i32) -> bool {
        self.bounds(position).0 >= margin
    }

    fn knows_most(&mut self, position: &S::Position, margin: i32) -> bool {
        self.bounds(position).1 <= margin
    }

    /// Whether it is already shown that a move gets at least so much.
    fn move_knows_least(&mut self, option: &Step<S::Position>, margin: i32) -> bool {
        let earned = self.earned(option);
        if option.again {
            self.knows_least(&option.position, margin - earned)
        } else {
            self.knows_most(&option.position, earned - margin)
        }
    }

    /// Shows that the margin is at least so much, by one good move.
    fn show_least(&mut self, position: &S::Position, margin: i32) -> Result<(), Stopped> {
        if self.knows_least(position, margin) {
            return Ok(());
        }
        if let Some((settled, rest)) = self.settled(position) {
            return match settled.goals(margin) {
                (Some(least), Some(most)) if !self.reaches(&rest, least)? => {
                    self.show_most(&rest, most)
                }
                (Some(least), _) => self.show_least(&rest, least),
                (None, Some(most)) => self.show_most(&rest, most),
                (None, None) => Ok(()),
            };
        }
        let options = self.scribe.options(position);
        let known = (0..options.len()).find(|&i| self.move_knows_least(&options[i].1, margin));
        let chosen = match known {
            Some(index) => index,
            None => self.good_move(&options, margin)?,
        };
        let option = &options[chosen].1;
        let earned = self.earned(option);
        if option.again {
            self.show_least(&option.position, margin - earned)?;
        } else {
            self.show_most(&option.position, earned - margin)?;
        }
        let step = [signed(margin), chosen as u64];
        self.scribe.show(Keyword::Least, position, &step).least = Some(margin);
        Ok(())
    }

    /// A good move that nothing written so far shows to be good: of those that the solver knows one that leaves little,
    /// otherwise the first that a search finds.
    fn good_move(
        &mut self,
        options: &[(Move, Step<S::Position>)],
        margin: i32,
    ) -> Result<usize, Stopped> {
        // The solver may know nearly every position by a theorem that the checker does not know: the order of the list would
        // lead to ever new ones.
        let known = (0..options.len()).filter(|&index| self.is_known(&options[index].1, margin));
        let known: Vec<usize> = known.collect();
        if let Some(index) = known.into_iter().min_by_key(|&i| self.left(&options[i].1.position)) {
            return Ok(index);
        }
        for (index, (_, option)) in options.iter().enumerate() {
            let least = margin - self.earned(option);
            if option.again && self.reaches(&option.position, least)?
                || !option.again && !self.reaches(&option.position, 1 - least)?
            {
                return Ok(index);
            }
        }
        Ok(0)
    }

    /// Whether the solver knows without a search that a move gets at least so much.
    fn is_known(&self, option: &Step<S::Position>, margin: i32) -> bool {
        let Known::Margin { at_least, at_most } = self.oracle.known(&moment(&option.position))
        else {
            return false;
        };
        let least = if option.again != self.misere { at_least } else { -at_most };
        self.earned(option) + least >= margin
    }

    /// Whether the player to move gets at least so much.
    fn reaches(&mut self, position: &S::Position, least: i32) -> Result<bool, Stopped> {
        self.budget.visit()?;
        let target = match self.misere {
            true => GameValue::MisereMargin(-least),
            false => GameValue::Margin(least),
        };
        self.oracle.keeps(&moment(position), &target, Player::First, self.budget)
    }

    /// What a position reduces to, if that is another position.
    fn settled(&mut self, position: &S::Position) -> Option<(Settled, S::Position)> {
        self.settled_or_same(position).filter(|(_, rest)| rest != position)
    }

    /// What a position reduces to by the theorems on captures, and the rest.
    fn settled_or_same(&mut self, position: &S::Position) -> Option<(Settled, S::Position)> {
        let rules = self.scribe.rules;
        let settled = Settled::new(rules.removing()?, rules.space().edges(position)?, &self.used)?;
        let rest = rules.space().with_edges(&settled.rest)?;
        Some((settled, rest))
    }

    /// How much is left of a position once it is settled: the proof of a small one is small.
    fn left(&mut self, position: &S::Position) -> usize {
        let rest = self.settled_or_same(position).map(|(_, rest)| rest);
        let rest = rest.as_ref().unwrap_or(position);
        let copies = |edges: &EdgePosition| edges.iter().map(|&copies| copies as usize).sum();
        self.scribe.rules.space().edges(rest).map_or(0, copies)
    }

    /// Shows that the margin is at most so much, against every move.
    fn show_most(&mut self, position: &S::Position, margin: i32) -> Result<(), Stopped> {
        if self.knows_most(position, margin) {
            return Ok(());
        }
        if let Some((settled, rest)) = self.settled(position) {
            let (most, least) = settled.goals(margin);
            most.map_or(Ok(()), |most| self.show_most(&rest, most))?;
            return least.map_or(Ok(()), |least| self.show_least(&rest, least));
        }
        let options = self.scribe.options(position);
        let listed = self.listed(&options, margin)?;
        for &(index, most) in &listed {
            let option = &options[index].1;
            let earned = self.earned(option);
            if option.again {
                self.show_most(&option.position, most - earned)?;
            } else {
                self.show_least(&option.position, earned - most)?;
            }
        }
        let mut numbers = vec![signed(margin)];
        let keyword = if listed.len() == options.len() {
            Keyword::Most
        } else {
            numbers.push(listed.len() as u64);
            numbers.extend(listed.iter().map(|&(index, _)| index as u64));
            Keyword::Exchange
        };
        self.scribe.show(keyword, position, &numbers).most = Some(margin);
        Ok(())
    }

    /// Moves with bounds on them that bound all moves; all of them where moves are not exchanged. Few are chosen, one
    /// after another: the next is the one that bounds most of the moves left.
    fn listed(
        &mut self,
        options: &[(Move, Step<S::Position>)],
        margin: i32,
    ) -> Result<Vec<(usize, i32)>, Stopped> {
        if self.misere || passing(self.scribe.rules).is_none() {
            return Ok((0..options.len()).map(|index| (index, margin)).collect());
        }
        let mut values = Vec::new();
        for (_, option) in options {
            values.push(option.earned as i32 - self.margin(&option.position)?);
        }
        let room = |index: usize, other: usize| {
            let ((mv, option), (to, _)) = (&options[index], &options[other]);
            margin - slack(mv, to, option.earned as i32) - values[index]
        };
        let mut left: Vec<usize> = (0..options.len()).collect();
        let mut listed = Vec::new();
        while !left.is_empty() {
            let bounds = |index: usize| left.iter().filter(|&&to| room(index, to) >= 0).count();
            let Some(best) = (0..options.len()).rev().max_by_key(|&index| bounds(index)) else {
                break;
            };
            // No tighter a bound than is needed.
            let taken: Vec<usize> =
                left.iter().copied().filter(|&to| room(best, to) >= 0).collect();
            let spare = taken.iter().map(|&to| room(best, to)).min().unwrap_or(0);
            left.retain(|to| !taken.contains(to));
            listed.push((best, values[best] + spare));
            if taken.is_empty() {
                break;
            }
        }
        Ok(listed)
    }
}
