//! Minimal predicted distance: what is claimed and how it is checked.

use super::claim::{Bench, Claim, ClaimResult};
use super::registry::Subject;
use crate::human_likeness::{Crossings, HumanLikenessOptions, human_likeness};
use ambulo_draw::{LinePlot, Series};
use ambulo_eval::mpd::mpd;
use ambulo_eval::mpd_pictures;
use ambulo_eval::page::Table;
use ambulo_sim::random::{Draw, Purpose};

pub(super) const SUBJECT: Subject = Subject {
    name: "mpd",
    title: "Minimal predicted distance",
    citation: "A.-H. Olivier, A. Marin, A. Crétual and J. Pettré, Minimal predicted distance: a common metric for collision avoidance during \
               pairwise interactions between walkers, Gait & Posture 36(3), 2012",
    claims: &[CLAIMS],
};

const HUMAN: &str = "0.44 m at first sight rises to 0.88 m at 79 % of the time; asked: groups below 1 m end at 0.7 to 1.0 m, groups of 1 to \
                     1.5 m change by less than 0.1 m, the rise ends before 90 %";

const CLAIMS: &[Claim] = &[
    Claim::exact(
        "MPD",
        "Walkers who go straight on keep their minimal predicted distance",
        "asked: within 1e-12 m",
        straight,
    ),
    Claim::exact(
        "MPD",
        "Two at right angles at equal speeds, one late by h, would pass at h over the root of 2",
        "asked: within 1e-12 m",
        analytic,
    ),
    Claim::not_public(
        "MPD",
        "The curves of 420 trials with people, in ten groups",
        "0.44, 0.44, 0.88 and 0.84 m at 0, 7, 79 and 100 % of 4.1 s; never nearer than 0.41 m",
        "the recordings of the 30 people were not published",
    ),
    Claim::substitute("MPD", "In 420 crossings some model avoids as people did", HUMAN, all_models),
    Claim::substitute("MPD", "The tangent model, fitted to such people, avoids as they did", HUMAN, |b| {
        of(b, "tangent")
    }),
    Claim::substitute("MPD", "The model of sections and critical speeds avoids as people did", HUMAN, |b| {
        of(b, "paris")
    }),
    Claim::substitute("MPD", "The model of least effort avoids as people did", HUMAN, |b| of(b, "karamouzas")),
    Claim::substitute("MPD", "Reactive navigation avoids as people did", HUMAN, |b| of(b, "lamarche")),
    Claim::substitute("MPD", "Reciprocal velocity obstacles avoid as people did", HUMAN, |b| of(b, "rvo")),
    Claim::substitute("MPD", "Social forces avoid as people did", HUMAN, |b| of(b, "social-force")),
];

/// Random pairs on straight lines: relative place, relative velocity.
fn pairs(seed: u64, count: u32) -> impl Iterator<Item = ((f64, f64), (f64, f64))> {
    (0..count).map(move |k| {
        let mut draw = Draw::new(seed, k, 7, Purpose::Setup);
        let mut number = |most: f64| most * (2.0 * draw.unit() - 1.0);
        ((number(10.0), number(10.0)), (number(2.0), number(2.0)))
    })
}

fn straight(bench: &Bench) -> ClaimResult {
    let (mut worst, mut times) = (0.0f64, 0);
    for (p, v) in pairs(bench.seed, 10_000) {
        let first = mpd(p, v);
        for k in 1..100 {
            let t = 0.05 * f64::from(k);
            let now = (p.0 + t * v.0, p.1 + t * v.1);
            // Once they part, it is their distance, which grows.
            if now.0 * v.0 + now.1 * v.1 < 0.0 {
                times += 1;
                worst = worst.max((mpd(now, v) - first).abs());
            }
        }
    }
    ClaimResult::new(worst < 1e-12 && times > 10_000, format!("within {worst:.0e} m"))
        .note(format!("10,000 random pairs at {times} moments before they are nearest"))
}

fn analytic(bench: &Bench) -> ClaimResult {
    let mut worst = 0.0f64;
    for (p, _) in pairs(bench.seed, 10_000) {
        let h = 0.38 * p.0;
        worst = worst.max((mpd((5.0, -5.0 + h), (-1.0, 1.0)) - h.abs() / 2f64.sqrt()).abs());
    }
    ClaimResult::new(worst < 1e-12, format!("within {worst:.0e} m")).note("10,000 random h up to 3.8 m")
}

fn played(bench: &Bench, models: Vec<String>) -> Option<Vec<(String, Crossings)>> {
    let options = HumanLikenessOptions { models, seed: bench.seed, threads: 1, ..HumanLikenessOptions::default() };
    let found = human_likeness(&options, &[], |_| true).ok()??;
    Some(found.into_iter().filter_map(|h| Some((h.model, h.crossings?))).collect())
}

