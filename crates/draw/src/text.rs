//! Type: one font family, and how wide a text will be.

/// The family all pictures use. PNG has the first one built in; a browser without it takes what it has.
///
/// ```
/// assert!(ambulo_draw::FONT_FAMILY.ends_with("sans-serif"));
/// ```
pub const FONT_FAMILY: &str = "Ubuntu, 'Helvetica Neue', Arial, sans-serif";

/// About how wide a text of some size is [px]: generous, because the browser's font may be wider than ours.
///
/// ```
/// use ambulo_draw::text_width;
/// assert!(text_width("illicit", 12.0) < text_width("MMMMMMM", 12.0));
/// ```
pub fn width(text: &str, size: f64) -> f64 {
    let em: f64 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.28,
            ' ' | 'f' | 't' | 'r' | 'I' | '(' | ')' | '[' | ']' | '/' | '-' => 0.36,
            'm' | 'M' | 'w' | 'W' | '%' | '@' => 0.88,
            'A'..='Z' => 0.68,
            c if c.is_ascii() => 0.56,
            // Letters of other scripts can be as wide as they are high.
            c if c as u32 > 0x2E80 => 1.0,
            _ => 0.6,
        })
        .sum();
    em * size
}

/// The text, cut with an ellipsis where it would be wider than `room` [px].
pub(crate) fn fitted(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.into();
    }
    let mut cut = String::new();
    for c in text.chars() {
        cut.push(c);
        if width(&cut, size) + size > room {
            cut.pop();
            break;
        }
    }
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

/// A text as XML and HTML may hold it: markup escaped, and control characters, which no file may hold, dropped.
///
/// ```
/// assert_eq!(ambulo_draw::escaped("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
/// ```
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(&mut out, text);
    out
}

/// The same, appended.
pub(crate) fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{FFFE}' | '\u{FFFF}' => {}
            c if c.is_control() && c != '\n' && c != '\t' => out.push(' '),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_and_short_ones_kept() {
        assert_eq!(fitted("exit", 12.0, 100.0), "exit");
        let cut = fitted("the long name of an emergency exit", 12.0, 80.0);
        assert!(cut.ends_with('…') && width(&cut, 12.0) <= 92.0, "{cut}");
    }

    #[test]
    fn markup_and_control_characters_cannot_break_the_file() {
        let mut out = String::new();
        escape(&mut out, "a<b>&\"c\"\u{0}\u{7}");
        assert_eq!(out, "a&lt;b&gt;&amp;&quot;c&quot;  ");
    }
}
