//! From a run to bodies: trajectories become steps, and steps a file that other programs open.

mod bake;
mod beside;
mod cast;
mod casting;
mod choose;
mod data;
mod error;
mod footsteps;
mod in_loop;
mod options;
mod outfits;
mod passing;
mod place;
mod room;
mod section;
mod summary;
mod trajectory;
mod troupe;
mod vat;
mod write;

pub use cast::{BodyCast, CastChoice, CastMember};
pub use casting::ForGroup;
pub use choose::Who;
pub use data::DataOptions;
pub use error::AnimateError;
pub use footsteps::{BodyController, read_footsteps};
pub use in_loop::InLoop;
pub use options::{AnimateOptions, BodyFormat};
pub use summary::{AnimateSummary, CastCount};

use crate::plan::site_of;
use crate::{World, run_manifest};
use ambulo_data::run_folder::{MANIFEST, Provenance, RunFolder};
use ambulo_data::{Trajectories, measured, resolve_building, scenario};
use ambulo_eval::groups::Groups;
use ambulo_motion::footsteps::FootstepRow;
use ambulo_motion::{Mediator, Settings};
use ambulo_nav::Site;
use ambulo_sim::Report;
use std::path::Path;
use std::time::Instant;
use troupe::Troupe;

/// What to animate: trajectories, and the site they lead through.
///
/// ```
/// let mut world = ambulo::World::scene("corridor").unwrap();
/// let trajectories = world.run_recorded();
/// let source = ambulo::animate::AnimationInput::of_world(&world, trajectories);
/// assert_eq!(source.title, "One way along a corridor");
/// ```
pub struct AnimationInput {
    /// What it shows.
    pub title: String,
    /// The trajectories.
    pub trajectories: Trajectories,
    /// Levels, walls, stairs.
    pub site: Site,
    /// Names of the levels.
    pub level_names: Vec<String>,
    /// How far walkers and their bodies came apart in a frame, mean and worst [mm], where bodies were in the loop.
    pub loop_deviation_mm: Option<[f64; 2]>,
    /// How the trajectories were understood, and what of them is not walked.
    pub notes: Vec<String>,
    /// Footsteps of walkers, by walker and index: what bodies follow with [`BodyController::Footsteps`].
    pub footsteps: Vec<FootstepRow>,
    /// Whether nothing is known of the ground: the floor has no walls then.
    pub open_ground: bool,
}

impl AnimationInput {
    /// Of a world that has run.
    ///
    /// ```no_run
    /// # let mut world = ambulo::World::scene("corridor").unwrap();
    /// # let trajectories = world.run_recorded();
    /// let input = ambulo::animate::AnimationInput::of_world(&world, trajectories);
    /// ```
    pub fn of_world(world: &World, trajectories: Trajectories) -> Self {
        let title = &world.scenario().title;
        let title = if title.is_empty() { world.name.clone() } else { title.clone() };
        let levels = &world.building().levels;
        let level_names = if levels.len() > 1 { levels.iter().map(|l| l.name.clone()).collect() } else { Vec::new() };
        let site = site_of(world.building_in_file());
        Self { site, level_names, ..Self::of_recording(&title, trajectories) }
    }

    /// Runs a world to its end, or until `keep_running` returns false: then there is nothing. `in_loop` lets bodies
    /// take part, those that `options` asks for: each feeds back to its walker where its feet let it come.
    ///
    /// ```
    /// let mut world = ambulo::World::scene("pair-crossing").unwrap();
    /// let options = ambulo::animate::AnimateOptions::new("crowd.glb");
    /// let input = ambulo::animate::AnimationInput::run(&mut world, &options, true, |_| true).unwrap().unwrap();
    /// assert!(input.loop_deviation_mm.is_some());
    /// ```
    pub fn run(
        world: &mut World,
        options: &AnimateOptions,
        in_loop: bool,
        keep_running: impl FnMut(&Report) -> bool,
    ) -> Result<Option<Self>, AnimateError> {
        if !in_loop {
            return Ok(world.run_recorded_while(keep_running).map(|input| Self::of_world(world, input)));
        }
        // Who has which body makes no difference here: everybody walks as the first of the cast does.
        let groups: Vec<String> = world.scenario().walkers.iter().map(|w| w.name.clone()).collect();
        let mut cast = options.cast(&groups)?;
        if cast.members[0].wheelchair.is_some() {
            let why = "with bodies in the loop everybody walks as the first member does, which rolls here; leave option `in-loop` out";
            return Err(AnimateError::Cast(why.into()));
        }
        let mediator = Mediator::new(cast.members.swap_remove(0).moves, Settings::in_loop())?;
        let mut bodies = InLoop::new(&mediator);
        let input = world.run_in_loop_while(&mut bodies, keep_running);
        let [mean, worst] = [bodies.deviation().mean(), bodies.deviation().worst()].map(|m| 1000.0 * m);
        Ok(input.map(|input| Self { loop_deviation_mm: Some([mean, worst]), ..Self::of_world(world, input) }))
    }

