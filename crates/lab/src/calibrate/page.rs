//! The page of a calibration: what was found, how sure that is, and real beside simulated trajectories.

use super::{Calibration, DataFile, MeasuredTrial};
use ambulo_draw::{Colour, Entry, Legend, LinePlot, PlanPicture, Series, Style, Symbol};
use ambulo_eval::likelihood::lg;
use ambulo_eval::page::{Page, Section, Table};
use ambulo_eval::report::Picture;
use ambulo_eval::tracks::Tracks;
use ambulo_geom::{Bounds, Point};

const REAL: Colour = Colour::rgb(0x2B, 0x30, 0x36);
const DEFAULT: Colour = Colour::rgb(0xE0, 0x8A, 0x1E);
const CALIBRATED: Colour = Colour::rgb(0x2A, 0x6F, 0xB5);

/// The page of a calibration; `provenance` states the source of the numbers.
///
/// ```
/// use ambulo_lab::{CalibrateOptions, Recovery, Space, calibrate, calibration_page};
/// let trials = Recovery { trials: 4, ..Recovery::default() }.make("orca", &[("tau".into(), 4.0)]).unwrap();
/// let space = Space::of("orca", &["tau".into()]).unwrap();
/// let found = calibrate(&trials, &CalibrateOptions { points: 4, polish: 0, folds: 2, ..CalibrateOptions::new(space) }, |_| true);
/// let page = calibration_page(&found.unwrap(), &trials, vec![]);
/// assert_eq!(page.sections[0].tables[0].rows[0][0], "tau");
/// ```
pub fn calibration_page(c: &Calibration, trials: &[MeasuredTrial], provenance: Vec<(String, String)>) -> Page {
    let bounds: Vec<&str> = c.params.iter().filter(|p| p.at_bound).map(|p| p.name.as_str()).collect();
    let mut notes = Vec::new();
    if !bounds.is_empty() {
        let words = "at a bound of the search: the data want more than the bound allows, or do not determine it";
        notes.push(format!("{} lies {words}.", bounds.join(", ")));
    }
    let sections = vec![parameters(c), likelihoods(c), identifiability(c), walked(c, trials)];
    Page {
        kind: "Calibration".into(),
        title: format!("{} on {} trials", c.model, c.trials),
        provenance,
        notes,
        sections,
        ..Page::default()
    }
}

/// Where the figures come from: rows for the head of the page. `hidden` are parameters that the data were made with.
///
/// ```
/// use ambulo_lab::{Calibration, calibration_provenance};
/// let rows = calibration_provenance(&Calibration::default(), &[], &[("alpha".into(), 0.8)], 0.05, "a notebook");
/// assert_eq!(rows[2].1, "alpha = 0.8, noise 0.05 m");
/// ```
pub fn calibration_provenance(
    found: &Calibration,
    files: &[DataFile],
    hidden: &[(String, f64)],
    noise: f64,
    command: &str,
) -> Vec<(String, String)> {
    let entry = |name: &str, value: String| (name.to_string(), value);
    let mut rows = vec![entry("Version", ambulo::VERSION.into()), entry("Command", command.into())];
    rows.extend(files.iter().map(|f| entry("Data", format!("{} ({} trials, fnv1a {})", f.path, f.trials, f.fnv1a))));
    if !hidden.is_empty() {
        let hidden: Vec<String> = hidden.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        rows.push(entry("Made with", format!("{}, noise {noise} m", hidden.join(", "))));
    }
    rows.push(entry("Candidates", found.candidates.to_string()));
    rows
}

pub(super) fn parameter_table(c: &Calibration) -> Table {
    let head = ["parameter", "unit", "searched", "default", "calibrated", "folds from", "folds to", "bound"];
    let mut table = Table::new("parameters", "Parameters", &head);
    for p in &c.params {
        let (low, high) = p.folds.iter().fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(*v), h.max(*v)));
        let of_folds = |v: f64| if p.folds.is_empty() { "-".into() } else { format!("{v:.3}") };
        table = table.row([
            p.name.clone(),
            p.unit.clone(),
            format!("{} to {}", p.low, p.high),
            format!("{}", p.default),
            format!("{:.3}", p.value),
            of_folds(low),
            of_folds(high),
            if p.at_bound { "hit".into() } else { String::new() },
        ]);
    }
    table
}

fn parameters(c: &Calibration) -> Section {
    Section::new("What was found")
        .paragraph("Calibrated: with all trials. Folds: what the folds of the cross-validation found, each without its held-out trials.")
        .table(parameter_table(c))
}

pub(super) fn likelihood_table(c: &Calibration) -> Table {
    let caption = "Means over trials: Lg [1/m], and the mean logarithm, which is what is maximised";
    let mut table =
        Table::new("likelihood", caption, &["parameters", "Lg [1/m]", "mean ln", "passed in the right order"]);
    let order = |right: usize| format!("{right} of {}", c.order.trials);
    let row =
        |name: &str, lg: f64, ln: f64, order: String| [name.into(), format!("{lg:.4}"), format!("{ln:.4}"), order];
    table = table.row(row("identical tracks", c.lg.greatest, c.ln.greatest, order(c.order.trials)));
    table = table.row(row("default", c.lg.default, c.ln.default, order(c.order.default)));
    table = table.row(row("calibrated, in fold", c.lg.calibrated, c.ln.calibrated, order(c.order.calibrated)));
    if !c.folds.is_empty() {
        table = table.row(row("calibrated, held out", c.lg.held_out, c.ln.held_out, "-".into()));
    }
    table
}

