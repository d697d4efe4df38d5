//! Sections 3.2 to 3.4: the weight functions and the strategies made of them.

use outplay_rules::player::Player;
use outplay_solve::limits::Stopped;

use crate::alpha_play::AlphaPlay;
use crate::boards::{
    AlphaWeight, SmallBoard, SmallHopSolver, antichains, bits, hops, newest_x_wins,
};
use crate::claim::{Claim, Exhibit, Finding, all, sweep};
use crate::context::Context;
use crate::played::{PlayedStrategy, all_hold};
use crate::weights::{Plane, is_prime_power};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "hop/3.2.1",
        place: "Equation (3.1) and Proposition 3.2.1, section 3.2",
        statement: "If Olivia always hops her newest O to an open point of greatest alpha-weight, the alpha-weight before her turns never \
                    grows, on any board.",
        method: "Every state of PG(2,2), of the Tic-Tac-Toe board and of every board on up to 4 points, every choice and every answer.",
        note: "For all boards: the weight of what she blocks is at least the weight of what Xavier doubles.",
        check: |context| never_grows(context, 2),
    },
    Claim {
        id: "hop/3.3.1",
        place: "Equation (3.2) and Proposition 3.3.1, section 3.3",
        statement: "The alpha-weight after the first hop on PG(2,q) is (q² + 3q + 4) / 2^(q+1), below 1 for q ≥ 5; so Olivia draws there.",
        method: "The weight counted on the planes of order 2 to 9; and below 1 for all q from 5 on, checked to \
                 1,000 (each step doubles the denominator, and the numerator grows by less).",
        note: "“2(q + 1) - 1 = 2q” in the proof should read 2(q + 1) - 2; the 2q lines are right.",
        check: |context| first_weights(context, Plane::Projective, 5),
    },
    Claim {
        id: "hop/3.3-eq3.3",
        place: "Equation (3.3) and its derivation, section 3.3",
        statement: "After Olivia's hop the beta-weight of an open point g is its previous alpha-weight minus that of \
                    the line through g and the point she took.",
        method: "Every state of PG(2,2) and of AG(2,3) after up to three hops of each player, every hop; and the first line of the derivation.",
        note: "The derivation adds the weight of the line L through her old point and g, and subtracts the beta-weight of the line through g and her \
               new point. If the new point lies on L, that beta-weight is 0 (L was blocked by her piece), so the weight of L stays added although \
               L is blocked now. The two slips cancel in the last line, where alpha-weights are written.",
        check: equation_3_3,
    },
    Claim {
        id: "hop/3.3.2",
        place: "Proposition 3.3.2, section 3.3",
        statement: "On PG(2,4) Olivia draws by always hopping her newest O to an open point of greatest alpha-weight.",
        method: "Against every Xavier and for every choice among points of equal weight, until the weight is below 1.",
        note: "",
        check: projective_four,
    },
    Claim {
        id: "hop/3.3.3",
        place: "Proposition 3.3.3, section 3.3",
        statement: "In the hop game on PG(2,3) Olivia, who moves second, draws by always hopping her newest O (the piece that Xavier's last hop left \
                    behind) to an open point of greatest alpha-weight. That weight is the sum, over the lines through the point on which no older O \
                    stands, of 1/2 to the number of their open points.",
        method: "The strategy is played against every Xavier: for every choice among points of equal weight, and for the best choice. And the game itself \
                 is solved.",
        note: "The proof follows one game in which Xavier, too, goes by weights, and finds the weight below 1 after \
               four turns each (its numbers are right: hop/3.3.3-game). Other hops of Xavier keep the weight at 1 or \
               more, and the proof does not consider them. Olivia can draw on PG(2,3) by hopping her newest O to \
               points chosen in another way: `outplay verify hop pg:2,3 --strategy newest-o --as second --claim draw \
               --some`.",
        check: projective_three,
    },
    Claim {
        id: "hop/3.3.3-game",
        place: "Proof of Proposition 3.3.3, with Figures 3.10 to 3.16",
        statement: "The one game that the proof follows: X on 2 and O on 1, then Olivia to 3, Xavier 2>4, Olivia to 7, Xavier 1>13, Olivia to 9, Xavier 4>8, \
                    Olivia to 6, Xavier to 10. Its alpha-weights before Olivia's turns are 22/16, 5/4, 5/4, 1 and 3/4; each hop of Olivia is to a point of \
                    greatest weight, and the weights of Xavier's other hops are as printed, with the lines that make them.",
        method: "The plane is laid out from the lines that the text names (they determine the rest), and each printed weight is computed.",
        note: "The numbers are right. But they are the weights of one game, in which Xavier also plays by weights; \
               hop/3.3.3 must hold against every Xavier.",
        check: the_game_of_the_proof,
    },
    Claim {
        id: "hop/3.3.4",
        place: "Theorem 3.3.4, section 3.3",
        statement: "Xavier wins the hop game on PG(2,2), Olivia draws it on PG(2,q) for all q ≥ 3.",
        method: "PG(2,2) and PG(2,3) solved; PG(2,4) by hop/3.3.2; q ≥ 5 by hop/3.3.1.",
        note: "For q = 3 the theorem rests on Proposition 3.3.3, whose strategy loses; the game is nevertheless a \
               draw.",
        check: theorem_3_3_4,
    },
    Claim {
        id: "hop/3.4.1",
        place: "Proposition 3.4.1, section 3.4",
        statement: "The alpha-weight after the first hop on AG(2,q) is (q² + 3q + 3) / 2^q, below 1 for q ≥ 6; so Olivia draws for q ≥ 7.",
        method: "The weight counted on the planes of order 2 to 9, and below 1 for all q from 6 on, checked to 1,000.",
        note: "",
        check: |context| first_weights(context, Plane::Affine, 6),
    },
    Claim {
        id: "hop/3.4.3",
        place: "Proposition 3.4.3, section 3.4",
        statement: "Olivia draws the hop game on AG(2,5).",
        method: "The alpha-weight strategy with the best choice among points of equal weight, against every Xavier.",
        note: "The dissertation's evidence is a program that plays random games against one Xavier (appendix B).",
        check: affine_five,
    },
    Claim {
        id: "hop/3.4.3-strategy",
        place: "After Proposition 3.4.3, section 3.4",
        statement: "On AG(2,5) Olivia draws by always hopping her newest O to an open point of greatest alpha-weight.",
        method: "Against every Xavier, for every choice among points of equal weight (the proof of Proposition 3.3.2 breaks ties arbitrarily, the \
                 program of appendix B at random).",
        note: "With good choices among points of equal weight it draws: see hop/3.4.3.",
        check: affine_five_strategy,
    },
    Claim {
        id: "hop/3.4.4",
        place: "Theorem 3.4.4, section 3.4",
        statement: "Olivia draws the hop game on AG(2,q) for all q ≥ 5.",
        method: "q ≥ 7 by hop/3.4.1, q = 5 by hop/3.4.3.",
        note: "",
        check: theorem_3_4_4,
    },
    Claim {
        id: "hop/3.4-brute-force",
        place: "Section 3.4, before Proposition 3.4.2",
        statement: "The strategy of making, on each turn, the hop after which the beta-weight is greatest (Xavier) or least (Olivia) is optimal for both \
                    players.",
        method: "Xavier by beta-weight against every Olivia on AG(2,4), and Olivia against every Xavier on PG(2,3), each with the best choice among equal \
                 weights; and Xavier with every choice on the small boards that he wins.",
        note: "An optimal strategy wins where a win is possible and draws where a draw is. The text claims this for \
               AG(2,4) and AG(2,5).",
        check: brute_force,
    },
    Claim {
        id: "hop/appendix-a",
        place: "Appendix A, the second program",
        statement: "On AG(2,4) Xavier can win by always making a hop after which the lines that Olivia can still claim weigh least, and of these one after which \
                    his own weigh most (after that, ties are broken arbitrarily).",
        method: "Against every Olivia: for every choice among equal hops, and for the best choice.",
        note: "The program plays one game in which Olivia, too, goes by weights. With good choices among equal hops the rule wins against every Olivia, so \
               Proposition 3.4.2 stands.",
        check: appendix_a,
    },
    Claim {
        id: "hop/4.2-weights",
        place: "Section 4.2, after Proposition 4.2.3, and appendix C",
        statement: "In Fire and Ice FIRE can win by making, on each turn, the move after which the beta-weight is greatest.",
        method: "Against every ICE, for every choice among moves of equal weight, until a game is found that FIRE does not win.",
        note: "The dissertation's evidence is one game in which ICE, too, goes by weights. The line shown is the first \
               one found, not the shortest. Whether some way of breaking ties wins is not known here, nor whether FIRE \
               loses the game itself: see hop/4.2.3.",
        check: fire_by_weights,
    },
    Claim {
        id: "hop/3.4.2-newest",
        place: "After Proposition 3.4.2, section 3.4",
        statement: "On AG(2,4) Xavier can win by always hopping his newest X.",
        method: "Every choice of destinations against every Olivia.",
        note: "The newest X is the one that Olivia's last hop left behind. The program of appendix A does not play \
               this way.",
        check: newest_x,
    },
];

