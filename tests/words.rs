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
    // What models and their tests share, and the locomotions.
    let shared = [
        "crossings",
        "decision",
        "every",
        "lib",
        "locomotion",
        "nearest",
        "pairs",
        "patience",
        "rules",
        "sight",
        "totals",
        "trials",
    ];
    let mut files = stems("crates/models/src", "rs");
    files.retain(|f| !shared.contains(&f.as_str()));
    files.iter_mut().for_each(|f| *f = f.replace('_', "-"));
    assert_eq!(files, names, "one file per model in crates/models/src");
    assert_eq!(stems("docs/models", "md"), names, "one page per model in docs/models");
    let registry = read("crates/models/src/lib.rs");
    let lines = registry.split_once("\nmodels! {\n").expect("the list").1.lines().take_while(|l| *l != "}");
    assert_eq!(lines.count(), names.len(), "one line each");
    let line = "lamarche: Lamarche;";
    assert!(read("CONTRIBUTING.md").contains(line) && registry.contains(line));
}

/// The simulation names no model and no locomotion: what is built in, it knows as little as a program's own.
#[test]
fn the_simulation_names_no_model() {
    let mut files = Vec::new();
    files_under(&top().join("crates/sim/src"), &mut files);
    let listed = json(&ambulo_with(&["models", "--json"]));
    let mut names: Vec<String> = vec!["point-mass".into(), "gait-feedback".into()];
    names.extend(
        listed["models"].as_array().expect("a list").iter().map(|m| m["name"].as_str().expect("a name").into()),
    );
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "rs")) {
        let text = std::fs::read_to_string(file).expect("text");
        for name in &names {
            let quoted = format!("\"{name}\"");
            assert!(!text.contains(&quoted), "{} names {quoted}", file.display());
        }
    }
}

/// Words that hide an established term from a reader who searches for it, and what to write instead.
const BANNED: &[(&str, &str)] = &[
    ("way", "route (planned), path (geometric), trajectory (recorded), direction, manner"),
    ("ways", "routes, paths, trajectories, directions"),
    ("somebody", "an agent; a walker or person in user docs"),
    ("somebody's", "an agent's"),
    ("anybody", "any agent, any person"),
    ("whoever", "an agent that, a walker who"),
    ("whom", "which agent"),
    ("tell", "report, print, show"),
    ("tells", "reports, prints, shows"),
    ("telling", "reporting"),
    ("told", "reported, printed, given"),
    ("mend", "repair"),
    ("mends", "repairs"),
    ("mended", "repaired"),
    ("mending", "repairing"),
    ("storey", "level"),
    ("storeys", "levels"),
    ("manieth", "sequence number"),
    ("invented", "synthetic, generated"),
    ("doubtful", "to check, unresolved"),
    ("come along", "built in, bundled"),
    ("comes along", "built in, bundled"),
    ("came along", "built in, bundled"),
    ("look at", "check, inspect"),
    ("looks at", "checks, inspects"),
    ("looked at", "checked, inspected, expanded"),
    ("get on", "make progress"),
    ("gets on", "makes progress"),
    ("got on", "made progress"),
    ("numbers broke", "non-finite state (NaN)"),
    ("walker-steps", "agent-steps"),
    ("frames a second", "frames per second"),
    ("times a second", "times per second"),
    ("steps a second", "steps per second"),
    ("people a second", "people per second"),
];

/// To give way is a term of traffic, and a one-way corridor has one way.
const ALLOWED: &[&str] = &["give way", "gives way", "giving way", "gave way", "one way along"];

/// Files in which a way is OpenStreetMap's, and this one.
const EXEMPT: &[&str] = &[
    "CHANGELOG.md",
    "crates/data/src/import/osm",
    "crates/data/tests/plans.rs",
    "crates/geom/src/repair/soup.rs",
    "tests/gis.rs",
    "tests/words.rs",
];

/// Comments and texts of a Rust file; a text without a blank is a name, which may be a contract.
fn prose_of_rust(source: &str) -> String {
    let (mut prose, mut rest) = (String::new(), source);
    while let Some(c) = rest.chars().next() {
        let end = if rest.starts_with("//") {
            let end = rest.find('\n').unwrap_or(rest.len());
            prose.push_str(rest[..end].trim_start_matches(['/', '!']));
            prose.push(' ');
            end
        } else if c == '"' {
            let mut escaped = false;
            let close = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            let end = close.map_or(rest.len(), |k| k + 2);
            let text = &rest[..end];
            if text.contains(' ') {
                prose.push_str(text);
            }
            prose.push('\n');
            end
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            raw.find("\"#").map_or(rest.len(), |k| k + 5)
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest[1..].find('\'').map_or(rest.len(), |k| k + 2)
        } else {
            // Code between two comments parts sentences, blanks do not.
            if !c.is_whitespace() && !prose.ends_with('\n') {
                prose.push('\n');
            }
            c.len_utf8()
        };
        rest = &rest[end..];
    }
    prose
}

/// Paragraphs, items and rows of a Markdown file, without its code.
fn prose_of_markdown(source: &str) -> String {
    let (mut prose, mut code) = (String::new(), false);
    for line in source.lines().map(str::trim) {
        if line.starts_with("```") {
            code = !code;
        } else if !code {
            prose.push(if line.is_empty() || line.starts_with(['|', '#', '-', '*']) { '\n' } else { ' ' });
            prose.push_str(line);
        }
    }
    prose
}

