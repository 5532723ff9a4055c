//! Positions, moves and turns as text.
//!
//! A position is its ranks from the top, the player to move and the roll: `r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r -`.
//! A move names player, stone and cells: `r6c5-d4`, or `b3d2xc3` where it takes a stone. Where the position is known
//! `6d`, `6h` and `6v` say as much: the stone and a diagonal, horizontal or vertical step.

mod written;

use super::board::digit;
use super::die::CHOICES;
use super::fault::{MoveFault, RankFault, RollFault};
use super::position::{Move, Position, Step};
use super::rules::winner_of;
use super::{BLUE, Einstein, RED, player_letter, player_name};
use plyground_core::{CellContent, CellKind, Game, Notation, NotationError, PlayerId, SetupField, SetupForm, Turn};
use std::fmt::Write;
use written::{Way, Written, parse_player, player_of};

/// Longer texts are no positions; the longest one, on 8x8, has about half as many bytes.
const POSITION_LIMIT: usize = 300;

impl Notation for Einstein {
    fn before_roll(&self, position: &Position) -> Option<(Position, usize)> {
        let face = position.die()?;
        let mut before = *position;
        before.set_die(None);
        Some((before, face))
    }

    fn setup_form(&self) -> Option<SetupForm> {
        let stone = |player: PlayerId, label: usize| {
            let word = format!("{}{label}", player_letter(player));
            CellContent::piece(word, format!("{} {label}", player_name(player)), player, label.to_string())
        };
        let labels = 1..=self.variant().stones;
        let mut contents = vec![CellContent::square('.', "free cell", CellKind::Plain)];
        contents.extend(PlayerId::all(2).flat_map(|player| labels.clone().map(move |label| stone(player, label))));
        let players = PlayerId::all(2).map(|player| (player_letter(player), player_name(player)));
        let die = self.variant().die();
        let faces = (0..die.faces())
            .filter(|face| die.shows(*face))
            .map(|face| ((face + 1).to_string(), (face + 1).to_string()));
        let none = [("-".to_string(), "not rolled yet".to_string())];
        let fields = vec![
            SetupField::words("to move", " ", players),
            SetupField::words("die", " ", none.into_iter().chain(faces)),
        ];
        Some(SetupForm { cols: self.board().size(), contents, fields })
    }

    fn position_text(&self, position: &Position) -> String {
        let size = self.board().size();
        let mut text = String::with_capacity(2 * self.board().cells());
        for cell in 0..self.board().cells() {
            if cell > 0 && cell % size == 0 {
                text.push('/');
            }
            match position.occupant(cell as u8) {
                Some((player, stone)) => {
                    write!(text, "{}{}", player_letter(player), stone + 1).expect("writing to a string");
                }
                None => text.push('.'),
            }
        }
        let die = position.die.map_or("-".to_string(), |face| (face + 1).to_string());
        write!(text, " {} {die}", player_letter(position.mover)).expect("writing to a string");
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let refuse = |reason: &str| NotationError::new(text, reason);
        if text.len() > POSITION_LIMIT {
            return Err(refuse("too long for a position"));
        }
        let mut words = text.split_whitespace();
        let rows = words.next().ok_or(refuse("a position is `<ranks from the top> <r or b> <die or ->`"))?;
        let mover = words.next().ok_or(refuse("the player to move is missing: add `r` or `b`"))?;
        let mover = parse_player(mover).ok_or(NotationError::new(mover, "the player to move is `r` or `b`"))?;
        let mut position = Position::empty(mover);
        self.parse_rows(rows, &mut position)?;
        self.check_winner(&mut position).map_err(refuse)?;
        if let Some(die) = words.next() {
            self.parse_die(die, &mut position)?;
        }
        match words.next() {
            Some(extra) => Err(NotationError::new(extra, "nothing follows the die in a position")),
            None => Ok(position),
        }
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        let player = position.mover;
        let from = position.stones(player).cell(mv.stone());
        let to = self.board().target(player, from, mv.step()).unwrap_or(from);
        let sign = if position.occupant(to).is_some() { 'x' } else { '-' };
        // Programs that play step by step ask for the text of every move, so it is put together without formatting.
        let mut text = String::with_capacity(7);
        text.extend([player_letter(player), digit(mv.label())]);
        text.extend(self.board().letters(from));
        text.push(sign);
        text.extend(self.board().letters(to));
        text
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let refuse = |fault: MoveFault| NotationError::new(text, fault.to_string());
        let written = Written::parse(text).ok_or_else(|| refuse(MoveFault::Unreadable))?;
        let stone = self.check_stone(position, &written).map_err(refuse)?;
        let step = match written.way {
            Way::Step(step) => self.check_step(position, stone, step),
            Way::Cells { from, to, capture } => self.check_cells(position, stone, from, to, capture),
        };
        Ok(Move::new(stone, step.map_err(refuse)?))
    }

