//! Two agents whose paths cross, for the checks of all models: set up by angle and offset in an open square, run,
//! judged.
//!
//! The first walks along +x through the middle of the square. The second walks at `angle` to it through the same
//! place, with its start shifted back along its path by `offset`; at 180 degrees the shift is to its side instead,
//! because a shift along the path changes nothing there.

use ambulo_geom::math::{cos, sin};
use ambulo_geom::{Point, Polygon, Region, Vec2};
use ambulo_sim::{AtGoal, Group, Setup, Simulation, Spread};

/// Angles of the standard crossings [deg].
pub const ANGLES: [f64; 6] = [30.0, 60.0, 90.0, 120.0, 150.0, 180.0];
/// Offsets of the standard crossings [m].
pub const OFFSETS: [f64; 10] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/// Half the side of the square [m].
const HALF: f64 = 24.0;
/// How far before the crossing both start, and how far beyond it they go [m].
const BEFORE: f64 = 8.0;
const BEYOND: f64 = 10.0;
/// A crossing that takes longer has failed [s].
const LIMIT: f64 = 60.0;
/// Turns slower than this a step are no turns [deg], and what turns less than this in all is no swerve [deg].
const SLOW_TURN: f64 = 0.5;
const SMALL_TURN: f64 = 2.0;

/// A crossing to be run.
#[derive(Clone, Debug)]
pub struct CrossingSetup {
    /// Name of the model of both.
    pub model: &'static str,
    /// Its parameters, where they are not the usual ones.
    pub params: Vec<(&'static str, f64)>,
    /// Between the two directions [deg].
    pub angle: f64,
    /// Shift of the second's start [m].
    pub offset: f64,
    /// Preferred speeds [m/s].
    pub speeds: [f64; 2],
    /// Radius of both [m].
    pub radius: f64,
    /// Step [s].
    pub dt: f64,
    /// Turned over about the x axis.
    pub flipped: bool,
}

/// The result.
#[derive(Clone, Debug)]
pub struct CrossingRun {
    /// Places after every step, as long as the walker was there.
    pub paths: [Vec<Point>; 2],
    /// Least distance between the two middles [m].
    pub least_distance: f64,
    /// When each arrived [s].
    pub arrivals: [Option<f64>; 2],
    /// How often each changed from turning left to turning right or back.
    pub swerves: [usize; 2],
}

impl CrossingSetup {
    /// The usual walkers at an angle [deg] and an offset [m].
    pub fn new(model: &'static str, angle: f64, offset: f64) -> Self {
        Self { model, params: Vec::new(), angle, offset, speeds: [1.3; 2], radius: 0.2, dt: 0.05, flipped: false }
    }

    /// All standard crossings of a model.
    pub fn all(model: &'static str) -> impl Iterator<Item = Self> {
        ANGLES.into_iter().flat_map(move |angle| OFFSETS.into_iter().map(move |offset| Self::new(model, angle, offset)))
    }

