//! The laws of playing.

use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::option::Options;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::{AnyPartizan, Game, Ruleset};
use outplay_rules::spaces::Space;
use smallvec::SmallVec;

use crate::boards;
use crate::random::Random;
use crate::{ruleset, ruleset_on};

/// Moves to try in any position, legal or not: all of a kind on a board of `places` places, heaps up to `heap`.
fn candidates(places: usize, heap: u64) -> Vec<Move> {
    // One place beyond the board is tried as well.
    let n = places as u16 + 1;
    let pairs = || (0..n).flat_map(move |a| (0..n).map(move |b| (a, b)));
    let mut all: Vec<Move> = (0..n).map(Move::Point).collect();
    for (a, b) in pairs() {
        all.push(Move::Hop { from: a, to: b });
        if a <= b {
            all.push(Move::Edge(a, b));
            all.push(Move::Offer(a, b));
        }
    }
    if places <= 9 {
        let subset = |mask: u32| {
            (0..places as u16).filter(|v| mask >> v & 1 == 1).collect::<SmallVec<[u16; 4]>>()
        };
        all.extend((0..1u32 << places).map(|mask| Move::Vertices(subset(mask))));
    }
    for from in 0..=heap + 1 {
        all.extend(splits(from + 1).into_iter().map(|to| Move::Heap { from, to }));
    }
    all
}

/// Every ascending list of at most four numbers with a sum of at most `total`, zeros included.
fn splits(total: u64) -> Vec<SmallVec<[u64; 3]>> {
    let mut lists: Vec<SmallVec<[u64; 3]>> = vec![SmallVec::new()];
    let mut done = 0;
    while done < lists.len() {
        let list = lists[done].clone();
        done += 1;
        let sum: u64 = list.iter().sum();
        if list.len() < 4 {
            for next in list.last().copied().unwrap_or(0)..=total - sum {
                let mut longer = list.clone();
                longer.push(next);
                lists.push(longer);
            }
        }
    }
    lists
}

/// Plays a few random games and checks every law in every position on the way.
fn obeys<R: Rules>(rules: &R, what: &str, seed: u64, each: impl Fn(&Record<R>)) {
    let heap = 8;
    let candidates = candidates(rules.places().len(), heap);
    for game in 0..3 {
        let mut random = Random::new(seed * 100 + game);
        let mut record = Record::new(rules);
        let mut played = 0;
        loop {
            each(&record);
            let moves = check_moves(rules, &record.now().position, &candidates, what);
            if moves.is_empty() {
                break;
            }
            check_undo(&mut record, &moves, &mut random, what);
            let chosen = &moves[random.below(moves.len())];
            record.play(chosen).unwrap();
            played += 1;
            assert!(
                played <= rules.longest_game(),
                "{what}: longer than {} moves",
                rules.longest_game()
            );
        }
    }
}

/// Each legal move is listed once, accepted and read back; each other candidate is refused.
fn check_moves<R: Rules>(
    rules: &R,
    position: &R::Position,
    candidates: &[Move],
    what: &str,
) -> Vec<Move> {
    let moves = rules.moves(position);
    for (index, mv) in moves.iter().enumerate() {
        assert!(!moves[..index].contains(mv), "{what}: {mv:?} twice");
        let step =
            rules.play(position, mv).unwrap_or_else(|e| panic!("{what}: {mv:?} refused: {e}"));
        assert_ne!(&step.position, position, "{what}: {mv:?} changes nothing");
        let text = rules.write_move(mv);
        assert_eq!(rules.read_move(position, &text).as_ref(), Ok(mv), "{what}: {text}");
    }
    for candidate in candidates {
        let accepted = rules.play(position, candidate).is_ok();
        assert_eq!(accepted, moves.contains(candidate), "{what}: {candidate:?} in {position:?}");
    }
    moves
}

/// A move taken back leaves no trace, and can be played again.
fn check_undo<R: Rules>(record: &mut Record<R>, moves: &[Move], random: &mut Random, what: &str) {
    let before = record.now().clone();
    let chosen = &moves[random.below(moves.len())];
    record.play(chosen).unwrap();
    let after = record.now().clone();
    assert_eq!(record.undo().as_ref(), Some(chosen), "{what}");
    assert_eq!(*record.now(), before, "{what}");
    assert_eq!(record.redo().as_ref(), Some(chosen), "{what}");
    assert_eq!(*record.now(), after, "{what}");
    record.undo();
}

/// What holds in every position of a game of its theory.
fn obeys_its_theory<S: Space>(record: &Record<Game<S>>) {
    let (game, now) = (record.rules(), record.now());
    let over = game.moves(&now.position).is_empty();
    assert_eq!(game.is_over(&now.position), over);
    assert_eq!(game.ended(now, false).is_some(), over);
    match game {
        Game::Impartial(_) => {}
        // Points scored and points left always make the same sum.
        Game::Scoring(rules) => {
            let total = rules.points_left(&rules.start());
            assert_eq!(now.score[0] + now.score[1] + rules.points_left(&now.position), total);
        }
        // The position tells who moves.
        Game::Positional(rules) => {
            assert!(over || rules.to_move(&now.position) == now.to_move);
        }
        Game::Partizan(rules) => is_partizan(rules.as_ref(), now),
    }
}

