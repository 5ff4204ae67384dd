use super::*;
use std::fs;

fn take(dir: &Path) -> Result<RunFolder, FolderError> {
    RunFolder::take(dir, Manifest::new("run", "ambulo test"))
}

#[test]
fn what_a_run_left_is_removed_and_a_users_own_files_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let mut first = take(dir.path()).unwrap();
    fs::create_dir_all(at("pictures")).unwrap();
    fs::create_dir_all(at("trajectory.parquet.parts")).unwrap();
    let left = [
        "trajectory.sqlite",
        "trajectory.sqlite-wal",
        "trajectory.csv",
        "walkers.csv",
        "explain.json",
        "crowd.glb",
        "pictures/people.svg",
        "pictures/made-elsewhere.svg",
        "trajectory.parquet.parts/part-00000.parquet",
    ];
    let own = ["notes.txt", "pictures/photo.png", "my-trajectory.csv"];
    for name in left.iter().chain(&own) {
        fs::write(at(name), "x").unwrap();
    }
    // The manifest knows what the fixed names do not.
    first.list([at("pictures/made-elsewhere.svg")]);
    first.write_manifest().unwrap();
    drop(first);
    take(dir.path()).unwrap();
    left.iter().for_each(|name| assert!(!at(name).exists(), "{name} is still there"));
    own.iter().for_each(|name| assert!(at(name).exists(), "{name} is gone"));
}

#[test]
fn a_manifest_changed_by_hand_removes_nothing_outside_of_its_folder() {
    let outer = tempfile::tempdir().unwrap();
    let dir = outer.path().join("run");
    let mut first = take(&dir).unwrap();
    let outside = outer.path().join("precious.txt");
    fs::write(&outside, "x").unwrap();
    fs::create_dir_all(outer.path().join("elsewhere")).unwrap();
    fs::write(outer.path().join("elsewhere/photo.png"), "x").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(outer.path().join("elsewhere"), dir.join("linked")).unwrap();
    let absolute = outside.to_string_lossy().into_owned();
    first.manifest.files = vec!["../precious.txt".into(), absolute, "linked/photo.png".into()];
    first.write_manifest().unwrap();
    drop(first);
    take(&dir).unwrap();
    assert!(outside.exists() && outer.path().join("elsewhere/photo.png").exists());
}

#[test]
fn a_file_that_no_run_left_is_refused_not_replaced() {
    for name in ["trajectory.csv", "scenario.toml", "summary.json"] {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(name), "mine").unwrap();
        let error = take(dir.path()).map(|_| ()).unwrap_err();
        assert!(matches!(error, FolderError::NotOurs { .. }), "{error}");
        assert!(error.to_string().contains(name));
        assert_eq!(fs::read_to_string(dir.path().join(name)).unwrap(), "mine");
    }
}

#[test]
fn a_folder_of_an_older_version_is_cleaned_too() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["trajectory.sqlite", "scenario.toml", "summary.json", "report.html"] {
        fs::write(dir.path().join(name), "old").unwrap();
    }
    take(dir.path()).unwrap();
    assert!(!dir.path().join("trajectory.sqlite").exists() && !dir.path().join("report.html").exists());
}

#[test]
fn only_one_writes_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let first = take(dir.path()).unwrap();
    assert!(FolderLock::is_held(dir.path()));
    let error = take(dir.path()).map(|_| ()).unwrap_err().to_string();
    let me = std::process::id().to_string();
    assert!(error.contains(&me) && error.contains("option `out`"), "{error}");
    assert!(Provenance::of(dir.path()).warning.unwrap().contains("has not ended yet"));
    drop(first);
    assert!(!FolderLock::is_held(dir.path()));
    assert!(Provenance::of(dir.path()).warning.unwrap().contains("killed"));
}

#[test]
fn a_manifest_that_cannot_be_read_is_named() {
    let dir = tempfile::tempdir().unwrap();
    for (text, words) in [
        ("{", "damaged"),
        ("{}", "not the manifest of a run"),
        ("{\"manifest_version\": 99}", "version 99 cannot be read"),
        ("{\"manifest_version\": 1}", "damaged"),
    ] {
        fs::write(dir.path().join(MANIFEST), text).unwrap();
        let error = Manifest::read(dir.path()).unwrap_err().to_string();
        assert!(error.contains(words) && error.contains(MANIFEST), "{error}");
        assert!(Provenance::of(dir.path()).warning.unwrap().contains(words));
    }
}

#[test]
fn the_recording_that_the_manifest_names_is_read() {
    use crate::recording::{Format, RecordingMeta, create, read};
    let dir = tempfile::tempdir().unwrap();
    let record = |format: Format, fps: f64| {
        let area = crate::region_from_wkt("POLYGON ((0 0, 30 0, 30 20, 0 20))").unwrap();
        create(dir.path(), format, &RecordingMeta::new(area, 0.1, fps)).unwrap().finish().unwrap();
    };
    let mut folder = take(dir.path()).unwrap();
    record(Format::Csv, 5.0);
    // A recording of another run that was put there.
    record(Format::Sqlite, 10.0);
    let file = Format::Csv.file_name().to_string();
    let version = Format::Csv.version().into();
    folder.manifest.recordings = vec![RecordedFile { format: "csv".into(), version, file: file.clone(), bytes: None }];
    folder.write_manifest().unwrap();
    assert_eq!(read(dir.path()).unwrap().fps, 5.0);
    let other = Provenance::of(&dir.path().join("trajectory.sqlite")).warning.unwrap();
    assert!(other.contains("not of the run"), "{other}");
    fs::remove_file(dir.path().join(file)).unwrap();
    assert!(read(dir.path()).unwrap_err().to_string().contains("`trajectory.csv`, which is not there"));
}