/// Every state before a turn of Olivia: what counts as Xavier's, and Olivia's other points. In a hop game her newest O counts as
/// his, so he has two more; in a game of taking points he has one more.
fn states(board: &SmallBoard, most: u32, more: u32) -> Vec<(u32, u32)> {
    let full = board.full();
    let xs = (0..=full).filter(|x| x.count_ones() >= more && x.count_ones() <= most + 1);
    let others = |x: u32| {
        (0..=full)
            .filter(move |o| o & x == 0 && o.count_ones() + more == x.count_ones())
            .map(move |o| (x, o))
    };
    xs.flat_map(others).collect()
}

/// The weight before the second player's turns never grows; `more` as for [`states`].
pub fn never_grows(context: &mut Context, more: u32) -> Result<Finding, Stopped> {
    let named = ["pg:2,2", "ttt:3"].map(|name| context.sets(name));
    let boards = (2..=4).flat_map(antichains).chain(named);
    sweep(context, boards, "boards, every state, choice and answer", |context, board| {
        let weights = AlphaWeight::asked(context, board.clone());
        for (x, others) in states(board, 9, more) {
            context.budget.visit()?;
            let now = weights.total(x, others);
            for to in weights.choices(x, others) {
                let o = others | 1 << to;
                for answer in bits(board.full() & !x & !o) {
                    if weights.total(x | 1 << answer, o) > now {
                        return Ok(Some(Exhibit::new(board.name(), String::new())));
                    }
                }
            }
        }
        Ok(None)
    })
}

