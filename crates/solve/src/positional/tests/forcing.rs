//! Wins by force against the reference solver.

use std::collections::{BTreeMap, HashSet};

use crate::limits::Budget;
use crate::oracle::How;
use crate::positional::hop_force::Force;
use crate::positional::placing::PlacingSolver;
use crate::positional::reference::Reference;
use crate::positional::saved_proofs::SavedProofs;
use crate::positional::search::forcing::{Forcing, ForcingState};
use crate::positional::search::hop::HopState;
use crate::positional::search::ice::FireAndIce;
use crate::positional::search::proof::ProofTable;
use crate::positional::search::proof_number_search::ProofNumberSearch;
use crate::positional::search::symmetry::Symmetries;
use crate::positional::search::{mask, masks};
use crate::positional::solver::Solver;
use outplay_rules::board::Board;
use outplay_rules::games::hop::HopGame;
use outplay_rules::games::placing::{Goal, PlacingGame};
use outplay_rules::moves::Move;
use outplay_rules::option::Options;
use outplay_rules::places::Places;
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::{Positional, Rules};
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::Stones;

use super::against_reference::moments;
use super::random::Random;
use super::{Played, board, ruleset};

/// Both players' questions in some positions that are not over; counts the answers, and among the wins those by threats. So
/// little memory that nearly all is forgotten must change nothing.
fn agree(game: &PlacingGame, moments: &[Moment<Stones>], what: &str, answers: &mut [u32; 3]) {
    let board = game.board();
    let sets = [masks(board.first_sets()).unwrap(), masks(board.second_sets()).unwrap()];
    let question = |player: Player, bytes: u64| {
        let [own, other] = [player.index(), player.other().index()];
        let defend = if game.goal() == Goal::Strong { sets[other].clone() } else { Vec::new() };
        let sets = [sets[own].clone(), defend];
        Forcing::new(sets, Symmetries::of(board), ProofTable::default(), bytes)
    };
    let players = match game.goal() {
        Goal::MakerBreaker { maker } => vec![maker],
        _ => vec![Player::First, Player::Second],
    };
    let mut reference = Reference::new(game);
    let mut budget = Budget::unlimited();
    for player in players {
        let (mut roomy, mut tight) = (question(player, 1 << 24), question(player, 0));
        let mut by_threats = [0, 2].map(|from| question(player, 1 << 24).by_threats(from));
        for moment in moments.iter().filter(|m| game.end(&m.position).is_none()) {
            let forces = reference.value(&moment.position, &mut budget).unwrap().forces;
            let wins = if player == Player::First { forces.win } else { !forces.not_lose };
            let stones = [player, player.other()].map(|p| mask(moment.position.of(p)));
            let position = ForcingState { stones, mover: usize::from(moment.to_move != player) };
            for forcing in [&mut roomy, &mut tight] {
                assert_eq!(forcing.wins(position, &mut budget), Ok(wins), "{what} {moment:?}");
            }
            answers[usize::from(wins)] += 1;
            // Threats alone may not be enough, but what they win is won.
            let threats = by_threats.each_mut().map(|f| f.wins(position, &mut budget).unwrap());
            assert!(wins || threats == [false; 2], "{what} {moment:?}");
            answers[2] += u32::from(threats[0]);
        }
    }
}

/// On boards of ten points, each player with sets of three and four of his own, sequences are long enough to be answered by
/// threats. Positions come from random play.
#[test]
fn sequences_and_counter_threats() {
    let mut random = Random::new(58);
    let mut answers = [0; 3];
    for _ in 0..250 {
        let mut family = || -> Vec<Vec<usize>> {
            let mut set = |_| {
                let size = 3 + random.below(2);
                let mut points = HashSet::new();
                while points.len() < size {
                    points.insert(random.below(10));
                }
                points.into_iter().collect()
            };
            (0..8).map(&mut set).collect()
        };
        let (first, second) = (family(), family());
        let board = SetBoard::new(Places::numbered(10), first).unwrap();
        let board = board.with_second_sets(second).unwrap();
        let rules = ruleset("positional", Board::Sets(board.clone()), &Options::default());
        let Played::Placing(game) = rules else { unreachable!() };
        let mut moments = Vec::new();
        for _ in 0..12 {
            let mut record = Record::new(&game);
            for _ in 0..random.below(6) {
                let moves = game.moves(&record.now().position);
                if !moves.is_empty() {
                    record.play(&moves[random.below(moves.len())]).unwrap();
                }
            }
            moments.push(record.now().clone());
        }
        agree(&game, &moments, &format!("{board:?}"), &mut answers);
    }
    assert!(answers.iter().all(|&n| n > 300), "{answers:?}");
}

