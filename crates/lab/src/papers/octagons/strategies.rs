//! Chapter IV: strategies, and what they win.

use outplay::readable::number;
use outplay_rules::games::octagons::{ComponentClass, StateClass, components};
use outplay_rules::games::scoring::Variant;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::EdgePosition;
use outplay_solve::limits::Stopped;
use outplay_strategy::strategy::Guarantee;
use outplay_strategy::{StrategySource, Verification};

use super::endgames::Endgames;
use super::states::{Octagons, normal_states};
use super::three;
use crate::claim::{Claim, Exhibit, Finding, all, facts, sweep};
use crate::context::{Context, expect, ruleset};
use crate::played::{PlayedStrategy, all_hold};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "octagons/4.2",
        place: "Strategy 4.2 (Strategy A), section 4.1",
        statement: "Strategy A (make a turn with the most moves) can be used: it names a turn in every state.",
        method: "Strategy A as either player against every opponent on the normal 1×1, 1×2, 1×3 and 2×2: it is never without a legal move.",
        note: "Chapter IV asks this of a strategy: it “must be usable and does not contradict the main rules of normal \
               game”.",
        check: |context| usable(context, "octagons-a", &[(1, 1), (1, 2), (1, 3), (2, 2)], &BOTH),
    },
    Claim {
        id: "octagons/4.3",
        place: "Example 4.3, section 4.1",
        statement: "On a 3×3 critical state of 11 edges, two pseudopath chains of 5 and 4 vertices, Player II is to \
                    move. If he opens the chain of 5, two weak components and a chain are left, Strategy A brings \
                    Player I 5 points against 4, and Player I wins.",
        method: "The line is played on that graph under the normal rules, and the components that it leaves are \
                 classified.",
        note: "Figures 4.1 to 4.12 are missing from our copy; the points and the number of edges determine the graphs.",
        check: |context| Ok(facts(example_a(context, true), "the line")),
    },
    Claim {
        id: "octagons/4.4",
        place: "Example 4.4, section 4.1",
        statement: "If Player II opens the chain of 4 instead, Strategy A brings Player I 4 points against 5. So Strategy A is not a \
                    winning strategy for Player I from that critical state.",
        method: "The line is played on that graph under the normal rules.",
        note: "",
        check: |context| Ok(facts(example_a(context, false), "the line")),
    },
    Claim {
        id: "octagons/4.5",
        place: "Strategy 4.5 (Strategy B), section 4.1",
        statement: "Strategy B: if a maximum turn to a non-terminal state has the winning moves W and another turn \
                    consists of moves of W alone, make a longest such turn.",
        method: "Every strategic state of the normal 1×1, 1×2 and 1×3 games in which a strong component is left: the \
                 strategy names a turn exactly where trying every turn shows its conditions met.",
        note: "It says nothing where they are not: a turn ends with a move that scores nothing, but of an octagon with \
               one loop left, or of two joined by their last edge, every move scores. (`octagons-b/else-a` plays \
               Strategy A there.)",
        check: strategy_b,
    },
    Claim {
        id: "octagons/4.6",
        place: "Example 4.6, section 4.1",
        statement: "If Player II opens the chain of 5, Strategy B brings Player I 3 points; then Player II earns at most 2 and Player I 4 or \
                    more, and Player I wins.",
        method: "The line is played, and the position reached is solved: Player II cannot do better.",
        note: "",
        check: |context| example_b(context, "2-3 1-2 1-1 3-4 5-5", [0, 3]),
    },
    Claim {
        id: "octagons/4.7",
        place: "Example 4.7, section 4.1",
        statement: "If Player II opens the chain of 4, Strategy B brings Player I 2 points; then Player II earns at most 2 and Player I 5 or \
                    more, and Player I wins.",
        method: "The line is played, and the position reached is solved: Player II cannot do better.",
        note: "",
        check: |context| example_b(context, "7-8 6-7 6-6 9-9", [0, 2]),
    },
    Claim {
        id: "octagons/4.8",
        place: "Example 4.8, section 4.1",
        statement: "On a 2×3 critical state of 7 edges (a cycle of 4 and a chain of 2) Player I is to move. If he \
                    opens the cycle, one weak component and one chain are left. Strategy A then brings Player II 4 \
                    points against 2; Strategy B brings none at once, and in the end 2 against 4.",
        method: "Both lines are played under the normal rules.",
        note: "",
        check: example_4_8,
    },
    Claim {
        id: "octagons/4.9",
        place: "Theorem 4.9, section 4.1",
        statement: "If the graph of the critical state is a chain, the player to move in the first strategic state \
                    wins.",
        method: "Every critical state of the normal 1×1, 1×2, 1×3 and 2×2 that is one chain, solved.",
        note: "For all sizes: rule (4') makes that player take every octagon.",
        check: theorem_4_9,
    },
    Claim {
        id: "octagons/4.10",
        place: "Theorem 4.10, section 4.1",
        statement: "If m and n are odd and the critical state is mn vertices with two loops each, Strategy A wins for Player II.",
        method: "Strategy A played under the normal rules against every opponent for all odd mn to 9 (with --deep: \
                 11).",
        note: "For all odd mn: each turn opens one vertex, and Player I opens the first and the last; he takes at most \
               those that Player II opened.",
        check: |context| bouquets(context, true),
    },
    Claim {
        id: "octagons/4.11",
        place: "Theorem 4.11, section 4.1",
        statement: "If mn is even and the critical state is mn vertices with two loops each, a player who uses Strategy A wins or draws.",
        method: "Strategy A played under the normal rules against every opponent for all even mn to 8 (with --deep: \
                 12), as either player.",
        note: "For all even mn: the opponent takes at most the vertices that the player opened, half of them all.",
        check: |context| bouquets(context, false),
    },
    Claim {
        id: "octagons/4.12",
        place: "Theorem 4.12, section 4.2",
        statement: "Player II wins or draws every normal 1×2 game, however it is played.",
        method: "Every game: the best that Player I can reach if both help him.",
        note: "",
        check: theorem_4_12,
    },
    Claim {
        id: "octagons/4.13",
        place: "Theorem 4.13, section 4.2",
        statement: "Player I can draw the normal 1×2 game.",
        method: "Solved; and the strategy of the proof against every opponent.",
        note: "",
        check: theorem_4_13,
    },
    Claim {
        id: "octagons/4.14",
        place: "Strategy 4.14, section 4.2",
        statement: "Strategy 4.14 can be used by either player of a 1×n or 2×n game: it names a turn in every state.",
        method: "Strategy 4.14 as either player against every opponent on the normal 1×2, 1×3 and 2×2 games: is it \
                 ever without a legal move?",
        note: "Chapter IV asks this of a strategy: it “must be usable”. (B4) asks for a loop whose removal leads to a \
               normal state. In the critical state there is none, and (C) is for strategic states. So the strategy \
               names no turn whenever its player is to move in the critical state: Player II on 1×n for n even and on \
               2×n for n odd, Player I on 2×n for n even.",
        check: |context| {
            let sizes = [(1, 2), (1, 3), (2, 2)];
            let completed = usable(context, "octagons-4.14/completed", &sizes, &BOTH)?;
            let printed = usable(context, "octagons-4.14", &sizes, &BOTH)?;
            Ok(printed.but("with Strategy A in the critical state it can be used", &completed))
        },
    },
    Claim {
        id: "octagons/4.15",
        place: "Theorem 4.15, section 4.2",
        statement: "On the normal 1×n game, n odd, Strategy 4.14 wins for Player II.",
        method: "Strategy 4.14 against every opponent on the normal 1×1, 1×3, 1×5 and 1×7 (with --deep: 1×9); and 1×1 and 1×3 solved.",
        note: "Player I is to move in the critical state (Theorem 3.23), so Player II never needs a rule for it.",
        check: theorem_4_15,
    },
    Claim {
        id: "octagons/4.16",
        place: "Theorem 4.16, section 4.2",
        statement: "On the normal 1×n game, n even, a player who uses Strategy 4.14 wins or draws.",
        method: "Strategy 4.14 against every opponent on the normal 1×2, 1×4 and 1×6 (with --deep: 1×8), as it stands and with Strategy A in the \
                 critical state; and 1×2 and 1×4 solved: a draw.",
        note: "Strategy 4.14 has rules for the initial state (A), for normal states in which a simple edge is left or a loop leads to a \
               normal state (B), and for strategic states (C). The critical state is none of these, and for n even Player II is to \
               move there. With Strategy A in the critical state as well the theorem holds.",
        check: theorem_4_16,
    },
    Claim {
        id: "octagons/4.17",
        place: "Corollary 4.17, section 4.2",
        statement: "In the normal 1×n game, n even, neither player has a winning strategy.",
        method: "1×2 and 1×4 solved; and on 1×2, 1×4 and 1×6 (with --deep: 1×8) Strategy 4.14, with Strategy A in the critical state, never loses \
                 for either player.",
        note: "The proof rests on Theorem 4.16, whose strategy can be left without a turn; with Strategy A in the \
               critical state it stands.",
        check: |context| {
            let sizes: &[_] = context.to(ROWS, ROWS_DEEP);
            nobody_loses(context, &[(1, 2), (1, 4)], sizes, "normal 1×n games, n even")
        },
    },
    Claim {
        id: "octagons/4.18",
        place: "Theorem 4.18, section 4.2",
        statement: "On the normal 2×n game a player who uses Strategy 4.14 wins or draws.",
        method: "Strategy 4.14 against every opponent on the normal 2×1, 2×2 and 2×3 (with --deep: 2×4), as it stands and with Strategy A in the \
                 critical state; and 2×1 and 2×2 solved: a draw.",
        note: "As for Theorem 4.16: the strategy says nothing in the critical state, where Player I is to move if n is even and Player \
               II if n is odd. For n = 1 the count of vertices in the proof is wrong (2×1 has two vertices), but the board is 1×2 turned.",
        check: theorem_4_18,
    },
    Claim {
        id: "octagons/4.19",
        place: "Corollary 4.19, section 4.2",
        statement: "In the normal 2×n game neither player has a winning strategy.",
        method: "2×1 and 2×2 solved; and on 2×1, 2×2 and 2×3 (with --deep: 2×4) Strategy 4.14, with Strategy A in the critical state, never loses \
                 for either player.",
        note: "The proof rests on Theorem 4.18, whose strategy can be left without a turn; with Strategy A in the \
               critical state it stands.",
        check: |context| {
            let sizes: &[_] = context.to(PAIRS, PAIRS_DEEP);
            nobody_loses(context, &[(2, 1), (2, 2)], sizes, "normal 2×n games")
        },
    },
    Claim {
        id: "octagons/4.20",
        place: "Strategy 4.20, section 4.3",
        statement: "Strategy 4.20 can be used by Player II of the 3×3 game: it names a turn in every state that can arise.",
        method: "As for Theorem 4.21 (octagons/4.21, also with --deep): every Player I and every choice. After the critical state a vertex with two loops must be left \
                 whenever Player II has to open something.",
        note: "It has no plan for a critical or strategic state in which a chain but no vertex with two loops is left; by parity none arises.",
        check: theorem_4_21,
    },
    Claim {
        id: "octagons/4.21",
        place: "Theorem 4.21, section 4.3",
        statement: "On the normal 3×3 game Strategy 4.20 wins for Player II.",
        method: "Every Player I and every choice that the strategy leaves: every state up to the critical ones, and \
                 every game from those to the end. With --deep, once more by `outplay verify`.",
        note: "The proof says, without going through the cases, that two critical graphs are reached: nine vertices \
               with two loops (18 edges), or seven and a chain of two vertices (17 edges). The check finds exactly \
               these, and in both Player II gets at least 5 of 9 points.",
        check: theorem_4_21,
    },
];

