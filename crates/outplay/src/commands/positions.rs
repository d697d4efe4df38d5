//! `outplay positions`: the P-positions of a heap game, by number of heaps and total.

use std::fmt::Write;

use outplay_rules::game::read_heap_game;
use outplay_solve::heaps::engine::Engine;
use outplay_solve::heaps::positions::{Lister, classes};
use outplay_solve::limits::Budget;
use serde_json::{Value, json};

use crate::cli::{Common, Positions};
use crate::exit::{self, ANSWERED, Exit, LIMIT};
use crate::files;
use crate::progress;

pub fn run(common: &Common, asked: &Positions) -> Result<u8, Exit> {
    let (game, code) = read_heap_game(&asked.code)?;
    if asked.heaps == 0 || asked.heaps > 64 {
        return Err(Exit::Input("--heaps is a number from 1 to 64".into()));
    }
    if asked.chart.is_some() && asked.heaps != 2 {
        return Err(Exit::Input("--chart draws positions of two heaps: ask for --heaps 2".into()));
    }
    let listener = progress::listener(common);
    let mut budget = Budget::new(progress::limits(common), &listener);
    let mut engine = Engine::new(code);
    let mut lister = Lister::new(asked.heaps as usize, asked.total, asked.irreducible);
    let stopped = engine
        .extend_to(asked.total as usize, &mut budget)
        .and_then(|()| lister.run(&engine.values().iter().collect::<Vec<u32>>(), &mut budget))
        .err();
    progress::clear(common);
    let positions = lister.positions();
    let values: Vec<u32> = engine.values().iter().collect();
    let listed_classes = asked.classes.then(|| classes(&values));
    if let Some(path) = &asked.chart {
        files::write(path, chart(&game.to_string(), positions, asked.total))?;
    }
    if common.json {
        let mut answer = json!({ "game": game.to_string(), "heaps": asked.heaps, "total": asked.total, "positions": positions });
        if let Some(classes) = &listed_classes {
            let class =
                |(grundy, sizes): &(u32, Vec<usize>)| json!({ "grundy": grundy, "sizes": sizes });
            answer["classes"] = Value::Array(classes.iter().map(class).collect());
        }
        if let Some(stopped) = stopped {
            answer["stopped"] = json!(stopped.to_string());
        }
        exit::print(&answer.to_string());
    } else {
        exit::print(&text(&game.to_string(), asked, positions, listed_classes.as_deref()));
        if let Some(stopped) = stopped {
            exit::print(&format!("not all: {stopped}"));
        }
    }
    Ok(if stopped.is_some() { LIMIT } else { ANSWERED })
}

fn text(
    game: &str,
    asked: &Positions,
    positions: &[Vec<u32>],
    classes: Option<&[(u32, Vec<usize>)]>,
) -> String {
    let kind = if asked.irreducible { "irreducible P-positions" } else { "P-positions" };
    let heaps = if asked.heaps == 1 { "1 heap".into() } else { format!("{} heaps", asked.heaps) };
    let mut text = format!(
        "{game}: {} {kind} of {heaps} with at most {} counters",
        positions.len(),
        asked.total
    );
    let name = |position: &Vec<u32>| {
        let sizes: Vec<String> = position.iter().map(u32::to_string).collect();
        format!("({})", sizes.join(","))
    };
    for row in positions.chunks(10) {
        let _ = write!(text, "\n  {}", row.iter().map(name).collect::<Vec<_>>().join(" "));
    }
    for (grundy, sizes) in classes.unwrap_or_default() {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let _ = write!(text, "\nGrundy value {grundy}: {}", sizes.join(" "));
    }
    text
}

/// The pairs (a, b) and (b, a) as dots, as robs-dots.txt draws them.
fn chart(game: &str, positions: &[Vec<u32>], total: u32) -> String {
    const SIZE: f64 = 640.0;
    const MARGIN: f64 = 40.0;
    let scale = (SIZE - 2.0 * MARGIN) / f64::from(total.max(1));
    let place = |n: u32| MARGIN + f64::from(n) * scale;
    let radius = (scale * 0.4).clamp(0.6, 6.0);
    let mut dots = String::new();
    for position in positions {
        let [a, b] = position[..] else { continue };
        for (x, y) in if a == b { vec![(a, b)] } else { vec![(a, b), (b, a)] } {
            let (x, y) = (place(x), SIZE - place(y));
            let _ = write!(
                dots,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"><title>{a}, {b}</title></circle>"
            );
        }
    }
    let (low, high) = (MARGIN, SIZE - MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {SIZE}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>Two-heap P-positions of {game}, at most {total} counters</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <path d=\"M{low} {low}V{high}H{high}\" fill=\"none\" stroke=\"#888\"/>\n\
         <text x=\"{high}\" y=\"{y}\" text-anchor=\"end\">{total}</text><text x=\"{low}\" y=\"{y}\">0</text>\n\
         <text x=\"{mid}\" y=\"20\" text-anchor=\"middle\">{game}: two-heap P-positions</text>\n\
         <g fill=\"#b3282d\">{dots}</g>\n</svg>\n",
        y = high + 18.0,
        mid = SIZE / 2.0
    )
}
