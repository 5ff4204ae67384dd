//! What must hold of every move.

use super::*;
use crate::{
    ContactPoint, Joint, JointTransform, MoveKind, Placement, Quat, Role, Roles, Side, Skeleton, Vec3, math, to_world,
    turn,
};

/// All joints at a time, and where the clip's frame is then.
struct Moment {
    world: Vec<JointTransform>,
    placement: Placement,
    time: f32,
}

impl Moment {
    fn of(set: &MoveSet, m: &Move, time: f32) -> Self {
        let mut rotations = vec![Quat::IDENTITY; set.skeleton.len()];
        let hips = m.clip.sample(time, &mut rotations);
        let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; set.skeleton.len()];
        to_world(&set.skeleton, hips, &rotations, &mut world);
        Self { world, placement: m.travelled(time), time }
    }

    /// A point in the plan.
    fn out(&self, local: Vec3) -> Vec3 {
        self.placement.offset(local) + self.placement.at.as_vec2().extend(0.0)
    }
}

/// `fine` moments a frame, the last frame of a cyclic move followed by the first.
fn moments(set: &MoveSet, m: &Move, fine: usize) -> Vec<Moment> {
    let n = m.clip.frames() * fine;
    (0..n).map(|i| Moment::of(set, m, i as f32 / (m.clip.rate * fine as f32))).collect()
}

/// Angle of a bone forward of straight down, seen from the left [degrees].
fn forward(world: &[JointTransform], a: usize, b: usize) -> f32 {
    let d = world[b].at - world[a].at;
    math::atan2(d.x, -d.z).to_degrees()
}

/// Flexion of thigh, knee and ankle of a leg in its own plane [degrees].
fn angles(set: &MoveSet, world: &[JointTransform], side: Side) -> [f32; 3] {
    let [thigh, shank, foot] = build::leg_roles(side).map(|r| set.skeleton.joint(r));
    let up = forward(world, thigh, shank);
    let (a, b) = (world[shank].at - world[thigh].at, world[foot].at - world[shank].at);
    let toes = world[foot].rotation * Vec3::X;
    // Backwards bent knees would have the foot in front of the thigh's line.
    let bend = math::acos(a.normalize().dot(b.normalize())).to_degrees();
    let ahead = -a.cross(b).y;
    let knee = if ahead > 1e-3 { -bend } else { bend };
    let pitch = 90.0 - math::acos(toes.dot(-b.normalize())).to_degrees();
    [up, knee, pitch]
}

/// Bodies that every law is tried on: the built-in one, a small and a tall one, and of a cast women, men, old people and a child
/// with their habits.
fn sets() -> Vec<MoveSet> {
    let sizes = [1.75, 1.15, 2.05].map(|stature| moves(&body::build(stature)));
    sizes.into_iter().chain(body::cast(16, 1).iter().map(body::Member::moves)).collect()
}

#[test]
fn a_planted_contact_point_drifts_less_than_a_millimetre() {
    for set in sets() {
        for m in &set.moves {
            planted(&set, m);
        }
    }
}

/// Every planted contact point of a move stands still; returns how far it drifts at most [m].
fn planted(set: &MoveSet, m: &Move) -> f32 {
    let mut most = 0.0f32;
    for side in [Side::Left, Side::Right] {
        let point = ContactPoint::of(&set.skeleton, side);
        let contacts = &m.contacts[side as usize].intervals;
        assert!(!contacts.is_empty(), "{}: {side:?} is never down", m.name);
        for &(from, to) in contacts {
            // Four moments a frame: between frames joints go along chords.
            let n = ((to - from) * m.clip.frames() as f32 * 4.0) as usize;
            let at: Vec<_> = (0..=n)
                .map(|i| m.clip.duration() * (from + (to - from) * (i as f32 / n as f32)))
                .map(|t| {
                    let moment = Moment::of(set, m, t);
                    moment.out(point.at(&moment.world))
                })
                .collect();
            let worst = at.iter().map(|p| (*p - at[0]).length()).fold(0.0, f32::max);
            assert!(worst < 1e-3, "{} {side:?} {from}..{to}: {:.2} mm", m.name, worst * 1e3);
            most = most.max(worst);
        }
    }
    most
}

