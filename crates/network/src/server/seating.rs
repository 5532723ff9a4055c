//! Who sits where, from game to game.

use super::lobby::Guest;
use super::{ServerError, Sitter};
use plyground_engine::Spec;

/// A participant of all games: a seat of the first one.
#[derive(Clone, Debug)]
struct Participant {
    sitter: Sitter,
    /// The group number of the client that sat there first, to know it again when it comes back.
    group: Option<u8>,
}

/// A taken seat.
#[derive(Debug)]
pub(super) struct Chair {
    pub(super) participant: usize,
    pub(super) guest: Guest,
    pub(super) spec: Option<String>,
}

/// Everybody moves on by one seat from game to game.
#[derive(Debug)]
pub(super) struct Seating {
    participants: Vec<Participant>,
}

impl Seating {
    /// Seats that were not named are for clients.
    pub(super) fn new(seats: &[Sitter], players: usize) -> Self {
        let sitters = seats.iter().cloned().chain(std::iter::repeat(Sitter::Client)).take(players);
        Seating { participants: sitters.map(|sitter| Participant { sitter, group: None }).collect() }
    }

    /// How many clients a game needs.
    pub(super) fn clients(&self) -> usize {
        self.participants.iter().filter(|participant| participant.sitter == Sitter::Client).count()
    }

    /// The participants in the order of the seats of a game, from 0.
    pub(super) fn order(&self, game: u32) -> Vec<usize> {
        let count = self.participants.len();
        (0..count).map(|seat| (seat + game as usize) % count).collect()
    }

    /// Gives each guest a seat, in the order of their connection, and calls `hire` for built-in players. A client that
    /// comes back with the group number of an earlier game is the same participant again.
    pub(super) fn seat(
        &mut self,
        game: u32,
        guests: Vec<Guest>,
        mut hire: impl FnMut(usize, &Spec) -> Result<Guest, ServerError>,
    ) -> Result<Vec<Chair>, ServerError> {
        let order = self.order(game);
        let mut taken = self.recognise(&order, guests);
        let mut chairs = Vec::new();
        for participant in order {
            let spec = match &self.participants[participant].sitter {
                Sitter::Client => None,
                Sitter::BuiltIn(spec) => Some(spec.clone()),
            };
            let guest = match &spec {
                Some(spec) => hire(participant, spec)?,
                None => taken[participant].take().expect("the lobby brings one guest per free seat"),
            };
            chairs.push(Chair { participant, guest, spec: spec.map(|spec| spec.to_string()) });
        }
        Ok(chairs)
    }

    /// The guest of each participant that is a client.
    fn recognise(&mut self, order: &[usize], guests: Vec<Guest>) -> Vec<Option<Guest>> {
        let mut taken: Vec<Option<Guest>> = self.participants.iter().map(|_| None).collect();
        let mut strangers = Vec::new();
        for guest in guests {
            let is_his = |index: usize| self.participants[index].group == Some(guest.group) && taken[index].is_none();
            match (0..self.participants.len()).find(|index| is_his(*index)) {
                Some(index) => taken[index] = Some(guest),
                None => strangers.push(guest),
            }
        }
        let free = order.iter().copied().filter(|index| self.participants[*index].sitter == Sitter::Client);
        let free: Vec<usize> = free.filter(|index| taken[*index].is_none()).collect();
        for (index, guest) in free.into_iter().zip(strangers) {
            self.participants[index].group = Some(guest.group);
            taken[index] = Some(guest);
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::pair;

    fn guest(group: u8) -> Guest {
        let (_, stream) = pair().unwrap();
        Guest { stream, group }
    }

    /// Seats as (participant, group) of one game.
    fn seats(seating: &mut Seating, game: u32, groups: &[u8]) -> Vec<(usize, u8)> {
        let guests = groups.iter().map(|group| guest(*group)).collect();
        let chairs = seating.seat(game, guests, |_, _| Ok(guest(0))).unwrap();
        chairs.iter().map(|chair| (chair.participant, chair.guest.group)).collect()
    }

    #[test]
    fn numbers_follow_the_order_of_connection() {
        let mut seating = Seating::new(&[], 3);
        assert_eq!(seating.clients(), 3);
        assert_eq!(seats(&mut seating, 0, &[9, 5, 7]), [(0, 9), (1, 5), (2, 7)]);
    }

    #[test]
    fn everybody_moves_on_whatever_the_order_of_return() {
        let mut seating = Seating::new(&[Sitter::Client, Sitter::BuiltIn(Spec::named("first"))], 3);
        assert_eq!(seats(&mut seating, 0, &[9, 5]), [(0, 9), (1, 0), (2, 5)]);
        assert_eq!(seats(&mut seating, 1, &[5, 9]), [(1, 0), (2, 5), (0, 9)]);
        assert_eq!(seats(&mut seating, 2, &[9, 5]), [(2, 5), (0, 9), (1, 0)]);
    }

    #[test]
    fn clients_of_one_group_are_told_apart_by_their_order() {
        let mut seating = Seating::new(&[], 2);
        assert_eq!(seats(&mut seating, 0, &[4, 4]), [(0, 4), (1, 4)]);
        assert_eq!(seats(&mut seating, 1, &[4, 4]), [(1, 4), (0, 4)]);
        assert_eq!(seats(&mut seating, 2, &[6, 4]), [(0, 4), (1, 6)], "a stranger takes the seat that is free");
    }
}
