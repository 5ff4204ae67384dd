//! Feet that stay where they were set down.
//!
//! A foot on the floor stands on its heel, then on its ball, then on its toes: whichever is lowest. That point stays at its
//! place of the floor, the sole neither sinks nor hovers, and the leg is bent to let it, until the move lifts the foot. What
//! it was off by then fades while it swings. A body that stands or shuffles and has a foot out of place sets it right with
//! a step, one foot at a time.

use super::{
    AnimatedBody, Footing, Ground, Mediator,
    reach::{EDGE, FootGoal},
};
use crate::{DVec2, Limbs, Quat, Vec2, Vec3, ease, turn, wrap};

/// What is remembered of one foot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FootState {
    /// On the floor by the move that plays.
    pub down: bool,
    /// The same in the last frame.
    pub was_down: bool,
    /// Its ball stands still by the move that plays.
    pub planted: bool,
    /// Held at `at`.
    pub held: bool,
    /// A step of a standing body, or a quick one of a body whose foot was too far off.
    stepping: bool,
    /// It had to let go though it is down, and moves to where its clip has it.
    slipping: bool,
    /// The point it stands on: heel, ball, tip or front.
    pub pivot: u8,
    /// Where that point is held in the plan; without foot lock where the contact point is [m].
    pub at: DVec2,
    /// How far the sole is above the floor still [m].
    above: f32,
    /// The floor below it: height [m], and how it leans as the sole has taken it up [m/m].
    pub floor: f32,
    grade: Vec2,
    /// Heading of the body for which the foot points as its clip says [rad].
    heading: f32,
    /// When it lifted: from where the clip has its contact point to where it is, along the plan's axes, and its turn [rad].
    offset: Vec3,
    turn: f32,
    /// Share of the swing that is done, in which the offset fades.
    progress: f32,
    /// How high it is lifted for it, as a share of the highest.
    lift: f32,
    /// How far it and its toes are brought to lie flat, from 0 to 1: on the floor they do.
    pub flat: f32,
    /// What turns it about its length so that it does not stand on an edge of its sole, in the body's frame.
    pub roll: Quat,
    /// How far its heel is up because the leg is too short [rad].
    pub rise: f32,
}

/// Share of a swing after which a foot is where its clip has it.
const FADE: f32 = 0.85;
/// How long a step on the spot takes, and how long a foot that let go needs to find its place [s].
const STEP: (f32, f32) = (0.35, 0.2);
/// How far a foot of a standing body may be out of place [m], [rad].
const OUT_OF_PLACE: (f32, f32) = (0.06, 0.35);
/// For each m/s that a body shuffles it may be farther out of place by the first, and lands ahead of the body by the second [s].
const SHUFFLES: (f32, f32) = (0.25, 0.3);
/// How much sooner the foot on the side of travel steps, so that feet do not cross.
const FIRST: f32 = 0.4;
/// How high a step on the spot is, and how high soles are over the floor in the middle of a swing at least [m].
const LIFT: (f32, f32) = (0.04, 0.012);
/// Share of the farthest hold at which a single foot begins to move the root, and how much farther than that hold it can [m].
const LEASH: (f32, f32) = (0.7, 0.3);
/// How fast it does so at most, walking and shuffling [m/s].
const PULL: (f32, f32) = (1.2, 0.4);
/// Time in which the sole of a foot in the air takes up how the floor leans [s].
const LEANS: f32 = 0.1;
/// A foot seen shorter than this from above says nothing of how the floor leans along it [m].
const SHORT: f32 = 0.12;
/// The ball among the points of a sole.
const BALL: usize = 1;
/// A foot turns about another point of its sole once that is so much lower [m].
const LOWER: f32 = 1e-3;

impl FootState {
    /// Lets go: from now on the foot goes to where its clip has it.
    fn release(&mut self, out: Vec3, anim: Vec3, turn: f32) {
        let offset = out - anim;
        let lift = (flat(offset).length() / 0.15 + 2.0 * turn.abs()).min(1.0);
        *self = FootState { held: false, planted: false, offset, turn, progress: 0.0, lift, ..*self };
    }
}

