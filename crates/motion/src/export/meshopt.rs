//! Frames compressed as the extension `EXT_meshopt_compression` of glTF has it: attributes in version 0 of its bit stream, rotations
//! behind its quaternion filter, places behind its exponential one. Written after the text of the extension.

use glam::{Quat, Vec3};

/// Elements in a block, values in a group.
const BLOCK: usize = 256;
const GROUP: usize = 16;
/// What follows the blocks is at least so long, so that decoders may read ahead.
const TAIL: usize = 32;

/// A rotation in eight bytes with so many bits a part: the three smaller parts, and which one is missing.
pub fn quaternion(q: Quat, bits: u32) -> [u8; 8] {
    let parts = q.to_array();
    let largest = (1..4).fold(0, |best, k| if parts[k].abs() > parts[best].abs() { k } else { best });
    let one = ((1u32 << (bits - 1)) - 1) as f32;
    let scale = one * std::f32::consts::SQRT_2 * if parts[largest] < 0.0 { -1.0 } else { 1.0 };
    let mut out = [0i16; 4];
    for k in 0..3 {
        out[k] = (parts[(largest + 1 + k) % 4] * scale).round().clamp(-one, one) as i16;
    }
    // The decoder takes the scale from the upper bits; the lower two say which part is missing.
    out[3] = ((one as i16) & !3) | largest as i16;
    let bytes = out.map(i16::to_le_bytes);
    std::array::from_fn(|k| bytes[k / 2][k % 2])
}

/// Places as whole numbers times one power of two: an eighth of a millimetre, more where they are farther than a kilometre.
pub fn exponents(places: &[Vec3]) -> Vec<[u8; 12]> {
    let farthest = places.iter().fold(0.0f32, |m, p| m.max(p.abs().max_element()));
    let (mut exponent, mut unit) = (-13i32, 8192.0f32);
    while farthest * unit > 8_388_000.0 {
        (exponent, unit) = (exponent + 1, unit * 0.5);
    }
    let word = |v: f32| (((v * unit).round() as i32) as u32 & 0x00FF_FFFF) | ((exponent as u32) << 24);
    let one = |p: &Vec3| {
        let words = p.to_array().map(|v| word(v).to_le_bytes());
        std::array::from_fn(|k| words[k / 4][k % 4])
    };
    places.iter().map(one).collect()
}

/// Compresses elements of so many bytes.
pub fn encode(data: &[u8], stride: usize) -> Vec<u8> {
    let mut out = vec![0xA0];
    let first = data[..stride].to_vec();
    let mut last = first.clone();
    for block in data.chunks(BLOCK * stride) {
        let n = block.len() / stride;
        for (k, last) in last.iter_mut().enumerate() {
            let mut deltas = [0u8; BLOCK];
            for (delta, element) in deltas.iter_mut().zip(block.chunks_exact(stride)) {
                let d = element[k].wrapping_sub(*last) as i8;
                *delta = ((d >> 7) ^ (d << 1)) as u8;
                *last = element[k];
            }
            bytes(&deltas[..n.next_multiple_of(GROUP)], &mut out);
        }
    }
    out.resize(out.len() + TAIL.saturating_sub(stride), 0);
    out.extend(first);
    out
}

