//! What else a person should know about a position: where a score keeps the turn, the state of the game and the classes
//! of its components.

use outplay_rules::games::octagons::{self, Chain, ComponentClass};
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::Space;
use serde::Serialize;

/// What the thesis on closing octagons says of a position. Nothing, in other games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Notes {
    /// Strategic, normal, critical or terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<&'static str>,
    /// The components that still have edges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<Vec<Component>>,
}

/// A component of what is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Component {
    /// What the thesis calls it.
    pub class: &'static str,
    /// How many vertices it has.
    pub vertices: u32,
    /// How many edges, copies counted.
    pub edges: u32,
}

impl Notes {
    /// What there is to say of a position.
    pub fn of<S: Space>(game: &Game<S>, position: &S::Position) -> Self {
        let Game::Scoring(rules) = game else { return Notes::default() };
        let keeping = rules.removing().filter(|game| game.variant().keeps_turn());
        let Some((game, edges)) = keeping.zip(game.space().edges(position)) else {
            return Notes::default();
        };
        let component = |component: &octagons::Component| Component {
            class: component_name(component.class),
            vertices: component.vertices,
            edges: component.edges.iter().map(|&copies| copies as u32).sum(),
        };
        let components = octagons::components(game.board(), edges);
        Notes {
            state: game.state(edges),
            components: Some(components.iter().map(component).collect()),
        }
    }
}

/// What the thesis calls a component.
pub fn component_name(class: ComponentClass) -> &'static str {
    match class {
        ComponentClass::Weak => "weak",
        ComponentClass::Strong => "strong",
        ComponentClass::Chain(Chain::TwoBouquet) => "2-bouquet chain",
        ComponentClass::Chain(Chain::Pseudopath) => "pseudopath chain",
        ComponentClass::Chain(Chain::Cycle) => "cycle chain",
    }
}
