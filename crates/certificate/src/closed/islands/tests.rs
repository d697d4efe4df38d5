use std::cell::Cell;
use std::collections::HashMap;

use outplay_rules::board::{Board, BoardName};
use outplay_rules::rules::{Positional, Rules};

use super::super::Costs;
use super::*;

fn game(name: &str) -> HopGame {
    match name.parse::<BoardName>().unwrap().build().unwrap() {
        Board::Sets(board) => HopGame::new(board, 0).unwrap(),
        Board::Places { .. } => unreachable!("a board without sets"),
    }
}

/// As many classes as colourings of the points with three colours up to symmetry, counted by Burnside's lemma, and as many symmetries as the groups have.
#[test]
fn islands_have_as_many_classes_as_colourings() {
    for (name, kept, colourings) in [("pg:2,2", 168, 60), ("ag:2,2", 24, 15), ("ag:2,3", 432, 140)]
    {
        let islands = Islands::new(&game(&format!("[{name} : {name}]"))).unwrap();
        assert_eq!(islands.least.len(), colourings, "{name}");
        assert_eq!(islands.outer.iter().map(Vec::len).sum::<usize>(), kept, "{name}");
    }
}

/// Whether the first player wins, by playing on.
fn wins(game: &HopGame, position: &Stones, known: &mut HashMap<Stones, bool>) -> bool {
    if let Some(end) = game.end(position) {
        return end == End::Win(Player::First);
    }
    if let Some(&known) = known.get(position) {
        return known;
    }
    let first = game.to_move(position) == Player::First;
    let moves = game.moves(position);
    let mut after = moves.iter().map(|mv| game.apply(position, mv).position);
    let won = match first {
        true => after.any(|next| wins(game, &next, known)),
        false => after.all(|next| wins(game, &next, known)),
    };
    known.insert(position.clone(), won);
    won
}

/// All ways to put X's and O's on a board.
fn positions(points: usize) -> impl Iterator<Item = Stones> {
    (0..3usize.pow(points as u32)).map(move |state| {
        let mut position = Stones::none(points);
        for point in 0..points {
            match digit(state, point) {
                0 => {}
                1 => position.first.insert(point),
                _ => position.second.insert(point),
            }
        }
        position
    })
}

/// With all true facts there, a fact holds exactly if it is true: in every position of small boards, those too that no game reaches.
#[test]
fn facts_hold_if_they_are_true() {
    let (mut held, mut refused) = (0, 0);
    for name in [
        "[sets:1-2,2-3,1-3 : sets:1-2,2-3,1-3]",
        "[sets:1-2,2-3 : sets:1-2,2-3,1-3]",
        "[sets:1-2,2-3,1-3 : sets:1-2]",
        "[sets:1-2 : sets:1-2-3,1-4]",
        "[sets:1-2,3-4 : sets:1,2]",
        "[sets:1,2-3 : sets:1-2-3]",
        "[sets:1-2-3 : sets:1-2,3]",
    ] {
        let game = game(name);
        let islands = Islands::new(&game).unwrap();
        let points = game.board().point_count();
        let mut known = HashMap::new();
        let mut truth: HashMap<u64, bool> = HashMap::new();
        for position in positions(points) {
            let won = wins(&game, &position, &mut known);
            let tuple = islands.tuple(&position);
            let code = islands.code(&tuple).unwrap();
            // Positions with one code are worth the same, and the code tells all that the rules do.
            assert_eq!(*truth.entry(code).or_insert(won), won, "{name} {position:?}");
            let like = islands.decoded(code).unwrap();
            assert_eq!(islands.code(&islands.tuple(&islands.position(&like))), Some(code));
            assert_eq!(islands.key(code), code);
            assert_eq!(islands.to_move(&like), game.to_move(&position));
            assert_eq!(islands.size(code), Some((points - position.count()) as u32));
            let owned = islands.end(&like);
            assert!(
                owned == game.end(&position) || owned.is_none() && game.moves(&position).is_empty()
            );
        }
        let facts: HashMap<u64, ()> =
            truth.iter().filter(|(_, won)| **won).map(|(&code, _)| (code, ())).collect();
        for (&code, &won) in &truth {
            let size = islands.size(code).unwrap();
            let cost = Costs { stated: u64::MAX, taken: Cell::new(0) };
            let below = Below { game: &islands, facts: &facts, size, cost: &cost, chains: None };
            let tuple = islands.decoded(code).unwrap();
            let due = islands.end(&tuple).is_none() && islands.to_move(&tuple) == Player::Second;
            assert_eq!(islands.holds(code, (), &below).is_ok(), due && won, "{name} {code}");
            held += usize::from(due && won);
            refused += usize::from(due && !won);
        }
    }
    assert!(held > 50 && refused > 50, "{held} {refused}");
}

/// What has no such proof: islands of more points, hops that are not free, boards that are not nested.
#[test]
fn other_boards_are_not_taken() {
    assert!(Islands::new(&game("pg:2,2")).is_none());
    assert!(Islands::new(&game("[pg:2,3 : ag:2,2]")).is_none());
    assert!(Islands::new(&game("[ag:2,2 : pg:2,3]")).is_none());
    // Too many symmetries to try at every lookup.
    assert!(Islands::new(&game("[sets:1-2-3-4-5-6-7-8 : ag:2,2]")).is_none());
    let board = match "[pg:2,2 : ag:2,2]".parse::<BoardName>().unwrap().build().unwrap() {
        Board::Sets(board) => board,
        Board::Places { .. } => unreachable!("a board without sets"),
    };
    assert!(Islands::new(&HopGame::fire_and_ice(board, 0).unwrap()).is_none());
}

/// Certificates that were made once stay valid, and say nothing else.
#[test]
fn stored_certificates_stay_valid() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/checker/samples");
    for (name, board) in
        [("hop-ag22-ag23", "[ag:2,2 : ag:2,3]"), ("hop-ag23-ag22", "[ag:2,3 : ag:2,2]")]
    {
        let bytes = std::fs::read(format!("{folder}/{name}.cert")).unwrap();
        let said = crate::check(&bytes[..], 1 << 30).unwrap();
        assert!(said.starts_with(&format!("hop {board}: forces win=yes")), "{said}");
    }
}