fn first_weights(context: &mut Context, plane: Plane, from: u64) -> Result<Finding, Stopped> {
    let formula = |q: u64| match plane {
        Plane::Projective => (q * q + 3 * q + 4, q + 1),
        Plane::Affine => (q * q + 3 * q + 3, q),
    };
    let counted = sweep(
        context,
        [2u64, 3, 4, 5, 7, 8, 9],
        "planes of order 2 to 9, lines counted",
        |context, &q| {
            let lines = context.lines(&format!("{}:2,{q}", plane.name()));
            let (numerator, power) = formula(q);
            let weight: u64 =
                lines.iter().map(|line| 1 << line.iter().filter(|&&p| p < 2).count()).sum();
            let same = weight == numerator && lines.iter().all(|line| line.len() as u64 == power);
            Ok((!same)
                .then(|| Exhibit::new(format!("order {q}: {weight}"), "outplay table hop/planes")))
        },
    )?;
    let below = sweep(context, 2..=1000u64, "orders up to 1000", |context, &q| {
        let (numerator, power) = formula(q);
        // One line through both points, and those through one of them; lines of 4, of 2 and of 1.
        let [_, lines, length, through] = context.plane(plane, q);
        let counted = (4 + 2 * 2 * (through - 1) + (lines - 2 * (through - 1) - 1), length);
        let small = power >= 64 || numerator < 1 << power;
        Ok((counted != (numerator, power) || small != (q >= from)).then(|| {
            Exhibit::new(format!("order {q}: {numerator} / 2^{power}"), "outplay table hop/planes")
        }))
    })?;
    let exists = (from..).find(|&q| is_prime_power(q)).unwrap_or(from);
    Ok(all([counted, below.counting(format!("the first plane is of order {exists}"))]))
}

