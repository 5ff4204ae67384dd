//! Footsteps of a recording, made into frames ready to be written.

use super::body::MOST_WAITING;
use super::{Footprint, Footstep, FootstepController, FootstepError, SteppingBody};
use crate::export::Baked;
use crate::{Side, ValueStats};
use glam::DVec2;

/// One row of a table of footsteps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootstepRow {
    /// Which walker.
    pub walker: u32,
    /// Which footstep of the walker, from 0.
    pub index: u32,
    /// The foot.
    pub side: Side,
    /// Where it lands [m]: below the ball of the foot.
    pub at: [f64; 3],
    /// Where the body faces [rad].
    pub heading: f64,
    /// When it lifts [s]. A row that lifts no earlier than it lands is where a foot stands at the beginning.
    pub lift: f64,
    /// When it lands [s].
    pub land: f64,
}

/// How well the footsteps of walkers were made.
#[derive(Clone, Debug, Default)]
pub struct StepFigures {
    /// Footsteps made.
    pub steps: u64,
    /// From the asked to the shown landing place, the leg bent [m].
    pub landing: ValueStats,
    /// The same before the leg is bent.
    pub before_ik: ValueStats,
    /// How much later than asked feet landed [s]; never less than 0.
    pub late: ValueStats,
    /// Footsteps outside of the hull of landing points.
    pub beyond: u64,
}

impl StepFigures {
    /// Adds all that another has counted.
    pub fn merge(&mut self, other: &StepFigures) {
        self.steps += other.steps;
        self.beyond += other.beyond;
        self.landing.merge(&other.landing);
        self.before_ik.merge(&other.before_ik);
        self.late.merge(&other.late);
    }

    fn add(&mut self, body: &SteppingBody) {
        let report = body.last_step();
        self.steps += 1;
        self.beyond += u64::from(report.beyond > 0.0);
        self.landing.add((report.landed - report.asked).length());
        self.before_ik.add(report.before_ik);
        self.late.add(report.late.max(0.0));
    }
}

/// How far apart feet stand that no row says [m].
const APART: f64 = 0.18;
/// How long before it lifts a body is given a footstep [s].
const AHEAD: f64 = 2.0;

/// Whether the footsteps of one walker can be followed: numbers, and landings one after the other.
///
/// ```
/// use ambulo_motion::{Side, footsteps::{FootstepRow, check_rows}};
/// let row = FootstepRow { walker: 0, index: 0, side: Side::Left, at: [0.0; 3], heading: 0.0, lift: 0.2, land: 0.6 };
/// assert!(check_rows(&[row]).is_ok());
/// assert!(check_rows(&[row, FootstepRow { index: 1, land: 0.5, ..row }]).unwrap_err().to_string().contains("must land later"));
/// ```
pub fn check_rows(rows: &[FootstepRow]) -> Result<(), FootstepError> {
    let standing = rows.iter().take_while(|row| row.lift >= row.land).count();
    let mut before = f64::NEG_INFINITY;
    for (index, row) in rows.iter().enumerate() {
        let FootstepRow { lift, land, .. } = *row;
        if !Footstep::new(row.side, row.at, row.heading, lift, land).is_sound() {
            return Err(FootstepError::NotSound(index));
        }
        if index >= standing {
            if !(land > lift && land > before) {
                return Err(FootstepError::Order { index, lift, land, before });
            }
            before = land;
        }
    }
    Ok(())
}

