//! Ctrl-C, and the polite signal of batch systems.

use plyground_arena::Interrupt;

/// Answer to the first Ctrl-C where games are played.
pub const GAMES: &str = "finishing the running games; once more stops at once";
/// Answer to the first Ctrl-C where there are none: the next rest ends the work.
pub const WORK: &str = "stopping";

/// A switch that Ctrl-C presses, the first time with an answer for the person at the keyboard.
pub fn interrupt(answer: &'static str) -> Interrupt {
    let interrupt = Interrupt::default();
    let pressed = interrupt.clone();
    let installed = ctrlc::set_handler(move || {
        if !pressed.is_pressed() {
            crate::print::note(answer);
        }
        pressed.press();
    });
    if let Err(error) = installed {
        crate::print::warn(&format!("Ctrl-C will end the program at once: {error}"));
    }
    interrupt
}
