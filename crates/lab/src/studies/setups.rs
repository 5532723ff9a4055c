//! Which of the 720 set-ups of EinStein win.

use crate::plot::{Axis, Chart, Dot, Series, Stroke, gallery, quiet};
use crate::report::{Column, DataTable, ReportTable, StudyReport, TableValue};
use crate::{Cancellation, Comparison, DataRow, Judgement, LabError, Study, StudyCell, StudyFacts, StudyOptions, math};
use plyground_arena::stats::Units;
use plyground_arena::{ArenaGame, Referee, SeatedPlayer, Seeds, TimeRules};
use plyground_core::{Drawable, PlayerId};
use plyground_engine::{Player, Spec, build};
use plyground_games::einstein::Einstein;
use plyground_games::einstein::setup::{self, Placement};
use plyground_picture::svg;

/// The study.
pub struct Setups;

const STONES: usize = 6;
const PLAYER: &str = "MrBlack(0)";
/// So many of the best and of the worst are drawn.
const DRAWN: usize = 16;

impl Study for Setups {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "setups",
            question: "Which of the 720 set-ups win against all 720, and what is the first move worth?",
            source: "Rock'n'Roll report, 2006, section 6.1",
            timed: false,
            takes_games: true,
            takes_maps: false,
            takes_player: true,
            takes_shard: true,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let spec: Spec = player(options).parse()?;
        build(&spec, &Einstein::standard(), 0)?;
        let (all, step) = (setup::count(STONES), options.size.pick(120, 1, 1));
        let rounds = options.games(2, 10, 100).div_ceil(2);
        let others: Vec<usize> = (0..all).step_by(options.size.pick(120, 1, 1)).collect();
        let mut cells = Vec::new();
        for index in (0..all).step_by(step) {
            let (spec, others, seed) = (spec.clone(), others.clone(), options.seed);
            cells.push(StudyCell::new(format!("set-up {index}"), 1.0, move |cancel| {
                let field = Opposition { spec: &spec, others: &others, rounds, seeds: Seeds::new(seed) };
                Ok(field.play(index, cancel)?.map(|row| vec![row]))
            }));
        }
        Ok(cells)
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        let games = table.rows().iter().map(|row| row.count("games")).sum::<f64>();
        report.add_method(format!(
            "{} plays both sides. Every set-up meets every other one {} times, half of the games as the one who begins; both games \
             of a pair have the same dice, and every set-up meets the same opponent with the same dice, so that differences show \
             sooner. {games:.0} games in all. Intervals count pairs of games.",
            player(options),
            2 * options.games(2, 10, 100).div_ceil(2)
        ));
        let mut scores: Vec<Score> = table.rows().iter().map(Score::of).collect();
        scores.sort_by(|a, b| b.score[1].total_cmp(&a.score[1]));
        report.sheets.push(sheet(&scores));
        draw(&mut report, &scores)?;
        judge(&mut report, options, &scores, table);
        Ok(report)
    }
}

fn player(options: &StudyOptions) -> &str {
    options.player.as_deref().unwrap_or(PLAYER)
}

/// All opponents of a set-up.
struct Opposition<'a> {
    spec: &'a Spec,
    others: &'a [usize],
    rounds: u64,
    seeds: Seeds,
}

impl Opposition<'_> {
    fn play(&self, index: usize, cancel: &Cancellation) -> Result<Option<DataRow>, LabError> {
        let game = Einstein::standard();
        let own = placement(index)?;
        let mut pair = Pair {
            game: &game,
            referee: Referee::default(),
            players: [build(self.spec, &game, 0)?, build(self.spec, &game, 0)?],
            seeds: self.seeds,
        };
        // Pairs by what happened: neither game won, only the one it began, only the other, both.
        let mut counts = [0.0; 4];
        for index in self.others {
            let other = placement(*index)?;
            for round in 0..self.rounds {
                if cancel.is_cancelled() {
                    return Ok(None);
                }
                let unit = round * setup::count(STONES) as u64 + *index as u64;
                let began = pair.wins(own, other, PlayerId::FIRST, unit)?;
                let followed = pair.wins(own, other, PlayerId::SECOND, unit)?;
                counts[usize::from(began) + 2 * usize::from(followed)] += 1.0;
            }
        }
        let row = DataRow::new().with("index", index as f64).text("set-up", own.to_string());
        let row = OUTCOMES.iter().zip(counts).fold(row, |row, (name, count)| row.with(name, count));
        Ok(Some(row.with("games", 2.0 * counts.iter().sum::<f64>())))
    }
}

