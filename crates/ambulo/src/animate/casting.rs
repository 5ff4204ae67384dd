//! The cast that options ask for: the built-in one, a folder of characters, files for everybody or for a group.

use super::cast::{BodyCast, CastMember};
use super::{AnimateError, AnimateOptions};
use crate::clips::load_moves;
use ambulo_motion::import::load;
use ambulo_motion::{Character, ImportOptions, Imported, Leg, Move, MoveKind, MoveSet, Quat, SeenSkin, Side, gait};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A file, for everybody or for one group. The character `wheelchair` comes with the program.
///
/// ```
/// use ambulo::animate::ForGroup;
/// let both = ["hero.glb", "staff=guard.glb"].map(|text| text.parse::<ForGroup>().unwrap());
/// assert_eq!((both[0].group.as_deref(), both[1].group.as_deref()), (None, Some("staff")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForGroup {
    /// The group; everybody else where there is none.
    pub group: Option<String>,
    /// File or folder.
    pub path: PathBuf,
}

impl ForGroup {
    /// For everybody.
    ///
    /// ```
    /// assert_eq!(ambulo::animate::ForGroup::all("hero.glb").group, None);
    /// ```
    pub fn all(path: impl Into<PathBuf>) -> Self {
        Self { group: None, path: path.into() }
    }
}

impl std::str::FromStr for ForGroup {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            // A file may have the sign in its name.
            Some((group, path)) if !Path::new(text).exists() => {
                if group.is_empty() || path.is_empty() {
                    return Err(format!("`{text}` is no GROUP=FILE"));
                }
                Ok(Self { group: Some(group.into()), path: path.into() })
            }
            _ => Ok(Self::all(text)),
        }
    }
}

/// `cast.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CastFile {
    member: Vec<FileMember>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileMember {
    file: Option<PathBuf>,
    built_in: Option<String>,
    weight: Option<f64>,
    #[serde(default)]
    groups: Vec<String>,
    clips: Option<PathBuf>,
}

/// What names the cast that comes with the program; a folder of that name is `./people`.
const PEOPLE: &str = "people";
/// What `cast.toml` calls the body everybody has without a cast.
const PERSON: &str = "person";
/// What names the built-in person in a wheelchair; a file of that name is `./wheelchair`.
const WHEELCHAIR: &str = "wheelchair";
/// Heights agents stand for [m].
const HEIGHTS: std::ops::RangeInclusive<f32> = 0.9..=2.3;
/// What others are brought to [m].
const USUAL: f32 = 1.75;
/// Half of the breadth from which on a body is made smaller, and how small it becomes at most [m].
const BROADEST: f32 = 0.235;
const SMALLEST: f32 = 1.1;
/// The same of a body that holds its arms out as it walks in clips of its own: leans make room for some of it [m].
const BROADEST_MOVING: f32 = 0.28;

