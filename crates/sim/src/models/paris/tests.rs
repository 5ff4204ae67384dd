use crate::models::crossings::Pair;
use ambulo_geom::Vec2;

const TRIES: [&[(&str, f64)]; 7] = [
    &[("resume", 0.05)],
    &[("resume", 0.1)],
    &[("resume", 0.2)],
    &[("resume", 0.3)],
    &[("decide_every", 0.0), ("resume", 0.1)],
    &[("decide_every", 0.0), ("resume", 0.2)],
    &[("decide_every", 0.0), ("resume", 0.3)],
];

#[test]
#[ignore = "a table to look at"]
fn table_of_crossings() {
    for speeds in [[1.3, 1.3], [1.3, 1.0]] {
        for params in TRIES {
            let (mut faults, mut least, mut skew, mut late) = (Vec::new(), f64::INFINITY, 0.0f64, 0.0f64);
            for pair in Pair::all("paris") {
                let pair = pair.with(params).at_speeds(speeds);
                faults.extend(pair.faults(2));
                skew = skew.max(pair.asymmetry());
                let c = pair.run();
                least = least.min(c.least_distance);
                late = late.max(c.arrivals[0].unwrap_or(99.0)).max(c.arrivals[1].unwrap_or(99.0));
            }
            println!("{speeds:?} {params:?}: {} faults, least {least:.3}, skew {skew:.5}, last {late:.2}", faults.len());
            for f in faults.iter().take(8) {
                println!("    {f}");
            }
        }
    }
    let _ = Vec2::ZERO;
}
