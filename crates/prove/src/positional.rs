//! Proofs of what can be forced: for each fact a strategy of the player who wants it or wants it not.

mod maker;

use maker::Maker;
use outplay_certificate::body::{Form, Keyword};
use outplay_certificate::game::arguments::Arguments;
use outplay_certificate::game::{Argued, closed};
use outplay_certificate::header::Statement;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::rules::{Positional, Step};
use outplay_rules::spaces::{Space, Stones};
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::positional::Forces;
use outplay_solve::positional::pairing;

use crate::Proof;
use crate::scribe::{Paper, Scribe};

/// Hop games on boards of this many points are proved by play: a certificate that steals a strategy cannot be played from.
pub const PLAYED: usize = 20;

/// The four facts as far as they are shown.
type Facts = [Option<bool>; 4];

/// A proof in the making: several starts may share one.
pub struct Prover<'r, R: Positional + ?Sized> {
    scribe: Scribe<'r, R, Facts>,
    form: Form,
    /// The arguments that serve.
    argued: Option<&'r Arguments>,
    makers: [Option<Maker<'r>>; 2],
}

/// What the solver says can be forced from a position.
pub type Ask<'a, P> = &'a mut dyn FnMut(&P, &mut Budget) -> Result<Forces, Stopped>;

fn facts(forces: Forces) -> [bool; 4] {
    [forces.win, forces.win_or_tie, forces.win_or_draw, forces.not_lose]
}

impl<'r, R: Positional + ?Sized> Prover<'r, R> {
    /// Nothing shown yet.
    pub fn new(rules: &'r R, (argued, games): Argued<'r>, form: Form) -> Self {
        let paper = Paper::new(form);
        let maker = |player: Player| {
            let (game, arguments) = games[player.index()].as_ref()?;
            Maker::new(game, arguments, player, &paper, form)
        };
        let makers = [Player::First, Player::Second].map(maker);
        Prover { scribe: Scribe::on(rules, paper, 0), form, argued, makers }
    }

    /// A part of another proof, about a Maker-Breaker game.
    pub fn on(rules: &'r R, (argued, _): Argued<'r>, paper: Paper, about: u64, form: Form) -> Self {
        let scribe = Scribe::on(rules, paper, about);
        Prover { scribe, form, argued, makers: [None, None] }
    }

    /// Whether the first fact is known to be so, or shown by an argument at once.
    pub fn shows_at_once(&mut self, position: &R::Position, truth: bool) -> bool {
        self.is_known(position, 0, truth) || self.argue(position, 0, truth)
    }

    /// Shows all that can and cannot be forced from a position.
    pub fn show_forces(
        &mut self,
        position: &R::Position,
        ask: Ask<R::Position>,
        budget: &mut Budget,
    ) -> Result<Forces, Stopped> {
        let forces = ask(position, budget)?;
        // The strongest facts first: the others follow from them.
        let order = match forces.result().winner() {
            Some(Player::First) => [0, 1, 2, 3],
            Some(Player::Second) => [3, 2, 1, 0],
            None => [1, 2, 0, 3],
        };
        for fact in order {
            let truth = facts(forces)[fact];
            if !self.is_known(position, fact, truth) && !self.argue(position, fact, truth) {
                self.show_as_breaker(position, fact, truth, budget)?;
            }
            self.show(position, fact, truth, ask, budget)?;
        }
        Ok(forces)
    }

    /// The proof, with its statement.
    pub fn finish(self, forces: Forces) -> Proof {
        let statement = Statement::Forces(facts(forces).map(Some));
        Proof::new(statement, self.scribe.finish(), 0, self.form)
    }

    /// Whether all that can be forced from a position is shown already.
    pub fn knows(&mut self, position: &R::Position, forces: Forces) -> bool {
        facts(forces).iter().enumerate().all(|(fact, &truth)| self.follows(position, fact, truth))
    }

