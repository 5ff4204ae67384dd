//! The documents say what is there.

mod program;

use program::{ambulo_with, json, top};

fn read(name: &str) -> String {
    std::fs::read_to_string(top().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn folders(of: &str) -> Vec<String> {
    let entries = std::fs::read_dir(top().join(of)).expect("a folder");
    let names = entries.map(|e| e.expect("an entry")).filter(|e| e.path().is_dir());
    names.map(|e| e.file_name().to_string_lossy().into_owned()).filter(|n| !n.starts_with('.')).collect()
}

#[test]
fn architecture_names_every_crate_and_top_folder() {
    let text = read("ARCHITECTURE.md");
    let built = |name: &String| name.starts_with("target") || name == "out";
    for name in folders("").into_iter().filter(|n| !built(n)) {
        assert!(text.contains(&format!("`{name}/`")), "ARCHITECTURE.md does not name the folder `{name}/`");
    }
    for (group, name) in ["crates", "apps"].into_iter().flat_map(|g| folders(g).into_iter().map(move |n| (g, n))) {
        assert!(text.contains(&format!("`{group}/{name}`")), "ARCHITECTURE.md does not name `{group}/{name}`");
    }
}

#[test]
fn readme_gives_the_two_commands_and_its_pictures_exist() {
    let text = read("README.md");
    assert!(text.contains("cargo run --release -- run") && text.contains("./check"));
    for part in text.split("](").skip(1) {
        let target = part.split(')').next().unwrap_or_default();
        let target = if target.starts_with('#') { target } else { target.split('#').next().unwrap_or_default() };
        if !target.starts_with("http") && !target.starts_with('#') {
            assert!(top().join(target).exists(), "README.md points to {target}, which is not there");
        }
    }
}

#[test]
fn every_model_has_a_page_with_all_its_parameters() {
    let models = json(&ambulo_with(&["models", "--json"]));
    for model in models["models"].as_array().expect("a list") {
        let name = model["name"].as_str().expect("a name");
        let page = read(&format!("docs/models/{name}.md"));
        for p in model["params"].as_array().expect("a list") {
            let p = p["name"].as_str().expect("a name");
            assert!(page.contains(&format!("`{p}`")), "docs/models/{name}.md does not explain `{p}`");
        }
    }
}

#[test]
fn the_page_of_locomotions_has_all_of_them_with_all_their_parameters() {
    let page = read("docs/locomotion.md");
    let all = json(&ambulo_with(&["models", "--locomotion", "--json"]));
    let one = json(&ambulo_with(&["models", "gait-feedback", "--json"]));
    assert_eq!(one["locomotions"][0], all["locomotions"][1]);
    for locomotion in all["locomotions"].as_array().expect("a list") {
        let params = locomotion["params"].as_array().expect("a list").iter().map(|p| &p["name"]);
        for name in params.chain([&locomotion["name"]]).map(|n| n.as_str().expect("a name")) {
            assert!(page.contains(&format!("`{name}`")), "docs/locomotion.md does not explain `{name}`");
        }
    }
}

/// Adding a model is one file, one registry line, one page: so there are as many of each.
#[test]
fn files_registry_and_pages_of_models_agree() {
    let models = json(&ambulo_with(&["models", "--json"]));
    let mut names: Vec<String> = models["models"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|m| m["name"].as_str().expect("a name").into())
        .collect();
    names.sort();
    let stems = |folder: &str, extension: &str| -> Vec<String> {
        let entries = std::fs::read_dir(top().join(folder)).expect(folder);
        let paths = entries.map(|e| e.expect("an entry").path());
        let files = paths.filter(|p| p.is_file() && p.extension().is_some_and(|e| e == extension));
        let mut stems: Vec<String> =
            files.map(|p| p.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
        stems.sort();
        stems
    };
    let mut files = stems("crates/sim/src/models", "rs");
    files.retain(|f| f != "crossings" && f != "every"); // what their tests share
    files.iter_mut().for_each(|f| *f = f.replace('_', "-"));
    assert_eq!(files, names, "one file per model in crates/sim/src/models");
    assert_eq!(stems("docs/models", "md"), names, "one page per model in docs/models");
    let registry = read("crates/sim/src/registry.rs");
    assert_eq!(
        registry.matches("    ModelInfo::of::<").count(),
        names.len() + 1,
        "one line each, and one of the tests"
    );
    let contributing = read("CONTRIBUTING.md");
    assert!(contributing.contains("ModelInfo::of::<Lamarche>(),") && registry.contains("ModelInfo::of::<Lamarche>(),"));
}
