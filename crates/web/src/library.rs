//! The library: every game that was played, imported or hosted here, and those of tournaments, in one list. The server searches and
//! counts; a page gets the few games that it shows.

use crate::boards;
use crate::error::ApiError;
use crate::live::HUMAN;
use crate::messages::{GameSummary, LibraryPage, LibraryQuery, ResultFilter};
use crate::opponents;
use crate::store::GameStore;
use plyground_arena::archive::{Archive, ArchivedTournament, ListedGame, ListedPairing};
use plyground_arena::{ArenaError, Termination};
use plyground_core::{MapText, Setup};
use plyground_games::registry;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// Games on a page unless the request says otherwise, and at most.
const DEFAULT_COUNT: usize = 24;
const MAX_COUNT: usize = 100;
/// Words of a search.
const MAX_WORDS: usize = 16;
/// Games of tournaments that are looked at one by one for their result.
const MAX_SCANNED: u64 = 1_000_000;
/// The source of games in the archive.
const TOURNAMENT: &str = "tournament";

/// What games and their opponents are called. Asking the registry would parse all maps of a game every time.
pub struct Library {
    names: HashMap<&'static str, GameNames>,
}

struct GameNames {
    title: &'static str,
    /// Display names by spec.
    opponents: HashMap<String, String>,
}

impl Default for Library {
    fn default() -> Self {
        let names = registry::infos().into_iter().map(|info| {
            let opponents = opponents::of_game(&info).into_iter().map(|one| (one.spec, one.name)).collect();
            (info.name, GameNames { title: info.title, opponents })
        });
        Library { names: names.collect() }
    }
}

impl Library {
    /// The games that a request asks for.
    pub fn page(
        &self,
        store: &GameStore,
        archive: Option<&Archive>,
        query: &LibraryQuery,
    ) -> Result<LibraryPage, ApiError> {
        let search = Search { library: self, query, words: words_of(&query.text) };
        let tournaments =
            archive.map(Archive::tournaments).transpose().map_err(ApiError::internal)?.unwrap_or_default();
        let known: HashSet<&str> = tournaments.iter().map(|tournament| tournament.name.as_str()).collect();
        // The copy of a tournament's game that was opened is the same game again.
        let is_copy = |game: &GameSummary| game.tournament.as_deref().is_some_and(|name| known.contains(name));
        let mut stored = store.summaries().filter(|game| !is_copy(game) && search.fits(game)).peekable();
        let mut page = PageCollector::new(query);
        if let Some(archive) = archive.filter(|_| search.wants_tournaments()) {
            for tournament in tournaments.iter().rev().filter(|one| search.wants_tournament(&one.name)) {
                let entered = archive.entered_at(tournament.id).map_err(ApiError::internal)?;
                while let Some(game) = stored.next_if(|game| game.changed >= entered) {
                    page.offer(|| game);
                }
                search.add_tournament(archive, tournament, entered, &mut page).map_err(ApiError::internal)?;
            }
        }
        stored.for_each(|game| page.offer(|| game));
        Ok(page.finish())
    }

    fn title(&self, game: &str) -> String {
        self.names.get(game).map_or_else(|| game.to_string(), |names| names.title.to_string())
    }

    /// What people call a player.
    fn name_of<'a>(&'a self, game: &str, who: &'a str) -> &'a str {
        if who == HUMAN {
            return "you";
        }
        self.names.get(game).and_then(|names| names.opponents.get(who)).map_or(who, String::as_str)
    }

    /// A game of a tournament as a list entry.
    fn archived(
        &self,
        (tournament, entered): (&ArchivedTournament, u64),
        pairing: &ListedPairing,
        game: &ListedGame,
    ) -> GameSummary {
        let name = path_segment(&tournament.name);
        let map = pairing.map.as_ref().map(|name| MapText { name: name.clone(), text: String::new() });
        let variant = pairing.map.clone().or_else(|| pairing.variant.clone()).unwrap_or_default();
        let setup = Setup { variant: pairing.variant.clone(), map, ..Setup::default() };
        let normal = game.termination == Termination::Normal;
        GameSummary {
            id: None,
            page: format!("/arena/{name}/{}", game.number + 1),
            address: format!("/api/tournaments/{name}/games/{}", game.number),
            game: pairing.game.clone(),
            title: self.title(&pairing.game),
            variant,
            plies: game.turns,
            seats: pairing.seated(game.number).into_iter().map(|(name, _)| name.clone()).collect(),
            over: true,
            places: game.payoffs.places(),
            ending: (!normal).then(|| game.termination.name().to_string()),
            failed: game.termination.is_fault(),
            source: TOURNAMENT.to_string(),
            tournament: Some(tournament.name.clone()),
            formats: boards::export_formats(&pairing.game, &setup),
            changed: entered,
        }
    }
}

/// A search in the library.
struct Search<'a> {
    library: &'a Library,
    query: &'a LibraryQuery,
    words: Vec<String>,
}

