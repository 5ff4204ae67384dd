//! Small searches: one density, one width, few people.

use super::*;
use crate::dense::DenseSubject;
use ambulo::data::scenario::{HeadwaySpec, ParamValue};
use std::sync::atomic::{AtomicUsize, Ordering};

fn with_gap(time_gap: f64) -> DenseSubject {
    let params = [("time_gap".to_string(), ParamValue::Number(time_gap))].into();
    DenseSubject { headway: HeadwaySpec::Params(params), ..DenseSubject::new(crate::dense::DEFAULT) }
}

/// One density and one width for training, others for the test.
fn tiny(threads: usize, journal: Option<PathBuf>, resume: bool) -> CrowdOptions {
    let space = Space::of_crowd("default", true, &["headway.time_gap".into(), "headway.crowd_gap".into()]).unwrap();
    let part = |density: f64, width: f64, seed: u64| CrowdPart {
        places: vec![CrowdPlace::ring(density), CrowdPlace::door(width)],
        seeds: vec![seed],
    };
    let base = CrowdOptions::new(space, true, &[], &[]);
    let (train, test) = (part(0.2, 2.4, 1), part(0.3, 2.0, 11));
    CrowdOptions { train, test, points: 2, polish: 1, steps: 1, threads, journal, resume, ..base }
}

fn bits(c: &CrowdCalibration) -> (Vec<u64>, Vec<Vec<u64>>) {
    let all = |v: &[f64]| v.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
    let figures = c.figures.iter().flat_map(|f| [all(&f.before_by_seed), all(&f.after_by_seed)]);
    (c.params.iter().map(|p| p.value.to_bits()).collect(), figures.collect())
}

#[test]
fn the_same_bits_on_any_number_of_threads_and_the_test_is_walked_last() {
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join("p.journal");
    let one = calibrate_crowd(&tiny(1, None, false), |_| true).unwrap();
    // Stopped on the route, then resumed with other threads.
    let seen = AtomicUsize::new(0);
    let stopped = calibrate_crowd(&tiny(2, Some(journal.clone()), false), |_| seen.fetch_add(1, Ordering::Relaxed) < 2);
    assert!(matches!(stopped, Err(CrowdError::Search(CalibrateError::Stopped(_)))));
    let three = calibrate_crowd(&tiny(3, Some(journal.clone()), true), |_| true).unwrap();
    assert_eq!(bits(&one), bits(&three));
    assert!(three.walked_training < one.walked_training);
    assert_eq!((one.walked_test, three.walked_test), (2, 2));
    assert!(one.cost.train_after <= one.cost.train_before);
    // The journal holds what was walked in its order: two lines of the test, after all others.
    let text = std::fs::read_to_string(journal).unwrap();
    let sets: Vec<bool> = text.lines().skip(1).map(|l| l.contains("\"set\":1")).collect();
    assert!(sets.len() > 4 && sets.iter().position(|test| *test) == Some(sets.len() - 2), "{sets:?}");
    assert_eq!(one.figures.iter().filter(|f| f.part == "test").count(), 2);
}

/// People are replaced by simulated ones with a known time gap and other seeds.
#[test]
fn a_hidden_time_gap_is_recovered() {
    let hidden = 0.7;
    let mut options = tiny(0, None, false);
    options.space = Space::of_crowd("default", true, &["headway.time_gap".into()]).unwrap();
    let file = |densities: &[f64]| CrowdPlace::file(densities);
    // So dense that gaps bound the speed: in a looser file it is bends and facing.
    for (part, density) in [(&mut options.train, 1.5), (&mut options.test, 1.3)] {
        let mut place = file(&[density]);
        let made = place.measure(&DenseSubject { seed: 5, ..with_gap(hidden) });
        for (figure, people) in place.figures.iter_mut().zip(made) {
            figure.reference = Reference::Value { people };
        }
        part.places = vec![place];
    }
    let options = CrowdOptions { points: 8, polish: 1, steps: 10, ..options };
    let found = calibrate_crowd(&options, |_| true).unwrap();
    assert!((found.params[0].value - hidden).abs() < 0.05, "{:?}", found.params);
    assert!(found.cost.test_after.unwrap() < 0.5 * found.cost.test_before.unwrap(), "{:?}", found.cost);
}

