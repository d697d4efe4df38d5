//! `outplay critical`: the critical states of a Closing Octagons board up to isomorphism.

use std::collections::BTreeMap;

use outplay::ask::Asked;
use outplay::view::draw;
use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::games::closing_octagons::CLOSING_OCTAGONS;
use outplay_rules::games::octagons::{self, CriticalState};
use outplay_rules::option::{NORMAL_RULES, Options};
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::ruleset::{Game, Ruleset};
use outplay_rules::spaces::{EdgePosition, Edges};
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, Oracle};
use outplay_solve::scoring::oracle::ScoringOracle;
use serde_json::{Value, json};

use crate::cli::Common;
use crate::exit::{self, ANSWERED, Exit, LIMIT};
use crate::progress;

pub fn run(common: &Common, board: &str) -> Result<u8, Exit> {
    let name: BoardName = board.parse()?;
    let options = Options::default().with(&NORMAL_RULES, "")?;
    let asked = Asked::on((&CLOSING_OCTAGONS).into(), name, options, String::new())?;
    let Ruleset::Edges(Game::Scoring(game)) = asked.cases.first() else {
        return Err(InputError::plain("closing-octagons is played on a graph").into());
    };
    let board = game.space();
    let states = octagons::critical_states(board).ok_or_else(|| {
        InputError::plain(format!("{} has too many edges to list its critical states", asked.board))
    })?;
    let listener = progress::listener(common);
    let mut budget = Budget::new(progress::limits(common), &listener);
    let mut oracle = ScoringOracle::new(game.as_ref(), &common.how());
    let margins: Vec<Result<i32, Stopped>> = states
        .iter()
        .enumerate()
        .map(|(done, state)| {
            budget.note(done as u64, states.len() as u64);
            margin(&mut oracle, board, state, &mut budget)
        })
        .collect();
    progress::clear(common);
    if common.json {
        let state = |(state, margin): (&CriticalState, &Result<i32, Stopped>)| {
            json!({
                "components": summary(board, &state.edges),
                "edges": edges(board, &state.edges),
                "count": state.count,
                "to_move": to_move(board, &state.edges).to_string(),
                "margin": margin.as_ref().ok(),
            })
        };
        let listed: Vec<Value> = states.iter().zip(&margins).map(state).collect();
        let answer = json!({ "board": asked.board.to_string(), "states": listed });
        exit::print(&answer.to_string());
    } else {
        let kinds = if states.len() == 1 { "kind" } else { "kinds" };
        let total: u64 = states.iter().map(|state| state.count).sum();
        let head = format!("{}: {total} critical states of {} {kinds}", asked.board, states.len());
        let lines = states.iter().zip(&margins).map(|(state, margin)| text(board, state, margin));
        exit::print(&std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n"));
    }
    Ok(if margins.iter().any(|margin| margin.is_err()) { LIMIT } else { ANSWERED })
}

/// Who moves in a state in which nobody has scored: the players alternated.
fn to_move(board: &Edges, edges: &EdgePosition) -> Player {
    let count = |position: &EdgePosition| position.iter().map(|&n| n as usize).sum::<usize>();
    let played = count(&board.start()) - count(edges);
    if played % 2 == 0 { Player::First } else { Player::Second }
}

fn margin(
    oracle: &mut ScoringOracle<'_, Edges>,
    board: &Edges,
    state: &CriticalState,
    budget: &mut Budget,
) -> Result<i32, Stopped> {
    let to_move = to_move(board, &state.edges);
    let moment = Moment { position: state.edges.clone(), to_move, score: [0, 0] };
    match oracle.value(&moment, budget)? {
        GameValue::Margin(margin) => Ok(margin),
        _ => Ok(0),
    }
}

/// How many components there are of each class and size.
fn summary(board: &Edges, edges: &EdgePosition) -> Vec<Value> {
    let mut kinds: BTreeMap<(u32, &str), u32> = BTreeMap::new();
    for component in octagons::components(board, edges) {
        *kinds.entry((component.vertices, draw::component_name(component.class))).or_default() += 1;
    }
    let kind = |((vertices, class), count): ((u32, &str), u32)| json!({ "class": class, "vertices": vertices, "count": count });
    kinds.into_iter().map(kind).collect()
}

fn edges(board: &Edges, edges: &EdgePosition) -> Vec<String> {
    let places = board.graph().places();
    let copies = |index: usize| {
        std::iter::repeat_n(board.move_of(index).write(places), edges[index] as usize)
    };
    board.left(edges).flat_map(copies).collect()
}

fn text(board: &Edges, state: &CriticalState, margin: &Result<i32, Stopped>) -> String {
    let component = |kind: &Value| {
        let vertices = kind["vertices"].as_u64().unwrap_or(0);
        let of = if vertices == 1 { String::new() } else { format!(" of {vertices} vertices") };
        format!("{} {}{of}", kind["count"], kind["class"].as_str().unwrap_or_default())
    };
    let components: Vec<String> = summary(board, &state.edges).iter().map(component).collect();
    let margin = match margin {
        Ok(margin) => format!("margin {margin}"),
        Err(stopped) => format!("not solved: {stopped}"),
    };
    format!(
        "  {} times: {}; the {} player moves, {margin}\n    {}",
        state.count,
        components.join(", "),
        to_move(board, &state.edges),
        edges(board, &state.edges).join(" ")
    )
}
