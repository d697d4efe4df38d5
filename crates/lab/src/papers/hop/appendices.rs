//! Appendices A to D: the line matrices and the programs, run as printed and as mended.
//!
//! The programs are for MATLAB. They are followed here line by line, with chance where they draw lots; a `0` that our copy
//! has for the letter O (`OTemp=0`) is read as the letter.

use outplay_rules::moves::Move;
use outplay_rules::ruleset::{Game, Ruleset};
use outplay_solve::limits::Stopped;

use super::boards::{is_affine, is_projective};
use crate::claim::{Claim, Exhibit, Finding, facts, sweep};
use crate::context::{Context, expect, ruleset};
use crate::lots::Lots;

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "hop/appendix-a-lines",
        place: "Appendix A, the matrix Lines",
        statement: "The 20 columns printed are the lines of AG(2,4), in their parallel classes.",
        method: "The axioms of an affine plane, and that each group of four columns covers the points.",
        note: "",
        check: |context| matrix(context, &lines_of(context, &AG_2_4), "ag:2,4"),
    },
    Claim {
        id: "hop/appendix-b-lines",
        place: "Appendix B, the matrix Lines",
        statement: "The 30 columns printed are the lines of AG(2,5), in their parallel classes.",
        method: "The axioms of an affine plane; then every way to change one point of one column, and to put a zero back into the columns of 24 digits.",
        note: "Seven columns (H1 to H5, V1, T1) have 24 digits in our copy, one too few; which zero is missing follows from the others.",
        check: appendix_b_lines,
    },
    Claim {
        id: "hop/appendix-c-lines",
        place: "Appendix C, the matrix Lines",
        statement: "The seven vectors printed are the lines of PG(2,2), and the loops make of them the 2401 winning sets of Fire and Ice.",
        method: "The axioms of a projective plane for the columns of the matrix L and for its rows; the sets that the loops make, counted and compared.",
        note: "The loops use the rows of L where its columns are the lines. The rows are the lines of a plane too (its \
               dual), so the board is the same up to the names of the points.",
        check: appendix_c_lines,
    },
    Claim {
        id: "hop/appendix-a-code",
        place: "Appendix A, the programs",
        statement: "The program plays the hop game on AG(2,4), both players by weights, and Xavier wins.",
        method: "It is run 200 times, with ties broken at random, as the program breaks them.",
        note: "It shows that Xavier beats one Olivia. That he beats every Olivia is hop/3.4.2.",
        check: appendix_a_code,
    },
    Claim {
        id: "hop/appendix-b-code",
        place: "Appendix B, the programs",
        statement: "The program plays the hop game on AG(2,5), both players by weights, and Olivia draws.",
        method: "As printed it calls PointWeights, which no appendix defines. With the function that the text \
                 describes it is run 200 times otherwise as printed, and 200 times with the temporary vectors reset.",
        note: "The printed functions XavierGVM and OliviaGVMalpha are never called. In the loop over Xavier's points \
               the vectors XAVIERTEMP and OLIVIATEMP are not reset, so each point is weighed as if all earlier ones \
               had hopped as well.",
        check: appendix_b_code,
    },
    Claim {
        id: "hop/appendix-c-code",
        place: "Appendix C, the programs",
        statement: "The program plays Fire and Ice by the rules, each player by the beta-weight, and FIRE wins.",
        method: "It is run 20 times as printed, each hop checked against the rules, and 20 times with the choice \
                 matrix cleared before each turn of FIRE.",
        note: "XavierChoiceMatrix is filled with zeros only once. Columns of points that FIRE owned on an earlier turn \
               keep their weights, and the greatest weight may be among them.",
        check: appendix_c_code,
    },
    Claim {
        id: "hop/appendix-d-code",
        place: "Appendix D, the function LineWeights",
        statement: "LineWeights gives a line with an O the weight 0 and any other 2^-u, with u open points.",
        method: "The function, followed step by step, against that definition, for all placements of X and O on \
                 AG(2,2) and on up to three points each of AG(2,3).",
        note: "",
        check: appendix_d_code,
    },
];

