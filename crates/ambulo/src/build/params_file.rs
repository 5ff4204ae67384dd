//! Parameters out of files: `params_file` of a group, and `--params-file` of a run.

use super::check_params;
use ambulo_data::scenario::{HeadwaySpec, Loaded, ParamValue, ParamsFile, Scenario, load_params};
use ambulo_data::{Diagnostic, Diagnostics};
use ambulo_models::BuiltIn;
use ambulo_models::rules::Headway;
use ambulo_sim::{BodyRule, ModelSet, Params};
use std::collections::BTreeMap;
use std::path::Path;

/// Fills in the parameters of the groups' files. The scenario itself wins.
pub fn fill_in(
    loaded: &Loaded,
    base_dir: &Path,
    models: &ModelSet,
    scenario: &mut Scenario,
    errors: &mut Vec<Diagnostic>,
) {
    for (i, group) in scenario.walkers.iter_mut().enumerate() {
        // The scenario of a run is to stand without the file.
        let Some(name) = group.params_file.take() else { continue };
        let at = format!("walkers[{i}].params_file");
        let path = base_dir.join(&name);
        if !path.is_file() {
            let message = format!("there is no file `{}`", path.display());
            errors.push(loaded.diagnostic(&at, message).help("give its place from the folder of the scenario"));
            continue;
        }
        let file = match load_params(&path).and_then(|file| checked(file, models)) {
            Ok(file) => file,
            Err(more) => {
                errors.extend(more.iter().cloned());
                continue;
            }
        };
        if file.model != group.model {
            let message =
                format!("`{name}` has parameters of `{}`, and the group walks by `{}`", file.model, group.model);
            let help = format!("write model = \"{}\", or leave `params_file` out", file.model);
            errors.push(loaded.diagnostic(&at, message).help(help));
            continue;
        }
        for (name, value) in file.params {
            group.params.entry(name).or_insert(value);
        }
        let Some(mut headway) = file.headway else { continue };
        // A headway that is written in the group wins, `off` too; one that is not is off because a file was named.
        let written = loaded.spans.contains_key(&format!("walkers[{i}].headway"));
        match &group.headway {
            HeadwaySpec::Params(own) => headway.extend(own.clone()),
            _ if written => continue,
            _ => {}
        }
        group.headway = HeadwaySpec::Params(headway);
    }
}

/// Gives all groups that walk by the file's model its parameters, over those of the scenario. `headway` is that of the run, which wins
/// over the file.
pub fn override_with(
    path: &Path,
    models: &ModelSet,
    headway: Option<&HeadwaySpec>,
    scenario: &mut Scenario,
) -> Result<(), Diagnostics> {
    let file = load_params(path).and_then(|file| checked(file, models))?;
    let mut used = false;
    for group in scenario.walkers.iter_mut().filter(|g| g.model == file.model) {
        group.params.extend(file.params.clone());
        if let Some(of_file) = &file.headway {
            let own = match headway {
                None => Some(BTreeMap::new()),
                Some(HeadwaySpec::Params(own)) => Some(own.clone()),
                Some(HeadwaySpec::Off | HeadwaySpec::Default) => None,
            };
            if let Some(own) = own {
                group.headway = HeadwaySpec::Params(of_file.clone().into_iter().chain(own).collect());
            }
        }
        used = true;
    }
    if used {
        return Ok(());
    }
    let error = file.diagnostic("model", format!("no group of the scenario walks by `{}`", file.model));
    Err(error.help(format!("add option `model` {} to let all groups walk by it", file.model)).into())
}

/// The built-in model a parameter file is for, and its parameters as numbers.
pub(crate) fn model_params(path: &Path) -> Result<(String, Vec<(String, f64)>), Diagnostics> {
    let models: ModelSet = BuiltIn::built_in();
    let file = load_params(path).and_then(|file| checked(file, &models))?;
    let params = super::numbers(models.params(&file.model), &file.params);
    Ok((file.model, params))
}

/// The parameters of the headway in a parameter file, as numbers.
pub(crate) fn headway_params(path: &Path) -> Result<Vec<(String, f64)>, Diagnostics> {
    let file = load_params(path).and_then(|file| checked(file, &BuiltIn::built_in()))?;
    Ok(file
        .headway
        .map(|params: BTreeMap<String, ParamValue>| super::numbers(Headway::INFO, &params))
        .unwrap_or_default())
}

fn checked(file: ParamsFile, models: &ModelSet) -> Result<ParamsFile, Diagnostics> {
    let Some(info) = models.get(&file.model) else {
        let names = models.iter().map(|m| m.name);
        let error = file.diagnostic("model", format!("there is no model `{}`", file.model));
        return Err(error.did_you_mean(&file.model, names).into());
    };
    let mut errors = Vec::new();
    let at = |name: &str, message: String| file.diagnostic(&format!("params.{name}"), message);
    check_params(&at, info.name, info.params, &file.params, &mut errors);
    let at = |name: &str, message: String| file.diagnostic(&format!("headway.{name}"), message);
    check_params(&at, Headway::NAME, Headway::INFO, &file.headway.clone().unwrap_or_default(), &mut errors);
    Diagnostics::new(errors).into_result(file)
}

