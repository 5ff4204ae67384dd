//! Two streams cross at a right angle in corridors of 5 m: whether stripes form, and at which angle.

use super::DenseSubject;
use ambulo::geom::{Point, math};
use std::f64::consts::PI;

const WIDTH: f64 = 5.0;
/// Length of each arm [m].
const ARM: f64 = 12.0;
/// People per metre and second in either stream.
const INFLOW: f64 = 0.5;
const COMING: f64 = 60.0;
/// Wavelengths of stripes [m]: longer ones are the outline of the crowd.
const WAVELENGTHS: [f64; 6] = [1.0, 1.25, 1.5, 2.0, 2.5, 3.0];
/// Angles that are tried, from 0 to 180 degrees.
const ANGLES: usize = 36;
/// Patterns whose strongest angle is less than this above the mean of all angles are none.
const FAINT: f64 = 1.3;

pub(crate) struct Crossing {
    /// Angle and contrast of the stripes of this run.
    pub(crate) stripes: Stripes,
    /// Power of the pattern by angle, which several runs add up.
    pub(crate) power: Vec<f64>,
    /// Share of people who got through within two minutes after the last one came.
    pub(crate) through: f64,
}

/// The strongest pattern of one run or of several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stripes {
    /// Angle between the stripes and the eastward stream, clockwise [deg]; people: 45. None where the pattern is faint.
    pub(crate) angle: Option<f64>,
    /// Power at the strongest angle, over the mean of all angles.
    pub(crate) contrast: f64,
}

/// The stripes in a power by angle. One run has few stripes, so that its strongest angle may be chance; the power of several runs, added
/// angle by angle, has less of it than a mean of angles.
pub(crate) fn stripes(power: &[f64]) -> Stripes {
    let best = (0..power.len()).fold(0, |best, k| if power[k] > power[best] { k } else { best });
    let mean = power.iter().sum::<f64>() / power.len().max(1) as f64;
    let contrast = power.get(best).map_or(0.0, |p| p / mean.max(1e-9));
    Stripes { angle: (contrast > FAINT).then(|| angle_of(best).to_degrees()), contrast }
}

/// Across stripes the streams alternate. So people of one stream count 1 and those of the other -1, and the power of that pattern, as
/// waves across lines of each angle, is largest at the angle of the stripes.
pub(crate) fn measure(subject: &DenseSubject) -> Crossing {
    let (from, to, end) = (ARM, ARM + WIDTH, 2.0 * ARM + WIDTH);
    let text = format!(
        "limit = 400\n[plan]\nwkt = \"POLYGON ((0 {from}, {from} {from}, {from} 0, {to} 0, {to} {from}, {end} {from}, {end} {to}, {to} {to}, {to} {end}, {from} {end}, {from} {to}, 0 {to}))\"\n\
         [areas]\nwest = {{ rect = [0, {from}, 3, {to}] }}\neast = {{ rect = [{e}, {from}, {end}, {to}] }}\n\
         south = {{ rect = [{from}, 0, {to}, 3] }}\nnorth = {{ rect = [{from}, {e}, {to}, {end}] }}\n\
         [[walkers]]\nname = \"eastward\"\nrate = {rate}\nto = {COMING}\nstart = \"west\"\ngoal = \"east\"\n\
         [[walkers]]\nname = \"northward\"\nrate = {rate}\nto = {COMING}\nstart = \"south\"\ngoal = \"north\"\n",
        e = end - 1.5,
        rate = INFLOW * WIDTH,
    );
    let mut world = subject.world(&text);
    let mut power = vec![0.0; ANGLES];
    while world.report().time < COMING + 120.0 {
        world.step();
        let report = world.report();
        if report.time > COMING && report.present == 0 {
            break;
        }
        if (15.0..COMING).contains(&report.time) && ((report.time * 20.0).round() as u64).is_multiple_of(10) {
            let square = from - 0.5..to + 0.5;
            let inside: Vec<_> = world
                .walkers()
                .filter(|w| square.contains(&w.place.x) && square.contains(&w.place.y))
                .map(|w| (w.place, w.group.0))
                .collect();
            for (k, power) in power.iter_mut().enumerate() {
                *power += power_across(&inside, angle_of(k));
            }
        }
    }
    let report = world.report();
    Crossing { stripes: stripes(&power), power, through: report.arrived as f64 / report.appeared.max(1) as f64 }
}

fn angle_of(k: usize) -> f64 {
    PI * k as f64 / ANGLES as f64
}

/// Power of the pattern across lines that run so much clockwise of east [rad].
fn power_across(inside: &[(Point, u16)], angle: f64) -> f64 {
    let (nx, ny) = (math::sin(angle), math::cos(angle));
    let mean = inside.iter().map(|(_, group)| sign(*group)).sum::<f64>() / inside.len().max(1) as f64;
    let wave = |length: &f64| {
        let (mut re, mut im) = (0.0, 0.0);
        for (p, group) in inside {
            let phase = 2.0 * PI * (p.x * nx + p.y * ny) / length;
            re += (sign(*group) - mean) * math::cos(phase);
            im += (sign(*group) - mean) * math::sin(phase);
        }
        re * re + im * im
    };
    WAVELENGTHS.iter().map(wave).sum()
}

fn sign(group: u16) -> f64 {
    if group == 0 { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stripes_that_were_drawn_are_found_at_their_angle() {
        for drawn in [30.0f64, 45.0, 70.0, 120.0] {
            let (nx, ny) = (math::sin(drawn.to_radians()), math::cos(drawn.to_radians()));
            let people: Vec<(Point, u16)> = (0..400)
                .map(|k| Point::new(f64::from(k % 20) * 0.29, f64::from(k / 20) * 0.31))
                .map(|p| (p, u16::from((p.x * nx + p.y * ny).rem_euclid(2.0) < 1.0)))
                .collect();
            let power: Vec<f64> = (0..ANGLES).map(|k| power_across(&people, angle_of(k))).collect();
            let found = stripes(&power).angle.unwrap();
            assert!((found - drawn).abs() <= 5.0, "{drawn}: {found}");
        }
    }
}
