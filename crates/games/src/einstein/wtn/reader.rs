//! The lenient side of records: lines in any punctuation become turns, and the rules have the last word.

use super::{CLOSING, FIRST_WON, OPENING, Record, SECOND_WON, Turn, field, letter};
use crate::einstein::fault::TurnFault;
use crate::einstein::position::{Move, Position};
use crate::einstein::setup::Placement;
use crate::einstein::{BLUE, Einstein, RED, player_name};
use plyground_core::{Game, NotationError, PlayerId};

/// No game has more than 80 turns, so a longer text is something else.
const TEXT_LIMIT: usize = 64 * 1024;

pub(super) fn read(text: &str) -> Result<Record, NotationError> {
    if text.len() > TEXT_LIMIT {
        return Err(NotationError::new(text, format!("a record has at most {TEXT_LIMIT} bytes")));
    }
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        reader.read_line(line).map_err(|error| error.within(format_args!("line {}", index + 1)))?;
    }
    reader.finish(text)
}

/// Letters, digits and punctuation of East Asian width as the plain ones.
fn half_width(character: char) -> char {
    match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(character as u32 - 0xfee0).unwrap_or(character),
        '、' | '。' => ',',
        '\u{3000}' | '\u{feff}' => ' ',
        '–' | '—' => '-',
        other => other,
    }
}

fn player_of(mark: char) -> Option<PlayerId> {
    [RED, BLUE].into_iter().find(|player| letter(*player) == half_width(mark).to_ascii_uppercase())
}

fn parse_player(text: &str) -> Option<PlayerId> {
    let mut characters = text.trim().chars();
    let player = player_of(characters.next()?)?;
    characters.next().is_none().then_some(player)
}

/// The result as the header states it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stated {
    FirstWon,
    SecondWon,
}

/// The header's fields.
struct Header {
    teams: [String; 2],
    first: Option<PlayerId>,
    stated: Option<Stated>,
    occasion: String,
    event: String,
}

/// A turn before the rules have seen it.
struct Raw {
    line: usize,
    text: String,
    die: Option<String>,
    player: PlayerId,
    label: usize,
    cell: String,
}

/// Collects the lines of a record.
#[derive(Default)]
struct Reader {
    lines: usize,
    header: Option<Header>,
    setups: [Option<Placement>; 2],
    raw: Vec<Raw>,
}

impl Reader {
    fn read_line(&mut self, line: &str) -> Result<(), NotationError> {
        self.lines += 1;
        if line.starts_with('#') || line.starts_with(OPENING) {
            return self.read_header(line);
        }
        let plain: String = line.chars().map(half_width).collect();
        let player = plain.split_once(':').and_then(|(name, _)| parse_player(name));
        match (plain.chars().next(), player) {
            (None, _) => Ok(()),
            (_, Some(player)) => self.read_setup(player, &plain),
            (Some('0'..='9'), _) => self.read_turns(&plain),
            _ => Err(NotationError::new(line, "neither a header, nor a set-up, nor a turn such as 1:5;(R5,C3)")),
        }
    }

    fn read_header(&mut self, line: &str) -> Result<(), NotationError> {
        if !line.contains(OPENING) {
            return Ok(()); // a remark
        }
        if self.header.is_some() {
            return Err(NotationError::new(line, "a second header; one file holds one game"));
        }
        self.header = Some(Header::parse(line).map_err(|reason| NotationError::new(line, reason))?);
        Ok(())
    }

    fn read_setup(&mut self, player: PlayerId, line: &str) -> Result<(), NotationError> {
        let setup = parse_setup(player, line)?;
        match self.setups[player.index()].replace(setup) {
            Some(_) => Err(NotationError::new(line, "this player's set-up was given before")),
            None => Ok(()),
        }
    }

    /// A line holds one turn or several; each ends with its closing bracket.
    fn read_turns(&mut self, line: &str) -> Result<(), NotationError> {
        let separator = |c: char| c.is_whitespace() || matches!(c, ';' | ',');
        let mut rest = line;
        while !rest.is_empty() {
            let end = rest.find(')').map_or(rest.len(), |end| end + 1);
            let (text, after) = rest.split_at(end);
            let number = self.raw.len() + 1;
            let raw =
                Raw::parse(text, number, self.lines).map_err(|fault| NotationError::new(text, fault.to_string()))?;
            self.raw.push(raw);
            rest = after.trim_start_matches(separator);
        }
        Ok(())
    }

    fn finish(self, text: &str) -> Result<Record, NotationError> {
        let missing = |what: &str| NotationError::new(text, format!("this record has no {what}"));
        let header = self.header.ok_or_else(|| missing("header #[WTN][first team R][second team B]…"))?;
        let [Some(red), Some(blue)] = self.setups else {
            return Err(missing("set-ups of both players (R:A5-6;… and B:E1-6;…)"));
        };
        let first = header.first.or(self.raw.first().map(|raw| raw.player)).unwrap_or(RED);
        let mut record = Record {
            teams: header.teams,
            first,
            winner: None,
            occasion: header.occasion,
            event: header.event,
            setups: [red, blue],
            turns: Vec::with_capacity(self.raw.len()),
        };
        let played = record.replay(&self.raw)?;
        let stated = header.stated.map(|stated| if stated == Stated::FirstWon { first } else { first.opponent() });
        if let (Some(played), Some(stated)) = (played, stated)
            && played != stated
        {
            return Err(NotationError::new(text, "the header and the moves name different winners"));
        }
        record.winner = stated.or(played);
        Ok(record)
    }
}

