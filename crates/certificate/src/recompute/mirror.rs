//! Of two mirror images of a head, one is enough: a set is worth what its image is under a symmetry of the board.

use super::Order;
use crate::Refused;
use crate::closed::connected::Connected;
use crate::closed::grid_key::bits;

/// A symmetry that takes tails to tails and heads to heads, and is its own inverse.
pub struct Mirror {
    heads: Images,
    tails: Images,
}

/// The image of each byte of a number, by its place.
type Images = Vec<[u32; 256]>;

impl Mirror {
    /// The mirror that an order names, if it does, verified by the neighbours of each vertex. The game's vertices are in order.
    pub fn new(game: &Connected, order: &Order) -> Result<Option<Self>, Refused> {
        let Some(named) = &order.mirror else { return Ok(None) };
        let no_mirror = || Refused::Step("the symmetry is not a mirror of this table".into());
        let places: Option<Vec<usize>> = order
            .vertices
            .iter()
            .map(|&vertex| {
                let image = usize::from(*named.get(vertex)?);
                order.vertices.iter().position(|&other| other == image)
            })
            .collect();
        let places = places.ok_or_else(no_mirror)?;
        let is_mirror = places.iter().enumerate().all(|(place, &image)| {
            let near = bits(game.neighbours(place)).fold(0, |near, next| near | 1 << places[next]);
            places[image] == place
                && (place < order.tail) == (image < order.tail)
                && near == game.neighbours(image)
        });
        if !is_mirror {
            return Err(no_mirror());
        }
        let (tail, head) = places.split_at(order.tail);
        let head: Vec<usize> = head.iter().map(|image| image - order.tail).collect();
        Ok(Some(Mirror { heads: images(&head), tails: images(tail) }))
    }

    /// The image of a head.
    pub fn head(&self, head: usize) -> usize {
        image(&self.heads, head as u32) as usize
    }

    /// The image of a tail.
    pub fn tail(&self, tail: u32) -> u32 {
        image(&self.tails, tail)
    }
}

/// The images of all bytes, given the image of each bit.
fn images(places: &[usize]) -> Images {
    let of_byte = |places: &[usize]| {
        std::array::from_fn(|byte| {
            let moved = places.iter().enumerate().filter(|(bit, _)| byte >> bit & 1 == 1);
            moved.fold(0, |image, (_, place)| image | 1 << place)
        })
    };
    places.chunks(8).map(of_byte).collect()
}

fn image(images: &Images, number: u32) -> u32 {
    let bytes = images.iter().zip(number.to_le_bytes());
    bytes.fold(0, |image, (images, byte)| image | images[usize::from(byte)])
}
