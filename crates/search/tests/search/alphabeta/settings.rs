//! The product of all switches, and one think with a fixed depth.

use plyground_core::{Evaluation, Game};
use plyground_search::alphabeta::{Algorithm, AlphaBeta, Aspiration, Config};
use plyground_search::ordering::{MoveOrdering, RootOrder};
use plyground_search::table::TableConfig;
use plyground_search::time::Prediction;
use plyground_search::{Limits, Report, Search, SearchRequest};

pub const ALGORITHMS: [Algorithm; 4] = [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf];

pub fn orders() -> Vec<MoveOrdering> {
    let none = MoveOrdering::NONE;
    vec![
        none,
        MoveOrdering::ROOT,
        MoveOrdering { root: RootOrder::Sorted, ..none },
        MoveOrdering::full(1),
        MoveOrdering::full(2),
        MoveOrdering::full(3),
        MoveOrdering { table: true, ..none },
        MoveOrdering { killers: true, ..none },
        MoveOrdering { history: true, ..none },
        MoveOrdering { counters: true, ..none },
        MoveOrdering { move_score: true, ..MoveOrdering::ROOT },
        MoveOrdering { full: 2, ..MoveOrdering::default() },
        MoveOrdering { counters: true, ..MoveOrdering::default() },
    ]
}

pub const TABLES: [TableConfig; 5] = [
    TableConfig::Off,
    TableConfig::Bucketed { bytes: 64 },
    TableConfig::Bucketed { bytes: 1 << 16 },
    TableConfig::TwoLevel { upper: 1, lower: 1 },
    TableConfig::TwoLevel { upper: 1 << 10, lower: 1 << 12 },
];

pub const ASPIRATIONS: [Aspiration; 5] =
    [Aspiration::Off, Aspiration::Fixed(1), Aspiration::Fixed(4), Aspiration::Sigma(0.7), Aspiration::Growing(1)];

/// Nothing that could make one search differ from another.
pub fn plain() -> Config {
    Config {
        algorithm: Algorithm::AlphaBeta,
        order: MoveOrdering::NONE,
        aspiration: Aspiration::Off,
        prediction: Prediction::None,
        table: TableConfig::Off,
        exact_depth: true,
        thresholds: false,
        stop_when_forced: false,
        stop_when_solved: false,
        ..Config::default()
    }
}

/// Every algorithm with every order, table and window. Windows belong to alpha-beta and PVS only.
pub fn all() -> Vec<Config> {
    let mut all = Vec::new();
    for algorithm in ALGORITHMS {
        let windows: &[Aspiration] = match algorithm {
            Algorithm::AlphaBeta | Algorithm::Pvs => &ASPIRATIONS,
            _ => &ASPIRATIONS[..1],
        };
        for order in orders() {
            for table in TABLES {
                for aspiration in windows {
                    for thresholds in [false, true] {
                        all.push(Config { algorithm, order, table, aspiration: *aspiration, thresholds, ..plain() });
                    }
                }
            }
        }
    }
    all
}

pub fn think<G: Game, E: Evaluation<G>>(
    config: Config,
    eval: &E,
    game: &G,
    position: &G::Position,
    depth: u32,
) -> Report<G::Move> {
    let mut player = AlphaBeta::with_config(config, eval.clone()).unwrap();
    let limits = Limits::depth(depth);
    player.search(SearchRequest::new(game, position).within(limits)).expect("a game for this search")
}
