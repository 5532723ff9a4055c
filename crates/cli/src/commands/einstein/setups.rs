//! `plyground einstein setups`.

use super::game_of;
use crate::args::{NashArgs, SetupsCommand, Starts, StudyArgs};
use crate::print::{self, LiveLine};
use crate::{Answer, data, signal};
use anyhow::Result;
use plyground_arena::Interrupt;
use plyground_core::Notation;
use plyground_games::einstein::Einstein;
use plyground_games::einstein::setup::Placement;
use plyground_setups::{
    Equilibrium, ExactSetups, PayoffMatrix, SetupPairing, SetupQuestion, SetupSample, SetupScore, SetupStudy,
    SolveLimits, classes, equilibrium, members,
};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::sync::Mutex;

/// Runs what was typed after `setups`.
pub fn run(command: &SetupsCommand) -> Result<Answer> {
    match command {
        SetupsCommand::Rank(args) => StudyJob::new(args)?.list(SetupQuestion::Rank),
        SetupsCommand::Versus(args) => {
            let job = StudyJob::new(&args.study)?;
            let setup = Placement::parse(&args.setup, job.game.variant().stones())?;
            job.list(SetupQuestion::Versus(setup))
        }
        SetupsCommand::Nash(args) => StudyJob::new(&args.study)?.mix(args),
    }
}

/// What is known about one pairing.
struct PairingRow {
    pairing: SetupPairing,
    beginning: f64,
    following: f64,
    /// What was counted, unless the values are exact.
    score: Option<SetupScore>,
}

impl PairingRow {
    fn value(&self) -> f64 {
        (self.beginning + self.following) / 2.0
    }
}

/// One study.
struct StudyJob<'a> {
    args: &'a StudyArgs,
    game: Einstein,
    jobs: usize,
}

/// The end of a study: its rows and whether it is complete.
struct StudyOutcome {
    rows: Vec<PairingRow>,
    finished: bool,
}

impl<'a> StudyJob<'a> {
    fn new(args: &'a StudyArgs) -> Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = args.jobs.map_or(cores, usize::from);
        Ok(StudyJob { args, game: game_of(args.variant.as_deref())?, jobs })
    }

    fn play(&self, question: SetupQuestion) -> Result<SetupSample> {
        let folder = data::folder(self.args.data.as_deref())?.join("setups");
        // Every pair of 180 classes makes 16,290 pairs.
        let usual = if question == SetupQuestion::Nash { 100 } else { 1000 };
        let study = SetupStudy {
            game: self.game.clone(),
            spec: self.args.player.parse()?,
            limits: self.args.limits.limits(),
            seed: self.args.seed,
            games: self.args.games.unwrap_or(usual),
            jobs: self.jobs,
        };
        let mut line = LiveLine::default();
        let begun = std::time::Instant::now();
        let mut first = None;
        let sample = study.play(question, Some(&folder), &signal::interrupt(signal::GAMES), |done, total| {
            let first = *first.get_or_insert(done);
            line.show(|| {
                let speed = (done - first) as f64 / begun.elapsed().as_secs_f64().max(1e-9);
                let left = (total.saturating_sub(done)) as f64 / speed.max(1e-9);
                format!("{} of {} games, about {left:.0} s left", 2 * done, 2 * total)
            });
        });
        line.wipe();
        let sample = sample?;
        if !sample.finished {
            print::note(&format!("stopped after {} games; the same command goes on", sample.games()));
        }
        Ok(sample)
    }

    fn solve(&self, question: SetupQuestion) -> Result<Option<ExactSetups>> {
        let effort = SolveLimits {
            nodes: self.args.exact_nodes,
            table_bytes: usize::try_from(self.args.table).unwrap_or(usize::MAX),
            jobs: self.jobs,
        };
        let interrupt: Interrupt = signal::interrupt(signal::WORK);
        let line = Mutex::new(LiveLine::default());
        let shown = |done, total| {
            if let Ok(mut line) = line.lock() {
                line.show(|| format!("{done} of {total} pairs of set-ups solved"));
            }
        };
        let exact = ExactSetups::solve(&self.game, question, effort, &interrupt, shown);
        if let Ok(mut line) = line.lock() {
            line.wipe();
        }
        Ok(exact?)
    }

    fn rows(&self, question: SetupQuestion) -> Result<Option<StudyOutcome>> {
        if self.args.exact {
            let Some(exact) = self.solve(question)? else { return Ok(None) };
            let row = |pairing: SetupPairing| {
                let (beginning, following) = exact.score(pairing)?;
                Some(PairingRow { pairing, beginning, following, score: None })
            };
            let rows = question.pairings(&self.game).into_iter().filter_map(row).collect();
            return Ok(Some(StudyOutcome { rows, finished: true }));
        }
        let sample = self.play(question)?;
        let row = |(pairing, score): (&SetupPairing, &SetupScore)| PairingRow {
            pairing: *pairing,
            beginning: score.beginning(),
            following: score.following(),
            score: Some(*score),
        };
        let rows = sample.pairings.iter().zip(&sample.scores).map(row).collect();
        Ok(Some(StudyOutcome { rows, finished: sample.finished }))
    }

