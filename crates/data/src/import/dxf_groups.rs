//! The pairs of lines a DXF file is made of: a group code, then a value.

use super::ImportError;
use super::lines::{TextLine, lines};

/// One pair.
#[derive(Clone, Debug)]
pub(super) struct CodeValue<'t> {
    pub code: i32,
    pub value: TextLine<'t>,
}

impl CodeValue<'_> {
    /// The value as a finite number.
    pub fn number(&self) -> Result<f64, ImportError> {
        match self.value.text.trim().parse::<f64>() {
            Ok(v) if v.is_finite() => Ok(v),
            _ => {
                let message = format!("`{}` is no number (group code {})", shown(self.value.text), self.code);
                Err(self.value.error(message).help("export the drawing again as ASCII DXF"))
            }
        }
    }

    /// The value as a whole number.
    pub fn integer(&self) -> Result<i64, ImportError> {
        self.number().map(|v| v as i64)
    }
}

/// The beginning of a value, for messages.
pub(super) fn shown(text: &str) -> String {
    text.trim().chars().take(40).collect()
}

/// All pairs up to the end of the file.
pub(super) fn groups(text: &str) -> Result<Vec<CodeValue<'_>>, ImportError> {
    if text.starts_with("AutoCAD Binary DXF") {
        let error = ImportError::new("this is a binary DXF file");
        return Err(error.help("save the drawing as ASCII DXF: R12, 2000 or newer"));
    }
    let mut all = Vec::new();
    let mut rest = lines(text);
    while let Some(line) = rest.next() {
        let Ok(code) = line.text.trim().parse::<i32>() else {
            if line.text.trim().is_empty() && rest.clone().all(|l| l.text.trim().is_empty()) {
                break;
            }
            let message = format!("`{}` is no group code", shown(line.text));
            return Err(line.error(message).help("a DXF file is pairs of lines: a whole number, then a value"));
        };
        let Some(value) = rest.next() else {
            let error = line.error("the file ends in the middle of a pair of lines");
            return Err(error.help("the file was cut off: export the drawing again"));
        };
        let end = code == 0 && value.text.trim() == "EOF";
        all.push(CodeValue { code, value });
        if end {
            break;
        }
    }
    Ok(all)
}