/// What can become of the two games of a pair.
const OUTCOMES: [&str; 4] = ["neither", "only begun", "only followed", "both"];

struct Pair<'a> {
    game: &'a Einstein,
    referee: Referee<Einstein>,
    players: [Box<dyn Player<Einstein>>; 2],
    seeds: Seeds,
}

impl Pair<'_> {
    /// Whether a set-up wins from this seat; the first seat begins.
    fn wins(&mut self, own: Placement, other: Placement, seat: PlayerId, unit: u64) -> Result<bool, LabError> {
        let mut placements = [other; 2];
        placements[seat.index()] = own;
        let start = self.game.start_with(&placements);
        let board =
            ArenaGame { game: self.game, start: &start, opening: &[], dice: self.seeds.dice(unit), longest: None };
        let time_rules = TimeRules::default();
        let (seeds, number) = (self.seeds, 2 * unit + seat.index() as u64);
        let seats = self.players.iter_mut().enumerate().map(|(index, player)| SeatedPlayer {
            player: player.as_mut(),
            time_rules: &time_rules,
            seed: seeds.seat(number, index),
        });
        let outcome = self.referee.play(&board, &mut seats.collect::<Vec<_>>());
        match outcome.faults.first() {
            Some(fault) => Err(LabError::Misuse(format!("the player failed: {}", fault.detail))),
            None => Ok(outcome.payoffs.winner() == Some(seat)),
        }
    }
}

fn placement(index: usize) -> Result<Placement, LabError> {
    Placement::from_index(STONES, index).ok_or_else(|| LabError::Misuse(format!("there is no set-up {index}")))
}

/// What a set-up achieved.
struct Score {
    placement: String,
    index: f64,
    /// In per cent, between the ends of its interval.
    score: [f64; 3],
    beginning: f64,
    following: f64,
    pairs: f64,
}

/// The pairs of games of a set-up, by points.
fn units(row: &DataRow) -> Units {
    let [neither, begun, followed, both] = OUTCOMES.map(|name| row.count(name));
    let mut units = Units::default();
    for (pairs, points) in [(neither, 0.0), (begun + followed, 1.0), (both, 2.0)] {
        units.add_equal(pairs as u64, 2, points);
    }
    units
}

impl Score {
    fn of(row: &DataRow) -> Self {
        let [neither, begun, followed, both] = OUTCOMES.map(|name| row.count(name));
        let units = units(row);
        let interval = units.interval();
        let pairs = neither + begun + followed + both;
        Score {
            placement: row.word("set-up").to_string(),
            index: row.count("index"),
            score: [interval.low, units.score(), interval.high].map(|share| 100.0 * share),
            beginning: 100.0 * (begun + both) / pairs,
            following: 100.0 * (followed + both) / pairs,
            pairs,
        }
    }

    /// The label on a home cell, in the order a5 b5 c5 a4 b4 a3.
    fn label(&self, cell: usize) -> char {
        self.placement.chars().nth(cell).unwrap_or('?')
    }

    /// What stays the same when all labels move on by one: the labels counted from that in the back corner.
    fn block(&self) -> String {
        let labels: Vec<u32> = self.placement.chars().filter_map(|label| label.to_digit(10)).collect();
        let first = labels.first().copied().unwrap_or(0);
        labels.iter().map(|label| ((label + 6 - first) % 6).to_string()).collect()
    }

    /// Whether 1 or 6 stands in the back corner.
    fn keeps_back(&self) -> bool {
        ['1', '6'].contains(&self.label(0))
    }

    /// Whether 1 and 6 stand side by side in the front rank c5, b4, a3.
    fn pairs_in_front(&self) -> bool {
        let beside = |one: usize, two: usize| {
            let labels = [self.label(one), self.label(two)];
            labels == ['1', '6'] || labels == ['6', '1']
        };
        beside(2, 4) || beside(4, 5)
    }
}

