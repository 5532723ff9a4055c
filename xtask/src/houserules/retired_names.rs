//! Names that the project used once and replaced by those of the field (`docs/glossary.md`). They must not return.

/// What a retired name was replaced by. A name that ends in `*` stands for every name that begins so.
const RETIRED: &[(&str, &str)] = &[
    // core, search, games, engine
    ("Aspirant", "AspirationWindow"),
    ("Brain", "Strategy"),
    ("Busy", "Abdada or BusyGuard"),
    ("CARE_FOR_*", "Thresholds"),
    ("Care", "Thresholds"),
    ("Deepener", "SearchPlayer"),
    ("Desk", "RootProver or WorkerControl"),
    ("Finisher", "WithExactEndings"),
    ("Ground", "CellKind, PlaceEval or CensusBoard"),
    ("Halt", "StopCheck"),
    ("Grower", "SearchPlayer"),
    ("Indifferent", "ZeroEval"),
    ("Landmarks", "SolveProgress"),
    ("Manner", "Settings"),
    ("Patience", "RateLimiter or Deadline"),
    ("Scenery", "Drawable"),
    ("SignOff", "HelperGuard"),
    ("Signs", "Features or Symbols"),
    ("Sprout", "NewChildren"),
    ("Terrain", "MapFeatures"),
    ("deal", "random_start"),
    ("deepener", "SearchPlayer"),
    ("doubts", "heuristic_leaves"),
    ("farewell", "disconnect"),
    ("foresee", "early_result"),
    ("foreseen", "early_result"),
    ("opinion", "static_eval"),
    ("opinion_between", "value_between"),
    ("promise", "move_score"),
    ("verdict", "early_result"),
    ("workshop", "builders"),
    // web
    ("Asked", "JsonBody"),
    ("Brought", "EngineMove"),
    ("Catch", "TaskResult"),
    ("Chair", "LiveSeat or AssignedSeat"),
    ("Crowd", "SocketSoak"),
    ("Diary", "ArchiveSink"),
    ("Errand", "EngineTask"),
    ("Glance", "PastPosition"),
    ("Hall", "Tournaments or EventPlayer"),
    ("House", "AppState"),
    ("Inn", "Hosts"),
    ("Inquiry", "AnalysisTask"),
    ("Insight", "AnalysisReport or SearchStatus"),
    ("Intake", "BodyReader"),
    ("Laboratory", "Studies"),
    ("Microscope", "XrayVisitor"),
    ("Mishap", "Forfeit"),
    ("Refusal", "ApiError"),
    ("Shelf", "StudyStore"),
    ("Sitting", "StudyRun"),
    ("Slots", "ConnectionLimiter"),
    ("Student", "AnalysisSession"),
    ("Tamed", "ChildGuard"),
    ("Wish", "GameConfig or OpeningRequest"),
    // arena, network, lab, training, host
    ("Brake", "Cancellation"),
    ("Course", "TimedSelfPlay"),
    ("Enrolled", "ArchivedTournament"),
    ("Exam", "AccuracyTest or EngineCheck"),
    ("Farewell", "ClosingConnection"),
    ("Gossip", "LobbyEvent"),
    ("Guest", "ReadyClient"),
    ("Happening", "ServerEvent"),
    ("Heard", "SeatEvent"),
    ("Hearer", "Endpoint"),
    ("InOrder", "ReorderBuffer"),
    ("KeptClock", "OwnClock"),
    ("KeptGame", "ArchivedGame"),
    ("Lessons", "Gradients"),
    ("Mind", "SearchThread"),
    ("News", "ClientEvent, PoolEvent or BuildEvent"),
    ("Nobody", "NullSink or NoPlayer"),
    ("OpeningWish", "OpeningSource"),
    ("OutOfStep", "Desync"),
    ("Pacer", "ServerClock"),
    ("Porter", "Acceptor"),
    ("Rung", "RatedPlayer"),
    ("Rungs", "GameRatings"),
    ("Said", "ProgramMessage"),
    ("Sight", "LazyScene or GameSnapshot"),
    ("Sitter", "SeatConfig"),
    ("Sparring", "StudyMatch"),
    ("Teacher", "SelfPlay"),
    ("ToldClock", "ReportedClock"),
    ("Trouble", "CheckFailure"),
    ("Typed", "UserInput"),
    ("Venue", "CheckedEvent"),
    ("enrol", "add_tournament"),
    ("glance", "snapshot"),
    ("hire", "start_built_in or worker"),
    ("punish", "penalise"),
];

/// The words after which Rust code defines a name.
const DEFINING: &[&str] = &["struct", "enum", "trait", "fn", "mod", "type", "const", "static", "macro_rules"];

/// The retired names that a file defines, as sentences without the name of the file.
pub fn breaches(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(defined_names).filter_map(breach).collect()
}

fn defined_names(line: &str) -> Vec<&str> {
    let is_part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let words: Vec<&str> = line.split(|c| !is_part_of_name(c)).filter(|word| !word.is_empty()).collect();
    words.windows(2).filter(|pair| DEFINING.contains(&pair[0])).map(|pair| pair[1]).collect()
}

fn breach(name: &str) -> Option<String> {
    let is_this = |retired: &str| match retired.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == retired,
    };
    let (_, instead) = RETIRED.iter().find(|(retired, _)| is_this(retired))?;
    Some(format!("defines `{name}`, a retired name; use {instead}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_of_retired_names_are_found() {
        let text = "pub(crate) struct Hall<'a> {\n}\n  fn promise(&self) -> i32 { 0 }\nconst CARE_FOR_ROOMS: u32 = 1;\n\
                    macro_rules! deepener {\n}\nmod workshop;\n";
        let found = breaches(text);
        assert_eq!(found.len(), 5, "{found:?}");
        assert_eq!(found[0], "defines `Hall`, a retired name; use Tournaments or EventPlayer");
    }

    #[test]
    fn other_uses_and_longer_names_are_free() {
        let text = "// struct Hall\n/// The fn promise was here.\nstruct Hallway;\nfn promised() {}\nlet promise = \"verdict\";\n";
        assert_eq!(breaches(text), Vec::<String>::new());
    }
}
