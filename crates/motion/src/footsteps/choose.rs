//! Which steps of the library make a footstep, with which weights.

use super::mixture::from_coordinates;
use super::polar::PolarBands;
use super::triangulation::{MERGE, Triangulation, barycentric, sound};
use super::{FootstepError, FootstepSettings};
use crate::LEAST_WEIGHT;
use crate::Side;
use crate::steps::StepLibrary;
use glam::DVec2;

/// Most steps blended for one footstep.
pub const MOST_PARTS: usize = 12;
/// What a radian of turning counts against a metre per second where several steps land in one place.
const TURNING: f64 = 0.3;

/// Steps and weights.
#[derive(Clone, Copy, Debug)]
pub struct StepParts {
    all: [(u16, f64); MOST_PARTS],
    count: u8,
    /// Where the three corners say the foot lands: the target, or the nearest place of the hull [m].
    pub at: DVec2,
    /// Where the blend of landing points is [m].
    pub landing: DVec2,
    /// Where the hips come to [m].
    pub root: DVec2,
    /// From the landing of the supporting foot to the lifting, and from there to the landing of the other [s].
    pub times: [f64; 2],
    /// Whether the target is inside the hull.
    pub inside: bool,
    /// The triangle.
    pub triangle: Option<usize>,
    /// Its area [m2].
    pub area: f64,
}

impl StepParts {
    /// Steps of the library with their weights, by decreasing weight.
    pub fn iter(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.all[..usize::from(self.count)].iter().map(|&(step, weight)| (usize::from(step), weight))
    }

    fn add(&mut self, step: u16, weight: f64) {
        let count = usize::from(self.count);
        if let Some(part) = self.all[..count].iter_mut().find(|part| part.0 == step) {
            part.1 += weight;
        } else if count < MOST_PARTS {
            self.all[count] = (step, weight);
            self.count += 1;
        } else {
            // Full: the lightest makes room.
            let lightest = (0..count).min_by(|&a, &b| self.all[a].1.total_cmp(&self.all[b].1)).unwrap_or(0);
            if self.all[lightest].1 < weight {
                self.all[lightest] = (step, weight);
            }
        }
    }
}

/// The landing points of one foot, and the steps that land there.
#[derive(Clone, Debug)]
struct FootSpace {
    mesh: Triangulation,
    /// Of each point its steps.
    owners: Vec<Vec<u16>>,
    /// Of each sample of the velocities the step of its clip, if the clip has one of this foot.
    by_velocity: Vec<Option<u16>>,
}

/// The interpolator: made once of a library; asking allocates nothing.
#[derive(Clone, Debug)]
pub(super) struct Interpolator {
    spaces: [FootSpace; 2],
    bands: PolarBands,
}

/// What is asked of the interpolator for one footstep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub side: Side,
    /// The landing point in the frame of the body, its turning taken out [m].
    pub target: DVec2,
    /// Velocity the body should have, likewise [m/s].
    pub velocity: DVec2,
    /// How far the body turns [rad].
    pub turning: f64,
}

impl Interpolator {
    pub fn new(library: &StepLibrary) -> Result<Self, FootstepError> {
        // Clips by velocity that have steps of both feet to blend; turning on the spot is standing, by velocity.
        let of = |clip: usize, side: Side| {
            let own = |s: &&crate::steps::LibraryStep| s.clip == clip && s.figures.swing == side && library.blends(s);
            library.steps().iter().find(own).and_then(|s| library.steps().iter().position(|t| std::ptr::eq(s, t)))
        };
        let both: Vec<usize> = (0..library.clips().len())
            .filter(|&c| [Side::Left, Side::Right].iter().any(|&side| of(c, side).is_some()))
            .collect();
        let velocities: Vec<DVec2> = both.iter().map(|&c| library.clips()[c].velocity).collect();
        let chosen = PolarBands::distinct(&velocities);
        let bands = PolarBands::new(chosen.iter().map(|&k| velocities[k]).collect());
        let space = |side: Side| {
            let (mut points, mut owners): (Vec<DVec2>, Vec<Vec<u16>>) = Default::default();
            for (i, s) in library.steps().iter().enumerate() {
                if s.figures.swing != side || !library.blends(s) {
                    continue;
                }
                match points.iter().position(|p| (*p - s.landing).length() < MERGE) {
                    Some(k) => owners[k].push(i as u16),
                    None => {
                        points.push(s.landing);
                        owners.push(vec![i as u16]);
                    }
                }
            }
            if points.is_empty() {
                let name = if side == Side::Left { "left" } else { "right" };
                return Err(FootstepError::NoSteps(name));
            }
            let by_velocity = chosen.iter().map(|&k| of(both[k], side).map(|s| s as u16)).collect();
            Ok(FootSpace { mesh: Triangulation::new(points), owners, by_velocity })
        };
        Ok(Self { spaces: [space(Side::Left)?, space(Side::Right)?], bands })
    }

    pub fn mesh(&self, side: Side) -> &Triangulation {
        &self.spaces[side as usize].mesh
    }

    pub fn bands(&self) -> &PolarBands {
        &self.bands
    }

