//! Writes steps and remembers what they have shown, so that nothing is shown twice: not a position, nor a copy of it
//! under other names.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use outplay_certificate::body::{Form, Keyword, Writer};
use outplay_rules::moves::Move;
use outplay_rules::rules::{Rules, Step};
use outplay_rules::spaces::Space;
use outplay_rules::symmetry::Structure;

use crate::shape;

/// What a position is known by: all copies of one have the same number.
pub type Id = usize;

/// A proof in the making, which several scribes may write: each about a game of its own.
#[derive(Clone)]
pub struct Paper(Rc<RefCell<Written>>);

struct Written {
    writer: Writer<Vec<u8>>,
    /// The game that the last step was about.
    about: u64,
    /// The entries of the checker's books.
    entries: u64,
}

impl Paper {
    /// An empty proof.
    pub fn new(form: Form) -> Self {
        let writer = Writer::new(form, Vec::new());
        Paper(Rc::new(RefCell::new(Written { writer, about: 0, entries: 0 })))
    }

    /// Writes a step about one of the games.
    fn write(&self, about: u64, keyword: Keyword, numbers: &[u64]) {
        let mut written = self.0.borrow_mut();
        // Writing to memory does not fail.
        if written.about != about {
            written.about = about;
            let _ = written.writer.step(Keyword::Maker, &[about]);
        }
        let _ = written.writer.step(keyword, numbers);
    }

    /// The steps as bytes, their number, and the number of positions in the checker's books.
    pub fn finish(self) -> (Vec<u8>, u64, u64) {
        let mut written = self.0.borrow_mut();
        let writer = std::mem::replace(&mut written.writer, Writer::new(Form::Text, Vec::new()));
        let steps = writer.steps();
        (writer.finish().unwrap_or_default(), steps, written.entries)
    }
}

/// The steps written so far and what they are about.
pub struct Scribe<'r, R: Rules + ?Sized, F> {
    /// The rules.
    pub rules: &'r R,
    paper: Paper,
    /// Which game of the proof this is: 0 the game itself, 1 or 2 Maker-Breaker.
    about: u64,
    exact: HashMap<R::Position, Id>,
    /// Every canonical form of a piece met, by number; and the number and labels of every piece met.
    forms: HashMap<Structure, usize>,
    pieces: HashMap<Structure, (usize, Vec<usize>)>,
    /// Every shape met (the forms of its pieces, ascending) by number, with the position that was shown first.
    shapes: HashMap<Vec<usize>, usize>,
    /// Whether the connected parts of a position are looked at one by one.
    by_components: bool,
    /// The symmetries of the board if they are few, and the shapes that are told by least images.
    symmetries: Vec<Vec<u8>>,
    images: HashMap<[u128; 2], usize>,
    shown: Vec<Option<Id>>,
    /// The shapes of positions that were asked for and not shown yet: finding a shape is what takes the time.
    waiting: HashMap<R::Position, Option<Shape>>,
    known: Vec<Known<R::Position, F>>,
    /// The entries of the checker's book.
    entries: u64,
}

/// The number of a shape, and where the places of a position go in it.
#[derive(Clone)]
struct Shape {
    number: usize,
    labels: Vec<usize>,
}

struct Known<P, F> {
    facts: F,
    position: P,
    /// Its number in the checker's book.
    entry: u64,
    /// Where its places go in the canonical form.
    labels: Vec<usize>,
}

impl<'r, R: Rules + ?Sized, F: Default> Scribe<'r, R, F> {
    /// A scribe of an empty proof.
    pub fn new(rules: &'r R, form: Form) -> Self {
        Scribe::on(rules, Paper::new(form), 0)
    }

    /// A scribe of an empty proof about positions that fall apart.
    pub fn by_components(rules: &'r R, form: Form) -> Self {
        Scribe { by_components: true, ..Scribe::new(rules, form) }
    }

    /// A scribe who writes on this paper, about one of its games.
    pub fn on(rules: &'r R, paper: Paper, about: u64) -> Self {
        Scribe {
            rules,
            paper,
            about,
            exact: HashMap::new(),
            forms: HashMap::new(),
            pieces: HashMap::new(),
            shapes: HashMap::new(),
            symmetries: shape::few_symmetries(rules),
            by_components: false,
            images: HashMap::new(),
            shown: Vec::new(),
            waiting: HashMap::new(),
            known: Vec::new(),
            entries: 0,
        }
    }

    /// The facts known of a position, if a step was about it or about a copy of it. A copy is written down at once, so
    /// that the checker can find it.
    pub fn facts(&mut self, position: &R::Position) -> Option<&F> {
        if !self.exact.contains_key(position) {
            self.copy(position);
        }
        self.exact.get(position).map(|&id| &self.known[id].facts)
    }

    fn copy(&mut self, position: &R::Position) -> Option<()> {
        let Shape { number, labels } = self.shape(position)?;
        let id = self.shown[number]?;
        let original = &self.known[id];
        let named = self.rules.space().named(position);
        // The place of this position that has the same label.
        let mut at = vec![0; labels.len()];
        named.iter().enumerate().for_each(|(index, &place)| at[labels[index]] = place);
        let images: Vec<u16> = (0..named.len()).map(|index| at[original.labels[index]]).collect();
        // On a nested board not every symmetry is one that the checker recognises.
        if self.rules.renamed(&original.position, &images).as_ref() != Some(position) {
            return None;
        }
        let numbers: Vec<u64> = std::iter::once(original.entry)
            .chain(images.iter().map(|&image| image as u64))
            .collect();
        self.write(Keyword::Copy, &numbers);
        self.count();
        self.waiting.remove(position);
        self.exact.insert(position.clone(), id);
        Some(())
    }

