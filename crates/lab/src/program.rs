//! What checks ask of the program beside values of games: rules, boards, verdicts, formulas. Like
//! [`Context`](crate::context::Context) itself this is where defects are put in: no check knows of them.

use std::collections::BTreeSet;

use outplay_rules::bits::BitSet;
use outplay_rules::board::{Board, BoardName};
use outplay_rules::games::octagons::{self, Chain, ComponentClass};
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::graph::Graph;
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::places::Places;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::{End, Rules};
use outplay_rules::ruleset::{Game, Ruleset};
use outplay_rules::sets::MAX_SETS;
use outplay_rules::spaces::{EdgePosition, Edges, Stones};
use outplay_solve::oracle::GameValue;
use outplay_solve::positional::thresholds::{self, Orders};

use crate::boards::SmallBoard;
use crate::context::{Context, expect, ruleset};
use crate::mutation::{Mutation, wrong_margin, wrong_value};
use crate::podes::Podes;
use crate::shadows::{Map, grid_maps};
use crate::weights::Plane;

/// Rules.
impl Context<'_, '_> {
    /// A taking game's code. (A defect of the rules: whoever may take no two vertices plays another game.)
    pub fn code(&self, code: &str) -> String {
        if self.has(Mutation::Rules) { "0.3".into() } else { code.into() }
    }

    /// The game of removing edges on a graph. (A defect of the rules: a turn never goes on.)
    pub fn removing(&self, graph: Graph, variant: Variant) -> EdgeGame {
        let variant = if self.has(Mutation::Rules) { Variant::Unshackle } else { variant };
        EdgeGame::new(graph, variant)
    }

    /// Whether rules (3') and (4') of Closing Octagons hold where they are asked for. (A defect: they do not.)
    pub fn has_normal_rules(&self) -> bool {
        !self.has(Mutation::Rules)
    }

    /// What a heap can become under an octal code, as sizes of heaps. (A defect: the code is another.)
    pub fn heap_options(&self, code: &str, n: u64) -> BTreeSet<Vec<u64>> {
        let cases = expect(ruleset(&format!("octal:{} heaps:{n}", self.code(code))));
        let Ruleset::Heaps(Game::Impartial(rules)) = cases.first() else {
            unreachable!("{code} is not an impartial game on heaps")
        };
        let start = rules.start();
        let left = |mv: &Move| {
            let mut heaps: Vec<u64> = rules.apply(&start, mv).position.heaps.to_vec();
            heaps.retain(|&heap| heap > 0);
            heaps.sort_unstable();
            heaps
        };
        rules.moves(&start).iter().map(left).collect()
    }

    /// The score after a line; none if a move is not legal. (A defect: the last move is not made.)
    pub fn score_after(&self, question: &str, line: &str) -> Option<[u32; 2]> {
        let cases = expect(ruleset(question));
        let made = match line.rsplit_once(' ') {
            Some((made, _)) if self.has(Mutation::Rules) => made,
            _ => line,
        };
        in_space!(cases.first(), |game| Some(Record::after(game, made).ok()?.now().score))
    }

    /// Who has won after a line; none if it does not end the game. (A defect of the rules: the last mover loses.)
    pub fn winner_after(&self, question: &str, line: &str) -> Option<Player> {
        match self.ended_after(question, line)? {
            End::Win(player) => Some(player),
            End::Tie | End::Draw => None,
        }
    }

    /// How a game has ended after a line; none if it has not, or a move is not legal. (The same defect.)
    pub fn ended_after(&self, question: &str, line: &str) -> Option<End> {
        let cases = expect(ruleset(question));
        in_space!(cases.first(), |game| {
            game.ended(Record::after(game, line).ok()?.now(), self.has(Mutation::Rules))
        })
    }

    /// Whether a line is legal and does not end the game. (A defect of the rules: its last move is not legal.)
    pub fn goes_on_after(&self, question: &str, line: &str) -> bool {
        let cases = expect(ruleset(question));
        in_space!(cases.first(), |game| {
            let made = Record::after(game, line);
            made.is_ok_and(|record| game.ended(record.now(), false).is_none())
                && !self.has(Mutation::Rules)
        })
    }

