//! Bad engines, each a few lines of shell: whatever they do ends in the right failure, in time, and leaves no process
//! behind.

use crate::{Failure, FailureKind, MoveRequest, ProcessEngine, ProcessSettings, Protocol, Restart, parse_options};
use plyground_core::{GameKind, GameVisitor, Playable, Setup};
use plyground_games::isola::Isola;
use plyground_games::registry;
use plyground_search::{Limits, StopFlag};
use std::path::Path;
use std::time::{Duration, Instant};

/// An engine that speaks UGI and does this when told to go.
fn ugi_engine(on_go: &str) -> String {
    format!(
        "while read -r line; do case \"$line\" in ugi) echo id name fixture; echo ugiok;; isready) echo readyok;; \
         go*) {on_go};; quit) exit 0;; esac; done"
    )
}

/// A shell script and how it is to be talked to.
#[derive(Clone)]
struct Script {
    settings: ProcessSettings,
    protocol: Protocol,
}

impl Script {
    fn engine<G: Playable>(&self, game: &G) -> ProcessEngine<G> {
        ProcessEngine::new(self.settings.clone(), self.protocol, game, 1)
    }
}

fn shell(script: &str, arguments: &[(&str, &str)]) -> Script {
    let command = ["sh", "-c", script].map(String::from).to_vec();
    let mut shell = Script { settings: ProcessSettings::new(command), protocol: Protocol::Ugi };
    for (name, value) in arguments {
        let time = || match value.strip_suffix("ms") {
            Some(number) => Duration::from_millis(number.parse().unwrap()),
            None => Duration::from_secs(value.strip_suffix('s').unwrap().parse().unwrap()),
        };
        let settings = &mut shell.settings;
        match *name {
            "start" => settings.start = time(),
            "answer" => settings.answer = time(),
            "quit" => settings.quit = time(),
            "restart" => settings.restart = Restart::NAMED.iter().find(|(name, _)| name == value).unwrap().1,
            "protocol" => shell.protocol = Protocol::NAMED.iter().find(|(name, _)| name == value).unwrap().1,
            other => panic!("{other}"),
        }
    }
    shell
}

/// Asks with 50 ms to think.
fn ask_engine<G: Playable>(engine: &mut ProcessEngine<G>, game: &G, position: &G::Position) -> Result<String, Failure> {
    let limits = Limits::time(Duration::from_millis(50));
    let report = engine.think(MoveRequest { limits, ..MoveRequest::new(game, position) }, &mut |_| {});
    let answer = match report.best {
        Some(mv) => Ok(game.move_text(position, mv)),
        None => Err(engine.failure().expect("a move, or a reason why there is none")),
    };
    assert!(engine.failure().is_none(), "a failure is told once");
    answer
}

/// Calls a closure with the first position of a game.
struct With<F>(F);

trait Use {
    fn run<G: Playable>(self, game: G, start: G::Position);
}

impl<F: Use> GameVisitor for With<F> {
    type Output = ();
    fn visit<G: Playable>(self, game: G, start: G::Position) {
        self.0.run(game, start);
    }
}

/// Asks a process for the first move.
struct FirstMove<'a> {
    script: Script,
    answer: &'a mut Vec<Result<String, Failure>>,
    games: usize,
}

impl Use for FirstMove<'_> {
    fn run<G: Playable>(self, game: G, start: G::Position) {
        let mut engine = self.script.engine(&game);
        for seed in 0..self.games {
            engine.new_game(seed as u64);
            self.answer.push(ask_engine(&mut engine, &game, &start));
        }
    }
}

fn ask_in(game: &str, script: Script, games: usize) -> Vec<Result<String, Failure>> {
    let mut answer = Vec::new();
    let visitor = With(FirstMove { script, answer: &mut answer, games });
    registry::visit(game, &Setup::default(), visitor).expect("a set-up");
    answer
}

/// Long enough for a busy machine, because an engine that answers is never waited for.
const LIMITS: [(&str, &str); 3] = [("start", "20s"), ("answer", "20s"), ("quit", "200ms")];
/// Short, for engines that do not answer.
const HURRY: [(&str, &str); 3] = [("start", "20s"), ("answer", "200ms"), ("quit", "200ms")];