/// Two pseudopath chains of 5 and 4 vertices: 11 edges.
const FIVE_AND_FOUR: &str = "edges:1-1,1-2,2-3,3-4,4-5,5-5,6-6,6-7,7-8,8-9,9-9";
/// A cycle of 4 and a pseudopath chain of 2: 7 edges.
const CYCLE_AND_CHAIN: &str = "edges:1-2,2-3,3-4,4-1,5-5,5-6,6-6";

fn played(
    context: &Context,
    board: &str,
    line: &str,
    claimed: [u32; 2],
) -> (String, String, String, String) {
    let command =
        format!("outplay solve closing-octagons {board} --normal-rules --after \"{line}\"");
    let told = |score: Option<[u32; 2]>| score.map_or("illegal".to_string(), |s| format!("{s:?}"));
    (
        format!("the score after {line}"),
        told(Some(claimed)),
        told(context.score_after(&format!("closing-octagons {board} --normal-rules"), line)),
        command,
    )
}

/// How many components of each class a line leaves, of a game with the normal rules.
fn parts_after(
    context: &Context,
    board: &str,
    line: &str,
    claimed: &str,
) -> (String, String, String, String) {
    let rules = context.removing(context.graph(board), Variant::NormalOctagons);
    let told = |position: &EdgePosition| {
        let parts = context.classified(rules.space(), position);
        let weak = parts.iter().filter(|part| part.class == ComponentClass::Weak).count();
        let chains =
            parts.iter().filter(|part| matches!(part.class, ComponentClass::Chain(_))).count();
        format!("{weak} weak, {chains} chains, {} in all", parts.len())
    };
    let record = Record::after(&rules, line);
    let found = record.map_or("illegal".to_string(), |record| told(&record.now().position));
    let command =
        format!("outplay moves closing-octagons {board} --normal-rules --after \"{line}\"");
    (format!("the components after {line}"), claimed.to_string(), found, command)
}

