//! What a strategy found out about a position, in the words of all searches.

use super::strategy::Strategy;
use plyground_core::{Game, Turn};
use plyground_games::einstein::{Einstein, Move, Position};
use plyground_search::{Basis, Control, Iteration, Limits, Report, RootMove, StopReason};

impl Strategy {
    /// Thinks about a position: about the move to make, or before a roll about the move for each face.
    pub fn report(&mut self, game: &Einstein, position: &Position) -> Report<Move> {
        let clock = Control::new(&Limits::default());
        let mut report = Report::empty(StopReason::Depth);
        let before = self.nodes();
        if game.turn(position) == Turn::Chance {
            self.rate_rolls(game, position, &mut report);
        } else {
            let mut moves: Vec<RootMove<Move>> = Vec::new();
            let best = self.choose_telling(game, position, |mv, value| {
                moves.push(RootMove { mv, value, exact: true, effort: 1 });
            });
            if let Some((mv, value)) = best {
                // The chosen move first, the others by value; of equals the order of the list.
                moves.sort_by(|a, b| (b.mv == mv).cmp(&(a.mv == mv)).then(b.value.total_cmp(&a.value)));
                (report.best, report.value, report.moves) = (Some(mv), value, moves);
            }
        }
        self.finish(&mut report, before);
        report.time = clock.elapsed();
        report.iterations.push(Iteration {
            depth: report.depth,
            value: report.value,
            best: report.best,
            moves: report.moves.clone(),
            nodes: report.nodes,
            time: report.time,
            predicted: None,
            window: None,
            fail_low: 0,
            fail_high: 0,
        });
        report
    }

    /// The chosen move for each face that can come up, and what the roll is worth before it is made.
    fn rate_rolls(&mut self, game: &Einstein, position: &Position, report: &mut Report<Move>) {
        let mut rolled = *position;
        for (face, probability) in game.outcomes(position).iter().enumerate() {
            let mut best = None;
            if *probability > 0.0 {
                let undo = game.roll(&mut rolled, face);
                best = self.choose(game, &rolled);
                game.unroll(&mut rolled, face, undo);
            }
            report.by_outcome.push(best.map(|(mv, _)| mv));
            report.outcome_values.push(best.map(|(_, value)| value));
            report.value += best.map_or(0.0, |(_, value)| probability * value);
        }
    }

    fn finish(&self, report: &mut Report<Move>, before: u64) {
        report.nodes = self.nodes() - before;
        // Rock'n'Roll counts plies after the own move.
        report.depth = self.depth() + 1;
        report.table = self.table();
        if self.was_stopped() {
            report.stopped = StopReason::Asked;
        }
        if self.has_guessed() {
            // What was rated while being stopped is worth nothing.
            (report.depth, report.basis, report.value) = (0, Basis::Static, 0.0);
            report.moves.clear();
        } else if self.is_random() {
            (report.depth, report.basis) = (0, Basis::Static);
        }
    }
}
