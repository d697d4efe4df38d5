//! Arguments that settle a positional game without play: steps `potential`, `pairing`, `breaker` and `stealing`. Each
//! shows that one player can keep the other from ever owning a winning set. The theorems, with proofs, are in
//! `docs/theory-positional.md`; here they are checked, exactly.
//!
//! * *Potential* (Erdős and Selfridge). Points are taken one by one in turn. An open set, one without a point of the
//!   other player's, weighs 2^-u with u points missing. If all weigh less than 1 together and the other player moves,
//!   no set is ever owned; if its owner moves, it is enough that they stay below 1 after any point that he takes.
//! * *Pairing*. Disjoint pairs of free points, one in each open set: who takes a point is answered by its partner.
//! * *Breaker*. In a game of taking points, a player who only wants to block plays Maker-Breaker. So does, in a hop
//!   game with free hops, a player who always hops the newest of his pieces (Theorem 1): if he is to move, the first of
//!   them becomes Maker's.
//! * *Stealing*. With the same sets for both, the player who begins on an empty board does not lose: an extra point
//!   never hurts its owner, so he could play as the second player would. The same holds in a hop game with free
//!   hops (`stealing.rs`).

use std::sync::OnceLock;

use outplay_rules::bits::BitSet;
use outplay_rules::games::hop::HopGame;
use outplay_rules::games::placing::{Goal, PlacingGame};
use outplay_rules::player::Player;
use outplay_rules::rules::Positional;
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::Stones;

use super::stealing::Admits;

/// More sets than this are not looked through at every step.
const MOST_SETS: usize = 100_000;

/// The weight of a set that is owned: 2^64. Sets with more than 64 points missing weigh a little more than their due.
const ONE: u128 = 1 << 64;

/// The arguments that serve in a game.
pub struct Arguments {
    /// The sets of the first and of the second player.
    sets: [Vec<BitSet>; 2],
    goal: Goal,
    points: usize,
    hops: bool,
    symmetric: bool,
    /// What the board admits, once somebody has asked.
    admits: OnceLock<Admits>,
    board: SetBoard,
}

impl Arguments {
    /// The arguments that serve in a game, if it is one of those that they are about.
    pub fn of<R: Positional + ?Sized>(rules: &R) -> Option<Self> {
        rules
            .placing()
            .and_then(Self::of_placing)
            .or_else(|| rules.hopping().and_then(Self::of_hop))
    }

    /// In a game of taking points, one in turn; none in others.
    pub fn of_placing(game: &PlacingGame) -> Option<Self> {
        let serves = game.turn() == [1, 1] && !matches!(game.goal(), Goal::AvoiderEnforcer { .. });
        serves.then(|| Self::new(game.board(), game.goal(), false)).flatten()
    }

    /// In a hop game in which any piece may hop to any free point.
    pub fn of_hop(game: &HopGame) -> Option<Self> {
        game.has_free_hops().then(|| Self::new(game.board(), Goal::Strong, true)).flatten()
    }

    fn new(board: &SetBoard, goal: Goal, hops: bool) -> Option<Self> {
        let sets = [board.first_sets().listed(MOST_SETS)?, board.second_sets().listed(MOST_SETS)?];
        let points = board.point_count();
        let (symmetric, board) = (board.is_symmetric(), board.clone());
        Some(Arguments { sets, goal, points, hops, symmetric, admits: OnceLock::new(), board })
    }

    /// The player who must never own a set for a fact to be settled, and how it is settled then.
    pub fn blocked(&self, fact: usize) -> (Player, bool) {
        match self.goal {
            Goal::MakerBreaker { maker } => (maker, maker == Player::Second),
            _ if fact < 2 => (Player::First, false),
            _ => (Player::Second, true),
        }
    }

    /// What is missing of each open set of a player's.
    fn open<'a>(&'a self, stones: &'a Stones, player: Player) -> impl Iterator<Item = BitSet> + 'a {
        let (own, other) = (stones.of(player), stones.of(player.other()));
        let open = self.sets[player.index()].iter().filter(move |set| !set.meets(other));
        open.map(move |set| set.difference(own))
    }

