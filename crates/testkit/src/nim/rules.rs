//! Heaps of objects; a turn takes some from one heap; the player who takes the last object wins.

use plyground_core::{Facts, Game, MAX_PLAYERS, Payoffs, PlayerId, Turn, key_for};

/// The most heaps a game may have: they are named `a` to `h`.
pub const MAX_HEAPS: usize = 8;
/// The most objects a heap may have.
pub const MAX_OBJECTS: u8 = 20;
/// The most faces of a die; each face is a group of moves, and those are numbered below 32.
pub const MAX_FACES: usize = 20;

const OBJECT_SALT: u64 = 0x4e69_6d01;
const PLAYER_SALT: u64 = 0x4e69_6d02;
const ROLL_SALT: u64 = 0x4e69_6d03;

/// The board: how large the heaps are at first, who plays, and whether a die limits what may be taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Nim {
    pub(super) heaps: Vec<u8>,
    pub(super) players: usize,
    /// One probability per face; empty without a die.
    pub(super) die: Vec<f64>,
}

/// What changes during play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) heaps: [u8; MAX_HEAPS],
    pub(super) player: PlayerId,
    /// The most that may be taken this turn, once the die has said so.
    pub(super) roll: Option<u8>,
    key: u64,
}

impl Position {
    /// The objects left in each heap; unused heaps are empty.
    pub fn heaps(&self) -> &[u8; MAX_HEAPS] {
        &self.heaps
    }

    /// The roll on the table.
    pub fn roll(&self) -> Option<u8> {
        self.roll
    }
}

/// Takes this many objects from this heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take {
    /// Index of the heap.
    pub heap: u8,
    /// How many.
    pub count: u8,
}

impl Nim {
    /// Two players without a die; `None` when a heap is empty or too large, or there are too many.
    pub fn new(heaps: &[u8]) -> Option<Nim> {
        let fits = (1..=MAX_HEAPS).contains(&heaps.len()) && heaps.iter().all(|n| (1..=MAX_OBJECTS).contains(n));
        fits.then(|| Nim { heaps: heaps.to_vec(), players: 2, die: Vec::new() })
    }

    /// The same heaps for more players, who take turns; only the one who takes the last object wins.
    #[must_use]
    pub fn for_players(self, players: usize) -> Nim {
        assert!((2..=MAX_PLAYERS).contains(&players), "two to eight players");
        Nim { players, ..self }
    }

    /// The same heaps with a die of these probabilities, rolled before each turn: it shows the most that may be taken.
    #[must_use]
    pub fn with_die(self, probabilities: &[f64]) -> Nim {
        assert!(probabilities.len() <= MAX_FACES, "a die of at most {MAX_FACES} faces");
        assert!(probabilities.is_empty() || is_die(probabilities), "probabilities add up to one");
        Nim { die: probabilities.to_vec(), ..self }
    }

    pub(super) fn position(&self, heaps: &[u8], player: PlayerId, roll: Option<u8>) -> Position {
        let mut all = [0; MAX_HEAPS];
        all[..heaps.len()].copy_from_slice(heaps);
        let mut position = Position { heaps: all, player, roll, key: 0 };
        position.key = self.recomputed_key(&position);
        position
    }

    fn next_player(&self, player: PlayerId) -> PlayerId {
        PlayerId::from_index((player.index() + 1) % self.players)
    }

    fn previous_player(&self, player: PlayerId) -> PlayerId {
        PlayerId::from_index((player.index() + self.players - 1) % self.players)
    }

    /// The most objects that one turn may take at this position.
    fn most(&self, position: &Position) -> u8 {
        if self.die.is_empty() { MAX_OBJECTS } else { position.roll.unwrap_or(0) }
    }
}

/// Whether these are the probabilities of a die.
pub(super) fn is_die(probabilities: &[f64]) -> bool {
    let sum: f64 = probabilities.iter().sum();
    probabilities.iter().all(|probability| *probability >= 0.0) && (sum - 1.0).abs() < 1e-9
}

fn object_key(heap: usize, count: u8) -> u64 {
    key_for(OBJECT_SALT, heap as u64 * 256 + u64::from(count))
}

fn player_key(player: PlayerId) -> u64 {
    key_for(PLAYER_SALT, player.index() as u64)
}

fn roll_key(roll: Option<u8>) -> u64 {
    roll.map_or(0, |face| key_for(ROLL_SALT, u64::from(face)))
}

