//! What specs of other programs promise. How programs are talked to is tested in `plyground-process`.

use plyground_core::{GameKind, GameVisitor, Playable, Setup};
use plyground_engine::{FailureKind, Request, build};
use plyground_games::isola::Isola;

#[test]
fn wrong_specs_are_refused_with_a_sentence() {
    struct Refused<'a>(&'a str, &'a str);
    impl GameVisitor for Refused<'_> {
        type Output = ();
        fn visit<G: Playable>(self, game: G, _start: G::Position) {
            let error = build(&self.0.parse().unwrap(), &game, 1).err().expect(self.0).to_string();
            assert!(error.contains(self.1), "{}: {error}", self.0);
        }
    }
    for (spec, expected) in [
        ("process", "the command to start is missing"),
        ("process(\"no-such-program -x\")", "there is no program `no-such-program`"),
        ("process(\"sh 'x\")", "is not closed"),
        ("process(\"sh\", protocol=uci)", "did you mean `ugi`?"),
        ("process(\"sh\", protocol=gtp)", "GTP is spoken about Othello only"),
        ("process(\"sh\", protocol=ntu)", "5x5 with six stones"),
        ("process(\"sh\", restart=often)", "there are: on-crash, per-game, never"),
        ("process(\"sh\", answer=soon)", "no time"),
        ("process(\"sh\", options=\"Hash\")", "Name=value"),
    ] {
        Isola::open(&Setup::default(), Refused(spec, expected)).unwrap();
    }
}

#[test]
fn a_spec_starts_the_program_and_tells_its_options() {
    struct FirstAnswer(&'static str);
    impl GameVisitor for FirstAnswer {
        type Output = Result<String, (FailureKind, String)>;
        fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
            let mut player = build(&self.0.parse().unwrap(), &game, 1).expect("the spec is right");
            player.new_game(1);
            let best = player.think(Request::new(&game, &start)).best;
            best.map(|mv| game.move_text(&start, mv)).ok_or_else(|| {
                let failure = player.failure().expect("a move, or a reason why there is none");
                (failure.kind, failure.what)
            })
        }
    }
    let ask = |spec: &'static str| Isola::open(&Setup::default(), FirstAnswer(spec)).unwrap();
    const ENGINE: &str = "process(\"sh -c 'while read -r line; do case $line in ugi) echo option name Skill type spin default 1 \
                          min 0 max 9; echo ugiok;; isready) echo readyok;; *Skill*) best=d4;; go*) echo bestmove $best;; esac; done'\", \
                          start=20s, answer=20s, quit=200ms, options=\"Skill=3\")";
    assert_eq!(ask(ENGINE), Ok("d4".to_string()));
    let (kind, what) = ask("process(\"sh -c 'exit 7'\", start=20s)").unwrap_err();
    assert_eq!(kind, FailureKind::Crash, "{what}");
}
