//! Closed proofs: sets of facts in any order.
//!
//! *A finite set of facts is true if each of them follows, by one rule, from facts of the set about strictly smaller
//! positions.* The proof is by induction on the size. The check of a fact sees only the facts below its size, through a
//! view that is made here. So no error in the rule of a game can make a proof circular.
//!
//! A position is one number, its code. Facts are about positions that are their own *keys*, and every position is looked
//! up by its key: a position that is worth the same and is not larger. They are written with ascending codes, as gaps.

pub mod connected;
pub mod grid_key;
pub mod images;
pub mod islands;
pub mod margins;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io::BufRead;

use crate::Refused;
use crate::allowance::Allowance;
use crate::body::Reader;
use crate::chain::Chain;
use crate::header::{Header, Second, Statement};
use crate::told::Told;

/// What closed proofs of a kind of game are about.
pub trait Closed {
    /// What is said of a position.
    type Fact: Copy;

    /// The size of the position with this code, which every move makes smaller; none if there is no such position.
    fn size(&self, code: u64) -> Option<u32>;

    /// The code of a position that is worth the same and not larger, by which facts are found.
    fn key(&self, code: u64) -> u64;

    /// Reads what is said of a position.
    fn read(&self, code: u64, reader: &mut Reader<impl BufRead>) -> Result<Self::Fact, Refused>;

    /// Whether a fact follows from those about smaller positions.
    fn holds(&self, code: u64, fact: Self::Fact, below: &Below<Self>) -> Result<(), Refused>;

    /// How good a move from one position to another is shown to be for the player who makes it; none if nothing good is.
    fn worth(&self, from: u64, to: u64, facts: &Below<Self>) -> Option<i32>;

    /// Whether facts show a statement about the position with this code.
    fn concludes(&self, code: u64, statement: &Statement, facts: &Below<Self>) -> bool;
}

/// The facts about positions below a size.
pub struct Below<'b, C: Closed + ?Sized> {
    game: &'b C,
    facts: &'b HashMap<u64, C::Fact>,
    size: u32,
    cost: &'b Costs,
    chains: Option<&'b Chains>,
}

/// The longest chains that end with facts, of those that were checked.
struct Chains {
    chain: std::rc::Rc<Chain>,
    lengths: RefCell<HashMap<u64, u32>>,
}

/// Positions whose moves were listed, of those that a header states.
struct Costs {
    stated: u64,
    taken: Cell<u64>,
}

impl<C: Closed + ?Sized> Below<'_, C> {
    /// What is said of a position, if it is smaller than the one in question.
    pub fn fact(&self, code: u64) -> Option<C::Fact> {
        self.fact_of_key(self.game.key(code))
    }

    /// The same of a position that is its own key. Nothing is said of any other.
    pub fn fact_of_key(&self, key: u64) -> Option<C::Fact> {
        let smaller = self.game.size(key).is_some_and(|size| size < self.size);
        let fact = smaller.then(|| self.facts.get(&key)).flatten().copied();
        if let (Some(_), Some(chains)) = (fact, self.chains) {
            chains.chain.look(chains.lengths.borrow().get(&key).copied().unwrap_or(0));
        }
        fact
    }

    /// Counts a position whose moves are listed.
    pub fn list(&self) -> Result<(), Refused> {
        let taken = self.cost.taken.get() + 1;
        self.cost.taken.set(taken);
        match taken <= self.cost.stated {
            true => Ok(()),
            false => Err(Refused::Step("it costs more than the header states".into())),
        }
    }
}

/// The bytes that the checker's table takes for this many facts.
pub fn table_bytes<C: Closed>(facts: u64) -> u64 {
    // A table that grows is up to twice as large as it need be, and has a byte more for each place.
    facts.saturating_mul(2 * (size_of::<(u64, C::Fact)>() as u64 + 2)).saturating_add(1 << 10)
}

/// A way to ask how good a move from one position to another is.
pub type Worth<'a> = &'a dyn Fn(u64, u64) -> Option<i32>;

/// A certificate with a closed proof, and what becomes of it.
pub struct Asked<'a, S> {
    /// Its header.
    pub header: &'a Header,
    /// What version 2 adds to it.
    pub second: &'a Second,
    /// What follows the header.
    pub source: S,
    /// What the check may take.
    pub allowance: &'a Allowance<'a>,
    /// What is reported about the proof.
    pub told: &'a mut Told,
}

/// Reads the facts of a closed proof, and checks each of them, or those of a part. Gives what follows the facts; `then`
/// may ask for the worth of moves. The statement is about all the positions with the codes in `starts`.
pub fn check<C: Closed, S: BufRead>(
    game: &C,
    starts: &[u64],
    asked: Asked<S>,
    then: impl FnOnce(Worth),
) -> Result<S, Refused> {
    let Asked { header, second, source, allowance, told } = asked;
    let needed = table_bytes::<C>(header.steps);
    if needed > header.memory {
        return Err(Refused::Memory { needed, allowed: header.memory });
    }
    let (facts, rest) = read(game, header, source, allowance)?;
    let cost = Costs { stated: second.cost, taken: Cell::new(0) };
    // A part does not see the chains of the others.
    let counted = allowance.explain && allowance.part.is_none();
    let chains = Chains { chain: told.chain.clone(), lengths: RefCell::default() };
    let chains = counted.then_some(&chains);
    let below = |size: u32| Below { game, facts: &facts, size, cost: &cost, chains };
    let mut codes: Vec<u64> = facts.keys().copied().collect();
    codes.sort_unstable();
    let mut index = 0;
    codes.retain(|_| {
        index += 1;
        allowance.part.is_none_or(|part| part.has(index - 1))
    });
    if counted {
        codes.sort_by_key(|&code| game.size(code));
    }
    for code in codes {
        allowance.go_on()?;
        let named = |why: String| Refused::Step(format!("the fact about {code}: {why}"));
        let size = game.size(code).ok_or_else(|| named("it is not a position".into()))?;
        if game.key(code) != code {
            return Err(named("it is not in canonical form".into()));
        }
        told.fact(size);
        let Some(&fact) = facts.get(&code) else { continue };
        game.holds(code, fact, &below(size)).map_err(|refused| match refused {
            Refused::Step(why) => named(why),
            other => other,
        })?;
        if let Some(chains) = chains {
            chains.lengths.borrow_mut().insert(code, chains.chain.shown());
        }
    }
    let all = below(u32::MAX);
    if !starts.iter().all(|&start| game.concludes(start, &header.statement, &all)) {
        return Err(Refused::Step("the facts hold, but do not show the statement".into()));
    }
    then(&|from, to| game.worth(from, to, &below(u32::MAX)));
    Ok(rest)
}

type Facts<C> = HashMap<u64, <C as Closed>::Fact>;

/// The facts, and what follows them.
fn read<C: Closed, S: BufRead>(
    game: &C,
    header: &Header,
    source: S,
    allowance: &Allowance,
) -> Result<(Facts<C>, S), Refused> {
    let mut reader = Reader::new(header.form, source);
    let mut facts: Facts<C> = HashMap::new();
    let mut last: Option<u64> = None;
    for _ in 0..header.steps {
        allowance.go_on()?;
        reader.fact()?;
        let gap = reader.number()?;
        let code = match last {
            None => Some(gap),
            Some(last) => last.checked_add(gap).filter(|_| gap > 0),
        };
        let code = code.ok_or_else(|| Refused::Format("the facts do not ascend".into()))?;
        facts.insert(code, game.read(code, &mut reader)?);
        last = Some(code);
    }
    Ok((facts, reader.finish()?))
}
