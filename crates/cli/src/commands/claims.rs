//! `outplay claims`: the catalogue of published statements, listed, shown, checked and reported.

use outplay::answer::Ended;
use outplay::{Error, InputError, files};
use outplay_lab::catalogue;
use outplay_lab::claim::{Claim, Exhibit, Finding, Shown, Status};
use outplay_lab::context::Context;
use outplay_lab::report::{self, Entry};
use serde_json::{Value, json};

use crate::cli::{Claims, ClaimsCommand, Common, ReportFormat};
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, claims: &Claims) -> Result<u8, Error> {
    match claims.command.as_ref().unwrap_or(&ClaimsCommand::List { paper: None }) {
        ClaimsCommand::List { paper } => list(common, paper.as_deref()),
        ClaimsCommand::Show { id, deep } => show(common, find(id)?, *deep),
        ClaimsCommand::Check { ids, all, deep } => check(common, ids, *all, *deep),
        ClaimsCommand::Report { format, output, deep } => {
            write_report(common, *format, output, *deep)
        }
    }
}

fn find(id: &str) -> Result<&'static Claim, Error> {
    catalogue::find(id).ok_or_else(|| {
        let ids: Vec<&str> = catalogue::claims().iter().map(|claim| claim.id).collect();
        let near = outplay_rules::error::nearest(id, ids.iter().copied());
        let help = near.map_or("`outplay claims list` lists them".to_string(), |near| {
            format!("did you mean {near}? `outplay claims list` lists them")
        });
        InputError::plain(format!("there is no claim '{id}'")).help(help).into()
    })
}

fn list(common: &Common, paper: Option<&str>) -> Result<u8, Error> {
    let claims = of_paper(paper)?;
    if common.json {
        let list: Vec<Value> = claims.iter().map(|claim| report::fields(claim, None)).collect();
        exit::print(&json!({ "claims": list }).to_string());
        return Ok(Ended::Answered.exit_code());
    }
    for claim in &claims {
        let short: String = claim.statement.chars().take(100).collect();
        let more = if claim.statement.chars().count() > 100 { "…" } else { "" };
        exit::print(&format!("{:<22} {short}{more}", claim.id));
    }
    exit::print(&format!(
        "\n{} statements. `outplay claims show ID` tells what one says, how it is checked and what comes out.",
        claims.len()
    ));
    Ok(Ended::Answered.exit_code())
}

fn of_paper(paper: Option<&str>) -> Result<Vec<&'static Claim>, Error> {
    let all = catalogue::claims();
    let Some(paper) = paper else { return Ok(all) };
    let of: Vec<&Claim> = all.into_iter().filter(|claim| claim.paper() == paper).collect();
    if of.is_empty() {
        let names: Vec<&str> = outplay_lab::claim::PAPERS.iter().map(|(name, _)| *name).collect();
        return Err(InputError::plain(format!(
            "there is no paper '{paper}': {}",
            names.join(", ")
        ))
        .into());
    }
    Ok(of)
}

fn show(common: &Common, claim: &'static Claim, deep: bool) -> Result<u8, Error> {
    let line = Line::new(common);
    let finding = progress::run(common, &line)
        .work(|budget| Ok(claim.examine(&mut Context::new(budget, deep, common.how()))))?;
    progress::clear(common);
    if common.json {
        exit::print(&json!({ "claims": [report::fields(claim, Some(&finding))] }).to_string());
    } else {
        exit::print(&words(claim, &finding));
    }
    Ok(Ended::unless(finding.stopped.is_some()).exit_code())
}

/// What was claimed, what was checked, what came out.
fn words(claim: &Claim, finding: &Finding) -> String {
    let mut text = format!("{}\n  {}\n", claim.id, claim.source());
    let mut part = |title: &str, body: &str| {
        if !body.is_empty() {
            text.push_str(&format!("\n{title}\n{}\n", wrapped(body)));
        }
    };
    part("Claimed", claim.statement);
    part("Checked", &format!("{} Done: {}.", claim.method, finding.checked));
    part(
        "Came out",
        &format!("{}: {}", finding.status.to_string().to_uppercase(), finding.evidence),
    );
    if let Some(exhibit) = finding.exhibit.as_ref().filter(|exhibit| !exhibit.command.is_empty()) {
        part("See it", &exhibit.command);
        part("Replay", &replay(exhibit).unwrap_or_default());
    }
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
    let line = Line::new(common);
    progress::run(common, &line).work(|budget| {
        let mut context = Context::new(budget, deep, common.how());
        let mut entries = Vec::new();
        for (done, claim) in claims.iter().enumerate() {
            context.budget.note(done as u64, claims.len() as u64);
            let finding = claim.examine(&mut context);
            progress::clear(common);
            if told {
                exit::print(&told_line(claim, &finding));
            }
            let interrupted = finding.stopped.is_some();
            entries.push(Entry { claim, finding });
            if interrupted {
                break;
            }
        }
        Ok(entries)
    })
}

fn told_line(claim: &Claim, finding: &Finding) -> String {
    let mut text = format!("{:<22} {:<8} {}", claim.id, finding.status, finding.evidence);
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
        let list: Vec<Value> =
            entries.iter().map(|entry| report::fields(entry.claim, Some(&entry.finding))).collect();
        exit::print(&json!({ "claims": list, "asked": claims.len() }).to_string());
    } else {
        let count = |status: Status| entries.iter().filter(|e| e.finding.status == status).count();
        exit::print(&format!(
            "\n{} of {} checked: {} verified, {} refuted, {} with a gap, {} open",
            entries.len(),
            claims.len(),
            count(Status::Verified),
            count(Status::Refuted),
            count(Status::Gap),
            count(Status::Open)
        ));
    }
    Ok(ended(&entries).exit_code())
}

fn write_report(
    common: &Common,
    format: ReportFormat,
    output: &str,
    deep: bool,
) -> Result<u8, Error> {
    files::try_path(output)?;
    let entries = examine_all(common, &catalogue::claims(), deep, false)?;
    let text = match format {
        ReportFormat::Markdown => report::markdown(&entries),
        ReportFormat::Html => report::html(&entries),
    };
    files::write(output, text)?;
    if common.json {
        exit::print(&json!({ "output": output, "claims": entries.len() }).to_string());
    } else if !common.quiet {
        exit::tell(&format!("wrote {output}"));
    }
    let stopped = entries.iter().any(|entry| entry.finding.stopped.is_some());
    Ok(Ended::unless(stopped).exit_code())
}
