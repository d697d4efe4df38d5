//! Games by name: what a definition holds, and how a name, a board and options become a ruleset.
//!
//! A game is a [`GameDef`] in a file of [`crate::games`]. Everything that is said of a game elsewhere (its name, its
//! rules in words, its options, the boards it is played on) is read off its definition.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, BoardName};
use crate::error::{InputError, nearest};
use crate::games::GAMES;
use crate::games::octal_code::OctalCode;
use crate::graph::Graph;
use crate::option::{BIAS, MISERE, OptionDef, Options, START};
use crate::ruleset::Ruleset;
use crate::sets::SetBoard;

/// How a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theory {
    /// Both players have the same moves, and the last move decides.
    Impartial,
    /// Points decide.
    Scoring,
    /// Winning sets decide.
    Positional,
}

impl fmt::Display for Theory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theory::Impartial => "impartial",
            Theory::Scoring => "scoring",
            Theory::Positional => "positional",
        })
    }
}

/// The boards that a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// Heaps, a graph, or both side by side.
    HeapsOrGraph,
    /// Graphs and multigraphs.
    Graph,
    /// Winning sets.
    Sets,
    /// Winning sets of a nested board.
    NestedSets,
}

impl Boards {
    /// After "is played on".
    pub fn words(self) -> &'static str {
        match self {
            Boards::HeapsOrGraph => "heaps or a graph",
            Boards::Graph => "a graph",
            Boards::Sets => "a board with winning sets",
            Boards::NestedSets => "a nested board",
        }
    }
}

/// What follows the name of a game after a colon.
#[derive(Debug)]
pub struct Parameter {
    /// One that makes sense: `0.137`.
    pub example: &'static str,
    /// Reads the text after a name and gives the whole name as it is to be printed.
    pub read: fn(name: &str, text: &str) -> Result<String, InputError>,
}

/// The code of a game on heaps, by its name.
pub type ReadCode = fn(&GameName) -> Result<OctalCode, InputError>;

/// The starts of a game on a board, by name.
pub type FindStarts = fn(&Setup, Starts) -> Result<Vec<String>, InputError>;

/// Which starts are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// One of each kind.
    UpToSymmetry,
    /// All of them.
    Every,
}

/// All that is said of a game outside its rules.
pub struct GameDef {
    /// The first is printed, the others are read too.
    pub names: &'static [&'static str],
    /// The name as a heading.
    pub title: &'static str,
    /// How one moves and what one wants, in a sentence or two.
    pub sentence: &'static str,
    /// What to do next, for somebody whose turn it is.
    pub prompt: &'static str,
    /// What follows the name, if anything does.
    pub parameter: Option<Parameter>,
    /// How it is won.
    pub theory: Theory,
    /// What it is played on.
    pub boards: Boards,
    /// The options it takes.
    pub options: &'static [&'static OptionDef],
    /// Words for a picture: `prisoners`, `dominoes`.
    pub look: &'static [&'static str],
    /// Whole questions, `octal:0.07 heaps:9`. The first is shown where a board does not fit; the tests ask them all.
    pub examples: &'static [&'static str],
    /// The code of a game on heaps.
    pub code: Option<ReadCode>,
    /// The rules in words, where they depend on more than the game.
    pub words: fn(&Wording) -> String,
    /// Where the game may start, if that is asked for by `--start`.
    pub starts: Option<FindStarts>,
    /// The rules on a board.
    pub make: fn(&Setup) -> Result<Ruleset, InputError>,
}

impl GameDef {
    /// The name that is printed.
    pub fn name(&self) -> &'static str {
        self.names[0]
    }

    /// The name with an example of what follows it.
    pub fn full_name(&self, name: &str) -> String {
        match &self.parameter {
            Some(parameter) => format!("{name}:{}", parameter.example),
            None => name.to_string(),
        }
    }
}

impl fmt::Debug for GameDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameDef({})", self.name())
    }
}

/// A game as it was asked for: its definition, and what follows its name.
#[derive(Clone)]
pub struct GameName {
    def: &'static GameDef,
    text: String,
}

/// Every name a game can be asked for by, with an example of a parameter where one is needed.
pub fn game_names() -> Vec<String> {
    let names = GAMES.iter().flat_map(|game| game.names.iter().map(|name| game.full_name(name)));
    names.collect()
}

