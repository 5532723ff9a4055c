//! The rows of all cells, with the queries that reports need.

use crate::DataRow;

/// All rows of a finished run, in the order of its plan.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DataTable {
    rows: Vec<DataRow>,
}

impl DataTable {
    /// A table of these rows.
    pub fn new(rows: Vec<DataRow>) -> Self {
        DataTable { rows }
    }

    /// All rows.
    pub fn rows(&self) -> &[DataRow] {
        &self.rows
    }

    /// The rows with all these words.
    pub fn with<'a>(&'a self, words: &'a [(&'a str, &'a str)]) -> impl Iterator<Item = &'a DataRow> + Clone {
        self.rows.iter().filter(move |row| words.iter().all(|(name, word)| row.is(name, word)))
    }

    /// The first row with all these words.
    pub fn one<'a>(&'a self, words: &'a [(&'a str, &'a str)]) -> Option<&'a DataRow> {
        self.with(words).next()
    }

    /// The sum of a number over the rows with all these words.
    pub fn sum(&self, words: &[(&str, &str)], name: &str) -> f64 {
        self.with(words).map(|row| row.count(name)).sum()
    }

    /// All distinct words of this name, in their order of appearance.
    pub fn words(&self, name: &str) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for row in &self.rows {
            let word = row.word(name);
            if !word.is_empty() && !words.iter().any(|known| known == word) {
                words.push(word.to_string());
            }
        }
        words
    }
}
