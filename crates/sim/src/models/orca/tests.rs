use super::linear::{Line, Lines, V};
use super::lines::Own;
use super::walls::{Mover, add_lines_of};
use crate::models::crossings::Pair;
use crate::nearest::Make;
use crate::random::{Draw, Purpose};
use crate::{AtGoal, Block, Group, LANES, Setup, Simulation, Spread, Walls};
use ambulo_geom::math::{cos, sin};
use ambulo_geom::{Point, Polygon, Region, Vec2, cpa};

pub(crate) fn between(draw: &mut Draw, low: f64, high: f64) -> f64 {
    low + (high - low) * draw.unit()
}

pub(crate) fn disc(draw: &mut Draw, radius: f64) -> (f64, f64) {
    let (r, a) = (radius * draw.unit().sqrt(), between(draw, 0.0, 2.0 * std::f64::consts::PI));
    (r * cos(a), r * sin(a))
}

fn narrow((x, y): (f64, f64)) -> Vec2 {
    Vec2::new(x as f32, y as f32)
}

/// The line somebody at `p` with velocity `other` asks of a walker.
fn line(p: Vec2, mine: Vec2, other: Vec2, radii: [f32; 2], tau: f32, side: f32) -> Line<f32> {
    let own = Own {
        vx: mine.x,
        vy: mine.y,
        radius: radii[0],
        per_tau: 1.0 / tau,
        per_dt: 20.0,
        side,
        apart: V::new(0.6, 0.8),
    };
    let [dx, dy, vx, vy, radius] = [p.x, p.y, other.x, other.y, radii[1]].map(|x| [x; LANES]);
    let [nx, ny, c] = own.eight(Block { dx: &dx, dy: &dy, vx: &vx, vy: &vy, radius: &radius });
    let line = Line { n: V::new(nx[0], ny[0]), c: c[0] };
    assert!((1..LANES).all(|k| (nx[k], ny[k], c[k]) == (nx[0], ny[0], c[0])), "all lanes are alike");
    assert!((line.n.x * line.n.x + line.n.y * line.n.y - 1.0).abs() < 1e-5, "a unit normal: {line:?}");
    line
}

pub(crate) fn lines_of<T: super::linear::Real>(soft: &[Line<T>], hard: &[Line<T>]) -> Lines<T> {
    let mut lines = Lines::none();
    soft.iter().enumerate().for_each(|(k, line)| lines.set(k, *line));
    lines.soft = lines.pad(0, soft.len());
    hard.iter().enumerate().for_each(|(k, line)| lines.set(lines.soft * LANES + k, *line));
    lines.hard = lines.pad(lines.soft, hard.len());
    lines
}

/// What the first linear program gives.
fn nearest<T: super::linear::Real>(lines: &Lines<T>, wish: V<T>, limit: T) -> Option<V<T>> {
    match lines.refused(wish, limit) {
        None => Some(wish.within(limit)),
        Some(refused) => lines.nearest(wish, refused, limit),
    }
}

#[test]
fn ten_thousand_random_pairs_who_both_obey_do_not_touch_within_tau() {
    let (mut draw, mut obeyed) = (Draw::new(1, 0, 0, Purpose::Setup), 0);
    while obeyed < 10_000 {
        let radii = [between(&mut draw, 0.1, 0.4) as f32, between(&mut draw, 0.1, 0.4) as f32];
        let touch = radii[0] + radii[1];
        let p = narrow(disc(&mut draw, 5.0));
        if p.length() <= touch * 1.001 {
            continue;
        }
        let tau = between(&mut draw, 0.5, 5.0) as f32;
        let [a, b, to_a, to_b] = [2.0, 2.0, 1.5, 1.5].map(|most| narrow(disc(&mut draw, most)));
        let choose = |line: Line<f32>, to: Vec2| nearest(&lines_of(&[line], &[]), V::new(to.x, to.y), 2.0);
        let chosen_a = choose(line(p, a, b, radii, tau, -1.0), to_a);
        let chosen_b = choose(line(-p, b, a, [radii[1], radii[0]], tau, -1.0), to_b);
        let (Some(a), Some(b)) = (chosen_a, chosen_b) else { continue };
        obeyed += 1;
        let v = Vec2::new(b.x - a.x, b.y - a.y);
        let t = cpa(p, v).time.clamp(0.0, tau);
        let least = (p + v * t).length();
        assert!(least > touch - 1e-4, "{least} m apart, {touch} m is touching: {p:?} {v:?} {tau}");
    }
}

