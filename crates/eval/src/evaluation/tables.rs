//! The tables of an evaluation.

use super::{Answer, Evaluation, Of};
use crate::bootstrap::{Estimate, estimate, of_series};
use crate::faults::WalkerFaults;
use crate::page::Table;

/// Blocks of a series that are drawn again [s].
const BLOCK: f64 = 5.0;

impl Evaluation {
    /// The metrics of walkers with their intervals, or of meetings, or of motion.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::evaluation::{Of, Questions, evaluate};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// let nobody = evaluate(t, &Questions::default(), &|| 0.0, &mut |_| ()).unwrap();
    /// assert_eq!(nobody.metric_table(Of::Walkers).rows.len(), 9);
    /// ```
    pub fn metric_table(&self, of: Of) -> Table {
        let (name, caption, head): (_, _, &[&str]) = match of {
            Of::Walkers => (
                "walker-metrics",
                "Means over walkers",
                &["metric", "mean", "low", "high", "unit", "walkers", "definition"],
            ),
            Of::Meetings => ("meeting-metrics", "Of people who meet", &["metric", "value", "unit", "definition"]),
            Of::Motion => (
                "motion-metrics",
                "Jams, turning and jerk, of all people together",
                &["metric", "value", "unit", "definition"],
            ),
        };
        let mut table = Table::new(name, caption, head);
        for answer in self.answers.iter().filter(|a| a.metric.of == of) {
            let Answer { metric, value, .. } = answer;
            let number = |pick: fn(&Estimate) -> f64| value.as_ref().map_or("-".into(), |v| short(pick(v)));
            let unit = metric.unit.to_string();
            let mut row = vec![metric.name.to_string(), number(|v| v.mean)];
            if of == Of::Walkers {
                row.extend([number(|v| v.low), number(|v| v.high), unit]);
                row.push(value.map_or(0, |v| v.n).to_string());
            } else {
                row.push(unit);
            }
            row.push(metric.about.to_string());
            table = table.row(row);
        }
        table
    }

    /// What is wrong with the recording, counted.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::evaluation::{Questions, evaluate};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// let nobody = evaluate(t, &Questions::default(), &|| 0.0, &mut |_| ()).unwrap();
    /// assert_eq!(nobody.fault_table(None).rows.len(), 4);
    /// ```
    pub fn fault_table(&self, twice: Option<(usize, (u32, u32))>) -> Table {
        let f = &self.faults;
        let count = |has: fn(&WalkerFaults) -> bool| f.walkers.iter().filter(|w| has(w)).count().to_string();
        let seconds = f64::from(f.longest()) / self.trajectories.fps;
        let first_jump = f.walkers.iter().flat_map(|w| w.jumps.iter().map(|j| (w.id, j))).next();
        let jump = first_jump.map_or(String::new(), |(id, j)| {
            format!("the first: walker {id} in frame {}, {:.2} m at {:.1} m/s", j.frame, j.metres, j.speed)
        });
        let first_outside = f.walkers.iter().find_map(|w| Some((w.id, w.first_outside?)));
        let outside = first_outside.map_or(String::new(), |(id, k)| format!("the first: walker {id} in frame {k}"));
        let stood = twice
            .map_or(String::new(), |(_, (id, k))| format!("the first: walker {id} in frame {k}; its first row counts"));
        let gap = if f.longest() > 0 {
            format!("the longest gap: {} frames, {seconds:.2} s", f.longest())
        } else {
            String::new()
        };
        Table::new("faults", "What is wrong with the recording", &["fault", "count", "walkers", "where"])
            .row(["missing frames".into(), f.missing().to_string(), count(|w| w.missing > 0), gap])
            .row([format!("jumps above {} m/s", f.limit), f.jumps().to_string(), count(|w| !w.jumps.is_empty()), jump])
            .row(["rows of who stands twice".into(), twice.map_or(0, |t| t.0).to_string(), String::new(), stood])
            .row(["rows off the ground".into(), f.outside().to_string(), count(|w| w.outside > 0), outside])
    }

    /// Every walker with a fault.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::evaluation::{Questions, evaluate};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// let nobody = evaluate(t, &Questions::default(), &|| 0.0, &mut |_| ()).unwrap();
    /// assert!(nobody.walker_fault_table().rows.is_empty());
    /// ```
    pub fn walker_fault_table(&self) -> Table {
        let head = ["walker", "missing frames", "longest gap [frames]", "jumps", "in frames", "rows off the ground"];
        let mut table = Table::new("walker-faults", "Walkers with faults", &head);
        for w in &self.faults.walkers {
            let frames: Vec<String> = w.jumps.iter().take(8).map(|j| j.frame.to_string()).collect();
            let more = if w.jumps.len() > 8 { " ..." } else { "" };
            table = table.row([
                w.id.to_string(),
                w.missing.to_string(),
                w.longest.to_string(),
                w.jumps.len().to_string(),
                frames.join(" ") + more,
                w.outside.to_string(),
            ]);
        }
        table
    }

