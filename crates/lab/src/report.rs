//! The catalogue with its results, as Markdown or as a page.

use std::fmt::Write;

use serde::Serialize;

use crate::claim::{Claim, Exhibit, Finding, PAPERS, Shown, Status};
use crate::picture;

/// A claim and what was found out about it.
pub struct Entry {
    /// The claim.
    pub claim: &'static Claim,
    /// The finding.
    pub finding: Finding,
}

const ORDER: [Status; 4] = [Status::Refuted, Status::Gap, Status::Open, Status::Verified];

/// How many entries have a status.
fn count(entries: &[&Entry], status: Status) -> usize {
    entries.iter().filter(|entry| entry.finding.status == status).count()
}

/// How many statements came out how; misprints are told apart from other statements that do not hold.
pub fn summary(entries: &[&Entry]) -> String {
    let misprints = entries.iter().filter(|entry| entry.finding.misprint).count();
    let part = |status: Status| {
        let count = count(entries, status);
        match (status, misprints) {
            (Status::Refuted, 1..) => {
                format!(
                    "{} refuted and {misprints} misprint{}",
                    count - misprints,
                    plural(misprints)
                )
            }
            (Status::Gap, _) => format!("{count} with a gap"),
            _ => format!("{count} {status}"),
        }
    };
    ORDER.iter().rev().map(|&status| part(status)).collect::<Vec<_>>().join(", ")
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The status in a word, misprints told apart.
pub fn grade(finding: &Finding) -> &'static str {
    match finding.status {
        Status::Refuted if finding.misprint => "misprint",
        Status::Refuted => "refuted",
        Status::Verified => "verified",
        Status::Gap => "gap",
        Status::Open => "open",
    }
}

/// What the authors may want to correct: what is false, and what an argument or a wording leaves out.
fn errata<'a>(entries: &[&'a Entry]) -> Vec<&'a Entry> {
    let is_one = |e: &&&Entry| matches!(e.finding.status, Status::Refuted | Status::Gap);
    entries.iter().filter(is_one).copied().collect()
}

/// How the page came about and can be checked.
fn made_by(entries: &[&Entry]) -> String {
    format!(
        "Checked by Outplay {}: {} statement{}, {}. Statements are given in our words. Each correction below is the smallest that was found, and comes with a command that shows it.",
        env!("CARGO_PKG_VERSION"),
        entries.len(),
        plural(entries.len()),
        summary(entries)
    )
}

/// The report as Markdown. Pictures stand in the HTML report.
pub fn markdown(entries: &[Entry]) -> String {
    let all: Vec<&Entry> = entries.iter().collect();
    let mut text = String::from("# Published statements, checked\n\n");
    let _ = writeln!(text, "{}\n", made_by(&all));
    text.push_str(LEGEND_MARKDOWN);
    for (paper, title) in PAPERS {
        let of: Vec<&Entry> = all.iter().copied().filter(|e| e.claim.paper() == paper).collect();
        if of.is_empty() {
            continue;
        }
        let _ = writeln!(
            text,
            "\n## {title}\n\n{} statement{}: {}.\n",
            of.len(),
            plural(of.len()),
            summary(&of)
        );
        for entry in errata(&of) {
            markdown_entry(&mut text, entry);
        }
        text.push_str("| id | status | statement | evidence |\n| --- | --- | --- | --- |\n");
        for entry in of {
            let cell = |s: &str| s.replace('|', "\\|").replace('\n', " ");
            let (claim, finding) = (entry.claim, &entry.finding);
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} |",
                claim.id,
                grade(finding),
                cell(claim.statement),
                cell(&format!("{} ({})", finding.evidence, finding.checked))
            );
        }
    }
    text
}

const LEGEND_MARKDOWN: &str = "\
- `verified`: it holds for everything up to the bound, or for all sizes by the argument given.
- `refuted`: false as printed; a counterexample is given.
- `misprint`: false as printed, but the intended statement holds.
- `gap`: it holds as far as checked, but the argument or the wording does not suffice.
- `open`: not settled.
";

/// A sentence. What begins with a board or a symbol keeps its first letter: `ttt:3`, `m, n up to 12`.
fn full(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let word = text.split_whitespace().next().unwrap_or_default().trim_end_matches(',');
    let is_word = word.chars().all(char::is_alphabetic) && (word.len() > 1 || word == "a");
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if is_word => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        _ => format!("{text}."),
    }
}