    /// How many pieces of X and of O are on a board. (A defect: an O that was left behind is overlooked.)
    pub fn pieces(&self, stones: &Stones) -> [usize; 2] {
        let overlooked = usize::from(self.has(Mutation::Rules) && !stones.second.is_empty());
        [stones.first.len(), stones.second.len() - overlooked]
    }

    /// The moves of the start of a game. (A defect: the last one is forgotten.)
    pub fn first_moves(&self, question: &str) -> Vec<String> {
        let cases = expect(ruleset(question));
        let mut moves = in_space!(cases.first(), |game| {
            let start = game.start();
            game.moves(&start).iter().map(|mv| game.write_move(mv)).collect::<Vec<String>>()
        });
        if self.has(Mutation::Rules) {
            moves.pop();
        }
        moves
    }

    /// What is left of a shape of squares after each domino, as sets of squares. (A defect: the last one is forgotten.)
    pub fn dominoes(&self, graph: &Graph, left: u64) -> Vec<u64> {
        let edges = graph.edge_pairs().map(|(u, v)| 1 << u | 1 << v);
        let mut options: Vec<u64> =
            edges.filter(|edge: &u64| edge & !left == 0).map(|edge| left & !edge).collect();
        if self.has(Mutation::Rules) {
            options.pop();
        }
        options
    }
}

/// Answers.
impl Context<'_, '_> {
    /// A value that a solver found.
    pub fn found_value(&self, value: GameValue) -> GameValue {
        if self.has(Mutation::Values) { wrong_value(value) } else { value }
    }

    /// A margin that a solver found.
    pub fn found_margin(&self, margin: i32) -> i32 {
        if self.has(Mutation::Values) { wrong_margin(margin) } else { margin }
    }

    /// Whether a run of a printed program ends as it is said to.
    pub fn found_run(&self, ends_so: bool) -> bool {
        ends_so != self.has(Mutation::Values)
    }

    /// What playing a strategy showed.
    pub fn verdict(&self, holds: bool) -> bool {
        holds != self.has(Mutation::Verdicts)
    }

    /// The components of a state that have edges, each with its class.
    pub fn classified(&self, board: &Edges, state: &EdgePosition) -> Vec<octagons::Component> {
        let mut parts = octagons::components(board, state);
        if self.has(Mutation::Values) {
            for part in &mut parts {
                part.class = match part.class {
                    ComponentClass::Weak => ComponentClass::Strong,
                    ComponentClass::Strong => ComponentClass::Chain(Chain::Cycle),
                    ComponentClass::Chain(_) => ComponentClass::Weak,
                };
            }
        }
        parts
    }
}

/// Graphs and boards.
impl Context<'_, '_> {
    /// A board of winning sets by name.
    pub fn sets(&self, name: &str) -> SmallBoard {
        let mut board = SmallBoard::named(name);
        if self.has(Mutation::Boards) {
            board.sets.remove(0);
        }
        if self.has(Mutation::Rules) {
            // Who owns a point has won.
            board.sets = (0..board.points).map(|point| 1 << point).collect();
        }
        board
    }

    /// 0.33 on podes and bipodes.
    pub fn podes(&self) -> Podes {
        let podes = Podes::new(if self.has(Mutation::Rules) { 1 } else { 2 });
        if self.has(Mutation::Values) { podes.answering_wrongly() } else { podes }
    }

    /// The degree of a vertex: a loop counts twice. (A defect: once.)
    pub fn degree(&self, graph: &Graph, v: usize) -> usize {
        let once = self.has(Mutation::Rules);
        let ends =
            |(a, b): (usize, usize)| (a == v) as usize + (b == v && !(once && a == b)) as usize;
        graph.edge_pairs().map(ends).sum()
    }

