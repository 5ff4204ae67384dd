//! The journal: one line for every candidate that was played, beside the result. An interrupted run resumes from it:
//! the search is the same again, and what stands in the journal is not played again. Numbers are kept as bits, so that
//! the result has the same.

use ambulo_data::fnv1a;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// What was found out so far.
pub struct Journal {
    known: BTreeMap<(usize, Vec<u64>), Vec<f64>>,
    file: Option<File>,
}

#[derive(Serialize, Deserialize)]
struct JournalLine {
    /// 0: all trials, one number per trial; k: what fold k learns from, the mean.
    set: usize,
    /// For people.
    at: Vec<f64>,
    mean: f64,
    /// The candidate and what came out, in bits.
    key: String,
    ln: String,
    /// Of all that counts: a line that was damaged is played again.
    sum: String,
}

/// FNV-1a over the set, the candidate and what came out.
fn sum_of(set: usize, key: &str, ln: &str) -> String {
    format!("{:016x}", fnv1a(format!("{set} {key} {ln}").as_bytes()))
}

fn hex(values: &[f64]) -> String {
    values.iter().map(|v| format!("{:016x}", v.to_bits())).collect()
}

fn numbers(hex: &str) -> Option<Vec<f64>> {
    let digits = hex.as_bytes().chunks(16);
    digits.map(|d| Some(f64::from_bits(u64::from_str_radix(std::str::from_utf8(d).ok()?, 16).ok()?))).collect()
}

fn key_of(set: usize, values: &[f64]) -> (usize, Vec<u64>) {
    (set, values.iter().map(|v| v.to_bits()).collect())
}

impl Journal {
    /// One that is kept in memory only.
    pub fn nowhere() -> Self {
        Self { known: BTreeMap::new(), file: None }
    }

    /// Opens a journal. `head` identifies the search: one that was begun with another head cannot be gone on with.
    pub fn open(path: &Path, head: &str, resume: bool) -> Result<Self, io::Error> {
        let mut known = BTreeMap::new();
        let mut whole = String::new();
        let exists = path.exists();
        if let Some(dir) = path.parent().filter(|d| !d.as_os_str().is_empty()) {
            std::fs::create_dir_all(dir)?;
        }
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        if !file.metadata()?.is_file() {
            let why = "this is not a plain file; choose another file with option `out`";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
            let why = "another calibration is writing this journal; wait until it ends, or choose another file with option `out`";
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, why));
        }
        if resume && exists {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let mut lines = text.split_inclusive('\n');
            let first = lines.next().unwrap_or_default();
            if first.trim_end() != head {
                let why = "it is of another search (other data, parameters or options); leave out option `resume` to begin anew";
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
            whole.push_str(first);
            // A line that a kill cut off is played again.
            for text in lines.filter(|l| l.ends_with('\n')) {
                let Ok(line) = serde_json::from_str::<JournalLine>(text) else { continue };
                if line.sum != sum_of(line.set, &line.key, &line.ln) {
                    continue;
                }
                let (Some(at), Some(ln)) = (numbers(&line.key), numbers(&line.ln)) else { continue };
                known.insert(key_of(line.set, &at), ln);
                whole.push_str(text);
            }
        } else {
            whole = format!("{head}\n");
        }
        file.rewind()?;
        file.set_len(0)?;
        file.write_all(whole.as_bytes())?;
        Ok(Self { known, file: Some(file) })
    }

    pub fn len(&self) -> usize {
        self.known.len()
    }

    pub fn get(&self, set: usize, values: &[f64]) -> Option<&Vec<f64>> {
        self.known.get(&key_of(set, values))
    }

    pub fn add(&mut self, set: usize, values: &[f64], ln: Vec<f64>) -> Result<(), io::Error> {
        if let Some(file) = &mut self.file {
            let mean = ln.iter().sum::<f64>() / ln.len().max(1) as f64;
            let (key, ln) = (hex(values), hex(&ln));
            let line = JournalLine { set, at: values.to_vec(), mean, sum: sum_of(set, &key, &ln), key, ln };
            let mut text = serde_json::to_string(&line)?;
            text.push('\n');
            // One write, so that a kill leaves whole lines but for the last.
            file.write_all(text.as_bytes())?;
        }
        self.known.insert(key_of(set, values), ln);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_known_again_bit_for_bit_and_a_cut_line_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("params.journal");
        let mut journal = Journal::open(&path, "head", false).unwrap();
        let value = 0.1 + 0.2;
        journal.add(0, &[value, 1e-300], vec![-1.0 / 3.0, value]).unwrap();
        journal.add(2, &[value, 1.0], vec![-0.7]).unwrap();
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 5]).unwrap();
        let journal = Journal::open(&path, "head", true).unwrap();
        assert_eq!(journal.get(0, &[value, 1e-300]), Some(&vec![-1.0 / 3.0, value]));
        assert_eq!((journal.get(2, &[value, 1.0]), journal.len()), (None, 1));
        drop(journal);
        // One digit that is another one.
        let text = std::fs::read_to_string(&path).unwrap();
        let damaged = text.replacen("bfd5", "bfd4", 1);
        assert_ne!(text, damaged);
        std::fs::write(&path, damaged).unwrap();
        assert_eq!(Journal::open(&path, "head", true).unwrap().len(), 0);
        assert!(Journal::open(&path, "other", true).is_err_and(|e| e.to_string().contains("another search")));
        assert_eq!(Journal::open(&path, "other", false).unwrap().len(), 0);
    }
}
