//! `outplay claims`: the catalogue of published statements, listed, shown, checked and reported.

use outplay::answer::Ended;
use outplay::{Error, InputError, files};
use outplay_lab::catalogue;
use outplay_lab::claim::{Claim, Exhibit, Finding, Kind, Shown, Status};
use outplay_lab::context::Context;
use outplay_lab::examine;
use outplay_lab::report::{self, ClaimList, ClaimReport, Entry};
use serde::Serialize;

use super::checked::{Checked, Last};
use crate::cli::{ClaimsArgs, ClaimsCommand, Common, ReportFormat};
use crate::exit;
use crate::progress::{self, ProgressLine};

/// A statement with its last check on this machine.
#[derive(Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    claim: ClaimReport<'a>,
    last: Option<&'a Last>,
}

/// A report that was written, or the report itself if it could not be.
#[derive(Serialize)]
struct Written<'a> {
    output: &'a str,
    claims: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<String>,
}

/// What a statement is that was never checked here.
const UNCHECKED: &str = "unchecked";

pub fn run(common: &Common, claims: &ClaimsArgs) -> Result<u8, Error> {
    let all = ClaimsCommand::List { paper: None, status: None, kind: None };
    match claims.command.as_ref().unwrap_or(&all) {
        ClaimsCommand::List { paper, status, kind } => {
            list(common, paper.as_deref(), status.as_deref(), kind.as_deref())
        }
        ClaimsCommand::Show { id, deep } => show(common, find(id)?, *deep),
        ClaimsCommand::Check { ids, all, deep } => check(common, ids, *all, *deep),
        ClaimsCommand::Report { paper, format, output, deep } => {
            write_report(common, paper.as_deref(), *format, output, *deep)
        }
    }
}

fn find(id: &str) -> Result<&'static Claim, Error> {
    catalogue::find(id).ok_or_else(|| {
        let ids: Vec<&str> = catalogue::claims().iter().map(|claim| claim.id).collect();
        let near = outplay_rules::error::nearest(id, ids.iter().copied());
        let help = match near {
            _ if is_paper(id) => format!("`outplay claims list --paper {id}` lists those of {id}"),
            Some(near) => format!("did you mean {near}? `outplay claims list` lists them"),
            None => "`outplay claims list` lists them".to_string(),
        };
        InputError::plain(format!("there is no claim '{id}'")).help(help).into()
    })
}

fn is_paper(name: &str) -> bool {
    outplay_lab::claim::PAPERS.iter().any(|(paper, _)| *paper == name)
}

/// The word, if it is one of these; otherwise an error that lists them.
fn one_of(what: &str, asked: Option<&str>, words: &[&str]) -> Result<(), Error> {
    match asked {
        Some(word) if !words.contains(&word) => {
            let message =
                format!("there is no {what} '{word}': choose one of {}", words.join(", "));
            Err(InputError::plain(message).into())
        }
        _ => Ok(()),
    }
}

fn list(
    common: &Common,
    paper: Option<&str>,
    status: Option<&str>,
    kind: Option<&str>,
) -> Result<u8, Error> {
    one_of("status", status, &["verified", "refuted", "misprint", "gap", "open", UNCHECKED])?;
    one_of("kind", kind, &Kind::ALL.map(Kind::name))?;
    let checked = Checked::read();
    let mut claims = of_paper(paper)?;
    claims.retain(|claim| kind.is_none_or(|kind| kind == claim.kind().name()));
    let unchecked = claims.iter().filter(|claim| checked.get(claim.id).is_none()).count();
    claims.retain(|claim| {
        let last = checked.get(claim.id);
        status.is_none_or(|asked| last.map_or(asked == UNCHECKED, |last| last.is(asked)))
    });
    if common.json {
        let listed = |claim: &&'static Claim| Listed {
            claim: ClaimReport::new(claim, None),
            last: checked.get(claim.id),
        };
        exit::print_json(&ClaimList { claims: claims.iter().map(listed).collect(), asked: None });
        return Ok(Ended::Answered.exit_code());
    }
    for claim in &claims {
        let short: String = claim.statement.chars().take(80).collect();
        let more = if claim.statement.chars().count() > 80 { "…" } else { "" };
        let last = checked.get(claim.id).map_or(UNCHECKED.to_string(), Last::words);
        exit::print(&format!("{:<22} {last:<32} {short}{more}", claim.id));
    }
    exit::print(&format!(
        "\n{} statement{}. `outplay claims show ID` gives a statement, its check and the result.",
        claims.len(),
        if claims.len() == 1 { "" } else { "s" }
    ));
    if status.is_some_and(|status| status != UNCHECKED) && unchecked > 0 {
        exit::print(&format!(
            "{unchecked} more were never checked on this machine: `outplay claims check --all` checks them."
        ));
    }
    Ok(Ended::Answered.exit_code())
}

