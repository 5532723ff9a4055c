//! Games that nothing was tuned for: our defaults against the crate `minimax`, with the same rules, evaluation and table size. `-- switches` also
//! shows what each technique brings or costs.

#![allow(missing_docs)]

use minimax::Strategy;
use plyground_benches::cpu;
use plyground_benches::foreign::{Breakthrough, ConnectFour, Domineering, Estimate, Foreign, Hex, Kalah, RandomTree};
use plyground_core::{Payoffs, PlayerId, Rng, Turn};
use plyground_search::alphabeta::{AlphaBeta, Config};
use plyground_search::ordering::MoveOrdering;
use plyground_search::table::TableConfig;
use plyground_search::{Limits, Search, SearchRequest};
use std::marker::PhantomData;

/// A foreign game for the other library: the same rules, called through its own trait.
struct Theirs<G>(PhantomData<G>);

impl<G: Foreign> minimax::Game for Theirs<G> {
    type S = G::Position;
    type M = G::Move;

    fn generate_moves(position: &G::Position, moves: &mut Vec<G::Move>) -> Option<minimax::Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            G::default().moves(position, moves);
        }
        winner
    }

    fn apply(position: &mut G::Position, mv: G::Move) -> Option<G::Position> {
        let mut next = *position;
        G::default().make(&mut next, mv);
        Some(next)
    }

    fn get_winner(position: &G::Position) -> Option<minimax::Winner> {
        let game = G::default();
        if game.turn(position) != Turn::Over {
            return None;
        }
        let payoffs: Payoffs = game.payoffs(position);
        // Turns alternate: the player who would be to move is known even after the end.
        Some(match payoffs.of(PlayerId::FIRST).total_cmp(&payoffs.of(PlayerId::SECOND)) {
            std::cmp::Ordering::Equal => minimax::Winner::Draw,
            order => {
                let winner = if order.is_gt() { PlayerId::FIRST } else { PlayerId::SECOND };
                if winner == G::to_move(position) {
                    minimax::Winner::PlayerToMove
                } else {
                    minimax::Winner::PlayerJustMoved
                }
            }
        })
    }

    fn zobrist_hash(position: &G::Position) -> u64 {
        G::default().key(position).expect("foreign games have keys")
    }

    fn notation(_position: &G::Position, _mv: G::Move) -> Option<String> {
        Some(String::new())
    }

    fn table_index(mv: G::Move) -> u16 {
        G::index(mv)
    }

    fn max_table_index() -> u16 {
        36 * 36
    }
}

struct TheirEval<G>(PhantomData<G>);

impl<G: Foreign> minimax::Evaluator for TheirEval<G> {
    type G = Theirs<G>;

    fn evaluate(&self, position: &G::Position) -> minimax::Evaluation {
        G::default().estimate(position) as minimax::Evaluation
    }
}

const TABLE: usize = 64 << 20;

/// Seconds of processor time and nodes.
#[derive(Clone, Copy, Default)]
struct Cost {
    seconds: f64,
    nodes: u64,
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        *self = Cost { seconds: self.seconds + other.seconds, nodes: self.nodes + other.nodes };
    }
}

/// The quicker of the other library's two sets of options.
fn theirs<G: Foreign>(position: &G::Position) -> Cost {
    let options = minimax::IterativeOptions::new();
    let both = [options, options.with_countermoves().with_countermove_history()];
    let cost = |options: minimax::IterativeOptions| {
        let (search, seconds) = cpu::timed(|| {
            let mut search =
                minimax::IterativeSearch::new(TheirEval::<G>(PhantomData), options.with_table_byte_size(TABLE));
            search.set_max_depth(G::DEPTH as u8);
            assert!(search.choose_move(position).is_some(), "{}: no move", G::NAME);
            search
        });
        Cost { seconds, nodes: explored(&search.stats(&mut position.clone())) }
    };
    both.into_iter().map(cost).min_by(|a, b| a.seconds.total_cmp(&b.seconds)).expect("two of them")
}