impl AnimateOptions {
    /// The bodies and the moves asked for, in a recording with these groups.
    pub(super) fn cast(&self, groups: &[String]) -> Result<BodyCast, AnimateError> {
        let known = |option: &'static str, list: &[ForGroup]| -> Result<(), AnimateError> {
            match list.iter().filter_map(|f| f.group.as_ref()).find(|g| !groups.contains(g)) {
                None => Ok(()),
                Some(group) => {
                    let groups = groups.iter().map(|g| format!("`{g}`")).collect::<Vec<_>>().join(", ");
                    Err(AnimateError::NoSuchGroup { option, group: group.clone(), groups })
                }
            }
        };
        known("character", &self.characters)?;
        known("clips", &self.clips)?;
        let everybody = |list: &[ForGroup]| list.iter().rev().find(|f| f.group.is_none()).map(|f| f.path.clone());
        let mut notes = Vec::new();
        let mut cast = match (&self.cast, everybody(&self.characters)) {
            (Some(_), Some(_)) => {
                let why = "it and a `character` for everybody exclude each other; give `character` as GROUP=FILE";
                return Err(AnimateError::Cast(why.into()));
            }
            (Some(people), None) if people == Path::new(PEOPLE) => BodyCast::people(groups.len() > 1, self.detail),
            (Some(folder), None) => self.folder(folder)?,
            (None, Some(file)) => BodyCast { members: vec![self.own(&file, &mut notes)?], notes },
            (None, None) => BodyCast::built_in(self.detail),
        };
        for file in self.characters.iter().filter(|f| f.group.is_some()) {
            let mut member = self.own(&file.path, &mut cast.notes)?;
            member.groups.extend(file.group.clone());
            // It replaces what the cast has for that group.
            cast.members.retain(|m| m.groups != member.groups);
            cast.members.iter_mut().for_each(|m| m.groups.retain(|g| !member.groups.contains(g)));
            cast.members.push(member);
        }
        cast.check().map_err(AnimateError::Cast)?;
        if let Some(folder) = everybody(&self.clips) {
            for member in cast.members.iter_mut().filter(|m| m.wheelchair.is_none()) {
                self.give_moves(&folder, member, &mut cast.notes)?;
            }
        }
        for clips in &self.clips {
            let Some(group) = &clips.group else { continue };
            // The bodies of that group, once more with moves of their own.
            let named = |m: &&CastMember| m.groups.contains(group);
            let mut own: Vec<CastMember> = cast.members.iter().filter(named).cloned().collect();
            if own.is_empty() {
                own = cast.members.iter().filter(|m| m.groups.is_empty()).cloned().collect();
            }
            // Those for that group alone give way, those for others too stay with them.
            cast.members.retain(|m| m.groups.as_slice() != std::slice::from_ref(group));
            cast.members.iter_mut().for_each(|m| m.groups.retain(|g| g != group));
            for mut member in own {
                member.groups = vec![group.clone()];
                if member.wheelchair.is_none() {
                    self.give_moves(&clips.path, &mut member, &mut cast.notes)?;
                }
                cast.members.push(member);
            }
        }
        for member in &cast.members {
            let Some(chair) = &member.wheelchair else { continue };
            let [long, broad] = chair.footprint();
            cast.notes.push(format!(
                "{}: {long:.2} m long and {broad:.2} m broad, which walkers of the usual radius are not; it rolls, and clips are not for it",
                member.name
            ));
        }
        cast.notes.sort();
        cast.notes.dedup();
        Ok(cast)
    }

    /// All characters of a folder.
    fn folder(&self, folder: &Path) -> Result<BodyCast, AnimateError> {
        let wrong = |why: String| AnimateError::Cast(format!("{}: {why}", folder.display()));
        let listed = folder.join("cast.toml");
        let members: Vec<FileMember> = if listed.exists() {
            let text = std::fs::read_to_string(&listed).map_err(|e| wrong(format!("cast.toml cannot be read: {e}")))?;
            let help = "write [[member]] with `file` or `built_in`, and if wanted `weight`, `groups` and `clips`";
            let file: CastFile = toml::from_str(&text).map_err(|e| wrong(format!("cast.toml: {e}; {help}")))?;
            file.member
        } else {
            let entries = std::fs::read_dir(folder).map_err(|e| wrong(format!("it cannot be read: {e}")))?;
            let mut files = Vec::new();
            for entry in entries {
                let path = entry.map_err(|e| wrong(format!("it cannot be read: {e}")))?.path();
                let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
                if ending == "glb" || ending == "gltf" {
                    files.push(PathBuf::from(path.file_name().unwrap_or_default()));
                }
            }
            files.sort();
            let member =
                |file| FileMember { file: Some(file), built_in: None, weight: None, groups: Vec::new(), clips: None };
            files.into_iter().map(member).collect()
        };
        if members.is_empty() {
            return Err(wrong("it has no .glb or .gltf file; give a folder with characters".into()));
        }
        let mut cast = BodyCast::default();
        for about in members {
            let mut member = match (&about.file, about.built_in.as_deref()) {
                (Some(file), None) => self.own(&folder.join(file), &mut cast.notes)?,
                (None, Some(WHEELCHAIR)) => CastMember::in_wheelchair(self.detail),
                (None, Some(PERSON)) => BodyCast::built_in(self.detail).members.remove(0),
                (None, Some(other)) => {
                    let known = format!("`{PERSON}` or `{WHEELCHAIR}`");
                    return Err(wrong(format!("cast.toml: there is no `built_in` body `{other}`; give {known}")));
                }
                _ => return Err(wrong("cast.toml: a [[member]] has either `file` or `built_in`".into())),
            };
            member.weight = about.weight.unwrap_or(1.0);
            member.groups = about.groups;
            if let Some(clips) = about.clips.filter(|_| member.wheelchair.is_none()) {
                self.give_moves(&folder.join(clips), &mut member, &mut cast.notes)?;
            }
            cast.members.push(member);
        }
        Ok(cast)
    }

    /// A file read with the roles of the options, and without them where they are meant for another.
    fn read(&self, file: &Path, notes: &mut Vec<String>) -> Result<Imported, AnimateError> {
        let roles = ImportOptions { roles: self.roles.clone(), ..ImportOptions::default() };
        match load(file, &roles) {
            Ok(imported) => Ok(imported),
            Err(error) if self.roles.is_empty() => Err(error.into()),
            Err(error) => {
                let Ok(imported) = load(file, &ImportOptions::default()) else { return Err(error.into()) };
                notes.push(format!("option `role` is not for {}: {}", file.display(), error.message));
                Ok(imported)
            }
        }
    }

    /// A body from a file, with the built-in moves made for its legs.
    fn own(&self, file: &Path, notes: &mut Vec<String>) -> Result<CastMember, AnimateError> {
        if file == Path::new(WHEELCHAIR) {
            return Ok(CastMember::in_wheelchair(self.detail));
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let imported = self.read(file, notes)?;
        let mut own = imported.notes;
        let mut character = imported.character.unwrap_or_else(|| {
            own.push("the file has no skin: bones are shown".into());
            Character::sticks(&imported.skeleton)
        });
        character.mesh = character.mesh.without_unused();
        // Our own files say whose: "top eastbound".
        let top = character.parts.iter_mut().find(|(name, _)| name.split_whitespace().next() == Some("top"));
        if let Some((name, _)) = top {
            *name = "top".into();
        } else {
            own.push("no part of the skin is called `top`: groups have no colours of their own".into());
        }
        let height = character.height();
        if !HEIGHTS.contains(&height) && height > 0.0 {
            character = character.scaled(USUAL / height);
            own.push(format!("the body is {height:.2} m tall, which no agent is: it is brought to {USUAL} m"));
        }
        let mut moves = gait::moves(&character.skeleton);
        // Nobody is much broader than agents are.
        let radius = SeenSkin::new(&character.skeleton, &character.mesh).radius(&character.skeleton, moves.stand());
        let tall = character.height();
        let times = (BROADEST / radius.max(1e-3)).max(SMALLEST / tall.max(1e-3));
        if times < 0.95 {
            character = character.scaled(times);
            moves = gait::moves(&character.skeleton);
            let (broad, now) = (2.0 * radius, character.height());
            own.push(format!(
                "the body is {broad:.2} m broad and no agent is: it is brought from {tall:.2} to {now:.2} m"
            ));
        }
        if let Some(speed) = whirls_above(&moves).filter(|speed| *speed < USUAL_SPEED) {
            let leg = Leg::of(&character.skeleton, Side::Left);
            let long = leg.lengths[0] + leg.lengths[1];
            own.push(format!(
                "its legs are {long:.2} m long: of those who walk faster than {speed:.1} m/s joints turn by more than {:.0} degrees in a \
                 frame; take a body with longer legs, or let its group walk slower",
                WHIRL.0
            ));
        }
        notes.extend(own.into_iter().map(|note| format!("{name}: {note}")));
        Ok(CastMember::new(file.display().to_string(), character, moves))
    }

    /// Gives a member moves from a folder. A body from a file that holds its arms out in them is broader than it was with the built-in
    /// ones, and made smaller once more.
    fn give_moves(&self, folder: &Path, member: &mut CastMember, notes: &mut Vec<String>) -> Result<(), AnimateError> {
        member.moves = self.moves(folder, member, notes)?;
        // The bodies that come with the program have outfits, and breadths of people.
        if !member.outfits.is_empty() {
            return Ok(());
        }
        let ahead = |m: &&Move| m.kind == MoveKind::Stand || (m.kind == MoveKind::Walk && m.angle == 0.0);
        let skeleton = &member.character.skeleton;
        let skin = SeenSkin::new(skeleton, &member.character.mesh);
        let radius = skin.radius_in(skeleton, member.moves.moves.iter().filter(ahead));
        let tall = member.character.height();
        let times = (BROADEST_MOVING / radius.max(1e-3)).max(SMALLEST / tall.max(1e-3));
        if times < 0.95 {
            let (broad, now, name) = (2.0 * radius, times * tall, &member.name);
            notes.push(format!(
                "{name}: in these clips the body is {broad:.2} m broad and no agent is: it is brought from {tall:.2} to {now:.2} m"
            ));
            member.character = member.character.scaled(times);
            // Moves of its own for what the clips lack, and the clips once more for shorter legs; their notes are there already.
            member.moves = gait::moves(&member.character.skeleton);
            member.moves = self.moves(folder, member, &mut Vec::new())?;
        }
        Ok(())
    }

    /// Moves from a folder for a member; what stands and turns on the spot is completed by its own.
    fn moves(&self, folder: &Path, member: &CastMember, notes: &mut Vec<String>) -> Result<MoveSet, AnimateError> {
        let skeleton = &member.character.skeleton;
        let roles = ImportOptions { roles: self.roles.clone(), ..ImportOptions::default() };
        let (own, more) = match load_moves(folder, &roles, skeleton) {
            Err(_) if !self.roles.is_empty() => load_moves(folder, &ImportOptions::default(), skeleton)?,
            moves => moves?,
        };
        notes.extend(more);
        let crouched = own.stand().filter(|m| crouches(m, &member.moves));
        if let Some(stand) = crouched {
            notes.push(format!("{}: nobody stands like this in a crowd, people stand as built in", stand.name));
        }
        Ok(completed(own, &member.moves))
    }
}