    /// Ranks, or scores one set-up.
    fn list(&self, question: SetupQuestion) -> Result<Answer> {
        let Some(mut found) = self.rows(question)? else { return Ok(Answer::Unfinished) };
        found.rows.sort_by(|a, b| b.value().total_cmp(&a.value()));
        if self.args.json {
            let mut fields = self.fields(question, found.finished);
            fields.insert("rows".into(), found.rows.iter().map(|row| self.row_json(row)).collect());
            print::json(&Value::Object(fields))?;
        } else {
            print::text(&self.list_text(question, &found.rows))?;
        }
        Ok(if found.finished { Answer::Yes } else { Answer::Unfinished })
    }

    fn fields(&self, question: SetupQuestion, finished: bool) -> Map<String, Value> {
        let exact = self.args.exact;
        let fields = json!({
            "game": "einstein",
            "variant": self.game.variant_text(),
            "question": question.to_string(),
            "exact": exact,
            "player": (!exact).then(|| self.args.player.clone()),
            "seed": (!exact).then_some(self.args.seed),
            "finished": finished,
            "schema": "plyground-einstein-setups-1",
        });
        match fields {
            Value::Object(fields) => fields,
            _ => Map::new(),
        }
    }

    /// The set-up that a row is about.
    fn subject(row: &PairingRow) -> Placement {
        row.pairing.other.unwrap_or(row.pairing.own)
    }

    /// Those that are as good, itself included. Against a fixed set-up only the labels can be reversed.
    fn as_good(&self, row: &PairingRow) -> Vec<String> {
        let subject = StudyJob::subject(row);
        let all = match row.pairing.other {
            None => members(&self.game, &subject),
            Some(_) if self.game.variant().die().is_reversible() && subject != subject.reversed() => {
                vec![subject, subject.reversed()]
            }
            Some(_) => vec![subject],
        };
        all.iter().map(ToString::to_string).collect()
    }

    fn row_json(&self, row: &PairingRow) -> Value {
        let interval = row.score.map(|score| score.scores().interval());
        json!({
            "setup": StudyJob::subject(row).to_string(),
            "members": self.as_good(row),
            "score": row.value(),
            "ci95": interval.map(|interval| [interval.low, interval.high]),
            "beginning": row.beginning,
            "following": row.following,
            "games": row.score.map(|score| 2 * score.units()),
        })
    }

    fn list_text(&self, question: SetupQuestion, rows: &[PairingRow]) -> String {
        let what = match question {
            SetupQuestion::Versus(own) => format!("what {own} scores against each set-up"),
            _ => "what each class of set-ups scores against random set-ups".to_string(),
        };
        let mut text = format!("{}: {what}, {}\n", self.game.variant_text(), self.how(rows));
        let mut header: Vec<String> =
            ["", "set-up", "score", "95 % interval", "beginning", "following", "as good"].map(String::from).to_vec();
        if self.args.exact {
            header.remove(3);
        }
        let mut table = vec![header];
        for (index, row) in rows.iter().enumerate() {
            let percent = |value: f64| format!("{:.2}", 100.0 * value);
            let mut line = vec![format!("{}", index + 1), StudyJob::subject(row).to_string(), percent(row.value())];
            if let Some(score) = row.score {
                let interval = score.scores().interval();
                line.push(format!("{} to {}", percent(interval.low), percent(interval.high)));
            }
            line.extend([percent(row.beginning), percent(row.following)]);
            let others: Vec<String> =
                self.as_good(row).into_iter().filter(|other| *other != StudyJob::subject(row).to_string()).collect();
            line.push(others.join(" "));
            table.push(line);
        }
        text.push_str(&print::columns(&table));
        text
    }

    fn how(&self, rows: &[PairingRow]) -> String {
        match rows.iter().filter_map(|row| row.score).map(|score| 2 * score.units()).min() {
            Some(games) => format!("in {games} games each by {} (seed {})", self.args.player, self.args.seed),
            None => "exactly, with best play by both".to_string(),
        }
    }

