//! Which games the player plays. Its search is tested in `plyground-historic`.

use plyground_core::Game;
use plyground_engine::{Request, build};
use plyground_games::isola::{Isola, Variant};

#[test]
fn it_plays_queens_that_leave_a_trail_and_nothing_else() {
    let answers = |variant: &str| {
        let game: Isola = Isola::new(Variant::parse(variant, None).unwrap());
        let built = build(&"original(repaired, depth=2)".parse().unwrap(), &game, 1);
        built.map(|mut player| player.think(Request::new(&game, &game.start())).best.is_some())
    };
    assert_eq!(answers("columbia"), Ok(true));
    assert_eq!(answers("cols=5,rows=4"), Ok(true));
    for other in ["classic", "isolation-queen", "isolation-knight", "seven"] {
        let said = answers(other).unwrap_err().to_string();
        assert!(said.contains("it only knows queens that block the square they leave"), "{said}");
    }
    let wide: Isola<u128> = Isola::new(Variant::parse("nine", None).unwrap());
    let said = build(&"original".parse().unwrap(), &wide, 1).err().unwrap().to_string();
    assert!(said.contains("at most 64 squares"), "{said}");
}
