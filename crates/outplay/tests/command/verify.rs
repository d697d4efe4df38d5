//! Strategies on the command line.
