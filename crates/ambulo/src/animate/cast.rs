//! The bodies of a crowd with their moves, and which walker has which.

use ambulo_motion::body::{Palette, Wheelchair};
use ambulo_motion::{Character, MoveSet, body, gait};

/// One body of a cast.
///
/// ```
/// let member = &ambulo::animate::BodyCast::built_in(0).members[0];
/// assert_eq!((member.name.as_str(), member.weight), ("built-in", 1.0));
/// ```
#[derive(Clone, Debug)]
pub struct CastMember {
    /// What it is called.
    pub name: String,
    /// Skeleton and skin.
    pub character: Character,
    /// Moves of that skeleton.
    pub moves: MoveSet,
    /// The wheelchair it sits in: it rolls, and has no moves.
    pub wheelchair: Option<Wheelchair>,
    /// How many walkers have it, against the other members they may have.
    pub weight: f64,
    /// Only for these groups; for everybody else where it is empty.
    pub groups: Vec<String>,
    /// Sizes it comes in, as multiples of its own.
    pub sizes: Vec<f32>,
    /// How it is dressed, by turns: a colour per part, in the order of the character's; `None` leaves the part's own. Empty: as it is.
    pub outfits: Vec<Vec<Option<[f32; 3]>>>,
}

impl CastMember {
    /// A body for everybody, as it is.
    ///
    /// ```
    /// use ambulo::{animate::CastMember, motion::{body, gait}};
    /// assert!(CastMember::new("me", body::character().clone(), gait::shipped()).groups.is_empty());
    /// ```
    pub fn new(name: impl Into<String>, character: Character, moves: MoveSet) -> Self {
        let (groups, outfits) = (Vec::new(), Vec::new());
        let (weight, sizes, wheelchair) = (1.0, vec![1.0], None);
        Self { name: name.into(), character, moves, wheelchair, weight, groups, sizes, outfits }
    }

    /// The built-in person in a wheelchair, at a level of detail: 0, 1 or 2.
    ///
    /// ```
    /// let member = ambulo::animate::CastMember::in_wheelchair(0);
    /// assert!(member.wheelchair.is_some() && member.moves.moves.is_empty());
    /// ```
    pub fn in_wheelchair(detail: usize) -> Self {
        let chair = Wheelchair::new(detail);
        let character = chair.character().clone();
        let moves = MoveSet { skeleton: character.skeleton.clone(), moves: Vec::new() };
        let outfits = super::outfits::of(&character);
        Self { outfits, wheelchair: Some(chair), ..Self::new("wheelchair", character, moves) }
    }
}

/// What one walker looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct CastChoice {
    /// Index of the member.
    pub member: usize,
    /// How many times as large as the member's own body.
    pub scale: f32,
    /// Colours of the parts; see [`CastMember::outfits`].
    pub colours: Vec<Option<[f32; 3]>>,
}

/// The bodies of a crowd.
///
/// ```
/// use ambulo::animate::BodyCast;
/// let cast = BodyCast::built_in(0);
/// let (seven, eight) = (cast.member_of(7, "adults"), cast.member_of(8, "adults"));
/// assert_eq!(seven, cast.member_of(7, "adults"), "always the same");
/// assert_ne!(seven, eight, "neighbours differ");
/// ```
#[derive(Clone, Debug, Default)]
pub struct BodyCast {
    /// The bodies.
    pub members: Vec<CastMember>,
    /// What was guessed about them.
    pub notes: Vec<String>,
}

/// How many people there are in the built-in cast, and how broad they are at most: as radius, little more than agents have [m].
const PEOPLE: usize = 24;
const SHOULDERS: f32 = 0.225;

/// 2^32 over the golden ratio: multiples of it lie evenly in 0 to 2^32, wherever one begins and ends, and two in a row are 0.38 of the
/// whole apart at least.
const GOLDEN: u32 = 2_654_435_769;
/// With two members the golden ratio would give the same twice in a row to one walker in four; a little more than a half does so to one
/// in 25, and drifts, so that groups whose numbers are every other one get both.
const TURNS: u32 = 2_230_805_937;

impl BodyCast {
    /// The body that comes with the program, for everybody, at a level of detail: 0, 1 or 2.
    ///
    /// ```
    /// assert_eq!(ambulo::animate::BodyCast::built_in(0).members.len(), 1);
    /// ```
    pub fn built_in(detail: usize) -> Self {
        let character = body::person_at(&body::Person::default(), detail);
        let outfits = super::outfits::of(&character);
        let member = CastMember { outfits, ..CastMember::new("built-in", character, gait::shipped()) };
        Self { members: vec![member], notes: Vec::new() }
    }

