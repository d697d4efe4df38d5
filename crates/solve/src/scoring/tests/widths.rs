//! Boards beyond each width of the fast solvers: the same theorems and tables answer for all of them.

use super::random_graphs::{Random, with_endgames};
use crate::impartial::Convention;
use crate::limits::Budget;
use crate::oracle::{GameValue, How, Oracle};
use crate::scoring::oracle::ScoringOracle;
use crate::scoring::reference::Reference;
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::graph::{Graph, families};
use outplay_rules::places::Places;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;

/// As many edges as each width has room for, the last aside.
const WIDTHS: [usize; 3] = [64, 128, 512];

fn margin(game: &EdgeGame) -> i32 {
    Reference::new(game).margin(&game.start(), &mut Budget::unlimited()).unwrap()
}

/// The margin by the methods that take boards of any size.
fn fast(graph: Graph, variant: Variant) -> i32 {
    let game = EdgeGame::new(graph, variant);
    let mut oracle = ScoringOracle::new(&game, Convention::Normal, &How::default());
    let value = oracle.value(Record::new(&game).now(), &mut Budget::unlimited()).unwrap();
    assert!(oracle.tried().iter().all(|tried| tried.method != "reference"));
    match value {
        GameValue::Margin(margin) => margin,
        other => panic!("{other:?} is no margin"),
    }
}

/// A graph with more than this many edges: beside it lie vertices with this many loops each, an even number of them. They have the lower
/// numbers in every other round, so that the graph lies in the last words or in the first.
fn beside_bouquets(graph: &Graph, edges: usize, loops: usize, is_last: bool) -> Graph {
    let bouquets = (edges / loops + 1).next_multiple_of(2);
    let (n, first) = (graph.vertex_count(), if is_last { 0 } else { graph.vertex_count() });
    let shift = if is_last { bouquets } else { 0 };
    let pairs = graph.edge_pairs().map(|(u, v)| (u + shift, v + shift));
    let beside = (first..first + bouquets).flat_map(|v| std::iter::repeat_n((v, v), loops));
    Graph::new(Places::numbered(n + bouquets), pairs.chain(beside)).unwrap()
}

#[test]
fn what_cancels_changes_nothing_on_a_board_of_any_width() {
    let mut random = Random::new(31);
    for (width, rounds) in WIDTHS.into_iter().zip([40, 40, 20]) {
        for round in 0..rounds {
            let graph = with_endgames(&mut random, round);
            // Two single loops cancel in Unshackle, two vertices with two loops each in strings-and-coins.
            for (variant, loops) in [(Variant::Unshackle, 1), (Variant::StringsAndCoins, 2)] {
                let expected = margin(&EdgeGame::new(graph.clone(), variant));
                let wide = beside_bouquets(&graph, width, loops, round % 2 == 0);
                assert_eq!(fast(wide, variant), expected, "{variant:?} {graph:?} {width}");
            }
        }
    }
}

/// A family whose margins the reference solver shows to repeat, or to grow evenly, with the parity of the length.
fn goes_on_as_it_began(family: impl Fn(usize) -> Graph, variant: Variant, from: usize) {
    let plain = |n: usize| margin(&EdgeGame::new(family(n), variant));
    for parity in [0, 1] {
        let n = from + parity;
        let (first, step) = (plain(n), plain(n + 2) - plain(n));
        assert_eq!(plain(n + 4) - plain(n + 2), step, "{variant:?} {n}");
        for width in WIDTHS {
            let longer = (width + 1 - n).next_multiple_of(2);
            let expected = first + step * (longer as i32 / 2);
            assert_eq!(fast(family(n + longer), variant), expected, "{variant:?} {n} + {longer}");
        }
    }
}

#[test]
fn long_families_go_on_as_the_short_ones_began() {
    for variant in [Variant::Unshackle, Variant::StringsAndCoins, Variant::NormalOctagons] {
        goes_on_as_it_began(|n| families::path(n).unwrap(), variant, 4);
        goes_on_as_it_began(|n| families::cycle(n).unwrap(), variant, 5);
    }
    goes_on_as_it_began(|n| families::star(n).unwrap(), Variant::Unshackle, 4);
}
