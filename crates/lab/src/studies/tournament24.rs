//! The tournament of the Rock'n'Roll report, played again.

use crate::plot::{ColourScale, HeatMap};
use crate::report::{Column, DataTable, FindingVerdict, ReportTable, StudyReport, TableValue};
use crate::{
    Cancellation, Comparison, DataRow, Judgement, LabError, Study, StudyCell, StudyFacts, StudyOptions, math,
    study_match,
};
use plyground_arena::stats::Pentanomial;
use plyground_arena::{Adjudication, Entrant, Match, OpeningSource, RecordLevel, TimeRules};
use plyground_core::{Game, Notation, Rng};
use plyground_engine::Spec;
use plyground_games::einstein::Einstein;
use plyground_games::einstein::setup::{BEST, Placement};

/// The study.
pub struct Tournament24;

/// Number, name, and the percentages against players 1 to 24 as the report has them (tables 6.1 and 6.2).
const REPORT: &str = include_str!("data/rocknroll_tournament.csv");
/// The report's games per pair.
const REPORT_GAMES: f64 = 10240.0;
/// Differences below this count as reproduced: the report's set-ups and its rule for equal moves are not known, and
/// other choices move single entries by this many points.
const REPRODUCED: f64 = 3.0;
/// A rank correlation above this is the same order.
const SAME_ORDER: f64 = 0.95;
/// A perfect correlation counts as this one.
const MOST_CORRELATED: f64 = 0.9999;
/// Samples of the bootstrap.
const SAMPLES: u64 = 200;

/// About how many milliseconds a game of a player against itself takes, by its number in the report. They only decide how
/// many games a full run plays of each pair and which players are cheap.
const COSTS: [f64; 24] = [
    0.01, 3.0, 6.0, 9.0, 12.0, 120.0, 60.0, 0.01, 0.03, 0.3, 2.0, 20.0, 0.01, 0.03, 0.3, 2.0, 20.0, 160.0, 320.0,
    150.0, 3.0, 6.0, 9.0, 12.0,
];
/// What a full run spends on one pair, in milliseconds of one core.
const BUDGET: f64 = 12_000.0;
/// Players whose games take longer do not take part in quick runs.
const CHEAP: f64 = 2.5;

impl Study for Tournament24 {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "tournament24",
            question: "Do the 24 players of the Rock'n'Roll report score against each other what they scored in 2006?",
            source: "Rock'n'Roll report, 2006, section 6.2",
            timed: false,
            takes_games: true,
            takes_maps: false,
            takes_player: false,
            takes_shard: true,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let players = players(options);
        let mut cells = Vec::new();
        for (place, &one) in players.iter().enumerate() {
            for &two in &players[place + 1..] {
                let cost = (COSTS[one] + COSTS[two]) / 2.0;
                let planned = (BUDGET / cost).clamp(32.0, REPORT_GAMES) as u64;
                let games = options.games(4, 1000, planned).div_ceil(2) * 2;
                let specs = [one, two].map(|index| entries()[index].name.clone());
                let key = format!("{} - {}", specs[0], specs[1]);
                let seed = options.seed_of(&key);
                let pair = [one as f64 + 1.0, two as f64 + 1.0];
                cells.push(StudyCell::new(key, cost * games as f64, move |cancel| {
                    let Some(pairs) = play(&specs, games, seed, cancel)? else { return Ok(None) };
                    let row = DataRow::new().with("one", pair[0]).with("two", pair[1]).with("games", games as f64);
                    Ok(Some(vec![study_match::keep_pairs(row, &pairs)]))
                }));
            }
        }
        Ok(cells)
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        let games: Vec<f64> = table.rows().iter().map(|row| row.count("games")).collect();
        report.add_method(format!(
            "Each pair of {} of the report's 24 players plays openings from 16 x 16 good set-ups; both games of a pair begin with the \
             same set-ups and the same dice, once with each player as Red, who begins. The report's own sixteen set-ups are lost; \
             those here are the four best classes of another measurement. {} games in all, {} to {} per pair (the report: 10,240 \
             each). Intervals count pairs of games.",
            players(options).len(),
            games.iter().sum::<f64>(),
            games.iter().copied().fold(f64::INFINITY, f64::min),
            games.iter().copied().fold(0.0, f64::max)
        ));
        report.add_method(
            "The fit is the mean of squared differences over their variances (ours and the report's together): 1 would mean that \
             nothing but chance separates both tables. An overall score is the mean over all opponents, whatever the number of games.",
        );
        let scores = Scores::of(table, players(options));
        report.sheets.push(scores.standings());
        report.sheets.push(scores.differences());
        scores.draw(&mut report)?;
        scores.judge(&mut report, options.seed_of("bootstrap"));
        Ok(report)
    }
}

