//! Certificates about games: every step is a small statement about a position that follows, by the rules alone, from
//! the steps before it. The last question is whether these show the statement of the certificate.

pub mod arguments;
mod book;
mod impartial;
pub mod mirror;
mod partizan;
mod play;
mod playing;
mod positional;
mod promise;
pub mod scoring;
pub mod shapes;
mod sizes;
mod stealing;
mod strand;

use std::collections::HashMap;
use std::io::BufRead;

use outplay_rules::games::scoring::Variant;
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::option::MISERE;
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::{
    End, Impartial, Part, Partizan, Positional, Rules, Scoring, TakingRule,
};
use outplay_rules::ruleset::{AnyPositional, Game, Playable, Ruleset};
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::Space;

use crate::Refused;
use crate::allowance::Allowance;
use crate::board;
use crate::body::{Keyword, Reader};
use crate::closed;
use crate::closed::connected::Connected;
use crate::closed::images::Images;
use crate::closed::islands::Islands;
use crate::closed::margins::Margins;
use crate::header::{Header, ProofKind, Second, Statement};
use crate::nim_sequence;
use crate::recompute::{self, quiet};
use crate::theory::{Theory, Used};
use crate::told::Told;
use arguments::Arguments;
use book::{Account, is_over};
pub use playing::Reply;
use playing::reply_by;
use positional::Forced;
pub use positional::{MakerGames, NO_GAMES, closed};
use promise::{Ends, Promised};
pub use sizes::{promise_bytes, table_bytes};

/// Heaps beyond this are not for a checker that computes their values plainly.
pub const LARGEST_HEAP: u32 = 100_000;

/// Checks the steps that follow a header, and gives back what follows the steps. Tables and the values of heaps take no more than
/// allowed.
/// While all that was shown is still there, `then` may ask it for replies.
pub fn check<'h, S: BufRead>(
    header: &'h Header,
    source: S,
    allowance: &'h Allowance<'h>,
    then: Option<&'h mut dyn FnMut(Reply)>,
    told: &'h mut Told,
) -> Result<S, Refused> {
    if header.memory > allowance.memory {
        return Err(Refused::Memory { needed: header.memory, allowed: allowance.memory });
    }
    let misere = header.options.has(&MISERE);
    let rulesets = header.rulesets()?;
    let first =
        rulesets.first().ok_or_else(|| Refused::Format("the statement has no start".into()))?;
    let mut used = Used::new(&[Theory::Captures]);
    if let Some(second) = &header.second {
        used = Used::new(&second.uses);
        if let Some(theory) = second.uses.iter().find(|theory| allowance.without.contains(theory)) {
            return Err(theory.refused());
        }
        allowance.afford(second.cost.into())?;
        if second.board_digest != board::digest(first) {
            return Err(Refused::Format("the board does not match its digest".into()));
        }
        if second.proof == ProofKind::Ordered && second.cost != header.steps {
            return Err(Refused::Format("the cost must be the number of steps".into()));
        }
        let misused = second.proof == ProofKind::Ordered && !second.symmetries.is_empty()
            || used.has(Theory::Rich) && !used.has(Theory::Captures);
        if misused {
            return Err(Refused::Format(
                "it names symmetries or a theory that proofs of this kind cannot use".into(),
            ));
        }
    }
    told.used = used.clone();
    let unordered = |second: &&Second| second.proof != ProofKind::Ordered;
    if let Some(second) = header.second.as_ref().filter(unordered) {
        let asked = closed::Asked { header, second, source, allowance, told };
        return in_space!(first, |game| check_closed(game, &rulesets, asked, used, then));
    }
    if allowance.part.is_some() {
        return Err(Refused::NoParts);
    }
    // A theorem shows nothing about a game that it does not cover.
    let served = in_space!(first, |game| used.only(serving(game, misere)));
    if header.second.is_some() && !served {
        return Err(Refused::Format("it uses a theory that does not cover this game".into()));
    }
    let reader = Reader::new(header.form, source);
    let check = Check { header, allowance, reader, then, used, told };
    in_space!(first, |game| check.game(game, &rulesets, misere))
}

/// The theories that apply to a game, in proofs by steps and in proofs of margins.
fn serving<G: Space>(game: &Game<G>, misere: bool) -> &'static [Theory] {
    match game {
        Game::Scoring(_) if misere => &[],
        Game::Impartial(rules) => rules.taking().map_or(&[], shapes::serving),
        Game::Scoring(rules) => match rules.removing().map(|game| game.variant()) {
            Some(Variant::Unshackle) => &[Theory::Cores],
            Some(Variant::StringsAndCoins) => &[Theory::Captures, Theory::Rich],
            Some(Variant::NormalOctagons) | None => &[],
        },
        Game::Positional(_) | Game::Partizan(_) => &[],
    }
}