/// The parts of a correction, each with its heading: what is stated, what is wrong, what stands, and what else there is to say.
fn correction(entry: &Entry) -> Vec<(&'static str, String)> {
    let (claim, finding) = (entry.claim, &entry.finding);
    let found = match (finding.status, &finding.exhibit) {
        (Status::Gap, Some(exhibit)) => format!("it holds as far as checked, but {}", exhibit.text),
        _ => finding.evidence.clone(),
    };
    let checked = format!("Checked: {}.", finding.checked.trim_end_matches('.'));
    let mut parts = vec![
        ("Stated", claim.statement.to_string()),
        ("Found", format!("{} {checked}", full(&found))),
    ];
    let stands = if finding.misprint { "Should read" } else { "What holds" };
    parts.extend(finding.stands.iter().map(|text| (stands, full(text))));
    if !claim.note.is_empty() {
        parts.push(("Note", claim.note.to_string()));
    }
    parts.extend(finding.remarks.iter().map(|remark| ("Remark", full(remark))));
    parts
}

fn command(entry: &Entry) -> Option<&str> {
    let exhibit = entry.finding.exhibit.as_ref()?;
    Some(&exhibit.command[..]).filter(|command| !command.is_empty())
}

fn markdown_entry(text: &mut String, entry: &Entry) {
    let _ = writeln!(text, "### {} ({})\n", entry.claim.id, grade(&entry.finding));
    let _ = writeln!(text, "*{}.*\n", entry.claim.place);
    for (heading, part) in correction(entry) {
        let _ = writeln!(text, "**{heading}.** {part}\n");
    }
    if let Some(command) = command(entry) {
        let _ = writeln!(text, "```\n{command}\n```\n");
    }
}

/// The report as one HTML page without scripts, with pictures of what was found.
pub fn html(entries: &[Entry]) -> String {
    let all: Vec<&Entry> = entries.iter().collect();
    let mut body = String::new();
    let _ = write!(body, "<h1>Published statements, checked</h1><p>{}</p>", made_by(&all));
    body.push_str(LEGEND_HTML);
    for (paper, title) in PAPERS {
        let of: Vec<&Entry> = all.iter().copied().filter(|e| e.claim.paper() == paper).collect();
        if of.is_empty() {
            continue;
        }
        let counts = summary(&of);
        let _ = write!(
            body,
            "<h2>{}</h2><p>{} statement{}: {counts}.</p>",
            escape(title),
            of.len(),
            plural(of.len())
        );
        for entry in errata(&of) {
            html_entry(&mut body, entry);
        }
        body.push_str("<table><tr><th>id<th>status<th>statement<th>evidence");
        for entry in of {
            let (claim, finding) = (entry.claim, &entry.finding);
            let _ = write!(
                body,
                "<tr><td><code>{}</code><td class=\"{1}\">{1}<td>{2}<br><small>{3}</small><td>{4}<br><small>{5}</small>",
                claim.id,
                grade(finding),
                escape(claim.statement),
                escape(claim.place),
                escape(&finding.evidence),
                escape(&finding.checked)
            );
        }
        body.push_str("</table>");
    }
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Published statements, checked</title><style>{STYLE}</style>{body}</html>\n"
    )
}

const STYLE: &str = "body{font-family:sans-serif;max-width:70em;margin:2em auto;padding:0 1em;line-height:1.4}table{border-collapse:collapse}\
td,th{border:1px solid #ccc;padding:.3em .5em;vertical-align:top;text-align:left}.verified{background:#d5e8d4}.refuted{background:#f8cecc}\
.gap,.misprint{background:#ffe6cc}.open{background:#eee}code,pre{background:#f5f5f5;padding:.1em .3em}pre{white-space:pre-wrap}small{color:#666}\
h3 span{font-size:80%;padding:.1em .4em}";

const LEGEND_HTML: &str = "<ul><li><b>verified</b>: it holds for everything up to the bound, or for all sizes by the argument given.\
<li><b>refuted</b>: false as printed; a counterexample is given.<li><b>misprint</b>: false as printed, but the intended statement holds.\
<li><b>gap</b>: it holds as far as checked, but the argument or the wording does not suffice.<li><b>open</b>: not settled.</ul>";