/// The players of an order, by their index in the report.
fn players(options: &StudyOptions) -> Vec<usize> {
    let limit = options.size.pick(0.02, CHEAP, f64::INFINITY);
    (0..COSTS.len()).filter(|index| COSTS[*index] <= limit).collect()
}

/// One line of the report.
struct Entry {
    name: String,
    percent: Vec<Option<f64>>,
}

fn entries() -> Vec<Entry> {
    let lines = REPORT.lines().skip(1);
    lines
        .map(|line| {
            // Names with commas are quoted; nothing else is.
            let (_, rest) = line.split_once(',').unwrap_or_default();
            let quoted = rest.strip_prefix('"').and_then(|rest| rest.split_once("\","));
            let (name, numbers) = quoted.or_else(|| rest.split_once(',')).unwrap_or((rest, ""));
            Entry { name: name.to_string(), percent: numbers.split(',').map(|number| number.parse().ok()).collect() }
        })
        .collect()
}

/// Plays `games` games of two players over the openings, in an order that the seed decides.
fn play(specs: &[String; 2], games: u64, seed: u64, cancel: &Cancellation) -> Result<Option<Pentanomial>, LabError> {
    let game = Einstein::standard();
    let mut entrants = Vec::new();
    for spec in specs {
        entrants.push(Entrant { spec: spec.parse::<Spec>()?, time_rules: TimeRules::default() });
    }
    let plan = Match {
        entrants,
        games,
        seed,
        jobs: 1,
        openings: OpeningSource::Positions(openings(&game, seed)?),
        sprt: None,
        keep: RecordLevel::Result,
        longest: None,
        adjudication: Adjudication::default(),
    };
    let result = plan.play(&game, &game.start(), &cancel.interrupt, |_, _, _| {})?;
    Ok((!result.interrupted).then(|| *result.tally.pairs()))
}

fn openings(game: &Einstein, seed: u64) -> Result<Vec<String>, LabError> {
    let mut positions = Vec::new();
    for red in BEST {
        for blue in BEST {
            let position = game.start_with(&[Placement::parse(red, 6)?, Placement::parse(blue, 6)?]);
            positions.push(game.position_text(&position));
        }
    }
    Rng::seeded(seed).shuffle(&mut positions);
    Ok(positions)
}

/// Who scored what against whom, by index in the report.
struct Scores {
    players: Vec<usize>,
    entries: Vec<Entry>,
    pairs: Vec<(usize, usize, Pentanomial)>,
}

impl Scores {
    fn of(table: &DataTable, players: Vec<usize>) -> Self {
        let pair = |row: &DataRow| {
            let index = |name: &str| row.count(name) as usize - 1;
            (index("one"), index("two"), study_match::pairs(std::iter::once(row)))
        };
        Scores { players, entries: entries(), pairs: table.rows().iter().map(pair).collect() }
    }

    /// The score in per cent between the ends of its interval.
    fn score(&self, one: usize, two: usize) -> Option<[f64; 3]> {
        self.pairs.iter().find_map(|(a, b, pairs)| match (*a, *b) {
            pair if pair == (one, two) => Some(study_match::score(pairs)),
            pair if pair == (two, one) => Some(study_match::score(&study_match::reversed(*pairs))),
            _ => None,
        })
    }

    fn reported(&self, one: usize, two: usize) -> Option<f64> {
        self.entries[one].percent.get(two).copied().flatten()
    }

