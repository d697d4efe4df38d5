//! Keys up to symmetry change nothing but the number of positions.

use outplay_rules::board::BoardName;
use outplay_rules::game::GameName;
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::option::Options;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::{Budget, Stopped};
use outplay_strategy::named::{Ask, named};
use outplay_strategy::strategic::Strategic;
use outplay_strategy::strategy::{Choices, Claim, Memory, Sees, Strategy};
use outplay_strategy::verify::{Task, Verdict, Verifier};

/// The same strategy without anything that shares positions or ends lines early.
struct Plain<'r, S: Strategic>(Box<dyn Strategy<S> + 'r>);

impl<S: Strategic> Strategy<S> for Plain<'_, S> {
    fn sees(&self) -> Sees {
        self.0.sees()
    }

    fn remember(
        &self,
        memory: &Memory,
        before: &Moment<S::Position>,
        mv: &Move,
        mine: bool,
    ) -> Memory {
        self.0.remember(memory, before, mv, mine)
    }

    fn allows(
        &mut self,
        now: &Moment<S::Position>,
        memory: &Memory,
        budget: &mut Budget,
    ) -> Result<Vec<Move>, Stopped> {
        self.0.allows(now, memory, budget)
    }
}

/// The same verdicts with and without sharing; how many positions each took.
fn both<S: Strategic>(rules: &Game<S>, game: &GameName, name: &str, player: Player) -> (u64, u64) {
    let mut positions = (0, 0);
    for claim in [Claim::Win, Claim::Draw] {
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
    let normal = "--normal-rules".parse::<Options>().unwrap();
    for (game, board, options, names, player) in [
        (
            "closing-octagons",
            "octagons:1x2",
            &normal,
            &["octagons-4.14", "octagons-a", "any"][..],
            Player::Second,
        ),
        (
            "closing-octagons",
            "polygons:5,1x3",
            &normal,
            &["octagons-4.14/completed", "octagons-b/else-a", "octagons-4.20"],
            Player::Second,
        ),
        (
            "closing-octagons",
            "polygons:4,2x2",
            &normal,
            &["octagons-4.14/completed", "octagons-4.20", "octagons-a"],
            Player::Second,
        ),
        (
            "closing-octagons",
            "boxes:1x3",
            &Options::default(),
            &["octagons-a", "octagons-b", "optimal"],
            Player::First,
        ),
        (
            "hop",
            "ag:2,3",
            &Options::default(),
            &["alpha-weight", "beta-weight", "newest-o"],
            Player::Second,
        ),
        (
            "hop",
            "ttt:3",
            &Options::default(),
            &["alpha-weight", "beta-weight", "appendix-a-olivia"],
            Player::Second,
        ),
        (
            "hop",
            "ttt:3",
            &Options::default(),
            &["newest-x", "beta-weight", "beta-weight/point-first", "appendix-a-xavier"],
            Player::First,
        ),
        ("hop", "pg:2,2", &Options::default(), &["newest-x", "hop-pg22", "optimal"], Player::First),
        (
            "positional",
            "ttt:3",
            &Options::default(),
            &["beta-weight", "erdos-selfridge", "optimal"],
            Player::Second,
        ),
        (
            "maker-breaker",
            "sets:1-2-3,4-5-6,1-4-7-8",
            &Options::default(),
            &["erdos-selfridge", "beta-weight"],
            Player::Second,
        ),
        (
            "nimstring",
            "edges:1-1,1-2,2-2,2-3,3-1,4-4,4-4,5-5",
            &Options::default(),
            &["any", "nimber", "optimal"],
            Player::First,
        ),
        ("nimstring", "boxes:2x2", &Options::default(), &["any", "optimal"], Player::Second),
        ("chooser-picker", "pg:2,2", &Options::default(), &["any", "optimal"], Player::Second),
        ("picker-chooser", "ttt:3", &Options::default(), &["any", "optimal"], Player::First),
        ("octal:0.33", "wheel:5", &Options::default(), &["any", "optimal"], Player::First),
        ("cram", "grid:3x3", &Options::default(), &["any", "nimber"], Player::Second),
    ] {
        let (game, board): (GameName, BoardName) = (game.parse().unwrap(), board.parse().unwrap());
        let cases = game.cases(board.build().unwrap(), options).unwrap();
        let mut positions = (0, 0);
        for name in names {
            for case in cases.all() {
                let (shared, plain) =
                    in_space!(&case.ruleset, |rules| both(rules, &game, name, player));
                positions = (positions.0 + shared, positions.1 + plain);
            }
        }
        assert!(positions.0 < positions.1, "{game} {board}: no position was shared");
    }
}