#[test]
fn random_families() {
    let mut random = Random::new(55);
    let mut answers = [[0; 3]; 2];
    for _ in 0..400 {
        let board = random.board(7, false);
        for (kind, game) in ["positional", "maker-breaker"].into_iter().enumerate() {
            if kind == 1 && !board.is_symmetric() {
                continue;
            }
            for options in ["", if kind == 1 { "--breaker-first" } else { "" }]
                .map(|text| text.parse::<Options>().unwrap())
            {
                let rules = ruleset(game, Board::Sets(board.clone()), &options);
                let Played::Placing(rules) = rules else { unreachable!() };
                let what = format!("{game} {options:?} {board:?}");
                agree(&rules, &moments(&rules), &what, &mut answers[kind]);
            }
        }
    }
    assert!(answers.iter().flatten().all(|&n| n > 1000), "{answers:?}");
}

/// All four questions in every position of Fire and Ice that is not over; counts the answers. So little memory that nearly
/// all is forgotten must change nothing.
fn ice_agrees(game: &HopGame, what: &str, answers: &mut [[u32; 2]; 4]) {
    let ice = FireAndIce::new(game).unwrap();
    let mut reference = Reference::new(game);
    let mut budget = Budget::unlimited();
    for (player, tie) in
        [Player::First, Player::Second].into_iter().flat_map(|p| [(p, false), (p, true)])
    {
        let mut provers = [0, 1 << 24].map(|bytes| {
            ProofNumberSearch::new(
                ice.clone().content_with_a_tie(tie),
                ProofTable::default(),
                bytes,
            )
        });
        for moment in moments(game).into_iter().filter(|m| game.end(&m.position).is_none()) {
            let forces = reference.value(&moment.position, &mut budget).unwrap().forces;
            let (which, yes) = match (player, tie) {
                (Player::First, false) => (0, forces.win),
                (Player::First, true) => (1, forces.win_or_tie),
                (Player::Second, true) => (2, !forces.win_or_draw),
                (Player::Second, false) => (3, !forces.not_lose),
            };
            let pieces = [player, player.other()].map(|p| mask(moment.position.of(p)));
            let state = HopState { pieces, mover: usize::from(moment.to_move != player) };
            for prover in &mut provers {
                let answer = prover.wins(&state, &mut budget);
                assert_eq!(answer, Ok(yes), "{what} {player} {tie} {moment:?}");
            }
            answers[which][usize::from(yes)] += 1;
        }
    }
}

/// A nested board of at most this many points, of islands of all kinds; some restrict hops further.
fn nested(random: &mut Random, most: usize) -> SetBoard {
    let outer = random.board(4, true);
    let inner = random.board((most / outer.point_count()).min(5), true);
    let board = SetBoard::nested(&outer, &inner).unwrap();
    if random.below(5) > 0 {
        return board;
    }
    let points = board.point_count();
    let pairs: Vec<_> =
        (0..3 * points).map(|_| (random.below(points), random.below(points))).collect();
    board.with_hops(pairs).unwrap()
}

