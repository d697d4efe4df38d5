//! Pairing strategies by symmetry: an involution of the board pairs its places. Whether answering every move by its image
//! wins is proved, not assumed: every game in which a player does so is followed to its end.

use std::collections::HashSet;

use crate::{Asked, Error, Player, Run, Stopped};
use outplay_rules::graph::{Edge, Graph};
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::option::MISERE;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::{End, Rules};
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::Space;
use outplay_rules::symmetry::Structure;
use outplay_solve::limits::Budget;
use outplay_solve::oracle::after;
use serde::Serialize;

/// Larger boards, and more symmetries, are not looked at.
const MOST_PLACES: usize = 100;
const MOST_SYMMETRIES: usize = 20_000;
/// This many symmetries are followed, and this many positions of each.
const MOST_FOLLOWED: usize = 12;
const MOST_POSITIONS: usize = 60_000;

/// The partners of a board, and what they are good for.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Partners {
    /// For each place its partner; null if no symmetry swaps places in pairs.
    partners: Option<Vec<usize>>,
    /// What a player who answers by partners is sure of; null if that is not a strategy here.
    strategy: Option<Shadow>,
    /// Whether every game was followed; if not, a strategy may have been missed.
    complete: bool,
}

/// A player who answers every move by its partner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shadow {
    /// The first or the second player.
    player: &'static str,
    /// The move that the first player makes before; its own partner.
    opening: Option<String>,
    /// The least that this earns: a win or a draw.
    earns: Earns,
}

/// What a strategy is sure of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
enum Earns {
    Draw,
    Win,
}

/// The partners that are proved to help, or else those that leave the fewest places where they are.
pub fn partners(asked: &Asked, run: &Run) -> Result<Partners, Error> {
    let misere = asked.question.options.has(&MISERE);
    run.work(|budget| Ok(in_space!(asked.cases.first(), |game| partners_of(game, misere, budget))?))
}

fn partners_of<S: Space>(
    game: &Game<S>,
    misere: bool,
    budget: &mut Budget,
) -> Result<Partners, Stopped> {
    let mut symmetries = involutions(game.space());
    symmetries.truncate(MOST_FOLLOWED);
    let mut complete = true;
    let mut best: Option<(Shadow, &Vec<usize>)> = None;
    for symmetry in &symmetries {
        match shadow(game, symmetry, misere, budget)? {
            Followed::Earns(found) if found.earns == Earns::Win => {
                best = Some((found, symmetry));
                break;
            }
            Followed::Earns(found) => best = best.or(Some((found, symmetry))),
            Followed::Fails => {}
            Followed::TooMany => complete = false,
        }
    }
    let (strategy, partners) = match best {
        Some((strategy, symmetry)) => (Some(strategy), Some(symmetry.clone())),
        None => (None, symmetries.first().cloned()),
    };
    Ok(Partners { partners, complete: complete || strategy.is_some(), strategy })
}

/// The symmetries that are their own inverse, those first that fix the fewest vertices and edges.
fn involutions<S: Space>(space: &S) -> Vec<Vec<usize>> {
    let graph = space.graph();
    let sets = || space.sets().and_then(Structure::of_sets);
    let structure = graph.map(Structure::of_graph).or_else(sets);
    let Some(structure) = structure.filter(|structure| structure.place_count() <= MOST_PLACES)
    else {
        return Vec::new();
    };
    let involution = |symmetry: &Vec<usize>| {
        let moves = symmetry.iter().enumerate().any(|(place, &image)| place != image);
        moves && symmetry.iter().enumerate().all(|(place, &image)| symmetry[image] == place)
    };
    let mut found: Vec<Vec<usize>> =
        structure.symmetries().take(MOST_SYMMETRIES).filter(involution).collect();
    found.sort_by_cached_key(|symmetry| fixed(symmetry, graph));
    found
}

/// How many vertices and edges a symmetry leaves where they are.
fn fixed(symmetry: &[usize], graph: Option<&Graph>) -> usize {
    let places = symmetry.iter().enumerate().filter(|&(place, &image)| place == image).count();
    let kept = |edge: &&Edge| {
        let [u, v] = edge.ends();
        let (a, b) = (symmetry[u], symmetry[v]);
        (a.min(b), a.max(b)) == (u, v)
    };
    places + graph.map_or(0, |graph| graph.edges().iter().filter(kept).count())
}

