//! A certificate as an opponent on the page: `outplay serve --from FILE`. It is checked when the server starts, and the
//! moves are answered out of it; where it promises nothing, the solver answers.

use std::sync::OnceLock;

use outplay_certificate::header::{Header, Statement};
use outplay_rules::error::InputError;
use outplay_rules::game::Options;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_solve::oracle::{How, Oracle};

use super::question::no_files;
use crate::ask::{Asked, Task};
use crate::draw::Draw;

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
pub fn keep(bytes: Vec<u8>, memory: u64, how: &How) -> Result<String, String> {
    let header = outplay_certificate::play_from(&bytes[..], memory, |header, _| header.clone())
        .map_err(|refused| refused.to_string())?;
    if header.file.is_some() {
        return Err("the page shows no board of a file".into());
    }
    let (game, board) = (header.game.clone(), header.board.clone());
    let asked = Asked::new_with(game, board, header.options.clone(), String::new(), &no_files)
        .map_err(|error| error.message().to_string())?;
    let start = if asked.has_starts() { asked.start_name(0) } else { header.options.start.clone() };
    let options = Options { start, ..header.options.clone() };
    let promised = promised(&header, &asked, how).map_err(|error| error.message().to_string())?;
    let address = address(&header, &options, promised);
    let _ = SERVED.set(Served { bytes, memory, header, options });
    Ok(address)
}

/// The address of the game, with the certificate on the side that it promises something.
fn address(header: &Header, options: &Options, promised: Player) -> String {
    let mut parts = vec![format!("game={}", header.game), format!("board={}", header.board)];
    let Options { misere, normal_rules, breaker_first, enforcer_first, bias, start } = options;
    for (set, name) in [
        (misere, "misere"),
        (normal_rules, "normal_rules"),
        (breaker_first, "breaker_first"),
        (enforcer_first, "enforcer_first"),
    ] {
        parts.extend(set.then(|| name.to_string()));
    }
    parts.extend(bias.map(|(p, q)| format!("bias={p}:{q}")));
    parts.extend(start.as_ref().map(|start| format!("start={start}")));
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

/// Who is to move in a game. A move may keep the turn, so moves cannot be counted.
struct ToMove<'a>(&'a str);

impl Task for ToMove<'_> {
    type Output = Result<Player, InputError>;

    fn run<O: Oracle<Rules: Draw>>(self, _: O, rules: &O::Rules) -> Self::Output {
        Ok(Record::after(rules, self.0)?.now().to_move)
    }
}

/// The player to whom a certificate promises something; `asked` is its game.
pub fn promised(header: &Header, asked: &Asked, how: &How) -> Result<Player, InputError> {
    let mover = asked.with_oracle(0, how, ToMove(&header.after))?;
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
        header.game == asked.game && header.board == asked.board && *options == asked.options
    })
}

/// The move that the certificate holds after the moves of a game.
pub fn reply(asked: &Asked) -> Result<Option<String>, InputError> {
    let Some(served) = SERVED.get().filter(|_| is_about(asked)) else {
        let message = "the certificate is about another game";
        return Err(InputError::plain(message).help("outplay serve --from FILE plays by one"));
    };
    let found = outplay_certificate::play_from(&served.bytes[..], served.memory, |_, reply| {
        reply(&asked.after)
    });
    Ok(found.ok().flatten())
}
