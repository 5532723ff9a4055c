//! Four ways to see several opponents, on maps for 2 to 8 players.

use crate::plot::{Axis, BarChart, Chart, Dot, Series};
use crate::report::{Column, DataTable, ReportTable, StudyReport, TableValue};
use crate::study_match::{self, StudyMatch};
use crate::{Comparison, DataRow, Judgement, LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions};
use plyground_arena::OpeningRule;
use plyground_arena::stats::Pentanomial;
use plyground_core::Game;
use plyground_search::Limits;

/// The study.
pub struct Opponents;

/// The spec for a number of nodes.
type SpecOf = fn(u64) -> String;

/// That of `best`, for all trees.
const BEAM: &str = "beam=guess:30";

const VIEWS: [(&str, SpecOf); 4] = [
    ("paranoid", |nodes| format!("search({BEAM}, table=4MB, nodes={nodes})")),
    ("BRS+", |nodes| format!("search({BEAM}, opponents=brs, nodes={nodes})")),
    ("max^n", |nodes| format!("search({BEAM}, opponents=maxn, nodes={nodes})")),
    ("MCTS", |nodes| format!("mcts(memory=16MB, horizon=40, nodes={nodes})")),
];
/// Random maps, one for each number of players, small enough for many games.
const RANDOM: [&str; 7] = [
    "seed=2,players=2,cols=9,rows=9",
    "seed=3,players=3,cols=9,rows=9",
    "seed=4,players=4,cols=9,rows=9",
    "seed=5,players=5,cols=10,rows=10",
    "seed=6,players=6,cols=10,rows=10",
    "seed=7,players=7,cols=11,rows=11",
    "seed=8,players=8,cols=11,rows=11",
];
/// Built-in maps, by number of players.
const BUILT_IN: [&str; 7] = ["standard", "torus", "sieve", "bazaar", "honeycomb", "heptarchy", "minefield"];

/// For data dictionaries.
const VIEW: &str = "how a player sees several opponents";

impl Study for Opponents {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "opponents",
            question: "Paranoid, best-reply, max^n or Monte Carlo: which view of several opponents wins, with 2 to 8 players?",
            source: "ours",
            timed: false,
            takes_games: true,
            takes_maps: true,
            takes_player: false,
            takes_shard: true,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let names: Vec<&str> = match options.size {
            crate::Size::Smallest => RANDOM[..2].to_vec(),
            crate::Size::Quick => RANDOM.to_vec(),
            crate::Size::Full => RANDOM.into_iter().chain(BUILT_IN).collect(),
        };
        let nodes = nodes(options);
        let mut cells = Vec::new();
        for board in StudyBoard::maps(options, &names)? {
            let seats = board.open()?.0.facts().players;
            for (place, (one, spec_of_one)) in VIEWS.iter().enumerate() {
                for (two, spec_of_two) in &VIEWS[place + 1..] {
                    let study_match = StudyMatch {
                        board: board.clone(),
                        specs: [spec_of_one(nodes), spec_of_two(nodes)],
                        limits: Limits::default(),
                        games: options.games(2, 14, 40),
                        seed: options.seed_of(&board.name),
                        openings: OpeningRule::Random(seats),
                    };
                    let base = DataRow::new().text("map", &board.name).text("players", seats.to_string());
                    let base = base.text("one", *one).text("two", *two);
                    let key = format!("{}, {one} - {two}", board.name);
                    cells.push(StudyCell::new(key, seats as f64, move |cancel| {
                        Ok(study_match.play(cancel)?.map(|row| vec![base.clone().and(&row)]))
                    }));
                }
            }
        }
        Ok(cells)
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        report.add_method(format!(
            "Two views at a time share all seats of a map in turn, with {} nodes a move for everybody (a node is a position made, in \
             trees and in play-outs alike; play-outs end after 40 moves), from the same random openings with swapped seats. The score is \
             the share of first places. Equal nodes are not equal time: the cost table tells the seconds. Maps: {}.",
            nodes(options),
            table.words("map").join("; ")
        ));
        report.sheets.push(score_sheet(table));
        report.sheets.push(pair_sheet(table));
        report.sheets.push(cost_sheet(table));
        draw(&mut report, table)?;
        judge(&mut report, table);
        Ok(report)
    }
}

