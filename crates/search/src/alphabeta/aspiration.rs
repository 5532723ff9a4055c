//! Windows around the expected value: where they begin, and what follows when the value lies outside.

use super::config::Aspiration;
use super::tuning::{WIDEST_WINDOW, WINDOW_GROWTH};
use crate::score::{INFINITE, is_decided};
use crate::{Score, Window};

/// Values strictly between `low` and `high` are found exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchWindow {
    pub(super) low: Score,
    pub(super) high: Score,
}

impl SearchWindow {
    pub(super) const OPEN: SearchWindow = SearchWindow { low: -INFINITE, high: INFINITE };

    /// What reports say of it; nothing of an open one.
    pub(super) fn reported(self) -> Option<Window> {
        (self != SearchWindow::OPEN).then(|| Window { low: f64::from(self.low), high: f64::from(self.high) })
    }
}

/// The windows of one iteration.
pub(super) struct AspirationWindow {
    kind: Aspiration,
    half_width: Score,
    pub(super) window: SearchWindow,
    pub(super) fail_low: u32,
    pub(super) fail_high: u32,
}

impl AspirationWindow {
    /// `expected` is the value of the last iteration, `exact` the exact values at the root in it.
    pub(super) fn new(kind: Aspiration, expected: Option<Score>, exact: &[Score]) -> Self {
        let half_width = match kind {
            Aspiration::Off => None,
            Aspiration::Fixed(width) | Aspiration::Growing(width) => Some(width.min(WIDEST_WINDOW)),
            Aspiration::Sigma(factor) => {
                deviation(exact).map(|sigma| (factor * sigma).clamp(1.0, f64::from(WIDEST_WINDOW)) as Score)
            }
        };
        // Proven results have no neighbourhood to expect the next value in.
        let window = match (expected, half_width) {
            (Some(value), Some(width)) if !is_decided(value) => {
                SearchWindow { low: value - width, high: value + width }
            }
            _ => SearchWindow::OPEN,
        };
        AspirationWindow { kind, half_width: half_width.unwrap_or(0), window, fail_low: 0, fail_high: 0 }
    }

    /// The search came back with `value`; true when it must be done again with the new [`window`](AspirationWindow::window).
    pub(super) fn missed(&mut self, value: Score) -> bool {
        let SearchWindow { low, high } = self.window;
        let below = value <= low && low > -INFINITE;
        let above = value >= high && high < INFINITE;
        self.fail_low += u32::from(below);
        self.fail_high += u32::from(above);
        self.window = match self.kind {
            _ if !below && !above => return false,
            // Below and above: the table changed its mind in between, and only the open window ends the argument.
            _ if self.fail_low > 0 && self.fail_high > 0 => SearchWindow::OPEN,
            Aspiration::Growing(_) if below => SearchWindow { low: value.saturating_sub(self.grow()), high: value + 1 },
            Aspiration::Growing(_) => SearchWindow { low: value - 1, high: value.saturating_add(self.grow()) },
            _ if below => SearchWindow { low: -INFINITE, high: value + 1 },
            _ => SearchWindow { low: value - 1, high: INFINITE },
        };
        self.window = SearchWindow { low: self.window.low.max(-INFINITE), high: self.window.high.min(INFINITE) };
        true
    }

    /// The next half-width; infinite when growing further is pointless.
    fn grow(&mut self) -> Score {
        self.half_width = self.half_width.saturating_mul(WINDOW_GROWTH);
        if self.half_width > WIDEST_WINDOW { Score::MAX } else { self.half_width }
    }
}

/// The standard deviation of a sample; `None` when there is nothing to deviate from.
fn deviation(values: &[Score]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let count = values.len() as f64;
    let mean = values.iter().map(|value| f64::from(*value)).sum::<f64>() / count;
    let squares = values.iter().map(|value| (f64::from(*value) - mean).powi(2)).sum::<f64>();
    Some((squares / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_window_is_searched_again_in_the_half_open_interval() {
        let mut low = AspirationWindow::new(Aspiration::Fixed(15), Some(100), &[]);
        assert_eq!(low.window, SearchWindow { low: 85, high: 115 });
        assert!(!low.missed(86) && !low.missed(114));
        assert!(low.missed(80));
        assert_eq!(low.window, SearchWindow { low: -INFINITE, high: 81 });
        assert!(!low.missed(80) && !low.missed(-500));
        let mut high = AspirationWindow::new(Aspiration::Fixed(15), Some(100), &[]);
        assert!(high.missed(115));
        assert_eq!(high.window, SearchWindow { low: 114, high: INFINITE });
        assert!(high.missed(90), "the table changed its mind");
        assert_eq!(high.window, SearchWindow::OPEN);
        assert!(!high.missed(-INFINITE + 1));
        assert_eq!((high.fail_low, high.fail_high), (1, 1));
    }

    #[test]
    fn sigma_is_the_deviation_of_the_exact_values() {
        // Mean 5, deviations 3, 1, 1, 3: sigma is the root of 5.
        let sigma = AspirationWindow::new(Aspiration::Sigma(10.0), Some(0), &[2, 4, 6, 8]);
        assert_eq!(sigma.window, SearchWindow { low: -22, high: 22 });
        assert_eq!(AspirationWindow::new(Aspiration::Sigma(5.0), Some(0), &[3]).window, SearchWindow::OPEN);
        assert_eq!(
            AspirationWindow::new(Aspiration::Sigma(5.0), Some(0), &[3, 3]).window,
            SearchWindow { low: -1, high: 1 }
        );
    }

    #[test]
    fn growing_windows_grow_and_open_in_the_end() {
        let mut growing = AspirationWindow::new(Aspiration::Growing(10), Some(0), &[]);
        let mut widths = Vec::new();
        let mut value = 10;
        while growing.missed(value) {
            assert_eq!(growing.window.low, value - 1);
            widths.push(growing.window.high - value);
            value = growing.window.high;
        }
        assert_eq!(widths[..3], [40, 160, 640]);
        assert_eq!(growing.window.high, INFINITE);
    }

    #[test]
    fn the_first_iteration_and_proven_results_have_open_windows() {
        assert_eq!(AspirationWindow::new(Aspiration::Fixed(5), None, &[]).window, SearchWindow::OPEN);
        assert_eq!(AspirationWindow::new(Aspiration::Fixed(5), Some(crate::DECIDED), &[]).window, SearchWindow::OPEN);
    }
}
