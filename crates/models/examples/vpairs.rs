use ambulo_models::vision::claims::*;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let params: Vec<(&'static str, f64)> = args
        .iter()
        .map(|a| {
            let (n, v) = a.split_once('=').unwrap();
            (&*n.to_string().leak(), v.parse().unwrap())
        })
        .collect();
    let r = pairs(&params);
    println!(
        "{args:?}: {}",
        r.iter()
            .map(|p| format!(
                "{:.0}: {:.2} m {:.1} %{}",
                p.angle,
                p.apart,
                100.0 * p.slow,
                if p.arrived < 2 { " NOT" } else { "" }
            ))
            .collect::<Vec<_>>()
            .join("  ")
    );
}