#[test]
fn feet_never_go_below_the_floor_by_more_than_five_millimetres() {
    for set in sets() {
        let build = Build::of(&set.skeleton, Habits::default());
        for m in &set.moves {
            for moment in moments(&set, m, 2) {
                for side in [Side::Left, Side::Right] {
                    let low = lowest(&set, &build, &moment.world, side);
                    assert!(low > -5e-3, "{} at {:.3} s: {side:?} {:.1} mm", m.name, moment.time, low * 1e3);
                }
            }
        }
    }
}

/// Height of the lowest point of a sole.
fn lowest(set: &MoveSet, build: &Build, world: &[JointTransform], side: Side) -> f32 {
    let sole = &build.legs[side as usize].sole;
    let rest = set.skeleton.rest();
    let foot = set.skeleton.joint(build::leg_roles(side)[2]);
    let toes = ContactPoint::of(&set.skeleton, side).joint;
    let floor = Vec3::new(rest[foot].at.x, rest[foot].at.y, 0.0);
    let through = |joint: usize, local: Vec3| {
        world[joint].point(rest[joint].rotation.inverse() * (floor + local - rest[joint].at)).z
    };
    through(foot, sole.heel).min(through(foot, sole.ball - Vec3::Z * sole.ball.z)).min(through(toes, sole.tip))
}

#[test]
fn joints_stay_within_what_people_do() {
    for set in sets() {
        for m in &set.moves {
            // Thigh, knee and ankle [degrees].
            let limits = match m.kind {
                MoveKind::Run => [(-35.0, 70.0), (2.0, 125.0), (-45.0, 40.0)],
                _ => [(-35.0, 55.0), (0.4, 80.0), (-40.0, 35.0)],
            };
            for moment in moments(&set, m, 1) {
                for side in [Side::Left, Side::Right] {
                    let now = angles(&set, &moment.world, side);
                    for ((value, (low, high)), what) in now.into_iter().zip(limits).zip(["thigh", "knee", "ankle"]) {
                        let inside = value > low && value < high;
                        assert!(inside, "{} at {:.2} s: {side:?} {what} {value:.1}", m.name, moment.time);
                    }
                }
            }
        }
    }
}

#[test]
fn normal_walking_follows_the_published_curves() {
    let set = shipped();
    let m = set.moves.iter().find(|m| m.name == "walk-1.4").unwrap();
    let all: Vec<_> = moments(&set, m, 1).iter().map(|x| angles(&set, &x.world, Side::Left)).collect();
    let range = |k: usize, share: std::ops::Range<f32>| {
        let n = all.len() as f32;
        let part = &all[(share.start * n) as usize..(share.end * n) as usize];
        (part.iter().map(|a| a[k]).fold(f32::MAX, f32::min), part.iter().map(|a| a[k]).fold(f32::MIN, f32::max))
    };
    // Thigh forward to about 30 degrees and back to 10 to 20; the knee gives on landing, is nearly straight before the
    // heel rises and bends by about 60 in swing; the ankle goes from some 10 up to 20 down.
    let ((back, front), (_, yields), (straight, _)) = (range(0, 0.0..1.0), range(1, 0.0..0.2), range(1, 0.2..0.4));
    assert!((25.0..=37.0).contains(&front) && (-22.0..=-8.0).contains(&back), "thigh {back:.1} to {front:.1}");
    assert!((12.0..=25.0).contains(&yields), "knee on landing {yields:.1}");
    assert!((3.0..=12.0).contains(&straight), "knee in the middle of stance {straight:.1}");
    let (_, swing) = range(1, 0.55..1.0);
    assert!((54.0..=68.0).contains(&swing), "knee in swing {swing:.1}");
    let (down, up) = range(2, 0.0..1.0);
    assert!((-24.0..=-10.0).contains(&down) && (8.0..=26.0).contains(&up), "ankle {down:.1} to {up:.1}");
}

#[test]
fn cycles_close_with_their_velocities() {
    let set = shipped();
    for m in set.moves.iter().filter(|m| m.clip.cyclic) {
        let n = m.clip.frames();
        let all = moments(&set, m, 1);
        let velocity = |f: usize, j: usize| (all[(f + 1) % n].world[j].at - all[f].world[j].at) * m.clip.rate;
        // At the seam the left foot lands, so its toes may stop there as the right ones do half a cycle later.
        for j in 0..set.skeleton.len() {
            let change = |f: usize| (velocity((f + 1) % n, j) - velocity(f, j)).length();
            let twin = set.skeleton.joint(set.skeleton.roles().of(j).unwrap().mirrored());
            let other = |f: usize| (velocity((f + 1) % n, twin) - velocity(f, twin)).length();
            let inside = (0..n - 2).map(|f| change(f).max(other(f))).fold(0.0, f32::max);
            let seam = change(n - 2).max(change(n - 1));
            assert!(seam <= 1.02 * inside + 0.01, "{} joint {j}: {seam} m/s at the seam, {inside} inside", m.name);
        }
    }
}