impl FootstepController {
    /// Frames of one walker, from a time [s] on, so many per second: `rows` are its footsteps in order. Frames are added to
    /// `out`, which is for as many joints as the skeleton has; places are relative to `origin`. Returns how well the
    /// footsteps were made.
    ///
    /// ```
    /// use ambulo_motion::{DVec2, Side, export::Baked, footsteps::*, steps::StepLibrary};
    /// let controller = FootstepController::new(StepLibrary::shipped().clone(), FootstepSettings::default())?;
    /// let row = |index, side, x, y, lift, land| FootstepRow { walker: 7, index, side, at: [x, y, 0.0], heading: 0.0, lift, land };
    /// let rows = [
    ///     row(0, Side::Left, 0.0, 0.09, 0.0, 0.0),
    ///     row(1, Side::Right, 0.0, -0.09, 0.0, 0.0),
    ///     row(2, Side::Left, 0.5, 0.09, 0.4, 0.8),
    /// ];
    /// let mut frames = Baked::new(controller.skeleton().len());
    /// let figures = controller.bake(&rows, 0.0, 25.0, 50, DVec2::ZERO, &mut frames)?;
    /// assert_eq!((frames.frames(), figures.steps), (50, 1));
    /// assert!(figures.landing.worst() < 0.005);
    /// # Ok::<(), FootstepError>(())
    /// ```
    pub fn bake(
        &self,
        rows: &[FootstepRow],
        from: f64,
        fps: f64,
        frames: usize,
        origin: DVec2,
        out: &mut Baked,
    ) -> Result<StepFigures, FootstepError> {
        self.follow(
            rows,
            (from, fps, frames),
            |_| None,
            |body| {
                out.push(origin, &body.placement(), body.hips(), body.rotations());
                out.stepping(body.contacts(), body.phase());
            },
        )
    }

    /// The same from a time [s] on with so many frames per second, and so many of them, each shown to `each` instead. `recorded` says
    /// where the body was recorded at a time, if it was: it stays near.
    pub fn follow(
        &self,
        rows: &[FootstepRow],
        (from, fps, frames): (f64, f64, usize),
        recorded: impl Fn(f64) -> Option<DVec2>,
        mut each: impl FnMut(&SteppingBody),
    ) -> Result<StepFigures, FootstepError> {
        let (mut body, rest) = self.set_down(rows, from)?;
        let mut figures = StepFigures::default();
        let mut next = rest.iter();
        let mut waiting = next.next();
        for frame in 0..frames {
            let time = from + frame as f64 / fps;
            // Given a little ahead, as a planner would: the body waits for what is later.
            while let Some(row) = waiting.filter(|row| row.lift < time + AHEAD && body.waiting() < MOST_WAITING) {
                let step = Footstep::new(row.side, row.at, row.heading, row.lift, row.land);
                self.push(&mut body, step)?;
                waiting = next.next();
            }
            let begun = body.steps_begun();
            body.set_recorded(recorded(time));
            self.frame(&mut body, time);
            if body.steps_begun() > begun {
                figures.add(&body);
            }
            each(&body);
        }
        Ok(figures)
    }

    /// A body with its feet where the first rows say, and the rows that are steps. A foot no row has standing is beside the
    /// other.
    fn set_down<'a>(
        &self,
        rows: &'a [FootstepRow],
        from: f64,
    ) -> Result<(SteppingBody, &'a [FootstepRow]), FootstepError> {
        let standing = rows.iter().take_while(|row| row.lift >= row.land || row.land <= from).count();
        let (stood, steps) = rows.split_at(standing);
        let of = |side: Side| stood.iter().rev().find(|row| row.side == side).map(|r| (r.at, r.heading));
        let known = of(Side::Left).or(of(Side::Right)).or(rows.first().map(|r| (r.at, r.heading)));
        let Some((_, heading)) = known else { return Err(FootstepError::Nothing) };
        let (sin, cos) = crate::math::sin_cos_exact(heading);
        let beside = |[x, y, z]: [f64; 3], left: f64| [x - sin * left, y + cos * left, z];
        let first = rows.first().map_or(([0.0; 3], Side::Left), |r| (r.at, r.side));
        let (left, right) = match (of(Side::Left), of(Side::Right)) {
            (Some(l), Some(r)) => (l, r),
            (Some(l), None) => (l, (beside(l.0, -APART), l.1)),
            (None, Some(r)) => ((beside(r.0, APART), r.1), r),
            (None, None) if first.1 == Side::Left => ((first.0, heading), (beside(first.0, -APART), heading)),
            (None, None) => ((beside(first.0, APART), heading), (first.0, heading)),
        };
        let print = |(at, heading)| Footprint { at, heading };
        Ok((self.begin([print(left), print(right)], from)?, steps))
    }
}
