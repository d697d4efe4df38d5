//! The laws of solving: reference solvers against each other and against relabelled boards.

use outplay_rules::board::Board;
use outplay_rules::games::nimstring::Nimstring;
use outplay_rules::in_space;
use outplay_rules::option::Options;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::{Impartial, Rules};
use outplay_rules::ruleset::{Game, Ruleset};
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::{EdgePosition, Space};
use outplay_solve::impartial::Reference;
use outplay_solve::impartial::{Convention, Nimber};
use outplay_solve::limits::Budget;
use outplay_solve::oracle::{self, AnyOracle, GameValue, How, best_line, best_moves, valued_moves};
use outplay_solve::solver;

use crate::random::Random;
use crate::{boards, ruleset, ruleset_on};

/// The value at the start; of each start, for a hop game.
fn values(rules: &[Ruleset], convention: Convention) -> Vec<GameValue> {
    let value = |ruleset: &Ruleset| {
        in_space!(ruleset, |game| {
            let mut oracle = solver(game, convention, &How::default());
            oracle.value(Record::new(game).now(), &mut Budget::unlimited()).unwrap()
        })
    };
    rules.iter().map(value).collect()
}

#[test]
fn graphs_have_the_value_of_their_relabelled_copies() {
    let mut random = Random::new(11);
    for _ in 0..200 {
        let graph = boards::multigraph(&mut random, 6, 8);
        let copy = graph.relabelled(&random.permutation(graph.vertex_count()));
        for (game, options, convention) in [
            ("octal:0.33", Options::default(), Convention::Normal),
            ("octal:0.137", "--misere".parse::<Options>().unwrap(), Convention::Misere),
            ("node-kayles", Options::default(), Convention::Normal),
            ("cram", Options::default(), Convention::Normal),
            ("nimstring", Options::default(), Convention::Normal),
            ("unshackle", Options::default(), Convention::Normal),
            ("strings-and-coins", Options::default(), Convention::Normal),
            ("closing-octagons", "--normal-rules".parse::<Options>().unwrap(), Convention::Normal),
        ] {
            let here = ruleset_on(game, boards::graph_board(graph.clone()), &options);
            let there = ruleset_on(game, boards::graph_board(copy.clone()), &options);
            assert_eq!(values(&here, convention), values(&there, convention), "{game} {graph:?}");
        }
    }
}

#[test]
fn winning_sets_have_the_value_of_their_relabelled_copies() {
    let mut random = Random::new(12);
    for _ in 0..100 {
        let board = boards::set_board(&mut random, 6, false);
        let to = random.permutation(board.point_count());
        let copy = board.relabelled(&to).unwrap();
        for (start, &moved) in to.iter().enumerate() {
            let from = |board: &SetBoard, start: usize| {
                let options = format!("--start {}", start + 1).parse().unwrap();
                values(&ruleset_on("hop", Board::Sets(board.clone()), &options), Convention::Normal)
            };
            assert_eq!(from(&board, start), from(&copy, moved), "{board:?} from {start}");
        }
        for game in ["positional", "maker-breaker", "avoider-enforcer", "chooser-picker"] {
            if game != "positional" && !board.is_symmetric() {
                continue;
            }
            let value = |board: &SetBoard| {
                values(
                    &ruleset_on(game, Board::Sets(board.clone()), &Options::default()),
                    Convention::Normal,
                )
            };
            assert_eq!(value(&board), value(&copy), "{game} {board:?}");
        }
    }
}

#[test]
fn heaps_have_the_value_of_their_shuffled_copies() {
    for code in ["octal:0.137", "octal:0.3F", "octal:4.3", "kayles"] {
        for convention in [Convention::Normal, Convention::Misere] {
            let value =
                |board: &str| values(&ruleset(code, board, &Options::default()), convention);
            assert_eq!(value("heaps:2,5,3"), value("heaps:5,3,2"), "{code}");
            assert_eq!(value("heaps:2,5,0"), value("heaps:2 + heaps:5"), "{code}");
        }
    }
}

