//! The catalogue: every check at its quick bound, what is known to come out, and that a false statement fed to the
//! same machinery is refuted.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that goes wrong should say so at once"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use outplay_lab::catalogue;
use outplay_lab::claim::{Claim, Exhibit, Finding, PAPERS, Status, all, facts, sweep};
use outplay_lab::context::Context;
use outplay_lab::mutation::Mutation;
use outplay_lab::report::{self, Entry};
use outplay_lab::tables;
use outplay_solve::limits::{Budget, Limits, Stopped};
use outplay_solve::oracle::How;

/// The statements that do not hold as printed. Each was looked at by hand; the check finds the counterexample itself.
const REFUTED: [&str; 30] = [
    "dailly/52",
    "dailly/54",
    "dailly/64",
    "dailly/c63",
    "dailly/fig30",
    "dailly/s2.2-period",
    "dailly/s2.2-values",
    "dailly/s4.3-moves",
    "dots/monochrome",
    "hop/3.3.3",
    "hop/3.4-brute-force",
    "hop/3.4.2-drawn",
    "hop/3.4.2-newest",
    "hop/3.4.3-late",
    "hop/3.4.3-strategy",
    "hop/4.2-weights",
    "hop/5.1-example",
    "hop/5.2-inner",
    "hop/5.2-optimal",
    "hop/appendix-a",
    "hop/appendix-b-code",
    "hop/appendix-b-lines",
    "hop/appendix-c-code",
    "octagons/3.28",
    "octagons/4.14",
    "octagons/fig4.14",
    "octagons/fig4.15",
    "unshackle/3.2",
    "unshackle/3.3",
    "unshackle/s4-only",
];

/// Of these, slips of the pen: what is meant holds.
const MISPRINTS: [&str; 8] = [
    "dailly/s2.2-values",
    "dailly/52",
    "dailly/64",
    "dots/monochrome",
    "hop/3.4.2-drawn",
    "hop/5.1-example",
    "hop/appendix-b-lines",
    "hop/appendix-b-code",
];

/// The statements that are not settled: conjectures that held to the bound, questions without a full answer, and what is out of
/// reach. Those in no list are verified.
const OPEN: [&str; 26] = [
    "dailly/c20",
    "dailly/c43",
    "dailly/q-caterpillars",
    "dailly/q-classes",
    "dailly/q-games",
    "dailly/q-trees",
    "dailly/s2.2-0.007",
    "dots/misere",
    "dots/officers",
    "dots/q-periodic",
    "hop/1.2-4x4x4",
    "hop/1.2.1",
    "hop/1.3.2",
    "hop/4.2.3",
    "hop/q-biased-hop",
    "hop/q-goals",
    "hop/q-gravity",
    "hop/q-maker-breaker",
    "hop/q-matroids",
    "hop/q-mixed",
    "hop/q-nested",
    "hop/q-small",
    "hop/q-space",
    "hop/q-three",
    "hop/q-twice",
    "octagons/q-polygons",
];

/// The statements whose argument or wording does not suffice.
const GAPS: [&str; 13] = [
    "dailly/40",
    "dailly/61",
    "hop/3.3-eq3.3",
    "hop/3.3.4",
    "hop/5.2.2",
    "hop/5.3-first",
    "hop/5.3-transitive",
    "hop/5.3.3",
    "hop/5.3.4",
    "hop/6.2-mixed",
    "octagons/3.22",
    "octagons/4.16",
    "octagons/4.18",
];

fn on_a_large_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(1 << 28).spawn(work).unwrap().join().unwrap()
}

fn examine(claim: &Claim) -> Finding {
    let mut budget = Budget::unlimited();
    claim.examine(&mut Context::new(&mut budget, false, How::default()))
}