    /// Whether the weight shows that a player never owns a set.
    pub fn potential(&self, stones: &Stones, player: Player, mover: Player) -> bool {
        !self.hops && self.weight(stones, player, mover) < ONE
    }

    /// The weight of a player's open sets; if he is to move, after the best point for him.
    pub fn weight(&self, stones: &Stones, player: Player, mover: Player) -> u128 {
        let mut total = 0u128;
        let mut through = vec![0u128; self.points];
        for missing in self.open(stones, player) {
            let weight = ONE >> missing.len().min(64);
            total += weight;
            missing.iter().for_each(|point| through[point] += weight);
        }
        let more = if mover == player { through.into_iter().max().unwrap_or(0) } else { 0 };
        total + more
    }

    /// Whether pairs show that a player never owns a set.
    pub fn pairing(&self, stones: &Stones, player: Player, pairs: &[(usize, usize)]) -> bool {
        let mut used = BitSet::empty(self.points);
        for &point in pairs.iter().flat_map(|(a, b)| [a, b]) {
            if point >= self.points || !stones.is_free(point) || used.contains(point) {
                return false;
            }
            used.insert(point);
        }
        let has_pair = |set: BitSet| pairs.iter().any(|&(a, b)| set.contains(a) && set.contains(b));
        !self.hops && self.open(stones, player).all(has_pair)
    }

    /// Whether the first player can force a fact because he would steal the second player's strategy. The position is not over.
    pub fn stealing(&self, stones: &Stones, fact: usize) -> bool {
        if self.goal != Goal::Strong || !self.symmetric {
            return false;
        }
        if !self.hops {
            return fact >= 2 && stones.count() == 0;
        }
        let begins = stones.first.len() == 1 && stones.second.is_empty();
        begins && (fact == 3 || self.admits.get_or_init(|| Admits::of(&self.board)).shows(fact))
    }

    /// The Maker-Breaker game in which a player is Maker on his own sets; none if the game is one itself. In a hop game
    /// the second player takes the first point, so that who moves is told by how many points are taken.
    pub fn maker_game(&self, board: &SetBoard, player: Player) -> Option<PlacingGame> {
        let sets = self.sets[player.index()].iter().map(|set| set.iter().collect::<Vec<_>>());
        let board = SetBoard::new(board.places().clone(), sets).ok()?;
        let maker = if self.hops { player.other() } else { player };
        let game = PlacingGame::new(board, Goal::MakerBreaker { maker }, (1, 1)).ok()?;
        (self.goal == Goal::Strong).then_some(game)
    }

    /// The position of that game which a position comes down to. In a hop game a player who is to block and to move
    /// names the piece that he hops first.
    pub fn reduced(&self, stones: &Stones, player: Player, piece: Option<usize>) -> Option<Stones> {
        let mut reduced = stones.clone();
        if !self.hops {
            return piece.is_none().then_some(reduced);
        }
        // Only so do the players hop in turn, and the points taken tell who moves.
        let (first, second) = (stones.first.len(), stones.second.len());
        if first != second && first != second + 1 {
            return None;
        }
        if let Some(piece) = piece {
            let breaker = reduced.of_mut(player.other());
            if piece >= self.points || !breaker.contains(piece) {
                return None;
            }
            breaker.remove(piece);
            reduced.of_mut(player).insert(piece);
        }
        Some(Stones { first: reduced.second, second: reduced.first })
    }

    /// What is missing of each open set of a player's, and the free points, as bits; none on boards of more than 128
    /// points.
    pub fn missing(&self, stones: &Stones, player: Player) -> Option<(Vec<u128>, u128)> {
        let bits = |points: &mut dyn Iterator<Item = usize>| points.fold(0, |all, p| all | 1 << p);
        (self.points <= 128).then(|| {
            let open = self.open(stones, player).map(|set| bits(&mut set.iter())).collect();
            (open, bits(&mut stones.free(self.points)))
        })
    }

    /// How many points the board has.
    pub fn points(&self) -> usize {
        self.points
    }

    /// Whether pieces hop.
    pub fn is_hop(&self) -> bool {
        self.hops
    }

    /// Whether a player who is to block and to move names a piece.
    pub fn names_piece(&self, player: Player, mover: Player) -> bool {
        self.hops && player != mover
    }
}
