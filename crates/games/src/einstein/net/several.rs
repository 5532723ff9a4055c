//! The pass over the hidden layer for several positions side by side.
//!
//! One position alone is a chain of additions, each of which waits for the one before, and then for memory, the exponential and a
//! division. Several chains fill each other's waiting time. Every number is added to the same others in the same order as for
//! one position alone, so the results are the same bit by bit.

use super::cache::EvalCache;
use super::{LANES, Net, rows};

/// Positions rated side by side: two chains each, and as many registers as a processor with AVX2 can spare.
pub const AT_ONCE: usize = 4;

/// What a part of the hidden layer adds up to, lane by lane.
type Lanes = [f32; LANES];

/// Chunks of the hidden layer of the net in the program. Known to the compiler, it saves half of the addresses.
const CHUNKS: usize = 16;

/// What the hidden layer sees of one player: the board as it is, and reflected.
type Seen = [[Lanes; CHUNKS]; 2];

impl Net {
    /// [`output`](Net::output) for the arrangements at these places; `None` if the hidden layer is not as long as in the program.
    #[inline]
    pub(super) fn outputs<const N: usize>(
        &self,
        places: [[usize; N]; 2],
        rolling: &EvalCache,
        waiting: &EvalCache,
    ) -> Option<[f32; N]> {
        let out = <&[Lanes; CHUNKS]>::try_from(self.row(rows() - 1).as_chunks().0).ok()?;
        let (mut one, mut other) = ([seen(rolling.sums(places[0][0]))?; N], [seen(waiting.sums(places[1][0]))?; N]);
        for index in 1..N {
            one[index] = seen(rolling.sums(places[0][index]))?;
            other[index] = seen(waiting.sums(places[1][index]))?;
        }
        let mut sums = [[[0.0; LANES]; 2]; N];
        for chunk in 0..CHUNKS {
            for position in 0..N {
                for half in 0..2 {
                    let (one, other) = (&one[position][half][chunk], &other[position][half][chunk]);
                    add_weighed(&mut sums[position][half], one, other, &out[chunk]);
                }
            }
        }
        let bias = self.weights[self.weights.len() - 1];
        // All at once, lane after lane: one alone would wait for each of its additions.
        let mut outputs = [[0.0; 2]; N];
        for lane in 0..LANES {
            for (output, sums) in outputs.iter_mut().zip(&sums) {
                output[0] += sums[0][lane];
                output[1] += sums[1][lane];
            }
        }
        Some(outputs.map(|[plain, reflected]| plain + reflected + bias))
    }
}

#[inline]
fn seen(sums: &[f32]) -> Option<&Seen> {
    sums.as_chunks().0.as_chunks().0.try_into().ok()
}

#[inline]
fn add_weighed(sums: &mut Lanes, one: &Lanes, other: &Lanes, out: &Lanes) {
    for lane in 0..LANES {
        sums[lane] += (one[lane] + other[lane]).max(0.0) * out[lane];
    }
}
