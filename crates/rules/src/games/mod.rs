//! The rules of every game, one file each.

pub mod arc_kayles;
pub mod chooser_picker;
pub mod edge_board;
pub mod hop;
pub mod nimstring;
pub mod node_kayles;
pub mod octagons;
pub mod octal;
pub mod octal_code;
pub mod placing;
pub mod scoring;
