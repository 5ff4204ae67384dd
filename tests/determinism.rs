//! Same seed, same bits: on any number of threads, with threads compiled in or not, today and tomorrow.
//!
//! The hashes are golden: a change of behaviour changes them, and its author writes the new ones here on purpose.

use ambulo::data::scenario::{self, NeighbourhoodSpec};
use ambulo::{Overrides, Scene, World};
use std::path::Path;

/// Scenes whose groups name no model: the default, with headway; and the same with its model as published.
const GOLDEN: [(&str, &str, &str); 5] = [
    ("crossing", "f8b5aecd2db9760e", "c3c8555f1d21184a"),
    ("bottleneck", "27311b1273c0b9f7", "6dfc9b2762190c2e"),
    ("station", "f234800e7bf2f2b1", "23a919be27ebe95f"),
    ("two-storeys", "941a4c0b7e1bfbee", "200ea52ee544bd84"),
    ("doors", "6f628b8142d1b2c1", "caeea3fc706c47ad"),
];

fn hash(scene: &str, model: Option<&str>, threads: usize) -> String {
    let text = Scene::find(scene).expect("a scene").text;
    let loaded = scenario::parse(scene, text).expect("a good scene");
    let model = model.map(Into::into);
    let overrides = Overrides { threads, model, limit: Some(60.0), ..Overrides::default() };
    let mut world = World::build(&loaded, Path::new("."), &overrides).expect("a good scene");
    world.run();
    world.simulation().check().expect("invariants hold");
    format!("{:016x}", world.report().state_hash)
}

#[test]
fn the_state_hash_is_golden_on_1_2_3_and_7_threads() {
    for threads in [1, 2, 3, 7] {
        let of = |scene| (hash(scene, None, threads), hash(scene, Some("social-force"), threads));
        let measured = GOLDEN.map(|(scene, ..)| (scene, of(scene)));
        let measured = measured.each_ref().map(|(scene, (a, b))| (*scene, a.as_str(), b.as_str()));
        assert_eq!(measured, GOLDEN, "on {threads} threads");
    }
}

/// A model with images of its own: walls that hide people, and several levels.
const GOLDEN_VISION: [(&str, &str); 2] =
    [("corridor-crossing", "0bc39e11ca84d6a0"), ("two-storeys", "370c6956e69c78f0")];

#[test]
fn the_state_hash_of_vision_is_golden_on_1_and_3_threads() {
    for threads in [1, 3] {
        let measured = GOLDEN_VISION.map(|(scene, _)| (scene, hash(scene, Some("vision"), threads)));
        let measured = measured.each_ref().map(|(scene, hash)| (*scene, hash.as_str()));
        assert_eq!(measured, GOLDEN_VISION, "on {threads} threads");
    }
}

/// Every model, on several levels, on the graph and on the grid.
#[test]
fn every_model_gives_the_same_bits_on_any_number_of_threads() {
    let with = |scene: &str, model: &str, neighbourhood, threads| {
        let mut loaded = scenario::parse(scene, Scene::find(scene).expect("a scene").text).expect("a good scene");
        loaded.scenario.neighbourhood = neighbourhood;
        let overrides = Overrides { threads, limit: Some(8.0), model: Some(model.into()), ..Overrides::default() };
        let mut world = World::build(&loaded, Path::new("."), &overrides).expect("a good scene");
        world.run();
        world.report().state_hash
    };
    // Without threads compiled in there is nothing to compare.
    for model in ambulo::models::MODELS.iter().filter(|_| cfg!(feature = "parallel")) {
        for scene in ["random", "two-storeys"] {
            for neighbourhood in [None, Some(NeighbourhoodSpec::Grid), Some(NeighbourhoodSpec::Delaunay)] {
                let one = with(scene, model.name, neighbourhood, 1);
                assert_eq!(
                    one,
                    with(scene, model.name, neighbourhood, 3),
                    "{} in {scene}, {neighbourhood:?}",
                    model.name
                );
            }
        }
    }
}

#[test]
fn threads_are_really_used_when_compiled_in() {
    let loaded = scenario::parse("corridor", Scene::find("corridor").expect("a scene").text).expect("good");
    let world = World::build(&loaded, Path::new("."), &Overrides { threads: 3, ..Overrides::default() }).expect("good");
    assert_eq!(world.simulation().threads(), if cfg!(feature = "parallel") { 3 } else { 1 });
}
