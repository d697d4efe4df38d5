//! A list of rules: `when CONDITION and CONDITION : FILTER FILTER …`, and `otherwise : FILTER …`. The first rule whose
//! conditions hold and whose filters leave a legal move is followed, with all moves that they leave; if none does, the
//! strategy is silent.

use outplay_rules::error::InputError;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::Convention;
use outplay_solve::oracle::after;

use super::Line;
use crate::strategic::{Strategic, payoff};
use crate::strategy::{Memory, Sees, Strategy};

/// What must hold for a rule to be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    /// The opponent has not moved yet.
    Start,
    /// The opponent's last move was a loop (or, if false, an edge that is none).
    LastLoop(bool),
    /// The opponent's last move was this.
    Last(String),
    /// The state of a Closing Octagons board.
    State(String),
    /// Who owns a point: nobody, the strategy, the opponent.
    Owner(Option<bool>, usize),
    /// This many legal moves.
    Legal(usize),
    /// Not this.
    Not(Box<Condition>),
}

/// What narrows down the moves of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Filter {
    /// Everything.
    Any,
    /// Moves that win at once or score.
    Winning,
    /// Moves that score the most.
    Most,
    /// Moves after which the opponent cannot win or score at once.
    Safe,
    /// Moves at a place of the opponent's last move.
    AtLast,
    /// The opponent's last move reflected through the middle of the board: place i becomes the i-th from the end.
    Mirror,
    /// The opponent's last move once more.
    Same,
    /// Loops (or, if false, edges that are none).
    Loops(bool),
    /// Hops with the newest piece.
    Newest,
    /// Hops and points to one of these places; hops from one of them.
    Places(bool, Vec<usize>),
    /// This move.
    Move(String),
}

/// A list of rules.
pub struct RuleList<'r, S: Strategic> {
    rules: &'r Game<S>,
    player: Player,
    list: Vec<(Vec<Condition>, Vec<Filter>)>,
}

impl<'r, S: Strategic> RuleList<'r, S> {
    /// Reads the lines of a list.
    pub(super) fn read<'t>(
        rules: &'r Game<S>,
        player: Player,
        lines: impl Iterator<Item = Line<'t>>,
    ) -> Result<Self, InputError> {
        let mut list = Vec::new();
        for line in lines {
            let (head, tail) = line.text.split_once(" : ").ok_or_else(|| {
                line.error("a rule is 'when CONDITION : FILTER' or 'otherwise : FILTER'")
            })?;
            let conditions = match head.trim().strip_prefix("when ") {
                Some(all) => all
                    .split(" and ")
                    .map(|text| {
                        read_condition(rules, text.trim()).map_err(|message| line.error(message))
                    })
                    .collect::<Result<Vec<_>, _>>()?,
                None if head.trim() == "otherwise" => Vec::new(),
                None => return Err(line.error("a rule begins with 'when' or 'otherwise'")),
            };
            let filters = tail
                .split_whitespace()
                .map(|word| read_filter(rules, word).map_err(|message| line.error(message)))
                .collect::<Result<Vec<_>, _>>()?;
            list.push((conditions, filters));
        }
        Ok(RuleList { rules, player, list })
    }

    fn holds(&self, condition: &Condition, now: &Moment<S::Position>, memory: &Memory) -> bool {
        let is_loop = |mv: &Move| matches!(mv, Move::Edge(u, v) if u == v);
        match condition {
            Condition::Start => memory.last.is_none(),
            Condition::LastLoop(wanted) => memory
                .last
                .as_ref()
                .is_some_and(|mv| matches!(mv, Move::Edge(..)) && is_loop(mv) == *wanted),
            Condition::Last(text) => {
                memory.last.as_ref().is_some_and(|mv| self.rules.write_move(mv) == *text)
            }
            Condition::State(word) => self.rules.state(&now.position) == Some(word),
            Condition::Owner(wanted, place) => {
                let owner = self.rules.space().owner(&now.position, *place);
                *wanted == owner.map(|owner| owner == self.player)
            }
            Condition::Legal(count) => self.rules.moves(&now.position).len() == *count,
            Condition::Not(other) => !self.holds(other, now, memory),
        }
    }

    fn keeps(
        &self,
        filter: &Filter,
        now: &Moment<S::Position>,
        memory: &Memory,
        mv: &Move,
    ) -> bool {
        let last = memory.last.as_ref();
        match filter {
            Filter::Any => true,
            Filter::Winning => self.wins(now, mv),
            Filter::Most => {
                let earned = |mv: &Move| self.rules.apply(&now.position, mv).earned;
                self.rules.moves(&now.position).iter().all(|other| earned(other) <= earned(mv))
            }
            Filter::Safe => {
                let next = after(self.rules, now, mv);
                next.to_move == now.to_move
                    || !self.rules.moves(&next.position).iter().any(|reply| self.wins(&next, reply))
            }
            Filter::AtLast => {
                last.is_some_and(|last| places(last).iter().any(|p| places(mv).contains(p)))
            }
            Filter::Mirror => last.is_some_and(|last| {
                let n = self.rules.places().len() as u16;
                let to: Vec<u16> = (0..n).map(|place| n - 1 - place).collect();
                last.renamed(|place| to[place as usize]) == *mv
            }),
            Filter::Same => last == Some(mv),
            Filter::Loops(wanted) => matches!(mv, Move::Edge(u, v) if (u == v) == *wanted),
            Filter::Newest => match (mv, last) {
                (Move::Hop { from, .. }, Some(Move::Hop { from: newest, .. })) => from == newest,
                (Move::Hop { .. }, None) => true,
                _ => false,
            },
            Filter::Places(to, list) => {
                let place = match mv {
                    Move::Hop { from, to: target } => Some(if *to { *target } else { *from }),
                    Move::Point(point) if *to => Some(*point),
                    _ => None,
                };
                place.is_some_and(|place| list.contains(&(place as usize)))
            }
            Filter::Move(text) => self.rules.write_move(mv) == *text,
        }
    }

    /// Whether a move wins at once or scores.
    fn wins(&self, now: &Moment<S::Position>, mv: &Move) -> bool {
        let next = after(self.rules, now, mv);
        let payoff = payoff(self.rules, &next, Convention::Normal).unwrap_or(0);
        let sign = if now.to_move == Player::First { 1 } else { -1 };
        self.rules.apply(&now.position, mv).earned > 0 || payoff * sign > 0
    }
}

