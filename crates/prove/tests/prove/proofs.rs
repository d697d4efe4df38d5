//! Answers of every game, proved and checked afresh; and false statements, which no proof may support.

use outplay_certificate::allowance::Allowance;
use outplay_certificate::body::Form;
use outplay_certificate::header::{Header, Statement};
use outplay_certificate::{check, play_from, sum};
use outplay_prove::{Certificate, NoProof, Subject, certificate};
use outplay_rules::board::BoardName;
use outplay_rules::game::{Cases, GameDef, GameName};
use outplay_rules::games::GAMES;
use outplay_rules::in_space;
use outplay_rules::option::{MISERE, Options};
use outplay_rules::outcome_class::OutcomeClass;
use outplay_rules::player::{Player, Side};
use outplay_rules::record::{Moment, Record};
use outplay_rules::ruleset::Ruleset;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::Budget;
use outplay_solve::oracle::{GameValue, How};
use outplay_solve::solver;

use crate::{MEMORY, Played, ending, forged, play_all};

const GRAPHS: [&str; 16] = [
    "path:0",
    "path:1",
    "path:6",
    "cycle:1",
    "cycle:2",
    "cycle:7",
    "grid:2x4",
    "grid:3x3",
    "complete:4",
    "bipartite:2,3",
    "star:4",
    "wheel:5",
    "petersen",
    "bipode:1,1;1,2;1",
    "edges:1-2,2-2,2-3,3-1,4",
    "path:3 + cycle:4",
];

const MULTIGRAPHS: [&str; 12] = [
    "path:0",
    "path:5",
    "cycle:1",
    "cycle:5",
    "grid:2x3",
    "complete:4",
    "boxes:1x2",
    "boxes:2x2",
    "polygons:5,1x2",
    "hexagons:2x1",
    "edges:1-1,1-1,1-2,2-2,2-2,3-2",
    "path:3 + cycle:3",
];

const CELLS: [&str; 9] = [
    "grid:1x1",
    "grid:1x4",
    "grid:2x2",
    "grid:3x3",
    "grid:4x4",
    "grid:2x7",
    "cells:###/#.#/###",
    "grid:2x2 + grid:2x3 + grid:1x2",
    "cells:##/#. + cells:##/#. + grid:2x4",
];

const SETS: [&str; 9] = [
    "ttt:3",
    "ttt:2",
    "lattice:2x4,2",
    "ag:2,2",
    "pg:2,2",
    "sets:1-2,2-3,5",
    "sets:1-2-3,3-4-5,5-6-1",
    "matroid:whirl-3,circuits",
    "[sets:1-2 : sets:1-2-3,3]",
];