/// Columns H1 to T4 of appendix A: where the ones are.
const AG_2_4: [[usize; 4]; 20] = [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [9, 10, 11, 12],
    [13, 14, 15, 16],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [4, 8, 12, 16],
    [1, 6, 11, 16],
    [2, 5, 12, 15],
    [3, 8, 9, 14],
    [4, 7, 10, 13],
    [1, 7, 12, 14],
    [2, 8, 11, 13],
    [3, 5, 10, 16],
    [4, 6, 9, 15],
    [1, 8, 10, 15],
    [2, 7, 9, 16],
    [3, 6, 12, 13],
    [4, 5, 11, 14],
];

/// Columns H1 to T5 of appendix B: their digits, and where the ones are.
const AG_2_5: [(&str, usize, [usize; 5]); 30] = [
    ("H1", 24, [1, 2, 3, 4, 5]),
    ("H2", 24, [6, 7, 8, 9, 10]),
    ("H3", 24, [11, 12, 13, 14, 15]),
    ("H4", 24, [16, 17, 18, 19, 20]),
    ("H5", 24, [20, 21, 22, 23, 24]),
    ("V1", 24, [1, 6, 11, 16, 21]),
    ("V2", 25, [2, 7, 12, 17, 22]),
    ("V3", 25, [3, 8, 13, 18, 23]),
    ("V4", 25, [4, 9, 14, 19, 24]),
    ("V5", 25, [5, 10, 15, 20, 25]),
    ("Q1", 25, [1, 10, 14, 18, 22]),
    ("Q2", 25, [2, 6, 15, 19, 23]),
    ("Q3", 25, [3, 7, 11, 20, 24]),
    ("Q4", 25, [4, 8, 12, 16, 25]),
    ("Q5", 25, [5, 9, 13, 17, 21]),
    ("R1", 25, [1, 9, 12, 20, 23]),
    ("R2", 25, [2, 10, 13, 16, 24]),
    ("R3", 25, [3, 6, 14, 17, 25]),
    ("R4", 25, [4, 7, 15, 18, 21]),
    ("R5", 25, [5, 8, 11, 19, 22]),
    ("S1", 25, [1, 8, 15, 17, 24]),
    ("S2", 25, [2, 9, 11, 19, 25]),
    ("S3", 25, [3, 10, 12, 19, 21]),
    ("S4", 25, [4, 6, 13, 20, 22]),
    ("S5", 25, [5, 7, 14, 16, 23]),
    ("T1", 24, [1, 7, 13, 19, 24]),
    ("T2", 25, [2, 8, 14, 20, 21]),
    ("T3", 25, [3, 9, 15, 16, 22]),
    ("T4", 25, [4, 10, 11, 17, 23]),
    ("T5", 25, [5, 6, 12, 18, 24]),
];

/// The vectors a to g of appendix C: where the ones are.
const PG_2_2: [[usize; 3]; 7] =
    [[1, 5, 6], [1, 4, 7], [1, 2, 3], [3, 6, 7], [3, 4, 5], [2, 5, 7], [2, 4, 6]];

fn lines_of<const K: usize>(context: &Context, columns: &[[usize; K]]) -> Vec<Vec<usize>> {
    let from_zero = |column: &[usize; K]| column.iter().map(|p| p - 1).collect();
    context.printed(columns.iter().map(from_zero).collect())
}

/// Whether lists of lines in groups of q are the parallel classes of an affine plane.
fn in_classes(lines: &[Vec<usize>], q: usize) -> bool {
    let covers = |class: &[Vec<usize>]| {
        let mut points: Vec<usize> = class.iter().flatten().copied().collect();
        points.sort_unstable();
        points == (0..q * q).collect::<Vec<_>>()
    };
    is_affine(lines) && lines.chunks(q).all(covers)
}

fn matrix(context: &mut Context, printed: &[Vec<usize>], name: &str) -> Result<Finding, Stopped> {
    let q = printed[0].len();
    let same = in_classes(printed, q) && printed.len() == context.lines(name).len();
    let command = format!("outplay weights positional {name}");
    Ok(facts(
        [("that they are the lines in their classes".to_string(), true, same, command)],
        "every column",
    ))
}

