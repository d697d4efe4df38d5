//! The checker: a verdict on a certificate, and the moves that it holds.

use outplay_certificate::allowance::Allowance;
use outplay_certificate::header::Header;
use outplay_certificate::{Refused, check_within, play_from};
use outplay_rules::visible::visible;
use serde_json::{Value, json};

/// A tab of a browser has less memory than a machine.
const MEMORY: u64 = 1 << 30;

/// The verdict on a certificate: `valid` with what it states and of which game, `not valid`, or `not checked`.
pub fn check(certificate: &[u8]) -> Value {
    let allowance = Allowance::usual(MEMORY);
    // What is about a game can be played by; what is about a sequence cannot.
    let about_a_game = matches!(Header::read(&mut &certificate[..]), Ok(Ok(_)));
    let checked = match about_a_game {
        true => play_from(certificate, &allowance, |header, _| {
            let Header { game, board, options, after, file, .. } = header;
            // A board out of a file cannot be named without it.
            let question = file.is_none().then(|| {
                json!({ "game": game.to_string(), "board": board.to_string(), "after": after, "options": options })
            });
            (visible(&header.to_string()).into_owned(), question)
        }),
        false => check_within(certificate, &allowance).map(|statement| (statement, None)),
    };
    match checked {
        Ok((statement, question)) => {
            json!({ "verdict": "valid", "statement": statement, "question": question })
        }
        Err(refused) if refused.is_limit() => {
            json!({ "verdict": "not checked", "why": refused.to_string() })
        }
        Err(refused) => json!({ "verdict": "not valid", "why": refused.to_string() }),
    }
}

/// The move that a certificate holds after the moves of its game; none if it promises nothing there.
pub fn reply(certificate: &[u8], after: &str) -> Value {
    let held: Result<_, Refused> =
        play_from(certificate, &Allowance::usual(MEMORY), |_, reply| reply(after));
    json!({ "move": held.ok().flatten() })
}