    /// How many edges of a state are loops, or are not. (A defect: loops do not count.)
    pub fn edges_of_kind(&self, board: &Edges, state: &EdgePosition, loops: bool) -> usize {
        if loops && self.has(Mutation::Rules) {
            return 0;
        }
        let all = board.graph().edges().iter().zip(state);
        all.filter(|(e, _)| e.is_loop() == loops).map(|(_, &copies)| copies as usize).sum()
    }

    /// How many sides an octagon has. (A defect: seven.)
    pub fn sides_of_an_octagon(&self) -> usize {
        if self.has(Mutation::Boards) { 7 } else { 8 }
    }

    /// The graph without one copy of an edge. (A defect: with it.)
    pub fn without(&self, graph: &Graph, index: usize) -> Graph {
        if self.has(Mutation::Boards) {
            return graph.clone();
        }
        let edges = graph.edge_pairs().enumerate().filter(|(i, _)| *i != index).map(|(_, e)| e);
        expect(Graph::new(Places::numbered(graph.vertex_count()), edges.collect::<Vec<_>>()))
    }

    /// How many components a graph has. (A defect: as many as vertices.)
    pub fn parts(&self, graph: &Graph) -> usize {
        if self.has(Mutation::Values) {
            return graph.vertex_count();
        }
        graph.components(&BitSet::full(graph.vertex_count())).len()
    }

    /// The reflections and the half turn of a grid. (A defect: there are none.)
    pub fn grid_maps(&self, m: usize, n: usize) -> Vec<(&'static str, Map)> {
        if self.has(Mutation::Rules) { Vec::new() } else { grid_maps(m, n) }
    }

    /// The winning sets of a board as lists of points.
    pub fn lines(&self, name: &str) -> Vec<Vec<usize>> {
        let board: BoardName = expect(name.parse());
        let sets = match expect(board.build()) {
            Board::Sets(board) => board.first_sets().listed(MAX_SETS).unwrap_or_default(),
            Board::Places { .. } => Vec::new(),
        };
        self.printed(sets.iter().map(|set| set.iter().collect()).collect())
    }

    /// A list of lines, as it was read. (A defect of boards: the last one is lost.)
    pub fn printed<T>(&self, mut lines: Vec<T>) -> Vec<T> {
        if self.has(Mutation::Boards) {
            lines.pop();
        }
        lines
    }
}

/// Formulas.
impl Context<'_, '_> {
    /// What a formula says of a cell of a table by its row and column. (A defect: a row off.)
    pub fn formula(&self, of: fn(usize, usize) -> String, row: usize, column: usize) -> String {
        of(row + self.has(Mutation::Formulas) as usize, column)
    }

    /// Whether a number is a sum of two squares.
    pub fn is_sum_of_two_squares(&self, q: u64) -> bool {
        let is_one = (0..=q).any(|a| (a..=q).any(|b| a * a + b * b == q));
        is_one != self.has(Mutation::Formulas)
    }

    /// The weight of a line by the definition, in units of 1/512. (A defect: every X halves it, not every open point.)
    pub fn line_weight(&self, line: &[usize], x: u64, o: u64) -> u64 {
        let wrong = self.has(Mutation::Formulas);
        let open = line.iter().filter(|&p| (x >> p & 1 == 1) == wrong).count();
        if line.iter().any(|p| o >> p & 1 == 1) { 0 } else { 512 >> open }
    }

    /// Whose pieces build and whose block. (A defect: they are exchanged.)
    pub fn sides<T>(&self, x: T, o: T) -> (T, T) {
        if self.has(Mutation::Formulas) { (o, x) } else { (x, o) }
    }

    /// The outer order from which on the weight after the first hop is below 1.
    pub fn threshold(&self, outer: Plane, inner: Plane, q2: u64) -> Option<u64> {
        let kind = |plane: Plane| match plane {
            Plane::Affine => thresholds::Plane::Affine,
            Plane::Projective => thresholds::Plane::Projective,
        };
        let found = thresholds::threshold(kind(outer), kind(inner), q2, Orders::Integers).from;
        found.map(|q1| q1 + self.has(Mutation::Formulas) as u64)
    }
}