fn likelihoods(c: &Calibration) -> Section {
    let mut section = Section::new("How likely the data are").table(likelihood_table(c));
    if c.folds.is_empty() {
        return section.paragraph("No cross-validation was done: whether this holds for other people is not known.");
    }
    let gain = |l: &super::Likelihoods| format!("{:+.4} (95 % from {:+.4} to {:+.4})", l.gain, l.gain_low, l.gain_high);
    section = section.paragraph(format!(
        "Held out less default: Lg {}, mean logarithm {}. Intervals are paired bootstraps over trials.",
        gain(&c.lg),
        gain(&c.ln)
    ));
    let head = ["fold", "learnt", "held out", "not used", "Lg default", "Lg calibrated", "ln default", "ln calibrated"];
    let mut table = Table::new("folds", "Held-out trials of every fold", &head);
    for (k, f) in c.folds.iter().enumerate() {
        let counts = [k + 1, f.learnt, f.held_out, f.left_out].map(|n| n.to_string());
        let means = [f.lg_default, f.lg_calibrated, f.ln_default, f.ln_calibrated].map(|v| format!("{v:.4}"));
        table = table.row(counts.into_iter().chain(means));
    }
    section.table(table)
}

fn identifiability(c: &Calibration) -> Section {
    let mut section = Section::new("What the data determine").paragraph(
        "The mean logarithm along every parameter, the others being as found. Where the line is flat the data do not determine the \
         parameter.",
    );
    for p in &c.params {
        let (title, x) = (format!("Likelihood along {}", p.name), format!("{} [{}]", p.name, p.unit));
        let mut plot = LinePlot::new(&title, &x, "mean ln density");
        plot = plot.series(Series::new("others as found", p.slice.clone()).coloured(CALIBRATED));
        plot = plot
            .series(Series::new("found", vec![(p.value, low_of(&p.slice)), (p.value, c.ln.calibrated)]).coloured(REAL));
        section =
            section.picture(Picture { name: format!("slice-{}", p.name), caption: title, svg: plot.draw().to_svg() });
    }
    section
}

fn low_of(slice: &[(f64, f64)]) -> f64 {
    slice.iter().map(|(_, v)| *v).fold(f64::MAX, f64::min)
}

/// Real and simulated trajectories of the likeliest trial, a middling one, and the least likely.
fn walked(c: &Calibration, trials: &[MeasuredTrial]) -> Section {
    let mut order: Vec<usize> = (0..c.each.len().min(trials.len())).collect();
    order.sort_by(|a, b| c.each[*b][1].total_cmp(&c.each[*a][1]).then(a.cmp(b)));
    let n = order.len();
    let places =
        [("best", 0), ("better", n / 4), ("median", n / 2), ("lesser", 3 * n / 4), ("worst", n.saturating_sub(1))];
    let mut section = Section::new("Real and simulated trajectories").paragraph(
        "Trials by likelihood when calibrated: the best, the quarters, the worst. Dots are half a second apart; the larger one is where \
         they begin.",
    );
    for (name, at) in places.into_iter().take(n) {
        let i = order[at];
        let (trial, [default, calibrated]) = (&trials[i], &c.walked[i]);
        let [before, after, _] = c.each[i];
        let caption = format!(
            "{name}: walkers {} and {} from {:.1} s; Lg {:.3} with the default, {:.3} calibrated",
            trial.who[0].1,
            trial.who[1].1,
            trial.from,
            lg(before),
            lg(after)
        );
        let svg = picture(&format!("Trial {}: {name}", i + 1), trial, default, calibrated);
        section = section.picture(Picture { name: format!("ways-{name}"), caption, svg });
    }
    section
}

fn picture(title: &str, trial: &MeasuredTrial, default: &Tracks, calibrated: &Tracks) -> String {
    let lines = [(&trial.real, REAL, "real"), (default, DEFAULT, "default"), (calibrated, CALIBRATED, "calibrated")];
    let points = |t: &Tracks| -> Vec<Vec<Point>> {
        t.iter().map(|w| (0..w.x.len()).map(|k| Point::new(w.x[k], w.y[k])).collect()).collect()
    };
    let all: Vec<Point> = lines.iter().flat_map(|(t, ..)| points(t)).flatten().collect();
    let empty = Bounds { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
    let world = Bounds::of(all).unwrap_or(empty).grown(0.5);
    let mut page = PlanPicture::sized(title, world, 440.0, 30.0);
    let every = (0.5 * trial.trial.fps).round().max(1.0) as usize;
    let size = 3.0 / page.view().scale();
    let mut legend = Legend::default();
    for (tracks, colour, name) in lines {
        for track in points(tracks) {
            page.page().polyline(&track, &Style::stroke(colour, 1.6));
            track.iter().step_by(every).for_each(|p| page.page().circle(*p, size, &Style::fill(colour)));
            track.iter().take(1).for_each(|p| page.page().circle(*p, 2.0 * size, &Style::fill(colour)));
        }
        let style = Style::stroke(colour, 2.0);
        legend.entries.push(Entry { symbol: Symbol::Line, style, name: name.into() });
    }
    page.legend(&legend);
    page.finish().to_svg()
}
