//! Playing from a certificate: its game, who is promised something, and its replies.

use std::cell::RefCell;
use std::io::BufRead;

use outplay_certificate::allowance::{Allowance, USUAL_LOOKS};
use outplay_certificate::game::Reply;
use outplay_certificate::header::{Header, Statement};
use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::option::START;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::ruleset::Game;

use crate::question::{Asked, Question};
use crate::run::Run;

/// A certificate that was checked, to play by.
pub struct Held<'a> {
    /// Its game; of one about every start of a hop game, from the first start.
    pub asked: Asked,
    /// The player to whom it promises something.
    pub promised: Player,
    /// The move that it holds after some moves, if it holds one.
    pub reply: Reply<'a>,
}

/// Checks a certificate and then plays by it.
pub fn play_by<T>(
    source: impl BufRead,
    run: &Run,
    mut play: impl FnMut(Held) -> T,
) -> Result<T, InputError> {
    let looks = if run.limits.time.is_some() { u64::MAX } else { USUAL_LOOKS };
    let played = run.here(|budget| {
        let budget = RefCell::new(budget);
        let stop = || budget.borrow_mut().check().is_err();
        let allowance = Allowance { looks, stop: &stop, ..Allowance::usual(run.memory()) };
        outplay_certificate::play_from(source, &allowance, |header, reply| {
            let asked = game_of(header)?;
            let promised = promised(header, &asked)?;
            Ok(play(Held { asked, promised, reply }))
        })
    });
    played.unwrap_or_else(|refused| Err(InputError::plain(refused.to_string())))
}

/// The game that a certificate is about. Where it is about every start, replies are asked from the first.
fn game_of(header: &Header) -> Result<Asked, InputError> {
    let missing = || InputError::plain("the certificate lacks its file");
    let files = |_: &str| header.file.clone().ok_or_else(missing);
    let run = Run { files: &files, ..Run::default() };
    let Header { game, board, options, after, .. } = header;
    let question = Question::on(game.clone(), board.clone()).with(options.clone()).after(after);
    let asked = Asked::new(&question, &run)?;
    match asked.first().start.clone().filter(|_| asked.cases.has_starts()) {
        Some(start) => Asked::new(&question.with(options.clone().with(&START, &start)?), &run),
        None => Ok(asked),
    }
}

/// The player to whom a certificate promises something.
fn promised(header: &Header, asked: &Asked) -> Result<Player, InputError> {
    // A move may keep the turn, so moves cannot be counted.
    let mover = in_space!(asked.cases.first(), |game| {
        Record::after(game, &header.after)?.now().to_move
    });
    let first = match header.statement {
        Statement::Outcome(won) => won == (mover == Player::First),
        Statement::Class(class) => in_space!(asked.cases.first(), |game| match game {
            Game::Partizan(rules) => {
                class.winner(rules.side(mover)) == rules.side(Player::First)
            }
            _ => false,
        }),
        Statement::Grundy(value) => (value != 0) == (mover == Player::First),
        Statement::Loony => mover == Player::First,
        Statement::Margin { least, .. } => least.is_some_and(|least| least > 0),
        Statement::Forces(facts) => facts[0] == Some(true),
        Statement::Promise { player, .. } => player == Player::First,
    };
    Ok(if first { Player::First } else { Player::Second })
}
