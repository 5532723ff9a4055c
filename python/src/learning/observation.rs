//! A position as planes of numbers, derived from its picture, so that every game has them.

use plyground_core::{ActionSpace, Cell, CellKind, Click, Playable, PlayerId, Rng, Scene, Turn};

/// What a plane shows.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Plane {
    /// Pieces of a player; those with this inscription only, where pieces differ.
    Piece(usize, Option<String>),
    /// Pieces that belong to nobody.
    Neutral,
    /// Cells of a kind.
    Ground(CellKind),
    /// Everywhere 1 while this player is to move.
    Mover(usize),
    /// Everywhere 1 while the die shows this face.
    Face(usize),
    /// Everywhere how much of something a player has.
    Holding(usize, &'static str),
}

/// Random first positions that are looked at for inscriptions.
const LOOKS: u64 = 32;

/// The planes and the action space of a board.
#[derive(Clone, Debug)]
pub struct Encoder {
    /// Columns of a plane.
    pub cols: usize,
    /// Rows of a plane.
    pub rows: usize,
    planes: Vec<(String, Plane)>,
    /// This many of the planes depend on cells; the rest are the same everywhere.
    local: usize,
    space: ActionSpace,
    actions: usize,
}

impl Encoder {
    /// The encoder of a game.
    pub fn of<G: Playable>(game: &G) -> Self {
        let start = game.start();
        let scene = game.scene(&start);
        let others = (0..LOOKS).map(|seed| game.scene(&game.random_start(&mut Rng::seeded(seed))));
        let scenes: Vec<Scene> = std::iter::once(scene.clone()).chain(others).collect();
        let faces = if game.turn(&start) == Turn::Chance { game.outcomes(&start).len() } else { 0 };
        let space = ActionSpace::of(game);
        let actions = space.count();
        let planes = planes(&scenes, faces);
        let is_local = |plane: &Plane| matches!(plane, Plane::Piece(..) | Plane::Neutral | Plane::Ground(_));
        let local = planes.iter().take_while(|(_, plane)| is_local(plane)).count();
        Encoder { cols: scene.cols, rows: scene.rows, planes, local, space, actions }
    }

    /// What each plane shows, in a few words.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.planes.iter().map(|(name, _)| name.as_str())
    }

    /// How many numbers the action space has.
    pub fn actions(&self) -> usize {
        self.actions
    }

    /// The number of the move that these clicks enter.
    pub fn action(&self, clicks: &[Click]) -> Option<usize> {
        self.space.number(clicks)
    }

    /// How many numbers an observation has.
    pub fn size(&self) -> usize {
        self.planes.len() * self.cols * self.rows
    }

    /// Writes the planes of a position, one after another and row by row, into a buffer of zeros.
    pub fn write(&self, scene: &Scene, mover: Option<PlayerId>, buffer: &mut [f32]) {
        let cells = self.cols * self.rows;
        for (place, cell) in scene.cells.iter().take(cells).enumerate() {
            // Most cells show nothing, and are done with here.
            if cell.piece.is_none() && !is_special(cell.ground) {
                continue;
            }
            for (index, (_, plane)) in self.planes.iter().enumerate().take(self.local) {
                if shows(plane, cell) {
                    buffer[index * cells + place] = 1.0;
                }
            }
        }
        for (index, (_, plane)) in self.planes.iter().enumerate().skip(self.local) {
            let number = match plane {
                Plane::Mover(player) => f32::from(mover.is_some_and(|mover| mover.index() == *player)),
                Plane::Face(face) => f32::from(scene.die == Some(*face)),
                Plane::Holding(player, name) => {
                    let holdings = scene.seats.get(*player).map_or(&[][..], |seat| &seat.holdings);
                    holdings.iter().find(|(held, _)| held == name).map_or(0, |(_, count)| *count) as f32
                }
                _ => 0.0,
            };
            if number != 0.0 {
                buffer[index * cells..(index + 1) * cells].fill(number);
            }
        }
    }
}

fn is_special(ground: CellKind) -> bool {
    !matches!(ground, CellKind::Plain | CellKind::Home(_) | CellKind::Goal(_))
}

fn shows(plane: &Plane, cell: &Cell) -> bool {
    match (plane, &cell.piece) {
        (Plane::Ground(kind), _) => cell.ground == *kind,
        (Plane::Piece(player, label), Some(piece)) => {
            piece.owner.is_some_and(|owner| owner.index() == *player)
                && label.as_ref().is_none_or(|label| *label == piece.label)
        }
        (Plane::Neutral, Some(piece)) => piece.owner.is_none(),
        _ => false,
    }
}

fn planes(scenes: &[Scene], faces: usize) -> Vec<(String, Plane)> {
    let mut planes = Vec::new();
    let cells = || scenes.iter().flat_map(|scene| &scene.cells);
    let seats = scenes.first().map_or(&[][..], |scene| &scene.seats);
    for (player, seat) in seats.iter().enumerate() {
        let pieces = cells().filter_map(|cell| cell.piece.as_ref());
        let own = pieces.filter(|piece| piece.owner.is_some_and(|owner| owner.index() == player));
        let mut labels: Vec<&str> = own.map(|piece| piece.label.as_str()).collect();
        labels.sort_unstable();
        labels.dedup();
        if labels.len() < 2 {
            planes.push((seat.name.clone(), Plane::Piece(player, None)));
        } else {
            let plane = |label: &&str| (format!("{} {label}", seat.name), Plane::Piece(player, Some((*label).into())));
            planes.extend(labels.iter().map(plane));
        }
    }
    if cells().any(|cell| cell.piece.as_ref().is_some_and(|piece| piece.owner.is_none())) {
        planes.push(("neutral".to_string(), Plane::Neutral));
    }
    planes.push(("blocked".to_string(), Plane::Ground(CellKind::Blocked)));
    let mut kinds: Vec<(String, CellKind)> = Vec::new();
    for cell in cells() {
        let name = match cell.ground {
            CellKind::Hole => "hole".to_string(),
            CellKind::Permanent => "permanent".to_string(),
            CellKind::Special(letter) => format!("special {letter}"),
            _ => continue,
        };
        if kinds.iter().all(|(_, kind)| *kind != cell.ground) {
            kinds.push((name, cell.ground));
        }
    }
    kinds.sort_by(|a, b| a.0.cmp(&b.0));
    planes.extend(kinds.into_iter().map(|(name, kind)| (name, Plane::Ground(kind))));
    for (player, seat) in seats.iter().enumerate() {
        planes.push((format!("{} to move", seat.name), Plane::Mover(player)));
    }
    planes.extend((1..=faces).map(|face| (format!("die {face}"), Plane::Face(face))));
    for (player, seat) in seats.iter().enumerate() {
        let plane = |(name, _): &(&'static str, i64)| (format!("{} {name}", seat.name), Plane::Holding(player, name));
        planes.extend(seat.holdings.iter().map(plane));
    }
    planes
}
