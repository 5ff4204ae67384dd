//! Tables, pictures and words of human-likeness.

use super::{Crossings, HumanLikeness, HumanLikenessOptions, ModelMeetings, RADIUS};
use crate::smoothing;
use ambulo_draw::{Band, Canvas, LinePlot, Series};
use ambulo_eval::filter::Butterworth;
use ambulo_eval::mpd_tiles::{Tile, tiles};
use ambulo_eval::page::{Page, Section, Table};
use ambulo_eval::report::Picture;

/// What the study found, to lay models beside: the first row of the table.
const PEOPLE: [&str; 10] = ["people (the study)", "yes", "yes", "yes", "0.44", "0.84", "7", "79", "0.41", "0"];

/// The table of made crossings.
fn crossings_table(all: &[HumanLikeness]) -> Table {
    let head = [
        "model",
        "below 1 m rises to 0.7-1.0 m",
        "1-1.5 m is left be",
        "solved by 90 % of the time",
        "mpd at first sight, below 1 m [m]",
        "at the crossing [m]",
        "rises from [%]",
        "to [%]",
        "least distance [m]",
        "not crossed",
    ];
    let mut table = Table::new("crossings", "Made crossings", &head).row(PEOPLE);
    for (m, c) in all.iter().filter_map(|m| m.crossings.as_ref().map(|c| (m, c))) {
        let yes = |b: bool| if b { "yes" } else { "no" }.to_string();
        let (from, to) = phases(c);
        let ends = c.mean.as_ref().map_or((f64::NAN, f64::NAN), |m| (m.mean[0], m.mean[m.mean.len() - 1]));
        table = table.row([
            m.model.clone(),
            yes(c.verdict.rises),
            yes(c.verdict.leaves_be),
            yes(c.verdict.anticipates),
            format!("{:.2}", ends.0),
            format!("{:.2}", ends.1),
            from,
            to,
            format!("{:.2}", c.dmin_least),
            c.uncrossed.to_string(),
        ]);
    }
    table
}

fn phases(c: &Crossings) -> (String, String) {
    let reaction = c.mean.as_ref().and_then(|m| m.phases).map(|p| p.reaction);
    let percent = |v: f64| format!("{:.0}", 100.0 * v);
    reaction.map_or(("-".into(), "-".into()), |(a, b)| (percent(a), percent(b)))
}

/// mpd at both ends of every group.
fn groups_table(all: &[HumanLikeness]) -> Table {
    let most = all.iter().filter_map(|m| m.crossings.as_ref()).map(|c| c.groups.len()).max().unwrap_or(0);
    let mut head = vec!["model".to_string()];
    head.extend((1..=most).map(|k| format!("group {k}")));
    let names: Vec<&str> = head.iter().map(String::as_str).collect();
    let caption = "mpd of each group, at first sight and at the crossing [m]";
    let mut table = Table::new("groups", caption, &names);
    for (m, c) in all.iter().filter_map(|m| m.crossings.as_ref().map(|c| (m, c))) {
        let cells = c.groups.iter().map(|g| format!("{:.2} to {:.2}", g.see.0, g.cross.0));
        let cells = cells.chain(std::iter::repeat_n(String::new(), most - c.groups.len()));
        table = table.row(std::iter::once(m.model.clone()).chain(cells));
    }
    table
}

/// The table of real pairs.
fn meetings_table(all: &[HumanLikeness]) -> Table {
    let head = [
        "model",
        "mean deviation [m] (95 %)",
        "likelihood Lg [1/m] (95 %)",
        "same order",
        "mpd at the crossing, people [m]",
        "model [m]",
        "mean difference [m]",
    ];
    let mut table = Table::new("meetings", "Pairs of real people, walked by models", &head);
    let mut rows: Vec<(&HumanLikeness, &ModelMeetings)> =
        all.iter().filter_map(|m| m.meetings.as_ref().map(|r| (m, r))).collect();
    rows.sort_by(|a, b| b.1.likelihood.total_cmp(&a.1.likelihood));
    for (m, r) in rows {
        let (low, high) = r.deviation_interval().unwrap_or((f64::NAN, f64::NAN));
        let (people, model, apart) = r.mpd_means().unwrap_or((f64::NAN, f64::NAN, f64::NAN));
        table = table.row([
            m.model.clone(),
            format!("{:.3} ({low:.3} to {high:.3})", r.deviation().unwrap_or(f64::NAN)),
            format!("{:.3} ({:.3} to {:.3})", r.likelihood, r.likelihood_interval.0, r.likelihood_interval.1),
            format!("{} of {}", r.order_right, r.ordered),
            format!("{people:.2}"),
            format!("{model:.2}"),
            format!("{apart:.2}"),
        ]);
    }
    table
}