    /// The metrics of every walker, all digits.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::evaluation::{Questions, evaluate};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// let nobody = evaluate(t, &Questions::default(), &|| 0.0, &mut |_| ()).unwrap();
    /// assert_eq!(nobody.walker_table().head[0], "walker");
    /// ```
    pub fn walker_table(&self) -> Table {
        let columns: Vec<&Answer> = self.answers.iter().filter(|a| a.metric.of == Of::Walkers).collect();
        let label = |a: &&Answer| match a.metric.unit {
            "" => a.metric.name.to_string(),
            unit => format!("{} [{unit}]", a.metric.name),
        };
        let head = std::iter::once("walker".to_string()).chain(columns.iter().map(label)).collect();
        let value = |a: &Answer, id: u32| match a.each.binary_search_by_key(&id, |e| e.0) {
            Ok(i) => a.each[i].1.to_string(),
            Err(_) => String::new(),
        };
        let row = |id: u32| std::iter::once(id.to_string()).chain(columns.iter().map(|a| value(a, id))).collect();
        let rows = self.trajectories.walks().map(|walk| row(walk[0].id)).collect();
        Table { name: "walkers".into(), caption: "Every walker".into(), head, rows, ..Table::default() }
    }

    /// The 95 % intervals of density and speed in areas, and of flow and time gaps at lines.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::evaluation::{Questions, evaluate};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// let nobody = evaluate(t, &Questions::default(), &|| 0.0, &mut |_| ()).unwrap();
    /// assert!(nobody.interval_table().rows.is_empty());
    /// ```
    pub fn interval_table(&self) -> Table {
        let head = ["at", "figure", "mean", "low", "high", "unit", "values"];
        let mut table = Table::new("intervals", "95 % intervals in areas and at lines", &head);
        for (name, figure, unit, e) in self.intervals() {
            let numbers = [short(e.mean), short(e.low), short(e.high), unit.to_string(), e.n.to_string()];
            table = table.row([name, figure.to_string()].into_iter().chain(numbers));
        }
        table
    }

    /// Name of the area or line, figure, unit, mean and interval. Of areas from blocks of 5 s; at lines from time gaps.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::evaluation::{Questions, evaluate};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// let nobody = evaluate(t, &Questions::default(), &|| 0.0, &mut |_| ()).unwrap();
    /// assert!(nobody.intervals().is_empty());
    /// ```
    pub fn intervals(&self) -> Vec<(String, &'static str, &'static str, Estimate)> {
        let block = (BLOCK * self.trajectories.fps).round().max(1.0) as usize;
        let mut all = Vec::new();
        for a in &self.macroscopic.areas {
            let mut add = |figure, unit, values: &[f64]| {
                let steady = a.steady.start.min(values.len())..a.steady.end.min(values.len());
                all.extend(of_series(&values[steady], block).map(|e| (a.area.name.clone(), figure, unit, e)));
            };
            add("density", "1/m²", &a.density);
            add("speed", "m/s", &a.speed);
            if let Some(v) = &a.voronoi {
                add("voronoi_density", "1/m²", &v.density);
                let covered = v.speed.iter().zip(&v.covered);
                let speeds: Vec<f64> = covered.map(|(s, c)| if *c > 0.0 { *s } else { f64::NAN }).collect();
                add("voronoi_speed", "m/s", &speeds);
            }
        }
        for l in &self.macroscopic.lines {
            let Some(gap) = estimate(&l.gaps).filter(|g| g.mean > 0.0) else { continue };
            all.push((l.line.name.clone(), "time_gap", "s", gap));
            // Flow is one by the mean gap; a short gap is a large flow.
            let by = |v: f64| if v > 0.0 { 1.0 / v } else { f64::INFINITY };
            let flow = Estimate { mean: by(gap.mean), low: by(gap.high), high: by(gap.low), ..gap };
            all.push((l.line.name.clone(), "flow", "1/s", flow));
            let wide = l.line.length();
            let specific = Estimate { mean: flow.mean / wide, low: flow.low / wide, high: flow.high / wide, ..flow };
            all.push((l.line.name.clone(), "specific_flow", "1/(m s)", specific));
        }
        all
    }
}

/// Four digits that count, without an exponent where people read none.
fn short(v: f64) -> String {
    let size = v.abs();
    match size {
        _ if !v.is_finite() => "-".into(),
        _ if v == v.round() && size < 1e6 => format!("{v:.0}"),
        _ if size >= 1000.0 => format!("{v:.0}"),
        _ if size >= 100.0 => format!("{v:.1}"),
        _ if size >= 10.0 => format!("{v:.2}"),
        _ if size >= 0.001 => format!("{v:.3}"),
        _ => format!("{v:.2e}"),
    }
}
