//! Pairs of walkers who cross: their minimal predicted distance over time, as every program shows it.

use ambulo_data::measured::{From, Measured};
use ambulo_eval::filter::Butterworth;
use ambulo_eval::mpd_groups::{Curve, MeanCurve, MpdGroup, ascending, how_many, reacting};
use ambulo_eval::page::{Page, Section, Table};
use ambulo_eval::pairs::{Pair, PairRules, extract, extract_where, sight_on};
use ambulo_eval::tracks::Tracks;
use ambulo_eval::{mpd_pictures, phases, statistics};
use serde_json::{Value, json};
use std::path::Path;

/// The pairs of a file of trajectories.
///
/// ```
/// use ambulo::data::measured::{How, open};
/// use ambulo::eval::{pairs::PairRules, tracks::Tracks};
/// let dir = tempfile::tempdir().unwrap();
/// let path = dir.path().join("two.csv");
/// // One goes east, one north, and they meet.
/// let mut text = "frame,id,x,y\n".to_string();
/// (0..100).for_each(|f| text += &format!("{f},1,{},0\n{f},2,0.3,{}\n", f as f64 * 0.13 - 6.5, f as f64 * 0.13 - 6.5));
/// std::fs::write(&path, text).unwrap();
/// let measured = open(&path, &How { fps: Some(10.0), ..How::default() }).unwrap();
/// let tracks = Tracks::of(&measured.trajectories);
/// let found = ambulo_lab::find_pairs(&measured, &tracks, &PairRules::default());
/// assert_eq!(found.pairs.len(), 1);
/// ```
pub struct PairsFound {
    /// The pairs.
    pub pairs: Vec<Pair>,
    /// Groups of ascending minimal predicted distance at first sight.
    pub groups: Vec<MpdGroup>,
    /// The mean of all pairs that begin below 1 m.
    pub mean: Option<MeanCurve>,
    /// What to change where no pair was found.
    pub hint: Option<String>,
    rules: PairRules,
    curves: Vec<Curve>,
    fps: f64,
    /// Whether the borders of the ground hide people from each other.
    walls: bool,
    warnings: Vec<String>,
}

/// What page and JSON say about the file.
#[derive(Clone, Debug, Default)]
pub struct PairsInfo {
    /// What the data set is called.
    pub name: String,
    /// The file.
    pub file: String,
    /// How trajectories were smoothed.
    pub filter: Option<Butterworth>,
    /// Tracks too short to be smoothed.
    pub unfiltered: usize,
    /// The command that asked for it.
    pub command: String,
}

/// How trajectories were smoothed, in words.
///
/// ```
/// assert_eq!(ambulo_lab::smoothing(None), "none");
/// ```
pub fn smoothing(filter: Option<Butterworth>) -> String {
    match filter {
        Some(f) => format!("low-pass of {} Hz, order {}, forward and backward", f.cutoff_hz, f.order),
        None => "none".into(),
    }
}

/// Finds the pairs in a file; `tracks` are its trajectories, bridged and smoothed as wished.
pub fn find_pairs(measured: &Measured, tracks: &Tracks, rules: &PairRules) -> PairsFound {
    // Of a ground that is only assumed, borders hide nobody.
    let walls = measured.origin.area != From::Assumed && measured.trajectories.levels.is_empty();
    let pairs_by = |rules: &PairRules| {
        if walls { extract_where(tracks, rules, sight_on(&measured.trajectories.area)) } else { extract(tracks, rules) }
    };
    let pairs = pairs_by(rules);
    // Nobody found is often a question of angles: people on a pavement walk to and fro.
    let hint = pairs.is_empty().then(|| {
        let any = PairRules { angle_deg: (0.0, 180.0), ..*rules };
        let (crossing, passing) = (pairs_by(&any).len(), pairs_by(&PairRules { lines_cross: false, ..any }).len());
        let (low, high) = rules.angle_deg;
        format!(
            "No pair crosses at {low} to {high} degrees within {} m. At any angle (option `angle` 0,180) {crossing} do, and \
             {passing} pass each other (with option `passing` as well).",
            rules.nearest
        )
    });
    let curve = |p: &Pair| Curve { values: p.mpd.clone(), seconds: p.interaction.seconds() };
    let curves: Vec<Curve> = pairs.iter().map(curve).collect();
    PairsFound {
        groups: ascending(&curves, how_many(curves.len())),
        mean: reacting(&curves),
        hint,
        rules: *rules,
        fps: tracks.fps,
        walls,
        warnings: measured.origin.warnings.clone(),
        pairs,
        curves,
    }
}

