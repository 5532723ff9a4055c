//! `plyground solve --split`: the positions some turns later, each solved for itself and kept in a file, and what follows from them.

use super::{Reporter, Solve, move_json, outcome_text};
use crate::args::{Score, SolveArgs};
use crate::journal::{self, Journal, JournalKind};
use crate::opened_game::OpenedGame;
use crate::{Answer, print};
use anyhow::{Context, Result, bail};
use plyground_arena::Shard;
use plyground_core::Playable;
use plyground_search::solve::{Combined, Parts, Solution, Solved, Worth};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

const SCHEMA: &str = "plyground-solve-parts-1";
/// No game that was solved is longer; a file that says so is damaged.
const LONGEST: u32 = 100_000;

/// How to go about it.
pub(super) struct Splitting {
    plies: u32,
    shard: Shard,
    dir: PathBuf,
    /// Whether to solve, and whether to put everything together.
    solves: bool,
    combines: bool,
}

impl Splitting {
    /// `None` where a position is solved as a whole.
    pub(super) fn of(args: &SolveArgs) -> Result<Option<Self>> {
        let Some(plies) = args.split else { return Ok(None) };
        if args.score != Score::Outcome {
            bail!("--split is for who wins and how soon, not for --score stones or othello");
        }
        let shard = args.shard.as_deref().map(|text| Shard::parse(text, |name| std::env::var(name).ok()));
        let shard = shard.transpose().context("--shard")?;
        Ok(Some(Splitting {
            plies,
            combines: shard.is_none(),
            solves: !args.report,
            shard: shard.map_or_else(|| Shard::new(0, 1), Ok)?,
            dir: args.dir.clone(),
        }))
    }

    fn path(&self) -> PathBuf {
        self.dir.join(format!("shard-{}-of-{}.jsonl", self.shard.index(), self.shard.count()))
    }
}

/// What is known about a part: its worth, and the positions that it took.
type Known = HashMap<usize, (Worth, u64)>;

/// The position to solve, in parts.
struct Job<'a, G: Playable> {
    opened: &'a OpenedGame<G>,
    splitting: &'a Splitting,
    parts: Parts<G>,
    /// Which work the files are of.
    plan: Value,
}

/// Solves the parts of a shard, or all, or puts together what is there.
pub(super) fn run<G: Playable>(solve: &Solve, splitting: &Splitting, opened: &OpenedGame<G>) -> Result<Answer> {
    let parts = Parts::new(&opened.game, &opened.position, splitting.plies).context("--split")?;
    let plan = json!({
        "game": opened.name,
        "variant": opened.game.variant_text(),
        "position": opened.game.position_text(&opened.position),
        "split": splitting.plies,
        "parts": parts.positions().len(),
    });
    let job = Job { opened, splitting, parts, plan };
    let begun = Instant::now();
    let mut known = job.read_all()?;
    if splitting.solves {
        std::fs::create_dir_all(&splitting.dir)
            .with_context(|| format!("cannot make the folder {}", splitting.dir.display()))?;
        let answer = job.solve(solve, &mut known)?;
        if answer == Answer::Unfinished || !splitting.combines {
            return Ok(answer);
        }
    }
    job.tell(solve, &known, begun.elapsed().as_secs_f64())
}

