//! The statement that Grundy values are periodic along a family of boards with a path that grows, and its check.
//!
//! Apart from the length of the path, play on a board of the family leads to finitely many states
//! ([`outplay_rules::stretch`]). The checker values all of them itself: with short paths by playing the game out by its
//! rules, with longer ones from the moves, which are then the same at every length. If all of them repeat with a period
//! p from n0 >= 1 up to h n0 + (h - 1) p + t, where a move leaves at most h long
//! pieces of the path and takes at most t of its vertices, they repeat for ever: Theorem 11 of `docs/theory-graphs.md`.

use std::collections::HashMap;

use outplay_rules::along::GrowingFamily;
use outplay_rules::bits::BitSet;
use outplay_rules::board::Board;
use outplay_rules::game::GameName;
use outplay_rules::graph::Graph;
use outplay_rules::in_space;
use outplay_rules::octal_code::OctalCode;
use outplay_rules::option::Options;
use outplay_rules::places::Places;
use outplay_rules::rules::TakingRule;
use outplay_rules::ruleset::{AnyRules, Game, Ruleset};
use outplay_rules::spaces::Space;
use outplay_rules::stretch::{Moves, Piece, Shape, Splitting, Stretch, System};

use crate::Refused;
use crate::allowance::Allowance;
use crate::period::prime_factors;
use crate::text::Fields;

/// That the Grundy values along a family have a smallest period after a last exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlongCertificate {
    /// The game, as a person writes it.
    pub game: String,
    /// The family, with a `*` for the number.
    pub family: String,
    /// The smallest period.
    pub period: usize,
    /// The largest n whose board differs in value from the board a period later; -1 if there is none.
    pub last_exception: i64,
    /// A period of all states that the boards reach.
    pub system_period: usize,
    /// From this length of the path on they all have it; at least 1.
    pub system_from: usize,
}

const KEYS: [&str; 7] =
    ["statement", "game", "family", "period", "last-exception", "system-period", "system-from"];

/// More states and longer paths than these are not looked at.
const MOST_STATES: usize = 20_000;
const MOST_LENGTHS: usize = 1 << 24;

fn wrong<T>(message: impl Into<String>) -> Result<T, Refused> {
    Err(Refused::Step(message.into()))
}

impl AlongCertificate {
    /// What it states, in words.
    pub fn statement(&self) -> String {
        let AlongCertificate { game, family, period, last_exception, .. } = self;
        format!("{game} {family} has period {period} with last exception {last_exception}")
    }

    /// The certificate as text.
    pub fn write(&self) -> String {
        Fields::new(&[
            ("statement", "family-period".into()),
            ("game", self.game.clone()),
            ("family", self.family.clone()),
            ("period", self.period.to_string()),
            ("last-exception", self.last_exception.to_string()),
            ("system-period", self.system_period.to_string()),
            ("system-from", self.system_from.to_string()),
        ])
        .write()
    }

    /// The certificate that the fields of a text say.
    pub fn from_fields(fields: &Fields) -> Result<Self, Refused> {
        fields.only(&KEYS)?;
        Ok(AlongCertificate {
            game: fields.get("game")?.to_string(),
            family: fields.get("family")?.to_string(),
            period: fields.number("period")?,
            last_exception: fields.number("last-exception")?,
            system_period: fields.number("system-period")?,
            system_from: fields.number("system-from")?,
        })
    }

    /// Checks the statement.
    pub fn check(&self, allowance: &Allowance) -> Result<(), Refused> {
        let input =
            |error: outplay_rules::error::InputError| Refused::Format(error.message().to_string());
        let game: GameName = self.game.parse().map_err(input)?;
        let family: GrowingFamily = self.family.parse().map_err(input)?;
        if game.to_string() != self.game || family.to_string() != self.family {
            return Err(Refused::Format("the game or the family is not written as usual".into()));
        }
        let Some(stretch) = family.stretch().map_err(input)? else {
            return wrong("the family is not a graph with a path that grows, or a strip");
        };
        let values = match self.values_by_parity(&game, &family, &stretch)? {
            Some(values) => values,
            None => self.values(&game, &family, &stretch, allowance)?,
        };
        self.repeats(&values, stretch.first())
    }

