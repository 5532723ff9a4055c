//! A record of the tree as it was searched, for pictures and for learning: every search of the root with its window, every
//! visit in its order. Bounded, and free when it is off: the searches are generic over the [`Tracer`], and [`NoTrace`]
//! compiles to nothing. Searches that grow a tree record its [`Growth`] instead.

mod growth;

pub use growth::{Growth, GrowthNode, GrowthStep};

use crate::Method;
use crate::table::Bound;
use plyground_core::PlayerId;

/// Why the search of a position ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// All moves were searched.
    Complete,
    /// Cut at a position of another player: the root player has something better elsewhere.
    Alpha,
    /// Cut at a position of the root player: the others will not allow it.
    Beta,
    /// The transposition table knew.
    Table,
    /// The evaluation knew, from a database for example.
    Known,
    /// Cut at a chance node (Star1, Star2).
    Star,
    /// A single move was looked at, to learn what the position is worth at least to them who rolled (Star2).
    Probe,
    /// The horizon: the evaluation answered.
    Depth,
    /// The game was over.
    Terminal,
    /// The move was left out because others looked better.
    Beam,
    /// The search was stopped here.
    Stopped,
}

impl Ending {
    /// The word in records.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Complete => "complete",
            Ending::Alpha => "alpha",
            Ending::Beta => "beta",
            Ending::Table => "table",
            Ending::Known => "known",
            Ending::Star => "star",
            Ending::Probe => "probe",
            Ending::Depth => "depth",
            Ending::Terminal => "terminal",
            Ending::Beam => "beam",
            Ending::Stopped => "stopped",
        }
    }
}

/// What leads from a position to the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edge<M> {
    /// A player moved.
    Move(M),
    /// The dice fell: the outcome's place in the list of the game.
    Roll(usize),
}

/// How a position is searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VisitKind {
    /// With a window that holds values.
    Full,
    /// With a null window: only whether the value is above it or not.
    NullWindow,
    /// Less deep than the others, because the move comes late.
    Reduced,
    /// Once more, because the search before found more than expected.
    Again,
    /// A single move, to learn what the position is worth at least (Star2).
    Probe,
}

impl VisitKind {
    /// The number in records.
    pub fn number(self) -> u8 {
        self as u8
    }
}

/// Which side of a value the truth may be on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KnownBound {
    /// This is the value.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

impl KnownBound {
    /// The word in records.
    pub fn name(self) -> &'static str {
        match self {
            KnownBound::Exact => "exact",
            KnownBound::Lower => "lower",
            KnownBound::Upper => "upper",
        }
    }

    /// The same bound for those who want the opposite.
    pub(crate) fn seen_by(self, same: bool) -> Self {
        match self {
            KnownBound::Lower if !same => KnownBound::Upper,
            KnownBound::Upper if !same => KnownBound::Lower,
            bound => bound,
        }
    }
}

impl From<Bound> for KnownBound {
    fn from(bound: Bound) -> Self {
        match bound {
            Bound::Exact => KnownBound::Exact,
            Bound::Lower => KnownBound::Lower,
            Bound::Upper => KnownBound::Upper,
        }
    }
}

/// What the transposition table knew where it answered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableAnswer {
    /// The value, as the root player counts.
    pub value: f64,
    /// The depth that it was searched to; `None` where no depth limits it.
    pub depth: Option<u32>,
    /// Which side of it the truth may be on.
    pub bound: KnownBound,
}

/// Watches a search. Every [`enter`](Tracer::enter) is followed by its [`leave`](Tracer::leave), children in between, unless the
/// search is stopped.
pub trait Tracer<M> {
    /// Whether anything listens. A constant, so that the compiler removes what nobody hears.
    const ON: bool;

    /// A new search of the root begins: the next depth, or the same with another window.
    fn begin(&mut self, depth: u32, window: (f64, f64));

    /// The search of the root found this value; not called when it was stopped.
    fn end(&mut self, value: f64);

    /// A position is entered with this window, both ends as the root player counts, and this depth left.
    fn enter(&mut self, edge: Edge<M>, window: (f64, f64), depth: u32, kind: VisitKind);

    /// The table answers for the position entered last and not left yet.
    fn answered(&mut self, answer: TableAnswer);

    /// The position entered last and not left yet has this value for the root player. `player` was to move there.
    fn leave(&mut self, player: Option<PlayerId>, value: f64, ending: Ending);
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl<M> Tracer<M> for NoTrace {
    const ON: bool = false;
    #[inline(always)]
    fn begin(&mut self, _depth: u32, _window: (f64, f64)) {}
    #[inline(always)]
    fn end(&mut self, _value: f64) {}
    #[inline(always)]
    fn enter(&mut self, _edge: Edge<M>, _window: (f64, f64), _depth: u32, _kind: VisitKind) {}
    #[inline(always)]
    fn answered(&mut self, _answer: TableAnswer) {}
    #[inline(always)]
    fn leave(&mut self, _player: Option<PlayerId>, _value: f64, _ending: Ending) {}
}

/// One visit of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceNode<M> {
    /// The visit it belongs to, as an index into the same search of the root; `None` directly below the root.
    pub parent: Option<usize>,
    /// What led here.
    pub edge: Edge<M>,
    /// Moves and rolls below the root, from 1.
    pub ply: u32,
    /// The window on entry, as the root player counts; infinite ends where nothing bounded it.
    pub window: (f64, f64),
    /// The depth left on entry.
    pub depth: u32,
    /// How it was searched.
    pub kind: VisitKind,
    /// Who was to move.
    pub player: Option<PlayerId>,
    /// The value, as the root player counts; `None` while the visit is not finished.
    pub value: Option<f64>,
    /// Why it ended.
    pub ending: Ending,
    /// What the table knew, where it answered.
    pub table: Option<TableAnswer>,
}