fn html_entry(body: &mut String, entry: &Entry) {
    let (claim, finding) = (entry.claim, &entry.finding);
    let _ = write!(
        body,
        "<h3 id=\"{0}\">{0} <span class=\"{1}\">{1}</span></h3><p><em>{2}.</em></p>",
        claim.id,
        grade(finding),
        escape(claim.place)
    );
    for (heading, part) in correction(entry) {
        let _ = write!(body, "<p><b>{heading}.</b> {}</p>", escape(&part));
    }
    let picture = finding.exhibit.as_ref().and_then(|exhibit| exhibit.picture.as_ref());
    if let Some(picture) = picture.and_then(picture::svg) {
        let _ = write!(body, "<p>{picture}</p>");
    }
    if let Some(command) = command(entry) {
        let _ = write!(body, "<pre>{}</pre>", escape(command));
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Claims in a list, for a reader of JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimList<T> {
    /// Each of them.
    pub claims: Vec<T>,
    /// How many were to be checked, if they were to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<usize>,
}

/// A claim and what was found out about it, for a reader of JSON. The status is null until it is checked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimReport<'a> {
    /// Its name.
    pub id: &'a str,
    /// A theorem, a question, …
    pub kind: &'a str,
    /// The paper and the place in it.
    pub source: String,
    /// What became of it.
    pub status: Option<String>,
    /// What that rests on.
    pub evidence: Option<&'a str>,
    /// How far it was checked.
    pub checked: Option<&'a str>,
    /// What it says.
    pub statement: &'a str,
    /// How it is checked.
    pub method: &'a str,
    /// What else there is to say.
    pub note: &'a str,
    /// What a check found.
    #[serde(flatten)]
    pub finding: Option<FindingReport<'a>>,
}

/// What a check found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindingReport<'a> {
    /// Whether it is false as printed only.
    pub misprint: bool,
    /// What stands instead of what is refuted.
    pub stands: Option<&'a str>,
    /// What was seen on the way.
    pub remarks: &'a [String],
    /// What shows that it is false.
    pub counterexample: Option<Counterexample<'a>>,
    /// The limit that stopped the check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// What shows that a statement is false.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counterexample<'a> {
    /// In words.
    pub text: &'a str,
    /// The command that shows it.
    pub command: &'a str,
    /// The game to look at.
    pub game: Option<&'a str>,
    /// Its board.
    pub board: Option<&'a str>,
    /// What was played.
    pub after: Option<&'a str>,
    /// Where the first X of a hop game stands.
    pub start: Option<&'a str>,
    /// Whether the normal rules hold.
    pub normal_rules: bool,
}

impl<'a> ClaimReport<'a> {
    /// A claim, and what a check found if there was one.
    pub fn new(claim: &'a Claim, finding: Option<&'a Finding>) -> Self {
        ClaimReport {
            id: claim.id,
            kind: claim.kind().name(),
            source: claim.source(),
            status: finding.map(|finding| finding.status.to_string()),
            evidence: finding.map(|finding| &finding.evidence[..]),
            checked: finding.map(|finding| &finding.checked[..]),
            statement: claim.statement,
            method: claim.method,
            note: claim.note,
            finding: finding.map(FindingReport::from),
        }
    }
}

impl<'a> From<&'a Finding> for FindingReport<'a> {
    fn from(finding: &'a Finding) -> Self {
        FindingReport {
            misprint: finding.misprint,
            stands: finding.stands.as_deref(),
            remarks: &finding.remarks,
            counterexample: finding.exhibit.as_ref().map(Counterexample::from),
            stopped: finding.stopped.map(|stopped| stopped.to_string()),
        }
    }
}

impl<'a> From<&'a Exhibit> for Counterexample<'a> {
    fn from(exhibit: &'a Exhibit) -> Self {
        let shown = exhibit.picture.as_ref();
        Counterexample {
            text: &exhibit.text,
            command: &exhibit.command,
            game: shown.map(|shown| &shown.game[..]),
            board: shown.map(|shown| &shown.board[..]),
            after: shown.map(|shown| &shown.after[..]),
            start: shown.and_then(Shown::start),
            normal_rules: shown.is_some_and(|shown| shown.normal_rules),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_keep_symbols_and_boards() {
        assert_eq!(full("row 4 is PNNNP"), "Row 4 is PNNNP.");
        assert_eq!(full("ttt:3 is won."), "ttt:3 is won.");
        assert_eq!(full("m, n up to 12"), "m, n up to 12.");
        assert_eq!(full("2×n, n up to 12"), "2×n, n up to 12.");
        assert_eq!(full("a line"), "A line.");
    }
}
