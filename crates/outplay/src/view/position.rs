//! A position as JSON: the board, what is left of it, the legal moves, the score, whose turn it is, the end.

use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::game::Ruleset;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::Rules;
use outplay_solve::oracle;
use serde_json::{Map, Value, json};

use super::picture::{History, Picture, layout, move_fields};
use super::words;
use crate::question::Asked;

/// Runs an expression with the rules of a ruleset, whatever their type.
#[macro_export]
macro_rules! with_rules {
    ($ruleset:expr, |$rules:ident| $body:expr) => {
        match $ruleset {
            $crate::Ruleset::Octal($rules) => $body,
            $crate::Ruleset::NodeKayles($rules) => $body,
            $crate::Ruleset::ArcKayles($rules) => $body,
            $crate::Ruleset::Nimstring($rules) => $body,
            $crate::Ruleset::Edges($rules) => $body,
            $crate::Ruleset::Placing($rules) => $body,
            $crate::Ruleset::ChooserPicker($rules) => $body,
            $crate::Ruleset::Hop(games) => {
                let $rules = &games[0].1;
                $body
            }
        }
    };
}

/// The position that a question leads to.
pub fn position(asked: &Asked) -> Result<Value, InputError> {
    let mut map = match serde_json::to_value(&asked.question) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    };
    map.insert("after".into(), json!(asked.question.after));
    let on_heaps =
        matches!(&asked.ruleset, Ruleset::Octal(game) if game.graph().vertex_count() == 0);
    let on_polygons =
        matches!(asked.question.board, BoardName::Polygons { .. } | BoardName::Hexagons(..));
    map.insert(
        "rule".into(),
        json!(words::rule(&asked.question.game, &asked.question.options, on_heaps, on_polygons)),
    );
    map.insert("theory".into(), json!(theory(&asked.ruleset)));
    map.insert("layout".into(), layout(&asked.question.board));
    map.extend(with_rules!(&asked.ruleset, |rules| {
        if asked.has_starts() { choose_start(rules, asked) } else { state(rules, asked) }
    })?);
    Ok(Value::Object(map))
}

/// Which of the three theories the game belongs to.
fn theory(ruleset: &Ruleset) -> &'static str {
    match ruleset {
        Ruleset::Octal(_)
        | Ruleset::NodeKayles(_)
        | Ruleset::ArcKayles(_)
        | Ruleset::Nimstring(_) => "impartial",
        Ruleset::Edges(_) => "scoring",
        Ruleset::Placing(_) | Ruleset::ChooserPicker(_) | Ruleset::Hop(_) => "positional",
    }
}

/// A hop game that has not been told where its first X stands.
fn choose_start<R: Picture>(rules: &R, asked: &Asked) -> Result<Map<String, Value>, InputError> {
    let starts: Vec<String> =
        (0..asked.variants()).filter_map(|variant| asked.start_name(variant)).collect();
    let mut map = board_fields(rules);
    map.insert("starts".into(), json!(starts));
    map.insert("stones".into(), json!(vec![""; rules.places().len()]));
    map.insert("owned_sets".into(), json!([]));
    map.insert("moves".into(), json!([]));
    map.insert("log".into(), json!([]));
    map.insert("to_move".into(), json!("first"));
    map.insert("score".into(), json!([0, 0]));
    map.insert("over".into(), Value::Null);
    Ok(map)
}

/// The part of a position that never changes.
fn board_fields<R: Picture>(rules: &R) -> Map<String, Value> {
    let places = rules.places();
    let names: Vec<String> = (0..places.len()).map(|place| places.name(place)).collect();
    let mut map = Map::new();
    map.insert("kind".into(), json!(R::KIND));
    map.insert("places".into(), json!(names));
    map.insert(
        "roles".into(),
        json!({ "first": rules.role_name(Player::First), "second": rules.role_name(Player::Second) }),
    );
    map.extend(rules.board_fields());
    map
}

fn state<R: Picture>(rules: &R, asked: &Asked) -> Result<Map<String, Value>, InputError> {
    let record = Record::after(rules, &asked.question.after)?;
    let moves: Vec<Move> = record.moves().cloned().collect();
    let moments = replay(rules, &moves);
    let history = History { moments: &moments, moves: &moves };
    let now = record.now();
    let legal = rules.moves(&now.position);
    let mut map = board_fields(rules);
    map.extend(rules.position_fields(&history));
    map.insert("moves".into(), legal.iter().map(|mv| move_fields(rules, mv)).collect());
    map.insert("log".into(), log(rules, &history));
    map.insert("to_move".into(), json!(now.to_move.to_string()));
    map.insert("score".into(), json!(now.score));
    let notes = rules.notes(&now.position).into_iter();
    map.insert("notes".into(), notes.map(|(key, value)| (key.to_string(), value)).collect());
    map.insert("over".into(), if legal.is_empty() { over(rules, now, asked) } else { Value::Null });
    Ok(map)
}

/// Every moment of a game whose moves are known to be legal.
pub fn replay<R: Rules>(rules: &R, moves: &[Move]) -> Vec<Moment<R::Position>> {
    let mut moments = vec![Record::new(rules).now().clone()];
    for (index, mv) in moves.iter().enumerate() {
        moments.push(oracle::after(rules, &moments[index], mv));
    }
    moments
}

/// What was played, by whom, and what it earned.
fn log<R: Rules>(rules: &R, history: &History<R::Position>) -> Value {
    let entry = |(index, mv): (usize, &Move)| {
        let (before, after) = (&history.moments[index], &history.moments[index + 1]);
        let mover = before.to_move;
        let mut entry = move_fields(rules, mv);
        entry["by"] = json!(mover.to_string());
        entry["earned"] = json!(after.score[mover.index()] - before.score[mover.index()]);
        entry
    };
    history.moves.iter().enumerate().map(entry).collect()
}

/// How the game ended.
fn over<R: Picture>(rules: &R, now: &Moment<R::Position>, asked: &Asked) -> Value {
    let ending = rules.ending(now, asked.question.options.misere);
    let name = |player: Player| match rules.role_name(player) {
        Some(role) => format!("the {player} player ({role})"),
        None => format!("the {player} player"),
    };
    let by_points = matches!(asked.ruleset, Ruleset::Edges(_));
    let words = match ending.winner {
        Some(player) if by_points => {
            let (won, lost) = (now.score[player.index()], now.score[player.other().index()]);
            format!("{} wins, {won} to {lost}", name(player))
        }
        Some(player) => format!("{} wins", name(player)),
        None if ending.tie => "a tie: both own a winning set".to_string(),
        None if by_points => format!("a draw, {} to {}", now.score[0], now.score[1]),
        None => "a draw".to_string(),
    };
    json!({ "winner": ending.winner.map(|player| player.to_string()), "tie": ending.tie, "words": words })
}
