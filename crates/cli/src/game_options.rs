//! The options of games as arguments of the command line, made of the registry's list.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use outplay::{InputError, Question, Written};
use outplay_rules::option::{OptionDef, Options};
use outplay_rules::registry::all_options;

/// Their heading in the help.
pub const GAME_OPTIONS: &str = "Game options";

/// The options of a game as they were typed.
#[derive(Clone, Debug, Default)]
pub struct GameOptions(Vec<(&'static OptionDef, String)>);

impl GameOptions {
    /// The options, if they are well written.
    pub fn read(&self) -> Result<Options, InputError> {
        let mut options = Options::default();
        self.0.iter().try_for_each(|(option, value)| options.set(option, value))?;
        Ok(options)
    }

    /// A question with these options, if it is well written.
    pub fn question(
        &self,
        game: &str,
        board: &str,
        after: Option<&str>,
    ) -> Result<Question, InputError> {
        let after = after.unwrap_or_default().into();
        Written { game: game.into(), board: board.into(), after, options: self.read()? }.read()
    }
}

impl FromArgMatches for GameOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |option: &'static OptionDef| match option.value {
            Some(_) => matches.get_one::<String>(option.name).map(|value| (option, value.clone())),
            None => matches.get_flag(option.name).then(|| (option, String::new())),
        };
        Ok(GameOptions(all_options().into_iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GameOptions::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for GameOptions {
    fn augment_args(command: Command) -> Command {
        command.args(all_options().into_iter().map(|option| {
            let argument = Arg::new(option.name)
                .long(option.name)
                .help(option.help)
                .help_heading(GAME_OPTIONS);
            match option.value {
                Some(form) => argument.value_name(form),
                None => argument.action(ArgAction::SetTrue),
            }
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        GameOptions::augment_args(command)
    }
}
