//! Runs that are killed, repeated, tampered with and resumed.

use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use serde_json::{Value, json};

use super::*;
use crate::files::test_disks::{Simulated, failing_at};
use crate::files::with_disk;
use crate::run::{Run, Stop};

/// A folder of its own, gone at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("outplay-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Temporary(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn small() -> RunQuestion {
    RunQuestion::table("node-kayles", "connected:6", Default::default(), false)
}

fn solved(game: &str, board: &str) -> RunQuestion {
    let (game, board, options) = (game.into(), board.into(), Default::default());
    RunQuestion::Solve { game, board, options, after: String::new(), outcome_only: false }
}

fn started(folder: &Temporary, question: RunQuestion, units: usize) -> Folder {
    let starting = Starting { units: Some(units), ..Starting::new(question) };
    start(&folder.0, &starting, &(), &Run::default()).unwrap()
}

fn rows(folder: &Folder) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    let merged = folder.merge(&mut |row| {
        rows.push(row);
        Ok(())
    });
    assert_eq!(merged.unwrap().missing, [0; 0]);
    rows
}

fn work(folder: &Folder) -> Worked {
    folder.work(&(), &Run::default(), &mut |_, _| {}).unwrap()
}

#[test]
fn a_run_has_the_rows_of_the_table() {
    let temporary = Temporary::new("run-table");
    let folder = started(&temporary, small(), 7);
    assert_eq!(work(&folder).written, 7);
    let (game, family) = ("node-kayles".parse().unwrap(), "connected:6".parse().unwrap());
    let table = crate::table(&game, &family, &Default::default(), &Run::default()).unwrap();
    let found = rows(&folder);
    assert_eq!(found.len(), 112);
    for (row, expected) in found.iter().zip(&table.rows) {
        assert_eq!(row[0], json!(expected.board));
        assert_eq!(
            row[3].as_u64(),
            crate::worth::Worth::from(expected.value.clone().unwrap()).grundy()
        );
    }
    // Starting again takes the run up; another question is refused.
    assert_eq!(started(&temporary, small(), 7).name(), folder.name());
    let other = Starting::new(RunQuestion::table("cram", "path:1..3", Default::default(), false));
    assert!(start(&temporary.0, &other, &(), &Run::default()).is_err());
}

/// Schedulers number their tasks beforehand: there are as many units as were asked for.
#[test]
fn there_are_as_many_units_as_were_asked_for() {
    for (asked, expected) in [(1, 1), (7, 7), (63, 63), (100, 100), (112, 112), (500, 112)] {
        let temporary = Temporary::new("run-units");
        let folder = started(&temporary, small(), asked);
        assert_eq!(folder.units(), expected);
        let sizes: Vec<usize> = folder.manifest.units.iter().map(|unit| unit.1).collect();
        assert_eq!(sizes.iter().sum::<usize>(), 112);
        assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1, "{sizes:?}");
    }
}

/// The words of a question may stay the same while what they stand for does not.
#[test]
fn a_run_is_not_taken_up_with_other_items() {
    let temporary = Temporary::new("run-other-items");
    let part = |part: &str| {
        let family = "connected:5".parse::<outplay_rules::family::Family>().unwrap();
        let boards = crate::door::boards::Boards { part: part.parse().unwrap(), ..family.into() };
        let question = RunQuestion::table("node-kayles", "connected:5", Default::default(), false);
        let starting = Starting { boards: Some(boards), units: Some(2), ..Starting::new(question) };
        start(&temporary.0, &starting, &(), &Run::default())
    };
    let first = part("1/2").unwrap();
    assert_eq!(part("1/2").unwrap().name(), first.name());
    let other = part("2/2").unwrap_err();
    assert!(other.to_string().contains("of other items"), "{other}");
}

#[test]
fn a_list_that_has_changed_is_refused() {
    let temporary = Temporary::new("run-list");
    let folder = started(&temporary, small(), 2);
    let list = temporary.0.join("items.txt");
    let text = fs::read_to_string(&list).unwrap();
    let (one, two) = (text.lines().next().unwrap(), text.lines().nth(1).unwrap());
    fs::write(&list, text.replacen(one, two, 1)).unwrap();
    let unit = || folder.unit(1, false, &(), &Run::default());
    let worked = || folder.work(&(), &Run::default(), &mut |_, _| {});
    for refused in [unit().unwrap_err(), worked().unwrap_err()] {
        assert!(refused.to_string().contains("has changed"), "{refused}");
    }
    assert_eq!(folder.pending(), [0, 1]);
    fs::write(&list, text).unwrap();
    assert_eq!(worked().unwrap().written, 2);
}

