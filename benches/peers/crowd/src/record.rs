//! What one run of one program came to.

use ambulo_lab::BenchResult;
use serde_json::Value;

#[derive(Clone, Debug)]
pub struct Record {
    pub program: String,
    pub model: String,
    pub version: String,
    pub workload: String,
    pub people: usize,
    pub steps: u32,
    pub walker_steps: u64,
    /// CPU time of the steps [s].
    pub cpu_s: f64,
    /// Deepest overlap that was seen [m].
    pub overlap_m: Option<f64>,
    /// What was different, or why there is nothing.
    pub note: String,
}

impl Record {
    /// Million agent-steps per CPU-second; none where nothing was done.
    pub fn rate(&self) -> Option<f64> {
        (self.walker_steps > 0 && self.cpu_s > 0.0).then(|| self.walker_steps as f64 / self.cpu_s / 1e6)
    }

    pub fn ours(result: &BenchResult) -> Self {
        // What the library gives is a rate over the walkers really there: enough for a rate, and nothing else is asked of it.
        let walker_steps = result.agents as u64 * u64::from(result.steps);
        Self {
            program: "ambulo".into(),
            model: result.model.clone(),
            version: ambulo::VERSION.into(),
            workload: result.workload.into(),
            people: result.agents,
            steps: result.steps,
            walker_steps,
            cpu_s: walker_steps as f64 / result.agent_steps_per_cpu_s,
            overlap_m: Some(result.max_overlap_m),
            note: String::new(),
        }
    }

    /// A line of the script.
    pub fn parse(line: &str) -> Option<Self> {
        let v: Value = serde_json::from_str(line).ok()?;
        let text = |key: &str| v[key].as_str().unwrap_or_default().to_string();
        Some(Self {
            program: v["program"].as_str()?.into(),
            model: text("model"),
            version: text("version"),
            workload: text("workload"),
            people: v["people"].as_u64()? as usize,
            steps: v["steps"].as_u64()? as u32,
            walker_steps: v["walker_steps"].as_u64()?,
            cpu_s: v["cpu_s"].as_f64()?,
            overlap_m: v["overlap_m"].as_f64(),
            note: text("note"),
        })
    }
}
