//! The table of all quiet positions: their numbers against a listing of all positions, their margins against the
//! reference.

#![allow(clippy::unwrap_used, reason = "a test that goes wrong should say so at once")]

use std::time::Duration;

use super::random_graphs::{Random, with_endgames};
use crate::impartial::Convention;
use crate::kit::bits::{Mask, Words};
use crate::limits::{Budget, Limits, Stopped};
use crate::oracle::{GameValue, How, Oracle};
use crate::scoring::host::EdgeHost;
use crate::scoring::oracle::ScoringOracle;
use crate::scoring::quiet_table::QuietTable;
use crate::scoring::ranking::Ranking;
use crate::scoring::reference::Reference;
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::graph::{Graph, families, polygons};
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::EdgePosition;

/// Every quiet position of a board, by trying all positions.
fn quiet_places(graph: &Graph, host: &EdgeHost<1>) -> Vec<Words<1>> {
    let mut positions = vec![EdgePosition::new()];
    for edge in graph.edges() {
        let longer = |position: &EdgePosition| {
            let position = position.clone();
            (0..=edge.copies).map(move |copies| position.iter().copied().chain([copies]).collect())
        };
        positions = positions.iter().flat_map(longer).collect();
    }
    let places = positions.iter().map(|position| host.pack(position));
    let is_quiet =
        |place: &Words<1>| (0..graph.vertex_count()).all(|vertex| host.weight(place, vertex) != 1);
    places.filter(is_quiet).collect()
}

#[test]
fn quiet_positions_have_numbers_from_0_on() {
    let mut random = Random::new(77);
    let boxes = [polygons::polygons(4, 2, 2).unwrap(), polygons::polygons(5, 1, 3).unwrap()];
    let random_boards = (0..300).map(|round| with_endgames(&mut random, round));
    for graph in boxes.into_iter().chain(random_boards) {
        let host = EdgeHost::<1>::new(&graph).unwrap();
        let ranking = Ranking::new(&graph, &host).unwrap();
        let mut words = Vec::new();
        let add = &mut |word, number| -> Result<(), ()> {
            assert_eq!(number, words.len() as u64);
            words.push(word);
            Ok(())
        };
        ranking.each(0..ranking.count(), add).unwrap();
        assert_eq!(words.len() as u64, ranking.count());
        assert!(words.is_sorted_by(|a, b| a < b));
        // A stretch in the middle is the same.
        let (from, to) = (ranking.count() / 3, 2 * ranking.count() / 3);
        let mut middle = Vec::new();
        let add = &mut |word, _| -> Result<(), ()> {
            middle.push(word);
            Ok(())
        };
        ranking.each(from..to, add).unwrap();
        assert_eq!(middle, words[from as usize..to as usize]);
        let quiet = quiet_places(&graph, &host);
        for place in &quiet {
            let word = ranking.images(place).least();
            assert_eq!(words[ranking.number(word) as usize], word, "{graph:?}");
            assert_eq!(ranking.images(&ranking.place(word)).least(), word);
            assert_eq!(ranking.place(word).count(), place.count());
        }
        for word in words {
            assert!(quiet.contains(&ranking.place(word)), "{graph:?}");
        }
    }
}

#[test]
fn symmetries_leave_out_most_of_what_they_can() {
    let graph = polygons::polygons(4, 2, 2).unwrap();
    let host = EdgeHost::<1>::new(&graph).unwrap();
    let all = quiet_places(&graph, &host);
    let ranking = Ranking::new(&graph, &host).unwrap();
    let mut alike: Vec<u64> = all.iter().map(|place| ranking.images(place).least()).collect();
    alike.sort_unstable();
    alike.dedup();
    assert!(alike.len() as u64 <= ranking.count() && 3 * ranking.count() < all.len() as u64);
}

#[test]
fn the_table_of_quiet_positions_says_what_the_reference_says() {
    let mut random = Random::new(78);
    let boxes = [polygons::polygons(4, 2, 2).unwrap(), polygons::polygons(6, 1, 2).unwrap()];
    let mut random_move = Random::new(79);
    let random_boards = (0..1500).map(|round| with_endgames(&mut random, round));
    for (round, graph) in boxes.into_iter().chain(random_boards).enumerate() {
        let game = EdgeGame::new(graph.clone(), Variant::StringsAndCoins);
        let mut reference = Reference::new(&game);
        let host = EdgeHost::<1>::new(&graph).unwrap();
        let table = QuietTable::new(host.clone(), Ranking::new(&graph, &host).unwrap()).unwrap();
        let mut position = game.start();
        loop {
            let budget = &mut Budget::unlimited();
            let expected = reference.margin(&position, budget).unwrap();
            let found = table.margin(&host.pack(&position), 1 + round % 2, budget).unwrap();
            assert_eq!(found, expected, "{position:?} of {graph:?}");
            assert!(table.is_full());
            let moves = game.moves(&position);
            let Some(mv) = moves.get(random_move.below(moves.len().max(1))) else { break };
            position = game.apply(&position, mv).position;
        }
    }
}

#[test]
fn a_table_that_was_stopped_goes_on() {
    let graph = polygons::polygons(4, 3, 3).unwrap();
    let host = EdgeHost::<1>::new(&graph).unwrap();
    let table = QuietTable::new(host.clone(), Ranking::new(&graph, &host).unwrap()).unwrap();
    let game = EdgeGame::new(graph, Variant::StringsAndCoins);
    let place = host.pack(&game.start());
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let stopped = table.margin(&place, 2, &mut Budget::new(limits, &|_| {}));
    assert_eq!(stopped, Err(Stopped::Time));
    let margin = table.margin(&place, 2, &mut Budget::unlimited()).unwrap();
    // By the search, which takes boards of this size.
    assert_eq!(value(&game, Limits::default()), GameValue::Margin(margin));
}

fn value(game: &EdgeGame, limits: Limits) -> GameValue {
    let mut oracle = ScoringOracle::new(game, Convention::Normal, &How::default());
    oracle.value(Record::new(game).now(), &mut Budget::new(limits, &|_| {})).unwrap()
}

#[test]
fn the_table_and_the_search_agree_on_a_large_board() {
    // 31 edges: worked out by the table, and searched if the table would not fit.
    let game = EdgeGame::new(families::grid(4, 5).unwrap(), Variant::StringsAndCoins);
    let little = Limits { memory: Some(1 << 16), ..Limits::default() };
    let by_table = value(&game, Limits::default());
    assert_eq!(by_table, value(&game, little));
    // Every move of it is told by the table as well, and the best are worth as much.
    let mut oracle = ScoringOracle::new(&game, Convention::Normal, &How::default());
    let record = Record::new(&game);
    let (value, best) = oracle.best(record.now(), &mut Budget::unlimited()).unwrap();
    assert_eq!(value, by_table);
    assert!(!best.is_empty());
}
