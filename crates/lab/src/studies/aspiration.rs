//! Aspiration windows: how often they fail, what they save, and whether they win games.

use crate::plot::{Axis, BarChart, Chart, Dot, Series};
use crate::report::{Column, DataTable, ReportTable, StudyReport, TableValue};
use crate::study_match::{self, StudyMatch};
use crate::{
    Cancellation, Comparison, DataRow, DataRows, Judgement, LabError, Study, StudyBoard, StudyCell, StudyFacts,
    StudyOptions, math,
};
use plyground_arena::OpeningRule;
use plyground_core::{AnyGame, AnyMove, AnyPosition, Game, Rng};
use plyground_engine::bench::after_random_plies;
use plyground_engine::{Request, SearchRequest, Spec, build};
use plyground_search::{Iteration, Limits, StopReason};

/// The study.
pub struct Aspiration;

const MAPS: [&str; 5] = ["standard", "duel", "moebius", "skirmish", "seed=18,players=2,cols=12,rows=12"];

/// Name and word in specs; the first is the open window.
const WIDTHS: [(&str, &str); 10] = [
    ("none", "off"),
    ("50", "50"),
    ("40", "40"),
    ("30", "30"),
    ("20", "20"),
    ("15", "15"),
    ("10", "10"),
    ("5", "5"),
    ("sigma", "sigma:1"),
    ("5 sigma", "sigma:5"),
];
/// Name and words in specs: what the clients had, and what is usual today.
const ENGINES: [(&str, &str); 2] = [("alpha-beta", "algorithm=alphabeta, table=off"), ("PVS with table", "table=16MB")];

/// For data dictionaries.
const WIDTH: &str = "half-width of the window, in points or in standard deviations of the values so far";

/// Failures at sigma and at 5 sigma on the five maps of 2019.
const OLD: [(&str, [u32; 5]); 2] = [("sigma", [82, 91, 65, 30, 362]), ("5 sigma", [5, 15, 1, 4, 47])];

impl Study for Aspiration {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "aspiration",
            question: "How often do aspiration windows of different widths fail, what do they save, and do they win games?",
            source: "ReversiXT clients, 2018 (fixed widths) and 2019 (multiples of sigma)",
            timed: true,
            takes_games: true,
            takes_maps: true,
            takes_player: false,
            takes_shard: false,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let mut cells = Vec::new();
        let boards = StudyBoard::maps(options, &MAPS[..options.size.pick(1, 5, 5)])?;
        for board in &boards {
            for (engine, words) in ENGINES {
                for (width, word) in WIDTHS {
                    for game in 0..options.size.pick(1, 7, 7) {
                        let seed = options.seed_of(&format!("{}, game {game}", board.name));
                        let probe = probe(options, format!("search(eval=mixed, aspiration={word}, {words})"), seed);
                        let board = board.clone();
                        let base =
                            DataRow::new().text("part", "window").text("engine", engine).text("map", &board.name);
                        let base = base.text("width", width).with("game", f64::from(game));
                        let key = format!("{}, {engine}, width {width}, game {game}", board.name);
                        cells.push(StudyCell::new(key, 1.0, move |cancel| {
                            let rows = probe.run(&board, cancel)?;
                            Ok(Some(rows.iter().map(|row| base.clone().and(row)).collect()))
                        }));
                    }
                }
            }
        }
        for board in &boards {
            for (width, word) in WIDTHS.into_iter().skip(1) {
                cells.push(match_cell(options, board, width, word));
            }
        }
        Ok(cells)
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        report.add_method(format!(
            "Seven games per map, each begun with four random moves and continued by `greedy`, are the same for all widths. Evenly \
             spread positions of each are searched twice, by alpha-beta without a table, as the clients did, and by PVS with one: to a fixed depth, which gives failures, nodes and \
             time, and with a fixed number of nodes, which gives the depth reached. A width is the distance of either end of \
             the window from the last value, in the units of the evaluation `mixed` (a safe tile is worth up to 20, an override stone \
             40); sigma is the standard deviation of the exact root values of the last iteration. One search at a time, \
             because time is measured. Nodes and time are compared where both searches reached the depth within their node limit. Maps: {}.",
            table.words("map").join(", ")
        ));
        report.add_method(format!(
            "Strength: matches of every width against none with {} nodes a move, pairs of games from the same random openings.",
            match_nodes(options)
        ));
        report.sheets.push(failure_sheet(table));
        report.sheets.push(cost_sheet(table));
        report.sheets.push(old_sheet(table));
        report.sheets.push(strength_sheet(table));
        draw(&mut report, table)?;
        judge(&mut report, table);
        Ok(report)
    }
}