/// The beta-weight of a point: unblocked sets through it.
fn beta(weights: &AlphaWeight, board: &SmallBoard, point: usize, x: u32, o: u32) -> u64 {
    let through = board.sets.iter().filter(|&&set| set >> point & 1 == 1);
    through.map(|&set| weights.weight(set, x, o)).sum()
}

fn equation_3_3(context: &mut Context) -> Result<Finding, Stopped> {
    let mut slip: Option<Exhibit> = None;
    let held = sweep(
        context,
        ["pg:2,2", "ag:2,3"],
        "planes, every state, hop and open point",
        |context, name| {
            let board = context.sets(name);
            let weights = AlphaWeight::asked(context, board.clone());
            for (x, older) in states(&board, 4, 2) {
                context.budget.visit()?;
                for alpha in bits(x) {
                    let open = board.full() & !x & !older;
                    for to in bits(open) {
                        for g in bits(open & !(1 << to)) {
                            let right = beta(&weights, &board, g, x, older | 1 << to);
                            let both = |p: usize, q: usize| {
                                board
                                    .sets
                                    .iter()
                                    .copied()
                                    .filter(move |s| s >> p & 1 == 1 && s >> q & 1 == 1)
                            };
                            let alpha_both: u64 =
                                both(g, to).map(|s| weights.weight(s, x, older)).sum();
                            if right != beta(&weights, &board, g, x, older) - alpha_both {
                                return Ok(Some(Exhibit::new(
                                    format!("{name}: x {x:b}"),
                                    String::new(),
                                )));
                            }
                            // The first line of the derivation, with all beta-weights before the hop.
                            let (bx, bo) = (x & !(1 << alpha), older | 1 << alpha);
                            let line: u64 =
                                both(alpha, g).map(|s| weights.weight(s, x, older)).sum();
                            let beta_both: u64 =
                                both(g, to).map(|s| weights.weight(s, bx, bo)).sum();
                            let first = beta(&weights, &board, g, bx, bo) + line - beta_both;
                            if first != right && slip.is_none() {
                                let text = format!(
                                    "the first line of its derivation does not: on {name} with Olivia's newest O on \
                                     {}, a hop to {} and g = {}, all on one line, it gives {first}/8 where the weight \
                                     is {right}/8",
                                    alpha + 1,
                                    to + 1,
                                    g + 1
                                );
                                slip = line_to(x, older, alpha).map(|line| {
                                    let line = [&line[..], &[(alpha, to)]].concat();
                                    let (start, shown) = (line[0].0 + 1, hops(&line));
                                    let command = format!(
                                        "outplay weights hop {name} --start {start} --after \"{shown}\""
                                    );
                                    Exhibit::new(text, command).drawn("hop", name, &shown)
                                });
                            }
                        }
                    }
                }
            }
            Ok(None)
        },
    )?;
    Ok(match slip {
        Some(exhibit) => held.with_gap(exhibit),
        None => held,
    })
}

/// The hops that lead to the state after one hop, if Olivia's newest O is `alpha`, no other O is there and one more X.
fn line_to(x: u32, older: u32, alpha: usize) -> Option<Vec<(usize, usize)>> {
    let other = bits(x & !(1 << alpha)).next()?;
    (older == 0 && x.count_ones() == 2).then(|| vec![(alpha, other)])
}

/// The alpha-weight strategy on a board.
fn alpha_weight(board: &str) -> PlayedStrategy {
    PlayedStrategy::draws("hop", board, "alpha-weight", Player::Second)
}

fn projective_four(context: &mut Context) -> Result<Finding, Stopped> {
    all_hold(
        context,
        vec![alpha_weight("pg:2,4")],
        "every Xavier, every choice among equal weights",
    )
}

