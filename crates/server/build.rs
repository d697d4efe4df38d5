//! The page is part of the program: when a file of it is new or changed, the program is built anew.

fn main() {
    println!("cargo::rerun-if-changed=web");
}