impl Search<'_> {
    fn wants_tournaments(&self) -> bool {
        ["", TOURNAMENT].contains(&self.query.source.as_str())
    }

    fn wants_tournament(&self, name: &str) -> bool {
        ["", name].contains(&self.query.tournament.as_str())
    }

    fn wants_game(&self, game: &str) -> bool {
        ["", game].contains(&self.query.game.as_str())
    }

    fn has_words(&self, texts: &[&str]) -> bool {
        let all = texts.join("\n").to_lowercase();
        self.words.iter().all(|word| all.contains(word.as_str()))
    }

    /// Whether a saved game is asked for.
    fn fits(&self, game: &GameSummary) -> bool {
        let LibraryQuery { source, tournament, result, .. } = self.query;
        let of_tournament = game.tournament.as_deref().unwrap_or_default();
        if !self.wants_game(&game.game)
            || !["", game.source.as_str()].contains(&source.as_str())
            || !["", of_tournament].contains(&tournament.as_str())
        {
            return false;
        }
        let people: Vec<bool> = game.seats.iter().map(|who| who == HUMAN).collect();
        if !result.is_none_or(|filter| has_result(filter, &game.places, &people, game.failed)) {
            return false;
        }
        let mut texts = vec![game.game.as_str(), &game.title, &game.variant, &game.source, of_tournament];
        texts.extend(game.ending.as_deref());
        texts.extend(game.seats.iter().flat_map(|who| [who.as_str(), self.library.name_of(&game.game, who)]));
        self.words.is_empty() || self.has_words(&texts)
    }

    /// Adds the games of a tournament that are asked for.
    fn add_tournament(
        &self,
        archive: &Archive,
        tournament: &ArchivedTournament,
        entered: u64,
        page: &mut PageCollector,
    ) -> Result<(), ArenaError> {
        for pairing in archive.pairings(tournament.id)? {
            let title = self.library.title(&pairing.game);
            let board = pairing.map.as_deref().or(pairing.variant.as_deref()).unwrap_or_default();
            let mut texts = vec![pairing.game.as_str(), &title, board, &tournament.name, TOURNAMENT];
            texts.extend(pairing.players().iter().flat_map(|(name, spec)| [name.as_str(), spec.as_str()]));
            if !self.wants_game(&pairing.game) || !self.has_words(&texts) {
                continue;
            }
            let entry = |game: &ListedGame| self.library.archived((tournament, entered), &pairing, game);
            match self.query.result {
                None => {
                    let count = archive.count_games(tournament.id, &pairing.numbers)?;
                    if let Some(skip) = page.skip_within(count) {
                        archive.visit_latest(tournament.id, &pairing.numbers, skip, |game| page.take(entry(&game)))?;
                    }
                    page.total += count;
                }
                Some(filter) => archive.visit_latest(tournament.id, &pairing.numbers, 0, |game| {
                    if page.scanned >= MAX_SCANNED {
                        return ControlFlow::Break(());
                    }
                    page.scanned += 1;
                    if has_result(filter, &game.payoffs.places(), &[], game.termination.is_fault()) {
                        page.offer(|| entry(&game));
                    }
                    ControlFlow::Continue(())
                })?,
            }
        }
        Ok(())
    }
}

/// Collects the games of one page and counts all others.
struct PageCollector {
    skip: u64,
    count: usize,
    total: u64,
    scanned: u64,
    games: Vec<GameSummary>,
}

impl PageCollector {
    fn new(query: &LibraryQuery) -> Self {
        let count = query.count.unwrap_or(DEFAULT_COUNT).min(MAX_COUNT);
        PageCollector { skip: query.skip, count, total: 0, scanned: 0, games: Vec::new() }
    }

    fn offer(&mut self, game: impl FnOnce() -> GameSummary) {
        if self.total >= self.skip && self.games.len() < self.count {
            self.games.push(game());
        }
        self.total += 1;
    }

    /// How many of the next `count` games come before the page; `None` if none of them is on it.
    fn skip_within(&self, count: u64) -> Option<u64> {
        let skip = self.skip.saturating_sub(self.total);
        (skip < count && self.games.len() < self.count).then_some(skip)
    }

    fn take(&mut self, game: GameSummary) -> ControlFlow<()> {
        if self.games.len() < self.count {
            self.games.push(game);
        }
        if self.games.len() < self.count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn finish(self) -> LibraryPage {
        LibraryPage { games: self.games, total: self.total, complete: self.scanned < MAX_SCANNED }
    }
}

fn words_of(text: &str) -> Vec<String> {
    text.split_whitespace().take(MAX_WORDS).map(str::to_lowercase).collect()
}

/// Whether a game ended in this way. `people` says which seats people had.
fn has_result(filter: ResultFilter, places: &[usize], people: &[bool], failed: bool) -> bool {
    let winners = places.iter().filter(|place| **place == 1).count();
    let person_first = places.iter().zip(people).any(|(place, person)| *person && *place == 1);
    match filter {
        ResultFilter::Won => winners == 1 && person_first,
        ResultFilter::Lost => winners > 0 && people.contains(&true) && !person_first,
        ResultFilter::Decided => winners == 1,
        ResultFilter::Drawn => winners > 1,
        ResultFilter::Unfinished => winners == 0,
        ResultFilter::Failed => failed,
    }
}

/// A text as one segment of a path.
pub fn path_segment(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'-' | b'_' | b'.' | b'~' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => out.push(char::from(byte)),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests;
