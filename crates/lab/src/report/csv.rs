//! Tables for other programs: full precision, an interval as three columns.

use super::{Column, ReportTable, TableValue};

/// The whole file.
pub fn csv(sheet: &ReportTable) -> String {
    let is_wide: Vec<bool> = (0..sheet.columns.len()).map(|column| sheet.has_intervals(column)).collect();
    let names: Vec<String> =
        sheet.columns.iter().zip(&is_wide).flat_map(|(column, wide)| keys(column, *wide)).collect();
    let mut text = names.join(",") + "\n";
    for row in &sheet.rows {
        let mut fields = Vec::new();
        for (value, wide) in row.iter().zip(&is_wide) {
            let mut parts = match value {
                TableValue::Empty => vec![String::new()],
                TableValue::Text(text) => vec![quoted(text)],
                TableValue::Number(number, _) => vec![number.to_string()],
                TableValue::Estimate([low, value, high], _) => {
                    vec![value.to_string(), low.to_string(), high.to_string()]
                }
            };
            parts.resize(if *wide { 3 } else { 1 }, String::new());
            fields.append(&mut parts);
        }
        text.push_str(&fields.join(","));
        text.push('\n');
    }
    text
}

/// The names of a column in a file.
pub(super) fn keys(column: &Column, is_wide: bool) -> Vec<String> {
    let key = column.key();
    if is_wide { vec![key.clone(), format!("{key}_low"), format!("{key}_high")] } else { vec![key] }
}

/// A field, in quotes where it needs them.
pub(super) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_take_three_columns_and_commas_are_quoted() {
        let mut sheet = ReportTable::new("t", "", vec![Column::new("who", "", ""), Column::new("score, %", "%", "")]);
        sheet.add(vec!["a, \"b\"".into(), TableValue::Estimate([0.25, 0.5, 0.75], 1)]);
        sheet.add(vec!["c".into(), TableValue::Empty]);
        assert_eq!(
            csv(&sheet),
            "who,score_percent,score_percent_low,score_percent_high\n\"a, \"\"b\"\"\",0.5,0.25,0.75\nc,,,\n"
        );
    }
}
