//! Keys up to symmetry change nothing but the number of positions.

use outplay_rules::game::GameName;
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::registry::read_question;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::Budget;
use outplay_strategy::named::{Ask, named};
use outplay_strategy::strategic::Strategic;
use outplay_strategy::strategy::{Advice, Choices, Guarantee, Memory, MomentIn, Sees, Strategy};
use outplay_strategy::verify::{Task, Verdict, Verifier};

/// The same strategy without anything that shares positions or ends lines early.
struct Plain<'r, S: Strategic>(Box<dyn Strategy<S> + 'r>);

impl<S: Strategic> Strategy<S> for Plain<'_, S> {
    fn sees(&self) -> Sees {
        self.0.sees()
    }

    fn remember(&self, memory: &Memory, before: &MomentIn<S>, mv: &Move, mine: bool) -> Memory {
        self.0.remember(memory, before, mv, mine)
    }

    fn allows(&mut self, now: &MomentIn<S>, memory: &Memory, budget: &mut Budget) -> Advice {
        self.0.allows(now, memory, budget)
    }
}

/// The same verdicts with and without sharing; how many positions each took.
fn both<S: Strategic>(rules: &Game<S>, game: &GameName, name: &str, player: Player) -> (u64, u64) {
    let mut positions = (0, 0);
    for claim in [Guarantee::Win, Guarantee::Draw] {
        for choices in [Choices::All, Choices::Some] {
            let convention = Convention::Normal;
            let task = Task { player, claim, choices, convention, theorems: true, shortest: true };
            let ask = Ask { name, player, convention };
            let run = |strategy: &mut (dyn Strategy<S> + '_)| -> Verdict {
                Verifier::new(rules, strategy, task).run(&[], &mut Budget::unlimited())
            };
            let mut fast = named(rules, game, &ask).unwrap();
            let fast = run(fast.as_mut());
            let mut plain = Plain(named(rules, game, &ask).unwrap());
            let plain = run(&mut plain);
            assert_eq!(fast.holds, plain.holds, "{name} {task:?}");
            let length =
                |verdict: &Verdict| verdict.counterexample.as_ref().map(|found| found.moves.len());
            assert_eq!(length(&fast), length(&plain), "{name} {task:?}");
            positions = (positions.0 + fast.positions, positions.1 + plain.positions);
        }
    }
    positions
}

#[test]
fn shared_positions_change_no_verdict() {
    for (question, names, player) in [
        (
            "closing-octagons octagons:1x2 --normal-rules",
            &["octagons-4.14", "octagons-a", "any"][..],
            Player::Second,
        ),
        (
            "closing-octagons polygons:5,1x3 --normal-rules",
            &["octagons-4.14/completed", "octagons-b/else-a", "octagons-4.20"],
            Player::Second,
        ),
        (
            "closing-octagons polygons:4,2x2 --normal-rules",
            &["octagons-4.14/completed", "octagons-4.20", "octagons-a"],
            Player::Second,
        ),
        ("closing-octagons boxes:1x3", &["octagons-a", "octagons-b", "optimal"], Player::First),
        ("hop ag:2,3", &["alpha-weight", "beta-weight", "newest-o"], Player::Second),
        ("hop ttt:3", &["alpha-weight", "beta-weight", "appendix-a-olivia"], Player::Second),
        (
            "hop ttt:3",
            &["newest-x", "beta-weight", "beta-weight/point-first", "appendix-a-xavier"],
            Player::First,
        ),
        ("hop pg:2,2", &["newest-x", "hop-pg22", "optimal"], Player::First),
        ("positional ttt:3", &["beta-weight", "erdos-selfridge", "optimal"], Player::Second),
        (
            "maker-breaker sets:1-2-3,4-5-6,1-4-7-8",
            &["erdos-selfridge", "beta-weight"],
            Player::Second,
        ),
        (
            "nimstring edges:1-1,1-2,2-2,2-3,3-1,4-4,4-4,5-5",
            &["any", "nimber", "optimal"],
            Player::First,
        ),
        ("nimstring boxes:2x2", &["any", "optimal"], Player::Second),
        ("chooser-picker pg:2,2", &["any", "optimal"], Player::Second),
        ("picker-chooser ttt:3", &["any", "optimal"], Player::First),
        ("octal:0.33 wheel:5", &["any", "optimal"], Player::First),
        ("cram grid:3x3", &["any", "nimber"], Player::Second),
    ] {
        let (game, board, options) = read_question(question).unwrap();
        let cases = game.cases(board.build().unwrap(), &options).unwrap();
        let mut positions = (0, 0);
        for name in names {
            for case in cases.all() {
                let (shared, plain) =
                    in_space!(&case.ruleset, |rules| both(rules, &game, name, player));
                positions = (positions.0 + shared, positions.1 + plain);
            }
        }
        assert!(positions.0 < positions.1, "{question}: no position was shared");
    }
}
