//! Sizes, times and shares as they are typed.

use std::str::FromStr;
use std::time::Duration;

use outplay::InputError;
use outplay::door::boards::Part;
use outplay_rules::graph::files::lines::LineFormat;

/// The memory for tables unless `--memory` says otherwise: that of the library, as it is typed.
pub const USUAL_MEMORY: &str = "4G";

/// Bytes, such as `500M`, `1.5G` or `123456`.
pub fn read_size(text: &str) -> Result<u64, String> {
    let (digits, unit) =
        text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let factor =
        match unit.trim_end_matches(['b', 'B']).trim_end_matches('i').to_ascii_uppercase().as_str()
        {
            "" => 1.0,
            "K" => 1024.0,
            "M" => 1024.0 * 1024.0,
            "G" => 1024.0 * 1024.0 * 1024.0,
            "T" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
            _ => return Err("a size is written like 500M or 4G".into()),
        };
    let number: f64 =
        digits.trim().parse().map_err(|_| "a size is written like 500M or 4G".to_string())?;
    if number.is_finite() && number > 0.0 {
        Ok((number * factor) as u64)
    } else {
        Err("a size is positive".into())
    }
}

/// A whole number that is not negative.
pub fn read_whole<T: FromStr>(text: &str) -> Result<T, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let wrong =
        if is_number { "it is too large" } else { "a whole number is expected, such as 100" };
    text.parse().map_err(|_| wrong.into())
}

/// A share, such as `0.1%` or `0.5`.
pub fn read_share(text: &str) -> Result<f64, String> {
    let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    let share: f64 = number.trim().parse().map_err(|_| "a share is written like 0.1% or 0.5")?;
    let share = share / whole;
    if share > 0.0 && share <= 1.0 {
        Ok(share)
    } else {
        Err("a share is above 0 and at most 100%".into())
    }
}

pub fn read_part(text: &str) -> Result<Part, String> {
    text.parse().map_err(|error: InputError| error.to_string())
}

pub fn read_lines(text: &str) -> Result<LineFormat, String> {
    LineFormat::read(text).map_err(|error| error.to_string())
}

pub fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 =
        text.parse().map_err(|_| "a time is a number of seconds, such as 10 or 0.5".to_string())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "a time is a positive number of seconds".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times() {
        assert_eq!(read_size("4G"), Ok(4 << 30));
        assert_eq!(read_size(USUAL_MEMORY).ok(), outplay::Limits::default().memory);
        assert_eq!(read_size("1.5k"), Ok(1536));
        assert_eq!(read_size("500MiB"), Ok(500 << 20));
        assert_eq!(read_size("77"), Ok(77));
        for wrong in ["", "G", "4X", "-1G", "0", "nan", "inf"] {
            assert!(read_size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(read_seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["-1", "x", "nan", "1e400"] {
            assert!(read_seconds(wrong).is_err(), "{wrong}");
        }
    }
}
