//! Bad input gets a clear error with its place, and exit code 2; nothing panics.

mod program;

use program::{ambulo_with, json, stderr, top};

#[test]
fn every_bad_file_gives_its_message_and_exit_code_2() {
    let mut files: Vec<String> = std::fs::read_dir(top().join("tests/bad"))
        .expect("tests/bad/")
        .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|n| n.ends_with(".toml"))
        .collect();
    files.sort();
    assert!(files.len() >= 30, "only {} bad files", files.len());
    for name in files {
        let file = format!("tests/bad/{name}");
        let expected = std::fs::read_to_string(top().join(&file).with_extension("expected"))
            .unwrap_or_else(|e| panic!("{file} has no .expected beside it: {e}"));
        for command in [&["scenario", "check", &file][..], &["run", &file, "--out", "/nonexistent/never"][..]] {
            let output = ambulo_with(command);
            let text = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{file}: {text}");
            assert!(!text.contains("panicked"), "{file}: {text}");
            for line in expected.lines().map(str::trim).filter(|l| !l.is_empty()) {
                assert!(text.contains(line), "{file}: expected `{line}` in\n{text}");
            }
        }
        // A script gets the same errors as one object.
        let output = ambulo_with(&["scenario", "check", &file, "--json"]);
        let errors = json(&output);
        assert!(!errors["errors"].as_array().expect("a list").is_empty(), "{file}: {errors}");
    }
}

#[test]
fn a_missing_file_an_unknown_model_and_an_unknown_flag_are_wrong_input() {
    for command in [
        &["run", "no/such/file.toml"][..],
        &["run", "corridor", "--model", "telepathy"],
        &["run", "corridor", "--sead", "3"],
        &["run", "corridor", "--format", "parket"],
        &["run", "corridor", "--limit", "-5"],
        &["scenes", "atlantis"],
        &["models", "telepathy"],
        &["bench", "crowd", "--model", "telepathy"],
    ] {
        let output = ambulo_with(command);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("panicked"), "{command:?}");
    }
}
