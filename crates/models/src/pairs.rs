//! What a walker remembers of each other it met: a small table keyed by the other's number.
//!
//! Open addressing with a power of two of slots, probed one after the other. An agent not met for a while
//! counts as never met; its slot is taken back when room is needed, so a table grows only when more people are
//! remembered at once than ever before. The order of slots is never read, so nothing depends on it.

use ambulo_sim::{AgentId, Snapshot, SnapshotError, SnapshotReader, SnapshotWriter};

/// No walker has this number: there is a row for every number ever given.
const FREE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct PairSlot<T> {
    key: u32,
    /// When it was last met [steps].
    met: u32,
    value: T,
}

/// What an agent remembers of others. Times are in steps, so that they are exact however long a run takes.
///
/// ```
/// use ambulo_models::Pairs;
/// use ambulo_sim::AgentId;
/// let mut pairs: Pairs<u32> = Pairs::default();
/// *pairs.meet(AgentId(7), 100, 10).0 = 3;
/// assert_eq!(pairs.meet(AgentId(7), 110, 10), (&mut 3, false));
/// // Eleven steps later it is a stranger again.
/// assert_eq!(pairs.meet(AgentId(7), 121, 10), (&mut 0, true));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pairs<T> {
    slots: Vec<PairSlot<T>>,
    used: usize,
}

impl<T: Copy + Default> Pairs<T> {
    /// What is remembered of `other`, and whether it is a stranger: never met, or not for more than `keep` steps.
    /// From now on it was last met `now`.
    ///
    /// ```
    /// # use ambulo_models::Pairs;
    /// # use ambulo_sim::AgentId;
    /// let mut pairs: Pairs<f32> = Pairs::default();
    /// assert!(pairs.meet(AgentId(1), 0, 5).1);
    /// assert!(!pairs.meet(AgentId(1), 1, 5).1);
    /// ```
    #[inline(always)]
    pub fn meet(&mut self, other: AgentId, now: u32, keep: u32) -> (&mut T, bool) {
        let mut at = self.find(other.0);
        if self.slots.get(at).is_none_or(|s| s.key == FREE) {
            at = self.insert(other.0, now, keep);
        }
        let slot = &mut self.slots[at];
        let stranger = slot.key == FREE || now.wrapping_sub(slot.met) > keep;
        if stranger {
            slot.key = other.0;
            slot.value = T::default();
        }
        slot.met = now;
        (&mut slot.value, stranger)
    }

    /// What is remembered of `other`, without meeting it.
    ///
    /// ```
    /// # use ambulo_models::Pairs;
    /// # use ambulo_sim::AgentId;
    /// assert_eq!(Pairs::<u8>::default().recall(AgentId(1), 0, 5), None);
    /// ```
    #[inline]
    pub fn recall(&self, other: AgentId, now: u32, keep: u32) -> Option<&T> {
        let slot = self.slots.get(self.find(other.0))?;
        (slot.key == other.0 && now.wrapping_sub(slot.met) <= keep).then_some(&slot.value)
    }

    /// For how many there is room before the table grows.
    ///
    /// ```
    /// assert_eq!(ambulo_models::Pairs::<u8>::default().room(), 0);
    /// ```
    pub fn room(&self) -> usize {
        self.slots.len() / 4 * 3
    }

    /// Where a key lives or would: its slot or the first free one after where it should be.
    #[inline(always)]
    fn find(&self, key: u32) -> usize {
        let mask = self.slots.len().wrapping_sub(1);
        if self.slots.is_empty() {
            return 0;
        }
        let mut at = home(key, mask);
        while self.slots[at].key != key && self.slots[at].key != FREE {
            at = (at + 1) & mask;
        }
        at
    }

