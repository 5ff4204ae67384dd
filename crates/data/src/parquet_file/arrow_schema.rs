//! Durations have no type of their own in Parquet: programs that write them as whole numbers note their Arrow schema
//! beside them. Of that schema only one thing is read: which columns are times and not plain numbers.
//!
//! The schema is base64 of an Arrow IPC message, a flatbuffer: tables with offsets to their fields. See `Message.fbs` and
//! `Schema.fbs` of Arrow. What does not decode says nothing.

/// Members of Arrow's union `Type`: Date, Time, Timestamp, Interval, Duration.
const TIMES: [u8; 5] = [8, 9, 10, 11, 18];

/// For each column at the root whether the schema calls it a time.
pub(super) fn times(base64: &str) -> Vec<bool> {
    let bytes = decode_base64(base64);
    // Before the flatbuffer stands its length, and before that a mark in newer files.
    let at = if bytes.starts_with(&[0xff; 4]) { 8 } else { 4 };
    bytes.get(at..).and_then(|bytes| times_in(Flatbuffer(bytes))).unwrap_or_default()
}

fn times_in(buffer: Flatbuffer<'_>) -> Option<Vec<bool>> {
    let message = buffer.follow(0)?;
    let schema = buffer.follow(buffer.field(message, 2)?)?;
    let fields = buffer.follow(buffer.field(schema, 1)?)?;
    let is_time = |i: usize| {
        let field = buffer.follow(fields + 4 + 4 * i)?;
        let kind = buffer.field(field, 2).and_then(|at| buffer.0.get(at));
        Some(kind.is_some_and(|kind| TIMES.contains(kind)))
    };
    (0..buffer.u32(fields)? as usize).map(is_time).collect()
}

#[derive(Clone, Copy)]
struct Flatbuffer<'b>(&'b [u8]);

impl Flatbuffer<'_> {
    fn u32(self, at: usize) -> Option<u32> {
        Some(u32::from_le_bytes(self.0.get(at..)?.get(..4)?.try_into().ok()?))
    }

    fn u16(self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes(self.0.get(at..)?.get(..2)?.try_into().ok()?))
    }

    /// Where the offset at a place points to, if that is inside.
    fn follow(self, at: usize) -> Option<usize> {
        let to = at.checked_add(self.u32(at)? as usize)?;
        (to < self.0.len()).then_some(to)
    }

    /// Where a table has its field number `n`; none where the field is left at its default.
    fn field(self, table: usize, n: usize) -> Option<usize> {
        let back = i64::from(self.u32(table)? as i32);
        let offsets = usize::try_from(table as i64 - back).ok()?;
        let entry = 4 + 2 * n;
        if entry + 2 > usize::from(self.u16(offsets)?) {
            return None;
        }
        let offset = self.u16(offsets.checked_add(entry)?)?;
        (offset != 0).then_some(table + usize::from(offset))
    }
}

/// Up to the first character that is none of base64.
fn decode_base64(text: &str) -> Vec<u8> {
    let sextet = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let sextets: Vec<u8> = text.bytes().map_while(sextet).collect();
    let mut bytes = Vec::with_capacity(sextets.len() / 4 * 3);
    for four in sextets.chunks(4) {
        let bits = four.iter().fold(0, |bits, s| bits << 6 | u32::from(*s)) << (6 * (4 - four.len()));
        bytes.extend(&bits.to_be_bytes()[1..four.len()]);
    }
    bytes
}

/// As PyArrow 26 writes it for `id: int64, time: duration[ns], x: double`.
#[cfg(test)]
pub(super) const NOTED: &str = "/////9gAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAMAAAB0AAAAMAAAAAQAAACo////AAABAxAAA\
    AAUAAAABAAAAAAAAAABAAAAeAAAANb///8AAAIA0P///wAAARIQAAAAHAAAAAQAAAAAAAAABAAAAHRpbWUAAAYACAAGAAYAAAAAAAMAEAAUAAgABgAHA\
    AwAAAAQABAAAAAAAAECEAAAABwAAAAEAAAAAAAAAAIAAABpZAAACAAMAAgABwAIAAAAAAAAAUAAAAA=";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_found_in_the_schema_of_pyarrow() {
        assert_eq!(times(NOTED), [false, true, false]);
    }

    #[test]
    fn a_damaged_schema_says_nothing_or_less() {
        for i in 0..NOTED.len() {
            assert!(times(&NOTED[..i]).len() <= 3);
            for c in ["A", "/", "9", "?"] {
                let _ = times(&format!("{}{c}{}", &NOTED[..i], &NOTED[i + 1..]));
            }
        }
    }
}