fn projective_three(context: &mut Context) -> Result<Finding, Stopped> {
    let game = if is_drawn(context, "pg:2,3")? { "a draw with best play" } else { "not a draw" };
    let every = alpha_weight("pg:2,3");
    let came = every.run(context)?;
    if came.holds {
        return Ok(Finding::verified(
            "no Xavier beats it",
            "every Xavier, every choice among equal weights",
        ));
    }
    let some = alpha_weight("pg:2,3").some();
    let best = some.run(context)?;
    let length = |line: &str| line.split_whitespace().count();
    let tail = if best.holds {
        "With a good choice among points of equal weight it holds.".to_string()
    } else {
        format!(
            "No way of breaking ties helps her: however she chooses among points of equal weight Xavier wins; at best \
             she lasts {} hops ({}).",
            length(&best.line),
            best.line
        )
    };
    let text = format!(
        "Xavier beats the strategy in {} hops, beginning with X on 1: {}. Every second hop is Olivia's, from her newest O to a point of greatest weight; Xavier \
         completes a line with the last. {tail} The game itself is {game}",
        length(&came.line),
        came.line
    );
    let exhibit = Exhibit::new(text, if best.holds { every.command() } else { some.command() })
        .drawn("hop", "pg:2,3", &came.line);
    let checked = "every Xavier; every choice among equal weights, and the best choice";
    Ok(if best.holds {
        Finding::verified("with good choices among equal weights it holds", checked)
            .with_gap(exhibit)
    } else {
        Finding::refuted(exhibit, checked)
    })
}

/// Whether nobody can force a win from the first point. (On a projective plane no tie is possible.)
fn is_drawn(context: &mut Context, name: &str) -> Result<bool, Stopped> {
    let mut solver = SmallHopSolver::new(context.sets(name));
    Ok(!solver.first_wins(1, 0, context)? && !solver.second_wins(1, 0, context)?)
}

fn theorem_3_3_4(context: &mut Context) -> Result<Finding, Stopped> {
    let row = |board: &str, claimed: bool, found: bool| {
        (
            format!("that {board} is drawn"),
            claimed,
            found,
            format!("outplay solve hop {board} --start 1"),
        )
    };
    let solved = crate::claim::facts(
        [
            row("pg:2,2", false, is_drawn(context, "pg:2,2")?),
            row("pg:2,3", true, is_drawn(context, "pg:2,3")?),
        ],
        "orders 2 and 3 solved",
    );
    let rest = all([projective_four(context)?, first_weights(context, Plane::Projective, 5)?]);
    let whole = all([solved, rest]);
    let three = projective_three(context)?;
    Ok(match three.exhibit {
        Some(exhibit) if three.status == crate::claim::Status::Refuted => {
            let text = "for q = 3 the proof does not: the strategy of Proposition 3.3.3, on which it rests, loses (hop/3.3.3)";
            whole.with_gap(Exhibit { text: text.into(), ..exhibit })
        }
        _ => whole,
    })
}

fn affine_five(context: &mut Context) -> Result<Finding, Stopped> {
    let checked = "the best choice among equal weights, every Xavier";
    let board = context.sets("ag:2,5");
    let loses = context.once("alpha-weight loses on ag:2,5", |budget| {
        AlphaPlay::new(board).loses_by_every_choice(budget)
    })?;
    Ok(if !context.verdict(!loses) {
        Finding::open(
            "the alpha-weight strategy loses however it chooses, which does not settle the question",
            checked,
        )
    } else {
        Finding::verified(
            "with good choices among points of equal weight the alpha-weight strategy draws",
            checked,
        )
    })
}

fn affine_five_strategy(context: &mut Context) -> Result<Finding, Stopped> {
    let mut play = AlphaPlay::new(context.sets("ag:2,5"));
    let checked = "every Xavier, every choice among equal weights";
    let line = play.loses_by_bad_choices(context.budget)?;
    let Some(line) = line.filter(|_| !context.verdict(false)) else {
        return Ok(Finding::verified("no Xavier beats it", checked));
    };
    let shown = hops(&line);
    let text = format!(
        "Xavier wins on {shown} ({} hops): each of Olivia's hops is from her newest O to a point of greatest weight, ties broken badly",
        line.len()
    );
    let command = format!("outplay solve hop ag:2,5 --start 1 --after \"{shown}\"");
    let refuted =
        Finding::refuted(Exhibit::new(text, command).drawn("hop", "ag:2,5", &shown), checked);
    let good = affine_five(context)?;
    Ok(refuted.but("with good choices among points of equal weight she draws", &good))
}

