//! Components up to isomorphism: each has a number, and its options, for either player, are sums of such numbers.

use std::collections::HashMap;

use outplay_rules::moves::Move;
use outplay_rules::player::Side;
use outplay_rules::ruleset::AnyPartizan;
use outplay_rules::spaces::Space;
use outplay_rules::symmetry::Folding;

use super::OutcomeClass;
use crate::kit::memo::Memo;
use crate::limits::{Budget, Limited, Stopped};

/// The number of a component.
pub type Id = u32;

/// Components side by side: their numbers, ascending.
pub type Sum = Box<[Id]>;

/// The form of a component, packed: equal only for components that are alike.
type Form = Box<[u8]>;

/// With more moves than this, the order in which they are tried costs more than it gains.
const MOST_ORDERED: usize = 512;

/// More moves are not listed, on large boards fewer: a list cannot be interrupted.
const MOST_MOVES: u64 = 1 << 20;

/// The components that were met.
pub struct Components<'r, S: Space> {
    rules: &'r AnyPartizan<S>,
    folding: Folding,
    ids: HashMap<Form, Id>,
    /// The numbers of components as they lie on the board, with Left to move.
    seen: Memo<S::Position, Id>,
    all: Vec<Component<S::Position>>,
}

struct Component<P> {
    /// One of its kind, with Left to move.
    position: P,
    /// The form of its negative, if that is a position of the game.
    negative: Option<Form>,
    /// For Left and for Right.
    options: [Options; 2],
    class: Option<OutcomeClass>,
}

/// What the moves of a player leave, as far as it was asked for.
#[derive(Default)]
struct Options {
    /// The moves whose options were not asked for, the most promising last.
    moves: Option<Vec<Move>>,
    found: Vec<Sum>,
}

impl<'r, S: Space> Components<'r, S> {
    /// None yet.
    pub fn new(rules: &'r AnyPartizan<S>) -> Self {
        let seen = Memo::new(rules.space().position_bytes());
        Components {
            rules,
            folding: Folding::default(),
            ids: HashMap::new(),
            seen,
            all: Vec::new(),
        }
    }

    /// The components of a position, whoever is to move.
    pub fn of(&mut self, position: &S::Position, budget: &mut Budget) -> Limited<Sum> {
        let position = with_to_move(self.rules, position, Side::Left);
        let mut ids = Vec::new();
        for part in self.rules.parts(&position) {
            ids.push(self.id(part, budget)?);
        }
        ids.sort_unstable();
        Ok(ids.into())
    }

    fn id(&mut self, component: S::Position, budget: &mut Budget) -> Limited<Id> {
        if let Some(id) = self.seen.get(&component) {
            return Ok(id);
        }
        budget.check()?;
        let form = self.folding.form(self.rules.form(&component)).packed();
        let id = match self.ids.get(&form) {
            Some(&id) => id,
            None => {
                let negative = self.rules.negative(&component);
                let negative = negative.map(|form| self.folding.form(form).packed());
                // Both forms, the position, and a table between half and nearly full.
                let form_bytes = 2 * form.len() + 2 * size_of::<(Form, Id)>();
                let bytes = self.rules.space().position_bytes() + form_bytes;
                budget.keep(bytes + size_of::<Component<S::Position>>())?;
                let id = Id::try_from(self.all.len()).map_err(|_| Stopped::Memory)?;
                let position = component.clone();
                let options = Default::default();
                self.all.push(Component { position, negative, options, class: None });
                self.ids.insert(form, id);
                id
            }
        };
        self.seen.insert(component, id, budget)?;
        Ok(id)
    }

    /// What one move of a player leaves of a component; none if there are fewer moves.
    pub fn option(
        &mut self,
        id: Id,
        side: Side,
        index: usize,
        budget: &mut Budget,
    ) -> Limited<Option<Sum>> {
        let options = &self.all[id as usize].options[side.index()];
        if let Some(option) = options.found.get(index) {
            return Ok(Some(option.clone()));
        }
        let component = with_to_move(self.rules, &self.all[id as usize].position, side);
        if options.moves.is_none() {
            let moves = ordered_moves(self.rules, &component, budget)?;
            budget.keep(moves.len() * size_of::<Move>())?;
            self.all[id as usize].options[side.index()].moves = Some(moves);
        }
        let moves = &self.all[id as usize].options[side.index()].moves;
        let Some(mv) = moves.as_ref().and_then(|moves| moves.last()) else { return Ok(None) };
        let option = self.of(&self.rules.apply(&component, mv).position, budget)?;
        budget.keep(size_of::<Sum>() + option.len() * size_of::<Id>())?;
        let options = &mut self.all[id as usize].options[side.index()];
        options.moves.as_mut().and_then(Vec::pop);
        options.found.push(option.clone());
        Ok(Some(option))
    }

    /// The number of the negative of a component, if one was met.
    pub fn negative(&self, id: Id) -> Option<Id> {
        self.ids.get(self.all[id as usize].negative.as_ref()?).copied()
    }

    /// The outcome class of a component, if it is known.
    pub fn class(&self, id: Id) -> Option<OutcomeClass> {
        self.all[id as usize].class
    }

    /// Keeps the outcome class of a component.
    pub fn learn(&mut self, id: Id, class: OutcomeClass) {
        self.all[id as usize].class = Some(class);
    }
}

/// A position with a player to move.
fn with_to_move<S: Space>(
    rules: &AnyPartizan<S>,
    position: &S::Position,
    side: Side,
) -> S::Position {
    match rules.to_move(position) == side {
        true => position.clone(),
        false => rules.passed(position),
    }
}

/// The moves of the player to move, if they are not too many.
pub fn listed<S: Space>(
    rules: &AnyPartizan<S>,
    position: &S::Position,
) -> Result<Vec<Move>, Stopped> {
    let most = MOST_MOVES / (1 + rules.places().len() as u64 / 64);
    rules.moves_within(position, most).ok_or(Stopped::TooMany)
}

/// The same; last the one after which the mover has most moves and the opponent fewest.
fn ordered_moves<S: Space>(
    rules: &AnyPartizan<S>,
    position: &S::Position,
    budget: &mut Budget,
) -> Result<Vec<Move>, Stopped> {
    let moves = listed(rules, position)?;
    if moves.len() > MOST_ORDERED {
        return Ok(moves);
    }
    let mut ordered = Vec::with_capacity(moves.len());
    for mv in moves {
        budget.check()?;
        let next = rules.apply(position, &mv).position;
        let (theirs, ours) = (rules.moves(&next).len(), rules.moves(&rules.passed(&next)).len());
        ordered.push((ours as i64 - theirs as i64, mv));
    }
    ordered.sort_by_key(|&(mobility, _)| mobility);
    Ok(ordered.into_iter().map(|(_, mv)| mv).collect())
}
