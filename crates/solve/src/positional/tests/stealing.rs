//! Strategy stealing in hop games against the reference solver, on boards of every kind.

use crate::limits::Budget;
use crate::oracle::How;
use crate::positional::hop::HopSolver;
use crate::positional::reference::Reference;
use crate::positional::solver::Solver;
use crate::positional::stealing::{Admits, stolen};
use crate::positional::{Forces, PositionalResult};
use outplay_rules::bits::BitSet;
use outplay_rules::board::Board;
use outplay_rules::games::hop::HopGame;
use outplay_rules::option::Options;
use outplay_rules::rules::{Positional, Rules};
use outplay_rules::sets::SetBoard;

use super::random::Random;
use super::searching::ALL_BUT_SEARCH;
use super::{Played, board, ruleset};

fn games(board: SetBoard) -> Vec<HopGame> {
    match ruleset("hop", Board::Sets(board), &Options::default()) {
        Played::Hop(games) => games,
        _ => unreachable!(),
    }
}

/// What a board admits, from the definition: every way to fill it, every two sets.
fn by_definition(board: &SetBoard) -> Admits {
    let points = board.point_count();
    let owners = |mask: usize| BitSet::of(points, (0..points).filter(|p| mask >> p & 1 == 1));
    let all = (1usize << points) - 1;
    let owns = |mask: usize| board.first_sets().won_by(&owners(mask));
    let draws = (0..=all).any(|mask| !owns(mask) && !owns(all & !mask));
    let ties = (0..=all).any(|mask| owns(mask) && owns(all & !mask));
    Admits { draws, ties }
}

fn as_list(forces: Forces) -> [bool; 4] {
    [forces.win, forces.win_or_tie, forces.win_or_draw, forces.not_lose]
}

/// Holds the facts against the reference, for every start. Returns the kind of board, 0 to 3.
fn check(board: &SetBoard) -> usize {
    let admits = by_definition(board);
    assert_eq!(Admits::of(board), admits, "{board:?}");
    for game in games(board.clone()) {
        let start = game.start();
        if game.end(&start).is_some() {
            continue;
        }
        let value = Reference::new(&game).value(&start, &mut Budget::unlimited()).unwrap();
        let (facts, _) = stolen(&game, &start).unwrap();
        for (fact, truth) in facts.iter().zip(as_list(value.forces)) {
            assert!(fact.is_none_or(|fact| fact == truth), "{board:?}: {facts:?}, {value:?}");
        }
        // With stealing and without, search finds the same.
        for theorems in [true, false] {
            let how = How { theorems, ..How::default() };
            let mut solver = HopSolver::without(&game, &how, &ALL_BUT_SEARCH);
            assert_eq!(solver.value(&start, &mut Budget::unlimited()), Ok(value), "{board:?}");
        }
        // Nothing is said of a position in the middle of the game.
        for mv in game.moves(&start) {
            assert!(stolen(&game, &game.apply(&start, &mv).position).is_none());
        }
    }
    usize::from(admits.draws) * 2 + usize::from(admits.ties)
}

#[test]
fn random_families() {
    let mut random = Random::new(31);
    let mut kinds = [0; 4];
    for _ in 0..3000 {
        let board = random.board(7, true);
        kinds[check(&board)] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 30), "{kinds:?}");
}

/// Any three points of five, any four of seven, and planes: no draws, no ties.
#[test]
fn boards_of_every_kind() {
    let names = [
        ("matroid:uniform-3-5,bases", 0),
        ("pg:2,2", 0),
        ("[sets:1-2,1-3,2-3 : sets:1-2,1-3,2-3]", 0),
        ("ag:2,2", 1),
        ("[sets:1-2,1-3,2-3 : sets:1,2]", 1),
        ("[sets:1,2 : sets:1-2,1-3,2-3]", 1),
        ("[sets:1-2 : sets:1-2,1-3,2-3]", 2),
        ("ttt:3", 3),
        ("[sets:1-2,3-4 : sets:1-2]", 3),
    ];
    for (name, kind) in names {
        let Board::Sets(board) = board(name) else { unreachable!() };
        assert_eq!(check(&board), kind, "{name}");
    }
}

/// With restricted hops the second player may win, so nothing may be said.
#[test]
fn restricted_hops_and_different_sets_say_nothing() {
    let options = "--start 1.3".parse::<Options>().unwrap();
    let name = "[sets:1,2,3 : sets:1-2,1-2-3]";
    let Played::Hop(lost) = ruleset("fire-and-ice", board(name), &options) else { unreachable!() };
    let start = lost[0].start();
    let value = Reference::new(&lost[0]).value(&start, &mut Budget::unlimited()).unwrap();
    assert_eq!(value.forces.result(), PositionalResult::SecondWin);
    assert!(stolen(&lost[0], &start).is_none());
    let mut random = Random::new(32);
    let mut lost = [0; 2];
    for _ in 0..3000 {
        let board = random.board(6, false);
        for game in games(board.clone()) {
            let start = game.start();
            let equal = game.has_free_hops() && board.is_symmetric();
            assert_eq!(stolen(&game, &start).is_some(), equal);
            if game.end(&start).is_none() {
                let value = Reference::new(&game).value(&start, &mut Budget::unlimited()).unwrap();
                assert!(value.forces.not_lose || !equal, "{board:?}");
                lost[usize::from(board.is_symmetric())] += usize::from(!value.forces.not_lose);
            }
        }
    }
    // Both kinds of exception come up: it would be wrong to say anything.
    assert!(lost.iter().all(|&count| count > 0), "{lost:?}");
}