    /// Makes room for a new key and returns its slot. At least a quarter of the slots is always free, so that
    /// every search ends soon.
    #[cold]
    fn insert(&mut self, key: u32, now: u32, keep: u32) -> usize {
        if self.used + 1 > self.room() {
            let living = self.slots.iter().filter(|s| s.key != FREE && now.wrapping_sub(s.met) <= keep).count();
            // Half full after a sweep: sweeping again soon would cost more than the room.
            if living + 1 > self.slots.len() / 2 {
                let wider = (self.slots.len() * 2).max(8);
                let old = std::mem::take(&mut self.slots);
                self.slots = vec![PairSlot { key: FREE, met: 0, value: T::default() }; wider];
                self.used = 0;
                for slot in old {
                    if slot.key != FREE && now.wrapping_sub(slot.met) <= keep {
                        let at = self.find(slot.key);
                        self.slots[at] = slot;
                        self.used += 1;
                    }
                }
            } else {
                self.sweep(now, keep);
            }
        }
        self.used += 1;
        self.find(key)
    }

    /// Frees the slots of those not met for long, in place.
    fn sweep(&mut self, now: u32, keep: u32) {
        let mut at = 0;
        while at < self.slots.len() {
            let s = &self.slots[at];
            if s.key != FREE && now.wrapping_sub(s.met) > keep {
                // Another may have moved here: check the same slot again.
                self.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// Frees a slot and moves up those behind it that would not be found any more.
    fn remove(&mut self, mut hole: usize) {
        let mask = self.slots.len() - 1;
        let mut at = hole;
        loop {
            at = (at + 1) & mask;
            let key = self.slots[at].key;
            if key == FREE {
                break;
            }
            // It may move if the hole lies between where it should be and where it is.
            let (want, far) = (home(key, mask), at.wrapping_sub(hole) & mask);
            if at.wrapping_sub(want) & mask >= far {
                self.slots[hole] = self.slots[at];
                hole = at;
            }
        }
        self.slots[hole].key = FREE;
        self.used -= 1;
    }
}

impl<T: Snapshot> Snapshot for PairSlot<T> {
    fn save(&self, out: &mut SnapshotWriter) {
        self.key.save(out);
        self.met.save(out);
        self.value.save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        Ok(Self { key: u32::load(from)?, met: u32::load(from)?, value: T::load(from)? })
    }
}

impl<T: Snapshot> Snapshot for Pairs<T> {
    fn save(&self, out: &mut SnapshotWriter) {
        self.slots.save(out);
        self.used.save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        let (slots, used) = (Vec::<PairSlot<T>>::load(from)?, usize::load(from)?);
        let taken = slots.iter().filter(|slot| slot.key != FREE).count();
        // Searches end at a free slot, and places are found by a mask.
        let sound = slots.is_empty() || (slots.len().is_power_of_two() && taken < slots.len());
        if sound && taken == used {
            Ok(Self { slots, used })
        } else {
            Err(SnapshotError::new("a table of pairs is damaged"))
        }
    }
}

/// Where a key should be: numbers close to each other spread over the table.
#[inline(always)]
fn home(key: u32, mask: usize) -> usize {
    (key.wrapping_mul(0x9E37_79B9) >> 7) as usize & mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn it_remembers_what_a_plain_map_remembers(
            meetings in prop::collection::vec((0u32..60, 0u32..3), 1..600), keep in 0u32..12,
        ) {
            let mut pairs: Pairs<u32> = Pairs::default();
            let mut truth: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
            let mut now = 0;
            for (n, (key, pause)) in meetings.into_iter().enumerate() {
                now += pause;
                let known = truth.get(&key).filter(|(met, _)| now - met <= keep).map(|(_, value)| *value);
                prop_assert_eq!(pairs.recall(AgentId(key), now, keep).copied(), known);
                let (value, stranger) = pairs.meet(AgentId(key), now, keep);
                prop_assert_eq!(stranger, known.is_none());
                prop_assert_eq!(*value, known.unwrap_or(0));
                *value = n as u32;
                truth.insert(key, (now, n as u32));
            }
        }
    }

    #[test]
    fn it_grows_only_when_more_are_remembered_at_once() {
        let mut pairs: Pairs<u32> = Pairs::default();
        // Ten at a time, a hundred thousand in all.
        for now in 0..10_000 {
            for k in 0..10 {
                pairs.meet(AgentId(now * 10 + k), now, 0);
            }
        }
        assert!(pairs.slots.len() <= 32, "{} slots for ten people", pairs.slots.len());
    }
}