/// The lines of Examples 4.3 (the chain of 5 is opened) and 4.4 (the chain of 4); Player II began.
fn example_a(context: &Context, five: bool) -> [(String, String, String, String); 2] {
    let (line, score) = match five {
        true => ("2-3 1-2 1-1 3-4 4-5 5-5 7-8 6-7 6-6 8-9 9-9", [4, 5]),
        false => ("7-8 6-7 6-6 8-9 9-9 2-3 1-2 1-1 3-4 4-5 5-5", [5, 4]),
    };
    let opened = line.split(' ').next().unwrap_or_default();
    [
        parts_after(context, FIVE_AND_FOUR, opened, "2 weak, 1 chains, 3 in all"),
        played(context, FIVE_AND_FOUR, line, score),
    ]
}

/// Strategy B names a turn exactly in the strategic states that meet its conditions.
fn strategy_b(context: &mut Context) -> Result<Finding, Stopped> {
    let sizes = [(1, 1), (1, 2), (1, 3)];
    let (mut met, mut unmet) = (0, 0);
    let held = sweep(context, sizes, "normal games 1×1, 1×2 and 1×3", |context, &(m, n)| {
        let octagons = Octagons::new(context, m, n);
        let mut states = normal_states(context, &octagons)?;
        states.retain(|now| now.class == StateClass::Strategic);
        for now in &states {
            let parts = components(&octagons.board, &now.position);
            if parts.iter().all(|part| part.class == ComponentClass::Weak) {
                continue;
            }
            let conditions = conditions_of_b(&octagons, &now.position);
            *if conditions { &mut met } else { &mut unmet } += 1;
            let name = octagons.left(&now.position);
            let rules = expect(ruleset(&format!("closing-octagons {name} --normal-rules")));
            let question = Verification {
                claim: Some(Guarantee::Margin(-9)),
                ..Verification::new(StrategySource::Named("octagons-b"), Player::First)
            };
            let answer = expect(outplay_strategy::verify(&rules, &question, context.budget));
            let silent = answer.line.is_some_and(|line| line.is_empty());
            let silent = context.verdict(silent);
            if silent == conditions {
                let names = if silent { "names no turn" } else { "names a turn" };
                let text = format!(
                    "in the state {name} the conditions of Strategy B are {}met, and it {names}",
                    if conditions { "" } else { "not " }
                );
                let command = format!(
                    "outplay verify closing-octagons {name} --normal-rules --strategy octagons-b --as first --claim margin:-9"
                );
                let exhibit = Exhibit::new(text, command).drawn("closing-octagons", &name, "");
                return Ok(Some(exhibit.normal_rules(true)));
            }
        }
        Ok(None)
    })?;
    Ok(held.counting(format!(
        "its conditions are met in {met} strategic states with a strong component, and not in {unmet}"
    )))
}