const CROSSINGS: &str = "420 made crossings at right angles stand in for the study's: speeds normal about 1.57 m/s, mpd at first sight \
                         uniform from 0 to 3.8 m, seen 4.1 s before the crossing; models with their default parameters, not filtered";

fn met(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

/// Mean mpd at first sight and at the end of groups that begin between bounds [m].
fn ends(c: &Crossings, low: f64, high: f64) -> Option<(f64, f64)> {
    let some: Vec<_> = c.groups.iter().filter(|g| (low..high).contains(&g.see.0)).collect();
    let n = some.len() as f64;
    (n > 0.0).then(|| some.iter().fold((0.0, 0.0), |s, g| (s.0 + g.see.0 / n, s.1 + g.cross.0 / n)))
}

fn words(c: &Crossings) -> String {
    let change = |low, high| ends(c, low, high).map_or("-".into(), |(a, b)| format!("{a:.2} to {b:.2} m"));
    let end = c
        .mean
        .as_ref()
        .and_then(|m| m.phases)
        .map_or("never rises".into(), |p| format!("rises until {:.0} % of the time", 100.0 * p.reaction.1));
    format!("below 1 m {}, from 1 to 1.5 m {}, {end}", change(0.0, 1.0), change(1.0, 1.5))
}

fn all_models(bench: &Bench) -> ClaimResult {
    let Some(all) = played(bench, HumanLikenessOptions::default().models) else {
        return ClaimResult::new(false, "the models are not there");
    };
    let head = [
        "model",
        "begin below 1 m: from [m]",
        "to [m]",
        "begin at 1 to 1.5 m: change [m]",
        "rise ends [% of the time]",
        "nearest of all [m]",
        "rises",
        "leaves be",
        "anticipates",
    ];
    let mut table = Table::new("mpd-models", "420 made crossings walked by each model", &head);
    let mut plot = LinePlot::new(
        "Minimal predicted distance",
        "share of the time from first sight to crossing [%]",
        "mean mpd [m]",
    );
    for (model, c) in &all {
        let low = ends(c, 0.0, 1.0);
        let number = |x: Option<f64>| x.map_or("-".into(), |x| format!("{x:.2}"));
        let end = c.mean.as_ref().and_then(|m| m.phases).map(|p| 100.0 * p.reaction.1);
        table = table.row([
            model.clone(),
            number(low.map(|e| e.0)),
            number(low.map(|e| e.1)),
            number(ends(c, 1.0, 1.5).map(|e| e.1 - e.0)),
            end.map_or("-".into(), |e| format!("{e:.0}")),
            format!("{:.2}", c.dmin_least),
            met(c.verdict.rises).into(),
            met(c.verdict.leaves_be).into(),
            met(c.verdict.anticipates).into(),
        ]);
        if ["tangent", "paris", "karamouzas", "lamarche", "rvo", "social-force"].contains(&model.as_str())
            && let Some(m) = &c.mean
        {
            let last = (m.mean.len().max(2) - 1) as f64;
            let points = m.mean.iter().enumerate().map(|(k, v)| (100.0 * k as f64 / last, *v)).collect();
            plot = plot.series(Series::new(model.clone(), points));
        }
    }
    let people = vec![(0.0, 0.44), (7.0, 0.44), (79.0, 0.88), (100.0, 0.84)];
    plot = plot.series(Series::new("people, as printed", people).wide(3.0));
    let like: Vec<&str> = all.iter().filter(|(_, c)| c.verdict.human_like()).map(|(m, _)| m.as_str()).collect();
    let ours = match like.len() {
        0 => format!("none of {} models", all.len()),
        n => format!("{n} of {} models: {}", all.len(), like.join(", ")),
    };
    ClaimResult::new(!like.is_empty(), ours).note(CROSSINGS).table(table).drawing(
        "mpd-models",
        "Mean of all made crossings that begin below 1 m, as walked by models, and the four values printed of people.",
        &plot.draw(),
    )
}

fn of(bench: &Bench, model: &str) -> ClaimResult {
    let Some([(_, c)]) = played(bench, vec![model.into()]).and_then(|all| <[_; 1]>::try_from(all).ok()) else {
        return ClaimResult::new(false, "the model is not there");
    };
    let mut found = ClaimResult::new(c.verdict.human_like(), words(&c)).note(format!(
        "rises to 0.7 to 1.0 m: {}; leaves others be: {}; anticipates: {}; nearest of all {:.2} m",
        met(c.verdict.rises),
        met(c.verdict.leaves_be),
        met(c.verdict.anticipates),
        c.dmin_least
    ));
    if model == "tangent" {
        let pictures = mpd_pictures::pictures("mpd-tangent", "tangent model", &c.curves, &c.groups, c.mean.as_ref());
        found
            .pictures
            .extend(pictures.into_iter().filter(|p| ["density", "groups", "mean"].iter().any(|w| p.name.ends_with(w))));
    }
    found
}
