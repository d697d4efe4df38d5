//! The rules of each game in a sentence or two, for people who have never seen it.

use outplay_rules::game::{GameName, Options};
use outplay_rules::games::octal_code::OctalCode;

/// How one moves, and who wins. On arrays of polygons an edge is a side to draw.
pub fn rule(game: &GameName, options: &Options, on_heaps: bool, on_polygons: bool) -> String {
    let last = if options.misere {
        "Whoever makes the last move loses."
    } else {
        "Whoever makes the last move wins."
    };
    let how = match game {
        GameName::Named(_) | GameName::Octal(_) | GameName::Subtraction(_) => {
            let taking = game.code().map(|code| octal(&code, on_heaps)).unwrap_or_default();
            format!("{taking} {last}")
        }
        GameName::NodeKayles => {
            format!("Mark a vertex; it and its neighbours are gone. {last}")
        }
        GameName::ArcKayles => format!("Take two joined vertices. {last}"),
        GameName::Cram => format!("Lay a domino on two free neighbouring cells. {last}"),
        GameName::Unshackle => "Cut a chain. A prisoner without chains goes free and is your point; the turn passes \
             after every cut. More points win."
            .into(),
        GameName::StringsAndCoins if !on_polygons => {
            "Cut a string. A coin without strings is yours, and you must cut again. More coins win.".into()
        }
        GameName::ClosingOctagons | GameName::StringsAndCoins => {
            "Draw a side. Who closes a polygon scores a point and draws again. More points win.".into()
        }
        GameName::Nimstring => {
            let loser = if options.misere { "wins" } else { "loses" };
            let (cut, again) =
                if on_polygons { ("Draw a side", "closes a polygon") } else { ("Cut an edge", "frees a vertex") };
            format!("{cut}. Who {again} must move again. Who must move and cannot {loser}.")
        }
        GameName::Positional => {
            "Take a free point. The first to own a whole winning set wins.".into()
        }
        GameName::MakerBreaker => "Take a free point. Maker wants to own a whole winning set; Breaker wants to \
             prevent it."
            .into(),
        GameName::AvoiderEnforcer => {
            "Take a free point. Avoider loses as soon as he owns a whole winning set.".into()
        }
        GameName::ChooserPicker => "Picker offers two free points; Chooser keeps one, Picker gets the other. Chooser \
             wants to own a whole winning set, Picker wants to prevent it."
            .into(),
        GameName::PickerChooser => "Picker offers two free points; Chooser keeps one, Picker gets the other. Picker \
             wants to own a whole winning set, Chooser wants to prevent it."
            .into(),
        GameName::Hop => "Move one of your pieces to a free point; a piece of your opponent appears where it stood. \
             Whoever owns a whole winning set after a hop wins; if both do, it is a tie."
            .into(),
        GameName::FireAndIce => "Slide a piece on its island or jump to the same place on another; a piece of your \
             opponent appears where it stood. Own an inner line on each island of an outer line to win."
            .into(),
    };
    match options.bias {
        Some((p, q)) => format!("{how} The players take {p} and {q} points a turn."),
        None => how,
    }
}

/// What the digits of a code allow, in words.
fn octal(code: &OctalCode, on_heaps: bool) -> String {
    if code.to_string() == "0.137" && on_heaps {
        return "Mark a dot that is not marked and has no marked neighbour: it and its neighbours are out.".into();
    }
    let (one, many) = if on_heaps { ("heap", "heaps") } else { ("component", "components") };
    // Digits beyond the ninth repeat in every game that people name.
    let takes: Vec<(usize, u8)> = code.takes(9).collect();
    if takes.len() == 9 && takes.iter().all(|&(_, digit)| digit == 3) {
        return format!("Take as many as you like from one {one}, without splitting it.");
    }
    let phrase = |&(taken, digit): &(usize, u8)| {
        let leaves = [(1, "nothing"), (2, "one"), (4, "two"), (8, "three")];
        let leaves: Vec<&str> =
            leaves.into_iter().filter(|(bit, _)| digit & bit != 0).map(|(_, word)| word).collect();
        let of = match leaves.last() {
            Some(&"nothing") | None => String::new(),
            Some(&"one") => format!(" {one}"),
            Some(_) => format!(" {many}"),
        };
        format!("{taken} (leaving {}{of})", leaves.join(" or "))
    };
    let phrases: Vec<String> = takes.iter().map(phrase).collect();
    match phrases.len() {
        0 => "No move is allowed.".into(),
        _ => format!("From one {one} take {}.", phrases.join(" or ")),
    }
}
