//! Single games of tournaments: those in progress, and the records of those that are over.

use super::plan::{file_name, text_hash};
use super::{Tournaments, archive_error, standings};
use crate::boards;
use crate::error::ApiError;
use crate::live::GameSource;
use crate::messages::{Broadcast, Scene, SeatThought};
use plyground_arena::archive::ArchivedGame;
use plyground_arena::tournament::{Standings, TournamentPlan};
use plyground_arena::{Archive, GameSnapshot, LoadedRecord, RecordDocument, RefereeDetails, files, report};
use plyground_core::{Drawable, Notation, PlayerId, parse_moves};
use plyground_engine::thought::Thought;
use std::fs;

impl Tournaments {
    /// A finished game as a record.
    pub fn record(&self, name: &str, number: u64) -> Result<String, ApiError> {
        let (plan, kept) = self.finished_game(name, number)?;
        let seated = standings::seated(&plan, number);
        let players: Vec<String> = seated.iter().map(|player| plan.players[*player].spec.to_string()).collect();
        let names: Vec<String> = seated.iter().map(|player| plan.players[*player].name.clone()).collect();
        // A plan need not name the variant; a record does.
        let (game, _) = boards::open(&kept.game, &kept.setup)?;
        let document = RecordDocument {
            game: &kept.game,
            variant: &game.variant_text(),
            map: kept.setup.map.as_ref(),
            start: &kept.record.start,
            players: &players,
            moves: &kept.moves().map_err(archive_error)?,
            payoffs: Some(kept.record.outcome.payoffs.as_slice()),
        };
        let details = RefereeDetails {
            outcome: &kept.record.outcome,
            names: Some(&names),
            event: Some(&plan.events[plan.pairing_of(number).event].label),
            number,
            unit: None,
            seed: kept.record.seed,
            evaluations: &kept.record.evaluations,
        };
        Ok(document.to_json_with(&details).to_string())
    }

    /// A finished game in another format.
    pub fn export(&self, name: &str, number: u64, format: &str) -> Result<String, ApiError> {
        let (_, kept) = self.finished_game(name, number)?;
        if let (Some(map), "map") = (&kept.setup.map, format) {
            return Ok(map.text.clone());
        }
        let moves = kept.moves().map_err(archive_error)?;
        let record = LoadedRecord { game: kept.game, setup: kept.setup, moves };
        record.export(format).map_err(ApiError::rejected)
    }

    /// The last position of a finished game.
    pub fn scene(&self, name: &str, number: u64) -> Result<Scene, ApiError> {
        let (_, kept) = self.finished_game(name, number)?;
        let (game, mut position) = boards::open(&kept.game, &kept.setup)?;
        let moves = kept.moves().map_err(archive_error)?;
        parse_moves(&game, &mut position, &moves).map_err(ApiError::internal)?;
        Ok(game.scene(&position).into())
    }

    fn finished_game(&self, name: &str, number: u64) -> Result<(TournamentPlan, ArchivedGame), ApiError> {
        let (plan, id) = self.find(name)?;
        let kept = self.archive()?.archived_game(id, number).map_err(archive_error)?;
        let kept = kept.ok_or_else(|| ApiError::not_found("this game is not finished"))?;
        Ok((plan, kept))
    }

    /// The standings as a document: `html`, `markdown`, `csv` or `text`.
    pub fn report(&self, name: &str, format: &str) -> Result<String, ApiError> {
        let (plan, id) = self.find(name)?;
        let standings = Standings::compute(&plan, &self.archive()?, id).map_err(archive_error)?;
        match format {
            "html" => Ok(report::html(&standings, true)),
            "md" => Ok(report::markdown(&standings, true)),
            "csv" => Ok(report::csv(&standings)),
            "txt" => Ok(report::text(&standings, true)),
            other => Err(ApiError::not_found(format!("there is no report `{other}`; there is: html, md, csv, txt"))),
        }
    }

    /// Deletes a tournament with all its games.
    pub fn delete(&self, name: &str) -> Result<(), ApiError> {
        if self.is_running(name) {
            return Err(ApiError::rejected("pause the tournament before you delete it"));
        }
        let missing = || ApiError::not_found(format!("there is no tournament `{name}`"));
        if !self.archive.exists() {
            return Err(missing());
        }
        let mut archive = Archive::open(&self.archive).map_err(archive_error)?;
        let found = archive.tournaments().map_err(archive_error)?.into_iter().find(|one| one.name == name);
        archive.delete_tournament(found.ok_or_else(missing)?.id).map_err(archive_error)?;
        self.runs().remove(name);
        // Its plan may have been written by hand elsewhere.
        let _ = fs::remove_file(self.folder.join(file_name(name)));
        let _ = files::sync_folder(&self.folder);
        Ok(())
    }

    /// What people who follow a game see of it.
    pub fn broadcast(&self, name: &str, number: u64) -> Result<Broadcast, ApiError> {
        let (plan, id) = self.find(name)?;
        if number >= plan.games() {
            return Err(ApiError::not_found(format!("this tournament has {} games", plan.games())));
        }
        let archive = self.archive()?;
        let is_finished = archive.count_games(id, &(number..number + 1)).map_err(archive_error)? > 0;
        let event = &plan.events[plan.pairing_of(number).event];
        let shown = self.running(name).and_then(|run| run.running_game(number)).filter(|_| !is_finished);
        let mut broadcast = Broadcast {
            tournament: name.to_string(),
            number,
            game: event.game.clone(),
            event: event.label.clone(),
            players: standings::names(&plan, number),
            phase: if is_finished { "over" } else { "waiting" },
            scene: None,
            moves: Vec::new(),
            last: Vec::new(),
            thoughts: Vec::new(),
        };
        if let Some(snapshot) = shown {
            broadcast.show(snapshot);
        }
        Ok(broadcast)
    }

    /// The ID under which a game of a tournament is kept once it is opened, and its source. A tournament of the same name that is
    /// entered later has other games.
    pub fn copy_of(&self, name: &str, number: u64) -> Result<(String, GameSource), ApiError> {
        let (_, id) = self.find(name)?;
        let entered = self.archive()?.entered_at(id).map_err(archive_error)?;
        let half = |part: u8| text_hash(&format!("{part} {number} {entered} {name}"));
        let source = GameSource::Tournament { name: name.to_string(), number };
        Ok((format!("{:016x}{:016x}", half(0), half(1)), source))
    }
}

impl Broadcast {
    fn show(&mut self, snapshot: GameSnapshot) {
        let seat = |(index, told): (usize, Option<(usize, Thought)>)| {
            let (ply, thought) = told?;
            Some(SeatThought::new(ply, PlayerId::from_index(index), &thought))
        };
        self.phase = "playing";
        self.scene = Some(snapshot.scene.into());
        self.moves = snapshot.moves.split_whitespace().map(String::from).collect();
        self.last = snapshot.last;
        self.thoughts = snapshot.thoughts.into_iter().enumerate().filter_map(seat).collect();
    }
}
