//! Buffers that are embedded as text, or lie in files beside the model.

use crate::error::{AGAIN, GltfError};
use crate::{ReadFile, buffers::MOST_BYTES};
use std::path::{Component, Path};

/// The bytes a `uri` stands for.
pub(crate) fn bytes(uri: &str, what: &str, read: &ReadFile<'_>, folder: Option<&Path>) -> Result<Vec<u8>, GltfError> {
    let error = |why: String, help: &str| GltfError::new(format!("{what} {why}"), help);
    if let Some(data) = uri.strip_prefix("data:") {
        let Some((_, text)) = data.split_once(";base64,") else {
            return Err(error("is embedded, but not as base64".into(), "export the model as .glb"));
        };
        return base64(text).ok_or_else(|| error("is not base64".into(), AGAIN));
    }
    let name = percent_decoded(uri);
    let path = Path::new(&name);
    const BESIDE: &str = "put the file beside the model, or export as .glb";
    // A model has no business outside its folder.
    if !path.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir)) {
        return Err(error(format!("lies outside the folder of the model: {uri}"), BESIDE));
    }
    let Some(folder) = folder else {
        return Err(error(format!("is in another file, {uri}"), "export the model as .glb, all in one"));
    };
    let full = folder.join(path);
    match read(&full, MOST_BYTES as u64) {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) => Err(error("has more than 512 MB".into(), "export a simpler model")),
        Err(e) => Err(error(format!("is in {}, which cannot be read: {e}", full.display()), BESIDE)),
    }
}

fn percent_decoded(uri: &str) -> String {
    let bytes = uri.as_bytes();
    let (mut out, mut i) = (Vec::with_capacity(bytes.len()), 0);
    while i < bytes.len() {
        let hex =
            (bytes[i] == b'%').then(|| uri.get(i + 1..i + 3).and_then(|h| u8::from_str_radix(h, 16).ok())).flatten();
        out.push(hex.unwrap_or(bytes[i]));
        i += if hex.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for c in text.bytes().filter(|c| !c.is_ascii_whitespace() && *c != b'=') {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_reads_what_it_should() {
        assert_eq!(base64("aGVsbG8=").unwrap(), b"hello");
        assert!(base64("a*b").is_none());
    }

    #[test]
    fn names_of_side_files_may_be_escaped_and_stay_in_the_folder() {
        assert_eq!(percent_decoded("two%20words%2.bin"), "two words%2.bin");
        let found = |path: &Path, _: u64| {
            assert!(path.ends_with("two words.bin"), "{}", path.display());
            Ok(Some(vec![1, 2]))
        };
        assert_eq!(bytes("two%20words.bin", "buffer 0", &found, Some(Path::new("models"))).unwrap(), [1, 2]);
        for outside in ["../secret.bin", "/etc/passwd", "a/../../b"] {
            let error = bytes(outside, "buffer 3", &found, Some(Path::new("models"))).unwrap_err();
            assert!(error.message.contains("buffer 3 lies outside"), "{error}");
        }
        assert!(bytes("a.bin", "buffer 0", &found, None).unwrap_err().help.contains(".glb"));
    }
}