impl GameName {
    /// The definition of the game.
    pub fn def(&self) -> &'static GameDef {
        self.def
    }

    /// What follows the name, as it is printed.
    pub fn parameter(&self) -> Option<&str> {
        self.text.split_once(':').map(|(_, parameter)| parameter)
    }

    /// The name as a heading: the title of the game, with what follows its name.
    pub fn title(&self) -> String {
        match self.parameter() {
            Some(_) => self.text.clone(),
            None => self.def.title.to_string(),
        }
    }

    /// The code of a game on heaps.
    pub fn code(&self) -> Option<OctalCode> {
        self.def.code.and_then(|code| code(self).ok())
    }

    /// Whether both players have the same moves and the last one decides.
    pub fn is_impartial(&self) -> bool {
        self.def.theory == Theory::Impartial
    }

    /// Whether the game takes an option.
    pub fn takes(&self, option: &OptionDef) -> bool {
        self.def.options.iter().any(|known| known.name == option.name)
    }

    /// The rules on a board, or why they do not fit. A game that may start in several ways needs to be told in which.
    pub fn on(&self, board: Board, options: &Options) -> Result<Ruleset, InputError> {
        let mut cases = self.starting(board, options, Starts::UpToSymmetry)?;
        match cases.len() {
            1 => Ok(cases.remove(0).ruleset),
            _ => Err(InputError::plain(format!("{self} may start on several points"))
                .help("choose one with --start")),
        }
    }

    /// The cases that a question stands for, with starts up to symmetry.
    pub fn cases(&self, board: Board, options: &Options) -> Result<Cases, InputError> {
        let all = self.starting(board.clone(), options, Starts::UpToSymmetry)?;
        Ok(Cases { all, game: self.clone(), board, options: options.clone() })
    }

    /// The cases that a question stands for: one, or a case for each start if none is given.
    pub fn starting(
        &self,
        board: Board,
        options: &Options,
        which: Starts,
    ) -> Result<Vec<Case>, InputError> {
        if let Some((option, _)) = options.iter().find(|(option, _)| !self.takes(option)) {
            let message = format!("--{} is for {}, not for {self}", option.name, takers(option));
            return Err(InputError::plain(message));
        }
        let setup = Setup { game: self, board, options };
        let Some(starts) = self.def.starts.filter(|_| !options.has(&START)) else {
            let start = options.value(&START).map(String::from);
            return Ok(vec![Case { start, ruleset: (self.def.make)(&setup)? }]);
        };
        let starts = starts(&setup, which)?;
        if starts.is_empty() {
            return Err(InputError::plain(format!("{self} needs a point for the first X")));
        }
        let case = |start: String| {
            let options = options.clone().with(&START, &start)?;
            let ruleset =
                (self.def.make)(&Setup { options: &options, board: setup.board.clone(), ..setup })?;
            Ok(Case { start: Some(start), ruleset })
        };
        starts.into_iter().map(case).collect()
    }
}

/// One of the games that a question stands for.
#[derive(Clone, Debug)]
pub struct Case {
    /// Where it starts, in a game that may start in several ways.
    pub start: Option<String>,
    /// Its rules.
    pub ruleset: Ruleset,
}

/// The games that a question stands for: one, or one for each start up to symmetry.
#[derive(Clone, Debug)]
pub struct Cases {
    all: Vec<Case>,
    game: GameName,
    board: Board,
    options: Options,
}

impl Cases {
    /// Each of them; at least one.
    pub fn all(&self) -> &[Case] {
        &self.all
    }

    /// The rules of the first.
    pub fn first(&self) -> &Ruleset {
        &self.all[0].ruleset
    }

    /// Whether the question is about all starts.
    pub fn has_starts(&self) -> bool {
        self.all[0].start.is_some() && !self.options.has(&START)
    }

    /// The game.
    pub fn game(&self) -> &GameName {
        &self.game
    }

    /// A case for each point that the game could start on, whichever was asked for.
    pub fn any_start(&self) -> Result<Vec<Case>, InputError> {
        let options = self.options.clone().without(&START);
        self.game.starting(self.board.clone(), &options, Starts::Every)
    }

    /// A case for every start, symmetric ones too.
    pub fn every(&self) -> Result<Vec<Case>, InputError> {
        self.game.starting(self.board.clone(), &self.options, Starts::Every)
    }
}

