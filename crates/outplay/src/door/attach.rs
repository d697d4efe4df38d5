//! Does a path attached to a vertex change the Grundy value?

use std::fmt;

use outplay_rules::error::InputError;
use outplay_rules::graph::families;
use outplay_rules::symmetry::Structure;
use outplay_solve::impartial::attach as solver;
use outplay_solve::limits::Stopped;
use serde::Serialize;

use crate::answer::{Ended, Reply, shown_or_null};
use crate::error::Error;
use crate::question::{Asked, Question};
use crate::readable::count;
use crate::run::Run;

/// What a path attached to each vertex does to the Grundy value.
#[derive(Clone, Debug, Serialize)]
pub struct Attached {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// The vertices of the path.
    pub path: usize,
    /// The Grundy value without it.
    pub grundy: Option<u32>,
    /// The vertices it was attached to.
    pub attached: Vec<AttachedAt>,
    /// At how many of them the value changed, if all were tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<usize>,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// What a path attached to a vertex does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttachedAt {
    /// The vertex.
    pub vertex: String,
    /// The Grundy value with the path.
    pub grundy: u32,
    /// Whether it is the same as without.
    pub same: bool,
}

/// Attaches a path to a vertex, or to every vertex in turn, and compares Grundy values.
pub fn attach(
    question: &Question,
    path: usize,
    at: Option<&str>,
    run: &Run,
) -> Result<Attached, Error> {
    let asked = Asked::new(question, run)?;
    let (graph, rule) = asked.whole_graph()?;
    let places = graph.places();
    let vertices = match at {
        Some(name) => vec![places.read(name).ok_or_else(|| {
            InputError::plain(format!("there is no vertex '{name}'")).help(places.describe())
        })?],
        None => (0..graph.vertex_count()).collect(),
    };
    // Equivalent vertices have equal answers.
    let orbits = Structure::of_graph(graph).orbits();
    run.work(|budget| {
        let mut values: Vec<Option<u32>> = vec![None; graph.vertex_count()];
        let mut attached = Vec::new();
        let before = solver::value(graph, rule, &run.how, budget);
        let mut stopped = before.err();
        for (done, &vertex) in vertices.iter().enumerate().take_while(|_| before.is_ok()) {
            budget.note(done as u64, vertices.len() as u64);
            let alike = orbits[vertex];
            let value = match values[alike] {
                Some(value) => Ok(value),
                None => {
                    let larger = families::attached(graph, vertex, path)?;
                    solver::value(&larger, rule, &run.how, &mut budget.apart(0))
                }
            };
            match value {
                Ok(grundy) => {
                    values[alike] = Some(grundy);
                    let same = Ok(grundy) == before;
                    attached.push(AttachedAt { vertex: places.name(vertex), grundy, same });
                }
                Err(limit) => {
                    stopped = Some(limit);
                    break;
                }
            }
        }
        let changed = attached.iter().filter(|at| !at.same).count();
        Ok(Attached {
            question: asked.question.clone(),
            path,
            grundy: before.ok(),
            attached,
            changed: stopped.is_none().then_some(changed),
            stopped,
        })
    })
}

impl Reply for Attached {
    fn ended(&self) -> Ended {
        Ended::unless(self.stopped.is_some())
    }
}

impl fmt::Display for Attached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = count(self.path as u64, "vertex", "vertices");
        write!(f, "{}, with a path of {path} attached", self.question)?;
        if let Some(grundy) = self.grundy {
            write!(f, "\n  Grundy value {grundy} without it")?;
        }
        for AttachedAt { vertex, grundy, same } in &self.attached {
            let mark = if *same { "the same" } else { "changed" };
            write!(f, "\n  at {vertex}: {grundy}, {mark}")?;
        }
        if let Some(changed) = self.changed {
            let vertices = count(self.attached.len() as u64, "vertex", "vertices");
            write!(f, "\n  changed at {changed} of {vertices}")?;
        }
        self.stopped.map_or(Ok(()), |stopped| write!(f, "\nstopped: {stopped}"))
    }
}