fn of_paper(paper: Option<&str>) -> Result<Vec<&'static Claim>, Error> {
    let all = catalogue::claims();
    let Some(paper) = paper else { return Ok(all) };
    let of: Vec<&Claim> = all.into_iter().filter(|claim| claim.paper() == paper).collect();
    if of.is_empty() {
        let names: Vec<&str> = outplay_lab::claim::PAPERS.iter().map(|(name, _)| *name).collect();
        return Err(InputError::plain(format!(
            "there is no paper '{paper}'; the papers are {}",
            names.join(", ")
        ))
        .into());
    }
    Ok(of)
}

fn show(common: &Common, claim: &'static Claim, deep: bool) -> Result<u8, Error> {
    let line = ProgressLine::new(common);
    let finding = progress::run(common, &line)
        .work(|budget| Ok(claim.examine(&mut Context::new(budget, deep, common.how()))))?;
    progress::clear(common);
    Checked::add(&[Entry { claim, finding: finding.clone() }], deep);
    if common.json {
        let claims = vec![ClaimReport::new(claim, Some(&finding))];
        exit::print_json(&ClaimList { claims, asked: None });
    } else {
        exit::print(&words(claim, &finding));
    }
    Ok(Ended::unless(finding.stopped.is_some()).exit_code())
}

/// What was claimed, what was checked, and the result.
fn words(claim: &Claim, finding: &Finding) -> String {
    let mut text = format!("{}\n  {}\n", claim.id, claim.source());
    let mut part = |title: &str, body: &str| {
        if !body.is_empty() {
            text.push_str(&format!("\n{title}\n{}\n", wrapped(body)));
        }
    };
    part("Claimed", claim.statement);
    part("Checked", &format!("{} This time: {}.", claim.method, finding.checked));
    let evidence = finding.evidence.trim_end_matches('.');
    part("Result", &format!("{}: {evidence}.", report::grade(finding).to_uppercase()));
    if let Some(exhibit) = finding.exhibit.as_ref().filter(|exhibit| !exhibit.command.is_empty()) {
        part("Command", &exhibit.command);
        part("Replay", &replay(exhibit).unwrap_or_default());
    }
    part("What holds", finding.stands.as_deref().unwrap_or_default());
    part("Note", claim.note);
    part("Remarks", &finding.remarks.join("; "));
    text.trim_end().to_string()
}

/// The command that shows where a line ends.
fn replay(exhibit: &Exhibit) -> Option<String> {
    let shown = exhibit.picture.as_ref().filter(|shown| !shown.after.is_empty())?;
    let start = shown.start().map_or(String::new(), |start| format!(" --start {start}"));
    let Shown { game, board, after, normal_rules } = shown;
    let rules = if *normal_rules { " --normal-rules" } else { "" };
    Some(format!("outplay play {game} \"{board}\"{rules}{start} --after \"{after}\""))
}