#[test]
fn every_entry_is_whole() {
    let claims = catalogue::claims();
    let ids: BTreeSet<&str> = claims.iter().map(|claim| claim.id).collect();
    assert_eq!(ids.len(), claims.len(), "an id is used twice");
    for claim in claims {
        assert!(PAPERS.iter().any(|(name, _)| *name == claim.paper()), "{}", claim.id);
        for text in [claim.place, claim.statement, claim.method] {
            assert!(!text.trim().is_empty(), "{}", claim.id);
        }
        assert!(claim.source().contains(claim.place));
    }
    for id in [
        "unshackle/4.7",
        "hop/3.3.3",
        "octagons/4.21",
        "dailly/53",
        "dots/period",
        "dailly/c43",
        "unshackle/conjecture",
        "dailly/t4",
    ] {
        assert!(catalogue::find(id).is_some(), "{id}");
    }
}

/// The papers' own numbers: every theorem, lemma, proposition, corollary, observation, conjecture, table and numbered example or
/// remark, and every named strategy. (Left out are definitions.)
#[test]
fn every_number_of_the_papers_has_an_entry() {
    let numbers = [
        (
            "dailly",
            "6 7 9 11 12 15 16 17 c20 25 27 28 29 33 34 35 37 39 40 41 42 c43 44 46 47 48 49 50 51 52 53 55 56 57 58 59 60 61 62 c63 64 t1 t2 t3 t4 t5 \
             fig1 fig2 fig3 fig4 fig6 fig7 fig10 fig14 fig16 fig22 fig23 fig30 fig32 fig34 alg1 alg2 s2.3 s2.3-chains q-bipodes q-caterpillars q-graphs \
             fig19 s1.2-size s1.3-options s4.4-two q-answer 27-edges 39-cases 40-answers 57-base fig33 q-trees q-classes q-games",
        ),
        (
            "unshackle",
            "s1 s3-grids s4-cases 3.2 3.3 3.4 4.1 4.3 4.4 4.5 4.6 4.7 4.7-cases t1 t2 conjecture q-2xn",
        ),
        (
            "octagons",
            "2.4 2.29 2.30 2.31 fig2.5 3.6 fig4.13 fig4.14 fig4.15 fig4.17 2.8 2.18 2.21 2.22 2.24 2.25 3.4 3.5 3.10 3.12 3.14 3.18 3.20 3.21 3.22 3.23 3.24 3.25 3.26 3.27 3.28 3.29 3.30 3.31 3.32 3.33 3.34 3.35 3.36 \
             3.37 3.38 3.39 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10 4.11 4.12 4.13 4.14 4.15 4.16 4.17 4.18 4.19 4.20 4.21 4.15-edges 4.18-edges 4.21-edges fig4.18",
        ),
        (
            "hop",
            "1.1.1 1.2.1 1.3.1 1.3.2 2.1.1 3.1.1 3.1.2 3.1.3 3.1.4 3.2.1 3.3.1 3.3.2 3.3.3 3.3.4 3.4.1 3.4.2 3.4.3 3.4.4 4.2.1 4.2.2 4.2.3 5.2.1 5.2.2 5.2.3 \
             5.2.4 5.2.5 5.2.6 5.2.7 5.3.1 5.3.2 5.3.3 5.3.4 5.3.5 q-maker-breaker q-nested q-matroids q-small q-twice q-goals q-space \
             q-thresholds q-mixed q-three q-biased-hop q-gravity 5.2-ag22 6.2-mixed fig2.2 fig3.3 fig6.1 1.1-outcomes 1.4-pieces \
             1.4-endings 1.4-start 2.1.1-types 3.1.2-counts 3.2-eq3.1 3.3-moment 3.3.3-alike 3.4.3-late 4-moves 4.2-rising 5.2-optimal 6.1-cryptomorphism 6.1-flats \
             2.1.1-ties 3.1.2-third fig3.5 4.1-start 5.3-inner",
        ),
        (
            "dots",
            "code odd small positions equivalence values period fifty winning-move one-heap two-heaps officers six density misere \
             options maximal isomorphic irreducible",
        ),
    ];
    for (paper, list) in numbers {
        for number in list.split_whitespace() {
            let id = format!("{paper}/{number}");
            assert!(catalogue::find(&id).is_some(), "{id}");
        }
    }
}

