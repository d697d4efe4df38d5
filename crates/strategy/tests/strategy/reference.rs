//! The verifier against the reference verifier: random strategies on small boards of every kind of game.

use std::hash::BuildHasher;

use outplay_rules::board::BoardName;
use outplay_rules::game::GameName;
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::option::Options;
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::Budget;
use outplay_solve::oracle::{GameValue, How};
use outplay_solve::solver;
use outplay_strategy::named::{Ask, named};
use outplay_strategy::reference::shortest_refutation;
use outplay_strategy::shortest::Broken;
use outplay_strategy::strategic::{Strategic, payoff};
use outplay_strategy::strategy::{Choices, Guarantee, Memory, Sees, Strategy};
use outplay_strategy::verify::{Task, Verifier};

/// Allows some of the legal moves, fixed by a seed, the position and what it sees; now and then none, or one that is
/// not legal.
struct Random<'r, S: Strategic> {
    rules: &'r Game<S>,
    seed: u64,
    sees: Sees,
}

impl<S: Strategic> Random<'_, S> {
    fn fate(&self, now: &Moment<S::Position>, memory: &Memory, what: &str) -> u64 {
        foldhash::fast::FixedState::with_seed(self.seed).hash_one((&now.position, memory, what))
    }
}

impl<S: Strategic> Strategy<S> for Random<'_, S> {
    fn sees(&self) -> Sees {
        self.sees
    }

    fn advice(&self, now: &Moment<S::Position>, memory: &Memory) -> Vec<Move> {
        let legal = self.rules.moves(&now.position);
        let fate = self.fate(now, memory, "all");
        if fate.is_multiple_of(29) {
            return if fate.is_multiple_of(2) {
                Vec::new()
            } else {
                vec![Move::Edge(0, 77), legal[0].clone()]
            };
        }
        let keep = |mv: &Move| self.fate(now, memory, &self.rules.write_move(mv)).is_multiple_of(2);
        let kept: Vec<Move> = legal.iter().filter(|mv| keep(mv)).cloned().collect();
        if kept.is_empty() { vec![legal[fate as usize % legal.len()].clone()] } else { kept }
    }
}

/// Holds the verifier to the reference on one game; returns how many claims held.
fn compare<S: Strategic>(
    rules: &Game<S>,
    seeds: u64,
    claims: &[Guarantee],
    conventions: &[Convention],
) -> [usize; 2] {
    let mut counts = [0, 0];
    for seed in 0..seeds {
        for (index, &claim) in claims.iter().enumerate() {
            for choices in [Choices::All, Choices::Some] {
                for &convention in conventions {
                    let player = if (seed + index as u64).is_multiple_of(2) {
                        Player::First
                    } else {
                        Player::Second
                    };
                    let task =
                        Task { player, claim, choices, convention, theorems: true, shortest: true };
                    let sees = [Sees::Position, Sees::LastMove][seed as usize / 2 % 2];
                    let mut strategy = Random { rules, seed, sees };
                    let expected = shortest_refutation(rules, &mut strategy, &task);
                    let verdict = Verifier::new(rules, &mut strategy, task)
                        .run(&[], &mut Budget::unlimited());
                    assert_eq!(verdict.holds, Some(expected.is_none()), "{task:?} seed {seed}");
                    let length =
                        verdict.counterexample.as_ref().map(|found| found.moves.len() as u32);
                    assert_eq!(length, expected, "{task:?} seed {seed}");
                    if let Some(found) = &verdict.counterexample {
                        replays(rules, &task, &mut strategy, &found.moves, &found.broken);
                    }
                    counts[usize::from(expected.is_none())] += 1;
                }
            }
        }
    }
    counts
}

/// The line is legal, follows the strategy, and ends as it says.
fn replays<S: Strategic>(
    rules: &Game<S>,
    task: &Task,
    strategy: &mut Random<'_, S>,
    line: &[Move],
    broken: &Broken,
) {
    let mut record = Record::new(rules);
    let mut memory = Memory::default();
    for mv in line {
        let now = record.now().clone();
        let mine = now.to_move == task.player;
        if mine {
            let allowed = strategy.allows(&now, &memory, &mut Budget::unlimited()).unwrap();
            assert!(allowed.contains(mv));
        }
        memory = strategy.remember(&memory, &now, mv, mine);
        record.play(mv).unwrap();
    }
    let now = record.now().clone();
    let sign = if task.player == Player::First { 1 } else { -1 };
    let ahead = sign * (now.score[0] as i32 - now.score[1] as i32);
    let margin = if task.convention == Convention::Misere { -ahead } else { ahead };
    match broken {
        Broken::Ended(told) => {
            let end = payoff(rules, &now, task.convention).unwrap();
            assert_eq!(*told, sign * end + margin);
            assert!(*told < task.claim.least());
        }
        Broken::OutOfReach { margin: told, left } => {
            assert_eq!((*told, Some(*left)), (margin, rules.points_left(&now.position)));
            assert!(margin + (*left as i32) < task.claim.least());
        }
        Broken::Silent | Broken::Illegal(_) => {
            assert_eq!(now.to_move, task.player);
            let allowed = strategy.allows(&now, &memory, &mut Budget::unlimited()).unwrap();
            assert!(
                allowed.iter().any(|mv| rules.check(&now.position, mv).is_err())
                    || allowed.is_empty()
            );
        }
    }
}