/// What walkers did in their role, and the mean over them.
fn roles(pairs: &[Pair]) -> [(&'static str, Vec<[f64; 3]>); 2] {
    let role = |first: bool| {
        let who = |p: &Pair| p.first.map(|f| if first { f } else { 1 - f });
        let did = pairs.iter().filter_map(|p| who(p).map(|k| p.adaptation[k]));
        did.map(|a| [a.total, a.speed, a.turning]).collect()
    };
    [("first", role(true)), ("second", role(false))]
}

fn mean_part(did: &[[f64; 3]], part: usize) -> Option<f64> {
    statistics::mean(&did.iter().map(|d| d[part]).collect::<Vec<_>>())
}

impl PairsFound {
    /// Groups, phases, roles, and the pairs themselves.
    pub fn tables(&self) -> Vec<Table> {
        let mut list = Table::new(
            "pairs",
            "Pairs",
            &[
                "walkers",
                "first sight [s]",
                "crossing [s]",
                "mpd at first sight [m]",
                "mpd at the crossing [m]",
                "angle [°]",
                "first",
            ],
        );
        for p in &self.pairs {
            let i = &p.interaction;
            let first = p.first.map_or("-".into(), |f| [p.ids.0, p.ids.1][f].to_string());
            list = list.row([
                format!("{}, {}", p.ids.0, p.ids.1),
                format!("{:.2}", f64::from(i.see) / self.fps),
                format!("{:.2}", i.cross / self.fps),
                format!("{:.2}", p.mpd_see()),
                format!("{:.2}", p.mpd_cross()),
                format!("{:.0}", p.angle_deg),
                first,
            ]);
        }
        let mut groups = Table::new(
            "groups",
            "Groups of ascending mpd at first sight: mean ± standard deviation",
            &[
                "group",
                "pairs",
                "mpd at first sight [m]",
                "mpd at the crossing [m]",
                "rise [m] (95 %)",
                "T",
                "p",
                "change",
            ],
        );
        for (k, g) in self.groups.iter().enumerate() {
            let (t, p) = g.test.map_or(("-".into(), "-".into()), |t| (format!("{:.0}", t.t), format!("{:.4}", t.p)));
            groups = groups.row([
                (k + 1).to_string(),
                g.n.to_string(),
                format!("{:.2} ± {:.2}", g.see.0, g.see.1),
                format!("{:.2} ± {:.2}", g.cross.0, g.cross.1),
                g.rise.map_or("-".into(), |r| format!("{:+.2} ({:+.2} to {:+.2})", r.mean, r.low, r.high)),
                t,
                p,
                change(g).to_string(),
            ]);
        }
        let mut roles_table = Table::new(
            "roles",
            "How much walkers adapt their motion from first sight to crossing: integral of |dv/dt|, and its parts",
            &["passes", "walkers", "total [m/s]", "speed [m/s]", "turning [m/s]"],
        );
        for (name, did) in roles(&self.pairs) {
            let cell = |part: usize| mean_part(&did, part).map_or("-".into(), |v| format!("{v:.2}"));
            roles_table = roles_table.row([name.into(), did.len().to_string(), cell(0), cell(1), cell(2)]);
        }
        vec![groups, self.phases_table(), roles_table, list]
    }

    fn phases_table(&self) -> Table {
        let table = Table::new(
            "phases",
            "Phases of the mean of all pairs that begin below 1 m",
            &["phase", "from [%]", "to [%]", "seconds", "mpd from [m]", "mpd to [m]"],
        );
        let Some((p, seconds)) = self.mean.as_ref().and_then(|m| m.phases.map(|p| (p, p.durations()))) else {
            return table;
        };
        let ends = [0.0, p.reaction.0, p.reaction.1, 1.0];
        ["observation", "reaction", "regulation"].iter().enumerate().fold(table, |table, (k, name)| {
            table.row([
                (*name).to_string(),
                format!("{:.0}", 100.0 * ends[k]),
                format!("{:.0}", 100.0 * ends[k + 1]),
                format!("{:.2}", seconds[k]),
                format!("{:.2}", p.mpd[k]),
                format!("{:.2}", p.mpd[k + 1]),
            ])
        })
    }

    /// The page.
    pub fn page(&self, info: &PairsInfo) -> Page {
        let rules = &self.rules;
        let (low, high) = rules.angle_deg;
        let cross = if rules.lines_cross { "cross" } else { "lie" };
        let mut words = format!(
            "Pairs whose tracks {cross} at {low} to {high} degrees, nearer than {} m, observed for up to {} s before the crossing.",
            rules.nearest, rules.before
        );
        if let Some(room) = rules.nobody_within {
            words += &format!(" Nobody else was within {room} m when they crossed.");
        }
        if rules.without_company {
            words += " Walkers with company are left out.";
        }
        let mut first = Section::new("Minimal predicted distance")
            .paragraph(words)
            .paragraph("mpd(t) is how near two walkers would come if both went straight on at time t. It changes only when one of them adapts.");
        first.pictures = mpd_pictures::pictures(&info.name, &info.name, &self.curves, &self.groups, self.mean.as_ref());
        let mut tables = Section::new("Figures").paragraph(
            "T and p are Wilcoxon's signed-rank test, two-sided, of mpd at the crossing against mpd at first sight: exact for up to 30 pairs without \
             equal differences, else the normal approximation. A change is named where p is below 0.05.",
        );
        tables.tables = self.tables();
        let sight = if self.walls { "from the ground's borders" } else { "from the time both are there" };
        let mut notes = Vec::new();
        if self.pairs.is_empty() {
            notes.push(
                "No pair crosses by these rules; option `angle`, option `nearest` and option `before` widen them."
                    .to_string(),
            );
        }
        if info.unfiltered > 0 {
            notes.push(format!("{} tracks are too short for the filter and stayed as they are.", info.unfiltered));
        }
        let row = |k: &str, v: String| (k.to_string(), v);
        Page {
            kind: "Pairs".into(),
            title: info.name.clone(),
            provenance: vec![
                row("file", info.file.clone()),
                row("rate", format!("{} frames per second", self.fps)),
                row("smoothing", smoothing(info.filter)),
                row("sight", sight.into()),
                row("version", ambulo::VERSION.into()),
                row("command", info.command.clone()),
            ],
            notes,
            sections: vec![first, tables],
            ..Page::default()
        }
    }

    /// One object with everything; `page` is where the page was written.
    pub fn json(&self, info: &PairsInfo, page: &Path) -> Value {
        let pair = |p: &Pair| {
            let i = &p.interaction;
            let alone = phases::of_one(&p.mpd, i.seconds()).map(|p| [p.reaction.0, p.reaction.1]);
            let did = |k: usize| {
                let a = &p.adaptation[k];
                json!({ "total": a.total, "speed": a.speed, "turning": a.turning })
            };
            json!({
                "a": p.ids.0, "b": p.ids.1,
                "t_see": f64::from(i.see) / self.fps, "t_cross": i.cross / self.fps,
                "mpd_see": p.mpd_see(), "mpd_cross": p.mpd_cross(), "dmin": i.dmin, "angle": p.angle_deg,
                "order": p.first.map(|f| ["a", "b"][f]),
                "reaction": alone,
                "adaptation_a": did(0), "adaptation_b": did(1),
            })
        };
        let group = |g: &MpdGroup| {
            json!({
                "n": g.n, "mpd_see": g.see.0, "mpd_see_sd": g.see.1, "mpd_cross": g.cross.0, "mpd_cross_sd": g.cross.1,
                "rise": g.rise.map(|r| json!({ "mean": r.mean, "low": r.low, "high": r.high })),
                "wilcoxon_t": g.test.map(|t| t.t), "p": g.test.map(|t| t.p), "p_exact": g.test.map(|t| t.exact),
                "change": change(g), "curve": g.mean,
            })
        };
        let phases = self.mean.as_ref().map(|m| {
            json!({
                "n": m.n, "seconds": m.seconds,
                "reaction_from": m.phases.map(|p| p.reaction.0), "reaction_to": m.phases.map(|p| p.reaction.1),
                "durations_s": m.phases.map(|p| p.durations()), "mpd": m.phases.map(|p| p.mpd),
                "curve": m.mean, "sd": m.sd, "derivative": m.derivative,
            })
        });
        let roles = roles(&self.pairs).map(|(name, did)| {
            json!({ "passes": name, "n": did.len(), "total": mean_part(&did, 0), "speed": mean_part(&did, 1), "turning": mean_part(&did, 2) })
        });
        json!({
            "pairs": self.pairs.iter().map(pair).collect::<Vec<_>>(),
            "groups": self.groups.iter().map(group).collect::<Vec<_>>(),
            "phases": phases,
            "roles": roles,
            "file": info.file,
            "fps": self.fps,
            "hint": self.hint,
            "warnings": self.warnings,
            "filter_hz": info.filter.map(|f| f.cutoff_hz),
            "unfiltered_tracks": info.unfiltered,
            "page": page.to_string_lossy(),
        })
    }
}

fn change(g: &MpdGroup) -> &'static str {
    match g.test {
        Some(t) if t.p < 0.05 && g.cross.0 > g.see.0 => "rises",
        Some(t) if t.p < 0.05 => "falls",
        _ => "none shown",
    }
}
