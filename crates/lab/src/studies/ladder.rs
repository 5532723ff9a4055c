//! Every kind of player by strength against cost.

use crate::plot::{Axis, Chart, Dot, Series, Stroke};
use crate::report::{Column, DataTable, FindingVerdict, ReportTable, StudyReport, TableValue};
use crate::study_match::{self, StudyMatch};
use crate::{Comparison, DataRow, Judgement, LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions, math};
use plyground_arena::OpeningRule;
use plyground_arena::stats::{Pentanomial, strengths};
use plyground_core::{Game, Rng};
use plyground_engine::{PlayerInfo, Spec, build, infos};
use plyground_search::Limits;

/// The study.
pub struct Ladder;

/// Kinds that cannot play alone.
const ABSENT: [&str; 2] = ["human", "process"];
/// Random plies before a game that has neither random starts nor dice.
const OPENING_PLIES: usize = 4;
/// Samples of the bootstrap.
const SAMPLES: u64 = 200;

impl Study for Ladder {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "ladder",
            question: "How strong is every kind of player, and what does it cost per move?",
            source: "ours",
            timed: false,
            takes_games: true,
            takes_maps: false,
            takes_player: false,
            takes_shard: true,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let mut cells = Vec::new();
        for board in StudyBoard::of_every_game() {
            let game = board.game;
            // The ladder is made of matches between two players.
            let Some(entrants) = entrants_of(&board, nodes(options))? else { continue };
            let Entrants { specs, openings } = entrants;
            let specs: Vec<String> = if options.size == crate::Size::Smallest {
                specs.into_iter().filter(|spec| ["random", "first", "greedy"].contains(&spec.as_str())).collect()
            } else {
                specs
            };
            for (place, one) in specs.iter().enumerate() {
                for two in &specs[place + 1..] {
                    let study_match = StudyMatch {
                        board: board.clone(),
                        specs: [one.clone(), two.clone()],
                        limits: Limits::nodes(nodes(options)),
                        games: options.games(2, 30, 200),
                        seed: options.seed_of(game),
                        openings,
                    };
                    let base = DataRow::new().text("game", game).text("one", one).text("two", two);
                    let heavy = [one, two].iter().filter(|spec| spec.contains("nodes")).count();
                    cells.push(StudyCell::new(
                        format!("{game}, {one} - {two}"),
                        1.0 + 4.0 * heavy as f64,
                        move |cancel| Ok(study_match.play(cancel)?.map(|row| vec![base.clone().and(&row)])),
                    ));
                }
            }
        }
        Ok(cells)
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        report.add_method(format!(
            "Each player of a game meets each other player in pairs of games from the same openings with swapped seats. Openings are \
             random set-ups and dice where the game has them, elsewhere {OPENING_PLIES} random plies. Kinds that think until told to stop get {} nodes a move and \
             otherwise their defaults; the others play as they are. Elo follows the Bradley-Terry model with mean 0 in each game; \
             its intervals come from the spread over {SAMPLES} bootstrap samples of the pairs, and those of leads from the same samples of both \
             players. Numbers of different games cannot be compared. \
             Milliseconds per move were measured while all cores were busy.",
            nodes(options)
        ));
        for game in table.words("game") {
            let ladder = GameRatings::of(table, &game, options.seed_of("bootstrap"));
            report.sheets.push(ladder.sheet());
            ladder.draw(&mut report)?;
            ladder.judge(&mut report);
        }
        Ok(report)
    }
}

fn nodes(options: &StudyOptions) -> u64 {
    options.size.pick(30, 300, 3000)
}

/// Who plays a game, and from where.
struct Entrants {
    specs: Vec<String>,
    openings: OpeningRule,
}

/// Every kind of player that can play a game for two; `None` for more players.
fn entrants_of(board: &StudyBoard, nodes: u64) -> Result<Option<Entrants>, LabError> {
    let (game, _) = board.open()?;
    if game.facts().players != 2 {
        return Ok(None);
    }
    let openings = match OpeningRule::Auto.resolve(&game, false) {
        OpeningRule::Random(_) => OpeningRule::Random(OPENING_PLIES),
        other => other,
    };
    let fits = |info: &PlayerInfo| {
        let at_home = info.game.is_none_or(|name| name == board.game);
        at_home && !ABSENT.contains(&info.name) && (info.refuses)(&game.facts()).is_none()
    };
    let spec = |info: PlayerInfo| {
        let limited = info.params.iter().any(|param| param.name == "nodes");
        if limited { format!("{}(nodes={nodes})", info.name) } else { info.name.to_string() }
    };
    let plays = |spec: &String| spec.parse::<Spec>().is_ok_and(|spec| build(&spec, &game, 0).is_ok());
    let specs = infos().into_iter().filter(fits).map(spec).filter(plays).collect();
    Ok(Some(Entrants { specs, openings }))
}

