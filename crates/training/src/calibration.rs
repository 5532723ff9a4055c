//! Calibration of the net: predicted win probabilities against exact values on positions from games.

use crate::sample::{positions, stones};
use plyground_endgame::Library;
use plyground_games::einstein::Einstein;
use plyground_games::einstein::net::{Net, NetEval};
use std::fmt::Write;

/// Bins of predicted probability.
const BINS: usize = 20;

/// Positions with about the same prediction.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bin {
    /// Positions.
    pub count: usize,
    /// The mean prediction.
    pub predicted: f64,
    /// The mean of the exact values.
    pub exact: f64,
    /// The root mean squared error of single positions.
    pub error: f64,
}

/// Predictions against exact values.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    /// By prediction; bins without positions are left out.
    pub bins: Vec<Bin>,
    /// Positions.
    pub count: usize,
    /// The mean absolute error of single predictions.
    pub mean_error: f64,
    /// The root mean squared error.
    pub error: f64,
    /// The expected calibration error: the mean distance of the bins from the diagonal, weighted by their positions.
    pub miscalibration: f64,
}

impl Calibration {
    /// Evaluates the built-in net on `count` positions of 2 to `most` stones. The databases must cover `most` stones.
    pub fn measure(library: &Library, most: usize, count: usize, seed: u64) -> Self {
        let game = Einstein::standard();
        let mut eval = NetEval::new(Net::embedded().clone());
        let mut pairs = Vec::with_capacity(count);
        positions(&game, seed, |position, _| {
            if stones(position) <= most
                && let Some(exact) = library.value(position)
            {
                pairs.push((eval.win_of_rolling(&game, position), exact));
            }
            pairs.len() < count
        });
        Calibration::of(&pairs)
    }

    /// From pairs of prediction and exact value.
    fn of(pairs: &[(f64, f64)]) -> Self {
        let mut bins = [Bin::default(); BINS];
        for (predicted, exact) in pairs {
            let bin = &mut bins[((predicted * BINS as f64) as usize).min(BINS - 1)];
            bin.count += 1;
            bin.predicted += predicted;
            bin.exact += exact;
            bin.error += (predicted - exact).powi(2);
        }
        let mut bins: Vec<Bin> = bins.into_iter().filter(|bin| bin.count > 0).collect();
        let all = pairs.len().max(1) as f64;
        for bin in &mut bins {
            let count = bin.count as f64;
            *bin = Bin {
                predicted: bin.predicted / count,
                exact: bin.exact / count,
                error: (bin.error / count).sqrt(),
                ..*bin
            };
        }
        let off = |(predicted, exact): &(f64, f64)| (predicted - exact).abs();
        Calibration {
            count: pairs.len(),
            mean_error: pairs.iter().map(off).sum::<f64>() / all,
            error: (pairs.iter().map(|pair| off(pair).powi(2)).sum::<f64>() / all).sqrt(),
            miscalibration: bins.iter().map(|bin| bin.count as f64 * (bin.predicted - bin.exact).abs()).sum::<f64>()
                / all,
            bins,
        }
    }

    /// A reliability diagram as SVG, with the number of positions per bin below.
    pub fn svg(&self, title: &str) -> String {
        const SIDE: f64 = 400.0;
        const LEFT: f64 = 60.0;
        const TOP: f64 = 50.0;
        const FOOT: f64 = 60.0;
        let x = |share: f64| LEFT + SIDE * share;
        let y = |share: f64| TOP + SIDE * (1.0 - share);
        let (width, base) = (LEFT + SIDE + 30.0, TOP + SIDE + 50.0 + FOOT);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            base + 30.0
        );
        let mut line = |text: String| {
            svg.push_str(&text);
            svg.push('\n');
        };
        line(format!("<text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{title}</text>"));
        for tenth in (0..=10).step_by(2) {
            let share = f64::from(tenth) / 10.0;
            let (across, down) = (x(share), y(share));
            line(format!("<path d=\"M{LEFT} {down}h{SIDE}M{across} {TOP}v{SIDE}\" stroke=\"#ddd\"/>"));
            line(format!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{share:.1}</text>", LEFT - 8.0, down + 4.0));
            line(format!("<text x=\"{across}\" y=\"{}\" text-anchor=\"middle\">{share:.1}</text>", TOP + SIDE + 18.0));
        }
        line(format!(
            "<path d=\"M{} {}L{} {}\" stroke=\"#888\" stroke-dasharray=\"4\"/>",
            x(0.0),
            y(0.0),
            x(1.0),
            y(1.0)
        ));
        let most = self.bins.iter().map(|bin| bin.count).max().unwrap_or(1).max(1) as f64;
        for bin in &self.bins {
            let (across, down) = (x(bin.predicted), y(bin.exact));
            let spread = SIDE * bin.error;
            line(format!("<path d=\"M{across:.1} {:.1}v{:.1}\" stroke=\"#1f6fb4\"/>", down - spread, 2.0 * spread));
            line(format!(
                "<circle cx=\"{across:.1}\" cy=\"{down:.1}\" r=\"4\" fill=\"#1f6fb4\"><title>{} positions: {:.4} \
                 predicted, {:.4} exact</title></circle>",
                bin.count, bin.predicted, bin.exact
            ));
            let height = FOOT * bin.count as f64 / most;
            line(format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"14\" height=\"{height:.1}\" fill=\"#9bb\"/>",
                across - 7.0,
                base - height
            ));
        }
        line(format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">predicted win probability</text>",
            x(0.5),
            TOP + SIDE + 36.0
        ));
        line(format!(
            "<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\">exact win probability</text>",
            y(0.5)
        ));
        line(format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{} positions</text>",
            x(0.5),
            base + 18.0,
            self.count
        ));
        let _ = writeln!(svg, "</svg>");
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_means_and_the_error_is_weighted() {
        let found = Calibration::of(&[(0.11, 0.2), (0.13, 0.0), (0.91, 1.0), (1.0, 1.0)]);
        assert_eq!(found.bins.iter().map(|bin| bin.count).collect::<Vec<_>>(), [2, 1, 1]);
        assert!((found.bins[0].predicted - 0.12).abs() < 1e-12 && (found.bins[0].exact - 0.1).abs() < 1e-12);
        assert!((found.miscalibration - (2.0 * 0.02 + 0.09) / 4.0).abs() < 1e-12);
        assert!((found.mean_error - (0.09 + 0.13 + 0.09) / 4.0).abs() < 1e-12);
    }

    #[test]
    fn the_plot_is_drawn_from_the_bins() {
        let found = Calibration::of(&[(0.5, 0.5), (0.9, 0.8)]);
        let svg = found.svg("a title");
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>") && svg.contains("a title"));
    }

    #[test]
    fn the_net_in_the_program_is_calibrated_on_small_endgames() {
        let found = Calibration::measure(Library::small(), 4, 2000, 11);
        assert_eq!(found.count, 2000);
        assert!(found.miscalibration < 0.02 && found.error < 0.06, "{} {}", found.miscalibration, found.error);
    }
}