    /// Of a recording alone.
    ///
    /// ```
    /// # use ambulo::{data::Trajectories, geom::Region};
    /// let nobody = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert!(ambulo::animate::AnimationInput::of_recording("a walk", nobody).level_names.is_empty());
    /// ```
    pub fn of_recording(title: &str, trajectories: Trajectories) -> Self {
        let level_names = trajectories.levels.iter().map(|l| l.name.clone()).collect();
        Self {
            title: title.into(),
            site: place::site_of_recording(&trajectories),
            footsteps: trajectories.footsteps.iter().map(footsteps::row_of).collect(),
            trajectories,
            level_names,
            loop_deviation_mm: None,
            notes: Vec::new(),
            open_ground: false,
        }
    }

    /// Reads a folder that a run left, a recording, or a file of measured people.
    ///
    /// ```
    /// let error = ambulo::animate::AnimationInput::open("no-such-folder".as_ref()).err().unwrap();
    /// assert!(error.to_string().contains("no such file or folder"));
    /// ```
    pub fn open(run: &Path) -> Result<Self, AnimateError> {
        Self::open_data(run, &DataOptions::default())
    }

    /// The same with what the file leaves open. The scenario beside a recording holds walls that have no
    /// breadth, which the recording does not know.
    ///
    /// ```no_run
    /// use ambulo::{animate::{AnimationInput, DataOptions}, data::measured::How};
    /// let options = DataOptions { how: How { fps: Some(25.0), unit: Some(0.01), ..How::default() }, ..DataOptions::default() };
    /// let input = AnimationInput::open_data("corridor.txt".as_ref(), &options)?;
    /// # Ok::<(), ambulo::animate::AnimateError>(())
    /// ```
    pub fn open_data(run: &Path, options: &DataOptions) -> Result<Self, AnimateError> {
        let measured = measured::open(run, &options.how)?;
        let folder = if run.is_dir() { run } else { run.parent().unwrap_or(Path::new(".")) };
        let name = if run.is_dir() { run.file_name() } else { run.file_stem() };
        let title = name.map_or(String::new(), |n| n.to_string_lossy().into_owned());
        let mut input = Self::of_measured(&title, measured, options)?;
        if let Ok(loaded) = scenario::load(&folder.join("scenario.toml"))
            && let Ok(building) = resolve_building(&loaded, folder)
            && let Ok(building) = building.in_file_coordinates()
        {
            // Only if it is the scenario of this very recording.
            let area = |site: &Site| site.levels.iter().map(|f| f.region.bounds()).collect::<Vec<_>>();
            let site = site_of(&building);
            if area(&site) == area(&input.site) {
                input.site = site;
                input.title = if loaded.scenario.title.is_empty() { title } else { loaded.scenario.title.clone() };
            }
        }
        Ok(input)
    }
}

/// How far it is.
///
/// ```
/// let p = ambulo::animate::AnimateProgress { walkers: 3, of: 40, frames: 900 };
/// assert!(p.walkers < p.of);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimateProgress {
    /// Walkers written.
    pub walkers: usize,
    /// Walkers to write.
    pub of: usize,
    /// Frames of all walkers written.
    pub frames: u64,
}

