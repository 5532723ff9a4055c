//! Random maps from a seed: for tests that want wicked boards, and for people who want a board nobody knows.

use super::map::{MapFile, Reading, STEPS, Side, Transition};
use super::tile::Tile;
use plyground_core::{PlayerId, Rng};

/// Attempts to find a map on which a player can build, before bombs are handed out instead.
const ATTEMPTS: u64 = 50;
/// One transition in this many joins a side with itself.
const MIRROR_RATE: usize = 8;

/// What a random map should be like. All shares are in percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// Players, 2 to 8.
    pub players: usize,
    /// Width.
    pub cols: usize,
    /// Height.
    pub rows: usize,
    /// Share of the board that is holes, up to 90.
    pub holes: usize,
    /// Share of the tiles that bear a player's stone.
    pub stones: usize,
    /// Share of the tiles that are choice, inversion, bonus or expansion.
    pub specials: usize,
    /// Share of the loose sides (those without a neighbour) that are joined.
    pub transitions: usize,
    /// Override stones of each player.
    pub overrides: usize,
    /// Bombs of each player.
    pub bombs: usize,
    /// Strength of bombs.
    pub strength: usize,
}

impl Default for Recipe {
    fn default() -> Self {
        Recipe {
            players: 2,
            cols: 12,
            rows: 12,
            holes: 10,
            stones: 15,
            specials: 8,
            transitions: 10,
            overrides: 2,
            bombs: 1,
            strength: 1,
        }
    }
}

impl Recipe {
    /// Name, smallest and largest value of each ingredient, and the ingredient itself: one table for code that reads,
    /// writes or checks recipes.
    pub(super) fn ingredients(&mut self) -> [(&'static str, usize, usize, &mut usize); 10] {
        [
            ("players", 2, 8, &mut self.players),
            ("cols", 1, 1000, &mut self.cols),
            ("rows", 1, 1000, &mut self.rows),
            ("holes", 0, 90, &mut self.holes),
            ("stones", 0, 100, &mut self.stones),
            ("specials", 0, 100, &mut self.specials),
            ("transitions", 0, 100, &mut self.transitions),
            ("overrides", 0, 255, &mut self.overrides),
            ("bombs", 0, 255, &mut self.bombs),
            ("strength", 0, 255, &mut self.strength),
        ]
    }
}

/// The map of this recipe and seed: always the same one, always valid and playable. Ingredients outside their range
/// are brought back into it. Should no attempt give anybody a move, everybody gets a bomb.
pub fn generate(recipe: Recipe, seed: u64) -> MapFile {
    let mut recipe = recipe;
    for (_, least, most, value) in recipe.ingredients() {
        *value = (*value).clamp(least, most);
    }
    for attempt in 0..=ATTEMPTS {
        if attempt == ATTEMPTS {
            recipe.bombs = recipe.bombs.max(1);
        }
        let draft = draft(&recipe, &mut Rng::part(seed, attempt));
        // Reading it back is the one check that every map passes.
        if let Ok(loaded) = MapFile::parse(&draft.write(), Reading::Strict) {
            return loaded.map;
        }
    }
    unreachable!("a board with a tile and a bomb is playable")
}

fn draft(recipe: &Recipe, rng: &mut Rng) -> MapFile {
    let area = recipe.cols * recipe.rows;
    let mut places: Vec<usize> = (0..area).collect();
    rng.shuffle(&mut places);
    let mut tiles = vec![Tile::EMPTY; area];
    let holes = (area * recipe.holes / 100).min(area - 1);
    let standing = area - holes;
    let specials = standing * recipe.specials / 100;
    let stones = (standing * recipe.stones / 100).min(standing - specials);
    let kinds = [Tile::CHOICE, Tile::INVERSION, Tile::BONUS, Tile::EXPANSION];
    for (rank, place) in places.into_iter().enumerate().take(holes + specials + stones) {
        tiles[place] = if rank < holes {
            Tile::HOLE
        } else if rank < holes + specials {
            kinds[rng.below(kinds.len())]
        } else {
            Tile::stone(PlayerId::from_index((rank - holes - specials) % recipe.players))
        };
    }
    let mut map = MapFile {
        players: recipe.players as u8,
        overrides: recipe.overrides as u8,
        bombs: recipe.bombs as u8,
        strength: recipe.strength as u16,
        width: recipe.cols as u16,
        height: recipe.rows as u16,
        tiles,
        transitions: Vec::new(),
    };
    map.transitions = join(loose_sides(&map), recipe.transitions, rng);
    map
}

/// Sides of tiles without a neighbour.
fn loose_sides(map: &MapFile) -> Vec<Side> {
    let mut sides = Vec::new();
    for y in 0..map.height {
        for x in 0..map.width {
            for direction in 0..STEPS.len() as u8 {
                let side = Side { x, y, direction };
                if map.tiles[map.index(side)] != Tile::HOLE && map.neighbour(side).is_none() {
                    sides.push(side);
                }
            }
        }
    }
    sides
}

fn join(mut sides: Vec<Side>, share: usize, rng: &mut Rng) -> Vec<Transition> {
    rng.shuffle(&mut sides);
    sides.truncate(sides.len() * share / 100);
    let mut transitions = Vec::new();
    while let Some(from) = sides.pop() {
        let is_mirror = rng.below(MIRROR_RATE) == 0;
        let to = if is_mirror { from } else { sides.pop().unwrap_or(from) };
        transitions.push(Transition { from, to });
    }
    transitions
}