    fn is_known(&mut self, position: &R::Position, fact: usize, truth: bool) -> bool {
        if self.scribe.rules.end(position).is_some() {
            return true;
        }
        let known = self.scribe.facts(position);
        known.is_some_and(|known| closed(*known)[fact] == Some(truth))
    }

    /// Whether a fact is settled so by the end of the game or by a step about this very position.
    fn is_at_hand(&self, position: &R::Position, fact: usize, truth: bool) -> bool {
        match self.scribe.rules.end(position) {
            Some(end) => facts(Forces::at(end))[fact] == truth,
            None => {
                let known = self.scribe.facts_at_hand(position);
                known.is_some_and(|known| closed(*known)[fact] == Some(truth))
            }
        }
    }

    /// Shows that a fact is so, as the solver says.
    pub fn show(
        &mut self,
        position: &R::Position,
        fact: usize,
        truth: bool,
        ask: Ask<R::Position>,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        // An argument is found faster than a copy.
        let at_hand = self.is_at_hand(position, fact, truth) || self.argue(position, fact, truth);
        if at_hand || self.is_known(position, fact, truth) {
            return Ok(());
        }
        budget.visit()?;
        let options = self.scribe.options(position);
        let wants = (self.scribe.rules.to_move(position) == Player::First) == truth;
        let mut numbers = vec![fact as u64];
        if wants {
            let at_hand = |prover: &mut Self, option: &R::Position| {
                prover.follows(option, fact, truth) || prover.argue(option, fact, truth)
            };
            let order = self.by_weight(&options, fact, truth);
            let mut chosen = order.iter().copied().find(|&i| at_hand(self, &options[i].1.position));
            for index in order {
                let option = &options[index].1.position;
                if chosen.is_none() && facts(ask(option, budget)?)[fact] == truth {
                    chosen = Some(index);
                }
            }
            let chosen = chosen.unwrap_or(0);
            self.show(&options[chosen].1.position, fact, truth, ask, budget)?;
            numbers.push(chosen as u64);
        } else {
            for (_, option) in &options {
                self.show(&option.position, fact, truth, ask, budget)?;
            }
        }
        let keyword = if truth { Keyword::Holds } else { Keyword::Fails };
        self.scribe.show(keyword, position, &numbers)[fact] = Some(truth);
        Ok(())
    }

    /// Whether a fact is settled so at a position, by the end of the game or by a step.
    fn follows(&mut self, position: &R::Position, fact: usize, truth: bool) -> bool {
        match self.scribe.rules.end(position) {
            Some(end) => facts(Forces::at(end))[fact] == truth,
            None => self.is_known(position, fact, truth),
        }
    }