/// The places that a move names.
fn places(mv: &Move) -> Vec<u16> {
    match mv {
        Move::Heap { .. } => Vec::new(),
        Move::Vertices(vertices) => vertices.to_vec(),
        Move::Edge(u, v) | Move::Offer(u, v) => vec![*u, *v],
        Move::Point(point) => vec![*point],
        Move::Hop { from, to } => vec![*from, *to],
    }
}

/// What the moves of a game are, seen from the moves at its start; a board without any fits everything.
struct Kind<'r, S: Strategic> {
    rules: &'r Game<S>,
    sample: Option<Move>,
}

impl<'r, S: Strategic> Kind<'r, S> {
    fn of(rules: &'r Game<S>) -> Self {
        Kind { rules, sample: rules.moves(&rules.start()).into_iter().next() }
    }

    /// An error unless the game's moves are of a kind.
    fn needs(&self, what: &str, fits: fn(&Move) -> bool) -> Result<(), String> {
        match &self.sample {
            Some(sample) if !fits(sample) => Err(format!("this game has no {what}")),
            _ => Ok(()),
        }
    }

    /// An error unless a text could be a move of the game, now or later.
    fn reads(&self, text: &str) -> Result<(), String> {
        let place = |text: &str| self.rules.places().read(text).is_some();
        let pair = |mark: char| text.split_once(mark).is_some_and(|(a, b)| place(a) && place(b));
        let number = |text: &str| text.parse::<u64>().is_ok();
        let heap = || {
            let rest = |rest: &str| rest.is_empty() || rest.split(',').all(number);
            text.split_once('>').is_some_and(|(heap, left)| number(heap) && rest(left))
        };
        let edge = || {
            let edge = text.split_once('#').map_or(text, |(edge, _)| edge);
            edge.split_once('-').is_some_and(|(a, b)| place(a) && place(b))
        };
        let fits = match &self.sample {
            None | Some(Move::Offer(..)) => true,
            Some(Move::Heap { .. } | Move::Vertices(_)) => heap() || text.split(',').all(place),
            Some(Move::Edge(..)) => edge(),
            Some(Move::Point(_)) => place(text),
            Some(Move::Hop { .. }) => pair('>'),
        };
        let like = self.sample.as_ref().map_or(String::new(), |mv| self.rules.write_move(mv));
        if fits {
            Ok(())
        } else {
            Err(format!("'{text}' is not a move of this game, such as {like}"))
        }
    }
}

