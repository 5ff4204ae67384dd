//! Round numbers along an axis: steps of 1, 2 or 5 times a power of ten.

use crate::compact;
use ambulo_geom::math;

/// Marks along an axis.
///
/// ```
/// use ambulo_draw::Ticks;
/// let t = Ticks::around(0.0, 9.3, 5);
/// assert_eq!(t.labels(), ["0", "2", "4", "6", "8", "10"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    step: f64,
    /// First and last mark, in steps from zero: whole, so that no mark drifts.
    first: i64,
    last: i64,
    low: f64,
    high: f64,
}

/// The round step that cuts a span in about so many parts.
pub(crate) fn step(span: f64, parts: usize) -> f64 {
    let raw = span / parts.max(1) as f64;
    let power = math::pow(10.0, math::log10(raw).floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|f| f * power >= raw * 0.999_999).unwrap_or(10.0);
    factor * power
}

/// The largest round number that is not above a length.
pub(crate) fn round_below(length: f64) -> f64 {
    let power = math::pow(10.0, math::log10(length).floor());
    [5.0, 2.0].into_iter().find(|f| f * power <= length).unwrap_or(1.0) * power
}

/// A span to put marks on: whatever came in, it has an extent.
fn sound(from: f64, to: f64) -> (f64, f64) {
    let from = if from.is_finite() { from } else { 0.0 };
    // Below this share of the place, steps would be lost in rounding.
    let least = (from.abs() * 1e-9).max(1e-9);
    if to.is_finite() && to - from > least { (from, to) } else { (from, from + 1.0) }
}

impl Ticks {
    /// An axis that begins and ends on a mark and holds the span.
    ///
    /// ```
    /// use ambulo_draw::Ticks;
    /// assert_eq!(Ticks::around(0.0, 0.37, 4).high(), 0.4);
    /// assert_eq!(Ticks::around(f64::NAN, f64::NAN, 4).high(), 1.0);
    /// ```
    pub fn around(from: f64, to: f64, parts: usize) -> Self {
        let (from, to) = sound(from, to);
        let step = step(to - from, parts);
        let (first, last) = ((from / step + 1e-9).floor() as i64, (to / step - 1e-9).ceil() as i64);
        Self { step, first, last, low: first as f64 * step, high: last as f64 * step }
    }

    /// An axis that begins and ends with the span; marks lie where round numbers fall in it.
    ///
    /// ```
    /// use ambulo_draw::Ticks;
    /// let t = Ticks::within(0.0, 47.3, 5);
    /// assert_eq!((t.high(), t.labels().len()), (47.3, 5));
    /// ```
    pub fn within(from: f64, to: f64, parts: usize) -> Self {
        let (from, to) = sound(from, to);
        let step = step(to - from, parts);
        let (first, last) = ((from / step - 1e-9).ceil() as i64, (to / step + 1e-9).floor() as i64);
        Self { step, first, last, low: from, high: to }
    }

    /// Where the axis begins.
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Ticks::around(0.0, 9.0, 5).low(), 0.0);
    /// ```
    pub fn low(&self) -> f64 {
        self.low
    }

    /// Where the axis ends.
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Ticks::around(0.0, 9.0, 5).high(), 10.0);
    /// ```
    pub fn high(&self) -> f64 {
        self.high
    }

    /// The marks.
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Ticks::around(0.0, 3.0, 3).values().collect::<Vec<_>>(), [0.0, 1.0, 2.0, 3.0]);
    /// ```
    pub fn values(&self) -> impl Iterator<Item = f64> + '_ {
        (self.first..=self.last).map(|i| i as f64 * self.step)
    }

    /// The marks as text, all with the decimals that the step needs.
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Ticks::around(0.0, 1.0, 2).labels(), ["0.0", "0.5", "1.0"]);
    /// ```
    pub fn labels(&self) -> Vec<String> {
        let decimals = (-math::log10(self.step).floor()).clamp(0.0, 9.0) as usize;
        self.values()
            .map(|v| if v == 0.0 && decimals == 0 { compact(v, 0) } else { format!("{v:.decimals$}") })
            .collect()
    }

    /// Where a value lies along the axis, 0 to 1 inside.
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Ticks::around(0.0, 10.0, 5).share(5.0), 0.5);
    /// ```
    pub fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_one_two_or_five() {
        for (span, parts, want) in [(10.0, 5, 2.0), (1.0, 4, 0.5), (300.0, 6, 50.0), (0.07, 7, 0.01), (9.0, 9, 1.0)] {
            assert!(
                (step(span, parts) - want).abs() < 1e-12 * want.max(1.0),
                "{span} in {parts}: {}",
                step(span, parts)
            );
        }
    }

    #[test]
    fn no_span_breaks_the_axis() {
        for (a, b) in
            [(0.0, 0.0), (5.0, 5.0), (3.0, 1.0), (f64::NEG_INFINITY, f64::INFINITY), (1e15, 1e15), (-1e-15, 1e-15)]
        {
            for t in [Ticks::around(a, b, 5), Ticks::within(a, b, 5)] {
                assert!(t.high() > t.low() && t.values().count() < 30, "{a} to {b}: {t:?}");
            }
        }
    }
}
