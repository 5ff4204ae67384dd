//! Room between torsos: who leans aside when, so that no torso is in another one.
//!
//! Walkers keep apart, but bodies are not where their walkers are: feet hold them back when walkers swerve, by a few
//! centimetres mostly, and shoulders are broader than walkers are deep. So all bodies walk once unseen. Where their
//! outlines meet, each of the two leans by half of it; a lean that begins or ends is spread over the time around it.
//! Feet and places stay as they are, and with them everything else that was found. Nobody leans into a wall.

use super::bake::{BodyGround, FrameClock, Lead};
use ambulo_geom::{Point, Segment};
use ambulo_motion::{TorsoOutline, Vec2};
use std::collections::BTreeMap;

/// Outlines are compared this often [s], less often where that would be more than so many, and not at all if it would be less
/// often than that [s].
const MOMENT: f64 = 0.08;
const MOST_OUTLINES: f64 = 2e6;
const SELDOM: f64 = 0.4;
/// Rounds of making room and of spreading it, and last ones of making room alone.
const ROUNDS: usize = 24;
const LAST: usize = 8;
/// Room that is left between two torsos [m].
const ROOM: f32 = 0.008;
/// Farthest that one leans [m], and where it did not help enough.
const FARTHEST: f32 = 0.14;
const FARTHEST_AGAIN: f32 = 0.2;
/// Share of a lean that is kept from round to round: none stays that is not needed.
const KEPT: f32 = 0.985;
/// No torso reaches as far as half of this from its walker [m].
const REACH: f32 = 1.6;

/// The moments at which outlines are compared.
#[derive(Clone, Copy, Debug)]
pub struct RoomMoments {
    /// Frames from one to the next.
    every: f64,
}

impl RoomMoments {
    /// For so many walkers and frames; `None` where they would be too far apart to be of use.
    pub fn new(leads: &[Lead], clock: FrameClock) -> Option<Self> {
        let frames: usize = leads.iter().map(|lead| lead.frames).sum();
        let usual = (MOMENT * clock.fps).max(1.0);
        let every = usual * (frames as f64 / usual / MOST_OUTLINES).max(1.0);
        (every / clock.fps <= SELDOM).then_some(Self { every: every.round() })
    }

    /// The number of the moment at a frame, if it is one.
    pub fn at(self, frame: usize) -> Option<u32> {
        let number = frame as f64 / self.every;
        (number.fract() == 0.0).then_some(number as u32)
    }
}

/// How far everybody leans aside.
#[derive(Clone, Debug, Default)]
pub struct LeansAside {
    every: f64,
    /// Of each lead: the number of its first moment, and its leans from then on [m].
    leans: Vec<(u32, Vec<Vec2>)>,
}

impl LeansAside {
    /// How far a walker leans in a frame [m].
    pub fn at(&self, lead: usize, frame: usize) -> Vec2 {
        let Some((first, leans)) = self.leans.get(lead).filter(|(_, leans)| !leans.is_empty()) else {
            return Vec2::ZERO;
        };
        let place = (frame as f64 / self.every - f64::from(*first)).clamp(0.0, (leans.len() - 1) as f64);
        let before = place as usize;
        let after = (before + 1).min(leans.len() - 1);
        leans[before].lerp(leans[after], (place - before as f64) as f32)
    }

    /// Whether a walker leans at all.
    pub fn any(&self, lead: usize) -> bool {
        self.leans.get(lead).is_some_and(|(_, leans)| !leans.is_empty())
    }

