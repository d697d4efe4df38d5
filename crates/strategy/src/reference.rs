//! The reference verifier: every game is played to its end, move by move, without a table and without a shortcut.
//!
//! It answers two questions by the words of their definitions: whether a claim holds, and how many moves the shortest
//! line has that breaks it. The verifier is held to it in tests.

use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::Budget;
use outplay_solve::oracle::after;

use crate::strategic::{Strategic, payoff};
use crate::strategy::{Choices, Memory, Strategy};
use crate::verify::{Situation, Task};

/// The length of the shortest line that breaks the claim from the start of the game (with [`Choices::Some`] the
/// strategy delays); none if the claim holds.
pub fn shortest_refutation<S: Strategic>(
    rules: &Game<S>,
    strategy: &mut dyn Strategy<S>,
    task: &Task,
) -> Option<u32> {
    let moment = Moment { position: rules.start(), to_move: rules.opener(), score: [0, 0] };
    refutation(rules, strategy, task, &Situation { moment, memory: Memory::default() })
}

fn refutation<S: Strategic>(
    rules: &Game<S>,
    strategy: &mut dyn Strategy<S>,
    task: &Task,
    at: &Situation<S>,
) -> Option<u32> {
    let now = &at.moment;
    let sign = if task.player == Player::First { 1 } else { -1 };
    let ahead = sign * (now.score[0] as i32 - now.score[1] as i32);
    let margin = if task.convention == Convention::Misere { -ahead } else { ahead };
    let least = task.claim.least();
    if let Some(payoff) = payoff(rules, now, task.convention) {
        return (sign * payoff + margin < least).then_some(0);
    }
    if rules.points_left(&now.position).is_some_and(|left| margin + (left as i32) < least) {
        return Some(0);
    }
    let mine = now.to_move == task.player;
    let mut lengths = Vec::new();
    let moves = match mine {
        true => own_moves(rules, strategy, task, at)?,
        false => rules.moves(&now.position).into_iter().map(Some).collect(),
    };
    for mv in moves {
        let Some(mv) = mv else { return Some(0) };
        let memory = strategy.remember(&at.memory, now, &mv, mine);
        let next = Situation { moment: after(rules, now, &mv), memory };
        lengths.push(refutation(rules, strategy, task, &next).map(|length| length + 1));
    }
    if mine && task.choices == Choices::Some {
        let all: Option<Vec<u32>> = lengths.into_iter().collect();
        all.and_then(|lengths| lengths.into_iter().max())
    } else {
        lengths.into_iter().flatten().min()
    }
}

/// The moves of the strategy; a missing move stands for one that is silent or illegal here.
fn own_moves<S: Strategic>(
    rules: &Game<S>,
    strategy: &mut dyn Strategy<S>,
    task: &Task,
    Situation { moment: now, memory }: &Situation<S>,
) -> Option<Vec<Option<Move>>> {
    let allowed = strategy.allows(now, memory, &mut Budget::unlimited()).ok()?;
    let legal: Vec<Option<Move>> = allowed
        .iter()
        .filter(|mv| rules.check(&now.position, mv).is_ok())
        .cloned()
        .map(Some)
        .collect();
    let wrong = legal.len() < allowed.len() && task.choices == Choices::All;
    Some(if legal.is_empty() || wrong { vec![None] } else { legal })
}
