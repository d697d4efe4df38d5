//! `outplay verify`: plays a strategy against every opponent.

use outplay_rules::error::InputError;
use outplay_rules::player::Player;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::Budget;
use outplay_strategy::named::CATALOGUE;
use outplay_strategy::strategy::{Choices, Claim};
use outplay_strategy::{Answer, Question, Source};
use serde_json::{Map, Value, json};

use super::certify::{self, Certified};
use super::{asked_fields, asked_words};
use crate::ask::{Asked, read_file};
use crate::cli::{self, Common, OneSide, Verify};
use crate::exit::{self, ANSWERED, Exit, LIMIT, REFUTED};
use crate::files;
use crate::progress;

/// Choices that are shown when they are not written to a file.
const SHOWN: usize = 12;
/// Choices that a file may have.
const MOST_ENTRIES: usize = 10_000_000;

pub fn run(common: &Common, verify: &Verify) -> Result<u8, Exit> {
    let (Some(game), Some(board)) = (&verify.game, &verify.board) else {
        list(common);
        return Ok(ANSWERED);
    };
    let asked = Asked::new(&cli::Question {
        game: game.clone(),
        board: board.clone(),
        options: verify.options.clone(),
        after: verify.after.clone(),
    })?;
    let Some(name) = &verify.strategy else {
        let error = InputError::plain("--strategy NAME is missing");
        return Err(error.help("`outplay verify` alone lists the strategies").into());
    };
    let file = name.strip_prefix('@').map(read_file).transpose()?;
    let player = if verify.side == OneSide::First { Player::First } else { Player::Second };
    let question = Question {
        claim: verify.claim.as_deref().map(Claim::read).transpose()?,
        choices: if verify.some { Choices::Some } else { Choices::All },
        convention: if asked.options.misere { Convention::Misere } else { Convention::Normal },
        after: &asked.after,
        all_starts: asked.has_starts(),
        theorems: !common.no_theorems && !common.plain,
        rule_entries: if verify.rule.is_some() { MOST_ENTRIES } else { SHOWN },
        ..Question::new(file.as_deref().map_or(Source::Named(name), Source::File), player)
    };
    let paths = [&verify.certificate, &verify.rule];
    paths.into_iter().flatten().try_for_each(|path| files::try_path(path))?;
    let listener = progress::listener(common);
    let mut budget = Budget::new(progress::limits(common), &listener);
    let (answer, certified) = match &verify.certificate {
        Some(file) => certify::promise(verify, &asked, &question, file, &mut budget)?,
        None => (outplay_strategy::verify(&asked.ruleset, &question, &mut budget)?, Certified::No),
    };
    progress::clear(common);
    let saved = match verify.rule.as_deref().filter(|_| !answer.rule.is_empty()) {
        Some(path) => files::write(path, rule_file(&answer)),
        None => Ok(()),
    };
    let seconds = (budget.progress().elapsed.as_secs_f64() * 1e3).round() / 1e3;
    if common.json {
        let mut json = asked_fields(&asked);
        json.extend(fields(verify, name, player, &answer));
        json.extend(certified.field().map(|field| ("certificate".to_string(), field)));
        json.insert("seconds".into(), json!(seconds));
        exit::print(&Value::Object(json).to_string());
    } else {
        exit::print(&text(&asked, verify, name, player, &answer));
        if let Some(words) = certified.words() {
            exit::print(&words);
        }
        exit::print(&format!("{} positions, {seconds:.2} s", answer.verdict.positions));
    }
    let verdict = match answer.verdict.holds {
        Some(true) if matches!(certified, Certified::Stopped(_)) => LIMIT,
        Some(true) => ANSWERED,
        Some(false) => REFUTED,
        None => LIMIT,
    };
    exit::after_saving(verdict, saved.and(certified.saved()))
}

