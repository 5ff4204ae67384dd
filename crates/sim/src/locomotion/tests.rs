use crate::{AtGoal, Group, MODELS, Setup, Simulation};
use ambulo_geom::{Polygon, Region, Vec2};

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Region {
    Region::from(Polygon::rectangle(x0, y0, x1, y1).unwrap())
}

struct Found {
    share: f64,
    total: f64,
    arrived: usize,
    last: f64,
    overlap: f32,
    held: u64,
}

fn flow(model: &str, gait: &[(&str, f64)], seed: u64) -> Found {
    let mut sim = Simulation::new(Setup { seed, ..Setup::new(rectangle(0.0, 0.0, 30.0, 6.0)) }).unwrap();
    for (from, to) in [((0.0, 12.0), 29.0), ((18.0, 30.0), 0.0)] {
        let group = Group {
            model: model.into(),
            params: crate::model_info(model)
                .unwrap()
                .params
                .iter()
                .filter(|p| p.name == "noise")
                .map(|p| (p.name.to_string(), 0.0))
                .collect(),
            locomotion: "gait-feedback".into(),
            locomotion_params: gait.iter().map(|(n, v)| (n.to_string(), *v)).collect(),
            ..Group::default()
        };
        let group = sim.add_group(&group).unwrap();
        let goal = sim.add_goal_area(&rectangle(to, 0.0, to + 1.0, 6.0)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.populate(&rectangle(from.0, 0.0, from.1, 6.0), group, journey, 15).unwrap();
    }
    let mut last: Vec<Option<Vec2>> = vec![None; 30];
    let (mut ends, mut all, mut when) = (0.0, 0.0, 0.0);
    while sim.report().time < 60.0 && sim.report().arrived < 30 {
        let phases: Vec<Option<f32>> =
            (0..30).map(|id| sim.gait(crate::AgentId(id)).filter(|g| !g.standing).map(|g| g.phase)).collect();
        sim.step();
        for w in sim.walkers() {
            let k = w.id.0 as usize;
            let v = w.velocity;
            let before = last[k].replace(v);
            let (Some(before), Some(phase)) = (before, phases[k]) else { continue };
            if before.length() < 0.2 || v.length() < 0.2 {
                continue;
            }
            let turn = f64::from(before.cross(v).atan2(before.dot(v)).abs());
            let near = (2.0 * phase - (2.0 * phase).round()).abs() < 0.125;
            all += turn;
            ends += if near { turn } else { 0.0 };
        }
        when = sim.report().time;
    }
    let r = sim.report();
    Found { share: ends / all, total: all, arrived: r.arrived, last: when, overlap: r.max_overlap, held: r.held_back }
}

#[test]
fn explore() {
    let seeds = 1..=6u64;
    for model in ["social-force", "power-law", "gcfm", "helbing2000", "moussaid", "orca", "karamouzas"] {
        let variants: &[(&str, &[(&str, f64)])] = &[
            ("none", &[("w_max", 0.0), ("gain", 1.0)]),
            ("gain1", &[("gain", 1.0)]),
            ("gain1.33", &[("gain", 1.3333)]),
            ("w_p0", &[("gain", 1.0), ("w_p", 0.0)]),
            ("w_p1", &[("gain", 1.0), ("w_p", 1.0)]),
            ("w.7", &[("gain", 1.0), ("w_max", 0.7)]),
            ("cycle", &[("gain", 1.0), ("terminal", 1.0)]),
            ("wlit", &[("gain", 1.0), ("weight", 1.0)]),
            ("liter", &[("gain", 1.0), ("roles", 1.0)]),
        ];
        let mut base = 0.0;
        for (name, gait) in variants {
            let f: Vec<Found> = seeds.clone().map(|s| flow(model, gait, s)).collect();
            let n = f.len() as f64;
            let share = f.iter().map(|f| f.share).sum::<f64>() / n;
            if *name == "none" {
                base = share;
            }
            println!(
                "{:<22} {name:<7} share {share:.3} ratio {:.2} total {:.0} arrived {} last {:.1} overlap {:.4} held {}",
                model,
                share / base,
                f.iter().map(|f| f.total).sum::<f64>() / n,
                f.iter().map(|f| f.arrived).sum::<usize>(),
                f.iter().map(|f| f.last).sum::<f64>() / n,
                f.iter().map(|f| f.overlap).fold(0.0, f32::max),
                f.iter().map(|f| f.held).sum::<u64>()
            );
        }
    }
}
