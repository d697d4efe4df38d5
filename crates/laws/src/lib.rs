//! Laws that every parser keeps, whatever text it is given: it answers or refuses, never panics, and what it accepts
//! it can print and read back as the same thing.
//!
//! The tests try them on mutated examples for a few seconds; `fuzz/` lets libFuzzer look for a breach as long as one
//! likes. A law takes any bytes and panics if it is broken.

#![allow(clippy::panic, reason = "a broken law is told by a panic")]

mod structured;

use outplay_rules::board::BoardName;
use outplay_rules::family::Family;
use outplay_rules::game::GameName;
use outplay_rules::games::GAMES;
use outplay_rules::graph::files::{self, Format};
use outplay_rules::in_space;
use outplay_rules::option::read_bias;
use outplay_rules::record::Record;
use outplay_rules::registry::read_question;
use outplay_rules::rules::Rules;
use outplay_rules::sets;

/// A law, with texts that it is interesting for.
pub struct Law {
    /// What it is called; the fuzz target has the same name.
    pub name: &'static str,
    /// Tries it on some bytes.
    pub holds: fn(&[u8]),
    /// Texts to start from.
    pub seeds: &'static [&'static str],
}

/// Valid certificates of every kind, but for their checksums.
pub const CERTIFICATES: [&str; 22] = [
    include_str!("../seeds/certificate/arithmetic"),
    include_str!("../seeds/certificate/avoider"),
    include_str!("../seeds/certificate/coins"),
    include_str!("../seeds/certificate/exchange"),
    include_str!("../seeds/certificate/grundy"),
    include_str!("../seeds/certificate/heaps"),
    include_str!("../seeds/certificate/hop"),
    include_str!("../seeds/certificate/margin"),
    include_str!("../seeds/certificate/misere"),
    include_str!("../seeds/certificate/newest"),
    include_str!("../seeds/certificate/nimstring"),
    include_str!("../seeds/certificate/octagons"),
    include_str!("../seeds/certificate/octal"),
    include_str!("../seeds/certificate/pairs"),
    include_str!("../seeds/certificate/period"),
    include_str!("../seeds/certificate/picker"),
    include_str!("../seeds/certificate/potential"),
    include_str!("../seeds/certificate/promise-cram"),
    include_str!("../seeds/certificate/promise-hop"),
    include_str!("../seeds/certificate/promise-points"),
    include_str!("../seeds/certificate/stealing"),
    include_str!("../seeds/certificate/strong"),
];

/// Every law.
pub const LAWS: [Law; 10] = [
    Law {
        name: "board_name",
        holds: board_name,
        seeds: &[
            "heaps:6,19,19",
            "grid:3x4 + path:2",
            "bipode:1,1,2;1,1,2;3",
            "polygons:5,1x3",
            "graph6:DQc",
            "sparse6::Fa@x^",
            "edges:1-2,2-3,3-3",
            "[ag:2,3 : [pg:2,2 : ttt:3]]",
            "sets:1-2-3,1-4-7",
            "matroid:graphic(complete:4),circuits",
            "lattice:4x4,3",
            "ttt:4^3",
            "cells:##./.##/#",
            "hex:3x4",
        ],
    },
    Law {
        name: "game_name",
        holds: game_name,
        seeds: &[
            "octal:0.137",
            "hexadecimal:0.9",
            "subtraction:1,2,3",
            "octal:0.333...",
            "kayles",
            "maker-breaker",
            "partizan-octal:0.3,0.03",
        ],
    },
    Law {
        name: "family",
        holds: family,
        seeds: &["grid:1..4x1..6", "path:0..100", "ag:2,2..9", "@../x.g6"],
    },
    Law {
        name: "graph_lines",
        holds: graph_lines,
        seeds: &[
            "DQc\n",
            ":Fa@x^\n",
            ">>graph6<<DQc\nDQc\n",
            ">>sparse6<<:Fa@x^",
            "?\n@\nA_\n",
            "~?@?",
        ],
    },
    Law {
        name: "graph_texts",
        holds: graph_texts,
        seeds: &[
            "1 2\n2-3\n# x\n4\n",
            "graph { a -- b -- c; d [pos=\"1,2!\"]; }",
            "strict graph \"g\" { 1 -- {2 3} /* x */ }",
            "{\"vertices\": [\"a\", \"b\"], \"edges\": [[\"a\", \"b\"]], \"at\": {\"a\": [0, 0], \"b\": [1, 0.5]}}",
        ],
    },
    Law {
        name: "set_files",
        holds: set_files,
        seeds: &[
            "{\"points\": 4, \"sets\": [[3, 4]], \"second_sets\": [[1, 2]], \"hops\": [[1, 3], [1, 4]]}",
        ],
    },
    Law {
        name: "move_lists",
        holds: move_lists,
        seeds: &[
            "5>1 5>2;1>3",
            "1-2 (1,2)-(1,3) 3-4#2",
            "3,4 (1,1),2",
            "50>6,41 6>0",
            "1.2 1.3>2.3",
            "5 1 9 3",
        ],
    },
    Law { name: "certificate", holds: certificate, seeds: &CERTIFICATES },
    Law {
        name: "made_board",
        holds: made_board,
        seeds: &["", "0123456789", "hop on a nest of sets", "zyxwvutsrq"],
    },
    Law {
        name: "made_certificate",
        holds: made_certificate,
        seeds: &["", "0123456789", "aabbccddee", "period and saltus"],
    },
];