fn match_nodes(options: &StudyOptions) -> u64 {
    options.size.pick(50, 150, 2000)
}

fn match_cell(options: &StudyOptions, board: &StudyBoard, width: &'static str, word: &str) -> StudyCell {
    let nodes = match_nodes(options);
    let study_match = StudyMatch {
        board: board.clone(),
        specs: [word, "off"].map(|word| {
            format!("search(algorithm=alphabeta, eval=mixed, aspiration={word}, table=off, nodes={nodes})")
        }),
        limits: Limits::default(),
        games: options.games(2, 10, 40),
        seed: options.seed_of(&format!("match, {}", board.name)),
        openings: OpeningRule::Random(4),
    };
    let base = DataRow::new().text("part", "match").text("map", &board.name).text("width", width);
    StudyCell::new(format!("{}, match of width {width}", board.name), 4.0, move |cancel| {
        Ok(study_match.play(cancel)?.map(|row| vec![base.clone().and(&row)]))
    })
}

fn probe(options: &StudyOptions, spec: String, seed: u64) -> WindowProbe {
    WindowProbe {
        spec,
        depth: Limits {
            depth: Some(options.size.pick(3, 4, 6)),
            nodes: Some(options.size.pick(2_000, 30_000, 250_000)),
            ..Limits::default()
        },
        nodes: Limits::nodes(options.size.pick(500, 6_000, 60_000)),
        positions: options.size.pick(2, 3, 6),
        seed,
    }
}

struct WindowProbe {
    spec: String,
    depth: Limits,
    nodes: Limits,
    positions: usize,
    seed: u64,
}

/// Random moves before the guide takes over.
const OPENING: usize = 4;

impl WindowProbe {
    fn run(&self, board: &StudyBoard, cancel: &Cancellation) -> Result<DataRows, LabError> {
        let (game, start) = board.open()?;
        let spec: Spec = self.spec.parse()?;
        let mut player = build(&spec, &game, self.seed)?;
        player.new_game(self.seed);
        let opening = after_random_plies(&game, &start, OPENING, &mut Rng::seeded(self.seed));
        let course = guided(&game, opening, self.seed)?;
        let count = self.positions.min(course.len());
        let mut rows = Vec::new();
        for number in 0..count {
            let position = &course[number * course.len() / count];
            let mut think = |limits| {
                let request = Request::from(SearchRequest::new(&game, position).within(limits).until(&cancel.flag));
                player.think(request)
            };
            let deep = think(self.depth);
            let failures = |side: fn(&Iteration<AnyMove>) -> u32| deep.iterations.iter().map(side).sum::<u32>();
            let row = DataRow::new().with("position", number as f64);
            let row = row.with("fail low", f64::from(failures(|iteration| iteration.fail_low)));
            let row = row.with("fail high", f64::from(failures(|iteration| iteration.fail_high)));
            let row = row.with("iterations", deep.iterations.len() as f64);
            // Only searches that reached their depth can be compared by what they took.
            let row = match deep.stopped {
                StopReason::Nodes => row,
                _ => row.with("nodes", deep.nodes as f64).with("seconds", deep.time.as_secs_f64()),
            };
            rows.push(row.with("depth", f64::from(think(self.nodes).depth)));
        }
        Ok(rows)
    }
}

/// The positions with a choice in a game that `greedy` plays from here on.
fn guided(game: &AnyGame, from: AnyPosition, seed: u64) -> Result<Vec<AnyPosition>, LabError> {
    let mut guide = build(&Spec::named("greedy"), game, seed)?;
    guide.new_game(seed);
    let mut position = from;
    let mut moves = Vec::new();
    let mut seen = Vec::new();
    // Greedy always finds a move where there is one; games without dice end.
    while let Some(mv) = guide.choose(Request::new(game, &position)).mv {
        moves.clear();
        game.moves(&position, &mut moves);
        if moves.len() > 1 {
            seen.push(position.clone());
        }
        game.make(&mut position, mv);
    }
    Ok(seen)
}

