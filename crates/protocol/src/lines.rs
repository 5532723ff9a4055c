//! Bytes to lines. The writer is not trusted: a line without end is cut, and bytes that are no text are
//! replaced.

/// The longest line that another program may send. The longest sensible one is an `info` with hundreds of moves.
pub const LONGEST_ANSWER: usize = 64 * 1024;

/// The longest line that we accept as a command: a ReversiXT position on the largest map of 1000 x 1000 tiles fits.
pub const LONGEST_COMMAND: usize = 2 * 1024 * 1024;

/// Gathers bytes until a line is complete.
#[derive(Clone, Debug)]
pub struct Lines {
    limit: usize,
    pending: Vec<u8>,
    overlong: bool,
}

/// One line, without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The whole line.
    Whole(String),
    /// The beginning of a line that was longer than allowed.
    Cut(String),
}

impl Line {
    /// What there is of it.
    pub fn text(&self) -> &str {
        match self {
            Line::Whole(text) | Line::Cut(text) => text,
        }
    }
}

impl Lines {
    /// Lines of at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Lines { limit, pending: Vec::new(), overlong: false }
    }

    /// Takes more bytes and appends every line that they complete. Memory never grows beyond one line.
    pub fn feed(&mut self, bytes: &[u8], out: &mut impl Extend<Line>) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, complete) = match piece.split_last() {
                Some((b'\n', text)) => (text, true),
                _ => (piece, false),
            };
            let room = self.limit - self.pending.len();
            self.overlong |= text.len() > room;
            self.pending.extend_from_slice(&text[..text.len().min(room)]);
            if complete {
                out.extend([self.take()]);
            }
        }
    }

    /// The last line, if it had no end.
    pub fn finish(&mut self) -> Option<Line> {
        (!self.pending.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> Line {
        let text = String::from_utf8_lossy(&self.pending);
        let text = text.strip_suffix('\r').unwrap_or(&text).to_string();
        self.pending.clear();
        if std::mem::take(&mut self.overlong) { Line::Cut(text) } else { Line::Whole(text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn feed(limit: usize, pieces: &[&[u8]]) -> Vec<Line> {
        let mut lines = Lines::new(limit);
        let mut out = Vec::new();
        for piece in pieces {
            lines.feed(piece, &mut out);
        }
        out.extend(lines.finish());
        out
    }

    #[test]
    fn line_ends_of_every_kind_and_a_last_line_without_one() {
        let whole = |text: &str| Line::Whole(text.to_string());
        assert_eq!(
            feed(99, &[b"one\r\n\ntwo", b" half", b"s\nend"]),
            [whole("one"), whole(""), whole("two halfs"), whole("end")]
        );
        assert_eq!(feed(99, &[b"\xff\xfe\n"]), [whole("\u{fffd}\u{fffd}")]);
    }

    #[test]
    fn a_line_without_end_is_cut_and_the_next_one_is_whole_again() {
        let lines = feed(4, &[b"123", b"456", b"789\nabcd\nabcde\n"]);
        assert_eq!(
            lines,
            [Line::Cut("1234".to_string()), Line::Whole("abcd".to_string()), Line::Cut("abcd".to_string())]
        );
    }

    proptest! {
        #[test]
        fn any_split_of_the_bytes_gives_the_same_lines(bytes in proptest::collection::vec(any::<u8>(), 0..200), at in 0usize..200) {
            let at = at.min(bytes.len());
            prop_assert_eq!(feed(16, &[&bytes]), feed(16, &[&bytes[..at], &bytes[at..]]));
        }
    }
}
