//! Who passes others so closely that shoulders turn.
//!
//! Two discs that touch are nearer than two pairs of shoulders can be. All turn the same direction, the left shoulder back:
//! those side by side stay parallel, and those who meet do too.

use ambulo_data::{Trajectories, TrajectoryRow};

/// Shoulders begin to turn at this distance to the side, and are turned entirely at that [m].
const ASIDE: (f64, f64) = (0.56, 0.44);
/// Others count who are no farther ahead or behind; entirely up to the first [m].
const AHEAD: (f64, f64) = (0.20, 0.36);
/// Others on the same floor are no higher or lower [m].
const LEVEL: f32 = 0.5;

/// How closely each walker passes others in each of its rows, 0 to 1: by walker, as
/// [`Trajectories::walks`] has them.
pub fn closeness(t: &Trajectories) -> Vec<Vec<f32>> {
    let walkers: Vec<&[TrajectoryRow]> = t.walks().collect();
    let ids: Vec<u32> = walkers.iter().map(|rows| rows[0].id).collect();
    let mut out: Vec<Vec<f32>> = walkers.iter().map(|rows| Vec::with_capacity(rows.len())).collect();
    let (mut order, mut close) = (Vec::new(), Vec::new());
    for frame in 0..t.frames() {
        let rows = t.frame(frame);
        order.clear();
        order.extend(0..rows.len());
        order.sort_by(|&a, &b| rows[a].x.total_cmp(&rows[b].x).then(a.cmp(&b)));
        close.clear();
        close.resize(rows.len(), 0.0f32);
        for (k, &a) in order.iter().enumerate() {
            for &b in order[k + 1..].iter().take_while(|&&b| rows[b].x - rows[a].x < ASIDE.0) {
                if (rows[b].y - rows[a].y).abs() < ASIDE.0 && (rows[b].z - rows[a].z).abs() < LEVEL {
                    close[a] = close[a].max(beside(&rows[a], &rows[b]));
                    close[b] = close[b].max(beside(&rows[b], &rows[a]));
                }
            }
        }
        for (row, &close) in rows.iter().zip(&close) {
            if let Ok(i) = ids.binary_search(&row.id) {
                out[i].push(close);
            }
        }
    }
    out
}

/// How closely one passes another, by where it faces.
fn beside(own: &TrajectoryRow, other: &TrajectoryRow) -> f32 {
    let (dx, dy) = (other.x - own.x, other.y - own.y);
    let (hx, hy) = (f64::from(own.ori_x), f64::from(own.ori_y));
    let (ahead, aside) = ((hx * dx + hy * dy).abs(), (hx * dy - hy * dx).abs());
    let near = ((ASIDE.0 - aside) / (ASIDE.0 - ASIDE.1)).clamp(0.0, 1.0);
    let level = ((AHEAD.1 - ahead) / (AHEAD.1 - AHEAD.0)).clamp(0.0, 1.0);
    (near * level) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::Region;

    #[test]
    fn those_who_walk_shoulder_to_shoulder_are_close_and_those_in_a_file_are_not() {
        let row = |id: u32, x: f64, y: f64| TrajectoryRow {
            frame: 0,
            id,
            x,
            y,
            ori_x: 1.0,
            ori_y: 0.0,
            speed: 1.0,
            level: 0,
            z: 0.0,
        };
        // 1 and 2 side by side, 3 behind 1, 4 beside 2 with room.
        let rows = vec![row(1, 0.0, 0.0), row(2, 0.05, 0.45), row(3, -0.46, 0.0), row(4, 0.0, 1.1)];
        let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], rows);
        let close: Vec<f32> = closeness(&t).iter().map(|c| c[0]).collect();
        assert!(close[0] > 0.9 && close[1] > 0.9 && close[2] == 0.0 && close[3] == 0.0, "{close:?}");
    }
}
