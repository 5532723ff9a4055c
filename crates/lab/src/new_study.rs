//! The skeleton of a new study: a small one that works, in Rust or as a study file.

use crate::{LabError, all};

/// A complete study, which the tests of this crate compile and run.
const TEMPLATE: &str = include_str!("studies/template.rs");
/// A complete study file, which the tests run.
const FILE_TEMPLATE: &str = include_str!("study_file/template.toml");

/// The source of a study of this name: `crates/lab/src/studies/<name with _>.rs`.
///
/// # Errors
/// When the name is not one, or is taken.
pub fn new_study(name: &str) -> Result<String, LabError> {
    check_name(name)?;
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
    };
    let type_name: String = name.split('-').map(capital).collect();
    Ok(TEMPLATE.replace("Template", &type_name).replace("\"template\"", &format!("\"{name}\"")).replace(
        "//! What does the template of a study measure?",
        "//! What does it measure? One line, and one more in `crates/lab/src/registry.rs`.",
    ))
}

/// A study file of this name, for `plyground lab run FILE.toml`.
///
/// # Errors
/// When the name is not one, or is taken.
pub fn new_study_file(name: &str) -> Result<String, LabError> {
    check_name(name)?;
    Ok(FILE_TEMPLATE.replace("\"template\"", &format!("\"{name}\"")))
}

/// Small letters, digits and hyphens, and not the name of a study that there is.
fn check_name(name: &str) -> Result<(), LabError> {
    let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
    let plain = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !starts || !plain || name.len() > 40 || name.ends_with('-') {
        let text =
            format!("`{name}` is no name of a study; write up to 40 small letters, digits and -, such as my-study");
        return Err(LabError::Misuse(text));
    }
    if all().iter().any(|study| study.facts().name == name) {
        return Err(LabError::Misuse(format!("there is a study `{name}` already")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::template::Template;
    use crate::{RunOutcome, Size, StudyOptions, StudyRunner};
    use plyground_arena::Interrupt;

    #[test]
    fn the_template_is_a_study_that_works() {
        let folder = tempfile::tempdir().unwrap();
        let options = StudyOptions::of(Size::Smallest);
        let run = StudyRunner { study: &Template, options, out: folder.path().to_path_buf(), threads: 1, shard: None };
        let RunOutcome::Reported(written) = run.run(&Interrupt::default(), |_| {}).unwrap() else {
            panic!("it did not finish")
        };
        assert_eq!(written.findings.len(), 1);
    }

    #[test]
    fn names_become_types_and_words() {
        let text = new_study("my-2nd-study").unwrap();
        assert!(text.contains("pub struct My2ndStudy;") && text.contains("name: \"my-2nd-study\""));
        assert!(!text.contains("Template"));
        for name in ["", "Star", "star", "a b", "-x", "x-", "1x", "é"] {
            assert!(new_study(name).is_err(), "{name}");
        }
    }
}