/// Every way to be stopped between the writing of two units, and files that a killed worker left behind.
#[test]
fn what_was_stopped_is_taken_up() {
    let temporary = Temporary::new("run-stopped");
    let folder = started(&temporary, small(), 20);
    for _ in 0..6 {
        let stop = Stop::default();
        let (wish, mut left) = (stop.clone(), 3);
        let run = Run { stop, ..Run::default() };
        let worked = folder.work(&(), &run, &mut |_, _| {
            left -= 1;
            if left == 0 {
                wish.now();
            }
        });
        assert!(worked.unwrap().written <= 4);
        fs::write(temporary.0.join("units/000019-1-2.parquet.new"), "half a file").unwrap();
    }
    fs::write(temporary.0.join("claims/000019"), "").unwrap();
    work(&folder);
    let undisturbed = Temporary::new("run-undisturbed");
    let other = started(&undisturbed, small(), 20);
    work(&other);
    assert_eq!(rows(&folder), rows(&other));
    let units = |folder: &Temporary| {
        let files =
            fs::read_dir(folder.0.join("units")).unwrap().map(|entry| entry.unwrap().path());
        let whole = files.filter(|file| file.extension().is_some_and(|ending| ending == "parquet"));
        let read = |file: std::path::PathBuf| {
            (file.file_name().unwrap().to_owned(), fs::read(&file).unwrap())
        };
        whole.map(read).collect::<std::collections::BTreeMap<_, _>>()
    };
    assert!(units(&undisturbed).len() > 4);
    assert!(units(&temporary) == units(&undisturbed));
}

#[test]
fn a_second_result_is_the_same_or_an_alarm() {
    let temporary = Temporary::new("run-alarm");
    let folder = started(&temporary, small(), 2);
    work(&folder);
    let path = folder.unit_path(0);
    let right = fs::read(&path).unwrap();
    assert_eq!(folder.unit(0, false, &(), &Run::default()).unwrap(), UnitEnd::Same);
    let mut wrong = folder.rows_of(0).unwrap().unwrap().rows;
    wrong[5][3] = json!(77);
    fs::write(&path, folder.bytes(0, &wrong, None, 0).unwrap()).unwrap();
    let end = folder.unit(0, false, &(), &Run::default()).unwrap();
    assert!(matches!(&end, UnitEnd::Alarm(file) if fs::read(file).unwrap() == right), "{end:?}");
    assert_eq!(folder.rows_of(0).unwrap().unwrap().rows, wrong, "not overwritten");
    assert_eq!(folder.status().unwrap().alarms, 1);
    let audited = folder.audit(1.0, 1, None, &(), &Run::default()).unwrap();
    assert_eq!((audited.audited, audited.differ.len()), (112, 1));
}

/// Files that are not finished.
fn unfinished(folder: &Temporary) -> usize {
    let files = fs::read_dir(folder.0.join("units")).unwrap().map(|file| file.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|ending| ending == "new")).count()
}

#[test]
fn a_unit_survives_every_fault() {
    let temporary = Temporary::new("run-faults");
    let folder = started(&temporary, small(), 2);
    folder.unit(0, false, &(), &Run::default()).unwrap();
    let other = fs::read(folder.unit_path(0)).unwrap();
    folder.unit(1, false, &(), &Run::default()).unwrap();
    let path = folder.unit_path(1);
    let whole = fs::read(&path).unwrap();
    // A result with less in it, which is to be replaced.
    let mut less = folder.rows_of(1).unwrap().unwrap().rows;
    *less[5].last_mut().unwrap() = json!("the time limit was reached");
    let less = folder.bytes(1, &less, None, 1).unwrap();
    for old in [None, Some(&less)] {
        let mut failed = 0;
        for step in 1.. {
            fs::remove_file(&path).unwrap();
            old.into_iter().for_each(|old| fs::write(&path, old).unwrap());
            let unit = || folder.unit(1, false, &(), &Run::default());
            let (ended, came) = failing_at(step, unit);
            let there = fs::read(&path).ok();
            match ended {
                Err(error) => {
                    failed += 1;
                    assert_eq!(error.exit_code(), 4, "{error}");
                    assert!(error.to_string().contains(".parquet: "), "{error}");
                    assert_eq!(there.as_ref(), old, "step {step}");
                    unit().unwrap();
                }
                Ok(end) => {
                    assert_eq!(end, UnitEnd::Written { limited: 0 });
                    assert!(there.as_ref() == Some(&whole), "step {step}");
                }
            }
            assert!(fs::read(folder.unit_path(0)).unwrap() == other);
            assert_eq!(unfinished(&temporary), 0, "step {step}");
            if !came {
                break;
            }
        }
        // To create, to write, to sync; where there is a file, to rename.
        assert!(failed >= 3 + usize::from(old.is_some()), "{failed}");
    }
    assert_eq!(rows(&folder).len(), 112);
}

