//! Axes: from numbers to places, and where the ticks stand.

/// An axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// What it measures.
    pub label: String,
    /// Whether equal distances are equal ratios.
    pub log: bool,
    /// Ends, where they are not to follow from the data.
    pub ends: Option<(f64, f64)>,
    /// Names instead of numbers.
    pub names: Vec<(f64, String)>,
}

impl Axis {
    /// Equal distances are equal differences.
    pub fn linear(label: &str) -> Self {
        Axis { label: label.to_string(), log: false, ends: None, names: Vec::new() }
    }

    /// Equal distances are equal ratios; what is not positive does not appear.
    pub fn log(label: &str) -> Self {
        Axis { log: true, ..Axis::linear(label) }
    }

    /// With these ends.
    #[must_use]
    pub fn between(mut self, low: f64, high: f64) -> Self {
        self.ends = Some((low, high));
        self
    }

    /// With these names at 0, 1, 2, …
    #[must_use]
    pub fn named<S: ToString>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.names = names.into_iter().enumerate().map(|(place, name)| (place as f64, name.to_string())).collect();
        self
    }

    /// Where a number stands; `None` if it has no place.
    pub(super) fn place(&self, number: f64) -> Option<f64> {
        match self.log {
            true if number > 0.0 => Some(number.log10()),
            true => None,
            false => number.is_finite().then_some(number),
        }
    }

    /// The ends of the axis as places, with a little room around the data.
    pub(super) fn range(&self, numbers: impl Iterator<Item = f64>) -> (f64, f64) {
        if let Some((low, high)) = self.ends
            && let (Some(low), Some(high)) = (self.place(low), self.place(high))
        {
            return (low, high);
        }
        let named = self.names.iter().map(|(place, _)| *place);
        let places = numbers.chain(named).filter_map(|number| self.place(number));
        let (low, high) =
            places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| (low.min(place), high.max(place)));
        if !low.is_finite() {
            return (0.0, 1.0);
        }
        if !self.names.is_empty() {
            return (low - 0.5, high + 0.5);
        }
        let room = if high > low { 0.05 * (high - low) } else { 0.5 };
        // An axis of amounts that begin at nothing does not show less than nothing.
        let floor = if !self.log && low >= 0.0 && low - room < 0.0 { 0.0 } else { low - room };
        (floor, high + room)
    }

    /// Ticks: places and texts.
    pub(super) fn ticks(&self, low: f64, high: f64) -> Vec<(f64, String)> {
        if !self.names.is_empty() {
            return self.names.clone();
        }
        let steps = if self.log { log_ticks(low, high) } else { linear_ticks(low, high) };
        steps.into_iter().filter(|(place, _)| (low..=high).contains(place)).collect()
    }
}

/// Round numbers, about six of them.
fn linear_ticks(low: f64, high: f64) -> Vec<(f64, String)> {
    let step = round_step((high - low) / 6.0);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|index| index as f64 * step).map(|number| (number, short(number, step))).collect()
}

/// 1, 2 or 5 times a power of ten, not below `wish`.
fn round_step(wish: f64) -> f64 {
    let power = 10f64.powf(wish.max(1e-12).log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= wish * 0.999).unwrap_or(10.0);
    factor * power
}

/// Powers of ten, with 2 and 5 between them where there are few.
fn log_ticks(low: f64, high: f64) -> Vec<(f64, String)> {
    let span = high - low;
    let factors: &[f64] = if span < 2.2 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let skip = if span > 9.0 { 2 } else { 1 };
    let powers = (low.floor() as i32..=high.ceil() as i32).step_by(skip);
    let numbers = powers.flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)));
    numbers.map(|number| (number.log10(), short(number, number))).collect()
}

/// A number as short as it can be said: 20k, 3M, 0.05.
pub(super) fn short(number: f64, step: f64) -> String {
    let size = number.abs();
    for (unit, name) in [(1e9, "G"), (1e6, "M"), (1e3, "k")] {
        if size >= 10.0 * unit || (size >= unit && step >= unit / 10.0) {
            return format!("{}{name}", trimmed(number / unit, 2));
        }
    }
    if size > 0.0 && size < 1e-4 {
        return format!("{number:.0e}");
    }
    let decimals = (-step.abs().log10()).ceil().clamp(0.0, 6.0) as usize;
    trimmed(number, decimals.max(1))
}

fn trimmed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let texts = |ticks: Vec<(f64, String)>| ticks.into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(texts(Axis::linear("").ticks(0.0, 1.0)), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(texts(Axis::linear("").ticks(-3.0, 27.0)), ["0", "5", "10", "15", "20", "25"]);
        assert_eq!(texts(Axis::log("").ticks(1.0, 4.0)), ["10", "100", "1k", "10k"]);
        assert_eq!(texts(Axis::log("").ticks(3.9, 4.8)), ["10k", "20k", "50k"]);
        assert_eq!(texts(Axis::linear("").named(["a", "b"]).ticks(-0.5, 1.5)), ["a", "b"]);
    }

    #[test]
    fn ranges_hold_the_data_and_odd_data_does_no_harm() {
        let (low, high) = Axis::linear("").range([2.0, 4.0, f64::NAN].into_iter());
        assert!(low < 2.0 && high > 4.0);
        let (low, high) = Axis::log("").range([0.0, -1.0, 100.0].into_iter());
        assert!(low < 2.0 && high > 2.0);
        assert_eq!(Axis::linear("").range(std::iter::empty()), (0.0, 1.0));
    }
}
