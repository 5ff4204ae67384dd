//! Whether a place has a size that fits its people: a room of 200 km2 for ten of them was drawn in another unit.

use super::Building;
use crate::scenario::{ArrivalsSpec, Scenario, SourceSpec};
use ambulo_geom::Point;
use ambulo_geom::repair::{Finding, FindingKind};

/// More ground per person than this is no place for a crowd [m2].
const MOST: f64 = 100_000.0;
/// A place below this is never too large [m2]: one person may walk alone through a park.
const LARGE: f64 = 1_000_000.0;

/// Adds a warning where the walkable area is out of proportion to the people in it.
pub(super) fn compare(scenario: &Scenario, building: &mut Building) {
    let people = people(scenario);
    let area: f64 = building.levels.iter().map(|l| l.plan.walkable.area()).sum();
    // Degrees come with their size; only what was drawn can be in another unit.
    let projected = |f: &Finding| f.kind == FindingKind::Projected;
    if people <= 0.0 || area < LARGE || area / people <= MOST {
        return;
    }
    let Some(plan) = building.levels.iter_mut().map(|l| &mut l.plan).find(|p| !p.findings.iter().any(projected)) else {
        return;
    };
    let smaller = [("mm", 1e-3), ("cm", 1e-2), ("ft", 0.3048)].into_iter().find(|(_, metres)| {
        let each = area * (metres / plan.units.metres) * (metres / plan.units.metres) / people;
        (0.5..=MOST / 10.0).contains(&each) && *metres < plan.units.metres
    });
    let proposal = match smaller {
        Some((name, metres)) => {
            let share = metres / plan.units.metres;
            format!("; in {name} it would be {:.1} m2: set `units = \"{name}\"` if that is meant", area * share * share)
        }
        None => String::new(),
    };
    let words = format!(
        "{:.1} km2 for {people:.0} people, {:.0} m2 each: is {} the unit of the plan?{proposal}",
        area / 1e6,
        area / people,
        plan.units.name
    );
    let at = plan.walkable.bounds().map_or(Point::default(), |b| b.min);
    plan.findings.insert(0, Finding::warning(FindingKind::Units, at, words));
}

/// How many people a scenario lets in.
fn people(scenario: &Scenario) -> f64 {
    let of = |source: &SourceSpec| match source {
        SourceSpec::Count { count } => f64::from(*count),
        SourceSpec::Positions { positions } => positions.len() as f64,
        SourceSpec::Arrivals { arrivals: ArrivalsSpec::Rows(rows) } => rows.iter().map(|[_, people]| people).sum(),
        SourceSpec::Arrivals { arrivals: ArrivalsSpec::File(_) } => 1.0,
        SourceSpec::Rate { rate, from, to } => (rate * (to - from)).max(0.0),
    };
    scenario.walkers.iter().map(|group| of(&group.source)).sum()
}