#[test]
fn a_unit_is_whole_or_not_there_when_the_power_fails() {
    let temporary = Temporary::new("run-power");
    let folder = started(&temporary, small(), 2);
    let disk = Simulated::default();
    let unit = || folder.unit(1, false, &(), &Run::default());
    with_disk(Rc::new(disk.clone()), unit).unwrap();
    let mut medium = disk.0.borrow_mut();
    let path = folder.unit_path(1);
    let whole = medium.content(&path).unwrap().to_vec();
    let found = medium.after_power_loss(&path);
    assert!(found.iter().flatten().all(|bytes| *bytes == whole));
    assert!(found.iter().any(Option::is_none) && found.iter().any(Option::is_some));
    assert!(medium.safe_names.contains_key(&path), "the name is safe at the end");
}

#[test]
fn a_start_that_fails_is_started_again() {
    let temporary = Temporary::new("run-start-faults");
    let few = RunQuestion::table("node-kayles", "connected:4", Default::default(), false);
    let starting = Starting { units: Some(2), ..Starting::new(few) };
    let begin = || start(&temporary.0, &starting, &(), &Run::default());
    let mut failed = 0;
    for step in 1.. {
        let _ = fs::remove_dir_all(&temporary.0);
        let (begun, came) = failing_at(step, begin);
        if let Err(error) = begun {
            failed += 1;
            assert_eq!(error.exit_code(), 4, "{error}");
            assert!(Folder::open(&temporary.0).is_err(), "half a run is none");
        }
        assert_eq!(begin().unwrap().units(), 2, "step {step}");
        if !came {
            break;
        }
    }
    // The list and the manifest: to create, to write, to sync, to rename each.
    assert!(failed >= 8, "{failed}");
}

#[test]
fn a_unit_in_the_place_of_another_and_a_bit_that_changed_are_noticed() {
    let temporary = Temporary::new("run-moved");
    let folder = started(&temporary, small(), 2);
    work(&folder);
    let right = fs::read(folder.unit_path(1)).unwrap();
    let rows = folder.rows_of(1).unwrap().unwrap().rows;
    fs::copy(folder.unit_path(0), folder.unit_path(1)).unwrap();
    assert!(folder.rows_of(1).unwrap_err().to_string().contains("another unit"));
    let mut changed = 0;
    for byte in 0..right.len() {
        let mut wrong = right.clone();
        wrong[byte] ^= 1 << (byte % 8);
        fs::write(folder.unit_path(1), wrong).unwrap();
        match folder.rows_of(1) {
            Ok(table) => assert_eq!(table.unwrap().rows, rows, "byte {byte}"),
            Err(error) => changed += usize::from(error.to_string().contains("has changed")),
        }
    }
    assert!(changed > 20, "{changed}");
    fs::remove_file(folder.unit_path(1)).unwrap();
    work(&folder);
    assert_eq!(fs::read(folder.unit_path(1)).unwrap(), right);
}

#[test]
fn files_of_other_runs_and_versions_are_refused() {
    let (one, two) = (Temporary::new("run-one"), Temporary::new("run-two"));
    let first = started(&one, small(), 2);
    work(&first);
    let second = started(&two, small(), 4);
    fs::copy(first.unit_path(0), second.unit_path(0)).unwrap();
    assert!(second.rows_of(0).unwrap_err().to_string().contains("another run"));
    let manifest = one.0.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace(manifest::VERSION, "0.0.0")).unwrap();
    assert!(Folder::open(&one.0).unwrap_err().to_string().contains("version 0.0.0"));
    fs::write(&manifest, "{").unwrap();
    assert!(Folder::open(&one.0).is_err());
    assert!(Folder::open(one.0.join("nowhere")).is_err());
}