/// A foot as it is turned in the plan: where the points of its sole are from its contact point, and how high the floor is
/// below each of them.
struct Turned {
    points: [Vec3; 4],
    floors: [f32; 4],
    /// How high the sole is above its contact point where it is nearest to a floor that is no plane: at its corners, or over an
    /// edge of the floor between two of them; less how high the floor is there.
    edge: f32,
    /// How the floor leans below it.
    grade: Vec2,
}

impl Turned {
    /// Heights of the points of the sole above the floor below them, with the contact point that high.
    fn heights(&self, contact: f32) -> [f32; 4] {
        [0, 1, 2, 3].map(|k| contact + self.points[k].z - self.floors[k])
    }

    /// Where a point that is held is from the contact point, seen from above. Of the ball it is the contact point itself: toes
    /// may bend.
    fn pivot(&self, k: usize) -> Vec2 {
        if k == BALL { Vec2::ZERO } else { flat(self.points[k]) }
    }

    fn lowest(&self, contact: f32) -> (usize, f32) {
        let heights = self.heights(contact);
        let least = (0..4).fold(0, |best, k| if heights[k] < heights[best] - LOWER { k } else { best });
        (least, heights.into_iter().fold(contact + self.edge, f32::min))
    }
}

fn flat(v: Vec3) -> Vec2 {
    Vec2::new(v.x, v.y)
}

/// The point of a foot that is held, as its clip has it.
fn pivot_of(limbs: &Limbs, k: usize) -> Vec3 {
    if k == BALL { limbs.contact } else { limbs.points[k] }
}

/// A hill over a swing, steep at its ends.
fn arch(share: f32) -> f32 {
    let u = 2.0 * share.clamp(0.0, 1.0) - 1.0;
    let square = u * u;
    1.0 - square * square * square
}

/// How high a straight piece of a sole is above the edge between the floors below its ends, if they meet in one.
fn over_edge(points: [Vec3; 2], floors: [Footing; 2]) -> f32 {
    let along = flat(points[1] - points[0]);
    let long = along.length();
    let [from, to] = floors.map(|floor| floor.grade.dot(along) / long.max(1e-6));
    if from - to < 1e-3 || long < 1e-3 {
        return f32::INFINITY;
    }
    let at = (floors[1].height - floors[0].height - to * long) / (from - to);
    if !(0.0..long).contains(&at) {
        return f32::INFINITY;
    }
    points[0].z + (points[1].z - points[0].z) * (at / long) - (floors[0].height + from * at)
}

impl Mediator {
    /// Which feet are down by what plays.
    pub(super) fn touch(&self, walker: &mut AnimatedBody) {
        let once = self.leading_once(walker).map(|(play, phase)| (play.down(phase), play.planted(phase)));
        let (touches, planted) = match walker.layers.chosen() {
            _ if once.is_some() => once.unwrap_or_default(),
            Some(_) if walker.walking => {
                let play = self.play(walker.layers.main());
                (play.down(walker.phase), play.planted(walker.phase))
            }
            _ => ([true; 2], [true; 2]),
        };
        let locks = self.settings.foot_lock && !walker.fresh;
        for (i, foot) in walker.feet.iter_mut().enumerate() {
            // A body that stops sets down the foot it had in the air first.
            let landed = foot.held || foot.progress >= 1.0;
            let clip = if self.settings.foot_lock { touches[i] } else { planted[i] };
            foot.down = clip && (landed || !locks || (walker.walking && !foot.stepping));
            foot.planted = planted[i] && foot.down;
        }
    }

