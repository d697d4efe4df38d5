//! The methods by which a position can be solved, and those that were tried.

use std::fmt;

use outplay_solve::oracle::How;
use outplay_solve::{Fit, Method};
use serde::Serialize;

use crate::answer::{Reply, seconds};
use crate::error::Error;
use crate::output::lines::aligned;
use crate::question::{Asked, Question};
use crate::readable::{number, size, time};
use crate::run::Run;

/// The methods for a position, in the order in which they are tried.
#[derive(Clone, Debug, Serialize)]
pub struct Methods {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// One after the other.
    pub methods: Vec<Suited>,
}

/// A method, and whether it is for the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suited {
    /// What `--method` calls it.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Whether it is for the position.
    pub fits: bool,
    /// The bytes that it takes, where that is known beforehand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// Why it is not for the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<&'static str>,
}

/// A method that was tried, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tried {
    /// Its name.
    pub method: &'static str,
    /// How long it took.
    pub seconds: f64,
    /// The positions it looked at.
    pub positions: u64,
    /// What came of it: `answered`, `narrowed`, `gave up`, or the limit that was reached.
    pub outcome: String,
}

impl From<&outplay_solve::Tried> for Tried {
    fn from(tried: &outplay_solve::Tried) -> Self {
        let outplay_solve::Tried { method, time, positions, outcome } = *tried;
        Tried { method, seconds: seconds(time), positions, outcome: outcome.to_string() }
    }
}

/// The lines that tell what was tried.
pub(crate) fn lines(tried: &[Tried], stopped: bool) -> Vec<String> {
    if tried.is_empty() {
        let over = if stopped { "" } else { ": the game is over" };
        return vec![format!("  no method was tried{over}")];
    }
    let row = |tried: &Tried| {
        let Tried { method, seconds, positions, outcome } = tried;
        vec![method.to_string(), time(*seconds), number(*positions), outcome.clone()]
    };
    let columns = ["tried", "time", "positions", "outcome"].map(str::to_string);
    let table = aligned(&columns, &tried.iter().map(row).collect::<Vec<_>>());
    table.lines().map(|line| format!("  {line}")).collect()
}

impl From<Method> for Suited {
    fn from(Method { name, about, fit }: Method) -> Self {
        let (memory, why_not) = match fit {
            Fit::Yes => (None, None),
            Fit::Memory(bytes) => (Some(bytes), None),
            Fit::No(why) => (None, Some(why)),
        };
        Suited { name, about, fits: why_not.is_none(), memory, why_not }
    }
}

/// The methods by which a position can be solved, in the order in which they are tried. Of a hop game without a start those from
/// its first start.
///
/// ```
/// use outplay::{Question, Run, methods};
///
/// let listed = methods(&Question::new("cram", "grid:3x4")?, &Run::default())?;
/// let fitting: Vec<&str> = listed.fitting().collect();
/// assert_eq!(fitting, ["nimber-search", "reference"]);
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn methods(question: &Question, run: &Run) -> Result<Methods, Error> {
    let any = Run { how: How { method: None, ..run.how.clone() }, ..run.clone() };
    let asked = Asked::new(question, &any)?;
    let methods = any.work(|budget| Ok(asked.methods(&any.how, budget)?))?;
    let methods = methods.into_iter().map(Suited::from).collect();
    Ok(Methods { question: asked.question, methods })
}

impl Methods {
    /// The names of those that fit.
    pub fn fitting(&self) -> impl Iterator<Item = &'static str> {
        self.methods.iter().filter(|method| method.fits).map(|method| method.name)
    }
}

impl Reply for Methods {}

impl fmt::Display for Methods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.question)?;
        for Suited { name, about, memory, why_not, .. } in &self.methods {
            let fit = match (why_not, memory) {
                (Some(why), _) => format!("does not apply: {why}"),
                (None, Some(bytes)) => format!("applies, {}", size(*bytes)),
                (None, None) => "applies".to_string(),
            };
            write!(f, "\n  {name}: {about}\n      {fit}")?;
        }
        Ok(())
    }
}
