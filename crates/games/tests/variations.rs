//! Trees of variations of real games: their text, its limits, and what is left of a text with an error.

use plyground_core::variations::{MAX_COMMENT, MAX_NESTING, MAX_NODES, TreeBuilder, VariationError, VariationTree};
use plyground_core::{AnyGame, AnyPosition, Drawable, Game, Notation, Rng, Setup, Turn, parse_moves};
use plyground_games::registry;
use std::collections::BTreeMap;

fn open(game: &str, variant: &str) -> (AnyGame, AnyPosition) {
    let setup = Setup { variant: Some(variant.to_string()), ..Setup::default() };
    registry::open(game, &setup).expect("a valid variant")
}

fn read(game: &AnyGame, start: &AnyPosition, text: &str) -> (VariationTree, Option<String>) {
    let mut builder = TreeBuilder::new(game, start);
    let error = builder.read(text).err().map(|error| error.to_string());
    (builder.finish(), error)
}

/// Every node by the words that lead to it: its place among its siblings, and its comment.
fn lines(tree: &VariationTree) -> BTreeMap<Vec<String>, (usize, String)> {
    let nodes = tree.nodes();
    let path = |mut node: usize| {
        let mut words = Vec::new();
        while node != 0 {
            words.insert(0, nodes[node].word.clone());
            node = nodes[node].parent;
        }
        words
    };
    let place = |node: usize| {
        let siblings = &nodes[nodes[node].parent].children;
        siblings.iter().position(|sibling| *sibling == node).unwrap_or_default()
    };
    (0..nodes.len()).map(|node| (path(node), (place(node), nodes[node].comment.clone()))).collect()
}

#[test]
fn a_text_is_a_game_with_alternatives_and_comments() {
    let (game, start) = open("isola", "classic");
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let [a, b] = [0, 1].map(|index| game.move_text(&start, moves[index]));
    let reply = |first: &str| {
        let mut position = start.clone();
        parse_moves(&game, &mut position, first).expect("legal");
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        [0, 1].map(|index| game.move_text(&position, moves[index]))
    };
    let ([c, d], [e, _]) = (reply(&a), reply(&b));
    let text = format!("{{start}}\n{a} {{first}} ({b} {e}{{deep}}) {c} ( {{before}} {d})");
    let (tree, error) = read(&game, &start, &text);
    assert_eq!(error, None);
    let found = lines(&tree);
    let expected: [(&[&String], usize, &str); 6] = [
        (&[], 0, "start"),
        (&[&a], 0, "first"),
        (&[&b], 1, ""),
        (&[&b, &e], 0, "deep"),
        (&[&a, &c], 0, ""),
        (&[&a, &d], 1, "before"),
    ];
    assert_eq!(found.len(), expected.len());
    for (path, place, comment) in expected {
        let path: Vec<String> = path.iter().map(|word| word.to_string()).collect();
        assert_eq!(found[&path], (place, comment.to_string()), "{path:?}");
    }
    assert_eq!(tree.text(), format!("{{start}} {a} {{first}} ({b} {e} {{deep}}) {c} ({d} {{before}})"));
}

#[test]
fn a_roll_is_a_node_and_its_moves_are_its_children() {
    let (game, start) = open("einstein", "standard");
    assert_eq!(game.turn(&start), Turn::Chance);
    let moves_after = |face: usize| {
        let mut rolled = start.clone();
        game.roll(&mut rolled, face - 1);
        let mut moves = Vec::new();
        game.moves(&rolled, &mut moves);
        moves.into_iter().map(|mv| game.move_text(&rolled, mv)).collect::<Vec<_>>()
    };
    let (four, five) = (moves_after(4), moves_after(5));
    let text = format!("4:{} (4:{}) (5:{}) (6:)", four[0], four[1], five[0]);
    let (tree, error) = read(&game, &start, &text);
    assert_eq!(error, None);
    let words = |node: usize| -> Vec<&str> {
        tree.nodes()[node].children.iter().map(|child| tree.nodes()[*child].word.as_str()).collect()
    };
    assert_eq!(words(0), ["4:", "5:", "6:"]);
    assert_eq!(words(tree.nodes()[0].children[0]), [four[0].as_str(), four[1].as_str()]);
    assert_eq!(tree.text(), text);
    // With a comment on the roll the move stands alone.
    let commented = format!("4: {{lucky}} (5:{}) {} ({})", five[0], four[0], four[1]);
    let (tree, error) = read(&game, &start, &commented);
    assert_eq!((tree.text().as_str(), error), (commented.as_str(), None));
}