    /// With other parameters.
    pub fn with(mut self, params: &[(&'static str, f64)]) -> Self {
        self.params.extend(params);
        self
    }

    /// At other preferred speeds [m/s].
    pub fn at_speeds(mut self, speeds: [f64; 2]) -> Self {
        self.speeds = speeds;
        self
    }

    /// The same scene turned over, for walkers who prefer the other side. A model whose ties break by `side` (right 0,
    /// left 1) walks it along the mirrored paths.
    pub fn mirrored(mut self) -> Self {
        self.flipped = !self.flipped;
        let side = self.params.iter().rposition(|p| p.0 == "side").map_or(0.0, |at| self.params.remove(at).1);
        self.params.push(("side", if side < 2.0 { 1.0 - side } else { side }));
        self
    }

    fn start_and_goal(&self, which: usize) -> (Point, Point) {
        let at = |x: f64, y: f64| Point::new(HALF + x, HALF + if self.flipped { -y } else { y });
        if which == 0 {
            return (at(-BEFORE, 0.0), at(BEYOND, 0.0));
        }
        if self.angle == 180.0 {
            return (at(BEFORE, self.offset), at(-BEYOND, self.offset));
        }
        let (c, s) = (cos(self.angle.to_radians()), sin(self.angle.to_radians()));
        let before = BEFORE + self.offset;
        (at(-before * c, -before * s), at(BEYOND * c, BEYOND * s))
    }

    /// Lets them walk.
    pub fn run(&self) -> CrossingRun {
        let square = Region::from(Polygon::rectangle(0.0, 0.0, 2.0 * HALF, 2.0 * HALF).unwrap());
        let mut sim = Simulation::new(Setup { dt: self.dt, ..crate::setup(square) }).unwrap();
        let ids = [0, 1].map(|which| {
            let params = self.params.iter().map(|(name, value)| (name.to_string(), *value)).collect();
            let group = Group {
                model: self.model.into(),
                params,
                speed: Spread::constant(self.speeds[which]),
                radius: Spread::constant(self.radius),
                ..Group::default()
            };
            let group = sim.add_group(&group).unwrap();
            let (start, goal) = self.start_and_goal(which);
            let goal = sim.add_goal_at(goal).unwrap();
            let journey = sim.add_journey(&[goal], AtGoal::Leave);
            sim.spawn(group, journey, start).unwrap()
        });
        let mut paths = [Vec::new(), Vec::new()];
        let mut velocities = [Vec::new(), Vec::new()];
        let mut arrivals = [None; 2];
        let mut least_distance = f64::INFINITY;
        while sim.report().time < LIMIT && arrivals.iter().any(Option::is_none) {
            sim.step();
            let now = ids.map(|id| sim.walker(id));
            for (which, walker) in now.iter().enumerate() {
                match walker {
                    Some(w) => {
                        paths[which].push(w.place);
                        velocities[which].push(w.velocity);
                    }
                    None => arrivals[which] = arrivals[which].or(Some(sim.report().time)),
                }
            }
            if let [Some(a), Some(b)] = now {
                least_distance = least_distance.min(a.place.distance(b.place));
            }
        }
        CrossingRun { least_distance, arrivals, swerves: [0, 1].map(|which| swerves(&velocities[which])), paths }
    }

    /// Runs it and returns what is wrong with it: touching, not arriving, swerving more than `swerves` times.
    pub fn faults(&self, swerves: usize) -> Vec<String> {
        let crossing = self.run();
        let mut faults = Vec::new();
        let touch = 2.0 * self.radius;
        if crossing.least_distance <= touch {
            faults.push(format!("{self}: {:.3} m apart, {touch} m is touching", crossing.least_distance));
        }
        for which in 0..2 {
            if crossing.arrivals[which].is_none() {
                faults.push(format!("{self}: walker {which} does not arrive"));
            }
            if crossing.swerves[which] > swerves {
                faults.push(format!("{self}: walker {which} swerves {} times", crossing.swerves[which]));
            }
        }
        faults
    }

    /// How far the paths of this scene and of the mirrored one are apart at most, once turned over [m].
    pub fn asymmetry(&self) -> f64 {
        let (here, there) = (self.run(), self.clone().mirrored().run());
        let mut worst = 0.0f64;
        for (a, b) in here.paths.iter().zip(&there.paths) {
            if a.len() != b.len() {
                return f64::INFINITY;
            }
            let apart = |(p, q): (&Point, &Point)| p.distance(Point::new(q.x, 2.0 * HALF - q.y));
            worst = a.iter().zip(b).map(apart).fold(worst, f64::max);
        }
        worst
    }
}

impl std::fmt::Display for CrossingSetup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [a, b] = self.speeds;
        write!(f, "{} at {} deg, offset {} m, {a} and {b} m/s", self.model, self.angle, self.offset)
    }
}

/// How often an agent switches between turning left and right.
pub fn swerves(velocities: &[Vec2]) -> usize {
    let angles: Vec<f64> = velocities.iter().filter(|v| v.length() > 0.05).map(|v| v.angle()).collect();
    let turns = angles.windows(2).map(|a| ambulo_geom::math::wrap(a[1] - a[0]).to_degrees());
    // Turns to one side without a turn to the other between.
    let mut runs: Vec<f64> = Vec::new();
    for turn in turns.filter(|t| t.abs() >= SLOW_TURN) {
        match runs.last_mut() {
            Some(run) if *run * turn > 0.0 => *run += turn,
            _ => runs.push(turn),
        }
    }
    runs.retain(|run| run.abs() >= SMALL_TURN);
    runs.windows(2).filter(|r| r[0] * r[1] < 0.0).count()
}

#[test]
fn swerves_are_counted_and_small_ones_are_not() {
    let path = |degrees: &[f64]| -> Vec<Vec2> { degrees.iter().map(|d| Vec2::from_angle(d.to_radians())).collect() };
    assert_eq!(swerves(&path(&[0.0, 0.0, 0.0])), 0);
    assert_eq!(swerves(&path(&[0.0, 3.0, 6.0, 3.0, 0.0])), 1, "out and back");
    assert_eq!(swerves(&path(&[0.0, 3.0, 6.0, 5.0, 8.0])), 0, "a degree back is nothing");
    assert_eq!(swerves(&path(&[0.0, 3.0, 0.0, 3.0, 0.0])), 3);
    assert_eq!(swerves(&path(&[0.0, 0.4, 0.8, 1.2, 1.6, 2.0])), 0, "too slow to be a turn");
}

#[test]
fn walkers_who_cross_alone_meet_at_the_middle_and_the_mirror_is_true() {
    // Without repulsion and noise nobody gives way, so that what is measured is known.
    let blind = [("strength", 0.0), ("noise", 0.0), ("wall_strength", 0.0)];
    let straight = CrossingSetup { radius: 0.05, ..CrossingSetup::new("social-force", 90.0, 0.8).with(&blind) };
    let crossing = straight.run();
    // The second comes 0.8 m late: least distance 0.8 / sqrt 2.
    assert!((crossing.least_distance - 0.5657).abs() < 0.02, "{}", crossing.least_distance);
    assert_eq!(crossing.swerves, [0, 0]);
    assert!(crossing.arrivals.iter().all(Option::is_some));
    let flipped = CrossingSetup { flipped: true, ..straight.clone() };
    let (a, b) = (crossing.paths[1][40], flipped.run().paths[1][40]);
    assert!((a.y + b.y - 2.0 * HALF).abs() < 1e-9 && a.y < HALF, "{a} {b}");
}
