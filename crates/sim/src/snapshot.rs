//! Snapshots: the state of a crowd as bytes, from which a run is resumed to the same bits.
//!
//! What can be in a snapshot implements [`Snapshot`]: numbers, lists and pairs of such things do; [`snapshot!`](crate::snapshot)
//! makes a struct do so, field by field, and does not compile when a field is left out. Numbers are little-endian, so that a
//! snapshot means the same on every machine.

use crate::{AgentId, Row};
use ambulo_geom::{Point, Segment, Vec2};
use std::collections::BTreeSet;
use std::sync::Mutex;
use thiserror::Error;

/// Why a snapshot cannot be taken or used.
///
/// ```
/// let e = ambulo_sim::SnapshotError::new("it is of another plan");
/// assert_eq!(e.to_string(), "it is of another plan");
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct SnapshotError(String);

impl SnapshotError {
    /// With a reason, in words.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::SnapshotError::new("it ends too early").to_string(), "it ends too early");
    /// ```
    pub fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

/// Bytes that a snapshot is made of.
///
/// ```
/// use ambulo_sim::{Snapshot, SnapshotReader, SnapshotWriter};
/// let mut out = SnapshotWriter::default();
/// (7u32, vec![0.5f32]).save(&mut out);
/// let bytes = out.into_bytes();
/// assert_eq!(<(u32, Vec<f32>)>::load(&mut SnapshotReader::new(&bytes)).unwrap(), (7, vec![0.5]));
/// ```
#[derive(Debug, Default)]
pub struct SnapshotWriter {
    bytes: Vec<u8>,
}

impl SnapshotWriter {
    /// Adds bytes.
    ///
    /// ```
    /// let mut out = ambulo_sim::SnapshotWriter::default();
    /// out.add(&[1, 2]);
    /// assert_eq!(out.into_bytes(), [1, 2]);
    /// ```
    pub fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// All that was added.
    ///
    /// ```
    /// assert!(ambulo_sim::SnapshotWriter::default().into_bytes().is_empty());
    /// ```
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads what a [`SnapshotWriter`] wrote.
///
/// ```
/// use ambulo_sim::{Snapshot, SnapshotReader};
/// assert!(u32::load(&mut SnapshotReader::new(&[1, 2])).is_err());
/// ```
pub struct SnapshotReader<'a> {
    bytes: &'a [u8],
}

impl<'a> SnapshotReader<'a> {
    /// From the first byte on.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::SnapshotReader::new(&[1, 2]).left(), 2);
    /// ```
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Bytes that were not read yet.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::SnapshotReader::new(&[]).left(), 0);
    /// ```
    pub fn left(&self) -> usize {
        self.bytes.len()
    }

    /// The next bytes.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::SnapshotReader::new(&[1, 2]).take(1).unwrap(), [1]);
    /// ```
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], SnapshotError> {
        let (taken, left) =
            self.bytes.split_at_checked(count).ok_or_else(|| SnapshotError::new("it ends too early"))?;
        self.bytes = left;
        Ok(taken)
    }
}

/// What can be in a snapshot. The memory of a steering model must, so that a run can be resumed.
///
/// ```
/// use ambulo_sim::{Snapshot, SnapshotReader, SnapshotWriter, snapshot};
/// #[derive(Clone, Debug, Default, PartialEq)]
/// struct Mood { patience: f32, met: Vec<u32> }
/// snapshot!(Mood { patience, met });
/// let mood = Mood { patience: 0.5, met: vec![3] };
/// let mut out = SnapshotWriter::default();
/// mood.save(&mut out);
/// assert_eq!(Mood::load(&mut SnapshotReader::new(&out.into_bytes())).unwrap(), mood);
/// ```
pub trait Snapshot: Sized {
    /// Writes it.
    fn save(&self, out: &mut SnapshotWriter);
    /// Reads it.
    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError>;
}

