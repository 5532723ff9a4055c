use super::*;
use std::fs;
use std::time::{Duration, Instant};

fn asked(study: &str) -> NewLabRun {
    NewLabRun { study: study.to_string(), quick: true, games: None, maps: Vec::new(), player: None, seed: None }
}

fn ended(lab: &Laboratory, name: &str) -> LabRunState {
    let patience = Instant::now() + Duration::from_secs(120);
    while Instant::now() < patience {
        let state = lab.state(name).expect("it is there");
        if !state.running {
            return state;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("a study takes too long to stop");
}

#[test]
fn a_study_is_paused_gone_on_with_and_found_again() {
    let data = tempfile::tempdir().expect("a folder");
    let lab = Laboratory::new(data.path(), 1, false);
    let wish = NewLabRun { games: Some(2), ..asked("ladder") };
    let name = lab.create(&wish).expect("a good order");
    assert_eq!(name, "ladder-quick-games-2");
    let refusal = lab.create(&asked("star")).expect_err("one study at a time");
    assert!(refusal.reason.contains("ladder-quick-games-2"), "{}", refusal.reason);
    lab.pause(&name);
    lab.pause(&name);
    let state = ended(&lab, &name);
    assert!(!state.reported && state.trouble.is_none());
    lab.close();
    let again = Laboratory::new(data.path(), 1, false);
    assert_eq!(
        again.look_around().runs.iter().map(|run| run.name.as_str()).collect::<Vec<_>>(),
        ["ladder-quick-games-2"]
    );
    let state = again.state(&name).expect("it is there");
    assert_eq!(state.command.as_deref(), Some("plyground lab run ladder --quick --games 2"));
    again.start(&name).expect("it goes on");
    assert!(again.state(&name).expect("it is there").running);
    again.close();
}

#[test]
fn what_a_terminal_reported_can_be_read_and_nothing_else() {
    let data = tempfile::tempdir().expect("a folder");
    let folder = data.path().join("lab").join("star");
    fs::create_dir_all(&folder).expect("a folder");
    for (file, text) in [("cells.jsonl", "{}\n{}\n"), ("report.html", "<p>"), ("nodes.csv", "a,b"), ("wish.txt", "?")] {
        fs::write(folder.join(file), text).expect("written");
    }
    fs::write(data.path().join("secret.csv"), "secret").expect("written");
    let lab = Laboratory::new(data.path(), 1, false);
    let state = lab.state("star").expect("it is there");
    assert!(state.reported && !state.running);
    assert_eq!((state.done, state.files), (1, vec!["nodes.csv".to_string()]));
    assert_eq!(lab.file("star", "report.html").as_deref(), Ok("<p>"));
    assert_eq!(lab.file("star", "nodes.csv").as_deref(), Ok("a,b"));
    for (name, file) in
        [("star", "wish.txt"), ("star", "../../secret.csv"), ("..", "secret.csv"), ("none", "a.csv"), ("", "")]
    {
        assert!(lab.file(name, file).is_err(), "{name}/{file}");
    }
    let refusal = lab.start("star").expect_err("nobody knows what was asked");
    assert!(refusal.reason.contains("terminal"));
}

#[test]
fn wrong_orders_are_refused_beside_their_fields() {
    let data = tempfile::tempdir().expect("a folder");
    let lab = Laboratory::new(data.path(), 1, false);
    let field = |wish: &NewLabRun| lab.create(wish).expect_err("a wrong order").field;
    assert_eq!(field(&asked("stars")), None);
    assert_eq!(field(&NewLabRun { games: Some(0), ..asked("ladder") }).as_deref(), Some("games"));
    assert_eq!(field(&NewLabRun { maps: vec!["/etc/passwd".into()], ..asked("aspiration") }).as_deref(), Some("maps"));
    let program = NewLabRun { player: Some("process(\"sh\", protocol=ntu)".into()), ..asked("setups") };
    assert_eq!(field(&program).as_deref(), Some("player"));
    assert!(lab.look_around().runs.is_empty(), "nothing is left of a refused order");
}
