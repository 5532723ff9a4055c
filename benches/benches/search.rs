//! The alpha-beta family: against the crate `minimax`, with one thread and two, with move ordering on and off, and the
//! cost of the game traits. Every figure is a ratio of two measurements of this run.

#![allow(missing_docs)]

use minimax::Strategy;
use plyground_benches::cpu;
use plyground_core::{Evaluated, Evaluation, Game, PlayerId, Rng, Turn, WIN};
use plyground_games::isola::{self, Isola};
use plyground_games::reversixt::BitReversi;
use plyground_search::alphabeta::{AlphaBeta, Config};
use plyground_search::ordering::MoveOrdering;
use plyground_search::table::TableConfig;
use plyground_search::{Limits, Search, SearchRequest};
use std::sync::LazyLock;

fn main() {
    against_minimax();
    ordering();
    threads();
}

static COLUMBIA: LazyLock<Isola> = LazyLock::new(Isola::columbia);

/// Four times the difference in steps: cheap, and the same on both sides.
#[derive(Clone)]
struct Mobility;

impl Evaluation<Isola> for Mobility {
    fn value(&mut self, game: &Isola, position: &isola::Position<u64>, player: PlayerId) -> i32 {
        let steps = |player| game.steps(position, player).count_ones() as i32;
        4 * (steps(player) - steps(player.opponent()))
    }
}

/// Isola for the crate `minimax`: the same rules, called through its own trait.
struct Foreign;

impl minimax::Game for Foreign {
    type S = isola::Position<u64>;
    type M = isola::Move;

    fn generate_moves(position: &Self::S, moves: &mut Vec<Self::M>) -> Option<minimax::Winner> {
        COLUMBIA.moves(position, moves);
        moves.is_empty().then_some(minimax::Winner::PlayerJustMoved)
    }

    fn apply(position: &mut Self::S, mv: Self::M) -> Option<Self::S> {
        let mut next = *position;
        COLUMBIA.make(&mut next, mv);
        Some(next)
    }

    fn get_winner(position: &Self::S) -> Option<minimax::Winner> {
        (COLUMBIA.turn(position) == Turn::Over).then_some(minimax::Winner::PlayerJustMoved)
    }

    fn zobrist_hash(position: &Self::S) -> u64 {
        COLUMBIA.key(position).expect("Isola has keys")
    }

    fn notation(_position: &Self::S, _mv: Self::M) -> Option<String> {
        Some(String::new())
    }

    fn table_index(mv: Self::M) -> u16 {
        mv.to().index() as u16
    }

    fn max_table_index() -> u16 {
        63
    }
}

struct ForeignEval;

impl minimax::Evaluator for ForeignEval {
    type G = Foreign;

    fn evaluate(&self, position: &isola::Position<u64>) -> minimax::Evaluation {
        Mobility.value(&COLUMBIA, position, position.mover()) as minimax::Evaluation
    }
}

const TABLE: usize = 256 << 20;
const DEPTH: u32 = 9;

fn against_minimax() {
    println!(
        "Isola columbia from the start to depth {DEPTH}, {} MB table, one thread, evaluation 4 x mobility:",
        TABLE >> 20
    );
    let start = COLUMBIA.start();
    let mut best = (f64::INFINITY, 0);
    for options in [
        minimax::IterativeOptions::new(),
        minimax::IterativeOptions::new().with_countermoves().with_countermove_history(),
    ] {
        let mut foreign = minimax::IterativeSearch::new(ForeignEval, options.with_table_byte_size(TABLE));
        foreign.set_max_depth(DEPTH as u8);
        let (chosen, seconds) = cpu::timed(|| foreign.choose_move(&start));
        assert!(chosen.is_some());
        let nodes = explored(&foreign.stats(&mut start.clone()));
        if seconds < best.0 {
            best = (seconds, nodes);
        }
    }
    let (their_seconds, their_nodes) = best;
    let config = Config { table: TableConfig::Bucketed { bytes: TABLE }, ..Config::default() };
    let (our_seconds, our_nodes) = time_to_depth(&*COLUMBIA, &start, config, Mobility, DEPTH);
    let speed = |nodes: u64, seconds: f64| nodes as f64 / seconds / 1e6;
    println!(
        "  minimax 0.6  {their_seconds:8.3} s  {their_nodes:>12} nodes  {:7.2} M/s",
        speed(their_nodes, their_seconds)
    );
    println!("  plyground    {our_seconds:8.3} s  {our_nodes:>12} nodes  {:7.2} M/s", speed(our_nodes, our_seconds));
    println!("  {:.2} x its nodes per second", speed(our_nodes, our_seconds) / speed(their_nodes, their_seconds));
    let ratio = our_seconds / their_seconds;
    println!("ratio: Isola to depth {DEPTH} | minimax 0.6: {their_seconds:.2} s | {our_seconds:.2} s | {ratio:.2}\n");
}