/// Values by parts against nothing but the rules, in every position that some game reaches.
fn theory_agrees_with_play<R: Impartial + ?Sized>(rules: &R, what: &str) {
    let mut reference = Reference::new(rules);
    let mut budget = Budget::unlimited();
    let mut waiting = vec![rules.start()];
    let mut seen = std::collections::HashSet::new();
    while let Some(position) = waiting.pop() {
        if !seen.insert(position.clone()) {
            continue;
        }
        let nimber = reference.nimber(&position, &mut budget).unwrap();
        let played = reference.outcome_by_play(&position, Convention::Normal, &mut budget).unwrap();
        assert_eq!(nimber.outcome(), played, "{what} {position:?}");
        waiting.extend(rules.moves(&position).iter().map(|mv| rules.apply(&position, mv).position));
    }
}

fn agrees_with_play<S: Space>(game: &Game<S>) {
    let Game::Impartial(rules) = game else { unreachable!() };
    theory_agrees_with_play(rules.as_ref(), &format!("{:?}", rules.start()));
}

#[test]
fn sprague_grundy_agrees_with_play() {
    let mut random = Random::new(13);
    for _ in 0..300 {
        let graph = boards::multigraph(&mut random, 6, 8);
        for game in [
            "octal:0.33",
            "octal:0.7",
            "octal:0.03",
            "octal:0.0F",
            "node-kayles",
            "arc-kayles",
            "nimstring",
        ] {
            let rules = ruleset_on(game, boards::graph_board(graph.clone()), &Options::default());
            in_space!(&rules[0], |game| agrees_with_play(game));
        }
    }
    for code in ["octal:0.137", "octal:4.3", "hexadecimal:8.9", "octal:0.3F", "nim"] {
        let rules = ruleset(code, "heaps:7,4", &Options::default());
        in_space!(&rules[0], |game| agrees_with_play(game));
    }
}

#[test]
fn the_value_of_a_sum_is_the_nim_sum() {
    let mut random = Random::new(14);
    for _ in 0..200 {
        let (a, b) = (boards::multigraph(&mut random, 5, 6), boards::multigraph(&mut random, 5, 6));
        for game in ["octal:0.33", "node-kayles", "cram", "nimstring"] {
            let nimber = |graph: &outplay_rules::graph::Graph| {
                let rules =
                    ruleset_on(game, boards::graph_board(graph.clone()), &Options::default());
                match values(&rules, Convention::Normal)[0] {
                    GameValue::Impartial { nimber: Some(nimber), .. } => nimber,
                    other => panic!("{other:?}"),
                }
            };
            let sum = a.disjoint_union(&b).unwrap();
            assert_eq!(nimber(&sum), nimber(&a).plus(nimber(&b)), "{game} {a:?} + {b:?}");
        }
    }
}

/// Whether the mover wins a nimstring position beside a nim heap of `heap`, by nothing but the rules of both.
fn wins_beside(rules: &Nimstring, position: &EdgePosition, heap: u32) -> bool {
    let on_the_strings = rules.moves(position).into_iter().any(|mv| {
        let step = rules.apply(position, &mv);
        wins_beside(rules, &step.position, heap) == step.again
    });
    on_the_strings || (0..heap).any(|smaller| !wins_beside(rules, position, smaller))
}

#[test]
fn nimstring_values_mean_what_they_say() {
    let mut random = Random::new(15);
    let mut loony = 0;
    for _ in 0..150 {
        let rules = Nimstring::new(boards::multigraph(&mut random, 4, 5));
        let value =
            Reference::new(&rules).nimber(&rules.start(), &mut Budget::unlimited()).unwrap();
        for heap in 0..5 {
            let lost = !wins_beside(&rules, &rules.start(), heap);
            assert_eq!(lost, value == Nimber::Value(heap.into()), "{rules:?} beside {heap}");
        }
        loony += u32::from(value == Nimber::Loony);
    }
    assert!(loony > 10, "only {loony} loony positions were tried");
}

