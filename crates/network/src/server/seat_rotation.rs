//! Assigns participants to seats; all of them move on by one seat after each game.

use super::lobby::ReadyClient;
use super::{SeatConfig, ServerError};
use plyground_engine::Spec;

/// A participant of all games, identified by their seat in the first one.
#[derive(Clone, Debug)]
struct Participant {
    config: SeatConfig,
    /// The group number of the first client in this place, which identifies it when it reconnects.
    group: Option<u8>,
}

/// A seat with its participant and connection.
#[derive(Debug)]
pub(super) struct AssignedSeat {
    pub(super) participant: usize,
    pub(super) client: ReadyClient,
    pub(super) spec: Option<String>,
}

/// The participants of a series of games.
#[derive(Debug)]
pub(super) struct SeatRotation {
    participants: Vec<Participant>,
}

impl SeatRotation {
    /// Seats beyond the list are for clients.
    pub(super) fn new(seats: &[SeatConfig], players: usize) -> Self {
        let configs = seats.iter().cloned().chain(std::iter::repeat(SeatConfig::Client)).take(players);
        SeatRotation { participants: configs.map(|config| Participant { config, group: None }).collect() }
    }

    /// The number of clients that a game needs.
    pub(super) fn clients(&self) -> usize {
        self.participants.iter().filter(|participant| participant.config == SeatConfig::Client).count()
    }

    /// The participants in the order of the seats of a game, from 0.
    pub(super) fn order(&self, game: u32) -> Vec<usize> {
        let count = self.participants.len();
        (0..count).map(|seat| (seat + game as usize) % count).collect()
    }

    /// Assigns seats to clients in the order of their connection and calls `start_built_in` for built-in players. A
    /// client that reconnects with the group number of an earlier game is the same participant again.
    pub(super) fn assign(
        &mut self,
        game: u32,
        clients: Vec<ReadyClient>,
        mut start_built_in: impl FnMut(usize, &Spec) -> Result<ReadyClient, ServerError>,
    ) -> Result<Vec<AssignedSeat>, ServerError> {
        let order = self.order(game);
        let mut taken = self.match_clients(&order, clients);
        let mut seats = Vec::new();
        for participant in order {
            let spec = match &self.participants[participant].config {
                SeatConfig::Client => None,
                SeatConfig::BuiltIn(spec) => Some(spec.clone()),
            };
            let client = match &spec {
                Some(spec) => start_built_in(participant, spec)?,
                None => taken[participant].take().expect("the lobby returns one client per free seat"),
            };
            seats.push(AssignedSeat { participant, client, spec: spec.map(|spec| spec.to_string()) });
        }
        Ok(seats)
    }

    /// The client of each participant that is not built in.
    fn match_clients(&mut self, order: &[usize], clients: Vec<ReadyClient>) -> Vec<Option<ReadyClient>> {
        let mut taken: Vec<Option<ReadyClient>> = self.participants.iter().map(|_| None).collect();
        let mut newcomers = Vec::new();
        for client in clients {
            let is_theirs =
                |index: usize| self.participants[index].group == Some(client.group) && taken[index].is_none();
            match (0..self.participants.len()).find(|index| is_theirs(*index)) {
                Some(index) => taken[index] = Some(client),
                None => newcomers.push(client),
            }
        }
        let free = order.iter().copied().filter(|index| self.participants[*index].config == SeatConfig::Client);
        let free: Vec<usize> = free.filter(|index| taken[*index].is_none()).collect();
        for (index, client) in free.into_iter().zip(newcomers) {
            self.participants[index].group = Some(client.group);
            taken[index] = Some(client);
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loopback::loopback_pair;

    fn client(group: u8) -> ReadyClient {
        let (_, stream) = loopback_pair().unwrap();
        ReadyClient { stream, group }
    }

    /// Seats as (participant, group) of one game.
    fn seats(rotation: &mut SeatRotation, game: u32, groups: &[u8]) -> Vec<(usize, u8)> {
        let clients = groups.iter().map(|group| client(*group)).collect();
        let seats = rotation.assign(game, clients, |_, _| Ok(client(0))).unwrap();
        seats.iter().map(|seat| (seat.participant, seat.client.group)).collect()
    }

    #[test]
    fn numbers_follow_the_order_of_connection() {
        let mut rotation = SeatRotation::new(&[], 3);
        assert_eq!(rotation.clients(), 3);
        assert_eq!(seats(&mut rotation, 0, &[9, 5, 7]), [(0, 9), (1, 5), (2, 7)]);
    }

    #[test]
    fn participants_move_on_in_whatever_order_they_reconnect() {
        let mut rotation = SeatRotation::new(&[SeatConfig::Client, SeatConfig::BuiltIn(Spec::named("first"))], 3);
        assert_eq!(seats(&mut rotation, 0, &[9, 5]), [(0, 9), (1, 0), (2, 5)]);
        assert_eq!(seats(&mut rotation, 1, &[5, 9]), [(1, 0), (2, 5), (0, 9)]);
        assert_eq!(seats(&mut rotation, 2, &[9, 5]), [(2, 5), (0, 9), (1, 0)]);
    }

    #[test]
    fn clients_of_one_group_are_distinguished_by_their_order() {
        let mut rotation = SeatRotation::new(&[], 2);
        assert_eq!(seats(&mut rotation, 0, &[4, 4]), [(0, 4), (1, 4)]);
        assert_eq!(seats(&mut rotation, 1, &[4, 4]), [(1, 4), (0, 4)]);
        assert_eq!(seats(&mut rotation, 2, &[6, 4]), [(0, 4), (1, 6)], "a newcomer takes the free seat");
    }
}
