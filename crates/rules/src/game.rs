//! Games by name, their options, and the ruleset that a name, a board and options make.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::board::Board;
use crate::error::{InputError, nearest};
use crate::games::arc_kayles::ArcKayles;
use crate::games::chooser_picker::ChooserPicker;
use crate::games::hop::HopGame;
use crate::games::nimstring::Nimstring;
use crate::games::node_kayles::NodeKayles;
use crate::games::octal::OctalGame;
use crate::games::octal_code::OctalCode;
use crate::games::placing::{Goal, PlacingGame};
use crate::games::scoring::{EdgeGame, Variant};
use crate::graph::Graph;
use crate::player::Player;
use crate::sets::SetBoard;
use crate::symmetry::point_orbits;

/// The name of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameName {
    /// `octal:CODE` or `hexadecimal:CODE`
    Octal(OctalCode),
    /// A heap game with a name of its own.
    Named(NamedHeapGame),
    /// `subtraction:1,2,3`
    Subtraction(Vec<usize>),
    /// `node-kayles`, also `monochrome`
    NodeKayles,
    /// `arc-kayles`
    ArcKayles,
    /// `cram`
    Cram,
    /// `unshackle`
    Unshackle,
    /// `closing-octagons`
    ClosingOctagons,
    /// `strings-and-coins`, also `dots-and-boxes`
    StringsAndCoins,
    /// `nimstring`
    Nimstring,
    /// `positional`
    Positional,
    /// `maker-breaker`
    MakerBreaker,
    /// `avoider-enforcer`
    AvoiderEnforcer,
    /// `chooser-picker`
    ChooserPicker,
    /// `picker-chooser`
    PickerChooser,
    /// `hop`
    Hop,
    /// `fire-and-ice`
    FireAndIce,
}

/// Heap games that have a name beside their code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedHeapGame {
    /// 0.333…
    Nim,
    /// 0.77
    Kayles,
    /// 0.07
    DawsonsKayles,
    /// 0.137
    DawsonsChess,
    /// 0.137
    RobsDots,
    /// 0.6
    Officers,
    /// 0.007
    Treblecross,
}

impl NamedHeapGame {
    const ALL: [(NamedHeapGame, &'static str, &'static str); 7] = [
        (NamedHeapGame::Nim, "nim", "0.3..."),
        (NamedHeapGame::Kayles, "kayles", "0.77"),
        (NamedHeapGame::DawsonsKayles, "dawsons-kayles", "0.07"),
        (NamedHeapGame::DawsonsChess, "dawsons-chess", "0.137"),
        (NamedHeapGame::RobsDots, "robs-dots", "0.137"),
        (NamedHeapGame::Officers, "officers", "0.6"),
        (NamedHeapGame::Treblecross, "treblecross", "0.007"),
    ];

    /// The name and the code.
    fn entry(self) -> (&'static str, &'static str) {
        let (_, name, code) =
            Self::ALL.into_iter().find(|(game, ..)| *game == self).unwrap_or(Self::ALL[0]);
        (name, code)
    }
}

/// The names that stand alone, without a code after them.
const PLAIN: [(&str, GameName); 16] = [
    ("node-kayles", GameName::NodeKayles),
    ("monochrome", GameName::NodeKayles),
    ("arc-kayles", GameName::ArcKayles),
    ("cram", GameName::Cram),
    ("unshackle", GameName::Unshackle),
    ("closing-octagons", GameName::ClosingOctagons),
    ("strings-and-coins", GameName::StringsAndCoins),
    ("dots-and-boxes", GameName::StringsAndCoins),
    ("nimstring", GameName::Nimstring),
    ("positional", GameName::Positional),
    ("maker-breaker", GameName::MakerBreaker),
    ("avoider-enforcer", GameName::AvoiderEnforcer),
    ("chooser-picker", GameName::ChooserPicker),
    ("picker-chooser", GameName::PickerChooser),
    ("hop", GameName::Hop),
    ("fire-and-ice", GameName::FireAndIce),
];

/// Every name a game can be asked for by, with an example of a code where one is needed.
pub fn game_names() -> Vec<&'static str> {
    let coded = ["octal:0.137", "hexadecimal:0.9", "subtraction:1,2,3"];
    let named = NamedHeapGame::ALL.iter().map(|(_, name, _)| *name);
    coded.into_iter().chain(named).chain(PLAIN.iter().map(|(name, _)| *name)).collect()
}