    fn variant_text(&self) -> String {
        self.variant().to_string()
    }
}

impl Einstein {
    fn parse_rows(&self, text: &str, position: &mut Position) -> Result<(), NotationError> {
        let size = self.board().size();
        let rows = text.split('/').count();
        if rows != size {
            return Err(NotationError::new(text, format!("this board has {size} ranks, separated by `/`, not {rows}")));
        }
        for (row, line) in text.split('/').enumerate() {
            let rank = size - row;
            self.parse_row(row, line, position)
                .map_err(|fault| NotationError::new(line, fault.to_string()))
                .map_err(|error| error.within(format_args!("rank {rank}")))?;
        }
        Ok(())
    }

    fn parse_row(&self, row: usize, line: &str, position: &mut Position) -> Result<(), RankFault> {
        let size = self.board().size();
        let mut characters = line.chars();
        let mut col = 0;
        while let Some(character) = characters.next() {
            if col == size {
                return Err(RankFault::TooLong(size));
            }
            if character != '.' {
                let player = player_of(character).ok_or(RankFault::UnknownCell(character))?;
                let stone = self.parse_stone(player, characters.next())?;
                if position.stones(player).get(stone).is_some() {
                    return Err(RankFault::Twice { player, label: stone + 1 });
                }
                position.put(player, stone, (row * size + col) as u8);
            }
            col += 1;
        }
        if col < size { Err(RankFault::TooShort { found: col, wanted: size }) } else { Ok(()) }
    }

    fn parse_stone(&self, player: PlayerId, label: Option<char>) -> Result<usize, RankFault> {
        let stones = self.variant().stones();
        match label.and_then(|label| label.to_digit(10)) {
            Some(label) if (1..=stones).contains(&(label as usize)) => Ok(label as usize - 1),
            _ => Err(RankFault::NoStone { player, stones }),
        }
    }

