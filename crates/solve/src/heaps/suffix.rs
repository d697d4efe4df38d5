//! Periods of the end of a list, in linear time.

use super::values::Cell;

/// The smallest period q of the list, if it is at most half its length: `list[i] == list[i + q]` wherever both exist.
///
/// By the failure function of Knuth, Morris and Pratt: the longest proper border of a list of length m has length m - q.
pub(crate) fn smallest_period<T: Eq>(list: &[T]) -> Option<usize> {
    // u32 halves the memory; longer lists than 2^32 do not come here.
    let length = u32::try_from(list.len()).ok()? as usize;
    if length < 2 {
        return None;
    }
    let mut border = vec![0u32; length];
    let mut matched = 0usize;
    for i in 1..length {
        while matched > 0 && list[i] != list[matched] {
            matched = border[matched - 1] as usize;
        }
        matched += usize::from(list[i] == list[matched]);
        border[i] = matched as u32;
    }
    let period = length - matched;
    (2 * period <= length).then_some(period)
}

/// The smallest q such that the last `window` values are also found q before the end, with all of them at `from` or
/// later.
///
/// The end is searched first, and each time twice as far: what is found first is nearest.
pub(crate) fn nearest_repeat<C: Cell>(list: &[C], window: usize, from: usize) -> Option<usize> {
    let end = list.len();
    let most = end.checked_sub(window)?.checked_sub(from)?;
    let key = &list[end - window.min(KEY)..];
    let pattern = &list[end - window..];
    let repeats = |distance: &usize| list[end - distance - window..end - distance] == *pattern;
    let (mut near, mut far) = (1, (4 * KEY).min(most));
    while near <= far {
        // The ends of the key between the two distances; the nearest of those that repeat the window.
        let text = &list[end - far - key.len()..end - near];
        let starts = C::find_all(text, key);
        let distances = starts.into_iter().rev().map(|start| far - start);
        if let Some(distance) = distances.into_iter().find(repeats) {
            return Some(distance);
        }
        (near, far) = (far + 1, (2 * far).min(most));
    }
    None
}

/// The length of the key that is searched for first.
const KEY: usize = 64;

/// The largest n with both n and n + `period` in the list and different values; the values before it do not count.
pub(crate) fn last_exception<T>(
    list: &[T],
    period: usize,
    same: impl Fn(&T, &T) -> bool,
) -> Option<usize> {
    let earlier = &list[..list.len().saturating_sub(period)];
    earlier.iter().zip(list.get(period..)?).rposition(|(a, b)| !same(a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods() {
        assert_eq!(smallest_period(b"abcabcab"), Some(3));
        assert_eq!(smallest_period(b"aaaa"), Some(1));
        assert_eq!(smallest_period(b"abcd"), None);
        assert_eq!(smallest_period(b"abaab"), None);
        assert_eq!(smallest_period::<u8>(&[]), None);
    }

    #[test]
    fn repeats() {
        let list = b"xyzabcdabcdabcd";
        assert_eq!(nearest_repeat(list, 3, 0), Some(4));
        assert_eq!(nearest_repeat(list, 3, 9), None);
        assert_eq!(nearest_repeat(list, 20, 0), None);
        assert_eq!(last_exception(list, 4, |a, b| a == b), Some(2));
        assert_eq!(last_exception(b"abab", 2, |a, b| a == b), None);
    }
}
