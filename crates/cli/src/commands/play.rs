//! `plyground play`: a game at the terminal.

use super::{record, show};
use crate::args::PlayArgs;
use crate::opened_game::{OpenedGame, find_map, open};
use crate::{Answer, print};
use anyhow::{Context, Result, bail};
use plyground_arena::files;
use plyground_core::{
    AnyGame, AnyMove, Click, Drawable, Game, GameEvent, MapText, Mark, Notation, PlayerId, Rng, Turn,
};
use plyground_engine::{Player, Request, SearchRequest, Spec, build};
use plyground_picture::terminal::{self, Style};
use plyground_search::Limits;
use std::fs;
use std::io::{self, BufRead};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// Who sits in the seats that were not given away.
const DEFAULT_PLAYER: &str = "best";
/// A line of input longer than this is nobody's move.
const LONGEST_LINE: u64 = 4096;

const HELP: &str = "\
type a move as it stands in the list, or:
  moves    list the legal moves
  board    draw the board again
  undo     take back your last move
  help     this list
  quit     stop here";

/// Plays a game.
pub fn run(args: &PlayArgs, style: Style) -> Result<Answer> {
    let limits = args.limits.limits();
    let mut specs = Vec::new();
    for text in &args.players {
        specs.push(text.parse::<Spec>()?);
    }
    let map = args.place.map.as_deref().map(|map| find_map(&args.place.game, map)).transpose()?;
    let seed = args.seed.unwrap_or_else(clock_seed);
    let options = Options { deal: args.deal, real_die: args.real_die, record: args.record.clone(), map, style };
    Play { specs, limits, seed, options }.run(open(&args.place)?)
}

/// A seed for people who named none.
pub fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64)
}

struct Options {
    deal: bool,
    real_die: bool,
    record: Option<PathBuf>,
    map: Option<MapText>,
    style: Style,
}

struct Play {
    specs: Vec<Spec>,
    limits: Limits,
    seed: u64,
    options: Options,
}

impl Play {
    fn run(self, mut opened: OpenedGame) -> Result<Answer> {
        let seats = seat_players(&opened, self.specs, self.seed)?;
        if self.options.deal {
            if !opened.events.is_empty() {
                bail!("--deal draws the first position, so it cannot be combined with --moves");
            }
            opened.start = opened.game.random_start(&mut Rng::part(self.seed, 1));
            opened.position = opened.start.clone();
        }
        let dice = Rng::part(self.seed, 2);
        let mut session = PlaySession { opened, seats, limits: self.limits, dice, options: self.options, kept: None };
        session.play()?;
        session.finish()?;
        Ok(Answer::Yes)
    }
}

/// Who sits where: a person, or a machine with its spec.
enum Seat {
    Human,
    Machine(Spec, Box<dyn Player<AnyGame>>),
}

fn seat_players(opened: &OpenedGame, mut specs: Vec<Spec>, seed: u64) -> Result<Vec<Seat>> {
    let wanted = opened.game.facts().players;
    if specs.len() > wanted {
        bail!("{} has {wanted} seats here, but {} players were named", opened.name, specs.len());
    }
    if specs.is_empty() {
        specs.push(Spec::named("human"));
    }
    specs.resize(wanted, Spec::named(DEFAULT_PLAYER));
    let mut seats = Vec::new();
    for (index, spec) in specs.into_iter().enumerate() {
        if spec.name == "human" {
            seats.push(Seat::Human);
        } else {
            let player = build(&spec, &opened.game, Rng::part(seed, 100 + index as u64).bits())?;
            seats.push(Seat::Machine(spec, player));
        }
    }
    Ok(seats)
}

/// What a person answered.
enum Reply {
    Line(String),
    EndOfInput,
}

/// What happened at a person's turn.
enum Step {
    Moved,
    TookBack,
    Quit,
}

struct PlaySession {
    opened: OpenedGame,
    seats: Vec<Seat>,
    limits: Limits,
    dice: Rng,
    options: Options,
    /// The record as it was last written.
    kept: Option<String>,
}

