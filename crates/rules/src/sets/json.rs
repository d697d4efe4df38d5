//! A family of winning sets as a JSON file:
//! `{"points": 4, "sets": [[3, 4]], "second_sets": [[1, 2]], "hops": [[1, 3], [1, 4]]}`.

use serde_json::{Value, json};

use super::{Hops, MAX_SETS, SetBoard, SetFamily, check_points};
use crate::error::InputError;
use crate::places::Places;

const KEYS: [&str; 4] = ["points", "sets", "second_sets", "hops"];

/// Whether a JSON object describes winning sets rather than a graph.
pub fn describes_sets(value: &Value) -> bool {
    value.get("sets").is_some() || value.get("points").is_some()
}

/// The board that a JSON text describes.
pub fn read(text: &str) -> Result<SetBoard, InputError> {
    let value: Value =
        serde_json::from_str(text).map_err(|e| InputError::plain(format!("not JSON: {e}")))?;
    let object =
        value.as_object().ok_or_else(|| expected("an object with \"points\" and \"sets\""))?;
    if let Some(key) = object.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let message = format!("unknown key \"{key}\" in a family of winning sets");
        return Err(InputError::plain(message).help(format!("known keys: {}", KEYS.join(", "))));
    }
    let points = object
        .get("points")
        .and_then(Value::as_u64)
        .ok_or_else(|| expected("\"points\": a number"))?;
    let points = usize::try_from(points).unwrap_or(usize::MAX);
    check_points(points)?;
    let sets = lists(
        object.get("sets").ok_or_else(|| expected("\"sets\": lists of points"))?,
        points,
        "sets",
    )?;
    let mut board = SetBoard::new(Places::numbered(points), sets)?;
    if let Some(second) = object.get("second_sets") {
        board = board.with_second_sets(lists(second, points, "second_sets")?)?;
    }
    if let Some(hops) = object.get("hops") {
        let pairs = lists(hops, points, "hops")?;
        if let Some(pair) = pairs.iter().find(|pair| pair.len() != 2) {
            return Err(expected(&format!("\"hops\": pairs of points, not {} points", pair.len())));
        }
        board = board.with_hops(pairs.iter().map(|pair| (pair[0], pair[1])))?;
    }
    Ok(board)
}

fn expected(what: &str) -> InputError {
    let help = "for example {\"points\": 4, \"sets\": [[3, 4]], \"second_sets\": [[1, 2]], \"hops\": [[1, 3]]}";
    InputError::plain(format!("a JSON family of winning sets needs {what}")).help(help)
}

/// A list of lists of points, turned to counting from 0.
fn lists(value: &Value, points: usize, key: &str) -> Result<Vec<Vec<usize>>, InputError> {
    let wrong = || expected(&format!("\"{key}\": a list of lists of points from 1 to {points}"));
    let point = |value: &Value| {
        let number = value.as_u64().and_then(|n| usize::try_from(n).ok()).ok_or_else(wrong)?;
        if (1..=points).contains(&number) { Ok(number - 1) } else { Err(wrong()) }
    };
    let list = |value: &Value| value.as_array().ok_or_else(wrong)?.iter().map(point).collect();
    value.as_array().ok_or_else(wrong)?.iter().map(list).collect()
}

/// The JSON text of a board; a nested board is listed, unless it has too many sets.
pub fn write(board: &SetBoard) -> Result<String, InputError> {
    let family = |family: &SetFamily| -> Result<Value, InputError> {
        let sets = family
            .listed(MAX_SETS)
            .ok_or_else(|| InputError::plain("too many winning sets to write"))?;
        let numbers: Vec<Vec<usize>> =
            sets.iter().map(|set| set.iter().map(|p| p + 1).collect()).collect();
        Ok(json!(numbers))
    };
    let mut value = json!({ "points": board.point_count(), "sets": family(board.first_sets())? });
    if !board.is_symmetric() {
        value["second_sets"] = family(board.second_sets())?;
    }
    if let Hops::Between(partners) = board.hops() {
        let pairs = partners.iter().enumerate().flat_map(|(a, partners)| {
            partners
                .iter()
                .filter(move |&b| a <= b)
                .map(move |b| [a + 1, b + 1])
                .collect::<Vec<_>>()
        });
        value["hops"] = json!(pairs.collect::<Vec<_>>());
    }
    Ok(value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip() {
        let text = r#"{"points":4,"sets":[[3,4]],"second_sets":[[1,2]],"hops":[[1,3],[1,4]]}"#;
        let board = read(text).unwrap();
        assert_eq!(board.point_count(), 4);
        assert!(!board.is_symmetric());
        assert_eq!(write(&board).unwrap(), text);
        let plain = r#"{"points":3,"sets":[[1,2],[2,3]]}"#;
        assert_eq!(write(&read(plain).unwrap()).unwrap(), plain);
    }

    #[test]
    fn wrong_files_say_what_is_wrong() {
        for (text, word) in [
            ("", "not JSON"),
            ("[]", "an object"),
            (r#"{"sets": []}"#, "points"),
            (r#"{"points": 3}"#, "sets"),
            (r#"{"points": 3, "sets": [[4]]}"#, "from 1 to 3"),
            (r#"{"points": 3, "sets": [[0]]}"#, "from 1 to 3"),
            (r#"{"points": 3, "sets": [[]]}"#, "at least one point"),
            (r#"{"points": 3, "sets": [1]}"#, "list of lists"),
            (r#"{"points": -3, "sets": []}"#, "points"),
            (r#"{"points": 99999999999, "sets": []}"#, "too large"),
            (r#"{"points": 3, "sets": [], "hops": [[1]]}"#, "pairs"),
            (r#"{"points": 3, "sets": [], "color": 1}"#, "color"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.to_string().contains(word), "{text}: {error}");
        }
    }
}
