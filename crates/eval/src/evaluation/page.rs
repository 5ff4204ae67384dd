//! The page of an evaluation and the files beside it.

use super::{Answer, Evaluation, Of};
use crate::bootstrap::Method;
use crate::page::{Page, PageFiles, Section};
use crate::report::measures::Measures;
use crate::report::{Picture, ReportError, ReportInfo, figures, save};
use crate::travel_time::Bins;
use ambulo_data::words::counted;
use ambulo_draw::{AreaRole, Histogram, LinePlot, Mark, Places, Series};
use ambulo_geom::{Point, Polygon, Region};
use std::path::Path;

/// Walkers with faults that the page names; the file beside it has all.
const MOST_NAMED: usize = 20;
/// Lines are drawn as strips so wide [m].
const STRIP: f64 = 0.06;

impl Evaluation {
    /// The page.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::evaluation::{Questions, evaluate};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// let nobody = evaluate(t, &Questions::default(), &|| 0.0, &mut |_| ()).unwrap();
    /// assert_eq!(nobody.page("Hall", None).title, "Hall");
    /// ```
    pub fn page(&self, title: &str, twice: Option<(usize, (u32, u32))>) -> Page {
        let mut sections = vec![self.recording(twice)];
        if self.answers.iter().any(|a| a.metric.of == Of::Walkers) {
            let mut section =
                Section::new("Walkers").table(self.metric_table(Of::Walkers)).paragraph(how(&self.answers));
            section.pictures = self.answers.iter().filter_map(histogram).collect();
            sections.push(section);
        }
        if self.answers.iter().any(|a| a.metric.of == Of::Meetings) {
            sections.push(self.meetings());
        }
        if self.answers.iter().any(|a| a.metric.of == Of::Motion) {
            sections.push(self.motion());
        }
        let mut macroscopic = self.macroscopic.sections();
        if let Some(last) = macroscopic.last_mut() {
            let intervals = self.interval_table();
            if !intervals.rows.is_empty() {
                last.tables.push(intervals);
            }
        }
        sections.extend(macroscopic);
        sections.push(self.pictures());
        Page { kind: "Evaluation".into(), title: title.into(), sections, ..Page::default() }
    }