impl PlaySession {
    fn play(&mut self) -> Result<()> {
        self.introduce()?;
        loop {
            // Whatever ends the program, the record is there.
            self.keep(false)?;
            match self.opened.game.turn(&self.opened.position) {
                Turn::Over => return Ok(()),
                Turn::Chance => {
                    if !self.roll()? {
                        return Ok(());
                    }
                }
                Turn::Player(player) => {
                    let step = match &self.seats[player.index()] {
                        Seat::Human => self.human_turn(player)?,
                        Seat::Machine(..) => self.machine_turn(player)?,
                    };
                    if matches!(step, Step::Quit) {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn introduce(&self) -> Result<()> {
        let mut text = String::new();
        for (index, seat) in self.seats.iter().enumerate() {
            let name = self.opened.player_name(PlayerId::from_index(index));
            match seat {
                Seat::Human => text.push_str(&format!("{name}: you\n")),
                Seat::Machine(spec, _) => text.push_str(&format!("{name}: {spec}\n")),
            }
        }
        if self.has_human() {
            text.push_str("`help` lists what you can type.\n");
        }
        print::text(&text)
    }

    fn has_human(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Human))
    }

    fn draw(&self) -> Result<()> {
        let mut scene = self.opened.game.scene(&self.opened.position);
        let clicked = self.last_clicked();
        let has_piece = |cell: &usize| scene.cells.get(*cell).is_some_and(|cell| cell.piece.is_some());
        let ended = clicked.iter().rev().copied().find(has_piece).or(clicked.last().copied());
        if let Some(cell) = ended.and_then(|cell| scene.cells.get_mut(cell)) {
            cell.mark = Some(Mark::LastMove);
        }
        print::text(&format!("\n{}", terminal::draw(&scene, self.options.style)))
    }

    /// The cells that enter the last move; none before the first.
    fn last_clicked(&self) -> Vec<usize> {
        let Some((GameEvent::Turn((outcome, mv)), before)) = self.opened.events.split_last() else { return Vec::new() };
        let mut position = self.opened.start.clone();
        before.iter().for_each(|event| event.apply(&self.opened.game, &mut position));
        if let (Turn::Chance, Some(face)) = (self.opened.game.turn(&position), outcome) {
            self.opened.game.roll(&mut position, *face);
        }
        let clicks = self.opened.game.clicks(&position, *mv);
        clicks.into_iter().filter_map(|click| if let Click::Cell(cell) = click { Some(cell) } else { None }).collect()
    }

    /// Rolls, or asks for a roll; false when the input has ended.
    fn roll(&mut self) -> Result<bool> {
        if !self.options.real_die {
            let face = self.dice.weighted(self.opened.game.outcomes(&self.opened.position));
            self.opened.game.roll(&mut self.opened.position, face);
            return Ok(true);
        }
        let name = self.mover_name();
        loop {
            match self.ask(&format!("{name} rolls: "))? {
                Reply::EndOfInput => return Ok(false),
                Reply::Line(line) => match self.opened.parse_face(&self.opened.position, &line) {
                    Ok(face) => {
                        self.opened.game.roll(&mut self.opened.position, face);
                        return Ok(true);
                    }
                    Err(error) => print::text(&format!("{error}\n"))?,
                },
            }
        }
    }

    fn mover_name(&self) -> String {
        let mover = self.opened.game.mover(&self.opened.position);
        mover.map(|player| self.opened.player_name(player)).unwrap_or_default()
    }

    fn human_turn(&mut self, player: PlayerId) -> Result<Step> {
        self.draw()?;
        loop {
            let roll = self.opened.game.scene(&self.opened.position).die.map(|die| format!(" has rolled {die}"));
            let prompt = format!("{}{}, your move: ", self.opened.player_name(player), roll.unwrap_or_default());
            let line = match self.ask(&prompt)? {
                Reply::Line(line) => line,
                Reply::EndOfInput => return Ok(Step::Quit),
            };
            match line.trim() {
                "" => {}
                "help" | "?" => print::text(&format!("{HELP}\n"))?,
                "board" => self.draw()?,
                "moves" => print::text(&format!("{}\n", self.opened.legal(&self.opened.position).join(" ")))?,
                "quit" | "exit" => return Ok(Step::Quit),
                "undo" | "takeback" => {
                    if self.take_back(player) {
                        return Ok(Step::TookBack);
                    }
                    print::text("there is no move of yours to take back\n")?;
                }
                text => match self.opened.game.parse_move(&self.opened.position, text) {
                    Ok(mv) => {
                        self.make(mv);
                        return Ok(Step::Moved);
                    }
                    Err(error) => print::text(&format!("{error}\n"))?,
                },
            }
        }
    }

    fn machine_turn(&mut self, player: PlayerId) -> Result<Step> {
        let Seat::Machine(spec, machine) = &mut self.seats[player.index()] else {
            unreachable!("only machines get here");
        };
        let request = Request::from(SearchRequest::new(&self.opened.game, &self.opened.position).within(self.limits));
        let report = machine.think(request);
        let Some(mv) = report.best.filter(|mv| self.opened.game.is_legal(&self.opened.position, *mv)) else {
            let reason = machine.failure().map_or("answered without a legal move".to_string(), |f| f.to_string());
            bail!("{spec} {reason} in {}", self.opened.game.position_text(&self.opened.position));
        };
        let roll =
            self.opened.game.scene(&self.opened.position).die.map(|die| format!(" rolls {die},")).unwrap_or_default();
        let text = self.opened.game.move_text(&self.opened.position, mv);
        print::text(&format!("{}{roll} plays {text}\n", self.opened.player_name(player)))?;
        self.make(mv);
        Ok(Step::Moved)
    }

    /// Makes a move and remembers the turn with the roll it answered.
    fn make(&mut self, mv: AnyMove) {
        let rolled = self.opened.game.scene(&self.opened.position).die;
        self.opened.events.push(GameEvent::Turn((rolled.map(|face| face - 1), mv)));
        self.opened.game.make(&mut self.opened.position, mv);
    }

    /// Goes back to where `player` last moved; the same roll lies on the table again.
    fn take_back(&mut self, player: PlayerId) -> bool {
        let mut movers = Vec::new();
        let mut position = self.opened.start.clone();
        for event in &self.opened.events {
            movers.push(event.turn().and_then(|_| self.opened.game.mover(&position)));
            event.apply(&self.opened.game, &mut position);
        }
        let Some(last) = movers.iter().rposition(|mover| *mover == Some(player)) else {
            return false;
        };
        let roll = self.opened.events[last].turn().and_then(|turn| turn.0);
        self.opened.events.truncate(last);
        let mut position = self.opened.start.clone();
        for event in &self.opened.events {
            event.apply(&self.opened.game, &mut position);
        }
        if let (Some(face), Turn::Chance) = (roll, self.opened.game.turn(&position)) {
            self.opened.game.roll(&mut position, face);
        }
        self.opened.position = position;
        true
    }

    fn ask(&self, prompt: &str) -> Result<Reply> {
        print::text(prompt)?;
        let mut bytes = Vec::new();
        let mut input = io::stdin().lock();
        io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut bytes).context("cannot read the input")?;
        if bytes.is_empty() {
            print::text("\n")?;
            return Ok(Reply::EndOfInput);
        }
        Ok(Reply::Line(String::from_utf8_lossy(&bytes).trim_end().to_string()))
    }

    fn finish(&mut self) -> Result<()> {
        self.draw()?;
        if self.opened.game.turn(&self.opened.position) == Turn::Over {
            print::text(&format!("{}\n", show::result_text(&self.opened, &self.opened.position)))?;
        } else {
            print::text("the game is not finished; go on later from here with\n")?;
            print::text(&format!("  --position \"{}\"\n", self.opened.game.position_text(&self.opened.position)))?;
        }
        self.keep(true)
    }

    /// Writes the game as it stands to the file that was named, if it has changed. A pipe or a device gets it once, at the end.
    fn keep(&mut self, is_last: bool) -> Result<()> {
        let Some(path) = &self.options.record else {
            return Ok(());
        };
        let specs: Vec<String> = self
            .seats
            .iter()
            .map(|seat| match seat {
                Seat::Human => "human".to_string(),
                Seat::Machine(spec, _) => spec.to_string(),
            })
            .collect();
        let text = format!("{:#}\n", record::write(&self.opened, self.options.map.as_ref(), &specs));
        if self.kept.as_ref() == Some(&text) {
            return Ok(());
        }
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        let written = match fs::metadata(&target) {
            Ok(facts) if !facts.is_file() => {
                if is_last {
                    fs::write(&target, &text)
                } else {
                    return Ok(());
                }
            }
            _ => files::replace_readable(&target, text.as_bytes()),
        };
        self.kept = Some(text);
        written.with_context(|| format!("cannot write {}", path.display()))
    }
}
