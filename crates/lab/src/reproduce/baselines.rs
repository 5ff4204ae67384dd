//! Baselines: what is claimed and how it is checked. Models of forces, of velocities and of rules have a file each.

mod forces;
mod rules;
mod velocities;

use super::claim::{Bench, Claim, ClaimResult, Class};
use super::registry::Subject;
use ambulo_eval::page::Table;
use ambulo_models::every;

pub(super) const SUBJECT: Subject = Subject {
    name: "baselines",
    title: "Baselines",
    citation: "SFM95: D. Helbing and P. Molnár, Social force model for pedestrian dynamics, Physical Review E 51, 1995. HFV2000: D. Helbing, \
               I. Farkas and T. Vicsek, Simulating dynamical features of escape panic, Nature 407, 2000. REY: C. Reynolds, Steering \
               behaviors for autonomous characters, Game Developers Conference, 1999. BOIDS: C. Reynolds, Flocks, herds, and schools, \
               SIGGRAPH, 1987. RVO: J. van den Berg, M. Lin and D. Manocha, Reciprocal velocity obstacles, ICRA, 2008. ORCA: J. van den \
               Berg, S. Guy, M. Lin and D. Manocha, Reciprocal n-body collision avoidance, ISRR, 2011. POW: I. Karamouzas, B. Skinner and \
               S. Guy, Universal power law governing pedestrian interactions, Physical Review Letters 113, 2014. MHT: M. Moussaïd, D. \
               Helbing and G. Theraulaz, How simple rules determine pedestrian behavior and crowd disasters, PNAS 108, 2011. CFSM: A. \
               Tordeux, M. Chraibi and A. Seyfried, Collision-free speed model for pedestrian dynamics, TGF '15, 2016. PLE: S. Guy et al., \
               PLEdestrians, SCA, 2010. GCFM: M. Chraibi, A. Seyfried and A. Schadschneider, Generalized centrifugal-force model, \
               Physical Review E 82, 2010. LTA: S. Pellegrini, A. Ess, K. Schindler and L. van Gool, You'll never walk alone, ICCV, 2009. \
               CA: C. Burstedde, K. Klauck, A. Schadschneider and J. Zittartz, Simulation of pedestrian dynamics using a two-dimensional \
               cellular automaton, Physica A 295, 2001. CONT: A. Treuille, S. Cooper and Z. Popović, Continuum crowds, SIGGRAPH, 2006. \
               These papers print few numbers to compare with; the criteria state what each model must do.",
    claims: &[EVERY, forces::CLAIMS, velocities::CLAIMS, rules::CLAIMS, MISSING],
};

const EVERY: &[Claim] = &[
    Claim::exact(
        "all",
        "An agent alone takes up its pace, walks straight and stops at the goal",
        "asked: within 1 % after five time constants, within 1 mm of the line, within 0.5 m of the goal",
        alone,
    ),
    Claim::exact("all", "A mirrored scene gives mirrored paths", "asked: within 1e-9 m", mirrored),
    Claim::exact(
        "all",
        "Two in one place come apart and stay numbers",
        "asked: 0.39 m apart after 2 s, radii 0.2 m",
        coincident,
    ),
];

const NO_CA: &str = "there is no cellular automaton here";
const NO_FIELD: &str = "there is no continuum model here";

const MISSING: &[Claim] = &[
    Claim::not_built("CA", Class::Reproducible, "One person a cell, and nobody is lost", "asked: always", NO_CA),
    Claim::not_built(
        "CA",
        Class::Reproducible,
        "Without a floor field people walk at random",
        "asked: chi-square",
        NO_CA,
    ),
    Claim::not_built(
        "CA",
        Class::Substitute,
        "A room empties sooner with a stronger field and later with friction",
        "asked: so",
        NO_CA,
    ),
    Claim::not_built(
        "CONT",
        Class::Reproducible,
        "At constant cost the potential is the distance",
        "asked: within 5 %",
        NO_FIELD,
    ),
    Claim::not_built("CONT", Class::Reproducible, "Nobody is lost", "asked: always", NO_FIELD),
    Claim::not_built(
        "CONT",
        Class::Substitute,
        "Lanes in a corridor, vortices in a crossing of four groups",
        "pictures only",
        NO_FIELD,
    ),
];

fn alone(_: &Bench) -> ClaimResult {
    let all = every::alone();
    let fine = |w: &every::Alone| w.off_pace < 0.01 && w.aside < 1e-3 && w.from_goal < 0.5 && w.still < 0.01;
    let head = ["model", "off its pace [%]", "off the line [mm]", "stops at [m]"];
    let mut table = Table::new("baselines-alone", "A walker of each model alone, 40 m at 1.3 m/s", &head);
    for w in &all {
        table = table.row([
            w.model.to_string(),
            format!("{:.2}", 100.0 * w.off_pace),
            format!("{:.3}", 1e3 * w.aside),
            format!("{:.2}", w.from_goal),
        ]);
    }
    let worst = |f: fn(&every::Alone) -> f64| all.iter().map(f).fold(0.0, f64::max);
    let ours = format!(
        "{} of {} models; at most {:.2} %, {:.2} mm and {:.2} m",
        all.iter().filter(|w| fine(w)).count(),
        all.len(),
        100.0 * worst(|w| w.off_pace),
        1e3 * worst(|w| w.aside),
        worst(|w| w.from_goal)
    );
    ClaimResult::new(all.iter().all(fine), ours).note("all models, not the baselines alone; without noise").table(table)
}

fn mirrored(_: &Bench) -> ClaimResult {
    let all = every::mirrored();
    let worst = all.iter().map(|m| m.apart).fold(0.0, f64::max);
    let holds = all.iter().all(|m| m.apart < 1e-9 && m.met < 5.0);
    let sampling: Vec<&str> = ambulo_models::MODELS.iter().filter(|m| m.samples).map(|m| m.name).collect();
    ClaimResult::new(holds, format!("{} models, within {worst:.0e} m", all.len())).note(format!(
        "three scenes of two people, no side preferred, no noise; {} search among samples, where the last digit decides ties, and are \
         left out",
        sampling.join(", ")
    ))
}

fn coincident(_: &Bench) -> ClaimResult {
    let all = every::coincident();
    let least = all.iter().map(|c| c.apart).fold(f64::INFINITY, f64::min);
    let faults: usize = all.iter().map(|c| c.faults).sum();
    let ours = format!("{} models, at least {least:.3} m apart, {faults} faults", all.len());
    ClaimResult::new(least > 0.39 && faults == 0, ours)
        .note("bodies are kept apart by the engine's contact as well as by the models")
}
