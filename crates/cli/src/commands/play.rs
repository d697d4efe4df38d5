//! `outplay play`: a game in the terminal, line by line.
//!
//! Everything is plain text on standard output and lines on standard input, so a game can be played by a person, a
//! pipe or a test alike. Lines that do not come from a terminal are echoed, so that the output reads as a transcript.

use std::io::{BufRead, IsTerminal, Write};

use outplay::answer::Ended;
use outplay::view::picture::View;
use outplay::worth::words;
use outplay::{
    Asked, Error, How, InputError, Listener, Options, Player, Question, Run, Task, Winner,
    file_error,
};
use outplay_certificate::game::Reply;
use outplay_certificate::header::Header;
use outplay_rules::moves::Move;
use outplay_rules::option::START;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_server::certificate::promised;
use outplay_solve::limits::{Budget, Limits};
use outplay_solve::oracle::{AnyOracle, Oracle};
use serde_json::{Value, json};

use crate::cli::{Common, Play, Side};
use crate::exit;
use crate::progress::{self, Line};

const HELP: &str = "\
  a move      such as 5, 3-4 or 50>6,41
  moves       every legal move
  hint        a best move, and what it leads to
  undo, redo  take a move back (and the solver's reply), play it again
  board       show the board
  quit        stop here";

pub fn run(common: &Common, play: &Play) -> Result<u8, Error> {
    match (&play.game, &play.board, &play.from) {
        (None, None, Some(file)) => play_from(common, play, file),
        (Some(game), Some(board), None) => {
            let question = play.options.question(game, board, play.after.as_deref())?;
            let asked = Asked::new(&question, &Run { how: common.how(), ..Run::default() })?;
            sit_down(common, &asked, play.side.unwrap_or(Side::First), None)
        }
        (_, _, Some(_)) => Err(wrong("--from names the game and the board; leave them out")),
        _ => Err(wrong("name a game and a board, such as: outplay play robs-dots heaps:20")),
    }
}

fn wrong(message: impl Into<String>) -> Error {
    InputError::plain(message).into()
}

/// Checks a certificate and plays out of it.
fn play_from(common: &Common, play: &Play, file: &str) -> Result<u8, Error> {
    let source = std::fs::File::open(file).map_err(file_error(file))?;
    let source = std::io::BufReader::new(source);
    let played = outplay_certificate::play_from(source, common.memory, |header, reply| {
        let mut asked = asked_by(header, header.options.clone())?;
        if let Some(start) = asked.first().start.clone().filter(|_| asked.cases.all().len() > 1) {
            // It is about every start, and replies are asked from the first of them.
            asked = asked_by(header, asked.question.options.with(&START, &start)?)?;
        }
        let side = match play.side {
            Some(side) => side,
            None => other_side(header, &asked)?,
        };
        sit_down(common, &asked, side, Some(reply))
    });
    match played {
        Ok(played) => played,
        Err(refused) => Err(wrong(format!("{file}: {refused}"))),
    }
}

/// The game that a certificate is about.
fn asked_by(header: &Header, options: Options) -> Result<Asked, InputError> {
    let (game, board, after) = (header.game.clone(), header.board.clone(), header.after.clone());
    let files = |_: &str| {
        header.file.clone().ok_or_else(|| InputError::plain("the certificate lacks its file"))
    };
    Asked::new(&Question { game, board, options, after }, &Run { files: &files, ..Run::default() })
}

/// The side that a certificate promises nothing: the person's.
fn other_side(header: &Header, asked: &Asked) -> Result<Side, InputError> {
    Ok(match promised(header, asked)? {
        Player::First => Side::Second,
        Player::Second => Side::First,
    })
}

fn sit_down(common: &Common, asked: &Asked, side: Side, reply: Option<Reply>) -> Result<u8, Error> {
    if asked.cases.all().len() > 1 {
        let places =
            asked.cases.all().iter().filter_map(|case| case.start.clone()).collect::<Vec<_>>();
        let message = format!(
            "choose where the first X stands with --start, for example {}",
            places.join(", ")
        );
        return Err(wrong(message));
    }
    // Ctrl-C ends a game as it ends any program.
    let limits = Limits { memory: Some(common.memory), time: common.time, ..Limits::default() };
    let task =
        PlayTask { asked, side, json: common.json, limits, common, line: Line::new(common), reply };
    let record = asked.with_oracle(
        asked.first(),
        &How { outcome_only: asked.question.game.is_impartial(), ..common.how() },
        task,
    )?;
    if common.json {
        exit::print(&record.to_string());
    }
    Ok(Ended::Answered.exit_code())
}

struct PlayTask<'a> {
    asked: &'a Asked,
    side: Side,
    json: bool,
    limits: Limits,
    common: &'a Common,
    line: Line,
    /// Where the moves of the program's side come from before the solver is asked.
    reply: Option<Reply<'a>>,
}