fn ask(script: &str) -> Result<String, Failure> {
    ask_in("isola", shell(script, &LIMITS), 1).remove(0)
}

#[track_caller]
fn fails(script: &str, kind: FailureKind, what: &str) -> Failure {
    let failure = ask(script).expect_err("a bad engine");
    assert_eq!(failure.kind, kind, "{failure}");
    assert!(failure.what.contains(what), "{failure}");
    failure
}

#[track_caller]
fn stalls(script: &str) -> Failure {
    let failure = ask_in("isola", shell(script, &HURRY), 1).remove(0).expect_err("a lame engine");
    assert_eq!(failure.kind, FailureKind::Stall, "{failure}");
    failure
}

#[test]
fn a_good_engine_is_understood() {
    let answer = ask(&ugi_engine("echo info depth 3 score cp 12 pv d4; echo bestmove d4"));
    assert_eq!(answer, Ok("d4".to_string()));
}

#[test]
fn crash_on_go() {
    let failure = fails(&ugi_engine("echo segfault to come >&2; exit 3"), FailureKind::Crash, "exit code 3");
    assert!(failure.last_lines.contains(&"! segfault to come".to_string()), "{failure}");
    assert!(failure.last_lines.iter().any(|line| line.starts_with("> go movetime 50")), "{failure}");
    fails(&ugi_engine("kill -SEGV $$"), FailureKind::Crash, "signal 11");
}

#[test]
fn stall_on_go() {
    let failure = stalls(&ugi_engine("sleep 1000"));
    assert!(failure.what.contains("did not answer `go movetime 50`"), "{failure}");
    assert!(failure.last_lines.contains(&"> stop".to_string()), "it was told to stop: {failure}");
}

#[test]
fn illegal_moves() {
    let failure = fails(&ugi_engine("echo bestmove h8"), FailureKind::IllegalMove, "answered `bestmove h8`");
    assert!(failure.last_lines.contains(&"< bestmove h8".to_string()), "{failure}");
    fails(&ugi_engine("echo bestmove zz99"), FailureKind::IllegalMove, "zz99");
    fails(&ugi_engine("echo bestmove none"), FailureKind::IllegalMove, "none");
}

#[test]
fn garbage_floods() {
    fails(&ugi_engine("while :; do echo blah blah; done"), FailureKind::Garbage, "lines that mean nothing");
    // A line without end is cut and forgotten, an endless report only wastes its own time.
    stalls(&ugi_engine("head -c 9999999 /dev/zero; sleep 1000"));
    stalls(&ugi_engine("while :; do echo info depth 1; done"));
}

#[test]
fn engines_that_never_start() {
    fails("exit 0", FailureKind::Disconnect, "exit code 0");
    fails("exit 7", FailureKind::Crash, "exit code 7");
    fails("exec >&-; sleep 1000", FailureKind::Disconnect, "closed its output");
    let limits = [("start", "300ms"), ("answer", "1s"), ("quit", "1s")];
    let silent = ask_in("isola", shell("sleep 1000", &limits), 1).remove(0).expect_err("silence");
    assert_eq!(silent.kind, FailureKind::Stall, "{silent}");
    assert!(silent.what.contains("did not answer `ugi` within 0.300 s"), "{silent}");
}