/// Whether a state has a longest turn to a non-terminal state, and another turn made of its winning moves alone.
fn conditions_of_b(octagons: &Octagons, state: &EdgePosition) -> bool {
    let turns = turns(octagons, state, &mut Vec::new());
    let is_over =
        |moves: &[usize]| moves.len() == state.iter().map(|&copies| copies as usize).sum::<usize>();
    let lasting = || turns.iter().filter(|moves| !is_over(moves));
    let longest = lasting().map(Vec::len).max().unwrap_or(0);
    let maximum = lasting().filter(|moves| moves.len() == longest);
    let within = |moves: &[usize], set: &[usize]| moves.iter().all(|edge| set.contains(edge));
    // All moves of a turn to a non-terminal state but the last are winning moves.
    maximum.into_iter().any(|moves| {
        let winning = &moves[..moves.len() - 1];
        turns.iter().any(|other| within(other, winning))
    })
}

/// Every turn from a state, as the edges removed.
fn turns(octagons: &Octagons, now: &EdgePosition, before: &mut Vec<usize>) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for edge in octagons.board.left(now).collect::<Vec<_>>() {
        let next = octagons.board.without(now, edge);
        before.push(edge);
        if octagons.board.earns(now, edge) > 0 && next.iter().any(|&copies| copies > 0) {
            all.extend(turns(octagons, &next, before));
        } else {
            all.push(before.clone());
        }
        before.pop();
    }
    all
}

