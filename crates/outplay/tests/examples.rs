//! The programs in `examples` run, and what they assert is so.

#[path = "../examples/certificates.rs"]
mod certificates;
#[path = "../examples/own_game.rs"]
mod own_game;
#[path = "../examples/own_strategy.rs"]
mod own_strategy;
#[path = "../examples/sequence.rs"]
mod sequence;
#[path = "../examples/table.rs"]
mod table;

#[test]
fn the_examples_run() -> Result<(), outplay::Error> {
    certificates::main()?;
    own_game::main()?;
    own_strategy::main()?;
    sequence::main()?;
    table::main()
}
