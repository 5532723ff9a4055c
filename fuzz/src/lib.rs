//! What the programs share: the allocator that keeps the limit, and the way from a name to a target.

use plyground_fuzzing::{Target, allocator};

#[global_allocator]
static ALLOCATOR: allocator::Limited = allocator::Limited;

/// Tries one input.
pub fn check(target: &Target, input: &[u8]) {
    allocator::allow(target.memory);
    (target.check)(input);
}

/// The whole program of a target.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        libfuzzer_sys::fuzz_target!(init: plyground_fuzzing::allocator::lift_on_panic(), |input: &[u8]| {
            static TARGET: std::sync::LazyLock<&plyground_fuzzing::Target> =
                std::sync::LazyLock::new(|| plyground_fuzzing::find($name).expect("the target is listed"));
            $crate::check(&TARGET, input);
        });
    };
}
