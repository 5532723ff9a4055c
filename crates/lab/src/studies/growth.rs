//! How memory, time and speed grow with games, tiles and threads.

use crate::plot::{Axis, Chart, Dot, Series};
use crate::report::{Column, DataTable, ReportTable, StudyReport, TableValue};
use crate::search_probe::{ProbePosition, SearchProbe};
use crate::study_board::map_game;
use crate::{
    Comparison, DataRow, Judgement, LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions, machine, math,
};
use plyground_arena::tournament::{self, TournamentPlan};
use plyground_arena::{Archive, Interrupt};
use plyground_core::Game;
use plyground_search::Limits;
use std::path::Path;
use std::time::Duration;

/// The study.
pub struct Growth;

/// Sides of square boards.
const SIDES: [usize; 8] = [8, 12, 16, 20, 26, 32, 40, 50];
/// The player whose moves are timed on them.
const MOVER: &str = "best";
/// The player who plays tournaments: quick, so that many games take little time.
const QUICK_PLAYER: &str = "first";
/// Random plies before a position: few, so that no search comes to the end of its game before that of its time.
const PLIES: usize = 3;
/// Games between two looks at memory.
const LOOK: u64 = 512;
/// A tournament whose memory grows by less than this for each game is called flat.
const FLAT: f64 = 1.0;
/// A move may take this much more than its limit.
const LATE: f64 = 1.05;
/// What a second thread should bring.
const TWO_THREADS: f64 = 1.8;

impl Study for Growth {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "growth",
            question: "How do memory, time and speed grow with games, tiles and threads?",
            source: "ours",
            timed: true,
            takes_games: false,
            takes_maps: false,
            takes_player: false,
            takes_shard: false,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let mut cells = tournaments(options);
        cells.extend(boards(options)?);
        cells.extend(threads(options)?);
        Ok(cells)
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        report.add_method(format!(
            "Tournaments: `{QUICK_PLAYER}` plays itself, archive included; the most memory that the process holds at any time above what it held before, \
             looked at after every {LOOK} games, each size {} times.",
            repeats(options)
        ));
        report.add_method(format!(
            "Boards: `{MOVER}` has {} ms for a move on random maps for two players; time on the clock, processor time, nodes and finished depth of {} positions \
             of each size, those left out where the search is at its end before half of the time.",
            limit(options).as_millis(),
            positions(options)
        ));
        report.add_method(format!(
            "Threads: `search` with one thread and more, {} ms for each of {} positions; nodes a second by the clock, on this machine.",
            limit(options).as_millis(),
            positions(options)
        ));
        add_games(&mut report, table)?;
        add_tiles(&mut report, options, table)?;
        add_threads(&mut report, table)?;
        Ok(report)
    }
}

fn repeats(options: &StudyOptions) -> usize {
    options.size.pick(2, 3, 5)
}

fn positions(options: &StudyOptions) -> usize {
    options.size.pick(2, 5, 12)
}

fn limit(options: &StudyOptions) -> Duration {
    Duration::from_millis(options.size.pick(5, 100, 500))
}

/// Tournaments come first: what searches leave behind in memory would hide their own.
fn tournaments(options: &StudyOptions) -> Vec<StudyCell> {
    let sizes: &[u64] =
        options.size.pick(&[20, 40], &[10_000, 100_000, 200_000], &[10_000, 100_000, 1_000_000, 3_000_000]);
    let mut cells = Vec::new();
    for repeat in 0..repeats(options) {
        for &games in sizes {
            let base = DataRow::new().text("part", "games").with("games", games as f64).with("repeat", repeat as f64);
            cells.push(StudyCell::new(format!("{games} games, {repeat}"), games as f64 / 50_000.0, move |cancel| {
                let grown = grown_by(games, &cancel.interrupt)?;
                Ok(grown.map(|bytes| vec![base.clone().with("bytes", bytes)]))
            }));
        }
    }
    cells
}

