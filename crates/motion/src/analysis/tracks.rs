//! Places and speeds of hips and feet, frame by frame.

use super::four_legs::FourLegs;
use super::measure;
use crate::math::atan2;
use crate::{Clip, ContactPoint, JointTransform, Role, Side, Skeleton, to_world, wrap, yaw};
use glam::{Quat, Vec2, Vec3};

/// Where hips and feet are over the whole clip.
#[derive(Clone, Debug)]
pub(super) struct JointTracks {
    pub rate: f32,
    /// Size of the body against a grown person.
    pub size: f32,
    /// Height of the hips when the body rests [m].
    pub rest_height: f32,
    /// Places of the hips; with the travel given back to a clip in place.
    pub hips: Vec<Vec3>,
    /// Heading of the chest, without jumps [rad].
    pub heading: Vec<f32>,
    /// Least share of the vertical in the hips' own upward axis: 1 stands, 0 lies.
    pub upright: f32,
    /// Whether it goes on four.
    pub four_legs: FourLegs,
    /// For each foot its points (ankle, ball, tip): places.
    pub points: [Vec<Vec<Vec3>>; 2],
    /// The contact point of each foot: the ball, by which planting is judged once the foot is flat.
    pub balls: [Vec<Vec3>; 2],
    /// Heights of the contact points above where they stand [m], and their speeds [m/s].
    pub ball_heights: [Vec<f32>; 2],
    pub ball_speeds: [Vec<f32>; 2],
    /// Lowest of each foot's points above where that point stands [m].
    pub heights: [Vec<f32>; 2],
    /// Slowest of each foot's low points [m/s].
    pub speeds: [Vec<f32>; 2],
    /// Speed of the hips over the floor [m/s].
    pub pace: Vec<f32>,
    /// The same as a mean over 0.4 s: without the swing of every step.
    pub smooth: Vec<f32>,
    /// Lowest any foot comes, outliers left out [m].
    pub floor: f32,
    /// Direction of the travel given to a clip in place. Of its feet only the speed along it counts: drawn feet go back
    /// at no constant speed, but all that goes back is on the floor.
    given: Option<Vec2>,
}

impl JointTracks {
    pub fn of(skeleton: &Skeleton, clip: &Clip) -> Self {
        let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
        let watched = [measure::foot_points(skeleton, true), measure::foot_points(skeleton, false)];
        let mut points = [0, 1].map(|foot| vec![Vec::with_capacity(clip.frames()); watched[foot].len()]);
        let contact = [Side::Left, Side::Right].map(|side| ContactPoint::of(skeleton, side));
        let mut balls: [Vec<Vec3>; 2] = Default::default();
        // A body faces where its chest does: hips turn towards where one goes, also when going aside.
        let roles = [Role::UpperChest, Role::Chest, Role::Spine];
        let chest = roles.into_iter().find_map(|role| skeleton.roles().get(role)).unwrap_or(0);
        let upright_chest = skeleton.rest()[chest].rotation.conjugate();
        let (mut hips, mut heading, mut upright) = (Vec::new(), Vec::new(), 1.0f32);
        let mut four_legs = FourLegs::new(skeleton);
        for f in 0..clip.frames() {
            to_world(skeleton, clip.hips(f), clip.rotations(f), &mut world);
            hips.push(world[0].at);
            four_legs.add(skeleton, &world);
            let turned = world[0].rotation * skeleton.joints()[0].rotation.conjugate();
            upright = upright.min((turned * Vec3::Z).z);
            let facing = yaw(world[chest].rotation * upright_chest);
            let last = heading.last().copied().unwrap_or(facing);
            heading.push(last + wrap(facing - last));
            for foot in 0..2 {
                balls[foot].push(contact[foot].at(&world));
                for (places, &(joint, local)) in points[foot].iter_mut().zip(&watched[foot]) {
                    places.push(world[joint].point(local));
                }
            }
        }
        let mut tracks = Self {
            rate: clip.rate,
            size: measure::size(skeleton),
            rest_height: skeleton.joints()[0].translation.z,
            hips,
            heading,
            upright,
            four_legs,
            points,
            balls,
            ball_heights: Default::default(),
            ball_speeds: Default::default(),
            heights: Default::default(),
            speeds: Default::default(),
            pace: Vec::new(),
            smooth: Vec::new(),
            floor: 0.0,
            given: None,
        };
        tracks.measure();
        tracks
    }

