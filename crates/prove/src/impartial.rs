//! Proofs of Grundy values and outcomes. The solver tells the values; what is written shows them.

use std::cell::RefCell;
use std::collections::HashMap;

use outplay_certificate::allowance::Allowance;
use outplay_certificate::body::{Form, Keyword};
use outplay_certificate::closed::grid_key::GridKey;
use outplay_certificate::game::LARGEST_HEAP;
use outplay_certificate::game::mirror::is_mirror;
use outplay_certificate::game::shapes::Shapes;
use outplay_certificate::header::Statement;
use outplay_certificate::nim_sequence;
use outplay_certificate::theory::Theory;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{Part, Step, TakingRule};
use outplay_rules::ruleset::AnyImpartial;
use outplay_rules::spaces::Space;
use outplay_solve::impartial::Nimber;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, Oracle};

use crate::Proof;
use crate::scribe::Scribe;

/// Components of this many vertices are proved by play, which whoever has the certificate can follow; larger ones by a mirror or by their
/// shape, if a theorem serves.
const PLAYED: usize = 24;

/// What the steps so far show of a component.
#[derive(Default)]
struct Facts {
    /// Its value, or that it is loony.
    exact: bool,
    not: Vec<u64>,
}

struct Prover<'r, 'o, 'b, 'l, S: Space> {
    scribe: Scribe<'r, AnyImpartial<S>, Facts>,
    oracle: &'o mut dyn Oracle<Space = S>,
    budget: &'b mut Budget<'l>,
    values: HashMap<S::Position, Nimber>,
    /// The values of heaps, computed as the checker does.
    heaps: Vec<u16>,
    largest_heap: u32,
    /// What components are worth by their shape.
    shapes: Option<Shapes>,
    /// The theories that were used.
    uses: Vec<Theory>,
}

/// Whether the shape of a position, if it is one component, tells its value in one step.
pub fn has_shape<S: Space>(rules: &AnyImpartial<S>, position: &S::Position) -> bool {
    let shapes = rules.taking().map(Shapes::new);
    shapes.is_some_and(|mut shapes| told_by_shape(rules.space(), &mut shapes, position).is_some())
}

/// The value of a component by its shape, if it is too large to be played.
fn told_by_shape<S: Space>(
    space: &S,
    shapes: &mut Shapes,
    component: &S::Position,
) -> Option<(u32, Theory)> {
    let (graph, vertices) = space.graph().zip(space.vertices(component))?;
    let vertices: Vec<usize> = vertices.iter().collect();
    if vertices.len() <= PLAYED {
        return None;
    }
    shapes.value(graph, &vertices, &Allowance::usual(u64::MAX)).ok().flatten()
}

/// The proof of the Grundy value of a position; with `outcome_only`, of who wins.
pub fn prove<S: Space>(
    rules: &AnyImpartial<S>,
    oracle: &mut dyn Oracle<Space = S>,
    position: &S::Position,
    outcome_only: bool,
    form: Form,
    budget: &mut Budget,
) -> Result<Proof, Stopped> {
    let scribe = Scribe::new(rules, form);
    let mut prover = Prover {
        scribe,
        oracle,
        budget,
        values: HashMap::new(),
        heaps: Vec::new(),
        largest_heap: 0,
        shapes: rules.taking().map(Shapes::new),
        uses: Vec::new(),
    };
    let statement = match prover.sum_value(position)? {
        Nimber::Value(0) if outcome_only => Statement::Outcome(false),
        _ if outcome_only => Statement::Outcome(true),
        Nimber::Value(value) => {
            Statement::Grundy(u32::try_from(value).map_err(|_| Stopped::Memory)?)
        }
        Nimber::Loony => Statement::Loony,
    };
    match statement {
        Statement::Outcome(true) => prover.show_sum_is_not(position, 0)?,
        _ => prover.show_sum(position)?,
    }
    let heaps = prover.largest_heap;
    let uses = Theory::ALL.into_iter().filter(|theory| prover.uses.contains(theory)).collect();
    Ok(Proof { uses, ..Proof::new(statement, prover.scribe.finish(), heaps, form) })
}

