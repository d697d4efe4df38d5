//! Laws that every parser keeps: what the tests and the fuzzer try on any text.
