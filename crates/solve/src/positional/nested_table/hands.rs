//! Hands: the classes of the islands of a nested board in ascending order, wherever the islands lie.
//!
//! The hands with given numbers of X's and O's are counted once, so that each has a number among them and no table has
//! room for hands that cannot occur.

/// Nested boards with more islands are not taken.
pub const MOST_ISLANDS: usize = 9;

/// The classes of the islands in rising order; zero beyond their number.
pub type Hand = [u8; MOST_ISLANDS];

/// More numbers than this are not kept for counting.
const MOST_COUNTS: usize = 1 << 26;

/// All hands, by the pieces in them.
pub struct Hands {
    islands: usize,
    classes: usize,
    /// X's and O's of each class.
    pieces: Vec<[u8; 2]>,
    /// One more than the pieces that a player can have.
    side: usize,
    /// How many ways there are to go on with this many islands, all of this class or a later one, with this many X's and O's.
    counts: Vec<u32>,
    /// In the same places, the first class to go on with; none if there is no way.
    first: Vec<u8>,
}

/// No class.
const NONE: u8 = u8::MAX;

impl Hands {
    /// None if there are too many.
    pub fn new(islands: usize, points: usize, pieces: &[[u8; 2]]) -> Option<Self> {
        let (classes, side) = (pieces.len(), islands * points + 1);
        let size = (islands + 1) * (classes + 1) * side * side;
        if islands > MOST_ISLANDS || size > MOST_COUNTS {
            return None;
        }
        let pieces = pieces.to_vec();
        let (counts, first) = (vec![0; size], vec![NONE; size]);
        let mut hands = Hands { islands, classes, pieces, side, counts, first };
        for class in 0..=classes {
            let none = hands.place(0, class, [0, 0]);
            hands.counts[none] = 1;
        }
        for left in 1..=islands {
            for class in (0..classes).rev() {
                hands.count_on(left, class);
            }
        }
        Some(hands)
    }

    /// The ways to go on with `left` islands from a class on: without it, or with it once more.
    fn count_on(&mut self, left: usize, class: usize) {
        let [x, o] = self.pieces[class].map(usize::from);
        for first in 0..self.side {
            for second in 0..self.side {
                let without = self.counts[self.place(left, class + 1, [first, second])];
                let with = if first >= x && second >= o {
                    self.counts[self.place(left - 1, class, [first - x, second - o])]
                } else {
                    0
                };
                let later = self.first[self.place(left, class + 1, [first, second])];
                let here = self.place(left, class, [first, second]);
                self.counts[here] = without.saturating_add(with);
                self.first[here] = if with > 0 { class as u8 } else { later };
            }
        }
    }

    fn place(&self, left: usize, class: usize, [x, o]: [usize; 2]) -> usize {
        ((left * (self.classes + 1) + class) * self.side + x) * self.side + o
    }

    /// How many hands have this many X's and O's; none if there are too many to be numbered.
    pub fn count(&self, pieces: [usize; 2]) -> Option<usize> {
        let count = self.counts[self.place(self.islands, 0, pieces)];
        (count < u32::MAX).then_some(count as usize)
    }

    /// The number of a hand among those with as many X's and O's, which are `pieces`.
    pub fn number(&self, hand: &Hand, pieces: [usize; 2]) -> usize {
        let (mut number, mut from, mut pieces) = (0, 0, pieces);
        for (i, &class) in hand.iter().enumerate().take(self.islands) {
            let (left, class) = (self.islands - i, usize::from(class));
            // The hands that go on with an earlier class come before.
            number += self.counts[self.place(left, from, pieces)]
                - self.counts[self.place(left, class, pieces)];
            pieces = self.without(pieces, class);
            from = class;
        }
        number as usize
    }

    /// The hand of this number.
    pub fn hand(&self, number: usize, pieces: [usize; 2]) -> Hand {
        let (mut hand, mut number, mut pieces) = ([0; MOST_ISLANDS], number as u32, pieces);
        let mut class = 0;
        for (i, card) in hand.iter_mut().enumerate().take(self.islands) {
            let left = self.islands - i;
            loop {
                class = usize::from(self.first[self.place(left, class, pieces)]);
                let after = self.without(pieces, class);
                let with = self.counts[self.place(left - 1, class, after)];
                if number < with {
                    (*card, pieces) = (class as u8, after);
                    break;
                }
                number -= with;
                class += 1;
            }
        }
        hand
    }

