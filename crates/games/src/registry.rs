//! Every game of the program, one line each.

plyground_core::registry! {
    #[cfg(feature = "reversixt")]
    reversixt => crate::reversixt::ReversiXt,
}
