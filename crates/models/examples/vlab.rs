use ambulo_models::trials::Cast;
use ambulo_models::vision::claims::*;
use ambulo_sim::Spread;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let scene = args[0].as_str();
    let model = args[1].as_str();
    let seeds: u64 = args[2].parse().unwrap();
    let params: Vec<(&str, f64)> = args[3..]
        .iter()
        .map(|a| {
            let (n, v) = a.split_once('=').unwrap();
            (n, v.parse().unwrap())
        })
        .collect();
    let fixed = params.iter().any(|(n, _)| *n == "FIXED");
    let params: Vec<(&str, f64)> = params.into_iter().filter(|(n, _)| *n != "FIXED").collect();
    let mut all = vec![];
    let t = std::time::Instant::now();
    for seed in 1..=seeds {
        let mut cast = Cast { params: &params, seed, ..Cast::of(model) };
        if fixed {
            cast.speed = Spread::constant(1.34);
        }
        let r = match scene {
            "circle" => circle(&cast, 100, 16.0),
            "circle25" => circle(&cast, 100, 25.0),
            "circle200" => circle(&cast, 200, 25.0),
            _ => swap(&cast),
        };
        all.push(r);
    }
    let n = all.len() as f64;
    let m = |f: fn(&Passage) -> f64| all.iter().map(f).sum::<f64>() / n;
    let _ = &m;
    println!(
        "{scene} {model} {:?}: arrived {:.1} longest {:.1} mean {:.1} slow {:.2} %   [{:?}] {:.1}s",
        &args[3..],
        m(|r| r.arrived as f64),
        m(|r| r.longest),
        m(|r| r.mean),
        100.0 * m(|r| r.slow),
        all.iter().map(|r| r.longest as u32).collect::<Vec<_>>(),
        t.elapsed().as_secs_f64()
    );
}
