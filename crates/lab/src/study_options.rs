//! Options of a study: what to measure, and how much.

use crate::{LabError, StudyFacts};
use plyground_arena::Fingerprint;
use plyground_core::{MapText, splitmix64};
use std::fmt::Write;

/// How much to measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Size {
    /// The minimum that exercises everything; for tests.
    Smallest,
    /// About a minute on two cores.
    Quick,
    /// Enough for a reliable answer.
    #[default]
    Full,
}

impl Size {
    /// The word in journals.
    pub fn name(self) -> &'static str {
        match self {
            Size::Smallest => "smallest",
            Size::Quick => "quick",
            Size::Full => "full",
        }
    }

    /// One of three values.
    pub fn pick<T>(self, smallest: T, quick: T, full: T) -> T {
        match self {
            Size::Smallest => smallest,
            Size::Quick => quick,
            Size::Full => full,
        }
    }
}

/// The most games per cell; a larger number is a typing error.
const MOST_GAMES: u64 = 1_000_000;

/// The options of one study.
#[derive(Clone, PartialEq, Debug)]
pub struct StudyOptions {
    /// How much to measure.
    pub size: Size,
    /// Games per pairing, for studies that play games.
    pub games: Option<u64>,
    /// Maps instead of the study's own.
    pub maps: Vec<MapText>,
    /// How those maps were named on the command line.
    pub map_words: Vec<String>,
    /// A player instead of the study's own.
    pub player: Option<String>,
    /// The seed of every random decision.
    pub seed: u64,
}

/// The seed unless another one is given.
const DEFAULT_SEED: u64 = 1;

impl Default for StudyOptions {
    fn default() -> Self {
        StudyOptions {
            size: Size::default(),
            games: None,
            maps: Vec::new(),
            map_words: Vec::new(),
            player: None,
            seed: DEFAULT_SEED,
        }
    }
}

impl StudyOptions {
    /// Default options of this size.
    pub fn of(size: Size) -> Self {
        StudyOptions { size, ..StudyOptions::default() }
    }

    /// Games per pairing; the default depends on the size.
    pub fn games(&self, smallest: u64, quick: u64, full: u64) -> u64 {
        self.games.unwrap_or(self.size.pick(smallest, quick, full))
    }

    /// A seed that depends on these options and this name.
    pub fn seed_of(&self, name: &str) -> u64 {
        let mut hash = splitmix64(self.seed);
        for byte in name.bytes() {
            hash = splitmix64(hash ^ u64::from(byte));
        }
        hash
    }

    /// The command with these options.
    pub fn command(&self, study: &str) -> String {
        let mut text = format!("plyground lab run {study}");
        if self.size == Size::Quick {
            text.push_str(" --quick");
        }
        if let Some(games) = self.games {
            let _ = write!(text, " --games {games}");
        }
        if !self.map_words.is_empty() {
            let _ = write!(text, " --maps {}", self.map_words.join(","));
        }
        if let Some(player) = &self.player {
            let _ = write!(text, " --player \"{player}\"");
        }
        if self.seed != DEFAULT_SEED {
            let _ = write!(text, " --seed {}", self.seed);
        }
        text
    }

    /// The name of the folder of the measurements, which differs for different options.
    pub fn folder_name(&self, study: &str) -> String {
        let mut name = study.to_string();
        if self.size != Size::Full {
            let _ = write!(name, "-{}", self.size.name());
        }
        if let Some(games) = self.games {
            let _ = write!(name, "-games-{games}");
        }
        if !self.maps.is_empty() || self.player.is_some() {
            // Maps and specs are too long for names; a number tells them apart.
            let _ = write!(name, "-{:08x}", Fingerprint::of(&self.parameters()) as u32);
        }
        if self.seed != DEFAULT_SEED {
            let _ = write!(name, "-seed-{}", self.seed);
        }
        name
    }

    /// Everything that decides about the cells, as one line for journals.
    pub(crate) fn parameters(&self) -> String {
        let maps: Vec<String> =
            self.maps.iter().map(|map| format!("{}#{:016x}", map.name, self.seed_of(&map.text))).collect();
        format!(
            "size {}, games {}, maps {}, player {}, seed {}",
            self.size.name(),
            self.games.map_or_else(|| "as usual".to_string(), |games| games.to_string()),
            if maps.is_empty() { "as usual".to_string() } else { maps.join(" ") },
            self.player.as_deref().unwrap_or("as usual"),
            self.seed
        )
    }

    /// Whether this study can do anything with all of that.
    ///
    /// # Errors
    /// When it cannot, in a sentence that names the option.
    pub fn check(&self, facts: &StudyFacts) -> Result<(), LabError> {
        let refuse = |option: &str| {
            let name = facts.name;
            Err(LabError::Misuse(format!("the study `{name}` takes no {option}; see `plyground lab list`")))
        };
        match self.games {
            Some(_) if !facts.takes_games => return refuse("--games"),
            Some(games) if games == 0 || games > MOST_GAMES => {
                return Err(LabError::Misuse(format!("--games {games} is not possible; choose 1 to {MOST_GAMES}")));
            }
            _ => {}
        }
        if !self.maps.is_empty() && !facts.takes_maps {
            return refuse("--maps");
        }
        if self.player.is_some() && !facts.takes_player {
            return refuse("--player");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_seeds_have_seeds_of_their_own() {
        let one = StudyOptions::default();
        let two = StudyOptions { seed: 2, ..StudyOptions::default() };
        assert_ne!(one.seed_of("a"), one.seed_of("b"));
        assert_ne!(one.seed_of("a"), two.seed_of("a"));
        assert_eq!(one.seed_of("a"), StudyOptions::default().seed_of("a"));
        assert_eq!(two.command("star"), "plyground lab run star --seed 2");
    }

    #[test]
    fn different_orders_have_different_folders() {
        let quick = StudyOptions::of(Size::Quick);
        assert_eq!(StudyOptions::default().folder_name("star"), "star");
        assert_eq!(quick.folder_name("star"), "star-quick");
        let fuller = StudyOptions { games: Some(50), seed: 7, ..quick.clone() };
        assert_eq!(fuller.folder_name("ladder"), "ladder-quick-games-50-seed-7");
        let by =
            |player: &str| StudyOptions { player: Some(player.to_string()), ..quick.clone() }.folder_name("setups");
        assert_ne!(by("MrBlack(0)"), by("MrBlack(1)"));
        assert_eq!(by("MrBlack(0)"), by("MrBlack(0)"));
    }
}
