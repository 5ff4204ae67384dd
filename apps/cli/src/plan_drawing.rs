//! What `plan check` reports of a drawing: its layers, doors and frame, and the choices there are.

use crate::failure::Failure;
use crate::output::json as print_json;
use crate::plan_args::PlanCheckArgs;
use crate::plan_load;
use crate::plan_picture;
use ambulo::data::{Drawing, PlanKind, survey_drawing};
use ambulo::pictures::drawing_picture;
use ambulo::plan::drawing_json;
use serde_json::json;
use std::path::Path;

/// A plan that could not be read: where it is a drawing, its layers and choices are reported before the error.
pub fn not_usable(args: &PlanCheckArgs, failure: Failure) -> Failure {
    let path = Path::new(&args.plan.file);
    let Failure::Input(errors) = &failure else { return failure };
    if PlanKind::of(path) != Some(PlanKind::Dxf) {
        return failure;
    }
    // What is wrong with the file itself is reported as it is.
    let Ok(drawing) = survey_drawing(path, &plan_load::options(&args.plan)) else { return failure };
    if args.draw.svg.is_some() || args.draw.png.is_some() {
        let picture = drawing_picture(&args.plan.file, &drawing);
        if let Err(error) = plan_picture::save(&picture, args.draw.svg.as_deref(), args.draw.png.as_deref()) {
            return error;
        }
    }
    let text = errors.to_string();
    if args.json {
        let list: Vec<_> = errors.iter().collect();
        let mut object = drawing_json(&drawing);
        object.insert("file".into(), json!(args.plan.file));
        object.insert("usable".into(), json!(false));
        object.insert("errors".into(), json!(list));
        return match print_json(&object) {
            Ok(()) => Failure::Unusable(text),
            Err(error) => error,
        };
    }
    print_line!("{}: not usable as it is", args.plan.file);
    print_report(&drawing);
    Failure::Unusable(text)
}

/// The drawing for a person.
pub fn print_report(drawing: &Drawing) {
    if let Some(question) = &drawing.question {
        print_line!("  to decide       {question}");
        for choice in &drawing.choices {
            print_line!("                  --layers {}", choice.words());
        }
    }
    print_line!("  layers          {}", drawing.layers.len());
    let wide = drawing.layers.iter().map(|l| l.name.chars().count()).max().unwrap_or(0).min(32);
    for layer in &drawing.layers {
        let read = match (layer.read, &drawing.question) {
            (true, None) => "read",
            (true, Some(_)) => "?",
            (false, _) => "-",
        };
        let mut state: Vec<String> = Vec::new();
        state.extend(layer.colour.map(|c| format!("colour {c}")));
        state.extend(layer.frozen.then(|| "frozen".to_owned()));
        state.extend(layer.off.then(|| "off".to_owned()));
        state.extend((!layer.plotted).then(|| "not plotted".to_owned()));
        state.push(layer.why.clone());
        print_line!(
            "    {read:<4}  {:<wide$}  {:<13} {:>6} entities {:>9.1} m  {}",
            layer.name,
            layer.kind.name(),
            layer.entities,
            layer.length_m,
            state.join(", ")
        );
    }
    if !drawing.doors.is_empty() {
        print_line!("  doors           {}; for a scenario:", drawing.doors.len());
        for door in &drawing.doors {
            let (a, b) = (door.at.a, door.at.b);
            let leads = if door.outer { "leads out, stays shut" } else { "open" };
            print_line!(
                "    {} = {{ line = [[{:.3}, {:.3}], [{:.3}, {:.3}]] }}  # {:.2} m, {leads}",
                door.name,
                a.x,
                a.y,
                b.x,
                b.y,
                door.at.length()
            );
        }
    }
    for frame in &drawing.frames {
        print_line!(
            "  frame           {:.2} m x {:.2} m, from {} to {}",
            frame.width(),
            frame.height(),
            frame.min,
            frame.max
        );
    }
}
