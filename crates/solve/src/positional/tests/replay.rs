//! Wins of the first player in hop games replayed with the rules alone, against every reply; a search or a table only says
//! which hop to try.

use std::collections::HashSet;
use std::hash::Hash;

use crate::limits::Budget;
use crate::positional::nested::{Nest, Tuple};
use crate::positional::nested_search::HopGoal;
use crate::positional::nested_table::NestedTable;
use crate::positional::search::hop::HopState;
use crate::positional::search::ice::FireAndIce;
use crate::positional::search::mask;
use crate::positional::search::proof::{Key, ProofTable};
use crate::positional::search::proof_number_search::{AttackedGame, ProofNumberSearch};
use outplay_rules::board::Board;
use outplay_rules::games::hop::HopGame;
use outplay_rules::player::Player;
use outplay_rules::rules::{End, Positional, Rules};
use outplay_rules::spaces::Stones;

use super::board;

/// Says which hop to try.
trait Guide {
    type Key: Eq + Hash;

    /// The same for positions that are alike.
    fn key(&self, position: &Stones) -> Self::Key;

    /// Which of these the first player should choose, if one of them is won.
    fn choose(&mut self, hops: &[Stones]) -> Option<Stones>;
}

struct Replay<'g, G: Guide> {
    game: &'g HopGame,
    guide: G,
    /// Positions that are won, up to symmetry.
    won: HashSet<G::Key>,
}

impl<G: Guide> Replay<'_, G> {
    fn wins(&mut self, position: &Stones) -> bool {
        let key = self.guide.key(position);
        if self.won.contains(&key) {
            return true;
        }
        let hops = self.game.moves(position);
        let after: Vec<Stones> =
            hops.iter().map(|hop| self.game.apply(position, hop).position).collect();
        let (over, open): (Vec<_>, Vec<_>) =
            after.into_iter().partition(|next| self.game.end(next).is_some());
        let mut ends = over.iter().map(|next| self.game.end(next) == Some(End::Win(Player::First)));
        let wins = if self.game.to_move(position) == Player::First {
            ends.any(|wins| wins) || self.guide.choose(&open).is_some_and(|next| self.wins(&next))
        } else {
            // A player who cannot hop has drawn.
            !hops.is_empty() && ends.all(|wins| wins) && open.iter().all(|next| self.wins(next))
        };
        if wins {
            self.won.insert(key);
        }
        wins
    }
}

/// The search for wins by force in Fire and Ice.
struct ByForce<'g> {
    game: &'g HopGame,
    ice: FireAndIce,
    prover: ProofNumberSearch<FireAndIce>,
}

impl ByForce<'_> {
    fn state(&self, position: &Stones) -> HopState {
        let mover = usize::from(self.game.to_move(position) == Player::Second);
        HopState { pieces: [mask(&position.first), mask(&position.second)], mover }
    }

    /// Whether the search finds a win within this many positions.
    fn promises(&mut self, position: &Stones, most: u64) -> bool {
        self.prover.stop_after(most);
        self.prover.wins(&self.state(position), &mut Budget::unlimited()) == Ok(true)
    }
}

impl Guide for ByForce<'_> {
    type Key = Key;

    fn key(&self, position: &Stones) -> Key {
        self.ice.key(&self.state(position))
    }

    fn choose(&mut self, hops: &[Stones]) -> Option<Stones> {
        let found = |most: u64| hops.iter().find(|next| self.promises(next, most)).cloned();
        [50, u64::MAX].into_iter().find_map(found)
    }
}

/// Whether the search claims a win in Fire and Ice that the rules confirm; and in how many positions.
fn by_force(name: &str) -> (bool, usize) {
    let Board::Sets(board) = board(name) else { unreachable!() };
    let game = HopGame::fire_and_ice(board, 0).unwrap();
    let ice = FireAndIce::new(&game).unwrap();
    let prover = ProofNumberSearch::new(ice.clone(), ProofTable::default(), 1 << 29);
    let mut guide = ByForce { game: &game, ice, prover };
    let claimed = guide.promises(&game.start(), u64::MAX);
    let mut replay = Replay { game: &game, guide, won: HashSet::new() };
    assert_eq!(replay.wins(&game.start()), claimed, "{name}");
    (claimed, replay.won.len())
}

