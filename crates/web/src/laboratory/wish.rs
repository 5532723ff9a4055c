//! From a form to an order for the lab.

use crate::messages::NewLabRun;
use crate::refusal::Refusal;
use plyground_core::MapText;
use plyground_engine::{Spec, SpecPolicy};
use plyground_games::registry;
use plyground_lab::{Order, Size, Study};

/// The game whose maps studies can be given.
pub const GAME_OF_MAPS: &str = "reversixt";

/// The study and the order that a form asks for.
pub fn read(asked: &NewLabRun, processes: bool) -> Result<(&'static dyn Study, Order), Refusal> {
    let study = plyground_lab::find(&asked.study).map_err(|error| Refusal::missing(error.to_string()))?;
    let maps: Result<Vec<MapText>, Refusal> = asked.maps.iter().map(|name| map(name)).collect();
    let order = Order {
        size: if asked.quick { Size::Quick } else { Size::Full },
        games: asked.games,
        maps: maps?,
        map_words: asked.maps.clone(),
        player: asked.player.as_deref().map(|text| player(text, processes)).transpose()?,
        seed: asked.seed.unwrap_or(Order::default().seed),
    };
    // Which options a study takes the form knows; what remains to complain about is their number.
    order.check(&study.facts()).map_err(|error| Refusal::at("games", error.to_string()))?;
    Ok((study, order))
}

fn map(name: &str) -> Result<MapText, Refusal> {
    let info = registry::info(GAME_OF_MAPS).expect("ReversiXT is registered");
    info.map(name).map_err(|near| Refusal::at("maps", format!("there is no built-in map `{name}`; {near}")))
}

fn player(text: &str, processes: bool) -> Result<String, Refusal> {
    let spec = text.parse::<Spec>().and_then(|spec| SpecPolicy::server(processes).check(&spec).map(|()| spec));
    spec.map(|spec| spec.to_string()).map_err(|error| Refusal::at("player", error.to_string()))
}
