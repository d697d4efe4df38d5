//! The items of a run, written to a list and read back unit by unit.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

use outplay_rules::all_graphs;
use outplay_rules::error::InputError;
use outplay_rules::family::{Collection, graph_name};
use outplay_rules::graph::files::graph6;
use outplay_rules::in_space;
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::Space;
use outplay_solve::oracle::after;

use super::manifest::Listed;
use super::question::{Catalogue, RunQuestion, on_any_board};
use crate::door::boards::{Boards, Item, Items};
use crate::door::heaps::HeapGame;
use crate::door::reply::allowed_moves;
use crate::error::{Error, file_error};
use crate::question::{Asked, Question};
use crate::run::Run;

/// The connected graphs of more vertices than this are grown by the units from those of two vertices fewer: there are 11,117 of 8
/// vertices, which are listed in a second, and 11.7 million of 10, which take minutes.
const MOST_LISTED: usize = 9;

/// What the items of a question are, each on a line of its own.
pub struct ItemSource<'a> {
    /// The items.
    pub items: Box<dyn Iterator<Item = Result<String, InputError>> + 'a>,
    /// See [`Listed::grown_to`].
    pub grown_to: Option<usize>,
}

impl<'a> ItemSource<'a> {
    fn of(items: Vec<String>) -> Self {
        ItemSource { items: Box::new(items.into_iter().map(Ok)), grown_to: None }
    }

    /// The items of a question; those of a family are `boards`.
    pub fn new(
        question: &RunQuestion,
        boards: Option<&'a Boards>,
        catalogue: &dyn Catalogue,
        run: &Run<'a>,
    ) -> Result<Self, Error> {
        Ok(match question {
            RunQuestion::Table { .. } | RunQuestion::Sweep { .. } => {
                let Some(boards) = boards else {
                    return Err(InputError::plain("the boards of the run are missing").into());
                };
                family(boards, run)?
            }
            RunQuestion::Verify { game, board, options, strategy, player, plies, .. } => {
                let question = on_any_board(game, options)?;
                let question = Question { board: board.parse()?, ..question };
                let player = if player == "second" { Player::Second } else { Player::First };
                ItemSource::of(first_plies(&question, strategy, player, *plies, run)?)
            }
            RunQuestion::Solve { game, board, options, after, .. } => {
                let question = on_any_board(game, options)?;
                let question = Question { board: board.parse()?, ..question.after(after) };
                let asked = Asked::new(&question, run)?;
                if asked.cases.all().len() > 1 {
                    let message = format!("{game} may begin in several ways on {board}");
                    return Err(InputError::plain(message)
                        .help("a run by first moves is about one of them: give --start")
                        .into());
                }
                let moves = in_space!(asked.cases.first(), |game| first_moves(game, after))?;
                if moves.is_empty() {
                    return Err(
                        InputError::plain("the game is over: there is no first move").into()
                    );
                }
                ItemSource::of(moves)
            }
            RunQuestion::Periods { codes, .. } => ItemSource::of(list_codes(codes)?),
            RunQuestion::Claims { ids, .. } => ItemSource::of(catalogue.ids(ids)?),
        })
    }
}

fn family<'a>(boards: &'a Boards, run: &Run<'a>) -> Result<ItemSource<'a>, Error> {
    if let Some(Collection::Connected(n)) =
        Collection::of(&boards.family.to_string(), boards.input)?
        && n > MOST_LISTED
        && !boards.canonical
    {
        let seeds = all_graphs::connected(n - 2)?.map(|graph| graph_name(&graph?));
        let part = boards.part;
        let seeds =
            seeds.enumerate().filter(move |(index, _)| part.has(*index)).map(|(_, seed)| seed);
        return Ok(ItemSource { items: Box::new(seeds), grown_to: Some(n) });
    }
    let names = boards.names(run).map(|name| {
        let name = name?;
        match name.strip_prefix('@') {
            // A result would depend on a file that may change.
            Some(_) => Err(InputError::plain(format!("{name} cannot be an item of a run"))
                .help("name a file with one graph per line (.g6, .s6), or the board in full")),
            None => Ok(name),
        }
    });
    Ok(ItemSource { items: Box::new(names), grown_to: None })
}

