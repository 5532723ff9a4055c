//! Every game of the program, one line each.

plyground_core::registry! {
    #[cfg(feature = "isola")] isola => crate::isola::Isola,
}