/// Checks a closed or a recomputed proof, in the games that have them.
fn check_closed<'h, G: Playable, S: BufRead>(
    game: &Game<G>,
    rulesets: &[Ruleset],
    asked: closed::Asked<S>,
    used: Used,
    then: Option<&'h mut dyn FnMut(Reply)>,
) -> Result<S, Refused> {
    let none = || Refused::Format("there are no proofs of this kind for this statement".into());
    let (header, space) = (asked.header, game.space());
    let record = Record::after(game, &header.after);
    let record = record.map_err(|error| Refused::Format(error.message().to_string()))?;
    let moment = record.now();
    let starts = match game {
        Game::Positional(_) if header.after.is_empty() => rulesets.len(),
        _ => 1,
    };
    if starts != rulesets.len() || header.options.has(&MISERE) {
        return Err(none());
    }
    match game {
        Game::Impartial(rules) => {
            let heaps = rules.parts(&moment.position);
            let heaps = heaps.iter().any(|part| matches!(part, Part::Heap(_)));
            let Some(TakingRule::Connected(code)) = rules.taking().filter(|_| !heaps) else {
                return Err(none());
            };
            if !used.only(&[Theory::GridKey]) {
                return Err(none());
            }
            let by_grid = used.has(Theory::GridKey);
            let connected = space.graph().and_then(|graph| Connected::new(graph, code, by_grid));
            let connected = connected.ok_or_else(none)?;
            let code = |position: &G::Position| space.vertices(position)?.words().first().copied();
            let start = code(&moment.position).ok_or_else(none)?;
            if asked.second.proof == ProofKind::Recompute {
                return if by_grid {
                    Err(none())
                } else {
                    recompute::check(&connected, start, asked)
                };
            }
            if !asked.second.symmetries.is_empty() {
                return Err(none());
            }
            used.count(Theory::GridKey, if by_grid { header.steps } else { 0 });
            closed::check(&connected, &[start], asked, |worth| reply_by(game, code, worth, then))
        }
        Game::Scoring(rules) => {
            if !used.only(serving(game, false)) {
                return Err(none());
            }
            let images = Images::new(rules.as_ref(), &asked.second.symmetries)?;
            let so_far = moment.score[0] as i32 - moment.score[1] as i32;
            let so_far = (so_far, moment.to_move == Player::Second);
            if asked.second.proof == ProofKind::Recompute {
                let captures = used.has(Theory::Captures) && used.only(&[Theory::Captures]);
                let game = rules.removing().filter(|_| captures).ok_or_else(none)?;
                let position = space.edges(&moment.position).ok_or_else(none)?;
                return quiet::check(game, position, so_far, &used, asked);
            }
            let margins =
                rules.removing().and_then(|game| Margins::new(game, images, used, so_far));
            let margins = margins.ok_or_else(none)?;
            let code = |position: &G::Position| Some(margins.code(space.edges(position)?));
            let start = code(&moment.position).ok_or_else(none)?;
            closed::check(&margins, &[start], asked, |worth| reply_by(game, code, worth, then))
        }
        Game::Positional(rules) => {
            let misused = !used.has(Theory::Islands) || !used.only(&[Theory::Islands]);
            let closed = asked.second.proof == ProofKind::Closed;
            if misused || !closed || !asked.second.symmetries.is_empty() {
                return Err(none());
            }
            let islands = rules.hopping().and_then(Islands::new).ok_or_else(none)?;
            used.count(Theory::Islands, header.steps);
            let code =
                |position: &G::Position| islands.code(&islands.tuple(space.stones(position)?));
            let games = rulesets.iter().filter_map(G::game);
            let starts = games.map(|game| code(&game.rules().start()));
            let starts: Option<Vec<u64>> = match rulesets {
                [_] => Some(vec![code(&moment.position).ok_or_else(none)?]),
                _ => starts.collect(),
            };
            let starts = starts.ok_or_else(none)?;
            closed::check(&islands, &starts, asked, |worth| reply_by(game, code, worth, then))
        }
        Game::Partizan(_) => Err(none()),
    }
}

/// A header, the steps that follow it, and who is told more than the verdict.
struct Check<'h, S: BufRead> {
    header: &'h Header,
    allowance: &'h Allowance<'h>,
    reader: Reader<S>,
    then: Option<&'h mut dyn FnMut(Reply)>,
    /// The theories that the proof may use.
    used: Used,
    told: &'h mut Told,
}

/// The arguments that serve in a game, and its Maker-Breaker games.
pub type Argued<'r> = (Option<&'r Arguments>, &'r MakerGames);

