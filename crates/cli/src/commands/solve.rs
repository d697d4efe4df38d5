//! `outplay solve`: the exact value, the best moves, a line of best play.

use std::path::Path;

use outplay::answer::Ended;
use outplay::door::boards::Boards;
use outplay::output::lines::shown;
use outplay::run_folder::{RunQuestion, Starting, start};
use outplay::{Error, How, InputError, Proving, Run, cgsuite, files, solve, solve_certified};

use crate::cli::{Common, QuestionArgs, SolveArgs};
use crate::exit;
use crate::progress::{self, ProgressLine};

pub fn run(common: &Common, asked: &SolveArgs) -> Result<u8, Error> {
    if let Some(folder) = &asked.run {
        return by_first_moves(common, asked, folder);
    }
    if asked.cgsuite {
        let line = ProgressLine::new(common);
        let told = cgsuite(&asked.question.read()?, &progress::run(common, &line))?;
        return Ok(exit::answer(common, &told));
    }
    if let Some(boards) = many(asked)? {
        return solve_many(common, asked, &boards);
    }
    let question = asked.question.read()?;
    asked.certificate.iter().try_for_each(files::try_path)?;
    let line = ProgressLine::new(common);
    let run = Run {
        how: How { outcome_only: asked.outcome_only, ..common.how() },
        explain: asked.explain,
        state: asked.state.as_ref().map(Into::into),
        ..progress::run(common, &line)
    };
    let form = asked.certificate_form.into();
    let proving = Proving { form, check: asked.self_check, recompute: asked.recompute };
    let mut solved = if asked.certificate.is_some() || asked.self_check {
        solve_certified(&question, proving, &run)?
    } else {
        solve(&question, &run)?
    };
    // The answer is printed even if a state or a certificate cannot be written.
    let mut unsaved = solved.unsaved.take();
    if let (Some(certified), Some(file)) = (&mut solved.certificate, &asked.certificate) {
        unsaved = unsaved.or(certified.write(Path::new(file)).err());
    }
    exit::after_saving(exit::answer(common, &solved), unsaved)
}

/// The boards, if the question is about more than one: standard input, or a file with more or less than one graph.
fn many(asked: &SolveArgs) -> Result<Option<Boards>, Error> {
    let name = &asked.question.board;
    if !name.starts_with('@') {
        return Ok(None);
    }
    let boards = asked.boards.of(name)?;
    let run = Run::default();
    let one = || !boards.are_more_than(1, &run) && boards.are_more_than(0, &run);
    Ok((boards.has_collections()? && (name == "@-" || !one())).then_some(boards))
}

/// Solves boards one after another, each with all threads: answers one below the other, or a JSON object a line.
fn solve_many(common: &Common, asked: &SolveArgs, boards: &Boards) -> Result<u8, Error> {
    if asked.certificate.is_some() || asked.state.is_some() || asked.self_check {
        let message = "a certificate or a state file is about one board, and this may be several";
        return Err(InputError::plain(message).help("name one of them: @FILE#3").into());
    }
    let first = asked.options_alone()?;
    let line = ProgressLine::new(common);
    let run = Run {
        how: How { outcome_only: asked.outcome_only, ..common.how() },
        explain: asked.explain,
        ..progress::run(common, &line)
    };
    let mut ended = Ended::Answered.exit_code();
    for board in boards.names(&run) {
        let question = outplay::Question { board: board?.parse()?, ..first.clone() };
        let verdict = exit::answer(common, &solve(&question, &run)?);
        if !common.json {
            exit::print("");
        }
        ended = ended.max(verdict);
        if exit::is_unheard() || run.stop.is_wished() {
            break;
        }
    }
    Ok(ended)
}

/// Computes units of a run by first moves until the value is settled, and prints it.
fn by_first_moves(common: &Common, asked: &SolveArgs, folder: &str) -> Result<u8, Error> {
    let QuestionArgs { game, board, options, after } = &asked.question;
    let question = RunQuestion::Solve {
        game: game.clone(),
        board: board.clone(),
        options: options.read()?,
        after: after.clone().unwrap_or_default(),
        outcome_only: asked.outcome_only,
    };
    let line = ProgressLine::new(common);
    let run = progress::run(common, &line);
    let folder = start(folder, &Starting::new(question), &(), &run)?;
    // The others' results are read after every move: a winning move may be enough.
    let wish = run.stop.clone();
    let settled = || folder.decided().map(|decided| decided.filter(|_| asked.outcome_only));
    if settled()?.is_none() {
        folder.work(&(), &run, &mut |unit, _| {
            if !common.quiet {
                exit::tell(&format!("first move {} of {} done", unit + 1, folder.units()));
            }
            if matches!(settled(), Ok(Some(_))) {
                wish.now();
            }
        })?;
    }
    let Some(mut decided) = folder.decided()? else {
        exit::tell(&folder.status()?.to_string());
        let (at_least, at_most) = folder.known_margin()?;
        for (words, margin) in [("at least", at_least), ("at most", at_most)] {
            if let Some(margin) = margin {
                exit::tell(&format!("the margin is {words} {margin}"));
            }
        }
        return Ok(Ended::Limit.exit_code());
    };
    progress::clear(common);
    if common.json {
        let mut told = serde_json::Map::new();
        told.insert("game".into(), game.clone().into());
        told.insert("board".into(), board.clone().into());
        told.append(&mut decided);
        told.insert("run".into(), folder.name().into());
        exit::print_json(&told);
    } else {
        let words: Vec<String> =
            decided.iter().map(|(key, value)| format!("{key} {}", shown(value))).collect();
        exit::print(&format!("{game} on {board}: {}", words.join(", ")));
    }
    Ok(Ended::Answered.exit_code())
}
