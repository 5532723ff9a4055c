//! Ctrl-C, and the polite signal of batch systems.

use plyground_arena::Interrupt;

/// A switch that Ctrl-C presses: once to finish the running games, twice to stop at once.
pub fn interrupt() -> Interrupt {
    let interrupt = Interrupt::default();
    let pressed = interrupt.clone();
    let installed = ctrlc::set_handler(move || {
        if !pressed.is_pressed() {
            crate::print::note("finishing the running games; once more stops at once");
        }
        pressed.press();
    });
    if let Err(error) = installed {
        crate::print::warn(&format!("Ctrl-C will end the program at once: {error}"));
    }
    interrupt
}