/// A strategy is never without a legal move, whatever it chooses and whatever the opponent plays.
fn usable(
    context: &mut Context,
    strategy: &'static str,
    sizes: &[(usize, usize)],
    players: &[Player],
) -> Result<Finding, Stopped> {
    let mut plays = strategy_4_14(sizes, strategy, players, false);
    // Nobody can score more than every octagon, so only silence or an illegal move breaks this.
    plays.iter_mut().for_each(|play| play.claim = Guarantee::Margin(-9));
    let names: Vec<String> = sizes.iter().map(|(m, n)| format!("{m}×{n}")).collect();
    sweep(context, plays, &format!("normal games {}", names.join(", ")), |context, play| {
        let came = play.run(context)?;
        Ok((!came.holds).then(|| {
            let text = format!(
                "on {} as the {} player, after {}: {}",
                play.board, play.player, came.line, came.reason
            );
            Exhibit::new(text, play.command())
                .drawn(play.game, &play.board, &came.line)
                .normal_rules(play.normal_rules)
        }))
    })
}

/// The margin from after a line, for the player who began.
fn margin_after(
    context: &mut Context,
    board: &'static str,
    line: &'static str,
) -> Result<i32, Stopped> {
    context.margin(&format!("closing-octagons {board} --normal-rules --after {line}"))
}

