//! Reliability: predicted chances against results.

use super::Observation;
use plyground_core::Chances;
use std::fmt::Write;

/// Bins of predicted chance, equally wide.
const BINS: usize = 10;
/// A bin counts in the unweighted error if this many games speak for it.
const LEAST_GAMES: usize = 20;

/// Predictions of about the same chance.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ReliabilityBin {
    /// Predictions.
    pub count: usize,
    /// Games that they come from.
    pub games: usize,
    /// Their mean.
    pub predicted: f64,
    /// The mean score that followed.
    pub observed: f64,
    /// The standard error of the difference. Predictions of one game are not independent, so games are its units.
    pub deviation: f64,
}

impl ReliabilityBin {
    /// How far prediction and results are apart.
    pub fn error(&self) -> f64 {
        (self.predicted - self.observed).abs()
    }

    /// Whether enough games speak for it to count as much as the others.
    pub fn counts(&self) -> bool {
        self.games >= LEAST_GAMES
    }
}

/// Predicted chances against results.
#[derive(Clone, PartialEq, Debug)]
pub struct Reliability {
    /// By prediction; bins without any are left out.
    pub bins: Vec<ReliabilityBin>,
    /// The mean absolute error of the bins, each weighted by its predictions (the expected calibration error).
    pub mean_error: f64,
    /// The mean absolute error of the bins that enough games speak for, each counted once; where there are none, `mean_error`.
    pub unweighted_error: f64,
}

impl Reliability {
    /// Compares the chances of all seats (of the first of two players) with the results. `predict` says what to compare.
    pub fn new(observations: &[Observation], predict: impl Fn(&Observation) -> Chances) -> Self {
        let mut all = Vec::new();
        for seen in observations {
            let predicted = predict(seen);
            // The second of two players has what the first one lacks.
            let seats = if seen.input.players == 2 { 1 } else { seen.input.players };
            let both = predicted.as_slice().iter().zip(seen.result.as_slice()).take(seats);
            all.extend(both.map(|(chance, result)| (*chance, *result, seen.game)));
        }
        Reliability::of_predictions(all)
    }

    /// Compares predicted chances with the scores that followed; the third number is that of the game. Predictions come game by game.
    pub fn of_predictions(predictions: impl IntoIterator<Item = (f64, f64, u64)>) -> Self {
        let mut sums: Vec<BinSum> = (0..BINS).map(|_| BinSum::default()).collect();
        for (chance, result, game) in predictions {
            sums[((chance * BINS as f64) as usize).min(BINS - 1)].add(chance, result, game);
        }
        let bins: Vec<ReliabilityBin> = sums.into_iter().filter_map(BinSum::mean).collect();
        let all: usize = bins.iter().map(|bin| bin.count).sum();
        let counting: Vec<f64> = bins.iter().filter(|bin| bin.counts()).map(ReliabilityBin::error).collect();
        let mean_error = bins.iter().map(|bin| bin.error() * bin.count as f64).sum::<f64>() / all.max(1) as f64;
        let unweighted_error =
            if counting.is_empty() { mean_error } else { counting.iter().sum::<f64>() / counting.len() as f64 };
        Reliability { mean_error, unweighted_error, bins }
    }

    /// A reliability diagram as SVG: results over predictions with two standard errors, and the number of predictions below.
    pub fn svg(&self, title: &str) -> String {
        const SIDE: f64 = 400.0;
        const LEFT: f64 = 60.0;
        const TOP: f64 = 50.0;
        const FOOT: f64 = 60.0;
        let (x, y) = (|share: f64| LEFT + SIDE * share, |share: f64| TOP + SIDE * (1.0 - share));
        let base = TOP + SIDE + 50.0 + FOOT;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>\n",
            LEFT + SIDE + 30.0,
            base + 30.0,
            escaped(title)
        );
        for fifth in 0..=5 {
            let share = f64::from(fifth) / 5.0;
            let (across, down) = (x(share), y(share));
            let _ = writeln!(svg, "<path d=\"M{LEFT} {down}h{SIDE}M{across} {TOP}v{SIDE}\" stroke=\"#ddd\"/>");
            let mark = 20 * fifth;
            let _ =
                writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{mark} %</text>", LEFT - 8.0, down + 4.0);
            let under = TOP + SIDE + 18.0;
            let _ = writeln!(svg, "<text x=\"{across}\" y=\"{under}\" text-anchor=\"middle\">{mark} %</text>");
        }
        let diagonal = format!("M{} {}L{} {}", x(0.0), y(0.0), x(1.0), y(1.0));
        let _ = writeln!(svg, "<path d=\"{diagonal}\" stroke=\"#888\" stroke-dasharray=\"4\"/>");
        let most = self.bins.iter().map(|bin| bin.count).max().unwrap_or(1).max(1) as f64;
        for bin in &self.bins {
            let (across, down, spread) = (x(bin.predicted), y(bin.observed), 2.0 * SIDE * bin.deviation);
            let (height, left) = (FOOT * bin.count as f64 / most, across - 7.0);
            let top = base - height;
            let _ =
                writeln!(svg, "<path d=\"M{across:.1} {:.1}v{:.1}\" stroke=\"#1f6fb4\"/>", down - spread, 2.0 * spread);
            let told = format!("{} predictions of {} games", bin.count, bin.games);
            let _ = writeln!(
                svg,
                "<circle cx=\"{across:.1}\" cy=\"{down:.1}\" r=\"4\" fill=\"#1f6fb4\"><title>{told}</title></circle>"
            );
            let _ = writeln!(
                svg,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"14\" height=\"{height:.1}\" fill=\"#9bb\"/>"
            );
        }
        let (middle, under) = (x(0.5), TOP + SIDE + 36.0);
        let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{under}\" text-anchor=\"middle\">predicted chance</text>");
        let _ = writeln!(
            svg,
            "<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\">mean score</text>\n</svg>",
            y(0.5)
        );
        svg
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[derive(Default)]
struct BinSum {
    count: usize,
    predicted: f64,
    observed: f64,
    /// The game that the last predictions come from, and the sum of their errors.
    last: Option<(u64, f64)>,
    games: usize,
    squares: f64,
}

impl BinSum {
    /// Observations come game by game.
    fn add(&mut self, predicted: f64, observed: f64, game: u64) {
        self.count += 1;
        self.predicted += predicted;
        self.observed += observed;
        match &mut self.last {
            Some((last, error)) if *last == game => *error += observed - predicted,
            last => {
                self.squares += last.map_or(0.0, |(_, error)| error * error);
                self.games += 1;
                *last = Some((game, observed - predicted));
            }
        }
    }

    fn mean(self) -> Option<ReliabilityBin> {
        let count = self.count as f64;
        let squares = self.squares + self.last.map_or(0.0, |(_, error)| error * error);
        (self.count > 0).then(|| ReliabilityBin {
            count: self.count,
            games: self.games,
            predicted: self.predicted / count,
            observed: self.observed / count,
            deviation: squares.sqrt() / count,
        })
    }
}
