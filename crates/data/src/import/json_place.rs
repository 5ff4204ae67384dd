//! Where in a JSON text a value stands, by its path: `features[1].geometry.coordinates[0]`.
//!
//! The parser gives a tree without places. This walks the text again, only when there is an error to point at, and
//! only text that the parser has accepted.

use std::ops::Range;

/// The span of the first character of the value at a path; `None` when there is no such value.
pub(super) fn find(text: &str, path: &str) -> Option<Range<usize>> {
    let mut at = Cursor { text: text.as_bytes(), at: 0 };
    at.skip_space();
    for step in path.split(['.', '[']).map(|s| s.trim_end_matches(']')).filter(|s| !s.is_empty()) {
        match step.parse::<usize>() {
            Ok(index) => at.enter_list(index)?,
            Err(_) => at.enter_object(step)?,
        }
    }
    Some(at.at..at.at + 1)
}

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|c| c.is_ascii_whitespace() || c == b',' || c == b':') {
            self.at += 1;
        }
    }

    /// Past a string, its quotes included; what stood between them.
    fn skip_string(&mut self) -> Option<&[u8]> {
        let start = self.at + 1;
        self.at = start;
        while self.peek()? != b'"' {
            self.at += if self.peek()? == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        Some(&self.text[start..self.at - 1])
    }

    /// Past a whole value.
    fn skip_value(&mut self) -> Option<()> {
        let mut depth = 0;
        loop {
            match self.peek()? {
                b'"' => {
                    self.skip_string()?;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth -= 1;
                    self.at += 1;
                }
                _ => {
                    while !matches!(self.peek(), None | Some(b',' | b']' | b'}' | b'"' | b'[' | b'{')) {
                        self.at += 1;
                    }
                }
            }
            if depth == 0 {
                return Some(());
            }
            self.skip_space();
        }
    }

    fn enter_list(&mut self, index: usize) -> Option<()> {
        (self.peek()? == b'[').then_some(())?;
        self.at += 1;
        self.skip_space();
        for _ in 0..index {
            self.skip_value()?;
            self.skip_space();
        }
        (self.peek()? != b']').then_some(())
    }

    fn enter_object(&mut self, key: &str) -> Option<()> {
        (self.peek()? == b'{').then_some(())?;
        self.at += 1;
        self.skip_space();
        while self.peek()? != b'}' {
            let found = self.skip_string()? == key.as_bytes();
            self.skip_space();
            if found {
                return Some(());
            }
            self.skip_value()?;
            self.skip_space();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn values_are_found_by_their_path() {
        let text = r#"{ "a,\"": [1, {"x": "]"}, 3], "b": {"c": [[0, 1], [2.5, true]], "d": null} }"#;
        let at = |path: &str| find(text, path).map(|span| &text[span.start..span.start + 3]);
        assert_eq!(at("b.c[1]"), Some("[2."));
        assert_eq!(at("b.c[1][0]"), Some("2.5"));
        assert_eq!(at("b.d"), Some("nul"));
        assert_eq!(at("b.c[2]"), None);
        assert_eq!(at("b.z"), None);
        assert_eq!(at(""), Some("{ \""));
    }
}