/// Animates trajectories into a file, or a folder of files, until `progress` returns false: then nothing is left
/// behind.
///
/// ```
/// let dir = tempfile::tempdir().unwrap();
/// let mut world = ambulo::World::scene("corridor").unwrap();
/// let trajectories = world.run_recorded();
/// let options = ambulo::animate::AnimateOptions { to: Some(2.0), ..ambulo::animate::AnimateOptions::new(dir.path().join("crowd.glb")) };
/// let summary = ambulo::animate::animate(&ambulo::animate::AnimationInput::of_world(&world, trajectories), &options, |_| true).unwrap();
/// assert_eq!(summary.walkers, 40);
/// ```
pub fn animate(
    input: &AnimationInput,
    options: &AnimateOptions,
    progress: impl FnMut(AnimateProgress) -> bool,
) -> Result<AnimateSummary, AnimateError> {
    let begun = Instant::now();
    options.check()?;
    let mut chosen = choose::choose(&input.trajectories, &options.who, options.fps, options.from, options.to)?;
    let groups = Groups::of(&input.trajectories);
    let with_footsteps = match options.controller {
        BodyController::Mediator => 0,
        BodyController::Footsteps => footsteps::give_all(&mut chosen, input, options)?,
    };
    let troupe = Troupe::new(options.cast(&groups.names)?, &mut chosen, &groups, !options.clips.is_empty())?;
    let mut notes: Vec<String> = input.notes.iter().chain(&troupe.cast.notes).cloned().collect();
    // Walls around a box about the rows would be made up.
    let open = AnimateOptions { walls: 0.0, ..options.clone() };
    let shown = if input.open_ground { &open } else { options };
    let written = write::write(input, shown, &troupe, &chosen, &groups, &mut notes, progress)?;
    if with_footsteps > 0 {
        notes.push(footsteps::note(with_footsteps, chosen.leads.len(), &written.footsteps));
    }
    Ok(AnimateSummary::new(input, options, &troupe, &chosen, written, notes, begun.elapsed().as_secs_f64()))
}

/// Animates a folder that a run left, or a recording; the figures also become a section of the run's report page, where
/// there is one.
///
/// ```
/// let dir = tempfile::tempdir().unwrap();
/// let mut world = ambulo::World::scene("corridor").unwrap();
/// ambulo::run_to_folder(&mut world, &ambulo::RunOptions::new(dir.path()), |_| true).unwrap();
/// let options = ambulo::animate::AnimateOptions { to: Some(2.0), ..ambulo::animate::AnimateOptions::new(dir.path().join("crowd.glb")) };
/// let summary = ambulo::animate::animate_run(dir.path(), &options, |_| true).unwrap();
/// assert!(summary.report.is_some());
/// ```
pub fn animate_run(
    run: &Path,
    options: &AnimateOptions,
    progress: impl FnMut(AnimateProgress) -> bool,
) -> Result<AnimateSummary, AnimateError> {
    animate_data(run, &DataOptions::default(), options, progress)
}

/// The same of a file of any kind, with what it leaves open: text of the Juelich archive, the `obsmat` of ETH and UCY, CSV,
/// SQLite and Parquet of others.
///
/// ```
/// use ambulo::animate::{AnimateOptions, DataOptions, animate_data};
/// let dir = tempfile::tempdir().unwrap();
/// let file = dir.path().join("corridor.txt");
/// let rows: String = (0..40).map(|f| format!("1 {f} {} 50 176\n", 8 * f)).collect();
/// std::fs::write(&file, format!("# framerate: 16\n{rows}")).unwrap();
/// let options = AnimateOptions::new(dir.path().join("crowd.glb"));
/// let summary = animate_data(&file, &DataOptions::default(), &options, |_| true).unwrap();
/// assert_eq!(summary.walkers, 1);
/// ```
pub fn animate_data(
    run: &Path,
    data: &DataOptions,
    options: &AnimateOptions,
    progress: impl FnMut(AnimateProgress) -> bool,
) -> Result<AnimateSummary, AnimateError> {
    let provenance = Provenance::of(run);
    let input = AnimationInput::open_data(run, data)?;
    // Nobody else may write into a run's folder meanwhile; a folder without manifest is not a run's of this version.
    let ours = run.is_dir() && run.join(MANIFEST).exists();
    let mut folder = ours.then(|| RunFolder::add_to(run, "bodies", &run_manifest::program())).transpose()?;
    let mut summary = animate(&input, options, progress)?;
    summary.complete = provenance.complete;
    if let Some(warning) = provenance.warning.filter(|_| !options.allow_incomplete) {
        summary.notes.insert(0, warning);
    }
    if run.is_dir() {
        let page = ambulo_eval::report::put_section(run, "animation", &section::of(&summary, options))?;
        summary.report = page.map(|page| page.display().to_string());
    }
    if let Some(folder) = &mut folder {
        folder.list(write::files(options));
        folder.write_manifest()?;
    }
    Ok(summary)
}