/// The search that the claims of 2018 and 2019 are about.
const OLD_ENGINE: &str = ENGINES[0].0;

fn failures(row: &DataRow) -> f64 {
    row.count("fail low") + row.count("fail high")
}

fn failure_sheet(table: &DataTable) -> ReportTable {
    let engine = OLD_ENGINE;
    let maps = table.words("map");
    let mut columns = vec![Column::new("width", "", WIDTH)];
    columns.extend(maps.iter().map(|map| Column::new(map, "", "window failures on this map")));
    columns.extend([
        Column::new("all", "", "window failures on all maps"),
        Column::new("low", "", "of them, values at or below the window"),
        Column::new("high", "", "of them, values at or above the window"),
        Column::new("per 100 iterations", "", "window failures per hundred iterations"),
    ]);
    let mut sheet =
        ReportTable::new("failures", "Window failures of alpha-beta by width and map, all games together", columns);
    for (width, _) in WIDTHS {
        let words = [("engine", engine), ("width", width)];
        let mut row: Vec<TableValue> = vec![width.into()];
        for map in &maps {
            let words = [("engine", engine), ("width", width), ("map", map.as_str())];
            row.push(TableValue::Number(table.with(&words).map(failures).sum(), 0));
        }
        let all: f64 = table.with(&words).map(failures).sum();
        row.push(TableValue::Number(all, 0));
        row.push(TableValue::Number(table.sum(&words, "fail low"), 0));
        row.push(TableValue::Number(table.sum(&words, "fail high"), 0));
        row.push(TableValue::Number(100.0 * all / table.sum(&words, "iterations"), 1));
        sheet.add(row);
    }
    sheet
}

/// Whether two rows are about the same position.
fn is_same(one: &DataRow, two: &DataRow) -> bool {
    one.is("map", two.word("map")) && ["game", "position"].iter().all(|name| one.number(name) == two.number(name))
}

/// A number of a width over that of the open window, position by position, where both reached their depth.
fn ratios(table: &DataTable, engine: &str, width: &str, what: &str) -> Vec<f64> {
    let plain: Vec<&DataRow> =
        table.rows().iter().filter(|row| row.is("engine", engine) && row.is("width", "none")).collect();
    let words = [("engine", engine), ("width", width)];
    let ratio = |row: &DataRow| {
        let same = |other: &&&DataRow| is_same(other, row);
        Some(row.number(what)? / plain.iter().find(same)?.number(what)?)
    };
    table.with(&words).filter_map(ratio).collect()
}

fn cost_sheet(table: &DataTable) -> ReportTable {
    let columns = vec![
        Column::new("search", "", "the search that uses the window"),
        Column::new("width", "", WIDTH),
        Column::new(
            "nodes, % of none",
            "%",
            "nodes to a fixed depth over those of the open window, geometric mean over positions",
        ),
        Column::new(
            "time, % of none",
            "%",
            "time to a fixed depth over that of the open window, geometric mean over positions",
        ),
        Column::new(
            "depth at equal nodes, plies more",
            "plies",
            "depth reached with the same nodes, minus that of the open window",
        ),
    ];
    let mut sheet = ReportTable::new("cost", "What a window saves, over positions", columns);
    for (engine, _) in ENGINES {
        for (width, _) in WIDTHS {
            let percent =
                |what: &str| math::ratio_interval(&ratios(table, engine, width, what)).map(|ratio| 100.0 * ratio);
            sheet.add(vec![
                engine.into(),
                width.into(),
                TableValue::Estimate(percent("nodes"), 1),
                TableValue::Estimate(percent("seconds"), 1),
                TableValue::Estimate(math::interval(&gains(table, engine, width)), 2),
            ]);
        }
    }
    sheet
}

