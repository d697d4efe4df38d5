//! Fast solvers against plain ones on random boards, all games of the registry: a thousand boards a theory, or as many as
//! there is time for if `OUTPLAY_SOAK_SECONDS` says so. A board is made as a name, which the command reads as well.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use outplay_rules::board::BoardName;
use outplay_rules::game::{BoardKind, GameDef, GameName, Theory};
use outplay_rules::games::GAMES;
use outplay_rules::in_space;

use crate::boards;
use crate::random::Random;
use crate::solving::fast_agrees_with_plain;

/// Boards per theory, in the test command.
const CASES: usize = 1000;

#[test]
fn fast_and_plain_agree_on_random_boards() {
    let asked = std::env::var("OUTPLAY_SOAK_SECONDS").ok();
    let seconds = asked.map(|text| text.parse::<u64>().unwrap());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    // The same boards every time, unless new ones are looked for.
    let seed = seconds.map_or(16, |_| now.as_secs());
    let mut random = Random::new(seed);
    for theory in [Theory::Impartial, Theory::Scoring, Theory::Positional, Theory::Partizan] {
        let games: Vec<_> = GAMES.iter().filter(|game| game.theory == theory).collect();
        let until = Instant::now() + Duration::from_secs(seconds.unwrap_or(0) / 4);
        let mut cases = 0;
        for tried in 0.. {
            if cases >= CASES && Instant::now() >= until {
                break;
            }
            assert!(tried < 100 + 10 * cases, "{theory}: most boards do not fit");
            cases += usize::from(agrees(games[random.below(games.len())], &mut random));
        }
        println!("{theory}: {cases} boards from seed {seed}");
    }
}

/// Compares the two on a random board; says whether the game can be played there.
fn agrees(game: &GameDef, random: &mut Random) -> bool {
    let coded = game.boards == BoardKind::HeapsOrGraph && random.below(2) == 0;
    let name = match (coded, game.theory) {
        (true, Theory::Partizan) => {
            format!("{}:{},{}", game.name(), digits(random), digits(random))
        }
        (true, _) => format!("octal:{}", digits(random)),
        (false, _) => game.full_name(game.name()),
    };
    let mut board = board(game, random);
    let all = boards::options(&name);
    let mut options = all[random.below(all.len())].clone();
    // What names vertices, or wants a board with a bottom.
    let mut with = |name: &str, value: &str| {
        let option = game.options.iter().find(|option| option.name == name)?;
        options = options.clone().with(option, value).ok()?;
        Some(())
    };
    match random.below(4) {
        0 => {
            let weights: Vec<String> =
                (1..=random.below(4)).map(|v| format!("{v}={}", random.below(5))).collect();
            let _ = with("weights", &weights.join(","));
        }
        1 if with("gravity", "").is_some() => {
            let (rows, columns) = (1 + random.below(3), 1 + random.below(2));
            board = format!("lattice:{rows}x{columns},{}", 2 + random.below(2));
        }
        _ => {}
    }
    let options = &options;
    let what = format!("{name} '{board}' {options}");
    let played: GameName = name.parse().unwrap();
    let built: BoardName = board.parse().unwrap_or_else(|error| panic!("{what}: {error}"));
    let built = built.build().unwrap_or_else(|error| panic!("{what}: {error}"));
    let Ok(cases) = played.cases(built, options) else { return false };
    for case in cases.all() {
        in_space!(&case.ruleset, |game| fast_agrees_with_plain(game, &what));
    }
    true
}

/// A board of the kind that a game is played on, small enough for plain recursion.
fn board(game: &GameDef, random: &mut Random) -> String {
    match game.boards {
        BoardKind::HeapsOrGraph => match random.below(3) {
            0 => heaps(random),
            1 => graph(random, 6, 8),
            _ => format!("{} + {}", heaps(random), graph(random, 4, 4)),
        },
        BoardKind::Graph => graph(random, 5, 7),
        BoardKind::Cells => cells(random),
        BoardKind::Sets => sets(random, 5),
        BoardKind::NestedSets => format!("[{} : {}]", sets(random, 2), sets(random, 3)),
    }
}

fn digits(random: &mut Random) -> String {
    let digits: String = (0..=random.below(3)).map(|_| random.below(8).to_string()).collect();
    format!("0.{digits}")
}

/// Up to sixteen cells of squared paper, often in several pieces.
fn cells(random: &mut Random) -> String {
    let (rows, columns) = (1 + random.below(4), 1 + random.below(4));
    let cell = |random: &mut Random| if random.below(4) == 0 { '.' } else { '#' };
    let row = |random: &mut Random| (0..columns).map(|_| cell(random)).collect::<String>();
    let rows: Vec<String> = (0..rows).map(|_| row(random)).collect();
    format!("cells:{}", rows.join("/"))
}

fn heaps(random: &mut Random) -> String {
    let sizes: Vec<String> = (0..=random.below(3)).map(|_| random.below(7).to_string()).collect();
    format!("heaps:{}", sizes.join(","))
}

/// A graph with loops, parallel edges and vertices that have none.
fn graph(random: &mut Random, vertices: usize, edges: usize) -> String {
    let n = 1 + random.below(vertices);
    let count = random.below(edges + 1);
    let pairs: Vec<(usize, usize)> =
        (0..count).map(|_| (1 + random.below(n), 1 + random.below(n))).collect();
    let alone = (1..=n).filter(|v| pairs.iter().all(|(a, b)| a != v && b != v));
    let alone = alone.map(|v| v.to_string());
    let edges: Vec<String> = pairs.iter().map(|(a, b)| format!("{a}-{b}")).chain(alone).collect();
    format!("edges:{}", edges.join(","))
}

fn sets(random: &mut Random, points: usize) -> String {
    let n = 1 + random.below(points);
    let set = |random: &mut Random| {
        let size = 1 + random.below(n.min(3));
        let points: Vec<String> =
            random.permutation(n)[..size].iter().map(|point| (point + 1).to_string()).collect();
        points.join("-")
    };
    let count = 1 + random.below(4);
    let sets: Vec<String> = (0..count).map(|_| set(random)).collect();
    format!("sets:{}", sets.join(","))
}
