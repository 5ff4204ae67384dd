//! Pictures of mpd over many trials, laid out as Olivier et al. 2012 do: every trial, how many pass where, groups, their ends, the mean of those that must react and its derivative.

use crate::mpd_groups::{Curve, MeanCurve, MpdGroup};
use crate::report::Picture;
use ambulo_draw::{Band, Colour, ColourMap, DensityPlot, LinePlot, Series};

const TIME: &str = "time from first sight to crossing [%]";
const MPD: &str = "mpd [m]";
const GREY: Colour = Colour::rgb(120, 120, 120);

/// All six; names begin with `prefix`, titles end with `of`.
///
/// ```
/// use ambulo_eval::{mpd_groups::{Curve, ascending, reacting}, mpd_pictures::pictures};
/// let trials: Vec<Curve> = (0..20).map(|k| Curve { values: vec![0.1 * f64::from(k); 101], seconds: 4.0 }).collect();
/// let all = pictures("zara", "zara01", &trials, &ascending(&trials, 4), reacting(&trials).as_ref());
/// assert_eq!(all.len(), 6);
/// assert_eq!(all[1].name, "zara-density");
/// ```
pub fn pictures(
    prefix: &str,
    of: &str,
    trials: &[Curve],
    groups: &[MpdGroup],
    reacting: Option<&MeanCurve>,
) -> Vec<Picture> {
    let picture = |name: &str, caption: String, plot: LinePlot| Picture {
        name: format!("{prefix}-{name}"),
        caption,
        svg: plot.draw().to_svg(),
    };
    let n = trials.len();
    let mut all = vec![
        picture("trials", format!("mpd of each of {n} pairs."), every(of, trials)),
        Picture {
            name: format!("{prefix}-density"),
            caption: format!("How many of {n} pairs have which mpd, over time."),
            svg: density(of, trials).draw().to_svg(),
        },
        picture(
            "groups",
            format!("Mean of {} groups of ascending mpd at first sight.", groups.len()),
            means(of, groups),
        ),
        picture("ends", "mpd at first sight and at the crossing, mean of each group.".into(), ends(of, groups)),
    ];
    if let Some(mean) = reacting {
        let words = match mean.phases {
            Some(p) => format!(
                "Mean and standard deviation of the {} pairs that begin below 1 m; mpd rises from {:.0} % to {:.0} % of the time.",
                mean.n,
                100.0 * p.reaction.0,
                100.0 * p.reaction.1
            ),
            None => {
                format!("Mean and standard deviation of the {} pairs that begin below 1 m; it does not rise.", mean.n)
            }
        };
        all.push(picture("mean", words, average(of, mean)));
        all.push(picture("derivative", "Derivative of that mean, smoothed over 0.3 s.".into(), slope(of, mean)));
    }
    all
}

fn percent(k: usize, points: usize) -> f64 {
    100.0 * k as f64 / (points - 1).max(1) as f64
}

fn over_time(values: &[f64]) -> Vec<(f64, f64)> {
    values.iter().enumerate().map(|(k, v)| (percent(k, values.len()), *v)).collect()
}

fn every(of: &str, trials: &[Curve]) -> LinePlot {
    // One line with breaks: hundreds of entries in a legend help nobody.
    let mut points = Vec::new();
    for trial in trials {
        points.extend(over_time(&trial.values));
        points.push((f64::NAN, f64::NAN));
    }
    LinePlot::new(&format!("mpd of every pair, {of}"), TIME, MPD).series(Series::new("pairs", points).wide(0.7))
}

/// Highest mpd that is shown, and the height of a cell [m].
const HIGHEST: f64 = 4.0;
const CELL: f64 = 0.1;
/// Columns over the time.
const COLUMNS: usize = 50;

fn density(of: &str, trials: &[Curve]) -> DensityPlot {
    let cells = (HIGHEST / CELL).round() as usize;
    let mut columns = vec![vec![0.0; cells]; COLUMNS];
    for values in trials.iter().map(|t| &t.values).filter(|v| !v.is_empty()) {
        for (k, column) in columns.iter_mut().enumerate() {
            // The value in the middle of the column.
            let at = ((k as f64 + 0.5) / COLUMNS as f64 * (values.len() - 1) as f64).round() as usize;
            let cell = values[at] / CELL;
            if cell >= 0.0 && cell < cells as f64 {
                column[cell as usize] += 1.0 / trials.len() as f64;
            }
        }
    }
    DensityPlot {
        title: format!("How often which mpd, {of}"),
        x_label: TIME.into(),
        y_label: MPD.into(),
        x: (0.0, 100.0),
        y: (0.0, HIGHEST),
        columns,
        meaning: "of the pairs".into(),
    }
}

fn means(of: &str, groups: &[MpdGroup]) -> LinePlot {
    let map = ColourMap::ember();
    let plot = LinePlot::new(&format!("mpd by group, {of}"), TIME, MPD);
    groups.iter().enumerate().fold(plot, |plot, (k, g)| {
        // The lightest colours of the map would not be seen on white.
        let colour = map.at(0.8 * k as f64 / groups.len() as f64);
        plot.series(Series::new((k + 1).to_string(), over_time(&g.mean)).coloured(colour))
    })
}

fn ends(of: &str, groups: &[MpdGroup]) -> LinePlot {
    let line = |name: &str, pick: fn(&MpdGroup) -> f64| {
        Series::new(name, groups.iter().enumerate().map(|(k, g)| ((k + 1) as f64, pick(g))).collect())
    };
    LinePlot::new(&format!("mpd at both ends, {of}"), "group", MPD)
        .series(line("at first sight", |g| g.see.0))
        .series(line("at the crossing", |g| g.cross.0))
}

/// Upright lines where phases change.
fn marks(mut plot: LinePlot, mean: &MeanCurve, (low, high): (f64, f64)) -> LinePlot {
    if let Some(p) = mean.phases {
        let upright = |x: f64| [(100.0 * x, low), (100.0 * x, high), (f64::NAN, f64::NAN)];
        let points = upright(p.reaction.0).into_iter().chain(upright(p.reaction.1)).collect();
        plot = plot.series(Series::new("reaction begins, ends", points).coloured(GREY).wide(1.2));
    }
    plot
}

fn average(of: &str, mean: &MeanCurve) -> LinePlot {
    let at = |k: usize| percent(k, mean.mean.len());
    let spread = mean.mean.iter().zip(&mean.sd).enumerate().map(|(k, (m, s))| (at(k), (m - s).max(0.0), m + s));
    let band = Band { name: "± standard deviation".into(), points: spread.collect(), colour: None };
    let high = mean.mean.iter().zip(&mean.sd).map(|(m, s)| m + s).fold(0.0, f64::max);
    let plot = LinePlot::new(&format!("Mean mpd below 1 m, {of}"), TIME, MPD).band(band);
    marks(plot.series(Series::new("mean", over_time(&mean.mean))), mean, (0.0, high))
}

fn slope(of: &str, mean: &MeanCurve) -> LinePlot {
    let ends = mean.derivative.iter().fold((0.0f64, 0.0f64), |(low, high), d| (low.min(*d), high.max(*d)));
    let plot = LinePlot::new(&format!("How fast mpd rises, {of}"), TIME, "d mpd / dt [m/s]");
    marks(plot.series(Series::new("derivative", over_time(&mean.derivative))), mean, ends)
}
