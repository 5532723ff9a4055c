//! EinStein: expectimax on the learned evaluation.

use crate::Spec;
use plyground_core::Playable;
use plyground_games::einstein::Einstein;
use plyground_games::einstein::net::Net;
use std::any::Any;

/// The preset for boards that the net knows.
pub(super) fn preset<G: Playable>(game: &G) -> Option<Spec> {
    let known = (game as &dyn Any).downcast_ref::<Einstein>().is_some_and(Net::knows);
    known.then(|| "expectimax(eval=net)".parse().expect("a valid spec"))
}
