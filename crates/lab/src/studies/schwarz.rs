//! The Schwarz tables: whether they are right, and how well they foretell who wins.

use crate::plot::{Axis, BarChart, Chart, Dot, Series, Stroke, gallery, quiet};
use crate::report::{Column, DataTable, FindingVerdict, ReportTable, StudyReport, TableValue};
use crate::{
    Comparison, DataRow, DataRows, Judgement, LabError, Study, StudyCell, StudyFacts, StudyOptions, math, positions,
};
use plyground_core::{Drawable, Evaluated, Evaluation, Game, Notation, Rng};
use plyground_endgame::{Library, random_position};
use plyground_games::einstein::{BLUE, Einstein, Position, RED};
use plyground_picture::svg;
use std::sync::Arc;

/// The study.
pub struct Schwarz;

/// Distances of stones 1 to 6 (0 for a stone off the board), and the expected number of moves as J. Schwarz's tables have
/// it: fractions where they are short.
const EXAMPLES: [([usize; 6], f64); 9] = [
    ([4, 4, 4, 4, 4, 4], 11.213757060),
    ([2, 2, 2, 3, 3, 4], 39629.0 / 7776.0),
    ([4, 3, 3, 3, 2, 2], 4822439.0 / 839808.0),
    ([1, 4, 4, 4, 4, 4], 4.930108430),
    ([3, 0, 2, 0, 0, 4], 68201.0 / 23328.0),
    ([4, 0, 0, 1, 0, 4], 17441.0 / 11664.0),
    ([0, 2, 0, 0, 2, 0], 7.0 / 3.0),
    ([2, 2, 0, 0, 0, 0], 41.0 / 18.0),
    ([1, 0, 0, 0, 0, 3], 43.0 / 36.0),
];
/// The tables are printed with nine decimals.
const PRINTED: f64 = 1e-9;
/// Name, and whether it is a probability already.
const OPINIONS: [(&str, bool); 4] = [("schwarz", false), ("distribution", true), ("farmer", false), ("net", true)];
const KINDS: [&str; 2] = ["drawn", "played"];
/// Positions per cell.
const CHUNK: usize = 100;
/// Dots in a scatter plot; more would only make it black.
const DOTS: usize = 1500;

impl Study for Schwarz {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "schwarz",
            question: "How well do expected moves to the goal, and their whole distribution, foretell exact chances of winning?",
            source: "Rock'n'Roll report, 2006 (tables of J. Schwarz; distributions proposed by T. van der Storm)",
            timed: false,
            takes_games: false,
            takes_maps: false,
            takes_player: false,
            takes_shard: false,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let most = most_stones(options);
        let mut cells = vec![StudyCell::new("examples", 1.0, |_| Ok(Some(examples())))];
        for stones in 2..=most {
            for kind in KINDS {
                for chunk in 0..options.size.pick(1, 10, 60) {
                    let key = format!("{stones} stones, {kind}, part {chunk}");
                    let seed = options.seed_of(&key);
                    cells.push(StudyCell::new(key, 1.0, move |_| Ok(Some(sample(stones, most, kind, seed)))));
                }
            }
        }
        Ok(cells)
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        report.add_method(
            "A Schwarz table holds, for the distances of a player's stones to the goal, the expected number of own moves until some \
             stone arrives, with best choices, ignoring the opponent and all captures. The distribution keeps the probability of \
             every number of moves instead, so that two of them give the probability to arrive first.",
        );
        report.add_method(format!(
            "Both are compared with the exact probability that the player about to roll wins, from the endgame database, on \
             positions of 2 to {} stones: drawn (random stones on random cells) and played (met in games of random moves). What is \
             no probability (the difference of expected moves, field values) becomes one by the logistic curve that fits half of the \
             positions best; all errors are measured on the other half. `net` is the program's learned evaluation, for comparison.",
            most_stones(options)
        ));
        report.sheets.push(example_sheet(table));
        report.sheets.push(error_sheet(table));
        draw(&mut report, table)?;
        judge(&mut report, table);
        Ok(report)
    }
}

fn most_stones(options: &StudyOptions) -> usize {
    options.size.pick(3, 4, 4)
}

fn distances(example: &[usize; 6]) -> Vec<Option<usize>> {
    example.iter().map(|distance| (*distance > 0).then_some(*distance)).collect()
}

fn name_of(example: &[usize; 6]) -> String {
    let words = example.map(|distance| if distance == 0 { "-".to_string() } else { distance.to_string() });
    words.join(" ")
}