/// Makes a struct fit for snapshots: all its fields, in the order given.
///
/// ```
/// #[derive(Default)]
/// struct Patience { waited: f32 }
/// ambulo_sim::snapshot!(Patience { waited });
/// ```
#[macro_export]
macro_rules! snapshot {
    ($kind:ty { $($field:tt),* $(,)? }) => {
        impl $crate::Snapshot for $kind {
            fn save(&self, out: &mut $crate::SnapshotWriter) {
                $($crate::Snapshot::save(&self.$field, out);)*
            }

            fn load(from: &mut $crate::SnapshotReader<'_>) -> Result<Self, $crate::SnapshotError> {
                Ok(Self { $($field: $crate::Snapshot::load(from)?),* })
            }
        }
    };
}

macro_rules! numbers {
    ($($kind:ty)*) => {
        $(impl Snapshot for $kind {
            fn save(&self, out: &mut SnapshotWriter) {
                out.add(&self.to_le_bytes());
            }

            fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
                let mut bytes = [0; size_of::<$kind>()];
                bytes.copy_from_slice(from.take(size_of::<$kind>())?);
                Ok(Self::from_le_bytes(bytes))
            }
        })*
    };
}

numbers! { u8 u16 u32 u64 i32 i64 f32 f64 }

snapshot!(Vec2 { x, y });
snapshot!(Point { x, y });
snapshot!(Segment { a, b });
snapshot!(AgentId { 0 });
snapshot!(Row { 0 });

impl Snapshot for () {
    fn save(&self, _: &mut SnapshotWriter) {}
    fn load(_: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        Ok(())
    }
}

impl Snapshot for bool {
    fn save(&self, out: &mut SnapshotWriter) {
        u8::from(*self).save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        match u8::load(from)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(SnapshotError::new(format!("{other} is neither yes nor no"))),
        }
    }
}

impl Snapshot for usize {
    fn save(&self, out: &mut SnapshotWriter) {
        (*self as u64).save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        Self::try_from(u64::load(from)?).map_err(|_| SnapshotError::new("a count is too large for this machine"))
    }
}

impl<T: Snapshot> Snapshot for Option<T> {
    fn save(&self, out: &mut SnapshotWriter) {
        self.is_some().save(out);
        self.iter().for_each(|value| value.save(out));
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        bool::load(from)?.then(|| T::load(from)).transpose()
    }
}

impl<T: Snapshot> Snapshot for Vec<T> {
    fn save(&self, out: &mut SnapshotWriter) {
        self.len().save(out);
        self.iter().for_each(|value| value.save(out));
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        let count = usize::load(from)?;
        // What a damaged count promises is not reserved before it is there.
        let mut all = Self::with_capacity(count.min(from.left()));
        for _ in 0..count {
            all.push(T::load(from)?);
        }
        Ok(all)
    }
}

impl<T: Snapshot + Copy + Default, const N: usize> Snapshot for [T; N] {
    fn save(&self, out: &mut SnapshotWriter) {
        self.iter().for_each(|value| value.save(out));
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        let mut all = [T::default(); N];
        for value in &mut all {
            *value = T::load(from)?;
        }
        Ok(all)
    }
}

impl Snapshot for String {
    fn save(&self, out: &mut SnapshotWriter) {
        self.len().save(out);
        out.add(self.as_bytes());
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        let count = usize::load(from)?;
        let text = std::str::from_utf8(from.take(count)?);
        text.map(Self::from).map_err(|_| SnapshotError::new("a text in it is not UTF-8"))
    }
}

/// Names that models give to what they weigh: each is kept once, for as long as the program runs.
impl Snapshot for &'static str {
    fn save(&self, out: &mut SnapshotWriter) {
        (*self).to_string().save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let text = String::load(from)?;
        let mut names = NAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(names.get(text.as_str()).copied().unwrap_or_else(|| {
            let name: &'static str = Box::leak(text.into_boxed_str());
            names.insert(name);
            name
        }))
    }
}

impl<A: Snapshot, B: Snapshot> Snapshot for (A, B) {
    fn save(&self, out: &mut SnapshotWriter) {
        self.0.save(out);
        self.1.save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        Ok((A::load(from)?, B::load(from)?))
    }
}

impl<A: Snapshot, B: Snapshot, C: Snapshot> Snapshot for (A, B, C) {
    fn save(&self, out: &mut SnapshotWriter) {
        self.0.save(out);
        self.1.save(out);
        self.2.save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        Ok((A::load(from)?, B::load(from)?, C::load(from)?))
    }
}
