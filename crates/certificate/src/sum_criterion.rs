//! Arithmetic periods whose saltus need not be a power of two: the sum criterion of section 6 of `docs/theory-heaps.md`.
//!
//! Heaps from n0 on are *regular*. The options of N with a given number of counters taken, given heaps below n0, and
//! regular heaps of given residues form a *type*. The values of the regular heaps have the same sum S in all of them.
//! With the xor X of the values of the other heaps, an option is worth at most X + S, and is congruent to X + S modulo 2.
//! So no option of N has the value G(N) if for each type X + S < G(N), or the two differ by an odd number; and this
//! depends only on the residue of N. Each value below G(N) is that of a heap c that is left alone, or beside two equal
//! heaps; for small values c is so small that only the parity of N - c matters.

use std::collections::BTreeSet;

use outplay_rules::games::octal_code::OctalCode;

/// Values that grow by a saltus with each period, from n0 on.
pub(crate) struct Growing<'a> {
    pub code: &'a OctalCode,
    /// The values of the heaps below n0 + p.
    pub values: &'a [u16],
    pub from: usize,
    pub period: usize,
    pub saltus: usize,
}

impl Growing<'_> {
    fn value(&self, n: usize) -> usize {
        let rounds = n.saturating_sub(self.from) / self.period;
        usize::from(self.values[n - rounds * self.period]) + rounds * self.saltus
    }

    /// The numbers of counters that a move may take if it leaves this many heaps.
    fn takes(&self, heaps: usize) -> Vec<usize> {
        self.code.takes(usize::MAX).filter(|(_, d)| d >> heaps & 1 == 1).map(|(k, _)| k).collect()
    }

    /// One more than the largest value of a heap below n0.
    fn mixed(&self) -> usize {
        self.values[..self.from].iter().map(|&value| usize::from(value) + 1).max().unwrap_or(0)
    }

    /// Up to where the values must be seen to grow: for n0 <= n < B.
    pub fn bound(&self) -> Option<usize> {
        let most = self.code.takes(usize::MAX).map(|(taken, _)| taken).last()?;
        let near = self.takes(3).last()? + 2;
        Some(most + near + 3 * self.from + (self.mixed() / self.saltus + 4) * self.period)
    }

    /// Whether the criterion holds.
    pub fn holds(&self) -> bool {
        let (one, two, three) = (self.takes(1), self.takes(2), self.takes(3));
        let Some(bound) = self.bound() else { return false };
        let odd = self.period % 2 == 1;
        if self.code.splits_for_free() || odd && !both(&three) {
            return false;
        }
        let excluded = (self.from..self.from + self.period).all(|a| {
            self.excluded(&one, &[a])
                && (1..=a).all(|b| {
                    self.excluded(&two, &[a, b])
                        && (1..=b).all(|c| self.excluded(&three, &[a, b, c]))
                })
        });
        // With an odd period two equal heaps are left of N and of N + p alike only if both parities can be taken.
        let two = if odd && !both(&two) { Vec::new() } else { two };
        excluded && (bound..bound + self.period).all(|n| self.reached(n, &one, &two, &three))
    }

    fn excluded(&self, takes: &[usize], heaps: &[usize]) -> bool {
        let other = heaps.iter().filter(|&&heap| heap < self.from);
        let xor = other.fold(0, |xor, &heap| xor ^ self.value(heap));
        let regular = heaps.iter().filter(|&&heap| heap >= self.from);
        let most = xor + regular.map(|&heap| self.value(heap)).sum::<usize>();
        takes.iter().all(|taken| {
            let value = self.value(taken + heaps.iter().sum::<usize>());
            if heaps.len() == 1 { most != value } else { most < value || (most - value) % 2 == 1 }
        })
    }

    fn reached(&self, n: usize, one: &[usize], two: &[usize], three: &[usize]) -> bool {
        let near = three.last().map_or(n, |most| most + 2);
        let beside = |takes: &[usize], c: usize| {
            takes.iter().any(|taken| n >= taken + c + 2 && (n - taken - c).is_multiple_of(2))
        };
        let mut small: BTreeSet<usize> =
            (1..=n - near).filter(|&c| beside(three, c)).map(|c| self.value(c)).collect();
        small.extend(beside(two, 0).then_some(0));
        let mut all = small.clone();
        all.extend((n - near + 1..n).filter(|&c| beside(three, c)).map(|c| self.value(c)));
        all.extend(one.iter().map(|taken| self.value(n - taken)));
        (0..self.mixed() + self.saltus).all(|value| small.contains(&value))
            && (0..self.value(n)).all(|value| all.contains(&value))
    }
}

fn both(takes: &[usize]) -> bool {
    takes.iter().any(|taken| taken % 2 == 0) && takes.iter().any(|taken| taken % 2 == 1)
}
