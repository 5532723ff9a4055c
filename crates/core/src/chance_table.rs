//! Tables that turn values into chances: a conditional logit model per board, number of players and evaluation, fitted from
//! self-play by `plyground calibrate`.
//!
//! Every player has a score, and chances are proportional to the exponentials of the scores (McFadden 1974). The score of the
//! player to move rests on the searched value; among several players the score of every seat rests on the static
//! evaluation for that seat. All weights change with the progress of the game, linearly between the rows of the table.

use crate::{Chances, MAX_PLAYERS, PlayerId, WIN};
use std::fmt::{self, Write};

/// The text of all tables of a game, and which of them belong to the board at hand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChanceTables {
    /// What `plyground calibrate` has written.
    pub text: &'static str,
    /// The kind of board, one word.
    pub board: &'static str,
    /// Among several players: results are this much surer than the average shares that searches find, as a factor of the log odds.
    /// `plyground calibrate --check` shows whether they are.
    pub sureness: f64,
}

/// Which positions a model was fitted for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ModelKey {
    /// The kind of board, one word.
    pub board: String,
    /// The number of players.
    pub players: usize,
    /// The evaluation that values come from.
    pub evaluation: String,
}

/// The weights at one point of progress.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ModelRow {
    /// The share of the game that is over, from 0 to 1.
    pub progress: f64,
    /// Added for the player to move.
    pub to_move: f64,
    /// Weight of the searched value of the player to move; among several, of what the search adds to the static evaluation.
    pub searched: f64,
    /// Weight of the static evaluation of every seat; 0 with two players.
    pub seat: f64,
    /// Added for the first player, no matter who is to move.
    pub first: f64,
    /// Weight of the square of the same values with their sign: how much more than twice as good a double value is.
    pub curve: f64,
}

impl ModelRow {
    /// Number of weights.
    pub const PARTS: usize = 5;

    /// The row with these weights, in the order of the file.
    pub fn new(progress: f64, [to_move, searched, seat, first, curve]: [f64; Self::PARTS]) -> Self {
        ModelRow { progress, to_move, searched, seat, first, curve }
    }

    /// The weights in the order of the file.
    pub fn weights(&self) -> [f64; Self::PARTS] {
        [self.to_move, self.searched, self.seat, self.first, self.curve]
    }
}

/// From values to chances for one kind of board, number of players and evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct ChanceModel {
    /// What values count as.
    pub scale: ValueScale,
    /// The weights by progress, in ascending order.
    pub rows: Vec<ModelRow>,
}

/// What a value counts as in a score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ValueScale {
    /// A win probability, as its log odds.
    LogOdds,
    /// Its inverse hyperbolic sine in this unit: linear when small, logarithmic when large.
    Unit(f64),
    /// A share of something that ends at this value on either side, as its log odds.
    Within(f64),
}

impl ValueScale {
    /// The value on this scale.
    pub fn apply(self, value: f64) -> f64 {
        match self {
            ValueScale::LogOdds => {
                let inside = value.clamp(1e-6, 1.0 - 1e-6);
                (inside / (1.0 - inside)).ln()
            }
            ValueScale::Within(end) => (value / end).clamp(-0.9999, 0.9999).atanh(),
            ValueScale::Unit(unit) => (value.clamp(-f64::from(WIN), f64::from(WIN)) / unit).asinh(),
        }
    }
}

impl fmt::Display for ValueScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueScale::LogOdds => f.write_str("log-odds"),
            ValueScale::Unit(unit) => write!(f, "{unit}"),
            ValueScale::Within(end) => write!(f, "within:{end}"),
        }
    }
}

/// What a model needs to know about a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ModelInput {
    /// The player to move, or about to roll.
    pub mover: PlayerId,
    /// Number of players.
    pub players: usize,
    /// The share of the game that is over.
    pub progress: f64,
    /// The value that the search found for the mover.
    pub searched: f64,
    /// The static evaluation of each seat, not looked at with two players.
    pub seats: [f64; MAX_PLAYERS],
}

/// At this value a player is out of the game: the least that an evaluation in whole numbers gives.
pub const OUT_OF_THE_GAME: f64 = -999_999.0;

impl ModelInput {
    /// What each seat's score is made of: the parts that the weights of a row weigh. `None` for a player who is out.
    pub fn parts(&self, scale: ValueScale) -> [Option<[f64; ModelRow::PARTS]>; MAX_PLAYERS] {
        let mut parts = [None; MAX_PLAYERS];
        let searched = scale.apply(self.searched);
        for (index, (part, seat)) in parts.iter_mut().zip(&self.seats).enumerate().take(self.players) {
            let is_mover = index == self.mover.index();
            let known = if self.players > 2 { scale.apply(*seat) } else { 0.0 };
            let first = if index == PlayerId::FIRST.index() { 1.0 } else { 0.0 };
            *part = match is_mover {
                true if *seat <= OUT_OF_THE_GAME => Some([1.0, searched, 0.0, first, searched * searched.abs()]),
                true => Some([1.0, searched - known, known, first, searched * searched.abs()]),
                false => (*seat > OUT_OF_THE_GAME).then_some([0.0, 0.0, known, first, known * known.abs()]),
            };
        }
        parts
    }
}