fn theorem_3_4_4(context: &mut Context) -> Result<Finding, Stopped> {
    let five = affine_five(context)?;
    Ok(all([first_weights(context, Plane::Affine, 6)?, five]))
}

fn brute_force(context: &mut Context) -> Result<Finding, Stopped> {
    let xavier = PlayedStrategy::wins("hop", "ag:2,4", "beta-weight", Player::First).some();
    let olivia = PlayedStrategy::draws("hop", "pg:2,3", "beta-weight", Player::Second).some();
    let checked = "AG(2,4) and PG(2,3) with the best choices, smaller boards with every choice";
    let (his, hers) = (xavier.run(context)?, olivia.run(context)?);
    if his.holds || hers.holds {
        return Ok(Finding::open(
            "with good choices among equal weights it wins or draws",
            checked,
        ));
    }
    let hops = |line: &str| line.split_whitespace().count();
    let text = format!(
        "on AG(2,4), which Xavier wins with best play (hop/3.4.2), he loses with it, however he chooses among hops of equal weight: at best he lasts {} hops, {}. \
         Nor does it work for Olivia: on PG(2,3), a draw with best play, she loses however she chooses, at best in {} hops, {}",
        hops(&his.line),
        his.line,
        hops(&hers.line),
        hers.line
    );
    let exhibit = Exhibit::new(text, xavier.command()).drawn("hop", "ag:2,4", &his.line);
    let mut finding = Finding::refuted(exhibit, checked);
    for board in ["ag:2,2", "pg:2,2", "ag:2,3", "ttt:3"] {
        let every = PlayedStrategy::wins("hop", board, "beta-weight", Player::First);
        let came = every.run(context)?;
        if !came.holds {
            finding = finding.remark(format!(
                "with bad choices among equal weights it fails on {board} already, which Xavier wins: {} after {} ({})",
                came.reason,
                came.line,
                every.command()
            ));
        }
    }
    Ok(finding)
}

fn newest_x(context: &mut Context) -> Result<Finding, Stopped> {
    let play = PlayedStrategy::wins("hop", "ag:2,4", "newest-x", Player::First).some();
    let checked = "every choice of destinations, every Olivia";
    if newest_x_wins(&context.sets("ag:2,4"), context)? {
        return Ok(Finding::verified(
            "some choice of destinations wins against every Olivia",
            checked,
        ));
    }
    let text = "whatever destinations Xavier chooses, if he only ever hops his newest X he cannot force a win (though he wins with other hops, see hop/3.4.2)";
    Ok(Finding::refuted(Exhibit::new(text, play.command()).drawn("hop", "ag:2,4", ""), checked))
}

fn appendix_a(context: &mut Context) -> Result<Finding, Stopped> {
    let every = PlayedStrategy::wins("hop", "ag:2,4", "appendix-a-xavier", Player::First);
    let came = every.run(context)?;
    let checked = "every Olivia; every choice among equal hops, and the best choice";
    if came.holds {
        return Ok(Finding::verified("no Olivia stops it", checked));
    }
    let best = every.clone().some().run(context)?;
    let tail = if best.holds { "with good choices it wins" } else { "and no choice helps" };
    let text = format!(
        "after {} Xavier has not won, with arbitrary choices among equal hops ({}); {tail}",
        came.line, came.reason
    );
    let exhibit = Exhibit::new(text, every.command()).drawn("hop", "ag:2,4", &came.line);
    let stands = best.holds.then(|| "with good choices among equal hops he wins".to_string());
    Ok(Finding { stands, ..Finding::refuted(exhibit, checked) })
}

fn fire_by_weights(context: &mut Context) -> Result<Finding, Stopped> {
    const BOARD: &str = "[pg:2,2 : pg:2,2]";
    let play =
        PlayedStrategy::wins("fire-and-ice", BOARD, "appendix-c-fire", Player::First).any_line();
    let came = play.run(context)?;
    let checked = "every ICE and every choice among equal weights, until FIRE does not win";
    if came.holds {
        return Ok(Finding::verified("no ICE stops it", checked));
    }
    let moves = came.line.split_whitespace().count();
    let text = format!(
        "each move of FIRE in this game of {moves} moves is one after which the beta-weight is greatest, and FIRE does not win ({}): {}",
        came.reason, came.line
    );
    let command = format!("{} --time 20", play.command());
    let exhibit = Exhibit::new(text, command).drawn("fire-and-ice", BOARD, &came.line);
    Ok(Finding::refuted(exhibit, checked))
}

