//! Floating-point numbers as Erlang has them: finite, and what is done with them and integers.
//!
//! Input: numbers, or their text. Output: numbers, their order, their shortest text. Nothing here fails: what has no
//! value is `None`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use num_bigint::{BigInt, Sign};

/// From here on all floats are integers, and are written with an exponent.
const LARGE: f64 = 9_007_199_254_740_992.0;

/// Bits of the mantissa that are written, and what is subtracted from a written exponent so that it counts them.
const MANTISSA: u32 = 52;
const BIAS: i32 = 1_075;

/// A float; `0.0` and `-0.0` are the same one, as they are in Erlang up to OTP 26, and have texts of their own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Float(f64);

impl Float {
    /// The float with this value, unless it is infinite or no number.
    pub fn new(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self(value))
    }

    /// The float with these bits (IEEE 754).
    pub fn from_bits(bits: u64) -> Option<Self> {
        Self::new(f64::from_bits(bits))
    }

    /// The float that a decimal text names, as `1.5e3`.
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok().and_then(Self::new)
    }

    /// Its value.
    pub fn value(self) -> f64 {
        self.0
    }

    /// Its bits (IEEE 754).
    pub fn bits(self) -> u64 {
        self.0.to_bits()
    }

    /// Whether it is zero, with a sign or without.
    pub fn is_zero(self) -> bool {
        self.0 == 0.0
    }

    /// What an integer becomes where it meets a float; large ones are rounded at each 64 bits, as OTP does.
    #[allow(clippy::cast_precision_loss, reason = "what a float cannot tell apart is rounded")]
    pub fn from_integer(value: &BigInt) -> Option<Self> {
        if let Ok(small) = i64::try_from(value)
            && small.unsigned_abs() < 1 << 59
        {
            return Self::new(small as f64);
        }
        let base = 18_446_744_073_709_551_616.0;
        let digits = value.magnitude().iter_u64_digits().rev();
        let size = digits.fold(0.0, |sum, digit| sum * base + digit as f64);
        Self::new(if value.sign() == Sign::Minus { -size } else { size })
    }

    /// The integer that is left where the fraction is taken away.
    pub fn truncated(self) -> BigInt {
        let bits = self.bits();
        let written = i32::try_from(bits >> MANTISSA & 0x7ff).unwrap_or(0);
        let mantissa = bits & ((1 << MANTISSA) - 1);
        // What is smaller than every float with a whole part has none.
        let whole = BigInt::from(mantissa | 1 << MANTISSA);
        let size = match written - BIAS {
            _ if written == 0 => BigInt::ZERO,
            places @ 0.. => whole << places,
            places => whole >> places.unsigned_abs(),
        };
        if self.0 < 0.0 { -size } else { size }
    }

    /// The largest integer that is not larger.
    pub fn floor(self) -> BigInt {
        let is_larger = self.0 < 0.0 && self.0.fract() != 0.0;
        self.truncated() - i32::from(is_larger)
    }

    /// The smallest integer that is not smaller.
    pub fn ceiling(self) -> BigInt {
        -(-self).floor()
    }

    /// How it stands to an integer: exactly, whatever the size of both.
    pub fn compare_integer(self, other: &BigInt) -> Ordering {
        let whole = self.truncated();
        let fraction = self.0.fract();
        whole.cmp(other).then_with(|| fraction.partial_cmp(&0.0).unwrap_or(Ordering::Equal))
    }

    /// How it stands to another float.
    pub fn compare(self, other: Self) -> Ordering {
        self.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal)
    }
}

impl std::ops::Neg for Float {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl PartialEq for Float {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Float {}

impl Hash for Float {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (if self.is_zero() { 0 } else { self.bits() }).hash(state);
    }
}

/// With the fewest digits that name it, as Erlang writes it.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut scientific = format!("{:e}", self.0);
        // Of two such texts that are equally near OTP takes the even one.
        let n_digits = scientific.bytes().take_while(|&b| b != b'e').filter(u8::is_ascii_digit);
        let even = format!("{:.*e}", n_digits.count() - 1, self.0);
        if even.parse() == Ok(self.0) {
            scientific = even;
        }
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
        let sign = if mantissa.starts_with('-') { "-" } else { "" };
        let place = exponent.parse::<isize>().unwrap_or(0) + 1;
        let is_large = self.0.abs() >= LARGE;
        write!(f, "{sign}{}", place_point(&digits, place, is_large))
    }
}

