//! Published strategies made wrong on purpose: in one kind of situation the advice is turned into its opposite (every legal
//! move that the strategy does not allow). Where the strategy holds, each of these must be refuted by a line that replays.

use std::collections::BTreeSet;

use outplay_rules::board::BoardName;
use outplay_rules::game::GameName;
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::option::Options;
use outplay_rules::player::Player::{self, First, Second};
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::Budget;
use outplay_strategy::named::{Ask, CATALOGUE, named};
use outplay_strategy::strategic::Strategic;
use outplay_strategy::strategy::{Advice, Choices, Guarantee, Memory, MomentIn, Sees, Strategy};
use outplay_strategy::verify::{Task, Verdict, Verifier};

/// Where the advice is turned round.
#[derive(Clone, Copy, Debug)]
enum Where {
    /// Nowhere: the strategy as published.
    Nowhere,
    /// In every situation.
    Everywhere,
    /// With the first move of the game.
    Opening,
    /// With every other move.
    Answers,
    /// In states of this class (Closing Octagons).
    State(&'static str),
}

struct Flipped<'r, S: Strategic> {
    rules: &'r Game<S>,
    strategy: Box<dyn Strategy<S> + 'r>,
    flipped: Where,
}

impl<S: Strategic> Flipped<'_, S> {
    fn applies(&self, position: &S::Position) -> bool {
        let opening = *position == self.rules.start();
        match self.flipped {
            Where::Nowhere => false,
            Where::Everywhere => true,
            Where::Opening => opening,
            Where::Answers => !opening,
            Where::State(class) => self.rules.state(position) == Some(class),
        }
    }
}

impl<S: Strategic> Strategy<S> for Flipped<'_, S> {
    fn sees(&self) -> Sees {
        self.strategy.sees()
    }

    fn remember(&self, memory: &Memory, before: &MomentIn<S>, mv: &Move, mine: bool) -> Memory {
        self.strategy.remember(memory, before, mv, mine)
    }

    fn allows(&mut self, now: &MomentIn<S>, memory: &Memory, budget: &mut Budget) -> Advice {
        let allowed = self.strategy.allows(now, memory, budget)?;
        let mut others = self.rules.moves(&now.position);
        others.retain(|mv| !allowed.contains(mv));
        Ok(if self.applies(&now.position) && !others.is_empty() { others } else { allowed })
    }
}

/// The verdict on a strategy with its advice turned round somewhere; a line that breaks the claim is replayed.
fn play<S: Strategic>(
    rules: &Game<S>,
    game: &GameName,
    name: &str,
    player: Player,
    claim: Guarantee,
    flipped: Where,
) -> Verdict {
    let convention = Convention::Normal;
    let strategy = named(rules, game, &Ask { name, player, convention }).unwrap();
    let mut strategy = Flipped { rules, strategy, flipped };
    let task =
        Task { player, claim, choices: Choices::All, convention, theorems: false, shortest: true };
    let verdict = Verifier::new(rules, &mut strategy, task).run(&[], &mut Budget::unlimited());
    if let Some(found) = &verdict.counterexample {
        let line: Vec<String> = found.moves.iter().map(|mv| rules.write_move(mv)).collect();
        Record::after(rules, &line.join(" ")).unwrap();
    }
    verdict
}

/// What is wrong with a case: the strategy does not hold, or turned round it does.
fn wrong((game, board, name, player, claim, flips): Case) -> Vec<String> {
    let (game, normal_rules) = match game.strip_suffix(" normal") {
        Some(game) => (game, true),
        None => (game, false),
    };
    let (named, named_board): (GameName, BoardName) =
        (game.parse().unwrap(), board.parse().unwrap());
    let options = (if normal_rules { "--normal-rules" } else { "" }).parse::<Options>().unwrap();
    let starts = named.cases(named_board.build().unwrap(), &options).unwrap();
    // From every start; nothing limits the search, so there is a verdict.
    let holds = |flipped: Where| {
        starts.all().iter().all(|start| {
            let verdict = in_space!(&start.ruleset, |rules| play(
                rules, &named, name, player, claim, flipped
            ));
            verdict.holds.unwrap()
        })
    };
    let expected = |flipped: &Where| matches!(flipped, Where::Nowhere);
    let cases = [Where::Nowhere].into_iter().chain(flips.iter().copied());
    let wrong = cases.filter(|&flipped| holds(flipped) != expected(&flipped));
    wrong.map(|flipped| format!("{game} {board} {name} {player} {flipped:?}")).collect()
}

/// A strategy and where it holds: game, board, name, player, claim, and where it is turned round.
type Case = (&'static str, &'static str, &'static str, Player, Guarantee, &'static [Where]);