impl Task for PlayTask<'_> {
    type Output = Result<Value, InputError>;

    fn run<'r, S: View>(self, oracle: AnyOracle<'r, S>, rules: &'r Game<S>) -> Self::Output {
        let record = Record::after(rules, &self.asked.question.after)?;
        let mut game = Table { record, oracle, task: &self };
        game.say(&format!("{}\ntype help for help", self.asked.question));
        game.run();
        Ok(game.summary())
    }
}

/// A game at the table: what was played, and whom to ask.
struct Table<'r, 'a, S: View> {
    record: Record<'r, Game<S>>,
    oracle: AnyOracle<'r, S>,
    task: &'a PlayTask<'a>,
}

impl<S: View> Table<'_, '_, S> {
    /// With `--json` standard output is for the summary alone.
    fn say(&self, text: &str) {
        if self.task.json {
            exit::tell(text);
        } else {
            exit::print(text);
        }
    }

    fn is_person(&self, player: Player) -> bool {
        match self.task.side {
            Side::Both => true,
            Side::None => false,
            Side::First => player == Player::First,
            Side::Second => player == Player::Second,
        }
    }

    fn run(&mut self) {
        let typed = std::io::stdin().is_terminal();
        let mut input = std::io::stdin().lock().lines();
        self.show();
        loop {
            if !self.legal().is_empty() && !self.is_person(self.record.now().to_move) {
                self.solver_moves();
                continue;
            }
            if self.legal().is_empty() {
                let verdict = self.verdict();
                self.say(&verdict);
                if !self.has_person() {
                    return;
                }
            }
            let Some(line) = self.next_line(&mut input, typed) else { return };
            self.command(&line);
        }
    }

    /// The next line to obey; none at the end of the input or of the person's patience, or when nobody hears the replies.
    fn next_line(
        &self,
        input: &mut impl Iterator<Item = std::io::Result<String>>,
        typed: bool,
    ) -> Option<String> {
        if exit::is_unheard() {
            return None;
        }
        if typed {
            self.prompt();
        }
        let line = input.next()?.ok()?.trim().to_string();
        if !typed {
            self.say(&format!("> {line}"));
        }
        (!matches!(line.as_str(), "quit" | "exit" | "q")).then_some(line)
    }

    fn has_person(&self) -> bool {
        self.task.side != Side::None
    }

    fn prompt(&self) {
        let text = match self.legal().is_empty() {
            true => "over> ".to_string(),
            false => format!("{}> ", self.player_name(self.record.now().to_move)),
        };
        let mut err = std::io::stderr();
        let _ = write!(err, "{text}").and_then(|()| err.flush());
    }

    fn player_name(&self, player: Player) -> String {
        match self.record.rules().role(player) {
            Some(role) => format!("{player} ({role})"),
            None => player.to_string(),
        }
    }

    fn command(&mut self, line: &str) {
        match line {
            "" => {}
            "help" | "?" => self.say(HELP),
            "board" => self.show(),
            "moves" => {
                let rules = self.record.rules();
                let moves: Vec<String> =
                    self.legal().iter().map(|mv| rules.write_move(mv)).collect();
                self.say(&moves.join("  "));
            }
            "hint" => self.hint(),
            "undo" => self.undo(),
            "redo" => self.redo(),
            text => self.person_moves(text),
        }
    }

    fn legal(&self) -> Vec<Move> {
        self.record.rules().moves(&self.record.now().position)
    }

    fn person_moves(&mut self, text: &str) {
        let rules = self.record.rules();
        let mv = match rules.read_move(&self.record.now().position, text) {
            Ok(mv) => mv,
            Err(error) => return self.say(&format!("{error}\n  (help lists what can be typed)")),
        };
        match self.record.play(&mv) {
            Ok(()) => self.show(),
            Err(illegal) => self.say(&format!("not allowed: {illegal}")),
        }
    }

