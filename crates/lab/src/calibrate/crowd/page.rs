//! The page of a calibration on crowds: what was found, how far it is from people before and after, and plots of both.

use super::result::{CrowdCalibration, FigureResult};
use super::target::{CrowdTarget, Reference};
use crate::calibrate::DataFile;
use crate::dense::{SPECIFIC_FLOW, weidmann};
use ambulo_draw::{Colour, Points, ScatterPlot, Series};
use ambulo_eval::page::{Page, Section};
use ambulo_eval::report::Picture;

const PEOPLE: Colour = Colour::rgb(0x2B, 0x30, 0x36);
/// Before and after; full for training, light for the test.
const COLOURS: [[Colour; 2]; 2] = [
    [Colour::rgb(0xC9, 0x6A, 0x00), Colour::rgb(0xF5, 0xBC, 0x74)],
    [Colour::rgb(0x1D, 0x4E, 0x89), Colour::rgb(0x83, 0xB8, 0xEA)],
];

/// The page; `provenance` states the source of the numbers.
///
/// ```
/// let page = ambulo_lab::crowd_page(&ambulo_lab::CrowdCalibration::default(), vec![]);
/// assert_eq!(page.sections[0].tables[0].name, "parameters");
/// ```
pub fn crowd_page(c: &CrowdCalibration, provenance: Vec<(String, String)>) -> Page {
    let [params, targets, figures] = c.tables();
    let bounds: Vec<&str> = c.params.iter().filter(|p| p.at_bound).map(|p| p.name.as_str()).collect();
    let mut notes = Vec::new();
    if !bounds.is_empty() {
        let words = "at a bound of the search: people want more than the bound allows, or do not determine it";
        notes.push(format!("{} lies {words}.", bounds.join(", ")));
    }
    let split = format!(
        "The search saw the training places with the seeds {:?} only. The test is other places with the seeds {:?}, walked when it had ended.",
        c.train_seeds, c.test_seeds
    );
    let sections = vec![
        Section::new("What was found").table(params),
        Section::new("How far from people").paragraph(split).table(targets),
        plots(c),
        Section::new("Every figure")
            .paragraph(
                "Residuals are logarithms of ratios to people; of shares the shortfall; 0 within a band or a bound.",
            )
            .table(figures),
    ];
    let title = format!("{}{} on crowds", c.model, if c.headway { " with headway" } else { "" });
    Page { kind: "Calibration".into(), title, provenance, notes, sections, ..Page::default() }
}

/// Where the figures come from: rows for the head of the page.
///
/// ```
/// let rows = ambulo_lab::crowd_provenance(&ambulo_lab::CrowdCalibration::default(), &[], "a notebook");
/// assert_eq!(rows[1].1, "a notebook");
/// ```
pub fn crowd_provenance(c: &CrowdCalibration, files: &[DataFile], command: &str) -> Vec<(String, String)> {
    let entry = |name: &str, value: String| (name.to_string(), value);
    let mut rows = vec![entry("Version", ambulo::VERSION.into()), entry("Command", command.into())];
    rows.extend(files.iter().map(|f| entry("Data", format!("{} (fnv1a {})", f.path, f.fnv1a))));
    let seconds = format!("{}, {:.1} s of one thread per candidate", c.candidates, c.seconds_per_candidate);
    rows.push(entry("Candidates", seconds));
    rows
}

