// 200 people leave a room; time per agent-step.
use ambulo_models::trials::Cast;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let params: Vec<(&'static str, f64)> = args
        .iter()
        .map(|a| {
            let (n, v) = a.split_once('=').unwrap();
            (&*n.to_string().leak(), v.parse().unwrap())
        })
        .collect();
    let cast = Cast { params: &params, ..Cast::of("vision") };
    let t = std::time::Instant::now();
    let e = ambulo_models::trials::empty_room(&cast, 200, 12.0, 1.2, 20.0);
    println!("{args:?} {} out, {:.1} us/agent-step", e.times.len(), 1e6 * t.elapsed().as_secs_f64() / (400.0 * 190.0));
}
