//! `plyground xray`.

use crate::args::{Where, XrayArgs};
use crate::opened_game::{OpenedGame, open};
use crate::{Answer, print};
use anyhow::{Context, Result, anyhow, bail};
use plyground_arena::json_number as number;
use plyground_core::{Drawable, GameVisitor, Notation, Playable, Turn};
use plyground_engine::{Spec, build};
use plyground_games::registry;
use plyground_search::Limits;
use plyground_web::{cell_json, offline_page, scene_json};
use plyground_xray::command::{CommandText, textbook};
use plyground_xray::literal::LiteralTree;
use plyground_xray::record::{
    CHANCE_TREE_PLAYER, Heading, MAX_VISITS, RecordLimits, TREE_PLAYER, record_search, record_tree, recording,
};
use plyground_xray::recording::{Recording, SearchRecord};
use plyground_xray::svg::svg;
use plyground_xray::tree_summary::TreeSummary;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The word in the place of a game's name.
const TREE: &str = "tree";
/// How deep games are searched unless something else limits the search.
const DEFAULT_DEPTH: u32 = 4;
/// The nodes of a search whose time and nodes are not limited: ten times what a recording holds, so that a depth beyond
/// reason ends.
const DEFAULT_NODES: u64 = 10 * MAX_VISITS as u64;
/// The time of a search whose time is not limited, even if its spec asks for more.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// The seed of random choices.
const SEED: u64 = 1;

/// Records a search.
pub fn run(args: &XrayArgs) -> Result<Answer> {
    let out = args.out.as_deref().map(Output::new).transpose()?;
    match &args.tree {
        Some(text) if args.place.game == TREE => search_tree(args, text, out),
        None if args.place.game == TREE => bail!("write the tree after `tree`, such as '((3 12 8) (2 4 6) (14 5 2))'"),
        Some(text) => bail!("`{text}` is no flag; only `plyground xray tree` takes a tree"),
        None => {
            let opened = open(&args.place)?;
            opened.dispatch(Xray { args, out, opened: &opened })
        }
    }
}

/// The file that the recording goes to.
struct Output {
    path: PathBuf,
    format: Format,
}

#[derive(Clone, Copy)]
enum Format {
    Html,
    Svg,
    Json,
}

impl Output {
    fn new(path: &Path) -> Result<Self> {
        let format = match path.extension().and_then(|extension| extension.to_str()) {
            Some("html") => Format::Html,
            Some("svg") => Format::Svg,
            Some("json") => Format::Json,
            _ => bail!("{} must end in .html, .svg or .json", path.display()),
        };
        Ok(Output { path: path.to_path_buf(), format })
    }

    fn write(&self, recording: &Recording) -> Result<()> {
        let json = || serde_json::to_string(recording).context("the recording has no JSON");
        let text = match self.format {
            Format::Json => json()?,
            Format::Svg => svg(recording)?,
            Format::Html => offline_page(&format!("{} · X-ray", recording.title), &json()?),
        };
        fs::write(&self.path, text).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn spec(text: &str, flag: &str) -> Result<Spec> {
    text.parse().map_err(|error| anyhow!("{flag}: {error}"))
}

/// The one or two players; `usual` where none is named.
fn players(args: &XrayArgs, usual: &str) -> Result<Vec<Spec>> {
    let mut specs = vec![spec(args.player.as_deref().unwrap_or(usual), "--player")?];
    if let Some(text) = &args.against {
        specs.push(spec(text, "--against")?);
    }
    Ok(specs)
}

fn flag_of(index: usize) -> &'static str {
    if index == 0 { "--player" } else { "--against" }
}

/// Refuses flags that describe a place in a game.
fn check_tree_flags(args: &XrayArgs) -> Result<()> {
    let Where { variant, position, map, moves, lenient, .. } = &args.place;
    let limits = &args.limits;
    let given = [
        ("--variant", variant.is_some()),
        ("--position", position.is_some()),
        ("--map", map.is_some()),
        ("--moves", moves.is_some()),
        ("--lenient", *lenient),
        ("--depth", limits.depth.is_some()),
        ("--nodes", limits.nodes.is_some()),
        ("--time", limits.time.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((flag, _)) => bail!("{flag} means nothing for a tree, which is always searched to its leaves"),
        None => Ok(()),
    }
}

fn search_tree(args: &XrayArgs, text: &str, out: Option<Output>) -> Result<Answer> {
    check_tree_flags(args)?;
    let tree = LiteralTree::parse(text)?;
    let specs = players(args, if tree.has_chance() { CHANCE_TREE_PLAYER } else { TREE_PLAYER })?;
    let specs: Vec<Spec> = specs.iter().map(textbook).collect();
    let iterations = args.limits.iterations;
    let written = tree.text();
    let command = CommandText {
        game: TREE,
        tree: Some(&written),
        players: &specs,
        limits: Limits { iterations, ..Limits::default() },
        ..CommandText::default()
    };
    let recorded = record_tree(&tree, &specs, iterations, command.text());
    let recording = recorded.map_err(|wrong| anyhow!("{}: {}", flag_of(wrong.index), wrong.error))?;
    if let Some(out) = &out {
        out.write(&recording)?;
    }
    let summaries: Vec<(&SearchRecord, TreeSummary)> =
        recording.searches.iter().map(|search| (search, TreeSummary::new(&tree, search))).collect();
    if args.json {
        let mut document = tree_json(&summaries[0]);
        document["tree"] = json!(written);
        document["schema"] = json!("plyground-xray-tree-1");
        if let Some(second) = summaries.get(1) {
            document["against"] = tree_json(second);
        }
        print::json(&document)?;
    } else {
        summaries.iter().try_for_each(|summary| print::text(&tree_text(summary)))?;
    }
    Ok(Answer::Yes)
}

fn tree_json((search, summary): &(&SearchRecord, TreeSummary)) -> Value {
    let leaves = summary.leaves.as_ref();
    json!({
        "player": search.player,
        "value": number(summary.value),
        "best": summary.best,
        "visited": leaves.map(|leaves| leaves.visited),
        "pruned": leaves.map(|leaves| leaves.pruned),
        "order": leaves.map(|leaves| &leaves.order),
    })
}

fn tree_text((search, summary): &(&SearchRecord, TreeSummary)) -> String {
    let best = summary.best.map_or_else(String::new, |best| format!(", best branch {best}"));
    let mut text = format!("{}\nvalue {}{best}\n", search.player, summary.value);
    if let Some(leaves) = &summary.leaves {
        let order: Vec<String> = leaves.order.iter().map(i32::to_string).collect();
        let _ = writeln!(text, "leaves visited: {}, never looked at: {}", leaves.visited, leaves.pruned);
        let _ = writeln!(text, "in this order: {}", order.join(" "));
    }
    text
}

/// Records searches of a position of any game. Compiled for each game: a recording holds millions of the game's own moves, and all of
/// them are made again.
struct Xray<'a> {
    args: &'a XrayArgs,
    out: Option<Output>,
    opened: &'a OpenedGame,
}

impl GameVisitor for Xray<'_> {
    type Output = Result<Answer>;

