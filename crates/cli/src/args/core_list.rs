//! Cores of the machine, as people list them.

use super::value_error::ValueError;
use std::str::FromStr;

/// More cores than this have never been seen in one machine.
const MOST: usize = 1024;

/// Numbers of cores, ascending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoreList(pub Vec<usize>);

impl FromStr for CoreList {
    type Err = ValueError;

    /// Reads `0-3,6`.
    fn from_str(text: &str) -> Result<Self, ValueError> {
        let wrong = || ValueError::Cores(text.to_string());
        let number = |word: &str| word.trim().parse::<usize>().ok().filter(|core| *core < MOST).ok_or_else(wrong);
        let mut cores = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(wrong());
            }
            cores.extend(first..=last);
        }
        cores.sort_unstable();
        cores.dedup();
        Ok(CoreList(cores))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges_are_read() {
        assert_eq!("6,0-2, 1".parse::<CoreList>().unwrap().0, [0, 1, 2, 6]);
        for text in ["", "a", "3-1", "1-", "-1", "4096", "0-99999999"] {
            assert!(text.parse::<CoreList>().is_err(), "{text}");
        }
    }
}
