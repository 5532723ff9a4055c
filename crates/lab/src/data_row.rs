//! Rows of named numbers and words, the results of cells.

use serde_json::{Map, Value};

/// One measured value.
#[derive(Clone, PartialEq, Debug)]
pub enum Datum {
    /// A finite number.
    Number(f64),
    /// A word.
    Text(String),
}

/// Named values in the order in which they were measured.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DataRow(Vec<(String, Datum)>);

/// What one cell found.
pub type DataRows = Vec<DataRow>;

impl DataRow {
    /// An empty row.
    pub fn new() -> Self {
        DataRow::default()
    }

    /// Adds a number. One that is not finite (a ratio of nothing) is left out.
    #[must_use]
    pub fn with(mut self, name: &str, number: f64) -> Self {
        if number.is_finite() {
            self.0.push((name.to_string(), Datum::Number(number)));
        }
        self
    }

    /// Adds a word.
    #[must_use]
    pub fn text(mut self, name: &str, text: impl Into<String>) -> Self {
        self.0.push((name.to_string(), Datum::Text(text.into())));
        self
    }

    /// Adds all values of another row.
    #[must_use]
    pub fn and(mut self, other: &DataRow) -> Self {
        self.0.extend(other.0.iter().cloned());
        self
    }

    /// The number of this name.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.0.iter().find_map(|(known, datum)| match datum {
            Datum::Number(number) if known == name => Some(*number),
            _ => None,
        })
    }

    /// The number of this name, 0 where there is none.
    pub fn count(&self, name: &str) -> f64 {
        self.number(name).unwrap_or(0.0)
    }

    /// The word of this name, empty where there is none.
    pub fn word(&self, name: &str) -> &str {
        let found = self.0.iter().find_map(|(known, datum)| match datum {
            Datum::Text(text) if known == name => Some(text.as_str()),
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// Whether this word is just that.
    pub fn is(&self, name: &str, word: &str) -> bool {
        self.word(name) == word
    }

    pub(crate) fn to_json(&self) -> Value {
        let fields = self.0.iter().map(|(name, datum)| {
            let value = match datum {
                Datum::Number(number) => Value::from(*number),
                Datum::Text(text) => Value::from(text.as_str()),
            };
            (name.clone(), value)
        });
        Value::Object(fields.collect::<Map<_, _>>())
    }

    /// `None` for anything but an object of numbers and words.
    pub(crate) fn from_json(value: &Value) -> Option<Self> {
        let fields = value.as_object()?.iter().map(|(name, value)| {
            let datum = match value {
                Value::Number(number) => Datum::Number(number.as_f64()?),
                Value::String(text) => Datum::Text(text.clone()),
                _ => return None,
            };
            Some((name.clone(), datum))
        });
        Some(DataRow(fields.collect::<Option<_>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_survive_their_text_exactly() {
        let row = DataRow::new().with("third", 1.0 / 3.0).with("nothing", f64::NAN).text("map", "a \"b\"\n");
        let text = row.to_json().to_string();
        let back = DataRow::from_json(&serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(back, row);
        assert_eq!(back.number("third"), Some(1.0 / 3.0));
        assert_eq!((back.number("nothing"), back.word("map")), (None, "a \"b\"\n"));
    }

    #[test]
    fn anything_else_is_no_row() {
        for text in ["[]", "3", "{\"a\":[1]}", "{\"a\":null}"] {
            assert_eq!(DataRow::from_json(&serde_json::from_str(text).unwrap()), None, "{text}");
        }
    }
}