/// The most bytes that a tournament of this many games takes; `None` when it was stopped.
fn grown_by(games: u64, interrupt: &Interrupt) -> Result<Option<f64>, LabError> {
    let folder = tempfile::tempdir().map_err(|error| LabError::file("write", &std::env::temp_dir(), error))?;
    let players = [1, 2].map(|number| format!("[[players]]\nname = \"{number}\"\nspec = \"{QUICK_PLAYER}\"\n"));
    let game = StudyBoard::of_every_game().first().map_or("", |board| board.game);
    let text =
        format!("name = \"growth\"\nrepeats = {}\n{}[[games]]\ngame = \"{game}\"\n", games / 2, players.concat());
    let plan = TournamentPlan::parse(Path::new("growth.toml"), &text)?;
    let mut archive = Archive::open(&folder.path().join("growth.sqlite"))?;
    let id = archive.add_tournament(&plan)?;
    let silent = || LabError::Misuse("this system does not tell how much memory a process holds".to_string());
    let before = machine::resident_bytes().ok_or_else(silent)?;
    let mut most = before;
    let complete = tournament::run(&plan, &mut archive, id, 1, interrupt, &mut |now| {
        if now.finished % LOOK == 0 {
            most = most.max(machine::resident_bytes().unwrap_or(before));
        }
    })?;
    Ok(complete.then(|| (most - before) as f64))
}

fn boards(options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
    let mut cells = Vec::new();
    for position in 0..positions(options) {
        for side in SIDES {
            let key = format!("{side}x{side}, position {position}");
            let probe = SearchProbe {
                board: StudyBoard::map(&format!("seed={position},players=2,cols={side},rows={side}"))?,
                spec: MOVER.to_string(),
                limits: Limits { time: Some(limit(options)), ..Limits::default() },
                place: ProbePosition::Plies(PLIES),
                seed: options.seed_of(&key),
                timed: true,
            };
            let base = DataRow::new().text("part", "tiles").with("side", side as f64).with("position", position as f64);
            cells.push(StudyCell::new(key, 1.0, move |cancel| {
                Ok(Some(vec![base.clone().and(&probe.run(cancel)?.whole)]))
            }));
        }
    }
    Ok(cells)
}

/// 1, 2, 4, … up to the cores of this machine, and at least 2.
fn thread_counts() -> Vec<usize> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from).max(2);
    std::iter::successors(Some(1), |threads| Some(2 * threads)).take_while(|threads| *threads <= cores).collect()
}

fn threads(options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
    let mut cells = Vec::new();
    for board in StudyBoard::of_every_game() {
        let facts = board.open()?.0.facts();
        if facts.chance || facts.players != 2 {
            continue;
        }
        for position in 0..positions(options) {
            for threads in thread_counts() {
                let game = board.game;
                let probe = SearchProbe {
                    board: board.clone(),
                    spec: format!("search(threads={threads})"),
                    limits: Limits { time: Some(limit(options)), ..Limits::default() },
                    place: ProbePosition::Plies(PLIES),
                    seed: options.seed_of(&format!("{game}, position {position}")),
                    timed: true,
                };
                let base = DataRow::new().text("part", "threads").text("game", game);
                let base = base.with("threads", threads as f64).with("position", position as f64);
                cells.push(StudyCell::new(
                    format!("{game}, {threads} threads, position {position}"),
                    1.0,
                    move |cancel| Ok(Some(vec![base.clone().and(&probe.run(cancel)?.whole)])),
                ));
            }
        }
    }
    Ok(cells)
}

/// The distinct numbers of this name in these rows, in ascending order.
fn numbers<'a>(rows: impl Iterator<Item = &'a DataRow>, name: &str) -> Vec<f64> {
    let mut numbers: Vec<f64> = rows.map(|row| row.count(name)).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    numbers
}

/// What `value` tells of the rows of this part where `name` is `number`, in the order of the plan.
fn values(rows: &[&DataRow], name: &str, number: f64, value: impl Fn(&DataRow) -> f64) -> Vec<f64> {
    rows.iter().filter(|row| row.number(name) == Some(number)).map(|row| value(row)).collect()
}

