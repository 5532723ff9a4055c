//! Results of any game on one scale.

use plyground_core::{MAX_PLAYERS, Payoffs, PlayerId};

/// What a finished game is worth to each player: the share of opponents left behind, where an equal place counts half.
///
/// A lone first place is 1 and a lone last place 0, with two players a draw is ½; of three players, a lone second gets
/// ½ and two who share the first place ¾ each. The rewards of all players always add up to half their number, and
/// with two players the mean reward is the win probability. Counts and margins are not rewarded: a play-out is noisy,
/// and the player who plays for margins loses games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rewards([f64; MAX_PLAYERS]);

impl Rewards {
    /// The rewards of these payoffs.
    pub fn new(payoffs: &Payoffs) -> Self {
        let values = payoffs.as_slice();
        let opponents = values.len().saturating_sub(1).max(1) as f64;
        let mut rewards = [0.0; MAX_PLAYERS];
        for (mine, reward) in values.iter().zip(&mut rewards) {
            let behind = values.iter().filter(|other| *other < mine).count() as f64;
            let equal = values.iter().filter(|other| *other == mine).count() as f64 - 1.0;
            *reward = (behind + equal / 2.0) / opponents;
        }
        Rewards(rewards)
    }

    /// One of two players wins.
    pub fn win(winner: PlayerId) -> Self {
        Rewards::new(&Payoffs::win(winner))
    }

    /// One of two players has this share of a win, the other the rest.
    pub fn share(player: PlayerId, win: f64) -> Self {
        let mut rewards = Rewards([0.0; MAX_PLAYERS]);
        rewards.0[player.index()] = win;
        rewards.0[player.opponent().index()] = 1.0 - win;
        rewards
    }

    /// These rewards, one per player in turn order.
    ///
    /// # Panics
    /// If there are more than [`MAX_PLAYERS`].
    pub fn from_shares(shares: &[f64]) -> Self {
        let mut rewards = [0.0; MAX_PLAYERS];
        rewards[..shares.len()].copy_from_slice(shares);
        Rewards(rewards)
    }

    /// Two players draw.
    pub fn draw() -> Self {
        Rewards::new(&Payoffs::new(&[0.0, 0.0]))
    }

    /// The reward of one player.
    #[inline]
    pub fn of(&self, player: PlayerId) -> f64 {
        self.0[player.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewards(payoffs: &[f64]) -> Vec<f64> {
        let rewards = Rewards::new(&Payoffs::new(payoffs));
        PlayerId::all(payoffs.len()).map(|player| rewards.of(player)).collect()
    }

    #[test]
    fn rewards_follow_places_and_shared_places_share() {
        assert_eq!(rewards(&[1.0, -1.0]), [1.0, 0.0]);
        assert_eq!(rewards(&[7.0, 7.0]), [0.5, 0.5]);
        assert_eq!(rewards(&[30.0, 12.0, 20.0]), [1.0, 0.0, 0.5]);
        assert_eq!(rewards(&[30.0, 30.0, -1.0]), [0.75, 0.75, 0.0]);
        assert_eq!(rewards(&[0.0, 0.0, 0.0, 0.0]), [0.5; 4]);
        assert_eq!(rewards(&[1.0, -1.0, -1.0]), [1.0, 0.25, 0.25]);
    }
}