#[test]
fn a_limit_is_a_row_and_is_tried_again() {
    let temporary = Temporary::new("run-limit");
    // Cram on 5x6 takes far longer than a microsecond, and far less than a minute.
    let question = RunQuestion::table("cram", "grid:5x5..6", Default::default(), false);
    let starting = Starting { units: Some(1), seconds: Some(1e-6), ..Starting::new(question) };
    let folder = start(&temporary.0, &starting, &(), &Run::default()).unwrap();
    work(&folder);
    assert_eq!(folder.status().unwrap().limited, 2);
    assert_eq!(work(&folder).written, 0, "work does not try again");
    for _ in 0..20 {
        folder.resume(&(), &Run::default(), &mut |_, _| {}).unwrap();
    }
    assert_eq!(folder.status().unwrap().limited, 0);
    let found = rows(&folder);
    for (row, board) in found.iter().zip(["grid:5x5", "grid:5x6"]) {
        let question = crate::Question::new("cram", board).unwrap();
        let solved = crate::solve(&question, &Run::default()).unwrap();
        assert_eq!(row[3], json!(solved.answer.worth.grundy()), "{board}");
    }
}

/// The same family by seeds: each unit grows the graphs of two more vertices.
#[test]
fn seeds_grow_into_the_family() {
    let temporary = Temporary::new("run-seeds");
    let mut folder = started(
        &temporary,
        RunQuestion::table("node-kayles", "connected:4", Default::default(), false),
        3,
    );
    folder.manifest.items.grown_to = Some(6);
    work(&folder);
    let other = Temporary::new("run-whole");
    let whole = started(&other, small(), 1);
    work(&whole);
    assert_eq!(rows(&folder), rows(&whole));
}

/// One search by its first moves says what the whole search says.
/// There is nothing to cut into units, or there are several questions in one.
#[test]
fn first_moves_of_one_game_that_is_not_over() {
    for (game, board, why) in [
        ("cram", "path:1", "over"),
        ("col", "path:0", "over"),
        ("kayles", "heaps:0", "over"),
        ("hop", "ttt:3", "--start"),
    ] {
        let temporary = Temporary::new("run-nothing");
        let question = RunQuestion::Solve {
            game: game.into(),
            board: board.into(),
            options: Default::default(),
            after: String::new(),
            outcome_only: false,
        };
        let refused = start(&temporary.0, &Starting::new(question), &(), &Run::default());
        assert!(refused.unwrap_err().to_string().contains(why), "{game} {board}");
    }
}

#[test]
fn first_moves_make_the_value() {
    for (game, board) in [
        ("cram", "grid:3x3"),
        ("node-kayles", "petersen"),
        ("octal:0.33", "pode:1,1,2"),
        ("unshackle", "grid:2x3"),
        ("strings-and-coins", "boxes:2x2"),
        ("nimstring", "boxes:1x3"),
        ("kayles", "heaps:5,3"),
        ("positional", "ttt:3"),
        ("maker-breaker", "ttt:3"),
        ("domineering", "grid:2x3"),
        ("snort", "path:4"),
        ("col", "path:4"),
        ("partizan-octal:0.3,0.03", "heaps:6"),
    ] {
        let temporary = Temporary::new("run-solve");
        let question = solved(game, board);
        let folder = started(&temporary, question, 100);
        work(&folder);
        let solved =
            crate::solve(&crate::Question::new(game, board).unwrap(), &Run::default()).unwrap();
        let decided = folder.decided().unwrap().unwrap();
        assert_eq!(decided["winner"], json!(solved.answer.worth.winner()), "{game} {board}");
        if let Some(outcome) = decided.get("outcome") {
            let worth = serde_json::to_value(&solved.answer.worth).unwrap();
            assert_eq!(outcome, &worth["outcome"], "{game} {board}");
        }
        if let Some(grundy) = solved.answer.worth.grundy() {
            assert_eq!(decided["grundy"], json!(grundy), "{game} {board}");
        }
        if let Some(margin) = solved.answer.worth.margin() {
            assert_eq!(decided["margin"], json!(margin), "{game} {board}");
        }
    }
}

#[test]
fn a_verification_by_its_first_plies() {
    for (claim, holds) in [("win", true), ("margin:9", false)] {
        let temporary = Temporary::new("run-verify");
        let question = RunQuestion::Verify {
            game: "unshackle".into(),
            board: "grid:3x3".into(),
            options: Default::default(),
            strategy: "shadow-point".into(),
            player: "second".into(),
            claim: Some(claim.into()),
            plies: 3,
        };
        let folder = started(&temporary, question, 4);
        work(&folder);
        assert!(folder.manifest.items.count > 50);
        let found = rows(&folder);
        assert_eq!(found.iter().all(|row| row[1] == json!(true)), holds, "{claim}");
    }
}