    fn budget_limits(&self) -> Limits {
        // A person is waiting: without a limit of their own ten seconds a move must do.
        let time = self.task.limits.time.or(Some(std::time::Duration::from_secs(10)));
        Limits { time, ..self.task.limits.clone() }
    }

    fn solver_moves(&mut self) {
        let Some((mv, remark)) = self.proved_move().or_else(|| self.best_move()) else { return };
        let name = self.record.rules().write_move(&mv);
        let player = self.player_name(self.record.now().to_move);
        if self.record.play(&mv).is_ok() {
            self.say(&format!("{player} plays {name}{remark}"));
            self.show();
        }
    }

    /// The move that the certificate holds.
    fn proved_move(&self) -> Option<(Move, &'static str)> {
        let rules = self.record.rules();
        let played: Vec<String> = self.record.moves().map(|mv| rules.write_move(mv)).collect();
        let text = (self.task.reply?)(&played.join(" "))?;
        let mv = rules.read_move(&self.record.now().position, &text).ok()?;
        Some((mv, " (by the certificate)"))
    }

    fn best_move(&mut self) -> Option<(Move, &'static str)> {
        let line = &self.task.line;
        let listener = |progress| line.progress(progress);
        let mut budget = Budget::new(self.budget_limits(), &listener);
        let found = self.oracle.one_best(self.record.now(), &mut budget);
        progress::clear(self.task.common);
        match found {
            Ok(mv) => mv.map(|mv| (mv, "")),
            Err(_) => Some((self.greedy_move(), " (not worked out within the limits)")),
        }
    }

    /// The move that scores most, or the first.
    fn greedy_move(&self) -> Move {
        let (rules, now) = (self.record.rules(), self.record.now());
        let mut moves = self.legal();
        moves.sort_by_key(|mv| std::cmp::Reverse(rules.apply(&now.position, mv).earned));
        moves.swap_remove(0)
    }

    fn hint(&mut self) {
        let line = &self.task.line;
        let listener = |progress| line.progress(progress);
        let mut budget = Budget::new(self.budget_limits(), &listener);
        let now = self.record.now();
        let found = self
            .oracle
            .one_best(now, &mut budget)
            .and_then(|mv| Ok((mv, self.oracle.value(now, &mut budget)?)));
        progress::clear(self.task.common);
        match found {
            Ok((Some(mv), value)) => {
                let name = self.record.rules().write_move(&mv);
                self.say(&format!("try {name}: with best play {}", words(&value)));
            }
            Ok((None, _)) => self.say("the game is over"),
            Err(stopped) => self.say(&format!("no hint: {stopped}")),
        }
    }

    /// Takes back to the last moment at which the person was to move.
    fn undo(&mut self) {
        if self.record.undo().is_none() {
            return self.say("there is nothing to take back");
        }
        while !self.is_person(self.record.now().to_move) {
            if self.record.undo().is_none() {
                break;
            }
        }
        self.show();
    }

    fn redo(&mut self) {
        if self.record.redo().is_none() {
            return self.say("there is nothing to play again");
        }
        while !self.is_person(self.record.now().to_move) {
            if self.record.redo().is_none() {
                break;
            }
        }
        self.show();
    }

    fn show(&self) {
        let now = self.record.now();
        self.say(&self.record.rules().space().draw(&now.position));
        if now.score != [0, 0] {
            self.say(&format!("score: first {}, second {}", now.score[0], now.score[1]));
        }
    }

    /// How a finished game ended. The value of a position without moves needs no search.
    fn verdict(&mut self) -> String {
        let value = self.oracle.value(self.record.now(), &mut Budget::unlimited());
        match value.map(|value| value.winner()) {
            Ok(Some(player)) => format!("the {} player wins", self.player_name(player)),
            _ => "nobody wins".into(),
        }
    }

    fn summary(&mut self) -> Value {
        let rules = self.record.rules();
        let moves: Vec<String> = self.record.moves().map(|mv| rules.write_move(mv)).collect();
        let over = self.legal().is_empty();
        let now = self.record.now();
        let value = if over { self.oracle.value(now, &mut Budget::unlimited()).ok() } else { None };
        let mut map = json!(self.task.asked.question);
        map["moves"] = json!(moves);
        map["over"] = json!(over);
        map["winner"] = json!(value.map(|value| Winner::from(value.winner())));
        map["score"] = json!(now.score);
        map
    }
}
