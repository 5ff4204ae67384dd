use crate::models::crossings::Pair;
use ambulo_geom::Vec2;

const TRIES: [&[(&str, f64)]; 9] = [
    &[("steady", 0.5)],
    &[("steady", 1.0)],
    &[("steady", 2.0)],
    &[("steady", 4.0)],
    &[("steady", 1.0), ("decide_every", 0.5)],
    &[("steady", 2.0), ("decide_every", 0.5)],
    &[("steady", 1.0), ("decide_every", 0.0)],
    &[("steady", 4.0), ("decide_every", 0.0)],
    &[("steady", 20.0), ("decide_every", 0.0)],
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

#[test]
#[ignore = "a table to look at"]
fn look() {
    for (angle, offset) in [(30.0, 0.0), (30.0, 0.1), (90.0, 0.2)] {
        let c = Pair::new("paris", angle, offset).run();
        println!("-- {angle} {offset}");
        for t in (4..c.paths[0].len().min(c.paths[1].len())).step_by(5) {
            let v = [0, 1].map(|w| (c.paths[w][t] - c.paths[w][t - 1]) / 0.05);
            let d = c.paths[1][t] - c.paths[0][t];
            println!(
                "{:.2}: A {:.0} deg {:.2}  B {:.0} deg {:.2}  d {:.2}",
                t as f64 * 0.05,
                v[0].angle().to_degrees(),
                v[0].length(),
                v[1].angle().to_degrees() - angle,
                v[1].length(),
                d.length()
            );
        }
    }
}