/// The items of a unit: this many lines from a byte on.
pub fn of_unit(path: &Path, unit: (u64, usize), listed: &Listed) -> Result<Items<'static>, Error> {
    let grown_to = listed.grown_to;
    let lines = lines(path, unit)?;
    let items = lines.flat_map(move |line| -> Items<'static> {
        let grown = |line: String, n: usize| {
            let seed = graph6::read(line.trim_start_matches("graph6:"))?;
            all_graphs::grown(&seed, n)
        };
        match (line, grown_to) {
            (Ok(line), None) => Box::new(std::iter::once(Ok(Item::named(line)))),
            (Ok(line), Some(n)) => match grown(line, n) {
                Ok(graphs) => Box::new(graphs.map(|graph| Ok(Item::named(graph_name(&graph?)?)))),
                Err(error) => Box::new(std::iter::once(Err(error))),
            },
            (Err(error), _) => Box::new(std::iter::once(Err(error))),
        }
    });
    Ok(Box::new(items))
}

/// This many lines of a file from a byte on.
pub fn lines(
    path: &Path,
    (offset, count): (u64, usize),
) -> Result<impl Iterator<Item = Result<String, InputError>> + Send + use<>, Error> {
    let mut file = File::open(path).map_err(file_error(path))?;
    file.seek(SeekFrom::Start(offset)).map_err(file_error(path))?;
    let cut_off = || InputError::plain("items.txt ends before its last item");
    let ended = std::iter::once_with(move || Err(cut_off())).cycle();
    let lines = BufReader::new(file)
        .lines()
        .map(|line| line.map_err(|error| InputError::plain(format!("items.txt: {error}"))));
    Ok(lines.chain(ended).take(count))
}

/// Codes as they are written: a list, or `octal:3` for all octal codes of up to three digits after the point.
fn list_codes(text: &str) -> Result<Vec<String>, InputError> {
    const MOST_DIGITS: u32 = 5;
    let Some(digits) = text.strip_prefix("octal:").filter(|digits| !digits.contains('.')) else {
        let codes = text.split([',', ' ']).filter(|code| !code.is_empty());
        return codes.map(|code| code.parse::<HeapGame>().map(|_| code.to_string())).collect();
    };
    match digits.parse::<u32>() {
        Ok(digits @ 1..=MOST_DIGITS) => {
            // Codes that end in 0 are shorter ones written twice.
            let codes = (1..=digits).flat_map(|length| {
                let width = length as usize;
                (0..8u32.pow(length))
                    .filter(|code| code % 8 != 0)
                    .map(move |code| format!("0.{code:0width$o}"))
            });
            Ok(codes.collect())
        }
        _ => Err(InputError::whole(
            text,
            format!("octal:N lists the codes of 1 to {MOST_DIGITS} digits"),
        )),
    }
}

/// The legal first moves, one of each kind up to the symmetries of the position.
fn first_moves<S: Space>(game: &Game<S>, played: &str) -> Result<Vec<String>, InputError> {
    const MOST_SYMMETRIES: usize = 64;
    let record = Record::after(game, played)?;
    let now = record.now();
    let symmetries: Vec<(Vec<u16>, Vec<u16>)> = game
        .symmetries(MOST_SYMMETRIES)
        .into_iter()
        .map(|to| (game.space().entries(&to), to))
        .map(|(entries, to)| (to, entries))
        .filter(|(to, entries)| game.space().image(&now.position, to, entries) == now.position)
        .collect();
    let mut seen: Vec<Moment<S::Position>> = Vec::new();
    let mut moves = Vec::new();
    for mv in game.moves(&now.position) {
        let next = after(game, now, &mv);
        let is_seen = |position: &S::Position| {
            seen.iter().any(|other| {
                (other.to_move, other.score) == (next.to_move, next.score)
                    && other.position == *position
            })
        };
        let mut images =
            symmetries.iter().map(|(to, entries)| game.space().image(&next.position, to, entries));
        if !is_seen(&next.position) && !images.any(|image| is_seen(&image)) {
            moves.push(game.write_move(&mv));
            seen.push(next);
        }
    }
    Ok(moves)
}

/// Every line of this many plies in which one player keeps to a strategy and the other plays anything.
fn first_plies(
    question: &Question,
    strategy: &str,
    player: Player,
    plies: usize,
    run: &Run,
) -> Result<Vec<String>, Error> {
    let mut lines = vec![question.after.clone()];
    for _ in 0..plies {
        let mut longer = Vec::new();
        for line in lines {
            let moves = allowed_moves(&question.clone().after(&line), strategy, player, run)?;
            // The game is over, or the strategy is silent: the line is an item as it is.
            match moves.is_empty() {
                true => longer.push(line),
                false => {
                    longer.extend(moves.iter().map(|mv| format!("{line} {mv}").trim().to_string()))
                }
            }
        }
        lines = longer;
    }
    Ok(lines)
}