/// Every game with its boards and options.
fn questions() -> Vec<(String, String, Options)> {
    let plain = Options::default();
    let misere = "--misere".parse::<Options>().unwrap();
    let mut all = Vec::new();
    let mut add = |games: &[&str], boards: &[&str], options: &[&Options]| {
        for (game, board, options) in games.iter().flat_map(|game| {
            boards
                .iter()
                .flat_map(move |board| options.iter().map(move |options| (game, board, options)))
        }) {
            all.push((game.to_string(), board.to_string(), (*options).clone()));
        }
    };
    let vertex_games = [
        "octal:0.33",
        "octal:0.137",
        "octal:0.07",
        "connected-subtraction:1,3",
        "node-kayles",
        "arc-kayles",
        "cram",
        "grim",
    ];
    add(&vertex_games, &GRAPHS, &[&plain, &misere]);
    add(&["robs-dots"], &["heaps:9", "wheel:5"], &[&plain, &misere]);
    add(
        &["kayles", "octal:4.3", "nim"],
        &["heaps:0", "heaps:7", "heaps:3,5,5", "heaps:20"],
        &[&plain],
    );
    add(&["kayles"], &["heaps:3,5", "path:4 + heaps:6,1"], &[&plain, &misere]);
    add(&["nimstring"], &MULTIGRAPHS, &[&plain, &misere]);
    let weights = "--weights 1=3,2=0".parse::<Options>().unwrap();
    let weighted = ["path:5", "cycle:5", "grid:2x3", "boxes:1x2", "path:3 + cycle:3"];
    add(&["unshackle", "strings-and-coins"], &MULTIGRAPHS, &[&plain]);
    let both = "--misere --weights 1=3,2=0".parse::<Options>().unwrap();
    add(&["unshackle", "strings-and-coins"], &weighted, &[&weights, &misere, &both]);
    let normal = "--normal-rules".parse::<Options>().unwrap();
    add(&["closing-octagons"], &["octagons:1x2", "octagons:1x3", "boxes:2x2"], &[&plain, &normal]);
    let normal = "--misere --normal-rules".parse::<Options>().unwrap();
    add(&["closing-octagons"], &["octagons:1x2", "boxes:1x2"], &[&misere, &normal]);
    let right = "--right-first".parse::<Options>().unwrap();
    add(&["domineering"], &CELLS, &[&plain, &right]);
    add(&["col", "snort", "partizan-octal:0.3,0.03"], &GRAPHS, &[&plain]);
    add(&["partizan-octal:0.7,0.33"], &["heaps:0", "heaps:9", "heaps:3,5"], &[&plain, &right]);
    let biased = "--bias 1:2".parse::<Options>().unwrap();
    let breaker = "--breaker-first".parse::<Options>().unwrap();
    let enforcer = "--enforcer-first".parse::<Options>().unwrap();
    add(&["positional", "maker-breaker", "avoider-enforcer"], &SETS, &[&plain, &biased]);
    add(&["maker-breaker"], &SETS, &[&breaker]);
    add(&["maker-breaker-hop"], &SETS, &[&plain, &breaker]);
    add(&["hex"], &["hex:2x3", "hex:3x2", "hex:3x3"], &[&plain]);
    add(&["shannon-switching"], &["grid:2x3", "complete:4", "edges:1-2,1-2,2-3,3-3"], &[&plain]);
    add(&["avoider-enforcer"], &SETS, &[&enforcer]);
    add(&["chooser-picker", "picker-chooser", "hop"], &SETS[1..], &[&plain]);
    add(&["hop"], &["ttt:3"], &[&plain]);
    let start = "--start 1.2".parse::<Options>().unwrap();
    add(
        &["fire-and-ice"],
        &["[sets:1-2 : sets:1-2,2-3]", "[sets:1,2 : sets:1-2,1-3,2-3]"],
        &[&start],
    );
    // A game that nobody thought of here is tried on the examples of its definition.
    let named: Vec<GameName> = all.iter().map(|(game, ..)| game.parse().unwrap()).collect();
    let forgotten = |game: &&&GameDef| {
        game.code.is_none() && !named.iter().any(|named| std::ptr::eq(named.def(), **game))
    };
    for example in GAMES.iter().filter(forgotten).flat_map(|game| game.examples) {
        let (names, options) = example.split_at(example.find(" --").unwrap_or(example.len()));
        let (game, board) = names.split_once(' ').unwrap();
        all.push((game.to_string(), board.to_string(), options.trim().parse().unwrap()));
    }
    all
}

struct Case {
    cases: Cases,
    certificate: Certificate,
}

fn prove(game: &str, board: &str, options: &Options, after: &str, form: Form) -> Option<Case> {
    let game: GameName = game.parse().unwrap();
    let board: BoardName = board.parse().unwrap();
    let cases = game.cases(board.build().unwrap(), options).unwrap();
    let (file, recompute) = (None, false);
    let question =
        Subject { game: &game, board: &board, options, cases: &cases, after, file, recompute };
    match certificate(question, &How::default(), form, &mut Budget::unlimited()) {
        Ok(certificate) => Some(Case { cases, certificate }),
        // Starts that differ have no common certificate.
        Err(NoProof::Input(_)) => None,
        Err(NoProof::Stopped(stopped)) => panic!("{stopped}"),
    }
}

