//! Reads values out of the TOML tree, noting where each stands and every error.
//!
//! A method that meets a wrong value reports it and returns `None`; the caller goes on with a stand-in, so that one run
//! of the decoder finds all errors. A scenario is only given out when there were none.

use super::expression::evaluate;
use crate::{Diagnostic, SourceFile};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// More are not worth reading, and a generated file may have millions.
const MOST_ERRORS: usize = 100;

pub(super) struct Reader<'a> {
    pub file: &'a SourceFile,
    pub spans: BTreeMap<String, Range<usize>>,
    pub errors: Vec<Diagnostic>,
    /// Whether the plan file may name areas of its own, so that a name nobody knows is not wrong yet.
    pub areas_in_file: bool,
    /// What formulas may name.
    pub variables: BTreeMap<String, f64>,
}

/// A value and how to name it: `walkers[0].start`.
#[derive(Clone)]
pub(super) struct Field<'t, 'i> {
    pub path: String,
    pub value: &'t Spanned<DeValue<'i>>,
}

impl Field<'_, '_> {
    pub fn span(&self) -> Range<usize> {
        self.value.span()
    }

    /// The last part of the path: what the user wrote before the equals sign.
    pub fn name(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or(&self.path)
    }
}

/// A table in which only known keys stand.
pub(super) struct KeyTable<'t, 'i> {
    pub path: String,
    pub span: Range<usize>,
    entries: &'t DeTable<'i>,
}

impl<'t, 'i> KeyTable<'t, 'i> {
    pub fn new(path: &str, span: Range<usize>, entries: &'t DeTable<'i>) -> Self {
        Self { path: path.into(), span, entries }
    }

    pub fn get(&self, key: &str) -> Option<Field<'t, 'i>> {
        self.entries.get(key).map(|value| Field { path: self.path_of(key), value })
    }

    /// All entries in the order of the file (the tree is sorted by key).
    pub fn fields(&self) -> Vec<(&'t str, Field<'t, 'i>)> {
        let mut all: Vec<_> = self.entries.iter().collect();
        all.sort_by_key(|(key, _)| key.span().start);
        all.into_iter()
            .map(|(key, value)| (key.get_ref().as_ref(), Field { path: self.path_of(key.get_ref()), value }))
            .collect()
    }

    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.into() } else { format!("{}.{key}", self.path) }
    }
}

impl<'a> Reader<'a> {
    pub fn new(file: &'a SourceFile) -> Self {
        Self { file, spans: BTreeMap::new(), errors: Vec::new(), areas_in_file: false, variables: BTreeMap::new() }
    }

