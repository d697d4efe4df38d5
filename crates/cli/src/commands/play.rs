//! `outplay play`: a game in the terminal, line by line.
//!
//! Everything is plain text on standard output and lines on standard input, so a game can be played by a person, a
//! pipe or a test alike. Lines that do not come from a terminal are echoed, so that the output reads as a transcript.

use std::io::{BufRead, IsTerminal, Read, Write};
use std::time::Duration;

use outplay::answer::Ended;
use outplay::door::from_certificate::{Held, play_by};
use outplay::{
    Asked, Error, How, InputError, Limits, Play, Player, Rejected, Run, Stopped, Winner,
    file_error, play,
};

use crate::cli::{self, Common, Side};
use crate::exit;
use crate::progress::{self, ProgressLine};

const HELP: &str = "  a move      such as 5, 3-4 or 50>6,41
  moves       every legal move
  hint        a best move, and what it leads to
  undo, redo  take a move back (and the solver's reply), play it again
  board       show the board
  quit        stop here";

pub fn run(common: &Common, asked: &cli::PlayArgs) -> Result<u8, Error> {
    match (&asked.game, &asked.board, &asked.from) {
        (None, None, Some(file)) => play_from(common, asked.side, file),
        (Some(game), Some(board), None) => {
            let question = asked.options.question(game, board, asked.after.as_deref())?;
            let side = asked.side.unwrap_or(Side::First);
            sit_down(
                common,
                &Asked::new(&question, &Run { how: common.how(), ..Run::default() })?,
                side,
                None,
            )
        }
        (_, _, Some(_)) => Err(wrong("--from names the game and the board; leave them out")),
        _ => Err(wrong("name a game and a board, such as: outplay play robs-dots heaps:20")),
    }
}

fn wrong(message: impl Into<String>) -> Error {
    InputError::plain(message).into()
}

/// Checks a certificate and plays out of it, on the side that it promises something.
fn play_from(common: &Common, side: Option<Side>, file: &str) -> Result<u8, Error> {
    let source = std::fs::File::open(file).map_err(file_error(file))?;
    let limits = Limits { time: common.time, memory: Some(common.memory) };
    let run = Run { limits, ..Run::default() };
    let played = play_by(std::io::BufReader::new(source), &run, |held: Held| {
        let other = match held.promised {
            Player::First => Side::Second,
            Player::Second => Side::First,
        };
        sit_down(common, &held.asked, side.unwrap_or(other), Some(held.reply))
    });
    played.unwrap_or_else(|refused| Err(wrong(format!("{file}: {}", refused.message()))))
}

/// The move that a certificate holds after some moves.
type Replies<'a> = Option<&'a dyn Fn(&str) -> Option<String>>;

fn sit_down(common: &Common, asked: &Asked, side: Side, held: Replies) -> Result<u8, Error> {
    if asked.cases.all().len() > 1 {
        let starts = asked.cases.all().iter().filter_map(|case| case.start.clone());
        let starts = starts.collect::<Vec<_>>().join(", ");
        let message = "choose the point of the first X with --start, for example";
        return Err(wrong(format!("{message} {starts}")));
    }
    let how = How { outcome_only: asked.question.game.is_impartial(), ..common.how() };
    let line = ProgressLine::new(common);
    // A person is waiting: without a limit of their own ten seconds a move must do. Ctrl-C ends a game as it ends any
    // program, so nothing listens for it.
    let time = common.time.unwrap_or(Duration::from_secs(10));
    let limits = Limits { time: Some(time), memory: Some(common.memory) };
    let run = Run { limits, listener: &line, ..Run::default() };
    let mut session = Session { game: play(asked, &how)?, side, common, run, held };
    session.say(&format!("{}\ntype help for the commands", asked.question));
    session.run();
    if common.json {
        exit::print_json(&session.game.record());
    }
    Ok(Ended::Answered.exit_code())
}

/// A game in the terminal: who plays which side.
struct Session<'a> {
    game: Box<dyn Play + 'a>,
    side: Side,
    common: &'a Common,
    /// How the solver is asked.
    run: Run<'a>,
    /// Where the moves of the program's side come from before the solver is asked.
    held: Replies<'a>,
}

