//! All the databases at hand, asked as one.

use crate::class::{CLASSES, Classes};
use crate::file::{FileHeader, Problem, file_name, write};
use crate::layout::{PairLayout, ordered, pairs};
use crate::placement::{CELLS, Cells, MOST};
use crate::reader::TableReader;
use crate::solve::{smaller_pairs, solve};
use crate::table::{LoadedTable, PairTable, Values, stored};
use plyground_core::PlayerId;
use plyground_games::einstein::{Einstein, Position, RED};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Databases of up to this many stones are computed on demand, which takes about a second.
pub const SMALL: usize = 4;
/// The largest databases.
pub const LARGEST: usize = 6;

/// Exact values of positions with few stones.
pub struct Library {
    tables: Vec<Option<Arc<PairTable>>>,
    /// All positions with up to this many stones are known.
    complete: usize,
}

/// A database file, for lists.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Stones of both players together.
    pub stones: usize,
    /// Number of positions.
    pub positions: u64,
    /// Bytes on disk; `None` if it is not there.
    pub bytes: Option<u64>,
    /// What is wrong with it.
    pub problem: Option<String>,
}

impl Library {
    fn empty() -> Self {
        Library { tables: vec![None; CLASSES * CLASSES], complete: 1 }
    }

    /// Databases of up to `stones` stones, at most [`LARGEST`], made in memory.
    pub fn in_memory(stones: usize) -> Self {
        let mut library = Library::empty();
        for count in 2..=stones.min(LARGEST) {
            for pair in pairs(count) {
                let solved = library.solve(pair, |_| true).expect("databases in memory can be read");
                let values = solved.expect("it is never told to stop");
                library.keep(pair, Values::Memory(values.into_iter().map(stored).collect()));
            }
            library.complete = count;
        }
        library
    }

