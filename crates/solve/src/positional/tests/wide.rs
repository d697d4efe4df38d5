//! Breaker's arguments on wide boards: against the reference solver on small ones, and boards that nothing else answers.

use outplay_rules::games::placing::{Goal, PlacingGame};
use outplay_rules::option::Options;
use outplay_rules::player::Player;
use outplay_rules::rules::{Positional, Rules};

use super::against_reference::moments;
use super::random::Random;
use super::{Played, board, ruleset};
use crate::limits::Budget;
use crate::oracle::How;
use crate::positional::placing::PlacingSolver;
use crate::positional::reference::Reference;
use crate::positional::solver::Solver;
use crate::positional::wide::WideSets;

/// Who never owns a set by an argument does not win as Maker, in any position that is not over.
#[test]
fn what_is_argued_is_what_the_reference_finds() {
    let mut random = Random::new(5);
    let mut budget = Budget::unlimited();
    let mut argued = [0; 2];
    for _ in 0..150 {
        let board = random.board(6, true);
        for (maker, bias) in
            [(Player::First, (1, 1)), (Player::Second, (1, 1)), (Player::First, (1, 2))]
        {
            let goal = Goal::MakerBreaker { maker };
            let game = PlacingGame::new(board.clone(), goal, bias).unwrap();
            let sets = WideSets::of(board.first_sets()).unwrap();
            let mut reference = Reference::new(&game);
            for moment in moments(&game).iter().filter(|m| game.end(&m.position).is_none()) {
                let position = &moment.position;
                let (own, other) = (position.of(maker), position.of(maker.other()));
                let moves = game.to_move(position) == maker;
                let found = sets.never_owned(own, other, moves, bias == (1, 1));
                let value = reference.value(position, &mut budget).unwrap();
                let maker_wins = value.forces.win == (maker == Player::First);
                argued[usize::from(found.is_some())] += 1;
                assert!(found.is_none() || !maker_wins, "{position:?}: {found:?}");
            }
        }
    }
    assert!(argued.iter().all(|&count| count > 1000), "{argued:?}");
}

/// Boards beyond the words of the searches: draws by weight and by pairing, and what Maker wins is not argued away.
#[test]
fn wide_boards_are_drawn_by_arguments() {
    let how =
        How { threads: 1, theorems: true, outcome_only: true, method: None, full_table: false };
    let fives = (0..40).map(|i| [4 * i + 1, 4 * i + 2, 4 * i + 3, 4 * i + 4]);
    let fours = fives.map(|set| set.map(|point| point.to_string()).join("-"));
    let pairs = format!("sets:{}", fours.collect::<Vec<_>>().join(","));
    let threat = format!("{pairs},1-5,1-9");
    for (name, argument) in [
        ("ttt:12", Some("strategy stealing and weight (Erdős and Selfridge)")),
        ("ag:2,13", Some("strategy stealing and weight (Erdős and Selfridge)")),
        (&pairs, Some("strategy stealing and a pairing")),
        (&threat, None),
    ] {
        let Played::Placing(game) = ruleset("positional", board(name), &Options::default()) else {
            unreachable!()
        };
        assert!(game.board().point_count() > 128, "{name}");
        let mut solver = PlacingSolver::new(&game, &how);
        let mut budget = Budget::new(
            crate::limits::Limits { memory: Some(1 << 20), ..Default::default() },
            &|_| {},
        );
        let found = solver.value(&game.start(), &mut budget).ok();
        assert_eq!(found.map(|value| value.forces.win), argument.map(|_| false), "{name}");
        assert_eq!(solver.settled_by().as_deref(), argument, "{name}");
    }
}