/// One player of a game.
struct RatedPlayer {
    name: String,
    elo: [f64; 3],
    /// Elo in each sample of the bootstrap; all players are rated by the same samples.
    resamples: Vec<f64>,
    milliseconds: f64,
    /// Milliseconds per move against each opponent.
    times: Vec<(String, f64)>,
    nodes: f64,
    score: f64,
}

struct GameRatings {
    game: String,
    players: Vec<RatedPlayer>,
    /// Pairs of games in the shortest match.
    pairs: u64,
}

impl GameRatings {
    fn of(table: &DataTable, game: &str, seed: u64) -> Self {
        let rows: Vec<&DataRow> = table.rows().iter().filter(|row| row.is("game", game)).collect();
        let mut names: Vec<String> = Vec::new();
        for row in &rows {
            for name in [row.word("one"), row.word("two")] {
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_string());
                }
            }
        }
        let number = |name: &str| names.iter().position(|known| known == name).unwrap_or(0);
        let met: Vec<(usize, usize, Pentanomial)> = rows
            .iter()
            .map(|row| (number(row.word("one")), number(row.word("two")), study_match::pairs(std::iter::once(*row))))
            .collect();
        let elo = elo(names.len(), &met);
        let mut samples = vec![Vec::new(); names.len()];
        for sample in 0..SAMPLES {
            let mut rng = Rng::part(seed, sample);
            let drawn: Vec<_> =
                met.iter().map(|(one, two, pairs)| (*one, *two, study_match::resampled(pairs, &mut rng))).collect();
            self::elo(names.len(), &drawn).into_iter().zip(&mut samples).for_each(|(elo, all)| all.push(elo));
        }
        let pairs = met.iter().map(|(_, _, pairs)| pairs.pairs()).min().unwrap_or(0);
        let rated = names.iter().zip(samples).enumerate().map(|(player, (name, resamples))| {
            let times = costs(&rows, name, "seconds per move", 1000.0);
            let nodes = costs(&rows, name, "nodes per move", 1.0);
            let mean = |costs: &[(String, f64)]| math::mean(&costs.iter().map(|cost| cost.1).collect::<Vec<_>>());
            RatedPlayer {
                name: name.clone(),
                elo: Comparison::of_resamples(elo[player], &resamples, pairs, 1).interval,
                resamples,
                milliseconds: mean(&times),
                times,
                nodes: mean(&nodes),
                score: score(player, &met),
            }
        });
        let mut players: Vec<RatedPlayer> = rated.collect();
        players.sort_by(|a, b| b.elo[1].total_cmp(&a.elo[1]));
        GameRatings { game: game.to_string(), players, pairs }
    }

    /// The Elo of one player minus that of another.
    fn lead(&self, one: &RatedPlayer, other: &RatedPlayer, looks: usize) -> Comparison {
        let differences: Vec<f64> = one.resamples.iter().zip(&other.resamples).map(|(a, b)| a - b).collect();
        Comparison::of_resamples(one.elo[1] - other.elo[1], &differences, self.pairs, looks)
    }

    /// The time of one player over that of another, against the opponents that both met.
    fn time_ratio(one: &RatedPlayer, other: &RatedPlayer, looks: usize) -> Comparison {
        let ratio = |(opponent, time): &(String, f64)| {
            let theirs = other.times.iter().find(|(name, _)| name == opponent)?.1;
            (theirs > 0.0).then(|| time / theirs)
        };
        Comparison::of_ratios(&one.times.iter().filter_map(ratio).collect::<Vec<_>>(), looks)
    }

    fn sheet(&self) -> ReportTable {
        let columns = vec![
            Column::new("player", "", "spec of the player"),
            Column::new("Elo", "Elo", "strength by the Bradley-Terry model, mean 0 in the game"),
            Column::new("score, %", "%", "mean share of the points over all opponents"),
            Column::new(
                "milliseconds per move",
                "ms",
                "mean time per move on the clock, other games running beside it",
            ),
            Column::new("nodes per move", "", "mean nodes per move"),
        ];
        let mut sheet = ReportTable::new(&self.game, &format!("{}: strength and cost", self.game), columns);
        for player in &self.players {
            sheet.add(vec![
                player.name.as_str().into(),
                TableValue::Estimate(player.elo, 0),
                TableValue::Number(player.score, 1),
                TableValue::Number(player.milliseconds, 4),
                TableValue::Number(player.nodes, 0),
            ]);
        }
        sheet
    }

    fn draw(&self, report: &mut StudyReport) -> Result<(), LabError> {
        let dots = self.players.iter().map(|player| {
            let short = player.name.split("(nodes").next().unwrap_or(&player.name);
            Dot::between(player.milliseconds.max(1e-5), player.elo).named(short)
        });
        let dots: Vec<Dot> = dots.collect();
        let least = dots.iter().map(Dot::x).fold(f64::INFINITY, f64::min);
        let most = dots.iter().map(Dot::x).fold(0.0, f64::max);
        let chart = Chart {
            title: format!("{}: strength against cost", self.game),
            // Room for the names to the right of their dots.
            x: Axis::log("milliseconds per move").between(least / 1.5, most * 12.0),
            y: Axis::linear("Elo, mean 0"),
            series: vec![Series::new("", dots).drawn(Stroke::Dots)],
        };
        report.add_figure(&self.game, "Up is stronger, left is cheaper; 95 % intervals.", chart.svg()?);
        Ok(())
    }

    fn judge(&self, report: &mut StudyReport) {
        let claim = format!("{}: `best` is the strongest at equal nodes.", self.game);
        match self.players.iter().find(|player| player.name.starts_with("best")) {
            None => report.add_finding(claim, FindingVerdict::Open, "`best` did not take part."),
            Some(best) => self.judge_best(report, claim, best),
        }
        self.judge_cost(report);
    }

    fn judge_best(&self, report: &mut StudyReport, claim: String, best: &RatedPlayer) {
        let others: Vec<&RatedPlayer> = self.players.iter().filter(|player| player.name != best.name).collect();
        let leads: Vec<Comparison> = others.iter().map(|other| self.lead(best, other, others.len())).collect();
        let nearest = others.iter().zip(&leads).min_by(|a, b| a.1.interval[1].total_cmp(&b.1.interval[1]));
        let figures = nearest.map_or(String::new(), |(other, lead)| {
            format!(
                "Its smallest lead is that over {}, {} Elo (all {} leads together).",
                other.name,
                lead.text(0),
                leads.len()
            )
        });
        let judgement = Judgement::every(leads.iter().map(|lead| lead.above(0.0)));
        report.add_judged(claim, judgement, figures, "pairs of games in each match");
    }

    /// A player is not worth its cost when another one is stronger and cheaper.
    fn judge_cost(&self, report: &mut StudyReport) {
        let count = self.players.len();
        let looks = count * count.saturating_sub(1);
        let (mut cases, mut worth) = (Vec::new(), Vec::new());
        for player in &self.players {
            let others = self.players.iter().filter(|other| other.name != player.name);
            let beaten = Judgement::any(others.map(|other| {
                let cheaper = GameRatings::time_ratio(other, player, looks).below(1.0);
                Judgement::every([self.lead(other, player, looks).above(0.0), cheaper])
            }));
            if beaten.verdict != FindingVerdict::Holds {
                worth.push(player.name.as_str());
            }
            cases.push(beaten);
        }
        report.add_judged(
            format!("{}: some kinds are both weaker and dearer than another.", self.game),
            Judgement::any(cases),
            format!("Not surely so, with all {looks} comparisons together: {}.", worth.join(", ")),
            "pairs of games in each match",
        );
    }
}