enum Followed {
    Earns(Shadow),
    Fails,
    TooMany,
}

/// What answering by partners earns: the second player from the start, or the first after a move that is its own
/// partner.
fn shadow<S: Space>(
    game: &Game<S>,
    symmetry: &[usize],
    misere: bool,
    budget: &mut Budget,
) -> Result<Followed, Stopped> {
    let start = Record::new(game).now().clone();
    let image = |mv: &Move| mv.renamed(|place| symmetry[place as usize] as u16);
    let own = |mv: &Move| !matches!(mv, Move::Heap { .. }) && image(mv) == *mv;
    let opener = start.to_move;
    let openings = game.moves(&start.position).into_iter().filter(own);
    let begins = openings.map(|mv| (opener, after(game, &start, &mv), Some(mv)));
    let mut too_many = false;
    let mut best: Option<Shadow> = None;
    for (player, moment, opening) in
        [(opener.other(), start.clone(), None)].into_iter().chain(begins)
    {
        if moment.to_move == player {
            continue;
        }
        let mut games = Games { game, image: &image, player, misere, seen: HashSet::new(), budget };
        match games.worst(&moment)? {
            Some(earns) if best.as_ref().is_none_or(|best| best.earns < earns) => {
                let opening = opening.map(|mv| game.write_move(&mv));
                best = Some(Shadow { player: name(player), opening, earns });
            }
            None => too_many |= games.seen.len() >= MOST_POSITIONS,
            Some(_) => {}
        }
    }
    Ok(match best {
        Some(shadow) => Followed::Earns(shadow),
        None if too_many => Followed::TooMany,
        None => Followed::Fails,
    })
}

fn name(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// Every game in which `player` answers by partners.
struct Games<'a, 'b, S: Space> {
    game: &'a Game<S>,
    image: &'a dyn Fn(&Move) -> Move,
    player: Player,
    misere: bool,
    /// Positions with the other player to move, with how far the first is ahead, that are followed already.
    seen: HashSet<(S::Position, i64)>,
    budget: &'a mut Budget<'b>,
}

impl<S: Space> Games<'_, '_, S> {
    /// The least that `player` earns if the other one is to move; none if that may be nothing.
    fn worst(&mut self, moment: &Moment<S::Position>) -> Result<Option<Earns>, Stopped> {
        self.budget.visit()?;
        let lead = i64::from(moment.score[0]) - i64::from(moment.score[1]);
        if !self.seen.insert((moment.position.clone(), lead)) {
            return Ok(Some(Earns::Win));
        }
        if self.seen.len() >= MOST_POSITIONS {
            return Ok(None);
        }
        let moves = self.game.moves(&moment.position);
        if moves.is_empty() {
            return Ok(self.end(moment));
        }
        let mut worst = Earns::Win;
        for mv in moves {
            let Some(earns) = self.answered(&after(self.game, moment, &mv), &mv)? else {
                return Ok(None);
            };
            worst = worst.min(earns);
        }
        Ok(Some(worst))
    }

    /// The same after a move of the other player, which is to be answered by its partner.
    fn answered(
        &mut self,
        moment: &Moment<S::Position>,
        mv: &Move,
    ) -> Result<Option<Earns>, Stopped> {
        if self.game.is_over(&moment.position) {
            return Ok(self.end(moment));
        }
        let answer = (self.image)(mv);
        let legal =
            moment.to_move == self.player && self.game.check(&moment.position, &answer).is_ok();
        if !legal || matches!(mv, Move::Heap { .. }) {
            return Ok(None);
        }
        let next = after(self.game, moment, &answer);
        match self.game.is_over(&next.position) {
            true => Ok(self.end(&next)),
            false if next.to_move == self.player => Ok(None),
            false => self.worst(&next),
        }
    }

    fn end(&self, moment: &Moment<S::Position>) -> Option<Earns> {
        match self.game.ended(moment, self.misere)? {
            End::Win(winner) => (winner == self.player).then_some(Earns::Win),
            End::Tie | End::Draw => Some(Earns::Draw),
        }
    }
}