/// The fastest walk ahead in which no joint turns too far in a frame [m/s], where there is a faster one in which one does.
fn whirls_above(moves: &MoveSet) -> Option<f32> {
    let ahead = |m: &&Move| m.kind == MoveKind::Walk && m.clip.cyclic && m.angle == 0.0;
    let mut walks: Vec<&Move> = moves.moves.iter().filter(ahead).collect();
    walks.sort_by(|a, b| a.speed.total_cmp(&b.speed));
    let first = walks.iter().position(|m| whirls(m))?;
    Some(first.checked_sub(1).map_or(0.0, |before| walks[before].speed))
}

/// Whether a joint turns too far in a frame of a move.
fn whirls(of: &Move) -> bool {
    let (clip, times) = (&of.clip, 2 * of.clip.frames());
    let mut poses = [0, 1].map(|_| vec![Quat::IDENTITY; clip.joints()]);
    (0..times).any(|k| {
        let time = clip.duration() * k as f32 / times as f32;
        for (later, pose) in poses.iter_mut().enumerate() {
            clip.sample(time + FRAME * later as f32, pose);
        }
        let [now, next] = &poses;
        now.iter().zip(next).skip(1).any(|(a, b)| a.dot(*b).abs() < WHIRL.1)
    })
}

/// A joint that turns by more than this in a frame is seen to jump: degrees, and the cosine of half of it.
const WHIRL: (f32, f32) = (40.0, 0.9397);
/// Such a frame [s].
const FRAME: f32 = 0.04;
/// How fast people usually walk [m/s].
const USUAL_SPEED: f32 = 1.34;

/// Hips lower than this share of their height in the built-in stand mean that the body crouches.
const UPRIGHT: f32 = 0.95;

fn crouches(stand: &Move, along: &MoveSet) -> bool {
    along.stand().is_some_and(|upright| stand.hip_height() < UPRIGHT * upright.hip_height())
}

/// Own moves; standing and turning on the spot come from the built-in ones where they are missing.
fn completed(mut own: MoveSet, along: &MoveSet) -> MoveSet {
    for kind in [MoveKind::Stand, MoveKind::Turn] {
        let own_one = |m: &Move| m.kind == kind && !(kind == MoveKind::Stand && crouches(m, along));
        if !own.moves.iter().any(own_one) {
            own.moves.extend(along.moves.iter().filter(|m| m.kind == kind).cloned());
        }
    }
    own
}
