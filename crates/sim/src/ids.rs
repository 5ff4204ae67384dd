//! Who, and where in the columns.

/// A walker's number: stable, public, never used again.
///
/// ```
/// assert_eq!(ambulo_sim::AgentId(7).to_string(), "7");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(pub u32);

impl std::fmt::Display for AgentId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Where a walker stands in the columns at this step; the next step may move it.
///
/// ```
/// assert_eq!(ambulo_sim::Row(3).index(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row(pub u32);

impl Row {
    /// As an index into a column.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::Row(3).index(), 3);
    /// ```
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
