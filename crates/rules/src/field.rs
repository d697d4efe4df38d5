//! Finite fields of prime-power order.
//!
//! F_q with q = p^k is built as polynomials over F_p of degree below k, written as numbers in base p, modulo a
//! polynomial for which x (or, for k = 1, some number) runs through all q - 1 non-zero elements. Such a polynomial is
//! irreducible: every non-zero element is then a power of a unit. Products are sums of logarithms.

use crate::error::InputError;

/// The finite field of a prime-power order. Elements are the numbers `0..order`; 0 and 1 are themselves.
#[derive(Clone, Debug)]
pub struct FiniteField {
    characteristic: usize,
    order: usize,
    /// `power[i]` is the generator to the i-th, for `i < 2 (order - 1)`.
    power: Vec<usize>,
    /// `log[a]` is the i below `order - 1` with `power[i] = a`, for `a` not 0.
    log: Vec<usize>,
}

/// Larger fields have no board that we take.
const MAX_ORDER: usize = 4096;

impl FiniteField {
    /// The field with `order` elements, or an error that says why there is none.
    pub fn new(order: usize) -> Result<Self, InputError> {
        let (characteristic, degree) = prime_power(order)?;
        if order > MAX_ORDER {
            return Err(InputError::plain(format!(
                "a field of {order} elements is too large: at most {MAX_ORDER}"
            )));
        }
        let power = if degree == 1 {
            (1..order).find_map(|g| cycle(order, |a| a * g % order))
        } else {
            // The polynomial is x^degree minus `tail`, so x times a leading coefficient folds back as that multiple.
            (1..order).find_map(|tail| cycle(order, |a| times_x(a, tail, characteristic, order)))
        };
        let power = power.expect("every finite field has a primitive element");
        let mut log = vec![0; order];
        for (i, &a) in power.iter().enumerate() {
            log[a] = i;
        }
        let power = power.repeat(2);
        Ok(FiniteField { characteristic, order, power, log })
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The sum of two elements.
    pub fn add(&self, a: usize, b: usize) -> usize {
        digitwise(a, b, self.characteristic)
    }

    /// The product of two elements.
    pub fn mul(&self, a: usize, b: usize) -> usize {
        if a == 0 || b == 0 { 0 } else { self.power[self.log[a] + self.log[b]] }
    }

    /// What added to `a` gives 0.
    pub fn neg(&self, a: usize) -> usize {
        (0..self.characteristic - 1).fold(0, |sum, _| self.add(sum, a))
    }

    /// What multiplied by `a` gives 1; `a` must not be 0.
    pub fn inverse(&self, a: usize) -> usize {
        self.power[(self.order - 1 - self.log[a]) % (self.order - 1)]
    }
}

/// The powers of a generator that `step` multiplies by, if from 1 it reaches every non-zero element.
fn cycle(order: usize, step: impl Fn(usize) -> usize) -> Option<Vec<usize>> {
    let mut power = vec![1];
    loop {
        match step(power[power.len() - 1]) {
            0 => return None,
            1 => return (power.len() == order - 1).then_some(power),
            _ if power.len() >= order => return None,
            next => power.push(next),
        }
    }
}

/// x times the polynomial `a`, where x^degree is `tail`.
fn times_x(a: usize, tail: usize, p: usize, order: usize) -> usize {
    let (leading, rest) = (a / (order / p), a % (order / p));
    (0..leading).fold(rest * p, |sum, _| digitwise(sum, tail, p))
}

/// Sum of polynomials: digits in base p, without carry.
fn digitwise(mut a: usize, mut b: usize, p: usize) -> usize {
    let (mut sum, mut place) = (0, 1);
    while a > 0 || b > 0 {
        sum += (a % p + b % p) % p * place;
        (a, b, place) = (a / p, b / p, place * p);
    }
    sum
}

/// The prime p and the exponent k with `q = p^k`.
pub fn prime_power(q: usize) -> Result<(usize, u32), InputError> {
    match smallest_prime_factor(q) {
        Some(p) if is_prime_power(q) => Ok((p, q.ilog(p))),
        Some(p) => Err(no_field(q, &format!("{q} is not a prime power: {q} = {p} x {}", q / p))),
        None => Err(no_field(q, &format!("{q} is not a prime power"))),
    }
}

fn no_field(q: usize, reason: &str) -> InputError {
    let message = format!("{reason}, and a finite field exists only for prime-power orders");
    let near = [
        (2..q).rev().take(100).find(|&n| is_prime_power(n)),
        (q.saturating_add(1)..q.saturating_add(100)).find(|&n| is_prime_power(n)),
    ];
    let near: Vec<String> = near.into_iter().flatten().map(|n| n.to_string()).collect();
    InputError::plain(message).help(format!("the nearest orders that exist: {}", near.join(", ")))
}

fn is_prime_power(q: usize) -> bool {
    smallest_prime_factor(q).is_some_and(|p| {
        std::iter::successors(Some(p), |n| n.checked_mul(p)).take_while(|&n| n <= q).last()
            == Some(q)
    })
}

fn smallest_prime_factor(n: usize) -> Option<usize> {
    let small = (2..).take_while(|p| p * p <= n && *p < 1 << 16).find(|p| n.is_multiple_of(*p));
    small.or((n >= 2).then_some(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axioms_hold() {
        for order in [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25, 27, 32, 49, 64] {
            let field = FiniteField::new(order).unwrap();
            for a in 0..order {
                assert_eq!(field.add(a, field.neg(a)), 0);
                assert_eq!((field.add(a, 0), field.mul(a, 1), field.mul(a, 0)), (a, a, 0));
                if a != 0 {
                    assert_eq!(field.mul(a, field.inverse(a)), 1, "{order}: {a}");
                }
                for b in 0..order {
                    assert_eq!(field.add(a, b), field.add(b, a));
                    assert_eq!(field.mul(a, b), field.mul(b, a));
                    for c in (0..order).step_by(1 + order / 16) {
                        assert_eq!(field.add(a, field.add(b, c)), field.add(field.add(a, b), c));
                        assert_eq!(field.mul(a, field.mul(b, c)), field.mul(field.mul(a, b), c));
                        assert_eq!(
                            field.mul(a, field.add(b, c)),
                            field.add(field.mul(a, b), field.mul(a, c))
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn orders_without_a_field_say_why() {
        for order in [0, 1, 6, 10, 12, 15, 36, 100] {
            let error = FiniteField::new(order).unwrap_err();
            assert!(error.message().contains("not a prime power"), "{order}");
        }
        assert_eq!(
            FiniteField::new(6).unwrap_err().suggestion(),
            Some("the nearest orders that exist: 5, 7")
        );
        assert!(FiniteField::new(1 << 13).is_err());
        assert!(FiniteField::new(usize::MAX).is_err());
    }
}
