//! Wins by force against the reference solver.

use outplay_rules::board::Board;
use outplay_rules::game::{Options, Ruleset};
use outplay_rules::games::hop::HopGame;
use outplay_rules::games::placing::{Goal, PlacingGame};
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::rules::{Positional, Rules};
use outplay_solve::limits::Budget;
use outplay_solve::oracle::How;
use outplay_solve::positional::hop_questions::Searches;
use outplay_solve::positional::notebook::Notebook;
use outplay_solve::positional::placing::PlacingSolver;
use outplay_solve::positional::reference::Reference;
use outplay_solve::positional::search::contest::Prover;
use outplay_solve::positional::search::forcing::{Forcing, Position};
use outplay_solve::positional::search::hop;
use outplay_solve::positional::search::proofs::Proofs;
use outplay_solve::positional::search::symmetry::Symmetries;
use outplay_solve::positional::search::{mask, masks};
use outplay_solve::positional::solver::Solver;

use crate::against_reference::moments;
use crate::random::Random;
use crate::{board, ruleset};

/// Both players' questions in every position that is not over; counts the answers. So little memory that nearly all is
/// forgotten must change nothing.
fn agree(game: &PlacingGame, what: &str, answers: &mut [u32; 2]) {
    let board = game.board();
    let sets = [masks(board.first_sets()).unwrap(), masks(board.second_sets()).unwrap()];
    let question = |player: Player, bytes: u64| {
        let [own, other] = [player.index(), player.other().index()];
        let defend = if game.goal() == Goal::Strong { sets[other].clone() } else { Vec::new() };
        let (points, symmetries) = (board.point_count(), Symmetries::of(board));
        Forcing::new(points, [sets[own].clone(), defend], symmetries, Proofs::default(), bytes)
    };
    let players = match game.goal() {
        Goal::MakerBreaker { maker } => vec![maker],
        _ => vec![Player::First, Player::Second],
    };
    let mut reference = Reference::new(game);
    let mut budget = Budget::unlimited();
    for player in players {
        let (mut roomy, mut tight) = (question(player, 1 << 24), question(player, 0));
        for moment in moments(game).into_iter().filter(|m| game.end(&m.position).is_none()) {
            let forces = reference.value(&moment.position, &mut budget).unwrap().forces;
            let wins = if player == Player::First { forces.win } else { !forces.not_lose };
            let stones = [player, player.other()].map(|p| mask(moment.position.of(p)));
            let position = Position { stones, mover: usize::from(moment.to_move != player) };
            for forcing in [&mut roomy, &mut tight] {
                assert_eq!(forcing.wins(position, &mut budget), Ok(wins), "{what} {moment:?}");
            }
            answers[usize::from(wins)] += 1;
        }
    }
}

#[test]
fn random_families() {
    let mut random = Random::new(55);
    let mut answers = [[0; 2]; 2];
    for _ in 0..400 {
        let board = random.board(7, false);
        for (kind, game) in ["positional", "maker-breaker"].into_iter().enumerate() {
            if kind == 1 && !board.is_symmetric() {
                continue;
            }
            for options in
                [Options::default(), Options { breaker_first: kind == 1, ..Options::default() }]
            {
                let rules = ruleset(game, Board::Sets(board.clone()), &options);
                let Ruleset::Placing(rules) = rules else { unreachable!() };
                agree(&rules, &format!("{game} {options:?} {board:?}"), &mut answers[kind]);
            }
        }
    }
    assert!(answers.iter().flatten().all(|&n| n > 1000), "{answers:?}");
}

/// Both players' questions in every position of a hop game that is not over; counts the answers.
fn hops_agree(game: &HopGame, what: &str, answers: &mut [u32; 2]) {
    let searches = Searches::new(game, 1, &Notebook::default()).unwrap();
    let mut reference = Reference::new(game);
    let mut budget = Budget::unlimited();
    for player in [Player::First, Player::Second] {
        let search = &searches.wins[player.index()];
        let mut provers =
            [0, 1 << 24].map(|bytes| Prover::new(search.clone(), Proofs::default(), bytes));
        for moment in moments(game).into_iter().filter(|m| game.end(&m.position).is_none()) {
            let forces = reference.value(&moment.position, &mut budget).unwrap().forces;
            let wins = if player == Player::First { forces.win } else { !forces.not_lose };
            let pieces = [player, player.other()].map(|p| mask(moment.position.of(p)));
            let state = hop::State { pieces, mover: usize::from(moment.to_move != player) };
            for prover in &mut provers {
                assert_eq!(prover.wins(&state, &mut budget), Ok(wins), "{what} {moment:?}");
            }
            answers[usize::from(wins)] += 1;
        }
    }
}

#[test]
fn hops() {
    let mut random = Random::new(56);
    let mut answers = [0; 2];
    let mut check = |game: &str, board: Board| {
        let what = format!("{game} {board:?}");
        let Ruleset::Hop(games) = ruleset(game, board, &Options::default()) else { unreachable!() };
        games.iter().for_each(|(_, game)| hops_agree(game, &what, &mut answers));
    };
    for _ in 0..100 {
        check("hop", Board::Sets(random.board(5, false)));
    }
    for name in [
        "[sets:1-2,1-3,2-3 : sets:1-2,1-3,2-3]",
        "[sets:1-2 : sets:1-2,2-3]",
        "[sets:1,2,3 : sets:1-2,1-2-3]",
        "[sets:1-2,2-3 : sets:1,2-3]",
    ] {
        check("fire-and-ice", board(name));
    }
    assert!(answers.iter().all(|&n| n > 1000), "{answers:?}");
}

/// Qubic after five stones, which no search for a short win has settled: the solver turns to wins by force, and says so.
#[test]
fn deep_wins_are_found_by_force() {
    let rules = ruleset("positional", board("ttt:4^3"), &Options::default());
    let Ruleset::Placing(game) = rules else { unreachable!() };
    let mut position = game.start();
    for point in [1, 2, 22, 3, 43] {
        position = game.apply(&position, &Move::Point(point - 1)).position;
    }
    let mut solver = PlacingSolver::new(&game, &How::default());
    let value = solver.value(&position, &mut Budget::unlimited()).unwrap();
    assert!(value.forces.win && value.plies.is_none(), "{value:?}");
    assert!(solver.settled_by().unwrap().contains("by force"));
}

#[test]
fn named_boards() {
    for name in ["ttt:3", "pg:2,2", "lattice:3x3,3", "ag:3,2,planes", "sets:1-2-3,3-4-5,5-6-1"] {
        let Ruleset::Placing(rules) = ruleset("positional", board(name), &Options::default())
        else {
            unreachable!()
        };
        agree(&rules, name, &mut [0; 2]);
    }
}