    pub fn report(&mut self, error: Diagnostic) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push(error);
        }
    }

    pub fn at(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        self.file.diagnostic(span, message)
    }

    /// Opens a table, and reports every key that is not known.
    pub fn table<'t, 'i>(&mut self, field: &Field<'t, 'i>, known: &[&str]) -> Option<KeyTable<'t, 'i>> {
        let table = self.any_table(field)?;
        self.check_keys(table.entries, known);
        Some(table)
    }

    /// Opens a table whose keys are the user's own names.
    pub fn any_table<'t, 'i>(&mut self, field: &Field<'t, 'i>) -> Option<KeyTable<'t, 'i>> {
        match field.value.get_ref() {
            DeValue::Table(entries) => {
                let table = KeyTable::new(&field.path, field.span(), entries);
                self.note(&table);
                Some(table)
            }
            _ => {
                self.wrong_type(field, "a table");
                None
            }
        }
    }

    pub fn check_keys(&mut self, entries: &DeTable<'_>, known: &[&str]) {
        for (key, _) in entries {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let error = self.at(key.span(), format!("unknown key `{name}`"));
                self.report(error.expected(list(known)).did_you_mean(name, known.iter().copied()));
            }
        }
    }

    /// Remembers where the table and its values stand.
    pub fn note(&mut self, table: &KeyTable<'_, '_>) {
        self.spans.insert(table.path.clone(), table.span.clone());
        for (key, value) in table.entries {
            self.spans.insert(table.path_of(key.get_ref()), value.span());
        }
    }

    pub fn missing(&mut self, table: &KeyTable<'_, '_>, key: &str, expected: &str) {
        let error = self.at(table.span.clone(), format!("`{key}` is missing"));
        self.report(error.expected(expected));
    }

    pub fn wrong_type(&mut self, field: &Field<'_, '_>, expected: &str) {
        let found = match field.value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let error = self.at(field.span(), format!("`{}` is {found}", field.name()));
        self.report(error.expected(expected));
    }

    /// A finite number that `fits`.
    pub fn number(&mut self, field: &Field<'_, '_>, expected: &str, fits: impl Fn(f64) -> bool) -> Option<f64> {
        let number = match field.value.get_ref() {
            DeValue::Float(f) => f.as_str().parse().ok(),
            DeValue::Integer(i) if i.radix() == 10 => i.as_str().parse().ok(),
            DeValue::Integer(i) => i128::from_str_radix(i.as_str(), i.radix()).ok().map(|v| v as f64),
            DeValue::String(s) if s.starts_with('=') => Some(self.formula(field, &s[1..])?),
            _ => {
                self.wrong_type(field, expected);
                return None;
            }
        };
        match number {
            Some(v) if v.is_finite() && fits(v) => Some(v),
            _ => {
                let written = self.file.text.get(field.span()).unwrap_or_default();
                let why = if number.is_some_and(f64::is_finite) { "out of range" } else { "not a finite number" };
                let error = self.at(field.span(), format!("`{}` is {why}: {written}", field.name()));
                self.report(error.expected(expected));
                None
            }
        }
    }

    fn formula(&mut self, field: &Field<'_, '_>, text: &str) -> Option<f64> {
        match evaluate(text, &self.variables) {
            Ok(value) => Some(value),
            Err(why) => {
                let error = self.at(field.span(), format!("the formula of `{}` cannot be read: {why}", field.name()));
                let known = self.variables.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                let known = if known.is_empty() { "there are none".into() } else { known };
                self.report(error.help(format!("variables are defined in `[variables]`: {known}")));
                None
            }
        }
    }

    /// A whole number in a range.
    pub fn integer(&mut self, field: &Field<'_, '_>, expected: &str, low: u64, high: u64) -> Option<u64> {
        if let DeValue::String(s) = field.value.get_ref()
            && s.starts_with('=')
        {
            let whole = |v: f64| v.fract() == 0.0 && (low as f64..=high as f64).contains(&v);
            return self.number(field, expected, whole).map(|v| v as u64);
        }
        let DeValue::Integer(i) = field.value.get_ref() else {
            self.wrong_type(field, expected);
            return None;
        };
        let value = u64::from_str_radix(i.as_str(), i.radix()).ok().filter(|v| (low..=high).contains(v));
        if value.is_none() {
            let error = self.at(field.span(), format!("`{}` is out of range: {i}", field.name()));
            self.report(error.expected(expected));
        }
        value
    }

    pub fn text<'t>(&mut self, field: &Field<'t, '_>, expected: &str) -> Option<&'t str> {
        let text = field.value.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(field, expected);
        }
        text
    }

    pub fn yes_or_no(&mut self, field: &Field<'_, '_>) -> Option<bool> {
        let answer = field.value.get_ref().as_bool();
        if answer.is_none() {
            self.wrong_type(field, "true or false");
        }
        answer
    }

    pub fn list<'t, 'i>(&mut self, field: &Field<'t, 'i>, expected: &str) -> Option<Vec<Field<'t, 'i>>> {
        let Some(array) = field.value.get_ref().as_array() else {
            self.wrong_type(field, expected);
            return None;
        };
        let items: Vec<_> =
            array.iter().enumerate().map(|(i, value)| Field { path: format!("{}[{i}]", field.path), value }).collect();
        for item in &items {
            self.spans.insert(item.path.clone(), item.span());
        }
        Some(items)
    }

    /// The tables of a `[[key]]`; `None` when there is no such key.
    pub fn tables<'t, 'i>(&mut self, top: &KeyTable<'t, 'i>, key: &str, expected: &str) -> Option<Vec<Field<'t, 'i>>> {
        let field = top.get(key)?;
        if field.value.get_ref().is_table() {
            let error = self.at(field.span(), format!("`{key}` is one table")).expected(expected);
            self.report(error.help(format!("write `[[{key}]]` with two brackets")));
            return None;
        }
        let items = self.list(&field, expected)?;
        if items.is_empty() {
            let error = self.at(field.span(), format!("`{key}` is empty")).expected(expected);
            self.report(error);
        }
        Some(items)
    }

    pub fn flag(&mut self, field: &Field<'_, '_>) -> Option<bool> {
        let flag = field.value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_type(field, "true or false");
        }
        flag
    }

    /// Exactly N finite numbers, such as a place.
    pub fn numbers<const N: usize>(&mut self, field: &Field<'_, '_>, expected: &str) -> Option<[f64; N]> {
        let items = match field.value.get_ref().as_array() {
            Some(items) if items.len() == N => items,
            Some(items) => {
                let message = format!("`{}` has {} entries instead of {N}", field.name(), items.len());
                let error = self.at(field.span(), message);
                self.report(error.expected(expected));
                return None;
            }
            None => {
                self.wrong_type(field, expected);
                return None;
            }
        };
        let mut out = [0.0; N];
        for (i, value) in items.iter().enumerate() {
            let item = Field { path: format!("{}[{i}]", field.path), value };
            out[i] = self.number(&item, expected, |_| true)?;
        }
        Some(out)
    }

    /// The one key of several that stands in the table; reports none and more than one.
    pub fn one_of<'t, 'i>(&mut self, table: &KeyTable<'t, 'i>, what: &str, keys: &[&str]) -> Option<Field<'t, 'i>> {
        let mut found: Vec<Field<'t, 'i>> = keys.iter().filter_map(|key| table.get(key)).collect();
        found.sort_by_key(|field| field.span().start);
        let expected = format!("exactly one of {}", ticked(keys));
        match found.as_slice() {
            [one] => Some(one.clone()),
            [] => {
                let error = self.at(table.span.clone(), format!("{what} is missing"));
                self.report(error.expected(expected));
                None
            }
            [first, others @ ..] => {
                for other in others {
                    let message = format!("`{}` cannot stand beside `{}`", other.name(), first.name());
                    let error = self.at(other.span(), message);
                    self.report(error.expected(&expected).help(format!(
                        "remove `{}` or `{}`",
                        other.name(),
                        first.name()
                    )));
                }
                None
            }
        }
    }
}

fn list(names: &[&str]) -> String {
    format!("one of {}", ticked(names))
}

pub(super) fn ticked(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
