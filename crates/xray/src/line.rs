//! Lines of play as recordings write them.

use plyground_core::{NotationError, Playable, Turn};

/// Plays a line of texts: moves in the game's notation, rolls as `rolls 3`, and at a chance node also a move that was rated
/// before the roll.
///
/// # Errors
/// The first text that is neither a roll nor a legal move.
pub fn play_line<G: Playable>(game: &G, position: &mut G::Position, line: &[String]) -> Result<(), NotationError> {
    for text in line {
        if game.turn(position) == Turn::Chance {
            play_chance(game, position, text)?;
        } else {
            let mv = game.parse_move(position, text)?;
            game.make(position, mv);
        }
    }
    Ok(())
}

fn play_chance<G: Playable>(game: &G, position: &mut G::Position, text: &str) -> Result<(), NotationError> {
    let face = text.strip_prefix("rolls ").and_then(|face| face.parse::<usize>().ok());
    if let Some(face) = face.filter(|face| (1..=game.outcomes(position).len()).contains(face)) {
        game.roll(position, face - 1);
        return Ok(());
    }
    let mut grouped = Vec::new();
    game.grouped_moves(position, &mut grouped);
    let rated = grouped.iter().find(|(_, mv)| game.move_text(position, *mv) == text);
    let (_, mv) = rated.ok_or_else(|| NotationError::new(text, "a roll is written `rolls 3`"))?;
    game.make(position, *mv);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::literal::LiteralTree;
    use plyground_core::{Game, Notation};

    #[test]
    fn a_line_is_played_to_its_end_or_refused() {
        let tree = LiteralTree::parse("((3 12 8) (2 4 6))").expect("a tree");
        let mut position = tree.start();
        let line = ["2", "3"].map(String::from);
        play_line(&tree, &mut position, &line).expect("two branches");
        assert_eq!(tree.position_text(&position), "2 3");
        let wrong = play_line(&tree, &mut tree.start(), &["3".to_string()]).expect_err("there are two branches");
        assert!(wrong.to_string().contains("a number from 1 to 2"), "{wrong}");
        assert!(play_line(&tree, &mut tree.start(), &["rolls 1".to_string()]).is_err());
    }
}
