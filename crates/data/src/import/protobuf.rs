//! Messages of protocol buffers, as far as maps need them: fields one after the other, each with its number.

use super::ImportError;

/// A field of a message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value<'b> {
    /// A whole number.
    Number(u64),
    /// Bytes, text, another message or packed numbers.
    Bytes(&'b [u8]),
    /// Four or eight bytes, which maps do not use.
    Fixed,
}

/// The fields of a message, in order.
#[derive(Clone, Copy)]
pub(super) struct Fields<'b>(pub &'b [u8]);

pub(super) fn damaged() -> ImportError {
    ImportError::new("the map is damaged: a message in it does not fit its length").help("download the map again")
}

impl<'b> Fields<'b> {
    /// The number of the next field and its value.
    pub fn next(&mut self) -> Result<Option<(u64, Value<'b>)>, ImportError> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let key = varint(&mut self.0)?;
        let value = match key & 7 {
            0 => Value::Number(varint(&mut self.0)?),
            1 => {
                take(&mut self.0, 8)?;
                Value::Fixed
            }
            2 => {
                let length = usize::try_from(varint(&mut self.0)?).map_err(|_| damaged())?;
                Value::Bytes(take(&mut self.0, length)?)
            }
            5 => {
                take(&mut self.0, 4)?;
                Value::Fixed
            }
            _ => return Err(damaged()),
        };
        Ok(Some((key >> 3, value)))
    }

    /// The bytes of the first field of a number.
    pub fn bytes(mut self, number: u64) -> Result<Option<&'b [u8]>, ImportError> {
        while let Some((n, value)) = self.next()? {
            if let Value::Bytes(bytes) = value
                && n == number
            {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    /// The first whole number of a field.
    pub fn number(mut self, number: u64) -> Result<Option<u64>, ImportError> {
        while let Some((n, value)) = self.next()? {
            if let Value::Number(v) = value
                && n == number
            {
                return Ok(Some(v));
            }
        }
        Ok(None)
    }
}

fn take<'b>(from: &mut &'b [u8], length: usize) -> Result<&'b [u8], ImportError> {
    let (taken, rest) = from.split_at_checked(length).ok_or_else(damaged)?;
    *from = rest;
    Ok(taken)
}

fn varint(from: &mut &[u8]) -> Result<u64, ImportError> {
    let mut value = 0u64;
    for (i, byte) in from.iter().enumerate().take(10) {
        value |= u64::from(byte & 0x7f).checked_shl(7 * i as u32).unwrap_or(0);
        if byte & 0x80 == 0 {
            *from = &from[i + 1..];
            return Ok(value);
        }
    }
    Err(damaged())
}

/// Packed whole numbers.
pub(super) fn packed(mut bytes: &[u8]) -> Result<Vec<u64>, ImportError> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        all.push(varint(&mut bytes)?);
    }
    Ok(all)
}

/// Packed differences, summed up.
pub(super) fn summed(bytes: &[u8]) -> Result<Vec<i64>, ImportError> {
    let mut sum = 0i64;
    let add = |v: u64| {
        sum = sum.wrapping_add(signed(v));
        sum
    };
    Ok(packed(bytes)?.into_iter().map(add).collect())
}

/// A signed number out of a whole one: 0, -1, 1, -2 and so on.
pub(super) fn signed(v: u64) -> i64 {
    (v >> 1) as i64 ^ -((v & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_and_damage_is_an_error() {
        // Field 1 is the number 150, field 2 the text "hi".
        let message = [0x08, 0x96, 0x01, 0x12, 2, b'h', b'i'];
        assert_eq!(Fields(&message).number(1).unwrap(), Some(150));
        assert_eq!(Fields(&message).bytes(2).unwrap(), Some(&b"hi"[..]));
        assert_eq!(Fields(&message).bytes(3).unwrap(), None);
        assert!(Fields(&message[..6]).bytes(2).is_err());
        assert!(Fields(&[0xff; 20]).number(1).is_err());
        assert_eq!(summed(&[2, 1, 4]).unwrap(), [1, 0, 2]);
    }
}