#[test]
fn each_does_exactly_half() {
    let mut draw = Draw::new(2, 0, 0, Purpose::Setup);
    for _ in 0..1000 {
        let p = narrow(disc(&mut draw, 4.0));
        if p.length() < 0.45 {
            continue;
        }
        let [a, b] = [0, 1].map(|_| narrow(disc(&mut draw, 1.5)));
        let (of_a, of_b) = (line(p, a, b, [0.2; 2], 2.0, -1.0), line(-p, b, a, [0.2; 2], 2.0, -1.0));
        assert_eq!((of_a.n.x, of_a.n.y), (-of_b.n.x, -of_b.n.y));
        let (mine, theirs) = (of_a.broken(V::new(a.x, a.y)), of_b.broken(V::new(b.x, b.y)));
        assert!((mine - theirs).abs() < 1e-5, "{mine} {theirs}");
    }
}

#[test]
fn ties_break_to_the_side_and_without_one_both_slow_down() {
    let (p, v) = (Vec2::new(3.0, 0.0), Vec2::new(1.3, 0.0));
    let turn = |side: f32| {
        let line = line(p, v, -v, [0.2; 2], 2.0, side);
        nearest(&lines_of(&[line], &[]), V::new(1.3, 0.0), 2.0).unwrap()
    };
    assert!(turn(-1.0).y < -0.05 && turn(1.0).y == -turn(-1.0).y && turn(1.0).x == turn(-1.0).x);
    assert!(turn(0.0).y == 0.0 && turn(0.0).x < 0.7, "{:?}", turn(0.0));
}

#[test]
fn overlapping_and_coincident_bodies_part() {
    for p in [Vec2::new(0.3, 0.1), Vec2::ZERO, Vec2::new(1e-8, 0.0)] {
        for v in [Vec2::ZERO, Vec2::new(1.0, 0.5)] {
            let line = line(p, v, v, [0.2; 2], 2.0, -1.0);
            let lines = lines_of(&[line], &[]);
            let away =
                nearest(&lines, V::new(v.x, v.y), 2.0).unwrap_or_else(|| lines.least_broken(V::new(v.x, v.y), 2.0));
            let gain = (away.x - v.x) * line.n.x + (away.y - v.y) * line.n.y;
            assert!(gain > 0.4, "{p:?} {v:?} {away:?}");
            assert!(p == Vec2::ZERO || p.x * line.n.x + p.y * line.n.y < 1e-7, "towards it: {p:?} {line:?}");
        }
    }
}

/// All velocities that can be optimal: the wish, its foot on every line, where lines meet each other and the disc.
fn brute_force(lines: &[Line<f64>], wish: V<f64>, limit: f64) -> Option<V<f64>> {
    let mut candidates = vec![wish];
    for (i, l) in lines.iter().enumerate() {
        let d = l.broken(wish);
        candidates.push(V::new(wish.x + l.n.x * d, wish.y + l.n.y * d));
        let room = limit * limit - l.c * l.c;
        if room >= 0.0 {
            for t in [room.sqrt(), -room.sqrt()] {
                candidates.push(V::new(l.n.x * l.c + l.n.y * t, l.n.y * l.c - l.n.x * t));
            }
        }
        for o in &lines[..i] {
            let det = l.n.x * o.n.y - l.n.y * o.n.x;
            candidates.push(V::new((l.c * o.n.y - o.c * l.n.y) / det, (l.n.x * o.c - o.n.x * l.c) / det));
        }
    }
    let length = wish.x.hypot_of(wish.y);
    candidates.push(V::new(wish.x * limit / length, wish.y * limit / length));
    let far = |v: &V<f64>| (v.x - wish.x).hypot_of(v.y - wish.y);
    let allowed = |v: &V<f64>| v.x.hypot_of(v.y) <= limit + 1e-9 && lines.iter().all(|l| l.broken(*v) <= 1e-9);
    candidates.into_iter().filter(allowed).min_by(|a, b| far(a).total_cmp(&far(b)))
}

trait HypotOf {
    fn hypot_of(self, other: Self) -> Self;
}

impl HypotOf for f64 {
    fn hypot_of(self, other: Self) -> Self {
        (self * self + other * other).sqrt()
    }
}

pub(crate) fn random_lines(draw: &mut Draw, most: f64, closest: f64, farthest: f64) -> Vec<Line<f64>> {
    let count = between(draw, 1.0, most + 1.0) as usize;
    let mut line = || {
        let a = between(draw, 0.0, 2.0 * std::f64::consts::PI);
        Line { n: V::new(cos(a), sin(a)), c: between(draw, closest, farthest) }
    };
    (0..count).map(|_| line()).collect()
}