/// The statement that the plain reference solver makes.
fn truth(ruleset: &Ruleset, options: &Options) -> Statement {
    let convention = if options.has(&MISERE) { Convention::Misere } else { Convention::Normal };
    let how = How::default().plain();
    let value = in_space!(ruleset, |game| {
        let record = Record::new(game);
        solver(game, convention, &how).value(record.now(), &mut Budget::unlimited()).unwrap()
    });
    match value {
        GameValue::Margin(margin) | GameValue::MisereMargin(margin) => {
            Statement::Margin { least: Some(margin), most: Some(margin) }
        }
        GameValue::Partizan { class, .. } => Statement::Class(class),
        GameValue::Positional(value) => {
            let f = value.forces;
            Statement::Forces([f.win, f.win_or_tie, f.win_or_draw, f.not_lose].map(Some))
        }
        GameValue::Impartial { nimber: Some(nimber), .. } => {
            nimber.value().map_or(Statement::Loony, |value| Statement::Grundy(value as u32))
        }
        other => Statement::Outcome(other.winner() == Some(Player::First)),
    }
}

/// Statements near the true one that are false.
fn lies(statement: &Statement) -> Vec<Statement> {
    match statement {
        Statement::Outcome(won) => vec![Statement::Outcome(!won)],
        Statement::Class(class) => {
            let all = [OutcomeClass::N, OutcomeClass::P, OutcomeClass::L, OutcomeClass::R];
            let others = all.into_iter().filter(|other| other != class).map(Statement::Class);
            others.chain([Statement::Outcome(true), Statement::Outcome(false)]).collect()
        }
        Statement::Grundy(value) => {
            let near =
                [value.wrapping_sub(1), value + 1, value + 2].into_iter().filter(|v| *v < 1000);
            near.map(Statement::Grundy)
                .chain([Statement::Loony, Statement::Outcome(*value == 0)])
                .collect()
        }
        Statement::Loony => {
            vec![Statement::Grundy(0), Statement::Grundy(1), Statement::Outcome(false)]
        }
        Statement::Margin { least: Some(margin), .. } => [-2, -1, 1, 2]
            .iter()
            .flat_map(|more| {
                let wrong = Some(margin + more);
                let one_sided = if *more > 0 {
                    Statement::Margin { least: wrong, most: None }
                } else {
                    Statement::Margin { least: None, most: wrong }
                };
                [Statement::Margin { least: wrong, most: wrong }, one_sided]
            })
            .collect(),
        Statement::Forces(facts) => (0..4)
            .map(|fact| {
                let mut lie = [None; 4];
                lie[fact] = facts[fact].map(|truth| !truth);
                Statement::Forces(lie)
            })
            .collect(),
        other => panic!("no lie for {other}"),
    }
}

#[test]
fn no_game_is_forgotten() {
    let tried: Vec<GameName> = questions().iter().map(|(game, ..)| game.parse().unwrap()).collect();
    for game in GAMES.iter().filter(|game| game.code.is_none()) {
        let name = game.name();
        assert!(tried.iter().any(|tried| std::ptr::eq(tried.def(), *game)), "{name}");
    }
}

#[test]
fn every_answer_is_confirmed_and_every_lie_refused() {
    let mut confirmed = 0;
    for (game, board, options) in questions() {
        let what = format!("{game} {board} {options:?}");
        let Some(case) = prove(&game, &board, &options, "", Form::Binary) else { continue };
        let statement = truth(case.cases.first(), &options);
        assert_eq!(case.certificate.header.statement, statement, "{what}");
        check(&case.certificate.bytes[..], MEMORY)
            .unwrap_or_else(|refused| panic!("{what}: {refused}"));
        for lie in lies(&statement) {
            assert!(
                check(&forged(&case.certificate, &lie, |_| {})[..], MEMORY).is_err(),
                "{what}: {lie}"
            );
        }
        confirmed += 1;
    }
    assert!(confirmed > 300, "{confirmed}");
}