    fn name(&self, player: usize) -> &str {
        &self.entries[player].name
    }

    /// The mean percentage over all opponents and its interval, then worse than, even with, better than. Every opponent counts
    /// the same, as in the report, however many games were played.
    fn standing(&self, player: usize) -> ([f64; 3], [u64; 3]) {
        let scores: Vec<[f64; 3]> = self.players.iter().filter_map(|other| self.score(player, *other)).collect();
        let mut verdicts = [0; 3];
        for [low, _, high] in &scores {
            verdicts[if *high < 50.0 {
                0
            } else if *low > 50.0 {
                2
            } else {
                1
            }] += 1;
        }
        let mean = math::mean(&scores.iter().map(|score| score[1]).collect::<Vec<_>>());
        let square = |[low, _, high]: &[f64; 3]| ((high - low) / 2.0).powi(2);
        let reach = scores.iter().map(square).sum::<f64>().sqrt() / scores.len().max(1) as f64;
        ([mean - reach, mean, mean + reach], verdicts)
    }

    fn standings(&self) -> ReportTable {
        let columns = vec![
            Column::new("player", "", "the player, as the report names them"),
            Column::new("⊖ worse than", "", "opponents who are better with 95 % confidence each"),
            Column::new("• even with", "", "opponents with whom it is undecided"),
            Column::new("⊕ better than", "", "opponents who are worse with 95 % confidence each"),
            Column::new("score, %", "%", "mean share of the points over all opponents"),
            Column::new("score in the report, %", "%", "the same of 2006, over the opponents of this run"),
        ];
        let mut sheet =
            ReportTable::new("standings", "The players by score, and of whom they are worse, even and better", columns);
        let mut players = self.players.clone();
        players.sort_by(|a, b| self.standing(*b).0[1].total_cmp(&self.standing(*a).0[1]));
        for player in players {
            let (score, [worse, even, better]) = self.standing(player);
            let opponents = self.players.iter().filter_map(|other| self.reported(player, *other));
            let reported = math::mean(&opponents.collect::<Vec<_>>());
            sheet.add(vec![
                self.name(player).into(),
                worse.into(),
                even.into(),
                better.into(),
                TableValue::Estimate(score, 2),
                TableValue::maybe(Some(reported), 2),
            ]);
        }
        sheet
    }

    /// Ours minus the report's with its standard error, for every pair.
    fn compared(&self) -> Vec<(usize, usize, [f64; 3], f64, f64)> {
        let compared = self.pairs.iter().filter_map(|(one, two, pairs)| {
            let score = study_match::score(pairs);
            let reported = self.reported(*one, *two)?;
            let theirs = report_error(reported);
            let ours = (score[2] - score[0]) / 2.0 / 1.96;
            Some((*one, *two, score, reported, (ours * ours + theirs * theirs).sqrt()))
        });
        compared.collect()
    }

    fn differences(&self) -> ReportTable {
        let columns = vec![
            Column::new("player", "", "the player"),
            Column::new("against", "", "the opponent"),
            Column::new("games", "", "games played here"),
            Column::new("score, %", "%", "share of the points of the player here"),
            Column::new("report, %", "%", "the same in 2006"),
            Column::new("difference", "points", "here minus 2006"),
            Column::new("in standard errors", "", "difference over the standard error of both together"),
        ];
        let mut sheet = ReportTable::new("differences", "Cell by cell against the report", columns);
        for (one, two, score, reported, error) in self.compared() {
            let games = 2 * self.pairs_of(one, two);
            sheet.add(vec![
                self.name(one).into(),
                self.name(two).into(),
                games.into(),
                TableValue::Estimate(score, 2),
                TableValue::Number(reported, 2),
                TableValue::Number(score[1] - reported, 2),
                TableValue::Number((score[1] - reported) / error, 1),
            ]);
        }
        sheet.shown = 300;
        sheet
    }