fn add_games(report: &mut StudyReport, table: &DataTable) -> Result<(), LabError> {
    let rows: Vec<&DataRow> = table.with(&[("part", "games")]).collect();
    let sizes = numbers(rows.iter().copied(), "games");
    let mut sheet = ReportTable::new(
        "games",
        "Memory of a tournament above what the process held before",
        vec![
            Column::new("games", "", "games of the tournament"),
            Column::new("memory", "MB", "most memory above that before, mean of the runs"),
        ],
    );
    let mut dots = Vec::new();
    for &games in &sizes {
        let memory = math::interval(&values(&rows, "games", games, |row| row.count("bytes") / 1e6));
        sheet.add(vec![TableValue::Number(games, 0), TableValue::Estimate(memory, 2)]);
        dots.push(Dot::between(games, memory));
    }
    report.sheets.push(sheet);
    let chart = Chart {
        title: "Memory of a tournament".to_string(),
        x: Axis::log("games"),
        y: Axis::linear("MB above the start"),
        series: vec![Series::new("memory", dots)],
    };
    report.add_figure("games", "Most memory of a tournament against its games, with 95 % intervals.", chart.svg()?);
    // The first sizes fill the buffers of the archive.
    let [.., few, many] = sizes.as_slice() else { return Ok(()) };
    let (few, many) = (*few, *many);
    let [small, large] = [few, many].map(|games| values(&rows, "games", games, |row| row.count("bytes")));
    let each: Vec<f64> = small.iter().zip(large).map(|(small, large)| (large - small) / (many - few)).collect();
    let growth = Comparison::of_differences(&each, 1);
    report.add_judged(
        format!("The memory of a tournament grows by less than {FLAT} byte a game."),
        growth.below(FLAT),
        format!("From {few} to {many} games it grows by {} bytes a game.", growth.text(2)),
        "runs",
    );
    Ok(())
}

fn add_tiles(report: &mut StudyReport, options: &StudyOptions, table: &DataTable) -> Result<(), LabError> {
    let seconds = limit(options).as_secs_f64();
    // Searches that come to the end of their game say nothing about time.
    let needs_time = |row: &&DataRow| row.count("clock") > seconds / 2.0;
    let rows: Vec<&DataRow> = table.with(&[("part", "tiles")]).filter(needs_time).collect();
    let sides = numbers(rows.iter().copied(), "side");
    let mut sheet = ReportTable::new(
        "tiles",
        "A move by size of the board",
        vec![
            Column::new("side", "", "columns and rows of the board"),
            Column::new("clock", "ms", "time of a move on the clock"),
            Column::new("processor", "ms", "processor time of a move"),
            Column::new("nodes per second", "1/s", "nodes a second of processor time, geometric mean"),
            Column::new("depth", "plies", "finished depth"),
        ],
    );
    let mut lines = [Vec::new(), Vec::new()];
    for &side in &sides {
        let told = |value: fn(&DataRow) -> f64| values(&rows, "side", side, value);
        let clock = math::interval(&told(|row| 1e3 * row.count("clock")));
        let processor = math::interval(&told(|row| 1e3 * row.count("seconds")));
        let speed = math::ratio_interval(&told(|row| row.count("nodes") / row.count("seconds").max(1e-6)));
        sheet.add(vec![
            TableValue::Number(side, 0),
            TableValue::Estimate(clock, 1),
            TableValue::Estimate(processor, 1),
            TableValue::Estimate(speed, 0),
            TableValue::Estimate(math::interval(&told(|row| row.count("depth"))), 1),
        ]);
        lines[0].push(Dot::between(side * side, processor));
        lines[1].push(Dot::between(side * side, speed));
    }
    report.sheets.push(sheet);
    draw_tiles(report, options, lines)?;
    let late = sides.iter().map(|side| {
        let shares = values(&rows, "side", *side, |row| row.count("clock") / seconds);
        Comparison::of_differences(&shares, sides.len())
    });
    let late: Vec<Comparison> = late.collect();
    let worst = Comparison::highest(&late).map_or(String::new(), |worst| worst.text(3));
    report.add_judged(
        format!("A move takes no more than {LATE} of its limit on any board."),
        Judgement::every(late.iter().map(|share| share.below(LATE))),
        format!("On the worst size it takes {worst} of the limit."),
        "positions",
    );
    Ok(())
}