/// Player I takes some and leaves two vertices joined by an edge; then Player II does no better than 2 against all the rest.
fn example_b(
    context: &mut Context,
    line: &'static str,
    score: [u32; 2],
) -> Result<Finding, Stopped> {
    let handout = facts([played(context, FIVE_AND_FOUR, line, score)], "the handout played");
    let command =
        format!("outplay solve closing-octagons {FIVE_AND_FOUR} --normal-rules --after \"{line}\"");
    // 3 + 4 against 2 is a margin of -5 for the player who began (Player II), 2 + 5 against 2 the same.
    let margin = margin_after(context, FIVE_AND_FOUR, line)?;
    let best = facts(
        [("Player II's best margin".to_string(), -5, margin, command)],
        "the position solved",
    );
    Ok(all([handout, best]))
}

fn example_4_8(context: &mut Context) -> Result<Finding, Stopped> {
    let b = "1-2 3-4";
    let lines = facts(
        [
            parts_after(context, CYCLE_AND_CHAIN, "1-2", "1 weak, 1 chains, 2 in all"),
            played(context, CYCLE_AND_CHAIN, "1-2 2-3 3-4 4-1 5-6 5-5 6-6", [2, 4]),
            played(context, CYCLE_AND_CHAIN, "1-2 3-4 2-3 4-1 5-6 5-5 6-6", [4, 2]),
        ],
        "both lines",
    );
    let margin = margin_after(context, CYCLE_AND_CHAIN, b)?;
    let command =
        format!("outplay solve closing-octagons {CYCLE_AND_CHAIN} --normal-rules --after \"{b}\"");
    let best = facts(
        [("Player I's best margin after Strategy B".to_string(), 2, margin, command)],
        "solved",
    );
    Ok(all([lines, best]))
}

fn theorem_4_9(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(
        context,
        [(1, 1), (1, 2), (1, 3), (2, 2)],
        "boards, every critical state that is a chain",
        |context, &(m, n)| {
            let octagons = Octagons::new(context, m, n);
            for now in normal_states(context, &octagons)? {
                let parts = context.classified(&octagons.board, &now.position);
                let chain = parts.len() == 1 && matches!(parts[0].class, ComponentClass::Chain(_));
                if now.class != StateClass::Critical || !chain {
                    continue;
                }
                let margin = Endgames::new(&octagons).margin(&now.position, context.budget)?;
                if context.found_margin(margin) != -((m * n) as i32) {
                    let line = octagons.line_to(&now.position);
                    let command = format!(
                        "outplay solve closing-octagons {} --normal-rules --after \"{line}\"",
                        octagons.name()
                    );
                    return Ok(Some(Exhibit::new(octagons.name(), command)));
                }
            }
            Ok(None)
        },
    )
}

/// Strategy A on vertices with two loops each, by the normal rules, against every opponent.
fn bouquets(context: &mut Context, odd: bool) -> Result<Finding, Stopped> {
    let most = context.to(9, 12);
    let sizes = (1..=most).filter(|n: &usize| n.is_multiple_of(2) != odd);
    let board = |n: usize| {
        let loops = (1..=n).flat_map(|v| [format!("{v}-{v}"), format!("{v}-{v}")]);
        format!("edges:{}", loops.collect::<Vec<_>>().join(","))
    };
    let play = |n: usize, player: Player| match odd {
        true => PlayedStrategy::wins("closing-octagons", board(n), "octagons-a", player).normal(),
        false => PlayedStrategy::draws("closing-octagons", board(n), "octagons-a", player).normal(),
    };
    let players: &[Player] = if odd { &[Player::Second] } else { &BOTH };
    let plays = sizes.flat_map(|n| players.iter().map(move |&player| play(n, player)));
    let what = format!("Strategy A played under the normal rules, up to {most} vertices");
    all_hold(context, plays.collect(), &what)
}