    fn shape(&mut self, position: &R::Position) -> Option<Shape> {
        if let Some(shape) = self.waiting.get(position) {
            return shape.clone();
        }
        let shape = self.find_shape(position);
        self.waiting.insert(position.clone(), shape.clone());
        shape
    }

    /// The shape of a position: its pieces in the order of their forms, and their labels one piece after another.
    fn find_shape(&mut self, position: &R::Position) -> Option<Shape> {
        let images = self.symmetries.iter().map(|to| (shape::image(self.rules, position, to), to));
        if let Some((image, to)) = images.min_by_key(|(image, _)| *image) {
            let labels = to.iter().map(|&label| label as usize).collect();
            let next = self.shown.len();
            let number = *self.images.entry(image).or_insert(next);
            if number == next {
                self.shown.push(None);
            }
            return Some(Shape { number, labels });
        }
        let named = self.rules.space().named(position);
        let mut pieces = Vec::new();
        for piece in self.pieces_of(position) {
            let structure = self.rules.space().structure(&piece)?;
            let (form, labels) = self.piece(structure);
            pieces.push((form, self.rules.space().named(&piece), labels));
        }
        pieces.sort();
        let mut labels = vec![0; named.len()];
        let mut before = 0;
        for (_, places, own) in &pieces {
            for (place, label) in places.iter().zip(own) {
                labels[named.binary_search(place).ok()?] = before + label;
            }
            before += places.len();
        }
        let forms: Vec<usize> = pieces.iter().map(|(form, ..)| *form).collect();
        let next = self.shown.len();
        let number = *self.shapes.entry(forms).or_insert(next);
        if number == next {
            self.shown.push(None);
        }
        Some(Shape { number, labels })
    }

    /// Parts of a position that together make up its shape, whatever their order. Small parts come up again and again, so
    /// their canonical forms are found once.
    fn pieces_of(&self, position: &R::Position) -> Vec<R::Position> {
        match self.by_components {
            true => self.rules.space().components(position),
            false => vec![position.clone()],
        }
    }

    /// The number of a piece's canonical form, and its labels.
    fn piece(&mut self, structure: Structure) -> (usize, Vec<usize>) {
        if let Some(known) = self.pieces.get(&structure) {
            return known.clone();
        }
        let (canonical, labels) = structure.canonical_with_labelling();
        // Of the nodes only places count: the others stand for winning sets.
        let labels = ranks(&labels[..structure.place_count()]);
        let next = self.forms.len();
        let form = *self.forms.entry(canonical).or_insert(next);
        self.pieces.insert(structure, (form, labels.clone()));
        (form, labels)
    }

    /// Whether a step was about the very position, or it was copied already: a quick look.
    pub fn facts_at_hand(&self, position: &R::Position) -> Option<&F> {
        self.exact.get(position).map(|&id| &self.known[id].facts)
    }

    /// Writes a step about a position and gives its facts, to be added to.
    pub fn show(&mut self, keyword: Keyword, position: &R::Position, numbers: &[u64]) -> &mut F {
        let id = match self.exact.get(position) {
            Some(&id) => id,
            None => self.enter(position),
        };
        let mut all = self.rules.space().encode(position);
        all.extend(numbers);
        self.write(keyword, &all);
        &mut self.known[id].facts
    }

    fn enter(&mut self, position: &R::Position) -> Id {
        let id = self.known.len();
        let shape = self.shape(position);
        if let Some(shape) = &shape {
            self.shown[shape.number].get_or_insert(id);
        }
        let labels = shape.map_or(Vec::new(), |shape| shape.labels);
        self.waiting.remove(position);
        let (position, entry) = (position.clone(), self.entries);
        self.exact.insert(position.clone(), id);
        self.known.push(Known { facts: F::default(), position, entry, labels });
        self.count();
        id
    }

    fn write(&mut self, keyword: Keyword, numbers: &[u64]) {
        self.paper.write(self.about, keyword, numbers);
    }

    /// Counts an entry of the checker's book.
    fn count(&mut self) {
        self.entries += 1;
        self.paper.0.borrow_mut().entries += 1;
    }

    /// Every move of a position with what it leads to.
    pub fn options(&self, position: &R::Position) -> Vec<(Move, Step<R::Position>)> {
        let step = |mv: Move| (mv.clone(), self.rules.apply(position, &mv));
        self.rules.moves(position).into_iter().map(step).collect()
    }

    /// The steps as bytes, their number, and the number of positions in the checker's book.
    pub fn finish(self) -> (Vec<u8>, u64, u64) {
        self.paper.clone().finish()
    }
}

/// The rank of each label among them.
fn ranks(labels: &[usize]) -> Vec<usize> {
    let mut sorted = labels.to_vec();
    sorted.sort_unstable();
    labels.iter().map(|label| sorted.partition_point(|other| other < label)).collect()
}
