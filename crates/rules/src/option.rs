//! The options of games. Each is declared once; the command line, the page, certificates and sentences read it here.
//!
//! A game lists the options it takes in its definition. An option that only one game knows may be declared in that
//! game's file.

use std::fmt;
use std::str::FromStr;

use crate::error::{InputError, nearest};
use crate::games::GAMES;

/// What may be asked of a game beside its board.
#[derive(Debug)]
pub struct OptionDef {
    /// Its name, as it is typed after two dashes: `normal-rules`.
    pub name: &'static str,
    /// What its value looks like, `P:Q`; none if it is a flag.
    pub value: Option<&'static str>,
    /// What it does, for a help text.
    pub help: &'static str,
    /// The option in a sentence that names a question; `{}` stands for the value.
    pub words: &'static str,
    /// Reads a value and gives it as it is to be printed.
    pub read: fn(&str) -> Result<String, InputError>,
}

impl OptionDef {
    /// Its name where names have underscores: the JSON field, the Python keyword.
    pub fn field(&self) -> String {
        self.name.replace('-', "_")
    }
}

/// The misère convention: the last player to move loses, or fewer points win.
pub static MISERE: OptionDef = OptionDef {
    name: "misere",
    value: None,
    help: "The misère convention: the last player to move loses, or fewer points win",
    words: "misère",
    read: no_value,
};

/// Rules (3') and (4') of Closing Octagons.
pub static NORMAL_RULES: OptionDef = OptionDef {
    name: "normal-rules",
    value: None,
    help: "Rules (3') and (4') of the thesis (closing-octagons)",
    words: "normal rules",
    read: no_value,
};

/// Breaker begins.
pub static BREAKER_FIRST: OptionDef = OptionDef {
    name: "breaker-first",
    value: None,
    help: "Breaker begins (maker-breaker)",
    words: "Breaker first",
    read: no_value,
};

/// Enforcer begins.
pub static ENFORCER_FIRST: OptionDef = OptionDef {
    name: "enforcer-first",
    value: None,
    help: "Enforcer begins (avoider-enforcer)",
    words: "Enforcer first",
    read: no_value,
};

/// Points a turn.
pub static BIAS: OptionDef = OptionDef {
    name: "bias",
    value: Some("P:Q"),
    help: "Points a turn: Maker's, Avoider's or the first player's, then the other's",
    words: "bias {}",
    read: |text| read_bias(text).map(|(p, q)| format!("{p}:{q}")),
};

/// Where the first X stands.
pub static START: OptionDef = OptionDef {
    name: "start",
    value: Some("POINT"),
    help: "Where the first X stands (hop games); without it every start is solved, up to symmetry",
    words: "first X on {}",
    read: |text| match text.trim() {
        "" => Err(InputError::plain("--start needs a point")),
        point => Ok(point.to_string()),
    },
};

/// The options that several games share, in the order in which certificates write them.
static SHARED: [&OptionDef; 6] =
    [&MISERE, &NORMAL_RULES, &BREAKER_FIRST, &ENFORCER_FIRST, &BIAS, &START];

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

fn no_value(text: &str) -> Result<String, InputError> {
    match text {
        "" => Ok(String::new()),
        _ => Err(InputError::whole(text, "this option has no value")),
    }
}

/// Reads a bias such as `1:2`.
pub fn read_bias(text: &str) -> Result<(u32, u32), InputError> {
    let number = |part: &str| part.trim().parse::<u32>().ok().filter(|&n| n > 0);
    let pair = text.split_once(':').and_then(|(p, q)| Some((number(p)?, number(q)?)));
    pair.ok_or_else(|| InputError::whole(text, "a bias is two numbers from 1 on, written like 1:2"))
}

/// The options given with a question, each once, in the order of [`all_options`].
#[derive(Clone, Default)]
pub struct Options(Vec<(&'static OptionDef, String)>);

impl Options {
    /// Whether an option is given.
    pub fn has(&self, option: &OptionDef) -> bool {
        self.value(option).is_some()
    }

    /// The value of an option, empty for a flag.
    pub fn value(&self, option: &OptionDef) -> Option<&str> {
        self.0.iter().find(|(known, _)| known.name == option.name).map(|(_, value)| value.as_str())
    }

    /// Points a turn, 1:1 where nothing is said.
    pub fn bias(&self) -> (u32, u32) {
        self.value(&BIAS).and_then(|text| read_bias(text).ok()).unwrap_or((1, 1))
    }

    /// Gives an option a value. An option that has one already gets the new one.
    pub fn set(&mut self, option: &'static OptionDef, value: &str) -> Result<(), InputError> {
        let value = (option.read)(value)?;
        self.0.retain(|(known, _)| known.name != option.name);
        self.0.push((option, value));
        let order = all_options();
        self.0.sort_by_key(|(option, _)| order.iter().position(|known| known.name == option.name));
        Ok(())
    }

    /// The same with an option more.
    pub fn with(mut self, option: &'static OptionDef, value: &str) -> Result<Self, InputError> {
        self.set(option, value)?;
        Ok(self)
    }

    /// The same without an option.
    pub fn without(mut self, option: &OptionDef) -> Self {
        self.0.retain(|(known, _)| known.name != option.name);
        self
    }

    /// Whether nothing is given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is given.
    pub fn iter(&self) -> impl Iterator<Item = (&'static OptionDef, &str)> {
        self.0.iter().map(|(option, value)| (*option, value.as_str()))
    }

    /// The options in a sentence: `, misère, bias 1:2`.
    pub fn words(&self) -> String {
        self.iter()
            .map(|(option, value)| format!(", {}", option.words.replace("{}", value)))
            .collect()
    }
}

/// As they are typed: `--misere --bias 1:2`.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (option, value)) in self.iter().enumerate() {
            let (space, gap) =
                (if index > 0 { " " } else { "" }, if value.is_empty() { "" } else { " " });
            write!(f, "{space}--{}{gap}{value}", option.name)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Options({self})")
    }
}

impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.iter()
            .map(|(option, value)| (option.name, value))
            .eq(other.iter().map(|(option, value)| (option.name, value)))
    }
}

impl Eq for Options {}

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

/// As JSON fields: `"misere": true, "bias": "1:2"`.
impl serde::Serialize for Options {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (option, value) in self.iter() {
            match option.value {
                Some(_) => map.serialize_entry(&option.field(), value)?,
                None => map.serialize_entry(&option.field(), &true)?,
            }
        }
        map.end()
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
            let wrong = |what: &str| InputError::plain(format!("{field} is {what}"));
            let option = known.iter().find(|option| option.field() == *field);
            let Some(option) = option else { return Err(wrong("no field of a question")) };
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
