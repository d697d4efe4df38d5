//! The options of a heap, as the heaps that are left.

use outplay_rules::games::octal_code::OctalCode;

use super::parts::Left;

/// Every option of a heap.
pub fn options(code: &OctalCode, size: usize) -> Vec<Left> {
    let mut options = Vec::new();
    for (taken, digit) in code.takes(size) {
        let rest = size - taken;
        if digit & 1 != 0 && rest == 0 {
            options.push(Left::new());
        }
        if digit & 2 != 0 && rest > 0 {
            options.push(Left::from_slice(&[rest]));
        }
        if digit & 4 != 0 {
            options.extend((1..=rest / 2).map(|a| Left::from_slice(&[a, rest - a])));
        }
        if digit & 8 != 0 {
            for a in 1..=rest / 3 {
                let pairs = a..=(rest - a) / 2;
                options.extend(pairs.map(|b| Left::from_slice(&[a, b, rest - a - b])));
            }
        }
    }
    options
}

/// The weight of a heap: every move leaves less, also one that splits a heap and takes nothing.
pub fn weight(size: usize) -> u32 {
    2 * size as u32 - 1
}