/// The groups of every model, one small plot each.
///
/// ```
/// assert!(ambulo_lab::human_likeness_tiles(&[]).to_svg().contains("<svg"));
/// ```
pub fn human_likeness_tiles(all: &[HumanLikeness]) -> Canvas {
    let tile = |m: &'_ HumanLikeness| {
        let c = m.crossings.as_ref()?;
        let v = c.verdict;
        let mut faults = Vec::new();
        for (good, words) in [(v.rises, "rise"), (v.leaves_be, "leave be"), (v.anticipates, "in time")] {
            if !good {
                faults.push(words);
            }
        }
        let words = if faults.is_empty() { "human-like".into() } else { format!("fails: {}", faults.join(", ")) };
        Some((m.model.clone(), words, c.groups.clone()))
    };
    let parts: Vec<_> = all.iter().filter_map(tile).collect();
    let list: Vec<Tile<'_>> =
        parts.iter().map(|(title, words, groups)| Tile { title, words: words.clone(), groups }).collect();
    tiles(&list)
}

fn mean_picture(m: &HumanLikeness, c: &Crossings) -> Option<Picture> {
    let mean = c.mean.as_ref()?;
    let at = |k: usize| 100.0 * k as f64 / (mean.mean.len() - 1) as f64;
    let points = mean.mean.iter().enumerate().map(|(k, v)| (at(k), *v)).collect();
    let spread = mean.mean.iter().zip(&mean.sd).enumerate().map(|(k, (v, s))| (at(k), (v - s).max(0.0), v + s));
    let people = vec![(0.0, 0.44), (7.0, 0.44), (79.0, 0.88), (100.0, 0.84)];
    let plot =
        LinePlot::new(&format!("Mean mpd below 1 m, {}", m.model), "time from first sight to crossing [%]", "mpd [m]")
            .band(Band { name: "± standard deviation".into(), points: spread.collect(), colour: None })
            .series(Series::new(m.model.clone(), points))
            .series(Series::new("people (four values of the study)", people).wide(1.4));
    let caption = format!("{}: mean of the {} crossings that begin below 1 m.", m.model, mean.n);
    Some(Picture { name: format!("mean-{}", m.model), caption, svg: plot.draw().to_svg() })
}

/// The page.
///
/// ```
/// assert!(ambulo_lab::human_likeness_page(&[], vec![], "").sections.len() > 0);
/// ```
pub fn human_likeness_page(all: &[HumanLikeness], provenance: Vec<(String, String)>, data: &str) -> Page {
    let mut made = Section::new("Made crossings");
    for words in about_crossings(all) {
        made = made.paragraph(words);
    }
    let caption =
        "mpd of groups of ascending mpd at first sight. The band is where groups that begin below 1 m should end.";
    let all_tiles = Picture { name: "groups".into(), caption: caption.into(), svg: human_likeness_tiles(all).to_svg() };
    made = made.table(crossings_table(all)).table(groups_table(all)).picture(all_tiles);
    for m in all {
        if let Some(picture) = m.crossings.as_ref().and_then(|c| mean_picture(m, c)) {
            made = made.picture(picture);
        }
    }
    let mut sections = vec![made];
    if all.iter().any(|m| m.meetings.is_some()) {
        let mut real = Section::new("Pairs of real people");
        for words in about_meetings(all, data) {
            real = real.paragraph(words);
        }
        sections.push(real.table(meetings_table(all)));
    }
    let kind = "Human-likeness".into();
    Page { kind, title: "How human-like models avoid".into(), provenance, sections, ..Page::default() }
}

