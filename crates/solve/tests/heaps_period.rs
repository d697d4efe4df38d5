//! Proved periods of solved codes: Flammenkamp's table, Winning Ways chapter 4.

use outplay_rules::games::octal_code::OctalCode;
use outplay_solve::heaps::engine::Engine;
use outplay_solve::heaps::period::{Argument, PeriodReport, find_period, find_period_with};
use outplay_solve::heaps::reference::NimSequence;
use outplay_solve::limits::{Budget, Limits, Stopped};

const LIMIT: usize = 1_000_000_000;

fn proved(code: &str) -> PeriodReport {
    let start = std::time::Instant::now();
    let report = find_period(&code.parse().unwrap(), LIMIT, &mut Budget::unlimited()).unwrap();
    println!("{code}: {:.2} s {report:?}", start.elapsed().as_secs_f64());
    assert!(report.proved, "{code}");
    report
}

fn assert_period(code: &str, period: usize, last_exception: i64) {
    let report = proved(code);
    assert_eq!((report.period, report.last_exception), (Some(period), last_exception), "{code}");
}

#[test]
fn classics() {
    assert_period("0.77", 12, 70);
    assert_period("0.07", 34, 52);
    assert_period("0.137", 34, 51);
    assert_period("0.156", 349, 3478);
    assert_period("0.644", 442, 3255);
    assert_period("0.165", 1550, 5180);
    assert_period("0.356", 142, 7314);
    assert_period("0.127", 4, 46577);
    assert_period("0.16", 149459, 105350);
    assert_period("0.56", 144, 326639);
    assert_period("0.376", 4, 2268247);
    assert_period("0.354", 1180, 10061915);
    for code in ["4.344", "4.364", "4.064", "4.406"] {
        proved(code);
    }
}