    /// The values of strips by Theorem 15, for zero to a few columns.
    fn values_by_parity(
        &self,
        game: &GameName,
        family: &GrowingFamily,
        stretch: &Stretch,
    ) -> Result<Option<Vec<Option<u16>>>, Refused> {
        let Shape::Strip(column) = stretch.shape() else { return Ok(None) };
        let ruleset = rules_on(game, stretch.shape().graph(3))?;
        let odd = in_space!(&ruleset, |game| {
            let Game::Impartial(rules) = game else { return Ok(None) };
            match rules.taking() {
                Some(TakingRule::EdgeEnds | TakingRule::Neighbourhood) if column.is_ladder() => 1,
                Some(TakingRule::Connected(code)) if takes_one_vertex_always(code) => {
                    column.rows() as u16 % 2
                }
                _ => return Ok(None),
            }
        });
        if (self.system_period, self.system_from) != (2, 1) {
            return wrong("these strips repeat with 2 from the first one on");
        }
        let has_none = family.has_none(stretch);
        let value = |n: u16| (n > 0 || has_none).then_some(n % 2 * odd);
        Ok(Some((0..8).map(value).collect()))
    }

    /// The values of the boards of the family, far enough; all states repeat as they must.
    fn values(
        &self,
        game: &GameName,
        family: &GrowingFamily,
        stretch: &Stretch,
        allowance: &Allowance,
    ) -> Result<Vec<Option<u16>>, Refused> {
        let (period, from) = (self.system_period, self.system_from);
        let mut playing = Playing { game, allowance, looks: 0 };
        let ruleset = rules_on(game, stretch.shape().graph(3))?;
        let system = in_space!(&ruleset, |game| system(game, stretch.shape()))?;
        let bound = system.bound(from, period);
        let Some(count) = period.checked_mul(2).and_then(|two| bound.checked_add(two)) else {
            return wrong("the numbers of the statement are impossible");
        };
        if period == 0 || from == 0 || count > MOST_LENGTHS {
            return wrong("the numbers of the statement are impossible");
        }
        let needed = 4 * system.states().len() as u64 * count as u64;
        if needed > allowance.memory {
            return Err(Refused::Memory { needed, allowed: allowance.memory });
        }
        let sequences = playing.sequences(stretch.shape(), &system, count)?;
        for (values, state) in sequences.iter().zip(system.states()) {
            if let Some(n) = (from..bound).find(|&n| values[n] != values[n + period]) {
                return wrong(format!("{state:?} with paths of {n} and {} differ", n + period));
            }
        }
        // The boards on which the path has no vertex, if there are any.
        let mut all = Vec::new();
        for n in 0..stretch.first() {
            all.push(match family.member(n).ok().and_then(|name| name.build().ok()) {
                Some(Board::Places { graph, .. }) => Some(playing.value(graph)?),
                _ => None,
            });
        }
        let has_none = family.has_none(stretch);
        let whole = sequences[system.whole()].iter().copied().enumerate();
        all.extend(whole.map(|(n, value)| (n > 0 || has_none).then_some(value)));
        Ok(all)
    }

    /// Whether the values of the boards have the stated period and last exception, and no shorter period.
    fn repeats(&self, values: &[Option<u16>], first: usize) -> Result<(), Refused> {
        let possible = (1..=self.system_period).contains(&self.period);
        let start = usize::try_from(self.last_exception.saturating_add(1)).unwrap_or(usize::MAX);
        // From here on all values are known to repeat with the period of the system.
        let settled = first + self.system_from;
        if !possible || self.last_exception < -1 || start > settled {
            return wrong("the period or the last exception is impossible");
        }
        // A board that does not exist breaks nothing.
        let same = |period: usize, n: usize| values[n].is_none() || values[n] == values[n + period];
        let end = values.len() - self.period;
        if let Some(n) = (start..end).find(|&n| !same(self.period, n)) {
            return wrong(format!("the boards of {n} and {} differ", n + self.period));
        }
        if start > 0 && same(self.period, start - 1) {
            return wrong(format!("{} is not an exception", start - 1));
        }
        for prime in prime_factors(self.period) {
            let shorter = self.period / prime;
            if (settled..end).all(|n| same(shorter, n)) {
                return wrong(format!("{shorter} is a period as well"));
            }
        }
        Ok(())
    }
}

fn system<S: Space>(game: &Game<S>, shape: &Shape) -> Result<System, Refused> {
    let rule = match game {
        Game::Impartial(rules) => rules.taking(),
        _ => None,
    };
    let Some(rule) = rule else { return wrong("the game takes no vertices") };
    System::new(shape, rule, MOST_STATES).or_else(|endless| wrong(endless.to_string()))
}

/// Whether a move takes exactly one vertex, from any component that stays connected or becomes empty: then every game
/// on a graph takes all its vertices one by one.
fn takes_one_vertex_always(code: &OctalCode) -> bool {
    code.digit(1) & 3 == 3 && code.takes(usize::MAX).all(|(taken, _)| taken == 1)
}

