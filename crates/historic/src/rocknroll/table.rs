//! Rock'n'Roll's two-level table: the deeper entry stays above, whatever is refused or displaced there moves
//! downstairs, where the last one wins.

use plyground_search::TableUse;
use plyground_search::table::{TableError, try_zeroed};

/// Key, bits of the value, and depth below a counter of games.
type Slot = [u64; 3];
const SLOT_BYTES: u64 = size_of::<Slot>() as u64;
/// Depths stay far below this; the counter has the bits above.
const DEPTH_BITS: u32 = 16;

/// Ratings of positions by key and depth. Sizes are part of what makes a search repeatable, results are not.
pub(super) struct RockTable {
    upper: Box<[Slot]>,
    lower: Box<[Slot]>,
    /// Slots of other games count as empty; the first game is number 1, so an untouched slot is one of them.
    game: u64,
    usage: TableUse,
}

impl RockTable {
    /// Tables of about these sizes in bytes; 0 means none.
    pub(super) fn new(upper: u64, lower: u64) -> Result<Self, TableError> {
        let slots = |bytes: u64| try_zeroed((bytes / SLOT_BYTES) as usize);
        let (upper, lower) = (slots(upper)?, slots(lower)?);
        let bytes = (upper.len() + lower.len()) as u64 * SLOT_BYTES;
        Ok(RockTable { upper, lower, game: 1, usage: TableUse { bytes, ..TableUse::default() } })
    }

    pub(super) fn is_absent(&self) -> bool {
        self.upper.is_empty() && self.lower.is_empty()
    }

    /// Forgets everything without touching it.
    pub(super) fn forget(&mut self) {
        self.game += 1;
    }

    pub(super) fn usage(&self) -> TableUse {
        self.usage
    }

    pub(super) fn find(&mut self, key: u64, depth: u32) -> Option<f64> {
        self.usage.probes += 1;
        let tag = self.tag(depth);
        let found = [&self.upper, &self.lower].into_iter().find_map(|slots| {
            let slot = slots.get(place(slots, key))?;
            (slot[0] == key && slot[2] == tag).then(|| f64::from_bits(slot[1]))
        });
        self.usage.hits += u64::from(found.is_some());
        found
    }

    pub(super) fn store(&mut self, key: u64, depth: u32, value: f64) {
        self.usage.stores += 1;
        let slot = [key, value.to_bits(), self.tag(depth)];
        let (place_above, first_tag) = (place(&self.upper, key), self.tag(0));
        match self.upper.get_mut(place_above) {
            // Tags of one game are ordered by depth, and those of earlier games are smaller than all of them.
            Some(old) if old[2] <= slot[2] => {
                let displaced = std::mem::replace(old, slot);
                if displaced[2] >= first_tag && displaced[0] != key {
                    put(&mut self.lower, displaced);
                }
            }
            _ => put(&mut self.lower, slot),
        }
    }

    fn tag(&self, depth: u32) -> u64 {
        self.game << DEPTH_BITS | u64::from(depth)
    }
}

/// Spreads keys over any number of slots.
fn place(slots: &[Slot], key: u64) -> usize {
    ((u128::from(key) * slots.len() as u128) >> 64) as usize
}

fn put(slots: &mut [Slot], slot: Slot) {
    let place = place(slots, slot[0]);
    if let Some(old) = slots.get_mut(place) {
        *old = slot;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deeper_stays_above_and_the_last_below() {
        let mut memory = RockTable::new(SLOT_BYTES, SLOT_BYTES).unwrap();
        memory.store(1, 5, 0.1);
        memory.store(2, 3, 0.2);
        assert_eq!((memory.find(1, 5), memory.find(2, 3)), (Some(0.1), Some(0.2)));
        memory.store(3, 2, 0.3);
        assert_eq!((memory.find(1, 5), memory.find(2, 3), memory.find(3, 2)), (Some(0.1), None, Some(0.3)));
        memory.store(4, 7, 0.4);
        assert_eq!((memory.find(4, 7), memory.find(1, 5), memory.find(3, 2)), (Some(0.4), Some(0.1), None));
        assert_eq!(memory.find(4, 6), None, "another depth is another value");
    }

    #[test]
    fn a_new_game_forgets() {
        let mut memory = RockTable::new(4 * SLOT_BYTES, 0).unwrap();
        memory.store(9, 4, 0.9);
        memory.forget();
        assert_eq!(memory.find(9, 4), None);
        memory.store(9, 1, 0.8);
        assert_eq!(memory.find(9, 1), Some(0.8), "what is forgotten gives way to anything");
    }

    #[test]
    fn nothing_is_kept_without_room() {
        let mut memory = RockTable::new(0, SLOT_BYTES - 1).unwrap();
        assert!(memory.is_absent());
        memory.store(1, 1, 0.5);
        assert_eq!(memory.find(1, 1), None);
    }
}