impl Record {
    /// Appends the turns while they obey the rules. Returns who won by playing.
    fn replay(&mut self, raw: &[Raw]) -> Result<Option<PlayerId>, NotationError> {
        let game = self.game();
        let mut position = self.start();
        for turn in raw {
            let checked = turn.check(&game, &mut position).map_err(|fault| {
                NotationError::new(turn.text.clone(), fault.to_string()).within(format_args!("line {}", turn.line))
            })?;
            self.turns.push(checked);
        }
        Ok(position.winner())
    }
}

impl Header {
    fn parse(line: &str) -> Result<Self, &'static str> {
        let mut fields = Vec::new();
        // Fields beyond those that anybody has described are passed over.
        for part in line.split(OPENING).skip(1).take(6) {
            fields.push(part.split(CLOSING).next().unwrap_or(part).trim());
        }
        if fields.first().is_some_and(|tag| tag.eq_ignore_ascii_case("WTN")) {
            fields.remove(0);
        }
        let (Some(first), Some(second)) = (fields.first(), fields.get(1)) else {
            return Err("a header names both teams: #[WTN][first team R][second team B][result][time place][event];");
        };
        let ((first, starts), (second, follows)) = (parse_team(first), parse_team(second));
        if starts.is_some() && starts == follows {
            return Err("both teams play the same stones; one is R, the other B");
        }
        let result = fields.get(2).copied().unwrap_or_default();
        let stated = [(FIRST_WON, Stated::FirstWon), (SECOND_WON, Stated::SecondWon)];
        let text = |index: usize| field(fields.get(index).copied().unwrap_or_default());
        Ok(Header {
            teams: [first, second],
            first: starts.or(follows.map(PlayerId::opponent)),
            stated: stated.into_iter().find(|(word, _)| result.contains(word)).map(|(_, stated)| stated),
            occasion: text(3),
            event: text(4),
        })
    }
}

/// A team's name, and its player if the field ends in a separate letter.
fn parse_team(text: &str) -> (String, Option<PlayerId>) {
    match text.rsplit_once(|c: char| c.is_whitespace() || ":-,：，".contains(c)) {
        Some((name, letter)) if parse_player(letter).is_some() => (field(name), parse_player(letter)),
        None if parse_player(text).is_some() => (String::new(), parse_player(text)),
        _ => (field(text), None),
    }
}

/// `R:A5-6;B5-2;…` in any order and with any punctuation: the text after the colon is pairs of a cell and a label.
fn parse_setup(player: PlayerId, line: &str) -> Result<Placement, NotationError> {
    let refuse = |reason: String| NotationError::new(line, reason);
    let game = Einstein::standard();
    let board = game.board();
    let home = board.home(player);
    let body = line.split_once(':').map_or("", |(_, body)| body);
    let marks: Vec<char> = body.chars().filter(|c| c.is_alphanumeric()).take(3 * home.len() + 1).collect();
    if marks.len() != 3 * home.len() {
        return Err(refuse(format!("a set-up places {} stones, each like A5-6", home.len())));
    }
    let mut labels = vec!['0'; home.len()];
    for stone in marks.chunks_exact(3) {
        let name: String = stone[..2].iter().collect();
        let place = board.named(&name).and_then(|cell| home.iter().position(|own| *own == cell));
        match place {
            Some(place) if labels[place] == '0' => labels[place] = stone[2],
            Some(_) => return Err(refuse(format!("{name} holds two stones"))),
            None => return Err(refuse(format!("{name} is no home cell of {}", player_name(player)))),
        }
    }
    Placement::parse(&labels.into_iter().collect::<String>(), home.len())
}

impl Raw {
    /// `5:3;(R3,C4)`, with blanks and separators as they come.
    fn parse(text: &str, number: usize, line: usize) -> Result<Self, TurnFault> {
        let (ply, rest) = text.split_once(':').ok_or(TurnFault::Unreadable)?;
        if ply.trim().parse() != Ok(number) {
            return Err(TurnFault::Number { number, written: ply.trim().to_string() });
        }
        let (die, mv) = rest.split_once('(').ok_or(TurnFault::Unreadable)?;
        let die = die.trim_matches(|c: char| c.is_whitespace() || matches!(c, ';' | ','));
        let marks: Vec<char> = mv.chars().filter(|c| c.is_alphanumeric()).take(5).collect();
        let [player, label, file, rank] = marks[..] else { return Err(TurnFault::Unreadable) };
        Ok(Raw {
            line,
            text: text.to_string(),
            die: (!matches!(die, "-" | "")).then(|| die.to_string()),
            player: player_of(player).ok_or(TurnFault::Unreadable)?,
            label: label.to_digit(10).ok_or(TurnFault::Unreadable)? as usize,
            cell: [file, rank].iter().collect(),
        })
    }

    fn check(&self, game: &Einstein, position: &mut Position) -> Result<Turn, TurnFault> {
        let player = position.mover();
        let die = match &self.die {
            Some(text) => Some(game.parse_face(text)?),
            None => None,
        };
        let rolled = game.after_roll(position, die)?;
        if self.player != player {
            return Err(TurnFault::NotTheirTurn(player));
        }
        let target = game.board().named(&self.cell).ok_or_else(|| TurnFault::UnknownCell(self.cell.clone()))?;
        let stone = self.label.checked_sub(1).and_then(|stone| Some((stone, position.stones(player).get(stone)?)));
        let (stone, from) = stone.ok_or(TurnFault::OffBoard(self.label))?;
        let step = game.step_to(player, from, target).ok_or_else(|| TurnFault::NoStep {
            label: self.label,
            from: game.board().name(from).to_string(),
            to: self.cell.clone(),
        })?;
        let mv = Move::new(stone, step);
        if !game.is_legal(&rolled, mv) {
            return Err(TurnFault::Forbidden(self.label));
        }
        game.make(position, mv);
        Ok(Turn { die, mv })
    }
}
