//! Verifications that take minutes: `cargo test -p outplay-strategy --test strategy -- --ignored deep`.

use outplay_rules::board::BoardName;
use outplay_rules::game::GameName;
use outplay_rules::option::Options;
use outplay_rules::player::Player;
use outplay_solve::limits::Budget;
use outplay_strategy::strategy::Choices;
use outplay_strategy::{Answer, StrategySource, Verification, verify};

fn ask(game: &str, board: &str, name: &str, player: Player, choices: Choices) -> Answer {
    let (game, board): (GameName, BoardName) = (game.parse().unwrap(), board.parse().unwrap());
    let options = (if game.def().name() == "closing-octagons" { "--normal-rules" } else { "" })
        .parse::<Options>()
        .unwrap();
    let cases = game.cases(board.build().unwrap(), &options).unwrap();
    let question =
        Verification { choices, ..Verification::new(StrategySource::Named(name), player) };
    let answer = verify(&cases, &question, &mut Budget::unlimited()).unwrap();
    println!("{} {:?} {:?}", answer.verdict.positions, answer.verdict.holds, answer.line);
    answer
}

/// Theorem 4.21 of Leelathanakit's thesis, over all opponents.
#[test]
#[ignore = "minutes"]
fn strategy_4_20_on_3x3_octagons() {
    let answer =
        ask("closing-octagons", "octagons:3x3", "octagons-4.20", Player::Second, Choices::All);
    assert_eq!(answer.verdict.holds, Some(true), "{:?} {}", answer.line, answer.reason);
}

/// Proposition 3.4.3 of Riegel's dissertation: the alpha-weight strategy on AG(2,5) depends on how ties are broken.
#[test]
#[ignore = "minutes"]
fn alpha_weight_on_ag_2_5() {
    let some = ask("hop", "ag:2,5", "alpha-weight", Player::Second, Choices::Some);
    assert_eq!(some.verdict.holds, Some(true));
    let all = ask("hop", "ag:2,5", "alpha-weight", Player::Second, Choices::All);
    assert_eq!(all.verdict.holds, Some(false));
}
