//! Playing from a proof. A proof shows each position once and refers to it by renamed copies. So to follow it, one
//! keeps, for every part of the position on the board, the position in the proof of which it is a copy, and the
//! renaming that leads from there to the board.

use outplay_rules::moves::Move;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::Space;

use super::book::Book;

/// A part of the position on the board.
pub struct Strand<P> {
    /// The position that the proof speaks of.
    pub position: P,
    /// The place on the board that each of its places stands for.
    to: Vec<u16>,
}

impl<P> Strand<P> {
    /// A move of the position in the proof, under the names of the board.
    pub fn on_board(&self, mv: &Move) -> Move {
        mv.renamed(|place| self.to[place as usize])
    }
}

/// The strands of a game that was played: `split` names the independent parts of a position.
pub fn follow<R: Rules + ?Sized, F: Default>(
    book: &Book<R, F>,
    record: &Record<R>,
    split: impl Fn(&R::Position) -> Vec<R::Position>,
) -> Option<Vec<Strand<R::Position>>> {
    let rules = book.rules;
    let begin = |position: R::Position| {
        let to = (0..rules.places().len() as u16).collect();
        book.anchored(Strand { position, to })
    };
    let mut strands: Vec<_> = split(&rules.start()).into_iter().map(begin).collect();
    for mv in record.moves() {
        let Some(place) = mv.places().first().copied() else {
            // A move in a heap, which no strand is about.
            continue;
        };
        let here = |strand: &Strand<R::Position>| {
            rules
                .space()
                .named(&strand.position)
                .iter()
                .any(|&own| strand.to[own as usize] == place)
        };
        let strand = strands.swap_remove(strands.iter().position(here)?);
        let named = rules.space().named(&strand.position);
        let back = |place: u16| {
            let own = named.iter().find(|&&own| strand.to[own as usize] == place);
            own.copied().unwrap_or(place)
        };
        let next = rules.apply(&strand.position, &mv.renamed(back)).position;
        let part = |position| book.anchored(Strand { position, to: strand.to.clone() });
        strands.extend(split(&next).into_iter().map(part));
    }
    Some(strands)
}

/// The one strand of a game whose positions are taken whole.
pub fn whole<R: Rules + ?Sized, F: Default>(
    book: &Book<R, F>,
    record: &Record<R>,
) -> Option<Strand<R::Position>> {
    follow(book, record, |position| vec![position.clone()])?.pop()
}

impl<R: Rules + ?Sized, F: Default> Book<'_, R, F> {
    /// The same strand, but of the position that the proof speaks of if this is a copy of it.
    fn anchored(&self, strand: Strand<R::Position>) -> Strand<R::Position> {
        let Some((original, images)) = self.original(&strand.position) else { return strand };
        let mut to = strand.to.clone();
        for (place, &image) in self.rules.space().named(original).iter().zip(images) {
            to[*place as usize] = strand.to[image as usize];
        }
        Strand { position: original.clone(), to }
    }
}
