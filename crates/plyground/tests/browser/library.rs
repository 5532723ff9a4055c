//! The library of games: searched, filtered, opened, exported, deleted. Games of tournaments and of the network are among them.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::{Value, json};
use std::fs;
use std::process::{Command, Stdio};

fn tournament(name: &str, repeats: u64) -> Value {
    let player = |spec: &str| json!({"name": "", "spec": spec});
    json!({
        "name": name, "game": "einstein", "variant": null, "map": null, "players": [player("greedy"), player("random")],
        "gauntlet": false, "repeats": repeats, "openings": null, "time": null, "nodes": null, "depth": 1, "seed": 1,
    })
}

/// Plays the tournament of this plan with the command line, into the archive of the browser's server.
fn play_plan(browser: &Browser, plan: &str) {
    let file = browser.server.data.join("plan.toml");
    fs::write(&file, plan).expect("a plan");
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyground"));
    command.args(["tournament", "run"]).arg(&file).arg("--archive").arg(browser.server.data.join("archive.sqlite"));
    let ended = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("the program starts");
    assert!(ended.success(), "the tournament is played");
}

/// The number of cards, as a condition.
fn shown(count: usize) -> String {
    format!("document.querySelectorAll('.library-games > li').length === {count}")
}

#[test]
fn every_kind_of_game_is_listed_found_and_opened() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.server.post("/api/games", &json!({"game": "isola", "seats": ["human", "level(4)"]}));
        let record = r#"{"schema": "plyground-record-1", "game": "reversixt", "variant": "standard", "players": ["a", "b"], "moves": "3,2"}"#;
        browser.server.post("/api/import", &json!({"game": null, "text": record}));
        let hosting = json!({"map": "ring", "map_text": null, "seats": ["random", "greedy", "random"], "time": null, "depth": 1, "games": 1});
        browser.server.post("/api/hostings", &hosting);
        browser.server.post("/api/tournaments", &tournament("cup", 30));
        browser.goto("/");
        // All games are over, and all are listed.
        let settled = "return fetch('/api/library?count=100').then((answer) => answer.json()).then(({ games, total }) => total === 63 && games.every((game) => game.source !== 'hosted' || game.over))";
        while browser.run(settled) != json!(true) {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        browser.goto("/");
        browser.press("Open the library");
        browser.see("Games 1 to 24 of 63");
        browser.until("document.querySelectorAll('.library-games .thumbnail').length >= 6");
        browser.shoot("library");
        browser.press("Older games");
        browser.see("Games 25 to 48 of 63");
        assert_eq!(browser.run("return location.search"), json!("?page=2"));
        browser.press("Older games");
        browser.see("Games 49 to 63 of 63");
        browser.press("Newer games");
        browser.see("Games 25 to 48 of 63");
        for (source, count, text) in
            [("played", 1, "Isola"), ("imported", 1, "ReversiXT"), ("hosted", 1, "ring"), ("tournament", 24, "cup")]
        {
            browser.choose("#library-source", source);
            browser.until(&format!(
                "{} && document.querySelector('.library-games').innerText.includes({})",
                shown(count),
                json!(text)
            ));
        }
        // The state of the page is its address.
        browser.goto("/library?text=steady");
        browser.until(&shown(1));
        browser.see("steady player");
        browser.find("#library-text").clear().expect("cleared");
        browser.find("#library-text").send_keys("nobody").expect("typed");
        browser.see("No game fits.");
        browser.finish();
    });
}