impl<S: Space> Prover<'_, '_, '_, '_, S> {
    fn parts(&self, position: &S::Position) -> Vec<Part<S::Position>> {
        self.scribe.rules.parts(position)
    }

    fn value(&mut self, part: &Part<S::Position>) -> Result<Nimber, Stopped> {
        if let Part::Component(component) = part {
            if let Some(&known) = self.values.get(component) {
                return Ok(known);
            }
            let value = self.ask(component)?;
            self.values.insert(component.clone(), value);
            return Ok(value);
        }
        let Part::Heap(size) = part else { return Ok(Nimber::Value(0)) };
        // What is too large for a proof is refused by its largest heap, however large that is.
        let size = u32::try_from(*size).unwrap_or(u32::MAX);
        self.largest_heap = self.largest_heap.max(size);
        self.heap(size)
    }

    fn heap(&mut self, size: u32) -> Result<Nimber, Stopped> {
        if size as usize >= self.heaps.len()
            && size <= LARGEST_HEAP
            && let Some(code) = self.scribe.rules.heap_code()
        {
            let count = (2 * size).min(LARGEST_HEAP) as usize + 1;
            let budget = RefCell::new(self.budget.fork());
            let stop = || budget.borrow_mut().check().is_err();
            let allowance =
                Allowance { looks: u64::MAX, stop: &stop, ..Allowance::usual(u64::MAX) };
            self.heaps = nim_sequence::values(code, count, None, &allowance).unwrap_or_default();
            self.budget.check()?;
        }
        Ok(Nimber::Value(self.heaps.get(size as usize).copied().unwrap_or(0).into()))
    }

    fn ask(&mut self, component: &S::Position) -> Result<Nimber, Stopped> {
        self.budget.visit()?;
        let moment = Moment { position: component.clone(), to_move: Player::First, score: [0, 0] };
        let parts = self.oracle.parts(&moment, self.budget)?;
        Ok(parts.iter().fold(Nimber::Value(0), |sum, &(_, value)| sum.plus(value)))
    }

    fn sum_value(&mut self, position: &S::Position) -> Result<Nimber, Stopped> {
        let parts = self.parts(position);
        parts.iter().try_fold(Nimber::Value(0), |sum, part| Ok(sum.plus(self.value(part)?)))
    }

    fn is_known(&mut self, component: &S::Position) -> bool {
        self.scribe.facts(component).is_some_and(|facts| facts.exact)
    }

    /// On a grid, the half turn of a component that shows that it is lost, as the images of its vertices.
    fn mirrored(&self, component: &S::Position) -> Option<Vec<u64>> {
        let rules = self.scribe.rules;
        let serves = rules.taking().is_some_and(|rule| !matches!(rule, TakingRule::Connected(_)));
        let graph = rules.space().graph().filter(|_| serves)?;
        let vertices = rules.space().vertices(component)?;
        if vertices.len() <= PLAYED {
            return None;
        }
        let images = GridKey::of(graph)?.half_turn(*vertices.words().first()?)?;
        let vertices: Vec<usize> = vertices.iter().collect();
        is_mirror(graph, &vertices, &images).then(|| images.iter().map(|&to| to as u64).collect())
    }

    /// The value of a component by its shape.
    fn by_shape(&mut self, component: &S::Position) -> Option<(u32, Theory)> {
        told_by_shape(self.scribe.rules.space(), self.shapes.as_mut()?, component)
    }

    /// Shows the value of every part; of a loony sum, one loony part.
    fn show_sum(&mut self, position: &S::Position) -> Result<(), Stopped> {
        let parts = self.parts(position);
        let loony = self.loony_part(&parts)?;
        for part in loony.as_ref().map_or(&parts[..], std::slice::from_ref) {
            if let Part::Component(component) = part {
                self.show(component)?;
            }
        }
        Ok(())
    }