fn nodes(options: &StudyOptions) -> u64 {
    options.size.pick(30, 250, 1000)
}

/// All pairs of a view against the others.
fn of_view(table: &DataTable, view: &str, words: &[(&str, &str)]) -> Pentanomial {
    let mut sum = Pentanomial::default();
    for row in table.with(words) {
        let pairs = study_match::pairs(std::iter::once(row));
        let seen = match view {
            view if row.is("one", view) => pairs,
            view if row.is("two", view) => study_match::reversed(pairs),
            _ => continue,
        };
        sum.0.iter_mut().zip(seen.0).for_each(|(sum, more)| *sum += more);
    }
    sum
}

fn score_sheet(table: &DataTable) -> ReportTable {
    let mut sheet = ReportTable::new(
        "scores",
        "Share of first places against the other views, %",
        vec![
            Column::new("players", "", "seats of the maps, or all of them"),
            Column::new("view", "", VIEW),
            Column::new("games", "", "games played"),
            Column::new("score, %", "%", "share of the points against the other views"),
        ],
    );
    let mut add = |name: &str, words: &[(&str, &str)]| {
        for (view, _) in VIEWS {
            let pairs = of_view(table, view, words);
            let score = TableValue::Estimate(study_match::score(&pairs), 1);
            sheet.add(vec![name.into(), view.into(), (2 * pairs.pairs()).into(), score]);
        }
    };
    for players in counts(table) {
        add(&players, &[("players", players.as_str())]);
    }
    add("all", &[]);
    sheet
}

/// Numbers of players, in order.
fn counts(table: &DataTable) -> Vec<String> {
    let mut counts = table.words("players");
    counts.sort_by_key(|count| count.parse::<usize>().unwrap_or(0));
    counts
}

fn pair_sheet(table: &DataTable) -> ReportTable {
    let mut sheet = ReportTable::new(
        "pairs",
        "Every match",
        vec![
            Column::new("map", "", "the map"),
            Column::new("players", "", "its seats"),
            Column::new("view", "", VIEW),
            Column::new("against", "", "the view of the opponent"),
            Column::new("games", "", "games played"),
            Column::new("score, %", "%", "share of the points of the first view"),
        ],
    );
    for row in table.rows() {
        let score = study_match::score(&study_match::pairs(std::iter::once(row)));
        let words = ["map", "players", "one", "two"].map(|name| TableValue::from(row.word(name)));
        let mut line = words.to_vec();
        line.extend([TableValue::Number(row.count("games"), 0), TableValue::Estimate(score, 1)]);
        sheet.add(line);
    }
    sheet.shown = 100;
    sheet
}

fn cost_sheet(table: &DataTable) -> ReportTable {
    let mut sheet = ReportTable::new(
        "cost",
        "Milliseconds per move at equal nodes",
        vec![
            Column::new("view", "", VIEW),
            Column::new(
                "milliseconds per move",
                "ms",
                "mean time per move on the clock, other games running beside it",
            ),
        ],
    );
    for (view, _) in VIEWS {
        let first = table.with(&[("one", view)]).map(|row| row.count("first seconds per move")).collect::<Vec<_>>();
        let second = table.with(&[("two", view)]).map(|row| row.count("second seconds per move")).collect::<Vec<_>>();
        let all: Vec<f64> = first.into_iter().chain(second).map(|seconds| 1000.0 * seconds).collect();
        sheet.add(vec![view.into(), TableValue::Number(crate::math::mean(&all), 3)]);
    }
    sheet
}

