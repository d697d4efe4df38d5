//! Games by name: what a definition holds, and how a name, a board and options become a ruleset.
//!
//! A game is a [`GameDef`] in a file of [`crate::games`]. Everything that is said about a game elsewhere (its name, its
//! rules in words, its options, the boards it is played on) is read off its definition.

use std::fmt;

use crate::board::{Board, BoardName};
use crate::error::InputError;
use crate::games::GAMES;
use crate::graph::Graph;
use crate::octal_code::OctalCode;
use crate::option::{BIAS, GRAVITY, MISERE, OptionDef, Options, START};
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
    /// Left and Right have moves of their own, and the last move decides.
    Partizan,
}

impl fmt::Display for Theory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theory::Impartial => "impartial",
            Theory::Scoring => "scoring",
            Theory::Positional => "positional",
            Theory::Partizan => "partizan",
        })
    }
}

/// The boards that a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKind {
    /// Heaps, a graph, or both side by side.
    HeapsOrGraph,
    /// Graphs and multigraphs.
    Graph,
    /// Graphs whose vertices are cells of squared paper.
    Cells,
    /// Winning sets.
    Sets,
    /// Winning sets of a nested board.
    NestedSets,
}

impl BoardKind {
    /// After "is played on".
    pub fn words(self) -> &'static str {
        match self {
            BoardKind::HeapsOrGraph => "heaps or a graph",
            BoardKind::Graph => "a graph",
            BoardKind::Cells => "a grid or a part of one",
            BoardKind::Sets => "a board with winning sets",
            BoardKind::NestedSets => "a nested board",
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
    pub boards: BoardKind,
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
    /// What most definitions leave as it is: played on a graph, won by the last move, without options or a parameter.
    pub const BLANK: GameDef = GameDef {
        names: &[],
        title: "",
        sentence: "",
        prompt: "",
        parameter: None,
        theory: Theory::Impartial,
        boards: BoardKind::Graph,
        options: &[],
        look: &[],
        examples: &[],
        code: None,
        words: |wording| wording.plain(),
        starts: None,
        make: |setup| Err(setup.misfit("nothing")),
    };

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

    /// The options that the game takes, in words.
    fn options_in_words(&self) -> String {
        let names: Vec<String> =
            self.def.options.iter().map(|option| format!("--{}", option.name)).collect();
        match names.is_empty() {
            true => format!("{self} takes no options"),
            false => format!("{self} takes {}", names.join(", ")),
        }
    }

    /// A game with what follows its name, as it is printed.
    pub(crate) fn new(def: &'static GameDef, text: String) -> Self {
        GameName { def, text }
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
            let message = format!("--{} is not an option of {self}", option.name);
            let games: Vec<&str> = GAMES
                .iter()
                .filter(|def| def.options.iter().any(|known| known.name == option.name))
                .map(|def| def.name())
                .collect();
            let mut help = self.options_in_words();
            if games.len() <= 6 {
                help += &format!("; --{} is for {}", option.name, games.join(", "));
            }
            return Err(InputError::plain(message).help(help));
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
    pub fn heaps_and_graph(&self) -> Result<(Vec<u64>, Graph), InputError> {
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

    /// The graph of the board, whose vertices are cells of squared paper.
    pub fn cells(&self) -> Result<Graph, InputError> {
        let graph = self.graph()?;
        match graph.squares() {
            Some(_) => Ok(graph),
            None => Err(self.misfit(BoardKind::Cells.words())),
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
        let mut words = (self.game.def.words)(self);
        if self.options.has(&GRAVITY) {
            words +=
                " A point can be taken only if it lies at the bottom or on a point that is taken.";
        }
        match self.options.value(&BIAS).and_then(|bias| bias.split_once(':')) {
            Some((p, q)) if self.game.takes(&START) => {
                format!("{words} The players make {p} and {q} hops per turn.")
            }
            Some((p, q)) => format!("{words} The players take {p} and {q} points per turn."),
            None => words,
        }
    }

    /// How one moves, and who wins in the end where the last move decides.
    pub fn told(&self, sentence: &str) -> String {
        let verb = if self.options.has(&MISERE) { "loses" } else { "wins" };
        match self.game.def.theory {
            Theory::Impartial | Theory::Partizan => {
                format!("{sentence} Whoever makes the last move {verb}.")
            }
            Theory::Scoring | Theory::Positional => sentence.to_string(),
        }
    }

    /// The sentence of the definition, and who wins.
    pub fn plain(&self) -> String {
        self.told(self.game.def.sentence)
    }
}