#[test]
fn other_languages_fail_as_clearly() {
    let limits = |script: &str| if script.contains("sleep") { HURRY } else { LIMITS };
    let gtp = |script: &str| {
        let arguments = [&[("protocol", "gtp")], limits(script).as_slice()].concat();
        ask_in("reversixt", shell(script, &arguments), 1).remove(0)
    };
    let engine = |on_genmove: &str| {
        let known = "protocol_version) echo \"= 2\";; list_commands) echo \"= play\";;";
        format!(
            "while read -r a b; do case \"$a\" in {known} genmove) {on_genmove};; *) echo \"= \";; esac; echo; done"
        )
    };
    assert_eq!(gtp(&engine("echo \"= D3\"")), Ok("3,2".to_string()));
    let kinds = [
        ("echo \"= A1\"", FailureKind::IllegalMove),
        ("echo \"= PASS\"", FailureKind::IllegalMove),
        ("echo \"= resign\"", FailureKind::Resignation),
        ("echo \"= RESIGN\"", FailureKind::Resignation),
        ("echo \"? not today\"", FailureKind::IllegalMove),
        ("sleep 1000", FailureKind::Stall),
        ("exit 9", FailureKind::Crash),
    ];
    for (script, kind) in kinds {
        let failure = gtp(&engine(script)).expect_err(script);
        assert_eq!(failure.kind, kind, "{script}: {failure}");
    }
    let ntu = |on_get: &str| {
        let script = format!(
            "while read -r a b; do case \"$a\" in name) echo fixture;; version) echo 1;; get) {on_get};; exit) exit;; esac; done"
        );
        let arguments = [&[("protocol", "ntu")], limits(on_get).as_slice()].concat();
        ask_in("einstein", shell(&script, &arguments), 1).remove(0)
    };
    // At a chance node every roll is asked for, so one answer is illegal for most rolls.
    let failure = ntu("echo C1 D2").expect_err("stone 6 moves on a roll of 6 only");
    assert_eq!(failure.kind, FailureKind::IllegalMove, "{failure}");
    assert_eq!(ntu("echo mumble").expect_err("no move").kind, FailureKind::IllegalMove);
    assert_eq!(ntu("sleep 1000").expect_err("no move").kind, FailureKind::Stall);
    let isola = |script: &str| {
        let arguments = [&[("protocol", "isola-pipe")], LIMITS.as_slice()].concat();
        ask_in("isola", shell(script, &arguments), 1).remove(0)
    };
    let question = "printf \"Would you like to start manually?\"; read -r line;";
    assert_eq!(isola(&format!("{question} echo \"I MOVE TO:  (4 4)\"; sleep 1000")), Ok("d4".to_string()));
    let kind = |script: &str| isola(&format!("{question} {script}")).expect_err(script).kind;
    assert_eq!(kind("echo \"I MOVE TO:  (1 1)\""), FailureKind::IllegalMove);
    assert_eq!(kind("kill -SEGV $$"), FailureKind::Crash);
    assert_eq!(kind("while :; do echo \"   |   |   |\"; done"), FailureKind::Garbage);
}

/// A program of the EinStein courses that does this at each setting and this when asked for a move; it moves the first
/// stone that may move by the roll, which for a roll of 6 in the first position is stone 6.
fn ntu_engine(on_setting: &str, on_get: &str) -> String {
    format!(
        "while read -r a b; do case \"$a\" in name) echo fixture;; version) echo 1;; *_setting) {on_setting};; \
         get) {on_get};; exit) exit;; esac; done"
    )
}

/// The answer for a roll of 6 in the first position.
fn ask_ntu(script: &str) -> Result<String, Failure> {
    struct Ask<'a>(&'a str, &'a mut Option<Result<String, Failure>>);
    impl Use for Ask<'_> {
        fn run<G: Playable>(self, game: G, start: G::Position) {
            let mut rolled = start;
            game.roll(&mut rolled, 5);
            let arguments = [&[("protocol", "ntu")], LIMITS.as_slice()].concat();
            let mut engine = shell(self.0, &arguments).engine(&game);
            engine.new_game(1);
            *self.1 = Some(ask_engine(&mut engine, &game, &rolled));
        }
    }
    let mut answer = None;
    registry::visit("einstein", &Setup::default(), With(Ask(script, &mut answer))).expect("a set-up");
    answer.expect("it was asked")
}

#[test]
fn ntu_programs_may_confirm_settings_at_once_late_or_never() {
    let step = Ok("r6c5-d4".to_string());
    for (on_setting, on_get) in [
        (":", "echo C1 D2"),
        ("echo 1", "echo C1 D2"),
        ("echo ok", "sleep 1; echo C1 D2"),
        // Both confirmations come after the request, and the move long after them.
        ("n=$((n+1))", "while [ $n -gt 0 ]; do echo 1; n=$((n-1)); done; sleep 1; echo C1 D2"),
        // The first comes too late for those who wait for it.
        ("(sleep 0.7; echo 1) &", "sleep 1; echo C1 D2"),
    ] {
        assert_eq!(ask_ntu(&ntu_engine(on_setting, on_get)), step, "{on_setting} / {on_get}");
    }
    // What is no confirmation of anything is still no move.
    for on_get in ["echo 1; echo 1; echo 1; sleep 1; echo C1 D2", "echo mumble; sleep 1; echo C1 D2"] {
        let failure = ask_ntu(&ntu_engine("echo 1", on_get)).expect_err("no move");
        assert_eq!(failure.kind, FailureKind::IllegalMove, "{failure}");
    }
}

