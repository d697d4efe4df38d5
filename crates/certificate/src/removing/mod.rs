//! What positions of games of removing edges reduce to by theorems, one file each: captures and pairs, cores, boards
//! rich in loops. Both ordered and closed proofs look positions up by it.

pub mod captures;
pub mod cores;
pub mod rich;
pub mod settled;