fn is_edge(mv: &Move) -> bool {
    matches!(mv, Move::Edge(..))
}

fn is_hop(mv: &Move) -> bool {
    matches!(mv, Move::Hop { .. })
}

/// Whether moves make places somebody's own.
fn owns(mv: &Move) -> bool {
    matches!(mv, Move::Point(_) | Move::Hop { .. } | Move::Offer(..))
}

fn read_condition<S: Strategic>(rules: &Game<S>, text: &str) -> Result<Condition, String> {
    let kind = Kind::of(rules);
    if let Some(other) = text.strip_prefix("not ") {
        return Ok(Condition::Not(Box::new(read_condition(rules, other.trim())?)));
    }
    let place = |text: &str| {
        rules.places().read(text).ok_or_else(|| format!("there is no place '{text}' on this board"))
    };
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["start"] => Ok(Condition::Start),
        ["last", which @ ("loop" | "edge")] => {
            kind.needs("edges to remove", is_edge).map(|()| Condition::LastLoop(which == "loop"))
        }
        ["last", mv] => kind.reads(mv).map(|()| Condition::Last(mv.into())),
        ["state", word @ ("normal" | "critical" | "strategic")] => {
            match rules.state(&rules.start()) {
                Some(_) => Ok(Condition::State(word.into())),
                None => Err("the states of this game have no names".into()),
            }
        }
        [whose @ ("free" | "mine" | "theirs"), point] => {
            kind.needs("points that somebody owns", owns)?;
            let wanted = [("mine", true), ("theirs", false)].iter().find(|(w, _)| *w == whose);
            Ok(Condition::Owner(wanted.map(|(_, mine)| *mine), place(point)?))
        }
        ["legal", count] => {
            count.parse().map(Condition::Legal).map_err(|_| format!("'{count}' is not a number"))
        }
        _ => Err(format!(
            "'{text}' is not a condition: start, last MOVE, last loop, last edge, state normal, free P, mine P, \
             theirs P, legal N, not …"
        )),
    }
}

fn read_filter<S: Strategic>(rules: &Game<S>, word: &str) -> Result<Filter, String> {
    let places = |list: &str| {
        list.split(',')
            .map(|text| {
                rules
                    .places()
                    .read(text)
                    .ok_or_else(|| format!("there is no place '{text}' on this board"))
            })
            .collect::<Result<Vec<_>, _>>()
    };
    let kind = Kind::of(rules);
    match word.split('=').next() {
        Some("loops" | "edges") => kind.needs("edges to remove", is_edge)?,
        Some("newest" | "from") => kind.needs("hops", is_hop)?,
        Some("to") => kind.needs("points to take or hop to", owns)?,
        _ => {}
    }
    Ok(match word {
        "any" => Filter::Any,
        "winning" => Filter::Winning,
        "most" => Filter::Most,
        "safe" => Filter::Safe,
        "at-last" => Filter::AtLast,
        "mirror" => Filter::Mirror,
        "same" => Filter::Same,
        "loops" => Filter::Loops(true),
        "edges" => Filter::Loops(false),
        "newest" => Filter::Newest,
        _ => match word.split_once('=') {
            Some(("to", list)) => Filter::Places(true, places(list)?),
            Some(("from", list)) => Filter::Places(false, places(list)?),
            Some(("move", text)) => {
                kind.reads(text)?;
                Filter::Move(text.into())
            }
            _ => {
                return Err(format!(
                    "'{word}' is not a filter: any, winning, most, safe, at-last, mirror, same, loops, edges, newest, \
                     to=P,Q, from=P,Q, move=MOVE"
                ));
            }
        },
    })
}

impl<S: Strategic> Strategy<S> for RuleList<'_, S> {
    fn sees(&self) -> Sees {
        Sees::LastMove
    }

    fn advice(&self, now: &Moment<S::Position>, memory: &Memory) -> Vec<Move> {
        let legal = self.rules.moves(&now.position);
        for (conditions, filters) in &self.list {
            if !conditions.iter().all(|condition| self.holds(condition, now, memory)) {
                continue;
            }
            let kept =
                |mv: &&Move| filters.iter().all(|filter| self.keeps(filter, now, memory, mv));
            let moves: Vec<Move> = legal.iter().filter(kept).cloned().collect();
            if !moves.is_empty() {
                return moves;
            }
        }
        Vec::new()
    }
}