fn theorem_4_12(context: &mut Context) -> Result<Finding, Stopped> {
    // Before the critical state nobody scores, so it is enough to begin there.
    let octagons = Octagons::new(context, 1, 2);
    let states = normal_states(context, &octagons)?;
    let critical = states.into_iter().filter(|now| now.class == StateClass::Critical);
    let what = "every game from each critical state of the normal 1×2 game";
    sweep(context, critical, what, |context, now| {
        let most = Endgames::new(&octagons).most_for_first(&now.position, now.to_move);
        let most = context.found_margin(most);
        let line = octagons.line_to(&now.position);
        Ok((most > 0).then(|| {
            let command = format!(
                "outplay solve closing-octagons octagons:1x2 --normal-rules --after \"{line}\""
            );
            Exhibit::new(format!("Player I can end {most} ahead"), command)
        }))
    })
}

/// Normal games solved, and a condition on their margins.
fn values(
    context: &mut Context,
    sizes: &[(usize, usize)],
    law: fn(i32) -> bool,
    what: &str,
) -> Result<Finding, Stopped> {
    let list: Vec<String> = sizes.iter().map(|(m, n)| format!("{m}×{n}")).collect();
    let what = format!("{what}: {}", list.join(", "));
    sweep(context, sizes.to_vec(), &what, |context, (m, n)| {
        let board = format!("octagons:{m}x{n}");
        let margin = context.margin(&format!("closing-octagons {board} --normal-rules"))?;
        let command = format!("outplay solve closing-octagons {board} --normal-rules");
        Ok((!law(margin)).then(|| Exhibit::new(format!("{board} has margin {margin}"), command)))
    })
}

/// Strategy 4.14 on some boards, as both players or one.
fn strategy_4_14(
    sizes: &[(usize, usize)],
    strategy: &'static str,
    players: &[Player],
    win: bool,
) -> Vec<PlayedStrategy> {
    let board = |&(m, n): &(usize, usize)| format!("octagons:{m}x{n}");
    let plays =
        sizes.iter().flat_map(|size| players.iter().map(move |&player| (board(size), player)));
    let make = |(board, player): (String, Player)| {
        let play = if win {
            PlayedStrategy::wins("closing-octagons", board, strategy, player)
        } else {
            PlayedStrategy::draws("closing-octagons", board, strategy, player)
        };
        play.normal()
    };
    plays.map(make).collect()
}

const BOTH: [Player; 2] = [Player::First, Player::Second];

fn theorem_4_13(context: &mut Context) -> Result<Finding, Stopped> {
    let solved = values(context, &[(1, 2)], |margin| margin == 0, "the normal 1×2 game")?;
    let play =
        PlayedStrategy::draws("closing-octagons", "octagons:1x2", "octagons-4.13", Player::First)
            .normal();
    Ok(all([solved, all_hold(context, vec![play], "the strategy of the proof")?]))
}

/// The boards 1×n, n even, and 2×n on which Strategy 4.14 is played.
const ROWS: &[(usize, usize)] = &[(1, 2), (1, 4), (1, 6)];
const ROWS_DEEP: &[(usize, usize)] = &[(1, 2), (1, 4), (1, 6), (1, 8)];
const PAIRS: &[(usize, usize)] = &[(2, 1), (2, 2), (2, 3)];
const PAIRS_DEEP: &[(usize, usize)] = &[(2, 1), (2, 2), (2, 3), (2, 4)];

fn theorem_4_15(context: &mut Context) -> Result<Finding, Stopped> {
    let sizes: Vec<(usize, usize)> = (1..=context.to(7, 9)).step_by(2).map(|n| (1, n)).collect();
    let plays = strategy_4_14(&sizes, "octagons-4.14", &[Player::Second], true);
    let played = all_hold(context, plays, "Strategy 4.14 played")?;
    let solved = values(context, &[(1, 1), (1, 3)], |margin| margin < 0, "normal games solved")?;
    Ok(all([played, solved]))
}

