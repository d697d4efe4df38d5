//! The P-positions of a heap game, by number of heaps and total.

use std::fmt::{self, Write};

use outplay_rules::error::InputError;
use outplay_solve::heaps::{AnyHeap, Lister, classes};
use outplay_solve::limits::Stopped;
use serde::Serialize;

use super::heaps::HeapGame;
use crate::answer::{Ended, Reply, shown_or_null};
use crate::error::Error;
use crate::readable::count;
use crate::run::Run;

/// Which P-positions are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The number of heaps, none empty.
    pub heaps: u32,
    /// The most counters in all heaps together.
    pub total: u32,
    /// Only positions that are not sums of smaller P-positions.
    pub irreducible: bool,
    /// Also the classes of heap sizes of equal Grundy value.
    pub classes: bool,
}

/// The P-positions of a heap game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Positions {
    /// The game.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub game: HeapGame,
    /// The number of heaps.
    pub heaps: u32,
    /// The most counters.
    pub total: u32,
    /// The P-positions, each by the sizes of its heaps.
    pub positions: Vec<Vec<u32>>,
    /// The classes of heap sizes, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<Vec<Class>>,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub stopped: Option<Stopped>,
    /// Whether sums of smaller P-positions are left out.
    #[serde(skip)]
    pub irreducible: bool,
}

/// The heap sizes of one Grundy value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Class {
    /// The value.
    pub grundy: u32,
    /// The sizes.
    pub sizes: Vec<usize>,
}

/// Lists the P-positions of a heap game.
pub fn positions(game: &HeapGame, listing: Listing, run: &Run) -> Result<Positions, Error> {
    let Listing { heaps, total, irreducible, .. } = listing;
    if heaps == 0 || heaps > 64 {
        return Err(InputError::plain("--heaps is a number from 1 to 64").into());
    }
    run.work(|budget| {
        let mut sequence = AnyHeap::new(game.code().clone());
        let mut lister = Lister::new(heaps as usize, total, irreducible);
        let mut stopped = sequence.value(total.into(), budget).err();
        let value = |n: u32| sequence.known(n.into()).and_then(|value| u32::try_from(value).ok());
        stopped = stopped.or_else(|| budget.keep(4 * (total as usize + 1)).err());
        let known = if stopped.is_some() { sequence.engine().known() as u32 } else { total };
        let values: Vec<u32> = (0..=known.min(total)).map_while(value).collect();
        stopped = stopped.or_else(|| lister.run(&values, budget).err());
        let class = |(grundy, sizes)| Class { grundy, sizes };
        let classes = listing.classes.then(|| classes(&values).into_iter().map(class).collect());
        let positions = lister.into_positions();
        Ok(Positions { game: game.clone(), heaps, total, positions, classes, stopped, irreducible })
    })
}

impl Positions {
    /// The P-positions of two heaps as a picture (SVG).
    pub fn chart(&self) -> String {
        chart(&self.game, &self.positions, self.total)
    }
}

impl Reply for Positions {
    fn ended(&self) -> Ended {
        Ended::unless(self.stopped.is_some())
    }
}

impl fmt::Display for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Positions { game, total, positions, .. } = self;
        let kind = if self.irreducible { "irreducible P-position" } else { "P-position" };
        let many = count(positions.len() as u64, kind, &format!("{kind}s"));
        let heaps = count(self.heaps as u64, "heap", "heaps");
        let counters = count(*total as u64, "counter", "counters");
        write!(f, "{game}: {many} of {heaps} with at most {counters}")?;
        let name = |position: &Vec<u32>| {
            let sizes: Vec<String> = position.iter().map(u32::to_string).collect();
            format!("({})", sizes.join(","))
        };
        for row in positions.chunks(10) {
            write!(f, "\n  {}", row.iter().map(name).collect::<Vec<_>>().join(" "))?;
        }
        for Class { grundy, sizes } in self.classes.iter().flatten() {
            let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
            write!(f, "\nGrundy value {grundy}: {}", sizes.join(" "))?;
        }
        self.stopped.map_or(Ok(()), |stopped| write!(f, "\nincomplete: {stopped}"))
    }
}

/// The pairs (a, b) and (b, a) as dots, as Wright's article draws them.
fn chart(game: &HeapGame, positions: &[Vec<u32>], total: u32) -> String {
    const SIZE: f64 = 640.0;
    const MARGIN: f64 = 40.0;
    let scale = (SIZE - 2.0 * MARGIN) / f64::from(total.max(1));
    let place = |n: u32| MARGIN + f64::from(n) * scale;
    let radius = (scale * 0.4).clamp(0.6, 6.0);
    let mut dots = String::new();
    for position in positions {
        let [a, b] = position[..] else { continue };
        for (x, y) in if a == b { vec![(a, b)] } else { vec![(a, b), (b, a)] } {
            let (x, y) = (place(x), SIZE - place(y));
            let _ = write!(
                dots,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"><title>{a}, {b}</title></circle>"
            );
        }
    }
    let (low, high) = (MARGIN, SIZE - MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {SIZE}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>Two-heap P-positions of {game}, at most {total} counters</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <path d=\"M{low} {low}V{high}H{high}\" fill=\"none\" stroke=\"#888\"/>\n\
         <text x=\"{high}\" y=\"{y}\" text-anchor=\"end\">{total}</text><text x=\"{low}\" y=\"{y}\">0</text>\n\
         <text x=\"{mid}\" y=\"20\" text-anchor=\"middle\">{game}: two-heap P-positions</text>\n\
         <g fill=\"#b3282d\">{dots}</g>\n</svg>\n",
        y = high + 18.0,
        mid = SIZE / 2.0
    )
}
