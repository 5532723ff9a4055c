//! `plyground replay`.

mod chances;

use super::{record, show};
use crate::args::ReplayArgs;
use crate::opened_game::{OpenedGame, open_setup, setup_of};
use crate::{Answer, print};
use anyhow::Result;
use chances::PlyChances;
use plyground_arena::LoadedRecord;
use plyground_core::{AnyMove, AnyPosition, Game, GameEvent, Notation, PlayedTurn, PlayerId};
use plyground_engine::chances::{NOTABLE_LOSS, reason};
use plyground_engine::luck::{Assessor, DEFAULT_PLAYER, Judgement, LuckReport};
use plyground_engine::{Spec, build};
use plyground_picture::terminal::Style;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Plays recorded moves and checks each. Nothing is printed unless all of them are legal.
pub fn run(args: &ReplayArgs, style: Style) -> Result<Answer> {
    let judge =
        if args.analyze { Some((args.player.as_deref().map(str::parse).transpose()?, args.nodes)) } else { None };
    let command = Replay { json: args.json, style, judge };
    let place = &args.place;
    let record = match &args.record {
        Some(path) => record::read(&place.game, path, args.tournament.as_deref(), args.number)?,
        None => LoadedRecord {
            game: place.game.clone(),
            setup: setup_of(place)?,
            moves: place.moves.clone().unwrap_or_default(),
        },
    };
    let opened = open_setup(&record.game, &record.setup, &record.moves)?;
    let Some(format) = &args.format else { return command.run(opened) };
    print::text(&record.export(format)?)?;
    Ok(Answer::Yes)
}

struct Replay {
    json: bool,
    style: Style,
    /// Who judges luck, and how many positions they may search before they give their opinion.
    judge: Option<(Option<Spec>, u64)>,
}

impl Replay {
    fn run(self, opened: OpenedGame) -> Result<Answer> {
        let analysis = match &self.judge {
            Some((spec, nodes)) => analyse(&opened, spec.as_ref(), *nodes)?,
            None => Analysis { luck: None, chances: Vec::new() },
        };
        let text = if self.json { as_json(&opened, &analysis) } else { self.as_text(&opened, &analysis) };
        print::text(&text)?;
        Ok(Answer::Yes)
    }
}

/// What was thought of the game: nothing unless it was asked for.
struct Analysis {
    /// With dice and two players, what was luck and what was skill.
    luck: Option<LuckReport<AnyMove>>,
    /// The chances before every turn, and at the end.
    chances: Vec<PlyChances>,
}

fn analyse(opened: &OpenedGame, spec: Option<&Spec>, nodes: u64) -> Result<Analysis> {
    let facts = opened.game.facts();
    if !facts.chance || facts.players != 2 {
        let strongest = Spec::named("best");
        let mut player = build(spec.unwrap_or(&strongest), &opened.game, 1)?;
        return Ok(Analysis { luck: None, chances: chances::along_game(opened, player.as_mut()) });
    }
    let usual: Spec = DEFAULT_PLAYER.parse()?;
    let mut assessor = Assessor::new(spec.unwrap_or(&usual), &opened.game, 1, nodes)?;
    let turns: Vec<PlayedTurn<AnyMove>> = opened.events.iter().filter_map(GameEvent::turn).collect();
    let luck = assessor.account(&opened.game, &opened.start, &turns);
    let chances = chances::of_luck(&luck);
    Ok(Analysis { luck: Some(luck), chances })
}

impl Replay {
    fn as_text(&self, opened: &OpenedGame, analysis: &Analysis) -> String {
        let mut position = opened.start.clone();
        let mut text = String::new();
        for (index, event) in opened.events.iter().enumerate() {
            let mv = event.text(&opened.game, &position);
            let _ = writeln!(text, "{:>4}. {:<12} {}", index + 1, mv, opened.game.position_text(&position));
            event.apply(&opened.game, &mut position);
        }
        text.push_str(&show::as_text(opened, &position, self.style));
        if let Some(account) = &analysis.luck {
            text.push_str(&luck_text(opened, account));
        } else if !analysis.chances.is_empty() {
            text.push_str(&chances::table(opened, &analysis.chances));
        }
        text
    }
}