/// The ways to put a zero back into a column of too few digits.
fn restored(digits: usize, points: &[usize]) -> Vec<Vec<usize>> {
    if digits == 25 {
        return vec![points.to_vec()];
    }
    let mut ways: Vec<Vec<usize>> = (1..=25)
        .map(|zero| points.iter().map(|&p| if p >= zero { p + 1 } else { p }).collect())
        .collect();
    ways.dedup();
    ways
}

fn meets_once(line: &[usize], others: &[Vec<usize>]) -> bool {
    let shared = |other: &Vec<usize>| line.iter().filter(|p| other.contains(p)).count();
    others.iter().all(|other| other == line || shared(other) <= 1)
}

/// The plane that whole columns and restored ones make, if they make one.
fn completed(whole: &[Vec<usize>], short: &[Vec<Vec<usize>>]) -> Option<Vec<Vec<usize>>> {
    if !whole.iter().all(|line| meets_once(line, whole)) {
        return None;
    }
    let mut lines = whole.to_vec();
    for ways in short {
        lines
            .push(ways.iter().find(|way| !lines.contains(way) && meets_once(way, &lines))?.clone());
    }
    let zero_based: Vec<Vec<usize>> =
        lines.iter().map(|line| line.iter().map(|p| p - 1).collect()).collect();
    is_affine(&zero_based).then_some(lines)
}

fn appendix_b_lines(context: &mut Context) -> Result<Finding, Stopped> {
    let columns = context.printed(AG_2_5.to_vec());
    let names: Vec<&str> = columns.iter().filter(|c| c.1 == 25).map(|c| c.0).collect();
    let whole: Vec<Vec<usize>> =
        columns.iter().filter(|c| c.1 == 25).map(|c| c.2.to_vec()).collect();
    let short: Vec<Vec<Vec<usize>>> =
        columns.iter().filter(|c| c.1 < 25).map(|c| restored(c.1, &c.2)).collect();
    let checked = "every column, and every change of one point";
    if completed(&whole, &short).is_some() {
        return Ok(Finding::verified("they are the lines of a plane", checked));
    }
    let clash = whole.iter().enumerate().find_map(|(i, a)| {
        let j = whole[..i].iter().position(|b| a.iter().filter(|p| b.contains(p)).count() > 1)?;
        Some((j, i))
    });
    let mut mends = Vec::new();
    for (i, line) in whole.iter().enumerate() {
        context.budget.check()?;
        for at in 0..line.len() {
            for point in (1..=25).filter(|p| !line.contains(p)) {
                let mut changed = whole.clone();
                changed[i][at] = point;
                if completed(&changed, &short).is_some() {
                    mends.push(format!("{} has {} instead of {point}", names[i], line[at]));
                }
            }
        }
    }
    let text = match clash {
        Some((j, i)) => format!(
            "{} = {:?} and {} = {:?} share two points",
            names[j], whole[j], names[i], whole[i]
        ),
        None => "they are not the lines of a plane".to_string(),
    };
    let held = facts(
        [(
            "the number of changes of one point that make a plane".to_string(),
            1,
            mends.len(),
            String::new(),
        )],
        checked,
    );
    let text =
        format!("{text}; changes of one point that make a plane of them: {}", mends.join(", "));
    let exhibit = Exhibit::new(text, "outplay claims show hop/appendix-b-lines");
    let meant =
        format!("{}; with that point changed they are the lines of AG(2,5)", mends.join(" or "));
    Ok(Finding::refuted(exhibit, checked).misprint(meant, &held))
}

/// The winning sets that the loops of appendix C make: the rows of L, an island's line for each point of a line of islands.
fn fire_and_ice_sets(columns: &[Vec<usize>]) -> Vec<u64> {
    let rows: Vec<Vec<usize>> =
        (0..7).map(|p| (0..columns.len()).filter(|&c| columns[c].contains(&p)).collect()).collect();
    let bits =
        |island: usize, row: &[usize]| row.iter().fold(0u64, |set, p| set | 1 << (7 * island + p));
    let mut sets = Vec::new();
    for islands in &rows {
        for k in &rows {
            for j in &rows {
                for l in &rows {
                    let chosen = islands.iter().zip([j, k, l]);
                    sets.push(chosen.fold(0, |set, (&island, row)| set | bits(island, row)));
                }
            }
        }
    }
    sets
}