#[test]
fn one_crash_costs_one_game() {
    let folder = tempfile::tempdir().unwrap();
    let counter = folder.path().join("starts");
    let count = format!("echo x >> {}", counter.display());
    let starts = || std::fs::read_to_string(&counter).unwrap_or_default().lines().count();
    // Crashes in every second game it plays.
    let script = format!("{count}; n=0; {}", ugi_engine("n=$((n+1)); test $n = 2 && exit 1; echo bestmove d4"));
    let kinds = |restart: &str| {
        let arguments = [&[("restart", restart)], LIMITS.as_slice()].concat();
        let answers = ask_in("isola", shell(&script, &arguments), 5);
        answers.into_iter().map(|answer| answer.err().map(|failure| failure.kind)).collect::<Vec<_>>()
    };
    let crash = Some(FailureKind::Crash);
    assert_eq!(kinds("on-crash"), [None, crash, None, crash, None]);
    assert_eq!(starts(), 3);
    assert_eq!(kinds("per-game"), [None; 5]);
    assert_eq!(starts(), 3 + 5);
    let gone = Some(FailureKind::Disconnect);
    assert_eq!(kinds("never"), [None, crash, gone, gone, gone]);
    assert_eq!(starts(), 3 + 5 + 1);
}

/// Whether a process of this number exists, zombies included.
fn is_there(id: &str) -> bool {
    Path::new("/proc").join(id).exists()
}

#[test]
fn nobody_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ids");
    let note = format!("sleep 1000 & echo $$ > {0}; echo $! >> {0}", file.display());
    // Ignores `quit` and has a helper of its own.
    let stubborn = format!("{note}; trap \"\" TERM; {}", ugi_engine("echo bestmove d4")).replace("exit 0", ":");
    assert_eq!(ask(&stubborn), Ok("d4".to_string()));
    let ids = std::fs::read_to_string(&file).unwrap();
    assert_eq!(ids.lines().count(), 2);
    for id in ids.lines() {
        // The helper's parent is gone too, so the process that inherited it may take a moment to reap it.
        let begun = Instant::now();
        while is_there(id) && !is_zombie(id) && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!is_there(id) || is_zombie(id), "process {id} lives");
    }
    let own = ids.lines().next().unwrap();
    assert!(!is_there(own), "the process itself is not even a zombie");
}

/// Only for processes that are not our children; others reap those.
fn is_zombie(id: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
}

#[test]
fn a_stop_from_outside_ends_the_waiting() {
    struct Stopped;
    impl Use for Stopped {
        fn run<G: Playable>(self, game: G, start: G::Position) {
            let script = shell(&ugi_engine("read -r line; echo bestmove d4"), &[("answer", "1000s")]);
            let mut engine = script.engine(&game);
            engine.new_game(1);
            let stop = StopFlag::default();
            let request = MoveRequest { stop: Some(&stop), ..MoveRequest::new(&game, &start) };
            let others_flag = stop.clone();
            let other = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                others_flag.stop();
            });
            let report = engine.think(request, &mut |_| {});
            other.join().unwrap();
            assert_eq!(report.best.map(|mv| game.move_text(&start, mv)).as_deref(), Some("d4"));
        }
    }
    Isola::open(&Setup::default(), With(Stopped)).unwrap();
}

#[test]
fn options_are_checked_before_a_game_and_by_the_engine() {
    let options = parse_options(" Hash=1; Other name = a b ;").unwrap();
    let expected = [("Hash", "1"), ("Other name", "a b")].map(|(name, value)| (name.to_string(), value.to_string()));
    assert_eq!(options, expected);
    assert!(parse_options("Hash").is_err() && parse_options("=1").is_err());
    let mut unknown = shell(&ugi_engine(":"), &LIMITS);
    unknown.settings.options = options;
    let failure = ask_in("isola", unknown, 1).remove(0).expect_err("no such option");
    assert!(failure.what.contains("has no option `Hash`"), "{failure}");
}