fn rules_on(game: &GameName, graph: Graph) -> Result<Ruleset, Refused> {
    let ruleset = game.on(Board::Places { heaps: Vec::new(), graph }, &Options::default());
    ruleset.map_err(|error| Refused::Format(error.message().to_string()))
}

/// Boards of a game, played out by its rules.
struct Playing<'a> {
    game: &'a GameName,
    allowance: &'a Allowance<'a>,
    looks: u64,
}

impl Playing<'_> {
    fn looked(&mut self, options: u64) -> Result<(), Refused> {
        self.looks = self.looks.saturating_add(options);
        self.allowance.afford(self.looks.into())?;
        self.allowance.go_on()
    }

    /// The Grundy value of a graph, from all games that can be played on it.
    fn value(&mut self, graph: Graph) -> Result<u16, Refused> {
        let ruleset = rules_on(self.game, graph)?;
        in_space!(&ruleset, |game| {
            let rules = game.rules();
            self.played(rules, &rules.start(), &mut HashMap::new())
        })
    }

    fn played<S: Space>(
        &mut self,
        rules: &AnyRules<S>,
        position: &S::Position,
        known: &mut HashMap<S::Position, u16>,
    ) -> Result<u16, Refused> {
        if let Some(&value) = known.get(position) {
            return Ok(value);
        }
        let moves = rules.moves(position);
        self.looked(50 * moves.len() as u64 + 50)?;
        let mut options = Vec::new();
        for mv in &moves {
            options.push(self.played(rules, &rules.apply(position, mv).position, known)?);
        }
        let value = (0..=u16::MAX).find(|value| !options.contains(value)).unwrap_or(u16::MAX);
        known.insert(position.clone(), value);
        Ok(value)
    }

    /// The values of every state with paths of 0 to `count` - 1.
    fn sequences(
        &mut self,
        shape: &Shape,
        system: &System,
        count: usize,
    ) -> Result<Vec<Vec<u16>>, Refused> {
        let mut values: Vec<Vec<u16>> = Vec::new();
        for &state in system.states() {
            let mut first = Vec::new();
            for n in 0..system.uniform_from().min(count) {
                let graph = shape.graph_for(state, n);
                first.push(self.value(induced(&graph, &shape.left_in(state, n)))?);
            }
            values.push(first);
        }
        let mut sums = Vec::new();
        for Moves { shortenings, splittings } in system.moves() {
            let of_shortenings = shortenings.iter().map(|shortening| &shortening.pieces);
            let of_splittings = splittings.iter().map(|splitting| &splitting.pieces);
            let of_state = of_shortenings.chain(of_splittings);
            let of_state = of_state.map(|pieces| self.pieces(shape, pieces));
            sums.push(of_state.collect::<Result<Vec<u16>, Refused>>()?);
        }
        for n in system.uniform_from()..count {
            for (at, moves) in system.moves().iter().enumerate() {
                let value = self.next(n, moves, &sums[at], &values)?;
                values[at].push(value);
            }
        }
        Ok(values)
    }

    /// The nim-sum of pieces that do not grow.
    fn pieces(&mut self, shape: &Shape, pieces: &[Piece]) -> Result<u16, Refused> {
        let mut sum = 0;
        for &piece in pieces {
            let (graph, vertices) = shape.piece(piece);
            sum ^= self.value(induced(&graph, &vertices))?;
        }
        Ok(sum)
    }

    /// The value of a state with a path of n: the mex of its options. `sums` holds the values of the other pieces that
    /// the moves leave.
    fn next(
        &mut self,
        n: usize,
        moves: &Moves,
        sums: &[u16],
        values: &[Vec<u16>],
    ) -> Result<u16, Refused> {
        let Moves { shortenings, splittings } = moves;
        self.looked((shortenings.len() + n * splittings.len()) as u64)?;
        let mut seen = vec![false; 64];
        let mut mark = |value: u16| {
            let index = usize::from(value);
            if index >= seen.len() {
                seen.resize(index + 1, false);
            }
            seen[index] = true;
        };
        for (shortening, sum) in shortenings.iter().zip(sums) {
            mark(values[shortening.to][n - shortening.by] ^ sum);
        }
        let sums = &sums[shortenings.len()..];
        for (Splitting { taken, to: [left, right], least, .. }, sum) in splittings.iter().zip(sums)
        {
            let rest = n - taken;
            for a in least[0]..=rest.saturating_sub(least[1]) {
                mark(values[*left][a] ^ values[*right][rest - a] ^ sum);
            }
        }
        let missing = seen.iter().position(|&seen| !seen).unwrap_or(seen.len());
        u16::try_from(missing).or_else(|_| wrong(format!("a value of {n} is too large")))
    }
}

