//! Strategies played against every opponent, by the names of `outplay verify`.

use outplay::readable::count;
use outplay_rules::player::Player;
use outplay_solve::limits::Stopped;
use outplay_strategy::strategy::{Choices, Guarantee};
use outplay_strategy::{StrategySource, Verification};

use crate::claim::{Exhibit, Finding, sweep};
use crate::context::{Context, expect, ruleset};
use crate::mutation::Mutation;

/// A strategy, where it is played, and what is claimed for it.
#[derive(Clone, Debug)]
pub struct PlayedStrategy {
    /// The game.
    pub game: &'static str,
    /// The board.
    pub board: String,
    /// The strategy.
    pub strategy: &'static str,
    /// Who plays by it.
    pub player: Player,
    /// What is claimed.
    pub claim: Guarantee,
    /// Whether some choice among the moves it allows is enough.
    pub some: bool,
    /// Whether the normal rules of Closing Octagons are played.
    pub normal_rules: bool,
    /// Whether a line that breaks it is to be as short as any.
    pub shortest: bool,
}

/// What came of it.
pub struct Came {
    /// Whether the claim holds.
    pub holds: bool,
    /// Positions covered.
    pub positions: u64,
    /// The line that breaks it, as short as any if that was asked.
    pub line: String,
    /// Why.
    pub reason: String,
}

impl PlayedStrategy {
    /// A strategy that is claimed to win, whatever it chooses.
    pub fn wins(
        game: &'static str,
        board: impl Into<String>,
        strategy: &'static str,
        player: Player,
    ) -> Self {
        let board = board.into();
        PlayedStrategy {
            game,
            board,
            strategy,
            player,
            claim: Guarantee::Win,
            some: false,
            normal_rules: false,
            shortest: true,
        }
    }

    /// A strategy that is claimed never to lose.
    pub fn draws(
        game: &'static str,
        board: impl Into<String>,
        strategy: &'static str,
        player: Player,
    ) -> Self {
        PlayedStrategy {
            claim: Guarantee::Draw,
            ..PlayedStrategy::wins(game, board, strategy, player)
        }
    }

    /// With the normal rules of Closing Octagons.
    pub fn normal(self) -> Self {
        PlayedStrategy { normal_rules: true, ..self }
    }

    /// It is enough that some choice keeps the claim.
    pub fn some(self) -> Self {
        PlayedStrategy { some: true, ..self }
    }

    /// Any line that breaks it will do.
    pub fn any_line(self) -> Self {
        PlayedStrategy { shortest: false, ..self }
    }

    /// The command that plays it.
    pub fn command(&self) -> String {
        let board = if self.board.contains([' ', ';', '(']) {
            format!("\"{}\"", self.board)
        } else {
            self.board.clone()
        };
        let rules = if self.normal_rules { " --normal-rules" } else { "" };
        let some = if self.some { " --some" } else { "" };
        format!(
            "outplay verify {} {board}{rules} --strategy {} --as {} --claim {}{some}",
            self.game, self.strategy, self.player, self.claim
        )
    }

    /// Plays it.
    pub fn run(&self, context: &mut Context) -> Result<Came, Stopped> {
        let normal = if self.normal_rules { " --normal-rules" } else { "" };
        let rules = expect(ruleset(&format!("{} {}{normal}", self.game, self.board)));
        let choices = if self.some { Choices::Some } else { Choices::All };
        let question = Verification {
            claim: Some(self.claim),
            choices,
            shortest: self.shortest,
            ..Verification::new(StrategySource::Named(self.strategy), self.player)
        };
        let answer = expect(outplay_strategy::verify(&rules, &question, context.budget));
        let Some(holds) = answer.verdict.holds else {
            return Err(answer.verdict.stopped.unwrap_or(Stopped::Time));
        };
        let holds = holds != context.has(Mutation::Verdicts);
        let line = answer.line.unwrap_or_default().join(" ");
        Ok(Came { holds, positions: answer.verdict.positions, line, reason: answer.reason })
    }

    /// The exhibit of a line that breaks it.
    pub fn exhibit(&self, came: &Came) -> Exhibit {
        let text = format!(
            "{} on {} as the {} player does not keep its promise ({}): {}; after {}",
            self.strategy, self.board, self.player, self.claim, came.reason, came.line
        );
        Exhibit::new(text, self.command()).drawn(self.game, &self.board, &came.line)
    }
}

/// Every strategy of a list keeps its promise.
pub fn all_hold(
    context: &mut Context,
    plays: Vec<PlayedStrategy>,
    what: &str,
) -> Result<Finding, Stopped> {
    let mut positions = 0;
    let held = sweep(context, plays, what, |context, play| {
        let came = play.run(context)?;
        positions += came.positions;
        Ok((!came.holds).then(|| play.exhibit(&came)))
    })?;
    Ok(match held.status {
        crate::claim::Status::Verified => {
            let evidence = format!(
                "it keeps its promise on every board against every opponent ({})",
                count(positions, "position", "positions")
            );
            Finding { evidence, ..held }
        }
        _ => held,
    })
}
