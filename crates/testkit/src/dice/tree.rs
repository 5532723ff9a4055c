//! A game whose tree is drawn by hashing: nothing is stored, so it may be as large as a test likes.

use plyground_core::{Facts, Game, Payoffs, PlayerId, Rng, Turn, key_for, splitmix64};

/// What the tree looks like. Shares are between 0 and 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeShape {
    /// Everything follows from this.
    pub seed: u64,
    /// Number of seats.
    pub players: usize,
    /// The share of positions where a die is rolled first.
    pub chance: f64,
    /// Whether the die chooses among groups of moves, or changes everything.
    pub groups: bool,
    /// Most moves of a position (of each group, where there are groups).
    pub moves: usize,
    /// Most faces of a die.
    pub outcomes: usize,
    /// Turns after which every game is over.
    pub levels: u32,
    /// The share of games that end earlier, at each position.
    pub early: f64,
    /// Different positions per level; few of them mean many transpositions.
    pub width: u64,
    /// How often a player is skipped.
    pub skips: f64,
    /// How often a turn eliminates somebody.
    pub eliminations: f64,
}

impl Default for TreeShape {
    fn default() -> Self {
        TreeShape {
            seed: 1,
            players: 2,
            chance: 1.0,
            groups: false,
            moves: 3,
            outcomes: 4,
            levels: 8,
            early: 0.1,
            width: 1 << 40,
            skips: 0.0,
            eliminations: 0.0,
        }
    }
}

/// A tree of this shape.
#[derive(Clone, Debug)]
pub struct RandomTree {
    shape: TreeShape,
    /// Dice to choose from, some of them with impossible faces.
    dice: Vec<Vec<f64>>,
}

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TreePosition {
    level: u32,
    slot: u64,
    player: u8,
    eliminated: u8,
    roll: Option<u8>,
}

/// The number of a branch; where there are groups, the upper bits are the group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TreeMove(pub u16);

const MOVES_PER_GROUP: u16 = 64;
const GROUPS: u64 = 4;

// Questions that one node answers independently of each other.
const OVER: u64 = 1;
const CHANCE: u64 = 2;
const DIE: u64 = 3;
const GROUP_COUNT: u64 = 4;
const MOVE_COUNT: u64 = 5;
const ALLOWED: u64 = 6;
const CHILD: u64 = 7;
const SKIP: u64 = 8;
const ELIMINATE: u64 = 9;
const PAYOFF: u64 = 10;

impl RandomTree {
    /// The tree of this shape.
    pub fn new(shape: TreeShape) -> Self {
        let mut rng = Rng::seeded(shape.seed ^ 0xd1ce);
        let dice = (0..16).map(|index| die(&mut rng, shape.outcomes, index)).collect();
        RandomTree { shape, dice }
    }

    /// The shape it was made with.
    pub fn shape(&self) -> &TreeShape {
        &self.shape
    }

    /// The dice that are rolled in it.
    pub fn dice(&self) -> &[Vec<f64>] {
        &self.dice
    }

    /// A random number that belongs to a node, a question and a detail of the question.
    pub(super) fn draw(&self, position: &TreePosition, question: u64, detail: u64) -> u64 {
        let node = key_for(self.shape.seed, u64::from(position.level)) ^ splitmix64(position.slot);
        key_for(splitmix64(node) ^ question, detail)
    }

