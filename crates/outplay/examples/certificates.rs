//! Certificates: prove an answer, keep the proof in a file, let the independent checker replay it, and see it refuse a
//! proof that was tampered with.
//!
//!     cargo run --release -p outplay --example certificates

use outplay::{Error, Form, Question, Run, certify, check};

/// Proves by how much the first player wins Unshackle on a grid.
pub fn main() -> Result<(), Error> {
    let run = Run::default();
    let question = Question::new("unshackle", "grid:2x3")?;
    let mut certificate = certify(&question, Form::Text, &run)?;
    let file = std::env::temp_dir().join(format!("unshackle-{}.cert", std::process::id()));
    certificate.write(&file)?;
    println!("{certificate}");

    let bytes = std::fs::read(&file).map_err(outplay::file_error(&file))?;
    let checked = check(&bytes[..], &run)?;
    println!("{checked}");
    assert_eq!(checked.valid, Some(true));

    let text = String::from_utf8_lossy(&bytes);
    let tampered = text.replacen("statement margin ", "statement margin 1", 1);
    assert_ne!(text, tampered);
    let refused = check(tampered.as_bytes(), &run)?;
    println!("{refused}");
    assert_eq!(refused.valid, Some(false));
    std::fs::remove_file(&file).map_err(outplay::file_error(&file))
}
