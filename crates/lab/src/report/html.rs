//! The report as one page that needs nothing else: no scripts, no files beside it, no network.

use super::write::ReportHeader;
use super::{FindingVerdict, ReportTable, StudyReport, dictionary};
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}\
h1{margin-bottom:.2rem}.question{font-size:1.2rem;margin-top:0}\
code{font-size:.95em}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{font-weight:600}dd{margin:0}\
figure{margin:1.5rem 0}figure svg{display:block;width:100%;height:auto;background:#fff;border-radius:6px}\
figcaption,caption{font-size:.95rem;text-align:left;padding:.4rem 0}caption{font-weight:600}\
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin:1.5rem 0 .3rem}\
th,td{padding:.25rem .6rem;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);text-align:left;white-space:nowrap}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\
.verdict{font-weight:600;padding:0 .4rem;border-radius:4px;color:#fff;background:#666}\
.holds{background:#00724e}.partly{background:#8a5a00}.fails{background:#b3261e}";

/// The whole page.
pub fn page(head: &ReportHeader, report: &StudyReport) -> String {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{0} - Plyground lab</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{0}</h1>\n\
         <p class=\"question\">{1}</p>\n",
        escape(&head.name),
        escape(&head.question)
    );
    text.push_str("<dl>\n");
    for (term, words) in [
        ("Source", head.source.clone()),
        ("Command", head.command.clone()),
        ("Seed", head.seed.to_string()),
        ("Version", head.version.clone()),
        ("Date", head.date.clone()),
        ("Machine", head.machine.clone()),
    ] {
        let words = escape(&words);
        let words = if term == "Command" { format!("<code>{words}</code>") } else { words };
        let _ = writeln!(text, "<dt>{term}</dt><dd>{words}</dd>");
    }
    text.push_str("</dl>\n<h2>Findings</h2>\n<ul>\n");
    for finding in &report.findings {
        let class = match finding.verdict {
            FindingVerdict::Holds => "verdict holds",
            FindingVerdict::Partly => "verdict partly",
            FindingVerdict::Fails => "verdict fails",
            FindingVerdict::Open => "verdict",
        };
        let (claim, figures) = (prose(&finding.claim), prose(&finding.figures));
        let _ = writeln!(text, "<li>{claim} <span class=\"{class}\">{}</span> {figures}</li>", finding.verdict);
    }
    text.push_str("</ul>\n<h2>Method</h2>\n");
    for paragraph in &report.method {
        let _ = writeln!(text, "<p>{}</p>", prose(paragraph));
    }
    text.push_str("<h2>Plots</h2>\n");
    for figure in &report.figures {
        // Inside a page a drawing needs no name space, and without it nothing here looks like an address.
        let svg = figure.svg.replace(" xmlns=\"http://www.w3.org/2000/svg\"", "");
        let svg = svg.split_once("<svg").map_or(svg.clone(), |(_, rest)| format!("<svg{rest}"));
        let caption = prose(&figure.caption);
        let _ = writeln!(text, "<figure>\n{svg}\n<figcaption>{caption}</figcaption>\n</figure>");
    }
    text.push_str("<h2>Tables</h2>\n");
    report.sheets.iter().for_each(|sheet| table(&mut text, sheet));
    columns(&mut text, report);
    text.push_str("</body>\n</html>\n");
    text
}

fn table(text: &mut String, sheet: &ReportTable) {
    let is_number: Vec<bool> = (0..sheet.columns.len()).map(|column| sheet.is_numeric(column)).collect();
    let class = |column: usize| if is_number[column] { " class=\"n\"" } else { "" };
    let _ = write!(text, "<div class=\"wide\"><table>\n<caption>{}</caption>\n<tr>", escape(&sheet.caption));
    for (number, column) in sheet.columns.iter().enumerate() {
        let _ = write!(text, "<th{}>{}</th>", class(number), escape(&column.title));
    }
    text.push_str("</tr>\n");
    for row in sheet.rows.iter().take(sheet.shown) {
        text.push_str("<tr>");
        for (column, value) in row.iter().enumerate() {
            let _ = write!(text, "<td{}>{}</td>", class(column), escape(&value.words()));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</table></div>\n");
    if let Some(rest) = sheet.rest() {
        let _ = writeln!(text, "<p>{}</p>", escape(&rest));
    }
}

fn columns(text: &mut String, report: &StudyReport) {
    text.push_str("<h2>Columns of the files</h2>\n<div class=\"wide\"><table>\n");
    text.push_str("<tr><th>file</th><th>column</th><th>unit</th><th>meaning</th></tr>\n");
    for entry in dictionary::entries(report) {
        let cells =
            [entry.file, entry.key, entry.unit, entry.meaning].map(|cell| format!("<td>{}</td>", escape(&cell)));
        let _ = writeln!(text, "<tr>{}</tr>", cells.concat());
    }
    text.push_str("</table></div>\n");
}

/// Running text; what stands between backticks is code.
fn prose(text: &str) -> String {
    let escaped = escape(text);
    let parts = escaped.split('`').enumerate();
    parts.map(|(index, part)| if index % 2 == 1 { format!("<code>{part}</code>") } else { part.to_string() }).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
