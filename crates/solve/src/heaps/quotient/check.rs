//! The plain verification of a quotient, by the definitions. It shares nothing with the search but the options of
//! heaps.

use std::collections::{BTreeSet, VecDeque};

use outplay_rules::games::octal_code::OctalCode;

use super::monoid::Monoid;
use super::options::options;
use crate::limits::{Budget, Stopped};

/// Why something is not the misère quotient of some heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The products are not those of a commutative monoid.
    NoMonoid,
    /// An element is not the image of a sum of heaps.
    NotGenerated(usize),
    /// Two elements that no element tells apart.
    NotReduced(usize, usize),
    /// A heap without a move is not the identity.
    DeadHeap(usize),
    /// A sum of heaps whose outcome is not that of its options.
    Sum(Vec<usize>),
}

/// Checks that a bipartite monoid with the images of the heaps from 0 on is the misère quotient of these heaps.
///
/// It is if the monoid is reduced, the heaps generate it, and the image of a sum is in P exactly if the sum has an option and none has its
/// image in P. That depends on the image of the sum and on the set of the images of its options; with a heap more, both are
/// determined by what they were. So finitely many pairs of an element and a set of elements are looked at. Of sets that contain one another the
/// smallest is enough to see that there is an option in P; that there is none where there must not be is seen from each option.
pub fn check(
    code: &OctalCode,
    monoid: &Monoid,
    heaps: &[usize],
    budget: &mut Budget,
) -> Result<Result<(), Flaw>, Stopped> {
    let flaw = check_monoid(monoid, heaps, budget)?
        .or_else(|| first_unreduced(monoid))
        .or_else(|| (heaps.first() != Some(&0)).then_some(Flaw::DeadHeap(0)))
        // The empty sum is an N-position.
        .or_else(|| monoid.is_p(0).then(|| Flaw::Sum(Vec::new())));
    match flaw {
        Some(flaw) => Ok(Err(flaw)),
        None => check_sums(code, monoid, heaps, budget),
    }
}

fn check_monoid(
    monoid: &Monoid,
    heaps: &[usize],
    budget: &mut Budget,
) -> Result<Option<Flaw>, Stopped> {
    let all = 0..monoid.len();
    let mut is_monoid = all.clone().all(|a| monoid.times(0, a) == a)
        && all.clone().all(|a| all.clone().all(|b| monoid.times(a, b) == monoid.times(b, a)));
    // Light's test: it is enough that the product is associative with a generator in the middle.
    let generators: BTreeSet<usize> = heaps.iter().copied().collect();
    for a in all.clone() {
        for &middle in &generators {
            budget.check()?;
            is_monoid &= all.clone().all(|b| {
                monoid.times(monoid.times(a, middle), b) == monoid.times(a, monoid.times(middle, b))
            });
        }
    }
    if !is_monoid {
        return Ok(Some(Flaw::NoMonoid));
    }
    let mut reached = BTreeSet::from([0]);
    let mut queue = VecDeque::from([0]);
    while let Some(element) = queue.pop_front() {
        for &heap in &generators {
            let next = monoid.times(element, heap);
            if reached.insert(next) {
                queue.push_back(next);
            }
        }
    }
    let mut all = all;
    Ok(all.find(|element| !reached.contains(element)).map(Flaw::NotGenerated))
}

fn first_unreduced(monoid: &Monoid) -> Option<Flaw> {
    let mut rows = std::collections::BTreeMap::new();
    (0..monoid.len()).find_map(|element| {
        let row: Vec<bool> =
            (0..monoid.len()).map(|other| monoid.is_p(monoid.times(element, other))).collect();
        rows.insert(row, element).map(|other| Flaw::NotReduced(other, element))
    })
}

/// A sum: what it is made of, its image, and the images of its options.
struct Sum {
    heaps: Vec<usize>,
    image: usize,
    options: BTreeSet<usize>,
}

fn check_sums(
    code: &OctalCode,
    monoid: &Monoid,
    heaps: &[usize],
    budget: &mut Budget,
) -> Result<Result<(), Flaw>, Stopped> {
    let image = |sum: &[usize]| sum.iter().fold(0, |all, &heap| monoid.times(all, heaps[heap]));
    let lefts: Vec<BTreeSet<usize>> = (0..heaps.len())
        .map(|heap| options(code, heap).iter().map(|left| image(left)).collect())
        .collect();
    let dead = (0..heaps.len()).find(|&heap| lefts[heap].is_empty() && heaps[heap] != 0);
    if let Some(heap) = dead {
        return Ok(Err(Flaw::DeadHeap(heap)));
    }
    for heap in 0..heaps.len() {
        for rest in 0..monoid.len() {
            let to_p = |&left: &usize| monoid.is_p(monoid.times(rest, left));
            if monoid.is_p(monoid.times(rest, heaps[heap])) && lefts[heap].iter().any(to_p) {
                return Ok(Err(Flaw::Sum(vec![heap])));
            }
        }
    }
    let mut kept: Vec<Vec<BTreeSet<usize>>> = vec![Vec::new(); monoid.len()];
    let mut queue = VecDeque::from([Sum { heaps: Vec::new(), image: 0, options: BTreeSet::new() }]);
    while let Some(sum) = queue.pop_front() {
        for heap in (0..heaps.len()).filter(|&heap| !lefts[heap].is_empty()) {
            budget.visit()?;
            let in_sum = sum.options.iter().map(|&option| monoid.times(option, heaps[heap]));
            let in_heap = lefts[heap].iter().map(|&left| monoid.times(sum.image, left));
            let options: BTreeSet<usize> = in_sum.chain(in_heap).collect();
            let image = monoid.times(sum.image, heaps[heap]);
            let with = [&sum.heaps[..], &[heap]].concat();
            if !monoid.is_p(image) && !options.iter().any(|&option| monoid.is_p(option)) {
                return Ok(Err(Flaw::Sum(with)));
            }
            if !kept[image].iter().any(|fewer| fewer.is_subset(&options)) {
                kept[image].retain(|more| !options.is_subset(more));
                kept[image].push(options.clone());
                queue.push_back(Sum { heaps: with, image, options });
            }
        }
    }
    Ok(Ok(()))
}