    pub fn frames(&self) -> usize {
        self.hips.len()
    }

    /// A foot counts as low below this [m].
    pub fn low(&self) -> f32 {
        0.05 * self.size
    }

    /// By how much the body is slower than a grown person: speeds go with the root of lengths.
    pub fn pace_scale(&self) -> f32 {
        self.size.sqrt()
    }

    /// Length of the legs [m].
    pub fn leg(&self) -> f32 {
        self.size * measure::GROWN
    }

    /// Whether the clip stayed in place and was given its travel.
    pub fn is_drawn(&self) -> bool {
        self.given.is_some()
    }

    /// Heights and speeds from places.
    fn measure(&mut self) {
        let n = self.frames();
        self.floor = f32::INFINITY;
        let low = self.low();
        for foot in 0..2 {
            let levels: Vec<Vec<f32>> = self.points[foot].iter().map(|p| self.levels(p)).collect();
            let lowest = self.points[foot].iter().map(|p| percentile(p.iter().map(|p| p.z), 0.05));
            self.floor = lowest.fold(self.floor, f32::min);
            let height = |k: usize, f: usize| self.points[foot][k][f].z - levels[k][f];
            let count = self.points[foot].len();
            let heights = (0..n).map(|f| (0..count).map(|k| height(k, f)).fold(f32::INFINITY, f32::min)).collect();
            let speeds = (0..n)
                .map(|f| {
                    let speed = |k: usize| self.speed(&self.points[foot][k], f);
                    let slow = (0..count).filter(|&k| height(k, f) < low).map(speed).fold(f32::INFINITY, f32::min);
                    if slow.is_finite() { slow } else { (0..count).map(speed).fold(f32::INFINITY, f32::min) }
                })
                .collect();
            self.heights[foot] = heights;
            self.speeds[foot] = speeds;
            let ball = &self.balls[foot];
            let levels = self.levels(ball);
            self.ball_heights[foot] = ball.iter().zip(&levels).map(|(p, level)| p.z - level).collect();
            self.ball_speeds[foot] = (0..n).map(|f| self.speed(ball, f)).collect();
        }
        self.pace = (0..n).map(|f| self.velocity(&self.hips, f).truncate().length()).collect();
        let half = (0.2 * self.rate) as usize;
        let mean = |part: &[f32]| part.iter().sum::<f32>() / part.len() as f32;
        self.smooth = (0..n).map(|f| mean(&self.pace[f.saturating_sub(half)..(f + half + 1).min(n)])).collect();
    }

    /// Where a point stands, frame by frame: the lowest it comes within a stride. Floors of captured clips lean by
    /// centimetres over a few metres, so that one level for the whole clip loses steps at one end.
    fn levels(&self, places: &[Vec3]) -> Vec<f32> {
        let n = places.len();
        let lowest = percentile(places.iter().map(|p| p.z), 0.05);
        let (apart, around) = ((0.1 * self.rate).ceil() as usize, (0.7 * self.rate) as usize);
        let knot = |k: usize| {
            let f = (k * apart).min(n - 1);
            let near = &places[f.saturating_sub(around)..(f + around + 1).min(n)];
            // Nobody stands on the air: a foot that stays up for longer than a stride is up.
            percentile(near.iter().map(|p| p.z), 0.1).min(lowest + 0.12 * self.size)
        };
        let knots: Vec<f32> = (0..=n / apart + 1).map(knot).collect();
        let between = |f: usize| {
            let (k, t) = (f / apart, (f % apart) as f32 / apart as f32);
            knots[k] + (knots[k + 1] - knots[k]) * t
        };
        (0..n).map(between).collect()
    }

