//! The catalogue with what came out, as Markdown or as a page.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::claim::{Claim, Finding, PAPERS, Shown, Status};
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

fn summary(entries: &[&Entry]) -> String {
    let parts = ORDER.iter().rev().map(|&status| format!("{} {status}", count(entries, status)));
    parts.collect::<Vec<_>>().join(", ")
}

/// The report as Markdown. Pictures are links to nothing: they stand in the HTML report.
pub fn markdown(entries: &[Entry]) -> String {
    let all: Vec<&Entry> = entries.iter().collect();
    let mut text = String::from("# Published statements, checked\n\n");
    let _ = writeln!(text, "{} statements: {}.\n", all.len(), summary(&all));
    text.push_str(LEGEND_MARKDOWN);
    text.push_str("\n## Findings\n\n");
    for entry in all.iter().filter(|e| matches!(e.finding.status, Status::Refuted | Status::Gap)) {
        markdown_entry(&mut text, entry);
    }
    for (paper, title) in PAPERS {
        let of: Vec<&Entry> = all.iter().copied().filter(|e| e.claim.paper() == paper).collect();
        if of.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n## {title}\n\n{}.\n", summary(&of));
        text.push_str("| id | status | statement | evidence |\n| --- | --- | --- | --- |\n");
        for entry in of {
            let cell = |s: &str| s.replace('|', "\\|").replace('\n', " ");
            let (claim, finding) = (entry.claim, &entry.finding);
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} |",
                claim.id,
                finding.status,
                cell(claim.statement),
                cell(&format!("{} ({})", finding.evidence, finding.checked))
            );
        }
    }
    text
}

const LEGEND_MARKDOWN: &str = "\
- `verified`: it holds for everything up to the bound, or for all sizes by the argument given.
- `refuted`: the counterexample is given.
- `gap`: it holds as far as checked, but the argument or the wording does not suffice.
- `open`: not settled.
";

fn markdown_entry(text: &mut String, entry: &Entry) {
    let (claim, finding) = (entry.claim, &entry.finding);
    let _ = writeln!(text, "### {} ({})\n", claim.id, finding.status);
    let _ = writeln!(text, "*{}.* {}\n", claim.place, claim.statement);
    let _ = writeln!(
        text,
        "{}. Checked: {}.\n",
        finding.evidence.trim_end_matches('.'),
        finding.checked
    );
    if let Some(exhibit) = finding.exhibit.as_ref().filter(|e| !e.command.is_empty()) {
        let _ = writeln!(text, "```\n{}\n```\n", exhibit.command);
    }
    if !claim.note.is_empty() {
        let _ = writeln!(text, "{}\n", claim.note);
    }
    for remark in &finding.remarks {
        let _ = writeln!(text, "Remark: {remark}.\n");
    }
}

/// The report as one HTML page without scripts, with pictures of what was found.
pub fn html(entries: &[Entry]) -> String {
    let all: Vec<&Entry> = entries.iter().collect();
    let mut body = String::new();
    let _ = write!(
        body,
        "<h1>Published statements, checked</h1><p>{} statements: {}.</p>",
        all.len(),
        summary(&all)
    );
    body.push_str(LEGEND_HTML);
    body.push_str("<h2>Findings</h2>");
    for entry in all.iter().filter(|e| matches!(e.finding.status, Status::Refuted | Status::Gap)) {
        html_entry(&mut body, entry);
    }
    for (paper, title) in PAPERS {
        let of: Vec<&Entry> = all.iter().copied().filter(|e| e.claim.paper() == paper).collect();
        if of.is_empty() {
            continue;
        }
        let _ = write!(
            body,
            "<h2>{}</h2><p>{}.</p><table><tr><th>id<th>status<th>statement<th>evidence",
            escape(title),
            summary(&of)
        );
        for entry in of {
            let (claim, finding) = (entry.claim, &entry.finding);
            let _ = write!(
                body,
                "<tr><td><code>{}</code><td class=\"{1}\">{1}<td>{2}<br><small>{3}</small><td>{4}<br><small>{5}</small>",
                claim.id,
                finding.status,
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
.gap{background:#ffe6cc}.open{background:#eee}code,pre{background:#f5f5f5;padding:.1em .3em}pre{white-space:pre-wrap}small{color:#666}\
h3 span{font-size:80%;padding:.1em .4em}";

const LEGEND_HTML: &str = "<ul><li><b>verified</b>: it holds for everything up to the bound, or for all sizes by the argument given.\
<li><b>refuted</b>: the counterexample is given.<li><b>gap</b>: it holds as far as checked, but the argument or the wording does not suffice.\
<li><b>open</b>: not settled.</ul>";

fn html_entry(body: &mut String, entry: &Entry) {
    let (claim, finding) = (entry.claim, &entry.finding);
    let _ = write!(
        body,
        "<h3 id=\"{0}\">{0} <span class=\"{1}\">{1}</span></h3>",
        claim.id, finding.status
    );
    let _ = write!(body, "<p><em>{}.</em> {}</p>", escape(claim.place), escape(claim.statement));
    let _ = write!(
        body,
        "<p>{}. Checked: {}.</p>",
        escape(finding.evidence.trim_end_matches('.')),
        escape(&finding.checked)
    );
    if let Some(exhibit) = &finding.exhibit {
        if let Some(picture) = exhibit.picture.as_ref().and_then(picture::svg) {
            let _ = write!(body, "<p>{picture}</p>");
        }
        if !exhibit.command.is_empty() {
            let _ = write!(body, "<pre>{}</pre>", escape(&exhibit.command));
        }
    }
    if !claim.note.is_empty() {
        let _ = write!(body, "<p>{}</p>", escape(claim.note));
    }
    for remark in &finding.remarks {
        let _ = write!(body, "<p>Remark: {}.</p>", escape(remark));
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A claim as JSON; the status is null until it is checked.
pub fn fields(claim: &Claim, finding: Option<&Finding>) -> Value {
    let mut value = json!({
        "id": claim.id,
        "source": claim.source(),
        "status": finding.map(|f| f.status.to_string()),
        "evidence": finding.map(|f| f.evidence.clone()),
        "checked": finding.map(|f| f.checked.clone()),
        "statement": claim.statement,
        "method": claim.method,
        "note": claim.note,
    });
    if let Some(finding) = finding {
        value["remarks"] = json!(finding.remarks);
        value["counterexample"] = match &finding.exhibit {
            Some(exhibit) => {
                let shown = exhibit.picture.as_ref();
                json!({
                    "text": exhibit.text,
                    "command": exhibit.command,
                    "game": shown.map(|s| s.game.clone()),
                    "board": shown.map(|s| s.board.clone()),
                    "after": shown.map(|s| s.after.clone()),
                    "start": shown.and_then(Shown::start),
                    "normal_rules": shown.is_some_and(|s| s.normal_rules),
                })
            }
            None => Value::Null,
        };
        if let Some(stopped) = finding.stopped {
            value["stopped"] = json!(stopped.to_string());
        }
    }
    value
}