    /// Those of up to [`SMALL`] stones, made once for the whole program.
    pub fn small() -> &'static Arc<Library> {
        static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
        LIBRARY.get_or_init(|| Arc::new(Library::in_memory(SMALL)))
    }

    /// All databases in this folder whose headers are right; the others are as good as missing, and [`list`] says why.
    /// The small ones are made if they are missing, and kept in the folder if it can be written to, so that they are
    /// made only once.
    pub fn open(folder: &Path) -> Self {
        let mut library = Library::empty();
        if !(2..=SMALL).all(|stones| library.load(folder, stones)) {
            library = Library::small().up_to(SMALL);
            // If they cannot be saved, they are computed again next time.
            let _ = library.save(folder);
        }
        let _ = (SMALL + 1..=LARGEST).all(|stones| library.load(folder, stones));
        library
    }

    /// Opens the databases of `stones` stones, if they are all there; those of fewer stones are.
    fn load(&mut self, folder: &Path, stones: usize) -> bool {
        for pair in pairs(stones) {
            let header = FileHeader::of(&PairLayout::new(pair));
            match TableReader::open(&folder.join(file_name(pair)), &header) {
                Ok(file) => self.keep(pair, Values::File(file)),
                Err(_) => return false,
            }
        }
        self.complete = stones;
        true
    }

    /// Writes the databases that are in memory.
    fn save(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        for table in self.tables.iter().flatten() {
            if let Values::Memory(values) = &table.values {
                write(&folder.join(file_name(table.layout.classes)), &FileHeader::of(&table.layout), values)?;
            }
        }
        Ok(())
    }

    pub(crate) fn keep(&mut self, pair: [usize; 2], values: Values) {
        let table = PairTable { layout: PairLayout::new(pair), values };
        self.tables[pair[0] * CLASSES + pair[1]] = Some(Arc::new(table));
    }

    pub(crate) fn complete_up_to(&mut self, stones: usize) {
        self.complete = stones;
    }

    /// Values of a pair whose smaller databases are there; `None` if `step` stopped it. The smaller databases are read whole, and
    /// one that is damaged ends the work.
    pub(crate) fn solve(
        &self,
        pair: [usize; 2],
        step: impl FnMut(f64) -> bool,
    ) -> Result<Option<Vec<f32>>, ([usize; 2], Problem)> {
        let mut loaded: BTreeMap<[usize; 2], LoadedTable<'_>> = BTreeMap::new();
        for pair in smaller_pairs(pair) {
            let table = self.table(pair).expect("smaller databases are made first");
            loaded.insert(pair, table.whole().map_err(|problem| (pair, problem))?);
        }
        let smaller = |pair: [usize; 2]| loaded.get(&pair).expect("all that a capture leads to are loaded");
        Ok(solve(&PairLayout::new(pair), &smaller, step))
    }

    pub(crate) fn table(&self, pair: [usize; 2]) -> Option<&PairTable> {
        self.tables[pair[0] * CLASSES + pair[1]].as_deref()
    }

    /// The largest number of stones of which every position is known.
    pub fn stones(&self) -> usize {
        self.complete
    }

    /// A library with only the databases of up to `stones` stones.
    #[must_use]
    pub fn up_to(&self, stones: usize) -> Self {
        Library { tables: self.tables.clone(), complete: self.complete.min(stones) }
    }

    /// Whether the databases are about this game: the standard board, six stones, a fair die.
    pub fn knows(game: &Einstein) -> bool {
        let variant = game.variant();
        variant.size() == 5 && variant.stones() == 6 && variant.die().is_fair()
    }

    /// The probability that the player about to roll wins, whatever lies on the table. `None` if the position has too
    /// many stones, is over, or its place in a file is damaged. The game is one that the databases
    /// [know](Library::knows).
    #[inline]
    pub fn value(&self, position: &Position) -> Option<f64> {
        let mover = position.mover();
        let masks = [position.stones(mover).mask(), position.stones(mover.opponent()).mask()];
        let stones = masks[0].count_ones() + masks[1].count_ones();
        if stones as usize > self.complete || position.winner().is_some() || masks.contains(&0) {
            return None;
        }
        self.look_up(position, mover, masks)
    }

    fn look_up(&self, position: &Position, mover: PlayerId, masks: [usize; 2]) -> Option<f64> {
        let classes = Classes::get();
        let [own, other] = masks.map(|mask| classes.of(mask));
        let table = self.table(ordered(own.class, other.class))?;
        let (half, start) = table.half(own.class);
        let rolling = cells(position, mover, own.reversed);
        let waiting = cells(position, mover.opponent(), other.reversed);
        table.at(start + half.place(&rolling, &waiting))
    }
}

/// A player's cells in that player's numbering, in the order of their class.
fn cells(position: &Position, player: PlayerId, reversed: bool) -> Cells {
    let mut cells = [0; MOST];
    let mut count = 0;
    for (_, cell) in position.stones(player).iter().take(MOST) {
        cells[count] = if player == RED { cell } else { CELLS as u8 - 1 - cell };
        count += 1;
    }
    if reversed {
        cells[..count].reverse();
    }
    cells
}

/// The databases of `stones` stones in a folder, with their problems. `thorough` reads them to the end.
pub fn list(folder: &Path, stones: usize, thorough: bool) -> Vec<Listed> {
    let listed = |pair: [usize; 2]| {
        let layout = PairLayout::new(pair);
        let name = file_name(pair);
        let path = folder.join(&name);
        let mut listed = Listed { name, stones, positions: layout.len() as u64, bytes: None, problem: None };
        if path.exists() {
            let opened = TableReader::open(&path, &FileHeader::of(&layout));
            listed.bytes = path.metadata().ok().map(|data| data.len());
            let checked = opened.and_then(|file| if thorough { file.check_all() } else { Ok(()) });
            listed.problem = checked.err().map(|problem| problem.to_string());
        }
        listed
    };
    pairs(stones).into_iter().map(listed).collect()
}