/// Digits with the point behind the first `place` of them, or with an exponent if that is shorter.
fn place_point(digits: &str, place: isize, is_large: bool) -> String {
    let n_digits = isize::try_from(digits.len()).unwrap_or(isize::MAX);
    let zeros = |n: isize| "0".repeat(usize::try_from(n).unwrap_or(0));
    let exponent = (place - 1).to_string();
    let dot = if n_digits == 1 { 2 } else { 1 };
    let cost = isize::try_from(exponent.len()).unwrap_or(0) + 1 + dot;
    let with_exponent = || {
        let (first, rest) = digits.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        format!("{first}.{rest}e{exponent}")
    };
    if is_large && place > 0 {
        with_exponent()
    } else if place == 0 {
        format!("0.{digits}")
    } else if place < 0 {
        if 2 - place <= cost { format!("0.{}{digits}", zeros(-place)) } else { with_exponent() }
    } else if place >= n_digits {
        if place - n_digits + 2 <= cost {
            format!("{digits}{}.0", zeros(place - n_digits))
        } else {
            with_exponent()
        }
    } else {
        let (whole, fraction) = digits.split_at(usize::try_from(place).unwrap_or(0));
        format!("{whole}.{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(text: &str) -> Float {
        Float::parse(text).expect("a float")
    }

    #[test]
    fn floats_stand_between_integers() {
        for (text, floor, ceiling) in
            [("2.5", 2, 3), ("-2.5", -3, -2), ("2.0", 2, 2), ("-2.0", -2, -2), ("-0.0", 0, 0)]
        {
            let beside = [float(text).floor(), float(text).ceiling()];
            assert_eq!(beside, [BigInt::from(floor), BigInt::from(ceiling)], "{text}");
        }
    }

    #[test]
    fn floats_are_written_as_erlang_writes_them() {
        for text in [
            "0.0",
            "-0.0",
            "1.0",
            "-1.5",
            "0.1",
            "100.0",
            "1.0e5",
            "123456.789",
            "123456789.0",
            "1.0e10",
            "0.001",
            "0.0001",
            "1.234e-4",
            "1.0e-5",
            "1.0e15",
            "1.0e22",
            "9007199254740991.0",
            "9.007199254740992e15",
            "1.2345678901234567e19",
            "82227990206100.12",
            "1.5e3",
            "5.0e-324",
            "1.7976931348623157e308",
            "1.5e300",
        ] {
            assert_eq!(float(text).to_string(), text);
        }
        assert_eq!(Float::parse("1.0e999"), None);
    }

    #[test]
    fn floats_and_integers_compare_exactly() {
        let limit = BigInt::from(1) << 53;
        let large = float("9007199254740992.0");
        assert_eq!(large.compare_integer(&limit), Ordering::Equal);
        assert_eq!(large.compare_integer(&(&limit + 1)), Ordering::Less);
        assert_eq!(float("0.5").compare_integer(&BigInt::ZERO), Ordering::Greater);
        assert_eq!(float("-0.5").compare_integer(&BigInt::ZERO), Ordering::Less);
        assert_eq!(float("-2.5").compare_integer(&BigInt::from(-2)), Ordering::Less);
        assert_eq!(float("-0.0").compare_integer(&BigInt::ZERO), Ordering::Equal);
        assert_eq!(float("1.0e300").compare_integer(&(BigInt::from(1) << 1_100)), Ordering::Less);
    }

    #[test]
    fn whole_parts_are_exact() {
        for (text, whole) in [
            ("1.9", "1"),
            ("-1.9", "-1"),
            ("0.9", "0"),
            ("5.0e-324", "0"),
            ("1.0e22", "10000000000000000000000"),
        ] {
            assert_eq!(float(text).truncated().to_string(), whole);
        }
        assert_eq!(Float::from_integer(&(BigInt::from(1) << 1_024)), None);
        assert_eq!(Float::from_integer(&BigInt::from(-3)), Some(float("-3.0")));
    }
}
