//! Tables and pictures of what was measured.

use super::{AreaFigures, LineFigures, Macroscopic};
use crate::fundamental::{FREE_SPEED, JAM_DENSITY, from_weidmann, weidmann};
use crate::page::{Section, Table};
use crate::report::Picture;
use crate::statistics::{mean, quantile};
use ambulo_draw::{LinePlot, Points, ScatterPlot, Series, colour, plot};

impl Macroscopic {
    /// What a page shows: sections for areas, the fundamental diagram and lines; those with nothing to show are left out.
    ///
    /// ```
    /// use ambulo_data::Trajectories;
    /// use ambulo_eval::macroscopic::{MacroscopicOptions, measure};
    /// let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert!(measure(&t, &[], &[], &MacroscopicOptions::default()).sections().is_empty());
    /// ```
    pub fn sections(&self) -> Vec<Section> {
        let mut all = Vec::new();
        if !self.areas.is_empty() {
            let mut section = Section::new("Density and speed").table(self.area_table());
            if self.without_cell > 0 {
                let rows = self.without_cell;
                section =
                    section.paragraph(format!("{rows} rows lie off the walkable ground and have no Voronoi cell."));
            }
            let density = |a: &AreaFigures| a.voronoi.as_ref().map_or(a.density.clone(), |v| v.density.clone());
            let speed = |a: &AreaFigures| a.speed.clone();
            let by = if self.areas[0].voronoi.is_some() { "By Voronoi cells." } else { "Counted." };
            section = section
                .picture(self.over_time("density", "Density in areas", "density [1/m²]", by, density))
                .picture(self.over_time("area-speed", "Mean speed in areas", "speed [m/s]", "Of those inside.", speed));
            all.push(section);
            all.push(self.fundamental());
        }
        if !self.lines.is_empty() {
            all.push(Section::new("Flow").table(self.line_table()).picture(self.n_t()));
        }
        all
    }

    /// Means for each area.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::macroscopic::{MacroscopicOptions, measure};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert_eq!(measure(&t, &[], &[], &MacroscopicOptions::default()).area_table().head[1], "size [m²]");
    /// ```
    pub fn area_table(&self) -> Table {
        let head = [
            "area",
            "size [m²]",
            "from [s]",
            "to [s]",
            "density [1/m²]",
            "speed [m/s]",
            "Voronoi density [1/m²]",
            "Voronoi speed [m/s]",
            "off Weidmann [m/s]",
        ];
        let mut table = Table::new("areas", "Means over the steady part", &head);
        for a in &self.areas {
            let when = |frame: usize| format!("{:.1}", frame as f64 / self.fps);
            table = table.row([
                a.area.name.clone(),
                format!("{:.2}", a.area.size()),
                when(a.steady.start),
                when(a.steady.end),
                shown(a.mean_density(), 3),
                shown(a.mean_speed(), 3),
                shown(a.voronoi_density(), 3),
                shown(a.voronoi_speed(), 3),
                shown(from_weidmann(&a.pairs), 3),
            ]);
        }
        table
    }

    /// Flow at each line.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::macroscopic::{MacroscopicOptions, measure};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert_eq!(measure(&t, &[], &[], &MacroscopicOptions::default()).line_table().head[2], "people");
    /// ```
    pub fn line_table(&self) -> Table {
        let head = [
            "line",
            "width [m]",
            "people",
            "first [s]",
            "last [s]",
            "flow [1/s]",
            "specific flow [1/(m s)]",
            "time gap, mean [s]",
            "time gap, median [s]",
        ];
        let mut table = Table::new("lines", "First crossings of each walker", &head);
        for l in &self.lines {
            let mut gaps = l.gaps.clone();
            gaps.sort_by(f64::total_cmp);
            table = table.row([
                l.line.name.clone(),
                format!("{:.2}", l.line.length()),
                l.crossings.len().to_string(),
                shown(l.crossings.first().map(|c| c.time), 2),
                shown(l.crossings.last().map(|c| c.time), 2),
                shown(l.overall_flow(), 3),
                shown(l.specific_flow(), 3),
                shown(mean(&gaps), 3),
                shown(quantile(&gaps, 0.5), 3),
            ]);
        }
        table
    }

