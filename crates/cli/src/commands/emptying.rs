//! `outplay emptying`: how many moves the winner can see to when the loser wants few.

use outplay::ask::{asked_fields, asked_words};
use outplay_solve::impartial::emptying;
use outplay_solve::limits::Budget;
use serde_json::{Value, json};

use crate::cli::{Common, Emptying};
use crate::exit::{self, ANSWERED, Exit, LIMIT};
use crate::progress;

pub fn run(common: &Common, question: &Emptying) -> Result<u8, Exit> {
    let asked = question.question.asked()?;
    let (graph, rule) = asked.whole_graph()?;
    let listener = progress::listener(common);
    let mut budget = Budget::new(progress::limits(common), &listener);
    let how = common.how();
    let mut json = asked_fields(&asked);
    let mut lines = vec![asked_words(&asked)];
    let stopped = if question.only_whether {
        match emptying::is_emptied(graph, rule, &how, &mut budget) {
            Ok(emptied) => {
                json.insert("emptied".into(), json!(emptied));
                let can = if emptied { "can" } else { "cannot" };
                lines.push(format!("  the winner {can} see that there is room for no more moves"));
                None
            }
            Err(stopped) => Some(stopped),
        }
    } else {
        match emptying::lasting(graph, rule, &how, &mut budget) {
            Ok(found) => {
                let (winner, outcome) =
                    if found.mover_wins { ("first", "N") } else { ("second", "P") };
                json.insert("winner".into(), json!(winner));
                json.insert("outcome".into(), json!(outcome));
                json.insert("moves".into(), json!(found.moves));
                json.insert("most_moves".into(), json!(found.most));
                json.insert("emptied".into(), json!(found.is_emptied()));
                let (moves, most) = (found.moves, found.most);
                lines.push(format!("  the {winner} player wins ({outcome}-position)"));
                lines.push(format!(
                    "  and can see that {moves} moves are played, of at most {most}"
                ));
                None
            }
            Err(stopped) => Some(stopped),
        }
    };
    progress::clear(common);
    let used = budget.progress();
    if stopped.is_some() {
        json.insert("winner".into(), Value::Null);
    }
    json.insert("positions".into(), json!(used.positions));
    json.insert("seconds".into(), json!((used.elapsed.as_secs_f64() * 1e3).round() / 1e3));
    if let Some(stopped) = stopped {
        json.insert("stopped".into(), json!(stopped.to_string()));
        lines.push(format!("stopped: {stopped}"));
    }
    exit::print(&if common.json { Value::Object(json).to_string() } else { lines.join("\n") });
    Ok(if stopped.is_some() { LIMIT } else { ANSWERED })
}
