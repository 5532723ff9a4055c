//! Whole runs of studies in their smallest form: complete, resumed, divided, refused.

use parquet::file::reader::{FileReader, SerializedFileReader};
use plyground_arena::Interrupt;
use plyground_arena::Shard;
use plyground_lab::{LabError, RunOutcome, Size, StudyOptions, StudyRunner, find};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Everything that is measured in these is the same on every machine.
const STEADY: [&str; 3] = ["star", "setups", "deepening-cost"];

fn run(name: &str, out: &Path, shard: Option<Shard>, stop_after: Option<usize>) -> Result<RunOutcome, LabError> {
    let interrupt = Interrupt::default();
    let options = StudyOptions::of(Size::Smallest);
    let run = StudyRunner { study: find(name)?, options, out: out.to_path_buf(), threads: 2, shard };
    let mut finished = 0;
    run.run(&interrupt, |_| {
        finished += 1;
        if stop_after == Some(finished) {
            interrupt.press();
        }
    })
}

/// Names and contents of everything but journals; bytes of what is no text as characters.
fn report_of(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let named = entries.map(|path| (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), path));
    let reports = named.filter(|(name, _)| !name.ends_with(".jsonl"));
    // A run over midnight has another date.
    let today = |text: String| {
        let is_date = |word: &&str| word.len() == 10 && word.starts_with("20") && word.matches('-').count() == 2;
        let dates: Vec<String> =
            text.split(|c: char| !c.is_ascii_digit() && c != '-').filter(is_date).map(String::from).collect();
        dates.iter().fold(text.clone(), |text, date| text.replace(date, "today"))
    };
    let content = |name: &str, path: &Path| match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("parquet" | "pdf") => fs::read(path).expect("a file").into_iter().map(char::from).collect(),
        _ => today(fs::read_to_string(path).expect("a text")),
    };
    reports.map(|(name, path)| (name.clone(), content(&name, &path))).collect()
}

/// Rows of a CSV file with quoted fields.
fn parse_csv(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for line in text.lines() {
        let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
        for character in line.chars() {
            match character {
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(std::mem::take(&mut field)),
                character => field.push(character),
            }
        }
        assert!(!quoted, "an open quote: {line}");
        fields.push(field);
        rows.push(fields);
    }
    rows
}

#[test]
fn every_file_of_a_report_is_what_its_name_says_and_needs_no_network() {
    for name in STEADY {
        let folder = tempfile::tempdir().unwrap();
        let ended = run(name, folder.path(), None, None).unwrap();
        let RunOutcome::Reported(written) = ended else { panic!("{name} did not finish") };
        assert!(!written.findings.is_empty(), "{name} finds something");
        let files = report_of(folder.path());
        assert!(files.keys().any(|file| file.ends_with(".csv")) && files.keys().any(|file| file.ends_with(".svg")));
        for (file, text) in &files {
            let place = format!("{name}/{file}");
            match file.rsplit_once('.').unwrap().1 {
                "csv" => {
                    let rows = parse_csv(text);
                    assert!(rows.len() > 1, "{place} has rows");
                    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{place} has a column too many or few");
                    assert!(!text.contains("NaN") && !text.contains("inf"), "{place}");
                }
                "svg" => {
                    let document = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{place}: {error}"));
                    assert_eq!(document.root_element().tag_name().name(), "svg");
                    let is_number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
                    for node in document.descendants().filter(|node| node.has_tag_name("circle")) {
                        assert!(["cx", "cy", "r"].iter().all(|name| node.attribute(*name).is_some_and(is_number)));
                    }
                }
                "pdf" => {
                    assert!(text.starts_with("%PDF-") && text.ends_with("%%EOF"), "{place}");
                    assert!(files.contains_key(&file.replace(".pdf", ".svg")), "{place} is a plot");
                }
                "parquet" => {
                    let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
                    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
                    let facts = reader.metadata().file_metadata();
                    let names: Vec<String> =
                        facts.schema_descr().columns().iter().map(|column| column.name().to_string()).collect();
                    let csv = parse_csv(&files[&file.replace(".parquet", ".csv")]);
                    assert_eq!(names, csv[0], "{place}");
                    assert_eq!(facts.num_rows() as usize, csv.len() - 1, "{place}");
                }
                "html" => {
                    assert!(!text.contains("http://") && !text.contains("https://"), "{place} names an address");
                    for word in ["<script", "<link", " src=", " href=", "@import", "url("] {
                        assert!(!text.contains(word), "{place} has {word}");
                    }
                    assert!(text.contains("default-src 'none'"));
                    assert!(text.contains(&format!("plyground lab run {name}")), "{place} names its command");
                    assert!(text.ends_with("</html>\n"));
                }
                "json" => {
                    let document: serde_json::Value = serde_json::from_str(text).unwrap();
                    assert_eq!(document["findings"].as_array().unwrap().len(), written.findings.len(), "{place}");
                }
                "md" => assert!(text.contains("## Findings") && text.contains("## Method"), "{place}"),
                other => panic!("{place}: what is .{other}?"),
            }
        }
    }
}

