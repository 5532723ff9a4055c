//! Guessing how long the next iteration takes: how well, and what it is good for.

use crate::plot::{Axis, BarChart, Chart, Dot, Series, Stroke};
use crate::report::{Column, DataTable, ReportTable, StudyReport, TableValue};
use crate::study_match::{self, StudyMatch};
use crate::{
    Cancellation, Comparison, DataRow, DataRows, Judgement, LabError, Study, StudyBoard, StudyCell, StudyFacts,
    StudyOptions, math,
};
use plyground_arena::OpeningRule;
use plyground_core::{Game, GameInfo, Rng};
use plyground_engine::bench::after_random_plies;
use plyground_engine::{SearchRequest, Spec, build};
use plyground_games::registry;
use plyground_search::time::{Forecast, Prediction};
use plyground_search::{Iteration, Limits, StopReason};
use std::time::Duration;

/// The study.
pub struct TimePrediction;

/// Name and word in specs.
const PREDICTORS: [(&str, &str); 3] =
    [("2016 half", "half"), ("2018 branching", "branching"), ("2019 statistical", "statistical")];
const MAPS: [&str; 2] = ["standard", "moebius"];
/// Shorter iterations say more about the clock than about the search.
const SHORTEST: f64 = 0.0002;
/// An iteration that was given up after less than this share of the time is no loss worth counting.
const NOTHING: f64 = 0.02;
/// Random moves before the players think.
const OPENING: usize = 4;

impl Study for TimePrediction {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "time-prediction",
            question: "How well do the three rules tell whether another iteration fits, and which of them plays best?",
            source: "ReversiXT clients, 2016 (half of the time), 2018 (branching factor), 2019 (statistics)",
            timed: true,
            takes_games: true,
            takes_maps: true,
            takes_player: false,
            takes_shard: false,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let mut cells = Vec::new();
        for board in boards(options)? {
            for game in 0..options.size.pick(1, 1, 3) {
                for predict in std::iter::once("none").chain(PREDICTORS.map(|(_, word)| word)) {
                    let seed = options.seed_of(&format!("{}, game {game}", board.name));
                    let plan =
                        TimedSelfPlay { time: time(options), predict, seed, longest: options.size.pick(6, 200, 200) };
                    let (board, key) = (board.clone(), format!("{}, predict={predict}, game {game}", board.name));
                    let base = DataRow::new().text("board", &board.name).text("predict", predict);
                    let base = base.with("game", f64::from(game));
                    cells.push(StudyCell::new(key, 1.0, move |cancel| {
                        let rows = plan.run(&board, cancel)?;
                        Ok(Some(rows.iter().map(|row| base.clone().and(row)).collect()))
                    }));
                }
            }
            for (one, two) in [(0, 1), (0, 2), (1, 2)] {
                cells.push(match_cell(options, &board, PREDICTORS[one], PREDICTORS[two]));
            }
        }
        Ok(cells)
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        report.add_method(format!(
            "Games of a PVS search against itself on {}, {} ms a move, one search at a time. First with no rule at all: every \
             iteration is begun and the limit ends it. From the times of its finished iterations each rule's guess for the next is \
             computed: 2018 multiplies the last time by the largest ratio so far in this move, 2019 by the ratio of the means of \
             the same iterations over the earlier moves; the rule of 2016 (none after half of the time) has no number, but it \
             expects the next iteration to take no longer than all before it together, and that is what is compared. Iterations \
             below 0.2 ms are left out.",
            table.words("board").join(", "),
            time(options).as_millis()
        ));
        report.add_method(
            "Then each rule plays the same openings: how much of the time it leaves unused, how often an iteration was begun that \
             did not finish (an overrun; what it found is still used), and how deep the last finished one was. At last the rules \
             meet in matches on the same time per move. Nobody ever exceeds the limit: the search stops itself.",
        );
        report.sheets.push(accuracy_sheet(table));
        report.sheets.push(use_sheet(table));
        report.sheets.push(match_sheet(table));
        draw(&mut report, table)?;
        judge(&mut report, table);
        Ok(report)
    }
}