/// A certificate is accepted or refused, and its checksum is not looked at here: the law gives it the right one.
pub fn certificate(bytes: &[u8]) {
    // Large boards and heaps and long periods take long without being of more interest.
    let text = text(bytes);
    let numbers = |line: &str| -> Vec<u32> {
        let digits = line.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        digits.map(|part| part.parse().unwrap_or(u32::MAX)).collect()
    };
    let large = text.lines().any(|line| match line.split_once(' ') {
        Some(("board", board)) => numbers(board).iter().any(|&number| number > 7),
        Some(("heaps" | "period" | "saltus" | "last-exception", rest)) => {
            numbers(rest).iter().any(|&number| number > 9999)
        }
        _ => false,
    });
    if large {
        return;
    }
    for certificate in sealed(bytes) {
        let _ = outplay_certificate::check(&certificate[..], 1 << 24);
    }
}

/// The law of certificates, on one that is put together from choices.
pub fn made_certificate(bytes: &[u8]) {
    certificate(&structured::certificate(&bytes[..bytes.len().min(16)]));
}

/// The law of boards, on one that is put together from choices.
pub fn made_board(bytes: &[u8]) {
    board_name(structured::board(bytes).as_bytes());
}

/// A certificate with the checksum that fits: of all bytes if it is about a game, of what comes before the last newline
/// if it is about a period.
fn sealed(bytes: &[u8]) -> [Vec<u8>; 2] {
    let game = [bytes, outplay_certificate::sum::last_line(bytes).as_bytes()].concat();
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let last = outplay_certificate::sum::last_line(body);
    [game, [body, b"\n", last.as_bytes()].concat()]
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The name of a board reads back, and building it ends with a board or an error.
pub fn board_name(bytes: &[u8]) {
    let Ok(name) = text(bytes).parse::<BoardName>() else { return };
    let printed = name.to_string();
    assert_eq!(printed.parse::<BoardName>().as_ref(), Ok(&name), "{printed}");
    let _ = name.build();
}

/// The name of a game reads back.
pub fn game_name(bytes: &[u8]) {
    let text = text(bytes);
    let _ = read_bias(&text);
    let Ok(name) = text.parse::<GameName>() else { return };
    let printed = name.to_string();
    assert_eq!(printed.parse::<GameName>().as_ref(), Ok(&name), "{printed}");
}

/// A family has as many members as it says, and no ranges are left in them.
pub fn family(bytes: &[u8]) {
    let Ok(family) = text(bytes).parse::<Family>() else { return };
    assert_eq!(family.to_string().parse::<Family>().as_ref(), Ok(&family));
    if family.len() < 1000 {
        assert_eq!(family.members().count(), family.len());
        assert!(family.members().all(|member| member.at.len() == family.ranges().len()));
    }
}

/// What graph6 and sparse6 accept, they write and read back.
pub fn graph_lines(bytes: &[u8]) {
    for format in [Format::Graph6, Format::Sparse6] {
        let Ok(graphs) = files::read(format, &text(bytes)) else { continue };
        for graph in graphs {
            let written = files::sparse6::write(&graph).expect("every graph has a sparse6 form");
            assert_eq!(files::sparse6::read(&written).as_ref(), Ok(&graph), "{written}");
            if let Ok(written) = files::graph6::write(&graph) {
                assert_eq!(files::graph6::read(&written).as_ref(), Ok(&graph), "{written}");
            }
        }
    }
}

/// What edge lists, DOT and JSON accept, they write and read back with the same edges.
pub fn graph_texts(bytes: &[u8]) {
    for format in [Format::EdgeList, Format::Dot, Format::Json] {
        let Ok(graphs) = files::read(format, &text(bytes)) else { continue };
        let Ok(written) = files::write(format, &graphs[0]) else { continue };
        let again =
            files::read(format, &written).unwrap_or_else(|e| panic!("{format:?}: {written}: {e}"));
        assert_eq!(again[0].vertex_count(), graphs[0].vertex_count(), "{written}");
        assert_eq!(again[0].edge_count(), graphs[0].edge_count(), "{written}");
    }
}

/// What a file of winning sets holds reads back.
pub fn set_files(bytes: &[u8]) {
    let Ok(board) = sets::json::read(&text(bytes)) else { return };
    let written = sets::json::write(&board).expect("a listed board can be written");
    assert_eq!(sets::json::read(&written).as_ref(), Ok(&board), "{written}");
}

/// Any list of moves is played or refused in any game, and what was played reads back.
pub fn move_lists(bytes: &[u8]) {
    let moves = text(bytes);
    for example in GAMES.iter().filter_map(|game| game.examples.first()) {
        let (game, board, options) = read_question(example).expect("an example that makes sense");
        let cases = game.cases(board.build().expect("a small board"), &options);
        for case in cases.expect("a game that fits").all() {
            in_space!(&case.ruleset, |game| replays(game, &moves));
        }
    }
}

fn replays<R: Rules>(rules: &R, moves: &str) {
    let Ok(record) = Record::after(rules, moves) else { return };
    let written: Vec<String> = record.moves().map(|mv| rules.write_move(mv)).collect();
    let again =
        Record::after(rules, &written.join(" ")).unwrap_or_else(|e| panic!("{written:?}: {e}"));
    assert_eq!(again.now(), record.now());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_certificates_to_start_from_are_valid() {
        for certificate in CERTIFICATES {
            let mut refused = Vec::new();
            for bytes in sealed(certificate.as_bytes()) {
                refused.extend(outplay_certificate::check(&bytes[..], 1 << 24).err());
            }
            let valid = refused.len() < sealed(certificate.as_bytes()).len();
            assert!(valid, "{certificate}: {refused:?}");
        }
    }
}