/// Some certificates of each theory, small enough to be changed everywhere.
fn samples(form: Form) -> Vec<Case> {
    let misere = "--misere".parse::<Options>().unwrap();
    let plain = Options::default();
    [
        ("cram", "grid:2x4", &plain),
        ("octal:0.33", "wheel:5", &plain),
        ("octal:0.33", "grid:3x3", &plain),
        ("nimstring", "boxes:1x2", &plain),
        ("node-kayles", "cycle:6", &misere),
        ("domineering", "grid:2x4", &plain),
        ("domineering", "grid:2x2 + grid:2x3", &plain),
        ("col", "path:5", &plain),
        ("snort", "cycle:5", &plain),
        ("unshackle", "cycle:4", &misere),
        ("strings-and-coins", "boxes:1x2", &misere),
        ("unshackle", "grid:2x3", &plain),
        ("strings-and-coins", "boxes:1x2", &plain),
        ("closing-octagons", "octagons:1x2", &plain),
        ("strings-and-coins", "boxes:2x2", &plain),
        ("positional", "ag:2,2", &plain),
        ("hop", "pg:2,2", &plain),
        ("maker-breaker", "sets:1-2-3,3-4-5,5-6-1", &plain),
    ]
    .into_iter()
    .map(|(game, board, options)| prove(game, board, options, "", form).unwrap())
    .collect()
}

#[test]
fn no_change_of_a_byte_proves_a_lie() {
    for case in samples(Form::Binary) {
        let statement = case.certificate.header.statement.clone();
        let length = case.certificate.bytes.len()
            - case.certificate.header.write().unwrap().len()
            - ending(&case.certificate);
        for at in 0..length {
            for change in [1, 2, 4, 128, 255] {
                // The true statement may survive a change or not; either way the checker answers.
                let _ = check(
                    &forged(&case.certificate, &statement, |body| body[at] ^= change)[..],
                    MEMORY,
                );
                for lie in lies(&statement) {
                    let bytes = forged(&case.certificate, &lie, |body| body[at] ^= change);
                    assert!(
                        check(&bytes[..], MEMORY).is_err(),
                        "{}: {lie}",
                        case.certificate.header
                    );
                }
            }
        }
    }
}

#[test]
fn a_missing_step_is_missed() {
    for case in samples(Form::Text) {
        let statement = case.certificate.header.statement.clone();
        let steps = case.certificate.header.steps as usize;
        let mut refused = 0;
        for gone in 0..steps {
            let without = forged(&case.certificate, &statement, |body| {
                let text = String::from_utf8(body.clone()).unwrap();
                let lines = text.lines().enumerate().filter(|(index, _)| *index != gone);
                *body = lines.map(|(_, line)| format!("{line}\n")).collect::<String>().into_bytes();
            });
            let text = String::from_utf8(without).unwrap();
            let body = &text[..text.len() - ending(&case.certificate)];
            let counted = |name: &str, steps: usize| format!("\n{name} {steps}\n");
            let fewer = ["steps", "facts", "cost"].iter().fold(body.to_string(), |text, name| {
                text.replacen(&counted(name, steps), &counted(name, steps - 1), 1)
            });
            let fewer = format!("{fewer}{}", sum::last_line(fewer.as_bytes()));
            refused += u32::from(check(fewer.as_bytes(), MEMORY).is_err());
        }
        // The proof is pruned: nearly every step is needed. A copy may be of use to nobody.
        assert!(
            refused as usize * 10 >= steps * 9,
            "{}: {refused} of {steps}",
            case.certificate.header
        );
    }
}