    /// The stones of a position and the player who must never own a set, if that would settle the fact so.
    fn to_block<'a>(
        &self,
        position: &'a R::Position,
        fact: usize,
        truth: bool,
    ) -> Option<(&'r Arguments, &'a Stones, Player)> {
        let (arguments, stones) = self.argued.zip(self.scribe.rules.space().stones(position))?;
        let (player, settled) = arguments.blocked(fact);
        (settled == truth).then_some((arguments, stones, player))
    }

    /// The options in the order in which they are tried: who blocks leaves as little weight as he can.
    fn by_weight(
        &self,
        options: &[(Move, Step<R::Position>)],
        fact: usize,
        truth: bool,
    ) -> Vec<usize> {
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by_cached_key(|&index| {
            let position = &options[index].1.position;
            let mover = self.scribe.rules.to_move(position);
            self.to_block(position, fact, truth)
                .map(|(arguments, stones, player)| arguments.weight(stones, player, mover))
        });
        order
    }

    /// Shows a fact by an argument that needs no search, if there is one.
    fn argue(&mut self, position: &R::Position, fact: usize, truth: bool) -> bool {
        if truth && self.can_steal(position, fact) {
            self.scribe.show(Keyword::Stealing, position, &[fact as u64])[fact] = Some(true);
            return true;
        }
        let Some((arguments, stones, player)) = self.to_block(position, fact, truth) else {
            return false;
        };
        let mover = self.scribe.rules.to_move(position);
        let mut numbers = vec![fact as u64];
        let keyword = if self.scribe.rules.end(position).is_some() {
            return false;
        } else if arguments.potential(stones, player, mover) {
            Keyword::Potential
        } else if let Some(pairs) = pairs(arguments, stones, player) {
            numbers.push(pairs.len() as u64);
            numbers.extend(pairs.iter().flat_map(|&(a, b)| [a as u64, b as u64]));
            Keyword::Pairing
        } else if let Some(piece) = self.light_piece(arguments, stones, player, mover) {
            numbers.extend(piece.map(|piece| piece as u64));
            Keyword::Breaker
        } else {
            return false;
        };
        self.scribe.show(keyword, position, &numbers)[fact] = Some(truth);
        true
    }

    /// Whether strategy stealing shows a fact.
    fn can_steal(&self, position: &R::Position, fact: usize) -> bool {
        let serves = self.argued.zip(self.scribe.rules.space().stones(position));
        let over = self.scribe.rules.end(position).is_some();
        !over
            && serves.is_some_and(|(arguments, stones)| {
                let played = arguments.is_hop() && arguments.points() <= PLAYED;
                !played && arguments.stealing(stones, fact)
            })
    }

    /// In a hop game, the piece to hop first with which the weight settles the Maker-Breaker game; none within if none is
    /// to be named.
    fn light_piece(
        &mut self,
        arguments: &Arguments,
        stones: &Stones,
        player: Player,
        mover: Player,
    ) -> Option<Option<usize>> {
        let maker = self.makers[player.index()].as_mut()?;
        let pieces = pieces(arguments, stones, player, mover)?;
        pieces.into_iter().find(|&piece| {
            let reduced = arguments.reduced(stones, player, piece);
            reduced.is_some_and(|reduced| maker.is_light(&reduced))
        })
    }

    /// Shows a fact by the Maker-Breaker game that who blocks can play, if he wins it as Breaker and that is soon found out.
    fn show_as_breaker(
        &mut self,
        position: &R::Position,
        fact: usize,
        truth: bool,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let Some((arguments, stones, player)) = self.to_block(position, fact, truth) else {
            return Ok(());
        };
        let mover = self.scribe.rules.to_move(position);
        let Some(maker) = &mut self.makers[player.index()] else { return Ok(()) };
        let pieces = if arguments.names_piece(player, mover) {
            stones.of(player.other()).iter().map(Some).collect()
        } else {
            vec![None]
        };
        for piece in pieces {
            let Some(reduced) = arguments.reduced(stones, player, piece) else { continue };
            if maker.show(&reduced, budget)? {
                let piece = piece.map(|piece| piece as u64);
                let numbers: Vec<u64> = std::iter::once(fact as u64).chain(piece).collect();
                self.scribe.show(Keyword::Breaker, position, &numbers)[fact] = Some(truth);
                return Ok(());
            }
        }
        Ok(())
    }
}

/// The pieces that who blocks may hop first: none to be named unless he is to move in a hop game, where the weight is
/// worth a look.
fn pieces(
    arguments: &Arguments,
    stones: &Stones,
    player: Player,
    mover: Player,
) -> Option<Vec<Option<usize>>> {
    arguments.is_hop().then(|| match arguments.names_piece(player, mover) {
        true => stones.of(player.other()).iter().map(Some).collect(),
        false => vec![None],
    })
}

/// Pairs of points, one in each open set.
fn pairs(arguments: &Arguments, stones: &Stones, player: Player) -> Option<Vec<(usize, usize)>> {
    let (missing, free) = arguments.missing(stones, player)?;
    pairing(&missing, free).filter(|pairs| arguments.pairing(stones, player, pairs))
}
