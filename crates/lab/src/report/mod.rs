//! What a study has to say: tables, plots and findings, as files that anybody can open without a network.

mod csv;
mod html;
mod markdown;
mod sheet;
mod table;
mod write;

pub use sheet::{Sheet, Value};
pub use table::Table;
pub(crate) use write::write;
pub use write::{REPORT, Written};

use std::fmt;

/// What a study found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// How it was measured, in paragraphs.
    pub method: Vec<String>,
    /// Claims and what became of them.
    pub findings: Vec<Finding>,
    /// Tables; each also becomes a CSV file.
    pub sheets: Vec<Sheet>,
    /// Plots; each also becomes an SVG file.
    pub figures: Vec<Figure>,
}

/// A plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// The name of its file, without ending.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// The drawing, from `<svg` to `</svg>`.
    pub svg: String,
}

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The measurement agrees.
    Holds,
    /// It agrees in part.
    Partly,
    /// The measurement contradicts it.
    Fails,
    /// The measurement cannot tell.
    Open,
}

impl Verdict {
    /// Holds if it does.
    pub fn of(holds: bool) -> Self {
        if holds { Verdict::Holds } else { Verdict::Fails }
    }

    /// Whether a number with this interval is below a bar.
    pub fn below([low, _, high]: [f64; 3], bar: f64) -> Self {
        match () {
            () if high < bar => Verdict::Holds,
            () if low > bar => Verdict::Fails,
            () => Verdict::Open,
        }
    }

    /// Whether a number with this interval is above a bar.
    pub fn above([low, middle, high]: [f64; 3], bar: f64) -> Self {
        Verdict::below([-high, -middle, -low], -bar)
    }

    /// What several cases of one claim say together.
    pub fn together(cases: impl IntoIterator<Item = Verdict>) -> Self {
        let cases: Vec<Verdict> = cases.into_iter().collect();
        let has = |verdict: Verdict| cases.contains(&verdict);
        match cases.first() {
            Some(first) if cases.iter().all(|case| case == first) => *first,
            Some(_) if has(Verdict::Holds) || has(Verdict::Partly) => Verdict::Partly,
            Some(_) if has(Verdict::Fails) => Verdict::Fails,
            _ => Verdict::Open,
        }
    }

    /// Holds if all of so many do, fails if none does.
    pub fn of_share(held: usize, all: usize) -> Self {
        match held {
            _ if all == 0 => Verdict::Open,
            held if held == all => Verdict::Holds,
            0 => Verdict::Fails,
            _ => Verdict::Partly,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Holds => "holds",
            Verdict::Partly => "holds in part",
            Verdict::Fails => "does not hold here",
            Verdict::Open => "cannot be said",
        })
    }
}

/// A claim and what was measured about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The claim, with who made it.
    pub claim: String,
    /// What became of it.
    pub verdict: Verdict,
    /// The figures that say so.
    pub figures: String,
}

impl Report {
    /// Adds a paragraph about the method.
    pub fn tell(&mut self, paragraph: impl Into<String>) {
        self.method.push(paragraph.into());
    }

    /// Adds a finding.
    pub fn find(&mut self, claim: impl Into<String>, verdict: Verdict, figures: impl Into<String>) {
        self.findings.push(Finding { claim: claim.into(), verdict, figures: figures.into() });
    }

    /// Adds a plot.
    pub fn draw(&mut self, name: &str, caption: impl Into<String>, svg: String) {
        self.figures.push(Figure { name: name.to_string(), caption: caption.into(), svg });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_needs_the_whole_interval() {
        use Verdict::{Fails, Holds, Open, Partly};
        assert_eq!(
            [[0.5, 0.6, 0.7], [0.9, 1.0, 1.1], [1.2, 1.3, 1.4]].map(|i| Verdict::below(i, 1.0)),
            [Holds, Open, Fails]
        );
        assert_eq!(Verdict::above([1.2, 1.3, 1.4], 1.0), Holds);
        assert_eq!(Verdict::together([Holds, Holds]), Holds);
        assert_eq!(Verdict::together([Holds, Open, Fails]), Partly);
        assert_eq!(Verdict::together([Open, Fails]), Fails);
        assert_eq!(Verdict::together([]), Open);
        assert_eq!((Verdict::of_share(3, 3), Verdict::of_share(0, 3), Verdict::of_share(0, 0)), (Holds, Fails, Open));
    }
}
