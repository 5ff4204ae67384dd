//! How to read a file where it does not say itself.

use super::ClipImportError;
use crate::Role;

/// Which axis of a file points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// y, as glTF says and BVH files mostly have it.
    #[default]
    Y,
    /// z.
    Z,
}

/// What a person knows better than the guesses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportOptions {
    /// Metres in one unit of the file; `None`: guessed from the length of the legs.
    pub unit: Option<f32>,
    /// Axis that points up.
    pub up: UpAxis,
    /// Joints by name for roles, instead of the guess.
    pub roles: Vec<(Role, String)>,
}

impl ImportOptions {
    /// Adds a role from `ROLE=JOINT`, as the command line has it.
    ///
    /// ```
    /// use ambulo_motion::ImportOptions;
    /// let mut options = ImportOptions::default();
    /// options.role("left-thigh=LeftUpLeg")?;
    /// assert!(options.role("left-wing=X").unwrap_err().to_string().contains("left-wing"));
    /// # Ok::<(), ambulo_motion::ClipImportError>(())
    /// ```
    pub fn role(&mut self, text: &str) -> Result<(), ClipImportError> {
        let Some((role, joint)) = text.split_once('=') else {
            return Err(ClipImportError::new(format!("`{text}` is no ROLE=JOINT")).help("write left-thigh=LeftUpLeg"));
        };
        self.add(role.trim(), joint.trim())
    }

    /// Adds the roles of a map file: a JSON object `{"left-thigh": "LeftUpLeg"}`, or lines `left-thigh = "LeftUpLeg"`.
    ///
    /// ```
    /// let mut options = ambulo_motion::ImportOptions::default();
    /// options.role_map("# my rig\nleft-thigh = \"LeftUpLeg\"\n")?;
    /// options.role_map(r#"{ "right-thigh": "RightUpLeg" }"#)?;
    /// assert_eq!(options.roles.len(), 2);
    /// # Ok::<(), ambulo_motion::ClipImportError>(())
    /// ```
    pub fn role_map(&mut self, text: &str) -> Result<(), ClipImportError> {
        const HELP: &str = "write one `left-thigh = \"LeftUpLeg\"` a line, or a JSON object of such pairs";
        if text.trim_start().starts_with('{') {
            let map: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text)
                .map_err(|e| ClipImportError::new(format!("the role map is broken: {e}")).at(e.line()).help(HELP))?;
            for (role, joint) in &map {
                let Some(joint) = joint.as_str() else {
                    return Err(ClipImportError::new(format!("the joint for `{role}` is no name")).help(HELP));
                };
                self.add(role, joint)?;
            }
            return Ok(());
        }
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') || line.starts_with('[') {
                continue;
            }
            let Some((role, joint)) = line.split_once('=') else {
                return Err(ClipImportError::new(format!("`{line}` gives no joint to a role")).at(i + 1).help(HELP));
            };
            let joint = joint.trim();
            let quoted = joint.strip_prefix('"').and_then(|j| j.split_once('"')).map(|(name, _)| name);
            self.add(role.trim().trim_matches('"'), quoted.unwrap_or(joint)).map_err(|e| e.at(i + 1))?;
        }
        Ok(())
    }

    fn add(&mut self, role: &str, joint: &str) -> Result<(), ClipImportError> {
        let Some(found) = Role::from_name(role) else {
            let known: Vec<_> = Role::ALL.iter().map(|r| r.name()).collect();
            return Err(
                ClipImportError::new(format!("there is no role `{role}`")).help(format!("use {}", known.join(", ")))
            );
        };
        // A later word counts more than an earlier one.
        self.roles.retain(|(role, _)| *role != found);
        self.roles.push((found, joint.to_owned()));
        Ok(())
    }
}