#[test]
fn the_linear_program_equals_brute_force_to_a_millionth() {
    let mut draw = Draw::new(3, 0, 0, Purpose::Setup);
    let (mut feasible, mut not) = (0, 0);
    for _ in 0..20_000 {
        let lines = random_lines(&mut draw, 10.0, -1.8, 0.6);
        let wish = disc(&mut draw, 2.5);
        let wish = V::new(wish.0, wish.1);
        let found = nearest(&lines_of(&lines, &[]), wish, 2.0);
        match (found, brute_force(&lines, wish, 2.0)) {
            (Some(a), Some(b)) => {
                feasible += 1;
                assert!((a.x - b.x).hypot_of(a.y - b.y) < 1e-6, "{a:?} {b:?} {lines:?} {wish:?}");
                // What steers is single precision: near-parallel lines cost digits along them, not across.
                let short: Vec<Line<f32>> = lines.iter().map(|l| shorten(*l)).collect();
                let all = lines_of(&short, &[]);
                let w = V::new(wish.x as f32, wish.y as f32);
                let v = nearest(&all, w, 2.0).unwrap_or_else(|| all.least_broken(w, 2.0));
                assert!(short.iter().all(|l| l.broken(v) < 2e-5), "{v:?} {lines:?}");
                let (x, y) = (f64::from(v.x) - wish.x, f64::from(v.y) - wish.y);
                let worse = x.hypot_of(y) - (b.x - wish.x).hypot_of(b.y - wish.y);
                assert!(worse < 1e-3, "{worse} farther from the wish: {v:?} {b:?} {lines:?} {wish:?}");
            }
            (None, None) => not += 1,
            (a, b) => panic!("{a:?} {b:?} {lines:?}"),
        }
    }
    assert!(feasible > 5000 && not > 1000, "{feasible} {not}");
}

fn shorten(l: Line<f64>) -> Line<f32> {
    Line { n: V::new(l.n.x as f32, l.n.y as f32), c: l.c as f32 }
}

#[test]
fn when_nothing_is_allowed_the_worst_broken_line_is_broken_least() {
    let mut draw = Draw::new(4, 0, 0, Purpose::Setup);
    let mut seen = 0;
    while seen < 150 {
        let soft = random_lines(&mut draw, 10.0, -0.8, 1.5);
        // To stand is always allowed by walls.
        let hard = if draw.unit() < 0.5 { Vec::new() } else { random_lines(&mut draw, 4.0, -1.0, 0.0) };
        let wish = disc(&mut draw, 2.0);
        let wish = V::new(wish.0, wish.1);
        let lines = lines_of(&soft, &hard);
        if nearest(&lines, wish, 2.0).is_some() {
            continue;
        }
        seen += 1;
        let worst = |v: V<f64>| soft.iter().map(|l| l.broken(v)).fold(f64::NEG_INFINITY, f64::max);
        let allowed = |v: V<f64>| v.x.hypot_of(v.y) <= 2.0 + 1e-9 && hard.iter().all(|l| l.broken(v) <= 1e-9);
        let found = lines.least_broken(wish, 2.0);
        assert!(allowed(found), "{found:?} {hard:?}");
        let mut least = f64::INFINITY;
        for i in -200..=200 {
            for j in -200..=200 {
                let v = V::new(f64::from(i) * 0.01, f64::from(j) * 0.01);
                if allowed(v) {
                    least = least.min(worst(v));
                }
            }
        }
        // The grid is coarse: it may be worse than the optimum by what a step and a half changes, never better.
        let depth = worst(found);
        assert!(depth <= least + 1e-9 && depth > least - 0.03, "{depth} {least} {soft:?} {hard:?}");
        // Single precision finds as little.
        let short = |lines: &[Line<f64>]| -> Vec<Line<f32>> { lines.iter().map(|l| shorten(*l)).collect() };
        let v = lines_of(&short(&soft), &short(&hard)).least_broken(V::new(wish.x as f32, wish.y as f32), 2.0);
        let v = V::new(f64::from(v.x), f64::from(v.y));
        assert!(worst(v) < depth + 1e-4 && hard.iter().all(|l| l.broken(v) < 1e-4), "{v:?} {found:?}");
    }
}

