//! When, where and by which program measurements were made.

use crate::machine;
use serde_json::{Map, Value};
use std::time::{SystemTime, UNIX_EPOCH};

/// The commit that the program was built from, where the build says so.
const COMMIT: Option<&str> = option_env!("PLYGROUND_COMMIT");
/// Words in journals are short; longer ones are not ours.
const LONGEST: usize = 200;

/// The origin of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The day on which the measurements began, as in 2026-11-18 (UTC).
    pub date: String,
    /// The machine.
    pub machine: String,
    /// Version and commit of the program.
    pub program: String,
}

impl Origin {
    /// Here and now.
    pub fn here() -> Self {
        Origin { date: today(), machine: machine::describe(), program: program() }
    }

    pub(crate) fn add_to(&self, header: &mut Value) {
        if let Value::Object(fields) = header {
            for (name, text) in [("begun", &self.date), ("machine", &self.machine), ("program", &self.program)] {
                fields.insert(name.to_string(), Value::from(text.as_str()));
            }
        }
    }

    /// The origin in the header of a journal; those of earlier versions do not say.
    pub(crate) fn of_header(header: &Map<String, Value>) -> Option<Self> {
        let text = |name: &str| {
            let text = header.get(name)?.as_str()?;
            let fits = text.len() <= LONGEST && !text.chars().any(char::is_control);
            fits.then(|| text.to_string())
        };
        Some(Origin { date: text("begun")?, machine: text("machine")?, program: text("program")? })
    }
}

/// Version and commit of this program.
pub fn program() -> String {
    let version = env!("CARGO_PKG_VERSION");
    COMMIT.map_or(version.to_string(), |commit| format!("{version} (commit {commit})"))
}

fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date_of(seconds / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day after this many days since 1970-01-01 in the Gregorian calendar.
fn date_of(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Days as `date -u -d DATE +%s` counts them.
    #[test]
    fn days_become_dates() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (789, (1972, 2, 29)),
            (11_016, (2000, 2, 29)),
            (11_322, (2000, 12, 31)),
            (20_775, (2026, 11, 18)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(date_of(days), date);
        }
    }

    #[test]
    fn an_origin_is_read_again_and_nonsense_is_not() {
        let mut header = serde_json::json!({"schema": "x"});
        let here = Origin::here();
        here.add_to(&mut header);
        assert_eq!(Origin::of_header(header.as_object().unwrap()), Some(here));
        header["machine"] = Value::from("a\nb");
        assert_eq!(Origin::of_header(header.as_object().unwrap()), None);
    }
}