/// The Maker-Breaker games that arguments can draw on.
pub fn maker_games(arguments: Option<&Arguments>, board: &SetBoard) -> MakerGames {
    [Player::First, Player::Second].map(|player| {
        let game = arguments?.maker_game(board, player)?;
        let own = Arguments::of_placing(&game)?;
        Some((game, own))
    })
}

impl<S: BufRead> Check<'_, S> {
    /// Checks a statement about a game, or about all of several that differ in how they start.
    fn game<G: Playable>(
        self,
        game: &Game<G>,
        rulesets: &[Ruleset],
        misere: bool,
    ) -> Result<S, Refused> {
        match game {
            Game::Impartial(rules) => self.impartial(rules.as_ref(), misere),
            Game::Scoring(rules) => self.scoring(rules.as_ref(), misere),
            Game::Positional(rules) => self.positional(rules.as_ref(), rulesets),
            Game::Partizan(rules) => self.partizan(rules.as_ref()),
        }
    }

    /// What the tables may take.
    fn account(&self) -> Account {
        let chain = self.allowance.explain.then(|| self.told.chain.clone());
        Account::new(self.header.memory, self.then.is_some(), chain)
    }

    /// The moment that the statement is about.
    fn moment<R: Rules + ?Sized>(&self, rules: &R) -> Result<Moment<R::Position>, Refused> {
        let record = Record::after(rules, &self.header.after);
        let record = record.map_err(|error| Refused::Format(error.message().to_string()))?;
        Ok(record.now().clone())
    }

    /// Checks step after step; a failure is named by its number.
    fn steps(
        &mut self,
        mut step: impl FnMut(Keyword, &mut Reader<S>) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        for number in 1..=self.header.steps {
            self.allowance.go_on()?;
            let keyword = self.reader.keyword()?;
            self.told.count(keyword.name());
            step(keyword, &mut self.reader).map_err(|refused| match refused {
                Refused::Step(why) => Refused::Step(format!("step {number}: {why}")),
                other => other,
            })?;
        }
        Ok(())
    }

    /// The end: whether the statement was shown, and if so, replies by one look ahead at what was shown.
    fn end<R: Rules + ?Sized>(
        self,
        rules: &R,
        shown: bool,
        reply: impl Fn(&Record<R>) -> Option<Move>,
    ) -> Result<S, Refused> {
        if !shown {
            return Err(Refused::Step("the steps hold, but do not show the statement".into()));
        }
        let rest = self.reader.finish()?;
        if let Some(then) = self.then {
            then(&|moves| {
                let record = Record::after(rules, moves).ok()?;
                reply(&record).map(|mv| rules.write_move(&mv))
            });
        }
        Ok(rest)
    }

    fn impartial<R: Impartial + ?Sized>(mut self, rules: &R, misere: bool) -> Result<S, Refused> {
        if let Statement::Promise { player, claim } = self.header.statement {
            let payoff = |position: &R::Position, mover: Player| {
                let wins = (mover == Player::First) == misere;
                is_over(rules, position).then_some(if wins { 1 } else { -1 })
            };
            let ends = Ends { payoff: &payoff, mover: &|_| None, point: 1 };
            let starts = [self.moment(rules)?];
            return self.promised(rules, ends, &starts, (player, claim.least()));
        }
        let position = self.moment(rules)?.position;
        let statement = &self.header.statement;
        if misere {
            let mut shown = play::Played::new(rules, self.account());
            self.steps(|keyword, reader| shown.step(keyword, reader))?;
            let holds = shown.concludes(&position, statement);
            return self.end(rules, holds, |record| shown.reply(record));
        }
        let heaps = self.heap_values(rules)?;
        let mut shown = impartial::Impartially::new(
            rules,
            heaps,
            self.account(),
            self.used.clone(),
            *self.allowance,
        );
        self.steps(|keyword, reader| shown.step(keyword, reader))?;
        let holds = shown.concludes(&position, statement);
        self.end(rules, holds, |record| shown.reply(record))
    }

    fn partizan<R: Partizan + ?Sized>(mut self, rules: &R) -> Result<S, Refused> {
        let moment = self.moment(rules)?;
        if let Statement::Promise { player, claim } = self.header.statement {
            let payoff = |position: &R::Position, mover: Player| {
                let wins = mover != Player::First;
                is_over(rules, position).then_some(if wins { 1 } else { -1 })
            };
            let mover = |position: &R::Position| {
                let first = rules.side(Player::First) == rules.to_move(position);
                Some(if first { Player::First } else { Player::Second })
            };
            let ends = Ends { payoff: &payoff, mover: &mover, point: 1 };
            return self.promised(rules, ends, &[moment], (player, claim.least()));
        }
        let mut shown = partizan::Sided::new(rules, self.account());
        self.steps(|keyword, reader| shown.step(keyword, reader))?;
        let holds = shown.concludes(&moment.position, &self.header.statement);
        let forms = if self.then.is_some() { shown.by_form() } else { HashMap::new() };
        self.end(rules, holds, |record| shown.reply(record, &forms))
    }

    fn heap_values<R: Impartial + ?Sized>(&self, rules: &R) -> Result<Vec<u16>, Refused> {
        let largest = self.header.heaps;
        if largest > LARGEST_HEAP {
            return Err(Refused::Step(format!("a heap of {largest} is too large for this proof")));
        }
        match rules.heap_code() {
            Some(code) => nim_sequence::values(code, largest as usize + 1, None, self.allowance),
            None => Ok(Vec::new()),
        }
    }

    fn scoring<R: Scoring + ?Sized>(mut self, rules: &R, misere: bool) -> Result<S, Refused> {
        let moment = self.moment(rules)?;
        if let Statement::Promise { player, claim } = self.header.statement {
            let payoff = |position: &R::Position, _| is_over(rules, position).then_some(0);
            let point = if misere { -1 } else { 1 };
            let ends = Ends { payoff: &payoff, mover: &|_| None, point };
            return self.promised(rules, ends, &[moment], (player, claim.least()));
        }
        let theories = if misere { Used::default() } else { self.used.clone() };
        let mut shown = scoring::Scored::new(rules, self.account(), theories, misere);
        self.steps(|keyword, reader| shown.step(keyword, reader))?;
        let so_far = moment.score[0] as i32 - moment.score[1] as i32;
        let (least, most) = shown.bounds(&moment.position);
        // What the player to move counts as a gain is the first player's, unless one of these turns it round.
        let (least, most) = match (moment.to_move == Player::Second) != misere {
            true => (so_far - most, so_far - least),
            false => (so_far + least, so_far + most),
        };
        let holds = match &self.header.statement {
            Statement::Margin { least: a, most: b } => {
                a.is_none_or(|a| least >= a) && b.is_none_or(|b| most <= b)
            }
            _ => false,
        };
        self.end(rules, holds, |record| shown.reply(record))
    }

    /// Without a start the statement is about every one of them.
    fn positional<G: Playable>(
        self,
        rules: &AnyPositional<G>,
        rulesets: &[Ruleset],
    ) -> Result<S, Refused> {
        let arguments = Arguments::of(rules);
        let board = rules.space().sets();
        let games = board.map_or([None, None], |board| maker_games(arguments.as_ref(), board));
        let argued = (arguments.as_ref(), &games);
        if rulesets.len() == 1 {
            let moment = self.moment(rules)?;
            return self.forced(rules, argued, &[moment]);
        }
        if !self.header.after.is_empty() {
            return Err(Refused::Format("moves without a start".into()));
        }
        let starts = rulesets.iter().filter_map(G::game);
        let starts = starts.map(|game| Record::new(game).now().clone()).collect::<Vec<_>>();
        self.forced(rules, argued, &starts)
    }

    fn forced<'r, R: Positional + ?Sized>(
        mut self,
        rules: &'r R,
        (arguments, games): Argued<'r>,
        moments: &[Moment<R::Position>],
    ) -> Result<S, Refused> {
        if let Statement::Promise { player, claim } = self.header.statement {
            let payoff = |position: &R::Position, _| {
                let worth = |end: End| match end {
                    End::Win(Player::First) => 1,
                    End::Win(Player::Second) => -1,
                    End::Draw | End::Tie => 0,
                };
                rules.end(position).map(worth)
            };
            let mover = |position: &R::Position| Some(rules.to_move(position));
            let ends = Ends { payoff: &payoff, mover: &mover, point: 1 };
            return self.promised(rules, ends, moments, (player, claim.least()));
        }
        let mut shown = Forced::new(rules, self.account(), arguments, games);
        self.steps(|keyword, reader| shown.step(keyword, reader))?;
        let statement = &self.header.statement;
        let holds = moments.iter().all(|moment| shown.concludes(&moment.position, statement));
        self.end(rules, holds, |record| shown.reply(record))
    }

    /// Whether a strategy's table keeps its promise from each of some moments.
    fn promised<R: Rules + ?Sized>(
        mut self,
        rules: &R,
        ends: Ends<R::Position>,
        moments: &[Moment<R::Position>],
        (player, least): (Player, i32),
    ) -> Result<S, Refused> {
        let mut table = Promised::new(rules, ends, player, self.account(), self.then.is_some());
        self.steps(|keyword, reader| table.step(keyword, reader))?;
        let holds = moments
            .iter()
            .all(|moment| table.promises(moment).is_some_and(|payoff| payoff >= least));
        let start = Record::after(rules, &self.header.after);
        let start = start.map_err(|error| Refused::Format(error.message().to_string()))?;
        self.end(rules, holds, |record| table.reply(record, start.now(), start.moves().count()))
    }
}
