//! The data dictionary of a report: what every column of every table means, and in which unit.

use super::csv::{keys, quoted};
use super::{Column, ReportTable, StudyReport};

/// The file in the folder of a run.
pub(super) const DICTIONARY: &str = "dictionary.csv";

/// One line of the dictionary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DictionaryEntry {
    /// The file of the table.
    pub(super) file: String,
    /// The name of the column in the file.
    pub(super) key: String,
    /// The unit of its numbers.
    pub(super) unit: String,
    /// What it holds.
    pub(super) meaning: String,
}

/// The columns of all files, in their order.
pub(super) fn entries(report: &StudyReport) -> Vec<DictionaryEntry> {
    let mut entries = Vec::new();
    for sheet in &report.sheets {
        for (number, column) in sheet.columns.iter().enumerate() {
            entries.extend(entries_of(sheet, column, sheet.has_intervals(number)));
        }
    }
    entries
}

fn entries_of(sheet: &ReportTable, column: &Column, is_wide: bool) -> impl Iterator<Item = DictionaryEntry> {
    let meanings = [
        column.meaning.clone(),
        "low end of its 95 % interval".to_string(),
        "high end of its 95 % interval".to_string(),
    ];
    let (file, unit) = (format!("{}.csv", sheet.name), column.unit.clone());
    keys(column, is_wide).into_iter().zip(meanings).map(move |(key, meaning)| DictionaryEntry {
        file: file.clone(),
        key,
        unit: unit.clone(),
        meaning,
    })
}

/// The whole file.
pub(super) fn csv(report: &StudyReport) -> String {
    let mut text = "file,column,unit,meaning\n".to_string();
    for entry in entries(report) {
        let fields = [&entry.file, &entry.key, &entry.unit, &entry.meaning].map(|field| quoted(field));
        text.push_str(&fields.join(","));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::TableValue;

    #[test]
    fn every_column_of_the_files_is_explained() {
        let columns =
            vec![Column::new("who", "", "the player, by name"), Column::new("score, %", "%", "share of points")];
        let mut sheet = ReportTable::new("scores", "Scores", columns);
        sheet.add(vec!["a".into(), TableValue::Estimate([40.0, 50.0, 60.0], 1)]);
        let report = StudyReport { sheets: vec![sheet], ..StudyReport::default() };
        assert_eq!(
            csv(&report),
            "file,column,unit,meaning\n\
             scores.csv,who,,\"the player, by name\"\n\
             scores.csv,score_percent,%,share of points\n\
             scores.csv,score_percent_low,%,low end of its 95 % interval\n\
             scores.csv,score_percent_high,%,high end of its 95 % interval\n"
        );
    }
}
