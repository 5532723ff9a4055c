//! The fast game against the slow one.

use super::super::rulebook::Slow;
use super::{Isola, names, setup, wide};
use plyground_core::{GameKind, GameVisitor, Playable, Rng, perft};
use plyground_testkit::agreement;

/// Plays random games on both; comes back with the number of turns.
struct Compared<'a> {
    mover: &'a str,
    mode: &'a str,
    games: usize,
    rng: &'a mut Rng,
}

impl GameVisitor for Compared<'_> {
    type Output = usize;
    fn visit<G: Playable>(self, game: G, start: G::Position) -> usize {
        let slow = Slow::new(self.mover, self.mode, &game.position_text(&start));
        (0..self.games).map(|_| agreement::check(&game, &start, slow.clone(), self.rng)).sum()
    }
}

const MOVERS: [&str; 3] = ["king", "queen", "knight"];
const MODES: [&str; 2] = ["trail", "remove"];

/// A board within the limits, often wide, narrow, or just beyond one word.
fn random_size(rng: &mut Rng) -> (usize, usize) {
    loop {
        let (cols, rows) = match rng.below(4) {
            0 => (2 + rng.below(4), 2 + rng.below(4)),
            1 => (2 + rng.below(25), 2 + rng.below(5)),
            2 => (7 + rng.below(3), 7 + rng.below(3)),
            _ => (2 + rng.below(10), 2 + rng.below(10)),
        };
        if cols * rows <= 121 {
            return (cols, rows);
        }
    }
}

/// A position drawn at random: some squares blocked, some permanent, pieces placed or not.
fn random_position(cols: usize, rows: usize, removes: bool, rng: &mut Rng) -> String {
    let blocked = rng.below(100);
    let permanent = if removes { rng.below(40) } else { 0 };
    let mut squares: Vec<char> = (0..cols * rows)
        .map(|_| match rng.below(100) {
            draw if draw < permanent => '+',
            draw if draw < permanent + blocked => '#',
            _ => '.',
        })
        .collect();
    let mut places: Vec<usize> = (0..squares.len()).collect();
    rng.shuffle(&mut places);
    for (piece, place) in ['X', 'O'].into_iter().zip(places) {
        if rng.below(5) > 0 {
            squares[place] = if squares[place] == '+' { piece.to_ascii_lowercase() } else { piece };
        }
    }
    let lines: Vec<String> = squares.chunks(cols).map(|row| row.iter().collect()).collect();
    format!("{} {}", lines.join("/"), ['X', 'O'][rng.below(2)])
}

#[test]
fn random_games_agree_with_the_rulebook_on_random_variants() {
    let mut rng = Rng::seeded(11);
    let mut turns = 0;
    for _ in 0..250 {
        let (cols, rows) = random_size(&mut rng);
        let (mover, mode) = (MOVERS[rng.below(3)], MODES[rng.below(2)]);
        let mut text = format!("cols={cols},rows={rows},mover={mover},mode={mode}");
        if rng.below(2) == 0 {
            text.push_str(",start=none");
        }
        if mode == "remove" && rng.below(2) == 0 {
            text.push_str(",permanent=a1:b1:a2:b2");
        }
        turns += Isola::open(&setup(&text, ""), Compared { mover, mode, games: 1, rng: &mut rng }).unwrap();
    }
    assert!(turns > 5_000, "only {turns} turns compared");
}

#[test]
fn random_games_agree_with_the_rulebook_from_random_positions() {
    let mut rng = Rng::seeded(12);
    let mut turns = 0;
    for _ in 0..1500 {
        let (cols, rows) = random_size(&mut rng);
        let (mover, mode) = (MOVERS[rng.below(3)], MODES[rng.below(2)]);
        let position = random_position(cols, rows, mode == "remove", &mut rng);
        let text = format!("mover={mover},mode={mode}");
        turns += Isola::open(&setup(&text, &position), Compared { mover, mode, games: 1, rng: &mut rng }).unwrap();
    }
    assert!(turns > 5_000, "only {turns} turns compared");
}

#[test]
fn named_variants_agree_with_the_rulebook() {
    let mut rng = Rng::seeded(13);
    for name in names() {
        let variant = *wide(name).variant();
        let (mover, mode) = (variant.mover.name(), variant.mode.name());
        let turns = Isola::open(&setup(name, ""), Compared { mover, mode, games: 3, rng: &mut rng }).unwrap();
        assert!(turns > 6, "{name}: only {turns} turns");
    }
}

/// Counts both; comes back with how many counts were compared.
struct Counted(&'static str);

impl GameVisitor for Counted {
    type Output = usize;
    fn visit<G: Playable>(self, game: G, mut start: G::Position) -> usize {
        let find = |words: &[&'static str]| *words.iter().find(|word| self.0.contains(**word)).unwrap();
        let slow = Slow::new(find(&MOVERS), find(&MODES), &game.position_text(&start));
        for depth in 1..8 {
            let count = perft(&game, &mut start, depth);
            if count > 60_000 {
                return depth as usize - 1;
            }
            assert_eq!(count, slow.count(depth), "{} at depth {depth}", self.0);
        }
        7
    }
}

#[test]
fn counts_agree_with_the_rulebook() {
    let cases = [
        ("cols=8,rows=8,mover=queen,mode=trail", ""),
        ("cols=8,rows=6,mover=king,mode=remove,start=a3:h4,permanent=a3:h4", ""),
        ("cols=7,rows=7,mover=king,mode=remove,start=d7:d1", ""),
        ("cols=7,rows=7,mover=queen,mode=trail,start=none", ""),
        ("cols=11,rows=9,mover=knight,mode=trail,start=none", ""),
        ("cols=11,rows=11,mover=queen,mode=trail", ""),
        ("cols=3,rows=5,mover=king,mode=remove,start=none", ""),
        ("cols=4,rows=4,mover=queen,mode=remove,start=none,permanent=a1:d4", ""),
        ("cols=5,rows=4,mover=knight,mode=remove,permanent=b1:c3:d1", ""),
        ("mover=king,mode=remove", "x+#/+##/#+o X"),
        ("mover=king,mode=remove", "x+./+#./#+o X"),
    ];
    let compared: usize =
        cases.iter().map(|(variant, position)| Isola::open(&setup(variant, position), Counted(variant)).unwrap()).sum();
    assert!(compared >= 30, "only {compared} counts compared");
}