#[test]
fn fire_and_ice_in_every_position() {
    let mut random = Random::new(56);
    let mut answers = [[0; 2]; 4];
    for _ in 0..1500 {
        let board = nested(&mut random, 8);
        let start = random.below(board.point_count());
        let game = HopGame::fire_and_ice(board, start).unwrap();
        ice_agrees(&game, &format!("{game:?}"), &mut answers);
    }
    for name in [
        "[sets:1-2,1-3,2-3 : sets:1-2,1-3,2-3]",
        "[sets:1-2 : sets:1-2,2-3]",
        "[sets:1,2,3 : sets:1-2,1-2-3]",
        "[sets:1-2,2-3 : sets:1,2-3]",
        "[sets:1-2 : [sets:1,2 : sets:1-2]]",
    ] {
        let rules = ruleset("fire-and-ice", board(name), &Options::default());
        let Played::Hop(games) = rules else { unreachable!() };
        games.iter().for_each(|game| ice_agrees(game, name, &mut answers));
    }
    assert!(answers.iter().flatten().all(|&n| n > 1000), "{answers:?}");
}

/// The four questions together, however few positions may be looked at in a round: what is told is so.
#[test]
fn fire_and_ice_by_force_alone() {
    let mut random = Random::new(57);
    let (mut settled, mut later) = (BTreeMap::new(), 0);
    for case in 0..3000 {
        let board = nested(&mut random, 9);
        let start = random.below(board.point_count());
        let game = HopGame::fire_and_ice(board, start).unwrap();
        let mut position = game.start();
        for _ in 0..random.below(5) {
            let moves = game.moves(&position);
            if !moves.is_empty() {
                position = game.apply(&position, &moves[random.below(moves.len())]).position;
            }
        }
        if game.end(&position).is_some() {
            continue;
        }
        let mut budget = Budget::unlimited();
        let expected = Reference::new(&game).value(&position, &mut budget).unwrap().forces;
        let (mut slot, mut facts, mut round) = (None, [None; 4], 1 + case % 20);
        let force = Force::ready(&mut slot, &game, &SavedProofs::default(), &mut budget).unwrap();
        let state = |player: Player| HopState {
            pieces: [player, player.other()].map(|p| mask(position.of(p))),
            mover: usize::from(game.to_move(&position) != player),
        };
        let states = [state(Player::First), state(Player::Second)];
        let told = [expected.win, expected.win_or_tie, expected.win_or_draw, expected.not_lose];
        let mut at_once = true;
        let value = loop {
            let value = force.settle(states, &mut facts, round, &mut budget).unwrap();
            let right = facts.iter().zip(told).all(|(fact, told)| fact.is_none_or(|f| f == told));
            assert!(right, "{game:?}: {facts:?} {expected:?}");
            if let Some(value) = value {
                // Nothing is asked in vain: who wins is told by one question, and only if nobody does there are more.
                let wins = expected.result().winner().is_some();
                assert!(!wins || (facts[1], facts[2]) == (None, None), "{game:?}: {facts:?}");
                assert!(!at_once || !expected.win || facts[3].is_none(), "{game:?}: {facts:?}");
                break value;
            }
            (round, later, at_once) = (2 * round, later + 1, false);
        };
        assert_eq!((value.forces, value.plies), (expected, None), "{game:?}");
        *settled.entry(told).or_insert(0) += 1;
    }
    // Wins of either player, draws, ties, and where one player or the other may choose between these two.
    assert!(later > 500 && settled.len() == 6, "{later} {settled:?}");
}

/// Sets of one player's own are not looked at by islands.
#[test]
fn fire_and_ice_with_own_sets_is_left_to_other_searches() {
    let Board::Sets(board) = board("[sets:1-2 : sets:1-2]") else { unreachable!() };
    let own = board.clone().with_second_sets([vec![0, 3]]).unwrap();
    assert!(FireAndIce::new(&HopGame::fire_and_ice(board, 0).unwrap()).is_some());
    assert!(FireAndIce::new(&HopGame::fire_and_ice(own, 0).unwrap()).is_none());
}

/// Qubic after five stones, which no search for a short win has settled: the solver turns to wins by force, and says so.
#[test]
fn deep_wins_are_found_by_force() {
    let rules = ruleset("positional", board("ttt:4^3"), &Options::default());
    let Played::Placing(game) = rules else { unreachable!() };
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
        let Played::Placing(rules) = ruleset("positional", board(name), &Options::default()) else {
            unreachable!()
        };
        agree(&rules, &moments(&rules), name, &mut [0; 3]);
    }
}