fn as_json(opened: &OpenedGame, analysis: &Analysis) -> String {
    let account = analysis.luck.as_ref();
    let mut position = opened.start.clone();
    let mut text = String::new();
    for (index, event) in opened.events.iter().enumerate() {
        let mut fields = show::fields(opened, &position);
        fields.insert("move".into(), event.text(&opened.game, &position).into());
        // Luck is judged only in games of two, where a disqualification can only come last.
        if let (Some(judgement), Some((face, _))) = (account.and_then(|account| account.turns.get(index)), event.turn())
        {
            fields.insert(
                "analysis".into(),
                judgement_json(opened, &position, face, judgement, reason_text(opened, &position, event, judgement)),
            );
        } else if let (None, Some(ply)) = (account, analysis.chances.get(index)) {
            fields.insert("analysis".into(), chances::fields(ply));
        }
        insert_chances(&mut fields, analysis.chances.get(index));
        let _ = writeln!(text, "{}", Value::Object(fields));
        event.apply(&opened.game, &mut position);
    }
    let mut fields = show::fields(opened, &position);
    insert_chances(&mut fields, analysis.chances.get(opened.events.len()));
    if let Some(account) = account {
        let players = PlayerId::all(2).map(|player| {
            json!({
                "player": player.number(),
                "moves": account.turns.iter().filter(|turn| turn.player == player).count(),
                "luck": account.luck[player.index()],
                "error": account.error[player.index()],
            })
        });
        let sums = json!({
            "players": players.collect::<Vec<_>>(),
            "start": account.start,
            "end": account.end,
            "drift": account.drift(),
        });
        fields.insert("luck".into(), sums);
    }
    let _ = writeln!(text, "{}", Value::Object(fields));
    text
}

fn insert_chances(fields: &mut Map<String, Value>, ply: Option<&PlyChances>) {
    if let Some(ply) = ply {
        fields.insert("chances".into(), json!(ply.chances.as_slice()));
    }
}

/// The best move as text; `face` is what was rolled, if it was not on the table before.
fn best_text(
    opened: &OpenedGame,
    before: &AnyPosition,
    face: Option<usize>,
    judgement: &Judgement<AnyMove>,
) -> Option<String> {
    judgement.best.map(|mv| GameEvent::Turn((face, mv)).text(&opened.game, before))
}

/// Why a move that lost something is worse than the best one, as far as features show it.
fn reason_text(
    opened: &OpenedGame,
    before: &AnyPosition,
    event: &GameEvent<AnyMove>,
    judgement: &Judgement<AnyMove>,
) -> Option<String> {
    let (_, played) = event.turn()?;
    let best = judgement.best.filter(|best| *best != played && judgement.error() >= NOTABLE_LOSS)?;
    reason(&opened.game, &event.after_roll(&opened.game, before), played, best)
}

fn judgement_json(
    opened: &OpenedGame,
    before: &AnyPosition,
    face: Option<usize>,
    judgement: &Judgement<AnyMove>,
    reason: Option<String>,
) -> Value {
    json!({
        "reason": reason,
        "player": judgement.player.number(),
        "before": judgement.before,
        "after_roll": judgement.after_roll,
        "after_move": judgement.after_move,
        "luck": judgement.luck(),
        "error": judgement.error(),
        "best": best_text(opened, before, face, judgement),
        "exact": judgement.exact,
    })
}

fn luck_text(opened: &OpenedGame, account: &LuckReport<AnyMove>) -> String {
    let percent = |value: f64| format!("{:.1}", 100.0 * value);
    // Adding zero keeps what is rounded away from becoming "-0.0".
    let signed = |value: f64| format!("{:+.1}", (1000.0 * value).round() / 10.0 + 0.0);
    let header = ["", "turn", "player", "before", "after roll", "after move", "luck", "error", "better", ""];
    let mut rows = vec![header.map(String::from).to_vec()];
    let mut position = opened.start.clone();
    for (index, (event, judged)) in opened.events.iter().zip(&account.turns).enumerate() {
        let face = event.turn().and_then(|turn| turn.0);
        let (played, best) = (event.text(&opened.game, &position), best_text(opened, &position, face, judged));
        let why = match (reason_text(opened, &position, event, judged), judged.exact) {
            (Some(reason), true) => format!("; the move {reason}"),
            (Some(reason), false) => format!("the move {reason}"),
            (None, _) => String::new(),
        };
        // Equally good moves are no improvement.
        let better = best.filter(|best| *best != played && judged.error() > 1e-9).unwrap_or_default();
        rows.push(vec![
            format!("{}.", index + 1),
            played,
            opened.player_name(judged.player),
            percent(judged.before),
            percent(judged.after_roll),
            percent(judged.after_move),
            signed(judged.luck()),
            signed(-judged.error()),
            better,
            [if judged.exact { "exact" } else { "" }.to_string(), why].concat(),
        ]);
        event.apply(&opened.game, &mut position);
    }
    let mut text = format!("\nWin probabilities of the player who moves, in per cent:\n{}", print::columns(&rows));
    for player in PlayerId::all(2) {
        let (luck, error) = (account.luck[player.index()], account.error[player.index()]);
        let _ = writeln!(text, "{}: luck {}, errors {}", opened.player_name(player), signed(luck), signed(-error));
    }
    if account.drift().abs() > 1e-9 {
        let _ = writeln!(text, "the values themselves drifted by {} for the first player", signed(account.drift()));
    }
    text
}
