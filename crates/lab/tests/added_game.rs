//! A game of another crate takes part in the studies that compare games. A test program of its own, since games are added to
//! the whole process.

use plyground_engine::install;
use plyground_lab::{RunOutcome, Size, StudyBoard, StudyOptions, StudyRunner, find};
use plyground_testkit::nim::Nim;

#[test]
fn an_added_game_is_on_the_ladder_and_among_the_deepened_searches() {
    assert!(install::<Nim>());
    assert!(StudyBoard::of_every_game().iter().any(|board| board.game == "nim"));
    let options = StudyOptions::of(Size::Smallest);
    for (study, key) in [("ladder", "nim, greedy - random"), ("deepening-cost", "nim, minimax, position 0")] {
        let cells = find(study).expect("a study").plan(&options).expect("a plan");
        assert!(cells.iter().any(|cell| cell.key == key), "{study} has no cell `{key}`");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let study = find("ladder").expect("a study");
    let run = StudyRunner { study, options, out: folder.path().to_path_buf(), threads: 2, shard: None };
    let ended = run.run(&Default::default(), |_| {}).expect("a run");
    let RunOutcome::Reported(written) = ended else { panic!("the study did not finish") };
    let about_nim = written.findings.iter().filter(|finding| format!("{finding:?}").contains("nim: "));
    assert_eq!(about_nim.count(), 2, "{:?}", written.findings);
}