/// The graph that some vertices of a graph induce.
fn induced(graph: &Graph, vertices: &BitSet) -> Graph {
    let list: Vec<usize> = vertices.iter().collect();
    let place = |v: usize| list.binary_search(&v).ok();
    let edges = graph.edge_pairs().filter_map(|(u, v)| Some((place(u)?, place(v)?)));
    let edges: Vec<(usize, usize)> = edges.collect();
    Graph::new(Places::numbered(list.len()), edges).unwrap_or_else(|_| Graph::empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    fn dawson_pode() -> AlongCertificate {
        AlongCertificate {
            game: "octal:0.07".into(),
            family: "pode:1,1,*".into(),
            period: 34,
            last_exception: PODE_EXCEPTION,
            system_period: 34,
            system_from: 53,
        }
    }

    const PODE_EXCEPTION: i64 = 52;

    #[test]
    fn a_true_statement_is_accepted() {
        let text = dawson_pode().write();
        assert_eq!(check(text.as_bytes(), 1 << 20), Ok(dawson_pode().statement()));
    }

    /// The same for strips: by the states that they reach, and by Theorem 15.
    #[test]
    fn statements_about_strips() {
        let strip = |game: &str, family: &str, period, system_period| AlongCertificate {
            game: game.into(),
            family: family.into(),
            period,
            last_exception: -1,
            system_period,
            system_from: 1,
        };
        let verdict =
            |certificate: &AlongCertificate| check(certificate.write().as_bytes(), 1 << 20);
        for right in [
            strip("node-kayles", "grid:2x*", 2, 2),
            strip("arc-kayles", "grid:2x*", 2, 2),
            strip("cram", "grid:*x2", 2, 2),
            strip("octal:0.3", "grid:3x*", 2, 2),
            strip("octal:0.7", "grid:4x*", 1, 2),
        ] {
            assert_eq!(verdict(&right), Ok(right.statement()));
        }
        for wrong in [
            strip("node-kayles", "grid:2x*", 1, 2),
            strip("node-kayles", "caterpillar:2**", 2, 2),
            strip("node-kayles", "grid:3x*", 2, 2),
            strip("arc-kayles", "grid:2x*", 1, 2),
            strip("arc-kayles", "grid:2x*", 2, 4),
            strip("arc-kayles", "grid:3x*", 2, 2),
            strip("octal:0.3", "grid:3x*", 1, 2),
            strip("octal:0.7", "grid:4x*", 2, 2),
            strip("octal:0.2", "grid:3x*", 2, 2),
            AlongCertificate { last_exception: 0, ..strip("arc-kayles", "grid:2x*", 2, 2) },
            AlongCertificate { last_exception: 1, ..strip("arc-kayles", "grid:2x*", 2, 2) },
        ] {
            assert!(verdict(&wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn false_statements_are_refused() {
        let good = dawson_pode();
        for bad in [
            AlongCertificate { period: 17, ..good.clone() },
            AlongCertificate { period: 68, system_period: 68, ..good.clone() },
            AlongCertificate { period: 0, ..good.clone() },
            AlongCertificate { period: usize::MAX, ..good.clone() },
            AlongCertificate { last_exception: PODE_EXCEPTION - 1, ..good.clone() },
            AlongCertificate { last_exception: PODE_EXCEPTION + 1, ..good.clone() },
            AlongCertificate { last_exception: i64::MAX, ..good.clone() },
            AlongCertificate { last_exception: i64::MIN, ..good.clone() },
            AlongCertificate { system_period: 17, ..good.clone() },
            AlongCertificate { system_period: 0, ..good.clone() },
            AlongCertificate { system_period: usize::MAX, ..good.clone() },
            AlongCertificate { system_from: 0, ..good.clone() },
            AlongCertificate { system_from: 20, ..good.clone() },
            AlongCertificate { system_from: usize::MAX, ..good.clone() },
            AlongCertificate { game: "octal:0.77".into(), ..good.clone() },
            AlongCertificate { game: "unshackle".into(), ..good.clone() },
            AlongCertificate { game: "octal:0.3...".into(), ..good.clone() },
            AlongCertificate { family: "pode:1,2,*".into(), ..good.clone() },
            AlongCertificate { family: "grid:2x*".into(), ..good.clone() },
            AlongCertificate { family: "grid:3x*".into(), ..good.clone() },
            AlongCertificate { family: "pode:1,1".into(), ..good.clone() },
        ] {
            assert!(check(bad.write().as_bytes(), 1 << 20).is_err(), "{bad:?}");
        }
    }
}