impl Session<'_> {
    /// With `--json` standard output is for the record alone.
    fn say(&self, text: &str) {
        if self.common.json {
            exit::tell(text);
        } else {
            exit::print(text);
        }
    }

    fn is_persons_turn(&self) -> bool {
        match self.side {
            Side::Both => true,
            Side::None => false,
            Side::First => self.game.to_move() == Player::First,
            Side::Second => self.game.to_move() == Player::Second,
        }
    }

    fn run(&mut self) {
        let typed = std::io::stdin().is_terminal();
        let mut input = std::io::stdin().lock();
        self.show();
        loop {
            let over = self.game.over();
            if over.is_none() && !self.is_persons_turn() {
                if exit::is_unheard() {
                    return;
                }
                self.program_moves();
                continue;
            }
            if let Some(over) = over {
                self.say(&match over.winner {
                    Some(Winner::First) => self.wins(Player::First),
                    Some(Winner::Second) => self.wins(Player::Second),
                    Some(Winner::None) | None => "nobody wins".into(),
                });
                if self.side == Side::None {
                    return;
                }
            }
            let Some(line) = self.next_line(&mut input, typed) else { return };
            self.command(&line);
        }
    }

    fn wins(&self, player: Player) -> String {
        let person = match self.side {
            Side::First => Player::First,
            Side::Second => Player::Second,
            Side::Both | Side::None => {
                return format!("the {} wins", self.game.player_name(player));
            }
        };
        if player == person { "you win".into() } else { "you lose".into() }
    }

    /// A sentence about the players, told to the one who plays.
    fn to_the_person(&self, words: &str) -> String {
        match self.side {
            Side::First => words.replace("the first player wins", "you win"),
            Side::Second => words.replace("the second player wins", "you win"),
            Side::Both | Side::None => words.to_string(),
        }
    }

    /// The next command; none at `quit`, at the end of the input, or when nobody reads the output any more.
    fn next_line(&self, input: &mut impl BufRead, typed: bool) -> Option<String> {
        // No command is nearly this long; a longer line counts as the end of the input.
        const LONGEST: u64 = 1 << 16;

        if exit::is_unheard() {
            return None;
        }
        if typed {
            self.prompt();
        }
        let mut line = String::new();
        let length = input.by_ref().take(LONGEST).read_line(&mut line).ok()?;
        if length == 0 || length as u64 == LONGEST {
            return None;
        }
        let line = line.trim().to_string();
        if !typed {
            self.say(&format!("> {line}"));
        }
        (!matches!(line.as_str(), "quit" | "exit" | "q")).then_some(line)
    }

    fn prompt(&self) {
        let text = match self.game.over() {
            Some(_) => "over> ".to_string(),
            None => format!("{}> ", self.game.player_name(self.game.to_move())),
        };
        let mut err = std::io::stderr();
        let _ = write!(err, "{text}").and_then(|()| err.flush());
    }

    fn command(&mut self, line: &str) {
        match line {
            "" => {}
            "help" | "?" => self.say(HELP),
            "board" => self.show(),
            "moves" => self.say(&self.game.moves().join("  ")),
            "hint" => self.hint(),
            "undo" => self.take_back(),
            "redo" => self.play_again(),
            text => match self.game.play(text) {
                Ok(()) => self.show(),
                Err(Rejected::Unread(error)) => {
                    self.say(&format!("{error}\n  (type help for the commands)"));
                }
                Err(illegal) => self.say(&illegal.to_string()),
            },
        }
    }

    fn program_moves(&mut self) {
        let Some((mv, remark)) = self.move_held().or_else(|| self.best_move()) else { return };
        let player = self.game.player_name(self.game.to_move());
        if self.game.play(&mv).is_ok() {
            self.say(&format!("the {player} plays {mv}{remark}"));
            self.show();
        }
    }

    /// The move that the certificate holds.
    fn move_held(&self) -> Option<(String, &'static str)> {
        let mv = self.held?(&self.game.played().join(" "))?;
        self.game.moves().contains(&mv).then_some((mv, " (by the certificate)"))
    }

    fn best_move(&mut self) -> Option<(String, &'static str)> {
        let found = self.run.here(|budget| self.game.best(budget));
        progress::clear(self.common);
        match found {
            Ok(mv) => mv.map(|mv| (mv, "")),
            Err(_) => Some((self.game.greedy()?, " (a guess: the limits were reached)")),
        }
    }

    fn hint(&mut self) {
        let found = self.run.here(|budget| {
            let Some(mv) = self.game.best(budget)? else { return Ok(None) };
            Ok::<_, Stopped>(Some((mv, self.game.worth(budget)?)))
        });
        progress::clear(self.common);
        self.say(&match found {
            Ok(Some((mv, worth))) => {
                format!("try {mv}: with best play {}", self.to_the_person(&worth.to_string()))
            }
            Ok(None) => "the game is over".into(),
            Err(stopped) => format!("no hint: {stopped}"),
        });
    }

    /// Takes back to the last moment at which the person was to move.
    fn take_back(&mut self) {
        if !self.game.undo() {
            return self.say("there is nothing to take back");
        }
        while !self.is_persons_turn() && self.game.undo() {}
        self.show();
    }

    fn play_again(&mut self) {
        if !self.game.redo() {
            return self.say("there is nothing to play again");
        }
        while !self.is_persons_turn() && self.game.redo() {}
        self.show();
    }

    fn show(&self) {
        self.say(&self.game.draw());
        let [first, second] = self.game.score();
        if [first, second] != [0, 0] {
            self.say(&format!("score: first {first}, second {second}"));
        }
    }
}
