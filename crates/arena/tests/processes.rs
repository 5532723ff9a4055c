//! Programs from outside at the referee's config: each misdeed under its own heading, and the conversation in the report.

mod common;

use common::on;
use plyground_arena::{ArenaGame, Outcome, Referee, SeatedPlayer, Termination, TimeRules};
use plyground_core::{GameVisitor, Playable, PlayerId, Setup};
use plyground_engine::{Spec, build};

/// One game of a shell script against `first`.
struct Play(Spec);

impl GameVisitor for Play {
    type Output = Outcome;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Outcome {
        let mut process = build(&self.0, &game, 1).expect("the spec is right");
        let mut first = build(&Spec::named("first"), &game, 1).expect("the spec is right");
        let time_rules = TimeRules::default();
        let mut seats = [
            SeatedPlayer { player: first.as_mut(), time_rules: &time_rules, seed: 1 },
            SeatedPlayer { player: process.as_mut(), time_rules: &time_rules, seed: 2 },
        ];
        Referee::default()
            .play(&ArenaGame { game: &game, start: &start, opening: &[], dice: 7, longest: None }, &mut seats)
    }
}

fn play(on_go: &str) -> Outcome {
    let script = format!(
        "while read -r line; do case \\\"$line\\\" in ugi) echo ugiok;; isready) echo readyok;; go*) {on_go};; \
         quit) exit 0;; esac; done"
    );
    // Only who never answers is waited for; everybody else may have a busy machine.
    let answer = if on_go.contains("sleep") { "200ms" } else { "20s" };
    let spec = format!("process(\"sh -c '{script}'\", start=20s, answer={answer}, quit=200ms)");
    on("isola", &Setup::default(), Play(spec.parse().expect("a spec")))
}

#[test]
fn misdeeds_are_told_apart() {
    for (on_go, termination, words) in [
        ("exit 3", Termination::Crash, "ended with exit code 3"),
        ("exit 0", Termination::Disconnect, "went away with exit code 0"),
        ("sleep 1000", Termination::Stall, "did not answer `go`"),
        ("echo bestmove a1", Termination::IllegalMove, "answered `bestmove a1`"),
        ("while :; do echo blah; done", Termination::Stall, "lines that mean nothing"),
    ] {
        let outcome = play(on_go);
        assert_eq!(outcome.termination, termination, "{on_go}");
        assert_eq!(outcome.payoffs.winner(), Some(PlayerId::FIRST), "{on_go}");
        let fault = &outcome.faults[0];
        assert_eq!((fault.seat, fault.turn), (PlayerId::SECOND, 1), "{on_go}");
        assert!(fault.detail.contains(words) && fault.detail.contains("last lines: "), "{}", fault.detail);
        assert!(fault.detail.contains(" O` after `"), "position and moves are told: {}", fault.detail);
    }
}
