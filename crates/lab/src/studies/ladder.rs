//! Every kind of player by strength against cost.

use crate::plot::{Axis, Chart, Dot, Series, Stroke};
use crate::report::{DataTable, FindingVerdict, ReportTable, StudyReport, TableValue};
use crate::study_match::{self, StudyMatch};
use crate::{DataRow, LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions, math};
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
             its intervals come from {SAMPLES} bootstrap samples of the pairs. Numbers of different games cannot be compared. \
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
    milliseconds: f64,
    nodes: f64,
    score: f64,
}

struct GameRatings {
    game: String,
    players: Vec<RatedPlayer>,
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
            let drawn: Vec<_> = met.iter().map(|(one, two, pairs)| (*one, *two, redrawn(pairs, &mut rng))).collect();
            self::elo(names.len(), &drawn).into_iter().zip(&mut samples).for_each(|(elo, all)| all.push(elo));
        }
        let cost = |name: &str, what: &str| {
            let one = rows.iter().filter(|row| row.is("one", name)).map(|row| row.count(&format!("first {what}")));
            let two = rows.iter().filter(|row| row.is("two", name)).map(|row| row.count(&format!("second {what}")));
            math::mean(&one.chain(two).collect::<Vec<_>>())
        };
        let score = |player: usize| {
            let shares = met.iter().filter_map(|(one, two, pairs)| match player {
                player if player == *one => Some(pairs.mean()),
                player if player == *two => Some(1.0 - pairs.mean()),
                _ => None,
            });
            100.0 * math::mean(&shares.collect::<Vec<_>>())
        };
        let mut players: Vec<RatedPlayer> = names
            .iter()
            .enumerate()
            .map(|(player, name)| {
                samples[player].sort_by(f64::total_cmp);
                let quantile = |share: f64| samples[player][((SAMPLES - 1) as f64 * share).round() as usize];
                let ends = [quantile(0.025).min(elo[player]), elo[player], quantile(0.975).max(elo[player])];
                RatedPlayer {
                    name: name.clone(),
                    elo: ends,
                    milliseconds: 1000.0 * cost(name, "seconds per move"),
                    nodes: cost(name, "nodes per move"),
                    score: score(player),
                }
            })
            .collect();
        players.sort_by(|a, b| b.elo[1].total_cmp(&a.elo[1]));
        GameRatings { game: game.to_string(), players }
    }

    fn sheet(&self) -> ReportTable {
        let columns = ["player", "Elo", "score, %", "milliseconds per move", "nodes per move"];
        let mut sheet = ReportTable::new(&self.game, &format!("{}: strength and cost", self.game), &columns);
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
        let Some(top) = self.players.first() else { return };
        let best = self.players.iter().find(|player| player.name.starts_with("best"));
        let (verdict, figures) = match best {
            None => (FindingVerdict::Open, "`best` did not take part.".to_string()),
            Some(best) => {
                let verdict = match best {
                    best if best.name == top.name => FindingVerdict::Holds,
                    best if best.elo[2] >= top.elo[1] => FindingVerdict::Open,
                    _ => FindingVerdict::Fails,
                };
                let [low, middle, high] = best.elo;
                (
                    verdict,
                    format!(
                        "best has {middle:+.0} ({low:+.0} to {high:+.0}); the top is {} with {:+.0}.",
                        top.name, top.elo[1]
                    ),
                )
            }
        };
        report.add_finding(format!("{}: `best` is the strongest at equal nodes.", self.game), verdict, figures);
        let worth: Vec<&RatedPlayer> = self
            .players
            .iter()
            .filter(|player| {
                !self
                    .players
                    .iter()
                    .any(|other| other.elo[1] > player.elo[1] && other.milliseconds < player.milliseconds)
            })
            .collect();
        let names: Vec<&str> = worth.iter().map(|player| player.name.as_str()).collect();
        report.add_finding(
            format!("{}: some kinds are both weaker and dearer than another.", self.game),
            FindingVerdict::of(worth.len() < self.players.len()),
            format!("Worth their cost: {}.", names.join(", ")),
        );
    }
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

/// As many pairs, drawn from those that were seen.
fn redrawn(pairs: &Pentanomial, rng: &mut Rng) -> Pentanomial {
    let all = pairs.pairs();
    let mut drawn = Pentanomial::default();
    for _ in 0..all {
        let mut place = rng.below(all as usize) as u64;
        let class = pairs.0.iter().position(|count| {
            let here = place < *count;
            place = place.saturating_sub(*count);
            here
        });
        drawn.0[class.unwrap_or(0)] += 1;
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redrawn_match_has_as_many_pairs_and_no_new_results() {
        let pairs = Pentanomial([0, 3, 0, 40, 7]);
        let mut rng = Rng::seeded(3);
        let mut sum = 0.0;
        for _ in 0..500 {
            let drawn = redrawn(&pairs, &mut rng);
            assert_eq!((drawn.pairs(), drawn.0[0], drawn.0[2]), (50, 0, 0));
            sum += drawn.mean() / 500.0;
        }
        assert!((sum - pairs.mean()).abs() < 0.01, "{sum}");
    }

    #[test]
    fn elo_of_two_players_is_the_usual_one() {
        // Three quarters of the points are 191 Elo; the imagined draw of the model takes a little away.
        let found = elo(2, &[(0, 1, Pentanomial([0, 0, 1000, 0, 1000]))]);
        assert!((found[0] - found[1] - 190.8).abs() < 1.0, "{found:?}");
    }
}