impl ChanceModel {
    /// The weights at some progress.
    pub fn row(&self, progress: f64) -> ModelRow {
        let above = self.rows.iter().position(|row| row.progress >= progress);
        match above {
            Some(0) => self.rows[0],
            Some(index) => blend(&self.rows[index - 1], &self.rows[index], progress),
            None => self.rows.last().copied().unwrap_or(PLAIN_ROW),
        }
    }

    /// The chances of all players.
    pub fn chances(&self, input: &ModelInput) -> Chances {
        let row = self.row(input.progress);
        let weights = row.weights();
        let score =
            |parts: [f64; ModelRow::PARTS]| parts.iter().zip(weights).map(|(part, weight)| part * weight).sum::<f64>();
        let scores = input.parts(self.scale).map(|parts| parts.map_or(f64::NEG_INFINITY, score));
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = scores.map(|score| (score - most).exp());
        Chances::proportional(&weights[..input.players])
    }
}

/// The weights that leave log odds as they are.
pub const PLAIN_ROW: ModelRow =
    ModelRow { progress: 0.0, to_move: 0.0, searched: 1.0, seat: 1.0, first: 0.0, curve: 0.0 };

fn blend(low: &ModelRow, high: &ModelRow, progress: f64) -> ModelRow {
    let width = high.progress - low.progress;
    let part = if width > 0.0 { (progress - low.progress) / width } else { 1.0 };
    let (low, high) = (low.weights(), high.weights());
    ModelRow::new(progress, std::array::from_fn(|index| low[index] + part * (high[index] - low[index])))
}

/// A section of the file: a model, which positions it is for, and how it was made.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelSection {
    /// Which positions it is for.
    pub key: ModelKey,
    /// The command that made it, and what it measured: lines of comment.
    pub notes: Vec<String>,
    /// The weights.
    pub model: ChanceModel,
}

/// What is wrong with a file of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// The line, from 1.
    pub line: usize,
    /// What would be right.
    pub expected: &'static str,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the chance tables: {} is expected", self.line, self.expected)
    }
}

impl std::error::Error for TableError {}

/// Sections and rows that a file may have.
const MOST_SECTIONS: usize = 200;
const MOST_ROWS: usize = 50;

/// Reads all sections of a file. A section is `board players evaluation scale=number|within:number|log-odds`, then rows of six numbers: progress,
/// to move, searched, seat, first, curve. Lines that begin with `#` belong to the section below them.
///
/// # Errors
/// At the first line that is none of these.
pub fn parse_chance_tables(text: &str) -> Result<Vec<ModelSection>, TableError> {
    let mut sections: Vec<ModelSection> = Vec::new();
    let mut notes = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let error = |expected| TableError { line: index + 1, expected };
        let words: Vec<&str> = line.split_whitespace().collect();
        if let Some(note) = line.strip_prefix('#') {
            notes.push(note.trim().to_string());
        } else if let [first, ..] = words[..] {
            if first.parse::<f64>().is_ok() {
                let section = sections.last_mut().ok_or_else(|| error("`board players evaluation scale=number`"))?;
                let row = parse_row(&words).ok_or_else(|| error("six finite numbers, progress first and ascending"))?;
                let ascends = section.model.rows.last().is_none_or(|last| last.progress < row.progress);
                if !ascends || section.model.rows.len() == MOST_ROWS {
                    return Err(error("fewer than 50 rows with ascending progress"));
                }
                section.model.rows.push(row);
            } else {
                let (key, scale) =
                    parse_head(&words).ok_or_else(|| error("`board players evaluation scale=number`"))?;
                if sections.len() == MOST_SECTIONS {
                    return Err(error("fewer than 200 sections"));
                }
                let model = ChanceModel { scale, rows: Vec::new() };
                sections.push(ModelSection { key, notes: std::mem::take(&mut notes), model });
            }
        }
    }
    Ok(sections)
}

fn parse_head(words: &[&str]) -> Option<(ModelKey, ValueScale)> {
    let [board, players, evaluation, scale] = words else { return None };
    let players = players.parse().ok().filter(|players| (2..=MAX_PLAYERS).contains(players))?;
    let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    let scale = match scale.strip_prefix("scale=")? {
        "log-odds" => ValueScale::LogOdds,
        text => match text.strip_prefix("within:") {
            Some(end) => ValueScale::Within(number(end)?),
            None => ValueScale::Unit(number(text)?),
        },
    };
    Some((ModelKey { board: board.to_string(), players, evaluation: evaluation.to_string() }, scale))
}