/// One byte of all elements of a block: groups with 0, 2, 4 or 8 bits a value, whichever is shortest.
fn bytes(values: &[u8], out: &mut Vec<u8>) {
    let header = out.len();
    out.resize(header + values.len().div_ceil(4 * GROUP), 0);
    for (g, group) in values.chunks_exact(GROUP).enumerate() {
        let beyond = |bits: u32| group.iter().filter(|v| u32::from(**v) >= (1 << bits) - 1).count();
        let sizes = [if group.iter().all(|v| *v == 0) { 0 } else { usize::MAX }, 4 + beyond(2), 8 + beyond(4), GROUP];
        let code = (0..4).fold(0, |best, k| if sizes[k] < sizes[best] { k } else { best });
        out[header + g / 4] |= (code as u8) << (2 * (g % 4));
        match code {
            0 => {}
            3 => out.extend(group),
            _ => {
                let bits = 2 * code;
                let most = (1u8 << bits) - 1;
                for packed in group.chunks_exact(8 / bits) {
                    out.push(packed.iter().fold(0, |byte, v| (byte << bits) | (*v).min(most)));
                }
                // Values that do not fit follow whole.
                out.extend(group.iter().filter(|v| **v >= most));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::odd;
    use super::*;

    /// A decoder of its own, as the text of the extension has it.
    fn decode(data: &[u8], count: usize, stride: usize) -> Vec<u8> {
        assert_eq!(data[0], 0xA0);
        let mut last = data[data.len() - stride..].to_vec();
        let (mut at, mut out) = (1, vec![0; count * stride]);
        for begin in (0..count).step_by(256) {
            let n = (count - begin).min(256);
            let groups = n.div_ceil(16);
            for k in 0..stride {
                let header = at;
                at += groups.div_ceil(4);
                for g in 0..groups {
                    let mut values = [0u8; 16];
                    match data[header + g / 4] >> (2 * (g % 4)) & 3 {
                        0 => {}
                        3 => {
                            values.copy_from_slice(&data[at..at + 16]);
                            at += 16;
                        }
                        code => {
                            let bits = 2 * usize::from(code);
                            let mut whole = at + 2 * bits;
                            for (i, v) in values.iter_mut().enumerate() {
                                let byte = data[at + i * bits / 8];
                                *v = byte >> (8 - bits - (i * bits) % 8) & ((1 << bits) - 1);
                                if *v == (1 << bits) - 1 {
                                    *v = data[whole];
                                    whole += 1;
                                }
                            }
                            at = whole;
                        }
                    }
                    for (i, v) in values.iter().enumerate().take((n - 16 * g).min(16)) {
                        last[k] = last[k].wrapping_add((v >> 1) ^ (v & 1).wrapping_neg());
                        out[(begin + 16 * g + i) * stride + k] = last[k];
                    }
                }
            }
        }
        assert_eq!(data.len() - at, stride.max(32));
        out
    }

    #[test]
    fn what_was_compressed_comes_back() {
        for (count, stride) in [(1, 8), (15, 12), (256, 8), (257, 12), (1000, 8), (700, 4)] {
            // Slow, fast and still stretches, so that all widths of groups occur.
            let byte = |i: usize, k: usize| match (i / 40) % 4 {
                0 => 7,
                1 => (i + k) as u8,
                2 => (i * i * (k + 1) / 3) as u8,
                _ => ((i as u32).wrapping_mul(2_654_435_769) >> 24) as u8,
            };
            let data: Vec<u8> = (0..count * stride).map(|n| byte(n / stride, n % stride)).collect();
            assert_eq!(decode(&encode(&data, stride), count, stride), data, "{count} elements of {stride} bytes");
        }
    }

    #[test]
    fn rotations_and_places_keep_to_their_bits() {
        for bits in [9, 12, 15] {
            let mut worst = 0.0f32;
            for k in 0..5000 {
                let q = odd(k);
                let b = quaternion(q, bits);
                let v: [i16; 4] = std::array::from_fn(|k| i16::from_le_bytes([b[2 * k], b[2 * k + 1]]));
                let scale = f32::from(v[3] | 3) * std::f32::consts::SQRT_2;
                let small = [0, 1, 2].map(|k| f32::from(v[k]) / scale);
                let missing = (1.0 - small.iter().map(|s| s * s).sum::<f32>()).max(0.0).sqrt();
                let mut parts = [0.0; 4];
                (0..3).for_each(|k| parts[((v[3] & 3) as usize + 1 + k) % 4] = small[k]);
                parts[(v[3] & 3) as usize] = missing;
                let d = q.conjugate() * Quat::from_array(parts);
                // Three parts that are off by half a step, and a fourth that follows from them.
                worst = worst.max(2.0 * Vec3::new(d.x, d.y, d.z).length());
            }
            let step = 1.0 / (1u32 << (bits - 1)) as f32;
            assert!(worst < 2.45 * step && worst > 0.3 * step, "{bits} bits: {worst} of {step}");
        }
        let places = [Vec3::new(1.234_567, -20.5, 0.9), Vec3::new(-999.9, 3.0, 0.0)];
        for (p, b) in places.iter().zip(exponents(&places)) {
            for k in 0..3 {
                let word = u32::from_le_bytes(b[4 * k..4 * k + 4].try_into().unwrap());
                let (mantissa, exponent) = ((word << 8) as i32 >> 8, word as i32 >> 24);
                let v =
                    mantissa as f32 * if exponent < 0 { 1.0 / (1 << -exponent) as f32 } else { (1 << exponent) as f32 };
                assert!((v - p[k]).abs() < 7e-5, "{v} {}", p[k]);
            }
        }
    }
}
