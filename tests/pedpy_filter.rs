//! The real SciPy filters alike. `./check` makes the environment and names it in AMBULO_PEDPY_PYTHON.

mod program;

use ambulo::eval::filter::Butterworth;
use program::{json, pedpy_python, top};
use std::process::Command;

#[test]
fn scipy_filters_alike_whatever_the_order_and_the_length() {
    let Some(python) = pedpy_python() else { return };
    let cases = [(3, 0.5, 16.0, 400), (2, 1.0, 2.5, 60), (8, 0.5, 25.0, 200), (1, 6.0, 16.0, 12), (3, 0.5, 10.0, 9)];
    for (order, cutoff_hz, fps, samples) in cases {
        let output = Command::new(&python)
            .arg(top().join("tests/pedpy/filter.py"))
            .args([order.to_string(), cutoff_hz.to_string(), fps.to_string(), samples.to_string()])
            .output()
            .expect("Python starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let seen = json(&output);
        let numbers = |key: &str| -> Vec<f64> {
            seen[key].as_array().expect("a list").iter().map(|v| v.as_f64().expect("a number")).collect()
        };
        let (mut ours, theirs) = (numbers("before"), numbers("after"));
        assert_eq!(Butterworth { order, cutoff_hz }.filter(&mut ours, fps), Ok(true));
        let worst = ours.iter().zip(&theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        // A high order at a low cutoff has poles close together: rounding shows.
        assert!(worst < 1e-7, "order {order}, {cutoff_hz} Hz at {fps} fps: {worst} m apart");
    }
}