/// The games that take an option, in words: whole theories where all their games do.
fn takers(option: &OptionDef) -> String {
    let takes = |game: &GameDef| game.options.iter().any(|known| known.name == option.name);
    let mut words = Vec::new();
    for theory in [Theory::Impartial, Theory::Scoring, Theory::Positional] {
        let games: Vec<_> = GAMES.iter().filter(|game| game.theory == theory).collect();
        if games.iter().all(|game| takes(game)) {
            words.push(format!("{theory} games"));
        } else {
            words.extend(
                games.iter().filter(|game| takes(game)).map(|game| game.name().to_string()),
            );
        }
    }
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => "no game".into(),
    }
}

impl From<&'static GameDef> for GameName {
    /// The game by its first name, with the example of its parameter if it has one.
    fn from(def: &'static GameDef) -> Self {
        GameName { def, text: def.full_name(def.name()) }
    }
}

impl PartialEq for GameName {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for GameName {}

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
            (Some(def), None, None) => Ok(GameName { def, text: def.name().into() }),
            (Some(def), Some(known), Some(parameter)) => {
                Ok(GameName { def, text: (known.read)(name, parameter)? })
            }
            _ => Err(unknown(text)),
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameName({self})")
    }
}

fn unknown(text: &str) -> InputError {
    let message = if text.is_empty() {
        "a game is missing".to_string()
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

/// A game, a board and options, from which a definition makes the rules.
pub struct Setup<'a> {
    /// The game.
    pub game: &'a GameName,
    /// The board.
    pub board: Board,
    /// The options, all of which the game takes.
    pub options: &'a Options,
}

impl Setup<'_> {
    /// The heaps and the graph of the board.
    pub fn heaps_and_graph(&self) -> Result<(Vec<u32>, Graph), InputError> {
        match &self.board {
            Board::Places { heaps, graph } => Ok((heaps.clone(), graph.clone())),
            Board::Sets(_) => Err(self.misfit("heaps or a graph")),
        }
    }

    /// The graph of the board, which has no heaps.
    pub fn graph(&self) -> Result<Graph, InputError> {
        match &self.board {
            Board::Places { heaps, graph } if heaps.is_empty() => Ok(graph.clone()),
            Board::Places { .. } => Err(self.misfit("a graph, not on heaps")),
            Board::Sets(_) => Err(self.misfit("a graph")),
        }
    }

    /// The winning sets of the board.
    pub fn sets(&self) -> Result<SetBoard, InputError> {
        match &self.board {
            Board::Sets(board) => Ok(board.clone()),
            Board::Places { .. } => Err(self.misfit("a board with winning sets")),
        }
    }

    /// The game is played on something else, with an example.
    pub fn misfit(&self, needs: &str) -> InputError {
        let game = self.game;
        let board = game.def.examples.first().and_then(|example| example.split_once(' '));
        let board = board.map_or("", |(_, board)| board);
        let board = if board.starts_with('[') { format!("\"{board}\"") } else { board.to_string() };
        InputError::plain(format!("{game} is played on {needs}"))
            .help(format!("for example: {game} {board}"))
    }
}

/// A question whose rules are to be told in words.
pub struct Wording<'a> {
    /// The game.
    pub game: &'a GameName,
    /// The board.
    pub board: &'a BoardName,
    /// The options.
    pub options: &'a Options,
}

impl Wording<'_> {
    /// The rules in a sentence or two, for people who have never seen the game.
    pub fn text(&self) -> String {
        let words = (self.game.def.words)(self);
        match self.options.value(&BIAS).and_then(|bias| bias.split_once(':')) {
            Some((p, q)) => format!("{words} The players take {p} and {q} points a turn."),
            None => words,
        }
    }

    /// How one moves, and who wins in the end where the last move decides.
    pub fn told(&self, sentence: &str) -> String {
        let verb = if self.options.has(&MISERE) { "loses" } else { "wins" };
        match self.game.def.theory {
            Theory::Impartial => format!("{sentence} Whoever makes the last move {verb}."),
            Theory::Scoring | Theory::Positional => sentence.to_string(),
        }
    }

    /// The sentence of the definition, and who wins.
    pub fn plain(&self) -> String {
        self.told(self.game.def.sentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let bias = refused("cram", "grid:2x2", "--bias 1:2");
        assert!(bias.contains("positional, maker-breaker and avoider-enforcer, not for cram"));
        assert!(refused("hop", "ttt:3", "--misere").contains("impartial games"));
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
}