/// Time and speed of a move against tiles.
fn draw_tiles(report: &mut StudyReport, options: &StudyOptions, [time, speed]: [Vec<Dot>; 2]) -> Result<(), LabError> {
    let chart = |title: &str, y: Axis, name: &str, dots: Vec<Dot>| Chart {
        title: title.to_string(),
        x: Axis::log("tiles"),
        y,
        series: vec![Series::new(name, dots)],
    };
    let title = format!("{MOVER} with {} ms a move", limit(options).as_millis());
    let top = 1.3e3 * limit(options).as_secs_f64();
    report.add_figure(
        "time-by-tiles",
        "Processor time of a move against the size of the board, with 95 % intervals.",
        chart(&title, Axis::linear("processor time of a move in ms").between(0.0, top), "time", time).svg()?,
    );
    report.add_figure(
        "speed-by-tiles",
        "Nodes a second of processor time against the size of the board, with 95 % intervals.",
        chart(&title, Axis::log("nodes a second"), "speed", speed).svg()?,
    );
    Ok(())
}

fn add_threads(report: &mut StudyReport, table: &DataTable) -> Result<(), LabError> {
    let mut sheet = ReportTable::new(
        "threads",
        "Nodes a second by threads",
        vec![
            Column::new("game", "", &format!("the game; {} is on its first board", map_game()?.name)),
            Column::new("threads", "", "threads of the search"),
            Column::new("nodes per second", "1/s", "nodes a second by the clock, geometric mean"),
            Column::new("of one thread", "", "the same over that of one thread, position by position"),
        ],
    );
    let mut series = Vec::new();
    for game in table.words("game") {
        let words = [("part", "threads"), ("game", game.as_str())];
        let rows: Vec<&DataRow> = table.with(&words).collect();
        let speeds =
            |threads: f64| values(&rows, "threads", threads, |row| row.count("nodes") / row.count("clock").max(1e-6));
        let one = speeds(1.0);
        let mut dots = Vec::new();
        for threads in numbers(rows.iter().copied(), "threads") {
            let ratios: Vec<f64> = speeds(threads).iter().zip(&one).map(|(many, one)| many / one).collect();
            let ratio = math::ratio_interval(&ratios);
            sheet.add(vec![
                game.as_str().into(),
                TableValue::Number(threads, 0),
                TableValue::Estimate(math::ratio_interval(&speeds(threads)), 0),
                TableValue::Estimate(ratio, 2),
            ]);
            dots.push(Dot::between(threads, ratio));
            if threads == 2.0 {
                let gain = Comparison::of_ratios(&ratios, table.words("game").len());
                report.add_judged(
                    format!("{game}: two threads visit at least {TWO_THREADS} times the nodes of one."),
                    gain.above(TWO_THREADS),
                    format!("They visit {} times as many in the same time.", gain.text(2)),
                    "positions",
                );
            }
        }
        series.push(Series::new(&game, dots));
    }
    report.sheets.push(sheet);
    let counts = numbers(table.with(&[("part", "threads")]), "threads");
    let chart = Chart {
        title: "Nodes a second by threads, over those of one thread".to_string(),
        x: Axis { names: counts.iter().map(|count| (*count, count.to_string())).collect(), ..Axis::linear("threads") },
        y: Axis::linear("times one thread"),
        series,
    };
    report.add_figure("threads", "Speed against threads, position by position, with 95 % intervals.", chart.svg()?);
    Ok(())
}
