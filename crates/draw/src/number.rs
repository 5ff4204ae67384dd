//! Numbers as text: short in files, even on axes.

use std::fmt::Write;

/// A page coordinate in hundredths of a pixel; what is not a number becomes zero rather than a broken file.
pub(crate) fn hundredths(x: f64) -> i64 {
    // The cast saturates, and sends NaN to zero.
    (x * 100.0).round() as i64
}

/// Writes hundredths as a decimal without trailing zeros.
pub(crate) fn push_hundredths(out: &mut String, n: i64) {
    let (whole, rest) = (n.unsigned_abs() / 100, n.unsigned_abs() % 100);
    if n < 0 {
        out.push('-');
    }
    // Writing to a string cannot fail.
    let _ = match rest {
        0 => write!(out, "{whole}"),
        r if r % 10 == 0 => write!(out, "{whole}.{}", r / 10),
        r => write!(out, "{whole}.{r:02}"),
    };
}

/// Writes a number with at most two decimals.
pub(crate) fn push(out: &mut String, x: f64) {
    push_hundredths(out, hundredths(x));
}

/// A number with at most two decimals.
pub(crate) fn short(x: f64) -> String {
    let mut out = String::new();
    push(&mut out, x);
    out
}

/// A number with up to `decimals` decimals and without trailing zeros: for labels and tables.
///
/// ```
/// use ambulo_draw::compact;
/// assert_eq!(compact(2.50, 2), "2.5");
/// assert_eq!(compact(-0.001, 2), "0");
/// assert_eq!(compact(f64::NAN, 2), "-");
/// ```
pub fn compact(x: f64, decimals: usize) -> String {
    if !x.is_finite() {
        return "-".into();
    }
    let text = format!("{x:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short() {
        let cases = [(1.0, "1"), (1.5, "1.5"), (-0.254, "-0.25"), (0.004, "0"), (12.05, "12.05"), (f64::NAN, "0")];
        for (x, text) in cases {
            assert_eq!(short(x), text);
        }
    }
}
