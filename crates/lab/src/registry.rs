//! The studies, one line each.

use crate::studies;
use crate::{LabError, Study};
use plyground_core::suggest::hint;

const ALL: &[&dyn Study] = &[
    &studies::move_sorting::MoveSorting,
    &studies::deepening_cost::DeepeningCost,
    &studies::aspiration::Aspiration,
    &studies::time_prediction::TimePrediction,
    &studies::schwarz::Schwarz,
    &studies::setups::Setups,
    &studies::tournament24::Tournament24,
    &studies::hash_size::HashSize,
    &studies::isola_techniques::IsolaTechniques,
    &studies::opponents::Opponents,
    &studies::star::Star,
    &studies::ladder::Ladder,
    &studies::calibration::Calibration,
    &studies::growth::Growth,
];

/// Every study, in the order of lists.
pub fn all() -> &'static [&'static dyn Study] {
    ALL
}

/// The study of this name.
///
/// # Errors
/// When there is none.
pub fn find(name: &str) -> Result<&'static dyn Study, LabError> {
    let found = ALL.iter().copied().find(|study| study.facts().name == name);
    let nearest = || hint(name, ALL.iter().map(|study| study.facts().name));
    found.ok_or_else(|| LabError::Misuse(format!("there is no study `{name}`; {}", nearest())))
}