const NORMAL: &str = "closing-octagons normal";
const CHAINS: &str = "edges:1-1,1-2,2-3,3-4,4-5,5-5,6-6,6-7,7-8,8-9,9-9";
const BOUQUETS: &str = "edges:1-1,1-1,2-2,2-2,3-3,3-3";

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("positional", "ttt:3", "optimal", Second, Guarantee::Draw, &[Where::Everywhere]),
    ("robs-dots", "heaps:9", "nimber", First, Guarantee::Win, &[Where::Opening, Where::Answers]),
    ("robs-dots", "heaps:9", "middle-dot", First, Guarantee::Win, &[Where::Opening, Where::Answers]),
    ("node-kayles", "path:9", "middle-dot", First, Guarantee::Win, &[Where::Opening, Where::Answers]),
    ("unshackle", "grid:3x3", "shadow-point", Second, Guarantee::Win, &[Where::Everywhere]),
    ("unshackle", "edges:1-2,2-3,3-4,4-1,1-5,3-6,2-4", "shadow", First, Guarantee::Draw, &[Where::Opening, Where::Answers]),
    ("unshackle", "grid:3x3", "shadow-line", Second, Guarantee::Win, &[Where::Everywhere]),
    ("unshackle", "grid:2x3", "shadow-line", First, Guarantee::Win, &[Where::Opening, Where::Answers]),
    ("unshackle", "grid:3x3", "shadow", Second, Guarantee::Win, &[Where::Everywhere]),
    ("unshackle", "path:6", "unshackle-4.1", First, Guarantee::Win, &[Where::Opening, Where::Answers]),
    ("unshackle", "grid:2x4", "unshackle-4.7", Second, Guarantee::Win, &[Where::Everywhere]),
    (NORMAL, BOUQUETS, "octagons-a", Second, Guarantee::Win, &[Where::State("strategic")]),
    (NORMAL, CHAINS, "octagons-b/else-a", Second, Guarantee::Win, &[Where::State("strategic")]),
    (NORMAL, "octagons:1x2", "octagons-4.13", First, Guarantee::Draw, &[Where::Opening, Where::State("strategic")]),
    (NORMAL, "octagons:1x3", "octagons-4.14", Second, Guarantee::Win, &[Where::State("normal"), Where::State("strategic")]),
    (NORMAL, "octagons:1x2", "octagons-4.14/completed", First, Guarantee::Draw, &[Where::State("strategic")]),
    (NORMAL, "polygons:6,1x3", "octagons-4.20", Second, Guarantee::Win, &[Where::State("strategic")]),
    ("hop", "ttt:3", "hop-ttt", First, Guarantee::Win, &[Where::Opening, Where::Answers]),
    ("hop", "ttt:3", "hop-ttt/two-lines", First, Guarantee::Win, &[Where::Opening, Where::Answers]),
    ("hop", "pg:2,2", "hop-pg22", First, Guarantee::Win, &[Where::Everywhere]),
    ("hop", "ag:2,3", "hop-ag23", First, Guarantee::Win, &[Where::Answers]),
    ("hop", "sets:1-2-3-4,4-5-6-7", "alpha-weight", Second, Guarantee::Draw, &[Where::Everywhere]),
    ("positional", "sets:1-2-3,3-4-5", "beta-weight", Second, Guarantee::Draw, &[Where::Everywhere]),
    ("positional", "[sets:1-2 : sets:1-2,3-4]", "nested:optimal", Second, Guarantee::Draw, &[Where::Everywhere]),
    ("positional", "[sets:1-2 : sets:1-2,3-4-5]", "nested:optimal/else", Second, Guarantee::Draw, &[Where::Everywhere]),
    ("maker-breaker", "sets:1-2-3,3-4-5,6-7-8", "erdos-selfridge", Second, Guarantee::Win, &[Where::Everywhere]),
    ("maker-breaker", "sets:1-2-3,3-4-5,5-6-1", "pairing", Second, Guarantee::Win, &[Where::Everywhere]),
    ("octal:0.03", "grid:3x6", "grid-1-3/any", First, Guarantee::Win, &[Where::Everywhere]),
    ("octal:0.33", "pode:1,1,2 + pode:1,1,5", "mimic", Second, Guarantee::Win, &[Where::Everywhere]),
];

/// Strategies that allow every legal move or every destination, so that the opposite says little; and those that hold
/// nowhere as published, which other tests refute (`published.rs`, and the catalogue's checks).
const LEFT_OUT: [&str; 14] = [
    "any",
    "octagons-4.12",
    "hop-ag22",
    "grid-1-2",
    "octagons-b",
    "newest-x",
    "newest-o",
    "beta-weight/point-first",
    "appendix-a-xavier",
    "appendix-a-olivia",
    "appendix-b-xavier",
    "appendix-c-fire",
    "appendix-c-ice",
    "grid-1-3",
];

#[test]
fn strategies_turned_round_are_refuted() {
    let wrong: Vec<String> = CASES.iter().flat_map(|&case| wrong(case)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_published_strategy_is_forgotten() {
    let tried: BTreeSet<&str> = CASES.iter().map(|case| case.2).collect();
    for entry in CATALOGUE {
        let name = entry.name.replace("INNER", "optimal");
        assert!(tried.contains(&name[..]) || LEFT_OUT.contains(&&name[..]), "{name}");
    }
}
