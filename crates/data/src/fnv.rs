//! A number for a text that is the same on every machine.

/// FNV-1a of some bytes, 64 bits: to recognise them again, not to protect them.
///
/// ```
/// assert_eq!(ambulo_data::fnv1a(b""), 0xcbf2_9ce4_8422_2325);
/// assert_ne!(ambulo_data::fnv1a(b"a"), ambulo_data::fnv1a(b"b"));
/// ```
pub fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hash = Fnv1a::default();
    hash.add(bytes);
    hash.0
}

/// FNV-1a of bytes that come in pieces.
///
/// ```
/// let mut hash = ambulo_data::Fnv1a::default();
/// hash.add(b"a");
/// hash.add(b"b");
/// assert_eq!(hash.0, ambulo_data::fnv1a(b"ab"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv1a(pub u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv1a {
    /// Takes in some bytes more.
    pub fn add(&mut self, bytes: &[u8]) {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, step);
    }
}
