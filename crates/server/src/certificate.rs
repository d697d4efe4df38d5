//! A certificate as an opponent on the page: `outplay serve --from FILE`. It is checked when the server starts, and the
//! moves are answered out of it; where it promises nothing, the solver answers.

use std::sync::OnceLock;

use outplay::{Asked, Question, Run};
use outplay_certificate::header::{Header, Statement};
use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::option::{Options, START};
use outplay_rules::player::Player;
use outplay_rules::record::Record;

use super::limits::no_files;

/// What the opponent is called in an address of the page.
pub const NAME: &str = "certificate";

/// The certificate that this server plays by.
struct Served {
    bytes: Vec<u8>,
    memory: u64,
    header: Header,
    /// Of a certificate about every start of a hop game, the first.
    options: Options,
}

static SERVED: OnceLock<Served> = OnceLock::new();

/// Checks a certificate and keeps it to play by. Gives the address of its game on the page.
pub fn keep(bytes: Vec<u8>, memory: u64) -> Result<String, String> {
    let header = outplay_certificate::play_from(&bytes[..], memory, |header, _| header.clone())
        .map_err(|refused| refused.to_string())?;
    if header.file.is_some() {
        return Err("the page shows no board of a file".into());
    }
    let (game, board) = (header.game.clone(), header.board.clone());
    let question = Question::on(game, board).with(header.options.clone());
    let asked = Asked::new(&question, &Run { files: &no_files, ..Run::default() })
        .map_err(|error| error.message().to_string())?;
    let mut options = header.options.clone();
    if let Some(start) = asked.first().start.clone().filter(|_| asked.cases.has_starts()) {
        options.set(&START, &start).map_err(|error| error.message().to_string())?;
    }
    let promised = promised(&header, &asked).map_err(|error| error.message().to_string())?;
    let address = address(&header, &options, promised);
    let _ = SERVED.set(Served { bytes, memory, header, options });
    Ok(address)
}

/// The address of the game, with the certificate on the side that it promises something.
fn address(header: &Header, options: &Options, promised: Player) -> String {
    let mut parts = vec![format!("game={}", header.game), format!("board={}", header.board)];
    parts.extend(options.iter().map(|(option, value)| match option.value {
        Some(_) => format!("{}={value}", option.field()),
        None => option.field(),
    }));
    if !header.after.is_empty() {
        parts.push(format!("after={}", header.after));
    }
    let (own, other) = match promised {
        Player::First => ("first", "second"),
        Player::Second => ("second", "first"),
    };
    parts.extend([format!("{own}={NAME}"), format!("{other}=person")]);
    let readable = |text: String| text.replace('%', "%25").replace(' ', "+").replace('#', "%23");
    format!("#/play?{}", parts.into_iter().map(readable).collect::<Vec<_>>().join("&"))
}

/// The player to whom a certificate promises something; `asked` is its game.
pub fn promised(header: &Header, asked: &Asked) -> Result<Player, InputError> {
    // A move may keep the turn, so moves cannot be counted.
    let mover = in_space!(asked.cases.first(), |game| {
        Record::after(game, &header.after)?.now().to_move
    });
    let first = match header.statement {
        Statement::Outcome(won) => won == (mover == Player::First),
        Statement::Grundy(value) => (value != 0) == (mover == Player::First),
        Statement::Loony => mover == Player::First,
        Statement::Margin { least, .. } => least.is_some_and(|least| least > 0),
        Statement::Forces(facts) => facts[0] == Some(true),
        Statement::Promise { player, .. } => player == Player::First,
    };
    Ok(if first { Player::First } else { Player::Second })
}

/// Whether the certificate is about this game.
pub fn is_about(asked: &Asked) -> bool {
    SERVED.get().is_some_and(|Served { header, options, .. }| {
        let question = &asked.question;
        header.game == question.game
            && header.board == question.board
            && *options == question.options
    })
}

/// The move that the certificate holds after the moves of a game.
pub fn reply(asked: &Asked) -> Result<Option<String>, InputError> {
    let Some(served) = SERVED.get().filter(|_| is_about(asked)) else {
        let message = "the certificate is about another game";
        return Err(InputError::plain(message).help("outplay serve --from FILE plays by one"));
    };
    let found = outplay_certificate::play_from(&served.bytes[..], served.memory, |_, reply| {
        reply(&asked.question.after)
    });
    Ok(found.ok().flatten())
}