    /// The pieces that are left beside an island of this class.
    fn without(&self, pieces: [usize; 2], class: usize) -> [usize; 2] {
        let [x, o] = self.pieces[class].map(usize::from);
        [pieces[0] - x, pieces[1] - o]
    }

    /// The hand with the next number and as many X's and O's; the last stays as it is.
    pub fn advance(&self, hand: &mut Hand) {
        let mut pieces = [0, 0];
        for changed in (0..self.islands).rev() {
            let class = usize::from(hand[changed]);
            let [x, o] = self.pieces[class].map(usize::from);
            pieces = [pieces[0] + x, pieces[1] + o];
            let mut next = self.first[self.place(self.islands - changed, class + 1, pieces)];
            if next == NONE {
                continue;
            }
            for (i, card) in hand.iter_mut().enumerate().take(self.islands).skip(changed) {
                next = self.first[self.place(self.islands - i, usize::from(next), pieces)];
                *card = next;
                pieces = self.without(pieces, usize::from(next));
            }
            return;
        }
    }

    /// How many islands a hand has.
    pub fn islands(&self) -> usize {
        self.islands
    }
}

/// A hand with the card at `slot` changed for another class, and where that lies now.
pub fn change(hand: &Hand, islands: usize, slot: usize, class: u8) -> (Hand, usize) {
    let mut hand = *hand;
    let mut at = slot;
    while at + 1 < islands && hand[at + 1] < class {
        hand[at] = hand[at + 1];
        at += 1;
    }
    while at > 0 && hand[at - 1] > class {
        hand[at] = hand[at - 1];
        at -= 1;
    }
    hand[at] = class;
    (hand, at)
}

/// Where a slot is found after the card at `from` was moved to `to`.
pub fn follow(slot: usize, from: usize, to: usize) -> usize {
    match slot {
        _ if slot == from => to,
        _ if from < slot && slot <= to => slot - 1,
        _ if to <= slot && slot < from => slot + 1,
        _ => slot,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every hand of three islands of two points is numbered once, in order, and none else is counted.
    #[test]
    fn numbers_and_hands() {
        // An island of two points alike: free, X, O, XX, XO, OO.
        let pieces = [[0, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 2]];
        let hands = Hands::new(3, 2, &pieces).unwrap();
        let mut by_pieces = std::collections::BTreeMap::<[usize; 2], Vec<Hand>>::new();
        for a in 0..6u8 {
            for b in a..6 {
                for c in b..6 {
                    let sum = |player: usize| {
                        [a, b, c].iter().map(|&k| usize::from(pieces[usize::from(k)][player])).sum()
                    };
                    let hand = [a, b, c, 0, 0, 0, 0, 0, 0];
                    by_pieces.entry([sum(0), sum(1)]).or_default().push(hand);
                }
            }
        }
        for x in 0..7 {
            for o in 0..7 {
                let listed = by_pieces.remove(&[x, o]).unwrap_or_default();
                assert_eq!(hands.count([x, o]), Some(listed.len()), "{x} {o}");
                for two in listed.windows(2) {
                    let mut hand = two[0];
                    hands.advance(&mut hand);
                    assert_eq!(hand, two[1]);
                }
                for (number, hand) in listed.iter().enumerate() {
                    assert_eq!(hands.number(hand, [x, o]), number);
                    assert_eq!(hands.hand(number, [x, o]), *hand);
                }
            }
        }
    }

    #[test]
    fn a_changed_card_moves_to_its_place() {
        let hand = [1, 3, 3, 7, 9, 0, 0, 0, 0];
        for slot in 0..5 {
            for class in 0..11 {
                let (changed, to) = change(&hand, 5, slot, class);
                assert_eq!(changed[to], class);
                assert!(changed[..5].is_sorted());
                assert_eq!(changed[5..], [0; 4]);
                for other in (0..5).filter(|&other| other != slot) {
                    assert_eq!(changed[follow(other, slot, to)], hand[other]);
                }
                let mut all: Vec<usize> = (0..5).map(|s| follow(s, slot, to)).collect();
                all.sort_unstable();
                assert_eq!(all, [0, 1, 2, 3, 4]);
            }
        }
    }
}
