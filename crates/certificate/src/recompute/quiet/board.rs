//! The positions of a board of edges as words, the captures on them, and the least word of those that are alike.
//!
//! Copies of an edge are a *class*. The classes are read in an order, and each has a bit for every copy, the first class the highest. Of c copies
//! the c lowest bits are set, so that the smaller of two words is the one that has fewer copies of the first class in which they differ.

/// The copies of an edge.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// The number of its lowest bit.
    pub lowest: u32,
    /// How many copies there are.
    pub copies: u32,
    /// The vertices that it joins; the same twice for a loop.
    pub ends: [usize; 2],
}

impl Class {
    /// The bits of its copies.
    pub fn mask(&self) -> u64 {
        (u64::MAX >> (64 - self.copies)) << self.lowest
    }
}

/// The result of the captures of a position: the points taken, those of the structure that may be dealt, and what is
/// left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Points that are taken.
    pub taken: i32,
    /// Points that may be taken or dealt.
    pub deal: i32,
    /// A position without captures.
    pub quiet: u64,
}

/// What can be done about a vertex of weight 1: the points, and the edges that go.
enum Capture {
    Forced(i32, u64),
    Choice(i32, u64),
}

/// A board of at most 64 edges and 64 vertices.
pub struct WordBoard {
    /// The classes in order.
    pub classes: Vec<Class>,
    /// The class of each bit.
    class_of: Vec<Class>,
    /// The bits of the edges at each vertex.
    at: Vec<u64>,
}

impl WordBoard {
    /// The board of some classes in order, each with how many copies of it there are and what it joins; none if it is too large for
    /// words.
    pub fn new(vertices: usize, classes: &[(u32, [usize; 2])]) -> Option<Self> {
        let bits: u32 = classes.iter().map(|&(copies, _)| copies).sum();
        if vertices > 64 || bits > 64 || classes.iter().any(|&(copies, _)| copies == 0) {
            return None;
        }
        let mut board =
            WordBoard { classes: Vec::new(), class_of: Vec::new(), at: vec![0; vertices] };
        let mut lowest = bits;
        for &(copies, ends) in classes {
            lowest -= copies;
            let class = Class { lowest, copies, ends };
            ends.iter().for_each(|&end| board.at[end] |= class.mask());
            board.classes.push(class);
            board.class_of.splice(0..0, (0..copies).map(|_| class));
        }
        Some(board)
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.at.len()
    }

    /// How many bits there are.
    pub fn bits(&self) -> u32 {
        self.class_of.len() as u32
    }

    /// Whether the copies of each class are the lowest bits that it has.
    pub fn is_word(&self, word: u64) -> bool {
        self.classes.iter().all(|class| {
            let copies = (word & class.mask()) >> class.lowest;
            copies & copies.wrapping_add(1) == 0
        })
    }

    /// Calls for each class of which an edge is left, with the bit that goes if one is removed.
    pub fn each_move(&self, word: u64, mut call: impl FnMut(u64, [usize; 2])) {
        let mut left = word;
        while left != 0 {
            let highest = 63 - left.leading_zeros();
            let class = self.class_of[highest as usize];
            left &= (1 << class.lowest) - 1;
            call(1 << highest, class.ends);
        }
    }

    /// Whether there is exactly one edge at a vertex.
    pub fn is_leaf(&self, word: u64, vertex: usize) -> bool {
        let edges = word & self.at[vertex];
        edges != 0 && is_one(edges)
    }

    /// Plays the captures, given the vertices that may have weight 1 (Theorems K1 to K4 of `docs/theory-scoring.md`).
    pub fn play(&self, word: u64, mut look: u64) -> Played {
        let mut played = Played { taken: 0, deal: 0, quiet: word };
        loop {
            let (mut choice, mut several, mut forced): (Option<(i32, u64)>, _, _) =
                (None, false, false);
            let mut choices = 0;
            for leaf in vertices(look) {
                if !self.is_leaf(played.quiet, leaf) {
                    continue;
                }
                match self.capture(played.quiet, leaf) {
                    Capture::Forced(points, edges) => {
                        played.taken += points;
                        played.quiet &= !edges;
                        look |= self.ends(edges);
                        forced = true;
                    }
                    Capture::Choice(points, edges) => {
                        // A path of four vertices is found from both of its ends.
                        several |= choice.is_some_and(|known| known != (points, edges));
                        choice = choice.max(Some((points, edges)));
                        choices += 1;
                    }
                }
            }
            if forced {
                continue;
            }
            // A tree in which no capture is forced has at least three leaves.
            if choices > 3 && choice.is_some_and(|(points, _)| points == 2) {
                choice = self.choice_in_a_tree(played.quiet, look).or(choice);
            }
            let Some((points, edges)) = choice else { return played };
            played.quiet &= !edges;
            look |= self.ends(edges);
            if !several {
                played.deal = points;
                return played;
            }
            // Of several structures all but one are taken: those of four points first, then those in trees (Theorem K3).
            played.taken += points;
        }
    }