fn sheet(scores: &[Score]) -> ReportTable {
    let columns = vec![
        Column::new("rank", "", "1 for the best"),
        Column::new(
            "set-up (a5 b5 c5 a4 b4 a3)",
            "",
            "labels of the stones on the six home cells, the back corner first",
        ),
        Column::new("index", "", "number of the set-up in the order of its digits, from 0"),
        Column::new("games", "", "games played"),
        Column::new("score, %", "%", "share of the games won against all set-ups"),
        Column::new("beginning, %", "%", "share of the games won in which it began"),
        Column::new("following, %", "%", "share of the games won in which the other began"),
    ];
    let mut sheet = ReportTable::new("setups", "Every set-up against all of them, the best first", columns);
    for (rank, score) in scores.iter().enumerate() {
        sheet.add(vec![
            (rank as u64 + 1).into(),
            score.placement.as_str().into(),
            TableValue::Number(score.index, 0),
            TableValue::Number(2.0 * score.pairs, 0),
            TableValue::Estimate(score.score, 2),
            TableValue::Number(score.beginning, 2),
            TableValue::Number(score.following, 2),
        ]);
    }
    sheet.shown = 32;
    sheet
}

fn draw(report: &mut StudyReport, scores: &[Score]) -> Result<(), LabError> {
    let dots = scores.iter().map(|score| Dot::new(score.index, score.score[1]));
    let chart = Chart {
        title: "Score of every set-up by its index".to_string(),
        x: Axis::linear("index of the set-up, in the order of its digits"),
        y: Axis::linear("score against all set-ups, %"),
        series: vec![Series::new("", dots.collect()).drawn(Stroke::Dots)],
    };
    report.add_figure(
        "scatter",
        "Index 0 is 123456, 719 is 654321. The pattern repeats with the stone in the corner.",
        chart.svg()?,
    );
    let game = Einstein::standard();
    let boards = |list: &mut dyn Iterator<Item = &Score>| -> Vec<(String, String)> {
        let drawn = list.filter_map(|score| {
            let placement = Placement::parse(&score.placement, STONES).ok()?;
            let options = svg::Options { cell: 40.0, show_links: false, show_coordinates: false };
            let scene = quiet(game.scene(&game.start_with(&[placement, placement])));
            Some((format!("{}  {:.1} %", score.placement, score.score[1]), svg::draw(&scene, &options)))
        });
        drawn.collect()
    };
    let best = boards(&mut scores.iter().take(DRAWN));
    report.add_figure("best", "The sixteen best, on both sides of the board.", gallery("The best set-ups", &best, 4));
    let worst = boards(&mut scores.iter().rev().take(DRAWN));
    report.add_figure("worst", "The sixteen worst, the worst first.", gallery("The worst set-ups", &worst, 4));
    Ok(())
}

fn judge(report: &mut StudyReport, options: &StudyOptions, scores: &[Score], table: &DataTable) {
    judge_range(report, options, scores, table);
    judge_patterns(report, scores);
    judge_first_move(report, table);
}

/// The ends of the range in 2006, in per cent, and how near counts as found again.
const RANGE_2006: [f64; 2] = [42.0, 56.0];
const NEAR: f64 = 2.0;

fn judge_range(report: &mut StudyReport, options: &StudyOptions, scores: &[Score], table: &DataTable) {
    let (Some(best), Some(worst)) = (scores.first(), scores.last()) else { return };
    // The best of 720 is chosen by its score, so that all of them are looked at.
    let all: Vec<Comparison> =
        table.rows().iter().map(|row| Comparison::of_score(&units(row), table.rows().len())).collect();
    let (Some(lowest), Some(highest)) = (Comparison::lowest(&all), Comparison::highest(&all)) else { return };
    let said = |found: &Comparison| {
        let [low, middle, high] = found.interval.map(|share| 100.0 * share);
        format!("{middle:.1} % ({low:.1} to {high:.1})")
    };
    let [bottom, top] = RANGE_2006.map(|percent| percent / 100.0);
    report.add_judged(
        format!("2006: set-ups win between 42 % and 56 % against random ones (both ends within {NEAR:.0} points)."),
        Judgement::every([lowest.within(bottom, NEAR / 100.0), highest.within(top, NEAR / 100.0)]),
        format!(
            "Here from {} ({}) to {} ({}) with {}; intervals for all {} set-ups together.",
            said(&lowest),
            worst.placement,
            said(&highest),
            best.placement,
            player(options),
            all.len()
        ),
        "pairs of games of each set-up",
    );
}