fn appendix_c_lines(context: &mut Context) -> Result<Finding, Stopped> {
    let columns = lines_of(context, &PG_2_2);
    let rows: Vec<Vec<usize>> =
        (0..7).map(|p| (0..columns.len()).filter(|&c| columns[c].contains(&p)).collect()).collect();
    let mut sets = fire_and_ice_sets(&columns);
    let all_nine = sets.iter().all(|set| set.count_ones() == 9);
    sets.sort_unstable();
    sets.dedup();
    let command = "outplay table hop/nested".to_string();
    let row = |name: &str, claimed: usize, found: usize| {
        (name.to_string(), claimed, found, command.clone())
    };
    Ok(facts(
        [
            row(
                "that the columns are the lines of a plane (1 for yes)",
                1,
                is_projective(&columns) as usize,
            ),
            row("that the rows are, too (1 for yes)", 1, is_projective(&rows) as usize),
            row("the number of different winning sets", 2401, sets.len()),
            row("that all have nine points (1 for yes)", 1, all_nine as usize),
        ],
        "the seven vectors and the sets made of them",
    ))
}

fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |p| set >> p & 1 == 1)
}

/// A program's board: its lines as bits, and how many points there are.
struct Program {
    points: usize,
    lines: Vec<u64>,
}

impl Program {
    fn new(points: usize, lines: Vec<u64>) -> Self {
        Program { points, lines }
    }

    fn open(&self, x: u64, o: u64) -> u64 {
        ((1 << self.points) - 1) & !x & !o
    }

    /// LineWeights of appendix D, in units of 2^-9.
    fn line_weights(&self, x: u64, o: u64) -> Vec<u64> {
        let open = self.open(x, o);
        let weight = |line: &u64| if line & o != 0 { 0 } else { 512 >> (line & open).count_ones() };
        self.lines.iter().map(weight).collect()
    }

    fn weight(&self, x: u64, o: u64) -> u64 {
        self.line_weights(x, o).iter().sum()
    }

    fn has_line(&self, owned: u64) -> bool {
        self.lines.iter().any(|line| line & !owned == 0)
    }

    fn all_blocked(&self, o: u64) -> bool {
        self.lines.iter().all(|line| line & o != 0)
    }

    /// Olivia's turn: hops after which Xavier's lines weigh least, of these one whose heaviest lines are lightest, then by lot.
    fn olivia(
        &self,
        x: u64,
        o: u64,
        hops: &[(usize, usize)],
        lots: &mut Lots,
    ) -> Option<(usize, usize)> {
        let after = |&(p, q): &(usize, usize)| (x | 1 << p, o & !(1 << p) | 1 << q);
        let weigh = |hop: &(usize, usize)| {
            let (x, o) = after(hop);
            self.weight(x, o)
        };
        let least = hops.iter().map(weigh).min()?;
        let best: Vec<(usize, usize)> =
            hops.iter().copied().filter(|hop| weigh(hop) == least).collect();
        let sequence = |hop: &(usize, usize)| {
            let (x, o) = after(hop);
            let mut weights = self.line_weights(x, o);
            weights.sort_unstable_by(|a, b| b.cmp(a));
            weights
        };
        let sequences: Vec<Vec<u64>> = best.iter().map(sequence).collect();
        let lightest = sequences.iter().min()?;
        let tied: Vec<(usize, usize)> = best
            .iter()
            .zip(&sequences)
            .filter(|(_, s)| *s == lightest)
            .map(|(hop, _)| *hop)
            .collect();
        lots.pick(&tied).copied()
    }
}

/// Every hop from points of a set to open ones.
fn hops(from: u64, open: u64) -> Vec<(usize, usize)> {
    bits(from).flat_map(|p| bits(open).map(move |q| (p, q))).collect()
}

fn as_bits(lines: &[Vec<usize>]) -> Vec<u64> {
    lines.iter().map(|line| line.iter().fold(0, |set, p| set | 1 << p)).collect()
}

