//! Text of a USD file: numbers, names, lists.

use glam::{Mat4, Quat, Vec3};
use std::fmt::Write;

/// A number with at most five decimals and none too many: places to a hundredth of a millimetre.
pub fn short(out: &mut String, v: f32) {
    decimals(out, v, 5);
}

fn decimals(out: &mut String, v: f32, most: usize) {
    let one = 10u64.pow(most as u32);
    let whole = (f64::from(v) * one as f64).round() as i64;
    let (int, mut part, mut digits) = (whole.unsigned_abs() / one, whole.unsigned_abs() % one, most);
    if whole < 0 {
        out.push('-');
    }
    let _ = write!(out, "{int}");
    if part == 0 {
        return;
    }
    while part % 10 == 0 {
        (part, digits) = (part / 10, digits - 1);
    }
    let _ = write!(out, ".{part:0digits$}");
}

/// A tuple.
pub fn tuple(out: &mut String, values: &[f32]) {
    for (k, v) in values.iter().enumerate() {
        out.push(if k == 0 { '(' } else { ',' });
        short(out, *v);
    }
    out.push(')');
}

/// Rotations, the real part first, to 0.0001 degrees.
pub fn quats(out: &mut String, values: impl Iterator<Item = Quat>) {
    list(out, values, |out, q| {
        for (k, v) in [q.w, q.x, q.y, q.z].into_iter().enumerate() {
            out.push(if k == 0 { '(' } else { ',' });
            decimals(out, v, 6);
        }
        out.push(')');
    });
}

pub fn points(out: &mut String, values: impl Iterator<Item = Vec3>) {
    list(out, values, |out, v| tuple(out, &v.to_array()));
}

pub fn list<T>(out: &mut String, values: impl Iterator<Item = T>, one: impl Fn(&mut String, T)) {
    out.push('[');
    for (k, v) in values.enumerate() {
        // Without spaces: most of a stage is lists of numbers.
        if k > 0 {
            out.push(',');
        }
        one(out, v);
    }
    out.push(']');
}

pub fn numbers<T: std::fmt::Display>(out: &mut String, values: impl Iterator<Item = T>) {
    list(out, values, |out, v| {
        let _ = write!(out, "{v}");
    });
}

/// A matrix; USD writes rows of what it multiplies from the right, which are our columns.
pub fn matrix(out: &mut String, m: &Mat4) {
    let columns = m.to_cols_array_2d();
    out.push_str("( ");
    for (k, column) in columns.iter().enumerate() {
        if k > 0 {
            out.push_str(", ");
        }
        let _ = write!(out, "({}, {}, {}, {})", column[0], column[1], column[2], column[3]);
    }
    out.push_str(" )");
}

/// Text in quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A name as USD allows it: letters, digits and underscores, no digit first; made different from those there are.
pub fn name(text: &str, known: &[String]) -> String {
    let mut out: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if out.chars().next().is_none_or(|c| c.is_ascii_digit()) {
        out.insert(0, '_');
    }
    let plain = out.clone();
    let mut k = 2;
    while known.contains(&out) {
        out = format!("{plain}_{k}");
        k += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_names_allowed() {
        let text = |v| {
            let mut out = String::new();
            short(&mut out, v);
            out
        };
        assert_eq!(
            [0.0, -0.0, 1.0, -0.25, 12.000_01, -0.000_01, 1e-7].map(text),
            ["0", "0", "1", "-0.25", "12.00001", "-0.00001", "0"]
        );
        assert_eq!(name("2nd left.arm", &[]), "_2nd_left_arm");
        assert_eq!(name("a b", &["a_b".into(), "a_b_2".into()]), "a_b_3");
        assert_eq!(quoted("a \"b\"\\\n"), "\"a \\\"b\\\"\\\\\\n\"");
    }
}
