//! What has been shown so far: positions with the facts known of them, by the exact position.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use indexmap::IndexMap;
use outplay_rules::rules::{Rules, Step};
use outplay_rules::spaces::Space;

use crate::Refused;
use crate::body::{Keyword, Reader};
use crate::chain::Chain;

/// The bytes that all tables of a check may take, and whether it is going to be played from.
#[derive(Clone)]
pub struct Account {
    used: Rc<Cell<u64>>,
    allowed: u64,
    to_play: bool,
    chain: Option<Rc<Chain>>,
}

impl Account {
    /// Nothing taken yet of what is allowed; more may be taken to play from the proof, and to count its chains.
    pub fn new(allowed: u64, to_play: bool, chain: Option<Rc<Chain>>) -> Self {
        Account { used: Rc::default(), allowed, to_play, chain }
    }

    /// What counts chains, if they are counted.
    pub fn chain(&self) -> Option<&Chain> {
        self.chain.as_deref()
    }

    /// Counts bytes that are kept.
    pub fn charge(&self, bytes: u64) -> Result<(), Refused> {
        let needed = self.used.get().saturating_add(bytes);
        self.used.set(needed);
        if needed > self.allowed {
            return Err(Refused::Memory { needed, allowed: self.allowed });
        }
        Ok(())
    }
}

/// Positions with more moves than this (or whose moves are found among more sets than this) are not looked at.
pub const MOST_MOVES: u64 = 1 << 20;

/// Every move of a position and what it leads to, by the rules.
pub fn options<R: Rules + ?Sized>(
    rules: &R,
    position: &R::Position,
) -> Result<Vec<Step<R::Position>>, Refused> {
    let moves = rules.moves_within(position, MOST_MOVES);
    let moves = moves.ok_or_else(|| {
        Refused::Step(format!("listing the moves there takes more than {MOST_MOVES} steps"))
    })?;
    Ok(moves.iter().map(|mv| rules.apply(position, mv)).collect())
}

/// Whether there is no move.
pub fn is_over<R: Rules + ?Sized>(rules: &R, position: &R::Position) -> bool {
    rules.moves_within(position, MOST_MOVES).is_some_and(|moves| moves.is_empty())
}

/// Positions in the order in which they came, each with its facts.
pub struct Book<'r, R: Rules + ?Sized, F> {
    /// The rules.
    pub rules: &'r R,
    entries: IndexMap<R::Position, Entry<F>, Hasher>,
    entry_bytes: u64,
    account: Account,
    /// For each copy its images, if somebody is going to play.
    images: Option<HashMap<usize, Vec<u16>>>,
    /// For each entry the longest chain that ends with it, if chains are counted.
    chains: HashMap<usize, u32>,
}

type Hasher = BuildHasherDefault<std::hash::DefaultHasher>;

enum Entry<F> {
    Own(F),
    /// A copy of the entry with this number, which is not a copy itself.
    CopyOf(u32),
}

impl<'r, R: Rules + ?Sized, F: Default> Book<'r, R, F> {
    /// An empty book.
    pub fn new(rules: &'r R, account: Account) -> Self {
        let entry_bytes = Self::entry_bytes(rules);
        let images = account.to_play.then(HashMap::new);
        Book {
            rules,
            entries: IndexMap::default(),
            entry_bytes,
            account,
            images,
            chains: HashMap::new(),
        }
    }

    /// The bytes an entry takes: a growing list may be twice as long as needed, and so may its index.
    pub fn entry_bytes(rules: &R) -> u64 {
        2 * (rules.space().position_bytes() + size_of::<Entry<F>>() + 2 * size_of::<usize>()) as u64
    }

    /// What is known of a position.
    pub fn facts(&self, position: &R::Position) -> Option<&F> {
        let (index, _, entry) = self.entries.get_full(position)?;
        let (index, entry) = match entry {
            Entry::Own(_) => (index, entry),
            Entry::CopyOf(original) => {
                (*original as usize, self.entries.get_index(*original as usize)?.1)
            }
        };
        if let Some(chain) = self.account.chain() {
            chain.look(self.chains.get(&index).copied().unwrap_or(0));
        }
        match entry {
            Entry::Own(facts) => Some(facts),
            Entry::CopyOf(_) => None,
        }
    }

