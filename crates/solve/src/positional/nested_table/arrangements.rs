//! Arrangements: the ways to lay a hand out on the outer board, up to the outer board's symmetries.
//!
//! An arrangement is determined by the sets of slots of a hand that it makes winning. Seven islands on PG(2,2) have 30
//! arrangements, because there are 30 ways to make a Fano plane of seven points; nine islands on AG(2,3) have 840.

use std::collections::HashMap;

use super::hands::{Hand, MOST_ISLANDS, follow};
use super::word::ArrangementSet;

/// The winning sets of slots, each with one bit per slot, in ascending order.
type Family = Vec<u16>;

/// The arrangements of an outer board.
pub struct Arrangements<W: ArrangementSet> {
    islands: usize,
    number: HashMap<Family, u16>,
    /// The winning sets of islands.
    outer: Family,
    /// For each set of slots, the arrangements in which it holds a winning set.
    wins: Vec<W>,
    /// The sets of slots that win in some arrangement, and in which.
    sets: Vec<(u16, W)>,
    /// For a card moved from one slot to another, how words are carried back.
    back: Vec<W::Back>,
    /// For each set of slots whose card is the same as the next one's, what is alike.
    orbits: Vec<Orbits<W>>,
}

/// Arrangements that differ by an exchange of like cards.
struct Orbits<W> {
    /// One of each kind.
    chosen: W,
    /// The others, each with the one chosen.
    others: Vec<(u16, u16)>,
}

impl<W: ArrangementSet> Arrangements<W> {
    /// None if there are more than the bits of a word.
    pub fn new(islands: usize, outer: &[u16]) -> Option<Self> {
        if islands > MOST_ISLANDS {
            return None;
        }
        let (families, number) = all_families(islands, outer, W::BITS)?;
        let holds = |family: &Family, slots: u16| family.iter().any(|&set| set & !slots == 0);
        let win = |slots: u16| word(families.iter().map(|family| holds(family, slots)));
        let wins = (0..1 << islands).map(win).collect();
        let mut sets: Vec<u16> = families.iter().flatten().copied().collect();
        sets.sort_unstable();
        sets.dedup();
        let within = |set: u16| word(families.iter().map(|family| family.contains(&set)));
        let sets = sets.into_iter().map(|set| (set, within(set))).collect();
        let after = |from: usize, to: usize| -> Vec<u16> {
            families.iter().map(|family| number[&moved(family, from, to)]).collect()
        };
        let back = (0..islands * islands).map(|i| W::back(&after(i / islands, i % islands)));
        let back = back.collect();
        let exchanges: Vec<Vec<u16>> = (1..islands).map(|slot| after(slot - 1, slot)).collect();
        let patterns = 0..1 << islands.saturating_sub(1);
        let orbits = patterns.map(|pattern| Orbits::new(pattern, &exchanges, families.len()));
        let orbits = orbits.collect();
        Some(Arrangements { islands, number, outer: outer.to_vec(), wins, sets, back, orbits })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.number.len()
    }

    /// The arrangements in which these slots hold a winning set.
    pub fn wins(&self, slots: usize) -> &W {
        &self.wins[slots]
    }

    /// The sets of slots that win in some arrangement, and in which.
    pub fn sets(&self) -> &[(u16, W)] {
        &self.sets
    }

    /// What carries a word back to before the card at `from` was moved to `to`; none if it stayed.
    pub fn back(&self, from: usize, to: usize) -> Option<&W::Back> {
        (from != to).then(|| &self.back[from * self.islands + to])
    }

    fn orbits(&self, hand: &Hand) -> &Orbits<W> {
        let same = (1..self.islands).filter(|&slot| hand[slot - 1] == hand[slot]);
        &self.orbits[same.fold(0, |pattern, slot| pattern | 1 << (slot - 1))]
    }

    /// One arrangement of each kind: those that differ by an exchange of like cards are alike.
    pub fn chosen(&self, hand: &Hand) -> &W {
        &self.orbits(hand).chosen
    }

    /// With all that are alike to one that was chosen.
    pub fn spread(&self, word: W, hand: &Hand) -> W {
        let others = self.orbits(hand).others.iter();
        let found = others.filter(|&&(_, chosen)| word.contains(usize::from(chosen)));
        found.fold(word, |word, &(other, _)| word.with(usize::from(other)))
    }