/// Every strategy that has a name.
fn list(common: &Common) {
    if common.json {
        let entry = |entry: &outplay_strategy::named::Entry| {
            json!({
                "name": entry.name,
                "games": entry.games,
                "summary": entry.summary,
                "source": entry.source,
            })
        };
        let strategies: Vec<Value> = CATALOGUE.iter().map(entry).collect();
        return exit::print(&json!({ "strategies": strategies }).to_string());
    }
    exit::print(
        "Strategies that have a name, with the games they are for and where they come from:\n",
    );
    for entry in &CATALOGUE {
        exit::print(&format!(
            "{} ({})\n    {} [{}]",
            entry.name, entry.games, entry.summary, entry.source
        ));
    }
}

fn choices(verify: &Verify) -> Choices {
    if verify.some { Choices::Some } else { Choices::All }
}

fn fields(verify: &Verify, name: &str, player: Player, answer: &Answer) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("strategy".into(), json!(name));
    map.insert("as".into(), json!(player.to_string()));
    map.insert("claim".into(), json!(answer.claim.to_string()));
    let promise = |p: &outplay_strategy::strategy::Promise| json!({ "claim": p.claim.to_string(), "source": p.source });
    map.insert("promise".into(), json!(answer.promise.as_ref().map(promise)));
    map.insert("sees".into(), json!(answer.sees.words()));
    map.insert("holds".into(), json!(answer.verdict.holds));
    map.insert("choices".into(), json!(choices(verify).to_string()));
    map.insert("positions".into(), json!(answer.verdict.positions));
    map.insert("counterexample".into(), json!(answer.line));
    map.insert("reason".into(), json!(answer.reason));
    if !answer.rule.is_empty() {
        let entry = |(line, mv): &(Vec<String>, String)| json!({ "after": line, "move": mv });
        let shown = answer.rule.iter().take(SHOWN).map(entry).collect::<Vec<_>>();
        map.insert("rule".into(), json!(shown));
        map.insert(
            "rule_complete".into(),
            json!(answer.rule_complete && answer.rule.len() <= SHOWN),
        );
    }
    if answer.line.is_some() {
        map.insert("shortest".into(), json!(answer.verdict.stopped.is_none()));
    }
    if let Some(stopped) = answer.verdict.stopped {
        map.insert("stopped".into(), json!(stopped.to_string()));
    }
    map
}

fn text(asked: &Asked, verify: &Verify, name: &str, player: Player, answer: &Answer) -> String {
    let mut lines = vec![asked_words(asked)];
    let claim = match answer.claim {
        Claim::Win => "wins".to_string(),
        Claim::Draw => "never loses".to_string(),
        Claim::Margin(margin) => format!("ends with a margin of at least {margin}"),
    };
    let which = if verify.some {
        "some choice among the moves it allows"
    } else {
        "every choice it leaves"
    };
    lines.push(format!("claim: {name} as the {player} player {claim}, with {which}"));
    if let Some(promise) = &answer.promise {
        lines.push(format!("promised: {} ({})", promise.claim, promise.source));
    }
    lines.push(format!("it sees {}", answer.sees.words()));
    lines.push(match answer.verdict.holds {
        Some(true) => format!("holds: {}", answer.reason),
        Some(false) => format!("refuted: {}", answer.reason),
        None => format!("not decided: {}", answer.reason),
    });
    if let Some(line) = &answer.line {
        let what = match (verify.some, answer.verdict.stopped) {
            (true, _) => "a line of best resistance",
            (false, None) => "the shortest line to it",
            (false, Some(_)) => "a line to it (a limit came before the shortest was known)",
        };
        lines.push(format!("{what}, {} moves: --after \"{}\"", line.len(), line.join(" ")));
    }
    if !answer.rule.is_empty() && verify.rule.is_none() {
        lines.push("choices that keep the claim:".into());
        lines.extend(
            answer.rule.iter().take(SHOWN).map(|(line, mv)| format!("  {} : {mv}", line.join(" "))),
        );
        if !answer.rule_complete || answer.rule.len() > SHOWN {
            lines.push("  … and so on; --rule FILE writes them all".into());
        }
    }
    lines.join("\n")
}

/// The choices as a strategy file.
fn rule_file(answer: &Answer) -> String {
    let mut text = format!("strategy table\nsees {}\n", answer.sees.table_word());
    for (line, mv) in &answer.rule {
        text.push_str(&format!("{} : {mv}\n", line.join(" ")));
    }
    text
}