    fn loony_part(
        &mut self,
        parts: &[Part<S::Position>],
    ) -> Result<Option<Part<S::Position>>, Stopped> {
        for part in parts {
            if self.value(part)? == Nimber::Loony {
                return Ok(Some(part.clone()));
            }
        }
        Ok(None)
    }

    /// Shows the value of a component.
    fn show(&mut self, component: &S::Position) -> Result<(), Stopped> {
        if self.is_known(component) {
            return Ok(());
        }
        if let Some(images) = self.mirrored(component) {
            self.uses.push(Theory::Mirror);
            self.scribe.show(Keyword::Mirror, component, &images).exact = true;
            return Ok(());
        }
        if let Some((value, theory)) = self.by_shape(component) {
            self.uses.push(theory);
            self.scribe.show(Keyword::Shape, component, &[value.into()]).exact = true;
            return Ok(());
        }
        let options = self.scribe.options(component);
        match self.value(&Part::Component(component.clone()))? {
            Nimber::Value(value) => self.show_is(component, &options, value),
            Nimber::Loony => self.show_loony(component, &options),
        }
    }

    fn show_is(
        &mut self,
        component: &S::Position,
        options: &[(Move, Step<S::Position>)],
        value: u64,
    ) -> Result<(), Stopped> {
        let keeps_turn = options.iter().any(|(_, option)| option.again);
        let mut numbers = vec![value];
        for smaller in 0..if keeps_turn { 0 } else { value } {
            let chosen = self.cheapest(options, Nimber::Value(smaller))?;
            self.show_sum(&options[chosen].1.position)?;
            numbers.push(chosen as u64);
        }
        for (_, option) in options {
            if option.again {
                self.show_sum(&option.position)?;
            } else {
                self.show_sum_is_not(&option.position, value)?;
            }
        }
        self.scribe.show(Keyword::Is, component, &numbers).exact = true;
        Ok(())
    }

    /// The number of the passing option with this value that needs the fewest new parts.
    fn cheapest(
        &mut self,
        options: &[(Move, Step<S::Position>)],
        value: Nimber,
    ) -> Result<usize, Stopped> {
        let mut best: Option<(usize, usize)> = None;
        for (index, (_, option)) in options.iter().enumerate() {
            if option.again || self.sum_value(&option.position)? != value {
                continue;
            }
            let mut new = 0;
            for part in self.parts(&option.position) {
                if let Part::Component(component) = part
                    && !self.is_known(&component)
                {
                    new += self.scribe.rules.space().named(&component).len();
                }
            }
            if best.is_none_or(|(least, _)| new < least) {
                best = Some((new, index));
            }
            if new == 0 {
                break;
            }
        }
        Ok(best.map_or(0, |(_, index)| index))
    }

    /// Shows that a sum does not have a value: by the values of its parts, or by what the largest new part is not.
    fn show_sum_is_not(&mut self, position: &S::Position, value: u64) -> Result<(), Stopped> {
        let parts = self.parts(position);
        if self.loony_part(&parts)?.is_some() {
            return self.show_sum(position);
        }
        let Nimber::Value(sum) = self.sum_value(position)? else { return Ok(()) };
        let mut open: Vec<S::Position> = Vec::new();
        for part in parts {
            if let Part::Component(component) = part
                && !self.is_known(&component)
            {
                open.push(component);
            }
        }
        open.sort_by_key(|component| self.scribe.rules.space().named(component).len());
        let Some(last) = open.pop() else { return Ok(()) };
        for component in open {
            self.show(&component)?;
        }
        let Nimber::Value(own) = self.value(&Part::Component(last.clone()))? else { return Ok(()) };
        self.show_is_not(&last, own, value ^ sum ^ own)
    }

