//! Filling a plane: which connected sets are worth k.
//!
//! A block holds the sets with one head. A move that takes something of the head leads to a block of a smaller head,
//! for all tails at once: the tails there that are worth k are laid out 64 a word, and each marks the tail that it is
//! an option of. Then the tails of the block itself are visited from small to large: the words in order of their
//! numbers (what is left of a tail has a smaller number), and within a word by how many vertices a tail has. A tail
//! that nothing marked is worth k, unless it is worth less, and marks the tails that it is an option of.
//!
//! Heads with as many vertices do not lead to each other, so threads take a block each.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::BitPlane;
#[cfg(target_arch = "x86_64")]
use super::deposit::Pdep;
use super::deposit::{Deposit, Portable};
use super::layout::{Joint, Layout, WORD_BITS};
use super::moves::{SetMoves, Taken};
use crate::kit::pages::zeroed;
use crate::kit::together::together;
use crate::limits::{Budget, Stopped};

/// What a plane says about sets.
#[derive(Clone, Copy)]
pub enum PlaneKind<'p> {
    /// Which have no option.
    Stuck,
    /// Which are in none of these planes and have no option of the same kind. If there are no such planes, those that can be taken whole
    /// are left out too.
    Lost(&'p [BitPlane]),
}

/// The plane that tells this.
pub fn plane(
    layout: &Layout,
    moves: &SetMoves,
    tells: PlaneKind,
    threads: usize,
    budget: &mut Budget,
) -> Result<BitPlane, Stopped> {
    let plane: BitPlane = zeroed(layout.words())?;
    let filling = Filling { layout, moves: Prepared::new(layout, moves), tells, plane: &plane };
    let mut done = 0;
    for level in layout.heads().chunk_by(|a, b| a.count_ones() == b.count_ones()) {
        filling.level(level, done, threads, budget)?;
        done += level.len();
    }
    budget.note(0, 0);
    Ok(plane)
}

/// The moves, as they are needed for blocks.
struct Prepared<'m> {
    moves: &'m SetMoves,
    /// What each move takes of the head and of the tail, and of the tail's image.
    of_head: Vec<(usize, Taken, Taken)>,
    /// For each word of tails, the words to which moves lead that take the same of all of them.
    whole_words: Vec<Vec<u16>>,
    /// The other moves between words.
    part_words: Vec<Taken>,
}

impl<'m> Prepared<'m> {
    fn new(layout: &Layout, moves: &'m SetMoves) -> Self {
        let both =
            moves.of_head.iter().map(|mv| (mv.head, mv.taken(None), mv.taken(layout.mirror())));
        let (whole, part_words): (Vec<Taken>, Vec<Taken>) =
            moves.between_words.iter().partition(|taken| taken.shift == 0);
        let of_word = |index: usize| {
            let applying = whole.iter().filter(|taken| index & taken.word == taken.word);
            applying.map(|taken| (index ^ taken.word) as u16).collect()
        };
        let whole_words = (0..layout.words_of_tails()).map(of_word).collect();
        Prepared { moves, of_head: both.collect(), whole_words, part_words }
    }
}

struct Filling<'p> {
    layout: &'p Layout,
    moves: Prepared<'p>,
    tells: PlaneKind<'p>,
    plane: &'p [AtomicU64],
}

/// How many heads a thread takes at a time.
const AT_A_TIME: usize = 8;

/// Tails by how many of the last vertices they have.
const BY_SIZE: [u64; WORD_BITS + 1] = {
    let mut sets = [0; WORD_BITS + 1];
    let mut number = 0u64;
    while number < 64 {
        sets[number.count_ones() as usize] |= 1 << number;
        number += 1;
    }
    sets
};