/// What a check did beside what it found.
struct Effort {
    /// Positions looked at.
    positions: u64,
    /// Whether it asked how far it is to go.
    asked_how_deep: bool,
}

/// Every check at its quick bound, made once. One that plays finds nothing that others have solved.
fn examined() -> &'static (Vec<Entry>, Vec<Effort>) {
    static EXAMINED: OnceLock<(Vec<Entry>, Vec<Effort>)> = OnceLock::new();
    EXAMINED.get_or_init(|| {
        on_a_large_stack(|| {
            let facts = Arc::default();
            let look = |claim: &'static Claim| {
                let mut budget = Budget::unlimited();
                let facts = if plays(claim) { Arc::default() } else { Arc::clone(&facts) };
                let mut context = Context::sharing(facts, &mut budget, false, How::default());
                let finding = claim.examine(&mut context);
                let asked_how_deep = context.asked_how_deep();
                let positions = budget.progress().positions;
                (Entry { claim, finding }, Effort { positions, asked_how_deep })
            };
            catalogue::claims().into_iter().map(look).unzip()
        })
    })
}

fn entries() -> &'static [Entry] {
    &examined().0
}

/// Whether a check is said to play: formulas are not enough for it.
fn plays(claim: &Claim) -> bool {
    let told = ["played", "solved", "Solved", "very game", "pponent"];
    told.iter().any(|word| claim.method.contains(word))
}

/// Checks that play by other means than the solvers: lines played by the rules, and small games that are gone through in full.
const COUNT_NO_POSITIONS: [&str; 15] = [
    "dailly/fig1",
    "unshackle/3.4",
    "octagons/3.5",
    "octagons/3.10",
    "octagons/3.14",
    "octagons/3.18",
    "octagons/3.21",
    "octagons/4.3",
    "octagons/4.4",
    "octagons/4.6",
    "octagons/4.7",
    "octagons/4.8",
    "hop/3.1.1",
    "hop/3.1.2",
    "hop/1.4-endings",
];

/// What is said to be played or solved is: the check looks at positions.
#[test]
fn what_is_said_to_be_played_is() {
    let (entries, efforts) = examined();
    let played = entries.iter().zip(efforts).filter(|(entry, _)| plays(entry.claim));
    let idle: Vec<&str> =
        played.filter(|(_, effort)| effort.positions == 0).map(|(e, _)| e.claim.id).collect();
    assert_eq!(idle, COUNT_NO_POSITIONS);
}

/// A check goes further with --deep exactly if its method says so.
#[test]
fn a_promise_of_deep_is_kept() {
    let (entries, efforts) = examined();
    let differs = |(entry, effort): &(&Entry, &Effort)| {
        entry.claim.method.contains("--deep") != effort.asked_how_deep
    };
    let wrong = entries.iter().zip(efforts).filter(differs).map(|(entry, _)| entry.claim.id);
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
}

