//! The points a foot stands on: heel, ball, tip, and the front of the toes.
//!
//! A foot lands on its heel, rolls flat, stays while the heel rises about the ball, and leaves by the tip. Which of the
//! points is lowest is where it turns at that moment, and what must stand still.

use crate::{ContactPoint, Influence, JointTransform, Mesh, Skeleton, Vec3};

/// Points of one sole, on the floor at rest but for the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sole {
    /// Heel, in the frame of the foot; ball, tip, and the front of the toes, which may be above the floor, in that of the
    /// joint of the contact point [m].
    pub points: [Vec3; 4],
    /// Half of its breadth at heel, ball and tip [m].
    pub half: [f32; 3],
    /// Where the skin of the toes ends behind the ball, in the frame of the joint of the contact point, and half of its breadth there [m]:
    /// shoes of simple figures are stiff to the arch. `None` where toes begin at the ball.
    pub rear: Option<(Vec3, f32)>,
}

/// How far the heel is behind the ankle, as a share of the distance from the ankle to the ball.
const HEEL: f32 = 0.5;
/// Half of the breadth of a sole at heel, ball and tip where no skin says it, as shares of the distance from the ankle to the ball.
const HALF: [f32; 3] = [0.25, 0.34, 0.2];
/// Vertices this near to one of the points say how broad the sole is there, as a share of its length.
const BESIDE: f32 = 0.18;
/// A vertex with more of its weight than this on the toes is theirs alone.
const TOES: f32 = 0.9;
/// Skin of the toes that goes no farther behind the ball is the bend of the shoe [m].
const BEND: f32 = 0.015;
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
        let points = [flat(ankle) - ahead * (HEEL * long), flat(ball), flat(tip), flat(tip)];
        Self { half: HALF.map(|share| share * long), ..Self::at(world, foot, contact, points) }
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
        let half = self.breadths(mesh, foot, toes, (ball, ahead), (back, tip));
        let points = [ball + ahead * back, ball, ball + ahead * tip, front];
        let rear = rear_of_toes(mesh, toes, foot, (ball, ahead));
        let local = |p: Vec3| world[toes].rotation.inverse() * (p - world[toes].at);
        let rear = rear.map(|(back, half)| (local(ball + ahead * back), half));
        Self { half, rear, ..Self::at(world, foot, contact, points) }
    }

    /// How far vertices of the sole are from its middle line, beside heel, ball and tip.
    fn breadths(
        &self,
        mesh: &Mesh,
        foot: usize,
        toes: usize,
        (ball, ahead): (Vec3, Vec3),
        (back, tip): (f32, f32),
    ) -> [f32; 3] {
        let near = BESIDE * (tip - back);
        let mut half = [0.0f32; 3];
        for (p, influence) in mesh.positions.iter().zip(&mesh.influences) {
            let own = |j: u16| usize::from(j) == foot || usize::from(j) == toes;
            let share: f32 = (0..4).filter(|&k| own(influence.joints[k])).map(|k| influence.weights[k]).sum();
            if share <= 0.5 || p.z >= LOW.0 {
                continue;
            }
            let (along, aside) = ((*p - ball).dot(ahead), (*p - ball).dot(Vec3::Z.cross(ahead)).abs());
            for (half, at) in half.iter_mut().zip([back, 0.0, tip]) {
                if (along - at).abs() < near {
                    *half = half.max(aside);
                }
            }
        }
        half
    }

    fn at(world: &[JointTransform], foot: usize, contact: &ContactPoint, [heel, toes @ ..]: [Vec3; 4]) -> Self {
        let local = |joint: usize, p: Vec3| world[joint].rotation.inverse() * (p - world[joint].at);
        let [ball, tip, front] = toes.map(|p| local(contact.joint, p));
        Self { points: [local(foot, heel), ball, tip, front], half: [0.0; 3], rear: None }
    }

    fn in_rest(&self, world: &[JointTransform], foot: usize, contact: &ContactPoint) -> [Vec3; 4] {
        let [heel, toes @ ..] = self.points;
        let [ball, tip, front] = toes.map(|p| world[contact.joint].point(p));
        [world[foot].point(heel), ball, tip, front]
    }
}

/// How far behind the ball (less than 0) vertices of the sole go that are the toes' alone, and how far to the sides there.
fn rear_of_toes(mesh: &Mesh, toes: usize, foot: usize, (ball, ahead): (Vec3, Vec3)) -> Option<(f32, f32)> {
    if toes == foot {
        return None;
    }
    let whole = |i: &Influence| (0..4).any(|k| usize::from(i.joints[k]) == toes && i.weights[k] > TOES);
    let own =
        || mesh.positions.iter().zip(&mesh.influences).filter(|(p, i)| p.z < LOW.0 && whole(i)).map(|(p, _)| *p - ball);
    let back = own().map(|p| p.dot(ahead)).fold(0.0, f32::min);
    let half = own().filter(|p| p.dot(ahead) < 0.0).map(|p| p.dot(Vec3::Z.cross(ahead)).abs()).fold(0.0, f32::max);
    (back < -BEND).then_some((back, half))
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