impl Filling<'_> {
    /// Fills the blocks of heads that do not lead to each other.
    fn level(
        &self,
        heads: &[u32],
        done: usize,
        threads: usize,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let next = AtomicUsize::new(0);
        let work = |budget: &mut Budget| {
            let mut space = Scratch::new(self.layout);
            loop {
                let from = next.fetch_add(AT_A_TIME, Ordering::Relaxed);
                let Some(rest) = heads.get(from..) else { return Ok(()) };
                if rest.is_empty() {
                    return Ok(());
                }
                for &head in &rest[..rest.len().min(AT_A_TIME)] {
                    budget.count(self.block(head as usize, &mut space));
                }
                budget.note((done + from) as u64, self.layout.heads().len() as u64);
                budget.check()?;
            }
        };
        let threads = threads.min(heads.len().div_ceil(AT_A_TIME));
        together(threads, budget, work).into_iter().collect()
    }

    /// Fills the block of a head, as fast as this processor can; says how many sets it has.
    fn block(&self, head: usize, space: &mut Scratch) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if let Some(at_once) = Pdep::here() {
            // SAFETY: the processor has what is asked for.
            #[allow(unsafe_code)]
            return unsafe { self.block_at_once(head, space, at_once) };
        }
        self.block_by(head, space, Portable)
    }

    /// The same code, compiled for processors that can.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn block_at_once(&self, head: usize, space: &mut Scratch, at_once: Pdep) -> u64 {
        self.block_by(head, space, at_once)
    }

    #[inline(always)]
    fn block_by(&self, head: usize, space: &mut Scratch, deposit: impl Deposit) -> u64 {
        let Some(joint) = self.layout.joint(head) else { return 0 };
        let Scratch { marked, images, lost } = space;
        marked.fill(0);
        let lower = if let PlaneKind::Lost(planes) = self.tells { planes } else { &[] };
        for plane in lower {
            let block = &plane[self.layout.block(head, joint)];
            spread(block, joint, deposit, |index, tails| marked[index] |= tails);
        }
        if lower.is_empty() {
            // What is taken whole leaves nothing, which is worth 0.
            for tail in self.moves.moves.ends_at(head) {
                marked[(tail / 64) as usize] |= 1 << (tail % 64);
            }
        }
        let mut any_images = false;
        for (taken, tail, image) in &self.moves.of_head {
            if head & taken != *taken {
                continue;
            }
            let smaller = head ^ taken;
            let kept = self.layout.kept_as(smaller);
            if kept == smaller {
                self.mark(kept, tail, marked, deposit);
            } else {
                if !any_images {
                    images.fill(0);
                    any_images = true;
                }
                self.mark(kept, image, images, deposit);
            }
        }
        if let (true, Some(mirror)) = (any_images, self.layout.mirror()) {
            for word in &joint.words {
                let image = mirror.image(u64::from(word.index) << WORD_BITS) >> WORD_BITS;
                marked[word.index as usize] |= mirror.image_of_word(images[image as usize]);
            }
        }
        self.own_tails(head, joint, marked, lost, deposit);
        joint.tails as u64
    }

    /// Marks the tails that have an option in the plane with a smaller head (any option, if it tells which have one), where a
    /// move takes this of them.
    #[inline(always)]
    fn mark(&self, head: usize, taken: &Taken, marked: &mut [u64], deposit: impl Deposit) {
        let Some(joint) = self.layout.joint(head) else { return };
        let block = &self.plane[self.layout.block(head, joint)];
        let mut part = |index: usize, tails: u64| {
            if index & taken.word == 0 {
                marked[index | taken.word] |= taken.before(tails);
            }
        };
        if let PlaneKind::Stuck = self.tells {
            joint.words.iter().for_each(|word| part(word.index as usize, word.tails));
        } else if taken.is_nothing() {
            spread(block, joint, deposit, |index, tails| marked[index] |= tails);
        } else {
            spread(block, joint, deposit, part);
        }
    }

    /// Goes through the tails of a head, those marked being out of it, and keeps which are in the plane.
    #[inline(always)]
    fn own_tails(
        &self,
        head: usize,
        joint: &Joint,
        marked: &[u64],
        worth: &mut [u64],
        deposit: impl Deposit,
    ) {
        let Prepared { moves: SetMoves { within_words, .. }, whole_words, part_words, .. } =
            &self.moves;
        let block = &self.plane[self.layout.block(head, joint)];
        worth.fill(0);
        let (mut kept, mut full) = (0u64, 0);
        let mut words = block.iter();
        for word in &joint.words {
            let index = word.index as usize;
            let mut marked = marked[index];
            for &smaller in &whole_words[index] {
                marked |= worth[smaller as usize];
            }
            for taken in part_words {
                let applies = u64::from(index & taken.word == taken.word).wrapping_neg();
                marked |= taken.before(worth[index & !taken.word]) & applies;
            }
            let mut found = 0;
            if let PlaneKind::Stuck = self.tells {
                let options = within_words.iter().map(|taken| taken.before(word.tails));
                found = word.tails & !options.fold(marked, |marked, before| marked | before);
            }
            let sizes: &[u64] = if let PlaneKind::Stuck = self.tells { &[] } else { &BY_SIZE };
            for of_size in sizes {
                let tails = word.tails & of_size & !marked;
                if tails == 0 {
                    continue;
                }
                found |= tails;
                for taken in within_words {
                    marked |= taken.before(tails);
                }
            }
            worth[index] = match self.tells {
                PlaneKind::Stuck => word.tails,
                PlaneKind::Lost(_) => found,
            };
            let bits = deposit.extract(found, word.tails);
            kept |= bits << full;
            full += word.tails.count_ones();
            if full >= 64 {
                store(words.next(), kept);
                full -= 64;
                // What did not fit; nothing if all of it did.
                kept = bits.checked_shr(word.tails.count_ones() - full).unwrap_or(0);
            }
        }
        if full > 0 {
            store(words.next(), kept);
        }
    }
}

#[inline(always)]
fn store(word: Option<&AtomicU64>, bits: u64) {
    if let Some(word) = word {
        word.store(bits, Ordering::Relaxed);
    }
}

/// Lays out the tails of a block, 64 a word.
#[inline(always)]
fn spread(
    block: &[AtomicU64],
    joint: &Joint,
    deposit: impl Deposit,
    mut look: impl FnMut(usize, u64),
) {
    for word in &joint.words {
        let (at, shift) = (word.before as usize / 64, word.before % 64);
        let low = block[at].load(Ordering::Relaxed) >> shift;
        let high = block[at + 1].load(Ordering::Relaxed) << 1 << (63 - shift);
        look(word.index as usize, deposit.deposit(low | high, word.tails));
    }
}

/// Room to work in: a bit for each tail.
struct Scratch {
    marked: Vec<u64>,
    images: Vec<u64>,
    lost: Vec<u64>,
}

impl Scratch {
    fn new(layout: &Layout) -> Self {
        let tails = || vec![0; layout.words_of_tails()];
        Scratch { marked: tails(), images: tails(), lost: tails() }
    }
}
