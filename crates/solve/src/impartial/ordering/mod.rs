//! Move ordering: which option of a component is tried first. Nothing depends on it but time.

mod history;
mod mobility;
mod reply_shapes;

pub use history::History;
pub use mobility::Mobility;
pub use reply_shapes::ReplyShapes;