fn plots(c: &CrowdCalibration) -> Section {
    let mut section = Section::new("People, before and after")
        .paragraph("Full dots are training places and seeds, light dots those of the test.");
    let of = |target: CrowdTarget, quantity: &str| -> Vec<&FigureResult> {
        c.figures.iter().filter(|f| f.target == target && f.figure.quantity == quantity).collect()
    };
    let steps = |from: f64, to: f64| (0..=60).map(move |k| from + (to - from) * f64::from(k) / 60.0);
    let curve = |points: Vec<(f64, f64)>, name: &str| Series::new(name, points).coloured(PEOPLE);
    let speeds = of(CrowdTarget::Speed, "speed");
    if !speeds.is_empty() {
        let people = curve(steps(0.3, 5.0).map(|d| (d, weidmann(d))).collect(), "people (Weidmann)");
        let plot = ScatterPlot::new("Speed over density", "density [1/m2]", "speed [m/s]").curve(people);
        section = section.picture(picture("speed-over-density", plot, &speeds));
    }
    let doors = of(CrowdTarget::Doors, "flow");
    if !doors.is_empty() {
        let people =
            curve(steps(0.6, 2.6).map(|w| (w, SPECIFIC_FLOW * w)).collect(), "people (1.9 per metre and second)");
        let plot = ScatterPlot::new("Flow over width of a door", "width [m]", "flow [1/s]").curve(people);
        section = section.picture(picture("flow-over-width", plot, &doors));
    }
    let files = of(CrowdTarget::File, "speed");
    if !files.is_empty() {
        let mut ends = [Vec::new(), Vec::new()];
        for f in &files {
            if let Reference::Within { low, high } = f.figure.reference {
                ends[0].push((f.figure.at, low));
                ends[1].push((f.figure.at, high));
            }
        }
        let mut plot = ScatterPlot::new("Single file", "density [1/m]", "speed [m/s]");
        for (mut end, name) in ends.into_iter().zip(["people, 10th percentile", "people, 90th percentile"]) {
            end.sort_by(|a, b| a.0.total_cmp(&b.0));
            plot = plot.curve(curve(end, name));
        }
        section = section.picture(picture("single-file", plot, &files));
    }
    for (quantity, unit) in [("speed", "m/s"), ("specific flow", "1/(m s)")] {
        let (figures, densities) = (of(CrowdTarget::Corridors, quantity), of(CrowdTarget::Corridors, "density"));
        if figures.is_empty() {
            continue;
        }
        let title = format!("Corridors: {quantity} over density");
        let people: Vec<(f64, f64)> =
            figures.iter().filter_map(|f| Some((f.figure.at, value(&f.figure.reference)?))).collect();
        let mut plot = ScatterPlot::new(&title, "density [1/m2]", &format!("{quantity} [{unit}]"))
            .points(Points::new("people", people).coloured(PEOPLE).dots(4.0, 1.0));
        for (when, part, colour) in kinds() {
            // Where simulated people are, at their own density.
            let both = figures.iter().zip(&densities).filter(|(f, _)| f.part == PARTS[part]);
            let points = both.map(|(f, d)| if when == 0 { (d.before, f.before) } else { (d.after, f.after) }).collect();
            plot = plot.points(Points::new(name(when, part), points).coloured(colour).dots(4.0, 1.0));
        }
        let name = format!("corridors-{}", quantity.replace(' ', "-"));
        section = section.picture(Picture { name, caption: title, svg: plot.draw().to_svg() });
    }
    section
}

const PARTS: [&str; 2] = ["training", "test"];

/// Before and after, training and test, with their colours.
fn kinds() -> impl Iterator<Item = (usize, usize, Colour)> {
    (0..4).map(|k| (k / 2, k % 2, COLOURS[k / 2][k % 2]))
}

fn name(when: usize, part: usize) -> String {
    format!("{}, {}", ["before", "after"][when], PARTS[part])
}

fn value(reference: &Reference) -> Option<f64> {
    if let Reference::Value { people } = reference { Some(*people) } else { None }
}

fn picture(file: &str, mut plot: ScatterPlot, figures: &[&FigureResult]) -> Picture {
    for (when, part, colour) in kinds() {
        let own = figures.iter().filter(|f| f.part == PARTS[part]);
        let points = own.map(|f| (f.figure.at, if when == 0 { f.before } else { f.after })).collect();
        plot = plot.points(Points::new(name(when, part), points).coloured(colour).dots(4.5, 1.0));
    }
    Picture { name: file.into(), caption: file.replace('-', " "), svg: plot.draw().to_svg() }
}