/// Maps, and unless they were chosen the usual boards of the other games without dice.
fn boards(options: &StudyOptions) -> Result<Vec<StudyBoard>, LabError> {
    let mut boards = StudyBoard::maps(options, &MAPS[..options.size.pick(1, 2, 2)])?;
    if options.maps.is_empty() {
        let suits = |info: &GameInfo| !info.chance && info.boards.is_empty() && info.players == (2, 2);
        let games: Vec<&str> = registry::infos().iter().filter(|info| suits(info)).map(|info| info.name).collect();
        boards.extend(StudyBoard::of_every_game().into_iter().filter(|board| games.contains(&board.game)));
    }
    Ok(boards)
}

fn time(options: &StudyOptions) -> Duration {
    Duration::from_millis(options.size.pick(2, 20, 100))
}

fn match_cell(
    options: &StudyOptions,
    board: &StudyBoard,
    one: (&'static str, &str),
    two: (&'static str, &str),
) -> StudyCell {
    let study_match = StudyMatch {
        board: board.clone(),
        specs: [one.1, two.1].map(|word| format!("search(predict={word}, table=16MB)")),
        limits: Limits::time(time(options)),
        games: options.games(2, 4, 20),
        seed: options.seed_of(&format!("match, {}", board.name)),
        openings: OpeningRule::Random(OPENING),
    };
    let base = DataRow::new().text("board", &board.name).text("match", format!("{} - {}", one.0, two.0));
    let base = base.text("first", one.0).text("second", two.0);
    let cost = study_match.games as f64;
    StudyCell::new(format!("{}, {} against {}", board.name, one.0, two.0), cost, move |cancel| {
        Ok(study_match.play(cancel)?.map(|row| vec![base.clone().and(&row)]))
    })
}

/// A game against itself on a clock.
struct TimedSelfPlay {
    time: Duration,
    predict: &'static str,
    seed: u64,
    longest: usize,
}

impl TimedSelfPlay {
    fn run(&self, board: &StudyBoard, cancel: &Cancellation) -> Result<DataRows, LabError> {
        let (game, start) = board.open()?;
        let TimedSelfPlay { time, predict, seed, longest } = *self;
        let spec: Spec = format!("search(predict={predict}, table=16MB)").parse()?;
        let mut player = build(&spec, &game, seed)?;
        player.new_game(seed);
        let mut position = after_random_plies(&game, &start, OPENING, &mut Rng::seeded(seed));
        let mut guesses = [Prediction::Branching, Prediction::Statistical].map(Forecast::new);
        let (mut rows, mut moves) = (Vec::new(), Vec::new());
        for _ in 0..longest {
            moves.clear();
            game.moves(&position, &mut moves);
            let request = SearchRequest::new(&game, &position).until(&cancel.flag);
            let report = player.think(request.within(Limits::time(time)).into());
            let Some(mv) = report.best else { break };
            if predict == "none" {
                iterations(&report.iterations, &mut guesses, &mut rows);
            } else if moves.len() > 1 && matches!(report.stopped, StopReason::Time) {
                // Moves that the limit did not end say nothing about the rule.
                let finished: f64 = report.iterations.iter().map(|iteration| iteration.time.as_secs_f64()).sum();
                let (used, all) = (report.time.as_secs_f64(), time.as_secs_f64());
                let row = DataRow::new().with("unused", ((all - used) / all).max(0.0));
                let row = row.with("unfinished", ((used - finished) / all).max(0.0));
                rows.push(row.with("depth", f64::from(report.depth)).with("late", (used - all) / all));
            }
            game.make(&mut position, mv);
        }
        Ok(rows)
    }
}

/// One row per iteration after the first: how long it took and what each rule expected.
fn iterations<M>(found: &[Iteration<M>], guesses: &mut [Forecast; 2], rows: &mut DataRows) {
    guesses.iter_mut().for_each(Forecast::begin);
    let mut before = 0.0;
    for iteration in found {
        let real = iteration.time.as_secs_f64();
        let [branching, statistical] = [0, 1].map(|rule| guesses[rule].next().map(|time| time.as_secs_f64()));
        if let (Some(branching), Some(statistical)) = (branching, statistical)
            && real >= SHORTEST
        {
            let row = DataRow::new().with("depth", f64::from(iteration.depth)).with("real", real).with("half", before);
            rows.push(row.with("branching", branching).with("statistical", statistical));
        }
        before += real;
        guesses.iter_mut().for_each(|guess| guess.record(iteration.time));
    }
}

/// Logarithms of guess over truth.
fn errors(table: &DataTable, rule: &str) -> Vec<f64> {
    let guess = |row: &DataRow| Some(row.number(rule)? / row.number("real")?);
    table.with(&[("predict", "none")]).filter_map(guess).filter(|ratio| *ratio > 0.0).map(f64::ln).collect()
}

/// The games of the study, as the words and numbers that name them.
fn games(table: &DataTable) -> Vec<(String, f64)> {
    let mut games: Vec<(String, f64)> = Vec::new();
    for row in table.rows() {
        if let Some(number) = row.number("game")
            && !games.iter().any(|(board, game)| row.is("board", board) && *game == number)
        {
            games.push((row.word("board").to_string(), number));
        }
    }
    games
}

/// The difference of the means of two numbers, game by game: moves of one game are not independent, and both rules play the same openings.
fn by_game(
    table: &DataTable,
    one: &dyn Fn(&DataRow) -> Option<f64>,
    other: &dyn Fn(&DataRow) -> Option<f64>,
    looks: usize,
) -> Comparison {
    let difference = |(board, game): &(String, f64)| {
        let own = |row: &&DataRow| row.is("board", board) && row.number("game") == Some(*game);
        let mean = |number: &dyn Fn(&DataRow) -> Option<f64>| {
            let numbers: Vec<f64> = table.rows().iter().filter(own).filter_map(number).collect();
            (!numbers.is_empty()).then(|| math::mean(&numbers))
        };
        Some(mean(one)? - mean(other)?)
    };
    Comparison::of_differences(&games(table).iter().filter_map(difference).collect::<Vec<_>>(), looks)
}

/// The absolute error of a rule's guess, as a logarithm.
fn guess_error(rule: &'static str) -> impl Fn(&DataRow) -> Option<f64> {
    move |row| {
        let ratio = row.number(rule)? / row.number("real")?;
        (row.is("predict", "none") && ratio > 0.0).then(|| ratio.ln().abs())
    }
}

/// A number of the moves that were played with a rule.
fn of_rule(rule: &'static str, number: fn(&DataRow) -> Option<f64>) -> impl Fn(&DataRow) -> Option<f64> {
    move |row| if row.is("predict", rule) { number(row) } else { None }
}

/// The factor by which a guess is typically off, whichever way.
fn typical_factor(table: &DataTable, rule: &str) -> f64 {
    math::median(&errors(table, rule).iter().map(|error| error.abs()).collect::<Vec<_>>()).exp()
}

fn accuracy_sheet(table: &DataTable) -> ReportTable {
    let columns = vec![
        Column::new("rule", "", "the rule that decides whether another iteration begins"),
        Column::new("iterations", "", "iterations whose time was guessed"),
        Column::new("guess over truth (geometric mean)", "", "guessed time over real time"),
        Column::new("typical factor off", "", "median factor between guess and truth, whichever is larger"),
        Column::new("too short, %", "%", "share of the guesses below the truth"),
        Column::new("correlation of logs", "", "Pearson's correlation of the logarithms of guess and truth"),
    ];
    let mut sheet = ReportTable::new("accuracy", "Predicted against real time of the next iteration", columns);
    for (name, rule) in PREDICTORS {
        let errors = errors(table, rule);
        let short = errors.iter().filter(|error| **error < 0.0).count() as f64 / errors.len().max(1) as f64;
        let pairs = table.with(&[("predict", "none")]).filter(|row| row.count(rule) > 0.0);
        let pairs: Vec<(f64, f64)> = pairs.map(|row| (row.count(rule).ln(), row.count("real").ln())).collect();
        sheet.add(vec![
            name.into(),
            (errors.len() as u64).into(),
            TableValue::Estimate(math::interval(&errors).map(f64::exp), 2),
            TableValue::Number(typical_factor(table, rule), 2),
            TableValue::Number(100.0 * short, 0),
            TableValue::Number(math::correlation(&pairs), 2),
        ]);
    }
    sheet
}

fn of_moves(table: &DataTable, rule: &str, what: &str) -> Vec<f64> {
    table.with(&[("predict", rule)]).map(|row| row.count(what)).collect()
}

fn overruns(table: &DataTable, rule: &str) -> Vec<f64> {
    of_moves(table, rule, "unfinished").into_iter().map(|share| f64::from(u8::from(share > NOTHING))).collect()
}

fn use_sheet(table: &DataTable) -> ReportTable {
    let columns = vec![
        Column::new("rule", "", "the rule that decides whether another iteration begins"),
        Column::new("moves", "", "moves that the limit ended"),
        Column::new("unused, % of the time", "%", "time left when the search ended, over the limit"),
        Column::new("overruns, % of moves", "%", "moves with an iteration that was begun and not finished"),
        Column::new("spent on unfinished, % of the time", "%", "time spent on such iterations, over the limit"),
        Column::new("depth", "plies", "depth of the last finished iteration"),
        Column::new("latest answer, % after the limit", "%", "largest overrun of the limit, over the limit"),
    ];
    let mut sheet = ReportTable::new("use", "What each rule makes of its time", columns);
    for (name, rule) in PREDICTORS {
        let percent = |numbers: Vec<f64>| math::interval(&numbers).map(|number| 100.0 * number);
        let latest = of_moves(table, rule, "late").into_iter().fold(f64::NEG_INFINITY, f64::max);
        sheet.add(vec![
            name.into(),
            (overruns(table, rule).len() as u64).into(),
            TableValue::Estimate(percent(of_moves(table, rule, "unused")), 1),
            TableValue::Estimate(percent(overruns(table, rule)), 1),
            TableValue::Estimate(percent(of_moves(table, rule, "unfinished")), 1),
            TableValue::Estimate(math::interval(&of_moves(table, rule, "depth")), 2),
            TableValue::maybe(Some(100.0 * latest.max(0.0)), 1),
        ]);
    }
    sheet
}

fn match_sheet(table: &DataTable) -> ReportTable {
    let mut sheet = ReportTable::new(
        "matches",
        "The rules against each other",
        vec![
            Column::new("match", "", "both rules"),
            Column::new("games", "", "games played"),
            Column::new("score of the first, %", "%", "share of the points of the first rule at equal time per move"),
        ],
    );
    for name in table.words("match") {
        let words = [("match", name.as_str())];
        let score = study_match::score(&study_match::pairs(table.with(&words)));
        sheet.add(vec![
            name.as_str().into(),
            TableValue::Number(table.sum(&words, "games"), 0),
            TableValue::Estimate(score, 1),
        ]);
    }
    sheet
}

fn draw(report: &mut StudyReport, table: &DataTable) -> Result<(), LabError> {
    let milli = |seconds: f64| 1000.0 * seconds;
    let reals: Vec<f64> = table.with(&[("predict", "none")]).map(|row| milli(row.count("real"))).collect();
    let ends = reals.iter().fold((f64::INFINITY, 0.0f64), |(low, high), real| (low.min(*real), high.max(*real)));
    for (name, rule) in PREDICTORS {
        let dots = table.with(&[("predict", "none")]);
        let dots = dots.map(|row| Dot::new(milli(row.count("real")), milli(row.count(rule))));
        let chart = Chart {
            title: format!("{name}: predicted against real time of the next iteration"),
            x: Axis::log("real, ms"),
            y: Axis::log("predicted, ms"),
            series: vec![
                Series::new("iterations", dots.collect()).drawn(Stroke::Dust),
                Series::new("equal", vec![Dot::new(ends.0, ends.0), Dot::new(ends.1, ends.1)]).drawn(Stroke::Broken),
            ],
        };
        report.add_figure(
            &format!("predicted-{rule}"),
            format!("Every dot is an iteration; the rule is {name}."),
            chart.svg()?,
        );
    }
    let bar = |rule: &str, numbers: &dyn Fn(&str) -> Vec<f64>| {
        Some(math::interval(&numbers(rule)).map(|number| 100.0 * number))
    };
    let all = |numbers: &dyn Fn(&str) -> Vec<f64>| PREDICTORS.iter().map(|(_, rule)| bar(rule, numbers)).collect();
    let bars = BarChart {
        title: "What each rule makes of its time".to_string(),
        groups: PREDICTORS.iter().map(|(name, _)| name.to_string()).collect(),
        label: "rule".to_string(),
        y: Axis::linear("%"),
        series: vec![
            ("unused time".to_string(), all(&|rule| of_moves(table, rule, "unused"))),
            ("overruns".to_string(), all(&|rule| overruns(table, rule))),
            ("unfinished work".to_string(), all(&|rule| of_moves(table, rule, "unfinished"))),
        ],
    };
    report.add_figure(
        "use",
        "Unused time and unfinished work in % of the time, overruns in % of moves; 95 % intervals.",
        bars.svg()?,
    );
    Ok(())
}

fn judge(report: &mut StudyReport, table: &DataTable) {
    let factors = PREDICTORS.map(|(_, rule)| typical_factor(table, rule));
    let said: Vec<String> =
        PREDICTORS.iter().zip(factors).map(|((name, _), factor)| format!("{name} {factor:.2}")).collect();
    let found = by_game(table, &guess_error("statistical"), &guess_error("branching"), 1);
    report.add_judged(
        "2019: statistics over earlier moves predict better than the branching factor of 2018.",
        found.below(0.0),
        format!(
            "Typical factor between guess and truth: {}; difference of the mean errors of logarithms, game by game, {}.",
            said.join(", "),
            found.text(3)
        ),
        "games",
    );
    let over = PREDICTORS.map(|(_, rule)| overruns(table, rule));
    let overrun = |row: &DataRow| row.number("unfinished").map(|share| f64::from(u8::from(share > NOTHING)));
    let half = of_rule("half", overrun);
    let found = ["branching", "statistical"].map(|rule| by_game(table, &of_rule(rule, overrun), &half, 2));
    let share = over.map(|over| 100.0 * math::mean(&over));
    report.add_judged(
        "2018 and 2019: predicting avoids iterations that do not finish.",
        Judgement::together(found.map(|found| found.below(0.0))),
        format!(
            "Overruns in % of moves: half {:.0}, branching {:.0}, statistical {:.0}; differences to half, game by game, {} and {} (both together).",
            share[0],
            share[1],
            share[2],
            found[0].text(3),
            found[1].text(3)
        ),
        "games",
    );
    let unused = PREDICTORS.map(|(_, rule)| of_moves(table, rule, "unused"));
    let idle = |row: &DataRow| row.number("unused");
    let found = by_game(table, &of_rule("branching", idle), &of_rule("half", idle), 1);
    let share = unused.map(|unused| 100.0 * math::mean(&unused));
    report.add_judged(
        "The price of caution is time left unused.",
        found.above(0.0),
        format!(
            "Unused: half {:.0} %, branching {:.0} %, statistical {:.0} %; branching minus half, game by game, {}.",
            share[0],
            share[1],
            share[2],
            found.text(3)
        ),
        "games",
    );
    judge_matches(report, table);
}

fn judge_matches(report: &mut StudyReport, table: &DataTable) {
    let names = table.words("match");
    let found: Vec<Comparison> = names
        .iter()
        .map(|name| {
            let pairs = study_match::pairs(table.with(&[("match", name.as_str())]));
            Comparison::of_score(&study_match::units(&pairs), names.len())
        })
        .collect();
    let said = names.iter().zip(&found).map(|(name, found)| {
        let [low, score, high] = found.interval.map(|share| 100.0 * share);
        format!("{name}: {score:.0} % ({low:.0} to {high:.0})")
    });
    report.add_judged(
        "The rule decides games at equal time per move.",
        Judgement::any(found.iter().map(|found| found.differs_from(0.5))),
        format!("All matches together: {}.", said.collect::<Vec<_>>().join("; ")),
        "pairs of games of a match",
    );
}