    /// A structure of two vertices in a component that is a tree.
    fn choice_in_a_tree(&self, word: u64, look: u64) -> Option<(i32, u64)> {
        let leaves = vertices(look).filter(|&leaf| self.is_leaf(word, leaf));
        leaves.filter(|&leaf| self.is_tree(word, leaf)).find_map(|leaf| {
            match self.capture(word, leaf) {
                Capture::Choice(points, edges) => Some((points, edges)),
                Capture::Forced(..) => None,
            }
        })
    }

    /// Whether the component of a vertex is a tree.
    fn is_tree(&self, word: u64, vertex: usize) -> bool {
        let (mut reached, mut edges) = (1_u64 << vertex, 0);
        loop {
            edges = vertices(reached).fold(edges, |edges, vertex| edges | word & self.at[vertex]);
            let ends = reached | self.ends(edges);
            if ends == reached {
                return edges.count_ones() + 1 == reached.count_ones();
            }
            reached = ends;
        }
    }

    /// Calls for each vertex of each edge, for that of a loop once.
    pub fn each_end(&self, word: u64, mut call: impl FnMut(usize)) {
        for bit in vertices(word) {
            let [u, v] = self.class_of[bit].ends;
            call(u);
            if u != v {
                call(v);
            }
        }
    }

    /// The vertices of some edges.
    fn ends(&self, edges: u64) -> u64 {
        vertices(edges).fold(0, |ends, bit| {
            let [u, v] = self.class_of[bit].ends;
            ends | 1 << u | 1 << v
        })
    }

    /// The other end of an edge; none of a loop.
    fn across(&self, edge: u64, vertex: usize) -> Option<usize> {
        let [u, v] = self.class_of[edge.trailing_zeros() as usize].ends;
        (u != v).then_some(if u == vertex { v } else { u })
    }

    fn capture(&self, word: u64, leaf: usize) -> Capture {
        let e = word & self.at[leaf];
        let Some(second) = self.across(e, leaf) else { return Capture::Forced(1, e) };
        let g = word & self.at[second] & !e;
        match g {
            0 => return Capture::Forced(2, e),
            _ if !is_one(g) => return Capture::Forced(1, e),
            _ => {}
        }
        let Some(third) = self.across(g, second) else { return Capture::Choice(2, e | g) };
        let h = word & self.at[third] & !g;
        match h {
            0 => return Capture::Forced(3, e | g),
            _ if !is_one(h) => return Capture::Choice(2, e | g),
            _ => {}
        }
        match self.across(h, third) {
            Some(fourth) if word & self.at[fourth] == h => Capture::Choice(4, e | g | h),
            _ => Capture::Forced(1, e),
        }
    }
}

/// Whether of some edges, which are not none, there is just one.
fn is_one(edges: u64) -> bool {
    edges & (edges - 1) == 0
}

/// The numbers of the bits that are set, of vertices or of edges.
pub fn vertices(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        let found = (set != 0).then_some(lowest);
        set &= set.wrapping_sub(1);
        found
    })
}

/// How many words are compared at once: a word and its images under seven symmetries.
const IMAGES: usize = 8;

/// The images of words under some symmetries, the word itself among them.
pub struct Alike {
    /// For each byte of a word and what it is, the bits of the images. What is not used is larger than any word.
    bytes: Vec<[[u64; IMAGES]; 256]>,
}

impl Alike {
    /// The most symmetries beside the identity.
    pub const MOST: usize = IMAGES - 1;

    /// The bytes that the images take.
    pub const BYTES: u64 = (8 * size_of::<[[u64; IMAGES]; 256]>()) as u64;

    /// The words alike under some symmetries, each given by the place in the order of the image of each class. Classes have as many
    /// copies as their images.
    pub fn new(board: &WordBoard, symmetries: &[Vec<usize>]) -> Self {
        let mut bit_to = vec![[u64::MAX; IMAGES]; board.bits() as usize];
        for (at, class) in board.classes.iter().enumerate() {
            for copy in 0..class.copies {
                let images = &mut bit_to[(class.lowest + copy) as usize];
                images[0] = 1 << (class.lowest + copy);
                for (image, to) in images[1..].iter_mut().zip(symmetries) {
                    *image = 1 << (board.classes[to[at]].lowest + copy);
                }
            }
        }
        let none = std::array::from_fn(|at| if at <= symmetries.len() { 0 } else { u64::MAX });
        let byte = |bits: &[[u64; IMAGES]]| {
            std::array::from_fn(|byte| {
                vertices(byte as u64).filter_map(|bit| bits.get(bit)).fold(none, either)
            })
        };
        Alike { bytes: bit_to.chunks(8).map(byte).collect() }
    }

    /// The least of the words that are alike.
    pub fn least(&self, word: u64) -> u64 {
        let mut images = [0; IMAGES];
        for (byte, of_byte) in word.to_le_bytes().iter().zip(&self.bytes) {
            images = either(images, &of_byte[usize::from(*byte)]);
        }
        images.iter().fold(word, |least, &image| least.min(image))
    }
}

fn either(mut some: [u64; IMAGES], more: &[u64; IMAGES]) -> [u64; IMAGES] {
    some.iter_mut().zip(more).for_each(|(some, more)| *some |= more);
    some
}
