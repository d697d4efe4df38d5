//! Simple components of the games where a score keeps the turn, and lists of them.
//!
//! Once all captures are played, a component whose weights are all 2 is a chain or a cycle, and one that is rich in loops
//! is worth what vertices with two or three loops are (Theorems K5 and K11 of `docs/theory-scoring.md`).
//! All that matters of such a component is what the opponent gets when it is opened.
//!
//! Equal short components cancel in pairs (Theorem K8), and of the long ones only the shortest chain and the shortest
//! cycle are worth opening (Theorem K9). Lists have numbers, so that the key of a position is small; the margin of a
//! list on its own is worked out once.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use smallvec::SmallVec;

/// A simple component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// Opening it gives away all of its one, two or three vertices, without a choice: a chain of 1 or 2, a cycle of 2
    /// or 3.
    Short(u16),
    /// One vertex with three loops: opening it gives nothing and leaves `Short(1)`.
    ThreeLoops,
    /// A chain of three or more: opening it gives all but two, and the choice to deal these two.
    Chain(u16),
    /// A cycle of four or more: opening it gives all but four, and the choice to deal these four.
    Cycle(u16),
}

impl Item {
    /// A component of this many vertices, all of weight 2. Very long ones have no name.
    pub fn new(vertices: u32, is_cycle: bool) -> Option<Self> {
        let length = u16::try_from(vertices).ok()?;
        Some(match (is_cycle, length) {
            (false, 1 | 2) | (true, 2 | 3) => Item::Short(length),
            (false, _) => Item::Chain(length),
            (true, _) => Item::Cycle(length),
        })
    }

    /// What a component is worth where every vertex has at least two loops more than other edges: only the parities
    /// of its vertices and edges matter (Theorem K11).
    pub fn rich(vertices: u32, edges: u32) -> &'static [Self] {
        match (vertices % 2, edges % 2) {
            (0, 0) => &[],
            (0, _) => &[Item::Short(1), Item::ThreeLoops],
            (_, 0) => &[Item::Short(1)],
            _ => &[Item::ThreeLoops],
        }
    }

    /// The number of its vertices.
    pub fn points(self) -> i32 {
        match self {
            Item::ThreeLoops => 1,
            Item::Short(n) | Item::Chain(n) | Item::Cycle(n) => n as i32,
        }
    }

    /// The points that opening it gives away, and the points that may be taken or dealt.
    fn opened(self) -> (i32, i32) {
        match self {
            Item::Short(n) => (n as i32, 0),
            Item::ThreeLoops => (0, 0),
            Item::Chain(n) => (n as i32 - 2, 2),
            Item::Cycle(n) => (n as i32 - 4, 4),
        }
    }

    /// Whether two of them cancel.
    fn cancels(self) -> bool {
        matches!(self, Item::Short(_) | Item::ThreeLoops)
    }
}

/// Components in ascending order, no two short ones alike.
type Items = SmallVec<[Item; 8]>;

/// Adds a component; a short one cancels with its like.
fn add(items: &mut Items, item: Item) {
    match items.binary_search(&item) {
        Ok(at) if item.cancels() => {
            items.remove(at);
        }
        Ok(at) | Err(at) => items.insert(at, item),
    }
}

/// The number of a list; 0 is the empty one.
pub type ListId = u32;

/// A move in a list: what it gives away, what may be dealt, and the list left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListMove {
    /// Points that the opponent takes.
    pub taken: i32,
    /// Points that the opponent takes or deals.
    pub deal: i32,
    /// Whether every weight is 2 or more afterwards.
    pub is_safe: bool,
    /// The list left.
    pub next: ListId,
}

/// A list of components.
#[derive(Clone, Debug)]
pub struct List {
    items: Items,
    /// All vertices of it.
    pub points: i32,
    /// Its margin, if it is all there is.
    pub margin: i32,
    /// The moves worth trying: the shortest of each kind is opened.
    pub moves: SmallVec<[ListMove; 4]>,
}

impl List {
    /// The number of its vertices and of its edges, if they all are bouquets.
    pub fn bouquets(&self) -> Option<(u32, u32)> {
        let mut edges = 0;
        for item in &self.items {
            edges += match item {
                Item::Short(1) => 2,
                Item::ThreeLoops => 3,
                _ => return None,
            };
        }
        Some((self.items.len() as u32, edges))
    }
}

#[derive(Debug, Default)]
struct KnownLists {
    lists: Vec<List>,
    numbers: HashMap<Items, ListId>,
}

/// All lists met so far, shared by threads.
#[derive(Debug)]
pub struct Lists {
    known: RwLock<KnownLists>,
    normal_rules: bool,
}

impl Lists {
    /// No list but the empty one. With the normal rules a move that gives nothing away has to be made.
    pub fn new(normal_rules: bool) -> Self {
        let lists = Lists { known: RwLock::default(), normal_rules };
        lists.number(Items::new());
        lists
    }

    /// The number of a list.
    fn number(&self, items: Items) -> ListId {
        if let Some(&id) = self.read().numbers.get(&items) {
            return id;
        }
        let list = self.work_out(&items);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been quicker.
        if let Some(&id) = known.numbers.get(&items) {
            return id;
        }
        let id = known.lists.len() as ListId;
        known.lists.push(list);
        known.numbers.insert(items, id);
        id
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, KnownLists> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn work_out(&self, items: &Items) -> List {
        let only_safe = self.normal_rules && items.contains(&Item::ThreeLoops);
        let mut margin = if items.is_empty() { 0 } else { i32::MIN };
        let mut moves = SmallVec::new();
        for (at, &item) in items.iter().enumerate() {
            let kind = std::mem::discriminant(&item);
            let again = at > 0 && std::mem::discriminant(&items[at - 1]) == kind;
            let is_safe = item == Item::ThreeLoops;
            if again || (only_safe && !is_safe) {
                continue;
            }
            let mut rest = items.clone();
            rest.remove(at);
            if is_safe {
                add(&mut rest, Item::Short(1));
            }
            let ((taken, deal), next) = (item.opened(), self.number(rest));
            let left = self.read().lists[next as usize].margin;
            let given = if deal > 0 { taken + (deal + left).abs() } else { taken + left };
            margin = margin.max(-given);
            moves.push(ListMove { taken, deal, is_safe, next });
        }
        let points = items.iter().map(|item| item.points()).sum();
        List { items: items.clone(), points, margin, moves }
    }
}

/// One thread's way to the lists: what it has seen needs no lock.
#[derive(Debug)]
pub struct Reader<'s> {
    shared: &'s Lists,
    seen: Vec<List>,
    sums: HashMap<(ListId, Item), ListId, foldhash::fast::RandomState>,
}

impl<'s> Reader<'s> {
    /// A way to the lists.
    pub fn new(shared: &'s Lists) -> Self {
        Reader { shared, seen: Vec::new(), sums: HashMap::default() }
    }

    /// A list.
    pub fn get(&mut self, id: ListId) -> &List {
        if self.seen.len() <= id as usize {
            self.seen.extend_from_slice(&self.shared.read().lists[self.seen.len()..]);
        }
        &self.seen[id as usize]
    }

    /// A list with one component more.
    pub fn with(&mut self, id: ListId, item: Item) -> ListId {
        if let Some(&sum) = self.sums.get(&(id, item)) {
            return sum;
        }
        let mut items = self.get(id).items.clone();
        add(&mut items, item);
        let sum = self.shared.number(items);
        self.sums.insert((id, item), sum);
        sum
    }
}
