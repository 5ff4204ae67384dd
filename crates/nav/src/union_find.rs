//! Which of many belong together: sets that are joined, never parted.

/// Disjoint sets of numbers; each is known by its lowest member.
pub(crate) struct UnionFind(Vec<u32>);

impl UnionFind {
    /// So many numbers, each by itself.
    pub fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    pub fn find(&mut self, mut i: u32) -> u32 {
        while self.0[i as usize] != i {
            self.0[i as usize] = self.0[self.0[i as usize] as usize];
            i = self.0[i as usize];
        }
        i
    }

    /// Joins two sets; false when they were one.
    pub fn join(&mut self, i: u32, j: u32) -> bool {
        let (a, b) = (self.find(i), self.find(j));
        self.0[a.max(b) as usize] = a.min(b);
        a != b
    }
}
