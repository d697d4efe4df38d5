use outplay_lab::{catalogue, context::Context};
use outplay_solve::limits::*;
use outplay_solve::oracle::How;
use std::time::*;
fn main() {
    std::thread::Builder::new()
        .stack_size(1 << 28)
        .spawn(|| {
            let pre = std::env::args().nth(1).unwrap_or_default();
            let deep = std::env::args().nth(2).is_some();
            for c in catalogue::claims() {
                if !c.id.starts_with(&pre) {
                    continue;
                }
                let t = Instant::now();
                let l = Limits {
                    time: Some(Duration::from_secs(if deep { 280 } else { 60 })),
                    ..Limits::default()
                };
                let mut b = Budget::new(l, &|_| {});
                let mut x = Context::new(&mut b, deep, How::default());
                let f = c.examine(&mut x);
                println!(
                    "{:<22} {:<8} {:6.2}s {} | {}",
                    c.id,
                    f.status,
                    t.elapsed().as_secs_f64(),
                    f.evidence,
                    f.checked
                );
                if let Some(e) = f.exhibit {
                    println!("        $ {}", e.command)
                }
                for r in f.remarks {
                    println!("        ~ {r}")
                }
            }
        })
        .unwrap()
        .join()
        .unwrap();
}
