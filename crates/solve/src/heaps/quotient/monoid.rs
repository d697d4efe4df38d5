//! A finite commutative monoid with a set of P-positions: a bipartite monoid.

/// A finite commutative monoid and its P-portion. Elements are numbers; 0 is the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    size: usize,
    product: Vec<u16>,
    p: Vec<bool>,
}

impl Monoid {
    /// A monoid with these products, a row for each element.
    pub fn new(product: Vec<u16>, p: Vec<bool>) -> Self {
        Monoid { size: p.len(), product, p }
    }

    /// The identity alone: no heap has a move, and whoever is to move wins.
    pub fn trivial() -> Self {
        Monoid::new(vec![0], vec![false])
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.size
    }

    /// Never: the identity is an element.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The number of elements of the P-portion.
    pub fn p_len(&self) -> usize {
        self.p.iter().filter(|&&is_p| is_p).count()
    }

    /// The product of two elements.
    pub fn times(&self, a: usize, b: usize) -> usize {
        usize::from(self.product[a * self.size + b])
    }

    /// Whether an element is a P-position.
    pub fn is_p(&self, element: usize) -> bool {
        self.p[element]
    }
}