#[test]
fn periods_of_many_codes() {
    let temporary = Temporary::new("run-periods");
    let question = RunQuestion::Periods { codes: "octal:2".into(), limit: 2000 };
    let folder = started(&temporary, question, 3);
    work(&folder);
    let found = rows(&folder);
    // 7 codes of one digit and 56 of two that do not end in 0.
    assert_eq!(found.len(), 63);
    let kayles = found.iter().find(|row| row[0] == "0.77").unwrap();
    assert_eq!(kayles[1..5], [json!(true), json!(12), json!(0), json!(70)]);
    // Where no period was found there is nothing to break it.
    let open = found.iter().find(|row| row[0] == "0.6").unwrap();
    assert_eq!(open[1..6], [json!(false), Value::Null, Value::Null, Value::Null, json!(2000)]);
}

#[test]
fn what_is_no_code_makes_no_run() {
    let temporary = Temporary::new("run-no-code");
    for codes in ["0.77,foo", "foo", "octal:9"] {
        let question = RunQuestion::Periods { codes: codes.into(), limit: 2000 };
        let starting = Starting::new(question);
        assert!(start(&temporary.0, &starting, &(), &Run::default()).is_err(), "{codes}");
    }
}

/// A connected multigraph with loops, as a board.
fn small_graph(random: &mut fastrand::Rng) -> String {
    let vertices = random.usize(2..=5);
    let mut edges: Vec<(usize, usize)> =
        (2..=vertices).map(|vertex| (random.usize(1..vertex), vertex)).collect();
    for _ in 0..random.usize(0..=8 - edges.len()) {
        edges.push((random.usize(1..=vertices), random.usize(1..=vertices)));
    }
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    format!("edges:{}", edges.join(","))
}

/// A question by first moves, with whatever may change what the player to move wants.
fn margin_question(random: &mut fastrand::Rng) -> RunQuestion {
    let board = small_graph(random);
    let games = ["unshackle", "strings-and-coins"];
    let mut options = outplay_rules::option::Options::default();
    if random.bool() {
        options.set(&outplay_rules::option::MISERE, "").unwrap();
    }
    let first = board.trim_start_matches("edges:").split(',').next().unwrap();
    RunQuestion::Solve {
        game: games[random.usize(..2)].into(),
        after: if random.bool() { first.into() } else { String::new() },
        board,
        options,
        outcome_only: random.u8(..3) == 0,
    }
}

/// A worker that may be stopped or fail at any moment, or have company.
fn disturbed(folder: &Folder, unit: usize, random: &mut fastrand::Rng) {
    let undisturbed = Run::default();
    let run = |run: &Run| {
        folder.unit(unit, false, &(), run).map(|end| {
            assert!(!matches!(end, UnitEnd::Alarm(_)), "{end:?}");
        })
    };
    match random.u8(..5) {
        0 => {
            let time = Some(std::time::Duration::from_micros(random.u64(..400)));
            let _ = run(&Run { limits: crate::run::Limits { time, memory: None }, ..undisturbed });
        }
        1 => drop(failing_at(random.usize(1..8), || run(&undisturbed))),
        2 => std::thread::scope(|scope| {
            let both = [(); 2].map(|()| scope.spawn(|| run(&Run::default())));
            both.into_iter().for_each(|worker| worker.join().unwrap().unwrap());
        }),
        _ => run(&undisturbed).unwrap(),
    }
}