/// The node count in the other library's report.
fn explored(stats: &str) -> u64 {
    let after = stats.split("Explored").nth(1).unwrap_or_default();
    let digits: String = after.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

fn time_to_depth<G: Game, E: Evaluation<G>>(
    game: &G,
    position: &G::Position,
    config: Config,
    eval: E,
    depth: u32,
) -> (f64, u64) {
    let mut search = AlphaBeta::with_config(config, eval).expect("sensible settings");
    let limits = Limits::depth(depth);
    let begun = cpu::seconds_of_all_threads();
    let (report, seconds) = cpu::timed(|| {
        search.search(SearchRequest::new(game, position).within(limits)).expect("a game for this search")
    });
    assert!(report.best.is_some() && report.value.abs() < f64::from(WIN));
    // Threads work until all of them end, so an idle machine needs this long.
    let shared = (cpu::seconds_of_all_threads() - begun) / config.threads as f64;
    (if config.threads > 1 { shared } else { seconds }, report.nodes)
}

fn ordering() {
    println!(
        "nodes to depth 8 without and with move ordering (table, killers, history), start and five later positions:"
    );
    let off = Config { order: MoveOrdering::NONE, table: TableConfig::Off, ..Config::default() };
    let standard = BitReversi::standard();
    let isola = COLUMBIA.eval("mobility").expect("Isola has it");
    let reversi = standard.eval("mixed").expect("ReversiXT has it");
    savings("isola columbia", &*COLUMBIA, off, &isola);
    savings("reversixt standard", &standard, off, &reversi);
    println!();
}

fn savings<G: Game, E: Evaluation<G>>(name: &str, game: &G, off: Config, eval: &E) {
    let mut total = (0, 0);
    print!("  {name:<20} ratios");
    for plies in [0, 8, 12, 16, 20, 24] {
        let position = after_plies(game, plies, &mut Rng::part(11, plies as u64));
        let nodes = |config| time_to_depth(game, &position, config, eval.clone(), 8).1;
        let (without, with) = (nodes(off), nodes(Config::default()));
        print!(" {:.1}", without as f64 / with as f64);
        total = (total.0 + without, total.1 + with);
    }
    println!();
    let (without, with) = total;
    let ratio = with as f64 / without as f64;
    println!("ratio: nodes with move ordering, {name} | without: {without} | {with} | {ratio:.3}");
}

fn threads() {
    println!(
        "time to a fixed depth with one thread and with two, from processor time, median ratio of seven positions:"
    );
    let standard = BitReversi::standard();
    let isola = COLUMBIA.eval("mobility").expect("Isola has it");
    let reversi = standard.eval("mixed").expect("ReversiXT has it");
    for (name, speed_up) in [
        ("Isola to depth 11", speed_up(&*COLUMBIA, &isola, 11)),
        ("ReversiXT to depth 12", speed_up(&standard, &reversi, 12)),
    ] {
        println!("ratio: two threads, {name} | one thread: 1 | {speed_up:.2} x faster | {:.2}", 1.0 / speed_up);
    }
}

fn speed_up<G: Game, E: Evaluation<G>>(game: &G, eval: &E, depth: u32) -> f64 {
    let mut ratios: Vec<f64> = (0..7)
        .map(|index| {
            let position = after_plies(game, 4 + index, &mut Rng::part(7, index as u64));
            let seconds = |threads| {
                let config = Config { threads, ..Config::default() };
                // The quicker of two runs: what else the machine does only ever adds time.
                let run = || time_to_depth(game, &position, config, eval.clone(), depth).0;
                run().min(run())
            };
            seconds(1) / seconds(2)
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn after_plies<G: Game>(game: &G, plies: usize, rng: &mut Rng) -> G::Position {
    let mut position = game.start();
    for _ in 0..plies {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        game.make(&mut position, moves[rng.below(moves.len())]);
    }
    position
}
