//! Reports of studies: tables, plots and findings, as files that need no network.

mod csv;
mod data_table;
mod dictionary;
mod findings_file;
mod html;
mod markdown;
mod parquet;
mod report_table;
mod write;

pub use data_table::DataTable;
pub use findings_file::{ComparedFinding, ComparedRuns, FINDINGS, compare_runs};
pub use report_table::{Column, ReportTable, TableValue};
pub use write::{REPORT, WrittenReport};
pub(crate) use write::{ReportHeader, write};

use crate::comparison::Judgement;
use std::fmt;

/// The report of a study.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StudyReport {
    /// How it was measured, in paragraphs.
    pub method: Vec<String>,
    /// Claims and their verdicts.
    pub findings: Vec<Finding>,
    /// Tables; each also becomes a CSV and a Parquet file.
    pub sheets: Vec<ReportTable>,
    /// Plots; each also becomes an SVG and a PDF file.
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

/// Whether a measurement supports a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingVerdict {
    /// The measurement agrees.
    Holds,
    /// It agrees in part.
    Partly,
    /// The measurement contradicts it.
    Fails,
    /// The measurement cannot tell.
    Open,
}

impl FindingVerdict {
    /// `Holds` or `Fails`.
    pub fn of(holds: bool) -> Self {
        if holds { FindingVerdict::Holds } else { FindingVerdict::Fails }
    }

    /// Whether a number with this interval is below a threshold.
    pub fn below([low, _, high]: [f64; 3], threshold: f64) -> Self {
        match () {
            () if high < threshold => FindingVerdict::Holds,
            () if low > threshold => FindingVerdict::Fails,
            () => FindingVerdict::Open,
        }
    }

    /// Whether a number with this interval is above a threshold.
    pub fn above([low, middle, high]: [f64; 3], threshold: f64) -> Self {
        FindingVerdict::below([-high, -middle, -low], -threshold)
    }

    /// The verdict on several cases of one claim.
    pub fn together(cases: impl IntoIterator<Item = FindingVerdict>) -> Self {
        let cases: Vec<FindingVerdict> = cases.into_iter().collect();
        let has = |verdict: FindingVerdict| cases.contains(&verdict);
        match cases.first() {
            Some(first) if cases.iter().all(|case| case == first) => *first,
            Some(_) if has(FindingVerdict::Holds) || has(FindingVerdict::Partly) => FindingVerdict::Partly,
            Some(_) if has(FindingVerdict::Fails) => FindingVerdict::Fails,
            _ => FindingVerdict::Open,
        }
    }

    /// `Holds` if all cases do, `Fails` if none does.
    pub fn of_share(held: usize, all: usize) -> Self {
        match held {
            _ if all == 0 => FindingVerdict::Open,
            held if held == all => FindingVerdict::Holds,
            0 => FindingVerdict::Fails,
            _ => FindingVerdict::Partly,
        }
    }
}

impl fmt::Display for FindingVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FindingVerdict::Holds => "holds",
            FindingVerdict::Partly => "holds in part",
            FindingVerdict::Fails => "fails",
            FindingVerdict::Open => "undecided",
        })
    }
}

/// A claim and what was measured about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The claim, with who made it.
    pub claim: String,
    /// The verdict.
    pub verdict: FindingVerdict,
    /// The numbers behind it.
    pub figures: String,
}

impl StudyReport {
    /// Adds a paragraph about the method.
    pub fn add_method(&mut self, paragraph: impl Into<String>) {
        self.method.push(paragraph.into());
    }

    /// Adds a finding.
    pub fn add_finding(&mut self, claim: impl Into<String>, verdict: FindingVerdict, figures: impl Into<String>) {
        self.findings.push(Finding { claim: claim.into(), verdict, figures: figures.into() });
    }

    /// Adds a finding on intervals, with what would decide it. `unit` says in the plural what was measured: positions, pairs of games.
    pub fn add_judged(
        &mut self,
        claim: impl Into<String>,
        judgement: Judgement,
        figures: impl Into<String>,
        unit: &str,
    ) {
        let figures = figures.into() + &judgement.what_would_decide(unit);
        self.add_finding(claim, judgement.verdict, figures);
    }

    /// Adds a plot.
    pub fn add_figure(&mut self, name: &str, caption: impl Into<String>, svg: String) {
        self.figures.push(Figure { name: name.to_string(), caption: caption.into(), svg });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_needs_the_whole_interval() {
        use FindingVerdict::{Fails, Holds, Open, Partly};
        assert_eq!(
            [[0.5, 0.6, 0.7], [0.9, 1.0, 1.1], [1.2, 1.3, 1.4]].map(|i| FindingVerdict::below(i, 1.0)),
            [Holds, Open, Fails]
        );
        assert_eq!(FindingVerdict::above([1.2, 1.3, 1.4], 1.0), Holds);
        assert_eq!(FindingVerdict::together([Holds, Holds]), Holds);
        assert_eq!(FindingVerdict::together([Holds, Open, Fails]), Partly);
        assert_eq!(FindingVerdict::together([Open, Fails]), Fails);
        assert_eq!(FindingVerdict::together([]), Open);
        assert_eq!(
            (FindingVerdict::of_share(3, 3), FindingVerdict::of_share(0, 3), FindingVerdict::of_share(0, 0)),
            (Holds, Fails, Open)
        );
    }
}
