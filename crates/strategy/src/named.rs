//! Strategies by name.

use outplay_rules::error::{InputError, nearest};
use outplay_rules::game::GameName;
use outplay_rules::ruleset::Game;

pub use crate::strategic::Ask;
use crate::strategic::{AnyStrategy, Strategic};

/// A strategy that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub games: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

const fn entry(
    name: &'static str,
    games: &'static str,
    summary: &'static str,
    source: &'static str,
) -> Entry {
    Entry { name, games, summary, source }
}

const OCTAGONS: &str = "closing-octagons";
const HOP: &str = "hop games";
const PLACING: &str = "positional and maker-breaker";

/// Every strategy that has a name, in the order of the papers.
pub const CATALOGUE: [Entry; 40] = [
    entry("any", "every game", "any legal move", "for games that play themselves"),
    entry("optimal", "every game", "any move that a solver finds best", "the solvers"),
    entry(
        "nimber",
        "impartial games",
        "a move to Grundy value 0 if there is one, else any",
        "dots, \"How to win at Rob's game\"",
    ),
    entry(
        "middle-dot",
        "robs-dots and node-kayles on a path",
        "the middle dot, then the mirror image of the opponent's move",
        "dots, \"an odd number of dots\"",
    ),
    entry(
        "shadow-point",
        "unshackle on a drawing",
        "the edge through the centre, then the shadow of the opponent's edge under the point reflection",
        "unshackle, Strategy 1",
    ),
    entry(
        "shadow-line",
        "unshackle on a drawing",
        "the edge on the line of symmetry, then the shadow of the opponent's edge under the line reflection",
        "unshackle, Strategy 2",
    ),
    entry(
        "shadow",
        "unshackle on any multigraph",
        "the shadow under the best symmetry of order two found in the graph, copies of an edge paired",
        "after unshackle, Strategies 1 and 2",
    ),
    entry(
        "unshackle-4.1",
        "unshackle on path:N, N even",
        "an end edge, then the shadow under the point reflection of the rest",
        "unshackle, Theorem 4.1",
    ),
    entry(
        "unshackle-4.7",
        "unshackle on grid:2x4",
        "the case-by-case strategy",
        "unshackle, Theorem 4.7",
    ),
    entry("octagons-a", OCTAGONS, "a maximum turn", "octagons, Strategy 4.2"),
    entry(
        "octagons-b",
        OCTAGONS,
        "the longest turn within the winning moves of a maximum turn; names no move where there is none",
        "octagons, Strategy 4.5",
    ),
    entry(
        "octagons-b/else-a",
        OCTAGONS,
        "the longest turn within the winning moves of a maximum turn, and a maximum turn where there is none",
        "octagons, Strategy 4.5",
    ),
    entry(
        "octagons-4.12",
        "closing-octagons octagons:1x2",
        "any legal move",
        "octagons, Theorem 4.12",
    ),
    entry(
        "octagons-4.13",
        "closing-octagons octagons:1x2",
        "the simple edge first, later a loop of each bouquet",
        "octagons, Theorem 4.13",
    ),
    entry(
        "octagons-4.14",
        OCTAGONS,
        "simple edges as soon as possible, then Strategy A; names no move in a critical state",
        "octagons, Strategy 4.14",
    ),
    entry(
        "octagons-4.14/completed",
        OCTAGONS,
        "simple edges as soon as possible, then Strategy A, in a critical state as well",
        "octagons, Strategy 4.14",
    ),
    entry("octagons-4.20", OCTAGONS, "the strategy for the 3x3 game", "octagons, Strategy 4.20"),
    entry(
        "hop-ttt",
        "hop ttt:3",
        "from the middle to a corner, from a corner to the middle, from an edge to a neighbouring edge, and so on",
        "hop, Theorem 2.1.1",
    ),
    entry(
        "hop-ttt/two-lines",
        "hop ttt:3",
        "as hop-ttt, but the second hop from a corner goes along an outer line only",
        "hop, Theorem 2.1.1",
    ),
    entry("hop-ag22", "hop ag:2,2", "any hop", "hop, Proposition 3.1.1"),
    entry(
        "hop-pg22",
        "hop pg:2,2",
        "any two hops, then the winning one of the two cases",
        "hop, Proposition 3.1.2",
    ),
    entry(
        "hop-ag23",
        "hop ag:2,3",
        "the two cases of the second hop, then a winning one",
        "hop, Proposition 3.1.4",
    ),
    entry(
        "alpha-weight",
        HOP,
        "from the newest O to a free point of the greatest alpha-weight",
        "hop, Propositions 3.3.1 to 3.4.3",
    ),
    entry(
        "beta-weight",
        "hop games, positional and maker-breaker",
        "the move after which the beta-weight is greatest (first player) or least (second)",
        "hop, section 3.4 and Proposition 5.2.7",
    ),
    entry(
        "beta-weight/point-first",
        HOP,
        "as Xavier plays in chapter 3: the free point of the greatest beta-weight, then the best piece for it",
        "hop, section 3.3",
    ),
    entry(
        "newest-x",
        HOP,
        "the first player always hops with his newest X, anywhere",
        "hop, after Proposition 3.4.2",
    ),
    entry(
        "newest-o",
        HOP,
        "the second player always hops with her newest O, anywhere",
        "hop, section 3.2",
    ),
    entry(
        "appendix-a-xavier",
        HOP,
        "the least weight of lines for O, then the greatest for X",
        "hop, Appendix A",
    ),
    entry(
        "appendix-a-olivia",
        HOP,
        "the least weight of lines for X, then the weakest lines",
        "hop, Appendix A",
    ),
    entry(
        "appendix-b-xavier",
        HOP,
        "the free point of the greatest beta-weight, from where the weight stays greatest",
        "hop, Appendix B",
    ),
    entry(
        "appendix-c-fire",
        "fire-and-ice",
        "the greatest weight of lines for X",
        "hop, Appendix C",
    ),
    entry(
        "appendix-c-ice",
        "fire-and-ice",
        "the least weight of lines for X, then the weakest lines",
        "hop, Appendix C",
    ),
    entry(
        "nested:INNER",
        "positional on a nested board",
        "INNER on the island where the opponent has just played; names no move if that is full",
        "hop, Proposition 5.2.2",
    ),
    entry(
        "nested:INNER/else",
        "positional on a nested board",
        "INNER on the island where the opponent has just played, and any free point if that is full",
        "hop, Proposition 5.2.2",
    ),
    entry(
        "erdos-selfridge",
        PLACING,
        "the free point of the greatest weight for the opponent",
        "Erdős and Selfridge 1973",
    ),
    entry(
        "pairing",
        PLACING,
        "the other point of the pair the opponent took, in a pairing found for the board",
        "Beck, Combinatorial Games",
    ),
    entry("grid-1-2", "octal:0.03 on grid:2xN", "any legal move", "dailly, Theorem 34"),
    entry(
        "grid-1-3",
        "octal:0.03 on grid:3xN",
        "the moves of the proofs of Lemmas 39 and 40",
        "dailly, Lemmas 39 and 40",
    ),
    entry(
        "grid-1-3/any",
        "octal:0.03 on grid:3xN",
        "any move to a (1,3)-grid graph",
        "dailly, Theorem 41",
    ),
    entry(
        "mimic",
        "octal:0.33 on the sum of two trees",
        "an answer of the proofs of Lemmas 50 and 55 to 59: the same move in the other tree, the rest of the added three vertices, or a base case",
        "dailly, Lemmas 48 to 59",
    ),
];

