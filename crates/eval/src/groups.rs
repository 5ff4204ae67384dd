//! Which group a walker belongs to.

use ambulo_data::Trajectories;

/// The groups of a recording, in order of their first walker's number.
///
/// ```
/// use ambulo_data::{Trajectories, Walker};
/// use ambulo_eval::groups::Groups;
/// use ambulo_geom::Region;
/// let w = |id, group: &str| Walker { id, group: group.into(), model: String::new(), radius: 0.2, level: 0 };
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![w(1, "east"), w(2, "west"), w(3, "east")], vec![]);
/// let groups = Groups::of(&t);
/// assert_eq!(groups.names, ["east", "west"]);
/// assert_eq!(groups.index(2), Some(1));
/// assert_eq!(groups.index(9), None); // not in the list of walkers
/// ```
#[derive(Clone, Debug)]
pub struct Groups {
    /// Names; empty for walkers whose group is unknown.
    pub names: Vec<String>,
    /// Walker and index of its group, by walker.
    members: Vec<(u32, usize)>,
}

impl Groups {
    /// Finds the groups of a recording.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::groups::Groups;
    /// # use ambulo_geom::Region;
    /// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert!(Groups::of(&t).names.is_empty());
    /// ```
    pub fn of(t: &Trajectories) -> Self {
        let mut names: Vec<String> = Vec::new();
        let mut members = Vec::with_capacity(t.walkers.len());
        for w in &t.walkers {
            let index = names.iter().position(|n| *n == w.group).unwrap_or_else(|| {
                names.push(w.group.clone());
                names.len() - 1
            });
            members.push((w.id, index));
        }
        Self { names, members }
    }

    /// Index of a walker's group; `None` when the recording does not list the walker.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::groups::Groups;
    /// # use ambulo_geom::Region;
    /// # let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert!(Groups::of(&t).index(1).is_none());
    /// ```
    pub fn index(&self, walker: u32) -> Option<usize> {
        let found = self.members.binary_search_by_key(&walker, |m| m.0).ok()?;
        Some(self.members[found].1)
    }
}