/// One search of the root: an iteration, a part of one whose window failed, or a proof of MTD(f).
#[derive(Clone, PartialEq, Debug)]
pub struct RootTrace<M> {
    /// How deep.
    pub depth: u32,
    /// The window, infinite ends where nothing bounded it.
    pub window: (f64, f64),
    /// What it found; `None` when it was stopped.
    pub value: Option<f64>,
    /// The visits, parents before children.
    pub nodes: Vec<TraceNode<M>>,
    /// Visits that the bounds kept from the record.
    pub omitted: u64,
}

/// Records all searches of the root, within bounds of nodes and plies. Where there is no room for all, earlier searches
/// make room for the last one.
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    most_nodes: usize,
    most_plies: u32,
    method: Option<Method>,
    searches: Vec<RootTrace<M>>,
    growth: Option<Growth<M>>,
    kept: usize,
    /// Visits of earlier searches that stay even if the last one needs their room.
    reserved: usize,
    // The visits not left yet; `None` where the bounds kept one from the record.
    open: Vec<Option<usize>>,
}

impl<M> Recorder<M> {
    /// Keeps at most this many visits, and none below this many plies.
    pub fn new(most_nodes: usize, most_plies: u32) -> Self {
        let (searches, open) = (Vec::new(), Vec::new());
        Recorder { most_nodes, most_plies, method: None, searches, growth: None, kept: 0, reserved: 0, open }
    }

    /// Lets the searches before the last one keep up to half of the room.
    #[must_use]
    pub fn keeping_earlier_searches(mut self) -> Self {
        self.reserved = self.most_nodes / 2;
        self
    }

    /// An empty recorder with the same bounds, for a tree of other moves.
    pub fn empty_copy<N>(&self) -> Recorder<N> {
        Recorder { reserved: self.reserved, ..Recorder::new(self.most_nodes, self.most_plies) }
    }

    /// Replaces what is on record by what another recorder holds, in terms of other moves.
    pub fn replace(&mut self, method: Option<Method>, searches: Vec<RootTrace<M>>, growth: Option<Growth<M>>) {
        self.kept = searches.iter().map(|search| search.nodes.len()).sum();
        (self.method, self.searches, self.growth) = (method, searches, growth);
        self.open.clear();
    }

    /// Every search of the root, in order.
    pub fn searches(&self) -> &[RootTrace<M>] {
        &self.searches
    }

    /// How a tree grew, where the search was of that kind.
    pub fn growth(&self) -> Option<&Growth<M>> {
        self.growth.as_ref()
    }

    /// The visits of the last search of the root, parents before children.
    pub fn nodes(&self) -> &[TraceNode<M>] {
        self.searches.last().map_or(&[], |search| &search.nodes)
    }

    /// Depth of the last search of the root.
    pub fn depth(&self) -> u32 {
        self.searches.last().map_or(0, |search| search.depth)
    }

    /// Visits of the last search of the root, or parts of a grown tree, that the bounds kept from the record.
    pub fn omitted(&self) -> u64 {
        let growth = self.growth.as_ref().map_or(0, |growth| growth.omitted);
        self.searches.last().map_or(growth, |search| search.omitted)
    }

    /// The method that is on record.
    pub fn method(&self) -> Option<Method> {
        self.method
    }

    /// A search with this method begins: what was recorded before is another story.
    pub(crate) fn start(&mut self, method: Method) {
        self.replace(Some(method), Vec::new(), None);
    }

    /// Begins to record how a tree grows.
    pub(crate) fn grow(&mut self, growth: Growth<M>) {
        self.growth = Some(growth.within(self.most_nodes));
    }

    /// Makes room by dropping the oldest search, if the searches before the last one have more than is reserved for them.
    fn make_room(&mut self) -> bool {
        let Some((last, earlier)) = self.searches.split_last_mut() else { return false };
        if self.kept - last.nodes.len() <= self.reserved {
            return false;
        }
        let Some(oldest) = earlier.iter_mut().find(|search| !search.nodes.is_empty()) else { return false };
        self.kept -= oldest.nodes.len();
        oldest.omitted += oldest.nodes.len() as u64;
        oldest.nodes = Vec::new();
        true
    }
}

impl<M> Tracer<M> for Recorder<M> {
    const ON: bool = true;

    fn begin(&mut self, depth: u32, window: (f64, f64)) {
        self.open.clear();
        self.searches.push(RootTrace { depth, window, value: None, nodes: Vec::new(), omitted: 0 });
    }