fn compare_named(name: &str, board: &str, options: Options, seeds: u64) -> [usize; 2] {
    const BOTH: [Convention; 2] = [Convention::Normal, Convention::Misere];
    const NORMAL: [Convention; 1] = [Convention::Normal];
    let plain = [Guarantee::Win, Guarantee::Draw];
    let points = [Guarantee::Win, Guarantee::Draw, Guarantee::Margin(2), Guarantee::Margin(-2)];
    let (game, built): (GameName, BoardName) = (name.parse().unwrap(), board.parse().unwrap());
    let cases = game.cases(built.build().unwrap(), &options).unwrap();
    let counts = in_space!(cases.first(), |rules| match rules {
        Game::Impartial(_) => compare(rules, seeds, &plain, &BOTH),
        Game::Scoring(_) => compare(rules, seeds, &points, &BOTH),
        Game::Positional(_) | Game::Partizan(_) => compare(rules, seeds, &plain, &NORMAL),
    });
    assert!(counts[0] > 0, "no claim broken: {name} {board}");
    counts
}

#[test]
fn partizan_games() {
    for (name, board) in [
        ("domineering", "grid:2x3"),
        ("col", "path:4"),
        ("snort", "cycle:4"),
        ("partizan-octal:0.3,0.03", "heaps:5"),
    ] {
        for options in ["", "--right-first"] {
            assert!(
                compare_named(name, board, options.parse().unwrap(), 60)[1] > 0,
                "{name} {board}"
            );
        }
    }
}

#[test]
fn impartial_games() {
    for (name, board) in [
        ("robs-dots", "heaps:6,3"),
        ("kayles", "heaps:5"),
        ("octal:0.33", "pode:1,1,2"),
        ("octal:0.03", "grid:2x3"),
        ("node-kayles", "cycle:5"),
        ("cram", "grid:2x3"),
        ("nimstring", "edges:1-2,2-3,3-1,1-1"),
    ] {
        assert!(compare_named(name, board, Options::default(), 60)[1] > 0, "{name} {board}");
    }
}

#[test]
fn scoring_games() {
    for (name, board) in [
        ("unshackle", "grid:2x3"),
        ("unshackle", "edges:1-2,1-2,2-2,3-3,3-1"),
        ("strings-and-coins", "edges:1-2,2-3,3-1,1-1,3-3"),
        ("closing-octagons", "edges:1-1,1-1,1-2,2-2,2-2"),
        ("unshackle", "edges:1-1"),
    ] {
        compare_named(name, board, Options::default(), 40);
    }
    let normal = "--normal-rules".parse::<Options>().unwrap();
    compare_named("closing-octagons", "edges:1-1,1-1,1-2,2-2,2-2,3-3,3-3", normal, 40);
}

/// What the plain solver says of a game is what best play can promise, under either convention, and no more.
#[test]
fn best_play_keeps_the_value_of_a_scoring_game() {
    for (name, board) in [
        ("unshackle", "grid:2x3"),
        ("unshackle", "edges:1-2,1-2,2-2,3-3,3-1"),
        ("strings-and-coins", "edges:1-2,2-3,3-1,1-1,3-3"),
        ("strings-and-coins", "star:4"),
        ("closing-octagons", "edges:1-1,1-1,1-2,2-2,2-2"),
    ] {
        let (game, built): (GameName, BoardName) = (name.parse().unwrap(), board.parse().unwrap());
        let ruleset = game.on(built.build().unwrap(), &Options::default()).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            in_space!(&ruleset, |rules| keeps_its_value(rules, &game, convention));
        }
    }
}

fn keeps_its_value<S: Strategic>(rules: &Game<S>, game: &GameName, convention: Convention) {
    let plain = How::default().plain();
    let value = solver(rules, convention, &plain)
        .value(Record::new(rules).now(), &mut Budget::unlimited())
        .unwrap();
    for player in [Player::First, Player::Second] {
        // What the player to whom the claim is made gets: more points, or fewer if those win.
        let gets = match (value, player) {
            (GameValue::Margin(margin), Player::First)
            | (GameValue::MisereMargin(margin), Player::Second) => margin,
            (GameValue::Margin(margin), Player::Second)
            | (GameValue::MisereMargin(margin), Player::First) => -margin,
            _ => panic!("{value:?}"),
        };
        for (claimed, holds) in [(gets, true), (gets + 1, false)] {
            let ask = Ask { name: "optimal", player, convention };
            let mut strategy = named(rules, game, &ask).unwrap();
            let task = Task {
                player,
                claim: Guarantee::Margin(claimed),
                choices: Choices::All,
                convention,
                theorems: true,
                shortest: false,
            };
            let verdict =
                Verifier::new(rules, strategy.as_mut(), task).run(&[], &mut Budget::unlimited());
            assert_eq!(verdict.holds, Some(holds), "{game} {task:?}");
        }
    }
}

#[test]
fn positional_games() {
    for (name, board) in [
        ("positional", "sets:1-2-3,3-4-5,1-5"),
        ("maker-breaker", "sets:1-2,2-3,3-4-5"),
        ("avoider-enforcer", "sets:1-2,2-3-4"),
        ("chooser-picker", "sets:1-2,3-4"),
        ("hop", "sets:1-2-3,3-4-5,1-4-5"),
        ("hop", "ag:2,2"),
    ] {
        compare_named(name, board, Options::default(), 40);
    }
    let bias = "--bias 1:2".parse::<Options>().unwrap();
    compare_named("maker-breaker", "sets:1-2,2-3,3-4-5", bias, 40);
}
