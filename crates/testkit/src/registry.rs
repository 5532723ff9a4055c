//! The games of the test kit, one line each, registered the same way as those of the program.

plyground_core::registry! {
    nim => crate::nim::Nim,
}
