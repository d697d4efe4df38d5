//! A small position of a partizan game as a text that CGSuite reads: canonical forms, temperatures and thermographs are computed
//! there (Siegel, Combinatorial Game Suite, <https://www.cgsuite.org>).
//!
//! Each line names a component and its options, and the last line is the position: a sum of components. Components that look
//! alike to the game have one name.

use std::collections::HashMap;
use std::fmt;

use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::player::Side;
use outplay_rules::record::Record;
use outplay_rules::ruleset::{AnyPartizan, Game};
use outplay_rules::spaces::Space;
use outplay_rules::symmetry::{Folding, Structure};
use outplay_solve::limits::Budget;
use serde::Serialize;

use super::one_start;
use crate::answer::{Ended, Reply};
use crate::error::Error;
use crate::question::Question;
use crate::run::Run;

/// More components than this are not written down.
const MOST_NAMES: usize = 2000;

/// A position as a text that CGSuite reads.
#[derive(Clone, Debug, Serialize)]
pub struct ForCgsuite {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// How many components have a name in the text.
    pub components: usize,
    /// The text.
    pub cgsuite: String,
}

/// Writes a small position of a partizan game for CGSuite, whoever is to move.
///
/// ```
/// use outplay::{Question, Run, cgsuite};
///
/// let square = cgsuite(&Question::new("domineering", "grid:2x2")?, &Run::default())?;
/// assert_eq!(square.to_string(), "g1 := {0|};\ng2 := {|0};\ng3 := {g1|g2};\ng3");
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn cgsuite(question: &Question, run: &Run) -> Result<ForCgsuite, Error> {
    let asked = one_start(question, run)?;
    let after = asked.question.after.clone();
    let (components, cgsuite) = run.work(|budget| {
        in_space!(asked.cases.first(), |game| match game {
            Game::Partizan(rules) => {
                let position = Record::after(game, &after)?.now().position.clone();
                let mut text = Text::new(rules.as_ref(), budget);
                let sum = text.sum(&position)?;
                Ok((text.lines.len(), text.lines.concat() + &sum))
            }
            _ => {
                let message = format!("{} is not a partizan game", question.game);
                let help = "CGSuite is for games in which Left and Right have moves of their own, for example domineering grid:2x3";
                Err(Error::from(InputError::plain(message).help(help)))
            }
        })
    })?;
    Ok(ForCgsuite { question: asked.question, components, cgsuite })
}

/// The lines written so far.
struct Text<'r, 'b, 'l, S: Space> {
    rules: &'r AnyPartizan<S>,
    /// What stands for a component.
    names: HashMap<Structure, String>,
    folding: Folding,
    /// Components begun: those that wait for their options too.
    begun: usize,
    lines: Vec<String>,
    budget: &'b mut Budget<'l>,
}

impl<'r, 'b, 'l, S: Space> Text<'r, 'b, 'l, S> {
    fn new(rules: &'r AnyPartizan<S>, budget: &'b mut Budget<'l>) -> Self {
        Text {
            rules,
            names: HashMap::new(),
            folding: Folding::default(),
            begun: 0,
            lines: Vec::new(),
            budget,
        }
    }

    /// A position as a sum of named components.
    fn sum(&mut self, position: &S::Position) -> Result<String, Error> {
        let mut terms = Vec::new();
        for part in self.rules.parts(position) {
            terms.push(self.component(&part)?);
        }
        terms.retain(|term| term != "0");
        terms.sort_unstable();
        Ok(if terms.is_empty() { "0".into() } else { terms.join(" + ") })
    }

    fn component(&mut self, component: &S::Position) -> Result<String, Error> {
        self.budget.check()?;
        let form = self.folding.form(self.rules.form(component));
        if let Some(name) = self.names.get(&form) {
            return Ok(name.clone());
        }
        self.budget.visit()?;
        self.begun += 1;
        if self.begun > MOST_NAMES {
            let message = format!("this position has more than {MOST_NAMES} different components");
            let help = "too many to write down for CGSuite; ask for a smaller board";
            return Err(InputError::plain(message).help(help).into());
        }
        let [left, right] =
            [self.options(component, Side::Left)?, self.options(component, Side::Right)?];
        let name = match (&left[..], &right[..]) {
            ("", "") => "0".to_string(),
            _ => {
                let name = format!("g{}", self.lines.len() + 1);
                self.lines.push(format!("{name} := {{{left}|{right}}};\n"));
                name
            }
        };
        self.names.insert(form, name.clone());
        Ok(name)
    }

    /// What the moves of a player leave, each once.
    fn options(&mut self, component: &S::Position, side: Side) -> Result<String, Error> {
        let mover = match self.rules.to_move(component) == side {
            true => component.clone(),
            false => self.rules.passed(component),
        };
        let mut options: Vec<String> = Vec::new();
        for mv in self.rules.moves(&mover) {
            let option = self.sum(&self.rules.apply(&mover, &mv).position)?;
            if !options.contains(&option) {
                options.push(option);
            }
        }
        Ok(options.join(","))
    }
}

impl Reply for ForCgsuite {
    fn ended(&self) -> Ended {
        Ended::Answered
    }
}

impl fmt::Display for ForCgsuite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cgsuite)
    }
}
