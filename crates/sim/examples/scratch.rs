use ambulo_geom::*;
use ambulo_sim::random::*;
use ambulo_sim::*;
fn rect(a: f64, b: f64, c: f64, d: f64) -> Region {
    Region::from(Polygon::rectangle(a, b, c, d).unwrap())
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    match args[1].as_str() {
        "open" => {
            let n: usize = args[2].parse().unwrap();
            let side = (n as f64 / 0.5).sqrt();
            let mut s = Setup::new(rect(0., 0., side, side));
            s.dt = 0.1;
            let mut sim = Simulation::new(s).unwrap();
            let g = sim.add_group(&Group::default()).unwrap();
            let area = rect(0.5, 0.5, side - 0.5, side - 0.5);
            let t = std::time::Instant::now();
            // place all w/ random goals: populate with one journey each is slow; use per-agent
            let mut journeys = vec![];
            for k in 0..n {
                let mut d = Draw::new(1, k as u32, 0, Purpose::Setup);
                let p = Point::new(1. + d.unit() * (side - 2.), 1. + d.unit() * (side - 2.));
                let goal = sim.add_goal_at(p).unwrap();
                journeys.push(sim.add_journey(&[goal], AtGoal::Leave));
            }
            sim.populate(&area, g, journeys[0], n).unwrap();
            for k in 0..n {
                sim.command(Command::SetGoal(AgentId(k as u32), GoalId(k as u32)));
            }
            println!("setup {:?}", t.elapsed());
            let t = std::time::Instant::now();
            for _ in 0..100 {
                sim.step();
            }
            let e = t.elapsed().as_secs_f64();
            let r = sim.report();
            println!(
                "{:.3} M agent-steps/s overlap {} cross {} held {} arrived {}",
                r.agent_steps as f64 / e / 1e6,
                r.max_overlap,
                r.wall_crossings,
                r.held_back,
                r.arrived
            );
            for st in Stage::ALL {
                println!(
                    "{:12} {:.1}% {:.0} ns",
                    st.name(),
                    100. * r.timers.seconds(st) / r.timers.total(),
                    1e9 * r.timers.seconds(st) / r.agent_steps as f64
                );
            }
        }
        "door" => {
            let w: f64 = args[2].parse().unwrap();
            let seeds: u64 = args[3].parse().unwrap();
            for seed in 1..=seeds {
                let (a, b) = (5.0 - w / 2., 5.0 + w / 2.);
                let plan = Polygon::from_rings(
                    &[
                        (0., 0.),
                        (10., 0.),
                        (10., a),
                        (10.2, a),
                        (10.2, 0.),
                        (15., 0.),
                        (15., 10.),
                        (10.2, 10.),
                        (10.2, b),
                        (10., b),
                        (10., 10.),
                        (0., 10.),
                    ],
                    &[],
                )
                .unwrap();
                let mut s = Setup::new(Region::from(plan));
                s.seed = seed;
                let mut sim = Simulation::new(s).unwrap();
                let mut grp = Group::default();
                for kv in &args[4..] {
                    let (k, v) = kv.split_once('=').unwrap();
                    grp.params.push((k.into(), v.parse().unwrap()));
                }
                let g = sim.add_group(&grp).unwrap();
                let goal = sim.add_goal_area(&rect(14., 0., 15., 10.)).unwrap();
                let j = sim.add_journey(&[goal], AtGoal::Leave);
                sim.populate(&rect(0., 0., 9., 10.), g, j, 200).unwrap();
                let mut t50 = 0.;
                let mut t150 = 0.;
                while sim.report().arrived < 200 && sim.report().time < 600. {
                    sim.step();
                    if sim.report().arrived < 50 {
                        t50 = sim.report().time
                    }
                    if sim.report().arrived < 150 {
                        t150 = sim.report().time
                    }
                }
                let r = sim.report();
                println!(
                    "w {w} seed {seed}: {} arrived t {:.1} flow {:.2}/s overlap {:.4} cross {} held {} stuck {}",
                    r.arrived,
                    r.time,
                    100. / (t150 - t50),
                    r.max_overlap,
                    r.wall_crossings,
                    r.held_back,
                    r.stuck.len()
                );
                if seed == 1 {
                    for s in r.stuck.iter().take(5) {
                        println!("  {s}");
                    }
                }
            }
        }
        _ => {}
    }
}