#[test]
fn whoever_obeys_the_lines_of_walls_touches_none_within_the_time() {
    // A room with a niche, a pillar and a thin wall that ends inside.
    let ring = [
        (0.0, 0.0),
        (10.0, 0.0),
        (10.0, 4.0),
        (11.5, 4.0),
        (11.5, 5.5),
        (10.0, 5.5),
        (10.0, 8.0),
        (5.1, 8.0),
        (5.1, 5.0),
        (4.9, 5.0),
        (4.9, 8.0),
        (0.0, 8.0),
    ];
    let pillar: &[(f64, f64)] = &[(2.0, 2.0), (2.8, 2.2), (3.0, 3.0), (2.2, 2.9)];
    let region = Region::from(Polygon::from_rings(&ring, &[pillar]).unwrap());
    let walls = Walls::new(&region, 20.0);
    let mut draw = Draw::new(5, 0, 0, Purpose::Setup);
    let (mut tried, mut bent) = (0, 0);
    while tried < 20_000 {
        let place = Point::new(between(&mut draw, 0.0, 11.5), between(&mut draw, 0.0, 8.0));
        let radius = 0.2f32;
        let clear = walls.all().iter().map(|w| w.at.distance(place)).fold(f64::INFINITY, f64::min);
        if !region.contains(place) || clear < f64::from(radius) + 1e-3 {
            continue;
        }
        tried += 1;
        let (velocity, wish) = (narrow(disc(&mut draw, 1.5)), narrow(disc(&mut draw, 2.0)));
        let tau = between(&mut draw, 0.3, 2.0) as f32;
        let mover = Mover { place, velocity, radius, per_tau: 1.0 / tau, side: -1.0 };
        let mut lines = Lines::none();
        let near = walls.all().iter().filter(|w| w.at.distance(place) <= f64::from(tau * 2.0 + radius));
        add_lines_of(near, &mover, &mut lines);
        let chosen = nearest(&lines, V::new(wish.x, wish.y), 2.0).expect("to stand is allowed");
        bent += usize::from(chosen != V::new(wish.x, wish.y));
        for k in 0..=40 {
            let t = f64::from(tau) * f64::from(k) / 40.0;
            let at = Point::new(place.x + f64::from(chosen.x) * t, place.y + f64::from(chosen.y) * t);
            let least = walls.all().iter().map(|w| w.at.distance(at)).fold(f64::INFINITY, f64::min);
            assert!(
                least > f64::from(radius) - 2e-3 && region.contains(at),
                "{least} m from a wall after {t} of {tau} s, from {place} at {velocity:?} wishing {wish:?}: {chosen:?}"
            );
        }
    }
    assert!(bent > 2000, "{bent}");
}

fn group(params: &[(&str, f64)]) -> Group {
    let params = params.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let (speed, radius) = (Spread::constant(1.34), Spread::constant(0.2));
    Group { model: "orca".into(), params, speed, radius, ..Group::default() }
}

#[test]
fn in_a_corridor_nobody_crosses_or_touches_a_wall_line() {
    let corridor = |x0, x1| Region::from(Polygon::rectangle(x0, 0.0, x1, 3.0).unwrap());
    let mut sim = Simulation::new(Setup::new(corridor(0.0, 30.0))).unwrap();
    let group = sim.add_group(&group(&[])).unwrap();
    let mut ids = Vec::new();
    for (from, to, x) in [(2.0, 29.0, 1.0), (28.0, 1.0, -1.0)] {
        let goal = sim.add_goal_area(&corridor(to - 1.0, to + 1.0)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        for k in 0..24 {
            let at = Point::new(from + x * f64::from(k / 4) * 0.9, 0.35 + 0.75 * f64::from(k % 4));
            ids.push(sim.spawn(group, journey, at).unwrap());
        }
    }
    while sim.report().arrived < 48 && sim.report().time < 120.0 {
        sim.step();
        for walker in ids.iter().filter_map(|id| sim.walker(*id)) {
            let y = walker.place.y;
            assert!((0.195..=2.805).contains(&y), "{y} m across a corridor of 3 m at {} s", sim.report().time);
        }
    }
    assert_eq!((sim.report().arrived, sim.report().wall_crossings), (48, 0), "after {} s", sim.report().time);
}

#[test]
fn two_hundred_and_fifty_on_a_circle_arrive_without_overlap() {
    let half = 32.0;
    let square = Region::from(Polygon::rectangle(-half, -half, half, half).unwrap());
    let mut sim = Simulation::new(Setup::new(square)).unwrap();
    let group = sim.add_group(&group(&[])).unwrap();
    for k in 0..250 {
        let a = f64::from(k) / 250.0 * 2.0 * std::f64::consts::PI;
        let (x, y) = (26.7 * cos(a), 26.7 * sin(a));
        let goal = sim.add_goal_at(Point::new(-x, -y)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.spawn(group, journey, Point::new(x, y)).unwrap();
    }
    while sim.report().arrived < 250 && sim.report().time < 240.0 {
        sim.step();
    }
    println!("circle of 250: {} s, worst overlap {} m", sim.report().time, sim.report().max_overlap);
    assert_eq!(sim.report().arrived, 250, "after {} s", sim.report().time);
    assert!(sim.report().max_overlap <= 0.005);
}

#[test]
fn crossing_pairs_pass_without_touching_or_swerving() {
    let faults: Vec<String> = Pair::all("orca").flat_map(|pair| pair.faults(4)).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_mirrored_scene_with_the_other_side_gives_mirrored_paths() {
    for pair in Pair::all("orca") {
        let worst = pair.asymmetry();
        assert!(worst < 1e-3, "{pair}: {worst} m");
    }
}