    fn check_winner(&self, position: &mut Position) -> Result<(), &'static str> {
        let on_goal = |player| position.stones(player).find(self.board().goal(player)).is_some();
        if position.stones(RED).is_empty() && position.stones(BLUE).is_empty() {
            return Err("no position of the game: neither player has a stone");
        }
        if on_goal(RED) && on_goal(BLUE) {
            return Err("no position of the game: both players stand on their goals");
        }
        position.winner = winner_of(self.board(), position);
        Ok(())
    }

    fn parse_die(&self, text: &str, position: &mut Position) -> Result<(), NotationError> {
        if text == "-" {
            return Ok(());
        }
        let face = self.parse_face(text)?;
        if position.winner.is_some() {
            return Err(NotationError::new(text, "the game is over, so nobody rolls; the die is `-`"));
        }
        self.roll(position, face);
        Ok(())
    }

    /// A face that the die can show, counted from 0.
    pub(super) fn parse_face(&self, text: &str) -> Result<usize, NotationError> {
        let die = self.variant().die();
        match text.parse::<usize>() {
            Ok(number) if number >= 1 && die.shows(number - 1) => Ok(number - 1),
            Ok(number) if (1..=die.faces()).contains(&number) => {
                Err(NotationError::new(text, "this die never shows that face"))
            }
            _ => Err(NotationError::new(text, format!("the die is a number from 1 to {}, or `-`", die.faces()))),
        }
    }

    fn check_stone(&self, position: &Position, written: &Written) -> Result<usize, MoveFault> {
        let mover = position.mover;
        let face = match (self.turn(position), position.die) {
            (Turn::Over, _) => return Err(MoveFault::GameOver),
            (_, None) => return Err(MoveFault::NotRolled),
            (_, Some(face)) => face as usize,
        };
        if written.player.is_some_and(|player| player != mover) {
            return Err(MoveFault::NotTheirTurn(mover));
        }
        let Some(stone) = written.label.checked_sub(1).filter(|stone| *stone < self.variant().stones()) else {
            return Err(MoveFault::UnknownStone(self.variant().stones()));
        };
        if position.stones(mover).get(stone).is_none() {
            return Err(MoveFault::OffBoard { player: mover, label: written.label });
        }
        let allowed = CHOICES[position.stones(mover).mask()][face];
        if allowed >> stone & 1 == 0 {
            let labels: Vec<String> =
                (0..8).filter(|bit| allowed >> bit & 1 == 1).map(|bit| (bit + 1).to_string()).collect();
            return Err(MoveFault::OtherStone { roll: face + 1, allowed: labels.join(" or ") });
        }
        Ok(stone)
    }

    fn check_step(&self, position: &Position, stone: usize, step: Step) -> Result<Step, MoveFault> {
        let from = position.stones(position.mover).cell(stone);
        match self.board().target(position.mover, from, step) {
            Some(_) => Ok(step),
            None => Err(MoveFault::LeavesBoard(self.board().name(from).to_string())),
        }
    }

    fn check_cells(
        &self,
        position: &Position,
        stone: usize,
        from: &str,
        to: &str,
        capture: bool,
    ) -> Result<Step, MoveFault> {
        let board = self.board();
        let mover = position.mover;
        let standing = position.stones(mover).cell(stone);
        if board.named(from) != Some(standing) {
            return Err(MoveFault::Elsewhere {
                player: mover,
                label: stone + 1,
                cell: board.name(standing).to_string(),
            });
        }
        let target = board.named(to).ok_or_else(|| MoveFault::UnknownCell(to.to_string()))?;
        let step = self.step_to(mover, standing, target).ok_or(MoveFault::NoStep(mover))?;
        match (position.occupant(target).is_some(), capture) {
            (true, false) => Err(MoveFault::Occupied(to.to_string())),
            (false, true) => Err(MoveFault::NothingToCapture(to.to_string())),
            _ => Ok(step),
        }
    }

    /// The step that leads from one cell to the other.
    pub(super) fn step_to(&self, player: PlayerId, from: u8, to: u8) -> Option<Step> {
        Step::ALL.into_iter().find(|step| self.board().target(player, from, *step) == Some(to))
    }

    /// The position after a recorded roll. A roll may be left out where the player has a single stone: it would
    /// change nothing.
    pub(super) fn after_roll(&self, position: &Position, face: Option<usize>) -> Result<Position, RollFault> {
        let mut rolled = *position;
        match (self.turn(position), face) {
            (Turn::Over, _) => return Err(RollFault::GameOver),
            (_, Some(face)) => {
                self.roll(&mut rolled, face);
            }
            (_, None) if position.stones(position.mover).count() == 1 => {
                let die = self.variant().die();
                let face = (0..die.faces()).find(|face| die.shows(*face)).expect("some face of a die comes up");
                self.roll(&mut rolled, face);
            }
            (_, None) => return Err(RollFault::Missing),
        }
        Ok(rolled)
    }
}

/// A turn as records write it: `1. 6 r6c5-d4`, with `-` for a roll that was left out.
pub fn turn_text(game: &Einstein, position: &Position, ply: usize, mv: Move) -> String {
    let die = position.die.map_or("-".to_string(), |face| (face + 1).to_string());
    format!("{ply}. {die} {}", game.move_text(position, mv))
}

/// Reads a turn as records write it, from the position before the roll: ply, face (counted from 0) and move.
pub fn parse_turn(
    game: &Einstein,
    position: &Position,
    text: &str,
) -> Result<(usize, Option<usize>, Move), NotationError> {
    let shape = || NotationError::new(text, "a turn is written `<ply>. <die> <move>`, for example `1. 6 r6c5-d4`");
    let mut words = text.split_whitespace();
    let (Some(ply), Some(die), Some(mv), None) = (words.next(), words.next(), words.next(), words.next()) else {
        return Err(shape());
    };
    let ply = ply.strip_suffix('.').and_then(|ply| ply.parse().ok()).ok_or_else(shape)?;
    let face = if die == "-" { None } else { Some(game.parse_face(die)?) };
    let rolled = game.after_roll(position, face).map_err(|fault| NotationError::new(text, fault.to_string()))?;
    Ok((ply, face, game.parse_move(&rolled, mv)?))
}