    /// Steps and weights for a footstep. `near` is the triangle the last search ended in, `weights` has room for all samples.
    pub fn ask(
        &self,
        library: &StepLibrary,
        settings: &FootstepSettings,
        q: &Question,
        near: usize,
        weights: &mut [f64],
    ) -> Option<StepParts> {
        let steps = library.steps();
        let space = &self.spaces[q.side as usize];
        let corners = space.mesh.locate(q.target, near)?;
        // Of steps that land in one place the one that goes and turns most as asked for.
        let speed = q.velocity.length();
        let like = |&k: &u16| {
            let s = &steps[usize::from(k)];
            (s.speed() - speed).abs() + TURNING * (f64::from(s.figures.rotation) - q.turning).abs()
        };
        let pick = |p: usize| {
            let own = &space.owners[p];
            own.iter().copied().min_by(|a, b| like(a).total_cmp(&like(b))).unwrap_or(own[0])
        };
        let mut ids = corners.points.map(pick);
        let landing = |k: u16| steps[usize::from(k)].landing;
        let holds =
            |points: [DVec2; 3]| barycentric(points, corners.at).filter(|w| w.iter().all(|&w| w >= 0.0)).map(sound);
        let mut at = holds(ids.map(landing)).unwrap_or_else(|| {
            // Points that were merged with others moved the sides a little: the points themselves, then.
            if corners.inside {
                ids = corners.points.map(|p| space.owners[p][0]);
            }
            corners.weights
        });
        let mut root_landing = corners.at;
        let share = settings.root_share;
        let by_velocity = share > 0.0 || settings.replace_within > 0.0;
        if by_velocity {
            self.bands.weigh(q.velocity, weights);
            let weights = &weights[..self.bands.len()];
            if corners.inside && settings.replace_within > 0.0 {
                let heaviest = heaviest(weights, &space.by_velocity);
                for i in 0..3 {
                    for step in heaviest.into_iter().flatten() {
                        let mut new = ids;
                        new[i] = step;
                        let near = (landing(ids[i]) - landing(step)).length() <= settings.replace_within;
                        let Some(found) = Some(new).filter(|_| near).and_then(|n| holds(n.map(landing))) else {
                            continue;
                        };
                        (ids, at) = (new, found);
                        break;
                    }
                }
            }
            let (mut sum, mut place) = (0.0, DVec2::ZERO);
            for (w, step) in weights.iter().zip(&space.by_velocity) {
                if let Some(step) = step {
                    sum += w;
                    place += landing(*step) * *w;
                }
            }
            root_landing = if sum > 0.0 { place / sum } else { corners.at };
        }
        let mixed = match barycentric(ids.map(landing), root_landing) {
            Some(there) => from_coordinates(at, there, share).corners,
            None => at.map(|w| (1.0 - share) * w),
        };
        let mut parts = StepParts {
            all: [(0, 0.0); MOST_PARTS],
            count: 0,
            at: corners.at,
            landing: DVec2::ZERO,
            root: DVec2::ZERO,
            times: [0.0; 2],
            inside: corners.inside,
            triangle: corners.triangle,
            area: corners.triangle.map_or(0.0, |t| space.mesh.area(t)),
        };
        for (id, w) in ids.into_iter().zip(mixed).filter(|(_, w)| *w > 0.0) {
            parts.add(id, w);
        }
        if share > 0.0 {
            let sum: f64 = weights.iter().zip(&space.by_velocity).filter(|(_, s)| s.is_some()).map(|(w, _)| w).sum();
            for (w, step) in weights[..self.bands.len()].iter().zip(&space.by_velocity) {
                if let Some(step) = step.filter(|_| *w > f64::from(LEAST_WEIGHT) && sum > 0.0) {
                    parts.add(step, share * w / sum);
                }
            }
        }
        self.finish(library, &mut parts);
        Some(parts)
    }

    /// Weights that sum to 1, by decreasing weight, and what follows from them.
    fn finish(&self, library: &StepLibrary, parts: &mut StepParts) {
        let count = usize::from(parts.count);
        let sum: f64 = parts.all[..count].iter().map(|part| part.1).sum();
        let all = &mut parts.all[..count];
        all.iter_mut().for_each(|part| part.1 /= sum);
        for i in 1..count {
            let mut k = i;
            while k > 0 && all[k].1 > all[k - 1].1 {
                all.swap(k, k - 1);
                k -= 1;
            }
        }
        for &(step, w) in all.iter() {
            let s = &library.steps()[usize::from(step)];
            parts.landing += s.landing * w;
            parts.root += s.root * w;
            parts.times[0] += f64::from(s.lift) * w;
            parts.times[1] += f64::from(s.swing_time()) * w;
        }
    }
}

/// Steps of the three heaviest samples, the heaviest first.
fn heaviest(weights: &[f64], steps: &[Option<u16>]) -> [Option<u16>; 3] {
    let mut best: [(f64, Option<u16>); 3] = [(0.0, None); 3];
    for (&w, step) in weights.iter().zip(steps) {
        if step.is_none() || w <= best[2].0 {
            continue;
        }
        best[2] = (w, *step);
        let mut k = 2;
        while k > 0 && best[k].0 > best[k - 1].0 {
            best.swap(k, k - 1);
            k -= 1;
        }
    }
    best.map(|(_, step)| step)
}
