//! Wins on nested boards, shown by their islands.

use std::time::Instant;

use outplay_certificate::allowance::Allowance;
use outplay_certificate::body::Form;
use outplay_certificate::theory::Theory;
use outplay_certificate::{check, check_within};
use outplay_prove::{Certificate, Subject, certificate};
use outplay_rules::board::BoardName;
use outplay_rules::game::GameName;
use outplay_rules::option::Options;
use outplay_solve::limits::Budget;
use outplay_solve::oracle::How;

use crate::{MEMORY, ending};

fn proof(board: &str, options: &str, after: &str, form: Form) -> Certificate {
    let (game, board): (GameName, BoardName) = ("hop".parse().unwrap(), board.parse().unwrap());
    let options: Options = options.parse().unwrap();
    let cases = game.cases(board.build().unwrap(), &options).unwrap();
    let (file, recompute) = (None, false);
    let (options, cases) = (&options, &cases);
    let question = Subject { game: &game, board: &board, options, cases, after, file, recompute };
    certificate(question, &How::default(), form, &mut Budget::unlimited()).unwrap()
}

/// A certificate with other lines, and a digest that fits.
fn changed(certificate: &Certificate, change: impl FnOnce(&mut Vec<String>)) -> Vec<u8> {
    let end = certificate.bytes.len() - ending(certificate);
    let text = std::str::from_utf8(&certificate.bytes[..end]).unwrap();
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    change(&mut lines);
    let mut bytes = lines.iter().fold(String::new(), |text, line| text + line + "\n").into_bytes();
    bytes.extend(outplay_certificate::sum::last_line(&bytes).into_bytes());
    bytes
}

/// The win on [PG(2,2) : AG(2,2)], which no stealing shows; from every start, from one, and after two hops. No fact may be missing or be about
/// another position, and nothing else is shown.
#[test]
fn a_win_is_shown_by_the_islands() {
    let board = "[pg:2,2 : ag:2,2]";
    for (options, after) in [("", ""), ("--start 1.1", ""), ("--start 1.1", "1.1>1.2 1.1>2.1")] {
        let made = proof(board, options, after, Form::Deflate);
        assert!(made.header.to_string().contains("win=yes"));
        check(&made.bytes[..], MEMORY).unwrap();
    }
    let made = proof(board, "", "", Form::Text);
    assert_eq!(made.header.second.as_ref().unwrap().uses, [Theory::Islands]);
    let honest = changed(&made, |_| ());
    assert_eq!(honest, made.bytes);
    check(&honest[..], MEMORY).unwrap();
    let allowance = Allowance { without: &[Theory::Islands], ..Allowance::usual(MEMORY) };
    assert!(check_within(&honest[..], &allowance).is_err());
    let put = |lines: &mut [String], key: &str, line: String| {
        *lines.iter_mut().find(|line| line.starts_with(key)).unwrap() = line;
    };
    let facts = made.header.steps as usize;
    for left_out in (0..facts).step_by(facts / 12 + 1) {
        let less = changed(&made, |lines| {
            let at = lines.len() - facts + left_out;
            let gap = |line: &str| line.trim_start_matches("fact ").parse::<u64>().unwrap();
            if left_out + 1 < facts {
                lines[at + 1] = format!("fact {}", gap(&lines[at]) + gap(&lines[at + 1]));
            }
            lines.remove(at);
            put(lines, "facts ", format!("facts {}", facts - 1));
        });
        assert!(check(&less[..], MEMORY).is_err(), "without fact {left_out}");
        let other = changed(&made, |lines| {
            let at = lines.len() - facts + left_out;
            lines[at] += "1";
        });
        assert!(check(&other[..], MEMORY).is_err(), "another fact {left_out}");
    }
    for lie in ["forces win=no", "forces win=yes not-lose=no", "outcome N"] {
        let lie = changed(&made, |lines| put(lines, "statement", format!("statement {lie}")));
        assert!(check(&lie[..], MEMORY).is_err());
    }
    let unnamed = changed(&made, |lines| lines.retain(|line| !line.starts_with("uses")));
    assert!(check(&unnamed[..], MEMORY).is_err());
}

/// How long a board takes, and how large its certificate is, which is left in the folder for temporary files.
#[test]
#[ignore = "seconds to minutes; OUTPLAY_NESTED names the board; wants --nocapture"]
fn a_nested_board_is_proved() {
    let board = std::env::var("OUTPLAY_NESTED").unwrap_or("[ag:2,2 : pg:2,2]".into());
    let begun = Instant::now();
    let made = proof(&board, "", "", Form::Deflate);
    println!(
        "{board}: {} facts, {} bytes, {:?}",
        made.header.steps,
        made.bytes.len(),
        begun.elapsed()
    );
    std::fs::write(std::env::temp_dir().join("nested.cert"), &made.bytes).unwrap();
    let begun = Instant::now();
    let allowance = Allowance { looks: u64::MAX, ..Allowance::usual(4 * MEMORY) };
    println!("{:?} in {:?}", check_within(&made.bytes[..], &allowance), begun.elapsed());
}
