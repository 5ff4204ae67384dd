//! One line a program, model, workload and number of people.

use crate::record::Record;

/// All runs of one program and model on one workload.
pub struct Line {
    pub runs: Vec<Record>,
}

/// Which of ours a peer stands beside, the first that was measured: those that compute the same kind of thing.
fn beside(program: &str, model: &str) -> &'static [&'static str] {
    match (program, model) {
        ("ambulo", _) => &[],
        (_, "ORCA") => &["orca", "social-force"],
        (_, "CollisionFreeSpeedModel") => &["collision-free-speed", "social-force"],
        _ => &["social-force"],
    }
}

impl Line {
    fn first(&self) -> &Record {
        &self.runs[0]
    }

    /// Million agent-steps per CPU-second, sorted.
    fn rates(&self) -> Vec<f64> {
        let mut rates: Vec<f64> = self.runs.iter().filter_map(Record::rate).collect();
        rates.sort_by(f64::total_cmp);
        rates
    }

    fn median(&self) -> Option<f64> {
        let rates = self.rates();
        let (low, high) = (rates.get(rates.len().checked_sub(1)? / 2)?, rates.get(rates.len() / 2)?);
        Some((low + high) / 2.0)
    }

    fn overlap_mm(&self) -> Option<f64> {
        self.runs.iter().filter_map(|r| r.overlap_m).max_by(f64::total_cmp).map(|m| m * 1e3)
    }

    fn is(&self, program: &str, model: &str, like: &Record) -> bool {
        let r = self.first();
        r.program == program && r.model == model && r.workload == like.workload && r.people == like.people
    }

    /// Name of ours, and how many times as fast it is.
    fn ratio(&self, lines: &[Self]) -> Option<(&'static str, f64)> {
        let r = self.first();
        let found = |name: &&'static str| lines.iter().find(|l| l.is("ambulo", name, r)).map(|l| (*name, l));
        let (name, ours) = beside(&r.program, &r.model).iter().find_map(found)?;
        Some((name, ours.median()? / self.median()?))
    }

    fn cells(&self, lines: &[Self]) -> [String; 12] {
        let r = self.first();
        let rates = self.rates();
        let number = |v: Option<f64>, decimals: usize| v.map_or("-".into(), |v| format!("{v:.decimals$}"));
        let ratio = self.ratio(lines);
        [
            r.program.clone(),
            r.model.clone(),
            r.workload.clone(),
            r.people.to_string(),
            number(self.median(), 4),
            number(rates.first().copied(), 4),
            number(rates.last().copied(), 4),
            number(ratio.map(|r| r.1), 2),
            ratio.map_or("-".into(), |r| r.0.into()),
            number(self.overlap_mm(), 1),
            self.runs.iter().map(|r| r.steps).min().unwrap_or(0).to_string(),
            r.note.clone(),
        ]
    }
}

const HEADS: [&str; 12] = [
    "program",
    "model",
    "workload",
    "people",
    "median",
    "least",
    "most",
    "ours/it",
    "beside",
    "overlap_mm",
    "steps",
    "note",
];

pub fn print(lines: &[Line]) {
    let mut rows = vec![HEADS.map(String::from)];
    rows.extend(lines.iter().map(|l| l.cells(lines)));
    let wide = |k: usize| rows.iter().map(|r| r[k].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..HEADS.len()).map(wide).collect();
    println!("million agent-steps per CPU-second, one thread; ours/it: how many times as fast ours beside it is");
    for row in &rows {
        let cell = |(k, text): (usize, &String)| match k {
            0..=2 | 8 | 11 => format!("{text:<w$}", w = widths[k]),
            _ => format!("{text:>w$}", w = widths[k]),
        };
        println!("{}", row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end());
    }
}

pub fn csv(lines: &[Line], about: &[String]) -> String {
    let mut out: String = about.iter().map(|a| format!("# {a}\n")).collect();
    let heads = HEADS.map(|h| match h {
        "median" | "least" | "most" => format!("million_walker_steps_per_cpu_s_{h}"),
        "ours/it" => "ours_over_it".into(),
        "note" => "runs,version,note".into(),
        h => h.to_string(),
    });
    out += &(heads.join(",") + "\n");
    for line in lines {
        let cells = line.cells(lines);
        let (note, cells) = cells.split_last().expect("cells");
        let cells = cells.iter().map(|c| if c == "-" { "" } else { c }).collect::<Vec<_>>().join(",");
        let quoted = format!("\"{}\"", note.replace('"', "'"));
        out += &format!("{cells},{},{},{quoted}\n", line.runs.len(), line.first().version);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(program: &str, model: &str, cpu_s: f64) -> Record {
        Record {
            program: program.into(),
            model: model.into(),
            version: "1".into(),
            workload: "open".into(),
            people: 1000,
            steps: 100,
            walker_steps: 100_000,
            cpu_s,
            overlap_m: None,
            note: String::new(),
        }
    }

    #[test]
    fn medians_and_ratios_are_those_of_the_same_kind() {
        let runs = |program: &str, model: &str, cpu: &[f64]| Line {
            runs: cpu.iter().map(|s| record(program, model, *s)).collect(),
        };
        let lines = [
            runs("ambulo", "social-force", &[0.1, 0.1, 0.2]),
            runs("ambulo", "orca", &[0.05]),
            runs("dodgy_2d", "ORCA", &[0.2, 0.1]),
            runs("jupedsim", "SocialForceModel", &[1.0]),
        ];
        assert_eq!(lines[0].median(), Some(1.0));
        let (name, times) = lines[2].ratio(&lines).unwrap();
        assert!(name == "orca" && (times - 2.0 / 0.75).abs() < 1e-12, "{name} {times}");
        assert!(lines[3].ratio(&lines).is_some_and(|(name, times)| name == "social-force" && times == 10.0));
        assert!(lines[0].ratio(&lines).is_none());
        assert!(csv(&lines, &["a machine".into()]).starts_with("# a machine\nprogram,model,workload,people,million"));
    }
}
