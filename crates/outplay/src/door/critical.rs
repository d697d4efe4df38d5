//! The critical states of a Closing Octagons board up to isomorphism.

use std::collections::BTreeMap;
use std::fmt;

use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::games::closing_octagons::CLOSING_OCTAGONS;
use outplay_rules::games::octagons::{self, CriticalState};
use outplay_rules::option::{NORMAL_RULES, Options};
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::ruleset::{Game, Ruleset};
use outplay_rules::spaces::{EdgePosition, Edges};
use outplay_solve::impartial::Convention;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, Oracle};
use outplay_solve::scoring::ScoringOracle;
use serde::Serialize;

use crate::answer::{Ended, Reply, shown};
use crate::error::Error;
use crate::question::{Asked, Question};
use crate::readable;
use crate::run::Run;
use crate::view::notes::component_name;

/// The critical states of a board.
#[derive(Clone, Debug, Serialize)]
pub struct Critical {
    /// The board.
    #[serde(serialize_with = "shown")]
    pub board: BoardName,
    /// Its critical states, one of each kind.
    pub states: Vec<State>,
}

/// A critical state.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// Its components.
    pub components: Vec<Kind>,
    /// The edges that are left.
    pub edges: Vec<String>,
    /// How many states are the same up to names.
    pub count: u64,
    /// Whose turn it is.
    #[serde(serialize_with = "shown")]
    pub to_move: Player,
    /// The margin from here on, unless a limit came first.
    pub margin: Option<i32>,
    /// Which limit that was.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
}

/// Components of one class and size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// What the thesis calls them.
    pub class: &'static str,
    /// The vertices of each.
    pub vertices: u32,
    /// How many there are.
    pub count: u32,
}

/// The critical states of a board of Closing Octagons under the normal rules, with their margins.
pub fn critical(board: &BoardName, run: &Run) -> Result<Critical, Error> {
    let options = Options::default().with(&NORMAL_RULES, "")?;
    let question = Question::on(&CLOSING_OCTAGONS, board.clone()).with(options);
    let asked = Asked::new(&question, run)?;
    let Ruleset::Edges(Game::Scoring(game)) = asked.cases.first() else {
        return Err(InputError::plain("closing-octagons is played on a graph").into());
    };
    run.work(|budget| {
        let found = octagons::critical_states(game.space(), || budget.check())?;
        let found = found.ok_or_else(|| {
            InputError::plain(format!("{board} has too many edges to list its critical states"))
        })?;
        let mut oracle = ScoringOracle::new(game.as_ref(), Convention::Normal, &run.how);
        let mut state = |(done, state): (usize, &CriticalState)| {
            budget.note(done as u64, found.len() as u64);
            let margin = margin(&mut oracle, game.space(), state, budget);
            State {
                components: kinds(game.space(), &state.edges),
                edges: edges(game.space(), &state.edges),
                count: state.count,
                to_move: to_move(game.space(), &state.edges),
                margin: margin.ok(),
                stopped: margin.err(),
            }
        };
        let states = found.iter().enumerate().map(&mut state).collect();
        Ok(Critical { board: board.clone(), states })
    })
}

/// Who moves in a state in which nobody has scored: the players alternated.
fn to_move(board: &Edges, edges: &EdgePosition) -> Player {
    let count = |position: &EdgePosition| position.iter().map(|&n| n as usize).sum::<usize>();
    let played = count(&board.start()) - count(edges);
    if played % 2 == 0 { Player::First } else { Player::Second }
}

fn margin(
    oracle: &mut ScoringOracle<'_, Edges>,
    board: &Edges,
    state: &CriticalState,
    budget: &mut Budget,
) -> Result<i32, Stopped> {
    let to_move = to_move(board, &state.edges);
    let moment = Moment { position: state.edges.clone(), to_move, score: [0, 0] };
    match oracle.value(&moment, budget)? {
        GameValue::Margin(margin) => Ok(margin),
        _ => Ok(0),
    }
}

/// How many components there are of each class and size.
fn kinds(board: &Edges, edges: &EdgePosition) -> Vec<Kind> {
    let mut kinds: BTreeMap<(u32, &'static str), u32> = BTreeMap::new();
    for component in octagons::components(board, edges) {
        *kinds.entry((component.vertices, component_name(component.class))).or_default() += 1;
    }
    let kind = |((vertices, class), count)| Kind { class, vertices, count };
    kinds.into_iter().map(kind).collect()
}

fn edges(board: &Edges, edges: &EdgePosition) -> Vec<String> {
    let places = board.graph().places();
    let copies = |index: usize| {
        std::iter::repeat_n(board.move_of(index).write(places), edges[index] as usize)
    };
    board.left(edges).flat_map(copies).collect()
}

impl Reply for Critical {
    fn ended(&self) -> Ended {
        Ended::unless(self.states.iter().any(|state| state.stopped.is_some()))
    }
}

impl fmt::Display for Critical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = if self.states.len() == 1 { "kind" } else { "kinds" };
        let total: u64 = self.states.iter().map(|state| state.count).sum();
        let (board, count) = (&self.board, self.states.len());
        write!(
            f,
            "{board}: {} of {count} {kinds}",
            readable::count(total, "critical state", "critical states")
        )?;
        self.states.iter().try_for_each(|state| write!(f, "\n{state}"))
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = |Kind { class, vertices, count }: &Kind| {
            let of =
                if *vertices == 1 { String::new() } else { format!(" of {vertices} vertices") };
            format!("{count} × {class}{of}")
        };
        let components: Vec<String> = self.components.iter().map(component).collect();
        let margin = match (self.margin, self.stopped) {
            (Some(margin), _) => format!("margin {margin}"),
            (None, stopped) => {
                format!("not solved: {}", stopped.map(|s| s.to_string()).unwrap_or_default())
            }
        };
        let (count, components, to_move) = (self.count, components.join(", "), self.to_move);
        let times = readable::count(count, "state", "states");
        write!(f, "  {times}: {components}; the {to_move} player moves, {margin}")?;
        write!(f, "\n    {}", self.edges.join(" "))
    }
}
