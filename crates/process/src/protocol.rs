//! The languages in which a program can be asked for moves.

use crate::driver::Driver;
use crate::{gtp, isola, ntu, ugi};
use plyground_core::Playable;
use plyground_protocol as protocol;

/// The languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// The Go Text Protocol, about Othello.
    Gtp,
    /// The protocol of the EinStein courses.
    Ntu,
    /// The dialogue of the original Isola program.
    IsolaPipe,
}

impl Protocol {
    /// All of them by name.
    pub const NAMED: [(&'static str, Protocol); 4] =
        [("ugi", Protocol::Ugi), ("gtp", Protocol::Gtp), ("ntu", Protocol::Ntu), ("isola-pipe", Protocol::IsolaPipe)];

    /// Why it cannot be spoken about this game, if it cannot.
    pub fn refuses<G: Playable>(self, game: &G) -> Option<String> {
        let (variant, start) = (game.variant_text(), game.position_text(&game.start()));
        match self {
            Protocol::Ugi => None,
            Protocol::Gtp => protocol::gtp::refuses(&variant, &start),
            Protocol::Ntu => protocol::ntu::refuses(&variant, &start),
            Protocol::IsolaPipe => protocol::isola_pipe::refuses(&variant, &start),
        }
    }

    pub(crate) fn driver<G: Playable>(self, game: &G) -> Box<dyn Driver<G>> {
        match self {
            Protocol::Ugi => Box::new(ugi::Ugi::default()),
            Protocol::Gtp => Box::new(gtp::Gtp::new(game)),
            Protocol::Ntu => Box::new(ntu::Ntu::default()),
            Protocol::IsolaPipe => Box::new(isola::IsolaPipe::new(game)),
        }
    }
}
