//! What the paper promises of the choice of clips, measured: the program's checks and the tests ask here.

use super::ClipTracks;
use std::f32::consts::PI;

/// All sectors that hold a direction of a speed, checked one by one.
pub(super) fn slowly(tracks: &ClipTracks, speed: f32, angle: f32) -> Vec<usize> {
    let n = tracks.tracks().len();
    let mut found = Vec::new();
    for (i, track) in tracks.tracks().iter().enumerate() {
        let lowest = if i + 1 == n { speed >= track.slowest } else { speed > track.slowest };
        if !(lowest && (speed <= track.fastest || i == 0)) {
            continue;
        }
        for (k, sector) in track.sectors.iter().enumerate() {
            let last = k + 1 == track.sectors.len();
            if sector.from <= angle && (angle < sector.to || (last && angle <= PI)) {
                found.push(sector.clip);
            }
        }
    }
    found
}

/// Choices among random clips.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices {
    /// Speeds and directions asked for.
    pub asked: usize,
    /// Those held by no sector or by several, or answered with another clip than the sector's.
    pub not_one: usize,
    /// Those answered with a clip slower than the slowest speed of its track.
    pub too_slow: usize,
}

/// So many random sets of up to 23 clips, with a hundred questions each.
pub fn choices(sets: u64) -> Choices {
    let mut state = 1u64;
    let mut unit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1u64 << 24) as f32
    };
    let mut out = Choices::default();
    for _ in 0..sets {
        let count = 1 + (unit() * 23.0) as usize;
        let clips: Vec<(f32, f32)> = (0..count).map(|_| (0.05 + 3.95 * unit(), PI * (2.0 * unit() - 1.0))).collect();
        let tracks = ClipTracks::new(&clips, 0.1, 0.17);
        for _ in 0..100 {
            let (speed, angle) = (unit() * tracks.fastest(), PI * unit());
            out.asked += 1;
            let chosen = tracks.choose(speed, angle);
            out.not_one += usize::from(chosen.is_none_or(|c| slowly(&tracks, speed, angle) != [c]));
            let slowest = tracks.track(speed).map_or(f32::INFINITY, |t| t.slowest);
            out.too_slow += usize::from(chosen.is_some_and(|c| clips[c].0 < slowest));
        }
    }
    out
}