impl<G: Playable> Job<'_, G> {
    fn kind(&self) -> JournalKind<'_> {
        JournalKind {
            schema: SCHEMA,
            plan: &self.plan,
            of: "a position solved in parts",
            differs: "another game, position or --split; choose another --dir",
        }
    }

    /// Everything that the files of the folder know.
    fn read_all(&self) -> Result<Known> {
        let dir = &self.splitting.dir;
        let mut known = Known::new();
        let entries = match std::fs::read_dir(dir) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && self.splitting.solves => return Ok(known),
            Err(error) => return Err(error).with_context(|| format!("cannot read the folder {}", dir.display())),
        };
        for entry in entries {
            let path = entry.with_context(|| format!("cannot read the folder {}", dir.display()))?.path();
            if path.extension().is_some_and(|extension| extension == "jsonl") {
                self.learn(&path, &Journal::read(&path, &self.kind())?, &mut known)?;
            }
        }
        Ok(known)
    }

    fn learn(&self, path: &Path, pieces: &[Value], known: &mut Known) -> Result<()> {
        for (piece, line) in pieces.iter().zip(2..) {
            let (number, worth, nodes) = self.read(piece).with_context(|| journal::damaged(path, line))?;
            known.insert(number, (worth, nodes));
        }
        Ok(())
    }

    /// A line: the number of the part, its position to be sure, the result for the player to move and the turns to it.
    fn read(&self, piece: &Value) -> Option<(usize, Worth, u64)> {
        let number = usize::try_from(piece["part"].as_u64()?).ok()?;
        let position = self.parts.positions().get(number)?;
        let mover = self.opened.game.turn(position).player()?;
        (piece["position"].as_str()? == self.opened.game.position_text(position)).then_some(())?;
        let plies = piece["plies"].as_u64().and_then(|plies| u32::try_from(plies).ok());
        let plies = plies.filter(|plies| (1..=LONGEST).contains(plies));
        let (winner, plies, value) = match piece["value"].as_i64()? {
            1 => (Some(mover), Some(plies?), 1),
            -1 => (Some(mover.opponent()), Some(plies?), -1),
            0 => (None, None, 0),
            _ => return None,
        };
        Some((number, Worth { winner, plies, value }, piece["nodes"].as_u64()?))
    }

    /// Solves what is missing of the shard.
    fn solve(&self, solve: &Solve, known: &mut Known) -> Result<Answer> {
        let path = self.splitting.path();
        let (mut journal, pieces) = Journal::open(&path, &self.kind())?;
        self.learn(&path, &pieces, known)?;
        let all = self.parts.positions();
        let of_shard: Vec<usize> = (0..all.len()).filter(|number| self.splitting.shard.takes(*number)).collect();
        let (mut too_large, mut done) = (0, 0);
        let first = Reporter::new();
        for number in &of_shard {
            done += 1;
            if known.contains_key(number) {
                continue;
            }
            let part = self.part(*number);
            let begun = Instant::now();
            let reporter = first.again();
            match solve.solution(&part, false, &reporter)? {
                Solution::Solved(solved) => {
                    let seconds = begun.elapsed().as_secs_f64();
                    journal.add(&self.line(*number, &solved, seconds))?;
                    known.insert(*number, (solved.worth, solved.nodes));
                    print::note(&format!(
                        "part {number}, {done} of {} of this shard: {}, {} positions, {seconds:.1} s",
                        of_shard.len(),
                        outcome_text(self.opened, &solved.worth),
                        solved.nodes
                    ));
                }
                Solution::TooLarge { .. } if reporter.interrupt.is_pressed() => {
                    print::note(&format!("stopped at part {number}; the same command goes on there"));
                    return Ok(Answer::Unfinished);
                }
                Solution::TooLarge { nodes } => {
                    print::note(&format!("part {number} is too large: not solved after {nodes} positions"));
                    too_large += 1;
                }
            }
        }
        Ok(if too_large > 0 { Answer::No } else { Answer::Yes })
    }

    fn part(&self, number: usize) -> OpenedGame<G> {
        let position = &self.parts.positions()[number];
        OpenedGame {
            name: self.opened.name.clone(),
            game: self.opened.game.clone(),
            start: position.clone(),
            events: Vec::new(),
            position: position.clone(),
        }
    }

    fn line(&self, number: usize, solved: &Solved<G::Move>, seconds: f64) -> Value {
        json!({
            "part": number,
            "position": self.opened.game.position_text(&self.parts.positions()[number]),
            "value": solved.worth.value,
            "plies": solved.worth.plies,
            "nodes": solved.nodes,
            "seconds": seconds,
        })
    }

    fn tell(&self, solve: &Solve, known: &Known, seconds: f64) -> Result<Answer> {
        let combined = self.parts.combine(&self.opened.game, |number| known.get(&number).map(|(worth, _)| *worth));
        let nodes: u64 = known.values().map(|(_, nodes)| nodes).sum();
        if solve.json {
            print::json(&self.as_json(&combined, known.len(), nodes, seconds))?;
        } else {
            print::text(&self.as_text(&combined, known.len(), nodes))?;
        }
        Ok(if combined.worth().is_some() { Answer::Yes } else { Answer::No })
    }

    fn as_json(&self, combined: &Combined<G::Move>, solved: usize, nodes: u64, seconds: f64) -> Value {
        let opened = self.opened;
        let moves = combined.moves().filter_map(|(mv, worth)| Some(move_json(opened, mv, &worth?)));
        let worth = combined.worth();
        let winner = combined.winner().flatten().map(|player| player.number());
        json!({
            "game": opened.name,
            "position": opened.game.position_text(&opened.position),
            "winner": winner,
            "plies": worth.and_then(|worth| worth.plies),
            "value": worth.map(|worth| worth.value),
            "unit": "result",
            "moves": moves.collect::<Vec<_>>(),
            "parts": self.parts.positions().len(),
            "solved_parts": solved,
            "nodes": nodes,
            "seconds": seconds,
            "schema": "plyground-solve-1",
        })
    }

    fn as_text(&self, combined: &Combined<G::Move>, solved: usize, nodes: u64) -> String {
        let opened = self.opened;
        let mut text = match (combined.worth(), combined.winner()) {
            (Some(worth), _) => format!("{}\n", outcome_text(opened, &worth)),
            (None, Some(Some(player))) => {
                format!("{} wins; in how many plies is not known\n", opened.player_name(player))
            }
            (None, _) => "who wins is not known\n".to_string(),
        };
        for (mv, worth) in combined.moves() {
            let worth = worth.map_or_else(|| "open".to_string(), |worth| outcome_text(opened, &worth));
            let _ = writeln!(text, "  {:<10} {worth}", opened.game.move_text(&opened.position, mv));
        }
        let all = self.parts.positions().len();
        let _ = writeln!(text, "{solved} of {all} parts solved, {nodes} nodes");
        text
    }
}
