//! The points a foot stands on: heel, ball, tip, and the front of the toes.
//!
//! A foot lands on its heel, rolls flat, stays while the heel rises about the ball, and leaves by the tip. Which of the
//! points is lowest is where it turns at that moment, and what must stand still.

use crate::{ContactPoint, JointTransform, Mesh, Skeleton, Vec3};

/// Points of one sole, on the floor at rest but for the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sole {
    /// Heel, in the frame of the foot; ball, tip, and the front of the toes, which may be above the floor, in that of the
    /// joint of the contact point [m].
    pub points: [Vec3; 4],
}

/// How far the heel is behind the ankle, as a share of the distance from the ankle to the ball.
const HEEL: f32 = 0.5;
/// Vertices of a sole at rest are below this, those of the front of the toes below that [m].
const LOW: (f32, f32) = (0.012, 0.04);

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
        Self::at(world, foot, contact, [flat(ankle) - ahead * (HEEL * long), flat(ball), flat(tip), flat(tip)])
    }

    /// The same with heel and tip where the skin has them: the hindmost and the foremost vertex of the sole. A skin
    /// without a sole changes nothing.
    #[must_use]
    pub fn fitted(self, mesh: &Mesh, world: &[JointTransform], foot: usize, contact: &ContactPoint) -> Self {
        let toes = contact.joint;
        let [heel, ball, tip, _] = self.in_rest(world, foot, contact);
        let ahead = (tip - heel).normalize_or(Vec3::X);
        let mut reach: Option<(f32, f32)> = None;
        let mut front = (0.0f32, 0.0);
        for (p, influence) in mesh.positions.iter().zip(&mesh.influences) {
            let own = |j: u16| usize::from(j) == foot || usize::from(j) == toes;
            let share: f32 = (0..4).filter(|&k| own(influence.joints[k])).map(|k| influence.weights[k]).sum();
            let along = (*p - ball).dot(ahead);
            if share > 0.5 && p.z < LOW.0 {
                let (back, front) = reach.unwrap_or((along, along));
                reach = Some((back.min(along), front.max(along)));
            }
            // What is far ahead and low comes down first when the heel is up.
            if share > 0.5 && p.z < LOW.1 && along - p.z > front.0 - front.1 {
                front = (along, p.z.max(0.0));
            }
        }
        let Some((back, tip)) = reach.filter(|(back, tip)| *back < 0.0 && *tip > 0.0) else { return self };
        let front = if front.0 > tip { ball + ahead * front.0 + Vec3::Z * front.1 } else { ball + ahead * tip };
        Self::at(world, foot, contact, [ball + ahead * back, ball, ball + ahead * tip, front])
    }

    fn at(world: &[JointTransform], foot: usize, contact: &ContactPoint, [heel, toes @ ..]: [Vec3; 4]) -> Self {
        let local = |joint: usize, p: Vec3| world[joint].rotation.inverse() * (p - world[joint].at);
        let [ball, tip, front] = toes.map(|p| local(contact.joint, p));
        Self { points: [local(foot, heel), ball, tip, front] }
    }

    fn in_rest(&self, world: &[JointTransform], foot: usize, contact: &ContactPoint) -> [Vec3; 4] {
        let [heel, toes @ ..] = self.points;
        let [ball, tip, front] = toes.map(|p| world[contact.joint].point(p));
        [world[foot].point(heel), ball, tip, front]
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
                let [heel, ball, tip, front] = sole.in_rest(&world, leg.foot, &leg.contact);
                assert!(heel.x < world[leg.foot].at.x - 0.05 && tip.x > ball.x + 0.05, "{heel} {ball} {tip}");
                assert!([heel, ball, tip].iter().all(|p| p.z.abs() < 1e-5), "{heel} {ball} {tip}");
                assert!(front.x >= tip.x && front.z < 0.04, "{tip} {front}");
            }
        }
    }
}
