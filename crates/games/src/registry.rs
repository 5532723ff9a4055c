//! Every game of the program, one line each.

plyground_core::registry! {
    #[cfg(feature = "reversixt")]
    reversixt => crate::reversixt::ReversiXt,
    #[cfg(feature = "einstein")]
    einstein => crate::einstein::Einstein,
    #[cfg(feature = "isola")]
    isola => crate::isola::Isola,
}
