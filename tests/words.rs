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
