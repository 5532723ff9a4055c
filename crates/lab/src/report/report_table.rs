//! Tables of a report.

/// The value of one table cell.
#[derive(Clone, PartialEq, Debug)]
pub enum TableValue {
    /// An empty cell.
    Empty,
    /// A word.
    Text(String),
    /// A number and the decimals to print.
    Number(f64, usize),
    /// A number between the ends of its 95 % interval, and the decimals to print.
    Estimate([f64; 3], usize),
}

impl From<&str> for TableValue {
    fn from(text: &str) -> Self {
        TableValue::Text(text.to_string())
    }
}

impl From<String> for TableValue {
    fn from(text: String) -> Self {
        TableValue::Text(text)
    }
}

impl From<u64> for TableValue {
    fn from(number: u64) -> Self {
        TableValue::Number(number as f64, 0)
    }
}

impl TableValue {
    /// A number, or nothing.
    pub fn maybe(number: Option<f64>, decimals: usize) -> Self {
        number
            .filter(|number| number.is_finite())
            .map_or(TableValue::Empty, |number| TableValue::Number(number, decimals))
    }

    /// For people.
    pub(super) fn words(&self) -> String {
        match self {
            TableValue::Empty => "–".to_string(),
            TableValue::Text(text) => text.clone(),
            TableValue::Number(number, decimals) => written(*number, *decimals),
            TableValue::Estimate([low, value, high], decimals) => {
                let [low, value, high] = [low, value, high].map(|number| written(*number, *decimals));
                format!("{value} ({low} to {high})")
            }
        }
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(self, TableValue::Number(..) | TableValue::Estimate(..))
    }
}

/// A number with commas between its thousands.
pub(crate) fn written(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        // Numbers of four digits read better in one piece.
        if index > 0 && whole.len() > 4 && (whole.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let point = if rest.is_empty() { "" } else { "." };
    format!("{sign}{grouped}{point}{rest}")
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// What stands above it.
    pub title: String,
    /// The unit of its numbers; empty for words and plain counts.
    pub unit: String,
    /// What it holds, for the data dictionary.
    pub meaning: String,
}

impl Column {
    /// A column. `unit` is empty for words and plain counts.
    pub fn new(title: &str, unit: &str, meaning: &str) -> Self {
        Column { title: title.to_string(), unit: unit.to_string(), meaning: meaning.to_string() }
    }

    /// The name in files: small letters, digits and underscores.
    pub fn key(&self) -> String {
        let mut key = String::new();
        for character in self.title.replace('%', " percent ").chars() {
            match character {
                letter if letter.is_ascii_alphanumeric() => key.push(letter.to_ascii_lowercase()),
                _ if key.is_empty() || key.ends_with('_') => {}
                _ => key.push('_'),
            }
        }
        key.trim_end_matches('_').to_string()
    }
}

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct ReportTable {
    /// The name of its file, without ending.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// What stands in each column.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Vec<TableValue>>,
    /// So many rows are shown to people; the file has all of them.
    pub shown: usize,
}

/// Longer tables are for machines.
const SHOWN: usize = 60;

impl ReportTable {
    /// A table without rows.
    pub fn new(name: &str, caption: &str, columns: Vec<Column>) -> Self {
        ReportTable { name: name.to_string(), caption: caption.to_string(), columns, rows: Vec::new(), shown: SHOWN }
    }

    /// Adds a row.
    pub fn add(&mut self, row: Vec<TableValue>) {
        debug_assert_eq!(row.len(), self.columns.len(), "{}", self.name);
        self.rows.push(row);
    }

    /// Whether a column holds numbers.
    pub(super) fn is_numeric(&self, column: usize) -> bool {
        self.rows.iter().any(|row| row.get(column).is_some_and(TableValue::is_number))
    }

    /// Whether a column holds estimates with intervals, which take three columns in files.
    pub(super) fn has_intervals(&self, column: usize) -> bool {
        self.rows.iter().any(|row| matches!(row.get(column), Some(TableValue::Estimate(..))))
    }

    /// What is said below a table that is not shown whole.
    pub(super) fn rest(&self) -> Option<String> {
        let all = self.rows.len();
        (all > self.shown)
            .then(|| format!("The first {} of {all} rows; {}.csv has all of them.", self.shown, self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_columns_need_no_quotes() {
        for (title, key) in [
            ("score, %", "score_percent"),
            ("nodes, % of none", "nodes_percent_of_none"),
            ("⊖ worse than", "worse_than"),
            ("set-up (a5 b5 c5 a4 b4 a3)", "set_up_a5_b5_c5_a4_b4_a3"),
            ("Elo", "elo"),
        ] {
            assert_eq!(Column::new(title, "", "").key(), key);
        }
    }

    #[test]
    fn numbers_are_grouped_from_five_digits_on() {
        for (number, decimals, text) in
            [(1234.0, 0, "1234"), (12345.678, 1, "12,345.7"), (-1234567.0, 0, "-1,234,567"), (0.5, 2, "0.50")]
        {
            assert_eq!(written(number, decimals), text);
        }
        assert_eq!(TableValue::Estimate([0.1, 0.25, 0.4], 2).words(), "0.25 (0.10 to 0.40)");
        assert_eq!(TableValue::maybe(Some(f64::NAN), 1), TableValue::Empty);
    }
}
