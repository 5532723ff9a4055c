//! Game records of the Chinese university contest ("WTN" files): read leniently, written in one form.
//!
//! ```text
//! #[WTN][<first team> R][<second team> B][先手胜][2019.08.04 14:00 <place>][2019 CCGC];
//! R:A5-6;B5-2;C5-4;A4-1;B4-5;A3-3
//! B:E3-3;D2-5;E2-1;C1-4;D1-2;E1-6
//! 1:5;(R5,C3)
//! 2:3;(B3,D4)
//! ```
//!
//! The team named first moves first; the letter after its name is its player. `先手胜` says that the first team won,
//! `后手胜` the second. Files are often in GB2312: text decoded in some other way still parses, only the result is then
//! taken from the moves. Full-width punctuation, blanks, missing or additional separators and either case are
//! forgiven; moves against the rules are not.

mod reader;

use super::position::{Move, Position};
use super::setup::Placement;
use super::{BLUE, Einstein, RED, Variant};
use plyground_core::{
    Game, GameEvent, Notation, NotationError, PlayedTurn, PlayerId, RecordFormat, RecordedGame, Setup, parse_moves,
};
use std::fmt::{self, Write};

const FIRST_WON: &str = "先手胜";
const SECOND_WON: &str = "后手胜";

/// One recorded game, valid by the rules. Index 0 of every pair belongs to the team that moves first, except for the
/// set-ups.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The names of the teams, first mover first.
    pub teams: [String; 2],
    /// Whether Red or Blue moves first.
    pub first: PlayerId,
    /// The winner as stated, or else as played; `None` if the game was broken off.
    pub winner: Option<PlayerId>,
    /// Date, time and place.
    pub occasion: String,
    /// The contest.
    pub event: String,
    /// The set-ups of Red and Blue.
    pub setups: [Placement; 2],
    /// All turns in order.
    pub turns: Vec<Turn>,
}

/// One turn of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The face, counted from 0; `None` where a player with a single stone did not bother to roll.
    pub die: Option<usize>,
    /// What was played.
    pub mv: Move,
}

impl Record {
    /// Reads a record and checks every move.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        reader::read(text)
    }

    /// The record of a game of ours, without names. The contest knows the game in the box only, from its first
    /// position on.
    pub fn of_game(game: &Einstein, start: &Position, turns: &[PlayedTurn<Move>]) -> Result<Self, NotationError> {
        let refuse = |reason: &str| NotationError::new(game.position_text(start), reason);
        let (variant, standard) = (game.variant(), Variant::standard());
        if (variant.size, variant.stones, &variant.die) != (standard.size, standard.stones, &standard.die) {
            return Err(refuse("WTN records are about 5x5 boards with six stones and a fair die"));
        }
        let setup = |player: PlayerId| {
            let stones = start.stones(player);
            let labels: Option<String> =
                game.board().home(player).iter().map(|cell| Some((stones.find(*cell)? + 1).to_string())).collect();
            labels.and_then(|labels| Placement::parse(&labels, variant.stones).ok())
        };
        let (Some(red), Some(blue), None) = (setup(RED), setup(BLUE), start.die()) else {
            return Err(refuse("WTN records begin with all stones at home and nothing rolled"));
        };
        let mut position = *start;
        for (face, mv) in turns {
            game.roll(&mut position, face.unwrap_or(0));
            game.make(&mut position, *mv);
        }
        Ok(Record {
            teams: Default::default(),
            first: start.mover(),
            winner: position.winner(),
            occasion: String::new(),
            event: String::new(),
            setups: [red, blue],
            turns: turns.iter().map(|(die, mv)| Turn { die: *die, mv: *mv }).collect(),
        })
    }

    /// The game that records are about, with the first mover of this one.
    pub fn game(&self) -> Einstein {
        Einstein::new(Variant { first: self.first, ..Variant::standard() })
    }

    /// The first position.
    pub fn start(&self) -> Position {
        self.game().start_with(&self.setups)
    }

    /// The customary name of the file, with characters that file systems refuse replaced.
    pub fn file_name(&self) -> String {
        let [first, second] = &self.teams;
        let name = format!("WTN-{first} vs {second}-{}-{}-{}.txt", self.result_text(), self.occasion, self.event);
        name.chars().map(|c| if c.is_control() || "/\\:*?\"<>|".contains(c) { '_' } else { c }).collect()
    }

    /// The record in our own words: the first position, and turns as `<face>:<move>`. Where the record has no roll any
    /// face would do, and the first is written.
    pub fn imported(&self) -> RecordedGame {
        let game = self.game();
        let mut position = self.start();
        let first = game.position_text(&position);
        let mut moves = Vec::with_capacity(self.turns.len());
        for turn in &self.turns {
            let face = turn.die.unwrap_or(0);
            // A record built by hand may hold an impossible turn; it ends there, as the game would.
            if !game.variant().die().shows(face) {
                break;
            }
            game.roll(&mut position, face);
            if !game.is_legal(&position, turn.mv) {
                break;
            }
            moves.push(format!("{}:{}", face + 1, game.move_text(&position, turn.mv)));
            game.make(&mut position, turn.mv);
        }
        let setup = Setup { variant: Some(game.variant_text()), position: Some(first), ..Setup::default() };
        RecordedGame { setup, moves: moves.join(" ") }
    }

    fn result_text(&self) -> &'static str {
        match self.winner {
            Some(winner) if winner == self.first => FIRST_WON,
            Some(_) => SECOND_WON,
            None => "-",
        }
    }

    fn setup_line(&self, player: PlayerId) -> String {
        let game = self.game();
        let board = game.board();
        let pairs = board.home(player).iter().zip(self.setups[player.index()].labels());
        let cells: Vec<String> =
            pairs.map(|(cell, label)| format!("{}-{label}", board.name(*cell).to_uppercase())).collect();
        format!("{}:{}", letter(player), cells.join(";"))
    }
}

