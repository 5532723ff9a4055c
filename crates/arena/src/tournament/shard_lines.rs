//! Lines of a shard file: one per game, fields separated by tabs.

use crate::{Effort, Fault, GameRecord, MoveEvaluation, Outcome, Termination};
use plyground_core::{MAX_PLAYERS, Payoffs, PlayerId};
use std::fmt::Write;
use std::str::FromStr;
use std::time::Duration;

/// The lines of a game, each with its line feed.
pub fn write(record: &GameRecord) -> String {
    let outcome = &record.outcome;
    let seats = outcome.payoffs.as_slice().len();
    let efforts = &outcome.efforts[..seats];
    let mut text = format!(
        "game\t{}\t{}\t{:016x}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
        record.number,
        record.opening,
        record.seed,
        outcome.termination.code(),
        joined(outcome.payoffs.as_slice().iter()),
        outcome.turns,
        joined(efforts.iter().map(|effort| effort.moves)),
        joined(efforts.iter().map(|effort| effort.nodes)),
        joined(efforts.iter().map(|effort| effort.time.as_micros())),
        record.code.iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        }),
        escape(&record.start)
    );
    for fault in &outcome.faults {
        let (seat, kind) = (fault.seat.number(), fault.kind.code());
        let _ = writeln!(text, "fault\t{}\t{seat}\t{kind}\t{}", fault.turn, escape(&fault.detail));
    }
    for note in &record.evaluations {
        let micros = note.time.as_micros();
        let _ = writeln!(text, "thought\t{}\t{}\t{}\t{micros}", note.value, note.depth, note.nodes);
    }
    text
}

/// Adds what a line says: a game, or something about the last one. `None` for a line that [`write`] does not write.
pub fn read(line: &str, records: &mut Vec<GameRecord>) -> Option<()> {
    let mut fields = line.split('\t');
    match fields.next()? {
        "game" => records.push(read_game(&mut fields)?),
        "fault" => {
            let turn = number(&mut fields)?;
            let seat = PlayerId::from_number(number(&mut fields)?)?;
            let kind = Termination::from_code(number(&mut fields)?)?;
            let detail = unescape(fields.next()?)?;
            records.last_mut()?.outcome.faults.push(Fault { seat, kind, turn, detail });
        }
        "thought" => {
            let (value, depth, nodes) = (number(&mut fields)?, number(&mut fields)?, number(&mut fields)?);
            let time = Duration::from_micros(number(&mut fields)?);
            records.last_mut()?.evaluations.push(MoveEvaluation { value, chance: None, depth, nodes, time });
        }
        _ => return None,
    }
    fields.next().is_none().then_some(())
}

fn read_game<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Option<GameRecord> {
    let (game, opening) = (number(fields)?, number(fields)?);
    let seed = u64::from_str_radix(fields.next()?, 16).ok()?;
    let termination = Termination::from_code(number(fields)?)?;
    let payoffs: Vec<f64> = numbers(fields)?;
    let turns = number(fields)?;
    let (moves, nodes, micros): (Vec<u64>, Vec<u64>, Vec<u64>) = (numbers(fields)?, numbers(fields)?, numbers(fields)?);
    if ![payoffs.len(), moves.len(), nodes.len()].iter().all(|count| *count == micros.len()) {
        return None;
    }
    let mut efforts = [Effort::default(); MAX_PLAYERS];
    for seat in 0..payoffs.len() {
        let time = Duration::from_micros(micros[seat]);
        efforts[seat] = Effort { moves: moves[seat], nodes: nodes[seat], time, ..Effort::default() };
    }
    let hex = fields.next()?;
    let code = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok());
    let code: Option<Vec<u8>> = code.collect();
    let outcome = Outcome { payoffs: Payoffs::new(&payoffs), termination, faults: Vec::new(), turns, efforts };
    let (code, start) = (code?, unescape(fields.next()?)?);
    Some(GameRecord { number: game, opening, start, seed, outcome, code, evaluations: Vec::new() })
}

fn number<'a, T: FromStr>(fields: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    fields.next()?.parse().ok()
}

fn numbers<'a, T: FromStr>(fields: &mut impl Iterator<Item = &'a str>) -> Option<Vec<T>> {
    let numbers: Option<Vec<T>> = fields.next()?.split(' ').map(|word| word.parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() <= MAX_PLAYERS)
}

fn joined(numbers: impl Iterator<Item = impl std::fmt::Display>) -> String {
    let words: Vec<String> = numbers.map(|number| number.to_string()).collect();
    words.join(" ")
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescape(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => match characters.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            other => other,
        });
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn example() -> GameRecord {
        let mut efforts = [Effort::default(); MAX_PLAYERS];
        efforts[0] = Effort { moves: 3, nodes: 40, time: Duration::from_micros(17), ..Effort::default() };
        let detail = "player 2 panicked (tab\there\nand \\ there)".to_string();
        let fault = Fault { seat: PlayerId::SECOND, kind: Termination::Crash, turn: 5, detail };
        GameRecord {
            number: 41,
            opening: 20,
            start: "r1 b2\tx".to_string(),
            seed: u64::MAX,
            outcome: Outcome {
                payoffs: Payoffs::new(&[1.0, -0.5, 17.25]),
                termination: Termination::Crash,
                faults: vec![fault],
                turns: 5,
                efforts,
            },
            code: vec![0, 255, 16],
            evaluations: vec![MoveEvaluation {
                value: -0.25,
                chance: None,
                depth: 4,
                nodes: 9,
                time: Duration::from_micros(3),
            }],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut read_back = Vec::new();
        for line in write(&example()).lines() {
            read(line, &mut read_back).unwrap_or_else(|| panic!("{line}"));
        }
        assert_eq!(read_back, [example()]);
    }

    proptest! {
        #[test]
        fn damaged_lines_never_panic(cut in 0usize..200, place in 0usize..200, with in any::<char>()) {
            let text = write(&example());
            let mut characters: Vec<char> = text.chars().take(cut).collect();
            if place < characters.len() {
                characters[place] = with;
            }
            let mut records = Vec::new();
            for line in characters.into_iter().collect::<String>().lines() {
                if read(line, &mut records).is_none() {
                    break;
                }
            }
            prop_assert!(records.len() <= 1);
        }
    }
}
