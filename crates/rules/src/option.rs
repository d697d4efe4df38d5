//! The options of games. Each is declared once; the command line, the page, certificates and sentences read it here.
//!
//! A game lists the options it takes in its definition. An option that only one game knows may be declared in that
//! game's file.

use std::fmt;

use crate::error::InputError;

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
    help: "The normal rules (3') and (4') (closing-octagons)",
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

/// Right begins.
pub static RIGHT_FIRST: OptionDef = OptionDef {
    name: "right-first",
    value: None,
    help: "Right begins (partizan games)",
    words: "Right first",
    read: no_value,
};

/// Points a turn.
pub static BIAS: OptionDef = OptionDef {
    name: "bias",
    value: Some("P:Q"),
    help: "Points or hops per turn, for Maker, Avoider or the first player and then for the other",
    words: "bias {}",
    read: |text| read_bias(text).map(|(p, q)| format!("{p}:{q}")),
};

/// Where the first X stands.
pub static START: OptionDef = OptionDef {
    name: "start",
    value: Some("POINT"),
    help: "The point of the first X (hop games); by default every start, up to symmetry",
    words: "first X on {}",
    read: |text| match text.trim() {
        "" => Err(InputError::plain("--start needs a point")),
        point => Ok(point.to_string()),
    },
};

/// Points are taken from the bottom up.
pub static GRAVITY: OptionDef = OptionDef {
    name: "gravity",
    value: None,
    help: "A point can be taken only if it lies at the bottom or on a point that is taken (boards ttt and lattice)",
    words: "gravity",
    read: no_value,
};

/// The options that several games share, in the order in which certificates write them.
pub(crate) static SHARED: [&OptionDef; 7] =
    [&MISERE, &NORMAL_RULES, &BREAKER_FIRST, &ENFORCER_FIRST, &BIAS, &START, &GRAVITY];

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

/// The options given with a question, each once, the shared ones in the order in which certificates write them.
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

    /// Gives an option a value, in place of one that it has already.
    pub fn set(&mut self, option: &'static OptionDef, value: &str) -> Result<(), InputError> {
        let value = (option.read)(value)?;
        self.0.retain(|(known, _)| known.name != option.name);
        self.0.push((option, value));
        // The shared ones in the order of their list, then the games' own by name.
        let shared = |option: &OptionDef| SHARED.iter().position(|known| known.name == option.name);
        self.0.sort_by_key(|(option, _)| (shared(option).unwrap_or(SHARED.len()), option.name));
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