/// Along best play every position keeps its value, and the game ends with it.
fn line_keeps_the_value<S: Space>(mut oracle: AnyOracle<S>, rules: &Game<S>, what: &str) {
    let mut budget = Budget::unlimited();
    let mut now: Moment<_> = Record::new(rules).now().clone();
    let promised = oracle.value(&now, &mut budget).unwrap();
    let line = best_line(oracle.as_mut(), &now, &mut budget).unwrap();
    assert!(line.over, "{what}");
    for mv in &line.moves {
        rules.check(&now.position, mv).unwrap_or_else(|e| panic!("{what}: {mv:?}: {e}"));
        let valued = valued_moves(oracle.as_mut(), &now, &mut budget).unwrap();
        let best = best_moves(&valued, now.to_move);
        assert!(best.is_empty() || best.contains(mv), "{what}: {mv:?} is not among {best:?}");
        now = oracle::after(rules, &now, mv);
        let value = oracle.value(&now, &mut budget).unwrap();
        assert_eq!(value.winner(), promised.winner(), "{what} after {mv:?}");
        if let (GameValue::Margin(a), GameValue::Margin(b)) = (value, promised) {
            assert_eq!(a, b, "{what} after {mv:?}");
        }
    }
    assert!(rules.moves(&now.position).is_empty(), "{what}: the line stops early");
    if let GameValue::Positional(value) = promised {
        assert!(
            value.plies.is_none_or(|plies| plies as usize == line.moves.len()),
            "{what}: {value:?} {line:?}"
        );
    }
}

#[test]
fn best_play_keeps_what_it_promises() {
    for (game, names) in boards::named() {
        for options in boards::options(&game) {
            for board in &names {
                let what = format!("{game} {board} {options:?}");
                for (convention, outcome_only) in [
                    (Convention::Normal, false),
                    (Convention::Normal, true),
                    (Convention::Misere, false),
                ] {
                    let how = How { outcome_only, ..How::default() };
                    for ruleset in ruleset(&game, board, &options) {
                        in_space!(&ruleset, |game| {
                            line_keeps_the_value(solver(game, convention, &how), game, &what)
                        });
                    }
                }
            }
        }
    }
}

/// A hook promises that a fast solver is about the game. Every position that some short game reaches is asked both ways.
#[test]
fn every_fast_solver_agrees_with_the_reference() {
    for (game, names) in boards::named() {
        for (options, board) in boards::options(&game)
            .iter()
            .flat_map(|options| names.iter().map(move |name| (options, name)))
        {
            for ruleset in ruleset(&game, board, options) {
                let what = format!("{game} {board} {options:?}");
                in_space!(&ruleset, |game| fast_agrees_with_plain(game, &what));
            }
        }
    }
}

#[test]
fn games_with_gravity_agree_with_the_reference() {
    for (game, board, options) in boards::falling() {
        for ruleset in ruleset(game, board, &options) {
            let what = format!("{game} {board} {options:?}");
            in_space!(&ruleset, |game| fast_agrees_with_plain(game, &what));
        }
    }
}

#[test]
fn weighted_games_agree_with_the_reference() {
    let weights: Options = "--weights 1=2,2=0".parse().unwrap();
    for game in ["unshackle", "strings-and-coins"] {
        for board in ["path:4", "cycle:4", "grid:2x3", "boxes:1x2", "edges:1-1,1-2,1-2,2-3"] {
            let what = format!("weighted {game} {board}");
            in_space!(&ruleset(game, board, &weights)[0], |game| fast_agrees_with_plain(
                game, &what
            ));
        }
    }
}

/// Compares two solvers in every position that some short game reaches.
pub fn fast_agrees_with_plain<S: Space>(game: &Game<S>, what: &str) {
    let plain = How::default().plain();
    for convention in [Convention::Normal, Convention::Misere] {
        let mut fast = solver(game, convention, &How::default());
        let mut reference = solver(game, convention, &plain);
        let mut waiting = vec![Record::new(game).now().clone()];
        let mut seen = std::collections::HashSet::new();
        while let Some(moment) = waiting.pop().filter(|_| seen.len() < 40) {
            if !seen.insert(moment.position.clone()) {
                continue;
            }
            let mut budget = Budget::unlimited();
            let expected = reference.value(&moment, &mut budget).unwrap();
            assert_eq!(fast.value(&moment, &mut budget).unwrap(), expected, "{what} {moment:?}");
            let moves = game.moves(&moment.position);
            waiting.extend(moves.iter().take(4).map(|mv| oracle::after(game, &moment, mv)));
        }
    }
}