    fn visit<G: Playable>(self, game: G, position: G::Position) -> Result<Answer> {
        let (game, position) = (&game, &position);
        if game.turn(position) == Turn::Over {
            bail!("the game is over at this position; there is nothing to search");
        }
        let specs = players(self.args, "best")?;
        let limits = bounded(self.limits());
        let mut searches = Vec::new();
        for (index, spec) in specs.iter().enumerate() {
            let mut player = build(spec, game, SEED).map_err(|error| anyhow!("{}: {error}", flag_of(index)))?;
            let limits = RecordLimits { limits, ceiling: Some(limits.time.unwrap_or(DEFAULT_TIME)) };
            searches.push(record_search(game, position, spec, player.as_mut(), limits, cell_json));
            if let Some(failure) = player.failure() {
                bail!("{spec} {failure}");
            }
        }
        let recording = recording(game, position, self.heading(&specs), searches);
        if let Some(out) = &self.out {
            out.write(&recording)?;
        }
        if self.args.json {
            print::json(&serde_json::to_value(&recording)?)?;
        } else {
            recording.searches.iter().try_for_each(|search| print::text(&search_text(search)))?;
        }
        Ok(Answer::Yes)
    }
}

impl Xray<'_> {
    /// The limits that were given, or a depth that is small enough to be looked at.
    fn limits(&self) -> Limits {
        let limits = self.args.limits.limits();
        if limits == Limits::default() { Limits::depth(DEFAULT_DEPTH) } else { limits }
    }

    fn heading(&self, specs: &[Spec]) -> Heading {
        let opened = self.opened;
        let (variant, position) = (opened.game.variant_text(), opened.game.position_text(&opened.position));
        let limits = self.limits();
        // A map is part of no variant's text, so it is named again.
        let map = self.args.place.map.as_deref();
        let command = CommandText {
            game: &opened.name,
            variant: Some(variant.as_str()).filter(|_| map.is_none()),
            map,
            position: Some(&position),
            players: specs,
            limits,
            ..CommandText::default()
        };
        Heading {
            game: opened.name.clone(),
            title: registry::info(&opened.name).map_or_else(|| opened.name.clone(), |info| info.title.to_string()),
            command: command.text(),
            scene: Some(scene_json(opened.game.scene(&opened.position))),
        }
    }
}

/// The limits with an end to every search.
fn bounded(limits: Limits) -> Limits {
    match limits {
        Limits { nodes: None, time: None, .. } => Limits { nodes: Some(DEFAULT_NODES), ..limits },
        limits => limits,
    }
}

/// What to do about a search that ended before its depth.
fn early_end(search: &SearchRecord) -> Option<&'static str> {
    match search.stopped.as_str() {
        "nodes" => Some("it was stopped before its depth; --nodes or --time allow more"),
        "time" => Some("it was stopped before its depth; --time allows more"),
        _ => None,
    }
}

fn search_text(search: &SearchRecord) -> String {
    let best = search.best.as_deref().unwrap_or("-");
    let mut text = format!("{}\nbest: {best}, value {} {}\n", search.player, search.value, search.unit);
    let visits = search.visits.parent.len();
    if let Some(growth) = &search.growth {
        let (nodes, steps) = (growth.parent.len(), growth.steps.node.len());
        let _ = writeln!(text, "a tree of {nodes} nodes, grown by {steps} play-outs");
    } else if let Some(reason) = &search.reason {
        let _ = writeln!(text, "{reason}");
    } else {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        search.visits.ending.iter().for_each(|ending| *counts.entry(search.endings[*ending]).or_default() += 1);
        let counts: Vec<String> = counts.iter().map(|(word, count)| format!("{word} {count}")).collect();
        let _ = writeln!(text, "{visits} visits in {} searches of the root: {}", search.roots.len(), counts.join(", "));
    }
    if search.omitted > 0 {
        let _ = writeln!(text, "{} more visits are not in the recording", search.omitted);
    }
    let _ = writeln!(text, "depth {}, {} nodes, stopped by {}", search.depth, search.nodes, search.stopped);
    if let Some(advice) = early_end(search) {
        let _ = writeln!(text, "{advice}");
    }
    text
}
