//! Windows around the expected value: where they begin, and what follows when the value lies outside.

use super::config::Aspiration;
use super::tuning::{WIDEST_WINDOW, WINDOW_GROWTH};
use crate::Score;
use crate::score::{INFINITE, is_decided};

/// Values strictly between `low` and `high` are found exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) low: Score,
    pub(super) high: Score,
}

impl Span {
    pub(super) const OPEN: Span = Span { low: -INFINITE, high: INFINITE };
}

/// The windows of one iteration.
pub(super) struct Aspirant {
    kind: Aspiration,
    half_width: Score,
    pub(super) span: Span,
    pub(super) fail_low: u32,
    pub(super) fail_high: u32,
}

impl Aspirant {
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
        let span = match (expected, half_width) {
            (Some(value), Some(width)) if !is_decided(value) => Span { low: value - width, high: value + width },
            _ => Span::OPEN,
        };
        Aspirant { kind, half_width: half_width.unwrap_or(0), span, fail_low: 0, fail_high: 0 }
    }

    /// The search came back with `value`; true when it must be done again with the new [`span`](Aspirant::span).
    pub(super) fn missed(&mut self, value: Score) -> bool {
        let Span { low, high } = self.span;
        let below = value <= low && low > -INFINITE;
        let above = value >= high && high < INFINITE;
        self.fail_low += u32::from(below);
        self.fail_high += u32::from(above);
        self.span = match self.kind {
            _ if !below && !above => return false,
            // Below and above: the table changed its mind in between, and only the open window ends the argument.
            _ if self.fail_low > 0 && self.fail_high > 0 => Span::OPEN,
            Aspiration::Growing(_) if below => Span { low: value.saturating_sub(self.grow()), high: value + 1 },
            Aspiration::Growing(_) => Span { low: value - 1, high: value.saturating_add(self.grow()) },
            _ if below => Span { low: -INFINITE, high: value + 1 },
            _ => Span { low: value - 1, high: INFINITE },
        };
        self.span = Span { low: self.span.low.max(-INFINITE), high: self.span.high.min(INFINITE) };
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
        let mut low = Aspirant::new(Aspiration::Fixed(15), Some(100), &[]);
        assert_eq!(low.span, Span { low: 85, high: 115 });
        assert!(!low.missed(86) && !low.missed(114));
        assert!(low.missed(80));
        assert_eq!(low.span, Span { low: -INFINITE, high: 81 });
        assert!(!low.missed(80) && !low.missed(-500));
        let mut high = Aspirant::new(Aspiration::Fixed(15), Some(100), &[]);
        assert!(high.missed(115));
        assert_eq!(high.span, Span { low: 114, high: INFINITE });
        assert!(high.missed(90), "the table changed its mind");
        assert_eq!(high.span, Span::OPEN);
        assert!(!high.missed(-INFINITE + 1));
        assert_eq!((high.fail_low, high.fail_high), (1, 1));
    }

    #[test]
    fn sigma_is_the_deviation_of_the_exact_values() {
        // Mean 5, deviations 3, 1, 1, 3: sigma is the root of 5.
        let sigma = Aspirant::new(Aspiration::Sigma(10.0), Some(0), &[2, 4, 6, 8]);
        assert_eq!(sigma.span, Span { low: -22, high: 22 });
        assert_eq!(Aspirant::new(Aspiration::Sigma(5.0), Some(0), &[3]).span, Span::OPEN);
        assert_eq!(Aspirant::new(Aspiration::Sigma(5.0), Some(0), &[3, 3]).span, Span { low: -1, high: 1 });
    }

    #[test]
    fn growing_windows_grow_and_open_in_the_end() {
        let mut growing = Aspirant::new(Aspiration::Growing(10), Some(0), &[]);
        let mut widths = Vec::new();
        let mut value = 10;
        while growing.missed(value) {
            assert_eq!(growing.span.low, value - 1);
            widths.push(growing.span.high - value);
            value = growing.span.high;
        }
        assert_eq!(widths[..3], [40, 160, 640]);
        assert_eq!(growing.span.high, INFINITE);
    }

    #[test]
    fn the_first_iteration_and_proven_results_have_open_windows() {
        assert_eq!(Aspirant::new(Aspiration::Fixed(5), None, &[]).span, Span::OPEN);
        assert_eq!(Aspirant::new(Aspiration::Fixed(5), Some(crate::DECIDED), &[]).span, Span::OPEN);
    }
}
