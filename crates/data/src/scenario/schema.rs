//! The JSON Schema of scenario files, made from the types, for editors that complete and check while one writes.

use super::Scenario;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// The JSON Schema (draft 2020-12) of a scenario file.
///
/// It accepts every file that [`parse`](super::parse) accepts. It says less than `parse` in some places: that a start
/// names an area, for one.
///
/// ```
/// let schema = ambulo_data::scenario::schema();
/// assert!(schema["properties"]["walkers"].is_object());
/// ```
pub fn schema() -> Value {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Scenario>();
    schema.insert("title".into(), "Ambulo scenario".into());
    let mut schema = schema.to_value();
    drop_examples(&mut schema);
    // What is given depends on the position, or on another key; the default of the type would be refused.
    for key in ["WalkerGroup/properties/name", "StairsSpec/properties/speed_up", "StairsSpec/properties/speed_down"] {
        if let Some(value) = schema.pointer_mut(&format!("/$defs/{key}")).and_then(Value::as_object_mut) {
            value.remove("default");
        }
    }
    schema
}

/// Descriptions are doc comments; their examples are Rust and would puzzle an author of TOML.
fn drop_examples(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::String(text)) = map.get_mut("description")
                && let Some(cut) = text.find("\n\n```")
            {
                text.truncate(cut);
            }
            map.values_mut().for_each(drop_examples);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_examples),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::{decode, decode_levels, decode_premovement, decode_walkers, moving};
    use super::*;
    use std::collections::BTreeSet;

    /// All property names of one table, those of its alternatives included.
    fn names(schema: &Value, root: &Value) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        if let Some(target) = schema["$ref"].as_str() {
            found.extend(names(&root["$defs"][target.trim_start_matches("#/$defs/")], root));
        }
        found.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()));
        for key in ["anyOf", "oneOf", "allOf"] {
            for part in schema[key].as_array().into_iter().flatten() {
                found.extend(names(part, root));
            }
        }
        found
    }

    #[test]
    fn every_table_of_the_schema_has_the_keys_of_the_decoder() {
        let root = schema();
        let defs = &root["$defs"];
        let level = decode_levels::level_keys();
        let tables = [
            (&root, decode::TOP),
            (&defs["Record"], decode::RECORD),
            (&defs["PlanSpec"], decode::PLAN),
            (&defs["LevelSpec"], &level),
            (&defs["StairsSpec"], decode_levels::STAIR),
            (&defs["StairsEnd"], decode_levels::STAIR_END),
            (&defs["DoorSpec"], decode_levels::DOOR),
            (&defs["MovingObstacle"], moving::MOVING),
            (&defs["AreaSpec"], decode::AREA),
            (&defs["WalkerGroup"], decode_walkers::GROUP),
            (&defs["ModelSwitch"], decode_walkers::SWITCH),
            (&defs["Distribution"], decode_walkers::DISTRIBUTION),
            (&defs["Body"], decode_walkers::BODY),
            (&defs["Premovement"], decode_premovement::KEYS),
        ];
        for (table, keys) in tables {
            let keys: BTreeSet<String> = keys.iter().map(|key| key.to_string()).collect();
            assert_eq!(names(table, &root), keys, "{table:#}");
        }
    }

    #[test]
    fn descriptions_speak_of_files_and_not_of_rust() {
        let text = schema().to_string();
        assert!(text.contains("Radius of the body [m]"));
        assert!(!text.contains("```") && !text.contains("::"), "{text}");
    }

    #[test]
    fn only_the_walkers_and_one_of_plan_and_levels_are_required_at_the_top() {
        let schema = schema();
        assert_eq!(schema["required"], serde_json::json!(["walkers"]));
        assert_eq!(schema["oneOf"], serde_json::json!([{ "required": ["plan"] }, { "required": ["levels"] }]));
    }

    #[test]
    fn the_speeds_on_stairs_have_no_default_in_the_schema_because_it_depends_on_the_kind() {
        let schema = schema();
        let stair = &schema["$defs"]["StairsSpec"];
        assert_eq!(stair["required"], serde_json::json!(["name", "bottom", "top"]));
        assert!(stair["properties"]["speed_up"]["default"].is_null(), "{stair:#}");
    }
}