#[test]
fn wins_by_force_hold_by_the_rules_alone() {
    assert!(by_force("[sets:1-2,1-3,2-3 : ag:2,2]").0);
    assert!(by_force("[ag:2,2 : ag:2,2]").0);
    assert_eq!(by_force("[sets:1-2 : sets:1-2,2-3]"), (false, 0));
}

/// The boards of which only a win by force is known.
#[test]
#[ignore = "takes many minutes"]
fn wins_by_force_on_28_points_hold_by_the_rules_alone() {
    for name in ["[pg:2,2 : ag:2,2]", "[ag:2,2 : pg:2,2]"] {
        let (wins, positions) = by_force(name);
        println!("{name}: {positions} positions");
        assert!(wins && positions > 100_000, "{name}");
    }
}

/// The table of hands of a nested board with free hops.
struct ByHands {
    nest: Nest,
    table: NestedTable,
}

impl Guide for ByHands {
    type Key = Tuple;

    fn key(&self, position: &Stones) -> Tuple {
        self.nest.tuple(position)
    }

    fn choose(&mut self, hops: &[Stones]) -> Option<Stones> {
        let plies = |next: &Stones| self.table.plies(0, next);
        let soonest = hops.iter().filter_map(|next| Some((plies(next)?, next)));
        soonest.min_by_key(|&(plies, _)| plies).map(|(_, next)| next.clone())
    }
}

/// In how many plies the table claims a win with free hops that the rules confirm; and in how many positions.
fn by_hands(name: &str) -> (Option<u32>, usize) {
    let Board::Sets(board) = board(name) else { unreachable!() };
    let game = HopGame::new(board, 0).unwrap();
    let mut table = NestedTable::new(&game, 2).unwrap();
    let mut budget = Budget::unlimited();
    let free = (game.board().point_count() - 1) as u32;
    let mut within = |plies: u32| {
        let question = HopGoal { attacker: 0, tie: false };
        table.within(question, &game.start(), plies, &mut budget).unwrap()
    };
    let plies = (1..=free).find(|&plies| within(plies) == Some(true));
    let guide = ByHands { nest: Nest::new(&game).unwrap(), table };
    let mut replay = Replay { game: &game, guide, won: HashSet::new() };
    assert_eq!(replay.wins(&game.start()), plies.is_some(), "{name}");
    (plies, replay.won.len())
}

#[test]
fn wins_by_hands_hold_by_the_rules_alone() {
    for (name, plies) in [
        ("[ag:2,2 : ag:2,2]", 7),
        ("[pg:2,2 : ag:2,2]", 13),
        ("[ag:2,3 : ag:2,2]", 13),
        ("[ag:2,2 : pg:2,2]", 15),
        ("[ag:2,2 : ag:2,3]", 15),
    ] {
        let (within, positions) = by_hands(name);
        assert!(within == Some(plies) && positions > 10, "{name}: {within:?}, {positions}");
    }
    assert_eq!(by_hands("[sets:1-2 : sets:1-2,2-3]").0, None);
}

/// The nested boards of planes that take longer.
#[test]
#[ignore = "takes many minutes and gigabytes"]
fn wins_on_nested_planes_hold_by_the_rules_alone() {
    for (name, plies) in
        [("[pg:2,2 : ag:2,3]", 21), ("[ag:2,3 : ag:2,3]", 21), ("[pg:2,2 : pg:2,2]", 31)]
    {
        let (within, positions) = by_hands(name);
        println!("{name}: {positions} positions");
        assert_eq!(within, Some(plies), "{name}");
    }
}