    /// Everything frame by frame, for other programs: a column each, as many digits as a number has. Areas come first:
    /// density, speed and, where cells were made, Voronoi density and speed; then N(t) of each line and its flow by cells.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::macroscopic::{MacroscopicOptions, measure};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert_eq!(measure(&t, &[], &[], &MacroscopicOptions::default()).frame_table().head, ["frame", "time [s]"]);
    /// ```
    pub fn frame_table(&self) -> Table {
        let mut head = vec!["frame".to_string(), "time [s]".into()];
        let mut columns: Vec<Vec<String>> = Vec::new();
        let numbers = |values: &[f64]| values.iter().map(|v| digits(*v)).collect::<Vec<_>>();
        for a in &self.areas {
            let name = &a.area.name;
            head.extend([format!("{name} density [1/m²]"), format!("{name} speed [m/s]")]);
            columns.extend([numbers(&a.density), numbers(&a.speed)]);
            if let Some(v) = &a.voronoi {
                head.extend([format!("{name} Voronoi density [1/m²]"), format!("{name} Voronoi speed [m/s]")]);
                columns.extend([numbers(&v.density), numbers(&v.speed)]);
            }
        }
        for l in &self.lines {
            head.push(format!("{} N", l.line.name));
            columns.push(l.n_t.iter().map(u32::to_string).collect());
            if let Some(v) = &l.voronoi {
                head.push(format!("{} Voronoi flow [1/(m s)]", l.line.name));
                columns.push(numbers(&v.flow));
            }
        }
        let rows = (0..self.frames).map(|f| {
            let first = [f.to_string(), digits(f as f64 / self.fps)];
            first.into_iter().chain(columns.iter().map(|c| c[f].clone())).collect()
        });
        Table {
            name: "frames".into(),
            caption: "Frame by frame".into(),
            head,
            rows: rows.collect(),
            ..Table::default()
        }
    }

    /// Flow of each line in windows, for other programs.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::macroscopic::{MacroscopicOptions, measure};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert!(measure(&t, &[], &[], &MacroscopicOptions::default()).flow_table().rows.is_empty());
    /// ```
    pub fn flow_table(&self) -> Table {
        let head = ["line", "from [s]", "to [s]", "people", "flow [1/s]", "specific flow [1/(m s)]", "speed [m/s]"];
        let mut table = Table::new("flow", "Flow in windows", &head);
        for l in &self.lines {
            for f in &l.flow {
                table = table.row([
                    l.line.name.clone(),
                    digits(f64::from(f.from) / self.fps),
                    digits(f64::from(f.to) / self.fps),
                    f.people.to_string(),
                    digits(f.flow),
                    digits(f.flow / l.line.length()),
                    digits(f.speed),
                ]);
            }
        }
        table
    }

    fn over_time(
        &self,
        name: &str,
        title: &str,
        label: &str,
        caption: &str,
        of: impl Fn(&AreaFigures) -> Vec<f64>,
    ) -> Picture {
        let mut plot = LinePlot::new(title, "time [s]", label);
        for a in &self.areas {
            let points = of(a).iter().enumerate().map(|(f, v)| (f as f64 / self.fps, *v)).collect();
            plot = plot.series(Series::new(&a.area.name, points).wide(1.4));
        }
        Picture { name: name.into(), caption: caption.into(), svg: plot.draw().to_svg() }
    }

    fn fundamental(&self) -> Section {
        let caption = "Each dot is one frame, or one window of frames. The curve is Weidmann's (1993).";
        let curve = |of: fn(f64) -> f64| (1..=270).map(|k| 0.02 * f64::from(k)).map(|d| (d, of(d))).collect::<Vec<_>>();
        let with = |title: &str, label: &str, of: fn(f64, f64) -> f64, weidmann: Vec<(f64, f64)>| {
            let mut plot = ScatterPlot::new(title, "density [1/m²]", label);
            for (k, a) in self.areas.iter().enumerate() {
                let points = a.pairs.iter().map(|p| (p.density, of(p.density, p.speed))).collect();
                plot = plot.points(Points::new(&a.area.name, points).coloured(colour::category(k)));
            }
            plot.curve(Series::new("Weidmann 1993", weidmann).coloured(plot::INK)).draw().to_svg()
        };
        let speed = with("Speed by density", "speed [m/s]", |_, v| v, curve(weidmann));
        let flow = with("Specific flow by density", "flow [1/(m s)]", |d, v| d * v, curve(|d| d * weidmann(d)));
        let picture = |name: &str, svg| Picture { name: name.into(), caption: caption.into(), svg };
        Section::new("Fundamental diagram")
            .paragraph(format!(
                "Weidmann's people walk {FREE_SPEED} m/s alone and stand at {JAM_DENSITY} people per square metre."
            ))
            .picture(picture("fundamental-speed", speed))
            .picture(picture("fundamental-flow", flow))
    }

    fn n_t(&self) -> Picture {
        let mut plot = LinePlot::new("People across", "time [s]", "people");
        for LineFigures { line, n_t, .. } in &self.lines {
            let points = n_t.iter().enumerate().map(|(f, n)| (f as f64 / self.fps, f64::from(*n))).collect();
            plot = plot.series(Series::new(&line.name, points));
        }
        let caption = "N(t): how many have crossed each line until then.";
        Picture { name: "n-t".into(), caption: caption.into(), svg: plot.draw().to_svg() }
    }
}

fn shown(value: Option<f64>, decimals: usize) -> String {
    value.filter(|v| v.is_finite()).map_or("-".into(), |v| format!("{v:.decimals$}"))
}

/// All digits of a number; nothing for none.
fn digits(v: f64) -> String {
    if v.is_finite() { v.to_string() } else { String::new() }
}
