//! The cast on stage: a mediator for every body and size that is in use, and what each walker looks like.

use super::AnimateError;
use super::cast::{BodyCast, CastChoice};
use super::choose::ChosenWalkers;
use ambulo_eval::groups::Groups;
use ambulo_motion::footsteps::{FootstepController, FootstepError, FootstepSettings};
use ambulo_motion::steps::StepLibrary;
use ambulo_motion::{Mediator, MoveSet, SeenSkin, Settings, gait};

/// A body and size in use.
pub struct LedBody {
    pub mediator: Mediator,
    /// What of its skin is measured.
    pub skin: SeenSkin,
    /// For those who follow footsteps.
    pub stepping: Option<FootstepController>,
}

pub struct Troupe {
    pub cast: BodyCast,
    pub bodies: Vec<LedBody>,
    /// What each lead looks like, in their order.
    pub choices: Vec<CastChoice>,
}

impl Troupe {
    /// Gives every walker a body, and every body in use a mediator.
    /// Footsteps are made of the cast's own clips where it has some, else of the built-in steps.
    pub fn new(
        cast: BodyCast,
        chosen: &mut ChosenWalkers,
        groups: &Groups,
        own_clips: bool,
    ) -> Result<Self, AnimateError> {
        let mut used: Vec<(usize, u32)> = Vec::new();
        let (mut bodies, mut choices) = (Vec::new(), Vec::with_capacity(chosen.leads.len()));
        for lead in &mut chosen.leads {
            let group = groups.index(lead.id).map_or("", |g| groups.names[g].as_str());
            let choice = cast.member_of(lead.id, group);
            let key = (choice.member, choice.scale.to_bits());
            lead.body = match used.iter().position(|u| *u == key) {
                Some(known) => known,
                None => {
                    let member = &cast.members[choice.member];
                    let same = choice.scale == 1.0;
                    let moves = if same { member.moves.clone() } else { member.moves.scaled(choice.scale) };
                    let character = if same { &member.character } else { &member.character.scaled(choice.scale) };
                    let skin = SeenSkin::new(&character.skeleton, &character.mesh);
                    let mediator = Mediator::for_character(moves, &character.mesh, Settings::default())?;
                    bodies.push(LedBody { mediator, skin, stepping: None });
                    used.push(key);
                    used.len() - 1
                }
            };
            if !lead.steps.is_empty() && bodies[lead.body].stepping.is_none() {
                let moves = &cast.members[choice.member].moves;
                let moves = if choice.scale == 1.0 { moves } else { &moves.scaled(choice.scale) };
                let made = stepping(moves, own_clips);
                bodies[lead.body].stepping =
                    Some(made.map_err(|source| AnimateError::Footsteps { walker: lead.id, source })?);
            }
            choices.push(choice);
        }
        Ok(Self { cast, bodies, choices })
    }
}

/// A controller of steps for the skeleton of some moves.
fn stepping(moves: &MoveSet, own_clips: bool) -> Result<FootstepController, FootstepError> {
    let settings = FootstepSettings::default();
    let own = own_clips.then(|| FootstepController::new(StepLibrary::of(moves), settings));
    match own {
        // Clips of feet that never repeat a step serve other things.
        None | Some(Err(FootstepError::NoSteps(_))) => {
            FootstepController::new(StepLibrary::of(&gait::step_moves(&moves.skeleton)), settings)
        }
        Some(made) => made,
    }
}
