//! How the command line's words become a game.

use super::bitboard::BitReversi;
use super::game::ReversiGame;
use super::generator::{self, Recipe};
use super::ggf;
use super::map::{MapFile, Reading};
use super::maps;
use super::{catalog, introduction};
use plyground_core::{
    BoardInfo, Game, GameInfo, GameKind, GameTypes, GameVisitor, MapText, NotationError, RecordFormat, Setup,
    SetupError, VariantInfo, suggest,
};

/// The kind of game for the registry.
pub struct ReversiXt;

impl GameKind for ReversiXt {
    fn info() -> GameInfo {
        GameInfo {
            name: "reversixt",
            title: "ReversiXT",
            summary: "Reversi on maps of any shape, with special tiles, transitions, override stones and bombs.",
            players: (2, 8),
            chance: false,
            variants: vec![VariantInfo { name: "standard", summary: "two players on 8x8, Othello's opening" }],
            parameters: vec![
                ("map", "a map that comes with the program"),
                ("seed", "a random map from this seed; the parameters below shape it"),
                ("players", "2 to 8"),
                ("cols", "width, up to 1000"),
                ("rows", "height, up to 1000"),
                ("holes", "percent of the board that is holes"),
                ("stones", "percent of the tiles with a stone"),
                ("specials", "percent of the tiles that are special"),
                ("transitions", "percent of the loose sides that are joined"),
                ("overrides", "override stones of each player"),
                ("bombs", "bombs of each player"),
                ("strength", "reach of a bomb"),
            ],
            boards: maps::ALL.iter().filter_map(board_info).collect(),
            example_move: "3,2",
            rules: catalog::RULES,
            opponents: catalog::OPPONENTS,
            bench: catalog::BENCH,
            introduction: introduction::STEPS,
            translations: &[("de", include_str!("de.json"))],
        }
    }

    fn types(list: &mut impl GameTypes) {
        list.add::<BitReversi>();
        list.add::<ReversiGame>();
    }

    fn size(setup: &Setup) -> Option<(usize, usize)> {
        match (&setup.map, setup.variant.as_deref()) {
            (Some(map), _) => MapFile::size(&map.text),
            (None, Some(variant)) => match variant.strip_prefix("map=") {
                Some(name) => MapFile::size(maps::find(name)?.text),
                None => recipe_of(variant).ok().map(|(recipe, _)| (recipe.cols, recipe.rows)),
            },
            (None, None) => None,
        }
    }

    fn record_formats() -> Vec<RecordFormat> {
        vec![ggf::FORMAT]
    }

    fn open<V: GameVisitor>(setup: &Setup, visitor: V) -> Result<V::Output, SetupError> {
        let game = build(setup)?;
        let position = match &setup.position {
            Some(text) => game.checked_position(text).map_err(SetupError::Position)?,
            None => game.start(),
        };
        if let Some(fast) = BitReversi::new(game.clone())
            && let Some(start) = fast.position(&position.diagram())
        {
            return Ok(visitor.visit(fast, start));
        }
        Ok(visitor.visit(game, position))
    }
}

fn board_info(map: &maps::BuiltIn) -> Option<BoardInfo> {
    let loaded = MapFile::parse(map.text, Reading::Strict).ok()?.map;
    Some(BoardInfo {
        name: map.name,
        players: loaded.players(),
        cols: loaded.width(),
        rows: loaded.height(),
        summary: map.summary.to_string(),
        text: map.text,
    })
}

/// The game that a set-up describes, on whatever map it names.
pub(super) fn build(setup: &Setup) -> Result<ReversiGame, SetupError> {
    let reading = if setup.lenient { Reading::Lenient } else { Reading::Strict };
    let (name, text, variant) = match (&setup.map, setup.variant.as_deref()) {
        (None, None | Some("standard")) => ("standard", maps::STANDARD, "standard".to_string()),
        (None, Some(variant)) => match variant.strip_prefix("map=") {
            Some(name) => (name, built_in_map(name)?, variant.to_string()),
            None => {
                let (recipe, seed) = recipe_of(variant)?;
                return Ok(ReversiGame::new(generator::generate(recipe, seed), write_recipe(recipe, seed)));
            }
        },
        (Some(map), variant) => {
            let own = variant_of_map(map);
            if variant.is_some_and(|variant| variant != own) {
                return Err(SetupError::Unsuitable("a map is the variant: give one or the other".to_string()));
            }
            (map.name.as_str(), map.text.as_str(), own)
        }
    };
    let loaded = MapFile::parse(text, reading).map_err(|error| SetupError::Map(format!("map {name}: {error}")))?;
    Ok(ReversiGame::new(loaded.map, variant))
}

fn built_in_map(name: &str) -> Result<&'static str, SetupError> {
    let map = maps::find(name).ok_or_else(|| wrong(name, suggest::hint(name, maps::ALL.iter().map(|map| map.name))));
    Ok(map?.text)
}

/// `map=` and the name of the map, as one word.
fn variant_of_map(map: &MapText) -> String {
    let is_tame = |character: char| character.is_alphanumeric() || "._-/+".contains(character);
    let name: String = map.name.chars().map(|character| if is_tame(character) { character } else { '_' }).collect();
    format!("map={name}")
}

fn wrong(word: &str, reason: String) -> SetupError {
    SetupError::Variant(NotationError::new(word, reason))
}

/// What a random map should be like, and its seed.
fn recipe_of(variant: &str) -> Result<(Recipe, u64), SetupError> {
    let mut recipe = Recipe::default();
    let mut seed = 1;
    for word in variant.split(',') {
        let (key, value) = word.split_once('=').ok_or_else(|| {
            wrong(word, "a variant is `standard`, `map=<name>`, or parameters of a random map as in `seed=7`".into())
        })?;
        let number = value.parse::<u64>().map_err(|_| wrong(word, format!("{key} must be a whole number")))?;
        if key == "seed" {
            seed = number;
            continue;
        }
        let mut ingredients = recipe.ingredients();
        let names = ingredients.iter().map(|entry| entry.0).chain(["seed", "map"]).collect::<Vec<_>>();
        let (_, least, most, ingredient) =
            ingredients.iter_mut().find(|entry| entry.0 == key).ok_or_else(|| wrong(key, suggest::hint(key, names)))?;
        **ingredient = usize::try_from(number)
            .ok()
            .filter(|number| (*least..=*most).contains(number))
            .ok_or_else(|| wrong(word, format!("{key} must lie between {least} and {most}")))?;
    }
    Ok((recipe, seed))
}

/// The variant that gives this random map again.
fn write_recipe(mut recipe: Recipe, seed: u64) -> String {
    let mut text = format!("seed={seed}");
    for (name, _, _, value) in recipe.ingredients() {
        text.push_str(&format!(",{name}={value}"));
    }
    text
}
