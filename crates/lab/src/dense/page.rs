//! The page of the dense suite: every figure of every model beside people, and plots of speed over density and flow over width.

use super::{DEFAULT, DENSITIES, DenseRow, SPECIFIC_FLOW, WIDTHS, weidmann};
use ambulo_draw::{Colour, LinePlot, Series};
use ambulo_eval::page::{Page, Section, Table};
use ambulo_eval::report::Picture;
use std::collections::BTreeMap;

const PEOPLE: Colour = Colour::rgb(0x2B, 0x30, 0x36);
const GREY: Colour = Colour::rgb(0xC8, 0xCC, 0xD0);
/// The default's, far from that of people.
const OURS: Colour = Colour::rgb(0xD6, 0x2F, 0x2F);
/// So many lines have colours of their own, near people or not.
const FEW: usize = 7;

/// The page of some rows; `provenance` states where they come from.
///
/// ```
/// let page = ambulo_lab::dense::dense_page(&[ambulo_lab::dense::DenseRow::default()], vec![]);
/// assert_eq!(page.sections[0].tables[0].rows.len(), 2);
/// ```
pub fn dense_page(rows: &[DenseRow], provenance: Vec<(String, String)>) -> Page {
    let mut plots = Section::new("Plots").paragraph("Dark lines are people.");
    for (headway, words) in [(true, "with headway"), (false, "without headway")] {
        let some: Vec<&DenseRow> = rows.iter().filter(|r| (r.headway != "off") == headway).collect();
        if some.is_empty() {
            continue;
        }
        let file = words.replace(' ', "-");
        let people = DENSITIES.map(|d| (d, weidmann(d))).to_vec();
        let title = format!("Speed over density, {words}");
        plots = plots.picture(picture(
            &format!("speed-over-density-{file}"),
            &title,
            ("density [1/m2]", "speed [m/s]"),
            people,
            &some,
            |r| points(&DENSITIES, &r.speed_at_density, |_| 1.0),
        ));
        let people = WIDTHS.map(|w| (w, SPECIFIC_FLOW * w)).to_vec();
        let title = format!("Flow over width of a door, {words}");
        plots = plots.picture(picture(
            &format!("flow-over-width-{file}"),
            &title,
            ("width [m]", "flow [1/s]"),
            people,
            &some,
            |r| points(&WIDTHS, &r.door_flow_ratio, |w| SPECIFIC_FLOW * w),
        ));
    }
    let sections = vec![Section::new("Figures").table(flows(rows)).table(places(rows)), plots];
    Page { kind: "Comparison".into(), title: "Dense crowds".into(), provenance, sections, ..Page::default() }
}

/// Whether speeds are 0.6 to 1.4 of those of people, and flows through doors within 25 per cent.
fn is_near_people(row: &DenseRow) -> bool {
    let within = |keys: &[f64], of: &BTreeMap<String, f64>, people: fn(f64) -> f64, low: f64, high: f64| {
        points(keys, of, |_| 1.0).iter().all(|(k, v)| (low..=high).contains(&(v / people(*k))))
    };
    within(&DENSITIES, &row.speed_at_density, weidmann, 0.6, 1.4)
        && within(&WIDTHS, &row.door_flow_ratio, |_| 1.0, 0.75, 1.25)
}

/// Values by key, times a factor of the key.
fn points(keys: &[f64], of: &BTreeMap<String, f64>, factor: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    keys.iter().filter_map(|k| Some((*k, *of.get(&format!("{k}"))? * factor(*k)))).collect()
}

