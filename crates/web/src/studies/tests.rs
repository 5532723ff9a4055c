//! Studies that run inside the server: paused, continued, found again, and closed to everything outside their folder.

use super::*;
use std::fs;
use std::time::{Duration, Instant};

fn new_run(study: &str) -> NewLabRun {
    NewLabRun { study: study.to_string(), quick: true, games: None, maps: Vec::new(), player: None, seed: None }
}

/// Waits until the study has stopped.
fn ended(studies: &Studies, name: &str) -> LabRunState {
    let deadline = Instant::now() + Duration::from_secs(120);
    while Instant::now() < deadline {
        let state = studies.state(name).expect("it is there");
        if !state.running {
            return state;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("a study takes too long to stop");
}

#[test]
fn a_study_is_paused_continued_and_found_again() {
    let data = tempfile::tempdir().expect("a folder");
    let studies = Studies::new(data.path(), 1, false);
    let request = NewLabRun { games: Some(2), ..new_run("ladder") };
    let name = studies.create(&request).expect("a valid request");
    assert_eq!(name, "ladder-quick-games-2");
    let error = studies.create(&new_run("star")).expect_err("one study at a time");
    assert!(error.to_string().contains("ladder-quick-games-2"), "{error}");
    studies.pause(&name);
    studies.pause(&name);
    let state = ended(&studies, &name);
    assert!(!state.reported && state.error.is_none());
    studies.close();
    let again = Studies::new(data.path(), 1, false);
    assert_eq!(again.overview().runs.iter().map(|run| run.name.as_str()).collect::<Vec<_>>(), ["ladder-quick-games-2"]);
    let state = again.state(&name).expect("it is there");
    assert_eq!(state.command.as_deref(), Some("plyground lab run ladder --quick --games 2"));
    again.start(&name).expect("it continues");
    assert!(again.state(&name).expect("it is there").running);
    again.close();
}

#[test]
fn reports_of_the_command_line_can_be_read_and_nothing_else() {
    let data = tempfile::tempdir().expect("a folder");
    let folder = data.path().join("lab").join("star");
    fs::create_dir_all(&folder).expect("a folder");
    for (file, text) in [("cells.jsonl", "{}\n{}\n"), ("report.html", "<p>"), ("nodes.csv", "a,b"), ("wish.txt", "?")] {
        fs::write(folder.join(file), text).expect("written");
    }
    fs::write(data.path().join("secret.csv"), "secret").expect("written");
    let studies = Studies::new(data.path(), 1, false);
    let state = studies.state("star").expect("it is there");
    assert!(state.reported && !state.running);
    assert_eq!((state.done, state.files), (1, vec!["nodes.csv".to_string()]));
    assert_eq!(studies.file("star", "report.html"), Ok("<p>".to_string()));
    assert_eq!(studies.file("star", "nodes.csv"), Ok("a,b".to_string()));
    for (name, file) in
        [("star", "wish.txt"), ("star", "../../secret.csv"), ("..", "secret.csv"), ("none", "a.csv"), ("", "")]
    {
        assert!(studies.file(name, file).is_err(), "{name}/{file}");
    }
    let error = studies.start("star").expect_err("the request is unknown");
    assert!(error.to_string().contains("terminal"));
}

#[test]
fn an_error_names_its_field() {
    let data = tempfile::tempdir().expect("a folder");
    let studies = Studies::new(data.path(), 1, false);
    let field = |request: &NewLabRun| {
        let error = studies.create(request).expect_err("an invalid request");
        error.field().map(String::from)
    };
    assert_eq!(field(&new_run("stars")), None);
    assert_eq!(field(&NewLabRun { games: Some(0), ..new_run("ladder") }).as_deref(), Some("games"));
    assert_eq!(
        field(&NewLabRun { maps: vec!["/etc/passwd".into()], ..new_run("aspiration") }).as_deref(),
        Some("maps")
    );
    let program = NewLabRun { player: Some("process(\"sh\", protocol=ntu)".into()), ..new_run("setups") };
    assert_eq!(field(&program).as_deref(), Some("player"));
    assert!(studies.overview().runs.is_empty(), "a rejected request leaves nothing behind");
}