    /// People of all builds, made by calculation: women and men, old and young, in clothes and with habits of their own. Tops have the
    /// colour of the group where there are several (`groups`). `detail` is 0, 1 or 2, from the finest to the coarsest.
    ///
    /// ```
    /// let people = ambulo::animate::BodyCast::people(true, 2);
    /// assert_eq!(people.members.len(), 24);
    /// assert_ne!(people.members[0].character.skeleton, people.members[1].character.skeleton);
    /// ```
    pub fn people(groups: bool, detail: usize) -> Self {
        let dressed = |character: &Character, palette: &Palette| -> Vec<Option<[f32; 3]>> {
            let colour = |name: &str| match name {
                "skin" => Some(palette.skin),
                "hair" => Some(palette.hair),
                "top" => (!groups).then_some(palette.top),
                "shoes" => Some(palette.shoes),
                "trousers" | "shorts" | "skirt" => Some(palette.legwear),
                _ => None,
            };
            character.parts.iter().map(|(name, _)| colour(name)).collect()
        };
        let member = |m: &body::Member| {
            let m = m.fitting(SHOULDERS);
            let character = m.character(detail);
            let outfits = (0..body::PALETTES).map(|k| dressed(&character, m.palette(k))).collect();
            CastMember { outfits, ..CastMember::new(m.name.clone(), character, m.moves()) }
        };
        Self { members: body::cast(PEOPLE, 1).iter().map(member).collect(), notes: Vec::new() }
    }

    /// What a walker of a group looks like. It depends on the walker's number and on nothing else that happens, so that a walker looks the
    /// same in every file of a run. Walkers with consecutive numbers differ where the cast allows it: of three or more members with equal
    /// weights they never have the same, and never the same outfit of one with several.
    ///
    /// # Panics
    /// If the cast has no member.
    ///
    /// ```
    /// let choice = ambulo::animate::BodyCast::built_in(0).member_of(3, "");
    /// assert_eq!((choice.member, choice.scale), (0, 1.0));
    /// ```
    pub fn member_of(&self, id: u32, group: &str) -> CastChoice {
        let named = |m: &CastMember| m.groups.iter().any(|g| g == group);
        let mut may: Vec<usize> = (0..self.members.len()).filter(|k| named(&self.members[*k])).collect();
        if may.is_empty() {
            may = (0..self.members.len()).filter(|k| self.members[*k].groups.is_empty()).collect();
        }
        if may.is_empty() {
            may = (0..self.members.len()).collect();
        }
        let step = if may.len() == 2 { TURNS } else { GOLDEN };
        let sum: f64 = may.iter().map(|k| self.members[*k].weight).sum();
        let mut left = f64::from(id.wrapping_mul(step)) / 4_294_967_296.0 * sum;
        let mut member = may[may.len() - 1];
        for &k in &may {
            left -= self.members[k].weight;
            if left < 0.0 {
                member = k;
                break;
            }
        }
        let about = &self.members[member];
        // Other steps than that of the outfits: sizes and clothes have nothing to do with each other.
        let size = (u64::from(id.wrapping_mul(GOLDEN)) * about.sizes.len() as u64) >> 32;
        let scale = about.sizes.get(size as usize).copied().unwrap_or(1.0);
        let outfit = (id as usize).wrapping_mul(5) % about.outfits.len().max(1);
        CastChoice { member, scale, colours: about.outfits.get(outfit).cloned().unwrap_or_default() }
    }

    /// Whether nothing in it keeps it from being used.
    pub(super) fn check(&self) -> Result<(), String> {
        let Some(bad) = self.members.iter().find(|m| !(m.weight > 0.0 && m.weight.is_finite())) else { return Ok(()) };
        Err(format!("`{}` has a weight of {}; give a number above 0", bad.name, bad.weight))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cast(weights: &[f64]) -> BodyCast {
        let one = &BodyCast::built_in(0).members[0];
        let member = |w: &f64| CastMember { weight: *w, outfits: Vec::new(), ..one.clone() };
        BodyCast { members: weights.iter().map(member).collect(), notes: Vec::new() }
    }

    #[test]
    fn consecutive_numbers_differ_and_weights_are_kept() {
        for n in 2..7 {
            let cast = cast(&vec![1.0; n]);
            let of = |id| cast.member_of(id, "").member;
            let twice = (0..1000).filter(|id| of(*id) == of(id + 1)).count();
            assert!(twice == 0 || (n == 2 && twice < 50), "{twice} of {n} members");
            for k in 0..n {
                let share = (0..1000).filter(|id| of(*id) == k).count();
                assert!(share.abs_diff(1000 / n) < 12, "member {k} of {n}: {share}");
            }
            // A group with every second number has them all as well.
            let even = (0..2000).filter(|id| of(2 * id) == 0).count();
            assert!(even.abs_diff(2000 / n) < 100, "{even} of {n}");
        }
        let uneven = cast(&[3.0, 1.0]);
        let rare = (0..4000).filter(|id| uneven.member_of(*id, "").member == 1).count();
        assert!(rare.abs_diff(1000) < 20, "{rare}");
    }

    #[test]
    fn nobody_is_dressed_as_the_next_one_and_groups_have_their_own() {
        let built_in = BodyCast::built_in(0);
        for id in 0..500 {
            assert_ne!(built_in.member_of(id, "").colours, built_in.member_of(id + 1, "").colours, "{id}");
        }
        let mut cast = cast(&[1.0, 1.0, 1.0]);
        cast.members[2].groups = vec!["staff".into()];
        for id in 0..100 {
            assert_eq!(cast.member_of(id, "staff").member, 2);
            assert!(cast.member_of(id, "guests").member < 2);
        }
        cast.members.drain(..2);
        assert_eq!(cast.member_of(1, "guests").member, 0, "a body that is meant for others is better than none");
    }
}
