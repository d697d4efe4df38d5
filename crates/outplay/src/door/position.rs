//! A position as JSON: the board, what is left of it, the legal moves, the score, whose turn it is, the end.

use outplay_rules::error::InputError;
use outplay_rules::game::Wording;
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::option::MISERE;
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::{End, Rules};
use outplay_rules::ruleset::Game;
use outplay_solve::oracle;
use serde_json::{Map, Value, json};

use crate::question::Asked;
use crate::view::draw::notes;
use crate::view::picture::{History, View, game_fields, layout, move_fields, position_fields};

/// The position that a question leads to.
pub fn position(asked: &Asked) -> Result<Value, InputError> {
    let mut map = match serde_json::to_value(&asked.question) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    };
    map.insert("after".into(), json!(asked.question.after));
    let wording = Wording {
        game: &asked.question.game,
        board: &asked.question.board,
        options: &asked.question.options,
    };
    map.insert("rule".into(), json!(wording.text()));
    map.insert("theory".into(), json!(asked.question.game.def().theory.to_string()));
    map.insert("layout".into(), layout(&asked.question.board));
    map.insert("title".into(), json!(asked.question.game.title()));
    map.insert("prompt".into(), json!(asked.question.game.def().prompt));
    map.insert("look".into(), json!(asked.question.game.def().look));
    map.extend(in_space!(asked.cases.first(), |game| {
        if asked.cases.has_starts() { choose_start(game, asked) } else { state(game, asked) }
    })?);
    Ok(Value::Object(map))
}

/// A hop game that has not been told where its first X stands.
fn choose_start<S: View>(rules: &Game<S>, asked: &Asked) -> Result<Map<String, Value>, InputError> {
    let starts: Vec<&String> =
        asked.cases.all().iter().filter_map(|case| case.start.as_ref()).collect();
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
fn board_fields<S: View>(rules: &Game<S>) -> Map<String, Value> {
    let places = rules.places();
    let names: Vec<String> = (0..places.len()).map(|place| places.name(place)).collect();
    let mut map = Map::new();
    map.insert("kind".into(), json!(S::KIND));
    map.insert("places".into(), json!(names));
    map.insert(
        "roles".into(),
        json!({ "first": rules.role(Player::First), "second": rules.role(Player::Second) }),
    );
    map.extend(rules.space().board_fields());
    map.extend(game_fields(rules));
    map
}

fn state<S: View>(rules: &Game<S>, asked: &Asked) -> Result<Map<String, Value>, InputError> {
    let record = Record::after(rules, &asked.question.after)?;
    let moves: Vec<Move> = record.moves().cloned().collect();
    let moments = replay(rules, &moves);
    let history = History { moments: &moments, moves: &moves };
    let now = record.now();
    let legal = rules.moves(&now.position);
    let mut map = board_fields(rules);
    map.extend(position_fields(rules, &history));
    map.insert("moves".into(), legal.iter().map(|mv| move_fields(rules, mv)).collect());
    map.insert("log".into(), log(rules, &history));
    map.insert("to_move".into(), json!(now.to_move.to_string()));
    map.insert("score".into(), json!(now.score));
    let notes = notes(rules, &now.position).into_iter();
    map.insert("notes".into(), notes.map(|(key, value)| (key.to_string(), value)).collect());
    map.insert("over".into(), if legal.is_empty() { over(rules, now, asked) } else { Value::Null });
    Ok(map)
}

/// Every moment of a game whose moves are known to be legal.
pub fn replay<R: Rules + ?Sized>(rules: &R, moves: &[Move]) -> Vec<Moment<R::Position>> {
    let mut moments = vec![Record::new(rules).now().clone()];
    for (index, mv) in moves.iter().enumerate() {
        moments.push(oracle::after(rules, &moments[index], mv));
    }
    moments
}

/// What was played, by whom, and what it earned.
fn log<R: Rules + ?Sized>(rules: &R, history: &History<R::Position>) -> Value {
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
fn over<S: View>(rules: &Game<S>, now: &Moment<S::Position>, asked: &Asked) -> Value {
    let end = rules.ended(now, asked.question.options.has(&MISERE)).unwrap_or(End::Draw);
    let name = |player: Player| match rules.role(player) {
        Some(role) => format!("the {player} player ({role})"),
        None => format!("the {player} player"),
    };
    let by_points = matches!(rules, Game::Scoring(_));
    let words = match end {
        End::Win(player) if by_points => {
            let (won, lost) = (now.score[player.index()], now.score[player.other().index()]);
            format!("{} wins, {won} to {lost}", name(player))
        }
        End::Win(player) => format!("{} wins", name(player)),
        End::Tie => "a tie: both own a winning set".to_string(),
        End::Draw if by_points => format!("a draw, {} to {}", now.score[0], now.score[1]),
        End::Draw => "a draw".to_string(),
    };
    let winner = if let End::Win(player) = end { Some(player.to_string()) } else { None };
    json!({ "winner": winner, "tie": end == End::Tie, "words": words })
}