    /// Writes the page as `evaluation.html` and beside it all tables, also those that are too long for the page.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, page: &Page, dir: &Path) -> Result<PageFiles, ReportError> {
        let mut files = page.write(dir, "evaluation.html")?;
        let mut tables = vec![self.walker_table()];
        if !self.faults.is_clean() {
            tables.push(self.walker_fault_table());
        }
        if !self.macroscopic.areas.is_empty() || !self.macroscopic.lines.is_empty() {
            tables.push(self.macroscopic.frame_table());
        }
        if !self.macroscopic.lines.is_empty() {
            tables.push(self.macroscopic.flow_table());
        }
        for table in tables {
            files.others.push(save(dir.join(format!("{}.csv", table.name)), table.csv().as_bytes())?);
        }
        Ok(files)
    }

    fn recording(&self, twice: Option<(usize, (u32, u32))>) -> Section {
        let t = &self.trajectories;
        let (rows, walkers) = (t.rows().len(), t.walks().count());
        let seconds = t.frames() as f64 / t.fps;
        let mut section = Section::new("Recording")
            .paragraph(format!(
                "{} of {} in {}, {seconds:.1} s.",
                counted(rows, "row", "rows"),
                counted(walkers, "walker", "walkers"),
                counted(t.frames(), "frame", "frames")
            ))
            .table(self.fault_table(twice));
        if self.bridged > 0 {
            section =
                section.paragraph(format!("{} made up to bridge gaps.", counted(self.bridged, "row was", "rows were")));
        }
        if self.too_short > 0 {
            section = section.paragraph(format!(
                "{} too short to be smoothed.",
                counted(self.too_short, "part of a trajectory was", "parts of trajectories were")
            ));
        }
        let mut named = self.walker_fault_table();
        if !named.rows.is_empty() {
            if named.rows.len() > MOST_NAMED {
                named.caption = format!("The first {MOST_NAMED} of {} walkers with faults", named.rows.len());
                named.rows.truncate(MOST_NAMED);
            }
            section.tables.push(named);
        }
        section
    }

    fn meetings(&self) -> Section {
        let mut section = Section::new("Meetings").table(self.metric_table(Of::Meetings));
        if self.assumed_bodies {
            section = section.paragraph("The recording knows no bodies; the radius is assumed.");
        }
        if let Some(s) = &self.meetings.stripes {
            section = section.paragraph(format!(
                "Two flows cross at {:.0}°: stripes are expected at {:.0}° from either, found at {:.0}° and {:.0}°.",
                s.crossing_deg, s.expected_deg, s.angles_deg.0, s.angles_deg.1
            ));
        }
        if let Some(c) = self.meetings.collisions.as_ref().filter(|c| c.closing > 0) {
            let counts: Vec<usize> = c.histogram.chunks(5).map(|five| five.iter().sum::<u64>() as usize).collect();
            let svg = Histogram {
                title: "Times to collision".into(),
                x_label: "time to collision [s]".into(),
                y_label: "pairs and frames".into(),
                start: 0.0,
                width: 5.0 * c.bin,
                counts,
                marks: Vec::new(),
            };
            let caption = "Of all pairs within 6 m that would collide within 8 s at their velocities, in all frames.";
            section = section.picture(picture("collision-times", caption, svg.draw().to_svg()));
        }
        if let Some(l) = self.meetings.lanes.as_ref().filter(|l| l.by_second.len() > 1) {
            let plot =
                LinePlot::new("Lane index", "time [s]", "index").series(Series::new("lanes", l.by_second.clone()));
            let caption =
                "Of neighbours in a band of 0.5 m to either side: 1 all go in the same direction, -1 all come towards.";
            section = section.picture(picture("lanes", caption, plot.draw().to_svg()));
        }
        if let Some(law) = self.meetings.law.as_ref().filter(|l| l.energy.len() > 1) {
            let plot = LinePlot::new("Energy of interaction", "time to collision [s]", "ln(1 / g)")
                .series(Series::new("energy", law.energy.clone()));
            let found = law.exponent.map_or(String::new(), |k| {
                let (low, high) = law.interval.unwrap_or((f64::NAN, f64::NAN));
                format!(" The exponent from 0.4 to 3 s is {k:.2}, 95 % from {low:.2} to {high:.2}.")
            });
            let caption = format!("How much rarer times to collision are than among people who never met.{found}");
            section = section.picture(picture("anticipation", &caption, plot.draw().to_svg()));
        }
        section
    }

    fn motion(&self) -> Section {
        let section = Section::new("Jams and motion").table(self.metric_table(Of::Motion));
        let asked = self.answers.iter().any(|a| a.metric.name == "jam_turn_deg_per_min");
        if asked && !self.trajectories.oriented {
            return section.paragraph("The recording has no orientation of people; turning in jams is not measured.");
        }
        section
    }

    /// The plans and curves of a run's report, with the areas and lines of this evaluation.
    fn pictures(&self) -> Section {
        let areas = self.macroscopic.areas.iter().map(|a| &a.area);
        let mut shown: Vec<(u16, String, Region)> =
            areas.map(|a| (a.level, a.name.clone(), Region::from(a.polygon.clone()))).collect();
        for l in self.macroscopic.lines.iter().map(|l| &l.line) {
            let (n, s) = (l.normal(), l.segment);
            let off = |p: Point, by: f64| Point::new(p.x + n.0 * by, p.y + n.1 * by);
            let corners =
                vec![off(s.a, -STRIP / 2.0), off(s.b, -STRIP / 2.0), off(s.b, STRIP / 2.0), off(s.a, STRIP / 2.0)];
            if let Ok(strip) = Polygon::new(corners, Vec::new()) {
                shown.push((l.level, l.name.clone(), strip.into()));
            }
        }
        let mut places = vec![Places::default(); self.trajectories.levels.len().max(1)];
        for (level, name, area) in shown {
            if let Some(floor) = places.get_mut(usize::from(level)) {
                floor.areas.push((name, area, AreaRole::Plain));
            }
        }
        let info = ReportInfo { places, ..ReportInfo::default() };
        let mut section = Section::new("Pictures");
        let drawn = figures::all(&info, &Measures::of(&self.trajectories));
        section.pictures =
            drawn.into_iter().map(|f| Picture { name: f.name, caption: f.caption, svg: f.svg }).collect();
        section
    }
}

fn picture(name: &str, caption: &str, svg: String) -> Picture {
    Picture { name: name.into(), caption: caption.into(), svg }
}

/// How the intervals were come by.
fn how(answers: &[Answer]) -> String {
    let used = |m: Method| answers.iter().any(|a| a.metric.of == Of::Walkers && a.value.is_some_and(|v| v.method == m));
    if used(Method::StandardError) {
        "Low and high: mean ± 1.96 standard errors, as there are many walkers.".into()
    } else {
        "Low and high: 95 % interval of the mean, from 1000 bootstrap samples of the walkers.".into()
    }
}

/// How a metric spreads over walkers; travel times have a picture of their own.
fn histogram(a: &Answer) -> Option<Picture> {
    let value = a.value.filter(|_| a.metric.of == Of::Walkers && a.metric.name != "travel_time" && a.each.len() > 4)?;
    let mut sorted: Vec<f64> = a.each.iter().map(|(_, v)| *v).filter(|v| v.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    let most = sorted.last().copied()?;
    let bins = Bins::of(&sorted, 24, (most.abs() * 1e-3).max(1e-6));
    let title = a.metric.name.replace('_', " ");
    let label = if a.metric.unit.is_empty() { title.clone() } else { format!("{title} [{}]", a.metric.unit) };
    let mark = Mark { name: "mean".into(), value: value.mean };
    let first = title[..1].to_uppercase() + &title[1..];
    let svg = Histogram {
        title: first,
        x_label: label,
        y_label: "walkers".into(),
        start: bins.start,
        width: bins.width,
        counts: bins.counts,
        marks: vec![mark],
    };
    let about = a.metric.about;
    let caption = about[..1].to_uppercase() + &about[1..] + ".";
    Some(picture(&format!("walkers-{}", a.metric.name.replace('_', "-")), &caption, svg.draw().to_svg()))
}