#[test]
fn values_of_the_default_given_one_by_one_are_the_default() {
    let speed = |subject: &DenseSubject| CrowdPlace::ring(0.4).measure(subject)[0].to_bits();
    let default = DenseSubject { headway: HeadwaySpec::Default, ..DenseSubject::new(crate::dense::DEFAULT) };
    assert_eq!(speed(&default), speed(&with_gap(f64::from(ambulo_models::rules::Headway::default().time_gap))));
    assert_ne!(speed(&default), speed(&with_gap(1.5)));
}

#[test]
fn what_cannot_be_searched_is_reported_with_the_remedy() {
    let wrong = |options: &CrowdOptions| calibrate_crowd(options, |_| true).unwrap_err().to_string();
    let base = || tiny(1, None, false);
    let mut shared = base();
    shared.test.seeds = vec![3, 1];
    assert!(wrong(&shared).contains("seed 1 is both"), "{}", wrong(&shared));
    let lone = CrowdOptions { test: CrowdPart { places: vec![], seeds: vec![11] }, ..base() };
    assert!(wrong(&lone).contains("two files"), "{}", wrong(&lone));
    let weight = |target, weight| wrong(&CrowdOptions { weights: vec![(target, weight)], ..base() });
    assert!(weight(CrowdTarget::Jam, 2.0).contains("add it to option `targets`"));
    assert!(weight(CrowdTarget::Doors, 0.0).contains("above 0"));
    let given = |name: &str, value| {
        let options = base();
        wrong(&CrowdOptions { space: options.space.clone().starting_from(&[(name.into(), value)]), ..options })
    };
    assert!(given("headway.lenght", 0.3).contains("did you mean `length`?"));
    assert!(given("headway.length", 9.0).contains("outside 0 to 2"));
}

#[test]
fn weights_and_seeds_without_a_figure_count_as_documented() {
    let options = CrowdOptions { weights: vec![(CrowdTarget::Doors, 3.0)], ..tiny(1, None, false) };
    let evaluator = Evaluator::new(&options);
    // Speed as people's, flow e times theirs: (1 * 0 + 3 * 1) / 4.
    let people: Vec<f64> = [crate::dense::weidmann(0.2), 1.9 * 2.4 * std::f64::consts::E].into();
    assert!((evaluator.cost(TRAIN, &people) - 0.75).abs() < 1e-9);
    assert_eq!(evaluator.walked(TRAIN), 0);
}

#[test]
fn corridor_files_alternate_by_name_and_their_people_are_measured_like_simulated_ones() {
    let row = |frame: u32, id: u32, y: f64| ambulo_data::TrajectoryRow {
        frame,
        id,
        x: 0.9,
        y,
        ori_x: 0.0,
        ori_y: -1.0,
        speed: 1.2,
        level: 0,
        z: 0.0,
    };
    // One person every second at 1.2 m/s from y = 8 to y = -6.
    let rows = (0..20u32).flat_map(|id| (0..117u32).map(move |k| row(10 * id + k, id, 8.0 - 0.12 * f64::from(k))));
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|r| (r.frame, r.id));
    let t = ambulo_data::Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], rows);
    let file = |name: &str| CorridorFile::of(name, &t).unwrap();
    let found = file("uo-180-180-180");
    assert!((found.people.speed - 1.2).abs() < 1e-6 && (found.people.flow - 1.0 / 1.8).abs() < 0.06, "{found:?}");
    assert!((found.people.density - 1.0 / (1.2 * 1.8)).abs() < 0.05 && found.entered.len() == 20, "{found:?}");
    let files = ["uo-180-180-180", "uo-050-180-180", "uo-060-180-180"].map(file);
    let [train, test] = CrowdPlace::split(&[CrowdTarget::Corridors], &files);
    let names = |places: &[CrowdPlace]| places.iter().map(|p| p.figures[0].place.clone()).collect::<Vec<_>>();
    assert_eq!(
        (names(&train), names(&test)),
        (vec!["uo-050-180-180".into(), "uo-180-180-180".into()], vec!["uo-060-180-180".into()])
    );
    let simulated =
        found.simulate(&DenseSubject { headway: HeadwaySpec::Default, ..DenseSubject::new(crate::dense::DEFAULT) });
    // Ten people or so in the middle half of the time: two more or less are a fifth.
    assert!((simulated.flow / found.people.flow - 1.0).abs() < 0.25, "{simulated:?}");
    for name in ["uo-180-180", "ao-180-180-180", "uo-180-180-x", "uo-180-180-200"] {
        assert!(matches!(CorridorFile::of(name, &t), Err(CorridorError::Name(_))), "{name}");
    }
}