/// What a player's moves cost against each opponent.
fn costs(rows: &[&DataRow], name: &str, what: &str, scale: f64) -> Vec<(String, f64)> {
    let side = |row: &DataRow, own: &str, rank: &str, other: &str| {
        row.is(own, name).then(|| (row.word(other).to_string(), scale * row.count(&format!("{rank} {what}"))))
    };
    let cost = |row: &&DataRow| side(row, "one", "first", "two").or_else(|| side(row, "two", "second", "one"));
    rows.iter().filter_map(cost).collect()
}

/// The mean share of the points over all opponents, in per cent.
fn score(player: usize, met: &[(usize, usize, Pentanomial)]) -> f64 {
    let shares = met.iter().filter_map(|(one, two, pairs)| match player {
        player if player == *one => Some(pairs.mean()),
        player if player == *two => Some(1.0 - pairs.mean()),
        _ => None,
    });
    100.0 * math::mean(&shares.collect::<Vec<_>>())
}

fn elo(players: usize, met: &[(usize, usize, Pentanomial)]) -> Vec<f64> {
    let found = strengths(players, |one, other| {
        met.iter().find_map(|(a, b, pairs)| {
            let games = 2.0 * pairs.pairs() as f64;
            match (*a, *b) {
                pair if pair == (one, other) => Some((games, games * pairs.mean())),
                pair if pair == (other, one) => Some((games, games * (1.0 - pairs.mean()))),
                _ => None,
            }
        })
    });
    found.into_iter().map(|elo| elo.unwrap_or(0.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_of_two_players_is_the_usual_one() {
        // Three quarters of the points are 191 Elo; the imagined draw of the model takes a little away.
        let found = elo(2, &[(0, 1, Pentanomial([0, 0, 1000, 0, 1000]))]);
        assert!((found[0] - found[1] - 190.8).abs() < 1.0, "{found:?}");
    }
}