fn about_crossings(all: &[HumanLikeness]) -> Vec<String> {
    let trials = all.iter().filter_map(|m| m.crossings.as_ref()).map(|c| c.trials).max().unwrap_or(0);
    vec![
        format!(
            "Two walkers cross at right angles on the diagonals of a square of 15 m, {trials} times for each model, from first sight on, 4.1 s before they would \
             cross. Speeds are normal about 1.57 m/s (standard deviation 0.24), mpd at first sight is uniform from 0 to 3.8 m, bodies have a radius of {RADIUS} m, \
             parameters are the defaults, nothing is smoothed. mpd, the minimal predicted distance, is how near both would come if they went straight on."
        ),
        "Olivier et al. 2012 found in 420 crossings of people: below 1 m they raise mpd to 0.88 m, which is done by 79 % of the time and then sinks to 0.84 m; between 1 and \
         1.5 m they leave it; above 1.5 m it sinks. A model counts as human-like if all groups that begin below 1 m rise to 0.7 to 1.0 m, groups from 1 to 1.5 m change by less than \
         0.1 m, and the mean of those below 1 m no longer rises by more than 0.02 m/s once 90 % of the time is over. These bounds are ours."
            .to_string(),
    ]
}

fn about_meetings(all: &[HumanLikeness], data: &str) -> Vec<String> {
    let pairs = all.iter().filter_map(|m| m.meetings.as_ref()).map(|m| m.pairs).max().unwrap_or(0);
    vec![format!(
        "{pairs} pairs of {data} start as measured when both are there and are walked by each model to the end of their common time, towards where their tracks end. Nobody else is \
         there, so that what others made them do counts as deviation. Deviation is the mean distance to where they really were; the likelihood is exp(mean ln N(|dx| + |dy|; 0, \
         0.3 m)), 1.33 for tracks that agree wholly. \"straight on\" avoids nobody."
    )]
}

/// The page in Markdown, for the documentation; `command` makes it again, `picture` is where its picture lies, `words` are findings.
///
/// ```
/// let text = ambulo_lab::human_likeness_markdown(&[], "ambulo eval models", "zara01", "images/human-likeness.png");
/// assert!(text.starts_with("# How human-like models avoid"));
/// ```
pub fn human_likeness_markdown(all: &[HumanLikeness], command: &str, data: &str, picture: &str) -> String {
    let mut text = format!(
        "# How human-like models avoid\n\nThis page is made by `{command}`; do not edit it by hand.\n\n## Made crossings\n\n"
    );
    for words in about_crossings(all) {
        text += &format!("{words}\n\n");
    }
    let good: Vec<&str> = all
        .iter()
        .filter(|m| m.crossings.as_ref().is_some_and(|c| c.verdict.human_like()))
        .map(|m| m.model.as_str())
        .collect();
    let judged = all.iter().filter(|m| m.crossings.is_some()).count();
    let found = match good.len() {
        0 => format!("None of the {judged} models fulfils all three."),
        n => format!("{n} of {judged} models fulfil all three: {}.", good.join(", ")),
    };
    text += &format!("{found}\n\n{}\n![Groups of every model]({picture})\n\n", crossings_table(all).markdown());
    text += "mpd of each group, at first sight and at the crossing [m]:\n\n";
    text += &groups_table(all).markdown();
    if all.iter().any(|m| m.meetings.is_some()) {
        text += "\n## Pairs of real people\n\n";
        for words in about_meetings(all, data) {
            text += &format!("{words}\n\n");
        }
        text += &meetings_table(all).markdown();
    }
    text
}

/// Where the figures come from: rows for the head of the page.
///
/// ```
/// let options = ambulo_lab::HumanLikenessOptions::default();
/// assert_eq!(ambulo_lab::human_likeness_provenance(&options, "", None, "")[0].1, "420");
/// ```
pub fn human_likeness_provenance(
    options: &HumanLikenessOptions,
    data: &str,
    filter: Option<Butterworth>,
    command: &str,
) -> Vec<(String, String)> {
    let row = |k: &str, v: String| (k.to_string(), v);
    vec![
        row("crossings", options.crossings.to_string()),
        row("seed", options.seed.to_string()),
        row("data", if data.is_empty() { "none".into() } else { data.into() }),
        row("smoothing", smoothing(filter)),
        row("version", ambulo::VERSION.into()),
        row("command", command.into()),
    ]
}
