//! When Breaker wins at a glance: by weight (Erdős and Selfridge) and by pairing.
//!
//! **Weight.** An open set with u free points weighs 2^-u. If the open sets weigh less than 1 together and Breaker
//! moves, he wins: taking the heaviest point, he keeps the weight from growing over his move and Maker's next, and a set
//! that Maker owned would weigh 1. If Maker moves, it is enough that the weight stays below 1 after his best point p,
//! which adds the weight of the sets through p.
//!
//! **Pairing.** If every open set can be given two of its free points, no point given twice, Breaker wins whoever
//! moves: when Maker takes a point of a pair, Breaker takes the other.

use super::points;

/// The weight of a set that is owned.
pub const ONE: u64 = 1 << 56;

/// The weight of an open set with this many free points, rounded up.
pub fn weight(free: u32) -> u64 {
    ONE >> free.min(56)
}

/// A point for each set that it can be matched with, each set twice.
pub fn pairing(sets: &[u128], free: u128) -> Option<Vec<(usize, usize)>> {
    let open: u128 = sets.iter().fold(0, |all, set| all | set & free);
    if 2 * sets.len() > open.count_ones() as usize {
        return None;
    }
    // Seats: two for each set. The classical search for augmenting paths.
    let mut seat_of: [u32; 128] = [u32::MAX; 128];
    for seat in 0..2 * sets.len() as u32 {
        let mut seen = 0u128;
        if !augment(seat, sets, free, &mut seat_of, &mut seen) {
            return None;
        }
    }
    let mut pairs = vec![(usize::MAX, usize::MAX); sets.len()];
    for (point, &seat) in seat_of.iter().enumerate().filter(|(_, seat)| **seat != u32::MAX) {
        let pair = &mut pairs[seat as usize / 2];
        if seat % 2 == 0 { pair.0 = point } else { pair.1 = point }
    }
    Some(pairs)
}

fn augment(
    seat: u32,
    sets: &[u128],
    free: u128,
    seat_of: &mut [u32; 128],
    seen: &mut u128,
) -> bool {
    let choices = sets[seat as usize / 2] & free;
    for point in points(choices & !*seen) {
        if *seen >> point & 1 == 1 {
            continue;
        }
        *seen |= 1 << point;
        if seat_of[point] == u32::MAX || augment(seat_of[point], sets, free, seat_of, seen) {
            seat_of[point] = seat;
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_apart_and_in_their_sets() {
        let sets = [0b0011, 0b0111_1000, 0b1100_0100];
        let pairs = pairing(&sets, 0xff).unwrap();
        let mut used = 0u32;
        for (set, (a, b)) in sets.iter().zip(pairs) {
            assert!(set >> a & 1 == 1 && set >> b & 1 == 1);
            assert_eq!(used & (1 << a | 1 << b), 0);
            used |= 1 << a | 1 << b;
        }
        assert_eq!(used.count_ones(), 6);
        // Three sets on five points, and two sets whose free points are the same two.
        assert_eq!(pairing(&[0b00011, 0b00111, 0b11100], 0x1f), None);
        assert_eq!(pairing(&[0b1011, 0b0111, 0b110000], 0b110011), None);
    }

    #[test]
    fn weights_never_round_down() {
        assert_eq!(weight(0), ONE);
        assert_eq!(weight(56), 1);
        assert_eq!(weight(100), 1);
    }
}
