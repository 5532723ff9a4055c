//! Tables for other programs: full precision, an interval as three columns.

use super::{ReportTable, TableValue};

/// The whole file.
pub fn csv(sheet: &ReportTable) -> String {
    let is_wide: Vec<bool> = (0..sheet.columns.len())
        .map(|column| sheet.rows.iter().any(|row| matches!(row.get(column), Some(TableValue::Estimate(..)))))
        .collect();
    let mut names = Vec::new();
    for (name, wide) in sheet.columns.iter().zip(&is_wide) {
        names.push(quoted(name));
        if *wide {
            names.extend([quoted(&format!("{name} low")), quoted(&format!("{name} high"))]);
        }
    }
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

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_take_three_columns_and_commas_are_quoted() {
        let mut sheet = ReportTable::new("t", "", &["who", "score"]);
        sheet.add(vec!["a, \"b\"".into(), TableValue::Estimate([0.25, 0.5, 0.75], 1)]);
        sheet.add(vec!["c".into(), TableValue::Empty]);
        assert_eq!(csv(&sheet), "who,score,score low,score high\n\"a, \"\"b\"\"\",0.5,0.25,0.75\nc,,,\n");
    }
}