/// Text in lines of at most 96 letters, indented. Commands are one line, to be copied.
fn wrapped(text: &str) -> String {
    if text.starts_with("outplay ") {
        return format!("  {text}");
    }
    let mut lines = vec![String::from(" ")];
    for word in text.split_whitespace() {
        let full =
            lines.last().is_some_and(|line| line.chars().count() + word.chars().count() > 95);
        if full {
            lines.push(String::from(" "));
        }
        if let Some(line) = lines.last_mut() {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.join("\n")
}

/// The claims asked for: by id, by paper (`dailly`), or all.
fn asked(ids: &[String], all: bool) -> Result<Vec<&'static Claim>, Error> {
    if all {
        return Ok(catalogue::claims());
    }
    if ids.is_empty() {
        return Err(InputError::plain("name claims to check, or --all").into());
    }
    let mut claims = Vec::new();
    for id in ids {
        match of_paper(Some(id)) {
            Ok(of) => claims.extend(of),
            Err(_) => claims.push(find(id)?),
        }
    }
    Ok(claims)
}

/// Checks one claim after another, telling each as it is done. The limits are for all of them together.
fn examine_all(
    common: &Common,
    claims: &[&'static Claim],
    deep: bool,
    told: bool,
) -> Result<Vec<Entry>, Error> {
    let line = ProgressLine::new(common);
    progress::run(common, &line).work(|budget| {
        let entries = examine::examine_all(claims, deep, &common.how(), budget, |entry| {
            progress::clear(common);
            if told {
                exit::print(&told_line(entry.claim, &entry.finding));
            }
        });
        Checked::add(&entries, deep);
        Ok(entries)
    })
}

fn told_line(claim: &Claim, finding: &Finding) -> String {
    let mut text = format!("{:<22} {:<8} {}", claim.id, report::grade(finding), finding.evidence);
    if let Some(exhibit) = finding.exhibit.as_ref().filter(|exhibit| !exhibit.command.is_empty()) {
        text.push_str(&format!("\n{:<31} {}", "", exhibit.command));
    }
    text
}

fn ended(entries: &[Entry]) -> Ended {
    if entries.iter().any(|entry| entry.finding.stopped.is_some()) {
        Ended::Limit
    } else if entries.iter().any(|entry| entry.finding.status == Status::Refuted) {
        Ended::Refuted
    } else {
        Ended::Answered
    }
}

fn check(common: &Common, ids: &[String], all: bool, deep: bool) -> Result<u8, Error> {
    let claims = asked(ids, all)?;
    let entries = examine_all(common, &claims, deep, !common.json)?;
    if common.json {
        let report =
            entries.iter().map(|entry| ClaimReport::new(entry.claim, Some(&entry.finding)));
        let asked = Some(claims.len());
        exit::print_json(&ClaimList { claims: report.collect(), asked });
    } else {
        let all: Vec<&Entry> = entries.iter().collect();
        exit::print(&format!(
            "\n{} of {} checked: {}",
            entries.len(),
            claims.len(),
            report::summary(&all)
        ));
    }
    Ok(ended(&entries).exit_code())
}

fn write_report(
    common: &Common,
    paper: Option<&str>,
    format: ReportFormat,
    output: &str,
    deep: bool,
) -> Result<u8, Error> {
    let claims = of_paper(paper)?;
    files::try_path(output)?;
    let entries = examine_all(common, &claims, deep, false)?;
    let text = match format {
        ReportFormat::Markdown => report::markdown(&entries),
        ReportFormat::Html => report::html(&entries),
    };
    let unsaved = files::write(output, &text).err();
    // What took long to find out is told if it cannot be written.
    let report = unsaved.is_some().then_some(text);
    if common.json {
        exit::print_json(&Written { output, claims: entries.len(), report });
    } else if let Some(report) = report {
        exit::print(&report);
    } else if !common.quiet {
        exit::tell(&format!("wrote {output}"));
    }
    let stopped = entries.iter().any(|entry| entry.finding.stopped.is_some());
    exit::after_saving(Ended::unless(stopped).exit_code(), unsaved)
}
