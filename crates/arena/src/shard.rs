//! Shards: equal parts of a tournament or a study, for machines that share the work.

use crate::ArgumentError;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// More shards than any scheduler takes.
const MOST_SHARDS: u64 = 1_000_000;

/// The variables in which batch systems pass the number of an array task, and how their users usually number the first
/// task.
const TASK_VARIABLES: [(&str, u64); 5] =
    [("SLURM_ARRAY_TASK_ID", 0), ("HQ_TASK_ID", 0), ("PBS_ARRAY_INDEX", 0), ("SGE_TASK_ID", 1), ("LSB_JOBINDEX", 1)];

/// Shard `K/N`: the K-th of N parts. Shards are numbered from 1 in everything that people type or read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    number: u64,
    count: u64,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = ArgumentError;

    /// Reads `K/N`.
    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let malformed = || ArgumentError::Shard { text: text.to_string() };
        let (number, count) = text.split_once('/').ok_or_else(malformed)?;
        let (number, count) = number.parse().ok().zip(count.parse().ok()).ok_or_else(malformed)?;
        Shard::new(number, count)
    }
}

impl Shard {
    /// The shard of this number, from 1, of `count`.
    pub fn new(number: u64, count: u64) -> Result<Self, ArgumentError> {
        if (1..=count).contains(&number) && count <= MOST_SHARDS {
            Ok(Shard { number, count })
        } else {
            Err(ArgumentError::ShardNumber { number, count })
        }
    }

    /// Reads `K/N`, or `task/N` inside a batch system, whose task number is then K. `variable` looks up environment variables.
    ///
    /// Earlier versions numbered shards from 0. Two of their forms are still read: `auto/N`, which takes the batch system's
    /// first task (0 or 1, depending on the system) for the first shard, and `0/N`, which is the first shard.
    pub fn parse(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Self, ArgumentError> {
        match text.split_once('/') {
            Some(("0", count)) => format!("1/{count}").parse(),
            Some(("task", count)) => format!("{}/{count}", task(variable)?.0).parse(),
            Some(("auto", count)) => {
                let (task, first) = task(variable)?;
                let number = task.checked_add(1).and_then(|task| task.checked_sub(first));
                format!("{}/{count}", number.unwrap_or(0)).parse()
            }
            _ => text.parse(),
        }
    }

    /// Its number, from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    /// The number of shards.
    pub fn count(self) -> u64 {
        self.count
    }

    /// Its part of `all` consecutive numbers, as one range.
    pub fn range(self, all: u64) -> Range<u64> {
        let cut = |index: u64| (u128::from(all) * u128::from(index) / u128::from(self.count)) as u64;
        cut(self.number - 1)..cut(self.number)
    }

    /// Whether item `index`, from 0, belongs to this shard when items are dealt out in turn.
    pub fn takes(self, index: usize) -> bool {
        index as u64 % self.count == self.number - 1
    }
}

/// The number of the batch system's task, and the usual number of the first one.
fn task(variable: impl Fn(&str) -> Option<String>) -> Result<(u64, u64), ArgumentError> {
    for (name, first) in TASK_VARIABLES {
        // Grid Engine says "undefined" outside of arrays.
        if let Some(number) = variable(name).and_then(|value| value.trim().parse::<u64>().ok()) {
            return Ok((number, first));
        }
    }
    Err(ArgumentError::NoTask { variables: TASK_VARIABLES.map(|(name, _)| name).join(", ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(number: u64, count: u64) -> Shard {
        Shard::new(number, count).unwrap()
    }

    #[test]
    fn ranges_cover_everything_once() {
        for (all, count) in [(10, 3), (7, 20), (1000, 7), (1, 1), (1_000_000_000, 999_999)] {
            let mut next = 0;
            for range in (1..=count).map(|number| shard(number, count).range(all)) {
                assert_eq!(range.start, next);
                next = range.end;
            }
            assert_eq!(next, all);
        }
    }

    #[test]
    fn every_item_belongs_to_one_shard() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].iter().map(|text| text.parse().unwrap()).collect();
        for index in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.takes(index)).count(), 1);
        }
    }

    #[test]
    fn shards_are_numbered_from_1() {
        assert_eq!("1/20".parse(), Ok(shard(1, 20)));
        assert_eq!(shard(20, 20).to_string(), "20/20");
        for text in ["", "3", "0/3", "4/3", "1/0", "21/20", "-1/20", "0/0", "1/2/3", "1-3", "a/b", "1/9999999", "auto"]
        {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        let error = "5/4".parse::<Shard>().unwrap_err().to_string();
        assert!(error.contains("there is no shard 5 of 4"), "{error}");
    }

    fn set(name: &'static str, value: &'static str) -> impl Fn(&str) -> Option<String> {
        move |asked: &str| (asked == name).then(|| value.to_string())
    }

    #[test]
    fn batch_systems_number_the_task() {
        for name in ["SLURM_ARRAY_TASK_ID", "SGE_TASK_ID"] {
            assert_eq!(Shard::parse("task/20", set(name, "7")), Ok(shard(7, 20)));
        }
        assert!(Shard::parse("task/20", set("SGE_TASK_ID", "undefined")).is_err());
        assert!(
            Shard::parse("task/20", set("HQ_TASK_ID", "21")).unwrap_err().to_string().contains("no shard 21 of 20")
        );
        assert!(Shard::parse("task/20", |_| None).unwrap_err().to_string().contains("SLURM_ARRAY_TASK_ID"));
    }

    #[test]
    fn the_old_forms_are_still_read() {
        assert_eq!(Shard::parse("0/20", |_| None), Ok(shard(1, 20)));
        assert_eq!(Shard::parse("auto/20", set("SLURM_ARRAY_TASK_ID", "0")), Ok(shard(1, 20)));
        assert_eq!(Shard::parse("auto/20", set("SLURM_ARRAY_TASK_ID", "19")), Ok(shard(20, 20)));
        assert_eq!(Shard::parse("auto/20", set("SGE_TASK_ID", "7")), Ok(shard(7, 20)));
        assert!(Shard::parse("auto/20", set("HQ_TASK_ID", "20")).is_err());
        assert!(Shard::parse("auto/20", set("LSB_JOBINDEX", "0")).is_err());
    }
}