    /// The mixture.
    fn mix(&self, args: &NashArgs) -> Result<Answer> {
        let classes = classes(&self.game);
        let (begins, sample) = if self.args.exact {
            let Some(exact) = self.solve(SetupQuestion::Nash)? else { return Ok(Answer::Unfinished) };
            (exact.matrix().expect("every pair that the question is about is solved"), None)
        } else {
            let sample = self.play(SetupQuestion::Nash)?;
            (sample.matrix(classes.len()), Some(sample))
        };
        let matrix = match args.starts {
            Starts::Drawn => begins.of_both_starts(),
            Starts::Known => begins,
        };
        let found = equilibrium(&matrix)?;
        let finished = sample.as_ref().is_none_or(|sample| sample.finished);
        let uncertainty = sample.as_ref().map(|sample| uncertainty(&matrix, &found, sample, args.starts));
        if self.args.json {
            self.mixture_json(&classes, &found, args.starts, uncertainty, finished)?;
        } else {
            print::text(&self.mixture_text(&classes, &found, args.starts, uncertainty, sample.as_ref()))?;
        }
        Ok(if finished { Answer::Yes } else { Answer::Unfinished })
    }

    fn mixture_json(
        &self,
        classes: &[Placement],
        found: &Equilibrium,
        starts: Starts,
        uncertainty: Option<f64>,
        finished: bool,
    ) -> Result<()> {
        let mixture = |shares: &[f64]| -> Vec<Value> {
            let listed = ordered(shares).into_iter().map(|(index, share)| {
                let all: Vec<String> = members(&self.game, &classes[index]).iter().map(ToString::to_string).collect();
                json!({"setup": classes[index].to_string(), "members": all, "share": share})
            });
            listed.collect()
        };
        let mut fields = self.fields(SetupQuestion::Nash, finished);
        fields.insert("starts".into(), if starts == Starts::Known { "known" } else { "drawn" }.into());
        fields.insert("value".into(), found.value.into());
        fields.insert("gap".into(), found.gap.into());
        fields.insert("standard_error".into(), json!(uncertainty));
        fields.insert("mixture".into(), mixture(&found.rows).into());
        let second = (starts == Starts::Known).then(|| mixture(&found.columns));
        fields.insert("second".into(), json!(second));
        print::json(&Value::Object(fields))
    }

    fn mixture_text(
        &self,
        classes: &[Placement],
        found: &Equilibrium,
        starts: Starts,
        uncertainty: Option<f64>,
        sample: Option<&SetupSample>,
    ) -> String {
        let how = match sample.and_then(|sample| sample.scores.iter().map(SetupScore::units).min()) {
            Some(units) => format!("{} games per pair by {}", 2 * units, self.args.player),
            None => "exact values".to_string(),
        };
        let mut text = format!("{}: mixtures that cannot be beaten, from {how}\n", self.game.variant_text());
        let mut list = |title: &str, shares: &[f64]| {
            let _ = writeln!(text, "{title}");
            let mut table = Vec::new();
            for (index, share) in ordered(shares) {
                let all: Vec<String> = members(&self.game, &classes[index]).iter().map(ToString::to_string).collect();
                table.push(vec![format!("  {:.2} %", 100.0 * share), all.join(" ")]);
            }
            text.push_str(&print::columns(&table));
        };
        if starts == Starts::Known {
            list("the first player plays, each class in equal parts", &found.rows);
            list("the other one plays", &found.columns);
            let _ = writeln!(text, "the first player wins {:.2} %", 100.0 * found.value);
        } else {
            list("both play, each class in equal parts", &found.rows);
        }
        if let Some(error) = uncertainty {
            let error = 100.0 * error;
            let _ = writeln!(
                text,
                "chance blurs what the mixture scores against a set-up by {error:.2} points (one standard error)"
            );
        }
        text
    }
}

/// Shares of a mixture, the largest first.
fn ordered(shares: &[f64]) -> Vec<(usize, f64)> {
    let mut listed: Vec<(usize, f64)> = shares.iter().copied().enumerate().filter(|(_, share)| *share > 0.0).collect();
    listed.sort_by(|a, b| b.1.total_cmp(&a.1));
    listed
}

/// The largest standard error of the mixture's score against a single class.
fn uncertainty(matrix: &PayoffMatrix, found: &Equilibrium, sample: &SetupSample, starts: Starts) -> f64 {
    let units = sample.scores.iter().map(SetupScore::units).min().unwrap_or(0).max(1) as f64;
    // A pair of games counts as two only if both starts are counted together.
    let games = if starts == Starts::Known { units } else { 2.0 * units };
    let variance = |column: usize| {
        let of_row = |(row, share): (usize, &f64)| {
            let chance = matrix.get(row, column);
            share * share * chance * (1.0 - chance) / games
        };
        found.rows.iter().enumerate().map(of_row).sum::<f64>()
    };
    (0..matrix.size()).map(variance).fold(0.0, f64::max).sqrt()
}