#[test]
fn every_column_is_in_the_dictionary_and_reports_say_when_and_where() {
    for name in STEADY {
        let folder = tempfile::tempdir().unwrap();
        run(name, folder.path(), None, None).unwrap();
        let files = report_of(folder.path());
        let dictionary = parse_csv(&files["dictionary.csv"]);
        assert_eq!(dictionary[0], ["file", "column", "unit", "meaning"]);
        for (file, text) in files.iter().filter(|(file, _)| file.ends_with(".csv") && *file != "dictionary.csv") {
            let known: Vec<&str> = dictionary.iter().filter(|row| row[0] == *file).map(|row| row[1].as_str()).collect();
            assert_eq!(parse_csv(text)[0], known, "{name}/{file}");
            assert!(known.iter().all(|key| key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')), "{known:?}");
        }
        assert!(dictionary.iter().all(|row| !row[3].is_empty()), "{name}: every column means something");
        let findings: serde_json::Value = serde_json::from_str(&files["findings.json"]).unwrap();
        for key in ["command", "version", "date", "machine"] {
            let word = findings[key].as_str().unwrap();
            assert!(!word.is_empty() && files["report.md"].contains(word), "{name}: {key} {word}");
            assert!(files["report.html"].contains(word), "{name}: {key} {word}");
        }
        assert_eq!(findings["date"], "today");
        assert!(files["report.md"].contains("dictionary.csv"));
    }
}

/// The report says where the cells were measured, not where the shards were put together.
#[test]
fn a_report_of_shards_names_all_their_machines() {
    let folder = tempfile::tempdir().unwrap();
    for index in 0..2 {
        run("setups", folder.path(), Some(Shard::new(index, 2).unwrap()), None).unwrap();
        let path = folder.path().join(format!("shard-{index}-of-2.jsonl"));
        let text = fs::read_to_string(&path).unwrap();
        let (head, cells) = text.split_once('\n').unwrap();
        let mut head: serde_json::Value = serde_json::from_str(head).unwrap();
        head["machine"] = format!("node {index}").into();
        fs::write(&path, format!("{head}\n{cells}")).unwrap();
    }
    assert!(matches!(run("setups", folder.path(), None, None).unwrap(), RunOutcome::Reported(_)));
    let page = fs::read_to_string(folder.path().join("report.md")).unwrap();
    assert!(page.contains("node 0; node 1"), "{}", page.lines().nth(5).unwrap_or_default());
}

#[test]
fn an_interrupted_run_leaves_no_report_and_ends_with_the_same_one() {
    let whole = tempfile::tempdir().unwrap();
    run("star", whole.path(), None, None).unwrap();
    let broken = tempfile::tempdir().unwrap();
    let ended = run("star", broken.path(), None, Some(3)).unwrap();
    assert!(matches!(ended, RunOutcome::Interrupted { done, of } if (3..of).contains(&done)), "{ended:?}");
    assert!(report_of(broken.path()).is_empty(), "nothing that looks complete");
    // A power cut in the middle of a line.
    let journal = broken.path().join("cells.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, &text[..text.len() - 5]).unwrap();
    assert!(matches!(run("star", broken.path(), None, None).unwrap(), RunOutcome::Reported(_)));
    assert_eq!(report_of(broken.path()), report_of(whole.path()));
}

#[test]
fn shards_together_are_the_whole() {
    let whole = tempfile::tempdir().unwrap();
    run("setups", whole.path(), None, None).unwrap();
    let divided = tempfile::tempdir().unwrap();
    for index in 0..3 {
        let ended = run("setups", divided.path(), Some(Shard::new(index, 3).unwrap()), None).unwrap();
        assert!(matches!(ended, RunOutcome::ShardComplete { .. }), "{ended:?}");
        assert!(report_of(divided.path()).is_empty());
    }
    assert!(matches!(run("setups", divided.path(), None, None).unwrap(), RunOutcome::Reported(_)));
    assert_eq!(report_of(divided.path()), report_of(whole.path()));
    let cells = fs::read_to_string(divided.path().join("cells.jsonl")).unwrap();
    assert_eq!(cells.lines().count(), 1, "nothing was left to play: {cells}");
}

/// Earlier versions counted from 1: their `shard-1-of-3.jsonl` holds the cells of shard 0/3.
#[test]
fn journals_of_the_numbering_from_1_are_still_used() {
    let shard = |index: u64| Some(Shard::new(index, 3).unwrap());
    let lines = |folder: &Path, name: &str| fs::read_to_string(folder.join(name)).unwrap().lines().count();
    let old = tempfile::tempdir().unwrap();
    for index in (0..3).rev() {
        run("setups", old.path(), shard(index), None).unwrap();
        let name = |number: u64| old.path().join(format!("shard-{number}-of-3.jsonl"));
        fs::rename(name(index), name(index + 1)).unwrap();
    }
    // The last shard is not measured again, although its journal has another name now.
    let before = lines(old.path(), "shard-2-of-3.jsonl");
    assert!(matches!(run("setups", old.path(), shard(2), None).unwrap(), RunOutcome::ShardComplete { .. }));
    assert_eq!(lines(old.path(), "shard-2-of-3.jsonl"), before);
    // The file of shard 1/3 was that of 0/3; it keeps the cells of both.
    let before = lines(old.path(), "shard-1-of-3.jsonl");
    assert!(before > 1, "a header and cells");
    run("setups", old.path(), shard(1), None).unwrap();
    assert!(lines(old.path(), "shard-1-of-3.jsonl") > before);
    // Nothing is left for the run that puts the shards together.
    assert!(matches!(run("setups", old.path(), None, None).unwrap(), RunOutcome::Reported(_)));
    assert_eq!(lines(old.path(), "cells.jsonl"), 1);
    let whole = tempfile::tempdir().unwrap();
    run("setups", whole.path(), None, None).unwrap();
    assert_eq!(report_of(old.path()), report_of(whole.path()));
}

#[test]
fn what_belongs_to_another_run_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    run("star", folder.path(), None, Some(1)).unwrap();
    let before = fs::read_to_string(folder.path().join("cells.jsonl")).unwrap();
    let error = run("setups", folder.path(), None, None).unwrap_err().to_string();
    assert!(error.contains("the study `star`"), "{error}");
    let other = StudyOptions { seed: 5, ..StudyOptions::of(Size::Smallest) };
    let study = find("star").unwrap();
    let another = StudyRunner { study, options: other, out: folder.path().to_path_buf(), threads: 1, shard: None };
    let error = another.run(&Interrupt::default(), |_| {}).unwrap_err().to_string();
    assert!(error.contains("another order") && error.contains("seed 1"), "{error}");
    assert_eq!(fs::read_to_string(folder.path().join("cells.jsonl")).unwrap(), before);
    // Nor does a refused run leave a journal beside somebody else's shards.
    let shards = tempfile::tempdir().unwrap();
    run("setups", shards.path(), Some(Shard::new(0, 3).unwrap()), Some(1)).unwrap();
    let options = StudyOptions { seed: 5, ..StudyOptions::of(Size::Smallest) };
    let out = shards.path().to_path_buf();
    let other = StudyRunner { study: find("setups").unwrap(), options, out, threads: 1, shard: None };
    let error = other.run(&Interrupt::default(), |_| {}).unwrap_err().to_string();
    assert!(error.contains("another order"), "{error}");
    assert!(!shards.path().join("cells.jsonl").exists());
}

#[test]
fn misuse_is_answered_with_a_sentence_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new");
    let attempt = |name: &str, options: StudyOptions, shard: Option<Shard>| -> String {
        let study = match find(name) {
            Ok(study) => study,
            Err(error) => return error.to_string(),
        };
        let run = StudyRunner { study, options, out: out.clone(), threads: 1, shard };
        run.run(&Interrupt::default(), |_| {}).unwrap_err().to_string()
    };
    let small = || StudyOptions::of(Size::Smallest);
    let shard = Some(Shard::new(0, 2).unwrap());
    for (said, words) in [
        (attempt("stars", small(), None), "did you mean `star`?"),
        (attempt("star", StudyOptions { games: Some(3), ..small() }, None), "takes no --games"),
        (attempt("setups", StudyOptions { games: Some(0), ..small() }, None), "not possible"),
        (attempt("setups", StudyOptions { games: Some(u64::MAX), ..small() }, None), "not possible"),
        (attempt("setups", StudyOptions { player: Some("MrBlak".into()), ..small() }, None), "MrBlack"),
        (attempt("setups", StudyOptions { player: Some("search".into()), ..small() }, None), "dice"),
        (attempt("star", small(), shard), "cannot be divided"),
    ] {
        assert!(said.contains(words), "{said}");
    }
    assert!(!out.exists());
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = run("star", &file, None, None).unwrap_err().to_string();
    assert!(error.contains("cannot create"), "{error}");
}

#[test]
fn every_study_plans_different_cells_for_every_size() {
    for study in plyground_lab::all() {
        let facts = study.facts();
        let plans = [Size::Smallest, Size::Quick, Size::Full].map(|size| study.plan(&StudyOptions::of(size)).unwrap());
        for plan in &plans {
            let keys: std::collections::HashSet<&str> = plan.iter().map(|cell| cell.key.as_str()).collect();
            assert!(!plan.is_empty() && keys.len() == plan.len(), "{}: keys are unique", facts.name);
            assert!(plan.iter().all(|cell| cell.cost > 0.0), "{}", facts.name);
        }
        assert!(plans[0].len() <= plans[1].len() && plans[1].len() <= plans[2].len(), "{}", facts.name);
        assert!(facts.question.ends_with('?'), "{}", facts.question);
    }
}