    /// Velocity by differences over about a thirtieth of a second: captured points tremble from frame to frame.
    pub fn velocity(&self, places: &[Vec3], f: usize) -> Vec3 {
        let wide = ((self.rate / 60.0).round() as usize).max(1);
        let (a, b) = (f.saturating_sub(wide), (f + wide).min(places.len() - 1));
        if a == b { Vec3::ZERO } else { (places[b] - places[a]) * (self.rate / (b - a) as f32) }
    }

    fn speed(&self, places: &[Vec3], f: usize) -> f32 {
        let v = self.velocity(places, f);
        self.given.map_or(v.length(), |along| v.truncate().dot(along).max(0.0))
    }

    /// Finds out whether the clip was made to stay in place (feet on the floor go backwards while the hips stay) and
    /// gives it its travel back.
    pub fn give_travel(&mut self) -> bool {
        let n = self.frames();
        let seconds = (n - 1) as f32 / self.rate;
        let net = (self.hips[n - 1] - self.hips[0]).truncate() / seconds;
        let sliding: Vec<Vec2> = (0..n).filter_map(|f| self.support_velocity(f)).collect();
        if sliding.len() < 3 {
            return false;
        }
        let slide =
            Vec2::new(percentile(sliding.iter().map(|v| v.x), 0.5), percentile(sliding.iter().map(|v| v.y), 0.5));
        let along = sliding.iter().filter(|v| v.dot(slide) > 0.0).count() as f32 / sliding.len() as f32;
        if slide.length() < 0.2 * self.pace_scale() || net.length() > 0.25 * slide.length() || along < 0.65 {
            return false;
        }
        self.given = Some(-slide / slide.length());
        self.add_travel(-slide);
        true
    }

    /// Adds a constant velocity to everything.
    pub fn add_travel(&mut self, velocity: Vec2) {
        let step = velocity.extend(0.0) / self.rate;
        let all = self.points.iter_mut().flatten().chain(&mut self.balls).chain(std::iter::once(&mut self.hips));
        for places in all {
            for (f, p) in places.iter_mut().enumerate() {
                *p += step * f as f32;
            }
        }
        self.measure();
    }

    /// Velocity over the floor of the lowest point of the lower foot, if that is near the floor.
    fn support_velocity(&self, f: usize) -> Option<Vec2> {
        let foot = usize::from(self.heights[1][f] < self.heights[0][f]);
        (self.heights[foot][f] < self.low()).then(|| self.lowest_velocity(foot, f))
    }

    /// Velocity over the floor of the slowest of a foot's low points.
    pub fn lowest_velocity(&self, foot: usize, f: usize) -> Vec2 {
        let lowest = self.points[foot].iter().min_by(|a, b| a[f].z.total_cmp(&b[f].z));
        lowest.map_or(Vec2::ZERO, |p| self.velocity(p, f).truncate())
    }

    /// Speed, angle and turning of a constant travel from one frame to another.
    pub fn mean_travel(&self, a: usize, b: usize) -> (f32, f32, f32) {
        let seconds = (b - a).max(1) as f32 / self.rate;
        let turning = (self.heading[b] - self.heading[a]) / seconds;
        let n = (b - a).max(1);
        let mean = (a..a + n).map(|f| self.heading[f] - turning * (f - a) as f32 / self.rate).sum::<f32>() / n as f32;
        let v = super::in_place::body_velocity((self.hips[b] - self.hips[a]).truncate(), mean, turning, seconds);
        (v.length(), if v.length() > 1e-4 { atan2(v.y, v.x) } else { 0.0 }, turning)
    }
}

/// The value below which a share of all values lies.
pub(super) fn percentile(values: impl Iterator<Item = f32>, share: f32) -> f32 {
    let mut all: Vec<f32> = values.collect();
    if all.is_empty() {
        return 0.0;
    }
    all.sort_by(f32::total_cmp);
    all[((all.len() - 1) as f32 * share).round() as usize]
}