#[test]
fn left_lands_at_phase_zero_and_right_half_a_cycle_later() {
    for set in sets() {
        for m in set.moves.iter().filter(|m| m.clip.cyclic && m.kind != MoveKind::Stand) {
            let [left, right] = [0, 1].map(|i| m.contacts[i].intervals.clone());
            assert!(left.len() == 1 && right.len() == 1, "{}: {left:?} {right:?}", m.name);
            assert!(left[0].0.abs() < 1e-3 && (right[0].0 - 0.5).abs() < 1e-3, "{}: {left:?} {right:?}", m.name);
        }
    }
}

#[test]
fn walkers_have_a_foot_planted_always_and_runners_fly() {
    for m in &shipped().moves {
        let down = |p: f32| m.contacts[0].down(p) || m.contacts[1].down(p);
        let share = (0..1000).filter(|&i| down(i as f32 / 1000.0)).count() as f32 / 1000.0;
        match m.kind {
            MoveKind::Run => assert!((0.55..0.85).contains(&share), "{}: down for {share}", m.name),
            _ => assert!(share > 0.9985, "{}: down for {share}", m.name),
        }
    }
}

#[test]
fn steps_are_as_long_as_speed_and_cadence_say() {
    for set in sets() {
        for m in set.moves.iter().filter(|m| m.clip.cyclic) {
            // The left foot's contact point, from one planting to the next, in the plan.
            let point = ContactPoint::of(&set.skeleton, Side::Left);
            let place = |t: f32| {
                let moment = Moment::of(&set, m, t);
                moment.out(point.at(&moment.world))
            };
            let (a, b) = (place(0.05 * m.clip.duration()), place(1.05 * m.clip.duration()));
            let speed = if m.kind == MoveKind::Turn { 0.0 } else { m.speed };
            let found = if m.kind == MoveKind::Turn { 0.0 } else { (b - a).length() / m.clip.duration() };
            assert!((found - speed).abs() < 1e-3, "{}: {found} m/s", m.name);
        }
    }
}

#[test]
fn the_second_step_mirrors_the_first_when_walking_straight() {
    let set = shipped();
    for m in set.moves.iter().filter(|m| {
        m.clip.cyclic && math::sin_cos(m.angle).0.abs() < 1e-3 && m.turning == 0.0 && m.kind != MoveKind::Stand
    }) {
        let all = moments(&set, m, 1);
        let half = all.len() / 2;
        for f in 0..half {
            for role in Role::ALL {
                let (a, b) = (set.skeleton.joint(role), set.skeleton.joint(role.mirrored()));
                let (p, q) = (all[f].world[a].at, all[f + half].world[b].at);
                assert!((p - Vec3::new(q.x, -q.y, q.z)).length() < 1e-3, "{} frame {f}: {role:?}", m.name);
            }
        }
    }
}

#[test]
fn arms_swing_against_the_legs() {
    let set = shipped();
    let joint = |r| set.skeleton.joint(r);
    for m in set.moves.iter().filter(|m| m.angle == 0.0 && m.speed > 1.0 && m.clip.cyclic) {
        let product: f32 = moments(&set, m, 1)
            .iter()
            .map(|x| {
                forward(&x.world, joint(Role::LeftThigh), joint(Role::LeftShank))
                    * (x.world[joint(Role::LeftHand)].at.x - x.world[joint(Role::RightHand)].at.x)
            })
            .sum();
        assert!(product < 0.0, "{}", m.name);
    }
}

