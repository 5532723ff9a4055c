//! Lists of finished games, and running games that are watched.

use super::{PLAN, Place, everything, plan, run};
use plyground_arena::archive::ListedGame;
use plyground_arena::{ArenaError, GameNumbers, GameSnapshot, Interrupt, tournament};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn lists_agree_with_the_exported_games() {
    let plan = plan(PLAN);
    let place = Place::new();
    let mut archive = place.archive("a.sqlite");
    run(&plan, &mut archive, 2, u64::MAX);
    let id = archive.find_plan(&plan).unwrap().unwrap();
    let mut expected = Vec::new();
    tournament::export::<ArenaError>(&plan, &archive, id, 0..plan.games(), &mut |told| {
        let names: Vec<String> = told.seated.iter().map(|player| plan.players[*player].name.clone()).collect();
        let outcome = &told.record.outcome;
        expected.push((told.record.number, told.event.game.clone(), names, outcome.payoffs, outcome.turns));
        Ok(())
    })
    .unwrap();
    expected.reverse();
    let mut listed = Vec::new();
    for pairing in archive.pairings(id).unwrap() {
        let mut count = 0;
        archive
            .visit_latest(id, &pairing.numbers, 0, |game| {
                let names = pairing.seated(game.number).into_iter().map(|(name, _)| name.clone()).collect();
                listed.push((game.number, pairing.game.clone(), names, game.payoffs, game.turns));
                count += 1;
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(archive.count_games(id, &pairing.numbers).unwrap(), count);
    }
    assert_eq!(listed, expected);
    let mut few: Vec<ListedGame> = Vec::new();
    archive
        .visit_latest(id, &(0..plan.games()), 3, |game| {
            few.push(game);
            if few.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
    assert_eq!(few.iter().map(|game| game.number).collect::<Vec<_>>(), [expected[3].0, expected[4].0]);
    assert!(archive.entered_at(id).unwrap() > 1_600_000_000, "in seconds since 1970");
}

#[test]
fn a_deleted_tournament_leaves_the_others_alone() {
    let place = Place::new();
    let mut archive = place.archive("a.sqlite");
    let [one, other] = ["one", "other"].map(|name| {
        plan(&format!(
            "name = \"{name}\"\nrepeats = 2\n[[players]]\nspec = \"first\"\n[[players]]\nspec = \"random\"\n[[games]]\ngame = \"einstein\"\n"
        ))
    });
    run(&one, &mut archive, 1, u64::MAX);
    run(&other, &mut archive, 1, u64::MAX);
    let before = everything(&other, &archive);
    let id = archive.find_plan(&one).unwrap().unwrap();
    archive.delete_tournament(id).unwrap();
    assert_eq!(archive.find_plan(&one).unwrap(), None);
    assert_eq!(archive.count_games(id, &(0..u64::MAX)).unwrap(), 0);
    assert_eq!(everything(&other, &archive), before);
}

#[test]
fn watching_changes_no_game_and_shows_what_players_think() {
    let plan = plan(PLAN);
    let place = Place::new();
    let mut unwatched = place.archive("unwatched.sqlite");
    run(&plan, &mut unwatched, 1, u64::MAX);
    let mut watched = place.archive("watched.sqlite");
    let id = watched.add_tournament(&plan).unwrap();
    let (interrupt, wanted) = (Interrupt::default(), GameNumbers::from(0..plan.games()));
    let mut seen: Vec<GameSnapshot> = Vec::new();
    let done = AtomicBool::new(false);
    let complete = std::thread::scope(|scope| {
        let (looking, is_done) = (interrupt.clone(), &done);
        let watcher = scope.spawn(move || {
            let mut seen = Vec::new();
            while !is_done.load(Ordering::Relaxed) {
                seen.extend(looking.snapshots());
                std::thread::yield_now();
            }
            seen
        });
        let complete = tournament::play(&plan, &wanted, 1, &interrupt, &mut (&mut watched, id), &mut |_| {}).unwrap();
        done.store(true, Ordering::Relaxed);
        seen = watcher.join().unwrap();
        complete
    });
    assert!(complete);
    assert_eq!(everything(&plan, &watched), everything(&plan, &unwatched));
    let thoughts: Vec<_> = seen.iter().flat_map(|snapshot| snapshot.thoughts.iter().flatten()).collect();
    assert!(!thoughts.is_empty(), "{} snapshots, no thought", seen.len());
    for (_, thought) in thoughts {
        let sum: f64 = thought.chances.as_slice().iter().sum();
        assert!((sum - 1.0).abs() < 1e-9 && !thought.words.is_empty(), "{thought:?}");
    }
    for snapshot in &seen {
        let told = snapshot.thoughts.iter().flatten();
        let turns = snapshot.moves.split_whitespace().count();
        assert!(told.clone().all(|(turn, _)| *turn < turns), "{snapshot:?}");
        // The line begins with the move that was made; a record writes its roll before it.
        for (turn, thought) in told.filter(|_| !snapshot.moves.contains("out")) {
            let made = snapshot.moves.split_whitespace().nth(*turn).unwrap();
            let first = thought.line.first().map_or("", String::as_str);
            assert!(made.ends_with(first), "{first} is not {made} in {}", snapshot.moves);
        }
    }
}
