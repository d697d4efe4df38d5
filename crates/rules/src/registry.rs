//! What is read off the list of games: names, options, and whole questions.

use std::str::FromStr;

use crate::board::BoardName;
use crate::error::{InputError, nearest};
use crate::game::GameName;
use crate::games::GAMES;
use crate::octal_code::OctalCode;
use crate::option::{OptionDef, Options, SHARED};

/// Every name a game can be asked for by, with an example of a parameter where one is needed.
pub fn game_names() -> Vec<String> {
    let names = GAMES.iter().flat_map(|game| game.names.iter().map(|name| game.full_name(name)));
    names.collect()
}

impl FromStr for GameName {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let text = text.trim();
        let (name, parameter) = match text.split_once(':') {
            Some((name, parameter)) => (name, Some(parameter.trim())),
            None => (text, None),
        };
        let def = GAMES.iter().find(|game| game.names.contains(&name));
        match (def, def.and_then(|def| def.parameter.as_ref()), parameter) {
            (Some(def), None, None) => Ok(GameName::new(def, def.name().into())),
            (Some(def), Some(known), Some(parameter)) => {
                Ok(GameName::new(def, (known.read)(name, parameter)?))
            }
            _ => Err(unknown(text)),
        }
    }
}

fn unknown(text: &str) -> InputError {
    let message = if text.is_empty() {
        "a game is missing".to_string()
    } else if GAMES.iter().any(|game| game.names.contains(&text)) {
        format!("{text} is not complete")
    } else {
        format!("there is no game '{text}'")
    };
    let looks_like_code = text.split_once('.').is_some() && text.parse::<OctalCode>().is_ok();
    let name = text.split(':').next().unwrap_or(text);
    let near = nearest(name, GAMES.iter().flat_map(|game| game.names.iter().copied()));
    let near =
        near.and_then(|near| Some((near, GAMES.iter().find(|game| game.names.contains(&near))?)));
    let help = match near {
        _ if looks_like_code => format!("did you mean octal:{text}?"),
        Some((near, game)) if near == text => format!("write it like {}", game.full_name(near)),
        Some((near, game)) if game.parameter.is_some() => {
            format!("did you mean {near}? It is written like {}", game.full_name(near))
        }
        Some((near, _)) => format!("did you mean {near}?"),
        None => format!("games: {}", game_names().join(", ")),
    };
    InputError::whole(text, message).help(help)
}

/// Reads a heap game by its code alone (`0.137`) or by name (`kayles`, `hexadecimal:0.9`).
pub fn read_heap_game(text: &str) -> Result<(GameName, OctalCode), InputError> {
    let is_code = text.trim().starts_with(|c: char| c.is_ascii_hexdigit()) && text.contains('.');
    let game: GameName =
        if is_code { format!("octal:{}", text.trim()).parse()? } else { text.parse()? };
    let code = game.code().ok_or_else(|| {
        InputError::whole(text, format!("{game} is not a game on heaps"))
            .help("give a code such as 0.137, or kayles")
    })?;
    Ok((game, code))
}

/// Reads a whole question, `octal:0.07 heaps:9 --misere`, as the examples of definitions are written.
pub fn read_question(text: &str) -> Result<(GameName, BoardName, Options), InputError> {
    let (question, options) = text.split_once(" --").unwrap_or((text, ""));
    let (game, board) = question.split_once(' ').unwrap_or((question, ""));
    Ok((game.parse()?, board.parse()?, options.parse()?))
}

/// Every option of the games of the registry, each once: the shared ones first, then the games' own.
pub fn all_options() -> Vec<&'static OptionDef> {
    let mut all: Vec<&'static OptionDef> = SHARED.to_vec();
    for option in GAMES.iter().flat_map(|game| game.options) {
        if !all.iter().any(|known| known.name == option.name) {
            all.push(option);
        }
    }
    all
}

impl FromStr for Options {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let mut options = Options::default();
        let known = all_options();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let name = word.strip_prefix("--").unwrap_or(word);
            let Some(option) = known.iter().find(|option| option.name == name) else {
                let message = format!("there is no option '{word}'");
                let error = InputError::whole(text, message);
                let near = nearest(name, known.iter().map(|option| option.name));
                return Err(match near {
                    Some(near) => error.help(format!("did you mean --{near}?")),
                    None => error,
                });
            };
            let value = if option.value.is_some() { words.next().unwrap_or_default() } else { "" };
            options.set(option, value)?;
        }
        Ok(options)
    }
}