/// The mean score with a pattern minus that without it, in blocks of set-ups that differ only by a rotation of their labels (1 becomes 2, …, 6
/// becomes 1). Blocks share no set-up, and those without a contrast say nothing.
fn contrast(scores: &[Score], has_pattern: fn(&Score) -> bool) -> Comparison {
    let mut blocks: Vec<(String, [Vec<f64>; 2])> = Vec::new();
    for score in scores {
        let name = score.block();
        let number = blocks.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            blocks.push((name, [Vec::new(), Vec::new()]));
            blocks.len() - 1
        });
        blocks[number].1[usize::from(has_pattern(score))].push(score.score[1]);
    }
    let contrasts = blocks.iter().filter(|(_, parts)| parts.iter().all(|part| !part.is_empty()));
    let differences: Vec<f64> = contrasts.map(|(_, [without, with])| math::mean(with) - math::mean(without)).collect();
    Comparison::of_differences(&differences, 2)
}

fn judge_patterns(report: &mut StudyReport, scores: &[Score]) {
    let drawn = DRAWN.min(scores.len());
    let back = scores.iter().take(drawn).filter(|score| score.keeps_back()).count();
    let found = contrast(scores, Score::keeps_back);
    report.add_judged(
        "2006: good set-ups keep 1 and 6 back.",
        found.above(0.0),
        format!(
            "1 or 6 in the back corner is worth {} points among set-ups with the same pattern of labels; {back} of the {drawn} best have \
             it, and a third of all set-ups.",
            found.text(2)
        ),
        "blocks of set-ups",
    );
    let front = scores.iter().rev().take(drawn).filter(|score| score.pairs_in_front()).count();
    let found = contrast(scores, Score::pairs_in_front);
    report.add_judged(
        "2006: bad ones have 1 and 6 side by side in front.",
        found.below(0.0),
        format!(
            "1 and 6 side by side in front is worth {} points among set-ups with the same pattern of labels; {front} of the {drawn} worst \
             have it, and two of fifteen of all set-ups.",
            found.text(2)
        ),
        "blocks of set-ups",
    );
}

fn judge_first_move(report: &mut StudyReport, table: &DataTable) {
    let sum = |name: &str| table.rows().iter().map(|row| row.count(name)).sum::<f64>();
    let pairs: f64 = OUTCOMES.iter().map(|name| sum(name)).sum();
    // Of the two games of a pair the beginner wins both when the set-up wins only the one it begins.
    let (won, lost) = (sum("only begun"), sum("only followed"));
    let mut units = Units::default();
    units.add_equal(won as u64, 2, 2.0);
    units.add_equal(lost as u64, 2, 0.0);
    units.add_equal((pairs - won - lost) as u64, 2, 1.0);
    let found = Comparison::of_score(&units, 1);
    let [low, score, high] = found.interval.map(|share| 100.0 * share);
    report.add_judged(
        "Whoever begins has an advantage.",
        found.above(0.5),
        format!("The beginner wins {score:.2} % of all games ({low:.2} to {high:.2})."),
        "pairs of games",
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(placement: &str, percent: f64) -> Score {
        Score {
            placement: placement.to_string(),
            index: 0.0,
            score: [percent; 3],
            beginning: percent,
            following: percent,
            pairs: 10.0,
        }
    }

    #[test]
    fn blocks_have_six_set_ups_and_every_label_in_the_corner_once() {
        let all: Vec<Score> =
            (0..setup::count(STONES)).map(|index| score(&placement(index).unwrap().to_string(), 50.0)).collect();
        let mut blocks = std::collections::BTreeMap::<String, Vec<char>>::new();
        all.iter().for_each(|score| blocks.entry(score.block()).or_default().push(score.label(0)));
        assert_eq!(blocks.len(), 120);
        for corners in blocks.values_mut() {
            corners.sort_unstable();
            assert_eq!(corners, &['1', '2', '3', '4', '5', '6']);
        }
    }

    #[test]
    fn a_pattern_is_worth_what_it_adds_whatever_the_block_scores() {
        // Blocks of 40 and 60 %; a 1 or 6 in the corner adds 3 points in the first and 5 in the second.
        let mut scores = Vec::new();
        for (placements, base, gain) in
            [(["123456", "234561", "612345"], 40.0, 3.0), (["132456", "243561", "621345"], 60.0, 5.0)]
        {
            for text in placements {
                let back = text.starts_with(['1', '6']);
                scores.push(score(text, base + if back { gain } else { 0.0 }));
            }
        }
        let found = contrast(&scores, Score::keeps_back);
        assert_eq!((found.units, found.interval[1]), (2, 4.0));
    }
}
