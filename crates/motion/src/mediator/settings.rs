//! Settings of a mediator.

use crate::SkeletonError;

/// Constants of a mediator. The default is what `ambulo animate` uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Time constant of the torso [s]: how long it takes to face where one walks.
    pub torso_time: f32,
    /// Clips whose speeds differ by less share a track [m/s].
    pub speed_tolerance: f32,
    /// Clips whose angles differ by less share a sector [rad].
    pub angle_tolerance: f32,
    /// How long a change of clip takes [s].
    pub blend_time: f32,
    /// Most the spine twists between hips and shoulders [rad].
    pub twist_max: f32,
    /// Fastest turn of hips and shoulders [rad/s].
    pub turn_max: f32,
    /// Slower than this one stands [m/s]; to set off it takes half as much again.
    pub stand_below: f32,
    /// Slower than this one shuffles [m/s]: feet are set after the body one by one, whichever direction it goes; to walk it
    /// takes two fifths more. Only with `foot_lock`.
    pub shuffle_below: f32,
    /// Faster than this nobody walks backwards by a forward clip played in reverse [m/s].
    pub backwards_below: f32,
    /// Time in which the body makes up for being elsewhere than its wish [s].
    pub follow_time: f32,
    /// Time constant with which the body takes up a wished velocity [s].
    pub steer_time: f32,
    /// Whether a foot on the floor is held there by bending the leg. Without, the root is moved so that the supporting
    /// foot stays, as in the paper.
    pub foot_lock: bool,
    /// How fast a body whose feet are held may be shifted besides what its clips travel [m/s]: its legs make up for it.
    pub shift_max: f32,
    /// How many times faster than they were made clips are played at most, to keep up.
    pub haste: f32,
    /// Farthest a foot is held from where the clip would have it [m]; beyond, it lets go.
    pub hold_max: f32,
    /// Most a held foot is turned against the clip [rad]; beyond, it turns on the spot.
    pub foot_turn_max: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            torso_time: 0.5,
            speed_tolerance: 0.1,
            angle_tolerance: 10f32.to_radians(),
            blend_time: 0.25,
            twist_max: 60f32.to_radians(),
            turn_max: 4.5,
            stand_below: 0.1,
            shuffle_below: 0.25,
            backwards_below: 1.2,
            follow_time: 0.4,
            steer_time: 0.08,
            foot_lock: true,
            shift_max: 0.2,
            haste: 1.6,
            hold_max: 0.25,
            foot_turn_max: 35f32.to_radians(),
        }
    }
}

impl Settings {
    /// For a mediator in the loop: what the feet cannot do is fed back to the simulation, so no clip is hastened and
    /// bodies are shifted less.
    pub fn in_loop() -> Self {
        Self { shift_max: 0.1, haste: 1.0, ..Self::default() }
    }

    /// As in the paper: the supporting foot moves the root, and no leg is bent to hold it.
    pub fn without_foot_lock() -> Self {
        Self { foot_lock: false, ..Self::default() }
    }

    /// The first value out of range, by name.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let times = [
            ("torso_time", self.torso_time),
            ("blend_time", self.blend_time),
            ("follow_time", self.follow_time),
            ("steer_time", self.steer_time),
            ("turn_max", self.turn_max),
            ("haste", self.haste),
        ];
        let sizes = [
            ("speed_tolerance", self.speed_tolerance),
            ("angle_tolerance", self.angle_tolerance),
            ("twist_max", self.twist_max),
            ("stand_below", self.stand_below),
            ("shuffle_below", self.shuffle_below),
            ("backwards_below", self.backwards_below),
            ("shift_max", self.shift_max),
            ("hold_max", self.hold_max),
            ("foot_turn_max", self.foot_turn_max),
        ];
        let bad_time = times.into_iter().find(|(_, x)| x.is_nan() || *x <= 0.0);
        let bad_size = sizes.into_iter().find(|(_, x)| !(x.is_finite() && *x >= 0.0));
        bad_time.or(bad_size).map(|(name, _)| name)
    }
}

/// Why there is no mediator.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MediatorError {
    /// Nothing to walk with.
    #[error("no clip to walk with: the set needs at least one walk or run of more than 0.05 m/s")]
    NoWalk,
    /// A clip without frames, or for another skeleton, or with figures that are no numbers.
    #[error("the move `{0}` {1}")]
    Move(String, &'static str),
    /// A setting out of range.
    #[error("the setting `{0}` is out of range: times and rates are more than 0, sizes 0 or more")]
    Setting(&'static str),
    /// A skeleton that cannot walk.
    #[error(transparent)]
    Skeleton(#[from] SkeletonError),
}
