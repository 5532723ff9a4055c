//! Commands that people paste into a shell.

/// The word as a POSIX shell reads it back: quoted only where it must be.
pub fn quote(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/.-_+:=,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_the_shell() {
        assert_eq!(quote("plans/a.toml"), "plans/a.toml");
        assert_eq!(quote("my plan's.toml"), "'my plan'\\''s.toml'");
        assert_eq!(quote("it's"), "'it'\\''s'");
        assert_eq!(quote("search(depth=3)"), "'search(depth=3)'");
        assert_eq!(quote(""), "''");
    }
}