/// The lines of PG(2,3) as the proof of Proposition 3.3.3 numbers its points. It names seven of them; two points are on one
/// line, which gives the others.
pub const FIGURE_3_10: [[u32; 4]; 13] = [
    [1, 2, 3, 12],
    [1, 4, 7, 10],
    [2, 4, 9, 13],
    [1, 6, 8, 13],
    [2, 5, 8, 10],
    [4, 5, 6, 12],
    [10, 11, 12, 13],
    [1, 5, 9, 11],
    [2, 6, 7, 11],
    [3, 4, 8, 11],
    [3, 5, 7, 13],
    [7, 8, 9, 12],
    [3, 6, 9, 10],
];

/// A weight in sixteenths: of all lines, or of those through a point. For alpha-weights the newest O is among `x`.
fn sixteenths(x: &[u32], o: &[u32], through: Option<u32>) -> u32 {
    let lines = FIGURE_3_10.iter().filter(|line| through.is_none_or(|p| line.contains(&p)));
    lines.map(|line| of_line(line, x, o)).sum()
}

/// The weight of a line in sixteenths.
fn of_line(line: &[u32; 4], x: &[u32], o: &[u32]) -> u32 {
    let open = line.iter().filter(|p| !x.contains(p)).count();
    if line.iter().any(|p| o.contains(p)) { 0 } else { 16 >> open }
}

/// The free points of greatest weight.
fn heaviest(x: &[u32], o: &[u32]) -> Vec<u32> {
    let free = || (1..=13).filter(|p| !x.contains(p) && !o.contains(p));
    let most = free().map(|p| sixteenths(x, o, Some(p))).max();
    free().filter(|&p| Some(sixteenths(x, o, Some(p))) == most).collect()
}

