//! A small search under the microscope, and two of them side by side.

use crate::asked::Asked;
use crate::boards;
use crate::engines::{EngineCell, EngineSpec, MemoryBudget};
use crate::house::House;
use crate::live::Wish;
use crate::messages::{Answer, Command, NewGame, Xray, XrayAnswer, XrayIteration, XrayNode, XrayWish};
use crate::refusal::Refusal;
use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use plyground_arena::Recorded;
use plyground_core::{GameVisitor, Playable, PlayerId, Setup, Turn};
use plyground_engine::{Player, Request, Spec, SpecPolicy};
use plyground_search::trace::{Edge, Recorder, TraceNode};
use plyground_search::{Basis, Iteration, Limits, Report, Window};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// A picture with more visits than this shows less, not more.
const MOST_VISITS: usize = 6000;
const MOST_PLIES: u32 = 24;
/// Small searches only: this is a microscope.
const MOST_DEPTH: u32 = 12;
const MOST_NODES: u64 = 400_000;
const MOST_TIME: Duration = Duration::from_secs(5);
/// All these nodes fit into it.
const MOST_TABLE: u64 = 16 << 20;
const _: () = assert!(MOST_TABLE >= 32 * MOST_NODES);
const SEED: u64 = 1;

pub fn routes() -> Router<Arc<House>> {
    Router::new().route("/api/xray", post(xray))
}

async fn xray(State(house): State<Arc<House>>, Asked(wish): Asked<XrayWish>) -> Result<Json<XrayAnswer>, Refusal> {
    if wish.players.is_empty() || wish.players.len() > 2 {
        return Err(Refusal::at("player 1", "one search, or two to compare"));
    }
    if !(1..=MOST_DEPTH).contains(&wish.depth) {
        return Err(Refusal::at("depth", format!("between 1 and {MOST_DEPTH} plies")));
    }
    house.think(move |house| look(house, &wish).map(Json)).await
}

fn look(house: &House, wish: &XrayWish) -> Result<XrayAnswer, Refusal> {
    let (game, setup) = place(house, wish)?;
    let policy = SpecPolicy::server(house.rooms.processes()).within(MOST_TIME, MOST_NODES);
    let specs = wish.players.iter().enumerate().map(|(index, text)| {
        let spec = text.parse::<Spec>().and_then(|spec| policy.check(&spec).map(|()| spec));
        spec.map_err(|error| Refusal::at(&format!("player {}", index + 1), error.to_string()))
    });
    let specs: Vec<Spec> = specs.collect::<Result<_, _>>()?;
    boards::visit(&game, &setup, Microscope { specs, depth: wish.depth, budget: house.rooms.budget().clone() })?
}

/// Where to look: a position of a game on the server, or one in words.
fn place(house: &House, wish: &XrayWish) -> Result<(String, Setup), Refusal> {
    let Some(id) = &wish.id else {
        let asked = NewGame {
            game: wish.game.clone(),
            variant: wish.variant.clone(),
            map: wish.map.clone(),
            position: wish.position.clone(),
            ..NewGame::default()
        };
        let wish = Wish::read(asked, SEED, false)?;
        return Ok((wish.game, wish.setup));
    };
    let room = house.rooms.find(id)?;
    let (record, now) = room.look(|live| (live.record(), live.state().position));
    let recorded = Recorded::parse(None, &record.to_string()).map_err(|error| Refusal::new(error.to_string()))?;
    let position = match wish.ply {
        None => now,
        Some(ply) => match room.answer(&Command::At { ply }) {
            Ok(Answer::Glance(glance)) => glance.position,
            _ => now,
        },
    };
    Ok((recorded.game, Setup { position: Some(position), ..recorded.setup }))
}

struct Microscope {
    specs: Vec<Spec>,
    depth: u32,
    budget: MemoryBudget,
}

impl GameVisitor for Microscope {
    type Output = Result<XrayAnswer, Refusal>;

    fn visit<G: Playable>(self, game: G, position: G::Position) -> Self::Output {
        if game.turn(&position) == Turn::Over {
            return Err(Refusal::at("position", "the game is over here; there is nothing to search"));
        }
        let mut searches = Vec::new();
        for (index, spec) in self.specs.iter().enumerate() {
            let seen = watch(&game, &position, spec, self.depth, &self.budget);
            searches.push(seen.map_err(|reason| Refusal::at(&format!("player {}", index + 1), reason))?);
        }
        Ok(XrayAnswer {
            scene: game.scene(&position).into(),
            position: game.position_text(&position),
            mover: game.mover(&position).map(PlayerId::number),
            searches,
        })
    }
}