    fn share(&self, position: &TreePosition, question: u64, detail: u64) -> f64 {
        (self.draw(position, question, detail) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn is_over(&self, position: &TreePosition) -> bool {
        position.level >= self.shape.levels || (position.level > 0 && self.share(position, OVER, 0) < self.shape.early)
    }

    fn group_count(&self, position: &TreePosition) -> u64 {
        1 + self.draw(position, GROUP_COUNT, 0) % GROUPS
    }

    fn move_count(&self, position: &TreePosition, detail: u64) -> u16 {
        1 + (self.draw(position, MOVE_COUNT, detail) % self.shape.moves as u64) as u16
    }

    /// The groups that a face allows: at least one of them.
    fn allowed(&self, position: &TreePosition, outcome: usize) -> u32 {
        let all = (1u64 << self.group_count(position)) - 1;
        let drawn = self.draw(position, ALLOWED, outcome as u64);
        let chosen = drawn & (drawn >> 8) & all; // two draws in one: few groups are more interesting than many
        if chosen == 0 { 1 << (drawn % self.group_count(position)) } else { chosen as u32 }
    }

    fn moves_of_group(&self, position: &TreePosition, group: u64) -> impl Iterator<Item = TreeMove> + use<> {
        let first = group as u16 * MOVES_PER_GROUP;
        (first..first + self.move_count(position, group)).map(TreeMove)
    }

    fn next_player(&self, child: &TreePosition, mover: u8) -> u8 {
        let players = self.shape.players as u8;
        let mut order = (1..=players).map(|step| (mover + step) % players);
        let alive = |player: &u8| child.eliminated >> player & 1 == 0;
        let awake = |player: &u8| self.share(child, SKIP, u64::from(*player)) >= self.shape.skips;
        let first_alive = order.clone().find(alive).unwrap_or(mover);
        order.find(|player| alive(player) && awake(player)).unwrap_or(first_alive)
    }

    fn eliminate(&self, child: &mut TreePosition) {
        let alive = self.shape.players as u32 - u32::from(child.eliminated).count_ones();
        if alive > 1 && self.share(child, ELIMINATE, 0) < self.shape.eliminations {
            let victim = self.draw(child, ELIMINATE, 1) % self.shape.players as u64;
            child.eliminated |= 1 << victim; // hitting somebody twice is a miss
        }
    }
}

fn die(rng: &mut Rng, most: usize, index: usize) -> Vec<f64> {
    let faces = 1 + rng.below(most);
    let mut weights: Vec<f64> = match index % 3 {
        0 => vec![1.0; faces],
        1 => (0..faces).map(|_| rng.unit() + 0.01).collect(),
        _ => (0..faces).map(|_| if rng.below(3) == 0 { 0.0 } else { rng.unit() }).collect(),
    };
    if weights.iter().all(|weight| *weight == 0.0) {
        weights[0] = 1.0;
    }
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

impl Game for RandomTree {
    type Position = TreePosition;
    type Move = TreeMove;
    type Undo = TreePosition;

    fn facts(&self) -> Facts {
        Facts {
            players: self.shape.players,
            chance: self.shape.chance > 0.0,
            zero_sum: self.shape.players == 2,
            alternating: self.shape.skips == 0.0 && self.shape.eliminations == 0.0,
            longest: self.shape.levels as usize,
        }
    }

    fn start(&self) -> TreePosition {
        TreePosition { level: 0, slot: 0, player: 0, eliminated: 0, roll: None }
    }

    fn turn(&self, position: &TreePosition) -> Turn {
        if self.is_over(position) {
            Turn::Over
        } else if position.roll.is_none() && self.share(position, CHANCE, 0) < self.shape.chance {
            Turn::Chance
        } else {
            Turn::Player(PlayerId::from_index(usize::from(position.player)))
        }
    }

    fn mover(&self, position: &TreePosition) -> Option<PlayerId> {
        (!self.is_over(position)).then(|| PlayerId::from_index(usize::from(position.player)))
    }

    fn moves(&self, position: &TreePosition, out: &mut Vec<TreeMove>) {
        let Turn::Player(_) = self.turn(position) else { return };
        match position.roll {
            Some(outcome) if self.shape.groups => {
                let allowed = self.allowed(position, usize::from(outcome));
                // The highest group first, so that this order differs from that of `grouped_moves`.
                for group in (0..GROUPS).rev().filter(|group| allowed >> group & 1 == 1) {
                    out.extend(self.moves_of_group(position, group));
                }
            }
            roll => {
                let detail = 1000 + roll.map_or(0, |outcome| u64::from(outcome) + 1);
                out.extend((0..self.move_count(position, detail)).map(TreeMove));
            }
        }
    }

    fn make(&self, position: &mut TreePosition, mv: TreeMove) -> TreePosition {
        let before = *position;
        let roll = if self.shape.groups { 0 } else { before.roll.map_or(0, |outcome| u64::from(outcome) + 1) };
        position.slot = self.draw(&before, CHILD, u64::from(mv.0) | roll << 32) % self.shape.width;
        position.level += 1;
        position.roll = None;
        self.eliminate(position);
        position.player = self.next_player(position, before.player);
        before
    }

    fn unmake(&self, position: &mut TreePosition, _mv: TreeMove, undo: TreePosition) {
        *position = undo;
    }

    fn outcomes(&self, position: &TreePosition) -> &[f64] {
        if self.turn(position) != Turn::Chance {
            return &[];
        }
        &self.dice[(self.draw(position, DIE, 0) % self.dice.len() as u64) as usize]
    }

    fn roll(&self, position: &mut TreePosition, outcome: usize) -> TreePosition {
        let before = *position;
        position.roll = Some(outcome as u8);
        before
    }

    fn unroll(&self, position: &mut TreePosition, _outcome: usize, undo: TreePosition) {
        *position = undo;
    }

    fn grouped_moves(&self, position: &TreePosition, out: &mut Vec<(u8, TreeMove)>) -> bool {
        if !self.shape.groups {
            return false;
        }
        let any = (0..self.outcomes(position).len()).fold(0, |any, outcome| any | self.allowed(position, outcome));
        for group in (0..GROUPS).filter(|group| any >> group & 1 == 1) {
            out.extend(self.moves_of_group(position, group).map(|mv| (group as u8, mv)));
        }
        true
    }

    fn outcome_groups(&self, position: &TreePosition, outcome: usize) -> u32 {
        self.allowed(position, outcome)
    }

    fn payoffs(&self, position: &TreePosition) -> Payoffs {
        if self.shape.players == 2 {
            let first = (self.draw(position, PAYOFF, 0) % 3) as f64 - 1.0;
            return Payoffs::new(&[first, -first]);
        }
        let values: Vec<f64> =
            (0..self.shape.players).map(|player| (self.draw(position, PAYOFF, player as u64) % 4) as f64).collect();
        Payoffs::new(&values)
    }

    fn key(&self, position: &TreePosition) -> Option<u64> {
        let small = u64::from(position.level)
            | u64::from(position.player) << 32
            | u64::from(position.eliminated) << 40
            | position.roll.map_or(0, |outcome| u64::from(outcome) + 1) << 48;
        Some(key_for(small, position.slot))
    }
}