/// Whether Xavier wins a run of the program of appendix A.
fn run_a(program: &Program, lots: &mut Lots) -> bool {
    let (mut x, mut o) = (1u64, 0u64);
    for turn in 1..program.points {
        let open = program.open(x, o);
        if turn % 2 == 1 {
            let after = |&(p, q): &(usize, usize)| (x & !(1 << p) | 1 << q, o | 1 << p);
            let all = hops(x, open);
            let hers = |hop: &(usize, usize)| program.weight(after(hop).1, after(hop).0);
            let his = |hop: &(usize, usize)| program.weight(after(hop).0, after(hop).1);
            let Some(least) = all.iter().map(hers).min() else { return false };
            let best: Vec<_> = all.into_iter().filter(|hop| hers(hop) == least).collect();
            let most = best.iter().map(his).max();
            let best: Vec<_> = best.into_iter().filter(|hop| Some(his(hop)) == most).collect();
            let Some(hop) = lots.pick(&best) else { return false };
            (x, o) = after(hop);
            if program.has_line(x) {
                return true;
            }
        } else {
            let Some((p, q)) = program.olivia(x, o, &hops(o, open), lots) else { return false };
            (x, o) = (x | 1 << p, o & !(1 << p) | 1 << q);
            if program.all_blocked(o) {
                return false;
            }
        }
    }
    false
}

/// How many of some runs end as claimed.
fn runs(
    context: &mut Context,
    count: u64,
    mut run: impl FnMut(&mut Lots) -> bool,
) -> Result<u64, Stopped> {
    let mut won = 0;
    for seed in 0..count {
        context.budget.check()?;
        won += context.found_run(run(&mut Lots::new(seed))) as u64;
    }
    Ok(won)
}

fn appendix_a_code(context: &mut Context) -> Result<Finding, Stopped> {
    let program = Program::new(16, as_bits(&lines_of(context, &AG_2_4)));
    let won = runs(context, 200, |lots| run_a(&program, lots))?;
    let command = "outplay claims show hop/appendix-a-code".to_string();
    Ok(facts(
        [("the number of 200 runs that Xavier wins".to_string(), 200, won, command)],
        "200 runs",
    ))
}

/// Whether Olivia draws a run of the program of appendix B, with PointWeights as the text has it: the weight of the
/// lines through an open point. As printed the temporary vectors are not reset from one of Xavier's points to the next.
fn run_b(program: &Program, reset: bool, lots: &mut Lots) -> bool {
    let point_weights = |x: u64, o: u64, open: u64| -> Vec<(usize, u64)> {
        let weights = program.line_weights(x, o);
        let of = |p: usize| {
            program
                .lines
                .iter()
                .zip(&weights)
                .filter(|(l, _)| *l >> p & 1 == 1)
                .map(|(_, w)| w)
                .sum()
        };
        bits(open).map(|p| (p, of(p))).collect()
    };
    let heaviest = |weights: &[(usize, u64)]| -> Vec<usize> {
        let most = weights.iter().map(|(_, w)| *w).max();
        weights.iter().filter(|(_, w)| Some(*w) == most).map(|(p, _)| *p).collect()
    };
    let (mut x, mut o, mut alpha) = (1u64, 0u64, 0u64);
    for turn in 1..program.points {
        let open = program.open(x, o | alpha);
        if turn % 2 == 1 {
            let weights = point_weights(x, o, open);
            if weights.iter().all(|(_, w)| *w == 0) {
                return true;
            }
            let Some(&q) = lots.pick(&heaviest(&weights)) else { return true };
            let (mut tx, mut to) = (x, o);
            let mut options = Vec::new();
            for j in bits(x) {
                if reset {
                    (tx, to) = (x, o);
                }
                tx = (tx | 1 << q) & !(1 << j);
                to |= 1 << j;
                options.push((j, program.weight(tx, to)));
            }
            let Some(&p) = lots.pick(&heaviest(&options)) else { return false };
            x = x & !(1 << p) | 1 << q;
            alpha = 1 << p;
            if program.has_line(x) {
                return false;
            }
        } else {
            let weights = point_weights(x | alpha, o, open);
            let Some(&q) = lots.pick(&heaviest(&weights)) else { return true };
            o |= 1 << q;
            x |= alpha;
            alpha = 0;
            if program.has_line(x) && !program.has_line(o) {
                return false;
            }
            if program.all_blocked(o) {
                return true;
            }
        }
    }
    true
}