/// The format, for the rest of the program.
pub(super) const FORMAT: RecordFormat = RecordFormat {
    extension: "wtn",
    summary: "a contest record (WTN)",
    read: |text| is_record(text).then(|| Record::parse(text).map(|record| record.imported())),
    write,
};

fn write(recorded: &RecordedGame) -> Result<String, NotationError> {
    let setup = &recorded.setup;
    let game = Einstein::new(setup.variant.as_deref().map_or_else(|| Ok(Variant::standard()), Variant::parse)?);
    let start = setup.position.as_deref().map_or_else(|| Ok(game.start()), |text| game.parse_position(text))?;
    let mut position = start;
    let events = parse_moves(&game, &mut position, &recorded.moves)?;
    // Nobody is disqualified in EinStein without losing, so every event is a turn.
    let turns: Vec<_> = events.iter().filter_map(GameEvent::turn).collect();
    Ok(Record::of_game(&game, &start, &turns)?.to_string())
}

/// Whether the text is meant as such a record: it has a header with the tag `WTN`.
pub fn is_record(text: &str) -> bool {
    text.lines().any(|line| {
        let mut fields = line.split(OPENING).skip(1);
        fields.next().is_some_and(|tag| tag.trim_start().get(..3).is_some_and(|tag| tag.eq_ignore_ascii_case("WTN")))
    })
}

/// The record as a file. Names lose characters that the format uses itself.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.teams;
        let (occasion, event) = (field(&self.occasion), field(&self.event));
        let (starts, follows) = (letter(self.first), letter(self.first.opponent()));
        write!(f, "#[WTN][{} {starts}][{} {follows}]", field(first), field(second))?;
        writeln!(f, "[{}][{occasion}][{event}];", self.result_text())?;
        writeln!(f, "{}\n{}", self.setup_line(RED), self.setup_line(BLUE))?;
        let game = self.game();
        let mut position = self.start();
        for (index, turn) in self.turns.iter().enumerate() {
            let player = position.mover();
            let from = position.stones(player).get(turn.mv.stone());
            let to = from.and_then(|cell| game.board().target(player, cell, turn.mv.step()));
            // As in `imported`.
            let Some(to) = to.filter(|_| position.winner().is_none()) else { break };
            let mut line = format!("{}:", index + 1);
            match turn.die {
                Some(face) => write!(line, "{}", face + 1)?,
                None => line.push('-'),
            }
            let cell = game.board().name(to).to_uppercase();
            writeln!(f, "{line};({}{},{cell})", letter(player), turn.mv.label())?;
            game.make(&mut position, turn.mv);
        }
        Ok(())
    }
}

/// Opening and closing brackets that surround the fields of a header.
const OPENING: [char; 3] = ['[', '【', '［'];
const CLOSING: [char; 3] = [']', '】', '］'];

/// What a field of the header can hold.
fn field(text: &str) -> String {
    let plain = text.chars().map(|c| match c {
        c if OPENING.contains(&c) => '(',
        c if CLOSING.contains(&c) => ')',
        c if c.is_control() => ' ',
        c => c,
    });
    plain.collect::<String>().trim().to_string()
}

fn letter(player: PlayerId) -> char {
    super::player_letter(player).to_ascii_uppercase()
}
