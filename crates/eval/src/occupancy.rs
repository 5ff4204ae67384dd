//! People present over time.
//!
//! Definition: N(t) = number of walkers with a row at frame t. Unit: people.

use crate::groups::Groups;
use ambulo_data::Trajectories;

/// Number of people in each frame.
///
/// ```
/// use ambulo_eval::occupancy::Occupancy;
/// let o = Occupancy { fps: 10.0, people: vec![0, 3, 5, 2], groups: vec![] };
/// assert_eq!(o.most(), Some((5, 0.2)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Occupancy {
    /// Frames per second.
    pub fps: f64,
    /// People in each frame.
    pub people: Vec<usize>,
    /// The same for each group, by name.
    pub groups: Vec<(String, Vec<usize>)>,
}

/// Counts people frame by frame.
///
/// ```
/// use ambulo_data::Trajectories;
/// use ambulo_geom::Region;
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
/// assert!(ambulo_eval::occupancy::measure(&t).people.is_empty());
/// ```
pub fn measure(t: &Trajectories) -> Occupancy {
    let groups = Groups::of(t);
    let mut each: Vec<(String, Vec<usize>)> = groups.names.iter().map(|n| (n.clone(), vec![0; t.frames()])).collect();
    for row in t.rows() {
        if let Some(g) = groups.index(row.id) {
            each[g].1[row.frame as usize] += 1;
        }
    }
    Occupancy { fps: t.fps, people: (0..t.frames()).map(|f| t.frame(f).len()).collect(), groups: each }
}

impl Occupancy {
    /// Most people at once, and when first [s].
    ///
    /// ```
    /// # use ambulo_eval::occupancy::Occupancy;
    /// assert_eq!(Occupancy { fps: 10.0, people: vec![], groups: vec![] }.most(), None);
    /// ```
    pub fn most(&self) -> Option<(usize, f64)> {
        let most = *self.people.iter().max()?;
        let frame = self.people.iter().position(|n| *n == most)?;
        Some((most, frame as f64 / self.fps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn counts_people_and_groups_in_each_frame() {
        // Walker 1 (east) in frames 0 to 4, walker 2 (west) in frames 2 and 3.
        let rows = sample::stand(1, 0..5, 1.0, 1.0).chain(sample::stand(2, 2..4, 3.0, 3.0)).collect();
        let t = Trajectories::new(
            2.0,
            sample::square(9.0),
            vec![sample::walker(1, "east"), sample::walker(2, "west")],
            rows,
        );
        let o = measure(&t);
        assert_eq!(o.people, [1, 1, 2, 2, 1]);
        assert_eq!(o.groups[1], ("west".into(), vec![0, 0, 1, 1, 0]));
        assert_eq!(o.most(), Some((2, 1.0)));
    }
}