fn picture(
    file: &str,
    title: &str,
    (x, y): (&str, &str),
    people: Vec<(f64, f64)>,
    rows: &[&DenseRow],
    of: impl Fn(&DenseRow) -> Vec<(f64, f64)>,
) -> Picture {
    let mut plot = LinePlot::new(title, x, y);
    // Nobody distinguishes twenty colours: those far from people are grey, below the others.
    let (near, far): (Vec<&DenseRow>, Vec<&DenseRow>) =
        rows.iter().copied().partition(|r| rows.len() <= FEW || r.model == DEFAULT || is_near_people(r));
    for row in far {
        plot = plot.series(Series::new(row.model.clone(), of(row)).coloured(GREY).wide(1.0));
    }
    for row in near {
        let series = Series::new(row.model.clone(), of(row));
        plot = plot.series(if row.model == DEFAULT { series.coloured(OURS).wide(3.0) } else { series.wide(1.6) });
    }
    plot = plot.series(Series::new("people", people).coloured(PEOPLE).wide(3.0));
    Picture { name: file.into(), caption: title.into(), svg: plot.draw().to_svg() }
}

fn numbers(keys: &[f64], of: &BTreeMap<String, f64>) -> String {
    let cells = keys.iter().map(|k| of.get(&format!("{k}")).map_or("-".into(), |v| format!("{v:.2}")));
    cells.collect::<Vec<_>>().join(" ")
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("-".into(), |v| format!("{v:.digits$}"))
}

/// Speeds, flows, lanes and what locks.
fn flows(rows: &[DenseRow]) -> Table {
    let head = [
        "model",
        "headway",
        "speed at 0.5, 1, 2, 3, 4 /m2",
        "doors of 0.8, 1.0, 1.2, 1.6, 2.0, 2.4 m, by 1.9 w",
        "file in band",
        "lane order",
        "locks at",
        "exit of 0.7 m",
        "100 against 100",
        "crossing",
        "stripes [deg]",
    ];
    let people = DENSITIES.map(|d| format!("{:.2}", weidmann(d))).join(" ");
    let known = ["people", "", &people, "1", "0.80", "0.46 to 0.99", "none", "1", "1", "1", "45"];
    let table = Table::new("flows", "Speeds, flows and what locks", &head).row(known);
    rows.iter().fold(table, |table, r| {
        table.row([
            r.model.clone(),
            r.headway.clone(),
            numbers(&DENSITIES, &r.speed_at_density),
            numbers(&WIDTHS, &r.door_flow_ratio),
            number(r.single_file_in_band, 2),
            number(r.lane_order, 2),
            r.gridlock_inflow.map_or(if r.lane_order.is_some() { "none" } else { "-" }.into(), |v| format!("{v:.2}")),
            number(r.narrow_exit_left, 2),
            number(r.opposing_through, 2),
            number(r.crossing_through, 2),
            r.stripe_angle_deg
                .map_or(if r.crossing_through.is_some() { "none" } else { "-" }.into(), |v| format!("{v:.0}")),
        ])
    })
}

/// Bottlenecks, jams, stairs, corners and single people.
fn places(rows: &[DenseRow]) -> Table {
    let head = [
        "model",
        "headway",
        "bottleneck: longest gap [s]",
        "turning in the jam [deg/min]",
        "stairs [1/(m s)]",
        "corner [1/(m s)]",
        "circle: delay",
        "concourse: travel [s]",
        "concourse: turning [deg/m]",
        "push of a stander [m]",
        "alone: swerve [mm]",
    ];
    let table = Table::new("places", "Jams, stairs, corners and people alone", &head);
    rows.iter().fold(table, |table, r| {
        table.row([
            r.model.clone(),
            r.headway.clone(),
            number(r.bottleneck_gap_s, 1),
            r.jam_turn_deg_per_min.map_or("no jam".into(), |v| format!("{v:.0}")),
            number(r.stairs_flow, 2),
            number(r.corner_flow, 2),
            number(r.circle_delay, 2),
            number(r.concourse_travel_s, 1),
            number(r.concourse_turn_deg_per_m, 1),
            number(r.stander_push_m, 2),
            r.lone_swerve_m.map_or("-".into(), |v| format!("{:.0}", 1000.0 * v)),
        ])
    })
}