    /// The arrangement in which island i lies at slot `slots[i]`.
    pub fn of(&self, slots: &[usize]) -> usize {
        let family = self.outer.iter().map(|&set| image(set, |i| slots[i]));
        usize::from(self.number[&sorted(family.collect())])
    }
}

impl<W: ArrangementSet> Orbits<W> {
    /// The exchanges of a pattern make classes; the first of each is chosen.
    fn new(pattern: usize, exchanges: &[Vec<u16>], count: usize) -> Self {
        let mut chosen = vec![u16::MAX; count];
        let mut orbits = Orbits { chosen: W::EMPTY, others: Vec::new() };
        for first in 0..count {
            if chosen[first] != u16::MAX {
                continue;
            }
            orbits.chosen = orbits.chosen.with(first);
            chosen[first] = first as u16;
            let mut found = vec![first];
            while let Some(one) = found.pop() {
                let exchanged = exchanges.iter().enumerate().filter(|(i, _)| pattern >> i & 1 == 1);
                for other in exchanged.map(|(_, exchange)| exchange[one]) {
                    if chosen[usize::from(other)] == u16::MAX {
                        chosen[usize::from(other)] = first as u16;
                        orbits.others.push((other, first as u16));
                        found.push(usize::from(other));
                    }
                }
            }
        }
        orbits
    }
}

/// Every family that an order of the islands makes, and its number; none if there are more than this many.
fn all_families(
    islands: usize,
    outer: &[u16],
    most: usize,
) -> Option<(Vec<Family>, HashMap<Family, u16>)> {
    let mut families = vec![sorted(outer.to_vec())];
    let mut number = HashMap::from([(families[0].clone(), 0)]);
    let mut next = 0;
    // Exchanging neighbours makes every order.
    while let Some(family) = families.get(next).cloned() {
        next += 1;
        for slot in 1..islands {
            let exchanged = moved(&family, slot, slot - 1);
            if !number.contains_key(&exchanged) {
                number.insert(exchanged.clone(), families.len() as u16);
                families.push(exchanged);
            }
        }
        if families.len() > most {
            return None;
        }
    }
    Some((families, number))
}

fn word<W: ArrangementSet>(bits: impl Iterator<Item = bool>) -> W {
    bits.enumerate().filter(|&(_, bit)| bit).fold(W::EMPTY, |word, (i, _)| word.with(i))
}

fn sorted(mut family: Family) -> Family {
    family.sort_unstable();
    family
}

fn image(set: u16, to: impl Fn(usize) -> usize) -> u16 {
    (0..MOST_ISLANDS).filter(|&i| set >> i & 1 == 1).fold(0, |image, i| image | 1 << to(i))
}

/// The winning sets after the card at `from` was moved to `to`.
fn moved(family: &Family, from: usize, to: usize) -> Family {
    sorted(family.iter().map(|&set| image(set, |slot| follow(slot, from, to))).collect())
}

#[cfg(test)]
mod tests {
    use super::super::word::WideSet;
    use super::*;
    use crate::kit::bits::Mask;

    const FANO: [u16; 7] = [0b111, 0b11001, 0b1100001, 0b101010, 0b1010010, 0b110100, 0b1001100];

    /// The lines of AG(2,3), points in rows of three.
    fn affine() -> Vec<u16> {
        let on = |x: usize, y: usize, slope: usize, shift: usize| match slope {
            3 => x == shift,
            _ => y == (slope * x + shift) % 3,
        };
        let line = |slope: usize, shift: usize| {
            let points = (0..9).filter(|i| on(i % 3, i / 3, slope, shift));
            points.fold(0, |set, i| set | 1 << i)
        };
        (0..12).map(|i| line(i / 3, i % 3)).collect()
    }

    fn count<W: ArrangementSet>(islands: usize, outer: &[u16]) -> Option<usize> {
        Arrangements::<W>::new(islands, outer).map(|all| all.count())
    }