    /// Holds the feet that are down. `advance` is how much of a cycle went by.
    pub(super) fn plant(&self, walker: &mut AnimatedBody, dt: f32, advance: f32, ground: &dyn Ground) {
        // Headings do not change from here on.
        walker.around = walker.placement.rotation();
        let limbs = [0, 1].map(|i| {
            let limbs = self.legs[i].limbs(&self.skeleton, walker.hips, &walker.rotations);
            self.flat_toes(walker, i, limbs, dt)
        });
        if !walker.walking && walker.once.is_none_or(|once| !once.leads) {
            self.step_into_place(walker, &limbs, ground);
        }
        self.pull_back(walker, &limbs, dt);
        let mut goals = [0, 1].map(|i| self.goal(walker, i, &limbs[i], dt, advance, ground));
        // Hips that go aside are the same as feet that go to the other side.
        let aside = self.hips_aside(walker);
        for goal in &mut goals {
            goal.ankle -= aside;
            goal.pivot -= aside;
        }
        walker.hips += aside;
        self.let_down(walker, &limbs, &goals, dt);
        for i in 0..2 {
            self.bend_leg(walker, i, &limbs[i], goals[i], dt);
        }
    }

    /// Where one foot shall be in this frame.
    fn goal(
        &self,
        walker: &mut AnimatedBody,
        i: usize,
        limbs: &Limbs,
        dt: f32,
        advance: f32,
        ground: &dyn Ground,
    ) -> FootGoal {
        let s = &self.settings;
        let placed = walker.placement;
        let main = walker.layers.chosen().map(|_| walker.layers.main());
        let once = self.leading_once(walker);
        let (swing, swung) = match (once, main) {
            (Some((play, phase)), _) => (FADE * play.swing_at(i, phase), play.swung(i, phase, false)),
            (_, Some(choice)) => {
                let play = self.play(choice);
                (FADE * play.swing(i), play.swung(i, walker.phase, choice.reversed))
            }
            _ => (FADE * 0.4, 0.0),
        };
        // How much of a walk it is.
        let stride = if once.is_some() { 1.0 } else { walker.stride };
        let high = main.filter(|_| once.is_none());
        let high = high.map_or(0.0, |choice| self.play(choice).high(i, swung, choice.reversed) * stride);
        let other = walker.feet[1 - i].held && walker.feet[1 - i].down;
        // Where the clip has the foot, on the floor there; the floor below a held foot is that below its place.
        let mut anim = walker.offset(limbs.contact);
        let there = ground.footing(placed.at + flat(anim).as_dvec2(), placed.floor).checked(placed.floor);
        anim.z += there.height - placed.floor;
        // The foot alone is changed here, and the rest of the body read.
        let mut foot = walker.feet[i];
        if foot.held {
            // What the clip turns a foot that stands is no turn of the foot.
            foot.heading = wrap(foot.heading + self.turns_feet(walker) * dt);
        }
        let mut turned = wrap(foot.heading - placed.heading);
        let mut out = anim;
        // The last of both that follow is how the foot is turned.
        let mut yaw = Quat::IDENTITY;
        if foot.held {
            // A foot that is turned too far goes on turning on the spot.
            turned = turned.clamp(-s.foot_turn_max, s.foot_turn_max);
            foot.heading = placed.heading + turned;
            foot.above *= walker.fades.settle;
            let pivot = usize::from(foot.pivot);
            let rel = (foot.at - placed.at).as_vec2();
            yaw = turn(turned);
            let shape = self.turned(walker, (i, limbs), (foot.grade, yaw, foot.roll), (Some(pivot), rel), ground);
            out = (rel - shape.pivot(pivot)).extend(foot.above - shape.lowest(0.0).1);
            foot.floor = shape.floors[BALL];
            let off = (rel - flat(walker.offset(pivot_of(limbs, pivot)))).length();
            let most = if walker.walking { s.hold_max } else { s.hold_max + 0.2 };
            if !foot.down {
                foot.release(out, anim, turned);
            } else if off > most && other {
                // Too far: a quick step, while the other foot stands.
                foot.release(out, anim, turned);
                foot.stepping = true;
                foot.down = false;
            } else if off > s.hold_max + LEASH.1 {
                // The body was displaced: there is no plant to hold.
                foot.release(out, anim, turned);
                foot.slipping = true;
                walker.slips += 1;
            } else {
                // The ball where the clip has it stand still; before that the heel, and after that the toes.
                let heights = shape.heights(out.z);
                let lowest = shape.lowest(out.z).0;
                let next = if foot.planted { BALL } else { lowest };
                if next != pivot && (foot.planted || heights[lowest] + LOWER < heights[pivot]) {
                    foot.pivot = next as u8;
                    foot.at = placed.at + (flat(out) + shape.pivot(next)).as_dvec2();
                }
            }
        }
        let left_alone = once.is_none() || walker.once.is_some_and(|once| once.frames <= 1);
        if !foot.held && !foot.down && !foot.stepping && !walker.walking && !walker.fresh && left_alone {
            // The body stopped while it was in the air: a last step, from where it is.
            let left = 1.0 - ease(foot.progress);
            foot.release(anim + foot.offset * left, anim, foot.turn * left);
            foot.stepping = true;
            foot.lift = 1.0;
        }
        if !foot.held {
            let by_phase = if foot.stepping { 0.0 } else { advance.abs() / swing };
            let by_time = match (foot.down, walker.walking, foot.stepping) {
                (true, ..) | (_, true, true) => dt / STEP.1,
                (_, false, _) => dt / STEP.0,
                _ => 0.0,
            };
            foot.progress = (foot.progress + by_phase.max(by_time)).min(1.0);
            let p = foot.progress;
            let left = 1.0 - ease(p);
            out = anim + foot.offset * left;
            turned = foot.turn * left;
            if !walker.walking && foot.stepping {
                out += (self.lead(walker) * (1.0 - left)).extend(0.0);
            }
            if !foot.stepping {
                out.z -= high;
            }
            if !foot.down || foot.slipping {
                let low = if foot.stepping || foot.slipping { 1.0 } else { 1.0 - stride };
                out.z += LIFT.0 * low * 4.0 * p * (1.0 - p) * foot.lift;
            }
            yaw = turn(turned);
            let lies = |grade| self.turned(walker, (i, limbs), (grade, yaw, foot.roll), (None, flat(out)), ground);
            let mut shape = lies(foot.grade);
            let leans = (shape.grade - foot.grade) * if walker.fresh { 1.0 } else { (dt / LEANS).min(1.0) };
            foot.grade += leans;
            if leans != Vec2::ZERO && !walker.fresh {
                shape = lies(foot.grade);
            }
            foot.floor = shape.floors[BALL];
            let (lowest, height) = shape.lowest(out.z);
            // A quick step that is over, while the clip has the foot in the air: it swings on.
            foot.stepping &= p < 1.0 || !walker.walking;
            // No sole is below the floor, and none skims over it.
            let clear = if foot.down || foot.stepping { 0.0 } else { LIFT.1 * stride * arch(swung) };
            out.z += (clear - height).max(0.0);
            if foot.down && (p >= 1.0 || !foot.slipping) {
                let lowest = if foot.planted { BALL } else { lowest };
                foot.held = true;
                foot.slipping = false;
                foot.stepping = false;
                foot.pivot = lowest as u8;
                foot.at = placed.at + (flat(out) + shape.pivot(lowest)).as_dvec2();
                foot.above = if walker.fresh { 0.0 } else { height.max(0.0) };
                foot.heading = placed.heading + turned;
            }
        }
        foot.planted &= foot.held;
        walker.feet[i] = foot;
        let back = walker.around.inverse();
        let contact = back * (out - Vec3::new(0.0, 0.0, placed.floor));
        let rotation = self.tilt(walker, foot.grade) * yaw * foot.roll;
        let from_contact = |p: Vec3| contact + rotation * (p - limbs.contact);
        let pivot = from_contact(if foot.pivot >= 2 { limbs.points[usize::from(foot.pivot)] } else { limbs.contact });
        FootGoal {
            ankle: from_contact(limbs.foot.at),
            rotation,
            pivot,
            held: foot.held,
            rises: foot.held && foot.pivot > 0,
        }
    }

