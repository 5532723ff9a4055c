//! The rows of all cells, and the questions that reports ask of them.

use crate::Row;

/// All rows of a finished run, in the order of its plan.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    rows: Vec<Row>,
}

impl Table {
    /// These rows.
    pub fn new(rows: Vec<Row>) -> Self {
        Table { rows }
    }

    /// All rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The rows in which all these words stand.
    pub fn with<'a>(&'a self, words: &'a [(&'a str, &'a str)]) -> impl Iterator<Item = &'a Row> + Clone {
        self.rows.iter().filter(move |row| words.iter().all(|(name, word)| row.is(name, word)))
    }

    /// The first of them.
    pub fn one<'a>(&'a self, words: &'a [(&'a str, &'a str)]) -> Option<&'a Row> {
        self.with(words).next()
    }

    /// The sum of a number over them.
    pub fn sum(&self, words: &[(&str, &str)], name: &str) -> f64 {
        self.with(words).map(|row| row.count(name)).sum()
    }

    /// All words that stand under this name, in their order of appearance.
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
