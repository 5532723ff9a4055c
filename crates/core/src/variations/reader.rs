//! Reads a tree from text.

use super::{MAX_NESTING, MAX_TREE_TEXT, TreeBuilder, TreeTextError, VariationError};
use crate::Notation;
use std::str::CharIndices;

/// Where the reader stands in the tree.
#[derive(Clone, Copy)]
struct Place {
    /// The node that the next word follows.
    at: usize,
    /// The node before the last word, from which a variation starts.
    before: Option<usize>,
}

/// A part of the text.
enum Token<'t> {
    Open,
    Close,
    Comment(String),
    Word(&'t str),
}

impl<G: Notation> TreeBuilder<'_, G> {
    /// Adds everything in a text, up to the first error.
    ///
    /// # Errors
    /// At the place where reading ended. What stands before it is in the tree.
    pub fn read(&mut self, text: &str) -> Result<(), TreeTextError> {
        let mut tokens = Tokens { text, rest: text.char_indices() };
        let mut place = Place { at: 0, before: None };
        let mut outer: Vec<Place> = Vec::new();
        // A comment between `(` and the first word is about that word.
        let mut pending: Option<String> = None;
        let failed = |offset: usize, error| locate(text, offset, error);
        if text.len() > MAX_TREE_TEXT {
            return Err(failed(0, VariationError::TooLong));
        }
        while let Some((offset, token)) = tokens.next() {
            match token.map_err(|error| failed(offset, error))? {
                Token::Open => {
                    let before = place.before.ok_or_else(|| failed(offset, VariationError::NothingToReplace))?;
                    if outer.len() >= MAX_NESTING {
                        return Err(failed(offset, VariationError::TooDeep));
                    }
                    outer.push(place);
                    place = Place { at: before, before: None };
                }
                Token::Close => {
                    pending = None;
                    place = outer.pop().ok_or_else(|| failed(offset, VariationError::Unopened('(', ')')))?;
                }
                Token::Comment(comment) if place.before.is_none() && !outer.is_empty() => pending = Some(comment),
                Token::Comment(comment) => {
                    self.add_comment(place.at, &comment).map_err(|error| failed(offset, error))?;
                }
                Token::Word(word) => {
                    let node = self.add(place.at, word).map_err(|error| failed(offset, error))?;
                    place = Place { at: node, before: Some(self.start_of_turn(node, place.at)) };
                    if let Some(comment) = pending.take() {
                        self.add_comment(node, &comment).map_err(|error| failed(offset, error))?;
                    }
                }
            }
        }
        if outer.is_empty() { Ok(()) } else { Err(failed(text.len(), VariationError::OpenVariation)) }
    }

    /// The node before a word that led from `from` to `node`: a roll and a move are replaced together.
    fn start_of_turn(&self, node: usize, from: usize) -> usize {
        let parent = self.parent(node);
        if parent == from { parent } else { self.parent(parent) }
    }
}

struct Tokens<'t> {
    text: &'t str,
    rest: CharIndices<'t>,
}

impl<'t> Tokens<'t> {
    fn next(&mut self) -> Option<(usize, Result<Token<'t>, VariationError>)> {
        let (start, first) = self.rest.find(|(_, character)| !character.is_whitespace())?;
        let token = match first {
            '(' => Ok(Token::Open),
            ')' => Ok(Token::Close),
            '{' => self.comment(),
            '}' => Err(VariationError::Unopened('{', '}')),
            _ => Ok(self.word(start)),
        };
        Some((start, token))
    }

    fn word(&mut self, start: usize) -> Token<'t> {
        let is_end = |character: char| character.is_whitespace() || "(){}".contains(character);
        loop {
            let mut ahead = self.rest.clone();
            match ahead.next() {
                Some((_, character)) if !is_end(character) => self.rest = ahead,
                Some((end, _)) => return Token::Word(&self.text[start..end]),
                None => return Token::Word(&self.text[start..]),
            }
        }
    }

    fn comment(&mut self) -> Result<Token<'t>, VariationError> {
        let mut comment = String::new();
        loop {
            match self.rest.next().ok_or(VariationError::OpenComment)?.1 {
                '}' => return Ok(Token::Comment(comment.trim().to_string())),
                '\\' => comment.push(self.rest.next().ok_or(VariationError::OpenComment)?.1),
                character => comment.push(character),
            }
        }
    }
}

fn locate(text: &str, offset: usize, error: VariationError) -> TreeTextError {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    TreeTextError { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1, error }
}