/// A tree that grows at random nodes by random legal words.
fn random_tree(game: &AnyGame, start: &AnyPosition, rng: &mut Rng, size: usize) -> VariationTree {
    let mut builder = TreeBuilder::new(game, start);
    let mut nodes = vec![0];
    let comments = ["", "", "plain", "with } and { and \\", "two\nlines", "( not a variation )"];
    for _ in 0..size {
        let parent = nodes[rng.below(nodes.len())];
        let position = builder.position(parent).expect("a node").clone();
        let word = match game.turn(&position) {
            Turn::Over => continue,
            Turn::Chance => format!("{}:", 1 + rng.weighted(game.outcomes(&position))),
            Turn::Player(_) => {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                game.move_text(&position, moves[rng.below(moves.len())])
            }
        };
        let node = match builder.add(parent, &word) {
            Err(VariationError::TooDeep) => continue,
            added => added.unwrap_or_else(|error| panic!("{word}: {error}")),
        };
        builder.comment(node, comments[rng.below(comments.len())]).expect("short");
        nodes.push(node);
    }
    builder.finish()
}

#[test]
fn every_tree_is_read_back_from_its_text() {
    let boards =
        [("isola", "cols=4,rows=4"), ("einstein", "tiny"), ("einstein", "standard"), ("reversixt", "map=ring")];
    for (name, variant) in boards {
        let (game, start) = open(name, variant);
        for seed in 0..20 {
            let mut rng = Rng::seeded(seed);
            let tree = random_tree(&game, &start, &mut rng, 10 + 10 * seed as usize);
            let text = tree.text();
            let (again, error) = read(&game, &start, &text);
            assert_eq!(error, None, "{text}");
            assert_eq!(lines(&again), lines(&tree), "{text}");
            assert_eq!(again.text(), text);
        }
    }
}

#[test]
fn a_text_with_an_error_is_read_up_to_it() {
    let (game, start) = open("isola", "classic");
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let first = game.move_text(&start, moves[0]);
    for (rest, place, reason) in [
        ("\n zz9", "line 2, column 2: ", "zz9"),
        ("\n\n  )", "line 3, column 3: ", "there is no `(` before this `)`"),
        (" }", "line 1, ", "there is no `{` before this `}`"),
        (" ((", "line 1, ", "there is none before this `(`"),
        (" {x", "line 1, ", "has no `}`"),
        (" {x\\", "line 1, ", "has no `}`"),
        (" (", "line 1, ", "has no `)`"),
    ] {
        let (tree, error) = read(&game, &start, &format!("{first}{rest}"));
        let error = error.unwrap_or_else(|| panic!("{rest:?} was accepted"));
        assert!(error.starts_with(place) && error.contains(reason), "{rest:?}: {error}");
        assert_eq!(tree.nodes().len(), 2, "the first move stays: {rest:?}");
    }
    let (tree, error) = read(&game, &start, "(a");
    assert!(tree.nodes().len() == 1 && error.is_some_and(|error| error.contains("line 1, column 1")));
}

#[test]
fn trees_are_limited() {
    let (game, start) = open("isola", "classic");
    let mut builder = TreeBuilder::new(&game, &start);
    assert_eq!(builder.add(7, "a1").err(), Some(VariationError::NoNode(7)));
    assert_eq!(builder.comment(0, &"é".repeat(MAX_COMMENT)), Ok(()));
    assert_eq!(builder.comment(0, &"é".repeat(MAX_COMMENT + 1)), Err(VariationError::LongComment));
    builder.comment(0, "bell \u{7} and\nline").expect("short");
    assert_eq!(builder.finish().nodes()[0].comment, "bell   and\nline");
    let (_, error) = read(&game, &start, &"(".repeat(2 << 20));
    assert!(error.is_some_and(|error| error.contains("bytes of text")));
    // The same move as its own alternative, over and over.
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let first = game.move_text(&start, moves[0]);
    let (tree, error) = read(&game, &start, &format!("{first} (").repeat(MAX_NESTING + 2));
    assert!(error.is_some_and(|error| error.contains("inside one another")));
    assert!(tree.nodes().len() < MAX_NODES);
}

#[test]
fn who_passes_leaves_the_board_as_it_is_to_the_next_player() {
    let boards = [
        ("isola", "classic"),
        ("einstein", "standard"),
        ("reversixt", "standard"),
        ("reversixt", "map=ring"),
        ("reversixt", "map=skirmish"),
    ];
    for (name, variant) in boards {
        let (game, start) = open(name, variant);
        let mut rng = Rng::seeded(3);
        let (mut position, mut passes) = (start, 0);
        while game.turn(&position) != Turn::Over {
            if let Some(passed) = game.after_pass(&position) {
                passes += 1;
                assert_ne!(game.mover(&passed), game.mover(&position), "{name}");
                assert_eq!(game.scene(&passed).cells, game.scene(&position).cells, "{name}");
                // The text knows nothing of how the position came about, so the key from it is made from nothing.
                let read = game.parse_position(&game.position_text(&passed)).expect("our own text");
                assert_eq!((game.key(&read), game.turn(&read)), (game.key(&passed), game.turn(&passed)), "{name}");
            }
            if game.turn(&position) == Turn::Chance {
                let face = rng.weighted(game.outcomes(&position));
                game.roll(&mut position, face);
                continue;
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            game.make(&mut position, moves[rng.below(moves.len())]);
        }
        assert!(passes > 4, "{name} {variant}: {passes}");
        assert_eq!(game.after_pass(&position), None, "{name}: nobody passes after the end");
    }
}
