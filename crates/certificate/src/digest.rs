//! SHA-256 (FIPS 180-4), which ends a certificate of version 2 and ties the parts of a long check together.

/// The digest of bytes that come piece by piece.
#[derive(Clone)]
pub struct Sha256 {
    state: [u32; 8],
    block: [u8; 64],
    length: u64,
}

impl Default for Sha256 {
    /// The digest of no bytes yet.
    fn default() -> Self {
        Sha256 { state: FIRST, block: [0; 64], length: 0 }
    }
}

impl Sha256 {
    /// Adds bytes.
    pub fn add(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let filled = (self.length % 64) as usize;
            let taken = bytes.len().min(64 - filled);
            self.block[filled..filled + taken].copy_from_slice(&bytes[..taken]);
            self.length += taken as u64;
            bytes = &bytes[taken..];
            if filled + taken == 64 {
                self.compress();
            }
        }
    }

    /// The digest of all bytes added, in hexadecimal.
    pub fn hex(self) -> String {
        write(self.numbers())
    }

    /// The digest of all bytes added, as four numbers, the first bytes first.
    pub fn numbers(mut self) -> Digest {
        let bits = self.length.wrapping_mul(8);
        self.add(&[0x80]);
        while self.length % 64 != 56 {
            self.add(&[0]);
        }
        self.add(&bits.to_be_bytes());
        let [a, b, c, d, e, f, g, h] = self.state.map(u64::from);
        [a << 32 | b, c << 32 | d, e << 32 | f, g << 32 | h]
    }

    fn compress(&mut self) {
        let mut w = [0u32; 64];
        for (word, bytes) in w.iter_mut().zip(self.block.chunks_exact(4)) {
            *word = bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
        }
        for i in 16..64 {
            let (a, b) = (w[i - 15], w[i - 2]);
            let small = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
            let large = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
            w[i] = w[i - 16].wrapping_add(small).wrapping_add(w[i - 7]).wrapping_add(large);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = self.state;
        for (word, round) in w.iter().zip(ROUNDS) {
            let mixed = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let chosen = e & f ^ !e & g;
            let one =
                h.wrapping_add(mixed).wrapping_add(chosen).wrapping_add(round).wrapping_add(*word);
            let mixed = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let two = mixed.wrapping_add(a & b ^ a & c ^ b & c);
            (h, g, f, e, d, c, b, a) =
                (g, f, e, d.wrapping_add(one), c, b, a, one.wrapping_add(two));
        }
        for (word, more) in self.state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(more);
        }
    }
}

/// The SHA-256 of bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let mut digest = Sha256::default();
    digest.add(bytes);
    digest.hex()
}

/// A digest as four numbers, the first bytes first.
pub type Digest = [u64; 4];

/// The digest of words, the lowest byte of each first.
pub fn of_words(words: &[u64]) -> Digest {
    let mut digest = Sha256::default();
    for words in words.chunks(1 << 10) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        digest.add(&bytes);
    }
    digest.numbers()
}

/// A digest in hexadecimal.
pub fn write(digest: Digest) -> String {
    digest.iter().map(|number| format!("{number:016x}")).collect()
}

/// The digest that 64 hexadecimal digits are, in small letters.
pub fn read(text: &str) -> Option<Digest> {
    let mut digest = Digest::default();
    for (at, number) in digest.iter_mut().enumerate() {
        *number = u64::from_str_radix(text.get(16 * at..16 * at + 16)?, 16).ok()?;
    }
    (write(digest) == text).then_some(digest)
}

const FIRST: [u32; 8] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

#[rustfmt::skip]
const ROUNDS: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of FIPS 180-4, and lengths around a block against GNU coreutils.
    #[test]
    fn published_digests() {
        for (text, digest) in [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ] {
            assert_eq!(sha256(text.as_bytes()), digest);
        }
        let mut pieces = Sha256::default();
        (0..1000).for_each(|_| pieces.add(&[b'a'; 1000]));
        let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        assert_eq!(pieces.hex(), million);
    }
}