    /// Makes room between the outlines of all leads, each in order of time, which lean already as this says. With it how deep the deepest
    /// is in another [m].
    pub fn and_between(
        &self,
        outlines: &[Vec<TorsoOutline>],
        moments: RoomMoments,
        ground: &BodyGround,
    ) -> (Self, f32) {
        let spans: Vec<(u32, usize)> =
            outlines.iter().map(|of| (of.first().map_or(0, |o| o.moment), of.len())).collect();
        let leaning = |(lead, of): (usize, &Vec<TorsoOutline>)| {
            let own = self.leans.get(lead).map_or(&[][..], |(_, leans)| leans);
            (0..of.len()).map(|k| own.get(k).copied().unwrap_or(Vec2::ZERO)).collect::<Vec<_>>()
        };
        let already: Vec<Vec2> = outlines.iter().enumerate().flat_map(leaning).collect();
        let farthest = if self.leans.is_empty() { FARTHEST } else { FARTHEST_AGAIN };
        let within = |k: usize, lean: Vec2| (already[k] + lean).clamp_length_max(farthest) - already[k];
        let all: Vec<TorsoOutline> = outlines.iter().flatten().cloned().collect();
        let pairs = near_pairs(&all);
        let depth = |&(a, b): &(u32, u32)| all[a as usize].depth(&all[b as usize], [Vec2::ZERO; 2]).map(|(d, _)| d);
        let deepest = pairs.iter().filter_map(depth).fold(0.0f32, f32::max);
        let walls = NearWalls::of(ground).beside(&all, &pairs);
        let mut leans = vec![Vec2::ZERO; all.len()];
        for round in 0..ROUNDS + LAST {
            for &(a, b) in &pairs {
                let (a, b) = (a as usize, b as usize);
                let Some((depth, away)) = all[a].depth(&all[b], [leans[a], leans[b]]) else { continue };
                if depth > -ROOM {
                    // What one cannot lean any farther is for the other.
                    let by = away * (depth + ROOM);
                    let leant = within(a, leans[a] - by * 0.5);
                    let rest = by - (leans[a] - leant);
                    (leans[a], leans[b]) = (leant, within(b, leans[b] + rest));
                }
            }
            for wall in &walls {
                let lean = &mut leans[wall.outline as usize];
                let beyond = lean.dot(wall.towards) - wall.room;
                if beyond > 0.0 {
                    *lean -= wall.towards * beyond;
                }
            }
            if round < ROUNDS {
                let mut begin = 0;
                for &(_, count) in &spans {
                    spread(&mut leans[begin..begin + count]);
                    begin += count;
                }
            }
        }
        leans.iter_mut().zip(&already).for_each(|(lean, already)| *lean += *already);
        let mut rest = leans.as_slice();
        let leans = spans
            .into_iter()
            .map(|(first, count)| {
                let (own, left) = rest.split_at(count);
                rest = left;
                (first, if own.iter().any(|lean| *lean != Vec2::ZERO) { own.to_vec() } else { Vec::new() })
            })
            .collect();
        (Self { every: moments.every, leans }, deepest)
    }
}

/// Evens out the leans of one walker over time.
fn spread(leans: &mut [Vec2]) {
    let mut before = leans.first().copied().unwrap_or_default();
    for k in 0..leans.len() {
        let (now, next) = (leans[k], leans[(k + 1).min(leans.len() - 1)]);
        leans[k] = (now * 0.5 + (before + next) * 0.25) * KEPT;
        before = now;
    }
}

