//! What each neighbour asks of a walker: one line in the plane of velocities, eight lines at a time.

use super::linear::PlaneVec;
use crate::nearest::Make;
use ambulo_sim::{Block, LANES};

/// Relative velocities closer than this to the middle of the cone are in the middle (a share of the distance).
const TIE: f32 = 1e-6;

/// What a walker brings along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnState {
    pub(crate) vx: f32,
    pub(crate) vy: f32,
    pub(crate) radius: f32,
    /// One by the time to be free of collisions [1/s].
    pub(crate) per_tau: f32,
    /// One by the time to part if bodies overlap [1/s].
    pub(crate) per_dt: f32,
    /// To which side exact ties break: -1 right, 1 left, 0 none.
    pub(crate) side: f32,
    /// Where to go from an agent in the very same place.
    pub(crate) apart: PlaneVec<f32>,
}

impl Make<3> for OwnState {
    /// A line that allows everything.
    const NOBODY: [f32; 3] = [0.0, 0.0, f32::NEG_INFINITY];

    /// Eight lines without a branch. `P` is where the other is, `V` the velocity relative to it, `w` what is
    /// left of it beyond the middle of the cut-off disc. The velocity obstacle is a cone of velocities about P, rounded
    /// off by the disc; its nearest border is the disc or a leg of the cone, and its normal there is n. V must change
    /// by m along n to be just outside, of which everybody does half. Empty lanes, far away, give lines that allow
    /// every walking velocity.
    #[inline(always)]
    fn eight(&self, Block { dx, dy, vx, vy, radius, .. }: Block<'_>) -> [[f32; LANES]; 3] {
        let mut lines = [[0.0; LANES]; 3];
        // Copies, so that no lane looks them up for itself.
        let Self { per_tau, per_dt, side, apart, .. } = *self;
        let (apart_x, apart_y) = (apart.x * -1e-6, apart.y * -1e-6);
        // Without a side to prefer, a tie is settled by slowing down.
        let slow_down = if side == 0.0 { TIE } else { -1.0 };
        for k in 0..LANES {
            let r = self.radius + radius[k];
            let together = dx[k] * dx[k] + dy[k] * dy[k] < 1e-12;
            let px = if together { apart_x } else { dx[k] };
            let py = if together { apart_y } else { dy[k] };
            let (vx, vy) = (self.vx - vx[k], self.vy - vy[k]);
            let (d2, r2) = (px * px + py * py, r * r);
            let overlap = d2 <= r2;
            let per_time = if overlap { per_dt } else { per_tau };
            let (wx, wy) = (vx - px * per_time, vy - py * per_time);
            let (w2, along, across) = (wx * wx + wy * wy, wx * px + wy * py, px * wy - py * wx);
            let tie = across.abs() <= TIE * along.abs();
            let disc =
                overlap | ((along < 0.0) & (along * along > r2 * w2)) | (across.abs() <= slow_down * along.abs());
            // In the middle of the cone, without a side to prefer, only to slow down is left: the front of the disc.
            let front = if !overlap & (along > 0.0) { -1.0 } else { 1.0 };
            let left = if tie { side } else { across };
            let sign = if left > 0.0 { 1.0 } else { -1.0 };
            // One root and one division serve both cases. Where w is null any direction will do; away is best.
            let null = w2 < 1e-18;
            let root = (if !disc {
                d2 - r2
            } else if null {
                d2
            } else {
                w2
            })
            .max(0.0)
            .sqrt();
            let (wx, wy) = if null { (-px, -py) } else { (wx * front, wy * front) };
            let x = if disc { wx } else { -(px * r + sign * py * root) };
            let y = if disc { wy } else { sign * px * root - py * r };
            let per = 1.0 / if disc { root } else { d2 };
            let (x, y) = (x * per, y * per);
            let w = if null { 0.0 } else { root * front };
            let m = if disc { r * per_time - w } else { -(vx * x + vy * y) };
            lines[0][k] = x;
            lines[1][k] = y;
            lines[2][k] = self.vx * x + self.vy * y + 0.5 * m;
        }
        lines
    }
}