impl<'de> serde::Deserialize<'de> for Options {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let fields = serde_json::Map::deserialize(deserializer)?;
        Options::from_fields(&fields).map_err(|error| D::Error::custom(error.message()))
    }
}

impl Options {
    /// The options of a JSON object that has nothing else in it.
    pub fn from_fields(
        fields: &serde_json::Map<String, serde_json::Value>,
    ) -> Result<Self, InputError> {
        use serde_json::Value;
        let known = all_options();
        let mut options = Options::default();
        for (field, value) in fields {
            let wrong = |what: &str| InputError::plain(format!("{field} must be {what}"));
            let option = known.iter().find(|option| option.field() == *field);
            let Some(option) = option else {
                return Err(InputError::plain(format!("{field} is not a field of a question")));
            };
            match (option.value, value) {
                (_, Value::Null) | (None, Value::Bool(false)) => {}
                (None, Value::Bool(true)) => options.set(option, "")?,
                (Some(_), Value::String(text)) => options.set(option, text)?,
                (None, _) => return Err(wrong("true or false")),
                (Some(form), _) => return Err(wrong(&format!("a text such as {form}"))),
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Starts, Wording};
    use crate::option::{MISERE, START};
    use crate::ruleset::Ruleset;

    fn rules(game: &str, board: &str, options: &str) -> Result<Ruleset, InputError> {
        let board: BoardName = board.parse()?;
        let game: GameName = game.parse()?;
        Ok(game.cases(board.build()?, &options.parse()?)?.first().clone())
    }

    #[test]
    fn names_read_back() {
        for name in game_names() {
            let game: GameName = name.parse().unwrap();
            assert_eq!(game.to_string().parse::<GameName>().unwrap(), game);
        }
        let printed = |text: &str| text.parse::<GameName>().unwrap().to_string();
        assert_eq!(printed("octal:0.3F"), "octal:0.3F");
        assert_eq!(printed("hexadecimal:0.3F"), "octal:0.3F");
        assert_eq!(printed("hexadecimal:0.9"), "hexadecimal:0.9");
        assert_eq!(printed("subtraction:3,1,3"), "subtraction:1,3");
        assert_eq!(printed("dots-and-boxes"), "strings-and-coins");
    }

    #[test]
    fn no_name_stands_for_two_games() {
        let mut names: Vec<&str> = GAMES.iter().flat_map(|game| game.names).copied().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn definitions_are_complete() {
        for game in GAMES {
            assert!(!game.title.is_empty() && game.sentence.ends_with('.'), "{game:?}");
            assert!(game.prompt.ends_with('.'), "{game:?}");
            assert!(!game.examples.is_empty(), "{game:?}");
            for example in game.examples {
                let (named, board, options) = read_question(example).unwrap();
                assert!(std::ptr::eq(named.def(), *game), "{example} is about {named:?}");
                let cases = named.cases(board.build().unwrap(), &options);
                assert!(cases.is_ok(), "{example}: {cases:?}");
            }
        }
    }

    #[test]
    fn unknown_names_get_help() {
        for (text, word) in [
            ("", "missing"),
            ("kayls", "kayles"),
            ("0.137", "octal:0.137"),
            ("octal", "octal:0.137"),
            ("octal:0.9", "hexadecimal:0.9"),
            ("subtraction:0", "numbers from 1"),
            ("subtraction:", "numbers from 1"),
            ("cram:3", "there is no game"),
            ("go", "games:"),
            ("KAYLES", "games:"),
        ] {
            let error = text.parse::<GameName>().unwrap_err();
            assert!(error.to_string().contains(word), "{text}: {error}");
        }
    }

    #[test]
    fn heap_games_by_code_or_name() {
        for (text, code) in [
            ("0.137", "0.137"),
            ("kayles", "0.77"),
            ("octal:4.3", "4.3"),
            ("subtraction:1,3", "0.303"),
            ("robs-dots", "0.137"),
        ] {
            assert_eq!(read_heap_game(text).unwrap().1.to_string(), code);
        }
        assert_eq!(read_heap_game("hexadecimal:0.9").unwrap().1.digit(1), 9);
        for wrong in ["0.9", "cram", "137", "", "3.1"] {
            assert!(read_heap_game(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn games_on_the_wrong_board() {
        for (game, board) in [
            ("node-kayles", "heaps:5"),
            ("unshackle", "ttt:3"),
            ("hop", "grid:2x2"),
            ("kayles", "ttt:3"),
            ("robs-dots", "heaps:3 + path:4"),
            ("fire-and-ice", "pg:2,2"),
            ("octal:4.0", "path:3"),
        ] {
            let error = rules(game, board, "").unwrap_err();
            assert!(error.suggestion().is_some(), "{game} {board}: {error}");
        }
    }

    #[test]
    fn options_must_fit() {
        let refused = |game, board, options| rules(game, board, options).unwrap_err().to_string();
        assert!(refused("cram", "grid:2x2", "--bias 1:2").contains("cram takes --misere"));
        assert!(refused("hop", "ttt:3", "--misere").contains("hop takes --start"));
        assert!(rules("kayles", "heaps:3", "--misere").is_ok());
        assert!(refused("hop", "ttt:3", "--start 10").contains("1 to 9"));
        assert!(rules("positional", "ttt:3", "--start 1").is_err());
    }

    #[test]
    fn hop_starts() {
        let starts = |options: &str, which: Starts| -> Vec<String> {
            let board: BoardName = "ttt:3".parse().unwrap();
            let game: GameName = "hop".parse().unwrap();
            let cases = game.starting(board.build().unwrap(), &options.parse().unwrap(), which);
            cases.unwrap().into_iter().filter_map(|case| case.start).collect()
        };
        assert_eq!(starts("", Starts::UpToSymmetry), ["1", "2", "5"]);
        assert_eq!(starts("", Starts::Every).len(), 9);
        assert_eq!(starts("--start 4", Starts::Every), ["4"]);
    }

    #[test]
    fn rules_in_words() {
        let words = |game: &str, board: &str, options: &str| {
            let (game, board, options) =
                (game.parse().unwrap(), board.parse().unwrap(), options.parse().unwrap());
            Wording { game: &game, board: &board, options: &options }.text()
        };
        assert!(words("cram", "grid:2x2", "--misere").ends_with("last move loses."));
        assert!(words("octal:0.33", "grid:2x2", "").contains("component"));
        assert!(words("octal:0.33", "heaps:4", "").contains("heap"));
        assert!(words("robs-dots", "petersen", "").contains("neighbours"));
        assert!(words("nimstring", "boxes:2x2", "").starts_with("Draw a side"));
        assert!(words("nimstring", "cycle:2", "--misere").ends_with("cannot wins."));
        assert!(words("positional", "ttt:3", "--bias 1:2").contains("1 and 2 points"));
    }

    #[test]
    fn options_read_back_in_one_order() {
        let options: Options = "--start 5 --bias 02:3 --misere".parse().unwrap();
        assert_eq!(options.to_string(), "--misere --bias 2:3 --start 5");
        assert_eq!(options.to_string().parse::<Options>().unwrap(), options);
        assert_eq!(options.words(), ", misère, bias 2:3, first X on 5");
        assert_eq!(options.bias(), (2, 3));
        assert_eq!(options.without(&MISERE).without(&START).to_string(), "--bias 2:3");
    }

    #[test]
    fn options_as_json() {
        let options: Options = "--misere --bias 1:2".parse().unwrap();
        let json = serde_json::to_string(&options).unwrap();
        assert_eq!(json, r#"{"misere":true,"bias":"1:2"}"#);
        assert_eq!(serde_json::from_str::<Options>(&json).unwrap(), options);
        let none = r#"{"misere":false,"start":null}"#;
        assert_eq!(serde_json::from_str::<Options>(none).unwrap(), Options::default());
        for wrong in [r#"{"colour":1}"#, r#"{"misere":1}"#, r#"{"bias":2}"#, r#"{"bias":"x"}"#] {
            assert!(serde_json::from_str::<Options>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn wrong_options_get_help() {
        for (text, word) in [
            ("--mistere", "--misere"),
            ("--bias 1:0", "from 1 on"),
            ("--bias", "written like 1:2"),
            ("--start", "needs a point"),
            ("xyz", "no option 'xyz'"),
        ] {
            let error = text.parse::<Options>().unwrap_err();
            assert!(error.to_string().contains(word), "{text}: {error}");
        }
        assert!(Options::default().with(&MISERE, "yes").is_err());
    }

    #[test]
    fn every_option_has_one_meaning() {
        let all = all_options();
        for option in GAMES.iter().flat_map(|game| game.options) {
            let known = all.iter().find(|known| known.name == option.name).unwrap();
            assert!(std::ptr::eq(*known, *option), "{} is declared twice", option.name);
        }
    }
}