/// Depth reached beyond that of the open window, position by position.
fn gains(table: &DataTable, engine: &str, width: &str) -> Vec<f64> {
    let words = [("engine", engine), ("width", width)];
    let gain = |row: &DataRow| {
        let same = |other: &&DataRow| other.is("engine", engine) && other.is("width", "none") && is_same(other, row);
        Some(row.count("depth") - table.rows().iter().find(same)?.count("depth"))
    };
    table.with(&words).filter_map(gain).collect()
}

fn old_sheet(table: &DataTable) -> ReportTable {
    let engine = OLD_ENGINE;
    let columns = vec![
        Column::new("source", "", "2019: the client of that year on its own maps; here: this run"),
        Column::new("width", "", WIDTH),
        Column::new("map", "", "the map; those of 2019 are only numbered"),
        Column::new("failures", "", "window failures"),
    ];
    let mut sheet =
        ReportTable::new("report-2019", "Failures in 2019 (other maps, other evaluation) and here", columns);
    for (width, old) in OLD {
        for (number, count) in old.iter().enumerate() {
            let map = (number + 1).to_string();
            sheet.add(vec!["2019".into(), width.into(), map.into(), u64::from(*count).into()]);
        }
        for map in table.words("map") {
            let words = [("engine", engine), ("width", width), ("map", map.as_str())];
            let all = table.with(&words).map(failures).sum::<f64>();
            sheet.add(vec!["here".into(), width.into(), map.as_str().into(), TableValue::Number(all, 0)]);
        }
    }
    sheet
}

fn strength(table: &DataTable, width: &str) -> [f64; 3] {
    study_match::score(&study_match::pairs(table.with(&[("part", "match"), ("width", width)])))
}

fn strength_sheet(table: &DataTable) -> ReportTable {
    let mut sheet = ReportTable::new(
        "strength",
        "Score against no window at equal nodes",
        vec![
            Column::new("width", "", WIDTH),
            Column::new("games", "", "games played"),
            Column::new("score, %", "%", "share of the points against the open window at equal nodes"),
        ],
    );
    for (width, _) in WIDTHS.into_iter().skip(1) {
        let games = table.sum(&[("part", "match"), ("width", width)], "games");
        sheet.add(vec![width.into(), TableValue::Number(games, 0), TableValue::Estimate(strength(table, width), 1)]);
    }
    sheet
}

fn draw(report: &mut StudyReport, table: &DataTable) -> Result<(), LabError> {
    let engine = OLD_ENGINE;
    let names = || WIDTHS.iter().map(|(name, _)| name.to_string());
    let series = table.words("map").into_iter().map(|map| {
        let dots = WIDTHS.iter().enumerate().map(|(place, (width, _))| {
            let words = [("engine", engine), ("width", *width), ("map", map.as_str())];
            let share = 100.0 * table.with(&words).map(failures).sum::<f64>() / table.sum(&words, "iterations");
            Dot::new(place as f64, share)
        });
        Series::new(&map, dots.collect())
    });
    let chart = Chart {
        title: "Failures by width of the window".to_string(),
        x: Axis::linear("half-width").named(names()),
        y: Axis::linear("failures per 100 iterations"),
        series: series.collect(),
    };
    report.add_figure("failures", "Failures per hundred iterations, by map.", chart.svg()?);
    let bars = |engine: &str, what: &str| {
        let bar =
            |width: &str| Some(math::ratio_interval(&ratios(table, engine, width, what)).map(|ratio| 100.0 * ratio));
        WIDTHS.iter().skip(1).map(|(width, _)| bar(width)).collect()
    };
    let [old, new] = ENGINES.map(|(engine, _)| engine);
    let cost = BarChart {
        title: "Nodes and time to a fixed depth, against the open window".to_string(),
        groups: names().skip(1).collect(),
        label: "half-width".to_string(),
        y: Axis::linear("% of the open window"),
        series: vec![
            (format!("{old}, nodes"), bars(old, "nodes")),
            (format!("{old}, time"), bars(old, "seconds")),
            ("PVS, nodes".to_string(), bars(new, "nodes")),
            ("PVS, time".to_string(), bars(new, "seconds")),
        ],
    };
    report.add_figure(
        "cost",
        "Geometric mean over positions with 95 % intervals; below 100 % a window pays.",
        cost.svg()?,
    );
    let dots = WIDTHS.iter().skip(1).enumerate();
    let dots = dots.map(|(place, (width, _))| Dot::between(place as f64, strength(table, width)));
    let chart = Chart {
        title: "Score of each width against no window".to_string(),
        x: Axis::linear("half-width").named(names().skip(1)),
        y: Axis::linear("score, %"),
        series: vec![Series::new("", dots.collect())],
    };
    report.add_figure("strength", "Matches at equal nodes per move, 95 % intervals over pairs of games.", chart.svg()?);
    Ok(())
}