/// Every check runs to its end, finds what is known, and shows what it found.
#[test]
fn every_check_at_its_quick_bound() {
    let entries = entries();
    let mut by_status: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for Entry { claim, finding } in entries {
        assert_eq!(finding.stopped, None, "{}", claim.id);
        assert!(!finding.evidence.is_empty() && !finding.checked.is_empty(), "{}", claim.id);
        by_status.entry(finding.status.to_string()).or_default().push(claim.id);
        if matches!(finding.status, Status::Refuted | Status::Gap) {
            let exhibit =
                finding.exhibit.as_ref().unwrap_or_else(|| panic!("{} shows nothing", claim.id));
            assert!(exhibit.command.starts_with("outplay "), "{}: {}", claim.id, exhibit.command);
            if let Some(shown) = &exhibit.picture {
                // What is replayed is played by the rules of the command that shows it.
                let normal = exhibit.command.split(' ').any(|word| word == "--normal-rules");
                assert_eq!(shown.normal_rules, normal, "{}: {}", claim.id, exhibit.command);
                assert!(outplay_lab::picture::svg(shown).is_some(), "{}: {shown:?}", claim.id);
            }
        }
    }
    let found = |status: &str| {
        let mut list = by_status.get(status).cloned().unwrap_or_default();
        list.sort_unstable();
        list
    };
    assert_eq!(found("refuted"), REFUTED);
    assert_eq!(found("gap"), GAPS);
    let misprints: Vec<&str> =
        entries.iter().filter(|e| e.finding.misprint).map(|e| e.claim.id).collect();
    assert_eq!(misprints, MISPRINTS);
    for id in ["unshackle/3.2", "unshackle/3.3", "unshackle/s4-only"] {
        let entry = entries.iter().find(|entry| entry.claim.id == id).unwrap();
        assert!(entry.finding.stands.is_some(), "{id}");
    }
    assert_eq!(found("open"), OPEN);
    // This conjecture is a theorem now.
    assert!(found("verified").contains(&"unshackle/conjecture"));
    let (markdown, html) = (report::markdown(entries), report::html(entries));
    for id in REFUTED.iter().chain(&GAPS) {
        assert!(markdown.contains(&format!("### {id} ")), "{id}");
        assert!(html.contains(&format!("<h3 id=\"{id}\">")), "{id}");
    }
    assert!(html.matches("<svg").count() >= 10);
    // Answers stand apart from corrections.
    for id in ["unshackle/conjecture", "dailly/q-graphs", "dots/density"] {
        assert!(markdown.contains(&format!("**{id}** (")), "{id}");
        assert!(html.contains(&format!("<p><b>{id}</b>")), "{id}");
    }
    assert!(!markdown.contains("**dailly/c43** ("));
}

/// What was decided about single statements, beside their grades.
#[test]
fn decisions_are_told() {
    let told = |id: &str| entries().iter().find(|entry| entry.claim.id == id).unwrap();
    // A missing base case is no gap, but it is named.
    assert!(told("dailly/41").claim.note.contains("|V| = 0, 1"));
    // With three chains or more at both centres there is one exception, with four none.
    let sum = &told("dailly/s4.4-sum").finding;
    let one = "both centres the exceptions are: bipode:2,2,2;2,2,2;1; with two";
    assert!(sum.remarks.iter().any(|remark| remark.contains(one)), "{:?}", sum.remarks);
    // The critical states of Theorem 3.26 have vertices with three simple edges among them.
    let critical = &told("octagons/3.26").finding.evidence;
    assert!(critical.contains("with a vertex of weight 3"), "{critical}");
}

/// What was seen of a statement that is refuted or open: its counterexample, or the evidence.
fn seen(finding: &Finding) -> &str {
    match finding.status {
        Status::Refuted => finding.exhibit.as_ref().map_or("", |exhibit| &exhibit.text),
        Status::Open => &finding.evidence,
        Status::Verified | Status::Gap => "",
    }
}

/// Refuted statements that stay refuted with every defect, by another counterexample: a broken program makes no false statement
/// true. Questions and conjectures stay open, and what was seen of them changes.
const REFUTED_ALL_THE_SAME: [&str; 19] = [
    "dailly/s2.2-values",
    "dailly/s2.2-period",
    "dailly/s4.3-moves",
    "dailly/52",
    "dailly/64",
    "dailly/54",
    "dailly/c63",
    "dailly/fig30",
    "dots/monochrome",
    "unshackle/3.2",
    "unshackle/3.3",
    "octagons/fig4.14",
    "octagons/fig4.15",
    "octagons/3.28",
    "octagons/4.14",
    "hop/5.1-example",
    "hop/appendix-b-lines",
    "hop/appendix-b-code",
    "hop/appendix-c-code",
];