    /// Shows that a component of value `own` does not have the value `target`. A component of larger value has an
    /// option of value `target`; one of smaller value may have, and then that is used if it costs nothing.
    fn show_is_not(
        &mut self,
        component: &S::Position,
        own: u64,
        target: u64,
    ) -> Result<(), Stopped> {
        let known = self.scribe.facts(component);
        if known.is_some_and(|facts| facts.exact || facts.not.contains(&target)) {
            return Ok(());
        }
        if self.by_shape(component).is_some() {
            return self.show(component);
        }
        let options = self.scribe.options(component);
        let keeping = options.iter().position(|(_, option)| option.again);
        if own < target || keeping.is_some() {
            return self.show(component);
        }
        let chosen = self.cheapest(&options, Nimber::Value(target))?;
        self.show_sum(&options[chosen].1.position)?;
        self.scribe.show(Keyword::Not, component, &[target, chosen as u64]).not.push(target);
        Ok(())
    }

    /// Shows that a component is loony: a move that keeps the turn in a loony position, or two moves of which one wins
    /// beside any heap.
    fn show_loony(
        &mut self,
        component: &S::Position,
        options: &[(Move, Step<S::Position>)],
    ) -> Result<(), Stopped> {
        let mut values = Vec::new();
        for (_, option) in options {
            values.push((self.sum_value(&option.position)?, option.again));
        }
        let keeping = || (0..values.len()).filter(|&index| values[index].1);
        let pair =
            keeping().find(|&a| values[a].0 == Nimber::Loony).map(|a| (a, a)).or_else(|| {
                let fits = |a: usize, b: usize| (values[a].0 != values[b].0) == values[b].1;
                keeping()
                    .find_map(|a| (0..values.len()).find(|&b| b != a && fits(a, b)).map(|b| (a, b)))
            });
        let Some((a, b)) = pair else { return Ok(()) };
        self.show_sum(&options[a].1.position)?;
        self.show_sum(&options[b].1.position)?;
        self.scribe.show(Keyword::Loony, component, &[a as u64, b as u64]).exact = true;
        Ok(())
    }
}

/// The proof of who wins under the misère convention, by play alone.
pub fn prove_by_play<S: Space>(
    rules: &AnyImpartial<S>,
    oracle: &mut dyn Oracle<Space = S>,
    position: &S::Position,
    form: Form,
    budget: &mut Budget,
) -> Result<Proof, Stopped> {
    let mut scribe: Scribe<AnyImpartial<S>, bool> = Scribe::new(rules, form);
    let won = show_by_play(&mut scribe, oracle, position, budget)?;
    Ok(Proof::new(Statement::Outcome(won), scribe.finish(), 0, form))
}

fn show_by_play<S: Space>(
    scribe: &mut Scribe<AnyImpartial<S>, bool>,
    oracle: &mut dyn Oracle<Space = S>,
    position: &S::Position,
    budget: &mut Budget,
) -> Result<bool, Stopped> {
    budget.visit()?;
    let moment = Moment { position: position.clone(), to_move: Player::First, score: [0, 0] };
    let won = oracle.value(&moment, budget)?.winner() == Some(Player::First);
    let options = scribe.options(position);
    if options.is_empty() || scribe.facts(position).is_some() {
        return Ok(won);
    }
    if !won {
        for (_, option) in &options {
            show_by_play(scribe, oracle, &option.position, budget)?;
        }
        scribe.show(Keyword::Lost, position, &[]);
        return Ok(won);
    }
    for (index, (_, option)) in options.iter().enumerate() {
        let next = Moment { position: option.position.clone(), ..moment.clone() };
        let GameValue::Impartial { winner, .. } = oracle.value(&next, budget)? else { continue };
        if (winner == Player::First) == option.again {
            show_by_play(scribe, oracle, &option.position, budget)?;
            scribe.show(Keyword::Won, position, &[index as u64]);
            break;
        }
    }
    Ok(won)
}
