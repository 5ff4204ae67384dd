//! How good it was: metrics on trajectories, and the report page.
//!
//! Metrics see trajectories and geometry, never the simulator, so that the same code scores simulated and real people.
//! Everything is f64 and SI. One file holds one metric; its header gives definition and unit.
//!
//! ```
//! use ambulo_data::{Trajectories, TrajectoryRow};
//! use ambulo_eval::travel_time;
//! use ambulo_geom::{Polygon, Region};
//! let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
//! let row = |frame| TrajectoryRow {
//!     frame, id: 1, x: 1.0 + 0.1 * f64::from(frame), y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 1.0, level: 0, z: 0.0,
//! };
//! let t = Trajectories::new(10.0, area, vec![], (0..=50).map(row).collect());
//! assert_eq!(travel_time::measure(&t).mean(), Some(5.0));
//! ```

pub mod acceleration;
pub mod adaptation;
pub mod anticipation;
pub mod backward_share;
pub mod bootstrap;
pub mod by_frame;
pub mod cells;
pub mod closest;
pub mod comparison;
pub mod density;
pub mod density_map;
pub mod distance;
pub mod energy;
pub mod evaluation;
pub mod faults;
pub mod filter;
pub mod flow;
pub mod fundamental;
pub mod gait_turning;
pub mod groups;
pub mod human_like;
pub mod individual_speed;
pub mod interaction;
pub mod jam;
pub mod jerk;
pub mod lanes;
pub mod likelihood;
pub mod macroscopic;
pub mod mean_speed;
pub mod measuring;
pub mod mpd;
pub mod mpd_groups;
pub mod mpd_pictures;
pub mod mpd_tiles;
pub mod n_t;
pub mod near_miss;
pub mod occupancy;
pub mod overlaps;
pub mod page;
pub mod pairs;
pub mod passage_order;
pub mod path_efficiency;
pub mod phases;
pub mod repair;
pub mod report;
pub mod slow_share;
pub mod smoothness;
pub mod speed;
pub mod speed_map;
pub mod statistics;
pub mod steerbench;
pub mod stripes;
pub mod time_gaps;
pub mod tracks;
pub mod travel_time;
pub mod ttc;
pub mod turn_rate;
pub mod turning;
pub mod vanish;
pub mod voronoi;
pub mod voronoi_series;
pub mod wilcoxon;

mod convex;
mod moving_mean;
mod resample;

#[cfg(test)]
mod sample;
