//! The statement that a bipartite monoid is the misère quotient of all that can be left of a board, and its check.
//!
//! The checker lists the parts that play can leave, by the rules of the game. Those with a move are put in order ([`PartKey`]), and
//! the certificate has the element of each. They are closed under play, so they are to Theorems 9 and 10 what heaps are.

use std::collections::{BTreeMap, HashSet};

use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::game::GameName;
use outplay_rules::in_space;
use outplay_rules::option::Options;
use outplay_rules::rules::Part;
use outplay_rules::ruleset::{AnyImpartial, Game};
use outplay_rules::spaces::Space;

use super::monoid::{ListedMonoid, Multiplied, Sums, elements_of, listed};
use super::{each_left, lefts_cost, wrong};
use crate::Refused;
use crate::allowance::Allowance;
use crate::text::Fields;

/// That the sums of all that can be left of a board have a misère quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardQuotientCertificate {
    /// The game, as a person writes it.
    pub game: String,
    /// The board.
    pub board: String,
    /// The quotient.
    pub monoid: ListedMonoid,
    /// The element of each part with a move that can be left, in the order of their keys.
    pub parts: Vec<u16>,
    /// The element that the board itself is.
    pub element: u16,
}

/// What puts parts in order: heaps by their size, then components by the numbers that a proof writes them with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartKey {
    /// A heap.
    Heap(u64),
    /// A component.
    Component(Vec<u64>),
}

impl PartKey {
    /// The key of a part.
    pub fn of<S: Space>(space: &S, part: &Part<S::Position>) -> Self {
        match part {
            Part::Heap(size) => PartKey::Heap(*size),
            Part::Component(position) => PartKey::Component(space.encode(position)),
        }
    }
}

const KEYS: [&str; 9] = [
    "statement",
    "game",
    "board",
    "elements",
    "generators",
    "rows",
    "p-portion",
    "parts",
    "element",
];

impl BoardQuotientCertificate {
    /// What it states, in words.
    pub fn statement(&self) -> String {
        let BoardQuotientCertificate { game, board, monoid, element, .. } = self;
        let outcome = if monoid.p.contains(element) { "a P" } else { "an N" };
        let order = monoid.order();
        format!(
            "{game} {board}: the misère quotient of all that can be left has order {order}, and the board is {outcome}-position of misère play"
        )
    }

    /// The certificate as text; none if a name in it spans lines.
    pub fn write(&self) -> Option<String> {
        if [&self.game, &self.board].iter().any(|name| name.contains(['\n', '\r'])) {
            return None;
        }
        let mut fields = vec![
            ("statement", "misere-quotient-of-board".into()),
            ("game", self.game.clone()),
            ("board", self.board.clone()),
        ];
        fields.extend(self.monoid.fields());
        fields.push(("parts", listed(&self.parts)));
        fields.push(("element", self.element.to_string()));
        Some(Fields::new(&fields).write())
    }

    /// The certificate that the fields of a text say.
    pub fn from_fields(fields: &Fields) -> Result<Self, Refused> {
        fields.only(&KEYS)?;
        Ok(BoardQuotientCertificate {
            game: fields.get("game")?.to_string(),
            board: fields.get("board")?.to_string(),
            monoid: ListedMonoid::from_fields(fields)?,
            parts: elements_of(fields, "parts")?,
            element: fields.number("element")?,
        })
    }

    /// Checks the statement.
    pub fn check(&self, allowance: &Allowance) -> Result<(), Refused> {
        let input = |error: InputError| Refused::Format(error.message().to_string());
        let game: GameName = self.game.parse().map_err(input)?;
        let board: BoardName = self.board.parse().map_err(input)?;
        if game.to_string() != self.game || board.to_string() != self.board {
            return Err(Refused::Format("the game or the board is not written as usual".into()));
        }
        let board = board.build().map_err(input)?;
        let ruleset = game.on(board, &Options::default()).map_err(input)?;
        let monoid = self.monoid.multiplied(&self.parts, allowance)?;
        in_space!(&ruleset, |game| match game {
            Game::Impartial(rules) => self.check_parts(rules.as_ref(), &monoid, allowance),
            _ => wrong("the game is not impartial"),
        })
    }

    fn check_parts<S: Space>(
        &self,
        rules: &AnyImpartial<S>,
        monoid: &Multiplied,
        allowance: &Allowance,
    ) -> Result<(), Refused> {
        let mut sums = Sums::new(monoid, allowance);
        let start = rules.parts(&rules.start());
        let closed = closed_under_play(rules, start.clone(), self.parts.len(), &mut sums)?;
        let live = || closed.iter().filter(|(_, lefts)| !lefts.is_empty());
        if live().count() != self.parts.len() {
            return wrong("it does not list an element for each part");
        }
        let elements: BTreeMap<&PartKey, usize> =
            live().map(|(key, _)| key).zip(self.parts.iter().map(|&e| usize::from(e))).collect();
        let product = |left: &[PartKey]| {
            let element = |key: &PartKey| elements.get(key).copied().unwrap_or(0);
            left.iter().fold(0, |product, key| monoid.times(product, element(key)))
        };
        for (key, lefts) in live() {
            let options: HashSet<usize> = lefts.iter().map(|left| product(left)).collect();
            sums.add_part(elements[key], &options)?;
        }
        let start: Vec<PartKey> =
            start.iter().map(|part| PartKey::of(rules.space(), part)).collect();
        if product(&start) != usize::from(self.element) {
            return wrong("the board is another element");
        }
        sums.check()
    }
}

