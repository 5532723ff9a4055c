//! A record of the tree as it was searched, for pictures and for learning. Bounded, and free when it is off: the
//! searches are generic over the [`Tracer`], and [`NoTrace`] compiles to nothing.

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

/// Watches a search. Every [`enter`](Tracer::enter) is followed by its [`leave`](Tracer::leave), children in between.
pub trait Tracer<M> {
    /// Whether anything listens. A constant, so that the compiler removes what nobody hears.
    const ON: bool;

    /// A new search of the root begins: the next depth, or the same with another window.
    fn begin(&mut self, depth: u32);

    /// A position is entered with this window, both ends as the root player counts.
    fn enter(&mut self, edge: Edge<M>, window: (f64, f64));

    /// The position entered last and not left yet has this value for the root player. `player` was to move there.
    fn leave(&mut self, player: Option<PlayerId>, value: f64, ending: Ending);
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl<M> Tracer<M> for NoTrace {
    const ON: bool = false;
    #[inline(always)]
    fn begin(&mut self, _depth: u32) {}
    #[inline(always)]
    fn enter(&mut self, _edge: Edge<M>, _window: (f64, f64)) {}
    #[inline(always)]
    fn leave(&mut self, _player: Option<PlayerId>, _value: f64, _ending: Ending) {}
}

/// One visit of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceNode<M> {
    /// The visit it belongs to, as an index into the record; `None` directly below the root.
    pub parent: Option<usize>,
    /// What led here.
    pub edge: Edge<M>,
    /// Moves and rolls below the root, from 1.
    pub ply: u32,
    /// The window on entry, as the root player counts; infinite ends where nothing bounded it.
    pub window: (f64, f64),
    /// Who was to move.
    pub player: Option<PlayerId>,
    /// The value, as the root player counts; `None` while the visit is not finished.
    pub value: Option<f64>,
    /// Why it ended.
    pub ending: Ending,
}

/// One search of the root: an iteration, a repetition with another window, or a proof of MTD(f).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootTrace {
    /// Plies.
    pub depth: u32,
    /// Its first visit, as an index into the record; it ends where the next one begins.
    pub first: usize,
}

/// Records the last search of the root, or all of them, within bounds of nodes and plies.
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    most_nodes: usize,
    most_plies: u32,
    all_roots: bool,
    roots: Vec<RootTrace>,
    depth: u32,
    nodes: Vec<TraceNode<M>>,
    // The visits not left yet; `None` where the bounds kept one from the record.
    open: Vec<Option<usize>>,
    omitted: u64,
}

impl<M> Recorder<M> {
    /// Keeps at most this many visits, and none below this many plies.
    pub fn new(most_nodes: usize, most_plies: u32) -> Self {
        Recorder {
            most_nodes,
            most_plies,
            all_roots: false,
            roots: Vec::new(),
            depth: 0,
            nodes: Vec::new(),
            open: Vec::new(),
            omitted: 0,
        }
    }

    /// Keeps all searches of the root one after the other, not only the last one. The oldest are forgotten where they
    /// would leave the next one less than half of the room.
    #[must_use]
    pub fn with_all_roots(mut self) -> Self {
        self.all_roots = true;
        self
    }

    /// The searches of the root on record, oldest first.
    pub fn roots(&self) -> &[RootTrace] {
        &self.roots
    }

    /// An empty recorder with the same bounds, for a tree of other moves.
    pub fn empty_copy<N>(&self) -> Recorder<N> {
        Recorder { all_roots: self.all_roots, ..Recorder::new(self.most_nodes, self.most_plies) }
    }

    /// Replaces what is on record by the tree of a search to this depth, parents before children.
    pub fn replace(&mut self, depth: u32, nodes: Vec<TraceNode<M>>, omitted: u64) {
        (self.depth, self.nodes, self.omitted) = (depth, nodes, omitted);
        self.roots = vec![RootTrace { depth, first: 0 }];
        self.open.clear();
    }

    /// What was recorded, parents before children.
    pub fn nodes(&self) -> &[TraceNode<M>] {
        &self.nodes
    }

    /// Depth of the search on record.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Visits that the bounds kept from the record.
    pub fn omitted(&self) -> u64 {
        self.omitted
    }
}

impl<M> Tracer<M> for Recorder<M> {
    const ON: bool = true;

