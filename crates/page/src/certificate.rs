//! A certificate as an opponent on the page: `outplay serve --from FILE`. It is checked when the server starts, and the
//! moves are answered out of it; where it promises nothing, the solver answers.

use std::sync::OnceLock;

use outplay::door::from_certificate::{Held, play_by};
use outplay::{Asked, Limits, Question, Run};
use outplay_rules::error::InputError;
use outplay_rules::player::Player;

use crate::limits::no_files;

/// What the opponent is called in an address of the page.
pub const NAME: &str = "certificate";

/// The certificate that this server plays by.
struct Served {
    bytes: Vec<u8>,
    limits: Limits,
    question: Question,
}

static SERVED: OnceLock<Served> = OnceLock::new();

/// Checks a certificate and keeps it to play by. Gives the address of its game on the page.
pub fn keep(bytes: Vec<u8>, limits: Limits) -> Result<String, InputError> {
    let run = Run { limits, ..Run::default() };
    let (question, promised) =
        play_by(&bytes[..], &run, |Held { asked, promised, .. }| (asked.question, promised))?;
    Asked::new(&question, &Run { files: &no_files, ..Run::default() })?;
    let address = address(&question, promised);
    let _ = SERVED.set(Served { bytes, limits, question });
    Ok(address)
}

/// The address of the game, with the certificate on the side that it promises something.
fn address(question: &Question, promised: Player) -> String {
    let Question { game, board, options, after } = question;
    let mut parts = vec![format!("game={game}"), format!("board={board}")];
    parts.extend(options.iter().map(|(option, value)| match option.value {
        Some(_) => format!("{}={value}", option.field()),
        None => option.field(),
    }));
    if !after.is_empty() {
        parts.push(format!("after={after}"));
    }
    let (own, other) = match promised {
        Player::First => ("first", "second"),
        Player::Second => ("second", "first"),
    };
    parts.extend([format!("{own}={NAME}"), format!("{other}=person")]);
    let readable = |text: String| text.replace('%', "%25").replace(' ', "+").replace('#', "%23");
    format!("#/play?{}", parts.into_iter().map(readable).collect::<Vec<_>>().join("&"))
}

/// Whether the certificate is about this game.
pub fn is_about(asked: &Asked) -> bool {
    let Question { game, board, options, .. } = &asked.question;
    SERVED.get().is_some_and(|Served { question: about, .. }| {
        about.game == *game && about.board == *board && about.options == *options
    })
}

/// The move that the certificate holds after the moves of a game.
pub fn reply(asked: &Asked) -> Result<Option<String>, InputError> {
    let Some(Served { bytes, limits, .. }) = SERVED.get().filter(|_| is_about(asked)) else {
        let message = "the certificate is about another game";
        return Err(InputError::plain(message).help("outplay serve --from FILE plays by one"));
    };
    let run = Run { limits: *limits, ..Run::default() };
    let found = play_by(&bytes[..], &run, |held| (held.reply)(&asked.question.after));
    Ok(found.ok().flatten())
}