/// Small games are drawn, and with Strategy A in the critical state Strategy 4.14 never loses on these and larger ones, for
/// either player.
fn nobody_loses(
    context: &mut Context,
    solved: &[(usize, usize)],
    played: &[(usize, usize)],
    what: &str,
) -> Result<Finding, Stopped> {
    let solved = values(context, solved, |margin| margin == 0, what)?;
    let plays = strategy_4_14(played, "octagons-4.14/completed", &BOTH, false);
    let names: Vec<String> = played.iter().map(|(m, n)| format!("{m}×{n}")).collect();
    let what =
        format!("Strategy 4.14 with Strategy A in the critical state on {}", names.join(", "));
    Ok(all([solved, all_hold(context, plays, &what)?]))
}

/// The completed strategy never loses; the strategy as stated falls silent for `who` on a board.
fn completed(
    context: &mut Context,
    held: Finding,
    silent: (&str, Player),
) -> Result<Finding, Stopped> {
    let (board, who) = silent;
    let play = PlayedStrategy::draws("closing-octagons", board, "octagons-4.14", who).normal();
    let came = play.run(context)?;
    if came.holds {
        return Ok(held);
    }
    let player = if who == Player::First { "Player I" } else { "Player II" };
    let text = format!(
        "Strategy 4.14 as stated names no turn: on {board} {player} is to move in the critical state after {}; it is \
         not the initial state (A), no simple edge is left and no loop leads to a normal state (B), and it is not \
         strategic (C): {}",
        came.line, came.reason
    );
    let exhibit = Exhibit::new(text, play.command()).drawn("closing-octagons", board, &came.line);
    Ok(held.with_gap(exhibit.normal_rules(play.normal_rules)))
}

fn theorem_4_16(context: &mut Context) -> Result<Finding, Stopped> {
    let sizes: &[_] = context.to(ROWS, ROWS_DEEP);
    let held = nobody_loses(context, &[(1, 2), (1, 4)], sizes, "normal 1×n games, n even")?;
    completed(context, held, ("octagons:1x2", Player::Second))
}

fn theorem_4_18(context: &mut Context) -> Result<Finding, Stopped> {
    let sizes: &[_] = context.to(PAIRS, PAIRS_DEEP);
    let held = nobody_loses(context, &[(2, 1), (2, 2)], sizes, "normal 2×n games")?;
    completed(context, held, ("octagons:2x2", Player::First))
}

fn theorem_4_21(context: &mut Context) -> Result<Finding, Stopped> {
    if context.is_deep() {
        let play = PlayedStrategy::wins(
            "closing-octagons",
            "octagons:3x3",
            "octagons-4.20",
            Player::Second,
        )
        .normal();
        return all_hold(
            context,
            vec![play],
            "Strategy 4.20 on the normal 3×3 game, every opponent and every choice",
        );
    }
    let octagons = Octagons::new(context, 3, 3);
    let reached = three::reached(&octagons, context.budget)?;
    let mut told = Vec::new();
    for critical in &reached.critical {
        let (edges, _, first) = critical;
        let position = three::position(&octagons, critical);
        let lead = Endgames::new(&octagons).lead(&position, !first, context.budget)?;
        let name = three::name(critical);
        let who = if *first { "Player I" } else { "Player II" };
        let lead = lead.map(|lead| context.found_margin(lead));
        let Some(lead) = lead.filter(|&lead| lead > 0) else {
            let text = format!(
                "{who} is to move in the critical state {name}, where the strategy does not win"
            );
            let command = format!("outplay solve closing-octagons {name} --normal-rules");
            let exhibit = Exhibit::new(text, command).drawn("closing-octagons", &name, "");
            let exhibit = exhibit.normal_rules(true);
            return Ok(Finding::refuted(exhibit, "every critical state that is reached"));
        };
        told.push(format!(
            "{} edges, {who} to move: Player II ends at least {lead} ahead",
            18 - edges.count_ones()
        ));
    }
    Ok(Finding::verified(
        format!(
            "{} states before Player I's turns are reached (up to the symmetries of the square), and {} critical states: {}",
            number(reached.states),
            reached.critical.len(),
            told.join("; ")
        ),
        "every Player I and every choice of the strategy, to the end of the game",
    ))
}