    /// The positions that are no copies, with their facts.
    pub fn own(&self) -> impl Iterator<Item = (&R::Position, &F)> {
        self.entries.iter().filter_map(|(position, entry)| match entry {
            Entry::Own(facts) => Some((position, facts)),
            Entry::CopyOf(_) => None,
        })
    }

    /// The facts of a position, to add to.
    pub fn facts_mut(&mut self, position: R::Position) -> Result<&mut F, Refused> {
        let index = match self.entries.get_index_of(&position) {
            Some(index) => match self.entries[index] {
                Entry::CopyOf(original) => original as usize,
                Entry::Own(_) => index,
            },
            None => self.add(position, Entry::Own(F::default()))?,
        };
        if let Some(chain) = self.account.chain() {
            let length = self.chains.entry(index).or_default();
            *length = chain.shown().max(*length);
        }
        match &mut self.entries[index] {
            Entry::Own(facts) => Ok(facts),
            Entry::CopyOf(_) => Err(Refused::Step("a copy of a copy".into())),
        }
    }

    fn add(&mut self, position: R::Position, entry: Entry<F>) -> Result<usize, Refused> {
        self.charge(self.entry_bytes)?;
        Ok(self.entries.insert_full(position, entry).0)
    }

    /// Counts bytes that are kept.
    pub fn charge(&self, bytes: u64) -> Result<(), Refused> {
        self.account.charge(bytes)
    }

    /// Reads a position.
    fn read(&self, reader: &mut Reader<impl std::io::BufRead>) -> Result<R::Position, Refused> {
        let position = self.rules.space().decode(&mut || reader.number().ok());
        position.ok_or_else(|| Refused::Step("it is not a position of the board".into()))
    }

    /// The position that a step is about; none of a copy, which is made.
    pub fn about(
        &mut self,
        keyword: Keyword,
        reader: &mut Reader<impl std::io::BufRead>,
    ) -> Result<Option<R::Position>, Refused> {
        match keyword {
            Keyword::Copy => self.copy(reader).map(|()| None),
            _ => self.read(reader).map(Some),
        }
    }

    /// `copy N IMAGES`: the N-th entry under other names.
    fn copy(&mut self, reader: &mut Reader<impl std::io::BufRead>) -> Result<(), Refused> {
        let wrong = |message: &str| Refused::Step(message.to_string());
        let index = reader.index()?;
        let Some((position, entry)) = self.entries.get_index(index) else {
            return Err(wrong("it copies an entry that is not there"));
        };
        let original = match entry {
            Entry::Own(_) => index as u32,
            Entry::CopyOf(original) => *original,
        };
        let (images, image) = read_image(self.rules, position, reader)?;
        if self.entries.contains_key(&image) {
            return Ok(());
        }
        if original as usize != index && self.images.is_some() {
            return Err(wrong("a copy of a copy cannot be played from"));
        }
        let entry = self.add(image, Entry::CopyOf(original))?;
        if let Some(all) = &mut self.images {
            all.insert(entry, images);
        }
        Ok(())
    }

    /// The position that a position is a copy of, with its images; none if it is no copy.
    pub fn original(&self, position: &R::Position) -> Option<(&R::Position, &[u16])> {
        let (index, _, Entry::CopyOf(original)) = self.entries.get_full(position)? else {
            return None;
        };
        let (original, _) = self.entries.get_index(*original as usize)?;
        Some((original, self.images.as_ref()?.get(&index)?))
    }
}

/// Reads the images of the places that a position names, and the position under those names.
pub fn read_image<R: Rules + ?Sized>(
    rules: &R,
    position: &R::Position,
    reader: &mut Reader<impl std::io::BufRead>,
) -> Result<(Vec<u16>, R::Position), Refused> {
    let wrong = |message: &str| Refused::Step(message.to_string());
    let image = |_: &u16| {
        let image = reader.number()?;
        u16::try_from(image).map_err(|_| wrong("an image is not on the board"))
    };
    let images =
        rules.space().named(position).iter().map(image).collect::<Result<Vec<u16>, _>>()?;
    let image = rules.renamed(position, &images);
    Ok((images, image.ok_or_else(|| wrong("the images do not keep the rules"))?))
}