/// Parts of checks in which none of these defects shows: what they ask is arithmetic, or holds of wrong values too. Another part of
/// each of these checks turns.
const PARTS_THAT_STAND: &[(&str, usize)] = &[
    ("dailly/39-cases", 0),
    ("dailly/40-answers", 0),
    ("dots/irreducible", 1),
    ("unshackle/4.7", 1),
    ("octagons/3.26", 1),
    ("octagons/3.26", 2),
    ("octagons/4.6", 0),
    ("octagons/4.7", 0),
    ("octagons/4.15-edges", 1),
    ("octagons/4.18-edges", 1),
    ("hop/5.3.4", 2),
    ("hop/6.1-independent", 0),
    ("hop/5.2-ag22", 1),
];

/// What the defects have done to a claim so far.
struct Broken {
    entry: &'static Entry,
    /// Whether its status turned.
    turned: bool,
    /// Whether what was seen of it changed.
    changed: bool,
    /// The parts of its check that held and did not turn.
    standing: Vec<usize>,
}

impl Broken {
    fn new(entry: &'static Entry) -> Self {
        let held = |(_, (status, _)): &(usize, &(Status, String))| *status == Status::Verified;
        let parts = entry.finding.parts.iter().enumerate().filter(held);
        let standing = parts.map(|(part, _)| part).collect();
        Broken { entry, turned: false, changed: false, standing }
    }

    /// Checks it with a defect. Whether other defects are needed.
    fn is_left(&mut self, context: &mut Context) -> bool {
        let (claim, before) = (self.entry.claim, &self.entry.finding);
        let found = claim.examine(context);
        self.turned |= found.status != before.status;
        self.changed |= seen(&found) != seen(before);
        let holds = |part: usize| found.parts.get(part).is_none_or(|p| p.0 == Status::Verified);
        self.standing.retain(|&part| holds(part));
        !self.turned || !self.standing.is_empty()
    }
}

/// A status says something only if it could have come out otherwise: every claim notices some defect of the program, and so do
/// all parts of its check but [`PARTS_THAT_STAND`].
#[test]
fn every_claim_notices_a_defect() {
    let mut left: Vec<Broken> = entries().iter().map(Broken::new).collect();
    for mutation in Mutation::ALL {
        left = on_a_large_stack(move || {
            let mut budget = Budget::unlimited();
            let mut context = Context::new(&mut budget, false, How::default()).with(mutation);
            left.retain_mut(|broken| broken.is_left(&mut context));
            left
        });
    }
    let with = |status: Status, changed: bool| {
        let fits = |broken: &&Broken| {
            broken.entry.finding.status == status && !broken.turned && broken.changed == changed
        };
        left.iter().filter(fits).map(|broken| broken.entry.claim.id).collect::<Vec<_>>()
    };
    assert_eq!(with(Status::Verified, false), [""; 0], "verified, and no defect shows");
    assert_eq!(with(Status::Gap, false), [""; 0], "a gap, and no defect shows");
    assert_eq!(with(Status::Refuted, false), [""; 0], "refuted, and no defect shows");
    assert_eq!(with(Status::Open, false), [""; 0], "open, and no defect shows");
    assert_eq!(with(Status::Refuted, true), REFUTED_ALL_THE_SAME);
    let mut standing = Vec::new();
    for Broken { entry, standing: parts, .. } in &left {
        for &part in parts {
            eprintln!("{}, part {part}: {}", entry.claim.id, entry.finding.parts[part].1);
            standing.push((entry.claim.id, part));
        }
    }
    assert_eq!(standing, PARTS_THAT_STAND, "parts of checks in which no defect shows");
}

/// Defects sit behind what checks ask: no check knows of them.
#[test]
fn no_check_knows_of_defects() {
    let mut folders =
        vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src/papers"))];
    let mut read = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(!text.contains("Mutation") && !text.contains("wrong_"), "{}", path.display());
            read += 1;
        }
    }
    assert!(read > 20, "{read}");
}

/// A claim made of a check alone.
fn claim(check: outplay_lab::claim::Check) -> Claim {
    Claim {
        id: "dailly/0",
        place: "nowhere",
        statement: "false",
        method: "as the others",
        note: "",
        check,
    }
}