fn judge(report: &mut StudyReport, table: &DataTable) {
    let engine = OLD_ENGINE;
    let all = |width: &str| table.with(&[("engine", engine), ("width", width)]).map(failures).sum::<f64>();
    let fixed: Vec<f64> = WIDTHS[1..8].iter().map(|(width, _)| all(width)).collect();
    let by_search =
        |width: &str| -> Vec<f64> { table.with(&[("engine", engine), ("width", width)]).map(failures).collect() };
    let differences = |narrow: &str, wide: &str, share: f64| -> Vec<f64> {
        by_search(narrow).iter().zip(by_search(wide)).map(|(narrow, wide)| narrow - share * wide).collect()
    };
    let steps = WIDTHS[1..8].windows(2);
    let rising = steps.map(|pair| Comparison::of_differences(&differences(pair[1].0, pair[0].0, 1.0), 6).above(0.0));
    let rising = Judgement::together(rising);
    let said: Vec<String> =
        WIDTHS[1..8].iter().zip(&fixed).map(|((width, _), count)| format!("{width}: {count}")).collect();
    report.add_judged(
        "2018: the narrower the window, the more often it fails.",
        rising,
        format!("Failures by half-width: {}.", said.join(", ")),
        "searches",
    );
    let (one, five) = (all("sigma"), all("5 sigma"));
    let old = OLD.map(|(_, counts)| f64::from(counts.iter().sum::<u32>()));
    report.add_judged(
        "2019: windows of 5 sigma fail less than half as often as windows of sigma.",
        Comparison::of_differences(&differences("5 sigma", "sigma", 0.5), 1).below(0.0),
        format!(
            "{one} failures at sigma and {five} at 5 sigma here ({:.0} %); 630 and 72 in 2019 ({:.0} %).",
            100.0 * five / one.max(1.0),
            100.0 * old[1] / old[0]
        ),
        "searches",
    );
    // The best of several widths is looked for, so every width shares the risk.
    let nodes =
        |engine: &str, width: &str| Comparison::of_ratios(&ratios(table, engine, width, "nodes"), WIDTHS.len() - 1);
    let best = |engine: &str| {
        let widths = WIDTHS[1..].iter().map(|(width, _)| *width);
        let middle = |width: &str| nodes(engine, width).interval[1];
        widths.min_by(|a, b| middle(a).total_cmp(&middle(b))).unwrap_or("sigma")
    };
    for (engine, claim) in [
        (OLD_ENGINE, "2018 and 2019: a well chosen window saves nodes."),
        (ENGINES[1].0, "It still does beside scout windows and a table (ours)."),
    ] {
        let width = best(engine);
        let found = nodes(engine, width);
        let [low, middle, high] = found.interval.map(|ratio| 100.0 * ratio);
        let figures = format!(
            "{engine}: the best of {} widths by nodes, {width}, needs {middle:.1} % ({low:.1} to {high:.1}, all widths together) of the open \
             window's.",
            WIDTHS.len() - 1
        );
        report.add_judged(claim, found.below(1.0), figures, "positions");
    }
    // Chosen by nodes, not by games, so that its games are one look.
    let best = best(OLD_ENGINE);
    let pairs = study_match::pairs(table.with(&[("part", "match"), ("width", best)]));
    let found = Comparison::of_score(&study_match::units(&pairs), 1);
    let [low, score, high] = found.interval.map(|share| 100.0 * share);
    report.add_judged(
        format!("The best width by nodes ({best}) plays better than no window."),
        found.above(0.5),
        format!("It scores {score:.1} % ({low:.1} to {high:.1}) at equal nodes."),
        "pairs of games",
    );
}
