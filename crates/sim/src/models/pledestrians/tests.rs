use super::{PledestriansParams, cheapest_speed};
use crate::models::crossings::Pair;
use crate::models::orca::claims::{between, disc, lines_of, random_lines};
use crate::models::orca::linear::{Effort, V};
use crate::random::{Draw, Purpose};
use crate::{AtGoal, Group, Setup, Simulation, Spread};
use ambulo_geom::{Point, Polygon, Region};

const STANDING: f64 = 2.23;
const WALKING: f64 = 1.26;

/// The printed energy [J/kg] of a velocity kept for `t` seconds with the goal at `goal` [m].
fn energy(v: V<f64>, goal: V<f64>, t: f64) -> f64 {
    let (x, y) = (goal.x - t * v.x, goal.y - t * v.y);
    t * (STANDING + WALKING * (v.x * v.x + v.y * v.y)) + 2.0 * (x * x + y * y).sqrt() * (STANDING * WALKING).sqrt()
}

#[test]
fn the_free_optimum_is_1_330_metres_a_second_towards_the_goal() {
    let (goal, t) = (V::new(8.0, 6.0), 2.0);
    let mut best = (f64::INFINITY, V::new(0.0, 0.0));
    for i in -1000..=1000 {
        for j in -1000..=1000 {
            let v = V::new(f64::from(i) * 0.002, f64::from(j) * 0.002);
            best = if energy(v, goal, t) < best.0 { (energy(v, goal, t), v) } else { best };
        }
    }
    let speed = (best.1.x * best.1.x + best.1.y * best.1.y).sqrt();
    assert!((speed - 1.330).abs() < 0.003 && (best.1.y / best.1.x - 0.75).abs() < 0.005, "{:?}", best.1);
    let paper = PledestriansParams { cost: 1.0, ..PledestriansParams::default() };
    assert!((cheapest_speed(&paper, 1.1, 2.0) - 1.330).abs() < 0.0005);
    assert_eq!(cheapest_speed(&PledestriansParams::default(), 1.1, 2.0), 1.1);
}

#[test]
fn whoever_pays_the_printed_costs_walks_alone_at_1_330_metres_a_second() {
    let mut sim = Simulation::new(Setup::new(square(0.0, 40.0))).unwrap();
    let group = group("pledestrians", &[("cost", 1.0)], 1.1);
    let group = sim.add_group(&group).unwrap();
    let goal = sim.add_goal_at(Point::new(38.0, 20.0)).unwrap();
    let journey = sim.add_journey(&[goal], AtGoal::Leave);
    let id = sim.spawn(group, journey, Point::new(2.0, 18.0)).unwrap();
    while sim.report().time < 5.0 {
        sim.step();
    }
    let pace = sim.walker(id).unwrap().velocity.length();
    assert!((pace - 1.330).abs() < 0.001, "{pace}");
}

#[test]
fn no_velocity_of_ten_thousand_that_the_lines_allow_costs_less() {
    let mut draw = Draw::new(6, 0, 0, Purpose::Setup);
    let u = (STANDING / WALKING).sqrt();
    let (mut sets, mut tried) = (0, 0);
    while sets < 200 {
        let lines = random_lines(&mut draw, 10.0, -1.5, 0.5);
        let t = between(&mut draw, 1.0, 3.0);
        let (along, far) = (disc(&mut draw, 1.0), between(&mut draw, 1.0, 12.0) * t * u);
        let length = (along.0 * along.0 + along.1 * along.1).sqrt();
        let goal = V::new(along.0 / length * far, along.1 / length * far);
        let effort = Effort { pace: u, goal: V::new(goal.x / t, goal.y / t) };
        let best = V::new(along.0 / length * u, along.1 / length * u);
        let all = lines_of(&lines, &[]);
        let Some(refused) = all.refused(best, 2.0) else { continue };
        let Some(found) = all.cheapest(effort, refused, 2.0) else { continue };
        sets += 1;
        let allowed = |v: V<f64>| v.x * v.x + v.y * v.y <= 4.0 + 1e-9 && lines.iter().all(|l| l.broken(v) <= 1e-9);
        assert!(allowed(found), "{found:?} {lines:?}");
        // The short form is the printed one but for a factor and a constant.
        let rest = |v| energy(v, goal, t) / (t * WALKING) - effort.of(v);
        assert!((rest(found) - rest(best)).abs() < 1e-9);
        let least = energy(found, goal, t);
        let mut near = 0;
        for k in 0..10_000 {
            // All over the disc, and close to what was found.
            let (x, y) = disc(&mut draw, if k % 2 == 0 { 2.0 } else { 0.01 });
            let v = if k % 2 == 0 { V::new(x, y) } else { V::new(found.x + x, found.y + y) };
            if allowed(v) {
                tried += 1;
                near += k % 2;
                let other = energy(v, goal, t);
                assert!(least <= other + 1e-9, "{least} {other} at {v:?}, not {found:?}: {lines:?}");
            }
        }
        assert!(near > 0);
        // Single precision pays no more than a hundred-thousandth more.
        let short = lines
            .iter()
            .map(|l| crate::models::orca::linear::Line { n: V::new(l.n.x as f32, l.n.y as f32), c: l.c as f32 });
        let short: Vec<_> = short.collect();
        let goal32 = V::new(effort.goal.x as f32, effort.goal.y as f32);
        let v = lines_of(&short, &[]).cheapest(Effort { pace: u as f32, goal: goal32 }, refused, 2.0);
        if let Some(v) = v {
            let more = energy(V::new(f64::from(v.x), f64::from(v.y)), goal, t) / least;
            assert!(more < 1.0 + 1e-5, "{more}");
        }
    }
    assert!(tried > 100_000, "{tried}");
}