#[test]
fn false_statements_are_refuted_by_the_smallest_counterexample() {
    // Theorem 44 with the wrong modulus.
    let wrong_modulus = claim(|context| {
        sweep(context, 0..=9u32, "chains", |context, &m| {
            let value = context.grundy("octal:0.33", &format!("path:{m}"))?;
            Ok((value != m % 2).then(|| Exhibit::new(format!("path:{m}"), String::new())))
        })
    });
    let finding = examine(&wrong_modulus);
    assert_eq!((finding.status, &finding.evidence[..]), (Status::Refuted, "path:2"));
    // Theorem 4.5 for the wrong player.
    let wrong_player = claim(|context| {
        sweep(context, 2..=3u32, "squares", |context, n| {
            let margin = context.margin(&format!("unshackle grid:{n}x{n}"))?;
            Ok((margin <= 0).then(|| Exhibit::new(format!("{n}"), String::new())))
        })
    });
    assert_eq!(examine(&wrong_player).status, Status::Refuted);
    // A wrong number among right ones, and a part of a whole that fails.
    let wrong_number = claim(|context| {
        let values = context.heaps("0.137", 5)?;
        let list = [1, 1, 2, 1]
            .into_iter()
            .zip(1..)
            .map(|(claimed, n)| (format!("{n}"), claimed, values[n], String::new()));
        Ok(all([Finding::verified("", ""), facts(list, "heaps")]))
    });
    let finding = examine(&wrong_number);
    assert_eq!((finding.status, &finding.evidence[..]), (Status::Refuted, "4 is 0, not 1"));
}

#[test]
fn a_gap_never_hides_a_refutation() {
    let gap = || Exhibit::new("the argument stops", "outplay");
    let refuted = Finding::refuted(Exhibit::new("no", "outplay"), "all");
    assert_eq!(refuted.with_gap(gap()).status, Status::Refuted);
    let held = Finding::verified("yes", "all").with_gap(gap());
    assert_eq!((held.status, &held.evidence[..]), (Status::Gap, "yes. But the argument stops"));
    assert_eq!(Finding::open("perhaps", "some").with_gap(gap()).status, Status::Open);
}

#[test]
fn a_check_that_is_stopped_leaves_the_statement_open() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let mut budget = Budget::new(limits, &|_| {});
    let claim = catalogue::find("dailly/c43").unwrap();
    let finding = claim.examine(&mut Context::new(&mut budget, false, How::default()));
    assert_eq!((finding.status, finding.stopped), (Status::Open, Some(Stopped::Time)));
}

#[test]
fn tables_are_rectangular_and_agree_with_the_solver() {
    on_a_large_stack(|| {
        let mut budget = Budget::unlimited();
        let mut context = Context::new(&mut budget, false, How::default());
        for named in tables::tables() {
            let table = (named.make)(&mut context).unwrap();
            assert!(!table.rows.is_empty(), "{}", named.name);
            assert!(
                table.rows.iter().all(|row| row.len() == table.columns.len()),
                "{}",
                named.name
            );
        }
        // Cells of Tables 4 and 5 that are small enough to be solved vertex by vertex.
        for (name, m) in [("dailly/4", 1), ("dailly/t5", 2)] {
            let table = (tables::find(name).unwrap().make)(&mut context).unwrap();
            let mut compared = 0;
            for row in &table.rows {
                let n: Vec<usize> =
                    row.iter().map(|cell| cell.to_string().parse().unwrap()).collect();
                if n[0] + 2 * n[1] + n[2] + 2 * n[3] > 6 {
                    continue;
                }
                let side = |ones: usize, twos: usize| {
                    let chains = [vec!["1"; ones], vec!["2"; twos], vec!["0"]].concat();
                    chains.join(",")
                };
                let board = format!("bipode:{};{};{m}", side(n[0], n[1]), side(n[2], n[3]));
                assert_eq!(context.grundy("octal:0.33", &board).unwrap() as usize, n[4], "{board}");
                compared += 1;
            }
            assert!(compared > 50, "{compared}");
        }
    });
}