impl GameName {
    /// The code of a game that has one.
    pub fn code(&self) -> Option<OctalCode> {
        match self {
            GameName::Octal(code) => Some(code.clone()),
            GameName::Named(named) => named.entry().1.parse().ok(),
            GameName::Subtraction(numbers) => Some(OctalCode::subtraction(numbers)),
            _ => None,
        }
    }

    /// Whether it is impartial: the last move decides, and `--misere` makes sense.
    pub fn is_impartial(&self) -> bool {
        use GameName::*;
        matches!(
            self,
            Octal(_) | Named(_) | Subtraction(_) | NodeKayles | ArcKayles | Cram | Nimstring
        )
    }
}

impl FromStr for GameName {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let text = text.trim();
        if let Some((_, name)) = PLAIN.iter().find(|(name, _)| *name == text) {
            return Ok(name.clone());
        }
        if let Some((game, ..)) = NamedHeapGame::ALL.iter().find(|(_, name, _)| *name == text) {
            return Ok(GameName::Named(*game));
        }
        match text.split_once(':') {
            Some(("octal", code)) => Ok(GameName::Octal(code.trim().parse()?)),
            Some(("hexadecimal", code)) => {
                Ok(GameName::Octal(OctalCode::read_hexadecimal(code.trim())?))
            }
            Some(("subtraction", numbers)) => read_subtraction(text, numbers),
            _ => Err(unknown(text)),
        }
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
    let known = game_names();
    let near = nearest(name, known.iter().map(|name| name.split(':').next().unwrap_or(name)));
    let help = match near {
        _ if looks_like_code => format!("did you mean octal:{text}?"),
        Some(near) => {
            let full =
                known.iter().find(|name| name.split(':').next() == Some(near)).unwrap_or(&near);
            if *full != near {
                format!("did you mean {near}? It is written like {full}")
            } else {
                format!("did you mean {near}?")
            }
        }
        None => format!("games: {}", known.join(", ")),
    };
    InputError::whole(text, message).help(help)
}

fn read_subtraction(text: &str, numbers: &str) -> Result<GameName, InputError> {
    const MOST: usize = 100_000;
    let wrong = || {
        let message = format!("a subtraction set is a list of numbers from 1 to {MOST}");
        InputError::whole(text, message).help("for example subtraction:1,2,3")
    };
    let number = |part: &str| {
        part.trim().parse::<usize>().ok().filter(|n| (1..=MOST).contains(n)).ok_or_else(wrong)
    };
    let mut set = numbers.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    set.sort_unstable();
    set.dedup();
    Ok(GameName::Subtraction(set))
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameName::Octal(code) => {
                let text = code.to_string();
                // Without a letter the code would be read as octal again, and refused.
                let needs_prefix = code.is_hexadecimal() && text.parse::<OctalCode>().is_err();
                write!(f, "{}:{text}", if needs_prefix { "hexadecimal" } else { "octal" })
            }
            GameName::Named(named) => f.write_str(named.entry().0),
            GameName::Subtraction(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
                write!(f, "subtraction:{}", numbers.join(","))
            }
            plain => f.write_str(
                PLAIN.iter().find(|(_, game)| game == plain).map_or("", |(name, _)| name),
            ),
        }
    }
}

/// Reads a heap game by its code alone (`0.137`) or by name (`kayles`, `hexadecimal:0.9`).
pub fn read_heap_game(text: &str) -> Result<(GameName, OctalCode), InputError> {
    let is_code = text.trim().starts_with(|c: char| c.is_ascii_hexdigit()) && text.contains('.');
    let game = if is_code { GameName::Octal(text.trim().parse()?) } else { text.parse()? };
    let code = game.code().ok_or_else(|| {
        InputError::whole(text, format!("{game} is not a game on heaps"))
            .help("give a code such as 0.137, or kayles")
    })?;
    Ok((game, code))
}

/// What may be asked of a game beside its board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The last player to move loses (impartial games).
    pub misere: bool,
    /// Rules (3') and (4') of Closing Octagons.
    pub normal_rules: bool,
    /// Points a turn, for the first-named role and the other.
    pub bias: Option<(u32, u32)>,
    /// Breaker begins (Maker-Breaker).
    pub breaker_first: bool,
    /// Enforcer begins (Avoider-Enforcer).
    pub enforcer_first: bool,
    /// Where the first X stands (hop games).
    pub start: Option<String>,
}