    fn end(&mut self, value: f64) {
        if let Some(search) = self.searches.last_mut() {
            search.value = Some(value);
        }
    }

    fn enter(&mut self, edge: Edge<M>, window: (f64, f64), depth: u32, kind: VisitKind) {
        let ply = self.open.len() as u32 + 1;
        // Once a parent is missing its children have no place either.
        let parent = self.open.last().copied();
        let full = self.kept >= self.most_nodes && !self.make_room();
        let Some(search) = self.searches.last_mut() else { return };
        if full || ply > self.most_plies || parent == Some(None) {
            search.omitted += 1;
            self.open.push(None);
            return;
        }
        self.open.push(Some(search.nodes.len()));
        self.kept += 1;
        let (parent, ending) = (parent.flatten(), Ending::Stopped);
        let node = TraceNode { parent, edge, ply, window, depth, kind, player: None, value: None, ending, table: None };
        search.nodes.push(node);
    }

    fn answered(&mut self, answer: TableAnswer) {
        if let (Some(Some(index)), Some(search)) = (self.open.last(), self.searches.last_mut()) {
            search.nodes[*index].table = Some(answer);
        }
    }

    fn leave(&mut self, player: Option<PlayerId>, value: f64, ending: Ending) {
        if let (Some(Some(index)), Some(search)) = (self.open.pop(), self.searches.last_mut()) {
            let node = &mut search.nodes[index];
            node.player = player;
            node.value = (ending != Ending::Stopped).then_some(value);
            node.ending = ending;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

    fn enter<M>(recorder: &mut Recorder<M>, mv: M) {
        recorder.enter(Edge::Move(mv), (-1.0, 1.0), 1, VisitKind::Full);
    }

    #[test]
    fn bounds_hold_and_children_of_the_missing_are_missing() {
        let mut recorder = Recorder::new(2, 5);
        recorder.begin(3, OPEN);
        enter(&mut recorder, 'a');
        enter(&mut recorder, 'b');
        recorder.leave(None, 5.0, Ending::Depth);
        enter(&mut recorder, 'c'); // over the bound
        enter(&mut recorder, 'd');
        recorder.leave(None, 6.0, Ending::Depth);
        recorder.leave(None, 6.0, Ending::Complete);
        recorder.leave(Some(PlayerId::FIRST), 6.0, Ending::Beta);
        recorder.end(6.0);
        let seen: Vec<_> = recorder.nodes().iter().map(|node| (node.edge, node.parent, node.value)).collect();
        assert_eq!(seen, vec![(Edge::Move('a'), None, Some(6.0)), (Edge::Move('b'), Some(0), Some(5.0))]);
        assert_eq!(recorder.omitted(), 2);
        assert_eq!(recorder.nodes()[0].ending, Ending::Beta);
        recorder.begin(4, OPEN);
        assert!(recorder.nodes().is_empty());
        assert_eq!((recorder.depth(), recorder.searches()[0].value), (4, Some(6.0)));
    }

    #[test]
    fn plies_are_bounded_too() {
        let mut recorder = Recorder::new(100, 1);
        recorder.begin(2, OPEN);
        enter(&mut recorder, 1);
        enter(&mut recorder, 2);
        recorder.leave(None, 0.0, Ending::Stopped);
        recorder.leave(None, 0.0, Ending::Stopped);
        assert_eq!(recorder.nodes().len(), 1);
        assert_eq!(recorder.nodes()[0].value, None);
    }

    #[test]
    fn earlier_searches_make_room_for_the_last() {
        let kept = |mut recorder: Recorder<i32>| {
            record_three(&mut recorder);
            recorder.searches().iter().map(|search| (search.nodes.len(), search.omitted)).collect::<Vec<_>>()
        };
        assert_eq!(kept(Recorder::new(10, 5)), vec![(0, 3), (0, 4), (10, 10)]);
        let half = Recorder::new(10, 5).keeping_earlier_searches();
        assert_eq!(
            kept(half),
            vec![(0, 3), (4, 0), (6, 14)],
            "seven earlier visits are more than half of ten, four are not"
        );
    }

    fn record_three(recorder: &mut Recorder<i32>) {
        for (depth, visits) in [(1, 3), (2, 4), (3, 20)] {
            recorder.begin(depth, OPEN);
            for mv in 0..visits {
                enter(recorder, mv);
                recorder.leave(None, 0.0, Ending::Depth);
            }
            recorder.end(0.0);
        }
    }

    #[test]
    fn what_the_table_answered_belongs_to_the_open_visit() {
        let mut recorder = Recorder::new(10, 5);
        recorder.begin(2, OPEN);
        enter(&mut recorder, 1);
        enter(&mut recorder, 2);
        let answer = TableAnswer { value: 7.0, depth: Some(1), bound: KnownBound::Lower };
        recorder.answered(answer);
        recorder.leave(None, 7.0, Ending::Table);
        recorder.leave(None, 7.0, Ending::Complete);
        assert_eq!(recorder.nodes()[1].table, Some(answer));
        assert_eq!(recorder.nodes()[0].table, None);
    }
}
