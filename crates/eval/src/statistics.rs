//! Mean, spread and quantiles of a list of numbers. Of an empty list there are none.

/// Arithmetic mean.
///
/// ```
/// use ambulo_eval::statistics::mean;
/// assert_eq!(mean(&[1.0, 2.0, 6.0]), Some(3.0));
/// assert_eq!(mean(&[]), None);
/// ```
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Standard deviation of a sample (divided by n - 1); zero for one value.
///
/// ```
/// use ambulo_eval::statistics::sd;
/// assert_eq!(sd(&[2.0, 4.0, 6.0]), Some(2.0));
/// assert_eq!(sd(&[7.0]), Some(0.0));
/// ```
pub fn sd(values: &[f64]) -> Option<f64> {
    let m = mean(values)?;
    let squares: f64 = values.iter().map(|v| (v - m) * (v - m)).sum();
    Some((squares / (values.len().max(2) - 1) as f64).sqrt())
}

/// The value below which a share `q` of sorted values lies, interpolated between neighbours.
///
/// ```
/// use ambulo_eval::statistics::quantile;
/// let sorted = [10.0, 20.0, 30.0, 40.0];
/// assert_eq!(quantile(&sorted, 0.5), Some(25.0));
/// assert_eq!(quantile(&sorted, 1.0), Some(40.0));
/// ```
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let along = q.clamp(0.0, 1.0) * last as f64;
    let i = (along as usize).min(last);
    let next = sorted[(i + 1).min(last)];
    Some(sorted[i] + (next - sorted[i]) * (along - i as f64))
}