fn examples() -> DataRows {
    let game = Einstein::standard();
    let row = |(example, printed): &([usize; 6], f64)| {
        let found = game.schwarz().of_distances(&distances(example)).unwrap_or(f64::NAN);
        DataRow::new().text("example", name_of(example)).with("printed", *printed).with("found", found)
    };
    EXAMPLES.iter().map(row).collect()
}

fn sample(stones: usize, most: usize, kind: &str, seed: u64) -> DataRows {
    let game = Einstein::standard();
    let library: Arc<Library> =
        if most < plyground_endgame::SMALL { Arc::new(Library::in_memory(most)) } else { Library::small().clone() };
    let mut rng = Rng::seeded(seed);
    let mut rows = Vec::new();
    let mut evals: Vec<_> = OPINIONS.iter().filter_map(|(name, _)| Some((*name, game.eval(name)?))).collect();
    while rows.len() < CHUNK {
        let found = match kind {
            "drawn" => vec![random_position(&game, stones, &mut rng)],
            _ => met(&game, stones, &mut rng),
        };
        for position in found {
            let Some(exact) = library.value(&position) else { continue };
            let row = DataRow::new().text("kind", kind).text("stones", stones.to_string()).with("exact", exact);
            let told = evals
                .iter_mut()
                .fold(row, |row, (name, eval)| row.with(name, eval.expectation(&game, &position, position.mover())));
            rows.push(told);
        }
    }
    rows.truncate(CHUNK);
    rows
}

/// One position of this many stones, before the roll, from a game of random moves; none if the game ended before.
fn met(game: &Einstein, stones: usize, rng: &mut Rng) -> Vec<Position> {
    let start = game.random_start(rng);
    let mut seen = positions::game_of(game, &start, rng);
    for position in &mut seen {
        if let Some((before, _)) = game.before_roll(position) {
            *position = before;
        }
    }
    seen.retain(|position| [RED, BLUE].iter().map(|player| position.stones(*player).count()).sum::<usize>() == stones);
    if seen.is_empty() { seen } else { vec![seen[rng.below(seen.len())]] }
}

/// Predictions beside the truth, on the half of the positions that nothing was fitted to.
fn predictions(table: &DataTable, opinion: &str, is_probability: bool, words: &[(&str, &str)]) -> Vec<(f64, f64)> {
    let pairs = |rest: usize, words: &[(&str, &str)]| -> Vec<(f64, f64)> {
        let rows = table.rows().iter().filter(|row| row.number("exact").is_some()).enumerate();
        let rows = rows.filter(|(number, _)| number % 2 == rest).map(|(_, row)| row);
        let rows = rows.filter(|row| words.iter().all(|(name, word)| row.is(name, word)));
        rows.filter_map(|row| Some((row.number(opinion)?, row.number("exact")?))).collect()
    };
    if is_probability {
        return pairs(1, words);
    }
    let (a, b) = math::logistic(&pairs(0, &[]));
    pairs(1, words).into_iter().map(|(opinion, exact)| (math::sigmoid(a + b * opinion), exact)).collect()
}

fn example_sheet(table: &DataTable) -> ReportTable {
    let columns = vec![
        Column::new(
            "distances of stones 1 to 6",
            "moves",
            "distance of each stone to the goal, - for one off the board",
        ),
        Column::new("printed", "moves", "expected moves as the tables have them"),
        Column::new("computed here", "moves", "expected moves as this program computes them"),
        Column::new("difference", "moves", "computed minus printed"),
    ];
    let mut sheet = ReportTable::new("examples", "Entries of the tables", columns);
    for row in table.rows().iter().filter(|row| !row.word("example").is_empty()) {
        sheet.add(vec![
            row.word("example").into(),
            TableValue::Number(row.count("printed"), 9),
            TableValue::Number(row.count("found"), 9),
            TableValue::Number(row.count("found") - row.count("printed"), 12),
        ]);
    }
    sheet
}

