//! The report for places that render Markdown, such as a repository.

use super::dictionary::{self, DICTIONARY};
use super::write::ReportHeader;
use super::{ReportTable, StudyReport};
use std::fmt::Write;

/// The whole page; plots are links to files beside it.
pub fn page(head: &ReportHeader, report: &StudyReport) -> String {
    let mut text = format!("# {}\n\n**{}** ({})\n\n", head.name, head.question, head.source);
    let _ = writeln!(text, "Command: `{}`  ", head.command);
    let _ = writeln!(text, "Seed {}, version {}, {}, {}\n", head.seed, head.version, head.date, head.machine);
    text.push_str("## Findings\n\n");
    for finding in &report.findings {
        let _ = writeln!(text, "* {} **{}**: {}", plain(&finding.claim), finding.verdict, plain(&finding.figures));
    }
    text.push_str("\n## Method\n\n");
    for paragraph in &report.method {
        let _ = writeln!(text, "{}\n", plain(paragraph));
    }
    for figure in &report.figures {
        let _ = writeln!(text, "![{}]({}.svg)\n\n{}\n", figure.name, figure.name, plain(&figure.caption));
    }
    for sheet in &report.sheets {
        table(&mut text, sheet);
    }
    columns(&mut text, report);
    text
}

fn columns(text: &mut String, report: &StudyReport) {
    let _ = writeln!(text, "## Columns of the files\n\n| file | column | unit | meaning |\n| --- | --- | --- | --- |");
    for entry in dictionary::entries(report) {
        let cells = [entry.unit, entry.meaning].map(|cell| plain(&cell));
        let _ = writeln!(text, "| {} | `{}` | {} |", plain(&entry.file), entry.key, cells.join(" | "));
    }
    let _ = writeln!(text, "\n[{DICTIONARY}]({DICTIONARY})");
}

fn table(text: &mut String, sheet: &ReportTable) {
    let _ = writeln!(text, "## {}\n", plain(&sheet.caption));
    let titles: Vec<String> = sheet.columns.iter().map(|column| plain(&column.title)).collect();
    let _ = writeln!(text, "| {} |", titles.join(" | "));
    let sides: Vec<&str> =
        (0..sheet.columns.len()).map(|column| if sheet.is_numeric(column) { "---:" } else { "---" }).collect();
    let _ = writeln!(text, "| {} |", sides.join(" | "));
    for row in sheet.rows.iter().take(sheet.shown) {
        let words: Vec<String> = row.iter().map(|value| plain(&value.words())).collect();
        let _ = writeln!(text, "| {} |", words.join(" | "));
    }
    let rest = sheet.rest().map(|rest| format!("{rest} ")).unwrap_or_default();
    let _ = writeln!(text, "\n{rest}[{0}.csv]({0}.csv)\n", sheet.name);
}

/// Text in which nothing but code is taken for a mark.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '|' | '*' | '_' | '<' | '>' | '[' | ']' => {
                out.push('\\');
                out.push(character);
            }
            '\n' => out.push(' '),
            character => out.push(character),
        }
    }
    out
}
