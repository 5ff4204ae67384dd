//! When a foot is down.
//!
//! A foot is planted where it is low and its speed falls, stays small and rises again. Heel and toes share a step: the
//! ankle is still first, the front of the foot last, so that a foot counts as still while one of its low points is.

use super::tracks::{JointTracks, percentile};
use glam::Vec2;

/// A foot on the floor, from frame to frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plant {
    /// First frame.
    pub first: usize,
    /// Last frame.
    pub last: usize,
    /// Whether the landing is in the clip; otherwise the clip begins with the foot down.
    pub landed: bool,
    /// Whether the lifting is in the clip.
    pub lifted: bool,
}

/// How slow a foot on the floor is: faster of so many [m/s] and a share of the hips' speed.
#[derive(Clone, Copy)]
struct Slow {
    /// Still: fast walkers put feet down that still roll, so that a share of their speed counts as none.
    still: (f32, f32),
    /// A plant reaches from a still moment to where the foot is faster than this.
    edge: (f32, f32),
}

/// Of people.
const CAPTURED: Slow = Slow { still: (0.15, 0.15), edge: (0.25, 0.3) };
/// Of clips drawn in place, whose speeds are those along the travel: feet that go forward slower than the body go back in it.
const DRAWN: Slow = Slow { still: (0.0, 0.5), edge: (0.0, 0.75) };
/// Shortest plant [s], and in frames.
const SHORTEST: (f32, usize) = (0.06, 3);
/// Plants closer than this are one [s]: two frames at 30 per second.
const GAP: f32 = 0.067;

/// When feet are down, and when their contact points are: the ball of the foot comes down after the heel.
#[derive(Clone, Debug)]
pub(super) struct Feet {
    pub plants: [Vec<Plant>; 2],
    pub balls: [Vec<Plant>; 2],
}

/// Plants of both feet. In a clip that stays in place the travel, first guessed from all frames, is made right by the feet
/// found planted.
pub(super) fn find(tracks: &mut JointTracks, in_place: bool) -> Feet {
    let slow = if in_place { DRAWN } else { CAPTURED };
    let mut plants = feet(tracks, slow);
    for _ in 0..if in_place { 3 } else { 0 } {
        let mut slides: Vec<Vec2> = Vec::new();
        for (foot, planted) in plants.iter().enumerate() {
            slides.extend(planted.iter().flat_map(|p| p.first..=p.last).map(|f| tracks.lowest_velocity(foot, f)));
        }
        if slides.is_empty() {
            break;
        }
        // The middle one: at landing and lifting a foot is faster than the floor.
        let middle = |part: fn(&Vec2) -> f32| percentile(slides.iter().map(part), 0.5);
        tracks.add_travel(-Vec2::new(middle(|v| v.x), middle(|v| v.y)));
        plants = feet(tracks, slow);
    }
    let balls = [0, 1].map(|f| one(tracks, slow, &tracks.ball_heights[f], &tracks.ball_speeds[f]));
    Feet { plants, balls }
}

fn feet(tracks: &JointTracks, slow: Slow) -> [Vec<Plant>; 2] {
    [0, 1].map(|f| one(tracks, slow, &tracks.heights[f], &tracks.speeds[f]))
}

fn one(tracks: &JointTracks, slow: Slow, heights: &[f32], speeds: &[f32]) -> Vec<Plant> {
    let n = tracks.frames();
    let limit = |(least, share): (f32, f32), f: usize| (least * tracks.pace_scale()).max(share * tracks.smooth[f]);
    let low = tracks.low();
    let mut found: Vec<Plant> = Vec::new();
    let mut f = 0;
    while f < n {
        if !(heights[f] < low && speeds[f] < limit(slow.still, f)) {
            f += 1;
            continue;
        }
        let near = |g: usize| heights[g] < low && speeds[g] < limit(slow.edge, g);
        let first = (0..f).rev().take_while(|&g| near(g)).last().unwrap_or(f);
        let last = (f..n).take_while(|&g| near(g)).last().unwrap_or(f);
        found.push(Plant { first, last, landed: first > 0, lifted: last + 1 < n });
        f = last + 1;
    }
    let gap = (GAP * tracks.rate).round() as usize;
    let mut out: Vec<Plant> = Vec::new();
    for p in found {
        match out.last_mut() {
            Some(before) if p.first <= before.last + 1 + gap => (before.last, before.lifted) = (p.last, p.lifted),
            _ => out.push(p),
        }
    }
    let shortest = ((SHORTEST.0 * tracks.rate).ceil() as usize).max(SHORTEST.1);
    out.retain(|p| p.last - p.first + 1 >= shortest || !p.landed || !p.lifted);
    out
}