fn error_sheet(table: &DataTable) -> ReportTable {
    let columns = vec![
        Column::new("positions", "", "drawn: random stones on random cells; played: met in games of random moves"),
        Column::new("stones", "", "stones on the board"),
        Column::new("opinion", "", "what foretells the result"),
        Column::new("count", "", "positions"),
        Column::new("mean error", "probability", "mean distance from the exact probability of winning"),
        Column::new("root mean square error", "probability", "root of the mean squared distance"),
        Column::new("rank correlation", "", "Spearman's correlation with the exact probability"),
    ];
    let mut sheet = ReportTable::new("errors", "Opinions against exact probabilities of winning", columns);
    for kind in KINDS {
        for stones in table.words("stones") {
            for (opinion, is_probability) in OPINIONS {
                let words = [("kind", kind), ("stones", stones.as_str())];
                let found = predictions(table, opinion, is_probability, &words);
                let errors: Vec<f64> = found.iter().map(|(guess, exact)| (guess - exact).abs()).collect();
                sheet.add(vec![
                    kind.into(),
                    stones.as_str().into(),
                    opinion.into(),
                    (found.len() as u64).into(),
                    TableValue::Estimate(math::interval(&errors), 4),
                    TableValue::Number(math::root_mean_square(&found), 4),
                    TableValue::Number(math::rank_correlation(&found), 3),
                ]);
            }
        }
    }
    sheet
}

fn draw(report: &mut StudyReport, table: &DataTable) -> Result<(), LabError> {
    let game = Einstein::standard();
    let series = EXAMPLES.iter().filter_map(|(example, _)| {
        let times = game.finish_times().of_distances(&distances(example))?;
        let dots = times.iter().enumerate().filter(|(_, share)| **share > 0.0005);
        let dots = dots.map(|(index, share)| Dot::new(index as f64 + 1.0, 100.0 * share));
        Some(Series::new(&name_of(example), dots.collect()))
    });
    let chart = Chart {
        title: "How many moves until a stone arrives".to_string(),
        x: Axis::linear("own moves"),
        y: Axis::linear("probability, %"),
        series: series.collect(),
    };
    report.add_figure("finish-times", "Distributions of the examples; the tables hold their means.", chart.svg()?);
    let boards: Vec<(String, String)> = EXAMPLES
        .iter()
        .filter_map(|(example, _)| {
            let options = svg::Options { cell: 40.0, show_links: false, show_coordinates: false };
            let drawing = svg::draw(&quiet(game.scene(&game.parse_position(&board(example)).ok()?)), &options);
            Some((name_of(example), drawing))
        })
        .collect();
    report.add_figure(
        "examples",
        "Boards on which Red's stones stand at these distances; the blue stone only makes them positions.",
        gallery("Examples of the tables", &boards, 3),
    );
    for (opinion, is_probability) in OPINIONS {
        let found = predictions(table, opinion, is_probability, &[]);
        let step = found.len().div_ceil(DOTS).max(1);
        let dots = found.iter().step_by(step).map(|(guess, exact)| Dot::new(100.0 * guess, 100.0 * exact));
        let chart = Chart {
            title: format!("{opinion}: predicted against exact chance of winning"),
            x: Axis::linear("predicted, %").between(0.0, 100.0),
            y: Axis::linear("exact, %").between(0.0, 100.0),
            series: vec![
                Series::new("positions", dots.collect()).drawn(Stroke::Dust),
                Series::new("equal", vec![Dot::new(0.0, 0.0), Dot::new(100.0, 100.0)]).drawn(Stroke::Broken),
            ],
        };
        report.add_figure(
            &format!("prediction-{opinion}"),
            format!("Positions that nothing was fitted to; {opinion}."),
            chart.svg()?,
        );
    }
    let stones = table.words("stones");
    let groups: Vec<(String, [(&str, &str); 2])> = KINDS
        .iter()
        .flat_map(|kind| {
            stones
                .iter()
                .map(move |stones| (format!("{kind}, {stones}"), [("kind", *kind), ("stones", stones.as_str())]))
        })
        .collect();
    let series = OPINIONS.iter().map(|(opinion, is_probability)| {
        let bar = |words: &[(&str, &str)]| {
            let found = predictions(table, opinion, *is_probability, words);
            let errors: Vec<f64> = found.iter().map(|(guess, exact)| 100.0 * (guess - exact).abs()).collect();
            Some(math::interval(&errors))
        };
        (opinion.to_string(), groups.iter().map(|(_, words)| bar(words)).collect())
    });
    let bars = BarChart {
        title: "Mean error of each opinion".to_string(),
        groups: groups.iter().map(|(name, _)| name.clone()).collect(),
        label: "positions and stones".to_string(),
        y: Axis::linear("mean error, points of probability"),
        series: series.collect(),
    };
    report.add_figure("errors", "Mean distance from the exact probability, with 95 % intervals.", bars.svg()?);
    Ok(())
}

