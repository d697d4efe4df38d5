//! Choices for readers who do not know the notation: families of boards with their sizes, and the options of games.
//! Which game is played on which family is found by trying.

use std::sync::OnceLock;

use outplay::{Asked, Question};
use outplay_rules::games::GAMES;
use outplay_rules::registry::all_options;
use serde::Serialize;

use crate::limits;

/// What can be chosen.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choices {
    families: Vec<FamilyChoice>,
    options: Vec<OptionChoice>,
}

/// Boards that differ by numbers.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FamilyChoice {
    /// What the boards are called.
    title: &'static str,
    /// The name of a board, with `{}` where a number stands.
    pattern: &'static str,
    numbers: &'static [Number],
    /// The games that are played on them.
    games: Vec<&'static str>,
}

/// A number of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Number {
    name: &'static str,
    least: u32,
    most: u32,
    usual: u32,
}

/// An option of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OptionChoice {
    /// As the command line has it: `normal-rules`.
    name: &'static str,
    /// As a question has it: `normal_rules`.
    field: String,
    /// What its value looks like; null for a flag.
    value: Option<&'static str>,
    help: &'static str,
}

struct Boards {
    title: &'static str,
    pattern: &'static str,
    numbers: &'static [Number],
}

const fn number(name: &'static str, least: u32, most: u32, usual: u32) -> Number {
    Number { name, least, most, usual }
}

const BOARDS: &[Boards] = &[
    Boards { title: "One heap", pattern: "heaps:{}", numbers: &[number("counters", 1, 60, 12)] },
    Boards {
        title: "Two heaps",
        pattern: "heaps:{},{}",
        numbers: &[number("first", 1, 40, 5), number("second", 1, 40, 8)],
    },
    Boards {
        title: "Three heaps",
        pattern: "heaps:{},{},{}",
        numbers: &[
            number("first", 1, 30, 3),
            number("second", 1, 30, 5),
            number("third", 1, 30, 7),
        ],
    },
    Boards {
        title: "Boxes",
        pattern: "boxes:{}x{}",
        numbers: &[number("rows", 1, 5, 2), number("columns", 1, 5, 3)],
    },
    Boards {
        title: "Octagons",
        pattern: "octagons:{}x{}",
        numbers: &[number("rows", 1, 3, 1), number("columns", 1, 4, 2)],
    },
    Boards {
        title: "Honeycomb",
        pattern: "hexagons:{}x{}",
        numbers: &[number("rows", 1, 4, 2), number("columns", 1, 4, 2)],
    },
    Boards {
        title: "Grid",
        pattern: "grid:{}x{}",
        numbers: &[number("rows", 1, 8, 3), number("columns", 1, 8, 4)],
    },
    Boards { title: "Path", pattern: "path:{}", numbers: &[number("vertices", 2, 40, 9)] },
    Boards { title: "Cycle", pattern: "cycle:{}", numbers: &[number("vertices", 3, 40, 8)] },
    Boards { title: "Star", pattern: "star:{}", numbers: &[number("rays", 1, 16, 6)] },
    Boards { title: "Wheel", pattern: "wheel:{}", numbers: &[number("rim", 3, 16, 6)] },
    Boards { title: "Ladder", pattern: "ladder:{}", numbers: &[number("rungs", 2, 12, 4)] },
    Boards {
        title: "Complete graph",
        pattern: "complete:{}",
        numbers: &[number("vertices", 2, 10, 5)],
    },
    Boards {
        title: "Complete bipartite graph",
        pattern: "bipartite:{},{}",
        numbers: &[number("left", 1, 8, 3), number("right", 1, 8, 3)],
    },
    Boards {
        title: "Pode",
        pattern: "pode:{},{},{}",
        numbers: &[number("first", 0, 9, 1), number("second", 0, 9, 2), number("third", 0, 9, 4)],
    },
    Boards {
        title: "Hypercube",
        pattern: "hypercube:{}",
        numbers: &[number("dimension", 1, 4, 3)],
    },
    Boards { title: "Petersen graph", pattern: "petersen", numbers: &[] },
    Boards { title: "Square board", pattern: "ttt:{}", numbers: &[number("side", 2, 6, 3)] },
    Boards {
        title: "k in a row",
        pattern: "lattice:{}x{},{}",
        numbers: &[
            number("rows", 2, 8, 4),
            number("columns", 2, 8, 5),
            number("in a row", 2, 5, 3),
        ],
    },
    Boards { title: "Cube of cells", pattern: "ttt:{}^3", numbers: &[number("side", 2, 4, 3)] },
    Boards {
        title: "Rhombus of hexagons",
        pattern: "hex:{}x{}",
        numbers: &[number("rows", 2, 6, 4), number("columns", 2, 6, 4)],
    },
    Boards { title: "Affine plane", pattern: "ag:2,{}", numbers: &[number("order", 2, 5, 3)] },
    Boards { title: "Projective plane", pattern: "pg:2,{}", numbers: &[number("order", 2, 5, 2)] },
    Boards {
        title: "Projective planes within a projective plane",
        pattern: "[pg:2,{} : pg:2,{}]",
        numbers: &[number("outer order", 2, 3, 2), number("inner order", 2, 3, 2)],
    },
    Boards {
        title: "Affine planes within an affine plane",
        pattern: "[ag:2,{} : ag:2,{}]",
        numbers: &[number("outer order", 2, 3, 2), number("inner order", 2, 3, 2)],
    },
];

impl Boards {
    /// The board with the usual numbers.
    fn usual(&self) -> String {
        self.numbers.iter().fold(self.pattern.to_string(), |name, number| {
            name.replacen("{}", &number.usual.to_string(), 1)
        })
    }
}

/// What can be chosen; computed once.
pub fn choices() -> &'static Choices {
    static CHOICES: OnceLock<Choices> = OnceLock::new();
    CHOICES.get_or_init(|| Choices {
        families: BOARDS.iter().map(family).collect(),
        options: all_options()
            .into_iter()
            .map(|option| OptionChoice {
                name: option.name,
                field: option.field(),
                value: option.value,
                help: option.help,
            })
            .collect(),
    })
}

fn family(boards: &Boards) -> FamilyChoice {
    let usual = boards.usual();
    let played = |game: &String| {
        let question = Question::new(game, &usual);
        question.is_ok_and(|question| Asked::new(&question, &limits::visit()).is_ok())
    };
    let games = GAMES.iter().filter(|def| played(&def.full_name(def.name())));
    FamilyChoice {
        title: boards.title,
        pattern: boards.pattern,
        numbers: boards.numbers,
        games: games.map(|def| def.name()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_board_to_choose_and_every_board_a_game() {
        let choices = choices();
        for family in &choices.families {
            assert!(!family.games.is_empty(), "{}", family.pattern);
            assert!(family.numbers.iter().all(|n| n.least <= n.usual && n.usual <= n.most));
        }
        for def in GAMES {
            let offered = choices.families.iter().any(|family| family.games.contains(&def.name()));
            assert!(offered, "{}", def.name());
        }
        let on = |pattern: &str| {
            let family = choices.families.iter().find(|family| family.pattern == pattern);
            &family.expect("a family").games
        };
        assert!(on("heaps:{}").contains(&"nim") && !on("heaps:{}").contains(&"cram"));
        assert!(on("ttt:{}").contains(&"hop") && !on("ttt:{}").contains(&"nim"));
    }
}
