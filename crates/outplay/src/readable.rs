//! Numbers as people read them: `216 million`, `1 min 20 s`, `1.2 GB`, `1 ply`.

/// A whole number with its digits in groups, `53,824`, and from a million on in words: `3.1 million`.
pub fn number(n: u64) -> String {
    const WORDS: [(u64, &str); 3] =
        [(1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million")];
    // What would be rounded to 1000 of a unit is one of the next.
    let large = WORDS.iter().find(|(unit, _)| n as f64 / *unit as f64 >= 0.9995 && n >= 1_000_000);
    match large {
        Some((unit, word)) => format!("{} {word}", three_digits(n as f64 / *unit as f64)),
        None => grouped(n),
    }
}

/// This many of something: `1 position`, `12 positions`.
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { many })
}

/// A time: `0.02 s`, `12 s`, `1 min 20 s`, `2 h 5 min`.
pub fn time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..10 => format!("{seconds:.2} s"),
        10..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

/// A size in memory or of a file: `174 bytes`, `12 kB`, `1.2 GB`.
pub fn size(bytes: u64) -> String {
    const UNITS: [(u64, &str); 4] =
        [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    match UNITS.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => format!("{} {name}", three_digits(bytes as f64 / *unit as f64)),
        None => count(bytes, "byte", "bytes"),
    }
}

/// A role as the literature writes it: `Maker`.
pub fn role_name(role: &str) -> String {
    let mut letters = role.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// One decimal below ten, none from there on.
fn three_digits(x: f64) -> String {
    if x < 9.95 { format!("{x:.1}") } else { format!("{x:.0}") }
}

/// A whole number, exactly, with its digits in groups: `11,770,282`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let expected = [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (53_824, "53,824"),
            (999_999, "999,999"),
            (1_000_000, "1.0 million"),
            (3_096_576, "3.1 million"),
            (216_052_998, "216 million"),
            (999_700_000, "1.0 billion"),
            (33_041_000_000, "33 billion"),
            (8_800_000_000_000, "8.8 trillion"),
        ];
        for (n, text) in expected {
            assert_eq!(number(n), text);
        }
        assert_eq!(count(1, "ply", "plies"), "1 ply");
        assert_eq!(count(0, "position", "positions"), "0 positions");
        assert_eq!(grouped(11_770_282), "11,770,282");
        assert_eq!(role_name("maker"), "Maker");
        assert_eq!(role_name(""), "");
    }

    #[test]
    fn times_and_sizes() {
        let times = [
            (0.004, "0.00 s"),
            (9.3, "9.30 s"),
            (9.7, "10 s"),
            (59.6, "1 min 0 s"),
            (80.0, "1 min 20 s"),
        ];
        for (seconds, text) in times {
            assert_eq!(time(seconds), text);
        }
        assert_eq!(time(7500.0), "2 h 5 min");
        let sizes =
            [(1, "1 byte"), (174, "174 bytes"), (12_288, "12 kB"), (1_240_000_000, "1.2 GB")];
        for (bytes, text) in sizes {
            assert_eq!(size(bytes), text);
        }
    }
}