/// A position whose red stones have these distances.
fn board(example: &[usize; 6]) -> String {
    let mut cells = vec![".".to_string(); 25];
    for (index, distance) in example.iter().enumerate().filter(|(_, distance)| **distance > 0) {
        // The goal is the last cell.
        let is_there = |cell: &usize| (4 - cell / 5).max(4 - cell % 5) == *distance;
        if let Some(cell) = (0..25).filter(is_there).find(|cell| cells[*cell] == ".") {
            cells[cell] = format!("r{}", index + 1);
        }
    }
    cells[24] = "b1".to_string();
    let rows: Vec<String> = cells.chunks(5).map(|row| row.concat()).collect();
    format!("{} r -", rows.join("/"))
}

fn judge(report: &mut StudyReport, table: &DataTable) {
    let rows: Vec<&DataRow> = table.rows().iter().filter(|row| !row.word("example").is_empty()).collect();
    let off = |row: &&&DataRow| (row.count("found") - row.count("printed")).abs() < PRINTED;
    report.add_finding(
        "2006: the entries of the tables.",
        FindingVerdict::of_share(rows.iter().filter(off).count(), rows.len()),
        format!(
            "{} of {} printed examples are met to nine decimals (computed, not sampled: there is no interval).",
            rows.iter().filter(off).count(),
            rows.len()
        ),
    );
    let error = |index: usize, words: &[(&str, &str)]| {
        let (opinion, is_probability) = OPINIONS[index];
        100.0 * math::root_mean_square(&predictions(table, opinion, is_probability, words))
    };
    // Squared errors of two evaluations on the same positions.
    let against = |one: usize, other: usize| {
        let squares = |index: usize| {
            let (opinion, is_probability) = OPINIONS[index];
            predictions(table, opinion, is_probability, &[]).into_iter().map(|(guess, truth)| (guess - truth).powi(2))
        };
        let differences: Vec<f64> = squares(one).zip(squares(other)).map(|(one, other)| one - other).collect();
        Comparison::of_differences(&differences, 1)
    };
    let [expectation, distribution, farmer, net] = [0, 1, 2, 3].map(|index| error(index, &[]));
    let squared = |found: &Comparison| {
        let [low, middle, high] = found.interval.map(|square| 1e4 * square);
        format!("mean difference of squared errors {middle:.2} ({low:.2} to {high:.2}), in points squared")
    };
    let found = against(1, 0);
    report.add_judged(
        "The distribution foretells results better than the expectation alone.",
        found.below(0.0),
        format!(
            "Root mean square error {distribution:.1} points with distributions, {expectation:.1} with expectations (fitted); {}.",
            squared(&found)
        ),
        "positions",
    );
    let found = against(0, 2);
    report.add_judged(
        "2006: expected moves say more than field values (MrBlack against FarmerBoy).",
        found.below(0.0),
        format!(
            "{expectation:.1} points against {farmer:.1}; {}. The learned evaluation is off by {net:.1}.",
            squared(&found)
        ),
        "positions",
    );
    judge_stones(report, table);
}

/// Positions with more stones are other positions, so that nothing pairs them.
fn judge_stones(report: &mut StudyReport, table: &DataTable) {
    let (opinion, is_probability) = OPINIONS[1];
    let stones = table.words("stones");
    let squares: Vec<Vec<f64>> = stones
        .iter()
        .map(|stones| {
            let found = predictions(table, opinion, is_probability, &[("stones", stones.as_str())]);
            found.into_iter().map(|(guess, truth)| (100.0 * (guess - truth)).powi(2)).collect()
        })
        .collect();
    let steps = squares.len().saturating_sub(1);
    let found: Vec<Comparison> = squares.windows(2).map(|pair| Comparison::of_two(&pair[1], &pair[0], steps)).collect();
    let errors: Vec<String> = (stones.iter().zip(&squares))
        .map(|(stones, squares)| format!("{stones} stones {:.1}", math::mean(squares).sqrt()))
        .collect();
    let steps: Vec<String> = (stones.windows(2).zip(&found))
        .map(|(pair, found)| format!("from {} to {} {}", pair[0], pair[1], found.text(0)))
        .collect();
    report.add_judged(
        "Ignoring captures hurts more the more stones there are.",
        Judgement::every(found.iter().map(|found| found.above(0.0))),
        format!(
            "Root mean square error of the distribution in points: {}. Growth of the squared error, all steps together: {}.",
            errors.join(", "),
            steps.join(", ")
        ),
        "positions of each kind",
    );
}