fn watch<G: Playable>(
    game: &G,
    position: &G::Position,
    spec: &Spec,
    depth: u32,
    budget: &MemoryBudget,
) -> Result<Xray, String> {
    let small = spec.with_memory_below(MOST_TABLE);
    let build = |bytes| EngineSpec::trusted(small.clone()).build(bytes, game, SEED);
    let engine = EngineCell::new(budget);
    let seen = engine.with(SpecPolicy::memory_of(&small), build, |player: &mut Box<dyn Player<G>>| {
        look_inside(game, position, spec, depth, player.as_mut())
    });
    seen.map_err(|error| error.to_string())
}

fn look_inside<G: Playable>(
    game: &G,
    position: &G::Position,
    spec: &Spec,
    depth: u32,
    player: &mut dyn Player<G>,
) -> Xray {
    let limits = Limits {
        depth: Some(depth),
        nodes: Some(MOST_NODES),
        time: Some(MOST_TIME),
        iterations: Some(MOST_NODES),
        ..Limits::default()
    };
    let mut recorder = Recorder::new(MOST_VISITS, MOST_PLIES);
    let request = Request::new(game, position).within(limits).at_most(MOST_TIME).recording(&mut recorder);
    let report = player.think(request);
    let mut counts: HashMap<&str, u64> = HashMap::new();
    recorder.nodes().iter().for_each(|node| *counts.entry(node.ending.name()).or_default() += 1);
    let mut endings: Vec<(String, u64)> = counts.into_iter().map(|(name, count)| (name.to_string(), count)).collect();
    endings.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), name.clone()));
    Xray {
        player: spec.to_string(),
        unit: player.unit().to_string(),
        best: report.best.map(|mv| game.move_text(position, mv)),
        value: report.value,
        depth: report.depth,
        nodes: report.nodes,
        seconds: report.time.as_secs_f64(),
        iterations: report.iterations.iter().map(|iteration| told(game, position, iteration)).collect(),
        table: report.table.map(|used| (used.probes, used.hits)),
        star: report.star.map(|used| (used.low, used.high, used.probing)),
        nodes_seen: tree(game, position, recorder.nodes()),
        omitted: recorder.omitted(),
        undrawn: recorder.nodes().is_empty().then(|| why_undrawn(&report, spec)),
        endings,
    }
}

/// Why there is no tree to draw.
fn why_undrawn<M>(report: &Report<M>, spec: &Spec) -> String {
    match (report.exact, report.basis) {
        (true, _) => "the position was solved exactly, without a search tree to draw".to_string(),
        (false, Basis::Static) => "the move was chosen without a search, so there is no tree to draw".to_string(),
        (false, Basis::Search) => format!("`{}` keeps no record of its tree", spec.name),
    }
}

fn told<G: Playable>(game: &G, position: &G::Position, iteration: &Iteration<G::Move>) -> XrayIteration {
    XrayIteration {
        depth: iteration.depth,
        value: iteration.value,
        best: iteration.best.map(|mv| game.move_text(position, mv)),
        nodes: iteration.nodes,
        seconds: iteration.time.as_secs_f64(),
        predicted: iteration.predicted.map(|time| time.as_secs_f64()),
        window: iteration.window.map(|Window { low, high }| (low, high)),
        fail_low: iteration.fail_low,
        fail_high: iteration.fail_high,
    }
}

/// The visits with their moves in words; positions on the way are made anew for that.
fn tree<G: Playable>(game: &G, start: &G::Position, nodes: &[TraceNode<G::Move>]) -> Vec<XrayNode> {
    let mut positions: Vec<G::Position> = Vec::with_capacity(nodes.len());
    let finite = |value: f64| Some(value).filter(|value| value.is_finite());
    let mut seen = Vec::with_capacity(nodes.len());
    for node in nodes {
        let before = node.parent.map_or(start, |parent| &positions[parent]);
        let mut after = before.clone();
        let text = follow(game, &mut after, node.edge);
        positions.push(after);
        seen.push(XrayNode {
            parent: node.parent,
            text,
            low: finite(node.window.0),
            high: finite(node.window.1),
            value: node.value.and_then(finite),
            player: node.player.map(PlayerId::number),
            ending: node.ending.name(),
        });
    }
    seen
}