/// Units tell each other what they have reached, in whatever order they are computed and whoever is killed on the way: every row
/// is true, and together they make the value that the reference solver finds.
#[test]
fn shared_bounds_change_no_value() {
    let plain = Run { how: Run::default().how.plain(), ..Run::default() };
    let mut random = fastrand::Rng::with_seed(29);
    let (mut cut, mut exact) = (0, 0);
    for case in 0..40 {
        let temporary = Temporary::new("run-bounds");
        let question = margin_question(&mut random);
        let RunQuestion::Solve { game, board, options, after, outcome_only } = &question else {
            panic!()
        };
        let asked = crate::Question::new(game, board).unwrap().with(options.clone());
        let Ok(solved) = crate::solve(&asked.clone().after(after), &plain) else { continue };
        let units = Some(1 + random.usize(..9));
        let starting = Starting { units, ..Starting::new(question.clone()) };
        let folder = match start(&temporary.0, &starting, &(), &Run::default()) {
            Ok(folder) => folder,
            Err(error) => {
                assert!(error.to_string().contains("the game is over"), "{error}");
                continue;
            }
        };
        let mut units: Vec<usize> = (0..folder.units()).chain(0..folder.units()).collect();
        random.shuffle(&mut units);
        units.iter().for_each(|&unit| disturbed(&folder, unit, &mut random));
        assert!(
            folder
                .decided()
                .unwrap()
                .is_none_or(|decided| { decided["winner"] == json!(solved.answer.worth.winner()) })
        );
        work(&folder);
        let decided = folder.decided().unwrap().unwrap_or_else(|| panic!("{case}: {question:?}"));
        assert_eq!(decided["winner"], json!(solved.answer.worth.winner()), "{question:?}");
        let margin = (!outcome_only).then(|| json!(solved.answer.worth.margin()));
        assert_eq!(decided.get("margin"), margin.as_ref(), "{question:?}");
        for row in rows(&folder) {
            let line = format!("{after} {}", row[0].as_str().unwrap());
            let solved = crate::solve(&asked.clone().after(line.trim()), &plain).unwrap();
            let margin = i64::from(solved.answer.worth.margin().unwrap());
            let (at_least, at_most) = (row[3].as_i64().unwrap(), row[4].as_i64().unwrap());
            assert!((at_least..=at_most).contains(&margin), "{question:?} {row:?}");
            assert!(row[2].is_null() || row[2] == json!(margin));
            assert!(row[1].is_null() || row[1] == json!(solved.answer.worth.winner()));
            *(if at_least < at_most { &mut cut } else { &mut exact }) += 1;
        }
        assert_eq!(folder.status().unwrap().alarms, 0);
        let audited = folder.audit(1.0, 1, None, &(), &Run::default()).unwrap();
        assert_eq!(audited.agreed, audited.audited);
    }
    assert!(cut > 30 && exact > 30, "{cut} rows were cut off, {exact} were not");
}

/// Two rows of a move may say more and less; what cannot both be true is an alarm.
#[test]
fn bounds_that_contradict_each_other_are_an_alarm() {
    let question = RunQuestion::Solve {
        game: "unshackle".into(),
        board: "grid:2x3".into(),
        options: Default::default(),
        after: String::new(),
        outcome_only: false,
    };
    let temporary = Temporary::new("run-bounds-alarm");
    let folder = started(&temporary, question, 1);
    let alone = |folder: &Folder| {
        let _ = fs::remove_dir_all(temporary.0.join("bounds"));
        folder.unit(0, false, &(), &Run::default()).unwrap()
    };
    alone(&folder);
    let first = rows(&folder);
    let margin = first[0][2].as_i64().unwrap();
    let put = |at_least: i64, at_most: i64| {
        let mut rows = first.clone();
        rows[0][2] = Value::Null;
        rows[0][1] = Value::Null;
        (rows[0][3], rows[0][4]) = (json!(at_least), json!(at_most));
        fs::write(folder.unit_path(0), folder.bytes(0, &rows, None, 0).unwrap()).unwrap();
    };
    put(margin - 2, margin + 4);
    assert_eq!(alone(&folder), UnitEnd::Written { limited: 0 });
    assert_eq!(rows(&folder), first, "what both know is kept");
    assert_eq!(alone(&folder), UnitEnd::Same);
    put(margin + 2, margin + 4);
    assert!(matches!(alone(&folder), UnitEnd::Alarm(_)));
}

/// A value that needs all first moves is not told from some of them.
#[test]
fn no_value_is_told_too_soon() {
    for (game, board) in
        [("cram", "grid:3x3"), ("node-kayles", "path:7"), ("unshackle", "grid:2x4")]
    {
        let temporary = Temporary::new("run-too-soon");
        let question = solved(game, board);
        let folder = started(&temporary, question, 100);
        for unit in 0..folder.units() {
            if let Some(decided) = folder.decided().unwrap() {
                assert!(!decided.contains_key("grundy") && !decided.contains_key("margin"));
            }
            folder.unit(unit, false, &(), &Run::default()).unwrap();
        }
        let decided = folder.decided().unwrap().unwrap();
        assert!(decided.contains_key("grundy") || decided.contains_key("margin"));
    }
}