#[cfg(test)]
mod tests {
    use crate::{Overrides, World};
    use ambulo_data::scenario::{HeadwaySpec, ParamValue, load};
    use std::path::Path;

    const PARAMS: &str = "model = 'tangent'\n[params]\nalpha = 0.7\nbeta_v = 1.25\n[provenance]\nseed = 3\n";

    fn build(dir: &Path, group: &str, overrides: &Overrides) -> Result<World, String> {
        let text = format!(
            "plan = {{ wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }}\nwalkers = [{{ positions = [[1, 1]], goal = [8, 8], {group} }}]\n"
        );
        let file = dir.join("scene.toml");
        std::fs::write(&file, text).unwrap();
        World::build(&load(&file).unwrap(), dir, overrides).map_err(|e| e.to_string())
    }

    #[test]
    fn a_group_takes_parameters_from_a_file_and_its_own_win() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("p.toml"), PARAMS).unwrap();
        let group = "model = 'tangent', params_file = 'p.toml', params = { alpha = 0.2 }";
        let world = build(dir.path(), group, &Overrides::default()).unwrap();
        let group = &world.scenario().walkers[0];
        assert_eq!(group.params["alpha"], ParamValue::Number(0.2));
        assert_eq!(group.params["beta_v"], ParamValue::Number(1.25));
        // What is kept of the run needs no file.
        assert_eq!(group.params_file, None);
    }

    #[test]
    fn what_is_wrong_with_the_file_is_reported_where_it_stands() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("p.toml"), PARAMS).unwrap();
        std::fs::write(dir.path().join("wrong.toml"), PARAMS.replace("alpha = 0.7", "alfa = 0.7")).unwrap();
        let of = |group: &str| build(dir.path(), group, &Overrides::default()).err().unwrap();
        let other = of("model = 'orca', params_file = 'p.toml'");
        assert!(other.contains("scene.toml:2") && other.contains("parameters of `tangent`"), "{other}");
        let missing = of("model = 'orca', params_file = 'q.toml'");
        assert!(missing.contains("scene.toml:2") && missing.contains("q.toml"), "{missing}");
        let wrong = of("model = 'tangent', params_file = 'wrong.toml'");
        assert!(wrong.contains("wrong.toml:3") && wrong.contains("no parameter `alfa`"), "{wrong}");
    }

    #[test]
    fn a_run_can_be_given_parameters_for_all_groups_of_their_model() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("p.toml");
        std::fs::write(&file, PARAMS).unwrap();
        let with = Overrides { params_file: Some(file), ..Overrides::default() };
        let world = build(dir.path(), "model = 'tangent', params = { alpha = 0.2 }", &with).unwrap();
        assert_eq!(world.scenario().walkers[0].params["alpha"], ParamValue::Number(0.7));
        let nobody = build(dir.path(), "model = 'orca'", &with).err().unwrap();
        assert!(nobody.contains("option `model` tangent"), "{nobody}");
        let all = Overrides { model: Some("tangent".into()), ..with };
        assert!(build(dir.path(), "model = 'orca'", &all).is_ok());
    }

    #[test]
    fn headway_of_a_file_goes_to_groups_that_do_not_write_their_own() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("p.toml");
        std::fs::write(&file, "model = 'social-force'\n[params]\nnoise = 0\n[headway]\ntime_gap = 0.8\n").unwrap();
        let gap =
            |group: &str, overrides: &Overrides| match &build(dir.path(), group, overrides).unwrap().scenario().walkers
                [0]
            .headway
            {
                HeadwaySpec::Params(params) => Some(params["time_gap"].clone()),
                _ => None,
            };
        let number = |v: f64| Some(ParamValue::Number(v));
        let none = Overrides::default();
        assert_eq!(gap("params_file = 'p.toml'", &none), number(0.8));
        assert_eq!(gap("params_file = 'p.toml', headway = { time_gap = 1.5 }", &none), number(1.5));
        assert_eq!(gap("params_file = 'p.toml', headway = 'off'", &none), None);
        // A run's own headway wins over the file, the file over the scenario.
        let with = Overrides { params_file: Some(file.clone()), ..Overrides::default() };
        assert_eq!(gap("headway = { time_gap = 1.5 }, model = 'social-force'", &with), number(0.8));
        assert_eq!(gap("speed = 1.2", &with), number(0.8));
        assert_eq!(gap("speed = 1.2", &Overrides { headway: Some(HeadwaySpec::Off), ..with }), None);
        std::fs::write(&file, "model = 'orca'\n[params]\n[headway]\ntime_gab = 0.8\n").unwrap();
        let wrong = build(dir.path(), "model = 'orca', params_file = 'p.toml'", &none).err().unwrap();
        assert!(wrong.contains("p.toml:4") && wrong.contains("time_gap"), "{wrong}");
    }
}