/// The position tells who moves; passing changes that alone; a move in a sum is a move in one of its parts.
fn is_partizan<S: Space>(rules: &AnyPartizan<S>, now: &Moment<S::Position>) {
    let position = &now.position;
    let passed = rules.passed(position);
    assert_eq!(rules.to_move(position), rules.side(now.to_move));
    assert_eq!(rules.to_move(&passed), rules.side(now.to_move.other()));
    assert_eq!(rules.passed(&passed), *position);
    assert_eq!(rules.form(&passed), rules.form(position));
    for position in [position, &passed] {
        let parts = rules.parts(position);
        let mut in_parts: Vec<Move> = parts.iter().flat_map(|part| rules.moves(part)).collect();
        let mut moves = rules.moves(position);
        in_parts.sort_unstable();
        moves.sort_unstable();
        assert_eq!(in_parts, moves, "{position:?}");
    }
}

/// A position reads back from its numbers, and a renaming that the rules respect carries its moves over.
fn is_written_and_renamed<S: Space>(record: &Record<Game<S>>, what: &str) {
    let (game, position) = (record.rules(), &record.now().position);
    let mut numbers = game.space().encode(position).into_iter();
    assert_eq!(game.space().decode(&mut || numbers.next()).as_ref(), Some(position), "{what}");
    assert_eq!(numbers.next(), None, "{what}");
    for to in game.symmetries(6) {
        let named = game.space().named(position);
        let images: Vec<u16> = named.iter().map(|&place| to[place as usize]).collect();
        let image = game.space().image(position, &to, &game.space().entries(&to));
        match game.renamed(position, &images) {
            Some(renamed) => assert_eq!(renamed, image, "{what}"),
            // Of a nested board the checker does not recognise every symmetry.
            None => {
                assert!(game.space().sets().is_some_and(|board| board.island().is_some()), "{what}")
            }
        }
        // A move with what it earns and whether the turn stays.
        let told = |position: &S::Position, mv: &Move| {
            let step = game.apply(position, mv);
            (step.earned, step.again)
        };
        let image_of = |mv: &Move| (mv.renamed(|place| to[place as usize]), told(position, mv));
        let mut moved: Vec<_> = game.moves(position).iter().map(image_of).collect();
        let mut there: Vec<_> =
            game.moves(&image).into_iter().map(|mv| (mv.clone(), told(&image, &mv))).collect();
        moved.sort_unstable();
        there.sort_unstable();
        assert_eq!(moved, there, "{what}: {to:?} takes {position:?} to {image:?}");
    }
}

fn obeys_any(rules: &[Ruleset], what: &str, seed: u64) {
    for ruleset in rules {
        in_space!(ruleset, |game| obeys(game, what, seed, |record| {
            obeys_its_theory(record);
            is_written_and_renamed(record, what);
        }));
    }
}

#[test]
fn every_game_on_named_boards() {
    let mut seen = 0;
    for (game, boards) in boards::named() {
        for options in boards::options(&game) {
            for board in &boards {
                obeys_any(
                    &ruleset(&game, board, &options),
                    &format!("{game} {board} {options:?}"),
                    1,
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 300, "only {seen} games");
}

#[test]
fn games_with_gravity() {
    for (game, board, options) in boards::falling() {
        obeys_any(&ruleset(game, board, &options), &format!("{game} {board} {options:?}"), 1);
    }
}

#[test]
fn random_multigraphs() {
    let mut random = Random::new(7);
    for seed in 0..150 {
        let graph = boards::multigraph(&mut random, 5, 7);
        for game in [
            "octal:0.33",
            "octal:0.07",
            "nim",
            "node-kayles",
            "arc-kayles",
            "unshackle",
            "nimstring",
        ] {
            let rules = ruleset_on(game, boards::graph_board(graph.clone()), &Options::default());
            obeys_any(&rules, &format!("{game} {graph:?}"), seed);
        }
        if graph.vertex_count() > 1 {
            let weights: Options = "--weights 1=2,2=0".parse().unwrap();
            for game in ["unshackle", "strings-and-coins"] {
                let rules = ruleset_on(game, boards::graph_board(graph.clone()), &weights);
                obeys_any(&rules, &format!("weighted {game} {graph:?}"), seed);
            }
        }
        for options in boards::options("closing-octagons") {
            let rules =
                ruleset_on("closing-octagons", boards::graph_board(graph.clone()), &options);
            obeys_any(&rules, &format!("octagons {options:?} {graph:?}"), seed);
        }
    }
}

#[test]
fn random_winning_sets() {
    let mut random = Random::new(8);
    for seed in 0..150 {
        let plain = boards::set_board(&mut random, 6, true);
        for game in ["maker-breaker", "avoider-enforcer", "chooser-picker", "picker-chooser"] {
            for options in boards::options(game) {
                let rules =
                    ruleset_on(game, outplay_rules::board::Board::Sets(plain.clone()), &options);
                obeys_any(&rules, &format!("{game} {plain:?}"), seed);
            }
        }
        let board = boards::set_board(&mut random, 6, false);
        for game in ["positional", "hop"] {
            let rules = ruleset_on(
                game,
                outplay_rules::board::Board::Sets(board.clone()),
                &Options::default(),
            );
            obeys_any(&rules, &format!("{game} {board:?}"), seed);
        }
    }
}