fn draw(report: &mut StudyReport, table: &DataTable) -> Result<(), LabError> {
    let counts = counts(table);
    let series = VIEWS.iter().map(|(view, _)| {
        let dots = counts.iter().map(|players| {
            let score = study_match::score(&of_view(table, view, &[("players", players.as_str())]));
            Dot::between(players.parse().unwrap_or(0.0), score)
        });
        Series::new(view, dots.collect())
    });
    let chart = Chart {
        title: "Score of each view by number of players".to_string(),
        x: Axis {
            names: counts.iter().map(|c| (c.parse().unwrap_or(0.0), c.clone())).collect(),
            ..Axis::linear("players")
        },
        y: Axis::linear("score against the other views, %"),
        series: series.collect(),
    };
    report.add_figure("scores", "95 % intervals over pairs of games; 50 % is even.", chart.svg()?);
    let bars = BarChart {
        title: "Score of each view, all maps together".to_string(),
        groups: VIEWS.iter().map(|(view, _)| view.to_string()).collect(),
        label: String::new(),
        y: Axis::linear("score, %"),
        series: vec![(
            String::new(),
            VIEWS.iter().map(|(view, _)| Some(study_match::score(&of_view(table, view, &[])))).collect(),
        )],
    };
    report.add_figure("overall", "95 % intervals over pairs of games.", bars.svg()?);
    Ok(())
}

fn judge(report: &mut StudyReport, table: &DataTable) {
    let score = |view: &str, words: &[(&str, &str)]| study_match::score(&of_view(table, view, words));
    let said = |words: &[(&str, &str)]| {
        let list = VIEWS.map(|(view, _)| {
            let [low, middle, high] = score(view, words);
            format!("{view} {middle:.0} % ({low:.0} to {high:.0})")
        });
        list.join(", ")
    };
    let best = |words: &[(&str, &str)]| {
        let views = VIEWS.iter().map(|(view, _)| *view);
        views.max_by(|a, b| score(a, words)[1].total_cmp(&score(b, words)[1])).unwrap_or("paranoid")
    };
    // Its own matches against each of the others, on all maps.
    let direct: Vec<Comparison> = (VIEWS.iter().skip(1))
        .map(|(view, _)| {
            let mut sum = of_view(table, "paranoid", &[("one", "paranoid"), ("two", view)]);
            let more = of_view(table, "paranoid", &[("one", view), ("two", "paranoid")]);
            sum.0.iter_mut().zip(more.0).for_each(|(sum, more)| *sum += more);
            Comparison::of_score(&study_match::units(&sum), VIEWS.len() - 1)
        })
        .collect();
    report.add_judged(
        "Seeing all opponents as one bloc (paranoid) is the best view at equal nodes.",
        Judgement::every(direct.iter().map(|score| score.above(0.5))),
        format!("All maps together: {}.", said(&[])),
        "pairs of games",
    );
    let winners: Vec<String> = counts(table)
        .iter()
        .map(|players| format!("{players} players: {}", best(&[("players", players.as_str())])))
        .collect();
    let many = counts(table).last().cloned().unwrap_or_default();
    let least = counts(table).first().cloned().unwrap_or_default();
    let [few, lots] = [least.as_str(), many.as_str()].map(|players| score("paranoid", &[("players", players)]));
    let [fewer, more] = [least.as_str(), many.as_str()]
        .map(|players| study_match::units(&of_view(table, "paranoid", &[("players", players)])));
    report.add_judged(
        "The more opponents, the less the paranoid view is worth.",
        Comparison::of_two_scores(&more, &fewer, 1).below(0.0),
        format!(
            "It scores {:.0} % ({:.0} to {:.0}) with {least} players and {:.0} % ({:.0} to {:.0}) with {many}. Best view: {}.",
            few[1],
            few[0],
            few[2],
            lots[1],
            lots[0],
            lots[2],
            winners.join(", ")
        ),
        "pairs of games",
    );
}
