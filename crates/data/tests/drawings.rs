//! Drawings of random strokes on random layers: never a panic, and what is promised is what is given.

use ambulo_data::{PlanKind, PlanOptions, import_plan_bytes, survey_drawing};
use proptest::prelude::*;
use std::fmt::Write as _;

const LAYERS: [&str; 8] = ["A-WALL", "A-DOOR", "A-FURN", "0", "1", "2", "WÄNDE", "G-TTLB"];

/// One stroke: a kind, a layer, places on a coarse lattice so that things touch, and a size.
#[derive(Clone, Debug)]
struct Drawn {
    kind: u8,
    layer: usize,
    at: (i32, i32),
    to: (i32, i32),
    size: i32,
    turn: i32,
}

fn strokes() -> impl Strategy<Value = Vec<Drawn>> {
    let place = || (0i32..14, 0i32..10);
    let one = (0u8..7, 0usize..LAYERS.len(), place(), place(), 1i32..5, 0i32..4)
        .prop_map(|(kind, layer, at, to, size, turn)| Drawn { kind, layer, at, to, size, turn });
    prop::collection::vec(one, 0..24)
}

fn text(strokes: &[Drawn], unit: Option<u32>, scale: f64, hidden: usize) -> String {
    let mut out = String::from("0\nSECTION\n2\nHEADER\n");
    if let Some(unit) = unit {
        let _ = write!(out, "9\n$INSUNITS\n70\n{unit}\n");
    }
    out.push_str("0\nENDSEC\n0\nSECTION\n2\nTABLES\n");
    for (i, name) in LAYERS.iter().enumerate() {
        let _ = write!(out, "0\nLAYER\n2\n{name}\n70\n{}\n62\n7\n", u8::from(i == hidden));
    }
    let n = |v: f64| v * scale;
    out.push_str("0\nENDSEC\n0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n2\nD90\n10\n0\n20\n0\n");
    let _ = write!(
        out,
        "0\nLINE\n8\n0\n10\n0\n20\n0\n11\n{0}\n21\n0\n0\nARC\n8\n0\n10\n0\n20\n0\n40\n{0}\n50\n0\n51\n90\n",
        n(1.0)
    );
    out.push_str("0\nENDBLK\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n");
    for s in strokes {
        let layer = LAYERS[s.layer];
        let (x, y) = (n(f64::from(s.at.0)), n(f64::from(s.at.1)));
        let (u, v) = (n(f64::from(s.to.0)), n(f64::from(s.to.1)));
        let r = n(f64::from(s.size));
        let from = 90 * s.turn;
        let _ = match s.kind {
            0 => write!(out, "0\nLINE\n8\n{layer}\n10\n{x}\n20\n{y}\n11\n{u}\n21\n{v}\n"),
            1 => write!(
                out,
                "0\nLWPOLYLINE\n8\n{layer}\n90\n4\n70\n1\n10\n{x}\n20\n{y}\n10\n{u}\n20\n{y}\n10\n{u}\n20\n{v}\n10\n{x}\n20\n{v}\n"
            ),
            2 => write!(out, "0\nARC\n8\n{layer}\n10\n{x}\n20\n{y}\n40\n{r}\n50\n{from}\n51\n{}\n", from + 90),
            // A whole door: leaf and arc.
            3 => write!(
                out,
                "0\nLINE\n8\n{layer}\n10\n{x}\n20\n{y}\n11\n{}\n21\n{y}\n0\nARC\n8\n{layer}\n10\n{x}\n20\n{y}\n40\n{r}\n50\n0\n51\n90\n",
                x + r
            ),
            4 => {
                write!(out, "0\nINSERT\n8\n{layer}\n2\nD90\n10\n{x}\n20\n{y}\n41\n{}\n42\n1\n50\n{from}\n", s.turn - 2)
            }
            5 => write!(out, "0\nCIRCLE\n8\n{layer}\n10\n{x}\n20\n{y}\n40\n{r}\n"),
            _ => write!(
                out,
                "0\nLWPOLYLINE\n8\n{layer}\n90\n2\n70\n0\n10\n{x}\n20\n{y}\n42\n0.414213562\n10\n{u}\n20\n{v}\n"
            ),
        };
    }
    out + "0\nENDSEC\n0\nEOF\n"
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn any_drawing_is_a_valid_plan_a_question_or_an_error(
        strokes in strokes(), unit in prop::option::of(0u32..8), mm in any::<bool>(), hidden in 0usize..16,
        named in prop::option::of(0usize..LAYERS.len()), seeded in any::<bool>(),
    ) {
        let text = text(&strokes, unit, if mm { 1000.0 } else { 1.0 }, hidden);
        let options = PlanOptions {
            layers: named.map(|i| LAYERS[i].to_owned()).into_iter().collect(),
            seed: seeded.then(|| ambulo_geom::Point::new(3.5, 3.25)),
            ..PlanOptions::default()
        };
        let read = import_plan_bytes(PlanKind::Dxf, text.as_bytes(), &options);
        prop_assert_eq!(&read.as_ref().ok().map(|p| p.walkable.clone()), &import_plan_bytes(PlanKind::Dxf, text.as_bytes(), &options).ok().map(|p| p.walkable));
        match read {
            Err(error) => prop_assert!(!error.message.is_empty()),
            Ok(plan) => {
                prop_assert_eq!(plan.check(), Ok(()));
                let drawing = plan.drawing.as_deref().expect("a drawing");
                prop_assert_eq!(&drawing.question, &None);
                prop_assert!(drawing.layers.iter().all(|l| named.is_some() || !(l.read && (l.frozen || l.off))));
                prop_assert!(drawing.doors.iter().all(|d| d.at.length().is_finite()));
            }
        }
    }
}

/// What a question promises for a choice of layers is what naming them gives.
#[test]
fn the_area_of_a_choice_is_the_area_of_naming_its_layers() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/plans");
    for name in ["office-unclear.dxf", "office-plain.dxf", "office-german.dxf"] {
        let path = folder.join(name);
        let drawing = survey_drawing(&path, &PlanOptions::default()).unwrap_or_else(|e| panic!("{e}"));
        assert!(!drawing.choices.is_empty(), "{name}");
        for choice in &drawing.choices {
            let options = PlanOptions { layers: choice.layers.clone(), ..PlanOptions::default() };
            let area = ambulo_data::import_plan(&path, &options).ok().map(|p| p.walkable.area());
            assert_eq!(
                area.map(|a| (a * 100.0).round()),
                choice.area_m2.map(|a| (a * 100.0).round()),
                "{name}: {}",
                choice.words()
            );
        }
    }
}

/// Two rooms behind walls of two lines, in drawings that differ in unit, names, blocks and how doors are drawn.
#[test]
fn the_same_office_comes_out_of_every_drawing_of_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/plans");
    for name in ["office-aia.dxf", "office-german.dxf", "office-plain.dxf", "office-uncut.dxf"] {
        let plan =
            ambulo_data::import_plan(&folder.join(name), &PlanOptions::default()).unwrap_or_else(|e| panic!("{e}"));
        assert!((plan.walkable.area() - 95.29).abs() < 0.01, "{name}: {} m2", plan.walkable.area());
        let doors = &plan.drawing.as_deref().expect("a drawing").doors;
        assert_eq!(doors.iter().filter(|d| d.outer).count(), 1, "{name}: {doors:?}");
        assert_eq!(doors.len(), 2, "{name}: {doors:?}");
    }
    let unclear = ambulo_data::import_plan(&folder.join("office-unclear.dxf"), &PlanOptions::default());
    assert!(unclear.is_err_and(|e| e.message.contains("leaves a choice")));
}