/// What each move leaves of a part, as parts.
type Lefts = Vec<Vec<PartKey>>;

/// All parts that play can leave, with what each move leaves of them; those without a move are the identity. Refused if more than
/// `most` have one.
fn closed_under_play<S: Space>(
    rules: &AnyImpartial<S>,
    start: Vec<Part<S::Position>>,
    most: usize,
    sums: &mut Sums,
) -> Result<BTreeMap<PartKey, Lefts>, Refused> {
    let mut closed = BTreeMap::new();
    let mut live = 0;
    let mut waiting = start;
    while let Some(part) = waiting.pop() {
        let key = PartKey::of(rules.space(), &part);
        if closed.contains_key(&key) {
            continue;
        }
        let mut lefts = Vec::new();
        for left in left_of(rules, &part, sums)? {
            lefts.push(left.iter().map(|part| PartKey::of(rules.space(), part)).collect());
            waiting.extend(left);
        }
        sums.hold(64 * (1 + lefts.len()))?;
        live += usize::from(!lefts.is_empty());
        if live > most {
            return wrong("it does not list an element for each part");
        }
        closed.insert(key, lefts);
    }
    Ok(closed)
}

/// What each move leaves of one part.
fn left_of<S: Space>(
    rules: &AnyImpartial<S>,
    part: &Part<S::Position>,
    sums: &mut Sums,
) -> Result<Vec<Vec<Part<S::Position>>>, Refused> {
    let mut found = Vec::new();
    match part {
        Part::Heap(size) => {
            let size = usize::try_from(*size).unwrap_or(usize::MAX);
            // Nobody lists what is left of a heap before it is known to be affordable.
            sums.look(size)?;
            let Some(code) = rules.heap_code() else { return wrong("heaps without a code") };
            sums.look(lefts_cost(code, size).saturating_mul(4))?;
            each_left(code, size, |left| {
                found.push(left.iter().map(|&heap| Part::Heap(heap as u64)).collect());
            });
        }
        Part::Component(position) => {
            let Some(moves) = rules.moves_within(position, MOST_MOVES) else {
                return wrong("a part has more moves than are looked at");
            };
            sums.look(50 * (1 + moves.len()))?;
            for mv in moves {
                let step = rules.apply(position, &mv);
                if step.again {
                    return wrong("a move keeps the turn");
                }
                found.push(rules.parts(&step.position));
            }
        }
    }
    Ok(found)
}

/// A part with more moves than this is not looked at.
const MOST_MOVES: u64 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    /// Arc Kayles on a path of three and one of two: nothing that is left of them has a move.
    fn certificate() -> BoardQuotientCertificate {
        // So the quotient is that of a heap of one: <a | a^2 = 1>, P = {a}.
        BoardQuotientCertificate {
            game: "arc-kayles".into(),
            board: "path:3 + path:2".into(),
            monoid: ListedMonoid { rows: vec![vec![1, 0]], p: vec![1] },
            parts: vec![1, 1],
            element: 0,
        }
    }

    fn verdict(certificate: &BoardQuotientCertificate) -> Result<String, Refused> {
        check(certificate.write().unwrap().as_bytes(), 1 << 20)
    }

    #[test]
    fn a_right_one_is_read_back_and_holds() {
        let right = certificate();
        assert_eq!(verdict(&right), Ok(right.statement()));
        let fields = Fields::read(&right.write().unwrap()).unwrap();
        assert_eq!(BoardQuotientCertificate::from_fields(&fields), Ok(right));
    }

    #[test]
    fn every_change_is_refused() {
        let right = certificate();
        let board = |board: &str| BoardQuotientCertificate { board: board.into(), ..right.clone() };
        let game = |game: &str| BoardQuotientCertificate { game: game.into(), ..right.clone() };
        for wrong in [
            BoardQuotientCertificate { parts: vec![1, 0], ..right.clone() },
            BoardQuotientCertificate { parts: vec![0, 1], ..right.clone() },
            BoardQuotientCertificate { parts: vec![1, 2], ..right.clone() },
            BoardQuotientCertificate { parts: vec![1], ..right.clone() },
            BoardQuotientCertificate { parts: vec![1; 3], ..right.clone() },
            BoardQuotientCertificate { element: 1, ..right.clone() },
            BoardQuotientCertificate { element: 2, ..right.clone() },
            board("path:3"),
            board("path:4 + path:2"),
            board("path:3+path:2"),
            board("@file"),
            game("node-kayles"),
            game("nimstring"),
            game("unshackle"),
            game("nothing"),
        ] {
            assert!(verdict(&wrong).is_err(), "{wrong:?}");
        }
        let mut wrong = right.clone();
        wrong.monoid.p = vec![0];
        assert!(verdict(&wrong).is_err());
        wrong.monoid = ListedMonoid { rows: vec![vec![1, 1]], p: vec![1] };
        assert!(verdict(&wrong).is_err());
    }

    #[test]
    fn limits_are_respected() {
        let right = certificate();
        assert!(right.check(&Allowance::usual(10)).unwrap_err().is_limit());
        let few = Allowance { looks: 100, ..Allowance::usual(1 << 20) };
        assert!(right.check(&few).unwrap_err().is_limit());
        let heap = BoardQuotientCertificate {
            game: "octal:0.77".into(),
            board: "heaps:1000000000000".into(),
            ..right
        };
        assert!(heap.check(&Allowance::usual(1 << 30)).unwrap_err().is_limit());
    }
}