    fn begin(&mut self, depth: u32) {
        self.depth = depth;
        self.open.clear();
        self.omitted = 0;
        if !self.all_roots || self.nodes.len() > self.most_nodes / 2 {
            self.nodes.clear();
            self.roots.clear();
        }
        self.roots.push(RootTrace { depth, first: self.nodes.len() });
    }

    fn enter(&mut self, edge: Edge<M>, window: (f64, f64)) {
        let ply = self.open.len() as u32 + 1;
        // Once a parent is missing its children have no place either.
        let parent = self.open.last().copied();
        if self.nodes.len() >= self.most_nodes || ply > self.most_plies || parent == Some(None) {
            self.omitted += 1;
            self.open.push(None);
            return;
        }
        self.open.push(Some(self.nodes.len()));
        let parent = parent.flatten();
        self.nodes.push(TraceNode { parent, edge, ply, window, player: None, value: None, ending: Ending::Stopped });
    }

    fn leave(&mut self, player: Option<PlayerId>, value: f64, ending: Ending) {
        if let Some(Some(index)) = self.open.pop() {
            let node = &mut self.nodes[index];
            node.player = player;
            node.value = (ending != Ending::Stopped).then_some(value);
            node.ending = ending;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_searches_of_the_root_are_kept_while_there_is_room() {
        let mut recorder = Recorder::new(4, 5).with_all_roots();
        let visit = |recorder: &mut Recorder<char>, mv| {
            recorder.enter(Edge::Move(mv), (-1.0, 1.0));
            recorder.leave(None, 5.0, Ending::Depth);
        };
        recorder.begin(1);
        visit(&mut recorder, 'a');
        recorder.begin(2);
        visit(&mut recorder, 'a');
        visit(&mut recorder, 'b');
        assert_eq!(recorder.roots(), [RootTrace { depth: 1, first: 0 }, RootTrace { depth: 2, first: 1 }]);
        assert_eq!(recorder.nodes().len(), 3);
        recorder.begin(3); // three of four nodes are taken
        visit(&mut recorder, 'b');
        assert_eq!(recorder.roots(), [RootTrace { depth: 3, first: 0 }]);
        assert_eq!((recorder.nodes().len(), recorder.depth()), (1, 3));
        let mut last = Recorder::new(4, 5);
        last.begin(1);
        visit(&mut last, 'a');
        last.begin(2);
        assert!(last.nodes().is_empty() && last.roots().len() == 1);
    }

    #[test]
    fn bounds_hold_and_children_of_the_missing_are_missing() {
        let mut recorder = Recorder::new(2, 5);
        recorder.begin(3);
        recorder.enter(Edge::Move('a'), (-1.0, 1.0));
        recorder.enter(Edge::Move('b'), (-1.0, 1.0));
        recorder.leave(None, 5.0, Ending::Depth);
        recorder.enter(Edge::Move('c'), (-1.0, 1.0)); // over the bound
        recorder.enter(Edge::Move('d'), (-1.0, 1.0));
        recorder.leave(None, 6.0, Ending::Depth);
        recorder.leave(None, 6.0, Ending::Complete);
        recorder.leave(Some(PlayerId::FIRST), 6.0, Ending::Beta);
        let seen: Vec<_> = recorder.nodes().iter().map(|node| (node.edge, node.parent, node.value)).collect();
        assert_eq!(seen, vec![(Edge::Move('a'), None, Some(6.0)), (Edge::Move('b'), Some(0), Some(5.0))]);
        assert_eq!(recorder.omitted(), 2);
        assert_eq!(recorder.nodes()[0].ending, Ending::Beta);
        recorder.begin(4);
        assert!(recorder.nodes().is_empty());
        assert_eq!(recorder.depth(), 4);
    }

    #[test]
    fn plies_are_bounded_too() {
        let mut recorder = Recorder::new(100, 1);
        recorder.begin(2);
        recorder.enter(Edge::Move(1), (0.0, 1.0));
        recorder.enter(Edge::Move(2), (0.0, 1.0));
        recorder.leave(None, 0.0, Ending::Stopped);
        recorder.leave(None, 0.0, Ending::Stopped);
        assert_eq!(recorder.nodes().len(), 1);
        assert_eq!(recorder.nodes()[0].value, None);
    }
}