/// What the main program of appendix B calls, and what appendices B and D define.
const CALLED: [&str; 2] = ["PointWeights", "LineWeights"];
const DEFINED: [&str; 3] = ["XavierGVM", "OliviaGVMalpha", "LineWeights"];

fn appendix_b_code(context: &mut Context) -> Result<Finding, Stopped> {
    let program = Program::new(25, as_bits(&context.lines("ag:2,5")));
    let printed = runs(context, 200, |lots| run_b(&program, false, lots))?;
    let mended = runs(context, 200, |lots| run_b(&program, true, lots))?;
    let command = "outplay claims show hop/appendix-b-code";
    let missing: Vec<&str> =
        CALLED.iter().copied().filter(|name| !DEFINED.contains(name)).collect();
    let held = facts(
        [(
            "the number of 200 runs that Olivia draws".to_string(),
            200,
            mended,
            command.to_string(),
        )],
        "200 runs",
    );
    let checked = "the names called, and 200 runs of each version";
    let told = format!(
        "with PointWeights as the text describes it Olivia draws {printed} of 200 runs as otherwise printed, and \
         {mended} of 200 with the temporary vectors reset"
    );
    if missing.is_empty() {
        return Ok(held.remark(told));
    }
    let text = format!(
        "it cannot be run as printed: {} is called and nowhere defined; {told}",
        missing.join(", ")
    );
    Ok(Finding::refuted(Exhibit::new(text, command), checked).misprint(
        "with PointWeights defined and the temporary vectors reset, Olivia draws every run",
        &held,
    ))
}

/// What a run of the program of appendix C comes to.
enum RunC {
    Won(usize),
    NotWon,
    /// The moves before one that the rules forbid, and that one.
    Illegal(Vec<(usize, usize)>, (usize, usize)),
}

/// A run of appendix C; `clear` empties the choice matrix before each turn of FIRE.
fn run_c(program: &Program, clear: bool, lots: &mut Lots) -> RunC {
    let near = |p: usize, open: u64| -> Vec<usize> {
        bits(open).filter(|q| q / 7 == p / 7 || q % 7 == p % 7).collect()
    };
    let (mut x, mut o) = (1u64, 0u64);
    let mut matrix = vec![[0u64; 49]; 49];
    let mut line = Vec::new();
    for turn in 1..=48 {
        let open = program.open(x, o);
        if turn % 2 == 1 {
            if clear {
                matrix.iter_mut().for_each(|column| *column = [0; 49]);
            }
            for p in bits(x) {
                matrix[p] = [0; 49];
                for q in near(p, open) {
                    matrix[p][q] = program.weight(x & !(1 << p) | 1 << q, o | 1 << p);
                }
            }
            let most = matrix.iter().flatten().max().copied();
            let best: Vec<(usize, usize)> = (0..49)
                .flat_map(|p| (0..49).map(move |q| (p, q)))
                .filter(|&(p, q)| Some(matrix[p][q]) == most)
                .collect();
            let Some(&(p, q)) = lots.pick(&best) else { return RunC::NotWon };
            if x >> p & 1 == 0 || !near(p, open).contains(&q) {
                return RunC::Illegal(line, (p, q));
            }
            (x, o) = (x & !(1 << p) | 1 << q, o | 1 << p);
            line.push((p, q));
        } else {
            let all: Vec<(usize, usize)> =
                bits(o).flat_map(|p| near(p, open).into_iter().map(move |q| (p, q))).collect();
            let Some((p, q)) = program.olivia(x, o, &all, lots) else { return RunC::NotWon };
            (x, o) = (x | 1 << p, o & !(1 << p) | 1 << q);
            line.push((p, q));
        }
        // The program looks for a win after FIRE's own turns only.
        if turn % 2 == 1 && program.has_line(x) {
            return RunC::Won(turn);
        }
    }
    RunC::NotWon
}

