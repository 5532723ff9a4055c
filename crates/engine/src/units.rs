//! Amounts as people write them: `250ms`, `2s`, `64MB`.

use std::time::Duration;
use thiserror::Error;

/// Text that is no amount.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AmountError {
    /// It is no time.
    #[error("`{0}` is no time; write for example 250ms, 2s or 1.5m")]
    NoTime(String),
    /// It is a time that nobody means.
    #[error("`{0}` is longer than a week")]
    TooLong(String),
    /// It is no size in bytes.
    #[error("`{0}` is no size; write for example 64MB or 1GB")]
    NoSize(String),
    /// It is a size that nobody means.
    #[error("`{0}` is more memory than any machine has")]
    TooLarge(String),
}

/// Times longer than this are a slip of the finger.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// Reads `250ms`, `2s`, `1.5s`, `3m`, `1h`, `500us`, to the nearest microsecond: that is as fine as [`format_duration`]
/// writes.
pub fn parse_duration(text: &str) -> Result<Duration, AmountError> {
    let wrong = || AmountError::NoTime(text.to_string());
    let (number, unit) = split(text).ok_or_else(wrong)?;
    let seconds = match unit {
        "us" | "µs" => number / 1e6,
        "ms" => number / 1e3,
        "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    if seconds > LONGEST.as_secs_f64() {
        return Err(AmountError::TooLong(text.to_string()));
    }
    Ok(Duration::from_micros((seconds * 1e6).round() as u64))
}

/// The shortest text that [`parse_duration`] reads back.
pub fn format_duration(duration: Duration) -> String {
    let micros = duration.as_micros();
    if micros.is_multiple_of(1_000_000) {
        format!("{}s", micros / 1_000_000)
    } else if micros.is_multiple_of(1000) {
        format!("{}ms", micros / 1000)
    } else {
        format!("{micros}us")
    }
}

/// Reads `64MB`, `1GiB`, `512k`, `4096` (bytes). Decimal and binary prefixes both mean powers of 1024, as is custom for
/// tables.
pub fn parse_bytes(text: &str) -> Result<u64, AmountError> {
    let wrong = || AmountError::NoSize(text.to_string());
    let (number, unit) = split(text).ok_or_else(wrong)?;
    let factor = match unit.to_ascii_lowercase().trim_end_matches('b').trim_end_matches('i') {
        "" => 1.0,
        "k" => 1024.0,
        "m" => 1024.0 * 1024.0,
        "g" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(wrong()),
    };
    let bytes = number * factor;
    if bytes > 1e15 { Err(AmountError::TooLarge(text.to_string())) } else { Ok(bytes as u64) }
}

/// The shortest text that [`parse_bytes`] reads back.
pub fn format_bytes(bytes: u64) -> String {
    for (shift, unit) in [(30, "GB"), (20, "MB"), (10, "KB")] {
        if bytes > 0 && bytes.trailing_zeros() >= shift {
            return format!("{}{unit}", bytes >> shift);
        }
    }
    bytes.to_string()
}

fn split(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    (number.is_finite() && number >= 0.0).then(|| (number, text[end..].trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_round_trip() {
        for (text, millis) in [("250ms", 250.0), ("2s", 2000.0), ("1.5s", 1500.0), ("500us", 0.5), ("2m", 120_000.0)] {
            let duration = parse_duration(text).unwrap();
            assert_eq!(duration.as_secs_f64() * 1000.0, millis, "{text}");
            assert_eq!(parse_duration(&format_duration(duration)), Ok(duration));
        }
    }

    #[test]
    fn what_is_finer_than_a_microsecond_is_rounded() {
        for (text, micros) in [("1.52147483648s", 1_521_475), ("0.6us", 1), ("0.1us", 0), ("1.4999us", 1)] {
            let duration = parse_duration(text).unwrap();
            assert_eq!(duration, Duration::from_micros(micros), "{text}");
            assert_eq!(parse_duration(&format_duration(duration)), Ok(duration), "{text}");
        }
    }

    #[test]
    fn nonsense_is_no_amount() {
        for text in ["", "s", "-1s", "5", "1e9s", "9999999h", "infs", "2 weeks", "1.2.3s"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
        for text in ["", "MB", "-64MB", "64XB", "99999999GB"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_round_trip() {
        for (text, bytes) in [("64MB", 64 << 20), ("1GiB", 1 << 30), ("512k", 512 << 10), ("4097", 4097)] {
            assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
            assert_eq!(parse_bytes(&format_bytes(bytes)), Ok(bytes));
        }
    }
}
