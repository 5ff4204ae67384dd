//! The points a foot stands on: heel, ball and tip.
//!
//! A foot lands on its heel, rolls flat, stays while the heel rises about the ball, and leaves by the tip. Which of the
//! three is lowest is where it turns at that moment, and what must stand still.

use crate::{ContactPoint, JointTransform, Mesh, Skeleton, Vec3};

/// Points of one sole, on the floor at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sole {
    /// Heel, in the frame of the foot; ball and tip, in that of the joint of the contact point [m].
    pub points: [Vec3; 3],
}

/// How far the heel is behind the ankle, as a share of the distance from the ankle to the ball.
const HEEL: f32 = 0.5;
/// Vertices of a sole at rest are below this [m].
const LOW: f32 = 0.012;

impl Sole {
    /// From the joints alone. `world` is the skeleton at rest.
    pub fn of(skeleton: &Skeleton, world: &[JointTransform], foot: usize, contact: &ContactPoint) -> Self {
        let (ankle, ball) = (world[foot].at, contact.at(world));
        let ahead = Vec3::new(ball.x - ankle.x, ball.y - ankle.y, 0.0);
        // A ball that is not in front of the ankle says nothing of where the foot points.
        let long = ahead.length().max(0.25 * ankle.z);
        let ahead = if ahead.x > 0.3 * long { ahead.normalize() } else { Vec3::X };
        let tip = match skeleton.joints()[contact.joint].tip {
            Some(tip) if contact.joint != foot => world[contact.joint].point(tip),
            _ => ball + ahead * (0.5 * long),
        };
        let flat = |p: Vec3| Vec3::new(p.x, p.y, 0.0);
        Self::at(world, foot, contact, [flat(ankle) - ahead * (HEEL * long), flat(ball), flat(tip)])
    }

    /// The same with heel and tip where the skin has them: the hindmost and the foremost vertex of the sole. A skin
    /// without a sole changes nothing.
    #[must_use]
    pub fn fitted(self, mesh: &Mesh, world: &[JointTransform], foot: usize, contact: &ContactPoint) -> Self {
        let toes = contact.joint;
        let [heel, ball, tip] = self.in_rest(world, foot, contact);
        let ahead = (tip - heel).normalize_or(Vec3::X);
        let mut reach: Option<(f32, f32)> = None;
        for (p, influence) in mesh.positions.iter().zip(&mesh.influences) {
            let own = |j: u16| usize::from(j) == foot || usize::from(j) == toes;
            let share: f32 = (0..4).filter(|&k| own(influence.joints[k])).map(|k| influence.weights[k]).sum();
            if share > 0.5 && p.z < LOW {
                let along = (*p - ball).dot(ahead);
                let (back, front) = reach.unwrap_or((along, along));
                reach = Some((back.min(along), front.max(along)));
            }
        }
        let Some((back, front)) = reach.filter(|(back, front)| *back < 0.0 && *front > 0.0) else { return self };
        Self::at(world, foot, contact, [ball + ahead * back, ball, ball + ahead * front])
    }

    fn at(world: &[JointTransform], foot: usize, contact: &ContactPoint, [heel, ball, tip]: [Vec3; 3]) -> Self {
        let local = |joint: usize, p: Vec3| world[joint].rotation.inverse() * (p - world[joint].at);
        Self { points: [local(foot, heel), local(contact.joint, ball), local(contact.joint, tip)] }
    }

    fn in_rest(&self, world: &[JointTransform], foot: usize, contact: &ContactPoint) -> [Vec3; 3] {
        let [heel, ball, tip] = self.points;
        [world[foot].point(heel), world[contact.joint].point(ball), world[contact.joint].point(tip)]
    }
}

#[cfg(test)]
mod tests {
    use crate::{Leg, Side, body};

    #[test]
    fn the_sole_of_the_built_in_body_lies_on_the_floor_below_its_skin() {
        let character = body::character();
        let world = character.skeleton.rest();
        for side in [Side::Left, Side::Right] {
            let leg = Leg::of(&character.skeleton, side);
            for sole in [leg.sole, leg.sole.fitted(&character.mesh, &world, leg.foot, &leg.contact)] {
                let [heel, ball, tip] = sole.in_rest(&world, leg.foot, &leg.contact);
                assert!(heel.x < world[leg.foot].at.x - 0.05 && tip.x > ball.x + 0.05, "{heel} {ball} {tip}");
                assert!([heel, ball, tip].iter().all(|p| p.z.abs() < 1e-5), "{heel} {ball} {tip}");
            }
        }
    }
}