fn square(from: f64, to: f64) -> Region {
    Region::from(Polygon::rectangle(from, from, to, to).unwrap())
}

fn group(model: &str, params: &[(&str, f64)], speed: f64) -> Group {
    let params = params.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let (speed, radius) = (Spread::constant(speed), Spread::constant(0.2));
    Group { model: model.into(), params, speed, radius, ..Group::default() }
}

/// Two groups of fifty change places, `gap` [m] apart from each other: energy [J/kg] by metre as the crow flies, and time
/// until all are there.
fn swap(model: &str, params: &[(&str, f64)], speed: Spread, gap: f64, seed: u64) -> (f64, f64) {
    let mut sim = Simulation::new(Setup { seed, ..Setup::new(square(0.0, 50.0)) }).unwrap();
    let group = sim.add_group(&Group { speed, ..group(model, params, 1.0) }).unwrap();
    let mut draw = Draw::new(seed, 0, 0, Purpose::Setup);
    let mut walkers = Vec::new();
    for (x, to) in [(10.0, 25.0), (35.0, -25.0)] {
        for k in 0..50 {
            let shift = [0, 1].map(|_| between(&mut draw, -0.2, 0.2) * gap);
            let (i, j) = (f64::from(k / 10), f64::from(k % 10) - 4.5);
            let at = Point::new(x + gap * i + shift[0], 25.0 + gap * j + shift[1]);
            let goal = sim.add_goal_at(Point::new(at.x + to, at.y)).unwrap();
            let journey = sim.add_journey(&[goal], AtGoal::Leave);
            walkers.push((sim.spawn(group, journey, at).unwrap(), at, at));
        }
    }
    let mut energy = 0.0;
    while sim.report().arrived < 100 && sim.report().time < 200.0 {
        sim.step();
        for (id, _, last) in &mut walkers {
            if let Some(walker) = sim.walker(*id) {
                let v = f64::from(walker.velocity.length());
                energy += 0.05 * (STANDING + WALKING * v * v);
                *last = walker.place;
            }
        }
    }
    assert_eq!(sim.report().arrived, 100, "{model}");
    let metres: f64 = walkers.iter().map(|(_, from, to)| from.distance(*to)).sum();
    (energy / metres, sim.report().time)
}

fn mean_of_swaps(model: &str, params: &[(&str, f64)], speed: Spread) -> (f64, f64) {
    let runs = (1..=8).map(|seed| swap(model, params, speed, 0.8, seed));
    runs.fold((0.0, 0.0), |(e, t), (more, time)| (e + more / 8.0, t + time / 8.0))
}

#[test]
fn at_the_printed_costs_swapping_groups_spend_less_by_metre_than_with_orca() {
    let (orca, ours) = (
        mean_of_swaps("orca", &[], Group::default().speed),
        mean_of_swaps("pledestrians", &[("cost", 1.0)], Group::default().speed),
    );
    println!("people of all speeds: orca {orca:?}, pledestrians {ours:?}");
    assert!(ours.0 < 0.99 * orca.0, "{ours:?} {orca:?}");
    // Nobody can walk for less than this.
    assert!(ours.0 > 2.0 * (STANDING * WALKING).sqrt(), "{ours:?}");
}

#[test]
fn at_the_cheapest_speed_orca_spends_as_little() {
    // With a goal far away the energy is the squared distance to the preferred velocity, which orca minimises.
    let speed = Spread::constant((STANDING / WALKING).sqrt());
    let (orca, ours) = (mean_of_swaps("orca", &[], speed), mean_of_swaps("pledestrians", &[], speed));
    println!("people of one speed: orca {orca:?}, pledestrians {ours:?}");
    assert!((ours.0 / orca.0 - 1.0).abs() < 0.002, "{ours:?} {orca:?}");
}

#[test]
fn crossing_pairs_pass_without_touching() {
    let faults: Vec<String> = Pair::all("pledestrians").flat_map(|pair| pair.faults(4)).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}