/// Goes along an edge, and says it in words.
fn follow<G: Playable>(game: &G, position: &mut G::Position, edge: Edge<G::Move>) -> String {
    let turn = game.turn(position);
    match edge {
        Edge::Roll(outcome) if turn == Turn::Chance => {
            game.roll(position, outcome);
            format!("rolls {}", outcome + 1)
        }
        // With the unified operator moves follow right upon a chance node, before the dice are considered.
        Edge::Move(mv) if game.is_legal(position, mv) || turn == Turn::Chance && is_grouped(game, position, mv) => {
            let text = game.move_text(position, mv);
            game.make(position, mv);
            text
        }
        // A search may pass for a player who cannot move, or skip; whatever it says is shown, not checked.
        _ => "…".to_string(),
    }
}

fn is_grouped<G: Playable>(game: &G, position: &G::Position, mv: G::Move) -> bool {
    let mut grouped = Vec::new();
    game.grouped_moves(position, &mut grouped) && grouped.iter().any(|(_, listed)| *listed == mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_games::registry;

    fn seen(game: &str, spec: &str, depth: u32) -> Xray {
        let specs = vec![spec.parse().expect("a spec")];
        let answer =
            registry::visit(game, &Setup::default(), Microscope { specs, depth, budget: MemoryBudget::default() });
        let answer =
            answer.expect("registered").expect("set up").unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        answer.searches.into_iter().next().expect("one search")
    }

    #[test]
    fn a_tree_hangs_together_and_minimax_never_cuts() {
        let minimax = seen("reversixt", "search(algorithm=minimax, table=off)", 3);
        assert_eq!(minimax.nodes_seen.len(), 4 + 4 * 3 + 56, "every move of Othello's first three plies");
        assert!(minimax.nodes_seen.iter().all(|node| matches!(node.ending, "complete" | "depth")));
        let cutting = seen("reversixt", "search(algorithm=alphabeta, table=off)", 3);
        assert!(cutting.nodes_seen.len() < minimax.nodes_seen.len());
        assert!(cutting.endings.iter().any(|(name, count)| name == "alpha" && *count > 0));
        assert_eq!((cutting.value, cutting.omitted), (minimax.value, 0));
        for (index, node) in cutting.nodes_seen.iter().enumerate() {
            assert!(node.parent.is_none_or(|parent| parent < index));
            assert_ne!(node.text, "…", "every move on record is legal where it was made");
        }
    }

    #[test]
    fn trees_with_dice_hang_together_however_they_are_pruned() {
        let mut values = Vec::new();
        for pruning in ["none", "star1", "star2", "unified", "unified-star"] {
            let search = seen("einstein", &format!("expectimax(pruning={pruning}, table=off)"), 3);
            values.push((search.value, search.best.clone()));
            assert!(search.nodes_seen.iter().all(|node| node.text != "…"), "{pruning}");
            let rolls = search.nodes_seen.iter().filter(|node| node.text.starts_with("rolls ")).count();
            assert_eq!(rolls > 0, !pruning.starts_with("unified"), "{pruning}");
            let cut = search.endings.iter().any(|(name, _)| matches!(name.as_str(), "star" | "alpha" | "beta"));
            assert_eq!(cut, search.star.is_some(), "{pruning}");
        }
        assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    }

    #[test]
    fn searches_that_cannot_be_watched_still_tell_their_iterations_and_why_nothing_is_drawn() {
        let tree = seen("einstein", "mcts(iterations=200)", 3);
        assert!(tree.nodes_seen.is_empty() && tree.nodes > 0);
        assert_eq!(tree.undrawn.as_deref(), Some("`mcts` keeps no record of its tree"));
        let lot = seen("isola", "random", 3);
        assert_eq!(lot.undrawn.as_deref(), Some("the move was chosen without a search, so there is no tree to draw"));
    }

    #[test]
    fn the_best_player_is_drawn_in_every_game() {
        for game in registry::names() {
            let best = seen(game, "best", 3);
            assert!(!best.nodes_seen.is_empty() && best.undrawn.is_none(), "{game}: {:?}", best.undrawn);
        }
    }

    #[test]
    fn an_endgame_that_is_solved_exactly_says_so_instead_of_drawing() {
        let text = "01111221/00112111/00212111/00212111/00222111/00222111/00211111/02211111 1 1 o=0,0 b=0,0 out=-";
        let setup = Setup { position: Some(text.to_string()), ..Setup::default() };
        let specs = vec!["best".parse().expect("a spec")];
        let seen =
            registry::visit("reversixt", &setup, Microscope { specs, depth: 12, budget: MemoryBudget::default() });
        let seen = seen.expect("registered").expect("set up").expect("a search");
        let told = seen.searches[0].undrawn.as_deref();
        let drawn = !seen.searches[0].nodes_seen.is_empty();
        assert_ne!(drawn, told.is_some(), "a tree, or words why there is none: {told:?}");
    }
}