fn appendix_c_code(context: &mut Context) -> Result<Finding, Stopped> {
    let program = Program::new(49, fire_and_ice_sets(&lines_of(context, &PG_2_2)));
    const RUNS: u64 = 20;
    let name = |(p, q): &(usize, usize)| {
        format!("{}.{}>{}.{}", p / 7 + 1, p % 7 + 1, q / 7 + 1, q % 7 + 1)
    };
    let (mut first, mut illegal): (Option<(Vec<_>, _)>, u64) = (None, 0);
    for seed in 0..RUNS {
        context.budget.check()?;
        if let RunC::Illegal(line, hop) = run_c(&program, false, &mut Lots::new(seed)) {
            illegal += 1;
            if first.as_ref().is_none_or(|(shortest, _)| line.len() < shortest.len()) {
                first = Some((line, hop));
            }
        }
    }
    let mut turns = Vec::new();
    let won = runs(context, RUNS, |lots| match run_c(&program, true, lots) {
        RunC::Won(turn) => {
            turns.push(turn);
            true
        }
        _ => false,
    })?;
    let range = format!(
        "on turns {} to {}",
        turns.iter().min().unwrap_or(&0),
        turns.iter().max().unwrap_or(&0)
    );
    let told = format!(
        "with the choice matrix cleared before each turn FIRE wins {won} of {RUNS} runs, {range}"
    );
    let checked = format!("{RUNS} runs of each version");
    let Some((line, hop)) = first else {
        return Ok(Finding::open("no run broke the rules", checked).remark(told));
    };
    let shown: Vec<String> = line.iter().map(&name).collect();
    let text = format!(
        "{illegal} of {RUNS} runs as printed break the rules: on turn {} FIRE hops {} in a run that began {}, from a point that is not FIRE's; {told}",
        line.len() + 1,
        name(&hop),
        shown.join(" ")
    );
    // The rules of this program say the same: the moves before are legal, that one is not.
    let legal = legal_until(&line, hop);
    let start = "fire-and-ice \"[pg:2,2 : pg:2,2]\" --start 1.1";
    let exhibit = Exhibit::new(
        text,
        format!("outplay moves {start} --after \"{}\" --time 1", shown.join(" ")),
    );
    let held = facts(
        [("the number of runs that FIRE wins".to_string(), RUNS, won, String::new())],
        &checked,
    );
    Ok(if legal {
        Finding::refuted(exhibit, checked)
            .misprint("with the choice matrix cleared before each turn FIRE wins every run", &held)
    } else {
        Finding::open("the rules allow the hop", checked)
    })
}

/// Whether hops are legal by the rules and one more is not.
fn legal_until(line: &[(usize, usize)], hop: (usize, usize)) -> bool {
    let cases = expect(ruleset("fire-and-ice [pg:2,2 : pg:2,2] --start 1.1"));
    let Ruleset::Points(Game::Positional(rules)) = cases.first() else { return false };
    let mut position = rules.start();
    let as_move = |&(p, q): &(usize, usize)| Move::Hop { from: p as u16, to: q as u16 };
    for hop in line {
        if !rules.moves(&position).contains(&as_move(hop)) {
            return false;
        }
        position = rules.apply(&position, &as_move(hop)).position;
    }
    !rules.moves(&position).contains(&as_move(&hop))
}

fn appendix_d_code(context: &mut Context) -> Result<Finding, Stopped> {
    let boards = ["ag:2,2", "ag:2,3"];
    sweep(context, boards, "boards, X and O on up to three points each", |context, name| {
        let board = context.lines(name);
        let points = board.iter().flatten().max().map_or(0, |p| p + 1);
        let program = Program::new(points, as_bits(&board));
        let few: Vec<u64> = (0..1u64 << points).filter(|set| set.count_ones() <= 3).collect();
        for &x in &few {
            for &o in few.iter().filter(|o| *o & x == 0) {
                let weights = program.line_weights(x, o);
                for (line, weight) in board.iter().zip(weights) {
                    let defined = context.line_weight(line, x, o);
                    if weight != defined {
                        let text = format!(
                            "on {name} the line {line:?} weighs {weight}/512, not {defined}/512"
                        );
                        return Ok(Some(Exhibit::new(
                            text,
                            format!("outplay weights positional {name}"),
                        )));
                    }
                }
            }
        }
        Ok(None)
    })
}