    /// A foot turned by an angle against its clip, its sole leaning by a grade. One of its points, or its contact point, is at
    /// a place, given from the body's.
    fn turned(
        &self,
        walker: &AnimatedBody,
        (i, limbs): (usize, &Limbs),
        (grade, yaw, roll): (Vec2, Quat, Quat),
        (point, at): (Option<usize>, Vec2),
        ground: &dyn Ground,
    ) -> Turned {
        let placed = walker.placement;
        let leg = &self.legs[i];
        let rotation = walker.around * self.tilt(walker, grade) * yaw * roll;
        let points = limbs.points.map(|p| rotation * (p - limbs.contact));
        let contact = at - point.filter(|&k| k != BALL).map_or(Vec2::ZERO, |k| flat(points[k]));
        let below = |p: Vec3| {
            let place = placed.at + (contact + flat(p)).as_dvec2();
            ground.footing(place, placed.floor).checked(placed.floor)
        };
        let footings = points.map(below);
        let floors = footings.map(|f| f.height);
        // Along the foot the floor leans as from heel to tip, which may be on both sides of an edge.
        let along = flat(points[2] - points[0]);
        let (long, ball) = (along.length(), footings[BALL].grade);
        let grade = if long > SHORT {
            let along = along / long;
            ball + along * ((floors[2] - floors[0]) / long - ball.dot(along))
        } else {
            ball
        };
        let place = placed.at + (contact + flat(points[BALL])).as_dvec2();
        let across = [limbs.foot.rotation * leg.across[0], limbs.toes.rotation * leg.across[1]];
        let half = leg.sole.half;
        let edge = if ground.is_plane_around(place) {
            // On a plane it is one side of the heel, the ball or the tip, if the foot leans to that side.
            let grade = footings[BALL].grade;
            let up = rotation.inverse() * Vec3::new(-grade.x, -grade.y, 1.0);
            let leans = across.map(|a| (a.dot(up).abs() - EDGE).max(0.0));
            let side = |k: usize| points[k].z - floors[k] - half[k] * leans[usize::from(k > 0)];
            if leans == [0.0; 2] { f32::INFINITY } else { side(0).min(side(1)).min(side(2)) }
        } else {
            let [heel, ball, tip, _] = points;
            let across = across.map(|a| rotation * a);
            let (heel_out, ball_out, tip_out) = (across[0] * half[0], across[1] * half[1], across[1] * half[2]);
            // All around, with the rear of stiff toes where there is one: they are flat while the heel is up.
            let [heels, balls] = [[heel + heel_out, heel - heel_out], [ball + ball_out, ball - ball_out]];
            let tips = [tip + tip_out, tip - tip_out];
            let (around, corners) = match leg.sole.rear {
                None => ([heels[0], balls[0], tips[0], tips[1], balls[1], heels[1], heels[1], heels[1]], 6),
                Some((rear, half)) => {
                    let (rear, out) = (rotation * (limbs.toes.point(rear) - limbs.contact), across[1] * half);
                    let rears = [rear + out, rear - out];
                    ([heels[0], rears[0], balls[0], tips[0], tips[1], balls[1], rears[1], heels[1]], 8)
                }
            };
            let around = &around[..corners];
            let mut floors = [Footing::default(); 8];
            floors.iter_mut().zip(around).for_each(|(floor, p)| *floor = below(*p));
            let corner = |k: usize| around[k].z - floors[k].height;
            let next = |k: usize| (k + 1) % corners;
            let side = |k: usize| over_edge([around[k], around[next(k)]], [floors[k], floors[next(k)]]);
            (0..corners).map(|k| corner(k).min(side(k))).fold(f32::INFINITY, f32::min)
        };
        Turned { points, floors, edge, grade }
    }

