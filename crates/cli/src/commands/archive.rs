//! `plyground archive`.

use crate::args::{ArchiveCommand, ArchiveListArgs, ArchiveMergeArgs};
use crate::{Answer, print};
use anyhow::Result;
use plyground_arena::archive::merge;
use plyground_arena::{Archive, archive::ArchivedTournament};
use serde_json::json;

/// Runs what was typed after `archive`.
pub fn run(command: &ArchiveCommand) -> Result<Answer> {
    match command {
        ArchiveCommand::Merge(args) => merge_all(args),
        ArchiveCommand::List(args) => list(args),
    }
}

fn merge_all(args: &ArchiveMergeArgs) -> Result<Answer> {
    let found = merge(&args.files, &args.out)?;
    let out = args.out.display();
    if args.json {
        print::json(&json!({
            "archive": out.to_string(),
            "tournaments": found.tournaments,
            "games": found.games,
            "duplicates": found.duplicates,
            "schema": "plyground-archive-merge-1",
        }))?;
    } else {
        print::text(&format!(
            "{out}: {} games of {} tournaments; {} duplicates left out\n",
            found.games, found.tournaments, found.duplicates
        ))?;
    }
    Ok(Answer::Yes)
}

fn list(args: &ArchiveListArgs) -> Result<Answer> {
    let archive = Archive::open_to_read(&args.file)?;
    archive.check()?;
    let all = archive.tournaments()?;
    if args.json {
        let one = |one: &ArchivedTournament| json!({"name": one.name, "games": one.games, "finished": one.finished});
        let document = json!({
            "archive": args.file.display().to_string(),
            "tournaments": all.iter().map(one).collect::<Vec<_>>(),
            "schema": "plyground-archive-list-1",
        });
        print::json(&document)?;
        return Ok(Answer::Yes);
    }
    let mut rows = vec![["tournament", "games", "finished"].map(String::from).to_vec()];
    rows.extend(all.iter().map(|one| vec![one.name.clone(), one.games.to_string(), one.finished.to_string()]));
    print::text(&print::columns(&rows))?;
    Ok(Answer::Yes)
}