impl Options {
    /// Refuses options that say nothing about this game.
    fn check(&self, game: &GameName) -> Result<(), InputError> {
        use GameName::*;
        let hops = matches!(game, Hop | FireAndIce);
        let takes_bias = matches!(game, Positional | MakerBreaker | AvoiderEnforcer);
        let uses = [
            (self.misere, "--misere", game.is_impartial(), "impartial games"),
            (self.normal_rules, "--normal-rules", *game == ClosingOctagons, "closing-octagons"),
            (
                self.bias.is_some(),
                "--bias",
                takes_bias,
                "positional, maker-breaker and avoider-enforcer",
            ),
            (self.breaker_first, "--breaker-first", *game == MakerBreaker, "maker-breaker"),
            (self.enforcer_first, "--enforcer-first", *game == AvoiderEnforcer, "avoider-enforcer"),
            (self.start.is_some(), "--start", hops, "hop and fire-and-ice"),
        ];
        match uses.iter().find(|(given, _, applies, _)| *given && !applies) {
            Some((_, flag, _, games)) => {
                Err(InputError::plain(format!("{flag} is for {games}, not for {game}")))
            }
            None => Ok(()),
        }
    }
}

/// Reads a bias such as `1:2`.
pub fn read_bias(text: &str) -> Result<(u32, u32), InputError> {
    let number = |part: &str| part.trim().parse::<u32>().ok().filter(|&n| n > 0);
    let pair = text.split_once(':').and_then(|(p, q)| Some((number(p)?, number(q)?)));
    pair.ok_or_else(|| InputError::whole(text, "a bias is two numbers from 1 on, written like 1:2"))
}

/// The rules of a game on a board, whatever the game.
#[derive(Clone, Debug)]
pub enum Ruleset {
    /// Taking and breaking.
    Octal(OctalGame),
    /// Node Kayles.
    NodeKayles(NodeKayles),
    /// Arc Kayles and Cram.
    ArcKayles(ArcKayles),
    /// Nimstring.
    Nimstring(Nimstring),
    /// Unshackle, strings-and-coins, Closing Octagons.
    Edges(EdgeGame),
    /// Positional, Maker-Breaker, Avoider-Enforcer.
    Placing(PlacingGame),
    /// Chooser-Picker and Picker-Chooser.
    ChooserPicker(ChooserPicker),
    /// A hop game from each of its starts: the one asked for, or every one up to symmetry.
    Hop(Vec<(usize, HopGame)>),
}

impl Ruleset {
    /// The rules that a game, a board and options make, or why they do not fit.
    pub fn new(game: &GameName, board: Board, options: &Options) -> Result<Self, InputError> {
        options.check(game)?;
        if let Some(code) = game.code() {
            return match board {
                Board::Places { heaps, graph } => {
                    Ok(Ruleset::Octal(OctalGame::new(code, heaps, graph)?))
                }
                Board::Sets(_) => Err(misfit(game, "heaps or a graph", "heaps:9 or grid:3x4")),
            };
        }
        match game {
            GameName::NodeKayles => Ok(Ruleset::NodeKayles(NodeKayles::new(graph(game, board)?))),
            GameName::ArcKayles | GameName::Cram => {
                Ok(Ruleset::ArcKayles(ArcKayles::new(graph(game, board)?)))
            }
            GameName::Nimstring => Ok(Ruleset::Nimstring(Nimstring::new(graph(game, board)?))),
            GameName::Unshackle => {
                Ok(Ruleset::Edges(EdgeGame::new(graph(game, board)?, Variant::Unshackle)))
            }
            GameName::ClosingOctagons if options.normal_rules => {
                Ok(Ruleset::Edges(EdgeGame::new(graph(game, board)?, Variant::NormalOctagons)))
            }
            GameName::ClosingOctagons | GameName::StringsAndCoins => {
                Ok(Ruleset::Edges(EdgeGame::new(graph(game, board)?, Variant::StringsAndCoins)))
            }
            GameName::ChooserPicker | GameName::PickerChooser => {
                let picker_is_maker = *game == GameName::PickerChooser;
                Ok(Ruleset::ChooserPicker(ChooserPicker::new(sets(game, board)?, picker_is_maker)?))
            }
            GameName::Hop | GameName::FireAndIce => {
                Ok(Ruleset::Hop(hop_games(game, sets(game, board)?, options)?))
            }
            _ => {
                let bias = options.bias.unwrap_or((1, 1));
                Ok(Ruleset::Placing(PlacingGame::new(
                    sets(game, board)?,
                    goal(game, options),
                    bias,
                )?))
            }
        }
    }
}