impl Nim {
    /// The key from nothing: what [`Game::key`] keeps up to date move by move.
    pub(super) fn recomputed_key(&self, position: &Position) -> u64 {
        let heaps = position.heaps.iter().enumerate().map(|(heap, count)| object_key(heap, *count));
        heaps.fold(player_key(position.player) ^ roll_key(position.roll), |key, heap| key ^ heap)
    }
}

impl Game for Nim {
    type Position = Position;
    type Move = Take;
    /// The roll before the move or the roll.
    type Undo = Option<u8>;

    fn facts(&self) -> Facts {
        Facts {
            players: self.players,
            chance: !self.die.is_empty(),
            zero_sum: self.players == 2,
            alternating: true,
            longest: self.heaps.iter().map(|count| usize::from(*count)).sum(),
        }
    }

    fn start(&self) -> Position {
        self.position(&self.heaps, PlayerId::FIRST, None)
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.heaps == [0; MAX_HEAPS] {
            Turn::Over
        } else if !self.die.is_empty() && position.roll.is_none() {
            Turn::Chance
        } else {
            Turn::Player(position.player)
        }
    }

    fn mover(&self, position: &Position) -> Option<PlayerId> {
        (self.turn(position) != Turn::Over).then_some(position.player)
    }

    fn moves(&self, position: &Position, out: &mut Vec<Take>) {
        let most = self.most(position);
        for (heap, &objects) in position.heaps.iter().enumerate() {
            out.extend((1..=objects.min(most)).map(|count| Take { heap: heap as u8, count }));
        }
    }

    fn count_moves(&self, position: &Position) -> u64 {
        position.heaps.iter().map(|objects| u64::from((*objects).min(self.most(position)))).sum()
    }

    fn is_legal(&self, position: &Position, mv: Take) -> bool {
        let objects = position.heaps.get(usize::from(mv.heap)).copied().unwrap_or(0);
        (1..=objects.min(self.most(position))).contains(&mv.count)
    }

    fn make(&self, position: &mut Position, mv: Take) -> Option<u8> {
        let heap = usize::from(mv.heap);
        let next = self.next_player(position.player);
        let roll = position.roll.take();
        position.key ^= object_key(heap, position.heaps[heap]) ^ object_key(heap, position.heaps[heap] - mv.count);
        position.key ^= player_key(position.player) ^ player_key(next) ^ roll_key(roll);
        position.heaps[heap] -= mv.count;
        position.player = next;
        roll
    }

    fn unmake(&self, position: &mut Position, mv: Take, roll: Option<u8>) {
        let heap = usize::from(mv.heap);
        let mover = self.previous_player(position.player);
        position.key ^= object_key(heap, position.heaps[heap]) ^ object_key(heap, position.heaps[heap] + mv.count);
        position.key ^= player_key(position.player) ^ player_key(mover) ^ roll_key(roll);
        position.heaps[heap] += mv.count;
        position.player = mover;
        position.roll = roll;
    }

    fn outcomes(&self, _position: &Position) -> &[f64] {
        &self.die
    }

    fn roll(&self, position: &mut Position, outcome: usize) -> Option<u8> {
        position.roll = Some(outcome as u8 + 1);
        position.key ^= roll_key(position.roll);
        None
    }

    fn unroll(&self, position: &mut Position, _outcome: usize, before: Option<u8>) {
        position.key ^= roll_key(position.roll);
        position.roll = before;
    }

    // The group of a move is how many it takes, so a face allows its own group and all below it.
    fn grouped_moves(&self, position: &Position, out: &mut Vec<(u8, Take)>) -> bool {
        for (heap, &objects) in position.heaps.iter().enumerate() {
            let most = objects.min(self.die.len() as u8);
            out.extend((1..=most).map(|count| (count, Take { heap: heap as u8, count })));
        }
        true
    }

    fn outcome_groups(&self, _position: &Position, outcome: usize) -> u32 {
        (2 << (outcome + 1)) - 2
    }

    fn payoffs(&self, position: &Position) -> Payoffs {
        let mut values = [0.0; MAX_PLAYERS];
        if self.turn(position) == Turn::Over {
            values = [-1.0; MAX_PLAYERS];
            values[self.previous_player(position.player).index()] = 1.0;
        }
        Payoffs::new(&values[..self.players])
    }

    fn key(&self, position: &Position) -> Option<u64> {
        Some(position.key)
    }

    /// The order of the heaps does not matter.
    fn symmetric_key(&self, position: &Position) -> Option<u64> {
        let mut sorted = *position;
        sorted.heaps.sort_unstable();
        Some(self.recomputed_key(&sorted))
    }
}
