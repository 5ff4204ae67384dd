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

/// Rows of several walkers, in a fixed order.
///
/// ```
/// fn nearest_is_even(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool {
///     view.neighbours(me).iter().next().is_some_and(|other| view.id(other).0 % 2 == 0)
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows<'a>(pub(crate) &'a [u32]);

impl<'a> Rows<'a> {
    /// One after the other.
    #[inline(always)]
    pub fn iter(self) -> RowIter<'a> {
        RowIter(self.0.iter())
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The `k`-th.
    #[inline(always)]
    pub fn at(self, k: usize) -> Row {
        Row(self.0[k])
    }

    /// So many at a time, for models that work in lanes.
    #[inline(always)]
    pub fn chunks(self, size: usize) -> impl Iterator<Item = Rows<'a>> {
        self.0.chunks(size).map(Rows)
    }
}

impl<'a> IntoIterator for Rows<'a> {
    type Item = Row;
    type IntoIter = RowIter<'a>;

    #[inline(always)]
    fn into_iter(self) -> RowIter<'a> {
        self.iter()
    }
}

/// Iterates over [`Rows`].
#[derive(Clone, Debug)]
pub struct RowIter<'a>(std::slice::Iter<'a, u32>);

impl Iterator for RowIter<'_> {
    type Item = Row;

    #[inline(always)]
    fn next(&mut self) -> Option<Row> {
        self.0.next().map(|row| Row(*row))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for RowIter<'_> {}

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