fn parse_row(words: &[&str]) -> Option<ModelRow> {
    let numbers: Option<Vec<f64>> =
        words.iter().map(|word| word.parse().ok().filter(|n: &f64| n.is_finite())).collect();
    let [progress, to_move, searched, seat, first, curve] = numbers?[..] else { return None };
    (0.0..=1.0).contains(&progress).then(|| ModelRow::new(progress, [to_move, searched, seat, first, curve]))
}

/// The file with these sections.
pub fn write_chance_tables(sections: &[ModelSection]) -> String {
    let mut text = String::new();
    for ModelSection { key, notes, model } in sections {
        for note in notes {
            let _ = writeln!(text, "# {note}");
        }
        let _ = writeln!(text, "{} {} {} scale={}", key.board, key.players, key.evaluation, model.scale);
        for row in &model.rows {
            let weights = row.weights().map(|weight| format!("{weight:.4}"));
            let _ = writeln!(text, "{:.2} {}", row.progress, weights.join(" "));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# made by hand\nplain 2 material scale=50\n0.00 0.0000 1.0000 0.0000 0.0000 0.0000\n1.00 1.0000 3.0000 0.0000 0.0000 0.0000\n\n\
                        plain 3 material scale=log-odds\n0.00 0.0000 0.5000 2.0000 0.0000 0.0000\n\n\
                        plain 4 material scale=within:100\n0.00 0.0000 0.5000 2.0000 0.0000 0.0000\n\n";

    fn input(players: usize, searched: f64, seats: &[f64]) -> ModelInput {
        let mut all = [0.0; MAX_PLAYERS];
        all[..seats.len()].copy_from_slice(seats);
        ModelInput { mover: PlayerId::SECOND, players, progress: 0.5, searched, seats: all }
    }

    #[test]
    fn files_are_read_back_as_they_are_written() {
        let sections = parse_chance_tables(TEXT).unwrap();
        assert_eq!(sections.len(), 3);
        assert_eq!(sections[2].model.scale.apply(50.0), 0.5f64.atanh());
        assert_eq!(sections[0].notes, ["made by hand"]);
        assert_eq!(write_chance_tables(&sections), TEXT);
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, line) in [
            ("0 1 2 3 4 5", 1),
            ("plain 9 x scale=1", 1),
            ("plain 2 x scale=0", 1),
            ("plain 2 x", 1),
            ("plain 2 x scale=1\n0 1 2 3 4", 2),
            ("plain 2 x scale=1\n0 1 2 3 4 5\n0 1 2 3 4 5", 3),
            ("plain 2 x scale=1\n2 1 2 3 4 5", 2),
            ("plain 2 x scale=1\n0 1 2 3 4 inf", 2),
        ] {
            assert_eq!(parse_chance_tables(text).map_err(|error| error.line), Err(line), "{text}");
        }
    }

    #[test]
    fn two_players_have_the_logistic_of_their_value() {
        let model = &parse_chance_tables(TEXT).unwrap()[0].model;
        // Half way between the rows: offset 0.5, slope 2.
        let chances = model.chances(&input(2, 50.0 * 0.25f64.sinh(), &[0.0, 0.0]));
        let expected = 1.0 / (1.0 + (-1.0f64).exp());
        assert!((chances.of(PlayerId::SECOND) - expected).abs() < 1e-12);
        assert!((chances.as_slice().iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_first_player_may_have_an_advantage_of_their_own() {
        let row = ModelRow { first: 1.0, ..PLAIN_ROW };
        let model = ChanceModel { scale: ValueScale::Unit(1.0), rows: vec![row] };
        let expected = 1.0 / (1.0 + (-1.0f64).exp());
        for mover in [PlayerId::FIRST, PlayerId::SECOND] {
            let chances = model.chances(&ModelInput { mover, ..input(2, 0.0, &[]) });
            assert!((chances.of(PlayerId::FIRST) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn several_players_share_by_their_seats_and_players_who_are_out_have_nothing() {
        let model = &parse_chance_tables(TEXT).unwrap()[1].model;
        // Log odds of ln 2 at a weight of 2 are four times the even player's.
        let chances = model.chances(&input(3, 0.5, &[2.0 / 3.0, 0.5, OUT_OF_THE_GAME]));
        let expected = 0.8;
        assert!((chances.of(PlayerId::FIRST) - expected).abs() < 1e-12);
        assert_eq!(chances.as_slice()[2], 0.0);
        let better = model.chances(&input(3, 0.9, &[2.0 / 3.0, 0.5, OUT_OF_THE_GAME]));
        assert!(better.of(PlayerId::SECOND) > chances.of(PlayerId::SECOND));
    }
}
