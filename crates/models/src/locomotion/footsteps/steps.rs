//! The step set: what a foot may do next, as a table in the plane.
//!
//! A step moves the swing foot to a place relative to the supporting one. Its length and time follow from the empirical relation
//! of people who walk freely, the same as in `gait-feedback`: length over cadence is constant, 0.7 m long at 1.3 m/s. Then
//! length L = 0.7 sqrt(v / 1.3) at speed v, and a step of length L lasts 0.377 / L seconds.

use ambulo_geom::{Vec2, math};

/// Distance between the feet, sideways [m].
pub const STANCE: f32 = 0.18;
/// Length of a step at 1.3 m/s [m].
const LENGTH: f32 = 0.7;
/// Speed at which it is that long [m/s].
const SPEED: f32 = 1.3;
/// Length times duration of a step [m s]: 0.7 m in 0.538 s.
const LENGTH_TIME: f32 = LENGTH * LENGTH / SPEED;
/// The shortest and the longest a step may last [s].
const TIMES: (f32, f32) = (0.35, 0.8);
/// Fastest turning [rad/s].
pub const TURN_RATE: f32 = 2.0;
/// How much more a step costs per radian it turns.
const TURNING: f32 = 0.15;
/// The slowest that is intended while walking [m/s].
pub const SLOWEST: f32 = 0.25;

/// One row of the table.
struct StepShape {
    /// Length, as a share of the own step of the intended speed.
    length: f32,
    /// How much wider than the stance [m].
    wider: f32,
    /// Turn of the body, to the left [rad].
    turn: f32,
    /// Time scale.
    slower: f32,
    /// Factor on the energy.
    effort: f32,
}

const fn forward(length: f32, turn: f32) -> StepShape {
    StepShape { length, wider: 0.0, turn, slower: 1.0, effort: 1.0 }
}

const SHAPES: [StepShape; 25] = [
    forward(1.0, 0.0),
    forward(1.0, 0.2),
    forward(1.0, -0.2),
    forward(1.0, 0.5),
    forward(1.0, -0.5),
    forward(0.7, 0.0),
    forward(0.7, 0.2),
    forward(0.7, -0.2),
    forward(0.7, 0.6),
    forward(0.7, -0.6),
    forward(1.15, 0.0),
    forward(1.15, 0.2),
    forward(1.15, -0.2),
    forward(0.35, 0.0),
    forward(0.35, 0.6),
    forward(0.35, -0.6),
    // The feet side by side, and turning on the spot.
    forward(0.0, 0.0),
    StepShape { effort: 1.2, ..forward(0.0, 0.9) },
    StepShape { effort: 1.2, ..forward(0.0, -0.9) },
    // Sideways: the foot on the side steps out, the other closes with one of the steps above.
    StepShape { wider: 0.35, effort: 1.3, ..forward(0.0, 0.0) },
    StepShape { wider: 0.25, effort: 1.1, ..forward(0.5, 0.0) },
    // Backwards.
    StepShape { effort: 1.3, ..forward(-0.5, 0.0) },
    // Slower.
    StepShape { slower: 1.5, ..forward(1.0, 0.0) },
    StepShape { slower: 1.5, ..forward(0.7, 0.0) },
    // Back and out, as one who lets another pass.
    StepShape { wider: 0.25, effort: 1.3, ..forward(-0.35, 0.0) },
];

/// How many steps there are, without standing.
pub const COUNT: usize = SHAPES.len();

/// A step of the set, for one who intends some speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlannedStep {
    /// From the supporting foot to the swing foot, forward [m] in the new direction of the body.
    pub forward: f32,
    /// The same, sideways to the swing side [m].
    pub side: f32,
    /// Cosine and sine of the turn of the body.
    pub turn: Vec2,
    /// How long it lasts [s].
    pub time: f32,
    /// Factor on its energy, 1 or more.
    pub effort: f32,
    /// Whether it is standing: no foot moves.
    pub stands: bool,
}

ambulo_sim::snapshot!(PlannedStep { forward, side, turn, time, effort, stands });

impl PlannedStep {
    /// Standing for a time [s].
    pub fn standing(time: f32) -> Self {
        Self { time, turn: Vec2::new(1.0, 0.0), effort: 1.0, stands: true, ..Self::default() }
    }
}

/// How many small steps there are.
pub const SMALL: usize = 9;

/// A small step of one whose legs are among those of others: the foot moves a little from where it is, in one of eight directions, or
/// comes down there again. `apart` leads from the supporting foot to it [m].
pub fn small(apart: Vec2, facing: Vec2, swing: usize, number: usize) -> PlannedStep {
    const LITTLE: f32 = 0.15;
    const DIAGONAL: f32 = LITTLE * std::f32::consts::FRAC_1_SQRT_2;
    const MOVES: [(f32, f32); SMALL] = [
        (LITTLE, 0.0),
        (DIAGONAL, DIAGONAL),
        (0.0, LITTLE),
        (-DIAGONAL, DIAGONAL),
        (-LITTLE, 0.0),
        (-DIAGONAL, -DIAGONAL),
        (0.0, -LITTLE),
        (DIAGONAL, -DIAGONAL),
        (0.0, 0.0),
    ];
    let (x, y) = MOVES[number.min(SMALL - 1)];
    let aside = apart.dot(facing.perp()) + y;
    PlannedStep {
        forward: apart.dot(facing) + x,
        side: if swing == 0 { aside } else { -aside },
        stands: false,
        effort: 1.2,
        ..PlannedStep::standing(0.45)
    }
}

/// Fills `set` with the steps of one who intends a speed [m/s], and standing.
pub fn fill(set: &mut Vec<PlannedStep>, speed: f32, stand: f32) {
    let speed = speed.max(SLOWEST);
    let mut own = LENGTH * (speed / SPEED).sqrt();
    let mut lasts = LENGTH_TIME / own;
    if lasts > TIMES.1 {
        // Slower than that, steps get shorter and not longer in time.
        (own, lasts) = (speed * TIMES.1, TIMES.1);
    }
    set.clear();
    set.reserve(COUNT + 1);
    for shape in &SHAPES {
        let length = own * shape.length;
        let free = if shape.length >= 0.99 { lasts / shape.length } else { LENGTH_TIME / length.abs().max(0.1) };
        let time = if shape.length.abs() < 0.01 { 0.5 } else { free.clamp(TIMES.0, TIMES.1) } * shape.slower;
        let angle = f64::from(shape.turn);
        let turn = Vec2::new(math::cos(angle) as f32, math::sin(angle) as f32);
        if shape.turn.abs() <= TURN_RATE * time {
            let side = STANCE + shape.wider;
            let effort = shape.effort * (1.0 + TURNING * shape.turn.abs());
            set.push(PlannedStep { forward: length, side, turn, time, effort, stands: false });
        }
    }
    set.push(PlannedStep::standing(stand));
}
