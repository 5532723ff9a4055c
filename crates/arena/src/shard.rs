//! Shards: equal parts of a tournament or a study, for machines that share the work.

use crate::ArgumentError;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// More shards than any scheduler takes.
const MOST_SHARDS: u64 = 1_000_000;

/// The variables in which batch systems pass the number of an array task, and the number of the first task.
const TASK_VARIABLES: [(&str, u64); 5] =
    [("SLURM_ARRAY_TASK_ID", 0), ("HQ_TASK_ID", 0), ("PBS_ARRAY_INDEX", 0), ("SGE_TASK_ID", 1), ("LSB_JOBINDEX", 1)];

/// Shard `K/N`: part K of N. Shards are counted from 0, as the tasks of batch systems are: `0/3`, `1/3` and `2/3` together are
/// the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = ArgumentError;

    /// Reads `K/N`.
    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let malformed = || ArgumentError::Shard { text: text.to_string() };
        let (index, count) = text.split_once('/').ok_or_else(malformed)?;
        let (index, count) = index.parse().ok().zip(count.parse().ok()).ok_or_else(malformed)?;
        Shard::new(index, count)
    }
}

impl Shard {
    /// Shard `index`, from 0, of `count`.
    pub fn new(index: u64, count: u64) -> Result<Self, ArgumentError> {
        if index < count && count <= MOST_SHARDS {
            Ok(Shard { index, count })
        } else {
            Err(ArgumentError::ShardIndex { index, count })
        }
    }

    /// Reads `K/N`, or `auto/N` inside a batch system, whose first task is then shard 0. `variable` looks up environment
    /// variables.
    pub fn parse(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Self, ArgumentError> {
        let Some(("auto", count)) = text.split_once('/') else { return text.parse() };
        let count = count.parse().map_err(|_| ArgumentError::Shard { text: text.to_string() })?;
        Shard::new(task_index(variable)?, count)
    }

    /// Its index, from 0.
    pub fn index(self) -> u64 {
        self.index
    }

    /// The number of shards.
    pub fn count(self) -> u64 {
        self.count
    }

    /// Its part of `all` consecutive numbers, as one range.
    pub fn range(self, all: u64) -> Range<u64> {
        let cut = |index: u64| (u128::from(all) * u128::from(index) / u128::from(self.count)) as u64;
        cut(self.index)..cut(self.index + 1)
    }

    /// Whether item `number`, from 0, belongs to this shard when items are dealt out in turn.
    pub fn takes(self, number: usize) -> bool {
        number as u64 % self.count == self.index
    }
}

/// The index of the batch system's task, from 0.
fn task_index(variable: impl Fn(&str) -> Option<String>) -> Result<u64, ArgumentError> {
    for (name, first) in TASK_VARIABLES {
        // Grid Engine says "undefined" outside of arrays.
        if let Some(task) = variable(name).and_then(|value| value.trim().parse::<u64>().ok()) {
            return task.checked_sub(first).ok_or(ArgumentError::TaskNumber { variable: name, task, first });
        }
    }
    Err(ArgumentError::NoTask { variables: TASK_VARIABLES.map(|(name, _)| name).join(", ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(index: u64, count: u64) -> Shard {
        Shard::new(index, count).unwrap()
    }

    #[test]
    fn ranges_cover_everything_once() {
        for (all, count) in [(10, 3), (7, 20), (1000, 7), (1, 1), (1_000_000_000, 999_999)] {
            let mut next = 0;
            for range in (0..count).map(|index| shard(index, count).range(all)) {
                assert_eq!(range.start, next);
                next = range.end;
            }
            assert_eq!(next, all);
        }
    }

    #[test]
    fn every_item_belongs_to_one_shard() {
        let shards: Vec<Shard> = ["0/3", "1/3", "2/3"].iter().map(|text| text.parse().unwrap()).collect();
        for number in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.takes(number)).count(), 1);
        }
    }

    #[test]
    fn shards_are_counted_from_0() {
        assert_eq!("0/20".parse(), Ok(shard(0, 20)));
        assert_eq!(shard(19, 20).to_string(), "19/20");
        assert_eq!(shard(0, 20).range(100), 0..5);
        for text in ["", "3", "3/3", "20/20", "1/0", "-1/20", "0/0", "1/2/3", "1-3", "x/20", "1/9999999", "auto"] {
            assert!(Shard::parse(text, |_| None).is_err(), "{text}");
        }
        let error = "4/4".parse::<Shard>().unwrap_err().to_string();
        assert!(error.contains("there is no shard 4 of 4"), "{error}");
    }

    #[test]
    fn batch_systems_number_the_task() {
        let auto = |name: &'static str, value: &'static str| {
            Shard::parse("auto/20", move |asked: &str| (asked == name).then(|| value.to_string()))
        };
        assert_eq!(auto("SLURM_ARRAY_TASK_ID", "0"), Ok(shard(0, 20)));
        assert_eq!(auto("SLURM_ARRAY_TASK_ID", "7"), Ok(shard(7, 20)));
        assert_eq!(auto("SGE_TASK_ID", "7"), Ok(shard(6, 20)));
        assert!(auto("SGE_TASK_ID", "undefined").unwrap_err().to_string().contains("SLURM_ARRAY_TASK_ID"));
        assert!(auto("HQ_TASK_ID", "20").unwrap_err().to_string().contains("no shard 20 of 20"));
        assert!(auto("LSB_JOBINDEX", "0").unwrap_err().to_string().contains("LSB_JOBINDEX is 0"));
        let malformed = Shard::parse("auto/x", |_| None).unwrap_err();
        assert_eq!(malformed, ArgumentError::Shard { text: "auto/x".into() });
    }
}