#[test]
fn a_game_is_deleted_only_after_a_question_and_exported_as_a_record() {
    with_browser(|| {
        let browser = Browser::start(800, 900);
        let request = json!({"game": "einstein", "seats": ["human", "human"]});
        let first = browser.server.post("/api/games", &request)["id"].as_str().expect("an ID").to_string();
        // The clock of files ticks every few milliseconds, and games of one tick are in no order.
        std::thread::sleep(std::time::Duration::from_millis(50));
        browser.server.post("/api/games", &request);
        browser.goto("/library");
        browser.until(&shown(2));
        browser.click(".library-games .remove");
        browser.client.dismiss_alert().expect("a question");
        browser.until(&shown(2));
        browser.click(".library-games .menu summary");
        browser.see("Record");
        let exported = browser.run(
            "return fetch(document.querySelector('.library-games .menu-list a[download]').href).then((answer) => answer.json())",
        );
        assert_eq!((&exported["schema"], &exported["game"]), (&json!("plyground-record-1"), &json!("einstein")));
        browser.goto("/library");
        browser.click(".library-games .remove");
        browser.client.accept_alert().expect("a question");
        browser.until(&shown(1));
        browser.see("1 game");
        let left = browser.run("return document.querySelector('.library-games a').getAttribute('href')");
        assert_eq!(left, json!(format!("/game/{first}")), "the newest game was first");
        browser.finish();
    });
}

#[test]
fn a_failed_game_of_a_tournament_opens_as_a_record_with_the_reason() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        let engine = browser.server.data.join("engine.sh");
        let script = "while read -r line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; go*) exit 3;; quit) exit 0;; esac; done";
        fs::write(&engine, script).expect("a program");
        let plan = format!(
            "name = \"broken\"\nrepeats = 1\n[[players]]\nspec = \"first\"\n[[players]]\nname = \"a program\"\n\
             spec = 'process(\"sh {}\", protocol=ugi, start=20s, answer=20s, quit=200ms)'\n[[games]]\ngame = \"isola\"\n",
            engine.display()
        );
        play_plan(&browser, &plan);
        browser.goto("/arena/broken");
        browser.see("Failed games");
        browser.goto("/library?result=failed");
        browser.until(&shown(2));
        browser.click(".library-games > li:last-child a");
        browser.until("location.pathname.startsWith('/game/')");
        browser.see("a program");
        browser.until("document.querySelector('.result:not([hidden])')");
        let text = browser
            .run("return document.querySelector('.result').innerText + document.querySelector('.status').innerText");
        let text = text.as_str().expect("a text");
        assert!(
            text.contains("wins") && (text.contains("crash") || text.contains("Crash") || text.contains("isconnect")),
            "{text}"
        );
        assert_eq!(
            browser.run("return document.querySelectorAll('.offered').length"),
            json!(0),
            "nobody is asked to move"
        );
        assert!(!browser.run("return document.body.innerText").as_str().expect("a text").contains("Your move"));
        browser.shoot("failed-game");
        // Opened again, it is the same page.
        let page = browser.run("return location.pathname");
        browser.goto("/arena/broken/1");
        browser.until(&format!("location.pathname === {page}"));
        browser.finish();
    });
}

#[test]
fn a_person_takes_a_seat_at_the_host_plays_and_replays() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        let hosting = json!({"map": "standard", "map_text": null, "seats": ["client", "greedy"], "time": null, "depth": 1, "games": 1});
        let host = browser.server.post("/api/hostings", &hosting)["id"].as_str().expect("an ID").to_string();
        browser.goto(&format!("/host/{host}"));
        browser.press("Take a seat");
        browser.until("location.pathname.startsWith('/game/')");
        let page = browser.run("return location.pathname");
        let page = page.as_str().expect("a path").to_string();
        for plies in [2, 4] {
            browser.until("document.querySelector('.offered')");
            browser.click(".offered");
            browser.until(&format!("document.querySelectorAll('.moves li').length >= {plies}"));
        }
        browser.see("Engines' thinking");
        browser.until("/\\d %/.test(document.querySelector('.thoughts').innerText)");
        browser.shoot("hosted-game");
        browser.press("Resign");
        browser.press("Resign");
        browser.see("You lost");
        // The record is on disk: another server of the same folder shows it, with what was thought.
        let mut browser = browser;
        browser.server.restart();
        browser.goto(&page);
        browser.see("Engines' thinking");
        browser.click("[title='First move']");
        browser.see("Viewing turn 0");
        browser.press("Host again");
        browser.until("location.pathname.startsWith('/host/')");
        browser.see("Clients join with");
        browser.press("Stop waiting");
        browser.see("stopped waiting");
        browser.finish();
    });
}