/// Pairs of outlines of a moment that may touch when both lean towards each other, in order of moment and x.
fn near_pairs(all: &[TorsoOutline]) -> Vec<(u32, u32)> {
    let mut order: Vec<u32> = (0..all.len() as u32).collect();
    order.sort_by(|&a, &b| {
        let (p, q) = (&all[a as usize], &all[b as usize]);
        p.moment.cmp(&q.moment).then(p.at.x.total_cmp(&q.at.x)).then(a.cmp(&b))
    });
    let mut pairs = Vec::new();
    for (k, &a) in order.iter().enumerate() {
        let one = &all[a as usize];
        let near = |b: &&u32| {
            let other = &all[**b as usize];
            other.moment == one.moment && other.at.x - one.at.x < REACH
        };
        for &b in order[k + 1..].iter().take_while(near) {
            let other = &all[b as usize];
            if (other.at.y - one.at.y).abs() < REACH
                && one.depth(other, [Vec2::ZERO; 2]).is_some_and(|(depth, _)| depth > -2.0 * FARTHEST)
            {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

/// A wall that one may lean into.
struct WallBeside {
    outline: u32,
    /// The direction of it.
    towards: Vec2,
    /// How far one may lean in that direction [m].
    room: f32,
}

/// Walls by the cells of a lattice they are in or near to.
struct NearWalls<'a> {
    ground: &'a BodyGround,
    cells: BTreeMap<(i64, i64), Vec<u32>>,
}

/// Size of a cell, and how far from a wall bodies are that may lean into it [m].
const CELL: f64 = 1.0;
const BESIDE: f64 = 0.6;
/// Walls stand on the level of those beside them [m].
const LEVEL: f64 = 1.5;

impl<'a> NearWalls<'a> {
    fn of(ground: &'a BodyGround) -> Self {
        let mut cells: BTreeMap<(i64, i64), Vec<u32>> = BTreeMap::new();
        for (number, (wall, _)) in ground.floor.walls().iter().enumerate() {
            let pieces = (wall.a.distance(wall.b) / (0.5 * CELL)).ceil().max(1.0) as usize;
            for k in 0..=pieces {
                let (x, y) = cell(wall.a.lerp(wall.b, k as f64 / pieces as f64));
                for around in 0..9 {
                    let there = cells.entry((x + around % 3 - 1, y + around / 3 - 1)).or_default();
                    if there.last() != Some(&(number as u32)) {
                        there.push(number as u32);
                    }
                }
            }
        }
        Self { ground, cells }
    }

    /// Walls beside the outlines of which others are near.
    fn beside(&self, all: &[TorsoOutline], pairs: &[(u32, u32)]) -> Vec<WallBeside> {
        let mut leaning: Vec<u32> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        leaning.sort_unstable();
        leaning.dedup();
        let mut out = Vec::new();
        for outline in leaning {
            let of = &all[outline as usize];
            let at = of.at.as_dvec2() + self.ground.origin;
            let at = Point::new(at.x, at.y);
            for &wall in self.cells.get(&cell(at)).into_iter().flatten() {
                let (wall, floor) = self.ground.floor.walls()[wall as usize];
                let nearest = nearest(wall, at);
                let far = at.distance(nearest);
                if !(1e-3..=BESIDE).contains(&far) || (floor - f64::from(of.feet())).abs() > LEVEL {
                    continue;
                }
                let towards = Vec2::new(((nearest.x - at.x) / far) as f32, ((nearest.y - at.y) / far) as f32);
                // A torso that is in a wall already goes no deeper.
                let room = (far as f32 - (of.reach(towards) - of.at.dot(towards))).max(0.0);
                out.push(WallBeside { outline, towards, room });
            }
        }
        out
    }
}

fn cell(p: Point) -> (i64, i64) {
    ((p.x / CELL).floor() as i64, (p.y / CELL).floor() as i64)
}

/// The point of a segment nearest to a place.
fn nearest(of: Segment, to: Point) -> Point {
    let (dx, dy) = (of.b.x - of.a.x, of.b.y - of.a.y);
    let long = dx * dx + dy * dy;
    let along = if long > 0.0 { ((to.x - of.a.x) * dx + (to.y - of.a.y) * dy) / long } else { 0.0 };
    of.a.lerp(of.b, along.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animate::place::SiteGround;
    use ambulo_geom::{Polygon, Region};
    use ambulo_motion::{AnimatedBody, DVec2, Mediator, SeenSkin, Settings, body, gait};
    use ambulo_nav::Site;

    /// Two who stand so far apart, the first so far from a wall on the other side: their leans after a while.
    fn leans(apart: f64, from_wall: f64) -> [Vec2; 2] {
        let character = body::character();
        let skin = SeenSkin::new(&character.skeleton, &character.mesh);
        let mediator = Mediator::new(gait::shipped(), Settings::default()).unwrap();
        let hall = Polygon::from_rings(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)], &[]).unwrap();
        let floor = SiteGround::of(&Site::from(Region::from(hall)));
        let ground = BodyGround { origin: DVec2::ZERO, floor };
        let outlines = [from_wall, from_wall + apart].map(|x| {
            // Facing along y, so that shoulders meet.
            let body = AnimatedBody::new(&mediator, DVec2::new(x, 4.0), std::f32::consts::FRAC_PI_2);
            (0..30).filter_map(|m| skin.outline(mediator.skeleton(), &body, m, DVec2::ZERO)).collect()
        });
        let found = LeansAside::default().and_between(&outlines, RoomMoments { every: 2.0 }, &ground).0;
        [0, 1].map(|lead| found.at(lead, 31))
    }

    #[test]
    fn two_in_each_other_lean_apart_half_of_the_way_each_and_others_do_not() {
        let [a, b] = leans(0.36, 4.0);
        assert!(a.x < -0.02 && b.x > 0.02 && (a.x + b.x).abs() < 0.005, "{a} {b}");
        assert!(b.x - a.x > 0.44 - 0.36 - 0.01 && b.x - a.x < 0.12, "{a} {b}");
        assert_eq!(leans(0.8, 4.0), [Vec2::ZERO; 2]);
    }

    #[test]
    fn nobody_leans_into_a_wall() {
        let [a, b] = leans(0.36, 0.23);
        assert!(a.x > -0.03 && b.x > 0.04, "{a} {b}");
    }
}
