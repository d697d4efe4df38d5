//! Zstandard, by the C library. A page in a browser has no such library, and writes no Parquet: there it is an error.

use std::io;

/// Pages are compressed this hard.
#[cfg(not(target_arch = "wasm32"))]
const LEVEL: i32 = 3;

/// Bytes, compressed.
#[cfg(not(target_arch = "wasm32"))]
pub fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(bytes, LEVEL)
}

/// Compressed bytes as they were, at most this many.
#[cfg(not(target_arch = "wasm32"))]
pub fn decompress(bytes: &[u8], most: usize) -> io::Result<Vec<u8>> {
    zstd::bulk::decompress(bytes, most)
}

#[cfg(target_arch = "wasm32")]
pub fn compress(_bytes: &[u8]) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(target_arch = "wasm32")]
pub fn decompress(_bytes: &[u8], _most: usize) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::Unsupported.into())
}
