//! Named strategies as opponents: which of them fit a game, and what one of them plays.

use outplay::ask::Asked;
use outplay::view::position::replay;
use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::option::MISERE;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::{Budget, Stopped};
use outplay_strategy::contest::Strategic;
use outplay_strategy::named::{Ask, CATALOGUE, named};
use outplay_strategy::strategy::Memory;
use serde_json::{Value, json};

use super::certificate;

fn convention(asked: &Asked) -> Convention {
    if asked.options.has(&MISERE) { Convention::Misere } else { Convention::Normal }
}

/// The strategies that each player may play by in this game, with what they do.
pub fn fitting(asked: &Asked) -> Value {
    let of = |player: Player| {
        let fits = |name: &str| {
            let ask = Ask { name, player, convention: convention(asked) };
            in_space!(asked.cases.first(), |game| fits(game, &ask))
        };
        let entries = CATALOGUE.iter().filter(|entry| fits(entry.name));
        let told = |entry: &outplay_strategy::named::Entry| json!({ "name": entry.name, "summary": entry.summary, "source": entry.source });
        let mut all = entries.map(told).collect::<Vec<_>>();
        if certificate::is_about(asked) {
            let summary = "plays by the certificate that this server was given";
            all.push(json!({ "name": certificate::NAME, "summary": summary, "source": "--from" }));
        }
        all
    };
    json!({ "first": of(Player::First), "second": of(Player::Second) })
}

fn fits<S: Strategic>(game: &Game<S>, ask: &Ask<'_>) -> bool {
    S::published(game, ask).is_some_and(|found| found.is_ok())
}

/// The move of a named strategy for the player to move: the first that it allows; null where it is silent.
pub fn reply(asked: &Asked, name: &str, budget: &mut Budget) -> Result<Value, InputError> {
    let found = in_space!(asked.cases.first(), |rules| play(rules, asked, name, budget))?;
    Ok(match found {
        Ok(Some(mv)) => json!({ "move": mv, "perfect": true }),
        Ok(None) => json!({ "move": null, "silent": true }),
        Err(stopped) => json!({ "move": null, "stopped": stopped.to_string() }),
    })
}

/// Plays the game again, so that the strategy remembers what it must, then asks it.
fn play<S: Strategic>(
    rules: &Game<S>,
    asked: &Asked,
    name: &str,
    budget: &mut Budget,
) -> Result<Result<Option<String>, Stopped>, InputError> {
    let record = Record::after(rules, &asked.after)?;
    let moves: Vec<Move> = record.moves().cloned().collect();
    let moments = replay(rules, &moves);
    let player = record.now().to_move;
    if rules.moves(&record.now().position).is_empty() {
        return Ok(Ok(None));
    }
    let ask = Ask { name, player, convention: convention(asked) };
    let mut strategy = named(rules, &asked.game, &ask)?;
    let mut memory = Memory::default();
    for (before, mv) in moments.iter().zip(&moves) {
        memory = strategy.remember(&memory, before, mv, before.to_move == player);
    }
    let allowed = strategy.allows(record.now(), &memory, budget);
    Ok(allowed.map(|moves| moves.first().map(|mv| rules.write_move(mv))))
}
