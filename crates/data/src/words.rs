//! Words in messages: numbers with their nouns, names that were meant, text that cannot steer a terminal.

use std::borrow::Cow;

/// A number and its noun, in the singular for one.
///
/// ```
/// use ambulo_data::words::counted;
/// assert_eq!((counted(1, "person", "people"), counted(2, "person", "people")), ("1 person".into(), "2 people".into()));
/// assert_eq!(counted(0, "step", "steps"), "0 steps");
/// ```
pub fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// The most similar of some names, unless none is similar at all.
///
/// ```
/// use ambulo_data::words::nearest;
/// assert_eq!(nearest("sation", ["corridor", "station"]), Some("station"));
/// assert_eq!(nearest("xyz", ["corridor", "station"]), None);
/// ```
pub fn nearest<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given = given.to_lowercase();
    // Who writes `social` means `social-force`, and `bottle-neck` is `bottleneck`.
    let plain = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let wanted = plain(&given);
    names
        .into_iter()
        .filter_map(|name| {
            let other = name.to_lowercase();
            let distance = strsim::damerau_levenshtein(&given, &other);
            // A third of the letters may be wrong; more is another word.
            if distance <= (given.chars().count().max(other.chars().count()) / 3).max(1) {
                return Some((distance, name));
            }
            let begun = wanted.chars().count() >= 3 && plain(name).starts_with(&wanted);
            begun.then_some((usize::MAX, name))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Text without characters that steer a terminal or turn lines around: each becomes a replacement character. Ends of
/// lines and tabs stay.
///
/// ```
/// use ambulo_data::words::cleaned;
/// assert_eq!(cleaned("\u{1b}[31mred"), "\u{FFFD}[31mred");
/// assert_eq!(cleaned("a\n\tb"), "a\n\tb");
/// ```
pub fn cleaned(text: &str) -> Cow<'_, str> {
    if !text.chars().any(steers) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if steers(c) { char::REPLACEMENT_CHARACTER } else { c }).collect())
}

/// Control characters, and marks of direction and joining that nobody sees.
fn steers(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}
