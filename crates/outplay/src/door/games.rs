//! The list of games, read off their definitions.

use std::fmt;

use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::game::{GameDef, GameName, Wording};
use outplay_rules::games::GAMES;
use outplay_rules::registry::read_question;
use serde::Serialize;

use crate::answer::Reply;
use crate::output::lines::aligned;

/// Games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Games {
    /// In the order of the registry.
    pub games: Vec<GameInfo>,
}

/// What is said of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameInfo {
    /// Its name.
    pub name: &'static str,
    /// An example of what follows the name after a colon, if anything does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<&'static str>,
    /// Other names that are read too.
    pub aliases: Vec<&'static str>,
    /// The name as a heading.
    pub title: &'static str,
    /// How one moves and what one wants.
    pub sentence: &'static str,
    /// How it is won: `impartial`, `scoring` or `positional`.
    pub theory: String,
    /// What it is played on.
    pub boards: &'static str,
    /// The options it takes.
    pub options: Vec<&'static str>,
    /// Whole questions.
    pub examples: Vec<&'static str>,
    /// Its rules in words, if the game was asked for by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}

/// Every game of the registry.
pub fn games() -> Games {
    Games { games: GAMES.iter().map(|game| info(game)).collect() }
}

/// One game with its rules. The name may lack what follows it: `octal` as well as `octal:0.137`.
pub fn game(name: &str) -> Result<Games, InputError> {
    let short = GAMES.iter().find(|game| game.names.contains(&name.trim()));
    let game: GameName = match short {
        Some(&game) => game.into(),
        None => name.parse()?,
    };
    let rules = Some(rules(&game)?);
    Ok(Games { games: vec![GameInfo { rules, ..info(game.def()) }] })
}

/// The rules in words, on the kind of board that the game's first example has.
fn rules(game: &GameName) -> Result<String, InputError> {
    let example = game.def().examples.first().copied().unwrap_or_default();
    let (_, board, options): (_, BoardName, _) = read_question(example)?;
    Ok(Wording { game, board: &board, options: &options }.text())
}

fn info(game: &'static GameDef) -> GameInfo {
    GameInfo {
        name: game.name(),
        parameter: game.parameter.as_ref().map(|parameter| parameter.example),
        aliases: game.names[1..].to_vec(),
        title: game.title,
        sentence: game.sentence,
        theory: game.theory.to_string(),
        boards: game.boards.words(),
        options: game.options.iter().map(|option| option.name).collect(),
        examples: game.examples.to_vec(),
        rules: None,
    }
}

impl Reply for Games {}

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [game @ GameInfo { rules: Some(_), .. }] = &self.games[..] {
            return game.fmt(f);
        }
        let columns = ["name", "game", "theory", "played on"].map(String::from);
        let row = |game: &GameInfo| {
            let name = match game.parameter {
                Some(parameter) => format!("{}:{parameter}", game.name),
                None => game.name.to_string(),
            };
            vec![name, game.title.into(), game.theory.clone(), game.boards.into()]
        };
        let rows: Vec<Vec<String>> = self.games.iter().map(row).collect();
        f.write_str(&aligned(&columns, &rows))
    }
}

impl fmt::Display for GameInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameInfo { title, theory, boards, .. } = self;
        write!(f, "{title}: {}", self.rules.as_deref().unwrap_or_default())?;
        let article = if theory.starts_with('i') { "an" } else { "a" };
        write!(f, "\n  {article} {theory} game, played on {boards}")?;
        let mut list = |what: &str, items: Vec<String>| match items.is_empty() {
            true => Ok(()),
            false => write!(f, "\n  {what}: {}", items.join(", ")),
        };
        list("also called", self.aliases.iter().map(|name| name.to_string()).collect())?;
        list("options", self.options.iter().map(|name| format!("--{name}")).collect())?;
        let quoted = |example: &&str| {
            let (game, rest) = example.split_once(' ').unwrap_or((example, ""));
            let (board, options) = rest.split_at(rest.find(" --").unwrap_or(rest.len()));
            let plain = !board.contains([' ', '[', ';']);
            let board = if plain { board.to_string() } else { format!("\"{board}\"") };
            format!("outplay solve {game} {board}{options}")
        };
        for example in &self.examples {
            write!(f, "\n  {}", quoted(example))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_tells_its_rules() {
        for listed in games().games {
            let told = game(listed.name).unwrap().games.remove(0);
            assert!(told.rules.is_some_and(|rules| rules.ends_with('.')), "{}", listed.name);
            assert!(listed.rules.is_none() && !listed.examples.is_empty());
            listed.aliases.iter().for_each(|alias| assert!(game(alias).is_ok(), "{alias}"));
        }
        assert!(game("octal:0.33").is_ok());
        assert!(game("kayls").unwrap_err().to_string().contains("kayles"));
    }
}