#[test]
fn forms_and_truncation() {
    for form in [Form::Text, Form::Binary, Form::Deflate] {
        let case = prove("unshackle", "grid:2x3", &Options::default(), "1-2", form).unwrap();
        let bytes = &case.certificate.bytes;
        assert_eq!(check(&bytes[..], MEMORY).unwrap(), case.certificate.header.to_string());
        for end in 0..bytes.len() {
            assert!(check(&bytes[..end], MEMORY).is_err(), "{form:?} {end}");
        }
        let longer = [&bytes[..], b"x"].concat();
        assert!(check(&longer[..], MEMORY).is_err());
        assert!(
            check(&bytes[..], 100).is_err(),
            "the memory that the header asks for is respected"
        );
    }
}

#[test]
fn a_header_may_not_ask_for_less_memory_than_it_needs() {
    let case = prove("cram", "grid:3x3", &Options::default(), "", Form::Binary).unwrap();
    let header = &case.certificate.header;
    let modest = Case {
        cases: case.cases.clone(),
        certificate: Certificate {
            bytes: case.certificate.bytes.clone(),
            header: Header { memory: header.memory / 10, ..header.clone() },
            positions: 0,
        },
    };
    // The forged header is shorter or as long; take the steps from the true one.
    let start = header.write().unwrap().len();
    let end = case.certificate.bytes.len() - ending(&case.certificate);
    let body = case.certificate.bytes[start..end].to_vec();
    let bytes = forged(&modest.certificate, &header.statement, |other| *other = body);
    assert!(matches!(check(&bytes[..], MEMORY), Err(outplay_certificate::Refused::Memory { .. })));
}

#[test]
fn who_plays_by_the_certificate_wins() {
    // Against every opponent: the promise is kept to the end of every game.
    let sets = [("hop", "ttt:3"), ("positional", "ag:2,3"), ("maker-breaker", "pg:2,2")];
    for (game, board) in sets {
        let case = prove(game, board, &Options::default(), "", Form::Deflate).unwrap();
        let games =
            play_from(&case.certificate.bytes[..], &Allowance::usual(MEMORY), |_, reply| {
                in_space!(case.cases.first(), |game| {
                    let mut oracle = solver(game, Convention::Normal, &How::default());
                    let ended = &mut |now: &Moment<_>, line: &str| {
                        let end = oracle.value(now, &mut Budget::unlimited()).unwrap();
                        assert_eq!(end.winner(), Some(Player::First), "after {line}");
                    };
                    let mut played = Played { player: Player::First, reply, ended, most: u32::MAX };
                    play_all(game, &mut Vec::new(), &mut played)
                })
            });
        assert!(games.unwrap() > 0, "{game} {board}");
    }
    for (game, board) in [
        ("cram", "grid:2x4"),
        ("node-kayles", "cycle:7"),
        ("octal:0.33", "grid:2x3"),
        ("kayles", "heaps:3,4"),
        ("domineering", "grid:2x4"),
        ("domineering", "grid:3x4"),
        ("domineering", "grid:2x2 + grid:2x3"),
        ("domineering", "grid:2x2 + grid:2x2"),
        ("domineering", "cells:##/#. + grid:1x3"),
        ("col", "cycle:5"),
        ("snort", "path:4 + path:3"),
    ] {
        let case = prove(game, board, &Options::default(), "", Form::Deflate).unwrap();
        // Left begins.
        let lost = match case.certificate.header.statement {
            Statement::Class(class) => class.winner(Side::Left) == Side::Right,
            ref other => *other == Statement::Grundy(0),
        };
        let winner = if lost { Player::Second } else { Player::First };
        let games =
            play_from(&case.certificate.bytes[..], &Allowance::usual(MEMORY), |_, reply| {
                in_space!(case.cases.first(), |game| {
                    let ended = &mut |now: &Moment<_>, line: &str| {
                        assert_ne!(now.to_move, winner, "the winner cannot move after {line}");
                    };
                    let mut played = Played { player: winner, reply, ended, most: u32::MAX };
                    play_all(game, &mut Vec::new(), &mut played)
                })
            });
        assert!(games.unwrap() > 0, "{game} {board}");
    }
}