/// The strategy of a name for a game; `game` is what the game is called.
pub fn named<'r, S: Strategic>(
    rules: &'r Game<S>,
    game: &GameName,
    ask: &Ask<'_>,
) -> AnyStrategy<'r, S> {
    S::published(rules, ask).unwrap_or_else(|| Err(misfit(rules, game, ask)))
}

fn misfit<S: Strategic>(rules: &Game<S>, game: &GameName, ask: &Ask<'_>) -> InputError {
    let fits = |entry: &&Entry| {
        S::published(rules, &Ask { name: entry.name, ..*ask }).is_some_and(|found| found.is_ok())
    };
    let fitting: Vec<&str> = CATALOGUE.iter().filter(fits).map(|entry| entry.name).collect();
    let known = CATALOGUE.iter().find(|entry| entry.name == ask.name);
    let error = match known {
        Some(entry) => {
            let message =
                format!("{} is a strategy for {}, not for {game}", entry.name, entry.games);
            InputError::whole(ask.name, message)
        }
        None => InputError::whole(ask.name, format!("there is no strategy '{}'", ask.name)),
    };
    let near = nearest(ask.name, CATALOGUE.iter().map(|entry| entry.name));
    error.help(match near {
        Some(near) if known.is_none() => format!("did you mean {near}?"),
        _ => format!(
            "strategies for the {} player here: {}; or one of your own, @FILE",
            ask.player,
            fitting.join(", ")
        ),
    })
}
