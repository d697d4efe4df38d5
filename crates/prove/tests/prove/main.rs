//! Proofs of every kind, confirmed and tampered with. One program, because each would compile the solvers' generic parts again.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that goes wrong should say so at once"
)]

mod arguments;
mod margins;
mod nested;
mod promises;
mod proofs;

use outplay_certificate::header::{Header, Statement};
use outplay_certificate::sum;
use outplay_prove::{Certificate, Subject};
use outplay_rules::board::BoardName;
use outplay_rules::game::{Cases, GameName};
use outplay_rules::option::Options;
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::Space;

/// What a checker may use.
const MEMORY: u64 = 1 << 30;

/// The length of the line that ends a certificate.
fn ending(certificate: &Certificate) -> usize {
    sum::last_line(certificate.header.write().unwrap().as_bytes()).len()
}

/// A certificate with another statement and other steps, and a checksum that fits.
fn forged(
    certificate: &Certificate,
    statement: &Statement,
    change: impl FnOnce(&mut Vec<u8>),
) -> Vec<u8> {
    let start = certificate.header.write().unwrap().len();
    let end = certificate.bytes.len() - ending(certificate);
    let mut body = certificate.bytes[start..end].to_vec();
    change(&mut body);
    let header = Header { statement: statement.clone(), ..certificate.header.clone() };
    let mut bytes = header.write().unwrap().into_bytes();
    bytes.extend(body);
    bytes.extend(sum::last_line(&bytes).into_bytes());
    bytes
}

/// What a certificate of a whole game is about.
fn subject<'a>(
    game: &'a GameName,
    board: &'a BoardName,
    options: &'a Options,
    cases: &'a Cases,
) -> Subject<'a> {
    Subject { game, board, options, cases, after: "", file: None, recompute: false }
}

/// Who plays by replies, and what is asked of every game.
struct Played<'a, P> {
    player: Player,
    reply: &'a dyn Fn(&str) -> Option<String>,
    /// Looks at the end of each game and the moves that led there.
    ended: &'a mut dyn FnMut(&Moment<P>, &str),
    /// About how many games are played after each move.
    most: u32,
}

/// Plays the games of the opponent, and counts them.
fn play_all<S: Space>(
    rules: &Game<S>,
    moves: &mut Vec<String>,
    played: &mut Played<'_, S::Position>,
) -> u32 {
    let line = moves.join(" ");
    let record = Record::after(rules, &line).unwrap();
    let now = record.now();
    let legal = rules.moves(&now.position);
    if legal.is_empty() {
        (played.ended)(now, &line);
        return 1;
    }
    let choices: Vec<String> = if now.to_move == played.player {
        vec![(played.reply)(&line).unwrap_or_else(|| panic!("no reply after {line}"))]
    } else {
        legal.iter().map(|mv| rules.write_move(mv)).collect()
    };
    let mut games = 0;
    for mv in choices {
        if games > played.most {
            break;
        }
        moves.push(mv);
        games += play_all(rules, moves, played);
        moves.pop();
    }
    games
}
