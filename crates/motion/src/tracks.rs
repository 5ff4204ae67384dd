//! Which clip for which speed and direction: tracks of speed, each cut into sectors of angle.
//!
//! After Pelechano, Spanlang and Beacco, "Avatar Locomotion in Crowd Simulation" (2011). Clips are sorted by falling
//! speed; those within a tolerance of the fastest of a track share it. A track starts with the sectors of the faster one
//! (a fast clip can be played slower) and then takes up its own clips: one near in angle to a clip that is there replaces
//! it, any other opens a sector. Limits between sectors lie midway between the angles of their clips.

/// A direction of a track and the clip for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipSector {
    /// Where it begins [rad].
    pub from: f32,
    /// Where it ends [rad]; this belongs to the next sector, pi to the last.
    pub to: f32,
    /// Angle of the clip [rad].
    pub angle: f32,
    /// Which clip.
    pub clip: usize,
}

/// A range of speeds and its sectors from 0 to pi.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeedTrack {
    /// Least speed [m/s]; it belongs to the slower track, 0 to the last.
    pub slowest: f32,
    /// Greatest speed [m/s].
    pub fastest: f32,
    /// Sectors in order of angle, without gaps.
    pub sectors: Vec<ClipSector>,
}

/// All tracks, fastest first.
///
/// ```
/// use ambulo_motion::ClipTracks;
/// let pi = std::f32::consts::PI;
/// // A run, a walk, and a sidestep at walking speed.
/// let tracks = ClipTracks::new(&[(3.0, 0.0), (1.4, 0.0), (1.4, pi / 2.0)], 0.1, 0.17);
/// assert_eq!(tracks.choose(2.5, pi / 2.0), Some(0), "only one clip is that fast");
/// assert_eq!(tracks.choose(1.0, 0.1), Some(1));
/// assert_eq!(tracks.choose(1.0, 1.2), Some(2));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipTracks {
    tracks: Vec<SpeedTrack>,
}

impl ClipTracks {
    /// Sorts clips, given as (speed [m/s], angle [rad]), into tracks; the sign of an angle does not count. Clips closer
    /// than the tolerances share a track or a sector. Clips that do not move, or whose figures are no numbers, are left
    /// out.
    pub fn new(clips: &[(f32, f32)], speed_tolerance: f32, angle_tolerance: f32) -> Self {
        let mut order: Vec<(usize, f32, f32)> = clips
            .iter()
            .enumerate()
            .filter(|(_, (v, a))| v.is_finite() && *v > 0.0 && a.is_finite())
            .map(|(i, &(v, a))| (i, v, a.abs().min(std::f32::consts::PI)))
            .collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut tracks: Vec<SpeedTrack> = Vec::new();
        let mut held: Vec<(f32, usize)> = Vec::new();
        while let Some(&(_, fastest, _)) = order.first() {
            let n = order.iter().take_while(|clip| fastest - clip.1 <= speed_tolerance).count();
            let mut own: Vec<_> = order.drain(..n).collect();
            own.sort_by(|a, b| a.2.total_cmp(&b.2).then(b.1.total_cmp(&a.1)).then(a.0.cmp(&b.0)));
            // Of clips at one angle the track keeps the one nearest to its greatest speed.
            own.dedup_by(|next, kept| next.2 - kept.2 < 1e-6);
            let first = tracks.is_empty();
            for (clip, _, angle) in own {
                take_up(&mut held, clip, angle, if first { 1e-6 } else { angle_tolerance });
            }
            if let Some(last) = tracks.last_mut() {
                last.slowest = fastest;
            }
            tracks.push(SpeedTrack { slowest: 0.0, fastest, sectors: sectors(&held) });
        }
        Self { tracks }
    }

    /// All tracks, fastest first.
    pub fn tracks(&self) -> &[SpeedTrack] {
        &self.tracks
    }

    /// The greatest speed there is a clip for [m/s], 0 without clips.
    pub fn fastest(&self) -> f32 {
        self.tracks.first().map_or(0.0, |track| track.fastest)
    }

    /// The track for a speed. What is faster than all clips gets the fastest.
    pub fn track(&self, speed: f32) -> Option<&SpeedTrack> {
        let i = self.tracks.partition_point(|track| track.slowest >= speed && track.slowest > 0.0);
        self.tracks.get(i)
    }

    /// The clip for a speed [m/s] and an angle [rad], whose sign does not count. `None` only without clips.
    pub fn choose(&self, speed: f32, angle: f32) -> Option<usize> {
        let sectors = &self.track(speed)?.sectors;
        let angle = angle.abs();
        let i = sectors.partition_point(|sector| sector.to <= angle).min(sectors.len() - 1);
        Some(sectors[i].clip)
    }
}

/// Puts a clip among those held, sorted by angle: in the place of the nearest within the tolerance, or as a new one.
fn take_up(held: &mut Vec<(f32, usize)>, clip: usize, angle: f32, tolerance: f32) {
    let near = (0..held.len()).min_by(|&a, &b| (held[a].0 - angle).abs().total_cmp(&(held[b].0 - angle).abs()));
    match near {
        Some(i) if (held[i].0 - angle).abs() < tolerance => held[i] = (angle, clip),
        _ => held.push((angle, clip)),
    }
    held.sort_by(|a, b| a.0.total_cmp(&b.0));
}

fn sectors(held: &[(f32, usize)]) -> Vec<ClipSector> {
    let n = held.len();
    let limit = |i: usize| 0.5 * (held[i].0 + held[i + 1].0);
    (0..n)
        .map(|i| ClipSector {
            from: if i == 0 { 0.0 } else { limit(i - 1) },
            to: if i + 1 == n { std::f32::consts::PI } else { limit(i) },
            angle: held[i].0,
            clip: held[i].1,
        })
        .collect()
}

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
#[cfg(test)]
mod tests;