    /// How far ahead of its place a foot of a body that shuffles is set down [m].
    fn lead(&self, walker: &AnimatedBody) -> Vec2 {
        walker.steer.clamp_length_max(0.5) * SHUFFLES.1
    }

    /// The foot that is farther behind, seen along the steering; the right one if they are level.
    pub(super) fn hind_foot(&self, walker: &AnimatedBody) -> usize {
        let direction = walker.steer;
        let ahead = |foot: usize| (walker.feet[foot].at - walker.placement.at).as_vec2().dot(direction);
        usize::from(ahead(1) <= ahead(0) + 0.01 * direction.length())
    }

    /// Lifts a foot that is out of place if the other one stands.
    fn step_into_place(&self, walker: &mut AnimatedBody, limbs: &[Limbs; 2], ground: &dyn Ground) {
        if walker.stride > 0.02 || !walker.feet.iter().all(|foot| foot.held) {
            return;
        }
        let placed = walker.placement;
        let travel = walker.steer.clamp_length_max(0.5);
        let aside = flat(walker.around.inverse() * travel.normalize_or_zero().extend(0.0)).y;
        let out = [0, 1].map(|i| {
            let foot = &walker.feet[i];
            let anim = flat(walker.offset(pivot_of(&limbs[i], usize::from(foot.pivot))));
            let off = (foot.at - placed.at).as_vec2() - anim;
            let turned = wrap(foot.heading - placed.heading).abs();
            let (far, round) = OUT_OF_PLACE;
            let far = far + SHUFFLES.0 * travel.length();
            // While turning, any foot that has fallen behind by as much; afterwards what is left of it.
            let round = if walker.turning { round } else { 0.5 * round };
            // A foot ahead is where the body comes to.
            let ahead = off.dot(travel.normalize_or_zero()).clamp(0.0, self.lead(walker).length());
            let off = (off - travel.normalize_or_zero() * ahead).length();
            let side = if i == 0 { aside } else { -aside };
            (off / far * (1.0 + FIRST * side)).max(turned / round)
        });
        let worse = usize::from(out[1] > out[0]);
        if out[worse] > 1.0 {
            let mut foot = walker.feet[worse];
            let turned = wrap(foot.heading - placed.heading);
            let rel = (foot.at - placed.at).as_vec2();
            let pivot = usize::from(foot.pivot);
            let shape = self.turned(
                walker,
                (worse, &limbs[worse]),
                (foot.grade, turn(turned), foot.roll),
                (Some(pivot), rel),
                ground,
            );
            let out = (rel - shape.pivot(pivot)).extend(foot.above - shape.lowest(0.0).1);
            // The floor below where its clip has it is that below the foot, as far as is known here.
            let mut anim = walker.offset(limbs[worse].contact);
            anim.z += foot.floor - placed.floor;
            foot.release(out, anim, turned);
            foot.stepping = true;
            foot.down = false;
            walker.feet[worse] = foot;
        }
    }

    /// Keeps the body within reach of the only foot it stands on: that foot then moves the root, as in the paper.
    fn pull_back(&self, walker: &mut AnimatedBody, limbs: &[Limbs; 2], dt: f32) {
        walker.pulled = 0.0;
        let stands = |i: usize| walker.feet[i].held && walker.feet[i].down;
        let foot = match (stands(0), stands(1)) {
            (true, false) => 0,
            (false, true) => 1,
            _ => return,
        };
        let anim = flat(walker.offset(pivot_of(&limbs[foot], usize::from(walker.feet[foot].pivot))));
        let off = (walker.feet[foot].at - walker.placement.at).as_vec2() - anim;
        let over = off.length() - LEASH.0 * self.settings.hold_max;
        if over > 0.0 && off.length() < self.settings.hold_max + LEASH.1 {
            let over = over.min(if walker.walking { PULL.0 } else { PULL.1 } * dt);
            walker.placement.at += (off * (over / off.length())).as_dvec2();
            walker.pulled = over / dt;
        }
    }
}