fn goal(game: &GameName, options: &Options) -> Goal {
    let leader = |swapped: bool| if swapped { Player::Second } else { Player::First };
    match game {
        GameName::MakerBreaker => Goal::MakerBreaker { maker: leader(options.breaker_first) },
        GameName::AvoiderEnforcer => {
            Goal::AvoiderEnforcer { avoider: leader(options.enforcer_first) }
        }
        _ => Goal::Strong,
    }
}

fn hop_games(
    game: &GameName,
    board: SetBoard,
    options: &Options,
) -> Result<Vec<(usize, HopGame)>, InputError> {
    if board.point_count() == 0 {
        return Err(InputError::plain(format!("{game} needs a point for the first X")));
    }
    let starts = match &options.start {
        Some(text) => {
            let place = board.places().read(text).ok_or_else(|| {
                let message = format!("there is no place '{text}' for the first X");
                InputError::whole(text, message).help(board.places().describe())
            })?;
            vec![place]
        }
        None => {
            let orbits = point_orbits(&board);
            (0..board.point_count()).filter(|&point| orbits[point] == point).collect()
        }
    };
    let board = Arc::new(board);
    let make = |start: usize| match game {
        GameName::FireAndIce => HopGame::fire_and_ice(board.clone(), start),
        _ => HopGame::new(board.clone(), start),
    };
    starts.into_iter().map(|start| Ok((start, make(start)?))).collect()
}

fn misfit(game: &GameName, needs: &str, example: &str) -> InputError {
    InputError::plain(format!("{game} is played on {needs}"))
        .help(format!("for example: {game} {example}"))
}

fn graph(game: &GameName, board: Board) -> Result<Graph, InputError> {
    match board {
        Board::Places { heaps, graph } if heaps.is_empty() => Ok(graph),
        Board::Places { .. } if *game == GameName::NodeKayles => {
            let error = InputError::plain("node-kayles is played on a graph, not on heaps");
            Err(error.help("a heap of dots is a path: node-kayles path:50, or robs-dots heaps:50"))
        }
        Board::Places { .. } => Err(misfit(game, "a graph, not on heaps", "grid:2x4")),
        Board::Sets(_) => Err(misfit(game, "a graph", "grid:2x4")),
    }
}

fn sets(game: &GameName, board: Board) -> Result<SetBoard, InputError> {
    let example =
        if *game == GameName::FireAndIce { "\"[pg:2,2 : pg:2,2]\"" } else { "ttt:3 or pg:2,2" };
    match board {
        Board::Sets(board) => Ok(board),
        Board::Places { .. } => Err(misfit(game, "a board with winning sets", example)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardName;

    fn rules(game: &str, board: &str, options: Options) -> Result<Ruleset, InputError> {
        let board: BoardName = board.parse()?;
        Ruleset::new(&game.parse()?, board.build()?, &options)
    }

    #[test]
    fn names_read_back() {
        for name in game_names() {
            let game: GameName = name.parse().unwrap();
            assert_eq!(game.to_string().parse::<GameName>().unwrap(), game);
        }
        assert_eq!("octal:0.3F".parse::<GameName>().unwrap().to_string(), "octal:0.3F");
        assert_eq!("hexadecimal:0.9".parse::<GameName>().unwrap().to_string(), "hexadecimal:0.9");
        assert_eq!("subtraction:3,1,3".parse::<GameName>().unwrap().to_string(), "subtraction:1,3");
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
            ("fire-and-ice", "pg:2,2"),
            ("octal:4.0", "path:3"),
        ] {
            assert!(rules(game, board, Options::default()).is_err(), "{game} {board}");
        }
    }

    #[test]
    fn options_must_fit() {
        let misere = Options { misere: true, ..Options::default() };
        assert!(rules("unshackle", "grid:2x2", misere.clone()).is_err());
        assert!(rules("kayles", "heaps:3", misere).is_ok());
        let start = Options { start: Some("10".into()), ..Options::default() };
        assert!(rules("hop", "ttt:3", start.clone()).unwrap_err().to_string().contains("1 to 9"));
        assert!(rules("positional", "ttt:3", start).is_err());
        assert!(read_bias("1:0").is_err() && read_bias("2").is_err());
        assert_eq!(read_bias("2:3").unwrap(), (2, 3));
    }

    #[test]
    fn hop_starts_up_to_symmetry() {
        let Ruleset::Hop(games) = rules("hop", "ttt:3", Options::default()).unwrap() else {
            panic!()
        };
        assert_eq!(games.iter().map(|(start, _)| start + 1).collect::<Vec<_>>(), [1, 2, 5]);
    }
}
