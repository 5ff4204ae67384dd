//! When a foot is down.
//!
//! A foot is planted where it is low and its speed falls, stays small and rises again. Heel and toes share a step: the
//! ankle is still first, the front of the foot last, so that a foot counts as still while one of its low points is.

use super::tracks::Tracks;
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

/// Still below this [m/s], or this share of the hips' speed: fast walkers put feet down that still roll.
const STILL: (f32, f32) = (0.15, 0.15);
/// A plant reaches from a still moment to where the foot is faster than this [m/s], or this share of the hips' speed.
const EDGE: (f32, f32) = (0.35, 0.35);
/// Shortest plant [s], and in frames.
const SHORTEST: (f32, usize) = (0.06, 3);
/// Plants closer than this are one [s]: two frames at 30 a second.
const GAP: f32 = 0.067;

/// When feet are down, and when their contact points are: the ball of the foot comes down after the heel.
#[derive(Clone, Debug)]
pub(super) struct Feet {
    pub plants: [Vec<Plant>; 2],
    pub balls: [Vec<Plant>; 2],
}

/// Plants of both feet. In a clip that stays in place the travel, first guessed from all frames, is made right by the feet
/// found planted.
pub(super) fn find(tracks: &mut Tracks, in_place: bool) -> Feet {
    let mut plants = feet(tracks);
    for _ in 0..if in_place { 3 } else { 0 } {
        let mut sum = Vec2::ZERO;
        let mut count = 0;
        for foot in 0..2 {
            for p in &plants[foot] {
                for f in p.first..=p.last {
                    sum += tracks.lowest_velocity(foot, f);
                    count += 1;
                }
            }
        }
        if count == 0 {
            break;
        }
        tracks.add_travel(-sum / count as f32);
        plants = feet(tracks);
    }
    let balls = [0, 1].map(|f| one(tracks, &tracks.ball_heights[f], &tracks.ball_speeds[f]));
    Feet { plants, balls }
}

fn feet(tracks: &Tracks) -> [Vec<Plant>; 2] {
    [0, 1].map(|f| one(tracks, &tracks.heights[f], &tracks.speeds[f]))
}

fn one(tracks: &Tracks, heights: &[f32], speeds: &[f32]) -> Vec<Plant> {
    let n = tracks.frames();
    let limit = |(least, share): (f32, f32), f: usize| (least * tracks.size).max(share * tracks.smooth[f]);
    let low = tracks.low();
    let mut found: Vec<Plant> = Vec::new();
    let mut f = 0;
    while f < n {
        if !(heights[f] < low && speeds[f] < limit(STILL, f)) {
            f += 1;
            continue;
        }
        let near = |g: usize| heights[g] < low && speeds[g] < limit(EDGE, g);
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
