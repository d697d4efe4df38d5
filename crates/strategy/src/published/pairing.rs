//! The pairing strategy: points are paired such that every winning set of the opponent holds a whole pair, and whenever
//! the opponent takes a point the player takes its partner. Then the opponent never owns both points of a pair.
//!
//! The pairing is looked for by backtracking: the set with the fewest pairs still possible goes first. A branch ends as
//! soon as the points that are left cannot make as many pairs as the sets without one need: where two sets share at most
//! a point, as lines do, that settles most boards at once.

use outplay_rules::bits::BitSet;
use outplay_rules::error::InputError;
use outplay_rules::games::placing::{Goal, PlacingGame};
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::Points;
use outplay_rules::spaces::Stones;

use crate::strategy::{Guarantee, Memory, Promise, Sees, Strategy};

/// The strategy for one pairing.
pub struct Pairing<'r> {
    rules: &'r PlacingGame,
    partner: Vec<Option<u16>>,
}

/// More sets than this are not listed.
const MOST_SETS: usize = 10_000;
/// How many sets the search for a pairing looks at before it gives up: about a second.
const PATIENCE: usize = 20_000_000;

impl<'r> Pairing<'r> {
    /// The strategy, if a pairing is found for the opponent's sets.
    pub fn new(rules: &'r PlacingGame, player: Player) -> Result<Self, InputError> {
        let family = match (rules.goal(), player) {
            (Goal::Strong, Player::First) => rules.board().second_sets(),
            (Goal::Strong, Player::Second) => rules.board().first_sets(),
            (Goal::MakerBreaker { maker }, _) if maker != player => rules.board().first_sets(),
            _ => {
                return Err(InputError::plain("a pairing is for the player who blocks")
                    .help(format!("--as {}", player.other())));
            }
        };
        let sets = family.listed(MOST_SETS).ok_or_else(|| {
            InputError::plain("this board has too many winning sets to look for a pairing")
        })?;
        let points = rules.board().point_count();
        let mut search = Search {
            sets: &sets,
            partner: vec![None; points],
            free: points,
            shared: most_sets_through_two_points(&sets, points),
            patience: PATIENCE,
        };
        if !search.extend() {
            let why = if search.patience == 0 { "was found" } else { "exists" };
            return Err(InputError::plain(format!("no pairing of this board {why}"))
                .help("--strategy erdos-selfridge blocks without one"));
        }
        Ok(Pairing { rules, partner: search.partner })
    }
}

struct Search<'s> {
    sets: &'s [BitSet],
    partner: Vec<Option<u16>>,
    /// Points without a partner.
    free: usize,
    /// The most sets that one pair can serve.
    shared: usize,
    /// Sets that may still be looked at.
    patience: usize,
}

/// The largest number of sets that hold the same two points.
fn most_sets_through_two_points(sets: &[BitSet], points: usize) -> usize {
    let mut count = vec![0_u32; points];
    let mut most = 0;
    for p in 0..points {
        count.fill(0);
        for set in sets.iter().filter(|set| set.contains(p)) {
            for q in set.iter().filter(|&q| q > p) {
                count[q] += 1;
                most = most.max(count[q] as usize);
            }
        }
    }
    most
}

impl Search<'_> {
    fn has_pair(&self, set: &BitSet) -> bool {
        set.iter().any(|p| self.partner[p].is_some_and(|q| set.contains(q as usize)))
    }

    /// Pairs every set that has no pair yet.
    fn extend(&mut self) -> bool {
        self.patience = self.patience.saturating_sub(self.sets.len());
        if self.patience == 0 {
            return false;
        }
        let mut unpaired = 0;
        let mut tightest: Option<Vec<usize>> = None;
        for set in self.sets.iter().filter(|set| !self.has_pair(set)) {
            unpaired += 1;
            let open: Vec<usize> = set.iter().filter(|&p| self.partner[p].is_none()).collect();
            if tightest.as_ref().is_none_or(|least| open.len() < least.len()) {
                tightest = Some(open);
            }
        }
        let Some(points) = tightest else { return true };
        if unpaired > self.free / 2 * self.shared {
            return false;
        }
        self.free -= 2;
        for (index, &p) in points.iter().enumerate() {
            for &q in &points[index + 1..] {
                self.partner[p] = Some(q as u16);
                self.partner[q] = Some(p as u16);
                if self.extend() {
                    return true;
                }
                self.partner[p] = None;
                self.partner[q] = None;
            }
        }
        self.free += 2;
        false
    }
}

impl Strategy<Points> for Pairing<'_> {
    fn sees(&self) -> Sees {
        Sees::LastMove
    }

    fn promise(&self) -> Option<Promise> {
        let claim =
            if self.rules.goal() == Goal::Strong { Guarantee::Draw } else { Guarantee::Win };
        let name = |p: usize| self.rules.places().name(p);
        let pairs: Vec<String> = (0..self.partner.len())
            .filter_map(|p| self.partner[p].map(|q| (p, q as usize)))
            .filter(|(p, q)| p < q)
            .map(|(p, q)| format!("{}-{}", name(p), name(q)))
            .collect();
        Some(Promise { claim, source: format!("the pairing {}", pairs.join(" ")) })
    }

    fn advice(&self, now: &Moment<Stones>, memory: &Memory) -> Vec<Move> {
        if let Some(Move::Point(point)) = memory.last
            && let Some(partner) = self.partner[point as usize]
            && now.position.is_free(partner as usize)
        {
            return vec![Move::Point(partner)];
        }
        self.rules.moves(&now.position)
    }
}
