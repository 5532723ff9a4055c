//! Perft tables as data: adding a case needs no Rust.
//!
//! One case a line, fields separated by `;`, the counts of depth 1, 2, … last. Empty lines and lines beginning with
//! `#` are skipped:
//!
//! ```text
//! variant=columbia ; counts=20 377 7594
//! variant=cols=4,rows=4,mover=king,mode=remove ; position=..../X.../...O/.... X ; counts=70 4225
//! map=crater ; counts=12 96
//! ```

use plyground_core::{GameKind, GameVisitor, MapText, Playable, Setup, perft};

/// Checks every case of a file up to the depth whose count stays within `limit`. `map` finds the text of a named map.
/// Returns how many counts were compared.
///
/// # Panics
/// With file line, depth and both numbers, when a count differs, or when nothing could be compared.
pub fn check<K: GameKind>(text: &str, limit: u64, map: impl Fn(&str) -> Option<String>) -> usize {
    let mut compared = 0;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (setup, counts) = parse(line, &map).unwrap_or_else(|what| panic!("line {}: {what}", index + 1));
        let counts: Vec<u64> = counts.into_iter().take_while(|count| *count <= limit).collect();
        match K::open(&setup, Counter(counts.len() as u32)) {
            Ok(found) => assert_eq!(found, counts, "line {}: {line}", index + 1),
            Err(error) => panic!("line {}: {error}", index + 1),
        }
        compared += counts.len();
    }
    assert!(compared > 0, "a perft file without a single count within the limit");
    compared
}

struct Counter(u32);

impl GameVisitor for Counter {
    type Output = Vec<u64>;
    fn visit<G: Playable>(self, game: G, mut start: G::Position) -> Vec<u64> {
        (1..=self.0).map(|depth| perft(&game, &mut start, depth)).collect()
    }
}

fn parse(line: &str, map: impl Fn(&str) -> Option<String>) -> Result<(Setup, Vec<u64>), String> {
    let mut setup = Setup::default();
    let mut counts = Vec::new();
    for field in line.split(';').map(str::trim) {
        let (key, value) = field.split_once('=').ok_or(format!("`{field}` is not key=value"))?;
        match key {
            "variant" => setup.variant = Some(value.to_string()),
            "position" => setup.position = Some(value.to_string()),
            "map" => {
                let text = map(value).ok_or(format!("no map `{value}`"))?;
                setup.map = Some(MapText { name: value.to_string(), text });
            }
            "counts" => {
                for word in value.split_whitespace() {
                    counts.push(word.parse().map_err(|_| format!("`{word}` is not a count"))?);
                }
            }
            _ => return Err(format!("unknown field `{key}`")),
        }
    }
    Ok((setup, counts))
}
