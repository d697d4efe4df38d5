//! Components up to isomorphism: each has a number, and its options, for either player, are lists of such numbers.

use std::collections::HashMap;
use std::rc::Rc;

use outplay_rules::player::Side;
use outplay_rules::ruleset::AnyPartizan;
use outplay_rules::spaces::Space;
use outplay_rules::symmetry::Structure;

use super::OutcomeClass;
use crate::kit::memo::Memo;
use crate::limits::{Budget, Stopped};

/// The number of a component.
pub type Id = u32;

/// Components side by side: their numbers, ascending.
pub type Sum = Box<[Id]>;

/// The components that were met.
pub struct Components<'r, S: Space> {
    rules: &'r AnyPartizan<S>,
    ids: HashMap<Structure, Id>,
    /// The numbers of components as they lie on the board, with Left to move.
    seen: Memo<S::Position, Id>,
    all: Vec<Component<S::Position>>,
}

struct Component<P> {
    /// One of its kind, with Left to move.
    position: P,
    /// The form of its negative.
    negative: Option<Structure>,
    /// What the moves of Left and of Right leave of it, once asked for.
    options: [Option<Rc<[Sum]>>; 2],
    class: Option<OutcomeClass>,
}

impl<'r, S: Space> Components<'r, S> {
    /// None yet.
    pub fn new(rules: &'r AnyPartizan<S>) -> Self {
        let seen = Memo::new(rules.space().position_bytes());
        Components { rules, ids: HashMap::new(), seen, all: Vec::new() }
    }

    /// The components of a position, whoever is to move.
    pub fn of(&mut self, position: &S::Position, budget: &mut Budget) -> Result<Sum, Stopped> {
        let position = self.with_left_to_move(position);
        let mut ids = Vec::new();
        for part in self.rules.parts(&position) {
            ids.push(self.id(part, budget)?);
        }
        ids.sort_unstable();
        Ok(ids.into())
    }

    fn with_left_to_move(&self, position: &S::Position) -> S::Position {
        match self.rules.to_move(position) {
            Side::Left => position.clone(),
            Side::Right => self.rules.passed(position),
        }
    }

    fn id(&mut self, component: S::Position, budget: &mut Budget) -> Result<Id, Stopped> {
        if let Some(id) = self.seen.get(&component) {
            return Ok(id);
        }
        let form = self.rules.form(&component).canonical();
        let id = match self.ids.get(&form) {
            Some(&id) => id,
            None => {
                let negative = self.rules.negative(&component).map(|form| form.canonical());
                // The form twice, the position and what the options will take.
                budget.keep(4 * form.bytes() + self.rules.space().position_bytes())?;
                let id = Id::try_from(self.all.len()).map_err(|_| Stopped::Memory)?;
                let position = component.clone();
                let options = [None, None];
                self.all.push(Component { position, negative, options, class: None });
                self.ids.insert(form, id);
                id
            }
        };
        self.seen.insert(component, id, budget)?;
        Ok(id)
    }

    /// What the moves of a player leave of a component.
    pub fn options(
        &mut self,
        id: Id,
        side: Side,
        budget: &mut Budget,
    ) -> Result<Rc<[Sum]>, Stopped> {
        if let Some(known) = &self.all[id as usize].options[side.index()] {
            return Ok(known.clone());
        }
        let component = self.all[id as usize].position.clone();
        let component = match side {
            Side::Left => component,
            Side::Right => self.rules.passed(&component),
        };
        let mut options = Vec::new();
        for mv in self.rules.moves(&component) {
            options.push(self.of(&self.rules.apply(&component, &mv).position, budget)?);
        }
        options.sort_unstable();
        options.dedup();
        let bytes = options.iter().map(|option| 16 + 4 * option.len()).sum();
        budget.keep(bytes)?;
        let options: Rc<[Sum]> = options.into();
        self.all[id as usize].options[side.index()] = Some(options.clone());
        Ok(options)
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
