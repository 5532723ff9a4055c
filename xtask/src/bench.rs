//! `cargo xtask bench`: runs all benchmarks and collects the ratios that they print.
//!
//! A benchmark prints what it likes, and a line `ratio: NAME | ANCHOR | OURS | RATIO` for each figure that belongs into the table. A ratio is our
//! time (or nodes) divided by the anchor's, so smaller is better.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// One row of the table.
#[derive(Clone, PartialEq, Debug)]
struct RatioRow {
    name: String,
    anchor: String,
    ours: String,
    ratio: f64,
}

impl RatioRow {
    /// Reads a line of a benchmark; `None` if it is no ratio.
    fn parse(line: &str) -> Option<RatioRow> {
        let fields: Vec<&str> = line.strip_prefix("ratio: ")?.split('|').map(str::trim).collect();
        let [name, anchor, ours, ratio] = fields.as_slice() else { return None };
        let text = |field: &str| field.to_string();
        Some(RatioRow { name: text(name), anchor: text(anchor), ours: text(ours), ratio: ratio.parse().ok()? })
    }

    fn as_json(&self) -> String {
        let RatioRow { name, anchor, ours, ratio } = self;
        format!("{{\"name\": {name:?}, \"anchor\": {anchor:?}, \"ours\": {ours:?}, \"ratio\": {ratio}}}")
    }
}

/// Runs all benchmarks. Their own output goes to standard error as it comes, the table to standard output at the end.
pub fn run(words: &[&str]) -> Result<(), String> {
    let json = match words {
        [] => false,
        ["--json"] => true,
        [word, ..] => return Err(format!("`bench` takes `--json` or nothing, so `{word}` means nothing")),
    };
    let cargo = crate::steps::cargo_program();
    let mut child = Command::new(cargo)
        .args(["bench", "--workspace", "--benches"])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    let output = child.stdout.take().ok_or("the benchmarks have an output")?;
    let mut rows = Vec::new();
    for line in BufReader::new(output).lines() {
        let line = line.map_err(|error| format!("cannot read the benchmarks: {error}"))?;
        eprintln!("{line}");
        rows.extend(RatioRow::parse(&line));
    }
    print!("{}", if json { document(&rows) } else { table(&rows) });
    let status = child.wait().map_err(|error| format!("cannot wait for cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err("benchmarks failed".to_string()) }
}

fn document(rows: &[RatioRow]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("  {}", row.as_json())).collect();
    format!("[\n{}\n]\n", rows.join(",\n"))
}

fn table(rows: &[RatioRow]) -> String {
    let width = |field: fn(&RatioRow) -> &str| rows.iter().map(|row| field(row).chars().count()).max().unwrap_or(0);
    let (names, anchors) = (width(|row| &row.name).max(4), width(|row| &row.anchor).max(6));
    let ours = width(|row| &row.ours).max(4);
    let mut text = format!("{:<names$}  {:<anchors$}  {:<ours$}  {:>6}\n", "name", "anchor", "ours", "ratio");
    for row in rows {
        text += &format!("{:<names$}  {:<anchors$}  {:<ours$}  {:>6}\n", row.name, row.anchor, row.ours, row.ratio);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_found_among_other_lines() {
        let line = "ratio: Isola to depth 9 | minimax 0.6: 1.92 s | 0.40 s | 0.21";
        let row = RatioRow::parse(line).unwrap();
        assert_eq!((row.name.as_str(), row.anchor.as_str()), ("Isola to depth 9", "minimax 0.6: 1.92 s"));
        assert_eq!((row.ours.as_str(), row.ratio), ("0.40 s", 0.21));
        for line in ["", "ratio 3", "ratio: a | b | c", "ratio: a | b | c | much", "  ratio: a | b | c | 1"] {
            assert_eq!(RatioRow::parse(line), None, "{line}");
        }
        let empty = RatioRow::parse("ratio: mean | minimax 0.6 | | 0.52").unwrap();
        assert_eq!(empty.ours, "");
    }

    #[test]
    fn the_table_has_one_line_per_ratio_and_the_document_one_object() {
        let rows: Vec<RatioRow> = ["ratio: a | slow \"loop\": 2 s | 1 s | 0.5", "ratio: longer name | b | c | 1.25"]
            .iter()
            .filter_map(|line| RatioRow::parse(line))
            .collect();
        let table = table(&rows);
        assert_eq!(table.lines().count(), 3);
        assert!(table.lines().all(|line| line.chars().count() == table.lines().next().unwrap().chars().count()));
        let expected = "[\n  {\"name\": \"a\", \"anchor\": \"slow \\\"loop\\\": 2 s\", \"ours\": \"1 s\", \"ratio\": 0.5},\n  \
                        {\"name\": \"longer name\", \"anchor\": \"b\", \"ours\": \"c\", \"ratio\": 1.25}\n]\n";
        assert_eq!(document(&rows), expected);
    }

    #[test]
    fn other_words_are_refused() {
        assert_eq!(run(&["--jsn"]).unwrap_err(), "`bench` takes `--json` or nothing, so `--jsn` means nothing");
    }
}