/// Comments and title of a scene, which `ambulo scenes` prints.
fn prose_of_scene(source: &str) -> String {
    source.lines().filter(|l| l.starts_with('#') || l.starts_with("title")).collect::<Vec<_>>().join("\n")
}

/// Banned words and phrases in prose, one sentence or more per line. What stands in backticks is code.
fn banned(prose: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose.lines() {
        let outside: Vec<&str> = line.split('`').step_by(2).collect();
        let lower = outside.join(" ` ").to_lowercase();
        let part = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '\'' | '`');
        let words: Vec<&str> = lower.split(part).filter(|w| !w.is_empty()).collect();
        for (bad, better) in BANNED {
            let length = bad.split(' ').count();
            for (k, window) in words.windows(length).enumerate().filter(|(_, w)| w.join(" ") == *bad) {
                let around = words[k.saturating_sub(1)..(k + window.len() + 1).min(words.len())].join(" ");
                if !ALLOWED.iter().any(|good| around.contains(good)) {
                    found.push(format!("`{around}`: write {better}"));
                }
            }
        }
    }
    found
}

fn files_under(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()) {
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if entry.is_dir() {
            if !name.starts_with('.')
                && !name.starts_with("target")
                && !["out", "shared", "node_modules"].contains(&name.as_str())
            {
                files_under(&entry, found);
            }
        } else if name.ends_with(".rs") || name.ends_with(".md") || folder.ends_with("scenes") {
            found.push(entry);
        }
    }
}

#[test]
fn prose_uses_the_terms_of_the_field() {
    let mut files = Vec::new();
    files_under(&top(), &mut files);
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let name = file.strip_prefix(top()).expect("below the top").to_string_lossy().replace('\\', "/");
        if EXEMPT.iter().any(|e| name.starts_with(e)) {
            continue;
        }
        let text = read(&name);
        let prose = match name.rsplit('.').next() {
            Some("rs") => prose_of_rust(&text),
            Some("toml") => prose_of_scene(&text),
            _ => prose_of_markdown(&text),
        };
        all.extend(banned(&prose).into_iter().map(|what| format!("{name}: {what}")));
    }
    assert!(all.is_empty(), "{} places\n{}", all.len(), all.join("\n"));
}

/// One name stands for one thing: no public type has the name of another.
#[test]
fn no_name_of_a_public_type_stands_twice() {
    let mut files = Vec::new();
    files_under(&top().join("crates"), &mut files);
    files_under(&top().join("apps"), &mut files);
    let sources = files.iter().filter(|f| f.components().any(|c| c.as_os_str() == "src"));
    let texts: Vec<String> = sources.map(|f| std::fs::read_to_string(f).expect("a text")).collect();
    let names: Vec<&str> = texts.iter().flat_map(|text| text.lines().filter_map(public_type)).collect();
    assert!(names.len() > 300, "only {} types", names.len());
    let twice = names_standing_twice(names);
    assert!(twice.is_empty(), "{twice:?}");
}

/// The name of the public type that a line declares.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ")?;
    let rest = ["struct ", "enum ", "trait ", "type ", "union "].iter().find_map(|kind| rest.strip_prefix(kind))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

fn names_standing_twice(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect()
}

#[test]
fn a_name_that_stands_twice_is_found() {
    let lines = [
        "pub struct Level {",
        "    pub enum Inner {",
        "pub(crate) struct Level;",
        "pub enum Level<T> {",
        "pub fn level()",
    ];
    let names: Vec<&str> = lines.iter().filter_map(|l| public_type(l)).collect();
    assert_eq!(names_standing_twice(names), ["Level"]);
}

/// A flag is the program's: libraries name their options, and the program writes them as flags.
#[test]
fn libraries_do_not_speak_of_flags() {
    let other_programs = ["osmium extract --bbox", "ambulo reproduce --write-docs"];
    let mut files = Vec::new();
    files_under(&top().join("crates"), &mut files);
    let mut found = Vec::new();
    for file in files.iter().filter(|f| f.components().any(|c| c.as_os_str() == "src")) {
        let text = std::fs::read_to_string(file).expect("a text");
        for line in text.lines().map(str::trim).filter(|l| !l.starts_with("//")) {
            let flag = |part: &str| part.starts_with(|c: char| c.is_ascii_lowercase());
            let speaks =
                line.contains([' ', '"']) && line.split(" --").skip(1).chain(line.split("\"--").skip(1)).any(flag);
            if speaks && !other_programs.iter().any(|p| line.contains(p)) {
                found.push(format!("{}: {line}", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn banned_words_are_found_in_comments_and_texts_and_not_in_names() {
    let source =
        "/// Nobody told it.\nlet way = \"way\"; // the `way` it gives way\nprint(\"looked  at by whom\", 'x');";
    let found = banned(&prose_of_rust(source));
    let contains = |word: &str| found.iter().any(|f| f.contains(word));
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(contains("told") && contains("looked at") && contains("whom"), "{found:?}");
    let found = banned(&prose_of_markdown("# Title\nIt comes\nalong.\n```\nthe way\n```\nAll `ways` give way.\n"));
    assert!(found.len() == 1 && found[0].contains("comes along"), "{found:?}");
}