fn the_game_of_the_proof(context: &mut Context) -> Result<Finding, Stopped> {
    let command = "outplay weights hop pg:2,3 --start 1".to_string();
    let total = |name: &str, claimed: u32, x: &[u32], o: &[u32]| {
        let (x, o) = context.sides(x, o);
        let found = format!("{}/16", sixteenths(x, o, None));
        (format!("the weight {name}"), format!("{claimed}/16"), found, command.clone())
    };
    let best = |name: &str, claimed: &[u32], x: &[u32], o: &[u32]| {
        let found = format!("{:?}", heaviest(x, o));
        (format!("the heaviest points {name}"), format!("{claimed:?}"), found, command.clone())
    };
    // Blocked lines weigh nothing.
    let lines = |name: &str, claimed: [usize; 5], x: &[u32], o: &[u32]| {
        let (x, o) = context.sides(x, o);
        let weighing =
            |weight| FIGURE_3_10.iter().filter(|line| of_line(line, x, o) == weight).count();
        let found = [0, 8, 4, 2, 1].map(weighing);
        let name = format!("the lines of weight 0, 1/2, 1/4, 1/8, 1/16 {name}");
        (name, format!("{claimed:?}"), format!("{found:?}"), command.clone())
    };
    let joined =
        |a: u32, b: u32| FIGURE_3_10.iter().filter(|l| l.contains(&a) && l.contains(&b)).count();
    let plane = (1..=13).all(|a| (1..a).all(|b| joined(a, b) == 1));
    let whole = (
        "that these are the lines of a plane".to_string(),
        "true".into(),
        plane.to_string(),
        command.clone(),
    );
    Ok(crate::claim::facts(
        [
            whole,
            total("after the first hop", 22, &[1, 2], &[]),
            best("for Olivia's first hop", &[3, 12], &[1, 2], &[]),
            total("if Xavier hops to 12", 18, &[1, 2, 12], &[3]),
            lines("if Xavier hops to 12", [4, 0, 0, 9, 0], &[1, 2, 12], &[3]),
            total("after 2>4", 20, &[1, 2, 4], &[3]),
            lines("after 2>4", [4, 0, 2, 5, 2], &[1, 2, 4], &[3]),
            best("for Olivia's second hop", &[7, 9, 10, 13], &[1, 2, 4], &[3]),
            best("for Xavier's third hop", &[13], &[1, 2, 4], &[3, 7]),
            total("for Xavier after 1>13", 14, &[2, 4, 13], &[1, 3, 7]),
            total("for Xavier after 2>13", 10, &[1, 4, 13], &[2, 3, 7]),
            total("for Xavier after 4>13", 10, &[1, 2, 13], &[3, 4, 7]),
            lines("for Xavier after 1>13", [9, 1, 0, 3, 0], &[2, 4, 13], &[1, 3, 7]),
            lines("for Xavier after 2>13", [9, 0, 1, 3, 0], &[1, 4, 13], &[2, 3, 7]),
            lines("for Xavier after 4>13", [9, 0, 1, 3, 0], &[1, 2, 13], &[3, 4, 7]),
            total("after 1>13", 20, &[1, 2, 4, 13], &[3, 7]),
            best("for Olivia's third hop", &[9], &[1, 2, 4, 13], &[3, 7]),
            best("for Xavier's fourth hop", &[6, 8], &[1, 2, 4, 13], &[3, 7, 9]),
            total("for Xavier after 1>8", 8, &[2, 4, 8, 13], &[1, 3, 7, 9]),
            total("for Xavier after 2>8", 12, &[1, 4, 8, 13], &[2, 3, 7, 9]),
            total("for Xavier after 4>8", 14, &[1, 2, 8, 13], &[3, 4, 7, 9]),
            total("for Xavier after 13>8", 6, &[1, 2, 4, 8], &[3, 7, 9, 13]),
            lines("for Xavier after 1>8", [10, 0, 1, 2, 0], &[2, 4, 8, 13], &[1, 3, 7, 9]),
            lines("for Xavier after 2>8", [10, 1, 0, 2, 0], &[1, 4, 8, 13], &[2, 3, 7, 9]),
            lines("for Xavier after 4>8", [10, 1, 1, 1, 0], &[1, 2, 8, 13], &[3, 4, 7, 9]),
            lines("for Xavier after 13>8", [11, 0, 1, 1, 0], &[1, 2, 4, 8], &[3, 7, 9, 13]),
            total("after 4>8", 16, &[1, 2, 4, 8, 13], &[3, 7, 9]),
            best("for Olivia's fourth hop", &[6], &[1, 2, 4, 8, 13], &[3, 7, 9]),
            best("for Xavier's fifth hop", &[10], &[1, 2, 4, 8, 13], &[3, 6, 7, 9]),
            total("after Xavier's fifth hop", 12, &[1, 2, 4, 8, 10, 13], &[3, 6, 7, 9]),
        ],
        "every weight printed",
    ))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test")]
mod tests {
    use super::*;
    use crate::catalogue;
    use outplay_solve::limits::Budget;
    use outplay_solve::oracle::How;

    /// The ways to give some of `n` points to X, `more` fewer to O.
    fn states_of(n: usize, more: i64) -> u64 {
        let given = |code: usize, to: usize| {
            (0..n).filter(|i| code / 3usize.pow(*i as u32) % 3 == to).count() as i64
        };
        (0..3usize.pow(n as u32)).filter(|&code| given(code, 1) == given(code, 2) + more).count()
            as u64
    }

    /// Where points are taken Xavier has one more before a turn of Olivia. In a hop game he has as many, and her newest O counts as his.
    #[test]
    fn the_weights_are_those_of_the_game_that_is_meant() {
        for (id, more) in [("hop/5.2.7", 1), ("hop/3.2.1", 2)] {
            let mut budget = Budget::unlimited();
            catalogue::find(id).unwrap().examine(&mut Context::new(
                &mut budget,
                false,
                How::default(),
            ));
            let boards: Vec<usize> =
                (2..=4).flat_map(antichains).map(|board| board.points).chain([7, 9]).collect();
            let states: u64 = boards.into_iter().map(|n| states_of(n, more)).sum();
            assert_eq!(budget.progress().positions, states, "{id}");
        }
    }
}