    #[test]
    fn as_many_as_orders_up_to_symmetry() {
        // 7! / 168, 9! / 432.
        assert_eq!(count::<u32>(7, &FANO), Some(30));
        assert_eq!(count::<WideSet>(7, &FANO), Some(30));
        assert_eq!(count::<WideSet>(9, &affine()), Some(840));
        assert_eq!(count::<u32>(9, &affine()), None);
        // Any two of four win: all orders are alike. One of three: three.
        assert_eq!(count::<u32>(4, &[0b11, 0b101, 0b110, 0b1001, 0b1010, 0b1100]), Some(1));
        assert_eq!(count::<u32>(3, &[1]), Some(3));
        // In a row, two neighbours win: 4! / 2, 5! / 2.
        assert_eq!(count::<u32>(4, &[3, 6, 12]), Some(12));
        assert_eq!(count::<u32>(5, &[3, 6, 12, 24]), None);
        assert_eq!(count::<WideSet>(5, &[3, 6, 12, 24]), Some(60));
    }

    fn carries_back<W: ArrangementSet>(islands: usize, outer: &[u16]) {
        let all = Arrangements::<W>::new(islands, outer).unwrap();
        let every = (0..all.count()).fold(W::EMPTY, W::with);
        let slots: Vec<usize> = (0..islands).rev().collect();
        let before = all.of(&slots);
        for change in 0..islands.pow(4) {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| change / islands.pow(i) % islands);
            let then = |slots: &[usize], from: usize, to: usize| -> Vec<usize> {
                slots.iter().map(|&slot| follow(slot, from, to)).collect()
            };
            let after = all.of(&then(&then(&slots, a, b), c, d));
            let (changes, one) = ([all.back(a, b), all.back(c, d)], W::EMPTY.with(after));
            assert!(every.keep(one, changes, true).contains(before));
            assert!(!every.keep(one, changes, false).contains(before));
            assert_eq!(every.keep(one, changes, true).count(), 1);
            assert_eq!(every.keep(every.minus(one), changes, false).count(), 1);
            assert!(W::EMPTY.keep(every, changes, true).is_empty());
        }
    }

    /// Of the arrangements before two changes, one leads to the one after.
    #[test]
    fn words_are_carried_back() {
        carries_back::<u32>(7, &FANO);
        carries_back::<WideSet>(7, &FANO);
        carries_back::<u32>(4, &[3, 6, 12]);
        carries_back::<WideSet>(5, &[3, 6, 12, 24]);
    }

    #[test]
    fn slots_that_win() {
        let all = Arrangements::<u32>::new(7, &FANO).unwrap();
        // Every three points are a line of as many planes: 30 * 7 / 35.
        assert_eq!(all.wins(0b111).count(), 6);
        assert_eq!(all.wins(0b1011001).count(), 24);
        assert_eq!(all.wins(0b11111).count(), 30);
        assert_eq!(all.sets().len(), 35);
        assert!(all.sets().iter().all(|(set, with)| with == all.wins(usize::from(*set))));
        let identity = all.of(&[0, 1, 2, 3, 4, 5, 6]);
        for slots in 0..128 {
            let won = FANO.iter().any(|line| line & !slots == 0);
            assert_eq!(all.wins(usize::from(slots)).contains(identity), won);
        }
    }

    /// Two like cards: what is told of the arrangements chosen is told of their exchanges.
    #[test]
    fn like_cards() {
        let all = Arrangements::<u32>::new(4, &[3, 6, 12]).unwrap();
        let hand = [4, 7, 7, 9, 0, 0, 0, 0, 0];
        let chosen = *all.chosen(&hand);
        assert_eq!(chosen.count(), 6);
        assert_eq!(all.spread(chosen, &hand).count(), 12);
        for (slots, exchanged) in [([0, 1, 2, 3], [0, 2, 1, 3]), ([1, 3, 0, 2], [2, 3, 0, 1])] {
            let [one, other] = [slots, exchanged].map(|slots| all.of(&slots));
            assert_ne!(chosen.contains(one), chosen.contains(other));
            let word = u32::EMPTY.with(if chosen.contains(one) { one } else { other });
            assert_eq!(all.spread(word, &hand), u32::EMPTY.with(one).with(other));
        }
        assert_eq!(all.chosen(&[1, 2, 3, 4, 0, 0, 0, 0, 0]).count(), 12);
        assert_eq!(all.chosen(&[5, 5, 5, 5, 0, 0, 0, 0, 0]).count(), 1);
    }
}