/// The node count in the other library's report.
fn explored(stats: &str) -> u64 {
    let after = stats.split("Explored").nth(1).unwrap_or_default();
    let digits: String = after.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

fn ours<G: Foreign>(position: &G::Position, config: Config) -> Cost {
    let game = G::default();
    let (report, seconds) = cpu::timed(|| {
        let mut search = AlphaBeta::with_config(config, Estimate).expect("sensible settings");
        let request = SearchRequest::new(&game, position).within(Limits::depth(G::DEPTH));
        search.search(request).expect("a game for this search")
    });
    Cost { seconds, nodes: report.nodes }
}

/// The start, and positions after a few random moves.
fn positions<G: Foreign>() -> Vec<G::Position> {
    let game = G::default();
    [0, 2, 4, 6, 8, 10]
        .into_iter()
        .map(|plies| {
            let mut rng = Rng::part(20, plies);
            loop {
                let mut position = game.start();
                for _ in 0..plies {
                    let mut moves = Vec::new();
                    game.moves(&position, &mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    game.make(&mut position, moves[rng.below(moves.len())]);
                }
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                if game.turn(&position) != Turn::Over && moves.len() > 1 {
                    return position;
                }
            }
        })
        .collect()
}

fn compare<G: Foreign>(switches: bool) -> f64 {
    let base = Config {
        table: TableConfig::Bucketed { bytes: TABLE },
        stop_when_solved: false,
        stop_when_forced: false,
        ..Config::default()
    };
    let (mut their, mut our) = (Cost::default(), Cost::default());
    let positions = positions::<G>();
    for position in &positions {
        their += theirs::<G>(position);
        our += ours::<G>(position, base);
    }
    let ratio = our.seconds / their.seconds;
    println!(
        "{:<24} {:>2} plies  minimax {:7.3} s {:>11} nodes   plyground {:7.3} s {:>11} nodes",
        G::NAME,
        G::DEPTH,
        their.seconds,
        their.nodes,
        our.seconds,
        our.nodes
    );
    let (their_seconds, our_seconds) = (their.seconds, our.seconds);
    println!(
        "ratio: {} to depth {} | minimax 0.6: {their_seconds:.2} s | {our_seconds:.2} s | {ratio:.2}",
        G::NAME,
        G::DEPTH
    );
    if switches {
        let order = base.order;
        let with = |order: MoveOrdering| Config { order, ..base };
        for (name, config) in [
            ("killers off", with(MoveOrdering { killers: false, ..order })),
            ("history off", with(MoveOrdering { history: false, ..order })),
            ("both off", with(MoveOrdering { killers: false, history: false, ..order })),
            ("counters on", with(MoveOrdering { counters: true, ..order })),
            ("thresholds off", Config { thresholds: false, ..base }),
            (
                "all three off",
                Config { thresholds: false, ..with(MoveOrdering { killers: false, history: false, ..order }) },
            ),
        ] {
            let mut cost = Cost::default();
            positions.iter().for_each(|position| cost += ours::<G>(position, config));
            println!(
                "    {name:<16} {:7.3} s {:>11} nodes   {:.2} of our time, {:.2} of our nodes",
                cost.seconds,
                cost.nodes,
                cost.seconds / our.seconds,
                cost.nodes as f64 / our.nodes as f64
            );
        }
    }
    ratio
}

/// The name of a game, and the comparison on it.
type Comparison = (&'static str, fn(bool) -> f64);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let switches = words.iter().any(|word| word == "switches");
    let named: Vec<&String> = words.iter().filter(|word| *word != "switches").collect();
    let games: [Comparison; 6] = [
        (ConnectFour::NAME, compare::<ConnectFour>),
        (Breakthrough::NAME, compare::<Breakthrough>),
        (Domineering::NAME, compare::<Domineering>),
        (Kalah::NAME, compare::<Kalah>),
        (Hex::NAME, compare::<Hex>),
        (RandomTree::NAME, compare::<RandomTree>),
    ];
    let wanted = |name: &str| named.is_empty() || named.iter().any(|word| name.contains(word.as_str()));
    let ratios: Vec<f64> =
        games.into_iter().filter(|(name, _)| wanted(name)).map(|(_, compare)| compare(switches)).collect();
    let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    println!("ratio: geometric mean of {} foreign games | minimax 0.6 | | {:.2}", ratios.len(), mean.exp());
}
