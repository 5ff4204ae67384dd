//! Arithmetic in scenario files: a text that begins with `=` stands for a number.
//!
//! Numbers, variables, `pi`, `+ - * / ^`, brackets, and the functions `sin cos tan` (of degrees), `sqrt abs` (of one),
//! `min max` (of two).

use std::collections::BTreeMap;

/// Brackets and signs nested deeper than this are nobody's formula.
const DEEPEST: usize = 64;

/// The value of a formula (without its `=`), or what is wrong with it.
pub(super) fn evaluate(text: &str, variables: &BTreeMap<String, f64>) -> Result<f64, String> {
    let mut parser = ExpressionParser { rest: text, variables, depth: 0 };
    let value = parser.sum()?;
    parser.skip();
    match parser.rest.chars().next() {
        None => Ok(value),
        Some(c) => Err(format!("`{c}` is not expected there")),
    }
}

struct ExpressionParser<'a> {
    rest: &'a str,
    variables: &'a BTreeMap<String, f64>,
    depth: usize,
}

impl<'a> ExpressionParser<'a> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, c: char) -> bool {
        self.skip();
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn need(&mut self, c: char) -> Result<(), String> {
        if self.take(c) { Ok(()) } else { Err(format!("`{c}` is missing")) }
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.signed()?;
        loop {
            if self.take('*') {
                value *= self.signed()?;
            } else if self.take('/') {
                value /= self.signed()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn signed(&mut self) -> Result<f64, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("the formula is nested too deep".into());
        }
        let value = if self.take('-') { -self.signed()? } else { self.power()? };
        self.depth -= 1;
        Ok(value)
    }

    fn power(&mut self) -> Result<f64, String> {
        let base = self.atom()?;
        Ok(if self.take('^') { ambulo_geom::math::pow(base, self.signed()?) } else { base })
    }

    fn atom(&mut self) -> Result<f64, String> {
        if self.take('(') {
            let value = self.sum()?;
            self.need(')')?;
            return Ok(value);
        }
        self.skip();
        let first = self.rest.chars().next().ok_or("the formula ends too early")?;
        if first.is_ascii_digit() || first == '.' {
            return self.number();
        }
        let name = self.cut(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() {
            return Err(format!("`{first}` is not expected there"));
        }
        if self.take('(') {
            return self.function(name);
        }
        match (name, self.variables.get(name)) {
            (_, Some(value)) => Ok(*value),
            ("pi", None) => Ok(std::f64::consts::PI),
            _ => Err(format!("there is no variable `{name}`")),
        }
    }

    fn number(&mut self) -> Result<f64, String> {
        let digits = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let mut end = digits;
        let tail = &self.rest[digits..];
        if let Some(exponent) = tail.strip_prefix(['e', 'E']) {
            let signed = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            let size = signed.len() - signed.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if size > 0 {
                end = self.rest.len() - signed.len() + size;
            }
        }
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        text.parse().map_err(|_| format!("`{text}` is not a number"))
    }

    fn cut(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !keep(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name
    }

    fn function(&mut self, name: &str) -> Result<f64, String> {
        use ambulo_geom::math;
        let first = self.sum()?;
        let value = match name {
            "sin" => math::sin(first.to_radians()),
            "cos" => math::cos(first.to_radians()),
            "tan" => math::sin(first.to_radians()) / math::cos(first.to_radians()),
            "sqrt" => first.sqrt(),
            "abs" => first.abs(),
            "min" | "max" => {
                self.need(',')?;
                let second = self.sum()?;
                if name == "min" { first.min(second) } else { first.max(second) }
            }
            _ => return Err(format!("there is no function `{name}`; there are sin, cos, tan, sqrt, abs, min, max")),
        };
        self.need(')')?;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value(text: &str) -> Result<f64, String> {
        let variables = [("angle".to_string(), 60.0), ("wide_gap".to_string(), 2.5)].into();
        evaluate(text, &variables)
    }

    #[test]
    fn formulas_have_the_values_one_expects() {
        let near = |text: &str, expected: f64| {
            let found = value(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert!((found - expected).abs() < 1e-12, "{text} gives {found}");
        };
        near("1 + 2 * 3", 7.0);
        near("(1 + 2) * 3", 9.0);
        near("10 - 4 - 3", 3.0);
        near("-2 ^ 2", -4.0);
        near("2 ^ -1", 0.5);
        near("2 ^ 3 ^ 2", 512.0);
        near("1e3 / 2.5e-1", 4000.0);
        near("20 - 8 * cos(angle)", 16.0);
        near("max(wide_gap, 3) + min(1, 2) + abs(-1) + sqrt(4)", 7.0);
        near("sin(30) + tan(45) + 2 * pi - 2 * pi", 1.5);
    }

    #[test]
    fn faults_are_named() {
        for (text, fault) in [
            ("", "ends too early"),
            ("1 +", "ends too early"),
            ("1 2", "`2` is not expected"),
            ("(1", "`)` is missing"),
            ("angel", "no variable `angel`"),
            ("sinus(1)", "no function `sinus`"),
            ("min(1)", "`,` is missing"),
            ("1.2.3", "not a number"),
            ("$", "`$` is not expected"),
        ] {
            let error = value(text).expect_err(text);
            assert!(error.contains(fault), "{text}: {error}");
        }
        assert!(value(&"(".repeat(100_000)).is_err() && value(&"-".repeat(100_000)).is_err());
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in ".{0,60}") {
            let _ = value(&text);
        }
    }
}
