//! A number for a text that is the same on every machine.

/// FNV-1a of some bytes, 64 bits: to recognise them again, not to protect them.
///
/// ```
/// assert_eq!(ambulo_data::fnv1a(b""), 0xcbf2_9ce4_8422_2325);
/// assert_ne!(ambulo_data::fnv1a(b"a"), ambulo_data::fnv1a(b"b"));
/// ```
pub fn fnv1a(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