#[test]
fn feet_and_knees_do_not_pass_through_each_other() {
    let set = shipped();
    let joint = |r| set.skeleton.joint(r);
    let tip = |world: &[JointTransform], r: Role| world[joint(r)].point(set.skeleton.joints()[joint(r)].tip.unwrap());
    for m in &set.moves {
        let mut least = f32::MAX;
        for x in moments(&set, m, 1) {
            let leg = |r: [Role; 4]| {
                let mut points = vec![x.world[joint(r[0])].at];
                let (ankle, ball) = (x.world[joint(r[1])].at, x.world[joint(r[2])].at);
                let heel = ankle - (ball - ankle) * 0.5;
                for k in 0..=8 {
                    let s = k as f32 / 8.0;
                    points.push(heel.lerp(tip(&x.world, r[3]), s));
                    points.push(x.world[joint(r[0])].at.lerp(ankle, s));
                }
                points
            };
            let left = leg([Role::LeftShank, Role::LeftFoot, Role::LeftToes, Role::LeftToes]);
            let right = leg([Role::RightShank, Role::RightFoot, Role::RightToes, Role::RightToes]);
            for a in &left {
                for b in &right {
                    least = least.min((*a - *b).length());
                }
            }
        }
        assert!(least > 0.075, "{}: {:.0} mm between the middles of the legs", m.name, least * 1e3);
    }
}

#[test]
fn a_start_leads_from_the_stand_into_the_walk_and_a_stop_back() {
    let set = shipped();
    let named = |name: &str| set.moves.iter().find(|m| m.name == name).unwrap();
    let far = |a: &Move, fa: usize, b: &Move, fb: usize| {
        let turned = a.clip.rotations(fa).iter().zip(b.clip.rotations(fb)).map(|(p, q)| 1.0 - p.dot(*q).abs());
        (a.clip.hips(fa) - b.clip.hips(fb)).length() + turned.fold(0.0, f32::max)
    };
    let (stand, walk, start, stop) = (named("stand"), named("walk-1.1"), named("start"), named("stop"));
    let last = |m: &Move| m.clip.frames() - 1;
    for (what, off) in [
        ("stand to start", far(stand, 0, start, 0)),
        ("start to walk", far(start, last(start), walk, 0)),
        ("walk to stop", far(walk, 0, stop, 0)),
        ("stop to stand", far(stop, last(stop), stand, 0)),
    ] {
        assert!(off < 2e-3, "{what}: {off}");
    }
}

#[test]
fn legs_reach_their_feet() {
    // A leg that is clamped leaves its foot where it cannot be: the ankle would jump. Its speed shows it.
    for set in sets() {
        for m in &set.moves {
            let all = moments(&set, m, 1);
            for role in [Role::LeftFoot, Role::RightFoot] {
                let j = set.skeleton.joint(role);
                for w in all.windows(3) {
                    let [a, b, c] = [0, 1, 2].map(|k| w[k].out(w[k].world[j].at));
                    let jerk = (a - b * 2.0 + c).length() * m.clip.rate * m.clip.rate;
                    assert!(jerk < 160.0, "{} at {:.2} s: {role:?} {jerk:.0} m/s2", m.name, w[1].time);
                }
            }
        }
    }
}

#[test]
fn the_whole_set_is_a_few_thousand_frames() {
    let skeleton = body::skeleton();
    let frames: usize = moves(skeleton).moves.iter().map(|m| m.clip.frames()).sum();
    assert!((1000..3000).contains(&frames), "{frames} frames");
}

/// The built-in body as a file might have it: every joint turned at rest, a joint more in each thigh.
fn turned_about() -> Skeleton {
    let plain = body::skeleton();
    let rest = plain.rest();
    let turned = |i: usize| turn(0.4 * i as f32) * Quat::from_xyzw(0.6, 0.0, 0.0, 0.8);
    let mut joints: Vec<Joint> = Vec::new();
    let mut roles = Roles::default();
    let mut place: Vec<JointTransform> = Vec::new();
    let mut index = vec![0; plain.len()];
    let mut add = |name: String, parent: Option<usize>, at: Vec3, rotation: Quat, tip: Option<Vec3>| {
        let up = parent.map_or(JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }, |p| place[p]);
        joints.push(Joint {
            name,
            parent,
            translation: up.rotation.inverse() * (at - up.at),
            rotation: up.rotation.inverse() * rotation,
            tip,
        });
        place.push(JointTransform { at, rotation });
        place.len() - 1
    };
    for (i, joint) in plain.joints().iter().enumerate() {
        let mut parent = joint.parent.map(|p| index[p]);
        let role = plain.roles().of(i).unwrap();
        if matches!(role, Role::LeftShank | Role::RightShank) {
            let above = rest[joint.parent.unwrap()].at;
            parent = Some(add("twist".into(), parent, (above + rest[i].at) * 0.5, turned(i + 40), None));
        }
        let rotation = turned(i);
        let tip = joint.tip.map(|t| rotation.inverse() * t);
        index[i] = add(joint.name.clone(), parent, rest[i].at, rotation, tip);
        roles.set(role, Some(index[i]));
    }
    Skeleton::new(joints, roles).unwrap()
}

