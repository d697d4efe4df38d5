//! What arguments settle in a hop game, before anything is searched: Breaker with the newest piece, and strategy stealing.

use outplay_rules::games::hop::HopGame;
use outplay_rules::player::Player;
use outplay_rules::spaces::Stones;

use super::newest::NewestPiece;
use super::partial_result::KnownForces;
use super::saved_proofs::SavedProofs;
use super::stealing::stolen;
use crate::limits::{Budget, Stopped};

/// The arguments about one game.
pub struct Arguments {
    newest: Option<NewestPiece>,
}

/// What is settled, and how.
type Argued = (KnownForces, Option<String>);

impl Arguments {
    /// About a game; searches of theirs keep what they prove among the saved proofs.
    pub fn new(game: &HopGame, threads: usize, saved_proofs: &SavedProofs) -> Self {
        Arguments { newest: NewestPiece::new(game, threads, saved_proofs) }
    }

    /// What they settle of a position, looking at no more than `most` positions of Maker-Breaker games. `told` hears what is
    /// settled on the way.
    pub fn settle(
        &mut self,
        game: &HopGame,
        position: &Stones,
        most: u64,
        mut told: impl FnMut(KnownForces),
        budget: &mut Budget,
    ) -> Result<Argued, Stopped> {
        let Some((mut facts, admits)) = stolen(game, position) else {
            return self.by_newest(game, position, most, &mut told, budget);
        };
        told(facts);
        let stealing = admits.argument().to_string();
        // Where no full board is without an owner, Maker wins who has a stone and the move: nothing for Breaker to show.
        if !admits.draws {
            return Ok((facts, Some(stealing)));
        }
        let (newest, argument) = self.by_newest(game, position, most, &mut told, budget)?;
        if newest.iter().all(Option::is_some) {
            return Ok((newest, argument));
        }
        (0..4).for_each(|i| facts[i] = newest[i].or(facts[i]));
        told(facts);
        let arguments: Vec<String> = argument.into_iter().chain([stealing]).collect();
        Ok((facts, Some(arguments.join("; "))))
    }

    /// What Breaker settles.
    fn by_newest(
        &mut self,
        game: &HopGame,
        position: &Stones,
        most: u64,
        told: &mut impl FnMut(KnownForces),
        budget: &mut Budget,
    ) -> Result<Argued, Stopped> {
        let Some(newest) = &mut self.newest else { return Ok(([None; 4], None)) };
        let mut facts = [None; 4];
        let mut arguments = Vec::new();
        for player in [Player::Second, Player::First] {
            if !newest.never_owns(game, position, player, most, budget)? {
                continue;
            }
            let other = player.other();
            arguments.push(format!(
                "the {other} player always hops the newest piece, which makes the game \
                 Maker-Breaker, and wins as Breaker"
            ));
            match player {
                Player::First => [facts[0], facts[1]] = [Some(false); 2],
                Player::Second => [facts[2], facts[3]] = [Some(true); 2],
            }
            told(facts);
        }
        Ok((facts, (!arguments.is_empty()).then(|| arguments.join("; "))))
    }
}