    fn draw(&self, report: &mut StudyReport) -> Result<(), LabError> {
        let names: Vec<String> = self.players.iter().map(|player| self.name(*player).to_string()).collect();
        let values = |value: &dyn Fn(usize, usize) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
            self.players.iter().map(|one| self.players.iter().map(|two| value(*one, *two)).collect()).collect()
        };
        let heat = |title: &str, values, shades, decimals| HeatMap {
            title: title.to_string(),
            x_label: "against".to_string(),
            y_label: String::new(),
            columns: self.players.iter().map(|player| (player + 1).to_string()).collect(),
            rows: names.iter().zip(&self.players).map(|(name, player)| format!("{name}  {}", player + 1)).collect(),
            values,
            shades,
            decimals: Some(decimals),
            dots: Vec::new(),
            legend: Vec::new(),
        };
        let score = values(&|one, two| self.score(one, two).map(|score| score[1]));
        let svg = heat("Score of the row against the column, %", score, ColourScale::Around(50.0, 45.0), 0).svg()?;
        report.add_figure("scores", "Blue wins, red loses. Columns have the numbers of the rows.", svg);
        let difference = values(&|one, two| Some(self.score(one, two)?[1] - self.reported(one, two)?));
        let svg = heat("Difference to the report, points", difference, ColourScale::Around(0.0, 10.0), 1).svg()?;
        report.add_figure("difference", "Ours minus the report's; blue: the row scores more here.", svg);
        Ok(())
    }

    fn judge(&self, report: &mut StudyReport, seed: u64) {
        self.judge_cells(report);
        self.judge_winners(report);
        self.judge_order(report, seed);
    }

    fn judge_cells(&self, report: &mut StudyReport) {
        let compared = self.compared();
        let off: Vec<f64> = compared.iter().map(|(_, _, score, reported, _)| (score[1] - reported).abs()).collect();
        let squares: Vec<f64> =
            compared.iter().map(|(_, _, score, reported, error)| ((score[1] - reported) / error).powi(2)).collect();
        let cells: Vec<Judgement> = compared
            .iter()
            .map(|(one, two, score, reported, error)| {
                let found =
                    Comparison::of_estimate(score[1] - reported, *error, self.pairs_of(*one, *two), compared.len());
                found.within(0.0, REPRODUCED)
            })
            .collect();
        let count = |verdict| cells.iter().filter(|cell| cell.verdict == verdict).count();
        report.add_judged(
            format!("2006: the table of the tournament, cell by cell within {REPRODUCED:.0} points."),
            Judgement::together(cells.iter().copied()),
            format!(
                "All {} intervals together, {} cells are surely within and {} surely beyond; mean absolute difference {:.2} points, fit \
                 {:.2} (1 is chance alone).",
                off.len(),
                count(FindingVerdict::Holds),
                count(FindingVerdict::Fails),
                math::mean(&off),
                math::mean(&squares)
            ),
            "pairs of games in a match",
        );
    }

    fn judge_winners(&self, report: &mut StudyReport) {
        let compared = self.compared();
        let looks = compared.len();
        // Where the report's own games do not tell who is better, there is nothing to find again.
        let told = |(one, two, _, reported, _): &(usize, usize, [f64; 3], f64, f64)| {
            let theirs = Comparison::of_estimate(*reported, report_error(*reported), REPORT_GAMES as u64, looks);
            (theirs.differs_from(50.0).verdict == FindingVerdict::Holds).then_some((*one, *two, *reported > 50.0))
        };
        let told: Vec<(usize, usize, bool)> = compared.iter().filter_map(told).collect();
        let cases: Vec<Judgement> = told
            .iter()
            .filter_map(|(one, two, is_first)| {
                let pairs = &self.pairs.iter().find(|pair| (pair.0, pair.1) == (*one, *two))?.2;
                let found = Comparison::of_score(&study_match::units(pairs), looks);
                Some(if *is_first { found.above(0.5) } else { found.below(0.5) })
            })
            .collect();
        let count = |verdict| cases.iter().filter(|case| case.verdict == verdict).count();
        report.add_judged(
            "2006: who beats whom.",
            Judgement::together(cases.iter().copied()),
            format!(
                "The report tells who is better in {} of {looks} pairs; here the same player is surely ahead in {} of them and surely \
                 behind in {} (all intervals together).",
                told.len(),
                count(FindingVerdict::Holds),
                count(FindingVerdict::Fails)
            ),
            "pairs of games in a match",
        );
    }

    fn judge_order(&self, report: &mut StudyReport, seed: u64) {
        let correlation = |pairs: &[(usize, usize, Pentanomial)]| {
            let both: Vec<(f64, f64)> = (self.players.iter())
                .map(|player| {
                    let reported = self.players.iter().filter_map(|other| self.reported(*player, *other));
                    (mean_score(pairs, *player), math::mean(&reported.collect::<Vec<_>>()))
                })
                .collect();
            math::rank_correlation(&both)
        };
        // Fisher's transformation makes the distribution of a correlation nearly normal; that of a perfect one would not end.
        let fisher = |correlation: f64| correlation.clamp(-MOST_CORRELATED, MOST_CORRELATED).atanh();
        let resamples: Vec<f64> = (0..SAMPLES)
            .map(|sample| {
                let mut rng = Rng::part(seed, sample);
                let drawn = |(one, two, pairs): &(usize, usize, Pentanomial)| {
                    (*one, *two, study_match::resampled(pairs, &mut rng))
                };
                fisher(correlation(&self.pairs.iter().map(drawn).collect::<Vec<_>>()))
            })
            .collect();
        let fewest = self.pairs.iter().map(|pair| pair.2.pairs()).min().unwrap_or(0);
        let found = Comparison::of_resamples(fisher(correlation(&self.pairs)), &resamples, fewest, 1);
        let [low, middle, high] = found.interval.map(f64::tanh);
        report.add_judged(
            format!("2006: the order of the players, with a rank correlation above {SAME_ORDER}."),
            found.above(fisher(SAME_ORDER)),
            format!("Rank correlation of the overall scores {middle:.3} ({low:.3} to {high:.3})."),
            "pairs of games in the shortest match",
        );
    }

    fn pairs_of(&self, one: usize, two: usize) -> u64 {
        self.pairs.iter().find(|pair| (pair.0, pair.1) == (one, two)).map_or(0, |pair| pair.2.pairs())
    }
}