#[test]
fn joints_that_rest_turned_walk_alike() {
    let (plain, other) = (shipped(), moves(&turned_about()));
    for (m, n) in plain.moves.iter().zip(&other.moves) {
        for t in [0.0, 0.17, 0.4, 0.66, 0.9] {
            let time = t * m.clip.duration();
            let (a, b) = (Moment::of(&plain, m, time), Moment::of(&other, n, time));
            for role in Role::ALL {
                let off = a.world[plain.skeleton.joint(role)].at - b.world[other.skeleton.joint(role)].at;
                // Between frames turned joints take other chords.
                assert!(off.length() < 2e-3, "{} {role:?} at {t}: {off}", m.name);
            }
        }
    }
}

#[test]
fn a_skeleton_of_legs_without_toes_plants_its_feet() {
    let plain = body::skeleton();
    let keep = |role: Role| Role::NEEDED.contains(&role);
    let mut joints: Vec<Joint> = Vec::new();
    let mut roles = Roles::default();
    for role in Role::ALL.into_iter().filter(|&r| keep(r)) {
        let joint = &plain.joints()[plain.joint(role)];
        let parent = joint.parent.map(|p| roles.get(plain.roles().of(p).unwrap()).unwrap());
        roles.set(role, Some(joints.len()));
        joints.push(Joint { parent, ..joint.clone() });
    }
    let set = moves(&Skeleton::new(joints, roles).unwrap());
    for m in &set.moves {
        planted(&set, m);
    }
}

#[test]
#[ignore = "prints the figures of the page on gaits"]
fn figures() {
    let set = shipped();
    let build = Build::of(&set.skeleton, Habits::default());
    println!("| move | speed | cycle | step | planted | hips up and down | thigh | knee | drift | lowest |");
    for m in &set.moves {
        let fine = moments(&set, m, 2);
        let least = |f: &dyn Fn(&Moment) -> f32| fine.iter().map(f).fold(f32::MAX, f32::min);
        let most = |f: &dyn Fn(&Moment) -> f32| fine.iter().map(f).fold(f32::MIN, f32::max);
        let z = |x: &Moment| x.world[0].at.z;
        let at = |k: usize| {
            let set = &set;
            move |x: &Moment| angles(set, &x.world, Side::Left)[k]
        };
        let low =
            |x: &Moment| lowest(&set, &build, &x.world, Side::Left).min(lowest(&set, &build, &x.world, Side::Right));
        let share: f32 = m.contacts[0].intervals.iter().map(|(a, b)| b - a).sum();
        println!(
            "| {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} cm | {:.0} to {:.0} | {:.0} to {:.0} | {:.2} mm | {:.1} mm |",
            m.name,
            m.speed,
            m.clip.duration(),
            0.5 * m.speed * m.clip.duration(),
            share,
            (most(&z) - least(&z)) * 100.0,
            least(&at(0)),
            most(&at(0)),
            least(&at(1)),
            most(&at(1)),
            planted(&set, m) * 1e3,
            least(&low) * 1e3,
        );
    }
    let bytes: usize = set.moves.iter().map(|m| m.clip.frames() * (12 + 16 * m.clip.joints())).sum();
    println!("{} moves, {} kB", set.moves.len(), bytes / 1000);
}

#[test]
#[ignore = "prints curves for inspection"]
fn curves() {
    let set = shipped();
    let only = std::env::var("MOVE").unwrap_or_default();
    for m in set.moves.iter().filter(|m| m.name.contains(&only)) {
        println!("{} T {:.3} contacts {:?}", m.name, m.clip.duration(), m.contacts);
        let all = moments(&set, m, 1);
        for k in 0..20 {
            let f = k * all.len() / 20;
            let w = &all[f].world;
            let [hip, knee, ankle] = angles(&set, w, Side::Left);
            let [_, rknee, _] = angles(&set, w, Side::Right);
            let at = |role| w[set.skeleton.joint(role)].at;
            let (hips, foot, toes) = (at(Role::Hips), at(Role::LeftFoot), at(Role::LeftToes));
            println!(
                "{:4.2} hip {hip:6.1} knee {knee:6.1} {rknee:6.1} ankle {ankle:6.1} hips {hips:.3} ankle {foot:.3} toes {toes:.3}",
                k as f32 / 20.0,
            );
        }
    }
}
