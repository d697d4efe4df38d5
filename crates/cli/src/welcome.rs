//! What `outplay` alone prints.

use outplay::door::games::{GameInfo, games};

/// Commands that show what the program can do. A test runs each of them.
pub const EXAMPLES: [(&str, &str); 5] = [
    ("who wins with 50 dots in a row, and how", "outplay solve robs-dots heaps:50"),
    ("the exact margin of a scoring game", "outplay solve unshackle grid:2x4"),
    ("every first hop, and what it leads to", "outplay moves hop ttt:3 --start 5"),
    ("the period of Kayles, with its proof", "outplay period kayles"),
    ("play against perfect play in the browser", "outplay serve"),
];

/// Games, boards and moves in short, for the end of `--help`.
pub fn notation() -> String {
    format!("Games:   {}\n{NOTATION}", wrapped(&games().games))
}

/// The names of the games in lines that fit a terminal.
fn wrapped(games: &[GameInfo]) -> String {
    const WIDTH: usize = 100;
    const INDENT: usize = 9;
    let mut lines = vec![String::new()];
    for (index, game) in games.iter().enumerate() {
        let name = match game.parameter {
            Some(parameter) => format!("{}:{parameter}", game.name),
            None => game.name.to_string(),
        };
        let item = if index + 1 < games.len() { format!("{name}, ") } else { name };
        match lines.last_mut() {
            Some(line) if INDENT + line.len() + item.trim_end().len() <= WIDTH => {
                line.push_str(&item)
            }
            _ => lines.push(item),
        }
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join(&format!("\n{}", " ".repeat(INDENT)))
}

const NOTATION: &str = "\
Boards:  heaps:50 · path:N cycle:N grid:MxN cells:##./.## complete:N bipartite:A,B star:K
         wheel:N ladder:N multipartite:2,2 caterpillar:2,0,1 hypercube:D petersen
         pode:1,1,2 bipode:1,1;1,2;3 attach:BOARD,V,N · octagons:MxN boxes:MxN polygons:K,MxN
         hexagons:MxN · graph6:… sparse6:… edges:1-2,2-3 @FILE · ttt:3 ttt:4^3 lattice:7x7,4 hex:MxN
         ag:2,4 pg:2,3 [ag:2,3 : pg:2,2] sets:1-2-3,1-4-7 matroid:whirl-3,circuits · A + B
Moves:   50>6,41 · 3 or 3,4 · 3-4 · 5 · 5>1, separated by spaces or semicolons
Exit:    0 answered · 1 refuted or invalid · 2 wrong input · 3 a limit was reached first
         4 a file or the output could not be read or written";

/// The text that greets a newcomer.
pub fn text() -> String {
    let mut text = String::from(
        "Outplay: exact answers for two-player games on graphs and boards.\n\n\
         Name a game and a board. Five things to try:\n\n",
    );
    for (what, command) in EXAMPLES {
        text.push_str(&format!("  {command:<44} {what}\n"));
    }
    text.push_str(&format!(
        "\n{}\n\n`outplay --help` lists every command, `outplay COMMAND --help` has examples.",
        notation()
    ));
    text
}