/// The standard error of a percentage of the report.
fn report_error(percent: f64) -> f64 {
    let share = percent / 100.0;
    100.0 * (share * (1.0 - share) / REPORT_GAMES).sqrt()
}

/// The mean percentage of a player over all opponents.
fn mean_score(pairs: &[(usize, usize, Pentanomial)], player: usize) -> f64 {
    let scores = pairs.iter().filter_map(|(one, two, pairs)| match player {
        player if player == *one => Some(100.0 * pairs.mean()),
        player if player == *two => Some(100.0 - 100.0 * pairs.mean()),
        _ => None,
    });
    math::mean(&scores.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opponent_counts_the_same_however_many_games_were_played() {
        let pairs = vec![(0, 1, Pentanomial([0, 0, 0, 0, 5000])), (0, 2, Pentanomial([25, 0, 0, 0, 0]))];
        let scores = Scores { players: vec![0, 1, 2], entries: entries(), pairs };
        let ([low, score, high], verdicts) = scores.standing(0);
        assert_eq!((score, verdicts), (50.0, [1, 0, 1]));
        assert!(low > 40.0 && low < 49.0 && high > 51.0 && high < 60.0, "{low} {high}");
    }

    #[test]
    fn the_reports_table_is_read_whole() {
        let entries = entries();
        assert_eq!(entries.len(), COSTS.len());
        assert_eq!((entries[1].name.as_str(), entries[7].name.as_str()), ("MrMonte(0, 50, MrBlack(0))", "MrBlack(0)"));
        for (one, entry) in entries.iter().enumerate() {
            assert_eq!(entry.percent.len(), COSTS.len());
            entry.name.parse::<Spec>().expect("a player");
            for (two, percent) in entry.percent.iter().enumerate() {
                assert_eq!(percent.is_none(), one == two);
                let sum = percent.unwrap_or(50.0) + entries[two].percent[one].unwrap_or(50.0);
                assert!((sum - 100.0).abs() < 0.011, "{one} {two}: {sum}");
            }
        }
    }
}
